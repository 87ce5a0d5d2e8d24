//! "Did you mean": the name that was probably meant by one that does not exist.
//!
//! Names are compared as lists of words, since real mistakes are mostly in words: `mgmt_address` for `mgmt_ip_address`,
//! `instance_id` for `instance.id`, `cfg` for `config`. Only then letters are compared, and few may differ: `port_a` is
//! not a misspelling of `port_b`. A suggestion that is wrong costs more than none, so several candidates that are equally
//! good are none.

use crate::sorting::Sorting;
use std::cell::Cell;

/// Longer names are not compared.
const MAX_LENGTH: usize = 128;
/// Shortest name that may be misspelled in a letter.
const MIN_LENGTH: usize = 3;
/// Shortest beginning of a word that may abbreviate it.
const MIN_PREFIX: usize = 3;

/// How far a name is from another; less is closer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Distance {
    /// Different case or separators.
    Notation,
    /// Letters that are wrong, missing, added or swapped.
    Letters(usize),
    /// Words that are missing, added, abbreviated or in another order.
    Words(usize),
}

/// Maximum number of candidates for all suggestions of a file: more are not looked at, so they need not be collected.
pub const MAX_CANDIDATES: usize = 1_000_000;

/// Bounds the work for all suggestions of a file.
#[derive(Debug)]
pub struct Budget {
    /// Candidates that may be looked at, and those that may be compared in detail.
    candidates: Cell<usize>,
    comparisons: Cell<usize>,
}

impl Default for Budget {
    /// Some tens of milliseconds.
    fn default() -> Self {
        Budget { candidates: Cell::new(MAX_CANDIDATES), comparisons: Cell::new(50_000) }
    }
}

impl Budget {
    fn spend(of: &Cell<usize>) -> bool {
        let left = of.get();
        of.set(left.saturating_sub(1));
        left > 0
    }
}

/// The candidate that was probably meant by `name`.
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    closest_within(&Budget::default(), name, candidates)
}

/// Like [`closest`], as long as the budget lasts.
pub fn closest_within<'a>(
    budget: &Budget,
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let wanted = Name::of(name)?;
    let mut best: Option<(Distance, &str)> = None;
    let mut tied = false;
    for candidate in candidates {
        if !Budget::spend(&budget.candidates) {
            return None;
        }
        if candidate == name || !wanted.may_match(candidate) {
            continue;
        }
        if !Budget::spend(&budget.comparisons) {
            return None;
        }
        let Some(distance) = Name::of(candidate).and_then(|other| wanted.distance(&other)) else { continue };
        match best {
            Some((least, _)) if distance > least => {}
            Some((least, known)) if distance == least => tied |= known != candidate,
            _ => (best, tied) = (Some((distance, candidate)), false),
        }
    }
    best.filter(|_| !tied).map(|(_, candidate)| candidate)
}

/// Whether `name` is `meant` in another notation or with a typo, so that nothing else can be meant.
pub fn is_misspelled(name: &str, meant: &str) -> bool {
    let distance = Name::of(name).zip(Name::of(meant)).and_then(|(name, meant)| name.distance(&meant));
    matches!(distance, Some(Distance::Notation | Distance::Letters(_)))
}

/// Whether two names differ only in case, `-` and `_`.
pub fn loosely_equal(left: &str, right: &str) -> bool {
    fn letters(name: &str) -> impl Iterator<Item = char> {
        name.chars().filter(|letter| !matches!(letter, '-' | '_')).map(|letter| letter.to_ascii_lowercase())
    }
    letters(left).eq(letters(right))
}

/// A name as words.
struct Name<'a> {
    raw: &'a str,
    /// Letters and digits in lower case, without separators.
    letters: Vec<char>,
    /// The end of each word in `letters`. A number is a word.
    ends: Vec<usize>,
    /// The letters of the name as a set.
    set: u64,
}

impl<'a> Name<'a> {
    /// `None` for text that is not a name.
    fn of(raw: &'a str) -> Option<Self> {
        let odd =
            |character: char| character.is_whitespace() || character.is_control() || "{}[]()'\"".contains(character);
        if raw.is_empty() || raw.len() > MAX_LENGTH || raw.contains(odd) {
            return None;
        }
        let mut name = Name { raw, letters: Vec::with_capacity(raw.len()), ends: Vec::new(), set: letter_set(raw) };
        let mut before: Option<char> = None;
        let mut characters = raw.chars().peekable();
        while let Some(character) = characters.next() {
            if !is_of_word(character) {
                name.end_word();
                before = None;
                continue;
            }
            let is_hump = character.is_ascii_uppercase()
                && before.is_some_and(|before| {
                    before.is_ascii_lowercase() || characters.peek().is_some_and(char::is_ascii_lowercase)
                });
            if is_hump || before.is_some_and(|before| before.is_ascii_digit() != character.is_ascii_digit()) {
                name.end_word();
            }
            name.letters.push(character.to_ascii_lowercase());
            before = Some(character);
        }
        name.end_word();
        (!name.letters.is_empty()).then_some(name)
    }

