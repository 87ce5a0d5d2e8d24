//! Inventories of candidates: in the candidate schema of the guide, as CSV, or as a response of A&AI.

mod json;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::homing::distance::Point;
use crate::homing::placement::problem::{Attributes, is_usable, number_of, text_of};
use crate::homing::view::View;
use crate::number::float;
use crate::preview::progress::{Progress, block_on};
use crate::sorted_map::SortedSet;
use crate::syntax::parse::parse;
use crate::syntax::{Node, NodePath, SyntaxError, SyntaxErrorKind, csv, plain};
use crate::text::Span;
use crate::workspace::SourceFile;

/// The candidates for the demands of a template.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inventory {
    /// The candidates of each demand; under an empty name, those for all demands of their type.
    pub candidates: Vec<(SmolStr, Vec<Attributes>)>,
    /// Pairs of candidates in an inventory group.
    pub pairs: Vec<(SmolStr, SmolStr)>,
    /// The complexes of A&AI, which have the coordinates of cloud regions.
    complexes: Vec<Attributes>,
}

/// The column of the identifier, by which CSV is recognized, and the column of the demand.
const ID: &str = "candidate_id";
const DEMAND: &str = "demand";

/// Bounds the memory that an inventory needs.
const MAX_CANDIDATES: usize = 200_000;
/// Bounds the bytes of YAML that are parsed in one piece. JSON and CSV are read candidate by candidate.
const MAX_YAML: usize = 2 << 20;
const TOO_LARGE: &str = "it is too large for YAML: use JSON or CSV";

/// The maximum number of invented candidates of a demand.
pub const MAX_INVENTED: usize = 1000;

const NO_INVENTORY: &str = "not an inventory: expected `candidates`, `cloud-region` or a list of candidates";

/// The angle between neighbors on a sunflower spiral, in radians.
const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;

/// Whether a text can be an inventory: a fast test before parsing it.
pub fn may_be_inventory(text: &str) -> bool {
    text.contains(ID) || text.contains("cloud-region-id") || text.contains("physical-location-id")
}

/// Whether the root of a file is an inventory.
pub fn is_inventory(root: &Node) -> bool {
    let is_candidate = |node: &Node| node.entry("candidate_id").is_some();
    let lists = root.get("candidates").is_some_and(|candidates| {
        let listed = candidates.entries().iter().any(|entry| entry.value.items().iter().any(is_candidate));
        let is_empty_list = |list: &Node| list.as_sequence().is_some_and(|list| list.items.is_empty());
        let is_empty = is_empty_list(candidates)
            || candidates.as_mapping().is_some()
                && candidates.entries().iter().all(|entry| is_empty_list(&entry.value));
        listed || candidates.items().iter().any(is_candidate) || is_empty && root.entries().len() == 1
    });
    let has =
        |key: &str, id: &str| root.get(key).is_some_and(|list| list.items().iter().any(|one| one.entry(id).is_some()));
    lists
        || has("cloud-region", "cloud-region-id")
        || has("complex", "physical-location-id")
        || root.items().iter().any(is_candidate)
}

/// The schema of an entry in the text of an inventory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schema {
    /// A candidate in the schema of the guide.
    Candidate,
    /// A cloud region of A&AI.
    Region,
    /// A complex of A&AI, which has the coordinates of regions.
    Complex,
}

/// An entry in the text of an inventory.
#[derive(Clone, Debug)]
pub struct Listed<'a> {
    pub schema: Schema,
    /// The demand of a candidate; empty for candidates of all demands.
    pub demand: &'a str,
    pub path: NodePath,
    pub node: &'a Node,
}

/// The root of a file that is an inventory.
pub fn of_file(file: &SourceFile) -> Option<&Node> {
    file.root.as_deref().filter(|root| file.language.is_none() && is_inventory(root))
}

