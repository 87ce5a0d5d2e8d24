//! The main journeys of a user, in each browser: `cargo xtask test --browsers all` runs them in Chromium, Firefox and
//! WebKit, all other tests in Chromium only. So they use nothing that only one driver offers.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{BACKSPACE, CONTROL, ENTER};
use descriptorium_tests::paths;
use descriptorium_tests::static_host::Host;
use tempfile::TempDir;

use super::product;
use super::served_folder::Served;

const GATEWAY: &str = "\
name: resource::gateway::1.0
properties:
  address: {type: string, read-only: true}
lifecycle: {Create: {}}
";

const WEB: &str = "\
name: resource::web::1.0
properties:
  upstream: {type: string}
  size: {type: integer}
lifecycle: {Create: {}}
";

const SERVICE: &str = "\
name: assembly::service::1.0
# what it is for
description: serves
properties:
  where: {type: string}
  url: {value: '${gw.address}'}
composition:
  gw:
    type: resource::gateway::1.0
  # answers requests
  web:
    type: resource::web::1.0
    properties:
      upstream: {value: '${where}'}
    quantity: 1
";

fn service() -> Served {
    let served = Served::files(&[("gateway.yaml", GATEWAY), ("web.yaml", WEB), ("service.yaml", SERVICE)]);
    served.open("service.yaml");
    served
}

