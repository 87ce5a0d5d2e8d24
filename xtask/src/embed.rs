//! Builds the packages for JavaScript into `target/embed/`, in the form in which npm installs them.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::bindgen::{Binding, Script};
use crate::build;
use crate::licenses::{crates, notices};
use crate::shell::{Result, cargo, command, empty, root, run, say, target};
use crate::tools;

/// The crate with the WebAssembly.
const CRATE: &str = "descriptorium-wasm";
/// The file names of the crate's module in `target/`, and of the one in the package.
const MODULE: &str = "descriptorium_wasm.wasm";
const WASM: &str = "core.wasm";
/// The files of `@descriptorium/core` that are written by hand.
const SCRIPTS: [&str; 6] = ["core.js", "index.js", "node.js", "index.d.ts", "bindings.d.ts", "README.md"];

/// How the WebAssembly is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Small and fast, for packages.
    Release,
    /// Fast to compile, for tests.
    Quick,
}

impl Profile {
    /// The cargo profile, and its folder in `target/`.
    fn name(self) -> (&'static str, &'static str) {
        match self {
            Profile::Release => ("embed", "embed"),
            Profile::Quick => ("dev", "debug"),
        }
    }
}

/// Builds the packages as they are released, or tests them with `--test`.
pub fn embed(arguments: &[OsString]) -> Result {
    tools::prepare_wasm()?;
    say("Building the program, which prints the schemas");
    run(cargo().args(["build", "--locked", "--package", "descriptorium"]))?;
    let program = target().join("debug/descriptorium");
    match arguments {
        [] => {}
        [option] if option == "--test" => return test(&program),
        _ => return Err("`embed` has one option: --test".to_owned()),
    }
    let folder = core(Profile::Release, &program)?;
    println!("    {}", folder.display());
    println!("    {}", view(Profile::Release)?.display());
    build::modeller_alone()?;
    println!("    {}", modeller(&program)?.display());
    Ok(())
}

/// The folder of `@descriptorium/core`, once it is built.
pub fn folder() -> PathBuf {
    target().join("embed/core")
}

/// The folder of `@descriptorium/view`, once it is built.
pub fn view_folder() -> PathBuf {
    target().join("embed/view")
}

/// Builds `@descriptorium/core`, and returns its folder. `program` prints the schemas for the types.
pub fn core(profile: Profile, program: &Path) -> Result<PathBuf> {
    let (name, built) = profile.name();
    let mut compile = cargo();
    compile.args(["build", "--locked", "--quiet", "--package", CRATE, "--target", tools::WASM, "--profile", name]);
    if profile == Profile::Release {
        compile.env("CARGO_ENCODED_RUSTFLAGS", build::reproducible().join("\u{1f}"));
    }
    run(&mut compile)?;
    let folder = folder();
    empty(&folder)?;
    bind(&target().join(tools::WASM).join(built).join(MODULE), &folder)?;
    for script in SCRIPTS {
        copy(&root().join("embed/core").join(script), &folder.join(script))?;
    }
    copy(&root().join("LICENSE"), &folder.join("LICENSE"))?;
    write(&folder.join("package.json"), &format!("{:#}\n", manifest()))?;
    let crates = crates(cargo().get_program(), &root(), CRATE, tools::WASM)?;
    write(&folder.join("THIRD-PARTY-LICENSES.txt"), &notices(crates)?)?;
    install()?;
    run(command("node").arg("embed/types.mjs").arg(program).arg(folder.join("types")))?;
    Ok(folder)
}

/// Builds `@descriptorium/view`, and returns its folder. A quickly compiled core is one module, a released one is split.
pub fn view(profile: Profile) -> Result<PathBuf> {
    let folder = view_folder();
    empty(&folder)?;
    let (name, built) = match profile {
        Profile::Release => ("wasm", "wasm"),
        Profile::Quick => profile.name(),
    };
    let mut compile = cargo();
    compile.args(["build", "--locked", "--quiet", "--package", CRATE, "--features", "view"]);
    compile.args(["--target", tools::WASM, "--profile", name]);
    if profile == Profile::Release {
        compile.env(build::SPLIT, "1").env("CARGO_ENCODED_RUSTFLAGS", build::reproducible().join("\u{1f}"));
    }
    run(&mut compile)?;
    let module = target().join(tools::WASM).join(built).join(MODULE);
    Binding::new(module, Script::Module, "core").write(&folder.join("live"))?;
    run(command("node").arg("embed/view/build.mjs").arg(&folder))?;
    // Cargo lists the packages of the default features.
    let mut packages = Vec::new();
    for name in [CRATE, "wasm-bindgen-futures", "wasm_split_helpers"] {
        packages.extend(crates(cargo().get_program(), &root(), name, tools::WASM)?);
    }
    write(&folder.join("THIRD-PARTY-LICENSES.txt"), &notices(packages)?)?;
    copy(&root().join("embed/view/README.md"), &folder.join("README.md"))?;
    copy(&root().join("embed/view/element.d.ts"), &folder.join("descriptorium-view.d.ts"))?;
    copy(&root().join("LICENSE"), &folder.join("LICENSE"))?;
    let manifest = json!({
        "name": "@descriptorium/view",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "The element <descriptorium-view>: a descriptor in any page, from a published site or as text",
        "license": "Apache-2.0",
        "type": "module",
        "types": "./descriptorium-view.d.ts",
        "exports": {
            ".": { "types": "./descriptorium-view.d.ts", "default": "./descriptorium-view.js" },
            "./classic": "./descriptorium-view.classic.js",
            "./live/*": "./live/*",
        },
    });
    write(&folder.join("package.json"), &format!("{manifest:#}\n"))?;
    run(command("node").arg("embed/sizes.mjs").arg(&folder))?;
    Ok(folder)
}

