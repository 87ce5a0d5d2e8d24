//! The question that the preview answers: the intent, its parameters, and the settings of all intents.

use std::str::FromStr;

use descriptorium_core::preview::question::{Field, Form, Intent, Question, Values};
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use serde_yaml::Value;

use crate::state::editor::Editor;
use crate::state::preview::ComputedPreview;
use crate::views::panel::field::{Line, Pick};
use crate::words::preview as words;

/// The question about a file, and its form.
#[derive(Clone, Copy)]
struct Asking {
    editor: Editor,
    file: StoredValue<FilePath>,
    form: Memo<Form>,
}

/// A field of the form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Slot {
    /// The intent that the parameter belongs to; `None` for a setting.
    intent: Option<String>,
    name: String,
}

impl Asking {
    fn with<T>(self, read: impl FnOnce(&Question) -> T) -> T {
        self.editor.questions.with(|all| match self.file.with_value(|file| all.get(file)) {
            Some(question) => read(question),
            None => read(&Question::default()),
        })
    }

    fn update(self, change: impl FnOnce(&mut Question)) {
        self.editor.questions.update(|all| change(all.entry(self.file.get_value()).or_default()));
    }

    /// The name of the selected intent.
    fn intent(self) -> String {
        let name = |form: &Form| self.with(|question| Some(form.asked(question)?.name.to_string()));
        self.form.with(name).unwrap_or_default()
    }

    fn slots(self) -> Vec<Slot> {
        let intent = self.intent();
        self.form.with(|form| {
            let asked = form.intents.iter().find(|one| one.name == intent);
            let own = asked.into_iter().flat_map(|asked| &asked.parameters);
            let own = own.map(|one| Slot { intent: Some(intent.clone()), name: one.name.to_string() });
            own.chain(form.settings.iter().map(|one| Slot { intent: None, name: one.name.to_string() })).collect()
        })
    }

    fn field(self, slot: &Slot) -> Field {
        self.form.with(|form| {
            let parameters = match &slot.intent {
                Some(intent) => form.intents.iter().find(|one| one.name == *intent).map(|one| &one.parameters),
                None => Some(&form.settings),
            };
            let found = parameters.and_then(|all| all.iter().find(|one| one.name == slot.name));
            found.map_or(Field::None, |found| found.field.clone())
        })
    }

    /// The value of a field as text.
    fn value(self, slot: &Slot) -> String {
        self.with(|question| {
            let values = match &slot.intent {
                Some(_) => question.intent.as_ref().map(|intent| &intent.parameters),
                None => Some(&question.settings),
            };
            match values.and_then(|values| values.get(&slot.name)) {
                Some(Value::String(text)) => text.clone(),
                Some(Value::Number(number)) => number.to_string(),
                _ => String::new(),
            }
        })
    }

    /// Whether the value of a parameter are texts, loaded from outside of the catalog.
    fn is_loaded(self, slot: &Slot) -> bool {
        slot.intent.is_some() && self.with(|question| question.parameter(&slot.name).is_some_and(Value::is_sequence))
    }

    fn set(self, slot: &Slot, value: Option<Value>) {
        let form = self.form.get_untracked();
        self.update(|question| match &slot.intent {
            Some(name) => {
                let Some(fields) = form.intents.iter().find(|one| one.name == *name) else { return };
                let intent = question.intent.take().filter(|intent| intent.name == *name);
                let intent = intent.unwrap_or_else(|| Intent { name: fields.name.clone(), parameters: Values::new() });
                question.intent = Some(intent.with(fields, &slot.name, value));
            }
            None => match value {
                Some(value) => drop(question.settings.insert(slot.name.clone(), value)),
                None => drop(question.settings.remove(&slot.name)),
            },
        });
    }
}

#[component]
pub fn IntentForm(file: FilePath, found: Signal<Option<ComputedPreview>>) -> impl IntoView {
    let editor = Editor::expect();
    let file = StoredValue::new(file);
    let form = Memo::new(move |_| {
        let (selection, analysis) = (editor.selection.get(), editor.drawn.get());
        let last = found.with(|found| found.as_ref().map(|found| found.outcome.clone()));
        analysis.question_form(&file.get_value(), last.as_deref(), &selection)
    });
    let asking = Asking { editor, file, form };
    let names =
        Memo::new(move |_| form.with(|form| form.intents.iter().map(|one| one.name.to_string()).collect::<Vec<_>>()));
    let asked = Memo::new(move |_| asking.intent());
    let choose = move |event| {
        let intent = form.with_untracked(|form| form.intent(&event_target_value(&event)));
        asking.update(|question| question.intent = intent);
    };
    let options = move || {
        let options = names.get().into_iter().map(|name| {
            let (value, shown) = (name.clone(), words::intent_name(&name).to_owned());
            view! { <option value=value selected=move || asked.with(|asked| *asked == name)>{shown}</option> }
        });
        options.collect_view()
    };
    let slots = Memo::new(move |_| asking.slots());
    view! {
        <form class="inputs intent" aria-label=words::intent() on:submit=move |event| event.prevent_default()>
            <label class="field" class:hidden=move || { names.with(Vec::len) == 1 }>
                <span class="field-label">{words::intent()}</span>
                <select data-intent prop:value=asked on:change=choose>{options}</select>
            </label>
            <For each=move || slots.get() key=Slot::clone children=move |slot| field(asking, slot) />
        </form>
    }
}