/// The keys of regions of A&AI that become attributes of candidates, with the names of these.
const OF_REGION: [(&str, &str); 5] = [
    ("cloud-region-id", "candidate_id"),
    ("cloud-region-id", "location_id"),
    ("cloud-owner", "cloud_owner"),
    ("cloud-region-version", "cloud_region_version"),
    ("complex-name", "complex_name"),
];
/// The same for the complexes of regions, which take precedence.
const OF_COMPLEX: [(&str, &str); 8] = [
    ("latitude", "latitude"),
    ("longitude", "longitude"),
    ("city", "city"),
    ("state", "state"),
    ("country", "country"),
    ("region", "region"),
    ("complex-name", "complex_name"),
    ("physical-location-id", "physical_location_id"),
];

fn of_aai() -> impl Iterator<Item = (&'static str, &'static str)> {
    OF_REGION.into_iter().chain(OF_COMPLEX)
}

/// The attributes of the first candidates of an inventory. The name of the demand is none.
pub fn attributes(root: &Node, most: usize) -> Vec<&str> {
    let mut found = Vec::new();
    for entry in listed(root).into_iter().take(most) {
        for key in entry.node.entries().iter().filter_map(|one| one.key.as_text()) {
            match entry.schema {
                Schema::Candidate if key != DEMAND => found.push(key),
                Schema::Candidate => {}
                Schema::Region | Schema::Complex => {
                    found.extend(of_aai().filter(|(theirs, _)| *theirs == key).map(|(_, own)| own));
                }
            }
        }
    }
    found
}

/// The texts that the first candidates of an inventory have for an attribute.
pub fn values<'a>(root: &'a Node, attribute: &str, most: usize) -> Vec<&'a str> {
    let entries = listed(root).into_iter().take(most);
    let values = entries.filter_map(|entry| match entry.schema {
        Schema::Candidate => entry.node.get(attribute)?.as_text(),
        Schema::Region | Schema::Complex => {
            let key = of_aai().find(|(theirs, own)| *own == attribute && entry.node.entry(theirs).is_some())?.0;
            entry.node.get(key)?.as_text()
        }
    });
    values.collect()
}

/// The demands that an inventory has candidates for, and whether it has candidates for all demands.
pub fn demands(root: &Node) -> (SortedSet<&str>, bool) {
    let candidates = root.get("candidates");
    let list = candidates.map_or(root, |candidates| candidates).items();
    let lists = candidates.map_or(&[][..], Node::entries).iter().filter(|entry| !entry.value.items().is_empty());
    let mut named: SortedSet<&str> = lists.filter_map(|entry| entry.key.as_text()).collect();
    let mut is_shared = root.get("cloud-region").is_some_and(|regions| !regions.items().is_empty());
    for candidate in list {
        match candidate.get(DEMAND).and_then(Node::as_text) {
            Some(demand) => drop(named.insert(demand)),
            None => is_shared = true,
        }
    }
    (named, is_shared)
}

/// The places where an inventory names a demand: the key of its candidates, and their `demand`.
pub fn names(root: &Node, demand: &str) -> Vec<Span> {
    let candidates = root.get("candidates");
    let key = candidates.and_then(|candidates| candidates.entry(demand)).map(|entry| entry.key.span);
    let list = candidates.unwrap_or(root).items().iter();
    let named = list.filter_map(|candidate| candidate.get(DEMAND).filter(|name| name.as_text() == Some(demand)));
    key.into_iter().chain(named.map(|name| name.span)).collect()
}

/// The entries in the root of an inventory: candidates, and the cloud regions and complexes of a response of A&AI.
pub fn listed(root: &Node) -> Vec<Listed<'_>> {
    let mut found = candidates(root);
    for (key, schema) in [("cloud-region", Schema::Region), ("complex", Schema::Complex)] {
        let (path, list) = (NodePath::keys([key]), root.get(key).map_or(&[][..], Node::items));
        let items = list.iter().enumerate().filter(|(_, node)| node.as_mapping().is_some());
        found.extend(items.map(|(index, node)| Listed { schema, demand: "", path: path.index(index), node }));
    }
    found
}

/// The lists of an inventory: each with a name for a message.
pub fn lists(root: &Node) -> Vec<(String, &Node)> {
    let Some(_) = root.as_mapping() else { return vec![("the inventory".to_owned(), root)] };
    let named = |key: &str| format!("`{key}`");
    let mut found = Vec::new();
    for key in ["candidates", "cloud-region", "complex"] {
        let Some(list) = root.get(key) else { continue };
        match list.as_mapping().filter(|_| key == "candidates") {
            Some(demands) => {
                let lists =
                    demands.entries.iter().filter_map(|entry| Some((named(entry.key.as_text()?), &entry.value)));
                found.extend(lists);
            }
            None => found.push((named(key), list)),
        }
    }
    found
}

