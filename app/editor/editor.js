// The YAML pane: CodeMirror behind a class that the app calls through wasm-bindgen (src/browser/text_editor.rs).
//
// Offsets are in UTF-16 units, with 1 for every line break, whatever it is in the file. The editor has no history of its
// own: the app has one undo stack for text and canvas, and its keys are passed on.
import { acceptCompletion, autocompletion, completionKeymap, pickedCompletion, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab, toggleComment } from "@codemirror/commands";
import {
  codeFolding, foldAll, foldCode, foldGutter, foldKeymap, indentOnInput, indentUnit, unfoldAll, unfoldCode,
} from "@codemirror/language";
import { lintGutter, lintKeymap, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import {
  closeSearchPanel, highlightSelectionMatches, openSearchPanel, search, searchKeymap, searchPanelOpen, selectNextOccurrence,
} from "@codemirror/search";
import { Annotation, Compartment, EditorSelection, EditorState, Prec, RangeSet, StateEffect, StateField, Transaction } from "@codemirror/state";
import {
  Decoration, EditorView, MatchDecorator, ViewPlugin, drawSelection, dropCursor, getTooltip, highlightActiveLine,
  WidgetType, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, rectangularSelection,
  showTooltip,
} from "@codemirror/view";
import { theme } from "./theme.js";
import { isInComment, yaml } from "./yaml.js";

/** Marks transactions of the app, which are not reported back to it. */
const fromApp = Annotation.define();

/** The ranges of the selection on the canvas. */
const setHighlights = StateEffect.define();
const highlights = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setHighlights)) return highlightLines(transaction.state.doc, effect.value);
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function highlightLines(doc, ranges) {
  const starts = new Set();
  for (const [from, to] of pairs(ranges)) {
    const last = doc.lineAt(clamp(to, doc)).number;
    for (let line = doc.lineAt(clamp(from, doc)).number; line <= last; line++) starts.add(doc.line(line).from);
  }
  const line = Decoration.line({ class: "cm-selectedElement" });
  return Decoration.set([...starts].map((start) => line.range(start)), true);
}

/** `${...}`, an expression of the descriptor languages. */
const expressions = new MatchDecorator({
  regexp: /\$\{[^{}\n]*\}/g,
  decoration: Decoration.mark({ class: "cm-expression" }),
});
const highlightExpressions = ViewPlugin.define(
  (view) => ({
    marks: expressions.createDeco(view),
    update(update) {
      const marks = expressions.updateDeco(update, this.marks);
      // Changes outside of the visible lines move them too.
      this.marks = marks === this.marks ? marks.map(update.changes) : marks;
    },
  }),
  { decorations: (plugin) => plugin.marks },
);

/** What is known about the text beside it: the value of a function call, for example. */
const setHints = StateEffect.define();
const hints = StateField.define({
  create: () => Decoration.none,
  update(marks, { changes, docChanged, effects, newDoc }) {
    const effect = effects.find((effect) => effect.is(setHints));
    if (effect) return effect.value;
    if (!docChanged || !marks.size) return marks;
    // What is typed in a line may change what its hints say. New ones come after the next check.
    const edited = [];
    changes.iterChangedRanges((_from, _to, from, to) => edited.push([newDoc.lineAt(from).from, newDoc.lineAt(to).to]));
    const filter = (at) => !edited.some(([from, to]) => from <= at && at <= to);
    return marks.map(changes).update({ filter });
  },
  provide: (field) => EditorView.decorations.from(field),
});

class Hint extends WidgetType {
  constructor(text, reason) {
    super();
    Object.assign(this, { text, reason });
  }

  eq(other) {
    return this.text === other.text && this.reason === other.reason;
  }

  toDOM() {
    const node = element("span", "cm-hint", this.text);
    node.title = this.reason;
    // A screen reader would read it as text of the file; the explanation at the cursor says the same.
    node.ariaHidden = "true";
    return node;
  }

  ignoreEvent() {
    return false;
  }
}

/** The commands that the app calls by name: its table of shortcuts (src/state/keys.rs) has their keys. */
const commands = {
  complete, nextFinding: nextDiagnostic, previousFinding: previousDiagnostic, find: openSearchPanel,
  selectNext: selectNextOccurrence, comment: toggleComment, fold: foldCode, unfold: unfoldCode, foldAll, unfoldAll,
  explain: (view) => void explain(view),
};

