//! The modeller as a page of its own.

fn main() {
    descriptorium_app::start_editor();
}
