//! Weaving of declarative workflows (7.2): the activities that deploy or undeploy a topology, their order and the reasons
//! for it. Works on plain data, independently of types and texts.

pub mod hosts;

use crate::sorting::Sorting;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

use smol_str::SmolStr;

/// A resolved topology, as far as its workflows depend on it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph {
    /// In the order of declaration.
    pub nodes: Vec<GraphNode>,
    /// In the order of declaration of their sources, then of their requirements.
    pub relationships: Vec<GraphRelationship>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct GraphNode {
    pub name: SmolStr,
    /// Whether the orchestrator provides the node, so that its life cycle is a black box (T-7.2-2).
    pub is_delegated: bool,
    /// The operations of its Standard interface that do something.
    pub operations: Operations,
}

#[derive(Clone, PartialEq, Debug)]
pub struct GraphRelationship {
    /// `client.service`: the source and its requirement.
    pub name: SmolStr,
    /// The type in short: `HostedOn`.
    pub label: SmolStr,
    /// The node with the requirement.
    pub source: usize,
    pub target: usize,
    /// Whether the source runs on the target.
    pub is_hosting: bool,
    /// The operations of its Configure interface that do something.
    pub operations: Operations,
}

/// A generated workflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Workflow {
    Deploy,
    Undeploy,
}

/// A normative operation of a node or a relationship (5.8.4, 5.8.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    Create,
    Configure,
    Start,
    Stop,
    Delete,
    PreConfigureSource,
    PreConfigureTarget,
    PostConfigureSource,
    PostConfigureTarget,
    AddTarget,
    AddSource,
    TargetChanged,
    RemoveTarget,
    RemoveSource,
}

/// A set of operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Operations(u16);

/// The order of the activities of a workflow.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    pub workflow: Workflow,
    /// Every activity comes after those that it waits for. Without the activities of nodes that wait for a cycle.
    pub activities: Vec<Activity>,
    /// The relationships of a cycle of nodes, each of which waits for the next; empty if there is none (T-7.2-10).
    pub cycle: Vec<usize>,
    pub faults: Vec<Fault>,
}

/// An operation of a relationship that needs an intermediate state of a node that the orchestrator provides (T-7.2-9).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub relationship: usize,
    pub operation: Operation,
    pub node: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Activity {
    /// The node whose life it is part of. Operations of a relationship run on one of its ends.
    pub node: usize,
    pub action: Action,
    /// The node that the called operation runs on.
    pub host: Option<usize>,
    pub after: Vec<After>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The orchestrator installs or uninstalls the node.
    Delegate,
    SetState(&'static str),
    Call(Operation),
    CallOf {
        relationship: usize,
        operation: Operation,
    },
}

/// An activity that another one waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct After {
    pub activity: usize,
    pub why: OrderReason,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderReason {
    /// The sequence of the node.
    Sequence,
    /// The order of the ends of this relationship.
    Relationship(usize),
    /// Both ends of this relationship must have started.
    Ends(usize),
    /// Operations on one host run one at a time (T-7.2-7).
    Host(usize),
}

impl Operation {
    pub const OF_NODES: [Operation; 5] =
        [Operation::Create, Operation::Configure, Operation::Start, Operation::Stop, Operation::Delete];
    pub const OF_RELATIONSHIPS: [Operation; 9] = [
        Operation::PreConfigureSource,
        Operation::PreConfigureTarget,
        Operation::PostConfigureSource,
        Operation::PostConfigureTarget,
        Operation::AddTarget,
        Operation::AddSource,
        Operation::TargetChanged,
        Operation::RemoveTarget,
        Operation::RemoveSource,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Operation::Create => "create",
            Operation::Configure => "configure",
            Operation::Start => "start",
            Operation::Stop => "stop",
            Operation::Delete => "delete",
            Operation::PreConfigureSource => "pre_configure_source",
            Operation::PreConfigureTarget => "pre_configure_target",
            Operation::PostConfigureSource => "post_configure_source",
            Operation::PostConfigureTarget => "post_configure_target",
            Operation::AddTarget => "add_target",
            Operation::AddSource => "add_source",
            Operation::TargetChanged => "target_changed",
            Operation::RemoveTarget => "remove_target",
            Operation::RemoveSource => "remove_source",
        }
    }

    /// Whether an operation of a relationship runs on its source. A notification runs on the end that is notified (E-15).
    pub fn is_of_source(self) -> bool {
        matches!(
            self,
            Operation::PreConfigureSource
                | Operation::PostConfigureSource
                | Operation::AddTarget
                | Operation::TargetChanged
                | Operation::RemoveTarget
        )
    }
}

