//! Selects what an intent applies to: the instances to heal, the cluster to scale, and the policy that would scale it
//! automatically.

use std::collections::HashSet;

use smol_str::SmolStr;

use crate::assembly::expansion::engine::Scope;
use crate::assembly::expansion::expand::Tree;
use crate::assembly::expansion::listing::Row;
use crate::assembly::expansion::snapshot::{LEVELS, Snapshot};
use crate::assembly::expansion::trigger::Trigger;
use crate::assembly::expansion::value::UnitId;
use crate::assembly::expansion::{Direction, Group, Multiplicity};
use crate::assembly::model::{Policy, Text};
use crate::similarity;

/// The size of a cluster before and after scaling.
pub struct Scaling {
    pub cluster: SmolStr,
    /// The assembly instance that contains the cluster, and its component.
    pub home: SmolStr,
    pub component: SmolStr,
    pub before: u64,
    pub after: u64,
}

impl Scaling {
    pub fn at_its_limit(&self, direction: Direction) -> String {
        let limit = if direction == Direction::Out { "maximum" } else { "minimum" };
        let instances = if self.before == 1 { "instance" } else { "instances" };
        format!("`{}` has {} {instances}, and its {limit} allows no other number", self.cluster, self.before)
    }
}

impl Tree<'_> {
    /// The resources in `component` that are Active and can therefore break.
    pub fn broken(&mut self, snapshot: &Snapshot, component: &str) -> HashSet<usize> {
        let engine = &self.engine;
        let single = engine.names.get(component).copied();
        let group = self.rows.iter().find_map(|row| match row {
            Row::Group(home, part) => {
                engine.instance_group(*home, *part).filter(|instance_group| instance_group.name == component)
            }
            Row::Unit(_) => None,
        });
        let tops: HashSet<UnitId> = single
            .into_iter()
            .chain(group.into_iter().flat_map(|instance_group| instance_group.units.clone()))
            .collect();
        if tops.is_empty() {
            let names = engine.names.keys().map(SmolStr::as_str);
            let help = meant(component, names).unwrap_or_else(|| "use a name from the preview".to_owned());
            self.wrong_intent(format!("unknown instance `{component}`"), help);
            return HashSet::new();
        }
        let is_inside = |unit: UnitId| {
            let mut at = Some(unit);
            while let Some(unit) = at.filter(|unit| !tops.contains(unit)) {
                at = engine.units[unit].place.map(|(parent, _)| parent);
            }
            at.is_some()
        };
        let is_running = |leaf: &usize| snapshot.leaves[*leaf].wanted == LEVELS - 1;
        let inside = |leaf: &usize| engine.names.get(&snapshot.leaves[*leaf].name).is_some_and(|unit| is_inside(*unit));
        let broken: HashSet<usize> = (0..snapshot.leaves.len()).filter(inside).filter(is_running).collect();
        if broken.is_empty() {
            self.nothing_to_do(format!("nothing in `{component}` is Active, so nothing in it can be Broken"), None);
        }
        broken
    }

    /// The cluster `name` with its size before and after scaling.
    pub fn scaling(&mut self, name: &str, direction: Direction, nodes: Option<u64>) -> Option<Scaling> {
        let groups: Vec<(Group, SmolStr, UnitId, SmolStr)> = self.groups();
        let (exact, local): (Vec<_>, Vec<_>) = groups
            .iter()
            .filter(|(_, full, _, component)| full == name || component == name)
            .partition(|(_, full, ..)| full == name);
        let found = if exact.is_empty() { local } else { exact };
        let (group, full, home, component) = match found.as_slice() {
            [] => {
                let clusters = groups.iter().filter(|(group, ..)| group.multiplicity == Multiplicity::Cluster);
                let names: Vec<&str> = clusters.map(|(_, full, ..)| full.as_str()).collect();
                let help = meant(name, names.iter().copied());
                let help = help.unwrap_or_else(|| match names.as_slice() {
                    [] => "a component is a cluster if it has the key `cluster`".to_owned(),
                    [first, ..] => format!("`{first}` is a cluster"),
                });
                self.wrong_intent(format!("unknown cluster `{name}`"), help);
                return None;
            }
            [(group, full, home, component)] => (group.clone(), full.clone(), *home, component.clone()),
            [(_, first, ..), ..] => {
                let help = format!("use its full name, such as `{first}`");
                self.wrong_intent(format!("ambiguous cluster name `{name}`: {} clusters match", found.len()), help);
                return None;
            }
        };
        if group.multiplicity != Multiplicity::Cluster {
            let message = format!("`{full}` is not a cluster, and only clusters can be scaled");
            self.wrong_intent(message, "replace the `quantity` or `items` of the component with `cluster`");
            return None;
        }
        let Some(before) = nodes.or(group.count) else {
            let message = format!("the size of `{full}` is only known at run time");
            self.wrong_intent(message, "specify the current number of instances");
            return None;
        };
        let increment = group.increment.unwrap_or(1);
        let after = match direction {
            Direction::Out => before.saturating_add(increment).min(group.maximum.unwrap_or(u64::MAX)).max(before),
            Direction::In => before.saturating_sub(increment).max(group.minimum.unwrap_or(0)).min(before),
        };
        let home = self.engine.units[home].name.clone();
        Some(Scaling { cluster: full, home, component, before, after })
    }

    /// All groups: each with its name, assembly and component.
    fn groups(&self) -> Vec<(Group, SmolStr, UnitId, SmolStr)> {
        let groups = self.rows.iter().filter_map(|row| match row {
            Row::Group(home, part) => {
                let instance_group = self.engine.instance_group(*home, *part)?;
                let (component, ..) = self.engine.component(*home, *part)?;
                Some((instance_group.group.clone(), instance_group.name.clone(), *home, component.name.text.clone()))
            }
            Row::Unit(_) => None,
        });
        groups.collect()
    }

    /// The policy that scales `component` of the assembly instance `home` automatically (S1:296).
    pub fn trigger(&mut self, home: &str, component: &str, direction: Direction) -> Option<Trigger> {
        let unit = *self.engine.names.get(home)?;
        let base = self.engine.units[unit].base.clone()?;
        let is_of = |policy: &&Policy| {
            let is = |text: &Option<Text>, word: &str| text.as_ref().is_some_and(|text| text.value.trim() == word);
            is(&policy.type_name, "policy::scale") && is(&policy.target, component)
        };
        let policy = base.descriptor.policies.iter().find(is_of)?;
        let mut value = |name: &str| {
            let (_, node) = policy.properties.iter().find(|(found, _)| found.value == name)?;
            let expression = self.engine.expression(node, base.file);
            let name = policy.name.text.as_str();
            let scope = Scope { file: base.file, span: node.span, home: unit, instance: unit, ends: None, name };
            let value = self.engine.evaluate_now(&expression, &scope);
            Some(self.engine.known(&value))
        };
        let is_above = direction == Direction::Out;
        let threshold = value(if is_above { "scaleOut_threshold" } else { "scaleIn_threshold" });
        let smoothing = value("smoothing");
        let metric = policy.metric.as_ref()?.value.clone();
        Some(Trigger { policy: policy.name.text.clone(), metric, is_above, threshold, smoothing })
    }
}

fn meant<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    similarity::closest(name, names).map(|meant| format!("did you mean `{meant}`?"))
}
