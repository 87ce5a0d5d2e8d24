//! The questions of the canvas: which component, which end, confirmations. Each is a dialog that can be answered with
//! the keyboard alone.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::EditError;
use descriptorium_core::language::Language;
use descriptorium_core::scene::{SceneBox, ScenePort};
use descriptorium_core::sorting::Sorting;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::diagrams::DiagramKey;
use descriptorium_core::topology::{Action as LanguageAction, ActionEdit, Command, ConnectionEnd, Point, Role};
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use crate::gestures::components::{add_and_select, select_new};
use crate::gestures::confirm::{confirm_and_run, run};
use crate::gestures::connect::{candidates, kind_name, wanted};
use crate::gestures::language_actions::language_actions;
use crate::gestures::navigation::{go_to, show_selected};
use crate::gestures::pointer::{connect, connect_and_select};
use crate::gestures::selection::takes_new_box;
use crate::gestures::targets;
use crate::gestures::{attach, isolation, ports};
use crate::model::addition::{Addition, held_at};
use crate::model::aria_labels;
use crate::model::hit::lane_around;
use crate::model::neighbors::reading_order;
use crate::state::canvas::Canvas;
use crate::state::question::{Effects, FileQuestion, OpenQuestion, Question};
use crate::views::canvas::diagrams;
use crate::views::commands::commands;
use crate::views::confirm::ConfirmDialog;
use crate::views::conversion;
use crate::views::descriptors::{descriptors, newest_first, of_descriptor};
use crate::views::extraction::{DeriveType, Extract};
use crate::views::import::ImportDialog;
use crate::views::lazy::{self, VIEWS, when_loaded};
use crate::views::menu::Menu;
use crate::views::picker::{PickerItem, pick};
use crate::views::search::SearchAll;
use crate::views::shortcuts::ShortcutList;
use crate::views::target::target;
use crate::words::{
    canvas as words, isolation as isolation_words, kinds, language_actions as action_words, targets as target_words,
};

/// Up to this many descriptors are tested before they are offered; testing a thousand takes too long.
const FEW: usize = 100;

/// The open question.
#[component]
pub fn Questions() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let came_from = StoredValue::new_local(None::<HtmlElement>);
    // The focus returns to the previous element.
    Effect::new(move |before: Option<bool>| {
        let is_open = canvas.asked.with(Option::is_some);
        if !is_open && before == Some(true) {
            let there = came_from.try_update_value(Option::take).flatten();
            match there.filter(|element| element.is_connected() && element.tag_name() != "BODY") {
                // An element in the page accepts the focus.
                Some(element) => drop(element.focus()),
                None => canvas.focus(),
            }
        }
        is_open
    });
    move || {
        canvas.asked.get().map(|asked| {
            let active = document().active_element().and_then(|element| element.dyn_into::<HtmlElement>().ok());
            let outside = active.filter(|active| !matches!(active.closest(".dialog"), Ok(Some(_))));
            if let Some(outside) = outside {
                came_from.set_value(Some(outside));
            }
            view! { <Dialog asked=asked /> }
        })
    }
}

#[component]
fn Dialog(asked: OpenQuestion) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let OpenQuestion { question, at } = asked;
    let is_menu = matches!(question, Question::Menu { .. });
    let asks = question.clone();
    let label = move || match lazy::loaded() {
        Some(views) => (views.title)(canvas, &asks),
        None => crate::words::shell::loading().to_owned(),
    };
    let frame = NodeRef::<Div>::new();
    let key = move |event: KeyboardEvent| match event.key().as_str() {
        "Escape" => {
            event.prevent_default();
            event.stop_propagation();
            canvas.answer();
        }
        "Tab" if is_menu => {
            event.prevent_default();
            canvas.answer();
        }
        "Tab" => {
            event.prevent_default();
            if let Some(frame) = frame.get_untracked() {
                crate::browser::dom::focus_next(&frame, event.shift_key());
            }
        }
        _ => {}
    };
    // The content of the dialog takes the focus; while it is loading, the dialog does, so that it can be closed.
    Effect::new(move |_| {
        if let (Some(frame), None) = (frame.get(), VIEWS.get()) {
            let _ = frame.focus();
        }
    });
    let class = match &question {
        Question::Shortcuts | Question::Search | Question::Target { .. } | Question::File(FileQuestion::Content(_)) => {
            "dialog wide"
        }
        Question::Menu { .. } => "dialog menu",
        _ if at.is_some() => "dialog beside",
        _ => "dialog",
    };
    let (x, y) = at.unwrap_or_default();
    view! {
        <div class="dialog-ground" on:pointerdown=move |_| canvas.answer()></div>
        <div
            node_ref=frame
            class=class
            role="dialog"
            aria-modal="true"
            tabindex="-1"
            aria-label=label
            style=("--x", format!("{x:.0}px"))
            style=("--y", format!("{y:.0}px"))
            on:keydown=key
            on:contextmenu=move |event| if is_menu {
                event.prevent_default();
            }
        >
            {when_loaded(move |views| (views.question)(canvas, question.clone()))}
        </div>
    }
}