impl Operations {
    pub fn insert(&mut self, operation: Operation) {
        self.0 |= 1 << operation as u16;
    }

    pub fn contains(self, operation: Operation) -> bool {
        self.0 & (1 << operation as u16) != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The operations in either set.
    pub fn and(self, others: Operations) -> Operations {
        Operations(self.0 | others.0)
    }
}

impl FromIterator<Operation> for Operations {
    fn from_iter<I: IntoIterator<Item = Operation>>(operations: I) -> Self {
        let mut all = Operations::default();
        operations.into_iter().for_each(|operation| all.insert(operation));
        all
    }
}

impl Workflow {
    pub fn name(self) -> &'static str {
        match self {
            Workflow::Deploy => "deploy",
            Workflow::Undeploy => "undeploy",
        }
    }

    /// The workflow with a name.
    pub fn named(name: &str) -> Option<Self> {
        [Workflow::Deploy, Workflow::Undeploy].into_iter().find(|workflow| workflow.name() == name)
    }
}

impl Activity {
    /// Identifies the activity in its plan: `web.creating`, `web.call:create`, `web.client.service:add_source`.
    pub fn id(&self, graph: &Graph) -> String {
        let node = graph.nodes.get(self.node).map_or("", |node| node.name.as_str());
        match self.action {
            Action::Delegate => format!("{node}.delegate"),
            Action::SetState(state) => format!("{node}.{state}"),
            Action::Call(operation) => format!("{node}.call:{}", operation.name()),
            Action::CallOf { relationship, operation } => {
                let relationship = graph.relationships.get(relationship).map_or("", |one| one.name.as_str());
                format!("{node}.{relationship}:{}", operation.name())
            }
        }
    }
}

impl OrderReason {
    /// The reason in words; `None` for the sequence of a node, which needs none.
    pub fn text(self, graph: &Graph, workflow: Workflow) -> Option<String> {
        let label = |at: usize| graph.relationships.get(at).map_or("", |relationship| relationship.label.as_str());
        Some(match (self, workflow) {
            (OrderReason::Sequence, _) => return None,
            (OrderReason::Relationship(at), Workflow::Deploy) => format!("{}: target started first", label(at)),
            (OrderReason::Relationship(at), Workflow::Undeploy) => format!("{}: source deleted first", label(at)),
            (OrderReason::Ends(_), _) => "both ends started".to_owned(),
            (OrderReason::Host(host), _) => {
                format!("one operation at a time on {}", graph.nodes.get(host).map_or("", |node| node.name.as_str()))
            }
        })
    }
}

impl fmt::Display for Workflow {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The activities of a workflow in their order. Ties are broken by the declaration of the nodes, then by the position in
/// the sequence of a node.
pub fn weave(graph: &Graph, workflow: Workflow) -> Plan {
    let mut loom = Loom::new(graph, workflow);
    loom.sequences();
    loom.relationships();
    let order = loom.order();
    let cycle = if order.len() < loom.activities.len() { loom.cycle(&order) } else { Vec::new() };
    hosts::chain(&mut loom, &order);
    Plan { workflow, cycle, faults: std::mem::take(&mut loom.faults), activities: loom.ordered(&order) }
}

/// The state of weaving. Activities are indexed by node, then by position in its sequence, so that the smaller of two
/// indices wins a tie.
struct Loom<'a> {
    graph: &'a Graph,
    workflow: Workflow,
    /// The relationships of each node as a source, and as a target.
    outgoing: Vec<Vec<usize>>,
    incoming: Vec<Vec<usize>>,
    activities: Vec<Activity>,
    /// The first and last activity in the sequence of each node.
    ends: Vec<(usize, usize)>,
    faults: Vec<Fault>,
}

