//! The candidates for the target of a requirement: every capability of every other node template, accepted or with the
//! reason why it is rejected.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::preview::ItemProperty;
use crate::preview::question::Question;
use crate::sorting::Sorting;
use crate::syntax::NodePath;
use crate::tosca::deployment::filter::{self, Verdict};
use crate::tosca::deployment::question;
use crate::tosca::deployment::values::{Substitutes, Values};
use crate::tosca::deployment::{Candidate, Capability, Node};
use crate::tosca::fulfilment::{Assignment, Fulfilment, NodeTemplate, Refusal};
use crate::tosca::requirement::open_requirement;
use crate::tosca::scope::{Declared, Scope};

/// The node templates of a topology as targets of requirements.
pub struct Targets<'t, 'a> {
    pub scope: &'t Scope<'a>,
    pub fulfilment: &'t Fulfilment<'a>,
    /// The beginning of the names of the nodes.
    pub prefix: &'t str,
}

/// The properties and capabilities of a node, which filters read.
type NodeValues<'n> = (&'n [ItemProperty], &'n [Capability]);

impl<'a> Targets<'_, 'a> {
    /// The candidates for a requirement, accepted ones first. `assignment` leaves the target to the orchestrator; the node
    /// filters of the definition and of the assignment come after all other reasons. `values` are those of the nodes by
    /// name, which only filters need.
    pub fn of<'n>(
        &self,
        node: &NodeTemplate<'a>,
        assignment: Option<&Assignment<'a>>,
        requirement: &str,
        values: impl FnOnce() -> HashMap<&'n str, NodeValues<'n>>,
    ) -> Vec<Candidate> {
        self.judge(node, assignment, requirement, values).into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// The same, each with the number of conditions that it meets.
    fn judge<'n>(
        &self,
        node: &NodeTemplate<'a>,
        assignment: Option<&Assignment<'a>>,
        requirement: &str,
        values: impl FnOnce() -> HashMap<&'n str, NodeValues<'n>>,
    ) -> Vec<(usize, Candidate)> {
        let shape = node.shape.requirement(requirement);
        let own = assignment.and_then(|assignment| assignment.get("node_filter"));
        let own = own.map(|node| Declared { file: &self.scope.file().path, node });
        let filters: Vec<Declared<'a>> =
            shape.map_or(&[][..], |shape| &shape.filters).iter().copied().chain(own).collect();
        let by_name = if filters.is_empty() { HashMap::new() } else { values() };
        let mut verdicts: HashMap<usize, Verdict> = HashMap::new();
        let all = self.fulfilment.candidates(self.scope, node, requirement).into_iter();
        let mut found: Vec<(usize, Candidate)> = all
            .filter_map(|candidate| {
                let target = self.fulfilment.nodes.get(candidate.node)?;
                let capability = candidate.capability.and_then(|at| target.shape.capabilities.get(at));
                let name: SmolStr = format!("{}{}", self.prefix, target.name).into();
                let of_definition = candidate.refusal;
                let of_assignment =
                    || self.fulfilment.fits_assignment(self.scope, assignment?, node, target, capability?).err();
                // The conditions of the assignment are checked after those of the definition, and those of filters last.
                let n_met = of_definition.as_ref().map(Refusal::n_met);
                let (n_met, refusal) = match of_definition.or_else(of_assignment) {
                    None => (Refusal::N_CONDITIONS + 1, None),
                    Some(refusal) => (n_met.unwrap_or(Refusal::N_CONDITIONS), Some(refusal)),
                };
                let mut rejected = refusal.map(|refusal| refusal.message(requirement));
                let mut undecided = None;
                if let (None, Some((properties, capabilities))) = (&rejected, by_name.get(name.as_str())) {
                    let verdict = verdicts.entry(candidate.node).or_insert_with(|| {
                        let candidate = filter::Candidate { shape: &target.shape, properties, capabilities };
                        candidate.passes(self.scope, &filters)
                    });
                    match verdict {
                        Verdict::Passes => {}
                        Verdict::Unknown(why) => undecided = Some(why.clone()),
                        Verdict::Fails(why) => rejected = Some(why.clone()),
                    }
                }
                let capability = capability.map(|capability| capability.name.clone());
                Some((n_met, Candidate { node: name, capability, rejected, undecided }))
            })
            .collect();
        found.order_by_key(|(_, candidate)| candidate.rejected.is_some());
        found
    }
}

/// The values of resolved nodes, for [`Targets::of`].
pub fn values_of(resolved: &[Node]) -> HashMap<&str, NodeValues<'_>> {
    resolved.iter().map(|node| (node.name.as_str(), (&*node.properties, &*node.capabilities))).collect()
}

/// The candidates for the open requirement of a node template at a path ([`OpenRequirement::path`]), with the inputs of a
/// question: the accepted capabilities of each node template, or else the one that comes closest.
///
/// [`OpenRequirement::path`]: crate::tosca::requirement::OpenRequirement::path
pub fn targets(context: FileContext<'_>, question: &Question, at: &NodePath) -> Vec<Candidate> {
    let scope = Scope::of(context);
    let fulfilment = Fulfilment::of(&scope);
    let Some(open) = open_requirement(&fulfilment, at) else { return Vec::new() };
    let asked = question::asked(context, question);
    let known = OnceCell::new();
    let targets = Targets { scope: &scope, fulfilment: &fulfilment, prefix: "" };
    let values = || {
        let evaluated = || Values::of(context, &asked.inputs, "", &Substitutes::of(&asked.substitutes));
        let nodes = &known.get_or_init(evaluated).nodes;
        nodes.iter().map(|(name, node)| (name.as_str(), (&*node.properties, &*node.capabilities))).collect()
    };
    let mut all = targets.judge(open.node, open.assignment, &open.name, values);
    let mut best: HashMap<SmolStr, usize> = HashMap::new();
    for (n_met, candidate) in all.iter().filter(|(_, candidate)| candidate.rejected.is_some()) {
        let known = best.entry(candidate.node.clone()).or_default();
        *known = (*n_met).max(*known);
    }
    let accepted: HashSet<SmolStr> = all
        .iter()
        .filter(|(_, candidate)| candidate.rejected.is_none())
        .map(|(_, candidate)| candidate.node.clone())
        .collect();
    all.retain(|(n_met, candidate)| {
        // Of several that come equally close, the first one is kept.
        let mut is_closest = || best.get(&candidate.node) == Some(n_met) && best.remove(&candidate.node).is_some();
        candidate.rejected.is_none() || !accepted.contains(&candidate.node) && is_closest()
    });
    all.into_iter().map(|(_, candidate)| candidate).collect()
}
