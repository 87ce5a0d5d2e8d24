// Loads the modeller. A file of its own, because the page's policy allows no inline script.
const { script, module } = document.querySelector("script[data-module]").dataset;

try {
  const { default: start } = await import(new URL(script, document.baseURI));
  await start({ module_or_path: new URL(module, document.baseURI) });
} catch (error) {
  console.error(error);
  const notice = document.createElement("p");
  notice.className = "boot-failure";
  notice.setAttribute("role", "alert");
  notice.textContent = `The modeller could not start: ${error.message}`;
  document.body.append(notice);
}
