//! Hooks that let a language refine the schema rules with knowledge that the schema does not have.

use serde_yaml::Value;

use crate::diagnostic::{Safety, Severity};
use crate::edit::EditError;
use crate::rules::Check;
use crate::schema::table::Documentation;
use crate::schema::{Record, Violation};
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath};
use crate::workspace::SourceFile;

/// Functions that refine the schema findings of a language.
#[derive(Clone, Copy)]
pub struct SchemaHooks {
    /// The documentation of the tables of the language.
    pub documentation: Documentation,
    /// The code of the only finding besides syntax errors, in a file of a version whose schema is unknown.
    pub sole_finding: fn(&SourceFile) -> Option<&'static str>,
    /// Whether a rule of the language already reports the violation, or the settings permit it.
    pub is_reported_elsewhere: fn(&Check<'_>, &Violation) -> bool,
    /// Reports an unknown key with a message specific to the language. Returns `false` to use the general message.
    pub unknown_key: fn(&mut Check<'_>, &Violation) -> bool,
    /// The severity of an unknown key in this record, if not a warning.
    pub unknown_key_severity: fn(&Check<'_>, record: &str, key: &str) -> Option<Severity>,
    /// Whether a missing key is acceptable here.
    pub may_be_missing: fn(&Check<'_>, &Violation) -> bool,
    /// A likely value for a missing key, and whether adding it keeps the meaning.
    pub likely_value: fn(&SourceFile, key: &str) -> Option<(Value, Safety)>,
    /// Advice on a value of the wrong form.
    pub wrong_shape: fn(&Check<'_>, &Violation, Option<&Record>, &Node) -> Advice,
}

/// A replacement for a value.
#[derive(Clone, Debug)]
pub struct Replacement {
    pub title: &'static str,
    pub safety: Safety,
    pub value: Value,
    pub write: fn(&mut Draft, &NodePath, &Value) -> Result<(), EditError>,
}

impl Replacement {
    /// A replacement that is written like any other value.
    pub fn new(title: &'static str, safety: Safety, value: Value) -> Self {
        Replacement { title, safety, value, write: Draft::replace }
    }
}

/// Additions to a finding.
#[derive(Clone, Debug, Default)]
pub struct Advice {
    pub severity: Option<Severity>,
    pub help: Option<&'static str>,
    pub replacement: Option<Replacement>,
}

impl SchemaHooks {
    /// Hooks without effect.
    pub const NONE: SchemaHooks = SchemaHooks {
        documentation: Documentation(&[]),
        sole_finding: |_| None,
        is_reported_elsewhere: |_, _| false,
        unknown_key: |_, _| false,
        unknown_key_severity: |_, _, _| None,
        may_be_missing: |_, _| false,
        likely_value: |_, _| None,
        wrong_shape: |_, _, _, _| Advice::default(),
    };
}
