//! The archives of a catalog (CSAR, ZIP): a page for each with its metadata, its files, and whether these equal the files
//! of the folder.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use descriptorium_core::content::Contents;
use descriptorium_core::csar::{ENTRY, META, Meta};
use descriptorium_core::package::{self, MAX_TOTAL};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::content::{Content, Element};
use crate::finding::plural;
use crate::folder::visible;
use crate::hash::{self, Hash, Hasher};
use crate::pages::attachments::size_in_words;
use crate::pages::layout::{self, heading};
use crate::pages::model::Model;
use crate::pages::{Page, address, name};

/// Maximum number of archives with a page, and number of files that are shown at first.
const MAX_ARCHIVES: usize = 200;
const MAX_FILES: usize = 2_000;
/// Maximum number of files in all archives, and their maximum size when they are unpacked, in bytes.
const MAX_FILES_IN_ALL: usize = 100_000;
const MAX_UNPACKED: u64 = 1 << 30;

/// An archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archive {
    /// Its size in bytes.
    pub size: u64,
    /// Its SHA-256 digest in hexadecimal.
    pub digest: String,
    /// The keys of its metadata.
    pub meta: Vec<(String, String)>,
    /// The path of the descriptor that an orchestrator starts with.
    pub entry: Option<FilePath>,
    /// The name and version of that descriptor.
    pub title: Option<String>,
    /// Without hidden ones, which can contain secrets.
    pub files: Vec<ArchivedFile>,
    /// Whether it has hidden files. It is not part of the site then.
    pub has_hidden: bool,
    /// Why it cannot be read.
    pub broken: Option<String>,
    /// A hash of its content, and of the files of the folder that it is compared with.
    pub hash: Hash,
}

/// A file of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchivedFile {
    pub path: FilePath,
    /// Its size in bytes, and its SHA-256 digest in hexadecimal; `None` if it is too large.
    pub content: Option<(u64, String)>,
    /// The file of the folder at the same place, and whether it has the same content.
    pub beside: Option<(FilePath, bool)>,
}

/// The archives among the files that are `listed`, with their sizes.
pub fn of(contents: &Contents, listed: &SortedMap<FilePath, u64>) -> BTreeMap<FilePath, Archive> {
    let is_archive = |path: &FilePath| {
        let name = path.name().to_ascii_lowercase();
        name.ends_with(".csar") || name.ends_with(".zip")
    };
    let (mut n_left, mut bytes_left) = (MAX_FILES_IN_ALL, MAX_UNPACKED);
    let mut archives = BTreeMap::new();
    for path in listed.keys().filter(|path| is_archive(path)).take(MAX_ARCHIVES) {
        let Some(archive) = Archive::read(contents, path, listed, &mut bytes_left) else { continue };
        let Some(left) = n_left.checked_sub(archive.files.len()) else { continue };
        n_left = left;
        archives.insert(path.clone(), archive);
    }
    archives
}

