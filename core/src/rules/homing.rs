//! Rules for homing templates, in addition to the schema.

pub mod conductor;
mod schema_hooks;

use std::rc::Rc;

use crate::context::FileContext;
use crate::diagnostic::{Diagnostic, Safety, Severity};
use crate::homing::conductor::rejections;
use crate::homing::kinds::is_required;
use crate::homing::mentions::mentions;
use crate::homing::threshold::{self, Dimension, Fault, FaultKind, Threshold};
use crate::homing::view::View;
use crate::rules::{self, Facts, Finding};
use crate::settings::HomingProfile;
use crate::symbol::{Mention, SymbolKind, Target};
use crate::syntax::{Node, NodePath, Step, Style};
use crate::text::Span;
use crate::workspace::SourceFile;

/// A rule for homing templates.
pub type Rule = rules::Definition<Homing>;
/// A check of a homing template.
pub type Check<'a> = rules::Check<'a, Homing>;

rules::list! { Homing:
    address,
    ambiguous_name,
    candidate_type,
    conductor_reservation,
    contradicting_distances,
    contradicting_zones,
    coordinate_out_of_range,
    deferred_constraint,
    distance_arguments,
    distance_beyond_earth,
    distant_locations,
    duplicate_candidate,
    empty_candidate_list,
    empty_demand,
    empty_demand_list,
    empty_host_name,
    empty_location,
    empty_section,
    empty_service_list,
    exact_distance,
    existing_placement_not_allowed,
    fit_without_effect,
    function_as_key,
    function_in_parameters,
    host_of_cloud,
    incomplete_coordinate,
    invalid_default_cost,
    invalid_operand,
    invalid_parameter_value,
    invalid_weight,
    inventory_group_size,
    later_constraint_type,
    later_demand_key,
    later_inventory_type,
    literal_threshold,
    malformed_clli_code,
    malformed_evaluate,
    malformed_product,
    malformed_threshold,
    missing_file,
    missing_property,
    missing_unit,
    negative_threshold,
    nested_attribute_value,
    nested_function,
    nested_request,
    nested_sum,
    no_demands,
    no_request,
    no_such_demand,
    no_such_entry,
    no_such_location,
    no_such_parameter,
    number_as_string,
    number_of_operands,
    objective_without_sum,
    optimization_form,
    proposed_operator,
    range_with_operator,
    repeated_demand,
    repeated_inventory,
    required_and_excluded,
    reservation_type,
    reversed_range,
    service_key_on_cloud,
    several_location_kinds,
    too_few_demands,
    pub top_level_reservation,
    pub trailing_comma,
    pub undefined_example_type,
    uneven_sum,
    unknown_function,
    unknown_property,
    unknown_provider,
    unknown_unit,
    unsupported_function,
    unsupported_goal,
    unsupported_version,
    unused_demand,
    unused_location,
    unused_parameter,
    wrong_dimension,
    zone_category
}

/// The facts that the rules for homing templates share.
pub struct Homing;

pub struct HomingFacts<'a> {
    context: FileContext<'a>,
    view: Option<Rc<View<'a>>>,
    /// The rejections of conductor, if the template is checked for it.
    rejections: Vec<Rejected>,
}

/// A rejection of conductor, with its place in the text.
#[derive(Clone, Debug)]
pub struct Rejected {
    pub kind: crate::homing::conductor::Kind,
    pub path: NodePath,
    pub message: String,
    /// The key or value to report.
    pub span: Span,
    /// The whole value; the reported span if it does not exist.
    pub value: Span,
    /// Its key, if it has one.
    key: Option<Span>,
    /// Whether the node itself exists.
    exists: bool,
}

impl Facts for Homing {
    type Of<'a> = HomingFacts<'a>;

    fn of<'a>(context: FileContext<'a>, _: &'a [Mention]) -> HomingFacts<'a> {
        let root = context.file.root.as_ref().filter(|root| root.as_mapping().is_some());
        let is_conductor = context.settings.homing == HomingProfile::Conductor;
        let found = root.filter(|_| is_conductor).map_or_else(Vec::new, |root| rejections(root));
        let rejections = found.into_iter().filter_map(|rejection| {
            let (span, value, exists) = place(root?, &rejection.path);
            let crate::homing::conductor::Rejection { kind, path, message } = rejection;
            let key =
                path.parent().and_then(|parent| root?.at(&parent)?.entry(path.last_key()?)).map(|entry| entry.key.span);
            Some(Rejected { kind, path, message, span, value, key, exists })
        });
        HomingFacts { context, view: root.map(|root| Rc::new(View::new(root))), rejections: rejections.collect() }
    }
}

