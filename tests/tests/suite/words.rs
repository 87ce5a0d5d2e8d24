//! The texts of the modeller are in its translation table, with all languages side by side, and nowhere else.

use descriptorium_tests::paths;

/// The attributes before a text that is shown.
const SHOWN: [&str; 4] = ["aria-label=", "title=", "placeholder=", "label="];
/// Literals that look like texts: classes, values of choices, contents of files.
const OTHERS: [&str; 13] = [
    "dialog wide",
    "dialog menu",
    "dialog beside",
    "value symbol",
    "notice failure",
    "Change state",
    "Scale out",
    "Scale in",
    "From version",
    "Descriptorium",
    "IBM CP4NA",
    "TNC-O",
    r"assemblyName: tv\nproperties:\n  name: value",
];

/// The literals of a line of code, each with the text before it.
fn literals(line: &str) -> Vec<(&str, &str)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(start) = line[at..].find('"').map(|start| at + start) {
        let mut end = start + 1;
        let bytes = line.as_bytes();
        while end < bytes.len() && bytes[end] != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        let Some(text) = line.get(start + 1..end) else { break };
        found.push((&line[..start], text));
        at = end + 1;
        if at > line.len() {
            break;
        }
    }
    found
}

/// Whether a literal is a text for users: a text of the page, or two words in a row.
fn is_words(before: &str, text: &str) -> bool {
    let has_word = |text: &str| text.split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 1);
    let is_shown = SHOWN.iter().any(|name| before.ends_with(name))
        || before.ends_with('>') && !before.ends_with("=>") && !before.ends_with("->");
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    let words: Vec<&str> = text.split(' ').collect();
    let two = words.windows(2).any(|pair| pair.iter().all(is_word));
    let is_reason = before.ends_with("reason = ") || before.ends_with("class=");
    !is_reason && (is_shown && has_word(text) || two) && !OTHERS.contains(&text)
}

#[test]
fn texts_of_the_interface_are_only_in_their_table() {
    let source = paths::root().join("app/src");
    let (mut faults, mut n_texts) = (Vec::new(), 0);
    for (path, text) in paths::texts(&source, &[".rs"]) {
        let path = path.as_str();
        if path == "words.rs" || path.starts_with("words/") {
            n_texts += 1;
            continue;
        }
        // For developers of hosts, in English.
        if ["model/protocol.rs", "model/refusal.rs"].contains(&path) {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or(&text);
        for (number, line) in code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            let words = literals(line).into_iter().filter(|(before, text)| is_words(before, text));
            faults.extend(words.map(|(_, text)| format!("app/src/{path}:{}: \"{text}\"", number + 1)));
        }
    }
    assert!(n_texts > 5, "the table was not found");
    assert!(faults.is_empty(), "to be moved into app/src/words:\n{}", faults.join("\n"));
}

#[test]
fn texts_are_distinguished_from_other_literals() {
    for line in [
        r#"<p class="empty">"Nothing."</p>"#,
        r#"<button title="Close">"#,
        r#"editor.say("Nothing was done")"#,
        r#"format!("Saved as {name} there and here")"#,
    ] {
        assert!(literals(line).iter().any(|(before, text)| is_words(before, text)), "{line}");
    }
    for line in [
        r#"<p class="empty pane">{words::shell::nothing()}</p>"#,
        r#"Some(Ok(())) => "accepts","#,
        r#"format!("translate({:.2} {:.2})", x, y)"#,
        r#"#[expect(clippy::cast, reason = "it is small enough")]"#,
    ] {
        assert!(!literals(line).iter().any(|(before, text)| is_words(before, text)), "{line}");
    }
}
