//! The installation of an application service descriptor.

use super::words;

words! {
    terminate: "Terminate", "Terminierung";
    clusters: "Clusters", "Cluster";
    instance: "Instance", "Instanz";
    namespace: "Namespace", "Namespace";
    all_clusters: "all", "alle";
    loaded_clusters: "loaded descriptions", "geladene Beschreibungen";
    load_hint: "A request in the shape of SO-CNFM, values by input, a cluster description, or output of kubectl, uname or lsmod. You can also drop a file here.",
        "Ein Request in der Form von SO-CNFM, Werte nach Eingabe, eine Clusterbeschreibung oder Ausgaben von kubectl, uname oder lsmod, auch per Drag-and-drop.";
    request_or_cluster: "A request, values, or a cluster", "Ein Request, Werte oder ein Cluster";
    cluster_loaded(name: &str): "Cluster loaded: {name}", "Cluster geladen: {name}";

    n_items(count: usize): "Items ({count})", "Elemente ({count})";
    so_many_items(count: usize): ["{count} item", "{count} items"], ["{count} Element", "{count} Elemente"];
    some_items(count: usize, more: usize): "{count} items; {more} more are not drawn", "{count} Elemente; {more} weitere sind nicht gezeichnet";
    so_many_mappings(count: usize): ["{count} mapping", "{count} mappings"], ["{count} Zuordnung", "{count} Zuordnungen"];
    find_item: "Find an item", "Element suchen";
    items_in(name: &str): "Items in {name}", "Elemente in {name}";
    show_item: "Go to item", "Zum Element";
    draw_hint: "Show the items as a diagram over the canvas", "Elemente als Diagramm über der Zeichenfläche zeigen";
    save_hint: "Download plan, values, clusters and networks, as printed by `descriptorium expand`",
        "Plan, Werte, Cluster und Netze herunterladen, wie `descriptorium expand` sie ausgibt";
    overlay: "Installation preview", "Vorschau der Installation";
    overlay_hint: "Read-only preview. Select an item to go to its definition.",
        "Nur zur Ansicht. Element auswählen, um zu seiner Definition zu springen.";
    diagram: "Items in the preview", "Elemente der Vorschau";
    diagram_help: "Arrow keys move between items, Enter goes to the definition. Page Down and Page Up step through the plan, Escape returns to the canvas.",
        "Mit den Pfeiltasten zwischen Elementen wechseln, mit der Eingabetaste zur Definition springen, mit Bild ab und Bild auf den Plan durchgehen, mit Escape zur Zeichenfläche zurückkehren.";

    stages: "Stages", "Stufen";
    stage: "Stage", "Stufe";
    any_time: "any time", "jederzeit";
    items: "Items", "Elemente";
    commands: "Commands", "Befehle";
    so_cnfm: "SO-CNFM", "SO-CNFM";
    so_cnfm_hint: "SO-CNFM deploys one item after the other, those without an order first.",
        "SO-CNFM deployt ein Element nach dem anderen, zuerst die ohne Reihenfolge.";
    skipped(names: &str): "Not deployed, because another item has the same order: {names}",
        "Nicht deployt, weil ein anderes Element dieselbe Reihenfolge hat: {names}";
    not_deployed: "not deployed by SO-CNFM", "von SO-CNFM nicht deployt";

    values_of(name: &str): "Values of {name}", "Werte von {name}";
    path: "Path", "Pfad";
    default: "Default", "Standardwert";
    input: "Input", "Eingabe";
    no_values: "This chart has no override values.", "Dieses Chart hat keine überschriebenen Werte.";
    download_values: "Download values", "Werte herunterladen";
    download_values_of(name: &str): "Download the values of {name}", "Werte von {name} herunterladen";
    schema_valid: "Accepted by values.schema.json", "Von values.schema.json akzeptiert";
    schema_invalid: "Rejected by values.schema.json", "Von values.schema.json abgelehnt";
    schema_unknown: "values.schema.json cannot be decided", "values.schema.json ist nicht entscheidbar";

    requirement: "Requirement", "Anforderung";
    reason: "Reason", "Grund";
    met: "ok", "erfüllt";
    not_met: "fails", "nicht erfüllt";
    not_known: "unknown", "unbekannt";
    no_cluster: "No cluster is described. Load a description, or output of kubectl.",
        "Kein Cluster ist beschrieben. Eine Beschreibung oder Ausgaben von kubectl laden.";

    networks: "Networks", "Netze";
    connection_point: "Connection point", "Connection-Point";
    interface: "Interface", "Schnittstelle";
    cluster_network: "cluster network", "Clusternetz";
    attachments: "Create first", "Vorher anlegen";
    parameters: "Parameters", "Parameter";
    pair_with(name: &str): "pair with {name}", "Paar mit {name}";
}
