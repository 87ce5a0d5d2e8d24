// A page that is served from a folder follows what becomes of it: the page is asked for again from time to time, and
// when it is another, its text is put in the place of the old one. Where one reads stays where it is.

(() => {
  "use strict";

  const REST = 1200;
  let etag = null;
  let there = null;

  function replace(next, selector) {
    const [old, fresh] = [document.querySelector(selector), next.querySelector(selector)];
    if (old && fresh) old.replaceWith(document.adoptNode(fresh));
    else if (old) old.remove();
    return Boolean(old) === Boolean(fresh);
  }

  function follow(text) {
    const next = new DOMParser().parseFromString(text, "text/html");
    // What was asked of the search, and the answer, stay; the search itself looks again.
    const main = document.getElementById("search-page") ? [] : ["main", ".contents"];
    const selectors = [".notice", ".top nav", ".breadcrumbs", ...main, ".foot"];
    const place = [scrollX, scrollY];
    document.title = next.title;
    const all = selectors.map((selector) => replace(next, selector));
    // Something is new that has no place on this page yet.
    if (all.includes(false)) return location.reload();
    scrollTo(...place);
    document.dispatchEvent(new CustomEvent("descriptorium:followed"));
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
