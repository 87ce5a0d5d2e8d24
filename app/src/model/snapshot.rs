//! A state in the undo history. Typed text is only parsed when something other than the text is requested, so that a
//! keystroke in a long file costs as little as in a short one.

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::{Change, EditError, Replace};
use descriptorium_core::language::Language;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;

/// Settings that were stated from outside of the files, as JSON: `CatalogSettings`, which is interpreted when the checks
/// are loaded.
pub type StatedSettings = serde_json::Value;

/// Determines the settings of a catalog from the stated ones and from its files.
pub type SettingsOf = fn(&StatedSettings, &Workspace) -> Settings;

/// The settings by which each state is checked.
#[derive(Clone, Debug)]
pub struct SettingsResolver {
    /// Overrides the settings in the files.
    pub stated: StatedSettings,
    /// Determines the settings in effect. Reading them is loaded lazily, since the diagram does not need them; until then
    /// they are the defaults.
    pub settings: SettingsOf,
}

impl SettingsResolver {
    /// The analysis with the settings that are in effect for its files. If these differ from before, all files have to
    /// be checked again.
    pub fn apply_to(&self, analysis: Analysis) -> Analysis {
        let settings = (self.settings)(&self.stated, analysis.workspace());
        if settings == analysis.settings() { analysis } else { analysis.unchecked(settings) }
    }
}

/// A state of all files. It dereferences to its analysis, which parses typed text first.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// Set from the start, or on first use.
    analysis: OnceLock<Arc<Analysis>>,
    /// Text that is not parsed yet.
    typed: Mutex<Option<Typed>>,
}

/// Text that was typed in one file, possibly with several keystrokes.
#[derive(Clone, Debug)]
struct Typed {
    /// The last parsed state.
    base: Arc<Analysis>,
    /// The typed text since then, as one edit of one file.
    change: Change,
    path: FilePath,
    /// The text of that file now.
    text: Arc<str>,
    resolver: SettingsResolver,
}

impl Typed {
    fn parse(self) -> Arc<Analysis> {
        match self.base.typed(&self.change) {
            Ok(analysis) => Arc::new(self.resolver.apply_to(analysis)),
            // Unreachable: the edit was applied to the text when it was typed.
            Err(_) => self.base,
        }
    }
}

impl Snapshot {
    /// The state after an edit of one file was typed. Only checked descriptors are parsed later: other files, such as
    /// settings, may determine how all files are checked.
    pub fn typed(&self, change: &Change, resolver: &SettingsResolver) -> Result<Snapshot, EditError> {
        let now = || Ok(Snapshot::from(resolver.apply_to(Analysis::typed(self, change)?)));
        let mut edits = change.edits.iter();
        let (Some((path, edit)), None, []) = (edits.next(), edits.next(), change.files.as_slice()) else {
            return now();
        };
        let typed = match self.of_typed(|typed| (typed.path == *path).then(|| typed.clone())).flatten() {
            Some(mut typed) => {
                typed.text = edit.apply(&typed.text)?.into();
                let done = typed.change.edits.remove(path).unwrap_or_default();
                typed.change.edits.insert(path.clone(), done.then(edit.clone()));
                typed
            }
            None => {
                let file = self.file(path).filter(|file| file.language.is_some() && self.is_checked());
                let Some(file) = file else { return now() };
                let text = edit.apply(&file.text)?.into();
                let (base, change, resolver) = (Arc::clone(self.analysis()), change.clone(), resolver.clone());
                Typed { base, change, path: path.clone(), text, resolver }
            }
        };
        Ok(Snapshot { analysis: OnceLock::new(), typed: Mutex::new(Some(typed)) })
    }