/// The title of a question.
pub fn title(canvas: Canvas, question: &Question) -> String {
    let name = |path: &NodePath| name_of(canvas, path);
    match question {
        Question::Commands => crate::words::shortcuts::find_a_command().to_owned(),
        Question::Shortcuts => words::shortcuts().to_owned(),
        Question::Menu { .. } => crate::words::shortcuts::context_menu().to_owned(),
        Question::Search => crate::words::shortcuts::search_all_files().to_owned(),
        Question::Find => crate::words::shortcuts::find_a_box().to_owned(),
        Question::Diagrams => crate::words::diagrams::diagram_of_file().to_owned(),
        Question::Add { .. } => crate::words::shortcuts::add_to_the_diagram().to_owned(),
        Question::Value(path) => words::value_of_which(&name(path)),
        Question::Start(path) => words::connect_from(&name(path)),
        Question::End { from, moved: Some(_), .. } => words::reconnect_from(&from.end.port),
        Question::MovedEnd(_) => words::reconnect_which().to_owned(),
        Question::End { from, on, .. } => match (wanted(canvas, from), on) {
            (Some(wanted), None) => words::connect_to(&from.end.port, wanted),
            (Some(wanted), Some(on)) => words::connect_to_of(&from.end.port, wanted, &name(on)),
            (None, _) => words::connect_reference(&from.end.port, &name(&from.end.vertex)),
        },
        Question::Beyond { from, .. } => words::connect_to_new(&from.end.port),
        Question::Promote(path) => words::promote_of(&name(path)),
        Question::Extract => crate::words::shortcuts::move_to_new_descriptor().to_owned(),
        Question::DeriveType { path, .. } => action_words::derive_from_of(&name(path)),
        Question::More => crate::words::shortcuts::more_actions().to_owned(),
        Question::Retype { path, .. } => words::change_type_of(&name(path)),
        Question::Targets(_) => target_words::which().to_owned(),
        Question::Target { path, .. } => {
            let node: NodePath = path.steps().iter().take(3).cloned().collect();
            target_words::target_of(path.last_key().unwrap_or_default(), &name(&node))
        }
        Question::File(question) => crate::views::file_questions::title(question),
        Question::Forms => crate::words::conversion::convert_the_file().to_owned(),
        Question::Convert(conversion) => {
            crate::words::conversion::convert_to(crate::words::conversion::form(conversion.to))
        }
        Question::Import(imports) => match imports.as_slice() {
            [only] => crate::words::files::open_file(&only.name),
            _ => crate::words::files::open_archives(imports.len()),
        },
        Question::Confirm { command, .. } => match command {
            Command::Remove(paths) => match paths.as_slice() {
                [path] => words::remove_it(&name(path)),
                _ => words::remove_these(paths.len()),
            },
            Command::Retype { path, of } => words::change_it(&name(path), &of.to_string()),
            Command::RetypeEntry { path, of, .. } => words::change_it(&name(path), of),
            _ => words::do_it().to_owned(),
        },
    }
}

