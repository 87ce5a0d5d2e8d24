//! Undo and redo over text and canvas as one stack: a list of analyses, which share all unchanged files.

use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::content::Contents;
use descriptorium_core::edit::{Change, EditError, FileChange};
use descriptorium_core::semantics::Provided;
use descriptorium_core::settings::Settings;
use descriptorium_core::sorting::gather;
use descriptorium_core::text::FilePath;

use crate::model::snapshot::{SettingsOf, SettingsResolver, Snapshot, StatedSettings};

/// The maximum number of steps.
const DEPTH: usize = 500;

/// A longer pause in typing starts a new step, in milliseconds.
const PAUSE: f64 = 800.0;

/// All states since the files were opened, and the index of the current one.
#[derive(Clone, Debug)]
pub struct History {
    // Invariant: `at` is the index of a step.
    steps: Vec<Step>,
    at: usize,
    resolver: SettingsResolver,
    /// The services that have arrived.
    provided: Provided,
    /// Whether there is only the current state, because undo is the business of a host.
    is_single: bool,
}

#[derive(Clone, Debug)]
pub struct Step {
    /// The name of the edit in the undo menu; empty for the first state.
    pub title: String,
    pub analysis: Arc<Snapshot>,
    /// The files that the edit touched.
    pub files: Vec<FilePath>,
    /// The time of the last keystroke in milliseconds, if the edit was typing.
    typed: Option<f64>,
}

impl History {
    /// The history of newly opened files.
    pub fn new(analysis: Analysis, stated: StatedSettings) -> Self {
        let first = Step { title: String::new(), analysis: shared(analysis), files: Vec::new(), typed: None };
        let resolver = SettingsResolver { stated, settings: |_, _| Settings::default() };
        History { steps: vec![first], at: 0, resolver, provided: Provided::NONE, is_single: false }
    }

    /// Takes over the findings that were found in `checked`, which may be a past state.
    pub fn learn(&mut self, checked: &Analysis) {
        // Services may have arrived during the check.
        let served = checked.with_services(self.provided);
        let now = self.resolver.apply_to(served.of_state(self.analysis().workspace()));
        self.steps[self.at].analysis = shared(now);
    }

    /// Makes services available in every state, and applies to each the settings in its files.
    pub fn serve(&mut self, provided: Provided, settings: SettingsOf) {
        (self.resolver.settings, self.provided) = (settings, provided);
        for at in 0..self.steps.len() {
            let served = self.steps[at].analysis.with_services(provided);
            self.steps[at].analysis = shared(self.resolver.apply_to(served));
        }
    }

    /// Makes files of any kind known in every state.
    pub fn surround(&mut self, contents: &Contents) {
        for step in &mut self.steps {
            step.analysis = shared(step.analysis.with_contents(contents.clone()));
        }
    }

    /// The settings that were stated from outside of the files.
    pub fn stated(&self) -> StatedSettings {
        self.resolver.stated.clone()
    }

    /// The state after `change`. Dependent files are marked for a later check.
    fn after(&self, change: &Change) -> Result<Arc<Snapshot>, EditError> {
        Ok(shared(self.resolver.apply_to(self.analysis().changed_at_once(change)?)))
    }

    pub fn analysis(&self) -> &Arc<Snapshot> {
        &self.steps[self.at].analysis
    }

    /// Applies `change` as a separate step and discards all steps that could be redone.
    pub fn apply(&mut self, change: &Change) -> Result<(), EditError> {
        let analysis = self.after(change)?;
        self.push(change, analysis, None);
        Ok(())
    }

    /// Applies a small change such as typing, at `now` in milliseconds. It is merged with the step before if that was
    /// recent and in the same file.
    pub fn apply_typing(&mut self, change: &Change, now: f64) -> Result<(), EditError> {
        let files: Vec<&FilePath> = change.edits.keys().collect();
        let last = &self.steps[self.at];
        let analysis = Arc::new(last.analysis.typed(change, &self.resolver)?);
        let recent = last.typed.is_some_and(|typed| now - typed < PAUSE);
        if !recent || last.title != change.title || !last.files.iter().eq(files) {
            self.push(change, analysis, Some(now));
            return Ok(());
        }
        self.steps.truncate(self.at + 1);
        let last = &mut self.steps[self.at];
        last.analysis = analysis;
        last.typed = Some(now);
        Ok(())
    }

