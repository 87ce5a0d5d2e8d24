//! The health of a catalog: findings, documentation coverage, unused, deprecated and outdated descriptors, and
//! unresolved names.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use descriptorium_core::assembly::{descriptor, model};
use descriptorium_core::catalog::{Catalog, compare_versions};
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::language::Language;
use descriptorium_core::rules::catalog_settings::publication::Lifecycle;
use descriptorium_core::symbol::{DescriptorRef, SymbolKind};
use descriptorium_core::syntax::Node;
use descriptorium_core::text::FilePath;
use descriptorium_core::tosca;
use descriptorium_core::workspace::SourceFile;
use serde_json::{Value, json};

use crate::content::{Content, Element};
use crate::finding::plural;
use crate::pages::facts::Facts;
use crate::pages::index::counts_of;
use crate::pages::layout::{heading, link, more_in_data};
use crate::pages::listing::{self, NameRow};
use crate::pages::model::Model;
use crate::pages::{Page, Site, Use, address};

/// Maximum number of rows in each table.
const MAX_LISTED: usize = 200;

/// Documentation coverage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    pub described: usize,
    pub all: usize,
}

impl Coverage {
    /// The coverage of a descriptor: it counts once, and so do each of its properties, inputs and types. `None` if its
    /// language has no descriptions.
    pub fn of(file: &SourceFile) -> Option<Self> {
        if let Some(descriptor) = descriptor(file) {
            let described =
                |text: &Option<model::Text>| text.as_ref().is_some_and(|text| !text.value.trim().is_empty());
            let properties = descriptor.properties.iter().map(|property| described(&property.description));
            return Some(properties.chain([described(&descriptor.description)]).collect());
        }
        let (language, root) = (file.language?, file.root.as_deref()?);
        let key = language.description_key();
        language.schema().field(key)?;
        let described = |node: Option<&Node>, key: &str| {
            let text = node.and_then(|node| node.get(key)?.as_text());
            text.is_some_and(|text| !text.trim().is_empty())
        };
        // An application may be inside of a service template.
        let own = file.descriptor.as_ref().and_then(|descriptor| descriptor.attributes()).or(Some(root));
        let template = tosca::template(file).into_iter();
        let inputs = template.clone().flat_map(|template| &template.definitions);
        let inputs = inputs.filter(|one| one.kind == SymbolKind::Input);
        let members = inputs.chain(template.flat_map(|template| template.types()));
        Some(members.map(|one| described(root.at(&one.path), "description")).chain([described(own, key)]).collect())
    }

    pub fn is_complete(self) -> bool {
        self.described == self.all
    }

    fn add(self, other: Coverage) -> Self {
        Coverage { described: self.described + other.described, all: self.all + other.all }
    }

    /// In whole percents; rounded down, so that 100 means complete.
    pub fn percent(self) -> usize {
        (self.described * 100).checked_div(self.all).unwrap_or(100)
    }
}

/// Of whether each member is described.
impl FromIterator<bool> for Coverage {
    fn from_iter<T: IntoIterator<Item = bool>>(members: T) -> Self {
        let one = |is_described| Coverage { described: usize::from(is_described), all: 1 };
        members.into_iter().map(one).fold(Coverage::default(), Coverage::add)
    }
}

