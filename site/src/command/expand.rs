//! `descriptorium expand`.

mod asked;
mod given;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::document::Document;
use descriptorium_core::document::preview::Preview;
use descriptorium_core::language::Language;
use descriptorium_core::preview::question::Question;
use descriptorium_core::text::FilePath;

use crate::command::check::as_json;
use crate::command::expand::asked::{IntentName, StateName};
use crate::command::{Failure, Outcome, find, put};
use crate::finding::{json, plural};
use crate::input::Input;

pub const EXAMPLES: &str = "\
What only a running system can know, as an address that it gives, is a `symbol`; everything else is a
`value`, with its `origin`: intent, default, static, set, mapped, runtime or unset. The stages of the plan
come one after the other; every action in them names what it waits for, and why.

Examples:
  descriptorium expand assemblies/video.yaml --set deploymentLocation=oslo
  descriptorium expand assembly::video::1.0 --catalog examples --inputs intent.yaml --format json
  descriptorium expand assembly::video::1.0 --intent scale-out --cluster tv__streamer --nodes 3
  descriptorium expand assembly::video::2.0 --intent upgrade --from assembly::video::1.0

The file of --inputs holds names and values, a Behaviour configuration, or an intent:
  {assemblyName: tv, descriptorName: \"assembly::video::1.0\", intendedState: Active, properties: {...}}

Intents, and what the plan leads to:
  install       a new assembly in its intended state
  uninstall     nothing: the assembly in its intended state is taken away
  change-state  the intended state, from that of --from-state
  heal          the same again: the instance of --component broke
  scale-out     more instances in the cluster of --cluster, or fewer with scale-in; --nodes says how many there are
  upgrade       what the descriptor says now; before, there was that of --from, or other values of --from-inputs";

#[derive(Args, Debug)]
pub struct Arguments {
    /// The descriptor: its file, or its full name in the catalog
    #[arg(value_name = "FILE|NAME")]
    descriptor: String,
    /// The folder, or the archive, with the descriptors that it is made of [default: the catalog around FILE or the current
    /// folder, or that folder, or that of FILE if it lies elsewhere]
    #[arg(long, value_name = "DIR")]
    catalog: Option<PathBuf>,
    /// A YAML or JSON file with values for properties, or an intent
    #[arg(long, value_name = "FILE")]
    inputs: Option<PathBuf>,
    /// A value for one property; lists and maps are written as JSON
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<(String, String)>,
    /// What is asked of the orchestrator
    #[arg(long, value_enum, default_value_t = IntentName::Install, value_name = "INTENT")]
    intent: IntentName,
    /// The state that the assembly is to be in [default: that of the intent in --inputs, or Active]
    #[arg(long, value_enum, value_name = "STATE", ignore_case = true)]
    state: Option<StateName>,
    /// change-state: the state that the assembly is in
    #[arg(long, value_enum, value_name = "STATE", ignore_case = true)]
    from_state: Option<StateName>,
    /// heal: the instance that broke; all resources in it, if it is an assembly
    #[arg(long, value_name = "NAME")]
    component: Option<String>,
    /// scale-out, scale-in: the cluster, by its full name or that of its component
    #[arg(long, value_name = "NAME")]
    cluster: Option<String>,
    /// scale-out, scale-in: how many instances the cluster has now [default: its initial quantity]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// upgrade: the descriptor before, its file or its full name [default: the same descriptor]
    #[arg(long, value_name = "FILE|NAME")]
    from: Option<String>,
    /// upgrade: the values before, as --inputs [default: the same values]
    #[arg(long, value_name = "FILE")]
    from_inputs: Option<PathBuf>,
    /// The state from which on others can read what an instance reports, which no source says [default: installed]
    #[arg(long, value_enum, value_name = "STATE", ignore_case = true)]
    outputs_from: Option<StateName>,
    /// How to print the expansion
    #[arg(long, value_enum, default_value_t = Format::Yaml, value_name = "FORMAT")]
    format: Format,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Yaml,
    Json,
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("`NAME=VALUE` is expected")?;
    if name.is_empty() { Err("there is no name before the `=`".to_owned()) } else { Ok((name.into(), value.into())) }
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let descriptors = [Some(&arguments.descriptor), arguments.from.as_ref()].into_iter().flatten();
    let descriptors: Vec<&str> = descriptors.map(String::as_str).collect();
    let (input, analysis) = find::catalog_with(arguments.catalog.as_deref(), &descriptors)?;
    let file = file_of(&input, &analysis, &arguments.descriptor)?;
    let language = analysis.file(&file).and_then(|file| file.language).map_or("descriptor", Language::label);
    let cannot_expand =
        || Failure(format!("cannot expand `{}`: there is no preview of {language}s", arguments.descriptor));
    let previewer = analysis.previewer(&file).ok_or_else(cannot_expand)?;
    let given = given::read(arguments, previewer)?;
    let from = arguments.from.as_ref().map(|from| file_of(&input, &analysis, from)).transpose()?;
    let intent = asked::intent(arguments, previewer, &given, from.as_ref().unwrap_or(&file))?;
    let question = Question { intent: Some(intent), ..given };
    let outcome = analysis.preview(&file, &question).ok_or_else(cannot_expand)?;
    let shown = |path: &FilePath| input.shown(path);
    let rules = json::Rules::new(input.site());
    let rule = |code: &str| rules.link(code);
    let preview = Preview::new((&analysis, &file), &question, &outcome, &shown, &rule);
    put(&match arguments.format {
        Format::Json => as_json(preview)?,
        Format::Yaml => {
            serde_yaml::to_string(&Document::new(preview)).map_err(|error| Failure(format!("cannot print: {error}")))?
        }
    })?;
    let mut errors = outcome.frame().findings().iter().filter(|finding| finding.severity == Severity::Error);
    let Some(first) = errors.next() else { return Ok(Outcome::Clean) };
    let more = match errors.count() {
        0 => String::new(),
        more => format!("; {} more under `diagnostics`", plural(more, "error")),
    };
    let line = analysis.file(&first.file).map(|file| file.lines.line(first.span.start as usize) + 1);
    let place = line.map_or(String::new(), |line| format!(":{line}"));
    let _ = writeln!(io::stderr(), "refused: {} ({}{place}){more}", first.message, shown(&first.file));
    Ok(Outcome::ErrorsFound)
}

fn file_of(input: &Input, analysis: &Analysis, shown: &str) -> Result<FilePath, Failure> {
    let cannot = || match find::is_archive(Path::new(shown)) {
        true => Failure(format!("`{shown}` is an archive; say which descriptor in it: NAME --catalog {shown}")),
        false => Failure(format!("`{shown}` is not a descriptor that can be expanded")),
    };
    let missing = |error| if find::name_of(shown).is_some() { error } else { cannot() };
    let file = find::file_of(input, analysis, shown).map_err(missing)?;
    let expands = analysis.file(&file).is_some_and(|file| file.descriptor.is_some());
    if expands { Ok(file) } else { Err(cannot()) }
}