/// The complexes of a response of A&AI that have coordinates.
#[derive(Debug, Default)]
pub struct LocatedComplexes<'a> {
    identifiers: HashSet<&'a str>,
    names: HashSet<&'a str>,
}

impl<'a> LocatedComplexes<'a> {
    pub fn new(complexes: impl IntoIterator<Item = &'a Node>) -> Self {
        let mut found = LocatedComplexes::default();
        for complex in complexes.into_iter().filter(|complex| is_located(complex)) {
            let text = |key: &str| complex.get(key).and_then(Node::as_text);
            found.identifiers.extend(text("physical-location-id"));
            found.names.extend(text("complex-name"));
        }
        found
    }

    /// Whether a region has coordinates: in a complex inside of it, or in one of these.
    pub fn locate(&self, region: &Node) -> bool {
        let relationships = region.get("relationship-list").and_then(|list| list.get("relationship"));
        let data = relationships.map_or(&[][..], Node::items).iter().filter_map(|one| one.get("relationship-data"));
        let mut pairs = data.flat_map(Node::items).filter_map(|pair| {
            Some((pair.get("relationship-key")?.as_text()?, pair.get("relationship-value")?.as_text()?))
        });
        let nested = region.get("complex").map(|nested| nested.items().first().unwrap_or(nested));
        let name = region.get("complex-name").and_then(Node::as_text);
        nested.is_some_and(is_located)
            || pairs.any(|(key, value)| key == COMPLEX_ID && self.identifiers.contains(value))
            || name.is_some_and(|name| self.names.contains(name))
    }
}

/// The key of the identifier of a complex in a relationship.
const COMPLEX_ID: &str = "complex.physical-location-id";
/// The attribute of a candidate with that identifier.
const COMPLEX: &str = "physical_location_id";

fn is_located(complex: &Node) -> bool {
    ["latitude", "longitude"].iter().all(|key| complex.get(key).is_some_and(|value| !value.is_null()))
}

/// The candidates in the candidate schema.
fn candidates(root: &Node) -> Vec<Listed<'_>> {
    let path = NodePath::keys(["candidates"]);
    let lists: Vec<(&str, NodePath, &Node)> = match root.get("candidates") {
        Some(candidates) if candidates.entries().is_empty() => vec![("", path, candidates)],
        Some(candidates) => {
            let named = candidates.entries().iter().filter_map(|entry| Some((entry.key.as_text()?, &entry.value)));
            named.map(|(demand, list)| (demand, path.key(demand), list)).collect()
        }
        None => vec![("", NodePath::root(), root)],
    };
    let mut found = Vec::new();
    for (demand, path, list) in lists {
        let items = list.items().iter().enumerate().filter(|(_, node)| node.as_mapping().is_some());
        found.extend(items.map(|(index, node)| {
            // Rows of CSV name their demand themselves.
            let demand =
                if demand.is_empty() { node.get(DEMAND).and_then(Node::as_text) } else { None }.unwrap_or(demand);
            Listed { schema: Schema::Candidate, demand, path: path.index(index), node }
        }));
    }
    found
}

impl Inventory {
    /// Reads a text that is JSON, YAML or CSV.
    pub fn read(text: &str) -> Result<Self, String> {
        block_on(Inventory::read_in_pieces(text, &Progress::default()))
    }

    /// The same, with a stop every few candidates.
    pub async fn read_in_pieces(text: &str, progress: &Progress) -> Result<Self, String> {
        if csv::has_column(text, ID) {
            return Inventory::of_rows(csv::Rows::new(text), progress).await;
        }
        // Large files are JSON: reading them does not need a tree with spans.
        if text.trim_start().starts_with(['{', '[']) {
            match json::read(text, progress).await {
                Ok(root) => return Inventory::of_value(root, progress).await,
                Err(at) if text.len() > MAX_YAML => return Err(syntax_error(text, at)),
                // YAML in braces is no JSON.
                Err(_) => {}
            }
        }
        if text.len() > MAX_YAML {
            return Err(TOO_LARGE.to_owned());
        }
        let tree = parse(text);
        Inventory::of_root(tree.root(), &tree.errors, text, progress).await
    }