pub fn body(canvas: Canvas, question: Question) -> AnyView {
    let title = title(canvas, &question);
    let editor = canvas.editor;
    let (analysis, file) = (editor.analysis.get_untracked(), editor.file.get_untracked());
    match question {
        Question::Commands => commands(canvas, title),
        Question::Shortcuts => view! { <ShortcutList /> }.into_any(),
        Question::Menu { at } => view! { <Menu at=at /> }.into_any(),
        Question::Search => view! { <SearchAll title=title /> }.into_any(),
        Question::Find => {
            let found = editor.scene.with_untracked(|view| {
                let paths = reading_order(&view.scene).into_iter();
                let found = paths.filter_map(|path| {
                    let of_box = |found: &SceneBox| (found.label.clone(), found.detail.clone());
                    let of_port = |port: &ScenePort| (port.name.to_string(), aria_labels::of_port(port));
                    let of_mark =
                        |(name, boxes): (&str, Vec<&str>)| (name.to_owned(), words::policy_of(name, &boxes.join(", ")));
                    let shown = view.found(&path).map(of_box).or_else(|| view.port(&path).map(of_port));
                    let shown = shown.or_else(|| view.mark(&path).map(of_mark));
                    let (label, detail) = shown?;
                    Some((PickerItem { label, detail, ..PickerItem::default() }, path))
                });
                let mut found: Vec<(PickerItem, NodePath)> = found.collect();
                let connections = view.scene.connections.iter().map(|connection| {
                    let choice = PickerItem {
                        label: connection.label.clone(),
                        detail: aria_labels::of_connection(view, connection),
                        is_late: true,
                        ..PickerItem::default()
                    };
                    (choice, connection.path.clone())
                });
                found.extend(connections);
                found.extend(view.hidden().into_iter().map(|hidden| {
                    let detail = format!("{} · {}", hidden.detail, isolation_words::not_shown());
                    let choice =
                        PickerItem { label: hidden.label.clone(), detail, is_late: true, ..PickerItem::default() };
                    (choice, hidden.path.clone())
                }));
                found
            });
            let (choices, paths) = found.into_iter().unzip();
            pick(canvas, title, words::nothing_on_canvas(), choices, paths, move |path: NodePath| {
                if editor.scene.with_untracked(|view| view.hides(&path)) {
                    isolation::include(canvas, &path);
                }
                go_to(canvas, &path);
            })
        }
        Question::Add { at } => {
            let language = file.as_ref().and_then(|file| analysis.file(file)?.language);
            let (nothing, additions): (_, Vec<Addition>) = if language.is_some_and(Language::takes_components) {
                let names = descriptors(&analysis, file.as_ref()).into_iter();
                (words::no_other_descriptors(), names.map(Addition::Descriptor).collect())
            } else {
                let diagram = editor.diagram.get_untracked();
                let offers = file.map_or(Vec::new(), |file| analysis.offers_in(&file, &diagram)).into_iter();
                (crate::words::file_actions::nothing_to_add(), offers.map(Addition::Entry).collect())
            };
            let choice = |of: &Addition| {
                let refused = refusal(additions.len(), || editor.would_accept(&of.command(Role::Component, None)));
                PickerItem { refused, ..of_addition(of) }
            };
            let choices = additions.iter().map(choice).collect();
            pick(canvas, title, nothing, choices, additions, move |of: Addition| {
                let lane = editor.scene.with_untracked(|view| lane_around(&view.scene, at?).cloned());
                let selected = editor.selection.get_untracked().into_iter().filter(|path| !path.is_root());
                let members = if at.is_none() { selected.collect() } else { Vec::new() };
                let command = of.command_in(Role::Component, at.map(held_at), lane.as_ref(), members);
                add_and_select(editor, &command);
                show_selected(canvas);
            })
        }
        Question::Start(path) => {
            let starts = file.map_or(Vec::new(), |file| analysis.connection_starts(&file, &path));
            let choices = starts.iter().map(|start| PickerItem {
                label: start.end.port.to_string(),
                detail: kind_name(canvas, start).to_owned(),
                ..PickerItem::default()
            });
            let choices = choices.collect();
            pick(canvas, title, words::nothing_to_connect(), choices, starts, move |from| {
                canvas.ask(Question::End { from, on: None, moved: None }, None);
            })
        }
        Question::Value(path) => {
            let ports = ports::with_values(canvas, &path);
            let choices = ports.iter().map(|port| PickerItem {
                label: port.end.port.to_string(),
                detail: ports::value(canvas, port).unwrap_or_default(),
                ..PickerItem::default()
            });
            let choices = choices.collect();
            pick(canvas, title, words::no_values(), choices, ports, move |port| ports::edit(canvas, port))
        }
        Question::MovedEnd(ends) => {
            let choices = ends.iter().map(|(moved, _)| PickerItem {
                label: moved
                    .from
                    .port
                    .as_ref()
                    .map_or_else(|| name_of(canvas, &moved.from.vertex), ToString::to_string),
                detail: name_of(canvas, &moved.from.vertex),
                ..PickerItem::default()
            });
            let choices = choices.collect();
            pick(canvas, title, "", choices, ends, move |(moved, from)| {
                canvas.ask(Question::End { from, on: None, moved: Some(moved) }, None);
            })
        }
        Question::End { from, on, moved } => {
            let mut ends = candidates(canvas, &from, moved.as_ref()).unwrap_or_default();
            ends.retain(|candidate| on.as_ref().is_none_or(|on| candidate.end.end.vertex == *on));
            // The one with the same name is most likely meant.
            ends.order_by_key(|candidate| candidate.end.end.port != from.end.port);
            let mut choices: Vec<PickerItem> = ends
                .iter()
                .map(|candidate| PickerItem {
                    label: candidate.end.end.port.to_string(),
                    detail: name_of(canvas, &candidate.end.end.vertex),
                    refused: candidate.refused.clone(),
                    ..PickerItem::default()
                })
                .collect();
            let mut ends: Vec<Option<ConnectionEnd>> =
                ends.iter().map(|candidate| Some(candidate.end.clone())).collect();
            // As with a connection that is dropped on empty space, the other end may be a new component.
            let takes_new = untrack(|| takes_new_box(editor));
            if on.is_none() && moved.is_none() && takes_new && !from.end.vertex.is_root() {
                let is_whole = editor.diagram.with_untracked(DiagramKey::is_topology);
                let label = if is_whole { words::a_new_component() } else { words::a_new_box() };
                choices.push(PickerItem { label: label.to_owned(), is_late: true, ..PickerItem::default() });
                ends.push(None);
            }
            let nothing = wanted(canvas, &from).map_or_else(|| words::nothing_fits_here().to_owned(), words::none_here);
            pick(canvas, title, &nothing, choices, ends, move |to| match (to, &on) {
                (None, _) => canvas.ask(Question::Beyond { from: from.clone(), at: None }, None),
                // It was dropped on a box.
                (Some(to), Some(_)) => connect_and_select(canvas, &from, moved.as_ref(), &to),
                // With the keyboard, the box stays selected.
                (Some(to), None) => drop(connect(canvas, &from, moved.as_ref(), &to)),
            })
        }
        Question::Beyond { from, at } => beyond(canvas, title, from, at),
        Question::Promote(path) => {
            let found = file.map_or(Vec::new(), |file| promotable(&analysis, &file, &path));
            let choices = found.iter().map(|(kind, path)| {
                let command = Command::Promote { path: path.clone(), name: None };
                PickerItem {
                    label: path.last_key().unwrap_or_default().to_owned(),
                    detail: (*kind).to_owned(),
                    refused: refusal(found.len(), || editor.would_accept(&command)),
                    ..PickerItem::default()
                }
            });
            let (choices, paths) = (choices.collect(), found.iter().map(|(_, path)| path.clone()).collect());
            pick(canvas, title, words::nothing_to_promote(), choices, paths, move |path| {
                // `command` has already shown the error.
                let _ = editor.command(&Command::Promote { path, name: None });
            })
        }
        Question::Targets(open) => {
            let choices = open.iter().map(|(name, _)| PickerItem { label: name.clone(), ..PickerItem::default() });
            let (choices, paths) = (choices.collect(), open.iter().map(|(_, path)| path.clone()).collect());
            pick(canvas, title, "", choices, paths, move |path| targets::ask_for(canvas, path))
        }
        Question::Target { file, path } => target(file, path, title),
        Question::More => more(canvas, title),
        Question::Extract => view! { <Extract title=title /> }.into_any(),
        Question::DeriveType { path, name } => view! { <DeriveType title=title path=path name=name /> }.into_any(),
        Question::Retype { file, path } => retype(canvas, title, file, path),
        Question::File(question) => crate::views::file_questions::body(canvas, question, title),
        Question::Diagrams => diagrams::choose(canvas, title),
        Question::Forms => conversion::forms(canvas, title),
        Question::Convert(chosen) => conversion::confirm(canvas, title, chosen),
        Question::Import(imports) => view! { <ImportDialog title=title imports=imports /> }.into_any(),
        Question::Confirm { file, command, effects } => {
            view! { <ConfirmCommand title=title file=file command=command effects=effects /> }.into_any()
        }
    }
}

