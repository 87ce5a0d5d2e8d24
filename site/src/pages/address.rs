//! Addresses of pages. The address of a page is a function of its subject alone: adding files to the catalog does not change
//! it. No two pages share an address, not even on case-insensitive file systems.
//!
//! | page | address |
//! |---|---|
//! | descriptor with a name and a version | `resource/gateway/1.0.html` |
//! | the same with an owner (TOSCA author, ASD provider) | `tosca/~fjord/shop/1.0.html` |
//! | descriptor without these, or one of several of the same name | `tosca/file/types/base.yaml.html` |
//! | type of a descriptor | `tosca/types/node/my.~base.html` |
//! | built-in type that the catalog uses | `tosca/types/node/tosca.nodes.~compute.html` |
//! | the same, if several files define the name | `tosca/file/types/base.yaml.definitions/node_types/my.~base.html` |
//! | versions of a descriptor, two of them compared | `resource/gateway/versions.html`, `resource/gateway/1.0-to-2.0.html` |
//! | redirect to its highest version | `resource/gateway/latest.html` |
//! | list of the files that share a name and version, or define a type | the address of that name |
//! | Markdown file, archive, file of any kind | `pages/docs/guide.html`, `archives/web.csar.html`, `files/scripts/run.sh` |
//!
//! A page has several forms, which differ in the ending after its stem: see [`Form`]. Names are escaped by [`segment`],
//! which is reversible, so different names have different addresses.

pub mod legacy;
pub mod table;

pub use descriptorium_core::document::links::{base, published_code};
use descriptorium_core::language::Language;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::text::FilePath;

use crate::hash::Hasher;
use crate::pages::about::Setting;
use crate::pages::layout::kind_word;

pub const HOME: &str = "index.html";
pub const FINDINGS: &str = "problems.html";
pub const CODES: &str = "codes/index.html";
pub const CONFORMANCE: &str = "codes/conformance.html";
/// The schema of the settings of a catalog, for editors.
pub const SCHEMA: &str = "codes/descriptorium.schema.json";
pub const HEALTH: &str = "health.html";
/// Only where the address of the site is known.
pub const FEED: &str = "feed.xml";
pub const FOLDERS: &str = "folders.html";
pub const GRAPH: &str = "dependencies.html";
/// Only where the catalog describes clusters.
pub const CLUSTERS: &str = "clusters.html";
/// Only where service templates name files, or the catalog has archives.
pub const ARTIFACTS: &str = "tosca/artifacts.html";
/// Only where service templates have imports.
pub const IMPORTS: &str = "tosca/imports.html";
/// Only where service templates define types or state namespaces.
pub const NAMESPACES: &str = "tosca/namespaces.html";
/// The folder of the pages of archives, and that of the files that are part of the site as they are.
const ARCHIVES: &str = "archives";
const DOCUMENTS: &str = "pages";
const ATTACHMENTS: &str = "files";
/// Endings of files that a browser would run as part of the site, or a web server on itself, and what is appended to them.
const ACTIVE: [&str; 36] = [
    "asp", "aspx", "atom", "cgi", "hta", "htc", "htm", "html", "js", "jsp", "mathml", "mht", "mhtml", "mjs", "mml",
    "owl", "phar", "php", "phtml", "pl", "rdf", "rng", "rss", "shtm", "shtml", "svgz", "swf", "wsdl", "xht", "xhtm",
    "xhtml", "xml", "xsd", "xsl", "xslt", "xul",
];
const AS_TEXT: &str = "~.txt";
pub const INDEX: &str = "index.json";
pub const THEME: &str = "assets/theme.css";
pub const SEARCH: &str = "search.html";
pub const NOT_FOUND: &str = "404.html";
pub const STYLE: &str = "assets/site.css";
/// Beside the style sheet, which refers to it.
pub const FONT: &str = "assets/inter.woff2";
pub const ICON: &str = "assets/icon.svg";
/// Only where pages are served.
pub const LIVE: &str = "assets/live.js";
pub const PAGE_SCRIPT: &str = "assets/page.js";
pub const SCRIPT: &str = "assets/search.js";
/// Only where there is a modeller.
pub const MODELLER_FOLDER: &str = "modeller/";
pub const MODELLER: &str = "modeller/index.html";
/// Only on pages with a diagram.
pub const DIAGRAM_SCRIPT: &str = "assets/drawing.js";
/// The element for descriptors in other pages; only where it was asked for.
pub const VIEW_SCRIPT: &str = "assets/descriptorium-view.js";
/// Only on pages with rows that can be filtered.
pub const FILTER_SCRIPT: &str = "assets/filter.js";
/// Only on pages with a list of all descriptors, and on that of the dependencies.
pub const LIST_SCRIPT: &str = "assets/list.js";
pub const NEIGHBORHOOD_SCRIPT: &str = "assets/neighborhood.js";
/// The dependencies of all descriptors, as a script: a page on a local disk cannot read other files.
pub const NEIGHBORHOOD_DATA: &str = "assets/dependencies.js";

