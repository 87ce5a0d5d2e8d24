//! Rules for templates that conductor, the solver of ONAP OOF, reads: what it rejects, ignores or loses. They apply in the
//! profile `conductor`.

use crate::homing::threshold::{self, Dimension};
use crate::homing::view::is_number;
use crate::rules;
use crate::rules::homing::{Check, Homing, Rejected};

rules::list! { Homing:
    candidate_identifier,
    candidate_key,
    controller,
    demand_attributes,
    distance_range,
    ignored_reservations,
    location_parameter,
    lost_weight,
    missing_customer,
    numeric_threshold,
    parameter_path,
    second_form,
    spaced_threshold,
    text_cost,
    unevaluated_attribute,
    unread_file,
    unresolvable_zone,
    unsupported_provider,
    unsupported_type,
    zero_coordinate,
    zero_threshold,
    rejected,
    // The last one, since it asks what the others find in the rewritten text.
    not_ready
}

/// The message of conductor, as help.
pub fn quoted(message: &str) -> String {
    format!("conductor: `{}`", message.trim_end().trim_end_matches('.'))
}

/// Reports a rejection with its message. If an error has the same cause, its help quotes the message instead.
fn reject(cx: &mut Check<'_>, rejection: &Rejected) {
    if !cx.explain(rejection) {
        let message = rejection.message.trim_end().trim_end_matches('.');
        let headline = headline(&rejection.message);
        let finding = cx.report(rejection.span, format!("conductor rejects the template: {headline}"));
        if headline != message {
            finding.help(quoted(message));
        }
    }
}

/// The first words of a message, which may print a whole demand.
fn headline(message: &str) -> String {
    let text = message.trim_end().trim_end_matches('.');
    match text.char_indices().nth(100) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

/// Whether a rejected threshold is reported by a rule of its own.
fn has_own_rule(cx: &Check<'_>, rejection: &Rejected) -> bool {
    let message = &rejection.message;
    let node = cx.file.root.as_ref().and_then(|root| root.at(&rejection.path));
    let scalar = cx.view().zip(node).and_then(|(view, node)| view.resolve(node).map(is_number));
    if scalar == Some(true) && message == "Expression must be a string" {
        return true;
    }
    let expression = message.rsplit_once("in expression '").map(|(_, text)| text.trim_end_matches('\''));
    let Some(text) = expression else { return false };
    let Ok(threshold) = threshold::parse(text, Dimension::Distance) else { return false };
    let is_zero = match threshold.amount {
        threshold::Amount::Single(value) => value == 0.0,
        threshold::Amount::Range(low, high) => low == 0.0 || high == 0.0,
    };
    is_zero || threshold::spaced(text).is_some()
}
