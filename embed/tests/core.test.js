// The API of the core: loading, updates, editing, errors.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { coreOf } from "../core/core.js";
import { DescriptoriumError, load } from "../core/node.js";

const WEB = "name: resource::web::1.0\nproperties:\n  size: {type: integer, default: 1}\nlifecycle:\n  Install: {}\n";
const VIDEO = "name: assembly::video::1.0\nproperties:\n  size: {type: integer, default: 2}\ncomposition:\n  web:\n    type: resource::web::1.0\n    quantity: '1'\n    properties:\n      size: {value: '${size}'}\n";
const FILES = { "web.yaml": WEB, "video.yaml": VIDEO };

const wasm = new URL("../core/core.wasm", import.meta.url);
let core;
before(async () => {
  core = await load();
});

const codes = (check) => check.diagnostics.map(({ code }) => code);

test("the core loads from an address, bytes, a response and a module", async () => {
  const file = await readFile(wasm);
  const response = (type) => new Response(file, { headers: { "Content-Type": type } });
  const sources = [wasm, wasm.href.replace("file://", ""), file, file.buffer.slice(file.byteOffset, file.byteOffset + file.length)];
  for (const source of [...sources, response("application/wasm"), response("application/octet-stream"), Promise.resolve(response("application/wasm"))]) {
    assert.equal((await load(source)).version, core.version);
  }
  assert.equal((await load(await WebAssembly.compile(file))).version, core.version);
  const answers = [new Response("no", { status: 404 }), new Uint8Array([1, 2, 3]), new URL("gone.wasm", wasm)];
  for (const source of answers) {
    await assert.rejects(load(source), (error) => error instanceof DescriptoriumError && error.code === "cannot-load");
  }
  await assert.rejects(load(42), { code: "invalid-argument" });
});

test("updates are checked, also in files that depend on them", () => {
  const catalog = core.open({ files: FILES });
  const clean = codes(catalog.check());
  catalog.update("web.yaml", WEB.replace("size:", "length:"));
  assert.ok(codes(catalog.check()).length > clean.length, "the property has another name");
  assert.deepEqual(codes(catalog.check("video.yaml")), codes({ diagnostics: catalog.check().diagnostics.filter(({ file }) => file === "video.yaml") }));
  catalog.update("web.yaml", WEB);
  assert.deepEqual(codes(catalog.check()), clean);
  catalog.remove("web.yaml");
  assert.ok(codes(catalog.check()).includes("catalog/no-such-descriptor"));
  catalog.update("web.yaml", WEB);
  assert.deepEqual(codes(catalog.check()), clean);
  catalog.dispose();
});

test("an updated catalog equals a new one", () => {
  const catalog = core.open({ files: {} });
  const texts = { ...FILES, "descriptorium.yaml": "exclude: [old/]\n", "old/a.yaml": "name: [", "script.sh": "exit" };
  for (const [path, text] of Object.entries(texts)) catalog.update(path, text);
  const fresh = core.open({ files: texts });
  assert.deepEqual(catalog.check(), fresh.check());
  assert.deepEqual(catalog.files(), fresh.files());
  catalog.update("descriptorium.yaml", "{}\n");
  const all = core.open({ files: { ...texts, "descriptorium.yaml": "{}\n" } });
  assert.deepEqual(catalog.check(), all.check());
  assert.ok(all.check().diagnostics.some(({ file }) => file === "old/a.yaml"), "the file is no longer excluded");
});

test("positions are those of the Language Server Protocol, or paths of nodes", () => {
  const catalog = core.open({ files: { ...FILES, "video.yaml": VIDEO.replace("properties:", "description: 'a 𝄞'\nproperties:") } });
  const expected = { file: "web.yaml", at: "/name" };
  const { range, ...of } = catalog.definition("video.yaml", "/composition/web/type");
  assert.deepEqual(of.file, expected.file);
  assert.equal(catalog.definition("video.yaml", { line: 6, character: 20 }).file, "web.yaml");
  assert.deepEqual(range.start.line, 0);
  const [reference] = catalog.references("web.yaml", "/properties/size");
  assert.deepEqual([reference.file, reference.range.start.line], ["video.yaml", 9]);
  const names = catalog.symbols("video.yaml").map(({ name, at }) => `${name} ${at}`);
  assert.ok(names.includes("web /composition/web"), names.join());
  assert.ok(catalog.hover("video.yaml", "/composition/web/type").contents.value.length > 10);
  const items = catalog.complete("video.yaml", { line: 6, character: 10 });
  assert.ok(items.some(({ textEdit }) => textEdit.newText.includes("resource::web::1.0")));
  const { edits } = catalog.rename("web.yaml", "/properties/size", "count");
  assert.deepEqual(edits.map(({ file, text }) => `${file} ${text}`).sort(), ["video.yaml count", "web.yaml count"]);
});

test("gestures return edits, and change nothing", () => {
  const catalog = core.open({ files: FILES });
  const removed = catalog.command("video.yaml", { command: "remove", at: ["/composition/web"] });
  assert.equal(removed.edits.length > 0, true);
  assert.match(catalog.draw("video.yaml"), /web/);
  const added = catalog.command("video.yaml", { command: "add", of: "resource::web::1.0", name: "db" });
  assert.match(added.edits[0].text, /db:[^]*resource::web::1\.0/);
  const scene = catalog.draw("assembly::video::1.0", { format: "scene" });
  assert.ok(scene.boxes.some(({ at, label }) => at === "/composition/web" && label === "web"));
  const { edits } = core.open({ files: { "a.yaml": "name:   assembly::a::1.0\ncomposition:   {}\n" } }).format("a.yaml");
  assert.ok(edits.length > 0);
});

