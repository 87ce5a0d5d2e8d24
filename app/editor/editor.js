// The YAML pane: CodeMirror behind a class that the app calls through wasm-bindgen (src/binding.rs).
//
// Offsets count UTF-16 units, a line break as one whatever it is in the file. There is no history in here: undo is one
// stack over text and canvas, kept by the app, and its keys are handed on.
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
  highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, rectangularSelection, showTooltip,
} from "@codemirror/view";
import { theme } from "./theme.js";
import { yaml } from "./yaml.js";

/** Marks what the app itself did, which is not reported back to it. */
const fromApp = Annotation.define();

/** The ranges that stand for what is selected on the canvas. */
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
      // What changes out of sight moves them all the same.
      this.marks = marks === this.marks ? marks.map(update.changes) : marks;
    },
  }),
  { decorations: (plugin) => plugin.marks },
);

/** What the app can ask for by name: its table of keys (src/keys.rs) says which keys do it. */
const commands = {
  complete: startCompletion, nextFinding: nextDiagnostic, previousFinding: previousDiagnostic, find: openSearchPanel,
  selectNext: selectNextOccurrence, comment: toggleComment, fold: foldCode, unfold: unfoldCode, foldAll, unfoldAll,
  explain: (view) => void explain(view),
};

export class TextEditor {
  /**
   * `label` names it, and `phrases` says what it calls what, by the English name. `app` answers for the app:
   * - `edited(changes, kind)`: the user changed the text; `changes` is `[from, to, inserted, ...]` in offsets of the text
   *   before, `kind` says how ("input.type", "delete.backward", "input.paste", ...)
   * - `selected(anchor, head)`: the user moved the cursor
   * - `undo()`, `redo()`
   * - `complete(offset, explicit)`: `{from, to, options: [{label, detail, info, kind, insert}]}`, null, or a promise of it
   * - `hover(offset)`: `{from, to, node}` or null
   * - `finding(number)`: what a finding says: `{message, code, help, fixes: [title, ...]}`
   * - `fix(finding, fix)`: the user chose a fix, both by number
   * - `define(offset)`: the user wants to see where the name there is defined
   * - `fixLine(offset)`: the user wants to mend what is found in the line there
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
    // What is out of the page is not scrolled any more.
    this.view.scrollDOM.addEventListener("scroll", () => (this.scrolled = this.view.scrollSnapshot()), { passive: true });
    // What is asked beside the text makes it lower: the line of the cursor stays in sight.
    let height = 0;
    new ResizeObserver(() => {
      const { view } = this, { clientHeight, scrollTop } = view.scrollDOM;
      const { head } = view.state.selection.main, line = view.lineBlockAt(head);
      const wasSeen = line.bottom > scrollTop && line.top < scrollTop + height;
      if (clientHeight < height && wasSeen) view.dispatch({ effects: EditorView.scrollIntoView(head) });
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

  /** Goes on in `parent` and in another language, `label` and `phrases` as at first. */
  remount(parent, label, phrases) {
    const { view, scrolled } = this;
    this.words = words(label, phrases);
    parent.append(view.dom);
    this.setWords();
    // It is made with its words.
    if (searchPanelOpen(view.state) && closeSearchPanel(view)) openSearchPanel(view);
    view.coordsAtPos(0);
    if (scrolled) view.dispatch({ effects: scrolled });
  }

  setWords() {
    if (this.language.get(this.view.state) === this.words) return;
    this.view.dispatch({ effects: this.language.reconfigure(this.words) });
  }

  /** Shows the text of the file called `name`, at the place where the user left it. */
  show(name, text, readOnly) {
    if (this.shown !== null) this.states.set(this.shown, { state: this.view.state, scroll: this.view.scrollSnapshot() });
    this.shown = name;
    forgetAnswer();
    const left = this.states.get(name);
    if (!left) this.view.scrollDOM.scrollTo(0, 0);
    this.view.setState(left?.state ?? this.newState(text, readOnly));
    if (left) {
      this.reset(text);
      // Scrolled to before it is measured, it would have to be measured over and over.
      this.view.coordsAtPos(0);
      this.view.dispatch({ effects: left.scroll });
    }
    this.setWords();
    this.setReadOnly(readOnly);
  }

