//! The feed of a site. The oracles are RFC 4287, an XML parser (Python's expat) and the modification times of the
//! files.

use std::fs;
use std::process::Command;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use crate::suite::program::Folder;

const BASE: &str = "https://example.org/catalog/";
/// 2024-02-29T12:00:00Z, by `date -u -d @1709208000`.
const LEAP_DAY: u64 = 1_709_208_000;

/// Parses a feed according to RFC 4287 and prints it as JSON; fails if a MUST of sections 4.1 and 4.2 is violated.
const READER: &str = r#"
import json, re, sys
import xml.etree.ElementTree as tree
atom = "{http://www.w3.org/2005/Atom}"
feed = tree.parse(sys.argv[1]).getroot()
assert feed.tag == atom + "feed"
date = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$")
def one(element, name):
    found = element.findall(atom + name)
    assert len(found) == 1, (element.tag, name, len(found))
    return found[0].text or ""
def common(element):
    assert re.match(r"https?://", one(element, "id")), "an absolute IRI"
    assert date.match(one(element, "updated")), one(element, "updated")
    alternates = [l for l in element.findall(atom + "link") if l.get("rel") == "alternate"]
    kinds = [(l.get("type"), l.get("hreflang")) for l in alternates]
    assert len(kinds) == len(set(kinds)), "one alternate of a kind"
    assert all(re.match(r"https?://", l.get("href")) for l in element.findall(atom + "link"))
    return alternates
common(feed)
assert one(feed.find(atom + "author"), "name")
assert [l.get("href") for l in feed.findall(atom + "link") if l.get("rel") == "self"] == [one(feed, "id")]
entries = feed.findall(atom + "entry")
ids = [one(entry, "id") for entry in entries]
assert len(ids) == len(set(ids)), "ids are given once"
for entry in entries:
    assert common(entry), "an entry without content has an alternate link"
    assert all(c.get("term") for c in entry.findall(atom + "category"))
print(json.dumps({"title": one(feed, "title"), "updated": one(feed, "updated"), "entries": [{
    "title": one(e, "title"), "id": one(e, "id"), "updated": one(e, "updated"), "summary": one(e, "summary"),
    "related": [l.get("href") for l in e.findall(atom + "link") if l.get("rel") == "related"],
} for e in entries]}))
"#;

fn descriptor(name: &str) -> String {
    format!("name: resource::{name}\ndescription: \"A <host> & \\\"c\\\" \\x01.\"\nlifecycle: {{Install: {{}}}}\n")
}

fn catalog() -> Folder {
    let folder = Folder::new(&[]);
    folder.write("catalog/README.md", "# Fjord & sons\n");
    for (path, name, seconds) in [
        ("a.yaml", "a::1.0", LEAP_DAY),
        ("a2.yaml", "a::2.0", LEAP_DAY + 86_400),
        ("b.yaml", "b::1.0", LEAP_DAY + 3_600),
    ] {
        folder.write(&format!("catalog/{path}"), descriptor(name));
        dated(&folder, path, seconds);
    }
    folder
}

fn dated(folder: &Folder, path: &str, seconds: u64) {
    folder.date(&format!("catalog/{path}"), SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
}

fn build(folder: &Folder, out: &str, epoch: Option<&str>) -> i32 {
    let mut command = folder.command(&["build", "catalog", "--out", out, "--base-url", BASE]);
    command.env_remove("SOURCE_DATE_EPOCH");
    if let Some(epoch) = epoch {
        command.env("SOURCE_DATE_EPOCH", epoch);
    }
    command.output().expect("the program starts").status.code().expect("it ends")
}

/// The feed as read by another parser; `None`, with a printed line, if it is not available.
fn read(folder: &Folder, out: &str) -> Option<Value> {
    let Ok(output) = Command::new("python3").args(["-c", READER]).arg(folder.at(&format!("{out}/feed.xml"))).output()
    else {
        println!("skipped: there is no Python");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).expect("JSON"))
}

