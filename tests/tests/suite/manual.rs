//! The manual in `docs/`: every page is reachable from the README, every link has a target, and every command of the
//! program is listed.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use descriptorium_tests::paths;

/// The targets of the links and images in a text, without those in code.
fn links(text: &str) -> Vec<String> {
    let mut is_code = false;
    let lines = text.lines().filter(|line| {
        is_code ^= line.starts_with("```");
        !is_code
    });
    let targets = lines.flat_map(|line| line.split("](").skip(1));
    targets.filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
}

/// The anchor of a heading on code hosts.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|character| character.is_alphanumeric() || " -_".contains(*character));
    kept.map(|character| if character == ' ' { '-' } else { character }).collect()
}

#[test]
fn every_page_is_reachable_and_every_link_has_a_target() {
    let (mut queue, mut seen) = (vec![paths::root().join("README.md")], BTreeSet::new());
    while let Some(path) = queue.pop() {
        let path = path.canonicalize().unwrap_or(path);
        if !seen.insert(path.clone()) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a page");
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let (file, fragment) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            assert!(target.is_file(), "{}: {link}", path.display());
            if !fragment.is_empty() {
                let text = fs::read_to_string(&target).expect("a page");
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                let has = headings.any(|line| anchor(line.trim_start_matches('#').trim()) == fragment);
                assert!(has, "{}: {link}", path.display());
            }
            if target.extension().is_some_and(|extension| extension == "md") {
                queue.push(target);
            }
        }
    }
    for (path, _) in paths::texts(&paths::root().join("docs"), &[".md"]) {
        let page = paths::root().join("docs").join(path.as_str()).canonicalize().expect("a page");
        assert!(seen.contains(&page), "{path} is not reachable from the README");
    }
}

#[test]
fn every_command_is_listed() {
    let manual = fs::read_to_string(paths::root().join("docs/cli.md")).expect("a page");
    let help =
        Command::new(env!("CARGO_BIN_EXE_descriptorium-under-test")).arg("--help").output().expect("the program");
    let help = String::from_utf8(help.stdout).expect("UTF-8");
    let commands = help.split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("commands");
    let commands: Vec<&str> = commands.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands.into_iter().filter(|command| *command != "help") {
        assert!(manual.contains(&format!("\ndescriptorium {command}")), "docs/cli.md does not list `{command}`");
    }
}
