//! The additional sections of a service template: its inputs and outputs, the resolved topology with the default inputs, the
//! generated plan with the reasons for its order, its workflows, and its substitution in both directions.

use descriptorium_core::preview::frame::Frame;
use descriptorium_core::preview::plan::{Action, Plan};
use descriptorium_core::preview::question::Question;
use descriptorium_core::preview::{ItemProperty, Origin};
use descriptorium_core::scene;
use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::semantics::Outcome;
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::symbol::Target;
use descriptorium_core::syntax::{Node, NodePath};
use descriptorium_core::text::{FilePath, floor_boundary};
use descriptorium_core::tosca;
use descriptorium_core::tosca::deployment::Deployment;
use descriptorium_core::tosca::effective::{entries, named};
use descriptorium_core::tosca::secret::is_secret;
use descriptorium_core::tosca::substitution::{MAPPINGS, Mapping};
use descriptorium_core::tosca::workflow::{self, WORKFLOWS};
use descriptorium_core::workspace::SourceFile;
use hashbrown::HashMap;
use smol_str::SmolStr;

use crate::content::{Content, Element};
use crate::pages::diagram::zoomable;
use crate::pages::layout::{folded, heading, items, link};
use crate::pages::{Page, Site, clause};

/// Number of rows of a table and of values of a node that are shown at first, of descriptors in a cell, and maximum number of
/// bytes of a value.
const MAX_ROWS: usize = 200;
const MAX_VALUES: usize = 24;
const MAX_IN_CELL: usize = 24;
const MAX_VALUE: usize = 160;

/// The deployment of a service template with the defaults of its inputs.
pub fn deployed(page: &Page<'_>, file: &SourceFile) -> Option<Box<Deployment>> {
    file.root.as_ref()?.get("topology_template").filter(|_| tosca::template(file).is_some())?;
    match page.checked.analysis.preview(&file.path, &Question::default()) {
        Some(Outcome::Deployment(deployment)) => Some(deployment),
        _ => None,
    }
}

