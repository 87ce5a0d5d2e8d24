//! An application service descriptor lowered from its tree. The rest is read from the tree as needed.

use smol_str::SmolStr;

use crate::asd;
use crate::symbol::DescriptorRef;
use crate::syntax::{Node, NodePath};

/// An application service descriptor, in its plain form.
#[derive(Clone, PartialEq, Debug)]
pub struct Application {
    /// The provider, name and version of the application.
    pub edition: Option<DescriptorRef>,
    /// The `asdId`.
    pub id: Option<SmolStr>,
    pub items: Vec<DeploymentItem>,
}

/// An item of `deploymentItems`.
#[derive(Clone, PartialEq, Debug)]
pub struct DeploymentItem {
    pub id: Option<SmolStr>,
    pub path: NodePath,
}

impl Application {
    pub fn lower(root: &Node) -> Self {
        let text = |node: &Node, key: &str| node.get(key).and_then(Node::as_text).map(SmolStr::new);
        let at = NodePath::keys(["deploymentItems"]);
        let items = root.get("deploymentItems").map_or(&[][..], Node::items).iter().enumerate();
        Application {
            edition: asd::edition(root),
            id: text(root, "asdId"),
            items: items
                .map(|(index, item)| DeploymentItem { id: text(item, "deploymentItemId"), path: at.index(index) })
                .collect(),
        }
    }
}
