//! Descriptions of Kubernetes clusters: written by hand, or made from the output of `kubectl`, `uname` and `lsmod`. A
//! description is a file of its own kind, not a descriptor. Anything that it does not state is unknown.

mod observed;

use crate::sorted_map::SortedMap;
use crate::sorting::gather;
use crate::syntax::parse::parse;
use crate::syntax::{Entry, Node, NodePath};
use crate::workspace::SourceFile;

/// Maximum number of nodes, and of entries of each list.
const MAX_ENTRIES: usize = 20_000;

/// A cluster. `None` means that the description does not state it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cluster {
    pub name: String,
    pub nodes: Vec<ClusterNode>,
    /// The kinds of resources that the cluster serves.
    pub resources: Option<Vec<Resource>>,
    pub plugins: Option<Vec<Plugin>>,
}

impl Cluster {
    /// The nodes that run applications: those that are not kept free of them, unless there are no others.
    pub fn workers(&self) -> Vec<&ClusterNode> {
        let workers: Vec<&ClusterNode> = self.nodes.iter().filter(|node| !node.is_kept_free).collect();
        if workers.is_empty() { self.nodes.iter().collect() } else { workers }
    }
}

/// The oldest kernel of nodes; `None` if one is not stated or cannot be compared.
pub fn oldest_kernel<'a>(nodes: &[&'a ClusterNode]) -> Option<&'a str> {
    let mut oldest: Option<(Vec<u64>, &str)> = None;
    for node in nodes {
        let version = node.kernel_version.as_deref()?;
        let fields = kernel_fields(version)?;
        if oldest.as_ref().is_none_or(|(other, _)| fields < *other) {
            oldest = Some((fields, version));
        }
    }
    oldest.map(|(_, version)| version)
}

/// A node. Applications run on every node that is not kept free of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClusterNode {
    pub name: String,
    /// As printed by `uname -r`.
    pub kernel_version: Option<String>,
    /// The loaded modules, as printed by `lsmod`.
    pub kernel_modules: Option<Vec<String>>,
    pub labels: Option<SortedMap<String, String>>,
    /// Whether applications are kept off the node: by a taint of the control plane, or because it is cordoned.
    pub is_kept_free: bool,
}

/// A kind of resource.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Resource {
    pub kind: String,
    /// `group/version`, or only the version for resources of the core; `group/` if the version is unknown.
    pub api_version: String,
}

/// A plugin, such as Multus.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Plugin {
    pub name: String,
    pub version: Option<String>,
}

/// The name of the node of a description that describes all nodes at once.
pub const EVERY_NODE: &str = "every node";
/// The name of the only node that is known from the output of `uname` or `lsmod`.
pub const THIS_NODE: &str = "this node";

/// The key with the name of the cluster, by which a description is recognized.
pub const NAME: &str = "cluster";
/// The keys of a description, in addition to its name.
pub const KEYS: [&str; 6] = ["nodes", "kernelVersion", "kernelModules", "labels", "customResources", "plugins"];
/// The keys of a node.
pub const NODE_KEYS: [&str; 4] = ["name", "kernelVersion", "kernelModules", "labels"];

/// Whether this is a description of a cluster.
fn is_cluster(root: &Node) -> bool {
    root.get(NAME).and_then(Node::as_text).is_some() && KEYS.iter().any(|key| root.entry(key).is_some())
}

/// The root of a file that is a description of a cluster.
pub fn of_file(file: &SourceFile) -> Option<&Node> {
    file.root.as_deref().filter(|root| file.language.is_none() && is_cluster(root))
}

/// Whether a text may be a description, without parsing it.
pub fn may_be_cluster(text: &str) -> bool {
    text.contains(NAME) && KEYS.iter().any(|key| text.contains(key))
}

