//! The tools that the build needs, installed if missing.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use wasm_bindgen_cli::{wasm_bindgen, wasm_bindgen_test_runner};

use crate::shell::{Result, cargo, command, is_root, output, run, say, target, tools, which};
use crate::split::encode::packed;
use crate::split::split;

/// The latest version of Trunk that compiles with the pinned toolchain.
const TRUNK: &str = "0.21.14";
const AUDITABLE: &str = "0.7.7";
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

/// Installs packages with the package manager of the system, if it is Debian's and this user may. `purpose` needs them.
pub fn install(packages: &[&str], purpose: &str) -> Result {
    let names = packages.join(" ");
    if !is_root() || which("apt-get").is_none() {
        return Err(format!("{purpose} needs {names}: on Debian, `apt-get install {names}`"));
    }
    say(&format!("Installing {names} for {purpose}"));
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

/// Runs `wasm-bindgen` on a module after splitting it, and removes the names of functions, which only debuggers need.
pub fn wasm_bindgen(name: OsString, mut arguments: Vec<OsString>) -> Result {
    let given = |option: &str| arguments.iter().find_map(|argument| argument.to_str()?.strip_prefix(option));
    let wasm = arguments.iter().position(|argument| Path::new(argument).extension().is_some_and(|end| end == "wasm"));
    let parts = match (wasm, given("--out-dir="), given("--out-name=")) {
        (Some(wasm), Some(to), Some(page)) => {
            let bound = Path::new(to).join(format!("{page}_bg.wasm"));
            split(Path::new(&arguments[wasm]), Path::new(to), page)?.map(|first| (first, bound))
        }
        _ => None,
    };
    if let (Some(wasm), Some((first, _))) = (wasm, &parts) {
        arguments[wasm] = first.into();
        // The other modules import the table and the memory of the first one.
        arguments.push("--keep-lld-exports".into());
    }
    if !arguments.iter().any(|argument| argument == "--keep-debug") {
        arguments.extend(["--remove-name-section".into(), "--remove-producers-section".into()]);
    }
    // For `--version`, clap prints the version and exits.
    wasm_bindgen::run_cli_with_args(std::iter::once(name).chain(arguments)).map_err(|error| format!("{error:?}"))?;
    let Some((first, bound)) = parts else { return Ok(()) };
    let place = || {
        let module = packed(&fs::read(&bound)?)?;
        fs::write(&bound, module)?;
        fs::remove_file(&first)
    };
    place().map_err(|error| format!("cannot encode {}: {error}", bound.display()))
}

/// Runs a test binary compiled to WebAssembly, as the runner configured for cargo.
pub fn wasm_test_runner(mut arguments: Vec<OsString>) -> Result {
    // The runner does not support `--quiet`, which cargo passes on.
    arguments.retain(|argument| argument != "--quiet" && argument != "-q");
    let name = OsString::from("wasm-bindgen-test-runner");
    wasm_bindgen_test_runner::run_cli_with_args(std::iter::once(name).chain(arguments))
        .map_err(|error| format!("{error:?}"))
}
