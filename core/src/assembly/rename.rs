//! Renaming in assembly and resource descriptors: descriptors across the whole catalog, and names that are not
//! mentions.

use crate::assembly;
use crate::assembly::command::names::check_descriptor_name;
use crate::assembly::dynamic_type::QuotedTemplate;
use crate::assembly::operation::calls;
use crate::assembly::{context, intents};
use crate::catalog::range::Range;
use crate::context::FileContext;
use crate::edit::{Change, EditError, Replace, TextEdit};
use crate::naming::valid_name;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::symbol::{Context, DescriptorRef, Mention, Symbol, SymbolKind};
use crate::syntax::{NodePath, Step};
use crate::text::{FilePath, Span};
use crate::workspace::Workspace;

/// Checks that a new name is valid.
pub fn check_name(name: &str) -> Result<(), EditError> {
    valid_name(name).map(drop)
}

/// The form of a name in a mention. Variables in templates cannot contain hyphens, so these are replaced.
pub fn written(name: &str, of: Context) -> String {
    if of == context::TYPE_VARIABLE { name.replace('-', "_") } else { name.to_owned() }
}

/// Occurrences of the name of `symbol` that are not mentions: its key in the layout, intents, and the inputs of
/// operations that get the same value.
pub fn also_named(context: FileContext<'_>, symbol: &Symbol) -> Vec<(FilePath, Span)> {
    let layout = || {
        let is_part = matches!(symbol.kind, SymbolKind::Component | SymbolKind::Reference);
        let layout = NodePath::keys(["designerLayout", "elements", symbol.name.as_str()]);
        let span = context.file.key_span(&layout).filter(|_| is_part)?;
        Some((context.file.path.clone(), span))
    };
    let named = layout().into_iter().chain(intents::places_with(context, symbol));
    named.chain(fed_together(context, symbol)).collect()
}

/// A name in a file.
type Occurrence = (FilePath, Span);

/// The inputs of other operations that get their value from the same property of a relationship as the input `symbol`,
/// and the properties of further relationships that these get it from. They all have one name.
fn fed_together(context: FileContext<'_>, symbol: &Symbol) -> Vec<(FilePath, Span)> {
    let is_input = matches!(symbol.path.steps(), [Step::Key(section), _, Step::Key(inside), _]
        if section == "operations" && inside == "properties");
    if !is_input || symbol.kind != SymbolKind::Property {
        return Vec::new();
    }
    let original = (context.file.path.clone(), symbol.span);
    // Each property with this name, with the inputs that it feeds.
    let mut feeds: Vec<(Occurrence, Vec<Occurrence>)> = Vec::new();
    for file in context.workspace.files() {
        let Some(descriptor) = assembly::descriptor(file) else { continue };
        for relationship in &descriptor.relationships {
            let mut own = relationship.properties.iter().filter(|own| own.name.text == symbol.name);
            let Some(own) = own.next() else { continue };
            let mut inputs = Vec::new();
            for call in calls(descriptor, relationship) {
                for (file, operation) in call.declarations(context.workspace, context.catalog) {
                    let named = operation.properties.iter().filter(|input| input.name.text == symbol.name);
                    inputs.extend(named.map(|input| (file.path.clone(), input.name.span)));
                }
            }
            feeds.push(((file.path.clone(), own.name.span), inputs));
        }
    }
    let mut reached: SortedSet<Occurrence> = gather([original.clone()]);
    let mut found = Vec::new();
    while let Some(at) = feeds.iter().position(|(_, inputs)| inputs.iter().any(|input| reached.contains(input))) {
        let (property, inputs) = feeds.swap_remove(at);
        // The properties that feed the symbol itself mention it.
        if !inputs.contains(&original) {
            found.push(property);
        }
        found.extend(inputs.into_iter().filter(|input| reached.insert(input.clone())));
    }
    found
}

