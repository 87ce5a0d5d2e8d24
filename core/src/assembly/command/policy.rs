//! Adds a scaling policy to a cluster, and lists the metrics that one can watch.

use smol_str::SmolStr;

use crate::assembly::model::{Descriptor, Metric, Text};
use crate::assembly::promotion::{End, promotion_chain};
use crate::edit::EditError;
use crate::syntax::NodePath;
use crate::syntax::patch::Draft;

use super::section::{free, mapping, put};
use super::{Subject, refused};

impl Subject<'_> {
    pub(super) fn add_policy(self, draft: &mut Draft, target: &NodePath, metric: &str) -> Result<String, EditError> {
        let part = self.part(target).map_err(|_| refused("only a cluster can be scaled"))?;
        let name = &part.name.text;
        if self.is_reference(part) || part.cluster.is_none() {
            return Err(refused(format!("`{name}` is not a cluster; give it a `cluster` to scale it")));
        }
        self.check_load(metric)?;
        let there = self.descriptor.policies.iter().find(|policy| {
            let is = |text: &Option<Text>, wanted: &str| text.as_ref().is_some_and(|text| text.value == wanted);
            is(&policy.target, name) && is(&policy.metric, metric)
        });
        if let Some(there) = there {
            return Err(refused(format!("policy `{}` already scales `{name}` by `{metric}`", there.name.text)));
        }
        let taken = |name: &str| self.descriptor.policies.iter().any(|policy| policy.name.text == name);
        let policy = free(&format!("scale-{name}"), "-", taken);
        let property = |number: u64| mapping([("value", number.into())]);
        let value = mapping([
            ("type", "policy::scale".into()),
            ("metric", metric.into()),
            ("target", name.as_str().into()),
            (
                "properties",
                mapping([
                    ("scaleOut_threshold", property(80)),
                    ("scaleIn_threshold", property(20)),
                    ("smoothing", property(3)),
                ]),
            ),
        ]);
        put(draft, "policies", &policy, &value)?;
        Ok(format!("Scale {name} by {metric}"))
    }

    /// The metrics that a scaling policy can watch: those of components, and those that the assembly publishes itself.
    pub fn load_metrics(&self) -> Vec<SmolStr> {
        let own = self.descriptor.metrics.iter().filter(|metric| self.is_load(self.descriptor, metric));
        let mut names: Vec<SmolStr> = own.map(|metric| metric.name.text.clone()).collect();
        for component in &self.descriptor.composition {
            let Some((_, of)) = self.type_of(component) else { continue };
            let metrics = of.metrics.iter().filter(|metric| self.is_load(of, metric));
            names.extend(metrics.map(|metric| SmolStr::from(format!("{}.{}", component.name.text, metric.name.text))));
        }
        names
    }

    fn check_load(&self, name: &str) -> Result<(), EditError> {
        let (owner, metric) = match name.split_once('.') {
            None => (self.descriptor, self.descriptor.metric(name)),
            Some((part, metric)) => {
                let Some(part) = self.descriptor.component(part) else {
                    return Err(refused(format!("unknown component `{part}`")));
                };
                let Some((_, of)) = self.type_of(part) else {
                    return Err(refused(format!("the type of `{}` is not in the catalog", part.name.text)));
                };
                (of, of.metric(metric))
            }
        };
        let metric = metric.ok_or_else(|| refused(format!("unknown metric `{name}`")))?;
        match self.is_load(owner, metric) {
            true => Ok(()),
            false => Err(refused(format!("`{name}` is not a load metric, and clusters are scaled by load"))),
        }
    }

    /// Whether a metric measures load, as far as is known.
    pub(super) fn is_load(&self, owner: &Descriptor, metric: &Metric) -> bool {
        match promotion_chain(self.workspace, self.catalog, owner, metric).end {
            End::Found(metric) => metric.type_name.as_ref().is_none_or(|kind| kind.value == "metric::load"),
            End::Gap(..) => false,
            End::Unknown => true,
        }
    }
}
