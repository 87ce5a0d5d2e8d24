//! The question about an application service descriptor, and the override files of its charts.

use std::fs;
use std::path::Path;

use descriptorium_core::asd::installation::question::{CLUSTER, INSTANCE, NAMESPACE, cluster_files};
use descriptorium_core::asd::installation::{Installation, helm};
use descriptorium_core::preview::question::{Form, Intent, Question, Values};
use descriptorium_core::semantics::{Outcome, Previewer};
use serde_yaml::Value;

use crate::command::expand::{Arguments, inputs};
use crate::command::{Failure, put, put_line, write_new};
use crate::folder;
use crate::input::Input;

/// Whether the form asks about the installation of an application.
pub fn is_asked(form: &Form) -> bool {
    form.intents.first().is_some_and(|intent| intent.parameters.iter().any(|one| one.name == CLUSTER))
}

/// The question from the command line. Files of `--inputs` are requests or inputs by name; those of `--cluster` are cluster
/// descriptions or outputs of tools.
pub fn question(
    arguments: &Arguments,
    (previewer, form): (&Previewer, &Form),
    input: &Input,
) -> Result<Question, Failure> {
    check_use(arguments)?;
    let names = || form.intents.iter().map(|intent| intent.name.as_str());
    let name = arguments.intent.as_deref().or_else(|| names().next()).unwrap_or_default();
    if !names().any(|known| known == name) {
        let known = names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        return Err(Failure(format!("unknown intent `{name}`: expected one of {known}")));
    }
    let mut question = Question::default();
    let mut clusters = Vec::new();
    for path in &arguments.inputs {
        let given = inputs::of_file(path, previewer)?;
        // Clusters are accepted here as well, as in the modeller.
        clusters.extend(given.parameter(CLUSTER).and_then(Value::as_sequence).into_iter().flatten().cloned());
        question.inputs.extend(given.inputs);
        question.settings.extend(given.settings);
    }
    for path in &arguments.cluster {
        clusters.push(inputs::text_of(Path::new(path))?.into());
    }
    if clusters.is_empty() {
        // The analysis has only the files that the descriptor needs.
        let workspace = input.workspace();
        let described = cluster_files(&workspace).into_iter().filter_map(|path| workspace.file(&path).cloned());
        clusters.extend(described.map(|file| Value::from(file.text.to_string())));
    }
    let given = arguments.settings.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str())));
    question.inputs.extend(given);
    let settings = [(INSTANCE, &arguments.instance), (NAMESPACE, &arguments.namespace)];
    let settings = settings.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value.as_deref()?.into())));
    question.settings.extend(settings);
    let mut parameters = Values::new();
    if !clusters.is_empty() {
        parameters.insert(CLUSTER.to_owned(), Value::Sequence(clusters));
    }
    question.intent = Some(Intent { name: name.into(), parameters });
    Ok(question)
}

/// Refuses options that an installation does not use.
fn check_use(arguments: &Arguments) -> Result<(), Failure> {
    let options = [
        ("--substitute", !arguments.substitutes.is_empty()),
        ("--state", arguments.state.is_some()),
        ("--from-state", arguments.from_state.is_some()),
        ("--component", arguments.component.is_some()),
        ("--nodes", arguments.nodes.is_some()),
        ("--outputs-from", arguments.outputs_from.is_some()),
        ("--why", arguments.why.is_some()),
        ("--objective", arguments.objective.is_some()),
        ("--solver", arguments.solver.is_some()),
        ("--plans", arguments.plans.is_some()),
    ];
    match options.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Failure(format!("`{option}` does not apply to application service descriptors"))),
        None => Ok(()),
    }
}

/// Refuses the options of an installation for a descriptor of another language.
pub fn check_other(arguments: &Arguments) -> Result<(), Failure> {
    let options = [
        ("--instance", arguments.instance.is_some()),
        ("--namespace", arguments.namespace.is_some()),
        ("--format helm", arguments.format == super::Format::Helm),
        ("--out", arguments.out.is_some()),
    ];
    match options.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Failure(format!("`{option}` applies only to application service descriptors"))),
        None if arguments.cluster.len() > 1 => {
            Err(Failure("`--cluster` can be repeated only for application service descriptors".to_owned()))
        }
        None => Ok(()),
    }
}

/// Writes the override file of each chart into the folder, or prints all as documents of one YAML stream.
pub fn write_overrides(outcome: &Outcome, out: Option<&Path>) -> Result<(), Failure> {
    let Outcome::Installation(installation) = outcome else { return Ok(()) };
    let files = overrides(installation);
    let Some(dir) = out else {
        let text: String = files.iter().map(|(name, text)| format!("---\n# {name}\n{text}")).collect();
        return put(&text);
    };
    fs::create_dir_all(dir)
        .map_err(|error| Failure(format!("cannot write `{}`: {}", dir.display(), folder::reason(&error))))?;
    for (name, text) in files {
        let path = dir.join(&name);
        write_new(&path, text.as_bytes())?;
        put_line(&format!("wrote {}", path.display()))?;
    }
    Ok(())
}

/// The override files with their names.
fn overrides(installation: &Installation) -> Vec<(String, String)> {
    let files = installation.items.iter().filter_map(|item| Some((item.file.clone()?, helm::text(&item.values))));
    files.collect()
}
