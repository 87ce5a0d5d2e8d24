//! Validation settings of a catalog: the target product, the packaging, and the severity of rules.

use serde::{Deserialize, Serialize};

use crate::profiles::{LanguageProfile, Profiles};
use crate::sorted_map::SortedMap;
use crate::text::FilePath;

/// The target product of the descriptors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// IBM Cloud Pak for Network Automation.
    #[default]
    Cp4na,
    /// Telco Network Cloud - Orchestration: types are ignored, and all values are strings.
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

/// The built-in types of TOSCA 1.0 to 1.2, which differ between texts of the specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ToscaProfile {
    /// Those of the committee specification draft 01 of version 1.2.
    #[default]
    #[serde(rename = "csd01")]
    Csd01,
    /// Those of the OASIS Standard of version 1.2.
    #[serde(rename = "oasis-1.2")]
    Oasis12,
}

impl ToscaProfile {
    /// The name of the profile in settings and on the command line.
    pub fn key(self) -> &'static str {
        match self {
            ToscaProfile::Csd01 => "csd01",
            ToscaProfile::Oasis12 => "oasis-1.2",
        }
    }
}

/// The reader of homing templates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum HomingProfile {
    /// The homing specification guide.
    #[default]
    Guide,
    /// Conductor, the solver of ONAP OOF: also reports everything that it rejects, ignores or loses.
    Conductor,
}

impl HomingProfile {
    /// The name of the profile in settings and on the command line.
    pub fn key(self) -> &'static str {
        match self {
            HomingProfile::Guide => "guide",
            HomingProfile::Conductor => "conductor",
        }
    }
}

/// The product that application service descriptors are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum AsdProfile {
    /// The information model alone.
    #[default]
    Asd,
    /// The CNF manager of ONAP SO.
    SoCnfm,
    /// ONAP SDC.
    Sdc,
    /// The rApp manager of O-RAN-SC.
    RappManager,
}

impl AsdProfile {
    pub const ALL: [AsdProfile; 4] = [AsdProfile::Asd, AsdProfile::SoCnfm, AsdProfile::Sdc, AsdProfile::RappManager];

    /// The name of the profile in settings and on the command line.
    pub fn key(self) -> &'static str {
        match self {
            AsdProfile::Asd => "asd",
            AsdProfile::SoCnfm => "so-cnfm",
            AsdProfile::Sdc => "sdc",
            AsdProfile::RappManager => "rapp-manager",
        }
    }

    /// The name of the product, in a message.
    pub fn product(self) -> &'static str {
        match self {
            AsdProfile::Asd => "the information model",
            AsdProfile::SoCnfm => "SO-CNFM",
            AsdProfile::Sdc => "SDC",
            AsdProfile::RappManager => "the rApp manager",
        }
    }
}

/// A dialect of TOSCA, whose deviations from the specification can be permitted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// ONAP Service Design and Creation.
    OnapSdc,
    /// The profiles of ETSI for NFV and MEC.
    EtsiNfv,
    /// Eclipse Winery.
    Winery,
}

impl Dialect {
    /// The name of the dialect in settings.
    pub fn key(self) -> &'static str {
        match self {
            Dialect::OnapSdc => "onap-sdc",
            Dialect::EtsiNfv => "etsi-nfv",
            Dialect::Winery => "winery",
        }
    }

    /// The displayed name.
    pub fn title(self) -> &'static str {
        match self {
            Dialect::OnapSdc => "ONAP SDC",
            Dialect::EtsiNfv => "ETSI NFV",
            Dialect::Winery => "Eclipse Winery",
        }
    }
}

/// Whether the descriptors are part of packages, which give them their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Packaging {
    /// If a project file or the location says so.
    #[default]
    Free,
    /// Always, whether or not the project files are available.
    Lmctl,
}

/// A configured severity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Error,
    Warning,
    Info,
    /// Its findings are not reported.
    Off,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub profile: Profile,
    /// The profile of application service descriptors.
    pub asd: AsdProfile,
    pub packaging: Packaging,
    /// The built-in types of service templates.
    pub tosca_profile: ToscaProfile,
    /// The profile for homing templates.
    pub homing: HomingProfile,
    /// The paths of the inventories for homing templates, the preferred one first.
    pub inventories: Vec<String>,
    /// Whether unresolved names are errors.
    pub strict: bool,
    /// Changed severities, by code or folder of rules.
    pub rules: SortedMap<String, Level>,
    /// The dialects of TOSCA whose deviations are permitted.
    pub dialects: Vec<Dialect>,
    /// The files to read for imported URLs: paths from the root of the catalog.
    pub imports: SortedMap<String, String>,
}

/// Renamed codes, old and current. Old codes still work in comments, settings and baselines.
pub static RENAMED: &[(&str, &str)] = &[
    ("file/broken-link", "markdown/broken-link"),
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
    /// The files to read for URLs. Paths outside of the catalog are ignored.
    pub fn remote(&self) -> SortedMap<String, FilePath> {
        let path = |path: &String| FilePath::along("", path.split('/').filter(|step| !step.is_empty()));
        self.imports.iter().filter_map(|(url, written)| Some((url.clone(), path(written)?))).collect()
    }

    /// The profile in effect for a language; `None` if the language has no choice of profiles.
    pub fn profile_of(&self, profiles: &Profiles) -> Option<LanguageProfile> {
        let key = match profiles.language {
            "assembly" => self.profile.key(),
            "tosca" => self.tosca_profile.key(),
            "homing" => self.homing.key(),
            "asd" => self.asd.key(),
            _ => return None,
        };
        profiles.choices.iter().find(|choice| choice.key == key).copied()
    }

    /// The configured severity of the rule `code`: its own, or that of the innermost folder around it. Looks up both
    /// names of a renamed code.
    pub fn level(&self, code: &str) -> Option<Level> {
        let own = self.rules.iter().find(|(wish, _)| current(wish) == code).map(|(_, level)| *level);
        let folders = || code.rmatch_indices('/').find_map(|(at, _)| self.rules.get(&code[..at])).copied();
        own.or_else(folders)
    }
}

/// Whether declared types are enforced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Typing {
    #[default]
    Declared,
    /// All values are text, as in the TNC-O profile (S1:41).
    Text,
}
