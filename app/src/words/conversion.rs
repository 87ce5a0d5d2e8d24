//! Conversion of a descriptor to another form of its language.

use super::words;

words! {
    convert_the_file: "Convert to another form", "In eine andere Form umwandeln";
    convert_to(form: &str): "Convert to {form}", "Umwandeln: {form}";
    convert: "Convert", "Umwandeln";
    no_other_form: "This descriptor has no other form.", "Dieser Descriptor hat keine andere Form.";
    complete: "The form can express everything.", "Die Form kann alles ausdrücken.";
    n_left_out(count: usize): ["{count} part cannot be converted", "{count} parts cannot be converted"],
        ["{count} Teil nicht umwandelbar", "{count} Teile nicht umwandelbar"];
    left_out: "Left out or missing:", "Entfällt oder fehlt:";
    at_line(line: usize, message: &str): "line {line}: {message}", "Zeile {line}: {message}";
    plain: "plain YAML (asd)", "einfaches YAML (asd)";
    onap: "service template of ONAP (onap)", "Service-Template von ONAP (onap)";
    oran_sc: "service template of O-RAN-SC (oran-sc)", "Service-Template von O-RAN-SC (oran-sc)";
    wg6: "service template of O-RAN WG6 (wg6)", "Service-Template von O-RAN WG6 (wg6)";
}

/// The name of a form by its name on the command line.
pub fn form(to: &'static str) -> &'static str {
    match to {
        "asd" => plain(),
        "onap" => onap(),
        "oran-sc" => oran_sc(),
        "wg6" => wg6(),
        other => other,
    }
}
