//! Files keep their owner, permissions and hard links when they are written, and read-only files are not written.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

use crate::suite::program::{Folder, Server};

/// A descriptor with a safe fix.
const FIXABLE: &str = "\
name: assembly::a::1.0
properties:
  region: {type: string, default: north}
  copy: {type: string, read-only: true, value: '${ region }'}
";

fn fixable() -> Folder {
    let folder = Folder::new(&[("a.yaml", FIXABLE), ("b.yaml", &FIXABLE.replace("::a", "::b"))]);
    let run = folder.run(&["check", "--fix", "--dry-run"]);
    assert!(run.output.contains("+++ b/a.yaml") && run.output.contains("+++ b/b.yaml"), "{run:?}");
    folder
}

fn mode(folder: &Folder, path: &str) -> u32 {
    fs::metadata(folder.at(path)).expect("the file is there").mode() & 0o7777
}

fn set_mode(folder: &Folder, path: &str, mode: u32) {
    fs::set_permissions(folder.at(path), Permissions::from_mode(mode)).expect("a file of ours");
}

#[test]
fn fixes_refuse_read_only_files_before_they_write_anything() {
    let folder = fixable();
    set_mode(&folder, "b.yaml", 0o444);
    let run = folder.run(&["check", "--fix"]);
    let expected = "descriptorium: cannot write `b.yaml`: the file is read-only; make it writable first\n";
    assert_eq!((run.code, run.errors.as_str()), (2, expected), "{run:?}");
    assert_eq!(folder.read("a.yaml"), FIXABLE, "nothing is written");
    assert_eq!(mode(&folder, "b.yaml"), 0o444);
    let run = folder.run(&["check", "--fix", "a.yaml"]);
    assert!(run.code != 2 && folder.read("a.yaml") != FIXABLE, "{run:?}");
    folder.write("known.json", "");
    set_mode(&folder, "known.json", 0o400);
    let run = folder.run(&["check", "--write-baseline", "known.json"]);
    assert!(run.code == 2 && run.errors.contains("the file is read-only"), "{run:?}");
}

#[test]
fn the_server_refuses_read_only_files() {
    let folder = fixable();
    set_mode(&folder, "a.yaml", 0o444);
    let server = Server::start(&folder, &[]);
    let etag = server.get("/api/files/a.yaml").header("etag").expect("a tag").to_owned();
    let answer = server.put("a.yaml", ("if-match", &etag), "name: assembly::a::1.0\n");
    let expected = "cannot write a.yaml: the file is read-only; make it writable first";
    assert_eq!((answer.status, answer.json()["error"].as_str()), (403, Some(expected)));
    let token = server.token();
    let headers = [("x-descriptorium-token", token.as_str()), ("if-match", etag.as_str())];
    let answer = server.ask("DELETE", "/api/files/a.yaml", &headers, b"");
    assert_eq!((answer.status, answer.json()["error"].as_str()), (403, Some(expected)));
    assert_eq!((folder.read("a.yaml").as_str(), mode(&folder, "a.yaml")), (FIXABLE, 0o444));
    assert_eq!(folder.names(), ["a.yaml", "b.yaml"]);
}

#[test]
fn permissions_owner_and_hard_links_stay() {
    let folder = fixable();
    set_mode(&folder, "a.yaml", 0o640);
    set_mode(&folder, "b.yaml", 0o660);
    fs::create_dir(folder.at("other")).expect("a folder");
    fs::hard_link(folder.at("b.yaml"), folder.at("other/linked.txt")).expect("a link");
    // Only the administrator can give files away.
    let is_given = chown(folder.at("a.yaml"), Some(12_345), Some(12_346)).is_ok();
    let identity = |path: &str| {
        let metadata = fs::metadata(folder.at(path)).expect("the file is there");
        (metadata.uid(), metadata.gid(), metadata.mode(), metadata.nlink())
    };
    let before = [identity("a.yaml"), identity("b.yaml")];
    assert_eq!(before[1].3, 2);
    assert_eq!(is_given, before[0].0 == 12_345);
    let run = folder.run(&["check", "--fix"]);
    assert_ne!(run.code, 2, "{run:?}");
    assert_eq!([identity("a.yaml"), identity("b.yaml")], before);
    assert!(folder.read("b.yaml").contains("${region}") && folder.read("other/linked.txt") == folder.read("b.yaml"));
    let server = Server::start(&folder, &[]);
    for path in ["a.yaml", "b.yaml"] {
        let etag = server.get(&format!("/api/files/{path}")).header("etag").expect("a tag").to_owned();
        let text = "name: assembly::short::1.0\n";
        assert_eq!(server.put(path, ("if-match", &etag), text).status, 200);
        assert_eq!(folder.read(path), text, "nothing of the longer text remains");
    }
    assert_eq!([identity("a.yaml"), identity("b.yaml")], before);
    assert_eq!(folder.read("other/linked.txt"), folder.read("b.yaml"));
    assert_eq!(folder.names(), ["a.yaml", "b.yaml", "other"], "no copy remains");
}