/// Adds the sections to the page of a service template.
pub fn sections(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let Some(topology) = file.root.as_ref().and_then(|root| root.get("topology_template")) else { return };
    let Some(deployment) = page.deployed(file) else { return };
    let base = NodePath::keys(["topology_template"]);
    let mut section = |content: &mut Content, id: &str, title: &str, write: &dyn Fn(&mut Content)| {
        content.element(Element::Section, "", |content| {
            heading(content, id, title);
            write(content);
        });
        contents.push((id.to_owned(), title.to_owned()));
    };
    let inputs = topology.get("inputs").filter(|inputs| !inputs.entries().is_empty());
    if let Some(inputs) = inputs {
        section(content, "template-inputs", "Inputs", &|content| {
            table(
                content,
                &["Input", "Type", "Default", "Constraints", "Description"],
                named(inputs),
                |content, (name, entry)| {
                    content.row_head(|content| content.code(name));
                    type_cell(page, content, file, &base.key("inputs").key(name), &entry.value);
                    cell(content, "Default", |content| match entry.value.get("default") {
                        Some(_) if is_secret(&entry.value) => content.text("hidden"),
                        Some(default) => content.code(&shortened(default.span.of(&file.text))),
                        None if is_optional(&entry.value) => {}
                        None => content.text("required"),
                    });
                    let words = entry.value.get("constraints").and_then(clause::constraints);
                    cell(content, "Constraints", |content| words.iter().for_each(|words| words.write(content)));
                    description_cell(page, content, file, &entry.value);
                },
            );
        });
    }
    if !deployment.outputs.is_empty() {
        let outputs = topology.get("outputs");
        section(content, "template-outputs", "Outputs", &|content| {
            table(content, &["Output", "Value", "Description"], deployment.outputs.iter(), |content, output| {
                content.row_head(|content| content.code(&output.name));
                cell(content, "Value", |content| content.code(&shortened(&output.value.to_string())));
                let definition = outputs.and_then(|outputs| outputs.get(&output.name));
                cell(content, "Description", |content| {
                    let text = definition.and_then(|definition| definition.get("description")?.as_text());
                    text.iter().for_each(|text| page.markdown_in_line(content, text, file.path.folder()));
                });
            });
        });
    }
    if !deployment.nodes.is_empty() {
        section(content, "nodes", "Nodes", &|content| nodes(page, content, deployment));
    }
    if !deployment.relationships.is_empty() {
        section(content, "relationships", "Relationships", &|content| {
            let all = deployment.relationships.iter();
            table(content, &["Requirement", "Target", "Type", "Reason"], all, |content, one| {
                content.row_head(|content| content.code(&one.name));
                cell(content, "Target", |content| {
                    let capability = one.capability.as_ref().map_or_else(String::new, |name| format!(".{name}"));
                    content.code(&format!("{}{capability}", one.target));
                });
                cell(content, "Type", |content| content.code(&one.type_name));
                cell(content, "Reason", |content| content.text(one.reason.as_deref().unwrap_or_default()));
            });
        });
    }
    let groups: Vec<(&str, &Node)> = members(topology, "groups");
    let policies: Vec<(&str, &Node)> = members(topology, "policies");
    if !groups.is_empty() || !policies.is_empty() {
        section(content, "groups-and-policies", "Groups and policies", &|content| {
            let all = groups.iter().map(|one| (one, "members")).chain(policies.iter().map(|one| (one, "targets")));
            table(
                content,
                &["Name", "Type", "Members or targets", "Description"],
                all,
                |content, ((name, node), key)| {
                    content.row_head(|content| content.code(name));
                    cell(content, "Type", |content| {
                        content.code(node.get("type").and_then(Node::as_text).unwrap_or_default())
                    });
                    cell(content, "Members or targets", |content| {
                        let names = node.get(key).map_or(&[][..], Node::items).iter().filter_map(Node::as_text);
                        for (index, name) in names.enumerate() {
                            content.text(if index > 0 { ", " } else { "" });
                            content.code(name);
                        }
                    });
                    description_cell(page, content, file, node);
                },
            );
        });
    }
    let frame: &dyn Frame = deployment;
    if let Some(plan) = frame.plan().filter(|plan| !plan.stages.is_empty()) {
        section(content, "plan", "Deployment plan", &|content| {
            note(
                content,
                "Generated for the default values of the inputs. The activities of a stage can run in parallel.",
            );
            stages(content, plan);
        });
    }
    for (name, workflow) in topology.get("workflows").into_iter().flat_map(named) {
        let id = format!("workflow-{name}");
        section(content, &id, &format!("Workflow {name}"), &|content| {
            if let Some(description) = workflow.value.get("description").and_then(Node::as_text) {
                content.element(Element::Paragraph, "", |content| {
                    page.markdown_in_line(content, description, file.path.folder());
                });
            }
            file.root.iter().for_each(|root| steps(content, root, name, &id));
        });
    }
    let substitutes = substitutes(page.site, file);
    let mapping = Mapping::of(file);
    if mapping.is_some() || !substitutes.is_empty() {
        section(content, "substitution", "Substitution", &|content| {
            if let Some(mapping) = &mapping {
                boundary(content, mapping);
            }
            if !substitutes.is_empty() {
                table(content, &["Node", "Possible substitutes"], substitutes.iter(), |content, (node, files)| {
                    content.row_head(|content| content.code(node));
                    cell(content, "Possible substitutes", |content| {
                        content.element(Element::List, "inline", |content| {
                            items(content, files, MAX_IN_CELL, &page.to_data(), &|content, file| {
                                link(page, content, file);
                            });
                        });
                    });
                });
            }
        });
    }
}

/// Whether a page has these sections with diagrams.
pub fn has_diagram(file: &SourceFile) -> bool {
    let at = NodePath::keys(WORKFLOWS);
    let workflows = file.root.as_ref().filter(|_| tosca::template(file).is_some()).and_then(|root| root.at(&at));
    workflows.is_some_and(|workflows| !workflows.entries().is_empty())
}

/// The sections in short, for Markdown.
pub fn summary(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let Some(deployment) = page.deployed(file) else { return };
    let frame: &dyn Frame = deployment;
    if let Some(plan) = frame.plan().filter(|plan| !plan.stages.is_empty()) {
        content.element(Element::Heading(2), "", |content| content.text("Deployment plan"));
        stages(content, plan);
    }
}

