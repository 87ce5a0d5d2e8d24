//! Random mutations of texts and archives.

use std::collections::BTreeSet;
use std::io::Write;

use descriptorium_core::analysis::example;
use descriptorium_core::text::floor_boundary;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::archive;
use crate::chance::Chance;

/// Characters and words that are easily mistyped, or that have a meaning in YAML or in an expression.
const TOKENS: &[&str] = &[
    "\"",
    "'",
    "[",
    "{",
    "]",
    "}",
    ":",
    ": ",
    "-",
    "- ",
    "#",
    " #",
    "&a ",
    "*a",
    "!!str ",
    "!x ",
    "|\n",
    ">-\n",
    "|2\n",
    "@",
    "`",
    "%",
    ",",
    "\\",
    "${",
    "}",
    "$(",
    "{{",
    "? ",
    "\t",
    " ",
    "  ",
    "\n",
    "\r",
    "\r\n",
    "x",
    "ä",
    "𝄞",
    "\u{feff}",
    "\0",
    "\u{85}",
    "\u{2028}",
    "\u{202e}",
    "\n---\n",
    "\n...\n",
    "<<: *a\n",
    "null",
    "~",
    "true",
    "0",
    "-1",
    "1e999",
    ".nan",
    "999999999999999999999",
    "0x7fffffffffffffff",
    "9223372036854775807",
    "0.1",
    "''",
    "[]",
    "{}",
    "/",
    "../",
    ".",
    "::",
    "1.0",
    "# file: b.yaml\n",
    "# descriptorium: ignore-file\n",
    "name: assembly::a::1.0\n",
    "value: ${a.b}\n",
    "${instance.name}",
    "get_attribute",
    "get_input",
    "# file: descriptorium.yaml\n",
    "quantity: 3\n",
];

/// `text` after one to five mutations; tokens and lines may come from `other`.
pub fn text(text: &str, other: &str, chance: &mut Chance) -> String {
    let mut mutated = text.to_owned();
    for _ in 0..=chance.below(5) {
        mutate(&mut mutated, other, chance);
    }
    mutated
}

fn mutate(text: &mut String, other: &str, chance: &mut Chance) {
    let at = chance.boundary(text);
    match chance.below(12) {
        0 | 1 => text.insert_str(at, chance.pick(TOKENS).copied().unwrap_or("")),
        2 if at < text.len() => drop(text.remove(at)),
        3 => text.truncate(at),
        4 => {
            let line = line_at(text, at);
            text.replace_range(line, "");
        }
        5 => {
            let line = text[line_at(text, at)].to_owned();
            let to = chance.boundary(text);
            let to = line_at(text, to).start;
            text.insert_str(to, &line);
        }
        6 => {
            let from = chance.boundary(other);
            let line = other[line_at(other, from)].to_owned();
            let to = line_at(text, at).start;
            text.insert_str(to, &line);
        }
        7 => {
            let word = other[word_at(other, chance.boundary(other))].to_owned();
            text.replace_range(word_at(text, at), &word);
        }
        8 => {
            let word = text[word_at(text, chance.boundary(text))].to_owned();
            text.replace_range(word_at(text, at), &word);
        }
        9 => text.replace_range(word_at(text, at), chance.pick(TOKENS).copied().unwrap_or("")),
        10 => {
            // Indentation.
            let start = line_at(text, at).start;
            if chance.below(2) == 0 {
                text.insert_str(start, &" ".repeat(1 + chance.below(4)));
            } else if text[start..].starts_with(' ') {
                text.remove(start);
            }
        }
        _ => {
            // A byte, which may break a character.
            let mut bytes = std::mem::take(text).into_bytes();
            let at = chance.below(bytes.len());
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << chance.below(8);
            }
            *text = String::from_utf8_lossy(&bytes).into_owned();
        }
    }
}

fn line_at(text: &str, at: usize) -> std::ops::Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
    start..text[at..].find('\n').map_or(text.len(), |length| at + length + 1)
}

fn word_at(text: &str, at: usize) -> std::ops::Range<usize> {
    let is_end = |character: char| !character.is_alphanumeric() && !matches!(character, '_' | '-');
    let start =
        text[..at].rfind(is_end).map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8));
    start..text[at..].find(is_end).map_or(text.len(), |length| at + length)
}

/// An archive of the files in a text, with mutated bytes.
pub fn packed(text: &str, chance: &mut Chance) -> Vec<u8> {
    let mut files: Vec<(String, String)> =
        example::files(text).into_iter().map(|(path, text)| (path.to_string(), text)).collect();
    if chance.below(3) == 0
        && let Some(at) = files.len().checked_sub(1).map(|last| chance.below(last + 1))
    {
        let names = ["../a.yaml", "/a.yaml", "TOSCA-Metadata/TOSCA.meta", "a//b.yaml", "C:\\a.yaml", "a\0.yaml", ""];
        files[at].0 = chance.pick(&names).copied().unwrap_or("").to_owned();
    }
    // The writer of archives refuses two files of one name.
    let mut names = BTreeSet::new();
    files.retain(|(path, _)| names.insert(path.clone()));
    let mut bytes = if chance.below(2) == 0 {
        let files: Vec<(&str, &[u8])> = files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())).collect();
        archive::zip(&files)
    } else {
        tgz(&files)
    };
    for _ in 0..chance.below(4) {
        let at = chance.below(bytes.len());
        match chance.below(4) {
            0 => bytes.truncate(at.max(4)),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 if at < bytes.len() => bytes[at] = [0, 0xff, 0x7f, 0x80][chance.below(4)],
            _ if at < bytes.len() => bytes[at] ^= 1 << chance.below(8),
            _ => {}
        }
    }
    bytes
}

fn tgz(files: &[(String, String)]) -> Vec<u8> {
    let mut tar = Vec::new();
    for (path, text) in files {
        let mut header = tar::Header::new_gnu();
        let name = &path.as_bytes()[..path.len().min(99)];
        header.as_old_mut().name[..name.len()].copy_from_slice(name);
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        tar.extend_from_slice(header.as_bytes());
        tar.extend_from_slice(text.as_bytes());
        tar.resize(tar.len().next_multiple_of(512), 0);
    }
    tar.resize(tar.len() + 1024, 0);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(&tar);
    encoder.finish().unwrap_or_default()
}

/// An edit of `text`: the text after it.
pub fn edited(text: &str, chance: &mut Chance) -> String {
    let mut edited = text.to_owned();
    let at = chance.boundary(&edited);
    let end = floor_boundary(&edited, at + chance.below(12)).max(at);
    edited.replace_range(at..end, chance.pick(TOKENS).copied().unwrap_or(""));
    edited
}
