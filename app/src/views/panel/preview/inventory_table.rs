//! The inventory of a placement as a table. An edit makes a copy of it for the preview; files do not change.

use std::sync::Arc;

use descriptorium_core::homing::placement::inventory::Inventory;
use descriptorium_core::homing::placement::preview::{INVENTORY, PLACE};
use descriptorium_core::homing::view::View;
use descriptorium_core::number::float;
use descriptorium_core::preview::progress::{Progress, block_on};
use descriptorium_core::preview::question::{Field, Intent, Values};
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use serde_yaml::{Mapping, Value};

use crate::state::editor::Editor;
use crate::views::panel::show_more::More;
use crate::words::placement as words;

/// The columns of the table. Other attributes of a candidate stay as they are.
const COLUMNS: [&str; 5] = ["candidate_id", "latitude", "longitude", "cost", "location_id"];
/// The largest text of an inventory that is edited as a table, in bytes: each edit writes and reads all of it.
const LARGEST: usize = 1 << 20;
/// The number of rows that are listed at first, and of those added per click.
const PAGE: usize = 50;

/// The position of a candidate: its list, and its index in it.
type Position = (usize, usize);

#[component]
pub fn InventoryTable(file: FilePath) -> impl IntoView {
    let editor = Editor::expect();
    let file = StoredValue::new(file);
    let limit = RwSignal::new(PAGE);
    let is_open = RwSignal::new(false);
    let inventory = Memo::new(move |_| {
        if !is_open.get() {
            return Inventory::default();
        }
        editor.drawn.track();
        editor.questions.track();
        file.with_value(|file| current(editor, file)).and_then(Result::ok).unwrap_or_default()
    });
    let is_too_large = Memo::new(move |_| {
        editor.drawn.track();
        editor.questions.track();
        is_open.get() && file.with_value(|file| matches!(current(editor, file), Some(Err(TooLarge))))
    });
    let total =
        Memo::new(move |_| inventory.with(|all| all.candidates.iter().map(|(_, listed)| listed.len()).sum::<usize>()));
    let positions = Memo::new(move |_| {
        inventory.with(|all| {
            let lists = all.candidates.iter().enumerate();
            let each = lists.flat_map(|(list, (_, listed))| (0..listed.len()).map(move |index| (list, index)));
            each.take(limit.get()).collect::<Vec<Position>>()
        })
    });
    // Returns whether the changed inventory is valid.
    let change = move |edit: &dyn Fn(&mut Inventory)| {
        let mut all = inventory.get_untracked();
        edit(&mut all);
        let text = all.text();
        if let Err(why) = Inventory::read(&text) {
            editor.fail(&why);
            return false;
        }
        give(editor, file.get_value(), text, words::edited_inventory().to_owned());
        true
    };
    let add = move |_| {
        let demand = editor.analysis.with_untracked(|analysis| {
            let root = analysis.file(&file.get_value())?.root.clone()?;
            Some(View::new(&root).section("demands").first()?.name.to_owned())
        });
        change(&|all| {
            let number = all.candidates.iter().map(|(_, listed)| listed.len()).sum::<usize>() + 1;
            let id = Value::from(format!("candidate-{number}"));
            let last = all.candidates.last().and_then(|(_, listed)| listed.last().cloned());
            let mut candidate = last.map(Arc::unwrap_or_clone).unwrap_or_else(|| {
                let values = [("inventory_type", "cloud"), ("inventory_provider", "aai")].into_iter();
                let mut values: Mapping = values.map(|(key, value)| (key.into(), value.into())).collect();
                values.extend(
                    [("latitude", 0), ("longitude", 0), ("cost", 0)].map(|(key, value)| (key.into(), value.into())),
                );
                values
            });
            candidate.insert("candidate_id".into(), id);
            match all.candidates.last_mut() {
                Some((_, listed)) => listed.push(candidate.into()),
                None => all.candidates.push((demand.clone().unwrap_or_default().into(), vec![candidate.into()])),
            }
        });
        limit.update(|limit| *limit = (*limit).max(total.get_untracked()));
    };
    let row = move |(list, index): Position| {
        let demand = Memo::new(move |_| {
            inventory.with(|all| all.candidates.get(list).map(|(demand, _)| demand.to_string()).unwrap_or_default())
        });
        let remove = move |_| {
            change(&|all| {
                if let Some((_, listed)) = all.candidates.get_mut(list).filter(|(_, listed)| index < listed.len()) {
                    listed.remove(index);
                }
            });
        };
        let cell = move |column: &'static str| {
            let value = Memo::new(move |_| {
                inventory.with(|all| {
                    all.candidates.get(list).and_then(|(_, listed)| Some(shown(listed.get(index)?.get(column)?)))
                })
            });
            let set = move |event| {
                let typed: String = event_target_value(&event);
                let is_valid = change(&|all| {
                    let Some(candidate) = all.candidates.get_mut(list).and_then(|(_, listed)| listed.get_mut(index))
                    else {
                        return;
                    };
                    let number = float(typed.trim()).filter(|_| ["latitude", "longitude", "cost"].contains(&column));
                    Arc::make_mut(candidate)
                        .insert(column.into(), number.map_or_else(|| typed.trim().into(), Value::from));
                });
                if !is_valid {
                    event_target::<web_sys::HtmlInputElement>(&event)
                        .set_value(&value.get_untracked().unwrap_or_default());
                }
            };
            let label = format!("{column} {}", index + 1);
            view! { <td><input type="text" spellcheck="false" autocomplete="off" aria-label=label data-cell=column prop:value=move || value.get().unwrap_or_default() on:change=set /></td> }
        };
        let label = move || crate::words::inspector::remove_named(&format!("{} {}", demand.get(), index + 1));
        view! {
            <tr>
                <th scope="row">{demand}</th>
                {COLUMNS.map(cell).into_iter().collect_view()}
                <td><button type="button" class="mini remove" aria-label=label title=label on:click=remove>"✕"</button></td>
            </tr>
        }
    };
    view! {
        <details class="placement inventory-table" data-inventory on:toggle=move |event| is_open.set(event_target::<web_sys::HtmlElement>(&event).has_attribute("open"))>
            <summary>{words::edit_inventory()}</summary>
            <Show when=move || is_too_large.get()><p class="empty">{words::not_editable()}</p></Show>
            <Show when=move || is_open.get() && !is_too_large.get()>
                <table>
                    <thead><tr>
                        <th scope="col">{words::demand()}</th>
                        {COLUMNS.map(|column| view! { <th scope="col" lang="en">{column}</th> }).into_iter().collect_view()}
                        <th></th>
                    </tr></thead>
                    <tbody><For each=move || positions.get() key=|position| *position children=row /></tbody>
                </table>
                <More total=total limit=limit page=PAGE />
                <button type="button" class="mini" data-add-candidate on:click=add>{words::add_candidate()}</button>
            </Show>
        </details>
    }
}

