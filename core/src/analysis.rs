//! The API for the faces, in the terms of an editor. An analysis describes one state of a workspace; a change yields
//! the next one, and only re-checks files that the change can affect.

pub mod arrange;
pub mod code_actions;
pub mod command;
pub mod complete;
pub mod consequences;
mod deferred;
pub mod diagrams;
pub mod example;
pub mod files;
pub mod fold;
pub mod form;
pub mod format;
mod hierarchy;
pub mod hover;
pub mod insertion;
mod links;
pub mod part;
pub mod ports;
mod reconnect;
pub mod reported;
mod rewrite;
mod separate;
pub mod versions;

use std::sync::{Arc, OnceLock};

use smol_str::SmolStr;

pub use self::deferred::Earlier;
use crate::catalog::Catalog;
use crate::content::Contents;
use crate::context::FileContext;
use crate::csar::Package;
use crate::diagnostic::Diagnostic;
use crate::edit::{Change, EditError, FileChange};
use crate::editing::layout;
use crate::exports::{Exports, by_path};
use crate::language::Language;
use crate::memo::Memo;
use crate::preview::InputField;
use crate::preview::progress::{self, Progress};
use crate::preview::question::{Form, Question};
use crate::released::Released;
use crate::rules;
use crate::rules::catalog_settings::CatalogSettings;
use crate::scene::{self, Scene};
use crate::semantics::{Outcome, Previewer, Provided, Services};
use crate::settings::Settings;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::symbol::{Mention, Symbol, SymbolKind, Target};
use crate::syntax::NodePath;
use crate::text::{FilePath, Span};
use crate::topology::Topology;
use crate::workspace::{SourceFile, Workspace};

/// Everything known about one state of a workspace. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    workspace: Workspace,
    catalog: Arc<Catalog>,
    /// Facts shared by several files of this state.
    memo: Arc<Memo>,
    settings: Settings,
    provided: Provided,
    /// The languages whose services were missing when a file was analyzed.
    lacking: [bool; Language::ALL.len()],
    released: Option<Arc<Released>>,
    files: SortedMap<FilePath, Arc<FileAnalysis>>,
    /// The files whose findings are from an earlier state.
    due: SortedSet<FilePath>,
    /// The files among them that were edited since then. The others depend on a file that was.
    edited: SortedSet<FilePath>,
    /// Finds problems; without it, as long as it is not loaded, no findings are known.
    checker: Option<Checker>,
}

/// Finds the mentions and problems of a file: [`checked`].
pub type Checker = fn(FileContext<'_>, Option<&Released>, Option<&'static Services>, Option<&Earlier>) -> Checked;

/// The result of checking a file.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    mentions: Vec<Mention>,
    diagnostics: Vec<Diagnostic>,
}

/// All mentions and findings of a file, both in source order. A file without a language is only checked by the rules
/// for all languages. What an `earlier` check found is kept as far as it still holds.
pub fn checked(
    context: FileContext<'_>,
    released: Option<&Released>,
    services: Option<&'static Services>,
    earlier: Option<&Earlier>,
) -> Checked {
    let kept = services.zip(earlier).filter(|_| released.is_none());
    if let Some(checked) = kept.and_then(|(services, earlier)| separate::checked(context, services, earlier)) {
        return checked;
    }
    let mentions = mentions(context, services);
    let diagnostics = rules::check(context, released, &mentions, services.map(|services| services.rules));
    Checked { mentions, diagnostics }
}

fn mentions(context: FileContext<'_>, services: Option<&'static Services>) -> Vec<Mention> {
    services.map_or_else(Vec::new, |services| (services.mentions)(context))
}

/// The effects of a change.
struct Affected {
    after: Analysis,
    /// The files to check again.
    concerned: SortedSet<FilePath>,
    /// The current exports of the changed files.
    exports: Vec<(FilePath, Exports)>,
}

/// Everything known about one file in its workspace.
#[derive(Clone, Debug, Default)]
struct FileAnalysis {
    /// Computed when the file is checked, or on demand.
    mentions: OnceLock<Vec<Mention>>,
    /// Computed when the file is checked; for a file that is due, on demand.
    diagnostics: OnceLock<Vec<Diagnostic>>,
    /// The last check of a file that is due.
    earlier: Option<Earlier>,
    exports: Exports,
    /// How often it was checked while files of its package had not arrived yet; 0 if all have.
    n_premature: u8,
}

