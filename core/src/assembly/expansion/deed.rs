//! What is asked for, as the step from one world to another: what there is before, what after, and the plan between.

use smol_str::SmolStr;

use crate::assembly::descriptor;
use crate::assembly::expansion::codes;
use crate::assembly::expansion::differ::{self, Side};
use crate::assembly::expansion::engine::{Engine, Scaled};
use crate::assembly::expansion::listing::Row;
use crate::assembly::expansion::plan::{Planner, Turns};
use crate::assembly::expansion::relate::{self, Bond};
use crate::assembly::expansion::report::Finding;
use crate::assembly::expansion::term::UnitId;
use crate::assembly::expansion::world::{Identity, World};
use crate::assembly::expansion::{Expansion, Inputs, Instance, InstanceKind, Intent, RelationshipInstance};
use crate::assembly::state::State;
use crate::catalog::Catalog;
use crate::diagnostic::{Diagnostic, Severity};
use crate::preview::frame::{Difference, DifferenceKind};
use crate::preview::plan::Plan;
use crate::preview::progress::{self, Phase, Progress};
use crate::settings::Typing;
use crate::sorting::Sorting;
use crate::text::{FilePath, Span};
use crate::workspace::Workspace;

/// The phases of an expansion.
const INSTANCES: Phase = Phase("instances");
const RELATIONSHIPS: Phase = Phase("relationships");
const PLAN: Phase = Phase("");
const VALUES: Phase = Phase("instances with their values");

/// All instances and relationships of a descriptor.
pub struct Tree<'a> {
    pub engine: Engine<'a>,
    pub rows: Vec<Row>,
    units: Vec<UnitId>,
    bonds: Vec<Bond<'a>>,
    /// Instances and relationships written down, once that was needed.
    listing: Option<Listing>,
}

#[derive(Default)]
struct Listing {
    instances: Vec<Instance>,
    relationships: Vec<RelationshipInstance>,
}

/// Where trees are grown.
#[derive(Clone, Copy)]
struct Ground<'a> {
    workspace: &'a Workspace,
    catalog: &'a Catalog,
    typing: Typing,
    pace: &'a Progress,
}

/// What the descriptor in `file` becomes with these inputs, and how it gets there. Empty if there is no descriptor in
/// it.
pub fn expand(
    workspace: &Workspace,
    catalog: &Catalog,
    typing: Typing,
    file: &FilePath,
    inputs: &Inputs,
    intent: &Intent,
) -> Expansion {
    progress::block_on(expand_in_pieces(workspace, catalog, typing, file, inputs, intent, &Progress::default()))
}

