//! Creates the instances of a component, with their names and types.

use std::collections::HashMap;
use std::rc::Rc;

use smol_str::{SmolStr, format_smolstr};

use crate::assembly::expansion::InstanceKind;
use crate::assembly::expansion::blueprint::Blueprint;
use crate::assembly::expansion::codes;
use crate::assembly::expansion::count::{Count, Items};
use crate::assembly::expansion::engine::{CreatedInstances, Engine, InstanceGroup, Unit};
use crate::assembly::expansion::report::Finding;
use crate::assembly::expansion::value::{SymbolicValue, UnitId};
use crate::assembly::model::{Component, DescriptorKind};
use crate::assembly::project;
use crate::catalog::Resolution;
use crate::diagnostic::Severity;
use crate::symbol::DescriptorRef;
use crate::text::Span;
use crate::workspace::SourceFile;

/// Maximum number of instances.
pub const MAX_INSTANCES: usize = 10_000;
/// Maximum nesting depth of assemblies.
pub const MAX_NESTING: usize = 50;

impl<'a> Engine<'a> {
    /// The component or reference at `index` of `home`, its file, and whether it is a reference.
    pub fn component(&self, home: UnitId, index: usize) -> Option<(&'a Component, &'a SourceFile, bool)> {
        let base = self.units[home].base.as_ref()?;
        let part = base.parts.get(index)?;
        Some((part.component, base.file, part.is_reference))
    }

    /// Creates the instances of the part at `index` of `home`.
    pub fn make(&mut self, home: UnitId, index: usize, count: Count) -> CreatedInstances {
        let Some((component, _, is_reference)) = self.component(home, index) else { return CreatedInstances::Nothing };
        let local = &component.name.text;
        let full = format_smolstr!("{}__{local}", self.units[home].name);
        let seed =
            |name, index_number, item| Seed { home, index, name, number: index_number, item, is_placeholder: false };
        let (group, items) = match count {
            Count::Single => {
                let name = if is_reference { local.clone() } else { full };
                return self
                    .create(seed(name, 1, None), None)
                    .map_or(CreatedInstances::Nothing, CreatedInstances::Single);
            }
            Count::Many { group, items } => (group, items),
        };
        let mut instance_group = InstanceGroup { name: full.clone(), group, units: Vec::new(), keys: Vec::new() };
        // Only groups over items may mix types (S0:680).
        let mut type_source = None;
        match items {
            Items::Numbers(count) => {
                for number in 1..=count {
                    let name = format_smolstr!("{full}__{number}");
                    let Some(unit) = self.create(seed(name, number, None), type_source) else { break };
                    type_source.get_or_insert(unit);
                    instance_group.units.push(unit);
                }
            }
            Items::List(items) => {
                for (number, item) in (1..).zip(items) {
                    let name = format_smolstr!("{full}__{number}");
                    let Some(unit) = self.create(seed(name, number, Some(item)), None) else { break };
                    instance_group.units.push(unit);
                }
            }
            Items::Map(items) => {
                for (number, (key, item)) in (1..).zip(items) {
                    let name = format_smolstr!("{full}__{key}");
                    let Some(unit) = self.create(seed(name, number, Some(item)), None) else { break };
                    instance_group.units.push(unit);
                    instance_group.keys.push(key);
                }
            }
            Items::Placeholder(of) => {
                let name = format_smolstr!("{full}__?");
                let placeholder = Seed { is_placeholder: true, ..seed(name, 1, of.map(|of| of.some_item())) };
                instance_group.units.extend(self.create(placeholder, None));
            }
        }
        CreatedInstances::Many(instance_group)
    }

    /// Creates an instance, unless a limit is reached.
    fn create(&mut self, seed: Seed, type_source: Option<UnitId>) -> Option<UnitId> {
        let (component, file, is_reference) = self.component(seed.home, seed.index)?;
        let at = |code, severity, message| Finding {
            code,
            severity,
            file: file.path.clone(),
            span: component.name.span,
            message,
            help: None,
            subject: String::new(),
        };
        // Every action of the plan repeats the name, so charge for it several times.
        let is_affordable = self.spend(seed.name.len() as u64 * 16 + 256);
        if self.units.len() >= MAX_INSTANCES || !is_affordable {
            let message = format!("the preview stops at {} instances", self.units.len());
            self.report.add(at(codes::LIMIT, Severity::Error, message));
            return None;
        }
        let unit = self.units.len();
        if !is_reference && self.names.insert(seed.name.clone(), unit).is_some() {
            let message = format!("duplicate instance name `{}`", seed.name);
            self.report.add(at(codes::DUPLICATE_NAME, Severity::Error, message));
        }
        self.units.push(Unit {
            name: seed.name,
            kind: if is_reference { InstanceKind::Reference } else { InstanceKind::Unresolved },
            type_name: SmolStr::default(),
            base: None,
            place: Some((seed.home, seed.index)),
            index: seed.number,
            item: seed.item,
            is_placeholder: seed.is_placeholder,
            type_source,
            depth: self.units[seed.home].depth + 1,
            is_stopped: false,
            is_typed: false,
            dynamic_type: false,
            values: HashMap::new(),
            entries: HashMap::new(),
            parts: HashMap::new(),
            gathered: HashMap::new(),
        });
        if component.dynamic_type.is_none() || is_reference {
            self.settle_type(unit, None);
        }
        Some(unit)
    }

