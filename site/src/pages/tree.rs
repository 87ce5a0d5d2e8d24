//! The tree of names in the bar beside a page: kinds of descriptors, in them namespaces or folders, and names. It collapses
//! without scripts. In a large catalog, only the branch of the page is written; the other branches lead to lists.

use std::ops::Range;

use descriptorium_core::language::Language;
use hashbrown::HashMap;

use crate::html::{Href, Html};
use crate::pages::facts::Facts;
use crate::pages::layout::{capitalized, plural_label};
use crate::pages::listing::{self, in_natural_order};
use crate::pages::{Page, Site, Subject, address};

/// Up to this number of names, the whole tree is on every page.
const MAX_WHOLE: usize = 40;
/// Maximum number of names before and after the current one, and of groups on a level without names.
const MAX_NAMES: usize = 12;
const MAX_GROUPS: usize = 6;
/// Maximum depth of groups in a kind; deeper ones are parts of the names.
const MAX_DEPTH: usize = 6;

/// The names of a site, each once for all its versions.
#[derive(Debug, Default)]
pub struct Tree {
    kinds: Vec<(Language, Group)>,
    /// In the order of the tree.
    names: Vec<Entry>,
    /// The index of the name of each descriptor, in the order of the files.
    of_file: Vec<usize>,
}

/// A name.
#[derive(Debug)]
struct Entry {
    language: Language,
    /// The index of its highest version in the order of the files.
    place: usize,
    /// The length of what the groups around it say already, in bytes.
    start: usize,
}

/// Names with the same beginning.
#[derive(Debug)]
struct Group {
    /// The beginning with its separator: `fjord.`, or `media/` for files in a folder. Empty if they share none.
    prefix: String,
    /// The length of what the groups around it say already, in bytes.
    start: usize,
    names: Range<usize>,
    children: Vec<Child>,
}

#[derive(Debug)]
enum Child {
    Group(Group),
    Name(usize),
}

impl Child {
    fn has(&self, name: usize) -> bool {
        match self {
            Child::Group(group) => group.names.contains(&name),
            Child::Name(own) => *own == name,
        }
    }
}

/// A name that is put into groups.
struct Item<'a> {
    place: usize,
    text: &'a str,
    /// The lengths of the beginnings that are groups, ascending.
    ends: Vec<usize>,
}

impl<'a> Item<'a> {
    /// A name is divided at its separators, the path of a file into folders, as far as these are listed separately.
    fn of(site: &Site, facts: &'a Facts) -> Option<Self> {
        let place = site.place(&facts.path)?;
        let text = text_of(facts);
        let is_separator = |at: usize| match facts.edition {
            Some(_) => matches!(text.as_bytes().get(at), Some(b'.' | b':' | b'/')),
            None => text.as_bytes().get(at) == Some(&b'/'),
        };
        let end = if facts.edition.is_some() { text.len() } else { site.depth.folder(&facts.path).len() + 1 };
        // Behind each run of separators, except around the text.
        let start = (0..text.len()).find(|at| !is_separator(*at)).unwrap_or_default() + 1;
        let ends = (start..text.len()).filter(|at| is_separator(at - 1) && !is_separator(*at) && *at <= end);
        Some(Item { place, text, ends: ends.collect() })
    }

    /// The end of the first group behind `from`.
    fn next(&self, from: usize) -> Option<usize> {
        self.ends.iter().copied().find(|end| *end > from)
    }

    fn is_in(&self, prefix: &str, end: usize) -> bool {
        self.text.starts_with(prefix) && self.ends.contains(&end)
    }
}

/// The text of a descriptor in the tree: its name, or the path of its file.
fn text_of(facts: &Facts) -> &str {
    if facts.edition.is_some() { &facts.name.short } else { facts.path.as_str() }
}

/// The versions of a descriptor have the same key.
fn key(facts: &Facts) -> Option<(Language, &str, &str)> {
    let edition = facts.edition.as_ref()?;
    Some((facts.language, edition.kind.as_str(), edition.name.as_str()))
}

