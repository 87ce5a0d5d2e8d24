// Prints the sizes of the viewer in a folder, and fails if its budget is exceeded: `node embed/sizes.mjs FOLDER`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/** In bytes, compressed with brotli: the script with its style. */
const BUDGET = 12 * 1024;
const SCRIPTS = ["descriptorium-view.js", "descriptorium-view.classic.js"];

const [folder] = process.argv.slice(2);
const number = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
for (const name of SCRIPTS) {
  const script = readFileSync(join(folder, name));
  const brotli = brotliCompressSync(script).length;
  console.log(`${name}: ${number(script.length)}, ${number(brotli)} in brotli`);
  if (brotli > BUDGET) {
    console.error(`the viewer is too large: ${name} has ${number(brotli)} in brotli, the budget is ${number(BUDGET)}`);
    process.exitCode = 1;
  }
}