/// Maximum number of checks of a file that wait for files of its package. Each can need further files, but a package that is
/// too large to be kept would be fetched forever.
const MAX_PREMATURE: u8 = 10;

impl FileAnalysis {
    fn diagnostics(&self) -> &[Diagnostic] {
        self.diagnostics.get_or_init(|| self.earlier.as_ref().map(Earlier::diagnostics).unwrap_or_default())
    }
}

impl Analysis {
    pub fn new(workspace: Workspace, settings: Settings) -> Self {
        Analysis::against(workspace, settings, None)
    }

    /// The analysis of a workspace, compared with its released version.
    pub fn against(workspace: Workspace, settings: Settings, released: Option<Arc<Released>>) -> Self {
        Analysis::whole(Some(checked), Provided::all(), workspace, settings, released)
    }

    /// The analysis of a workspace, compared with its released version.
    fn whole(
        checker: Option<Checker>,
        provided: Provided,
        workspace: Workspace,
        settings: Settings,
        released: Option<Arc<Released>>,
    ) -> Self {
        let mut checking = Checking::new(checker, provided, workspace, settings, released);
        while checking.next_file() {}
        checking.finish()
    }

    /// Whether findings are known.
    pub fn is_checked(&self) -> bool {
        self.checker.is_some()
    }

    /// The same state with these additional services. Files of languages that had none become due.
    pub fn with_services(&self, provided: Provided) -> Analysis {
        let is_new = |language: Language| self.provided.of(language).is_none() && provided.of(language).is_some();
        let provided = self.provided.and(provided);
        let mut after = Analysis { provided, ..self.clone() };
        for language in Language::ALL {
            after.lacking[language as usize] &= provided.of(language).is_none();
        }
        let files = self.workspace.files().filter(|file| file.language.is_some_and(is_new));
        let paths = files.map(|file| file.path.clone()).filter(|path| self.files.contains_key(path));
        if self.checker.is_some() {
            after.put_off(self, gather(paths), &Change::default(), Vec::new());
            return after;
        }
        for path in paths {
            if let Some(known) = after.files.get_mut(&path) {
                // Without services the mentions were empty, so recompute them.
                *known = Arc::new(FileAnalysis { mentions: OnceLock::new(), ..(**known).clone() });
            }
        }
        after
    }

    /// The same state with files of any kind around the workspace.
    pub fn with_contents(&self, contents: Contents) -> Analysis {
        Analysis { workspace: self.workspace.clone().with_contents(contents), ..self.clone() }
    }

    /// Whether files were checked before the files of their packages had arrived.
    pub fn is_premature(&self) -> bool {
        self.premature().next().is_some()
    }

    fn premature(&self) -> impl Iterator<Item = &FilePath> {
        let files = self.files.iter().filter(|(path, _)| !self.due.contains(*path));
        files.filter(|(_, file)| (1..MAX_PREMATURE).contains(&file.n_premature)).map(|(path, _)| path)
    }

    /// The same state after files of packages have arrived: files that were checked before become due.
    pub fn with_arrived(&self) -> Analysis {
        let mut after = self.clone();
        after.put_off(self, gather(self.premature().cloned()), &Change::default(), Vec::new());
        after
    }

    /// The languages whose services must be loaded before their files can be checked.
    pub fn lacking(&self) -> Vec<Language> {
        Language::ALL.into_iter().filter(|language| self.lacking[*language as usize]).collect()
    }

    /// Whether the services that a file needs have been loaded.
    pub fn is_served(&self, path: &FilePath) -> bool {
        self.file(path).is_none_or(|file| self.lacked_by(file).is_none())
    }

    /// Starts a check of all files by `checker`, with these services.
    pub fn checking(&self, checker: Checker, provided: Provided) -> Checking {
        let (due, edited, lacking) = (SortedSet::new(), SortedSet::new(), Default::default());
        let analysis = Analysis { checker: Some(checker), provided, lacking, due, edited, ..self.clone() };
        Checking { analysis, left: self.paths() }
    }

