//! The checksums of all packages, in the format of `sha256sum`.

use std::fs;
use std::io;
use std::path::Path;

use crate::package::image::hex;

const NAME: &str = "SHA256SUMS";

pub fn write(folder: &Path) -> io::Result<()> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        lines.push((name, hex(&fs::read(&path)?)));
    }
    lines.sort();
    let lines = lines.into_iter().map(|(name, digest)| format!("{digest}  {name}\n"));
    fs::write(folder.join(NAME), lines.collect::<String>())
}
