//! Reads the output of `kubectl get nodes -o json`, `kubectl get crd -o json`, `kubectl api-resources`, `uname -r` and
//! `lsmod`. One text can contain several outputs, one after the other.

use serde_json::Value;

use crate::asd::cluster::{Cluster, ClusterNode, MAX_ENTRIES, Resource, THIS_NODE, kernel_fields};
use crate::sorting::{Sorting, gather};

/// The name of a cluster that is only known from outputs.
pub const NAME: &str = "observed cluster";

/// The outputs that describe one cluster.
#[derive(Debug, Default)]
pub struct Observed {
    nodes: Vec<ClusterNode>,
    resources: Option<Vec<Resource>>,
    /// The outputs on single nodes.
    shells: Vec<Shell>,
    /// Whether the nodes are those of a list, rather than single ones.
    pub lists_nodes: bool,
}

/// The output of `uname` and `lsmod` on a node.
#[derive(Debug, Default)]
struct Shell {
    /// The command before it, which can name the node: `ssh worker-1 lsmod`.
    command: String,
    kernel_version: Option<String>,
    kernel_modules: Option<Vec<String>>,
}

impl Shell {
    /// Whether the command names a node.
    fn is_on(&self, node: &ClusterNode) -> bool {
        let is_part = |one: char| one.is_alphanumeric() || one == '-' || one == '.';
        self.command.split(|one| !is_part(one)).any(|word| word == node.name)
    }

    /// The node that a command names: `ssh worker-1 lsmod`, `kubectl debug node/worker-1 -it -- lsmod`.
    fn host(&self) -> Option<&str> {
        let mut words = self.command.split_whitespace();
        words.find_map(|word| word.strip_prefix("node/")).or_else(|| {
            let mut words = self.command.split_whitespace().skip_while(|word| *word != "ssh").skip(1);
            words.find(|word| !word.starts_with('-')).map(|word| word.rsplit('@').next().unwrap_or(word))
        })
    }

    /// Whether another output can be that of the same node.
    fn lacks(&self, other: &Shell) -> bool {
        (self.kernel_version.is_none() || other.kernel_version.is_none())
            && (self.kernel_modules.is_none() || other.kernel_modules.is_none())
    }

    fn add(&mut self, other: Shell) {
        self.kernel_version = self.kernel_version.take().or(other.kernel_version);
        self.kernel_modules = self.kernel_modules.take().or(other.kernel_modules);
    }
}

/// The kind of lines that follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    None,
    Modules,
    /// Resources with their versions.
    Resources,
    /// Resources with their groups only, as older versions of `kubectl` print them: in these columns, possibly empty.
    Groups {
        at: usize,
        until: usize,
    },
}

/// Whether a text is the output of a tool rather than a description.
pub fn is_output(text: &str) -> bool {
    let Some(first) = text.lines().map(str::trim_end).find(|line| !is_skipped(line)) else { return false };
    first.trim_start().starts_with('{') && (text.contains("\"apiVersion\"") && text.contains("\"kind\""))
        || is_modules_header(first)
        || resources_header(first).is_some()
        || kernel_fields(first).is_some()
}

/// Whether a text has the output of `lsmod`.
pub fn has_modules(text: &str) -> bool {
    is_output(text) && text.lines().any(is_modules_header)
}

/// Whether a line is empty or a command after the prompt of a shell.
fn is_skipped(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with("$ ") || line.starts_with("# ")
}

fn is_modules_header(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("Module") && words.next() == Some("Size") && words.next() == Some("Used")
}

fn resources_header(line: &str) -> Option<Section> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.first() != Some(&"NAME") || !words.contains(&"NAMESPACED") || !words.contains(&"KIND") {
        return None;
    }
    if words.contains(&"APIVERSION") {
        return Some(Section::Resources);
    }
    Some(Section::Groups { at: line.find("APIGROUP")?, until: line.find("NAMESPACED")? })
}