/// The same, worked out in pieces; `pace` says how far it is.
pub async fn expand_in_pieces(
    workspace: &Workspace,
    catalog: &Catalog,
    typing: Typing,
    file: &FilePath,
    inputs: &Inputs,
    intent: &Intent,
    pace: &Progress,
) -> Expansion {
    let ground = Ground { workspace, catalog, typing, pace };
    let Some(mut tree) = ground.grow(file, inputs, None).await else { return Expansion::default() };
    let intended = inputs.intended_state.as_deref().and_then(State::requestable).unwrap_or(State::Active);
    let nothing = World::default();
    let turns = Turns::default();
    let outputs = inputs.outputs_from.unwrap_or(State::Installed);
    match intent {
        Intent::Install => {
            let world = tree.world(intended, Identity::Name).await;
            let plan = tree.plan(&nothing, &world, &turns, outputs).await;
            tree.into_expansion(plan).await
        }
        Intent::Uninstall => {
            let world = tree.world(intended, Identity::Name).await;
            let plan = tree.plan(&world, &nothing, &turns, outputs).await;
            tree.into_expansion(plan).await
        }
        Intent::ChangeState { from } => {
            let intended = tree.within_reach(*from, intended);
            let (before, after) = (tree.world(*from, Identity::Name).await, tree.world(intended, Identity::Name).await);
            let plan = tree.plan(&before, &after, &turns, outputs).await;
            tree.into_expansion(plan).await
        }
        Intent::Heal { component } => {
            let world = tree.world(intended, Identity::Name).await;
            let turns = Turns { broken: tree.broken(&world, component), ..Turns::default() };
            let plan = tree.plan(&world, &world, &turns, outputs).await;
            tree.into_expansion(plan).await
        }
        Intent::Scale { direction, cluster, nodes } => {
            let Some(scaling) = tree.scaling(cluster, *direction, *nodes) else {
                return tree.into_expansion(Plan::default()).await;
            };
            let scaled = |nodes| ground.grow(file, inputs, Some(Scaled { cluster: scaling.cluster.clone(), nodes }));
            let trees = (scaled(scaling.before).await, scaled(scaling.after).await);
            let (Some(mut before), Some(mut after)) = trees else {
                return Expansion::default();
            };
            relate::keep_names((&before.engine, &before.bonds), (&after.engine, &mut after.bonds));
            if scaling.before == scaling.after {
                let help = "say how many there are now, if that is another number".to_owned();
                after.nothing_to_do(scaling.at_its_limit(*direction), Some(help));
            }
            let worlds = (before.world(intended, Identity::Ends).await, after.world(intended, Identity::Ends).await);
            let mut plan = after.plan(&worlds.0, &worlds.1, &turns, outputs).await;
            plan.trigger =
                after.trigger(&scaling.home, &scaling.component, *direction).map(|trigger| trigger.to_string());
            let changes = compare((&mut before, &worlds.0), (&mut after, &worlds.1), |_, _| Turns::default()).await.0;
            after.tell_changed_values(&changes, &scaling.cluster);
            Expansion { changes, ..after.into_expansion(plan).await }
        }
        Intent::Upgrade { from, properties } => {
            let old = Inputs { properties: properties.clone().unwrap_or_default(), ..inputs.clone() };
            let old = match properties {
                Some(_) => old,
                None => ground.fitting(from, inputs),
            };
            let assembly_name = Some(tree.engine.units[0].name.to_string());
            let old = Inputs { assembly_name, descriptor_name: None, ..old };
            let Some(mut before) = ground.grow(from, &old, None).await else {
                tree.wrong_intent(format!("there is no descriptor in `{from}` to upgrade from"), "name another one");
                return tree.into_expansion(Plan::default()).await;
            };
            let worlds = (before.world(intended, Identity::Name).await, tree.world(intended, Identity::Name).await);
            let (changes, turns) = compare((&mut before, &worlds.0), (&mut tree, &worlds.1), differ::turns).await;
            let plan = tree.plan(&worlds.0, &worlds.1, &turns, outputs).await;
            tree.tell_moved_lists(&worlds.0, &worlds.1);
            if changes.is_empty() {
                tree.nothing_to_do("the upgrade changes nothing".to_owned(), None);
            }
            let mut expansion = Expansion { changes, ..tree.into_expansion(plan).await };
            add_errors(&mut expansion.diagnostics, before.engine.report.into_diagnostics());
            expansion
        }
    }
}

