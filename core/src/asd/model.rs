//! An application service descriptor lowered from its tree, whatever its form. The rest is read from the tree as needed.

use smol_str::SmolStr;

use crate::asd::form::{self, Form, InModel};
use crate::symbol::DescriptorRef;
use crate::syntax::{Node, NodePath};

/// An application service descriptor.
#[derive(Clone, PartialEq, Debug)]
pub struct Application {
    pub form: Form,
    /// The provider, name and version of the application.
    pub edition: Option<DescriptorRef>,
    /// The `asdId`.
    pub id: Option<SmolStr>,
    /// The attributes in the vocabulary of the model, with the spans of the text.
    pub root: Node,
    /// The path of the attributes in the document.
    pub at: NodePath,
    /// The paths of the deployment items in the document.
    items: Vec<NodePath>,
}

/// An item of `deploymentItems`.
#[derive(Clone, Copy, Debug)]
pub struct DeploymentItem<'a> {
    pub node: &'a Node,
    /// Its path in the document.
    pub path: &'a NodePath,
}

impl Application {
    pub fn lower(root: &Node) -> Self {
        let form = Form::of(root).unwrap_or(Form::Plain);
        let InModel { root, at, items } = form::read(root, form);
        let text = |key: &str| root.get(key)?.as_text();
        let edition =
            || DescriptorRef::edition("asd", text("asdProvider"), text("asdApplicationName")?, text("asdVersion")?);
        Application { form, edition: edition(), id: text("asdId").map(SmolStr::new), at, items, root }
    }

    pub fn text(&self, key: &str) -> Option<&str> {
        text(&self.root, key)
    }

    /// The path of the attributes of the descriptor, or of the deployment item at `path`, in a template, where they are
    /// properties.
    pub fn properties_of(&self, path: &NodePath) -> Option<NodePath> {
        let of_item = || self.items.contains(path).then(|| path.key("properties"));
        let found = if path.is_root() { Some(self.at.clone()) } else { of_item() };
        found.filter(|_| self.form.is_template())
    }

    /// The deployment items; a single one need not be in a list.
    pub fn items(&self) -> impl Iterator<Item = DeploymentItem<'_>> {
        self.nodes().zip(&self.items).map(|(node, path)| DeploymentItem { node, path })
    }

    fn nodes(&self) -> impl Iterator<Item = &Node> {
        let section = self.root.get("deploymentItems");
        let single = section.filter(|node| node.as_mapping().is_some());
        section.map_or(&[][..], Node::items).iter().chain(single)
    }

    /// The connection points with their paths in the document.
    pub fn points(&self) -> impl Iterator<Item = (NodePath, &Node)> {
        let section = self.root.get("asdExtCpd").map_or(&[][..], Node::items);
        let key = if matches!(self.form, Form::Onap | Form::OranSc) { "ext_cpds" } else { "asdExtCpd" };
        let at = self.at.key(key);
        section.iter().enumerate().map(move |(index, point)| (at.index(index), point))
    }

    /// The path of the section with the deployment items.
    pub fn section(&self) -> NodePath {
        match self.at.parent() {
            Some(node) if self.form.is_template() => node.key("artifacts"),
            _ => NodePath::keys(["deploymentItems"]),
        }
    }

    pub fn cluster(&self) -> Option<&Node> {
        self.root.get("enhancedClusterCapabilities")
    }
}

impl<'a> DeploymentItem<'a> {
    pub fn text(self, key: &str) -> Option<&'a str> {
        text(self.node, key)
    }

    pub fn id(self) -> Option<&'a str> {
        self.text("deploymentItemId")
    }

    /// The stage; `None` if the item can be deployed at any time, or if the number is invalid.
    pub fn order(self) -> Option<i64> {
        self.text("deploymentOrder")?.trim().parse().ok()
    }

    pub fn is_chart(self) -> bool {
        self.text("artifactType") == Some("helm_chart")
    }

    /// The lifecycle parameters.
    pub fn parameters(self) -> impl Iterator<Item = &'a Node> {
        texts(self.node.get("lifecycleParameters"))
    }

    /// The name of the chart, by its file: `streamer` for `charts/streamer-2.0.0.tgz`.
    pub fn chart(self) -> Option<&'a str> {
        self.text("artifactId").map(chart_name)
    }
}

