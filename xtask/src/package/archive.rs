//! Archives: a folder with the program, its manual, completions and licenses, as `.tar.gz`, or as `.zip` for Windows.

use std::collections::HashSet;
use std::io::{self, Cursor, Write};

use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::package::{Contents, Entry, Platform, sbom};

pub fn name(version: &str, platform: &Platform) -> String {
    format!("{}.{}", folder(version, platform), if platform.is_windows() { "zip" } else { "tar.gz" })
}

/// The folder in the archive.
pub fn folder(version: &str, platform: &Platform) -> String {
    format!("descriptorium-{version}-{}", platform.name)
}

pub fn pack(contents: &Contents, platform: &Platform) -> io::Result<Vec<u8>> {
    let folder = folder(&contents.shared.version, platform);
    let [bash, zsh, fish] = &contents.shared.completions;
    let mut entries = vec![
        Entry { path: platform.file.to_owned(), mode: 0o755, content: contents.program.clone() },
        Entry::text("LICENSE", contents.shared.license.clone()),
        Entry::text("THIRD-PARTY-LICENSES.txt", contents.notices.clone()),
        Entry::text(sbom::NAME, contents.sbom.clone()),
        Entry::text("completions/descriptorium.bash", bash.clone()),
        Entry::text("completions/_descriptorium", zsh.clone()),
        Entry::text("completions/descriptorium.fish", fish.clone()),
    ];
    entries.extend(contents.shared.manual.iter().map(|(name, page)| Entry::text(format!("man/{name}"), page.clone())));
    for entry in &mut entries {
        entry.path = format!("{folder}/{}", entry.path);
    }
    if platform.is_windows() { zip(&entries) } else { gzip(&tar(&entries, contents.shared.time)?) }
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
    encoder.write_all(content)?;
    encoder.finish()
}

/// A zip archive of these files, whose time is the earliest that the format has.
pub fn zip(entries: &[Entry]) -> io::Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(DateTime::default())
            .unix_permissions(entry.mode);
        writer.start_file(&entry.path, options)?;
        writer.write_all(&entry.content)?;
    }
    Ok(writer.finish()?.into_inner())
}
