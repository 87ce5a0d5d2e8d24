//! Packages of the program, in `target/packages/`: archives, Debian packages, Python wheels, packages for npm and container
//! images, each with the modeller in the program. Nothing is published.
//!
//! The formats are written here, with libraries for tar, gzip and zip: cargo-deb and maturin would compile the program again
//! for each package, and neither takes one that is already there.

mod archive;
mod debian;
mod image;
mod jobs;
mod npm;
mod sbom;
mod sums;
mod trial;
mod wheel;

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::build;
use crate::embed;
use crate::licenses::{Package, crates, font};
use crate::notices;
use crate::package::sbom::Registry;
use crate::shell::{Result, cargo, command, empty, output, root, run, say, target, which};
use crate::tools;

/// A platform that the program is packaged for.
pub struct Platform {
    /// Rust's name of it. With musl, the program is linked statically and runs on any Linux.
    target: &'static str,
    /// The name in archives.
    name: &'static str,
    /// Debian's name of the architecture.
    debian: &'static str,
    /// The platforms in the name of a wheel: a static program runs on both kinds of Linux.
    wheel: &'static str,
    /// The names of the system and the architecture in Node.
    npm: (&'static str, &'static str),
    /// The compiler for the allocator, which is written in C, with Debian's package.
    compiler: (&'static str, &'static str),
}

const PLATFORMS: [Platform; 1] = [Platform {
    target: "x86_64-unknown-linux-musl",
    name: "x86_64-linux",
    debian: "amd64",
    wheel: "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    npm: ("linux", "x64"),
    compiler: ("musl-gcc", "musl-tools"),
}];

/// A file in a package.
#[derive(Clone)]
pub struct Entry {
    pub path: String,
    /// The permissions, such as `0o644`.
    pub mode: u32,
    pub content: Vec<u8>,
}

impl Entry {
    fn text(path: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        Entry { path: path.into(), mode: 0o644, content: content.into() }
    }
}

/// The contents of all packages for a platform.
pub struct Contents {
    pub version: String,
    pub program: Vec<u8>,
    /// Pages of the manual by file name, such as `descriptorium-check.1`.
    pub manual: Vec<(String, Vec<u8>)>,
    /// Completions for bash, zsh and fish, in this order.
    pub completions: [Vec<u8>; 3],
    /// The license of the project.
    pub license: Vec<u8>,
    /// The licenses of the packages in the program and in the modeller.
    pub notices: Vec<u8>,
    /// The bill of materials.
    pub sbom: String,
    /// The time of all files, in seconds since 1970, so that packages are reproducible.
    pub time: u64,
}

/// Writes all packages; with `--test`, installs each into an empty environment and uses it there.
pub fn package(arguments: &[OsString]) -> Result {
    let tests = match arguments {
        [] => false,
        [option] if option == "--test" => true,
        _ => return Err("usage: cargo xtask package [--test]".to_owned()),
    };
    let to = target().join("packages");
    empty(&to)?;
    let compressed = build::compressed_modeller()?;
    for platform in &PLATFORMS {
        let program = program(platform, &compressed)?;
        say(&format!("Packing for {}", platform.name));
        let contents = contents(&program, platform)?;
        let launcher = npm::launcher(&contents, &PLATFORMS);
        let packages = [
            (npm::launcher_name(&contents.version), launcher),
            (npm::name(&contents, platform), npm::pack(&contents, platform)),
            (archive::name(&contents, platform), archive::pack(&contents, platform)),
            (debian::name(&contents, platform), debian::pack(&contents, platform)),
            (wheel::name(&contents, platform), wheel::pack(&contents, platform)),
            (image::name(&contents, platform), image::pack(&contents, platform)),
        ];
        let scripts = [
            embed::core(embed::Profile::Release, &program)?,
            embed::view(embed::Profile::Release)?,
            embed::modeller(&program)?,
        ];
        let scripts = scripts.map(|folder| {
            let package = npm::folder(&folder, &contents);
            package.map_err(|error| cannot("pack", &folder, &error))
        });
        for script in scripts {
            let (name, package) = script?;
            fs::write(to.join(&name), package).map_err(|error| cannot("write", &to.join(&name), &error))?;
            println!("    {name}");
        }
        for (name, package) in packages {
            let place = to.join(&name);
            let written = package.and_then(|package| fs::write(&place, package));
            written.map_err(|error| cannot("write", &place, &error))?;
            println!("    {name}");
        }
        let place = to.join(format!("{}.cdx.json", archive::folder(&contents, platform)));
        fs::write(&place, &contents.sbom).map_err(|error| cannot("write", &place, &error))?;
        if tests {
            say(&format!("Installing the packages for {}", platform.name));
            trial::all(&contents, platform, &to)?;
        }
    }
    if tests {
        say("Trying the jobs for GitHub, GitLab and pre-commit");
        jobs::all(&to)?;
    }
    sums::write(&to).map_err(|error| cannot("write the checksums in", &to, &error))
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {what} {}: {error}", path.display())
}