/// The health of the catalog, for HTML and JSON.
struct Health<'a> {
    /// The total coverage, and the incompletely documented descriptors, the least documented first. `None` if nothing
    /// can be documented.
    coverage: Option<(Coverage, Vec<(Coverage, &'a Facts)>)>,
    /// Descriptors whose description says that they are deprecated.
    deprecated: Vec<&'a Facts>,
    /// Uses of versions other than the highest: the version used, the highest one, and the users.
    outdated: BTreeMap<(DescriptorRef, DescriptorRef), Vec<&'a Arc<Use>>>,
    /// Resources that no assembly uses.
    unused: Vec<&'a Facts>,
    /// Resources to which assemblies refer, but which none of them installs.
    only_referenced: Vec<&'a Facts>,
    /// Unresolved names, with the descriptors that use them.
    missing: BTreeMap<&'a str, BTreeSet<&'a FilePath>>,
}

impl<'a> Health<'a> {
    /// Whether there is nothing to report.
    fn is_empty(&self) -> bool {
        self.coverage.as_ref().is_none_or(|(_, rows)| rows.is_empty())
            && self.deprecated.is_empty()
            && self.outdated.is_empty()
            && self.unused.is_empty()
            && self.only_referenced.is_empty()
            && self.missing.is_empty()
    }

    fn of(page: &Page<'a>) -> Self {
        let site = page.site;
        let mut health = Health {
            coverage: None,
            deprecated: Vec::new(),
            outdated: BTreeMap::new(),
            unused: Vec::new(),
            only_referenced: Vec::new(),
            missing: BTreeMap::new(),
        };
        let mut rows: Vec<(Coverage, &Facts)> = Vec::new();
        for file in site.descriptors() {
            rows.extend(file.coverage.map(|coverage| (coverage, file)));
            if is_deprecated(site, file) {
                health.deprecated.push(file);
            }
            for one in site.uses(&file.path) {
                if let Some(pair) = outdated_by(&site.catalog, one) {
                    health.outdated.entry(pair).or_default().push(one);
                }
            }
            if file.language.is_only_a_part() && !site.is_part(&file.path) {
                if site.used_by(&file.path).is_empty() { &mut health.unused } else { &mut health.only_referenced }
                    .push(file);
            }
            for name in page.checked.verdict(&file.path).into_iter().flat_map(|verdict| &verdict.missing) {
                health.missing.entry(name).or_default().insert(&file.path);
            }
        }
        if !rows.is_empty() {
            let whole = rows.iter().fold(Coverage::default(), |sum, (one, _)| sum.add(*one));
            rows.retain(|(one, _)| !one.is_complete());
            rows.sort_by_key(|(one, file)| (one.percent(), file.path.clone()));
            health.coverage = Some((whole, rows));
        }
        health
    }
}

/// Whether a descriptor is deprecated: its lifecycle says so, or its description begins with \"deprecated\".
pub fn is_deprecated(site: &Site, file: &Facts) -> bool {
    let lifecycle = site.ownership(&file.path).and_then(|of| of.lifecycle);
    let word = "deprecated";
    let is_said = || file.summary.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    lifecycle == Some(Lifecycle::Deprecated) || is_said()
}

/// The version used and the highest one, if that is higher.
fn outdated_by(catalog: &Catalog, one: &Use) -> Option<(DescriptorRef, DescriptorRef)> {
    let used = DescriptorRef::parse(&one.name)?;
    let highest = &catalog.versions(&used.kind, &used.name).last()?.name;
    let is_exact = catalog.resolve(&used).found().is_some();
    (is_exact && compare_versions(&used.version, &highest.version).is_lt()).then(|| (used, highest.clone()))
}

/// The complete page as JSON.
fn data(page: &Page<'_>, health: &Health<'_>) -> Value {
    let Health { coverage, deprecated, outdated, unused, only_referenced, missing } = health;
    let full = |file: &FilePath| page.site.facts(file).map_or("", |facts| facts.name.full.as_str());
    let named = |file: &Facts, one: Coverage| json!({ "name": file.name.full, "described": one.described, "all": one.all, "percent": one.percent() });
    let coverage = coverage.as_ref().map(|(whole, rows)| {
        let whole = json!({ "described": whole.described, "all": whole.all, "percent": whole.percent() });
        let lacking: Vec<Value> = rows.iter().map(|(one, file)| named(file, *one)).collect();
        json!({ "whole": whole, "lacking": lacking })
    });
    let deprecated = deprecated.iter().map(|file| {
        let users = users(page.site.used_by(&file.path)).into_iter().map(full);
        json!({ "name": file.name.full, "why": file.summary, "usedBy": users.collect::<BTreeSet<_>>() })
    });
    let outdated = outdated.iter().map(|((used, highest), uses)| {
        let users = users(uses.iter().copied()).into_iter().map(full);
        json!({ "used": used.to_string(), "highest": highest.to_string(), "by": users.collect::<BTreeSet<_>>() })
    });
    let names = |files: &[&Facts]| -> Vec<String> { files.iter().map(|file| file.name.full.clone()).collect() };
    let missing = missing
        .iter()
        .map(|(name, files)| json!({ "name": name, "by": files.iter().copied().map(full).collect::<Vec<_>>() }));
    json!({
        "counts": counts_of(page.site.counts(page.checked)),
        "documentation": coverage,
        "deprecated": deprecated.collect::<Vec<_>>(),
        "olderVersions": outdated.collect::<Vec<_>>(),
        "unused": names(unused),
        "onlyReferenced": names(only_referenced),
        "unowned": names(&unowned(page)),
        "unresolved": missing.collect::<Vec<_>>(),
    })
}

fn users<'a>(uses: impl IntoIterator<Item = &'a Arc<Use>>) -> BTreeSet<&'a FilePath> {
    uses.into_iter().map(|one| &one.user).collect()
}

