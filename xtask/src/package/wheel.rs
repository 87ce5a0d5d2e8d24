//! Python wheels that install the program, for `pip install` (the binary distribution format of PyPA).

use std::io;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::package::archive::zip;
use crate::package::{Contents, Entry, Platform, sbom};

pub fn name(version: &str, platform: &Platform) -> String {
    format!("descriptorium-{}-py3-none-{}.whl", version, platform.wheel)
}

pub fn pack(contents: &Contents, platform: &Platform) -> io::Result<Vec<u8>> {
    let base = format!("descriptorium-{}", contents.shared.version);
    let info = |name: &str| format!("{base}.dist-info/{name}");
    let metadata = format!(
        "Metadata-Version: 2.4\nName: descriptorium\nVersion: {}\n\
         Summary: Checks, previews, documents and edits orchestration descriptors\nLicense-Expression: Apache-2.0\n\
         License-File: LICENSE\nLicense-File: THIRD-PARTY-LICENSES.txt\nRequires-Python: >=3.8\n",
        contents.shared.version
    );
    let tags: String = platform.wheel.split('.').map(|tag| format!("Tag: py3-none-{tag}\n")).collect();
    let wheel = format!("Wheel-Version: 1.0\nGenerator: descriptorium\nRoot-Is-Purelib: false\n{tags}");
    let mut entries = vec![
        Entry {
            path: format!("{base}.data/scripts/{}", platform.file),
            mode: 0o755,
            content: contents.program.clone(),
        },
        Entry::text(info("METADATA"), metadata),
        Entry::text(info("WHEEL"), wheel),
        Entry::text(info("licenses/LICENSE"), contents.shared.license.clone()),
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
