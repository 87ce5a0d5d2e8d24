//! What a catalog says of itself in the file `descriptorium.yaml` at its root: which product its descriptors are for, how
//! strictly they are judged, and how their documentation looks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::{Level, Packaging, Profile, Settings};
use crate::syntax::plain;
use crate::text::FilePath;
use crate::workspace::Workspace;

/// What the file is called.
pub const FILE: &str = "descriptorium.yaml";

/// What the keys of the file are, as a JSON schema (draft 2020-12) that editors read.
pub const SCHEMA: &str = include_str!("stated.schema.json");

/// The settings that are stated; the others are as usual.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "settings as keys and values")]
pub struct Stated {
    pub profile: Option<Profile>,
    pub packaging: Option<Packaging>,
    pub strict: Option<bool>,
    /// Severities of rules, by code or by the folder of codes.
    pub rules: BTreeMap<String, Level>,
    /// The file of known findings, from the root of the catalog.
    pub baseline: Option<String>,
    pub site: Look,
}

/// How the documentation looks. The files are named from the root of the catalog.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "settings as keys and values")]
pub struct Look {
    pub title: Option<String>,
    /// The address that it is published at.
    pub url: Option<String>,
    /// A style sheet that comes after the usual one.
    pub style: Option<String>,
    /// Markdown that stands at the top and at the foot of every page.
    pub header: Option<String>,
    pub footer: Option<String>,
}

impl Stated {
    pub fn read(text: &str) -> Result<Self, serde_yaml::Error> {
        serde_yaml::from_str::<Option<Stated>>(text).map(Option::unwrap_or_default)
    }

    /// What the catalog in `workspace` states. A file that cannot be read states nothing; a rule says so.
    pub fn of(workspace: &Workspace) -> Self {
        let file = FilePath::new(FILE).and_then(|path| workspace.file(&path)).filter(|file| file.errors.is_empty());
        // It is read already; to read the text anew would take all of a second reader of YAML.
        let value = file.and_then(|file| file.root.as_ref()).map(|root| plain::value(root));
        let stated = value.and_then(|value| serde_yaml::from_value::<Option<Stated>>(value).ok());
        stated.flatten().unwrap_or_default()
    }

    /// What this states, and else what `other` does.
    pub fn or(mut self, other: Stated) -> Self {
        let mut rules = other.rules;
        rules.append(&mut self.rules);
        Stated {
            profile: self.profile.or(other.profile),
            packaging: self.packaging.or(other.packaging),
            strict: self.strict.or(other.strict),
            rules,
            baseline: self.baseline.or(other.baseline),
            site: Look {
                title: self.site.title.or(other.site.title),
                url: self.site.url.or(other.site.url),
                style: self.site.style.or(other.site.style),
                header: self.site.header.or(other.site.header),
                footer: self.site.footer.or(other.site.footer),
            },
        }
    }

    /// What this states, and else what the catalog in `workspace` does.
    pub fn with_catalog(&self, workspace: &Workspace) -> Stated {
        self.clone().or(Stated::of(workspace))
    }

    pub fn settings(&self) -> Settings {
        Settings {
            profile: self.profile.unwrap_or_default(),
            packaging: self.packaging.unwrap_or_default(),
            strict: self.strict.unwrap_or_default(),
            rules: self.rules.clone(),
        }
    }
}
