//! Rules for application service descriptors, in addition to the schema.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use crate::asd;
use crate::asd::chart::{Chart, Unreadable};
use crate::asd::charts::Charts;
use crate::asd::command::mapping::{Receiver, receivers};
use crate::asd::form::{nodes, value_in_model};
use crate::asd::model::{Application, DeploymentItem};
use crate::asd::package;
use crate::asd::removed;
use crate::asd::schema::DOCUMENTATION;
use crate::context::FileContext;
use crate::csar::Package;
use crate::rules;
use crate::rules::schema_hooks::SchemaHooks;
use crate::symbol::Mention;
use crate::syntax::{Node, Step};
use crate::text::Span;
use crate::workspace::SourceFile;

/// A rule for application service descriptors.
pub type Rule = rules::Definition<OfApplication>;
/// A check of an application service descriptor.
pub type Check<'a> = rules::Check<'a, OfApplication>;

rules::list! { OfApplication:
    address_without_parameter,
    artifact_path,
    attachment_count,
    changed_without_version,
    chart_data,
    contradicting_module,
    custom_label,
    duplicate_descriptor,
    duplicate_identifier,
    duplicate_parameter,
    duplicate_source,
    empty_attribute,
    equal_orders,
    incomplete_custom_resource,
    incomplete_plugin,
    item_id_spelling,
    item_without_list,
    label_suffix,
    late_custom_resources,
    malformed_custom_resource,
    malformed_identifier,
    malformed_kernel_version,
    malformed_label,
    malformed_mapping,
    malformed_module,
    malformed_parameter,
    pub malformed_version,
    manifest_metadata,
    manifest_names,
    mapping_without_chart,
    mismatched_parameter,
    missing_artifact,
    missing_network_plugin,
    missing_source,
    missing_target_server,
    mixed_interface,
    namespace_without_attachments,
    network_spelling,
    no_deployment_items,
    no_network,
    no_schema_version,
    not_a_chart,
    number_for_text,
    package_metadata,
    parameters_of_custom_resources,
    prefix_conflict,
    redundant_kernel_interface,
    rejected_package,
    removed_attribute,
    removed_value,
    renamed_application,
    several_applications,
    shared_artifact,
    shipped_custom_resource,
    shipped_types,
    text_for_list,
    two_writers,
    unknown_artifact_set,
    unknown_chart,
    unknown_parameter,
    unknown_reference,
    unknown_resource,
    unlisted_file,
    unnamed_image,
    unordered_items,
    unread_mapping,
    unpaired_side,
    unquoted_version,
    unreadable_chart,
    unsupported_artifact,
    unsupported_form,
    unused_interface_option,
    unusual_order,
    value_as_parameter,
    value_spelling,
    wrong_digest
}

/// The rules and schema hooks for application service descriptors.
pub const CHECK: rules::LanguageRules = rules::LanguageRules {
    run: |run| run.call(&[CHECKS]),
    hooks: SchemaHooks {
        documentation: DOCUMENTATION,
        is_reported_elsewhere: |cx, problem| removed::is_reported_elsewhere(cx.file, problem),
        ..SchemaHooks::NONE
    },
};

/// For rules about descriptors, with their packages and charts.
pub struct OfApplication;

impl rules::Facts for OfApplication {
    type Of<'a> = Facts<'a>;

    fn of<'a>(context: FileContext<'a>, _: &'a [Mention]) -> Facts<'a> {
        let application = asd::application(context.file);
        Facts {
            application,
            context,
            package: OnceCell::new(),
            artifacts: OnceCell::new(),
            charts: OnceCell::new(),
            n_asked: Cell::new(0),
        }
    }

    fn n_asked(facts: &Facts<'_>) -> u32 {
        facts.n_asked.get()
    }
}

/// A descriptor with its package and charts, which are read when a rule asks for them.
pub struct Facts<'a> {
    pub application: Option<&'a Application>,
    context: FileContext<'a>,
    package: OnceCell<Option<Package>>,
    artifacts: OnceCell<Option<Package>>,
    charts: OnceCell<Charts>,
    n_asked: Cell<u32>,
}

