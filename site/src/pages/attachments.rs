//! The files of a catalog that are part of its site as they are: artifacts and scripts of service templates, archives, and
//! the images and other files that its documents link to. All other files stay private.

use std::collections::BTreeMap;
use std::sync::Arc;

use descriptorium_core::content::{Absence, Contents};
use descriptorium_core::text::FilePath;

use crate::hash::Hasher;
use crate::html::Href;
use crate::pages::{Page, Site, address, archives};

/// The attachments of a site.
#[derive(Debug, Default)]
pub struct Attachments {
    contents: Contents,
    files: BTreeMap<FilePath, Attachment>,
    /// The attachment at each address.
    addresses: BTreeMap<String, FilePath>,
    pub archives: BTreeMap<FilePath, archives::Archive>,
}

/// A file of the site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attachment {
    /// Its size in bytes.
    pub size: u64,
    pub address: String,
}

impl Attachments {
    /// The files that descriptors of `site` name, those in `linked`, and the archives of the folder, as far as they exist.
    pub fn of(site: &Site, contents: Contents, linked: impl IntoIterator<Item = FilePath>) -> Self {
        let mut attachments = Attachments { contents, ..Attachments::default() };
        for facts in site.by_file() {
            for named in &facts.files {
                attachments.add(site, &named.file);
            }
        }
        for file in linked {
            attachments.add(site, &file);
        }
        if site.by_file().any(|facts| facts.tosca_version.is_some() || facts.language.has_packages()) {
            attachments.archives = archives::of(&attachments.contents);
            let paths: Vec<FilePath> = attachments.archives.keys().cloned().collect();
            paths.iter().for_each(|path| attachments.add(site, path));
        }
        attachments
    }

    fn add(&mut self, site: &Site, file: &FilePath) {
        // Descriptors have pages, which offer their texts.
        if self.files.contains_key(file) || site.facts(file).is_some() {
            return;
        }
        let Ok(size) = self.contents.size(&file.clone().into()) else { return };
        let address = address::attachment(file);
        self.addresses.insert(address.clone(), file.clone());
        self.files.insert(file.clone(), Attachment { size, address });
    }

    pub fn get(&self, file: &FilePath) -> Option<&Attachment> {
        self.files.get(file)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&FilePath, &Attachment)> {
        self.files.iter()
    }

    /// The content of the attachment at an address; `None` if there is none.
    pub fn at(&self, address: &str) -> Option<Result<Arc<[u8]>, Absence>> {
        self.addresses.get(address).map(|file| self.read(file))
    }

    pub fn read(&self, file: &FilePath) -> Result<Arc<[u8]>, Absence> {
        self.contents.bytes(&file.clone().into())
    }

    /// The files of the folder.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Adds their paths and sizes, which pages show.
    pub fn add_to(&self, hasher: &mut Hasher) {
        for (file, attachment) in &self.files {
            hasher.add(file.as_str()).add(attachment.size.to_le_bytes());
        }
        for (file, archive) in &self.archives {
            hasher.add(file.as_str()).add(archive.hash);
        }
    }
}

impl Page<'_> {
    /// The content of a file of any kind, if it is part of the site.
    pub fn to_attachment(&self, file: &FilePath) -> Option<Href> {
        Some(self.to(&self.site.attachments.get(file)?.address))
    }
}

/// A size in words: `812 bytes`, `1.4 KiB`.
pub fn size_in_words(size: u64) -> String {
    const UNITS: [&str; 3] = ["KiB", "MiB", "GiB"];
    if size < 1024 {
        return if size == 1 { "1 byte".to_owned() } else { format!("{size} bytes") };
    }
    let mut tenths = size * 10 / 1024;
    let mut unit = 0;
    while tenths >= 10_240 && unit + 1 < UNITS.len() {
        tenths /= 1024;
        unit += 1;
    }
    let unit = UNITS.get(unit).copied().unwrap_or_default();
    format!("{}.{} {unit}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_written_in_the_largest_unit_that_fits() {
        for (size, words) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1023, "1023 bytes"),
            (1024, "1.0 KiB"),
            (1536, "1.5 KiB"),
            (1 << 20, "1.0 MiB"),
            (5 << 30, "5.0 GiB"),
            (5 << 40, "5120.0 GiB"),
        ] {
            assert_eq!(size_in_words(size), words);
        }
    }
}