export class TextEditor {
  /**
   * `label` is the accessible name, `phrases` has the words by their English texts. `app` has the callbacks of the app:
   * - `edited(changes, kind)`: the user changed the text; `changes` is `[from, to, inserted, ...]` in offsets of the text
   *   before, `kind` is the user event ("input.type", "delete.backward", "input.paste", ...)
   * - `selected(anchor, head)`: the user moved the cursor
   * - `undo()`, `redo()`
   * - `complete(offset, explicit)`: `{from, to, options: [{label, detail, info, kind, insert}]}`, null, or a promise of it
   * - `hover(offset)`: `{from, to, node}` or null
   * - `finding(number)`: the finding with this index: `{message, code, help, fixes: [title, ...]}`
   * - `fix(finding, fix)`: the user chose a fix of a finding, both by index
   * - `define(offset)`: the user wants to go to the definition of the name there
   * - `fixLine(offset)`: the user wants to fix the findings of the line there
   */
  constructor(parent, label, phrases, app) {
    this.app = app;
    this.shown = null;
    this.states = new Map();
    this.access = new Compartment();
    this.language = new Compartment();
    this.scrolled = null;
    this.words = words(label, phrases);
    this.extensions = extensions(this);
    this.view = new EditorView({ parent, state: this.newState("", false) });
    // An element outside of the page loses its scroll position.
    this.view.scrollDOM.addEventListener("scroll", () => (this.scrolled = this.view.scrollSnapshot()), { passive: true });
    // Dialogs next to the text reduce its height: the line of the cursor stays visible.
    let height = 0;
    new ResizeObserver(() => {
      const { view } = this, { clientHeight, scrollTop } = view.scrollDOM;
      const { head } = view.state.selection.main, line = view.lineBlockAt(head);
      const wasVisible = line.bottom > scrollTop && line.top < scrollTop + height;
      if (clientHeight < height && wasVisible) view.dispatch({ effects: EditorView.scrollIntoView(head) });
      height = clientHeight;
    }).observe(this.view.scrollDOM);
    this.view.dom.addEventListener("click", (event) => {
      if (!event.target.closest(".cm-lint-marker")) return;
      app.fixLine(this.view.lineBlockAtHeight(event.clientY - this.view.documentTop).from);
    });
  }

