//! The files of the modeller, which are next to its script.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The address of the running script.
    #[wasm_bindgen(thread_local_v2, js_namespace = ["import", "meta"], js_name = url)]
    static SCRIPT: String;
}

/// The address of the file `name` of the modeller.
pub fn address(name: &str) -> String {
    let url = SCRIPT.with(|script| web_sys::Url::new_with_base(name, script).map(|url| url.href()));
    url.unwrap_or_else(|_| name.to_owned())
}
