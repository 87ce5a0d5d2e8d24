//! Archives: a folder with the program, its manual, completions and licenses, as `.tar.gz`.

use std::collections::HashSet;
use std::io;

use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

use crate::package::{Contents, Entry, Platform, sbom};

pub fn name(contents: &Contents, platform: &Platform) -> String {
    format!("{}.tar.gz", folder(contents, platform))
}

/// The folder in the archive.
pub fn folder(contents: &Contents, platform: &Platform) -> String {
    format!("descriptorium-{}-{}", contents.version, platform.name)
}

pub fn pack(contents: &Contents, platform: &Platform) -> io::Result<Vec<u8>> {
    let folder = folder(contents, platform);
    let [bash, zsh, fish] = &contents.completions;
    let mut entries = vec![
        Entry { path: "descriptorium".to_owned(), mode: 0o755, content: contents.program.clone() },
        Entry::text("LICENSE", contents.license.clone()),
        Entry::text("THIRD-PARTY-LICENSES.txt", contents.notices.clone()),
        Entry::text(sbom::NAME, contents.sbom.clone()),
        Entry::text("completions/descriptorium.bash", bash.clone()),
        Entry::text("completions/_descriptorium", zsh.clone()),
        Entry::text("completions/descriptorium.fish", fish.clone()),
    ];
    entries.extend(contents.manual.iter().map(|(name, page)| Entry::text(format!("man/{name}"), page.clone())));
    for entry in &mut entries {
        entry.path = format!("{folder}/{}", entry.path);
    }
    gzip(&tar(&entries, contents.time)?)
}

/// A tar archive of these files and of their folders, which belong to root. A path that ends with `/` is a folder.
pub fn tar(entries: &[Entry], time: u64) -> io::Result<Vec<u8>> {
    let mut builder = Builder::new(Vec::new());
    let mut folders = HashSet::from(["./"]);
    for entry in entries {
        let ancestors = entry.path.match_indices('/').filter_map(|(at, _)| entry.path.get(..=at));
        for folder in ancestors.filter(|folder| folders.insert(folder)) {
            append(&mut builder, folder, 0o755, EntryType::Directory, &[], time)?;
        }
        if !entry.path.ends_with('/') {
            append(&mut builder, &entry.path, entry.mode, EntryType::Regular, &entry.content, time)?;
        }
    }
    builder.into_inner()
}

fn append(
    builder: &mut Builder<Vec<u8>>,
    path: &str,
    mode: u32,
    kind: EntryType,
    content: &[u8],
    time: u64,
) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_uid(0);
    header.set_gid(0);
    header.set_username("root")?;
    header.set_groupname("root")?;
    header.set_mtime(time);
    header.set_size(content.len() as u64);
    builder.append_data(&mut header, path, content)
}

/// `content` compressed without a name and a time, so that the result depends on nothing else.
pub fn gzip(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    io::Write::write_all(&mut encoder, content)?;
    encoder.finish()
}
