//! The additional sections of a homing template: its constraints in words, the use of its parameters, its map, and, with an
//! inventory of the catalog, its placement.

use std::collections::BTreeMap;
use std::sync::Arc;

use descriptorium_core::asd::cluster::{self, Cluster};
use descriptorium_core::document::preview::placement::{Candidate, Interval, Placement};
use descriptorium_core::homing;
use descriptorium_core::homing::distance::Point;
use descriptorium_core::homing::map::Map;
use descriptorium_core::homing::placement::build::{ObjectiveKind, build};
use descriptorium_core::homing::placement::inventory::{self, Inventory};
use descriptorium_core::homing::placement::preview::{INVENTORY, PLACE, limit_of, ranked_inventories};
use descriptorium_core::homing::placement::problem::Constraint;
use descriptorium_core::homing::placement::ranking::Ranking;
use descriptorium_core::homing::placement::sensitivity::Bound;
use descriptorium_core::homing::sentence::{objective, sentence};
use descriptorium_core::homing::view::View;
use descriptorium_core::number::rounded;
use descriptorium_core::preview::frame::Frame;
use descriptorium_core::preview::question::{Intent, Question, Values};
use descriptorium_core::scene::map::svg;
use descriptorium_core::semantics::Outcome;
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::syntax::plain;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;
use serde_yaml::Value;

use crate::content::{Content, Element};
use crate::hash::{Hash, Hasher};
use crate::html::Href;
use crate::pages::layout::{MAX_OPENED, folded, heading, more};
use crate::pages::{Page, called};

/// The size of the map in pixels.
const SIZE: (f64, f64) = (880.0, 440.0);
/// Maximum number of candidates on the map, and of candidates of a demand that are shown at first; this many are in the JSON.
const MAX_ON_MAP: usize = 1000;
const MAX_LISTED: usize = 10;
/// Maximum number of candidates of an inventory whose placement is computed for a page.
const MAX_CANDIDATES: usize = 20_000;

/// The files of a catalog that are not descriptors, and that pages about descriptors use: inventories of candidates, and
/// descriptions of clusters.
#[derive(Debug, Default)]
pub struct Inventories {
    files: Vec<Arc<SourceFile>>,
    pub clusters: Vec<Cluster>,
    hash: Hash,
}

impl Inventories {
    /// Those among `files`, which are sorted by path.
    pub fn new(files: impl IntoIterator<Item = Arc<SourceFile>>) -> Self {
        let mut found = Inventories::default();
        let mut hasher = Hasher::default();
        for file in files {
            let described = cluster::of_file(&file);
            let cluster = described.map(cluster::of_node);
            let is_inventory = inventory::of_file(&file).is_some();
            if cluster.is_some() || is_inventory {
                hasher.add(file.path.as_str()).add(file.text.as_bytes());
            }
            found.clusters.extend(cluster);
            if is_inventory {
                found.files.push(file);
            }
        }
        found.hash = hasher.finish();
        found
    }

    /// A hash of their paths and texts.
    pub fn hash(&self) -> Hash {
        self.hash
    }
}

/// A template placed on an inventory of the catalog, with the default values of its parameters.
#[derive(Debug)]
pub struct Placed {
    inventory: FilePath,
    document: Placement,
    /// The candidates of each demand after those of the document; nothing if the document has all.
    others: Vec<Vec<Candidate>>,
    /// The limits of the constraints with a threshold, by their names.
    limits: BTreeMap<String, String>,
    /// The number of candidates of each demand.
    n_candidates: Vec<usize>,
    map: Map,
    /// The errors and warnings of the placement.
    findings: Vec<String>,
}

