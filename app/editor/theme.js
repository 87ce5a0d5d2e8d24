// The style of the YAML pane. Every color is a variable of public/tokens.css, which has the light and the dark theme.
import { EditorView } from "@codemirror/view";
import { StyleModule } from "style-mod";

// CodeMirror puts its styles into a <style> element, which the page's policy forbids. A constructed sheet is allowed.
const sheets = new WeakMap();
StyleModule.mount = (root, modules) => {
  let own = sheets.get(root);
  if (!own) {
    own = { sheet: new CSSStyleSheet(), modules: [] };
    sheets.set(root, own);
    root.adoptedStyleSheets = [own.sheet, ...root.adoptedStyleSheets];
  }
  const list = [modules].flat();
  if (list.every((module, at) => own.modules[at] === module)) return;
  own.modules = [...list, ...own.modules.filter((module) => !list.includes(module))];
  own.sheet.replaceSync(own.modules.map((module) => module.getRules()).join("\n"));
};

const editorTheme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)", fontSize: "var(--size-code)" },
  "&.cm-focused": { outline: "none" },
  // With containment, a keystroke only lays out and paints the text. Not for the whole editor, since tooltips exceed it.
  ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "1.55", contain: "strict" },
  ".cm-content": { caretColor: "var(--accent)", padding: "8px 0" },
  // Room to type in before the text has to get wider (`roomAhead`).
  ".cm-line": { padding: "0 10ch 0 6px" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--selection-text)",
  },
  ".cm-activeLine": { backgroundColor: "var(--line-active)" },
  ".cm-selectedElement": { backgroundColor: "var(--selection-faint)", boxShadow: "inset 2px 0 0 var(--accent)" },
  ".cm-selectionMatch": { backgroundColor: "var(--match-faint)" },
  ".cm-searchMatch": { backgroundColor: "var(--match)", borderRadius: "2px" },
  ".cm-searchMatch.cm-searchMatch-selected": { backgroundColor: "var(--match-strong)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--match-faint)", outline: "1px solid var(--border-strong)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", color: "var(--error)" },

  ".cm-hint": { marginLeft: "1.2ch", padding: "1px 5px", borderRadius: "4px", backgroundColor: "var(--surface-raised)",
    color: "var(--text-muted)", fontFamily: "var(--font)", fontSize: "0.86em", userSelect: "none" },

  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--text-faint)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 4px 0 10px", minWidth: "28px", fontVariantNumeric: "tabular-nums" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text-muted)" },
  ".cm-gutter-lint": { width: "14px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 0 0 4px" },
  ".cm-lint-marker": { width: "8px", height: "8px", marginTop: "6px", borderRadius: "50%", content: '""', cursor: "pointer" },
  ".cm-lint-marker-error": { backgroundColor: "var(--error)" },
  ".cm-lint-marker-warning": { backgroundColor: "var(--warning)" },
  ".cm-lint-marker-info": { backgroundColor: "var(--info)" },
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0", textDecorationLine: "underline",
    textDecorationStyle: "wavy", textDecorationSkipInk: "none", textUnderlineOffset: "3px" },
  ".cm-lintRange-error": { textDecorationColor: "var(--error)" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--warning)" },
  ".cm-lintRange-info": { textDecorationColor: "var(--info)" },
  ".cm-lintRange-active": { backgroundColor: "var(--match-faint)" },
  ".cm-lintPoint:after": { borderBottomColor: "var(--warning)" },
  ".cm-lintPoint-error:after": { borderBottomColor: "var(--error)" },
  ".cm-lintPoint-info:after": { borderBottomColor: "var(--info)" },
  ".cm-fold": { display: "inline-block", width: "14px", cursor: "pointer", color: "var(--text-faint)", textAlign: "center" },
  ".cm-fold:after": { content: '"⌄"', position: "relative", top: "-3px" },
  ".cm-fold-closed:after": { content: '"›"', top: "0" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--surface-raised)", border: "1px solid var(--border)",
    color: "var(--text-muted)", padding: "0 4px", margin: "0 4px" },

  ".cm-tooltip": { backgroundColor: "var(--surface-overlay)", color: "var(--text)", border: "1px solid var(--border)",
    borderRadius: "var(--radius)", boxShadow: "var(--shadow)", fontFamily: "var(--font)", fontSize: "var(--size)" },
  ".cm-tooltip-hover, .cm-note.cm-tooltip": { maxWidth: "min(460px, 92vw)", maxHeight: "min(340px, 45vh)", overflow: "auto" },
  ".cm-tooltip.cm-tooltip-autocomplete": { padding: "4px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-code)", fontSize: "12px", maxHeight: "260px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 8px", borderRadius: "4px", lineHeight: "1.4" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600", color: "var(--accent-text)" },
  "li[aria-selected] .cm-completionMatchedText": { color: "inherit" },
  ".cm-completionDetail": { fontStyle: "normal", fontFamily: "var(--font)", color: "var(--text-muted)", marginLeft: "12px" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-tooltip.cm-completionInfo": { padding: "8px 10px", maxWidth: "360px", lineHeight: "1.45" },
  ".cm-completionIcon": { opacity: "1", width: "14px", paddingRight: "8px", color: "var(--code-value)" },
  ".cm-completionIcon:after": { content: '"●" !important', fontSize: "9px" },
  ".cm-completionIcon-property": { color: "var(--code-key)" },
  ".cm-completionIcon-enum": { color: "var(--code-mark)" },
  "li[aria-selected] .cm-completionIcon": { color: "inherit" },

  ".cm-diagnostic": { padding: "8px 12px", marginLeft: "0", borderLeft: "3px solid var(--error)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warning)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--info)" },
  ".cm-diagnostic:not(:first-child)": { borderTop: "1px solid var(--border)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", padding: "2px 8px",
    borderRadius: "4px", margin: "6px 6px 0 0", fontSize: "12px" },
  ".cm-finding": { display: "flex", flexWrap: "wrap", gap: "2px 8px", lineHeight: "1.45" },
  ".cm-finding-code": { color: "var(--text-faint)", fontFamily: "var(--font-code)", fontSize: "11px", alignSelf: "center" },
  ".cm-finding-help": { flexBasis: "100%", color: "var(--text-muted)" },
  ".cm-finding code": { fontFamily: "var(--font-code)", fontSize: "0.92em" },

  ".cm-panels": { backgroundColor: "var(--surface-raised)", color: "var(--text)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--border)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--border)" },
  ".cm-panel.cm-search": { padding: "6px 32px 6px 10px", fontFamily: "var(--font)" },
  ".cm-panel.cm-search label": { fontSize: "12px", color: "var(--text-muted)" },
  ".cm-textfield": { backgroundColor: "var(--surface)", border: "1px solid var(--border)", borderRadius: "4px",
    padding: "3px 6px", color: "var(--text)", fontSize: "12px" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--surface)", border: "1px solid var(--border)",
    borderRadius: "4px", padding: "2px 8px", fontSize: "12px", color: "var(--text)" },
  ".cm-button:active": { backgroundImage: "none", backgroundColor: "var(--hover)" },
  ".cm-key": { color: "var(--code-key)" },
  ".cm-value": { color: "var(--code-value)" },
  ".cm-punctuation, .cm-bracket": { color: "var(--code-punctuation)" },
  ".cm-comment": { color: "var(--code-comment)", fontStyle: "italic" },
  ".cm-mark": { color: "var(--code-mark)" },
  ".cm-expression": { color: "var(--code-expression)", backgroundColor: "var(--code-expression-faint)", borderRadius: "3px" },
  ".cm-expression span": { color: "inherit" },
});

export const theme = editorTheme;
