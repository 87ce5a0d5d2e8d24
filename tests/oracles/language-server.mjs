// A session with the language server, driven by the client library of Visual Studio Code: node language-server.mjs
// PROGRAM. The library counts positions in UTF-16 units and applies edits; the results are compared with hand-written
// ones. Exits with 0 on success.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const packages = createRequire(new URL("../../app/package.json", import.meta.url));
const protocol = packages("vscode-languageserver-protocol/node");
const { TextDocument } = packages("vscode-languageserver-textdocument");

const lines = (text) => text.replaceAll("\n", "\r\n");
const VIDEO = lines(`\
name: assembly::video::1.0
description: the 🎬 service
properties:
  region: {type: string, default: north} # 🎬
composition:
  gw:
    type: resource::gateway::1.0
    properties:
      region: {value: '🎬🎬 \${ regoin }'}
`);
const GATEWAY = `\
name: resource::gateway::1.0
description: Lets traffic in.
properties:
  region: {type: string, description: Where it is 🎬.}
lifecycle: {Install: {}}
`;
const LOCK = '{"name": "x", "lockfileVersion": 3, "packages": {"": {"type": "${ none }"}}}';
const FILES = { "video ü.yaml": VIDEO, "parts/gateway.yaml": GATEWAY, "package-lock.json": LOCK };

const folder = realpathSync(mkdtempSync(join(tmpdir(), "descriptorium-client-")));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
const uri = (name) => pathToFileURL(join(folder, name)).href;

// The last diagnostics of each file, and pending waits for them.
const published = new Map();
const waiting = [];

function start() {
  const server = spawn(process.argv[2], ["lsp", "--stdio"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout),
    new protocol.StreamMessageWriter(server.stdin),
  );
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (parameters) => {
    published.set(parameters.uri, parameters);
    waiting.splice(0).forEach((wake) => wake());
  });
  connection.listen();
  return { connection, ended };
}

const { connection, ended } = start();
const ask = (type, parameters) => connection.sendRequest(type, parameters);
const note = (type, parameters) => connection.sendNotification(type, parameters);

/** The diagnostics of a file, once they pass `test`. */
async function findings(name, test) {
  for (;;) {
    const last = published.get(uri(name));
    if (last && test(last)) return last.diagnostics;
    await new Promise((resolve) => waiting.push(resolve));
  }
}
const codes = (diagnostics) => diagnostics.map((found) => found.code);
const documents = new Map();
const at = (name) => ({ textDocument: { uri: uri(name) } });

async function open(name) {
  const document = TextDocument.create(uri(name), "yaml", 1, FILES[name]);
  documents.set(uri(name), document);
  const { languageId, version } = document;
  await note(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri: uri(name), languageId, version, text: FILES[name] },
  });
}

/** Replaces the text between two offsets with `text`, as if it were typed. */
async function type(name, start, end, text) {
  const document = documents.get(uri(name));
  const range = { start: document.positionAt(start), end: document.positionAt(end) };
  const contentChanges = [{ range, text }];
  TextDocument.update(document, contentChanges, document.version + 1);
  await note(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri: uri(name), version: document.version },
    contentChanges,
  });
}

/** A place: where `marked` begins in the file, and so many units of UTF-16 behind. */
function place(name, marked, behind = 0) {
  const document = documents.get(uri(name)) ?? TextDocument.create(uri(name), "yaml", 0, FILES[name]);
  const offset = document.getText().indexOf(marked);
  assert.notEqual(offset, -1, marked);
  return { ...at(name), position: document.positionAt(offset + behind) };
}

function textAt({ uri: file, range }) {
  const known = Object.keys(FILES).find((name) => uri(name) === file);
  return (documents.get(file) ?? TextDocument.create(file, "yaml", 0, FILES[known])).getText(range);
}

/** The texts of all files after an edit, by name. Only what was open is named with a version. */
function edited(edit) {
  const texts = {};
  for (const { textDocument, edits } of edit.documentChanges) {
    const known = Object.keys(FILES).find((name) => uri(name) === textDocument.uri);
    const own = documents.get(textDocument.uri);
    assert.equal(textDocument.version, own ? own.version : null, known);
    const document = own ?? TextDocument.create(textDocument.uri, "yaml", 0, FILES[known]);
    texts[known] = TextDocument.applyEdits(document, edits);
  }
  return texts;
}

// The capabilities of the server.
const { capabilities, serverInfo } = await ask(protocol.InitializeRequest.type, {
  processId: process.pid,
  rootUri: null,
  workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "catalog" }],
  capabilities: { general: { positionEncodings: ["utf-16"] } },
});
assert.equal(serverInfo.name, "descriptorium");
assert.equal(capabilities.textDocumentSync, protocol.TextDocumentSyncKind.Incremental);
assert.equal(capabilities.positionEncoding, "utf-16");
assert.equal(capabilities.renameProvider.prepareProvider, true);
assert.deepEqual(capabilities.codeActionProvider.codeActionKinds, ["quickfix", "refactor.rewrite", "source.fixAll"]);
for (const able of ["hover", "definition", "references", "documentSymbol", "workspaceSymbol", "documentFormatting", "documentRangeFormatting"]) {
  assert.equal(capabilities[`${able}Provider`], true, able);
}
await note(protocol.InitializedNotification.type, {});

