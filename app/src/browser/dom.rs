//! Helpers for the page.

use js_sys::{JsString, Reflect};
use leptos::prelude::{GetValue, SetValue, StoredValue, WithValue, on_cleanup};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Element, HtmlElement, KeyboardEvent, ResizeObserver};

use crate::words::files as words;

/// Calls `then` whenever the size of `element` changes, until the current reactive owner is disposed.
pub fn on_resize(element: &Element, then: impl Fn() + 'static) {
    let callback = Closure::<dyn FnMut()>::new(then);
    let Ok(observer) = ResizeObserver::new(callback.as_ref().unchecked_ref()) else { return };
    observer.observe(element);
    let kept = StoredValue::new_local((observer, callback));
    on_cleanup(move || {
        kept.try_with_value(|(observer, _)| observer.disconnect());
    });
}

/// Whether a finger is the main pointer.
pub fn is_touched() -> bool {
    leptos::prelude::window().match_media("(pointer: coarse)").ok().flatten().is_some_and(|found| found.matches())
}

/// Whether this is a Mac, where Ctrl and a click open the context menu.
pub fn is_mac() -> bool {
    leptos::prelude::window().navigator().platform().is_ok_and(|platform| platform.starts_with("Mac"))
}

/// Whether a host, the page around this one, provides the files (`boot.js`). Such a page uses nothing of its origin: no
/// storage, no server, no catalog.
pub fn is_hosted() -> bool {
    leptos::prelude::document().document_element().is_some_and(|root| root.has_attribute("data-host"))
}

/// Whether a page of another origin, as that of a sandboxed frame, shows this one. Browsers offer no folders there.
pub fn is_framed_by_others() -> bool {
    let top = leptos::prelude::window().top().ok().flatten();
    top.is_some_and(|top| Reflect::get(&top, &"document".into()).is_err())
}

/// The local storage, unless the browser refuses it.
fn storage() -> Option<web_sys::Storage> {
    if is_hosted() {
        return None;
    }
    leptos::prelude::window().local_storage().ok().flatten()
}

/// The stored value of `key`.
pub fn remembered(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Stores `value` under `key`, or removes the stored value. If storage is full or refused, the value only holds until
/// the page is closed.
pub fn remember(key: &str, value: Option<&str>) {
    let Some(storage) = storage() else { return };
    let _ = match value {
        Some(value) => storage.set_item(key, value),
        None => storage.remove_item(key),
    };
}

/// The name of the ticket in the session storage.
const TICKET: &str = "descriptorium.ticket";
/// The attribute of the document with the ticket.
const TICKET_ATTRIBUTE: &str = "data-ticket";

/// The ticket that the address of the page had. boot.js has moved it to the session storage or, if the browser refuses
/// that, to an attribute of the document.
pub fn ticket() -> Option<String> {
    let storage = leptos::prelude::window().session_storage().ok().flatten();
    let stored = storage.and_then(|storage| storage.get_item(TICKET).ok().flatten());
    stored.or_else(|| leptos::prelude::document().document_element()?.get_attribute(TICKET_ATTRIBUTE))
}

/// Removes the ticket after it was used.
pub fn drop_ticket() {
    if let Ok(Some(storage)) = leptos::prelude::window().session_storage() {
        let _ = storage.remove_item(TICKET);
    }
    if let Some(root) = leptos::prelude::document().document_element() {
        let _ = root.remove_attribute(TICKET_ATTRIBUTE);
    }
}

/// The host and port in the address of the page.
pub fn host() -> String {
    leptos::prelude::window().location().host().unwrap_or_default()
}

/// The clipboard, which only pages with a secure connection have.
fn clipboard() -> Option<web_sys::Clipboard> {
    let navigator = leptos::prelude::window().navigator();
    Reflect::get(&navigator, &"clipboard".into()).ok()?.dyn_into().ok()
}

/// Writes `text` to the clipboard, and returns whether the browser allowed it.
pub async fn write_clipboard(text: &str) -> bool {
    let Some(clipboard) = clipboard() else { return false };
    JsFuture::from(clipboard.write_text(text)).await.is_ok()
}

/// The text on the clipboard, if the browser allows it; some ask the user first.
pub async fn read_clipboard() -> Option<String> {
    JsFuture::from(clipboard()?.read_text()).await.ok()?.as_string()
}

fn element(id: &str) -> Option<HtmlElement> {
    leptos::prelude::document().get_element_by_id(id)?.dyn_into().ok()
}

fn give_keyboard(element: &HtmlElement) {
    // An element in the page accepts the focus.
    let _ = element.focus();
}

/// The visible elements at `selector` in `frame`, and the index of the one that has the focus.
fn elements(frame: &Element, selector: &str) -> (Vec<HtmlElement>, Option<usize>) {
    let found = frame.query_selector_all(selector).ok();
    let found = found.iter().flat_map(|found| (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()));
    let found: Vec<HtmlElement> = found.filter(|element: &HtmlElement| element.offset_width() > 0).collect();
    let active = leptos::prelude::document().active_element();
    let at = found.iter().position(|element| active.as_ref().is_some_and(|active| active == element.as_ref()));
    (found, at)
}

/// Focuses the element with this id.
pub fn focus(id: &str) {
    element(id).iter().for_each(give_keyboard);
}

/// The point below the clicked element, shifted to the right by `right`.
pub fn below(event: &web_sys::MouseEvent, right: f64) -> (f64, f64) {
    let place = leptos::prelude::event_target::<Element>(event).get_bounding_client_rect();
    (place.left() + right, place.bottom())
}

/// Closes the `<details>` around an element, and focuses its summary.
pub fn close_details(inside: &Element) {
    let Ok(Some(details)) = inside.closest("details") else { return };
    // Removing an existing attribute cannot fail.
    let _ = details.remove_attribute("open");
    let summary = details.query_selector("summary").ok().flatten();
    if let Some(summary) = summary.and_then(|summary| summary.dyn_into::<HtmlElement>().ok()) {
        let _ = summary.focus();
    }
}

/// Commits the text in the field that has the focus.
pub fn commit_field() {
    let active = leptos::prelude::document().active_element();
    let field = active.filter(|active| matches!(active.tag_name().as_str(), "INPUT" | "TEXTAREA"));
    if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlElement>().ok()) {
        // A field commits its text on blur.
        let _ = field.blur();
        let _ = field.focus();
    }
}

