// Prints the sizes of the elements in a folder, and fails if a budget is exceeded: `node embed/sizes.mjs FOLDER`.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/** In bytes, compressed with brotli: a script with its style. */
const BUDGETS = { "descriptorium-view.js": 12 << 10, "descriptorium-view.classic.js": 12 << 10, "descriptorium-modeller.js": 8 << 10 };

/**
 * The script and the modules for texts: until the diagram is shown, and everything for assemblies. The goals are 250 and 640 KB;
 * the part that all languages share still has the documents of all kinds of previews.
 */
const LIVE = { diagram: 256 * 1024, assembly: 912 * 1024 };

const [folder] = process.argv.slice(2);
const number = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
for (const [name, budget] of Object.entries(BUDGETS)) {
  if (!existsSync(join(folder, name))) continue;
  const script = readFileSync(join(folder, name));
  const brotli = brotliCompressSync(script).length;
  console.log(`${name}: ${number(script.length)}, ${number(brotli)} in brotli`);
  if (brotli > budget) {
    console.error(`${name} is too large: it has ${number(brotli)} in brotli, the budget is ${number(budget)}`);
    process.exitCode = 1;
  }
}

const modules = join(folder, "live/snippets/modules");
// A quickly compiled core is one module.
if (existsSync(modules)) {
  const size = (...names) => names.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(folder, name))).length, 0);
  const link = readdirSync(modules).filter((name) => name.endsWith(".js")).map((name) => `live/snippets/modules/${name}`);
  const diagram = size("descriptorium-view.js", "live/live.js", "live/core.js", "live/core_bg.wasm");
  const shared = size("live/snippets/modules/shared.wasm", ...link);
  const parts = readdirSync(modules).filter((name) => name.startsWith("split_"));
  console.log(`texts: ${number(diagram)} in brotli until the diagram is shown, ${number(shared)} shared`);
  for (const part of parts) {
    const [, language] = /^split_(\w+)\.wasm$/.exec(part) ?? [];
    const all = diagram + shared + size(`live/snippets/modules/${part}`);
    console.log(`texts: ${number(all)} in brotli with ${language}`);
    if (language === "assembly" && all > LIVE.assembly) {
      console.error(`the core for assemblies is too large: ${number(all)}, the budget is ${number(LIVE.assembly)}`);
      process.exitCode = 1;
    }
  }
  if (diagram > LIVE.diagram) {
    console.error(`the core for diagrams is too large: ${number(diagram)}, the budget is ${number(LIVE.diagram)}`);
    process.exitCode = 1;
  }
}
