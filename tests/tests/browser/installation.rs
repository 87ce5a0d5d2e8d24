//! The preview of application service descriptors: stages, override values, clusters and networks.

use super::served_folder::Served;

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_installation_shows_its_stages_values_clusters_and_networks() {
    let served = Served::examples_with_packages();
    let page = &served.page;
    served.open("recorder/Definitions/recorder.yaml");
    page.click("#tab-preview");
    for (stage, item) in [("1", "recordings"), ("2", "index"), ("3", "recorders")] {
        page.wait_for_text(&format!("[data-stage='{stage}'] td"), |text| text == item);
    }
    page.wait_for_text("[data-commands]", |text| text.lines().any(|line| line.starts_with("helm install ")));
    page.area("[data-values='recorders']");
    // The best cluster comes first. Tromsø has an older kernel.
    page.wait_for_text("[data-cluster] summary", |text| text == "oslo: ok");
    page.wait_for_text("[data-cluster='tromsø'] summary", |text| text == "tromsø: fails");
    page.area("[data-point='ingest']");
    page.click("[data-download-values='recorders']");
    page.expect_no_complaints();
}
