//! The preview of a template: a placement with its candidates, constraints and reasons.

use std::collections::HashSet;
use std::sync::Arc;

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::diagnostic::{Diagnostic, Safety, Severity};
use crate::edit::{Change as TextChange, Replace, TextEdit};
use crate::homing::conductor::rejections;
use crate::homing::mentions::is_supplied;
use crate::homing::placement::build::{Gap, ObjectiveKind, build_in_pieces, difference, with_objective};
use crate::homing::placement::conflict::{Conflict, Relaxation, conflict};
use crate::homing::placement::exact::{Budget, Found, Plan, Request, search};
use crate::homing::placement::inventory::{Inventory, demands as demands_of, is_inventory, may_be_inventory, of_file};
use crate::homing::placement::problem::{Kind, Problem, limit, text_of};
use crate::homing::placement::ranking::Ranking;
use crate::homing::placement::replay::{Options, Replay, order, replay_in_pieces};
use crate::homing::placement::sensitivity::{ThresholdRange, WeightRange, Why, thresholds, weights, why};
use crate::homing::threshold::Dimension;
use crate::homing::view::View;
use crate::preview::frame::{Frame, Item};
use crate::preview::progress::{Phase, Progress};
use crate::preview::question::{self, Field, Form, IntentForm, Parameter, Question};
use crate::preview::{InputField, ItemProperty, Origin, PartialValue};
use crate::similarity::closest;
use crate::sorted_map::SortedMap;
use crate::sorting::Sorting;
use crate::syntax::parse::parse;
use crate::syntax::{Node, NodePath, plain};
use crate::text::{FilePath, Span};
use crate::workspace::SourceFile;

/// The only intent.
pub const PLACE: &str = "place";
/// Its parameter: paths of inventories in the catalog, or their texts.
pub const INVENTORY: &str = "inventory";
/// The settings.
pub const OBJECTIVE: &str = "objective";
pub const SOLVER: &str = "solver";
pub const PLANS: &str = "plans";
pub const WHY: &str = "why";

/// The codes of numbered rules.
pub const MISSING_PARAMETER: &str = "placement/missing-parameter";
pub const NO_PLAN: &str = "placement/no-plan";
pub const NO_SHARED_ZONE: &str = "placement/no-shared-zone";
pub const CONDUCTOR_DIFFERS: &str = "placement/conductor-differs";

/// Every code of a placement, with its documentation.
pub const CODES: &[(&str, &str)] = &[
    ("placement/no-inventory", "No inventory is given, or it cannot be read, so nothing can be placed."),
    (MISSING_PARAMETER, "The template uses a parameter without a value. Supply the value with the request."),
    (
        "placement/unknown-parameter",
        "A value is supplied for a parameter that the template does not have. It has no effect.",
    ),
    (
        "placement/invalid-parameter",
        "The value that is supplied for a parameter is not valid where the template uses it.",
    ),
    (
        "placement/no-candidate",
        "The inventory has no candidate for a demand, or none with the coordinates that the optimization needs.",
    ),
    ("placement/not-evaluated", "A part of the template is not evaluated and does not affect the plan."),
    ("placement/assumed", "No inventory can decide the constraint. It is assumed to hold."),
    (
        NO_PLAN,
        "No placement meets all constraints. The finding names a minimal set of constraints that exclude each other, and the smallest change to each that allows a plan.",
    ),
    (NO_SHARED_ZONE, "Two demands must be in the same zone, and no candidates of them are."),
    (
        "placement/stopped",
        "The search reached its limit. The plan may not be the best one; the finding gives its distance to the bound.",
    ),
    (
        "placement/not-considered",
        "The inventory has the candidate, but the demand asks for another type or other attributes.",
    ),
    ("placement/unknown-candidate", "The demand or candidate to explain does not exist."),
    (
        CONDUCTOR_DIFFERS,
        "Conductor returns a placement other than the best one, or none: it takes the first plan that it finds.",
    ),
];

/// Maximum number of plans.
const MAX_PLANS: u64 = 100;
/// Maximum number of candidates whose properties are listed.
const MAX_LISTED: usize = 2000;
/// Maximum number of demands whose orders are tried.
const MAX_PERMUTED: usize = 6;
/// Bounds the time for other orders, in candidates that are replayed.
const MAX_REPLAYED: usize = 5_000_000;
/// Bounds the bytes of a text that is read only to find its faults.
const MAX_READ: usize = 1 << 18;

