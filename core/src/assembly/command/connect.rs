//! Adds a relationship from a capability to a requirement.

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::assembly::model::{Capability, Relationship, Text};
use crate::edit::EditError;
use crate::syntax::patch::Draft;
use crate::topology::End;

use super::section::{free, mapping, put};
use super::{Subject, refused};

impl Subject<'_> {
    pub(super) fn connect(self, draft: &mut Draft, source: &End, target: &End) -> Result<String, EditError> {
        self.check_connection(source, target, None)?;
        let (from, to) = (&self.part(&source.vertex)?.name.text, &self.part(&target.vertex)?.name.text);
        let taken = |name: &str| self.descriptor.relationships.iter().any(|found| found.name.text == name);
        let name = free(&format!("{from}-to-{to}"), "-", taken);
        let value = mapping([
            ("source-capabilities", Value::Sequence(vec![format!("{from}.{}", source.port).into()])),
            ("target-requirements", Value::Sequence(vec![format!("{to}.{}", target.port).into()])),
            ("source-state", "Active".into()),
            ("target-state", "Active".into()),
        ]);
        put(draft, "relationships", &name, &value)?;
        Ok(format!("Connect {from} to {to}"))
    }

    /// Checks whether there can be a relationship from `source` to `target`, besides those that are there except one.
    pub(super) fn check_connection(
        &self,
        source: &End,
        target: &End,
        except: Option<&Relationship>,
    ) -> Result<(), EditError> {
        let from = self.part(&source.vertex)?;
        let to = self.part(&target.vertex)?;
        let (from_name, to_name) = (&from.name.text, &to.name.text);
        if self.descriptor.component(to_name).is_none() {
            return Err(refused(format!("`{to_name}` is a reference and cannot be the target of a relationship")));
        }
        if from_name == to_name {
            return Err(refused(format!("`{from_name}` cannot meet its own requirement")));
        }
        let given = self.type_of(from).map(|(_, of)| capability_type(&of.capabilities, &source.port));
        let needed = self.type_of(to).map(|(_, of)| capability_type(&of.requirements, &target.port));
        if let Some(None) = given {
            return Err(refused(format!("`{from_name}` has no capability `{}`", source.port)));
        }
        if let Some(None) = needed {
            return Err(refused(format!("`{to_name}` has no requirement `{}`", target.port)));
        }
        if let (Some(Some(given)), Some(Some(needed))) = (given, needed)
            && given != needed
        {
            let why = format!("`{}` has type `{given}`, but `{}` requires `{needed}`", source.port, target.port);
            return Err(refused(why));
        }
        let capability = format!("{from_name}.{}", source.port);
        let requirement = format!("{to_name}.{}", target.port);
        let is_excepted = |relationship: &Relationship| except.is_some_and(|one| std::ptr::eq(one, relationship));
        let linked = self.descriptor.relationships.iter().find(|relationship| {
            let has = |texts: &[Text], wanted: &str| texts.iter().any(|text| text.value == wanted);
            has(&relationship.source_capabilities, &capability)
                && has(&relationship.target_requirements, &requirement)
                && !is_excepted(relationship)
        });
        match linked {
            Some(linked) => Err(refused(format!("`{}` already connects them", linked.name.text))),
            None => Ok(()),
        }
    }
}

pub fn capability_type(capabilities: &[Capability], name: &str) -> Option<SmolStr> {
    let found = capabilities.iter().find(|capability| capability.name.text == name)?;
    Some(found.type_name.as_ref().map_or(SmolStr::default(), |type_name| type_name.value.clone()))
}