    fn paths(&self) -> std::vec::IntoIter<FilePath> {
        self.workspace.files().map(|file| file.path.clone()).collect::<Vec<_>>().into_iter()
    }

    /// An analysis of only `paths`, in a workspace that contains everything they build on, as part of a larger catalog.
    pub fn of_some(
        workspace: Workspace,
        catalog: Arc<Catalog>,
        settings: Settings,
        released: Option<Arc<Released>>,
        paths: impl IntoIterator<Item = FilePath>,
    ) -> Self {
        let (checker, provided) = (Some(checked as Checker), Provided::all());
        let workspace = workspace.with_remote(settings.remote());
        let mut analysis =
            Analysis { workspace, catalog, settings, provided, released, checker, ..Analysis::default() };
        analysis.check(paths);
        analysis
    }

    /// The findings of a file that is not part of the workspace, as if it were, in source order. Facts about the files that it
    /// builds on are those of this analysis.
    pub fn findings_of_new(&self, file: SourceFile) -> Vec<Diagnostic> {
        let path = file.path.clone();
        let mut workspace = self.workspace.clone();
        workspace.insert(Arc::new(file));
        let memo = Arc::new(self.memo.without(&gather([path.clone()])));
        let mut analysis = Analysis { workspace, memo, files: SortedMap::new(), ..self.clone() };
        analysis.check([path.clone()]);
        analysis.diagnostics(&path).to_vec()
    }

    /// The analysis after `change`. Checks the changed files, and the files that depend on changed exports.
    pub fn changed(&self, change: &Change) -> Result<Analysis, EditError> {
        let workspace = self.workspace.apply(change)?;
        Ok(self.after(workspace, touched(change)))
    }

    /// The analysis after `change`. Checks the changed files; files that depend on their exports become due
    /// ([`Analysis::checking_due`]).
    pub fn changed_at_once(&self, change: &Change) -> Result<Analysis, EditError> {
        let workspace = self.workspace.apply(change)?;
        Ok(self.at_once(workspace, touched(change)))
    }

    /// The analysis of another state of this workspace. Checks files that differ; files that depend on their exports
    /// become due.
    pub fn of_state(&self, workspace: &Workspace) -> Analysis {
        let differ = |file: &&Arc<SourceFile>, other: &Workspace| {
            other.file(&file.path).is_none_or(|there| !Arc::ptr_eq(there, file))
        };
        let new = workspace.files().filter(|file| differ(file, &self.workspace));
        let gone = self.workspace.files().filter(|file| differ(file, workspace));
        let touched = gather(new.chain(gone).map(|file| file.path.clone()));
        self.at_once(workspace.clone(), touched)
    }

    /// The analysis after these files changed, with all affected files checked.
    fn after(&self, workspace: Workspace, touched: SortedSet<FilePath>) -> Analysis {
        let Affected { mut after, mut concerned, .. } = self.affected(workspace, touched);
        concerned.append(&mut after.due);
        after.check(concerned);
        after
    }

    /// The analysis after these files changed, with only these checked.
    fn at_once(&self, workspace: Workspace, touched: SortedSet<FilePath>) -> Analysis {
        if self.checker.is_none() {
            return self.after(workspace, touched);
        }
        let Affected { mut after, concerned, .. } = self.affected(workspace, touched.clone());
        let (now, later): (SortedSet<_>, _) = concerned.into_iter().partition(|path| touched.contains(path));
        after.put_off(self, later, &Change::default(), Vec::new());
        after.check(now);
        after
    }

