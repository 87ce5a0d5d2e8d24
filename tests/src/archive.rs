//! Archives as test inputs.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A ZIP archive of these files: paths and contents.
pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("a name");
        writer.write_all(content).expect("room");
    }
    writer.finish().expect("an archive").into_inner()
}

/// A compressed tar archive of these files: paths of at most 99 bytes, and contents. A path may be one that archives must
/// not have.
pub fn tgz(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (name, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        // Written directly into the header, since the builder refuses malicious paths.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        builder.append(&header, *content).expect("room");
    }
    builder.into_inner().and_then(GzEncoder::finish).expect("an archive")
}
