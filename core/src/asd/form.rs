//! The serializations of an application service descriptor, and the names of its attributes in each of them. All are
//! read into the vocabulary of the information model.

use smol_str::SmolStr;

use crate::syntax::{Entry, Kind, Mapping, Node, NodePath, Scalar, Sequence, Step, Style};
use crate::text::FilePath;

/// A serialization.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Form {
    /// Plain YAML, with the names of the information model.
    Plain,
    /// A TOSCA service template of ONAP, with the node type `tosca.nodes.asd`.
    Onap,
    /// The same as O-RAN-SC writes it: charts with the server that they are uploaded to.
    OranSc,
    /// A TOSCA service template of O-RAN working group 6, with the node type `tosca.nodes.asd.Asd`.
    Wg6,
}

impl Form {
    pub const ALL: [Form; 4] = [Form::Plain, Form::Onap, Form::OranSc, Form::Wg6];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Form::Plain => "asd",
            Form::Onap => "onap",
            Form::OranSc => "oran-sc",
            Form::Wg6 => "wg6",
        }
    }

    /// The form of a document with this root; `None` if it is not an application service descriptor.
    pub fn of(root: &Node) -> Option<Self> {
        match node_type(root) {
            Some(WG6_NODE) => Some(Form::Wg6),
            Some(_) => {
                let (.., node) = nodes(root).next()?;
                let is_oran = |artifact: &Entry| {
                    artifact.value.get("properties").is_some_and(|own| {
                        ["target_server", "target_server_uri"].iter().any(|key| own.entry(key).is_some())
                    })
                };
                let artifacts = node.get("artifacts").map_or(&[][..], Node::entries);
                Some(if artifacts.iter().any(is_oran) { Form::OranSc } else { Form::Onap })
            }
            None => is_plain(root).then_some(Form::Plain),
        }
    }

    pub fn is_template(self) -> bool {
        self != Form::Plain
    }

    /// The type of the node that is the descriptor.
    pub fn node_type(self) -> &'static str {
        if self == Form::Wg6 { WG6_NODE } else { ONAP_NODE }
    }

    /// The type of the artifacts that are deployment items.
    pub fn item_type(self) -> &'static str {
        if self == Form::Wg6 { WG6_ITEM_TYPE } else { ONAP_ITEM_TYPE }
    }
}

pub const ONAP_ITEM_TYPE: &str = "tosca.artifacts.asd.deploymentItem";
pub const WG6_ITEM_TYPE: &str = "tosca.artifacts.asd.DeploymentItem";

pub const ONAP_NODE: &str = "tosca.nodes.asd";
pub const WG6_NODE: &str = "tosca.nodes.asd.Asd";

/// The nodes of a service template that are application service descriptors, with their names and paths.
pub fn nodes(root: &Node) -> impl Iterator<Item = (&Node, NodePath, &Node)> {
    let templates = root.get("topology_template").and_then(|topology| topology.get("node_templates"));
    templates.map_or(&[][..], Node::entries).iter().filter_map(|entry| {
        let of = entry.value.get("type")?.as_text()?;
        let path = NodePath::keys(["topology_template", "node_templates", entry.key.as_text()?]);
        matches!(of, ONAP_NODE | WG6_NODE).then_some((&entry.key, path, &entry.value))
    })
}

fn node_type(root: &Node) -> Option<&str> {
    nodes(root).next().and_then(|(.., node)| node.get("type")?.as_text())
}

/// Whether this is the plain form: it has the identifier, or else items and another key of its own.
fn is_plain(root: &Node) -> bool {
    let items = root.entry("deploymentItems").is_some();
    // A request to SO-CNFM also has items and values of connection points.
    let own =
        |key: &str| key.starts_with("asd") && key != "asdExtCpdInputParams" || key == "enhancedClusterCapabilities";
    let others = root.entries().iter().any(|entry| entry.key.as_text().is_some_and(own));
    root.entry("asdId").is_some() || items && others
}

/// An attribute with its names. An empty name means that the form has no such attribute.
#[derive(Debug)]
pub struct Attribute {
    /// The name in the information model.
    pub model: &'static str,
    plain: &'static str,
    onap: &'static str,
    wg6: &'static str,
    /// The attributes of its value, or of each item of a list.
    pub inner: &'static [Attribute],
}