/// A computed placement.
#[derive(Clone, Debug)]
pub struct Placement {
    pub objective: ObjectiveKind,
    /// Whether the search of conductor decides.
    pub is_replayed: bool,
    /// Whether the template has errors. The plans are those of the part that can be read.
    pub is_partial: bool,
    pub problem: Problem,
    pub ranking: Ranking,
    pub found: Found,
    pub conflict: Option<Conflict>,
    pub weights: Vec<WeightRange>,
    pub thresholds: Vec<ThresholdRange>,
    /// The result of conductor, with its own objective.
    pub replay: Option<Replay>,
    /// The message with which conductor rejects the template, if it does: then it does not search.
    pub rejection: Option<String>,
    /// The best plan for the objective of conductor, if conductor finds none, a worse one, or one that is not valid.
    pub missed: Option<Plan>,
    /// The constraints that the plan of conductor does not meet, by index.
    pub violated: Vec<usize>,
    /// An order of the operands for which conductor finds the best plan, with the resulting order of the demands.
    pub better_order: Option<(Vec<usize>, Vec<SmolStr>)>,
    /// The demand and candidate that were asked about.
    pub why: Option<(usize, usize, Why)>,
    items: Vec<Row>,
    findings: Vec<Diagnostic>,
}

impl Placement {
    /// The placement with the errors of its template, which are findings as well, unless there is one at the same place.
    pub fn with_errors(mut self, mut errors: Vec<Diagnostic>) -> Self {
        self.is_partial = !errors.is_empty();
        errors.retain(|error| self.findings.iter().all(|found| found.span != error.span));
        self.findings.splice(..0, errors);
        self
    }
}

/// Placements are compared by their results.
impl PartialEq for Placement {
    fn eq(&self, other: &Self) -> bool {
        self.found == other.found
            && self.items == other.items
            && self.findings == other.findings
            && self.why == other.why
    }
}

/// A demand, or a candidate of one.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    name: String,
    type_name: String,
    kind: &'static str,
    parent: Option<String>,
    properties: Vec<ItemProperty>,
    origin: (FilePath, NodePath),
}

impl Frame for Placement {
    fn n_items(&self) -> usize {
        self.items.len()
    }

    fn item(&self, at: usize) -> Option<Item<'_>> {
        let row = self.items.get(at)?;
        Some(Item {
            name: &row.name,
            type_name: &row.type_name,
            kind: row.kind,
            parent: row.parent.as_deref(),
            properties: &row.properties,
            origin: Some(&row.origin),
        })
    }

    fn findings(&self) -> &[Diagnostic] {
        &self.findings
    }
}

/// The parameters of a template as inputs. Those without a value are required.
pub fn inputs(context: FileContext<'_>) -> Vec<InputField> {
    let Some(view) = context.file.root.as_ref().map(|root| View::new(root)) else { return Vec::new() };
    let used = view.used_parameters();
    let field = |parameter: crate::homing::view::Named<'_>| {
        let value = &parameter.entry.value;
        InputField {
            name: parameter.name.into(),
            required: value.is_null() && used.contains_key(parameter.name),
            default: (!value.is_null()).then(|| plain::value(value)),
            ..InputField::default()
        }
    };
    view.section("parameters").into_iter().map(field).collect()
}

/// The form: the inventories of the catalog, and the settings.
pub fn form(context: FileContext<'_>) -> Form {
    let files = inventories(context).into_iter().map(|path| (path.to_string(), path)).collect();
    let setting = |name: &str, field| Parameter { name: name.into(), field };
    let words = |words: [&str; 2]| words.map(str::to_owned).to_vec();
    let parameters = vec![setting(INVENTORY, Field::File(files))];
    Form {
        intents: vec![IntentForm { name: PLACE.into(), parameters }],
        settings: vec![
            setting(OBJECTIVE, Field::Option { words: words(["guide", "conductor"]), default: "guide" }),
            setting(SOLVER, Field::Option { words: words(["exact", "conductor"]), default: "exact" }),
            setting(PLANS, Field::Number),
            setting(WHY, Field::Text { default: String::new() }),
        ],
    }
}

/// The inventories of the catalog: those that the settings name first, then those with candidates for demands of the
/// template.
fn inventories(context: FileContext<'_>) -> Vec<FilePath> {
    let Some(view) = context.file.root.as_ref().map(|root| View::new(root)) else { return Vec::new() };
    let all = context.workspace.files();
    ranked_inventories(&view, all, &context.settings.inventories).into_iter().map(|(_, path)| path).collect()
}

/// How well an inventory fits a template; smaller ones fit better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fit {
    /// The position among the inventories that the settings name.
    stated: usize,
    /// The number of demands for which it has no candidates of their own.
    n_missing: usize,
    /// Whether it has no candidate for any demand of the template.
    is_foreign: bool,
}

impl Fit {
    /// Whether the inventory has candidates for the template, or the settings name it.
    pub fn is_good(self) -> bool {
        self.stated != usize::MAX || !self.is_foreign
    }
}

