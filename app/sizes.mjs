// Says what the modeller weighs, and fails when it weighs more than it may: whoever opens it waits for all of it.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

/**
 * The aim is 600 KB, with what is seldom needed (expansion, extraction, archives) in a module of its own. Until then this
 * keeps it from growing unseen.
 */
const BUDGET = 1660 * 1024;

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const files = readdirSync(dist, { recursive: true }).filter((name) => statSync(dist + name).isFile());
const rows = files.map((name) => {
  const bytes = readFileSync(dist + name);
  return { name, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
});
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
const all = { name: "all", raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") };

const number = (bytes) => `${(bytes / 1024).toFixed(1)} KB`.padStart(12);
console.log(`${"".padEnd(70)}${"raw".padStart(12)}${"gzip".padStart(12)}${"brotli".padStart(12)}`);
for (const { name, raw, gzip, brotli } of [...rows, all]) console.log(name.padEnd(70) + number(raw) + number(gzip) + number(brotli));

if (all.brotli > BUDGET) {
  console.error(`the modeller weighs more than ${BUDGET / 1024} KB in brotli`);
  process.exitCode = 1;
}
