//! Writes the package of an application: an archive with `TOSCA.meta`, a manifest with the digests of all files, and the
//! files.

use crate::asd;
use crate::asd::model::Application;
use crate::asd::package::is_path;
use crate::content::Absence;
use crate::context::FileContext;
use crate::csar::META;
use crate::csar::Package;
use crate::csar::packing::{self, Draft, Files, NotPacked, Packed, one_line};
use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::syntax::alias;
use crate::syntax::parse::parse;
use crate::text::FilePath;

/// Packs files. `TOSCA.meta` and the manifest are created if they are missing; an existing manifest keeps everything but its
/// list of files. A new manifest needs the time of the release (RFC 3339). Returns the reason if it is impossible.
pub fn pack(files: &Files, released: Option<&str>) -> Result<Packed, String> {
    let mut draft = Draft::of(files.clone())?;
    let descriptor = match draft.stated_descriptor()? {
        Some(stated) => stated,
        None => only_descriptor(files)?,
    };
    let application = application(files, &descriptor)
        .ok_or_else(|| format!("`{descriptor}` is not an application service descriptor"))?;
    let manifest = match draft.manifest()? {
        Some(manifest) => manifest,
        None => packing::path(&format!("{}.mf", descriptor.stem()))?,
    };
    let of = |key: &str| one_line(application.text(key).unwrap_or_default());
    if draft.meta.is_none() {
        draft.add_meta(&of("asdProvider"), &descriptor, Some(&manifest))?;
    }
    // SDC rejects a package whose manifest does not list itself, as all published ones do.
    draft.list_files(manifest, true, || {
        let released = released.ok_or("a new manifest needs the time of the release (RFC 3339)")?;
        Ok(format!(
            "metadata:\n  application_name: {}\n  application_provider: {}\n  release_date_time: \
             {}\n  entry_definition_type: asd\n",
            of("asdApplicationName"),
            of("asdProvider"),
            one_line(released),
        ))
    })?;
    let mut packed = draft.pack(descriptor)?;
    let named = application.items().filter_map(|item| item.text("artifactId"));
    let named: SortedSet<&str> = gather(named.filter(|path| is_path(path) && !path.is_empty()));
    let missing =
        named.into_iter().filter(|artifact| !files.keys().any(|path| is_at(path, artifact.trim_end_matches('/'))));
    packed
        .notes
        .extend(missing.map(|artifact| format!("the package has no `{artifact}`, which the descriptor deploys")));
    Ok(packed)
}

