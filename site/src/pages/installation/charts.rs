//! The parameters of the charts of an application: their defaults, their writers, and the override values.

use std::collections::BTreeMap;

use descriptorium_core::asd::chart::Chart;
use descriptorium_core::asd::chart::defaults::{at, effective};
use descriptorium_core::asd::charts::Charts;
use descriptorium_core::asd::installation::helm::file_names;
use descriptorium_core::asd::installation::question::Source;
use descriptorium_core::asd::installation::values::{ItemValues, Override, values};
use descriptorium_core::asd::model::{Application, DeploymentItem, mapped, text, values_path};
use descriptorium_core::preview::Origin;
use descriptorium_core::preview::question::Values;
use descriptorium_core::syntax::Node;
use serde_json::{Map, Value};

use crate::content::{Content, Element};
use crate::pages::installation::{rows_of, section};
use crate::pages::layout::{self, heading};

/// Number of parameters of a chart that are shown at first of those that the descriptor does not write.
const MAX_OTHERS: usize = 100;
/// Maximum length of a default value, in characters.
const MAX_DEFAULT: usize = 80;

/// The writers by the number of the item, or by the name of a chart without an item, and the path of the parameter.
type Writers = BTreeMap<(Option<usize>, String, String), Vec<String>>;

/// Adds the section about all charts.
pub fn write(content: &mut Content, application: &Application, charts: &Charts, contents: &mut Vec<(String, String)>) {
    let items: Vec<DeploymentItem<'_>> = application.items().collect();
    let writers = writers(application, charts, &items);
    let is_readable = |number: &usize| charts.chart(*number).is_some();
    if !(0..items.len()).any(|number| is_readable(&number)) {
        let rows = writers.into_iter().map(|((_, chart, path), by)| vec![chart, format!("`{path}`"), by.join(", ")]);
        let columns = ["Chart", "Parameter", "Written by"];
        return section(content, contents, ("parameters", "Chart parameters"), &columns, rows.collect());
    }
    let (values, _) = values(application, charts, &Values::new(), Source::Form);
    let files = file_names(items.iter().map(|item| item.id().unwrap_or("no identifier")));
    content.element(Element::Section, "", |content| {
        heading(content, "parameters", "Chart parameters");
        content.element(Element::Paragraph, "note", |content| {
            content.text("The override values are those of a request without values of its own.");
        });
        for (((number, item), values), file) in items.iter().enumerate().zip(&values).zip(&files) {
            let Some(chart) = charts.chart(number) else { continue };
            content.element(Element::Heading(3), "", |content| {
                content.text(&chart.name);
                content.text(" ");
                content.text(chart.version.as_deref().unwrap_or_default());
            });
            content.element(Element::Paragraph, "note", |content| {
                content.text_with_code(&format!("Item `{}`, override file `{file}`", item.id().unwrap_or_default()));
            });
            of_chart(content, (number, chart), values, &writers);
        }
    });
    contents.push(("parameters".to_owned(), "Chart parameters".to_owned()));
}

/// The values that the descriptor writes, by their writers.
fn writers(application: &Application, charts: &Charts, items: &[DeploymentItem<'_>]) -> Writers {
    let mut found = Writers::new();
    let mut add = |item: Option<usize>, chart: &str, path: &str, writer: String| {
        found.entry((item, chart.to_owned(), values_path(path).to_owned())).or_default().push(writer);
    };
    for (number, item) in items.iter().enumerate().filter(|(_, item)| item.is_chart()) {
        for path in item.parameters().filter_map(Node::as_text) {
            let writer = format!("lifecycle parameter of `{}`", item.id().unwrap_or_default());
            add(Some(number), item.chart().unwrap_or_default(), path, writer);
        }
    }
    for (_, point) in application.points() {
        for one in mapped(point) {
            let Some((name, path)) = one.target() else { continue };
            // A mapping can name the artifact instead of the chart.
            let number = charts.item_of(name);
            let chart = number.and_then(|number| items.get(number)?.chart()).unwrap_or(name);
            add(number, chart, path, format!("{} of `{}`", one.attribute, text(point, "id").unwrap_or_default()));
        }
    }
    found
}

fn of_chart(content: &mut Content, (number, chart): (usize, &Chart), values: &ItemValues, writers: &Writers) {
    let columns = ["Parameter", "Default", "Override", "Written by"];
    let mut rows: Vec<Vec<String>> = Vec::new();
    for one in &values.overrides {
        let mut own = writers.iter().filter(|((item, _, path), _)| *item == Some(number) && *path == one.path);
        let by = own.next().map(|(_, by)| by.join(", ")).unwrap_or_default();
        rows.push(vec![format!("`{}`", one.path), shown(one.default.as_ref()), replaced(one), by]);
    }
    let defaults = effective(chart, Map::new());
    let is_written = |path: &String| {
        values.overrides.iter().any(|one| *path == one.path || path.starts_with(&format!("{}.", one.path)))
    };
    let others: Vec<String> = chart.paths().into_iter().filter(|path| !is_written(path)).collect();
    let n_first = rows.len() + MAX_OTHERS;
    for path in &others {
        rows.push(vec![format!("`{path}`"), shown(at(&defaults, path)), String::new(), String::new()]);
    }
    layout::rows(content, &rows, n_first, None, &|content, rows| rows_of(content, &columns, rows));
}

/// The override of a request without values.
fn replaced(one: &Override) -> String {
    match one.origin {
        Origin::Default => "the default applies".to_owned(),
        Origin::Unset => "required".to_owned(),
        _ if one.value.is_symbolic() => "known at deployment".to_owned(),
        _ => format!("`{}`", one.value),
    }
}

/// A default in one line.
fn shown(value: Option<&Value>) -> String {
    let text = match value {
        None => return "none".to_owned(),
        Some(Value::String(text)) if text.is_empty() => return "empty".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let mut line: String = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'");
    if let Some((end, _)) = line.char_indices().nth(MAX_DEFAULT) {
        line.truncate(end);
        line.push('…');
    }
    format!("`{line}`")
}