    /// Checks the files that are due since the last edit.
    pub fn settle(&mut self) {
        if self.analysis().is_due() {
            self.steps[self.at].analysis = shared(self.analysis().with_due_checked());
        }
    }

    /// Checks due files as long as `go_on` returns true, but at least one: `first`, then edited files, then dependent
    /// ones. Returns whether some are left.
    pub fn settle_some(&mut self, first: Option<&FilePath>, mut go_on: impl FnMut(&Analysis) -> bool) -> bool {
        if self.analysis().is_due() {
            let mut checking = self.analysis().checking_due(first);
            while checking.next_file() && checking.n_left() > 0 && go_on(checking.so_far()) {}
            self.steps[self.at].analysis = shared(checking.finish());
        }
        self.analysis().is_due()
    }

    /// Adds `change` to the last step.
    pub fn complete(&mut self, change: &Change) -> Result<(), EditError> {
        let analysis = self.after(change)?;
        let more = touched(change);
        self.steps.truncate(self.at + 1);
        let last = &mut self.steps[self.at];
        last.analysis = analysis;
        last.files.extend(more);
        Ok(())
    }

    fn push(&mut self, change: &Change, analysis: Arc<Snapshot>, typed: Option<f64>) {
        let files = touched(change);
        self.steps.truncate(self.at + 1);
        self.steps.push(Step { title: change.title.clone(), analysis, files, typed });
        if self.is_single {
            self.steps.drain(..self.steps.len() - 1);
        } else if self.steps.len() > DEPTH {
            self.steps.remove(0);
        }
        self.at = self.steps.len() - 1;
    }

    /// Keeps the steps that can be undone from now on, or only the current state.
    pub fn keep_steps(&mut self, are_kept: bool) {
        self.is_single = !are_kept;
        if self.is_single {
            self.steps.truncate(self.at + 1);
            self.steps.drain(..self.at);
            self.at = 0;
        }
    }

    /// The name of the edit that led to the current state.
    pub fn title(&self) -> &str {
        &self.steps[self.at].title
    }

    /// Applies a change from outside as a step before the ones that can be redone. If those touch the same files, they
    /// are discarded.
    pub fn follow(&mut self, change: &Change) -> Result<(), EditError> {
        if touched(change).iter().any(|path| self.is_undone(path)) {
            return self.apply(change);
        }
        let analysis = self.after(change)?;
        let undone = self.steps.split_off(self.at + 1);
        self.push(change, analysis, None);
        for step in undone {
            // Steps that no longer apply cannot be redone.
            let Ok(analysis) = step.analysis.changed_at_once(change) else { break };
            let analysis = shared(self.resolver.apply_to(analysis));
            self.steps.push(Step { analysis, ..step });
        }
        Ok(())
    }

    /// Applies a change to every state, which is not a step that can be undone. States that it does not fit stay as they are.
    pub fn apply_everywhere(&mut self, change: &Change) {
        for step in &mut self.steps {
            if let Ok(analysis) = step.analysis.changed_at_once(change) {
                step.analysis = shared(self.resolver.apply_to(analysis));
            }
        }
    }

    /// Whether a step that can be redone touches a file.
    pub fn is_undone(&self, path: &FilePath) -> bool {
        self.steps.iter().skip(self.at + 1).any(|step| step.files.contains(path))
    }

    /// Goes one step back and returns the undone step.
    pub fn undo(&mut self) -> Option<&Step> {
        let undone = self.at;
        self.go_to(self.at.checked_sub(1)?);
        self.steps[self.at].typed = None;
        self.steps.get(undone)
    }

    /// Goes one step forward and returns the redone step.
    pub fn redo(&mut self) -> Option<&Step> {
        if self.at + 1 >= self.steps.len() {
            return None;
        }
        self.go_to(self.at + 1);
        self.steps.get(self.at)
    }

