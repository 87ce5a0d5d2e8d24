//! The page of a definition inside a descriptor: a type of a library with its ancestors, members, and an example.

use descriptorium_core::document::value::without;
use descriptorium_core::syntax::{Node, NodePath};
use descriptorium_core::tosca;
use descriptorium_core::tosca::secret;
use descriptorium_core::tosca::type_uses::Relation;
use descriptorium_core::workspace::{SourceFile, built_in};
use serde_json::json;

use crate::content::{Content, Element};
use crate::pages::hierarchy::Hierarchy;
use crate::pages::imports::TypeName;
use crate::pages::layout::{heading, items, link};
use crate::pages::model::Model;
use crate::pages::uses::DefinitionUse;
use crate::pages::value::Values;
use crate::pages::{Page, Subject, descriptor, example, inherited, name, section};

/// Number of users of each kind that are shown at first.
const MAX_USERS: usize = 200;

/// The page of the definition at a path in `file`.
pub fn model(page: &Page<'_>, file: &SourceFile, path: &NodePath) -> Model {
    let node = file.root.as_ref().and_then(|root| root.at(path));
    let own = name(file);
    let mut contents = Vec::new();
    let example = example::passing(&page.checked.analysis, file, path);
    let is_built_in = built_in::is_built_in(&file.path);
    let hierarchy = Hierarchy::of(page, file, path);
    let names = page.site.names_of_type(&file.path, path);
    let mentions =
        if is_built_in { tosca::mentions::mentions(page.checked.analysis.context(file)) } else { Vec::new() };
    let mut has_diagram = false;
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            if is_built_in {
                return content.text("Built-in type, available in every service template without an import.");
            }
            content.text("Defined in ");
            content.text_to(page.to_file(&file.path).as_ref(), &own.full);
            let line = node.map_or(0, |node| file.lines.line(node.span.start as usize));
            if let Some(href) = page.to_line(&file.path, line) {
                content.text(", ");
                content.link(&href, "", |content| content.text(&format!("line {}", line + 1)));
            }
            content.text(".");
        });
        all_names(page, content, file, &names);
        if let Some(description) = node.and_then(|node| node.get("description")).and_then(Node::as_text) {
            page.introduction(content, description, file.path.folder(), &mut contents);
        }
        has_diagram = hierarchy.section(page, content, &mut contents);
        if let (Some(language), Some(root)) = (file.language, &file.root) {
            let values = match is_built_in {
                true => Values::with_mentions(page, file, &mentions),
                false => Values::new(page, file),
            };
            let values = values.hiding(node.map(secret::defined).unwrap_or_default());
            section::write_definition(&values, language.schema_of(root), path, content, &mut contents);
        }
        inherited::refinements(page, content, (file, path), &mut contents);
        inherited::section_of_type(page, content, (file, path), &mut contents);
        users(page, content, file, path, &mut contents);
        if let Some(example) = &example {
            content.element(Element::Section, "", |content| {
                heading(content, "example", "Example");
                content.listing(example, "yaml");
            });
            contents.push(("example".to_owned(), "Example".to_owned()));
        }
    });
    let mut breadcrumbs = descriptor::breadcrumbs(page, file);
    breadcrumbs.push(match is_built_in {
        true => (page.site.title_of(&Subject::Types), page.site.addresses.types().map(|types| page.to(types))),
        false => (own.version.unwrap_or(own.short), page.to_file(&file.path)),
    });
    let data = page.data(|| {
        let (ancestors, descendants) = hierarchy.data();
        json!({
            "name": page.title(),
            "names": names.iter().map(|one| &one.name).collect::<Vec<_>>(),
            "prefixedNames": names
                .iter()
                .filter_map(|one| Some(json!({ "name": one.name, "file": one.used_in.as_ref()? })))
                .collect::<Vec<_>>(),
            "namespace": page.site.facts(&file.path).and_then(|facts| facts.namespace.as_deref()),
            "path": path.to_string(),
            "descriptor": own.full,
            "file": file.path,
            "page": page.site.addresses.definition(&file.path, path),
            "definition": node.map(|node| without(node, &secret::defined(node))),
            "ancestors": ancestors,
            "descendants": descendants,
            "refines": inherited::data_of_refinements(page, file, path),
            "inherited": inherited::data_of_type(page, file, path),
            "usedBy": page.site.uses_of_definition(&file.path, path).into_iter().map(|one| json!({
                "relation": one.relation.name(),
                "file": one.user,
                "path": one.by.to_string(),
            })).collect::<Vec<_>>(),
            "example": example,
        })
    });
    Model { breadcrumbs, contents, main, data, has_diagram, ..Model::default() }
}