/// The span to report for a path: the value of an existing scalar, or else its key; for a missing node that of the nearest
/// node around it.
fn place(root: &Node, path: &NodePath) -> (Span, Span, bool) {
    let (mut node, mut span) = (root, root.entries().first().map_or(root.span, |entry| entry.key.span));
    for (index, step) in path.steps().iter().enumerate() {
        let is_last = index + 1 == path.steps().len();
        let next = match step {
            Step::Key(key) => node.entry(key).map(|entry| (&entry.value, entry.key.span)),
            Step::Index(index) => node.items().get(*index).map(|item| (item, item.span)),
        };
        let Some((next, at)) = next else { return (span, span, false) };
        (node, span) = (next, at);
        if is_last && node.as_scalar().is_some() && !matches!(step, Step::Key(key) if key == "attributes") {
            span = node.span;
        }
    }
    (span, if node.span.is_empty() { span } else { node.span }, true)
}

impl<F: Facts> rules::Check<'_, F> {
    /// Whether the file is checked for conductor.
    pub fn is_conductor(&self) -> bool {
        self.settings.homing == HomingProfile::Conductor
    }
}

impl<'a> Check<'a> {
    /// The template in the file.
    pub fn view(&self) -> Option<Rc<View<'a>>> {
        self.facts.view.clone()
    }

    /// The rejections of conductor that meet a condition.
    pub fn rejections(&self, wanted: impl Fn(&Rejected) -> bool) -> Vec<Rejected> {
        self.facts.rejections.iter().filter(|rejection| wanted(rejection)).cloned().collect()
    }

    /// Whether conductor rejects the threshold at this span.
    pub fn rejects_threshold_at(&self, span: Span) -> bool {
        let is_threshold = |one: &&Rejected| one.kind == crate::homing::conductor::Kind::Threshold;
        self.facts.rejections.iter().filter(is_threshold).any(|rejection| rejection.value == span)
    }

    /// Whether an error is reported at this span.
    pub fn has_error_at(&self, span: Span) -> bool {
        self.found.iter().any(|found| found.severity == Severity::Error && found.span == span)
    }

    /// Adds to the help of the errors that have the same cause as a rejection. Returns `false` if there are none.
    fn explain(&mut self, rejection: &Rejected) -> bool {
        let whole = rejection.span.cover(rejection.value);
        let is_same = |span: Span| match rejection.exists {
            true => {
                whole.contains(span)
                    || span == rejection.span
                    || Some(span) == rejection.key
                    || span.contains(whole) && span.len() <= whole.len() + 2
            }
            false => span == rejection.span,
        };
        let mut is_explained = false;
        let errors = self
            .found
            .iter_mut()
            .filter(|found| found.severity == Severity::Error && !found.code.contains("/conductor/"));
        for found in errors.filter(|found| is_same(found.span)) {
            is_explained = true;
            let quote = conductor::quoted(&rejection.message);
            found.help = Some(match found.help.take() {
                Some(help) if help.contains(&quote) => help,
                Some(help) => format!("{help}; {quote}"),
                None => quote,
            });
        }
        is_explained
    }

    /// The findings for conductor in a rewritten text of the file: its errors, and parts that conductor ignores or loses.
    fn left_for_conductor(&self, text: &str) -> Vec<Diagnostic> {
        // Without the last rule, which asks this.
        const CHECK: rules::LanguageRules = rules::LanguageRules {
            run: |run| run.call(&[CHECKS, conductor::CHECKS.split_last().map_or(&[], |(_, others)| others)]),
            hooks: schema_hooks::HOOKS,
        };
        let file = SourceFile::new(self.file.path.clone(), text);
        let mut found = rules::check(self.facts.context.of(&file), None, &mentions(&file), Some(CHECK));
        found.retain(|one| one.severity == Severity::Error || one.code.starts_with("homing/conductor/"));
        found
    }
}

impl Finding<'_> {
    /// Offers to replace a threshold, or the function that supplies it.
    fn replace_threshold(self, node: &Node, text: &str) -> Self {
        let is_plain = node.as_scalar().is_some_and(|scalar| scalar.style == Style::Plain);
        // A plain scalar cannot start with `>`.
        let written = match is_plain && !text.starts_with(['>', '=']) {
            true => rules::in_quotes(self.draft, node.span, text),
            false => format!("\"{text}\""),
        };
        let edit = crate::edit::TextEdit::replace(node.span, written);
        self.fix(format!("Replace with `{text}`"), Safety::Unsafe, edit)
    }
}

