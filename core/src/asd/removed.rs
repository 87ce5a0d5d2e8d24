//! Attributes and values of earlier versions of the data model, with their successors.

use serde_yaml::{Mapping, Value};

use crate::asd::form::{Form, value_in_form, value_in_model};
use crate::function::Call;
use crate::schema::{Violation, ViolationKind};
use crate::syntax::{Node, NodePath};
use crate::workspace::SourceFile;

/// A removed attribute.
#[derive(Clone, PartialEq, Debug)]
pub struct Removed {
    pub key: String,
    /// Its path in the document.
    pub path: NodePath,
    pub successor: Successor,
}

/// The successor of a removed attribute.
#[derive(Clone, PartialEq, Debug)]
pub enum Successor {
    /// The same value under another name.
    Renamed(&'static str),
    /// Another attribute with this value, if it can be determined.
    Replaced(&'static str, Option<Value>),
    /// Another attribute with values that cannot be determined.
    Rewritten(&'static str, &'static str),
    /// None, with advice.
    None(&'static str),
}

/// The removed attributes of a descriptor.
pub fn find(file: &SourceFile) -> Vec<Removed> {
    let Some(root) = &file.root else { return Vec::new() };
    file.violations().iter().filter_map(|violation| of_violation(root, violation)).collect()
}

fn of_violation(root: &Node, violation: &Violation) -> Option<Removed> {
    let (record, key) = match &violation.kind {
        ViolationKind::UnknownKey { record, key, .. } | ViolationKind::AliasKey { record, key, .. } => (*record, key),
        _ => return None,
    };
    let form = Form::of(root).unwrap_or(Form::Plain);
    let path = violation.path.parent()?.key(key);
    let successor = match &violation.kind {
        ViolationKind::AliasKey { canonical, .. } if is_resources(key) => match has_texts(root.at(&path)) {
            true => match root.at(&path).and_then(kinds) {
                Some(kinds) => Successor::Replaced(canonical, Some(kinds)),
                None => Successor::Rewritten(canonical, "the `kind` and `apiVersion` of each resource"),
            },
            false => Successor::Renamed(canonical),
        },
        ViolationKind::AliasKey { canonical, .. } => match model_name(key).as_str() {
            "networkInterfaceRequirements" | "nadName" => Successor::Renamed(canonical),
            _ => return None,
        },
        _ => successor(root, record, key, &path, form)?,
    };
    Some(Removed { key: key.to_string(), path, successor })
}

/// Kinds as a list of resources; `None` if something in the list is not the name of a kind.
fn kinds(node: &Node) -> Option<Value> {
    let resource = |node: &Node| {
        let kind = node.as_text()?;
        let is_kind = kind.starts_with(|first: char| first.is_ascii_uppercase())
            && kind.chars().all(|one| one.is_ascii_alphanumeric());
        is_kind.then(|| Value::Mapping(Mapping::from_iter([(Value::from("kind"), Value::from(kind))])))
    };
    let kinds: Option<Vec<Value>> = node.items_or_self().iter().map(resource).collect();
    kinds.filter(|kinds| !kinds.is_empty()).map(Value::Sequence)
}

/// Whether this is a text or a list with texts.
fn has_texts(node: Option<&Node>) -> bool {
    let is_text = |node: &Node| node.as_text().is_some_and(|text| !text.is_empty());
    node.is_some_and(|node| is_text(node) || node.items().iter().any(is_text))
}

/// Whether a path leads into a list of resources that has the removed form.
fn is_rewritten(root: &Node, path: &NodePath) -> bool {
    let is_list = |path: &NodePath| path.last_key().is_some_and(is_resources);
    let outer = std::iter::successors(Some(path.clone()), NodePath::parent).find(is_list);
    outer.is_some_and(|list| has_texts(root.at(&list)))
}

/// Whether this is a removed name of the required resources.
fn is_resources(key: &str) -> bool {
    matches!(model_name(key).as_str(), "requiredCRDs" | "requiredCrds")
}

/// The name with capital letters for underscores: `networkRedundancy` for `network_redundancy`.
fn model_name(key: &str) -> String {
    let mut words = key.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.extend(letters);
    }
    name
}

fn successor(root: &Node, record: &str, key: &str, path: &NodePath, form: Form) -> Option<Successor> {
    let in_onap = matches!(form, Form::Onap | Form::OranSc);
    let name = |plain: &'static str, onap: &'static str| if in_onap { onap } else { plain };
    let node = root.at(path);
    let text = node.and_then(Node::as_text).unwrap_or_default();
    let parent = path.parent().and_then(|parent| root.at(&parent));
    let has = |names: &[&str]| parent.is_some_and(|parent| names.iter().any(|name| parent.entry(name).is_some()));
    let redundancy = name("interfaceRedundancy", "interface_redundancy");
    let replaced = |value: &str| {
        let value = value_in_form("interfaceRedundancy", value_in_model("interfaceRedundancy", value), form);
        Successor::Replaced(redundancy, value.map(Value::from))
    };
    Some(match (record, model_name(key).as_str()) {
        ("connection point", "interfaceOrder") => {
            Successor::None("remove it; connection points no longer have an order")
        }
        ("network interface", "networkRedundancy") => match text {
            _ if has(&["switchPlane", "redundancyMethod", "switch_plane", "redundancy_method"]) => {
                Successor::None("remove it; the other attribute has the redundancy")
            }
            "matedPair" => replaced("activePassiveBond"),
            "infraProvided" | "none" => replaced("infraProvided"),
            _ => Successor::Replaced(redundancy, None),
        },
        ("network interface", "switchPlane") => match text.to_ascii_lowercase().as_str() {
            "left" => replaced("Left"),
            "right" => replaced("Right"),
            _ => Successor::Replaced(redundancy, None),
        },
        ("network interface", "redundancyMethod") => match text {
            "activePassiveBond" | "activeActiveBond" | "activePassiveL3" | "activeActiveL3" => replaced(text),
            _ => Successor::Replaced(redundancy, None),
        },
        ("parameter mapping", "ipAddressParameter") => Successor::Renamed(name("loadbalancerIP", "loadbalancer_IP")),
        ("cluster capabilities", "secondaryInterfacePlugin") => {
            Successor::Replaced(name("requiredPlugin", "required_plugin"), node.and_then(|node| plugin(node, form)))
        }
        ("cluster capabilities", "Id" | "id") => {
            Successor::None("remove it; a descriptor has only one set of requirements")
        }
        (_, "extraServiceRequirements") => Successor::None("remove it; the final data model has no such attribute"),
        _ => return None,
    })
}

/// `Multus-CNI, v3.8` as a list with one plugin.
fn plugin(node: &Node, form: Form) -> Option<Value> {
    let text = node.as_text()?.trim();
    let (name, version) = match text.rsplit_once([',', ' ', '/']) {
        Some((name, version)) if version.trim_start_matches('v').starts_with(|one: char| one.is_ascii_digit()) => {
            (name.trim_end_matches([',', ' ']), Some(version.trim_start_matches('v')))
        }
        _ => (text, None),
    };
    let keys = match form {
        Form::Onap | Form::OranSc => ["name", "version"],
        Form::Plain | Form::Wg6 => ["requiredPluginName", "requiredPluginVersion"],
    };
    let mut plugin = Mapping::new();
    plugin.insert(keys[0].into(), name.into());
    if let Some(version) = version {
        plugin.insert(keys[1].into(), version.into());
    }
    (!name.is_empty()).then(|| Value::Sequence(vec![Value::Mapping(plugin)]))
}

/// Whether an unknown key is data that charts contain.
pub fn is_chart_data(_: &SourceFile, violation: &Violation) -> bool {
    const KEYS: [&str; 10] = [
        "replicas",
        "replicaCount",
        "image",
        "images",
        "ports",
        "containers",
        "resources",
        "chartVersion",
        "values",
        "storage",
    ];
    match &violation.kind {
        ViolationKind::UnknownKey { record, key, .. } => {
            let name = model_name(key);
            matches!(*record, "deployment item" | "application service descriptor") && KEYS.contains(&name.as_str())
        }
        _ => false,
    }
}

/// The attribute whose values are `choices`.
fn attribute(choices: &[&str]) -> Option<&'static str> {
    let has = |word| choices.contains(&word);
    match () {
        () if has("orchestrated") => Some("ipam"),
        () if has("kernel.netdev") => Some("interfaceType"),
        () if has("virtio") => Some("interfaceOptions"),
        () if has("infraProvided") => Some("interfaceRedundancy"),
        () => None,
    }
}

/// The attribute of a removed value and its successors; none for an option that is to be removed.
pub fn removed_value(violation: &Violation) -> Option<(&'static str, &'static [&'static str])> {
    let ViolationKind::NotAChoice { found, choices } = &violation.kind else { return None };
    let attribute = attribute(choices)?;
    let successors: &'static [&'static str] = match (attribute, found.as_str()) {
        ("ipam", "cniManaged") => &["infraProvided"],
        ("ipam", "inBand") => &["userManaged", "infraProvided"],
        ("interfaceType", "kernel") => &["kernel.netdev"],
        ("interfaceType", "userspaceDpdk") if choices.contains(&"direct.userspace") => {
            &["userspace", "direct.userspace"]
        }
        ("interfaceType", "userspaceDpdk") => &["userspace", "direct.userdriver"],
        ("interfaceType", "memif") => &["userspace"],
        ("interfaceOptions", "nic-type=virtio") => &["virtio"],
        ("interfaceOptions", "nic-type=memif") => &["memif"],
        ("interfaceOptions", option) if option.starts_with("speed=") || option.starts_with("nic-type=") => &[],
        ("interfaceRedundancy", "none") => &["infraProvided"],
        ("interfaceRedundancy", "matedPair") if choices.contains(&"actPassBond") => {
            &["actPassBond", "actActBond", "actPassL3", "actActL3"]
        }
        ("interfaceRedundancy", "matedPair") => &["activePassiveBond", "activeActiveBond", "activePassiveL3"],
        _ => return None,
    };
    Some((attribute, successors))
}

/// The attribute of a value in the spelling of another form, and the spelling in this form; `None` for a value that no
/// form has any more.
pub fn spelled(violation: &Violation, form: Form) -> Option<(&'static str, Option<&'static str>)> {
    let ViolationKind::NotAChoice { found, choices } = &violation.kind else { return None };
    let attribute = attribute(choices)?;
    if attribute == "interfaceRedundancy" && found == "bondCni" {
        return Some((attribute, None));
    }
    let own = value_in_form(attribute, value_in_model(attribute, found), form)?;
    let own = choices.iter().find(|choice| **choice == own && **choice != found.as_str())?;
    Some((attribute, Some(*own)))
}

/// Whether a violation of the tables is legal in a service template: a function in place of a value, or an artifact that is
/// only the name of a file.
fn is_legal(root: &Node, violation: &Violation) -> bool {
    let path = &violation.path;
    let is_function = |path: &NodePath| root.at(path).is_some_and(|node| Call::of(node).is_some());
    let is_in_artifacts = || path.parent().is_some_and(|parent| parent.last_key() == Some("artifacts"));
    let is_file = || is_in_artifacts() && root.at(path).is_some_and(|node| node.as_text().is_some() && !node.is_null());
    is_function(path) || path.parent().is_some_and(|parent| is_function(&parent)) || is_file()
}

/// Whether a rule for descriptors reports the violation, rather than a rule for the schema.
pub fn is_reported_elsewhere(file: &SourceFile, violation: &Violation) -> bool {
    let form = || file.root.as_deref().and_then(Form::of).unwrap_or(Form::Plain);
    if file.root.as_deref().is_some_and(|root| is_legal(root, violation)) && form().is_template() {
        return true;
    }
    match &violation.kind {
        ViolationKind::UnknownKey { .. } => {
            is_chart_data(file, violation)
                || file.root.as_deref().is_some_and(|root| of_violation(root, violation).is_some())
        }
        ViolationKind::AliasKey { key, .. } => {
            key == "itemId" || file.root.as_deref().is_some_and(|root| of_violation(root, violation).is_some())
        }
        ViolationKind::WrongShape { .. } => {
            file.root.as_deref().is_some_and(|root| is_rewritten(root, &violation.path))
        }
        ViolationKind::NotAChoice { .. } => removed_value(violation).is_some() || spelled(violation, form()).is_some(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse::parse;

    #[test]
    fn a_plugin_is_a_name_with_a_version() {
        let read = |text: &str| plugin(parse(text).root().expect("a text"), Form::Onap);
        let expected = |text: &str| serde_yaml::from_str(text).ok();
        assert_eq!(read("Multus-CNI, v3.8"), expected("[{name: Multus-CNI, version: '3.8'}]"));
        assert_eq!(read("multus"), expected("[{name: multus}]"));
        assert_eq!(model_name("network_redundancy"), "networkRedundancy");
    }
}
