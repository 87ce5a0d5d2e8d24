//! The validation settings of a catalog: shown, changed and followed.

use descriptorium_tests::browser::input::ESCAPE;

use super::served_folder::Served;

/// Two consecutive underscores are an error for one product and valid for the other.
const TEXT: &str = "name: assembly::a__b::1.0\nproperties: {}\ncomposition: {}\n";
const TOSCA: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template: {}\n";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_settings_of_the_catalog_are_shown_and_applied() {
    let settings = "# for the lab\nstrict: true\n";
    let files = [("a.yaml", TEXT), ("descriptorium.yaml", settings), ("t.tosca", TOSCA)];
    let served = Served::files(&files);
    let page = &served.page;
    page.click("[data-file='t.tosca']");
    page.wait_for_text(".catalog-settings summary", |text| text == "TOSCA 1.2 CSD01 · strict");
    page.click("[data-file='a.yaml']");
    page.wait_for_text(".catalog-settings summary", |text| text == "CP4NA · strict");
    page.click("#tab-problems");
    page.area(".error[data-code='assembly/malformed-name']");
    page.click("#tab-yaml");

    // A choice in the status line is one line of the file and one step.
    page.click(".catalog-settings summary");
    page.click("[data-setting='profile'] select");
    page.type_text("TNC\n");
    page.wait_for_text(".catalog-settings summary", |text| text == "TNC-O · strict");
    page.wait_for_text("[data-setting='profile'] em", |text| text == "set in the file");
    page.press(&[ESCAPE]);
    page.click("[data-file='descriptorium.yaml']");
    page.wait_for("the setting in the file", || {
        (served.text() == "# for the lab\nprofile: tnco\nstrict: true\n").then_some(())
    });
    page.click("#tab-problems");
    page.wait_until_gone(".error[data-code='assembly/malformed-name']");

    // Typed into the file, it has an effect as well; an invalid value is reported and ignored.
    page.click("#tab-yaml");
    served.put_cursor_behind("profile: tnco");
    page.type_text("x");
    page.wait_for_text(".catalog-settings summary", |text| text == "CP4NA");
    page.click("#tab-problems");
    page.area("[data-code='catalog/bad-settings']");
    page.area(".error[data-code='assembly/malformed-name']");
    page.click(".catalog-settings summary");
    page.area("[data-settings='unreadable']");
    page.click("#undo");
    page.click("#undo");
    page.wait_for("the file as before", || (served.text() == settings).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_catalog_without_settings_gets_a_file_for_them() {
    let served = Served::files(&[("a.yaml", TEXT)]);
    let page = &served.page;
    page.click(".catalog-settings summary");
    page.click("[data-setting='packaging'] select");
    page.type_text("all\n");
    page.area("[data-file='descriptorium.yaml'] .dirty");
    page.wait_for_text(".catalog-settings summary", |text| text == "CP4NA · lmctl packages");
    page.click("#save");
    served.wait_for_notice("Saved 1 file");
    assert_eq!(served.disk("descriptorium.yaml"), "packaging: lmctl\n");
    page.click("#undo");
    // The next save writes it to disk.
    page.area(".file.gone[data-file='descriptorium.yaml']");
    page.wait_for_text(".catalog-settings summary", |text| text == "CP4NA");
    page.expect_no_complaints();
}
