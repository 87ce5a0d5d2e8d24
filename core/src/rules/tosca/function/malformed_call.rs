//! Calls of functions with wrong arguments.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::schema::form;
use crate::syntax::Node;
use crate::syntax::plain::{Plain, typed};
use crate::tosca::calls::{Call, is_call};


pub static RULE: Rule = Rule {
    code: "tosca/function/malformed-call",
    severity: Severity::Error,
    title: "malformed function call",
    doc: "A call is a mapping with the name of a function as its only key. Each function has a fixed list of \
          arguments (4.3 to 4.8): `concat` takes a list of strings, `join` a list and a delimiter, `token` a \
          string, separators and an index, `get_input` the name of an input, `get_property` and \
          `get_attribute` an entity and the path of a value, `get_operation_output` an entity, interface, \
          operation and variable, and `get_artifact` an entity, an artifact, and optionally a location and \
          whether to remove it.",
    sources: &["T-4-02", "T-4.3.1-01", "T-4.3.1-02", "T-4.3.2-01", "T-4.3.2-03", "T-4.3.3-01", "T-4.3.3-02", "T-4.4.1-02", "T-4.4.2-01", "T-4.5.1-04", "T-4.6.1-01", "T-4.8.1-01", "T-4.8.1-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  outputs:
    name: {value: {concat: web}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  outputs:
    name: {value: {concat: [web, {get_attribute: [n, tosca_name]}]}}
",
    check,
};

/// A fault of a call: the node that shows it, and the message.
type Fault<'a> = (&'a Node, String);

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for node in &facts.calls.mixed {
        let keys = node.entries().iter().filter_map(|entry| entry.key.as_text());
        let listed = keys.map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
        cx.report(node.span, format!("a function call has exactly one key, not {listed}"));
    }
    for call in &facts.calls.known {
        if let Some((node, message)) = fault(call) {
            let span = if node.span.is_empty() { call.entry.key.span } else { node.span };
            let finding = cx.report(span, message);
            // A list is the notation of TOSCA 1.3.
            let is_newer = call.function == "get_input" && node.as_sequence().is_some();
            let is_usual = call.function == "concat" && call.entry.value.items().len() == 1 && is_text(node);
            if is_newer || is_usual {
                finding.severity(Severity::Warning);
            }
        }
    }
}

fn fault<'a>(call: &Call<'a>) -> Option<Fault<'a>> {
    let (function, argument) = (call.function, &call.entry.value);
    let items = argument.items();
    let is_list = argument.as_sequence().is_some();
    let expects = |form: &str| Some((argument, format!("`{function}` expects {form}, not {}", found(argument))));
    match function {
        "concat" if !is_list || items.is_empty() => expects("a list of strings"),
        "concat" => items
            .iter()
            .find(|item| !is_text(item))
            .map(|item| (item, format!("an argument of `concat` must be a string, not {}", form(item))))
            .or_else(|| match items {
                [only] => Some((only, "`concat` of a single string".to_owned())),
                _ => None,
            }),
        "join" => match items {
            [list, rest @ ..] if rest.len() < 2 && (list.as_sequence().is_some() || is_call(list)) => {
                let delimiter = rest.first().filter(|delimiter| !is_text(delimiter))?;
                Some((delimiter, format!("the delimiter of `join` must be a string, not {}", form(delimiter))))
            }
            _ => expects("`[ <list>, <delimiter> ]`"),
        },
        // A value of a data type may have a field `token`.
        "token" if !is_list => None,
        "token" => match items {
            [text, separators, index] => {
                let is_index = |node: &Node| node.as_text().is_some_and(|text| text.parse::<usize>().is_ok());
                if !is_call(index) && !is_index(index) {
                    return Some((index, format!("the index of `token` must be an integer, not {}", found(index))));
                }
                let wrong = [text, separators].into_iter().find(|node| !is_text(node) || node.as_text() == Some(""));
                wrong.map(|node| (node, format!("`token` needs a string and separators, not {}", found(node))))
            }
            _ => expects("`[ <string>, <separators>, <index> ]`"),
        },
        "get_input" if is_list => expects("the name of an input"),
        "get_input" | "get_nodes_of_type" => match argument.as_scalar().filter(|_| !argument.is_null()) {
            Some(_) => None,
            None if function == "get_input" => expects("the name of an input"),
            None => expects("the name of a node type"),
        },
        "get_property" | "get_attribute" if items.len() < 2 => expects("`[ <entity>, <name>, .. ]`"),
        "get_operation_output" if items.len() != 4 => expects("`[ <entity>, <interface>, <operation>, <variable> ]`"),
        "get_artifact" => match items {
            [_, _] | [_, _, _] => not_text(items.get(2)?, "location"),
            [_, _, location, remove] => not_text(location, "location").or_else(|| {
                let is_bool = remove.as_scalar().is_some_and(|scalar| matches!(typed(scalar), Plain::Bool(_)));
                let message = || format!("`remove` of `get_artifact` must be `true` or `false`, not {}", found(remove));
                (!is_bool && !is_call(remove)).then(|| (remove, message()))
            }),
            _ => expects("`[ <entity>, <artifact>, <location>, <remove> ]`"),
        },
        _ => None,
    }
}

fn not_text<'a>(node: &'a Node, name: &str) -> Option<Fault<'a>> {
    (!is_text(node)).then(|| (node, format!("the {name} of `get_artifact` must be a string, not {}", form(node))))
}

/// Whether the node can be the text of an argument.
fn is_text(node: &Node) -> bool {
    node.as_scalar().is_some() || is_call(node)
}

/// The form of an argument, with the number of entries of a list.
fn found(node: &Node) -> String {
    match node.items().len() {
        0 => form(node).to_owned(),
        1 => "a list with 1 argument".to_owned(),
        count => format!("a list with {count} arguments"),
    }
}
