// Bundles the text editor into app/generated/. Trunk runs this before the build. Installs the packages first if
// package-lock.json has changed. Unchanged files are not written.
// packages.json lists the folders of the packages in the bundle, for their license notices (xtask/src/notices.rs).
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const app = fileURLToPath(new URL(".", import.meta.url));
const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);

const lock = read(`${app}package-lock.json`);
const installed = `${app}node_modules/.installed-lock.json`;
if (read(installed) !== lock) {
  console.log("==> Installing the packages of the text editor into app/node_modules");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: app, stdio: ["ignore", "inherit", "inherit"], shell: process.platform === "win32" });
  writeFileSync(installed, lock);
}

const { build } = await import("esbuild");
const { outputFiles, metafile } = await build({
  absWorkingDir: app,
  entryPoints: { "text-editor": "editor/editor.js" },
  outdir: "generated",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none", // licenses.txt has all of them
  metafile: true,
  write: false,
});
mkdirSync(`${app}generated`, { recursive: true });
const folders = Object.keys(metafile.inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
const packages = { path: `${app}generated/packages.json`, text: JSON.stringify([...new Set(folders)].sort()) };
for (const { path, text } of [...outputFiles, packages]) {
  if (read(path) !== text) writeFileSync(path, text);
}
