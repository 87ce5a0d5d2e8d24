//! Adds a component or reference.

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::assembly::model::{DescriptorKind, PLACEMENT};
use crate::assembly::resolve;
use crate::edit::EditError;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::symbol::DescriptorRef;
use crate::syntax::patch::Draft;
use crate::topology::{Point, Role};

use super::position::place_one;
use super::section::{mapping, put, reference};
use super::{Subject, refused};
use crate::naming::valid_name;

impl Subject<'_> {
    pub(super) fn add(
        self,
        draft: &mut Draft,
        of: &DescriptorRef,
        role: Role,
        name: Option<&str>,
        at: Option<Point>,
    ) -> Result<String, EditError> {
        if self.descriptor.kind == DescriptorKind::Resource {
            return Err(refused("a resource has no components; open an assembly to add some"));
        }
        if role == Role::Component {
            self.refuse_containment(of)?;
        }
        let name = match name {
            Some(name) => {
                let name = valid_name(name)?;
                if self.descriptor.part(name).is_some() {
                    return Err(EditError::Exists(name.to_owned()));
                }
                SmolStr::from(name)
            }
            None => self.name_of_type(&of.name),
        };
        let section = match role {
            Role::Component => "composition",
            Role::Reference => "references",
        };
        put(draft, section, &name, &self.part_value(of))?;
        if let Some(at) = at {
            place_one(draft, &name, at)?;
        }
        Ok(format!("Add {name}"))
    }

    /// An assembly cannot contain itself, directly or through its components (AD-COMP-08).
    pub(super) fn refuse_containment(&self, of: &DescriptorRef) -> Result<(), EditError> {
        let Some(own) = &self.descriptor.full_name else { return Ok(()) };
        let mut seen = SortedSet::new();
        let mut queue = vec![of.clone()];
        while let Some(name) = queue.pop() {
            if name == *own {
                return Err(refused(format!("an assembly cannot contain itself: `{of}` contains `{own}`")));
            }
            if seen.insert(name.clone())
                && let Some((_, found)) = resolve(self.workspace, self.catalog, &name)
            {
                queue.extend(found.composition.iter().filter_map(|component| component.of.clone()));
            }
        }
        Ok(())
    }

    /// A component name derived from the type, numbered if it is taken.
    pub(super) fn name_of_type(&self, base: &str) -> SmolStr {
        // Type names have the prefix of a company: `example.streamer` (AD-NAME-15).
        let plain = base.rsplit('.').next().filter(|last| !last.is_empty()).unwrap_or(base);
        self.free_part_name(plain, &SortedMap::new())
    }

    /// The type, and the deployment location if this assembly has one to pass on (AD-PROP-24).
    fn part_value(&self, of: &DescriptorRef) -> Value {
        let mut properties = Mapping::new();
        for placement in PLACEMENT {
            if self.descriptor.property(placement).is_some() {
                properties.insert(placement.into(), mapping([("value", reference(placement))]));
            }
        }
        mapping([("type", self.type_text(of).into()), ("properties", Value::Mapping(properties))])
    }

    /// How this file refers to a descriptor. In a project, contained descriptors are referred to by path (AD-COMP-04),
    /// since they get their names only when they are pushed.
    pub(super) fn type_text(&self, of: &DescriptorRef) -> String {
        let root = self.file.project.as_ref().map(|membership| &membership.root);
        root.and_then(|root| root.reference_to(of)).unwrap_or_else(|| of.to_string())
    }
}
