//! Minimal examples of types: service templates that use a type, with a value for everything that is required.

use std::fmt::Write as _;
use std::rc::Rc;

use smol_str::SmolStr;

use crate::assignable::in_flow;
use crate::context::FileContext;
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::syntax::parse::parse;
use crate::tosca::effective::{Definition, short_name};
use crate::tosca::model::ROOT_NODE;
use crate::tosca::scope::Scope;
use crate::tosca::shape::{NodeShape, RequirementShape, any_admits};
use crate::tosca::types::data_type::{DataType, Special};
use crate::tosca::types::members::Properties;
use crate::tosca::types::schema::Schema;
use crate::tosca::types::{TypeName, Types};
use crate::tosca::value::constraint::Outcome;
use crate::tosca::value::primitive::Primitive;
use crate::tosca::value::read::read;
use crate::tosca::value::unit::Dimension;
use crate::workspace::built_in::is_built_in;

/// Maximum depth of nested values, and of nodes that need other nodes.
const MAX_DEPTH: usize = 6;
/// Maximum number of node types that are tried as the target of a requirement.
const MAX_TRIED: usize = 4;
/// The node type of examples that need any node.
const ANY_NODE: &str = "tosca.nodes.Compute";

/// Examples of the type that `name` refers to in the file, the shortest first, each written when it is asked for. They are not
/// checked: rules that definitions cannot express may reject the shorter ones. `import` is the path of the file in an import.
pub fn candidates<'a>(
    context: FileContext<'a>,
    kind: SymbolKind,
    name: &str,
    import: &str,
) -> impl Iterator<Item = String> + use<'a> {
    let scope = Rc::new(Scope::of(context));
    let of = scope.find(&[kind], name);
    let version = context.file.root.as_ref().and_then(|root| root.get("tosca_definitions_version")?.as_text());
    let mut head = format!("tosca_definitions_version: {}\n", version.unwrap_or("tosca_simple_yaml_1_2"));
    if of.is_some_and(|of| !is_built_in(of.file)) {
        let _ = writeln!(head, "imports: [{}]", in_flow(import));
    }
    let all = [false, true].into_iter().filter_map(move |has_optional| {
        let types = Types::of(Rc::clone(&scope));
        let mut writer = Writer { types, has_optional, templates: Vec::new(), defined: Vec::new() };
        Some(format!("{head}{}", writer.body(kind, of?)?))
    });
    let mut last = None;
    all.filter(move |text| last.replace(text.clone()).as_ref() != Some(text))
}

struct Writer<'a> {
    types: Types<'a>,
    /// Whether optional values are written, too.
    has_optional: bool,
    templates: Vec<Template<'a>>,
    /// Capability types of node types that the example defines, because no other node type has them, and their parents.
    defined: Vec<(SmolStr, &'a str)>,
}

/// A node template.
struct Template<'a> {
    name: String,
    shape: Rc<NodeShape<'a>>,
    /// Its lines, relative to the template.
    lines: Vec<String>,
}

impl<'a> Writer<'a> {
    fn body(&mut self, kind: SymbolKind, of: Definition<'a>) -> Option<String> {
        let name = of.name;
        let file = TypeName { file: of.file, name };
        let definition = |lines: &[String]| {
            let mut body = "node_types:\n  example.nodes.Example:\n".to_owned();
            let _ = writeln!(body, "    derived_from: {ROOT_NODE}");
            lines.iter().for_each(|line| body += &format!("    {line}\n"));
            body
        };
        let in_definition =
            |section: &str, value: &str| Some(definition(&[format!("{section}:"), format!("  {value}")]));
        match kind {
            SymbolKind::NodeType => {
                self.template(of, 0)?;
                Some(self.topology(""))
            }
            SymbolKind::GroupType | SymbolKind::PolicyType => self.group_or_policy(kind, of),
            SymbolKind::DataType => {
                let value = self.value(&Schema::named(file), 0)?;
                let section = format!("  example: {{type: {name}, default: {value}}}");
                Some(definition(&["properties:".to_owned(), section]))
            }
            SymbolKind::ArtifactType => {
                let members = self.types.members(kind, file);
                let scope = &self.types.scope;
                let extensions = scope.type_field(&scope.effective_of(kind, of), "file_ext");
                let extension = extensions.and_then(|list| list.node.items().first()?.as_text().map(str::to_owned));
                let extension = extension.map(|extension| format!(".{}", extension.trim_start_matches('.')));
                let file = format!("https://example.org/example{}", extension.unwrap_or_default());
                let properties = self.properties(&members.properties, 0)?;
                let properties = properties.map_or_else(String::new, |map| format!(", properties: {map}"));
                in_definition("artifacts", &format!("example: {{type: {name}, file: {}{properties}}}", in_flow(&file)))
            }
            SymbolKind::CapabilityType => in_definition("capabilities", &format!("example: {name}")),
            SymbolKind::InterfaceType => in_definition("interfaces", &format!("Example: {{type: {name}}}")),
            SymbolKind::RelationshipType => {
                let scope = &self.types.scope;
                let targets = scope.type_field(&scope.effective_of(kind, of), "valid_target_types");
                let target = targets.and_then(|list| list.node.items().first()?.as_text());
                let target = target.unwrap_or("tosca.capabilities.Node");
                let requirement = format!("- example: {{capability: {target}, relationship: {name}}}");
                in_definition("requirements", &requirement)
            }
            _ => None,
        }
    }

