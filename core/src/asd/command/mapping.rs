//! Connects connection points to parameters of charts, which receive addresses and the names of networks.

use crate::asd;
use crate::asd::chart::Chart;
use crate::asd::chart::types::ValueType;
use crate::asd::charts::Charts;
use crate::asd::command::{refused, removal};
use crate::asd::form::name_in;
use crate::asd::model::{
    Application, DeploymentItem, MAPPED, Mapped, has_several, is_mapping, mapped, text, values_path,
};
use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{check_candidate, cut_in, extend, put};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::Sorting;
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath};
use crate::topology::{CandidateEnd, ConnectionEnd, End, MovedEnd, PortKind};

/// Maximum number of parameters of a chart that are offered.
const MAX_OFFERED: usize = 1000;
/// Maximum number of network attachments of a connection point: two of a pair, and their bond (ASD-54).
const MAX_ATTACHMENTS: usize = 3;

/// The port for a parameter: `nadNames: networks.ingest.name`.
fn port(attribute: &str, path: &str) -> String {
    format!("{attribute}: {path}")
}

/// The attribute and the parameter of a port.
fn of_port(port: &str) -> Option<(&'static str, &str)> {
    let (attribute, path) = port.split_once(": ")?;
    Some((MAPPED.into_iter().find(|name| *name == attribute)?, path))
}

/// The descriptor with its charts, and what is written to their parameters already.
struct Charted<'a> {
    application: &'a Application,
    charts: Charts,
    /// The writers by chart and parameter.
    written: SortedMap<(String, String), String>,
    /// A mapping that is replaced.
    replaced: Option<NodePath>,
}

impl<'a> Charted<'a> {
    fn of(context: FileContext<'a>) -> Option<Self> {
        Charted::without(context, None)
    }

    /// The descriptor without the mapping at a path.
    fn without(context: FileContext<'a>, replaced: Option<&NodePath>) -> Option<Self> {
        let application = asd::application(context.file)?;
        let charts = Charts::of(context, application);
        let mut written = SortedMap::new();
        for (number, item) in application.items().enumerate() {
            let Some(chart) = chart_name(&charts, number, item) else { continue };
            for path in item.parameters().filter_map(Node::as_text).map(values_path) {
                written.insert((chart.to_owned(), path.to_owned()), "the lifecycle parameters".to_owned());
            }
        }
        for (at, point) in application.points() {
            for one in mapped(point).filter(|one| Some(&path_of(application, &at, *one)) != replaced) {
                if let Some((chart, path)) = one.target() {
                    // A mapping can name the chart by its file, too.
                    let item =
                        charts.item_of(chart).and_then(|number| Some((number, application.items().nth(number)?)));
                    let chart = item.and_then(|(number, item)| chart_name(&charts, number, item)).unwrap_or(chart);
                    let writer = format!("`{}` of `{}`", one.attribute, text(point, "id").unwrap_or_default());
                    written.insert((chart.to_owned(), path.to_owned()), writer);
                }
            }
        }
        Some(Charted { application, charts, written, replaced: replaced.cloned() })
    }

    /// Why a parameter cannot receive a value of a connection point, if so.
    fn refusal(&self, (at, point): (&NodePath, &Node), attribute: &str, chart: &str, path: &str) -> Option<String> {
        if !is_mapping(chart, path) {
            return Some(format!("`{chart}:{path}` cannot be mapped: names must not contain blanks, `:` or `/`"));
        }
        if let Some(writer) = self.written.get(&(chart.to_owned(), path.to_owned())) {
            return Some(format!("`{chart}:{path}` is already written by {writer}"));
        }
        let is_left = |one: &Mapped<'_>| Some(path_of(self.application, at, *one)) != self.replaced;
        let own = mapped(point).filter(|one| one.attribute == attribute && is_left(one));
        let own: Vec<&str> = own.filter_map(|one| one.node.as_text()).collect();
        let id = text(point, "id").unwrap_or_default();
        match own.as_slice() {
            [other, ..] if !has_several(attribute) && !other.trim().is_empty() => {
                Some(format!("`{attribute}` of `{id}` is already `{other}`"))
            }
            all if attribute == "nadNames" && all.len() >= MAX_ATTACHMENTS => {
                Some(format!("`{id}` already has {MAX_ATTACHMENTS} network attachments"))
            }
            _ => None,
        }
    }