impl Attribute {
    /// The name in a form; `None` if the form has no such attribute.
    pub fn name(&self, form: Form) -> Option<&'static str> {
        let name = match form {
            Form::Plain => self.plain,
            Form::Onap | Form::OranSc => self.onap,
            Form::Wg6 => self.wg6,
        };
        let only_oran = self.onap.starts_with("target_server") && form == Form::Onap;
        (!name.is_empty() && !only_oran).then_some(name)
    }

    /// Whether `key` is this attribute in a form, also in a spelling that is in use but not specified.
    fn is_written(&self, key: &str, form: Form) -> bool {
        let is_item_id = self.model == "deploymentItemId" && key == "itemId" && form.is_template();
        let is_removed = self.model == "networkInterfaceRealizationRequirements"
            && matches!(key, "networkInterfaceRequirements" | "network_interface_requirements");
        let name = match form {
            Form::Plain => self.plain,
            Form::Onap | Form::OranSc => self.onap,
            Form::Wg6 => self.wg6,
        };
        key == name || is_item_id || is_removed
    }
}

const fn same(name: &'static str) -> Attribute {
    Attribute { model: name, plain: name, onap: name, wg6: name, inner: &[] }
}

const fn attribute(name: &'static str, onap: &'static str, wg6: &'static str) -> Attribute {
    Attribute { model: name, plain: name, onap, wg6, inner: &[] }
}

const fn with(inner: &'static [Attribute], of: Attribute) -> Attribute {
    Attribute { inner, ..of }
}

/// The attributes of a descriptor.
pub static ATTRIBUTES: &[Attribute] = &[
    attribute("asdId", "descriptor_id", "asdId"),
    Attribute { plain: "", ..attribute("asdInvariantId", "descriptor_invariant_id", "asdInvariantId") },
    attribute("asdVersion", "descriptor_version", "asdVersion"),
    attribute("asdSchemaVersion", "schema_version", ""),
    attribute("asdProvider", "provider", "asdProvider"),
    attribute("asdApplicationName", "application_name", "asdApplicationName"),
    attribute("asdApplicationVersion", "application_version", "asdApplicationSwVersion"),
    attribute("asdApplicationInfoName", "", "asdApplicationInfoName"),
    attribute("asdInfoDescription", "function_description", "asdInfoDescription"),
    with(POINT, attribute("asdExtCpd", "ext_cpds", "asdExtCpd")),
    with(
        CLUSTER,
        attribute("enhancedClusterCapabilities", "enhanced_cluster_capabilities", "enhancedClusterCapabilities"),
    ),
    with(ITEM, attribute("deploymentItems", "", "")),
];

/// Whether two keys are names of one attribute, in different forms.
pub fn is_same_attribute(one: &str, other: &str) -> bool {
    fn is_in(attributes: &[Attribute], one: &str, other: &str) -> bool {
        attributes.iter().any(|attribute| {
            let Attribute { model, plain, onap, wg6, inner } = attribute;
            // In a template, the artifact is a file, and the identifier of an item has two spellings.
            let more = match *model {
                "artifactId" => "file",
                "deploymentItemId" => "itemId",
                "interfaceOptions" => "interface_options",
                _ => model,
            };
            let names = [*model, *plain, *onap, *wg6, more];
            names.contains(&one) && names.contains(&other) || is_in(inner, one, other)
        })
    }
    !one.is_empty() && is_in(ATTRIBUTES, one, other)
}

/// The attributes of a deployment item. In a template, `artifactId` is the `file` of the artifact.
pub static ITEM: &[Attribute] = &[
    attribute("deploymentItemId", "item_id", "deploymentItemId"),
    attribute("artifactType", "artifact_type", "artifactType"),
    attribute("artifactId", "", ""),
    attribute("deploymentOrder", "deployment_order", "deploymentOrder"),
    attribute("lifecycleParameters", "lifecycle_parameters", "deploymentParameter"),
    Attribute { plain: "", ..attribute("targetServer", "target_server", "") },
    Attribute { plain: "", ..attribute("targetServerUri", "target_server_uri", "") },
];

static POINT: &[Attribute] = &[
    same("id"),
    same("description"),
    attribute("virtualLinkRequirement", "virtual_link_requirement", "virtualLinkRequirement"),
    with(
        INTERFACE,
        attribute(
            "networkInterfaceRealizationRequirements",
            "network_interface_realization_requirements",
            "networkInterfaceRealizationRequirements",
        ),
    ),
    with(MAPPINGS, attribute("inputParamMappings", "input_param_mappings", "inputParamMappings")),
    attribute("resourceMapping", "resource_mapping", "resourceMapping"),
];

