//! Assembles the page of the modeller from app/index.html, as Trunk does.

use std::fs;
use std::path::Path;

use crate::bindgen::{Binding, Script};
use crate::notices;
use crate::shell::{Result, command, empty, root, run};

/// The folder that links in the page are relative to.
const APP: &str = "app";
/// The name of the script and its module, which boot.js loads.
const NAME: &str = "editor";
/// Marks a link that is replaced.
const MARK: &str = "<link data-trunk ";

/// Assembles the modeller with the WebAssembly module `module` in the folder `to`.
pub fn assemble(module: &Path, to: &Path) -> Result {
    empty(to)?;
    Binding::new(module.to_owned(), Script::Module, NAME).write(to)?;
    let page = root().join(APP).join("index.html");
    let text = fs::read_to_string(&page).map_err(|error| format!("cannot read {}: {error}", page.display()))?;
    let mut lines = Vec::new();
    for line in text.lines() {
        match line.trim().strip_prefix(MARK) {
            Some(link) => lines.extend(follow(link, to)?),
            None => lines.push(line.to_owned()),
        }
    }
    let page = to.join("index.html");
    fs::write(&page, lines.join("\n")).map_err(|error| format!("cannot write {}: {error}", page.display()))?;
    let licenses = to.join("licenses.txt");
    let notices = notices::of_modeller()?;
    fs::write(&licenses, notices).map_err(|error| format!("cannot write {}: {error}", licenses.display()))?;
    run(command("node").arg("app/version.mjs").env("TRUNK_STAGING_DIR", to))?;
    // Beside the modeller, which does not load it: `build --view` adds it to sites.
    let view = to.join("view");
    empty(&view)?;
    run(command("node").arg("embed/view/build.mjs").arg(&view))
}

/// The lines that load the script and its module as early as possible.
fn start() -> String {
    format!(
        "    <link rel=\"modulepreload\" href=\"./{NAME}.js\">
    <link rel=\"preload\" href=\"./{NAME}_bg.wasm\" as=\"fetch\" type=\"application/wasm\" crossorigin>
    <script defer src=\"./boot.js\"></script>"
    )
}

/// Processes a link, given the rest of its element, and returns the line that replaces it.
fn follow(link: &str, to: &Path) -> Result<Option<String>> {
    let attribute = |name: &str| {
        let (_, rest) = link.split_once(&format!("{name}=\""))?;
        rest.split_once('"').map(|(value, _)| value)
    };
    let (Some(kind), Some(address)) = (attribute("rel"), attribute("href")) else {
        return Err(format!("missing `rel` or `href` in a link of app/index.html: {link}"));
    };
    let name = address.rsplit('/').next().unwrap_or(address);
    let copy = || {
        let from = root().join(APP).join(address);
        fs::copy(&from, to.join(name)).map_err(|error| format!("cannot copy {}: {error}", from.display()))
    };
    match kind {
        "css" => copy().map(|_| Some(format!("    <link rel=\"stylesheet\" href=\"./{name}\">"))),
        "copy-file" => copy().map(|_| None),
        "rust" => Ok(Some(start())),
        _ => Err(format!("unsupported kind of link in app/index.html: {kind}")),
    }
}
