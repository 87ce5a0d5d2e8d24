//! The search of a documentation site in a real browser: from local files, where a page may only read scripts, by
//! keyboard alone.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::path::Path;
use std::process::Command;

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ENTER};
use descriptorium_tests::effort::{is_thorough, samples};
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

/// The titles of the results of a query, best first.
fn titles(page: &Page, question: &str) -> Vec<String> {
    found(page, question);
    page.texts("#search-panel [role=option]:not(.part) .name")
}

/// The names that match a query, best first, by the rule that the manual states: a name that is equal, or whose last part is;
/// one that begins with the query; one that contains it as whole words; one with a word that begins with it. Of these, the
/// shorter ones, and then those that come first.
fn by_rule<'a>(names: &[&'a str], question: &str) -> Vec<&'a str> {
    let words = |text: &str| text.split(['.', '-', '_', ' ']).map(str::to_lowercase).collect::<Vec<_>>();
    let asked = words(question).concat();
    let rank = |name: &str| {
        let last = name.rsplit('.').next().unwrap_or(name);
        let begins = |words: &[String]| words.concat().starts_with(&asked);
        let parts = words(name);
        let tails: Vec<&[String]> = (0..parts.len()).map(|at| &parts[at..]).collect();
        let is_whole = |tail: &[String]| (1..=tail.len()).any(|end| tail[..end].concat() == asked);
        if parts.concat() == asked || words(last).concat() == asked {
            Some(0)
        } else if begins(&parts) || begins(&words(last)) {
            Some(1)
        } else if tails.iter().any(|tail| is_whole(tail)) {
            Some(2)
        } else {
            tails.iter().any(|tail| begins(tail)).then_some(3)
        }
    };
    let mut found: Vec<(usize, usize, &str)> =
        names.iter().filter_map(|name| Some((rank(name)?, name.len(), *name))).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|(_, _, name)| name).collect()
}

/// The expected results follow from the names in the catalog alone.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn similar_names_come_in_the_order_that_the_manual_states() {
    let files = generated::catalog(600);
    let names: Vec<String> = files
        .iter()
        .map(|(_, text)| text.lines().next().and_then(|line| line.split("::").nth(1)).expect("a name").to_owned())
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let folder = site(files.clone());
    let page = open(&folder, "index.html");
    page.press(&["/"]);
    page.area("#search-panel input");
    // Each second word of the catalog, in full and its beginning, and pairs of words.
    let mut asked: Vec<String> = Vec::new();
    for name in samples(names.iter().step_by(29), 2) {
        let words: Vec<&str> = name.split('-').collect();
        let [first, last, _] = words[..] else { panic!("{name} has three parts") };
        asked.extend([first.to_owned(), last.to_owned(), last[..last.len() - 1].to_owned()]);
        asked.extend([format!("{first} {last}"), format!("{first}_{}", &last[..3])]);
    }
    let mut n_several = 0;
    for question in asked {
        let expected = by_rule(&names, &question);
        n_several += usize::from(expected.len() > 1);
        let found = titles(&page, &question);
        let first: Vec<&str> = found.iter().map(String::as_str).take(expected.len().min(3)).collect();
        assert_eq!(first, expected[..first.len()], "{question}: {found:?}");
        assert!(!first.is_empty(), "{question}");
    }
    assert!(n_several > if is_thorough() { 60 } else { 30 }, "{n_several}");
    // Two slips: the results of the word that is meant.
    for (slip, meant) in [("sttreamerr", "streamer"), ("mulitcats", "multicast"), ("orchestartr", "orchestrator")] {
        assert_eq!(titles(&page, slip)[..3], by_rule(&names, meant)[..3], "{slip}");
    }
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_names_of_the_examples_come_in_that_order_and_each_descriptor_is_one_result() {
    let files = paths::texts(&paths::root().join("examples"), &[".yaml"]);
    let mut files: Vec<(String, String)> = files.into_iter().map(|(path, text)| (path.to_string(), text)).collect();
    let template = |author: &str, name: &str| {
        format!(
            "tosca_definitions_version: tosca_simple_yaml_1_2\nmetadata: {{template_author: {author}, template_name: {name}, \
             template_version: '1.0'}}\n"
        )
    };
    let unnamed = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    let added = [
        ("shops/one.yaml", template("Acme", "web-shop")),
        ("shops/two.yaml", template("Other", "web-shop")),
        ("a/streamer.yaml", unnamed.to_owned()),
        ("b/streamer.yaml", unnamed.to_owned()),
        ("c/cluster.yaml", unnamed.to_owned()),
    ];
    files.extend(added.map(|(path, text)| (path.to_owned(), text)));
    let names: Vec<String> = files
        .iter()
        .filter_map(|(_, text)| text.lines().find_map(|line| line.strip_prefix("name: "))?.split("::").nth(1))
        .map(|name| name.trim_matches(['"', '\'']).to_owned())
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert!(names.contains(&"fjord.streamer_cluster"), "{names:?}");
    let folder = site(files);
    let page = open(&folder, "index.html");
    page.press(&["/"]);
    page.area("#search-panel input");
    for question in ["video", "network", "transcoder", "cluster", "fjord.str", "virtual", "edge site", "videoservice"] {
        let expected = by_rule(&names, question);
        let found = titles(&page, question);
        // Types are found, too.
        let of_names = found.iter().map(String::as_str).filter(|name| expected.contains(name));
        let of_names: Vec<&str> = of_names.take(3).collect();
        assert!(!of_names.is_empty(), "{question}: {found:?}");
        assert_eq!(of_names, expected[..of_names.len()], "{question}: {found:?}");
    }
    // Descriptors of one name by two authors, and files of one name, are told apart, and files come last.
    let heads = |question: &str| {
        found(&page, question);
        page.texts("#search-panel [role=option]:not(.part) .head")
    };
    let shops = heads("web-shop");
    assert_eq!(shops.iter().filter(|head| head.contains("web-shop")).count(), 2, "{shops:?}");
    assert_ne!(shops[0], shops[1]);
    let heads = heads("streamer");
    let files: Vec<&String> = heads.iter().filter(|head| head.contains("streamer.yaml")).collect();
    assert!(files.len() == 2 && files[0] != files[1], "{heads:?}");
    let first = heads.iter().position(|head| head.contains(".yaml"));
    let last = heads.iter().rposition(|head| head.contains("fjord.") && head.contains("streamer"));
    assert!(first > last && last.is_some(), "{heads:?}");
    page.expect_no_complaints();
}