pub fn model(page: &Page<'_>) -> Model {
    let site = page.site;
    let health = Health::of(page);
    let data = page.data(|| data(page, &health));
    let is_empty = health.is_empty();
    let Health { coverage, deprecated, outdated, unused, only_referenced, missing } = health;
    let mut contents = Vec::new();
    let main = Content::of(|content| {
        content.element(Element::Heading(1), "", |content| content.text(&page.title()));
        content.element(Element::Paragraph, "lead", |content| {
            content.text("The check reports ");
            content
                .link(&page.to(address::FINDINGS), "", |content| content.text(&site.counts(page.checked).to_string()));
            content.text(&format!(" in {}.", plural(site.n_descriptors(), "descriptor")));
        });
        content.element_with(Element::Group, &[("id", "filter"), ("data-of-script", "")], |_| {});
        if is_empty && site.counts(page.checked).is_clean() {
            content.element(Element::Paragraph, "", |content| {
                content.text(&clean(site));
            });
        }
        let mut section = |content: &mut Content, id: &str, title: &str, note: &str| {
            heading(content, id, title);
            content.element(Element::Paragraph, "note", |content| content.text(note));
            contents.push((id.to_owned(), title.to_owned()));
        };
        let to = |file: &FilePath| Content::of(|content| link(page, content, file));
        let rules = by_rule(page);
        if !rules.is_empty() {
            section(
                content,
                "rules",
                "Findings by rule",
                "The most frequent first. Each rule has a page with an explanation.",
            );
            let rows = rules.into_iter().map(|(code, RuleCount { severity, n_findings, files })| {
                let rule = Content::of(|content| match page.to_code(code) {
                    Some(href) => content.link(&href, "code", |content| content.text(code)),
                    None => content.code(code),
                });
                let class = format!("severity {}", severity.name());
                let severity = Content::of(|content| {
                    content.element(Element::Span, &class, |content| content.text(severity.name()));
                });
                let number = |count: usize| Content::of(|content| content.text(&count.to_string()));
                [rule, severity, number(n_findings), number(files.len())]
            });
            table(page, content, ["Rule", "Severity", "Findings", "Files"], rows);
        }
        if let Some((whole, rows)) = coverage {
            section(content, "coverage", "Documentation", &described(site, whole));
            if !rows.is_empty() {
                let rows = rows.into_iter().map(|(one, file)| {
                    let lacks = plural(one.all - one.described, "description");
                    [
                        to(&file.path),
                        meter(one),
                        Content::of(|content| content.element(Element::Span, "whole", |content| content.text(&lacks))),
                    ]
                });
                table(page, content, ["Descriptor", "Documented", "Missing"], rows);
            }
        }
        if !deprecated.is_empty() {
            section(
                content,
                "deprecated",
                "Deprecated",
                "Descriptors whose lifecycle is \"deprecated\", or whose description begins with this word.",
            );
            let rows = deprecated.into_iter().map(|file| {
                let why = Content::of(|content| content.text(&file.summary));
                [to(&file.path), why, list(page, users(site.used_by(&file.path)))]
            });
            table(page, content, ["Descriptor", "Reason", "Used by"], rows);
        }
        let unowned = unowned(page);
        if !unowned.is_empty() {
            section(
                content,
                "unowned",
                "Without an owner",
                "The settings of the catalog name owners of other descriptors.",
            );
            let rows: Vec<NameRow<'_>> =
                unowned.iter().take(MAX_LISTED).map(|facts| NameRow { facts, n_versions: 1 }).collect();
            listing::table(page, content, &rows);
            more_in_data(page, content, unowned.len().saturating_sub(MAX_LISTED));
        }
        if !outdated.is_empty() {
            section(content, "outdated", "Older versions in use", "The catalog contains a higher version.");
            let version = |name: &DescriptorRef| match site.catalog.resolve(name).found() {
                Some(entry) => to(&entry.file),
                None => Content::of(|content| content.text(&name.to_string())),
            };
            let rows = outdated
                .into_iter()
                .map(|((used, highest), uses)| [version(&used), version(&highest), list(page, users(uses))]);
            table(page, content, ["Used", "Highest", "Used by"], rows);
        }
        let refer = "Resources to which assemblies refer, but which none of them installs.";
        for (files, id, title, note) in [
            (&unused, "unused", "Unused", "Resources that no assembly in the catalog uses."),
            (&only_referenced, "only-referenced", "Only referenced", refer),
        ] {
            if !files.is_empty() {
                section(content, id, title, note);
                let rows: Vec<NameRow<'_>> =
                    files.iter().take(MAX_LISTED).map(|facts| NameRow { facts, n_versions: 1 }).collect();
                listing::table(page, content, &rows);
                more_in_data(page, content, files.len().saturating_sub(MAX_LISTED));
            }
        }
        if !missing.is_empty() {
            section(content, "unresolved", "Unresolved names", "Names of descriptors that are not in the catalog.");
            let rows = missing.into_iter().map(|(name, files)| {
                let name =
                    Content::of(|content| content.element(Element::Span, "broken", |content| content.text(name)));
                [name, list(page, files)]
            });
            table(page, content, ["Name", "Used by"], rows);
        }
    });
    let breadcrumbs = page.below_home();
    Model { breadcrumbs, contents, main, data, has_filter: true, has_list: true, ..Model::default() }
}

