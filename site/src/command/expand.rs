//! `descriptorium expand`.

mod comparison;
mod inputs;
mod installation;
mod intent;
mod placement;
mod screen;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::document::Document;
use descriptorium_core::document::preview::{Preview, candidates, replacements};
use descriptorium_core::language::Language;
use descriptorium_core::preview::question::{Form, Question};
use descriptorium_core::semantics::{self, Previewer};
use descriptorium_core::text::FilePath;
use serde::Serialize;

use crate::command::check::{as_json, pretty};
use crate::command::expand::intent::StateName;
use crate::command::expand::placement::{ObjectiveName, SolverName};
use crate::command::{Failure, Outcome, find, put, put_styled};
use crate::finding::{json, plural};
use crate::input::Input;
use crate::printable::{self, say};

pub const EXAMPLES: &str = "\
Values that only a running system knows, such as an assigned address, are shown as a `symbol`. All other values have a `value` and an `origin`: intent, default, static, set, mapped, runtime or unset. The stages of the plan run in sequence; every action lists the actions it depends on, with reasons.

Examples:
  descriptorium expand assemblies/video.yaml --set deploymentLocation=oslo
  descriptorium expand assembly::video::1.0 --catalog examples --inputs intent.yaml --format json
  descriptorium expand assemblies/video.yaml --format tree
    the instances and their types, on one screen
  descriptorium expand assemblies/video.yaml --format plan
    what the plan creates, changes and removes
  descriptorium expand assembly::video::1.0 --intent scale-out --cluster tv__streamer --nodes 3
  descriptorium expand assembly::video::2.0 --intent upgrade --from assembly::video::1.0
  descriptorium expand service.yaml --set size=4 --intent undeploy
  descriptorium expand service.yaml --substitute db=cluster.yaml --why app.database
  descriptorium expand service.yaml --catalog . --why db
  descriptorium expand homing.yaml --inputs inventory.json --why streaming=oslo-1
  descriptorium expand Definitions/asd.yaml --inputs request.json --cluster oslo.yaml
  descriptorium expand Definitions/asd.yaml --inputs request.json --format helm --out values
  descriptorium expand Definitions/asd.yaml --cluster oslo.yaml --from-cluster bergen.yaml