impl Placed {
    /// `None` without an inventory that fits the template.
    pub fn of(page: &Page<'_>, file: &SourceFile) -> Option<Self> {
        homing::template(file)?;
        let view = View::new(file.root.as_deref()?);
        let files = &page.site.inventories.files;
        let found = ranked_inventories(&view, files.iter(), &page.site.settings.inventories);
        let (_, path) = found.into_iter().find(|(fit, _)| fit.is_good())?;
        let text = files.iter().find(|file| file.path == path).map(|file| file.text.to_string())?;
        let n_candidates: usize = Inventory::read(&text).ok()?.candidates.iter().map(|(_, listed)| listed.len()).sum();
        if n_candidates > MAX_CANDIDATES {
            return None;
        }
        let parameters = Values::from([(INVENTORY.to_owned(), Value::Sequence(vec![text.into()]))]);
        let intent = Some(Intent { name: PLACE.into(), parameters });
        let question = Question { intent, ..Question::default() };
        let Some(Outcome::Placement(placement)) = page.checked.analysis.preview(&file.path, &question) else {
            return None;
        };
        let frame: &dyn Frame = &*placement;
        let findings = frame.findings().iter().map(|found| match &found.help {
            Some(help) => format!("{}: {help}", found.message),
            None => found.message.clone(),
        });
        let counts = placement.problem.demands.iter().map(|demand| demand.candidates.len());
        let limit = |(index, constraint): (usize, &Constraint)| {
            Some((constraint.name.to_string(), limit_of(&placement.problem, index)?))
        };
        let limits = placement.problem.constraints.iter().enumerate().filter_map(limit).collect();
        let document = Placement::with_first(&placement, MAX_LISTED);
        let long = (!document.omitted.0.is_empty()).then(|| Placement::with_first(&placement, MAX_LISTED + MAX_OPENED));
        let demands = long.into_iter().flat_map(|long| long.demands.0);
        let others = demands.map(|(_, mut listed)| listed.split_off(listed.len().min(MAX_LISTED))).collect();
        let map = Map::new(&view, &placement.problem, &placement.ranking, &placement.found.plans, MAX_ON_MAP);
        let (findings, n_candidates) = (findings.collect(), counts.collect());
        Some(Placed { inventory: path, findings, n_candidates, document, others, limits, map })
    }
}

/// Adds the sections to the page of a template.
pub fn sections(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let (Some(_), Some(root)) = (homing::template(file), file.root.as_deref()) else { return };
    let view = View::new(root);
    let mut section = |content: &mut Content, id: &str, title: &str, write: &mut dyn FnMut(&mut Content)| {
        content.element(Element::Section, "", |content| {
            heading(content, id, title);
            write(content);
        });
        contents.push((id.to_owned(), title.to_owned()));
    };
    if !view.constraints().is_empty() || objective(&view).is_some() {
        section(content, "in-words", "Constraints in words", &mut |content| in_words(page, content, file, &view));
    }
    let placed = page.placed(file);
    // Without an inventory there are the locations and thresholds.
    let own;
    let map = match placed {
        Some(placed) => &placed.map,
        None => {
            let (problem, ..) = build(&view, &SortedMap::new(), &Inventory::default(), ObjectiveKind::Guide);
            own = Map::new(&view, &problem, &Ranking::default(), &[], 0);
            &own
        }
    };
    if !map.is_empty() {
        section(content, "map", "Map", &mut |content| {
            content.element(Element::Figure, "geo-map", |content| {
                content.scrolling("Map", |content| content.diagram(&svg(map, &called(file), SIZE)));
                content.element(Element::Caption, "", |content| legend(content, map));
            });
            locations(page, content, file, map);
        });
    }
    if let Some(placed) = placed {
        section(content, "placement", "Placement", &mut |content| placement(content, file, placed));
    }
    let used = uses(page, file, &view);
    if !used.is_empty() {
        section(content, "parameter-use", "Use of parameters", &mut |content| {
            content.table("uses", &["Parameter", "Value", "Used in"], |content| {
                for (name, value, places) in &used {
                    content.element(Element::Row, "", |content| {
                        content.row_head(|content| content.code(name));
                        content.element(Element::Cell, "", |content| match value {
                            Some(value) => content.code(value),
                            None => content.text("supplied with the request"),
                        });
                        content.element(Element::Cell, "", |content| linked(page, content, file, places));
                    });
                }
            });
        });
    }
}