static INTERFACE: &[Attribute] = &[
    attribute("trunkMode", "trunk_mode", "trunkMode"),
    same("ipam"),
    attribute("interfaceType", "interface_type", "interfaceType"),
    attribute("interfaceOptions", "interface_option", "interfaceOption"),
    attribute("interfaceRedundancy", "interface_redundancy", "interfaceRedundancy"),
    attribute("nicOptions", "nic_options", ""),
];

static MAPPINGS: &[Attribute] = &[
    attribute("loadbalancerIP", "loadbalancer_IP", "loadbalancerIP"),
    attribute("externalIPs", "external_IPs", "externalIPs"),
    attribute("nadNames", "nad_names", "nadName"),
    attribute("nadNamespace", "nad_namespace", "nadNamespace"),
];

static CLUSTER: &[Attribute] = &[
    attribute("minKernelVersion", "min_kernel_version", "minKernelVersion"),
    attribute("requiredKernelModules", "required_kernel_modules", "requiredKernelModule"),
    attribute("conflictingKernelModules", "conflicting_kernel_modules", "conflictingKernelModule"),
    with(RESOURCE, attribute("requiredCustomResources", "required_custom_resources", "requiredCustomResource")),
    attribute("clusterLabels", "cluster_labels", "clusterLabel"),
    with(PLUGIN, attribute("requiredPlugin", "required_plugin", "requiredPlugin")),
];

static RESOURCE: &[Attribute] = &[same("kind"), attribute("apiVersion", "api_version", "apiVersion")];

static PLUGIN: &[Attribute] = &[
    attribute("requiredPluginName", "name", "requiredPluginName"),
    attribute("requiredPluginVersion", "version", "requiredPluginVersion"),
];

/// A node in the vocabulary of the model. Spans stay those of the text, and unknown keys stay as written.
fn in_model(node: &Node, attributes: &'static [Attribute], form: Form) -> Node {
    let kind = match &node.kind {
        Kind::Mapping(mapping) => {
            let entries = mapping.entries.iter().map(|entry| {
                let known = entry.key.as_text().and_then(|key| {
                    let known = attributes.iter().find(|attribute| attribute.is_written(key, form))?;
                    // The specified name takes precedence over another spelling.
                    let is_second = |name: &str| name != key && node.entry(name).is_some();
                    (!known.name(form).is_some_and(is_second)).then_some(known)
                });
                match known {
                    Some(attribute) => Entry {
                        key: renamed(&entry.key, attribute.model),
                        value: in_model(&entry.value, attribute.inner, form),
                        merged: entry.merged,
                    },
                    None => entry.clone(),
                }
            });
            Kind::Mapping(Mapping { flow: mapping.flow, entries: entries.collect() })
        }
        Kind::Sequence(sequence) => {
            let items = sequence.items.iter().map(|item| in_model(item, attributes, form)).collect();
            Kind::Sequence(Sequence { flow: sequence.flow, items })
        }
        kind => kind.clone(),
    };
    Node { kind, ..node.clone() }
}

fn renamed(key: &Node, name: &str) -> Node {
    Node { kind: Kind::Scalar(Scalar { value: SmolStr::new(name), style: Style::Plain }), ..key.clone() }
}

/// A descriptor in the vocabulary of the model.
#[derive(Clone, PartialEq, Debug)]
pub struct InModel {
    pub root: Node,
    /// The path of the attributes in the document.
    pub at: NodePath,
    /// The paths of the deployment items in the document.
    pub items: Vec<NodePath>,
}

/// Reads a document of this form. Of several descriptors in a template, the first is read.
pub fn read(root: &Node, form: Form) -> InModel {
    if !form.is_template() {
        let at = NodePath::keys(["deploymentItems"]);
        let items = root.get("deploymentItems");
        let items = match items.map(|items| (items, items.items().len())) {
            Some((items, 0)) if items.as_mapping().is_some() => vec![at],
            Some((_, count)) => (0..count).map(|index| at.index(index)).collect(),
            None => Vec::new(),
        };
        return InModel { root: in_model(root, ATTRIBUTES, form), at: NodePath::root(), items };
    }
    let Some((name, path, node)) = nodes(root).next() else {
        return InModel { root: root.clone(), at: NodePath::root(), items: Vec::new() };
    };
    let properties = node.get("properties").filter(|properties| properties.as_mapping().is_some());
    let mut of_model = match properties {
        Some(properties) => in_model(properties, ATTRIBUTES, form),
        None => Node { span: name.span, kind: Kind::Mapping(Mapping::default()), properties: None },
    };
    if let (Form::Wg6, Some(version), Kind::Mapping(mapping)) = (form, imported_version(root), &mut of_model.kind) {
        mapping.entries.push(version);
    }
    let mut paths = Vec::new();
    if let (Some(artifacts), Kind::Mapping(mapping)) = (node.entry("artifacts"), &mut of_model.kind) {
        let at = path.key("artifacts");
        let is_item = |entry: &&Entry| entry.value.as_mapping().is_some() && is_item_type(&entry.value);
        let items: Vec<&Entry> = artifacts.value.entries().iter().filter(is_item).collect();
        paths = items.iter().filter_map(|entry| Some(at.key(entry.key.as_text()?))).collect();
        let items = items.into_iter().map(|entry| item(entry, form)).collect();
        let list = Kind::Sequence(Sequence { flow: false, items });
        mapping.entries.push(Entry {
            key: renamed(&artifacts.key, "deploymentItems"),
            value: Node { kind: list, ..artifacts.value.clone() },
            merged: false,
        });
    }
    InModel { root: of_model, at: path.key("properties"), items: paths }
}

