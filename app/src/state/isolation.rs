//! The function that determines the part of a diagram that is shown alone. It is loaded lazily; until then, the whole
//! diagram is shown.

use crate::model::isolation::Isolate;
use crate::state::modules::Slot;

/// The function, once it has arrived.
pub static ISOLATE: Slot<Isolate> = Slot::new();
