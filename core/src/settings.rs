//! How a catalog is checked: the product that its descriptors are for, how they are packaged, and the severity of rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::profiles::{Choice, Profiles};

/// Which product the descriptors are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// IBM Cloud Pak for Network Automation.
    #[default]
    Cp4na,
    /// Telco Network Cloud - Orchestration: types are not used, all values are strings.
    Tnco,
}

impl Profile {
    pub fn typing(self) -> Typing {
        match self {
            Profile::Cp4na => Typing::Declared,
            Profile::Tnco => Typing::Text,
        }
    }

    /// The name of the profile in settings and on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Profile::Cp4na => "cp4na",
            Profile::Tnco => "tnco",
        }
    }
}

/// Whether the descriptors are parts of packages, which give them their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Packaging {
    /// Where a project file or its place says so.
    #[default]
    Free,
    /// All are, whether or not their project files are at hand.
    Lmctl,
}

/// The severity that a catalog wants a rule to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Error,
    Warning,
    Info,
    /// What it finds is not told.
    Off,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub profile: Profile,
    pub packaging: Packaging,
    /// Whether what does not resolve is an error.
    pub strict: bool,
    /// The rules whose severity is another than usual, by code or by folder.
    pub rules: BTreeMap<String, Level>,
}

/// Renamed codes, old and current. The old ones keep working in comments, settings and baselines.
pub static RENAMED: &[(&str, &str)] = &[
    ("tosca/no-such-capability", "tosca/requirement/no-such-capability"),
    ("tosca/no-such-import", "tosca/import/no-such-import"),
    ("tosca/no-such-input", "tosca/function/no-such-input"),
    ("tosca/no-such-property", "tosca/property/no-such-property"),
    ("tosca/no-such-template", "tosca/template/no-such-template"),
    ("tosca/no-such-type", "tosca/type/no-such-type"),
];

/// The current code for one that may have been renamed.
pub fn current(code: &str) -> &str {
    RENAMED.iter().find(|(old, _)| *old == code).map_or(code, |(_, new)| new)
}

impl Settings {
    /// The profile in effect for a language; `None` if the language has no choice of profiles.
    pub fn profile_of(&self, profiles: &Profiles) -> Option<Choice> {
        let key = match profiles.language {
            "assembly" => self.profile.key(),
            _ => return None,
        };
        profiles.choices.iter().find(|choice| choice.key == key).copied()
    }

    /// The configured severity of the rule `code`: its own, or else that of the innermost folder around it. Renamed codes
    /// are looked up by both names.
    pub fn level(&self, code: &str) -> Option<Level> {
        let own = self.rules.iter().find(|(wish, _)| current(wish) == code).map(|(_, level)| *level);
        let folders = || code.rmatch_indices('/').find_map(|(at, _)| self.rules.get(&code[..at])).copied();
        own.or_else(folders)
    }
}

/// Whether properties have the types that they are declared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Typing {
    #[default]
    Declared,
    /// All values are texts, as under the TNC-O profile (S1:41).
    Text,
}
