//! Sets up the site from the command line and the settings of the catalog.

use std::sync::Arc;

use descriptorium_core::catalog::Catalog;
use descriptorium_core::language::Language;
use descriptorium_core::rules::catalog_settings;
use descriptorium_core::text::FilePath;

use crate::command::build::Arguments;
use crate::command::build::source::Source;
use crate::command::{Failure, source_date};
use crate::git;
use crate::pages::attachments::Attachments;
use crate::pages::facts::Facts;
use crate::pages::recent::{self, Recent};
use crate::pages::{Setting, Site, address};

#[expect(clippy::vec_box, reason = "as the site holds them")]
pub(super) fn site(
    arguments: &Arguments,
    source: &Source,
    facts: Vec<Box<Facts>>,
    catalog: Arc<Catalog>,
) -> Result<Site, Failure> {
    let settings = arguments.validation.stated()?.or(source.stated.clone()).settings();
    let stated = source.stated.site.url.as_deref().filter(|_| arguments.base_url.is_none());
    let stated = stated.map(address::base).transpose();
    let stated =
        stated.map_err(|why| Failure(format!("invalid `url` of the site in `{}`: {why}", catalog_settings::FILE)))?;
    let base_url = arguments.base_url.clone().or(stated);
    let setting = Setting {
        served: false,
        modeller: arguments.modeller,
        images: arguments.images,
        view: arguments.view,
        base_url,
    };
    let mut site = Site::new(facts, catalog, settings, source.about.clone(), &source.file_findings, setting);
    if site.languages().any(Language::has_candidates) {
        let inventories = source.inventories(&site);
        let applications = source.applications(&site, &inventories)?;
        site.complete(inventories, applications);
    }
    let attachments = Attachments::of(&site, source.contents().clone(), site.look.documents.files.clone());
    site.attach(attachments);
    site.note(source.of_others(&site));
    let latest = source_date()?;
    let commits = git::last_changes(&arguments.folder);
    let date = |file: &FilePath| match &commits {
        Some(commits) => Some(commits.get(file)?.date),
        None => source.date(file, latest),
    };
    site.recent = Recent::of(&site, date);
    site.changes = recent::changes(&site, commits.as_ref(), |file| source.date(file, latest));
    Ok(site)
}
