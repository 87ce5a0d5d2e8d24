//! References in the notation of another language.

use crate::assembly::interpolation::Interpolation;
use crate::assembly::model::Descriptor;
use crate::assembly::resolution::resolve_reference;
use crate::assembly::values::{Role, Value, values};
use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::assembly::{Check, Rule};
use crate::syntax::{Kind, Node, NodePath, Scalar, Step, Style};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "assembly/unmarked-reference",
    severity: Severity::Warning,
    title: "reference without `${...}`",
    doc: "Only `${component.property}` is a reference. The notations of shells and template languages \
          (`$gateway.ip`, `$(gateway.ip)`, `{gateway.ip}`, `{{ gateway.ip }}`, `#{gateway.ip}`) are plain text, which is \
          passed on as it is. They are reported only if they name something that exists, since a value may well be a template.",
    sources: &[],
    bad: "\
# file: a.yaml
name: assembly::a::1.0
properties:
  address: {read-only: true, value: '$gateway.ip'}
composition:
  gateway: {type: resource::gateway::1.0, properties: {}}
# file: gateway.yaml
name: resource::gateway::1.0
properties:
  ip: {read-only: true}
lifecycle: {Create: {}}
",
    good: "\
# file: a.yaml
name: assembly::a::1.0
properties:
  address: {read-only: true, value: '${gateway.ip}'}
composition:
  gateway: {type: resource::gateway::1.0, properties: {}}
# file: gateway.yaml
name: resource::gateway::1.0
properties:
  ip: {read-only: true}
lifecycle: {Create: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    let text = &*cx.file.text;
    let mut found = Vec::new();
    for value in values(descriptor) {
        let raw = value.node.span.of(text);
        let is_read = !matches!(value.role, Role::Default(_));
        // A longer text may be a script or a template of its own.
        if !is_read || raw.contains(['\n', '\r']) || !raw.contains(['$', '{']) {
            continue;
        }
        let attempts: Vec<Attempt> = attempts(raw).collect();
        let whole = |attempt: &Attempt| raw.trim_matches(['\'', '"']).len() == attempt.end - attempt.start;
        // If a single one is something else, the text is a template of another language.
        let are_meant = attempts.iter().all(|attempt| {
            let path = &raw[attempt.name.0..attempt.name.1];
            (path.contains('.') || whole(attempt)) && exists(cx, descriptor, &value, path)
        });
        if are_meant {
            let start = value.node.span.start as usize;
            let is_plain = value.node.as_scalar().is_some_and(|scalar| scalar.style == Style::Plain);
            let needs_quotes = is_plain && cx.file.root.as_deref().is_some_and(|root| is_in_flow(root, &value.path));
            found.extend(attempts.iter().map(|attempt| {
                let name = raw[attempt.name.0..attempt.name.1].to_owned();
                let reference = format!("${{{name}}}");
                let span = Span::new(start + attempt.start, start + attempt.end);
                let edit = if needs_quotes {
                    let new = [&raw[..attempt.start], &reference, &raw[attempt.end..]].concat();
                    TextEdit::replace(value.node.span, format!("'{}'", new.replace('\'', "''")))
                } else {
                    TextEdit::replace(span, reference)
                };
                (span, name, "plain text", edit)
            }));
        }
    }
    for (node, value) in mappings(descriptor) {
        let raw = node.span.of(text);
        let attempt = attempts(raw).next().filter(|attempt| attempt.start == 0 && attempt.end == raw.len());
        let name = attempt.and_then(|attempt| raw.get(attempt.name.0..attempt.name.1));
        if let Some(name) = name.filter(|name| exists(cx, descriptor, &value, name)) {
            let edit = TextEdit::replace(node.span, format!("'${{{name}}}'"));
            found.push((node.span, name.to_owned(), "a mapping", edit));
        }
    }
    for (span, name, kind, edit) in found {
        let written = span.of(text);
        let finding = cx.report(span, format!("`{written}` is {kind}, not a reference"));
        let finding = finding.help(format!("write the reference as `${{{name}}}`"));
        finding.fix(format!("Replace with `${{{name}}}`"), Safety::Unsafe, edit);
    }
}

/// Whether the node at `path` is inside brackets, where `{` ends plain text.
fn is_in_flow(root: &Node, path: &NodePath) -> bool {
    let mut at = Some(root);
    path.steps().iter().any(|step| {
        let Some(node) = at else { return false };
        at = match step {
            Step::Key(key) => node.get(key),
            Step::Index(index) => node.items().get(*index),
        };
        match &node.kind {
            Kind::Mapping(mapping) => mapping.flow,
            Kind::Sequence(sequence) => sequence.flow,
            _ => false,
        }
    })
}