/// Places the template in `file` with this inventory. `name` says where the inventory is from.
pub fn give(editor: Editor, file: FilePath, inventory: String, name: String) {
    let parameters = Values::from([(INVENTORY.to_owned(), Value::Sequence(vec![inventory.into()]))]);
    let intent = Some(Intent { name: PLACE.into(), parameters });
    editor.questions.update(|questions| questions.entry(file.clone()).or_default().intent = intent);
    editor.loaded.update(|loaded| drop(loaded.insert(file, name)));
}

/// A value as it is typed.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => serde_yaml::to_string(other).unwrap_or_default().trim_end().to_owned(),
    }
}

/// The inventory is larger than [`LARGEST`].
struct TooLarge;

/// The inventory of the question about `file`; initially the first one of the catalog.
fn current(editor: Editor, file: &FilePath) -> Option<Result<Inventory, TooLarge>> {
    let analysis = editor.analysis.get_untracked();
    let asked = editor.questions.with_untracked(|all| {
        let intent = all.get(file)?.intent.as_ref()?;
        Some(intent.parameters.get(INVENTORY).cloned())
    });
    let given = match asked {
        Some(given) => given?,
        None => {
            let form = analysis.question_form(file, None, &[]);
            let first = form.intents.first()?.parameters.iter().find_map(|one| match &one.field {
                Field::File(files) => Some(files.first()?.1.to_string()),
                _ => None,
            });
            first?.into()
        }
    };
    let texts = match &given {
        Value::Sequence(texts) => texts.iter().filter_map(Value::as_str).collect(),
        other => Vec::from_iter(other.as_str()),
    };
    let texts = texts.into_iter().map(|text| {
        let listed = FilePath::new(text).and_then(|path| analysis.file(&path));
        listed.map_or(text, |file| &file.text)
    });
    let mut inventory = Inventory::default();
    for text in texts {
        if text.len() > LARGEST {
            return Some(Err(TooLarge));
        }
        block_on(inventory.merge(Inventory::read(text).ok()?, &Progress::default()));
    }
    Some(Ok(inventory))
}
