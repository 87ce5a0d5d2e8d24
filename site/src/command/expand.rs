//! `descriptorium expand`.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use descriptorium_core::analysis::Analysis;
use descriptorium_core::expansion::Inputs;
use descriptorium_core::rules::Settings;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::text::FilePath;
use serde_json::Value as Json;
use serde_yaml::{Mapping, Value};

use crate::command::check::as_json;
use crate::command::{Failure, Outcome, put};
use crate::finding::{Counts, Finding, json};
use crate::folder;
use crate::input::Input;

pub const EXAMPLES: &str = "\
What only a running system can know, as an address that it gives, is a `symbol`; everything else is a
`value`, with its `origin`: intent, default, static, set, mapped, runtime or unset.

Examples:
  descriptorium expand assemblies/video.yaml --set deploymentLocation=oslo
  descriptorium expand assembly::video::1.0 --catalog examples --inputs intent.yaml --format json

The file of --inputs holds names and values, or an intent:
  {assemblyName: tv, descriptorName: \"assembly::video::1.0\", intendedState: Active, properties: {...}}";

#[derive(Args, Debug)]
pub struct Arguments {
    /// The descriptor: its file, or its full name in the catalog
    #[arg(value_name = "FILE|NAME")]
    descriptor: String,
    /// The folder, or the archive, with the descriptors that it is made of [default: the current folder, or that of FILE if it lies
    /// elsewhere]
    #[arg(long, value_name = "DIR")]
    catalog: Option<PathBuf>,
    /// A YAML or JSON file with values for properties, or an intent
    #[arg(long, value_name = "FILE")]
    inputs: Option<PathBuf>,
    /// A value for one property; lists and maps are written as JSON
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<(String, String)>,
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
    let name = DescriptorRef::parse(&arguments.descriptor).filter(|_| !Path::new(&arguments.descriptor).exists());
    let mut input = Input::read(&[catalog(arguments, name.is_some())])?;
    if name.is_none() {
        input.add(Path::new(&arguments.descriptor))?;
    }
    let analysis = input.analyze(Settings::default());
    let file = match &name {
        Some(name) => named(&analysis, name)?,
        None => in_file(&input, &analysis, &arguments.descriptor)?,
    };
    let inputs = inputs(arguments)?;
    let expansion = analysis.expansion(&file, &inputs);
    let shown = |path: &FilePath| input.shown(path);
    let findings: Vec<Finding> =
        expansion.diagnostics.iter().map(|found| Finding::of_diagnostic(found, &analysis, &shown)).collect();
    let mut value = as_json_value(&expansion.to_value());
    if let Some(object) = value.as_object_mut() {
        object.insert("diagnostics".to_owned(), findings.iter().map(json::finding).collect());
    }
    put(&match arguments.format {
        Format::Json => as_json(&value)?,
        Format::Yaml => serde_yaml::to_string(&value).map_err(|error| Failure(format!("cannot print: {error}")))?,
    })?;
    Ok(if Counts::of(&findings).errors > 0 { Outcome::ErrorsFound } else { Outcome::Clean })
}

/// The folder that was named; else the one that we are in, or that of the file where it lies elsewhere.
fn catalog(arguments: &Arguments, by_name: bool) -> PathBuf {
    if let Some(catalog) = &arguments.catalog {
        return catalog.clone();
    }
    let here = PathBuf::from(".");
    let file = Path::new(&arguments.descriptor);
    let inside = match (here.canonicalize(), file.canonicalize()) {
        (Ok(here), Ok(file)) => file.starts_with(here),
        _ => true,
    };
    match file.parent() {
        Some(parent) if !by_name && !inside => parent.to_owned(),
        _ => here,
    }
}

fn named(analysis: &Analysis, name: &DescriptorRef) -> Result<FilePath, Failure> {
    let catalog = analysis.catalog();
    if let Some(entry) = catalog.resolve_range(name).found() {
        return Ok(entry.file.clone());
    }
    let versions: Vec<&str> =
        catalog.versions(&name.kind, &name.name).iter().map(|entry| entry.name.version.as_str()).collect();
    let hint = match (versions.as_slice(), catalog.closest(&name.to_string())) {
        ([], None) => String::new(),
        ([], Some(entry)) => format!("; did you mean `{}`?", entry.name),
        (versions, _) => format!("; it has version {}", versions.join(", ")),
    };
    Err(Failure(format!("there is no descriptor `{name}` in the catalog{hint}")))
}

fn in_file(input: &Input, analysis: &Analysis, shown: &str) -> Result<FilePath, Failure> {
    let path = input.key(Path::new(shown));
    let file = path.and_then(|path| analysis.file(&path)).filter(|file| file.descriptor.is_some());
    let file = file.ok_or_else(|| Failure(format!("`{shown}` is not a descriptor that can be expanded")))?;
    Ok(file.path.clone())
}

/// What the expansion starts from: the file of inputs, and over it what is set on the command line.
fn inputs(arguments: &Arguments) -> Result<Inputs, Failure> {
    let mut inputs = Inputs::default();
    if let Some(path) = &arguments.inputs {
        let shown = path.display();
        let opened =
            File::open(path).map_err(|error| Failure(format!("cannot read `{shown}`: {}", folder::reason(&error))))?;
        let text = folder::text(&shown.to_string(), opened)
            .map_err(|problem| Failure(format!("cannot read `{shown}`: {}", problem.message)))?;
        let value: Value =
            serde_yaml::from_str(&text).map_err(|error| Failure(format!("cannot read `{shown}`: {error}")))?;
        inputs = of_value(&value).map_err(|why| Failure(format!("cannot read `{shown}`: {why}")))?;
    }
    let settings = arguments.settings.iter().map(|(name, value)| (name.clone(), Value::String(value.clone())));
    inputs.properties.extend(settings);
    Ok(inputs)
}

/// The keys of an intent.
const INTENT: [&str; 4] = ["assemblyName", "descriptorName", "intendedState", "properties"];

/// Names and values, or an intent, which has nothing but its four keys and one of them that tells.
fn of_value(value: &Value) -> Result<Inputs, String> {
    let mapping = match value {
        Value::Null => return Ok(Inputs::default()),
        Value::Mapping(mapping) => mapping,
        _ => return Err("names and values, or an intent, are expected".to_owned()),
    };
    let keys: Vec<&str> = mapping.keys().filter_map(Value::as_str).collect();
    let tells = keys.contains(&"descriptorName") || mapping.get("properties").is_some_and(Value::is_mapping);
    if !tells || !keys.iter().all(|key| INTENT.contains(key)) {
        return Ok(Inputs { properties: properties(mapping)?, ..Inputs::default() });
    }
    let text = |key: &str| match mapping.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(format!("`{key}` must be a text")),
    };
    let given = match mapping.get("properties") {
        None | Some(Value::Null) => BTreeMap::new(),
        Some(Value::Mapping(mapping)) => properties(mapping)?,
        Some(_) => return Err("`properties` must be names and values".to_owned()),
    };
    Ok(Inputs {
        assembly_name: text("assemblyName")?,
        descriptor_name: text("descriptorName")?,
        intended_state: text("intendedState")?,
        properties: given,
    })
}