/// A threshold of a constraint.
#[derive(Clone, Copy)]
pub struct Written<'a> {
    /// The property, which may be a function.
    pub node: &'a Node,
    /// The scalar, which may be in a parameter.
    pub scalar: &'a Node,
    /// The target of a fix: the scalar, or the function if something else reads the parameter too.
    pub place: &'a Node,
    pub text: &'a str,
    pub dimension: Dimension,
    /// Whether a distance is measured on the earth, not along a network.
    pub is_geographic: bool,
}

/// The thresholds of the constraints, with the results of parsing them.
fn thresholds<'a>(cx: &Check<'a>) -> Vec<(Written<'a>, Result<Threshold, Fault>)> {
    let Some(view) = cx.view() else { return Vec::new() };
    let listed = of_constraints(&view).into_iter();
    listed.map(|one| (one, threshold::parse(one.text, one.dimension))).collect()
}

fn of_constraints<'a>(view: &View<'a>) -> Vec<Written<'a>> {
    let mut found = Vec::new();
    for constraint in view.constraints() {
        for name in constraint.kind.into_iter().flat_map(crate::homing::kinds::ConstraintKind::properties) {
            let Some(dimension) = Dimension::of_property(name) else { continue };
            let Some(node) = constraint.property(name) else { continue };
            let Some(scalar) = view.resolve(node) else { continue };
            let text = scalar.as_text().filter(|text| !text.is_empty() && !scalar.is_null());
            let Some(text) = text else { continue };
            let place = if std::ptr::eq(node, scalar) || view.is_threshold(scalar, dimension) { scalar } else { node };
            let is_geographic = !constraint.type_name().starts_with("network_");
            found.push(Written { node, scalar, place, text, dimension, is_geographic });
        }
    }
    found
}

/// Reports faults of thresholds: the message, the help, and a replacement.
fn report_thresholds(
    cx: &mut Check<'_>,
    describe: impl Fn(&FaultKind, &str, Dimension) -> Option<(String, String, Option<String>)>,
) {
    let Some(view) = cx.view() else { return };
    for Written { node, place, text, dimension, .. } in of_constraints(&view) {
        let Err(fault) = threshold::parse(text, dimension) else { continue };
        let Some((message, help, replacement)) = describe(&fault.kind, text, dimension) else { continue };
        let finding = cx.report(node.span, message).help(help);
        if let Some(replacement) = replacement {
            finding.replace_threshold(place, &replacement);
        }
    }
}

/// Whether a template has the section of these names in the form of a mapping. If it does not, that is a finding of its own,
/// and so is a template without demands: the names in it are not unknown.
fn can_define(view: &View<'_>, kind: SymbolKind) -> bool {
    let name = crate::homing::mentions::section(kind);
    match view.section_at(name) {
        Some((_, section)) if section.as_mapping().is_some() => {
            kind != SymbolKind::Demand || !section.entries().is_empty()
        }
        Some((_, section)) if !section.is_null() => false,
        // A function supplies it.
        None if view.template.entry(name).is_some() => false,
        _ => kind != SymbolKind::Demand,
    }
}

/// Reports names of this kind that the template does not define.
fn report_missing(cx: &mut Check<'_>, kind: SymbolKind, what: &str) {
    let Some(view) = cx.view() else { return };
    let section = crate::homing::mentions::section(kind);
    if !can_define(&view, kind) {
        return;
    }
    let known: Vec<&str> = view.section(section).into_iter().map(|named| named.name).collect();
    let is_missing = |mention: &&Mention| {
        mention.kind == kind
            && matches!(mention.target, Target::Missing { .. })
            // A required property without a value has a finding of its own, and so have empty demands.
            && !(mention.name.is_empty()
                && (is_required(view.root, &mention.path) || mention.path.last_key() == Some("demands")))
    };
    for mention in cx.mentions.iter().filter(is_missing) {
        let finding = cx.report(mention.span, format!("unknown {what} `{}`", mention.name));
        finding.suggest(&mention.name, known.iter().copied(), &format!("define it under `{section}`"));
    }
}

/// The codes of all rules for homing templates.
pub(in crate::rules) static ALL_CODES: &[&[&str]] = &[CODES, conductor::CODES];
/// All rules for homing templates.
pub static ALL_RULES: &[&[rules::Rule]] = &[RULES, conductor::RULES];

/// The rules and schema hooks for homing templates.
pub const CHECK: rules::LanguageRules =
    rules::LanguageRules { run: |run| run.call(&[CHECKS, conductor::CHECKS]), hooks: schema_hooks::HOOKS };
