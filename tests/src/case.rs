//! Test cases in Markdown: a heading names the behavior, code blocks are the files, and comments in them state the
//! expected findings.
//!
//! ````text
//! ## a name has three parts
//!
//! ```yaml
//! name: assembly::a        # error: [assembly/malformed-name] "three parts"
//! ```
//! ````
//!
//! A comment on its own line refers to the next line without such a comment. Expectations are removed from the text
//! before it is checked. Every finding must be expected, and every expectation must be met. After the message, an
//! expectation can name the numbered rules of the language that the line violates: `# error: [assembly/malformed-name]
//! "three parts" AD-NAME-01`.
//!
//! Several files are separated by lines `# file: name.yaml`. A block `yaml fixed` contains the first file after
//! repeatedly applying the first fix of its first fixable finding (for infos, only safe fixes); `yaml released`
//! contains the released version of the catalog; `settings` contains the settings of the catalog, such as `strict: true`.

use std::collections::BTreeMap;
use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::analysis::example;
use descriptorium_core::diagnostic::{Diagnostic, Safety, Severity};
use descriptorium_core::released::Released;
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;

/// One test case.
#[derive(Debug, Default)]
pub struct Case {
    /// The heading.
    pub name: String,
    pub settings: Settings,
    blocks: Vec<Block>,
    fixed: Option<String>,
    released: Option<String>,
}

/// A code block: files, or a part of one.
#[derive(Debug)]
struct Block {
    /// The line of the suite after the opening fence, and the line of the closing one.
    first: usize,
    end: usize,
    lines: Vec<Line>,
}

/// A line of a file with its expectations.
#[derive(Debug)]
struct Line {
    /// Starts a file; the line is not part of it.
    begins: Option<FilePath>,
    text: String,
    notes: Vec<Note>,
}

/// An expected finding.
#[derive(Clone, Debug)]
struct Note {
    severity: Severity,
    code: String,
    /// A part of the message.
    message: String,
    /// The numbered rules that the line violates.
    numbers: Vec<String>,
}

/// Parses the cases of a suite.
pub fn parse(suite: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut case = Case::default();
    let mut lines = suite.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(name) = line.strip_prefix("## ") {
            cases.push(std::mem::replace(&mut case, Case { name: name.to_owned(), ..Case::default() }));
            continue;
        }
        let Some(kind) = line.strip_prefix("```") else { continue };
        let body: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        match kind {
            "settings" => case.settings = settings(&body),
            "yaml released" => case.released = Some(body.iter().map(|line| format!("{line}\n")).collect()),
            "yaml fixed" => case.fixed = Some(body.iter().map(|line| format!("{line}\n")).collect()),
            _ => case.blocks.push(Block { first: number + 1, end: number + 1 + body.len(), lines: noted(&body) }),
        }
    }
    cases.push(case);
    cases.retain(|case| !case.blocks.is_empty());
    cases
}

fn settings(lines: &[&str]) -> Settings {
    CatalogSettings::of_text(&lines.iter().map(|line| format!("{line}\n")).collect::<String>()).settings()
}

fn noted(lines: &[&str]) -> Vec<Line> {
    let mut found = Vec::new();
    let mut pending = Vec::new();
    for line in lines {
        let (text, note) = taken_apart(line);
        pending.extend(note.clone());
        if note.is_some() && text.is_empty() {
            continue;
        }
        let begins = example::file_line(text);
        found.push(Line { begins, text: text.to_owned(), notes: std::mem::take(&mut pending) });
    }
    found
}

/// Splits a line into its text and its expectation.
fn taken_apart(line: &str) -> (&str, Option<Note>) {
    for severity in [Severity::Error, Severity::Warning, Severity::Info] {
        let Some(at) = line.find(&format!("# {}: [", severity.name())) else { continue };
        let (text, note) = line.split_at(at);
        let Some((code, message)) = note.split_once('[').and_then(|(_, rest)| rest.split_once(']')) else { continue };
        let (message, numbers) = message.rsplit_once('"').unwrap_or(("", message));
        let message = message.trim().trim_matches('"').to_owned();
        let numbers = numbers.split_whitespace().map(str::to_owned).collect();
        let text = text.trim_end_matches(' ');
        return (text, Some(Note { severity, code: code.to_owned(), message, numbers }));
    }
    (line, None)
}

impl Case {
    /// The files without expectations, as they are checked.
    pub fn workspace(&self) -> Workspace {
        let text: String = self.lines().map(|line| format!("{}\n", line.text)).collect();
        example::workspace(example::files(&text))
    }