    /// Reads a file of the workspace in slices.
    pub async fn of_file(file: &SourceFile, progress: &Progress) -> Result<Self, String> {
        let is_yaml = !csv::has_column(&file.text, ID) && !file.text.trim_start().starts_with(['{', '[']);
        match &file.root {
            Some(root) if is_yaml => Inventory::of_root(Some(root), &file.errors, &file.text, progress).await,
            _ => Inventory::read_in_pieces(&file.text, progress).await,
        }
    }

    async fn of_root(
        root: Option<&Node>,
        errors: &[SyntaxError],
        text: &str,
        progress: &Progress,
    ) -> Result<Self, String> {
        if let Some(error) = errors.first() {
            return Err(match error.kind {
                SyntaxErrorKind::TooLarge => TOO_LARGE.to_owned(),
                _ => syntax_error(text, error.span.start as usize),
            });
        }
        let root = root.ok_or("the file is empty")?;
        let mut entries = Mapping::new();
        for entry in root.entries() {
            let value = match entry.key.as_text() {
                Some("candidates") if !entry.value.entries().is_empty() => {
                    let mut lists = Mapping::new();
                    for list in entry.value.entries() {
                        lists.insert(plain::value(&list.key), list_of(&list.value, progress).await);
                    }
                    lists.into()
                }
                _ => list_of(&entry.value, progress).await,
            };
            entries.insert(plain::value(&entry.key), value);
        }
        let root = if root.as_mapping().is_some() { entries.into() } else { list_of(root, progress).await };
        Inventory::of_value(root, progress).await
    }

    async fn of_value(root: Value, progress: &Progress) -> Result<Self, String> {
        let has = |list: &Value, key: &str| {
            list.as_sequence().is_some_and(|list| list.iter().any(|one| one.get(key).is_some()))
        };
        let candidates = root.get("candidates");
        let is_inventory = has(&root, ID)
            || candidates.is_some_and(|list| has(list, ID))
            || candidates.and_then(Value::as_mapping).is_some_and(|lists| lists.values().any(|list| has(list, ID)))
            || root.get("cloud-region").is_some_and(|regions| has(regions, "cloud-region-id"))
            || root.get("complex").is_some_and(|complexes| has(complexes, "physical-location-id"));
        if !is_inventory {
            return Err(NO_INVENTORY.to_owned());
        }
        let mut inventory = Inventory::default();
        let Value::Mapping(mut root) = root else {
            inventory.candidates.push((SmolStr::default(), mappings(root)));
            return inventory.checked(progress).await;
        };
        match root.remove("candidates") {
            Some(Value::Mapping(demands)) => {
                let each = demands.into_iter().map(|(name, value)| (text_of(&name), mappings(value)));
                inventory.candidates.extend(each);
            }
            Some(list) => inventory.candidates.push((SmolStr::default(), mappings(list))),
            None => {}
        }
        inventory.complexes = root.remove("complex").map(mappings).unwrap_or_default();
        if let Some(regions) = root.remove("cloud-region") {
            let mut candidates = Vec::new();
            for region in mappings(regions) {
                candidates.push(of_region(&region).into());
                progress.piece().await;
            }
            inventory.candidates.push((SmolStr::default(), candidates));
            inventory.locate(progress).await;
        }
        for pair in root.get("pairs").and_then(Value::as_sequence).into_iter().flatten() {
            let [Some(one), Some(other)] = [0usize, 1].map(|index| pair.get(index).map(text_of)) else {
                continue;
            };
            inventory.pairs.push((one, other));
        }
        inventory.checked(progress).await
    }

