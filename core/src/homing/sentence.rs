//! Constraints and the objective in words. Names and values are in backticks.

use crate::diagnostic::{enumerated, listed};
use crate::homing::objective::{distances, function, sum};
use crate::homing::threshold::{self, Amount, Dimension, Operator};
use crate::homing::view::{Constraint, View, call};
use crate::number::rounded;
use crate::syntax::Node;

/// A sentence about a constraint, without a period: `` `mux` is less than 100 km from `home` ``. `None` if its type is
/// unknown.
pub fn sentence(view: &View<'_>, constraint: &Constraint<'_>) -> Option<String> {
    let names = constraint.demand_names();
    let demands = if names.is_empty() { "no demand".to_owned() } else { listed(&names) };
    let (is, has, of) = match names.len() {
        0 | 1 => ("is", "has", "the candidate of"),
        _ => ("are", "have", "the candidates of"),
    };
    let property = |name: &str| constraint.property(name).map(|node| value(view, node));
    let unset = || "an unknown value".to_owned();
    let location = || property("location").unwrap_or_else(unset);
    let limit = |name: &str| constraint.property(name).map(|node| limit(view, node, name)).unwrap_or_else(unset);
    Some(match constraint.type_name() {
        "distance_to_location" => {
            let each = if names.len() > 1 { "each " } else { "" };
            format!("{demands} {is} {each}{} from {}", limit("distance"), location())
        }
        "distance_between_demands" => format!("{demands} are {} from each other", limit("distance")),
        "zone" => {
            let category = property("category").unwrap_or_else(unset);
            let category = category.trim_end_matches("_zone`").trim_matches('`');
            let (one, several) = match category {
                "region" => ("region".to_owned(), "regions".to_owned()),
                "complex" => ("complex".to_owned(), "complexes".to_owned()),
                "country" => ("country".to_owned(), "countries".to_owned()),
                other => (format!("{other} zone"), format!("{other} zones")),
            };
            match property("qualifier").as_deref() {
                Some("`same`") => format!("{demands} are in the same {one}"),
                Some("`different`") => format!("{demands} are in different {several}"),
                other => format!("{demands} are in the same or different {several}, depending on {}", other?),
            }
        }
        "inventory_group" => format!("{demands} are candidates of one inventory group"),
        "attribute" => format!("{of} {demands} {has} {}", attributes(view, constraint)?),
        "threshold" => format!("{of} {demands} {has} attributes within thresholds"),
        "instance_fit" => {
            format!("{} decides whether service instances have room for {demands}", controller(&property))
        }
        "region_fit" => format!("{} decides whether cloud regions have room for {demands}", controller(&property)),
        "vim_fit" => format!("{} decides whether cloud managers have room for {demands}", controller(&property)),
        "hpa" => format!("{of} {demands} {has} the required hardware"),
        "license" => format!("{demands} {has} the license {}", property("id").unwrap_or_else(unset)),
        "capability" => format!("{of} {demands} can run the given template"),
        "network_between_demands" => format!("the network between {demands} has {}", limits(view, constraint)),
        "network_to_location" => {
            format!("the network between {demands} and {} has {}", location(), limits(view, constraint))
        }
        _ => return None,
    })
}

/// A sentence about the objective, without a period. `None` if it is not a sum of distances.
pub fn objective(view: &View<'_>) -> Option<String> {
    let operands = sum(view).map_or(0, |(_, sum)| sum.items().len());
    let found = distances(view);
    if found.is_empty() || found.len() != operands || function(view).is_some() {
        return None;
    }
    let term = |one: &crate::homing::objective::ObjectiveDistance<'_>| {
        let [(_, from), (_, to)] = one.ends.as_slice() else { return None };
        let distance = format!("the distance between {} and {}", value(view, from), value(view, to));
        let Some(weight) = one.weight else { return Some(distance) };
        let number = view.number(weight)?;
        let supplied = parameter(weight).map(|name| format!(" (parameter `{name}`)")).unwrap_or_default();
        Some(format!("{number}{supplied} times {distance}"))
    };
    let terms: Option<Vec<String>> = found.iter().map(term).collect();
    let terms = terms?;
    Some(match terms.as_slice() {
        [one] => format!("the best placement has the smallest value of {one}"),
        several => format!("the best placement has the smallest sum of {}", enumerated(several)),
    })
}

