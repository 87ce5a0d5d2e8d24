//! The form that the program prints.

use serde_yaml::{Mapping, Value};

use crate::expansion::plan::{Action, Plan, Reason, Step, Waiting};
use crate::expansion::{
    Call, Difference, Expansion, Group, Instance, InstanceKind, InstanceProperty, Known, RelationshipInstance,
};

impl Expansion {
    /// Instances, relationships and plan in the form that the program prints; the diagnostics are its caller's.
    ///
    /// What is known is a `value`; what is not, or holds something that is not, is a `symbol`, written out in full:
    /// `[<runtime asm__a__1.ip>, <runtime asm__a__2.ip>]`. What there is nothing to say of is left out.
    pub fn to_value(&self) -> Value {
        let changes = list("changes", &self.changes, difference);
        let entries = [
            ("instances", self.instances.iter().map(instance).collect()),
            ("relationships", self.relationships.iter().map(relationship).collect()),
            ("plan", plan(&self.plan)),
        ];
        mapping(entries.into_iter().chain(changes))
    }
}

fn mapping<'a>(entries: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Mapping(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
}

/// The entry for some things; none if there are none.
fn list<'a, T>(key: &'a str, things: &[T], shown: impl Fn(&T) -> Value) -> Option<(&'a str, Value)> {
    (!things.is_empty()).then(|| (key, things.iter().map(shown).collect()))
}

fn text(text: &str) -> Value {
    Value::from(text)
}

fn instance(instance: &Instance) -> Value {
    // The type is empty of a descriptor without a name, which only its package gives it, and of a group of several.
    let name = [("name", text(&instance.name)), ("type", text(&instance.type_name))];
    let parent = instance.parent.as_deref().map(|parent| ("parent", text(parent)));
    let kind = [("kind", text(instance.kind.name()))];
    let group = instance.group.as_ref().filter(|_| instance.kind == InstanceKind::Group).map(|of| ("group", group(of)));
    let chosen = instance.dynamic_type.then(|| ("dynamicType", true.into()));
    let values = [("properties", properties(&instance.properties))];
    mapping(name.into_iter().chain(parent).chain(kind).chain(group).chain(chosen).chain(values))
}

fn group(group: &Group) -> Value {
    let numbers = [
        ("count", group.count),
        ("minimum", group.minimum),
        ("maximum", group.maximum),
        ("increment", group.increment),
    ];
    let numbers = numbers.into_iter().filter_map(|(key, number)| Some((key, Value::from(number?))));
    mapping([("of", text(group.multiplicity.name()))].into_iter().chain(numbers))
}

fn properties(properties: &[InstanceProperty]) -> Value {
    let entries = properties.iter().map(|property| {
        let origin = ("origin", text(property.origin.name()));
        let until = property.until_reported.as_ref().map(|known| ("untilReported", mapping([value(known)])));
        (property.name.as_str().into(), mapping([value(&property.value), origin].into_iter().chain(until)))
    });
    Value::Mapping(entries.collect::<Mapping>())
}

fn value(known: &Known) -> (&'static str, Value) {
    match known {
        Known::Value(value) => ("value", value.clone()),
        unknown => ("symbol", Value::from(unknown.to_string())),
    }
}

fn relationship(relationship: &RelationshipInstance) -> Value {
    mapping([
        ("name", text(&relationship.name)),
        ("owner", text(&relationship.owner)),
        ("source", text(&relationship.source)),
        ("target", text(&relationship.target)),
        ("properties", properties(&relationship.properties)),
        ("create", relationship.create.iter().map(call).collect()),
        ("cease", relationship.cease.iter().map(call).collect()),
    ])
}

fn call(call: &Call) -> Value {
    Value::from(call.to_string())
}

fn plan(plan: &Plan) -> Value {
    let stages = plan.stages.iter().map(|stage| stage.iter().map(action).collect::<Value>());
    let rest = [
        list("raised", &plan.raised, |name| text(name)),
        list("notCreated", &plan.not_created, |name| text(name)),
        list("deadlock", &plan.deadlock, waiting),
        plan.trigger.as_ref().map(|trigger| ("trigger", Value::from(trigger.to_string()))),
    ];
    mapping([("stages", stages.collect())].into_iter().chain(rest.into_iter().flatten()))
}

fn action(action: &Action) -> Value {
    let name = [("action", text(&action.action)), ("instance", text(&action.instance))];
    let operations = list("operations", &action.operations, call);
    mapping(name.into_iter().chain(operations).chain(list("reasons", &action.reasons, reason)))
}

fn reason(reason: &Reason) -> Value {
    let after = reason.after.as_ref().map(|after| ("after", mapping(step(after))));
    let cause = [("kind", text(reason.cause.kind())), ("because", Value::from(reason.cause.to_string()))];
    mapping(after.into_iter().chain(cause))
}

fn step(step: &Step) -> [(&'static str, Value); 2] {
    [("action", text(&step.action)), ("instance", text(&step.instance))]
}

fn waiting(waiting: &Waiting) -> Value {
    let cause = [("kind", text(waiting.cause.kind())), ("because", Value::from(waiting.cause.to_string()))];
    mapping(step(&waiting.step).into_iter().chain(cause))
}

fn difference(difference: &Difference) -> Value {
    let name = [("instance", text(&difference.name)), ("change", text(difference.kind.name()))];
    mapping(name.into_iter().chain(list("properties", &difference.properties, |name| text(name))))
}