    /// The analysis after these files changed, and the files to check again.
    fn affected(&self, workspace: Workspace, mut touched: SortedSet<FilePath>) -> Affected {
        let packages = touched.iter().flat_map(|path| workspace.package(path)).filter(|file| {
            let before = self.workspace.file(&file.path);
            before.is_none_or(|before| !Arc::ptr_eq(before, file))
        });
        let packaged: Vec<FilePath> = packages.map(|file| file.path.clone()).collect();
        touched.extend(packaged);
        let mut after = self.clone();
        after.workspace = workspace;
        let (mut names_changed, mut languages_changed) = (false, false);
        let mut known = Vec::new();
        let (mut stale, mut stale_files) = (SortedSet::new(), SortedSet::new());
        for path in &touched {
            let before = self.files.get(path);
            let file = after.workspace.file(path);
            let now = file.map(|file| exports(&after.workspace, file));
            let visible = |exports: &Exports| (exports.defines.clone(), exports.hash);
            let same = before.map(|before| visible(&before.exports)) == now.as_ref().map(visible);
            let names = [&self.workspace, &after.workspace].map(|workspace| workspace.file(path)?.defines());
            if let [before, now] = names
                && before != now
            {
                Arc::make_mut(&mut after.catalog).update(path, before, now);
                names_changed = true;
            }
            let language = |workspace: &Workspace| workspace.file(path).and_then(|file| file.language);
            languages_changed |= language(&self.workspace) != language(&after.workspace);
            if !same {
                stale_files.insert(path.clone());
                stale.extend(before.and_then(|before| before.exports.defines.clone()));
                stale.extend(now.as_ref().and_then(|now| now.defines.clone()));
            }
            // Importers depend on whether the file exists, whatever it contains.
            if before.is_none() != file.is_none() {
                stale.insert(by_path(path));
            }
            known.extend(now.map(|now| (path.clone(), now)));
            if file.is_none() {
                after.files.remove(path);
                after.due.remove(path);
                after.edited.remove(path);
            }
        }
        let is_changed =
            |language: &Language| is_alone(&self.workspace, *language) != is_alone(&after.workspace, *language);
        let changed_company: Vec<Language> = match languages_changed {
            true => Language::ALL.into_iter().filter(is_changed).collect(),
            false => Vec::new(),
        };
        let checked = after.files.iter().filter(|(path, _)| !after.due.contains(*path));
        let concerned = checked.filter(|(path, file)| {
            // Related locations in other files move with the text there.
            let points_there = || file.diagnostics().iter().flat_map(|found| &found.related);
            let asks_names = file.exports.asks_catalog && (names_changed || languages_changed);
            let language = || after.workspace.file(path)?.language;
            let asks_if_alone =
                file.exports.asks_if_alone && language().is_some_and(|own| changed_company.contains(&own));
            let asks_definitions = file.exports.asks_exports && !stale_files.is_empty();
            asks_names
                || asks_if_alone
                || asks_definitions
                || points_there().any(|related| touched.contains(&related.file))
        });
        let mut again: SortedSet<FilePath> = gather(concerned.map(|(path, _)| path.clone()));
        again.extend(after.packaged_with(&touched, &self.workspace));
        again.extend(touched.into_iter().filter(|path| after.workspace.file(path).is_some()));
        let dependants = after.dependants(stale);
        if !stale_files.is_empty() {
            stale_files.extend(dependants.iter().cloned());
            // If only some files are checked, not all dependants are known.
            let is_each_known = self.files.len() == self.workspace.files().count();
            let memo = if is_each_known { self.memo.without(&stale_files) } else { Memo::default() };
            after.memo = Arc::new(memo);
        }
        again.extend(dependants);
        if names_changed {
            again.extend(after.guessing());
        }
        Affected { after, concerned: again, exports: known }
    }

    /// The same workspace with other settings.
    pub fn with_settings(&self, settings: Settings) -> Analysis {
        Analysis::whole(self.checker, self.provided, self.workspace.clone(), settings, self.released.clone())
    }

    /// The same workspace with other settings, without new findings: those of the old settings remain until they are
    /// known.
    pub fn unchecked(self, settings: Settings) -> Analysis {
        let workspace = self.workspace.with_remote(settings.remote());
        Analysis { workspace, settings, checker: None, ..self }
    }

    /// The same workspace, checked with the settings in `stated`, and otherwise with those that the catalog now states
    /// itself.
    pub fn with_stated_settings(self, stated: &CatalogSettings) -> Analysis {
        let settings = stated.with_catalog(&self.workspace).settings();
        if settings == self.settings { self } else { self.with_settings(settings) }
    }

