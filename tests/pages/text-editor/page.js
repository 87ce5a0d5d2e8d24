// The text editor without the app: its messages are recorded in `told`, and its requests are answered from `answers`.
import { TextEditor } from "./editor.js";

window.told = [];
window.answers = { complete: () => null, hover: () => null };

const tell = (what) => (...given) => void told.push([what, ...given]);
window.editor = new TextEditor(document.querySelector("main"), "YAML", { Fold: "Fold", Unfold: "Unfold" }, {
  edited: tell("edited"),
  selected: tell("selected"),
  undo: tell("undo"),
  redo: tell("redo"),
  fix: tell("fix"),
  define: tell("define"),
  fixLine: tell("fixLine"),
  complete: (offset, explicit) => answers.complete(offset, explicit),
  hover: (offset) => answers.hover(offset),
  finding: (number) => answers.finding(number),
});
