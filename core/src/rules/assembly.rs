//! Rules for assembly and resource descriptors, in addition to the schema.

use std::rc::Rc;

use crate::assembly::flow::{self, Flow};
use crate::assembly::interpolation::Interpolation;
use crate::assembly::model::{self, DescriptorKind};
use crate::assembly::values::{Value, values};
use crate::assembly::{self, descriptor};
use crate::context::FileContext;
use crate::rules::{self, Facts};
use crate::symbol::{DescriptorRef, Mention, Target};
use crate::workspace::SourceFile;

pub mod schema_hooks;

/// A rule for assembly and resource descriptors.
pub type Rule = rules::Definition<Assembly>;
/// A check of an assembly or resource descriptor.
pub type Check<'a> = rules::Check<'a, Assembly>;

rules::list! { Assembly:
    ambiguous_name,
    bad_ends,
    bad_group_key,
    bad_items,
    bad_quantity,
    bad_threshold,
    broken_promotion,
    capability_type_mismatch,
    cluster_bounds,
    competing_counts,
    contradicting_attributes,
    contradicting_project,
    create_without_cease,
    deadlock,
    derived_name,
    driver_without_selector,
    duplicate_name,
    endless_data_type,
    first_of_map,
    idle_relationship,
    ignored_value,
    incomplete_lifecycle,
    incomplete_policy,
    instantiable_reference,
    key_material,
    list_group,
    malformed_call,
    malformed_dynamic_type,
    malformed_key,
    malformed_name,
    malformed_path,
    malformed_reference,
    malformed_type,
    malformed_version,
    many_values,
    map_written_as_list,
    metric_without_source,
    mismatched_value,
    misplaced_entry_schema,
    misplaced_policy,
    misplaced_reference,
    missing_operation_input,
    pub missing_placement,
    negative_period,
    nested_default,
    no_scaling,
    no_such_capability,
    no_such_component,
    no_such_descriptor,
    no_such_entry,
    no_such_instance_value,
    no_such_metric,
    no_such_operation,
    no_such_property,
    no_such_type,
    not_a_cluster,
    not_upgradable,
    obsolete_infrastructure,
    output_not_read_only,
    placement_in_resource,
    private_property,
    promoted_from_reference,
    pub property_outside_properties,
    public_and_private,
    recursive_containment,
    redefined_member,
    reference_as_target,
    reference_needs_component,
    reference_not_read,
    reference_without_placement,
    required_property_unset,
    requirement_not_met,
    self_reference,
    self_relationship,
    several_operations,
    single_instance,
    type_mismatch,
    undeclared_property,
    unidentified_reference,
    unknown_metric_type,
    unknown_resource_manager,
    unknown_transition,
    unknown_variable,
    unmarked_reference,
    unresolved_dynamic_type,
    unused_data_type,
    unused_property,
    unused_reference,
    unused_relationship_property,
    upgrade_cycle,
    value_cycle,
    varying_type,
    pub version_range,
    volatile_lost,
    wrong_metric
}

/// The facts that the rules for assembly and resource descriptors share.
pub struct Assembly;

/// The data flow of a descriptor, and the references in its values.
pub struct AssemblyFacts<'a> {
    descriptor: Option<&'a model::Descriptor>,
    flow: Option<Rc<Flow<'a>>>,
    readings: Rc<Vec<Reading<'a>>>,
}

/// A value that contains references, split into literals and references.
pub struct Reading<'a> {
    pub value: Value<'a>,
    pub interpolation: Interpolation,
}

impl Facts for Assembly {
    type Of<'a> = AssemblyFacts<'a>;

    fn of<'a>(context: FileContext<'a>, _: &'a [Mention]) -> AssemblyFacts<'a> {
        let FileContext { file, workspace, catalog, .. } = context;
        let descriptor = descriptor(file);
        let flow = descriptor.map(|descriptor| Rc::new(flow::flow(workspace, catalog, descriptor, &file.text)));
        let readings = Rc::new(descriptor.map_or_else(Vec::new, |descriptor| readings(file, descriptor)));
        AssemblyFacts { descriptor, flow, readings }
    }
}

fn readings<'a>(file: &SourceFile, descriptor: &'a model::Descriptor) -> Vec<Reading<'a>> {
    let refers = |value: &Value<'_>| value.node.as_text().is_some_and(|text| text.contains("${"));
    let values = values(descriptor).into_iter().filter(refers);
    values.map(|value| Reading { interpolation: Interpolation::of(value.node, &file.text), value }).collect()
}

impl<'a> Check<'a> {
    /// The assembly or resource descriptor in the file.
    pub fn descriptor(&self) -> Option<&'a model::Descriptor> {
        self.facts.descriptor
    }

    /// Every value of the descriptor that contains references, well-formed or not.
    pub fn readings(&self) -> Rc<Vec<Reading<'a>>> {
        Rc::clone(&self.facts.readings)
    }

    /// The data flow of the descriptor.
    pub fn flow(&self) -> Option<Rc<Flow<'a>>> {
        self.facts.flow.clone()
    }

    /// The descriptor in the file, if it is an assembly.
    pub fn assembly(&self) -> Option<&'a model::Descriptor> {
        self.descriptor().filter(|descriptor| descriptor.kind == DescriptorKind::Assembly)
    }

    /// The descriptor in the file, if it is a resource.
    pub fn resource(&self) -> Option<&'a model::Descriptor> {
        self.descriptor().filter(|descriptor| descriptor.kind == DescriptorKind::Resource)
    }

    /// The name of the descriptor, as written or derived from its project. Findings about a derived name are reported
    /// at the first key.
    pub fn name(&self) -> Option<model::Text> {
        let descriptor = self.descriptor()?;
        if descriptor.name.is_some() {
            return descriptor.name.clone();
        }
        let first = self.file.root.as_ref()?.entries().first()?;
        let value = descriptor.full_name.as_ref()?.to_string().into();
        Some(model::Text { value, span: first.key.span })
    }

    /// The descriptor with this name. A version range resolves to its highest version.
    pub fn resolve(&self, name: &DescriptorRef) -> Option<&'a model::Descriptor> {
        self.resolve_file(name).map(|(_, descriptor)| descriptor)
    }

    /// Like `resolve`, with the file.
    pub fn resolve_file(&self, name: &DescriptorRef) -> Option<(&'a SourceFile, &'a model::Descriptor)> {
        assembly::resolve(self.workspace, self.catalog, name)
    }

    /// The property that a mention refers to, with the descriptor that declares it.
    pub fn declaration(&self, target: &Target) -> Option<(&'a model::Descriptor, &'a model::Property)> {
        let Target::Found { file, path } = target else { return None };
        let descriptor = descriptor(self.workspace.file(file)?)?;
        let property = descriptor.all_properties().find(|property| property.name.path == *path)?;
        Some((descriptor, property))
    }
}

/// The rules and schema hooks for assembly and resource descriptors.
pub const CHECK: rules::LanguageRules =
    rules::LanguageRules { run: |run| run.call(&[CHECKS]), hooks: schema_hooks::HOOKS };
