//! Files that cannot be read or must not be read: a check that passes has read everything, and a site never contains the
//! contents of hidden files.

use std::fs;

use serde_json::Value;

use crate::suite::program::{Folder, Run, Server};

const GOOD: &str = "name: assembly::good::1.0\nproperties: {}\ncomposition: {}\n";
/// The contents of a file that must not be published.
const SECRET: &str = "PASSWORD: tops3cret\n";

/// The codes of errors and their files.
fn errors(run: &Run) -> Vec<(String, String)> {
    let report = run.json();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let found = report["diagnostics"].as_array().expect("a list").iter();
    let errors = found.filter(|found| found["severity"] == "error");
    errors.map(|found| (text(&found["code"]), text(&found["file"]))).collect()
}

/// Checks and builds the folder: both fail with this error, and `serve` shows it.
fn assert_not_read(folder: &Folder, code: &str, file: &str) {
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!((run.code, errors(&run)), (1, vec![(code.to_owned(), file.to_owned())]), "{run:?}");
    for round in ["first", "again"] {
        let built = folder.run(&["build", ".", "--out", "out"]);
        assert_eq!(built.code, 1, "{round}: {built:?}");
        assert!(built.errors.contains("the site is not complete: `out/problems.html`"), "{round}: {built:?}");
    }
    let page = folder.read("out/problems.html");
    assert!(page.contains(code), "{page}");
    let server = Server::start(folder, &[]);
    let page = server.get("/problems.html").text();
    assert!(page.contains(code), "{page}");
}

#[test]
fn a_large_file_fails_the_check() {
    let folder = Folder::new(&[("good.yaml", GOOD), ("large.yaml", &format!("a: {}\n", "x".repeat(8 << 20)))]);
    assert_not_read(&folder, "file/too-large", "large.yaml");
    folder.write("descriptorium.yaml", "exclude: [large.yaml]\n");
    assert_eq!(folder.run(&["check"]).code, 0);
    // Most JSON files are not descriptors.
    let folder =
        Folder::new(&[("good.yaml", GOOD), ("other.json", &format!("{{\"a\": \"{}\"}}", "x".repeat(8 << 20)))]);
    assert_eq!(folder.run(&["check"]).code, 0);
    let homing = format!("{{\"homing_template_version\": \"2017-10-10\", \"a\": \"{}\"}}", "x".repeat(8 << 20));
    folder.write("homing.json", &homing);
    assert_not_read(&folder, "file/too-large", "homing.json");
}

/// A broken file may be a descriptor, and so is a list of them.
#[test]
fn files_that_no_parser_can_read_fail_the_check() {
    for (text, code) in [
        ("a: 'b\n", "yaml/unclosed-quote"),
        ("a: [b\n", "yaml/unbalanced-bracket"),
        (&format!("- {}", GOOD.replace('\n', "\n  ").trim_end()), "schema/not-one-mapping"),
    ] {
        let folder = Folder::new(&[("good.yaml", GOOD), ("broken.yaml", text), ("other.json", text)]);
        assert_not_read(&folder, code, "broken.yaml");
    }
}

#[test]
fn too_many_files_fail_the_check() {
    let folder = Folder::new(&[("good.yaml", GOOD)]);
    fs::create_dir(folder.at("many")).expect("a folder");
    for number in 0..50_000 {
        fs::File::create(folder.at(&format!("many/{number}.yaml"))).expect("a file");
    }
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!((run.code, errors(&run)), (1, vec![("file/too-many".to_owned(), ".".to_owned())]));
    let built = folder.run(&["build", ".", "--out", "out"]);
    assert_eq!(built.code, 1, "{built:?}");
}

#[test]
fn deep_folders_fail_the_check() {
    let folder = Folder::new(&[("good.yaml", GOOD), (&format!("{}a.yaml", "d/".repeat(33)), GOOD)]);
    let run = folder.run(&["check", "--format", "json"]);
    let deep = "d/".repeat(33);
    let expected = ("file/too-many".to_owned(), deep.trim_end_matches('/').to_owned());
    assert_eq!((run.code, errors(&run)), (1, vec![expected]));
}

