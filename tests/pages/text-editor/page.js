// The text editor without the app: its messages are recorded in `calls`, and its requests are answered from `answers`.
import { TextEditor } from "./editor.js";

window.calls = [];
window.answers = { complete: () => null, hover: () => null };

const record = (what) => (...given) => void calls.push([what, ...given]);
window.editor = new TextEditor(document.querySelector("main"), "YAML", { Fold: "Fold", Unfold: "Unfold" }, {
  edited: record("edited"),
  selected: record("selected"),
  undo: record("undo"),
  redo: record("redo"),
  fix: record("fix"),
  define: record("define"),
  fixLine: record("fixLine"),
  complete: (offset, explicit) => answers.complete(offset, explicit),
  hover: (offset) => answers.hover(offset),
  finding: (number) => answers.finding(number),
});