/// Whether the artifact has the type of deployment items, also in another spelling, or none.
fn is_item_type(artifact: &Node) -> bool {
    let of = artifact.get("type").and_then(Node::as_text);
    // Misspelled ones are reported by the tables.
    of.is_none_or(|of| {
        of.to_ascii_lowercase().ends_with("deploymentitem") || of.starts_with("tosca.artifacts.asd.deploy")
    })
}

/// Whether a path of a template leads into a node that is not a descriptor, or an artifact that is not a deployment item. The
/// tables of descriptors do not apply to them.
pub fn is_foreign(root: &Node, path: &NodePath) -> bool {
    let key = |index: usize| match path.steps().get(index) {
        Some(Step::Key(key)) => Some(key.as_str()),
        _ => None,
    };
    if (key(0), key(1)) != (Some("topology_template"), Some("node_templates")) {
        return false;
    }
    let node = key(2).and_then(|name| root.get("topology_template")?.get("node_templates")?.get(name));
    let Some(node) = node else { return false };
    let is_other = node.get("type").and_then(Node::as_text).is_some_and(|of| !matches!(of, ONAP_NODE | WG6_NODE));
    let artifact = || key(4).filter(|_| key(3) == Some("artifacts")).and_then(|name| node.get("artifacts")?.get(name));
    is_other || artifact().is_some_and(|artifact| !is_item_type(artifact))
}

/// The word in the names of files with the types of descriptors: `asd_types.yaml`, `oran_asd_types_v2.0.yaml`.
const TYPES: &str = "asd_types";

/// Whether the file at a path has the types of descriptors. It is never read: the tables of descriptors are built in, and
/// the file of ONAP is malformed (ASD-79).
pub fn are_types(path: &FilePath) -> bool {
    path.name().contains(TYPES)
}

/// Whether an import is that of the types of descriptors.
pub fn is_types(import: &Node) -> bool {
    let is_it = |node: &Node| node.as_text().is_some_and(|text| text.contains(TYPES));
    is_it(import) || import.entries().iter().any(|entry| is_it(&entry.value) || is_types(&entry.value))
}

/// A value of the model in one notation, so that descriptors in different forms can be compared: single texts in place of lists
/// are lists of one, and values have the spelling of the model.
pub fn canonical(node: &Node) -> Node {
    of_attribute("", node)
}

fn of_attribute(key: &str, node: &Node) -> Node {
    const LISTS: [&str; 6] = [
        "virtualLinkRequirement",
        "externalIPs",
        "nadNames",
        "lifecycleParameters",
        "requiredKernelModules",
        "conflictingKernelModules",
    ];
    let kind = match &node.kind {
        Kind::Mapping(mapping) => {
            let inner = |entry: &Entry| {
                let value = of_attribute(entry.key.as_text().unwrap_or_default(), &entry.value);
                Entry { value, ..entry.clone() }
            };
            Kind::Mapping(Mapping { flow: mapping.flow, entries: mapping.entries.iter().map(inner).collect() })
        }
        Kind::Sequence(sequence) => {
            let items = sequence.items.iter().map(|item| of_item(key, item)).collect();
            Kind::Sequence(Sequence { flow: sequence.flow, items })
        }
        Kind::Scalar(_) if LISTS.contains(&key) => {
            Kind::Sequence(Sequence { flow: true, items: vec![of_item(key, node)] })
        }
        Kind::Scalar(_) => return of_item(key, node),
        kind => kind.clone(),
    };
    Node { kind, ..node.clone() }
}

