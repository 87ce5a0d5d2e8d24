//! The few things that the page itself is asked for.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};

/// Calls `then` whenever the size of `element` changes, as long as the page lives.
pub fn on_resize(element: &Element, then: impl Fn() + 'static) {
    let callback = Closure::<dyn FnMut()>::new(then);
    if let Ok(observer) = ResizeObserver::new(callback.as_ref().unchecked_ref()) {
        observer.observe(element);
    }
    callback.forget();
}

/// What stands behind the `#` of the address, decoded; empty where nothing does.
pub fn fragment() -> String {
    let hash = leptos::prelude::window().location().hash().unwrap_or_default();
    let text = hash.strip_prefix('#').unwrap_or(&hash);
    js_sys::decode_uri_component(text).map_or_else(|_| text.to_owned(), String::from)
}
