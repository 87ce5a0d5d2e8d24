//! Carries out an intent: the instances before and after, and the plan from one to the other.

use smol_str::SmolStr;

use crate::assembly::descriptor;
use crate::assembly::expansion::codes;
use crate::assembly::expansion::differ::{self, Side};
use crate::assembly::expansion::engine::{Engine, Scaled};
use crate::assembly::expansion::listing::Row;
use crate::assembly::expansion::plan::{Planner, ResourceUpdates};
use crate::assembly::expansion::relationships::{self, RelationshipUnit};
use crate::assembly::expansion::report::Finding;
use crate::assembly::expansion::snapshot::{Identity, Snapshot};
use crate::assembly::expansion::value::UnitId;
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
    relations: Vec<RelationshipUnit<'a>>,
    /// Instances and relationships in their final form, computed on first use.
    listing: Option<Listing>,
}

#[derive(Default)]
struct Listing {
    instances: Vec<Instance>,
    relationships: Vec<RelationshipInstance>,
}

/// Everything that is needed to expand a descriptor.
#[derive(Clone, Copy)]
struct Setup<'a> {
    workspace: &'a Workspace,
    catalog: &'a Catalog,
    typing: Typing,
    progress: &'a Progress,
}

/// Expands the descriptor in `file` with these inputs. Empty if the file has no descriptor.
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

/// Like [`expand`], but in slices; `progress` reports the progress.
pub async fn expand_in_pieces(
    workspace: &Workspace,
    catalog: &Catalog,
    typing: Typing,
    file: &FilePath,
    inputs: &Inputs,
    intent: &Intent,
    progress: &Progress,
) -> Expansion {
    let ground = Setup { workspace, catalog, typing, progress };
    let Some(mut tree) = ground.grow(file, inputs, None).await else { return Expansion::default() };
    let intended = inputs.intended_state.as_deref().and_then(State::requestable).unwrap_or(State::Active);
    let nothing = Snapshot::default();
    let resource_updates = ResourceUpdates::default();
    let outputs = inputs.outputs_from.unwrap_or(State::Installed);
    match intent {
        Intent::Install => {
            let snapshot = tree.snapshot(intended, Identity::Name).await;
            let plan = tree.plan(&nothing, &snapshot, &resource_updates, outputs).await;
            tree.into_expansion(plan).await
        }
        Intent::Uninstall => {
            let snapshot = tree.snapshot(intended, Identity::Name).await;
            let plan = tree.plan(&snapshot, &nothing, &resource_updates, outputs).await;
            tree.into_expansion(plan).await
        }
        Intent::ChangeState { from } => {
            let intended = tree.within_reach(*from, intended);
            let (before, after) =
                (tree.snapshot(*from, Identity::Name).await, tree.snapshot(intended, Identity::Name).await);
            let plan = tree.plan(&before, &after, &resource_updates, outputs).await;
            tree.into_expansion(plan).await
        }
        Intent::Heal { component } => {
            let snapshot = tree.snapshot(intended, Identity::Name).await;
            let resource_updates =
                ResourceUpdates { broken: tree.broken(&snapshot, component), ..ResourceUpdates::default() };
            let plan = tree.plan(&snapshot, &snapshot, &resource_updates, outputs).await;
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
            relationships::keep_names((&before.engine, &before.relations), (&after.engine, &mut after.relations));
            if scaling.before == scaling.after {
                let help = "specify the current number of instances if it differs".to_owned();
                after.nothing_to_do(scaling.at_its_limit(*direction), Some(help));
            }
            let snapshots =
                (before.snapshot(intended, Identity::Ends).await, after.snapshot(intended, Identity::Ends).await);
            let mut plan = after.plan(&snapshots.0, &snapshots.1, &resource_updates, outputs).await;
            plan.trigger =
                after.trigger(&scaling.home, &scaling.component, *direction).map(|trigger| trigger.to_string());
            let changes =
                compare((&mut before, &snapshots.0), (&mut after, &snapshots.1), |_, _| ResourceUpdates::default())
                    .await
                    .0;
            after.report_changed_values(&changes, &scaling.cluster);
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
                tree.wrong_intent(
                    format!("no descriptor to upgrade from in `{from}`"),
                    "choose another \
                                                                                                  version",
                );
                return tree.into_expansion(Plan::default()).await;
            };
            let snapshots =
                (before.snapshot(intended, Identity::Name).await, tree.snapshot(intended, Identity::Name).await);
            let (changes, resource_updates) =
                compare((&mut before, &snapshots.0), (&mut tree, &snapshots.1), differ::resource_updates).await;
            let plan = tree.plan(&snapshots.0, &snapshots.1, &resource_updates, outputs).await;
            tree.report_moved_lists(&snapshots.0, &snapshots.1);
            if changes.is_empty() {
                tree.nothing_to_do("the upgrade changes nothing".to_owned(), None);
            }
            let mut expansion = Expansion { changes, ..tree.into_expansion(plan).await };
            add_errors(&mut expansion.diagnostics, before.engine.report.into_diagnostics());
            expansion
        }
    }
}