    /// The descriptors to check again because a file of their package has changed: the values of a chart, for example, or
    /// any file that was added or removed, since the manifest lists all files.
    fn packaged_with(&self, touched: &SortedSet<FilePath>, before: &Workspace) -> Vec<FilePath> {
        let exists = |workspace: &Workspace, path: &FilePath| workspace.file(path).is_some();
        let was_added_or_removed = |path: &FilePath| exists(before, path) != exists(&self.workspace, path);
        let is_of_chart = |path: &FilePath| {
            let mut about = path.folders().filter_map(|folder| FilePath::in_folder(folder, "Chart.yaml"));
            about.any(|about| exists(before, &about) || exists(&self.workspace, &about))
        };
        // A file of a chart may look like a descriptor, perhaps only while it is edited.
        let is_descriptor = |path: &FilePath| {
            let is = |at: &Workspace| at.file(path).is_some_and(|file| file.language.is_some());
            is(before) && is(&self.workspace) && !is_of_chart(path)
        };
        let has_other_content = |path: &FilePath| !is_descriptor(path) && !layout::is_layout(path);
        let changed: Vec<&FilePath> =
            touched.iter().filter(|path| was_added_or_removed(path) || has_other_content(path)).collect();
        if changed.is_empty() {
            return Vec::new();
        }
        let contents = self.workspace.contents();
        let has_changed_package = |file: &&Arc<SourceFile>| {
            let folder = Package::folder_of(file, contents);
            let is_inside =
                |path: &FilePath| path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
            changed.iter().any(|path| folder.is_empty() || is_inside(path))
        };
        // The package is only read for files that might be its entry.
        let reads_package = |file: &&Arc<SourceFile>| {
            file.language.is_some_and(Language::has_packages) || Package::starting_with(file, contents).is_some()
        };
        let candidates = self.workspace.files().filter(|file| file.language.is_some_and(Language::reads_packages));
        let affected = candidates.filter(has_changed_package).filter(reads_package);
        affected.map(|file| file.path.clone()).collect()
    }

    /// The files with unresolved descriptor names, because suggestions depend on all names.
    fn guessing(&self) -> Vec<FilePath> {
        let guesses = |file: &FileAnalysis| file.diagnostics().iter().any(|found| found.code.starts_with("catalog/"));
        self.files.iter().filter(|(_, file)| guesses(file)).map(|(path, _)| path.clone()).collect()
    }

    /// The files that build on any of `names`, directly or indirectly.
    fn dependants(&self, names: SortedSet<(SmolStr, SmolStr)>) -> Vec<FilePath> {
        let is_any = |file: &Arc<FileAnalysis>| {
            names.iter().any(|name| file.exports.uses.contains(name) || file.exports.defines.as_ref() == Some(name))
        };
        // Usually there are none, or only the file itself.
        let mut direct = self.files.iter().filter(|(_, file)| is_any(file));
        match (direct.next(), direct.next()) {
            (None, _) => return Vec::new(),
            (Some((path, file)), None) if file.exports.defines.as_ref().is_none_or(|name| names.contains(name)) => {
                return vec![path.clone()];
            }
            _ => {}
        }
        let mut users: SortedMap<&(SmolStr, SmolStr), Vec<&FilePath>> = SortedMap::new();
        for (path, file) in &self.files {
            for name in &file.exports.uses {
                users.entry(name).or_default().push(path);
            }
            if let Some(name) = &file.exports.defines {
                users.entry(name).or_default().push(path);
            }
        }
        let mut found = SortedSet::new();
        let mut queue: Vec<&(SmolStr, SmolStr)> = names.iter().collect();
        while let Some(name) = queue.pop() {
            for path in users.get(name).into_iter().flatten() {
                if found.insert((*path).clone()) {
                    queue.extend(self.files.get(*path).and_then(|file| file.exports.defines.as_ref()));
                }
            }
        }
        found.into_iter().collect()
    }

    fn check(&mut self, paths: impl IntoIterator<Item = FilePath>) {
        for path in paths {
            let Some(file) = self.workspace.file(&path) else { continue };
            let n_coming = self.workspace.contents().n_coming();
            let mut known = self.know(file, self.files.get(&path).and_then(|before| before.earlier.as_ref()));
            if self.workspace.contents().n_coming() != n_coming && file.language.is_some_and(Language::reads_packages) {
                known.n_premature = self.files.get(&path).map_or(0, |before| before.n_premature).saturating_add(1);
            }
            if let Some(language) = self.lacked_by(file) {
                self.lacking[language as usize] = true;
            }
            self.due.remove(&path);
            self.edited.remove(&path);
            self.files.insert(path, Arc::new(known));
        }
    }

