//! Properties of addresses, on chosen and on random names.

use std::collections::BTreeMap;
use std::sync::Arc;

use descriptorium_core::catalog::Catalog;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::workspace::SourceFile;

use super::*;
use crate::html::published;
use crate::pages::about::{About, Appearance};
use crate::pages::address::table::Addresses;
use crate::pages::facts::{Definition, Facts};
use crate::pages::{PageId, Site, Subject, codes};

/// Random numbers: `xorshift64*`.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).expect("31 bits") % limit
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// Pieces with a special meaning in addresses, file systems or escapes.
const PIECES: [&str; 62] = [
    "a",
    "b",
    "A",
    "B",
    "1",
    "0",
    ".",
    "..",
    "-",
    "--",
    "_",
    "~",
    "~a",
    "~2e~",
    "~~",
    "~.",
    "~-",
    "%41",
    "/",
    "\\",
    " ",
    "ä",
    "Ä",
    "ß",
    "ſ",
    "K",
    "to",
    "-to-",
    "-to",
    ".to",
    "versions",
    "latest",
    "changelog",
    "artifacts",
    "index",
    "file",
    "types",
    "node",
    "definitions",
    ".definitions",
    ".source",
    ".dark",
    ".light",
    ".frame",
    ".oembed",
    ".card",
    ".png",
    ".txt",
    ".xml",
    "1.0",
    "2.0",
    "V",
    ".svg",
    ".html",
    ".json",
    ".md",
    ".yaml",
    "con",
    "nul.",
    "-2",
    "\u{0}",
    "\u{202e}",
];

fn name(chance: &mut Chance) -> String {
    let length = 1 + chance.below(4);
    let mut name: String = (0..length).map(|_| chance.of(&PIECES)).collect();
    if chance.below(40) == 0 {
        name = name.repeat(30);
    }
    name
}

/// Undoes [`segment`], by its definition.
fn unescaped(segment: &str) -> String {
    let mut name = String::new();
    let mut rest = segment;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if character != ESCAPE {
            name.push(character);
            continue;
        }
        let next = rest.chars().next().expect("something follows");
        if next == '-' {
            rest = &rest[1..];
        } else if next.is_ascii_lowercase() {
            name.push(next.to_ascii_uppercase());
            rest = &rest[1..];
        } else {
            let (number, behind) = rest.split_once(ESCAPE).expect("an end");
            let number = u32::from_str_radix(number, 16).expect("a hexadecimal number");
            name.push(char::from_u32(number).expect("a character"));
            rest = behind;
        }
    }
    name
}

const KINDS: [SegmentKind; 4] = [SegmentKind::Folder, SegmentKind::Name, SegmentKind::Stem, SegmentKind::Version];

#[test]
fn a_segment_means_nothing_to_a_system_and_stays_readable() {
    for (name, expected) in [
        ("c_streamer", "c_streamer"),
        ("fjord.video-service", "fjord.video-service"),
        ("1.0", "1.0"),
        ("2.0-beta.1", "2.0-beta.1"),
        ("tosca.nodes.WebServer", "tosca.nodes.~web~server"),
        ("../../etc/passwd", "~2e~.~2f~..~2f~etc~2f~passwd"),
        ("..", "~2e~~2e~"),
        ("", "~-"),
        ("größe 2", "gr~0f6~~0df~e~20~2"),
        ("CON", "~c~o~n"),
        ("con", "~63~on"),
        ("nul.txt", "~6e~ul.txt"),
        ("lpt1", "~6c~pt1"),
        ("index", "~69~ndex"),
        ("versions", "~76~ersions"),
        ("1.0.source", "1.0~2e~source"),
        ("1.0.dark", "1.0~2e~dark"),
        ("1-to-2", "1~2d~to-2"),
        ("1-to", "1~2d~to"),
        ("1-top", "1-top"),
        ("a~b", "a~7e~b"),
        (".hidden", "~2e~hidden"),
        ("_private", "~5f~private"),
        ("a\u{202e}b\0c", "a~202e~b~0~c"),
    ] {
        assert_eq!(segment(name, SegmentKind::Version), expected, "{name:?}");
    }
    assert_eq!(segment("a.yaml.html", SegmentKind::Folder), "a.yaml~2e~html");
    assert_eq!(segment("a.yaml", SegmentKind::Folder), "a~2e~yaml");
    assert_eq!(segment("a.yaml", SegmentKind::Stem), "a.yaml");
    assert_eq!(segment("file", SegmentKind::Name), "~66~ile");
}