/// The differences between two trees, and how the resources are updated.
async fn compare(
    before: (&mut Tree<'_>, &Snapshot),
    after: (&mut Tree<'_>, &Snapshot),
    resource_updates: impl Fn(&Side<'_>, &Side<'_>) -> ResourceUpdates,
) -> (Vec<Difference>, ResourceUpdates) {
    let old = before.0.list().await;
    let old = Side { snapshot: before.1, instances: &old.instances, relationships: &old.relationships };
    let new = after.0.list().await;
    let new = Side { snapshot: after.1, instances: &new.instances, relationships: &new.relationships };
    let resource_updates = resource_updates(&old, &new);
    (differ::differences(&old, &new, &resource_updates), resource_updates)
}

/// Adds findings of the previous version that make the plan doubtful, without its required properties: those are not
/// news.
fn add_errors(diagnostics: &mut Vec<Diagnostic>, before: Vec<Diagnostic>) {
    let errors = before.into_iter().filter(|found| found.severity == Severity::Error);
    for found in errors.filter(|found| found.code != codes::REQUIRED_UNSET) {
        if !diagnostics.contains(&found) {
            diagnostics.push(found);
        }
    }
    diagnostics.order_by(|a, b| (&a.file, a.span, a.code).cmp(&(&b.file, b.span, b.code)));
}

impl<'a> Setup<'a> {
    async fn grow(self, file: &FilePath, inputs: &'a Inputs, scaled: Option<Scaled>) -> Option<Tree<'a>> {
        let mut engine = Engine::new(self.workspace, self.catalog, self.typing, inputs, scaled, self.progress);
        let base = engine.blueprint(file)?;
        engine.check_inputs(&base);
        let root = engine.plant(base);
        self.progress.begin(INSTANCES);
        let rows = engine.grow(root).await;
        let units: Vec<UnitId> = rows.iter().filter_map(Row::unit).collect();
        self.progress.begin(RELATIONSHIPS);
        let mut relations = Vec::new();
        let mut calls = relationships::MOST_CALLS;
        for &unit in &units {
            engine.relate(unit, &mut relations, &mut calls).await;
        }
        for &unit in &units {
            engine.check_required(unit);
            self.progress.piece().await;
        }
        Some(Tree { engine, rows, units, relations, listing: None })
    }

    /// The inputs without properties that the descriptor in `file` does not have.
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
    async fn snapshot(&self, state: State, by: Identity) -> Snapshot {
        self.engine.progress.begin(PLAN);
        Snapshot::of(&self.engine, &self.units, &self.relations, state, by).await
    }

    async fn plan(
        &mut self,
        before: &Snapshot,
        after: &Snapshot,
        resource_updates: &ResourceUpdates,
        outputs_from: State,
    ) -> Plan {
        self.engine.progress.begin(PLAN);
        let planner = Planner::new(before, after, resource_updates, outputs_from, self.engine.progress).await;
        let (plan, finding) = planner.plan().await;
        if let Some(finding) = finding {
            self.engine.report.add(finding);
        }
        plan
    }

    async fn list(&mut self) -> &Listing {
        if self.listing.is_none() {
            self.engine.progress.begin(VALUES);
            let mut listing = Listing::default();
            for row in &self.rows {
                listing.instances.extend(self.engine.instance(row));
                self.engine.progress.piece().await;
            }
            for relation in &self.relations {
                listing.relationships.push(self.engine.relationship(relation));
                self.engine.progress.piece().await;
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

    /// The state to end in: no transition leads back to Installed.
    fn within_reach(&mut self, from: State, to: State) -> State {
        if from == to {
            self.nothing_to_do(format!("the assembly is already {}", to.name()), None);
        }
        if to == State::Installed && matches!(from, State::Inactive | State::Active) {
            let message =
                format!("no transition leads from {} back to Installed, so the plan ends in Inactive", from.name());
            self.wrong_intent(message, "to reach this state, uninstall the assembly and install it again");
            return State::Inactive;
        }
        to
    }

    /// Reports resources whose values change because they read the whole cluster that is scaled.
    fn report_changed_values(&mut self, changes: &[Difference], cluster: &str) {
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
            "scaling `{cluster}` changes the value of `{}.{property}`{more}; it is undefined whether running \
             instances are notified",
            first.name
        );
        self.report_on_root(codes::SCALED_VALUE, Severity::Info, message, None);
    }

    fn report_moved_lists(&mut self, before: &Snapshot, after: &Snapshot) {
        for name in differ::moved_lists(before, after) {
            let Some((_, (file, span))) = after.lists.get(&name) else { continue };
            let message =
                format!("items of `{name}` have moved; its instances are named by position, so they get other values");
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
        self.report_on_root(codes::BAD_INTENT, Severity::Error, message, Some(help.into()));
    }

    pub fn nothing_to_do(&mut self, message: String, help: Option<String>) {
        self.report_on_root(codes::NOTHING_TO_DO, Severity::Warning, message, help);
    }

    /// Reports a finding about the intent, at the name of the descriptor.
    fn report_on_root(&mut self, code: &'static str, severity: Severity, message: String, help: Option<String>) {
        let Some(base) = self.engine.units.first().and_then(|root| root.base.as_ref()) else { return };
        let span = base.descriptor.name.as_ref().map_or(Span::at(0), |name| name.span);
        let file = base.file.path.clone();
        self.engine.report.add(Finding { code, severity, file, span, message, help, subject: String::new() });
    }
}
