//! The charts of the deployment items of a descriptor.

use std::collections::HashMap;
use std::sync::Arc;

use crate::asd::chart::{Chart, MAX_UNPACKED, Unreadable};
use crate::asd::model::Application;
use crate::asd::package;
use crate::csar::Package;

/// The charts by the number of their deployment item.
#[derive(Debug, Default)]
pub struct Charts {
    /// `None` for an item that is not a chart of the package.
    charts: Vec<Option<Result<Arc<Chart>, Unreadable>>>,
    /// The numbers of the items by the names that mappings can use.
    by_name: HashMap<String, usize>,
}

impl Charts {
    /// The charts of a descriptor. Without a package, only their names are known.
    pub fn read(application: &Application, package: Option<&Package>) -> Self {
        // Several items can deploy the same chart.
        let mut read: HashMap<&str, Result<Arc<Chart>, Unreadable>> = HashMap::new();
        let mut left = MAX_UNPACKED;
        let mut found = Vec::new();
        for item in application.items() {
            let path = item.text("artifactId").filter(|path| item.is_chart() && package::is_path(path));
            found.push(path.zip(package).map(|(path, package)| {
                let chart = || Chart::kept(package, path, &mut left);
                read.entry(path).or_insert_with(chart).clone()
            }));
        }
        let mut charts = Charts { charts: found, by_name: HashMap::new() };
        // By the name in the chart, or else the name of its file, or else the name of the artifact.
        let of_chart = (0..charts.charts.len()).filter_map(|number| Some((charts.chart(number)?.name.clone(), number)));
        let items = || application.items().enumerate();
        let of_file = items().filter_map(|(number, item)| Some((item.chart()?.to_owned(), number)));
        let of_artifact = items().filter_map(|(number, item)| Some((item.path.last_key()?.to_owned(), number)));
        let named: Vec<(String, usize)> = of_chart.chain(of_file).chain(of_artifact).collect();
        for (name, number) in named {
            charts.by_name.entry(name).or_insert(number);
        }
        charts
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
