// Highlighting, folding and indentation of YAML, line by line, so that a keystroke only costs as much as the visible
// lines, however long the text. The grammar of `@codemirror/lang-yaml` parses a whole collection again if there are
// comments between its entries, which takes 10 to 50 ms in 13,000 lines.
import { StreamLanguage, foldService } from "@codemirror/language";

/** The start of a block scalar, which continues in the more deeply indented lines below. */
const blockHeader = /^[|>][-+\d]*(?=\s|$)/;
/** The end of a key. */
const keyEnd = /^\s*:(?=\s|$)/;
/** The same in a flow collection. */
const flowKeyEnd = /^\s*:(?=[\s,[\]{}]|$)/;

/**
 * The state between two tokens:
 * - `quote`: the quotation mark of an unfinished string, or empty
 * - `block`: the column of the entry or item of an unfinished block scalar, -1 for one at the root, or `null`
 * - `entry`: the column of the last key or dash in this line, -1 if there is none
 * - `flow`: the indentation of the first line of each open flow collection
 */
const language = StreamLanguage.define({
  name: "yaml",
  startState: () => ({ quote: "", block: null, entry: -1, flow: [] }),
  blankLine: (state) => void (state.entry = -1),
  copyState: (state) => ({ ...state, flow: [...state.flow] }),
  token(stream, state) {
    if (stream.sol()) {
      state.entry = -1;
      if (state.block !== null) {
        if (stream.match(/^\s*$/) || stream.indentation() > state.block) return stream.skipToEnd(), "content";
        state.block = null;
      }
      if (!state.quote && stream.match(/^(---|\.\.\.)(?=\s|$)/)) return (state.flow = []), "meta";
      if (!state.quote && stream.match(/^%.*/)) return "keyword";
    }
    if (state.quote) return quoted(stream, state);
    if (stream.eatSpace()) return null;
    const next = stream.peek();
    if (next === "#" && /^$|\s/.test(stream.string.charAt(stream.pos - 1))) return stream.skipToEnd(), "comment";
    const column = stream.pos;
    if (next === '"' || next === "'") {
      stream.next();
      state.quote = next;
      const style = quoted(stream, state);
      return !state.quote && isKey(stream, state, column) ? key : style;
    }
    if (next === "[" || next === "{") {
      stream.next();
      state.flow.push(stream.indentation());
      return next === "[" ? "squareBracket" : "brace";
    }
    if (state.flow.length) {
      if (next === "]" || next === "}") {
        stream.next();
        state.flow.pop();
        return next === "]" ? "squareBracket" : "brace";
      }
      if (stream.eat(",")) return "separator";
      if (stream.match(/^:(?=[\s,[\]{}"']|$)/)) return "separator";
    } else {
      if (stream.match(blockHeader)) {
        state.block = state.entry;
        return "string.special";
      }
      if (stream.match(/^-(?=\s|$)/)) {
        state.entry = column;
        return "separator";
      }
      if (stream.match(/^:(?=\s|$)/)) return "separator";
    }
    if (stream.match(/^\?(?=\s|$)/)) return "punctuation";
    if (stream.match(/^[&*][^\s,[\]{}]+/)) return "labelName";
    if (stream.match(/^!\S*/)) return "typeName";
    plain(stream, state.flow.length > 0);
    return isKey(stream, state, column) ? key : "content";
  },
  indent,
  languageData: { commentTokens: { line: "#" }, indentOnInput: /^\s*[\]}]$/ },
});

const key = "propertyName.definition";

/** Reads to the end of the string, or of the line. */
function quoted(stream, state) {
  for (let sign = stream.next(); sign !== undefined; sign = stream.next()) {
    if (sign === "\\" && state.quote === '"') stream.next();
    else if (sign === state.quote && !(sign === "'" && stream.eat("'"))) {
      state.quote = "";
      break;
    }
  }
  return "string";
}

/** Reads a plain scalar. */
function plain(stream, inFlow) {
  for (let before = stream.next(); !stream.eol(); before = stream.next()) {
    const next = stream.peek();
    if (next === "#" && /\s/.test(before)) break;
    if (next === ":" && stream.match(inFlow ? flowKeyEnd : keyEnd, false)) break;
    if (inFlow && /[,[\]{}]/.test(next)) break;
  }
  // The scalar ends before the space in front of a colon or a comment.
  while (stream.pos > stream.start + 1 && /\s/.test(stream.string.charAt(stream.pos - 1))) stream.backUp(1);
}

function isKey(stream, state, column) {
  const inFlow = state.flow.length > 0;
  if (!stream.match(inFlow ? flowKeyEnd : keyEnd, false)) return false;
  if (!inFlow) state.entry = column;
  return true;
}

/** A key without a value on its line. */
const openKey = /^[^\s#-][^#]*:\s*(?:#.*)?$/;

/**
 * The indentation of a new line. After `key:` it is that of its members, or one level deeper than the key if there are
 * none; after an entry or an item it is the same column. `null` keeps the indentation of the line before.
 */
function indent(state, after, context) {
  const { unit, pos } = context;
  if (state.flow.length) return state.flow.at(-1) + (/^[\]}]/.test(after) ? 0 : unit);
  // Existing lines are not reindented.
  if (state.quote || context.simulatedBreak !== pos) return null;
  const above = context.lineAt(pos, -1).text;
  if (state.block !== null) {
    if (!above.trim()) return null;
    const indentation = /^\s*/.exec(above)[0].length;
    return indentation > state.block ? indentation : state.block + unit;
  }
  const column = state.entry;
  if (column < 0 || !above.trim()) return null;
  if (!openKey.test(above.slice(column))) return column;
  const { doc } = context.state;
  for (let number = doc.lineAt(pos).number + 1; number <= doc.lines; number++) {
    const [, spaces, first] = /^(\s*)(- |\S)?/.exec(doc.line(number).text);
    if (first === undefined || first === "#") continue;
    const below = spaces.length > column || (spaces.length === column && first === "- ");
    return below ? spaces.length : column + unit;
  }
  return column + unit;
}

/** The range to fold: the more deeply indented lines below a line, and the items of a key in the same column. */
class Fold {
  constructor(doc, line, isIn) {
    Object.assign(this, { from: line.to, doc, number: line.number, isIn });
  }

  /** Only computed when the range is folded, because CodeMirror requests the ranges of all visible lines at every keystroke. */
  get to() {
    const { doc, isIn } = this;
    let { from: to } = this;
    for (let number = this.number + 1; number <= doc.lines; number++) {
      const line = doc.line(number);
      if (isBlank(line.text)) continue;
      if (!isIn(line.text)) break;
      to = line.to;
    }
    return to;
  }
}

const folding = foldService.of(({ doc }, from) => {
  const line = doc.lineAt(from);
  if (isBlank(line.text)) return null;
  const column = depth(line.text);
  const hasItems = openKey.test(line.text.slice(column));
  const isIn = (text) => depth(text) > column || (hasItems && depth(text) === column && /^\s*-(\s|$)/.test(text));
  for (let number = line.number + 1; number <= doc.lines; number++) {
    const { text } = doc.line(number);
    if (!isBlank(text)) return isIn(text) ? new Fold(doc, line, isIn) : null;
  }
  return null;
});

function depth(text) {
  return /^\s*/.exec(text)[0].length;
}

/** Whether a line is empty or only has a comment. */
function isBlank(text) {
  return /^\s*(#|$)/.test(text);
}

export const yaml = [language, folding];
