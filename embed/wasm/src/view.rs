//! The core behind the element `<descriptorium-view>`, for texts that a page passes in. The first module of WebAssembly
//! draws; the others, which `cargo xtask embed` splits off, find problems and preview, and are fetched when these are
//! shown.

use std::cell::Cell;

use descriptorium_core::analysis;
use descriptorium_core::document::check::Range;
use descriptorium_core::language::Language;
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::scene;
use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::semantics::{PerLanguage, Provided, SERVICES, Services};
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Topology;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_split_helpers::SplitLoaderError;

use crate::catalog::Catalog;
use crate::error::{Code, Error};
use crate::{arguments, json, questions};

/// The functions in the module that all languages share.
struct Shared {
    archive: fn(&mut Catalog, &[u8]) -> Result<(), Error>,
    /// Checks all files, with settings as JSON.
    check: fn(&mut Catalog, &str, Provided) -> Result<(), Error>,
    answer: fn(&mut Catalog, &str, &str) -> Result<String, Error>,
}

static SHARED: Shared = Shared {
    archive: Catalog::put_archive,
    check: |catalog, settings, provided| {
        let stated: CatalogSettings = arguments::settings(settings)?;
        let analysis = std::mem::take(&mut catalog.analysis).with_contents(catalog.contents());
        let settings = stated.with_catalog(analysis.workspace()).settings();
        let mut checking = analysis.unchecked(settings).with_services(provided).checking(analysis::checked, provided);
        while checking.next_file() {}
        catalog.analysis = checking.finish();
        Ok(())
    },
    answer: questions::finding_or_preview,
};

/// Declares a function that computes a value in a module of its own, which is fetched first if necessary.
macro_rules! fetched {
    ($module:ident: $name:ident() -> $result:ty = $value:expr) => {
        #[cfg(split)]
        #[wasm_split_helpers::wasm_split($module, fallible)]
        fn $name() -> Result<$result, SplitLoaderError> {
            Ok($value)
        }

        /// The same, if the core is not split.
        #[cfg(not(split))]
        async fn $name() -> Result<$result, SplitLoaderError> {
            Ok($value)
        }
    };
}