/// The names by which service templates can refer to the type, and its namespace.
fn all_names(page: &Page<'_>, content: &mut Content, file: &SourceFile, names: &[TypeName]) {
    let namespace = page.site.facts(&file.path).and_then(|facts| facts.namespace.as_deref());
    let (prefixed, plain): (Vec<&TypeName>, Vec<&TypeName>) = names.iter().partition(|one| one.used_in.is_some());
    if names.len() < 2 && namespace.is_none() {
        return;
    }
    content.element(Element::Terms, "facts", |content| {
        let mut fact = |term: &str, write: &dyn Fn(&mut Content)| {
            content.element(Element::Group, "", |content| {
                content.element(Element::Term, "", |content| content.text(term));
                content.element(Element::Meaning, "", write);
            });
        };
        fact(if plain.len() > 1 { "Names" } else { "Name" }, &|content| {
            for (index, one) in plain.iter().enumerate() {
                content.text(if index > 0 { ", " } else { "" });
                content.code(&one.name);
            }
        });
        if let Some(namespace) = namespace {
            fact("Namespace", &|content| content.code(namespace));
        }
        if !prefixed.is_empty() {
            fact("With a prefix", &|content| {
                content.element(Element::List, "inline", |content| {
                    items(content, &prefixed, MAX_USERS, &page.to_data(), &|content, one| {
                        content.code(&one.name);
                        if let Some(file) = &one.used_in {
                            content.text(" in ");
                            link(page, content, file);
                        }
                    });
                });
            });
        }
    });
}

/// The types and templates that name the type, by their relation to it.
fn users(
    page: &Page<'_>,
    content: &mut Content,
    file: &SourceFile,
    path: &NodePath,
    contents: &mut Vec<(String, String)>,
) {
    let uses = page.site.uses_of_definition(&file.path, path);
    if uses.is_empty() {
        return;
    }
    content.element(Element::Section, "", |content| {
        heading(content, "used-by", "Used by");
        content.table("uses", &["Relation", "Types and templates"], |content| {
            for relation in Relation::ALL {
                let alike: Vec<_> = uses.iter().filter(|one| one.relation == relation).collect();
                if alike.is_empty() {
                    continue;
                }
                content.element(Element::Row, "", |content| {
                    content.row_head(|content| content.text(words(relation)));
                    content.element(Element::Cell, "", |content| {
                        content.element(Element::List, "inline", |content| {
                            items(content, &alike, MAX_USERS, &page.to_data(), &|content, one| {
                                user(page, content, one)
                            });
                        });
                    });
                });
            }
        });
    });
    contents.push(("used-by".to_owned(), "Used by".to_owned()));
}

fn user(page: &Page<'_>, content: &mut Content, one: &DefinitionUse) {
    let name = one.by.last_key().unwrap_or_default();
    match page.to_definition(&one.user, &one.by) {
        Some(href) => content.link(&href, "code", |content| content.text(name)),
        None => content.code(name),
    }
    // Names of templates are only unique in their file.
    if one.by.steps().len() > 2 {
        content.text(&format!(" in {}", one.user));
    }
}