impl Tree {
    pub fn of(site: &Site) -> Self {
        let mut tree = Tree::default();
        for language in site.languages() {
            let rows = listing::by_name(site.of_language(language));
            let mut items: Vec<Item<'_>> = rows.iter().filter_map(|row| Item::of(site, row.facts)).collect();
            items.sort_by(|a, b| in_natural_order(a.text, b.text));
            let root = tree.group(language, &items.iter().collect::<Vec<_>>(), 0, MAX_DEPTH);
            tree.kinds.push((language, root));
        }
        // All versions of a descriptor have the name of the highest one.
        let files: Vec<&Facts> = site.by_file().collect();
        let mut of_key = HashMap::new();
        let mut of_file: Vec<Option<usize>> = vec![None; files.len()];
        for (index, entry) in tree.names.iter().enumerate() {
            of_key.extend(files.get(entry.place).and_then(|facts| Some((key(facts)?, index))));
            of_file.get_mut(entry.place).into_iter().for_each(|of| *of = Some(index));
        }
        let named = |facts: &Facts| of_key.get(&key(facts)?).copied();
        let of_file = files.iter().zip(of_file).map(|(facts, own)| own.or_else(|| named(facts)).unwrap_or_default());
        tree.of_file = of_file.collect();
        tree
    }

    /// Items with the same beginning, which may be longer than `from`.
    fn group(&mut self, language: Language, items: &[&Item<'_>], from: usize, depth: usize) -> Group {
        let (mut end, mut prefix) = (from, "");
        // A group with a single group in it is one with that.
        if let [first, _, ..] = items {
            prefix = &first.text[..end];
            while let Some(next) = first.next(end) {
                let longer = &first.text[..next];
                if !items.iter().all(|item| item.is_in(longer, next)) {
                    break;
                }
                (end, prefix) = (next, longer);
            }
        }
        let start = self.names.len();
        let mut groups: Vec<(Option<&str>, Vec<&Item<'_>>)> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for item in items {
            let key = item.next(end).filter(|_| depth > 0).map(|next| &item.text[..next]);
            match key.and_then(|key| groups.get_mut(*known.get(key)?)) {
                Some((_, items)) => items.push(item),
                None => {
                    known.extend(key.map(|key| (key, groups.len())));
                    groups.push((key, vec![item]));
                }
            }
        }
        let children = groups.into_iter().map(|(key, items)| match (key, &items[..]) {
            (Some(_), items @ [_, _, ..]) => Child::Group(self.group(language, items, end, depth - 1)),
            (_, items) => {
                let index = self.names.len();
                self.names.extend(items.iter().map(|item| Entry { language, place: item.place, start: end }));
                Child::Name(index)
            }
        });
        let children = children.collect();
        Group { prefix: prefix.to_owned(), start: from, names: start..self.names.len(), children }
    }

    /// The name of the descriptor at an index in the order of the files.
    fn name_of(&self, place: usize) -> Option<usize> {
        self.of_file.get(place).copied()
    }

    /// The highest versions of the names before and after that of a descriptor, in the same kind.
    pub fn neighbors<'a>(&self, site: &'a Site, facts: &Facts) -> [Option<&'a Facts>; 2] {
        let own = site.place(&facts.path).and_then(|place| self.name_of(place));
        let near = |at: Option<usize>| {
            let entry = self.names.get(at?).filter(|entry| entry.language == facts.language)?;
            site.at_place(entry.place)
        };
        [near(own.and_then(|own| own.checked_sub(1))), near(own.map(|own| own + 1))]
    }
}

/// Writes the kinds as items of a list, with the branch of the page open.
pub fn write(page: &Page<'_>, html: &mut Html) {
    let site = page.site;
    let tree = site.tree();
    let facts = page.subject.read_from().and_then(|file| site.facts(file));
    let name = facts.and_then(|facts| tree.name_of(site.place(&facts.path)?));
    let kind = match page.subject {
        Subject::Kind(language) => Some(*language),
        _ => facts.map(|facts| facts.language),
    };
    let branch = Branch { page, tree, name, is_whole: tree.names.len() <= MAX_WHOLE };
    for (language, root) in &tree.kinds {
        html.element("li", "", |html| branch.kind(html, *language, root, kind == Some(*language)));
    }
}

/// The part of the tree on a page.
struct Branch<'a> {
    page: &'a Page<'a>,
    tree: &'a Tree,
    /// The name that the page is about.
    name: Option<usize>,
    /// Whether all of the tree is written.
    is_whole: bool,
}

