//! Archives: the same contents as their folder, and safe handling of malicious ones.

use std::fs;

use descriptorium_core::package::{self, PackageError};
use descriptorium_tests::archive::zip;
use descriptorium_tests::paths;

use super::program::{Folder, Run};

fn tgz(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default()));
    for (name, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        // Written directly into the header, since the builder refuses the malicious names.
        let field = &mut header.as_old_mut().name;
        field[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        builder.append(&header, *content).expect("room");
    }
    builder.into_inner().expect("an archive").finish().expect("an archive")
}

fn names(bytes: &[u8]) -> Vec<String> {
    let package = package::open(bytes).expect("an archive");
    package.files.keys().map(ToString::to_string).collect()
}

/// The oracle is the folder: its archive has the same contents.
#[test]
fn an_archive_is_checked_as_its_folder_is() {
    let examples = paths::texts(&paths::root().join("examples"), &[".yaml"]);
    let files: Vec<(&str, &[u8])> = examples.iter().map(|(path, text)| (path.as_str(), text.as_bytes())).collect();
    let folder = Folder::new(&[]);
    for (path, text) in &examples {
        folder.write(&format!("plain/{path}"), text);
    }
    fs::write(folder.at("video.csar"), zip(&files)).expect("a writable folder");
    fs::write(folder.at("video.tgz"), tgz(&files)).expect("a writable folder");
    let plain = folder.run(&["check", "plain", "--format", "json"]);
    for archive in ["video.csar", "video.tgz"] {
        let packed = folder.run(&["check", archive, "--format", "json"]);
        assert_eq!((packed.code, packed.output.replace(archive, "plain")), (plain.code, plain.output.clone()));
        let mut command = folder.command(&["check", &format!("../{archive}"), "--format", "json"]);
        let from_beside = Run::of(command.current_dir(folder.at("plain")).output().expect("the program starts"));
        assert_eq!(from_beside.output.replace(&format!("../{archive}"), "plain"), plain.output, "up and down again");
        let expanded = folder.run(&["expand", "assembly::fjord.streamer_cluster::2.0", "--catalog", archive]);
        assert!(expanded.output.contains("fjord.streamer_cluster__streamer__1"), "{expanded:?}");
        // The descriptor in the archive must be named.
        let which = folder.run(&["expand", archive]);
        assert_eq!((which.code, which.output.as_str()), (2, ""), "{which:?}");
        assert!(which.errors.contains(&format!("name a descriptor in it: NAME --catalog {archive}")), "{which:?}");
    }
    assert!(folder.run(&["build", "video.csar", "--out", "site"]).code < 2);
    assert!(folder.at("site/assembly/fjord.streamer_cluster/2.0.html").is_file());
}

#[test]
fn no_path_can_leave_an_archive() {
    let files: [(&str, &[u8]); 6] = [
        ("../up.yaml", b"a: 1\n"),
        ("/etc/absolute.yaml", b"a: 1\n"),
        ("a/../../up.yaml", b"a: 1\n"),
        (".hidden/a.yaml", b"a: 1\n"),
        ("picture.png", b"\x89PNG"),
        ("./in/it.yaml", b"a: 1\n"),
    ];
    for bytes in [zip(&files), tgz(&files)] {
        assert_eq!(names(&bytes), ["in/it.yaml"]);
        let left_out = package::open(&bytes).expect("an archive").left_out;
        assert_eq!(left_out.len(), 3, "{left_out:?}");
    }
}

#[test]
fn binary_and_large_files_are_left_out() {
    let large = vec![b'#'; package::MAX_FILE as usize + 1];
    let files: [(&str, &[u8]); 3] = [("latin.yaml", b"caf\xe9: 1\n"), ("large.yaml", &large), ("good.yml", b"a: 1\n")];
    for bytes in [zip(&files), tgz(&files)] {
        assert_eq!(names(&bytes), ["good.yml"]);
        assert_eq!(package::open(&bytes).expect("an archive").left_out.len(), 2);
    }
}

#[test]
fn a_small_archive_does_not_become_large() {
    let zeros = vec![b' '; package::MAX_FILE as usize - 1];
    let paths: Vec<String> = (0..9).map(|number| format!("{number}.yaml")).collect();
    let files: Vec<(&str, &[u8])> = paths.iter().map(|path| (path.as_str(), zeros.as_slice())).collect();
    let (zip, tgz) = (zip(&files), tgz(&files));
    assert!(zip.len() < 1 << 20 && tgz.len() < 1 << 20, "{} {}", zip.len(), tgz.len());
    for bytes in [zip, tgz] {
        assert_eq!(package::open(&bytes), Err(PackageError::TooLarge));
    }
}

#[test]
fn a_damaged_archive_is_refused_or_read_as_far_as_it_goes() {
    let files: [(&str, &[u8]); 2] = [("a.yaml", b"name: assembly::a::1.0\n"), ("b/c.yaml", b"x: [1, 2]\n")];
    for bytes in [zip(&files), tgz(&files)] {
        for end in 0..bytes.len() {
            if let Ok(package) = package::open(&bytes[..end]) {
                assert!(package.files.len() <= 2);
            }
        }
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 0x55;
            if let Ok(package) = package::open(&other) {
                assert!(package.files.len() <= 2);
            }
        }
    }
    assert_eq!(package::open(b"name: assembly::a::1.0\n"), Err(PackageError::NotAnArchive));
    let folder = Folder::new(&[]);
    fs::write(folder.at("a.zip"), &zip(&files)[..40]).expect("a writable folder");
    let run = folder.run(&["check", "a.zip"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.errors.contains("cannot read `a.zip`: damaged archive"), "{run:?}");
}