    /// A group or policy with one member or target.
    fn group_or_policy(&mut self, kind: SymbolKind, of: Definition<'a>) -> Option<String> {
        let (section, key) = match kind {
            SymbolKind::GroupType => ("groups", "members"),
            _ => ("policies", "targets"),
        };
        let members = self.types.members(kind, TypeName { file: of.file, name: of.name });
        let scope = Rc::clone(&self.types.scope);
        let stated = scope.type_field(&scope.effective_of(kind, of), key);
        let wanted = stated.and_then(|list| Some((list.file, list.node.items().first()?.as_text()?)));
        let found = |kind| scope.find_in(wanted?.0, kind, wanted?.1);
        let mut groups = String::new();
        let member = match (found(SymbolKind::NodeType), found(SymbolKind::GroupType)) {
            (None, Some(group)) if kind == SymbolKind::PolicyType => {
                let node = self.template(scope.find(&[SymbolKind::NodeType], ANY_NODE)?, 0)?;
                groups = format!("  groups:\n    members: {{type: {}, members: [{node}]}}\n", group.name);
                "members".to_owned()
            }
            (node, _) => {
                let node = node.or_else(|| scope.find(&[SymbolKind::NodeType], ANY_NODE))?;
                self.template(node, 0)?
            }
        };
        let properties = self.properties(&members.properties, 0)?;
        let properties = properties.map_or_else(String::new, |map| format!("      properties: {map}\n"));
        // Policies are a list.
        let example = if kind == SymbolKind::PolicyType { "    - example:\n" } else { "    example:\n" };
        let indent = if kind == SymbolKind::PolicyType { "  " } else { "" };
        let mut lines = format!("      type: {}\n      {key}: [{member}]\n{properties}", of.name);
        if !indent.is_empty() {
            lines = lines.lines().map(|line| format!("{indent}{line}\n")).collect();
        }
        Some(self.topology(&format!("{groups}  {section}:\n{example}{lines}")))
    }

    /// The topology template with the node templates, followed by other sections.
    fn topology(&self, others: &str) -> String {
        let mut text = String::new();
        for (index, (capability, base)) in self.defined.iter().enumerate() {
            text += if index == 0 { "node_types:\n" } else { "" };
            let _ = write!(text, "  {}:\n    derived_from: {base}\n", defined_name(capability));
            let _ = writeln!(text, "    capabilities: {{example: {capability}}}");
        }
        text += "topology_template:\n  node_templates:\n";
        for template in &self.templates {
            let _ = writeln!(text, "    {}:", template.name);
            template.lines.iter().for_each(|line| text += &format!("      {line}\n"));
        }
        text + others
    }

    /// Adds a template of a node type and of the nodes that it requires, and returns its name.
    fn template(&mut self, of: Definition<'a>, depth: usize) -> Option<String> {
        self.template_of(of, of.name, depth)
    }

