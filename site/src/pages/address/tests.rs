//! Properties of addresses, on chosen and on random names.

use std::collections::BTreeMap;

use descriptorium_core::catalog::Catalog;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::workspace::SourceFile;

use super::*;
use crate::html::published;
use crate::pages::address::table::Addresses;
use crate::pages::codes;
use crate::pages::facts::{Definition, Facts};

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
const PIECES: [&str; 50] = [
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
    "index",
    "file",
    "types",
    "node",
    "definitions",
    ".definitions",
    ".source",
    ".dark",
    ".light",
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
    // As for a language with pages for its definitions.
    if kind == "tosca" {
        facts.definitions = ["a.html", "A.html", "index", "Base", "base"].map(definition).into();
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

/// The subject of each page, by its path, in all forms.
fn pages(addresses: &Addresses) -> Vec<(String, String)> {
    let mut pages: Vec<(String, String)> = Vec::new();
    let mut add = |page: &str, about: String| {
        pages.extend(Form::ALL.map(|form| (form.of_page(page), format!("{about} {form:?}"))));
    };
    for (file, address) in addresses.descriptors() {
        add(&address.page, format!("file {file}"));
        for (path, page) in addresses.definitions(file) {
            add(page, format!("definition {file} {path}"));
        }
    }
    addresses.duplicates().for_each(|(page, files)| add(page, format!("duplicates {files:?}")));
    addresses.histories().for_each(|(page, files)| add(page, format!("versions {files:?}")));
    addresses.comparisons().for_each(|(pair, page)| add(page, format!("comparison {pair:?}")));
    addresses.languages().for_each(|language| add(&kind(language), format!("language {language:?}")));
    pages
}

#[test]
fn no_two_pages_share_an_address_on_any_file_system() {
    let mut chance = Chance(11);
    for _ in 0..60 {
        let addresses = addresses(&catalog(&mut chance, 40));
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for (path, about) in pages(&addresses) {
            if let Some(other) = known.insert(path.to_lowercase(), about.clone()) {
                panic!("{path} is the page of {about} and of {other}");
            }
        }
        // No file has the name of a folder.
        for path in known.keys() {
            for (end, _) in path.match_indices('/') {
                assert!(!known.contains_key(&path[..end]), "{} is a page and a folder", &path[..end]);
            }
        }
        // A former address is not one of these, and leads to one.
        for (from, to) in addresses.legacy() {
            assert!(!known.contains_key(&from.to_lowercase()), "{from}");
            assert!(known.contains_key(to), "{from} leads to {to}, which is nowhere");
        }
    }
}

/// Adding files never gives an existing address to another page: it stays, or lists the files that share the name.
#[test]
fn an_address_does_not_depend_on_other_files() {
    let mut chance = Chance(13);
    let mut n_namesakes = 0;
    for _ in 0..60 {
        let all = catalog(&mut chance, 30);
        let some: Vec<Facts> = all.iter().filter(|_| chance.below(2) == 0).cloned().collect();
        let (few, many) = (addresses(&some), addresses(&all));
        let by_path: BTreeMap<&String, &FilePath> =
            many.descriptors().map(|(file, address)| (&address.page, file)).collect();
        for (file, address) in few.descriptors() {
            match by_path.get(&address.page) {
                Some(other) => assert_eq!(*other, file),
                None => {
                    let (_, files) =
                        many.duplicates().find(|(page, _)| **page == address.page).expect("a page of the name");
                    assert!(files.contains(file), "{files:?} has {file}");
                    n_namesakes += 1;
                }
            }
        }
        let comparisons: BTreeMap<&String, &(FilePath, FilePath)> =
            many.comparisons().map(|(pair, page)| (page, pair)).collect();
        for (pair, page) in few.comparisons() {
            assert!(comparisons.get(page).is_none_or(|other| *other == pair), "{page}");
        }
    }
    assert!(n_namesakes > 20, "{n_namesakes}");
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
    let legacy: Vec<(&str, &str)> = addresses.legacy().iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
    // `Gw` comes before `gw`, and had the address of its name; where capitals are small letters, `gw` has it now.
    assert_eq!(
        legacy,
        [
            ("resource/Gw/1.0-to-2.0.html", "resource/~gw/1.0-to-2.0.html"),
            ("resource/Gw/2.0.html", "resource/~gw/2.0.html"),
            ("resource/Gw/2.0.source.html", "resource/~gw/2.0.source.html"),
            ("resource/Gw/versions.html", "resource/~gw/versions.html"),
            ("resource/gw/1.0-2.html", "resource/gw/1.0.html"),
            ("resource/gw/1.0-2.source.html", "resource/gw/1.0.source.html"),
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
