//! Splits the modeller's WebAssembly module into the part that the page needs immediately, and the lazily loaded parts
//! (app/src/lazy.rs). Functions that several lazily loaded parts share, but the first part does not use, go into chunks
//! that the loader fetches before these parts.

use std::convert::Infallible;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use wasm_encoder::Module;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_split_cli_support::{Options, transform};
use wasmparser::{CustomSectionReader, Parser};

use crate::shell::Result;

/// The folder of the lazily loaded modules and their loader, next to the first module. Trunk copies everything below
/// `snippets`.
const FOLDER: &str = "snippets/modules";
/// The folder in which wasm-bindgen puts scripts, which may contain those of an earlier build.
const SCRIPTS: &str = "snippets";
const LOADER: &str = "link.js";
/// The name prefix of the functions at which the module is split.
const MARK: &[u8] = b"__wasm_split_00";

/// The code with which the loader instantiates a module. It is replaced, since browsers refuse to stream modules from
/// servers that send another content type.
const STREAMED: &str = "WebAssembly.instantiateStreaming(src, imports)";
const READ: &str = "instantiate(await src, imports)";
const INSTANTIATE: &str = "
async function instantiate(answer, imports) {
    if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
    return WebAssembly.instantiate(await answer.arrayBuffer(), imports);
}
";

/// Minimizes the encoding of a module: no function names, and numbers of minimal length.
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

/// Splits the module at `wasm` if it contains split points, for the page whose script is `name`.js in the folder `to`.
/// Returns the path of the first module, which still needs wasm-bindgen; the others are complete.
pub fn split(wasm: &Path, to: &Path, name: &str) -> Result<Option<PathBuf>> {
    let bytes = fs::read(wasm).map_err(|error| format!("cannot read {}: {error}", wasm.display()))?;
    let folder = to.join(FOLDER);
    let scripts = to.join(SCRIPTS);
    if scripts.exists() {
        fs::remove_dir_all(&scripts).map_err(|error| format!("cannot remove {}: {error}", scripts.display()))?;
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
            return Err(io::Error::other("unexpected instantiation code in the loader"));
        }
        fs::write(loader, text.replace(STREAMED, READ) + INSTANTIATE)
    };
    place().map_err(|error| format!("cannot split {}: {error}", wasm.display()))?;
    Ok(Some(first))
}
