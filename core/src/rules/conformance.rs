//! The numbered rules of the specification of each language, with the codes that check them. Each rule of this program names
//! the numbers that it enforces; the tables here only add those that are not enforced by design. All remaining numbers
//! are not checked yet.

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
    /// The condition that a file must meet, in a line of Markdown without a period.
    pub title: &'static str,
    pub status: Status,
    /// The tests that show it: each a file of cases, and the heading of the case in it.
    pub cases: Vec<(&'static str, &'static str)>,
}

/// The status of a numbered rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// The codes of its findings, at least one.
    Checked(Vec<&'static str>),
    /// Not checked by design, for the reason given.
    LeftOut(&'static str),
    NotYet,
}

impl Row {
    /// The codes under which violations are found.
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
    /// Numbers with the codes of the problems that an expansion reports.
    expansion: &'static [(&'static str, &'static str)],
    /// The numbers that are not checked by design, by reason.
    left_out: &'static [(&'static str, &'static [&'static str])],
}

/// A part of the numbered rules of a language.
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

/// The reason why rules without a possible violation are left out.
const READ: &str = "Defines how a file is read, matched or run, so no file can violate it.";
/// The reason why rules for orchestrators are left out.
const RUN: &str = "A duty or choice of the orchestrator, which no file can violate.";

/// The numbered rules, by the identifier of their language.
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

/// The numbers that are left out by design, although a rule may name them.
pub fn left_out() -> impl Iterator<Item = &'static str> {
    NUMBERED.iter().flat_map(|(_, numbered)| numbered.left_out).flat_map(|(_, numbers)| *numbers).copied()
}

/// The cases by what they show: a number, the key of a table, or a code.
fn shown() -> HashMap<&'static str, Vec<(&'static str, &'static str)>> {
    let mut shown: HashMap<&str, Vec<(&str, &str)>> = HashMap::new();
    for line in CASES.lines() {
        let Some((what, case)) = line.split_once(' ') else { continue };
        shown.entry(what).or_default().extend(case.split_once(": "));
    }
    shown
}

/// Which case of which suite shows what, as the tests find them.
static CASES: &str = include_str!("conformance.txt");