    /// Goes to a step. If that has not been checked yet, it is checked from the current step.
    fn go_to(&mut self, at: usize) {
        let left = Arc::clone(self.analysis());
        self.at = at;
        if left.is_checked() && !self.analysis().is_checked() {
            self.learn(&left);
        }
        self.arrive();
    }

    /// Makes files due that were checked before the files of their packages had arrived.
    pub fn arrive(&mut self) {
        if self.analysis().is_premature() {
            self.steps[self.at].analysis = shared(self.analysis().with_arrived());
        }
    }

    /// The name of the step that undo would revert.
    pub fn undoable(&self) -> Option<&str> {
        (self.at > 0).then(|| self.steps[self.at].title.as_str())
    }

    /// The name of the step that redo would apply.
    pub fn redoable(&self) -> Option<&str> {
        self.steps.get(self.at + 1).map(|step| step.title.as_str())
    }
}

fn shared(analysis: Analysis) -> Arc<Snapshot> {
    Arc::new(Snapshot::from(analysis))
}

/// The files of a change, with their new names; deleted ones come last.
fn touched(change: &Change) -> Vec<FilePath> {
    let (mut there, mut gone) = (Vec::new(), Vec::new());
    for file in &change.files {
        match file {
            FileChange::Create { path, .. } => there.push(path.clone()),
            FileChange::Rename { from, to } => {
                there.push(to.clone());
                gone.push(from.clone());
            }
            FileChange::Delete { path } => gone.push(path.clone()),
        }
    }
    gather(change.edits.keys().cloned().chain(there).chain(gone))
}

#[cfg(test)]
mod tests {
    use descriptorium_core::analysis::Checking;
    use descriptorium_core::edit::TextEdit;
    use descriptorium_core::rules::catalog_settings::CatalogSettings;
    use descriptorium_core::settings::{Profile, Settings};
    use descriptorium_core::syntax::NodePath;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    fn history() -> (History, FilePath) {
        let path = FilePath::new("a.yaml").expect("a plain path");
        let workspace = Workspace::new([(path.clone(), "name: assembly::a::1.0\n".to_owned())]);
        (History::new(Analysis::new(workspace, Settings::default()), StatedSettings::Null), path)
    }

    fn read(stated: &StatedSettings, workspace: &Workspace) -> Settings {
        CatalogSettings::stated(stated).with_catalog(workspace).settings()
    }

    /// An analysis with the services that have arrived so far, not checked yet.
    fn unchecked(workspace: Workspace, provided: Provided) -> Analysis {
        let mut reading = Checking::new(None, provided, workspace, Settings::default(), None);
        while reading.next_file() {}
        reading.finish()
    }

    fn checked(analysis: &Analysis) -> Analysis {
        let mut checking = analysis.checking(descriptorium_core::analysis::checked, Provided::all());
        while checking.next_file() {}
        checking.finish()
    }

    fn typed(path: &FilePath, offset: usize) -> Change {
        Change::of_file("Typing", path.clone(), TextEdit::insert(offset, "x"))
    }

    fn text(history: &History, path: &FilePath) -> String {
        history.analysis().file(path).map_or(String::new(), |file| file.text.to_string())
    }

    #[test]
    fn services_are_available_in_every_state_before_its_check() {
        let path = FilePath::new("a.yaml").expect("a plain path");
        let text = "name: assembly::a::1.0\nproperties:\n  size: {}\n";
        let mut history = History::new(
            unchecked(Workspace::new([(path.clone(), text.to_owned())]), Provided::NONE),
            StatedSettings::Null,
        );
        history.apply(&Change::of_file("Comment", path.clone(), TextEdit::insert(0, "# x\n"))).expect("it fits");
        let n_symbols = |history: &History| history.analysis().symbols(&path).len();
        assert_eq!(n_symbols(&history), 0);
        history.serve(Provided::all(), read);
        assert!(n_symbols(&history) > 0 && !history.analysis().is_checked());
        history.undo().expect("a step");
        assert!(n_symbols(&history) > 0 && !history.analysis().is_checked());
    }

