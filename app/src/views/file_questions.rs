//! The dialogs to create, rename, duplicate and delete files. Each result is a step that can be undone; the disk is
//! only changed by saving.

use std::time::Duration;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::{Change, FileChange};
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::template::Template;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Command;
use leptos::prelude::*;

use crate::gestures::selection::is_left_to_host;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::keys::shown;
use crate::state::keys::{self, Action, FileAction};
use crate::state::question::{FileQuestion, Question};
use crate::views::confirm::ConfirmDialog;
use crate::views::picker::{PickerItem, pick};
use crate::views::prompt::{Prompt, PromptField};
use crate::words::file_actions as words;

/// The title of the dialog.
pub fn title(question: &FileQuestion) -> String {
    match question {
        FileQuestion::Kinds => crate::words::shortcuts::new_file().to_owned(),
        FileQuestion::New(template) => words::new_of(kind_of(*template)),
        FileQuestion::Open => words::open_a_file().to_owned(),
        FileQuestion::Menu(path) => path.to_string(),
        FileQuestion::Rename(path) => words::rename_file(path.as_str()),
        FileQuestion::Duplicate(path) => words::duplicate_file(path.as_str()),
        FileQuestion::Delete(path) => words::delete_question(path.as_str()),
        FileQuestion::Content(address) => address.to_string(),
    }
}

pub fn body(canvas: Canvas, question: FileQuestion, title: String) -> AnyView {
    let editor = canvas.editor;
    let analysis = editor.analysis.get_untracked();
    match question {
        FileQuestion::Kinds => {
            let choice =
                |template: &Template| PickerItem { label: kind_of(*template).to_owned(), ..PickerItem::default() };
            let choices = Template::ALL.iter().map(choice).collect();
            pick(canvas, title, "", choices, Template::ALL.to_vec(), move |template| {
                canvas.ask(Question::File(FileQuestion::New(template)), None);
            })
        }
        FileQuestion::New(template) => new(canvas, &analysis, title, template),
        FileQuestion::Open => {
            let paths: Vec<FilePath> = analysis.workspace().files().map(|file| file.path.clone()).collect();
            let choice = |path: &FilePath| PickerItem {
                label: path.name().to_owned(),
                detail: path.folder().to_owned(),
                is_path: true,
                ..PickerItem::default()
            };
            let choices = paths.iter().map(choice).collect();
            pick(canvas, title, words::no_files(), choices, paths, move |path| editor.show(&path))
        }
        FileQuestion::Menu(path) => menu(canvas, title, path),
        FileQuestion::Content(address) => crate::views::panel::other_files::content(canvas, title, address),
        FileQuestion::Rename(path) => rename(canvas, &analysis, title, path),
        FileQuestion::Duplicate(path) => duplicate(canvas, &analysis, title, path),
        FileQuestion::Delete(path) => {
            let users = analysis.users(&path).iter().map(FilePath::to_string).collect();
            let lists = vec![(words::used_by(), users)];
            let text = words::deleted_on_save();
            let go = Callback::new(move |()| {
                let files = editor.analysis.get_untracked().file_deleted(&path);
                editor.apply(&Change { title: words::delete_step(path.as_str()), files, ..Change::default() });
            });
            view! { <ConfirmDialog title=title text=text lists=lists verb=words::delete() danger=true go=go /> }
                .into_any()
        }
    }
}