/// Values that are written as a mapping with a single key and no value, which is how YAML reads `{gateway.ip}`.
fn mappings(descriptor: &Descriptor) -> Vec<(&Node, Value<'_>)> {
    let of = |node: &Node| match &node.kind {
        Kind::Mapping(mapping) => {
            mapping.flow && matches!(mapping.entries.as_slice(), [entry] if entry.value.span.is_empty())
        }
        _ => false,
    };
    let parts = descriptor.composition.iter().chain(&descriptor.references);
    let own = descriptor.properties.iter().map(|property| (property, crate::assembly::values::Scope::Root));
    let inner = parts.flat_map(|part| {
        part.properties.iter().map(move |property| (property, crate::assembly::values::Scope::Part(part)))
    });
    let all = own.chain(inner).filter_map(|(property, scope)| Some((property, scope, property.value.as_ref()?)));
    let found = all.filter(|(.., node)| of(node)).map(|(property, scope, node)| {
        let path = property.name.path.key("value");
        (node, Value { node, path, scope, role: Role::Value(property), whole: true })
    });
    found.collect()
}

/// Whether the path leads to a property from the place of the value.
fn exists(cx: &Check<'_>, descriptor: &Descriptor, value: &Value<'_>, path: &str) -> bool {
    let text = format!("${{{path}}}");
    let scalar = Scalar { value: text.as_str().into(), style: Style::Plain };
    let node = Node { span: Span::new(0, text.len()), kind: Kind::Scalar(scalar), properties: None };
    let interpolation = Interpolation::of(&node, &text);
    let Some(path) = interpolation.whole() else { return false };
    // A property does not read itself.
    let itself = descriptor.property(path.head()).is_some_and(|own| value.path.starts_with(&own.name.path));
    let found = resolve_reference(cx.workspace, cx.catalog, descriptor, value.scope, path);
    !itself
        && found.is_some_and(|found| {
            path.segments.get(found.length..).is_some_and(|rest| found.value().follow(rest).is_ok())
        })
}

/// Something that looks like a reference, with offsets.
#[derive(Debug)]
struct Attempt {
    start: usize,
    end: usize,
    /// The range of the path.
    name: (usize, usize),
}

/// The notations in a text that look like references, except `${...}`.
fn attempts(text: &str) -> impl Iterator<Item = Attempt> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(found) = text.get(at..)?.find(['$', '{', '#', '%']) {
            let start = at + found;
            let rest = &text[start..];
            if rest.starts_with("${") {
                at = rest.find('}').map_or(text.len(), |end| start + end + 1);
                continue;
            }
            let notations =
                [("{{", "}}"), ("{", "}"), ("#{", "}"), ("%{", "}"), ("$(", ")"), ("$", "")];
            let Some((open, close)) = notations.into_iter().find(|(open, _)| rest.starts_with(open)) else {
                at = start + 1;
                continue;
            };
            let inside = &rest[open.len()..];
            let blanks = if close.is_empty() { 0 } else { inside.len() - inside.trim_start_matches(' ').len() };
            let length = path_length(&inside[blanks..]);
            let behind = &inside[blanks + length..];
            let trailing = if close.is_empty() { 0 } else { behind.len() - behind.trim_start_matches(' ').len() };
            at = start + open.len();
            if length > 0 && behind[trailing..].starts_with(close) {
                let name = start + open.len() + blanks;
                let end = name + length + trailing + close.len();
                at = end;
                return Some(Attempt { start, end, name: (name, name + length) });
            }
        }
        None
    })
}

/// The length of the path of names that a text begins with.
fn path_length(text: &str) -> usize {
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | '[' | ']');
    let end = text.find(|character| !is_part(character)).unwrap_or(text.len());
    let path = text[..end].trim_end_matches(['.', '-', '[']);
    if path.starts_with(|character: char| character.is_alphabetic() || character == '_') { path.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_of_other_languages_are_recognized() {
        let of =
            |text: &str| -> Vec<String> { attempts(text).map(|one| text[one.name.0..one.name.1].to_owned()).collect() };
        for text in ["$gw.ip", "$(gw.ip)", "{gw.ip}", "{{ gw.ip }}", "{{gw.ip}}", "a $gw.ip.", "${x} $(gw.ip)", "100 % {gw.ip}"] {
            assert_eq!(of(text), ["gw.ip"], "{text}");
        }
        for text in ["#{gw.ip}", "a %{gw.ip}#"] {
            let found = attempts(text).next().expect("a reference");
            assert!(["#{gw.ip}", "%{gw.ip}"].contains(&&text[found.start..found.end]), "{text}");
        }
        for text in ["${gw.ip}", "$5", "$", "{}", "{{ gw.ip | upper }}", "{{ .gw.ip }}", "$(echo gw.ip)", "{'gw.ip'}"] {
            assert!(of(text).is_empty(), "{text}");
        }
    }
}
