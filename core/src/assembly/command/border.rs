//! The boundary of a new nested assembly: what crosses it, and under which name.

use smol_str::SmolStr;

use crate::assembly::interpolation::{Interpolation, PropertyPath};
use crate::assembly::mentions::ends;
use crate::assembly::model::{Capability, Descriptor, Policy, Relationship, Text};
use crate::assembly::values::{Scope, Value, values};
use crate::edit::EditError;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::Sorting;
use crate::syntax::{NodePath, Step};

use super::rewrite::{deeper, printed};
use super::section::free;
use super::{Subject, refused};

/// A component and one of its members.
pub type Member = (SmolStr, SmolStr);

/// Where an input of the new assembly comes from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Source {
    /// A property of the outer assembly.
    Own(SmolStr),
    /// A property of a component or reference that stays.
    Of(Member),
}

/// The boundary between extracted components and the rest of the assembly.
pub struct Border<'a> {
    pub subject: Subject<'a>,
    /// The names of the extracted components.
    pub inside: SortedSet<SmolStr>,
    /// The name of the component that replaces them.
    pub part: SmolStr,
    pub inputs: SortedMap<Source, SmolStr>,
    pub outputs: SortedMap<Member, SmolStr>,
    pub capabilities: SortedMap<Member, SmolStr>,
    pub requirements: SortedMap<Member, SmolStr>,
    pub operations: SortedMap<Member, SmolStr>,
    pub metrics: SortedMap<Member, SmolStr>,
}

/// An end of a relationship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Source,
    Target,
}

impl Side {
    pub fn other(self) -> Self {
        match self {
            Side::Source => Side::Target,
            Side::Target => Side::Source,
        }
    }

    /// The key of the ends on this side in a relationship.
    pub fn key(self) -> &'static str {
        match self {
            Side::Source => "source-capabilities",
            Side::Target => "target-requirements",
        }
    }
}

/// On which side of the boundary a relationship is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    Inside,
    Outside,
    /// It crosses the boundary; this end is extracted.
    Across(Side),
}

/// How a reference in a value crosses the boundary.
enum Crossing {
    In(Source),
    Out(Member),
    /// Through `source` or `target` of a relationship that crosses the boundary.
    End(Side, Member),
}

impl<'a> Border<'a> {
    pub fn new(subject: Subject<'a>, inside: SortedSet<SmolStr>, part: SmolStr) -> Result<Self, EditError> {
        let mut border = Border {
            subject,
            inside,
            part,
            inputs: SortedMap::new(),
            outputs: SortedMap::new(),
            capabilities: SortedMap::new(),
            requirements: SortedMap::new(),
            operations: SortedMap::new(),
            metrics: SortedMap::new(),
        };
        border.relationships()?;
        border.published()?;
        for value in values(subject.descriptor) {
            for reference in Interpolation::of(value.node, "").references() {
                match border.crossing(&value, reference)? {
                    Some(Crossing::In(source)) => drop(border.inputs.insert(source, SmolStr::default())),
                    Some(Crossing::Out(member) | Crossing::End(_, member)) => {
                        border.outputs.insert(member, SmolStr::default());
                    }
                    None => {}
                }
            }
        }
        border.name();
        Ok(border)
    }

    /// Whether the node at `path` is extracted.
    pub fn goes(&self, path: &NodePath) -> bool {
        let mut keys = path.steps().iter();
        let (Some(Step::Key(section)), Some(Step::Key(name))) = (keys.next(), keys.next()) else {
            return false;
        };
        let descriptor = self.subject.descriptor;
        match section.as_str() {
            "composition" => self.inside.contains(name),
            "relationships" => {
                let mut found = descriptor.relationships.iter().filter(|found| found.name.text == *name);
                found.any(|found| matches!(self.course(found), Ok(Course::Inside)))
            }
            "policies" => {
                let mut found = descriptor.policies.iter().filter(|found| found.name.text == *name);
                found.any(|found| self.policy_goes(found))
            }
            _ => false,
        }
    }

