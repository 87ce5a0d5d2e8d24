//! Settings of a catalog, from the file `descriptorium.yaml` at its root: the product its descriptors are for, the
//! strictness of checks, and the look of its documentation.

pub mod publication;

use serde::{Deserialize, Serialize};

use crate::settings::{AsdProfile, Dialect, HomingProfile, Level, Packaging, Profile, Settings, ToscaProfile};
use crate::sorted_map::SortedMap;
use crate::syntax::plain;
use crate::text::FilePath;
use crate::workspace::Workspace;

/// File name of the settings.
pub const FILE: &str = "descriptorium.yaml";

/// The settings of a catalog of orchestration descriptors. The file is at the root of the catalog; command-line options
/// take precedence.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, expecting = "settings as keys and values")]
pub struct CatalogSettings {
    /// The product that the descriptors are for.
    #[cfg_attr(feature = "schema", schemars(with = "Profile", extend("default" = "cp4na")))]
    pub profile: Option<Profile>,
    /// The tool that packages the descriptors and names them.
    #[cfg_attr(feature = "schema", schemars(with = "Packaging", extend("default" = "free")))]
    pub packaging: Option<Packaging>,
    /// Whether unresolved names (such as a type missing from the catalog) are errors instead of warnings.
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = false)))]
    pub strict: Option<bool>,
    /// Severities by rule (`assembly/unused-property`) or by folder of rules (`yaml`).
    #[cfg_attr(feature = "schema", schemars(schema_with = "levels"))]
    pub rules: SortedMap<String, Level>,
    /// Files and folders to skip, as `.gitignore` patterns. A pattern with a leading `!` re-includes a file that a
    /// `.gitignore` excludes.
    pub exclude: Vec<String>,
    /// Path of a baseline file written by `descriptorium check --write-baseline`, relative to the root of the catalog.
    /// Findings in the baseline are not reported, and `build` does not fail because of them.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub baseline: Option<String>,
    /// Owners, tags and other facts about descriptors that are not in their texts. All entries that match a descriptor apply;
    /// later ones take precedence.
    // Read by `publication` when it is needed, which keeps its code out of the modeller's first load.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<publication::DescriptorFacts>"))]
    pub descriptors: serde_json::Value,
    pub site: SiteSettings,
    /// Settings for assembly and resource descriptors. They can also be given at the root.
    pub assembly: AssemblySection,
    /// Settings for TOSCA service templates.
    pub tosca: ToscaSection,
    /// Settings for application service descriptors.
    pub asd: AsdSection,
    /// Settings for homing templates.
    pub homing: HomingSection,
}

/// Settings for assembly and resource descriptors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, expecting = "settings as keys and values")]
pub struct AssemblySection {
    /// The product that the descriptors are for.
    #[cfg_attr(feature = "schema", schemars(with = "Profile", extend("default" = "cp4na")))]
    pub profile: Option<Profile>,
    /// The tool that packages the descriptors and names them.
    #[cfg_attr(feature = "schema", schemars(with = "Packaging", extend("default" = "free")))]
    pub packaging: Option<Packaging>,
}

/// Settings for TOSCA service templates.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, expecting = "settings as keys and values")]
pub struct ToscaSection {
    /// The built-in types of TOSCA 1.0 to 1.2, which differ between the texts of the specification. Version 1.3 has its
    /// own.
    #[cfg_attr(feature = "schema", schemars(with = "ToscaProfile", extend("default" = "csd01")))]
    pub profile: Option<ToscaProfile>,
    /// Dialects whose deviations from the specification are permitted.
    pub dialects: Vec<Dialect>,
    /// Files of the catalog to read for imported URLs, which are never fetched: `{"https://...": types/nfv.yaml}`.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub imports: SortedMap<String, String>,
}

/// Settings for homing templates.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, expecting = "settings as keys and values")]
pub struct HomingSection {
    /// The reader of the templates.
    #[cfg_attr(feature = "schema", schemars(with = "HomingProfile", extend("default" = "guide")))]
    pub profile: Option<HomingProfile>,
    /// Inventories of candidates, as paths relative to the root of the catalog. Previews select the first one initially, and
    /// pages show placements on it. By default, it is the inventory with candidates for most demands of a template.
    pub inventories: Vec<String>,
}