/// The edits of the selection that only its language has. Values are entered in the inspector.
fn more(canvas: Canvas, title: String) -> AnyView {
    let actions = untrack(|| language_actions(canvas.editor));
    let is_chosen =
        |action: &LanguageAction| !matches!(action.edit, ActionEdit::Text { .. } | ActionEdit::Number { .. });
    let actions: Vec<LanguageAction> = actions.into_iter().filter(is_chosen).collect();
    let choice = |action: &LanguageAction| {
        let label = match &action.edit {
            ActionEdit::File { current, .. } if !current.is_empty() => {
                action_words::replace_file(&action.subject, current)
            }
            _ => action_words::label(action.name, &action.subject),
        };
        let detail = match &action.edit {
            ActionEdit::File { group, .. } | ActionEdit::OneOf { group, .. } => group.clone(),
            ActionEdit::Tick { group, is_on, .. } => format!("{}{group}", if *is_on { "✓ " } else { "" }),
            _ => String::new(),
        };
        PickerItem { label, detail, refused: action.refused.clone(), ..PickerItem::default() }
    };
    let choices = actions.iter().map(choice).collect();
    pick(canvas, title, action_words::none(), choices, actions, move |action| match action.edit {
        ActionEdit::Run(command @ Command::Remove(_)) => {
            if let Some(file) = canvas.editor.file.get_untracked() {
                confirm_and_run(canvas, &file, command);
            }
        }
        // The error has been shown already.
        ActionEdit::Run(command) | ActionEdit::Tick { command, .. } | ActionEdit::OneOf { command, .. } => {
            if select_new(canvas.editor, || drop(canvas.editor.command(&command))) {
                show_selected(canvas);
            }
        }
        ActionEdit::File { path, .. } => attach::choose(canvas, path),
        ActionEdit::Target { path } => targets::ask_for(canvas, path),
        ActionEdit::Name { path, value } => canvas.ask(Question::DeriveType { path, name: value }, None),
        ActionEdit::Text { .. } | ActionEdit::Number { .. } => {}
    })
}

