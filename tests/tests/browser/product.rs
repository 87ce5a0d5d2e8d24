//! The product that is tested, as it was built.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::env;
use std::path::PathBuf;

use descriptorium_tests::{place, static_host};

/// The address of the modeller on a host that knows nothing but files. `None`, and a printed line, where it was not
/// built.
pub fn modeller() -> Option<String> {
    let Some(folder) = env::var_os("DESCRIPTORIUM_MODELLER").map(PathBuf::from) else {
        println!("skipped: `cargo xtask test` builds the modeller and sets DESCRIPTORIUM_MODELLER");
        return None;
    };
    let address = static_host::serve(&folder).expect("a free address");
    Some(format!("http://{address}/"))
}

/// The script of the text editor. `None`, and a printed line, where it was not bundled.
pub fn text_editor() -> Option<PathBuf> {
    let script = place::root().join("app/generated/editor.js");
    if env::var_os("DESCRIPTORIUM_MODELLER").is_some() && script.is_file() {
        return Some(script);
    }
    println!("skipped: `cargo xtask test` bundles the text editor");
    None
}
