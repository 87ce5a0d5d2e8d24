//! The override files of charts, as `helm install --values` reads them.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::asd::chart::defaults::boolean;
use crate::asd::installation::values::{ItemValues, Override};
use crate::package::is_portable;
use crate::preview::Origin;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::syntax::plain::{Plain, typed_text};

/// The names of the files for items, each once and valid on all systems: `streamers.yaml`.
pub fn file_names<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = SortedSet::new();
    let mut numbers = SortedMap::new();
    ids.map(|id| {
        let is_plain = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
        let mut stem: String = id.chars().take(100).map(|one| if is_plain(one) { one } else { '-' }).collect();
        if stem.is_empty() || stem.starts_with(['.', '-']) || !is_portable(&format!("{stem}.yaml")) {
            stem = format!("item{stem}");
        }
        // Some file systems ignore case.
        let next = numbers.entry(stem.to_lowercase()).or_insert(1_usize);
        loop {
            let name = if *next == 1 { format!("{stem}.yaml") } else { format!("{stem}-{next}.yaml") };
            *next += 1;
            if taken.insert(name.to_lowercase()) {
                return name;
            }
        }
    })
    .collect()
}

/// The text of an override file. Strings are quoted, since Helm reads YAML 1.1. Values that are not known yet are comments.
pub fn text(values: &ItemValues) -> String {
    let mut out = String::new();
    for one in values.overrides.iter().filter(|one| is_open(one)) {
        let _ = writeln!(out, "# {}: {}", one_line(&one.path), one_line(&one.value.to_string()));
    }
    if values.file.is_empty() {
        out.push_str("{}\n");
    } else {
        mapping(&values.file, 0, &mut out);
    }
    out
}

/// Whether a value is only known when the application is deployed.
fn is_open(one: &Override) -> bool {
    one.value.is_symbolic() && one.origin != Origin::Default
}

fn one_line(text: &str) -> String {
    text.chars().map(|one| if one.is_control() { ' ' } else { one }).collect()
}

fn mapping(values: &Map<String, Value>, indent: usize, out: &mut String) {
    let sorted: SortedMap<&String, &Value> = crate::sorting::gather(values.iter());
    for (key, value) in sorted {
        let _ = write!(out, "{:indent$}{}:", "", key_text(key));
        match value {
            Value::Object(inner) if !inner.is_empty() => {
                out.push('\n');
                mapping(inner, indent + 2, out);
            }
            // JSON is YAML.
            other => {
                let _ = writeln!(out, " {other}");
            }
        }
    }
}

/// A key, quoted if it could be read as something else than a text.
fn key_text(key: &str) -> String {
    let is_plain = key.chars().all(|one| one.is_ascii_alphanumeric() || "_-".contains(one));
    let is_text = matches!(typed_text(key), Plain::Text(_)) && boolean(key).is_none();
    let is_safe = is_plain && is_text && key.starts_with(|first: char| first.is_ascii_alphabetic());
    if is_safe { key.to_owned() } else { Value::from(key).to_string() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The test vector of SO-CNFM.
    #[test]
    fn a_file_has_nested_values_with_sorted_keys() {
        let file =
            json!({"primary": {"service": {"ports": {"mysql": "dummy"}, "nodePorts": {"mysql": "1234"}}}, "on": {}});
        let file = file.as_object().expect("a mapping").clone();
        let values = ItemValues { file, ..ItemValues::default() };
        let expected = "\"on\": {}\nprimary:\n  service:\n    nodePorts:\n      mysql: \"1234\"\n    ports:\n      mysql: \"dummy\"\n";
        assert_eq!(text(&values), expected);
        assert_eq!(text(&ItemValues::default()), "{}\n");
    }

    #[test]
    fn files_have_valid_names() {
        let names = file_names(["a", "A", "../x", "con", "", "a b"].into_iter());
        assert_eq!(names, ["a.yaml", "A-2.yaml", "item..-x.yaml", "itemcon.yaml", "item.yaml", "a-b.yaml"]);
    }
}
