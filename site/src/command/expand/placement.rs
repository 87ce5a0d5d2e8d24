//! The placement of a template: the question from the command line, and the answer on one screen.

use std::path::Path;

use clap::ValueEnum;
use descriptorium_core::document::preview::placement::{Candidate, Member, Placement, Reason};
use descriptorium_core::homing::placement::preview::{self, INVENTORY, OBJECTIVE, PLACE, PLANS, SOLVER, WHY};
use descriptorium_core::preview::question::{Intent, Question, Values};
use descriptorium_core::semantics::Previewer;
use descriptorium_core::syntax::parse::parse;
use descriptorium_core::syntax::plain;
use serde_yaml::Value;

use crate::command::Failure;
use crate::command::expand::{Arguments, inputs};
use crate::finding::plural;
use crate::printable::line;

/// Maximum number of candidates of a demand on the screen.
const MAX_SHOWN: usize = 10;

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectiveName {
    /// The distances with their weights; costs break ties
    Guide,
    /// Distances plus costs, with the weights that conductor reads
    Conductor,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverName {
    /// The best plan, proven
    Exact,
    /// The plan that conductor chooses
    Conductor,
}

/// The question from the command line. Files of `--inputs` are inventories or parameters, told apart by content.
pub fn question(arguments: &Arguments, previewer: &Previewer) -> Result<Question, Failure> {
    check_use(arguments)?;
    let mut question = Question::default();
    let mut inventories = Vec::new();
    for path in &arguments.inputs {
        let given = inputs::of_file(path, previewer)?;
        if let Some(Value::Sequence(texts)) = given.parameter(INVENTORY) {
            inventories.extend(texts.iter().cloned());
        }
        question.inputs.extend(given.inputs);
    }
    for (name, value) in &arguments.settings {
        let tree = parse(value);
        let parsed = tree.root().filter(|_| tree.errors.is_empty()).map(plain::value);
        question.inputs.insert(name.clone(), parsed.unwrap_or_else(|| Value::from(value.as_str())));
    }
    let word = |value: clap::builder::PossibleValue| Value::from(value.get_name());
    let settings = [
        (OBJECTIVE, arguments.objective.and_then(|one| one.to_possible_value()).map(word)),
        (SOLVER, arguments.solver.and_then(|one| one.to_possible_value()).map(word)),
        (PLANS, arguments.plans.map(Value::from)),
        (WHY, arguments.why.as_deref().map(Value::from)),
    ];
    let settings = settings.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    question.settings = settings.collect();
    let parameters = Values::from([(INVENTORY.to_owned(), Value::Sequence(inventories))]);
    question.intent = Some(Intent { name: PLACE.into(), parameters });
    Ok(question)
}

/// Refuses options that a placement does not use.
fn check_use(arguments: &Arguments) -> Result<(), Failure> {
    let options = [
        ("--intent", arguments.intent.is_some()),
        ("--substitute", !arguments.substitutes.is_empty()),
        ("--state", arguments.state.is_some()),
        ("--from-state", arguments.from_state.is_some()),
        ("--component", arguments.component.is_some()),
        ("--cluster", !arguments.cluster.is_empty()),
        ("--nodes", arguments.nodes.is_some()),
        ("--outputs-from", arguments.outputs_from.is_some()),
    ];
    match options.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Failure(format!("`{option}` does not apply to homing templates"))),
        None => Ok(()),
    }
}

/// Refuses the options of a placement for a descriptor of another language.
pub fn check_other(arguments: &Arguments) -> Result<(), Failure> {
    let options = [
        ("--objective", arguments.objective.is_some()),
        ("--solver", arguments.solver.is_some()),
        ("--plans", arguments.plans.is_some()),
    ];
    match options.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Failure(format!("`{option}` applies only to homing templates"))),
        None if arguments.inputs.len() > 1 => Err(Failure(
            "`--inputs` can be repeated only for homing templates and application service descriptors".to_owned(),
        )),
        None => Ok(()),
    }
}

/// Whether the previewer places the demands of a template.
pub fn is_asked(form: &descriptorium_core::preview::question::Form) -> bool {
    form.intents.first().is_some_and(|intent| intent.name == PLACE)
}

/// The first file of `--inputs`.
pub fn first_input(arguments: &Arguments) -> Option<&Path> {
    arguments.inputs.first().map(std::path::PathBuf::as_path)
}

