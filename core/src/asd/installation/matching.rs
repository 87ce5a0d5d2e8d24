//! Matches the requirements of a descriptor against clusters: each is met, not met or unknown, with the reason.

use serde::Serialize;

use crate::asd::cluster::{Cluster, ClusterNode, EVERY_NODE, Resource, THIS_NODE, kernel_fields};
use crate::asd::label::labels;
use crate::asd::model::{self, text};
use crate::sorted_map::SortedSet;
use crate::sorting::{Sorting, gather};
use crate::syntax::Node;

/// Maximum number of nodes, modules or kinds that a reason names.
const MAX_NAMED: usize = 3;
/// The custom resource that Multus and similar plugins define.
const ATTACHMENT: &str = "NetworkAttachmentDefinition";

/// Whether a requirement is met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Ok,
    Unknown,
    Fail,
}

/// A requirement on the cluster, with its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement {
    /// The attribute of the information model: `minKernelVersion`.
    pub attribute: &'static str,
    /// The requirement: `Linux kernel 5.15.0`, `Redis databases.spotahome.com/v1`.
    pub name: String,
    pub verdict: Verdict,
    pub reason: String,
}

/// The match of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterMatch {
    pub cluster: String,
    /// Fails if a requirement fails, and is unknown if one is unknown.
    pub verdict: Verdict,
    pub requirements: Vec<Requirement>,
}

/// A custom resource that the application brings along, and the deployment item that installs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brought {
    pub resource: Resource,
    pub item: String,
}

/// The custom resources that the application itself installs before its charts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shipment {
    pub resources: Vec<Brought>,
    /// The items whose custom resources are not known.
    pub unread: Vec<String>,
}

/// The clusters with the results for the requirements, the best first.
pub fn ranked(required: &Node, shipment: &Shipment, clusters: &[Cluster]) -> Vec<ClusterMatch> {
    let mut found: Vec<ClusterMatch> = clusters.iter().map(|cluster| matched(required, shipment, cluster)).collect();
    found.order_by_key(|one| {
        let count = |verdict| one.requirements.iter().filter(|requirement| requirement.verdict == verdict).count();
        (count(Verdict::Fail), count(Verdict::Unknown), one.cluster.clone())
    });
    found
}

fn matched(required: &Node, shipment: &Shipment, cluster: &Cluster) -> ClusterMatch {
    let matching = Matching { cluster, nodes: cluster.workers(), shipment };
    let mut requirements = Vec::new();
    let mut add = |attribute, name: String, (verdict, reason): (Verdict, String)| {
        requirements.push(Requirement { attribute, name, verdict, reason });
    };
    if let Some(version) = text(required, "minKernelVersion") {
        add("minKernelVersion", format!("Linux kernel {version}"), matching.kernel(version));
    }
    for module in list(required, "requiredKernelModules") {
        add("requiredKernelModules", module.to_owned(), matching.module(module, true));
    }
    for module in list(required, "conflictingKernelModules") {
        add("conflictingKernelModules", module.to_owned(), matching.module(module, false));
    }
    for resource in required.get("requiredCustomResources").map_or(&[][..], Node::items) {
        let (kind, version) = (text(resource, "kind"), text(resource, "apiVersion"));
        let name = kind.into_iter().chain(version).collect::<Vec<_>>().join(" ");
        add("requiredCustomResources", name, matching.resource(kind, version));
    }
    for (_, label) in labels(required) {
        let name = label.value.as_ref().map_or_else(|| label.key.clone(), |value| format!("{}={value}", label.key));
        add("clusterLabels", name, matching.label(&label.key, label.value.as_deref()));
    }
    for plugin in required.get("requiredPlugin").map_or(&[][..], Node::items) {
        let (name, version) = model::plugin(plugin);
        let (name, version) = (name.and_then(Node::as_text), version.and_then(Node::as_text));
        let shown = name.into_iter().chain(version).collect::<Vec<_>>().join(" ");
        add("requiredPlugin", shown, matching.plugin(name, version));
    }
    let verdict = requirements.iter().map(|one| one.verdict).max().unwrap_or(Verdict::Ok);
    ClusterMatch { cluster: cluster.name.clone(), verdict, requirements }
}

fn list<'a>(required: &'a Node, key: &str) -> impl Iterator<Item = &'a str> {
    model::texts(required.get(key)).filter_map(Node::as_text)
}