pub fn text<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    node.get(key)?.as_text()
}

/// The texts of a list. A single text is a list of one.
pub fn texts(node: Option<&Node>) -> impl Iterator<Item = &Node> {
    let single = node.filter(|node| node.as_text().is_some() && !node.is_null());
    node.map_or(&[][..], Node::items).iter().filter(|item| item.as_text().is_some()).chain(single)
}

/// The node of the name and that of the version of a required plugin. The forms have long and short names.
pub fn plugin(node: &Node) -> (Option<&Node>, Option<&Node>) {
    let either = |name: &str, short: &str| node.get(name).or_else(|| node.get(short));
    (either("requiredPluginName", "name"), either("requiredPluginVersion", "version"))
}

/// A path of values without the notation of templates: `a.b` for `.Values.a.b`, `$.Values.a.b` and `{{ .Values.a.b }}`.
pub fn values_path(path: &str) -> &str {
    let inner = path.trim().strip_prefix("{{").and_then(|inner| inner.strip_suffix("}}"));
    let path = inner.map_or(path, |inner| inner.trim_matches('-').trim());
    let path = path.strip_prefix("$.").map_or(path, |rest| rest.strip_prefix("Values.").unwrap_or(path));
    let path = path.strip_prefix(".Values.").or(path.strip_prefix("Values.")).unwrap_or(path);
    path.strip_prefix('.').unwrap_or(path)
}

/// Whether this is the path of a value: `service.port`.
pub fn is_values_path(path: &str) -> bool {
    path.split('.').all(|part| !part.is_empty() && !part.contains(char::is_whitespace))
}

/// A parameter of a chart that an external value is written to.
#[derive(Clone, Copy, Debug)]
pub struct Mapped<'a> {
    /// The attribute: `nadNames`.
    pub attribute: &'a str,
    /// The text that names the parameter.
    pub node: &'a Node,
    /// Its index, if the attribute is a list.
    pub index: Option<usize>,
}

/// The attributes of a parameter mapping.
pub const MAPPED: [&str; 4] = ["loadbalancerIP", "externalIPs", "nadNames", "nadNamespace"];

/// Whether an attribute of a parameter mapping has several values.
pub fn has_several(attribute: &str) -> bool {
    matches!(attribute, "externalIPs" | "nadNames")
}

impl<'a> Mapped<'a> {
    /// The chart and the path of the parameter: `chart:path.parameter`.
    pub fn target(self) -> Option<(&'a str, &'a str)> {
        let (chart, parameter) = self.node.as_text()?.split_once(':')?;
        is_mapping(chart, parameter).then_some((chart, parameter))
    }
}

/// Whether this is the chart and the path of a parameter.
pub fn is_mapping(chart: &str, parameter: &str) -> bool {
    let is_segment = |part: &str| !part.is_empty() && !part.contains([':', '/']) && !part.contains(char::is_whitespace);
    is_segment(chart) && parameter.split('.').all(is_segment)
}

/// The mapped parameters of a connection point.
pub fn mapped(point: &Node) -> impl Iterator<Item = Mapped<'_>> {
    let mappings = point.get("inputParamMappings").map_or(&[][..], Node::entries).iter();
    let written = mappings.filter_map(|entry| {
        let attribute = entry.key.as_text().filter(|key| MAPPED.contains(key))?;
        Some((attribute, &entry.value))
    });
    written.flat_map(|(attribute, value)| {
        let is_list = value.as_sequence().is_some();
        let items = value.items().iter().enumerate().map(|(index, node)| (Some(index), node));
        let single = (!is_list).then_some((None, value));
        let nodes = items.chain(single).filter(|(_, node)| node.as_text().is_some() && !node.is_null());
        nodes.map(move |(index, node)| Mapped { attribute, node, index })
    })
}

