//! Operations that a relationship calls, resolved through published operations.

use crate::assembly::mentions::ends;
use crate::assembly::model::{Component, Descriptor, Operation, Relationship, Text};
use crate::assembly::promotion::{End, promotion_chain_through};
use crate::catalog::Catalog;
use crate::workspace::{SourceFile, Workspace};

/// `source.operation`, `target.operation`, or `component.operation`.
#[derive(Clone, Debug)]
pub struct OperationCall<'a> {
    pub text: &'a Text,
    pub head: &'a str,
    pub operation: &'a str,
    /// The components and references that it is called on.
    pub parts: Vec<&'a Component>,
}

/// The calls of a relationship of `descriptor`, without malformed ones.
pub fn calls<'a>(descriptor: &'a Descriptor, relationship: &'a Relationship) -> Vec<OperationCall<'a>> {
    let calls = relationship.create.iter().chain(&relationship.cease).filter_map(|text| {
        let (head, operation) = text.value.split_once('.')?;
        let names = match head {
            "source" => ends(&relationship.source_capabilities),
            "target" => ends(&relationship.target_requirements),
            name => vec![name],
        };
        let parts = names.into_iter().filter_map(|name| descriptor.part(name)).collect();
        Some(OperationCall { text, head, operation, parts })
    });
    calls.collect()
}

impl<'a> OperationCall<'a> {
    /// The resource operations that implement the call; `None` if they are unknown.
    pub fn implementations(&self, workspace: &'a Workspace, catalog: &Catalog) -> Option<Vec<&'a Operation>> {
        let is_fixed = |part: &&Component| part.dynamic_type.is_none();
        let found = self.parts.iter().map(|part| {
            let fixed = Some(*part).filter(is_fixed)?;
            Some(self.of_part(fixed, workspace, catalog).filter(|(chain, _)| chain.iter().all(is_fixed))?.1.1)
        });
        let operations: Vec<&Operation> = found.collect::<Option<_>>()?;
        (!operations.is_empty()).then_some(operations)
    }

    /// The operations that the call is known to mean, with the files that define them. If an expression chooses the
    /// type, uses the type next to it.
    pub fn declarations(&self, workspace: &'a Workspace, catalog: &Catalog) -> Vec<(&'a SourceFile, &'a Operation)> {
        let found = self.parts.iter().filter_map(|part| self.of_part(part, workspace, catalog));
        found.map(|(_, operation)| operation).collect()
    }

    /// The resource operation behind an operation of `part`, and the parts on the way there.
    fn of_part(
        &self,
        part: &'a Component,
        workspace: &'a Workspace,
        catalog: &Catalog,
    ) -> Option<(Vec<&'a Component>, (&'a SourceFile, &'a Operation))> {
        let resolved = |part: &'a Component| crate::assembly::resolve(workspace, catalog, part.of.as_ref()?);
        let (file, of) = resolved(part)?;
        let chain = promotion_chain_through(of, of.operation(self.operation)?, &|part| Some(resolved(part)?.1));
        let file = chain.parts.last().map_or(Some(file), |(_, part)| Some(resolved(part)?.0))?;
        match chain.end {
            End::Found(operation) => Some((chain.parts.iter().map(|(_, part)| *part).collect(), (file, operation))),
            End::Gap(..) | End::Unknown => None,
        }
    }
}