fn controller(property: &dyn Fn(&str) -> Option<String>) -> String {
    property("controller").map_or_else(|| "a controller".to_owned(), |name| format!("the controller {name}"))
}

/// A value, with the parameter that supplies it.
fn value(view: &View<'_>, node: &Node) -> String {
    let supplied = parameter(node);
    match (view.text(node), supplied) {
        (Some(text), None) => format!("`{text}`"),
        (Some(text), Some(name)) => format!("`{text}` (parameter `{name}`)"),
        (None, Some(name)) => format!("the parameter `{name}`"),
        (None, None) => "a value".to_owned(),
    }
}

/// The name of the parameter that supplies a value.
fn parameter(node: &Node) -> Option<&str> {
    let (_, argument) = call(node).filter(|(function, _)| *function == "get_param")?;
    argument.items().first().unwrap_or(argument).as_text()
}

/// A threshold in words, with the parameter that supplies it.
fn limit(view: &View<'_>, node: &Node, property: &str) -> String {
    let supplied = parameter(node);
    let Some(text) = view.text(node) else { return format!("according to {}", value(view, node)) };
    let words = Dimension::of_property(property).and_then(|dimension| words(text, dimension));
    let words = words.unwrap_or_else(|| format!("`{text}`"));
    match supplied {
        Some(name) => format!("{words} (parameter `{name}`)"),
        None => words,
    }
}

/// The words for a valid threshold, in its own unit: `less than 100 km`.
fn words(text: &str, dimension: Dimension) -> Option<String> {
    let threshold = threshold::parse(text, dimension).ok()?;
    let unit = match threshold.has_unit {
        true => dimension.units().find(|unit| text.trim_end().ends_with(unit))?,
        false => dimension.default_unit(),
    };
    let number = |value: f64| rounded(value / threshold.factor, 3);
    Some(match threshold.amount {
        Amount::Range(one, other) => format!("{} to {} {unit}", number(one.min(other)), number(one.max(other))),
        Amount::Single(value) => {
            let operator = match threshold.operator.unwrap_or(Operator::Equal) {
                Operator::Equal => "exactly",
                Operator::Less => "less than",
                Operator::Greater => "more than",
                Operator::LessOrEqual => "at most",
                Operator::GreaterOrEqual => "at least",
            };
            format!("{operator} {} {unit}", number(value))
        }
    })
}

/// The limits of a network constraint.
fn limits(view: &View<'_>, constraint: &Constraint<'_>) -> String {
    let limits = ["bandwidth", "distance", "latency"].into_iter().filter_map(|name| {
        let node = constraint.property(name)?;
        Some(match view.text(node) {
            Some(_) => format!("a {name} of {}", limit(view, node, name)),
            None => format!("a {name} as {} says", value(view, node)),
        })
    });
    let limits: Vec<String> = limits.collect();
    if limits.is_empty() { "no limit".to_owned() } else { enumerated(&limits) }
}

/// The required attributes, also in the proposed notation with an operator.
fn attributes(view: &View<'_>, constraint: &Constraint<'_>) -> Option<String> {
    let evaluate = constraint.property("evaluate").and_then(|node| view.resolve(node))?;
    let conditions = evaluate.entries().iter().filter_map(|entry| {
        let (name, wanted) = (entry.key.as_text()?, &entry.value);
        let operator = wanted.entries().first().filter(|_| wanted.entries().len() == 1 && call(wanted).is_none());
        Some(match operator.and_then(|entry| Some((entry.key.as_text()?, &entry.value))) {
            None => format!("{} as `{name}`", plain(view, wanted)),
            Some((operator, operand)) => {
                let operand = plain(view, operand);
                match operator {
                    "eq" => format!("{operand} as `{name}`"),
                    "ne" => format!("not {operand} as `{name}`"),
                    "lt" => format!("less than {operand} as `{name}`"),
                    "gt" => format!("more than {operand} as `{name}`"),
                    "lte" => format!("at most {operand} as `{name}`"),
                    "gte" => format!("at least {operand} as `{name}`"),
                    "any" => format!("one of {operand} as `{name}`"),
                    "all" => format!("all of {operand} as `{name}`"),
                    "regex" => format!("a match of {operand} as `{name}`"),
                    _ => format!("a suitable `{name}`"),
                }
            }
        })
    });
    let conditions: Vec<String> = conditions.collect();
    (!conditions.is_empty()).then(|| enumerated(&conditions))
}

