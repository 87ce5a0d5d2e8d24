//! Live reload of a served documentation page, without losing the reader's position.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;

use descriptorium_tests::browser::Page;
use serde_json::{Value, json};

use super::product::Program;

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_served_page_follows_its_folder_and_keeps_its_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |words: &str| {
        let properties: String = (0..60).map(|n| format!("  p{n}: {{type: string, description: {words}}}\n")).collect();
        let text = format!("name: resource::gw::1.0\nproperties:\n{properties}lifecycle: {{Install: {{}}}}\n");
        fs::write(folder.path().join("gw.yaml"), text).expect("written");
    };
    write("First words");
    let program = Program::serve(folder.path());
    let page = Page::open(&format!("{}/resource/gw/1.0.html", program.origin));
    page.wait_for_text("td.prose", |text| text.contains("First words"));
    // Lines have their final height.
    page.wait_for("the font", || (page.run("return document.fonts.status;", &[]) == "loaded").then_some(()));
    page.run("window.mark = 1; scrollTo(0, 900);", &[]);
    // A row in view keeps its place, also where rows above it wrap differently.
    let place_of = |name: &str| {
        let script = "const rows = [...document.querySelectorAll('main tr')];
            const nameOf = (row) => row.innerText.split(/\\s/)[0];
            const isIt = (row) => arguments[0] ? nameOf(row) === arguments[0] : row.getBoundingClientRect().top > 200;
            const row = rows.find(isIt);
            return [nameOf(row), row.getBoundingClientRect().top];";
        page.run(script, &[json!(name)])
    };
    let before = place_of("");
    // The page has sent one request, so that it knows its version.
    page.area("html[data-follows]");
    write("Third words");
    page.wait_for_text("td.prose", |text| text.contains("Third words"));
    assert_eq!(page.run("return window.mark;", &[]), json!(1), "the page is the same one");
    let after = place_of(before[0].as_str().expect("a name"));
    assert!(near(&after[1], &before[1]), "{after} instead of {before}");
    page.expect_no_complaints();
}

/// Whether two lengths in pixels are the same; pages scroll by whole pixels.
fn near(one: &Value, other: &Value) -> bool {
    let number = |value: &Value| value.as_f64().expect("a number");
    (number(one) - number(other)).abs() < 1.5
}

