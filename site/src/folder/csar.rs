//! CSAR archives of TOSCA: where the service template is, which the orchestrator starts with. See chapter 6 of the TOSCA
//! Simple Profile.

use std::sync::Arc;

use descriptorium_core::asd;
use descriptorium_core::csar::{CSAR_VERSION, ENTRY, META, META_VERSION};
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::language::Language;
use descriptorium_core::package::{self, Package};
use descriptorium_core::syntax::parse;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::SourceFile;

use crate::folder::{FileFinding, rules};

/// The folder of the metadata in an archive.
const FOLDER: &str = "TOSCA-Metadata";
/// The keys of the metadata with the version of their form: that of TOSCA 1.0, and that of the Simple Profile.
const META_VERSIONS: [&str; 2] = [META_VERSION, "TOSCA-Meta-Version"];

/// Whether a file has the name of a CSAR.
pub fn is_csar_name(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, extension)| !stem.is_empty() && extension.eq_ignore_ascii_case("csar"))
}

/// The findings of the archive with the file name `name`, with paths relative to the archive; those of the archive itself
/// have an empty path. Archives without TOSCA, such as packages of assemblies, have none.
pub fn findings(name: &str, bytes: &[u8], package: &Package) -> Vec<FileFinding> {
    let mut found = Vec::new();
    if is_csar_name(name) && !package::is_zip(bytes) {
        let message = "a CSAR must be a ZIP archive";
        found.push(FileFinding::new("", &rules::BAD_ARCHIVE, message).help("pack it as a ZIP archive, or rename it"));
    }
    let meta = FilePath::new(META).filter(|meta| package.others.iter().any(|other| other == meta.as_str()));
    if let Some(meta) = meta {
        found.extend(of_meta(bytes, package, &meta));
    } else if is_csar_name(name) && !has_full_names(package) {
        found.extend(of_root(package));
    }
    found
}

/// Whether an archive contains assemblies or resources: their packages have the same extension and a structure of their
/// own.
fn has_full_names(package: &Package) -> bool {
    package
        .files
        .iter()
        .any(|(path, text)| SourceFile::new(path.clone(), text.as_str()).language.is_some_and(Language::has_full_names))
}

/// Whether a text is an application service descriptor, in any of its forms.
fn is_of_application(text: &str) -> bool {
    parse::parse(text).root().is_some_and(asd::recognize)
}

fn is_tosca(text: &str) -> bool {
    const KEY: &str = "tosca_definitions_version";
    text.contains(KEY) && parse::parse(text).root().is_some_and(|root| root.get(KEY).is_some())
}

/// The findings of an archive with metadata.
fn of_meta(bytes: &[u8], package: &Package, meta: &FilePath) -> Vec<FileFinding> {
    let content = match package::extract(bytes, meta) {
        Ok(Some(content)) => content,
        Ok(None) | Err(_) => return vec![FileFinding::new(META, &rules::UNREADABLE, "cannot be read")],
    };
    let text: Arc<str> = String::from_utf8_lossy(&content).into();
    let at = |message: String, span: Span| FileFinding {
        place: Some((Arc::clone(&text), span)),
        ..FileFinding::new(META, &rules::BAD_ARCHIVE, message)
    };
    let mut found = Vec::new();
    match value(&text, ENTRY) {
        None => found.push(at(format!("missing `{ENTRY}`, the service template to start with"), Span::at(0))),
        Some((entry, span)) => {
            let file = FilePath::new(entry.trim_start_matches("./"));
            match file.and_then(|file| package.files.get_key_value(&file)) {
                None => found.push(at(format!("`{ENTRY}` names `{entry}`, which is not in the archive"), span)),
                // A rule for application service descriptors checks the rest of their metadata.
                Some((_, text)) if is_of_application(text) => return found,
                Some((_, text)) if !is_tosca(text) => {
                    found.push(at(format!("`{ENTRY}` names `{entry}`, which is not a service template"), span));
                }
                Some(_) => {}
            }
        }
    }
    found.extend(
        malformed_line(&text).map(|(line, span)| at(format!("`{line}` is not a line of the form `NAME: VALUE`"), span)),
    );
    if META_VERSIONS.iter().all(|key| value(&text, key).is_none()) {
        let [key, _] = META_VERSIONS;
        let finding = at(format!("missing `{key}`, the version of the metadata"), Span::at(0));
        found.push(FileFinding { severity: Severity::Warning, ..finding });
    }
    found.extend(match value(&text, CSAR_VERSION) {
        None => Some(at(format!("missing `{CSAR_VERSION}`, which must be 1.1"), Span::at(0))),
        Some(("1.1", _)) => None,
        Some((version, span)) => Some(at(format!("`{CSAR_VERSION}` is `{version}`, but must be 1.1"), span)),
    });
    found
}

