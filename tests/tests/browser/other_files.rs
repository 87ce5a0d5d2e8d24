//! Files of any kind: in the served folder, in a folder of the browser, and in an archive that is opened next to it.

use descriptorium_tests::archive::zip;
use descriptorium_tests::browser::Page;

use super::product;
use super::served_folder::Served;

const A: &str = "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n";
/// The published test vector of SHA-256 for `abc`.
const DIGEST: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/// The listed files with their sizes.
fn listed(page: &Page) -> Vec<String> {
    let script = "return [...document.querySelectorAll('.other-files [data-other]')].map((row) => `${row.dataset.other} ${row.querySelector('.file-size').textContent}`);";
    let found = page.run(script, &[]);
    found.as_array().into_iter().flatten().filter_map(|row| row.as_str().map(str::to_owned)).collect()
}

fn open_list(page: &Page, expected: &[&str]) {
    page.click(".other-files > summary");
    page.wait_for("the other files", || (listed(page) == expected).then_some(()));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn files_of_any_kind_of_a_served_folder_are_listed_and_shown() {
    let served = Served::files(&[("a.yaml", A), ("abc", "abc"), ("scripts/run.sh", "#!/bin/sh\n")]);
    let chart = zip(&[("web/Chart.yaml", b"name: web\n"), ("web/abc", b"abc")]);
    let csar = zip(&[("charts/web.zip", &chart)]);
    served.change_bytes("app.csar", &csar);
    served.change_bytes("image.png", b"\x89PNG\0\xff");
    let page = &served.page;
    let size = format!("app.csar {} bytes", csar.len());
    open_list(page, &["abc 3 bytes", &size, "image.png 6 bytes", "scripts/run.sh 10 bytes"]);
    page.screenshot("other-files");
    page.click("[data-other='abc']");
    page.wait_for_text(".dialog .content-text", |text| text == "abc");
    assert_eq!(page.text(".dialog .content-facts"), format!("3 bytes · SHA-256 {DIGEST}"));
    page.screenshot("other-files-text");
    page.click(".dialog [data-way='close']");
    page.wait_until_gone(".dialog");
    page.click("[data-other='image.png']");
    page.wait_for_text(".dialog", |text| text.contains("This is not a text file."));
    page.click(".dialog [data-way='close']");

    // An archive inside an archive.
    page.click("[data-other='app.csar']");
    page.click(".dialog [data-inside='charts/web.zip']");
    page.click(".dialog [data-inside='web/abc']");
    page.wait_for_text(".dialog .content-facts", |text| text.contains(DIGEST));
    assert_eq!(page.text(".dialog .dialog-title"), "app.csar!/charts/web.zip!/web/abc");
    page.click(".dialog [data-way='back']");
    page.area(".dialog [data-inside='web/Chart.yaml']");
    page.screenshot("other-files-archive");
    page.click(".dialog [data-way='close']");

    // Opening the list reads it again, and showing a file reads that.
    page.click(".other-files > summary");
    served.change("scripts/run.sh", "#!/bin/bash\n");
    served.remove("image.png");
    open_list(page, &["abc 3 bytes", &size, "scripts/run.sh 12 bytes"]);
    page.click("[data-other='scripts/run.sh']");
    page.wait_for_text(".dialog .content-text", |text| text.trim() == "#!/bin/bash");
    served.change("scripts/run.sh", "echo\n");
    page.click(".dialog [data-way='close']");
    page.click("[data-other='scripts/run.sh']");
    page.wait_for_text(".dialog .content-text", |text| text.trim() == "echo");
    // A deleted file is not shown with its old content.
    page.click(".dialog [data-way='close']");
    served.remove("abc");
    page.click("[data-other='abc']");
    page.wait_for_text(".dialog", |text| text.contains("no longer exists"));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn files_of_any_kind_of_a_folder_of_the_browser_are_listed_and_shown() {
    let files = [("a.yaml", A), ("docs/notes.txt", "abc"), ("node_modules/x.js", "x"), (".git/config", "x")];
    let page = product::modeller_beside(&files);
    assert!(page.texts(".other-files").is_empty(), "the example has none");
    page.click("#open-folder");
    page.area("[data-file='a.yaml']");
    open_list(&page, &["docs/notes.txt 3 bytes"]);
    page.click("[data-other='docs/notes.txt']");
    page.wait_for_text(".dialog .content-text", |text| text == "abc");
    assert!(page.text(".dialog .content-facts").contains(DIGEST));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn other_files_of_an_archive_are_listed_as_long_as_its_descriptors_exist() {
    let served = Served::files(&[("a.yaml", A)]);
    let page = &served.page;
    let folder = tempfile::tempdir().expect("a folder");
    let archive = folder.path().join("pack.csar");
    let content =
        zip(&[("Definitions/b.yaml", b"name: resource::b::1.0\nlifecycle: {Create: {}}\n"), ("scripts/abc", b"abc")]);
    std::fs::write(&archive, content).expect("a writable folder");
    page.choose_file("#open-files", &archive.to_string_lossy());
    page.click(".dialog [data-way='copy']");
    page.area("[data-file='pack/Definitions/b.yaml']");
    open_list(page, &["pack/scripts/abc 3 bytes"]);
    page.click("[data-other='pack/scripts/abc']");
    page.wait_for_text(".dialog .content-text", |text| text == "abc");
    assert!(page.text(".dialog .content-facts").contains(DIGEST));
    page.click(".dialog [data-way='close']");
    page.click("#undo");
    page.wait_for_text(".other-files", |text| text.contains("No other files."));
    // Opened separately, it is the only content.
    page.choose_file("#open-files", &archive.to_string_lossy());
    page.click(".dialog [data-way='alone']");
    page.wait_until_gone("[data-file='a.yaml']");
    page.wait_for("the other files", || (listed(page) == ["pack/scripts/abc 3 bytes"]).then_some(()));
    page.expect_no_complaints();
}
