//! The networks of an application: its connection points with their interfaces, the network attachment definitions (NADs)
//! that must exist before the deployment, and the parameters of charts that receive addresses and names. Source: ASD page,
//! lines 241-428.

use crate::asd::charts::Charts;
use crate::asd::form::value_in_model;
use crate::asd::installation::values::{ItemValues, is_blank, point_input, several};
use crate::asd::model::{Application, DeploymentItem, mapped, text, texts};
use crate::preview::PartialValue;
use crate::preview::question::Values;
use crate::sorted_map::SortedMap;
use crate::syntax::{Node, NodePath};

/// A connection point.
#[derive(Clone, PartialEq, Debug)]
pub struct Connection {
    pub id: String,
    pub description: String,
    /// The networks it connects to.
    pub networks: Vec<String>,
    /// The interface in addition to the one of the cluster network; `None` if there is only that one.
    pub interface: Option<Interface>,
    /// The attachments to create before the deployment.
    pub attachments: Vec<Attachment>,
    /// Whether two interfaces share the network, and how.
    pub redundancy: Option<String>,
    /// Another connection point with the opposite side of the same network.
    pub mate: Option<String>,
    pub parameters: Vec<Receiver>,
    /// Its path in the document.
    pub path: NodePath,
}

/// An additional interface. Attributes that are not stated have their default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interface {
    pub interface_type: Stated,
    pub ipam: Stated,
    pub trunk: Stated,
    pub options: Vec<String>,
    pub nic_options: Vec<String>,
}

/// A value, and whether the descriptor states it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    pub value: String,
    pub is_default: bool,
}

/// A network attachment definition.
#[derive(Clone, PartialEq, Debug)]
pub struct Attachment {
    /// The given name, or a symbol.
    pub name: PartialValue,
    pub namespace: PartialValue,
    /// Whether it attaches the bond of the other two (ASD-55).
    pub is_bond: bool,
}

/// A parameter of a chart that receives a value of a connection point.
#[derive(Clone, PartialEq, Debug)]
pub struct Receiver {
    /// The attribute of the connection point: `nadNames`.
    pub attribute: String,
    pub chart: String,
    pub path: String,
    /// The deployment item of the chart; `None` if there is none.
    pub item: Option<String>,
    /// `None` if the chart is not deployed.
    pub value: Option<PartialValue>,
}

/// The connection points of a descriptor.
pub fn connections(
    application: &Application,
    charts: &Charts,
    values: &[ItemValues],
    inputs: &Values,
) -> Vec<Connection> {
    let ids: Vec<Option<&str>> = application.items().map(DeploymentItem::id).collect();
    let mut found: Vec<Connection> =
        application.points().map(|(path, point)| connection(&ids, charts, values, inputs, path, point)).collect();
    // The first connection point of each side of a network.
    let mut sides: SortedMap<(String, String), String> = SortedMap::new();
    for one in &found {
        // Networks are compared as in the rule for counterparts.
        let Some(side) = one.redundancy.as_ref().filter(|side| matches!(side.as_str(), "Left" | "Right")) else {
            continue;
        };
        for network in &one.networks {
            sides.entry((side.clone(), network.to_lowercase())).or_insert_with(|| one.id.clone());
        }
    }
    for one in &mut found {
        let opposite = match one.redundancy.as_deref() {
            Some("Left") => "Right",
            Some("Right") => "Left",
            _ => continue,
        };
        let mut mates = one.networks.iter().map(|network| sides.get(&(opposite.to_owned(), network.to_lowercase())));
        one.mate = mates.find_map(|mate| mate.cloned());
    }
    found
}

fn connection(
    ids: &[Option<&str>],
    charts: &Charts,
    values: &[ItemValues],
    inputs: &Values,
    path: NodePath,
    point: &Node,
) -> Connection {
    let own = |key: &str| text(point, key).unwrap_or_default().to_owned();
    let interface = point.get("networkInterfaceRealizationRequirements").filter(|node| node.as_mapping().is_some());
    let stated = |node: &Node, key: &str, default: &str| {
        let text = text(node, key).map(|text| value_in_model(key, text));
        Stated { value: text.unwrap_or(default).to_owned(), is_default: text.is_none() }
    };
    let list = |node: &Node, key: &str| texts(node.get(key)).filter_map(Node::as_text).map(str::to_owned).collect();
    let redundancy = interface.and_then(|node| text(node, "interfaceRedundancy"));
    let mut parameters = Vec::new();
    for one in mapped(point) {
        let Some((chart, path)) = one.target() else { continue };
        let number = charts.item_of(chart);
        let input = point_input(point, one.attribute);
        let value = number.and_then(|number| {
            let written = &values.get(number)?.overrides;
            let at = written.binary_search_by(|one| one.path.as_str().cmp(path)).ok()?;
            written.get(at).filter(|one| one.input == input).map(|one| one.value.clone())
        });
        parameters.push(Receiver {
            attribute: one.attribute.to_owned(),
            chart: chart.to_owned(),
            path: path.to_owned(),
            item: number.and_then(|number| ids.get(number).copied().flatten().map(str::to_owned)),
            value,
        });
    }
    Connection {
        id: own("id"),
        description: own("description"),
        networks: list(point, "virtualLinkRequirement"),
        interface: interface.map(|node| Interface {
            interface_type: stated(node, "interfaceType", "kernel.netdev"),
            ipam: stated(node, "ipam", "infraProvided"),
            trunk: stated(node, "trunkMode", "false"),
            options: list(node, "interfaceOptions"),
            nic_options: list(node, "nicOptions"),
        }),
        attachments: attachments(point, inputs),
        redundancy: redundancy.map(|text| value_in_model("interfaceRedundancy", text).to_owned()),
        mate: None,
        parameters,
        path,
    }
}

/// The attachments of a connection point: one for each parameter with a name, or for each given name.
fn attachments(point: &Node, inputs: &Values) -> Vec<Attachment> {
    let n_parameters = mapped(point).filter(|one| one.attribute == "nadNames").count();
    let name = point_input(point, "nadNames");
    let given = inputs.get(&name).filter(|given| !is_blank(given)).cloned().map_or_else(Vec::new, several);
    let of_namespace = point_input(point, "nadNamespace");
    let is_mapped = mapped(point).any(|one| one.attribute == "nadNamespace");
    let namespace = match inputs.get(&of_namespace) {
        Some(value) => PartialValue::Value(value.clone()),
        // Without a parameter, the namespace is that of the release.
        None if is_mapped => PartialValue::Symbol(format!("<runtime {of_namespace}>")),
        None => PartialValue::Symbol("<namespace of the release>".to_owned()),
    };
    let count = n_parameters.max(if n_parameters > 0 { given.len() } else { 0 });
    (0..count)
        .map(|index| Attachment {
            name: match given.get(index) {
                Some(value) => PartialValue::Value(value.clone()),
                None => PartialValue::Symbol(format!("<runtime {name}[{index}]>")),
            },
            namespace: namespace.clone(),
            is_bond: count == 3 && index == 2,
        })
        .collect()
}