/// The text that the page has selected, and where. A line break alone, which WebKit selects at times, is invisible.
fn selected(page: &Page) -> String {
    let script = "const selection = getSelection(), text = selection.toString();
        const place = (node) => (node instanceof Element ? node : node.parentElement).outerHTML.slice(0, 200);
        return text.trim() && `${JSON.stringify(text)} from ${place(selection.anchorNode)} to ${place(selection.focusNode)}`;";
    page.run(script, &[]).as_str().unwrap_or_default().to_owned()
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_component_is_dragged_in_and_moved_and_undone() {
    let served = service();
    let page = &served.page;
    let item = page.place("[data-descriptor='resource::web::1.0']");
    page.drag(item, served.void());
    page.area("[data-id='/composition/web_2'], [data-id='/composition/web2']");
    let (came, went) = served.changed(SERVICE);
    assert!(came.iter().any(|line| line.trim() == "type: resource::web::1.0"), "{came:?}");
    assert!(went.is_empty(), "{went:?}");
    served.undo_to(SERVICE);

    let from = page.place("[data-id='/composition/web'] .box-label");
    let before = page.area("[data-id='/composition/web'] .box-shape");
    page.drag(from, (from.0 + 40.0, from.1 + 80.0));
    let (came, went) = served.changed(SERVICE);
    assert!(came.iter().any(|line| line.trim() == "designerLayout:"), "{came:?}");
    assert!(went.is_empty(), "{went:?}");
    let after = page.area("[data-id='/composition/web'] .box-shape");
    assert!((after.y - before.y).abs() > 20.0 || (after.x - before.x).abs() > 20.0, "{before:?} {after:?}");
    assert_eq!(selected(page), "", "a drag selects no text");
    served.undo_to(SERVICE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn ports_are_connected_by_dragging() {
    let served = service();
    let page = &served.page;
    let port = |part: &str, name: &str| page.place(&format!("[data-id='{part}'] [data-port='{name}'] .port-shape"));
    page.drag(port("/composition/gw", "address"), port("/composition/web", "upstream"));
    let (came, went) = served.changed(SERVICE);
    assert_eq!(came, ["      upstream: {value: '${gw.address}'}"]);
    assert_eq!(went, ["      upstream: {value: '${where}'}"]);
    page.area(".connection");
    assert_eq!(selected(page), "");
    served.undo_to(SERVICE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn typing_is_checked_fixed_completed_and_saved() {
    let served = service();
    let page = &served.page;
    // One letter of a key is removed, and its finding fixed.
    served.put_cursor_behind("    quan");
    page.press(&[BACKSPACE]);
    page.area(".cm-lint-marker-warning");
    page.press(&[CONTROL, "."]);
    page.area("[data-fixes] .picker-input:focus");
    page.wait_for_text("[data-fixes] .picker-item", |text| text.contains("quantity"));
    page.press(&[ENTER]);
    page.wait_for("the fixed text", || (served.text() == SERVICE).then_some(()));
    // The names of the properties are suggested.
    served.put_cursor_behind("upstream: {value: '${where}'}");
    page.press(&[ENTER]);
    page.type_text("si");
    page.wait_for_text(".cm-tooltip-autocomplete li[aria-selected]", |text| text.contains("size"));
    // Keys that are pressed just when the list opens do not choose from it.
    thread::sleep(Duration::from_millis(150));
    page.press(&[ENTER]);
    page.wait_for("the completed text", || served.text().contains("      size:").then_some(()));
    let before = served.text();
    page.press(&[CONTROL, "z"]);
    page.wait_for("another text", || (served.text() != before).then_some(()));
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 1 file");
    assert_eq!(served.disk("service.yaml"), served.text());
    page.reload();
    page.area(".file.current");
    page.area(".cm-content");
    page.wait_for("the saved text", || (served.text() == served.disk("service.yaml")).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_expansion_is_previewed() {
    let served = service();
    let page = &served.page;
    page.click("#tab-preview");
    page.area("[data-instance]");
    let instances = || {
        let mut names = page.texts("[data-instance] .instance-name");
        names.retain(|name| name.contains("__web"));
        names
    };
    assert_eq!(instances(), ["service__web"]);
    page.click("#tab-yaml");
    served.put_cursor_behind("quantity: 1");
    page.press(&[BACKSPACE]);
    page.type_text("3");
    page.click("#tab-preview");
    let group = ["service__web", "service__web__1", "service__web__2", "service__web__3"];
    page.wait_for("a group of 3 instances", || (instances() == group).then_some(()));
    page.expect_no_complaints();
}

/// The site of `examples/`.
fn site() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(product::program());
    command.arg("build").arg(paths::root().join("examples")).arg("--out").arg(folder.path());
    assert!(command.output().is_ok_and(|run| run.status.success()), "the site is built");
    folder
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_site_is_searched() {
    let folder = site();
    let host = Host::start(folder.path()).expect("a free address");
    let page = Page::open(&format!("http://{}/index.html", host.address));
    page.press(&["/"]);
    page.area("#search-panel input:focus");
    page.type_text("dns_record");
    page.wait_for("the result", || {
        page.texts("#search-panel [role=option] .name")
            .first()
            .is_some_and(|name| name.contains("dns_record"))
            .then_some(())
    });
    page.press(&[ENTER]);
    page.wait_for_text("h1", |title| title.contains("dns_record"));
    page.expect_no_complaints();
}

/// In a frame that forbids scripts, whose content the page around it can inspect.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_site_is_read_without_scripts() {
    const FRAME: &str = "<!doctype html><title>frame</title><iframe sandbox='allow-same-origin' src='search.html' \
                         style='width: 1000px; height: 700px'></iframe>";
    let folder = site();
    fs::write(folder.path().join("frame.html"), FRAME).expect("a file");
    let host = Host::with_policy(folder.path(), "").expect("a free address");
    let page = Page::open(&format!("http://{}/frame.html", host.address));
    let visit = |path: &str| {
        let script = "const frame = document.querySelector('iframe');
            if (!frame.contentDocument.URL.endsWith(arguments[0])) { frame.src = arguments[0]; return null; }
            if (frame.contentDocument.readyState !== 'complete') return null;
            const of = (selector) => [...frame.contentDocument.querySelectorAll(selector)];
            const style = (part) => frame.contentWindow.getComputedStyle(part);
            const isShown = (part) => part.getBoundingClientRect().height > 0 && style(part).visibility === 'visible';
            return {
                title: of('h1').filter(isShown).map((part) => part.textContent).join(),
                fields: of('#search-page input').length,
                instead: of('main noscript a').filter(isShown).length,
                shapes: of('main svg path, main svg rect').filter(isShown).length,
                rows: of('main tr, main dt, main li').filter(isShown).length,
                styled: of('.skip').map((part) => style(part).position)[0] === 'absolute',
            };";
        page.wait_for(path, || {
            let seen = page.run(script, &[path.into()]);
            (seen["styled"] == true).then_some(seen)
        })
    };
    // Only without scripts does this page have a link instead of its field.
    let search = visit("search.html");
    assert!(search["fields"] == 0 && search["instead"].as_u64() > Some(0), "{search}");
    let home = visit("index.html");
    assert!(home["title"].as_str().is_some_and(|title| !title.is_empty()) && home["rows"].as_u64() > Some(3), "{home}");
    let service = visit("assembly/fjord.video_service/1.0.html");
    assert!(service["shapes"].as_u64() > Some(5) && service["rows"].as_u64() > Some(10), "{service}");
}
