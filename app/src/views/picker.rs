//! A list to choose one item from: filtered by typing, with the arrow keys and Enter to choose.

use std::ops::Range;

use descriptorium_core::sorting::Sorting;
use leptos::html::Input;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::browser::dom::lower_case;
use crate::state::canvas::Canvas;
use crate::views::message::message;
use crate::words::canvas as words;

/// The maximum number of matches in the list.
pub const SHOWN: usize = 200;

/// An item of the list.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PickerItem {
    pub label: String,
    /// The matching bytes of the label, if they are highlighted.
    pub marked: Range<usize>,
    pub detail: String,
    /// Whether the detail is a path, whose end distinguishes it.
    pub is_path: bool,
    /// The shortcut of the action.
    pub keys: String,
    /// Additional search terms.
    pub also: &'static str,
    /// Whether it comes after all others.
    pub is_late: bool,
    /// Why it cannot be chosen, if so. It is listed nevertheless, so that the user sees the reason.
    pub refused: Option<String>,
}

/// A list of choices with a search field. Calls `choose` with the index of the chosen item.
#[component]
pub fn Picker(
    title: String,
    /// The text if there is nothing to choose from.
    nothing: String,
    choices: Vec<PickerItem>,
    choose: impl Fn(usize) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let query = RwSignal::new(String::new());
    let nothing = if choices.is_empty() { nothing } else { words::no_matches().to_owned() };
    let choices = StoredValue::new(choices);
    let found = Memo::new(move |_| {
        choices.with_value(|choices| {
            let found = matching(choices, &query.get());
            let listed = found.iter().take(SHOWN).filter_map(|number| Some((*number, choices.get(*number)?.clone())));
            Matches { listed: listed.collect(), count: found.len() }
        })
    });
    let rest = move || {
        let more = found.with(|found| found.count.saturating_sub(SHOWN));
        (more > 0).then(|| words::more_matches(more))
    };
    view! {
        <Narrowed title=title query=query found=found choose=choose />
        <Show when=move || found.with(|found| found.count == 0)>
            <p class="picker-nothing">{nothing.clone()}</p>
        </Show>
        {move || rest().map(|rest| view! { <p class="picker-nothing">{rest}</p> })}
    }
}

/// The filtered list.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Matches {
    /// The visible items with their indices.
    pub listed: Vec<(usize, PickerItem)>,
    /// The number of all matches.
    pub count: usize,
}

/// A search field, and the list that it filters. Calls `choose` with the index of the chosen item.
#[component]
pub fn Narrowed(
    title: String,
    query: RwSignal<String>,
    #[prop(into)] found: Signal<Matches>,
    choose: impl Fn(usize) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let at = RwSignal::new(0_usize);
    let input = NodeRef::<Input>::new();
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            // A field in the page accepts the focus.
            let _ = input.focus();
            input.select();
        }
    });
    let refusal = move || found.with(|found| found.listed.get(at.get())?.1.refused.clone());
    let take = move |place: usize| {
        let taken = found.with_untracked(|found| found.listed.get(place).map(|(at, it)| (*at, it.refused.is_none())));
        let Some((number, is_free)) = taken else { return };
        at.set(place);
        if is_free {
            choose(number);
        }
    };
    let key = move |event: KeyboardEvent| {
        let last = found.with_untracked(|found| found.listed.len()).saturating_sub(1);
        let now = at.get_untracked();
        let next = match event.key().as_str() {
            "ArrowDown" => {
                if now >= last {
                    0
                } else {
                    now + 1
                }
            }
            "ArrowUp" => now.checked_sub(1).unwrap_or(last),
            "PageDown" => (now + 8).min(last),
            "PageUp" => now.saturating_sub(8),
            "Enter" if !event.is_composing() => {
                event.prevent_default();
                return take(now);
            }
            _ => return,
        };
        event.prevent_default();
        at.set(next);
        show(next);
    };
    let typed = move |event| {
        query.set(event_target_value(&event));
        at.set(0);
    };
    let items = move || {
        let listed = found.get().listed.into_iter().enumerate();
        listed.map(|(place, (_, choice))| view! { <Item choice=choice place=place at=at take=take /> }).collect_view()
    };
    view! {
        <input
            node_ref=input
            class="picker-input"
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls="picker-list"
            aria-autocomplete="list"
            aria-activedescendant=move || found.with(|found| (!found.listed.is_empty()).then(|| option_id(at.get())))
            aria-label=title.clone()
            placeholder=title
            prop:value=query
            spellcheck="false"
            autocomplete="off"
            on:input=typed
            on:keydown=key
        />
        <ul class="picker-list" id="picker-list" role="listbox" aria-label=words::choices()>{items}</ul>
        <p class="picker-refusal" class:hidden=move || refusal().is_none() role="status">{move || refusal().map(|why| message(&why))}</p>
    }
}

#[component]
fn Item(choice: PickerItem, place: usize, at: RwSignal<usize>, take: impl Fn(usize) + 'static) -> impl IntoView {
    let PickerItem { label, marked, detail, is_path, keys, refused, .. } = choice;
    let piece = |range: Range<usize>| label.get(range).unwrap_or_default().to_owned();
    // Lines of a text keep their order and their spaces.
    let shown = if marked.is_empty() {
        message(&label).into_any()
    } else {
        let (before, behind) = (piece(0..marked.start), piece(marked.end..label.len()));
        view! { {before}<mark>{piece(marked)}</mark>{behind} }.into_any()
    };
    let refused = refused.is_some();
    view! {
        <li
            class="picker-item"
            class:refused=refused
            id=option_id(place)
            role="option"
            aria-selected=move || (at.get() == place).to_string()
            aria-disabled=refused.to_string()
            on:pointermove=move |_| if at.get_untracked() != place { at.set(place) }
            on:click=move |_| take(place)
        >
            <span class="picker-label">{shown}</span>
            <span class="picker-detail" class:path=is_path class:none=detail.is_empty()><bdi>{message(&detail)}</bdi></span>
            {(!keys.is_empty()).then(|| view! { <kbd>{keys}</kbd> })}
        </li>
    }
}