#[test]
fn a_feed_tells_of_what_was_written_last() {
    let folder = catalog();
    assert_eq!(build(&folder, "out", None), 0);
    let home = folder.read("out/index.html");
    assert!(home.contains("<link href=\"feed.xml\" rel=\"alternate\" type=\"application/atom+xml\">"), "{home}");
    let Some(feed) = read(&folder, "out") else { return };
    let page = |path: &str| format!("{BASE}resource/{path}");
    let entry = |title: &str, path: &str, updated: &str, related: Value| json!({"title": title, "id": page(path), "updated": updated, "summary": "A <host> & \"c\" U+0001.", "related": related});
    let expected = json!({
        "title": "Fjord & sons",
        "updated": "2024-03-01T12:00:00Z",
        "entries": [
            entry("a 2.0", "a/2.0.html", "2024-03-01T12:00:00Z", json!([page("a/1.0-to-2.0.html")])),
            entry("b 1.0", "b/1.0.html", "2024-02-29T13:00:00Z", json!([])),
            entry("a 1.0", "a/1.0.html", "2024-02-29T12:00:00Z", json!([])),
        ],
    });
    assert_eq!(feed, expected);
    // A file that is written again comes first, also in an incremental build.
    dated(&folder, "a.yaml", LEAP_DAY + 2 * 86_400);
    assert_eq!((build(&folder, "out", None), build(&folder, "fresh", None)), (0, 0));
    assert_eq!(folder.read("out/feed.xml"), folder.read("fresh/feed.xml"));
    assert_eq!(read(&folder, "out").map(|feed| feed["entries"][0]["title"].clone()), Some("a 1.0".into()));
}

/// According to `reproducible-builds.org`, no date is later than the variable, which must be a number.
#[test]
fn a_feed_is_the_same_wherever_it_is_made() {
    let (folder, other) = (catalog(), catalog());
    dated(&other, "a2.yaml", LEAP_DAY + 900 * 86_400);
    let epoch = (LEAP_DAY + 7_200).to_string();
    assert_eq!((build(&folder, "out", Some(&epoch)), build(&other, "out", Some(&epoch))), (0, 0));
    assert_eq!(folder.read("out/feed.xml"), other.read("out/feed.xml"));
    let Some(feed) = read(&folder, "out") else { return };
    assert_eq!(feed["updated"], "2024-02-29T14:00:00Z");
    for wrong in ["", "today", "-1", "99999999999999999999", "1e9"] {
        assert_eq!(build(&folder, "wrong", Some(wrong)), 2, "{wrong}");
    }
}

#[test]
fn a_site_without_an_address_has_no_feed() {
    let folder = catalog();
    assert_eq!(folder.run(&["build", "catalog", "--out", "out"]).code, 0);
    assert!(!folder.at("out/feed.xml").exists() && !folder.read("out/index.html").contains("feed.xml"));
}

/// The oracles are the modification times: `a 2.0` is a day newer than the oldest file, `b` an hour, which is the
/// maximum duration of a checkout.
#[test]
fn the_first_page_tells_what_was_changed_after_the_rest() {
    let folder = catalog();
    let recent = |out: &str| {
        let home = folder.read(&format!("{out}/index.html"));
        let Some((_, list)) = home.split_once("<ul class=\"recent\">") else { return Vec::new() };
        let list = list.split_once("</ul>").expect("its end").0;
        list.split("<li>").skip(1).map(str::to_owned).collect::<Vec<String>>()
    };
    assert_eq!(folder.run(&["build", "catalog", "--out", "out"]).code, 0);
    let listed = recent("out");
    assert_eq!(listed.len(), 1, "{listed:?}");
    for part in [
        "<time datetime=\"2024-03-01T12:00:00Z\">2024-03-01</time>",
        "<a href=\"resource/a/2.0.html\">a 2.0</a>",
        "<a href=\"resource/a/1.0-to-2.0.html\">changes since 1.0</a>",
    ] {
        assert!(listed[0].contains(part), "{part} is not in {}", listed[0]);
    }
    // A changed modification time alone changes the page.
    dated(&folder, "b.yaml", LEAP_DAY + 3_601);
    assert_eq!(folder.run(&["build", "catalog", "--out", "out"]).code, 0);
    let listed = recent("out");
    assert!(
        listed.len() == 2 && listed[1].contains(">b 1.0</a>") && !listed[1].contains("changes since"),
        "{listed:?}"
    );
    assert_eq!(folder.run(&["build", "catalog", "--out", "fresh"]).code, 0);
    assert_eq!(folder.read("out/index.html"), folder.read("fresh/index.html"));
    // All with the same time.
    assert_eq!(build(&folder, "capped", Some(&LEAP_DAY.to_string())), 0);
    assert_eq!(recent("capped"), Vec::<String>::new());
}

/// More than a feed lists, and none at all.
#[test]
fn a_feed_is_bounded_and_may_be_empty() {
    let folder = Folder::new(&[]);
    fs::create_dir(folder.at("catalog")).expect("a folder");
    build(&folder, "out", None);
    if let Some(feed) = read(&folder, "out") {
        assert_eq!(feed["entries"], json!([]));
    }
    for number in 0..70 {
        folder.write(&format!("catalog/{number}.yaml"), descriptor(&format!("r{number}::1.0")));
    }
    build(&folder, "out", None);
    let entries = read(&folder, "out").map(|feed| feed["entries"].as_array().map_or(0, Vec::len));
    assert!(entries.is_none_or(|entries| entries == 50), "{entries:?}");
}
