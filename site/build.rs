//! Computes a hash of the program's sources, so that a site is rebuilt when the program changes; collects the license
//! notices of the packages that the program contains, and of the font of sites; and embeds the modeller.

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::error::Error;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

#[path = "build/licenses.rs"]
mod licenses;

/// The environment variable with the folder of the modeller, as xtask compresses it; without it, there is no modeller in
/// the program.
const MODELLER: &str = "DESCRIPTORIUM_EMBED";

fn main() -> Result<(), Box<dyn Error>> {
    let mut hasher = DefaultHasher::new();
    // Compiled from its package, the program has the core from a registry, by the checksum in the lock file.
    let core = Path::new("../core/src");
    let root = Path::new(if core.is_dir() { ".." } else { "." });
    let places = [core.to_owned(), "src".into(), "public".into(), root.join("Cargo.lock")];
    for place in places.into_iter().filter(|place| place.exists()) {
        println!("cargo::rerun-if-changed={}", place.display());
        add(&place, &mut hasher)?;
    }
    println!("cargo::rustc-env=DESCRIPTORIUM_PROGRAM_HASH={:016x}", hasher.finish());
    println!("cargo::rerun-if-changed=build/licenses.rs");
    let variable = |name: &str| env::var(name).map_err(|error| format!("{name}: {error}"));
    let (cargo, target) = (variable("CARGO")?, variable("TARGET")?);
    let mut packages = licenses::crates(cargo.as_ref(), root, &variable("CARGO_PKG_NAME")?, &target)?;
    packages.push(licenses::font(Path::new("public")));
    fs::write(PathBuf::from(variable("OUT_DIR")?).join("licenses.txt"), licenses::notices(packages)?)?;
    println!("cargo::rerun-if-env-changed={MODELLER}");
    let mut files = Vec::new();
    if let Some(folder) = env::var_os(MODELLER) {
        println!("cargo::rerun-if-changed={}", Path::new(&folder).display());
        collect(Path::new(&folder), "", &mut files)?;
    }
    files.sort();
    let files = files.iter().map(|(path, file)| format!("({path:?}, include_bytes!({file:?}))"));
    let table = format!("pub static FILES: &[(&str, &[u8])] = &[{}];\n", files.collect::<Vec<_>>().join(", "));
    fs::write(PathBuf::from(variable("OUT_DIR")?).join("modeller.rs"), table)?;
    Ok(())
}

/// The files in a folder, by their paths in it.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let (name, place) = entry.map(|entry| (entry.file_name(), entry.path()))?;
        let path = format!("{prefix}{}", name.to_string_lossy());
        match place.is_dir() {
            true => collect(&place, &format!("{path}/"), files)?,
            false => files.push((path, place)),
        }
    }
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