/// The first line in the first block of the metadata without a name. A line that starts with a space continues the one
/// before.
fn malformed_line(text: &str) -> Option<(&str, Span)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        if content.is_empty() && !text[..start].trim().is_empty() {
            return None;
        }
        if !content.is_empty() && !content.starts_with(' ') && !content.contains(':') {
            return Some((content, Span::new(start, start + content.len())));
        }
        start += line.len();
    }
    None
}

/// The value of a key in the first block of the metadata.
fn value<'a>(text: &'a str, key: &str) -> Option<(&'a str, Span)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        if content.is_empty() && !text[..start].trim().is_empty() {
            return None;
        }
        if let Some(written) = content.strip_prefix(key).and_then(|rest| rest.strip_prefix(':')) {
            let value = written.trim();
            let end = start + content.len();
            return Some((value, Span::new(end - written.trim_start().len(), end)));
        }
        start += line.len();
    }
    None
}

/// The findings of an archive without metadata, which starts with the only YAML file at its root.
fn of_root(package: &Package) -> Vec<FileFinding> {
    let has_folder = package.others.iter().any(|other| other.starts_with(&format!("{FOLDER}/")));
    let is_yaml = |path: &FilePath| [".yaml", ".yml"].iter().any(|end| path.name().to_lowercase().ends_with(end));
    let roots: Vec<(&FilePath, &String)> =
        package.files.iter().filter(|(path, _)| path.folder().is_empty() && is_yaml(path)).collect();
    match roots.as_slice() {
        [] => {
            let message = format!("the archive has neither `{META}` nor a YAML file at its root");
            let folder = if has_folder {
                format!("the folder `{FOLDER}` must contain the file `TOSCA.meta`")
            } else {
                format!("add `{META}` with `{ENTRY}: FILE`")
            };
            vec![FileFinding::new("", &rules::BAD_ARCHIVE, message).help(folder)]
        }
        [(path, text)] if !is_tosca(text) => {
            let message = "the YAML file at the root of the archive is not a service template";
            vec![FileFinding::new(path.as_str(), &rules::BAD_ARCHIVE, message)]
        }
        [(path, text)] => without_metadata(path, text),
        [(first, _), .., (last, _)] => {
            let message = format!("the archive has {} YAML files at its root: `{first}`, `{last}`", roots.len());
            let message = if roots.len() > 2 { format!("{message} and others") } else { message };
            let help = format!("keep one, which orchestrators start with, or name it in `{META}`");
            vec![FileFinding::new(last.as_str(), &rules::BAD_ARCHIVE, message).help(help)]
        }
    }
}

/// The entry of an archive without metadata needs a name and a version of its own.
fn without_metadata(path: &FilePath, text: &str) -> Vec<FileFinding> {
    let tree = parse::parse(text);
    let root = tree.root();
    let metadata = root.as_ref().and_then(|root| root.get("metadata"));
    let missing: Vec<String> = ["template_name", "template_version"]
        .into_iter()
        .filter(|key| metadata.as_ref().is_none_or(|metadata| metadata.get(key).is_none()))
        .map(|key| format!("`{key}`"))
        .collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let message =
        format!("the archive has no `{META}`, and `metadata` of its service template lacks {}", missing.join(" and "));
    vec![FileFinding {
        place: Some((text.into(), Span::at(0))),
        ..FileFinding::new(path.as_str(), &rules::BAD_ARCHIVE, message)
    }]
}
