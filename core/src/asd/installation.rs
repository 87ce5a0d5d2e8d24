//! The preview of a descriptor: the plan of its deployment, the override values of its charts, the match with clusters, and
//! its networks. Templates are not rendered, and nothing is executed.

pub mod diagram;
pub mod helm;
pub mod matching;
pub mod networks;
pub mod plan;
pub mod question;
pub mod values;

use serde_yaml::Value;

use crate::asd;
use crate::asd::chart::Unreadable;
use crate::asd::charts::Charts;
use crate::asd::cluster::{self, Cluster, Resource};
use crate::asd::crd;
use crate::asd::installation::matching::{Brought, ClusterMatch, Shipment, Verdict, ranked};
use crate::asd::installation::networks::{Connection, connections};
use crate::asd::installation::plan::{Operation, SoCnfm, Stages, command, release, release_fault, so_cnfm_command};
use crate::asd::installation::question::{DEFAULT_NAMESPACE, INSTANCE, NAMESPACE, Source, TERMINATE, cluster_texts};
use crate::asd::installation::values::{ItemValues, ValueIssue, ValueIssueKind, values};
use crate::asd::model::{Application, DeploymentItem};
use crate::asd::package;
use crate::context::FileContext;
use crate::csar::Package;
use crate::diagnostic::{Diagnostic, Severity};
use crate::preview::frame::{Frame, Item, Link, Role};
use crate::preview::plan::Plan;
use crate::preview::progress::{Phase, Progress};
use crate::preview::question::Question;
use crate::preview::{ItemProperty, Origin, PartialValue};
use crate::settings::AsdProfile;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::syntax::{Node, NodePath};
use crate::text::{FilePath, Span};

/// Every code of a preview, with its documentation.
pub const CODES: &[(&str, &str)] = &[
    (
        "installation/missing-value",
        "A lifecycle parameter has neither a value nor a default in its chart. Supply the value with the request.",
    ),
    ("installation/default-value", "SO-CNFM refuses a request without a value for every lifecycle parameter."),
    (
        "installation/unknown-input",
        "The request has a value for something that the descriptor does not declare, or more values than parameters.",
    ),
    (
        "installation/mismatched-value",
        "A value has another type than the parameter of the chart. A string such as `\"false\"` is true in a template.",
    ),
    (
        "installation/conflicting-values",
        "Two values are written to one parameter, or one parameter contains the other.",
    ),
    ("installation/schema", "The `values.schema.json` of a chart rejects the values. Helm does not install the chart."),
    (
        "installation/undecided-schema",
        "The `values.schema.json` uses something that is not evaluated, such as a reference to another document.",
    ),
    ("installation/unread-chart", "A chart is not available or cannot be read, so its defaults are not known."),
    ("installation/release-name", "Helm refuses the name of the release."),
    ("installation/equal-orders", "SO-CNFM deploys only one of several items with the same order, and then fails."),
    ("installation/unreadable-cluster", "A cluster description cannot be read."),
    ("installation/unmet-requirement", "No cluster meets all requirements of the application."),
];

/// Maximum number of findings of a kind.
const MAX_FINDINGS: usize = 200;

/// A computed preview.
#[derive(Clone, PartialEq, Debug)]
pub struct Installation {
    pub operation: Operation,
    pub instance: String,
    pub namespace: String,
    pub items: Vec<InstalledItem>,
    pub stages: Stages,
    pub so_cnfm: SoCnfm,
    /// The clusters, the best first; empty if none is described.
    pub clusters: Vec<ClusterMatch>,
    pub connections: Vec<Connection>,
    pub(crate) plan: Plan,
    pub(crate) rows: Vec<Row>,
    pub(crate) links: Vec<Mapping>,
    findings: Vec<Diagnostic>,
}

/// A deployment item.
#[derive(Clone, PartialEq, Debug)]
pub struct InstalledItem {
    /// Its identifier, with a number if another item has the same.
    pub name: String,
    pub artifact_type: String,
    pub artifact: String,
    pub order: Option<i64>,
    /// The name and version of the chart, if it can be read.
    pub chart: Option<(String, Option<String>)>,
    /// The name of the release of a chart.
    pub release: Option<String>,
    /// The command for the operation; `None` if there is none, or if a name is invalid.
    pub command: Option<String>,
    /// The command that SO-CNFM runs.
    pub so_cnfm_command: Option<String>,
    /// The name of the override file; `None` for other artifacts than charts.
    pub file: Option<String>,
    pub values: ItemValues,
}