fn name_of(canvas: Canvas, path: &NodePath) -> String {
    canvas.editor.scene.with_untracked(|view| view.name(path))
}

/// The possible ends for a connection that was dropped on empty space: a new component with a suitable port, or the
/// assembly itself.
fn beyond(canvas: Canvas, title: String, from: ConnectionEnd, at: Option<Point>) -> AnyView {
    let editor = canvas.editor;
    let (analysis, file) = (editor.analysis.get_untracked(), editor.file.get_untracked());
    let Some(file) = file else { return ().into_any() };
    let mut descriptors = analysis.fitting(&file, &from.end, from.kind);
    newest_first(&mut descriptors);
    let offers = analysis.fitting_offers(&file, &from.end, from.kind).into_iter().map(Addition::Entry);
    let fitting: Vec<Addition> = descriptors.into_iter().map(Addition::Descriptor).chain(offers).collect();
    let mut choices: Vec<PickerItem> = fitting.iter().map(of_addition).collect();
    let promote = analysis.promotion(&file, &from.end, from.kind);
    let is_assembly = analysis.file(&file).is_some_and(|file| file.language.is_some_and(Language::takes_components));
    choices.extend(promote.iter().map(|promote| PickerItem {
        label: if is_assembly { words::promote() } else { words::promote_to_boundary() }.to_owned(),
        refused: editor.would_accept(promote).err().map(|error| error.to_string()),
        ..PickerItem::default()
    }));
    let things: Vec<Option<Addition>> = fitting.into_iter().map(Some).chain(promote.iter().map(|_| None)).collect();
    pick(canvas, title, words::nothing_fits_here(), choices, things, move |of: Option<Addition>| {
        let Some(of) = of else {
            // `command` has already shown the error.
            return promote.iter().for_each(|promote| drop(editor.command(promote)));
        };
        let Some(file) = editor.file.get_untracked() else { return };
        let analysis = editor.analysis.get_untracked();
        match analysis.add_connected(&file, &of.command(Role::Component, at), &from.end, from.kind) {
            Ok(change) => {
                if !select_new(editor, || editor.apply(&change)) {
                    return;
                }
                show_selected(canvas);
                canvas.name_new_box();
            }
            Err(error) => editor.fail(&crate::words::shell::not_done(&error.to_string())),
        }
    })
}

