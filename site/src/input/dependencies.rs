//! Selects the files that the check of some files depends on. Of all others in a catalog only the names matter, and most
//! of these are found without parsing.

use std::collections::BTreeSet;
use std::sync::Arc;

use descriptorium_core::analysis::builds_on;
use descriptorium_core::assembly::project;
use descriptorium_core::rules::catalog_settings;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::{SourceFile, Workspace};
use hashbrown::{HashMap, HashSet};
use smol_str::SmolStr;

use crate::input::Sources;
use crate::input::scan::{Scan, look};
use crate::parallel::in_parallel;

/// The kind and name of a descriptor, of any version.
pub type Name = (SmolStr, SmolStr);

/// A workspace that gives the same answers about the files to check, and about the descriptors `wanted`, as one with all
/// files: it has their dependencies in full, and of the rest only the names.
pub fn workspace(sources: &Sources, wanted: &BTreeSet<Name>, settings: &Settings) -> Workspace {
    let mut reading = Reading::begin(sources, settings);
    if reading.workspace.files().count() == sources.len() {
        return reading.finish();
    }
    let mut wave: Vec<&FilePath> = sources.iter().filter(|(_, source)| source.asked).map(|(path, _)| path).collect();
    wave.extend(wanted.iter().flat_map(|name| reading.of_name(name)));
    let mut seen: HashSet<&FilePath> = wave.iter().copied().collect();
    while !wave.is_empty() {
        reading.parse(&wave);
        let Some(next) = reading.built_on(&wave) else {
            // An expression may yield the name of any descriptor.
            let left: Vec<&FilePath> = reading.stubs.keys().copied().collect();
            reading.parse(&left);
            break;
        };
        wave = next.into_iter().filter(|path| seen.insert(*path)).collect();
    }
    reading.finish()
}

struct Reading<'a> {
    sources: &'a Sources,
    workspace: Workspace,
    /// The files that define a descriptor.
    by_name: HashMap<Name, Vec<&'a FilePath>>,
    /// The names of the descriptors in files that are not parsed.
    stubs: HashMap<&'a FilePath, &'a str>,
}

impl<'a> Reading<'a> {
    /// Starts with the files to check, those that determine how others are read, and those that have to be parsed to find
    /// their names.
    fn begin(sources: &'a Sources, settings: &Settings) -> Self {
        let workspace = Workspace::default().with_remote(settings.remote());
        let mut reading = Reading { sources, workspace, by_name: HashMap::new(), stubs: HashMap::new() };
        let is_first = |path: &FilePath| path.name() == catalog_settings::FILE || project::FILES.contains(&path.name());
        let (first, others): (Vec<_>, Vec<_>) =
            sources.iter().partition(|(path, source)| source.asked || is_first(path));
        let first: Vec<&FilePath> = first.into_iter().map(|(path, _)| path).collect();
        reading.parse(&first);
        let projects = first.iter().filter(|path| project::FILES.contains(&path.name()));
        let projects: HashSet<&str> = projects.map(|path| path.folder()).collect();
        let looks = in_parallel(&others, |(_, source)| look(&source.text));
        let mut unclear = Vec::new();
        for ((path, _), look) in others.into_iter().zip(looks) {
            match look {
                Scan::Named(name) => drop(reading.stubs.insert(path, name)),
                // Its project may give it a name.
                Scan::Nameless if is_below(path, &projects) => unclear.push(path),
                Scan::Nameless => {}
                Scan::Unclear => unclear.push(path),
            }
        }
        reading.parse(&unclear);
        let stubs: Vec<SourceFile> = reading.stubs.iter().map(|(path, name)| stub(path, name)).collect();
        let defined = reading.workspace.files().map(|file| &**file).chain(&stubs);
        for file in defined {
            let path = sources.get_key_value(&file.path).map(|(path, _)| path);
            if let (Some(path), Some(name)) = (path, file.defines()) {
                reading.by_name.entry((name.kind.clone(), name.name.clone())).or_default().push(path);
            }
        }
        reading
    }

    /// Adds these files to the workspace in full.
    fn parse(&mut self, paths: &[&'a FilePath]) {
        let new: Vec<&FilePath> = paths.iter().copied().filter(|path| self.workspace.file(path).is_none()).collect();
        let parsed = in_parallel(&new, |path| self.sources.get(*path).map(|source| source.parsed(path)));
        for file in parsed.into_iter().flatten() {
            self.stubs.remove(&file.path);
            self.workspace.insert(file);
        }
    }

    fn of_name(&self, name: &Name) -> &[&'a FilePath] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The files that these build on, and those that define the same names; `None` if any file may be among them.
    fn built_on(&self, paths: &[&FilePath]) -> Option<BTreeSet<&'a FilePath>> {
        let mut found = BTreeSet::new();
        for file in paths.iter().filter_map(|path| self.workspace.file(path)) {
            let own = file.defines().map(|name| (name.kind.clone(), name.name.clone()));
            for name in builds_on(&self.workspace, file)?.iter().chain(&own) {
                found.extend(self.of_name(name));
            }
            let named = self.workspace.named_files(file).into_iter().filter_map(|(.., path)| path);
            found.extend(named.filter_map(|path| Some(self.sources.get_key_value(&path)?.0)));
        }
        Some(found)
    }

    fn finish(mut self) -> Workspace {
        for (path, name) in self.stubs {
            self.workspace.insert(Arc::new(stub(path, name)));
        }
        self.workspace
    }
}

/// A stub: a file with nothing but the name of its descriptor.
fn stub(path: &FilePath, name: &str) -> SourceFile {
    SourceFile::new(path.clone(), format!("name: {name}\n"))
}

fn is_below(path: &FilePath, folders: &HashSet<&str>) -> bool {
    let text = path.as_str();
    let above = text.match_indices('/').map(|(slash, _)| &text[..slash]);
    !folders.is_empty() && std::iter::once("").chain(above).any(|folder| folders.contains(folder))
}
