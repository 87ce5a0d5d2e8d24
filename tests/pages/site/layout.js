// Looks for faults in the layout of a page of a site: sideways scrolling, narrow values, names that are broken in the middle
// or, in tables, although there is room for them, and targets of links below the bars. The body of a function that returns a list of faults.

const faults = [];
const report = (kind, node, detail) => faults.push(`${kind}: ${detail} in ${node.outerHTML.slice(0, 90).replace(/\s+/g, " ")}`);
const main = document.querySelector("main");

const root = document.documentElement;
if (root.scrollWidth > root.clientWidth) {
  const isOutside = (part) => part.getBoundingClientRect().right > root.clientWidth + 1 && part.checkVisibility();
  const parts = [...document.body.querySelectorAll("*")].filter((part) => isOutside(part) && !part.closest("pre, .view, .scroll"));
  report("wider than the window", parts.at(-1) ?? root, `${root.scrollWidth} > ${root.clientWidth}`);
}

// Only code, diagrams, maps and tables of versions may scroll sideways, and tables of the author.
const MAY_SCROLL = "pre, .view, .prose .scroll, .scroll:has(> .matrix), .scroll:has(> .geo-map)";
for (const part of main.querySelectorAll("*")) {
  // Less than the width of a letter does not hide anything.
  const scrolls = part.scrollWidth > part.clientWidth + 10 && ["auto", "scroll"].includes(getComputedStyle(part).overflowX);
  if (scrolls && !part.matches(MAY_SCROLL)) report("scrolls", part, `${part.scrollWidth} > ${part.clientWidth}`);
}

// The width of eight digits.
const SEPARATORS = ":._-/,=&?;|@#+*()[]{}<>\"'$~%!\u2013\u2014\u2026 ";
const NARROW = 8;
const TEXTS = "th, td, dd, dt, li, code, a, p, h1, h2, h3";
// A column that is empty in every row takes room from the others; a matrix has such columns.
for (const table of main.querySelectorAll("table:not(.matrix)")) {
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  const heads = table.tHead?.rows[0]?.cells ?? [];
  if (rows.length === 0 || rows.some((row) => row.cells.length !== heads.length) || table.closest(".prose")) continue;
  const isEmpty = (cell) => cell.textContent.trim() === "" && !cell.querySelector("img, meter, svg");
  [...heads].forEach((head, column) => {
    if (rows.every((row) => isEmpty(row.cells[column]))) report("empty column", table, head.textContent);
  });
}

