//! Conversion between the forms of a descriptor. Comments stay with their subjects, and everything that the target
//! cannot express is listed.

use std::fmt::Write;

use crate::asd::form::{ATTRIBUTES, Attribute, Form, ITEM, is_types, nodes, value_in_form, value_in_model};
use crate::asd::model::{Application, DeploymentItem, is_version};
use crate::editing::conversion::LeftOut;
use crate::function::Call;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::Sorting;
use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Entry, Kind, Node, Style};
use crate::text::Span;
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

struct Writer<'a> {
    file: &'a SourceFile,
    application: &'a Application,
    to: Form,
    out: String,
    left_out: Vec<LeftOut>,
    /// The comments by the start of the key or item that they belong to: above it, and behind it.
    comments: SortedMap<u32, (Vec<Span>, Vec<Span>)>,
    /// The comments at the top of the file, and those after its last key.
    header: Vec<Span>,
    footer: Vec<Span>,
    /// The keys and items that comments were written above and behind, each with the one that has its comments.
    above: SortedMap<u32, u32>,
    behind: SortedMap<u32, u32>,
    /// The keys and items that were left out, with their comments.
    dropped: SortedSet<u32>,
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
            above: SortedMap::new(),
            behind: SortedMap::new(),
            dropped: SortedSet::new(),
        }
    }

    /// Assigns each comment to a key or item that this pass wrote: one on its own line to the next, one behind a value to that
    /// value.
    fn assign(&self, to: &mut Writer<'a>) {
        let text = &*self.file.text;
        let root = self.file.root.as_ref();
        let first = root.and_then(|root| root.entries().first()).map_or(u32::MAX, |entry| entry.key.span.start);
        let mut starts = SortedSet::new();
        if let Some(root) = root {
            collect_starts(root, &mut starts);
        }
        // Behind a header and an empty line, a comment without another empty line belongs to the first key.
        let header = self.file.tree.comments.first().map_or(first, |comment| comment.start);
        let is_of_first =
            |comment: &Span| has_blank_line(text, header, comment.start) && !has_blank_line(text, comment.start, first);
        for comment in &self.file.tree.comments {
            let line = text[..comment.start as usize].rfind('\n').map_or(0, |at| at + 1);
            let is_alone = text[line..comment.start as usize].trim().is_empty();
            if is_alone && comment.start < first && !is_of_first(comment) {
                to.header.push(*comment);
                continue;
            }
            let on_line = line as u32..comment.start;
            if !is_alone {
                if let Some((_, start)) = self.behind.range(on_line.clone()).next_back() {
                    to.comments.entry(*start).or_default().1.push(*comment);
                    continue;
                }
                if self.dropped.range(on_line).next().is_some() {
                    continue;
                }
            }
            let subject = starts.range(comment.start..).next();
            if is_alone && subject.is_some_and(|subject| self.dropped.contains(subject)) {
                continue;
            }
            match self.above.range(comment.start..).next() {
                Some((_, start)) => to.comments.entry(*start).or_default().0.push(*comment),
                None => to.footer.push(*comment),
            }
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
            (false, root) => self.plain(root),
        }
        let footer = std::mem::take(&mut self.footer);
        let last = self.out.lines().last().unwrap_or_default();
        let indent = last.len() - last.trim_start_matches([' ', '-']).len();
        for comment in footer {
            let text = &self.file.text[..comment.start as usize];
            let is_at_margin = text.is_empty() || text.ends_with('\n');
            self.comment(comment, if is_at_margin { 0 } else { indent });
        }
    }

    /// Lists a part that is not written.
    fn leave_out(&mut self, message: String, span: Span) {
        self.left_out.push(LeftOut { message, span: Some(span) });
    }

    /// Lists an entry that is not written, with the comments in it.
    fn drop_entry(&mut self, entry: &Entry, message: String) {
        self.dropped.insert(entry.key.span.start);
        collect_starts(&entry.value, &mut self.dropped);
        self.leave_out(message, entry.key.span);
    }

    /// Lists an item that is not written, with the comments in it.
    fn drop_item(&mut self, item: &Node, message: String) {
        self.dropped.insert(item.span.start);
        collect_starts(item, &mut self.dropped);
        self.leave_out(message, item.span);
    }

    /// The name of the function that a value calls, if the target has no functions.
    fn lost_function(&self, value: &Node) -> Option<&'static str> {
        Call::of(value).filter(|_| !self.to.is_template()).map(|call| call.function.name())
    }

    fn plain(&mut self, root: Option<&'a Node>) {
        if let Some(root) = root {
            self.of_template(root);
        }
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
            let start = item.node.span.start;
            self.above(start, 2);
            let mut entries: Vec<&Entry> = item.node.entries().iter().collect();
            if self.application.form.is_template() {
                // The name of an artifact is the identifier of the item, which comes first.
                const FIRST: [&str; 3] = ["deploymentItemId", "artifactType", "artifactId"];
                let place = |entry: &&Entry| FIRST.iter().position(|key| entry.key.as_text() == Some(key));
                entries.order_by_key(|entry| place(entry).unwrap_or(FIRST.len()));
            }
            // The item has no line of its own.
            if let Some(first) = entries.first() {
                self.behind.insert(start, first.key.span.start);
            }
            let from = self.out.len();
            entries.into_iter().for_each(|entry| self.attribute(entry, ITEM, 4));
            self.begin_item(from, 2);
            if let (true, Some(name)) = (self.application.form.is_template(), item.path.last_key())
                && item.id() != Some(name)
            {
                self.leave_out(format!("the name `{name}` of the artifact"), item.node.span);
            }
        }
    }

    /// Lists the parts of a template that have no place in the model.
    fn of_template(&mut self, root: &Node) {
        let own = nodes(root).next().map(|(name, ..)| name.span.start);
        for entry in root.entries() {
            let key = entry.key.as_text().unwrap_or_default();
            match key {
                "tosca_definitions_version" => {}
                "imports" => {
                    for item in entry.value.items().iter().filter(|item| !is_types(item)) {
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
    fn schema_version(&self) -> Option<u32> {
        let entry = self.application.root.entry("asdSchemaVersion").filter(|_| self.to == Form::Wg6)?;
        Some(entry.key.span.start)
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
            self.above(item.node.span.start, 8);
            let name = free_name(item.id().unwrap_or("item"), &mut taken);
            self.line_with(item.node.span.start, 8, &format!("{}:", quoted(&name)));
            self.line(10, &format!("type: {}", self.to.item_type()));
            if let Some(entry) = item.node.entry("artifactId") {
                self.entry(entry, "artifactId", "file", &[], 10);
            }
            self.line(10, "properties:");
            self.attributes(item.node, ITEM, 12, &["artifactId"]);
        }
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
                "tosca_definitions_version" => self.key_line(entry, 0, &version),
                "imports" => {
                    self.key_line(entry, 0, "imports:");
                    self.imports(&entry.value);
                }
                "topology_template" => {
                    self.key_line(entry, 0, "topology_template:");
                    self.topology(root, &entry.value);
                }
                _ => self.entry(entry, "", &quoted(key), &[], 0),
            }
        }
    }

    /// Writes the line of a key with its comments.
    fn key_line(&mut self, entry: &Entry, indent: usize, text: &str) {
        self.above(entry.key.span.start, indent);
        self.line_with(entry.key.span.start, indent, text);
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
                self.import(Some(item.span.start));
            }
        }
        if !is_written {
            self.import(None);
        }
    }

    /// Writes the import of the types of the target, with the comments on that of the source.
    fn import(&mut self, source: Option<u32>) {
        let types = self.types();
        let start = self.schema_version();
        if let (Some(source), Some(start)) = (source, start)
            && source != start
        {
            self.move_comments(source, start);
        }
        match start.or(source) {
            Some(start) => {
                self.above(start, 2);
                self.line_with(start, 2, &format!("- {types}"));
            }
            None => self.line(2, &format!("- {types}")),
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
            self.key_line(entry, 2, "node_templates:");
            for node in entry.value.entries() {
                let Some(name) = node.key.as_text() else { continue };
                let is_other = nodes(root).any(|(other, ..)| other.span == node.key.span);
                match (Some(node.key.span.start) == own, is_other) {
                    (true, _) => {
                        self.key_line(node, 4, &format!("{}:", quoted(name)));
                        self.node(&node.value);
                    }
                    (false, true) => self.drop_entry(node, format!("the node `{name}`")),
                    (false, false) => self.entry(node, "", &quoted(name), &[], 4),
                }
            }
        }
    }

    fn node(&mut self, node: &'a Node) {
        for part in node.entries() {
            let Some(key) = part.key.as_text() else { continue };
            match key {
                "type" => self.key_line(part, 6, &format!("type: {}", self.to.node_type())),
                "properties" => {
                    self.key_line(part, 6, "properties:");
                    self.attributes_of_node(8);
                }
                "artifacts" => {
                    self.key_line(part, 6, "artifacts:");
                    part.value.entries().iter().for_each(|artifact| self.artifact(artifact));
                }
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
        self.key_line(artifact, 8, &format!("{}:", quoted(name)));
        for part in artifact.value.entries() {
            let Some(key) = part.key.as_text() else { continue };
            match key {
                "type" => self.key_line(part, 10, &format!("type: {}", self.to.item_type())),
                "file" => self.entry(part, "artifactId", "file", &[], 10),
                "properties" => {
                    self.key_line(part, 10, "properties:");
                    self.attributes(item.node, ITEM, 12, &["artifactId"]);
                }
                _ => self.entry(part, "", &quoted(key), &[], 10),
            }
        }
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
        let value = &entry.value;
        let is_single = model == "virtualLinkRequirement" && self.to.is_template();
        let value = match (value.items(), is_single) {
            ([first, rest @ ..], true) => {
                let others: Vec<&str> = rest.iter().filter_map(Node::as_text).collect();
                for item in value.items() {
                    self.move_comments(item.span.start, entry.key.span.start);
                }
                if !others.is_empty() {
                    self.leave_out(format!("the networks {} of a connection point", listed(&others)), value.span);
                }
                first
            }
            _ => value,
        };
        if let Some(text) = value.as_text() {
            let in_model = value_in_model(model, text);
            let Some(own) = value_in_form(model, in_model, self.to) else {
                self.drop_entry(entry, format!("the value `{text}` of `{name}`"));
                return;
            };
            self.above(entry.key.span.start, indent);
            let is_number =
                value.as_scalar().is_some_and(|scalar| matches!(typed(scalar), Plain::Float(_) | Plain::Integer(_)));
            let own = match own == text {
                // A number would be read as another version: 5.1 for `5.10`.
                true if is_version(model) && is_number => format!("\"{text}\""),
                true => self.scalar(value),
                false => own.to_owned(),
            };
            let own = if own.is_empty() { own } else { format!(" {own}") };
            self.line_with(entry.key.span.start, indent, &format!("{name}:{own}"));
            return;
        }
        self.above(entry.key.span.start, indent);
        match &value.kind {
            Kind::Mapping(mapping) if !mapping.entries.is_empty() => {
                self.line_with(entry.key.span.start, indent, &format!("{name}:"));
                self.attributes(value, inner, indent + 2, &[]);
            }
            Kind::Sequence(sequence) if !sequence.items.is_empty() => {
                self.line_with(entry.key.span.start, indent, &format!("{name}:"));
                sequence.items.iter().for_each(|item| self.item(item, model, inner, indent + 2));
            }
            Kind::Mapping(_) => self.line_with(entry.key.span.start, indent, &format!("{name}: {{}}")),
            Kind::Sequence(_) => self.line_with(entry.key.span.start, indent, &format!("{name}: []")),
            _ => self.line_with(entry.key.span.start, indent, &format!("{name}:")),
        }
    }

    fn item(&mut self, item: &'a Node, model: &str, inner: &'static [Attribute], indent: usize) {
        if let Some(function) = self.lost_function(item) {
            return self.drop_item(item, format!("the function `{function}`"));
        }
        match &item.kind {
            Kind::Mapping(mapping) if !mapping.entries.is_empty() => {
                self.above(item.span.start, indent);
                let from = self.out.len();
                self.attributes(item, inner, indent + 2, &[]);
                self.begin_item(from, indent);
            }
            Kind::Sequence(sequence) if !sequence.items.is_empty() => {
                self.above(item.span.start, indent);
                let from = self.out.len();
                sequence.items.iter().for_each(|inner_item| self.item(inner_item, model, inner, indent + 2));
                self.begin_item(from, indent);
            }
            Kind::Mapping(_) => self.line_with(item.span.start, indent, "- {}"),
            Kind::Sequence(_) => self.line_with(item.span.start, indent, "- []"),
            _ => {
                let text = item.as_text().unwrap_or_default();
                let Some(own) = value_in_form(model, value_in_model(model, text), self.to) else {
                    self.dropped.insert(item.span.start);
                    self.leave_out(format!("the value `{text}`"), item.span);
                    return;
                };
                self.above(item.span.start, indent);
                let own = if own == text { self.scalar(item) } else { own.to_owned() };
                self.line_with(item.span.start, indent, &format!("- {own}"));
            }
        }
    }

    /// Writes the dash of an item before the first line that was written from an offset and is not a comment.
    fn begin_item(&mut self, from: usize, indent: usize) {
        let mut at = from;
        for line in self.out[from..].split_inclusive('\n') {
            if line.trim_start().starts_with('#') {
                at += line.len();
                continue;
            }
            break;
        }
        let written = &self.out[at..];
        let dash = format!("{:indent$}- ", "");
        if written.len() >= dash.len() && written[..dash.len()].trim().is_empty() {
            self.out.replace_range(at..at + dash.len(), &dash);
        } else if written.is_empty() {
            let _ = writeln!(self.out, "{dash}{{}}");
        }
    }

    /// A scalar as it is written, if it fits on a line.
    fn scalar(&self, node: &Node) -> String {
        let Some(scalar) = node.as_scalar() else { return String::new() };
        let raw = node.span.of(&self.file.text);
        if raw.contains("oran_asd_types_v") {
            return serde_json::to_string(scalar.value.as_str()).unwrap_or_default();
        }
        let is_block = matches!(scalar.style, Style::Literal | Style::Folded);
        let is_changed = scalar.style == Style::Plain && raw.trim() != scalar.value;
        if is_block || raw.contains(['\n', '\r']) || is_changed {
            return serde_json::to_string(scalar.value.as_str()).unwrap_or_default();
        }
        raw.to_owned()
    }

    /// The start of the section with the deployment items.
    fn section(&self) -> u32 {
        self.application.root.entry("deploymentItems").map_or(0, |entry| entry.key.span.start)
    }

    /// Gives the comments on a key or item to another one.
    fn move_comments(&mut self, from: u32, to: u32) {
        self.above.insert(from, to);
        self.behind.insert(from, to);
    }

    fn above(&mut self, start: u32, indent: usize) {
        self.above.insert(start, start);
        let above = self.comments.get_mut(&start).map(|(above, _)| std::mem::take(above)).unwrap_or_default();
        above.iter().for_each(|comment| self.comment(*comment, indent));
    }

    fn comment(&mut self, comment: Span, indent: usize) {
        let text = comment.of(&self.file.text).trim_end().to_owned();
        self.line(indent, &text);
    }

    /// A line with the comments behind the key or item at `start`.
    fn line_with(&mut self, start: u32, indent: usize, text: &str) {
        self.behind.insert(start, start);
        let behind = self.comments.get_mut(&start).map(|(_, behind)| std::mem::take(behind)).unwrap_or_default();
        let behind: Vec<&str> = behind.iter().map(|comment| comment.of(&self.file.text).trim_end()).collect();
        match behind.as_slice() {
            [] => self.line(indent, text),
            behind => self.line(indent, &format!("{text}  {}", behind.join(" "))),
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "");
    }

    fn finish(mut self) -> Converted {
        self.left_out.order_by_key(|left_out| left_out.span.map_or(u32::MAX, |span| span.start));
        Converted { text: self.out, left_out: self.left_out }
    }
}

/// Whether there is an empty line between two places.
fn has_blank_line(text: &str, from: u32, to: u32) -> bool {
    let between = text.get(from as usize..to as usize).unwrap_or_default();
    let mut lines = between.split('\n').skip(1).peekable();
    // The last one is the beginning of a line.
    std::iter::from_fn(|| lines.next().filter(|_| lines.peek().is_some())).any(|line| line.trim().is_empty())
}

/// The starts of all keys and items.
fn collect_starts(node: &Node, starts: &mut SortedSet<u32>) {
    for entry in node.entries() {
        starts.insert(entry.key.span.start);
        collect_starts(&entry.value, starts);
    }
    for item in node.items() {
        starts.insert(item.span.start);
        collect_starts(item, starts);
    }
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

fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
