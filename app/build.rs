//! Lets the modeller be cut in two where xtask asks for it: the code marks the place, and the linker keeps what the cut goes
//! by (xtask/src/split.rs). Without that it is one module, which any wasm-bindgen can handle.

const ASKED: &str = "DESCRIPTORIUM_IN_TWO";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={ASKED}");
    println!("cargo::rustc-check-cfg=cfg(in_two)");
    if std::env::var_os(ASKED).is_some() {
        println!("cargo::rustc-cfg=in_two");
        println!("cargo::rustc-link-arg-bin=editor=--emit-relocs");
    }
}
