//! Rules for texts in Markdown: the descriptions in descriptors, and the documents of a site, in which the program finds the
//! same faults.

use percent_encoding::percent_decode_str;

use crate::content::{Absence, Address};
use crate::context::FileContext;
use crate::markdown::remarks::{Part, remarks};
use crate::rules;
use crate::schema::records::RecordNodes;
use crate::symbol::{DescriptorRef, Mention};
use crate::syntax::Node;
use crate::syntax::origin::Origin;
use crate::text::{FilePath, Span};
use crate::workspace::SourceFile;

pub type Rule = rules::Definition<Descriptions>;
pub type Check<'a> = rules::Check<'a, Descriptions>;

rules::list! { Descriptions:
    pub broken_link,
    pub mermaid,
    pub raw_html,
    pub remote_image
}

/// The parts of the descriptions of a file that a page may be unable to show, with their places.
pub struct Descriptions;

impl rules::Facts for Descriptions {
    type Of<'a> = Vec<(Span, Part)>;

    fn of<'a>(context: FileContext<'a>, _: &'a [Mention]) -> Self::Of<'a> {
        of_descriptions(context.file)
    }
}

/// Signs that only texts with such parts contain.
const SIGNS: [&str; 4] = ["](", "]:", "<", "mermaid"];

/// The parts of the descriptions of a file that a page may be unable to show, with their places.
pub fn of_descriptions(file: &SourceFile) -> Vec<(Span, Part)> {
    let has_any = |text: &str| SIGNS.iter().any(|sign| text.contains(sign));
    // Most texts have none.
    if !has_any(&file.text) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for node in descriptions(file) {
        let Some(text) = node.as_text().filter(|text| has_any(text)) else { continue };
        if let Some(origin) = Origin::of(node, &file.text) {
            found.extend(remarks(text).into_iter().map(|one| (origin.span(one.place), one.part)));
        }
    }
    found
}

/// The files and folders of the catalog to which the descriptions of a file link, each once.
pub fn linked_files(file: &SourceFile) -> Vec<FilePath> {
    let mut found = Vec::new();
    for (_, part) in of_descriptions(file) {
        let (Part::Link(address) | Part::Image(address)) = part else { continue };
        if let Ok(Target::File(target)) = Target::of(&address, file.path.folder())
            && !found.contains(&target)
        {
            found.push(target);
        }
    }
    found
}

/// The descriptions in a descriptor, in the order of its text.
fn descriptions(file: &SourceFile) -> Vec<&Node> {
    let Some(language) = file.language else { return Vec::new() };
    let own = file.descriptor.as_ref().and_then(|descriptor| descriptor.attributes()).or(file.root.as_deref());
    let Some(root) = own else { return Vec::new() };
    let records = RecordNodes::of(root, language.schema());
    let with_key = records.all().iter().filter(|place| place.record.field(DESCRIPTION).is_some());
    with_key.filter_map(|place| place.node.get(DESCRIPTION)).collect()
}

const DESCRIPTION: &str = "description";

/// The target of a link or an image in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    Descriptor(DescriptorRef),
    /// The text itself.
    Own,
    /// A file or a folder, which may not exist.
    File(FilePath),
    /// The root of the catalog, whose path is empty.
    Root,
}

impl Target {
    /// The target of an address in a text whose relative paths start at `folder`, or why no catalog has it.
    pub fn of(address: &str, folder: &str) -> Result<Self, &'static str> {
        if let Some(name) = DescriptorRef::parse(address) {
            return Ok(Target::Descriptor(name));
        }
        let first = address.split(['/', '?', '#']).next().unwrap_or_default();
        if first.contains(':') || address.contains(['\\', '\n', '\t', '\r', '\0']) {
            return Err("only web and e-mail addresses, paths and full names of descriptors can be followed");
        }
        if address.starts_with('/') {
            return Err("paths are relative to the document");
        }
        if address.is_empty() {
            return Err("it has no address");
        }
        let written = address.split(['#', '?']).next().unwrap_or_default();
        let path = percent_decode_str(written).decode_utf8_lossy();
        let path = path.trim_end_matches('/');
        if path.is_empty() {
            return Ok(Target::Own);
        }
        match FilePath::along(folder, path.split('/')) {
            Some(file) => Ok(Target::File(file)),
            None if is_root(folder, path) => Ok(Target::Root),
            None => Err("it leads out of the catalog"),
        }
    }
}

/// Whether a path from a folder is that of the root of the catalog.
fn is_root(folder: &str, path: &str) -> bool {
    let n_up = path.split('/').filter(|step| *step == "..").count();
    let n_around = folder.split('/').filter(|name| !name.is_empty()).count();
    n_up == n_around && path.split('/').all(|step| matches!(step, "" | "." | ".."))
}

/// Why no descriptor has the name in an address.
pub const UNKNOWN_NAME: &str = "the catalog has no descriptor with this name";
/// Why an address cannot be followed whose file is missing.
pub const NO_FILE: &str = "there is no such file";

/// Why a link or an image in a description has no target; `None` if it has one, or if this is unknown.
fn why_unresolved(cx: &Check<'_>, address: &str) -> Option<&'static str> {
    match Target::of(address, cx.file.path.folder()) {
        Err(why) => Some(why),
        Ok(Target::Own | Target::Root) => None,
        Ok(Target::Descriptor(name)) => {
            let is_known = cx.catalog.resolve_range(&name).found().is_some();
            (!is_known).then_some(UNKNOWN_NAME)
        }
        Ok(Target::File(target)) => {
            let contents = cx.workspace.contents();
            let is_known = cx.workspace.file(&target).is_some()
                || !contents.is_known()
                || contents.size(&Address::from(target.clone())) != Err(Absence::Missing)
                || !contents.list_folder(target.as_str()).is_empty();
            (!is_known).then_some(NO_FILE)
        }
    }
}
