//! Rules. Each rule is one file with its code, its documentation, a bad and a good example (run as tests), its check
//! and its fix. `rules/assembly/no_such_component.rs` holds the rule `assembly/no-such-component`.

pub mod asd;
pub mod assembly;
pub mod catalog;
pub mod catalog_settings;
pub mod cluster;
pub mod conformance;
pub mod file;
pub mod homing;
pub mod ignore;
pub mod inventory;
pub mod markdown;
pub mod schema;
pub mod schema_hooks;
pub mod tosca;
pub mod yaml;

use std::cell::LazyCell;
use std::collections::HashSet;
use std::rc::Rc;

use crate::catalog::Catalog;
use crate::context::FileContext;
use crate::diagnostic::{Diagnostic, Fix, Related, Safety, Severity};
use crate::edit::{Change, Replace, TextEdit};
use crate::package;
use crate::released::Released;
use crate::rules::schema_hooks::SchemaHooks;
use crate::schema::ViolationKind;
use crate::settings::{self, Settings};
use crate::similarity::{Budget, closest_within};
use crate::sorted_map::SortedSet;
use crate::sorting::{Sorting, gather};
use crate::symbol::Mention;
use crate::syntax::parse::incremental::parse_edited;
use crate::syntax::parse::parse;
use crate::syntax::patch::Draft;
use crate::syntax::plain::{Plain, typed_text};
use crate::syntax::{Kind, Node, NodePath, Style, Tree};
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

    /// How often rules have asked for facts from files of any kind.
    fn n_asked(_: &Self::Of<'_>) -> u32 {
        0
    }
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
    let before = [yaml::RULES, schema::RULES, catalog::RULES, markdown::RULES, assembly::RULES];
    before
        .into_iter()
        .chain(tosca::RULES.iter().copied())
        .chain([asd::RULES])
        .chain(homing::ALL_RULES.iter().copied())
        .chain([inventory::RULES, cluster::RULES])
}

/// The codes of all rules.
pub fn codes() -> impl Iterator<Item = &'static str> {
    // A separate list: using `CHECKS` would link the rules of every language into code that all languages share.
    let before = [yaml::CODES, schema::CODES, catalog::CODES, markdown::CODES, assembly::CODES];
    let all = before
        .into_iter()
        .chain(tosca::CODES.iter().copied())
        .chain([asd::CODES])
        .chain(homing::ALL_CODES.iter().copied())
        .chain([inventory::CODES, cluster::CODES]);
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
    pub hooks: SchemaHooks,
    code: &'static str,
    severity: Severity,
    found: Vec<Diagnostic>,
    /// Number of findings of earlier rules.
    n_others: usize,
    /// The findings beyond [`MAX_FINDINGS`].
    surplus: Option<Surplus>,
    shared: Rc<Shared<'a>>,
}

/// State shared by all rules while one file is checked.
struct Shared<'a> {
    /// Paths of the nodes that do not fit the schema.
    misfits: HashSet<&'a NodePath>,
    /// The unedited text of the file.
    draft: Draft,
    /// Bounds the work for suggestions.
    budget: Budget,
}

/// The check of one file by several lists of rules.
pub struct Run<'a> {
    context: FileContext<'a>,
    released: Option<&'a Released>,
    mentions: &'a [Mention],
    hooks: SchemaHooks,
    found: Vec<Diagnostic>,
    shared: Rc<Shared<'a>>,
}

impl<'a> Run<'a> {
    /// Runs `rules`, computing their facts once.
    fn call<F: Facts>(&mut self, rules: &[&[Checking<F>]]) {
        let FileContext { file, workspace, catalog, settings, .. } = self.context;
        let n_coming = || workspace.contents().n_coming();
        let before = n_coming();
        let facts = Rc::new(F::of(self.context, self.mentions));
        for rule in rules.iter().copied().flatten() {
            let (n_found, n_asked) = (self.found.len(), F::n_asked(&facts));
            let mut check = Check {
                file,
                workspace,
                catalog,
                settings,
                released: self.released,
                mentions: self.mentions,
                facts: Rc::clone(&facts),
                hooks: self.hooks,
                code: rule.code,
                severity: rule.severity,
                n_others: self.found.len(),
                surplus: None,
                found: std::mem::take(&mut self.found),
                shared: Rc::clone(&self.shared),
            };
            (rule.check)(&mut check);
            self.found = check.found;
            // Nothing is known about a package before its files have arrived.
            if n_coming() != before && F::n_asked(&facts) != n_asked {
                self.found.truncate(n_found);
                continue;
            }
            self.found.extend(check.surplus.map(Surplus::finding));
        }
    }
}