/// Builds `@descriptorium/modeller` with the modeller in `dist/`, and returns its folder. `program` prints the schema of the
/// protocol.
pub fn modeller(program: &Path) -> Result<PathBuf> {
    let folder = modeller_element(program)?;
    copy_all(&root().join("dist"), &folder.join("modeller"))?;
    Ok(folder)
}

/// The same without the modeller, which takes minutes to build.
fn modeller_element(program: &Path) -> Result<PathBuf> {
    let folder = target().join("embed/modeller");
    empty(&folder)?;
    run(command("node").arg("embed/modeller/build.mjs").arg(&folder))?;
    copy(&root().join("embed/modeller/README.md"), &folder.join("README.md"))?;
    copy(&root().join("embed/modeller/element.d.ts"), &folder.join("descriptorium-modeller.d.ts"))?;
    copy(&root().join("LICENSE"), &folder.join("LICENSE"))?;
    let schema = command(program).args(["schema", "protocol"]).output();
    let schema = schema.map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    write(&folder.join("protocol.schema.json"), &String::from_utf8_lossy(&schema.stdout))?;
    let manifest = json!({
        "name": "@descriptorium/modeller",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "The element <descriptorium-modeller>: the modeller in a page that has the files",
        "license": "Apache-2.0",
        "type": "module",
        "types": "./descriptorium-modeller.d.ts",
        "exports": {
            ".": { "types": "./descriptorium-modeller.d.ts", "default": "./descriptorium-modeller.js" },
            "./protocol.schema.json": "./protocol.schema.json",
            "./modeller/*": "./modeller/*",
        },
    });
    write(&folder.join("package.json"), &format!("{manifest:#}\n"))?;
    run(command("node").arg("embed/sizes.mjs").arg(&folder))?;
    Ok(folder)
}

/// Copies a folder with everything in it.
fn copy_all(from: &Path, to: &Path) -> Result {
    fs::create_dir_all(to).map_err(|error| format!("cannot create {}: {error}", to.display()))?;
    let entries = fs::read_dir(from).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    for entry in entries.map_err(|error| format!("cannot read {}: {error}", from.display()))? {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() { copy_all(&from, &to)? } else { copy(&from, &to)? }
    }
    Ok(())
}

/// Installs the tools for the types and tests, if their list has changed.
fn install() -> Result {
    run(command("node").arg("embed/install.mjs"))
}

fn manifest() -> serde_json::Value {
    json!({
        "name": "@descriptorium/core",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Checks, previews, draws and edits orchestration descriptors, in browsers and in Node",
        "license": "Apache-2.0",
        "type": "module",
        "sideEffects": false,
        "engines": { "node": ">=20" },
        "types": "./index.d.ts",
        "exports": {
            ".": { "types": "./index.d.ts", "node": "./node.js", "default": "./index.js" },
            "./core.wasm": "./core.wasm",
        },
    })
}

/// Runs wasm-bindgen, and writes its script as a function, each call of which creates an instance of its own.
fn bind(module: &Path, folder: &Path) -> Result {
    let made = target().join("embed/bound");
    empty(&made)?;
    Binding::new(module.to_owned(), Script::Classic, "core").write(&made)?;
    copy(&made.join("core_bg.wasm"), &folder.join(WASM))?;
    let script = made.join("core.js");
    let text = fs::read_to_string(&script).map_err(|error| format!("cannot read {}: {error}", script.display()))?;
    let names = "version, rules, Catalog, LanguageServer";
    let text = format!(
        "// The bindings of core.wasm, by wasm-bindgen.\nexport function bind() {{\n{text}\
         const {{ {names} }} = wasm_bindgen;\nreturn {{ init: wasm_bindgen, {names} }};\n}}\n"
    );
    write(&folder.join("bindings.js"), &text)
}

fn copy(from: &Path, to: &Path) -> Result {
    fs::copy(from, to).map(drop).map_err(|error| format!("cannot copy {}: {error}", from.display()))
}

fn write(path: &Path, text: &str) -> Result {
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Checks the types of the scripts, and tests the package with a quickly compiled module against `program`.
pub fn test(program: &Path) -> Result {
    core(Profile::Quick, program)?;
    view(Profile::Quick)?;
    modeller_element(program)?;
    let tests = target().join("embed/tests");
    empty(&tests)?;
    let from = root().join("embed/tests");
    let entries = fs::read_dir(&from).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    for entry in entries.map_err(|error| format!("cannot read {}: {error}", from.display()))? {
        copy(&entry.path(), &tests.join(entry.file_name()))?;
    }
    let tools = root().join("embed/node_modules");
    let compiler = tools.join("typescript/bin/tsc");
    run(command("node").arg(&compiler).args(["--project", "embed/view"]))?;
    run(command("node").arg(&compiler).args(["--project", "embed/modeller"]))?;
    run(command("node").arg(compiler).arg("--project").arg(&tests).arg("--typeRoots").arg(tools.join("@types")))?;
    run(command("node")
        .arg("--test")
        .arg(&tests)
        .env("DESCRIPTORIUM_PROGRAM", program)
        .env("DESCRIPTORIUM_ROOT", root()))
}
