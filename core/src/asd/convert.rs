//! Conversion between the forms of a descriptor. Comments stay with their subjects, and everything that the target
//! cannot express is listed.

use std::fmt::Write;

use crate::asd::form::{ATTRIBUTES, Attribute, Form, ITEM, nodes, value_in_form, value_in_model};
use crate::asd::model::{Application, DeploymentItem};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::syntax::{Entry, Kind, Node, Style};
use crate::text::Span;
use crate::workspace::SourceFile;

/// A converted descriptor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Converted {
    pub text: String,
    /// The parts that the target cannot express, one phrase each.
    pub left_out: Vec<String>,
}

/// The name of the node that is the descriptor, if the source has none.
const NODE: &str = "applicationServiceDescriptor";

/// Converts the descriptor in `file` to a form.
pub fn convert(file: &SourceFile, application: &Application, to: Form) -> Converted {
    if application.form == to {
        return Converted { text: file.text.to_string(), left_out: Vec::new() };
    }
    let mut writer = Writer::new(file, application, to);
    if to.is_template() {
        writer.template()
    } else {
        writer.plain()
    }
    writer.finish()
}

struct Writer<'a> {
    file: &'a SourceFile,
    application: &'a Application,
    to: Form,
    out: String,
    left_out: Vec<String>,
    /// The comments by the start of the key or item that they belong to: above it, and behind it.
    comments: SortedMap<u32, (Vec<Span>, Vec<Span>)>,
}

impl<'a> Writer<'a> {
    fn new(file: &'a SourceFile, application: &'a Application, to: Form) -> Self {
        let mut writer =
            Writer { file, application, to, out: String::new(), left_out: Vec::new(), comments: SortedMap::new() };
        let mut starts = SortedSet::new();
        collect_starts(&application.root, &mut starts);
        writer.assign(&starts);
        writer
    }

    /// Assigns each comment to a key or item: one on its own line to the next, one behind a value to that value.
    fn assign(&mut self, starts: &SortedSet<u32>) {
        let text = &*self.file.text;
        for comment in &self.file.tree.comments {
            let line = text[..comment.start as usize].rfind('\n').map_or(0, |at| at + 1);
            let is_alone = text[line..comment.start as usize].trim().is_empty();
            let before = starts.range(..comment.start).next_back().copied();
            let next = starts.range(comment.start..).next().copied();
            let on_line = before.filter(|start| !is_alone && *start as usize >= line);
            match (on_line, next.or(before)) {
                (Some(start), _) => self.comments.entry(start).or_default().1.push(*comment),
                (None, Some(start)) => self.comments.entry(start).or_default().0.push(*comment),
                (None, None) => {}
            }
        }
    }

