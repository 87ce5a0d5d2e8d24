//! Application service descriptors: one information model in four serializations, plain YAML and the TOSCA templates of
//! ONAP, O-RAN-SC and O-RAN working group 6. Source: the ASD page of the ONAP wiki (seed 004), which compares versions.
//! Keys removed from the final version are not accepted, except for renamed ones.

pub mod actions;
pub mod chart;
pub mod charts;
pub mod cluster;
pub mod command;
pub mod complete;
pub mod convert;
pub mod crd;
pub mod difference;
pub mod exports;
pub mod form;
pub mod identifiers;
pub mod inside;
pub mod installation;
pub mod json_schema;
pub mod label;
pub mod model;
pub mod onboarding;
pub mod outline;
pub mod package;
pub mod packing;
pub mod removed;
pub mod schema;
pub mod topology;

use crate::asd::form::Form;
use crate::language::Descriptor;
use crate::schema::Record;
use crate::syntax::Node;
use crate::workspace::SourceFile;

/// The key of the version of a descriptor.
pub const VERSION: &str = "asdVersion";

/// The key that identifies the items of the list under `list`.
pub fn item_key(list: &str) -> Option<&'static str> {
    match list {
        "deploymentItems" => Some("deploymentItemId"),
        "asdExtCpd" => Some("id"),
        _ => None,
    }
}

/// Whether this is an application service descriptor, in any of its forms.
pub fn recognize(root: &Node) -> bool {
    Form::of(root).is_some()
}

/// The schema of a document: that of its form.
pub fn schema_of(root: &Node) -> &'static Record {
    schema::of(Form::of(root).unwrap_or(Form::Plain))
}

/// The application service descriptor in `file`.
pub fn application(file: &SourceFile) -> Option<&model::Application> {
    match file.descriptor.as_ref()? {
        Descriptor::Asd(application) => Some(application),
        _ => None,
    }
}
