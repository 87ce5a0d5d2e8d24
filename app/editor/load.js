// Fetches the text editor when it is needed: nothing else of the page waits for it.

/** Makes a text editor, as `TextEditor` in editor.js does. */
export async function textEditor(parent, label, phrases, app) {
  // This file lies in a folder of its own below the modeller's (app/index.html), which wasm-bindgen names.
  const { TextEditor } = await import("../../../text-editor.js");
  return new TextEditor(parent, label, phrases, app);
}
