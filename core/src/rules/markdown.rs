//! Rules for texts in Markdown: the descriptions in descriptors, and the documents of a site, in which the program finds the
//! same faults.

use crate::content::{Absence, Address};
use crate::context::FileContext;
use crate::markdown::is_web_address;
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
        let is_path = misfit(&address).is_none() && DescriptorRef::parse(&address).is_none();
        let path = path_of(&address);
        let target = FilePath::along(file.path.folder(), path.split('/')).filter(|_| is_path && !path.is_empty());
        found.extend(target.filter(|target| !found.contains(target)));
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

/// Why an address cannot be followed whatever the catalog contains; `None` if it is a path, a full name or a fragment.
pub fn misfit(address: &str) -> Option<&'static str> {
    let first = address.split(['/', '?', '#']).next().unwrap_or_default();
    if DescriptorRef::parse(address).is_some() {
        None
    } else if first.contains(':') || address.contains(['\\', '\n', '\t', '\r', '\0']) {
        Some("only web and e-mail addresses, paths and full names of descriptors can be followed")
    } else if address.starts_with('/') {
        Some("paths are relative to the document")
    } else if address.is_empty() {
        Some("it has no address")
    } else {
        None
    }
}

/// A path as written in an address, without its query and fragment.
pub fn path_of(address: &str) -> String {
    let path = address.split(['#', '?']).next().unwrap_or_default();
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = (*first == b'%').then(|| std::str::from_utf8(after.get(..2)?).ok()).flatten();
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).trim_end_matches('/').to_owned()
}

/// Why a link in a description leads nowhere; `None` if it leads somewhere, or if this is unknown.
fn why_unresolved(cx: &Check<'_>, address: &str) -> Option<&'static str> {
    if let Some(why) = misfit(address) {
        return Some(why);
    }
    if let Some(name) = DescriptorRef::parse(address) {
        let is_known = cx.catalog.resolve_range(&name).found().is_some();
        return (!is_known).then_some("the catalog has no descriptor with this name");
    }
    let path = path_of(address);
    if path.is_empty() {
        return None;
    }
    let Some(target) = FilePath::along(cx.file.path.folder(), path.split('/')) else {
        // The root of the catalog has no name.
        let n_up = path.split('/').filter(|step| *step == "..").count();
        let n_around = cx.file.path.folders().count() - 1;
        let is_root = n_up <= n_around && path.split('/').all(|step| matches!(step, "" | "." | ".."));
        return (!is_root).then_some("it leads out of the catalog");
    };
    let contents = cx.workspace.contents();
    let is_known = cx.workspace.file(&target).is_some()
        || !contents.is_known()
        || contents.size(&Address::from(target.clone())) != Err(Absence::Missing)
        || !contents.list_folder(target.as_str()).is_empty();
    (!is_known).then_some("there is no such file")
}

/// Whether an image is loaded from another host, which pages never do.
pub fn is_remote(address: &str) -> bool {
    is_web_address(address)
}