    #[test]
    fn files_are_checked_when_the_services_of_their_language_arrive() {
        let path = |name: &str| FilePath::new(name).expect("a plain path");
        let (known, late) = (path("a.yaml"), path("service.yaml"));
        let files = [
            (known.clone(), "name: assembly::a::1.0\nproperties:\n  p: {read_only: true}\n".to_owned()),
            (
                late.clone(),
                "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    a:\n      \
                 type: tosca.nodes.Root\n      requirements: [{dependency: {node: nowhere}}]\n"
                    .to_owned(),
            ),
        ];
        let read_first = unchecked(Workspace::new(files), Provided::NONE);
        let language = |path| read_first.file(path).and_then(|file| file.language).expect("a descriptor");
        assert_eq!(read_first.lacking(), [language(&known), language(&late)]);
        let some = Provided::NONE.with(language(&known), language(&known).services());
        let check = || {
            let mut checking = read_first.checking(descriptorium_core::analysis::checked, some);
            while checking.next_file() {}
            checking.finish()
        };
        let mut history = History::new(check(), StatedSettings::Null);
        history.serve(some, read);
        let n_found = |history: &History, path| history.analysis().diagnostics(path).len();
        assert_eq!(history.analysis().lacking(), [language(&late)]);
        assert!(n_found(&history, &known) > 0 && n_found(&history, &late) == 0);
        assert!(history.analysis().is_served(&known) && !history.analysis().is_served(&late));

        let all = some.with(language(&late), language(&late).services());
        history.serve(all, read);
        assert!(history.analysis().lacking().is_empty() && history.analysis().is_due());
        // A check that started before services arrived must not remove them.
        history.learn(&check());
        assert!(history.analysis().is_served(&late) && history.analysis().is_due());
        history.settle();
        let whole = checked(&read_first);
        assert!(!whole.diagnostics(&late).is_empty());
        for path in [&known, &late] {
            assert_eq!(history.analysis().diagnostics(path), whole.diagnostics(path));
        }
    }

    #[test]
    fn references_are_known_before_findings() {
        let part = ("part.yaml", "name: resource::part::1.0\n");
        let whole = ("whole.yaml", "name: assembly::whole::1.0\ncomposition:\n  one:\n    type: resource::part::1.0\n");
        let path = |name: &str| FilePath::new(name).expect("a plain path");
        let files = [part, whole].map(|(name, text)| (path(name), text.to_owned()));
        let analysis = unchecked(Workspace::new(files), Provided::all());
        assert!(!analysis.is_checked());
        assert_eq!(analysis.used(), [&path("part.yaml")].into());
        assert_eq!(analysis.used_by(&path("part.yaml")), [path("whole.yaml")]);
        let renamed =
            analysis.rename(&path("part.yaml"), &NodePath::root(), "resource::other::1.0").expect("it has a name");
        assert!(renamed.edits.contains_key(&path("whole.yaml")));
    }

    #[test]
    fn typing_without_a_pause_is_one_step() {
        let (mut history, path) = history();
        let before = text(&history, &path);
        for (at, now) in [(0, 0.0), (1, 300.0), (2, 900.0)] {
            history.apply_typing(&typed(&path, at), now).expect("fits");
        }
        history.apply_typing(&typed(&path, 3), 9000.0).expect("fits");
        assert!(history.undo().is_some());
        assert_eq!(text(&history, &path), format!("xxx{before}"));
        assert!(history.undo().is_some());
        assert_eq!(text(&history, &path), before);
        assert!(history.undo().is_none());
    }

    #[test]
    fn a_completion_is_undone_with_its_step() {
        let (mut history, path) = history();
        let before = text(&history, &path);
        history.apply(&Change::of_file("Add", path.clone(), TextEdit::insert(0, "a"))).expect("fits");
        history.complete(&typed(&path, 1)).expect("fits");
        assert_eq!((text(&history, &path), history.undoable()), (format!("ax{before}"), Some("Add")));
        history.undo();
        assert_eq!((text(&history, &path), history.undoable()), (before.clone(), None));
        history.redo();
        assert_eq!(text(&history, &path), format!("ax{before}"));
    }