impl Observed {
    /// Adds a text with outputs, or returns why it cannot be read.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        let mut section = Section::None;
        let mut command = String::new();
        let mut rest = text;
        while !rest.is_empty() {
            if rest.trim_start().starts_with('{') {
                let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
                let value = match values.next() {
                    Some(Ok(value)) => value,
                    Some(Err(error)) => return Err(format!("invalid JSON: {error}")),
                    None => break,
                };
                self.json(&value);
                rest = rest.get(values.byte_offset()..).unwrap_or_default();
                section = Section::None;
                continue;
            }
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            rest = after;
            let line = line.trim_end();
            if is_skipped(line) {
                section = Section::None;
                if !line.trim().is_empty() {
                    line.clone_into(&mut command);
                }
            } else if is_modules_header(line) {
                section = Section::Modules;
                let kernel_modules = Some(Vec::new());
                self.shell(Shell { command: std::mem::take(&mut command), kernel_modules, ..Shell::default() });
            } else if kernel_fields(line).is_some() {
                section = Section::None;
                let kernel_version = Some(line.trim().to_owned());
                self.shell(Shell { command: std::mem::take(&mut command), kernel_version, ..Shell::default() });
            } else if let Some(header) = resources_header(line) {
                section = header;
                self.resources.get_or_insert_default();
            } else {
                self.line(section, line)?;
            }
        }
        Ok(())
    }

    /// Adds outputs of the same cluster.
    pub fn merge(&mut self, other: Observed) {
        self.nodes.extend(other.nodes);
        if let Some(resources) = other.resources {
            self.resources.get_or_insert_default().extend(resources);
        }
        other.shells.into_iter().for_each(|shell| self.shell(shell));
        self.lists_nodes |= other.lists_nodes;
    }

    /// Adds an output on a node: the same as before if that has no such output and its command names no other node.
    fn shell(&mut self, shell: Shell) {
        let host = |shell: &Shell| shell.command.replace("uname -r", "").replace("lsmod", "");
        match self.shells.last_mut() {
            Some(last) if last.lacks(&shell) && host(last) == host(&shell) => last.add(shell),
            _ => self.shells.push(shell),
        }
    }

    fn line(&mut self, section: Section, line: &str) -> Result<(), String> {
        match section {
            Section::Modules => {
                let Some(modules) = self.shells.last_mut().and_then(|shell| shell.kernel_modules.as_mut()) else {
                    return Ok(());
                };
                modules
                    .extend(line.split_whitespace().next().filter(|_| modules.len() < MAX_ENTRIES).map(str::to_owned));
            }
            Section::Resources | Section::Groups { .. } => {
                let words: Vec<&str> = line.split_whitespace().collect();
                // The short names before can be missing, so the columns are found by the flag between them.
                let flag = words.iter().rposition(|word| matches!(*word, "true" | "false")).filter(|flag| *flag > 0);
                let unknown = || format!("unknown line in the list of resources: `{line}`");
                let flag = flag.ok_or_else(unknown)?;
                let kind = words.get(flag + 1).ok_or_else(unknown)?;
                let version = match section {
                    Section::Groups { at, until } => format!("{}/", line.get(at..until).unwrap_or_default().trim()),
                    _ => words.get(flag - 1).map(ToString::to_string).ok_or_else(unknown)?,
                };
                self.resource(kind, &version);
            }
            Section::None => return Err(format!("unknown output: `{}`", line.chars().take(60).collect::<String>())),
        }
        Ok(())
    }

    fn resource(&mut self, kind: &str, api_version: &str) {
        let resources = self.resources.get_or_insert_default();
        if resources.len() < MAX_ENTRIES {
            resources.push(Resource { kind: kind.to_owned(), api_version: api_version.to_owned() });
        }
    }

    fn json(&mut self, value: &Value) {
        match value.get("items").and_then(Value::as_array) {
            Some(items) => {
                let n_nodes = self.nodes.len();
                items.iter().take(MAX_ENTRIES).for_each(|item| self.object(item));
                self.lists_nodes |= self.nodes.len() > n_nodes;
            }
            None => self.object(value),
        }
        // An empty list of `kubectl get crd` means that there are none.
        let listed = value.get("items").and_then(Value::as_array).is_some_and(Vec::is_empty);
        if listed && value.get("kind").and_then(Value::as_str) == Some("CustomResourceDefinitionList") {
            self.resources.get_or_insert_default();
        }
    }

    fn object(&mut self, object: &Value) {
        let text = |pointer: &str| object.pointer(pointer).and_then(Value::as_str);
        match text("/kind") {
            Some("Node") => {
                let labels = object.pointer("/metadata/labels").and_then(Value::as_object);
                let label = |(key, value): (&String, &Value)| Some((key.clone(), value.as_str()?.to_owned()));
                let taints = object.pointer("/spec/taints").and_then(Value::as_array);
                let is_kept_off = |taint: &Value| {
                    let key = taint.get("key").and_then(Value::as_str).unwrap_or_default();
                    let effect = taint.get("effect").and_then(Value::as_str).unwrap_or_default();
                    matches!(key, "node-role.kubernetes.io/control-plane" | "node-role.kubernetes.io/master")
                        && matches!(effect, "NoSchedule" | "NoExecute")
                };
                // A cordoned node takes no new applications.
                let is_cordoned = object.pointer("/spec/unschedulable") == Some(&Value::Bool(true));
                self.nodes.push(ClusterNode {
                    name: text("/metadata/name").unwrap_or_default().to_owned(),
                    kernel_version: text("/status/nodeInfo/kernelVersion").map(str::to_owned),
                    kernel_modules: None,
                    labels: Some(gather(labels.into_iter().flatten().filter_map(label))),
                    is_kept_free: is_cordoned || taints.into_iter().flatten().any(is_kept_off),
                });
            }
            Some("CustomResourceDefinition") => {
                let (Some(group), Some(kind)) = (text("/spec/group"), text("/spec/names/kind")) else { return };
                let versions = object.pointer("/spec/versions").and_then(Value::as_array).into_iter().flatten();
                let served = versions.filter(|version| version.get("served") != Some(&Value::Bool(false)));
                let mut names: Vec<&str> = served.filter_map(|version| version.get("name")?.as_str()).collect();
                names.extend(text("/spec/version").filter(|name| !names.contains(name)));
                for name in names {
                    self.resource(kind, &format!("{group}/{name}"));
                }
            }
            _ => {}
        }
    }

    /// The described cluster; `None` if there was no output.
    pub fn cluster(self) -> Option<Cluster> {
        let Observed { mut nodes, resources, shells, .. } = self;
        if nodes.is_empty() {
            let names = match shells.len() {
                1 => vec![THIS_NODE.to_owned()],
                several => (1..=several).map(|number| format!("node {number}")).collect(),
            };
            let node = |(name, shell): (String, Shell)| ClusterNode {
                name: shell.host().map_or(name, str::to_owned),
                kernel_version: shell.kernel_version,
                kernel_modules: shell.kernel_modules,
                ..ClusterNode::default()
            };
            nodes = names.into_iter().zip(shells).map(node).collect();
        } else {
            shells.into_iter().for_each(|shell| place(&mut nodes, shell));
        }
        if nodes.is_empty() && resources.is_none() {
            return None;
        }
        let resources = resources.map(|mut resources| {
            resources.order();
            resources.dedup();
            resources
        });
        Some(Cluster { name: NAME.to_owned(), nodes, resources, plugins: None })
    }
}

