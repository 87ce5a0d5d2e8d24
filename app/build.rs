//! Lets xtask split the modeller into several modules: src/lazy.rs marks the split points, and the linker keeps the
//! relocations that xtask/src/split.rs needs. Otherwise the modeller is a single module, which any wasm-bindgen can
//! process.

const ASKED: &str = "DESCRIPTORIUM_SPLIT";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={ASKED}");
    println!("cargo::rustc-check-cfg=cfg(split)");
    if std::env::var_os(ASKED).is_some() {
        println!("cargo::rustc-cfg=split");
        println!("cargo::rustc-link-arg-bin=editor=--emit-relocs");
    }
}
