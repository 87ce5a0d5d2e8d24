//! Names of new components and references, and the references to renamed ones.

use smol_str::SmolStr;

use crate::assembly::mentions::mentions_in;
use crate::edit::{EditError, Replace, TextEdit};
use crate::sorted_map::SortedMap;
use crate::sorting::Sorting;
use crate::symbol::{DescriptorRef, SymbolKind};
use crate::syntax::NodePath;
use crate::syntax::patch::Draft;

use super::section::free;
use super::{Subject, refused};
use crate::naming::valid_name;

impl Subject<'_> {
    /// A free part name derived from `base`, numbered if it is taken.
    pub(super) fn free_part_name(&self, base: &str, also_taken: &SortedMap<SmolStr, SmolStr>) -> SmolStr {
        let odd = |character: char| !(character.is_alphanumeric() || matches!(character, '_' | '-'));
        let base = base.replace(odd, "_");
        free(&base, "_", |name| self.is_part_name_taken(name) || also_taken.values().any(|other| other == name))
    }

    /// Whether a part with this name would be ambiguous: another part, a property (AD-REF-05), or a name with a special
    /// meaning.
    pub(super) fn is_part_name_taken(&self, name: &str) -> bool {
        let descriptor = self.descriptor;
        valid_name(name).is_err()
            || MEANING.contains(&name)
            || descriptor.part(name).is_some()
            || descriptor.property(name).is_some()
            || descriptor.private_property(name).is_some()
    }

    /// Renames references to parts below `places`. `draft` is the unmodified file.
    pub(super) fn rename_parts(
        &self,
        draft: &mut Draft,
        places: &[NodePath],
        names: &SortedMap<SmolStr, SmolStr>,
    ) -> Result<(), EditError> {
        let mut replaces = Vec::new();
        for mention in mentions_in(self.file, self.descriptor, self.workspace, self.catalog, places) {
            let of_part = matches!(mention.kind, SymbolKind::Component | SymbolKind::Reference);
            let Some(name) = names.get(&mention.name).filter(|_| of_part) else { continue };
            let raw = mention.span.of(&self.file.text);
            let written = raw.trim_matches(['\'', '"']);
            if written != mention.name {
                return Err(refused(format!(
                    "`{raw}` does not spell `{}` literally, so it cannot be renamed here",
                    mention.name
                )));
            }
            replaces.push(Replace { span: mention.span, text: raw.replacen(written, name, 1) });
        }
        replaces.order_by_key(|replace| replace.span);
        replaces.dedup();
        draft.rewrite(TextEdit::new(replaces).ok_or(EditError::Stale)?)
    }
}

/// Names with a special meaning as the first step of a reference.
const MEANING: [&str; 4] = ["instance", "item", "source", "target"];

/// Maximum length of a descriptor name in characters (S0:37).
const MAX_NAME_LENGTH: usize = 50;

/// Checks a new descriptor name (AD-NAME-03 to AD-NAME-09).
pub fn check_descriptor_name(of: &DescriptorRef) -> Result<(), EditError> {
    let name = of.name.as_str();
    let allowed = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.');
    if !name.chars().all(allowed) {
        return Err(refused(format!("invalid descriptor name `{name}`: use only letters, digits, `_`, `-` and `.`")));
    }
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return Err(refused(format!("invalid descriptor name `{name}`: it must start with a letter")));
    }
    if !name.ends_with(|last: char| last.is_ascii_alphanumeric()) || name.contains("__") || name.contains("--") {
        return Err(refused(format!(
            "invalid descriptor name `{name}`: it must end with a letter or digit, and must not contain `__` or `--`"
        )));
    }
    if name.len() > MAX_NAME_LENGTH {
        return Err(refused(format!("descriptor name `{name}` is longer than {MAX_NAME_LENGTH} characters")));
    }
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !of.version.split('.').all(number) {
        return Err(refused(format!("invalid version `{}`: use numbers separated by periods", of.version)));
    }
    Ok(())
}