/// The clusters in texts: one for each description, and one for all outputs of tools together, unless several of them list
/// nodes, or the reason why a text cannot
/// be read.
pub fn read<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Vec<Cluster>, String> {
    let mut clusters = Vec::new();
    let mut observed = observed::Observed::default();
    for text in texts {
        if observed::is_output(text) {
            let mut own = observed::Observed::default();
            own.add(text)?;
            // Each list of nodes is that of another cluster.
            if observed.lists_nodes && own.lists_nodes {
                clusters.extend(observed.cluster());
                observed = own;
            } else {
                observed.merge(own);
            }
            continue;
        }
        let tree = parse(text);
        if let Some(error) = tree.first_error(text) {
            return Err(error);
        }
        match tree.root().filter(|root| is_cluster(root)) {
            Some(root) => clusters.push(of_node(root)),
            None => {
                return Err("not a cluster description: expected `cluster` with its name and `nodes`, or the output of \
                            `kubectl get nodes -o json`, `kubectl get crd -o json`, `kubectl api-resources`, `uname -r` \
                            or `lsmod`"
                    .to_owned());
            }
        }
    }
    clusters.extend(observed.cluster());
    let several = clusters.iter_mut().filter(|cluster| cluster.name == observed::NAME).skip(1);
    for (cluster, number) in several.zip(2..) {
        cluster.name = format!("{} {number}", observed::NAME);
    }
    Ok(clusters)
}

/// Whether the output of `lsmod` is among the texts, but not used: it does not state which of several nodes it is from.
pub fn is_without_modules<'a>(texts: impl IntoIterator<Item = &'a str>, clusters: &[Cluster]) -> bool {
    let has_modules = |cluster: &Cluster| cluster.nodes.iter().any(|node| node.kernel_modules.is_some());
    let observed = clusters.iter().filter(|cluster| cluster.name.starts_with(observed::NAME));
    let is_unused = observed.clone().any(|cluster| !has_modules(cluster));
    is_unused && texts.into_iter().any(observed::has_modules)
}

/// The cluster that a node describes.
pub fn of_node(root: &Node) -> Cluster {
    let mut shared = of_cluster_node(root);
    shared.name = EVERY_NODE.to_owned();
    let listed = root.get("nodes").map_or(&[][..], Node::items).iter().take(MAX_ENTRIES);
    let mut nodes: Vec<ClusterNode> = listed.map(of_cluster_node).collect();
    for node in &mut nodes {
        node.kernel_version = node.kernel_version.take().or_else(|| shared.kernel_version.clone());
        node.kernel_modules = node.kernel_modules.take().or_else(|| shared.kernel_modules.clone());
        let own = node.labels.take();
        node.labels = match (own, &shared.labels) {
            (Some(own), Some(shared)) => Some(gather(shared.clone().into_iter().chain(own))),
            (own, shared) => own.or_else(|| shared.clone()),
        };
    }
    let is_stated = shared.kernel_version.is_some() || shared.kernel_modules.is_some() || shared.labels.is_some();
    if nodes.is_empty() && is_stated {
        nodes.push(shared);
    }
    Cluster {
        name: text(root, NAME).unwrap_or_default(),
        nodes,
        resources: root.get("customResources").map(|list| {
            let resource = |node: &Node| {
                let api_version = text(node, "apiVersion").unwrap_or_default();
                Some(Resource { kind: text(node, "kind")?, api_version })
            };
            list.items().iter().take(MAX_ENTRIES).filter_map(resource).collect()
        }),
        plugins: root.get("plugins").map(|list| {
            let plugin = |node: &Node| match node.as_text() {
                Some(name) => Some(Plugin { name: name.to_owned(), version: None }),
                None => Some(Plugin { name: text(node, "name")?, version: text(node, "version") }),
            };
            list.items().iter().take(MAX_ENTRIES).filter_map(plugin).collect()
        }),
    }
}

fn of_cluster_node(node: &Node) -> ClusterNode {
    let modules = node.get("kernelModules").map(|list| {
        let names = list.items().iter().take(MAX_ENTRIES).filter_map(Node::as_text);
        names.map(str::to_owned).collect()
    });
    let label = |entry: &Entry| {
        let value = if entry.value.is_null() { "" } else { entry.value.as_text()? };
        Some((entry.key.as_text()?.to_owned(), value.to_owned()))
    };
    let labels = node.get("labels").map(|labels| gather(labels.entries().iter().take(MAX_ENTRIES).filter_map(label)));
    ClusterNode {
        name: text(node, "name").unwrap_or_default(),
        kernel_version: text(node, "kernelVersion"),
        kernel_modules: modules,
        labels,
        is_kept_free: false,
    }
}