fn new(canvas: Canvas, analysis: &Analysis, title: String, template: Template) -> AnyView {
    let editor = canvas.editor;
    let open = editor.file.get_untracked();
    let name = match template {
        Template::Intent => {
            open.as_ref().and_then(|path| Some(analysis.descriptor(path)?.full_name.as_ref()?.to_string()))
        }
        _ => None,
    };
    let name = name.unwrap_or_else(|| free_name(analysis, template));
    let label = match template {
        Template::Assembly | Template::Resource => words::name_of_descriptor(),
        Template::Intent => words::for_assembly(),
        Template::Tosca
        | Template::ToscaTypes
        | Template::Asd
        | Template::AsdExample
        | Template::Homing
        | Template::HomingExample => crate::words::inspector::name(),
    };
    let file = PromptField::new(words::file(), "file", file_of(analysis, template, &name, open.as_ref()));
    let mut name = PromptField::new(label, "name", name);
    let (named, path) = (name.text, file.text);
    let file = following(&mut name, file, move |name| {
        Some(file_of(&editor.analysis.get_untracked(), template, name.trim(), open.as_ref()))
    });
    let go = move || {
        let analysis = editor.analysis.get_untracked();
        let (name, file) = (named.get_untracked().trim().to_owned(), path.get_untracked().trim().to_owned());
        if let Some(why) = template.refusal(&name) {
            return Err(why);
        }
        let own = template.full(&name).filter(|_| template != Template::Intent);
        own.map_or(Ok(()), |of| is_free(&analysis, &of))?;
        let path = free_path(&analysis, &file)?;
        let mut files = vec![FileChange::Create { path: path.clone(), text: template.text(&name) }];
        for (file, text) in template.companions(path.stem(), &name) {
            let beside = FilePath::in_folder(path.folder(), &file).map_or(file, |path| path.to_string());
            files.push(FileChange::Create { path: free_path(&analysis, &beside)?, text });
        }
        let change = Change { title: words::new_step(kind_of(template)), files, ..Change::default() };
        begin(canvas, &change, &path)
    };
    view! { <Prompt title=title text=String::new() fields=vec![name, file] verb=words::create() go=go /> }.into_any()
}

/// Derives the file name from the descriptor name until the user edits it.
fn following(
    name: &mut PromptField,
    file: PromptField,
    file_of: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
) -> PromptField {
    let is_own = RwSignal::new(false);
    let (named, path) = (name.text, file.text);
    name.typed = Callback::new(move |()| {
        if let Some(file) = file_of(&named.get_untracked()).filter(|_| !is_own.get_untracked()) {
            path.set(file);
        }
    });
    PromptField { typed: Callback::new(move |()| is_own.set(true)), ..file }
}

/// The word for a file of this kind.
fn kind_of(template: Template) -> &'static str {
    match template {
        Template::Assembly => words::assembly(),
        Template::Resource => words::resource(),
        Template::Tosca => words::tosca(),
        Template::ToscaTypes => words::tosca_types(),
        Template::Asd => words::asd(),
        Template::AsdExample => words::asd_example(),
        Template::Homing => words::homing(),
        Template::HomingExample => words::homing_example(),
        Template::Intent => words::intent(),
    }
}

/// Applies a change that creates a file, opens the file, and focuses its diagram.
fn begin(canvas: Canvas, change: &Change, path: &FilePath) -> Result<(), String> {
    canvas.editor.apply_quietly(change).map_err(|why| why.to_string())?;
    canvas.editor.say(&change.title);
    canvas.editor.show(path);
    // When the dialog closes, it first returns the focus to the previous element.
    request_animation_frame(move || canvas.focus());
    Ok(())
}

/// An unused descriptor name: `assembly::new_assembly::1.0`, `assembly::new_assembly_2::1.0` ...
fn free_name(analysis: &Analysis, template: Template) -> String {
    let base = match template {
        Template::Assembly => "new_assembly",
        Template::Resource => "new_resource",
        Template::Tosca => "new_service_template",
        Template::ToscaTypes => "new_types",
        Template::Asd => "new_application",
        Template::AsdExample => "recorder_example",
        Template::Homing => "new_homing",
        Template::HomingExample => "homing_example",
        Template::Intent => "new_intent",
    };
    let mut names = std::iter::once(base.to_owned()).chain((2..).map(|number| format!("{base}_{number}")));
    let is_free = |name: &String| match template.full(name) {
        Some(of) => {
            analysis.catalog().versions(&of.kind, &of.name).is_empty()
                && analysis.path_refusal(&file_of(analysis, template, name, None)).is_none()
        }
        None => analysis.path_refusal(&file_of(analysis, template, name, None)).is_none(),
    };
    let name = names.find(is_free).unwrap_or_default();
    template.full(&name).map_or(name, |of| of.to_string())
}

