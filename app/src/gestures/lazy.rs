//! The gestures that are loaded lazily.

use descriptorium_core::syntax::NodePath;
use web_sys::{ClipboardEvent, DragEvent, File};

use crate::state::canvas::{Canvas, Pointed};
use crate::state::keys::{Action, TextAction};
use crate::state::modules::Slot;
use crate::state::text_pane::Pane;

/// Gestures in the lazily loaded module.
pub struct Gestures {
    pub act: fn(Canvas, Action) -> bool,
    pub act_on_text: fn(Pane, TextAction),
    pub go_to_definition: fn(Pane, usize),
    pub offer_fixes: fn(Pane, usize),
    pub copy: fn(Canvas, &ClipboardEvent) -> Option<Vec<NodePath>>,
    pub paste: fn(Canvas, String),
    pub open_menu: fn(Canvas, Option<Pointed>),
    pub import_files: fn(Canvas, Vec<File>, Option<&DragEvent>),
    pub drag_over: fn(Canvas, Option<&DragEvent>),
}

/// The lazily loaded gestures, once they have arrived.
pub static GESTURES: Slot<Gestures> = Slot::new();

/// Opens the context menu of the pointed item, or else of the selection.
pub fn open_menu(canvas: Canvas, pointed: Option<Pointed>) {
    canvas.editor.when_loaded(&GESTURES, move |gestures| (gestures.open_menu)(canvas, pointed));
}
