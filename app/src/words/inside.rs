//! What is said of boxes that are opened in place, and of what is in them.

use super::words;

words! {
    nothing_inside: "There is nothing in it to show", "Darin gibt es nichts zu zeigen";
    opened(name: &str): "{name} is open", "{name} ist geöffnet";
    closed(name: &str): "{name} is closed", "{name} ist geschlossen";
    is_open: "open", "geöffnet";
    is_of_another: "It is part of another descriptor: open that to change it", "Teil eines anderen Descriptors: zum Ändern diesen öffnen";
    part_of(name: &str): "Part of {name}", "Teil von {name}";
    open_there: "Open it there", "Dort öffnen";
}
