// Bundles the element into a folder: `node embed/modeller/build.mjs FOLDER`. Uses esbuild of app/package.json.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const { build } = createRequire(join(here, "../../app/package.json"))("esbuild");
const [folder] = process.argv.slice(2);

const [, version] = /\[workspace\.package\]\nversion = "([^"]+)"/.exec(readFileSync(join(here, "../../Cargo.toml"), "utf8"));

const { outputFiles } = await build({ absWorkingDir: here, entryPoints: ["modeller.js"], bundle: true, minify: true, format: "esm", target: ["chrome123", "firefox120", "safari17.5"], define: { __VERSION__: JSON.stringify(version) }, write: false, legalComments: "none" });
writeFileSync(join(folder, "descriptorium-modeller.js"), outputFiles[0].contents);
