//! Hints beside the text of an assembly descriptor: the texts of expressions, as far as the descriptors alone state them.

use smol_str::SmolStr;

use crate::assembly::command::Subject;
use crate::assembly::interpolation::{Interpolation, Piece, PropertyPath};
use crate::assembly::resolution::resolve_reference;
use crate::assembly::subject;
use crate::assembly::values::{Role, Scope, values};
use crate::context::FileContext;
use crate::hover::Hint;
use crate::sorting::Sorting;
use crate::text::Span;

/// The hints in a part of the text, in the order of the text. An expression gets a hint if every property that it reads has a
/// fixed value, a value set in the composition, or a default. The hint names the defaults, since a user of the assembly can
/// override them. There is no hint if a value differs by instance (AD-REF-15), belongs to another service, or is only reported at
/// run time.
pub fn hints(context: FileContext<'_>, within: Span) -> Vec<Hint> {
    let Some(subject) = subject(context) else { return Vec::new() };
    let text = &context.file.text;
    let mut hints = Vec::new();
    for value in values(subject.descriptor) {
        let node = value.node;
        let is_seen = node.span.start <= within.end && within.start <= node.span.end;
        // References are not evaluated in defaults (AD-REF-16).
        if !is_seen || matches!(value.role, Role::Default(_)) {
            continue;
        }
        let interpolation = Interpolation::of(node, text);
        if !interpolation.errors.is_empty() || interpolation.references().next().is_none() {
            continue;
        }
        let Some((stated, defaults)) = subject.stated_text(&interpolation, value.scope) else { continue };
        let reason = match defaults.as_slice() {
            [] => String::new(),
            [name] => format!("by the default of {name}"),
            names => format!("by the defaults of {}", names.join(", ")),
        };
        hints.push(Hint::behind(node, text, format!("= {stated}"), reason));
    }
    hints.order_by_key(|hint| hint.at);
    hints
}

impl Subject<'_> {
    /// The text of an expression, and the properties whose defaults are in it; `None` if it is not stated.
    fn stated_text(&self, interpolation: &Interpolation, scope: Scope<'_>) -> Option<(String, Vec<SmolStr>)> {
        let (mut text, mut defaults) = (String::new(), Vec::new());
        for piece in &interpolation.pieces {
            match piece {
                Piece::Text(piece) => text += piece,
                Piece::Reference(reference) => {
                    let (stated, default) = self.stated(reference, scope)?;
                    text += stated;
                    defaults.extend(default.filter(|name| !defaults.contains(name)));
                }
            }
        }
        Some((text, defaults))
    }

    /// The scalar that a reference reads, and the property whose default it is in; `None` if it is not stated.
    fn stated(&self, reference: &PropertyPath, scope: Scope<'_>) -> Option<(&str, Option<SmolStr>)> {
        let descriptor = self.descriptor;
        let found = resolve_reference(self.workspace, self.catalog, descriptor, scope, reference)?;
        let (_, declared) = found.declared?;
        let is_elsewhere = found.part.is_some_and(|part| descriptor.references.contains(part));
        if found.is_multiple() || is_elsewhere || found.is_default() && declared.read_only {
            return None;
        }
        let place = found.value().follow(reference.segments.get(found.length..)?).ok()?;
        let text = place.literal?.as_text().filter(|text| !text.contains("${"))?;
        Some((text, found.is_default().then(|| declared.name.text.clone())))
    }
}
