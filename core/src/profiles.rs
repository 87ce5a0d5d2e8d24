//! The profiles of the languages: the products, or interpretations of a specification, that descriptors can be checked
//! for. Each language declares its own; settings, the command line and the modeller offer exactly these.

/// The profiles of one language.
#[derive(Debug)]
pub struct Profiles {
    /// The name of the language in settings and on the command line.
    pub language: &'static str,
    /// The profiles, the default first. With fewer than two there is no choice.
    pub choices: &'static [LanguageProfile],
}

/// One profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LanguageProfile {
    /// Its name in settings and on the command line.
    pub key: &'static str,
    /// The name qualified by its language, as `--profile` takes it: `assembly=tnco`.
    pub full: &'static str,
    /// A short displayed title.
    pub title: &'static str,
}

pub static ASSEMBLY: Profiles = Profiles {
    language: "assembly",
    choices: &[
        LanguageProfile { key: "cp4na", full: "assembly=cp4na", title: "CP4NA" },
        LanguageProfile { key: "tnco", full: "assembly=tnco", title: "TNC-O" },
    ],
};

pub static TOSCA: Profiles = Profiles {
    language: "tosca",
    choices: &[
        LanguageProfile { key: "csd01", full: "tosca=csd01", title: "TOSCA 1.2 CSD01" },
        LanguageProfile { key: "oasis-1.2", full: "tosca=oasis-1.2", title: "TOSCA 1.2 OASIS Standard" },
    ],
};

pub static ASD: Profiles = Profiles {
    language: "asd",
    choices: &[
        LanguageProfile { key: "asd", full: "asd=asd", title: "ASD" },
        LanguageProfile { key: "so-cnfm", full: "asd=so-cnfm", title: "SO-CNFM" },
        LanguageProfile { key: "sdc", full: "asd=sdc", title: "SDC" },
        LanguageProfile { key: "rapp-manager", full: "asd=rapp-manager", title: "rApp manager" },
    ],
};

pub static HOMING: Profiles = Profiles {
    language: "homing",
    choices: &[
        LanguageProfile { key: "guide", full: "homing=guide", title: "HAS guide" },
        LanguageProfile { key: "conductor", full: "homing=conductor", title: "Conductor" },
    ],
};

pub static ALL: [&Profiles; 4] = [&ASSEMBLY, &TOSCA, &ASD, &HOMING];

/// All spellings of profiles on the command line: the key alone if only one language has it, and the key qualified by its
/// language.
pub fn written() -> Vec<&'static str> {
    let all = || ALL.iter().flat_map(|profiles| profiles.choices);
    let is_unique = |key: &str| all().filter(|other| other.key == key).count() == 1;
    let short = all().map(|choice| choice.key).filter(|key| is_unique(key));
    short.chain(all().map(|choice| choice.full)).collect()
}

/// Parses a profile from the command line into its language and key.
pub fn parse(written: &str) -> Option<(&'static str, &'static str)> {
    let is_meant = |choice: &&LanguageProfile| choice.key == written || choice.full == written;
    ALL.iter().find_map(|profiles| Some((profiles.language, profiles.choices.iter().find(is_meant)?.key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_written_with_or_without_its_language() {
        let short =
            ["cp4na", "tnco", "csd01", "oasis-1.2", "asd", "so-cnfm", "sdc", "rapp-manager", "guide", "conductor"];
        let full = ["assembly=cp4na", "assembly=tnco", "tosca=csd01", "tosca=oasis-1.2", "asd=asd", "asd=so-cnfm"];
        let last = ["asd=sdc", "asd=rapp-manager", "homing=guide", "homing=conductor"];
        assert_eq!(written(), [&short[..], &full[..], &last[..]].concat());
        assert!(written().iter().all(|written| parse(written).is_some()));
        assert_eq!(parse("tnco"), Some(("assembly", "tnco")));
        assert_eq!((parse("tosca=tnco"), parse("strict")), (None, None));
    }
}
