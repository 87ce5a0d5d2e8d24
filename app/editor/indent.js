// How deep a new line begins where the grammar does not know yet: below a key that has no value.
import { getIndentUnit, indentService, syntaxTree } from "@codemirror/language";

/** Dashes and spaces in front of a key, and nothing behind its colon. */
const openKey = /^((?:\s|- )*)[^\s#-][^#]*:\s*(?:#.*)?$/;
/** Where a colon at the end of a line is none of a key. */
const texts = new Set(["BlockLiteralContent", "QuotedLiteral", "Comment", "FlowMapping", "FlowSequence"]);

/** A member of what `key:` begins stands beside those that are there, else one level deeper than the key. */
export const indentBelowKeys = indentService.of((context, at) => {
  const above = context.lineAt(at, -1);
  const column = openKey.exec(above.text)?.[1].length;
  if (column === undefined || isText(context.state, above.from + column)) return undefined;
  const { doc } = context.state;
  for (let number = doc.lineAt(at).number + 1; number <= doc.lines; number++) {
    const [, spaces, first] = /^(\s*)(- |\S)?/.exec(doc.line(number).text);
    if (first === undefined || first === "#") continue;
    const below = spaces.length > column || (spaces.length === column && first === "- ");
    return below ? spaces.length : column + getIndentUnit(context.state);
  }
  return column + getIndentUnit(context.state);
});

function isText(state, at) {
  for (let node = syntaxTree(state).resolveInner(at, 1); node; node = node.parent) {
    if (texts.has(node.name)) return true;
  }
  return false;
}
