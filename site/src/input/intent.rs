//! Intents and Behaviour configurations that are named on the command line: whether they can be read, and whether the
//! descriptor that they name has their properties.

use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::expansion::request;
use descriptorium_core::assembly::intents;
use descriptorium_core::similarity;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::{Node, NodePath};
use descriptorium_core::text::Span;
use descriptorium_core::workspace::SourceFile;

use crate::folder::{FileFinding, rules};

/// The descriptor that an intent names.
pub fn descriptor_of(file: &SourceFile) -> Option<DescriptorRef> {
    DescriptorRef::parse(intents::descriptor_name(file)?.as_text()?)
}

/// The findings of the intent in `file`, which is shown as `shown`; none for other files.
pub fn findings(file: &SourceFile, shown: &str, analysis: &Analysis) -> Vec<FileFinding> {
    let (Some(root), Some(name)) = (&file.root, intents::descriptor_name(file)) else { return Vec::new() };
    if !file.errors.is_empty() {
        return Vec::new();
    }
    let finding = |span: Span, message: String| {
        let place = Some((Arc::clone(&file.text), span));
        FileFinding { place, ..FileFinding::new(shown, &rules::BAD_INTENT, message) }
    };
    let mut found = Vec::new();
    for entry in root.entries() {
        let Some(key) = entry.key.as_text().filter(|key| !request::KEYS.contains(key)) else { continue };
        let closest = similarity::closest(key, request::KEYS.iter().copied());
        let help = closest.map_or_else(
            || format!("known keys: {}", request::KEYS.join(", ")),
            |closest| format!("did you mean `{closest}`?"),
        );
        found.push(finding(entry.key.span, format!("unknown key `{key}` in an intent")).help(help));
    }
    if let Err(why) = request::read(&file.text) {
        found.push(finding(root.span, why));
    }
    match descriptor_of(file) {
        None => found.push(finding(name.span, "`descriptorName` must be a full descriptor name".to_owned())),
        Some(of) => match analysis.catalog().resolve(&of).found() {
            None => found.push(finding(name.span, format!("no descriptor `{of}` in this catalog"))),
            Some(entry) => {
                let fields = analysis.input_fields(&entry.file);
                let names = || fields.iter().map(|field| field.name.as_str());
                let given = root.at(&NodePath::keys(["properties"])).map_or(&[][..], Node::entries);
                let unknown = given.iter().filter_map(|entry| Some((entry.key.span, entry.key.as_text()?)));
                for (span, own) in unknown.filter(|(_, own)| !names().any(|name| name == *own)) {
                    let unknown = finding(span, format!("`{own}` is not an input of `{of}`"));
                    found.push(match similarity::closest(own, names()) {
                        Some(closest) => unknown.help(format!("did you mean `{closest}`?")),
                        None => unknown,
                    });
                }
            }
        },
    }
    found
}
