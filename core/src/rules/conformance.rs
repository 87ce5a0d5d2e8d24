//! The numbered rules of the specifications, with the codes that check them. Each rule in `rules` lists the numbers it
//! enforces; the tables here add only those that are not enforced by design. The remaining numbers are not checked yet.

mod asd;
mod assembly;
mod homing;
pub mod tables;
mod tosca;

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::language::Language;
use crate::rules;

/// A numbered rule of a specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub language: Language,
    /// `AD-NAME-01`, `RD-05`, `T-3.5.8-03`.
    pub number: &'static str,
    /// The condition that a file must meet, as one line of Markdown without a period.
    pub title: &'static str,
    pub status: Status,
    /// The tests that demonstrate it: the file and the heading of each case.
    pub cases: Vec<(&'static str, &'static str)>,
}

/// The status of a numbered rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// The codes of its findings, at least one.
    Checked(Vec<&'static str>),
    /// Not checked by design, with the reason.
    LeftOut(&'static str),
    NotYet,
}

impl Row {
    /// The codes that report violations.
    pub fn codes(&self) -> &[&'static str] {
        match &self.status {
            Status::Checked(codes) => codes,
            Status::LeftOut(_) | Status::NotYet => &[],
        }
    }
}

/// The numbered rules of a language.
struct Numbered {
    sections: &'static [Section],
    /// Numbers checked by an expansion, with the code of the finding.
    expansion: &'static [(&'static str, &'static str)],
    /// The numbers that are not checked by design, grouped by reason.
    left_out: &'static [(&'static str, &'static [&'static str])],
}

/// A section of the numbered rules of a language.
#[derive(Debug)]
pub struct Section {
    /// The common prefix of its numbers, or the first number: `AD-NAME`.
    pub id: &'static str,
    pub title: &'static str,
    /// Each number with its title.
    rules: &'static [(&'static str, &'static str)],
}

impl Section {
    /// The rules of the section, in their order.
    pub fn rows(&self) -> impl Iterator<Item = &'static Row> {
        let first = self.rules.first().map(|(number, _)| *number);
        rows().iter().skip_while(move |row| Some(row.number) != first).take(self.rules.len())
    }
}

/// The reason for rules that cannot be violated.
const READ: &str = "Defines how a file is read, matched or run, so no file can violate it.";
/// The reason for rules about orchestrators.
const RUN: &str = "A duty or choice of the orchestrator, which no file can violate.";

/// The numbered rules by language identifier.
static NUMBERED: [(&str, &Numbered); 5] = [
    ("assembly", &assembly::ASSEMBLIES),
    ("resource", &assembly::RESOURCES),
    ("tosca", &tosca::NUMBERED),
    ("asd", &asd::NUMBERED),
    ("homing", &homing::NUMBERED),
];

fn numbered(language: Language) -> impl Iterator<Item = &'static Numbered> {
    NUMBERED.iter().filter(move |(id, _)| *id == language.id()).map(|(_, numbered)| *numbered)
}

/// The sections of the numbered rules of `language`.
pub fn sections(language: Language) -> impl Iterator<Item = &'static Section> {
    numbered(language).flat_map(|numbered| numbered.sections)
}

/// The numbered rules of all languages, in the order of their sections.
pub fn rows() -> &'static [Row] {
    static ROWS: LazyLock<Vec<Row>> = LazyLock::new(gathered);
    &ROWS
}

fn gathered() -> Vec<Row> {
    let shown = shown();
    let mut codes: HashMap<&str, Vec<&'static str>> = HashMap::new();
    for rule in rules::all() {
        rule.sources.iter().for_each(|number| codes.entry(*number).or_default().push(rule.code));
    }
    let mut rows = Vec::new();
    for language in Language::ALL {
        for numbered in numbered(language) {
            for (number, title) in numbered.sections.iter().flat_map(|section| section.rules) {
                let mut codes = codes.remove(number).unwrap_or_default();
                let of_expansion = numbered.expansion.iter().filter(|(of, _)| of == number);
                codes.extend(of_expansion.map(|(_, code)| *code));
                let reason = numbered.left_out.iter().find(|(_, numbers)| numbers.contains(number));
                let status = match reason {
                    _ if !codes.is_empty() => Status::Checked(codes),
                    Some((reason, _)) => Status::LeftOut(reason),
                    None => Status::NotYet,
                };
                let cases = shown.get(number).cloned().unwrap_or_default();
                rows.push(Row { language, number, title, status, cases });
            }
        }
    }
    rows
}

/// The numbers that are not checked by design.
pub fn left_out() -> impl Iterator<Item = &'static str> {
    NUMBERED.iter().flat_map(|(_, numbered)| numbered.left_out).flat_map(|(_, numbers)| *numbers).copied()
}

/// The cases that demonstrate each number, table key or code.
fn shown() -> HashMap<&'static str, Vec<(&'static str, &'static str)>> {
    let mut shown: HashMap<&str, Vec<(&str, &str)>> = HashMap::new();
    for line in CASES.lines() {
        let Some((what, case)) = line.split_once(' ') else { continue };
        shown.entry(what).or_default().extend(case.split_once(": "));
    }
    shown
}

/// The cases that demonstrate each number, table and code, collected by the tests.
static CASES: &str = include_str!("conformance.txt");