/// A field. It is kept while its choices change, so that it keeps the focus and its text.
fn field(asking: Asking, slot: Slot) -> AnyView {
    let label = words::parameter_name(&slot.name).into_owned();
    let name = slot.name.clone();
    let slot = StoredValue::new(slot);
    let field = Memo::new(move |_| slot.with_value(|slot| asking.field(slot)));
    let value = Memo::new(move |_| slot.with_value(|slot| asking.value(slot)));
    let set = move |value| slot.with_value(|slot| asking.set(slot, value));
    let set_text = move |text: String| set(Some(text).filter(|text| !text.is_empty()).map(Value::from));
    let control = match field.get_untracked() {
        Field::Choice(_) | Field::File(_) => {
            let is_loaded = Memo::new(move |_| slot.with_value(|slot| asking.is_loaded(slot)));
            return choice(name, label, (field, value, is_loaded), set_text);
        }
        Field::Option { words, default } => {
            // The default is not listed twice.
            let shown = Signal::derive(move || Some(value.get()).filter(|value| value != default).unwrap_or_default());
            let is_loaded = Memo::new(move |_| slot.with_value(|slot| asking.is_loaded(slot)));
            let unset = move || match is_loaded.get() {
                true => crate::words::installation::loaded_clusters().to_owned(),
                false if default.is_empty() => words::not_set_but(crate::words::installation::all_clusters()),
                false => words::not_set_but(default),
            };
            let named = label.clone();
            let pick = move || {
                let (words, label) = (words.clone(), named.clone());
                view! { <Pick value=shown words=words unset=unset() on_commit=set_text label=label /> }
            };
            view! { {pick} }.into_any()
        }
        Field::Number => {
            let set = move |event| set(u64::from_str(event_target_value(&event).trim()).ok().map(Value::from));
            let hint = words::no_number(&name).to_owned();
            view! { <input type="number" min="0" data-number=name placeholder=hint prop:value=value on:change=set /> }
                .into_any()
        }
        Field::Text { .. } => {
            let default = Signal::derive(move || match field.get() {
                Field::Text { default } => default,
                _ => String::new(),
            });
            view! { <Line value=value on_commit=set_text label=label.clone() placeholder=default /> }.into_any()
        }
        Field::None => return ().into_any(),
    };
    view! {
        <label class="field">
            <span class="field-label">{label}</span>
            {control}
        </label>
    }
    .into_any()
}

/// A choice among the words of a field. A loaded value is one more choice.
fn choice(
    name: String,
    label: String,
    (field, value, is_loaded): (Memo<Field>, Memo<String>, Memo<bool>),
    on_change: impl Fn(String) + Copy + Send + 'static,
) -> AnyView {
    // The values with their labels.
    let options = Memo::new(move |_| match field.get() {
        Field::Choice(words) => words.into_iter().map(|word| (word.clone(), word)).collect(),
        Field::File(files) => files.into_iter().map(|(word, file)| (file.to_string(), word)).collect(),
        Field::Option { .. } | Field::Number | Field::Text { .. } | Field::None => Vec::new(),
    });
    let control = move || {
        let mut options = options.get();
        if is_loaded.get() {
            options.insert(0, (String::new(), crate::words::placement::loaded_inventory().to_owned()));
        }
        if options.is_empty() {
            return view! { <p class="empty">{words::none_available(&label)}</p> }.into_any();
        }
        let now = value.get();
        let options = options.into_iter().map(|(value, word)| {
            let selected = value == now;
            view! { <option value=value selected=selected>{word}</option> }
        });
        view! {
            <label class="field">
                <span class="field-label">{label.clone()}</span>
                <select data-choice=name.clone() on:change=move |event| on_change(event_target_value(&event))>{options.collect_view()}</select>
            </label>
        }
        .into_any()
    };
    control.into_any()
}