/// Adds an output to the node that it is from: the only one, the one that its command names, or the only one that has the
/// version that `uname` prints. Otherwise, it is not known which node that is.
fn place(nodes: &mut [ClusterNode], shell: Shell) {
    let only = |is_it: &dyn Fn(&ClusterNode) -> bool| {
        let mut found = (0..nodes.len()).filter(|at| is_it(&nodes[*at]));
        found.next().filter(|_| found.next().is_none())
    };
    let has_version =
        |node: &ClusterNode| shell.kernel_version.is_some() && node.kernel_version == shell.kernel_version;
    let found = only(&|node| shell.is_on(node)).or_else(|| only(&has_version)).or_else(|| only(&|_| true));
    // All nodes that state no version are taken for alike.
    for node in nodes.iter_mut() {
        node.kernel_version = node.kernel_version.take().or_else(|| shell.kernel_version.clone());
    }
    if let Some(node) = found.and_then(|at| nodes.get_mut(at))
        && shell.kernel_modules.is_some()
    {
        node.kernel_modules = shell.kernel_modules;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asd::cluster::read;

    const NODES: &str = r#"{"apiVersion": "v1", "kind": "List", "items": [
      {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "m", "labels": {"a": "b"}},
       "spec": {"taints": [{"key": "node-role.kubernetes.io/control-plane", "effect": "NoSchedule"}]},
       "status": {"nodeInfo": {"kernelVersion": "5.15.0-91-generic"}}},
      {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "w"}, "status": {"nodeInfo": {"kernelVersion": "6.1.0"}}}]}"#;
    /// A table as `kubectl` prints it: the columns are aligned, and short names can be missing.
    const ALIGNED: &str = "\
NAME                             SHORTNAMES       APIVERSION           NAMESPACED   KIND
bindings                                          v1                   true         Binding
network-attachment-definitions   net-attach-def   k8s.cni.cncf.io/v1   true         NetworkAttachmentDefinition
redises                                           kubedb.com/v1alpha1  true         Redis
";
    const MODULES: &str = "Module                  Size  Used by\ntls                   114688  0\nnf_nat                 49152  2 nft_nat,xt_nat\n";

    fn one(texts: &[&str]) -> Cluster {
        let mut clusters = read(texts.iter().copied()).expect("outputs");
        assert_eq!(clusters.len(), 1);
        clusters.remove(0)
    }

    #[test]
    fn outputs_describe_a_cluster() {
        let cordoned =
            r#"{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "c"}, "spec": {"unschedulable": true}}"#;
        let names =
            |cluster: &Cluster| -> Vec<String> { cluster.workers().iter().map(|node| node.name.clone()).collect() };
        assert_eq!(names(&one(&[NODES, cordoned])), ["w"]);
        let cluster = one(&[NODES, ALIGNED]);
        let nodes: Vec<_> = cluster.nodes.iter().map(|node| (node.name.as_str(), node.is_kept_free)).collect();
        assert_eq!(nodes, [("m", true), ("w", false)]);
        let shown: Vec<String> =
            cluster.resources.iter().flatten().map(|one| format!("{} {}", one.kind, one.api_version)).collect();
        assert_eq!(
            shown,
            ["Binding v1", "NetworkAttachmentDefinition k8s.cni.cncf.io/v1", "Redis kubedb.com/v1alpha1"]
        );
        assert_eq!(cluster.plugins, None);
    }

    #[test]
    fn several_outputs_can_be_in_one_text() {
        let text = format!("$ uname -r\n6.1.0\n\n$ lsmod\n{MODULES}\n$ kubectl get nodes -o json\n{NODES}\n");
        let cluster = one(&[&text]);
        let modules: Vec<_> = cluster.nodes.iter().map(|node| node.kernel_modules.clone()).collect();
        assert_eq!(modules, [None, Some(vec!["tls".to_owned(), "nf_nat".to_owned()])]);
        // One of two nodes has them, but it is not known which.
        let of_any = one(&[NODES, MODULES]);
        assert!(crate::asd::cluster::is_without_modules([NODES, MODULES], &[of_any]));
        assert!(!crate::asd::cluster::is_without_modules([text.as_str()], std::slice::from_ref(&cluster)));
        let alone = one(&[MODULES, "5.15.0-91-generic\n"]);
        assert_eq!(alone.nodes.len(), 1);
        assert!(alone.nodes[0].kernel_modules.is_some() && alone.nodes[0].kernel_version.is_some());
    }

    /// A module is missing on the nodes whose `lsmod` does not print it, rather than on none because another node has it.
    #[test]
    fn several_nodes_have_modules_of_their_own() {
        let other = "Module Size Used by\nnf_nat 49152 2\n";
        let of = |cluster: &Cluster| -> Vec<(String, Option<usize>)> {
            let nodes = cluster.nodes.iter();
            nodes.map(|node| (node.name.clone(), node.kernel_modules.as_ref().map(Vec::len))).collect()
        };
        let named = |names: [(&str, Option<usize>); 2]| names.map(|(name, count)| (name.to_owned(), count)).to_vec();
        let numbered = named([("node 1", Some(2)), ("node 2", Some(1))]);
        assert_eq!(of(&one(&[MODULES, other])), numbered);
        assert_eq!(of(&one(&[&format!("{MODULES}\n{other}")])), numbered);
        let hosts = format!("$ ssh m lsmod\n{MODULES}$ ssh root@w lsmod\n{other}");
        let both = named([("m", Some(2)), ("w", Some(1))]);
        assert_eq!(of(&one(&[&hosts])), both);
        assert_eq!(of(&one(&[NODES, &hosts])), both);
        let by_version = format!("6.1.0\n{MODULES}5.15.0-91-generic\n{other}");
        assert_eq!(of(&one(&[NODES, &by_version])), named([("m", Some(1)), ("w", Some(2))]));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in
            ["", "hello\n", "5.15.0\nhello\n", "{\"apiVersion\": 1, \"kind\": ", "Module Size Used by\n$ x\nhello\n"]
        {
            assert!(read([text]).is_err(), "{text:?}");
        }
    }

    #[test]
    fn two_lists_of_nodes_are_two_clusters() {
        let clusters = read([NODES, ALIGNED, NODES]).expect("clusters");
        let names: Vec<(&str, usize, bool)> =
            clusters.iter().map(|one| (one.name.as_str(), one.nodes.len(), one.resources.is_some())).collect();
        assert_eq!(names, [("observed cluster", 2, true), ("observed cluster 2", 2, false)]);
    }
}