#[test]
fn different_names_have_different_segments_that_every_system_takes() {
    let mut chance = Chance(7);
    for place in KINDS {
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for _ in 0..20_000 {
            let name = name(&mut chance);
            let segment = segment(&name, place);
            assert!((1..=MAX_LENGTH).contains(&segment.len()), "{name:?}: {segment}");
            assert!(segment.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b'~')));
            assert!(!segment.starts_with(['.', '-', '_']) && !segment.ends_with('.'), "{name:?}: {segment}");
            assert!(!is_device(&segment), "{name:?}: {segment}");
            assert!(!place.is_taken(&segment), "{name:?}: {segment}");
            assert!(!segment.rsplit_once('.').is_some_and(|(_, word)| place.is_ending(word)), "{name:?}: {segment}");
            // Segments cut for their length end with a hash and cannot be reversed.
            if !segment.contains(CUT) || unescaped_is_whole(&segment) {
                assert_eq!(unescaped(&segment), name, "{segment}");
            }
            if let Some(other) = known.insert(segment.clone(), name.clone()) {
                assert_eq!(other, name, "{segment}");
            }
        }
    }
}

/// Whether an apparent cut is the end of one escape followed by the beginning of another.
fn unescaped_is_whole(segment: &str) -> bool {
    segment.len() < MAX_LENGTH - 8
}

/// The facts about a file with this name and version, or about a template without them if the name is empty.
fn facts(path: &str, kind: &str, name: &str, version: &str) -> Option<Facts> {
    let quoted = |text: &str| serde_json::to_string(text).expect("text");
    let text = match kind {
        "tosca" if name.is_empty() => "tosca_definitions_version: tosca_simple_yaml_1_2\n".to_owned(),
        "tosca" => format!(
            "tosca_definitions_version: tosca_simple_yaml_1_2\nmetadata: {{template_author: {}, template_name: {}, \
             template_version: {}}}\n",
            quoted(path.split('/').next().unwrap_or_default()),
            quoted(name),
            quoted(version)
        ),
        kind => format!("name: {}\nproperties: {{}}\n", quoted(&format!("{kind}::{name}::{version}"))),
    };
    let mut facts = Facts::of(&SourceFile::new(FilePath::new(path)?, text))?;
    // As for a language with pages for its definitions; some of the names are those of other files.
    if kind == "tosca" {
        let own = format!("own.{path}");
        let names = ["a.html", "A.html", "index", "Base", "base", &own].into_iter().enumerate();
        let names = names.filter(|(at, _)| *at == 5 || !(path.len() + at).is_multiple_of(3));
        facts.definitions = names.map(|(_, name)| definition(name)).collect();
    }
    Some(facts)
}

fn definition(name: &str) -> Definition {
    let path = NodePath::keys(["node_types", name]);
    Definition { section: "node_types".to_owned(), name: name.to_owned(), path, ..Definition::default() }
}

/// A random catalog: similar names in similar files.
fn catalog(chance: &mut Chance, size: usize) -> Vec<Facts> {
    let kinds = ["assembly", "resource", "Resource", "tosca", "tosca"];
    let mut files: BTreeMap<String, Facts> = BTreeMap::new();
    for _ in 0..size {
        let path = format!("{}/{}", name(chance), name(chance));
        let (kind, own, version) = (chance.of(&kinds), name(chance), name(chance));
        let own = if chance.below(3) == 0 { String::new() } else { own };
        let found = facts(&path, kind, &own, &version);
        files.extend(found.map(|facts| (path, facts)));
        // The same name in another file, and another version of it.
        if chance.below(3) == 0 {
            let other = format!("{}/{}", name(chance), name(chance));
            let version = if chance.below(2) == 0 { version } else { name(chance) };
            let found = facts(&other, kind, &own, &version);
            files.extend(found.map(|facts| (other, facts)));
        }
    }
    files.into_values().collect()
}

fn addresses(facts: &[Facts]) -> Addresses {
    let editions = facts.iter().filter_map(|facts| Some((facts.edition.clone()?, facts.path.clone())));
    Addresses::of(facts.iter(), &Catalog::of_names(editions), &[])
}

