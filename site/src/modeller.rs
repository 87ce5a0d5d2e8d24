//! The built modeller: files in a folder, or compressed in the program.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use brotli_decompressor::Decompressor;
use cap_std::fs::Dir;

use crate::folder::{self, Folder};

/// The page of the modeller.
pub const PAGE: &str = "index.html";
/// The folder of the element `<descriptorium-view>`, beside the files of the modeller.
const VIEW: &str = "view/";
/// The encoding of the files in the program, as in `Content-Encoding`.
const EMBEDDED: &str = "br";
/// The encodings of compressed copies beside the files of a folder, the best first.
const COPIES: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];
/// The environment variable with the folder of a built modeller.
const VARIABLE: &str = "DESCRIPTORIUM_MODELLER";
/// Maximum size of a file in bytes.
const MAX_BYTES: u64 = 64 << 20;
/// A limit on the depth of folders, larger than that of any modeller build.
const MAX_DEPTH: usize = 8;
/// The size of the buffer for decompression in bytes.
const BUFFER: usize = 1 << 16;

/// Written by the build script; empty if the program was built without the modeller.
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/modeller.rs"));
}

/// `--version`: says whether the modeller is in the program.
pub const VERSION: &str = if embedded::FILES.is_empty() {
    concat!(env!("CARGO_PKG_VERSION"), "\nwithout the modeller, which `cargo xtask build` adds")
} else {
    concat!(env!("CARGO_PKG_VERSION"), "\nwith the modeller")
};

/// A complete modeller.
#[derive(Clone, Debug)]
pub enum Modeller {
    Folder(PathBuf),
    Embedded(Embedded),
}

/// The paths and the compressed contents of files, sorted by path.
#[derive(Clone, Copy, Debug)]
pub struct Embedded(&'static [(&'static str, &'static [u8])]);

/// A file as it is sent, possibly compressed.
#[derive(Debug)]
pub struct Stored {
    pub content: Cow<'static, [u8]>,
    /// Its `Content-Encoding`.
    pub encoding: Option<&'static str>,
}

impl Modeller {
    /// The modeller in the folder that the environment names, in the folder `modeller` next to the program, or in the
    /// program. Otherwise a sentence that says why there is none, and what to do.
    pub fn find() -> Result<Modeller, String> {
        if let Some(named) = env::var_os(VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from) {
            return match fault(&named) {
                None => Ok(Modeller::Folder(named)),
                Some(fault) => Err(format!(
                    "`{}`, which the environment variable {VARIABLE} names, {fault}: set it to the folder of a built \
                     modeller, or unset it",
                    named.display()
                )),
            };
        }
        let beside = env::current_exe().ok().and_then(|program| Some(program.parent()?.join("modeller")));
        match beside.filter(|folder| fault(folder).is_none()) {
            Some(folder) => Ok(Modeller::Folder(folder)),
            None if embedded::FILES.is_empty() => Err(format!(
                "this program was built without the modeller: `cargo xtask build` adds it; or set the environment \
                 variable {VARIABLE} to the folder of a built modeller"
            )),
            None => Ok(Modeller::Embedded(Embedded(embedded::FILES))),
        }
    }

    /// The file at a path, compressed only with an encoding that is accepted.
    pub fn file(&self, path: &str, accepts: impl Fn(&str) -> bool) -> io::Result<Stored> {
        match self {
            Modeller::Embedded(embedded) => {
                let content = embedded.content(path)?;
                if accepts(EMBEDDED) {
                    return Ok(Stored { content: content.into(), encoding: Some(EMBEDDED) });
                }
                Ok(Stored { content: decompressed(content)?.into(), encoding: None })
            }
            Modeller::Folder(folder) => {
                let dir = Folder::new(folder).open()?;
                let mut copies = COPIES.into_iter().filter(|(encoding, _)| accepts(encoding));
                let copy = copies.find_map(|(encoding, ending)| {
                    Some(Stored {
                        content: read(&dir, &format!("{path}{ending}")).ok()?.into(),
                        encoding: Some(encoding),
                    })
                });
                copy.map_or_else(|| Ok(Stored { content: read(&dir, path)?.into(), encoding: None }), Ok)
            }
        }
    }

    /// All files of the modeller by their paths, without compression.
    pub fn files(&self) -> io::Result<BTreeMap<String, Vec<u8>>> {
        let mut files: BTreeMap<String, Vec<u8>> = match self {
            Modeller::Embedded(Embedded(files)) => {
                let files = files.iter().map(|(path, content)| Ok(((*path).to_owned(), decompressed(content)?)));
                files.collect::<io::Result<_>>()?
            }
            Modeller::Folder(folder) => {
                let mut files = BTreeMap::new();
                collect(folder, "", 0, &mut files)?;
                files
            }
        };
        files.retain(|path, _| !path.starts_with(VIEW));
        Ok(files)
    }

    /// The script of the element `<descriptorium-view>`, which is stored with the modeller. Otherwise a sentence that says
    /// why there is none, and what to do.
    pub fn view_script() -> Result<Vec<u8>, String> {
        let path = format!("{VIEW}descriptorium-view.js");
        match Modeller::find()?.file(&path, |_| false) {
            Ok(stored) => Ok(stored.content.into_owned()),
            Err(error) => Err(format!(
                "cannot read `{path}` beside the modeller ({}): `cargo xtask modeller` adds it",
                folder::reason(&error)
            )),
        }
    }
}

/// The license notices of the packages in the modeller, if it is in the program.
pub fn embedded_notices() -> Option<String> {
    let (_, content) = embedded::FILES.iter().find(|(path, _)| path.ends_with("/licenses.txt"))?;
    String::from_utf8(decompressed(content).ok()?).ok()
}

impl Embedded {
    fn content(self, path: &str) -> io::Result<&'static [u8]> {
        let at = self.0.binary_search_by(|(other, _)| (*other).cmp(path));
        let file = at.ok().and_then(|at| self.0.get(at));
        file.map(|(_, content)| *content).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

fn decompressed(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut whole = Vec::new();
    Decompressor::new(content, BUFFER).read_to_end(&mut whole)?;
    Ok(whole)
}

/// Why a folder does not contain the modeller, if it does not: its page refers to a file that is missing, for example.
fn fault(folder: &Path) -> Option<String> {
    let page = match fs::read_to_string(folder.join(PAGE)) {
        Ok(page) => page,
        Err(_) if !folder.is_dir() => return Some("is not a folder".to_owned()),
        Err(error) => return Some(format!("has no readable `{PAGE}` ({})", folder::reason(&error))),
    };
    let mut referred = page.split('"').filter_map(|text| text.strip_prefix("./"));
    let missing = referred.find(|path| !folder.join(path).is_file())?;
    Some(format!("is incomplete, without `{missing}`"))
}

fn read(dir: &Dir, path: &str) -> io::Result<Vec<u8>> {
    let file = dir.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::ErrorKind::NotFound.into());
    }
    let mut content = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut content)?;
    Ok(content)
}

