// Installs the packages that check types and generate them into embed/node_modules, if package-lock.json has changed.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const embed = fileURLToPath(new URL(".", import.meta.url));
const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);

const lock = read(`${embed}package-lock.json`);
const installed = `${embed}node_modules/.installed-lock.json`;
if (read(installed) !== lock) {
  console.log("==> Installing the tools for the packages for JavaScript into embed/node_modules");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: embed, stdio: ["ignore", "inherit", "inherit"], shell: process.platform === "win32" });
  writeFileSync(installed, lock);
}