    /// The same for a type that adds nothing to be assigned to another one.
    fn template_of(&mut self, of: Definition<'a>, type_name: &str, depth: usize) -> Option<String> {
        let scope = Rc::clone(&self.types.scope);
        let shape = Rc::new(NodeShape::of(&scope, scope.effective_of(SymbolKind::NodeType, of)));
        let members = self.types.members(SymbolKind::NodeType, TypeName { file: of.file, name: of.name });
        let name = self.free_name(type_name);
        let mut lines = vec![format!("type: {type_name}")];
        if let Some(properties) = self.properties(&members.properties, 0)? {
            lines.push(format!("properties: {properties}"));
        }
        let mut capabilities = Vec::new();
        for (capability, definition) in &members.capabilities {
            // Optional values of capabilities do not make a node complete.
            if let Some(properties) = self.required(&definition.properties, 0)? {
                capabilities.push(format!("  {capability}: {{properties: {properties}}}"));
            }
        }
        if !capabilities.is_empty() {
            lines.push("capabilities:".to_owned());
            lines.append(&mut capabilities);
        }
        let at = self.templates.len();
        self.templates.push(Template { name: name.clone(), shape: Rc::clone(&shape), lines });
        let mut requirements = Vec::new();
        for requirement in &shape.requirements {
            for _ in 0..requirement.occurrences.least.min(MAX_TRIED as u64) {
                let target = self.target(at, &shape, requirement, depth)?;
                requirements.push(format!("  - {}: {target}", requirement.name));
            }
        }
        if !requirements.is_empty()
            && let Some(template) = self.templates.get_mut(at)
        {
            template.lines.push("requirements:".to_owned());
            template.lines.append(&mut requirements);
        }
        Some(name)
    }

    /// The name of a template that meets a requirement: one that exists, or a new one.
    fn target(
        &mut self,
        source: usize,
        shape: &NodeShape<'a>,
        requirement: &RequirementShape<'a>,
        depth: usize,
    ) -> Option<String> {
        let others = self.templates.iter().enumerate().filter(|(index, _)| *index != source);
        let mut known = others.filter(|(_, other)| fits(shape, requirement, &other.shape));
        if let Some((_, other)) = known.next() {
            return Some(other.name.clone());
        }
        if depth >= MAX_DEPTH {
            return None;
        }
        let scope = Rc::clone(&self.types.scope);
        let all = scope.definitions(SymbolKind::NodeType);
        // The type that is asked for is the best example. In a large library, comparing it with all others would take long.
        let is_meant = |of: &Definition<'a>| requirement.node.as_ref().is_some_and(|node| node.name == of.name);
        let (meant, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_meant);
        let found = self.new_target(shape, requirement, meant, depth);
        let found = found.or_else(|| self.new_target(shape, requirement, others, depth));
        found.or_else(|| self.defined_target(requirement, depth + 1))
    }

    /// The name of a new template that meets a requirement, of one of some types.
    fn new_target(
        &mut self,
        shape: &NodeShape<'a>,
        requirement: &RequirementShape<'a>,
        types: Vec<Definition<'a>>,
        depth: usize,
    ) -> Option<String> {
        let scope = Rc::clone(&self.types.scope);
        let all = types.into_iter().map(|of| {
            let target = NodeShape::of(&scope, scope.effective_of(SymbolKind::NodeType, of));
            (of, target)
        });
        let mut fitting: Vec<_> = all.filter(|(_, target)| fits(shape, requirement, target)).collect();
        // The simplest type is the best example; the root type says too little.
        fitting.order_by_key(|(of, target)| {
            let n_required = target.requirements.iter().filter(|one| one.occurrences.least > 0).count();
            (of.parent().is_none(), n_required, target.of.chain().count(), of.name)
        });
        let (n_templates, n_defined) = (self.templates.len(), self.defined.len());
        fitting.into_iter().take(MAX_TRIED).find_map(|(of, _)| {
            let found = self.template(of, depth + 1);
            if found.is_none() {
                self.templates.truncate(n_templates);
                self.defined.truncate(n_defined);
            }
            found
        })
    }

