//! Installs packages into empty environments, without a compiler or a network, and uses the program there.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::package::{Contents, Platform, Runner, archive, cannot, debian, image, npm, sbom, wheel};
use crate::shell::{Result, cargo, command, empty, is_root, output, run, target, which};
use crate::tools;

/// Tries all packages for a platform, which are in `packages`: those that can be installed here as a user would, the program
/// for others with an emulator, if there is one.
pub fn all(contents: &Contents, platform: &Platform, packages: &Path) -> Result {
    let unpacked = environment("archive")?;
    let archive = packages.join(archive::name(&contents.shared.version, platform));
    if platform.is_windows() {
        run(command("python3").args(["-m", "zipfile", "-e"]).arg(&archive).arg(&unpacked))?;
    } else {
        run(command("tar").arg("-xzf").arg(&archive).arg("-C").arg(&unpacked))?;
    }
    let folder = unpacked.join(archive::folder(&contents.shared.version, platform));
    let program = folder.join(platform.file);
    has_notices(&folder.join("THIRD-PARTY-LICENSES.txt"))?;
    has_bill(&folder.join(sbom::NAME))?;
    if platform.npm.0 == "linux" {
        is_static(&program)?;
        lists_its_crates(&program)?;
    }
    match platform.runner {
        Runner::Here => works("the archive", &contents.shared.version, || Command::new(&program), &unpacked)?,
        Runner::Emulator(emulator, package) => {
            if which(emulator).is_none() {
                tools::install(&[package], &format!("trying the program for {}", platform.name))?;
            }
            if platform.is_windows() {
                random_numbers(&folder)?;
            }
            let emulated = || {
                let mut emulated = Command::new(emulator);
                emulated.arg(&program).env("WINEPREFIX", unpacked.join("wine")).env("WINEDEBUG", "-all");
                emulated
            };
            works(&format!("the archive, in {emulator}"), &contents.shared.version, emulated, &unpacked)?;
        }
        Runner::Nothing => println!("    the archive: unpacked, but nothing here can run its program"),
    }
    wheel(contents, platform, packages)?;
    if let Some(architecture) = platform.debian {
        debian(contents, platform, packages, architecture)?;
        image(contents, platform, packages)?;
    }
    if platform.is_here() {
        return alone(&contents.shared.version, &program);
    }
    let installed = environment("npm")?;
    let package = packages.join(npm::name(&contents.shared.version, platform));
    run(command("tar").arg("-xzf").arg(package).arg("-C").arg(&installed))?;
    has_program(&installed.join("package").join(platform.file), contents)
}

/// Compiles the library of Windows 10 from which programs in Rust take random numbers. Wine 8, which Debian has, lacks it.
fn random_numbers(folder: &Path) -> Result {
    const LIBRARY: &str = "\
__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *to, unsigned long size);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *to, unsigned long long size) {
  return SystemFunction036(to, (unsigned long)size);
}
";
    let source = folder.join("random.c");
    fs::write(&source, LIBRARY).map_err(|error| cannot("write", &source, &error))?;
    let mut compile = command(tools::prepare_zig()?);
    compile.args(["cc", "-target", "x86_64-windows-gnu", "-shared", "-o"]).arg(folder.join("bcryptprimitives.dll"));
    run(compile.arg(&source).arg("-ladvapi32"))
}

/// Tries the packages that are the same for all platforms, with the program for `here`.
pub fn without_platform(version: &str, here: &Platform, packages: &Path) -> Result {
    npm(version, here, packages)?;
    scripts(version, packages)?;
    crates(version)
}

/// Unpacks the Debian package.
fn debian(contents: &Contents, platform: &Platform, packages: &Path, architecture: &str) -> Result {
    if which("dpkg-deb").is_none() {
        println!("    the Debian package: not unpacked, which needs dpkg-deb");
        return Ok(());
    }
    let root = environment("debian")?;
    let package = packages.join(debian::name(&contents.shared.version, architecture));
    run(command("dpkg-deb").arg("--extract").arg(&package).arg(&root))?;
    let field = |name: &str| output(command("dpkg-deb").arg("--field").arg(&package).arg(name)).unwrap_or_default();
    if field("Version") != contents.shared.version || field("Architecture") != architecture {
        return Err(format!("the Debian package is {} for {}", field("Version"), field("Architecture")));
    }
    has_notices(&root.join("usr/share/doc/descriptorium/copyright"))?;
    has_bill(&root.join("usr/share/doc/descriptorium").join(sbom::NAME))?;
    let program = root.join("usr/bin/descriptorium");
    if platform.is_here() {
        return works("the Debian package", &contents.shared.version, || Command::new(&program), &root);
    }
    has_program(&program, contents)
}

