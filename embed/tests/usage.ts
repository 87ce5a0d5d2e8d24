// Uses the API as a program in TypeScript does. It is only compiled: the types must fit, and wrong uses must not.
import { DescriptoriumError, load, type Check, type Edits, type Scene } from "../core/index.js";

const core = await load();
await load(new Uint8Array());
await load(fetch("https://example.org/core.wasm"));
const catalog = core.open({ files: { "a.yaml": "name: assembly::a::1.0", "b.bin": new Uint8Array() }, settings: { strict: true } });
const check: Check = catalog.check();
const message: string | undefined = check.diagnostics[0]?.message;
const line: number | undefined = check.diagnostics[0]?.range.start.line;
const fixes: Edits = catalog.fix({ safeOnly: false });
for (const { file, range, text } of fixes.edits) console.log(file, range.end.character, text, message, line);
const svg: string = catalog.draw("a.yaml");
const scene: Scene = catalog.draw("a.yaml", { format: "scene" });
const first: number | undefined = scene.boxes[0]?.rect.width;
catalog.command("a.yaml", { command: "place", positions: [{ at: "/composition/web", x: 1, y: 2 }] });
const preview = catalog.expand("assembly::a::1.0", { inputs: { size: 3 }, intent: "install" });
const intent: string = preview.intent;
core.diff({ catalog, of: "a.yaml" }, { catalog, of: "b.yaml" });
core.languageServer(new MessageChannel().port1).dispose();
try {
  catalog.update("a.yaml", svg + first + intent);
} catch (error) {
  if (error instanceof DescriptoriumError && error.code === "invalid-argument") console.log(error.message);
}

// @ts-expect-error: a catalog cannot be compared with a descriptor
core.diff(catalog, { catalog, of: "a.yaml" });
// @ts-expect-error: no such format
catalog.draw("a.yaml", { format: "png" });
// @ts-expect-error: no such setting
core.open({ settings: { stricter: true } });
// @ts-expect-error: no such command
catalog.command("a.yaml", { command: "destroy", at: [] });
// @ts-expect-error: not a code
new DescriptoriumError("other", "");
