//! The question of the preview: the inputs of a descriptor, the clusters to match, and the request of SO-CNFM.

use std::cell::OnceCell;

use serde_json::Map;
use serde_yaml::{Mapping, Value};

use crate::asd;
use crate::asd::chart::defaults;
use crate::asd::charts::Charts;
use crate::asd::cluster;
use crate::asd::installation::values::{is_empty, lifecycle_input, point_input, size};
use crate::asd::model::{MAPPED, has_several, mapped, values_path};
use crate::context::FileContext;
use crate::preview::InputField;
use crate::preview::question::{Field, Form, Intent, IntentForm, Parameter, Question};
use crate::similarity::is_misspelled;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::Sorting;
use crate::syntax::parse::parse;
use crate::syntax::{Node, plain};
use crate::text::FilePath;
use crate::workspace::Workspace;

pub const DEPLOY: &str = "deploy";
pub const TERMINATE: &str = "terminate";
/// The parameter of the deployment: the path of a cluster description in the catalog, or texts of descriptions and outputs
/// of `kubectl`.
pub const CLUSTER: &str = "clusterDescription";
/// The settings: the name of the instance, and the namespace of its releases.
pub const INSTANCE: &str = "instance";
pub const NAMESPACE: &str = "namespace";
/// The setting that records that the inputs are those of a file: `so-cnfm` for a request to SO-CNFM, `names` for values by
/// their names.
pub const SOURCE: &str = "source";
pub const OF_REQUEST: &str = "so-cnfm";
pub const BY_NAME: &str = "names";
/// The namespace that is used if none is given, as SO-CNFM does.
pub const DEFAULT_NAMESPACE: &str = "default";

/// The source of the inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The fields of a form: an empty one has no value.
    Form,
    /// A file with values by their names: an empty text is a value, and null removes a default, as in Helm.
    File,
    /// A request to SO-CNFM: a file whose texts stay texts.
    Request,
}

impl Source {
    pub fn of(question: &Question) -> Self {
        match question.setting(SOURCE) {
            Some(OF_REQUEST) => Source::Request,
            Some(_) => Source::File,
            None => Source::Form,
        }
    }
}

/// Maximum size of a chart whose sub-charts' defaults are computed for the form.
const MAX_SIZE: usize = 8 << 20;

/// The inputs: the lifecycle parameters, and the values of connection points that are mapped to parameters.
pub fn inputs(context: FileContext<'_>) -> Vec<InputField> {
    let Some(application) = asd::application(context.file) else { return Vec::new() };
    let charts = Charts::of(context, application);
    let mut seen = SortedSet::new();
    let mut fields = Vec::new();
    for (number, item) in application.items().enumerate() {
        // Of a sub-chart, those of the outer charts take precedence.
        let effective = OnceCell::new();
        let inherited = |path: &str| {
            let chart = charts.chart(number).filter(|chart| size(chart) <= MAX_SIZE)?;
            defaults::at(effective.get_or_init(|| defaults::effective(chart, Map::new())), path).cloned()
        };
        for written in item.parameters().filter_map(Node::as_text) {
            let name = lifecycle_input(item, written);
            if written.is_empty() || !seen.insert(name.clone()) {
                continue;
            }
            let known =
                charts.chart(number).and_then(|chart| chart.parameter(values_path(written))).unwrap_or_default();
            let value_type = known.value_type().map_or("", |of| of.name());
            let own = known.default.map(|(value, _)| value).filter(|value| !value.is_null());
            let default = inherited(values_path(written)).filter(|value| !value.is_null()).or(own);
            // An empty default is not a value: it has to be given.
            let default = default.filter(|value| !is_empty(value));
            fields.push(InputField {
                name: name.into(),
                type_name: value_type.into(),
                description: known.doc,
                required: true,
                default: default.and_then(|value| serde_yaml::to_value(value).ok()),
                choices: known.choices.iter().filter_map(|value| serde_yaml::to_value(value).ok()).collect(),
                is_secret: false,
            });
        }
    }
    for (_, point) in application.points() {
        for attribute in MAPPED.into_iter().filter(|name| mapped(point).any(|one| one.attribute == *name)) {
            let name = point_input(point, attribute);
            if !seen.insert(name.clone()) {
                continue;
            }
            let description = point.get("description").and_then(Node::as_text).unwrap_or_default();
            fields.push(InputField {
                name: name.into(),
                type_name: if has_several(attribute) { "list" } else { "string" }.into(),
                description: description.to_owned(),
                ..InputField::default()
            });
        }
    }
    fields
}

