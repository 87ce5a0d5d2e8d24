//! The files of a catalog that are part of its site as they are: artifacts and scripts of service templates, archives, and
//! the images and other files that its documents link to. All other files stay private.

use std::collections::BTreeMap;
use std::sync::Arc;

use descriptorium_core::content::{Absence, Contents};
use descriptorium_core::package::MAX_TOTAL;
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::text::FilePath;

use crate::hash::Hasher;
use crate::html::Href;
use crate::pages::{Page, Site, address, archives};

/// Maximum size of all attachments of a site, in bytes.
const MAX_ATTACHED: u64 = 2 << 30;

/// The attachments of a site.
#[derive(Debug, Default)]
pub struct Attachments {
    contents: Contents,
    files: BTreeMap<FilePath, Attachment>,
    /// The attachment at each address.
    addresses: BTreeMap<String, FilePath>,
    pub archives: BTreeMap<FilePath, archives::Archive>,
    /// Their sizes together, in bytes.
    total: u64,
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
        // Neither excluded nor hidden files, nor files behind symbolic links or in archives.
        let listed = contents.list(None).unwrap_or_default();
        let mut attachments = Attachments { contents, ..Attachments::default() };
        for facts in site.by_file() {
            for named in &facts.files {
                attachments.add(site, &listed, &named.file);
            }
        }
        for file in linked {
            attachments.add(site, &listed, &file);
        }
        if site.by_file().any(|facts| facts.tosca_version.is_some() || facts.language.has_packages()) {
            attachments.archives = archives::of(&attachments.contents, &listed);
            let is_publishable = |archive: &archives::Archive| archive.broken.is_none() && !archive.has_hidden;
            let publishable = attachments.archives.iter().filter(|(_, archive)| is_publishable(archive));
            let paths: Vec<FilePath> = publishable.map(|(path, _)| path.clone()).collect();
            paths.iter().for_each(|path| attachments.add(site, &listed, path));
        }
        attachments
    }

    fn add(&mut self, site: &Site, listed: &SortedMap<FilePath, u64>, file: &FilePath) {
        // Descriptors have pages, which offer their texts.
        if self.files.contains_key(file) || site.facts(file).is_some() {
            return;
        }
        let Some(&size) = listed.get(file).filter(|size| **size <= MAX_TOTAL.min(MAX_ATTACHED - self.total)) else {
            return;
        };
        if file.name().to_ascii_lowercase().ends_with(".svg") && !self.read(file).is_ok_and(|bytes| is_still(&bytes)) {
            return;
        }
        self.total += size;
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

/// Whether an image in SVG is only an image: it has nothing that a browser could run when it is opened by itself, and no notation
/// that could hide that. Other images are left out.
pub fn is_still(svg: &[u8]) -> bool {
    const ACTIVE: [&str; 6] = ["script", "foreignobject", "xhtml", "<!entity", "&#", "<?xml-stylesheet"];
    let Ok(text) = std::str::from_utf8(svg) else { return false };
    let text = text.to_ascii_lowercase();
    let n_utf8: usize =
        ["encoding='utf-8'", "encoding=\"utf-8\""].map(|stated| text.matches(stated).count()).iter().sum();
    let is_utf8 = text.matches("encoding").count() == n_utf8;
    // Handlers of events, also if an animation sets them: `onload=`, `attributeName="onload"`.
    let words = text.split(|character: char| !character.is_ascii_alphanumeric() && character != '-');
    let has_handler = words.into_iter().any(|word| word.len() > 4 && word.starts_with("on"));
    is_utf8 && !has_handler && !ACTIVE.iter().any(|active| text.contains(active))
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
    fn images_that_could_act_are_left_out() {
        for still in [
            "<svg xmlns='http://www.w3.org/2000/svg'><text>on one condition</text></svg>",
            "<?xml version='1.0' encoding='UTF-8'?><!-- drawn --><svg><path d='M0 0'/></svg>",
        ] {
            assert!(is_still(still.as_bytes()), "{still}");
        }
        for active in [
            "<svg><script>alert(1)</script></svg>",
            "<svg><s:script href='a.js'/></svg>",
            "<svg onload = 'alert(1)'/>",
            "<svg><a href='java&#115;cript:alert(1)'/></svg>",
            "<svg><a href='JavaScript:alert(1)'/></svg>",
            "<svg><set attributeName='onclick' to='alert(1)'/></svg>",
            "<svg><foreignObject/></svg>",
            "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>&a;</svg>",
            "<?xml version='1.0' encoding='UTF-7'?><svg/>",
            "<?xml-stylesheet href='a.xsl'?><svg/>",
        ] {
            assert!(!is_still(active.as_bytes()), "{active}");
        }
        assert!(!is_still(b"<\0s\0v\0g\xff"));
    }

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