impl<'a> Facts<'a> {
    /// The other descriptors of the catalog, by path.
    fn others(&self) -> impl Iterator<Item = (&'a SourceFile, &'a Application)> {
        let own = &self.context.file.path;
        let others = self.context.workspace.files().filter(move |file| file.path != *own);
        others.filter_map(|file| Some((&**file, asd::application(file)?)))
    }

    /// The package of the descriptor.
    fn package(&self) -> Option<&Package> {
        self.n_asked.set(self.n_asked.get() + 1);
        let read = || Package::around(self.context.file, self.context.workspace.contents());
        self.package.get_or_init(read).as_ref()
    }

    /// The chart of the deployment item with this number; `None` if it is not a chart of the package.
    fn chart(&self, number: usize) -> Option<&Result<Arc<Chart>, Unreadable>> {
        self.charts().get(number)
    }

    /// The package of the descriptor, or the folder that will become one, if it has an artifact of the descriptor.
    fn artifacts(&self) -> Option<&Package> {
        let folder = || {
            let contents = self.context.workspace.contents();
            package::with_artifacts(self.context.file, self.application?, contents)
        };
        self.package().or_else(|| self.artifacts.get_or_init(folder).as_ref())
    }

    fn charts(&self) -> &Charts {
        let read = || {
            let Some(application) = self.application else { return Charts::default() };
            let charts = Charts::read(application, self.artifacts());
            // Without a package, an artifact may be elsewhere.
            if self.package().is_some() { charts } else { charts.without_missing() }
        };
        self.n_asked.set(self.n_asked.get() + 1);
        self.charts.get_or_init(read)
    }

    /// The parameters of charts that can receive the values of an attribute of a connection point.
    fn receivers(&self, attribute: &str) -> Vec<Receiver> {
        self.n_asked.set(self.n_asked.get() + 1);
        receivers(self.context, attribute)
    }

    /// The number of the deployment item with this chart.
    fn item_of_chart(&self, name: &str) -> Option<usize> {
        self.charts().item_of(name)
    }

    /// The names of the charts of the deployment items.
    fn chart_names(&self) -> Vec<&str> {
        let items = self.application.into_iter().flat_map(Application::items).enumerate();
        let named = items.filter_map(|(number, item)| match self.chart(number) {
            Some(Ok(chart)) => Some(chart.name.as_str()),
            _ => item.chart().filter(|_| item.is_chart()),
        });
        named.collect()
    }
}

/// The key of a value as the document spells it; the name in the model if it has none.
fn key_of(file: &SourceFile, value: &Node, name: &str) -> String {
    key_at(file, value).unwrap_or_else(|| name.to_owned())
}

/// The key of a value, or of the list that contains it.
fn key_at(file: &SourceFile, value: &Node) -> Option<String> {
    let path = file.path_at(value.span.start as usize);
    let path = match path.split_last() {
        Some((parent, Step::Index(_))) => parent,
        _ => path,
    };
    path.last_key().map(str::to_owned)
}

/// The place to report something about a deployment item: its identifier, or else its first key.
fn name_of(item: DeploymentItem<'_>) -> Span {
    let id = item.node.get("deploymentItemId").filter(|id| !id.span.is_empty());
    let first = item.node.entries().first().map_or(item.node.span, |entry| entry.key.span);
    id.map_or(first, |id| id.span)
}

/// The place to report something about a descriptor as a whole.
fn first_key(file: &SourceFile) -> Option<Span> {
    let root = file.root.as_ref()?;
    let node = nodes(root).next().map(|(name, ..)| name.span);
    node.or(root.entries().first().map(|entry| entry.key.span))
}

/// Whether an interface is a mated pair of direct interfaces.
fn is_mated_pair(interface: &Node) -> bool {
    let text = interface.get("interfaceRedundancy").and_then(Node::as_text);
    let text = text.map(|text| value_in_model("interfaceRedundancy", text));
    matches!(text, Some("activePassiveBond" | "activeActiveBond" | "activePassiveL3" | "activeActiveL3" | "bondCni"))
}
