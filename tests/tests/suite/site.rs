//! The documentation site: rendered output of small catalogs, valid links, reproducible builds, and escaping of
//! everything in descriptors.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use descriptorium_core::markdown;
use descriptorium_core::settings::RENAMED;
use descriptorium_tests::effort::samples;
use descriptorium_tests::paths;
use percent_encoding::percent_decode_str;
use scraper::{ElementRef, Html, Node, Selector};

use crate::suite::program::{Folder, Server};

const GATEWAY: &str = "\
name: resource::gateway::1.0
description: |
  Lets **traffic** in.

  Used by [video](assembly::video::1.0).
properties:
  address:
    type: string
    read-only: true
    description: Where `clients` connect.
  size:
    type: integer
    default: 3
lifecycle:
  Create: {}
";
const VIDEO: &str = "\
name: assembly::video::1.0
properties:
  address:
    type: string
    read-only: true
    value: ${gw.address}
composition:
  gw:
    type: resource::gateway::1.0
    properties:
      size:
        value: ${sise}
  lost:
    type: resource::lost::1.0
";

fn catalog() -> Folder {
    Folder::new(&[("video.yaml", VIDEO), ("parts/gateway.yaml", GATEWAY)])
}

/// The files of a site.
struct Built {
    files: BTreeMap<String, Vec<u8>>,
}

impl Built {
    fn of(folder: &Folder) -> Self {
        let out = Folder::new(&[]);
        let target = out.at("site").to_string_lossy().into_owned();
        let run = folder.run(&["build", ".", "--out", &target]);
        assert!(run.code == 0 || run.code == 1, "{run:?}");
        Built { files: files(&out.at("site")) }
    }

    fn text(&self, path: &str) -> &str {
        let file = self.files.get(path).unwrap_or_else(|| panic!("no {path} in {:?}", self.files.keys()));
        std::str::from_utf8(file).expect("UTF-8")
    }

    fn page(&self, path: &str) -> Html {
        Html::parse_document(self.text(path))
    }

