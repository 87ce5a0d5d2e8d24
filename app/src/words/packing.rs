//! Downloads of packages.

use super::words;

words! {
    pack: "Download package", "Paket herunterladen";
    pack_hint: "The files of the package with a manifest and digests, as written by `descriptorium pack`",
        "Die Dateien des Pakets mit Manifest und Prüfsummen, wie `descriptorium pack` sie schreibt";
    archive_hint: "The service template with everything that it imports or names, as written by `descriptorium pack`",
        "Das Service-Template mit allem, was es importiert oder nennt, wie `descriptorium pack` es schreibt";
    packed(notes: &str): "Package downloaded: {notes}", "Paket heruntergeladen: {notes}";
    not_packed(why: &str): "No package: {why}", "Kein Paket: {why}";
}
