//! What is selected, as a form; without a selection the descriptor itself.

use descriptorium_core::language::Descriptor;
use descriptorium_core::scene::fold::split;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::canvas::Canvas;
use crate::canvas::act::go_to;
use crate::editor::Editor;
use crate::panel::field::Line;
use crate::panel::form::{Fields, Form, Holder};
use crate::panel::part::Part;
use crate::words::inspector as words;
use crate::words::{inside, kinds};

/// What the form is of.
#[derive(Clone, PartialEq, Debug)]
enum Subject {
    Whole,
    Part(NodePath),
    Other(NodePath),
    /// Of another file, in a box that is opened in place.
    Inner(FilePath, NodePath),
}

#[component]
pub fn Inspector() -> impl IntoView {
    let editor = Editor::expect();
    let subject = Memo::new(move |_| {
        let file = editor.file.get()?;
        let analysis = editor.analysis.get();
        let root = analysis.file(&file)?.root.clone();
        let there = |path: &NodePath| root.as_ref().is_some_and(|root| root.at(path).is_some());
        let selected = editor.selection.with(|selection| selection.first().cloned());
        let inner = selected.as_ref().filter(|path| split(path).is_some());
        if let Some((of, path)) = inner.and_then(|path| analysis.origin(&file, path)) {
            return Some((file, Subject::Inner(of, path)));
        }
        let subject = match selected.filter(|path| !path.is_root() && there(path)) {
            Some(path) if analysis.part(&file, &path).is_some() => Subject::Part(path),
            Some(path) => Subject::Other(path),
            None => Subject::Whole,
        };
        Some((file, subject))
    });
    view! {
        <div class="inspector">
            {move || subject.get().map(|(file, subject)| view! { <Of file=file subject=subject /> })}
        </div>
    }
}

#[component]
fn Of(file: FilePath, subject: Subject) -> impl IntoView {
    provide_context(Form::of(expect_context::<Canvas>(), file));
    match subject {
        Subject::Whole => view! { <Whole /> }.into_any(),
        Subject::Part(path) => view! { <Part path=path /> }.into_any(),
        Subject::Other(path) => view! { <Other path=path /> }.into_any(),
        Subject::Inner(file, path) => view! { <Inner file=file path=path /> }.into_any(),
    }
}

/// What is in an open box: whose it is, and the way there.
#[component]
fn Inner(file: FilePath, path: NodePath) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let name = path.last_key().unwrap_or_default().to_owned();
    let part_of = inside::part_of(file.as_str());
    let open = move |_| {
        canvas.editor.show(&file);
        go_to(canvas, &path);
        canvas.focus();
    };
    view! {
        <h2 class="inner-name">{name}</h2>
        <p>{part_of}</p>
        <button type="button" class="mini" data-inner="open" on:click=open>{inside::open_there()}</button>
    }
}

/// The descriptor itself: what it says of itself, then all its sections.
#[component]
fn Whole() -> impl IntoView {
    let form = Form::expect();
    let editor = form.editor();
    let name = Memo::new(move |_| {
        form.ask(|analysis, file| {
            let named = match &analysis.file(file)?.descriptor {
                Some(Descriptor::Assembly(descriptor)) => descriptor.name.as_ref().map(|name| name.value.to_string()),
                None => None,
            };
            Some(named.unwrap_or_else(|| file.name().to_owned()))
        })
    });
    let used = Memo::new(move |_| form.ask(|analysis, file| analysis.used_by(file)));
    view! {
        {move || name.get().map(|name| view! { <h3 class="inspector-name">{name}</h3> })}
        <Show when=move || !used.with(Vec::is_empty)>
            <p class="inspector-used">
                {words::used_by()}
                {move || used.get().into_iter().map(|path| {
                    let name = path.to_string();
                    view! { <button type="button" class="link" on:click=move |_| editor.show(&path)>{name}</button>" " }
                }).collect_view()}
            </p>
        </Show>
        <Fields at=NodePath::root() holder=Holder::Record />
    }
}

/// Anything else that is drawn: a relationship, a mapped property, what other languages have.
#[component]
fn Other(path: NodePath) -> impl IntoView {
    let form = Form::expect();
    let at = path.clone();
    let kind = move || {
        let symbols = form.ask(|analysis, file| analysis.symbols(file));
        symbols.into_iter().find(|symbol| symbol.path == at).map(|symbol| kinds::label(symbol.kind))
    };
    let name = path.last_key().unwrap_or(words::item()).to_owned();
    let renamed = path.clone();
    let rename = move |name: String| form.rename(&renamed, &name);
    let shown = Signal::derive(move || name.clone());
    view! {
        <p class="inspector-kind">{kind}</p>
        <div class="field">
            <span class="field-label">{words::name()}</span>
            <div class="field-input"><Line value=shown on_commit=rename label=words::name() /></div>
        </div>
        <Fields at=path holder=Holder::Record />
    }
}
