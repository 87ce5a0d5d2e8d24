//! Conversion between the forms of a descriptor. Comments stay with their subjects, and everything that the target
//! cannot express is listed.

use std::fmt::Write;
use std::ops::Range;

use crate::asd::form::{ATTRIBUTES, Attribute, Form, ITEM, is_types, nodes, value_in_form, value_in_model};
use crate::asd::model::{Application, DeploymentItem, is_version};
use crate::editing::conversion::LeftOut;
use crate::function::Call;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::Sorting;
use crate::syntax::parse::parse;
use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Entry, Kind, Node, Style};
use crate::text::{LineIndex, Span};
use crate::workspace::SourceFile;

/// A converted descriptor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Converted {
    pub text: String,
    /// The parts that the target cannot express, in text order.
    pub left_out: Vec<LeftOut>,
}

fn item_of_type(item: DeploymentItem<'_>) -> String {
    let (id, of) = (item.id().unwrap_or_default(), item.text("artifactType").unwrap_or_default());
    format!("the deployment item `{id}` of type `{of}`")
}

/// The name of the node that is the descriptor, if the source has none.
const NODE: &str = "applicationServiceDescriptor";

/// Converts the descriptor in `file` to a form.
pub fn convert(file: &SourceFile, application: &Application, to: Form) -> Converted {
    if application.form == to {
        return Converted { text: file.text.to_string(), left_out: Vec::new() };
    }
    // The first pass only determines where comments can be written.
    let mut first = Writer::new(file, application, to);
    first.document();
    let mut writer = Writer::new(file, application, to);
    first.assign(&mut writer);
    writer.document();
    writer.finish()
}

/// A key or an item of a list of the source: its start, and whether it is an item. An item starts where its first key does.
type Id = (u32, bool);

fn id_of_key(entry: &Entry) -> Id {
    (entry.key.span.start, false)
}

fn id_of_item(item: &Node) -> Id {
    (item.span.start, true)
}

/// A key or an item of the source as a subject of comments.
struct Subject {
    id: Id,
    end: u32,
    /// The column of the key, or of the dash.
    column: usize,
    /// The index of the one that it is in.
    parent: Option<usize>,
}

/// The comments of a key or item.
#[derive(Default)]
struct Comments {
    above: Vec<Span>,
    /// On its line.
    behind: Vec<Span>,
    /// Below its last line, and whether they are indented deeper.
    below: Vec<(Span, bool)>,
}

/// A scalar as it is written: the text behind the key, and the lines of a block scalar.
#[derive(Default)]
struct Written {
    head: String,
    body: Vec<String>,
}

impl Written {
    fn line(head: impl Into<String>) -> Self {
        Written { head: head.into(), body: Vec::new() }
    }
}

struct Writer<'a> {
    file: &'a SourceFile,
    application: &'a Application,
    to: Form,
    out: String,
    left_out: Vec<LeftOut>,
    comments: SortedMap<Id, Comments>,
    /// The comments at the top of the file, and those after its last key.
    header: Vec<Span>,
    footer: Vec<Span>,
    /// The keys and items that were written, each with the one that has its comments, and those that were left out with their
    /// comments (`None`).
    written: SortedMap<Id, Option<Id>>,
    /// The comments behind an item whose first line is not written yet.
    held: Vec<Span>,
    /// The column of the block scalar that was written last: a line that is indented as deep would become part of it.
    block_column: Option<usize>,
}

impl<'a> Writer<'a> {
    fn new(file: &'a SourceFile, application: &'a Application, to: Form) -> Self {
        Writer {
            file,
            application,
            to,
            out: String::new(),
            left_out: Vec::new(),
            comments: SortedMap::new(),
            header: Vec::new(),
            footer: Vec::new(),
            written: SortedMap::new(),
            held: Vec::new(),
            block_column: None,
        }
    }

