//! Packages that the page writes and reads again.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use base64::prelude::{BASE64_STANDARD, Engine as _};
use descriptorium_core::package::extract_all;
use descriptorium_core::text::FilePath;
use descriptorium_tests::browser::Page;

use super::served_folder::Served;

/// Drops a file on the window.
pub fn drop_file(page: &Page, name: &str, bytes: &[u8]) {
    page.run(
        "const [name, data] = arguments;
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], name));
        for (const type of ['dragover', 'drop']) {
            window.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
        }",
        &[name.into(), BASE64_STANDARD.encode(bytes).into()],
    );
}

/// Keeps the bytes of downloads as base64.
pub fn keep_downloads(page: &Page) {
    page.run(
        "window.kept = {};
        let last = null;
        const create = URL.createObjectURL;
        URL.createObjectURL = (blob) => { last = blob; return create.call(URL, blob); };
        HTMLAnchorElement.prototype.click = function () {
            const name = this.download;
            const reader = new FileReader();
            reader.onload = () => { window.kept[name] = reader.result.split(',')[1]; };
            reader.readAsDataURL(last);
        };",
        &[],
    );
}

/// The bytes of the download with this name.
pub fn kept(page: &Page, name: &str) -> Vec<u8> {
    let data = page.wait_for("a download", || {
        page.run("return window.kept[arguments[0]] ?? null;", &[name.into()]).as_str().map(str::to_owned)
    });
    BASE64_STANDARD.decode(data).expect("base64")
}

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Compute
";
const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
metadata: {template_name: service, template_version: 1.0.0, template_author: Example}
imports: [types.yaml]
topology_template:
  node_templates:
    server:
      type: example.Server
      interfaces:
        Standard:
          create: scripts/create.sh
";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_service_template_is_downloaded_as_an_archive_and_opened_again() {
    let script = "#!/bin/sh\n";
    let files =
        [("service.yaml", SERVICE), ("types.yaml", TYPES), ("other.yaml", TYPES), ("scripts/create.sh", script)];
    let served = Served::files(&files);
    let page = &served.page;
    served.open("service.yaml");
    page.click("#tab-preview");
    keep_downloads(page);
    page.click("[data-pack]");
    let archive = kept(page, "service.csar");
    let inside = extract_all(&archive, u64::MAX, &mut (1 << 30), |_| true).expect("an archive");
    let names: Vec<&str> = inside.files.keys().map(FilePath::as_str).collect();
    // What nothing names is left out.
    assert_eq!(names, ["TOSCA-Metadata/TOSCA.meta", "scripts/create.sh", "service.yaml", "types.yaml"]);
    for (name, text) in files.iter().filter(|(name, _)| *name != "other.yaml") {
        let bytes = inside.files.get(&FilePath::new(name).expect("a path")).and_then(Option::as_deref);
        assert_eq!(bytes, Some(text.as_bytes()), "{name}");
    }
    drop_file(page, "again.csar", &archive);
    page.click(".dialog [data-way='copy']");
    page.area(".file.current[data-file='again/service.yaml']");
    page.expect_no_complaints();
}
