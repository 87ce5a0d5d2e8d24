//! Names of components and references that come, and the mentions of those that get another.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use crate::assembly::mentions::mentions_in;
use crate::edit::{EditError, Replace, TextEdit};
use crate::sorting::Sorting;
use crate::symbol::{DescriptorRef, SymbolKind};
use crate::syntax::NodePath;
use crate::syntax::patch::Draft;

use super::section::free;
use super::{Subject, refused};
use crate::naming::valid_name;

impl Subject<'_> {
    /// A name for a part that is made of `base`, with a number if it is taken.
    pub(super) fn free_part_name(&self, base: &str, also_taken: &BTreeMap<SmolStr, SmolStr>) -> SmolStr {
        let odd = |character: char| !(character.is_alphanumeric() || matches!(character, '_' | '-'));
        let base = base.replace(odd, "_");
        free(&base, "_", |name| self.is_part_name_taken(name) || also_taken.values().any(|other| other == name))
    }

    /// Whether a part of this name could not be told from something else: another part, a property (AD-REF-05), or what
    /// the name means by itself.
    pub(super) fn is_part_name_taken(&self, name: &str) -> bool {
        let descriptor = self.descriptor;
        valid_name(name).is_err()
            || MEANING.contains(&name)
            || descriptor.part(name).is_some()
            || descriptor.property(name).is_some()
            || descriptor.private_property(name).is_some()
    }

    /// Lets everything below `places` that mentions a part under its old name speak of the new one. `draft` is of the file
    /// as it is.
    pub(super) fn rename_parts(
        &self,
        draft: &mut Draft,
        places: &[NodePath],
        names: &BTreeMap<SmolStr, SmolStr>,
    ) -> Result<(), EditError> {
        let mut replaces = Vec::new();
        for mention in mentions_in(self.file, self.descriptor, self.workspace, self.catalog, places) {
            let of_part = matches!(mention.kind, SymbolKind::Component | SymbolKind::Reference);
            let Some(name) = names.get(&mention.name).filter(|_| of_part) else { continue };
            let raw = mention.span.of(&self.file.text);
            let written = raw.trim_matches(['\'', '"']);
            if written != mention.name {
                return Err(refused(format!("`{raw}` is not written as `{}`", mention.name)));
            }
            replaces.push(Replace { span: mention.span, text: raw.replacen(written, name, 1) });
        }
        replaces.order_by_key(|replace| replace.span);
        replaces.dedup();
        draft.rewrite(TextEdit::new(replaces).ok_or(EditError::Stale)?)
    }
}

/// What the first step of a reference means in some places, whatever else is called so.
const MEANING: [&str; 4] = ["instance", "item", "source", "target"];

/// The most characters that the name of a descriptor may have (S0:37).
const LONGEST: usize = 50;

/// Whether a new name will do for a descriptor (AD-NAME-03 to AD-NAME-09).
pub fn check_descriptor_name(of: &DescriptorRef) -> Result<(), EditError> {
    let name = of.name.as_str();
    let allowed = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.');
    if !name.chars().all(allowed) {
        return Err(refused(format!(
            "`{name}` cannot be the name of a descriptor: letters, digits, `_`, `-` and `.` only"
        )));
    }
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return Err(refused(format!("`{name}` does not begin with a letter")));
    }
    if !name.ends_with(|last: char| last.is_ascii_alphanumeric()) || name.contains("__") || name.contains("--") {
        return Err(refused(format!("`{name}` ends with a sign, or has two of them in a row")));
    }
    if name.len() > LONGEST {
        return Err(refused(format!("`{name}` has more than {LONGEST} characters")));
    }
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !of.version.split('.').all(number) {
        return Err(refused(format!("`{}` is no version: numbers with periods between them", of.version)));
    }
    Ok(())
}