/// An item or a connection point in the frame of previews.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Row {
    pub name: String,
    type_name: String,
    pub kind: &'static str,
    properties: Vec<ItemProperty>,
    origin: (FilePath, NodePath),
}

/// A link from a connection point to an item whose chart receives its values.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Mapping {
    pub name: String,
    pub source: String,
    pub target: String,
}

/// The kinds of rows.
pub const ITEM: &str = "deployment-item";
pub const POINT: &str = "connection-point";

impl Frame for Installation {
    fn n_items(&self) -> usize {
        self.rows.len()
    }

    fn item(&self, at: usize) -> Option<Item<'_>> {
        let row = self.rows.get(at)?;
        Some(Item {
            name: &row.name,
            type_name: &row.type_name,
            kind: row.kind,
            parent: None,
            properties: &row.properties,
            origin: Some(&row.origin),
        })
    }

    fn n_links(&self) -> usize {
        self.links.len()
    }

    fn link(&self, at: usize) -> Option<Link<'_>> {
        let link = self.links.get(at)?;
        Some(Link {
            name: &link.name,
            owner: &link.source,
            source: &link.source,
            target: &link.target,
            properties: &[],
        })
    }

    fn plan(&self) -> Option<&Plan> {
        Some(&self.plan)
    }

    fn findings(&self) -> &[Diagnostic] {
        &self.findings
    }

    fn role(&self, finding: &Diagnostic) -> Role {
        match finding.code {
            "installation/missing-value" => Role::MissingInput,
            "installation/mismatched-value" | "installation/default-value" => Role::OfInput,
            _ => Role::Listed,
        }
    }
}

/// Computes the preview that a question asks for.
pub async fn compute(context: FileContext<'_>, question: &Question, progress: &Progress) -> Installation {
    let empty = Application::lower(&Node::null(Span::default()));
    let application = asd::application(context.file).unwrap_or(&empty);
    let operation = match &question.intent {
        Some(intent) if intent.name == TERMINATE => Operation::Terminate,
        _ => Operation::Deploy,
    };
    progress.begin(Phase("charts"));
    let package = package::with_artifacts(context.file, application, context.workspace.contents());
    let charts = Charts::read(application, package.as_ref());
    progress.piece().await;
    let mut reporter = Reporter { context, findings: Vec::new() };
    let given = |name: &str| question.setting(name).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let instance =
        given(INSTANCE).or_else(|| application.text("asdApplicationName").map(str::to_owned)).unwrap_or_default();
    let namespace = given(NAMESPACE).unwrap_or_else(|| DEFAULT_NAMESPACE.to_owned());
    let (values, issues) = values(application, &charts, &question.inputs, Source::of(question));
    progress.piece().await;
    let items: Vec<DeploymentItem<'_>> = application.items().collect();
    let names = unique(items.iter().map(|item| item.id().unwrap_or("no identifier")));
    let stages = Stages::of(application, operation);
    let connections = connections(application, &charts, &values, &question.inputs);
    let files = helm::file_names(names.iter().map(String::as_str));
    let mut installed = Vec::new();
    for (number, ((item, values), (name, file))) in items.iter().zip(values).zip(names.iter().zip(files)).enumerate() {
        let file = item.is_chart().then_some(file);
        let release = item.is_chart().then(|| release(&instance, *item));
        let has_values = !values.file.is_empty();
        let names = (release.as_deref().unwrap_or_default(), namespace.as_str());
        let chart = charts.chart(number);
        installed.push(InstalledItem {
            name: name.clone(),
            artifact_type: item.text("artifactType").unwrap_or_default().to_owned(),
            artifact: item.text("artifactId").unwrap_or_default().to_owned(),
            order: item.order(),
            chart: chart.map(|chart| (chart.name.clone(), chart.version.clone())),
            command: command(*item, names, file.as_deref().filter(|_| has_values), operation),
            so_cnfm_command: match operation {
                Operation::Deploy => so_cnfm_command(*item, names.0, names.1, has_values),
                Operation::Terminate => None,
            },
            release,
            file,
            values,
        });
        progress.piece().await;
    }
    let so_cnfm = SoCnfm::of(application);
    reporter.charts(&items, &charts, package.is_some());
    if operation == Operation::Deploy {
        reporter.values(issues, Source::of(question) == Source::Request);
        reporter.orders(&items, &so_cnfm, &names);
    }
    reporter.releases(&items, &installed, &namespace);
    let nothing = Node::null(Span::default());
    let clusters = match (operation, application.cluster()) {
        (Operation::Deploy, required) => {
            let required = required.unwrap_or(&nothing);
            let clusters = reporter.clusters(question);
            progress.piece().await;
            let shipment = shipment(&items, &names, &charts, package.as_ref());
            ranked(required, &shipment, &clusters)
        }
        _ => Vec::new(),
    };
    reporter.requirements(application, &clusters);
    let plan = stages.plan(&names, &items, operation);
    let (rows, links) = rows(context.file.path.clone(), &items, &installed, &connections);
    Installation {
        operation,
        instance,
        namespace,
        items: installed,
        stages,
        so_cnfm,
        clusters,
        connections,
        plan,
        rows,
        links,
        findings: reporter.findings,
    }
}

