// The last step of a build, run by xtask (page.rs) or by Trunk. It packs the example; minifies scripts and style sheets;
// collects the license notices; moves all built files except the page into a folder that is named by the hash of their
// content, so that a page never mixes two versions; and writes the service worker.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const app = fileURLToPath(new URL(".", import.meta.url));
const built = process.env.TRUNK_STAGING_DIR;

/** The paths of all files in `folder`, sorted, with slashes as in addresses. */
function filesOf(folder) {
  const all = readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
  return all.filter((path) => statSync(path).isFile()).map((path) => relative(folder, path).split(sep).join("/")).sort();
}

/** The oldest supported versions, as the README and the page state them. Safari needs the prefix of `user-select`. */
const BROWSERS = ["chrome123", "edge123", "firefox120", "safari17.5"];

const examples = join(app, "../examples");
// The catalog of TOSCA needs its scripts, too, which no page can have.
const isInExample = (path) => path.endsWith(".yaml") && !path.startsWith("tosca/");
const example = filesOf(examples).filter(isInExample).map((path) => ({ path, text: readFileSync(join(examples, path), "utf8") }));
writeFileSync(join(built, "example.json"), JSON.stringify(example));

const minified = (path) => {
  const loader = path.endsWith(".css") ? "css" : "js";
  return transformSync(readFileSync(path, "utf8"), { loader, minify: true, target: BROWSERS, legalComments: "none" }).code;
};
for (const path of filesOf(built).filter((path) => /\.(css|js)$/.test(path))) {
  writeFileSync(join(built, path), minified(join(built, path)));
}

// Trunk leaves the notices to this script. Otherwise they are there: Cargo would wait here for what else is compiled.
const notices = join(built, "licenses.txt");
if (!existsSync(notices)) {
  const licenses = execFileSync("cargo", ["xtask", "licenses"], { cwd: join(app, ".."), stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 26 });
  writeFileSync(notices, licenses);
}

const worker = minified(join(app, "worker.js"));
const files = filesOf(built).filter((path) => path !== "index.html");
const hash = createHash("sha256").update(worker);
for (const path of ["index.html", ...files]) {
  const content = readFileSync(join(built, path));
  hash.update(`${path}\0${content.length}\0`).update(content);
}
const version = hash.digest("hex").slice(0, 16);

const top = readdirSync(built).filter((name) => name !== "index.html");
mkdirSync(join(built, version));
for (const name of top) renameSync(join(built, name), join(built, version, name));
// Lazily loaded modules must not be preloaded.
const page = readFileSync(join(built, "index.html"), "utf8").replaceAll(/<link rel="modulepreload" href="[^"]*\.wasm"[^>]*>/g, "");
writeFileSync(join(built, "index.html"), page.replaceAll('"./', `"./${version}/`));
writeFileSync(join(built, "worker.js"), `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(files)};\n\n${worker}`);