    fn analysis(&self) -> &Arc<Analysis> {
        let parse = || self.lock().take().map(Typed::parse).unwrap_or_default();
        self.analysis.get_or_init(parse)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Typed>> {
        self.typed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The result of `read` for text that is not parsed yet, if there is any.
    fn of_typed<T>(&self, read: impl FnOnce(&Typed) -> T) -> Option<T> {
        self.lock().as_ref().map(read)
    }

    fn is_typed(&self) -> bool {
        self.lock().is_some()
    }

    /// The text of a file, without parsing anything.
    pub fn text(&self, path: &FilePath) -> Option<Arc<str>> {
        let text = |analysis: &Analysis| Some(Arc::clone(&analysis.file(path)?.text));
        let typed = |typed: &Typed| if typed.path == *path { Some(Arc::clone(&typed.text)) } else { text(&typed.base) };
        self.of_typed(typed).unwrap_or_else(|| text(self))
    }

    /// The last parsed state, and the insertion that makes it this one, if an insertion is all that was typed in this file
    /// since then.
    pub fn insertion(&self, path: &FilePath) -> Option<(Arc<Analysis>, Replace)> {
        self.of_typed(|typed| {
            let edit = typed.change.edits.get(path)?;
            let [insertion] = edit.replaces() else { return None };
            insertion.span.is_empty().then(|| (Arc::clone(&typed.base), insertion.clone()))
        })?
    }

    /// The paths of all files, sorted, and their texts, without parsing anything.
    pub fn texts(&self) -> Vec<(FilePath, Arc<str>)> {
        let typed = |typed: &Typed| {
            let mut texts = texts(&typed.base);
            if let Some((_, text)) = texts.iter_mut().find(|(path, _)| *path == typed.path) {
                *text = Arc::clone(&typed.text);
            }
            texts
        };
        self.of_typed(typed).unwrap_or_else(|| texts(self))
    }

    /// [`Analysis::is_checked`], without parsing anything.
    pub fn is_checked(&self) -> bool {
        self.is_typed() || Analysis::is_checked(self)
    }

    /// [`Analysis::is_due`], without parsing anything.
    pub fn is_due(&self) -> bool {
        self.is_typed() || Analysis::is_due(self)
    }

    /// [`Analysis::is_edited`], without parsing anything.
    pub fn is_edited(&self) -> bool {
        self.is_typed() || Analysis::is_edited(self)
    }

    /// [`Analysis::lacking`], without parsing anything.
    pub fn lacking(&self) -> Vec<Language> {
        self.of_typed(|typed| typed.base.lacking()).unwrap_or_else(|| Analysis::lacking(self))
    }
}

fn texts(analysis: &Analysis) -> Vec<(FilePath, Arc<str>)> {
    analysis.workspace().files().map(|file| (file.path.clone(), Arc::clone(&file.text))).collect()
}

impl From<Analysis> for Snapshot {
    fn from(analysis: Analysis) -> Self {
        Snapshot { analysis: OnceLock::from(Arc::new(analysis)), typed: Mutex::default() }
    }
}

impl Deref for Snapshot {
    type Target = Analysis;

    fn deref(&self) -> &Analysis {
        self.analysis()
    }
}

#[cfg(test)]
mod tests {
    use descriptorium_core::edit::TextEdit;

    use super::*;

    const PART: &str = "name: resource::part::1.0\nproperties:\n  size: {type: string}\n";
    const WHOLE: &str = "name: assembly::whole::1.0\ncomposition:\n  one:\n    type: resource::part::1.0\n";

    fn path(name: &str) -> FilePath {
        FilePath::new(name).expect("a plain path")
    }

    fn resolver() -> SettingsResolver {
        SettingsResolver { stated: StatedSettings::Null, settings: |_, _| Settings::default() }
    }

    fn analysis() -> Analysis {
        let files = [("part.yaml", PART), ("whole.yaml", WHOLE), ("descriptorium.yaml", "profile: cp4na\n")];
        let workspace = Workspace::new(files.map(|(name, text)| (path(name), text.to_owned())));
        Analysis::new(workspace, Settings::default())
    }

    fn typing(name: &str, offset: usize, text: &str) -> Change {
        Change::of_file("Typing", path(name), TextEdit::insert(offset, text))
    }

    fn is_parsed(snapshot: &Snapshot) -> bool {
        snapshot.analysis.get().is_some()
    }

    #[test]
    fn typed_text_is_only_parsed_on_demand() {
        let name = PART.find("part").expect("the name") + 4;
        let keys = [("a", name), ("b", name + 1), ("\n", PART.len() + 2), ("x", 0)];
        let (mut lazy, mut eager) = (Snapshot::from(analysis()), analysis());
        for (text, offset) in keys {
            let change = typing("part.yaml", offset, text);
            lazy = lazy.typed(&change, &resolver()).expect("it fits");
            eager = eager.typed(&change).expect("it fits");
            let text = &eager.file(&path("part.yaml")).expect("the file").text;
            assert_eq!(lazy.text(&path("part.yaml")).as_ref(), Some(text));
            assert_eq!(lazy.text(&path("whole.yaml")).as_deref(), Some(WHOLE));
            assert_eq!(lazy.texts(), texts(&eager));
            assert!(lazy.is_due() && lazy.is_edited() && lazy.is_checked() && !is_parsed(&lazy));
        }
        let (lazy, eager) = (lazy.with_due_checked(), eager.with_due_checked());
        for file in eager.workspace().files() {
            assert_eq!(lazy.file(&file.path).map(|file| &file.tree), Some(&file.tree));
            assert_eq!(lazy.diagnostics(&file.path), eager.diagnostics(&file.path));
        }
        assert!(!eager.diagnostics(&path("whole.yaml")).is_empty(), "the resource was renamed");
    }

    #[test]
    fn typing_continues_after_parsing_and_in_another_file() {
        let first = Snapshot::from(analysis()).typed(&typing("part.yaml", 0, "# a\n"), &resolver()).expect("it fits");
        assert!(first.file(&path("part.yaml")).is_some() && is_parsed(&first));
        let second = first.typed(&typing("part.yaml", 3, "b"), &resolver()).expect("it fits");
        let third = second.typed(&typing("whole.yaml", 0, "# c\n"), &resolver()).expect("it fits");
        assert!(is_parsed(&second) && !is_parsed(&third));
        let text = |name: &str| third.file(&path(name)).map(|file| file.text.to_string());
        assert_eq!(text("part.yaml"), Some(format!("# ab\n{PART}")));
        assert_eq!(text("whole.yaml"), Some(format!("# c\n{WHOLE}")));
    }

    #[test]
    fn settings_take_effect_at_once_and_invalid_edits_are_refused() {
        let before = Snapshot::from(analysis());
        let after = before.typed(&typing("descriptorium.yaml", 0, "#\n"), &resolver()).expect("it fits");
        assert!(is_parsed(&after));
        let typed = before.typed(&typing("part.yaml", 0, "#"), &resolver()).expect("it fits");
        for (state, name) in [(&before, "part.yaml"), (&typed, "part.yaml"), (&typed, "none.yaml")] {
            assert!(state.typed(&typing(name, 10_000, "x"), &resolver()).is_err());
        }
    }
}
