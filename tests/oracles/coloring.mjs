// Edits random texts at random, and compares the states between lines, which the text editor colors by, with those of the
// same text read from its beginning: node coloring.mjs SEED. Prints what differs as JSON, or `null`.
import { createRequire } from "node:module";
import { Lines, areEqual, atStart, outside, read } from "../../app/editor/tokens.js";

const packages = createRequire(new URL("../../app/package.json", import.meta.url));
const { ChangeSet, Text } = packages("@codemirror/state");

let seed = Number(process.argv[2]);
/** A whole number below `limit`, by mulberry32. */
function random(limit) {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
}
const PIECES = [
  "a: b\n", "  - x\n", "'", '"', "|\n", "  text\n", "{", "}", "[", "]", "\n", "# c\n", "key: |\n", "key: >-\n    folded\n",
  "---\n", ": ", "  ", "k: 'multi\n line'\n", "x: {a: [1,\n 2]}\n", "\t",
];
const piece = () => PIECES[random(PIECES.length)];

/** One or two changes of a text that is so long. */
function changes(length) {
  const found = [];
  for (let at = 0, left = 1 + random(2); left > 0 && at <= length; left--) {
    const from = Math.min(length, at + random(Math.max(1, length - at)));
    const to = Math.min(length, from + random(8));
    found.push({ from, to, insert: random(2) ? piece() : "" });
    at = to + 1;
  }
  return found;
}

/** The first line at whose beginning the states differ. */
function difference(lines, doc) {
  for (let number = 1, state = outside; number <= doc.lines; number++) {
    if (!areEqual(lines.at(number), state)) return { number, text: doc.toString(), found: lines.at(number), expected: state };
    state = atStart(read(doc.line(number).text, state));
  }
  return null;
}

let found = null;
for (let round = 0; round < 200 && !found; round++) {
  let doc = Text.of(Array.from({ length: 40 }, piece).join("").split("\n"));
  let lines = new Lines(doc, [outside]);
  for (let edit = 0; edit < 30 && !found; edit++) {
    const set = ChangeSet.of(changes(doc.length), doc.length);
    lines = lines.after(set, (doc = set.apply(doc)));
    // Mostly only some of the lines are read before the next edit.
    lines.at(1 + random(doc.lines));
    if (random(3) === 0) found = difference(lines, doc);
  }
}
console.log(JSON.stringify(found));