/// The rules and schema hooks of a language.
#[derive(Clone, Copy)]
pub struct LanguageRules {
    /// Runs the rules of the language.
    pub run: fn(&mut Run<'_>),
    pub hooks: SchemaHooks,
}

/// The findings in `context.file`, in text order. `of_language` are the rules of its language.
pub fn check(
    context: FileContext<'_>,
    released: Option<&Released>,
    mentions: &[Mention],
    of_language: Option<LanguageRules>,
) -> Vec<Diagnostic> {
    let FileContext { file, settings, .. } = context;
    let is_fit =
        |kind: &ViolationKind| matches!(kind, ViolationKind::MisspelledKey { .. } | ViolationKind::NewerKey { .. });
    let unfit = file.violations().iter().filter(|violation| !is_fit(&violation.kind));
    let misfits = unfit.map(|violation| &violation.path).collect();
    let shared = Rc::new(Shared { misfits, draft: file.draft(), budget: Budget::default() });
    let hooks = of_language.map_or(SchemaHooks::NONE, |rules| rules.hooks);
    let mut run = Run { context, released, mentions, hooks, found: Vec::new(), shared };
    if !package::is_csv(&file.path) {
        run.call(&[yaml::CHECKS, schema::CHECKS, catalog::CHECKS]);
        run.call(&[markdown::CHECKS]);
    }
    run.call(&[inventory::CHECKS]);
    run.call(&[cluster::CHECKS]);
    if let Some(rules) = of_language {
        (rules.run)(&mut run);
    }
    let mut found = run.found;
    // A file of an unknown version follows an unknown schema.
    if let Some(code) = (hooks.sole_finding)(file) {
        found.retain(|diagnostic| diagnostic.code == code || diagnostic.code.starts_with("yaml/"));
    }
    // Invisible characters change the structure, so all other findings may be consequences.
    if found.iter().any(yaml::hides_structure) {
        found.retain(yaml::hides_structure);
    }
    // A tab hides the indentation of its block, so schema and syntax findings inside may be consequences.
    let unclear = Areas::new(yaml::tab_indentation::unclear(file));
    let of_depth = |diagnostic: &Diagnostic| {
        let own = diagnostic.code == yaml::tab_indentation::RULE.code;
        !own && ["yaml/", "schema/"].iter().any(|folder| diagnostic.code.starts_with(folder))
    };
    found.retain(|diagnostic| !of_depth(diagnostic) || !unclear.any_contains(diagnostic.span));
    // A line with a syntax error is not what its author meant, so only its syntax findings are kept.
    let line = |diagnostic: &Diagnostic| file.lines.line(diagnostic.span.start as usize);
    let of_text = |diagnostic: &Diagnostic| diagnostic.code.starts_with("yaml/");
    let broken = found.iter().filter(|diagnostic| of_text(diagnostic) && diagnostic.severity == Severity::Error);
    let broken: SortedSet<usize> = gather(broken.map(line));
    found.retain(|diagnostic| of_text(diagnostic) || !broken.contains(&line(diagnostic)));
    let misread = Areas::new(schema::outdented_body::misread(file));
    let own = |diagnostic: &Diagnostic| diagnostic.code == schema::outdented_body::RULE.code;
    found.retain(|diagnostic| of_text(diagnostic) || own(diagnostic) || !misread.any_contains(diagnostic.span));
    if !package::is_csv(&file.path) {
        withdraw_breaking_fixes(file, &mut found);
    }
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

/// Spans that are searched for one that contains another.
struct Areas {
    /// The starts of the spans, sorted, each with the last end so far.
    reach: Vec<(u32, u32)>,
}

impl Areas {
    fn new(mut spans: Vec<Span>) -> Self {
        spans.order();
        let mut end = 0;
        let reach = |span: Span| {
            end = span.end.max(end);
            (span.start, end)
        };
        Areas { reach: spans.into_iter().map(reach).collect() }
    }

    fn any_contains(&self, inner: Span) -> bool {
        let before = self.reach.partition_point(|(start, _)| *start <= inner.start);
        before.checked_sub(1).is_some_and(|last| inner.end <= self.reach[last].1)
    }
}

/// Removes fixes that would leave more syntax errors than before, and safe ones that would leave fewer values: next to a
/// syntax error, a text can mean something else than the rule supposes.
fn withdraw_breaking_fixes(file: &SourceFile, found: &mut [Diagnostic]) {
    let (mut n_tried, mut tried) = (0, 0);
    let n_before = LazyCell::new(|| n_values(&file.tree));
    for diagnostic in found {
        let of_syntax = diagnostic.code.starts_with("yaml/");
        if !of_syntax && file.tree.errors.is_empty() {
            continue;
        }
        diagnostic.fixes.retain(|fix| {
            let Some(edit) = fix.change.edits.get(&file.path) else { return true };
            if n_tried == MAX_TRIES || tried > MAX_TRIED {
                return !of_syntax;
            }
            n_tried += 1;
            tried += file.text.len();
            let Ok(after) = edit.apply(&file.text) else { return false };
            let tree = match edit.replaces() {
                [replace] => parse_edited(&file.tree, &file.text, replace, &after),
                _ => parse(&after),
            };
            let keeps_values = fix.safety == Safety::Unsafe || n_values(&tree) >= *n_before;
            tree.errors.len() <= file.tree.errors.len() && keeps_values
        });
    }
}

/// The number of scalars and empty collections in the values of a tree.
fn n_values(tree: &Tree) -> usize {
    fn of(node: &Node) -> usize {
        match &node.kind {
            Kind::Null => 0,
            Kind::Scalar(_) | Kind::Alias(_) | Kind::Error => 1,
            Kind::Sequence(sequence) => sequence.items.iter().map(of).sum::<usize>().max(1),
            Kind::Mapping(mapping) => mapping.entries.iter().map(|entry| of(&entry.value)).sum::<usize>().max(1),
        }
    }
    tree.documents.iter().map(|document| of(&document.root)).sum()
}

/// Maximum number of fixes that are tried per file. Further fixes of syntax errors are not offered.
const MAX_TRIES: usize = 100;
/// Maximum number of bytes parsed for it; the last one may exceed it.
const MAX_TRIED: usize = 4 << 20;

impl<F: Facts> Check<'_, F> {
    /// Reports a finding at `span`. Help, fixes and related locations can be added to it.
    pub fn report(&mut self, span: Span, message: impl Into<String>) -> Finding<'_> {
        let found = Diagnostic {
            code: self.code,
            severity: self.severity,
            file: self.file.path.clone(),
            span,
            message: message.into(),
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
        };
        let index = self.found.len();
        let Shared { draft, budget, .. } = &*self.shared;
        let number = index - self.n_others;
        if number >= MAX_FINDINGS {
            let surplus = match &mut self.surplus {
                Some(surplus) => {
                    surplus.count += 1;
                    surplus.worst = surplus.worst.min(surplus.last.severity);
                    surplus.last = found;
                    surplus
                }
                none => none.insert(Surplus { count: 1, first: span, worst: found.severity, last: found }),
            };
            return Finding { diagnostic: &mut surplus.last, draft, budget, exceeds_limit: true, is_surplus: true };
        }
        self.found.push(found);
        let exceeds_limit = number >= MAX_STRUCTURAL_FIXES;
        Finding { diagnostic: &mut self.found[index], draft, budget, exceeds_limit, is_surplus: false }
    }

