// Prints the size of the modeller, and fails if a budget is exceeded: for the initial download, for each language, and for
// all files, which the browser caches.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** In bytes, compressed with brotli. The font is 48 KB of the first load. */
const BUDGETS = { first: 648 * 1024, language: 400 * 1024, asd: 150 * 1024, all: 2800 * 1024 };
/** The files that are fetched once the page is visible (app/src/lazy.rs, app/src/browser/text_editor.rs), or on request. */
const LAZY = /snippets\/modules\/[^/]*\.wasm$|\/text-editor\.js$|\/licenses\.txt$/;
/** The modules of the languages (xtask/src/split.rs). */
const LANGUAGE = /snippets\/modules\/split_(\w+)\.wasm$/;

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
if (!existsSync(dist)) {
  console.error("dist/ does not exist: build the modeller first");
  process.exit(1);
}
// The element for other pages is only stored with the modeller.
const files = readdirSync(dist, { recursive: true }).map((name) => name.replaceAll("\\", "/")).filter((name) => statSync(dist + name).isFile() && !name.startsWith("view/"));
const rows = files.map((name) => {
  const bytes = readFileSync(dist + name);
  return { name, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
});
const total = (name, of) => of.reduce((sum, { raw, gzip, brotli }) => ({ name, raw: sum.raw + raw, gzip: sum.gzip + gzip, brotli: sum.brotli + brotli }), { name, raw: 0, gzip: 0, brotli: 0 });

const lazy = rows.filter(({ name }) => LAZY.test(name));
const first = total("first", rows.filter((row) => !lazy.includes(row)));
const all = total("all", rows);
const languages = rows.filter(({ name }) => LANGUAGE.test(name)).map((row) => ({ ...row, language: row.name.match(LANGUAGE)[1] }));

const number = (bytes) => `${(bytes / 1024).toFixed(1)} KB`.padStart(12);
console.log(`${"".padEnd(70)}${"raw".padStart(12)}${"gzip".padStart(12)}${"brotli".padStart(12)}`);
for (const { name, raw, gzip, brotli } of [...rows, first, all]) console.log(name.padEnd(70) + number(raw) + number(gzip) + number(brotli));

const fail = (message) => {
  console.error(message);
  process.exitCode = 1;
};
if (languages.length === 0) fail("the modeller has no lazily loaded modules");
const ofLanguages = languages.map((row) => [row, BUDGETS[row.language] ?? BUDGETS.language]);
const limits = [[first, BUDGETS.first], [all, BUDGETS.all], ...ofLanguages];
for (const [{ name, brotli }, budget] of limits) {
  if (brotli > budget) fail(`the modeller is too large: ${name} has ${number(brotli).trim()} in brotli, the budget is ${number(budget).trim()}`);
}