fn text(node: &Node, key: &str) -> Option<String> {
    node.get(key).filter(|node| !node.is_null()).and_then(Node::as_text).map(str::to_owned)
}

/// Maximum number of faults that are listed.
const MAX_FAULTS: usize = 200;

/// The places in a description that have another shape than expected, with the reason.
pub fn faults(root: &Node) -> Vec<(NodePath, String)> {
    let mut found = Vec::new();
    let known = |entry: &Entry, keys: &[&str]| entry.key.as_text().is_some_and(|key| keys.contains(&key));
    let mut unknown = |node: &Node, path: &NodePath, keys: &[&str]| {
        let others = node.entries().iter().filter(|entry| !known(entry, keys));
        for entry in others.take(MAX_FAULTS.saturating_sub(found.len())) {
            let key = entry.key.as_text().unwrap_or_default();
            let near = crate::similarity::closest(key, keys.iter().copied());
            let hint = near.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
            found.push((path.key(key), format!("unknown key `{key}` in a cluster description{hint}")));
        }
    };
    let keys: Vec<&str> = KEYS.into_iter().chain([NAME]).collect();
    unknown(root, &NodePath::root(), &keys);
    let listed = root.get("nodes").map_or(&[][..], Node::items);
    let at = NodePath::root().key("nodes");
    for (index, node) in listed.iter().enumerate() {
        unknown(node, &at.index(index), &NODE_KEYS);
    }
    let nodes = listed.iter().enumerate().map(|(index, node)| (at.index(index), node));
    for (path, node) in nodes.chain([(NodePath::root(), root)]) {
        let version = node.get("kernelVersion").filter(|version| !version.is_null());
        if version.is_some_and(|version| version.as_text().is_none_or(|text| kernel_fields(text).is_none())) {
            found.push((path.key("kernelVersion"), "not a kernel version as printed by `uname -r`".to_owned()));
        }
        if node.get("kernelModules").is_some_and(|list| list.as_sequence().is_none() && !list.is_null()) {
            found.push((path.key("kernelModules"), "the kernel modules must be a list".to_owned()));
        }
        if node.get("labels").is_some_and(|labels| labels.as_mapping().is_none() && !labels.is_null()) {
            found.push((path.key("labels"), "the labels must be a mapping".to_owned()));
        }
    }
    for (key, has) in [("customResources", "kind"), ("plugins", "name")] {
        for (index, item) in root.get(key).map_or(&[][..], Node::items).iter().enumerate() {
            let is_name = key == "plugins" && item.as_text().is_some();
            if item.get(has).is_none() && !is_name {
                let path = NodePath::root().key(key).index(index);
                found.push((path, format!("an entry of `{key}` must have a `{has}`")));
            }
        }
    }
    found.truncate(MAX_FAULTS);
    found
}

/// The numbers of a kernel version: `5.15.0-91-generic` has 5, 15, 0 and 91. `None` if the text is not a kernel version.
pub fn kernel_fields(text: &str) -> Option<Vec<u64>> {
    let (release, rest) = text.trim().split_once(['-', '+', '_']).unwrap_or((text.trim(), ""));
    let mut fields: Vec<u64> = Vec::new();
    for part in release.split('.') {
        fields.push(part.parse().ok()?);
    }
    if fields.len() < 2 || fields.len() > 4 {
        return None;
    }
    fields.resize(4, 0);
    for part in rest.split(['.', '-', '_', '+']) {
        match part.parse() {
            Ok(number) => fields.push(number),
            Err(_) => break,
        }
    }
    Some(fields)
}