    /// Analyzes a file. A file whose language services are missing is not checked, because the rules for all languages
    /// alone would report its ignore comments as unused.
    fn know(&self, file: &SourceFile, earlier: Option<&Earlier>) -> FileAnalysis {
        let mut known = FileAnalysis { exports: exports(&self.workspace, file), ..FileAnalysis::default() };
        if let (Some(check), None) = (self.checker, self.lacked_by(file)) {
            let checked = check(self.context(file), self.released.as_deref(), self.services(file), earlier);
            (known.mentions, known.diagnostics) = (checked.mentions.into(), checked.diagnostics.into());
        }
        // The findings about unresolved types depend on the whole catalog.
        known.exports.asks_catalog |= known.diagnostics().iter().any(|found| found.code.starts_with("catalog/"));
        known.exports.asks_exports = known.diagnostics().iter().any(|found| found.code.ends_with("/no-such-type"));
        known
    }

    /// A file in this state of the workspace.
    pub fn context<'a>(&'a self, file: &'a SourceFile) -> FileContext<'a> {
        let (workspace, catalog, settings, memo) = (&self.workspace, &*self.catalog, &self.settings, &*self.memo);
        FileContext { file, workspace, catalog, settings, memo }
    }

    /// The services of a file's language, if they have been loaded.
    fn services(&self, file: &SourceFile) -> Option<&'static Services> {
        self.provided.of(file.language?)
    }

    /// The language of a file, if its services have not been loaded.
    fn lacked_by(&self, file: &SourceFile) -> Option<Language> {
        file.language.filter(|language| self.provided.of(*language).is_none())
    }

    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Whether both analyze the same files with the same settings and services, so that they differ at most in findings.
    pub fn is_of_same_state(&self, other: &Analysis) -> bool {
        let is_served = |analysis: &Analysis| Language::ALL.map(|language| analysis.provided.of(language).is_some());
        is_served(self) == is_served(other)
            && self.settings == other.settings
            && self.workspace.has_same_files(&other.workspace)
    }

    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    pub fn settings(&self) -> Settings {
        self.settings.clone()
    }

    pub fn file(&self, path: &FilePath) -> Option<&Arc<SourceFile>> {
        self.workspace.file(path)
    }

    /// The findings of a file, in source order.
    pub fn diagnostics(&self, path: &FilePath) -> &[Diagnostic] {
        self.files.get(path).map_or(&[], |file| file.diagnostics())
    }

    /// All findings, by file.
    pub fn all_diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.files.values().flat_map(|file| file.diagnostics())
    }

    /// The files whose descriptors are used as components or references.
    pub fn used(&self) -> SortedSet<&FilePath> {
        let files = self.workspace.files();
        let used = files.flat_map(|file| {
            let sources = self.sources(file).into_iter().filter(|source| *source != file.path);
            sources.filter_map(|source| Some(&self.workspace.file(&source)?.path)).collect::<Vec<_>>()
        });
        gather(used)
    }

    /// The files that a file directly builds on.
    fn sources(&self, file: &SourceFile) -> Vec<FilePath> {
        file.language.map_or(Vec::new(), |language| (language.semantics().sources)(self.context(file)))
    }

    /// The files that the one at `path` builds on, directly or indirectly, without itself.
    pub fn builds_on(&self, path: &FilePath) -> Vec<FilePath> {
        let mut found: SortedSet<FilePath> = gather([path.clone()]);
        let mut queue = vec![path.clone()];
        while let Some(file) = queue.pop().and_then(|next| self.file(&next)) {
            for source in self.sources(file) {
                if found.insert(source.clone()) {
                    queue.push(source);
                }
            }
        }
        found.remove(path);
        found.into_iter().collect()
    }

    /// All mentions in a file, in source order.
    pub fn mentions(&self, path: &FilePath) -> &[Mention] {
        let (Some(file), Some(known)) = (self.file(path), self.files.get(path)) else { return &[] };
        known.mentions.get_or_init(|| mentions(self.context(file), self.services(file)))
    }

    /// All definitions in a file, in source order.
    pub fn symbols(&self, path: &FilePath) -> Vec<Symbol> {
        let Some(file) = self.file(path) else { return Vec::new() };
        self.services(file).map_or(Vec::new(), |services| (services.symbols)(file))
    }

    /// The definition at `offset`, or the definition of the name mentioned there.
    pub fn definition(&self, path: &FilePath, offset: usize) -> Option<Symbol> {
        let target = self.mention_at(path, offset).map(|mention| &mention.target);
        if let Some(Target::Found { file, path }) = target {
            return self.defined(file, path);
        }
        let mut links = self.links_at(path, offset).into_iter().filter(|link| link.is_to_definition);
        if let Some(found) = links.next().and_then(|link| self.defined(&link.other.0, &link.other.1)) {
            return Some(found);
        }
        self.symbols(path).into_iter().find(|symbol| symbol.span.touches(offset) && !symbol.span.is_empty())
    }

    /// The definition at `path` of a file. At a root without a name, the file itself.
    fn defined(&self, file: &FilePath, path: &NodePath) -> Option<Symbol> {
        let found = self.symbols(file).into_iter().find(|symbol| symbol.path == *path);
        let whole = || {
            let source = self.file(file).filter(|_| path.is_root())?;
            Some(Symbol {
                kind: SymbolKind::Descriptor,
                name: file.name().into(),
                file: file.clone(),
                path: path.clone(),
                span: Span::at(0),
                full_span: source.root.as_ref()?.span,
                detail: source.language?.label().to_owned(),
            })
        };
        found.or_else(whole)
    }

    /// All mentions of the symbol defined at `definition` in `file`, in all files.
    pub fn references(&self, file: &FilePath, definition: &NodePath) -> Vec<(FilePath, Mention)> {
        let refers_here = |mention: &&Mention| matches!(&mention.target, Target::Found { file: target, path } if target == file && path == definition);
        let mentions =
            self.files.keys().flat_map(|path| self.mentions(path).iter().map(move |mention| (path, mention)));
        mentions
            .filter(|(_, mention)| refers_here(mention))
            .map(|(path, mention)| (path.clone(), mention.clone()))
            .collect()
    }

    /// The files whose descriptors have components or references of the descriptor in `file`.
    pub fn used_by(&self, file: &FilePath) -> Vec<FilePath> {
        let users = self.references(file, &NodePath::root());
        let files: SortedSet<FilePath> = gather(users.into_iter().map(|(path, _)| path).filter(|path| path != file));
        files.into_iter().collect()
    }

    /// The innermost mention at `offset`.
    pub fn mention_at(&self, path: &FilePath, offset: usize) -> Option<&Mention> {
        let found = self.mentions(path).iter().filter(|mention| mention.span.touches(offset));
        found.min_by_key(|mention| mention.span.len())
    }

    /// The topology of a file; `None` if it is not a descriptor.
    pub fn topology(&self, path: &FilePath) -> Option<Topology> {
        self.topology_as(path, false)
    }

    /// The topology of a file. With `is_flipped`, hosts are drawn the opposite way from the default. It depends on
    /// whether the services of its language have been loaded.
    pub fn topology_as(&self, path: &FilePath, is_flipped: bool) -> Option<Topology> {
        let file = self.file(path)?;
        match self.services(file).and_then(|services| services.topology) {
            Some(draw) => draw(self.context(file), is_flipped),
            None => (file.language?.semantics().topology)(self.context(file)),
        }
    }

    /// Whether the diagram of a file shows what only the services of its language know, since they have been loaded.
    pub fn is_drawn_by_services(&self, path: &FilePath) -> bool {
        self.served(path).is_some_and(|(_, services)| services.topology.is_some())
    }

    /// Whether hosts are frames around the boxes that they host, by default.
    pub fn nests_hosts(&self, path: &FilePath) -> bool {
        let root = self.file(path).and_then(|file| file.root.as_ref());
        root.is_some_and(|root| layout::nests_hosts(root))
    }

    /// The scene of a file, laid out from scratch.
    pub fn scene(&self, path: &FilePath) -> Option<Scene> {
        Some(scene::layout(&self.topology(path)?, None))
    }

    /// The preview functions of a file's language; `None` if it has none, or they have not been loaded.
    pub fn previewer(&self, path: &FilePath) -> Option<&'static Previewer> {
        self.services(self.file(path)?)?.preview.as_ref()
    }

    /// The inputs of the descriptor in a file.
    pub fn input_fields(&self, path: &FilePath) -> Vec<InputField> {
        let fields = || Some((self.previewer(path)?.inputs)(self.context(self.file(path)?)));
        fields().unwrap_or_default()
    }

    /// The preview form of the descriptor in a file, given its last preview and the selected boxes.
    pub fn question_form(&self, path: &FilePath, last: Option<&Outcome>, selection: &[NodePath]) -> Form {
        let form = || Some((self.previewer(path)?.form)(self.context(self.file(path)?), last, selection));
        form().unwrap_or_default()
    }

    /// The preview of the descriptor in a file; `None` if its language has none.
    pub fn preview(&self, path: &FilePath, question: &Question) -> Option<Outcome> {
        progress::block_on(self.preview_in_pieces(path, question, &Progress::default()))
    }

    /// Computes the preview in slices; `pace` reports the progress.
    pub async fn preview_in_pieces(&self, path: &FilePath, question: &Question, pace: &Progress) -> Option<Outcome> {
        let file = self.file(path)?;
        let compute = self.previewer(path)?.compute;
        Some(compute(self.context(file), question, pace).await)
    }
}