/// Names that differ: a number is added to those that occurred before.
fn unique<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let (mut taken, mut numbers) = (SortedSet::new(), SortedMap::new());
    names
        .map(|name| {
            let number = numbers.entry(name).or_insert(0_usize);
            loop {
                *number += 1;
                let free = if *number == 1 { name.to_owned() } else { format!("{name} #{number}") };
                if taken.insert(free.clone()) {
                    return free;
                }
            }
        })
        .collect()
}

/// The custom resources that the application installs before its last charts: those of earlier stages, and those in charts,
/// which Helm installs first.
pub fn shipment(
    items: &[DeploymentItem<'_>],
    names: &[String],
    charts: &Charts,
    package: Option<&Package>,
) -> Shipment {
    let last = items.iter().filter(|item| item.is_chart()).filter_map(|item| item.order()).max();
    let has_charts = items.iter().any(|item| item.is_chart());
    let mut shipment = Shipment::default();
    for ((number, item), name) in items.iter().enumerate().zip(names) {
        if item.is_chart() {
            match charts.chart(number) {
                Some(chart) => add(&mut shipment, &chart.custom_resources, name),
                // A chart that is not available may contain some.
                None => shipment.unread.push(name.clone()),
            }
        } else if item.text("artifactType") == Some("crd") {
            let is_before = item.order().is_some_and(|order| last.is_some_and(|last| order < last));
            if !is_before && has_charts {
                continue;
            }
            let artifact = item.text("artifactId").unwrap_or_default();
            match package.filter(|package| !crd::files(package, artifact).is_empty()) {
                Some(package) => add(&mut shipment, &crd::defined(package, artifact), name),
                None => shipment.unread.push(name.clone()),
            }
        }
    }
    shipment
}

fn add(shipment: &mut Shipment, defined: &[crd::Defined], item: &str) {
    for one in defined {
        let resources = one.versions.iter().map(|version| Brought {
            resource: Resource { kind: one.kind.clone(), api_version: format!("{}/{version}", one.group) },
            item: item.to_owned(),
        });
        shipment.resources.extend(resources);
    }
}

fn rows(
    file: FilePath,
    items: &[DeploymentItem<'_>],
    installed: &[InstalledItem],
    connections: &[Connection],
) -> (Vec<Row>, Vec<Mapping>) {
    let property = |name: &str, value: PartialValue, origin| ItemProperty {
        name: name.into(),
        value,
        origin,
        until_reported: None,
    };
    let stated = |name: &str, text: &str| property(name, PartialValue::Value(Value::from(text)), Origin::Static);
    let mut rows = Vec::new();
    for (item, own) in items.iter().zip(installed) {
        let mut properties = Vec::new();
        properties.extend(own.release.iter().map(|release| stated("release", release)));
        properties
            .extend(own.order.map(|order| property("stage", PartialValue::Value(Value::from(order)), Origin::Static)));
        properties.extend(own.values.overrides.iter().map(|one| property(&one.path, one.value.clone(), one.origin)));
        rows.push(Row {
            name: own.name.clone(),
            type_name: own.artifact_type.clone(),
            kind: ITEM,
            properties,
            origin: (file.clone(), item.path.clone()),
        });
    }
    let names: Vec<&str> = installed.iter().map(|item| item.name.as_str()).collect();
    let points = connections.iter().map(|one| if one.id.is_empty() { "no identifier" } else { one.id.as_str() });
    let all = unique(names.iter().copied().chain(points));
    let mut links = Vec::new();
    for (connection, name) in connections.iter().zip(all.into_iter().skip(names.len())) {
        let mut properties = Vec::new();
        if let Some(interface) = &connection.interface {
            for (key, one) in [("interfaceType", &interface.interface_type), ("ipam", &interface.ipam)] {
                let origin = if one.is_default { Origin::Default } else { Origin::Static };
                properties.push(property(key, PartialValue::Value(Value::from(one.value.as_str())), origin));
            }
        }
        for receiver in &connection.parameters {
            let Some(value) = &receiver.value else { continue };
            let origin = if value.is_symbolic() { Origin::Runtime } else { Origin::Intent };
            let path = format!("{} → {}:{}", receiver.attribute, receiver.chart, receiver.path);
            properties.push(property(&path, value.clone(), origin));
            if let Some(item) = &receiver.item {
                links.push(Mapping {
                    name: format!("{}:{}", receiver.chart, receiver.path),
                    source: name.clone(),
                    target: item.clone(),
                });
            }
        }
        rows.push(Row {
            name,
            type_name: connection.networks.join(", "),
            kind: POINT,
            properties,
            origin: (file.clone(), connection.path.clone()),
        });
    }
    (rows, links)
}

/// Collects findings.
struct Reporter<'a> {
    context: FileContext<'a>,
    findings: Vec<Diagnostic>,
}

impl Reporter<'_> {
    fn report(&mut self, code: &'static str, severity: Severity, path: &NodePath, message: String, help: Option<&str>) {
        let file = self.context.file;
        let span = file.key_span(path).or_else(|| file.span_of(path).filter(|_| !path.is_root()));
        let first = || file.root.as_ref().and_then(|root| root.entries().first()).map(|entry| entry.key.span);
        self.findings.push(Diagnostic {
            code,
            severity,
            file: file.path.clone(),
            span: span.or_else(first).unwrap_or_default(),
            message,
            help: help.map(str::to_owned),
            related: Vec::new(),
            fixes: Vec::new(),
        });
    }

    fn charts(&mut self, items: &[DeploymentItem<'_>], charts: &Charts, has_package: bool) {
        if !has_package {
            if items.iter().any(|item| item.is_chart()) {
                let message =
                    "the descriptor is not in a package, so the defaults of its charts are not known".to_owned();
                self.report("installation/unread-chart", Severity::Info, &NodePath::root(), message, None);
            }
            return;
        }
        for (number, item) in items.iter().enumerate().filter(|(_, item)| item.is_chart()).take(MAX_FINDINGS) {
            let artifact = item.text("artifactId").unwrap_or_default();
            let malformed;
            let why = match charts.get(number) {
                Some(Ok(chart)) if chart.is_partial => "some of its files are too large or nested too deep",
                Some(Ok(chart)) => match chart.without_defaults() {
                    Some(one) => {
                        malformed = format!("malformed `{}`: {}", one.file, one.reason);
                        malformed.as_str()
                    }
                    None => continue,
                },
                Some(Err(Unreadable::Missing)) => "the package has no such file",
                Some(Err(Unreadable::Zip)) => "it is a ZIP file",
                Some(Err(Unreadable::NotAnArchive)) => "it is not an archive",
                Some(Err(Unreadable::Damaged)) => "it is cut off or damaged",
                Some(Err(Unreadable::NoChart)) => "it has no `Chart.yaml`",
                Some(Err(Unreadable::Malformed)) => "its `Chart.yaml` has a syntax error",
                Some(Err(Unreadable::TooLarge)) => "it is too large",
                None if !package::is_path(artifact) => "it is not in the package",
                None => continue,
            };
            let message = format!("the chart `{artifact}` cannot be read: {why}");
            self.report(
                "installation/unread-chart",
                Severity::Warning,
                item.path,
                message,
                Some("its defaults are not known"),
            );
        }
    }

    fn values(&mut self, issues: Vec<ValueIssue>, is_request: bool) {
        // Requests have the form of SO-CNFM.
        let is_so_cnfm = is_request || self.context.settings.asd == AsdProfile::SoCnfm;
        for ValueIssue { kind, at, message } in issues.into_iter().take(MAX_FINDINGS) {
            let (code, severity) = match kind {
                ValueIssueKind::Missing => ("installation/missing-value", Severity::Error),
                // SO-CNFM: "Lifecycle parameter error, parameter missing".
                ValueIssueKind::OnlyDefault if is_so_cnfm => ("installation/default-value", Severity::Error),
                ValueIssueKind::OnlyDefault => continue,
                ValueIssueKind::Unknown => ("installation/unknown-input", Severity::Error),
                ValueIssueKind::Mismatch => ("installation/mismatched-value", Severity::Warning),
                ValueIssueKind::Conflict => ("installation/conflicting-values", Severity::Error),
                ValueIssueKind::Schema => ("installation/schema", Severity::Error),
                ValueIssueKind::Undecided => ("installation/undecided-schema", Severity::Info),
            };
            self.report(code, severity, &at, message, None);
        }
    }

    fn orders(&mut self, items: &[DeploymentItem<'_>], so_cnfm: &SoCnfm, names: &[String]) {
        let severity = if self.context.settings.asd == AsdProfile::SoCnfm { Severity::Warning } else { Severity::Info };
        for number in so_cnfm.skipped.iter().take(MAX_FINDINGS) {
            let (Some(item), Some(name)) = (items.get(*number), names.get(*number)) else { continue };
            let message = match item.order() {
                Some(order) => format!("SO-CNFM does not deploy `{name}`: another item has the order {order}"),
                None => format!("SO-CNFM does not deploy `{name}`: another item has no order either"),
            };
            self.report(
                "installation/equal-orders",
                severity,
                item.path,
                message,
                Some("give each item its own order"),
            );
        }
    }

    fn releases(&mut self, items: &[DeploymentItem<'_>], installed: &[InstalledItem], namespace: &str) {
        let mut faults = Vec::new();
        for (item, own) in items.iter().zip(installed) {
            let Some(release) = &own.release else { continue };
            if let Some(why) = release_fault(release) {
                faults.push((item.path, format!("Helm refuses the release name `{release}`: {why}")));
            }
        }
        let has_charts = installed.iter().any(|item| item.release.is_some());
        if let Some(why) = release_fault(namespace).filter(|_| has_charts) {
            let message = format!("invalid namespace `{namespace}`: {why}");
            self.report("installation/release-name", Severity::Error, &NodePath::root(), message, None);
        }
        for (path, message) in faults.into_iter().take(MAX_FINDINGS) {
            self.report("installation/release-name", Severity::Warning, path, message, None);
        }
    }

    /// The clusters that the question asks about.
    fn clusters(&mut self, question: &Question) -> Vec<Cluster> {
        let texts = cluster_texts(self.context, question);
        let mut readable = Vec::new();
        for (name, text) in &texts {
            match cluster::read([text.as_str()]) {
                Ok(_) => readable.push(text.as_str()),
                Err(why) => {
                    let of = if name.is_empty() { String::new() } else { format!(" `{name}`") };
                    let message = format!("the cluster description{of} cannot be read: {why}");
                    self.report("installation/unreadable-cluster", Severity::Error, &NodePath::root(), message, None);
                }
            }
        }
        // Outputs of tools belong to one cluster.
        let clusters = cluster::read(readable.iter().copied()).unwrap_or_default();
        if cluster::is_without_modules(readable, &clusters) {
            let message = "the output of `lsmod` is not used: the cluster has several nodes".to_owned();
            let help = "write the command above it, such as `$ ssh NODE lsmod`, or add the output of `uname -r` on the same node";
            let code = "installation/unreadable-cluster";
            self.report(code, Severity::Warning, &NodePath::root(), message, Some(help));
        }
        clusters
    }

    /// The failed requirements of the best cluster, if none meets all.
    fn requirements(&mut self, application: &Application, clusters: &[ClusterMatch]) {
        let Some(best) = clusters.first().filter(|best| best.verdict == Verdict::Fail) else { return };
        let at = application.at.clone();
        let form = application.form;
        for one in best.requirements.iter().filter(|one| one.verdict == Verdict::Fail).take(MAX_FINDINGS) {
            let path = at.key(asd::form::name_in("enhancedClusterCapabilities", form));
            let path = path.key(asd::form::name_in(one.attribute, form));
            let message = format!("the cluster `{}` does not meet `{}`: {}", best.cluster, one.name, one.reason);
            self.report("installation/unmet-requirement", Severity::Error, &path, message, None);
        }
    }
}