/// The node templates that another topology may replace, with the descriptors that substitute their types.
pub fn substitutes(site: &Site, file: &SourceFile) -> Vec<(String, Vec<FilePath>)> {
    let at = NodePath::keys(["topology_template", "node_templates"]);
    let nodes = file.root.as_ref().filter(|_| tosca::template(file).is_some()).and_then(|root| root.at(&at));
    let replaceable = nodes.into_iter().flat_map(named).filter(|(_, entry)| {
        let directives = entry.value.get("directives").map_or(&[][..], Node::items).iter();
        directives.filter_map(Node::as_text).any(|directive| matches!(directive, "substitutable" | "substitute"))
    });
    let of = replaceable.filter_map(|(name, entry)| {
        let of = entry.value.get("type")?.as_text()?;
        let of = of.split_once(':').map_or(of, |(_, name)| name);
        Some((name.to_owned(), site.substituting(of).to_vec()))
    });
    of.collect()
}

/// The descriptors with a substitution mapping, by the name of the node type.
pub fn substituting(site: &Site) -> HashMap<String, Vec<FilePath>> {
    let at = NodePath::keys(MAPPINGS);
    let mut found: HashMap<String, Vec<FilePath>> = HashMap::new();
    for facts in site.by_file() {
        for one in facts.named.iter().filter(|one| one.by == at) {
            found.entry(one.name.clone()).or_default().push(facts.path.clone());
        }
    }
    found
}

fn nodes(page: &Page<'_>, content: &mut Content, deployment: &Deployment) {
    note(content, "With the default values of the inputs. Values in angle brackets are known only later.");
    let frame: &dyn Frame = deployment;
    let nodes = (0..deployment.nodes.len()).filter_map(|at| frame.item(at));
    table(content, &["Node", "Type", "Values"], nodes, |content, item| {
        content.row_head(|content| {
            match item.origin.and_then(|(file, path)| page.to_definition(file, path)) {
                Some(href) => content.link(&href, "code", |content| content.text(item.name)),
                None => content.code(item.name),
            }
            if item.kind != "implemented" {
                content.text(&format!(" {}", item.kind));
            }
        });
        cell(content, "Type", |content| content.code(item.type_name));
        cell(content, "Values", |content| {
            // Unset values and those that only the running node reports tell nothing here.
            let is_shown = |value: &&ItemProperty| !matches!(value.origin, Origin::Unset | Origin::Runtime);
            let mut values: Vec<&ItemProperty> = item.properties.iter().filter(is_shown).collect();
            values.sort_by_key(|value| value.origin == Origin::Default);
            content.element(Element::List, "plain", |content| {
                items(content, &values, MAX_VALUES, &page.to_data(), &|content, value| {
                    content.code(&value.name);
                    content.text(" ");
                    content.code(&shortened(&value.value.to_string()));
                    content.text(match value.origin {
                        Origin::Default => " (default)",
                        Origin::Mapped => " (computed)",
                        _ => "",
                    });
                });
            });
        });
    });
}

/// The plan as a table: one row for each activity.
fn stages(content: &mut Content, plan: &Plan) {
    let rows = plan.stages.iter().enumerate().flat_map(|(stage, actions)| actions.iter().map(move |one| (stage, one)));
    table(content, &["Stage", "Node", "Activity", "After"], rows, |content, (stage, action)| {
        let Action { action, instance, reasons, .. } = action;
        content.row_head(|content| content.text(&(stage + 1).to_string()));
        cell(content, "Node", |content| content.code(instance));
        cell(content, "Activity", |content| content.code(action));
        cell(content, "After", |content| {
            content.element(Element::List, "plain", |content| {
                for reason in reasons {
                    content.element(Element::Item, "", |content| {
                        if let Some(after) = &reason.after {
                            content.code(&format!("{} {}", after.instance, after.action));
                            content.text(": ");
                        }
                        content.text(&reason.cause.to_string());
                    });
                }
            });
        });
    });
}