/// Settings for application service descriptors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, expecting = "settings as keys and values")]
pub struct AsdSection {
    /// The product that the descriptors are for.
    #[cfg_attr(feature = "schema", schemars(with = "AsdProfile", extend("default" = "asd")))]
    pub profile: Option<AsdProfile>,
}

/// Settings for a language without settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, expecting = "settings as keys and values")]
pub struct EmptySection {}

/// The look of the documentation site. Paths are relative to the root of the catalog.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, expecting = "settings as keys and values")]
pub struct SiteSettings {
    /// The name of the catalog.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub title: Option<String>,
    /// The URL where the site is published. It is the default of `build --base-url`, and reports link to its pages.
    #[cfg_attr(feature = "schema", schemars(with = "String", regex(pattern = "^https?://")))]
    pub url: Option<String>,
    /// A style sheet loaded after the default one, to set its variables.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub style: Option<String>,
    /// Markdown shown at the top of every page.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub header: Option<String>,
    /// Markdown shown at the bottom of every page.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub footer: Option<String>,
    /// The web address of the repository with the descriptors. Pages link to it.
    #[cfg_attr(feature = "schema", schemars(with = "String", regex(pattern = "^https?://")))]
    pub repository: Option<String>,
    /// The web address where a file is edited. `{path}` is replaced by its path:
    /// `https://github.com/fjord/catalog/edit/main/{path}`.
    #[cfg_attr(feature = "schema", schemars(with = "String", regex(pattern = "^https?://")))]
    pub edit: Option<String>,
    /// Pages in Markdown, in the order of the navigation: paths, or groups `{title: .., pages: [..]}`.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<publication::NavigationEntry>"))]
    pub pages: serde_json::Value,
}

/// Schema of `rules`: a level per rule and folder of rules, so that editors complete and explain them.
#[cfg(feature = "schema")]
fn levels(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    use serde_json::{Map, Value};
    let level = generator.subschema_for::<Level>();
    let with = |description: String| {
        let mut level = level.clone();
        level.insert("description".to_owned(), description.into());
        level.to_value()
    };
    let mut properties: Map<String, Value> = Map::new();
    for rule in crate::rules::all() {
        for (at, _) in rule.code.match_indices('/') {
            let folder = &rule.code[..at];
            properties.entry(folder).or_insert_with(|| with(format!("All rules of `{folder}`.")));
        }
        properties.insert(rule.code.to_owned(), with(rule.title.to_owned()));
    }
    for (old, new) in crate::settings::RENAMED {
        let mut renamed = with(format!("Renamed to `{new}`."));
        renamed["deprecated"] = true.into();
        properties.insert((*old).to_owned(), renamed);
    }
    schemars::json_schema!({ "type": "object", "additionalProperties": false, "properties": properties })
}

impl CatalogSettings {
    pub fn read(text: &str) -> Result<Self, serde_yaml::Error> {
        serde_yaml::from_str::<Option<CatalogSettings>>(text).map(Option::unwrap_or_default)
    }

    /// The settings of the catalog in `workspace`; the defaults if the file is invalid, which a rule reports.
    pub fn of(workspace: &Workspace) -> Self {
        let file = FilePath::new(FILE).and_then(|path| workspace.file(&path)).filter(|file| file.errors.is_empty());
        // Converts the parsed tree: parsing the text again would need a second YAML parser.
        let value = file.and_then(|file| file.root.as_ref()).map(|root| plain::value(root));
        let stated = value.and_then(|value| serde_yaml::from_value::<Option<CatalogSettings>>(value).ok());
        stated.flatten().unwrap_or_default()
    }

    /// Reads settings from text with our own parser: `serde_yaml`'s would enlarge the first load of the modeller.
    pub fn of_text(text: &str) -> Self {
        let file = FilePath::new(FILE).map(|path| (path, text.to_owned()));
        CatalogSettings::of(&Workspace::new(file))
    }

    /// Settings as a program or a site states them for the modeller; the defaults if `json` has another form.
    pub fn stated(json: &serde_json::Value) -> Self {
        serde_json::from_value(json.clone()).unwrap_or_default()
    }

