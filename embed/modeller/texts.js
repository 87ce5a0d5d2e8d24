// Edits of texts, with positions as in the Language Server Protocol.

/** @typedef {{ line: number, character: number }} Position */
/** @typedef {{ range: { start: Position, end: Position }, text: string }} Edit */

/**
 * The text after edits, whose ranges refer to the text before.
 * @param {string} text
 * @param {Edit[]} edits
 */
export function applied(text, edits) {
  const starts = [0];
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  /** @param {Position} position */
  const offset = ({ line, character }) => Math.min((starts[line] ?? text.length) + character, text.length);
  let result = "";
  let copied = 0;
  for (const { range, text: inserted } of edits) {
    result += text.slice(copied, offset(range.start)) + inserted;
    copied = offset(range.end);
  }
  return result + text.slice(copied);
}
