//! The command line's contract: exit codes, shapes and words.

use crate::suite::program::Folder;

#[test]
fn usage_errors_and_unreadable_paths_end_with_2() {
    let folder = Folder::new(&[]);
    for arguments in [
        &["check", "no-such-folder"][..],
        &["check", "--format", "xml"],
        &["check", "--profile", "other"],
        &["frobnicate"],
        &[],
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
        assert!(run.output.is_empty() && !run.errors.is_empty(), "{arguments:?}: {run:?}");
    }
    let run = folder.run(&["check", "no-such-folder"]);
    assert_eq!(run.errors, "descriptorium: cannot read `no-such-folder`: there is no such file or folder\n");
}

#[test]
fn an_empty_folder_is_clean() {
    let folder = Folder::new(&[]);
    let run = folder.run(&["check"]);
    assert_eq!((run.code, run.output.as_str()), (0, "0 descriptors checked: no findings\n"), "{run:?}");
    assert_eq!(folder.run(&["check", "--format", "json"]).json(), serde_json::json!({"files": 0, "diagnostics": []}));
}

#[test]
fn a_named_file_that_is_no_descriptor_is_said_to_be_none() {
    let folder = Folder::new(&[("values.yaml", "replicas: 3\n"), (".hidden/a.yaml", "name: assembly::a::1.0\n")]);
    let found = folder.run(&["check", ".", "--format", "json"]).json();
    assert_eq!(found, serde_json::json!({"files": 0, "diagnostics": []}), "in a folder it is passed over");
    let run = folder.run(&["check", "values.yaml", "--format", "json"]);
    let found = run.json();
    assert_eq!((run.code, &found["files"]), (0, &1.into()));
    assert_eq!(found["diagnostics"][0]["code"], "file/not-a-descriptor");
    assert_eq!(found["diagnostics"][0]["file"], "values.yaml");
}

#[test]
fn a_named_file_in_another_encoding_is_an_error_with_its_place() {
    let folder = Folder::new(&[]);
    folder.write("a.yaml", b"name: assembly::a::1.0\ndescription: caf\xe9\n");
    let run = folder.run(&["check", "a.yaml", "--format", "json"]);
    let found = &run.json()["diagnostics"][0];
    assert_eq!(run.code, 1);
    assert_eq!(found["code"], "file/not-utf8");
    assert_eq!((&found["line"], &found["column"], &found["endColumn"]), (&2.into(), &17.into(), &18.into()));
}