    /// Assigns each comment to its subject, if this pass wrote it, or else to the next key or item of the same parent, or else
    /// to the parent.
    fn assign(&self, to: &mut Writer<'a>) {
        let (text, lines) = (&*self.file.text, &self.file.lines);
        let (mut subjects, mut by_end) = (Vec::new(), Vec::new());
        if let Some(root) = &self.file.root {
            collect_subjects(root, lines, None, &mut subjects, &mut by_end);
        }
        let first = subjects.first().map_or(u32::MAX, |subject| subject.id.0);
        // Behind a header and an empty line, a comment without another empty line belongs to the first key.
        let header = self.file.tree.comments.first().map_or(first, |comment| comment.start);
        let mut above = lines.line(header as usize) + 1..lines.line(first as usize);
        let blank = above.rfind(|line| lines.span(text, *line).of(text).trim().is_empty());
        let is_of_first = |line: usize| blank.is_some_and(|blank| blank < line);
        for comment in &self.file.tree.comments {
            let number = lines.line(comment.start as usize);
            let line = lines.start(number);
            let is_alone = text[line..comment.start as usize].trim().is_empty();
            if is_alone && comment.start < first && !is_of_first(number) {
                to.header.push(*comment);
                continue;
            }
            let next = subjects.partition_point(|subject| subject.id.0 < comment.start);
            let column = comment.start as usize - line;
            let behind = if is_alone { None } else { behind(&subjects, &by_end, next, line as u32..comment.start) };
            let below = if is_alone { below(&subjects, next, column) } else { None };
            let subject = behind.or(below).unwrap_or(next);
            let Some(Subject { id, column: own, .. }) = subjects.get(subject) else {
                to.footer.push(*comment);
                continue;
            };
            let written = self.written.get(id);
            let Some(there) = written.copied().unwrap_or_else(|| self.substitute(&subjects, subject)) else {
                // Without a substitute, it is not about anything in particular.
                to.footer.extend(written.is_none().then_some(*comment));
                continue;
            };
            let comments = to.comments.entry(there).or_default();
            match (behind, below) {
                (Some(_), _) if written.is_some() => comments.behind.push(*comment),
                (_, Some(_)) if written.is_some() => comments.below.push((*comment, column > *own)),
                _ => comments.above.push(*comment),
            }
        }
    }

    /// The key or item that gets the comments of one that is not written.
    fn substitute(&self, subjects: &[Subject], mut at: usize) -> Option<Id> {
        let behind = at + 1;
        loop {
            let parent = subjects.get(at)?.parent;
            let end = parent.map_or(u32::MAX, |parent| subjects[parent].end);
            let inside = subjects.get(behind..).unwrap_or_default().iter().take_while(|subject| subject.id.0 < end);
            let mut candidates = inside.chain(parent.map(|parent| &subjects[parent]));
            if let Some(found) = candidates.find_map(|subject| self.written.get(&subject.id).copied().flatten()) {
                return Some(found);
            }
            at = parent?;
        }
    }

    fn document(&mut self) {
        let header = std::mem::take(&mut self.header);
        for comment in header {
            self.comment(comment, 0);
            let behind = &self.file.text[comment.end as usize..];
            let mut lines = behind.split('\n').skip(1);
            if lines.next().is_some_and(|line| line.trim().is_empty()) {
                self.line(0, "");
            }
        }
        match (self.to.is_template(), self.file.root.as_deref().filter(|_| self.application.form.is_template())) {
            (true, Some(root)) => self.template_of(root),
            (true, None) => self.template(),
            (false, Some(root)) => self.plain(root),
            // A descriptor in the target form already.
            (false, None) => {}
        }
        let footer = std::mem::take(&mut self.footer);
        footer.into_iter().for_each(|comment| self.comment(comment, 0));
    }

    /// Lists a part that is not written.
    fn leave_out(&mut self, message: String, span: Span) {
        self.left_out.push(LeftOut { message, span: Some(span) });
    }

    /// Lists an entry that is not written, with the comments in it.
    fn drop_entry(&mut self, entry: &Entry, message: String) {
        self.written.insert(id_of_key(entry), None);
        self.drop_inside(&entry.value);
        self.leave_out(message, entry.key.span);
    }

    /// Leaves out the keys and items in a node.
    fn drop_inside(&mut self, node: &Node) {
        for entry in node.entries() {
            self.written.insert(id_of_key(entry), None);
            self.drop_inside(&entry.value);
        }
        for item in node.items() {
            self.written.insert(id_of_item(item), None);
            self.drop_inside(item);
        }
    }

    /// Lists an item that is not written, with the comments in it.
    fn drop_item(&mut self, item: &Node, message: String) {
        self.written.insert(id_of_item(item), None);
        self.drop_inside(item);
        self.leave_out(message, item.span);
    }

