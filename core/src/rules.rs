//! Rules. Each rule is one file with its code, its documentation, a bad and a good example (run as tests), its check
//! and its fix. `rules/assembly/no_such_component.rs` holds the rule `assembly/no-such-component`.

pub mod asd;
pub mod assembly;
pub mod catalog;
pub mod catalog_settings;
pub mod conformance;
pub mod homing;
pub mod ignore;
pub mod schema;
pub mod tables;
pub mod tosca;
pub mod yaml;

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use crate::assembly::released::Released;
use crate::catalog::{Catalog, closest};
use crate::context::FileContext;
use crate::diagnostic::{Diagnostic, Fix, Related, Safety, Severity};
use crate::edit::{Change, TextEdit};
use crate::rules::tables::Tables;
use crate::settings::{self, Settings};
use crate::sorting::Sorting;
use crate::symbol::Mention;
use crate::syntax::NodePath;
use crate::syntax::patch::Draft;
use crate::text::{FilePath, Span};
use crate::workspace::{SourceFile, Workspace};

/// The documentation of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// `folder/name` or `folder/group/name`, the path of its file.
    pub code: &'static str,
    pub severity: Severity,
    /// A short noun phrase without a period.
    pub title: &'static str,
    /// Why it matters and how to fix it, in Markdown.
    pub doc: &'static str,
    /// The numbered rules of the specification that it enforces.
    pub sources: &'static [&'static str],
    /// A short text that breaks the rule, and the corrected text; `# file: name.yaml` lines separate files.
    pub bad: &'static str,
    pub good: &'static str,
}

/// A rule with its check, which needs the facts `F`.
pub struct Definition<F: Facts = Common> {
    pub code: &'static str,
    pub severity: Severity,
    pub title: &'static str,
    pub doc: &'static str,
    pub sources: &'static [&'static str],
    pub bad: &'static str,
    pub good: &'static str,
    pub check: fn(&mut Check<'_, F>),
}

impl<F: Facts> Definition<F> {
    pub const fn rule(&self) -> Rule {
        let Definition { code, severity, title, doc, sources, bad, good, .. } = *self;
        Rule { code, severity, title, doc, sources, bad, good }
    }

    /// The fields needed for checking. Documentation is kept apart so that only code that shows it links it.
    pub const fn checking(&self) -> Checking<F> {
        Checking { code: self.code, severity: self.severity, check: self.check }
    }
}

/// A rule without its documentation.
pub struct Checking<F: Facts> {
    code: &'static str,
    severity: Severity,
    check: fn(&mut Check<'_, F>),
}

impl<F: Facts> Clone for Checking<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Facts> Copy for Checking<F> {}

/// Facts about a file that the rules of a language share, computed once per file.
pub trait Facts: 'static {
    type Of<'a>;

    fn of<'a>(context: FileContext<'a>, mentions: &'a [Mention]) -> Self::Of<'a>;
}

/// For rules that apply to every language: no facts beyond the file.
pub struct Common;

impl Facts for Common {
    type Of<'a> = ();

    fn of<'a>(_: FileContext<'a>, _: &'a [Mention]) {}
}

/// Declares the rules of a folder, one module each: `CHECKS` for the checker, `CODES` for settings and comments that name
/// rules, and `RULES` for the documentation.
macro_rules! list {
    ($facts:ty: $($visibility:vis $name:ident),+ $(,)?) => {
        $($visibility mod $name;)+
        /// The checks of this folder.
        pub(in crate::rules) static CHECKS: &[$crate::rules::Checking<$facts>] = &[$($name::RULE.checking()),+];
        /// The codes of this folder.
        pub(in crate::rules) static CODES: &[&str] = &[$($name::RULE.code),+];
        /// The rules of this folder.
        pub static RULES: &[$crate::rules::Rule] = &[$($name::RULE.rule()),+];
    };
}
use list;

