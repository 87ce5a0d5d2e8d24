//! License notices of the third-party packages in what is distributed. Used by the build script of the program, and by xtask.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, LicenseReq, Licensee};

/// The accepted licenses: all allow distribution with a notice. Of several that a package offers, the first one counts.
const ACCEPTED: [&str; 12] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "Zlib",
    "ISC",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "Unicode-3.0",
    "BSL-1.0",
    "CC0-1.0",
    "Unlicense",
    "OFL-1.1",
];
/// The beginnings of the names of files with notices, in capital letters.
const FILES: [&str; 4] = ["LICENSE", "LICENCE", "COPYING", "NOTICE"];

/// A third-party package.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Package {
    pub name: String,
    pub version: String,
    /// An SPDX expression.
    pub license: String,
    /// Its repository.
    pub origin: String,
    /// Its authors, for packages without a file that names them.
    pub authors: Vec<String>,
    pub folder: PathBuf,
}

/// The font of the modeller and of sites, in the folder `public`.
pub fn font(public: &Path) -> Package {
    Package {
        name: "Inter".to_owned(),
        version: "4.1".to_owned(),
        license: "OFL-1.1".to_owned(),
        origin: "https://github.com/rsms/inter".to_owned(),
        authors: Vec::new(),
        folder: public.join("inter"),
    }
}

