//! The triggers of policies (3.5.18): where they are in a file, and the values that forms and completion offer for them.

use smol_str::SmolStr;

use crate::assignable::{Assignable, Member, ValueForm, ValueKind};
use crate::context::FileContext;
use crate::symbol::SymbolKind;
use crate::syntax::{Kind, Node, NodePath, Step};
use crate::tosca::effective::{entries, named};
use crate::tosca::fulfilment::Fulfilment;
use crate::tosca::model::{POLICIES, TEMPLATES};
use crate::tosca::scope::Scope;
use crate::tosca::shape::NodeShape;
use crate::tosca::value::unit::Dimension;
use crate::tosca::version::{self, Version};
use crate::tosca::workflow::{self, GENERATED, is_extended, normative_states};
use crate::tosca::{copies, interfaces, mentions};

pub const TRIGGERS: &str = "triggers";
const SCHEDULE: &str = "schedule";

/// A place in the triggers of a policy or policy type.
pub struct Place<'p> {
    /// The path of the policy or policy type.
    pub policy: NodePath,
    /// The steps below `triggers`, without the position in a list: the name of the trigger, then its keys. Positions in other
    /// lists are empty.
    pub below: Vec<&'p str>,
    /// Whether the triggers are a list of mappings with one entry each.
    pub is_list: bool,
}

impl<'p> Place<'p> {
    pub fn of(root: &Node, path: &'p NodePath) -> Option<Self> {
        let words = path.words();
        let (length, rest) = match words.as_slice() {
            ["topology_template", "policies", "", _, TRIGGERS, rest @ ..] => (4, rest),
            ["topology_template", "policies", name, TRIGGERS, rest @ ..] if !name.is_empty() => (3, rest),
            ["policy_types", _, TRIGGERS, rest @ ..] => (2, rest),
            _ => return None,
        };
        let policy: NodePath = path.steps().iter().take(length).cloned().collect();
        let is_list = root.at(&policy.key(TRIGGERS)).is_some_and(|node| matches!(node.kind, Kind::Sequence(_)));
        let below = match (is_list, rest) {
            (true, ["", below @ ..]) => below.to_vec(),
            _ => rest.to_vec(),
        };
        Some(Place { policy, below, is_list })
    }
}

/// The steps below the schedule of a trigger.
pub fn in_schedule(steps: &[Step]) -> Option<&[Step]> {
    let is_key = |step: &Step, name: &str| matches!(step, Step::Key(key) if key == name);
    let triggers = steps.iter().position(|step| is_key(step, TRIGGERS))?;
    match &steps[triggers + 1..] {
        [Step::Index(_), Step::Key(_), schedule, below @ ..] | [Step::Key(_), schedule, below @ ..] => {
            is_key(schedule, SCHEDULE).then_some(below)
        }
        _ => None,
    }
}

