//! The validation settings of the catalog: from its `descriptorium.yaml` and from the command line, and the ones in
//! effect.

use std::sync::Arc;

use descriptorium_core::edit::{Change, EditError, FileChange};
use descriptorium_core::language::Language;
use descriptorium_core::profiles;
use descriptorium_core::rules::catalog_settings::{CatalogSettings, FILE};
use descriptorium_core::settings::{Level, Packaging, Profile, Settings};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::syntax::patch::{Draft, InsertAt};
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use serde_yaml::Value;

use crate::state::editor::Editor;
use crate::state::modules::LoadState;
use crate::views::lazy::when_loaded;
use crate::views::message::message;
use crate::words::findings as words;

/// The keys of the file, in order.
const KEYS: [&str; 3] = ["profile", "packaging", "strict"];

/// The settings in the status line; when opened, each can be changed and has an explanation.
#[component]
pub fn CatalogSettings() -> impl IntoView {
    let editor = Editor::expect();
    // The settings in files are known once the module is loaded.
    let is_known = move || editor.modules.shared.get() == LoadState::Loaded;
    let settings = Memo::new(move |_| editor.drawn.get().settings());
    let language = Memo::new(move |_| {
        let path = editor.file.get()?;
        editor.drawn.get().file(&path)?.language
    });
    let closed = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            crate::browser::dom::close_details(&event_target::<web_sys::Element>(&event));
        }
    };
    view! {
        <details class="catalog-settings" on:keydown=closed>
            <summary id="settings" title=words::settings_hint()>{move || if is_known() { settings.with(|settings| summary(settings, language.get())) } else { words::checks().to_owned() }}</summary>
            <div class="popover" role="group" aria-label=words::settings()>
                {when_loaded(|views| (views.settings)())}
            </div>
        </details>
    }
}

/// The settings themselves.
pub fn settings() -> AnyView {
    let editor = Editor::expect();
    let settings = Memo::new(move |_| editor.drawn.get().settings());
    let text = Memo::new(move |_| {
        let analysis = editor.drawn.get();
        FilePath::new(FILE).and_then(|path| analysis.file(&path).map(|file| Arc::clone(&file.text)))
    });
    // The settings in the file, or none if it cannot be read.
    let read = Memo::new(move |_| {
        text.with(|text| {
            text.as_ref().map_or(Some(CatalogSettings::default()), |text| CatalogSettings::read(text).ok())
        })
    });
    let own = Memo::new(move |_| read.get().unwrap_or_default());
    let stated = Memo::new(move |_| CatalogSettings::stated(&editor.stated()));
    view! {
        <p class="popover-head">{message(&words::set_in(FILE))}</p>
        {move || read.with(Option::is_none).then(|| FilePath::new(FILE)).flatten().map(|path| view! {
            <p class="field-finding warning" data-settings="unreadable">
                {words::unreadable()}
                <button type="button" class="link" on:click=move |_| show(editor, &path)>{words::show_file()}</button>
            </p>
        })}
        <Setting
            label=words::product() key="profile" stated=Signal::derive(move || stated.get().profile().is_some())
            choices=[("cp4na", "IBM CP4NA"), ("tnco", "TNC-O")]
            now=Signal::derive(move || settings.get().profile.key())
            written=Signal::derive(move || own.get().profile().is_some())
            meaning=Signal::derive(move || match settings.get().profile {
                Profile::Cp4na => words::cp4na_means(),
                Profile::Tnco => words::tnco_means(),
            })
        />
        <Setting
            label=words::packages() key="packaging" stated=Signal::derive(move || stated.get().packaging().is_some())
            choices=[("free", words::per_project()), ("lmctl", words::all_lmctl())]
            now=Signal::derive(move || word_of_packaging(settings.get().packaging))
            written=Signal::derive(move || own.get().packaging().is_some())
            meaning=Signal::derive(move || match settings.get().packaging {
                Packaging::Free => words::free_means(),
                Packaging::Lmctl => words::lmctl_means(),
            })
        />
        <Setting
            label=words::strict() key="strict" stated=Signal::derive(move || stated.get().strict.is_some())
            choices=[("false", words::no()), ("true", words::yes())]
            now=Signal::derive(move || if settings.get().strict { "true" } else { "false" })
            written=Signal::derive(move || own.get().strict.is_some())
            meaning=Signal::derive(move || if settings.get().strict {
                words::strict_means()
            } else {
                words::lax_means()
            })
        />
        <Show when=move || settings.with(|settings| !settings.rules.is_empty())>
            <p class="field-label">{words::own_severities()}</p>
            <ul class="setting-rules">{move || settings.with(|settings| {
                let rules = settings.rules.iter();
                rules.map(|(code, level)| view! { <li><code>{code.clone()}</code>": "{word_of_level(*level)}</li> }).collect_view()
            })}</ul>
        </Show>
    }
    .into_any()
}