    #[test]
    fn settings_in_files_apply_to_every_state_once_they_can_be_read() {
        let path = FilePath::new("descriptorium.yaml").expect("a plain path");
        let workspace = Workspace::new([(path.clone(), "profile: tnco\n".to_owned())]);
        let mut history = History::new(Analysis::new(workspace, Settings::default()), StatedSettings::Null);
        history.apply(&typed(&path, 0)).expect("fits");
        assert_eq!(history.analysis().settings().profile, Profile::Cp4na);
        history.serve(Provided::all(), read);
        assert_eq!(history.analysis().settings().profile, Profile::Cp4na, "the last state cannot be read");
        history.undo();
        assert_eq!(history.analysis().settings().profile, Profile::Tnco);
        assert!(!history.analysis().is_checked(), "it was checked by other settings");
    }

    #[test]
    fn settings_follow_the_files() {
        let (mut history, _) = history();
        history.serve(Provided::all(), read);
        let path = FilePath::new("descriptorium.yaml").expect("a plain path");
        let text = "profile: tnco\n".to_owned();
        let files = vec![FileChange::Create { path: path.clone(), text }];
        history.apply(&Change { title: "Settings".to_owned(), files, ..Change::default() }).expect("fits");
        assert_eq!(history.analysis().settings().profile, Profile::Tnco);
        assert!(!history.analysis().is_checked(), "what is wrong is another thing now");
        let known = checked(history.analysis());
        history.learn(&known);
        history.apply(&typed(&path, 0)).expect("fits");
        assert_eq!(history.analysis().settings().profile, Profile::Cp4na, "settings that cannot be read state nothing");
        history.undo();
        assert_eq!(history.analysis().settings().profile, Profile::Tnco);
    }

    #[test]
    fn every_step_has_its_findings_as_soon_as_possible() {
        let path = FilePath::new("a.yaml").expect("a plain path");
        let workspace = Workspace::new([(path.clone(), "name: 'assembly::a::1.0\n".to_owned())]);
        let mut history = History::new(unchecked(workspace, Provided::NONE), StatedSettings::Null);
        let before = Arc::clone(history.analysis());
        history.apply(&typed(&path, 0)).expect("fits");
        let found = |history: &History| history.analysis().diagnostics(&path).len();
        assert_eq!((found(&history), history.analysis().is_checked()), (0, false));
        // The result belongs to the state before the typing.
        history.learn(&checked(&before));
        assert!(found(&history) > 0);
        for _ in 0..2 {
            history.undo();
            assert!(found(&history) > 0 && history.analysis().is_checked());
            history.redo();
            assert!(found(&history) > 0 && history.analysis().is_checked());
        }
        history.apply(&typed(&path, 1)).expect("fits");
        assert!(history.analysis().is_checked());
    }

    /// The oracle is a check of all files at once.
    #[test]
    fn an_edited_file_is_checked_at_once_and_its_dependants_in_slices() {
        let path = |name: &str| FilePath::new(name).expect("a plain path");
        let user = "name: assembly::N::1.0\ncomposition:\n  one:\n    type: resource::part::1.0\n    properties: {size: {value: 1}}\n";
        let part = "name: resource::part::1.0\nproperties:\n  size: {type: integer}\n";
        let users = (0..9).map(|number| (path(&format!("user{number}.yaml")), user.replace('N', &number.to_string())));
        let files: Vec<_> = users.chain([(path("part.yaml"), part.to_owned())]).collect();
        let open = path("user7.yaml");
        let mut history = History::new(Analysis::new(Workspace::new(files), Settings::default()), StatedSettings::Null);
        let at = part.find("size").expect("it has a size");
        history.apply(&typed(&path("part.yaml"), at)).expect("fits");
        let whole = Analysis::new(history.analysis().workspace().clone(), Settings::default());
        let is_checked =
            |history: &History, file: &FilePath| history.analysis().diagnostics(file) == whole.diagnostics(file);
        assert!(is_checked(&history, &path("part.yaml")) && history.analysis().is_due());
        assert!(!history.analysis().is_edited() && !is_checked(&history, &open));
        assert!(history.settle_some(Some(&open), |_| false));
        assert!(is_checked(&history, &open) && !is_checked(&history, &path("user0.yaml")));
        let mut n_slices = 1;
        while history.settle_some(None, |_| false) {
            n_slices += 1;
        }
        assert_eq!(n_slices, 8, "a file in each");
        assert!(whole.workspace().files().all(|file| is_checked(&history, &file.path)));
        // A comment has no effect on other files.
        let comment = Change::of_file("Comment", path("part.yaml"), TextEdit::insert(0, "# x\n"));
        history.apply(&comment).expect("fits");
        assert!(!history.analysis().is_due());
    }

