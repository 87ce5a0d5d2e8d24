// Bundles the viewer into a folder, as a module and as a classic script: `node embed/view/build.mjs FOLDER`. Uses esbuild of
// app/package.json.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const { build, transformSync } = createRequire(join(here, "../../app/package.json"))("esbuild");
const [folder] = process.argv.slice(2);

const [, version] = /\[workspace\.package\]\nversion = "([^"]+)"/.exec(readFileSync(join(here, "../../Cargo.toml"), "utf8"));

/** Imports a style sheet as a minified text. */
const styles = {
  name: "styles",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, ({ path }) => ({ loader: "text", contents: transformSync(readFileSync(path, "utf8"), { loader: "css", minify: true }).code.trim() }));
  },
};

// The address of the script itself, next to which live/ is.
const BASES = { esm: "import.meta.url", iife: "CURRENT" };
const BANNER = { iife: { js: "const CURRENT=document.currentScript?.src??document.baseURI;" } };

for (const [format, name] of [["esm", "descriptorium-view.js"], ["iife", "descriptorium-view.classic.js"]]) {
  const { outputFiles } = await build({ absWorkingDir: here, entryPoints: ["view.js"], bundle: true, minify: true, format, target: ["chrome123", "firefox120", "safari17.5"], plugins: [styles], define: { __VERSION__: JSON.stringify(version), __BASE__: BASES[format] }, banner: BANNER[format], write: false, legalComments: "none" });
  writeFileSync(join(folder, name), outputFiles[0].contents);
}

// The script for texts, beside the core and its bindings, which xtask/src/embed.rs has put there.
const bindings = join(folder, "live/core.js");
if (existsSync(bindings)) writeFileSync(bindings, transformSync(readFileSync(bindings, "utf8"), { minify: true, target: "es2022" }).code);
await build({ absWorkingDir: here, entryPoints: ["live.js"], bundle: true, minify: true, format: "esm", target: ["chrome123", "firefox120", "safari17.5"], external: ["./core.js"], outfile: join(folder, "live/live.js"), legalComments: "none" });
