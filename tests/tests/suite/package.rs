//! Archives: the same contents as their folder, and safe handling of malicious ones.

use std::collections::BTreeMap;
use std::fs;

use descriptorium_core::package::{self, PackageError};
use descriptorium_tests::archive::{tgz, zip};
use descriptorium_tests::paths;

use super::program::{Folder, Run};

fn names(bytes: &[u8]) -> Vec<String> {
    let package = package::open(bytes).expect("an archive");
    package.files.keys().map(ToString::to_string).collect()
}

/// The oracle is the folder: its archive has the same contents.
#[test]
fn an_archive_is_checked_as_its_folder_is() {
    // With the files that service templates name.
    let examples = paths::texts(&paths::root().join("examples"), &[".yaml", ".sh", ".json"]);
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
    let files: [(&str, &[u8]); 9] = [
        ("../up.yaml", b"a: 1\n"),
        ("../../evil.sh", b"x"),
        ("/etc/absolute.yaml", b"a: 1\n"),
        ("a/../../up.yaml", b"a: 1\n"),
        ("..\\up.bat", b"x"),
        ("C:\\up.yaml", b"a: 1\n"),
        (".hidden/a.yaml", b"a: 1\n"),
        ("picture.png", b"\x89PNG"),
        ("./in/./it.yaml", b"a: 1\n"),
    ];
    for (kind, bytes) in [("csar", zip(&files)), ("tgz", tgz(&files))] {
        assert_eq!(names(&bytes), ["in/it.yaml"]);
        let left_out = package::open(&bytes).expect("an archive").left_out;
        let left_out: Vec<&str> = left_out.iter().map(|left_out| left_out.path.as_str()).collect();
        assert_eq!(left_out, files[..6].iter().map(|(path, _)| *path).collect::<Vec<_>>(), "{kind}");
        let folder = Folder::new(&[]);
        let archive = format!("a.{kind}");
        folder.write(&archive, &bytes);
        let run = folder.run(&["check", &archive]);
        assert_eq!(run.code, 1, "{run:?}");
        for (path, _) in &files[..6] {
            let place = format!("--> {archive}/{}\n", path.trim_start_matches('/'));
            assert!(run.output.contains(&place), "{place}: {run:?}");
        }
        assert_eq!(folder.run(&["build", &archive, "--out", "out"]).code, 1);
    }
}

/// A tar archive with one special entry beside a descriptor.
fn tgz_with(kind: tar::EntryType, name: &str, target: &str) -> Vec<u8> {
    let mut builder = tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default()));
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(kind);
    header.set_size(0);
    header.set_path(name).expect("a short name");
    if !target.is_empty() {
        header.set_link_name(target).expect("a short name");
    }
    header.set_cksum();
    builder.append(&header, &b""[..]).expect("room");
    let mut header = tar::Header::new_gnu();
    header.set_size(5);
    builder.append_data(&mut header, "a.yaml", &b"a: 1\n"[..]).expect("room");
    builder.into_inner().expect("an archive").finish().expect("an archive")
}

#[test]
fn links_and_special_files_in_archives_are_reported() {
    use tar::EntryType;
    for (kind, name, target, why) in [
        (EntryType::Symlink, "b.yaml", "a.yaml", Some("links in archives are not followed")),
        (EntryType::Link, "b.yaml", "a.yaml", Some("links in archives are not followed")),
        (EntryType::Symlink, "docs/logo.png", "../logo.png", None),
        (EntryType::Symlink, "docs/logo.png", "../../logo.png", Some("it is a link that leads out of the archive")),
        (EntryType::Symlink, "key", "/etc/passwd", Some("it is a link that leads out of the archive")),
        (EntryType::Fifo, "b.yaml", "", Some("it is not a regular file")),
        (EntryType::Char, "null", "", Some("it is not a regular file")),
    ] {
        let package = package::open(&tgz_with(kind, name, target)).expect("an archive");
        assert_eq!(package.files.len(), 1);
        let found: Vec<(&str, &str)> =
            package.left_out.iter().map(|left_out| (left_out.path.as_str(), left_out.why)).collect();
        assert_eq!(found, why.map(|why| (name, why)).into_iter().collect::<Vec<_>>(), "{kind:?} {name} -> {target}");
    }
}