/// The form: the intents with the cluster descriptions of the catalog, and the settings.
pub fn form(context: FileContext<'_>) -> Form {
    let words = cluster_files(context.workspace).iter().map(ToString::to_string).collect();
    let application = asd::application(context.file);
    let name = application.and_then(|application| application.text("asdApplicationName")).unwrap_or_default();
    let parameter = |name: &str, field| Parameter { name: name.into(), field };
    let cluster = parameter(CLUSTER, Field::Option { words, default: "" });
    Form {
        intents: vec![
            IntentForm { name: DEPLOY.into(), parameters: vec![cluster] },
            IntentForm { name: TERMINATE.into(), parameters: Vec::new() },
        ],
        settings: vec![
            parameter(INSTANCE, Field::Text { default: name.to_owned() }),
            parameter(NAMESPACE, Field::Text { default: DEFAULT_NAMESPACE.to_owned() }),
        ],
    }
}

/// The cluster descriptions of the catalog.
pub fn cluster_files(workspace: &Workspace) -> Vec<FilePath> {
    let described = workspace.files().filter(|file| cluster::of_file(file).is_some());
    let mut found: Vec<FilePath> = described.map(|file| file.path.clone()).collect();
    found.order();
    found
}

/// The texts of the clusters that a question asks about; those of the catalog if it names none.
pub fn cluster_texts(context: FileContext<'_>, question: &Question) -> Vec<(String, String)> {
    let text_of = |given: &str| {
        let file = FilePath::new(given).and_then(|path| context.workspace.file(&path).cloned());
        match file {
            Some(file) => (given.to_owned(), file.text.to_string()),
            None => (String::new(), given.to_owned()),
        }
    };
    match question.parameter(CLUSTER) {
        Some(Value::String(one)) if !one.is_empty() => vec![text_of(one)],
        Some(Value::Sequence(items)) => items.iter().filter_map(Value::as_str).map(text_of).collect(),
        _ => cluster_files(context.workspace).iter().map(|path| text_of(path.as_str())).collect(),
    }
}

/// Reads a request in the shape of SO-CNFM, named inputs, or clusters.
pub fn read(text: &str) -> Result<Question, String> {
    if cluster::read([text]).is_ok_and(|clusters| !clusters.is_empty()) {
        let parameters = SortedMap::from([(CLUSTER.to_owned(), Value::Sequence(vec![text.into()]))]);
        return Ok(Question { intent: Some(Intent { name: DEPLOY.into(), parameters }), ..Question::default() });
    }
    let tree = parse(text);
    if let Some(error) = tree.first_error(text) {
        return Err(error);
    }
    let root = tree.root().map(plain::as_written);
    let Some(Value::Mapping(root)) = root else {
        return Err("expected a mapping: a request of SO-CNFM, inputs with their values, or a cluster".to_owned());
    };
    if REQUEST_KEYS.iter().any(|key| root.contains_key(*key)) { request(&root) } else { named(root) }
}

/// The keys by which a request is recognized.
const REQUEST_KEYS: [&str; 4] = ["deploymentItems", "asdExtCpdInputParams", "asInstanceName", "vimConnections"];

/// Inputs by their names.
fn named(root: Mapping) -> Result<Question, String> {
    let mut question = Question::default();
    question.settings.insert(SOURCE.to_owned(), BY_NAME.into());
    for (name, value) in root {
        match name {
            Value::String(name) => drop(question.inputs.insert(name, value)),
            _ => return Err("the names of inputs must be texts".to_owned()),
        }
    }
    Ok(question)
}

/// The keys of a deployment item in a request.
const ITEM_KEYS: [&str; 4] = ["deploymentItemsId", "deploymentItemId", "itemId", "lifecycleParameterKeyValues"];
/// The keys of a connection point in a request, in addition to its attributes.
const POINT_KEYS: [&str; 4] = ["extCpdId", "id", "loadbalanceIP", "loadBalancerIP"];
/// SO-CNFM spells these attributes differently.
const SPELLINGS: [(&str, &str); 2] = [("loadbalanceIP", "loadbalancerIP"), ("loadBalancerIP", "loadbalancerIP")];

/// Makes keys that a request does not have inputs, which are reported as unknown then.
fn unknown(question: &mut Question, mapping: &Mapping, prefix: &str, is_unknown: &dyn Fn(&str) -> bool) {
    for key in mapping.keys().map(scalar).filter(|key| is_unknown(key)) {
        question.inputs.insert(format!("{prefix}{key}"), Value::Null);
    }
}