/// The `ipam` of a connection point whose address no parameter receives, although the orchestrator assigns it (ASD-58).
pub fn unreceived_address(point: &Node) -> Option<&Node> {
    let assigned = point.get("networkInterfaceRealizationRequirements")?.get("ipam")?;
    let mappings = point.get("inputParamMappings");
    let has = |name: &str| {
        let node = mappings.and_then(|mappings| mappings.get(name));
        node.is_some_and(|node| node.as_sequence().is_none() || !node.items().is_empty())
    };
    (assigned.as_text() == Some("orchestrated") && !has("externalIPs") && !has("loadbalancerIP")).then_some(assigned)
}

/// Whether two identifiers are the same. The letters of a UUID may be in upper case.
pub fn is_same_id(one: &str, other: &str) -> bool {
    let is_uuid = one.len() == 36 && one.chars().all(|letter| letter.is_ascii_hexdigit() || letter == '-');
    if is_uuid { one.eq_ignore_ascii_case(other) } else { one == other }
}

/// Whether an attribute is a version or an identifier of the whole descriptor, which a number would change: `5.1` for `5.10`.
pub fn is_version(attribute: &str) -> bool {
    const VERSIONS: [&str; 7] = [
        "asdId",
        "asdInvariantId",
        "asdVersion",
        "asdSchemaVersion",
        "asdApplicationVersion",
        "minKernelVersion",
        "requiredPluginVersion",
    ];
    VERSIONS.contains(&attribute)
}

/// The name of the chart in a file: `streamer` in `charts/streamer-2.0.0.tgz`, and in `oci://example.com/streamer:2.0.0`.
pub fn chart_name(artifact: &str) -> &str {
    let artifact = artifact.trim_end_matches('/');
    let file = artifact.rsplit('/').next().unwrap_or(artifact);
    // The tag and digest of an image reference.
    let file = if artifact.starts_with("oci:") { file.split(['@', ':']).next().unwrap_or(file) } else { file };
    // Also the files of Terraform and Helmfile.
    let stem = [".tgz", ".tar.gz", ".zip", ".tf", ".yaml", ".yml"]
        .iter()
        .find_map(|end| file.strip_suffix(end))
        .unwrap_or(file);
    let version = stem.match_indices('-').find(|(dash, _)| {
        let word = stem.get(dash + 1..).unwrap_or("").split('-').next().unwrap_or("");
        let number = word.strip_prefix('v').unwrap_or(word);
        number.starts_with(|first: char| first.is_ascii_digit()) && number.contains('.')
    });
    version.and_then(|(dash, _)| stem.get(..dash)).unwrap_or(stem)
}

#[cfg(test)]
mod tests {
    use super::chart_name;

    #[test]
    fn a_chart_is_named_by_its_file_without_the_version() {
        assert_eq!(chart_name("Artifacts/HELM/streamer-2.0.0.tgz"), "streamer");
        assert_eq!(chart_name("stream-2-go-1.0.0-rc.1.tgz"), "stream-2-go");
        assert_eq!(chart_name("streamer-v2.0.0.tgz"), "streamer");
        assert_eq!(chart_name("stream-vpn.x.tgz"), "stream-vpn.x");
        assert_eq!(chart_name("A/net.tf"), "net");
        assert_eq!(chart_name("oci://reg.example:5000/charts/smf:1.2.0"), "smf");
        assert_eq!(chart_name("oci://reg.example/smf:1.2.0@sha256:0a"), "smf");
        assert_eq!(chart_name("https://charts.example.com/ingress"), "ingress");
    }
}