/// A stream of gzip members is decompressed as their concatenation; GNU tar with `--ignore-zeros` reads all archives.
#[test]
fn all_members_of_a_compressed_archive_are_read() {
    use std::io::Write as _;
    let member = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).expect("room");
        encoder.finish().expect("a member")
    };
    let plain = |bytes: &[u8]| {
        let mut plain = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(bytes), &mut plain).expect("an archive");
        plain
    };
    let both = tgz(&[("a.yaml", b"a: 1\n"), ("b.yaml", b"b: 1\n")]);
    let tar = plain(&both);
    for at in [1, 512, 700, 1024, 1100, tar.len() - 1] {
        let split = [member(&tar[..at]), member(&tar[at..])].concat();
        assert_eq!(names(&split), ["a.yaml", "b.yaml"], "split at {at}");
        let path = descriptorium_core::text::FilePath::new("b.yaml").expect("a path");
        assert_eq!(package::extract(&split, &path), Ok(Some(b"b: 1\n".to_vec())));
        assert_eq!(package::sizes(&split).map(|sizes| sizes.len()), Ok(2));
    }
    let joined = [tgz(&[("a.yaml", b"a: 1\n")]), tgz(&[("b.yaml", b"b: 1\n")])].concat();
    assert_eq!(names(&joined), ["a.yaml", "b.yaml"]);
    let garbage = [both, b"garbage".to_vec()].concat();
    assert!(matches!(package::open(&garbage), Err(PackageError::Broken(_))), "{:?}", package::open(&garbage));
}

#[test]
fn a_file_that_replaces_another_one_in_an_archive_is_reported() {
    let twice = tgz(&[("a.yaml", b"a: 1\n"), ("./a.yaml", b"a: 2\n")]);
    let left_out = package::open(&twice).expect("an archive").left_out;
    assert_eq!(left_out.iter().map(|found| found.path.as_str()).collect::<Vec<_>>(), ["./a.yaml"]);
    // The writer refuses equal names.
    let mut twice = zip(&[("a.yaml", b"a: 1\n"), ("b.yaml", b"a: 2\n")]);
    while let Some(at) = twice.windows(6).position(|window| window == b"b.yaml") {
        twice[at] = b'a';
    }
    let expected = "two entries have the same name (at `a.yaml`)";
    assert_eq!(package::open(&twice), Err(PackageError::Broken(expected.to_owned())));
}

/// The findings of an archive: severity, file and the beginning of the message.
fn findings(name: &str, bytes: &[u8]) -> Vec<(String, String)> {
    let folder = Folder::new(&[]);
    folder.write(name, bytes);
    let found = folder.run(&["check", name, "--format", "json"]).json();
    let found = found["diagnostics"].as_array().expect("a list").iter();
    let found = found.filter(|found| found["code"] == "file/bad-archive");
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    found
        .map(|found| (text(&found["severity"]), format!("{}: {}", text(&found["file"]), text(&found["message"]))))
        .collect()
}

