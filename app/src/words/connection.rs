//! The connection to the program that serves a folder, and the permission to save to it.

use super::words;

words! {
    not_connected: "no connection to the program", "keine Verbindung zum Programm";
    not_understood: "the response is invalid", "die Antwort ist ungültig";
    not_permitted: "this page was not opened with the address that the program printed",
        "die Seite wurde nicht mit der Adresse geöffnet, die das Programm ausgegeben hat";
    serves_another(title: &str): "the program now serves another folder, {title}",
        "das Programm stellt jetzt einen anderen Ordner bereit: {title}";
    saved_later(why: &str): "Not saved yet: {why}. The changes are saved when the program responds again",
        "Noch nicht gespeichert: {why}. Gespeichert wird, sobald das Programm wieder antwortet";
    connected_again: "Connected to the program again", "Wieder mit dem Programm verbunden";

    lost: "The connection to the program is lost. You can keep working: changes stay in this browser, and the page reconnects when the program runs again.",
        "Die Verbindung zum Programm ist unterbrochen. Weiterarbeiten ist möglich: Änderungen bleiben in diesem Browser, und die Seite verbindet sich wieder, sobald das Programm läuft.";
    elsewhere(title: &str): "The program at this address now serves another folder, {title}. Nothing is saved there; your changes stay in this browser.",
        "Das Programm an dieser Adresse stellt jetzt einen anderen Ordner bereit: {title}. Dort wird nichts gespeichert; Änderungen bleiben in diesem Browser.";
    open_served(title: &str): "Open {title}", "{title} öffnen";
    open_served_hint: "Open the folder that is served now; unsaved changes are offered when this one is served again",
        "Den jetzt bereitgestellten Ordner öffnen; nicht gespeicherte Änderungen werden angeboten, wenn dieser Ordner wieder bereitsteht";
    stay: "Keep working here", "Hier weiterarbeiten";
    download_hint: "Save the changed files to your downloads", "Geänderte Dateien unter den Downloads speichern";

    waiting: "No response from this address. The folder opens when the program runs here again; unsaved changes are offered then.",
        "Diese Adresse antwortet nicht. Der Ordner öffnet sich, sobald das Programm hier wieder läuft; nicht gespeicherte Änderungen werden dann angeboten.";
    waiting_for(why: &str): "The folder cannot be opened: {why}. The page keeps trying.",
        "Der Ordner lässt sich nicht öffnen: {why}. Die Seite versucht es weiter.";

    locked: "This page cannot save, because it was not opened with the address that the program printed. Open that address in this browser; your changes stay here.",
        "Diese Seite kann nicht speichern, weil sie nicht mit der Adresse geöffnet wurde, die das Programm ausgegeben hat. Diese Adresse in diesem Browser öffnen; Änderungen bleiben hier.";
    ticket_used: "This page cannot save, because its address was already used in another browser. Open the latest address that the program printed; your changes stay here.",
        "Diese Seite kann nicht speichern, weil ihre Adresse schon in einem anderen Browser benutzt wurde. Die neueste Adresse öffnen, die das Programm ausgegeben hat; Änderungen bleiben hier.";
}