/// The site of a catalog, with all forms of its pages.
fn site(facts: &[Facts]) -> Site {
    let editions = facts.iter().filter_map(|facts| Some((facts.edition.clone()?, facts.path.clone())));
    let catalog = Arc::new(Catalog::of_names(editions));
    let about = About::new("addresses".to_owned(), None, None, Appearance::default());
    let setting = Setting { base_url: Some("https://example.org/".to_owned()), images: true, ..Setting::default() };
    let facts = facts.iter().cloned().map(Box::new).collect();
    Site::new(facts, catalog, Settings::default(), about, &[], setting)
}

/// The page to which an address leads, at once or by a redirect.
fn landing<'a>(site: &'a Site, path: &str) -> Option<&'a Subject> {
    match &site.at(path)?.subject {
        Subject::Redirect(to) => Some(&site.at(to)?.subject),
        subject => Some(subject),
    }
}

#[test]
fn no_two_pages_share_an_address_on_any_file_system() {
    let mut chance = Chance(11);
    for _ in 0..60 {
        let site = site(&catalog(&mut chance, 40));
        let mut known: BTreeMap<String, &PageId> = BTreeMap::new();
        for (path, id) in site.pages() {
            if let Some(other) = known.insert(path.to_lowercase(), id) {
                panic!("{path} is {id:?} and {other:?}");
            }
        }
        // No file has the name of a folder.
        for path in known.keys() {
            for (end, _) in path.match_indices('/') {
                assert!(!known.contains_key(&path[..end]), "{} is a page and a folder", &path[..end]);
            }
        }
        for (path, id) in site.pages() {
            if let Subject::Redirect(to) = &id.subject {
                let to = site.at(to).unwrap_or_else(|| panic!("{path} leads to {to}, which is nowhere"));
                assert!(!matches!(to.subject, Subject::Redirect(_)), "{path} leads to a redirect");
            }
        }
    }
}

/// The name of a descriptor without its version.
fn without_version(site: &Site, file: &FilePath) -> Option<(Language, String, String)> {
    let facts = site.facts(file)?;
    let edition = facts.edition.as_ref()?;
    Some((facts.language, edition.kind.to_string(), edition.name.to_string()))
}

/// Whether a page of another catalog, which has the files of `site`, is about the same as a page of `site`: the same page, or one
/// about the name that several files share, or about other versions of it.
fn is_about(site: &Site, before: &Subject, after: &Subject) -> bool {
    let is_version = |file: &FilePath, other: &FilePath, all: &Site| {
        without_version(site, file).is_some_and(|name| without_version(all, other) == Some(name))
    };
    match (before, after) {
        (before, after) if before == after => true,
        (Subject::Descriptor(file), Subject::Duplicates(files)) => files.contains(file),
        (Subject::Duplicates(few), Subject::Duplicates(many)) => few.iter().all(|file| many.contains(file)),
        (Subject::Definition(file, path), Subject::SharedType(of)) => {
            of.definitions.iter().any(|(other, place)| (other, place) == (file, path))
        }
        (Subject::SharedType(few), Subject::SharedType(many)) => {
            few.definitions.iter().all(|one| many.definitions.contains(one))
        }
        (Subject::Changes(file) | Subject::Comparison(_, file), Subject::Changes(other)) => {
            is_version(file, other, site) || site.facts(other).is_none()
        }
        _ => false,
    }
}