    /// Why a parameter that has a value cannot receive another one.
    fn is_written(&self, chart: &str, path: &str) -> String {
        let writer = self.written.get(&(chart.to_owned(), path.to_owned()));
        format!("`{chart}:{path}` is already written by {}", writer.map_or("another connection point", String::as_str))
    }

    fn item(&self, path: &NodePath) -> Option<(usize, DeploymentItem<'_>)> {
        self.application.items().enumerate().find(|(_, item)| item.path == path)
    }

    fn point(&self, id: &str) -> Option<(NodePath, &Node)> {
        self.application.points().find(|(_, point)| text(point, "id") == Some(id))
    }
}

/// The name of the chart of an item in mappings.
fn chart_name<'a>(charts: &'a Charts, number: usize, item: DeploymentItem<'a>) -> Option<&'a str> {
    match charts.chart(number) {
        Some(chart) => Some(&chart.name),
        None => item.chart().filter(|_| item.is_chart()),
    }
}

/// The ports of a chart that can receive a value: a text, or a list of texts.
fn ports(chart: &Chart) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for path in chart.paths().into_iter().take(MAX_OFFERED) {
        let value_type = chart.parameter(&path).and_then(|parameter| parameter.value_type());
        let fits = |attribute: &&str| match value_type {
            Some(ValueType::Text | ValueType::Null) | None => true,
            Some(ValueType::List) => has_several(attribute),
            Some(ValueType::Boolean | ValueType::Integer | ValueType::Number | ValueType::Map) => false,
        };
        found.extend(MAPPED.into_iter().filter(fits).map(|attribute| (attribute, path.clone())));
    }
    found
}

/// A parameter of a chart that can receive the values of an attribute, and that nothing is written to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receiver {
    pub chart: String,
    pub path: String,
    /// Whether the type is known to be that of the attribute.
    pub is_typed: bool,
}

/// The parameters of all charts that a connection can lead to, for one of the mapped attributes.
pub fn receivers(context: FileContext<'_>, attribute: &str) -> Vec<Receiver> {
    let Some(charted) = Charted::of(context) else { return Vec::new() };
    let mut found = Vec::new();
    let mut seen = SortedSet::new();
    for (number, item) in charted.application.items().enumerate().filter(|(_, item)| item.is_chart()) {
        let name = chart_name(&charted.charts, number, item).unwrap_or_default();
        let Some(chart) = charted.charts.chart(number).filter(|_| seen.insert(name)) else { continue };
        for (_, path) in ports(chart).into_iter().filter(|(own, _)| *own == attribute) {
            let key = (name.to_owned(), path);
            if is_mapping(&key.0, &key.1) && !charted.written.contains_key(&key) {
                let of = chart.parameter(&key.1).and_then(|parameter| parameter.value_type());
                let is_typed = matches!(of, Some(ValueType::Text | ValueType::List));
                found.push(Receiver { chart: key.0, path: key.1, is_typed });
            }
        }
    }
    found
}

fn end(vertex: &NodePath, port: &str) -> ConnectionEnd {
    ConnectionEnd { end: End { vertex: vertex.clone(), port: port.into() }, kind: PortKind::Input }
}

