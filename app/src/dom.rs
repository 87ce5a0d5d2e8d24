//! The few things that the page itself is asked for.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlElement, ResizeObserver};

/// Calls `then` whenever the size of `element` changes, as long as the page lives.
pub fn on_resize(element: &Element, then: impl Fn() + 'static) {
    let callback = Closure::<dyn FnMut()>::new(then);
    if let Ok(observer) = ResizeObserver::new(callback.as_ref().unchecked_ref()) {
        observer.observe(element);
    }
    callback.forget();
}

/// Gives the keyboard to the element of this id.
pub fn focus(id: &str) {
    let element = leptos::prelude::document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that is there takes the focus.
        let _ = element.focus();
    }
}

/// Lets the field that has the keyboard write what was typed into it.
pub fn commit_field() {
    let active = leptos::prelude::document().active_element();
    let field = active.filter(|active| matches!(active.tag_name().as_str(), "INPUT" | "TEXTAREA"));
    if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlElement>().ok()) {
        // A field writes when it is left.
        let _ = field.blur();
        let _ = field.focus();
    }
}

/// What stands behind the `#` of the address, decoded; empty where nothing does.
pub fn fragment() -> String {
    let hash = leptos::prelude::window().location().hash().unwrap_or_default();
    let text = hash.strip_prefix('#').unwrap_or(&hash);
    js_sys::decode_uri_component(text).map_or_else(|_| text.to_owned(), String::from)
}