/// The folder, within that of a language, of the descriptors that are addressed by their files.
const FILES: &str = "file";
/// The folder, within that of a language, of types that only one file defines.
const TYPES: &str = "types";
/// The ending of the sections of types.
const OF_TYPES: &str = "_types";
/// The stem of the page about all versions of a descriptor.
const VERSIONS: &str = "versions";
/// The stem of the first page of a folder, which servers show for the folder.
const INDEX_STEM: &str = "index";
/// The stem of the address that redirects to the highest version.
const LATEST: &str = "latest";
/// Separates the stems of two compared versions.
const TO: &str = "-to-";
/// Follows the stem of a descriptor in the name of the folder of its definitions.
const DEFINITIONS: &str = "definitions";

/// Maximum length of a segment in bytes. Two of them with a separator and an ending stay below the 255 that file systems
/// allow.
const MAX_LENGTH: usize = 80;
/// Begins an escape: `~a` for a capital `A`, and `~20~` for other characters, by their hexadecimal code. It is the one
/// remaining character that URLs keep, file systems allow, and names rarely contain.
const ESCAPE: char = '~';
/// Separates the parts of a segment. No escape begins like this.
const PART: &str = "~.";
/// Precedes the hash of a segment that would be too long. No escape begins like this.
const CUT: &str = "~~";

/// The format of a page, which determines the ending after its stem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    Html,
    /// The page of the text of a descriptor.
    Source,
    /// The diagram of a descriptor, for light and for dark pages.
    Svg,
    DarkSvg,
    /// The page of a descriptor for frames in other pages.
    Frame,
    /// How to show the frame, for programs that ask with oEmbed.
    Oembed,
    /// The diagram in pixels, and a picture for links that are shared.
    Png,
    Card,
    /// The text of a descriptor.
    Yaml,
    Json,
    Markdown,
}

impl Form {
    pub const ALL: [Form; 11] = [
        Form::Html,
        Form::Source,
        Form::Svg,
        Form::DarkSvg,
        Form::Frame,
        Form::Json,
        Form::Markdown,
        Form::Yaml,
        Form::Oembed,
        Form::Png,
        Form::Card,
    ];

    pub fn ending(self) -> &'static str {
        match self {
            Form::Html => ".html",
            Form::Source => ".source.html",
            Form::Svg => ".svg",
            Form::DarkSvg => ".dark.svg",
            Form::Frame => ".frame.html",
            Form::Oembed => ".oembed.json",
            Form::Png => ".png",
            Form::Card => ".card.png",
            Form::Yaml => ".yaml",
            Form::Json => ".json",
            Form::Markdown => ".md",
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Form::Html | Form::Source | Form::Frame => "text/html",
            Form::Svg | Form::DarkSvg => "image/svg+xml",
            Form::Yaml => "application/yaml",
            Form::Json => "application/json",
            Form::Oembed => "application/json+oembed",
            Form::Png | Form::Card => "image/png",
            Form::Markdown => "text/markdown",
        }
    }

    /// Whether a site has pages in this form. Programs ask with oEmbed only where the address of the site is known.
    pub fn is_in(self, setting: &Setting) -> bool {
        match self {
            Form::Oembed => setting.base_url.is_some(),
            Form::Png | Form::Card => setting.images,
            _ => true,
        }
    }

    /// The path of a page in this form, by the stem of the page.
    pub fn of_stem(self, stem: &str) -> String {
        [stem, self.ending()].concat()
    }

    /// The path of a page in this form, by the path of its HTML.
    pub fn of_page(self, page: &str) -> String {
        self.of_stem(page.strip_suffix(Form::Html.ending()).unwrap_or(page))
    }
}