/// The oracle is chapter 6 of the TOSCA Simple Profile.
#[test]
fn a_csar_names_the_service_template_to_start_with() {
    const PLAIN: &[u8] = b"tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types: {a.Node: {}}\n";
    const WHOLE: &[u8] = b"tosca_definitions_version: tosca_simple_yaml_1_2\n\
        metadata: {template_name: a, template_version: 1.0.0}\n";
    const META: &str = "TOSCA-Metadata/TOSCA.meta";
    let meta =
        |text: &'static [u8]| vec![(META, text), ("a.yaml", PLAIN), ("b.yaml", PLAIN), ("c.yaml", &b"x: 1\n"[..])];
    let csar = |files: &[(&str, &[u8])]| findings("a.csar", &zip(files));
    let none: Vec<(String, String)> = Vec::new();
    let one = |severity: &str, message: &str| vec![(severity.to_owned(), message.to_owned())];
    assert_eq!(csar(&[("a.yaml", WHOLE), ("in/b.yaml", PLAIN)]), none);
    assert_eq!(
        csar(&meta(b"TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nEntry-Definitions: a.yaml\n\nName: x\n")),
        none
    );
    assert_eq!(findings("a.zip", &zip(&[("a.yaml", PLAIN), ("b.yaml", PLAIN)])), none, "not a CSAR");
    assert_eq!(
        csar(&[("assembly.yaml", b"name: assembly::a::1.0\ncomposition: {}\n"), ("b.yaml", b"a: 1\n")]),
        none,
        "not TOSCA"
    );
    let several = "a.csar/c.yaml: the archive has 3 YAML files at its root: `a.yaml`, `c.yaml` and others";
    assert_eq!(csar(&[("a.yaml", WHOLE), ("b.yaml", PLAIN), ("c.yaml", b"x: 1\n")]), one("error", several));
    let lacks = "a.csar/a.yaml: the archive has no `TOSCA-Metadata/TOSCA.meta`, and `metadata` of its service template \
                 lacks `template_name` and `template_version`";
    assert_eq!(csar(&[("a.yaml", PLAIN)]), one("error", lacks));
    let nowhere = "a.csar: the archive has neither `TOSCA-Metadata/TOSCA.meta` nor a YAML file at its root";
    assert_eq!(csar(&[("in/a.yaml", WHOLE), ("TOSCA-Metadata/other", b"")]), one("error", nowhere));
    for (text, severity, message) in [
        (
            &b"TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\n\nEntry-Definitions: a.yaml\n"[..],
            "error",
            "missing `Entry-Definitions`, the service template to start with",
        ),
        (
            b"TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nEntry-Definitions: no.yaml\n",
            "error",
            "`Entry-Definitions` names `no.yaml`, which is not in the archive",
        ),
        (
            b"TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nEntry-Definitions: c.yaml\n",
            "error",
            "`Entry-Definitions` names `c.yaml`, which is not a service template",
        ),
        (
            b"TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.0\nEntry-Definitions: a.yaml\n",
            "error",
            "`CSAR-Version` is `1.0`, but must be 1.1",
        ),
        (b"TOSCA-Meta-Version: 1.0\nEntry-Definitions: a.yaml\n", "error", "missing `CSAR-Version`, which must be 1.1"),
        (
            b"CSAR-Version: 1.1\nEntry-Definitions: a.yaml\n\nTOSCA-Meta-File-Version: 1.0\n",
            "warning",
            "missing `TOSCA-Meta-File-Version`, the version of the metadata",
        ),
        (
            b"TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nEntry-Definitions: a.yaml\nCreated by: me\nnobody\n",
            "error",
            "`nobody` is not a line of the form `NAME: VALUE`",
        ),
    ] {
        assert_eq!(csar(&meta(text)), one(severity, &format!("a.csar/{META}: {message}")));
    }
    const ASD: &[u8] = b"tosca_definitions_version: tosca_simple_yaml_1_2\n\
        topology_template: {node_templates: {app: {type: tosca.nodes.asd}}}\n";
    let of_application = csar(&[(META, b"CSAR-Version: 1.0\nEntry-Definitions: asd.yaml\n"), ("asd.yaml", ASD)]);
    assert_eq!(of_application, none, "asd/package-metadata reports it");
    let other = "a.csar/a.yaml: the YAML file at the root of the archive is not a service template";
    assert_eq!(csar(&[("a.yaml", b"x: 1\n")]), one("error", other));
    assert_eq!(csar(&[("readme.txt", b"x")]), one("error", nowhere));
    let packed = findings("a.csar", &tgz(&[("a.yaml", WHOLE)]));
    assert_eq!(packed, one("error", "a.csar: a CSAR must be a ZIP archive"));
    for name in ["a.csar", "a.zip", "a.tgz", "a.tar.gz"] {
        let folder = Folder::new(&[(name, "name: assembly::a::1.0\ncomposition: {}\n")]);
        for arguments in [&["check", name][..], &["build", name, "--out", "out"]] {
            let run = folder.run(arguments);
            let expected = format!("descriptorium: cannot read `{name}`: not a .zip, .csar, .tgz or .tar.gz archive\n");
            assert_eq!((run.code, run.errors.as_str()), (2, expected.as_str()), "{run:?}");
        }
    }
}

/// The archives of chapter 6 with the expected verdicts.
#[test]
fn archives_are_accepted_and_rejected_as_specified() {
    let Some(fixtures) = paths::shared("fixtures/tosca/spec-examples-ch5-15/ch06") else { return };
    let text = fs::read_to_string(fixtures.join("csars.yaml")).expect("a list");
    let expected: Vec<BTreeMap<String, serde_yaml::Value>> = serde_yaml::from_str(&text).expect("YAML");
    assert_eq!(expected.len(), 23);
    for archive in expected {
        let (name, verdict) =
            (archive["file"].as_str().expect("a name"), archive["expect"].as_str().expect("a verdict"));
        let folder = Folder::new(&[]);
        folder.write(name, fs::read(fixtures.join(name)).expect("an archive"));
        let run = folder.run(&["check", name]);
        assert_eq!(run.code == 0, verdict == "valid", "{name}: {run:?}");
        let code = match archive["rule"].as_str() {
            _ if verdict == "valid" => "no findings",
            Some("T-6.1-5") => "not a .zip, .csar, .tgz or .tar.gz archive",
            Some("T-6.1-6") => "file/unreadable",
            Some("T-6.2-6") => "tosca/import/no-such-import",
            Some("T-6.2-7") => "tosca/operation/no-such-implementation",
            _ => "file/bad-archive",
        };
        assert!(format!("{}{}", run.output, run.errors).contains(code), "{name}: {run:?}");
    }
}

#[test]
fn an_encrypted_archive_is_refused() {
    // A stored entry with the flag for encryption set in both of its headers.
    let mut bytes = zip(&[("a.yaml", b"a: 1\n")]);
    for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let at = bytes.windows(4).position(|window| window == signature).expect("a header");
        bytes[at + flags] |= 1;
    }
    assert_eq!(package::open(&bytes), Err(PackageError::Encrypted("a.yaml".to_owned())));
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
