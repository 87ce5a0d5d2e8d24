//! The preview to compare with: other inputs, another cluster, or another version of the descriptor.

use descriptorium_core::preview::question::Form;

use crate::command::Failure;
use crate::command::expand::{Arguments, Format, installation, intent};

/// The command for the preview to compare with, and the one for the new preview. There is nothing to compare with for
/// assemblies, where the options are those of an upgrade, and without these options.
pub fn split(arguments: &Arguments, form: &Form) -> Result<(Option<Arguments>, Arguments), Failure> {
    let has_other_cluster = !arguments.from_cluster.is_empty();
    let is_compared = arguments.from.is_some() || !arguments.from_inputs.is_empty() || has_other_cluster;
    if has_other_cluster && !installation::is_asked(form) {
        return Err(Failure("`--from-cluster` applies only to application service descriptors".to_owned()));
    }
    if intent::has_upgrades(form) {
        return Ok((None, arguments.clone()));
    }
    let after = Arguments { from: None, from_inputs: Vec::new(), from_cluster: Vec::new(), ..arguments.clone() };
    if !is_compared {
        return Ok((None, after));
    }
    if let Some(format) = match arguments.format {
        Format::Helm => Some("helm"),
        Format::Tree => Some("tree"),
        Format::Plan => Some("plan"),
        Format::Yaml | Format::Json => None,
    } {
        return Err(Failure(format!("`--format {format}` cannot be compared: use `--format yaml` or `json`")));
    }
    let mut before = after.clone();
    before.descriptor = arguments.from.clone().unwrap_or(before.descriptor);
    if !arguments.from_inputs.is_empty() {
        before.inputs = arguments.from_inputs.clone();
        before.settings = Vec::new();
    }
    if has_other_cluster {
        before.cluster = arguments.from_cluster.clone();
    }
    Ok((Some(before), after))
}