impl<'a> Loom<'a> {
    fn new(graph: &'a Graph, workflow: Workflow) -> Self {
        let none = || vec![Vec::new(); graph.nodes.len()];
        let (mut outgoing, mut incoming) = (none(), none());
        for (at, one) in graph.relationships.iter().enumerate() {
            if let (Some(outgoing), Some(incoming)) = (outgoing.get_mut(one.source), incoming.get_mut(one.target)) {
                outgoing.push(at);
                incoming.push(at);
            }
        }
        let (activities, ends, faults) = (Vec::new(), Vec::new(), Vec::new());
        Loom { graph, workflow, outgoing, incoming, activities, ends, faults }
    }

    /// The sequence of every node, followed by the notifications that it runs.
    fn sequences(&mut self) {
        for node in 0..self.graph.nodes.len() {
            let first = self.activities.len();
            if self.graph.nodes[node].is_delegated {
                self.push(node, Action::Delegate);
                self.find_faults(node);
            } else {
                match self.workflow {
                    Workflow::Deploy => self.deployment(node),
                    Workflow::Undeploy => self.undeployment(node),
                }
                for at in first + 1..self.activities.len() {
                    self.activities[at].after.push(After { activity: at - 1, why: OrderReason::Sequence });
                }
            }
            self.ends.push((first, self.activities.len() - 1));
            if self.workflow == Workflow::Deploy {
                self.calls_of(node, Operation::AddTarget);
                self.calls_of(node, Operation::AddSource);
            }
        }
    }

    fn deployment(&mut self, node: usize) {
        self.push(node, Action::SetState("creating"));
        self.call(node, Operation::Create);
        self.push(node, Action::SetState("created"));
        self.push(node, Action::SetState("configuring"));
        self.calls_of(node, Operation::PreConfigureSource);
        self.calls_of(node, Operation::PreConfigureTarget);
        self.call(node, Operation::Configure);
        self.calls_of(node, Operation::PostConfigureSource);
        self.calls_of(node, Operation::PostConfigureTarget);
        self.push(node, Action::SetState("configured"));
        self.push(node, Action::SetState("starting"));
        self.call(node, Operation::Start);
        self.push(node, Action::SetState("started"));
    }

    fn undeployment(&mut self, node: usize) {
        self.push(node, Action::SetState("stopping"));
        self.calls_of(node, Operation::RemoveTarget);
        self.calls_of(node, Operation::RemoveSource);
        self.call(node, Operation::Stop);
        self.push(node, Action::SetState("stopped"));
        self.push(node, Action::SetState("deleting"));
        self.call(node, Operation::Delete);
        self.push(node, Action::SetState("deleted"));
    }

    fn push(&mut self, node: usize, action: Action) {
        self.activities.push(Activity { node, action, host: None, after: Vec::new() });
    }

    /// An operation without implementation is left out.
    fn call(&mut self, node: usize, operation: Operation) {
        if self.graph.nodes[node].operations.contains(operation) {
            self.push(node, Action::Call(operation));
        }
    }

    /// The operations that the relationships of a node run on it.
    fn calls_of(&mut self, node: usize, operation: Operation) {
        let relationships = if operation.is_of_source() { &self.outgoing } else { &self.incoming };
        let has_call = |at: &usize| self.graph.relationships[*at].operations.contains(operation);
        for relationship in relationships[node].iter().copied().filter(has_call).collect::<Vec<_>>() {
            self.push(node, Action::CallOf { relationship, operation });
        }
    }

