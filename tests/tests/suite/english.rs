//! The texts of the product are plain English: none contains a phrase from [`PHRASES`], and no doc comment begins with
//! "What". Only a floor: a text without these phrases can still be unclear.

use std::fs;

use descriptorium_tests::paths;

/// The sources, pages and scripts whose texts are checked: files, or folders with their subfolders.
const ROOTS: [&str; 15] = [
    "README.md",
    "docs",
    "core/src",
    "app/src",
    "app/editor",
    "site/src",
    "public",
    "embed/core",
    "embed/tests",
    "embed/modeller",
    "embed/view",
    "embed/wasm/src",
    "xtask/src",
    "tests/src",
    "tests/tests",
];

/// Roots that contain no texts for users: only their doc comments are checked.
const INTERNAL: [&str; 2] = ["tests/src", "tests/tests"];

/// A phrase that reads like a translation.
struct Phrase {
    words: &'static str,
    /// Longer phrases that contain the words and are idiomatic.
    unless: &'static [&'static str],
    instead: &'static str,
}

const fn phrase(words: &'static str, instead: &'static str) -> Phrase {
    Phrase { words, unless: &[], instead }
}

/// Phrases with few false positives. Words that are also good English in other contexts are not listed.
const PHRASES: [Phrase; 45] = [
    phrase("anew", "again, or reload"),
    phrase("whoever", "the user, or anyone who"),
    phrase("somebody", "a user, or another program"),
    phrase("nobody", "no one, or the passive"),
    phrase("lies", "is"),
    Phrase { words: "stands", unless: &["stands for"], instead: "is" },
    phrase("mend", "fix"),
    phrase("mends", "fixes"),
    phrase("mended", "fixed"),
    phrase("mending", "fixing"),
    phrase("takes along", "also removes"),
    phrase("goes along", "is also removed"),
    phrase("leads nowhere", "is unresolved"),
    phrase("lead nowhere", "are unresolved"),
    phrase("is told of", "is reported"),
    phrase("are told of", "are reported"),
    phrase("cannot be meant", "impossible, or invalid"),
    phrase("the other button", "right-click"),
    phrase("became another", "changed"),
    phrase("becomes another", "changes"),
    phrase("become another", "change"),
    phrase("what is wrong", "findings, or problems"),
    phrase("is of the type", "has type"),
    phrase("is of the kind", "is a"),
    phrase("is of", "has"),
    phrase("are of", "have"),
    phrase("made of itself", "recursive"),
    phrase("made of each other", "cyclic"),
    phrase("that there is not", "unknown, or missing"),
    phrase("there is not", "does not exist, or missing"),
    phrase("there are not", "do not exist, or missing"),
    Phrase {
        words: "is no",
        unless: &["there is no", "is no longer", "is no more", "is no need", "is no way"],
        instead: "is not a",
    },
    Phrase { words: "are no", unless: &["there are no", "are no longer", "are no more"], instead: "are not" },
    phrase("cannot stand", "is not allowed"),
    phrase("may stand", "is allowed"),
    phrase("spoken of", "referenced, or mentioned"),
    phrase("speaks of", "refers to"),
    phrase("the drawing", "the diagram"),
    phrase("a drawing", "a diagram"),
    phrase("this drawing", "this diagram"),
    phrase("drawings", "diagrams"),
    phrase("the wire", "the connection"),
    phrase("a wire", "a connection"),
    phrase("wires", "connections"),
    phrase("judged", "validated, or checked"),
];

/// Words that turn a text into a clause without a subject, if it begins with them.
const BEGINNINGS: [&str; 3] = ["What ", "That ", "Of what "];

/// A text with its line, starting at 1.
type Text = (usize, String);

/// The literals and the comments of a source in Rust or JavaScript. Quotes are those of the language.
fn scan(source: &str, quotes: &[char]) -> (Vec<Text>, Vec<Text>) {
    let (mut literals, mut comments) = (Vec::new(), Vec::new());
    let (mut rest, mut line) = (source, 1);
    let is_rust = quotes == ['"'];
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            let end = rest.find('\n').unwrap_or(rest.len());
            comments.push((line, rest[..end].to_owned()));
            end
        } else if let Some(hashes) = raw_string(rest).filter(|_| is_rust && !before.is_alphanumeric() && before != '_')
        {
            let start = hashes + 2;
            let end = rest[start..].find(&format!("\"{}", "#".repeat(hashes))).map_or(rest.len(), |end| start + end);
            literals.push((line, rest[start..end].to_owned()));
            (end + 1 + hashes).min(rest.len())
        } else if quotes.contains(&first) {
            let end = end_of_literal(&rest[1..], first).map_or(rest.len(), |end| end + 1);
            literals.push((line, joined(&rest[1..end])));
            (end + 1).min(rest.len())
        } else if is_rust && first == '\'' {
            character(rest)
        } else {
            first.len_utf8()
        };
        line += rest[..length].matches('\n').count();
        before = rest[..length].chars().next_back().unwrap_or(' ');
        rest = &rest[length..];
    }
    (literals, comments)
}