    fn pages(&self) -> impl Iterator<Item = (&str, Html)> {
        self.files.keys().filter(|path| path.ends_with(".html")).map(|path| (path.as_str(), self.page(path)))
    }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut queue = vec![folder.to_owned()];
    while let Some(current) = queue.pop() {
        for entry in fs::read_dir(&current).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                queue.push(path);
            } else {
                let relative = path.strip_prefix(folder).expect("inside").to_string_lossy().replace('\\', "/");
                found.insert(relative, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

fn select<'a>(html: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    html.select(&Selector::parse(selector).expect("a selector")).collect()
}

/// The text of an element with normalized whitespace; table cells are separated by `|`, rows by line breaks.
fn text(element: ElementRef<'_>) -> String {
    let mut text = String::new();
    gather(element, &mut text);
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn gather(element: ElementRef<'_>, text: &mut String) {
    for child in element.children() {
        match child.value() {
            Node::Text(piece) => text.push_str(&piece.replace('\n', " ")),
            Node::Element(_) => {
                let Some(inner) = ElementRef::wrap(child) else { continue };
                let name = inner.value().name();
                if matches!(name, "svg" | "figcaption") || inner.value().classes().any(|class| class == "permalink") {
                    continue;
                }
                if matches!(name, "p" | "h1" | "h2" | "tr" | "dt" | "li" | "section" | "div" | "table") {
                    text.push('\n');
                }
                gather(inner, text);
                if matches!(name, "td" | "th" | "dt") {
                    text.push_str(" | ");
                }
                if matches!(name, "p" | "tr" | "dd" | "li" | "section" | "table") {
                    text.push('\n');
                }
            }
            _ => {}
        }
    }
}

fn main_of(html: &Html) -> String {
    text(select(html, "main").remove(0))
}

#[test]
fn the_page_of_a_descriptor_says_what_the_descriptor_says() {
    let site = Built::of(&catalog());
    let expected = "\
gateway 1.0resource
SourceEmbedDownload
YAML
JSON
Markdown
Diagram (SVG)
Diagram, dark (SVG)
Lets traffic in.
Name | resource::gateway::1.0
Used by | 1 descriptor, neighborhood
Findings | ✓ none
File | parts/gateway.yaml
Folder | parts
Use this resource
It has no required properties.
composition: gateway: type: resource::gateway::1.0
Used by video.
Properties
Properties that assemblies can set and read.
property | type | default | description |
address read-only | string | |
Where clients connect.
|
size | integer | 3 | |
Lifecycle
The lifecycle transitions that the resource supports, each with its drivers.
transition |
Create |
Used by
Descriptor | Relation | As |
assembly::video::1.0 | component |
gw
|
Embed
Show this descriptor in another page. The addresses are relative to the root of this site: put its address before them.
Frame
Works everywhere, without scripts.
<iframe src=\"resource/gateway/1.0.frame.html\" title=\"gateway 1.0\" width=\"100%\" height=\"420\" loading=\"lazy\" \
sandbox=\"allow-popups allow-popups-to-escape-sandbox\"></iframe>Element
Adds findings, preview and source, and takes the colors of its page. The script is in the npm package @descriptorium/view; \
build --view adds it to the site.
<script type=\"module\" src=\"descriptorium-view.js\"></script> \
<descriptorium-view src=\"resource/gateway/1.0.json\"></descriptorium-view>";
    assert_eq!(main_of(&site.page("resource/gateway/1.0.html")), expected);
}

#[test]
fn the_home_page_counts_and_lists() {
    let site = Built::of(&catalog());
    let main = main_of(&site.page("index.html"));
    for line in [
        "1 assembly descriptor and 1 resource descriptor. Browse folders. The check reports 1 error",
        "Entry points",
        "video | 1.0 |",
        "gateway | 1.0 | Lets traffic in. | 1 |",
    ] {
        assert!(main.contains(line), "no {line:?} in\n{main}");
    }
    let titled = Folder::new(&[("README.md", "# Fjord *Telecom*\n\nSee [it](parts/gateway.yaml).\n")]);
    titled.write("parts/gateway.yaml", GATEWAY);
    let page = Built::of(&titled).page("index.html");
    assert_eq!(text(select(&page, "h1").remove(0)), "Fjord Telecom");
    assert_eq!(text(select(&page, "title").remove(0)), "Fjord Telecom");
    let link = select(&page, "main .prose a").remove(0);
    assert_eq!(link.value().attr("href"), Some("resource/gateway/1.0.html"));
}

#[test]
fn names_in_values_link_to_their_definitions() {
    let site = Built::of(&catalog());
    let page = site.page("assembly/video/1.0.html");
    let links: BTreeMap<String, &str> = select(&page, "main td a, main th a.name")
        .into_iter()
        .filter_map(|link| Some((text(link), link.value().attr("href")?)))
        .collect();
    assert_eq!(links.get("resource::gateway::1.0").copied(), Some("../../resource/gateway/1.0.html"));
    assert_eq!(links.get("gw").copied(), Some("1.0.html#/composition/gw"));
    assert_eq!(links.get("address").copied(), Some("../../resource/gateway/1.0.html#/properties/address"));
    let broken: BTreeSet<String> = select(&page, ".broken").into_iter().map(text).collect();
    assert!(broken.contains("resource::lost::1.0") && broken.contains("sise"), "{broken:?}");
    let source = site.page("assembly/video/1.0.source.html");
    let line = select(&source, "#L9").remove(0);
    assert_eq!(line.text().collect::<String>(), "    type: resource::gateway::1.0\n");
    let link = line.select(&Selector::parse("a:not(.n)").expect("a selector")).next().expect("a link");
    assert_eq!(link.value().attr("href"), Some("../../resource/gateway/1.0.html"));
    let marks: Vec<String> = select(&source, "mark.error").into_iter().map(text).collect();
    assert!(marks.contains(&"sise".to_owned()), "{marks:?}");
    let lines: String = select(&source, "pre.source .line").into_iter().flat_map(|line| line.text()).collect();
    assert_eq!(lines, VIDEO, "the text is there to the letter");
}

#[test]
fn findings_lead_to_their_lines_and_rules() {
    let site = Built::of(&catalog());
    let page = site.page("problems.html");
    let main = main_of(&page);
    assert!(
        main.contains("assembly::video::1.0") && main.contains("did you mean `size`") || main.contains("sise"),
        "{main}"
    );
    let hrefs: Vec<&str> =
        select(&page, "main li a").into_iter().filter_map(|link| link.value().attr("href")).collect();
    assert!(hrefs.contains(&"assembly/video/1.0.source.html#L12"), "{hrefs:?}");
    assert!(hrefs.contains(&"codes/assembly/no-such-property.html"), "{hrefs:?}");
    let rule = main_of(&site.page("codes/assembly/no-such-property.html"));
    for part in ["Example", "Fixed", "In this catalog", "video.yaml:12"] {
        assert!(rule.contains(part), "no {part:?} in\n{rule}");
    }
}

/// The oracle is the list of rules: each has a page, and its bad example is highlighted there.
#[test]
fn every_code_has_a_page_with_its_examples() {
    let site = Built::of(&catalog());
    let mut n_rules = 0;
    for rule in descriptorium_core::rules::all() {
        n_rules += 1;
        let page = site.page(&format!("codes/{}.html", rule.code));
        assert_eq!(text(select(&page, "h1").remove(0)), rule.code);
        let examples = select(&page, "figure.example");
        assert!(examples.len() >= 2, "{}", rule.code);
        let found = select(&page, "figure.example > p");
        assert!(!found.is_empty(), "{} finds nothing in its example", rule.code);
    }
    for (code, _) in descriptorium_core::assembly::expansion::CODES {
        assert_eq!(text(select(&site.page(&format!("codes/{code}.html")), "h1").remove(0)), *code);
    }
    for (old, new) in RENAMED {
        let path = format!("codes/{old}.html");
        let page = site.page(&path);
        assert_eq!(moved_to(&page).map(|to| resolve(&path, to)), Some(format!("codes/{new}.html")));
    }
    let listed = select(&site.page("codes/index.html"), "main tbody tr").len();
    assert!(listed > n_rules, "{listed} of {n_rules}");
}

#[test]
fn versions_of_a_descriptor_lead_to_each_other() {
    let folder = catalog();
    folder.write("parts/gateway-2.yaml", GATEWAY.replace("::1.0\n", "::1.10\n"));
    folder.write("parts/gateway-3.yaml", GATEWAY.replace("::1.0\n", "::1.2\n"));
    let site = Built::of(&folder);
    let page = site.page("resource/gateway/1.2.html");
    let versions = text(select(&page, ".versions").remove(0));
    assert!(versions.contains("1 of 3 versions\n1.10\n1.2\n1.0"), "{versions}");
    let breadcrumb: Vec<&str> =
        select(&page, ".breadcrumbs a").into_iter().filter_map(|link| link.value().attr("href")).collect();
    assert_eq!(breadcrumb, ["../../index.html", "../index.html", "1.10.html"]);
}

#[test]
fn other_yaml_has_no_page() {
    let folder = catalog();
    folder.write("values.yaml", "replicas: 3\n");
    folder.write("template.yaml", "{% if a %}\na: [\n{% endif %}\n");
    let site = Built::of(&folder);
    let mut pages = site.files.keys().filter(|path| !path.starts_with("codes/"));
    assert!(!pages.any(|path| path.contains("values") || path.contains("template")));
    assert!(!site.text("index.html").contains("values.yaml"));
    assert!(!site.text("problems.html").contains("template.yaml"));
}

#[test]
fn two_builds_are_the_same_to_the_bit() {
    let folder = catalog();
    for number in 0..40 {
        folder.write(&format!("many/{number}.yaml"), VIDEO.replace("video", &format!("video{number}")));
    }
    let (first, second) = (Built::of(&folder), Built::of(&folder));
    assert!(first.files.len() > 120, "{}", first.files.len());
    assert_eq!(first.files.keys().collect::<Vec<_>>(), second.files.keys().collect::<Vec<_>>());
    for (path, content) in &first.files {
        assert!(second.files[path] == *content, "{path} differs");
    }
}

#[test]
fn a_build_takes_away_what_it_wrote_before_and_nothing_else() {
    let folder = catalog();
    let build = |out: &str| folder.run(&["build", ".", "--out", out]);
    assert!(build("public").code < 2);
    assert!(folder.at("public/resource/gateway/1.0.html").is_file());
    folder.write("public/resource/notes.txt", "mine");
    fs::remove_file(folder.at("parts/gateway.yaml")).expect("the file is there");
    assert!(build("public").code < 2);
    assert!(!folder.at("public/resource/gateway").exists());
    assert_eq!(folder.read("public/resource/notes.txt"), "mine");
    let run = build("parts");
    assert!(run.code < 2, "an empty folder is taken: {run:?}");
    folder.write("other/mine.txt", "mine");
    let run = build("other");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("not empty"), "{run:?}");
    assert_eq!(files(&folder.at("other")).len(), 1);
    // A built site inside the catalog is not part of it.
    let report = folder.run(&["check", "--format", "json"]).json();
    assert!(!report.to_string().contains("public/"), "{report}");
    // A forged manifest cannot point outside the folder.
    folder.write("public/.descriptorium-site", "../video.yaml\n/etc/passwd\nresource/notes.txt\n");
    assert!(build("public").code < 2);
    assert_eq!(folder.read("video.yaml"), VIDEO);
}

#[test]
fn a_base_url_gives_canonical_links_and_a_map() {
    let folder = catalog();
    let run = folder.run(&["build", ".", "--out", "out", "--base-url", "https://example.org/docs"]);
    assert_eq!(run.code, 0, "{run:?}");
    let site = Built { files: files(&folder.at("out")) };
    let page = site.page("assembly/video/1.0.html");
    let canonical = select(&page, "link[rel=canonical]").remove(0).value().attr("href");
    assert_eq!(canonical, Some("https://example.org/docs/assembly/video/1.0.html"));
    let map = roxmltree::Document::parse(site.text("sitemap.xml")).expect("XML");
    let places: BTreeSet<&str> = map
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.sitemaps.org/schemas/sitemap/0.9", "loc")))
        .filter_map(|node| node.text())
        .collect();
    // A page for frames is in the map as the page that it belongs to.
    let is_listed = |path: &str| path != "404.html" && !path.ends_with(".frame.html");
    let pages = site.pages().filter(|(path, page)| is_listed(path) && moved_to(page).is_none());
    for (path, _) in pages {
        assert!(places.contains(format!("https://example.org/docs/{path}").as_str()), "{path}");
    }
    let home = select(&site.page("404.html"), "main a").remove(0).value().attr("href").map(str::to_owned);
    assert_eq!(home.as_deref(), Some("/docs/index.html"), "a page for any place does not link relatively");
    let relative = |site: &Built| {
        let page = site.page("404.html");
        let all = select(&page, "head [href], head [src], header [href]");
        let targets = all.iter().filter_map(|element| element.value().attr("href").or(element.value().attr("src")));
        targets.filter(|target| !target.starts_with('/')).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(relative(&site), Vec::<String>::new());
    let unknown = Built::of(&folder);
    assert_eq!(relative(&unknown), ["assets/site.css", "assets/icon.svg", "index.html"], "nothing more can be lost");
    let page = unknown.page("404.html");
    assert_eq!(select(&page, "link[href=\"/assets/site.css\"], main a[href=\"/\"]").len(), 2);
    for url in ["javascript:alert(1)", "example.org", "https://example.org/?q", "https://example.org/\"><x"] {
        assert_eq!(folder.run(&["build", ".", "--out", "out", "--base-url", url]).code, 2, "{url}");
    }
}

/// All links within the site have a target, including the anchor, and ids are unique.
fn check_links(site: &Built) {
    let n_links = check_links_of(site, |_| true);
    assert!(n_links > site.files.len(), "there are links at all: {n_links}");
}

/// The same for the links on some of the pages. Returns the number of those links.
fn check_links_of(site: &Built, is_read: impl Fn(&str) -> bool) -> usize {
    // The ids of the pages that were parsed.
    let mut ids: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut n_links = 0;
    // Each link to an id, with its page.
    let mut anchors: Vec<(String, String, String)> = Vec::new();
    for path in site.files.keys().filter(|path| path.ends_with(".html") && is_read(path)) {
        let html = site.page(path);
        ids.insert(path.clone(), unique_ids(path, &html));
        if let Some(to) = moved_to(&html) {
            let to = site.page(&resolve(path, to));
            assert_eq!(moved_to(&to), None, "{path} leads to a page");
        }
        for element in select(&html, "[href], [src]") {
            let target = element.value().attr("href").or(element.value().attr("src")).expect("one of them");
            if ["http:", "https:", "mailto:"].iter().any(|scheme| target.starts_with(scheme)) {
                continue;
            }
            // The "not found" page is shown instead of others.
            if path == "404.html" && ["/", "/assets/site.css"].contains(&target) {
                continue;
            }
            let (file, fragment) = target.split_once('#').map_or((target, None), |(file, id)| (file, Some(id)));
            let file = resolve(path, file);
            assert!(site.files.contains_key(&file), "{path} links to {target}: no {file}");
            // A script of the page reads parameters.
            let is_target = |fragment: &&str| file.ends_with(".html") && !fragment.starts_with('?');
            if let Some(fragment) = fragment.filter(is_target) {
                let id = percent_decode_str(fragment).decode_utf8().expect("UTF-8");
                anchors.push((path.clone(), file, id.into_owned()));
            }
            n_links += 1;
        }
    }
    for (path, file, id) in anchors {
        let there = ids.entry(file.clone()).or_insert_with(|| unique_ids(&file, &site.page(&file)));
        assert!(there.contains(&id), "{path} links to {file}#{id}: no such id there");
    }
    n_links
}

/// The ids of a page, each of which occurs once.
fn unique_ids(path: &str, html: &Html) -> BTreeSet<String> {
    let all = select(html, "[id]");
    let all: Vec<&str> = all.iter().filter_map(|element| element.value().attr("id")).collect();
    let unique: BTreeSet<String> = all.iter().map(|&id| id.to_owned()).collect();
    assert_eq!(unique.len(), all.len(), "{path} has an id twice");
    unique
}

/// The path that a relative address resolves to.
fn resolve(page: &str, address: &str) -> String {
    if address.is_empty() {
        return page.to_owned();
    }
    let mut steps: Vec<&str> = page.split('/').collect();
    steps.pop();
    for step in address.split('/') {
        match step {
            ".." => drop(steps.pop().expect("the link stays on the site")),
            step => steps.push(step),
        }
    }
    percent_decode_str(&steps.join("/")).decode_utf8().expect("UTF-8").into_owned()
}

#[test]
fn every_link_has_a_target() {
    let folder = catalog();
    folder.write("parts/gateway-2.yaml", GATEWAY.replace("::1.0\n", "::2.0\n"));
    folder.write("odd name & (1).yaml", VIDEO.replace("::video::", "::größe/2 #x?::"));
    folder.write("nameless.yaml", "name: broken\ncomposition:\n  a b/c~d%e:\n    type: assembly::video::1.0\n");
    check_links(&Built::of(&folder));
}

#[test]
fn every_link_in_the_sites_of_real_catalogs_has_a_target() {
    let catalogs = [Some(paths::root().join("examples")), paths::shared("corpus/assembly")];
    for catalog in catalogs.into_iter().flatten() {
        let out = Folder::new(&[]);
        let run = out.run(&["build", &catalog.to_string_lossy(), "--out", "site"]);
        assert_ne!(run.code, 2, "{run:?}");
        check_links(&Built { files: files(&out.at("site")) });
    }
}

/// Addresses of earlier sites, written by hand; they depended on the other files of the catalog.
#[test]
fn addresses_stay_when_files_are_added_and_earlier_ones_redirect() {
    let folder = Folder::new(&[("b/gateway.yaml", GATEWAY), ("b/video.yaml", &VIDEO.replace("video", "Video"))]);
    let service = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    folder.write("b/a-x.yaml", service);
    let before = Built::of(&folder);
    assert!(text(select(&before.page("resource/gateway/1.0.html"), "main").remove(0)).contains("b/gateway.yaml"));
    // These precede the others in the order of files.
    folder.write("a/gateway.yaml", GATEWAY.replace("Lets", "Keeps"));
    folder.write("b-a/x.yaml", service);
    folder.write("a/video.yaml", VIDEO);
    let after = Built::of(&folder);
    check_links(&after);
    let file = |site: &Built, path: &str| {
        let facts = text(select(&site.page(path), ".facts").remove(0));
        let mut lines = facts.lines().filter_map(|line| line.strip_prefix("File | "));
        lines.next().expect("a file").to_owned()
    };
    for (path, of) in [("assembly/~video/1.0.html", "b/video.yaml"), ("tosca/file/b/a-x.yaml.html", "b/a-x.yaml")] {
        assert_eq!((file(&before, path).as_str(), file(&after, path).as_str()), (of, of), "{path}");
    }
    assert_eq!(file(&after, "resource/file/b/gateway.yaml.html"), "b/gateway.yaml");
    assert_eq!(file(&after, "resource/file/a/gateway.yaml.html"), "a/gateway.yaml");
    // The page of a name that two files share belongs to neither of them.
    let both = after.page("resource/gateway/1.0.html");
    let links = select(&both, "main li a").into_iter().filter_map(|link| link.value().attr("href"));
    assert_eq!(links.collect::<Vec<_>>(), ["../file/a/gateway.yaml.html", "../file/b/gateway.yaml.html"]);
    for (path, to) in [
        ("assembly/Video/1.0.html", None),
        // Which of two files had the address depended on both, so it leads to the list.
        ("tosca/b-a-x.yaml.html", Some("index.html")),
        ("tosca/b-a-x.yaml-2.source.html", Some("index.html")),
        ("resource/gateway/1.0-2.html", Some("../index.html")),
        // Without the other file, a descriptor has the address of its name, and with it that of its file.
        ("assembly/file/b/video.yaml.html", Some("../../~video/1.0.html")),
        ("resource/gateway/1.0.source.html", Some("1.0.html")),
        ("resource/gateway/1.0.frame.html", Some("1.0.html")),
        ("resource/gateway/latest.html", Some("1.0.html")),
        ("resource/gateway/versions.html", Some("1.0.html")),
    ] {
        let page = after.files.get(path).map(|_| after.page(path));
        assert_eq!(page.as_ref().and_then(moved_to), to, "{path}");
        assert!(page.iter().all(|page| text(select(page, "main").remove(0)).contains("This page has moved")), "{path}");
    }
    for (path, to) in [
        ("assembly/Video/1.0.html", "../~video/1.0.html"),
        ("tosca/b-a-x.yaml.html", "file/b/a-x.yaml.html"),
        ("resource/file/b/gateway.yaml.html", "../../gateway/1.0.html"),
    ] {
        assert_eq!(moved_to(&before.page(path)), Some(to), "{path}");
    }
    let index = after.text("index.json");
    assert!(!index.contains("assembly/Video/") && !after.text("search/root.js").contains("assembly/Video/"));
}

/// Two files with one name are neither versions of each other nor compared with other versions.
#[test]
fn files_with_the_same_name_and_version_are_a_conflict() {
    let folder = Folder::new(&[]);
    let of_version = |version: &str| VIDEO.replace("::1.0", &format!("::{version}"));
    for (path, text) in [
        ("a.yaml", of_version("1.0")),
        ("b.yaml", format!("{}# another one\n", of_version("1.0"))),
        ("c.yaml", of_version("0.9")),
        ("d.yaml", of_version("1.1")),
    ] {
        folder.write(path, text);
    }
    let site = Built::of(&folder);
    check_links(&site);
    let pages: Vec<&String> = site
        .files
        .keys()
        .filter(|path| path.starts_with("assembly/") && path.ends_with(".html") && path.contains("-to-"))
        .filter(|path| moved_to(&site.page(path)).is_none())
        .collect();
    assert_eq!(pages, ["assembly/video/0.9-to-1.1.html"], "only these are versions");
    let history = text(select(&site.page("assembly/video/versions.html"), "main").remove(0));
    assert!(!history.contains("1.0"), "{history}");
    assert_eq!(moved_to(&site.page("assembly/video/1.0-to-1.1.html")), Some("versions.html"));
    let name = text(select(&site.page("assembly/video/1.0.html"), "main").remove(0));
    assert!(name.contains("Conflict: 2 files have this name and version"), "{name}");
    let page = site.page("assembly/file/b.yaml.html");
    let facts = text(select(&page, ".facts").remove(0));
    assert!(facts.contains("Conflict | 2 files have this name and version"), "{facts}");
    let versions = text(select(&page, ".versions").remove(0));
    assert_eq!(versions, "2 other versions\n1.1\n0.9");
}

/// Payloads for injection attacks.
const PAYLOADS: [&str; 30] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><a xlink:href='javascript:alert(1)'>x</a></svg>",
    "<math><mtext><mglyph><style><img src=x onerror=alert(1)></style></mglyph></mtext></math>",
    "<style>@import 'http://evil.example/x.css'; *{display:none}</style>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<form action='http://evil.example'><input name=q autofocus onfocus=alert(1)></form>",
    "<meta http-equiv=refresh content='0;url=http://evil.example'>",
    "<base href='http://evil.example/'>",
    "<a href='javascript:alert(1)' style='position:fixed;inset:0'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#115;cript:alert&lpar;1&rpar;)",
    "[x](java\tscript:alert(1)) [x](<java\nscript:alert(1)>)",
    "[x](vbscript:msgbox(1)) [x](file:///etc/passwd) [x](blob:x)",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "<javascript:alert(1)> <data:text/html,x>",
    "![x](http://evil.example/track.png) ![x](data:image/svg+xml,<svg onload=alert(1)>)",
    "[x]: javascript:alert(1)\n\n[x] [x][x]",
    "[x](http://example.org \"onmouseover=alert(1) x\\\"><script>alert(1)</script>\")",
    "[x](http://example.org/\"onmouseover=alert(1)//)",
    "[x](//evil.example/) [x](\\\\\\\\evil.example) [x](/\\\\evil.example)",
    "\"><script>alert(1)</script>",
    "'><script>alert(1)</script>",
    "</title></style></textarea></pre></code></svg><script>alert(1)</script>",
    "--><script>alert(1)</script><!--",
    "]]><script>alert(1)</script><![CDATA[",
    "```\"><script>alert(1)</script>\nx\n```",
    "| a |\n|:-:|\n| <img src=x onerror=alert(1)> |",
    "&lt;script&gt;alert(1)&lt;/script&gt; \u{202e}\u{0}\u{b} ${x} {{constructor.constructor('alert(1)')()}}",
];

/// A catalog with a payload in every text of a descriptor.
fn hostile(payload: &str) -> Folder {
    let quoted = serde_json::to_string(payload).expect("text");
    let full = serde_json::to_string(&format!("assembly::{payload}::{payload}")).expect("text");
    let resource = serde_json::to_string(&format!("resource::{payload}::1.0")).expect("text");
    let value = serde_json::to_string(&format!("${{{payload}}}")).expect("text");
    let folder = Folder::new(&[]);
    let text = format!(
        "name: {full}\ndescription: {quoted}\nproperties:\n  {quoted}:\n    type: {quoted}\n    default: {quoted}\n    \
         description: {quoted}\n    {quoted}: {quoted}\n  list:\n    type: list\n    default: [{quoted}, {{{quoted}: {quoted}}}]\n\
         composition:\n  {quoted}:\n    type: {resource}\n    quantity: {quoted}\n    properties:\n      {quoted}:\n        \
         value: {value}\n  b:\n    type: {quoted}\nreferences:\n  {quoted}:\n    type: {full}\nrelationships:\n  {quoted}:\n    \
         source-capabilities: [{quoted}]\n    target-requirements: [{quoted}]\n    source-state: {quoted}\n\
         capabilities:\n  {quoted}:\n    type: {quoted}\nmetrics:\n  {quoted}: {quoted}\ndata-types:\n  {quoted}: {quoted}\n\
         {quoted}: {quoted}\n# {}\n",
        payload.replace(['\n', '\r', '\0', '\u{b}'], " ")
    );
    folder.write("a.yaml", &text);
    folder.write(
        "b.yaml",
        format!("name: {resource}\ndescription: {quoted}\ncapabilities:\n  {quoted}:\n    type: {quoted}\n"),
    );
    folder.write("c.yaml", format!("name: {quoted}\ncomposition:\n  {quoted}:\n    type: {full}\n"));
    folder.write("README.md", format!("# {payload}\n\n{payload}\n"));
    let name: String = payload.chars().filter(|character| !matches!(character, '/' | '\0' | '\\')).take(60).collect();
    folder.write(&format!("{name}.yaml"), text.replacen("::", "::file", 1));
    folder.write(&format!("{name}/{name}.yaml"), b"name: assembly::latin::1.0\ndescription: caf\xe9\n");
    folder
}

/// The target of a redirect from an earlier address.
fn moved_to(html: &Html) -> Option<&str> {
    select(html, "meta[http-equiv=refresh]").first()?.value().attr("content")?.strip_prefix("0; url=")
}

/// The oracle is an HTML parser like those of browsers: it finds only these elements and attributes.
fn check_inert(path: &str, html: &Html, served: bool) {
    const ELEMENTS: &str = "html head meta title link base body a header footer nav main section div span p h1 h2 h3 h4 h5 h6 \
        ul ol li dl dt dd table thead tbody tr th td code pre mark strong em del blockquote figure figcaption hr br \
        svg g path text tspan defs marker rect circle line script wbr kbd sub sup noscript ins meter details summary button time";
    const ATTRIBUTES: &str = "lang charset name content http-equiv href src defer min max value rel type class id title scope colspan start \
        aria-label aria-current aria-hidden open target data-root data-of-script data-list data-findings data-folder data-kind data-lifecycle data-namespace \
        data-owner data-tags datetime download cx cy r data-n data-id data-label data-port role viewBox width height xmlns d x y \
        transform text-anchor fill stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin font-size \
        font-weight font-family tabindex data-zoom marker-end refX refY markerWidth markerHeight markerUnits orient";
    for element in select(html, "*") {
        let value = element.value();
        assert!(ELEMENTS.split_whitespace().any(|name| name == value.name()), "{path}: <{}>", value.name());
        for (name, text) in value.attrs() {
            assert!(
                ATTRIBUTES.split_whitespace().any(|known| known == name),
                "{path}: <{} {name}={text:?}>",
                value.name()
            );
            if name == "src" {
                // Scripts with absolute paths on a server.
                let rooted = text.strip_prefix('/').filter(|_| served);
                let script = rooted.unwrap_or_else(|| text.trim_start_matches("../"));
                let own = ["page", "search", "drawing", "filter", "list", "neighborhood", "dependencies"];
                let own = own.iter().any(|name| script == format!("assets/{name}.js"))
                    || served && script == "assets/live.js";
                assert!(own && value.name() == "script", "{path}: {text:?}");
            }
            if name == "href" {
                // On the "not found" page, relative addresses do not work.
                let rooted = served || path == "404.html" && ["/", "/assets/site.css"].contains(&text);
                let own = !text.contains(':')
                    && (rooted || !text.starts_with('/'))
                    && !text.starts_with("//")
                    && !text.contains('\\');
                // A web address in a description is a link, which is only followed by the reader.
                let hosts = ["https://example.org", "http://example.org", "http://evil.example"];
                let web = value.name() == "a" && hosts.iter().any(|web| text.starts_with(web));
                assert!(own || web && value.attr("rel") == Some("noopener noreferrer nofollow"), "{path}: {text:?}");
            }
            // Only pages for frames open all links in another tab.
            assert!(name != "target" || value.name() == "base" && text == "_blank", "{path}: {text:?}");
            if name == "marker-end" {
                assert!(text.starts_with("url(#scene-"), "{path}: {text:?}");
            }
        }
    }
    let mut metas: Vec<_> =
        select(html, "meta[http-equiv]").iter().filter_map(|meta| meta.value().attr("http-equiv")).collect();
    if let Some(to) = moved_to(html) {
        // Only to a page of the site.
        assert!(!to.contains([':', '\\']) && (served || !to.starts_with('/')), "{path}: {to:?}");
        metas.retain(|meta| *meta != "refresh");
    }
    assert_eq!(metas, ["Content-Security-Policy"], "{path}");
    let n_sheets = if path == "404.html" { 2 } else { 1 };
    assert_eq!(select(html, "link[rel=stylesheet]").len(), n_sheets, "{path}");
    assert!(select(html, "script").iter().all(|script| script.text().collect::<String>().is_empty()), "{path}");
    let raw = html.html();
    assert!(!raw.contains('\u{202e}'), "{path} has a character that turns text around");
    assert!(!raw.contains("<!--"), "{path} has a comment");
}

#[test]
fn payloads_in_descriptors_stay_text_on_the_site() {
    for payload in PAYLOADS {
        let site = Built::of(&hostile(payload));
        assert!(site.files.len() > 100, "{payload}");
        // The pages of the rules are the same in every site.
        let is_of_catalog = |path: &str| !path.starts_with("codes/");
        for path in site.files.keys().filter(|path| path.ends_with(".html") && is_of_catalog(path)) {
            check_inert(path, &site.page(path), false);
        }
        assert!(check_links_of(&site, is_of_catalog) > 100, "{payload}");
        for (path, content) in site.files.iter().filter(|(path, _)| path.ends_with(".svg")) {
            let text = std::str::from_utf8(content).expect("UTF-8");
            let svg = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{path}: {error}"));
            for node in svg.descendants().filter(roxmltree::Node::is_element) {
                let name = node.tag_name().name();
                assert!(
                    "svg metadata g path text a defs marker title rect circle line"
                        .split(' ')
                        .any(|known| known == name),
                    "{path}: {name}"
                );
                for attribute in node.attributes() {
                    let (name, value) = (attribute.name(), attribute.value());
                    assert!(!name.starts_with("on") && name != "style", "{path}: {name}");
                    assert!(name != "href" || !value.contains(':') && !value.starts_with('/'), "{path}: {value:?}");
                }
            }
        }
    }
}

#[test]
fn the_pages_of_the_rules_are_inert_too() {
    let site = Built::of(&catalog());
    for (path, html) in site.pages() {
        check_inert(path, &html, false);
    }
}

#[test]
fn payloads_in_descriptors_stay_text_when_served() {
    for payload in samples(PAYLOADS, 5) {
        let folder = hostile(payload);
        let server = Server::start(&folder, &[]);
        for path in ["/", "/problems.html", "/assembly/", "/resource/", "/codes/", &format!("/{}", "x".repeat(20))] {
            let page = server.get(path);
            check_inert(path, &Html::parse_document(&page.text()), true);
        }
        let listed = server.get("/assembly/").text();
        for link in select(&Html::parse_document(&listed), "main tbody th a") {
            let path = format!("/assembly/{}", link.value().attr("href").expect("an address"));
            let page = server.get(&path);
            assert_eq!(page.status, 200, "{path}");
            check_inert(&path, &Html::parse_document(&page.text()), true);
        }
    }
}

/// The oracle is ammonia, an independent sanitizer: it removes nothing.
#[test]
fn a_sanitizer_finds_nothing_to_take_from_descriptions() {
    let mut strict = ammonia::Builder::empty();
    strict
        .add_tags(["p", "a", "em", "strong", "del", "code", "pre", "ul", "ol", "li", "blockquote", "br", "hr"])
        .add_tags(["h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"])
        .add_tag_attributes("a", ["href", "rel"])
        .add_tag_attributes("code", ["class"])
        .add_tag_attributes("ol", ["start"])
        .add_url_schemes(["http", "https", "mailto"])
        .url_relative(ammonia::UrlRelative::Deny)
        .link_rel(None);
    // By itself, within text, in each construct of Markdown, and next to each other.
    let frames = [
        "{}",
        "text {} text",
        "> {}",
        "- {}",
        "# {}",
        "`{}`",
        "```{}\n{}\n```",
        "[{}]({})",
        "[{}](http://example.org/{} \"{}\")",
        "![{}]({} '{}')",
        "|{}|\n|:-:|\n|{}|",
        "**{}**",
        "<{}>",
        "<div>{}</div>",
        "<!-- {} -->",
        "[a]: {} '{}'\n\n[a]",
        "    {}",
        "&{};",
    ];
    let mut n_cases = 0;
    for payload in PAYLOADS {
        for frame in frames {
            for other in ["", PAYLOADS[0], PAYLOADS[10], "<b", "](", "*"] {
                let text = format!("{other}{}", frame.replace("{}", payload));
                let html = markdown::html(&text, &|_| None);
                let parsed = Html::parse_fragment(&html).root_element().inner_html();
                assert_eq!(strict.clean(&html).to_string(), parsed, "{text:?}");
                assert!(!html.contains("style=") || html.contains("&lt;"), "{text:?}: {html}");
                n_cases += 1;
            }
        }
    }
    assert_eq!(n_cases, PAYLOADS.len() * frames.len() * 6);
}