    /// Operations within the sequence of a node that is a black box.
    fn find_faults(&mut self, node: usize) {
        let within: &[Operation] = match self.workflow {
            Workflow::Deploy => &[
                Operation::PreConfigureSource,
                Operation::PreConfigureTarget,
                Operation::PostConfigureSource,
                Operation::PostConfigureTarget,
            ],
            Workflow::Undeploy => &[Operation::RemoveTarget, Operation::RemoveSource],
        };
        for operation in within {
            let relationships = if operation.is_of_source() { &self.outgoing } else { &self.incoming };
            for &relationship in &relationships[node] {
                if self.graph.relationships[relationship].operations.contains(*operation) {
                    self.faults.push(Fault { relationship, operation: *operation, node });
                }
            }
        }
    }

    /// The order between nodes, and that of notifications, which nothing waits for.
    fn relationships(&mut self) {
        for (at, one) in self.graph.relationships.iter().enumerate() {
            let (Some(source), Some(target)) = (self.ends.get(one.source), self.ends.get(one.target)) else { continue };
            let (before, after) = match self.workflow {
                Workflow::Deploy => (target.1, source.0),
                Workflow::Undeploy => (source.1, target.0),
            };
            let waits = &mut self.activities[after].after;
            if !waits.iter().any(|known| known.activity == before) {
                waits.push(After { activity: before, why: OrderReason::Relationship(at) });
            }
        }
        for activity in &mut self.activities {
            if let Action::CallOf { relationship, operation: Operation::AddTarget | Operation::AddSource } =
                activity.action
            {
                // The target started before the source.
                let last = self.ends[self.graph.relationships[relationship].source].1;
                activity.after.push(After { activity: last, why: OrderReason::Ends(relationship) });
            }
        }
    }

    /// Kahn's algorithm. Without the activities of cycles, and those that wait for them.
    fn order(&self) -> Vec<usize> {
        let n = self.activities.len();
        let mut n_waits: Vec<usize> = self.activities.iter().map(|activity| activity.after.len()).collect();
        // Successors in one list, by the start of each activity in it.
        let mut starts = vec![0; n + 1];
        let pairs = || {
            let all = self.activities.iter().enumerate();
            all.flat_map(|(at, activity)| activity.after.iter().map(move |after| (after.activity, at)))
        };
        pairs().for_each(|(before, _)| starts[before + 1] += 1);
        for at in 0..n {
            starts[at + 1] += starts[at];
        }
        let mut ends = starts.clone();
        let mut successors = vec![0; starts[n]];
        for (before, at) in pairs() {
            successors[ends[before]] = at;
            ends[before] += 1;
        }
        let mut ready: BinaryHeap<Reverse<usize>> = (0..n).filter(|at| n_waits[*at] == 0).map(Reverse).collect();
        let mut order = Vec::with_capacity(n);
        while let Some(Reverse(at)) = ready.pop() {
            order.push(at);
            for &next in &successors[starts[at]..starts[at + 1]] {
                n_waits[next] -= 1;
                if n_waits[next] == 0 {
                    ready.push(Reverse(next));
                }
            }
        }
        order
    }

    /// The nodes that a node waits for, each with the relationship.
    fn waits(&self, node: usize) -> impl Iterator<Item = (usize, usize)> {
        let relationships = match self.workflow {
            Workflow::Deploy => &self.outgoing[node],
            Workflow::Undeploy => &self.incoming[node],
        };
        relationships.iter().map(|&at| {
            let one = &self.graph.relationships[at];
            (at, if self.workflow == Workflow::Deploy { one.target } else { one.source })
        })
    }

