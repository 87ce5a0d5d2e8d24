//! The inspector: the selection as a form; without a selection the part of the descriptor that the diagram shows.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly;
use descriptorium_core::assembly::model::Component;
use descriptorium_core::scene::fold::split;
use descriptorium_core::syntax::{NodePath, plain};
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::foreign::is_foreign;
use leptos::prelude::*;

use crate::gestures::navigation::go_to;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::views::message::message;
use crate::views::panel::actions::Actions;
use crate::views::panel::component::ComponentForm;
use crate::views::panel::form::{Fields, Form, Holder, NameLine};
use crate::views::panel::language_actions::LanguageActions;
use crate::views::panel::type_members::TypeMembers;
use crate::words::{inspector as words, kinds};

/// The subject of the form.
#[derive(Clone, PartialEq, Debug)]
enum Subject {
    Whole,
    Several(Vec<NodePath>),
    Component(NodePath),
    Other(NodePath),
    /// A component of another file, inside an expanded box.
    Inner(FilePath, NodePath),
}

pub fn inspector() -> AnyView {
    view! { <Inspector /> }.into_any()
}

#[component]
fn Inspector() -> impl IntoView {
    let editor = Editor::expect();
    let subject = Memo::new(move |_| {
        let file = editor.file.get()?;
        let analysis = editor.drawn.get();
        let root = analysis.file(&file)?.root.clone();
        let there = |path: &NodePath| root.as_ref().is_some_and(|root| root.at(path).is_some());
        let mut selected = editor.selection.get();
        let inner = selected.first().filter(|path| split(path).is_some() || is_foreign(path));
        if let Some((of, path)) = inner.and_then(|path| analysis.origin(&file, path)) {
            return Some((file, Subject::Inner(of, path)));
        }
        selected.retain(|path| !path.is_root() && there(path));
        let subject = match selected.as_slice() {
            [path] if analysis.part(&file, path).is_some() => Subject::Component(path.clone()),
            [path] => Subject::Other(path.clone()),
            [] => editor.diagram.with(|diagram| match diagram.of.is_root() {
                true => Subject::Whole,
                false => Subject::Other(diagram.of.clone()),
            }),
            _ => Subject::Several(selected),
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
        Subject::Several(paths) => view! { <Several paths=paths /> }.into_any(),
        Subject::Component(path) => view! { <ComponentForm path=path /> }.into_any(),
        Subject::Other(path) => view! { <Other path=path /> }.into_any(),
        Subject::Inner(file, path) => view! { <Inner file=file path=path /> }.into_any(),
    }
}

/// A component inside an expanded box: the descriptor that it belongs to, and a link there.
#[component]
fn Inner(file: FilePath, path: NodePath) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let name = path.last_key().unwrap_or_default().to_owned();
    let part_of = crate::words::folds::defined_in(file.as_str());
    let (there, of) = (file.clone(), path.clone());
    let open = move |_| {
        canvas.editor.show(&file);
        go_to(canvas, &path);
        canvas.focus();
    };
    view! {
        <h2 class="inspector-name">{name}</h2>
        <p>{part_of}</p>
        <button type="button" class="mini" data-inner="open" on:click=open>{crate::words::folds::open_there()}</button>
        <TypeMembers file=there at=of />
    }
}

/// Several selected items: their names, their common values, and the actions for all of them.
#[component]
fn Several(paths: Vec<NodePath>) -> impl IntoView {
    let form = Form::expect();
    let editor = form.editor();
    let count = paths.len();
    let parts = StoredValue::new(paths.clone());
    let common =
        Memo::new(move |_| parts.with_value(|paths| form.ask(|analysis, file| in_common(analysis, file, paths))));
    let rows = paths.into_iter().map(|path| {
        let name = path.last_key().unwrap_or_default().to_owned();
        let of = untrack(|| form.ask(|analysis, file| Some(analysis.part(file, &path)?.of.as_ref()?.to_string())));
        let pick = move |_| editor.selection.set(vec![path.clone()]);
        view! { <li><button type="button" class="link" on:click=pick>{name}</button>" "<span class="instance-type">{of}</span></li> }
    });
    let rows = rows.collect_view();
    let values = move || {
        let (type_name, values) = common.get();
        let none = type_name.is_none() && values.is_empty();
        let rows =
            values.into_iter().map(|(name, value)| view! { <tr><th scope="row">{name}</th><td>{value}</td></tr> });
        view! {
            {type_name.map(|name| view! { <p class="inspector-used">{message(&words::all_of(&name))}</p> })}
            <table class="values"><tbody>{rows.collect_view()}</tbody></table>
            {none.then(|| view! { <p class="empty">{words::nothing_in_common()}</p> })}
        }
    };
    view! {
        <h2 class="inspector-name" data-several>{words::selected(count)}</h2>
        <ul class="several">{rows}</ul>
        <Actions />
        <LanguageActions />
        <h3 class="inspector-section">{words::in_common()}</h3>
        {values}
    }
}

/// The type that all of these components have, and the values that all of them set alike.
fn in_common(analysis: &Analysis, file: &FilePath, paths: &[NodePath]) -> (Option<String>, Vec<(String, String)>) {
    let parts: Option<Vec<_>> = paths.iter().map(|path| analysis.part(file, path)).collect();
    let Some((first, rest)) = parts.as_ref().and_then(|parts| parts.split_first()) else { return Default::default() };
    let type_name = first.of.as_ref().filter(|of| rest.iter().all(|part| part.of.as_ref() == Some(*of)));
    let root = analysis.file(file).and_then(|file| file.root.as_ref());
    let value = |part: &Component, name: &str| {
        let found = root?.at(&part.property(name)?.name.path.key("value"))?;
        found.as_text().map(str::to_owned).or_else(|| serde_yaml::to_string(&plain::value(found)).ok())
    };
    let same = first.properties.iter().filter_map(|property| {
        let name = property.name.text.as_str();
        let own = value(first, name)?;
        rest.iter().all(|part| value(part, name).as_ref() == Some(&own)).then(|| (name.to_owned(), own))
    });
    (type_name.map(ToString::to_string), same.collect())
}

/// The descriptor itself: its header, then all its sections.
#[component]
fn Whole() -> impl IntoView {
    let form = Form::expect();
    let editor = form.editor();
    let name = Memo::new(move |_| {
        form.ask(|analysis, file| {
            let named = assembly::descriptor(analysis.file(file)?).and_then(|descriptor| descriptor.name.as_ref());
            let named = named.map(|name| name.value.to_string());
            Some(named.unwrap_or_else(|| file.name().to_owned()))
        })
    });
    let used = Memo::new(move |_| form.ask(|analysis, file| analysis.used_by(file)));
    view! {
        {move || name.get().map(|name| view! { <h2 class="inspector-name">{name}</h2> })}
        <Show when=move || !used.with(Vec::is_empty)>
            <p class="inspector-used">
                {words::used_by()}
                {move || used.get().into_iter().map(|path| {
                    let name = path.to_string();
                    view! { <button type="button" class="link" on:click=move |_| editor.show(&path)>{name}</button>" " }
                }).collect_view()}
            </p>
        </Show>
        <LanguageActions />
        <Fields at=NodePath::root() holder=Holder::Record />
    }
}

/// Other items of the diagram: relationships, property mappings, and the items of other languages.
#[component]
fn Other(path: NodePath) -> impl IntoView {
    let form = Form::expect();
    let file = form.editor().file.get_untracked();
    let at = path.clone();
    let of = path.clone();
    let kind = move || {
        let symbols = form.ask(|analysis, file| analysis.symbols(file));
        symbols.into_iter().find(|symbol| symbol.path == of).map(|symbol| kinds::label(symbol.kind))
    };
    let renamed = path.clone();
    let rename = move |name: &str| form.rename(&renamed, name);
    let named = path.clone();
    let name = Signal::derive(move || {
        // In a list, the name of an item is its identifier.
        let symbols = form.ask(|analysis, file| analysis.symbols(file));
        let symbol = symbols.into_iter().find(|symbol| symbol.path == named).map(|symbol| symbol.name.to_string());
        symbol.unwrap_or_else(|| named.last_key().unwrap_or(words::item()).to_owned())
    });
    view! {
        <p class="inspector-kind">{kind}</p>
        <div class="field">
            <span class="field-label">{words::name()}</span>
            <NameLine value=name rename=rename />
        </div>
        <LanguageActions />
        <Fields at=path holder=Holder::Record />
        {file.map(|file| view! { <TypeMembers file=file at=at /> })}
    }
}