    /// The name of a template of a type that only the example defines, with the required capability.
    fn defined_target(&mut self, requirement: &RequirementShape<'a>, depth: usize) -> Option<String> {
        let capability = requirement.capability.as_ref()?.name.clone();
        let base = requirement.node.as_ref().map_or(ROOT_NODE, |node| &node.name);
        let of = self.types.scope.find(&[SymbolKind::NodeType], base)?;
        let name = defined_name(&capability);
        if !self.defined.iter().any(|(known, _)| *known == capability) {
            self.defined.push((capability, of.name));
        }
        self.template_of(of, &name, depth)
    }

    /// The last part of the name of a type as the name of a template, with a number if it is taken.
    fn free_name(&self, of: &str) -> String {
        let last = short_name(of);
        let letters = last.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase());
        let stem: String = letters.skip_while(char::is_ascii_digit).collect();
        let stem = if stem.is_empty() { "node".to_owned() } else { stem };
        let is_free = |name: &String| self.templates.iter().all(|template| template.name != *name);
        let numbered = (2..).map(|number: usize| format!("{stem}{number}"));
        std::iter::once(stem.clone()).chain(numbered).find(is_free).unwrap_or_default()
    }

    /// The values to assign; the inner `None` if there are none, the outer one if a value cannot be found.
    #[expect(clippy::option_option, reason = "no value is needed, or none is found")]
    fn properties(&self, properties: &Properties<'a>, depth: usize) -> Option<Option<String>> {
        self.assigned(properties, depth, self.has_optional)
    }

    #[expect(clippy::option_option, reason = "no value is needed, or none is found")]
    fn required(&self, properties: &Properties<'a>, depth: usize) -> Option<Option<String>> {
        self.assigned(properties, depth, false)
    }

    #[expect(clippy::option_option, reason = "no value is needed, or none is found")]
    fn assigned(&self, properties: &Properties<'a>, depth: usize, has_optional: bool) -> Option<Option<String>> {
        let mut values = Vec::new();
        for (name, property) in properties {
            let is_needed = property.is_required && property.default.is_none();
            match self.value(&property.schema, depth + 1) {
                Some(value) if is_needed || has_optional => values.push(format!("{}: {value}", in_flow(name))),
                None if is_needed => return None,
                Some(_) | None => {}
            }
        }
        Some((!values.is_empty()).then(|| format!("{{{}}}", values.join(", "))))
    }

    /// A value in flow notation.
    fn value(&self, schema: &Schema<'a>, depth: usize) -> Option<String> {
        if depth > MAX_DEPTH {
            return None;
        }
        let Some(data_type) = schema.data_type(&self.types) else { return Some("example".to_owned()) };
        match data_type.special {
            Some(Special::Json) => return Some("'{}'".to_owned()),
            Some(Special::Xml) => return Some("<example/>".to_owned()),
            Some(Special::TimeInterval) => {
                return Some("{start_time: 2026-01-01T00:00:00Z, end_time: 2026-01-02T00:00:00Z}".to_owned());
            }
            Some(Special::PortSpec | Special::Credential) | None => {}
        }
        match data_type.primitive {
            None if !data_type.is_complex() => None,
            None => Some(self.properties(&data_type.fields, depth)?.unwrap_or_else(|| "{}".to_owned())),
            Some(primitive @ (Primitive::List | Primitive::Map)) => {
                let entry = schema.entry_schema(&self.types);
                let entry = entry.map_or_else(|| Some("example".to_owned()), |entry| self.value(&entry, depth + 1))?;
                // A list without entries is the shortest, but shows nothing.
                let least = operands(schema, data_type, &["min_length", "length"]);
                let n_entries = least.iter().filter_map(|operand| operand.parse().ok()).max().unwrap_or(1).clamp(1, 16);
                let entries = (1..=n_entries).map(|number: usize| match primitive {
                    Primitive::List => entry.clone(),
                    _ if number == 1 => format!("example: {entry}"),
                    _ => format!("example{number}: {entry}"),
                });
                let entries = entries.collect::<Vec<_>>().join(", ");
                Some(if primitive == Primitive::List { format!("[{entries}]") } else { format!("{{{entries}}}") })
            }
            Some(primitive) => self.scalar(schema, data_type, primitive),
        }
    }

    /// The first of some plausible values that meets the constraints.
    fn scalar(&self, schema: &Schema<'a>, data_type: &DataType<'a>, primitive: Primitive) -> Option<String> {
        let limits = ["valid_values", "equal", "greater_or_equal", "in_range", "less_or_equal"];
        let mut values = operands(schema, data_type, &limits);
        let exclusive = operands(schema, data_type, &["greater_than", "less_than"]);
        values.extend(exclusive.iter().flat_map(|limit| [1, -1].into_iter().filter_map(|by| shifted(limit, by))));
        let lengths = operands(schema, data_type, &["length", "min_length", "max_length"]);
        let lengths = lengths.iter().filter_map(|length| length.parse::<usize>().ok()).filter(|length| *length <= 256);
        values.extend(lengths.map(|length| "example".chars().cycle().take(length).collect()));
        let plausible: &[&str] = match primitive {
            Primitive::String => &["example", "Example", "a", "1", "1.0", "10.0.0.1", "example.org"],
            Primitive::Integer | Primitive::Float => &["1", "0", "10", "100", "1000"],
            Primitive::Boolean => &["true", "false"],
            Primitive::Timestamp => &["2026-01-01T00:00:00Z"],
            Primitive::Version => &["1.0", "1.0.0"],
            Primitive::Range => &["[1, 2]"],
            Primitive::Null => &["null"],
            Primitive::ScalarUnit(Dimension::Size) => &["1 GB", "1 MB"],
            Primitive::ScalarUnit(Dimension::Time) => &["1 s", "1 m"],
            Primitive::ScalarUnit(Dimension::Frequency) => &["1 GHz", "1 MHz"],
            Primitive::ScalarUnit(Dimension::Bitrate) => &["1 Mbps", "1 Gbps"],
            Primitive::List | Primitive::Map => &[],
        };
        values.extend(plausible.iter().map(|value| (*value).to_owned()));
        let written = |value: String| if primitive == Primitive::String { in_flow(&value) } else { value };
        let is_valid = |value: &String| {
            let tree = parse(value);
            let reading = tree.root().and_then(|root| read(root, primitive).ok());
            let rules = || data_type.rules.iter().chain(schema.rules(&self.types));
            reading.is_some_and(|reading| rules().all(|rule| rule.condition.check(&reading.value) == Outcome::Met))
        };
        values.into_iter().map(written).find(is_valid)
    }
}

