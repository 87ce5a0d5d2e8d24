// Highlighting, folding and indentation of YAML.
import { bracketMatching, foldService, indentService } from "@codemirror/language";
import { EditorState, RangeSetBuilder, StateField } from "@codemirror/state";
import { Decoration, ViewPlugin } from "@codemirror/view";
import { Lines, outside, read } from "./tokens.js";

const lines = StateField.define({
  create: ({ doc }) => new Lines(doc, [outside]),
  update: (before, { docChanged, changes, newDoc }) => (docChanged ? before.after(changes, newDoc) : before),
});

const marks = Object.fromEntries(
  ["key", "value", "punctuation", "bracket", "comment", "mark"].map((style) => [style, Decoration.mark({ class: `cm-${style}` })]),
);

/** Highlights the visible text. */
const coloring = ViewPlugin.define(
  (view) => ({
    marks: colored(view),
    update({ docChanged, viewportMoved, changes, startState, view }) {
      if (!docChanged && !viewportMoved) return;
      const isLocal = !viewportMoved && startState.field(lines).states === view.state.field(lines).states;
      this.marks = isLocal ? recolored(view, this.marks, changes) : colored(view);
    },
  }),
  { decorations: ({ marks }) => marks },
);

function colored(view) {
  const builder = new RangeSetBuilder();
  for (const { from, to, value } of tokens(view, 0, view.state.doc.length)) builder.add(from, to, value);
  return builder.finish();
}

/** The marks after changes that affect only the highlighting of their own lines. */
function recolored(view, marks, changes) {
  const { doc } = view.state;
  let from = doc.length, to = 0;
  changes.iterChangedRanges((_from, _to, start, end) => {
    from = Math.min(from, doc.lineAt(start).from);
    to = Math.max(to, doc.lineAt(end).to);
  });
  return marks.map(changes).update({ filterFrom: from, filterTo: to, filter: () => false, add: tokens(view, from, to) });
}

/** The marks of the visible lines between two positions. */
function tokens({ state, visibleRanges }, first, last) {
  const found = [], states = state.field(lines);
  let end = 0;
  for (const { from, to } of visibleRanges) {
    for (let at = Math.max(from, first); at <= Math.min(to, last); ) {
      const line = state.doc.lineAt(at);
      const add = (start, after, style) => {
        // A folded or long line can have two visible pieces.
        if (line.from + start >= end) found.push(marks[style].range(line.from + start, (end = line.from + after)));
      };
      read(line.text, states.at(line.number), { end: to - line.from, found: add });
      at = line.to + 1;
    }
  }
  return found;
}

/** A key without a value on its line. */
const openKey = /^[^\s#-][^#]*:\s*(?:#.*)?$/;

/**
 * The indentation of a new line. After `key:` it is that of its members, or one level deeper than the key if there are
 * none; after an entry or an item it is the same column. `null` keeps the indentation of the line before.
 */
function indent(context, pos) {
  const { unit } = context;
  const { doc } = context.state;
  const line = doc.lineAt(pos);
  const state = read(line.text, context.state.field(lines).at(line.number), { end: pos - line.from });
  const after = context.lineAt(pos).text.trimStart();
  if (state.flow) return state.flow.indentation + (/^[\]}]/.test(after) ? 0 : unit);
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
  for (let number = line.number + 1; number <= doc.lines; number++) {
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

/** Whether the line at `at` has a token that `is` accepts, given its style and its start and end in the document. */
function hasToken(state, at, is) {
  const line = state.doc.lineAt(at);
  let has = false;
  const found = (start, end, style) => (has ||= is(style, line.from + start, line.from + end));
  read(line.text, state.field(lines).at(line.number), { found });
  return has;
}

/** Whether there is a bracket of a flow collection, as opposed to one in a scalar or a comment. */
function isBracket(state, at) {
  return hasToken(state, at, (style, start) => style === "bracket" && start === at);
}

/** Whether text that is inserted there is part of a comment. */
export function isInComment(state, at) {
  return hasToken(state, at, (style, start) => style === "comment" && start < at);
}

const matching = Decoration.mark({ class: "cm-matchingBracket" });
const nonmatching = Decoration.mark({ class: "cm-nonmatchingBracket" });

const brackets = bracketMatching({
  renderMatch({ matched, start, end }, state) {
    const both = [start, end].filter(Boolean);
    if (!both.every(({ from }) => isBracket(state, from))) return [];
    return both.map(({ from, to }) => (matched ? matching : nonmatching).range(from, to));
  },
});

const data = [{ commentTokens: { line: "#" }, indentOnInput: /^\s*[\]}]$/ }];

export const yaml = [
  lines, coloring, folding, brackets, indentService.of(indent), EditorState.languageData.of(() => data),
];