/// A request, with the names of attributes as SO-CNFM spells them.
fn request(root: &Mapping) -> Result<Question, String> {
    let mut question = Question::default();
    question.settings.insert(SOURCE.to_owned(), OF_REQUEST.into());
    for key in ["deploymentItems", "asdExtCpdInputParams"] {
        if root.get(key).is_some_and(|given| !given.is_null() && !given.is_sequence() && !given.is_mapping()) {
            return Err(format!("`{key}` of the request must be a list"));
        }
    }
    // A request has other keys as well, of which only a similar one is a mistake.
    let is_mistake = |known: &&str, key: &str| key != *known && is_misspelled(key, known);
    unknown(&mut question, root, "", &|key| REQUEST_KEYS.iter().any(|known| is_mistake(known, key)));
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let instance = text(root.get("asInstanceName"));
    question.settings.extend(instance.map(|name| (INSTANCE.to_owned(), name.into())));
    let nested = root.get("additionalParams").and_then(|inner| inner.get("namespace"));
    let namespace = text(root.get("namespace").or(nested));
    question.settings.extend(namespace.map(|name| (NAMESPACE.to_owned(), name.into())));
    let mut seen = SortedSet::new();
    for item in each(root.get("deploymentItems")) {
        let id = item.get("deploymentItemsId").or_else(|| item.get("deploymentItemId")).or_else(|| item.get("itemId"));
        let id = id.map(scalar).ok_or("a deployment item of the request has no `deploymentItemsId`")?;
        if !seen.insert(id.clone()) {
            return Err(format!("`{id}` is listed twice under `deploymentItems`"));
        }
        if let Value::Mapping(item) = item {
            unknown(&mut question, item, &format!("{id}:"), &|key| !ITEM_KEYS.contains(&key));
        }
        let values = match item.get("lifecycleParameterKeyValues") {
            Some(Value::Mapping(values)) => values,
            Some(Value::Null) | None => continue,
            Some(_) => return Err(format!("`lifecycleParameterKeyValues` of `{id}` must be a mapping")),
        };
        for (path, value) in values {
            question.inputs.insert(format!("{id}:{}", scalar(path)), value.clone());
        }
    }
    for point in each(root.get("asdExtCpdInputParams")) {
        let id = point.get("extCpdId").or_else(|| point.get("id")).map(scalar);
        let id = id.ok_or("the values of a connection point in the request have no `extCpdId`")?;
        if let Value::Mapping(point) = point {
            let is_known = |key: &str| POINT_KEYS.contains(&key) || MAPPED.contains(&key);
            unknown(&mut question, point, &format!("{id}."), &|key| !is_known(key));
        }
        for (given, attribute) in MAPPED.map(|name| (name, name)).into_iter().chain(SPELLINGS) {
            if let Some(value) = point.get(given).filter(|value| !value.is_null()) {
                question.inputs.insert(format!("{id}.{attribute}"), value.clone());
            }
        }
    }
    Ok(question)
}

/// The items of a list. A mapping is a list of one.
fn each(value: Option<&Value>) -> Vec<&Value> {
    match value {
        Some(Value::Sequence(items)) => items.iter().collect(),
        Some(one @ Value::Mapping(_)) => vec![one],
        _ => Vec::new(),
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => serde_yaml::to_string(other).unwrap_or_default().trim_end().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the rules for SO-CNFM's request.
    #[test]
    fn requests_are_read() {
        let text = "{\"asInstanceName\": \"db 1\", \"deploymentItems\": [{\"deploymentItemsId\": 1, \
                    \"lifecycleParameterKeyValues\": {\"primary.service.ports.mysql\": \"dummy\", \"n\": 3}}], \
                    \"asdExtCpdInputParams\": {\"extCpdId\": \"web\", \"loadbalanceIP\": \"192.0.2.1\", \"nadNames\": [\"a\"]}}";
        let question = read(text).expect("a request");
        let inputs: Vec<String> =
            question.inputs.iter().map(|(name, value)| format!("{name}={}", scalar(value))).collect();
        assert_eq!(
            inputs,
            ["1:n=3", "1:primary.service.ports.mysql=dummy", "web.loadbalancerIP=192.0.2.1", "web.nadNames=- a"]
        );
        assert_eq!(question.setting(INSTANCE), Some("db 1"));
        let named = read("front:port: 80\nversion: 1.10\n").expect("inputs");
        assert_eq!(named.inputs.get("front:port"), Some(&Value::from(80)));
        assert_eq!(named.inputs.get("version"), Some(&Value::from("1.10")));
        assert!(read("cluster: c\nnodes: []\n").is_ok_and(|question| question.parameter(CLUSTER).is_some()));
        // Misspelled keys become inputs that no descriptor has, and are reported as such.
        let misspelled = "deploymentItems: [{deploymentItemsId: a, lifecycleParameterKeyValue: {n: 3}}]\nasInstanceNam: x\n\
                          asdExtCpdInputParams: [{extCpdId: web, externalIP: [192.0.2.2]}]\n";
        let names: Vec<String> = read(misspelled).expect("a request").inputs.keys().cloned().collect();
        assert_eq!(names, ["a:lifecycleParameterKeyValue", "asInstanceNam", "web.externalIP"]);
        let twice = "deploymentItems: [{deploymentItemsId: a}, {deploymentItemsId: a}]\n";
        for bad in ["- a\n", "a: [\n", "deploymentItems: [{}]\n", twice] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
