//! The connection to the page around the modeller: a port that it hands over, and JSON messages over it.

use js_sys::{JSON, Object, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, MessagePort};

/// The version of the protocol.
pub const VERSION: f64 = 1.0;

/// The most characters in a message, in UTF-16 units.
pub const MAX_MESSAGE: u32 = 33_554_432;

/// A message from the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Received {
    /// The message as JSON.
    Json(String),
    TooLarge,
    /// It is not JSON: a cycle, a function, a large integer.
    NotJson,
}

/// A port over which messages are sent.
#[derive(Clone, Debug)]
pub struct Port(MessagePort);

impl Port {
    /// Calls `then` for each message, also those that have arrived before.
    pub fn receive(&self, then: impl Fn(Received) + 'static) {
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| then(read(&event.data())));
        // This also starts the port.
        self.0.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        // The port lives as long as the page.
        heard.forget();
    }

    /// Sends a message in JSON.
    pub fn send(&self, message: &str) {
        if let Ok(message) = JSON::parse(message) {
            // A closed port drops its messages.
            let _ = self.0.post_message(&message);
        }
    }

    pub fn close(&self) {
        self.0.set_onmessage(None);
        self.0.close();
    }
}

fn read(data: &JsValue) -> Received {
    // Structured clones have neither getters nor methods, so this runs no code of the host.
    match JSON::stringify(data) {
        // The result for `undefined` is not a string.
        Ok(text) if !text.is_string() => Received::NotJson,
        Ok(text) if text.length() > MAX_MESSAGE => Received::TooLarge,
        Ok(text) => Received::Json(String::from(text)),
        Err(_) => Received::NotJson,
    }
}

/// Tells the page around this one that the modeller is ready, and calls `then` with the port of the first answer. All
/// other messages are ignored: those of other windows, and those after the first answer.
pub fn connect(then: impl FnOnce(Port) + 'static) {
    let window = leptos::prelude::window();
    let Ok(Some(parent)) = window.parent() else { return };
    let mut then = Some(then);
    let host = parent.clone();
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let is_from_host =
            event.source().is_some_and(|source| JsValue::from(source) == *AsRef::<JsValue>::as_ref(&host));
        let Some(port) = is_from_host.then(|| offered(&event)).flatten() else { return };
        if let Some(then) = then.take() {
            then(Port(port));
        }
    });
    // Adding a listener to a window does not fail.
    let _ = window.add_event_listener_with_callback("message", heard.as_ref().unchecked_ref());
    heard.forget();
    let ready = Object::new();
    let (kind, versions) = ("descriptorium".into(), js_sys::Array::of1(&VERSION.into()));
    let is_made = Reflect::set(&ready, &kind, &"ready".into()).is_ok_and(|made| made)
        && Reflect::set(&ready, &"protocol".into(), &versions).is_ok_and(|made| made);
    if is_made {
        // Any page may embed the modeller, and this message has no content.
        let _ = parent.post_message(&ready, "*");
    }
}

/// The port that a message offers, if it is an answer to `ready`.
fn offered(event: &MessageEvent) -> Option<MessagePort> {
    let data = event.data();
    let get = |name: &str| data.is_object().then(|| Reflect::get(&data, &name.into()).ok()).flatten();
    let is_connect = get("descriptorium")?.as_string()? == "connect" && get("protocol")?.as_f64()? == VERSION;
    let ports = event.ports();
    (is_connect && ports.length() == 1).then(|| ports.get(0).dyn_into().ok()).flatten()
}
