//! Splits texts into terms. Catalogs are searched by identifiers, so a name is a term as a whole, in its parts, and in
//! the words of its parts: `resource::c_streamer::1.0` is found by that, by `c_streamer` and by `streamer`.
//!
//! The search script splits queries in the same way.

use smol_str::SmolStr;

/// Maximum length of a term in characters.
const MAX_LENGTH: usize = 64;

/// The terms of a text in lower case, possibly with duplicates.
pub fn terms(text: &str) -> Vec<SmolStr> {
    let mut found = Vec::new();
    for piece in names(text) {
        let compound = piece.trim_matches(is_separator);
        push(&mut found, compound);
        let parts: Vec<&str> = compound.split("::").collect();
        if parts.len() > 1 {
            parts.iter().for_each(|part| push(&mut found, part.trim_matches(is_separator)));
        }
        for part in compound.split(is_separator) {
            let words = words(part);
            if part.len() < compound.len() {
                push(&mut found, part);
            }
            if words.len() > 1 {
                words.into_iter().for_each(|word| push(&mut found, word));
            }
        }
    }
    found
}

/// Candidates for names in a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric() && !is_separator(character))
}

/// The names in a text with their parts joined: `videoservice` for `fjord.video_service`, and `fjordvideoservice`.
pub fn run_together(text: &str) -> Vec<SmolStr> {
    let mut found = Vec::new();
    if !text.contains(is_separator) {
        return found;
    }
    for part in names(text).flat_map(|name| name.split("::")) {
        let dotted = part.contains('.').then_some(part);
        for name in dotted.into_iter().chain(part.split('.')) {
            let pieces: Vec<&str> = name.split(is_separator).filter(|piece| !piece.is_empty()).collect();
            if pieces.len() > 1 && name.contains(char::is_alphabetic) {
                push(&mut found, &pieces.concat());
            }
        }
    }
    found
}

/// The term of a whole title: `=fjordvideoservice` for `fjord.video_service`. No other term begins like this.
pub fn title_term(title: &str) -> Option<SmolStr> {
    let letters = title.chars().filter(|character| !is_separator(*character) && !character.is_whitespace());
    let bare: String = letters.flat_map(char::to_lowercase).take(MAX_LENGTH).collect();
    (!bare.is_empty()).then(|| SmolStr::from(format!("={bare}")))
}

/// The characters that join the parts of a name.
fn is_separator(character: char) -> bool {
    matches!(character, ':' | '_' | '-' | '.' | '/')
}

/// Splits camel case: the words of `publicIpAddress`.
fn words(part: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut before) = (0, None);
    for (at, character) in part.char_indices() {
        if character.is_uppercase() && before.is_some_and(char::is_lowercase) {
            words.push(&part[start..at]);
            start = at;
        }
        before = Some(character);
    }
    words.push(&part[start..]);
    words
}

/// A single letter or digit is not useful, except in scripts whose words are that short.
fn push(found: &mut Vec<SmolStr>, term: &str) {
    let mut characters = term.chars();
    let short = characters.next().is_none_or(|first| first.is_ascii()) && characters.next().is_none();
    if !short && term.chars().count() <= MAX_LENGTH {
        found.push(if term.is_ascii() {
            term.bytes().map(|byte| char::from(byte.to_ascii_lowercase())).collect()
        } else {
            term.to_lowercase().into()
        });
    }
}

/// Whether a term is a word that may be misspelled; a wrong digit makes a different number.
pub fn is_word(term: &str) -> bool {
    term.chars().count() >= 4 && term.chars().all(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_as_one_word() {
        for (name, expected) in [
            ("assembly::fjord.video_service::1.0", "fjordvideoservice videoservice"),
            ("load-balancer", "loadbalancer"),
            ("publicIpAddress", ""),
            ("a.b", "ab"),
            ("1.0", ""),
            ("no white space: `a-b`.", "ab"),
        ] {
            assert_eq!(run_together(name).join(" "), expected, "{name:?}");
        }
    }

    #[test]
    fn a_title_is_a_term_without_its_separators() {
        for (title, expected) in [
            ("fjord.video_service", Some("=fjordvideoservice")),
            ("Resource descriptors", Some("=resourcedescriptors")),
            ("tosca.nodes.Größe", Some("=toscanodesgröße")),
            (" .-", None),
        ] {
            assert_eq!(title_term(title).as_deref(), expected, "{title:?}");
        }
    }

    /// Worked out by hand.
    #[test]
    fn a_name_is_found_whole_and_in_parts() {
        for (text, expected) in [
            ("resource::c_streamer::1.0", "resource::c_streamer::1.0 resource c_streamer 1.0 resource streamer"),
            ("publicIpAddress", "publicipaddress public ip address"),
            ("Where `clients` connect.", "where clients connect"),
            ("asembly-netwrk-00120", "asembly-netwrk-00120 asembly netwrk 00120"),
            ("IPv6 größe 街", "ipv6 größe 街"),
            (":: - a ", ""),
            ("gpu2", "gpu2"),
        ] {
            assert_eq!(terms(text).join(" "), expected, "{text:?}");
        }
    }
}