  newState(text, readOnly) {
    const access = [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)];
    return EditorState.create({ doc: text, extensions: [this.extensions, this.access.of(access)] });
  }

  /** Moves the editor to `parent` and updates its words; `label` and `phrases` are as in the constructor. */
  remount(parent, label, phrases) {
    const { view, scrolled } = this;
    this.words = words(label, phrases);
    parent.append(view.dom);
    this.setWords();
    // The search panel has to be created again to update its words.
    if (searchPanelOpen(view.state) && closeSearchPanel(view)) openSearchPanel(view);
    view.coordsAtPos(0);
    if (scrolled) view.dispatch({ effects: scrolled });
  }

  setWords() {
    if (this.language.get(this.view.state) === this.words) return;
    this.view.dispatch({ effects: this.language.reconfigure(this.words) });
  }

  /** Shows the text of the file `name`, scrolled to where the user left it. */
  show(name, text, readOnly) {
    if (this.shown !== null) this.states.set(this.shown, { state: this.view.state, scroll: this.view.scrollSnapshot() });
    this.shown = name;
    forgetAnswer();
    const left = this.states.get(name);
    if (!left) this.view.scrollDOM.scrollTo(0, 0);
    this.view.setState(left?.state ?? this.newState(text, readOnly));
    if (left) {
      this.reset(text);
      // Without measuring first, scrolling would cause many measurements.
      this.view.coordsAtPos(0);
      this.view.dispatch({ effects: left.scroll });
    }
    this.setWords();
    this.setReadOnly(readOnly);
  }

  /** Replaces the text by `text` with the smallest change; the cursor stays at the text around it. */
  reset(text) {
    const before = this.view.state.doc.toString();
    const after = text.replace(/\r\n?/g, "\n");
    if (before !== after) this.dispatchFromApp({ changes: difference(before, after) });
  }

  text() {
    return this.view.state.doc.toString();
  }

  /** The length of the text. */
  length() {
    return this.view.state.doc.length;
  }

  /** Applies changes of the app, with `changes` as in `edited`; the cursor stays at the text around it. */
  edit(changes) {
    forgetAnswer();
    this.dispatchFromApp({ changes: pieces(changes) });
  }

  /** Asks for completions again at the next key, also where there were none: there are new files. */
  forgetCompletions() {
    forgetAnswer();
  }

  setReadOnly(readOnly) {
    if (this.view.state.readOnly === readOnly) return;
    const access = [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)];
    this.view.dispatch({ effects: this.access.reconfigure(access) });
  }

  /** Shows findings: `[from, to, severity, ...]`, with severity 0 as the highest. Their indices are used in callbacks. */
  setDiagnostics(places) {
    const { doc } = this.view.state;
    const diagnostics = [];
    for (let at = 0; at < places.length; at += 3) {
      const from = clamp(places[at], doc);
      const to = clamp(Math.max(from, places[at + 1]), doc);
      diagnostics.push(new Finding(this.app, at / 3, from, to, severities[places[at + 2]]));
    }
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Shows hints behind places of the text: `[offset, text, reason, ...]`, in the order of the text. */
  setHints(flat) {
    const { doc } = this.view.state, marks = [];
    for (let at = 0; at < flat.length; at += 3) {
      const widget = new Hint(flat[at + 1], flat[at + 2]);
      marks.push(Decoration.widget({ widget, side: 1 }).range(clamp(flat[at], doc)));
    }
    if (!marks.length && !this.view.state.field(hints).size) return;
    this.view.dispatch({ effects: setHints.of(Decoration.set(marks)) });
  }

  /** Marks the lines of the ranges `[from, to, ...]` as the selection on the canvas. */
  highlight(ranges) {
    // A transaction without changes would be processed too.
    const { state } = this.view;
    if (RangeSet.eq([state.field(highlights)], [highlightLines(state.doc, ranges)])) return;
    this.view.dispatch({ effects: setHighlights.of(ranges) });
  }

  /** Selects the text from `anchor` to `head` and scrolls it into view. */
  select(anchor, head) {
    const { doc } = this.view.state;
    const selection = EditorSelection.single(clamp(anchor, doc), clamp(head, doc));
    const effects = EditorView.scrollIntoView(selection.main, { y: "center" });
    // Keys are at the beginning of their lines.
    this.view.scrollDOM.scrollLeft = 0;
    this.dispatchFromApp({ selection, effects });
  }

  /** The selection as `[anchor, head]`. */
  selection() {
    const { anchor, head } = this.view.state.selection.main;
    return [anchor, head];
  }

  run(command) {
    commands[command](this.view);
  }

  focus() {
    this.view.focus();
  }

  dispatchFromApp(specification) {
    const annotations = [fromApp.of(true), Transaction.addToHistory.of(false)];
    this.view.dispatch({ ...specification, annotations });
  }
}

const severities = ["error", "warning", "info"];

/** A finding as a CodeMirror diagnostic. As there may be thousands, the message is only requested when it is shown. */
class Finding {
  constructor(app, number, from, to, severity) {
    Object.assign(this, { app, number, from, to, severity });
  }

  get message() {
    return this.app.finding(this.number).message;
  }

  get actions() {
    const { fixes } = this.app.finding(this.number);
    return fixes.map((name, fix) => ({ name, apply: () => this.app.fix(this.number, fix) }));
  }

  renderMessage() {
    return renderFinding(this.app.finding(this.number));
  }
}

/** The extensions that contain words. */
function words(label, phrases) {
  return [
    EditorState.phrases.of(phrases),
    EditorView.contentAttributes.of({ "aria-label": label }),
    foldGutter({ markerDOM: (open) => foldMarker(open, phrases) }),
  ];
}

