//! A homing template as rules and previews read it: its sections, with parameters resolved. A plan request is unwrapped
//! to the template in it.

use std::borrow::Cow;

use serde_yaml::Value;

use crate::homing::distance::Point;
use crate::homing::kinds::{ConstraintKind, kind};
use crate::homing::threshold::{self, Dimension, Threshold};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::syntax::parse::parse;
use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Entry, Node, NodePath};
use crate::text::Span;

/// The template of a plan request, or the whole file, with its path.
pub fn template(root: &Node) -> (NodePath, &Node) {
    match root.get("template").filter(|_| is_request(root)) {
        Some(template) => (NodePath::keys(["template"]), template),
        None => (NodePath::root(), root),
    }
}

/// Whether the root is a plan request: it has a template, and neither a version nor demands of its own.
pub fn is_request(root: &Node) -> bool {
    let has = |key: &str| root.entry(key).is_some();
    has("template") && !has("homing_template_version") && !has("demands")
}

/// A template in a file.
#[derive(Debug)]
pub struct View<'a> {
    pub root: &'a Node,
    pub template: &'a Node,
    /// The path of the template.
    pub base: NodePath,
}

/// A named entry of a section.
#[derive(Clone, Debug)]
pub struct Named<'a> {
    pub name: &'a str,
    pub entry: &'a Entry,
    pub path: NodePath,
    /// The value of the entry, or of the parameter that supplies it.
    pub value: &'a Node,
}

/// A constraint or reservation.
#[derive(Clone, Debug)]
pub struct Constraint<'a> {
    pub name: &'a str,
    pub entry: &'a Entry,
    /// The value of the entry, or of the parameter that supplies it.
    pub node: &'a Node,
    pub path: NodePath,
    /// The known type, with its table.
    pub kind: Option<&'static ConstraintKind>,
    /// The names of its demands, with their paths.
    pub demands: Vec<(NodePath, &'a Node)>,
    /// Whether these are all: a parameter without a value is not known yet.
    pub has_all: bool,
    pub properties: Option<&'a Node>,
    properties_path: NodePath,
}

impl<'a> View<'a> {
    pub fn new(root: &'a Node) -> Self {
        let (base, template) = template(root);
        View { root, template, base }
    }