/// Installs the wheel, as for its platform.
fn wheel(contents: &Contents, platform: &Platform, packages: &Path) -> Result {
    let venv = environment("wheel")?;
    run(command("python3").args(["-m", "venv"]).arg(&venv))?;
    let package = packages.join(wheel::name(&contents.shared.version, platform));
    let pip = || {
        let mut pip = command(venv.join("bin/pip"));
        pip.args(["install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]);
        pip
    };
    if !platform.is_here() {
        let to = venv.join("other");
        let tags = platform.wheel.split('.').flat_map(|tag| ["--platform", tag]);
        run(pip().args(["--only-binary=:all:", "--target"]).arg(&to).args(tags).arg(package))?;
        return has_program(&to.join("bin").join(platform.file), contents);
    }
    run(pip().arg(package))?;
    let files = output(command(venv.join("bin/pip")).args(["show", "--files", "descriptorium"])).unwrap_or_default();
    if !files.contains(&format!("sboms/{}", sbom::NAME)) {
        return Err(format!("the wheel has no bill of materials: {files}"));
    }
    works("the wheel", &contents.shared.version, || Command::new(venv.join("bin/descriptorium")), &venv)
}

/// The installed program is that of the platform.
fn has_program(path: &Path, contents: &Contents) -> Result {
    let installed = fs::read(path).map_err(|error| cannot("read", path, &error))?;
    if installed == contents.program { Ok(()) } else { Err(format!("{} is another program", path.display())) }
}

/// Checks a descriptor with the installed core, and finds the scripts of the elements.
const USE: &str = r#"
import { readFileSync } from "node:fs";
import { load } from "@descriptorium/core";
const core = await load();
const { files } = core.open({ files: { "a.yaml": "name: assembly::a::1.0\n" } }).check();
const view = readFileSync(new URL(import.meta.resolve("@descriptorium/view")), "utf8");
const modeller = readFileSync(new URL(import.meta.resolve("@descriptorium/modeller")), "utf8");
readFileSync(new URL(import.meta.resolve("@descriptorium/modeller/modeller/index.html")));
console.log(core.version, files, view.includes("descriptorium-view") && modeller.includes("descriptorium-modeller"));
"#;

/// Installs the packages for JavaScript into an empty project, without a network.
fn scripts(version: &str, packages: &Path) -> Result {
    let project = environment("scripts")?;
    let write = |name: &str, text: &str| {
        let place = project.join(name);
        fs::write(&place, text).map_err(|error| cannot("write", &place, &error))
    };
    write("package.json", "{\"private\": true, \"type\": \"module\"}\n")?;
    write("use.js", USE)?;
    let mut npm = command("npm");
    npm.args(["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]);
    let files = ["core", "view", "modeller"].map(|name| packages.join(format!("descriptorium-{name}-{version}.tgz")));
    run(npm.args(files).current_dir(&project).env("npm_config_cache", project.join("cache")))?;
    let used = output(command("node").arg("use.js").current_dir(&project));
    match used {
        Some(text) if text.trim() == format!("{version} 1 true") => {
            println!("    the packages for JavaScript: check a descriptor");
            Ok(())
        }
        other => Err(format!("the packages for JavaScript: unexpected output {other:?}")),
    }
}

/// Packages both crates, and compiles the program from these packages alone. Cargo's own verification has no place for the
/// build script, which lists the crates in the program: the core is not in a registry.
fn crates(version: &str) -> Result {
    const CRATES: [&str; 2] = ["descriptorium-core", "descriptorium"];
    let mut package = cargo();
    package.args(["package", "--locked", "--allow-dirty", "--quiet", "--no-verify"]);
    run(package.args(CRATES.iter().flat_map(|name| ["--package", name])))?;
    let folder = environment("crates")?;
    for name in CRATES {
        let packed = target().join(format!("package/{name}-{version}.crate"));
        run(command("tar").arg("-xzf").arg(packed).arg("-C").arg(&folder))?;
    }
    let [core, program] = CRATES.map(|name| format!("{name}-{version}"));
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\"{core}\", \"{program}\"]\n\n\
         [patch.crates-io]\ndescriptorium-core = {{ path = \"{core}\" }}\n"
    );
    let place = |name: &str| folder.join(name);
    let written = fs::write(place("Cargo.toml"), manifest)
        .and_then(|()| fs::copy(place(&program).join("Cargo.lock"), place("Cargo.lock")).map(drop));
    written.map_err(|error| cannot("write to", &folder, &error))?;
    // Replaces the core of a registry in the lock file.
    let mut lock = cargo();
    lock.args(["metadata", "--offline", "--quiet", "--format-version=1"]).current_dir(&folder);
    output(&mut lock).ok_or("the lock file of the packaged program does not fit its manifest")?;
    run(cargo()
        .args(["build", "--locked", "--offline", "--quiet", "--package", "descriptorium"])
        .current_dir(&folder))?;
    println!("    the crates: compiled from their packages");
    Ok(())
}

/// Installs the launcher alone, which says what is missing, and then the program as well.
fn npm(version: &str, platform: &Platform, packages: &Path) -> Result {
    let project = environment("npm")?;
    let manifest = project.join("package.json");
    fs::write(&manifest, "{\"private\": true}\n").map_err(|error| cannot("write", &manifest, &error))?;
    let install = |package: &str| {
        let mut npm = command("npm");
        npm.args(["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]);
        npm.arg(packages.join(package)).current_dir(&project).env("npm_config_cache", project.join("cache"));
        run(&mut npm)
    };
    let launcher = || {
        let mut launcher = Command::new(project.join("node_modules/.bin/descriptorium"));
        launcher.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        launcher
    };
    install(&npm::launcher_name(version))?;
    let missing = launcher().arg("--version").output().map_err(|error| format!("the launcher: {error}"))?;
    let said = String::from_utf8_lossy(&missing.stderr);
    if missing.status.code() != Some(2) || !said.contains("is missing. Install descriptorium again") {
        return Err(format!("the launcher without a program: {said}"));
    }
    install(&npm::name(version, platform))?;
    let folder = project.join("node_modules/@descriptorium").join(format!("{}-{}", platform.npm.0, platform.npm.1));
    has_notices(&folder.join("THIRD-PARTY-LICENSES.txt"))?;
    has_bill(&folder.join(sbom::NAME))?;
    let code = launcher().args(["check", "missing"]).output().map_err(|error| format!("the launcher: {error}"))?;
    if code.status.code() != Some(2) {
        return Err(format!("the launcher does not end as the program: {code:?}"));
    }
    works("npm", version, launcher, &project)
}

/// Unpacks the image with the tools of others, and runs its program in it as its user.
fn image(contents: &Contents, platform: &Platform, packages: &Path) -> Result {
    if which("umoci").is_none() {
        tools::install(&["umoci"], "the trial of the image")?;
    }
    let (layout, root) = (environment("image")?, environment("image-root")?);
    run(command("tar")
        .arg("-xf")
        .arg(packages.join(image::name(&contents.shared.version, platform)))
        .arg("-C")
        .arg(&layout))?;
    let tagged = format!("{}:{}", layout.display(), image::TAG);
    run(command("umoci").args(["raw", "unpack", "--rootless", "--image", &tagged]).arg(&root))?;
    has_notices(&root.join("licenses/THIRD-PARTY-LICENSES.txt"))?;
    has_bill(&root.join("licenses").join(sbom::NAME))?;
    fs::write(root.join("work/a.yaml"), "name: assembly::a::1.0\ncomposition: {}\n")
        .map_err(|error| cannot("write to", &root, &error))?;
    if !platform.is_here() {
        return has_program(&root.join("descriptorium"), contents);
    }
    if !is_root() {
        println!("    the image: unpacked, but its program not run, which needs the rights of root");
        return Ok(());
    }
    let inside = || {
        let mut inside = Command::new("chroot");
        inside.arg(format!("--userspec={}", image::USER)).arg(&root).arg("/descriptorium");
        inside
    };
    for arguments in [&["check", "/work"][..], &["expand", "/work/a.yaml"]] {
        let output = inside().args(arguments).output().map_err(|error| format!("chroot: {error}"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("the program from the image: `{}` failed: {said}", arguments.join(" ")));
        }
    }
    works("the image", &contents.shared.version, inside, &root)
}

/// An empty folder for a trial.
pub fn environment(name: &str) -> Result<PathBuf> {
    let folder = target().join("trial").join(name);
    empty(&folder)?;
    Ok(folder)
}

/// A static program needs no libraries.
fn is_static(program: &Path) -> Result {
    match output(command("readelf").arg("--dynamic").arg(program)) {
        Some(text) if !text.contains("NEEDED") => Ok(()),
        other => Err(format!("{} is not static: {other:?}", program.display())),
    }
}

/// The program contains the list of its crates, for cargo-audit and others.
fn lists_its_crates(program: &Path) -> Result {
    match output(command("readelf").args(["--wide", "--sections"]).arg(program)) {
        Some(text) if text.contains(".dep-v0") => Ok(()),
        other => Err(format!("{} does not list its crates: {other:?}", program.display())),
    }
}

/// The notices name a crate of the program and a package of the modeller.
fn has_notices(path: &Path) -> Result {
    let text = fs::read_to_string(path).map_err(|error| cannot("read", path, &error))?;
    match ["\nclap ", "\n@codemirror/view "].iter().find(|package| !text.contains(**package)) {
        None => Ok(()),
        Some(package) => Err(format!("{} has no notice of {}", path.display(), package.trim())),
    }
}

/// The bill of materials has a crate of the program and a package of the modeller.
fn has_bill(path: &Path) -> Result {
    let text = fs::read_to_string(path).map_err(|error| cannot("read", path, &error))?;
    let document: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let components = document["components"].as_array().map_or(&[][..], Vec::as_slice);
    match ["clap", "@codemirror/view"].iter().find(|name| components.iter().all(|one| one["name"] != **name)) {
        None => Ok(()),
        Some(name) => Err(format!("{} does not list {name}", path.display())),
    }
}

/// Runs the program in a root that contains nothing else, if this user may.
fn alone(version: &str, program: &Path) -> Result {
    if !is_root() {
        println!("    not tried in an empty root, which needs the rights of root");
        return Ok(());
    }
    let root = environment("root")?;
    let copied = fs::copy(program, root.join("descriptorium")).map(drop);
    copied.map_err(|error| cannot("copy", program, &error))?;
    let inside = || {
        let mut inside = Command::new("chroot");
        inside.arg(&root).arg("/descriptorium");
        inside
    };
    works("an empty root", version, inside, &root)
}

/// The program says its version and serves its modeller. It runs in `folder`, which is also the one that it sees if it
/// has a root of its own.
fn works(place: &str, version: &str, program: impl Fn() -> Command, folder: &Path) -> Result {
    let fault = |what: String| format!("the program from {place}: {what}");
    let said = program().arg("--version").output().map_err(|error| fault(error.to_string()))?;
    if said.stdout != format!("descriptorium {version}\nwith the modeller\n").as_bytes() {
        return Err(fault(format!("unexpected version {:?}", String::from_utf8_lossy(&said.stdout))));
    }
    let page = served(program(), folder).map_err(|error| fault(error.to_string()))?;
    if !page.starts_with("HTTP/1.1 200 ") || !page.contains("<title>Descriptorium</title>") {
        return Err(fault(format!("unexpected page of the modeller: {page:?}")));
    }
    println!("    {place}: serves its modeller");
    Ok(())
}

/// The answer of `program serve .` for the page of the modeller.
fn served(mut program: Command, folder: &Path) -> io::Result<String> {
    program.args(["serve", ".", "--port", "0"]).current_dir(folder).env_remove("DESCRIPTORIUM_MODELLER");
    let mut server = program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut ask = || {
        let mut banner = String::new();
        BufReader::new(server.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?).read_line(&mut banner)?;
        let (_, rest) = banner.split_once("http://").ok_or_else(|| io::Error::other(banner.clone()))?;
        let host = rest.split('/').next().unwrap_or_default();
        let mut stream = TcpStream::connect(host)?;
        write!(stream, "GET /modeller/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    let answer = ask();
    // A launcher passes this signal on.
    Command::new("kill").arg(server.id().to_string()).status()?;
    server.wait()?;
    answer
}
