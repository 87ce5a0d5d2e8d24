//! Documentation of the keywords in assembly and resource descriptors, for hover texts and completions.

use crate::assembly::model::DescriptorKind;
use crate::syntax::{NodePath, Step};

/// A keyword and its meaning, in Markdown.
pub type Keyword = (&'static str, &'static str);

/// The built-in property types (S0:77-93).
pub const TYPES: [Keyword; 9] = [
    ("string", "Text. The default type."),
    ("boolean", "`true` or `false`."),
    ("integer", "An integer."),
    ("float", "A number."),
    ("timestamp", "A date and time with its zone: `2019-09-07T15:50-04:00`."),
    ("map", "Values by key; `entry-schema` defines their type."),
    ("list", "Values in order; `entry-schema` defines their type."),
    ("key", "The name of a shared key of the infrastructure, never the key itself."),
    ("certificate", "The name of a certificate, never the certificate itself."),
];

/// The states of an instance (S0:834-873; the order of the transitions: expansion rules).
const STATES: [Keyword; 4] = [
    ("Installed", "Created and installed, but not configured. `Configure` leads to `Inactive`."),
    ("Inactive", "Configured but not started: reached with `Configure` or `Stop`. `Start` leads to `Active`."),
    ("Active", "Started and in service. `Stop` leads back to `Inactive`."),
    ("Broken", "Failed while it was active. It is healed with `Stop` and `Start`."),
];

/// Which instances execute an operation (S0:389-398).
const INSTANCES: [Keyword; 3] = [
    ("every", "The operation is called on every instance, in any order. The default."),
    ("any", "The operation is called on any one of the instances."),
    (
        "first",
        "The operation is called on the first instance of the group. Not allowed if the group is created from a \
               map.",
    ),
];

/// The types of policies (S1:284-296).
const POLICIES: [Keyword; 2] = [
    ("policy::scale", "Scales a cluster by a load metric. Used in assemblies."),
    ("policy::heal", "Heals a resource by an integrity metric. Used in resource descriptors."),
];

/// The types of metrics that policies use (resource descriptor page, lines 318-346).
pub const METRICS: [Keyword; 2] = [
    ("metric::load", "The load of the resource in percent, used by `policy::scale`."),
    ("metric::integrity", "Whether the resource is healthy, used by `policy::heal`."),
];

/// The properties of policies (S1:284-296).
pub const POLICY_PROPERTIES: [Keyword; 3] = [
    ("scaleOut_threshold", "The load in percent above which the cluster grows."),
    ("scaleIn_threshold", "The load in percent below which the cluster shrinks."),
    ("smoothing", "How many consecutive measurements must cross a threshold before the cluster is scaled."),
];

/// Values that the orchestrator assigns to every instance (S0:151).
pub const INSTANCE: [Keyword; 3] = [
    ("name", "The name that the orchestrator assigns to this instance. Known on creation."),
    ("id", "The identifier that the orchestrator assigns to this instance. Known on creation."),
    ("index", "The number of this instance in its cluster or group, starting at 1."),
];

/// The transitions of a resource (resource descriptor page; `Upgrade`, `Heal` and `Adopt` are CP4NA only).
pub const TRANSITIONS: [Keyword; 12] = [
    ("Create", "Creates the instance, which is then `Created`. Every resource has it."),
    ("Install", "From `Created` to `Installed`."),
    ("Configure", "From `Installed` to `Inactive`."),
    ("Start", "From `Inactive` to `Active`."),
    ("Integrity", "Checks after `Start`, before `Active`, whether the resource is healthy."),
    ("Stop", "From `Active` or `Broken` to `Inactive`."),
    ("Uninstall", "From `Inactive` or `Installed` to `Created`."),
    ("Delete", "Removes an instance that is `Created`."),
    ("Reconfigure", "Changes volatile properties while `Active`."),
    ("Upgrade", "Changes to another version of the descriptor."),
    ("Heal", "Repairs a broken instance."),
    ("Adopt", "Takes over an existing object."),
];

/// The meaning of `word` as the value at `path`, or as an item of it; `None` if it is not a keyword there.
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

/// The meaning of `key` in a mapping at `parent`, if the schema leaves its keys open.
pub fn key_meaning(kind: DescriptorKind, parent: &NodePath, key: &str) -> Option<&'static str> {
    match parent.steps() {
        [Step::Key(section)] if section == "lifecycle" && kind == DescriptorKind::Resource => of(&TRANSITIONS, key),
        [Step::Key(section), _, Step::Key(last)] if section == "policies" && last == "properties" => {
            of(&POLICY_PROPERTIES, key)
        }
        _ => None,
    }
}

/// The meaning of a word in `words`.
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