fetched!(common: shared() -> &'static Shared = &SHARED);
fetched!(assembly: assembly() -> &'static Services = SERVICES.assembly);
fetched!(tosca: tosca() -> &'static Services = SERVICES.tosca);
fetched!(asd: asd() -> &'static Services = SERVICES.asd);
fetched!(homing: homing() -> &'static Services = SERVICES.homing);

/// The functions that fetch services, by number: their types differ.
const LOADS: PerLanguage<u8> = PerLanguage { assembly: 0, tosca: 1, asd: 2, homing: 3 };

async fn services(language: Language) -> Result<&'static Services, SplitLoaderError> {
    match LOADS.of(language) {
        0 => assembly().await,
        1 => tosca().await,
        2 => asd().await,
        _ => homing().await,
    }
}

thread_local! {
    /// The parts that have been fetched.
    static FETCHED: Cell<(Option<&'static Shared>, Provided)> = const { Cell::new((None, Provided::NONE)) };
}

/// Fetches the functions that all languages share, and the services of a language, unless its label is empty.
#[wasm_bindgen(js_name = fetchPart)]
pub async fn fetch_part(label: String) -> Result<(), JsValue> {
    let failed = |error: SplitLoaderError| JsValue::from(Error::new(Code::Failed, format!("{error:?}")));
    let common = shared().await.map_err(failed)?;
    let language = Language::ALL.into_iter().find(|language| language.label() == label);
    let found = match language {
        Some(language) => Some((language, services(language).await.map_err(failed)?)),
        None => None,
    };
    let (_, provided) = FETCHED.get();
    let provided = found.map_or(provided, |(language, services)| provided.with(language, services));
    FETCHED.set((Some(common), provided));
    Ok(())
}

/// The files of a page.
#[wasm_bindgen]
pub struct View {
    catalog: Catalog,
    /// The settings, as JSON.
    settings: String,
    is_checked: bool,
}

#[wasm_bindgen]
impl View {
    /// A catalog without files. `settings` is an object in the shape of `descriptorium.yaml`.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: String) -> View {
        View { catalog: Catalog::new(CatalogSettings::default()), settings, is_checked: false }
    }

    /// Adds a file before the files are opened.
    pub fn put(&mut self, path: &str, content: Vec<u8>) -> Result<(), JsValue> {
        self.catalog.add(path, content)?;
        Ok(())
    }

    /// Adds the files of an archive before the files are opened. The shared functions must have been fetched.
    #[wasm_bindgen(js_name = putArchive)]
    pub fn put_archive(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        Ok((fetched()?.archive)(&mut self.catalog, bytes)?)
    }

    pub fn open(&mut self) {
        self.catalog.open_unchecked();
        self.is_checked = false;
    }

    /// Replaces or adds a text.
    pub fn update(&mut self, path: &str, text: String) -> Result<(), JsValue> {
        self.is_checked &= self.catalog.type_text(path, text)?;
        Ok(())
    }

    /// The files of descriptors, as JSON: path, name and language.
    pub fn files(&self) -> Result<String, JsValue> {
        let analysis = &self.catalog.analysis;
        let files = analysis.workspace().files().filter_map(|file| {
            let language = file.language?.label();
            Some(json!({ "path": file.path.as_str(), "name": file.shown_name(), "language": language }))
        });
        Ok(json(&files.collect::<Vec<_>>())?)
    }

    /// The path of the descriptor to show first: one that is not a part of another.
    pub fn main(&self) -> Option<String> {
        let analysis = &self.catalog.analysis;
        let of_language = || analysis.workspace().files().filter(|file| file.language.is_some());
        let parts: SortedSet<FilePath> = of_language().flat_map(|file| analysis.builds_on(&file.path)).collect();
        let found = of_language().find(|file| !parts.contains(&file.path)).or_else(|| of_language().next());
        found.map(|file| file.path.to_string())
    }

    /// The full names and the paths, as JSON, that a file and those that it builds on mention, and that are missing.
    pub fn missing(&self, path: &str) -> Result<String, JsValue> {
        let path = arguments::path(path)?;
        let analysis = &self.catalog.analysis;
        let paths: Vec<String> = analysis.workspace().missing_files().iter().map(ToString::to_string).collect();
        let all = analysis.builds_on(&path).into_iter().chain([path]);
        let mut names: Vec<String> = all.flat_map(|path| self.unresolved(&path)).collect();
        names.sort();
        names.dedup();
        Ok(json(&json!({ "paths": paths, "names": names }))?)
    }

    /// The path of the file with a descriptor, by its full name.
    pub fn find(&self, name: &str) -> Option<String> {
        let name = DescriptorRef::parse(name)?;
        Some(self.catalog.analysis.catalog().resolve_range(&name).found()?.file.to_string())
    }

    /// The diagram of a file as SVG, whose boxes link to `#` and the name of their type; `undefined` if there is none.
    pub fn draw(&self, path: &str) -> Result<Option<String>, JsValue> {
        let path = self.catalog.file(path)?.path.clone();
        let Some(topology) = self.catalog.analysis.topology(&path) else { return Ok(None) };
        let links = topology.graph.node_weights().filter_map(|vertex| {
            let name = vertex.of.as_ref()?.to_string();
            Some((vertex.path.clone(), format!("#{}", utf8_percent_encode(&name, NON_ALPHANUMERIC))))
        });
        let options = SvgOptions { links: links.collect(), ..SvgOptions::default() };
        Ok(Some(svg(&scene::layout(&topology, None), &options)))
    }

    /// The range of the node at a path, as JSON; `undefined` if it is not there.
    pub fn span(&self, path: &str, at: &str) -> Result<Option<String>, JsValue> {
        let file = self.catalog.file(path)?;
        let found = file.root.as_ref().and_then(|root| NodePath::parse(at, root));
        let span = found.and_then(|found| file.span_of(&found));
        Ok(span.map(|span| json(&Range::of_span(file, span))).transpose()?)
    }

    /// Answers `check` or `expand`, with arguments as JSON. What they need must have been fetched.
    pub fn answer(&mut self, method: &str, arguments: &str) -> Result<String, JsValue> {
        let common = fetched()?;
        let (_, provided) = FETCHED.get();
        if !self.is_checked {
            (common.check)(&mut self.catalog, &self.settings, provided)?;
            self.is_checked = true;
        }
        Ok((common.answer)(&mut self.catalog, method, arguments)?)
    }
}

impl View {
    /// The names of types in a diagram that are not in the catalog.
    fn unresolved(&self, path: &FilePath) -> Vec<String> {
        let analysis = &self.catalog.analysis;
        let names = |topology: Topology| {
            let named = topology.graph.node_weights().filter_map(|vertex| vertex.of.as_ref());
            let missing = named.filter(|name| analysis.catalog().resolve_range(name).found().is_none());
            missing.map(ToString::to_string).collect()
        };
        analysis.topology(path).map_or_else(Vec::new, names)
    }
}

fn fetched() -> Result<&'static Shared, Error> {
    let (shared, _) = FETCHED.get();
    shared.ok_or_else(|| Error::new(Code::Failed, "this part of the core has not been fetched"))
}
