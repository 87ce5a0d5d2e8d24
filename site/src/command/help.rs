//! The texts after the options of commands. Each paragraph is one line, which terminals and manual pages wrap. Code is
//! indented by two spaces and never wrapped; below a command or a term is its description, indented by four.

/// A space in code, at which the library that wraps the help does not break lines.
const UNBROKEN: char = '\u{a0}';
/// The beginning of an example.
const COMMAND: &str = "  descriptorium ";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Blank,
    Paragraph,
    Code,
    Description,
}

/// The lines of a text with their kinds.
fn kinds(text: &str) -> Vec<(Kind, &str)> {
    let mut found: Vec<(Kind, &str)> = Vec::new();
    for line in text.lines() {
        let is_described = found.last().is_some_and(|(kind, before)| *kind == Kind::Description || is_term(before));
        let kind = match line.strip_prefix("    ") {
            _ if line.is_empty() => Kind::Blank,
            Some(rest) if is_described && !rest.starts_with(' ') => Kind::Description,
            _ if line.starts_with(' ') => Kind::Code,
            _ => Kind::Paragraph,
        };
        found.push((kind, line));
    }
    found
}

/// Whether a line is an example, or a single word that is described below.
fn is_term(line: &str) -> bool {
    let is_word = |word: &str| word.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-');
    line.starts_with(COMMAND) || line.strip_prefix("  ").is_some_and(|word| !word.is_empty() && is_word(word))
}

/// The text for the library that wraps the help.
pub fn unbroken(text: &str) -> String {
    let lines = kinds(text).into_iter().map(|(kind, line)| match kind {
        Kind::Code => line.replace(' ', UNBROKEN.encode_utf8(&mut [0; 2])),
        Kind::Blank | Kind::Paragraph | Kind::Description => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text after it was wrapped.
pub fn wrapped(text: &str) -> String {
    text.replace(UNBROKEN, " ")
}

/// The section of a manual page, in roff.
pub fn roff(text: &str) -> String {
    let heading = match text.lines().next() {
        Some("Examples:") => "EXAMPLES",
        Some("Exit codes:") => "EXIT STATUS",
        _ => "NOTES",
    };
    let mut out = format!(".SH {heading}\n");
    let mut last = Kind::Blank;
    for (kind, line) in kinds(text).into_iter().skip(usize::from(heading != "NOTES")) {
        // A period or a quote at the beginning would be a request, and a backslash is an escape.
        let escaped = line.replace('\\', "\\e").replace('-', "\\-");
        let escaped = if kind == Kind::Code { &*escaped } else { escaped.trim_start() };
        let guard = if escaped.starts_with(['.', '\'']) { "\\&" } else { "" };
        if last == Kind::Code && kind != Kind::Code {
            out.push_str(".fi\n");
        }
        out += &match kind {
            Kind::Blank => String::new(),
            Kind::Paragraph => format!(".PP\n{guard}{escaped}\n"),
            Kind::Code if last == Kind::Code => format!("{guard}{escaped}\n"),
            Kind::Code => format!(".PP\n.nf\n{guard}{escaped}\n"),
            Kind::Description => format!(".RS 4\n{guard}{escaped}\n.RE\n"),
        };
        last = kind;
    }
    if last == Kind::Code {
        out.push_str(".fi\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
Examples:
  descriptorium check a b
    two files
  git ls-files -z | while read f; do :; done

A paragraph.
  jobs:
    part:
      runs-on: x";

    #[test]
    fn only_code_is_not_wrapped() {
        let lines: Vec<bool> = unbroken(TEXT).lines().map(|line| line.contains(UNBROKEN)).collect();
        assert_eq!(lines, [false, true, false, true, false, false, true, true, true]);
        assert_eq!(wrapped(&unbroken(TEXT)), TEXT);
    }

    #[test]
    fn manual_pages_fill_paragraphs_and_descriptions() {
        let expected = "\
.SH EXAMPLES
.PP
.nf
  descriptorium check a b
.fi
.RS 4
two files
.RE
.PP
.nf
  git ls\\-files \\-z | while read f; do :; done
.fi
.PP
A paragraph.
.PP
.nf
  jobs:
    part:
      runs\\-on: x
.fi
";
        assert_eq!(roff(TEXT), expected);
    }
}