    fn plain(&mut self) {
        self.of_template();
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
            self.above(item.node.span.start, 2);
            let from = self.out.len();
            self.attributes(item.node, ITEM, 4, &[]);
            self.begin_item(from, 2);
            if let (true, Some(name)) = (self.application.form.is_template(), item.path.last_key())
                && item.id() != Some(name)
            {
                self.left_out.push(format!("the name `{name}` of the artifact"));
            }
        }
    }

    /// Lists the parts of a template that have no place in the model.
    fn of_template(&mut self) {
        let Some(root) = self.file.root.as_ref().filter(|_| self.application.form.is_template()) else { return };
        for entry in root.entries() {
            let key = entry.key.as_text().unwrap_or_default();
            if !matches!(key, "tosca_definitions_version" | "imports" | "topology_template") {
                self.left_out.push(format!("`{key}` of the service template"));
            }
        }
        for (.., node) in nodes(root) {
            for entry in node.entries() {
                let key = entry.key.as_text().unwrap_or_default();
                if !matches!(key, "type" | "properties" | "artifacts") {
                    self.left_out.push(format!("`{key}` of the node"));
                }
            }
        }
    }

    fn template(&mut self) {
        self.of_template();
        let first = self.application.root.entries().first().map(|entry| entry.key.span.start);
        // A comment at the top is usually about the whole file.
        if let Some((above, _)) = first.and_then(|first| self.comments.get_mut(&first)) {
            let above = std::mem::take(above);
            above.iter().for_each(|comment| self.comment(*comment, 0));
        }
        let version = if self.to == Form::Wg6 { "tosca_simple_yaml_1_3" } else { "tosca_simple_yaml_1_2" };
        self.line(0, &format!("tosca_definitions_version: {version}"));
        self.line(0, "imports:");
        let types = match self.to {
            Form::Wg6 => {
                let version = self.application.text("asdSchemaVersion").unwrap_or("2.0");
                let is_plain = version.chars().all(|one| one.is_ascii_alphanumeric() || one == '.');
                if !is_plain {
                    self.left_out.push(format!("the schema version `{version}`"));
                }
                format!("oran_asd_types_v{}.yaml", if is_plain { version } else { "2.0" })
            }
            _ => "asd_types.yaml".to_owned(),
        };
        let version = self.application.root.entry("asdSchemaVersion").map(|entry| entry.key.span.start);
        match version.filter(|_| self.to == Form::Wg6) {
            Some(start) => {
                self.above(start, 2);
                self.line_with(start, 2, &format!("- {types}"));
            }
            None => self.line(2, &format!("- {types}")),
        }
        self.line(0, "topology_template:");
        self.line(2, "node_templates:");
        let name = self.file.root.as_ref().and_then(|root| nodes(root).next()?.0.as_text().map(quoted));
        self.line(4, &format!("{}:", name.as_deref().unwrap_or(NODE)));
        self.line(6, &format!("type: {}", self.to.node_type()));
        self.line(6, "properties:");
        let skipped: &[&str] =
            if self.to == Form::Wg6 { &["deploymentItems", "asdSchemaVersion"] } else { &["deploymentItems"] };
        self.attributes(&self.application.root, ATTRIBUTES, 8, skipped);
        if self.application.text("asdInvariantId").is_none() {
            let name = ATTRIBUTES.iter().find(|attribute| attribute.model == "asdInvariantId");
            let name = name.and_then(|attribute| attribute.name(self.to)).unwrap_or_default();
            self.left_out.push(format!("the source has no `{name}`, which the target requires"));
        }
        let items: Vec<DeploymentItem<'a>> = self.application.items().collect();
        if items.is_empty() {
            return;
        }
        let section = self.section();
        self.above(section, 6);
        self.line_with(section, 6, "artifacts:");
        let mut taken = SortedSet::new();
        for item in items {
            self.above(item.node.span.start, 8);
            let own = item.path.last_key().filter(|_| self.application.form.is_template());
            let name = free_name(own.or(item.id()).unwrap_or("item"), &mut taken);
            self.line_with(item.node.span.start, 8, &format!("{}:", quoted(&name)));
            self.line(10, &format!("type: {}", self.to.item_type()));
            if let Some(entry) = item.node.entry("artifactId") {
                self.entry(entry, "artifactId", "file", &[], 10);
            }
            self.line(10, "properties:");
            self.attributes(item.node, ITEM, 12, &["artifactId"]);
        }
    }

    /// The entries of a mapping in the model, except those in `skipped`.
    fn attributes(&mut self, node: &'a Node, attributes: &'static [Attribute], indent: usize, skipped: &[&str]) {
        for entry in node.entries() {
            let Some(key) = entry.key.as_text().filter(|key| !skipped.contains(key)) else { continue };
            let Some(attribute) = attributes.iter().find(|attribute| attribute.model == key) else {
                // Nothing is known about the key, so it stays.
                self.entry(entry, key, &quoted(key), &[], indent);
                continue;
            };
            let name = match attribute.name(self.to) {
                _ if key == "artifactId" => Some("artifactId"),
                name => name,
            };
            match name {
                Some(name) => self.entry(entry, attribute.model, name, attribute.inner, indent),
                None => {
                    let written = entry.key.span.of(&self.file.text).trim_matches(['"', '\'']);
                    self.left_out.push(format!("`{written}`"));
                }
            }
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
                    self.left_out.push(format!("the networks {} of a connection point", listed(&others)));
                }
                first
            }
            _ => value,
        };
        if let Some(text) = value.as_text() {
            let in_model = value_in_model(model, text);
            let Some(own) = value_in_form(model, in_model, self.to) else {
                self.left_out.push(format!("the value `{text}` of `{name}`"));
                return;
            };
            self.above(entry.key.span.start, indent);
            let own = if own == text { self.scalar(value) } else { own.to_owned() };
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
                    self.left_out.push(format!("the value `{text}`"));
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

    fn move_comments(&mut self, from: u32, to: u32) {
        if let Some((above, behind)) = self.comments.remove(&from) {
            let (all_above, all_behind) = self.comments.entry(to).or_default();
            all_above.extend(above);
            all_behind.extend(behind);
        }
    }

    fn above(&mut self, start: u32, indent: usize) {
        let above = self.comments.get_mut(&start).map(|(above, _)| std::mem::take(above)).unwrap_or_default();
        above.iter().for_each(|comment| self.comment(*comment, indent));
    }

    fn comment(&mut self, comment: Span, indent: usize) {
        let text = comment.of(&self.file.text).trim_end().to_owned();
        self.line(indent, &text);
    }

    /// A line with the comments behind the key or item at `start`.
    fn line_with(&mut self, start: u32, indent: usize, text: &str) {
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

    fn finish(self) -> Converted {
        Converted { text: self.out, left_out: self.left_out }
    }
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
