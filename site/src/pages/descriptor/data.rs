//! The content of a descriptor's page as JSON.

use std::sync::Arc;

use descriptorium_core::document::Document;
use descriptorium_core::document::check::Diagnostic;
use descriptorium_core::document::descriptor::{self, Descriptor};
use descriptorium_core::document::preview::deployment::Deployment;
use descriptorium_core::document::value::without;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;
use serde_json::Value;

use crate::pages::{Page, Use, artifacts, expansion, index, inherited, installation, template};

/// The contents of the page of a descriptor.
pub fn data(page: &Page<'_>, file: &SourceFile) -> Value {
    let site = page.site;
    let Some(facts) = site.facts(&file.path) else { return Value::Null };
    let full = |path: &FilePath| site.facts(path).map_or_else(String::new, |facts| facts.name.full.clone());
    let uses = |uses: &[Arc<Use>]| -> Vec<descriptor::Use> {
        let uses = uses.iter().map(|one| descriptor::Use {
            part: one.part.to_string(),
            relation: one.kind().name().to_owned(),
            name: one.name.clone(),
            by: full(&one.user),
            found: one.used.is_some(),
        });
        uses.collect()
    };
    let files = artifacts::data(page, file);
    let document = Document::new(Descriptor {
        entry: index::entry(site, facts),
        uses: uses(site.uses(&file.path)),
        used_by: uses(site.used_by(&file.path)),
        findings: page.checked.findings(&file.path).iter().map(Diagnostic::brief).collect(),
        inherited: inherited::data(page, file),
        expansion: expansion::data(page, file),
        placement: template::data(page, file),
        deployment: page.deployed(file).map(Deployment::new),
        installation: installation::data(page, file),
        files,
        descriptor: file.root.as_ref().map_or(Value::Null, |root| without(root, page.secrets(file))),
    });
    serde_json::to_value(document).unwrap_or_default()
}