    #[test]
    fn changes_from_outside_are_a_step_and_keep_redo() {
        let (mut history, path) = history();
        let other = FilePath::new("b.yaml").expect("a plain path");
        history.apply(&typed(&path, 0)).expect("fits");
        history.undo();
        assert!(history.is_undone(&path) && !history.is_undone(&other));
        let files = vec![FileChange::Create { path: other.clone(), text: "name: b\n".to_owned() }];
        history.follow(&Change { title: "Theirs".to_owned(), files, ..Change::default() }).expect("fits");
        assert_eq!((history.undoable(), history.redoable()), (Some("Theirs"), Some("Typing")));
        history.redo();
        assert_eq!(text(&history, &path), "xname: assembly::a::1.0\n");
        assert_eq!(text(&history, &other), "name: b\n");
        history.undo();
        history.undo();
        assert_eq!(text(&history, &other), "");
        assert_eq!(text(&history, &path), "name: assembly::a::1.0\n");
    }

    #[test]
    fn changes_from_outside_discard_steps_of_the_same_file() {
        let (mut history, path) = history();
        history.apply(&typed(&path, 0)).expect("fits");
        history.undo();
        history.follow(&typed(&path, 4)).expect("fits");
        assert_eq!((text(&history, &path).as_str(), history.redoable()), ("namex: assembly::a::1.0\n", None));
    }

    #[test]
    fn files_that_are_added_everywhere_survive_undo() {
        let (mut history, path) = history();
        history.apply(&typed(&path, 0)).expect("fits");
        let other = FilePath::new("b.yaml").expect("a plain path");
        let files = vec![FileChange::Create { path: other.clone(), text: "name: resource::b::1.0\n".to_owned() }];
        history.apply_everywhere(&Change { files, ..Change::default() });
        assert_eq!(history.undoable(), Some("Typing"));
        history.undo();
        assert_eq!((text(&history, &other).as_str(), history.undoable()), ("name: resource::b::1.0\n", None));
    }

    #[test]
    fn a_single_state_has_no_steps() {
        let (mut history, path) = history();
        history.apply(&typed(&path, 0)).expect("fits");
        history.apply(&typed(&path, 0)).expect("fits");
        history.undo();
        history.keep_steps(false);
        assert_eq!(
            (text(&history, &path).as_str(), history.undoable(), history.redoable()),
            ("xname: assembly::a::1.0\n", None, None)
        );
        history.apply(&typed(&path, 0)).expect("fits");
        history.apply_typing(&typed(&path, 0), 0.0).expect("fits");
        history.follow(&typed(&path, 0)).expect("fits");
        assert_eq!((text(&history, &path).as_str(), history.undoable()), ("xxxxname: assembly::a::1.0\n", None));
        assert!(history.undo().is_none() && history.redo().is_none());
        history.keep_steps(true);
        history.apply(&typed(&path, 0)).expect("fits");
        assert_eq!(history.undoable(), Some("Typing"));
    }

    #[test]
    fn a_new_change_discards_redo() {
        let (mut history, path) = history();
        history.apply(&typed(&path, 0)).expect("fits");
        assert_eq!(history.undoable(), Some("Typing"));
        history.undo();
        assert_eq!(history.redoable(), Some("Typing"));
        history.apply(&typed(&path, 1)).expect("fits");
        assert_eq!(history.redoable(), None);
    }
}
