//! The versions of TOSCA (3.1), and the dialects of tools and of other profiles, which have versions of their own.

use crate::settings::Dialect;
use crate::syntax::Node;
use crate::workspace::SourceFile;

/// A version of the Simple Profile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Version {
    V1_0,
    V1_1,
    V1_2,
    V1_3,
    /// Recognized, but not checked.
    V2_0,
}

/// The version that a file states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatedVersion {
    /// The version whose grammar it follows.
    pub version: Version,
    /// The dialect that defines the stated name.
    pub dialect: Option<Dialect>,
}

/// The key of the version.
pub const KEY: &str = "tosca_definitions_version";

/// The directives of nodes, before TOSCA 1.3 and since (D-22).
pub const DIRECTIVES: [(&str, &str); 2] = [SELECT, SUBSTITUTE];
const SELECT: (&str, &str) = ("selectable", "select");
const SUBSTITUTE: (&str, &str) = ("substitutable", "substitute");

fn is_either(directive: &str, (older, newer): (&str, &str)) -> bool {
    directive == older || directive == newer
}

/// Whether a directive leaves the selection of a node to the orchestrator.
pub fn selects(directive: &str) -> bool {
    is_either(directive, SELECT)
}

/// Whether a directive has a node replaced by a topology.
pub fn substitutes(directive: &str) -> bool {
    is_either(directive, SUBSTITUTE)
}

/// Whether a directive lets other nodes take the place of a node.
pub fn is_directive(directive: &str) -> bool {
    selects(directive) || substitutes(directive)
}

/// The directive with the same meaning in the versions before TOSCA 1.3, or since then.
pub fn other_directive(directive: &str, is_newer: bool) -> Option<&'static str> {
    let (older, newer) = *DIRECTIVES.iter().find(|both| is_either(directive, **both))?;
    let meant = if is_newer { newer } else { older };
    (meant != directive).then_some(meant)
}

const NAMESPACE: &str = "http://docs.oasis-open.org/tosca/ns/simple/yaml/";
const NAME: &str = "tosca_simple_yaml_";

/// Versions with other names.
const OTHERS: &[(&str, StatedVersion)] = &[
    ("tosca_2_0", StatedVersion { version: Version::V2_0, dialect: None }),
    ("tosca_simple_yaml_1_0_0", of_dialect(Version::V1_0, Dialect::OnapSdc)),
    ("tosca_simple_openecomp_1_0", of_dialect(Version::V1_0, Dialect::OnapSdc)),
    ("tosca_simple_profile_for_nfv_1_0", of_dialect(Version::V1_2, Dialect::EtsiNfv)),
    ("tosca_simple_profile_for_nfv_1_0_0", of_dialect(Version::V1_2, Dialect::EtsiNfv)),
    ("tosca_simple_profile_for_mec_1_0_0", of_dialect(Version::V1_2, Dialect::EtsiNfv)),
];

const fn of_dialect(version: Version, dialect: Dialect) -> StatedVersion {
    StatedVersion { version, dialect: Some(dialect) }
}

impl Version {
    const ALL: [Version; 5] = [Version::V1_0, Version::V1_1, Version::V1_2, Version::V1_3, Version::V2_0];

    /// The number in messages and tables: `1.2`.
    pub fn number(self) -> &'static str {
        match self {
            Version::V1_0 => "1.0",
            Version::V1_1 => "1.1",
            Version::V1_2 => "1.2",
            Version::V1_3 => "1.3",
            Version::V2_0 => "2.0",
        }
    }

    /// The version with this number.
    pub fn numbered(number: &str) -> Option<Self> {
        Version::ALL.into_iter().find(|version| version.number() == number)
    }

    /// The value of `tosca_definitions_version`.
    pub fn name(self) -> &'static str {
        match self {
            Version::V1_0 => "tosca_simple_yaml_1_0",
            Version::V1_1 => "tosca_simple_yaml_1_1",
            Version::V1_2 => "tosca_simple_yaml_1_2",
            Version::V1_3 => "tosca_simple_yaml_1_3",
            Version::V2_0 => "tosca_2_0",
        }
    }
}

/// The version with this name or namespace; `None` if there is no such version.
pub fn named(name: &str) -> Option<StatedVersion> {
    let other = OTHERS.iter().find(|(other, _)| *other == name).map(|(_, stated)| *stated);
    other.or_else(|| {
        let is_own = |version: &Version| {
            let uri = name.strip_prefix(NAMESPACE).map(|end| end == version.number());
            let plain = || name.strip_prefix(NAME).map(|end| version.name().strip_prefix(NAME) == Some(end));
            uri.or_else(plain).unwrap_or_default()
        };
        let version = Version::ALL.into_iter().find(is_own).filter(|version| *version != Version::V2_0)?;
        Some(StatedVersion { version, dialect: None })
    })
}

/// The version that a template states; `None` if it states none or an unknown one.
pub fn stated(root: &Node) -> Option<StatedVersion> {
    named(root.get(KEY)?.as_text()?)
}

/// The version whose grammar a file follows.
pub fn of(file: &SourceFile) -> Version {
    file.root.as_ref().and_then(|root| stated(root)).map_or(Version::V1_2, |stated| stated.version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_named_by_their_name_or_namespace() {
        let version = |name| named(name).map(|stated| stated.version);
        assert_eq!(version("tosca_simple_yaml_1_1"), Some(Version::V1_1));
        assert_eq!(version("http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3"), Some(Version::V1_3));
        assert_eq!(version("tosca_2_0"), Some(Version::V2_0));
        assert_eq!(named("tosca_simple_yaml_1_0_0").and_then(|stated| stated.dialect), Some(Dialect::OnapSdc));
        for unknown in
            ["tosca_simple_yaml_2_0", "tosca_simple_yaml_", "http://docs.oasis-open.org/tosca/ns/simple/yaml/", ""]
        {
            assert_eq!(version(unknown), None, "{unknown}");
        }
    }
}