    /// Whether the node at `path` does not fit the schema.
    pub fn is_misfit(&self, path: &NodePath) -> bool {
        self.shared.misfits.contains(path)
    }
}

/// Maximum number of findings per rule and file that get structural fixes, each of which edits a copy of the whole
/// text.
const MAX_STRUCTURAL_FIXES: usize = 100;

/// Maximum number of findings per rule and file that are listed. One more states how many there are beyond it, so that
/// a damaged or hostile file takes neither much time nor much memory.
const MAX_FINDINGS: usize = 1000;

/// The findings of a rule beyond [`MAX_FINDINGS`].
struct Surplus {
    count: usize,
    first: Span,
    worst: Severity,
    last: Diagnostic,
}

impl Surplus {
    /// The finding that stands for all of them.
    fn finding(self) -> Diagnostic {
        let message = match self.count {
            1 => "1 more finding of this rule is not listed".to_owned(),
            count => format!("{count} more findings of this rule are not listed"),
        };
        let severity = self.worst.min(self.last.severity);
        let help = Some("correct the ones above first".to_owned());
        Diagnostic { severity, span: self.first, message, help, related: Vec::new(), fixes: Vec::new(), ..self.last }
    }
}

/// A finding that was just reported.
pub struct Finding<'a> {
    diagnostic: &'a mut Diagnostic,
    draft: &'a Draft,
    budget: &'a Budget,
    exceeds_limit: bool,
    /// Whether it is only counted.
    is_surplus: bool,
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

    /// Adds a change of this file that fixes it, unless nothing would change.
    pub fn fix(self, title: impl Into<String>, safety: Safety, edit: TextEdit) -> Self {
        if self.is_surplus || edit.is_empty() {
            return self;
        }
        let edit = in_json(self.draft, edit);
        // An edit of an anchored node changes all its aliases.
        let safety = if self.draft.is_shared(&edit) { Safety::Unsafe } else { safety };
        let change = Change::of_file(title, self.diagnostic.file.clone(), edit);
        self.diagnostic.fixes.push(Fix { change, safety });
        self
    }

    /// Adds the fix that puts a plain scalar between quotes. `title` names the action, such as `Quote the value`.
    pub fn fix_by_quotes(self, title: &str, node: &Node) -> Self {
        let Some(scalar) = node.as_scalar() else { return self };
        let quoted = format!("\"{}\"", scalar.value);
        self.fix(format!("{title}: `{quoted}`"), Safety::Safe, TextEdit::replace(node.span, quoted))
    }

    /// Adds a fix made by editing the tree, unless the edit is refused. Each copies the whole text, so findings of a
    /// rule beyond [`MAX_STRUCTURAL_FIXES`] get none. A safe fix that would replace text elsewhere, such as the value
    /// of another key with the same name, is not added.
    pub fn fix_by(
        self,
        title: impl Into<String>,
        safety: Safety,
        edit: impl FnOnce(&mut Draft) -> Result<(), crate::edit::EditError>,
    ) -> Self {
        if self.exceeds_limit {
            return self;
        }
        let mut draft = self.draft.clone();
        if edit(&mut draft).is_err() {
            return self;
        }
        let (edit, reported) = (draft.finish(), self.diagnostic.span);
        let is_own = |replaced: Span| replaced.start <= reported.end && reported.start <= replaced.end;
        let is_blank = |replaced: Span| replaced.of(self.draft.text()).trim().is_empty();
        if safety == Safety::Safe && !edit.replaces().iter().all(|one| is_own(one.span) || is_blank(one.span)) {
            return self;
        }
        self.fix(title, safety, edit)
    }

    /// Suggests the most similar of `names` and offers to replace `name` with it. If none is similar, `otherwise` is
    /// the help.
    pub fn suggest<'n>(self, name: &str, names: impl IntoIterator<Item = &'n str>, otherwise: &str) -> Self {
        if self.is_surplus {
            return self;
        }
        let near = closest_within(self.budget, name, names);
        let Some(near) = near else { return self.help(otherwise) };
        self.help(format!("did you mean `{near}`?")).replace_name(name, near)
    }

    /// Offers to replace `name` with `text`, inside its quotes if any, and otherwise in quotes if it needs them. Offers
    /// nothing if the name is written with escapes, or if `text` cannot be written in its place.
    pub fn replace_name(self, name: &str, text: &str) -> Self {
        let span = self.diagnostic.span;
        let raw = span.of(self.draft.text());
        let quoted = raw.len() == name.len() + 2 && raw.starts_with(['\'', '"']);
        let inner = if quoted { Span::new(span.start as usize + 1, span.end as usize - 1) } else { span };
        if inner.of(self.draft.text()) != name {
            return self;
        }
        let around = scalar_around(self.draft, span);
        let Some(written) = written(text, quoted, around, span) else { return self };
        self.fix(format!("Replace with `{text}`"), Safety::Unsafe, TextEdit::replace(inner, written))
    }

    /// Offers to replace the reported text. In place of a whole scalar, a word keeps its quotes.
    pub fn replace_with(self, text: &str, safety: Safety) -> Self {
        let span = self.diagnostic.span;
        let edit = TextEdit::replace(span, in_quotes(self.draft, span, text));
        self.fix(format!("Replace with `{text}`"), safety, edit)
    }

    /// Offers to replace the scalar at a span with a word, which keeps its quotes.
    pub fn replace_scalar(self, title: &str, span: Span, text: &str) -> Self {
        let edit = TextEdit::replace(span, in_quotes(self.draft, span, text));
        self.fix(title, Safety::Unsafe, edit)
    }
}

