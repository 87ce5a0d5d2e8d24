//! The literal results that the template of a `dynamicType` can yield, found without evaluating it.

use crate::assembly::expansion::template::code_end;

/// A quoted literal that is a whole result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome<'t> {
    pub literal: &'t str,
    /// The start of the literal in the template, after its quote.
    pub start: usize,
    /// Whether it is passed through `resolveVersion`.
    pub is_range: bool,
}

/// The literal results of `template`, and whether some path through it yields nothing.
pub fn outcomes(template: &str) -> (Vec<Outcome<'_>>, bool) {
    let mut outcomes = Vec::new();
    let mut way = Branch::default();
    let mut at = 0;
    while let Some(open) = template[at..].find('{').map(|found| at + found) {
        way.text(&template[at..open]);
        let close = match template[open + 1..].chars().next() {
            Some('{') => "}}",
            Some('%') => "%}",
            Some('#') => {
                let Some(end) = template[open..].find("#}") else { return (outcomes, false) };
                at = open + end + 2;
                continue;
            }
            _ => {
                way.text("{");
                at = open + 1;
                continue;
            }
        };
        let start = open + 2;
        let Ok(length) = code_end(&template[start..], close) else { return (outcomes, false) };
        let code = &template[start..start + length];
        if close == "}}" {
            way.text("{{ }}");
            outcomes.extend(outcome(code, start));
        } else {
            way.statement(code.trim_matches(|character: char| character.is_whitespace() || "-+".contains(character)));
        }
        at = start + length + 2;
    }
    way.text(&template[at..]);
    (outcomes, !way.yields)
}

/// A scalar, quoted or plain, with a mapping from its content to the source.
pub struct QuotedTemplate {
    pub text: String,
    places: Vec<usize>,
}

impl QuotedTemplate {
    /// Unescapes only quotes and backslashes: names and literals that can be renamed contain no other escapes.
    pub fn of(raw: &str) -> Self {
        let quote = raw.chars().next().filter(|quote| matches!(quote, '\'' | '"'));
        let mut written =
            QuotedTemplate { text: String::with_capacity(raw.len()), places: Vec::with_capacity(raw.len()) };
        let mut characters = raw.char_indices().skip(usize::from(quote.is_some())).peekable();
        while let Some(mut found) = characters.next() {
            let escapes = |next: char| match quote {
                Some('"') => found.1 == '\\' && matches!(next, '"' | '\\'),
                Some(_) => found.1 == '\'' && next == '\'',
                None => false,
            };
            if characters.peek().is_some_and(|(_, next)| escapes(*next)) {
                found = characters.next().unwrap_or(found);
            }
            let (at, character) = found;
            written.text.push(character);
            written.places.extend(at..at + character.len_utf8());
        }
        written
    }

    /// The source offset of the byte `at` of the content.
    pub fn place(&self, at: usize) -> Option<usize> {
        self.places.get(at).copied()
    }
}

/// The variables that `template` reads, each with its offset. Excludes keywords, filters and attribute names after a
/// period.
pub fn variable_places(template: &str) -> Vec<(usize, &str)> {
    const WORDS: [&str; 12] = ["if", "elif", "else", "endif", "and", "or", "not", "in", "is", "true", "false", "none"];
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = template[at..].find('{').map(|found| at + found) {
        at = open + 1;
        let close = match template[at..].chars().next() {
            Some('{') => "}}",
            Some('%') => "%}",
            Some('#') => {
                let Some(end) = template[at..].find("#}") else { return found };
                at += end + 2;
                continue;
            }
            _ => continue,
        };
        let start = at + 1;
        let Ok(length) = code_end(&template[start..], close) else { return found };
        let code = &template[start..start + length];
        let mut before = ' ';
        let mut inner = 0;
        while let Some(character) = code[inner..].chars().next() {
            let rest = &code[inner..];
            if matches!(character, '\'' | '"') {
                let end = rest[1..].find(character).map_or(rest.len(), |end| end + 2);
                (inner, before) = (inner + end, character);
            } else if character.is_alphabetic() || character == '_' {
                let word = |character: char| !character.is_alphanumeric() && character != '_';
                let name = &rest[..rest.find(word).unwrap_or(rest.len())];
                let is_test = found_word(code, inner) == Some("is");
                if !WORDS.contains(&name.to_ascii_lowercase().as_str()) && !matches!(before, '.' | '|') && !is_test {
                    found.push((start + inner, name));
                }
                (inner, before) = (inner + name.len(), 'a');
            } else {
                inner += character.len_utf8();
                before = if character.is_whitespace() { before } else { character };
            }
        }
        at = start + length;
    }
    found
}

/// The word before `at`.
fn found_word(code: &str, at: usize) -> Option<&str> {
    code[..at].split_whitespace().next_back()
}

