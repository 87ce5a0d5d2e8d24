//! The license notices of the modeller: of the crates in its WebAssembly, of its font, and of the npm packages in its text
//! editor.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::licenses::{Package, crates, font, notices};
use crate::shell::{Result, cargo, root};
use crate::tools;

/// The folders of the packages in the text editor, which app/bundle.mjs lists.
const BUNDLED: &str = "app/generated/packages.json";

/// Prints the notices of the modeller.
pub fn print() -> Result {
    print!("{}", of_modeller()?);
    Ok(())
}

/// The notices of the modeller.
pub fn of_modeller() -> Result<String> {
    notices([rust()?, vec![font(&root().join("public"))], npm()?].concat())
}

/// The crates in the modeller.
pub fn rust() -> Result<Vec<Package>> {
    crates(cargo().get_program(), &root(), "descriptorium-app", tools::WASM)
}

/// The npm packages in the text editor of the modeller.
pub fn npm() -> Result<Vec<Package>> {
    let list = json(&root().join(BUNDLED))?;
    let folders = list.as_array().into_iter().flatten().filter_map(Value::as_str);
    folders.map(|folder| npm_package(&root().join("app").join(folder))).collect()
}

fn json(path: &Path) -> Result<Value> {
    let cannot = |error: String| format!("cannot read {}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| cannot(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| cannot(error.to_string()))
}

fn npm_package(folder: &Path) -> Result<Package> {
    let package = json(&folder.join("package.json"))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let origin =
        text(if package["repository"].is_string() { &package["repository"] } else { &package["repository"]["url"] });
    Ok(Package {
        name: text(&package["name"]),
        version: text(&package["version"]),
        license: text(&package["license"]),
        origin: origin.trim_start_matches("git+").trim_end_matches(".git").to_owned(),
        authors: Vec::new(),
        folder: folder.to_owned(),
    })
}