/// `text` as written in place of the scalar at a span, in the same quotes. Numbers, booleans, quoted texts and parts of a scalar
/// are written as they are.
fn in_quotes(draft: &Draft, span: Span, text: &str) -> String {
    let is_text = matches!(typed_text(text), Plain::Text(_)) && !text.starts_with(['\'', '"']);
    match whole_scalar(draft, span).filter(|_| is_text) {
        Some(Style::SingleQuoted) => format!("'{}'", text.replace('\'', "''")),
        Some(Style::DoubleQuoted) => serde_json::Value::from(text).to_string(),
        _ => text.to_owned(),
    }
}

/// An edit with the new scalars in the quotes of JSON, if the text is JSON, or YAML in its form.
fn in_json(draft: &Draft, edit: TextEdit) -> TextEdit {
    let is_flow = draft.tree().root().is_some_and(|root| match &root.kind {
        Kind::Mapping(mapping) => mapping.flow,
        Kind::Sequence(sequence) => sequence.flow,
        _ => false,
    });
    if !is_flow {
        return edit;
    }
    let quoted = |one: &Replace| {
        let is_scalar = matches!(whole_scalar(draft, one.span), Some(Style::Plain | Style::DoubleQuoted));
        let is_json = serde_json::from_str::<serde_json::Value>(&one.text).is_ok();
        let bare = one.text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
        let text = bare.map_or_else(|| one.text.clone(), |bare| bare.replace("''", "'"));
        match is_scalar && !is_json && !text.is_empty() && !text.starts_with(['{', '[']) {
            true => Replace { span: one.span, text: serde_json::Value::from(text).to_string() },
            false => one.clone(),
        }
    };
    TextEdit::new(edit.replaces().iter().map(quoted).collect()).unwrap_or(edit)
}