/// The descriptors without an owner, if the settings name any owners.
fn unowned<'a>(page: &Page<'a>) -> Vec<&'a Facts> {
    let site = page.site;
    if site.look.publication.descriptors.is_empty() {
        return Vec::new();
    }
    let is_unowned = |facts: &&Facts| site.ownership(&facts.path).is_none_or(|of| of.owner.is_none());
    site.descriptors().filter(is_unowned).collect()
}

/// The findings of a rule.
struct RuleCount<'a> {
    severity: Severity,
    n_findings: usize,
    files: BTreeSet<&'a str>,
}

/// The rules with findings, the most frequent first.
fn by_rule<'a>(page: &Page<'a>) -> Vec<(&'a str, RuleCount<'a>)> {
    let mut rules: BTreeMap<&str, RuleCount<'_>> = BTreeMap::new();
    for finding in page.site.all_findings(page.checked) {
        let none = || RuleCount { severity: finding.severity, n_findings: 0, files: BTreeSet::new() };
        let rule = rules.entry(finding.code).or_insert_with(none);
        rule.severity = rule.severity.min(finding.severity);
        rule.n_findings += 1;
        rule.files.insert(&finding.file);
    }
    let mut rules: Vec<_> = rules.into_iter().collect();
    rules.sort_by_key(|(_, rule)| Reverse(rule.n_findings));
    rules
}

/// The text for a catalog without findings, with only what was checked in its languages.
fn clean(site: &Site) -> String {
    let has = |is_one: fn(Language) -> bool| site.languages().any(is_one);
    let mut claims = vec![format!("No findings in {}", plural(site.n_descriptors(), "descriptor"))];
    claims.extend(has(Language::has_full_names).then(|| "no older versions in use".to_owned()));
    claims.extend(has(Language::is_only_a_part).then(|| "no unused resources".to_owned()));
    format!("{}.", claims.join(", "))
}

fn described(site: &Site, whole: Coverage) -> String {
    let mut counted = vec!["descriptors"];
    if site.languages().any(Language::has_full_names) {
        counted.push("properties");
    }
    if site.by_file().any(|facts| facts.tosca_version.is_some()) {
        counted.extend(["inputs", "types"]);
    }
    let counted = match counted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => counted.concat(),
    };
    match whole {
        whole if whole.is_complete() => format!("All {counted} are documented."),
        Coverage { all: 1, .. } => "The only descriptor is not documented.".to_owned(),
        Coverage { described, all } => {
            format!("{described} of {all} {counted} are documented: {}%.", whole.percent())
        }
    }
}

fn meter(one: Coverage) -> Content {
    let value = one.percent().to_string();
    Content::of(|content| {
        content.element_with(Element::Meter, &[("min", "0"), ("max", "100"), ("value", &value)], |content| {
            content.text(&format!("{value}%"));
        });
        content.text(" ");
        content.element(Element::Span, "whole", |content| content.text(&format!("{value}%")));
    })
}

fn list(page: &Page<'_>, files: BTreeSet<&FilePath>) -> Content {
    Content::of(|content| {
        content.element(Element::List, "inline", |content| {
            files.into_iter().for_each(|file| content.element(Element::Item, "", |content| link(page, content, file)));
        });
    })
}

/// A table with the first of `rows`.
fn table<const N: usize>(
    page: &Page<'_>,
    content: &mut Content,
    columns: [&str; N],
    rows: impl ExactSizeIterator<Item = [Content; N]>,
) {
    let n_left = rows.len().saturating_sub(MAX_LISTED);
    content.element(Element::Group, "scroll", |content| {
        content.list_table("health", "rows", &columns, |content| {
            for row in rows.take(MAX_LISTED) {
                content.element(Element::Row, "", |content| {
                    for (index, (cell, title)) in row.iter().zip(columns).enumerate() {
                        match index {
                            0 => content.row_head(|content| content.append(cell)),
                            _ => content
                                .element_with(Element::Cell, &[("data-label", title)], |content| content.append(cell)),
                        }
                    }
                });
            }
        });
    });
    more_in_data(page, content, n_left);
}