/// The possible types of a component. A reference may have a version range (AD-RFS-04).
fn retype(canvas: Canvas, title: String, file: FilePath, path: NodePath) -> AnyView {
    let analysis = canvas.editor.analysis.get_untracked();
    if !analysis.file(&file).is_some_and(|file| file.language.is_some_and(Language::has_full_names)) {
        return retype_entry(canvas, title, file, path);
    }
    let now = analysis.part(&file, &path).and_then(|part| part.of.clone());
    let is_reference = path.starts_with(&NodePath::keys(["references"]));
    let mut names = descriptors(&analysis, Some(&file));
    if is_reference {
        let ranges: Vec<DescriptorRef> =
            names.iter().map(|of| DescriptorRef { version: format!("^{}", of.version).into(), ..of.clone() }).collect();
        names.extend(ranges);
    }
    names.retain(|of| now.as_ref() != Some(of));
    // Another version of the same type is most likely meant.
    let other = |of: &DescriptorRef| now.as_ref().is_none_or(|now| (&now.kind, &now.name) != (&of.kind, &of.name));
    names.order_by_key(other);
    let choice = |of: &DescriptorRef| {
        let command = Command::Retype { path: path.clone(), of: of.clone() };
        PickerItem { refused: refusal(names.len(), || analysis.command(&file, &command)), ..of_descriptor(of) }
    };
    let choices = names.iter().map(choice).collect();
    pick(canvas, title, words::no_other_descriptors(), choices, names.clone(), move |of| {
        confirm_and_run(canvas, &file, Command::Retype { path: path.clone(), of });
    })
}

/// Why one of `count` choices is refused, if it is. Each is tried, which takes too long for hundreds.
fn refusal<T>(count: usize, attempt: impl FnOnce() -> Result<T, EditError>) -> Option<String> {
    (count <= FEW).then(attempt)?.err().map(|error| error.to_string())
}

/// The possible types of a box that is an entry of a section.
fn retype_entry(canvas: Canvas, title: String, file: FilePath, path: NodePath) -> AnyView {
    let analysis = canvas.editor.analysis.get_untracked();
    let section = path.parent();
    let mut offers = analysis.offers_in(&file, &analysis.diagram_around(&file, &path));
    offers.retain(|offer| Some(&offer.section) == section.as_ref());
    let commands: Vec<(Addition, Command)> = offers
        .into_iter()
        .filter_map(|offer| {
            let of = offer.of.clone()?;
            let command = Command::RetypeEntry { path: path.clone(), of, file: offer.import.clone() };
            Some((Addition::Entry(offer), command))
        })
        .collect();
    let choice = |(of, command): &(Addition, Command)| PickerItem {
        refused: refusal(commands.len(), || analysis.command(&file, command)),
        ..of_addition(of)
    };
    let choices = commands.iter().map(choice).collect();
    let commands: Vec<Command> = commands.into_iter().map(|(_, command)| command).collect();
    let nothing = crate::words::file_actions::nothing_to_add();
    pick(canvas, title, nothing, choices, commands, move |command| confirm_and_run(canvas, &file, command))
}

fn of_addition(of: &Addition) -> PickerItem {
    match of {
        Addition::Descriptor(of) => of_descriptor(of),
        Addition::Entry(_) => PickerItem { label: of.label(), detail: of.note(), ..PickerItem::default() },
    }
}

/// The ports and properties of a component that can be promoted, and the kind of each.
fn promotable(analysis: &Analysis, file: &FilePath, path: &NodePath) -> Vec<(&'static str, NodePath)> {
    let Some(of) = analysis.part_type(file, path) else {
        let starts = analysis.connection_starts(file, path).into_iter();
        let promoted = starts.filter_map(|start| match analysis.promotion(file, &start.end, start.kind)? {
            Command::Promote { path, .. } => Some((kinds::port(start.kind), path)),
            _ => None,
        });
        return promoted.collect();
    };
    let section = |key: &str, name: &str| path.key(key).key(name);
    let properties = of.properties.iter().map(|found| (kinds::property(), section("properties", &found.name.text)));
    let capabilities =
        of.capabilities.iter().map(|found| (kinds::capability(), section("capabilities", &found.name.text)));
    let requirements =
        of.requirements.iter().map(|found| (kinds::requirement(), section("requirements", &found.name.text)));
    let operations = of.operations.iter().map(|found| (kinds::operation(), section("operations", &found.name.text)));
    let metrics = of.metrics.iter().map(|found| (kinds::metric(), section("metrics", &found.name.text)));
    properties.chain(capabilities).chain(requirements).chain(operations).chain(metrics).collect()
}

/// The side effects of a command, before it is run.
#[component]
fn ConfirmCommand(title: String, file: FilePath, command: Command, effects: Effects) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let removes = matches!(command, Command::Remove(_));
    let go = Callback::new(move |()| run(canvas, &file, &command));
    let lists = vec![(words::also_affected(), effects.along), (words::new_findings(), effects.wrong)];
    let verb = if removes { crate::words::shortcuts::remove() } else { crate::words::inspector::change() };
    view! { <ConfirmDialog title=title text="" lists=lists verb=verb danger=removes go=go /> }
}