/// The inventories among `files`, those that fit the template best first. `stated` are the paths in the settings.
pub fn ranked_inventories<'a>(
    view: &View<'_>,
    files: impl Iterator<Item = &'a Arc<SourceFile>>,
    stated: &[String],
) -> Vec<(Fit, FilePath)> {
    let demands: Vec<&str> = view.section("demands").into_iter().map(|demand| demand.name).collect();
    let roots = files.filter_map(|file| Some((file, of_file(file)?)));
    let mut found: Vec<(Fit, FilePath)> = roots
        .map(|(file, root)| {
            let (named, is_shared) = demands_of(root);
            let n_named = demands.iter().filter(|demand| named.contains(*demand)).count();
            let stated = stated.iter().position(|path| path == file.path.as_str()).unwrap_or(usize::MAX);
            let fit = Fit { stated, n_missing: demands.len() - n_named, is_foreign: n_named == 0 && !is_shared };
            (fit, file.path.clone())
        })
        .collect();
    found.order();
    found
}

/// The values of parameters in the root of a file: its entries, or those of `parameters`. An inventory has none.
pub fn parameter_values(root: &Node) -> Option<&Node> {
    let root = root.as_mapping().is_some().then_some(root).filter(|root| !is_inventory(root))?;
    Some(root.get("parameters").filter(|values| values.as_mapping().is_some()).unwrap_or(root))
}

/// Reads an inventory or a file of parameters.
pub fn read(text: &str) -> Result<Question, String> {
    // A large inventory is only read when its template is placed, in slices. Its faults are findings then.
    let is_large = text.len() > MAX_READ && may_be_inventory(text);
    match if is_large { Ok(()) } else { Inventory::read(text).map(drop) } {
        Ok(()) => {
            let parameters = SortedMap::from([(INVENTORY.to_owned(), Value::Sequence(vec![text.into()]))]);
            let intent = question::Intent { name: PLACE.into(), parameters };
            Ok(Question { intent: Some(intent), ..Question::default() })
        }
        Err(fault) => {
            let tree = parse(text);
            let root = tree.root().filter(|_| tree.errors.is_empty());
            let values = root.and_then(parameter_values).ok_or(fault)?;
            let named =
                |entry: &crate::syntax::Entry| Some((entry.key.as_text()?.to_owned(), plain::value(&entry.value)));
            Ok(Question { inputs: values.entries().iter().filter_map(named).collect(), ..Question::default() })
        }
    }
}

/// Computes the placement that a question asks for.
pub async fn compute(context: FileContext<'_>, question: &Question, progress: &Progress) -> Placement {
    let empty = Node::null(Span::default());
    let root = context.file.root.as_ref().map_or(&empty, |root| &**root);
    let view = View::new(root);
    let objective = match question.setting(OBJECTIVE) {
        Some("conductor") => ObjectiveKind::Conductor,
        _ => ObjectiveKind::Guide,
    };
    let mut builder = Reporter { context, base: view.base.clone(), inputs: &question.inputs, findings: Vec::new() };
    let inventory = builder.inventory(question, progress).await;
    builder.parameters(&view, question);
    let (problem, gaps) = build_in_pieces(&view, &question.inputs, &inventory, objective, progress).await;
    builder.gaps(gaps);
    progress.stage().await;
    let asked =
        question.settings.get(PLANS).and_then(|number| number.as_u64().or_else(|| number.as_str()?.parse().ok()));
    let n_plans = asked.unwrap_or(3).clamp(1, MAX_PLANS) as usize;
    let request = Request { n_plans, ..Request::new(&problem) };
    let is_replayed = question.setting(SOLVER) == Some("conductor");
    let rejection = rejections(&view.supplied(&question.inputs)).into_iter().next().map(|first| first.message);
    let mut placement = Placement {
        objective,
        is_replayed,
        is_partial: false,
        found: search(&problem, &request, progress).await,
        conflict: None,
        weights: Vec::new(),
        thresholds: Vec::new(),
        replay: None,
        rejection,
        missed: None,
        violated: Vec::new(),
        better_order: None,
        why: None,
        items: Vec::new(),
        findings: Vec::new(),
        ranking: Ranking::default(),
        problem,
    };
    let own = Request { n_plans: 1, budget: Budget::shared(), ..request.clone() };
    match placement.found.plans.first().cloned() {
        Some(plan) if placement.found.is_proven => {
            placement.weights = weights(&placement.problem, &plan, &own, progress).await;
            placement.thresholds = thresholds(&placement.problem, &plan, &own, progress).await;
        }
        Some(_) => {}
        None if placement.found.is_proven => {
            placement.conflict = Some(conflict(&placement.problem, &own, progress).await);
        }
        None => {}
    }
    compare(&view, question, &inventory, &mut placement, progress).await;
    if is_replayed {
        let plans = match &placement.replay {
            Some(Replay::Plans(plans)) => plans.clone(),
            _ => Vec::new(),
        };
        let plan = |(choices, _): (Vec<usize>, f64)| {
            let (value, cost) = (placement.problem.objective.value(&choices), placement.problem.cost(&choices));
            Plan { choices, value, cost }
        };
        placement.found.plans = plans.into_iter().map(plan).collect();
    }
    explain((&view, &inventory), question, &own, &mut builder, &mut placement, progress).await;
    builder.result(&placement);
    if placement.found.plans.is_empty() {
        builder.zones(&placement.problem, progress).await;
    }
    let plan = placement.found.plans.first().cloned();
    placement.ranking = Ranking::in_pieces(&placement.problem, plan.as_ref(), progress).await;
    placement.items = items(context.file.path.clone(), &placement, progress).await;
    placement.findings = builder.findings;
    placement
}

