//! A descriptor name that breaks the form `type::name::version`.

use crate::assembly::mentions::within;
use crate::assembly::model::Text;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::settings::Profile;
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "assembly/malformed-name",
    severity: Severity::Error,
    title: "a descriptor name breaks the form `type::name::version`",
    doc: "The full name of a descriptor has three parts, joined by `::`: its type, which is `assembly` or `resource`, its \
          name, and its version.\n\nThe name starts with a letter, ends with a letter or digit, has letters, digits, \
          `_`, `-` and `.` in between, no two of `_` or `-` in a row (two underscores part the names of instances), and \
          at most 50 characters.",
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

/// The most characters that a name may have (S0:37).
const LONGEST: usize = 50;

fn check(cx: &mut Check<'_>) {
    let Some(name) = cx.name() else { return };
    let parts = NamePart::all(&name, cx);
    let [kind, middle, version] = parts.as_slice() else { return not_three(cx, &name) };
    kind_of(cx, kind);
    for part in [kind, middle, version] {
        if part.text.trim() != part.text {
            let finding = cx.report(part.span, "blanks around `::` in a descriptor name".to_owned());
            let finding = finding.help("leave them out");
            if part.exact {
                finding.replace_with(part.text.trim(), Safety::Safe);
            }
        }
    }
    name_of(cx, &middle.trimmed());
    if version.text.trim().is_empty() {
        cx.report(name.span, "a descriptor name needs a version").help("`type::name::version`, as `assembly::a::1.0`");
    }
}

/// A part of the name between two `::`, as written, with its place.
struct NamePart {
    text: String,
    span: Span,
    /// Whether `span` is just the part.
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

    /// The span of `length` bytes at `start` of the part.
    fn piece(&self, start: usize, length: usize) -> Span {
        let at = self.span.start as usize + start;
        if self.exact { Span::new(at, at + length) } else { self.span }
    }
}

fn not_three(cx: &mut Check<'_>, name: &Text) {
    let mended: Vec<&str> = name.value.split(':').map(str::trim).filter(|part| !part.is_empty()).collect();
    let finding = cx.report(name.span, format!("`{}` does not have the three parts of a descriptor name", name.value));
    let finding = finding.help("`type::name::version`, as `assembly::video::1.0`");
    if let [kind, middle, version] = mended.as_slice() {
        finding.replace_name(&name.value, &format!("{kind}::{middle}::{version}"));
    }
}

fn kind_of(cx: &mut Check<'_>, part: &NamePart) {
    let kind = part.trimmed();
    if matches!(kind.text.as_str(), "assembly" | "resource") {
        return;
    }
    let finding = cx.report(kind.span, format!("no descriptor type `{}`", kind.text));
    finding.suggest(&kind.text, ["assembly", "resource"], "a descriptor is an `assembly` or a `resource`");
}

fn name_of(cx: &mut Check<'_>, part: &NamePart) {
    let name = part.text.as_str();
    let (Some(first), Some(last)) = (name.chars().next(), name.chars().last()) else {
        cx.report(part.span, "the name between the two `::` is empty").help("as `assembly::video::1.0`");
        return;
    };
    let length = name.chars().count();
    if is_allowed(first) && !first.is_ascii_alphabetic() {
        let span = part.piece(0, first.len_utf8());
        cx.report(span, format!("a descriptor name starts with a letter, not with `{first}`"));
    }
    if length > 1 && is_allowed(last) && !last.is_ascii_alphanumeric() {
        let span = part.piece(name.len() - last.len_utf8(), last.len_utf8());
        cx.report(span, format!("a descriptor name ends with a letter or digit, not with `{last}`"));
    }
    if length > LONGEST {
        cx.report(part.span, format!("a descriptor name has at most {LONGEST} characters, this one {length}"));
    }
    if let Some((at, character)) = name.char_indices().find(|(_, character)| !is_allowed(*character)) {
        let span = part.piece(at, character.len_utf8());
        let finding = cx.report(span, format!("a descriptor name cannot have {}", called(character)));
        let finding = finding.help("letters, digits, `_`, `-` and `.`");
        if character == ' ' && part.exact {
            finding.replace_with("_", Safety::Unsafe);
        }
    }
    doubled(cx, part);
}

/// Two separators in a row; the first pair is enough.
fn doubled(cx: &mut Check<'_>, part: &NamePart) {
    let bytes = part.text.as_bytes();
    let found = bytes.windows(2).position(|pair| pair.iter().all(|byte| b"_-.".contains(byte)));
    let Some(at) = found else { return };
    let pair = &part.text[at..at + 2];
    let forbidden = matches!(pair, "__" | "--") && cx.settings.profile == Profile::Cp4na;
    let severity = if forbidden { Severity::Error } else { Severity::Warning };
    let finding = cx.report(part.piece(at, 2), format!("`{pair}` in a descriptor name")).severity(severity);
    let finding = finding.help("one separator is enough; two underscores part the names of instances");
    if part.exact {
        finding.replace_with(&pair[..1], Safety::Unsafe);
    }
}

fn is_allowed(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.')
}

fn called(character: char) -> String {
    if character.is_whitespace() { "a blank".to_owned() } else { format!("`{character}`") }
}