/// Joins the rules of several groups of a language.
macro_rules! join {
    ($facts:ty: $($group:ident),+ $(,)?) => {
        /// The checks of all groups.
        pub(in crate::rules) static CHECKS: &[&[$crate::rules::Checking<$facts>]] = &[$($group::CHECKS),+];
        /// The codes of all groups.
        pub(in crate::rules) static CODES: &[&[&str]] = &[$($group::CODES),+];
        /// The rules of all groups.
        pub static RULES: &[&[$crate::rules::Rule]] = &[$($group::RULES),+];
    };
}
use join;

/// The rules by folder, in the order in which they are documented.
fn folders() -> impl Iterator<Item = &'static [Rule]> {
    let before = [yaml::RULES, schema::RULES, catalog::RULES, assembly::RULES];
    before.into_iter().chain(tosca::RULES.iter().copied()).chain([asd::RULES, homing::RULES])
}

/// The codes of all rules.
pub fn codes() -> impl Iterator<Item = &'static str> {
    // A separate list: using `CHECKS` would link the rules of every language into code that all languages share.
    let before = [yaml::CODES, schema::CODES, catalog::CODES, assembly::CODES];
    let all = before.into_iter().chain(tosca::CODES.iter().copied()).chain([asd::CODES, homing::CODES]);
    all.flatten().copied()
}

/// All rules, by code.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    folders().flatten()
}

/// The rule with this code, current or renamed.
pub fn find(code: &str) -> Option<&'static Rule> {
    let code = settings::current(code);
    all().find(|rule| rule.code == code)
}

/// The check of one file by one rule: its inputs and its findings.
pub struct Check<'a, F: Facts = Common> {
    pub file: &'a SourceFile,
    pub workspace: &'a Workspace,
    pub catalog: &'a Catalog,
    pub settings: &'a Settings,
    /// The released catalog, if known.
    pub released: Option<&'a Released>,
    /// Every name that the file mentions, with its target.
    pub mentions: &'a [Mention],
    pub facts: Rc<F::Of<'a>>,
    /// Hooks of the language for the schema rules.
    pub tables: Tables,
    code: &'static str,
    severity: Severity,
    found: Vec<Diagnostic>,
    /// Number of findings of earlier rules.
    n_others: usize,
    shared: Rc<Shared<'a>>,
}

/// State shared by all rules while one file is checked.
struct Shared<'a> {
    /// Paths of the nodes that do not fit the schema.
    misfits: HashSet<&'a NodePath>,
    /// The unedited text of the file.
    draft: Draft,
}

/// The check of one file by several lists of rules.
pub struct Run<'a> {
    context: FileContext<'a>,
    released: Option<&'a Released>,
    mentions: &'a [Mention],
    tables: Tables,
    found: Vec<Diagnostic>,
    shared: Rc<Shared<'a>>,
}

impl<'a> Run<'a> {
    /// Runs `rules`, computing their facts once.
    fn call<F: Facts>(&mut self, rules: &[&[Checking<F>]]) {
        let FileContext { file, workspace, catalog, settings, .. } = self.context;
        let facts = Rc::new(F::of(self.context, self.mentions));
        for rule in rules.iter().copied().flatten() {
            let mut check = Check {
                file,
                workspace,
                catalog,
                settings,
                released: self.released,
                mentions: self.mentions,
                facts: Rc::clone(&facts),
                tables: self.tables,
                code: rule.code,
                severity: rule.severity,
                n_others: self.found.len(),
                found: std::mem::take(&mut self.found),
                shared: Rc::clone(&self.shared),
            };
            (rule.check)(&mut check);
            self.found = check.found;
        }
    }
}

