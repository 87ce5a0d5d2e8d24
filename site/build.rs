//! Computes a hash of the program's sources, so that a site is rebuilt when the program changes, and collects the license
//! notices of the packages that the program contains, and of the font of sites.

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::error::Error;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

#[path = "../xtask/src/licenses.rs"]
mod licenses;

fn main() -> Result<(), Box<dyn Error>> {
    let mut hasher = DefaultHasher::new();
    for place in ["../core/src", "src", "../public", "../Cargo.lock"] {
        println!("cargo::rerun-if-changed={place}");
        add(Path::new(place), &mut hasher)?;
    }
    println!("cargo::rustc-env=DESCRIPTORIUM_PROGRAM_HASH={:016x}", hasher.finish());
    println!("cargo::rerun-if-changed=../xtask/src/licenses.rs");
    let variable = |name: &str| env::var(name).map_err(|error| format!("{name}: {error}"));
    let (cargo, target) = (variable("CARGO")?, variable("TARGET")?);
    let mut packages = licenses::crates(cargo.as_ref(), Path::new(".."), &variable("CARGO_PKG_NAME")?, &target)?;
    packages.push(licenses::font(Path::new("..")));
    fs::write(PathBuf::from(variable("OUT_DIR")?).join("licenses.txt"), licenses::notices(packages)?)?;
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
