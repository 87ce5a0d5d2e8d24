//! The search of a documentation site in a real browser: from local files, where a page may only read scripts, by
//! keyboard alone.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::path::Path;
use std::process::Command;

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ENTER};
use descriptorium_tests::{generated, paths};
use tempfile::TempDir;

use super::product;

/// The site of a catalog, built into a folder.
fn site(files: Vec<(String, String)>) -> TempDir {
    let program = product::program();
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let file = folder.path().join("catalog").join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders can be made");
        fs::write(file, text).expect("files can be written");
    }
    let place = |name: &str| folder.path().join(name);
    let built = Command::new(program).arg("build").arg(place("catalog")).arg("--out").arg(place("site")).output();
    assert!(built.is_ok_and(|output| output.status.code() != Some(2)), "the site is built");
    folder
}

fn open(folder: &TempDir, path: &str) -> Page {
    Page::open(&format!("file://{}", folder.path().join("site").join(path).display()))
}

/// The results of a query, best first: the names in each result.
fn found(page: &Page, question: &str) -> Vec<String> {
    page.run("const f = document.querySelector('#search-panel input'); f.value = ''; f.focus();", &[]);
    page.type_text(question);
    let done = "const p = document.querySelector('#search-panel'); \
                return p.dataset.state === 'done' && p.dataset.question === arguments[0];";
    page.wait_for(&format!("results for {question}"), || {
        page.run(done, &[question.into()]).as_bool().filter(|done| *done)
    });
    page.texts("#search-panel [role=option] .name")
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_site_of_local_files_is_searched_by_identifiers() {
    let files = generated::catalog(600);
    let name = |path: &str| path.split('/').nth(1).expect("a name").to_owned();
    let (path, _) = files.get(120).expect("a file").clone();
    let whole = name(&path);
    let (words, number) = whole.rsplit_once('-').expect("a number");
    let (first, second) = words.split_once('-').expect("two words");
    let folder = site(files);
    let page = open(&folder, "index.html");
    page.press(&["/"]);
    page.area("#search-panel input");
    // The whole name, its full name, its end, its version, a part of it, and a typo.
    let slip = format!("{}{}", &first[..1], &first[2..]);
    for question in [
        whole.clone(),
        format!("resource::{whole}::1.0"),
        format!("{second}-{number}"),
        number.to_owned(),
        whole[..whole.len() - 1].to_owned(),
        format!("{slip}-{second}-{number}"),
        format!("{first} {number}"),
    ] {
        let found = found(&page, &question);
        assert_eq!(found.first(), Some(&whole), "{question}: {found:?}");
    }
    assert!(found(&page, "qqqqqq").is_empty());
    page.wait_for_text("#search-panel [role=status]", |text| text.contains("No results"));
    page.expect_no_complaints();
}

/// The comment at each query is the result of plain matching: the order in the file, or a mere occurrence of the
/// letters.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn prefixes_come_first_and_names_match_without_separators() {
    let resource = |name: &str, parts: &str, words: &str| {
        let text = format!(
            "name: resource::{name}::1.0\ndescription: {words}\nproperties:\n{parts}lifecycle: {{Create: {{}}}}\n"
        );
        (format!("{name}.yaml"), text)
    };
    let property = |name: &str| format!("  {name}: {{type: integer}}\n");
    let files = vec![
        resource("cache", &["session_load", "a_max_sessions", "max_sessions"].map(property).concat(), "Keeps."),
        resource("downstream-meter", &property("upstream"), "Counts the stream."),
        resource("acme.streamer-with-a-very-long-name-of-its-own", &property("port"), "Plays."),
        resource("gauge", &property("strea"), "It is strea, a word that is nowhere else."),
        resource("load_balancer", &property("weights"), "Spreads."),
        resource("acme.video-service", &property("port"), "Shows."),
        (
            "net/outside.yaml".to_owned(),
            "name: resource::uplink::1.0\ncapabilities: {Way: {type: org.example.fiber}}\nlifecycle: {Create: {}}\n"
                .to_owned(),
        ),
    ];
    let folder = site(files);
    let page = open(&folder, "index.html");
    page.press(&["/"]);
    page.area("#search-panel input");
    for (question, expected) in [
        // `session_load`, the first one in its file
        ("max_sess", &["cache", "max_sessions", "a_max_sessions"][..]),
        ("maxsessions", &["cache", "max_sessions", "a_max_sessions"]),
        // `gauge`, which has the rare word
        ("streame", &["acme.streamer-with-a-very-long-name-of-its-own"]),
        // no results
        ("loadbalancer", &["load_balancer"]),
        ("videoservice", &["acme.video-service"]),
        ("acmevideo", &["acme.video-service"]),
        // the type of a capability, and the name of a file
        ("org.example.fiber", &["uplink"]),
        ("outside.yaml", &["uplink"]),
        // no results, or descriptors only
        ("health", &["Health"]),
        ("conformance", &["Conformance"]),
        ("rules", &["Rules"]),
        ("graph", &["Dependencies"]),
        ("findings", &["Findings"]),
        ("resource desc", &["Resource descriptors"]),
    ] {
        let found = found(&page, question);
        assert_eq!(
            found.iter().take(expected.len()).collect::<Vec<_>>(),
            expected.iter().collect::<Vec<_>>(),
            "{question}: {found:?}"
        );
    }
    // An exact match comes first, then names that start with the query, then those that contain it.
    let found = found(&page, "strea");
    let place = |name: &str| found.iter().position(|one| one == name);
    assert!(
        place("acme.streamer-with-a-very-long-name-of-its-own") < place("downstream-meter").or(Some(99)),
        "{found:?}"
    );
    assert!(place("acme.streamer-with-a-very-long-name-of-its-own").is_some_and(|at| at < 3), "{found:?}");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_result_is_opened_by_keyboard_at_its_section() {
    let files = paths::texts(&paths::root().join("examples"), &[".yaml"]);
    let files = files.into_iter().map(|(path, text)| (path.to_string(), text)).collect();
    let folder = site(files);
    let page = open(&folder, "assembly/fjord.video_service/1.0.html");
    page.press(&[CONTROL, "k"]);
    page.area("#search-panel input");
    assert_eq!(
        found(&page, "assembly::fjord.video_service::1.0").first().map(String::as_str),
        Some("fjord.video_service")
    );
    // The name itself, and names that contain it.
    let of_streamer = found(&page, "streamer");
    assert_eq!(of_streamer.first().map(String::as_str), Some("fjord.streamer"), "{of_streamer:?}");
    // The name of an archive or a file comes behind the name of a descriptor, and leads to the descriptor in it.
    for (question, first) in [("live", "fjord-live-channel"), ("streamer-1.0.yaml", "fjord.streamer")] {
        let of_file = found(&page, question);
        assert_eq!(of_file.first().map(String::as_str), Some(first), "{question}: {of_file:?}");
    }
    let found = found(&page, "transcoder_gpu");
    assert_eq!(found.first().map(String::as_str), Some("fjord.transcoder_gpu"), "{found:?}");
    page.press(&[ENTER]);
    page.wait_for_text("h1", |title| title.contains("transcoder_gpu"));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_search_page_takes_its_query_from_its_address() {
    let files = paths::texts(&paths::root().join("examples"), &[".yaml"]);
    let files = files.into_iter().map(|(path, text)| (path.to_string(), text)).collect();
    let folder = site(files);
    assert!(Path::new(&folder.path().join("site/search/root.js")).is_file());
    let page = open(&folder, "search.html?q=unclosed-quote");
    page.wait_for_text("#search-page [role=option] .name", |name| name == "yaml/unclosed-quote");
    page.expect_no_complaints();
}