// Diagnostics: also for files that are not open, and for typed text.
const video = "video ü.yaml";
const wrong = "assembly/no-such-property";
await findings(video, ({ diagnostics }) => codes(diagnostics).includes(wrong));
await open(video);
const found = await findings(video, ({ version }) => version === 1);
const [unknown] = found.filter(({ code }) => code === wrong);
assert.equal(textAt({ uri: uri(video), range: unknown.range }), "regoin");
assert.deepEqual(unknown.range.start, { line: 8, character: 31 }, "an emoji is two units of UTF-16");
assert.equal(unknown.severity, protocol.DiagnosticSeverity.Error);
assert.equal(unknown.source, "descriptorium");

// Fixes while there are findings.
const actions = await ask(protocol.CodeActionRequest.type, {
  ...at(video),
  range: unknown.range,
  context: { diagnostics: [unknown], only: ["quickfix"] },
});
const fixes = actions.filter(({ diagnostics }) => diagnostics?.[0].code === wrong).map(({ edit }) => edited(edit)[video]);
assert.ok(fixes.includes(VIDEO.replace("regoin", "region")), JSON.stringify(actions));
assert.ok(actions.every(({ kind }) => kind === "quickfix"));

// Letter by letter; the last diagnostics are for the last version.
const regoin = VIDEO.indexOf("regoin");
await type(video, regoin + 3, regoin + 5, "");
await type(video, regoin + 3, regoin + 3, "i");
await type(video, regoin + 4, regoin + 4, "o");
const right = VIDEO.replace("regoin", "region");
assert.equal(documents.get(uri(video)).getText(), right);
assert.ok(!codes(await findings(video, ({ version }) => version === 4)).includes(wrong));

// Hover after two emoji, and the definition.
const mention = place(video, "${ region }", 5);
const hover = await ask(protocol.HoverRequest.type, mention);
assert.equal(textAt({ uri: uri(video), range: hover.range }), "region");
const set = place(video, "region: {value", 2);
assert.match((await ask(protocol.HoverRequest.type, set)).contents.value, /Where it is 🎬\./);
const definition = await ask(protocol.DefinitionRequest.type, set);
assert.deepEqual([definition.uri, textAt(definition)], [uri("parts/gateway.yaml"), "region"]);
assert.deepEqual(definition.range.start, { line: 3, character: 2 });
const own = await ask(protocol.DefinitionRequest.type, mention);
assert.deepEqual(own, { uri: uri(video), range: { start: { line: 3, character: 2 }, end: { line: 3, character: 8 } } });

// References with and without the definition.
const references = (includeDeclaration) =>
  ask(protocol.ReferencesRequest.type, { ...mention, context: { includeDeclaration } });
assert.deepEqual((await references(true)).map(({ range }) => range.start.line), [3, 8]);
const [only, ...more] = await references(false);
assert.deepEqual([textAt(only), only.range.start, more], ["region", { line: 8, character: 31 }, []]);

// Rename in this file and others.
const prepared = await ask(protocol.PrepareRenameRequest.type, mention);
assert.equal(prepared.placeholder, "region");
assert.equal(textAt({ uri: uri(video), range: prepared.range }), "region");
const zone = edited(await ask(protocol.RenameRequest.type, { ...mention, newName: "zone" }));
assert.deepEqual(zone, {
  [video]: right.replace("  region: {type", "  zone: {type").replace("${ region }", "${ zone }"),
});
const everywhere = edited(await ask(protocol.RenameRequest.type, { ...set, newName: "zone" }));
assert.deepEqual(everywhere, {
  [video]: right.replace("region: {value", "zone: {value"),
  "parts/gateway.yaml": GATEWAY.replace("region", "zone"),
});
await assert.rejects(ask(protocol.RenameRequest.type, { ...mention, newName: "" }), protocol.ResponseError);

// Document symbols: each selection range is within its range, which is within the parent's range.
const symbols = await ask(protocol.DocumentSymbolRequest.type, at(video));
const offsets = ({ start, end }) => [start, end].map((position) => documents.get(uri(video)).offsetAt(position));
function outline(symbol, [from, to]) {
  const [start, end] = offsets(symbol.range);
  const [first, last] = offsets(symbol.selectionRange);
  assert.ok(from <= start && start <= first && last <= end && end <= to, symbol.name);
  assert.equal(textAt({ uri: uri(video), range: symbol.selectionRange }), symbol.name);
  return [symbol.name, (symbol.children ?? []).map((child) => outline(child, [start, end]))];
}
const names = symbols.map((symbol) => outline(symbol, [0, right.length]));
const sections = [
  ["properties", [["region", []]]],
  ["composition", [["gw", [["properties", [["region", []]]]]]]],
];
assert.deepEqual(names, [["assembly::video::1.0", sections]]);

