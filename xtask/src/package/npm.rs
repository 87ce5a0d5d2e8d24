//! Packages for npm: `descriptorium`, a launcher, and one with the program for each platform. Nothing runs at installation: npm
//! installs the package of the platform by itself, since the others do not fit.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::package::archive::{gzip, tar};
use crate::package::{Contents, Entry, Platform, Shared, sbom};

/// The launcher. It ends as the program does.
const LAUNCHER: &str = r#"#!/usr/bin/env node
"use strict";

const { spawn } = require("node:child_process");

const platform = `${process.platform}-${process.arch}`;
let program;
try {
  const file = process.platform === "win32" ? "descriptorium.exe" : "descriptorium";
  program = require.resolve(`@descriptorium/${platform}/${file}`);
} catch {
  const { optionalDependencies } = require("./package.json");
  const names = Object.keys(optionalDependencies);
  const isKnown = names.includes(`@descriptorium/${platform}`);
  console.error(
    isKnown
      ? `descriptorium: the package @descriptorium/${platform} is missing. Install descriptorium again, without --omit=optional (npm) or its equivalent.`
      : `descriptorium: there is no package for ${platform}, only ${names.join(", ")}. Build the program from its source instead.`,
  );
  process.exit(2);
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// The program decides when it ends. A terminal sends it SIGINT, too.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`descriptorium: cannot run ${program}: ${error.message}`);
  process.exit(2);
});
child.on("exit", (code, signal) => {
  if (!signal) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
"#;

/// The name of the launcher's file.
pub fn launcher_name(version: &str) -> String {
    format!("descriptorium-{version}.tgz")
}

/// The launcher for these platforms.
pub fn launcher(shared: &Shared, platforms: &[Platform]) -> io::Result<Vec<u8>> {
    let programs: Map<String, Value> =
        platforms.iter().map(|platform| (scoped(platform), shared.version.clone().into())).collect();
    let manifest = json!({
        "name": "descriptorium",
        "version": shared.version,
        "description": "Checks, previews, documents and edits orchestration descriptors",
        "license": "Apache-2.0",
        "bin": { "descriptorium": "descriptorium.js" },
        "engines": { "node": ">=20" },
        "optionalDependencies": programs,
    });
    let launcher = Entry { path: "descriptorium.js".to_owned(), mode: 0o755, content: LAUNCHER.into() };
    package(manifest, vec![launcher, Entry::text("LICENSE", shared.license.clone())], shared.time)
}

pub fn name(version: &str, platform: &Platform) -> String {
    let (system, architecture) = platform.npm;
    format!("descriptorium-{system}-{architecture}-{version}.tgz")
}

/// The package with the program for a platform.
pub fn pack(contents: &Contents, platform: &Platform) -> io::Result<Vec<u8>> {
    let (system, architecture) = platform.npm;
    let manifest = json!({
        "name": scoped(platform),
        "version": contents.shared.version,
        "description": format!("The program descriptorium for {system} on {architecture}"),
        "license": "Apache-2.0",
        "os": [system],
        "cpu": [architecture],
        "preferUnplugged": true,
    });
    let files = vec![
        Entry { path: platform.file.to_owned(), mode: 0o755, content: contents.program.clone() },
        Entry::text("LICENSE", contents.shared.license.clone()),
        Entry::text("THIRD-PARTY-LICENSES.txt", contents.notices.clone()),
        Entry::text(sbom::NAME, contents.sbom.clone()),
    ];
    package(manifest, files, contents.shared.time)
}

/// A package for JavaScript in a folder, which has its manifest; and the name of its file.
pub fn folder(folder: &Path, shared: &Shared) -> io::Result<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(&inside)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            files.push(Entry::text(format!("package/{name}"), fs::read(&path)?));
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok((format!("descriptorium-{name}-{}.tgz", shared.version), gzip(&tar(&files, shared.time)?)?))
}

fn scoped(platform: &Platform) -> String {
    let (system, architecture) = platform.npm;
    format!("@descriptorium/{system}-{architecture}")
}

fn package(manifest: Value, mut files: Vec<Entry>, time: u64) -> io::Result<Vec<u8>> {
    files.insert(0, Entry::text("package.json", format!("{manifest:#}\n")));
    for file in &mut files {
        file.path = format!("package/{}", file.path);
    }
    gzip(&tar(&files, time)?)
}