  /** Makes `text` what is shown, by the smallest change; the cursor stays with the text around it. */
  reset(text) {
    const before = this.view.state.doc.toString();
    const after = text.replace(/\r\n?/g, "\n");
    if (before !== after) this.dispatchFromApp({ changes: difference(before, after) });
  }

  text() {
    return this.view.state.doc.toString();
  }

  /** How long the text is. */
  length() {
    return this.view.state.doc.length;
  }

  /** Changes the text as the app says, `changes` as in `edited`; the cursor stays with the text around it. */
  edit(changes) {
    const list = [];
    for (let at = 0; at < changes.length; at += 3) {
      list.push({ from: changes[at], to: changes[at + 1], insert: changes[at + 2] });
    }
    forgetAnswer();
    this.dispatchFromApp({ changes: list });
  }

  setReadOnly(readOnly) {
    if (this.view.state.readOnly === readOnly) return;
    const access = [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)];
    this.view.dispatch({ effects: this.access.reconfigure(access) });
  }

  /** Shows findings by their numbers: `[from, to, severity, ...]`, the severity being 0 for the worst. */
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

  /** Marks the lines of the ranges `[from, to, ...]` as what is selected on the canvas. */
  highlight(ranges) {
    // Even a state that is not changed is worked on.
    const { state } = this.view;
    if (RangeSet.eq([state.field(highlights)], [highlightLines(state.doc, ranges)])) return;
    this.view.dispatch({ effects: setHighlights.of(ranges) });
  }

  /** Selects the text from `anchor` to `head`, and shows it. */
  select(anchor, head) {
    const { doc } = this.view.state;
    const selection = EditorSelection.single(clamp(anchor, doc), clamp(head, doc));
    const effects = EditorView.scrollIntoView(selection.main, { y: "center" });
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

/** A finding as the text editor takes it. There may be thousands, so that what one says is asked for when it is shown. */
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

/** What has words in it. */
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
    drawSelection({ cursorBlinkRate: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1200 }), dropCursor(),
    // Ctrl follows a name, so that Alt adds a cursor, and with Shift draws a rectangle.
    rectangularSelection({ eventFilter: (event) => event.altKey && event.shiftKey && event.button === 0 }),
    EditorView.clickAddsSelectionRange.of((event) => event.altKey),
    EditorState.allowMultipleSelections.of(true), indentUnit.of("  "), EditorState.tabSize.of(2),
    indentOnInput(), highlightSelectionMatches(), search({ top: true }),
    yaml, highlightExpressions, highlights, lintGutter(), theme,
    autocompletion({ override: [(context) => complete(app, context)], activateOnTypingDelay: 30 }),
    hoverTooltip((_, offset) => hover(app, offset), { hoverTime: 350 }), told.init(() => ({ app, tooltip: null })),
    keymap.of([{ key: "Escape", run: stopTelling }, { key: "Tab", run: acceptCompletion }, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ spellcheck: "false", tabindex: "0" }),
    EditorView.updateListener.of((update) => report(app, update)),
  ];
}

/** Tells the app what the user did. */
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

/** The change, widened so that it cuts no character of two UTF-16 units in half. */
function whole(doc, from, to, inserted) {
  const cuts = (at) => at > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(doc.sliceString(at - 1, at + 1));
  const [first, last] = [cuts(from) ? 1 : 0, cuts(to) ? 1 : 0];
  const before = doc.sliceString(from - first, from);
  const after = doc.sliceString(to, to + last);
  return [from - first, to + last, before + inserted + after];
}

/** Undo and redo asked for by menu or gesture, which never come as keys. */
function forwardHistory(event, app) {
  if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return false;
  event.preventDefault();
  if (event.inputType === "historyUndo") app.undo();
  else app.redo();
  return true;
}

/**
 * Whoever comes to the text with Tab leaves it with Tab, until another key is pressed: then Tab indents. (Escape before it
 * always lets it go.)
 */