/// Replays conductor, and compares its result with the best plan for its own objective.
async fn compare(
    view: &View<'_>,
    question: &Question,
    inventory: &Inventory,
    placement: &mut Placement,
    progress: &Progress,
) {
    let kind = ObjectiveKind::Conductor;
    let problem = with_objective(view, &question.inputs, inventory, kind, &placement.problem, progress).await;
    let result = replay_in_pieces(&problem, Options::default(), progress).await;
    // Which plans exist does not depend on the objective.
    let best = match placement.found.plans.is_empty() {
        true => Found::default(),
        false => search(&problem, &Request::new(&problem), progress).await,
    };
    let found = match &result {
        Replay::Plans(plans) => plans.first().map(|(choices, _)| choices),
        _ => None,
    };
    let is_proven = best.is_proven;
    let best = best.plans.into_iter().next();
    placement.violated = found.map_or_else(Vec::new, |choices| violated(&problem, choices));
    let is_missed = best.as_ref().is_some_and(|best| {
        let key = problem.objective.key(&best.choices);
        let is_worse = |found: &Vec<usize>| problem.objective.key(found) > key + 1e-9 * (1.0 + key.abs());
        !placement.violated.is_empty() || found.is_none_or(is_worse)
    });
    if is_missed && !matches!(result, Replay::Random | Replay::Limit) {
        if let Some(best) = best.as_ref().filter(|_| is_proven && !matches!(result, Replay::Fails(_))) {
            placement.better_order = better_order(&problem, best, progress).await;
        }
        placement.missed = best;
    }
    placement.replay = Some(result);
}

/// The constraints that a plan does not meet, by index.
fn violated(problem: &Problem, choices: &[usize]) -> Vec<usize> {
    let all = problem.constraints.iter().enumerate();
    all.filter(|(_, constraint)| !problem.meets(constraint, choices)).map(|(index, _)| index).collect()
}

/// An order of the operands for which conductor finds a plan with the best value. With many candidates, only some are tried.
async fn better_order(problem: &Problem, best: &Plan, progress: &Progress) -> Option<(Vec<usize>, Vec<SmolStr>)> {
    let operands = &problem.objective.terms;
    if operands.len() > MAX_PERMUTED || problem.objective.operation.is_some() {
        return None;
    }
    let key = problem.objective.key(&best.choices);
    let n_candidates: usize = problem.demands.iter().map(|demand| demand.candidates.len()).sum();
    for permutation in permutations(operands.len()).into_iter().take(MAX_REPLAYED / n_candidates.max(1)) {
        let mut changed = problem.clone();
        changed.objective.terms = permutation.iter().filter_map(|at| operands.get(*at).cloned()).collect();
        let Replay::Plans(plans) = replay_in_pieces(&changed, Options::default(), progress).await else { continue };
        let Some((choices, _)) = plans.first() else { continue };
        // A plan can also be better because conductor ignores a constraint.
        let is_valid = violated(problem, choices).is_empty();
        if is_valid && problem.objective.key(choices) <= key + 1e-9 * (1.0 + key.abs()) {
            let names =
                order(&changed).into_iter().filter_map(|demand| Some(problem.demands.get(demand)?.name.clone()));
            return Some((permutation, names.collect()));
        }
    }
    None
}

/// All orders of the numbers below `count`, that of the numbers first.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..count {
        let longer = found.into_iter().flat_map(|start: Vec<usize>| {
            let rest: Vec<usize> = (0..count).filter(|number| !start.contains(number)).collect();
            rest.into_iter().map(move |number| start.iter().copied().chain([number]).collect())
        });
        found = longer.collect();
    }
    found
}