/// The sections in short, for Markdown.
pub fn summary(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let (Some(_), Some(root)) = (homing::template(file), file.root.as_deref()) else { return };
    let view = View::new(root);
    if !view.constraints().is_empty() || objective(&view).is_some() {
        content.element(Element::Heading(2), "", |content| content.text("Constraints in words"));
        in_words(page, content, file, &view);
    }
    if let Some(placed) = page.placed(file) {
        content.element(Element::Heading(2), "", |content| content.text("Placement"));
        placement(content, file, placed);
    }
}

/// The placement as JSON, with the first candidates of each demand.
pub fn data(page: &Page<'_>, file: &SourceFile) -> Option<Placement> {
    Some(page.placed(file)?.document.clone())
}

fn in_words(page: &Page<'_>, content: &mut Content, file: &SourceFile, view: &View<'_>) {
    content.element(Element::List, "", |content| {
        for constraint in view.constraints() {
            content.element(Element::Item, "", |content| {
                match page.to_definition(&file.path, &constraint.path) {
                    Some(href) => content.link(&href, "code", |content| content.text(constraint.name)),
                    None => content.code(constraint.name),
                }
                content.text(": ");
                match sentence(view, &constraint) {
                    Some(words) => content.text_with_code(&words),
                    None => content.text("its type is unknown"),
                }
            });
        }
        if let Some(words) = objective(view) {
            content.element(Element::Item, "", |content| {
                match page.to_definition(&file.path, &view.base.key("optimization")) {
                    Some(href) => content.link(&href, "code", |content| content.text("optimization")),
                    None => content.code("optimization"),
                }
                content.text(": ");
                content.text_with_code(&words);
            });
        }
    });
}

/// The locations with known coordinates, and the thresholds around them.
fn locations(page: &Page<'_>, content: &mut Content, file: &SourceFile, map: &Map) {
    content.table("ranked", &["Location", "Latitude", "Longitude", "Thresholds"], |content| {
        for location in &map.locations {
            content.element(Element::Row, "", |content| {
                content.row_head(|content| match page.to_definition(&file.path, &location.path) {
                    Some(href) => content.link(&href, "code", |content| content.text(&location.name)),
                    None => content.code(&location.name),
                });
                let Point { latitude, longitude } = location.point;
                for (label, degrees) in [("Latitude", latitude), ("Longitude", longitude)] {
                    let label = [("data-label", label)];
                    content.element_with(Element::Cell, &label, |content| content.text(&rounded(degrees, 6)));
                }
                let circles = map.circles.iter().filter(|circle| circle.location == location.name);
                let limits: Vec<String> = circles
                    .map(|circle| {
                        let sign = if circle.is_least { "beyond" } else { "within" };
                        format!("{}: {sign} {}", circle.constraint, circle.length(circle.radius))
                    })
                    .collect();
                let label = [("data-label", "Thresholds")];
                content.element_with(Element::Cell, &label, |content| content.text(&limits.join(", ")));
            });
        }
    });
}

/// The parameters with their values and the paths where they are used.
fn uses<'v>(page: &Page<'_>, file: &SourceFile, view: &View<'v>) -> Vec<(&'v str, Option<String>, Vec<NodePath>)> {
    let mut places: SortedMap<NodePath, Vec<NodePath>> = SortedMap::new();
    for mention in page.checked.analysis.mentions(&file.path) {
        if let descriptorium_core::symbol::Target::Found { path, .. } = &mention.target {
            places.entry(path.clone()).or_default().push(mention.path.clone());
        }
    }
    let parameters = view.section("parameters").into_iter().map(|parameter| {
        let node = &parameter.entry.value;
        let value = (!node.is_null()).then(|| match node.as_text() {
            Some(text) => text.to_owned(),
            None => serde_json::to_string(&plain::value(node)).unwrap_or_default(),
        });
        (parameter.name, value, places.remove(&parameter.path).unwrap_or_default())
    });
    parameters.collect()
}