/// The style of a scalar, key or value, that is exactly at a span.
fn whole_scalar(draft: &Draft, span: Span) -> Option<Style> {
    let node = scalar_around(draft, span).filter(|node| node.span == span)?;
    node.as_scalar().map(|scalar| scalar.style)
}

/// The scalar, key or value, that contains a span.
fn scalar_around(draft: &Draft, span: Span) -> Option<&Node> {
    let mut node = draft.tree().root()?;
    while node.as_scalar().is_none() {
        let entries = node.entries().iter().flat_map(|entry| [&entry.key, &entry.value]);
        node = entries.chain(node.items()).find(|child| child.span.contains(span) && !child.span.is_empty())?;
    }
    Some(node)
}

/// `text` as written in place of the span, in the scalar around it; `None` if it does not fit there. `quoted` spans
/// include their quotes, which stay.
fn written(text: &str, quoted: bool, around: Option<&Node>, span: Span) -> Option<String> {
    let is_word = text.chars().all(|character| character.is_alphanumeric() || "_-.:^$/=".contains(character));
    let is_simple = !text.contains(|one: char| matches!(one, '\'' | '"' | '\\') || one.is_control());
    let is_plain_text = around.and_then(Node::as_scalar).is_none_or(|scalar| scalar.style == Style::Plain);
    if quoted || !is_plain_text {
        return is_simple.then(|| text.to_owned());
    }
    if around.is_none_or(|node| node.span != span) {
        // A part of plain text, such as a reference, has no quotes of its own. With a colon at its end it would be a key.
        return (is_word && !text.ends_with(':')).then(|| text.to_owned());
    }
    match is_word && is_plain(text) {
        true => Some(text.to_owned()),
        false => (!text.contains(char::is_control)).then(|| format!("'{}'", text.replace('\'', "''"))),
    }
}

/// Whether YAML reads the unquoted text as this string, in every position and version.
fn is_plain(text: &str) -> bool {
    let is_word = |word: &str| ["null", "true", "false", "yes", "no", "on", "off", "y", "n"].contains(&word);
    let starts = text.starts_with(|character: char| character.is_alphabetic() || matches!(character, '_' | '/' | '$'));
    starts && !text.ends_with(':') && !is_word(text.to_ascii_lowercase().as_str())
}

/// Names a mapping in a message: "component `web`", "`cluster`", or "an assembly descriptor" without a key of its own.
pub fn described(record: &str, path: &NodePath) -> String {
    let Some(key) = path.last_key() else { return with_article(record) };
    let words = key.replace(['_', '-'], " ");
    if format!(" {record} ").contains(&format!(" {words} ")) { format!("`{key}`") } else { format!("{record} `{key}`") }
}

/// `an assembly descriptor`, `a component`; backticks are ignored.
pub fn with_article(noun: &str) -> String {
    let article = if noun.trim_start_matches('`').starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
