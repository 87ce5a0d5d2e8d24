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
use crate::licenses::{self, Package, crates, font};
use crate::notices;
use crate::package::sbom::Registry;
use crate::shell::{Result, cargo, command, empty, output, root, run, say, target, which};
use crate::test;
use crate::tools;

/// A platform that the program is packaged for.
pub struct Platform {
    /// Rust's name of it. With musl, the program is linked statically and runs on any Linux.
    target: &'static str,
    /// The name in archives.
    name: &'static str,
    /// The name of the program's file.
    file: &'static str,
    /// Debian's name of the architecture, which images use, too; none where there are neither.
    debian: Option<&'static str>,
    /// The platforms in the name of a wheel: a static program runs on both kinds of Linux, and zig links for macOS 13 or newer.
    wheel: &'static str,
    /// The names of the system and the architecture in Node.
    npm: (&'static str, &'static str),
    runner: Runner,
}

/// The way to run programs of a platform here, on Linux for x86-64.
#[derive(Clone, Copy)]
enum Runner {
    Here,
    /// An emulator, with Debian's package.
    Emulator(&'static str, &'static str),
    Nothing,
}

impl Platform {
    /// Whether its programs are compiled with the tools of this system. For others, zig compiles C and links.
    fn is_here(&self) -> bool {
        matches!(self.runner, Runner::Here)
    }

    fn is_windows(&self) -> bool {
        self.npm.0 == "win32"
    }
}

/// The first one runs here: its program prints what is the same in all packages.
const PLATFORMS: [Platform; 5] = [
    Platform {
        target: "x86_64-unknown-linux-musl",
        name: "x86_64-linux",
        file: "descriptorium",
        debian: Some("amd64"),
        wheel: "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
        npm: ("linux", "x64"),
        runner: Runner::Here,
    },
    Platform {
        target: "aarch64-unknown-linux-musl",
        name: "aarch64-linux",
        file: "descriptorium",
        debian: Some("arm64"),
        wheel: "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
        npm: ("linux", "arm64"),
        runner: Runner::Emulator("qemu-aarch64-static", "qemu-user-static"),
    },
    Platform {
        target: "x86_64-pc-windows-gnu",
        name: "x86_64-windows",
        file: "descriptorium.exe",
        debian: None,
        wheel: "win_amd64",
        npm: ("win32", "x64"),
        runner: Runner::Emulator("wine", "wine"),
    },
    Platform {
        target: "aarch64-apple-darwin",
        name: "aarch64-macos",
        file: "descriptorium",
        debian: None,
        wheel: "macosx_13_0_arm64",
        npm: ("darwin", "arm64"),
        runner: Runner::Nothing,
    },
    Platform {
        target: "x86_64-apple-darwin",
        name: "x86_64-macos",
        file: "descriptorium",
        debian: None,
        wheel: "macosx_13_0_x86_64",
        npm: ("darwin", "x64"),
        runner: Runner::Nothing,
    },
];

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

/// The contents that the packages for all platforms share.
#[derive(Clone)]
pub struct Shared {
    pub version: String,
    /// Pages of the manual by file name, such as `descriptorium-check.1`.
    pub manual: Vec<(String, Vec<u8>)>,
    /// Completions for bash, zsh and fish, in this order.
    pub completions: [Vec<u8>; 3],
    /// The license of the project.
    pub license: Vec<u8>,
    /// The time of all files, in seconds since 1970, so that packages are reproducible.
    pub time: u64,
}

/// The contents of all packages for a platform.
pub struct Contents {
    pub shared: Shared,
    pub program: Vec<u8>,
    /// The licenses of the packages in the program and in the modeller.
    pub notices: Vec<u8>,
    /// The bill of materials.
    pub sbom: String,
}