/// The places in the template, linked to their sections.
fn linked(page: &Page<'_>, content: &mut Content, file: &SourceFile, places: &[NodePath]) {
    if places.is_empty() {
        return content.text("nowhere");
    }
    content.element(Element::List, "inline", |content| {
        for path in places {
            let words = path.to_string();
            let words = words.trim_start_matches('/').trim_end_matches("/0").trim_end_matches("/get_param").to_owned();
            content.element(Element::Item, "", |content| match page.to_definition(&file.path, path) {
                Some(href) => content.link(&href, "code", |content| content.text(&words)),
                None => content.code(&words),
            });
        }
    });
}

/// The meaning of the signs on the map.
fn legend(content: &mut Content, map: &Map) {
    let mut signs = vec![("location", "location")];
    for candidate in &map.candidates {
        let name = candidate.outcome.name();
        if !signs.iter().any(|(class, _)| *class == name) {
            signs.push((name, name));
        }
    }
    if map.circles.iter().any(|circle| !circle.is_least) {
        signs.push(("circle", "maximum distance"));
    }
    if map.circles.iter().any(|circle| circle.is_least) {
        signs.push(("circle least", "minimum distance"));
    }
    content.element(Element::List, "inline legend", |content| {
        for (class, words) in signs {
            content.element(Element::Item, class, |content| content.text(words));
        }
    });
    content.element(Element::Paragraph, "note", |content| {
        content.text("Coastline: Natural Earth.");
        if map.n_more > 0 {
            content.text(" ");
            let words = format!("{} more candidates", map.n_more);
            content.link(&Href::here("placement"), "", |content| content.text(&words));
            content.text(" are not on the map.");
        }
    });
}

/// A number with at most two decimals.
fn number(value: f64) -> String {
    rounded(value, 2)
}

fn placement(content: &mut Content, file: &SourceFile, placed: &Placed) {
    let document = &placed.document;
    let best = document.plans.first();
    content.element(Element::Paragraph, "", |content| {
        if document.partial {
            content.text("The template has errors, so this is about the part that can be read. ");
        }
        content.text(match (best, document.optimal || document.partial) {
            (Some(_), true) => "The best placement with the default values of the parameters and the inventory ",
            (Some(_), false) => "The best placement found with the default values of the parameters and the inventory ",
            (None, true) => "There is no placement with the default values of the parameters and the inventory ",
            (None, false) => {
                "The search reached its limit before it found a placement with the default values of the parameters \
                 and the inventory "
            }
        });
        content.code(placed.inventory.as_str());
        match best {
            Some(plan) => content.text(&format!(" has the value {}.", number(plan.value))),
            None => content.text("."),
        }
    });
    if let Some(plan) = best {
        content.table("uses", &["Demand", "Candidate"], |content| {
            for (demand, candidate) in &plan.candidates.0 {
                row(content, demand, &[("Candidate", candidate)]);
            }
        });
    }
    if !placed.findings.is_empty() {
        content.element(Element::List, "", |content| {
            for found in &placed.findings {
                content.element(Element::Item, "", |content| content.text_with_code(found));
            }
        });
    }
    candidates(content, file, placed);
    sensitivity(content, placed);
}

/// A row with a name and cells, which have labels for narrow windows, where they are listed below the name.
fn row(content: &mut Content, name: &str, cells: &[(&str, &str)]) {
    content.element(Element::Row, "", |content| {
        content.row_head(|content| content.code(name));
        for (label, cell) in cells {
            content.element_with(Element::Cell, &[("data-label", label)], |content| content.text(cell));
        }
    });
}