/// The number of `#` if the text begins with a raw string.
fn raw_string(text: &str) -> Option<usize> {
    let text = text.strip_prefix('r')?;
    let hashes = text.len() - text.trim_start_matches('#').len();
    text[hashes..].starts_with('"').then_some(hashes)
}

fn end_of_literal(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    text.char_indices().find_map(|(at, character)| {
        let is_end = !is_escaped && character == quote;
        is_escaped = !is_escaped && character == '\\';
        is_end.then_some(at)
    })
}

/// The length of a character literal, or 1 for the quote of a lifetime.
fn character(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match characters.next() {
        Some((_, '\\')) => text[2..].find('\'').map_or(1, |end| 2 + end + 1),
        Some(_) => match characters.next() {
            Some((end, '\'')) => end + 1,
            _ => 1,
        },
        None => 1,
    }
}

/// A literal without its line continuations.
fn joined(literal: &str) -> String {
    let mut lines = literal.split("\\\n");
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |text, line| text + line.trim_start())
}

/// A text in lower case, without inline code and placeholders, which may contain any word.
fn prose(text: &str) -> String {
    let outside = |text: &str, open: char, close: char| -> String {
        let mut is_inside = false;
        text.chars()
            .filter(|character| {
                let is_edge = *character == if is_inside { close } else { open };
                is_inside ^= is_edge;
                !is_inside && !is_edge
            })
            .collect()
    };
    let has_pairs = text.matches('`').count().is_multiple_of(2);
    let text = if has_pairs { outside(text, '`', '`') } else { text.to_owned() };
    outside(&text, '{', '}').to_lowercase()
}

/// The positions of `words` in `text` between word boundaries. A hyphen belongs to a word, as in the name of a class.
fn positions<'a>(text: &'a str, words: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_word = |character: char| character.is_alphanumeric() || character == '_' || character == '-';
    text.match_indices(words)
        .map(|(at, _)| at)
        .filter(move |at| !text[..*at].ends_with(is_word) && !text[at + words.len()..].starts_with(is_word))
}

/// The first phrase in a text for users.
fn find(text: &str) -> Option<String> {
    let is_clause = BEGINNINGS.iter().any(|beginning| text.starts_with(beginning)) && !text.trim_end().ends_with('?');
    let text = prose(text);
    let is_meant = |phrase: &&Phrase| {
        positions(&text, phrase.words).any(|at| {
            let is_idiom = |idiom: &&str| {
                let offset = idiom.find(phrase.words).unwrap_or(0);
                at >= offset && text.get(at - offset..).is_some_and(|text| text.starts_with(*idiom))
            };
            !phrase.unless.iter().any(is_idiom)
        })
    };
    let found = PHRASES.iter().find(is_meant);
    found
        .map(|phrase| format!("\"{}\" (instead: {})", phrase.words, phrase.instead))
        .or_else(|| is_clause.then(|| "a clause as a text (instead: a noun or a verb)".to_owned()))
}

/// Whether a literal may be shown to users: only a sentence contains spaces and small letters.
fn is_sentence(literal: &str) -> bool {
    literal.trim().contains(' ') && literal.contains(|character: char| character.is_lowercase())
}

/// The faults of a source: phrases in its literals, unless it is `internal`, and doc comments that begin with "What".
fn faults_of_source(source: &str, quotes: &[char], internal: bool) -> Vec<Text> {
    let (_, comments) = scan(source, quotes);
    let is_doc = |comment: &str| comment.starts_with("///") || comment.starts_with("//!");
    let begins = |index: usize| {
        let (line, comment) = &comments[index];
        let before = index.checked_sub(1).and_then(|before| comments.get(before));
        is_doc(comment) && !before.is_some_and(|(other, text)| other + 1 == *line && is_doc(text))
    };
    let what = (0..comments.len()).filter(|index| begins(*index)).map(|index| &comments[index]);
    let what = what.filter(|(_, text)| text[3..].trim_start().starts_with("What "));
    let mut found: Vec<Text> =
        what.map(|(line, text)| (*line, format!("a doc comment begins with \"What\": {text}"))).collect();
    // The tests of a module come last in it.
    let code = source.split("#[cfg(test)]").next().unwrap_or(source);
    let literals = if internal { Vec::new() } else { scan(code, quotes).0 };
    for (line, literal) in literals.into_iter().filter(|(_, literal)| is_sentence(literal)) {
        found.extend(find(&literal).map(|phrase| (line, format!("{phrase}: {literal:?}"))));
    }
    found
}

