//! The page of a definition inside a descriptor, such as a type of a library.

use descriptorium_core::document::value::of_node;
use descriptorium_core::syntax::{Node, NodePath};
use descriptorium_core::workspace::SourceFile;
use serde_json::json;

use crate::content::{Content, Element};
use crate::pages::descriptor;
use crate::pages::model::Model;
use crate::pages::value::Values;
use crate::pages::{Page, name, section};

/// The page of the definition at a path in `file`.
pub fn model(page: &Page<'_>, file: &SourceFile, path: &NodePath) -> Model {
    let node = file.root.as_ref().and_then(|root| root.at(path));
    let own = name(file);
    let mut contents = Vec::new();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text("Defined in ");
            match page.to_file(&file.path) {
                Some(href) => content.link(&href, "", |content| content.text(&own.full)),
                None => content.text(&own.full),
            }
            let line = node.map_or(0, |node| file.lines.line(node.span.start as usize));
            if let Some(href) = page.to_line(&file.path, line) {
                content.text(", ");
                content.link(&href, "", |content| content.text(&format!("line {}", line + 1)));
            }
            content.text(".");
        });
        if let Some(description) = node.and_then(|node| node.get("description")).and_then(Node::as_text) {
            page.introduction(content, description, file.path.folder(), &mut contents);
        }
        if let (Some(language), Some(root)) = (file.language, &file.root) {
            section::write_definition(&Values::new(page, file), language.schema_of(root), path, content, &mut contents);
        }
    });
    let mut breadcrumbs = descriptor::breadcrumbs(page, file);
    breadcrumbs.push((own.version.unwrap_or(own.short), page.to_file(&file.path)));
    let data = page.data(|| {
        json!({
            "name": page.title(),
            "path": path.to_string(),
            "descriptor": own.full,
            "file": file.path,
            "page": page.site.addresses.definition(&file.path, path),
            "definition": node.map(of_node),
        })
    });
    Model { breadcrumbs, contents, main, data, ..Model::default() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use descriptorium_core::analysis::Analysis;
    use descriptorium_core::settings::Settings;
    use descriptorium_core::syntax::NodePath;
    use descriptorium_core::text::FilePath;
    use descriptorium_core::workspace::Workspace;

    use crate::pages::about::{About, Appearance, Setting};
    use crate::pages::address::Form;
    use crate::pages::facts::{Checked, Definition, Facts};
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
    const APP: &str = "tosca/file/types.yaml.definitions/node_types/my.~app.html";

    /// A site of these files in which each TOSCA type has a page.
    fn site(files: &[(&str, &str)]) -> (Site, Checked) {
        let path = |path: &str| FilePath::new(path).expect("a plain path");
        let workspace = Workspace::new(files.iter().map(|(name, text)| (path(name), (*text).to_owned())));
        let analysis = Analysis::new(workspace, Settings::default());
        let facts = analysis.workspace().files().filter_map(|file| {
            let mut facts = Facts::of(file)?;
            let types = file.root.as_ref().and_then(|root| root.get("node_types"));
            let names = types.into_iter().flat_map(|types| types.entries()).filter_map(|entry| entry.key.as_text());
            facts.definitions = names
                .map(|name| Definition {
                    section: "node_types".to_owned(),
                    name: name.to_owned(),
                    path: NodePath::keys(["node_types", name]),
                })
                .collect();
            Some(Box::new(facts))
        });
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
            "Defined in <a href=\"../../types.yaml.html\">types.yaml</a>, <a href=\"../../types.yaml.source.html#L4\">line 4</a>.",
            "<em>things</em>",
            "id=\"/node_types/my.App/properties/size\"",
        ] {
            assert!(html.contains(part), "no {part} in\n{html}");
        }
        let markdown = page(&Form::Markdown.of_page(APP));
        assert!(markdown.starts_with("# my.App\n\nDefined in [types.yaml](../../types.yaml.html), "), "{markdown}");
        let data: serde_json::Value = serde_json::from_str(&page(&Form::Json.of_page(APP))).expect("JSON");
        assert_eq!((&data["page"], &data["definition"]["properties"]["size"]["default"]), (&APP.into(), &3.into()));
        let service = page("tosca/file/service.yaml.html");
        assert!(service.contains("href=\"types.yaml.definitions/node_types/my.~app.html\""), "{service}");
        // Definitions are in the group of their descriptor, so that it is read only once.
        let groups = site.groups();
        let group = groups.iter().find(|group| group.iter().any(|(path, _)| *path == APP)).expect("a group");
        let subjects = group.iter().filter(|(_, id)| matches!(id.subject, Subject::Definition(..))).count();
        assert_eq!((group.len(), subjects), (Form::ALL.len() + 2 * 3, 2 * 3));
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
        for (name, text, is_same) in
            [("types.yaml", of_app.as_str(), false), ("types.yaml", &longer, false), ("alone.yaml", &commented, true)]
        {
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