/// The rules and schema hooks of a language.
#[derive(Clone, Copy)]
pub struct LanguageRules {
    /// Runs the rules of the language.
    pub run: fn(&mut Run<'_>),
    pub tables: Tables,
}

/// The findings in `context.file`, in text order. `of_language` are the rules of its language.
pub fn check(
    context: FileContext<'_>,
    released: Option<&Released>,
    mentions: &[Mention],
    of_language: Option<LanguageRules>,
) -> Vec<Diagnostic> {
    let FileContext { file, settings, .. } = context;
    let misfits = file.problems().iter().map(|problem| &problem.path).collect();
    let shared = Rc::new(Shared { misfits, draft: Draft::of(&file.text, &file.tree) });
    let tables = of_language.map_or(Tables::NONE, |rules| rules.tables);
    let mut run = Run { context, released, mentions, tables, found: Vec::new(), shared };
    run.call(&[yaml::CHECKS, schema::CHECKS, catalog::CHECKS]);
    if let Some(rules) = of_language {
        (rules.run)(&mut run);
    }
    let mut found = run.found;
    // Invisible characters change the structure, so all other findings may be consequences.
    if found.iter().any(yaml::hides_structure) {
        found.retain(yaml::hides_structure);
    }
    // A tab hides the indentation of its block, so schema and syntax findings inside may be consequences.
    let unclear = yaml::tab_indentation::unclear(file);
    let of_depth = |diagnostic: &Diagnostic| {
        let own = diagnostic.code == yaml::tab_indentation::RULE.code;
        !own && ["yaml/", "schema/"].iter().any(|folder| diagnostic.code.starts_with(folder))
    };
    found.retain(|diagnostic| !of_depth(diagnostic) || !unclear.iter().any(|span| span.contains(diagnostic.span)));
    // A line with a syntax error is not what its author meant, so only its syntax findings are kept.
    let line = |diagnostic: &Diagnostic| file.lines.line(diagnostic.span.start as usize);
    let of_text = |diagnostic: &Diagnostic| diagnostic.code.starts_with("yaml/");
    let broken = found.iter().filter(|diagnostic| of_text(diagnostic) && diagnostic.severity == Severity::Error);
    let broken: BTreeSet<usize> = broken.map(line).collect();
    found.retain(|diagnostic| of_text(diagnostic) || !broken.contains(&line(diagnostic)));
    let misread = schema::outdented_body::misread(file);
    let own = |diagnostic: &Diagnostic| diagnostic.code == schema::outdented_body::RULE.code;
    found.retain(|diagnostic| {
        of_text(diagnostic) || own(diagnostic) || !misread.iter().any(|span| span.contains(diagnostic.span))
    });
    ignore::apply(file, &mut found);
    found.retain_mut(|diagnostic| {
        let severity = ignore::leveled(diagnostic.severity, settings.level(diagnostic.code));
        severity.is_some_and(|severity| {
            diagnostic.severity = severity;
            true
        })
    });
    found.order_by_key(|diagnostic| (diagnostic.span.start, diagnostic.severity, diagnostic.code));
    // A merge key repeats the findings of the merged mapping.
    found.dedup_by(|one, other| one.code == other.code && one.span == other.span && one.message == other.message);
    found
}

impl<F: Facts> Check<'_, F> {
    /// Reports a finding at `span`. Help, fixes and related locations can be added to it.
    pub fn report(&mut self, span: Span, message: impl Into<String>) -> Finding<'_> {
        self.found.push(Diagnostic {
            code: self.code,
            severity: self.severity,
            file: self.file.path.clone(),
            span,
            message: message.into(),
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
        });
        let index = self.found.len() - 1;
        let is_one_of_many = index - self.n_others >= MANY;
        Finding { diagnostic: &mut self.found[index], draft: &self.shared.draft, is_one_of_many }
    }

    /// Whether the node at `path` does not fit the schema.
    pub fn is_misfit(&self, path: &NodePath) -> bool {
        self.shared.misfits.contains(path)
    }
}

/// Maximum number of findings per rule and file that get structural fixes, each of which edits a copy of the whole
/// text.
const MANY: usize = 100;

