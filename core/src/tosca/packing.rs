//! Writes the archive of a service template (6.1, 6.2): the template, everything that it reaches through imports, artifacts
//! and implementations, and other files on request.

use std::sync::Arc;

use crate::catalog::Catalog;
use crate::content::{Absence, Contents, InMemory};
use crate::context::FileContext;
use crate::csar::packing::{self, Draft, Files, NotPacked, Packed};
use crate::csar::{CSAR_VERSION, ENTRY, META, META_VERSION, Package};
use crate::memo::Memo;
use crate::package;
use crate::settings::Settings;
use crate::sorted_map::SortedSet;
use crate::sorting::{Sorting, gather};
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::tosca::files;
use crate::tosca::mentions::is_template;
use crate::workspace::{SourceFile, Workspace};

/// Creator of an archive whose service template has no author: a value is required.
const CREATOR: &str = "Descriptorium";

/// Metadata that a service template needs in an archive without `TOSCA.meta` (6.3).
const NAMES: [&str; 2] = ["template_name", "template_version"];

/// Packs all files of a folder. The service template to start with is the one that `TOSCA.meta` names, or the only YAML file at
/// the root, or the only one that no other imports.
pub fn pack_folder(files: &Files) -> Result<Packed, NotPacked> {
    let is_text = |path: &FilePath| package::is_source_path(path) || package::is_catalog_path(path);
    let texts = files.iter().filter(|(path, _)| is_text(path));
    let texts = texts.filter_map(|(path, bytes)| Some((path.clone(), std::str::from_utf8(bytes).ok()?.to_owned())));
    let contents = Contents::of(Arc::new(InMemory(files.clone())));
    let workspace = Workspace::new(texts).with_contents(contents);
    let entry = Draft::of(files.clone()).and_then(|draft| draft.stated_descriptor()).map_err(NotPacked::Refused)?;
    let entry = match &entry {
        Some(stated) => {
            let file = workspace.file(stated).map(|file| &**file).filter(|file| is_template(file));
            file.ok_or_else(|| format!("`{META}` names `{stated}`, which is not a service template"))
        }
        None => only_entry(&workspace),
    };
    let entry = entry.map_err(NotPacked::Refused)?;
    let (catalog, settings, memo) = (Catalog::of(&workspace), Settings::default(), Memo::default());
    let context =
        FileContext { file: entry, workspace: &workspace, catalog: &catalog, settings: &settings, memo: &memo };
    pack(context, Some(""), &files.keys().cloned().collect())
}

/// The service template to start with.
fn only_entry(workspace: &Workspace) -> Result<&SourceFile, String> {
    let templates: Vec<&SourceFile> = workspace.files().map(|file| &**file).filter(|file| is_template(file)).collect();
    let is_yaml = |file: &&&SourceFile| [".yaml", ".yml"].iter().any(|end| file.path.as_str().ends_with(end));
    let at_root: Vec<&&SourceFile> =
        templates.iter().filter(is_yaml).filter(|file| file.path.folder().is_empty()).collect();
    if let [only] = at_root.as_slice() {
        return Ok(only);
    }
    let others = |file: &SourceFile| {
        let named = workspace.named_files(file).into_iter().filter_map(|(.., path)| path);
        named.filter(|path| *path != file.path).collect::<Vec<FilePath>>()
    };
    let imported: SortedSet<FilePath> = gather(templates.iter().flat_map(|file| others(file)));
    let first: Vec<&SourceFile> = templates.iter().copied().filter(|file| !imported.contains(&file.path)).collect();
    let has_topology =
        |file: &&SourceFile| file.root.as_ref().is_some_and(|root| root.get("topology_template").is_some());
    let deployable: Vec<&SourceFile> = first.iter().copied().filter(has_topology).collect();
    match (deployable.as_slice(), first.as_slice()) {
        ([only], _) | ([], [only]) => Ok(only),
        ([one, other, ..], _) | ([], [one, other, ..]) => {
            let (one, other) = (&one.path, &other.path);
            Err(format!(
                "several service templates, such as `{one}` and `{other}`: pack one of them, or name it in `{META}`"
            ))
        }
        ([], []) if templates.is_empty() => Err("no file is a service template".to_owned()),
        ([], []) => Err(format!("the service templates import each other: pack one of them, or name it in `{META}`")),
    }
}

/// Packs a service template with everything that it reaches, and with all other files of the package around it.
pub fn pack_around(context: FileContext<'_>) -> Result<Packed, NotPacked> {
    let contents = context.workspace.contents();
    let root = files::package_root(context.workspace, &context.file.path);
    let others = root.map(|folder| contents.list_folder(folder).into_keys().collect()).unwrap_or_default();
    pack(context, None, &others)
}

