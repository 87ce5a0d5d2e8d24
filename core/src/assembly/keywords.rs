//! What the fixed words of assembly and resource descriptors mean, for notes and completions.

use crate::assembly::model::DescriptorKind;
use crate::syntax::{NodePath, Step};

/// A word that has a meaning of its own in some place, and that meaning, in Markdown.
pub type Keyword = (&'static str, &'static str);

/// The built-in property types (S0:77-93).
pub const TYPES: [Keyword; 9] = [
    ("string", "Text. What holds where no type is declared."),
    ("boolean", "`true` or `false`."),
    ("integer", "A whole number."),
    ("float", "A number."),
    ("timestamp", "A date and time with its zone: `2019-09-07T15:50-04:00`."),
    ("map", "Values under keys; `entry-schema` says of which type."),
    ("list", "Values in an order; `entry-schema` says of which type."),
    ("key", "The name of a shared key of the infrastructure, never the key itself."),
    ("certificate", "The name of a certificate, never the certificate itself."),
];

/// The states of an instance (S0:834-873; the order of the transitions: expansion rules).
const STATES: [Keyword; 4] = [
    ("Installed", "Created and installed, not configured yet. `Configure` leads on to `Inactive`."),
    ("Inactive", "Configured, not started: reached by `Configure`, and by `Stop`. `Start` leads on to `Active`."),
    ("Active", "Started and in service. `Stop` leads back to `Inactive`."),
    ("Broken", "Found to be unfit while it was active; it is healed by `Stop` and `Start`."),
];

/// Which instances carry an operation out (S0:389-398).
const INSTANCES: [Keyword; 3] = [
    ("every", "The operation is called on every instance, in no order. The default."),
    ("any", "The operation is called on one of the instances, whichever."),
    ("first", "The operation is called on the first instance of the group; not where the group comes from a map."),
];

/// The types of policies (S1:284-296).
const POLICIES: [Keyword; 2] = [
    ("policy::scale", "A cluster is scaled by a metric of load. It stands in an assembly."),
    ("policy::heal", "A resource is healed by a metric of integrity. It stands in the descriptor of the resource."),
];

/// The types of metrics that policies use (resource descriptor page, lines 318-346).
pub const METRICS: [Keyword; 2] = [
    ("metric::load", "How busy the resource is, in percent. `policy::scale` decides by it."),
    ("metric::integrity", "Whether the resource is sound. `policy::heal` decides by it."),
];

/// What a policy says of its numbers (S1:284-296).
pub const POLICY_PROPERTIES: [Keyword; 3] = [
    ("scaleOut_threshold", "The load in percent above which the cluster grows."),
    ("scaleIn_threshold", "The load in percent below which the cluster shrinks."),
    ("smoothing", "How many reports in a row must lie beyond a threshold before anything is done."),
];

/// What the orchestrator gives to every instance (S0:151).
pub const INSTANCE: [Keyword; 3] = [
    ("name", "The name that the orchestrator gives to this instance. Known when it is created."),
    ("id", "The identifier that the orchestrator gives to this instance. Known when it is created."),
    ("index", "The number of this instance in its cluster or group, counted from 1."),
];

/// The transitions of a resource (resource descriptor page; `Upgrade`, `Heal` and `Adopt` are of CP4NA).
pub const TRANSITIONS: [Keyword; 12] = [
    ("Create", "From nothing to `Created`. Every resource has it."),
    ("Install", "From `Created` to `Installed`."),
    ("Configure", "From `Installed` to `Inactive`."),
    ("Start", "From `Inactive` to `Active`."),
    ("Integrity", "Behind `Start` and before `Active`: whether the resource is sound."),
    ("Stop", "From `Active` or `Broken` to `Inactive`."),
    ("Uninstall", "From `Inactive` or `Installed` to `Created`."),
    ("Delete", "From `Created` to nothing."),
    ("Reconfigure", "While `Active`, if nothing but volatile properties have changed."),
    ("Upgrade", "From one version of the descriptor to another."),
    ("Heal", "What is done to a broken instance."),
    ("Adopt", "An existing object is taken under management."),
];

/// What `word` means as the value, or as an item of the value, at `path`; `None` for a word with no meaning of its own
/// there.
pub fn meaning(kind: DescriptorKind, path: &NodePath, word: &str) -> Option<&'static str> {
    let key = path.steps().iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Index(_) => None,
    })?;
    let section = match path.steps().first() {
        Some(Step::Key(section)) => section.as_str(),
        _ => return None,
    };
    let is_source = key.starts_with("source");
    let words: &[Keyword] = match (section, key) {
        ("relationships", "source-state" | "target-state") => &STATES,
        ("relationships", "source-state-modifier" | "target-state-modifier") => {
            return match (word, is_source) {
                ("pre", true) => Some("The relationship is created before the source reaches its state."),
                ("post", true) => {
                    Some("The relationship is created when the source has reached its state. The default.")
                }
                ("pre", false) => Some("The relationship is created before the target reaches its state. The default."),
                ("post", false) => Some("The relationship is created when the target has reached its state."),
                _ => None,
            };
        }
        ("operations", "multiple-instances") => &INSTANCES,
        ("policies", "type") if path.steps().len() == 3 => &POLICIES,
        ("metrics", "type") => &METRICS,
        ("lifecycle", "lifecycle") if kind == DescriptorKind::Resource => &TRANSITIONS,
        ("capabilities" | "requirements" | "policies", _) => return None,
        ("composition" | "references", "type") if path.steps().len() == 3 => return None,
        (_, "type" | "entry-schema" | "entry_schema" | "entrySchema") => &TYPES,
        _ => return None,
    };
    of(words, word)
}

/// What the key `key` of a mapping at `parent` means, where it is a word that the tables leave free.
pub fn key_meaning(kind: DescriptorKind, parent: &NodePath, key: &str) -> Option<&'static str> {
    match parent.steps() {
        [Step::Key(section)] if section == "lifecycle" && kind == DescriptorKind::Resource => of(&TRANSITIONS, key),
        [Step::Key(section), _, Step::Key(last)] if section == "policies" && last == "properties" => {
            of(&POLICY_PROPERTIES, key)
        }
        _ => None,
    }
}

/// What a word among `words` means.
pub fn of(words: &[Keyword], word: &str) -> Option<&'static str> {
    words.iter().find(|(name, _)| *name == word).map(|(_, meaning)| *meaning)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::schema;

    #[test]
    fn every_word_of_the_tables_has_a_meaning() {
        let names = |words: &[Keyword]| words.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        assert_eq!(names(&TYPES), schema::PROPERTY_TYPES);
        assert_eq!(names(&STATES), schema::STATES);
        assert_eq!(names(&TRANSITIONS), schema::TRANSITIONS);
    }
}