    pub fn policy_goes(&self, policy: &Policy) -> bool {
        policy.target.as_ref().is_some_and(|target| self.inside.contains(&target.value))
    }

    pub fn course(&self, relationship: &Relationship) -> Result<Course, EditError> {
        let goes = |names: &[&str]| names.iter().filter(|name| self.inside.contains(**name)).count();
        let (sources, targets) = (ends(&relationship.source_capabilities), ends(&relationship.target_requirements));
        let (from, to) = (goes(&sources), goes(&targets));
        if from == 0 && to == 0 {
            return Ok(Course::Outside);
        }
        if from == sources.len() && to == targets.len() {
            return Ok(Course::Inside);
        }
        if from == sources.len() && to == 0 {
            return Ok(Course::Across(Side::Source));
        }
        if to == targets.len() && from == 0 {
            return Ok(Course::Across(Side::Target));
        }
        let name = &relationship.name.text;
        Err(refused(format!(
            "one end of `{name}` has both selected and other components; split the relationship first"
        )))
    }

    /// The only extracted component at an end of a relationship; `None` if there are several.
    fn only_end(&self, relationship: &Relationship, side: Side) -> Option<SmolStr> {
        let mut names = ends(texts(relationship, side));
        names.order();
        names.dedup();
        match names.as_slice() {
            [name] => Some((*name).into()),
            _ => None,
        }
    }

    fn relationships(&mut self) -> Result<(), EditError> {
        for relationship in &self.subject.descriptor.relationships {
            let Course::Across(side) = self.course(relationship)? else { continue };
            let name = &relationship.name.text;
            for text in texts(relationship, side) {
                let Some(member) = split(text) else {
                    return Err(refused(format!(
                        "`{}` in `{name}` does not name a capability or requirement",
                        text.value
                    )));
                };
                match side {
                    Side::Source => self.capabilities.insert(member, SmolStr::default()),
                    Side::Target => self.requirements.insert(member, SmolStr::default()),
                };
            }
            self.refuse_calls_of_many(relationship, side)?;
            for text in relationship.create.iter().chain(&relationship.cease) {
                if let Some(member) = self.operation(relationship, side, text)? {
                    self.operations.insert(member, SmolStr::default());
                }
            }
        }
        Ok(())
    }

    /// A relationship has an instance for each pair of instances at its ends. If several at one end are merged into
    /// one, operations of the other end are called less often.
    fn refuse_calls_of_many(&self, relationship: &Relationship, side: Side) -> Result<(), EditError> {
        let names = ends(texts(relationship, side));
        let find = |name: &str| self.subject.descriptor.component(name);
        let several = self.only_end(relationship, side).is_none()
            || names.iter().any(|name| find(name).is_some_and(|part| part.is_multiple()));
        let (own, other) = match side {
            Side::Source => ("source", "target"),
            Side::Target => ("target", "source"),
        };
        let mut calls = relationship.create.iter().chain(&relationship.cease);
        let elsewhere = calls.find(|text| {
            let head = text.value.split('.').next().unwrap_or("");
            head != own && !self.inside.contains(head)
        });
        match elsewhere.filter(|_| several) {
            Some(text) => Err(refused(format!(
                "`{}` calls `{}` once for each selected {own}; after extraction, the {other} would be called only once",
                relationship.name.text, text.value
            ))),
            None => Ok(()),
        }
    }

    /// The operation of an extracted component that a relationship across the boundary calls.
    pub fn operation(&self, relationship: &Relationship, side: Side, text: &Text) -> Result<Option<Member>, EditError> {
        let Some((head, operation)) = text.value.split_once('.') else { return Ok(None) };
        let own = match side {
            Side::Source => "source",
            Side::Target => "target",
        };
        if self.inside.contains(head) {
            return Ok(Some((head.into(), operation.into())));
        }
        if head != own {
            return Ok(None);
        }
        match self.only_end(relationship, side) {
            Some(part) => Ok(Some((part, operation.into()))),
            None => Err(refused(format!(
                "`{}` calls `{}` of several selected components; split the relationship first",
                relationship.name.text, text.value
            ))),
        }
    }

