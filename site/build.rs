//! Computes a hash of the program's sources, so that a site is rebuilt when the program changes.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    for place in ["../core/src", "src", "../public", "../Cargo.lock"] {
        println!("cargo::rerun-if-changed={place}");
        add(Path::new(place), &mut hasher)?;
    }
    println!("cargo::rustc-env=DESCRIPTORIUM_PROGRAM_HASH={:016x}", hasher.finish());
    Ok(())
}

fn add(place: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    if !place.is_dir() {
        fs::read(place)?.hash(hasher);
        return Ok(());
    }
    let mut entries: Vec<_> = fs::read_dir(place)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        entry.file_name().hash(hasher);
        add(&entry.path(), hasher)?;
    }
    Ok(())
}
