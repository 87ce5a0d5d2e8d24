//! wasm-bindgen, which connects WebAssembly with JavaScript: as a library, and as the program that Trunk runs. It has exactly
//! the version that the product is compiled with.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;

use crate::shell::Result;
use crate::split::encode::packed;
use crate::split::split;

/// How a page loads the script with the bindings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Script {
    Module,
    /// A script that declares the variable `wasm_bindgen`.
    Classic,
}

/// A module that the compiler has created, and the way to bind it.
pub struct Binding {
    pub module: PathBuf,
    pub script: Script,
    /// The name of the files that are written.
    pub name: String,
    /// Whether it can be debugged: it keeps the names of functions, and more.
    pub is_debugged: bool,
}

impl Binding {
    /// A binding for released modules and tests.
    pub fn new(module: PathBuf, script: Script, name: &str) -> Self {
        Binding { module, script, name: name.to_owned(), is_debugged: false }
    }

    /// Writes `NAME.js` and `NAME_bg.wasm` into the folder `to`, beside the other modules, if it is split.
    pub fn write(&self, to: &Path) -> Result {
        let first = split(&self.module, to, &self.name)?;
        let mut bindgen = Bindgen::new();
        bindgen.input_path(first.as_ref().unwrap_or(&self.module)).out_name(&self.name).typescript(false);
        // A script finds its module beside it.
        bindgen.omit_default_module_path(false);
        // The other modules import the table and the memory of the first one.
        bindgen.keep_lld_exports(first.is_some()).keep_debug(self.is_debugged);
        bindgen.remove_name_section(!self.is_debugged).remove_producers_section(!self.is_debugged);
        let bound = match self.script {
            Script::Module => bindgen.web(true),
            Script::Classic => bindgen.no_modules(true),
        };
        bound.and_then(|bindgen| bindgen.generate(to)).map_err(|error| format!("{error:?}"))?;
        let Some(first) = first else { return Ok(()) };
        let module = to.join(format!("{}_bg.wasm", self.name));
        let place = || {
            let packed = packed(&fs::read(&module)?)?;
            fs::write(&module, packed)?;
            fs::remove_file(&first)
        };
        place().map_err(|error| format!("cannot encode {}: {error}", module.display()))
    }
}

/// The program `wasm-bindgen`, as far as Trunk needs it.
pub fn program(arguments: &[OsString]) -> Result {
    if arguments.iter().any(|argument| argument == "--version") {
        println!("wasm-bindgen {}", version()?);
        return Ok(());
    }
    let texts = arguments.iter().map(|argument| {
        argument.to_str().ok_or_else(|| format!("wasm-bindgen: {} is not Unicode", argument.display()))
    });
    let (mut module, mut to, mut binding) = (None, None, Binding::new(PathBuf::new(), Script::Module, ""));
    for argument in texts.collect::<Result<Vec<&str>>>()? {
        match argument.split_once('=').unwrap_or((argument, "")) {
            ("--target", "web") => binding.script = Script::Module,
            ("--target", "no-modules") => binding.script = Script::Classic,
            ("--out-name", name) => binding.name = name.to_owned(),
            ("--out-dir", folder) => to = Some(folder),
            ("--keep-debug", _) => binding.is_debugged = true,
            ("--no-typescript", _) => {}
            (path, _) if !path.starts_with("--") && module.is_none() => module = Some(argument),
            _ => return Err(format!("wasm-bindgen: the argument `{argument}` is not supported")),
        }
    }
    let (Some(module), Some(to)) = (module, to) else {
        return Err("usage: wasm-bindgen --out-dir=FOLDER --out-name=NAME MODULE".to_owned());
    };
    binding.module = module.into();
    binding.write(Path::new(to))
}

/// The version of wasm-bindgen in the lock file.
fn version() -> Result<&'static str> {
    let (_, rest) = include_str!("../../Cargo.lock")
        .split_once("name = \"wasm-bindgen\"\nversion = \"")
        .ok_or("Cargo.lock does not have wasm-bindgen")?;
    Ok(rest.split('"').next().unwrap_or_default())
}