    /// The name of the function that a value calls, if the target has no functions.
    fn lost_function(&self, value: &Node) -> Option<&'static str> {
        Call::of(value).filter(|_| !self.to.is_template()).map(|call| call.function.name())
    }

    fn plain(&mut self, template: &'a Node) {
        self.of_template(template);
        self.attributes(&self.application.root, ATTRIBUTES, 0, &["deploymentItems"]);
        let items: Vec<DeploymentItem<'a>> = self.application.items().collect();
        if items.is_empty() {
            self.line(0, "deploymentItems: []");
            return;
        }
        let section = self.section();
        self.above(section, 0);
        self.line_with(section, 0, "deploymentItems:");
        for item in items {
            let id = (item.node.span.start, false);
            let from = self.begin_item(id, 2);
            // The name of an artifact is the identifier of the item, which comes first.
            const FIRST: [&str; 3] = ["deploymentItemId", "artifactType", "artifactId"];
            let place = |entry: &&Entry| FIRST.iter().position(|key| entry.key.as_text() == Some(key));
            let mut entries: Vec<&Entry> = item.node.entries().iter().collect();
            entries.order_by_key(|entry| place(entry).unwrap_or(FIRST.len()));
            entries.into_iter().for_each(|entry| self.attribute(entry, ITEM, 4));
            self.end_item(id, from, 2);
            if let Some(name) = item.path.last_key().filter(|name| item.id() != Some(name)) {
                self.leave_out(format!("the name `{name}` of the artifact"), item.node.span);
            }
        }
        self.below(section, 0);
    }

    /// Lists the parts of a template that have no place in the model.
    fn of_template(&mut self, root: &Node) {
        let own = nodes(root).next().map(|(name, ..)| name.span.start);
        for entry in root.entries() {
            let key = entry.key.as_text().unwrap_or_default();
            match key {
                "tosca_definitions_version" => {}
                "imports" => {
                    // The import of the types of O-RAN states the version of the schema.
                    let version = self.application.root.entry("asdSchemaVersion");
                    let is_stated = self.application.form == Form::Wg6;
                    for item in entry.value.items() {
                        if is_types(item) {
                            let of = version.filter(|_| is_stated).map(id_of_key);
                            of.into_iter().for_each(|version| self.move_comments(id_of_item(item), version));
                            continue;
                        }
                        let written = item.span.of(&self.file.text);
                        self.leave_out(
                            format!("the import `{}`", written.lines().next().unwrap_or_default()),
                            item.span,
                        );
                    }
                }
                "topology_template" => self.of_topology(&entry.value, own),
                _ => self.drop_entry(entry, format!("`{key}` of the service template")),
            }
        }
    }

    fn of_topology(&mut self, topology: &Node, own: Option<u32>) {
        for entry in topology.entries() {
            let key = entry.key.as_text().unwrap_or_default();
            if key != "node_templates" {
                self.drop_entry(entry, format!("`{key}` of the topology template"));
                continue;
            }
            for node in entry.value.entries() {
                if Some(node.key.span.start) != own {
                    self.drop_entry(node, format!("the node `{}`", node.key.as_text().unwrap_or_default()));
                    continue;
                }
                for part in node.value.entries() {
                    match part.key.as_text().unwrap_or_default() {
                        "type" | "properties" => {}
                        "artifacts" => self.of_artifacts(&part.value),
                        key => self.drop_entry(part, format!("`{key}` of the node")),
                    }
                }
            }
        }
    }

    fn of_artifacts(&mut self, artifacts: &Node) {
        for artifact in artifacts.entries() {
            let name = artifact.key.as_text().unwrap_or_default();
            if self.item_at(artifact).is_none() {
                self.drop_entry(artifact, format!("the artifact `{name}`"));
                continue;
            }
            for part in artifact.value.entries() {
                let key = part.key.as_text().unwrap_or_default();
                if !matches!(key, "type" | "file" | "properties") {
                    self.drop_entry(part, format!("`{key}` of the artifact `{name}`"));
                }
            }
        }
    }

    /// The deployment item that an artifact is.
    fn item_at(&self, artifact: &Entry) -> Option<DeploymentItem<'a>> {
        let application = self.application;
        application.items().find(|item| item.node.span.start == artifact.key.span.start)
    }

    fn version_of_tosca(&self) -> &'static str {
        if self.to == Form::Wg6 { "tosca_simple_yaml_1_3" } else { "tosca_simple_yaml_1_2" }
    }

    /// The import of the types of the target.
    fn types(&mut self) -> String {
        if self.to != Form::Wg6 {
            return "asd_types.yaml".to_owned();
        }
        let entry = self.application.root.entry("asdSchemaVersion");
        let version = self.stated("asdSchemaVersion").unwrap_or("2.0");
        let is_plain = version.chars().all(|one| one.is_ascii_alphanumeric() || one == '.');
        if let (false, Some(entry)) = (is_plain, entry) {
            self.leave_out(format!("the schema version `{version}`"), entry.value.span);
        }
        format!("oran_asd_types_v{}.yaml", if is_plain { version } else { "2.0" })
    }

    /// The text of an attribute, if it has one.
    fn stated(&self, name: &str) -> Option<&'a str> {
        let node = self.application.root.get(name).filter(|node| !node.is_null())?;
        node.as_text().filter(|text| !text.trim().is_empty())
    }

    /// Whether the target has a deployment item: O-RAN-SC only has charts.
    fn has_item(&self, item: DeploymentItem<'_>) -> bool {
        let is_other = matches!(item.text("artifactType"), Some("crd" | "helmfile" | "terraform"));
        self.to != Form::OranSc || !is_other
    }

    /// The start of the attribute that the import of the target expresses.
    fn schema_version(&self) -> Option<Id> {
        self.application.root.entry("asdSchemaVersion").filter(|_| self.to == Form::Wg6).map(id_of_key)
    }

    fn attributes_of_node(&mut self, indent: usize) {
        let skipped: &[&str] =
            if self.to == Form::Wg6 { &["deploymentItems", "asdSchemaVersion"] } else { &["deploymentItems"] };
        self.attributes(&self.application.root, ATTRIBUTES, indent, skipped);
        let absent = ["asdInvariantId", "asdSchemaVersion"].into_iter().filter(|name| self.stated(name).is_none());
        for model in absent.collect::<Vec<_>>() {
            let attribute = ATTRIBUTES.iter().find(|attribute| attribute.model == model);
            if let Some(name) = attribute.and_then(|attribute| attribute.name(self.to)) {
                let message = format!("the source has no `{name}`, which the target requires");
                self.left_out.push(LeftOut { message, span: None });
            }
        }
    }

    /// Writes a template for the plain form.
    fn template(&mut self) {
        self.line(0, &format!("tosca_definitions_version: {}", self.version_of_tosca()));
        self.line(0, "imports:");
        self.import(None);
        self.line(0, "topology_template:");
        self.line(2, "node_templates:");
        self.line(4, &format!("{NODE}:"));
        self.line(6, &format!("type: {}", self.to.node_type()));
        self.line(6, "properties:");
        self.attributes_of_node(8);
        let (items, others): (Vec<DeploymentItem<'a>>, Vec<DeploymentItem<'a>>) =
            self.application.items().partition(|item| self.has_item(*item));
        for item in others {
            self.drop_item(item.node, item_of_type(item));
        }
        if items.is_empty() {
            return;
        }
        let section = self.section();
        self.above(section, 6);
        self.line_with(section, 6, "artifacts:");
        let mut taken = SortedSet::new();
        for item in items {
            let id = id_of_item(item.node);
            self.above(id, 8);
            let name = free_name(item.id().unwrap_or("item"), &mut taken);
            self.line_with(id, 8, &format!("{}:", quoted(&name)));
            self.line(10, &format!("type: {}", self.to.item_type()));
            if let Some(entry) = item.node.entry("artifactId") {
                self.entry(entry, "artifactId", "file", &[], 10);
            }
            self.line(10, "properties:");
            self.attributes(item.node, ITEM, 12, &["artifactId"]);
            self.below(id, 8);
        }
        self.below(section, 6);
    }

    /// Writes a template in the form of another one, with everything that both can express.
    fn template_of(&mut self, root: &'a Node) {
        let version = format!("tosca_definitions_version: {}", self.version_of_tosca());
        if root.entry("tosca_definitions_version").is_none() {
            self.line(0, &version);
        }
        if root.entry("imports").is_none() {
            self.line(0, "imports:");
            self.import(None);
        }
        for entry in root.entries() {
            let Some(key) = entry.key.as_text() else { continue };
            match key {
                "tosca_definitions_version" => self.section_with(entry, 0, &version, |_| {}),
                "imports" => self.section_with(entry, 0, "imports:", |this| this.imports(&entry.value)),
                "topology_template" => {
                    self.section_with(entry, 0, "topology_template:", |this| this.topology(root, &entry.value));
                }
                _ => self.entry(entry, "", &quoted(key), &[], 0),
            }
        }
    }

    /// Writes the line of a key and what is below it, with the comments of the key.
    fn section_with(&mut self, entry: &Entry, indent: usize, text: &str, inner: impl FnOnce(&mut Self)) {
        let id = id_of_key(entry);
        self.above(id, indent);
        self.line_with(id, indent, text);
        inner(self);
        self.below(id, indent);
    }

    fn imports(&mut self, imports: &'a Node) {
        let single = imports.as_sequence().is_none() && !imports.is_null();
        let items = if single { std::slice::from_ref(imports) } else { imports.items() };
        let mut is_written = false;
        for item in items {
            if !is_types(item) {
                self.item(item, "", &[], 2);
            } else if !is_written {
                is_written = true;
                self.import(Some(id_of_item(item)));
            }
        }
        if !is_written {
            self.import(None);
        }
    }

    /// Writes the import of the types of the target, with the comments on that of the source.
    fn import(&mut self, source: Option<Id>) {
        let types = format!("- {}", self.types());
        let version = self.schema_version();
        if let (Some(source), Some(version)) = (source, version) {
            self.move_comments(source, version);
        }
        match version.or(source) {
            Some(id) => {
                self.above(id, 2);
                self.line_with(id, 2, &types);
                self.below(id, 2);
            }
            None => self.line(2, &types),
        }
    }

    fn topology(&mut self, root: &'a Node, topology: &'a Node) {
        let own = nodes(root).next().map(|(name, ..)| name.span.start);
        for entry in topology.entries() {
            let Some(key) = entry.key.as_text() else { continue };
            if key != "node_templates" {
                self.entry(entry, "", &quoted(key), &[], 2);
                continue;
            }
            self.section_with(entry, 2, "node_templates:", |this| this.nodes(root, &entry.value, own));
        }
    }

    fn nodes(&mut self, root: &'a Node, templates: &'a Node, own: Option<u32>) {
        for node in templates.entries() {
            let Some(name) = node.key.as_text() else { continue };
            let is_other = nodes(root).any(|(other, ..)| other.span == node.key.span);
            match (Some(node.key.span.start) == own, is_other) {
                (true, _) => {
                    self.section_with(node, 4, &format!("{}:", quoted(name)), |this| this.node(&node.value));
                }
                (false, true) => self.drop_entry(node, format!("the node `{name}`")),
                (false, false) => self.entry(node, "", &quoted(name), &[], 4),
            }
        }
    }

    fn node(&mut self, node: &'a Node) {
        for part in node.entries() {
            let Some(key) = part.key.as_text() else { continue };
            match key {
                "type" => self.section_with(part, 6, &format!("type: {}", self.to.node_type()), |_| {}),
                "properties" => self.section_with(part, 6, "properties:", |this| this.attributes_of_node(8)),
                "artifacts" => self.section_with(part, 6, "artifacts:", |this| {
                    part.value.entries().iter().for_each(|artifact| this.artifact(artifact));
                }),
                _ => self.entry(part, "", &quoted(key), &[], 6),
            }
        }
    }

    fn artifact(&mut self, artifact: &'a Entry) {
        let Some(name) = artifact.key.as_text() else { return };
        let Some(item) = self.item_at(artifact) else {
            let of = artifact.value.get("type").and_then(Node::as_text).unwrap_or_default();
            // The types of the other forms have only deployment items.
            if of.starts_with("tosca.artifacts.asd.") && self.to != Form::Wg6 {
                self.drop_entry(artifact, format!("the artifact `{name}` of type `{of}`"));
            } else {
                self.entry(artifact, "", &quoted(name), &[], 8);
            }
            return;
        };
        if !self.has_item(item) {
            self.drop_entry(artifact, item_of_type(item));
            return;
        }
        self.section_with(artifact, 8, &format!("{}:", quoted(name)), |this| {
            for part in artifact.value.entries() {
                let Some(key) = part.key.as_text() else { continue };
                match key {
                    "type" => this.section_with(part, 10, &format!("type: {}", this.to.item_type()), |_| {}),
                    "file" => this.entry(part, "artifactId", "file", &[], 10),
                    "properties" => this.section_with(part, 10, "properties:", |this| {
                        this.attributes(item.node, ITEM, 12, &["artifactId"]);
                    }),
                    _ => this.entry(part, "", &quoted(key), &[], 10),
                }
            }
        });
    }

    /// The entries of a mapping in the model, except those in `skipped`.
    fn attributes(&mut self, node: &'a Node, attributes: &'static [Attribute], indent: usize, skipped: &[&str]) {
        let mut written = SortedSet::new();
        for entry in node.entries() {
            let Some(key) = entry.key.as_text().filter(|key| !skipped.contains(key)) else { continue };
            // An attribute in two spellings.
            if written.insert(key) {
                self.attribute(entry, attributes, indent);
            } else {
                let name = entry.key.span.of(&self.file.text).trim_matches(['"', '\'']);
                self.drop_entry(entry, format!("`{name}`, which has another spelling with a value"));
            }
        }
    }

    /// An entry of a mapping in the model.
    fn attribute(&mut self, entry: &'a Entry, attributes: &'static [Attribute], indent: usize) {
        let Some(key) = entry.key.as_text() else { return };
        let Some(attribute) = attributes.iter().find(|attribute| attribute.model == key) else {
            // Nothing is known about the key, so it stays.
            self.entry(entry, "", &quoted(key), &[], indent);
            return;
        };
        let name = match attribute.name(self.to) {
            _ if key == "artifactId" => Some("artifactId"),
            name => name,
        };
        let written = entry.key.span.of(&self.file.text).trim_matches(['"', '\'']);
        match (name, self.lost_function(&entry.value)) {
            (Some(_), Some(function)) => self.drop_entry(entry, format!("the function `{function}` in `{written}`")),
            (Some(name), None) => self.entry(entry, attribute.model, name, attribute.inner, indent),
            (None, _) => self.drop_entry(entry, format!("`{written}`")),
        }
    }

    fn entry(&mut self, entry: &'a Entry, model: &str, name: &str, inner: &'static [Attribute], indent: usize) {
        let id = id_of_key(entry);
        // The types of templates have a single network. Several are a list in each form, because otherwise one would be lost.
        let value = match entry.value.items() {
            [only] if model == "virtualLinkRequirement" && self.to.is_template() => {
                self.move_comments(id_of_item(only), id);
                only
            }
            _ => &entry.value,
        };
        let written = match (&value.kind, value.as_text()) {
            (_, Some(text)) => {
                let in_model = value_in_model(model, text);
                let Some(own) = value_in_form(model, in_model, self.to) else {
                    self.drop_entry(entry, format!("the value `{text}` of `{name}`"));
                    return;
                };
                let is_number = value
                    .as_scalar()
                    .is_some_and(|scalar| matches!(typed(scalar), Plain::Float(_) | Plain::Integer(_)));
                match own == text {
                    // A number would be read as another version: 5.1 for `5.10`.
                    true if is_version(model) && is_number => Written::line(format!("\"{text}\"")),
                    true => self.scalar(value, indent),
                    false => Written::line(own),
                }
            }
            (Kind::Mapping(mapping), _) if mapping.entries.is_empty() => Written::line("{}"),
            (Kind::Sequence(sequence), _) if sequence.items.is_empty() => Written::line("[]"),
            _ => Written::default(),
        };
        self.above(id, indent);
        let gap = if written.head.is_empty() { "" } else { " " };
        self.write(id, indent, Written { head: format!("{name}:{gap}{}", written.head), ..written });
        self.attributes(value, inner, indent + 2, &[]);
        value.items().iter().for_each(|item| self.item(item, model, inner, indent + 2));
        self.below(id, indent);
    }

    fn item(&mut self, item: &'a Node, model: &str, inner: &'static [Attribute], indent: usize) {
        if let Some(function) = self.lost_function(item) {
            return self.drop_item(item, format!("the function `{function}`"));
        }
        let id = id_of_item(item);
        if !item.entries().is_empty() || !item.items().is_empty() {
            let from = self.begin_item(id, indent);
            self.attributes(item, inner, indent + 2, &[]);
            item.items().iter().for_each(|inner_item| self.item(inner_item, model, inner, indent + 2));
            return self.end_item(id, from, indent);
        }
        let written = match item.kind {
            Kind::Mapping(_) => Written::line("{}"),
            Kind::Sequence(_) => Written::line("[]"),
            _ => {
                let text = item.as_text().unwrap_or_default();
                let Some(own) = value_in_form(model, value_in_model(model, text), self.to) else {
                    return self.drop_item(item, format!("the value `{text}`"));
                };
                if own == text { self.scalar(item, indent) } else { Written::line(own) }
            }
        };
        self.above(id, indent);
        let head = format!("- {}", written.head).trim_end().to_owned();
        self.write(id, indent, Written { head, ..written });
        self.below(id, indent);
    }

    /// Writes the comments above an item that has no line of its own, and returns the place where its first line will be.
    fn begin_item(&mut self, id: Id, indent: usize) -> usize {
        self.above(id, indent);
        let behind = self.comments.get_mut(&id).map(|own| std::mem::take(&mut own.behind)).unwrap_or_default();
        self.held.extend(behind);
        self.out.len()
    }

    /// Writes the dash of an item before the first line that was written from an offset and is not a comment.
    fn end_item(&mut self, id: Id, from: usize, indent: usize) {
        let comments = self.out[from..].split_inclusive('\n').take_while(|line| line.trim_start().starts_with('#'));
        let at = from + comments.map(str::len).sum::<usize>();
        let written = &self.out[at..];
        let dash = format!("{:indent$}- ", "");
        if written.len() >= dash.len() && written[..dash.len()].trim().is_empty() {
            self.out.replace_range(at..at + dash.len(), &dash);
        } else if written.is_empty() {
            self.line_with(id, indent, "- {}");
        }
        self.below(id, indent);
    }

    /// A scalar as it is written, indented below a key or dash at `indent`.
    fn scalar(&self, node: &Node, indent: usize) -> Written {
        let Some(scalar) = node.as_scalar() else { return Written::default() };
        let raw = node.span.of(&self.file.text);
        let is_block = matches!(scalar.style, Style::Literal | Style::Folded);
        let in_quotes = || Written::line(serde_json::to_string(scalar.value.as_str()).unwrap_or_default());
        // The version in the name of an import.
        if raw.contains("oran_asd_types_v") {
            return in_quotes();
        }
        if !raw.contains(['\n', '\r']) && (scalar.style != Style::Plain || raw == scalar.value) {
            return Written::line(raw);
        }
        let mut lines = raw.split('\n').map(|line| line.trim_end_matches('\r'));
        let head = lines.next().unwrap_or_default();
        let leading = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let below = " ".repeat(indent + 2);
        let indented = |line: &str| if line.is_empty() { String::new() } else { format!("{below}{line}") };
        let written = match is_block {
            true => {
                // Blanks at the start of the value are not part of the indentation.
                let own = leading(scalar.value.trim_start_matches('\n'));
                let first = lines.clone().find(|line| !line.trim().is_empty()).unwrap_or_default();
                let column = leading(first).saturating_sub(own);
                let body = lines.map(|line| indented(line.get(leading(line).min(column)..).unwrap_or_default()));
                // The number in a header is that of the columns of indentation.
                let head = head.split('#').next().unwrap_or_default().trim_end();
                Written { head: head.replace(|one: char| one.is_ascii_digit(), "2"), body: body.collect() }
            }
            false => {
                let below = lines.map(|line| indented(line.trim_start()));
                let all: Vec<String> = std::iter::once(head.to_owned()).chain(below).collect();
                Written::line(all.join("\n"))
            }
        };
        let body: String = written.body.iter().map(|line| format!("\n{line}")).collect();
        let tree = parse(&format!("{:indent$}a: {}{body}\n", "", written.head));
        let read = tree.root().and_then(|root| root.get("a")?.as_scalar());
        if read == Some(scalar) && tree.errors.is_empty() { written } else { in_quotes() }
    }

    /// The section with the deployment items.
    fn section(&self) -> Id {
        self.application.root.entry("deploymentItems").map_or((0, false), id_of_key)
    }

    /// Gives the comments on a key or item to another one.
    fn move_comments(&mut self, from: Id, to: Id) {
        self.written.insert(from, Some(to));
    }

    /// Writes the comments above a key or item.
    fn above(&mut self, id: Id, indent: usize) {
        self.written.insert(id, Some(id));
        let above = self.comments.get_mut(&id).map(|own| std::mem::take(&mut own.above)).unwrap_or_default();
        above.iter().for_each(|comment| self.comment(*comment, indent));
    }

    /// Writes the comments below the last line of a key or item.
    fn below(&mut self, id: Id, indent: usize) {
        let below = self.comments.get_mut(&id).map(|own| std::mem::take(&mut own.below)).unwrap_or_default();
        for (comment, is_deeper) in below {
            let indent = if is_deeper { indent + 2 } else { indent };
            let most = self.block_column.map_or(indent, |column| column.saturating_sub(1));
            let column = self.block_column;
            self.comment(comment, indent.min(most));
            self.block_column = column;
        }
    }

    fn comment(&mut self, comment: Span, indent: usize) {
        let text = comment.of(&self.file.text).trim_end().to_owned();
        self.line(indent, &text);
    }

    /// A line with the comments behind a key or item.
    fn line_with(&mut self, id: Id, indent: usize, text: &str) {
        self.write(id, indent, Written::line(text));
    }

    fn write(&mut self, id: Id, indent: usize, written: Written) {
        let mut behind = std::mem::take(&mut self.held);
        behind.extend(self.comments.get_mut(&id).map(|own| std::mem::take(&mut own.behind)).unwrap_or_default());
        let behind: Vec<&str> = behind.iter().map(|comment| comment.of(&self.file.text).trim_end()).collect();
        match behind.as_slice() {
            [] => self.line(indent, &written.head),
            behind => self.line(indent, &format!("{}  {}", written.head, behind.join(" "))),
        }
        for line in &written.body {
            self.line(0, line);
        }
        self.block_column = (!written.body.is_empty()).then_some(indent + 2);
    }

    fn line(&mut self, indent: usize, text: &str) {
        self.block_column = None;
        let _ = writeln!(self.out, "{:indent$}{text}", "");
    }

    fn finish(mut self) -> Converted {
        self.left_out.order_by_key(|left_out| left_out.span.map_or(u32::MAX, |span| span.start));
        Converted { text: self.out, left_out: self.left_out }
    }
}