fn collect(folder: &Path, prefix: &str, depth: usize, files: &mut BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (path, place) = (format!("{prefix}{name}"), entry.path());
        if name.starts_with('.') {
            continue;
        }
        if !place.is_dir() {
            files.insert(path, fs::read(place)?);
        } else if depth < MAX_DEPTH {
            collect(&place, &format!("{path}/"), depth + 1, files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `hello hello hello hello hello\n`, compressed by the brotli of Node.
    const HELLO: &[u8] =
        &[27, 29, 0, 248, 141, 148, 110, 222, 68, 85, 134, 214, 10, 32, 108, 111, 74, 17, 122, 226, 128, 82, 45, 0];
    const FILES: Embedded = Embedded(&[("a/b.js", HELLO), ("index.html", HELLO)]);
    const TEXT: &str = "hello hello hello hello hello\n";

    #[test]
    fn embedded_files_are_sent_as_stored_or_decompressed() {
        let modeller = Modeller::Embedded(FILES);
        let stored = modeller.file("a/b.js", |encoding| encoding == "br").expect("it is there");
        assert_eq!((&*stored.content, stored.encoding), (HELLO, Some("br")));
        let plain = modeller.file("a/b.js", |encoding| encoding == "gzip").expect("it is there");
        assert_eq!((&*plain.content, plain.encoding), (TEXT.as_bytes(), None));
        assert!(modeller.file("a", |_| true).is_err() && modeller.file("z", |_| true).is_err());
        let all = modeller.files().expect("they can be decompressed");
        assert_eq!(all.keys().collect::<Vec<_>>(), ["a/b.js", "index.html"]);
        assert!(all.values().all(|content| content == TEXT.as_bytes()));
    }
}