/// Renames a descriptor or changes its version, in its own file and in every type that names it. A range that matches
/// the new version is kept.
pub fn descriptor(
    context: FileContext<'_>,
    symbol: &Symbol,
    name: &str,
    references: &[(FilePath, Mention)],
) -> Result<Change, EditError> {
    let (path, workspace) = (&context.file.path, context.workspace);
    let refused = |why: String| Err(EditError::Refused(why));
    let project = context.file.project.as_ref();
    if let Some(project) = project.filter(|_| symbol.span.is_empty()) {
        return refused(format!("{} defines the name of `{}`; change it there", project.file, symbol.name));
    }
    let Some(new) = DescriptorRef::parse(name) else {
        return refused(format!("`{name}` must have three parts, such as `assembly::name::1.0`"));
    };
    let Some(old) = DescriptorRef::parse(&symbol.name) else {
        return refused(format!("`{}` does not have three parts; fix it in the text", symbol.name));
    };
    if new.kind != old.kind {
        return refused(format!("`{old}` must keep its kind `{}`", old.kind));
    }
    check_descriptor_name(&new)?;
    let mut change = Change { title: format!("Rename {old} to {new}"), ..Change::default() };
    let mut replaces: SortedMap<FilePath, Vec<Replace>> = SortedMap::new();
    if new == old {
        return Ok(change);
    }
    if context.catalog.resolve(&new).found().is_some_and(|entry| entry.file != *path) {
        return Err(EditError::Exists(new.to_string()));
    }
    let mut places = vec![(path.clone(), symbol.span, new.clone())];
    for (file, mention) in references {
        let Some(written) = DescriptorRef::parse(&mention.name) else { continue };
        let version = match (Range::of_reference(&written.version), written.version.chars().next()) {
            (Some(range), _) if range.contains(&new.version) => written.version.clone(),
            (Some(_), Some(sign @ ('^' | '~'))) => format!("{sign}{}", new.version).into(),
            _ => new.version.clone(),
        };
        places.push((file.clone(), mention.span, DescriptorRef { version, ..new.clone() }));
    }
    let more = literals(workspace, &old).into_iter().chain(intents::places_of(workspace, &old));
    places.extend(more.map(|(file, span)| (file, span, new.clone())));
    let layout = NodePath::keys(["designerLayout", "elements", symbol.name.as_str()]);
    let layout = context.file.key_span(&layout);
    places.extend(layout.map(|span| (path.clone(), span, new.clone())));
    for (file, span, of) in places {
        let raw = workspace.file(&file).map_or("", |source| span.of(&source.text));
        let written = raw.trim_matches(['\'', '"']);
        if DescriptorRef::parse(written).is_none_or(|written| written.name != old.name) {
            return refused(format!("`{raw}` in {file} does not spell `{old}` literally"));
        }
        let text = raw.replacen(written, &of.to_string(), 1);
        replaces.entry(file).or_default().push(Replace { span, text });
    }
    change.edits = TextEdit::by_file(replaces)?;
    Ok(change)
}

/// Literals with this name in expressions for a type.
fn literals(workspace: &Workspace, name: &DescriptorRef) -> Vec<(FilePath, Span)> {
    let name = name.to_string();
    let mut found = Vec::new();
    for file in workspace.files() {
        let Some(descriptor) = assembly::descriptor(file) else { continue };
        for text in descriptor.composition.iter().filter_map(|part| part.dynamic_type.as_ref()) {
            let written = QuotedTemplate::of(text.span.of(&file.text));
            let read = written.text.as_str();
            let places = read.match_indices(&name).filter(|(at, _)| {
                let quoted = |character: Option<char>| matches!(character, Some('\'' | '"'));
                let before = read.get(..*at).and_then(|before| before.chars().next_back());
                let behind = read.get(at + name.len()..).and_then(|behind| behind.chars().next());
                quoted(before) && quoted(behind)
            });
            found.extend(places.filter_map(|(at, _)| {
                let start = text.span.start as usize + written.place(at)?;
                Some((file.path.clone(), Span::new(start, start + name.len())))
            }));
        }
    }
    found
}
