// Loads the modeller. The page's policy allows no inline script, so this is a separate file. It is no module, because
// browsers refuse modules of a page that was opened from a local file, and this script has to report that.

// The languages of the interface, with the texts that are needed before its own words (src/words.rs) are loaded. The
// language is the one in the address (`?lang=de`), or the one that was chosen before, or the preferred one of the browser.
const WORDS = {
  en: { loading: "Loading the modeller …", old: "This browser may be too old. The modeller supports Chrome and Edge 123, Firefox 120, Safari 17.5 and newer.", failed: "The modeller could not start", disk: "Browsers cannot run the modeller from a local file. Open this site from a web server, or run `descriptorium serve` with the folder of the descriptors.", header: "In a sandboxed frame, the server of the modeller must send the header Access-Control-Allow-Origin: * with all its files.", hosted: "The modeller stopped because of an error in it. Changes that the page around it has not taken over are lost.", broken: "Something broke", kept: "The modeller stopped because of an error in it. Unsaved changes up to about a second ago are stored in this browser; they are restored when the page is reloaded.", reload: "Reload" },
  de: { loading: "Der Modeller wird geladen …", old: "Dieser Browser ist möglicherweise zu alt. Der Modeller unterstützt Chrome und Edge ab Version 123, Firefox ab 120 und Safari ab 17.5.", failed: "Der Modeller konnte nicht gestartet werden", disk: "Browser können den Modeller nicht aus einer lokalen Datei ausführen. Diese Seite über einen Webserver öffnen oder `descriptorium serve` mit dem Ordner der Descriptoren starten.", header: "In einem Frame mit sandbox muss der Server des Modellers alle Dateien mit dem Header Access-Control-Allow-Origin: * ausliefern.", hosted: "Der Modeller wurde durch einen Fehler im Programm angehalten. Änderungen, die die umgebende Seite noch nicht übernommen hat, sind verloren.", broken: "Es ist ein Fehler aufgetreten", kept: "Der Modeller wurde durch einen Fehler im Programm angehalten. Nicht gespeicherte Änderungen bis vor etwa einer Sekunde sind in diesem Browser abgelegt und werden beim Neuladen wiederhergestellt.", reload: "Neu laden" },
};
const parameters = new URLSearchParams(location.search);
// With `?host`, the page around this frame provides the files. Such a page uses nothing of its origin: no storage, no
// tickets, no service worker (`is_hosted` in src/browser/dom.rs).
const isHosted = parent !== window && parameters.has("host");
if (isHosted) document.documentElement.dataset.host = "";
const preferred = [parameters.get("lang"), chosen(), ...navigator.languages];
const language = preferred.map((tag) => (tag ?? "").split("-")[0].toLowerCase()).find((tag) => Object.hasOwn(WORDS, tag)) ?? "en";
document.documentElement.lang = language;
document.getElementById("boot").textContent = WORDS[language].loading;
// Shown by the style sheet if the browser lacks what it needs.
document.getElementById("old-browser").textContent = WORDS[language].old;

// The address that the program prints has a one-time ticket, which the modeller exchanges for permission to save
// (src/storage/access.rs). It does not stay in the address bar. Characters after it, such as a parenthesis that was copied
// too, are ignored.
if (!isHosted) {
  takeTicket(location.pathname + location.search);
  addEventListener("hashchange", ({ oldURL }) => takeTicket(oldURL));
}

function takeTicket(address) {
  const ticket = /^#ticket=([0-9a-f]{32})(?![0-9a-f])/.exec(location.hash)?.[1];
  if (!ticket) return;
  history.replaceState(history.state, "", address);
  try {
    sessionStorage.setItem("descriptorium.ticket", ticket);
  } catch {
    document.documentElement.dataset.ticket = ticket;
  }
}

function chosen() {
  if (isHosted) return null;
  try {
    return localStorage.getItem("descriptorium.language");
  } catch {
    // The browser may refuse storage.
    return null;
  }
}

/** Starts the modeller, whose files are next to the script at `here`. */
async function start(here) {
  if (location.protocol === "file:") return fail(WORDS[language].disk);
  try {
    const { default: run } = await import(new URL("editor.js", here));
    await run();
    document.getElementById("boot").remove();
  } catch (error) {
    console.error(error);
    // A sandboxed frame has an origin of its own, for which its own host is another one.
    const needs = self.origin === "null" ? ` ${WORDS[language].header}` : "";
    fail(`${WORDS[language].failed}: ${error.message}.${needs}`);
  }
  if (isHosted) return;
  // The service worker lets the modeller start without a network from the second visit on. Browsers refuse it in a
  // sandboxed frame, and without a secure connection except on localhost. Everything else works without it.
  try {
    await navigator.serviceWorker?.register(new URL("../worker.js", here));
  } catch {
    // It is optional.
  }
}

// After a trap in WebAssembly, the state of the modeller may be inconsistent, so nothing of it can be used any more.
addEventListener("error", (event) => stop(event.error));
addEventListener("unhandledrejection", (event) => stop(event.reason));
let isStopped = false;
// Registered before the modeller's own listener, which would ask whether to leave.
addEventListener("beforeunload", (event) => isStopped && event.stopImmediatePropagation(), { capture: true });

/** After a trap, says that the modeller stopped and that the work is kept, and offers to reload the page. */
function stop(error) {
  if (isStopped || !(error instanceof WebAssembly.RuntimeError)) return;
  isStopped = true;
  const { broken, kept, hosted, reload } = WORDS[document.documentElement.lang] ?? WORDS[language];
  const part = (name, className, text) => Object.assign(document.createElement(name), { className, textContent: text });
  const dialog = part("dialog", "stopped", "");
  dialog.setAttribute("role", "alertdialog");
  dialog.setAttribute("aria-label", broken);
  const button = part("button", "tool primary", reload);
  button.onclick = () => location.reload();
  dialog.append(part("p", "dialog-title", broken), part("p", "dialog-text", isHosted ? hosted : kept), button);
  document.body.append(dialog);
  dialog.showModal();
}

function fail(why) {
  document.getElementById("boot")?.remove();
  const notice = document.createElement("p");
  notice.className = "boot-failure";
  notice.setAttribute("role", "alert");
  notice.textContent = why;
  document.body.append(notice);
}

start(document.currentScript.src);
