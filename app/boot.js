// Loads the modeller. A file of its own, because the page's policy allows no inline script.

// The languages of the interface, by what is said before its own words (src/words.rs) are there. The page is in the one
// that its address asks for (`?lang=de`), or that was chosen the last time, or that the browser prefers.
const WORDS = {
  en: { loading: "Loading the modeller …", failed: "The modeller could not start" },
  de: { loading: "Der Modeller wird geladen …", failed: "Der Modeller ließ sich nicht starten" },
};
const wishes = [new URLSearchParams(location.search).get("lang"), chosen(), ...navigator.languages];
const language = wishes.map((tag) => (tag ?? "").split("-")[0].toLowerCase()).find((tag) => Object.hasOwn(WORDS, tag)) ?? "en";
document.documentElement.lang = language;
document.getElementById("boot").textContent = WORDS[language].loading;

function chosen() {
  try {
    return localStorage.getItem("descriptorium.language");
  } catch {
    // Storage may be refused to us; then nothing was chosen.
    return null;
  }
}

try {
  const { default: start } = await import("./editor.js");
  await start();
  document.getElementById("boot").remove();
} catch (error) {
  console.error(error);
  document.getElementById("boot")?.remove();
  const notice = document.createElement("p");
  notice.className = "boot-failure";
  notice.setAttribute("role", "alert");
  notice.textContent = `${WORDS[language].failed}: ${error.message}`;
  document.body.append(notice);
}

// From the second visit on it needs no network, where the browser allows that: not in a sandboxed frame, and over a
// plain connection on this machine only. All else works without.
try {
  await navigator.serviceWorker?.register(new URL("../worker.js", import.meta.url));
} catch {
  // Nobody misses it while there is a network.
}