/// Files are added, and in the other direction removed: each address stays, or leads to what it was about.
#[test]
fn an_address_does_not_depend_on_other_files() {
    let mut chance = Chance(13);
    let (mut n_namesakes, mut n_types, mut n_versions) = (0, 0, 0);
    for _ in 0..60 {
        let all = catalog(&mut chance, 30);
        let some: Vec<Facts> = all.iter().filter(|_| chance.below(2) == 0).cloned().collect();
        let (few, many) = (site(&some), site(&all));
        let legacy: BTreeMap<&String, &String> = few.addresses.legacy().collect();
        for (path, id) in few.pages() {
            if !path.ends_with(".html") || legacy.contains_key(path) {
                continue;
            }
            let before = landing(&few, path).unwrap_or_else(|| panic!("{path} is no page"));
            let after = landing(&many, path).unwrap_or_else(|| panic!("{path} is gone, which is {id:?}"));
            n_namesakes += usize::from(matches!((before, after), (Subject::Descriptor(_), Subject::Duplicates(_))));
            n_types += usize::from(matches!((before, after), (Subject::Definition(..), Subject::SharedType(_))));
            // Other versions may be added to a name, or files that share one with the highest version.
            let is_of_name =
                path.ends_with("/latest.html") || path.ends_with("/versions.html") || path.contains("-to-");
            if is_of_name && before != after {
                n_versions += 1;
                assert_eq!(name_of(&few, before), name_of(&many, after), "{path}: {before:?}, {after:?}");
            } else {
                assert!(is_about(&few, before, after), "{path}: {before:?}, {after:?}");
            }
        }
        // The address of a file that is gone is gone, but each of another file leads to the same one.
        for (path, id) in many.pages() {
            let Some(file) = id.subject.file().filter(|file| few.facts(file).is_some()) else { continue };
            // The frame and the source of a file have addresses by file only while it shares its name.
            let is_passing = path.contains("/file/") && matches!(id.form, Form::Source | Form::Frame);
            if path.ends_with(".html") && !is_passing {
                let after = landing(&few, path).unwrap_or_else(|| panic!("{path} is gone, which is {id:?}"));
                assert_eq!(after.file(), Some(file), "{path}: {id:?}, {after:?}");
            }
        }
        // Addresses of earlier sites depended on other files. Where they lead depends on them no more: to one descriptor in
        // all catalogs, or to a list. Pages take precedence.
        for (path, to) in legacy {
            let Some((_, other)) = many.addresses.legacy().find(|(other, _)| *other == path) else { continue };
            let [before, after] = [(&few, to), (&many, other)].map(|(site, to)| &site.at(to).expect("a page").subject);
            assert!(
                matches!(after, Subject::Kind(_)) || is_about(&few, before, after),
                "{path}: {before:?}, {after:?}"
            );
        }
    }
    assert!(n_namesakes > 50 && n_types > 10 && n_versions > 50, "{n_namesakes} {n_types} {n_versions}");
}

/// The name that a page of a descriptor or about its versions is about.
fn name_of(site: &Site, subject: &Subject) -> Option<(Language, String, String)> {
    match subject {
        Subject::Descriptor(file) | Subject::Changes(file) | Subject::Comparison(_, file) => {
            without_version(site, file)
        }
        Subject::Duplicates(files) => without_version(site, files.first()?),
        _ => None,
    }
}

/// A file with a name and version is renamed: only the address of its file changes.
#[test]
fn an_address_does_not_depend_on_the_name_of_the_file() {
    let mut chance = Chance(17);
    for _ in 0..20 {
        let before = catalog(&mut chance, 30);
        let mut after = before.clone();
        for (index, facts) in after.iter_mut().enumerate().filter(|(_, facts)| facts.edition.is_some()) {
            facts.path = FilePath::new(&format!("renamed/{index}.yaml")).expect("a plain path");
        }
        let (before, after) = (site(&before), site(&after));
        let addresses = before.pages().iter().filter(|(path, id)| id.is_page() && !path.contains("/file/"));
        for (path, id) in addresses {
            assert_eq!(after.at(path).map(|other| other.form), Some(id.form), "{path}");
        }
    }
}

/// Versions with the names of other pages and of the forms of pages.
#[test]
fn a_version_does_not_take_the_address_of_another_page() {
    let versions = [
        "1.0",
        "2.0",
        "latest",
        "versions",
        "index",
        "1.0.frame",
        "1.0.dark",
        "1.0.source",
        "1.0.oembed",
        "1.0.card",
        "1.0.json",
        "1.0.md",
        "1.0.html",
        "1.0-to-2.0",
        "changelog",
    ];
    let all: Vec<Facts> = versions
        .iter()
        .enumerate()
        .map(|(index, version)| facts(&format!("{index}.yaml"), "resource", "gw", version).expect("a resource"))
        .collect();
    let site = site(&all);
    let file = |version: &str| &all[versions.iter().position(|other| *other == version).expect("known")].path;
    for (path, version, form) in [
        ("resource/gw/1.0.html", "1.0", Form::Html),
        ("resource/gw/1.0.frame.html", "1.0", Form::Frame),
        ("resource/gw/1.0.source.html", "1.0", Form::Source),
        ("resource/gw/1.0.dark.svg", "1.0", Form::DarkSvg),
        ("resource/gw/1.0.oembed.json", "1.0", Form::Oembed),
        ("resource/gw/1.0.card.png", "1.0", Form::Card),
        ("resource/gw/1.0.json", "1.0", Form::Json),
        ("resource/gw/1.0.md", "1.0", Form::Markdown),
        ("resource/gw/~6c~atest.html", "latest", Form::Html),
        ("resource/gw/1.0~2e~frame.html", "1.0.frame", Form::Html),
        ("resource/gw/changelog.html", "changelog", Form::Html),
    ] {
        let expected = PageId { subject: Subject::Descriptor(file(version).clone()), form };
        assert_eq!(site.at(path), Some(&expected), "{path}");
    }
    assert!(matches!(landing(&site, "resource/gw/versions.html"), Some(Subject::Changes(_))));
    // Of so many versions, not all are compared.
    assert!(matches!(landing(&site, "resource/gw/1.0-to-2.0.html"), Some(Subject::Changes(_))));
    // The first version alone has the same address, and the name leads to it.
    let alone = self::site(&all[..1]);
    for path in ["resource/gw/latest.html", "resource/gw/versions.html", "resource/gw/1.0.html"] {
        assert_eq!(landing(&alone, path), Some(&Subject::Descriptor(file("1.0").clone())), "{path}");
    }
}