/// The proposed file for a new descriptor of this name.
fn file_of(analysis: &Analysis, template: Template, name: &str, open: Option<&FilePath>) -> String {
    let folder = match template {
        Template::Assembly | Template::Resource => analysis.folder_for(template.kind().unwrap_or_default(), open),
        Template::Intent => folder_of_intents(analysis, open),
        Template::Tosca
        | Template::ToscaTypes
        | Template::Asd
        | Template::AsdExample
        | Template::Homing
        | Template::HomingExample => open.map_or(String::new(), |open| open.folder().to_owned()),
    };
    let stem = template.stem(name, analysis.naming(&folder));
    FilePath::in_folder(&folder, &format!("{stem}.yaml")).map_or(String::new(), |path| path.to_string())
}

fn folder_of_intents(analysis: &Analysis, open: Option<&FilePath>) -> String {
    let is_intent = |path: &FilePath| of_intent(analysis, path).is_some();
    let other = analysis.workspace().files().map(|file| &file.path).find(|path| is_intent(path));
    other.or(open).map_or(String::new(), |path| path.folder().to_owned())
}

/// The descriptor that an intent or a Behaviour configuration belongs to.
pub fn of_intent(analysis: &Analysis, path: &FilePath) -> Option<DescriptorRef> {
    let file = analysis.file(path).filter(|file| file.language.is_none())?;
    DescriptorRef::parse(file.root.as_ref()?.get("descriptorName")?.as_text()?)
}

fn is_free(analysis: &Analysis, of: &DescriptorRef) -> Result<(), String> {
    let other = analysis.catalog().resolve(of).found();
    other.map_or(Ok(()), |entry| Err(words::exists_in(&of.to_string(), entry.file.as_str())))
}

fn free_path(analysis: &Analysis, path: &str) -> Result<FilePath, String> {
    if let Some(why) = analysis.path_refusal(path) {
        return Err(why);
    }
    FilePath::new(path).ok_or_else(|| words::not_a_path().to_owned())
}

fn rename(canvas: Canvas, analysis: &Analysis, title: String, from: FilePath) -> AnyView {
    let editor = canvas.editor;
    let mut text = match analysis.descriptor(&from).and_then(|descriptor| descriptor.full_name.as_ref()) {
        Some(name) => words::descriptor_stays(&name.to_string()),
        None => String::new(),
    };
    let importers = analysis.importers(&from);
    if !importers.is_empty() {
        let importers: Vec<String> = importers.iter().map(|path| format!("`{path}`")).collect();
        text += &words::imported_in(&importers.join(", "));
    }
    let file = PromptField::new(words::file(), "file", from.to_string());
    let typed = file.text;
    let go = move || {
        let to = typed.get_untracked().trim().to_owned();
        if to == from.as_str() {
            return Ok(());
        }
        let to = free_path(&editor.analysis.get_untracked(), &to)?;
        move_file(editor, &from, &to)
    };
    view! { <Prompt title=title text=text fields=vec![file] verb=words::rename() go=go /> }.into_any()
}

/// Renames a file, the references to it, and the inputs of its preview.
fn move_file(editor: Editor, from: &FilePath, to: &FilePath) -> Result<(), String> {
    let change = editor.analysis.get_untracked().file_renamed(from, to).map_err(|why| why.to_string())?;
    let change = Change { title: words::rename_step(from.as_str(), to.as_str()), ..change };
    let is_open = editor.file.get_untracked().as_ref() == Some(from);
    let selection = editor.selection.get_untracked();
    editor.apply_quietly(&change).map_err(|why| why.to_string())?;
    editor.say(&change.title);
    if is_open {
        editor.show(to);
        editor.selection.set(selection);
    }
    editor.questions.update(|all| drop(all.get(from).cloned().map(|question| all.insert(to.clone(), question))));
    Ok(())
}

