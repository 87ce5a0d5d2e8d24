//! Maps requirements and capabilities of node templates to those of the substituted node type (3.7.10, 3.7.11).

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{put, refused};
use crate::symbol::SymbolKind;
use crate::syntax::NodePath;
use crate::topology::PortKind;
use crate::tosca::effective::named;
use crate::tosca::requirement::Wiring;
use crate::tosca::shape::NodeShape;
use crate::tosca::substitution::MAPPINGS;

/// Maps the requirement or capability `port` of a node to the one of the substituted node type that fits, or to `name`.
pub fn map(
    context: FileContext<'_>,
    vertex: &NodePath,
    port: &str,
    kind: PortKind,
    name: Option<&str>,
) -> Result<Change, EditError> {
    let wiring = Wiring::of(context);
    let node = wiring.node(vertex).ok_or_else(|| EditError::Missing(vertex.to_string()))?;
    let at = NodePath::keys(MAPPINGS);
    let mappings = context.file.root.as_ref().and_then(|root| root.at(&at));
    let of = mappings.and_then(|mappings| mappings.get("node_type")?.as_text()).ok_or_else(|| {
        refused("the template does not substitute a node type: add `substitution_mappings` with a `node_type` first")
    })?;
    let key = if kind == PortKind::Capability { "capabilities" } else { "requirements" };
    let section = mappings.and_then(|mappings| mappings.get(key));
    let is_mapped = |name: &str| section.is_some_and(|section| section.get(name).is_some());
    let outer = NodeShape::of(&wiring.scope, wiring.scope.effective(SymbolKind::NodeType, of));
    let (noun, fitting) = match kind {
        PortKind::Capability => {
            let own = node.shape.capability(port);
            let own = own.ok_or_else(|| refused(format!("`{}` has no capability `{port}`", node.name)))?;
            let fits = outer
                .capabilities
                .iter()
                .filter(|other| other.of.name().is_none_or(|wanted| own.of.derives_from(wanted) || !own.of.is_whole));
            ("capability", fits.map(|other| other.name.clone()).collect::<Vec<SmolStr>>())
        }
        _ => {
            let own = node.shape.requirement(port);
            let own = own.ok_or_else(|| refused(format!("`{}` has no requirement `{port}`", node.name)))?;
            let fits = outer.requirements.iter().filter(|other| match (&own.capability, &other.capability) {
                (Some(own), Some(wanted)) => {
                    let of = wiring.scope.effective(SymbolKind::CapabilityType, &wanted.name);
                    own.admits(&of) != Some(false)
                }
                _ => true,
            });
            ("requirement", fits.map(|other| other.name.clone()).collect())
        }
    };
    let free: Vec<&SmolStr> = fitting.iter().filter(|name| !is_mapped(name)).collect();
    let outer_name = match name {
        Some(name) => SmolStr::from(name),
        None => match free.iter().find(|name| name.as_str() == port).or(free.first()) {
            Some(name) => (*name).clone(),
            None if !outer.of.is_whole && !is_mapped(port) => port.into(),
            None if fitting.is_empty() => return Err(refused(format!("`{of}` has no {noun} that fits `{port}`"))),
            None => return Err(refused(format!("every {noun} of `{of}` that fits `{port}` is mapped already"))),
        },
    };
    if is_mapped(&outer_name) {
        return Err(EditError::Exists(outer_name.to_string()));
    }
    // In the form of the other mappings of the file.
    let all = ["capabilities", "requirements"].into_iter().filter_map(|key| mappings?.get(key)).flat_map(named);
    let is_long = all.last().is_some_and(|(_, entry)| entry.value.get("mapping").is_some());
    let ends: Value = vec![Value::from(node.name), Value::from(port)].into();
    let value = match is_long {
        true => Value::Mapping(Mapping::from_iter([(Value::from("mapping"), ends)])),
        false => ends,
    };
    let mut draft = context.file.draft();
    put(context.file, &mut draft, &at.key(key).key(&outer_name), &value)?;
    Ok(Change::of_file(format!("Map {outer_name} to {}", node.name), context.file.path.clone(), draft.finish()))
}
