//! Descriptor names that are not of the form `type::name::version`.

use crate::assembly::mentions::within;
use crate::assembly::model::Text;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::settings::Profile;
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "assembly/malformed-name",
    severity: Severity::Error,
    title: "malformed descriptor name",
    doc: "The full name of a descriptor consists of its type (`assembly` or `resource`), name and version, separated by \
          `::`.\n\nThe name starts with a letter, ends with a letter or digit, and has at most 50 characters: letters, \
          digits, `_`, `-` and `.`, without two consecutive `_` or `-` (two underscores separate the parts of instance \
          names).",
    sources: &[
        "AD-NAME-01",
        "AD-NAME-02",
        "AD-NAME-03",
        "AD-NAME-04",
        "AD-NAME-05",
        "AD-NAME-06",
        "AD-NAME-07",
        "AD-NAME-08",
        "AD-NAME-10",
    ],
    bad: "name: assembly::5g-core::1.0\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::core-5g::1.0\nproperties: {}\ncomposition: {}\n",
    check,
};

/// Maximum length of a name (S0:37).
const LONGEST: usize = 50;

fn check(cx: &mut Check<'_>) {
    let Some(name) = cx.name() else { return };
    let parts = NamePart::all(&name, cx);
    let [kind, middle, version] = parts.as_slice() else { return not_three(cx, &name) };
    kind_of(cx, kind);
    for part in [kind, middle, version] {
        if part.text.trim() != part.text {
            let finding = cx.report(part.span, "spaces around `::` in a descriptor name".to_owned());
            let finding = finding.help("remove them");
            if part.exact {
                finding.replace_with(part.text.trim(), Safety::Safe);
            }
        }
    }
    name_of(cx, &middle.trimmed());
    if version.text.trim().is_empty() {
        cx.report(name.span, "missing version in the descriptor name").help("use `type::name::version`, such as `assembly::a::1.0`");
    }
}

/// A part of the name as written, with its location.
struct NamePart {
    text: String,
    span: Span,
    /// Whether the text of `span` is exactly the part.
    exact: bool,
}

impl NamePart {
    fn all(name: &Text, cx: &Check<'_>) -> Vec<NamePart> {
        let mut at = 0;
        let parts = name.value.split("::").map(|part| {
            let span = within(name, at, part.len(), cx.file);
            at += part.len() + 2;
            NamePart { text: part.to_owned(), span, exact: span.of(&cx.file.text) == part }
        });
        parts.collect()
    }

    fn trimmed(&self) -> NamePart {
        let blanks = self.text.len() - self.text.trim_start().len();
        NamePart { span: self.piece(blanks, self.text.trim().len()), text: self.text.trim().to_owned(), exact: self.exact }
    }

    /// The span of `length` bytes from offset `start` in the part.
    fn piece(&self, start: usize, length: usize) -> Span {
        let at = self.span.start as usize + start;
        if self.exact { Span::new(at, at + length) } else { self.span }
    }
}

fn not_three(cx: &mut Check<'_>, name: &Text) {
    let corrected: Vec<&str> = name.value.split(':').map(str::trim).filter(|part| !part.is_empty()).collect();
    let finding = cx.report(name.span, format!("`{}` is not a full descriptor name", name.value));
    let finding = finding.help("use `type::name::version`, such as `assembly::video::1.0`");
    if let [kind, middle, version] = corrected.as_slice() {
        finding.replace_name(&name.value, &format!("{kind}::{middle}::{version}"));
    }
}

fn kind_of(cx: &mut Check<'_>, part: &NamePart) {
    let kind = part.trimmed();
    if matches!(kind.text.as_str(), "assembly" | "resource") {
        return;
    }
    let finding = cx.report(kind.span, format!("unknown descriptor type `{}`", kind.text));
    finding.suggest(&kind.text, ["assembly", "resource"], "use `assembly` or `resource`");
}

fn name_of(cx: &mut Check<'_>, part: &NamePart) {
    let name = part.text.as_str();
    let (Some(first), Some(last)) = (name.chars().next(), name.chars().last()) else {
        cx.report(part.span, "the part between the two `::` is empty").help("use a name such as `assembly::video::1.0`");
        return;
    };
    let length = name.chars().count();
    if is_allowed(first) && !first.is_ascii_alphabetic() {
        let span = part.piece(0, first.len_utf8());
        cx.report(span, format!("descriptor names must start with a letter, not `{first}`"));
    }
    if length > 1 && is_allowed(last) && !last.is_ascii_alphanumeric() {
        let span = part.piece(name.len() - last.len_utf8(), last.len_utf8());
        cx.report(span, format!("descriptor names must end with a letter or digit, not `{last}`"));
    }
    if length > LONGEST {
        cx.report(part.span, format!("descriptor names have at most {LONGEST} characters, this one has {length}"));
    }
    if let Some((at, character)) = name.char_indices().find(|(_, character)| !is_allowed(*character)) {
        let span = part.piece(at, character.len_utf8());
        let finding = cx.report(span, format!("descriptor names cannot contain {}", called(character)));
        let finding = finding.help("use letters, digits, `_`, `-` and `.`");
        if character == ' ' && part.exact {
            finding.replace_with("_", Safety::Unsafe);
        }
    }
    doubled(cx, part);
}

/// Reports the first pair of consecutive separators.
fn doubled(cx: &mut Check<'_>, part: &NamePart) {
    let bytes = part.text.as_bytes();
    let found = bytes.windows(2).position(|pair| pair.iter().all(|byte| b"_-.".contains(byte)));
    let Some(at) = found else { return };
    let pair = &part.text[at..at + 2];
    let forbidden = matches!(pair, "__" | "--") && cx.settings.profile == Profile::Cp4na;
    let severity = if forbidden { Severity::Error } else { Severity::Warning };
    let finding = cx.report(part.piece(at, 2), format!("`{pair}` in a descriptor name")).severity(severity);
    let finding = finding.help("use a single separator; two underscores separate the parts of instance names");
    if part.exact {
        finding.replace_with(&pair[..1], Safety::Unsafe);
    }
}

fn is_allowed(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.')
}

fn called(character: char) -> String {
    if character.is_whitespace() { "a space".to_owned() } else { format!("`{character}`") }
}
