//! Lets xtask split the core of the element for pages into several modules, as app/build.rs does for the modeller.

const ASKED: &str = "DESCRIPTORIUM_SPLIT";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={ASKED}");
    println!("cargo::rustc-check-cfg=cfg(split)");
    let is_view = std::env::var_os("CARGO_FEATURE_VIEW").is_some();
    if is_view && std::env::var_os(ASKED).is_some() {
        println!("cargo::rustc-cfg=split");
        println!("cargo::rustc-link-arg-cdylib=--emit-relocs");
    }
}