/// The steps of a workflow as a diagram and as a table.
fn steps(content: &mut Content, root: &Node, name: &str, id: &str) {
    let at = NodePath::keys(WORKFLOWS).key(name);
    let steps = root.at(&at.key("steps")).filter(|steps| !steps.entries().is_empty());
    let Some((steps, topology)) = steps.zip(workflow::diagram::topology(root, &at)) else { return };
    let scene = scene::layout(&topology, None);
    let diagram = svg(&scene, &SvgOptions::default());
    zoomable(content, (&diagram, &scene), (&format!("workflow {name}"), id), |content| {
        note(content, "Solid arrows follow the success of a step, dashed ones its failure.");
    });
    table(content, &["Step", "Target", "Activities", "Next"], named(steps), |content, (step, entry)| {
        content.row_head(|content| content.code(step));
        let target = entry.value.get("target").and_then(Node::as_text).unwrap_or_default();
        cell(content, "Target", |content| content.code(target));
        cell(content, "Activities", |content| {
            content.element(Element::List, "plain", |content| {
                for (kind, activity) in entry.value.get("activities").into_iter().flat_map(entries) {
                    content.element(Element::Item, "", |content| {
                        content.text(&format!("{} ", kind.replace('_', " ")));
                        let operation = activity.value.get("operation").and_then(Node::as_text);
                        content.code(activity.value.as_text().or(operation).unwrap_or_default());
                    });
                }
            });
        });
        cell(content, "Next", |content| {
            content.element(Element::List, "plain", |content| {
                for (key, words) in [("on_success", "on success "), ("on_failure", "on failure ")] {
                    for next in names_in(entry.value.get(key)) {
                        content.element(Element::Item, "", |content| {
                            content.text(words);
                            content.code(next);
                        });
                    }
                }
            });
        });
    });
}

/// The members of the substituted node type with their inner counterparts.
fn boundary(content: &mut Content, mapping: &Mapping) {
    content.element(Element::Paragraph, "", |content| {
        content.text("Can replace nodes of the type ");
        content.code(&mapping.node_type);
        content.text(".");
    });
    let inputs = mapping.inputs.iter().map(|(name, input)| ("property", name, format!("input {input}")));
    let rows =
        inputs.chain(inner("capability", &mapping.capabilities)).chain(inner("requirement", &mapping.requirements));
    table(content, &["Member", "Mapped to"], rows.collect::<Vec<_>>().into_iter(), |content, (kind, name, to)| {
        content.row_head(|content| {
            content.text(&format!("{kind} "));
            content.code(name);
        });
        cell(content, "Mapped to", |content| content.code(&to));
    });
}

/// Rows for the mapped capabilities or requirements.
fn inner<'a>(
    kind: &'static str,
    ends: &'a SortedMap<SmolStr, (SmolStr, SmolStr)>,
) -> impl Iterator<Item = (&'static str, &'a SmolStr, String)> {
    ends.iter().map(move |(name, (node, member))| (kind, name, format!("{node}.{member}")))
}

/// A table with the first rows, and one with the others that can be opened.
fn table<T>(
    content: &mut Content,
    titles: &[&str],
    mut rows: impl Iterator<Item = T>,
    write: impl Fn(&mut Content, T),
) {
    let table = |content: &mut Content, rows: Vec<T>| {
        content.element(Element::Group, "scroll", |content| {
            content.table("deployment", titles, |content| {
                for row in rows {
                    content.element(Element::Row, "", |content| write(content, row));
                }
            });
        });
    };
    table(content, rows.by_ref().take(MAX_ROWS).collect());
    let rest: Vec<T> = rows.collect();
    if !rest.is_empty() {
        folded(content, rest.len(), |content| table(content, rest));
    }
}

fn cell(content: &mut Content, title: &str, write: impl FnOnce(&mut Content)) {
    content.element_with(Element::Cell, &[("data-label", title)], write);
}

fn note(content: &mut Content, words: &str) {
    content.element(Element::Paragraph, "note", |content| content.text(words));
}

/// The type of a definition, linked to its page.
fn type_cell(page: &Page<'_>, content: &mut Content, file: &SourceFile, at: &NodePath, node: &Node) {
    let name = node.get("type").and_then(Node::as_text).unwrap_or_default();
    let at = at.key("type");
    let mention = page.checked.analysis.mentions(&file.path).iter().find(|mention| mention.path == at);
    cell(content, "Type", |content| {
        let target = mention.and_then(|mention| match &mention.target {
            Target::Found { file, path } => page.to_definition(file, path),
            Target::Missing { .. } | Target::Unknown => None,
        });
        match target {
            Some(href) => content.link(&href, "code", |content| content.text(name)),
            None => content.code(name),
        }
    });
}

fn description_cell(page: &Page<'_>, content: &mut Content, file: &SourceFile, node: &Node) {
    cell(content, "Description", |content| {
        let text = node.get("description").and_then(Node::as_text);
        text.iter().for_each(|text| page.markdown_in_line(content, text, file.path.folder()));
    });
}

/// The entries of a section, which is a mapping or a list of mappings.
fn members<'a>(topology: &'a Node, section: &str) -> Vec<(&'a str, &'a Node)> {
    topology.get(section).into_iter().flat_map(entries).map(|(name, entry)| (name, &entry.value)).collect()
}

