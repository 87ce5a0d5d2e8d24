//! The version of the product, which is stated in several files.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;

use semver::Version;

use crate::shell::{Result, cargo, command, output, root, run, say};

/// The files that state the version, each with the text before it.
const PLACES: [(&str, &str); 9] = [
    ("Cargo.toml", "[workspace.package]\nversion = \""),
    ("Cargo.toml", "descriptorium-core = { version = \""),
    ("pyproject.toml", "\nversion = \""),
    ("pyproject.toml", "\"descriptorium=="),
    ("action.yml", "descriptorium=="),
    ("ci/gitlab.yml", "descriptorium=="),
    ("docs/ci.md", "descriptorium@v"),
    ("docs/ci.md", "rev: v"),
    ("docs/ci.md", "raw/v"),
];
const CHANGELOG: &str = "CHANGELOG.md";
/// The heading of the changes since the last version.
const UNRELEASED: &str = "## Unreleased\n";

/// Changes the version everywhere, and dates the changes in the changelog. With `--check`, only compares the places.
pub fn release(arguments: &[OsString]) -> Result {
    let mut files = Files::default();
    let current = files.version()?;
    let current = Version::parse(&current).map_err(|error| format!("{}: `{current}`: {error}", PLACES[0].0))?;
    let wanted = match arguments {
        [option] if option == "--check" => return Ok(()),
        [wanted] => wanted.to_string_lossy().into_owned(),
        _ => return Err("usage: cargo xtask release VERSION | --check".to_owned()),
    };
    let wanted = Version::parse(&wanted).map_err(|error| format!("`{wanted}` is not a version: {error}"))?;
    if wanted < current {
        return Err(format!("{wanted} is older than the current version, {current}"));
    }
    for (name, before) in PLACES {
        let text = files.text(name)?;
        *text = text.replace(&format!("{before}{current}"), &format!("{before}{wanted}"));
    }
    let date = output(command("date").args(["-u", "+%Y-%m-%d"])).ok_or("cannot find the date")?;
    let changes = files.text(CHANGELOG)?;
    let (before, after) =
        changes.split_once(UNRELEASED).ok_or_else(|| format!("{CHANGELOG}: no `{}`", UNRELEASED.trim_end()))?;
    let listed = after.split("\n## ").next().unwrap_or(after);
    if listed.trim().is_empty() {
        return Err(format!("{CHANGELOG}: no changes are listed under `{}`", UNRELEASED.trim_end()));
    }
    *changes = format!("{before}## {wanted} ({date})\n{after}");
    files.write()?;
    run(cargo().args(["update", "--workspace", "--offline", "--quiet"]))?;
    say(&format!("The version is {wanted}. Review the changes, and commit them with the tag v{wanted}"));
    Ok(())
}

/// Files of the repository by name, with their texts.
#[derive(Default)]
struct Files(BTreeMap<&'static str, String>);

impl Files {
    fn text(&mut self, name: &'static str) -> Result<&mut String> {
        if !self.0.contains_key(name) {
            let text = fs::read_to_string(root().join(name)).map_err(|error| format!("cannot read {name}: {error}"))?;
            self.0.insert(name, text);
        }
        Ok(self.0.entry(name).or_default())
    }

    /// The version that all places state.
    fn version(&mut self) -> Result<String> {
        let mut common: Option<String> = None;
        for (name, before) in PLACES {
            let text = self.text(name)?;
            let stated = text.match_indices(before).map(|(at, _)| stated(&text[at + before.len()..]).to_owned());
            let stated: Vec<String> = stated.collect();
            if stated.is_empty() {
                return Err(format!("{name}: no version after `{}`", before.trim()));
            }
            for version in stated {
                let expected = common.get_or_insert_with(|| version.clone());
                if version != *expected {
                    return Err(format!("{name}: version {version}, but {} has {expected}", PLACES[0].0));
                }
            }
        }
        common.ok_or_else(|| "no place states a version".to_owned())
    }

    fn write(&self) -> Result {
        for (name, text) in &self.0 {
            fs::write(root().join(name), text).map_err(|error| format!("cannot write {name}: {error}"))?;
        }
        Ok(())
    }
}

/// The version at the start of a text.
fn stated(text: &str) -> &str {
    let is_part = |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '-' | '+');
    text.find(|character| !is_part(character)).map_or(text, |end| &text[..end])
}