/// `a`, `b` and 4 more.
fn names<'a>(all: impl IntoIterator<Item = &'a str>) -> String {
    let all: Vec<&str> = all.into_iter().collect();
    let shown: Vec<String> = all.iter().take(MAX_NAMED).map(|name| named(name)).collect();
    match all.len().saturating_sub(MAX_NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// The name of a node in backticks, if it is a name.
fn named(name: &str) -> String {
    if matches!(name, EVERY_NODE | THIS_NODE) { name.to_owned() } else { format!("`{name}`") }
}

struct Matching<'a> {
    cluster: &'a Cluster,
    /// The nodes that applications run on.
    nodes: Vec<&'a ClusterNode>,
    shipment: &'a Shipment,
}

impl Matching<'_> {
    /// Every node must have the version, as the application can run on any of them.
    fn kernel(&self, required: &str) -> (Verdict, String) {
        let Some(least) = kernel_fields(required) else {
            return (Verdict::Unknown, "the requirement is not a kernel version".to_owned());
        };
        let (mut older, mut unknown, mut n_known) = (Vec::new(), Vec::new(), 0);
        for node in &self.nodes {
            match node.kernel_version.as_deref().map(|version| (version, kernel_fields(version))) {
                Some((version, Some(fields))) => {
                    n_known += 1;
                    if is_older(&fields, &least) {
                        older.push((node.name.as_str(), version));
                    }
                }
                Some((_, None)) | None => unknown.push(node.name.as_str()),
            }
        }
        match (older.first(), unknown.is_empty() && n_known > 0) {
            (Some((_, version)), _) => {
                let all = || older.iter().map(|(name, _)| *name);
                let reason = match older.as_slice() {
                    [_] => format!("{} has {version}", names(all())),
                    _ if older.iter().all(|(_, other)| other == version) => format!("{} have {version}", names(all())),
                    _ => format!("{} have older versions, such as {version}", names(all())),
                };
                (Verdict::Fail, reason)
            }
            (None, true) => (Verdict::Ok, "every node has this version or a newer one".to_owned()),
            (None, false) => (Verdict::Unknown, self.not_stated("the kernel version", &unknown)),
        }
    }

    fn not_stated(&self, of: &str, nodes: &[&str]) -> String {
        match nodes {
            [] | [EVERY_NODE | THIS_NODE] => format!("the description does not state {of}"),
            nodes => format!("the description does not state {of} of {}", names(nodes.iter().copied())),
        }
    }

    /// A required module must be loaded on every node, a conflicting one on none.
    fn module(&self, module: &str, is_required: bool) -> (Verdict, String) {
        // `lsmod` prints underscores.
        let is_it = |loaded: &String| loaded.replace('-', "_") == module.replace('-', "_");
        let (mut with, mut without, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        for node in &self.nodes {
            match &node.kernel_modules {
                Some(loaded) if loaded.iter().any(is_it) => with.push(node.name.as_str()),
                Some(_) => without.push(node.name.as_str()),
                None => unknown.push(node.name.as_str()),
            }
        }
        let failing = if is_required { &without } else { &with };
        if !failing.is_empty() {
            let is_all = failing.as_slice() == [EVERY_NODE];
            if is_all && is_required {
                return (Verdict::Fail, "loaded on no node".to_owned());
            }
            let verb = if is_required { "not loaded" } else { "loaded" };
            return (Verdict::Fail, format!("{verb} on {}", names(failing.iter().copied())));
        }
        if !unknown.is_empty() || self.nodes.is_empty() {
            return (Verdict::Unknown, self.not_stated("the kernel modules", &unknown));
        }
        let where_to = if is_required { "loaded on every node" } else { "loaded on no node" };
        (Verdict::Ok, where_to.to_owned())
    }

    fn resource(&self, kind: Option<&str>, version: Option<&str>) -> (Verdict, String) {
        let Some(kind) = kind else {
            return (Verdict::Unknown, "a resource without a kind cannot be matched".to_owned());
        };
        let is_version = |of: &Resource| match version {
            None => Some(true),
            Some(version) if of.api_version.ends_with('/') => {
                let same =
                    version.split_once('/').is_some_and(|(group, _)| of.api_version.strip_suffix('/') == Some(group));
                if same { None } else { Some(false) }
            }
            Some(version) => Some(of.api_version == version),
        };
        let is_it = |of: &Resource| if of.kind == kind { is_version(of) } else { Some(false) };
        if let Some(brought) = self.shipment.resources.iter().find(|one| is_it(&one.resource) == Some(true)) {
            return (Verdict::Ok, format!("installed by the deployment item `{}`", brought.item));
        }
        let served = self.cluster.resources.as_ref();
        let results: Vec<Option<bool>> = served.into_iter().flatten().map(is_it).collect();
        if results.contains(&Some(true)) {
            return (Verdict::Ok, "served by the cluster".to_owned());
        }
        if let Some(item) = self.shipment.unread.first() {
            return (Verdict::Unknown, format!("the custom resources of the deployment item `{item}` cannot be read"));
        }
        if results.contains(&None) {
            return (Verdict::Unknown, "the version that the cluster serves is not known".to_owned());
        }
        match served {
            None => (Verdict::Unknown, "the description does not state the custom resources".to_owned()),
            Some(served) => {
                let versions: SortedSet<&str> =
                    gather(served.iter().filter(|one| one.kind == kind).map(|one| one.api_version.as_str()));
                match versions.is_empty() {
                    true => (Verdict::Fail, "not served by the cluster".to_owned()),
                    false => (Verdict::Fail, format!("the cluster serves it as {}", names(versions))),
                }
            }
        }
    }

    /// A label must be on any node: the scheduler selects that one.
    fn label(&self, key: &str, value: Option<&str>) -> (Verdict, String) {
        let with = self.nodes.iter().filter(|node| {
            let own = node.labels.as_ref().and_then(|labels| labels.get(key));
            own.is_some_and(|own| value.is_none_or(|value| own == value))
        });
        let with: Vec<&str> = with.map(|node| node.name.as_str()).collect();
        if !with.is_empty() {
            return (Verdict::Ok, format!("on {}", names(with)));
        }
        let unknown: Vec<&str> =
            self.nodes.iter().filter(|node| node.labels.is_none()).map(|node| node.name.as_str()).collect();
        if !unknown.is_empty() || self.nodes.is_empty() {
            return (Verdict::Unknown, self.not_stated("the labels", &unknown));
        }
        let others: SortedSet<&str> =
            gather(self.nodes.iter().filter_map(|node| node.labels.as_ref()?.get(key).map(String::as_str)));
        match others.is_empty() {
            true => (Verdict::Fail, "on no node".to_owned()),
            false => (Verdict::Fail, format!("the nodes have the value {}", names(others))),
        }
    }

    fn plugin(&self, name: Option<&str>, version: Option<&str>) -> (Verdict, String) {
        let Some(name) = name else {
            return (Verdict::Unknown, "a plugin without a name cannot be matched".to_owned());
        };
        let is_multus = name.to_ascii_lowercase().contains("multus");
        let Some(plugins) = &self.cluster.plugins else {
            let serves = self.cluster.resources.as_ref().map(|all| all.iter().any(|one| one.kind == ATTACHMENT));
            return match serves {
                Some(false) if is_multus => (Verdict::Fail, format!("the cluster does not serve `{ATTACHMENT}`")),
                Some(true) if is_multus && version.is_none() => {
                    (Verdict::Ok, format!("the cluster serves `{ATTACHMENT}`"))
                }
                Some(true) if is_multus => {
                    (Verdict::Unknown, format!("the cluster serves `{ATTACHMENT}`, but the version is not known"))
                }
                _ => (Verdict::Unknown, "the description does not state the plugins".to_owned()),
            };
        };
        let Some(own) = plugins.iter().find(|plugin| short_name(&plugin.name) == short_name(name)) else {
            return (Verdict::Fail, "not in the cluster".to_owned());
        };
        match (version, own.version.as_deref()) {
            (None, _) => (Verdict::Ok, "in the cluster".to_owned()),
            (Some(_), None) => (Verdict::Unknown, "the description does not state its version".to_owned()),
            (Some(least), Some(own)) => match (version_fields(least), version_fields(own)) {
                (Some(least), Some(fields)) if is_older(&fields, &least) => {
                    (Verdict::Fail, format!("the cluster has {own}"))
                }
                (Some(_), Some(_)) => (Verdict::Ok, format!("the cluster has {own}")),
                _ if least == own => (Verdict::Ok, format!("the cluster has {own}")),
                _ => (Verdict::Unknown, format!("the version {own} cannot be compared")),
            },
        }
    }
}

/// The name of a plugin without its case, and without the word that all of them share: `multus` for `Multus-CNI`.
fn short_name(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase();
    let bare =
        name.strip_suffix("cni").map(|bare| bare.trim_end_matches(['-', '_', ' '])).filter(|bare| !bare.is_empty());
    bare.unwrap_or(&name).to_owned()
}

/// Whether a version is older. Missing numbers count as zero.
pub fn is_older(one: &[u64], least: &[u64]) -> bool {
    let at = |fields: &[u64], index: usize| fields.get(index).copied().unwrap_or(0);
    let pairs = (0..one.len().max(least.len())).map(|index| (at(one, index), at(least, index)));
    pairs.into_iter().find(|(one, least)| one != least).is_some_and(|(one, least)| one < least)
}

/// The numbers of a version: `v4.0.2` has 4, 0 and 2.
pub fn version_fields(text: &str) -> Option<Vec<u64>> {
    let text = text.trim().trim_start_matches(['v', 'V']);
    let release = text.split(['-', '+']).next().unwrap_or(text);
    release.split('.').map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asd::cluster::read;
    use crate::syntax::parse::parse;

    /// A requirement with its result, worked out by hand.
    fn results(required: &str, cluster: &str, shipment: &Shipment) -> Vec<(String, Verdict)> {
        let tree = parse(required);
        let clusters = read([cluster]).expect("a cluster");
        let found = ranked(tree.root().expect("requirements"), shipment, &clusters);
        found[0].requirements.iter().map(|one| (one.name.clone(), one.verdict)).collect()
    }

    #[test]
    fn each_requirement_has_a_result() {
        let required = "minKernelVersion: 5.15.0\nrequiredKernelModules: [tls, nf-nat, sctp]\nconflictingKernelModules: \
                        [bad]\nrequiredCustomResources: [{kind: Redis}, {kind: Redis, apiVersion: a/v2}, {kind: \
                        Shop, apiVersion: s/v1}, {kind: Other}]\nclusterLabels: [{gpu: \"true\"}, zone, \
                        cpu=x]\nrequiredPlugin: [{requiredPluginName: Multus, requiredPluginVersion: \"3.8\"}, \
                        {requiredPluginName: sriov, requiredPluginVersion: \"2\"}, {requiredPluginName: none}]\n";
        let cluster = "cluster: c\nnodes:\n  - {name: a, kernelVersion: 5.15.0-91-generic, kernelModules: [tls, nf_nat], \
                       labels: {gpu: \"true\", cpu: y}}\n  - {name: b, kernelVersion: 6.1.0, kernelModules: [tls, nf_nat, \
                       sctp], labels: {}}\ncustomResources: [{kind: Redis, apiVersion: a/v1}]\nplugins: [{name: multus, \
                       version: v4.0.2}, sriov]\n";
        let brought = Brought {
            resource: Resource { kind: "Shop".to_owned(), api_version: "s/v1".to_owned() },
            item: "types".to_owned(),
        };
        let shipment = Shipment { resources: vec![brought], unread: Vec::new() };
        use Verdict::{Fail, Ok, Unknown};
        let expected = [
            ("Linux kernel 5.15.0", Ok),
            ("tls", Ok),
            ("nf-nat", Ok),
            ("sctp", Fail),
            ("bad", Ok),
            ("Redis", Ok),
            ("Redis a/v2", Fail),
            ("Shop s/v1", Ok),
            ("Other", Fail),
            ("gpu=true", Ok),
            ("zone", Fail),
            ("cpu=x", Fail),
            ("Multus 3.8", Ok),
            ("sriov 2", Unknown),
            ("none", Fail),
        ];
        assert_eq!(results(required, cluster, &shipment), expected.map(|(name, verdict)| (name.to_owned(), verdict)));
        let nothing = "cluster: c\nnodes: []\n";
        assert!(results(required, nothing, &Shipment::default()).iter().all(|(_, verdict)| *verdict == Unknown));
        let unread = Shipment { resources: Vec::new(), unread: vec!["types".to_owned()] };
        let other = "requiredCustomResources: [{kind: Other}]\n";
        assert_eq!(results(other, cluster, &unread)[0].1, Unknown);
    }

    #[test]
    fn clusters_are_ranked() {
        let tree = parse("minKernelVersion: 5.15.0\n");
        let texts = [
            "cluster: old\nkernelVersion: 5.4.0\n",
            "cluster: open\nlabels: {}\n",
            "cluster: new\nkernelVersion: 6.1.0\n",
        ];
        let clusters = read(texts).expect("clusters");
        let found = ranked(tree.root().expect("a mapping"), &Shipment::default(), &clusters);
        let names: Vec<&str> = found.iter().map(|one| one.cluster.as_str()).collect();
        assert_eq!(names, ["new", "open", "old"]);
    }

    #[test]
    fn names_of_plugins_differ_in_case_and_their_common_word() {
        let of = [("Multus-CNI", "multus"), ("multus cni", "multus"), ("Calico", "calico"), ("cni", "cni")];
        assert!(of.iter().all(|(name, short)| short_name(name) == *short));
    }
}