impl Cluster {
    /// The description as YAML.
    pub fn text(&self) -> String {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let list = |texts: &[String]| texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", ");
        let mut lines = vec![format!("cluster: {}", quoted(&self.name))];
        if !self.nodes.is_empty() {
            lines.push("nodes:".to_owned());
        }
        for node in self.nodes.iter().filter(|node| !node.is_kept_free || self.nodes.len() == 1) {
            lines.push(format!("  - name: {}", quoted(&node.name)));
            lines.extend(node.kernel_version.iter().map(|version| format!("    kernelVersion: {}", quoted(version))));
            lines.extend(node.kernel_modules.iter().map(|modules| format!("    kernelModules: [{}]", list(modules))));
            if let Some(labels) = &node.labels {
                lines.push(format!("    labels:{}", if labels.is_empty() { " {}" } else { "" }));
                let label = |(key, value): (&String, &String)| format!("      {}: {}", quoted(key), quoted(value));
                lines.extend(labels.iter().map(label));
            }
        }
        if let Some(resources) = &self.resources {
            lines.push(format!("customResources:{}", if resources.is_empty() { " []" } else { "" }));
            let resource = |one: &Resource| {
                format!("  - {{kind: {}, apiVersion: {}}}", quoted(&one.kind), quoted(&one.api_version))
            };
            lines.extend(resources.iter().map(resource));
        }
        if let Some(plugins) = &self.plugins {
            lines.push(format!("plugins:{}", if plugins.is_empty() { " []" } else { "" }));
            let plugin = |one: &Plugin| match &one.version {
                Some(version) => format!("  - {{name: {}, version: {}}}", quoted(&one.name), quoted(version)),
                None => format!("  - {{name: {}}}", quoted(&one.name)),
            };
            lines.extend(plugins.iter().map(plugin));
        }
        lines.push(String::new());
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITTEN: &str = "cluster: oslo\nkernelVersion: 5.15.0\nlabels: {zone: a}\nnodes:\n  - name: w1\n    labels: \
                           {gpu: \"true\"}\n  - {name: w2, kernelVersion: 5.4.0, kernelModules: [tls]}\ncustomResources: \
                           [{kind: Redis, apiVersion: kubedb.com/v1}]\nplugins: [{name: multus, version: \"4.0\"}, sriov]\n";

    #[test]
    fn a_description_is_read_and_written() {
        let clusters = read([WRITTEN]).expect("a description");
        let [cluster] = clusters.as_slice() else { panic!("{clusters:?}") };
        let versions: Vec<_> = cluster.nodes.iter().map(|node| node.kernel_version.as_deref()).collect();
        assert_eq!(versions, [Some("5.15.0"), Some("5.4.0")]);
        assert_eq!(cluster.nodes[0].labels.as_ref().map(SortedMap::len), Some(2));
        assert_eq!(cluster.nodes[0].kernel_modules, None);
        assert_eq!(read([cluster.text().as_str()]).as_deref(), Ok([cluster.clone()].as_slice()));
        assert!(read(["cluster: x\n"]).is_err() && read(["a: [\n"]).is_err());
    }

    #[test]
    fn faults_of_a_description_are_found() {
        let root = |text: &str| parse(text).root().cloned().expect("a mapping");
        assert_eq!(faults(&root(WRITTEN)), []);
        let text = "cluster: oslo\nnodez: []\nnodes: [{kernelVersion: latest, labels: [a]}]\nplugins: [{version: 1}]\n";
        let found: Vec<String> = faults(&root(text)).into_iter().map(|(path, _)| path.to_string()).collect();
        assert_eq!(found, ["/nodez", "/nodes/0/kernelVersion", "/nodes/0/labels", "/plugins/0"]);
    }

    #[test]
    fn kernel_versions_have_numbers() {
        assert_eq!(kernel_fields("5.15.0-91-generic"), Some(vec![5, 15, 0, 0, 91]));
        assert_eq!(kernel_fields("4.18.0-372.9.1.el8.x86_64"), Some(vec![4, 18, 0, 0, 372, 9, 1]));
        assert_eq!(kernel_fields("6.1"), Some(vec![6, 1, 0, 0]));
        assert_eq!(kernel_fields("5.14.0-80+x"), Some(vec![5, 14, 0, 0, 80]));
        assert_eq!(kernel_fields("5.15.107+"), Some(vec![5, 15, 107, 0]));
        assert_eq!((kernel_fields("latest"), kernel_fields("5"), kernel_fields("5.x")), (None, None, None));
    }
}