    fn end_word(&mut self) {
        if self.ends.last().copied().unwrap_or(0) < self.letters.len() {
            self.ends.push(self.letters.len());
        }
    }

    fn words(&self) -> impl ExactSizeIterator<Item = &[char]> {
        (0..self.ends.len()).map(|index| {
            let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.letters[start..self.ends[index]]
        })
    }

    /// A quick check that excludes most candidates: their numbers differ, or both names have letters that the other has
    /// not.
    fn may_match(&self, candidate: &str) -> bool {
        let own = letter_set(candidate);
        let (more, less) = ((self.set & !own).count_ones(), (own & !self.set).count_ones());
        if more.min(less) > 2 {
            return false;
        }
        let digits = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
        let are_equal = || {
            let of = |byte: &u8| byte.is_ascii_digit();
            self.raw.bytes().filter(of).eq(candidate.bytes().filter(of))
        };
        !digits(self.raw) || !digits(candidate) || are_equal()
    }

    /// The distance to a candidate; `None` if it was not meant.
    fn distance(&self, meant: &Name<'_>) -> Option<Distance> {
        if self.letters == meant.letters {
            return Some(Distance::Notation);
        }
        self.typos(meant).map(Distance::Letters).or_else(|| self.other_words(meant).map(Distance::Words))
    }

    /// The number of wrong letters. Of names with as many words, only one word may be misspelled.
    fn typos(&self, meant: &Name<'_>) -> Option<usize> {
        if self.ends.len() != meant.ends.len() {
            return word_typos(&self.letters, &meant.letters).filter(|typos| *typos == 1);
        }
        let mut differing = self.words().zip(meant.words()).filter(|(one, other)| one != other);
        let (one, other) = differing.next()?;
        let typos = word_typos(one, other).filter(|_| !are_opposites(one, other))?;
        differing.next().is_none().then_some(typos)
    }

    /// The number of words that differ, if most are the same.
    fn other_words(&self, meant: &Name<'_>) -> Option<usize> {
        let mut left: Vec<&[char]> = meant.words().collect();
        let (mut n_same, mut n_similar, mut n_more) = (0, 0, 0);
        let mut order = Vec::new();
        for word in self.words() {
            let exact = left.iter().position(|other| *other == word);
            let Some(at) = exact.or_else(|| left.iter().position(|other| abbreviates(word, other))) else {
                n_more += 1;
                continue;
            };
            match exact {
                Some(_) if word.iter().all(|letter| letter.is_ascii_digit()) => {}
                Some(_) => n_same += 1,
                None => n_similar += 1,
            }
            order.push(meant.words().position(|other| other == left[at]).unwrap_or(0));
            left.remove(at);
        }
        let is_number = |word: &&[char]| word.iter().all(|letter| letter.is_ascii_digit());
        let n_missing = left.len();
        if left.iter().any(is_number) || n_more > 0 && n_missing > 0 || n_more + n_missing > 1 {
            return None;
        }
        let n_moved = usize::from(!order.is_sorted());
        // One common word of two may be a coincidence (`source_state`, `target_state`); a single one is the subject.
        let is_enough = match (self.ends.len(), meant.ends.len()) {
            (1, 1) => n_similar == 1,
            (1, 2) | (2, 1) => {
                let is_first = self.words().next() == meant.words().next();
                n_same == 1 && self.letters.len().min(meant.letters.len()) > if is_first { 3 } else { 4 }
            }
            _ => n_same + n_similar >= 2 && n_same >= 1,
        };
        is_enough.then_some(n_more + n_missing + n_similar + n_moved)
    }
}

/// Whether two words differ in `min` and `max` alone: one is never a misspelling of the other.
fn are_opposites(one: &[char], other: &[char]) -> bool {
    let is_pair = |one: &[char], other: &[char]| {
        one.starts_with(&['m', 'i', 'n']) && other.starts_with(&['m', 'a', 'x']) && one.get(3..) == other.get(3..)
    };
    is_pair(one, other) || is_pair(other, one)
}

