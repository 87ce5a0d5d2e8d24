//! Tells the linker to keep what the modeller's module is cut in two by (xtask/src/split.rs).

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-bin=editor=--emit-relocs");
    }
}
