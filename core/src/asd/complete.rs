//! Completion of chart parameters, with their defaults and comments.

use serde_json::Value;

use crate::asd;
use crate::asd::chart::Chart;
use crate::asd::package;
use crate::completion::cursor::CursorContext;
use crate::completion::{Completion, CompletionKind};
use crate::context::FileContext;
use crate::syntax::Step;
use crate::text::Span;

/// The keys of lifecycle parameters, in all forms.
const PARAMETERS: [&str; 3] = ["lifecycleParameters", "lifecycle_parameters", "deploymentParameter"];
/// The keys of mapped parameters, in all forms.
const MAPPED: [&str; 8] = [
    "loadbalancerIP",
    "loadbalancer_IP",
    "externalIPs",
    "external_IPs",
    "nadNames",
    "nad_names",
    "nadNamespace",
    "nad_namespace",
];

/// The parameters of the charts of the package, where one is expected.
pub fn values(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    let key = cursor.path.steps().iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Index(_) => None,
    });
    let Some(key) = key.filter(|key| PARAMETERS.contains(key) || MAPPED.contains(key) || *key == "nadName") else {
        return Vec::new();
    };
    let Some(application) = asd::application(context.file) else { return Vec::new() };
    let package = package::with_artifacts(context.file, application, context.workspace.contents());
    let Some(package) = package else { return Vec::new() };
    let is_own = PARAMETERS.contains(&key);
    let items = application.items().filter(|item| item.is_chart() && (!is_own || cursor.path.starts_with(item.path)));
    let mut found = Vec::new();
    for item in items {
        let Some(path) = item.text("artifactId").filter(|path| package::is_path(path)) else { continue };
        let Ok(chart) = Chart::of_artifact(&package, path) else { continue };
        let prefix = if is_own { String::new() } else { format!("{}:", chart.name) };
        found.extend(chart.paths().iter().map(|path| parameter(&chart, path, &prefix, cursor.replaces)));
    }
    found
}

fn parameter(chart: &Chart, path: &str, prefix: &str, replaces: Span) -> Completion {
    let label = format!("{prefix}{path}");
    let known = chart.parameter(path).unwrap_or_default();
    let of = known.value_type().map(|of| of.name().to_owned());
    let default = known.default.filter(|(value, _)| !is_empty(value)).map(|(_, text)| format!("default {text}"));
    let detail = of.into_iter().chain(default).collect::<Vec<_>>().join(", ");
    Completion {
        insert: label.clone(),
        label,
        replaces,
        kind: CompletionKind::Word,
        detail,
        doc: known.doc,
        also: None,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