/// Answers the question about a candidate, written as `demand=candidate`.
async fn explain(
    (view, inventory): (&View<'_>, &Inventory),
    question: &Question,
    request: &Request,
    builder: &mut Reporter<'_>,
    placement: &mut Placement,
    progress: &Progress,
) {
    let Some(asked) = question.setting(WHY).filter(|asked| !asked.is_empty()) else { return };
    let Some((demand, candidate)) = asked.split_once('=') else {
        return builder.report(
            "placement/unknown-candidate",
            Severity::Error,
            &NodePath::root(),
            format!("`{asked}` is not `demand=candidate`"),
        );
    };
    let problem = &placement.problem;
    let found = problem.demand(demand).and_then(|index| {
        let candidates = &problem.demands.get(index)?.candidates;
        Some((index, candidates.iter().position(|one| one.id == candidate)?))
    });
    let Some((demand, candidate)) = found else {
        if let Some((name, value)) = difference(view, &question.inputs, inventory, (demand, candidate)) {
            let message =
                format!("demand `{demand}` does not consider candidate `{candidate}`: its `{name}` is `{value}`");
            return builder.report("placement/not-considered", Severity::Warning, &NodePath::root(), message);
        }
        let message = match problem.demand(demand) {
            None => format!("unknown demand `{demand}`"),
            Some(_) => format!("demand `{demand}` has no candidate `{candidate}`"),
        };
        let path = match problem.demand(demand) {
            None => NodePath::root(),
            Some(_) => view.base.key("demands").key(demand),
        };
        return builder.report("placement/unknown-candidate", Severity::Error, &path, message);
    };
    let counts_cost = placement.objective == ObjectiveKind::Conductor;
    let answer = match placement.found.plans.first().cloned() {
        Some(plan) => why(problem, &plan, (demand, candidate), counts_cost, request, progress).await,
        None => Why::Unknown,
    };
    placement.why = Some((demand, candidate, answer));
}

/// Collects findings.
struct Reporter<'a> {
    context: FileContext<'a>,
    /// The path of the template in the file.
    base: NodePath,
    /// The parameters with values of the question.
    inputs: &'a question::Values,
    findings: Vec<Diagnostic>,
}

