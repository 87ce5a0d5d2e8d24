//! The icons of buttons, 16 by 16, drawn in the color of the text.

use leptos::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    Undo,
    Redo,
    LeftPane,
    RightPane,
    Sun,
    Moon,
    Globe,
    Fit,
    CanvasOnly,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Icon::Undo => "M5.5 3L2.5 6L5.5 9M2.5 6H9.5A4 3.5 0 0 1 9.5 13H6",
            Icon::Redo => "M10.5 3L13.5 6L10.5 9M13.5 6H6.5A4 3.5 0 0 0 6.5 13H10",
            Icon::LeftPane => "M2 3H14V13H2ZM6 3V13",
            Icon::RightPane => "M2 3H14V13H2ZM10 3V13",
            Icon::Sun => {
                "M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M8 1V2.5M8 13.5V15M1 8H2.5M13.5 8H15M3 3L4.1 4.1M11.9 11.9L13 13M13 3L11.9 4.1M4.1 11.9L3 13"
            }
            Icon::Moon => "M13.5 9.5A5.8 5.8 0 1 1 6.5 2.5A4.6 4.6 0 0 0 13.5 9.5Z",
            Icon::Globe => "M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M2 8H14M8 2C5 5 5 11 8 14M8 2C11 5 11 11 8 14",
            Icon::Fit => "M2 5.5V2H5.5M10.5 2H14V5.5M14 10.5V14H10.5M5.5 14H2V10.5M5.5 6H10.5V10H5.5Z",
            Icon::CanvasOnly => "M9.5 2H14V6.5M14 2L9 7M6.5 14H2V9.5M2 14L7 9",
        }
    }
}

pub fn icon(of: Icon) -> impl IntoView {
    view! { <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=of.path() /></svg> }
}
