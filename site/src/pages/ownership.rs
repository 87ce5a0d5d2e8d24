//! Owners, tags, lifecycle and links of descriptors: from the settings of the catalog, and from the metadata of service
//! templates.

use descriptorium_core::exclusion::Exclusions;
use descriptorium_core::rules::catalog_settings::publication::{
    DescriptorFacts, Lifecycle, Publication, WebLink, fits,
};

use crate::pages::facts::Facts;

/// Facts about a descriptor that readers of a catalog ask for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ownership {
    pub owner: Option<String>,
    /// An e-mail or web address.
    pub contact: Option<String>,
    pub lifecycle: Option<Lifecycle>,
    /// The full name of the descriptor to use instead.
    pub successor: Option<String>,
    pub tags: Vec<String>,
    pub links: Vec<WebLink>,
}

/// The entries of the settings with their patterns read.
pub struct Stated<'a> {
    entries: Vec<(&'a DescriptorFacts, Exclusions)>,
}

impl<'a> Stated<'a> {
    pub fn of(publication: &'a Publication) -> Self {
        // A pattern matches what the same pattern in `exclude` would leave out.
        let patterns =
            |one: &DescriptorFacts| Exclusions::default().with_settings("", one.files.iter().map(String::as_str));
        Stated { entries: publication.descriptors.iter().map(|one| (one, patterns(one))).collect() }
    }

    /// The facts about a descriptor. Entries that match later take precedence; tags and links of all are collected. The
    /// metadata of a service template is used for the rest.
    pub fn facts_about(&self, facts: &Facts) -> Ownership {
        let mut found = Ownership::default();
        let matching = self.entries.iter().filter(|(one, files)| {
            let is_named = || one.names.iter().any(|pattern| fits(pattern, &facts.name.full));
            files.leaves_out_file(facts.path.as_str()) || is_named()
        });
        for (one, _) in matching {
            let DescriptorFacts { owner, contact, lifecycle, successor, tags, links, .. } = one;
            found.owner = owner.clone().or(found.owner);
            found.contact = contact.clone().or(found.contact);
            found.lifecycle = lifecycle.or(found.lifecycle);
            found.successor = successor.clone().or(found.successor);
            for tag in tags {
                add(&mut found.tags, tag.clone());
            }
            for link in links {
                add(&mut found.links, link.clone());
            }
        }
        let metadata = |keys: &[&str]| {
            let known = |key: &&str| facts.metadata.iter().find(|(other, _)| other.eq_ignore_ascii_case(key));
            keys.iter().find_map(known).map(|(_, value)| value.clone())
        };
        found.owner = found.owner.or_else(|| metadata(&["owner", "template_author"]));
        found.contact = found.contact.or_else(|| metadata(&["contact"]));
        found.lifecycle = found.lifecycle.or_else(|| Lifecycle::named(&metadata(&["lifecycle"])?));
        for tag in metadata(&["tags"]).iter().flat_map(|tags| tags.split(',')) {
            add(&mut found.tags, tag.trim().to_owned());
        }
        found.tags.retain(|tag| !tag.is_empty());
        found
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}