/// What is different between two trees, and how the one becomes the other.
async fn compare(
    before: (&mut Tree<'_>, &World),
    after: (&mut Tree<'_>, &World),
    turns: impl Fn(&Side<'_>, &Side<'_>) -> Turns,
) -> (Vec<Difference>, Turns) {
    let old = before.0.list().await;
    let old = Side { world: before.1, instances: &old.instances, relationships: &old.relationships };
    let new = after.0.list().await;
    let new = Side { world: after.1, instances: &new.instances, relationships: &new.relationships };
    let turns = turns(&old, &new);
    (differ::differences(&old, &new, &turns), turns)
}

/// Adds what is wrong with the version before, as far as it makes the plan doubtful. What it lacked is no news.
fn add_errors(diagnostics: &mut Vec<Diagnostic>, before: Vec<Diagnostic>) {
    let errors = before.into_iter().filter(|found| found.severity == Severity::Error);
    for found in errors.filter(|found| found.code != codes::REQUIRED_UNSET) {
        if !diagnostics.contains(&found) {
            diagnostics.push(found);
        }
    }
    diagnostics.order_by(|a, b| (&a.file, a.span, a.code).cmp(&(&b.file, b.span, b.code)));
}

impl<'a> Ground<'a> {
    async fn grow(self, file: &FilePath, inputs: &'a Inputs, scaled: Option<Scaled>) -> Option<Tree<'a>> {
        let mut engine = Engine::new(self.workspace, self.catalog, self.typing, inputs, scaled, self.pace);
        let base = engine.blueprint(file)?;
        engine.check_inputs(&base);
        let root = engine.plant(base);
        self.pace.begin(INSTANCES);
        let rows = engine.grow(root).await;
        let units: Vec<UnitId> = rows.iter().filter_map(Row::unit).collect();
        self.pace.begin(RELATIONSHIPS);
        let mut bonds = Vec::new();
        let mut calls = relate::MOST_CALLS;
        for &unit in &units {
            engine.relate(unit, &mut bonds, &mut calls).await;
        }
        for &unit in &units {
            engine.check_required(unit);
            self.pace.piece().await;
        }
        Some(Tree { engine, rows, units, bonds, listing: None })
    }

    /// The inputs without those that the descriptor in `file` does not have.
    fn fitting(self, file: &FilePath, inputs: &Inputs) -> Inputs {
        let descriptor = self.workspace.file(file).and_then(|file| descriptor(file));
        let mut inputs = inputs.clone();
        if let Some(descriptor) = descriptor {
            inputs.properties.retain(|name, _| descriptor.property(name).is_some());
        }
        inputs
    }
}

impl<'a> Tree<'a> {
    async fn world(&self, state: State, by: Identity) -> World {
        self.engine.pace.begin(PLAN);
        World::of(&self.engine, &self.units, &self.bonds, state, by).await
    }

    async fn plan(&mut self, before: &World, after: &World, turns: &Turns, outputs_from: State) -> Plan {
        self.engine.pace.begin(PLAN);
        let planner = Planner::new(before, after, turns, outputs_from, self.engine.pace).await;
        let (plan, finding) = planner.plan().await;
        if let Some(finding) = finding {
            self.engine.report.add(finding);
        }
        plan
    }

    async fn list(&mut self) -> &Listing {
        if self.listing.is_none() {
            self.engine.pace.begin(VALUES);
            let mut listing = Listing::default();
            for row in &self.rows {
                listing.instances.extend(self.engine.instance(row));
                self.engine.pace.piece().await;
            }
            for bond in &self.bonds {
                listing.relationships.push(self.engine.relationship(bond));
                self.engine.pace.piece().await;
            }
            self.listing = Some(listing);
        }
        self.listing.get_or_insert_default()
    }

    async fn into_expansion(mut self, plan: Plan) -> Expansion {
        self.list().await;
        let listing = self.listing.unwrap_or_default();
        let diagnostics = self.engine.report.into_diagnostics();
        let Listing { instances, relationships } = listing;
        Expansion { instances, relationships, plan, changes: Vec::new(), diagnostics }
    }

    /// The state that can be reached from `from`: no transition leads back to Installed.
    fn within_reach(&mut self, from: State, to: State) -> State {
        if from == to {
            self.nothing_to_do(format!("the assembly is {} already", to.name()), None);
        }
        if to == State::Installed && matches!(from, State::Inactive | State::Active) {
            let message =
                format!("no transition leads from {} back to Installed; the plan ends in Inactive", from.name());
            self.wrong_intent(message, "uninstall the assembly, and install it up to this state");
            return State::Inactive;
        }
        to
    }

    /// Says which resources get other values because a cluster that they read as a whole has another size.
    fn tell_changed_values(&mut self, changes: &[Difference], cluster: &str) {
        let engine = &self.engine;
        let is_resource = |name: &str| {
            let unit = engine.names.get(name).map(|unit| engine.units[*unit].kind);
            matches!(unit, Some(InstanceKind::Resource | InstanceKind::Unresolved))
        };
        let mut changed =
            changes.iter().filter(|change| change.kind == DifferenceKind::Changed && is_resource(&change.name));
        let Some(first) = changed.next() else { return };
        let more = match changed.count() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let property = first.properties.first().map_or("", SmolStr::as_str);
        let message = format!(
            "`{}.{property}`{more} gets another value when `{cluster}` is scaled; whether what runs is told is not defined",
            first.name
        );
        self.tell(codes::SCALED_VALUE, Severity::Info, message, None);
    }

    fn tell_moved_lists(&mut self, before: &World, after: &World) {
        for name in differ::moved_lists(before, after) {
            let Some((_, (file, span))) = after.lists.get(&name) else { continue };
            let message =
                format!("items of `{name}` have moved: its instances are named by position and get other values");
            self.engine.report.add(Finding {
                code: codes::MOVED_ITEMS,
                severity: Severity::Warning,
                file: file.clone(),
                span: *span,
                message,
                help: Some("a group over a map keeps the name of each instance".to_owned()),
                subject: String::new(),
            });
        }
    }

    pub fn wrong_intent(&mut self, message: String, help: impl Into<String>) {
        self.tell(codes::BAD_INTENT, Severity::Error, message, Some(help.into()));
    }

    pub fn nothing_to_do(&mut self, message: String, help: Option<String>) {
        self.tell(codes::NOTHING_TO_DO, Severity::Warning, message, help);
    }

    /// Reports something about the intent, at the name of the descriptor.
    fn tell(&mut self, code: &'static str, severity: Severity, message: String, help: Option<String>) {
        let Some(base) = self.engine.units.first().and_then(|root| root.base.as_ref()) else { return };
        let span = base.descriptor.name.as_ref().map_or(Span::at(0), |name| name.span);
        let file = base.file.path.clone();
        self.engine.report.add(Finding { code, severity, file, span, message, help, subject: String::new() });
    }
}
