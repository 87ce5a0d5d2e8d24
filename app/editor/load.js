// Loads the text editor on demand.

/** Creates a `TextEditor` (editor.js). */
export async function textEditor(parent, label, phrases, app) {
  // wasm-bindgen copies this file to a folder of its own choice below that of the modeller (app/index.html).
  const { TextEditor } = await import("../../../text-editor.js");
  return new TextEditor(parent, label, phrases, app);
}