const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
const range = document.createRange();
// The width of a part of a text in one line.
const widthOf = (text, start, end) => {
  range.setStart(text, start);
  range.setEnd(text, end);
  return [...range.getClientRects()].reduce((sum, line) => sum + line.width, 0);
};
// The width of the lines in an element, or around it if it is a part of a line.
const contentWidth = (block) => {
  if (getComputedStyle(block).display === "inline") return contentWidth(block.parentElement);
  const style = getComputedStyle(block);
  return block.getBoundingClientRect().width - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
};
while (walker.nextNode()) {
  const text = walker.currentNode;
  const holder = text.parentElement;
  if (text.data.trim().length < 2 || holder.closest("pre, svg, script, .own, .copy") || !holder.checkVisibility()) continue;
  range.selectNodeContents(text);
  const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
  if (lines.size < 2) continue;
  const block = holder.closest(TEXTS) ?? holder;
  const style = getComputedStyle(block);
  const width = block.clientWidth || block.getBoundingClientRect().width;
  const em = Number.parseFloat(style.fontSize);
  if (style.display !== "inline" && width > 0 && width < NARROW * 0.5 * em) report("narrow", block, `${width} px`);
  // The words that are broken.
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    if (word.length < 3) continue;
    const topOf = (at) => {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getClientRects()[0]?.top;
    };
    const [first, last] = [topOf(index), topOf(index + word.length - 1)];
    if (first === undefined || last === undefined || Math.abs(first - last) < 2) continue;
    let before = first;
    for (let at = index + 1; at < index + word.length; at += 1) {
      const top = topOf(at);
      if (top === undefined) continue;
      const isBroken = Math.abs(top - before) > em / 2;
      before = top;
      if (!isBroken) continue;
      // A version stays whole, unless it is longer than the longest one.
      const isInside = [...word.matchAll(/\d+(?:\.\d+)+/g)].some(({ 0: version, index: start }) =>
        version.length <= 16 && index + start < at && at < index + start + version.length);
      if (isInside) report("broken version", holder, `${text.data.slice(index, at)}|${text.data.slice(at, index + word.length)}`);
      if (isInside || SEPARATORS.includes(text.data[at - 1])) continue;
      // Chinese, Japanese and Korean text is broken between any two characters.
      if (text.data.codePointAt(at) >= 0x2e80) continue;
      // A part that is too long for its line, or for any, may be broken anywhere.
      const parts = [...word.matchAll(/[^:._\-/,=&?;|@#+*]+/g)];
      const inline = getComputedStyle(holder);
      const frame = inline.display === "inline" ? Number.parseFloat(inline.paddingLeft) + Number.parseFloat(inline.paddingRight) : 0;
      const fits = ({ 0: part, index: start }) => part.length <= 40 && widthOf(text, index + start, index + start + part.length) + frame <= contentWidth(block);
      if (parts.every(fits)) report("broken", holder, `${text.data.slice(index, at)}|${text.data.slice(at, index + word.length)}`);
      break;
    }
  }
}

// Names are broken after separators, where pages have a <wbr>. In tables, this must not happen while the name fits its line,
// or while a column beside it has room.
const isWord = (node) => node?.nodeType === Node.TEXT_NODE;
const isBreak = (node) => node?.localName === "wbr";
const edge = (text, at) => {
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  return range.getClientRects()[0];
};
// The width of the word around a break in one line, or 0 if it continues a word of another element.
const wholeWidth = (mark) => {
  let width = 0;
  let [first, last] = [mark.previousSibling, mark.nextSibling];
  for (; isWord(first); first = first.previousSibling.previousSibling) {
    const start = first.data.search(/\S+$/);
    width += widthOf(first, start, first.length);
    if (start > 0 || !isBreak(first.previousSibling)) break;
  }
  for (; isWord(last); last = last.nextSibling.nextSibling) {
    const end = /^\S+/.exec(last.data)[0].length;
    width += widthOf(last, 0, end);
    if (end < last.length || !isBreak(last.nextSibling)) break;
  }
  const before = first.previousSibling ?? (first.parentElement.matches("a, code, span") ? first.parentElement.previousSibling : null);
  return /^\s/.test(first.data) || !/[^\s(]$/.test(before?.textContent ?? "") ? width : 0;
};
// The width in pixels that each column of a table could give to others: a column without broken lines, what it does not use;
// one of running text, what it has beyond its minimum. Of two columns of broken names, neither has room for the other.
const rooms = new Map();
const roomsOf = (table) => {
  if (rooms.has(table)) return rooms.get(table);
  const heads = table.tHead?.rows[0]?.cells ?? [];
  const columns = [...heads].map(() => ({ width: 0, used: 0, least: 0, isBroken: false }));
  for (const row of table.rows) {
    if (row.cells.length !== heads.length || !row.checkVisibility()) continue;
    [...row.cells].forEach((cell, index) => {
      const column = columns[index];
      const left = cell.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(cell).paddingLeft);
      column.width = contentWidth(cell);
      if (cell.matches(".prose, .summary")) column.least = Math.max(column.least, Number.parseFloat(getComputedStyle(cell).minWidth) || 0);
      const tops = new Map();
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const holder = texts.currentNode.parentElement;
        if (texts.currentNode.data.trim() === "" || holder.closest(".permalink")) continue;
        const block = holder.closest(".inline, .words") ?? holder.closest("li, p, dd, dt, div, td, th");
        range.selectNodeContents(texts.currentNode);
        for (const line of range.getClientRects()) {
          column.used = Math.max(column.used, line.right - left);
          if (!tops.has(block)) tops.set(block, line.top);
          if (Math.abs(tops.get(block) - line.top) > line.height / 2) column.isBroken = true;
        }
      }
    });
  }
  const found = columns.map(({ width, used, least, isBroken }) => {
    if (!isBroken) return Math.max(width - used, 0);
    return least > 0 ? Math.max(width - least, 0) : 0;
  });
  rooms.set(table, found);
  return found;
};
// The words at a break, or null if there is none.
const broken = (mark) => {
  const [before, after] = [mark.previousSibling, mark.nextSibling];
  if (!isWord(before) || !isWord(after) || mark.closest("pre") || !mark.parentElement.checkVisibility()) return null;
  const [last, first] = [edge(before, before.length - 1), edge(after, 0)];
  if (last === undefined || first === undefined || first.top - last.top < last.height / 2) return null;
  return `${before.data.slice(-30)}|${after.data.slice(0, 30)}`;
};
// In the facts of a page, a name has the line of its title, and if that is too short, the one below it. Beside an overview, the
// facts are as wide as their names, up to 55 % of the card.
for (const mark of main.querySelectorAll(".facts wbr")) {
  const words = broken(mark);
  if (words === null) continue;
  const width = wholeWidth(mark);
  const fact = mark.closest("dl > div");
  // A comma stays with its name.
  if (width > 0 && width + 8 <= contentWidth(fact)) report("a fact is broken, and fits a line", fact, words);
  const facts = fact.parentElement;
  const drawing = facts.parentElement.querySelector(".overview svg")?.getBoundingClientRect();
  const isBeside = drawing && facts.getBoundingClientRect().top < drawing.bottom;
  const room = isBeside ? facts.previousElementSibling.getBoundingClientRect().width - drawing.width : 0;
  if (room > 48 && facts.offsetWidth < 0.54 * facts.parentElement.offsetWidth) report("a fact is broken beside room", fact, `${words}, ${Math.round(room)} px`);
}
// A matrix scrolls sideways, so its names are whole, except on a phone.
for (const mark of main.querySelectorAll(".matrix wbr")) {
  if (innerWidth > 640 && broken(mark) !== null) report("broken in a matrix", mark.closest("th, td"), broken(mark));
}
// In the first of two columns of a table of the author's, names have up to 62 %, including the space between the columns.
for (const mark of main.querySelectorAll(".prose table wbr")) {
  const words = broken(mark);
  if (words === null) continue;
  const [cell, width] = [mark.closest("td, th"), wholeWidth(mark)];
  const style = getComputedStyle(cell);
  const [padding, frame] = [Number.parseFloat(style.paddingRight), Number.parseFloat(getComputedStyle(mark.parentElement).paddingLeft)];
  const whole = width + 2 * (mark.parentElement.matches("code") ? frame : 0);
  if (width > 0 && whole <= contentWidth(cell)) report("broken, and fits a line", cell, words);
  const most = 0.62 * contentWidth(cell.closest("table").parentElement) - padding;
  if (cell.parentElement.cells.length === 2 && cell.cellIndex === 0 && width > 0 && whole <= most) report("broken beside words", cell, words);
}
for (const mark of main.querySelectorAll("table:not(.matrix, .prose table) wbr")) {
  const words = broken(mark);
  if (words === null) continue;
  const width = wholeWidth(mark);
  const block = mark.closest(".w, li, p, dd, dt, div, td, th");
  if (width > 0 && width <= contentWidth(block)) report("broken, and fits a line", block, words);
  const cell = mark.closest("td, th");
  const table = cell.closest("table");
  if (getComputedStyle(cell.parentElement).display === "block" || cell.colSpan > 1 || cell.closest(".details td") === cell) continue;
  // Less than the frame around a number is not room, and in running text, less than what would come into the line.
  const room = roomsOf(table).reduce((sum, room, column) => (column === cell.cellIndex || room <= 12 ? sum : sum + room), 0);
  const after = mark.nextSibling;
  const needed = cell.matches(".prose") ? widthOf(after, 0, /^\S+/.exec(after.data)[0].length) : 0;
  if (room > needed) report("broken beside room", cell, `${words}, ${Math.round(room)} px`);
  const outside = contentWidth(table.parentElement) - table.getBoundingClientRect().width;
  if (outside > 1) report("broken in a narrow table", cell, `${words}, ${Math.round(outside)} px`);
}

// A target is below the bars if less space is kept than they take.
const padding = Number.parseFloat(getComputedStyle(root).scrollPaddingTop) || 0;
const bars = [".top", ".side"].map((name) => document.querySelector(name)).filter((bar) => bar?.checkVisibility());
const covered = bars.filter((bar) => getComputedStyle(bar).position === "sticky" && bar.getBoundingClientRect().right > main.getBoundingClientRect().left + 1)
  .map((bar) => Number.parseFloat(getComputedStyle(bar).top) + bar.offsetHeight)
  .reduce((most, one) => Math.max(most, one), 0);
if (main.querySelector("[id]") && padding < covered) report("anchors are hidden", root, `${padding} < ${covered}`);
for (const link of document.querySelectorAll(".contents a[href^='#']")) {
  if (!document.getElementById(decodeURIComponent(link.hash.slice(1)))) report("no target", link, link.hash);
}
return faults;