/// All keys and items, in text order, and their indices in the order of their ends: of those that end together, the inner one
/// comes first.
fn collect_subjects(
    node: &Node,
    lines: &LineIndex,
    parent: Option<usize>,
    subjects: &mut Vec<Subject>,
    by_end: &mut Vec<usize>,
) {
    let column = |at: u32| at as usize - lines.start(lines.line(at as usize));
    let mut collect = |id, end, column, value| {
        let own = subjects.len();
        subjects.push(Subject { id, end, column, parent });
        collect_subjects(value, lines, Some(own), subjects, by_end);
        by_end.push(own);
    };
    for entry in node.entries() {
        let (key, value) = (entry.key.span, &entry.value);
        let end = if value.is_null() { key.end } else { key.end.max(value.span.end) };
        collect(id_of_key(entry), end, column(key.start), value);
    }
    // The list starts with its first dash.
    let dash = node.as_sequence().filter(|list| !list.flow).map(|_| column(node.span.start));
    for item in node.items() {
        collect(id_of_item(item), item.span.end, dash.unwrap_or_else(|| column(item.span.start)), item);
    }
}

/// The subject of a comment behind something, which is on a line up to the comment and before the subject `next`: the innermost
/// of those that end last there, or else the last one that starts there.
fn behind(subjects: &[Subject], by_end: &[usize], next: usize, line: Range<u32>) -> Option<usize> {
    let before = |end: u32| by_end.partition_point(|index| subjects[*index].end < end);
    let last = before(line.end + 1).checked_sub(1).map(|last| subjects[by_end[last]].end);
    let ended = last.filter(|end| *end > line.start).and_then(|end| by_end.get(before(end)).copied());
    ended.or_else(|| next.checked_sub(1).filter(|last| subjects[*last].id.0 >= line.start))
}

/// The subject of a comment at `column` on its own line, if it belongs to the text above it: it is indented deeper than `next`,
/// the key or item after it, which is not in that text.
fn below(subjects: &[Subject], next: usize, column: usize) -> Option<usize> {
    let mut at = next.checked_sub(1)?;
    let (parent, least) = subjects.get(next).map_or((None, 0), |next| (next.parent, next.column));
    if parent == Some(at) || column <= least {
        return None;
    }
    while subjects[at].column > column {
        at = subjects[at].parent?;
    }
    Some(at)
}

/// A key, in quotes if it needs them.
fn quoted(key: &str) -> String {
    let is_plain = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && key.chars().all(|one| one.is_ascii_alphanumeric() || "_-./".contains(one));
    if is_plain { key.to_owned() } else { serde_json::to_string(key).unwrap_or_default() }
}

fn free_name(name: &str, taken: &mut SortedSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken.contains(name));
    let free = free.unwrap_or_default();
    taken.insert(free.clone());
    free
}
