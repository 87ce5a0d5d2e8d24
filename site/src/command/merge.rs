//! `descriptorium merge`.

use std::path::{Path, PathBuf};

use cap_std::fs::Dir;
use clap::Args;

use crate::command::build::output::{Destination, Manifest, Output};
use crate::command::{Failure, Outcome, put_line};
use crate::finding::plural;
use crate::folder::{self, Folder};

pub const EXAMPLES: &str = "\
Examples:
  descriptorium merge part1 part2 --out public
    byte for byte the same as `descriptorium build . --out public`

All shards of a catalog are required, written by the same version of the program. See `descriptorium build --help` for a CI workflow.";

#[derive(Args, Debug)]
pub struct Arguments {
    /// Folders written by `build --shard`, in any order
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<PathBuf>,
    /// Folder to write the site into
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// A folder with one shard of a site.
struct Shard<'a> {
    path: &'a Path,
    dir: &'a Dir,
    manifest: Manifest<'a>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let read: Vec<(Dir, String)> = arguments.shards.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    let shards = arguments.shards.iter().zip(&read);
    let shards: Vec<Shard<'_>> =
        shards.map(|(path, (dir, list))| Shard { path, dir, manifest: Manifest::read(list) }).collect();
    belong_together(&shards)?;
    let to = Destination::open(&arguments.out)?;
    let out = Output::new(&to);
    let files = shards.iter().flat_map(|shard| shard.manifest.files().iter().cloned());
    let after = Manifest::new(None, files.collect());
    out.begin(&after)?;
    for shard in &shards {
        for (path, hash) in
            shard.manifest.files().iter().filter(|(path, hash)| hash.is_none_or(|hash| !out.has(path, hash)))
        {
            let content =
                shard.dir.read(&**path).map_err(|error| cannot(&shard.path.join(&**path), &folder::reason(&error)))?;
            if hash.is_none() {
                return Err(cannot(shard.path, "the build is incomplete; run it again"));
            }
            out.write(path, &content)?;
        }
    }
    let n_files = plural(after.files().len(), "file");
    out.finish(after)?;
    if let Some((path, why)) = out.unwritten().first_key_value() {
        return Err(Failure(format!("cannot write `{}`: {why}", arguments.out.join(path).display())));
    }
    let n_shards = plural(shards.len(), "shard");
    put_line(&format!("{n_files} from {n_shards} combined in {}", arguments.out.display()))?;
    Ok(Outcome::Clean)
}

fn cannot(path: &Path, why: &str) -> Failure {
    Failure(format!("cannot read `{}`: {why}", path.display()))
}

/// Opens a shard and reads its manifest.
fn read(path: &Path) -> Result<(Dir, String), Failure> {
    let failed = |error: std::io::Error| cannot(path, &folder::reason(&error));
    let dir = Folder::new(path).open().map_err(failed)?;
    let list = dir.read_to_string(folder::SITE).map_err(|_| cannot(path, "it does not contain a site"))?;
    Ok((dir, list))
}

/// Refuses shards of different sites, duplicates, and missing shards.
fn belong_together(shards: &[Shard<'_>]) -> Result<(), Failure> {
    let mut numbers = Vec::new();
    let first = shards.first().and_then(|shard| shard.manifest.shard.as_ref());
    for Shard { path, manifest, .. } in shards {
        let Some((shard, whole)) = &manifest.shard else {
            return Err(cannot(path, "it is not a shard; use `build --shard` to write shards"));
        };
        if first.is_some_and(|(first, of)| first.count != shard.count || of != whole) {
            return Err(cannot(path, "it is a shard of another site, or of another version of the catalog"));
        }
        if numbers.contains(&shard.number) {
            return Err(cannot(path, &format!("shard {shard} is given twice")));
        }
        numbers.push(shard.number);
    }
    let count = first.map_or(0, |(first, _)| first.count);
    match (1..=count).find(|number| !numbers.contains(number)) {
        Some(number) => Err(Failure(format!("shard {number}/{count} is missing"))),
        None => Ok(()),
    }
}