    async fn of_rows(mut rows: csv::Rows<'_>, progress: &Progress) -> Result<Self, String> {
        let header = rows.next().unwrap_or_default();
        let mut inventory = Inventory::default();
        for row in rows {
            let cells = header.iter().zip(&row).filter(|(_, cell)| !cell.value.is_empty());
            let mut candidate = Mapping::new();
            let mut demand = SmolStr::default();
            for (name, cell) in cells {
                match name.value.as_str() {
                    DEMAND => demand = cell.value.clone(),
                    name => {
                        // Numbers are costs; identifiers such as `1.10` stay text.
                        let number = (name == "cost").then(|| float(&cell.value)).flatten();
                        let value = number.map_or_else(|| Value::from(cell.value.as_str()), Value::from);
                        candidate.insert(name.into(), value);
                    }
                }
            }
            match inventory.candidates.iter_mut().find(|(name, _)| *name == demand) {
                Some((_, listed)) => listed.push(candidate.into()),
                None => inventory.candidates.push((demand, vec![candidate.into()])),
            }
            progress.piece().await;
        }
        inventory.checked(progress).await
    }

    async fn checked(self, progress: &Progress) -> Result<Self, String> {
        let n_candidates: usize = self.candidates.iter().map(|(_, listed)| listed.len()).sum();
        if n_candidates > MAX_CANDIDATES {
            return Err(format!("{n_candidates} candidates are more than the maximum of {MAX_CANDIDATES}"));
        }
        for (demand, listed) in &self.candidates {
            for (index, candidate) in listed.iter().enumerate() {
                if let Some(fault) = fault(candidate, index + 1, demand) {
                    return Err(fault);
                }
                progress.piece().await;
            }
        }
        Ok(self)
    }

    /// The inventory in the candidate schema, as JSON.
    pub fn text(&self) -> String {
        let candidates: serde_json::Map<_, _> = self
            .candidates
            .iter()
            .map(|(demand, listed)| (demand.to_string(), serde_json::to_value(listed).unwrap_or_default()))
            .collect();
        serde_json::json!({"candidates": candidates, "pairs": self.pairs}).to_string()
    }

    /// Gives the candidates without coordinates those of their complexes, which are found by identifier, or by name. The
    /// first of several with the same one counts.
    async fn locate(&mut self, progress: &Progress) {
        let (mut by_identifier, mut by_name) = (HashMap::new(), HashMap::new());
        for complex in &self.complexes {
            for (key, index) in [("physical-location-id", &mut by_identifier), ("complex-name", &mut by_name)] {
                if let Some(value) = complex.get(key) {
                    index.entry(text_of(value)).or_insert(complex);
                }
            }
            progress.piece().await;
        }
        for candidate in self.candidates.iter_mut().flat_map(|(_, listed)| listed) {
            let complex = |index: &HashMap<SmolStr, &Attributes>, key: &str| {
                index.get(&text_of(candidate.get(key)?)).map(|complex| Arc::clone(complex))
            };
            let is_placed = candidate.get("latitude").is_some_and(|value| !value.is_null());
            let found =
                (!is_placed).then(|| complex(&by_identifier, COMPLEX).or_else(|| complex(&by_name, "complex_name")));
            if let Some(complex) = found.flatten() {
                add_complex(Arc::make_mut(candidate), &complex);
            }
            progress.piece().await;
        }
    }

    /// Adds the candidates and pairs of another inventory. Regions and complexes may be in different ones.
    pub async fn merge(&mut self, other: Inventory, progress: &Progress) {
        let brings_complexes = !other.complexes.is_empty() && !self.candidates.is_empty();
        let needs_complexes = !self.complexes.is_empty() && !other.candidates.is_empty();
        self.complexes.extend(other.complexes);
        for (demand, listed) in other.candidates {
            match self.candidates.iter_mut().find(|(name, _)| *name == demand) {
                Some((_, own)) => own.extend(listed),
                None => self.candidates.push((demand, listed)),
            }
        }
        self.pairs.extend(other.pairs);
        if brings_complexes || needs_complexes {
            self.locate(progress).await;
        }
    }
}

