//! The question about the placement of a template.

use std::path::Path;

use clap::ValueEnum;
use descriptorium_core::homing::placement::preview::{INVENTORY, OBJECTIVE, PLACE, PLANS, SOLVER, WHY};
use descriptorium_core::preview::question::{Intent, Question, Values};
use descriptorium_core::semantics::Previewer;
use descriptorium_core::syntax::parse::parse;
use descriptorium_core::syntax::plain;
use serde_yaml::Value;

use crate::command::Failure;
use crate::command::expand::{Arguments, inputs};

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
