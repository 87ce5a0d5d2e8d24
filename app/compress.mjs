// Compresses the files of the built modeller, which are then embedded in the program: `node app/compress.mjs FROM TO`.
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [from, to] = process.argv.slice(2);

rmSync(to, { recursive: true, force: true });
const files = readdirSync(from, { recursive: true }).map((name) => join(from, name)).filter((path) => statSync(path).isFile());
for (const path of files) {
  const content = readFileSync(path);
  const place = join(to, relative(from, path));
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }));
}