/// Adds a parameter to the mappings of a connection point.
pub fn map(
    context: FileContext<'_>,
    application: &Application,
    source: &End,
    target: &NodePath,
) -> Result<Change, EditError> {
    let missing = || EditError::Missing(target.to_string());
    let charted = Charted::of(context).ok_or_else(missing)?;
    let point = charted.point(&source.port).filter(|_| source.vertex.is_root());
    let (point_path, point) = point.ok_or_else(|| refused("only a connection point has values for parameters"))?;
    // The path of a port is that of a property of its box.
    let item = target.parent().and_then(|properties| properties.parent()).ok_or_else(missing)?;
    let (number, item) = charted.item(&item).ok_or_else(missing)?;
    let chart = chart_name(&charted.charts, number, item).ok_or_else(|| refused("only charts have parameters"))?;
    let port = target.last_key().unwrap_or_default();
    let Some((attribute, path)) = of_port(port) else {
        return Err(refused(charted.is_written(chart, port)));
    };
    if let Some(why) = charted.refusal((&point_path, point), attribute, chart, path) {
        return Err(refused(why));
    }
    let mut draft = context.file.draft();
    add(context, &mut draft, (application, &point_path, attribute), &format!("{chart}:{path}"))?;
    Ok(Change::of_file(format!("Connect {} to {chart}", source.port), context.file.path.clone(), draft.finish()))
}

/// The path of an attribute of a connection point that is mapped.
fn attribute_of(application: &Application, point: &NodePath, attribute: &str) -> NodePath {
    point.key(name_in("inputParamMappings", application.form)).key(name_in(attribute, application.form))
}

/// The path of a mapping of a connection point.
fn path_of(application: &Application, point: &NodePath, one: Mapped<'_>) -> NodePath {
    let at = attribute_of(application, point, one.attribute);
    one.index.map_or_else(|| at.clone(), |index| at.index(index))
}

/// Adds a parameter to an attribute of a connection point.
fn add(
    context: FileContext<'_>,
    draft: &mut Draft,
    (application, point, attribute): (&Application, &NodePath, &str),
    parameter: &str,
) -> Result<(), EditError> {
    let at = attribute_of(application, point, attribute);
    match has_several(attribute) {
        true => extend(context.file, draft, &at, parameter.into()),
        false => put(context.file, draft, &at, &parameter.into()),
    }
}

/// A mapping whose end is moved.
struct Mapping<'a> {
    /// The descriptor without it.
    charted: Charted<'a>,
    attribute: &'static str,
    chart: String,
    parameter: String,
}

impl<'a> Mapping<'a> {
    fn of(context: FileContext<'a>, moved: &MovedEnd) -> Option<Self> {
        let charted = Charted::without(context, Some(&moved.path))?;
        let application = charted.application;
        let all = application.points().flat_map(|(at, point)| mapped(point).map(move |one| (at.clone(), one)));
        let (_, one) = all.into_iter().find(|(at, one)| path_of(application, at, *one) == moved.path)?;
        let attribute = MAPPED.into_iter().find(|name| *name == one.attribute)?;
        let item = if moved.is_source { &moved.other.vertex } else { &moved.from.vertex };
        let (number, item) = charted.item(item)?;
        let chart = chart_name(&charted.charts, number, item)?.to_owned();
        let parameter = one.target()?.1.to_owned();
        Some(Mapping { charted, attribute, chart, parameter })
    }
}

/// The end of a mapping that stays when the other one is moved.
pub fn reconnection_start(context: FileContext<'_>, moved: &MovedEnd) -> Option<ConnectionEnd> {
    let mapping = Mapping::of(context, moved)?;
    Some(match moved.is_source {
        true => end(&moved.other.vertex, &port(mapping.attribute, &mapping.parameter)),
        false => end(&moved.other.vertex, moved.other.port.as_deref()?),
    })
}

/// The ends that an end of a mapping could be moved to, with the reason if one is refused: other parameters for the same
/// attribute, or other connection points.
pub fn reconnection_candidates(context: FileContext<'_>, moved: &MovedEnd) -> Vec<CandidateEnd> {
    let Some(Mapping { charted, attribute, chart, parameter }) = Mapping::of(context, moved) else { return Vec::new() };
    let Some(start) = reconnection_start(context, moved) else { return Vec::new() };
    if moved.is_source {
        let points = charted.application.points().filter_map(|(at, point)| Some((text(point, "id")?, at, point)));
        let others = points.filter(|(id, ..)| moved.from.port.as_deref() != Some(*id));
        let ends = others.map(|(id, at, point)| CandidateEnd {
            end: end(&NodePath::root(), id),
            refused: charted.refusal((&at, point), attribute, &chart, &parameter),
        });
        return ends.collect();
    }
    let present = port(attribute, &parameter);
    let mut ends = ends_of(&charted, &start.end);
    ends.retain(|candidate| {
        let ConnectionEnd { end, .. } = &candidate.end;
        let is_same = of_port(&end.port).is_none_or(|(of, _)| of == attribute);
        is_same && !(end.vertex == moved.from.vertex && end.port == present)
    });
    ends
}