fn words(relation: Relation) -> &'static str {
    match relation {
        Relation::Derives => "Derives from it",
        Relation::Uses => "Uses it",
        Relation::Requires => "Requires it",
        Relation::Offers => "Offers it",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use descriptorium_core::analysis::Analysis;
    use descriptorium_core::settings::Settings;
    use descriptorium_core::text::FilePath;
    use descriptorium_core::workspace::Workspace;

    use crate::pages::about::{About, Appearance, Setting};
    use crate::pages::address::Form;
    use crate::pages::facts::{Checked, Facts};
    use crate::pages::fingerprints::{CatalogFingerprints, Fingerprints};
    use crate::pages::{PageId, SharedResults, Site, Subject};

    const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    description: Runs *things*.
    properties:
      size: {type: integer, default: 3}
  my.Other:
    derived_from: my.App
";
    const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
topology_template:
  node_templates:
    web: {type: my.App}
";
    const ALONE: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    const APP: &str = "tosca/types/node/my.~app.html";

    /// A site of these files.
    fn site(files: &[(&str, &str)]) -> (Site, Checked) {
        let path = |path: &str| FilePath::new(path).expect("a plain path");
        let workspace = Workspace::new(files.iter().map(|(name, text)| (path(name), (*text).to_owned())));
        let analysis = Analysis::new(workspace, Settings::default());
        let facts = analysis.workspace().files().filter_map(|file| Facts::of(file).map(Box::new));
        let (facts, catalog) = (facts.collect(), Arc::clone(analysis.catalog()));
        let about = About::new("types".to_owned(), None, None, Appearance::default());
        let site = Site::new(facts, catalog, Settings::default(), about, &[], Setting::default());
        let checked = Checked::of(analysis, site.descriptors().map(|facts| &facts.path));
        (site, checked)
    }

    /// The fingerprint and the text of each page.
    fn written(site: &Site, checked: &Checked) -> BTreeMap<String, (String, String)> {
        let fingerprints = Fingerprints::new(site);
        let whole = CatalogFingerprints::of(site, fingerprints.frame(), checked);
        let pages = site.groups().into_iter().flat_map(|group| {
            let made = SharedResults::default();
            let page = |(path, id): &(&str, &PageId)| {
                let hash = fingerprints.of_page(&id.subject).unwrap_or_else(|| whole.of_page(&id.subject));
                ((*path).to_owned(), (hash.to_string(), site.render(path, id, checked, &made)))
            };
            group.iter().map(page).collect::<Vec<_>>()
        });
        pages.collect()
    }

    #[test]
    fn a_definition_has_a_page_in_all_forms_that_links_lead_to() {
        let (site, checked) = site(&[("types.yaml", TYPES), ("service.yaml", SERVICE)]);
        let page = |path: &str| site.page(path, &checked).expect("a page");
        let html = page(APP);
        for part in [
            "<h1>my.App</h1>",
            "Defined in <a href=\"../../file/types.yaml.html\">types.yaml</a>, <a href=\"../../file/types.yaml.source.html#L4\">line 4</a>.",
            "<em>things</em>",
            "id=\"/node_types/my.App/properties/size\"",
        ] {
            assert!(html.contains(part), "no {part} in\n{html}");
        }
        let markdown = page(&Form::Markdown.of_page(APP));
        assert!(
            markdown.starts_with("# my.App\n\nDefined in [types.yaml](../../file/types.yaml.html), "),
            "{markdown}"
        );
        for part in [
            "Derives from it",
            "<a href=\"my.~other.html\" class=\"code\">my.Other</a>",
            "class=\"code\">web</a> in service.yaml",
            "type: my.App",
            "<a href=\"tosca.nodes.~root.html\" class=\"code\">tosca.nodes.Root</a>",
        ] {
            assert!(html.contains(part), "no {part} in\n{html}");
        }
        let data: serde_json::Value = serde_json::from_str(&page(&Form::Json.of_page(APP))).expect("JSON");
        let user = |at: usize| (data["usedBy"][at]["relation"].as_str(), data["usedBy"][at]["path"].as_str());
        assert_eq!(user(0), (Some("uses"), Some("/topology_template/node_templates/web")));
        assert_eq!(user(1), (Some("derives"), Some("/node_types/my.Other")));
        assert_eq!(data["ancestors"], serde_json::json!(["tosca.nodes.Root"]));
        assert!(data["example"].as_str().is_some_and(|example| example.contains("      type: my.App\n")), "{data}");
        assert_eq!((&data["page"], &data["definition"]["properties"]["size"]["default"]), (&APP.into(), &3.into()));
        let service = page("tosca/file/service.yaml.html");
        assert!(service.contains("href=\"../types/node/my.~app.html\""), "{service}");
        // Built-in types have pages if they are in use, directly or through others.
        let root = page("tosca/types/node/tosca.nodes.~root.html").replace("<wbr>", "");
        for part in [
            "Built-in type, available in every service template without an import.",
            "<code>tosca:Root</code>",
            "<a href=\"my.~app.html\" class=\"code\">my.App</a>",
            "<a href=\"my.~other.html\" class=\"code\">my.Other</a>",
            "<a href=\"../capability/tosca.capabilities.~node.html\">tosca.capabilities.Node</a>",
        ] {
            assert!(root.contains(part), "no {part} in\n{root}");
        }
        let data: serde_json::Value =
            serde_json::from_str(&page("tosca/types/node/tosca.nodes.~root.json")).expect("JSON");
        let descendants = serde_json::json!([
            {"name": "my.App", "derivedFrom": "tosca.nodes.Root"},
            {"name": "my.Other", "derivedFrom": "my.App"},
        ]);
        assert_eq!((&data["descendants"], &data["names"][1]), (&descendants, &"Root".into()));
        assert!(data["example"].is_string(), "{data}");
        assert!(site.at("tosca/types/node/tosca.nodes.~compute.html").is_none());
        let (alone, _) = self::site(&[("notes.yaml", "a: 1\n")]);
        assert!(alone.paths().all(|path| !path.starts_with("tosca/")));
        // Definitions are in the group of their descriptor, so that it is read only once.
        let groups = site.groups();
        let group = groups.iter().find(|group| group.iter().any(|(path, _)| *path == APP)).expect("a group");
        let subjects = group.iter().filter(|(_, id)| matches!(id.subject, Subject::Definition(..))).count();
        let n_forms = Form::ALL.into_iter().filter(|form| form.is_in(&site.setting)).count();
        assert_eq!((group.len(), subjects), (n_forms + 2 * 3, 2 * 3));
    }

    /// The condition of an incremental build: a page with the same fingerprint has the same text.
    #[test]
    fn a_page_of_a_definition_is_written_again_when_what_it_depends_on_changes() {
        let files = [("alone.yaml", ALONE), ("service.yaml", SERVICE), ("types.yaml", TYPES)];
        let (before, checked) = site(&files);
        let before = written(&before, &checked);
        let longer = TYPES.to_owned() + "  my.Third:\n    derived_from: my.App\n";
        let of_app = TYPES.replace("default: 3", "default: 4");
        let commented = format!("{ALONE}# another text\n");
        let renamed = SERVICE.replace("web:", "shop:");
        for (name, text, is_same) in [
            ("types.yaml", of_app.as_str(), false),
            ("types.yaml", &longer, false),
            ("service.yaml", &renamed, false),
            ("alone.yaml", &commented, true),
        ] {
            let files = files.map(|(path, old)| (path, if path == name { text } else { old }));
            let (after, checked) = site(&files);
            let after = written(&after, &checked);
            assert_eq!(before[APP].0 == after[APP].0, is_same, "{name}");
            for (path, (hash, text)) in &after {
                let Some((old_hash, old_text)) = before.get(path) else { continue };
                assert!(hash != old_hash || text == old_text, "{path} is another, and not written again");
            }
        }
    }
}
