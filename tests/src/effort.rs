//! How much is tried: samples before every change, everything before a release.

use std::env;

/// Whether everything is tried, which takes hours: `cargo xtask package --test` sets `DESCRIPTORIUM_THOROUGH`.
pub fn is_thorough() -> bool {
    env::var_os("DESCRIPTORIUM_THOROUGH").is_some()
}

/// Every `step`th of `all`, or all of them if everything is tried.
pub fn samples<T>(all: impl IntoIterator<Item = T>, step: usize) -> impl Iterator<Item = T> {
    all.into_iter().step_by(if is_thorough() { 1 } else { step })
}