    /// These settings, with those of `other` for the rest.
    pub fn or(mut self, other: CatalogSettings) -> Self {
        let mut rules = other.rules;
        rules.append(&mut self.rules);
        let mut imports = other.tosca.imports;
        imports.append(&mut self.tosca.imports);
        let section = AssemblySection {
            profile: self.assembly.profile.or(self.profile).or(other.assembly.profile),
            packaging: self.assembly.packaging.or(self.packaging).or(other.assembly.packaging),
        };
        CatalogSettings {
            assembly: section,
            tosca: ToscaSection {
                profile: self.tosca.profile.or(other.tosca.profile),
                dialects: if self.tosca.dialects.is_empty() { other.tosca.dialects } else { self.tosca.dialects },
                imports,
            },
            asd: AsdSection { profile: self.asd.profile.or(other.asd.profile) },
            homing: HomingSection {
                profile: self.homing.profile.or(other.homing.profile),
                inventories: match self.homing.inventories.is_empty() {
                    true => other.homing.inventories,
                    false => self.homing.inventories,
                },
            },
            profile: self.profile.or(other.profile),
            packaging: self.packaging.or(other.packaging),
            strict: self.strict.or(other.strict),
            rules,
            exclude: if self.exclude.is_empty() { other.exclude } else { self.exclude },
            baseline: self.baseline.or(other.baseline),
            descriptors: if self.descriptors.is_null() { other.descriptors } else { self.descriptors },
            site: SiteSettings {
                title: self.site.title.or(other.site.title),
                url: self.site.url.or(other.site.url),
                style: self.site.style.or(other.site.style),
                header: self.site.header.or(other.site.header),
                footer: self.site.footer.or(other.site.footer),
                repository: self.site.repository.or(other.site.repository),
                edit: self.site.edit.or(other.site.edit),
                pages: if self.site.pages.is_null() { other.site.pages } else { self.site.pages },
            },
        }
    }

    /// These settings, with those of the catalog in `workspace` for the rest.
    pub fn with_catalog(&self, workspace: &Workspace) -> CatalogSettings {
        self.clone().or(CatalogSettings::of(workspace))
    }

    /// The profile for assembly and resource descriptors, from their section or the root.
    pub fn profile(&self) -> Option<Profile> {
        self.assembly.profile.or(self.profile)
    }

    /// The packaging for assembly and resource descriptors, from their section or the root.
    pub fn packaging(&self) -> Option<Packaging> {
        self.assembly.packaging.or(self.packaging)
    }

    /// Sets the profile of a language, both named as in [`crate::profiles`]. Returns `false` if the profile does not
    /// exist.
    pub fn set_profile(&mut self, language: &str, key: &str) -> bool {
        let assembly = [Profile::Cp4na, Profile::Tnco].into_iter().find(|profile| profile.key() == key);
        let tosca = [ToscaProfile::Csd01, ToscaProfile::Oasis12].into_iter().find(|profile| profile.key() == key);
        let homing = [HomingProfile::Guide, HomingProfile::Conductor].into_iter().find(|profile| profile.key() == key);
        match language {
            "assembly" => assembly.map(|profile| self.profile = Some(profile)).is_some(),
            "tosca" => tosca.map(|profile| self.tosca.profile = Some(profile)).is_some(),
            "asd" => {
                let asd = AsdProfile::ALL.into_iter().find(|profile| profile.key() == key);
                asd.map(|profile| self.asd.profile = Some(profile)).is_some()
            }
            "homing" => homing.map(|profile| self.homing.profile = Some(profile)).is_some(),
            _ => false,
        }
    }

    pub fn settings(&self) -> Settings {
        Settings {
            profile: self.profile().unwrap_or_default(),
            asd: self.asd.profile.unwrap_or_default(),
            packaging: self.packaging().unwrap_or_default(),
            tosca_profile: self.tosca.profile.unwrap_or_default(),
            homing: self.homing.profile.unwrap_or_default(),
            inventories: self.homing.inventories.clone(),
            strict: self.strict.unwrap_or_default(),
            rules: self.rules.clone(),
            dialects: self.tosca.dialects.clone(),
            imports: self.tosca.imports.clone(),
        }
    }
}
