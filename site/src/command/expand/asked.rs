//! What the command line asks for, as an intent.

use clap::ValueEnum;
use descriptorium_core::assembly::expansion::{Direction, Intent};
use descriptorium_core::preview::plan::State;
use descriptorium_core::text::FilePath;

use crate::command::Failure;
use crate::command::expand::{Arguments, given};

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
    pub fn state(self) -> State {
        match self {
            StateName::Installed => State::Installed,
            StateName::Inactive => State::Inactive,
            StateName::Active => State::Active,
        }
    }
}

/// The intent, where `component` and `cluster` are those of the file of inputs, and `from` is the descriptor before an
/// upgrade.
pub fn intent(
    arguments: &Arguments,
    component: Option<String>,
    cluster: Option<String>,
    from: FilePath,
) -> Result<Intent, Failure> {
    check_use(arguments)?;
    let name = |name: &Option<String>, given: Option<String>, option: &str| {
        let missing = || Failure(format!("`--intent {}` needs `{option}`", shown(arguments.intent)));
        name.clone().or(given).ok_or_else(missing)
    };
    let scale = |direction| {
        let cluster = name(&arguments.cluster, cluster.clone(), "--cluster NAME")?;
        Ok(Intent::Scale { direction, cluster, nodes: arguments.nodes })
    };
    match arguments.intent {
        IntentName::Install => Ok(Intent::Install),
        IntentName::Uninstall => Ok(Intent::Uninstall),
        IntentName::ChangeState => match arguments.from_state {
            Some(from) => Ok(Intent::ChangeState { from: from.state() }),
            None => Err(Failure("`--intent change-state` needs `--from-state STATE`".to_owned())),
        },
        IntentName::Heal => {
            Ok(Intent::Heal { component: name(&arguments.component, component.clone(), "--component NAME")? })
        }
        IntentName::ScaleOut => scale(Direction::Out),
        IntentName::ScaleIn => scale(Direction::In),
        IntentName::Upgrade => {
            let before = arguments.from_inputs.as_deref().map(given::of_file).transpose()?;
            if before.is_none() && arguments.from.is_none() {
                return Err(Failure("`--intent upgrade` needs `--from FILE|NAME`, or `--from-inputs FILE`".to_owned()));
            }
            Ok(Intent::Upgrade { from, properties: before.map(|given| given.inputs.properties) })
        }
    }
}

/// Refuses options that say nothing about the intent, which is then perhaps another one than was meant.
fn check_use(arguments: &Arguments) -> Result<(), Failure> {
    use IntentName::{ChangeState, Heal, ScaleIn, ScaleOut, Upgrade};
    let options: [(&str, bool, &[IntentName]); 6] = [
        ("--from-state", arguments.from_state.is_some(), &[ChangeState]),
        ("--component", arguments.component.is_some(), &[Heal]),
        ("--cluster", arguments.cluster.is_some(), &[ScaleOut, ScaleIn]),
        ("--nodes", arguments.nodes.is_some(), &[ScaleOut, ScaleIn]),
        ("--from", arguments.from.is_some(), &[Upgrade]),
        ("--from-inputs", arguments.from_inputs.is_some(), &[Upgrade]),
    ];
    for (option, is_given, intents) in options {
        if is_given && !intents.contains(&arguments.intent) {
            let intents: Vec<String> = intents.iter().map(|intent| format!("`--intent {}`", shown(*intent))).collect();
            return Err(Failure(format!("`{option}` goes with {}", intents.join(" or "))));
        }
    }
    Ok(())
}

fn shown(intent: IntentName) -> String {
    intent.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}