/// The name of the node type that the example defines with a capability.
fn defined_name(capability: &str) -> String {
    format!("example.nodes.{}", short_name(capability))
}

/// Whether a node of the type `target` can meet a requirement of a node of the type `source`.
fn fits(source: &NodeShape<'_>, requirement: &RequirementShape<'_>, target: &NodeShape<'_>) -> bool {
    let is_node = requirement.node.as_ref().is_none_or(|node| node.admits(&target.of) == Some(true));
    is_node
        && target.capabilities.iter().any(|capability| {
            requirement.capability.as_ref().is_none_or(|wanted| wanted.admits(&capability.of) == Some(true))
                && any_admits(&capability.valid_sources, &source.of) == Some(true)
        })
}

/// The operands of constraints with these operators, each alone.
fn operands(schema: &Schema<'_>, data_type: &DataType<'_>, operators: &[&str]) -> Vec<String> {
    let of_type = data_type.chain.iter().filter_map(|of| of.node.get("constraints"));
    let lists: Vec<&Node> = of_type.chain(schema.constraints.iter().map(|(_, node)| *node)).collect();
    let clauses = || lists.iter().flat_map(|list| list.items().iter().chain([*list]));
    let found = operators.iter().flat_map(|operator| clauses().filter_map(|clause| clause.get(operator)));
    let alone = found.flat_map(|operand| operand.items().iter().chain([operand]));
    alone.filter_map(Node::as_text).map(str::to_owned).collect()
}

/// A number, possibly with a unit, that is greater or less by a whole number.
fn shifted(limit: &str, by: i64) -> Option<String> {
    let limit = limit.trim();
    let end = limit.find(|character: char| character.is_ascii_alphabetic() || character == ' ').unwrap_or(limit.len());
    let (number, unit) = limit.split_at(end);
    match number.parse::<i64>() {
        Ok(number) => Some(format!("{}{unit}", number.checked_add(by)?)),
        Err(_) => Some(format!("{}{unit}", number.parse::<f64>().ok()? + by as f64)),
    }
}