    /// A cycle among the nodes that are not in the order. Each of them waits for another one, so that following them leads
    /// into a cycle.
    fn cycle(&self, order: &[usize]) -> Vec<usize> {
        let mut is_left = vec![true; self.graph.nodes.len()];
        for at in order {
            is_left[self.activities[*at].node] = false;
        }
        let Some(mut node) = is_left.iter().position(|left| *left) else { return Vec::new() };
        let mut seen = vec![None; is_left.len()];
        let mut path = Vec::new();
        while seen[node].is_none() {
            seen[node] = Some(path.len());
            let Some((at, next)) = self.waits(node).find(|(_, next)| is_left[*next]) else { return Vec::new() };
            path.push(at);
            node = next;
        }
        let mut cycle = path.split_off(seen[node].unwrap_or_default());
        // From source to target in both workflows, starting with the node declared first.
        if self.workflow == Workflow::Undeploy {
            cycle.reverse();
        }
        let first = (0..cycle.len()).min_by_key(|at| self.graph.relationships[cycle[*at]].source);
        cycle.rotate_left(first.unwrap_or_default());
        cycle
    }

    /// The activities in this order, with indices by position in it.
    fn ordered(mut self, order: &[usize]) -> Vec<Activity> {
        let mut positions = vec![0; self.activities.len()];
        for (position, at) in order.iter().enumerate() {
            positions[*at] = position;
        }
        let take = |at: &usize| {
            let unused = Activity { node: 0, action: Action::Delegate, host: None, after: Vec::new() };
            let mut activity = std::mem::replace(&mut self.activities[*at], unused);
            activity.after.iter_mut().for_each(|after| after.activity = positions[after.activity]);
            activity.after.order_by_key(|after| after.activity);
            activity
        };
        order.iter().map(take).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(name: &str, operations: &[Operation]) -> GraphNode {
        let operations = operations.iter().copied().collect::<Operations>();
        GraphNode { name: name.into(), is_delegated: operations.is_empty(), operations }
    }

    fn relationship(name: &str, label: &str, (source, target): (usize, usize)) -> GraphRelationship {
        let (is_hosting, operations) = (label == "HostedOn", Operations::default());
        GraphRelationship { name: name.into(), label: label.into(), source, target, is_hosting, operations }
    }

    /// The activities with those they wait for, and the reasons.
    fn lines(graph: &Graph, workflow: Workflow) -> Vec<String> {
        let plan = weave(graph, workflow);
        let ids: Vec<String> = plan.activities.iter().map(|activity| activity.id(graph)).collect();
        let line = |(at, activity): (usize, &Activity)| {
            let waits = activity.after.iter().map(|after| {
                let why = after.why.text(graph, workflow).map(|why| format!(" ({why})"));
                format!("{}{}", ids[after.activity], why.unwrap_or_default())
            });
            let waits: Vec<String> = waits.collect();
            let host = activity.host.map(|host| format!(" @ {}", graph.nodes[host].name)).unwrap_or_default();
            format!("{}{host} <- {}", ids[at], waits.join(", "))
        };
        plan.activities.iter().enumerate().map(line).collect()
    }

    #[test]
    fn components_on_one_host_take_turns() {
        let operations = [Operation::Create, Operation::Stop];
        let nodes = vec![node("a", &operations), node("b", &operations), node("host", &[])];
        let relationships =
            vec![relationship("a.host", "HostedOn", (0, 2)), relationship("b.host", "HostedOn", (1, 2))];
        let graph = Graph { nodes, relationships };
        let deployed = lines(&graph, Workflow::Deploy);
        assert_eq!(deployed[0], "host.delegate <- ");
        assert_eq!(deployed[1], "a.creating <- host.delegate (HostedOn: target started first)");
        assert_eq!(deployed[2], "a.call:create @ host <- a.creating");
        let second = deployed.iter().find(|line| line.starts_with("b.call:create")).expect("an activity");
        assert_eq!(second, "b.call:create @ host <- a.call:create (one operation at a time on host), b.creating");
        let removed = lines(&graph, Workflow::Undeploy);
        assert_eq!(
            removed.last().expect("an activity"),
            "host.delegate <- a.deleted (HostedOn: source deleted first), b.deleted (HostedOn: source deleted first)"
        );
    }

    #[test]
    fn an_order_that_follows_from_the_nodes_is_not_repeated_for_their_host() {
        let nodes = vec![node("top", &[Operation::Create]), node("below", &[Operation::Start]), node("host", &[])];
        let relationships =
            vec![relationship("top.host", "HostedOn", (0, 1)), relationship("below.host", "HostedOn", (1, 2))];
        let deployed = lines(&Graph { nodes, relationships }, Workflow::Deploy);
        assert!(deployed.contains(&"top.call:create @ host <- top.creating".to_owned()), "{deployed:?}");
        assert!(!deployed.iter().any(|line| line.contains("one operation")), "{deployed:?}");
    }

    #[test]
    fn relationships_insert_their_operations() {
        let nodes = vec![node("client", &[Operation::Configure]), node("service", &[Operation::Configure])];
        let mut one = relationship("client.service", "ConnectsTo", (0, 1));
        one.operations = Operation::OF_RELATIONSHIPS.into_iter().collect();
        let graph = Graph { nodes, relationships: vec![one] };
        let ids = |workflow| {
            let plan = weave(&graph, workflow);
            plan.activities.iter().map(|activity| activity.id(&graph)).collect::<Vec<_>>()
        };
        let deployed = ids(Workflow::Deploy);
        let position = |id: &str| deployed.iter().position(|known| known == id).expect(id);
        let sequence = [
            "service.configuring",
            "service.client.service:pre_configure_target",
            "service.call:configure",
            "service.client.service:post_configure_target",
            "service.started",
            "client.configuring",
            "client.client.service:pre_configure_source",
            "client.call:configure",
            "client.client.service:post_configure_source",
            "client.started",
            "client.client.service:add_target",
            "service.client.service:add_source",
        ];
        assert!(sequence.map(position).is_sorted(), "{deployed:?}");
        let removed = ids(Workflow::Undeploy);
        assert_eq!(removed[..2], ["client.stopping", "client.client.service:remove_target"]);
        assert!(removed.contains(&"service.client.service:remove_source".to_owned()), "{removed:?}");
    }

    #[test]
    fn a_black_box_has_no_intermediate_states() {
        let mut one = relationship("a.b", "ConnectsTo", (0, 1));
        one.operations = [Operation::PreConfigureTarget, Operation::AddSource].into_iter().collect();
        let graph = Graph { nodes: vec![node("a", &[Operation::Start]), node("b", &[])], relationships: vec![one] };
        let plan = weave(&graph, Workflow::Deploy);
        assert_eq!(plan.faults, [Fault { relationship: 0, operation: Operation::PreConfigureTarget, node: 1 }]);
        assert!(plan.activities.iter().any(|activity| activity.id(&graph) == "b.a.b:add_source"));
    }

    #[test]
    fn a_cycle_is_named_by_its_relationships() {
        let nodes = ["a", "b", "c", "d"].map(|name| node(name, &[])).to_vec();
        let relationships = vec![
            relationship("a.b", "DependsOn", (0, 1)),
            relationship("b.c", "DependsOn", (1, 2)),
            relationship("c.b", "DependsOn", (2, 1)),
        ];
        let graph = Graph { nodes, relationships };
        for workflow in [Workflow::Deploy, Workflow::Undeploy] {
            let plan = weave(&graph, workflow);
            assert_eq!(plan.cycle, [1, 2], "{workflow}");
            assert!(plan.activities.iter().any(|activity| activity.node == 3), "the others are woven");
        }
        let itself = Graph { nodes: vec![node("a", &[])], relationships: vec![relationship("a.a", "Root", (0, 0))] };
        assert_eq!(weave(&itself, Workflow::Deploy).cycle, [0]);
    }
}
