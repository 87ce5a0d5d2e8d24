//! Cuts the modeller's module in two: what the page needs at once, and what it fetches when it stands (app/src/later.rs).

use std::convert::Infallible;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use wasm_encoder::Module;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_split_cli_support::{Options, transform};
use wasmparser::{CustomSectionReader, Parser};

use crate::shell::Result;

/// Where the second module and what loads it go, beside the first. Trunk takes along what lies below `snippets`.
const FOLDER: &str = "snippets/later";
/// Where wasm-bindgen puts scripts, beside what it left there before.
const SCRIPTS: &str = "snippets";
const LOADER: &str = "link.js";
/// What the functions are named by between which a module is cut.
const MARK: &[u8] = b"__wasm_split_00";

/// How the loader would make an instance, which hosts that call a module by no or by another type would have refused.
const STREAMED: &str = "WebAssembly.instantiateStreaming(src, imports)";
const READ: &str = "instantiate(await src, imports)";
const INSTANTIATE: &str = "
async function instantiate(answer, imports) {
    if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
    return WebAssembly.instantiate(await answer.arrayBuffer(), imports);
}
";

/// Writes a module as short as can be: without the names of functions, and numbers in as few bytes as they take.
fn packed(module: &[u8]) -> io::Result<Vec<u8>> {
    struct Packer;
    impl Reencode for Packer {
        type Error = Infallible;

        fn parse_custom_section(
            &mut self,
            _: &mut Module,
            _: CustomSectionReader<'_>,
        ) -> std::result::Result<(), Error<Infallible>> {
            Ok(())
        }
    }
    let mut short = Module::new();
    let parsed = Packer.parse_core_module(&mut short, Parser::new(0), module);
    parsed.map_err(|error| io::Error::other(error.to_string()))?;
    Ok(short.finish())
}

/// Cuts the module at `wasm`, if it is to be cut, for the page whose script is `name`.js in the folder `to`: gives where
/// the first part is, which goes through wasm-bindgen; the second is done.
pub fn split(wasm: &Path, to: &Path, name: &str) -> Result<Option<PathBuf>> {
    let bytes = fs::read(wasm).map_err(|error| format!("could not read {}: {error}", wasm.display()))?;
    let folder = to.join(FOLDER);
    let scripts = to.join(SCRIPTS);
    if scripts.exists() {
        fs::remove_dir_all(&scripts).map_err(|error| format!("could not remove {}: {error}", scripts.display()))?;
    }
    if !bytes.windows(MARK.len()).any(|window| window == MARK) {
        return Ok(None);
    }
    let first = to.join("first.wasm");
    let (link, script) = (format!("./{FOLDER}/{LOADER}"), format!("../../{name}.js"));
    let mut options = Options::new(&bytes);
    (options.output_dir, options.main_out_path) = (to, &first);
    (options.link_name, options.main_module) = (&link, &script);
    let place = || {
        fs::create_dir_all(&folder)?;
        let parts = transform(options).map_err(|error| io::Error::other(format!("{error:?}")))?;
        for part in parts.split_modules {
            fs::write(folder.join(part.file_name().unwrap_or_default()), packed(&fs::read(&part)?)?)?;
            fs::remove_file(part)?;
        }
        let loader = folder.join(LOADER);
        let text = fs::read_to_string(&loader)?;
        if !text.contains(STREAMED) {
            return Err(io::Error::other("the loader of the parts is another than it was"));
        }
        fs::write(loader, text.replace(STREAMED, READ) + INSTANTIATE)
    };
    place().map_err(|error| format!("could not cut {} in two: {error}", wasm.display()))?;
    Ok(Some(first))
}