/// The values that can be assigned at a path in the triggers of a policy; `None` where the tables of the language say enough.
pub fn assignable(context: FileContext<'_>, at: &NodePath) -> Option<Assignable> {
    let root = context.file.root.as_deref()?;
    let place = Place::of(root, at)?;
    let node = root.at(at).filter(|node| !node.is_null());
    let is_text = node.is_none_or(|node| node.as_scalar().is_some());
    let suggestions = |suggestions: Vec<String>| {
        is_text.then(|| Assignable::Value(ValueForm { kind: ValueKind::Text, suggestions, ..ValueForm::default() }))
    };
    let facts = Facts { context, root, place: &place };
    match place.below.as_slice() {
        [] if place.is_list => Some(Assignable::Named(ValueForm { kind: ValueKind::Members, ..ValueForm::default() })),
        [_, "event" | "event_type"] | [_, "event", "type"] => suggestions(facts.events()),
        [_, "target_filter", "node"] => suggestions(facts.nodes()),
        [_, "target_filter", "requirement"] => suggestions(
            facts.members(|shape| shape.requirements.iter().map(|requirement| requirement.name.to_string()).collect()),
        ),
        [_, "target_filter", "capability"] => suggestions(
            facts.members(|shape| shape.capabilities.iter().map(|capability| capability.name.to_string()).collect()),
        ),
        [_, "condition"] if node.is_none_or(is_extended) => Some(Assignable::Members(condition())),
        [_, "condition", "constraint"] if node.is_none() => Some(clauses()),
        // A list of clauses, or a mapping of attributes.
        [_, "condition"] | [_, "condition", "constraint"] => match node.map(|node| &node.kind) {
            Some(Kind::Sequence(_)) => Some(clauses()),
            Some(Kind::Mapping(_)) => Some(Assignable::Members(facts.attributes())),
            _ => None,
        },
        [_, "condition", ""] | [_, "condition", "constraint", ""] if !node.is_some_and(is_text_node) => {
            Some(Assignable::Members(facts.attributes()))
        }
        [_, "condition", "period"] if is_text => Some(Assignable::Value(period())),
        [_, "action"] if node.is_some() => suggestions(facts.workflows()),
        [_, "action"] if version::of(context.file) < Version::V1_3 => suggestions(facts.workflows()),
        [_, "action"] => Some(Assignable::Items(ValueForm { kind: ValueKind::Members, ..ValueForm::default() })),
        [_, "action", "", "call_operation"] | [_, "action", "", "call_operation", "operation"] => {
            suggestions(facts.operations())
        }
        [_, "action", "", "inline" | "delegate"] | [_, "action", "", "inline" | "delegate", "workflow"] => {
            suggestions(facts.workflows())
        }
        [_, "action", "", "set_state"] => suggestions(normative_states().map(str::to_owned).collect()),
        _ => None,
    }
}

/// A list of clauses, which are mappings.
fn clauses() -> Assignable {
    Assignable::Items(ValueForm { kind: ValueKind::Members, ..ValueForm::default() })
}

fn is_text_node(node: &Node) -> bool {
    node.as_scalar().is_some()
}

fn member(name: &str, description: &str, form: ValueForm) -> Member {
    Member {
        name: name.into(),
        description: description.to_owned(),
        required: false,
        is_secret: false,
        default: String::new(),
        origin: SmolStr::default(),
        form,
    }
}

/// The fields of the extended notation of a condition.
fn condition() -> Vec<Member> {
    let of = |kind| ValueForm { kind, ..ValueForm::default() };
    vec![
        member("constraint", "Conditions for the attributes of the watched node.", of(ValueKind::Items)),
        member("period", "Period of observation.", period()),
        member("evaluations", "Number of evaluations in the period.", of(ValueKind::Number)),
        member("method", "Aggregation of the observations: `average`.", of(ValueKind::Text)),
    ]
}

fn period() -> ValueForm {
    let (kind, type_name) = (ValueKind::Quantity(Dimension::Time.unit_names()), "scalar-unit.time".to_owned());
    ValueForm { kind, type_name, ..ValueForm::default() }
}

/// The names that a trigger can mention.
struct Facts<'p, 'a> {
    context: FileContext<'a>,
    root: &'a Node,
    place: &'p Place<'p>,
}