/// The names in a list, or the only one.
fn names_in(node: Option<&Node>) -> impl Iterator<Item = &str> {
    node.into_iter().flat_map(|node| node.items().iter().chain([node])).filter_map(Node::as_text)
}

fn is_optional(definition: &Node) -> bool {
    definition.get("required").and_then(Node::as_text) == Some("false")
}

/// A text in one line, possibly truncated.
fn shortened(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = floor_boundary(&text, MAX_VALUE);
    if end < text.len() { format!("{}…", &text[..end]) } else { text }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use descriptorium_core::analysis::Analysis;
    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;
    use crate::pages::about::{About, Appearance, Setting};
    use crate::pages::facts::{Checked, Facts};

    const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.Site:
    derived_from: tosca.nodes.Root
    properties: {size: {type: integer}}
";
    const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
topology_template:
  inputs:
    size: {type: integer, default: 3, constraints: [in_range: [1, 8]]}
    key: {type: string, default: hunter2, metadata: {sensitive: 'true'}}
  node_templates:
    near: {type: my.Site, directives: [substitutable], properties: {size: {get_input: size}}}
    server: {type: tosca.nodes.Compute}
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [host: server]
      interfaces: {Standard: {create: create.sh}}
  outputs:
    size: {value: {get_property: [near, size]}}
  workflows:
    again:
      steps:
        stop: {target: app, activities: [set_state: created], on_failure: [restart]}
        restart: {target: app, activities: [call_operation: Standard.create]}
";
    const SUBSTITUTE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
topology_template:
  inputs: {size: {type: integer}}
  substitution_mappings: {node_type: my.Site, properties: {size: [size]}}
  node_templates:
    inner: {type: tosca.nodes.Root}
";

    /// The page of a file in HTML and as JSON.
    fn page(files: &[(&str, &str)], page: &str) -> (String, serde_json::Value) {
        let path = |path: &str| FilePath::new(path).expect("a plain path");
        let workspace = Workspace::new(files.iter().map(|(name, text)| (path(name), (*text).to_owned())));
        let analysis = Analysis::new(workspace, Settings::default());
        let facts = analysis.workspace().files().filter_map(|file| Facts::of(file).map(Box::new));
        let (facts, catalog) = (facts.collect(), Arc::clone(analysis.catalog()));
        let about = About::new("site".to_owned(), None, None, Appearance::default());
        let site = Site::new(facts, catalog, Settings::default(), about, &[], Setting::default());
        let checked = Checked::of(analysis, site.descriptors().map(|facts| &facts.path));
        let form = |ending: &str| site.page(&format!("{page}{ending}"), &checked).expect("a page");
        (form(".html"), serde_json::from_str(&form(".json")).expect("JSON"))
    }

    /// The oracle is the template: the values and the order that follow from it by hand.
    #[test]
    fn a_service_template_is_resolved_and_planned_on_its_page() {
        let files = [("service.yaml", SERVICE), ("sub.yaml", SUBSTITUTE), ("types.yaml", TYPES)];
        let (html, data) = page(&files, "tosca/file/service.yaml");
        let sections = html.split_once("id=\"template-inputs\"").expect("the inputs").1;
        let sections = sections.split_once("id=\"tosca_definitions_version\"").map_or(sections, |(before, _)| before);
        for part in [
            "from <code>1</code> to <code>8</code>",
            "<code>size</code> <code>3</code> (computed)",
            "HostedOn: target started first",
            "<h2 id=\"workflow-again\"",
            "on failure <code>restart</code>",
            "<a href=\"sub.yaml.html\"",
        ] {
            assert!(sections.contains(part), "no {part} in\n{sections}");
        }
        let inputs = sections.split_once("id=\"template-outputs\"").expect("the outputs").0;
        assert!(inputs.contains("hidden") && !inputs.contains("hunter2"), "{inputs}");
        assert_eq!(data["deployment"]["outputs"]["size"]["value"], 3);
        let (html, _) = page(&files, "tosca/file/sub.yaml");
        for part in ["Can replace nodes of the type <code>my.Site</code>.", "<code>input size</code>"] {
            assert!(html.contains(part), "no {part} in\n{html}");
        }
        // Libraries have none of these sections.
        let (html, data) = page(&files, "tosca/file/types.yaml");
        assert!(!html.contains("id=\"plan\"") && data.get("deployment").is_none(), "{html}");
    }
}
