//! The charts of the deployment items of a descriptor.

use std::sync::Arc;

use crate::asd::chart::{Chart, MAX_UNPACKED, Unreadable};
use crate::asd::model::{Application, DeploymentItem};
use crate::asd::package;
use crate::context::FileContext;
use crate::csar::Package;
use crate::sorted_map::SortedMap;

/// The number of names of a chart.
const N_NAMES: usize = 3;

/// The charts by the number of their deployment item.
#[derive(Debug, Default)]
pub struct Charts {
    /// `None` for an item that is not a chart of the package.
    charts: Vec<Option<Result<Arc<Chart>, Unreadable>>>,
    /// The numbers of the items by the names that mappings can use.
    by_name: SortedMap<String, usize>,
}

impl Charts {
    /// The charts of a descriptor. Without a package, only their names are known.
    pub fn read(application: &Application, package: Option<&Package>) -> Self {
        // Several items can deploy the same chart.
        let mut read: SortedMap<&str, Result<Arc<Chart>, Unreadable>> = SortedMap::new();
        let mut left = MAX_UNPACKED;
        let mut found = Vec::new();
        for item in application.items() {
            let path = item.text("artifactId").filter(|path| item.is_chart() && package::is_path(path));
            found.push(path.zip(package).map(|(path, package)| {
                let chart = || Chart::kept(package, path, &mut left);
                read.entry(path).or_insert_with(chart).clone()
            }));
        }
        let mut charts = Charts { charts: found, by_name: SortedMap::new() };
        let mut by_name = SortedMap::new();
        for of in 0..N_NAMES {
            for (number, item) in application.items().enumerate() {
                if let Some(name) = charts.names(number, item).get(of).copied().flatten() {
                    by_name.entry(name.to_owned()).or_insert(number);
                }
            }
        }
        charts.by_name = by_name;
        charts
    }

    /// The charts of the descriptor in a file of a workspace.
    pub fn of(context: FileContext<'_>, application: &Application) -> Self {
        let package = package::with_artifacts(context.file, application, context.workspace.contents());
        Charts::read(application, package.as_ref())
    }

    /// The names by which a mapping refers to the chart of an item: that in the chart, or else that of its file, or else that
    /// of the artifact.
    pub fn names<'a>(&'a self, number: usize, item: DeploymentItem<'a>) -> [Option<&'a str>; N_NAMES] {
        [self.chart(number).map(|chart| chart.name.as_str()), item.chart(), item.path.last_key()]
    }

    /// The charts, apart from those that are not there.
    pub fn without_missing(mut self) -> Self {
        for chart in &mut self.charts {
            chart.take_if(|chart| matches!(chart, Err(Unreadable::Missing)));
        }
        self
    }

    /// The chart of an item, or why it cannot be read.
    pub fn get(&self, number: usize) -> Option<&Result<Arc<Chart>, Unreadable>> {
        self.charts.get(number)?.as_ref()
    }

    /// The chart of an item, if it can be read.
    pub fn chart(&self, number: usize) -> Option<&Chart> {
        self.get(number)?.as_ref().ok().map(|chart| &**chart)
    }

    /// The number of the deployment item with the chart of this name.
    pub fn item_of(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }
}