impl<'a> Facts<'_, 'a> {
    fn policy(&self) -> Option<&'a Node> {
        self.root.at(&self.place.policy)
    }

    /// The events that the ancestors of the policy and the other policies of the file have triggers for.
    fn events(&self) -> Vec<String> {
        let scope = Scope::of(self.context);
        let stated =
            self.policy().and_then(|policy| policy.get("type").or_else(|| policy.get("derived_from"))?.as_text());
        let of = scope.effective(SymbolKind::PolicyType, stated.unwrap_or_default());
        let inherited = of.chain().filter_map(|ancestor| scope.defined(ancestor)).map(|declared| declared.node);
        let own = self.root.at(&NodePath::keys(POLICIES)).into_iter().flat_map(entries).map(|(_, entry)| &entry.value);
        let types = self.root.get("policy_types").into_iter().flat_map(named).map(|(_, entry)| &entry.value);
        let all = inherited.chain(own).chain(types).filter_map(|policy| policy.get(TRIGGERS)).flat_map(entries);
        once_each(all.filter_map(|(_, trigger)| {
            let event = trigger.value.get("event").or_else(|| trigger.value.get("event_type"))?;
            event.as_text().or_else(|| event.get("type")?.as_text()).filter(|event| !event.is_empty())
        }))
    }

    /// The targets of the policy, then the other node templates, then the node types of the file and its imports.
    fn nodes(&self) -> Vec<String> {
        let templates = self.root.at(&NodePath::keys(TEMPLATES)).into_iter().flat_map(named).map(|(name, _)| name);
        let types = mentions::defined(self.context, SymbolKind::NodeType).into_iter().map(|(name, _)| name);
        let normative = mentions::normative(self.context, SymbolKind::NodeType);
        once_each(self.targets().into_iter().chain(templates).chain(types).chain(normative))
    }

    fn targets(&self) -> Vec<&'a str> {
        let targets = self.policy().and_then(|policy| policy.get("targets"));
        targets.map_or(&[][..], Node::items).iter().filter_map(Node::as_text).collect()
    }

    /// The attributes and properties of the watched node, or of the watched capability, as fields for conditions.
    fn attributes(&self) -> Vec<Member> {
        let capability = self.filter().and_then(|filter| filter.get("capability")?.as_text());
        let names = self.members(|shape| {
            let of = capability.map_or(Some(&shape.of), |name| Some(&shape.capability(name)?.of));
            of.map_or_else(Vec::new, |of| of.names(&["attributes", "properties"]).map(ToString::to_string).collect())
        });
        names.iter().map(|name| member(name, "", ValueForm::default())).collect()
    }

    /// The target filter of the trigger.
    fn filter(&self) -> Option<&'a Node> {
        let name = self.place.below.first()?;
        let mut all = self.policy()?.get(TRIGGERS).into_iter().flat_map(entries);
        all.find(|(other, _)| other == name)?.1.value.get("target_filter")
    }

    /// Members of the watched node: a template or type in the target filter, or else the targets of the policy.
    fn members(&self, names: impl Fn(&NodeShape<'_>) -> Vec<String>) -> Vec<String> {
        let scope = Scope::of(self.context);
        let fulfilment = Fulfilment::of(&scope);
        let stated = self.filter().and_then(|filter| filter.get("node")?.as_text());
        let watched = stated.map_or_else(|| self.targets(), |name| vec![name]);
        let found = watched.into_iter().flat_map(|name| match fulfilment.node(name) {
            Some(node) => names(&node.shape),
            None => names(&NodeShape::of(&scope, scope.effective(SymbolKind::NodeType, name))),
        });
        let found: Vec<String> = found.collect();
        once_each(found.iter().map(String::as_str))
    }

    /// The workflows of the topology, and those that the orchestrator generates.
    fn workflows(&self) -> Vec<String> {
        once_each(workflow::entries(self.root).map(|(name, _)| name).chain(GENERATED))
    }

    /// The operations of the targets of the policy: `Standard.start`.
    fn operations(&self) -> Vec<String> {
        let scope = Scope::of(self.context);
        let templates = self.root.at(&NodePath::keys(TEMPLATES));
        let of_target = |name: &str| {
            let of = copies::type_of(templates, templates?.get(name)?)?;
            Some(scope.effective(SymbolKind::NodeType, of))
        };
        let types = self.targets().into_iter().filter_map(of_target);
        let found: Vec<String> = types.flat_map(|of| interfaces::all_operations(&scope, &of)).collect();
        once_each(found.iter().map(String::as_str))
    }
}

fn once_each<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in names {
        if found.iter().all(|other| other != name) {
            found.push(name.to_owned());
        }
    }
    found
}