fn duplicate(canvas: Canvas, analysis: &Analysis, title: String, from: FilePath) -> AnyView {
    let editor = canvas.editor;
    let name = analysis.descriptor(&from).and_then(|descriptor| descriptor.full_name.clone());
    let name = name.map(|name| next_version(analysis, name));
    let beside = |analysis: &Analysis, of: &DescriptorRef, from: &FilePath| {
        let stem = analysis.naming(from.folder()).stem(of);
        FilePath::in_folder(from.folder(), &format!("{stem}.yaml")).map_or(String::new(), |path| path.to_string())
    };
    let path = match &name {
        Some(name) => beside(analysis, name, &from),
        None => {
            let extension = from.name().strip_prefix(from.stem()).unwrap_or_default();
            let names = (2..).map(|number| format!("{}-{number}{extension}", from.stem()));
            let mut paths = names.filter_map(|name| FilePath::in_folder(from.folder(), &name));
            paths.find(|path| analysis.file(path).is_none()).map_or(String::new(), |path| path.to_string())
        }
    };
    let mut file = PromptField::new(words::file(), "file", path);
    let path = file.text;
    let of = from.clone();
    let mut named = name.map(|name| PromptField::new(words::name_of_descriptor(), "name", name.to_string()));
    let typed_name = named.as_ref().map(|field| field.text);
    if let Some(named) = &mut named {
        file = following(named, file, move |name| {
            Some(beside(&editor.analysis.get_untracked(), &DescriptorRef::parse(name)?, &of))
        });
    }
    let go = move || {
        let analysis = editor.analysis.get_untracked();
        let mut text = analysis.file(&from).map(|file| file.text.to_string()).ok_or(words::not_there())?;
        if let Some(name) = typed_name {
            let name = name.get_untracked();
            let name = DescriptorRef::parse(&name).ok_or(words::full_name_needed())?;
            is_free(&analysis, &name)?;
            let set = Command::Set { path: NodePath::keys(["name"]), value: Some(name.to_string().into()) };
            let change = analysis.command(&from, &set).map_err(|why| why.to_string())?;
            if let Some(edit) = change.edits.get(&from) {
                text = edit.apply(&text).map_err(|why| why.to_string())?;
            }
        }
        let path = free_path(&analysis, path.get_untracked().trim())?;
        let files = vec![FileChange::Create { path: path.clone(), text }];
        begin(canvas, &Change { title: words::duplicate_step(from.as_str()), files, ..Change::default() }, &path)
    };
    let fields = named.into_iter().chain([file]).collect();
    view! { <Prompt title=title text=String::new() fields=fields verb=crate::words::shortcuts::duplicate() go=go /> }
        .into_any()
}

/// The next unused version of a descriptor: `1.1` after `1.0`.
fn next_version(analysis: &Analysis, mut name: DescriptorRef) -> DescriptorRef {
    while analysis.catalog().resolve(&name).found().is_some() {
        let before = name.version.trim_end_matches(|c: char| c.is_ascii_digit());
        let last = name.version.strip_prefix(before).and_then(|last| last.parse::<u64>().ok()?.checked_add(1));
        name.version = match last {
            Some(last) => format!("{before}{last}").into(),
            None => format!("{}.1", name.version).into(),
        };
    }
    name
}

fn menu(canvas: Canvas, title: String, path: FilePath) -> AnyView {
    let editor = canvas.editor;
    if editor.analysis.get_untracked().file(&path).is_none() {
        let choice = PickerItem { label: words::restore_file().to_owned(), ..PickerItem::default() };
        return pick(canvas, title, "", vec![choice], vec![()], move |()| bring_back(editor, &path));
    }
    let mut actions = vec![FileAction::Rename, FileAction::Duplicate, FileAction::Delete, FileAction::Download];
    actions.retain(|action| !is_left_to_host(editor, Action::File(*action)));
    let choice = |action: &FileAction| {
        let action = Action::File(*action);
        let keys = keys::keys(action).map_or(String::new(), shown);
        PickerItem { label: keys::name(action).to_owned(), keys, ..PickerItem::default() }
    };
    let choices = actions.iter().map(choice).collect();
    pick(canvas, title, "", choices, actions, move |action| match action {
        FileAction::Rename => canvas.ask(Question::File(FileQuestion::Rename(path.clone())), None),
        FileAction::Duplicate => canvas.ask(Question::File(FileQuestion::Duplicate(path.clone())), None),
        FileAction::Delete => canvas.ask(Question::File(FileQuestion::Delete(path.clone())), None),
        FileAction::Download => crate::storage::download::download(editor, &path),
        FileAction::New | FileAction::Open => {}
    })
}