impl Shared {
    fn of(&self, platform: &Platform, program: &Path) -> Result<Contents> {
        let packages = packages(platform)?;
        let notices = licenses::notices(packages.iter().map(|(_, package)| package.clone()).collect())?;
        Ok(Contents {
            shared: self.clone(),
            program: fs::read(program).map_err(|error| cannot("read", program, &error))?,
            notices: notices.into_bytes(),
            sbom: sbom::write(&self.version, &packages),
        })
    }
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
    let programs = PLATFORMS.iter().map(|platform| program(platform, &compressed)).collect::<Result<Vec<_>>>()?;
    let same = contents(&programs[0])?;
    let version = &same.version;
    for (platform, program) in PLATFORMS.iter().zip(&programs) {
        say(&format!("Packing for {}", platform.name));
        let contents = same.of(platform, program)?;
        let mut packages = vec![
            (npm::name(version, platform), npm::pack(&contents, platform)),
            (archive::name(version, platform), archive::pack(&contents, platform)),
            (wheel::name(version, platform), wheel::pack(&contents, platform)),
        ];
        if let Some(architecture) = platform.debian {
            packages.push((debian::name(version, architecture), debian::pack(&contents, architecture)));
            packages.push((image::name(version, platform), image::pack(&contents, architecture)));
        }
        let bill = format!("{}.cdx.json", archive::folder(version, platform));
        packages.push((bill, Ok(contents.sbom.clone().into_bytes())));
        for (name, package) in packages {
            write(&to, &name, package)?;
        }
        if tests {
            say(&format!("Installing the packages for {}", platform.name));
            trial::all(&contents, platform, &to)?;
        }
    }
    say("Packing what is the same for all platforms");
    write(&to, &npm::launcher_name(version), npm::launcher(&same, &PLATFORMS))?;
    let scripts = [
        embed::core(embed::Profile::Release, &programs[0])?,
        embed::view(embed::Profile::Release)?,
        embed::modeller(&programs[0])?,
    ];
    for folder in scripts {
        let (name, package) = npm::folder(&folder, &same).map_err(|error| cannot("pack", &folder, &error))?;
        write(&to, &name, Ok(package))?;
    }
    if tests {
        trial::without_platform(version, &PLATFORMS[0], &to)?;
        say("Trying the jobs for GitHub, GitLab and pre-commit");
        jobs::all(&to)?;
        say("Documenting all crates");
        test::document_all()?;
        say("Trying everything of which the gate tries samples");
        test::everything()?;
    }
    sums::write(&to).map_err(|error| cannot("write the checksums in", &to, &error))
}

/// Writes a package, and prints its name.
fn write(to: &Path, name: &str, package: io::Result<Vec<u8>>) -> Result {
    let place = to.join(name);
    package.and_then(|package| fs::write(&place, package)).map_err(|error| cannot("write", &place, &error))?;
    println!("    {name}");
    Ok(())
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {what} {}: {error}", path.display())
}

/// Compiles the program with the modeller in it, and returns its path.
fn program(platform: &Platform, modeller: &Path) -> Result<PathBuf> {
    tools::prepare_target(platform.target)?;
    tools::prepare_auditable()?;
    let mut compile = cargo();
    // The program contains the list of its crates, which scanners read.
    compile.arg("auditable");
    if platform.is_here() {
        if which("musl-gcc").is_none() {
            tools::install(&["musl-tools"], &format!("the package for {}", platform.name))?;
        }
        compile.arg("build");
    } else {
        compile.arg("zigbuild").env("CARGO_ZIGBUILD_ZIG_PATH", tools::prepare_zig()?);
        // The allocator contains the time of its compilation, to which zig objects, although it is stated.
        compile.env("CFLAGS", "-Wno-error=date-time");
    }
    say(&format!("Building the program for {}", platform.name));
    run(compile
        .args(["--locked", "--release", "--package", "descriptorium", "--target", platform.target])
        .env(build::EMBED, modeller)
        .env("SOURCE_DATE_EPOCH", time().to_string())
        .env("CARGO_ENCODED_RUSTFLAGS", build::reproducible().join("\u{1f}"))
        .env("CARGO_PROFILE_RELEASE_STRIP", "symbols"))?;
    Ok(target().join(platform.target).join("release").join(platform.file))
}

/// The time of everything that is packed, in seconds since 1970: `SOURCE_DATE_EPOCH`, or that of the last commit.
fn time() -> u64 {
    let stated = env::var("SOURCE_DATE_EPOCH").ok();
    let stated = stated.or_else(|| output(command("git").args(["log", "-1", "--format=%ct"])));
    stated.and_then(|time| time.parse().ok()).unwrap_or(0)
}

/// The contents that all packages share. `program` runs here, and prints most of them.
fn contents(program: &Path) -> Result<Shared> {
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
    Ok(Shared {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        manual: manual.collect::<Result<_>>()?,
        completions: [
            printed(&["completions", "bash"])?,
            printed(&["completions", "zsh"])?,
            printed(&["completions", "fish"])?,
        ],
        license: read(&root().join("LICENSE"))?,
        time: time(),
    })
}

/// The third-party packages in the program for a platform and in its modeller.
fn packages(platform: &Platform) -> Result<BTreeSet<(Registry, Package)>> {
    let program = crates(cargo().get_program(), &root(), "descriptorium", platform.target)?;
    let rust = program.into_iter().chain(notices::rust()?).map(|package| (Registry::Cargo, package));
    let npm = notices::npm()?.into_iter().map(|package| (Registry::Npm, package));
    Ok(rust.chain(npm).chain([(Registry::Generic, font(&root().join("public")))]).collect())
}
