//! Reads the inputs of a preview from a file: names and values, an intent, or a Behaviour configuration.

use serde_yaml::{Mapping, Value};

use crate::assembly::expansion::Inputs;
use crate::sorted_map::SortedMap;
use crate::syntax::alias;
use crate::syntax::parse::parse;
use crate::syntax::plain::as_written;

/// The inputs read from a file, and the target of the intent in it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Request {
    pub inputs: Inputs,
    /// The instance that the intent reports as broken.
    pub component: Option<String>,
    /// The cluster that the intent scales.
    pub cluster: Option<String>,
}

/// Reads inputs from YAML or JSON.
pub fn read(text: &str) -> Result<Request, String> {
    let value: Value = serde_yaml::from_str(text).map_err(|error| error.to_string())?;
    // Our own parser keeps scalars as written, such as `1.10`.
    let (root, errors) = alias::expand(&parse(text));
    of_value(&root.filter(|_| errors.is_empty()).map_or(value, |root| as_written(&root)))
}

/// The keys of an intent, and the additional ones of a Behaviour configuration.
pub const KEYS: [&str; 12] = [
    "assemblyName",
    "descriptorName",
    "intendedState",
    "properties",
    "brokenComponentName",
    "clusterName",
    "id",
    "name",
    "description",
    "projectId",
    "createdAt",
    "lastModifiedAt",
];
/// The number of keys of an intent.
const N_INTENT: usize = 6;

/// Reads names and values, an intent (only keys of an intent, including a characteristic one), or a Behaviour
/// configuration.
fn of_value(value: &Value) -> Result<Request, String> {
    let mapping = match value {
        Value::Null => return Ok(Request::default()),
        Value::Mapping(mapping) => mapping,
        _ => return Err("expected names and values, or an intent".to_owned()),
    };
    let keys: Vec<&str> = mapping.keys().filter_map(Value::as_str).collect();
    let has_descriptor = mapping.get("descriptorName").is_some_and(Value::is_string);
    let has_properties = mapping.get("properties").is_some_and(Value::is_mapping);
    let is_about = keys.iter().any(|key| ["brokenComponentName", "clusterName"].contains(key));
    let names_intent = keys.contains(&"descriptorName") || has_properties || keys.contains(&"assemblyName") && is_about;
    let is_intent = names_intent && keys.iter().all(|key| KEYS[..N_INTENT].contains(key));
    let is_configuration = has_descriptor && keys.iter().all(|key| KEYS.contains(key));
    if !is_intent && !is_configuration {
        let inputs = Inputs { properties: properties(mapping)?, ..Inputs::default() };
        return Ok(Request { inputs, ..Request::default() });
    }
    let text = |key: &str| match mapping.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(format!("`{key}` must be text")),
    };
    let given = match mapping.get("properties") {
        None | Some(Value::Null) => SortedMap::new(),
        Some(Value::Mapping(mapping)) => properties(mapping)?,
        Some(_) => return Err("`properties` must be a mapping of names to values".to_owned()),
    };
    let inputs = Inputs {
        assembly_name: text("assemblyName")?,
        descriptor_name: text("descriptorName")?,
        intended_state: text("intendedState")?,
        properties: given,
        outputs_from: None,
    };
    Ok(Request { inputs, component: text("brokenComponentName")?, cluster: text("clusterName")? })
}

fn properties(mapping: &Mapping) -> Result<SortedMap<String, Value>, String> {
    let entries = mapping.iter().map(|(key, value)| match key {
        Value::String(key) => Ok((key.clone(), value.clone())),
        _ => Err("the name of a property must be text".to_owned()),
    });
    entries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_kept_as_written() {
        let given = read("release: 1.10\ncode: 012\nsize: 3\n").expect("values").inputs.properties;
        assert_eq!(given["release"], Value::from("1.10"));
        assert_eq!(given["code"], Value::from("012"));
        assert_eq!(given["size"], Value::from(3));
    }

    #[test]
    fn inputs_are_names_and_values_or_an_intent() {
        let plain = read("a: 1\nproperties: x\n").expect("names and values").inputs;
        assert_eq!(plain.properties.keys().collect::<Vec<_>>(), ["a", "properties"]);
        let intent = read("assemblyName: tv\nintendedState: Active\nproperties: {a: 1}\n").expect("an intent").inputs;
        assert_eq!((intent.assembly_name.as_deref(), intent.properties.len()), (Some("tv"), 1));
        let own = read("assemblyName: tv\nproperties: {a: 1}\nother: 2\n").expect("names and values").inputs;
        assert_eq!(own.properties.len(), 3);
        assert_eq!(read("").expect("nothing"), Request::default());
        assert!(read("[1]").is_err() && read("1: a").is_err() && read("{descriptorName: a, properties: 3}").is_err());
    }

    #[test]
    fn intents_name_their_target() {
        let scaling = read("{assemblyName: tv, clusterName: tv__web}").expect("an intent");
        assert_eq!(scaling.cluster.as_deref(), Some("tv__web"));
        let healing = read("{assemblyName: tv, brokenComponentName: tv__web__1}").expect("an intent");
        assert_eq!((healing.component.as_deref(), healing.inputs.properties.len()), (Some("tv__web__1"), 0));
        let values = read("{clusterName: x}").expect("names and values");
        assert_eq!((values.cluster, values.inputs.properties.len()), (None, 1));
    }

    #[test]
    fn a_behaviour_configuration_is_an_intent_without_a_name() {
        let text = "{name: c, projectId: p, description: d, createdAt: t, descriptorName: 'assembly::a::1.0', properties: {a: 1}}";
        let inputs = read(text).expect("a configuration").inputs;
        assert_eq!((inputs.assembly_name, inputs.properties.len()), (None, 1));
        let values = read("{name: c, description: d, properties: {a: 1}}").expect("names and values").inputs;
        assert_eq!(values.properties.len(), 3);
    }
}
