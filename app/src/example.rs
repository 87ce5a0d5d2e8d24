//! The built-in example: the files of `examples/`, which lie beside the modeller, for when nothing serves a folder.

use std::collections::BTreeMap;
use std::sync::Arc;

use descriptorium_core::rules::stated::Stated;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::{SourceFile, Workspace};
use gloo_net::http::Request;
use leptos::prelude::{Set, WithUntracked};

use crate::editor::{Editor, SavedText};
use crate::server::{Served, Way};

/// What it is called.
const TITLE: &str = "Example";

/// Its files.
const FILES: [&str; 30] = [
    "assemblies/content-library-1.2.yaml",
    "assemblies/edge-site-1.0.yaml",
    "assemblies/origin-1.0.yaml",
    "assemblies/streamer-cluster-1.0.yaml",
    "assemblies/streamer-cluster-2.0.yaml",
    "assemblies/video-networks-1.0.yaml",
    "assemblies/video-service-1.0.yaml",
    "intents/festival-weekend.yaml",
    "intents/nordic-library.yaml",
    "intents/nordic-tv.yaml",
    "other/streamer-asd.yaml",
    "other/streamer-homing.yaml",
    "other/streamer-tosca.yaml",
    "resources/block-volume-1.0.yaml",
    "resources/dns-record-1.0.yaml",
    "resources/edge-cache-1.0.yaml",
    "resources/existing-network-1.0.yaml",
    "resources/load-balancer-1.0.yaml",
    "resources/machine-image-1.0.yaml",
    "resources/nfs-server-1.0.yaml",
    "resources/packager-1.0.yaml",
    "resources/packet-filter-1.0.yaml",
    "resources/request-router-1.0.yaml",
    "resources/streamer-1.0.yaml",
    "resources/streamer-2.0.yaml",
    "resources/transcoder-cpu-1.0.yaml",
    "resources/transcoder-gpu-1.1.yaml",
    "resources/transcoder-gpu-2.0.yaml",
    "resources/virtual-network-1.0.yaml",
    "resources/virtual-router-1.0.yaml",
];

/// Opens the example, if nothing else was opened meanwhile, and says what it is called; an error if it does not lie
/// beside the modeller.
pub async fn open(editor: Editor) -> Result<Option<&'static str>, String> {
    let (mut workspace, mut saved) = (Workspace::default(), BTreeMap::new());
    for (name, text) in fetch().await? {
        let Some(path) = FilePath::new(name) else { continue };
        let text: Arc<str> = Arc::from(text);
        workspace.insert(Arc::new(SourceFile::new(path.clone(), Arc::clone(&text))));
        saved.insert(path, SavedText { text, etag: String::new() });
    }
    if editor.served.with_untracked(Option::is_some) {
        return Ok(None);
    }
    editor.served.set(Some(Served { title: TITLE.to_owned(), read_only: false, way: Way::Nowhere }));
    editor.open(workspace, Stated::default(), saved);
    Ok(Some(TITLE))
}

async fn fetch() -> Result<Vec<(&'static str, String)>, String> {
    let requests = FILES.map(|name| (name, Request::get(&format!("examples/{name}")).send()));
    let mut texts = Vec::new();
    for (name, request) in requests {
        let response = request.await.map_err(|error| error.to_string())?;
        if !response.ok() {
            return Err(format!("there is no {name}"));
        }
        texts.push((name, response.text().await.map_err(|error| error.to_string())?));
    }
    Ok(texts)
}

/// A descriptor to begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Template {
    Assembly,
    Resource,
}

impl Template {
    pub const ALL: [Template; 2] = [Template::Assembly, Template::Resource];

    /// `assembly`, `resource`: the kind in the name of the descriptor.
    pub fn kind(self) -> &'static str {
        match self {
            Template::Assembly => "assembly",
            Template::Resource => "resource",
        }
    }

    /// The text of a descriptor of this name.
    pub fn text(self, name: &str) -> String {
        let kind = self.kind();
        match self {
            Template::Assembly => format!(
                "name: {kind}::{name}::1.0\ndescription: What this service is for.\nproperties:\n  deploymentLocation:\n    \
                 type: string\n    required: true\n    description: Where it runs.\ncomposition: {{}}\n"
            ),
            Template::Resource => format!(
                "name: {kind}::{name}::1.0\ndescription: What this resource does.\nproperties:\n  deploymentLocation:\n    \
                 type: string\n    required: true\n    description: Where it runs.\nlifecycle:\n  Create: {{}}\n  \
                 Install: {{}}\n  Start: {{}}\n  Stop: {{}}\n  Uninstall: {{}}\n  Delete: {{}}\n"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use descriptorium_core::analysis::Analysis;
    use descriptorium_core::diagnostic::Severity;
    use descriptorium_core::rules::Settings;

    use super::*;

    #[test]
    fn a_template_has_nothing_wrong_in_it() {
        for template in Template::ALL {
            let path = FilePath::new("new.yaml").expect("a plain path");
            let text = template.text("new");
            let analysis = Analysis::new(Workspace::new([(path, text)]), Settings::default());
            let found: Vec<_> = analysis.all_diagnostics().filter(|found| found.severity != Severity::Info).collect();
            assert!(found.is_empty(), "{found:?}");
        }
    }

    #[test]
    fn the_files_of_the_example_are_those_of_the_folder() {
        let index = include_str!("../index.html");
        assert!(index.contains("rel=\"copy-dir\" href=\"../examples\""), "they lie beside the modeller");
        for name in FILES {
            assert!(FilePath::new(name).is_some(), "{name}");
        }
    }
}
