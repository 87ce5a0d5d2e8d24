//! Splits the modeller's WebAssembly module into the part that the page needs immediately, and the lazily loaded parts
//! (app/src/lazy.rs). Functions that several lazily loaded parts share, but the first part does not use, go into chunks.
//! The chunks and the part that all languages share are in one file, in which they compress 6 % better than alone; every
//! other file belongs to a single language.

pub mod encode;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use wasm_encoder::{CustomSection, Module};
use wasm_split_cli_support::{Options, transform};

use crate::shell::Result;
use crate::split::encode::packed;

/// The folder of the lazily loaded modules and their loader, next to the first module. Trunk copies everything below
/// `snippets`.
const FOLDER: &str = "snippets/modules";
/// The folder in which wasm-bindgen puts scripts, which may contain those of an earlier build.
const SCRIPTS: &str = "snippets";
const LOADER: &str = "link.js";
/// The name prefix of the functions at which the module is split.
const MARK: &[u8] = b"__wasm_split_00";

/// The start of the names of the parts that belong to a language, except the one of all languages.
const LANGUAGE: &str = "split_";
const COMMON: &str = "split_common";
/// The file with the chunks and the part of all languages: a module with each of them as a custom section.
const SHARED: &str = "shared.wasm";

/// The code with which the loader instantiates a module. It is replaced, since browsers refuse to stream modules from
/// servers that send another content type.
const STREAMED: &str = "WebAssembly.instantiateStreaming(src, imports)";
const READ: &str = "WebAssembly.instantiate(await src, imports)";
/// The end of the loader: reads a file, and a part of the shared one.
const READERS: &str = "
async function read(url) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
    return answer.arrayBuffer();
}
let container = undefined;
async function shared(name) {
    container ??= read(new URL(\"./shared.wasm\", import.meta.url)).then(WebAssembly.compile).catch((error) => {
        container = undefined;
        throw error;
    });
    return WebAssembly.Module.customSections(await container, name)[0];
}
";

/// The loader, reading the parts with these names from the shared file. `None` if it has another form than expected.
fn with_shared(loader: &str, shared: &[String]) -> Option<String> {
    let mut text = loader.replace(STREAMED, READ);
    for name in shared {
        let fetched = format!("fetch(new URL(\"./{name}.wasm\", import.meta.url))");
        text = replaced(&text, &fetched, &format!("shared(\"{name}\")"))?;
    }
    Some(replaced(&text, "fetch(new URL(", "read(new URL(")? + READERS)
}

/// The text with each `from` replaced; `None` if there is none.
fn replaced(text: &str, from: &str, to: &str) -> Option<String> {
    text.contains(from).then(|| text.replace(from, to))
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
        let mut container = Module::new();
        let mut shared = Vec::new();
        for part in parts.split_modules {
            let module = packed(&fs::read(&part)?)?;
            let name = part.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with(LANGUAGE) && name != COMMON {
                fs::write(folder.join(part.file_name().unwrap_or_default()), module)?;
            } else {
                container.section(&CustomSection { name: name.as_str().into(), data: module.into() });
                shared.push(name);
            }
            fs::remove_file(part)?;
        }
        fs::write(folder.join(SHARED), container.finish())?;
        let loader = folder.join(LOADER);
        let text = with_shared(&fs::read_to_string(&loader)?, &shared);
        fs::write(loader, text.ok_or_else(|| io::Error::other("the loader has an unexpected form"))?)
    };
    place().map_err(|error| format!("cannot split {}: {error}", wasm.display()))?;
    Ok(Some(first))
}
