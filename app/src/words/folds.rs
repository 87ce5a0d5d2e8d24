//! Boxes that are expanded in place, and the components inside them.

use super::words;

words! {
    nothing_inside: "Nothing to expand here", "Hier gibt es nichts aufzuklappen";
    expanded(name: &str): "Expanded {name}", "{name} aufgeklappt";
    collapsed(name: &str): "Collapsed {name}", "{name} zugeklappt";
    is_expanded: "expanded", "aufgeklappt";
    hosts_are_frames: "Hosts are frames", "Hosts sind Rahmen";
    hosts_are_boxes: "Hosts are boxes", "Hosts sind Boxen";
    is_of_another: "Defined in another descriptor. Open it to edit", "In einem anderen Descriptor definiert. Zum Bearbeiten diesen öffnen";
    defined_in(name: &str): "Defined in {name}", "Definiert in {name}";
    open_there: "Open descriptor", "Descriptor öffnen";
}