/// One setting: its value, its source, and its meaning.
#[component]
fn Setting(
    label: &'static str,
    key: &'static str,
    choices: [(&'static str, &'static str); 2],
    now: Signal<&'static str>,
    /// Whether the command line sets it.
    stated: Signal<bool>,
    /// Whether the file sets it.
    written: Signal<bool>,
    meaning: Signal<&'static str>,
) -> impl IntoView {
    let editor = Editor::expect();
    let change = move |event| {
        let word: String = event_target_value(&event);
        state(editor, key, &word);
        // If the change was refused, the value in effect is shown again.
        event_target::<web_sys::HtmlSelectElement>(&event).set_value(now.get_untracked());
    };
    let from = move || match (stated.get(), written.get()) {
        (true, _) => words::by_command_line(),
        (false, true) => words::by_file(),
        (false, false) => words::by_default(),
    };
    let options = choices.map(|(word, shown)| {
        view! { <option value=word selected=move || now.get() == word>{shown}</option> }
    });
    view! {
        <label class="field" data-setting=key>
            <span class="field-label">{label}" "<em>{from}</em></span>
            <select prop:value=now disabled=move || stated.get() on:change=change>{options.collect_view()}</select>
        </label>
        <p class="setting-meaning">{meaning}</p>
    }
}

/// A short summary of the settings, with the profile of the open file's language if that has several. For a file that is
/// not a descriptor, such as the settings, the profile is that of assemblies.
fn summary(settings: &Settings, language: Option<Language>) -> String {
    let product = settings.profile_of(language.map_or(&profiles::ASSEMBLY, Language::profiles));
    let is_packaged = language.is_none_or(Language::has_projects) && product.is_some();
    let packaged = is_packaged && settings.packaging == Packaging::Lmctl;
    let packages = if packaged { words::lmctl_packages() } else { "" };
    let strict = if settings.strict { words::and_strict() } else { "" };
    let rules = if settings.rules.is_empty() { "" } else { words::and_severities() };
    format!("{}{packages}{strict}{rules}", product.map_or(words::checks(), |product| product.title))
}

fn word_of_packaging(packaging: Packaging) -> &'static str {
    match packaging {
        Packaging::Free => "free",
        Packaging::Lmctl => "lmctl",
    }
}

fn word_of_level(level: Level) -> &'static str {
    match level {
        Level::Error => words::error(),
        Level::Warning => words::warning(),
        Level::Info => words::info(),
        Level::Off => words::off(),
    }
}

/// Writes a setting to the file, which is created if it does not exist.
fn state(editor: Editor, key: &str, word: &str) {
    let Some(path) = FilePath::new(FILE) else { return };
    let analysis = editor.analysis.get_untracked();
    let text = analysis.file(&path).map(|file| file.text.clone());
    match stated(path, text.as_deref(), key, word) {
        Ok(change) => editor.apply(&change),
        Err(error) => editor.fail(&crate::words::shell::not_done(&error.to_string())),
    }
}

/// The change that sets `key`, whatever else is in the file.
fn stated(path: FilePath, text: Option<&str>, key: &str, word: &str) -> Result<Change, EditError> {
    let title = words::set_to(key, word);
    let value = word.parse::<bool>().map_or_else(|_| Value::from(word), Value::from);
    let Some(text) = text else {
        let files = vec![FileChange::Create { path, text: format!("{key}: {word}\n") }];
        return Ok(Change { title, files, ..Change::default() });
    };
    let mut draft = Draft::new(text);
    // The section of the language takes precedence over the root.
    let places = [NodePath::keys([profiles::ASSEMBLY.language, key]), NodePath::keys([key])];
    let stated = places.into_iter().find(|at| draft.tree().root().is_some_and(|root| root.at(at).is_some()));
    if let Some(at) = stated {
        draft.replace(&at, &value)?;
    } else {
        draft.insert(&NodePath::root(), key, &value, InsertAt::Ordered(&KEYS))?;
    }
    Ok(Change::of_file(title, path, draft.finish()))
}

fn show(editor: Editor, path: &FilePath) {
    let analysis = editor.analysis.get_untracked();
    match analysis.diagnostics(path).first() {
        Some(found) => editor.show_place(path, found.span),
        None => editor.show(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: Option<&str>, key: &str, word: &str) -> String {
        let path = FilePath::new(FILE).expect("a plain path");
        let change = stated(path.clone(), text, key, word).expect("a change");
        match change.files.first() {
            Some(FileChange::Create { text, .. }) => text.clone(),
            _ => change.edits[&path].apply(text.unwrap_or("")).expect("fits"),
        }
    }

    #[test]
    fn a_setting_is_one_line_of_the_file() {
        assert_eq!(after(None, "profile", "tnco"), "profile: tnco\n");
        let text = "# ours\nstrict: true # all of it\n";
        assert_eq!(after(Some(text), "profile", "tnco"), "# ours\nprofile: tnco\nstrict: true # all of it\n");
        let sections = "assembly: {profile: tnco}\n";
        assert_eq!(after(Some(sections), "profile", "cp4na"), "assembly: {profile: cp4na}\n");
        assert_eq!(after(Some(text), "strict", "false"), "# ours\nstrict: false # all of it\n");
        assert_eq!(after(Some(text), "packaging", "lmctl"), "# ours\npackaging: lmctl\nstrict: true # all of it\n");
    }
}