/// Words that may come between a stem and an ending, including those that forms may get.
const FORM_WORDS: [&str; 6] = ["source", "dark", "light", "frame", "oembed", "card"];
/// The endings of the files of a site. No folder has such a name.
const FILE_ENDINGS: [&str; 10] = ["html", "svg", "png", "yaml", "json", "md", "js", "css", "xml", "txt"];

/// The page that lists the descriptors of a language.
pub fn kind(language: Language) -> String {
    format!("{}/{INDEX_STEM}.html", folder(language))
}

/// The page of a Markdown file of the catalog.
pub fn document(file: &FilePath) -> String {
    format!("{DOCUMENTS}/{}.html", segments(file))
}

/// The page of an archive of the catalog.
pub fn archive(file: &FilePath) -> String {
    format!("{ARCHIVES}/{}.html", segments(file))
}

/// The address of a file that is part of the site as it is. Documents that a browser would run are renamed, so that it shows
/// them as text.
pub fn attachment(file: &FilePath) -> String {
    // Some servers look at all endings: `page.html.de` is a page.
    let mut endings = file.name().split('.').skip(1);
    let is_active = endings.any(|ending| ACTIVE.contains(&ending.to_ascii_lowercase().as_str()));
    let suffix = if is_active { AS_TEXT } else { "" };
    format!("{ATTACHMENTS}/{}{suffix}", segments(file))
}

/// A path with escaped segments.
fn segments(file: &FilePath) -> String {
    let mut segments = file.as_str().split('/').peekable();
    let mut path = String::new();
    while let Some(name) = segments.next() {
        let is_last = segments.peek().is_none();
        path.push_str(&segment(name, if is_last { SegmentKind::Stem } else { SegmentKind::Folder }));
        path.push_str(if is_last { "" } else { "/" });
    }
    path
}

/// The page of a code of diagnostics.
pub fn code(code: &str) -> String {
    let parts: Vec<String> = code.split('/').map(|part| segment(part, SegmentKind::Stem)).collect();
    format!("codes/{}.html", parts.join("/"))
}

/// The stem of the page of a descriptor with a name and a version.
pub fn of_name(language: Language, edition: &DescriptorRef) -> String {
    format!("{}/{}", name_folder(language, edition), segment(&edition.version, SegmentKind::Version))
}

/// The stem of the page of a descriptor that is addressed by its file.
pub fn of_file(language: Language, file: &FilePath) -> String {
    format!("{}/{FILES}/{}", folder(language), segments(file))
}

/// The stem of the page of a definition, by the stem of the page of its descriptor, the section that holds it, and its
/// name there.
pub fn of_definition(descriptor: &str, section: &str, name: &str) -> String {
    let [section, name] = [segment(section, SegmentKind::Folder), segment(name, SegmentKind::Stem)];
    format!("{descriptor}.{DEFINITIONS}/{section}/{name}")
}

/// The stem of the page of a type whose name is unique, by the section that holds it; `None` for other definitions.
pub fn of_type(language: Language, section: &str, name: &str) -> Option<String> {
    let kind = segment(section.strip_suffix(OF_TYPES)?, SegmentKind::Folder);
    Some(format!("{}/{TYPES}/{kind}/{}", folder(language), segment(name, SegmentKind::Stem)))
}

/// The page about all types of a language.
pub fn types(language: Language) -> String {
    format!("{}/{TYPES}/{INDEX_STEM}.html", folder(language))
}

/// The page about all versions of a descriptor, given one of them.
pub fn versions(language: Language, edition: &DescriptorRef) -> String {
    format!("{}/{VERSIONS}.html", name_folder(language, edition))
}

/// The address that redirects to the highest version of a descriptor, given one of them.
pub fn latest(language: Language, edition: &DescriptorRef) -> String {
    format!("{}/{LATEST}.html", name_folder(language, edition))
}

/// The page that compares two versions of a descriptor.
pub fn comparison(language: Language, before: &DescriptorRef, after: &DescriptorRef) -> String {
    let [from, to] = [before, after].map(|edition| segment(&edition.version, SegmentKind::Version));
    format!("{}/{from}{TO}{to}.html", name_folder(language, after))
}

/// The folder of the descriptors of a language: `assembly`.
fn folder(language: Language) -> String {
    kind_word(language).to_ascii_lowercase()
}

