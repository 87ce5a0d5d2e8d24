//! The modeller inside a published site. There is no server to list files, so the catalog is published next to it as a
//! file.

use std::collections::BTreeMap;
use std::sync::Arc;

use descriptorium_core::rules::catalog_settings::CatalogSettings;
use serde::Serialize;

use crate::command::Failure;
use crate::command::build::source::Source;
use crate::folder;
use crate::modeller::Modeller;
use crate::pages::{Site, address};
use crate::server::modeller::saying;
use crate::server::store;

/// The published catalog, next to the page of the modeller.
const CATALOG: &str = "catalog.json";

/// All files of the modeller and the catalog, by their paths in the site. `stated` are the settings from the command
/// line.
pub(in crate::command) fn files(
    site: &Site,
    source: &Source,
    stated: &CatalogSettings,
) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let modeller = Modeller::find().map_err(Failure)?;
    let files =
        modeller.files().map_err(|error| Failure(format!("cannot read the modeller: {}", folder::reason(&error))))?;
    let mut files: BTreeMap<String, Vec<u8>> =
        files.into_iter().map(|(path, content)| (format!("{}{path}", address::MODELLER_FOLDER), content)).collect();
    let page = files.get(address::MODELLER).and_then(|page| saying(page, "catalog", CATALOG));
    let page = page.ok_or_else(|| Failure("`index.html` does not contain the modeller".to_owned()))?;
    files.insert(address::MODELLER.to_owned(), page);
    // Precompressed copies contain the page as it was built.
    files.retain(|path, _| !path.strip_prefix(address::MODELLER).is_some_and(|ending| ending.starts_with('.')));
    files.insert(format!("{}{CATALOG}", address::MODELLER_FOLDER), catalog(site, source, stated)?);
    Ok(files)
}

/// The file with the catalog, in the format that the modeller reads.
#[derive(Serialize)]
struct Published<'a> {
    title: &'a str,
    /// The settings from the command line.
    stated: &'a CatalogSettings,
    catalog: Catalog<'a>,
}

#[derive(Serialize)]
struct Catalog<'a> {
    files: Vec<File<'a>>,
    problems: Vec<Unread<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    etag: String,
    text: Arc<str>,
}

#[derive(Serialize)]
struct Unread<'a> {
    path: &'a str,
    message: &'a str,
}

fn catalog(site: &Site, source: &Source, stated: &CatalogSettings) -> Result<Vec<u8>, Failure> {
    let files = source.published(site).into_iter();
    let files = files.map(|(path, text)| File { path: path.as_str(), etag: store::etag(text.as_bytes()), text });
    let file_findings = source.file_findings.iter();
    let unread = file_findings.map(|finding| Unread { path: &finding.path, message: &finding.message });
    let catalog = Catalog { files: files.collect(), problems: unread.collect() };
    serde_json::to_vec(&Published { title: &site.title, stated, catalog })
        .map_err(|error| Failure(format!("cannot write the catalog for the modeller: {error}")))
}
