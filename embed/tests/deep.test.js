// Deep nesting: the stack in WebAssembly is a tenth of the native one, but no text may crash a tab with unsaved work. The
// frames of this core, which is compiled without optimizations, are larger than those of a released one.
import { before, test } from "node:test";
import { DescriptoriumError, load } from "../core/node.js";

/** Deep enough to exhaust any stack if a level of nesting costs a frame. */
const DEPTH = 100_000;

let core;
before(async () => {
  core = await load();
});

/** An answer, or a refusal; any other error fails the test. */
const ask = (question) => {
  try {
    question();
  } catch (error) {
    if (!(error instanceof DescriptoriumError) || error.code === "stopped") throw error;
  }
};

/** Asks everything about a text, from its middle. */
const askEverything = (text) => {
  const file = "deep.yaml";
  const catalog = core.open({ files: { [file]: text } });
  const before = text.slice(0, text.length / 2);
  const line = before.split("\n").length - 1;
  const middle = { line, character: before.length - before.lastIndexOf("\n") - 1 };
  catalog.check();
  for (const question of ["complete", "hover"]) ask(() => catalog[question](file, middle));
  for (const question of ["symbols", "draw", "expand", "format"]) ask(() => catalog[question](file));
  catalog.dispose();
};

test("flow collections may nest deeply", () => {
  askEverything(`a: ${"[".repeat(DEPTH)}`);
  askEverything(`a: ${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`);
  askEverything(`a: ${"{b: ".repeat(DEPTH)}`);
});

test("sequences may nest deeply", () => {
  askEverything("- ".repeat(DEPTH));
  askEverything("? ".repeat(DEPTH));
});

test("mappings may nest deeply", () => {
  // Indentation makes the text grow with the square of its depth.
  const lines = Array.from({ length: 1500 }, (_, depth) => `${" ".repeat(depth)}k:\n`).join("");
  askEverything(lines);
  askEverything(`name: assembly::deep::1.0\ncomposition:\n  a:\n    properties:\n${lines}`);
});

test("expressions may nest deeply", () => {
  const nested = `${"${".repeat(DEPTH)}x${"}".repeat(DEPTH)}`;
  askEverything(
    `name: assembly::deep::1.0\nproperties:\n  p:\n    value: ${nested}\ncomposition:\n  a:\n    type: resource::r::1.0\n    properties:\n      p:\n        value: ${nested}\n`,
  );
});
