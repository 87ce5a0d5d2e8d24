//! Text for terminals and logs. Names of descriptors, files and properties come from others: they must not color or clear a
//! terminal, change the direction of a line, or start a line that a CI host executes as a command. Everything that the
//! program prints passes through this module.

use std::borrow::Cow;
use std::io::{self, Write};

use descriptorium_core::text::is_deceptive;

/// The beginning of a workflow command of GitHub and compatible hosts, at the start of a line after white space.
const COMMAND: &str = "::";
/// The arrow before a second file in an excerpt, followed by a blank or the end of its color. No host has a command whose
/// name starts with `:`.
const ARROW: &str = ":::";
/// The beginnings of commands of Azure Pipelines and of an earlier version of GitHub's, anywhere in a line.
const LOGGED: [&str; 2] = ["##[", "##vso["];

/// Whether a character is written as its code point: controls, line separators, and those that change the direction of text.
fn is_special(character: char) -> bool {
    let is_mark = matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}');
    character.is_control() || is_mark || is_deceptive(character)
}

fn code_point(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

/// A name or message as part of one line: special characters, including line breaks, are written as code points.
pub fn line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_special) {
        return text.into();
    }
    let escaped = text.chars().fold(String::new(), |mut escaped, character| {
        match is_special(character) {
            true => escaped.push_str(&code_point(character)),
            false => escaped.push(character),
        }
        escaped
    });
    escaped.into()
}

/// A text of several lines: line breaks and tabs stay, and no line is a command of a CI host.
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, false)
}

/// The same for a text with colors of our own. Texts of others in it must be escaped before with [`line()`].
pub fn styled(text: &str) -> Cow<'_, str> {
    escaped(text, true)
}

fn escaped(text: &str, keeps_colors: bool) -> Cow<'_, str> {
    if !text.contains(|character| !matches!(character, '\n' | '\t') && is_special(character)) && !has_command(text) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (mut rest, mut is_start) = (line, true);
        while let Some(character) = rest.chars().next() {
            let color = keeps_colors.then(|| color(rest)).flatten();
            let after = match color {
                Some(length) => {
                    out.push_str(&rest[..length]);
                    length
                }
                None => {
                    let is_command = is_start && starts_command(rest)
                        || character == '['
                            && LOGGED.iter().any(|start| line[..line.len() - rest.len() + 1].ends_with(start));
                    if is_command || !matches!(character, '\n' | '\t') && is_special(character) {
                        out.push_str(&code_point(character));
                    } else {
                        out.push(character);
                    }
                    is_start &= character.is_whitespace();
                    character.len_utf8()
                }
            };
            rest = &rest[after..];
        }
    }
    out.into()
}

fn has_command(text: &str) -> bool {
    LOGGED.iter().any(|start| text.contains(start)) || text.lines().any(|line| starts_command(line.trim_start()))
}

fn starts_command(text: &str) -> bool {
    let is_arrow = text.strip_prefix(ARROW).is_some_and(|rest| rest.starts_with([' ', '\u{1b}']));
    text.starts_with(COMMAND) && !is_arrow
}

/// The length of the escape sequence for a color or a style at the start of a text.
fn color(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\u{1b}[")?;
    let end = parameters.find(|character: char| !matches!(character, '0'..='9' | ';'))?;
    parameters[end..].starts_with('m').then_some(text.len() - parameters.len() + end + 1)
}

/// The meaning of a color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// An error, or something that is removed.
    Bad,
    /// A warning, or something that changes.
    Notice,
    /// Something that is added.
    Good,
    /// A note.
    Info,
    Strong,
    Faint,
}

/// A text of our own, or an escaped one, in a color. The output strips it if colors are not wanted.
pub fn paint(tone: Tone, text: &str) -> String {
    let color = match tone {
        Tone::Bad => "1;31",
        Tone::Notice => "33",
        Tone::Good => "32",
        Tone::Info => "1;34",
        Tone::Strong => "1",
        Tone::Faint => "2",
    };
    format!("\u{1b}[{color}m{text}\u{1b}[0m")
}

/// A document in JSON: the same value, with special characters and commands written as escapes.
pub fn json(text: String) -> String {
    let is_printed = |character: char| character == '\n' || !is_special(character);
    if text.chars().all(is_printed) && !LOGGED.iter().any(|start| text.contains(start)) {
        return text;
    }
    // Outside strings, a document has none of these.
    let text = text.replace("##[", "#\\u0023[").replace("##vso[", "#\\u0023vso[");
    text.chars().fold(String::new(), |mut escaped, character| {
        if is_printed(character) {
            escaped.push(character);
        } else {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        }
        escaped
    })
}

/// Prints a message of one line on standard error.
pub fn say(message: &str) {
    let message = format!("{}\n", line(message));
    let _ = io::stderr().write_all(lines(&message).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_on_their_line() {
        assert_eq!(line("video größe 日本"), "video größe 日本");
        assert_eq!(
            line("a\n::error::b\u{1b}[2J\u{9b}\u{202e}\u{200f}\r\t"),
            "aU+000A::error::bU+001B[2JU+009BU+202EU+200FU+000DU+0009"
        );
    }

    #[test]
    fn no_line_is_a_command() {
        assert_eq!(lines("a::b ::c\n\td # [x]\n"), "a::b ::c\n\td # [x]\n");
        assert_eq!(
            lines("::error::x\n \t::debug::\nx ##[error] ##vso[task]"),
            "U+003A:error::x\n \tU+003A:debug::\nx ##U+005Berror] ##vsoU+005Btask]"
        );
        assert_eq!(lines(" ::: a.yaml:1:7\n:::error::x\n"), " ::: a.yaml:1:7\nU+003A::error::x\n");
    }

    #[test]
    fn only_our_colors_stay() {
        let text = "\u{1b}[1;31merror\u{1b}[0m: \u{1b}[2J\u{1b}]0;x\u{7}\u{1b}[\n";
        assert_eq!(styled(text), "\u{1b}[1;31merror\u{1b}[0m: U+001B[2JU+001B]0;xU+0007U+001B[\n");
        assert_eq!(styled("\u{1b}[1m::error::\n"), "\u{1b}[1mU+003A:error::\n");
        assert!(!lines(text).contains('\u{1b}'));
    }

    #[test]
    fn json_keeps_its_value() {
        let value = serde_json::json!({"a": "x\u{7f}\u{85}\u{202e}\n::b ##[c] ##vso[d \u{1b} é"});
        let text = json(serde_json::to_string_pretty(&value).unwrap_or_default());
        assert!(text.chars().all(|one| one == '\n' || !is_special(one)) && !has_command(&text), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).ok(), Some(value));
    }
}
