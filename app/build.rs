//! Lets the modeller be split into several modules where xtask asks for it: the code marks the places (src/lazy.rs), and the
//! linker keeps the relocations that splitting takes (xtask/src/split.rs). Otherwise it is one module, which any
//! wasm-bindgen can handle.

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