/// Whether a file is at a path, or in the folder there.
fn is_at(path: &FilePath, artifact: &str) -> bool {
    let rest = path.as_str().strip_prefix(artifact);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether these are the files of an application: the descriptor that `TOSCA.meta` names is one, or any file is.
pub fn is_of_application(files: &Files) -> bool {
    let stated = Draft::of(files.clone()).and_then(|draft| draft.stated_descriptor());
    match stated {
        Ok(Some(stated)) => application(files, &stated).is_some(),
        Ok(None) | Err(_) => files.keys().filter(is_yaml).any(|path| application(files, path).is_some()),
    }
}

/// Packs the package around a descriptor, with the texts of the workspace. A descriptor that is not in a package is packed with
/// the artifacts that it names.
pub fn pack_around(context: FileContext<'_>, released: Option<&str>) -> Result<Packed, NotPacked> {
    let (file, workspace) = (context.file, context.workspace);
    let contents = workspace.contents();
    // Asks whether the list of files has been loaded.
    if contents.size(&file.path.clone().into()) == Err(Absence::Coming) {
        return Err(NotPacked::Coming);
    }
    let marked = Package::around(file, contents);
    let is_marked = marked.is_some();
    let package = marked.unwrap_or_else(|| Package::at(Package::folder_of(file, contents), contents));
    let mut wanted: SortedSet<FilePath> = package.files.keys().cloned().collect();
    // The workspace may have files that are not saved yet.
    wanted.extend(workspace.files().filter_map(|other| FilePath::new(package.relative(&other.path)?)));
    if !is_marked {
        let artifacts = asd::application(file).into_iter().flat_map(Application::items);
        let named: Vec<&str> = artifacts
            .filter_map(|item| item.text("artifactId"))
            .filter(|path| is_path(path) && !path.is_empty())
            .map(|path| path.trim_end_matches('/'))
            .collect();
        let missing = named.iter().filter(|artifact| !wanted.iter().any(|path| is_at(path, artifact)));
        let missing: Vec<String> = missing.map(|artifact| format!("`{artifact}`")).collect();
        if !missing.is_empty() {
            return Err(NotPacked::Missing(missing));
        }
        let own = package.relative(&file.path);
        wanted.retain(|path| Some(path.as_str()) == own || named.iter().any(|artifact| is_at(path, artifact)));
    }
    let files = packing::read(&package, workspace, wanted)?;
    pack(&files, released).map_err(NotPacked::Refused)
}

fn is_yaml(path: &&FilePath) -> bool {
    path.as_str().ends_with(".yaml") || path.as_str().ends_with(".yml")
}

fn application(files: &Files, path: &FilePath) -> Option<Application> {
    let tree = parse(std::str::from_utf8(files.get(path)?).ok()?);
    let root = alias::expand(&tree).0?;
    asd::recognize(&root).then(|| Application::lower(&root))
}

/// The only descriptor of the files.
fn only_descriptor(files: &Files) -> Result<FilePath, String> {
    let found: Vec<&FilePath> =
        files.keys().filter(is_yaml).filter(|path| application(files, path).is_some()).collect();
    match found.as_slice() {
        [one] => Ok((*one).clone()),
        [] => Err("no file is an application service descriptor".to_owned()),
        [one, other, ..] => Err(format!("several descriptors, such as `{one}` and `{other}`: name one in `{META}`")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::csar::packing::path;
    use crate::package::extract_all;

    const ASD: &str = "asdId: a\nasdProvider: Example\nasdApplicationName: shop\n";

    fn files(list: &[(&str, &str)]) -> Files {
        list.iter().map(|(name, text)| (path(name).expect("a path"), Arc::from(text.as_bytes()))).collect()
    }

    fn unpacked(bytes: &[u8]) -> Files {
        let all = extract_all(bytes, 1 << 20, &mut (1 << 20), |_| true).expect("an archive").files;
        all.into_iter().map(|(path, bytes)| (path, Arc::from(bytes.expect("small")))).collect()
    }

    /// The digest is the published SHA-256 test vector for `abc`.
    #[test]
    fn a_package_has_a_manifest_with_digests() {
        let packed =
            pack(&files(&[("Definitions/shop.yaml", ASD), ("Files/abc", "abc")]), Some("2026-01-31T00:00:00Z"));
        let packed = packed.expect("a package");
        let all = unpacked(&packed.bytes);
        let manifest = std::str::from_utf8(&all[&path("shop.mf").expect("a path")]).expect("text").to_owned();
        assert!(manifest.starts_with("metadata:\n  application_name: shop\n  application_provider: Example\n"));
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(manifest.contains(&format!("Source: Files/abc\nAlgorithm: SHA-256\nHash: {hash}\n")), "{manifest}");
        assert!(manifest.contains("Source: TOSCA-Metadata/TOSCA.meta\n") && manifest.contains("\nSource: shop.mf\n\n"));
        assert_eq!(packed.notes.len(), 2);
    }

    #[test]
    fn a_missing_artifact_is_noted() {
        let text =
            format!("{ASD}deploymentItems:\n  - artifactId: a.tgz\n  - artifactId: b\n  - artifactId: oci://c/d\n");
        let packed = pack(&files(&[("x.yaml", &text), ("b/Chart.yaml", "name: b\n")]), Some("2026-01-31T00:00:00Z"));
        let notes = packed.expect("a package").notes;
        let noted: Vec<&String> = notes.iter().filter(|note| note.contains("deploys")).collect();
        assert!(noted.len() == 1 && noted[0].contains("`a.tgz`"), "{notes:?}");
    }

    #[test]
    fn packing_what_was_unpacked_gives_the_same_bytes() {
        let manifest = "metadata:\n  application_name: shop\n  release_date_time: 2024-01-12T11:30:00Z\n\nSource: gone\n\n\
                        Source: old\nAlgorithm: SHA-256\nHash: 00\n\nnon_mano_artifact_sets:\n  onap_others:\n    source: \
                        Files/x\n-----BEGIN CMS-----\nabc\n-----END CMS-----\n";
        let first = pack(&files(&[("a.yaml", ASD), ("a.mf", manifest), ("Files/x", "x")]), None).expect("a package");
        assert!(first.notes.iter().any(|note| note.contains("signature")));
        let again = pack(&unpacked(&first.bytes), None).expect("a package");
        assert_eq!(first.bytes, again.bytes);
        let third = pack(&unpacked(&again.bytes), Some("2030-01-01T00:00:00Z")).expect("a package");
        assert_eq!((third.bytes, third.notes), (again.bytes.clone(), Vec::new()));
        let text = String::from_utf8(unpacked(&again.bytes)[&path("a.mf").expect("a path")].to_vec()).expect("text");
        assert!(!text.contains("gone") && !text.contains("CMS") && text.matches("Files/x").count() == 1, "{text}");
    }

    #[test]
    fn files_without_one_descriptor_are_refused() {
        for (list, why) in [
            (&[("a.yaml", "x: 1\n")][..], "no file"),
            (&[("a.yaml", ASD), ("b.yaml", ASD)], "several"),
            (&[("a.yaml", ASD)], "RFC 3339"),
            (&[("a.yaml", ASD), (META, "Entry-Definitions: b.yaml\n")], "missing descriptor"),
            (&[("a.yaml", ASD), (META, "Entry-Definitions: a.yaml\nETSI-Entry-Manifest: ../x\n")], "not a path"),
        ] {
            let refused = pack(&files(list), None).expect_err("it is refused");
            assert!(refused.contains(why), "{refused}");
        }
    }
}
