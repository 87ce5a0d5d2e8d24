//! The words of the interface: a table in parts by area. Each row has the texts of all languages side by side.
//!
//! A row of a part becomes a function of that part: `words::shell::save()`.
//!
//! ```text
//! save: "Save", "Speichern";                                      // words::shell::save() -> &'static str
//! gone(name: &str): "{name} is gone", "{name} ist weg";           // words::shell::gone("a.yaml") -> String
//! files(count: usize): ["{count} file", "{count} files"],         // words::shell::files(2) -> String: singular, plural
//!                      ["{count} Datei", "{count} Dateien"];
//! ```
//!
//! A row without its German text, with an unknown name in braces, or without a reader does not compile. The words are
//! read when a view is created, and a change of the language creates all views again ([`crate::app`]). Texts that
//! outlive a view, such as the title of an undo step, keep their language. Messages of the core - findings, fixes,
//! errors, titles of its edits - are English, as with compilers.
//!
//! German texts are short and have no pronouns ("Datei öffnen", "Nicht gespeichert: ..."). Terms of the standards stay
//! as they are (Assembly, Resource, Descriptor, Property, Capability, Requirement, Deployment Location, Lifecycle,
//! Intent, Scale Policy); a component is a Komponente, a relationship a Beziehung, a connection a Verbindung, a box an
//! Element, the canvas the Zeichenfläche, a finding a Befund.
//!
//! Another language needs a variant of [`Locale`], its tag in `boot.js`, and a column in this macro and its rows.

pub mod canvas;
pub mod connection;
pub mod conversion;
pub mod deployment;
pub mod diagrams;
pub mod file_actions;
pub mod files;
pub mod findings;
pub mod folds;
pub mod host;
pub mod inspector;
pub mod installation;
pub mod isolation;
pub mod kinds;
pub mod language_actions;
pub mod legend;
pub mod locale;
pub mod packing;
pub mod phrases;
pub mod placement;
pub mod preview;
pub mod shell;
pub mod shortcuts;
pub mod targets;
pub mod text;
pub mod type_members;

use std::fmt::Arguments;

use crate::words::locale::Locale;

/// A word or a text in the current language.
pub type Words = fn() -> &'static str;

/// Rows of the table, as functions.
macro_rules! words {
    ($($name:ident $(($($given:ident: $kind:ty),+))?: $english:tt, $german:tt;)*) => {
        $( $crate::words::row! { $name [$($($given: $kind),+)?] $english, $german } )*

        /// The rows, for the tests of the table.
        #[cfg(test)]
        pub(super) const ROWS: &[(&str, [&str; 2])] = &[$((stringify!($name), [stringify!($english), stringify!($german)])),*];
    };
}

macro_rules! row {
    ($name:ident [] $english:literal, $german:literal) => {
        pub(crate) fn $name() -> &'static str {
            $crate::words::plain(&[$english, $german])
        }
    };
    ($name:ident [$($given:ident: $kind:ty),+] $english:literal, $german:literal) => {
        pub(crate) fn $name($($given: $kind),+) -> String {
            $crate::words::filled([format_args!($english), format_args!($german)])
        }
    };
    ($name:ident [$count:ident: $number:ty $(, $given:ident: $kind:ty)*] [$one:literal, $several:literal], [$eins:literal, $mehrere:literal]) => {
        pub(crate) fn $name($count: $number $(, $given: $kind)*) -> String {
            // English and German have the same plural rule; a language with another one needs its forms here.
            if $count == 1 {
                $crate::words::filled([format_args!($one), format_args!($eins)])
            } else {
                $crate::words::filled([format_args!($several), format_args!($mehrere)])
            }
        }
    };
}

use row;
use words;

/// Not inlined: there are hundreds of words.
#[inline(never)]
fn plain(languages: &[&'static str; 2]) -> &'static str {
    languages[Locale::current() as usize]
}

fn filled(languages: [Arguments<'_>; 2]) -> String {
    std::fmt::format(languages[Locale::current() as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: [&[(&str, [&str; 2])]; 24] = [
        canvas::ROWS,
        connection::ROWS,
        conversion::ROWS,
        deployment::ROWS,
        diagrams::ROWS,
        files::ROWS,
        file_actions::ROWS,
        folds::ROWS,
        host::ROWS,
        inspector::ROWS,
        installation::ROWS,
        isolation::ROWS,
        kinds::ROWS,
        language_actions::ROWS,
        legend::ROWS,
        packing::ROWS,
        placement::ROWS,
        preview::ROWS,
        findings::ROWS,
        shell::ROWS,
        shortcuts::ROWS,
        targets::ROWS,
        text::ROWS,
        type_members::ROWS,
    ];

    /// The placeholders of a text, sorted; for the singular and the plural.
    fn names(text: &str) -> Vec<&str> {
        let found = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')?.0.split(':').next());
        let mut names: Vec<&str> = found.collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    #[test]
    fn all_languages_have_the_same_placeholders() {
        for (name, [english, german]) in PARTS.into_iter().flatten() {
            assert_eq!(names(english), names(german), "{name}");
            assert_eq!(english.matches('`').count(), german.matches('`').count(), "{name}: names in backquotes");
            let edges = |text: &str| (text.starts_with("\" "), text.ends_with(" \""));
            assert_eq!(edges(english), edges(german), "{name}: spaces at the edges");
            assert!(!german.contains("\\\"") && !german.contains("..."), "{name}: German has „...“ and …");
        }
    }

    #[test]
    fn no_two_rows_are_equal() {
        let mut seen = descriptorium_core::sorted_map::SortedMap::new();
        for (name, languages) in PARTS.into_iter().flatten() {
            let before = seen.insert(languages, name);
            assert_eq!(before, None, "{name} also has {languages:?}");
        }
    }

    /// Terms that the site and the manual do not use, with the term they use instead: a thing has one name everywhere.
    const SYNONYMS: [(&str, &str); 9] = [
        ("problem", "finding"),
        ("problems", "findings"),
        ("diagnostics", "findings"),
        ("drawing", "diagram"),
        ("wire", "connection"),
        ("edge", "connection"),
        ("probleme", "Befunde"),
        ("zeichnung", "Diagramm"),
        ("kante", "Verbindung"),
    ];

    /// Rows with further search terms for commands contain synonyms on purpose; their names begin with `also_`.
    #[test]
    fn a_thing_has_one_name() {
        for (name, languages) in PARTS.into_iter().flatten().filter(|(name, _)| !name.starts_with("also_")) {
            let text = languages.join(" ").to_lowercase();
            let words = || text.split(|character: char| !(character.is_alphanumeric() || character == '_'));
            for (synonym, term) in SYNONYMS {
                assert!(!words().any(|word| word == synonym), "{name}: {synonym} instead of {term}: {text}");
            }
        }
    }

    #[test]
    fn singular_and_plural() {
        assert_eq!(
            (shell::files(1), shell::files(0), shell::files(12)),
            ("1 file".into(), "0 files".into(), "12 files".into())
        );
    }
}