    /// Members that the assembly publishes for extracted components, and metrics that policies watch across the
    /// boundary.
    fn published(&mut self) -> Result<(), EditError> {
        let descriptor = self.subject.descriptor;
        for operation in &descriptor.operations {
            if let Some(member) = self.of_inside(operation.source_operation.as_ref()) {
                self.operations.insert(member, SmolStr::default());
            }
        }
        for metric in &descriptor.metrics {
            if let Some(member) = self.of_inside(metric.source_metric.as_ref()) {
                self.metrics.insert(member, SmolStr::default());
            }
        }
        for policy in &descriptor.policies {
            let watched = self.watched(policy);
            match (self.policy_goes(policy), watched) {
                (true, None) => {
                    let why = "scales a selected component by a metric of another component";
                    return Err(refused(format!("`{}` {why}", policy.name.text)));
                }
                (false, Some(member)) if policy.metric.as_ref().is_some_and(|text| text.value.contains('.')) => {
                    self.metrics.insert(member, SmolStr::default());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The metric of an extracted component that a policy watches.
    pub fn watched(&self, policy: &Policy) -> Option<Member> {
        let metric = policy.metric.as_ref()?;
        match self.subject.descriptor.metric(&metric.value) {
            Some(own) if !metric.value.contains('.') => self.of_inside(own.source_metric.as_ref()),
            _ => self.of_inside(Some(metric)),
        }
    }

    pub fn of_inside(&self, text: Option<&Text>) -> Option<Member> {
        split(text?).filter(|(part, _)| self.inside.contains(part))
    }

    fn crossing(&self, value: &Value<'_>, reference: &PropertyPath) -> Result<Option<Crossing>, EditError> {
        let goes = self.goes(&value.path);
        let head = reference.head();
        match (head, value.scope) {
            ("instance", _) | ("item", Scope::Part(_)) => return Ok(None),
            ("source" | "target", Scope::Relationship(relationship)) => {
                let side = if head == "source" { Side::Source } else { Side::Target };
                return self.through_end(relationship, side, reference);
            }
            _ => {}
        }
        let descriptor = self.subject.descriptor;
        if let (Some(part), Some(name)) = (descriptor.part(head), reference.name(1)) {
            let member: Member = (part.name.text.clone(), name.into());
            return Ok(match (goes, self.inside.contains(&member.0)) {
                (true, false) => Some(Crossing::In(Source::Of(member))),
                (false, true) => Some(Crossing::Out(member)),
                _ => None,
            });
        }
        let own = descriptor.property(head).or_else(|| descriptor.private_property(head));
        Ok(own.filter(|_| goes).map(|own| Crossing::In(Source::Own(own.name.text.clone()))))
    }

    fn through_end(
        &self,
        relationship: &Relationship,
        side: Side,
        reference: &PropertyPath,
    ) -> Result<Option<Crossing>, EditError> {
        let (Course::Across(inner), Some(name)) = (self.course(relationship)?, reference.name(1)) else {
            return Ok(None);
        };
        if inner != side {
            return Ok(None);
        }
        let label = format!("`{}` reads `{}`", relationship.name.text, printed(&reference.segments));
        let Some(part) = self.only_end(relationship, side) else {
            return Err(refused(format!("{label} of several selected components; split the value first")));
        };
        if self.subject.descriptor.component(&part).is_some_and(|part| part.is_multiple()) {
            return Err(refused(format!(
                "{label} of each instance of `{part}`, which would be a list outside the new \
                 assembly"
            )));
        }
        Ok(Some(Crossing::End(side, (part, name.into()))))
    }

    /// The reference after extraction, if it changes.
    pub fn rewritten(&self, value: &Value<'_>, reference: &PropertyPath) -> Option<String> {
        let rest = |from: usize| reference.segments.get(from..).unwrap_or_default();
        match self.crossing(value, reference).ok()?? {
            Crossing::In(source) => {
                let name = self.inputs.get(&source)?;
                let from = if matches!(source, Source::Own(_)) { 1 } else { 2 };
                let new = deeper(name, rest(from));
                (new != printed(&reference.segments)).then_some(new)
            }
            Crossing::Out(member) => Some(deeper(&format!("{}.{}", self.part, self.outputs.get(&member)?), rest(2))),
            Crossing::End(side, member) => {
                let head = if side == Side::Source { "source" } else { "target" };
                Some(deeper(&format!("{head}.{}", self.outputs.get(&member)?), rest(2)))
            }
        }
    }

    /// Names everything that crosses the boundary: the plain name if it is unique, otherwise prefixed with its
    /// component.
    fn name(&mut self) {
        let mut taken: SortedSet<SmolStr> = self.inside.clone();
        let mut sources: Vec<Source> = self.inputs.keys().cloned().collect();
        sources.order_by_key(|source| matches!(source, Source::Of(_)));
        for source in sources {
            let wanted = match &source {
                Source::Own(name) => name.to_string(),
                Source::Of((part, name)) => format!("{part}_{name}"),
            };
            let name = free(&wanted, "_", |name| taken.contains(name));
            taken.insert(name.clone());
            self.inputs.insert(source, name);
        }
        let capabilities = self.unmistakable(&self.capabilities, |of| &of.capabilities);
        let requirements = self.unmistakable(&self.requirements, |of| &of.requirements);
        name_members(&mut self.outputs, taken, |_| true);
        name_members(&mut self.capabilities, SortedSet::new(), |member| capabilities.contains(member));
        name_members(&mut self.requirements, SortedSet::new(), |member| requirements.contains(member));
        name_members(&mut self.operations, SortedSet::new(), |_| true);
        name_members(&mut self.metrics, SortedSet::new(), |_| true);
    }

    /// Capabilities or requirements that only one extracted component can provide, judging by types. A descriptor does
    /// not say which component provides what it publishes, but the name can.
    fn unmistakable(
        &self,
        members: &SortedMap<Member, SmolStr>,
        ports: impl Fn(&Descriptor) -> &Vec<Capability>,
    ) -> SortedSet<Member> {
        let descriptor = self.subject.descriptor;
        let of = |part: &str| Some(self.subject.type_of(descriptor.component(part)?)?.1);
        let type_of = |part: &str, name: &str| {
            let found = ports(of(part)?).iter().find(|port| port.name.text == name)?;
            found.type_name.as_ref().map(|text| text.value.clone())
        };
        let fits = |(part, name): &&Member| {
            let wanted = type_of(part, name);
            let alike = self.inside.iter().filter(|other| match of(other) {
                Some(of) if !ports(of).is_empty() => {
                    ports(of).iter().any(|port| port.type_name.as_ref().map(|text| &text.value) == wanted.as_ref())
                }
                _ => true,
            });
            alike.count() <= 1
        };
        members.keys().filter(fits).cloned().collect()
    }
}

fn name_members(
    members: &mut SortedMap<Member, SmolStr>,
    mut taken: SortedSet<SmolStr>,
    is_clear: impl Fn(&Member) -> bool,
) {
    let all: Vec<Member> = members.keys().cloned().collect();
    for member in &all {
        let namesakes = all.iter().filter(|(_, name)| *name == member.1).count();
        let alone = namesakes == 1 && !taken.contains(&member.1) && is_clear(member);
        let wanted = if alone { member.1.to_string() } else { format!("{}_{}", member.0, member.1) };
        let name = free(&wanted, "_", |name| taken.contains(name));
        taken.insert(name.clone());
        members.insert(member.clone(), name);
    }
}

/// Splits `component.name`.
pub fn split(text: &Text) -> Option<Member> {
    let (part, name) = text.value.split_once('.')?;
    Some((part.into(), name.into()))
}

pub fn texts(relationship: &Relationship, side: Side) -> &[Text] {
    match side {
        Side::Source => &relationship.source_capabilities,
        Side::Target => &relationship.target_requirements,
    }
}
