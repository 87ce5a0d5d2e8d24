//! Operations and metrics that assemblies publish for their components: follows the name down to its definition.

use smol_str::SmolStr;

use crate::assembly::model::{Component, Descriptor, DescriptorKind, Metric, Operation, Text};
use crate::catalog::Catalog;
use crate::workspace::Workspace;

/// The chain from a published name down to its definition.
#[derive(Debug)]
pub struct PromotionChain<'a, T> {
    /// The components along the chain, each with the assembly that contains it; the first is a component of the
    /// publishing assembly.
    pub parts: Vec<(&'a Descriptor, &'a Component)>,
    pub end: End<'a, T>,
}

/// Where the chain ends.
#[derive(Debug)]
pub enum End<'a, T> {
    Found(&'a T),
    /// This nested descriptor does not have the name, or does not specify its source.
    Gap(&'a Descriptor, SmolStr),
    /// Part of the chain is missing from the catalog.
    Unknown,
}

/// A member that assemblies can publish.
pub trait Promoted: Sized {
    fn find<'a>(descriptor: &'a Descriptor, name: &str) -> Option<&'a Self>;

    /// `component.name`, if it comes from a component.
    fn source(&self) -> Option<&Text>;

    /// Whether a member without a source is complete in a descriptor of this kind.
    fn may_end_in(kind: DescriptorKind) -> bool;
}

impl Promoted for Operation {
    fn find<'a>(descriptor: &'a Descriptor, name: &str) -> Option<&'a Self> {
        descriptor.operation(name)
    }

    fn source(&self) -> Option<&Text> {
        self.source_operation.as_ref()
    }

    fn may_end_in(kind: DescriptorKind) -> bool {
        kind == DescriptorKind::Resource
    }
}

impl Promoted for Metric {
    fn find<'a>(descriptor: &'a Descriptor, name: &str) -> Option<&'a Self> {
        descriptor.metric(name)
    }

    fn source(&self) -> Option<&Text> {
        self.source_metric.as_ref()
    }

    fn may_end_in(_: DescriptorKind) -> bool {
        true // A metric of an assembly without a source is reported by another rule.
    }
}

/// The chain from `thing`, which `descriptor` publishes. It ends at a component whose type is chosen by an expression.
pub fn promotion_chain<'a, T: Promoted>(
    workspace: &'a Workspace,
    catalog: &Catalog,
    descriptor: &'a Descriptor,
    thing: &'a T,
) -> PromotionChain<'a, T> {
    promotion_chain_through(descriptor, thing, &|part| {
        let of = part.of.as_ref().filter(|_| part.dynamic_type.is_none())?;
        Some(crate::assembly::resolve(workspace, catalog, of)?.1)
    })
}

/// The chain from `thing`, which `descriptor` publishes; `enter` returns the descriptor of a component.
pub fn promotion_chain_through<'a, T: Promoted>(
    descriptor: &'a Descriptor,
    thing: &'a T,
    enter: &dyn Fn(&'a Component) -> Option<&'a Descriptor>,
) -> PromotionChain<'a, T> {
    let mut parts: Vec<(&Descriptor, &Component)> = Vec::new();
    let (mut owner, mut thing, mut name) = (descriptor, thing, SmolStr::default());
    loop {
        let Some(source) = thing.source().filter(|_| owner.kind == DescriptorKind::Assembly) else {
            let end = if T::may_end_in(owner.kind) { End::Found(thing) } else { End::Gap(owner, name) };
            return PromotionChain { parts, end };
        };
        let Some((part, inner)) = source.value.split_once('.') else {
            return PromotionChain { parts, end: End::Gap(owner, name) };
        };
        let Some(part) = owner.part(part) else { return PromotionChain { parts, end: End::Gap(owner, name) } };
        // Stop at a cycle.
        let again = parts.iter().any(|(_, passed)| std::ptr::eq(*passed, part));
        if again {
            return PromotionChain { parts, end: End::Gap(owner, name) };
        }
        parts.push((owner, part));
        let Some(of) = enter(part) else { return PromotionChain { parts, end: End::Unknown } };
        name = inner.into();
        let Some(next) = T::find(of, inner) else { return PromotionChain { parts, end: End::Gap(of, name) } };
        (owner, thing) = (of, next);
    }
}