impl Branch<'_> {
    fn kind(&self, html: &mut Html, language: Language, root: &Group, is_open: bool) {
        let label = capitalized(&plural_label(language));
        let all = self.page.to(&address::kind(language));
        if !is_open && !self.is_whole {
            return html.link(&all, "", |html| html.text(&label));
        }
        let beginning = root.prefix.trim_end_matches(SEPARATORS);
        let label = if beginning.is_empty() { label } else { format!("{label} in {beginning}") };
        details(html, &label, root.names.len(), is_open, |html| {
            let is_current = *self.page.subject == Subject::Kind(language);
            html.element("li", "", |html| {
                link(html, &all, is_current.then_some("page"), |html| html.text(&format!("All {}", root.names.len())));
            });
            self.children(html, language, root, None);
        });
    }

    /// The groups and names in a group; of many, those around the current one, and a link to `all`.
    fn children(&self, html: &mut Html, language: Language, group: &Group, all: Option<&Href>) {
        let is_name = |child: &Child| matches!(child, Child::Name(_));
        let most = if group.children.iter().any(is_name) { MAX_NAMES } else { MAX_GROUPS };
        let n_shown = if self.is_whole { group.children.len() } else { 2 * most + 1 };
        let at = self.name.and_then(|name| group.children.iter().position(|child| child.has(name)));
        let last = group.children.len().saturating_sub(n_shown);
        let start = at.unwrap_or_default().saturating_sub(most).min(last);
        for child in group.children.iter().skip(start).take(n_shown) {
            html.element("li", "", |html| match child {
                Child::Name(name) => self.name(html, *name),
                Child::Group(group) => self.group(html, language, group),
            });
        }
        if let Some(all) = all.filter(|_| group.children.len() > n_shown) {
            let words = format!("All {}", group.names.len());
            html.element("li", "", |html| link(html, all, None, |html| html.text(&words)));
        }
    }

    fn group(&self, html: &mut Html, language: Language, group: &Group) {
        let label = group.prefix.get(group.start..).unwrap_or_default().trim_end_matches(SEPARATORS);
        let is_open = self.name.is_some_and(|name| group.names.contains(&name));
        let all = self.list(language, group);
        if is_open || self.is_whole {
            return details(html, label, group.names.len(), is_open, |html| {
                self.children(html, language, group, Some(&all));
            });
        }
        link(html, &all, None, |html| {
            html.breakable_text(label, LONGEST);
            size(html, group.names.len());
        });
    }

    /// The list of the names of a group: that of the kind, which a script reduces to the group.
    fn list(&self, language: Language, group: &Group) -> Href {
        self.page.to(&address::kind(language)).query("under", &group.prefix)
    }

    fn name(&self, html: &mut Html, name: usize) {
        let Some(entry) = self.tree.names.get(name) else { return };
        let site = self.page.site;
        let Some(facts) = site.at_place(entry.place) else { return };
        let Some(address) = site.addresses.get(&facts.path) else { return };
        let label = text_of(facts).get(entry.start..).unwrap_or_default();
        // A page about another version, or about a part of the descriptor, is not the page that the link leads to.
        let current = match self.name == Some(name) {
            true if address.page == self.page.path => Some("page"),
            true => Some("true"),
            false => None,
        };
        link(html, &self.page.to(&address.page), current, |html| html.breakable_text(label, LONGEST));
    }
}

/// The separators of names and paths.
const SEPARATORS: [char; 3] = ['.', ':', '/'];
/// Maximum length of a word that is not broken, in bytes.
const LONGEST: usize = 16;

/// A group that can be opened, with the number of its names.
fn details(html: &mut Html, label: &str, n_names: usize, is_open: bool, write: impl FnOnce(&mut Html)) {
    let open: &[(&str, &str)] = if is_open { &[("open", "")] } else { &[] };
    html.element_with("details", open, |html| {
        html.element("summary", "", |html| {
            html.breakable_text(label, LONGEST);
            size(html, n_names);
        });
        html.element("ul", "", write);
    });
}

fn size(html: &mut Html, n_names: usize) {
    html.text(" ");
    html.element("span", "size", |html| html.text(&n_names.to_string()));
}

