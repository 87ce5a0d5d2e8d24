//! Custom resource definitions of a package.

use crate::content::below;
use crate::csar::Package;
use crate::syntax::Node;
use crate::syntax::parse::parse;
use crate::text::FilePath;

/// Maximum number of files read for an item.
const MAX_FILES: usize = 200;

/// A defined custom resource.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defined {
    pub group: String,
    pub kind: String,
    pub versions: Vec<String>,
}

/// The custom resources that an artifact of a package defines: a file or a folder.
pub fn defined(package: &Package, artifact: &str) -> Vec<Defined> {
    files(package, artifact)
        .iter()
        .filter_map(|path| package.text(path.as_str()))
        .flat_map(|text| of_text(&text))
        .collect()
}

/// The files of an artifact: itself, or those in the folder.
pub fn files(package: &Package, artifact: &str) -> Vec<FilePath> {
    let artifact = artifact.trim_end_matches('/');
    let Some(path) = FilePath::new(artifact) else { return Vec::new() };
    if package.files.contains_key(&path) {
        return vec![path];
    }
    below(&package.files, artifact).map(|(path, _)| path.clone()).take(MAX_FILES).collect()
}

/// The custom resources that a text defines.
pub fn of_text(text: &str) -> Vec<Defined> {
    let tree = parse(text);
    tree.documents.iter().filter_map(|document| of_document(&document.root)).collect()
}

fn of_document(root: &Node) -> Option<Defined> {
    let text = |node: &Node, key: &str| node.get(key).and_then(Node::as_text).map(str::to_owned);
    if root.get("kind")?.as_text()? != "CustomResourceDefinition" {
        return None;
    }
    let spec = root.get("spec")?;
    let listed = spec.get("versions").map_or(&[][..], Node::items).iter();
    let mut versions: Vec<String> = listed.filter_map(|version| text(version, "name")).collect();
    versions.extend(text(spec, "version").filter(|version| !versions.contains(version)));
    Some(Defined { group: text(spec, "group")?, kind: text(spec.get("names")?, "kind")?, versions })
}
