//! The identifiers of an application: its own, those of its artifacts, and the virtual links of its connection points
//! (ASD-39).

use crate::asd;
use crate::asd::form::name_in;
use crate::asd::model::texts;
use crate::asd::package;
use crate::identity::{Identifiers, Scheme};
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::workspace::SourceFile;

pub fn identifiers(file: &SourceFile) -> Identifiers {
    let mut found = Identifiers::default();
    let Some(application) = asd::application(file) else { return found };
    for (attribute, scheme) in [("asdId", Scheme::Descriptor), ("asdApplicationName", Scheme::Module)] {
        if let Some(node) = application.root.get(attribute)
            && let Some(text) = node.as_text()
        {
            found.define(scheme, text, NodePath::root(), node.span);
        }
    }
    for item in application.items() {
        let Some(node) = item.node.get("artifactId") else { continue };
        let written = node.as_text().filter(|path| package::is_path(path));
        if let Some(path) = written.and_then(|written| FilePath::in_folder(folder(file), written)) {
            found.define(Scheme::Artifact, path.as_str(), item.path.clone(), node.span);
        }
    }
    for (path, point) in application.points() {
        let path = path.key(name_in("virtualLinkRequirement", application.form));
        for node in texts(point.get("virtualLinkRequirement")) {
            found.name(Scheme::VirtualLink, node.as_text().unwrap_or_default(), path.clone(), node.span);
        }
    }
    found
}

/// The folder of the package, by the layout that packages have: artifacts are beside `Definitions`.
fn folder(file: &SourceFile) -> &str {
    match file.path.folder() {
        "Definitions" => "",
        folder => folder.strip_suffix("/Definitions").unwrap_or(folder),
    }
}