// Semantic tokens: their texts, types and modifiers, of the file and of two lines.
const { legend } = capabilities.semanticTokensProvider;
function tokens({ data }) {
  const found = [];
  let [line, character] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    const [down, along, length, type, modifiers] = data.slice(at, at + 5);
    [line, character] = [line + down, down ? along : character + along];
    const range = { start: { line, character }, end: { line, character: character + length } };
    const named = legend.tokenModifiers.filter((_, bit) => modifiers & (1 << bit));
    found.push([textAt({ uri: uri(video), range }), legend.tokenTypes[type], ...named]);
  }
  return found;
}
const head = [
  ["name", "keyword"], ["assembly::video::1.0", "class", "declaration"],
  ["description", "keyword"], ["the 🎬 service", "string"],
];
const declared = [
  ["properties", "keyword"],
  ["region", "property", "declaration"], ["type", "keyword"], ["string", "string"], ["default", "keyword"], ["north", "string"],
];
const composed = [
  ["composition", "keyword"],
  ["gw", "variable", "declaration"],
  ["type", "keyword"], ["resource::gateway::1.0", "class"],
  ["properties", "keyword"],
  ["region", "property"], ["value", "keyword"], ["'🎬🎬 ${", "string"], ["region", "property"], ["}'", "string"],
];
assert.deepEqual(tokens(await ask(protocol.SemanticTokensRequest.type, at(video))), [...head, ...declared, ...composed]);
const two = { start: { line: 2, character: 0 }, end: { line: 3, character: 80 } };
assert.deepEqual(tokens(await ask(protocol.SemanticTokensRangeRequest.type, { ...at(video), range: two })), declared);
const [found1] = await ask(protocol.WorkspaceSymbolRequest.type, { query: "GATE" });
assert.deepEqual([found1.name, textAt(found1.location)], ["resource::gateway::1.0", "resource::gateway::1.0"]);

// Completion after an emoji and of a descriptor; the library applies the edits.
async function completed(marked, behind, label) {
  const { items } = await ask(protocol.CompletionRequest.type, place(video, marked, behind));
  const item = items.find((item) => item.label === label);
  assert.ok(item, `${label}: ${items.map((item) => item.label)}`);
  return TextDocument.applyEdits(documents.get(uri(video)), [item.textEdit]);
}
assert.equal(await completed("${ region }", 5, "region"), right);
const typed = documents.get(uri(video)).getText().indexOf("resource::gateway");
await type(video, typed, typed + "resource::gateway::1.0".length, "reso");
assert.equal(await completed("type: reso", 10, "resource::gateway::1.0"), right);
await type(video, typed, typed + 4, "resource::gateway::1.0");
const placeholder = documents.get(uri(video)).getText().indexOf("${ region }");
await type(video, placeholder, placeholder + "${ region }".length, "${reg");
assert.equal(await completed("${reg", 5, "region"), right.replace("${ region }", "${region}"));
await type(video, placeholder, placeholder + "${reg".length, "${ region }");
assert.equal(documents.get(uri(video)).getText(), right);

// Formatting keeps Windows line endings, and is idempotent.
await type(video, right.indexOf("gw:"), right.indexOf("gw:") + 3, "gw :  ");
await type(video, 0, 0, "\r\n\r\n");
const options = { tabSize: 8, insertSpaces: false };
const layout = () => ask(protocol.DocumentFormattingRequest.type, { ...at(video), options });
const laid = TextDocument.applyEdits(documents.get(uri(video)), await layout());
assert.equal(laid.trimStart(), right);
await type(video, 0, documents.get(uri(video)).getText().length, laid);
assert.deepEqual(await layout(), []);

// JSON that is not a descriptor is not formatted.
await open("package-lock.json");
const inside = place("package-lock.json", "none", 1);
assert.equal(await ask(protocol.HoverRequest.type, inside), null);
assert.equal(await ask(protocol.DefinitionRequest.type, inside), null);
assert.deepEqual((await ask(protocol.CompletionRequest.type, inside)).items, []);
assert.deepEqual((await ask(protocol.DocumentSymbolRequest.type, at("package-lock.json"))) ?? [], []);
const whole = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
const nothing = await ask(protocol.CodeActionRequest.type, { ...at("package-lock.json"), range: whole, context: { diagnostics: [] } });
assert.deepEqual(nothing, []);
assert.deepEqual(published.get(uri("package-lock.json"))?.diagnostics ?? [], []);

// Shutdown: no responses after it, and the server exits on request.
assert.equal(await ask(protocol.ShutdownRequest.type), null);
await note(protocol.ExitNotification.type);
assert.equal(await ended, 0);

// Exit without a shutdown is reported by the exit code.
const second = start();
await second.connection.sendRequest(protocol.InitializeRequest.type, { processId: null, rootUri: pathToFileURL(folder).href, capabilities: {} });
await second.connection.sendNotification(protocol.InitializedNotification.type, {});
await second.connection.sendNotification(protocol.ExitNotification.type);
assert.equal(await second.ended, 1);
console.log("all is as it has to be");
process.exit(0);
