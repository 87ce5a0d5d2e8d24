// A page that is served from a folder follows what becomes of it: the page is asked for again from time to time, and
// what is another is changed in its place, node by node. So whoever reads keeps the place: what stands at the top of the
// window stays there, what is open stays open, a drawing stays zoomed, and the focus and what was typed stay too.

(() => {
  "use strict";

  const REST = 1200;
  // What has a place on the page that one can tell again.
  const BLOCKS = "main :is(h1, h2, h3, h4, p, li, tr, dt, dd, figure, summary, .line)";
  // What readers do to elements, which pages do not say: no page has any of these.
  const OF_READERS = new Set(["open", "style", "data-scale", "data-more"]);
  let etag = null;
  let there = null;

  // What a script has put into the page, and looks after.
  const isOfScript = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-of-script");

  const textOf = (node) => `${node.nodeName} ${node.textContent}`;
  const kindOf = (node) => `${node.nodeName} ${node.className ?? ""}`;
  function idOf(node) {
    if (node.nodeType !== Node.ELEMENT_NODE) return null;
    return node.id || node.querySelector("[id]")?.id || node.querySelector("summary")?.textContent || null;
  }

  // For each of `fresh` the one of `old` that it takes the place of, or null: first by what stands at the beginning and
  // at the end, then by texts and ids that are there once, then by what they are, in order.
  function partners(old, fresh) {
    const found = fresh.map(() => null);
    const shorter = Math.min(old.length, fresh.length);
    let start = 0;
    while (start < shorter && textOf(old[start]) === textOf(fresh[start])) {
      found[start] = old[start];
      start += 1;
    }
    let end = 0;
    while (end < shorter - start && textOf(old[old.length - 1 - end]) === textOf(fresh[fresh.length - 1 - end])) {
      end += 1;
      found[fresh.length - end] = old[old.length - end];
    }
    let rest = old.slice(start, old.length - end);
    let open = [...fresh.keys()].slice(start, fresh.length - end);
    const byKey = (nodes, key) => Map.groupBy(nodes.filter((node) => key(node) !== null), key);
    for (const [key, isOnce] of [[textOf, true], [idOf, true], [kindOf, false]]) {
      const left = byKey(rest.filter((node) => !(key === kindOf && isOfScript(node))), key);
      const asking = byKey(open.map((at) => fresh[at]), key);
      for (const at of open) {
        const candidates = left.get(key(fresh[at])) ?? [];
        const isTold = !isOnce || (candidates.length === 1 && asking.get(key(fresh[at])).length === 1);
        if (candidates.length > 0 && isTold) found[at] = candidates.shift();
      }
      const taken = new Set(found);
      rest = rest.filter((node) => !taken.has(node));
      open = open.filter((at) => found[at] === null);
    }
    return found;
  }

  // Makes `old` what `fresh` is, with as little as possible.
  function renew(old, fresh) {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    if (isOfScript(old) || old.isEqualNode(fresh)) return;
    const isZoomed = old.classList.contains("zoomed");
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !OF_READERS.has(name)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (isZoomed) old.classList.add("zoomed");
    const children = [...fresh.childNodes];
    const before = [...old.childNodes];
    const found = partners(before, children);
    const kept = new Set(found);
    for (const node of before) if (!kept.has(node) && !isOfScript(node)) node.remove();
    let next = old.firstChild;
    children.forEach((child, at) => {
      const partner = found[at];
      if (partner !== null && partner === next) next = next.nextSibling;
      else old.insertBefore(partner ?? document.importNode(child, true), next);
      if (partner !== null) renew(partner, child);
    });
  }

  // What is seen, and where: first what begins at the top of the window, below the head that lies over it.
  function seen() {
    if (scrollY === 0) return [];
    const head = document.querySelector(".top");
    const edge = head && getComputedStyle(head).position === "sticky" ? head.getBoundingClientRect().bottom : 0;
    const places = [...document.querySelectorAll(BLOCKS)].map((node) => ({ node, area: node.getBoundingClientRect() }));
    const inView = places.filter(({ area }) => area.height > 0 && area.bottom > edge && area.top < innerHeight);
    const [whole, begun] = [true, false].map((is) => inView.filter(({ area }) => (area.top >= edge) === is));
    return [...whole, ...begun.reverse()];
  }

  function stay(places) {
    const place = places.find(({ node }) => node.isConnected && node.getClientRects().length > 0);
    if (place) scrollBy({ top: place.node.getBoundingClientRect().top - place.area.top, behavior: "instant" });
  }

  const loaded = (page) => [...page.head.querySelectorAll("script[src], link[rel=stylesheet]")].map((one) =>
    one.getAttribute(one.localName === "script" ? "src" : "href"));

  function follow(text) {
    const next = new DOMParser().parseFromString(text, "text/html");
    const known = loaded(document);
    // It needs what this page has not loaded, as a page does that gets its first drawing.
    if (loaded(next).some((one) => !known.includes(one))) return location.reload();
    const places = seen();
    const root = document.documentElement.style;
    root.overflowAnchor = "none"; // Some browsers would move the page too.
    document.title = next.title;
    renew(document.body, next.body);
    document.dispatchEvent(new CustomEvent("descriptorium:followed"));
    stay(places);
    root.overflowAnchor = "";
  }

  async function look() {
    if (document.visibilityState === "visible" && !document.querySelector("dialog[open]")) {
      try {
        const answer = await fetch(location.pathname + location.search, { cache: "no-cache" });
        const now = answer.headers.get("etag");
        // A page that goes is told to be gone, and one that was missing is shown once it is there.
        if (answer.ok || answer.status === 404) {
          if (there !== null && there !== answer.ok) return location.reload();
          there = answer.ok;
          document.documentElement.dataset.follows = "";
        }
        if (answer.ok && etag !== null && now !== null && now !== etag) follow(await answer.text());
        if (answer.ok && now !== null) etag = now;
      } catch {
        // The server is gone; it may come back.
      }
    }
    setTimeout(look, REST);
  }
  look();
})();