/// Restores a deleted file that is still on disk.
fn bring_back(editor: Editor, path: &FilePath) {
    let text = editor.saved.with_untracked(|saved| saved.get(path).map(|saved| saved.text.to_string()));
    let Some(text) = text else { return };
    let files = vec![FileChange::Create { path: path.clone(), text }];
    editor.apply(&Change { title: words::restore_step(path.as_str()), files, ..Change::default() });
    editor.show(path);
}

pub fn rename_offer() -> AnyView {
    view! { <RenameOffer /> }.into_any()
}

/// Offers to rename the open file when the descriptor that it is named after has a new name.
#[component]
fn RenameOffer() -> impl IntoView {
    let editor = Editor::expect();
    // The previous name of the descriptor.
    let before = RwSignal::new(None::<(FilePath, DescriptorRef)>);
    let offered = RwSignal::new(None::<(FilePath, FilePath)>);
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    // Most edits change no name.
    let named = Memo::new(move |_| {
        let path = editor.file.get()?;
        editor.drawn.with(|analysis| Some(analysis.descriptor(&path)?.full_name.clone()))
    });
    Effect::new(move |_| {
        let (open, name) = (editor.file.get(), named.get().flatten());
        let analysis = editor.drawn.get_untracked();
        let now = open
            .clone()
            .zip(name)
            .filter(|(path, name)| descriptorium_core::naming::Naming::of(path.stem(), name).is_some());
        let is_other = before.with_untracked(|before| before.as_ref().map(|(path, _)| path.clone()) != open);
        if now.is_some() || is_other {
            before.set(now);
        }
        // An offer that still holds stays where the pointer or the focus may be.
        let holds = before.with_untracked(|before| {
            let (path, name) = before.as_ref()?;
            Some((path.clone(), analysis.renamed_after(path, name)?))
        });
        if holds.is_some() && offered.with_untracked(|offered| *offered == holds) {
            return;
        }
        // Not at every keystroke: an unfinished name would be offered.
        if offered.with_untracked(Option::is_some) {
            offered.set(None);
        }
        let look = move || {
            let analysis = editor.analysis.get_untracked();
            let to = before.try_get_untracked().flatten().and_then(|(path, name)| {
                let to = analysis.renamed_after(&path, &name)?;
                analysis.path_refusal(to.as_str()).is_none().then_some((path, to))
            });
            if to.is_some() {
                offered.set(to);
            }
        };
        if let Some(before) = waiting.get_value() {
            before.clear();
        }
        waiting.set_value(set_timeout_with_handle(look, Duration::from_millis(600)).ok());
    });
    let take = move |_| {
        if let Some((from, to)) = offered.get_untracked() {
            // `apply` has already shown the error.
            let _ = move_file(editor, &from, &to);
        }
    };
    let leave = move |_| {
        before.set(None);
        offered.set(None);
    };
    move || {
        offered.get().map(|(from, to)| {
            view! {
                <div class="conflict offer-bar" role="status" data-rename=to.to_string()>
                    <span class="conflict-text">{words::renamed_descriptor()}<strong>{from.name().to_owned()}</strong>"."</span>
                    <button type="button" class="tool primary" data-way="rename" on:click=take>{words::rename_to(to.name())}</button>
                    <button type="button" class="tool" data-way="leave" on:click=leave>{words::ignore()}</button>
                </div>
            }
        })
    }
}