/// The demands with their candidates: the chosen one first, and why each of the others is not chosen.
pub fn tree(placement: &preview::Placement) -> String {
    let document = Placement::with_first(placement, MAX_SHOWN);
    let chosen = document.plans.first().map(|plan| &plan.candidates);
    let mut text = String::new();
    for ((name, candidates), demand) in document.demands.0.iter().zip(placement.problem.demands.iter()) {
        let chosen = chosen.and_then(|chosen| chosen.0.iter().find(|(demand, _)| demand == name)).map(|(_, id)| id);
        text += &format!("{}\n", line(name));
        let width = candidates.iter().map(|candidate| line(&candidate.name).chars().count()).max().unwrap_or(0);
        let n_more = demand.candidates.len().saturating_sub(candidates.len());
        for (number, candidate) in candidates.iter().enumerate() {
            let branch = if number + 1 == candidates.len() && n_more == 0 { "└─" } else { "├─" };
            let name = line(&candidate.name);
            let padding = " ".repeat(width - name.chars().count());
            let rest = standing(candidate, chosen == Some(&candidate.name));
            text += format!("{branch} {name}{padding}  {}", line(&rest)).trim_end();
            text.push('\n');
        }
        if n_more > 0 {
            text += &format!("└─ {}\n", plural(n_more, "more candidate"));
        }
    }
    text.push('\n');
    text += &result(&document);
    for (constraint, reason) in &document.assumed.0 {
        text += &format!("assumed to hold: {}\n", line(&format!("{constraint}, because {reason}")));
    }
    if let Some(message) = document.conductor.rejection.as_ref().filter(|_| placement.is_replayed) {
        text += &format!("conductor rejects the template: {}\n", line(message));
    }
    text + &document.why.as_ref().map(reason).unwrap_or_default()
}

/// The answer to `--why`.
fn reason(reason: &Reason) -> String {
    let name = format!("{} for {}", reason.candidate, reason.demand);
    let worse = || {
        let plan = reason.plan.as_ref()?;
        let extra = plan.extra.map(|extra| format!(", {extra:.1} more")).unwrap_or_default();
        let cost = reason.cost.map(|cost| format!("; as good at cost {cost:.1}")).unwrap_or_default();
        Some(format!("the best plan with it has value {:.1}{extra}{cost}", plan.value))
    };
    let result = match reason.result.as_str() {
        "chosen" => "it is chosen".to_owned(),
        "worse" => worse().unwrap_or_default(),
        "excluded" => match reason.conflict.iter().map(|member| member.constraint.as_str()).collect::<Vec<_>>() {
            members if members.is_empty() => "no plan has it".to_owned(),
            members => format!("no plan has it: {}", members.join(", ")),
        },
        _ => "not known: the search was stopped".to_owned(),
    };
    format!("{}\n", line(&format!("why {name}: {result}")))
}

/// Whether and why a candidate is chosen or not, with its distance and cost.
fn standing(candidate: &Candidate, is_chosen: bool) -> String {
    if let Some(eliminated) = &candidate.eliminated {
        return eliminated.clone();
    }
    let violated = candidate.trace.iter().find(|trace| !trace.holds && !is_chosen);
    let standing = match violated {
        _ if is_chosen => "chosen".to_owned(),
        Some(trace) => format!("not with the others: {} ({})", trace.constraint, trace.measure),
        None => String::new(),
    };
    let distance = candidate.distance.map(|distance| format!("{distance:.1} km"));
    let cost = (candidate.cost != 0.0).then(|| format!("cost {}", candidate.cost));
    let parts = [Some(standing).filter(|text| !text.is_empty()), distance, cost];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The value of the plan, or why there is none.
fn result(document: &Placement) -> String {
    if let Some(plan) = document.plans.first() {
        let proof = match (document.optimal, document.gap) {
            _ if document.partial => ", for what can be read of the template, which has errors".to_owned(),
            (true, _) => ", the best plan".to_owned(),
            (false, Some(gap)) => format!(", not proven to be the best: the bound is {:.1} % lower", 100.0 * gap),
            (false, None) => String::new(),
        };
        return format!("value {:.1}, cost {}{proof}\n", plan.value, plan.cost);
    }
    let mut text =
        if document.optimal || document.partial { "no plan".to_owned() } else { "no plan was found".to_owned() };
    text += match document.conflict.len() {
        0 => "",
        1 => ": this constraint cannot be met",
        _ => ": these constraints exclude each other",
    };
    text.push('\n');
    for Member { constraint, change, plan } in &document.conflict {
        let helps = if plan.is_some() { format!(": possible if {change}") } else { String::new() };
        text += &format!("  {}\n", line(&format!("{constraint}{helps}")));
    }
    text
}
