//! `descriptorium merge`.

use std::path::{Path, PathBuf};

use cap_std::fs::Dir;
use clap::Args;

use crate::command::build::output::{Destination, Manifest, Output};
use crate::command::{Failure, Outcome, put};
use crate::finding::plural;
use crate::folder::{self, Folder};

pub const EXAMPLES: &str = "\
Examples:
  descriptorium merge part1 part2 --out public
                     the same as `descriptorium build . --out public`, to the bit

All parts of one catalog are needed, written by the same program; `descriptorium build --help` has a
workflow for them.";

#[derive(Args, Debug)]
pub struct Arguments {
    /// The folders that `build --shard` wrote, in any order
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// The folder to write the site into
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// A folder with a part of a site.
struct Part<'a> {
    path: &'a Path,
    dir: &'a Dir,
    manifest: Manifest<'a>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let read: Vec<(Dir, String)> = arguments.parts.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    let parts = arguments.parts.iter().zip(&read);
    let parts: Vec<Part<'_>> =
        parts.map(|(path, (dir, list))| Part { path, dir, manifest: Manifest::read(list) }).collect();
    belong_together(&parts)?;
    let to = Destination::open(&arguments.out)?;
    let out = Output::new(&to);
    let files = parts.iter().flat_map(|part| part.manifest.files().iter().cloned());
    let after = Manifest::new(None, files.collect());
    out.begin(&after)?;
    for part in &parts {
        for (path, hash) in
            part.manifest.files().iter().filter(|(path, hash)| hash.is_none_or(|hash| !out.has(path, hash)))
        {
            let content =
                part.dir.read(&**path).map_err(|error| cannot(&part.path.join(&**path), &folder::reason(&error)))?;
            if hash.is_none() {
                return Err(cannot(part.path, "the build was broken off"));
            }
            out.write(path, &content)?;
        }
    }
    out.finish(&after)?;
    let (n_files, n_parts) = (plural(after.files().len(), "file"), plural(parts.len(), "part"));
    put(&format!("{n_files} of {n_parts} put together in {}\n", arguments.out.display()))?;
    Ok(Outcome::Clean)
}

fn cannot(path: &Path, why: &str) -> Failure {
    Failure(format!("cannot read `{}`: {why}", path.display()))
}

/// The folder, and the list of what was written into it.
fn read(path: &Path) -> Result<(Dir, String), Failure> {
    let failed = |error: std::io::Error| cannot(path, &folder::reason(&error));
    let dir = Folder::new(path).open().map_err(failed)?;
    let list = dir.read_to_string(folder::SITE).map_err(|_| cannot(path, "no site was written into it"))?;
    Ok((dir, list))
}

/// Refuses parts of different catalogs, and fewer than all.
fn belong_together(parts: &[Part<'_>]) -> Result<(), Failure> {
    let mut numbers = Vec::new();
    let first = parts.first().and_then(|part| part.manifest.shard.as_ref());
    for part in parts {
        let Some((shard, whole)) = &part.manifest.shard else {
            return Err(cannot(part.path, "it is no part of a site; `build --shard` writes parts"));
        };
        if first.is_some_and(|(first, of)| first.count != shard.count || of != whole) {
            return Err(cannot(part.path, "it is a part of another site, or of another state of the catalog"));
        }
        if numbers.contains(&shard.number) {
            return Err(cannot(part.path, &format!("part {shard} is given twice")));
        }
        numbers.push(shard.number);
    }
    let count = first.map_or(0, |(first, _)| first.count);
    match (1..=count).find(|number| !numbers.contains(number)) {
        Some(number) => Err(Failure(format!("part {number}/{count} is missing"))),
        None => Ok(()),
    }
}