/// The faults of a text in Markdown, outside of its code.
fn faults_of_markdown(text: &str) -> Vec<Text> {
    let mut is_code = false;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    lines.filter_map(|(number, line)| Some((number, format!("{}: {line}", find(line)?)))).collect()
}

/// The faults of a file, by its name.
fn faults(path: &str, text: &str, internal: bool) -> Vec<Text> {
    match path.rsplit('.').next() {
        Some("rs") => {
            // A file of its own with the tests of a module.
            let is_test = path.ends_with("/tests.rs");
            faults_of_source(text, &['"'], internal || is_test)
        }
        Some("js") => faults_of_source(text, &['"', '`', '\''], internal),
        Some("md") => faults_of_markdown(text),
        _ => Vec::new(),
    }
}

#[test]
fn texts_are_plain_english() {
    let (mut found, mut n_files) = (Vec::new(), 0);
    for root in ROOTS {
        let path = paths::root().join(root);
        let files = match fs::read_to_string(&path) {
            Ok(text) => vec![(root.to_owned(), text)],
            Err(_) => {
                let files = paths::texts(&path, &[".rs", ".js", ".md"]).into_iter();
                files.map(|(path, text)| (format!("{root}/{path}"), text)).collect()
            }
        };
        assert!(!files.is_empty(), "{root} does not exist");
        for (path, text) in files {
            n_files += 1;
            // This file contains every phrase.
            if path.ends_with("suite/english.rs") {
                continue;
            }
            let of_file = faults(&path, &text, INTERNAL.contains(&root)).into_iter();
            found.extend(of_file.map(|(line, fault)| format!("{path}:{line}: {fault}")));
        }
    }
    assert!(n_files > 500, "only {n_files} files");
    assert!(found.is_empty(), "{} texts are not plain English:\n{}", found.len(), found.join("\n"));
}

/// Every phrase is found in each kind of file, in a sentence and at its edges.
#[test]
fn planted_phrases_are_found() {
    for Phrase { words, .. } in &PHRASES {
        for text in [format!("It {words} here."), format!("{words}, or so"), format!("So it {words}")] {
            for (path, text, line) in [
                ("a.rs", format!("// x\nconst A: &str = \"{text}\";\n"), 2),
                ("a.rs", format!("const A: [&str; 2] = [r#\"b\"#, r#\"{text}\"#];\n"), 1),
                ("a.rs", format!("let a = ('\"', \"\\\"\", \"a \\\n {text}\");\n"), 1),
                ("a.js", format!("let a = `one\ntwo`;\nlet b = '{text}';\n"), 3),
                ("a.md", format!("# A\n\n```\nx\n```\n{text}\n"), 6),
            ] {
                let found = faults(path, &text, false);
                assert_eq!(
                    found.iter().map(|(line, _)| *line).collect::<Vec<_>>(),
                    [line],
                    "{path}: {text}: {found:?}"
                );
            }
        }
    }
    for text in ["\"What it finds\"", "\"That a name is given\"", "\"Of what it is made\""] {
        assert_eq!(faults("a.rs", text, false).len(), 1, "{text}");
    }
    for doc in ["/// What is shown.\nfn a() {}\n", "//! What is shown.\n", "    /// What is\n    /// shown.\n"] {
        assert_eq!(faults("a.rs", doc, true).len(), 1, "{doc}");
    }
}

#[test]
fn idioms_code_and_tests_are_not_faults() {
    for (path, text) in [
        ("a.rs", "\"there is no such file\""),
        ("a.rs", "\"It is no longer used, and `lies` {anew} there.\""),
        ("a.rs", "\"`$lmctl:` stands for the type\""),
        ("a.rs", "\"What is a descriptor?\""),
        ("a.rs", "\"anew\""),
        ("a.rs", "fn a<'a>(b: &'a str) {} // \"it lies here\"\n"),
        ("a.rs", "fn a() {}\n#[cfg(test)]\nmod tests { const A: &str = \"it lies here\"; }\n"),
        ("a.rs", "/// The file.\n/// What it contains.\n"),
        ("a.rs", "// What it contains.\n"),
        ("a.js", "find(\"figure.drawing .wires-of\")"),
        ("a.md", "```\nit lies here\n```\nUse `it lies here`.\n"),
    ] {
        assert_eq!(faults(path, text, false), [], "{text}");
    }
}
