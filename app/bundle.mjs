// Bundles the text editor into app/generated/. Trunk runs this before the build. Installs the packages first if
// package-lock.json has changed. Unchanged files are not written.
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
const { outputFiles } = await build({
  absWorkingDir: app,
  entryPoints: { "text-editor": "editor/editor.js" },
  outdir: "generated",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  write: false,
});
mkdirSync(`${app}generated`, { recursive: true });
for (const { path, text } of outputFiles) {
  if (read(path) !== text) writeFileSync(path, text);
}