impl Reporter<'_> {
    fn report(&mut self, code: &'static str, severity: Severity, path: &NodePath, message: String) {
        let file = self.context.file;
        let span = file.key_span(path).or_else(|| file.span_of(path).filter(|_| !path.is_root()));
        let first = || file.root.as_ref().and_then(|root| root.entries().first()).map(|entry| entry.key.span);
        self.findings.push(Diagnostic {
            code,
            severity,
            file: file.path.clone(),
            span: span.or_else(first).unwrap_or_default(),
            message,
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
        });
    }

    fn help(&mut self, help: String) {
        if let Some(last) = self.findings.last_mut() {
            last.help = Some(help);
        }
    }

    /// The inventories of the question, merged.
    async fn inventory(&mut self, question: &Question, progress: &Progress) -> Inventory {
        progress.begin(Phase("inventory"));
        let given = match (&question.intent, question.parameter(INVENTORY).cloned().unwrap_or_default()) {
            // As in the form, the first one of the catalog is selected initially.
            (None, _) => inventories(self.context).into_iter().take(1).map(|path| path.as_str().into()).collect(),
            (_, Value::Sequence(items)) => items,
            (_, Value::Null) => Vec::new(),
            (_, other) => vec![other],
        };
        let mut inventory = Inventory::default();
        for text in given.iter().filter_map(Value::as_str) {
            let file = FilePath::new(text).and_then(|path| self.context.workspace.file(&path).cloned());
            let read = match &file {
                Some(file) => Inventory::of_file(file, progress).await,
                None => Inventory::read_in_pieces(text, progress).await,
            };
            match read {
                Ok(one) => inventory.merge(one, progress).await,
                Err(fault) => {
                    let message = format!("the inventory cannot be read: {fault}");
                    self.report("placement/no-inventory", Severity::Error, &NodePath::root(), message);
                }
            }
        }
        let is_needed = given.is_empty() && self.needs_inventory();
        if is_needed {
            let message = "no inventory is given".to_owned();
            self.report("placement/no-inventory", Severity::Error, &NodePath::root(), message);
            self.help(
                "the candidates come from an inventory: JSON in the candidate schema, CSV, or a response of A&AI"
                    .to_owned(),
            );
        }
        inventory
    }

    fn needs_inventory(&self) -> bool {
        let view = self.context.file.root.as_ref().map(|root| View::new(root));
        view.is_none_or(|view| view.requirements().iter().any(|(_, _, one)| one.entry("candidates").is_none()))
    }

    fn parameters(&mut self, view: &View<'_>, question: &Question) {
        let used = view.used_parameters();
        for parameter in view.section("parameters") {
            let is_open = parameter.entry.value.is_null() && used.contains_key(parameter.name);
            if is_open && !question.inputs.contains_key(parameter.name) {
                let message = format!("parameter `{}` has no value", parameter.name);
                self.report(MISSING_PARAMETER, Severity::Error, &parameter.path, message);
            }
        }
        let own: Vec<&str> = view.section("parameters").into_iter().map(|parameter| parameter.name).collect();
        for name in question.inputs.keys().filter(|name| !own.contains(&name.as_str())) {
            let path = self.base.key("parameters");
            let message = format!("the template has no parameter `{name}`");
            self.report("placement/unknown-parameter", Severity::Warning, &path, message);
            if let Some(similar) = closest(name, own.iter().copied()) {
                self.help(format!("did you mean `{similar}`?"));
            }
        }
        for (name, value, expected) in crate::homing::supplied::faults(view, &question.inputs) {
            let path = self.base.key("parameters").key(&name);
            let message = format!("`{}` is not valid for parameter `{name}`: {expected}", text_of(&value));
            self.report("placement/invalid-parameter", Severity::Error, &path, message);
        }
    }

    fn gaps(&mut self, gaps: Vec<Gap>) {
        // Without an inventory, no demand has candidates.
        let has_inventory = !self.findings.iter().any(|found| found.code == "placement/no-inventory");
        for gap in gaps {
            match gap.is_fatal {
                true if has_inventory => self.report("placement/no-candidate", Severity::Error, &gap.path, gap.message),
                true => {}
                false => self.report("placement/not-evaluated", Severity::Warning, &gap.path, gap.message),
            }
        }
    }

    fn result(&mut self, placement: &Placement) {
        let problem = &placement.problem;
        for constraint in &problem.constraints {
            if let Kind::Assumed { reason, .. } = constraint.kind {
                let message = format!("constraint `{}` is assumed to hold: {reason}", constraint.name);
                self.report("placement/assumed", Severity::Info, &constraint.path, message);
            }
        }
        if placement.is_replayed && placement.found.plans.is_empty() && placement.conflict.is_none() {
            let message = match &placement.replay {
                Some(Replay::Fails(message)) => format!("conductor fails: {message}"),
                Some(Replay::Random) => "conductor picks at random without an optimization".to_owned(),
                _ => "conductor finds no plan".to_owned(),
            };
            self.report(NO_PLAN, Severity::Error, &NodePath::root(), message);
        }
        // Without members, the reason is a finding of its own: candidates without coordinates.
        if let Some(conflict) = placement.conflict.as_ref().filter(|conflict| !conflict.members.is_empty()) {
            // The plan that was asked for may ignore constraints.
            let has_plan = placement.is_replayed && !placement.found.plans.is_empty();
            let severity = if has_plan { Severity::Warning } else { Severity::Error };
            self.no_plan(problem, conflict, severity);
        }
        if !placement.found.is_proven && !placement.is_replayed {
            let plan = placement.found.plans.first();
            let message = match (plan, placement.found.bound) {
                (Some(plan), Some(bound)) => {
                    let gap = gap(plan.value, bound);
                    format!("the search reached its limit: the best plan may be better by up to {:.2} %", gap * 100.0)
                }
                _ => "the search reached its limit before it found a plan".to_owned(),
            };
            let severity = if plan.is_some() { Severity::Warning } else { Severity::Error };
            self.report("placement/stopped", severity, &NodePath::root(), message);
        }
        self.comparison(placement);
    }

    /// Reports demands of a shared zone whose candidates have no zone in common.
    async fn zones(&mut self, problem: &Problem, progress: &Progress) {
        for constraint in &problem.constraints {
            let Kind::Zone { is_same: true, category } = &constraint.kind else { continue };
            let mut zones: Vec<(usize, HashSet<SmolStr>)> = Vec::new();
            for index in &constraint.demands {
                let mut own = HashSet::new();
                for candidate in problem.demands.get(*index).map_or(&[][..], |demand| &demand.candidates) {
                    own.extend(candidate.zone(category));
                    progress.piece().await;
                }
                zones.push((*index, own));
            }
            let pairs =
                zones.iter().enumerate().flat_map(|(at, one)| zones.iter().skip(at + 1).map(move |other| (one, other)));
            for ((one, own), (other, others)) in pairs {
                if own.is_empty() || others.is_empty() || !own.is_disjoint(others) {
                    continue;
                }
                let name = |index: &usize| problem.demands.get(*index).map_or("", |demand| demand.name.as_str());
                let message =
                    format!("no candidates of `{}` and `{}` are in the same {category}", name(one), name(other));
                self.report(NO_SHARED_ZONE, Severity::Warning, &constraint.path, message);
            }
        }
    }

    fn no_plan(&mut self, problem: &Problem, conflict: &Conflict, severity: Severity) {
        let name = |index: usize| problem.constraints.get(index).map_or("", |constraint| constraint.name.as_str());
        let names: Vec<String> = conflict.members.iter().map(|one| format!("`{}`", name(one.constraint))).collect();
        let first = conflict.members.first().and_then(|member| problem.constraints.get(member.constraint));
        let path = first.map_or_else(NodePath::root, |constraint| constraint.path.clone());
        self.report(
            NO_PLAN,
            severity,
            &path,
            match names.as_slice() {
                [one] => format!("no placement meets {one}"),
                names => format!("no placement meets {} together", names.join(" and ")),
            },
        );
        let mut lines = Vec::new();
        for member in &conflict.members {
            let Some(constraint) = problem.constraints.get(member.constraint) else { continue };
            let line = match (&member.change, &member.plan) {
                (Relaxation::Unknown, _) => {
                    format!("the search reached its limit before it found a change of `{}` that helps", constraint.name)
                }
                (_, None) => format!("changing `{}` alone does not help", constraint.name),
                (Relaxation::Removed, Some(_)) => {
                    self.removal(&constraint.path, &constraint.name);
                    format!("a plan exists without `{}`", constraint.name)
                }
                (Relaxation::Threshold(threshold), Some(_)) => {
                    let written = threshold.text(Dimension::Distance);
                    self.fix(&constraint.name, &written);
                    format!("a plan exists if `{}` is `{written}`", constraint.name)
                }
            };
            lines.push(line);
        }
        if !conflict.is_proven {
            lines
                .push("the search reached its limit, so fewer constraints or smaller changes may be enough".to_owned());
        }
        self.help(lines.join("; "));
    }

    /// Offers another threshold: in the constraint, or in the parameter that supplies it.
    fn fix(&mut self, name: &str, written: &str) {
        let Some(view) = self.context.file.root.as_deref().map(View::new) else { return };
        let constraint = view.constraints().into_iter().find(|constraint| constraint.name == name);
        let source = constraint.and_then(|one| view.source(one.property_path("distance"), one.property("distance")?));
        let Some((path, node)) = source.filter(|(_, node)| node.as_scalar().is_some()) else { return };
        let words = path.words();
        let title = match words.get(self.base.steps().len() + 1..).filter(|_| is_supplied(&view, &path)) {
            // A change of the text has no effect on a value that is given with the question.
            Some([parameter, ..]) if self.inputs.contains_key(*parameter) => return,
            Some(steps) => format!("Set the parameter `{}` to `{written}`", steps.join(".")),
            None => format!("Set the distance of `{name}` to `{written}`"),
        };
        let edit = TextEdit::replace(node.span, format!("\"{written}\""));
        self.offer(title, edit);
    }

    /// Offers to remove a constraint, or the candidates that a demand requires or excludes.
    fn removal(&mut self, path: &NodePath, name: &str) {
        let mut draft = self.context.file.draft();
        if draft.remove(path).is_ok() {
            self.offer(format!("Remove `{name}`"), draft.finish());
        }
    }

    /// Offers another order of the operands of the sum.
    fn reorder(&mut self, order: &[usize]) {
        let file = self.context.file;
        let path = self.base.key("optimization").key("minimize").key("sum");
        let Some(sum) = file.root.as_ref().and_then(|root| root.at(&path)) else { return };
        let operands = sum.items();
        // An operand that is itself a sum has several terms.
        if operands.len() != order.len() {
            return;
        }
        let replaces = operands.iter().zip(order).filter_map(|(operand, from)| {
            let text = operands.get(*from)?.span.of(&file.text).to_owned();
            (operand.span.of(&file.text) != text).then_some(Replace { span: operand.span, text })
        });
        let Some(edit) = TextEdit::new(replaces.collect()) else { return };
        // The items of a list can be written at different depths, or with comments between their lines.
        let expected: Vec<_> = order.iter().filter_map(|from| Some(plain::value(operands.get(*from)?))).collect();
        let tree = edit.apply(&file.text).map(|text| parse(&text)).unwrap_or_default();
        let after = tree.root().filter(|_| tree.errors.is_empty()).and_then(|root| root.at(&path));
        if after.is_some_and(|after| plain::value(after) == Value::Sequence(expected)) {
            self.offer("Reorder the operands of the sum".to_owned(), edit);
        }
    }

    /// Adds a fix to the last finding.
    fn offer(&mut self, title: String, edit: TextEdit) {
        let change = TextChange::of_file(title, self.context.file.path.clone(), edit);
        if let Some(last) = self.findings.last_mut() {
            last.fixes.push(crate::diagnostic::Fix { change, safety: Safety::Unsafe });
        }
    }

    fn comparison(&mut self, placement: &Placement) {
        let plan = |choices: &[usize]| {
            let named = choices.iter().enumerate().filter_map(|(demand, at)| placement.problem.candidate(demand, *at));
            named.map(|candidate| candidate.id.as_str()).collect::<Vec<_>>().join(", ")
        };
        let theirs = match &placement.replay {
            Some(Replay::Plans(plans)) => plans.first().map(|(choices, _)| choices),
            _ => None,
        };
        let Some(missed) = &placement.missed else {
            // Conductor has the best plan for its objective, which is not that of the guide.
            let own = placement.found.plans.first().filter(|_| !placement.is_replayed && placement.found.is_proven);
            let Some((own, theirs)) = own.zip(theirs).filter(|(own, theirs)| own.choices != **theirs) else { return };
            let (own, theirs) = (plan(&own.choices), plan(theirs));
            let message = format!("conductor chooses {theirs} instead of {own}");
            self.report(CONDUCTOR_DIFFERS, Severity::Info, &NodePath::root(), message);
            let root = self.context.file.root.as_deref();
            let weights = root.is_some_and(|root| {
                let template = View::new(root);
                template.calls("get_param").iter().any(|(path, _)| template.is_in("optimization", path))
            });
            return self.help(
                match placement.objective {
                    ObjectiveKind::Guide if weights => {
                        "its objective also counts the costs of the candidates, and ignores weights from parameters"
                    }
                    ObjectiveKind::Guide => "its objective also counts the costs of the candidates",
                    ObjectiveKind::Conductor => "both have the same value",
                }
                .to_owned(),
            );
        };
        let best = plan(&missed.choices);
        let violated = placement.violated.iter().filter_map(|at| placement.problem.constraints.get(*at));
        let violated: Vec<&str> = violated.map(|constraint| constraint.name.as_str()).collect();
        let message = match (&placement.replay, theirs) {
            (_, Some(theirs)) if !violated.is_empty() => {
                let names = crate::diagnostic::listed(&violated);
                format!(
                    "conductor chooses {}, which does not meet {names}; the best valid plan is {best}",
                    plan(theirs)
                )
            }
            (_, Some(theirs)) => {
                format!("conductor chooses {}, although {best} is better by its own objective", plan(theirs))
            }
            (Some(Replay::Fails(message)), None) => {
                let message = message.trim_end_matches([':', ' ']);
                format!("conductor fails, although {best} is a plan: `{message}`")
            }
            (_, None) => format!("conductor finds no plan, although {best} is one"),
        };
        self.report(CONDUCTOR_DIFFERS, Severity::Warning, &NodePath::root(), message);
        if let Some((operands, order)) = &placement.better_order {
            self.help(format!("conductor finds the best plan with the operands in the order {}", order.join(", ")));
            self.reorder(operands);
        }
    }
}

