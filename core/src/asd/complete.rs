//! Completion of chart parameters, with their defaults and comments.

use crate::asd;
use crate::asd::chart::{Chart, Found};
use crate::asd::package::{self, Package};
use crate::completion::cursor::CursorContext;
use crate::completion::{Completion, CompletionKind};
use crate::context::FileContext;
use crate::syntax::{Node, Step};
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
    let Some(package) = Package::around(context.file, context.workspace.contents()) else { return Vec::new() };
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
    let (mut detail, mut doc) = (String::new(), String::new());
    if let Some(Found::Value { key, value, values }) = chart.find(path) {
        let default = value.as_text().filter(|text| !text.is_empty()).map(str::to_owned);
        let default = default.or_else(|| (!is_empty(value)).then(|| value.span.of(&values.text).to_owned()));
        detail = default.map_or(String::new(), |default| format!("default {default}"));
        doc = values.comment(key).unwrap_or_default();
    }
    Completion { insert: label.clone(), label, replaces, kind: CompletionKind::Word, detail, doc }
}

fn is_empty(value: &Node) -> bool {
    value.is_null() || value.as_text() == Some("") || value.entries().is_empty() && value.items().is_empty()
}
