//! The modeller as a separate page.

fn main() {
    descriptorium_app::start_editor();
}
