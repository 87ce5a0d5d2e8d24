//! The descriptors to choose from, and their entries in a list.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::catalog::compare_versions;
use descriptorium_core::sorting::Sorting;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::text::FilePath;

use crate::views::picker::PickerItem;

/// The descriptors that can be the type of a component: all except the open one.
pub fn descriptors(analysis: &Analysis, open: Option<&FilePath>) -> Vec<DescriptorRef> {
    let entries = analysis.catalog().entries().filter(|entry| Some(&entry.file) != open);
    let mut names: Vec<DescriptorRef> = entries.map(|entry| entry.name.clone()).collect();
    names.dedup();
    newest_first(&mut names);
    names
}

/// Sorts by name, with the newest version of each first.
pub fn newest_first(names: &mut [DescriptorRef]) {
    names.order_by(|one, other| {
        let of = |of: &DescriptorRef| (of.kind.clone(), of.name.clone());
        of(one).cmp(&of(other)).then_with(|| compare_versions(&other.version, &one.version))
    });
}

pub fn of_descriptor(of: &DescriptorRef) -> PickerItem {
    PickerItem { label: of.name.to_string(), detail: format!("{} {}", of.kind, of.version), ..PickerItem::default() }
}