/// The crates that the crate `name` of this workspace contains when it is built for `target`. Procedural macros and
/// build scripts run only on the machine that builds it.
pub fn crates(cargo: &OsStr, workspace: &Path, name: &str, target: &str) -> Result<Vec<Package>, String> {
    let arguments = ["metadata", "--format-version=1", "--locked", "--filter-platform", target];
    let ask = |more: &[&str]| Command::new(cargo).args(arguments).args(more).current_dir(workspace).output();
    // After a build, usually everything is there.
    let answer = match ask(&["--offline"]) {
        Ok(answer) if !answer.status.success() => ask(&[]),
        answer => answer,
    };
    let answer = answer.map_err(|error| format!("cannot start `cargo metadata`: {error}"))?;
    if !answer.status.success() {
        return Err(format!("`cargo metadata` failed: {}", String::from_utf8_lossy(&answer.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&answer.stdout).map_err(|error| error.to_string())?;
    Ok(reached(&metadata, name))
}

/// The packages from registries that `name` reaches through normal dependencies, without our own.
fn reached(metadata: &Value, name: &str) -> Vec<Package> {
    let by_id =
        |list: &Value| list.as_array().into_iter().flatten().map(|item| (text(item, "id"), item.clone())).collect();
    let packages: BTreeMap<String, Value> = by_id(&metadata["packages"]);
    let nodes: BTreeMap<String, Value> = by_id(&metadata["resolve"]["nodes"]);
    let mut open: Vec<&String> =
        packages.iter().filter(|(_, package)| text(package, "name") == name).map(|(id, _)| id).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        let is_macro =
            packages.get(id).is_some_and(|package| package["targets"].to_string().contains("\"proc-macro\""));
        if is_macro || !seen.insert(id) {
            continue;
        }
        let dependencies = nodes.get(id).and_then(|node| node["deps"].as_array()).into_iter().flatten();
        let normal = dependencies.filter(|dependency| {
            dependency["dep_kinds"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
        });
        open.extend(normal.filter_map(|dependency| nodes.get_key_value(dependency["pkg"].as_str()?)).map(|(id, _)| id));
    }
    let external = seen.into_iter().filter_map(|id| packages.get(id)).filter(|package| {
        // When `name` is compiled from its package, the core comes from a registry, too.
        !package["source"].is_null() && !text(package, "name").starts_with("descriptorium")
    });
    external.map(package).collect()
}

fn package(metadata: &Value) -> Package {
    let authors = metadata["authors"].as_array().into_iter().flatten().filter_map(Value::as_str);
    Package {
        name: text(metadata, "name"),
        version: text(metadata, "version"),
        license: text(metadata, "license"),
        origin: text(metadata, "repository"),
        // Without addresses of mail.
        authors: authors.map(|author| author.split('<').next().unwrap_or(author).trim().to_owned()).collect(),
        folder: Path::new(&text(metadata, "manifest_path")).parent().map(Path::to_owned).unwrap_or_default(),
    }
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

/// The notices of these packages, each text once. Fails if a license is not accepted.
pub fn notices(mut packages: Vec<Package>) -> Result<String, String> {
    packages.sort();
    packages.dedup();
    let mut by_text: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
    for package in &packages {
        let line = format!("{} {} ({}) {}", package.name, package.version, package.license, package.origin);
        for text in texts(package)? {
            // Copies of a license often differ in their line breaks.
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            by_text.entry(words).or_insert_with(|| (text, BTreeSet::new())).1.insert(line.trim_end().to_owned());
        }
    }
    let mut groups: Vec<(String, BTreeSet<String>)> = by_text.into_values().collect();
    groups.sort_by(|(_, one), (_, other)| one.cmp(other));
    let rule = "-".repeat(80);
    let mut all = format!("This product contains {} third-party packages under these licenses.\n", packages.len());
    for (text, lines) in groups {
        let lines = lines.into_iter().collect::<Vec<_>>().join("\n");
        all.push_str(&format!("\n{rule}\n{lines}\n\n{}\n", text.trim_end()));
    }
    Ok(all)
}

/// The texts of the accepted licenses of a package: its own files, or the standard text.
fn texts(package: &Package) -> Result<Vec<String>, String> {
    let Package { name, license, .. } = package;
    let expression = Expression::parse_mode(license, spdx::ParseMode::LAX)
        .map_err(|error| format!("unknown license `{license}` of the package `{name}`: {}", error.reason))?;
    let accepted = ACCEPTED.iter().filter_map(|license| Licensee::parse(license).ok()).collect::<Vec<_>>();
    let required = expression
        .minimized_requirements(&accepted)
        .map_err(|_| format!("the license `{license}` of the package `{name}` is not accepted (see {})", file!()))?;
    let mut texts = Vec::new();
    let files = files(&package.folder)?;
    for license in &required {
        let id = license.license.to_string();
        let own = files.iter().filter(|(file, _)| is_of(file, &id));
        let generic = files.iter().filter(|(file, _)| !ACCEPTED.iter().any(|other| is_of(file, other)));
        let own: Vec<&String> = own.map(|(_, text)| text).collect();
        let found = if own.is_empty() { generic.map(|(_, text)| text).collect() } else { own };
        if found.is_empty() {
            texts.push(standard(package, license));
        }
        texts.extend(found.into_iter().cloned());
    }
    texts.extend(files.iter().filter(|(file, _)| file.starts_with("NOTICE")).map(|(_, text)| text.clone()));
    texts.dedup();
    Ok(texts)
}

/// Whether the name of a file says that it contains this license.
fn is_of(file: &str, license: &str) -> bool {
    let word = license.split('-').next().unwrap_or(license).to_uppercase();
    file.split(|character: char| !character.is_alphanumeric()).skip(1).any(|part| part == word)
}

/// The files with notices in a folder: their names in capital letters, and their texts.
fn files(folder: &Path) -> Result<Vec<(String, String)>, String> {
    let cannot = |error| format!("cannot read {}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if FILES.iter().any(|start| name.starts_with(start)) && path.is_file() {
            let text = fs::read(&path).map_err(cannot)?;
            found.push((name, String::from_utf8_lossy(&text).replace("\r\n", "\n")));
        }
    }
    found.sort();
    Ok(found)
}

/// The standard text of a license, for a package that names it without including its text.
fn standard(package: &Package, license: &LicenseReq) -> String {
    let holders = match package.authors.as_slice() {
        [] => format!("the authors of {}", package.name),
        authors => authors.join(", "),
    };
    let text = license.license.id().map_or("", |id| id.text());
    // Some texts have placeholders for the year and the owner.
    let body = text.lines().filter(|line| !line.contains("<year>") && !line.contains("<copyright holders>"));
    format!("Copyright (c) {holders}\n\n{}", body.collect::<Vec<_>>().join("\n"))
}