The file for --inputs contains property values, a Behaviour configuration, or an intent:
  {assemblyName: tv, descriptorName: \"assembly::video::1.0\", intendedState: Active, properties: {...}}
For a homing template, it contains an inventory (JSON in the candidate schema, CSV with a header, or cloud regions of A&AI) or parameters. The exit code is 1 if no placement exists. For an application service descriptor, it contains a request in the shape of SO-CNFM, or values by input: `ITEM:path` for a lifecycle parameter, and `POINT.attribute` for a connection point.

With --from, --from-inputs or --from-cluster, the preview of a homing template, a TOSCA service template or an application service descriptor is compared: `comparison` lists the values that differ, each with its path, before and after.

Intents, and the target of their plans:
  install
    a new assembly in its intended state
  uninstall
    the removal of an assembly in its intended state
  change-state
    the intended state, starting from --from-state
  heal
    the same state, after the instance given by --component failed
  scale-out
    more instances in the cluster given by --cluster (scale-in: fewer); --nodes is the current number
  upgrade
    the new descriptor, starting from the one given by --from or the values in --from-inputs

Intents for TOSCA service templates are their workflows: deploy, undeploy, and those that the template defines. Intents for application service descriptors are deploy and terminate.";

#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Descriptor: its file, or its full name in the catalog
    #[arg(value_name = "FILE|NAME")]
    descriptor: String,
    /// Folder or archive with the descriptors that it uses [default: the catalog around FILE or the current folder; or
    /// else the current folder, or that of FILE if it is elsewhere]
    #[arg(long, value_name = "DIR")]
    catalog: Option<PathBuf>,
    /// YAML or JSON file with property values or an intent; for a homing template, an inventory or parameters; for an
    /// application service descriptor, a request or inputs. Can be repeated for the last two
    #[arg(long, value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// Value of a property or parameter; write lists and maps as JSON
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<(String, String)>,
    /// Requested operation, or workflow of a TOSCA service template [default: install or deploy]
    #[arg(long, value_name = "INTENT")]
    intent: Option<String>,
    /// TOSCA: service template whose topology replaces a node; can be repeated
    #[arg(long = "substitute", value_name = "NODE=FILE", value_parser = substitution)]
    substitutes: Vec<(String, String)>,
    /// Intended state of the assembly [default: that of the intent in --inputs, or Active]
    #[arg(long, value_enum, value_name = "STATE", ignore_case = true)]
    state: Option<StateName>,
    /// change-state: current state of the assembly
    #[arg(long, value_enum, value_name = "STATE", ignore_case = true)]
    from_state: Option<StateName>,
    /// heal: failed instance; for an assembly, all resources in it
    #[arg(long, value_name = "NAME")]
    component: Option<String>,
    /// scale-out, scale-in: cluster, by its full name or that of its component; application service descriptor: file with a
    /// cluster description, or with output of kubectl, uname or lsmod, and can be repeated [default: the descriptions in the
    /// catalog]
    #[arg(long, value_name = "NAME|FILE")]
    cluster: Vec<String>,
    /// application service descriptor: name of the instance [default: that in --inputs, or the name of the application]
    #[arg(long, value_name = "NAME")]
    instance: Option<String>,
    /// application service descriptor: Kubernetes namespace [default: that in --inputs, or default]
    #[arg(long, value_name = "NAME")]
    namespace: Option<String>,
    /// scale-out, scale-in: current number of instances of the cluster [default: its initial quantity]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// upgrade: old descriptor, by its file or its full name [default: the same descriptor]; in other languages than
    /// assemblies: descriptor to compare the preview with
    #[arg(long, value_name = "FILE|NAME")]
    from: Option<String>,
    /// upgrade: old values, in the format of --inputs [default: the same values; if --from is the same descriptor,
    /// without those of --set]; in other languages than assemblies: inputs to compare the preview with, in place of those
    /// of --inputs and --set, and can be repeated
    #[arg(long, value_name = "FILE")]
    from_inputs: Vec<PathBuf>,
    /// application service descriptor: cluster to compare the preview with, in place of that of --cluster; can be
    /// repeated
    #[arg(long, value_name = "FILE")]
    from_cluster: Vec<String>,
    /// State from which the outputs of an instance can be read; the specification does not define it [default:
    /// installed]
    #[arg(long, value_enum, value_name = "STATE", ignore_case = true)]
    outputs_from: Option<StateName>,
    /// homing template: function to minimize [default: guide]
    #[arg(long, value_enum, value_name = "OBJECTIVE")]
    objective: Option<ObjectiveName>,
    /// homing template: search algorithm [default: exact]
    #[arg(long, value_enum, value_name = "SOLVER")]
    solver: Option<SolverName>,
    /// homing template: number of plans [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    plans: Option<u64>,
    /// homing template: candidate to explain; TOSCA: print only the candidates for a requirement, or what can replace a
    /// node, with reasons
    #[arg(long, value_name = "DEMAND=CANDIDATE|NODE[.REQUIREMENT]")]
    why: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Yaml, value_name = "FORMAT")]
    format: Format,
    /// --format helm: new or existing folder for the files [default: standard output]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Yaml,
    Json,
    /// The items with their types, as a tree; for a homing template, the candidates of each demand
    Tree,
    /// The items that the plan creates, changes and removes, with their steps and stages
    Plan,
    /// The override files of the charts of an application service descriptor
    Helm,
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected `NAME=VALUE`")?;
    if name.is_empty() { Err("missing name before the `=`".to_owned()) } else { Ok((name.into(), value.into())) }
}