fn option_id(place: usize) -> String {
    format!("picker-{place}")
}

/// Scrolls the item at the keyboard cursor into view.
fn show(place: usize) {
    if let Some(item) = document().get_element_by_id(&option_id(place)) {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        item.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// The indices of the choices that contain all words of `query`. Order: available items first, then labels that start
/// with the query, then labels that contain it, then by similarity.
fn matching(choices: &[PickerItem], query: &str) -> Vec<usize> {
    let query = lower_case(query.trim());
    // Matches by additional search terms come after those by label.
    let nearness = |choice: &PickerItem| {
        let by_name = nearness(&choice.label, &choice.detail, &query);
        by_name.map(|found| (false, found)).or_else(|| {
            let detail = format!("{} {}", choice.detail, choice.also);
            (!choice.also.is_empty()).then(|| nearness(&choice.label, &detail, &query))?.map(|found| (true, found))
        })
    };
    let mut found: Vec<_> = choices
        .iter()
        .enumerate()
        .filter_map(|(number, choice)| Some((choice.refused.is_some(), choice.is_late, nearness(choice)?, number)))
        .collect();
    found.order();
    found.into_iter().map(|(_, _, _, number)| number).collect()
}

/// The rank of a label and its detail for a query in lower case, smaller is better; `None` if neither contains one of
/// the words.
pub fn nearness(label: &str, detail: &str, query: &str) -> Option<(u8, usize, usize)> {
    let (label, detail) = (lower_case(label), lower_case(detail));
    let text = format!("{label} {detail}");
    let words: Vec<&str> = query.split_whitespace().collect();
    if !words.iter().all(|word| text.contains(word)) {
        return None;
    }
    let rank = match () {
        () if label == query => 0,
        () if label.starts_with(query) => 1,
        () if words.first().is_some_and(|word| label.starts_with(word)) => 2,
        () if words.iter().all(|word| label.contains(word)) => 3,
        () => 4,
    };
    // Whole words rank before parts of words, and short names before long ones.
    let whole = |word: &&&str| {
        let mut parts = label.split(|c: char| !c.is_alphanumeric());
        parts.any(|part| part == **word) || detail.split_whitespace().any(|part| part.starts_with(**word))
    };
    let pieces = words.len() - words.iter().filter(whole).count();
    let rest = if words.is_empty() || rank < 3 { 0 } else { label.len() };
    Some((rank, pieces, rest))
}

/// A picker for `things`. The question is closed before `then` is called, as that may open the next one.
pub fn pick<T: Clone + Send + Sync + 'static>(
    canvas: Canvas,
    title: String,
    nothing: &str,
    choices: Vec<PickerItem>,
    things: Vec<T>,
    then: impl Fn(T) + Send + Sync + 'static,
) -> AnyView {
    let stored = StoredValue::new((things, then));
    let choose = move |number: usize| {
        let thing = stored.with_value(|(things, _)| things.get(number).cloned());
        let Some(thing) = thing else { return };
        canvas.asked.set(None);
        // The picker is removed with the question, but its stored values only later.
        stored.with_value(|(_, then)| then(thing));
    };
    view! { <Picker title=title nothing=nothing.to_owned() choices=choices choose=choose /> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices() -> Vec<PickerItem> {
        let choice = |label: &str, detail: &str| PickerItem {
            label: label.into(),
            detail: detail.into(),
            ..PickerItem::default()
        };
        let refused = PickerItem { refused: Some("no".to_owned()), ..choice("Route", "web") };
        vec![refused, choice("a Route", "gateway"), choice("Route", "balancer"), choice("Disk", "route to nowhere")]
    }

    #[test]
    fn prefixes_come_first_and_unavailable_items_last() {
        assert_eq!(matching(&choices(), ""), [1, 2, 3, 0]);
        assert_eq!(matching(&choices(), "route"), [2, 1, 3, 0]);
        assert_eq!(matching(&choices(), "bal rou"), [2]);
        assert_eq!(matching(&choices(), "d rou"), [3]);
        assert_eq!(matching(&choices(), "none"), [0; 0]);
    }

    #[test]
    fn additional_search_terms_match() {
        let choice =
            |label: &str, also: &'static str| PickerItem { label: label.into(), also, ..PickerItem::default() };
        let late = PickerItem { is_late: true, ..choice("Export", "") };
        let choices = [choice("Save", "export picture"), choice("An export", ""), late];
        assert_eq!(matching(&choices, "export"), [1, 0, 2]);
        assert_eq!(matching(&choices, "save pic"), [0]);
    }

    #[test]
    fn the_most_similar_name_comes_first() {
        let choice = |label: &str, detail: &str| PickerItem {
            label: label.into(),
            detail: detail.into(),
            ..PickerItem::default()
        };
        let choices = [
            choice("n.streamer_cluster", "assembly 2.0"),
            choice("n.streamer", "resource 1.2"),
            choice("n.streamer", "resource 2.0"),
        ];
        assert_eq!(matching(&choices, "streamer 2"), [2, 0, 1]);
        assert_eq!(matching(&choices, "streamer 2.0"), [2, 0]);
    }
}
