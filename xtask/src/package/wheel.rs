//! Python wheels that install the program, for `pip install` (the binary distribution format of PyPA).

use std::io::{self, Cursor, Write};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::package::{Contents, Entry, Platform, sbom};

pub fn name(contents: &Contents, platform: &Platform) -> String {
    format!("descriptorium-{}-py3-none-{}.whl", contents.version, platform.wheel)
}

pub fn pack(contents: &Contents, platform: &Platform) -> io::Result<Vec<u8>> {
    let base = format!("descriptorium-{}", contents.version);
    let info = |name: &str| format!("{base}.dist-info/{name}");
    let metadata = format!(
        "Metadata-Version: 2.4\nName: descriptorium\nVersion: {}\n\
         Summary: Checks, previews, documents and edits orchestration descriptors\nLicense-Expression: Apache-2.0\n\
         License-File: LICENSE\nLicense-File: THIRD-PARTY-LICENSES.txt\nRequires-Python: >=3.8\n",
        contents.version
    );
    let tags: String = platform.wheel.split('.').map(|tag| format!("Tag: py3-none-{tag}\n")).collect();
    let wheel = format!("Wheel-Version: 1.0\nGenerator: descriptorium\nRoot-Is-Purelib: false\n{tags}");
    let mut entries = vec![
        Entry { path: format!("{base}.data/scripts/descriptorium"), mode: 0o755, content: contents.program.clone() },
        Entry::text(info("METADATA"), metadata),
        Entry::text(info("WHEEL"), wheel),
        Entry::text(info("licenses/LICENSE"), contents.license.clone()),
        Entry::text(info("licenses/THIRD-PARTY-LICENSES.txt"), contents.notices.clone()),
        // PEP 770.
        Entry::text(info(&format!("sboms/{}", sbom::NAME)), contents.sbom.clone()),
    ];
    let listed = entries.iter().map(|entry| {
        let hash = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&entry.content));
        format!("{},sha256={hash},{}\n", entry.path, entry.content.len())
    });
    let record = listed.collect::<String>() + &format!("{},,\n", info("RECORD"));
    entries.push(Entry::text(info("RECORD"), record));
    zip(&entries)
}

fn zip(entries: &[Entry]) -> io::Result<Vec<u8>> {
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