/// The text after the `#` of the address, still encoded; empty if there is none.
pub fn fragment() -> String {
    let hash = leptos::prelude::window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// A part of an address, decoded.
pub fn decoded(text: &str) -> String {
    js_sys::decode_uri_component(text).map_or_else(|_| text.to_owned(), String::from)
}

/// The message of a browser error.
pub fn reason(error: JsValue) -> String {
    let message = Reflect::get(&error, &"message".into()).ok().and_then(|message| message.as_string());
    message.unwrap_or_else(|| words::failed().to_owned())
}

/// Downloads `content` as a file of this name.
pub fn download(name: &str, blob: &web_sys::Blob) -> Result<(), JsValue> {
    let url = web_sys::Url::create_object_url_with_blob(blob)?;
    let link = leptos::prelude::document().create_element("a")?.unchecked_into::<web_sys::HtmlAnchorElement>();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    web_sys::Url::revoke_object_url(&url)
}

/// Focuses the first element at `selector`, and returns whether there is one.
pub fn focus_on(selector: &str) -> bool {
    let found = leptos::prelude::document().query_selector(selector).ok().flatten();
    let found = found.and_then(|found| found.dyn_into().ok());
    found.iter().for_each(give_keyboard);
    found.is_some()
}

/// Focuses the first field at `selector` once it exists, with its text selected.
pub fn write_over(selector: &'static str) {
    leptos::prelude::request_animation_frame(move || {
        let found = leptos::prelude::document().query_selector(selector).ok().flatten();
        if let Some(field) = found.and_then(|found| found.dyn_into::<web_sys::HtmlInputElement>().ok()) {
            give_keyboard(&field);
            field.select();
        }
    });
}

/// Focuses the element that replaces another one, once it exists and as long as its parent stays.
pub fn focus_in_place_of(element: &Element) {
    let before = std::iter::successors(element.previous_element_sibling(), Element::previous_element_sibling);
    let (parent, place) = (element.parent_element(), format!(":scope > :nth-child({})", before.count() + 1));
    leptos::prelude::request_animation_frame(move || {
        let next = parent.and_then(|parent| parent.query_selector(&place).ok().flatten());
        if let Some(next) = next.and_then(|next| next.dyn_into().ok()) {
            // Every element accepts the focus with a tab index.
            HtmlElement::set_tab_index(&next, -1);
            give_keyboard(&next);
        }
    });
}

/// Scrolls an element into view by the smallest distance.
pub fn bring_near(element: &Element) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Focuses and clicks the element with this id.
pub fn press(id: &str) {
    if let Some(element) = element(id) {
        element.click();
        give_keyboard(&element);
    }
}

/// Clicks the element with this id, which does not get the focus.
pub fn click(id: &str) {
    element(id).iter().for_each(HtmlElement::click);
}

/// Shows the pane with this name in a window with room for only one.
pub fn show_side(name: &str) {
    click(&format!("side-{name}"));
}

/// The visible tab, unless it is the text, which is the default.
pub fn tab() -> Option<String> {
    let shown = leptos::prelude::document().query_selector("[id^='tab-'][aria-selected='true']").ok()??;
    shown.id().strip_prefix("tab-").filter(|tab| *tab != "yaml").map(str::to_owned)
}

/// Shows the tab with this name, if it exists.
pub fn show_tab(name: &str) {
    element(&format!("tab-{name}")).iter().for_each(HtmlElement::click);
}

/// Whether the element with this id exists and is enabled.
pub fn can_press(id: &str) -> bool {
    element(id).is_some_and(|element| !element.has_attribute("disabled"))
}

/// A text in lower case. Uses the Unicode tables of the browser, since our own would add 6 KB to the first download.
pub fn lower_case(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { JsString::from(text).to_lower_case().into() }
}

/// Moves the focus between the items at `selector` in `list`: with the arrow keys, Home, End, or by typing the
/// beginning of an item. Returns whether the key was one of these.
pub fn rove(event: &KeyboardEvent, list: &Element, selector: &str, typed: StoredValue<(String, f64)>) -> bool {
    const PAUSE: f64 = 700.0;
    let (items, at) = elements(list, selector);
    let (Some(at), Some(last)) = (at, items.len().checked_sub(1)) else { return false };
    let key = event.key();
    let next = match key.as_str() {
        _ if event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing() => return false,
        "ArrowDown" => (at + 1).min(last),
        "ArrowUp" => at.saturating_sub(1),
        "Home" => 0,
        "End" => last,
        sign if sign.chars().count() == 1
            && sign.chars().all(|sign| sign.is_alphanumeric() || "_-.".contains(sign)) =>
        {
            let now = js_sys::Date::now();
            let (before, time) = typed.get_value();
            let is_new = now - time > PAUSE;
            let text = if is_new { lower_case(sign) } else { before + &lower_case(sign) };
            typed.set_value((text.clone(), now));
            let begins = |item: &HtmlElement| lower_case(&item.text_content().unwrap_or_default()).starts_with(&text);
            // The first character moves to the next match, the others stay on the current item as long as it matches.
            let from = if is_new { at + 1 } else { at };
            let all = (from..items.len()).chain(0..from);
            all.into_iter().find(|at| begins(&items[*at])).unwrap_or(at)
        }
        _ => return false,
    };
    event.prevent_default();
    give_keyboard(&items[next]);
    bring_near(&items[next]);
    true
}

/// Leaves a field, which commits it, for the focusable element `by` positions further on in its pane. With 0, the focus
/// goes to the field itself, or to its replacement if the commit rebuilds the pane. Returns whether there is such an
/// element.
pub fn leave(field: &HtmlElement, by: isize) -> bool {
    const SEEN: &str = ":is(:is(input, button, select, textarea):enabled, summary)\
                        :not([tabindex='-1'], details:not([open]) > :not(summary) *)";
    let Ok(Some(pane)) = field.closest(".tab-body") else { return false };
    let (now, at) = elements(&pane, SEEN);
    let next = at.and_then(|at| at.checked_add_signed(by)).filter(|next| *next < now.len());
    let Some(next) = next else { return false };
    // A field in the page can lose the focus.
    let _ = field.blur();
    give_keyboard(&now[next]);
    keep_keyboard(move || elements(&pane, SEEN).0.get(next).into_iter().for_each(give_keyboard));
    true
}

/// Calls `otherwise` if the current operation removes the element that has the focus.
pub fn keep_keyboard(otherwise: impl FnOnce() + 'static) {
    leptos::prelude::request_animation_frame(move || {
        if leptos::prelude::document().active_element().is_none_or(|active| active.tag_name() == "BODY") {
            otherwise();
        }
    });
}

/// Focuses the next or previous focusable element in `frame`, and wraps around at the ends.
pub fn focus_next(frame: &Element, backwards: bool) {
    const CAN: &str = ":is(input, button, select, textarea):enabled, a[href], [tabindex='0']";
    let (elements, at) = elements(frame, CAN);
    let next = match (at, backwards) {
        (None, _) => 0,
        (Some(at), false) => (at + 1) % elements.len(),
        (Some(at), true) => (at + elements.len() - 1) % elements.len(),
    };
    elements.get(next).into_iter().for_each(give_keyboard);
}