fn substitution(text: &str) -> Result<(String, String), String> {
    let (node, file) = text.split_once('=').ok_or("expected `NODE=FILE`")?;
    if node.is_empty() { Err("missing node before the `=`".to_owned()) } else { Ok((node.into(), file.into())) }
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let descriptors = [Some(&arguments.descriptor), arguments.from.as_ref()].into_iter().flatten();
    let descriptors = descriptors.chain(arguments.substitutes.iter().map(|(_, file)| file));
    let descriptors: Vec<&str> = descriptors.map(String::as_str).collect();
    let (input, analysis) = find::catalog_with(arguments.catalog.as_deref(), &descriptors)?;
    // Any file of the catalog can have a replacement for a node.
    let is_of_node = arguments.why.as_ref().is_some_and(|why| !why.contains('='));
    let analysis = if is_of_node { find::whole(&input, &analysis) } else { analysis };
    let file = file_of(&input, &analysis, &arguments.descriptor)?;
    let form = analysis.question_form(&file, None, &[]);
    let (before, arguments) = comparison::split(arguments, &form)?;
    if arguments.out.is_some() && arguments.format != Format::Helm {
        return Err(Failure("`--out` requires `--format helm`".to_owned()));
    }
    let (question, outcome) = ask(&arguments, (&file, &form), (&input, &analysis))?;
    let shown = |path: &FilePath| input.shown(path);
    let rules = json::Rules::new(input.site());
    let rule = |code: &str| rules.link(code);
    if let Some(why) = arguments.why.as_ref().filter(|_| !placement::is_asked(&form)) {
        if before.is_some() {
            return Err(Failure("`--why` cannot be compared: leave out `--from` and `--from-inputs`".to_owned()));
        }
        let is_json = arguments.format == Format::Json;
        let text = match (candidates(&outcome), replacements(&outcome, &shown)) {
            (Some(found), _) if is_json => as_json(found)?,
            (Some(found), _) => as_yaml(found)?,
            (None, Some(found)) if is_json => as_json(found)?,
            (None, Some(found)) => as_yaml(found)?,
            (None, None) => {
                let expected = "expected `NODE` or `NODE.REQUIREMENT`";
                return Err(Failure(format!("`{why}` is neither a node nor a requirement of a node: {expected}")));
            }
        };
        put(&text)?;
        return Ok(Outcome::Clean);
    }
    let preview = || -> Result<Preview, Failure> {
        let after = Preview::new((&analysis, &file), &question, &outcome, &shown, &rule);
        let Some(before) = &before else { return Ok(after) };
        let old = file_of(&input, &analysis, &before.descriptor)?;
        let language = |path| analysis.file(path).and_then(|file| file.language);
        if language(&old) != language(&file) {
            let kind = language(&file).map_or("descriptor", Language::label);
            return Err(Failure(format!("`{}` is not a {kind}, so it cannot be compared", before.descriptor)));
        }
        let old_form = analysis.question_form(&old, None, &[]);
        let (question, outcome) = ask(before, (&old, &old_form), (&input, &analysis))?;
        let failed = ("the preview to compare with failed", "`diagnostics` and `comparison`");
        report_errors(&outcome, failed, (&analysis, &shown));
        let before = Preview::new((&analysis, &old), &question, &outcome, &shown, &rule);
        after.compared_with(&before).map_err(|error| Failure(format!("cannot compare: {error}")))
    };
    match arguments.format {
        Format::Json => put(&as_json(preview()?)?)?,
        Format::Yaml => put(&as_yaml(preview()?)?)?,
        Format::Tree => match &outcome {
            semantics::Outcome::Placement(placement) => put(&placement::tree(placement))?,
            _ => put_styled(&screen::tree(outcome.frame()))?,
        },
        Format::Plan => {
            let text = screen::plan(outcome.frame());
            put_styled(&text.ok_or_else(|| Failure("this preview has no plan: use `--format tree`".to_owned()))?)?;
        }
        Format::Helm => installation::write_overrides(&outcome, arguments.out.as_deref())?,
    }
    match report_errors(&outcome, ("expansion failed", "`diagnostics`"), (&analysis, &shown)) {
        true => Ok(Outcome::ErrorsFound),
        false => Ok(Outcome::Clean),
    }
}

