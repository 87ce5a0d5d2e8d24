//! The tools that the build needs, installed if missing.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::{Result, cargo, command, is_root, output, run, say, target, tools, which};

/// The latest version of Trunk that compiles with the pinned toolchain.
const TRUNK: &str = "0.21.14";
const AUDITABLE: &str = "0.7.7";
const ZIGBUILD: &str = "0.24.1";
/// The version of zig, whose package for Python contains the compiler.
const ZIG: &str = "0.15.2";
/// The compilation target of the modeller.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Prepares compiling for the browser: the target, and the bundle of the text editor.
pub fn prepare_wasm() -> Result {
    prepare_target(WASM)?;
    bundle()
}

/// Adds a target to the toolchain, unless it has it.
pub fn prepare_target(name: &str) -> Result {
    let library = output(command("rustc").args(["--print", "target-libdir", "--target", name]));
    if library.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    say(&format!("Adding the target {name} to the Rust toolchain"));
    run(command("rustup").args(["target", "add", name]))
}

/// Fails unless the package manager of the system is Debian's and this user may install packages. `purpose` needs them.
pub fn can_install(packages: &[&str], purpose: &str) -> Result {
    let names = packages.join(" ");
    if is_root() && which("apt-get").is_some() {
        return Ok(());
    }
    Err(format!("{purpose} needs {names}: on Debian, `apt-get install {names}`"))
}

/// Installs packages, see [`can_install`].
pub fn install(packages: &[&str], purpose: &str) -> Result {
    can_install(packages, purpose)?;
    say(&format!("Installing {} for {purpose}", packages.join(" ")));
    run(command("apt-get").args(["update", "--quiet", "--quiet"]))?;
    run(command("apt-get")
        .args(["install", "--quiet", "--quiet", "--yes", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Installs Trunk, and provides `wasm-bindgen` for it.
pub fn prepare_trunk() -> Result {
    link_wasm_bindgen()?;
    if output(command("trunk").arg("--version")).is_some_and(|version| version == format!("trunk {TRUNK}")) {
        return Ok(());
    }
    compile("trunk", TRUNK, &["--no-default-features"])
}

/// Installs cargo-auditable, which puts the list of crates into programs.
pub fn prepare_auditable() -> Result {
    let installed = tools().join(format!("cargo-auditable{}", env::consts::EXE_SUFFIX));
    if installed.is_file() { Ok(()) } else { compile("cargo-auditable", AUDITABLE, &[]) }
}

/// Installs zig, which compiles C and links for other systems, and what lets Cargo use it. Returns the path of zig.
pub fn prepare_zig() -> Result<PathBuf> {
    if !tools().join(format!("cargo-zigbuild{}", env::consts::EXE_SUFFIX)).is_file() {
        compile("cargo-zigbuild", ZIGBUILD, &["--no-default-features"])?;
    }
    let folder = target().join("tools/zig");
    let zig = folder.join("packages/ziglang").join(format!("zig{}", env::consts::EXE_SUFFIX));
    if output(command(&zig).arg("version")).is_none_or(|version| version != ZIG) {
        say(&format!("Installing zig {ZIG} into target/tools"));
        run(command("python3").args(["-m", "venv"]).arg(&folder))?;
        let mut pip = command(folder.join("bin/pip"));
        pip.args(["install", "--quiet", "--disable-pip-version-check", "--upgrade", "--target"]);
        run(pip.arg(folder.join("packages")).arg(format!("ziglang=={ZIG}")))?;
    }
    Ok(zig)
}

/// Compiles a tool from the registry into target/tools.
pub fn compile(name: &str, version: &str, options: &[&str]) -> Result {
    say(&format!("Installing {name} {version} into target/tools (minutes, once)"));
    let build = target().join("tools/build");
    run(cargo()
        .args(["install", "--locked", "--debug", "--force"])
        .args(options)
        .arg(format!("{name}@{version}"))
        .arg("--root")
        .arg(target().join("tools"))
        .arg("--target-dir")
        .arg(&build)
        .env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
    fs::remove_dir_all(&build).map_err(|error| format!("cannot remove {}: {error}", build.display()))
}

/// Installs a component of the toolchain, detected by a tool that it contains.
pub fn prepare_component(component: &str, probe: &str) -> Result {
    if output(cargo().args([probe, "--version"])).is_some() {
        return Ok(());
    }
    say(&format!("Adding {component} to the Rust toolchain"));
    run(command("rustup").args(["component", "add", component]))
}

/// Bundles the text editor. Trunk does this with a hook.
fn bundle() -> Result {
    let version =
        output(command("node").arg("--version")).ok_or("Node 20 or newer is required: `node` is not in PATH")?;
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < 20) {
        return Err(format!("Node 20 or newer is required: found {version}"));
    }
    run(command("node").arg("app/bundle.mjs"))
}

/// Makes this program available to Trunk as `wasm-bindgen`.
fn link_wasm_bindgen() -> Result {
    let link = tools().join(format!("wasm-bindgen{}", env::consts::EXE_SUFFIX));
    let place = || {
        let this = env::current_exe()?;
        fs::create_dir_all(tools())?;
        if link.exists() {
            fs::remove_file(&link)?;
        }
        fs::hard_link(&this, &link).or_else(|_| fs::copy(&this, &link).map(drop))
    };
    place().map_err(|error| format!("cannot write {}: {error}", link.display()))
}
