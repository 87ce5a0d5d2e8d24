//! Naming conventions for files after the descriptors in them: `video-service-1.0` for
//! `assembly::fjord.video_service::1.0`.

use crate::edit::EditError;
use crate::symbol::DescriptorRef;

/// A way to derive a file name from a descriptor name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Naming {
    /// Whether it includes the part before the last period of the name: the `fjord` of `fjord.video_service`.
    pub prefix: bool,
    /// Whether `_` becomes `-`.
    pub dashes: bool,
    /// The separator before the version, if that is included.
    pub version: Option<char>,
}

impl Default for Naming {
    /// `fjord.video_service-1.0`
    fn default() -> Self {
        Naming { prefix: true, dashes: false, version: Some('-') }
    }
}

impl Naming {
    /// All conventions, the default first.
    fn all() -> impl Iterator<Item = Naming> {
        let versions = [Some('-'), Some('_'), None].into_iter();
        versions.flat_map(|version| {
            let ways = [(true, false), (true, true), (false, false), (false, true)].into_iter();
            ways.map(move |(prefix, dashes)| Naming { prefix, dashes, version })
        })
    }

    /// The name of the file, without its extension.
    pub fn stem(self, of: &DescriptorRef) -> String {
        let name = if self.prefix { &*of.name } else { of.name.rsplit('.').next().unwrap_or(&of.name) };
        let name = if self.dashes { name.replace('_', "-") } else { name.to_owned() };
        let stem = match self.version {
            Some(sign) => format!("{name}{sign}{}", of.version),
            None => name,
        };
        stem.replace(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_')), "-")
    }

    /// The convention that a file name follows; `None` if the file is not named after its descriptor.
    pub fn of(stem: &str, descriptor: &DescriptorRef) -> Option<Naming> {
        Naming::all().find(|naming| naming.stem(descriptor) == stem)
    }

    /// The most frequent convention among `near` files, with ties broken by `all` files; the default if there is none.
    pub fn most(near: &[(&str, &DescriptorRef)], all: &[(&str, &DescriptorRef)]) -> Naming {
        let fitting = |naming: &Naming, files: &[(&str, &DescriptorRef)]| {
            files.iter().filter(|(stem, of)| naming.stem(of) == *stem).count()
        };
        // `max_by_key` returns the last of several maxima, so put the default last.
        let ways: Vec<Naming> = Naming::all().collect();
        let most = ways.into_iter().rev().max_by_key(|naming| (fitting(naming, near), fitting(naming, all)));
        most.unwrap_or_default()
    }
}

/// Checks a new name (AD-COMP-01, AD-OPS-08 and similar).
pub fn valid_name(name: &str) -> Result<&str, EditError> {
    let name = name.trim();
    let odd = |character: char| !(character.is_alphanumeric() || matches!(character, '_' | '-'));
    if name.contains(odd) {
        return Err(refused(format!("invalid name `{name}`: use only letters, digits, `_` and `-`")));
    }
    if !name.contains(|character: char| character.is_ascii_alphanumeric()) {
        return Err(refused("a name needs at least one letter or digit"));
    }
    // Words with a special meaning in references or in YAML (AD-REF-02).
    let lower = name.to_ascii_lowercase();
    if name == "instance" || ["null", "true", "false", "yes", "no", "on", "off"].contains(&lower.as_str()) {
        return Err(refused(format!("invalid name `{name}`: it has a special meaning")));
    }
    Ok(name)
}

fn refused(why: impl Into<String>) -> EditError {
    EditError::Refused(why.into())
}

/// The part before the number of a name: `web` of `web_2`.
pub fn unnumbered(name: &str) -> &str {
    let stem = name.trim_end_matches(|character: char| character.is_ascii_digit());
    match stem.strip_suffix(['_', '-']) {
        Some(base) if stem.len() < name.len() && !base.is_empty() => base,
        _ => name,
    }
}

/// A free name derived from `base`: `base` without its number, or with the first free number from 2.
pub fn free_name(base: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let base = unnumbered(base);
    let mut names = std::iter::once(base.to_owned()).chain((2_u64..).map(|number| format!("{base}_{number}")));
    names.find(|name| !is_taken(name)).unwrap_or_else(|| base.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> DescriptorRef {
        DescriptorRef::parse(text).expect("a full name")
    }

    #[test]
    fn files_named_after_their_descriptors_are_recognized() {
        let of = name("assembly::fjord.video_service::1.0");
        for stem in [
            "fjord.video_service-1.0",
            "video-service-1.0",
            "video_service_1.0",
            "video-service",
            "fjord.video-service",
        ] {
            let naming = Naming::of(stem, &of).expect("it is called after it");
            assert_eq!(naming.stem(&of), stem);
        }
        for stem in ["assembly", "video", "video-service-2.0", "video_service-1.0.layout"] {
            assert_eq!(Naming::of(stem, &of), None, "{stem}");
        }
    }

    #[test]
    fn a_new_file_follows_the_most_common_convention() {
        let files = [
            ("streamer-1.0", "resource::fjord.streamer::1.0"),
            ("dns-record-1.0", "resource::fjord.dns_record::1.0"),
            ("assembly", "assembly::x::1.0"),
        ];
        let files: Vec<(&str, DescriptorRef)> = files.iter().map(|(stem, of)| (*stem, name(of))).collect();
        let most = Naming::most(&files.iter().map(|(stem, of)| (*stem, of)).collect::<Vec<_>>(), &[]);
        assert_eq!(most.stem(&name("resource::fjord.edge_cache::2.0")), "edge-cache-2.0");
        assert_eq!(Naming::most(&[], &[]), Naming::default());
        assert_eq!(Naming::default().stem(&name("assembly::a/b::1")), "a-b-1");
    }
}
