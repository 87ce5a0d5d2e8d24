//! The beginning of the page of a descriptor: notices, its purpose, and how to use it.

use descriptorium_core::assembly::descriptor;
use descriptorium_core::catalog::compare_versions;
use descriptorium_core::workspace::SourceFile;

use crate::content::{Content, Element};
use crate::pages::layout::{heading, kind_word};
use crate::pages::{Name, Page, health};

/// A newer version, and whether the descriptor is deprecated.
pub fn notices(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let Some(facts) = page.site.facts(&file.path) else { return };
    let own = facts.edition.as_ref();
    let highest = page.site.history(facts).next_back();
    if let Some((entry, own)) = highest.zip(own)
        && compare_versions(&own.version, &entry.name.version).is_lt()
        && let Some(href) = page.to_file(&entry.file)
    {
        content.element_with(Element::Paragraph, &[("class", "banner")], |content| {
            content.text("Version ");
            content.link(&href, "", |content| content.text(&entry.name.version));
            content.text(" is available");
            if let Some(href) = page.to_comparison(&file.path, &entry.file) {
                content.text(": ");
                content.link(&href, "", |content| content.text("what changed"));
            }
            content.text(".");
        });
    }
    if health::is_deprecated(page.site, facts) {
        let successor = page.site.ownership(&facts.path).and_then(|of| of.successor.as_deref());
        content.element(Element::Paragraph, "banner deprecated", |content| {
            content.element(Element::Strong, "", |content| content.text("Deprecated"));
            match successor {
                Some(name) => {
                    content.text(". Use ");
                    match page.to_successor(name) {
                        Some(href) => content.link(&href, "code", |content| content.text(name)),
                        None => content.code(name),
                    }
                    content.text(" instead.");
                }
                None => content.text(". Do not use it in new descriptors."),
            }
        });
    }
}

/// The first paragraph of the description, and the rest. Both are Markdown.
pub fn parts_of_description(file: &SourceFile) -> Option<(&str, &str)> {
    let text = file.root.as_ref().and_then(|root| root.get("description")?.as_text())?.trim();
    // Definitions of links and footnotes at the end of a text apply to all of it.
    let has_definitions = text.lines().any(|line| line.trim_start().starts_with('[') && line.contains("]:"));
    let (first, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let is_paragraph = first.lines().all(is_line_of_paragraph);
    Some(if has_definitions || !is_paragraph { ("", text) } else { (first, rest) })
}

/// Whether a line cannot begin anything else than a paragraph.
fn is_line_of_paragraph(line: &str) -> bool {
    let starts = |character: char| character.is_alphanumeric() || matches!(character, '`' | '"' | '\'' | '(');
    let digits = line.trim_start_matches(|character: char| character.is_ascii_digit());
    let is_numbered = digits.len() < line.len() && digits.starts_with(['.', ')']);
    line.starts_with(starts) && !line.starts_with("```") && !line.contains('|') && !is_numbered
}

/// The first paragraph of the description.
pub fn lead(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let Some((lead, _)) = parts_of_description(file).filter(|(lead, _)| !lead.is_empty()) else { return };
    content.element(Element::Group, "prose purpose", |content| page.markdown(content, lead, file.path.folder()));
}

/// The rest of the description. Its headings are added to `contents`.
pub fn about(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let Some((_, rest)) = parts_of_description(file).filter(|(_, rest)| !rest.trim().is_empty()) else { return };
    page.introduction(content, rest, file.path.folder(), contents);
}

/// A component of this descriptor, with its required properties, to be copied into an assembly.
pub fn usage(content: &mut Content, file: &SourceFile, name: &Name, contents: &mut Vec<(String, String)>) {
    let (Some(snippet), Some(language)) = (snippet(file, name), file.language) else { return };
    let title = format!("Use this {}", kind_word(language));
    content.element(Element::Section, "", |content| {
        heading(content, "use", &title);
        content.element(Element::Paragraph, "note", |content| {
            content.text(&match snippet.n_required {
                0 => "It has no required properties.".to_owned(),
                1 => "Set its required property.".to_owned(),
                more => format!("Set its {more} required properties."),
            });
        });
        content.listing(&snippet.yaml, "yaml");
    });
    contents.push(("use".to_owned(), title));
}

struct Snippet {
    yaml: String,
    n_required: usize,
}

fn snippet(file: &SourceFile, name: &Name) -> Option<Snippet> {
    let descriptor = descriptor(file)?;
    let full = descriptor.full_name.as_ref()?;
    let part = name.short.rsplit(['.', '/', ':']).next().filter(|part| !part.is_empty()).unwrap_or("component");
    let mut yaml = format!("composition:\n  {part}:\n    type: {full}\n");
    let required: Vec<_> = descriptor.properties.iter().filter(|property| property.must_be_set()).collect();
    if !required.is_empty() {
        yaml += "    properties:\n";
    }
    for property in &required {
        let of = property.type_name.as_ref().map_or("string", |of| &of.value);
        yaml += &format!("      {}: {{value: }}  # {of}\n", property.name.text);
    }
    // Names may contain anything.
    let path = descriptorium_core::text::FilePath::new("snippet.yaml")?;
    let parsed = SourceFile::new(path, yaml.clone());
    let is_sound = parsed.errors.is_empty()
        && parsed.root.as_ref().and_then(|root| root.get("composition")).is_some_and(|node| node.entries().len() == 1);
    is_sound.then_some(Snippet { yaml, n_required: required.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::name;

    fn file(text: &str) -> SourceFile {
        SourceFile::new(descriptorium_core::text::FilePath::new("a.yaml").expect("a path"), text.to_owned())
    }

    #[test]
    fn the_first_paragraph_is_the_purpose() {
        let parts = |description: &str| {
            let indented = description.replace('\n', "\n  ");
            let file = file(&format!("name: resource::a::1.0\ndescription: |\n  {indented}\nlifecycle: {{}}\n"));
            parts_of_description(&file).map(|(first, rest)| (first.to_owned(), rest.to_owned())).expect("a description")
        };
        let pair = |first: &str, rest: &str| (first.to_owned(), rest.to_owned());
        assert_eq!(parts("One\ntwo.\n\n# Three\n\nfour"), pair("One\ntwo.", "# Three\n\nfour"));
        for whole in [
            "# Title\n\ntext",
            "- a\n- b\n\nc",
            "1. a\n\nb",
            "a | b\n--|--\n\nc",
            "See [x].\n\n[x]: https://e.org",
            "a\n- b\n\nc",
        ] {
            assert_eq!(parts(whole), pair("", whole), "{whole}");
        }
    }

    #[test]
    fn a_snippet_sets_what_is_required() {
        let text = "name: resource::net.gate-way::1.0\nproperties:\n  zone: {type: string, required: true}\n  size: {type: integer, \
                    required: true, default: 3}\n  address: {type: string, read-only: true}\nlifecycle: {}\n";
        let file = file(text);
        let snippet = snippet(&file, &name(&file)).expect("a snippet");
        let expected = "composition:\n  gate-way:\n    type: resource::net.gate-way::1.0\n    properties:\n      zone: {value: }  # string\n";
        assert_eq!((snippet.yaml.as_str(), snippet.n_required), (expected, 1));
    }
}