/// The number of edits between two words, if these are few for their length.
fn word_typos(one: &[char], other: &[char]) -> Option<usize> {
    let length = one.len().min(other.len());
    // Two letters of a word of three: `ap` for `app`.
    if length + 1 == MIN_LENGTH && one.len() != other.len() && one.first() == other.first() {
        return edit_distance(one, other, 1);
    }
    let digits = |word: &[char]| word.iter().any(|letter| letter.is_ascii_digit());
    let limit = match length {
        0..MIN_LENGTH => return None,
        MIN_LENGTH..8 => 1,
        _ => 2,
    };
    if digits(one) || digits(other) {
        return None;
    }
    let distance = edit_distance(one, other, limit)?;
    // Short words that only begin with another letter are different words: `host` and `cost`.
    let other_word =
        length <= 4 && one.len() == other.len() && one.first() != other.first() && one.get(1) == other.get(1);
    // A word of three letters is only misspelled by swapped or missing letters.
    let other_short = length == MIN_LENGTH && one.len() == other.len() && !is_swapped(one, other);
    (!other_word && !other_short).then_some(distance)
}

fn is_swapped(one: &[char], other: &[char]) -> bool {
    let sorted = |word: &[char]| {
        let mut letters = word.to_vec();
        letters.order();
        letters
    };
    sorted(one) == sorted(other)
}

/// Whether a character belongs to a word and does not separate words. Only ASCII is distinguished here and below, since the
/// Unicode tables of the standard library would be 16 KB of the modeller's initial download, and names are in ASCII.
fn is_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || !character.is_ascii()
}

/// Whether one word abbreviates the other: its beginning (`config`, `configuration`), or its first letter and some
/// consonants in order (`mgmt`, `management`).
fn abbreviates(one: &[char], other: &[char]) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    if short.len() < MIN_PREFIX || short.len() == long.len() {
        return false;
    }
    if long.starts_with(short) {
        // A plural is a misspelling, not an abbreviation.
        return short.len() + 1 < long.len();
    }
    let is_vowel = |letter: &char| "aeiou".contains(*letter);
    let mut rest = long.iter();
    short.first() == long.first()
        && short.len() * 3 >= long.len()
        && !short.iter().skip(1).any(is_vowel)
        && short.iter().all(|letter| rest.any(|other| other == letter))
}

/// A bit set of the letters and digits of a name, ignoring case and separators; all other characters share a bit.
fn letter_set(name: &str) -> u64 {
    let bit = |byte: u8| match byte.to_ascii_lowercase() {
        byte @ b'a'..=b'z' => 1 << (byte - b'a'),
        byte @ b'0'..=b'9' => 1 << (26 + byte - b'0'),
        byte if byte.is_ascii() => 0,
        _ => 1 << 63,
    };
    name.bytes().fold(0, |set, byte| set | bit(byte))
}