function extensions(editor) {
  const { app } = editor;
  const undo = { run: () => (app.undo(), true), preventDefault: true };
  const redo = { run: () => (app.redo(), true), preventDefault: true };
  return [
    keymap.of([
      { key: "Mod-z", ...undo },
      { key: "Mod-y", mac: "Mod-Shift-z", ...redo },
      { key: "Mod-Shift-z", ...redo },
    ]),
    EditorView.domEventHandlers({
      beforeinput: (event) => forwardHistory(event, app),
      mousedown: (event, view) => follow(event, view, app),
      ...tabThrough(),
    }),
    lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), highlightSpecialChars(),
    editor.language.of(editor.words), codeFolding({ placeholderText: "…" }),
    drawnSelection, roomAhead, dropCursor(),
    // A click with Ctrl goes to a definition, so Alt adds a cursor, and Alt with Shift selects a rectangle.
    rectangularSelection({ eventFilter: (event) => event.altKey && event.shiftKey && event.button === 0 }),
    EditorView.clickAddsSelectionRange.of((event) => event.altKey),
    EditorState.allowMultipleSelections.of(true), indentUnit.of("  "), EditorState.tabSize.of(2),
    indentOnInput(), highlightSelectionMatches(), search({ top: true }),
    yaml, highlightExpressions, highlights, hints, lintGutter(), theme,
    autocompletion({ activateOnTypingDelay: 30, defaultKeymap: false }), completed(app),
    Prec.highest(keymap.of(completionKeymap.map((key) => (key.run === startCompletion ? { ...key, run: complete } : key)))),
    hoverTooltip((_, offset) => hover(app, offset), { hoverTime: 350 }), note.init(() => ({ app, tooltip: null })),
    keymap.of([{ key: "Escape", run: closeNote }, { key: "Tab", run: acceptCompletion }, ...lintKeymap, ...searchKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ spellcheck: "false", tabindex: "0" }),
    EditorView.updateListener.of((update) => report(app, update)),
  ];
}

/**
 * Draws selections, and several cursors. A single caret is left to the browser: drawing it takes a fifth of all that a key
 * costs, since it needs a layout and frames of its own.
 */
const drawing = new Compartment();
const [isDrawn, isNative] = [drawSelection({ cursorBlinkRate: 0 }), []];
const drawnSelection = [
  drawing.of(isNative),
  EditorState.transactionExtender.of(({ newSelection: { main, ranges }, startState }) => {
    const wanted = main.empty && ranges.length === 1 ? isNative : isDrawn;
    return drawing.get(startState) === wanted ? null : { effects: drawing.reconfigure(wanted) };
  }),
];

/**
 * Scrolls by a third of the pane when the cursor comes to its right edge: following it by one character at a time would
 * hide what comes next. The text gets wider in the same steps, because all lines are as wide as the longest one: if that
 * were the line with the cursor, each key would lay out and paint them all.
 */
const roomAhead = ViewPlugin.define(({ contentDOM: text, scrollDOM: pane }) => ({
  update({ view, docChanged, transactions }) {
    const is = (event) => transactions.some((transaction) => transaction.isUserEvent(event));
    if (docChanged && !is("input") && !is("delete")) text.style.minWidth = "";
    if (!transactions.some((transaction) => transaction.scrollIntoView)) return;
    view.requestMeasure({
      key: roomAhead,
      read() {
        const cursor = view.coordsAtPos(view.state.selection.main.head);
        const isAtEdge = cursor?.right > pane.getBoundingClientRect().right - view.defaultCharacterWidth;
        const step = Math.ceil(pane.clientWidth / 3), width = text.offsetWidth, hidden = pane.scrollWidth - pane.clientWidth;
        const isFull = isAtEdge ? hidden - pane.scrollLeft < 2 * step : hidden > 0 && !(width <= parseInt(text.style.minWidth));
        return { isAtEdge, isFull: isFull && docChanged, step, width };
      },
      write({ isAtEdge, isFull, step, width }) {
        if (isFull) text.style.minWidth = `${width + 2 * step}px`;
        if (isAtEdge) pane.scrollBy(step, 0);
      },
    });
  },
  destroy() {
    text.style.minWidth = "";
  },
}));

/** Reports changes and selections of the user to the app. */
function report(app, update) {
  const own = update.transactions.filter((transaction) => !transaction.annotation(fromApp));
  if (own.some((transaction) => transaction.docChanged)) {
    const changes = [];
    const { doc } = update.startState;
    update.changes.iterChanges((from, to, _from, _to, inserted) => changes.push(...whole(doc, from, to, inserted.toString())), true);
    const kind = own.map((transaction) => transaction.annotation(Transaction.userEvent)).find(Boolean) ?? "";
    app.edited(changes, kind);
  }
  if (own.some((transaction) => transaction.selection)) {
    const { anchor, head } = update.state.selection.main;
    app.selected(anchor, head);
  }
}

