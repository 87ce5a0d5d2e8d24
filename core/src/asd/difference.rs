//! The differences between two versions of a descriptor, in the vocabulary of the model, so that two forms can be
//! compared as well.

use crate::asd;
use crate::schema::diff::{self, Difference};
use crate::syntax::NodePath;
use crate::workspace::SourceFile;

/// The differences between two files. The version always differs between two versions, so it is not reported.
pub fn of_files(before: &SourceFile, after: &SourceFile) -> Vec<Difference> {
    let (Some(old), Some(new)) = (asd::application(before), asd::application(after)) else { return Vec::new() };
    let mut found = diff::of_trees((&old.root, &before.text), (&new.root, &after.text));
    let version = NodePath::keys([asd::VERSION]);
    let both = old.edition.is_some() && new.edition.is_some();
    found.retain(|one| !both || one.before.is_none() || one.after.is_none() || one.path != version);
    found
}