    pub fn analysis(&self) -> Analysis {
        let before = self.released.as_ref().map(|text| Workspace::new(example::files(text)));
        let released = before.map(|workspace| Arc::new(Released::of(&workspace, &|path| Some(path.clone()))));
        Analysis::against(self.workspace(), self.settings.clone(), released)
    }

    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.blocks.iter().flat_map(|block| &block.lines)
    }

    /// The numbered rules in the expectations, each with the code of its finding.
    pub fn numbered(&self) -> impl Iterator<Item = (&str, &str)> {
        let notes = self.lines().flat_map(|line| &line.notes);
        notes.flat_map(|note| note.numbers.iter().map(|number| (number.as_str(), note.code.as_str())))
    }

    /// The differences between expectations and `analysis`.
    pub fn faults(&self, analysis: &Analysis) -> Vec<String> {
        let mut found = by_line(analysis);
        let mut faults = Vec::new();
        for (line, (file, number)) in self.lines().zip(self.places()) {
            let mut here = found.remove(&(file.clone(), number)).unwrap_or_default();
            for note in &line.notes {
                match here.iter().position(|diagnostic| note.fits(diagnostic)) {
                    Some(index) => {
                        here.remove(index);
                    }
                    None => faults.push(format!("{file}:{}: not found: {}", number + 1, note.print())),
                }
            }
            let surplus = here.iter().map(|diagnostic| Note::of(diagnostic).print());
            faults.extend(surplus.map(|note| format!("{file}:{}: not noted: {note}", number + 1)));
        }
        for ((file, number), rest) in found {
            let notes = rest.iter().map(|diagnostic| Note::of(diagnostic).print());
            faults.extend(notes.map(|note| format!("{file}:{}: behind the end: {note}", number + 1)));
        }
        if let Some(expected) = &self.fixed
            && let Some(text) = fixed(analysis)
            && text != *expected
        {
            faults.push(format!("fixed, the first file reads\n{text}"));
        }
        faults
    }

    /// The file and line of each line of the case.
    fn places(&self) -> Vec<(FilePath, usize)> {
        let Some(mut current) = FilePath::new(example::UNNAMED) else { return Vec::new() };
        let mut next = 0;
        let places = self.lines().map(|line| match &line.begins {
            Some(path) => {
                current = path.clone();
                next = 0;
                (current.clone(), usize::MAX)
            }
            None => {
                next += 1;
                (current.clone(), next - 1)
            }
        });
        places.collect()
    }
}

/// `suite` with updated expectations for `analyses`, one for each case. Valid expectations are not changed.
pub fn rewritten(suite: &str, cases: &[Case], analyses: &[Analysis]) -> String {
    let mut lines: Vec<String> = suite.lines().map(str::to_owned).collect();
    for (case, analysis) in cases.iter().zip(analyses).rev() {
        let mut found = by_line(analysis);
        let mut places = case.places().into_iter();
        let mut blocks = Vec::new();
        for block in &case.blocks {
            let mut body = Vec::new();
            for (line, place) in block.lines.iter().zip(places.by_ref()) {
                let here = found.remove(&place).unwrap_or_default();
                body.extend(line.print(&here));
            }
            blocks.push((block.first..block.end, body));
        }
        for (range, body) in blocks.into_iter().rev() {
            lines.splice(range, body);
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

impl Line {
    /// The line with its expectations: a single one after it if it fits, several above it.
    fn print(&self, found: &[Diagnostic]) -> Vec<String> {
        // A reworded finding keeps the numbers of the note that it replaces.
        let mut outdated: Vec<&Note> =
            self.notes.iter().filter(|note| !found.iter().any(|diagnostic| note.fits(diagnostic))).collect();
        let notes: Vec<String> = found
            .iter()
            .map(|diagnostic| {
                if let Some(note) = self.notes.iter().find(|note| note.fits(diagnostic)) {
                    return note.print();
                }
                let replaced = outdated.iter().position(|note| note.code == diagnostic.code);
                let numbers = replaced.map(|at| outdated.remove(at).numbers.clone()).unwrap_or_default();
                Note { numbers, ..Note::of(diagnostic) }.print()
            })
            .collect();
        match notes.as_slice() {
            [] => vec![self.text.clone()],
            [note] if !self.text.is_empty() && !self.text.ends_with(' ') && self.text.len() + note.len() < 118 => {
                vec![format!("{}  {note}", self.text)]
            }
            _ => {
                let indent = &self.text[..self.text.len() - self.text.trim_start_matches(' ').len()];
                let above = notes.iter().map(|note| format!("{indent}{note}"));
                above.chain([self.text.clone()]).collect()
            }
        }
    }
}

impl Note {
    fn of(diagnostic: &Diagnostic) -> Self {
        Note {
            severity: diagnostic.severity,
            code: diagnostic.code.to_owned(),
            message: diagnostic.message.replace('\n', " "),
            numbers: Vec::new(),
        }
    }

    fn fits(&self, diagnostic: &Diagnostic) -> bool {
        self.severity == diagnostic.severity
            && self.code == diagnostic.code
            && diagnostic.message.replace('\n', " ").contains(&self.message)
    }

    fn print(&self) -> String {
        let mut note = format!("# {}: [{}]", self.severity.name(), self.code);
        if !self.message.is_empty() {
            note += &format!(" \"{}\"", self.message);
        }
        self.numbers.iter().fold(note, |note, number| format!("{note} {number}"))
    }
}

fn by_line(analysis: &Analysis) -> BTreeMap<(FilePath, usize), Vec<Diagnostic>> {
    let mut found: BTreeMap<_, Vec<Diagnostic>> = BTreeMap::new();
    for diagnostic in analysis.all_diagnostics() {
        let Some(file) = analysis.file(&diagnostic.file) else { continue };
        // There is no line after the last line break.
        let end = file.text.trim_end_matches(['\n', '\r']).len();
        let line = file.lines.line(end.min(diagnostic.span.start as usize));
        found.entry((diagnostic.file.clone(), line)).or_default().push(diagnostic.clone());
    }
    found
}

/// The first file after repeatedly applying the first fix of its first fixable finding. For infos, only safe fixes are
/// applied.
fn fixed(analysis: &Analysis) -> Option<String> {
    let path = analysis.workspace().files().next()?.path.clone();
    let mut current = analysis.clone();
    for _ in 0..=analysis.diagnostics(&path).len() {
        let fix = current.diagnostics(&path).iter().find_map(|diagnostic| {
            let first = diagnostic.fixes.first()?;
            (diagnostic.severity != Severity::Info || first.safety == Safety::Safe).then_some(first)
        });
        let Some(fix) = fix else { break };
        current = current.changed(&fix.change).ok()?;
    }
    current.file(&path).map(|file| file.text.to_string())
}
