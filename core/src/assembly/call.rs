//! Operations that a relationship calls, and what is called in the end.

use crate::assembly::mentions::ends;
use crate::assembly::model::{Component, Descriptor, Operation, Relationship, Text};
use crate::assembly::promotion::{End, way};
use crate::catalog::Catalog;
use crate::workspace::{SourceFile, Workspace};

/// `source.operation`, `target.operation`, or one of a component by its name.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    pub text: &'a Text,
    pub head: &'a str,
    pub operation: &'a str,
    /// The components and references that it is called on.
    pub parts: Vec<&'a Component>,
}

/// The calls of a relationship of `descriptor`; those that are not written as calls are left out.
pub fn calls<'a>(descriptor: &'a Descriptor, relationship: &'a Relationship) -> Vec<Call<'a>> {
    let calls = relationship.create.iter().chain(&relationship.cease).filter_map(|text| {
        let (head, operation) = text.value.split_once('.')?;
        let names = match head {
            "source" => ends(&relationship.source_capabilities),
            "target" => ends(&relationship.target_requirements),
            name => vec![name],
        };
        let parts = names.into_iter().filter_map(|name| descriptor.part(name)).collect();
        Some(Call { text, head, operation, parts })
    });
    calls.collect()
}

impl<'a> Call<'a> {
    /// The operations of resources that carry the call out; `None` where that is not known.
    pub fn carried_out_by(&self, workspace: &'a Workspace, catalog: &Catalog) -> Option<Vec<&'a Operation>> {
        let found = self.carried_out_in(workspace, catalog)?;
        Some(found.into_iter().map(|(_, operation)| operation).collect())
    }

    /// The same with the files that define them.
    pub fn carried_out_in(
        &self,
        workspace: &'a Workspace,
        catalog: &Catalog,
    ) -> Option<Vec<(&'a SourceFile, &'a Operation)>> {
        let resolved = |part: &Component| {
            let of = part.of.as_ref().filter(|_| part.dynamic_type.is_none())?;
            crate::assembly::resolve(workspace, catalog, of)
        };
        let operations = self.parts.iter().map(|part| {
            let (file, of) = resolved(part)?;
            let way = way(workspace, catalog, of, of.operation(self.operation)?);
            let file = way.parts.last().map_or(Some(file), |(_, part)| Some(resolved(part)?.0))?;
            match way.end {
                End::Found(operation) => Some((file, operation)),
                End::Gap(..) | End::Unknown => None,
            }
        });
        let operations: Vec<(&SourceFile, &Operation)> = operations.collect::<Option<_>>()?;
        (!operations.is_empty()).then_some(operations)
    }
}