impl Archive {
    /// `None` for a file that is not an archive, or whose content is not available.
    fn read(
        contents: &Contents,
        path: &FilePath,
        listed: &SortedMap<FilePath, u64>,
        bytes_left: &mut u64,
    ) -> Option<Self> {
        let bytes = contents.bytes(&path.clone().into()).ok().filter(|bytes| package::is_archive(bytes))?;
        let mut hasher = Hasher::default();
        hasher.add(hash::of(&bytes));
        let mut archive = Archive {
            size: *listed.get(path)?,
            digest: hexadecimal(&bytes),
            meta: Vec::new(),
            entry: None,
            title: None,
            files: Vec::new(),
            has_hidden: false,
            broken: None,
            hash: Hash::default(),
        };
        match package::extract_all(&bytes, MAX_TOTAL, bytes_left, |_| true) {
            Err(error) => archive.broken = Some(error.to_string()),
            Ok(extracted) => {
                let text = |path: &FilePath| {
                    let bytes = extracted.files.get(path)?.as_deref()?;
                    Some(String::from_utf8_lossy(bytes).into_owned())
                };
                if let Some(meta) = FilePath::new(META).and_then(|path| text(&path)) {
                    archive.meta = pairs(&meta);
                    let meta = Meta::read(&meta);
                    archive.entry = meta.get(ENTRY).and_then(|entry| FilePath::new(entry.trim_start_matches("./")));
                } else {
                    // Without metadata, it starts with the only YAML file at its root.
                    let mut roots = extracted.files.iter().map(|(path, _)| path).filter(|path| is_yaml_at_root(path));
                    archive.entry = roots.next().cloned().filter(|_| roots.next().is_none());
                }
                let entry = archive.entry.as_ref().and_then(|path| Some((path, text(path)?)));
                archive.title = entry.and_then(|(path, text)| {
                    let file = SourceFile::new(path.clone(), Arc::<str>::from(text));
                    file.edition().is_some().then(|| name(&file).title())
                });
                for (inner, content) in extracted.files.iter() {
                    if visible::is_hidden(Path::new(inner.as_str())) {
                        archive.has_hidden = true;
                        continue;
                    }
                    let beside = FilePath::in_folder(path.folder(), inner.as_str());
                    let other = beside.and_then(|beside| {
                        let size = *listed.get(&beside)?;
                        hasher.add(size.to_le_bytes());
                        if content.as_deref().is_none_or(|content| content.len() as u64 != size) {
                            return Some((beside, false));
                        }
                        let other = contents.bytes(&beside.clone().into()).ok()?;
                        hasher.add(hash::of(&other));
                        Some((beside, content.as_deref() == Some(&*other)))
                    });
                    let content = content.as_deref().map(|content| (content.len() as u64, hexadecimal(content)));
                    archive.files.push(ArchivedFile { path: inner.clone(), content, beside: other });
                }
            }
        }
        archive.hash = hasher.finish();
        Some(archive)
    }
}

/// The keys and values of metadata.
fn pairs(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter(|line| !line.starts_with(' '));
    let pairs = lines.filter_map(|line| line.split_once(':'));
    pairs.map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned())).collect()
}

fn is_yaml_at_root(path: &FilePath) -> bool {
    let name = path.name().to_ascii_lowercase();
    path.folder().is_empty() && (name.ends_with(".yaml") || name.ends_with(".yml"))
}

fn hexadecimal(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn model(page: &Page<'_>, file: &FilePath) -> Model {
    let Some(archive) = page.site.attachments.archives.get(file) else { return crate::pages::error::not_found(page) };
    let mut contents = Vec::new();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text("Archive");
            if let Some(title) = &archive.title {
                content.text(" of ");
                let entry = archive.entry.as_ref().and_then(|entry| FilePath::in_folder(file.folder(), entry.as_str()));
                content.text_to(entry.and_then(|entry| page.to_file(&entry)).as_ref(), title);
            }
            content.text(&format!(", {}.", size_in_words(archive.size)));
        });
        content.element(Element::Terms, "facts", |content| {
            let mut fact = |term: &str, write: &dyn Fn(&mut Content)| {
                content.element(Element::Group, "", |content| {
                    content.element(Element::Term, "", |content| content.text(term));
                    content.element(Element::Meaning, "", write);
                });
            };
            fact("File", &|content| content.code(file.as_str()));
            fact("SHA-256", &|content| content.code(&archive.digest));
            if let Some(href) = page.to_attachment(file) {
                fact("Download", &|content| {
                    let attributes = [("download", file.name())];
                    content.link_with(&href, &attributes, |content| content.text(file.name()));
                });
            }
        });
        if let Some(why) = &archive.broken {
            content.element(Element::Paragraph, "banner deprecated", |content| {
                content.element(Element::Strong, "", |content| content.text("Unreadable"));
                content.text(&format!(": {why}."));
            });
        }
        if !archive.meta.is_empty() {
            heading(content, "metadata", "Metadata");
            contents.push(("metadata".to_owned(), "Metadata".to_owned()));
            content.table("uses", &["Key", "Value"], |content| {
                for (key, value) in &archive.meta {
                    content.element(Element::Row, "", |content| {
                        content.row_head(|content| content.code(key));
                        content.element(Element::Cell, "", |content| content.text(value));
                    });
                }
            });
        }
        if !archive.files.is_empty() {
            heading(content, "files", "Files");
            contents.push(("files".to_owned(), "Files".to_owned()));
            content.element(Element::Paragraph, "note", |content| content.text(&state(archive)));
            files(page, content, archive);
        }
    });
    let breadcrumbs = breadcrumbs(page);
    let data = page.data(|| data(file, archive));
    Model { breadcrumbs, contents, main, data, ..Model::default() }
}