    /// The root with these values of parameters in place of its own. Values of others are left out.
    pub fn supplied(&self, values: &SortedMap<String, Value>) -> Cow<'a, Node> {
        let mut root = Cow::Borrowed(self.root);
        for (name, value) in values {
            let path = self.base.key("parameters").key(name);
            let Some(text) = self.root.at(&path).and_then(|_| serde_yaml::to_string(value).ok()) else { continue };
            let tree = parse(&text);
            let given = tree.root().cloned().unwrap_or_else(|| Node::null(Span::default()));
            if let Some(node) = root.to_mut().at_mut(&path) {
                *node = given;
            }
        }
        root
    }

    /// The root with the lists and mappings of parameters in place of the functions that read them; `None` if there are none.
    pub fn expanded(&self) -> Option<Node> {
        let calls = self.calls("get_param").into_iter();
        let collections = calls.filter_map(|(path, node)| {
            let value = self.resolve(node).filter(|value| value.as_scalar().is_none() && call(value).is_none())?;
            Some((path, value.clone()))
        });
        let collections: Vec<(NodePath, Node)> = collections.collect();
        let mut root = (!collections.is_empty()).then(|| self.root.clone())?;
        for (path, value) in collections {
            *root.at_mut(&path)? = value;
        }
        Some(root)
    }

    /// The version, as written.
    pub fn version(&self) -> Option<&'a str> {
        self.template.get("homing_template_version")?.as_text()
    }

    /// Whether the version is this one or a later one; a missing version is the first.
    pub fn is_since(&self, version: &str) -> bool {
        self.version().is_some_and(|own| own >= version)
    }

    /// A section with its path. A parameter can supply it.
    pub fn section_at(&self, section: &str) -> Option<(NodePath, &'a Node)> {
        let (path, node) = (self.base.key(section), self.template.get(section)?);
        if section == "parameters" { Some((path, node)) } else { self.source(path, node) }
    }

    /// The named entries of a section.
    pub fn section(&self, section: &str) -> Vec<Named<'a>> {
        let Some((path, node)) = self.section_at(section) else { return Vec::new() };
        let named = |entry: &'a Entry| {
            let name = entry.key.as_text()?;
            // Parameters cannot contain functions.
            let supplied = if section == "parameters" { None } else { self.resolve(&entry.value) };
            Some(Named { name, entry, path: path.key(name), value: supplied.unwrap_or(&entry.value) })
        };
        node.entries().iter().filter_map(named).collect()
    }

    /// The entry of this name in a section.
    pub fn named(&self, section: &str, name: &str) -> Option<&'a Entry> {
        self.section_at(section)?.1.entry(name)
    }

    pub fn has(&self, section: &str, name: &str) -> bool {
        self.named(section, name).is_some()
    }

    /// The requirements of all demands: the demand, the path of each requirement and its node.
    pub fn requirements(&self) -> Vec<(Named<'a>, NodePath, &'a Node)> {
        let mut found = Vec::new();
        for demand in self.section("demands") {
            let requirements = self.requirements_of(&demand).into_iter();
            found.extend(requirements.map(|(path, item)| (demand.clone(), path, item)));
        }
        found
    }

    /// The requirements of a demand, with their paths.
    pub fn requirements_of(&self, demand: &Named<'a>) -> Vec<(NodePath, &'a Node)> {
        self.items(&demand.path, &demand.entry.value)
    }

    /// The items of a list with their paths. A parameter can supply the list and each item.
    pub fn items(&self, path: &NodePath, list: &'a Node) -> Vec<(NodePath, &'a Node)> {
        let Some((path, list)) = self.source(path.clone(), list) else { return Vec::new() };
        let items = list.items().iter().enumerate();
        items.filter_map(|(index, item)| self.source(path.index(index), item)).collect()
    }

    /// The optimization, with its path.
    pub fn optimization(&self) -> Option<(NodePath, &'a Node)> {
        self.section_at("optimization")
    }

    /// The value of a key with its path. A parameter can supply it.
    pub fn member(&self, (path, node): &(NodePath, &'a Node), key: &str) -> Option<(NodePath, &'a Node)> {
        self.source(path.key(key), node.get(key)?)
    }

    /// The lists of candidates in the demands: the key of the list and the path and node of each candidate.
    pub fn candidates(&self) -> Vec<(&'static str, NodePath, &'a Node)> {
        let mut found = Vec::new();
        for (_, path, requirement) in self.requirements() {
            for key in ["candidates", "required_candidates", "excluded_candidates"] {
                let Some(list) = requirement.get(key) else { continue };
                found.extend(self.items(&path.key(key), list).into_iter().map(|(path, item)| (key, path, item)));
            }
            let existing = "existing_placement";
            let one = requirement.get(existing).and_then(|one| self.source(path.key(existing), one));
            found.extend(one.map(|(path, one)| (existing, path, one)));
        }
        found
    }

    /// Whether the constraints, if there are any, are a mapping. Others are not read, so it is unknown what they use.
    pub fn has_readable_constraints(&self) -> bool {
        self.template.get("constraints").is_none_or(|given| given.is_null() || given.as_mapping().is_some())
    }

    pub fn constraints(&self) -> Vec<Constraint<'a>> {
        self.section("constraints").into_iter().map(|named| self.constraint(named)).collect()
    }

    pub fn reservations(&self) -> Vec<Constraint<'a>> {
        self.section("reservations").into_iter().map(|named| self.constraint(named)).collect()
    }

    fn constraint(&self, Named { name, entry, path, .. }: Named<'a>) -> Constraint<'a> {
        let (path, node) = self.source(path.clone(), &entry.value).unwrap_or((path, &entry.value));
        let kind = node.get("type").and_then(|node| self.text(node)).and_then(kind);
        let at = path.key("demands");
        let given = node.get("demands").and_then(|node| self.resolve(node));
        let has_all = given.is_some_and(|given| given.items().iter().all(|item| self.resolve(item).is_some()));
        let demands = given.map_or_else(Vec::new, |node| match node.as_sequence() {
            Some(_) => {
                let items = node.items().iter().enumerate();
                items.filter_map(|(index, item)| Some((at.index(index), self.resolve(item)?))).collect()
            }
            None => vec![(at, node)],
        });
        let properties = node.get("properties").and_then(|node| self.source(path.key("properties"), node));
        let (properties_path, properties) = properties.unzip();
        let properties_path = properties_path.unwrap_or_else(|| path.key("properties"));
        Constraint { name, entry, node, path, kind, demands, has_all, properties, properties_path }
    }

    /// The value of a node after its parameters: `None` if it is unknown until the request, or cannot be resolved.
    pub fn resolve(&self, node: &'a Node) -> Option<&'a Node> {
        match call(node) {
            None => Some(node),
            Some(("get_param", argument)) => self.parameter(argument).ok().filter(|value| !value.is_null()),
            Some(_) => None,
        }
    }

    /// The path and node of a value after its parameters.
    pub fn source(&self, path: NodePath, node: &'a Node) -> Option<(NodePath, &'a Node)> {
        match call(node) {
            None => Some((path, node)),
            Some(("get_param", argument)) => self.parameter_at(argument).ok().filter(|(_, value)| !value.is_null()),
            Some(_) => None,
        }
    }

    /// The value that `get_param` with this argument reads, or the part of the argument that does not exist.
    pub fn parameter(&self, argument: &'a Node) -> Result<&'a Node, Step<'a>> {
        self.parameter_at(argument).map(|(_, value)| value)
    }

    /// The same, with the path of the value. What is in a parameter without a value is known with the request.
    pub fn parameter_at(&self, argument: &'a Node) -> Result<(NodePath, &'a Node), Step<'a>> {
        let (name, steps) = match argument.items() {
            [] => (argument, &[][..]),
            [name, steps @ ..] => (name, steps),
        };
        let parameters = self.template.get("parameters");
        let found = name.as_text().and_then(|name| Some((name, parameters?.get(name)?)));
        let (name, mut value) = found.ok_or(Step { step: name, of: None })?;
        let mut path = self.base.key("parameters").key(name);
        for step in steps {
            let text = step.as_text();
            if value.is_null() {
                path = path.key(text.unwrap_or_default());
                continue;
            }
            let next = match (value.as_sequence(), text) {
                (Some(_), text) => text
                    .filter(|_| is_number(step))
                    .and_then(|text| text.parse::<usize>().ok())
                    .and_then(|index| Some((path.index(index), value.items().get(index)?))),
                (None, Some(key)) => value.get(key).map(|value| (path.key(key), value)),
                (None, None) => None,
            };
            (path, value) = next.ok_or(Step { step, of: Some(value) })?;
        }
        Ok((path, value))
    }

    /// Whether a path leads into a section of the template.
    pub fn is_in(&self, section: &str, path: &NodePath) -> bool {
        path.words().get(self.base.steps().len()) == Some(&section)
    }

    /// Whether everything that reads this value of a parameter is a threshold of the dimension.
    pub fn is_threshold(&self, value: &Node, dimension: Dimension) -> bool {
        self.is_read_only_by(value, |path| path.last_key().and_then(Dimension::of_property) == Some(dimension))
    }

    /// Whether everything that reads this value of a parameter is at such a path.
    pub fn is_read_only_by(&self, value: &Node, is_meant: impl Fn(&NodePath) -> bool) -> bool {
        self.calls("get_param").iter().all(|(path, node)| {
            let reads = self.resolve(node).is_some_and(|read| read.span.contains(value.span) && !read.is_null());
            !reads || is_meant(path)
        })
    }

    /// Whether a value is missing after its parameters: null, or without content.
    pub fn is_empty(&self, node: &'a Node) -> bool {
        let value = self.resolve(node).unwrap_or(node);
        value.is_null()
            || value.as_text() == Some("")
            || value.as_mapping().is_some_and(|value| value.entries.is_empty())
            || value.as_sequence().is_some_and(|value| value.items.is_empty())
    }

    /// The text of a node after its parameters.
    pub fn text(&self, node: &'a Node) -> Option<&'a str> {
        self.resolve(node)?.as_text()
    }

    /// The number of a node after its parameters, also if it is a string.
    pub fn number(&self, node: &'a Node) -> Option<f64> {
        let node = self.resolve(node)?;
        match node.as_scalar().map(typed) {
            Some(Plain::Integer(number)) => Some(number as f64),
            _ => node.as_text()?.trim().parse().ok(),
        }
    }

    /// The point of a location with coordinates.
    pub fn point(&self, location: &'a Node) -> Option<Point> {
        let location = self.resolve(location)?;
        let value = |key: &str| self.number(location.get(key)?);
        Some(Point::new(value("latitude")?, value("longitude")?))
    }

    /// The paths of all functions of this name in the sections where functions are resolved, with their nodes.
    pub fn calls(&self, name: &str) -> Vec<(NodePath, &'a Node)> {
        let mut found = Vec::new();
        for entry in self.template.entries() {
            let Some(key) = entry.key.as_text().filter(|key| *key != "parameters") else { continue };
            collect(&entry.value, &self.base.key(key), &mut |path, node| {
                if call(node).is_some_and(|(of, _)| of == name) {
                    found.push((path.clone(), node));
                }
            });
        }
        found
    }

    /// The identifiers in a list of candidates of a requirement, with their spans.
    pub fn identifiers(&self, requirement: &'a Node, key: &str) -> Vec<(&'a str, Span)> {
        let nodes = self.identifier_nodes(requirement, key).into_iter();
        nodes.filter_map(|node| Some((self.text(node)?, node.span))).collect()
    }

    /// The identifiers in a list of candidates of a requirement, as written. Conductor has lists of identifiers.
    pub fn identifier_nodes(&self, requirement: &'a Node, key: &str) -> Vec<&'a Node> {
        let Some(node) = requirement.get(key).and_then(|node| self.resolve(node)) else { return Vec::new() };
        let candidates = node.items_or_self().iter().filter_map(|candidate| self.resolve(candidate));
        candidates.filter_map(|candidate| candidate.get("candidate_id")).flat_map(Node::items_or_self).collect()
    }

    /// The texts in the values of parameters: a function may name locations or demands.
    pub fn texts_of_parameters(&self) -> SortedSet<&'a str> {
        let mut texts = SortedSet::new();
        for parameter in self.section("parameters") {
            collect(&parameter.entry.value, &parameter.path, &mut |_, node| texts.extend(node.as_text()));
        }
        texts
    }

    /// The conditions of the attribute constraints: the attribute and its value.
    pub fn evaluated(&self) -> Vec<(&'a str, &'a Node)> {
        let mut found = Vec::new();
        for constraint in self.constraints().into_iter().filter(|constraint| constraint.type_name() == "attribute") {
            let evaluate = constraint.property("evaluate").and_then(|node| self.resolve(node));
            for entry in evaluate.map_or(&[][..], Node::entries) {
                found.extend(entry.key.as_text().map(|name| (name, &entry.value)));
            }
        }
        found
    }

    /// The span of the attribute of a condition.
    pub fn evaluated_key(&self, name: &str, value: &Node) -> Option<Span> {
        self.constraints().into_iter().find_map(|constraint| {
            let evaluate = constraint.property("evaluate").and_then(|node| self.resolve(node))?;
            let entry = evaluate.entries().iter().find(|entry| std::ptr::eq(&raw const entry.value, value))?;
            (entry.key.as_text() == Some(name)).then_some(entry.key.span)
        })
    }

    /// The distances to locations, one for each demand of a constraint.
    pub fn distances_to_locations(&self) -> Vec<LocationLimit<'a>> {
        let mut found = Vec::new();
        for constraint in self.constraints().into_iter().filter(|one| one.type_name() == "distance_to_location") {
            let Some(node) = constraint.property("distance") else { continue };
            let location = constraint.property("location").and_then(|node| self.text(node));
            let (Some(text), Some(location)) = (self.text(node), location) else { continue };
            let Ok(threshold) = threshold::parse(text, Dimension::Distance) else { continue };
            let point = self.named("locations", location).and_then(|entry| self.point(&entry.value));
            let name = constraint.name;
            let of = |demand| LocationLimit { name, demand, location, point, node, text, threshold };
            found.extend(constraint.demand_names().into_iter().map(of));
        }
        found
    }

    /// The names of the parameters that are used, with the number of their uses.
    pub fn used_parameters(&self) -> SortedMap<&'a str, usize> {
        let mut used = SortedMap::new();
        for (_, node) in self.calls("get_param") {
            let Some((_, argument)) = call(node) else { continue };
            let name = argument.items().first().unwrap_or(argument);
            if let Some(name) = name.as_text() {
                *used.entry(name).or_insert(0) += 1;
            }
        }
        // The parameters that malformed functions are meant to read, and functions in place of a key.
        let mut add = |function: &'a Node| {
            for argument in function.entries().iter().map(|entry| &entry.value) {
                let name = argument.items().first().unwrap_or(argument).as_text();
                name.into_iter().for_each(|name| *used.entry(name).or_insert(0) += 1);
            }
        };
        collect(self.template, &self.base, &mut |_, node| {
            if call(node).is_none() && is_read(node) {
                add(node);
            }
            node.entries().iter().map(|entry| &entry.key).filter(|key| is_read(key)).for_each(&mut add);
        });
        used
    }
}