    /// Sets the type of `unit` to `chosen`, or to the one in the composition.
    pub fn settle_type(&mut self, unit: UnitId, chosen: Option<SmolStr>) {
        let Some((part, file)) = self.part(unit) else { return };
        let (component, is_reference) = (part.component, part.is_reference);
        let declared = component.type_name.as_ref();
        // A package may map the type to a descriptor.
        let packaged = project::reference(component).and(component.of.as_ref()).map(|of| format_smolstr!("{of}"));
        let type_name = chosen.clone().or(packaged).or(declared.map(|name| name.value.clone())).unwrap_or_default();
        let full_name = DescriptorRef::parse(&type_name);
        let resolution = full_name.as_ref().map(|name| match is_reference {
            true => self.catalog.resolve_range(name),
            false => self.catalog.resolve(name),
        });
        let entry = resolution.as_ref().and_then(Resolution::found).cloned();
        let versions = match resolution {
            Some(Resolution::OtherVersion(entries)) => {
                entries.iter().map(|entry| format!("`{}`", entry.name.version)).collect::<Vec<_>>().join(", ")
            }
            Some(Resolution::Found(_) | Resolution::Ambiguous(_) | Resolution::Missing) | None => String::new(),
        };
        let base = entry.as_ref().and_then(|entry| self.blueprint(&entry.file));
        let span = declared.map_or(component.name.span, |name| name.span);
        let kind = match base.as_ref().map(|base| base.descriptor.kind) {
            _ if is_reference => InstanceKind::Reference,
            Some(DescriptorKind::Assembly) => InstanceKind::Assembly,
            Some(DescriptorKind::Resource) => InstanceKind::Resource,
            None => InstanceKind::Unresolved,
        };
        if base.is_none() {
            let message = match declared {
                Some(_) => format!("unknown descriptor `{type_name}`"),
                None => format!("component `{}` has no type", component.name.text),
            };
            let severity = if is_reference { Severity::Info } else { Severity::Warning };
            let help = (!versions.is_empty()).then(|| format!("the catalog has these versions: {versions}"));
            let finding = self.finding_at(file, codes::UNRESOLVED_TYPE, severity, span, message, unit);
            self.report.add(Finding { help, ..finding });
        }
        let shown = entry.filter(|_| !is_reference).map_or(type_name, |entry| format_smolstr!("{}", entry.name));
        let instance = &mut self.units[unit];
        instance.type_name = shown;
        instance.kind = kind;
        instance.base = base;
        instance.dynamic_type = chosen.is_some();
        instance.is_typed = true;
        if kind == InstanceKind::Assembly {
            self.check_nesting(unit, file, span);
        }
    }

    /// Leaves out the contents of an assembly that contains itself or is nested too deeply.
    fn check_nesting(&mut self, unit: UnitId, file: &SourceFile, span: Span) {
        let path = self.units[unit].base.as_ref().map(|base| base.file.path.clone());
        let mut above = self.units[unit].place;
        let mut is_inside_itself = false;
        while let Some((parent, _)) = above {
            is_inside_itself |= self.units[parent].base.as_ref().map(|base| &base.file.path) == path.as_ref();
            above = self.units[parent].place;
        }
        let (code, message) = if is_inside_itself {
            (codes::CONTAINMENT_CYCLE, format!("`{}` contains itself", self.units[unit].type_name))
        } else if self.units[unit].depth >= MAX_NESTING {
            (codes::LIMIT, format!("assemblies are nested deeper than {MAX_NESTING}"))
        } else {
            return;
        };
        self.units[unit].is_stopped = true;
        let finding = self.finding_at(file, code, Severity::Error, span, message, unit);
        self.report.add(finding);
    }

    pub fn finding_at(
        &self,
        file: &SourceFile,
        code: &'static str,
        severity: Severity,
        span: Span,
        message: String,
        unit: UnitId,
    ) -> Finding {
        let subject = self.units[unit].name.to_string();
        Finding { code, severity, file: file.path.clone(), span, message, help: None, subject }
    }

    /// Creates the root instance from the descriptor `base`.
    pub fn plant(&mut self, base: Rc<Blueprint<'a>>) -> UnitId {
        let descriptor = base.descriptor;
        let own_name = descriptor.full_name.as_ref().map(|name| name.name.clone());
        let name = self.inputs.assembly_name.as_deref().filter(|name| !name.is_empty()).map(SmolStr::from);
        let name = name.or(own_name).unwrap_or_else(|| base.file.path.stem().into());
        let type_name = descriptor.full_name.as_ref().map(|name| format_smolstr!("{name}"));
        self.names.insert(name.clone(), 0);
        self.units.push(Unit {
            name,
            kind: match descriptor.kind {
                DescriptorKind::Assembly => InstanceKind::Assembly,
                DescriptorKind::Resource => InstanceKind::Resource,
            },
            type_name: type_name.unwrap_or_default(),
            base: Some(base),
            place: None,
            index: 1,
            item: None,
            is_placeholder: false,
            type_source: None,
            depth: 0,
            is_stopped: false,
            is_typed: true,
            dynamic_type: false,
            values: HashMap::new(),
            entries: HashMap::new(),
            parts: HashMap::new(),
            gathered: HashMap::new(),
        });
        0
    }
}

/// The data that an instance is created from.
struct Seed {
    home: UnitId,
    index: usize,
    name: SmolStr,
    number: u64,
    item: Option<SymbolicValue>,
    is_placeholder: bool,
}