/// Compiles the program with the modeller in it, and returns its path.
fn program(platform: &Platform, modeller: &Path) -> Result<PathBuf> {
    let (compiler, debian) = platform.compiler;
    if which(compiler).is_none() {
        tools::install(&[debian], &format!("the package for {}", platform.name))?;
    }
    tools::prepare_target(platform.target)?;
    say(&format!("Building the program for {}", platform.name));
    tools::prepare_auditable()?;
    // The program contains the list of its crates, which scanners read.
    run(cargo()
        .args(["auditable", "build", "--locked", "--release"])
        .args(["--package", "descriptorium", "--target", platform.target])
        .env(build::EMBED, modeller)
        .env("CARGO_ENCODED_RUSTFLAGS", build::reproducible().join("\u{1f}"))
        .env("CARGO_PROFILE_RELEASE_STRIP", "symbols"))?;
    Ok(target().join(platform.target).join("release/descriptorium"))
}

/// The contents of packages, most of which the program prints itself.
fn contents(program: &Path, platform: &Platform) -> Result<Contents> {
    let read = |path: &Path| fs::read(path).map_err(|error| cannot("read", path, &error));
    let printed = |arguments: &[&str]| {
        let output = command(program).args(arguments).output();
        let output = output.map_err(|error| cannot("run", program, &error))?;
        match output.status.success() {
            true => Ok(output.stdout),
            false => Err(format!("`{} {}` failed, {}", program.display(), arguments.join(" "), output.status)),
        }
    };
    let folder = target().join("manual");
    empty(&folder)?;
    printed(&["man", "--out", &folder.to_string_lossy()])?;
    let pages = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut pages: Vec<_> =
        pages.map_err(|error| cannot("read", &folder, &error))?.iter().map(fs::DirEntry::path).collect();
    pages.sort();
    let manual = pages.iter().map(|page| {
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, read(page)?))
    });
    let epoch = env::var("SOURCE_DATE_EPOCH").ok();
    let epoch = epoch.or_else(|| output(command("git").args(["log", "-1", "--format=%ct"])));
    Ok(Contents {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        program: read(program)?,
        manual: manual.collect::<Result<_>>()?,
        completions: [
            printed(&["completions", "bash"])?,
            printed(&["completions", "zsh"])?,
            printed(&["completions", "fish"])?,
        ],
        license: read(&root().join("LICENSE"))?,
        notices: printed(&["licenses"])?,
        sbom: sbom::write(env!("CARGO_PKG_VERSION"), &packages(platform)?),
        time: epoch.and_then(|epoch| epoch.parse().ok()).unwrap_or(0),
    })
}

/// The third-party packages in the program for a platform and in its modeller.
fn packages(platform: &Platform) -> Result<BTreeSet<(Registry, Package)>> {
    let program = crates(cargo().get_program(), &root(), "descriptorium", platform.target)?;
    let rust = program.into_iter().chain(notices::rust()?).map(|package| (Registry::Cargo, package));
    let npm = notices::npm()?.into_iter().map(|package| (Registry::Npm, package));
    Ok(rust.chain(npm).chain([(Registry::Generic, font(&root().join("public")))]).collect())
}