/// The optimal string alignment distance of two words (edits and transpositions), if it is at most `limit`.
///
/// `strsim::osa_distance` gives the same result but takes no limit: for two million pairs of names it took three times
/// as long.
fn edit_distance(left: &[char], right: &[char], limit: usize) -> Option<usize> {
    if left.len().abs_diff(right.len()) > limit {
        return None;
    }
    // Common prefixes and suffixes cost nothing.
    let begin = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (left, right) = (&left[begin..], &right[begin..]);
    let end = left.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| a == b).count();
    let (left, right) = (&left[..left.len() - end], &right[..right.len() - end]);
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let cost = usize::from(a != b);
            let mut best = (above[j] + cost).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && left[i - 1] == *b && right[j - 1] == *a {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        // Every path leads through this row or, with a transposition, the one above.
        if row.iter().chain(&above).all(|distance| *distance > limit) {
            return None;
        }
        before = above;
        above = row;
    }
    above.last().copied().filter(|distance| *distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_name_has_a_small_edit_distance() {
        assert_eq!(closest("read_only", ["required", "read-only"]), Some("read-only"));
        assert_eq!(closest("stirng", ["string", "integer"]), Some("string"));
        assert_eq!(closest("uuid", ["string", "integer"]), None);
        assert_eq!(closest("max_conections", ["max_connections"]), Some("max_connections"));
    }

    /// Mistakes and what was meant, among the names in [`NAMES`].
    const MEANT: &[(&str, &str)] = &[
        ("mgmt_address", "mgmt_ip_address"),
        ("management_ip_address", "mgmt_ip_address"),
        ("mgmtIpAddress", "mgmt_ip_address"),
        ("mgmt_ip_addr", "mgmt_ip_address"),
        ("mgmt-ip-address", "mgmt_ip_address"),
        ("ip_address_mgmt", "mgmt_ip_address"),
        ("mgmt_ip_adress", "mgmt_ip_address"),
        ("instance_id", "instance.id"),
        ("instanceId", "instance.id"),
        ("instnace_id", "instance.id"),
        ("data_netwrok", "data_network"),
        ("datanetwork", "data_network"),
        ("data_net", "data_network"),
        ("network_data", "data_network"),
        ("data-network", "data_network"),
        ("dataNetwork", "data_network"),
        ("cluster_name", "k8s_cluster_name"),
        ("k8s_cluster", "k8s_cluster_name"),
        ("k8s_clustername", "k8s_cluster_name"),
        ("deployment_location", "deploymentLocation"),
        ("deploymentLoction", "deploymentLocation"),
        ("DeploymentLocation", "deploymentLocation"),
        ("depoymentLocation", "deploymentLocation"),
        ("resource_manager", "resourceManager"),
        ("resourceMgr", "resourceManager"),
        ("flavour", "flavor"),
        ("flavr", "flavor"),
        ("hostnmae", "hostname"),
        ("host_name", "hostname"),
        ("vlan", "vlan_id"),
        ("vlanid", "vlan_id"),
        ("configuration", "config"),
        ("imag_name", "image_name"),
        ("image_nam", "image_name"),
        ("imagename", "image_name"),
        ("vm_image_name", "image_name"),
        ("numberOfServers", "number_of_servers"),
        ("num_of_servers", "number_of_servers"),
        ("number_of_server", "number_of_servers"),
        ("number_servers", "number_of_servers"),
        ("descripion", "description"),
        ("desc", "description"),
        ("capabilites", "capabilities"),
        ("max_conections", "max_connections"),
        ("connections_max", "max_connections"),
        ("gatway", "gateway"),
        ("gateway_", "gateway"),
        ("strenght", "strength"),
        ("mtu_size_bytes", "mtu_size"),
        ("MTU", "mtu"),
    ];

    /// Names that resemble some of [`NAMES`], but mean something else.
    const NOTHING: &[&str] = &[
        "uuid",
        "port_c",
        "web3",
        "server_3",
        "target_state",
        "cost",
        "node",
        "rack",
        "subnet_mask",
        "dns_server",
        "x",
        "id2",
        "password",
        "private_key",
        "user",
        "storage_size",
        "os_version",
        "region",
        "zone",
        "vendor",
        "ip",
        "router",
        "floating",
        "tags",
        "source_host",
    ];

    const NAMES: &[&str] = &[
        "mgmt_ip_address",
        "instance.id",
        "instance.name",
        "data_network",
        "k8s_cluster_name",
        "deploymentLocation",
        "resourceManager",
        "flavor",
        "hostname",
        "vlan_id",
        "config",
        "image_name",
        "number_of_servers",
        "description",
        "capabilities",
        "max_connections",
        "gateway",
        "strength",
        "mtu_size",
        "mtu",
        "port_a",
        "port_b",
        "web1",
        "web2",
        "server_1",
        "server_2",
        "source_state",
        "host",
        "mode",
        "rule",
        "${gateway}",
        "a name with blanks",
    ];

    /// With the edit distance alone, 38 of these 50 mistakes got the right suggestion, and 5 of these 25 names got one.
    #[test]
    fn real_mistakes_are_understood_and_other_names_are_not() {
        let of = |name: &str| closest(name, NAMES.iter().copied());
        let missed: Vec<_> = MEANT.iter().filter(|(name, meant)| of(name) != Some(*meant)).collect();
        let wrong: Vec<_> = missed.iter().filter_map(|(name, _)| Some((*name, of(name)?))).collect();
        let invented: Vec<_> = NOTHING.iter().filter_map(|name| Some((*name, of(name)?))).collect();
        println!("{} of {} understood", MEANT.len() - missed.len(), MEANT.len());
        assert!(wrong.is_empty() && invented.is_empty(), "wrong: {wrong:?}, from nothing: {invented:?}");
        assert!(missed.len() <= 1, "{missed:?}");
    }

    #[test]
    fn several_equally_close_names_are_no_suggestion() {
        assert_eq!(closest("server", ["server_1", "server_2"]), None);
        assert_eq!(closest("ip_address", ["mgmt_ip_address", "data_ip_address"]), None);
        assert_eq!(closest("ip_address", ["mgmt_ip_address", "mgmt_ip_address"]), Some("mgmt_ip_address"));
    }

    #[test]
    fn the_work_for_all_suggestions_is_bounded() {
        let names: Vec<String> = (0..3000).map(|number| format!("some_property_{number}")).collect();
        let budget = Budget::default();
        for name in &names {
            closest_within(&budget, &name.replace("some", "soem"), names.iter().map(String::as_str));
        }
        assert_eq!(budget.candidates.get(), 0);
    }
}