/// Why a candidate, whose number is counted from 1, cannot be placed.
fn fault(candidate: &Mapping, number: usize, demand: &str) -> Option<String> {
    let of = if demand.is_empty() { String::new() } else { format!(" of `{demand}`") };
    let Some(id) = candidate.get(ID).filter(|id| !id.is_null()) else {
        return Some(format!("candidate {number}{of} has no `{ID}`"));
    };
    let is_degrees = |most: f64| move |value: f64| value.abs() <= most;
    let is_valid = |key: &str, check: &dyn Fn(f64) -> bool| {
        let value = candidate.get(key).filter(|value| !value.is_null());
        value.is_none_or(|value| number_of(value).is_some_and(check))
    };
    let key = match () {
        () if !is_valid("latitude", &is_degrees(90.0)) => "latitude",
        () if !is_valid("longitude", &is_degrees(180.0)) => "longitude",
        () if !is_valid("cost", &is_usable) => "cost",
        () => return None,
    };
    Some(format!("candidate `{}`{of} has an invalid `{key}`", text_of(id)))
}

fn syntax_error(text: &str, at: usize) -> String {
    format!("syntax error in line {}", text.get(..at).unwrap_or(text).matches('\n').count() + 1)
}

/// The mappings in a list.
fn mappings(list: Value) -> Vec<Attributes> {
    let Value::Sequence(items) = list else { return Vec::new() };
    let mapping = |item| match item {
        Value::Mapping(mapping) => Some(Arc::new(mapping)),
        _ => None,
    };
    items.into_iter().filter_map(mapping).collect()
}

/// The value of a node, with a stop every few items if it is a list.
async fn list_of(node: &Node, progress: &Progress) -> Value {
    if node.as_sequence().is_none() {
        return plain::value(node);
    }
    let mut items = Vec::with_capacity(node.items().len());
    for item in node.items() {
        items.push(plain::value(item));
        progress.piece().await;
    }
    items.into()
}

/// Invents candidates to try a template without an inventory: `count` for each demand, evenly spread around the locations
/// of the template. They are marked as invented, and the same template gives the same ones. The result is an inventory as
/// JSON.
pub fn invented(view: &View<'_>, count: usize) -> String {
    let locations = view.section("locations");
    let mut points: Vec<Point> = locations.iter().filter_map(|one| view.point(&one.entry.value)).collect();
    if points.is_empty() {
        points.push(Point { latitude: 0.0, longitude: 0.0 });
    }
    let demands = view.section("demands").into_iter().enumerate().map(|(number, demand)| {
        let requirements = view.requirements_of(&demand).into_iter();
        let kind = requirements.filter_map(|(_, one)| view.text(one.get("inventory_type")?)).next().unwrap_or("cloud");
        let candidates = (0..count.min(MAX_INVENTED)).map(|index| {
            let (center, round) = (points[index % points.len()], index / points.len());
            // A sunflower spiral covers a disk evenly.
            let (radius, angle) = (0.25 * ((round + 1) as f64).sqrt(), (round + number) as f64 * GOLDEN_ANGLE);
            let latitude = (center.latitude + radius * angle.cos()).clamp(-90.0, 90.0);
            let widening = latitude.to_radians().cos().max(0.05);
            let longitude = (center.longitude + radius * angle.sin() / widening + 540.0).rem_euclid(360.0) - 180.0;
            let name = format!("invented-{}-{}", demand.name, index + 1);
            let region = format!("invented-region-{}", index % points.len() + 1);
            let rounded = |degrees: f64| serde_json::Value::from((degrees * 1e4).round() / 1e4);
            serde_json::json!({
                "candidate_id": name, "candidate_type": kind, "inventory_type": kind, "inventory_provider": "invented",
                "cost": 1, "location_id": region, "location_type": "invented", "complex_name": region,
                "latitude": rounded(latitude), "longitude": rounded(longitude),
            })
        });
        (demand.name.to_owned(), serde_json::Value::Array(candidates.collect()))
    });
    serde_json::json!({"candidates": serde_json::Map::from_iter(demands)}).to_string()
}

