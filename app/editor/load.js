// Loads the text editor on demand.

/** The number of attempts that failed. */
let failures = 0;

/** Creates a `TextEditor` (editor.js). */
export async function textEditor(parent, label, phrases, app) {
  // wasm-bindgen copies this file to a folder of its own choice below that of the modeller (app/index.html).
  const address = new URL("../../../text-editor.js", import.meta.url);
  // Some browsers, such as Chromium up to 148, remember a failed import for as long as the page is open.
  if (failures > 0) address.search = `attempt=${failures + 1}`;
  try {
    const { TextEditor } = await import(address);
    return new TextEditor(parent, label, phrases, app);
  } catch (error) {
    failures += 1;
    throw error;
  }
}