/// A finding that was just reported.
pub struct Finding<'a> {
    diagnostic: &'a mut Diagnostic,
    draft: &'a Draft,
    is_one_of_many: bool,
}

impl Finding<'_> {
    /// Adds advice on how to fix it.
    pub fn help(self, help: impl Into<String>) -> Self {
        self.diagnostic.help = Some(help.into());
        self
    }

    /// Overrides the severity of the rule.
    pub fn severity(self, severity: Severity) -> Self {
        self.diagnostic.severity = severity;
        self
    }

    pub fn related(self, file: &FilePath, span: Span, message: impl Into<String>) -> Self {
        self.diagnostic.related.push(Related { file: file.clone(), span, message: message.into() });
        self
    }

    /// Adds a change of this file that fixes it.
    pub fn fix(self, title: impl Into<String>, safety: Safety, edit: TextEdit) -> Self {
        // An edit of an anchored node changes all its aliases.
        let safety = if self.draft.is_shared(&edit) { Safety::Unsafe } else { safety };
        let change = Change::of_file(title, self.diagnostic.file.clone(), edit);
        self.diagnostic.fixes.push(Fix { change, safety });
        self
    }

    /// Adds a fix made by editing the tree, unless the edit is refused. Each copies the whole text, so findings of a
    /// rule beyond [`MANY`] get none.
    pub fn fix_by(
        self,
        title: impl Into<String>,
        safety: Safety,
        edit: impl FnOnce(&mut Draft) -> Result<(), crate::edit::EditError>,
    ) -> Self {
        if self.is_one_of_many {
            return self;
        }
        let mut draft = self.draft.clone();
        match edit(&mut draft) {
            Ok(()) => self.fix(title, safety, draft.finish()),
            Err(_) => self,
        }
    }

    /// Suggests the most similar of `names` and offers to replace `name` with it. If none is similar, `otherwise` is
    /// the help.
    pub fn suggest<'n>(self, name: &str, names: impl IntoIterator<Item = &'n str>, otherwise: &str) -> Self {
        let Some(near) = closest(name, names) else { return self.help(otherwise) };
        let finding = self.help(format!("did you mean `{near}`?"));
        // Names that need quotes are only suggested, not inserted.
        let plain = near.chars().all(|character| character.is_alphanumeric() || "_-.:^$/".contains(character));
        if plain { finding.replace_name(name, near) } else { finding }
    }

    /// Offers to replace `name` with `text`, inside its quotes if any. Offers nothing if the name is written with
    /// escapes.
    pub fn replace_name(self, name: &str, text: &str) -> Self {
        let span = self.diagnostic.span;
        let raw = span.of(self.draft.text());
        let quoted = raw.len() == name.len() + 2 && raw.starts_with(['\'', '"']);
        let inner = if quoted { Span::new(span.start as usize + 1, span.end as usize - 1) } else { span };
        if inner.of(self.draft.text()) != name {
            return self;
        }
        self.fix(format!("Replace with `{text}`"), Safety::Unsafe, TextEdit::replace(inner, text))
    }

    /// Offers to replace the reported text.
    pub fn replace_with(self, text: &str, safety: Safety) -> Self {
        let edit = TextEdit::replace(self.diagnostic.span, text);
        self.fix(format!("Replace with `{text}`"), safety, edit)
    }
}

/// Names a mapping in a message: "component `web`", "`cluster`", or "an assembly descriptor" without a key of its own.
pub fn described(record: &str, path: &NodePath) -> String {
    match path.last_key() {
        Some(key) if record.contains(&key.replace(['_', '-'], " ")) => format!("`{key}`"),
        Some(key) => format!("{record} `{key}`"),
        None => with_article(record),
    }
}

/// `an assembly descriptor`, `a component`; backticks are ignored.
pub fn with_article(noun: &str) -> String {
    let article = if noun.trim_start_matches('`').starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