function tabThrough() {
  let began = false;
  return {
    keydown: (event) => {
      began = event.key === "Tab";
    },
    keyup: (event, view) => {
      // A key that was pressed elsewhere and let go here has brought the keyboard here.
      if (event.key === "Tab" && !began) view.setTabFocusMode(Number.MAX_SAFE_INTEGER);
      began = false;
    },
  };
}

/** A click with Ctrl goes to where the name under it is defined. */
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
/** Text that continues a scalar: it begins no key, item, comment, reference or flow collection. */
const prose = /^[\w ;()/]*$/;

/**
 * The last question and its answer: the line up to the cursor, where it begins, and the completions, if any. The core answers
 * for a place and not for a prefix. So completions stay the same while a word goes on, and where there are none, there are none
 * while the scalar goes on: the text need not be parsed to know.
 */
let last = { from: -1, before: "", answer: null };

/** After this, whatever is at the cursor is asked for. */
function forgetAnswer() {
  last = { from: -1, before: "", answer: null };
}

async function complete(app, context) {
  const { pos, explicit, state } = context;
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  const typed = line.from === last.from && before.startsWith(last.before) ? before.slice(last.before.length) : null;
  if (explicit || typed === null || !(last.answer ? word : prose).test(typed)) {
    const answer = await app.complete(pos, explicit);
    if (context.aborted) return null;
    last = { from: /\w$/.test(before) ? line.from : -1, before, answer };
  }
  if (!last.answer) return null;
  const options = last.answer.options.map(({ label, detail, info, kind, insert }, index) => ({
    label, detail, info, type: kind,
    // The best come first; among those that match equally well, that decides.
    boost: -Math.min(index, 99),
    apply: (view, completion, from, to) => insertCompletion(view, completion, insert ?? label, from, to),
  }));
  const { from, to } = last.answer, known = pos - from;
  const validFor = (text) => text.length >= known && word.test(text.slice(known));
  return { from, to: to + before.length - last.before.length, options, validFor };
}

/** Puts in what was chosen, and asks again where that calls for a value. */
function insertCompletion(view, completion, insert, from, to) {
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    annotations: [pickedCompletion.of(completion), Transaction.userEvent.of("input.complete")],
    scrollIntoView: true,
  });
  if (insert.endsWith(": ")) startCompletion(view);
}

async function hover(app, offset) {
  const answer = await app.hover(offset);
  if (!answer) return null;
  const { from, to, node } = answer;
  // What is too long is scrolled by whoever has the keyboard there.
  node.tabIndex = 0;
  return { pos: from, end: to, above: true, create: () => ({ dom: node }) };
}

/**
 * What a key asked to be told of the place of the cursor, as a tooltip, until the cursor moves or Escape is pressed.
 * Asked once more, the keyboard goes there.
 */
const tell = StateEffect.define();
const told = StateField.define({
  create: () => ({ app: null, tooltip: null }),
  update(value, transaction) {
    const effect = transaction.effects.find((effect) => effect.is(tell));
    if (effect) return { ...value, tooltip: effect.value };
    return value.tooltip && (transaction.docChanged || transaction.selection) ? { ...value, tooltip: null } : value;
  },
  provide: (field) => showTooltip.from(field, (value) => value.tooltip),
});

async function explain(view) {
  const { app, tooltip: shown } = view.state.field(told);
  if (shown) return getTooltip(view, shown)?.dom.focus();
  const { head } = view.state.selection.main;
  const tooltip = await hover(app, head);
  tooltip?.create().dom.addEventListener("keydown", (event) => event.key === "Escape" && stopTelling(view));
  if (view.state.selection.main.head === head) view.dispatch({ effects: tell.of(tooltip) });
}

function stopTelling(view) {
  if (!view.state.field(told).tooltip) return false;
  view.dispatch({ effects: tell.of(null) });
  view.focus();
  return true;
}

function renderFinding({ message, code, help }) {
  const card = element("div", "cm-finding");
  const say = element("span", "cm-finding-message");
  say.append(...inlineCode(message));
  card.append(say, element("span", "cm-finding-code", code));
  if (help) {
    const advice = element("span", "cm-finding-help");
    advice.append(...inlineCode(help));
    card.append(advice);
  }
  return card;
}

/** The text with what stands between backticks as code. */
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