/// Another file with the same name and version, or with a type of the same name.
#[test]
fn an_address_that_several_files_claim_lists_them() {
    let of = |path: &str, version: &str| facts(path, "tosca", "shop", version).expect("a template");
    let mut all = [of("fjord/a.yaml", "1.0"), of("fjord/b.yaml", "2.0"), of("fjord/c.yaml", "2.0")];
    for facts in &mut all {
        facts.definitions = vec![definition("my.Base")];
    }
    let (before, after) = (site(&all[..2]), site(&all));
    let one = site(&all[..1]);
    let [a, b, c] = all.each_ref().map(|facts| facts.path.clone());
    let both = Subject::Duplicates(vec![b.clone(), c.clone()]);
    let (name, by_type) = ("tosca/~66~jord/shop", "tosca/types/node/my.~base.html");
    let name = if before.at(&format!("{name}/1.0.html")).is_some() { name } else { "tosca/fjord/shop" };
    for (path, few, many) in [
        ("latest.html", Subject::Descriptor(b.clone()), both.clone()),
        ("2.0.html", Subject::Descriptor(b.clone()), both.clone()),
        ("2.0.frame.html", Subject::Descriptor(b.clone()), both.clone()),
        ("2.0.source.html", Subject::Descriptor(b.clone()), both.clone()),
        ("1.0.html", Subject::Descriptor(a.clone()), Subject::Descriptor(a.clone())),
        // There is only one version that can be compared.
        ("versions.html", Subject::Changes(b.clone()), both.clone()),
        ("1.0-to-2.0.html", Subject::Comparison(a.clone(), b.clone()), both.clone()),
    ] {
        let path = format!("{name}/{path}");
        assert_eq!((landing(&before, &path), landing(&after, &path)), (Some(&few), Some(&many)), "{path}");
    }
    for file in [&a, &b] {
        let path = format!("tosca/file/{file}.html");
        for site in [&before, &after] {
            assert_eq!(landing(site, &path), Some(&Subject::Descriptor(file.clone())), "{path}");
        }
    }
    let place = definition("my.Base").path;
    assert_eq!(landing(&one, by_type), Some(&Subject::Definition(a.clone(), place.clone())));
    for (site, files) in [(&before, &[&a, &b][..]), (&after, &[&a, &b, &c])] {
        let Some(Subject::SharedType(of)) = landing(site, by_type) else { panic!("a list") };
        assert_eq!(of.definitions.iter().map(|(file, _)| file).collect::<Vec<_>>(), files);
    }
    for site in [&one, &before, &after] {
        let path = "tosca/file/fjord/a.yaml.definitions/node_types/my.~base.html";
        assert_eq!(landing(site, path), Some(&Subject::Definition(a.clone(), place.clone())));
    }
}

/// A built-in type, which a file and then two files define themselves.
#[test]
fn the_address_of_a_built_in_type_stays() {
    let template = |path: &str, text: &str| {
        let text = format!("tosca_definitions_version: tosca_simple_yaml_1_2\n{text}");
        Facts::of(&SourceFile::new(FilePath::new(path).expect("a plain path"), text)).expect("a template")
    };
    let own = "node_types:\n  tosca.nodes.Compute: {derived_from: tosca.nodes.Root}\n";
    let all = [
        template("a.yaml", "topology_template: {node_templates: {server: {type: tosca.nodes.Compute}}}\n"),
        template("b.yaml", own),
        template("c.yaml", own),
    ];
    let path = "tosca/types/node/tosca.nodes.~compute.html";
    assert!(matches!(landing(&site(&all[..1]), path), Some(Subject::BuiltIn(..))));
    assert!(matches!(landing(&site(&all[..2]), path), Some(Subject::Definition(file, _)) if file.as_str() == "b.yaml"));
    assert!(matches!(landing(&site(&all), path), Some(Subject::SharedType(of)) if of.definitions.len() == 2));
}

