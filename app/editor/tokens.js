// A tokenizer of YAML that works line by line, and the states between lines. CodeMirror's own parsers, whether made from a
// grammar or a `StreamLanguage`, process up to 100,000 characters after every edit, which takes 2 to 50 ms in 13,000 lines;
// here a keystroke only costs as much as the visible lines.
import { StringStream } from "@codemirror/language";

/** The start of a block scalar, which continues in the more deeply indented lines below. */
const blockHeader = /^[|>][-+\d]*(?=\s|$)/;
/** The end of a key. */
const keyEnd = /^\s*:(?=\s|$)/;
/** The same in a flow collection. */
const flowKeyEnd = /^\s*:(?=[\s,[\]{}]|$)/;

/** The state at the start of most lines: outside of strings, block scalars and flow collections. */
export const outside = { quote: "", block: null, entry: -1, flow: null };

/**
 * Reads the next token, returns its style, and updates the state:
 * - `quote`: the quotation mark of an unfinished string, or empty
 * - `block`: the column of the entry or item of an unfinished block scalar, -1 for one at the root, or `null`
 * - `entry`: the column of the last key or dash in this line, -1 if there is none
 * - `flow`: the innermost open flow collection, if any: the indentation of its first line, and the collection around it. It
 *   is a linked list that states share, since a text may open thousands of collections
 */
function token(stream, state) {
  if (stream.sol()) {
    state.entry = -1;
    if (state.block !== null) {
      if (stream.match(/^\s*$/) || stream.indentation() > state.block) return stream.skipToEnd(), "value";
      state.block = null;
    }
    if (!state.quote && stream.match(/^(---|\.\.\.)(?=\s|$)/)) return (state.flow = null), "mark";
    if (!state.quote && stream.match(/^%.*/)) return "mark";
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
    return !state.quote && isKey(stream, state, column) ? "key" : style;
  }
  if (next === "[" || next === "{") {
    stream.next();
    state.flow = { indentation: stream.indentation(), outer: state.flow };
    return "bracket";
  }
  if (state.flow) {
    if (next === "]" || next === "}") {
      stream.next();
      state.flow = state.flow.outer;
      return "bracket";
    }
    if (stream.eat(",")) return "punctuation";
    if (stream.match(/^:(?=[\s,[\]{}"']|$)/)) return "punctuation";
  } else {
    if (stream.match(blockHeader)) {
      state.block = state.entry;
      return "value";
    }
    if (stream.match(/^-(?=\s|$)/)) {
      state.entry = column;
      return "punctuation";
    }
    if (stream.match(/^:(?=\s|$)/)) return "punctuation";
  }
  if (stream.match(/^\?(?=\s|$)/)) return "punctuation";
  if (stream.match(/^[&*][^\s,[\]{}]+/)) return "mark";
  if (stream.match(/^!\S*/)) return "mark";
  plain(stream, state.flow !== null);
  return isKey(stream, state, column) ? "key" : "value";
}

/** Reads to the end of the string, or of the line. */
function quoted(stream, state) {
  for (let sign = stream.next(); sign !== undefined; sign = stream.next()) {
    if (sign === "\\" && state.quote === '"') stream.next();
    else if (sign === state.quote && !(sign === "'" && stream.eat("'"))) {
      state.quote = "";
      break;
    }
  }
  return "value";
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
  const inFlow = state.flow !== null;
  if (!stream.match(inFlow ? flowKeyEnd : keyEnd, false)) return false;
  if (!inFlow) state.entry = column;
  return true;
}

/**
 * Reads a line up to `end`, reports the style and position of each token, and returns the state after it. The state before
 * is not modified.
 */
export function read(text, before, { end = Infinity, found } = {}) {
  const state = { ...before };
  const stream = new StringStream(text, tabSize, indentUnit);
  if (!text) state.entry = -1;
  const last = Math.min(end, text.length, longest);
  while (stream.pos < last) {
    stream.start = stream.pos;
    const style = token(stream, state);
    if (style) found?.(stream.start, stream.pos, style);
  }
  return state;
}

const tabSize = 2, indentUnit = 2;
/** The maximum number of characters per line: a whole catalog can be one line of JSON, which would be read at every keystroke. */
const longest = 20_000;

/** The state at the start of a line. Most lines share one object, which saves memory and makes comparisons cheap. */
export function atStart({ quote, block, flow }) {
  return quote || block !== null || flow ? { quote, block, entry: -1, flow } : outside;
}

export function areEqual(one, other) {
  if (one.quote !== other.quote || one.block !== other.block) return false;
  let { flow } = one, { flow: flowThere } = other;
  while (flow && flowThere && flow !== flowThere && flow.indentation === flowThere.indentation) {
    [flow, flowThere] = [flow.outer, flowThere.outer];
  }
  return flow === flowThere;
}

/** The maximum number of changed lines whose states are compared at once. */
const few = 100;

/** The states at the starts of the lines of a document, computed on demand. */
export class Lines {
  /** `states` are those of the first lines; `below` are those of the lines from `from`, valid if the state at one of them agrees. */
  constructor(doc, states, below = [], from = Infinity) {
    Object.assign(this, { doc, states, below, from });
  }

  /**
   * The lines of `doc`, the document after `changes`. If no line has another state, which is so for most keys, the list of
   * states is the same object.
   */
  after(changes, doc) {
    let first = Infinity, last = 0, lastAfter = 0;
    changes.iterChangedRanges((from, to, _, toAfter) => {
      first = Math.min(first, this.doc.lineAt(from).number);
      last = this.doc.lineAt(to).number;
      lastAfter = doc.lineAt(toAfter).number;
    });
    const { states, below, from } = this;
    const isKnown = states.length > last || (states.length === last && last === doc.lines);
    if (isKnown && first <= last && last === lastAfter && last - first < few) {
      let state = states[first - 1], line = first;
      do state = atStart(read(doc.line(line).text, state));
      while (areEqual(state, states[line] ?? state) && line++ < last);
      if (line > last) return new Lines(doc, states, below, from);
    }
    // States after an earlier change that have not been confirmed stay unconfirmed.
    const rest = states.length > last ? states.slice(last) : below.slice(Math.max(0, last + 1 - from));
    const restFrom = states.length > last ? lastAfter + 1 : Math.max(from, last + 1) + lastAfter - last;
    return new Lines(doc, states.slice(0, first), rest, restFrom);
  }

  /** The state at the start of a line. */
  at(number) {
    const { states, doc } = this;
    if (states.length < number) {
      const lines = doc.iterLines(states.length, number);
      // The first of them is the last line with a known state.
      for (const text of lines) {
        const state = atStart(read(text, states.at(-1)));
        const known = this.below[states.length + 1 - this.from];
        if (known && areEqual(known, state)) {
          // From here on the states are unchanged.
          this.states = states.concat(this.below.slice(states.length + 1 - this.from));
          Object.assign(this, { below: [], from: Infinity });
          return this.at(number);
        }
        states.push(state);
      }
    }
    return this.states[number - 1];
  }
}