/// Moves an end of a mapping to another parameter for the same attribute, or to another connection point.
pub fn reconnect(context: FileContext<'_>, moved: &MovedEnd, to: &End) -> Result<Change, EditError> {
    let missing = || EditError::Missing(moved.path.to_string());
    let Mapping { charted, attribute, chart, parameter } = Mapping::of(context, moved).ok_or_else(missing)?;
    // A port of the diagram, which has a value already.
    if let Some((number, item)) = charted.item(&to.vertex).filter(|_| of_port(&to.port).is_none())
        && let Some(chart) = chart_name(&charted.charts, number, item)
    {
        return Err(refused(charted.is_written(chart, &to.port)));
    }
    check_candidate(reconnection_candidates(context, moved), to)?;
    let mut draft = context.file.draft();
    if moved.is_source {
        let (point, _) = charted.point(&to.port).ok_or_else(missing)?;
        let at = (charted.application, &point, attribute);
        add(context, &mut draft, at, &format!("{chart}:{parameter}"))?;
        let places = SortedSet::from([moved.path.clone()]);
        cut_in(context, &mut draft, &removal::with_mappings(context, charted.application, places))?;
    } else {
        let (number, item) = charted.item(&to.vertex).ok_or_else(missing)?;
        let chart = chart_name(&charted.charts, number, item).ok_or_else(missing)?;
        let (_, parameter) = of_port(&to.port).ok_or_else(missing)?;
        draft.replace(&moved.path, &format!("{chart}:{parameter}").into())?;
    }
    Ok(Change::of_file(format!("Reconnect {attribute}"), context.file.path.clone(), draft.finish()))
}

/// The ports where a connection can start: the connection points of the descriptor, one of them, or the parameters of a
/// chart.
pub fn starts(context: FileContext<'_>, vertex: &NodePath) -> Vec<ConnectionEnd> {
    let Some(charted) = Charted::of(context) else { return Vec::new() };
    if vertex.is_root() {
        let ids = charted.application.points().filter_map(|(_, point)| text(point, "id"));
        return ids.map(|id| end(vertex, id)).collect();
    }
    if let Some((_, point)) = charted.application.points().find(|(path, _)| path == vertex) {
        return text(point, "id").map(|id| end(&NodePath::root(), id)).into_iter().collect();
    }
    let chart = charted.item(vertex).and_then(|(number, _)| charted.charts.chart(number));
    let ports = chart.map_or_else(Vec::new, ports).into_iter();
    let ranked = ports.map(|(attribute, path)| (place(attribute, &path), end(vertex, &port(attribute, &path))));
    likeliest_first(ranked.collect())
}

/// The mapping that writes to a parameter of a chart.
pub fn value_of(context: FileContext<'_>, port: &ConnectionEnd) -> Option<NodePath> {
    let charted = Charted::of(context)?;
    let (number, item) = charted.item(&port.end.vertex)?;
    let chart = chart_name(&charted.charts, number, item)?;
    charted.application.points().find_map(|(at, point)| {
        let one = mapped(point).find(|one| one.target() == Some((chart, port.end.port.as_str())))?;
        Some(path_of(charted.application, &at, one))
    })
}

/// The ends of a connection from a connection point or a parameter, with the reason if one is refused.
pub fn candidates(context: FileContext<'_>, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
    let Some(charted) = Charted::of(context).filter(|_| kind == PortKind::Input) else { return Vec::new() };
    if !from.vertex.is_root() {
        let Some((number, item)) = charted.item(&from.vertex) else { return Vec::new() };
        let Some(chart) = chart_name(&charted.charts, number, item) else { return Vec::new() };
        let points = charted.application.points().filter_map(|(at, point)| Some((text(point, "id")?, at, point)));
        let ends = points.map(|(id, at, point)| {
            let refused = match of_port(&from.port) {
                Some((attribute, path)) => charted.refusal((&at, point), attribute, chart, path),
                None => Some(format!("`{chart}:{}` already receives a value", from.port)),
            };
            CandidateEnd { end: end(&NodePath::root(), id), refused }
        });
        return ends.collect();
    }
    ends_of(&charted, from)
}

