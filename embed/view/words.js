// The words of the viewer, in English and German side by side.

const WORDS = {
  diagram: ["Diagram", "Diagramm"],
  findings: ["Findings", "Befunde"],
  expansion: ["Preview", "Vorschau"],
  source: ["Source", "Quelltext"],
  views: ["Views", "Ansichten"],
  loading: ["Loading …", "Wird geladen …"],
  zoomIn: ["Zoom in (+)", "Vergrößern (+)"],
  zoomOut: ["Zoom out (−)", "Verkleinern (−)"],
  fit: ["Fit (0)", "Einpassen (0)"],
  actual: ["Actual size, 1:1 (1)", "Originalgröße, 1:1 (1)"],
  keys: ["+ and − zoom, arrow keys pan, 0 fits, Enter selects a box", "+ und − zoomen, Pfeiltasten verschieben, 0 passt ein, Enter wählt einen Kasten aus"],
  table: ["Boxes and connections", "Kästen und Verbindungen"],
  box: ["Box", "Kasten"],
  connected: ["Connections", "Verbindungen"],
  none: ["No findings.", "Keine Befunde."],
  error: ["error", "Fehler"],
  warning: ["warning", "Warnung"],
  info: ["info", "Hinweis"],
  line: ["line", "Zeile"],
  noExpansion: ["This descriptor has no preview.", "Für diesen Deskriptor gibt es keine Vorschau."],
  intent: ["Intent", "Absicht"],
  unset: ["Required values without a default:", "Pflichtwerte ohne Vorgabe:"],
  items: ["Parts", "Teile"],
  plan: ["Plan", "Plan"],
  stage: ["Stage", "Stufe"],
  demand: ["Demand", "Anforderung"],
  candidate: ["Candidate", "Kandidat"],
  incomplete: ["Only a part is shown. The whole:", "Nur ein Teil wird gezeigt. Alles zeigt:"],
  noDiagram: ["This descriptor has no diagram.", "Für diesen Deskriptor gibt es kein Diagramm."],
  noSource: ["The source text is not published.", "Der Quelltext ist nicht veröffentlicht."],
};

/**
 * A function that returns words in a language.
 * @param {string} language
 * @returns {(word: keyof typeof WORDS) => string}
 */
export function wordsIn(language) {
  const at = language.toLowerCase().startsWith("de") ? 1 : 0;
  return (word) => WORDS[word][at];
}