fn subheading(content: &mut Content, text: &str) {
    content.element(Element::Heading(3), "", |content| content.text(text));
}

/// The candidates of each demand, the best first.
fn candidates(content: &mut Content, file: &SourceFile, placed: &Placed) {
    let Placed { document, others, n_candidates, .. } = placed;
    let chosen = |demand: &str| {
        let plan = document.plans.first()?;
        plan.candidates.0.iter().find(|(name, _)| name == demand).map(|(_, candidate)| candidate.as_str())
    };
    let table = |content: &mut Content, demand: &str, listed: &[Candidate]| {
        content.table("ranked", &["Candidate", "Distance", "Cost", "Value", "Outcome"], |content| {
            for Candidate { name, distance, cost, value, eliminated, .. } in listed {
                let outcome = match eliminated {
                    _ if chosen(demand) == Some(name) => "chosen".to_owned(),
                    Some(by) => format!("eliminated by {by}"),
                    None => String::new(),
                };
                let distance = distance.map_or_else(String::new, |distance| format!("{} km", number(distance)));
                let value = value.map_or_else(String::new, number);
                let cells =
                    [("Distance", &*distance), ("Cost", &number(*cost)), ("Value", &value), ("Outcome", &outcome)];
                row(content, name, &cells);
            }
        });
    };
    let mut is_cut = false;
    for (at, ((demand, listed), n_all)) in document.demands.0.iter().zip(n_candidates).enumerate() {
        let others = others.get(at).map_or(&[][..], Vec::as_slice);
        if listed.is_empty() {
            continue;
        }
        subheading(content, &format!("Candidates of {demand}"));
        table(content, demand, listed);
        let n_left = n_all.saturating_sub(listed.len());
        if n_left > 0 {
            folded(content, n_left, |content| {
                table(content, demand, others);
                let n_left = n_left.saturating_sub(others.len());
                more(content, n_left, &Href::here(WHOLE));
                is_cut |= n_left > 0;
            });
        }
    }
    if is_cut {
        content.element_with(Element::Paragraph, &[("class", "note"), ("id", WHOLE)], |content| {
            content.text("To see all candidates, run ");
            content.code(&format!("descriptorium expand {} --inputs {} --format json", file.path, placed.inventory));
            content.text(".");
        });
    }
}

/// The id of the note with the command that prints all candidates.
const WHOLE: &str = "whole-placement";

/// The ranges of weights and thresholds in which the plan stays the same.
fn sensitivity(content: &mut Content, Placed { document, limits, .. }: &Placed) {
    if document.weights.is_empty() && document.ranges().next().is_none() {
        return;
    }
    subheading(content, "Sensitivity");
    content.element(Element::Paragraph, "note", |content| {
        content.text("The plan stays the same while a number is in its range and the others do not change.");
    });
    content.table("ranked", &["Number", "Now", "Range"], |content| {
        for weight in &document.weights {
            let name = format!("weight of {} to {}", weight.of, weight.demand);
            row(content, &name, &[("Now", &number(weight.weight)), ("Range", &range(weight.range, ""))]);
        }
        for (constraint, bound, range_of) in document.ranges() {
            let name = match bound {
                None => constraint.to_owned(),
                Some(Bound::Lower) => format!("{constraint}, lower bound"),
                Some(Bound::Upper) => format!("{constraint}, upper bound"),
            };
            let limit = limits.get(constraint).map_or("", String::as_str);
            row(content, &name, &[("Now", limit), ("Range", &range(range_of.range, &format!(" {}", range_of.unit)))]);
        }
    });
}

fn range(interval: Interval, unit: &str) -> String {
    match (interval.from, interval.to) {
        (Some(from), Some(to)) => format!("{} to {}{unit}", number(from), number(to)),
        (Some(from), None) => format!("at least {}{unit}", number(from)),
        (None, Some(to)) => format!("at most {}{unit}", number(to)),
        (None, None) => "any".to_owned(),
    }
}
