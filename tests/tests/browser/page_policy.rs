//! The page itself: it works on any host, and does not violate its content policy.

use std::fs;

use descriptorium_tests::browser::Page;
use descriptorium_tests::static_host;

use super::product;

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_page_starts_under_the_strict_policy() {
    let url = product::modeller();
    let page = Page::open(&url);
    assert!(page.text(".brand").contains("Descriptorium"));
    // There is no program behind this host, and no request to one: the example opens.
    page.area("[data-kept='nowhere']");
    page.expect_no_complaints();
}

/// The basis of the other tests: a violation of the policy is detected.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn violations_of_the_policy_are_detected() {
    let _ = product::modeller();
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("index.html"), "<p style='color: red'>styled</p><script>var ran = 1;</script>")
        .expect("a page");
    let address = static_host::serve(folder.path()).expect("a free address");
    let page = Page::open(&format!("http://{address}/"));
    page.wait_for("two violations", || {
        let breaches = page.complaints();
        let spoken = |what: &str| breaches.iter().any(|breach| breach.contains(what));
        (spoken("inline script") && spoken("inline style")).then_some(())
    });
    assert!(page.run("return typeof ran;", &[]) == "undefined", "the script ran");
}