/// The parameters that a connection from a connection point could lead to, with the reason if one is refused.
fn ends_of(charted: &Charted<'_>, from: &End) -> Vec<CandidateEnd> {
    let Some((at, point)) = charted.point(&from.port) else { return Vec::new() };
    let mut found = Vec::new();
    for (number, item) in charted.application.items().enumerate().filter(|(_, item)| item.is_chart()) {
        let name = chart_name(&charted.charts, number, item).unwrap_or_default();
        let Some(chart) = charted.charts.chart(number) else {
            let why = format!("the parameters of `{name}` are not known, because the chart is not available");
            found.push((usize::MAX, CandidateEnd { end: end(item.path, name), refused: Some(why) }));
            continue;
        };
        found.extend(ports(chart).into_iter().map(|(attribute, path)| {
            let refused = charted.refusal((&at, point), attribute, name, &path);
            (place(attribute, &path), CandidateEnd { refused, end: end(item.path, &port(attribute, &path)) })
        }));
    }
    likeliest_first(found)
}

/// Ends in the order of their places.
fn likeliest_first<T>(mut ends: Vec<(usize, T)>) -> Vec<T> {
    ends.order_by_key(|(place, _)| *place);
    ends.into_iter().map(|(_, end)| end).collect()
}

/// The place of a parameter among those that can receive the values of an attribute.
fn place(attribute: &str, path: &str) -> usize {
    rank(attribute, path).unwrap_or(usize::MAX)
}

/// The index of the first of the typical words in the path of a parameter. Short words must not be parts of others: `ip` in
/// `description`.
pub fn rank(attribute: &str, path: &str) -> Option<usize> {
    const SHORT: usize = 4;
    let joined: String = path.chars().filter(|one| one.is_alphanumeric() || *one == '.').collect();
    let joined = joined.to_lowercase();
    let parts = parts(path);
    let has = |word: &str| match word.len() {
        ..=SHORT => parts.iter().any(|part| part == word || part.strip_suffix('s') == Some(word)),
        _ => joined.contains(word),
    };
    words(attribute).iter().position(|word| has(word))
}

/// The words of a path in lower case: `external`, `ips` for `externalIPs`.
fn parts(path: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut before = ' ';
    for one in path.chars() {
        let starts = !before.is_alphanumeric() || before.is_lowercase() && one.is_uppercase();
        if one.is_alphanumeric() {
            match parts.last_mut().filter(|_| !starts) {
                Some(part) => part.extend(one.to_lowercase()),
                None => parts.push(one.to_lowercase().collect()),
            }
        }
        before = one;
    }
    parts
}

/// Words in the names of parameters that typically receive the value, the most telling first.
fn words(attribute: &str) -> &'static [&'static str] {
    match attribute {
        "loadbalancerIP" => &["loadbalancerip", "loadbalancer", "address", "ip"],
        "externalIPs" => &["externalips", "externalip", "address", "ip"],
        "nadNamespace" => &["namespace"],
        _ => &["nad", "attachment", "network", "net", "name"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_parameters_come_first() {
        assert_eq!(rank("loadbalancerIP", "service.loadBalancerIP"), Some(0));
        assert_eq!(rank("loadbalancerIP", "service.loadBalancerClass"), Some(1));
        assert_eq!(rank("loadbalancerIP", "service.address"), Some(2));
        assert_eq!(rank("externalIPs", "service.externalIPs"), Some(0));
        assert_eq!(rank("externalIPs", "node-ip.of"), Some(3));
        assert_eq!(rank("loadbalancerIP", "description.recipient"), None);
        assert_eq!(rank("nadNames", "nets.hostname"), Some(3));
        assert_eq!(rank("nadNames", "hostname"), None);
    }
}
