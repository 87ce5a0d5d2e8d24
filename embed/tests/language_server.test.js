// The language server over a MessagePort.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../core/node.js";

const WEB = "name: resource::web::1.0\nproperties:\n  size: {type: integer, default: 1}\nlifecycle:\n  Install: {}\n";
const VIDEO = "name: assembly::video::1.0\ncomposition:\n  web:\n    type: resource::web::1.0\n    quantity: '1'\n";

/** A client: requests by their answers, and the findings by file. */
class Client {
  findings = new Map();
  #waiting = new Map();
  #next = 1;

  constructor(port) {
    this.port = port;
    port.addEventListener("message", ({ data }) => {
      if (data.method === "textDocument/publishDiagnostics") this.findings.set(data.params.uri, data.params.diagnostics);
      this.#waiting.get(data.id)?.(data);
    });
    port.start();
  }

  request(method, params) {
    const id = this.#next++;
    const answer = new Promise((resolve) => this.#waiting.set(id, resolve));
    this.port.postMessage({ jsonrpc: "2.0", id, method, params });
    return answer;
  }

  notify(method, params) {
    this.port.postMessage({ jsonrpc: "2.0", method, params });
  }
}

test("a client opens, edits and asks", async () => {
  const core = await load();
  const { port1, port2 } = new MessageChannel();
  core.languageServer(port1, { files: { "web.yaml": WEB, "video.yaml": VIDEO } });
  const client = new Client(port2);
  assert.equal((await client.request("textDocument/hover", {})).error.code, -32002, "not before initialize");
  const answer = await client.request("initialize", { capabilities: {}, workspaceFolders: [{ uri: "file:///catalog", name: "catalog" }] });
  assert.equal(answer.result.serverInfo.name, "descriptorium");
  client.notify("initialized", {});
  const uri = "file:///catalog/video.yaml";
  const asked = { textDocument: { uri }, position: { line: 3, character: 15 } };
  const definition = await client.request("textDocument/definition", asked);
  assert.equal(definition.result.uri, "file:///catalog/web.yaml");
  client.notify("textDocument/didOpen", { textDocument: { uri: "file:///catalog/web.yaml", languageId: "yaml", version: 1, text: WEB } });
  const renamed = { range: { start: { line: 0, character: 16 }, end: { line: 0, character: 19 } }, text: "app" };
  const before = client.findings.get(uri)?.length ?? 0;
  client.notify("textDocument/didChange", { textDocument: { uri: "file:///catalog/web.yaml", version: 2 }, contentChanges: [renamed] });
  // The other file is checked while the server is idle.
  for (let time = 0; time < 100 && (client.findings.get(uri)?.length ?? 0) === before; time += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(client.findings.get(uri).length > before, "its descriptor is gone");
  assert.equal((await client.request("textDocument/unknown", {})).error.code, -32601);
  assert.equal((await client.request("textDocument/hover", { position: 3 })).error.code, -32602);
  port2.postMessage("nonsense");
  port2.postMessage(null);
  assert.equal((await client.request("shutdown")).result, null);
  assert.equal((await client.request("textDocument/definition", asked)).error.code, -32600);
  client.notify("exit");
  port1.close();
});