/// Checks many files, one at a time, so that the caller can do something else in between.
#[derive(Debug)]
pub struct Checking {
    analysis: Analysis,
    left: std::vec::IntoIter<FilePath>,
}

impl Checking {
    /// Starts with unknown files; without a checker no findings are computed.
    pub fn new(
        checker: Option<Checker>,
        provided: Provided,
        workspace: Workspace,
        settings: Settings,
        released: Option<Arc<Released>>,
    ) -> Self {
        let workspace = workspace.with_remote(settings.remote());
        let catalog = Arc::new(Catalog::of(&workspace));
        let analysis = Analysis { workspace, catalog, settings, provided, released, checker, ..Analysis::default() };
        Checking { left: analysis.paths(), analysis }
    }

    /// Checks the next file, if there is one.
    pub fn next_file(&mut self) -> bool {
        let Some(path) = self.left.next() else { return false };
        self.analysis.check([path]);
        true
    }

    /// The number of files left.
    pub fn n_left(&self) -> usize {
        self.left.len()
    }

    /// The result so far.
    pub fn so_far(&self) -> &Analysis {
        &self.analysis
    }

    /// The final result. Files that are due and were not checked stay due.
    pub fn finish(self) -> Analysis {
        self.analysis
    }
}

/// Whether a workspace has at most one file of a language.
fn is_alone(workspace: &Workspace, language: Language) -> bool {
    workspace.files().filter(|file| file.language == Some(language)).nth(1).is_none()
}

fn touched(change: &Change) -> SortedSet<FilePath> {
    gather(change.edits.keys().chain(change.files.iter().flat_map(paths)).cloned())
}

fn paths(change: &FileChange) -> Vec<&FilePath> {
    match change {
        FileChange::Create { path, .. } | FileChange::Delete { path } => vec![path],
        FileChange::Rename { from, to } => vec![from, to],
    }
}

/// The exports of a file. It uses the files that it names, also by URLs for which the settings have files.
fn exports(workspace: &Workspace, file: &SourceFile) -> Exports {
    let mut exports = file.language.map_or_else(Exports::default, |language| (language.semantics().exports)(file));
    exports
        .uses
        .extend(workspace.named_files(file).into_iter().filter_map(|(.., path)| path).map(|path| by_path(&path)));
    exports
}

/// The kinds and names of the descriptors that a file builds on, in any version; `None` if that can be any descriptor.
pub fn builds_on(workspace: &Workspace, file: &SourceFile) -> Option<SortedSet<(SmolStr, SmolStr)>> {
    let exports = exports(workspace, file);
    (!exports.asks_catalog).then_some(exports.uses)
}