/// A cloud region of A&AI as a candidate, with the coordinates of a complex inside of it, or the identifier of its complex.
fn of_region(region: &Mapping) -> Mapping {
    let mut candidate = Mapping::new();
    for (theirs, own) in OF_REGION {
        if let Some(value) = region.get(theirs) {
            candidate.insert(own.into(), value.clone());
        }
    }
    candidate.insert("inventory_type".into(), "cloud".into());
    candidate.insert("candidate_type".into(), "cloud".into());
    candidate.insert("inventory_provider".into(), "aai".into());
    if let Some(identifier) = related_complex(region) {
        candidate.insert(COMPLEX.into(), identifier);
    }
    let nested =
        region.get("complex").and_then(|nested| nested.as_mapping().or_else(|| nested.get(0usize)?.as_mapping()));
    if let Some(complex) = nested {
        add_complex(&mut candidate, complex);
    }
    candidate
}

/// Adds the attributes of its complex to a candidate.
fn add_complex(candidate: &mut Mapping, complex: &Mapping) {
    for (theirs, own) in OF_COMPLEX {
        if let Some(value) = complex.get(theirs) {
            candidate.insert(own.into(), value.clone());
        }
    }
}

/// The identifier of the complex in the relationships of a region.
fn related_complex(region: &Mapping) -> Option<Value> {
    let list = region.get("relationship-list")?.get("relationship")?.as_sequence()?;
    let of_complex = list.iter().find(|one| one.get("related-to").and_then(Value::as_str) == Some("complex"))?;
    let data = of_complex.get("relationship-data")?.as_sequence()?;
    let key = |one: &&Value| one.get("relationship-key").and_then(Value::as_str) == Some(COMPLEX_ID);
    data.iter().find(key)?.get("relationship-value").cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inventory_is_read_in_several_forms() {
        let json =
            Inventory::read(r#"{"candidates": {"a": [{"candidate_id": "x", "latitude": "1", "longitude": 2}]}}"#);
        let csv = Inventory::read("demand,candidate_id,latitude,longitude\na,x,1,\"2\"\n").expect("an inventory");
        assert_eq!(json.expect("an inventory").candidates[0].1[0].get("candidate_id"), Some(&"x".into()));
        assert_eq!(
            csv.candidates,
            Inventory::read("demand,candidate_id,latitude,longitude\r\na,x,1,2").expect("one").candidates
        );
        // As spreadsheets write it where the comma is in numbers, and as copied from one.
        for separator in [";", "\t"] {
            let other = "demand,candidate_id,latitude,longitude\na,x,1,\"2\"\n".replace(',', separator);
            assert_eq!(Inventory::read(&other).expect("an inventory").candidates, csv.candidates, "{separator:?}");
        }
        let aai = "{cloud-region: [{cloud-region-id: r, cloud-owner: o, complex-name: c}], complex: [{complex-name: c, latitude: 3, longitude: 4}]}";
        let aai = Inventory::read(aai).expect("an inventory");
        assert_eq!(aai.candidates[0].1[0].get("latitude"), Some(&3.into()));
    }

    #[test]
    fn regions_and_complexes_may_be_in_two_responses() {
        let regions = "{cloud-region: [{cloud-region-id: r, relationship-list: {relationship: [{related-to: complex, \
                       relationship-data: [{relationship-key: complex.physical-location-id, relationship-value: p}]}]}}]}";
        let complexes = "{complex: [{physical-location-id: p, latitude: 3, longitude: 4}]}";
        let read = |text: &str| Inventory::read(text).expect("an inventory");
        for texts in [[regions, complexes], [complexes, regions]] {
            let mut inventory = Inventory::default();
            for text in texts {
                block_on(inventory.merge(read(text), &Progress::default()));
            }
            assert_eq!(inventory.candidates[0].1[0].get("latitude"), Some(&3.into()), "{texts:?}");
        }
    }

    #[test]
    fn faults_name_the_candidate() {
        let faults = [
            (
                "{candidates: {a: [{candidate_id: x, latitude: .nan, longitude: 1}]}}",
                "candidate `x` of `a` has an invalid `latitude`",
            ),
            ("{candidates: {a: [{candidate_id: x, cost: .inf}]}}", "candidate `x` of `a` has an invalid `cost`"),
            ("{candidates: {a: [{candidate_id: x}, {cost: 1}]}}", "candidate 2 of `a` has no `candidate_id`"),
        ];
        for (text, expected) in faults {
            assert_eq!(Inventory::read(text), Err(expected.to_owned()));
        }
    }
}
