//! The kinds of previews.

use descriptorium_core::semantics::Outcome;

use crate::views::panel::preview::deployment;
use crate::views::panel::preview::expansion;
use crate::views::panel::preview::installation;
use crate::views::panel::preview::kind::Kind;
use crate::views::panel::preview::placement;

/// The kind of a computed preview.
pub fn kind(outcome: &Outcome) -> &'static Kind {
    match outcome {
        Outcome::Expansion(_) => &expansion::EXPANSION,
        Outcome::Deployment(_) => &deployment::DEPLOYMENT,
        Outcome::Placement(_) => &placement::PLACEMENT,
        Outcome::Installation(_) => &installation::INSTALLATION,
    }
}
