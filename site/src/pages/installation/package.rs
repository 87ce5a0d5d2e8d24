//! The contents of the package of an application: its files with their sizes and digests, compared with the manifest.

use descriptorium_core::content::Contents;
use descriptorium_core::csar::Package;
use descriptorium_core::csar::manifest::{Manifest, Source, digest};
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;

use crate::content::Content;
use crate::pages::installation::section;

/// Maximum size of a file whose digest is computed.
const MAX_SIZE: u64 = 256 << 20;

/// Adds the section, if the descriptor is in a package.
pub fn write(content: &mut Content, file: &SourceFile, around: &Contents, contents: &mut Vec<(String, String)>) {
    let Some(package) = Package::around(file, around) else { return };
    let mut rows: Vec<Vec<String>> = package.files.iter().map(|(path, size)| row(&package, path, *size)).collect();
    for source in package.manifest.iter().flat_map(|(_, manifest)| &manifest.sources) {
        if !source.path.contains("://") && !package.has(&source.path) {
            rows.push(vec![format!("`{}`", source.path), String::new(), String::new(), "missing".to_owned()]);
        }
    }
    let columns = ["File", "Size", "SHA-256", "Manifest"];
    section(content, contents, ("package", "Package contents"), &columns, rows);
}

fn row(package: &Package, path: &FilePath, size: u64) -> Vec<String> {
    let address = package.address(path.as_str()).filter(|_| size <= MAX_SIZE);
    let bytes = address.and_then(|address| package.contents().bytes(&address).ok());
    let own = bytes.as_ref().and_then(|bytes| digest("SHA-256", bytes));
    let shown = own.map_or_else(|| "not computed".to_owned(), |digest| format!("`{digest}`"));
    let manifest = match &package.manifest {
        None => String::new(),
        Some((at, _)) if at == path => "the manifest".to_owned(),
        Some((_, manifest)) => compared(manifest, path.as_str(), bytes.as_deref()),
    };
    vec![format!("`{path}`"), sized(size), shown, manifest]
}

/// The result of comparing a file with the manifest.
fn compared(manifest: &Manifest, path: &str, bytes: Option<&[u8]>) -> String {
    let listed = manifest.sources.iter().find(|source| source.path == path);
    let Some(Source { algorithm, hash, .. }) = listed else { return "not listed".to_owned() };
    let (Some(hash), Some(bytes)) = (hash, bytes) else { return "listed".to_owned() };
    match digest(algorithm.as_deref().unwrap_or("SHA-256"), bytes) {
        Some(own) if own.eq_ignore_ascii_case(hash) => "digest matches".to_owned(),
        Some(_) => "digest differs".to_owned(),
        None => "unknown algorithm".to_owned(),
    }
}

fn sized(size: u64) -> String {
    match size {
        0..10_000 => format!("{size} bytes"),
        10_000..10_000_000 => format!("{} kB", size / 1000),
        _ => format!("{} MB", size / 1_000_000),
    }
}