/// Known failures of the former scheme.
#[test]
fn what_used_to_share_an_address_does_not() {
    let stems = |facts: &[(&str, &str, &str)]| -> Vec<String> {
        let facts: Vec<Facts> =
            facts.iter().filter_map(|(path, name, version)| self::facts(path, "resource", name, version)).collect();
        assert!(facts.iter().all(|facts| facts.edition.is_some()));
        let addresses = addresses(&facts);
        facts.iter().map(|facts| addresses.get(&facts.path).expect("it has one").page.clone()).collect()
    };
    assert_eq!(
        stems(&[("x.yaml", "gw", "1.0"), ("y.yaml", "gw", "1.0.dark"), ("z.yaml", "gw", "1.0.source")]),
        ["resource/gw/1.0.html", "resource/gw/1.0~2e~dark.html", "resource/gw/1.0~2e~source.html",]
    );
    assert_eq!(
        stems(&[("x.yaml", "gw", "1.0"), ("y.yaml", "gw", "1.0"), ("z.yaml", "gw", "1.0-2")]),
        ["resource/file/x.yaml.html", "resource/file/y.yaml.html", "resource/gw/1.0-2.html",]
    );
    assert_eq!(
        stems(&[("x.yaml", "a b", "1"), ("y.yaml", "a-b", "1"), ("z.yaml", "A-b", "1")]),
        ["resource/a~20~b/1.html", "resource/a-b/1.html", "resource/~a-b/1.html",]
    );
    let both = ["a-b/x.yaml", "a/b-x.yaml"].map(|path| facts(path, "tosca", "", "").expect("a template"));
    let addresses = addresses(&both);
    let page = |file: &Facts| addresses.get(&file.path).expect("it has one").page.clone();
    assert_eq!(both.each_ref().map(page), ["tosca/file/a-b/x.yaml.html", "tosca/file/a/b-x.yaml.html"]);
}

#[test]
fn addresses_of_earlier_sites_redirect() {
    let all = [
        facts("x.yaml", "resource", "gw", "1.0").expect("a resource"),
        facts("y.yaml", "resource", "Gw", "1.0").expect("a resource"),
        facts("y2.yaml", "resource", "Gw", "2.0").expect("a resource"),
        facts("types/t.yaml", "tosca", "", "").expect("a template"),
    ];
    let addresses = addresses(&all);
    let legacy: Vec<(&str, &str)> = addresses.legacy().map(|(from, to)| (from.as_str(), to.as_str())).collect();
    // `Gw` comes before `gw`, and had the address of its name, and `gw` one with a number; without the other, they have another
    // one. Where capitals are small letters, `gw` has the former now, and `resource/gw/versions.html`.
    assert_eq!(
        legacy,
        [
            ("resource/Gw/1.0-to-2.0.html", "resource/~gw/1.0-to-2.0.html"),
            ("resource/Gw/2.0.html", "resource/~gw/2.0.html"),
            ("resource/Gw/2.0.source.html", "resource/~gw/2.0.source.html"),
            ("resource/gw/1.0-2.html", "resource/index.html"),
            ("resource/gw/1.0-2.source.html", "resource/index.html"),
            ("tosca/types-t.yaml.html", "tosca/file/types/t.yaml.html"),
            ("tosca/types-t.yaml.source.html", "tosca/file/types/t.yaml.source.html"),
        ]
    );
}

#[test]
fn a_site_is_published_at_an_address_of_the_web() {
    for text in ["https://example.org/docs", "https://example.org/docs/", "https://example.org/docs//"] {
        assert_eq!(base(text).as_deref(), Ok("https://example.org/docs/"), "{text}");
    }
    for text in
        ["httpx", "http://", "https:///docs", "https://a b", "https://a/?x", "https://a/#x", "mailto:a@b", "a.org"]
    {
        assert!(base(text).is_err(), "{text}");
    }
}

#[test]
fn links_of_findings_lead_to_the_pages_of_their_rules() {
    for rule in codes::all() {
        assert_eq!(
            published_code("https://example.org/", rule.code),
            published("https://example.org/", &code(rule.code))
        );
    }
}