/// The folder of the versions of a descriptor.
fn name_folder(language: Language, edition: &DescriptorRef) -> String {
    let mut path = folder(language);
    let kind = edition.kind.as_str();
    let owner = match kind.split_once(" by ") {
        Some((_, owner)) => Some(segment(owner, SegmentKind::Name)),
        None if kind.bytes().all(|byte| byte.is_ascii_lowercase()) => None,
        // Written differently, such as `Assembly`, it is a different name than with `assembly`.
        None => Some(joined(&["", kind], SegmentKind::Name)),
    };
    for part in owner.into_iter().chain([segment(&edition.name, SegmentKind::Name)]) {
        path.push('/');
        path.push_str(&part);
    }
    path
}

/// The position of a segment in a path, which determines its reserved words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SegmentKind {
    /// A folder, which has no name that a file could have.
    Folder,
    /// A folder beside [`FILES`] and [`TYPES`].
    Name,
    /// The stem that all forms of a page share.
    Stem,
    /// A stem beside [`VERSIONS`] and comparisons.
    Version,
}

impl SegmentKind {
    /// Whether a name is reserved at this position.
    fn is_taken(self, name: &str) -> bool {
        match self {
            SegmentKind::Folder => false,
            SegmentKind::Name => name == FILES || name == TYPES,
            SegmentKind::Stem => name == INDEX_STEM,
            SegmentKind::Version => name == INDEX_STEM || name == VERSIONS || name == LATEST,
        }
    }

    /// Whether a segment at this position may not have the word after its last period.
    fn is_ending(self, word: &str) -> bool {
        match self {
            SegmentKind::Folder | SegmentKind::Name => word == DEFINITIONS || FILE_ENDINGS.contains(&word),
            SegmentKind::Stem | SegmentKind::Version => FORM_WORDS.contains(&word),
        }
    }
}

/// A name as a segment of a path: small letters, digits, `.`, `-`, `_` and escapes. It has no special meaning to a file
/// system, a web server or a shell, is not hidden, and is not a reserved word at its position.
fn segment(name: &str, kind: SegmentKind) -> String {
    joined(&[name], kind)
}

/// Several names as one segment.
fn joined(names: &[&str], kind: SegmentKind) -> String {
    let mut whole = String::new();
    // The last position where the segment can be cut without splitting an escape.
    let mut cut = 0;
    for (index, name) in names.iter().enumerate() {
        whole.push_str(if index > 0 { PART } else { "" });
        if name.is_empty() {
            whole.extend([ESCAPE, '-']);
        }
        for (at, character) in name.char_indices() {
            if whole.len() + CUT.len() + 2 * size_of::<crate::hash::Hash>() <= MAX_LENGTH {
                cut = whole.len();
            }
            push(&mut whole, character, is_marked(name, at, character, kind));
        }
    }
    if whole.len() > MAX_LENGTH {
        let mut hasher = Hasher::default();
        for name in names {
            hasher.add(name);
        }
        whole.truncate(cut);
        whole.push_str(CUT);
        whole.push_str(&hasher.finish().to_string());
    }
    whole
}

fn push(segment: &mut String, character: char, is_marked: bool) {
    match character {
        'a'..='z' | '0'..='9' | '.' | '-' | '_' if !is_marked => segment.push(character),
        'A'..='Z' => segment.extend([ESCAPE, character.to_ascii_lowercase()]),
        _ => {
            let number = format!("{:x}", u32::from(character));
            segment.push(ESCAPE);
            // An escape that begins with a letter would mean a capital.
            segment.push_str(if number.starts_with(|digit: char| digit.is_ascii_digit()) { "" } else { "0" });
            segment.push_str(&number);
            segment.push(ESCAPE);
        }
    }
}

/// Whether a harmless character is escaped anyway, because the name as a whole would have a special meaning.
fn is_marked(name: &str, at: usize, character: char, kind: SegmentKind) -> bool {
    let rest = &name[at + character.len_utf8()..];
    match character {
        // Hidden, an option to a command, or left out by GitHub Pages.
        '.' | '-' | '_' if at == 0 => true,
        '.' => rest.is_empty() || kind.is_ending(rest),
        '-' => kind == SegmentKind::Version && (rest == "to" || rest.starts_with("to-")),
        _ => at == 0 && (kind.is_taken(name) || is_device(name)),
    }
}

/// Whether Windows reserves a file name for a device.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let is_numbered = |prefix| stem.strip_prefix(prefix).is_some_and(|rest: &str| rest.len() == 1);
    matches!(stem, "con" | "prn" | "aux" | "nul") || is_numbered("com") || is_numbered("lpt")
}

#[cfg(test)]
mod tests;