/// A pipe without a writer never ends, nor does a device.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_not_read() {
    let pipe = |folder: &Folder, path: &str| {
        let made = std::process::Command::new("mkfifo").arg(folder.at(path)).status();
        assert!(made.is_ok_and(|status| status.success()), "{path}");
    };
    let folder = Folder::new(&[("good.yaml", GOOD)]);
    for path in ["pipe.yaml", "inputs.json", "types.yml"] {
        pipe(&folder, path);
    }
    std::os::unix::fs::symlink("inputs.json", folder.at("linked.json")).expect("a link");
    let run = folder.run(&["check", "--format", "json"]);
    let unreadable = |file: &str| ("file/unreadable".to_owned(), file.to_owned());
    assert_eq!((run.code, errors(&run)), (1, vec![unreadable("pipe.yaml"), unreadable("types.yml")]), "{run:?}");
    assert_eq!(folder.run(&["build", ".", "--out", "out"]).code, 1);
    let full = "assembly::good::1.0";
    for arguments in [
        &["check", "pipe.yaml"][..],
        &["check", "inputs.json"],
        &["check", "/dev/zero"],
        &["check", "--baseline", "inputs.json"],
        &["check", "--baseline", "/dev/zero"],
        &["check", "--released", "pipe.yaml"],
        &["diff", "good.yaml", "pipe.yaml"],
        &["expand", full, "--inputs", "inputs.json"],
        &["expand", full, "--inputs", "/dev/zero"],
        &["expand", "pipe.yaml"],
        &["graph", "pipe.yaml"],
    ] {
        let run = folder.run(arguments);
        assert!(run.code == 2 && run.errors.contains("it is not a regular file"), "{arguments:?}: {run:?}");
    }
    for baseline in ["/dev/zero", "inputs.json"] {
        folder.write("descriptorium.yaml", format!("baseline: {baseline}\nexclude: ['*.yml', pipe.yaml]\n"));
        let run = folder.run(&["check"]);
        assert!(run.code == 2 && run.errors.contains("it is not a regular file"), "{run:?}");
    }
    // An import is read even if it is not listed.
    let service = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [types.yml]\n";
    let folder = Folder::new(&[("service.yaml", service)]);
    pipe(&folder, "types.yml");
    assert_ne!(folder.run(&["check", "service.yaml"]).code, 2);
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::*;

    fn catalog() -> Folder {
        let files = [
            ("good.yaml", GOOD),
            (".env", SECRET),
            (".git/config", SECRET),
            (".git/secret.yaml", &format!("{GOOD}# {SECRET}")),
            ("key.txt", SECRET),
        ];
        Folder::new(&files)
    }

    /// Nothing in the site or in what the server sends contains the secret.
    fn assert_not_published(folder: &Folder) {
        if let Ok(entries) = fs::read_dir(folder.at("out")) {
            let mut queue: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
            while let Some(path) = queue.pop() {
                if path.is_dir() {
                    queue.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
                } else {
                    let bytes = fs::read(&path).expect("a file");
                    assert!(!String::from_utf8_lossy(&bytes).contains("tops3cret"), "{}", path.display());
                }
            }
        }
        let server = Server::start(folder, &[]);
        for path in ["/", "/index.md", "/problems.html", "/api/catalog", "/assets/theme.css", "/api/contents"] {
            let answer = server.get(path);
            assert!(!String::from_utf8_lossy(&answer.body).contains("tops3cret"), "{path}");
        }
    }

    #[test]
    fn settings_cannot_name_hidden_files_or_other_kinds() {
        for key in ["style", "header", "footer"] {
            let own = if key == "style" { "look.css" } else { "look.md" };
            let named = [".env", ".git/config", "key.txt", "good.yaml", "./.env", "../x.md", "link", own];
            for (file, target) in
                named.into_iter().zip([None; 6].into_iter().chain([Some(".env"), Some(".git/config")]))
            {
                let folder = catalog();
                if let Some(target) = target {
                    symlink(target, folder.at(file)).expect("a link");
                }
                folder.write("descriptorium.yaml", format!("site: {{{key}: {file}}}\n"));
                let run = folder.run(&["check", "--format", "json"]);
                let expected = ("catalog/bad-settings".to_owned(), "descriptorium.yaml".to_owned());
                assert_eq!((run.code, errors(&run)), (1, vec![expected]), "{key}: {file}");
                let built = folder.run(&["build", ".", "--out", "out"]);
                assert!(built.code == 2 && built.errors.contains(&format!("`{file}` cannot be used: ")), "{built:?}");
                assert_not_published(&folder);
            }
        }
        // A link to a file of the same kind is fine.
        let folder = catalog();
        folder.write("real.md", "Hello from the *footer*.\n");
        symlink("real.md", folder.at("foot.md")).expect("a link");
        folder.write("descriptorium.yaml", "site: {footer: ./foot.md}\n");
        assert_eq!(folder.run(&["check"]).code, 0);
        assert_eq!(folder.run(&["build", ".", "--out", "out"]).code, 0);
        assert!(folder.read("out/index.html").contains("Hello from the <em>footer</em>"));
    }

    #[test]
    fn a_readme_cannot_link_to_a_hidden_file() {
        for target in [".git/config", ".env", "key.txt", "nowhere", "../elsewhere.md"] {
            let folder = catalog();
            symlink(target, folder.at("README.md")).expect("a link");
            assert_not_read(&folder, "file/unreadable", "README.md");
            assert_not_published(&folder);
        }
    }

    #[test]
    fn a_descriptor_cannot_link_to_a_hidden_file() {
        for target in [".git/config", ".env", "key.txt", ".git/secret.yaml"] {
            let folder = catalog();
            symlink(target, folder.at("video.yaml")).expect("a link");
            assert_not_read(&folder, "file/unreadable", "video.yaml");
            assert_not_published(&folder);
        }
        let folder = catalog();
        symlink(".git", folder.at("shared")).expect("a link");
        let run = folder.run(&["check"]);
        assert!(run.errors.contains("`shared`") && run.output.contains("1 descriptor checked"), "{run:?}");
        assert_eq!(folder.run(&["build", ".", "--out", "out"]).code, 0);
        assert_not_published(&folder);
    }

    /// An import is read even if it is not listed.
    #[test]
    fn an_import_cannot_link_to_a_hidden_file() {
        let folder = catalog();
        let service = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [skipped/types.yaml]\n";
        folder.write("service.yaml", service);
        folder.write(".gitignore", "skipped\n");
        fs::create_dir(folder.at("skipped")).expect("a folder");
        symlink("../.env", folder.at("skipped/types.yaml")).expect("a link");
        folder.run(&["build", ".", "--out", "out"]);
        assert_not_published(&folder);
        let server = Server::start(&folder, &[]);
        let answer = server.get("/api/files/skipped/types.yaml");
        assert!(!answer.text().contains("tops3cret"), "{answer:?}");
    }

    #[test]
    fn the_server_sends_no_hidden_file_through_a_link() {
        let folder = catalog();
        symlink(".env", folder.at("notes.txt")).expect("a link");
        symlink(".env", folder.at("video.yaml")).expect("a link");
        symlink(".git", folder.at("linked")).expect("a link");
        let server = Server::start(&folder, &[]);
        for path in [
            "contents/notes.txt",
            "contents/linked/config",
            "contents/video.yaml",
            "files/video.yaml",
            "files/linked/secret.yaml",
        ] {
            let answer = server.get(&format!("/api/{path}"));
            assert!(answer.status >= 400 && !answer.text().contains("tops3cret"), "{path}: {answer:?}");
        }
        for path in ["linked/new.yaml", "linked/hooks/new.yaml"] {
            assert_eq!(server.put(path, ("if-none-match", "*"), GOOD).status, 403, "{path}");
        }
        assert!(!folder.at(".git/new.yaml").exists() && !folder.at(".git/hooks").exists());
    }
}
