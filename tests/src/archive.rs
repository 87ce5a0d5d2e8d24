//! Archives as test inputs.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::io::{Cursor, Write};

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
