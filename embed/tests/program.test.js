// The core answers as the program does: documents are equal after sorting their keys, and texts are equal.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { after, before, test } from "node:test";
import { load } from "../core/node.js";

const program = process.env.DESCRIPTORIUM_PROGRAM;
const root = process.env.DESCRIPTORIUM_ROOT;
/** Folders that are checked as catalogs of their own. */
const CATALOGS = ["examples", "examples/tosca"];

let core;
before(async () => {
  core = await load();
});

/** Copies of the catalogs, outside of any repository, whose settings and ignored files would apply. */
const copies = mkdtempSync(join(tmpdir(), "descriptorium-"));
after(() => rmSync(copies, { recursive: true }));

function copy(folder) {
  const to = join(copies, folder.replaceAll("/", "-"));
  cpSync(join(root, folder), to, { recursive: true });
  return to;
}

/** The files below a folder, by their paths in it. */
function filesOf(folder) {
  const paths = readdirSync(folder, { recursive: true }).filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(paths.map((path) => [path.split(sep).join("/"), readFileSync(join(folder, path))]));
}

/** The output of the program; its exit code only says whether there are findings. */
function run(folder, ...given) {
  return new Promise((resolve, reject) => {
    execFile(program, given, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 }, (error, output) => {
      if (error && error.code !== 1) reject(new Error(`${given.join(" ")}: ${error.message}`));
      else resolve(output);
    });
  });
}

const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
};
const bytes = (document) => JSON.stringify(sorted(document));

/** Calls `work` for each item, a few at the same time. */
async function each(items, work) {
  const left = [...items];
  await Promise.all([1, 2, 3].map(async () => {
    while (left.length > 0) await work(left.shift());
  }));
}

for (const folder of CATALOGS) {
  test(`${folder}: findings, diagrams and previews are those of the program`, async () => {
    const place = copy(folder);
    const catalog = core.open({ files: filesOf(place) });
    const check = JSON.parse(await run(place, "check", ".", "--format", "json"));
    assert.ok(check.files > 0, "the folder has descriptors");
    assert.equal(bytes(catalog.check()), bytes(check));
    let [drawn, expanded] = [0, 0];
    const descriptors = catalog.files().filter(({ kind }) => kind);
    await each(descriptors, async ({ path }) => {
      for (const format of ["svg", "mermaid", "dot"]) {
        const expected = await run(place, "graph", path, "--format", format).catch(() => null);
        if (expected === null) assert.throws(() => catalog.draw(path, { format }), { code: "not-supported" }, path);
        else assert.equal(catalog.draw(path, { format }), expected, `${path} as ${format}`);
        drawn += expected !== null;
      }
      const expected = await run(place, "expand", path, "--format", "json").catch(() => null);
      if (expected === null) assert.throws(() => catalog.expand(path), { code: /not-supported|invalid-argument/ }, path);
      else assert.equal(bytes(catalog.expand(path)), bytes(JSON.parse(expected)), path);
      expanded += expected !== null;
    });
    console.log(`${folder}: ${check.diagnostics.length} findings, ${drawn} diagrams, ${expanded} previews`);
    catalog.dispose();
  });
}