/// A scalar or a list of scalars.
fn plain(view: &View<'_>, node: &Node) -> String {
    match node.as_sequence() {
        Some(_) => node.items().iter().map(|item| value(view, item)).collect::<Vec<_>>().join(", "),
        None => value(view, node),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse::parse;

    #[test]
    fn objectives_read_as_sentences() {
        let words = |sum: &str| {
            let text = format!(
                "homing_template_version: 2017-10-10\nparameters: {{w: 2.5, open: ~}}\nlocations: {{home: {{}}}}\n\
                 demands: {{a: [], b: []}}\noptimization: {{minimize: {{sum: [{sum}]}}}}\n"
            );
            let tree = parse(&text);
            objective(&View::new(tree.root().expect("a template")))
        };
        let (first, second) =
            ("{distance_between: [home, a]}", "{product: [{get_param: w}, {distance_between: [b, home]}]}");
        assert_eq!(
            words(first).as_deref(),
            Some("the best placement has the smallest value of the distance between `home` and `a`")
        );
        assert_eq!(
            words(&format!("{first}, {second}")).as_deref(),
            Some(
                "the best placement has the smallest sum of the distance between `home` and `a` and 2.5 (parameter `w`) \
                 times the distance between `b` and `home`"
            )
        );
        assert_eq!(words(&format!("{first}, {{other: [home, b]}}")), None);
        assert_eq!(words("{product: [{get_param: open}, {distance_between: [b, home]}]}"), None);
        assert_eq!(words(""), None);
    }

    #[test]
    fn constraints_read_as_sentences() {
        let text = "\
homing_template_version: 2017-10-10
parameters: {far: '> 20 mi', open: ~}
demands: {a: [], b: [], c: []}
constraints:
  - {type: distance_to_location, demands: a, properties: {distance: < 100 km, location: home}}
  - {type: distance_to_location, demands: [a, b], properties: {distance: {get_param: far}, location: home}}
  - {type: distance_between_demands, demands: [a, b, c], properties: {distance: 10-20.5}}
  - {type: zone, demands: [a, b], properties: {qualifier: different, category: disaster_zone}}
  - {type: attribute, demands: [a], properties: {evaluate: {country: NOR, cores: {gte: 4}, state: {any: [x, y]}}}}
  - {type: network_to_location, demands: [a], properties: {location: home, latency: <= 5 ms, bandwidth: {get_param: open}}}
  - {type: other, demands: [a]}
";
        let named = text.lines().map(|line| line.replace("  - {type", &format!("  c{}: {{type", line.len())));
        let text = named.collect::<Vec<_>>().join("\n");
        let tree = parse(&text);
        let view = View::new(tree.root().expect("a template"));
        let sentences: Vec<_> = view.constraints().iter().map(|one| sentence(&view, one)).collect();
        let expected = [
            "`a` is less than 100 km from `home`",
            "`a` and `b` are each more than 20 mi (parameter `far`) from `home`",
            "`a`, `b` and `c` are 10 to 20.5 km from each other",
            "`a` and `b` are in different disaster zones",
            "the candidate of `a` has `NOR` as `country`, at least `4` as `cores` and one of `x`, `y` as `state`",
            "the network between `a` and `home` has a bandwidth as the parameter `open` says and a latency of at \
             most 5 ms",
        ];
        assert_eq!(sentences.last(), Some(&None));
        for (sentence, expected) in sentences.iter().zip(expected) {
            assert_eq!(sentence.as_deref(), Some(expected));
        }
    }
}