/// Reports the first error in a preview, and where the document has the others. Returns whether there is an error.
fn report_errors(
    outcome: &semantics::Outcome,
    (failed, others): (&str, &str),
    (analysis, shown): (&Analysis, &dyn Fn(&FilePath) -> String),
) -> bool {
    let mut errors = outcome.frame().findings().iter().filter(|finding| finding.severity == Severity::Error);
    let Some(first) = errors.next() else { return false };
    let more = match errors.count() {
        0 => String::new(),
        more => format!("; {} more under {others}", plural(more, "error")),
    };
    let line = analysis.file(&first.file).map(|file| file.lines.line(first.span.start as usize) + 1);
    let place = line.map_or(String::new(), |line| format!(":{line}"));
    say(&format!("{failed}: {} ({}{place}){more}", first.message, shown(&first.file)));
    true
}

/// The question of a command, and the preview that answers it.
fn ask(
    arguments: &Arguments,
    (file, form): (&FilePath, &Form),
    (input, analysis): (&Input, &Analysis),
) -> Result<(Question, semantics::Outcome), Failure> {
    let language = analysis.file(file).and_then(|file| file.language).map_or("descriptor", Language::label);
    let cannot_expand =
        || Failure(format!("cannot expand `{}`: previews of {language}s are not supported", arguments.descriptor));
    let previewer = analysis.previewer(file).ok_or_else(cannot_expand)?;
    let is_installation = installation::is_asked(form);
    if !is_installation {
        installation::check_other(arguments)?;
    }
    let question = match placement::is_asked(form) {
        true => placement::question(arguments, previewer)?,
        false if is_installation => installation::question(arguments, (previewer, form), input)?,
        false => expansion(arguments, (previewer, form), file, (input, analysis))?,
    };
    let outcome = analysis.preview(file, &question).ok_or_else(cannot_expand)?;
    Ok((question, outcome))
}

/// The question about an assembly or another descriptor with intents.
fn expansion(
    arguments: &Arguments,
    (previewer, form): (&Previewer, &Form),
    file: &FilePath,
    (input, analysis): (&Input, &Analysis),
) -> Result<Question, Failure> {
    placement::check_other(arguments)?;
    let mut given = inputs::read(arguments, previewer)?;
    let is_deployment = form.intents.first().is_some_and(|intent| intent.name == "deploy");
    if !is_deployment {
        let options = [("--substitute", !arguments.substitutes.is_empty()), ("--why", arguments.why.is_some())];
        if let Some((option, _)) = options.into_iter().find(|(_, is_given)| *is_given) {
            return Err(Failure(format!("`{option}` does not apply to assemblies")));
        }
    }
    for (node, file) in &arguments.substitutes {
        let file = file_of(input, analysis, file)?;
        given.settings.insert(format!("substitute.{node}"), file.as_str().into());
    }
    given.settings.extend(arguments.why.iter().map(|why| ("why".to_owned(), why.as_str().into())));
    let from = arguments.from.as_ref().map(|from| file_of(input, analysis, from)).transpose()?;
    let is_same = from.as_ref() == Some(file);
    let intent = intent::intent(arguments, (previewer, form), &given, (from.as_ref().unwrap_or(file), is_same))?;
    Ok(Question { intent: Some(intent), ..given })
}

/// The preview as YAML. If a value has characters that cannot be printed, its strings are in JSON, which is also YAML.
fn as_yaml(preview: impl Serialize) -> Result<String, Failure> {
    let document = serde_json::to_value(Document::new(preview));
    let document = document.map_err(|error| Failure(format!("cannot print: {error}")))?;
    let text = serde_yaml::to_string(&document).map_err(|error| Failure(format!("cannot print: {error}")))?;
    if printable::lines(&text) == text { Ok(text) } else { pretty(&document) }
}

fn file_of(input: &Input, analysis: &Analysis, shown: &str) -> Result<FilePath, Failure> {
    let cannot = || match find::is_archive(Path::new(shown)) {
        true => Failure(format!("`{shown}` is an archive; name a descriptor in it: NAME --catalog {shown}")),
        false => Failure(format!("`{shown}` is not a descriptor that can be expanded")),
    };
    let missing = |error| if find::name_of(shown).is_some() { error } else { cannot() };
    let file = find::file_of(input, analysis, shown).map_err(missing)?;
    let expands = analysis.file(&file).is_some_and(|file| file.descriptor.is_some());
    if expands { Ok(file) } else { Err(cannot()) }
}