test("comparisons are those of the program", async () => {
  const place = copy("examples");
  const later = join(copies, "later");
  cpSync(place, later, { recursive: true });
  const files = filesOf(place);
  const catalog = core.open({ files });
  const texts = Object.entries(files).filter(([path]) => path.endsWith(".yaml"));
  // Another version of each descriptor: the text with other numbers and without its last line.
  const changed = texts.map(([path, text]) => [path, text.toString().replaceAll("1.0", "1.1").trimEnd().split("\n").slice(0, -1).join("\n")]);
  for (const [path, text] of changed) writeFileSync(join(later, path), text);
  const after = core.open({ files: filesOf(later) });
  const whole = JSON.parse(await run(copies, "diff", place, later, "--format", "json"));
  // The program shows paths on the disk, which are also the names of descriptors without one.
  const inCatalog = ({ before, after }) => {
    for (const side of [before, after].filter(Boolean)) {
      side.file = side.file.replace(`${place}/`, "").replace(`${later}/`, "");
      side.name = side.name.replace(`${place.slice(1)}/`, "").replace(`${later.slice(1)}/`, "");
    }
  };
  whole.descriptors.forEach(inCatalog);
  assert.ok(whole.descriptors.length > 3);
  assert.equal(bytes(core.diff(catalog, after)), bytes(whole));
  const pairs = catalog.files().filter(({ kind }) => kind);
  await each(pairs, async ({ path }) => {
    const expected = await run(copies, "diff", join(place, path), join(later, path), "--format", "json").catch(() => null);
    if (expected === null) return;
    const document = JSON.parse(expected);
    inCatalog(document);
    assert.equal(bytes(core.diff({ catalog, of: path }, { catalog: after, of: path })), bytes(document), path);
  });
});

test("rules are those of the program", async () => {
  assert.equal(bytes(core.rules()), bytes(JSON.parse(await run(root, "rules", "--format", "json"))));
  assert.equal(bytes(core.rules("yaml")), bytes(JSON.parse(await run(root, "rules", "yaml", "--format", "json"))));
});

/** Writes texts into folders of their own; lines `# file: name.yaml` in them separate files. Returns the folder around them. */
function written(texts) {
  const place = mkdtempSync(join(copies, "texts-"));
  texts.forEach((text, number) => {
    const files = {};
    let file = "example.yaml";
    for (const line of text.split("\n")) {
      file = /^# file: (\S+)$/.exec(line)?.[1] ?? file;
      if (!line.startsWith("# file: ")) files[file] = `${files[file] ?? ""}${line}\n`;
    }
    for (const [path, content] of Object.entries(files)) {
      const to = join(place, `${number}`, path);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, content);
    }
  });
  return place;
}

test("findings of the suites are those of the program", async () => {
  const folder = join(root, "tests/suites");
  const suites = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(".md"));
  let found = 0;
  await each(suites, async (suite) => {
    const blocks = readFileSync(join(folder, suite), "utf8").matchAll(/^```yaml\n([^]*?)^```$/gm);
    const place = written([...blocks].map(([, text]) => text));
    const check = JSON.parse((await run(place, "check", ".", "--format", "json")) || "null");
    const catalog = core.open({ files: filesOf(place) });
    assert.equal(bytes(catalog.check()), bytes(check), suite);
    found += check.diagnostics.length;
    catalog.dispose();
  });
  console.log(`${suites.length} suites: ${found} findings`);
  assert.ok(found > 1000);
});

test("safe fixes have the result of the program", async () => {
  const bad = core.rules().rules.map(({ bad }) => bad).filter(Boolean);
  const place = written(bad);
  const files = filesOf(place);
  const catalog = core.open({ files });
  assert.equal(bytes(catalog.check()), bytes(JSON.parse(await run(place, "check", ".", "--format", "json"))));
  const { edits } = catalog.fix();
  const texts = applied(files, edits);
  await run(place, "check", ".", "--fix");
  for (const [path, text] of Object.entries(filesOf(place))) assert.equal(texts[path], text.toString(), path);
  assert.ok(edits.length > 10, `${edits.length} edits`);
});

/** The texts after edits, by their ranges in UTF-16 units. */
function applied(files, edits) {
  const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.toString()]));
  const offset = (text, { line, character }) => {
    const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((found) => found.index + found[0].length)];
    return starts[line] + character;
  };
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const own = edits.filter((edit) => edit.file === file).reverse();
    for (const { range, text } of own) {
      const before = texts[file];
      texts[file] = before.slice(0, offset(before, range.start)) + text + before.slice(offset(before, range.end));
    }
  }
  return texts;
}