fn link(html: &mut Html, to: &Href, current: Option<&str>, write: impl FnOnce(&mut Html)) {
    let current = current.map(|current| ("aria-current", current));
    html.link_with(to, current.as_slice(), write);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use descriptorium_core::analysis::Analysis;
    use descriptorium_core::settings::Settings;
    use descriptorium_core::text::FilePath;
    use descriptorium_core::workspace::Workspace;

    use super::*;
    use crate::pages::about::{About, Appearance, Setting};

    fn site(files: &[(&str, &str)]) -> Site {
        let path = |path: &str| FilePath::new(path).expect("a plain path");
        let workspace = Workspace::new(files.iter().map(|(name, text)| (path(name), (*text).to_owned())));
        let analysis = Analysis::new(workspace, Settings::default());
        let facts = analysis.workspace().files().filter_map(|file| Facts::of(file).map(Box::new));
        let (facts, catalog) = (facts.collect(), Arc::clone(analysis.catalog()));
        let about = About::new("tree".to_owned(), None, None, Appearance::default());
        Site::new(facts, catalog, Settings::default(), about, &[], Setting::default())
    }

    /// The tree as text: a group in parentheses behind the part of its beginning that it adds.
    fn outline(site: &Site, group: &Group) -> String {
        let child = |child: &Child| match child {
            Child::Group(inner) => format!("{}{}", &inner.prefix[inner.start..], outline(site, inner)),
            Child::Name(name) => {
                let entry = &site.tree().names[*name];
                text_of(site.at_place(entry.place).expect("a file"))[entry.start..].to_owned()
            }
        };
        format!("({})", group.children.iter().map(child).collect::<Vec<_>>().join(" "))
    }

    /// The expected trees are written by hand from the names.
    #[test]
    fn names_are_grouped_by_their_beginnings() {
        for (names, prefix, tree) in [
            (&["a", "b", "a"][..], "", "(a b)"),
            (&["x.a", "x.b", "y.a"], "", "(x.(a b) y.a)"),
            // Groups with one group in them are one with it, and a name alone needs no group.
            (&["x.y.a", "x.y.b", "z.w.a"], "", "(x.y.(a b) z.w.a)"),
            (&["x.y.a", "x.y.z.b", "x.y.z.c"], "x.y.", "(a z.(b c))"),
            (&["n10", "n9", "n1"], "", "(n1 n9 n10)"),
            (&["x..a", "x..b", "x.", ".x"], "", "(.x x. x..(a b))"),
            (&["only.one"], "", "(only.one)"),
        ] {
            let texts: Vec<(String, String)> = names
                .iter()
                .enumerate()
                .map(|(at, name)| {
                    (format!("f{at}.yaml"), format!("name: resource::{name}::1.{at}\nlifecycle: {{Install: {{}}}}\n"))
                })
                .collect();
            let files: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
            let site = site(&files);
            let (_, root) = &site.tree().kinds[0];
            assert_eq!((root.prefix.as_str(), outline(&site, root).as_str()), (prefix, tree), "{names:?}");
            // Each descriptor has the name that its text has.
            for (place, facts) in site.by_file().enumerate() {
                let own = &site.tree().names[site.tree().of_file[place]];
                assert_eq!(site.at_place(own.place).expect("a file").name.short, facts.name.short);
            }
        }
    }

    #[test]
    fn files_without_names_are_grouped_by_folder() {
        const TEXT: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
        let site = site(&[("a/b/one.yaml", TEXT), ("a/b/two.yaml", TEXT), ("a/c/one.yaml", TEXT), ("top.yaml", TEXT)]);
        let (_, root) = &site.tree().kinds[0];
        assert_eq!(outline(&site, root), "(a/(b/(one.yaml two.yaml) c/one.yaml) top.yaml)");
    }

    fn depth(group: &Group) -> usize {
        let below = group.children.iter().filter_map(|child| match child {
            Child::Group(group) => Some(depth(group)),
            Child::Name(_) => None,
        });
        1 + below.max().unwrap_or(0)
    }

    /// Without a maximum, a name of many parts would overflow the stack.
    #[test]
    fn the_depth_of_groups_is_limited() {
        let name = |n: usize| (0..n).map(|at| format!("p{at}.")).collect::<String>();
        let texts: Vec<String> =
            (1..400).map(|n| format!("name: resource::{}end::1.0\nlifecycle: {{Install: {{}}}}\n", name(n))).collect();
        let paths: Vec<String> = (1..400).map(|n| format!("f{n}.yaml")).collect();
        let files: Vec<(&str, &str)> = paths.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
        let site = site(&files);
        let (_, root) = &site.tree().kinds[0];
        assert_eq!((depth(root), root.names.len()), (MAX_DEPTH + 1, 399));
    }
}
