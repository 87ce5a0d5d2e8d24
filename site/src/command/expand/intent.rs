//! The intent given on the command line.

use clap::ValueEnum;
use descriptorium_core::preview::question::{Form, Intent, Question, Values};
use descriptorium_core::semantics::Previewer;
use descriptorium_core::text::FilePath;
use serde_yaml::{Mapping, Value};

use crate::command::Failure;
use crate::command::expand::{Arguments, inputs, placement};

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntentName {
    Install,
    Uninstall,
    ChangeState,
    Heal,
    ScaleOut,
    ScaleIn,
    Upgrade,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum StateName {
    Installed,
    Inactive,
    Active,
}

impl StateName {
    pub fn name(self) -> &'static str {
        match self {
            StateName::Installed => "Installed",
            StateName::Inactive => "Inactive",
            StateName::Active => "Active",
        }
    }
}

/// The intent. `given` is the content of the `--inputs` file, and `from` the descriptor before an upgrade, which may be
/// the same as after it.
pub fn intent(
    arguments: &Arguments,
    (previewer, form): (&Previewer, &Form),
    given: &Question,
    (from, is_same): (&FilePath, bool),
) -> Result<Intent, Failure> {
    let asked = intent_name(arguments, form)?;
    check_use(arguments, asked.as_ref().ok().copied())?;
    let intent = match asked {
        Ok(intent) => intent,
        Err(name) => return Ok(Intent { name: name.into(), parameters: Values::new() }),
    };
    let named = |name: &str, stated: &Option<String>, option: &str| {
        let missing = || Failure(format!("`--intent {}` needs `{option}`", shown(intent)));
        let value = stated.as_deref().or_else(|| given.text(name)).ok_or_else(missing)?;
        Ok::<_, Failure>(Values::from([(name.to_owned(), Value::from(value))]))
    };
    let parameters = match intent {
        IntentName::Install | IntentName::Uninstall => Values::new(),
        IntentName::ChangeState => match arguments.from_state {
            Some(from) => Values::from([("fromState".to_owned(), Value::from(from.name()))]),
            None => return Err(Failure("`--intent change-state` needs `--from-state STATE`".to_owned())),
        },
        IntentName::Heal => named("component", &arguments.component, "--component NAME")?,
        IntentName::ScaleOut | IntentName::ScaleIn => {
            let mut parameters = named("cluster", &arguments.cluster.first().cloned(), "--cluster NAME")?;
            parameters.extend(arguments.nodes.map(|nodes| ("nodes".to_owned(), Value::from(nodes))));
            parameters
        }
        IntentName::Upgrade => {
            let mut before = arguments.from_inputs.first().map(|path| inputs::of_file(path, previewer)).transpose()?;
            if before.is_none() && is_same && !arguments.settings.is_empty() {
                // The old descriptor is the new one, so what `--set` states must be the change.
                let stated =
                    placement::first_input(arguments).map(|path| inputs::of_file(path, previewer)).transpose()?;
                before = Some(stated.unwrap_or_default());
            }
            if before.is_none() && arguments.from.is_none() {
                return Err(Failure("`--intent upgrade` needs `--from FILE|NAME`, or `--from-inputs FILE`".to_owned()));
            }
            let mut parameters = Values::from([("from".to_owned(), Value::from(from.as_str()))]);
            let before = before.map(|before| Value::Mapping(named_values(before.inputs)));
            parameters.extend(before.map(|before| ("fromInputs".to_owned(), before)));
            parameters
        }
    };
    Ok(Intent { name: shown(intent).into(), parameters })
}

/// The requested intent, by default the first of the form: one of those with parameters of their own, or the name of
/// another one.
fn intent_name(arguments: &Arguments, form: &Form) -> Result<Result<IntentName, String>, Failure> {
    let names = || form.intents.iter().map(|intent| intent.name.as_str());
    let name = arguments.intent.as_deref().or_else(|| names().next()).unwrap_or_default();
    if !names().any(|known| known == name) {
        let known = names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        return Err(Failure(format!("unknown intent `{name}`: expected one of {known}")));
    }
    let own = IntentName::from_str(name, false).ok().filter(|_| has_upgrades(form));
    Ok(own.ok_or_else(|| name.to_owned()))
}

/// Whether the form has the intents of assemblies, which have parameters of their own, such as an upgrade.
pub fn has_upgrades(form: &Form) -> bool {
    form.intents.iter().any(|intent| intent.name == shown(IntentName::Upgrade))
}

fn named_values(values: Values) -> Mapping {
    values.into_iter().map(|(name, value)| (Value::from(name), value)).collect()
}

/// Refuses options that the intent does not use, since another intent may have been meant.
fn check_use(arguments: &Arguments, intent: Option<IntentName>) -> Result<(), Failure> {
    use IntentName::{ChangeState, Heal, ScaleIn, ScaleOut, Upgrade};
    let options: [(&str, bool, &[IntentName]); 6] = [
        ("--from-state", arguments.from_state.is_some(), &[ChangeState]),
        ("--component", arguments.component.is_some(), &[Heal]),
        ("--cluster", !arguments.cluster.is_empty(), &[ScaleOut, ScaleIn]),
        ("--nodes", arguments.nodes.is_some(), &[ScaleOut, ScaleIn]),
        ("--from", arguments.from.is_some(), &[Upgrade]),
        ("--from-inputs", !arguments.from_inputs.is_empty(), &[Upgrade]),
    ];
    for (option, is_given, intents) in options {
        if is_given && !intent.is_some_and(|intent| intents.contains(&intent)) {
            let intents: Vec<String> = intents.iter().map(|intent| format!("`--intent {}`", shown(*intent))).collect();
            return Err(Failure(format!("`{option}` requires {}", intents.join(" or "))));
        }
    }
    if arguments.from_inputs.len() > 1 {
        return Err(Failure("`--from-inputs` cannot be repeated for an upgrade".to_owned()));
    }
    Ok(())
}

fn shown(intent: IntentName) -> String {
    intent.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}