fn breadcrumbs(page: &Page<'_>) -> Vec<(String, Option<crate::html::Href>)> {
    let mut breadcrumbs = page.below_home();
    let artifacts = page.site.at(address::ARTIFACTS).is_some().then(|| page.to(address::ARTIFACTS));
    breadcrumbs.push(("Artifacts".to_owned(), artifacts));
    breadcrumbs
}

/// Whether the archive has the files of the folder, in words.
pub fn state(archive: &Archive) -> String {
    let beside: Vec<bool> = archive.files.iter().filter_map(|file| Some(file.beside.as_ref()?.1)).collect();
    let n_different = beside.iter().filter(|is_same| !**is_same).count();
    let n_others = archive.files.iter().filter(|file| file.beside.is_none() && file.path.as_str() != META).count();
    let others = match n_others {
        0 => String::new(),
        count => format!(" {} only in the archive.", are(count)),
    };
    match (beside.len(), n_different) {
        (0, _) => "None of its files is in the folder.".to_owned(),
        (_, 0) => format!("Its files equal those of the folder.{others}"),
        (_, 1) => format!("1 file differs from the one in the folder.{others}"),
        (_, n_different) => format!("{n_different} files differ from those in the folder.{others}"),
    }
}

/// `1 file is`, `2 files are`.
fn are(count: usize) -> String {
    format!("{} {}", plural(count, "file"), if count == 1 { "is" } else { "are" })
}

fn files(page: &Page<'_>, content: &mut Content, archive: &Archive) {
    layout::rows(content, &archive.files, MAX_FILES, Some(&page.to_data()), &|content, files| {
        content.element(Element::Group, "scroll", |content| {
            content.table("deployment", &["Path", "Size", "In the folder", "SHA-256"], |content| {
                for file in files {
                    content.element(Element::Row, "", |content| row(page, content, archive, file));
                }
            });
        });
    });
}

fn row(page: &Page<'_>, content: &mut Content, archive: &Archive, file: &ArchivedFile) {
    content.row_head(|content| {
        let beside = file.beside.as_ref().map(|(beside, _)| beside);
        let href = beside.and_then(|beside| page.to_file(beside).or_else(|| page.to_attachment(beside)));
        match href {
            Some(href) => content.link(&href, "code", |content| content.text(file.path.as_str())),
            None => content.code(file.path.as_str()),
        }
        if archive.entry.as_ref() == Some(&file.path) {
            content.text(" ");
            content.element(Element::Span, "flag", |content| content.text("entry"));
        }
    });
    let mut cell = |label: &str, write: &dyn Fn(&mut Content)| {
        content.element_with(Element::Cell, &[("data-label", label)], write);
    };
    cell("Size", &|content| {
        content.text(&file.content.as_ref().map_or("too large".to_owned(), |(size, _)| size_in_words(*size)));
    });
    cell("In the folder", &|content| match &file.beside {
        Some((_, true)) => content.text("the same"),
        Some((_, false)) => {
            content.element(Element::Span, "severity warning", |content| content.text("different"));
        }
        None => content.text("only in the archive"),
    });
    cell("SHA-256", &|content| {
        let digest = file.content.as_ref().map_or("", |(_, digest)| digest);
        let short = digest.get(..12).unwrap_or_default();
        content.element_with(Element::Code, &[("title", digest)], |content| content.text(short));
    });
}

fn data(file: &FilePath, archive: &Archive) -> Value {
    let files = archive.files.iter().map(|one| {
        let (size, digest) = one.content.as_ref().map(|(size, digest)| (*size, digest.as_str())).unzip();
        let beside = one.beside.as_ref().map(|(path, is_same)| json!({ "file": path, "same": is_same }));
        json!({ "path": one.path, "size": size, "sha256": digest, "inFolder": beside })
    });
    json!({
        "file": file,
        "size": archive.size,
        "sha256": archive.digest,
        "title": archive.title,
        "entry": archive.entry,
        "metadata": archive.meta.iter().map(|(key, value)| json!({ "key": key, "value": value })).collect::<Vec<_>>(),
        "files": files.collect::<Vec<_>>(),
        "unreadable": archive.broken,
    })
}