/// An assembly of a gateway and others, with a description and properties before its diagram.
fn assembly(description: &str, properties: &[&str], others: &[&str]) -> String {
    let properties: String =
        properties.iter().map(|name| format!("  {name}: {{type: string, default: d}}\n")).collect();
    let others: String = others.iter().map(|name| format!("  {name}: {{type: resource::gw::1.0}}\n")).collect();
    format!(
        "name: assembly::net::1.0\ndescription: |\n  {description}\nproperties:\n{properties}composition:\n  \
         gw: {{type: resource::gw::1.0}}\n{others}"
    )
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn expanded_zoomed_and_focused_parts_stay_while_the_text_above_grows() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).expect("written");
    let names: Vec<String> = (0..60).map(|number| format!("p{number:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    write("gw.yaml", "name: resource::gw::1.0\nproperties: {}\nlifecycle: {Install: {}}\n");
    write("net.yaml", &assembly("Little.", &names, &[]));
    let program = Program::serve(folder.path());
    let page = Page::open(&format!("{}/assembly/net/1.0.html", program.origin));
    page.area("html[data-follows]");
    page.click("#drawing-sized button[data-zoom=actual]");
    page.area("#drawing-sized.zoomed");
    page.click("details.stages > summary");
    page.area("details.stages[open]");
    let find = "window.row = [...document.querySelectorAll('main tr')].find((row) => row.textContent.includes('p40'));
        row.scrollIntoView(); row.querySelector('a').focus({ preventScroll: true }); window.mark = 1;
        window.figure = document.querySelector('#drawing-sized'); scrollBy(0, 7);";
    page.run(find, &[]);
    let look = "const row = [...document.querySelectorAll('main tr')].find((row) => row.textContent.includes('p40'));
        return { focus: row.contains(document.activeElement),
            open: document.querySelector('details.stages').open, scale: document.querySelector('#drawing-sized').dataset.scale,
            zoomed: figure.isConnected && figure.classList.contains('zoomed'), mark: window.mark };";
    let top = "return [...document.querySelectorAll('main tr')].find((row) => row.textContent.includes('p40'))
        .getBoundingClientRect().top;";
    let (before, top_before) = (page.run(look, &[]), page.run(top, &[]));
    assert_eq!((&before["open"], &before["zoomed"], &before["focus"]), (&true.into(), &true.into(), &true.into()));
    let boxes = "return document.querySelectorAll('#drawing-sized svg [data-id]').length;";
    let (boxes_before, height) = (page.run(boxes, &[]), page.run("return document.body.scrollHeight;", &[]));

    // A longer description, changed properties above, and another box in the diagram.
    let mut changed = names.clone();
    changed.retain(|name| *name != "p03");
    changed.splice(5..5, ["new_one", "new_two", "new_three"]);
    write("net.yaml", &assembly(&"Much more, and more. ".repeat(120), &changed, &["other"]));
    page.wait_for_text("main", |text| text.contains("Much more"));
    assert_eq!(page.run(look, &[]), before);
    let top = page.run(top, &[]);
    assert!(near(&top, &top_before), "{top} after {top_before}");
    assert_ne!(page.run(boxes, &[]), boxes_before, "the diagram has the new box");
    assert_ne!(page.run("return document.body.scrollHeight;", &[]), height);
    // The zoomed diagram has its new size.
    let sizes = "const svg = document.querySelector('#drawing-sized svg');
        return [svg.getBoundingClientRect().width, svg.viewBox.baseVal.width].map(Math.round);";
    let sizes = page.run(sizes, &[]);
    assert_eq!(sizes[0], sizes[1], "still the actual size");
    // The content is what another reader gets.
    let texts = "const text = (body) => {
            const copy = body.cloneNode(true);
            copy.querySelectorAll('.copy, [data-of-script]').forEach((part) => part.remove());
            return copy.textContent.replace(/\\s+/g, ' ');
        };
        return fetch(location.href).then((answer) => answer.text()).then((text_) =>
            text(new DOMParser().parseFromString(text_, 'text/html').body) === text(document.body));";
    assert_eq!(page.run(texts, &[]), true);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn source_lines_keep_their_position_when_lines_are_inserted_above() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |before: &str| {
        let properties: String = (0..200).map(|n| format!("  p{n:03}: {{type: string}}\n")).collect();
        let text = format!("{before}name: resource::gw::1.0\nproperties:\n{properties}lifecycle: {{Install: {{}}}}\n");
        fs::write(folder.path().join("gw.yaml"), text).expect("written");
    };
    write("");
    let program = Program::serve(folder.path());
    let page = Page::open(&format!("{}/resource/gw/1.0.source.html", program.origin));
    page.area("html[data-follows]");
    let look = "const line = [...document.querySelectorAll('.line')].find((line) => line.textContent.includes('p120'));
        return [Math.round(line.getBoundingClientRect().top), line.id];";
    page.run(
        "[...document.querySelectorAll('.line')].find((line) => line.textContent.includes('p120')).scrollIntoView();",
        &[],
    );
    let before = page.run(look, &[]);
    write("# one\n# two\n# three\n");
    page.wait_for_text("main", |text| text.contains("# three"));
    let after = page.run(look, &[]);
    assert!(near(&after[0], &before[0]), "{after} after {before}");
    assert_ne!(after[1], before[1], "its number is different");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn problems_are_filtered_by_severity_rule_and_text_across_reloads() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).expect("written");
    let assembly = |name: &str, part: &str| {
        format!(
            "name: assembly::{name}::1.0\nproperties: {{}}\ncomposition:\n  {part}: {{type: resource::lost::1.0}}\n"
        )
    };
    write("one.yaml", &assembly("one", "gw"));
    write("two.yaml", &format!("{}  gw: {{type: resource::lost::1.0}}\n", assembly("two", "gw")));
    let more: String = (0..4).map(|part| format!("  part{part}: {{type: resource::lost::1.0}}\n")).collect();
    write("three.yaml", &(assembly("three", "gw") + &more));
    let program = Program::serve(folder.path());
    let page = Page::open(&format!("{}/problems.html", program.origin));
    page.area("html[data-follows]");
    let shown = "return [...document.querySelectorAll('main .findings > li')].filter((row) => row.checkVisibility())
        .map((row) => `${row.className} ${row.querySelector('.code').textContent}`);";
    let shown = || -> Vec<String> {
        let rows = page.run(shown, &[]);
        rows.as_array().expect("a list").iter().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let headings = || {
        let script = "return [...document.querySelectorAll('main h2')].filter((one) => one.checkVisibility()).length;";
        page.run(script, &[]).as_u64()
    };
    let all = shown();
    assert!(
        all.iter().any(|row| row.starts_with("error ")) && all.iter().any(|row| row.starts_with("warning ")),
        "{all:?}"
    );
    assert_eq!(headings(), Some(3));
    for severity in ["warning", "info"] {
        page.click(&format!(".filter input[name={severity}]"));
    }
    let errors = page.wait_for("only errors", || Some(shown()).filter(|rows| rows.len() < all.len()));
    assert!(errors.iter().all(|row| row.starts_with("error ")) && !errors.is_empty(), "{errors:?}");
    page.wait_for_text(".filter [role=status]", |text| text == format!("{} of {} shown", errors.len(), all.len()));
    assert_eq!(headings(), Some(1), "the files without errors are left out");
    for severity in ["warning", "info"] {
        page.click(&format!(".filter input[name={severity}]"));
    }
    page.wait_for("all of them", || (shown() == all).then_some(()));
    page.run(
        "const all = document.querySelector('.filter select'); all.value = 'catalog/no-such-descriptor';
        all.dispatchEvent(new Event('input', {bubbles: true}));",
        &[],
    );
    assert!(shown().iter().all(|row| row.ends_with(" catalog/no-such-descriptor")) && shown().len() < all.len());
    page.focus(".filter input[type=search]");
    page.type_text("one.yaml");
    page.wait_for("one file", || (headings() == Some(1)).then_some(()));
    // The folder changes: the search uses the current content.
    write("one.yaml", &format!("{}  more: {{type: resource::other::1.0}}\n", assembly("one", "gw")));
    page.wait_for("one more", || (shown().len() == 2).then_some(()));
    assert!(shown().iter().all(|row| row.ends_with(" catalog/no-such-descriptor")));
    assert_eq!(page.run("return document.activeElement.value;", &[]), "one.yaml");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn new_problems_can_be_filtered_once_there_are_many() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, transition: &str| {
        let text = format!("name: resource::{name}::1.0\nlifecycle: {{{transition}: {{}}}}\n");
        fs::write(folder.path().join(format!("{name}.yaml")), text).expect("written");
    };
    (0..9).for_each(|number| write(&format!("old{number}"), "Install"));
    write("balancer", "Create");
    let program = Program::serve(folder.path());
    let page = Page::open(&format!("{}/problems.html", program.origin));
    page.area("html[data-follows]");
    let listed =
        "return [document.querySelectorAll('.findings > li').length, document.querySelectorAll('.filter').length];";
    assert_eq!(page.run(listed, &[]), json!([9, 0]));
    write("balancer", "Install");
    page.click(".filter input[name=info]");
    page.wait_for_text(".filter [role=status]", |text| text == "0 of 10 shown");
    assert_eq!(page.run(listed, &[]), json!([10, 1]));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn search_results_and_missing_pages_follow_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str| {
        let text = format!("name: resource::{name}::1.0\nlifecycle: {{Install: {{}}}}\n");
        fs::write(folder.path().join(format!("{name}.yaml")), text).expect("written");
    };
    write("balancer");
    let program = Program::serve(folder.path());
    let page = Page::open(&format!("{}/resource/streamer/1.0.html", program.origin));
    page.wait_for_text("h1", |text| text == "Page not found");
    page.area("html[data-follows]");
    write("streamer");
    page.wait_for_text("h1", |text| text.contains("streamer"));
    page.area("html[data-follows]");
    fs::remove_file(folder.path().join("streamer.yaml")).expect("it is there");
    page.wait_for_text("h1", |text| text == "Page not found");

    let page = Page::open(&format!("{}/search.html?q=streamer", program.origin));
    page.wait_for_text("#search-page .search-status", |text| text.contains("No results"));
    page.area("html[data-follows]");
    page.run("window.mark = 1;", &[]);
    write("streamer");
    page.wait_for_text("#search-page [role=option] .name", |text| text == "streamer");
    assert_eq!(page.run("return window.mark;", &[]), 1, "the page is the same one");
    page.expect_no_complaints();
}