fn properties(mapping: &Mapping) -> Result<BTreeMap<String, Value>, String> {
    let entries = mapping.iter().map(|(key, value)| match key {
        Value::String(key) => Ok((key.clone(), value.clone())),
        _ => Err("the name of a property must be a text".to_owned()),
    });
    entries.collect()
}

/// JSON has keys that are texts, and no numbers without a value.
fn as_json_value(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(flag) => Json::Bool(*flag),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(number), ..) => number.into(),
            (_, Some(number), _) => number.into(),
            (.., number) => {
                number.and_then(serde_json::Number::from_f64).map_or_else(|| number_text(value), Json::Number)
            }
        },
        Value::String(text) => Json::String(text.clone()),
        Value::Sequence(items) => items.iter().map(as_json_value).collect(),
        Value::Mapping(entries) => entries.iter().map(|(key, value)| (key_text(key), as_json_value(value))).collect(),
        Value::Tagged(tagged) => as_json_value(&tagged.value),
    }
}

fn key_text(key: &Value) -> String {
    match key {
        Value::String(text) => text.clone(),
        other => as_json_value(other).to_string(),
    }
}

/// A number that JSON does not have: `.inf`, `.nan`.
fn number_text(value: &Value) -> Json {
    Json::String(serde_yaml::to_string(value).unwrap_or_default().trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Inputs, String> {
        of_value(&serde_yaml::from_str(text).expect("YAML"))
    }

    #[test]
    fn inputs_are_names_and_values_or_an_intent() {
        let plain = read("a: 1\nproperties: x\n").expect("names and values");
        assert_eq!(plain.properties.keys().collect::<Vec<_>>(), ["a", "properties"]);
        let intent = read("assemblyName: tv\nintendedState: Active\nproperties: {a: 1}\n").expect("an intent");
        assert_eq!((intent.assembly_name.as_deref(), intent.properties.len()), (Some("tv"), 1));
        let own = read("assemblyName: tv\nproperties: {a: 1}\nother: 2\n").expect("names and values");
        assert_eq!(own.properties.len(), 3);
        assert_eq!(read("").expect("nothing"), Inputs::default());
        assert!(read("[1]").is_err() && read("1: a").is_err() && read("{descriptorName: a, properties: 3}").is_err());
    }

    #[test]
    fn numbers_that_json_lacks_are_texts() {
        let value: Value = serde_yaml::from_str("{a: .inf, b: 18446744073709551615, c: 0.5, 1: x}").expect("YAML");
        let expected = serde_json::json!({"a": ".inf", "b": 18_446_744_073_709_551_615_u64, "c": 0.5, "1": "x"});
        assert_eq!(as_json_value(&value), expected);
    }
}
