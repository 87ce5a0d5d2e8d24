//! The layers of the modeller: each module uses only those listed before it in `app/src/lib.rs`, and files do not
//! import each other cyclically.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use descriptorium_tests::paths;

/// The identifiers and punctuation of a file that can form paths, without tests, comments and strings.
fn tokens(text: &str) -> Vec<&str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or(line));
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for mut rest in lines {
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '"' => rest.char_indices().skip(1).find(|(_, c)| *c == '"').map_or(rest.len(), |(at, _)| at + 1),
                _ if is_name(first) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
                _ if rest.starts_with("::") => 2,
                _ => first.len_utf8(),
            };
            let (token, after) = rest.split_at(length);
            if !token.trim().is_empty() && first != '"' {
                found.push(token);
            }
            rest = after;
        }
    }
    found
}

/// Collects the paths of the tree at the start of `tokens`, each prefixed by `before`, and returns the number of its
/// tokens: `a::{b, c::d}` gives `a::b` and `a::c::d`.
fn tree<'a>(tokens: &[&'a str], before: &[&'a str], paths: &mut Vec<Vec<&'a str>>) -> usize {
    let mut path = before.to_vec();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match *token {
            "{" => {
                at += 1;
                while tokens.get(at).is_some_and(|token| *token != "}") {
                    let length = tree(&tokens[at..], &path, paths);
                    // Skip tokens that are not part of a path, such as an alias.
                    at += length.max(1);
                }
                return at + 1;
            }
            token if token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => path.push(token),
            _ => break,
        }
        at += 1;
        if tokens.get(at) != Some(&"::") {
            break;
        }
        at += 1;
    }
    paths.push(path);
    at
}

/// The modules among `modules` that a module names: by `crate::`, by `super::`, or its children by their names.
fn imports(module: &str, text: &str, modules: &BTreeSet<String>) -> BTreeSet<String> {
    let tokens = tokens(text);
    let mut paths = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if tokens.get(at + 1) != Some(&"::") || at > 0 && tokens[at - 1] == "::" {
            continue;
        }
        let parent = || module.rsplit_once("::").map_or(Vec::new(), |(parent, _)| parent.split("::").collect());
        let before = match *token {
            "crate" => Vec::new(),
            "super" => parent(),
            child if modules.contains(&format!("{module}::{child}")) => module.split("::").chain([child]).collect(),
            _ => continue,
        };
        tree(&tokens[at + 2..], &before, &mut paths);
    }
    let module_of = |path: Vec<&str>| {
        (1..=path.len()).rev().map(|length| path[..length].join("::")).find(|path| modules.contains(path))
    };
    paths.into_iter().filter_map(module_of).filter(|other| other != module).collect()
}

/// The imports of each module of the modeller, by path.
fn graph() -> BTreeMap<String, BTreeSet<String>> {
    let files = paths::texts(&paths::root().join("app/src"), &[".rs"]);
    let files = files.iter().filter(|(path, _)| !path.as_str().starts_with("bin/") && path.as_str() != "lib.rs");
    let module = |path: &str| path.trim_end_matches(".rs").replace('/', "::");
    let modules: BTreeSet<String> = files.clone().map(|(path, _)| module(path.as_str())).collect();
    files
        .map(|(path, text)| {
            let module = module(path.as_str());
            let imports = imports(&module, text, &modules);
            (module, imports)
        })
        .collect()
}

#[test]
fn a_layer_uses_only_those_below_it() {
    let library = fs::read_to_string(paths::root().join("app/src/lib.rs")).expect("a readable file");
    let layers: Vec<&str> =
        library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(layers, ["words", "browser", "model", "state", "storage", "gestures", "views", "lazy", "app"]);
    let graph = graph();
    let layer = |module: &str| layers.iter().position(|layer| module.split("::").next() == Some(layer));
    let imports = || graph.iter().flat_map(|(module, others)| others.iter().map(move |other| (module, other)));
    let faults: Vec<String> = imports()
        .filter(|(module, other)| layer(other) > layer(module))
        .map(|(module, other)| format!("{module} imports {other}, which is of an upper layer"))
        .collect();
    assert!(imports().count() > 500, "only {} imports are seen", imports().count());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A chain of imports from a module back to itself, if there is one.
fn cycle<'a>(graph: &'a BTreeMap<String, BTreeSet<String>>, start: &'a str) -> Option<Vec<&'a str>> {
    let mut came_from: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = vec![start];
    while let Some(module) = queue.pop() {
        for other in graph.get(module).into_iter().flatten() {
            if other == start {
                let mut way: Vec<&str> =
                    std::iter::successors(Some(module), |module| came_from.get(module).copied()).collect();
                way.reverse();
                return Some(way);
            }
            if !came_from.contains_key(other.as_str()) {
                came_from.insert(other, module);
                queue.push(other);
            }
        }
    }
    None
}

#[test]
fn no_imports_form_a_cycle() {
    let graph = graph();
    let cycles: Vec<String> = graph.keys().filter_map(|module| Some(cycle(&graph, module)?.join(" -> "))).collect();
    assert!(cycles.is_empty(), "{} files are part of a cycle of imports:\n{}", cycles.len(), cycles.join("\n"));
}

#[test]
fn imports_are_seen_however_they_are_written() {
    let modules = ["a", "a::b", "a::c", "d", "d::e"].map(str::to_owned).into();
    let seen = |module: &str, text: &str| imports(module, text, &modules).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(seen("d", "use crate::a::{self, b::{Thing, other as o}};"), "a a::b");
    assert_eq!(seen("d", "let x = crate::a::c::call(\"crate::a::b\"); // crate::a"), "a::c");
    assert_eq!(seen("a::b", "use super::c;\nuse std::fmt;"), "a::c");
    assert_eq!(seen("a", "pub mod b;\nfn f() { b::call() }"), "a::b");
    assert_eq!(seen("d::e", "fn f() {}\n#[cfg(test)]\nmod tests { use crate::a; }"), "");
}