/** The change, extended to whole characters if it would split one of two UTF-16 units. */
function whole(doc, from, to, inserted) {
  const cuts = (at) => at > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(doc.sliceString(at - 1, at + 1));
  const [first, last] = [cuts(from) ? 1 : 0, cuts(to) ? 1 : 0];
  const before = doc.sliceString(from - first, from);
  const after = doc.sliceString(to, to + last);
  return [from - first, to + last, before + inserted + after];
}

/** Forwards undo and redo from menus and gestures, which are not key events. */
function forwardHistory(event, app) {
  if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return false;
  event.preventDefault();
  if (event.inputType === "historyUndo") app.undo();
  else app.redo();
  return true;
}

/**
 * After Tab has moved the focus to the text, Tab also leaves it, until another key is pressed: then Tab indents. (After
 * Escape, Tab always leaves the text.)
 */
function tabThrough() {
  let began = false;
  return {
    keydown: (event) => {
      began = event.key === "Tab";
    },
    keyup: (event, view) => {
      // A key that was pressed elsewhere and released here has moved the focus here.
      if (event.key === "Tab" && !began) view.setTabFocusMode(Number.MAX_SAFE_INTEGER);
      began = false;
    },
  };
}

/** A click with Ctrl goes to the definition of a name. */
function follow(event, view, app) {
  if (event.button !== 0 || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
  const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
  if (offset === null) return false;
  event.preventDefault();
  view.focus();
  app.define(offset);
  return true;
}

/** Text that continues a word. */
const word = /^\w*$/;
/** Text that continues a scalar: it starts no key, item, comment, reference or flow collection. */
const prose = /^[\w ;()/]*$/;
/** The rest of a key, which determines what belongs below it. */
const restOfKey = /^[\w.-]*["']?:/;
/** Text that ends inside of an expression (`${..}`, `{{..}}`, `{%..%}`), where only a word continues a name. */
const inExpression = /(?:[$\{]\{|\{%)[^}]*$/;

/**
 * The last question and its answer: the start of the line, the line up to the cursor, and the completions, if any. The core
 * answers for a place, not for a prefix, so the answer holds while the same scalar continues, and the text need not be parsed.
 */
let last;
forgetAnswer();

/** Drops the last answer, so that the next one is requested. */
function forgetAnswer() {
  last = { from: -1, before: "", answer: null };
}

/** Asks for completions again, even if there were none here a moment ago. */
function complete(view) {
  forgetAnswer();
  return startCompletion(view);
}

/**
 * Completes text, except in comments and where there were no completions a moment ago. Without a source, a key starts no
 * query, and a query would update the view twice.
 */
function completed(app) {
  const sources = [{ autocomplete: (context) => completions(app, context) }];
  const isHopeless = (state, at) => (!last.answer && continues(state, at)) || isInComment(state, at);
  return EditorState.languageData.of((state, at) => (isHopeless(state, at) ? [] : sources));
}

/** Whether the text at `pos` continues the scalar of the last question. */
function continues({ doc }, pos) {
  const { from, text } = doc.lineAt(pos);
  const before = text.slice(0, pos - from);
  if (from !== last.from || !before.startsWith(last.before) || restOfKey.test(text.slice(pos - from))) return false;
  return (inExpression.test(before) ? word : prose).test(before.slice(last.before.length));
}

async function completions(app, context) {
  const { pos, explicit, state } = context;
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  if (explicit || !continues(state, pos)) {
    const answer = await app.complete(pos, explicit);
    if (context.aborted) return null;
    last = { from: /\w$/.test(before) ? line.from : -1, before, answer };
  }
  if (!last.answer) return null;
  const typed = state.sliceDoc(last.answer.from, pos);
  if (!last.answer.options.some(({ label }) => fits(label, typed))) {
    last = { from: line.from, before, answer: null };
    return null;
  }
  const { from, to } = last.answer, known = pos - from, grown = before.length - last.before.length;
  const options = last.answer.options.map(({ label, detail, info, kind, insert, also = [] }, index) => ({
    label, detail, info, type: kind,
    // The order of the app decides between options that match equally well.
    boost: -Math.min(index, 99),
    apply(view, completion, start, end) {
      // The text has grown at the cursor since the answer.
      const edits = pieces(also).map((piece) => (piece.from < from ? piece : moved(piece, end - (to ?? pos - grown))));
      insertCompletion(view, completion, insert ?? label, start, end, edits);
    },
  }));
  const validFor = (text) => text.length >= known && word.test(text.slice(known));
  return { from, to: to === undefined ? to : to + grown, options, validFor };
}

/** Whether a label has the letters of a text in their order. Other labels are not shown, whatever is typed next. */
function fits(label, text) {
  const letters = label.toLowerCase();
  let at = 0;
  return [...text.toLowerCase()].every((letter) => (at = letters.indexOf(letter, at) + 1) > 0);
}

/** The changes in a flat list of starts, ends and texts. */
function pieces(flat) {
  const list = [];
  for (let at = 0; at < flat.length; at += 3) list.push({ from: flat[at], to: flat[at + 1], insert: flat[at + 2] });
  return list;
}

function moved({ from, to, insert }, by) {
  return { from: from + by, to: to + by, insert };
}

/** Inserts the chosen completion and makes the `edits` that it needs; then continues with the completions for its value. */
function insertCompletion(view, completion, insert, from, to, edits) {
  const changes = view.state.changes([{ from, to, insert }, ...edits]);
  view.dispatch({
    changes,
    selection: { anchor: changes.mapPos(from, -1) + insert.length },
    annotations: [pickedCompletion.of(completion), Transaction.userEvent.of("input.complete")],
    scrollIntoView: true,
  });
  if (insert.endsWith(": ")) startCompletion(view);
}

async function hover(app, offset) {
  const answer = await app.hover(offset);
  if (!answer) return null;
  const { from, to, node } = answer;
  // Focusable, so that long notes can be scrolled with the keyboard.
  node.tabIndex = 0;
  return { pos: from, end: to, above: true, create: () => ({ dom: node }) };
}

/**
 * The note at the cursor that a key has opened as a tooltip. It closes when the cursor moves or Escape is pressed. The same
 * key again focuses it.
 */
const setNote = StateEffect.define();
const note = StateField.define({
  create: () => ({ app: null, tooltip: null }),
  update(value, transaction) {
    const effect = transaction.effects.find((effect) => effect.is(setNote));
    if (effect) return { ...value, tooltip: effect.value };
    return value.tooltip && (transaction.docChanged || transaction.selection) ? { ...value, tooltip: null } : value;
  },
  provide: (field) => showTooltip.from(field, (value) => value.tooltip),
});

async function explain(view) {
  const { app, tooltip: shown } = view.state.field(note);
  if (shown) return getTooltip(view, shown)?.dom.focus();
  const { head } = view.state.selection.main;
  const tooltip = await hover(app, head);
  tooltip?.create().dom.addEventListener("keydown", (event) => event.key === "Escape" && closeNote(view));
  if (view.state.selection.main.head === head) view.dispatch({ effects: setNote.of(tooltip) });
}

function closeNote(view) {
  if (!view.state.field(note).tooltip) return false;
  view.dispatch({ effects: setNote.of(null) });
  view.focus();
  return true;
}

function renderFinding({ message, code, help }) {
  const card = element("div", "cm-finding");
  const text = element("span", "cm-finding-message");
  text.append(...inlineCode(message));
  card.append(text, element("span", "cm-finding-code", code));
  if (help) {
    const advice = element("span", "cm-finding-help");
    advice.append(...inlineCode(help));
    card.append(advice);
  }
  return card;
}

/** The text, with the parts between backquotes as code. */
function inlineCode(text) {
  return text.split("`").map((part, index) => (index % 2 ? element("code", "", part) : part));
}

function foldMarker(open, phrases) {
  const marker = element("span", open ? "cm-fold" : "cm-fold cm-fold-closed");
  marker.title = phrases[open ? "Fold" : "Unfold"];
  return marker;
}

function element(name, className, text = "") {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.textContent = text;
  return node;
}

/** The smallest single change that turns `before` into `after`. */
function difference(before, after) {
  let from = 0;
  const shorter = Math.min(before.length, after.length);
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

function clamp(offset, doc) {
  return Math.max(0, Math.min(offset, doc.length));
}

function* pairs(list) {
  for (let at = 0; at + 1 < list.length; at += 2) yield [list[at], list[at + 1]];
}