/// A single text, or an item of a list.
fn of_item(key: &str, node: &Node) -> Node {
    let Kind::Scalar(scalar) = &node.kind else { return of_attribute("", node) };
    let value = SmolStr::new(value_in_model(key, &scalar.value));
    // Numbers and booleans may be quoted.
    let style = if matches!(key, "trunkMode" | "deploymentOrder") { Style::Plain } else { scalar.style };
    Node { kind: Kind::Scalar(Scalar { value, style }), ..node.clone() }
}

/// The schema version of the O-RAN form, which is a part of the name of the imported types.
fn imported_version(root: &Node) -> Option<Entry> {
    let imports = root.get("imports")?;
    let inner = imports
        .items()
        .iter()
        .flat_map(|item| [item].into_iter().chain(item.entries().iter().map(|entry| &entry.value)));
    let named = inner.chain([imports]).find_map(|node| {
        let (_, rest) = node.as_text()?.rsplit_once("oran_asd_types_v")?;
        let version = rest.trim_end_matches(".yaml").trim_end_matches(".yml");
        (!version.is_empty()).then_some((node, version))
    });
    let (node, version) = named?;
    let scalar = Scalar { value: SmolStr::new(version), style: Style::DoubleQuoted };
    let value = Node { kind: Kind::Scalar(scalar), ..node.clone() };
    Some(Entry { key: renamed(node, "asdSchemaVersion"), value, merged: false })
}

/// A deployment item written as an artifact. Its span is that of the name of the artifact.
fn item(artifact: &Entry, form: Form) -> Node {
    let mut entries = Vec::new();
    if let Some(file) = artifact.value.entry("file") {
        entries.push(Entry { key: renamed(&file.key, "artifactId"), ..file.clone() });
    }
    let properties = artifact.value.get("properties").map(|properties| in_model(properties, ITEM, form));
    entries.extend(properties.iter().flat_map(Node::entries).cloned());
    Node { span: artifact.key.span, kind: Kind::Mapping(Mapping { flow: false, entries }), properties: None }
}

/// The name of an attribute of the model in a form; the name in the model if it has no other.
pub fn name_in(model: &str, form: Form) -> &str {
    fn find(attributes: &[Attribute], model: &str, form: Form) -> Option<&'static str> {
        attributes.iter().find_map(|attribute| {
            let own = (attribute.model == model).then(|| attribute.name(form)).flatten();
            own.or_else(|| find(attribute.inner, model, form))
        })
    }
    find(ATTRIBUTES, model, form).unwrap_or(model)
}

/// Another spelling of a value in the information model: `activePassiveBond` for `actPassBond`. The value itself if it
/// has no other.
pub fn value_in_model<'a>(attribute: &str, value: &'a str) -> &'a str {
    match (attribute, value) {
        ("interfaceRedundancy", side) if side.eq_ignore_ascii_case("left") => "Left",
        ("interfaceRedundancy", side) if side.eq_ignore_ascii_case("right") => "Right",
        ("interfaceRedundancy", "actPassBond") => "activePassiveBond",
        ("interfaceRedundancy", "actActBond") => "activeActiveBond",
        ("interfaceRedundancy", "actPassL3") => "activePassiveL3",
        ("interfaceRedundancy", "actActL3") => "activeActiveL3",
        ("interfaceType", "direct.userspace") => "direct.userdriver",
        _ => value,
    }
}

/// The spelling of a value of the information model in a form; `None` if the form has no such value.
pub fn value_in_form<'a>(attribute: &str, value: &'a str, form: Form) -> Option<&'a str> {
    Some(match (attribute, value, form) {
        ("interfaceRedundancy", "activePassiveBond", Form::Onap | Form::OranSc) => "actPassBond",
        ("interfaceRedundancy", "activeActiveBond", Form::Onap | Form::OranSc) => "actActBond",
        ("interfaceRedundancy", "activePassiveL3", Form::Onap | Form::OranSc) => "actPassL3",
        ("interfaceRedundancy", "activeActiveL3", Form::Onap | Form::OranSc) => "actActL3",
        ("interfaceRedundancy", "bondCni", Form::Onap | Form::OranSc | Form::Wg6) => return None,
        ("interfaceRedundancy", "activeActiveL3", Form::Wg6) => return None,
        ("interfaceRedundancy", "Left", Form::Wg6) => "left",
        ("interfaceRedundancy", "Right", Form::Wg6) => "right",
        ("interfaceType", "direct.userdriver", Form::Wg6) => "direct.userspace",
        _ => value,
    })
}
