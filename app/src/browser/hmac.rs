//! Message authentication codes, which the browser computes: its own code for them takes no download.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/hmac.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = hmac)]
    async fn computed(key: &str, message: &str) -> Result<JsValue, JsValue>;
}

/// The HMAC-SHA-256 of `message` as 64 hexadecimal digits; `None` in a page that is not from this machine and has no
/// secure connection.
pub async fn hmac(key: &str, message: &str) -> Option<String> {
    computed(key, message).await.ok()?.as_string()
}
