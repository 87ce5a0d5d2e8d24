// Says what the modeller weighs, and fails when it weighs more than it may: what is fetched before it can be worked with,
// which everybody waits for, and all of it, which the browser keeps.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const BUDGETS = { first: 596 * 1024, all: 1800 * 1024 };
/** What is fetched when the page stands (app/src/later.rs, app/src/binding.rs). */
const LATER = /snippets\/later\/[^/]*\.wasm$|\/text-editor\.js$/;

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const files = readdirSync(dist, { recursive: true }).filter((name) => statSync(dist + name).isFile());
const rows = files.map((name) => {
  const bytes = readFileSync(dist + name);
  return { name, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
});
const total = (name, of) => of.reduce((sum, { raw, gzip, brotli }) => ({ name, raw: sum.raw + raw, gzip: sum.gzip + gzip, brotli: sum.brotli + brotli }), { raw: 0, gzip: 0, brotli: 0 });
const later = rows.filter(({ name }) => LATER.test(name.replaceAll("\\", "/")));
const totals = [total("first", rows.filter((row) => !later.includes(row))), total("all", rows)];

const number = (bytes) => `${(bytes / 1024).toFixed(1)} KB`.padStart(12);
console.log(`${"".padEnd(70)}${"raw".padStart(12)}${"gzip".padStart(12)}${"brotli".padStart(12)}`);
for (const { name, raw, gzip, brotli } of [...rows, ...totals]) console.log(name.padEnd(70) + number(raw) + number(gzip) + number(brotli));

if (later.length === 0) {
  console.error("nothing of the modeller is fetched later");
  process.exitCode = 1;
}
for (const { name, brotli } of totals.filter(({ name, brotli }) => brotli > BUDGETS[name])) {
  console.error(`the modeller weighs ${number(brotli).trim()} in brotli (${name}), of ${number(BUDGETS[name]).trim()} that it may`);
  process.exitCode = 1;
}
