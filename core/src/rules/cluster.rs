//! Rules for cluster descriptions. A description is not a descriptor and has no language; its content identifies it.

use crate::asd::cluster;
use crate::context::FileContext;
use crate::rules;
use crate::symbol::Mention;
use crate::syntax::NodePath;

pub type Rule = rules::Definition<OfCluster>;
pub type Check<'a> = rules::Check<'a, OfCluster>;

rules::list! { OfCluster:
    malformed_description,
}

/// For rules about cluster descriptions: the places with another shape than expected, with the reasons.
pub struct OfCluster;

impl rules::Facts for OfCluster {
    type Of<'a> = Vec<(NodePath, String)>;

    fn of<'a>(context: FileContext<'a>, _: &'a [Mention]) -> Vec<(NodePath, String)> {
        cluster::of_file(context.file).map(cluster::faults).unwrap_or_default()
    }
}