test("previews take inputs, an intent and settings", () => {
  const catalog = core.open({ files: FILES });
  const value = (preview) => preview.instances.find(({ name }) => name.endsWith("web")).properties.size.value;
  assert.equal(String(value(catalog.expand("video.yaml"))), "2");
  assert.equal(String(value(catalog.expand("video.yaml", { inputs: { size: 7 } }))), "7");
  assert.equal(String(value(catalog.expand("video.yaml", { inputs: "size: 8" }))), "8");
  assert.equal(catalog.expand("video.yaml", { intent: "uninstall" }).intent, "uninstall");
});

test("archives are opened", async () => {
  // A .tgz of one file, made here: tar has blocks of 512 bytes.
  const { gzipSync } = await import("node:zlib");
  const content = Buffer.from(WEB);
  const header = Buffer.alloc(512);
  header.write("package/web.yaml", 0);
  header.write("0000644\0", 100);
  header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write("        0", 148);
  header.write("ustar\0", 257);
  header.write("0", 156);
  header.write(`${header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0).toString(8).padStart(6, "0")}\0 `, 148);
  const padded = Buffer.concat([header, content, Buffer.alloc(512 - (content.length % 512)), Buffer.alloc(1024)]);
  const catalog = core.open({ archive: gzipSync(padded) });
  assert.deepEqual(catalog.files().map(({ path }) => path), ["package/web.yaml"]);
  assert.throws(() => core.open({ archive: new Uint8Array([1, 2]) }), { code: "bad-archive" });
});

test("invalid arguments are rejected by name", () => {
  const catalog = core.open({ files: FILES });
  const cases = [
    [() => core.open({ file: {} }), "invalid-argument", "`file`"],
    [() => core.open({ files: { "a.yaml": 1 } }), "invalid-argument", "files[\"a.yaml\"]"],
    [() => core.open({ files: { "../a.yaml": "" } }), "invalid-argument", "../a.yaml"],
    [() => core.open({ settings: { stricter: true } }), "invalid-argument", "stricter"],
    [() => catalog.check(1), "invalid-argument", "`path`"],
    [() => catalog.check("gone.yaml"), "not-found", "gone.yaml"],
    [() => catalog.draw("assembly::vidoe::1.0"), "not-found", "did you mean `assembly::video::1.0`?"],
    [() => catalog.draw("video.yaml", { format: "png" }), "invalid-argument", "png"],
    [() => catalog.draw("video.yaml", { unfolded: ["/gone"] }), "not-found", "/gone"],
    [() => catalog.expand("video.yaml", { intent: "explode" }), "invalid-argument", "`install`"],
    [() => catalog.expand("video.yaml", { settings: { x: 1 } }), "invalid-argument", "`x`"],
    [() => catalog.expand("video.yaml", { inputs: [1] }), "invalid-argument", "`inputs`"],
    [() => catalog.expand("video.yaml", { input: {} }), "invalid-argument", "`input`"],
    [() => catalog.hover("video.yaml", 3), "invalid-argument", "`at`"],
    [() => catalog.hover("video.yaml", { line: -1, character: 0 }), "invalid-argument", ""],
    [() => catalog.hover("video.yaml", "/composition/db"), "not-found", "/composition/db"],
    [() => catalog.rename("video.yaml", "/composition/web", 3), "invalid-argument", "`name`"],
    [() => catalog.command("video.yaml", { command: "destroy" }), "invalid-argument", "destroy"],
    [() => catalog.command("video.yaml", { command: "remove", at: ["/composition/db"] }), "not-found", "/composition/db"],
    [() => catalog.command("web.yaml", { command: "inline", at: "/properties/size" }), "refused", ""],
    [() => catalog.update("/etc/passwd", ""), "invalid-argument", "/etc/passwd"],
    [() => catalog.remove("gone.yaml"), "not-found", "gone.yaml"],
    [() => core.diff(catalog, {}), "invalid-argument", "after"],
    [() => core.rules("assembly/gone"), "not-found", "assembly/gone"],
    [() => core.languageServer({}), "invalid-argument", "`port`"],
  ];
  for (const [call, code, part] of cases) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof DescriptoriumError, `${call}: ${error}`);
      assert.deepEqual([error.code, error.message.includes(part)], [code, true], `${call}: ${error.code}: ${error.message}`);
      return true;
    });
  }
  assert.equal(catalog.check().files, 2, "nothing has changed");
  catalog.dispose();
  assert.throws(() => catalog.check(), { code: "disposed" });
  catalog.dispose();
});

test("texts that are far from YAML are answered", () => {
  const catalog = core.open({ files: FILES });
  for (const text of ["", "\0", "\ud800", "[".repeat(100_000), "&a [*a]", "a: ".repeat(2_000), "- ".repeat(5_000), "{".repeat(1_000) + VIDEO]) {
    catalog.update("video.yaml", text);
    catalog.check();
    catalog.symbols("video.yaml");
    catalog.complete("video.yaml", { line: 0, character: 1_000_000 });
  }
  catalog.update("video.yaml", VIDEO);
  assert.deepEqual(catalog.check(), core.open({ files: FILES }).check());
});

test("a panic stops only its core", () => {
  let calls = 0;
  class Panicking {
    open() {
      calls += 1;
      throw new WebAssembly.RuntimeError("unreachable");
    }
  }
  const broken = coreOf({ Catalog: Panicking, version: () => "1" });
  assert.equal(broken.version, "1");
  for (let time = 0; time < 2; time += 1) {
    assert.throws(() => broken.open({}), (error) => error.code === "stopped" && error.message.includes("unreachable"));
  }
  assert.throws(() => broken.version, { code: "stopped" });
  assert.equal(calls, 1, "nothing is called after the panic");
  assert.equal(core.open({ files: FILES }).check().files, 2);
});
