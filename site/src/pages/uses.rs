//! Uses of descriptors by others.

use std::sync::Arc;

use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use hashbrown::HashMap;

/// A descriptor that has a component or reference of another, or imports it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Use {
    pub user: FilePath,
    /// The path of the component, the reference or the imports.
    pub part: NodePath,
    /// The type name or the imported path, and the file that it resolves to, if any.
    pub name: String,
    pub used: Option<FilePath>,
}

/// The uses of each descriptor by others.
pub fn used_by(uses: &[Vec<Arc<Use>>], places: &HashMap<FilePath, usize>) -> Vec<Vec<Arc<Use>>> {
    let mut used_by = vec![Vec::new(); uses.len()];
    for one in uses.iter().flatten() {
        let used = one.used.as_ref().filter(|used| **used != one.user);
        let list = used.and_then(|used| used_by.get_mut(*places.get(used)?));
        list.into_iter().for_each(|list: &mut Vec<Arc<Use>>| list.push(Arc::clone(one)));
    }
    used_by
}