/// Packs a service template with everything that it reaches, and `extra` files. `folder` is the root of the archive; without
/// it, the folder of its package, or the innermost one with all files.
pub fn pack(context: FileContext<'_>, folder: Option<&str>, extra: &SortedSet<FilePath>) -> Result<Packed, NotPacked> {
    let refused = NotPacked::Refused;
    let contents = context.workspace.contents();
    // Asks whether the list of files has been loaded.
    if contents.size(&context.file.path.clone().into()) == Err(Absence::Coming) {
        return Err(NotPacked::Coming);
    }
    let Reached { files: mut wanted, missing, remote } = reached(context);
    if !missing.is_empty() {
        return Err(NotPacked::Missing(missing));
    }
    wanted.extend(extra.iter().cloned());
    if let Some(own) = Package::starting_with(context.file, contents) {
        let meta = own.meta.get(ENTRY).map(|_| META);
        let manifest = own.manifest.as_ref().map(|(path, _)| path.as_str());
        wanted
            .extend([meta, manifest].into_iter().flatten().filter_map(|path| FilePath::in_folder(own.folder(), path)));
    }
    let marked = files::package_root(context.workspace, &context.file.path);
    let folder = folder.or(marked).unwrap_or_else(|| common_folder(&context.file.path, &wanted));
    let package = Package::at(folder, contents);
    let relative = |path: &FilePath| {
        let inner = package.relative(path).and_then(FilePath::new);
        inner.ok_or_else(|| refused(format!("`{path}` is outside the folder of the package")))
    };
    let entry = relative(&context.file.path)?;
    let inner: SortedSet<FilePath> = wanted.iter().map(relative).collect::<Result<_, _>>()?;
    let files = packing::read(&package, context.workspace, inner)?;
    let mut draft = Draft::of(files).map_err(refused)?;
    // A `TOSCA.meta` for another service template would start the wrong one.
    if draft.meta.as_ref().is_some_and(|meta| meta.get(ENTRY) != Some(entry.as_str())) {
        draft.meta = None;
    }
    let metadata = context.file.root.as_ref().and_then(|root| root.get("metadata"));
    match &draft.meta {
        Some(meta) => {
            // Other versions are of TOSCA 1.0, whose archives have another structure.
            let expected = [(META_VERSION, "1.0"), (CSAR_VERSION, "1.1")];
            if let Some((key, value)) = expected.into_iter().find(|(key, value)| meta.get(key) != Some(value)) {
                let why =
                    format!("`{META}` must have `{key}: {value}`: correct it, or remove the file to have it written");
                return Err(refused(why));
            }
        }
        None => {
            let author = metadata.and_then(|metadata| metadata.get("template_author")).and_then(Node::as_text);
            let manifest = draft.manifest().map_err(refused)?;
            draft.add_meta(author.unwrap_or(CREATOR), &entry, manifest.as_ref()).map_err(refused)?;
        }
    }
    if let Some(manifest) = draft.manifest().map_err(refused)? {
        let none = || Err(format!("the manifest `{manifest}` is missing: add the file with its `metadata`"));
        draft.list_files(manifest.clone(), false, none).map_err(refused)?;
    }
    let is_missing = |key: &&str| metadata.and_then(|metadata| metadata.get(key)).is_none();
    let unnamed: Vec<String> = NAMES.iter().copied().filter(is_missing).map(|key| format!("`{key}`")).collect();
    if !unnamed.is_empty() {
        let keys = unnamed.join(" and ");
        draft.notes.push(format!("`{entry}` has no {keys} in its `metadata`, which readers without `{META}` need"));
    }
    let unpacked = remote.into_iter().map(|url| format!("`{url}` is not included, because it is imported by its URL"));
    draft.notes.extend(unpacked);
    draft.pack(entry).map_err(refused)
}

/// The files that a service template reaches, and the names that lead to none.
#[derive(Default)]
struct Reached {
    files: SortedSet<FilePath>,
    /// Files that are not available, each with the place that names it.
    missing: Vec<String>,
    /// Imported URLs.
    remote: SortedSet<String>,
}

/// The files that a service template reaches, including itself.
fn reached(context: FileContext<'_>) -> Reached {
    let mut reached = Reached::default();
    let mut queue = vec![context.file];
    reached.files.insert(context.file.path.clone());
    while let Some(file) = queue.pop() {
        let mut missing: Vec<(NodePath, &str)> = Vec::new();
        for (at, written, path) in context.workspace.named_files(file) {
            if written.contains("://") {
                reached.remote.insert(written.to_owned());
                continue;
            }
            match path.and_then(|path| context.workspace.file(&path)).filter(|found| is_template(found)) {
                Some(found) if reached.files.insert(found.path.clone()) => queue.push(found),
                Some(_) => {}
                None => missing.push((at, written)),
            }
        }
        let named = files::named_files(context.of(file));
        missing.extend(named.missing.iter().map(|one| (one.at.clone(), one.written.as_str())));
        for path in named.available {
            let inner = context.workspace.contents().list_folder(path.as_str());
            // A folder is packed with all of its files.
            match inner.is_empty() || package::has_archive_name(path.as_str()) {
                true => drop(reached.files.insert(path)),
                false => reached.files.extend(inner.into_keys()),
            }
        }
        let place = |at: &NodePath| file.span_of(at).map_or(1, |span| file.lines.line(span.start as usize) + 1);
        let path = &file.path;
        reached.missing.extend(missing.iter().map(|(at, written)| format!("{path}:{}: `{written}`", place(at))));
    }
    reached.missing.order();
    reached
}

/// The innermost folder with all files.
fn common_folder<'a>(entry: &'a FilePath, files: &SortedSet<FilePath>) -> &'a str {
    let folder = entry.folder();
    let parents = folder.rmatch_indices('/').map(|(slash, _)| &folder[..slash]);
    let has_all = |folder: &&str| {
        let is_below = |path: &FilePath| path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        folder.is_empty() || files.iter().all(is_below)
    };
    [folder].into_iter().chain(parents).find(has_all).unwrap_or_default()
}