/// A limit of the distance of a demand to a location.
#[derive(Clone, Copy, Debug)]
pub struct LocationLimit<'a> {
    /// The name of the constraint.
    pub name: &'a str,
    pub demand: &'a str,
    pub location: &'a str,
    pub point: Option<Point>,
    pub node: &'a Node,
    pub text: &'a str,
    pub threshold: Threshold,
}

/// A step of a path into a parameter that does not exist, and the value that lacks it.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    pub step: &'a Node,
    pub of: Option<&'a Node>,
}

impl<'a> Constraint<'a> {
    pub fn type_name(&self) -> &'a str {
        let written = || self.node.get("type").and_then(Node::as_text).unwrap_or_default();
        self.kind.map_or_else(written, |kind| kind.name)
    }

    pub fn property(&self, name: &str) -> Option<&'a Node> {
        self.properties?.get(name)
    }

    pub fn property_path(&self, name: &str) -> NodePath {
        self.properties_path.key(name)
    }

    /// Whether it is known which properties it has.
    pub fn has_readable_properties(&self) -> bool {
        let given = self.properties;
        let is_unknown = self.node.get("properties").is_some_and(|node| call(node).is_some() && given.is_none());
        let has_other_form = given.is_some_and(|given| given.as_mapping().is_none() && !given.is_null());
        // They are there, under another key.
        let is_other = |key: &str| !["type", "demands", "properties"].contains(&key);
        let mut others = self.node.entries().iter().filter(|entry| entry.key.as_text().is_some_and(is_other));
        let is_misspelled =
            self.node.entry("properties").is_none() && others.any(|entry| entry.value.as_mapping().is_some());
        let is_read = call(self.node).is_some();
        self.node.as_mapping().is_some() && !is_read && !is_unknown && !has_other_form && !is_misspelled
    }

    /// The keys that need a value and have none: required properties, and `demands`.
    pub fn unset(&self, view: &View<'a>) -> impl Iterator<Item = &'static str> {
        let is_empty = |value: Option<&'a Node>| value.is_none_or(|value| view.is_empty(value));
        let required = self.kind.filter(|_| self.has_readable_properties()).map_or(&[][..], |kind| kind.required);
        let demands = Some("demands").filter(|name| self.node.as_mapping().is_some() && is_empty(self.node.get(name)));
        demands.into_iter().chain(required.iter().copied().filter(move |name| is_empty(self.property(name))))
    }

    /// The distinct names of its demands.
    pub fn demand_names(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.demands.iter().filter_map(|(_, node)| node.as_text()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The span of its list of demands, or of its name.
    pub fn demands_span(&self) -> Span {
        self.node.entry("demands").map_or(self.entry.key.span, |entry| entry.key.span)
    }
}

/// The function that a node calls, with its argument: a mapping with the single key `get_param` or `get_file`.
pub fn call(node: &Node) -> Option<(&str, &Node)> {
    match node.entries() {
        [entry] => {
            let name = entry.key.as_text()?;
            ["get_param", "get_file"].contains(&name).then_some((name, &entry.value))
        }
        _ => None,
    }
}

/// Whether a value is read by a function, even if that is unknown or malformed: it is no term of the objective.
pub fn is_read(value: &Node) -> bool {
    value.entries().iter().any(|entry| entry.key.as_text().is_some_and(|name| name.starts_with("get_")))
}

/// Visits a node and everything in it.
pub fn collect<'a>(node: &'a Node, path: &NodePath, visit: &mut dyn FnMut(&NodePath, &'a Node)) {
    visit(path, node);
    for entry in node.entries() {
        if let Some(key) = entry.key.as_text() {
            collect(&entry.value, &path.key(key), visit);
        }
    }
    for (index, item) in node.items().iter().enumerate() {
        collect(item, &path.index(index), visit);
    }
}

/// Whether a node is a plain number.
pub fn is_number(node: &Node) -> bool {
    node.as_scalar().is_some_and(|scalar| matches!(typed(scalar), Plain::Integer(_) | Plain::Float(_)))
}