/// Matches `'text'` or `'text' | resolveVersion`, and nothing else.
fn outcome(code: &str, start: usize) -> Option<Outcome<'_>> {
    let inner = code.trim_start_matches(|character: char| character.is_whitespace() || "-+".contains(character));
    let quote = inner.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    let start = start + (code.len() - inner.len()) + 1;
    let (literal, rest) = inner[1..].split_once(quote)?;
    let rest = rest.trim_end_matches('-').trim();
    let is_range = rest.strip_prefix('|').is_some_and(|filter| filter.trim() == "resolveVersion");
    ((rest.is_empty() || is_range) && !literal.contains('\\')).then_some(Outcome { literal, start, is_range })
}

/// Tracks whether every path through the template so far yields something.
#[derive(Default)]
struct Branch {
    yields: bool,
    /// For each open `if`: the state before it, whether all branches so far yield something, and whether there is an
    /// `else`.
    open: Vec<(bool, bool, bool)>,
}

impl Branch {
    fn text(&mut self, text: &str) {
        self.yields |= !text.trim().is_empty();
    }

    fn statement(&mut self, code: &str) {
        let word = code.split(|character: char| !character.is_alphanumeric()).next().unwrap_or("");
        match word {
            "if" => self.open.push((self.yields, true, false)),
            "elif" | "else" => {
                if let Some((before, all, has_else)) = self.open.last_mut() {
                    *all &= self.yields;
                    *has_else |= word == "else";
                    self.yields = *before;
                }
            }
            "endif" => {
                if let Some((before, all, has_else)) = self.open.pop() {
                    self.yields = before || all && has_else && self.yields;
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literals(template: &str) -> String {
        let found = outcomes(template).0;
        found
            .iter()
            .map(|found| format!("{}{}", found.literal, if found.is_range { "|" } else { "" }))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn results_that_are_written_out_are_found() {
        assert_eq!(literals("{{ 'a' }}"), "a");
        assert_eq!(literals("{% if x == 'no' %}{{ 'a' }}{% else %}{{\"b\" | resolveVersion }}{% endif %}"), "a b|");
        assert_eq!(literals("{{ 'a' ~ b }}{{ b }}{{- 'c' -}}{{ 'a'|lower }}"), "c");
        assert_eq!(literals("{# {{ 'old' }} #}{{ 'a' }}{# {{ 'older' }}"), "a");
        let template = "x{{ 'ab' }}";
        assert_eq!(outcomes(template).0.first().map(|found| &template[found.start..found.start + 2]), Some("ab"));
    }

    #[test]
    fn variables_have_their_places() {
        let places = |template: &str| {
            let found = variable_places(template);
            assert!(found.iter().all(|(at, name)| template[*at..].starts_with(name)), "{template}");
            found.into_iter().map(|(_, name)| name.to_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(places("{% if kind == 'a kind' and not b.c %}{{ 'x' ~ kind|lower }}{% endif %}"), "kind b kind");
        assert_eq!(places("kind {{ _k1 is defined }} {# kind, {{ kind }} #} {{- a if b else \"b\" -}}"), "_k1 a b");
        assert_eq!(places("{{ kind"), "");
    }

    #[test]
    fn what_is_in_quotes_is_read_without_their_escapes() {
        for (raw, text) in [
            (r#""{{ \"a\" ~ kind ~ \"\\\"\" }}""#, r#"{{ "a" ~ kind ~ "\"" }}""#),
            ("'{{ x if kind == ''kind'' }}'", "{{ x if kind == 'kind' }}'"),
            (r"{{ kind ~ '\'' }}", r"{{ kind ~ '\'' }}"),
        ] {
            let written = QuotedTemplate::of(raw);
            assert_eq!(written.text, text);
            for (at, character) in text.char_indices() {
                assert!(raw[written.place(at).expect("a place")..].starts_with(character), "{at} of {text}");
            }
        }
        assert_eq!(variable_places(&QuotedTemplate::of("'{{ x if kind == ''kind'' }}'").text), [(3, "x"), (8, "kind")]);
    }

    #[test]
    fn a_way_without_a_result_is_found() {
        for (template, empty) in [
            ("", true),
            ("{{ a }}", false),
            ("{% if a %}{{ 'b' }}{% endif %}", true),
            ("{% if a %}{{ 'b' }}{% else %}{{ 'c' }}{% endif %}", false),
            ("{% if a %}{{ 'b' }}{% elif d %} {% else %}{{ 'c' }}{% endif %}", true),
            ("{% if a %}{% if b %}{{ 'c' }}{% endif %}{% else %}{{ 'd' }}{% endif %}", true),
            ("{% if a %}{% endif %}resource::a::1.0", false),
        ] {
            assert_eq!(outcomes(template).1, empty, "{template}");
        }
    }
}