/// The relative distance between a value and its bound.
pub fn gap(value: f64, bound: f64) -> f64 {
    if value == bound { 0.0 } else { ((value - bound) / value.abs().max(f64::MIN_POSITIVE)).abs() }
}

/// The demands with their candidates, ranked: those of the plan first, then the remaining ones by value.
async fn items(file: FilePath, placement: &Placement, progress: &Progress) -> Vec<Row> {
    let problem = &placement.problem;
    let plan = placement.found.plans.first();
    let mut rows = Vec::new();
    for (index, demand) in problem.demands.iter().enumerate() {
        let chosen = plan.and_then(|plan| plan.choices.get(index)).copied();
        let shown = chosen.and_then(|at| demand.candidates.get(at)).map(|candidate| candidate.id.as_str());
        rows.push(Row {
            name: demand.name.to_string(),
            type_name: String::new(),
            kind: "demand",
            parent: None,
            properties: vec![text("placement", shown.unwrap_or("none"))],
            origin: (file.clone(), demand.path.clone()),
        });
        let most = MAX_LISTED.saturating_sub(rows.len());
        for candidate in placement.ranking.first(problem, index, plan, most) {
            progress.piece().await;
            let Some(own) = demand.candidates.get(candidate.at) else { continue };
            let mut properties = Vec::new();
            properties.extend(candidate.distance.map(|value| number("distance", value)));
            properties.push(number("cost", own.cost));
            properties.extend(candidate.value.map(|value| number("value", value)));
            properties.extend(candidate.eliminated(problem).map(|by| text("eliminated", &by)));
            let trace = candidate.trace.iter().filter_map(|(index, verdict)| {
                let constraint = problem.constraints.get(*index)?;
                let sign = if verdict.holds { '✓' } else { '✗' };
                Some(text(&constraint.name, &format!("{sign} {}", verdict.text(constraint))))
            });
            properties.extend(trace);
            rows.push(Row {
                name: format!("{}/{}", demand.name, own.id),
                type_name: own.text("inventory_type").unwrap_or_default().to_string(),
                kind: if Some(candidate.at) == chosen { "chosen" } else { "candidate" },
                parent: Some(demand.name.to_string()),
                properties,
                origin: (file.clone(), demand.path.clone()),
            });
        }
    }
    rows
}

fn text(name: &str, value: &str) -> ItemProperty {
    let value = PartialValue::Value(Value::from(value));
    ItemProperty { name: name.into(), value, origin: Origin::Mapped, until_reported: None }
}

fn number(name: &str, value: f64) -> ItemProperty {
    let value = PartialValue::Value(Value::from(value));
    ItemProperty { name: name.into(), value, origin: Origin::Mapped, until_reported: None }
}

/// The limit of a constraint in words, in its own unit to the millimeter, if it has a threshold.
pub fn limit_of(problem: &Problem, constraint: usize) -> Option<String> {
    problem.constraints.get(constraint)?.threshold().map(|threshold| limit(threshold, 6))
}
