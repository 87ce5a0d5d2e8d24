//! Every page of the site of `examples/` and, if available, pages of third-party assemblies: in a real browser under
//! the strict policy, without scripts, from local files, with axe-core and with an HTML validator. In a browser, samples of
//! similar pages are checked: of the third-party pages every 48th, and every 16th with a diagram; every eighth of the types;
//! and every 64th of the codes, which differ only in their prose. Of these, every second one is read with axe-core, and looked
//! at in windows of all widths and on paper. The HTML validator reads all pages but the codes. Before a release, all
//! pages are checked.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ENTER, Input};
use descriptorium_tests::effort::is_thorough;
use descriptorium_tests::{generated, paths, static_host};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::accessibility::axe;
use super::product;

/// The sites, each built on demand, with the paths of all their pages, those with a diagram first.
fn sites() -> impl Iterator<Item = (TempDir, Vec<String>)> {
    let catalogs = [Some(paths::root().join("examples")), paths::shared("corpus/assembly")];
    let catalogs = catalogs.into_iter().flatten().enumerate();
    catalogs.map(move |(index, catalog)| {
        let (folder, mut pages) = site_of(&catalog);
        if !is_thorough() {
            let (codes, others): (Vec<String>, Vec<String>) =
                pages.into_iter().partition(|page| page.starts_with("codes/"));
            let (types, others): (Vec<String>, Vec<String>) =
                others.into_iter().partition(|page| page.starts_with("tosca/types/"));
            pages = match index {
                0 => {
                    // Texts and diagrams on their own look alike.
                    let is_alone = |page: &String| is_frame(page) || page.ends_with(".source.html");
                    let (alone, others): (Vec<String>, Vec<String>) = others.into_iter().partition(is_alone);
                    let samples = alone.into_iter().step_by(5).chain(types.into_iter().step_by(8));
                    others.into_iter().chain(samples).chain(codes.into_iter().step_by(64)).collect()
                }
                _ => {
                    let mut drawn = others;
                    let plain = drawn.split_off(drawn.partition_point(|page| has_diagram(&folder.path().join(page))));
                    drawn.into_iter().step_by(16).chain(plain.into_iter().step_by(48)).collect()
                }
            };
        }
        (folder, pages)
    })
}

/// The site of a catalog, with the paths of its pages, those with a diagram first.
fn site_of(catalog: &Path) -> (TempDir, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let built = Command::new(product::program()).arg("build").arg(catalog).arg("--out").arg(folder.path()).output();
    assert!(built.is_ok_and(|output| output.status.code() != Some(2)), "the site of {} is built", catalog.display());
    let mut pages = Vec::new();
    collect(folder.path(), folder.path(), &mut pages);
    // Pages with diagrams are rare: sorted first, some of them are in the sample.
    pages.sort_by_cached_key(|page| (!has_diagram(&folder.path().join(page)), page.clone()));
    assert!(pages.len() > 100, "{} pages", pages.len());
    (folder, pages)
}

fn collect(folder: &Path, root: &Path, pages: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, root, pages);
        } else if path.extension().is_some_and(|ending| ending == "html") && !is_redirect(&path) {
            pages.push(path.strip_prefix(root).expect("below it").to_string_lossy().into_owned());
        }
    }
}

/// Whether a page is at an address of an earlier site and redirects before it can be inspected.
fn is_redirect(page: &Path) -> bool {
    fs::read_to_string(page).expect("readable").contains("http-equiv=\"refresh\"")
}

/// Whether a page is for frames in other pages, without header and navigation.
fn is_frame(path: &str) -> bool {
    path.ends_with(".frame.html")
}

fn has_diagram(page: &Path) -> bool {
    fs::read_to_string(page).expect("readable").contains("<svg")
}

/// The address of a page of the site.
fn address(site: &str, page: &str) -> String {
    let steps = page.split('/').map(|step| step.replace('%', "%25").replace('#', "%23").replace('?', "%3F"));
    format!("{site}/{}", steps.collect::<Vec<_>>().join("/"))
}

/// Some of the pages after the other, each time with a tab to visit them, as a tab has a maximum lifetime.
fn in_tabs<'a>(site: &str, pages: &'a [&'a String]) -> impl Iterator<Item = (Page, &'a [&'a String])> {
    const AT_ONCE: usize = 200;
    pages.chunks(AT_ONCE).map(move |some| (Page::open(&address(site, "index.html")), some))
}

/// Opens a page of the site and waits for its style sheets: a browser may report a page from a disk as loaded before they apply.
fn visit(page: &Page, site: &str, path: &str) {
    const STYLED: &str = "const sheets = [...document.querySelectorAll('link[rel=stylesheet]')];
        return document.readyState === 'complete' && sheets.every((link) => link.sheet) && sheets.length;";
    page.go(&address(site, path));
    page.wait_for(&format!("the style of {path}"), || page.run(STYLED, &[]).as_u64().filter(|sheets| *sheets > 0));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn every_page_is_accessible_and_complies_with_the_policy() {
    for (folder, pages) in sites() {
        let site = format!("http://{}", static_host::serve(folder.path()).expect("a free address"));
        let pages: Vec<&String> = half(&pages).collect();
        let mut found = Vec::new();
        for (page, some) in in_tabs(&site, &pages) {
            for (index, path) in some.iter().enumerate() {
                visit(&page, &site, path);
                let axe = axe(&page);
                let mut hear = |theme: &str, violations: Vec<String>| {
                    found.extend(violations.into_iter().map(|violation| format!("{path}, {theme}: {violation}")));
                };
                hear("light", axe.violations(&page));
                // The colors are those of the same classes on all pages.
                if index % 3 == 0 {
                    dark(&page, true);
                    hear("dark", axe.only("color-contrast").violations(&page));
                    dark(&page, false);
                }
                // On a phone, words are hidden and tables become lists.
                if index % 10 == 0 {
                    resize(&page, 420);
                    hear("phone", axe.violations(&page));
                    page.devtools("Emulation.clearDeviceMetricsOverride", json!({}));
                }
            }
            page.expect_no_complaints();
        }
        assert!(found.is_empty(), "{} on {} pages: {found:#?}", found.len(), pages.len());
    }
}

/// The pages about the whole site, and every second one of the others, which are similar.
fn half(pages: &[String]) -> impl Iterator<Item = &String> {
    let all = is_thorough();
    let chosen = pages.iter().enumerate().filter(move |(index, page)| all || index % 2 == 0 || !page.contains('/'));
    chosen.map(|(_, page)| page)
}

/// Lets the browser prefer a dark or a light page.
fn dark(page: &Page, dark: bool) {
    let value = if dark { "dark" } else { "light" };
    page.devtools(
        "Emulation.setEmulatedMedia",
        json!({"features": [{"name": "prefers-color-scheme", "value": value}]}),
    );
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn every_page_is_readable_without_scripts_from_local_files() {
    const LOOK: &str = "
        const parts = [...document.querySelectorAll('main :is(h1, h2, h3, p, li, th, td, pre, dt, dd, svg)')];
        const hidden = parts.filter((part) => !part.closest('details:not([open])') && !part.checkVisibility());
        return {
            parts: parts.length,
            hidden: hidden.map((part) => part.outerHTML.slice(0, 120)),
            styled: [...document.querySelectorAll('.skip')].map((link) => getComputedStyle(link).position),
        };";
    for (folder, pages) in sites() {
        let site = format!("file://{}", folder.path().display());
        let page = Page::open(&address(&site, "index.html"));
        // The basis of the following checks: a script creates the search field, so this page has none.
        visit(&page, &site, "search.html");
        page.area("#search-page input");
        page.devtools("Emulation.setScriptExecutionDisabled", json!({"value": true}));
        visit(&page, &site, "search.html");
        page.area("main noscript a");
        assert_eq!(page.run("return document.querySelectorAll('#search-page input').length;", &[]), 0);
        // With local files there is no error page; a server is asked for its style sheet, too.
        for path in pages.iter().filter(|path| *path != "404.html") {
            visit(&page, &site, path);
            let seen = page.run(LOOK, &[]);
            assert!(seen["parts"].as_u64().is_some_and(|parts| parts > 0), "{path} is empty");
            assert_eq!(seen["hidden"], json!([]), "{path}");
            let expected = if is_frame(path) { json!([]) } else { json!(["absolute"]) };
            assert_eq!(seen["styled"], expected, "{path} has no style");
        }
        page.expect_no_complaints();
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn addresses_of_earlier_sites_redirect_without_scripts_from_local_files() {
    let (folder, _) = sites().next().expect("the site of the examples");
    let site = format!("file://{}", folder.path().display());
    let page = Page::open(&address(&site, "index.html"));
    page.devtools("Emulation.setScriptExecutionDisabled", json!({"value": true}));
    for (from, to, shown) in [
        ("application/fjord-streamer/1.0.html", "application/~fjord~20~~telecom/fjord-streamer/1.0.html", ".facts"),
        ("homing/other-streamer-homing.yaml.source.html", "homing/file/other/streamer-homing.yaml.source.html", "#L1"),
    ] {
        assert!(is_redirect(&folder.path().join(from)), "{from}");
        page.go(&address(&site, from));
        page.area(shown);
        assert_eq!(page.run("return location.href;", &[]), address(&site, to));
    }
    page.expect_no_complaints();
}

/// Pages of TOSCA and ASD catalogs by other people, if available: with long names and deeply nested values, in samples.
fn third_party_pages() -> impl Iterator<Item = (TempDir, Vec<String>)> {
    let catalogs = ["corpus/asd", "corpus/tosca"].into_iter().filter_map(paths::shared);
    catalogs.map(|catalog| {
        let (folder, mut pages) = site_of(&catalog);
        if !is_thorough() {
            pages.retain(|page| !page.starts_with("codes/"));
            pages = pages.into_iter().step_by(150).collect();
        }
        (folder, pages)
    })
}

/// The widths at which the layout is looked at, in pixels: on both sides of each of its changes.
const WIDTHS: [u32; 5] = [320, 420, 768, 1024, 1440];
/// Where pages of the same kind are looked at at all widths: two phones, on which navigation is looked at, too, and a wide window.
const FEW_WIDTHS: [u32; 3] = [320, 420, 1440];

/// The faults that were found on pages. Everything is looked for in one visit, which costs as much as two of the checks.
#[derive(Default)]
struct Looks {
    found: Vec<String>,
    n_drawn: usize,
}

impl Looks {
    /// No sideways scrolling, no narrow values, no names broken in the middle, and no hidden targets of links, from a phone
    /// to a wide window; and navigation on a phone.
    fn on_screens(&mut self, page: &Page, path: &str, widths: &[u32]) {
        const LAYOUT: &str = include_str!("../../pages/site/layout.js");
        page.devtools("Emulation.setEmulatedMedia", json!({ "media": "screen" }));
        for &width in widths {
            resize(page, width);
            let faults = page.run(LAYOUT, &[]);
            let faults = faults.as_array().expect("a list").iter().filter_map(Value::as_str);
            self.found.extend(faults.map(|fault| format!("{path}, {width}: {fault}")));
            if width == 420 {
                // On a page that is shown at other addresses, or in other pages, navigation would mislead.
                self.fits(page, &format!("{path}, phone"), false, path != "404.html" && !is_frame(path));
            }
        }
    }

    /// On paper nothing can scroll, and nothing leads elsewhere.
    fn on_paper(&mut self, page: &Page, path: &str) {
        resize(page, 680);
        page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }));
        self.fits(page, &format!("{path}, paper"), true, false);
    }

    /// Content that is too wide scrolls in its container, which can be focused.
    fn fits(&mut self, page: &Page, place: &str, is_paper: bool, navigates: bool) {
        const LOOK: &str = "
            const scrolls = (part) => part.scrollWidth > part.clientWidth + 1
                && ['auto', 'scroll'].includes(getComputedStyle(part).overflowX);
            const parts = [...document.querySelectorAll('main *')].filter(scrolls);
            const isReached = (part) => part.tabIndex === 0 || part.querySelector('a, button, [tabindex=\"0\"]');
            return {
                over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
                parts: parts.filter((part) => arguments[0] || !isReached(part)).map((part) => part.outerHTML.slice(0, 120)),
                navigates: [...document.querySelectorAll('nav, .filter, .search-link')].some((part) => part.checkVisibility()),
            };";
        let seen = page.run(LOOK, &[json!(is_paper)]);
        if seen != json!({"over": 0, "parts": [], "navigates": navigates}) {
            self.found.push(format!("{place}: {seen}"));
        }
    }

    /// Portals such as TechDocs show pages only after sanitizing them. The oracle is the sanitizer that they use.
    fn sanitized(&mut self, page: &Page, path: &str, sanitizer: &str) {
        const LOOK: &str = "
            const main = document.querySelector('main');
            const content = (root) => ({
                text: root.textContent.replace(/\\s+/g, ' ').trim(),
                shapes: [...root.querySelectorAll('svg, svg *')].map((shape) => shape.tagName).join(' '),
                marks: [...root.querySelectorAll('svg [d], svg [x], svg [points]')].map((shape) =>
                    ['d', 'x', 'y', 'width', 'height', 'points', 'transform'].map((name) => shape.getAttribute(name)).join()).join(' '),
            });
            const before = content(main);
            const after = content(DOMPurify.sanitize(main.innerHTML, { FORBID_TAGS: ['style'], RETURN_DOM: true }));
            return { shapes: before.shapes.length, lost: Object.keys(before).filter((key) => before[key] !== after[key]) };";
        // The search page is empty without its script.
        if path == "search.html" {
            return;
        }
        page.run(sanitizer, &[]);
        let seen = page.run(LOOK, &[]);
        self.n_drawn += usize::from(seen["shapes"].as_u64() > Some(0));
        if seen["lost"] != json!([]) {
            self.found.push(format!("{path}, sanitized: {seen}"));
        }
    }
}

fn resize(page: &Page, width: u32) {
    let metrics = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
    page.devtools("Emulation.setDeviceMetricsOverride", metrics);
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn every_page_fits_all_screens_and_paper_and_survives_a_sanitizer() {
    let sanitizer = paths::package("dompurify/dist/purify.min.js").expect("DOMPurify is installed");
    let sanitizer = fs::read_to_string(sanitizer).expect("a script");
    for (folder, pages) in sites() {
        let site = format!("file://{}", folder.path().display());
        let pages: Vec<&String> = half(&pages).collect();
        let mut looks = Looks::default();
        for (page, some) in in_tabs(&site, &pages) {
            for path in some {
                visit(&page, &site, path);
                looks.on_screens(&page, path, &WIDTHS);
                looks.on_paper(&page, path);
                looks.sanitized(&page, path, &sanitizer);
            }
        }
        let Looks { found, n_drawn } = looks;
        assert!(found.is_empty(), "{} on {} pages: {found:#?}", found.len(), pages.len());
        assert!(n_drawn > 2, "{n_drawn} diagrams");
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn third_party_pages_fit_all_screens() {
    for (folder, pages) in third_party_pages() {
        let site = format!("file://{}", folder.path().display());
        let pages: Vec<&String> = pages.iter().filter(|path| *path != "404.html").collect();
        let widths: &[u32] = if is_thorough() { &WIDTHS } else { &FEW_WIDTHS };
        let mut looks = Looks::default();
        for (page, some) in in_tabs(&site, &pages) {
            for path in some {
                visit(&page, &site, path);
                looks.on_screens(&page, path, widths);
            }
        }
        assert!(looks.found.is_empty(), "{} on {} pages: {:#?}", looks.found.len(), pages.len(), looks.found);
    }
}

/// The pages of a generated catalog differ only by kind: one of each is visited. Its lists and its tree have their limits in a
/// catalog of hundreds, too.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn pages_of_a_large_catalog_fit_all_screens() {
    let folder = tempfile::tempdir().expect("a folder");
    let catalog = folder.path().join("catalog");
    for (path, text) in generated::catalog(if is_thorough() { 2_000 } else { 600 }) {
        let path = catalog.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders can be made");
        fs::write(path, text).expect("files can be written");
    }
    let out = folder.path().join("out");
    let built = Command::new(product::program()).arg("build").arg(&catalog).arg("--out").arg(&out).output();
    assert!(built.is_ok_and(|output| output.status.code() == Some(0)), "the site is built");
    // The assembly of one version with the longest page, and the first resource with several versions.
    let folders = |kind: &str| {
        let all = fs::read_dir(out.join(kind)).expect("a kind").flatten().map(|entry| entry.path());
        let mut all: Vec<PathBuf> = all.filter(|path| path.is_dir()).collect();
        all.sort();
        all
    };
    let has_one = |path: &PathBuf| !path.join("1.1.html").is_file();
    let size = |path: &PathBuf| path.join("1.0.html").metadata().map_or(0, |file| file.len());
    let assembly = folders("assembly").into_iter().filter(has_one).max_by_key(size).expect("an assembly");
    let resource =
        folders("resource").into_iter().find(|path| path.join("1.0-to-1.1.html").is_file()).expect("versions");
    let page_of = |folder: &Path, name: &str| {
        folder.join(name).strip_prefix(&out).expect("below it").to_string_lossy().into_owned()
    };
    let mut pages: Vec<String> = LISTS.iter().map(|&page| page.to_owned()).collect();
    pages.extend(["1.0.html", "1.0.source.html"].map(|name| page_of(&assembly, name)));
    pages.extend(["1.0.html", "versions.html", "1.0-to-1.1.html"].map(|name| page_of(&resource, name)));
    let site = format!("file://{}", out.display());
    let page = Page::open(&address(&site, "index.html"));
    let mut looks = Looks::default();
    for path in &pages {
        visit(&page, &site, path);
        looks.on_screens(&page, path, &FEW_WIDTHS);
    }
    assert!(looks.found.is_empty(), "{} on {} pages: {:#?}", looks.found.len(), pages.len(), looks.found);
    // The tree has the branch of the page alone. It marks the page, and opens and closes with the keyboard.
    visit(&page, &site, &page_of(&assembly, "1.0.html"));
    page.devtools("Emulation.clearDeviceMetricsOverride", json!({}));
    let seen = page.run(
        "const tree = document.querySelector('.kinds'), current = tree.querySelector('[aria-current=page]');
         return { links: tree.querySelectorAll('a').length, current: current.textContent, open: tree.querySelectorAll('details[open]').length };",
        &[],
    );
    let name = assembly.file_name().expect("a name").to_string_lossy();
    assert_eq!((&seen["current"], &seen["open"]), (&json!(name), &json!(1)), "{seen}");
    assert!(seen["links"].as_u64().is_some_and(|links| (10..40).contains(&links)), "{seen}");
    for is_open in [false, true] {
        page.focus(".kinds li > details > summary");
        page.press(&[ENTER]);
        let script = "return document.querySelector('.kinds li > details').open;";
        page.wait_for("the branch", || (page.run(script, &[]) == is_open).then_some(()));
    }
    // The page of dependencies shows the neighborhood that the link is about, although it has a list that is filtered, too.
    page.click("main a[href*='dependencies.html#?of=']");
    let shown = || page.run("return document.querySelector('#neighborhood input')?.value ?? '';", &[]);
    page.wait_for("the neighborhood", || shown().as_str().filter(|title| title.starts_with(&*name)).map(drop));
    page.run("location.reload();", &[]);
    page.wait_for("the same neighborhood", || shown().as_str().filter(|title| title.starts_with(&*name)).map(drop));
    page.expect_no_complaints();
}

/// The pages about the whole catalog.
const LISTS: [&str; 8] = [
    "index.html",
    "resource/index.html",
    "assembly/index.html",
    "dependencies.html",
    "folders.html",
    "health.html",
    "problems.html",
    "search.html",
];

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn every_page_is_valid_html() {
    let validator = paths::package("html-validate/bin/html-validate.mjs").expect("html-validate is installed");
    let rules = tempfile::Builder::new().suffix(".json").tempfile().expect("a file");
    fs::write(rules.path(), json!({"root": true, "extends": ["html-validate:standard"]}).to_string()).expect("written");
    for (folder, pages) in sites() {
        let mut all = Vec::new();
        collect(folder.path(), folder.path(), &mut all);
        all.retain(|page| !page.starts_with("codes/") || pages.contains(page));
        let mut validate = Command::new("node");
        validate.arg(&validator).arg("--config").arg(rules.path()).args(["--formatter", "json"]);
        let output = validate.args(&all).current_dir(folder.path()).output().expect("node runs");
        let answer: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
            panic!("no response: {}", String::from_utf8_lossy(&output.stderr));
        });
        assert!(all.len() > 100);
        let found: Vec<String> = answer
            .iter()
            .flat_map(|file| {
                let messages = file["messages"].as_array().into_iter().flatten();
                messages.map(move |found| format!("{}:{}: {}", file["filePath"], found["line"], found["message"]))
            })
            .collect();
        assert!(found.is_empty() && output.status.success(), "{found:#?}");
    }
}

/// The core writes the colors of a standalone diagram, the style sheet those of a diagram on a page.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_standalone_diagram_looks_as_on_its_page() {
    const LOOK: &str = "
        const drawing = document.querySelector('#drawing-sized svg.scene') ?? document.querySelector('svg.scene');
        const parts = [...drawing.querySelectorAll('[class]')].filter((part) => part.localName !== 'g');
        return parts.map((part) => {
            const { fill, stroke, strokeWidth, strokeDasharray } = getComputedStyle(part);
            const name = `${part.parentNode.getAttribute('class')} ${part.getAttribute('class')}`;
            return [name, fill, stroke, strokeWidth, strokeDasharray].join(' ');
        });";
    let (folder, _) = sites().next().expect("the site of the examples");
    let site = format!("file://{}", folder.path().display());
    let page = Page::open(&address(&site, "index.html"));
    for path in [
        "assembly/fjord.video_service/1.0",
        "assembly/fjord.streamer_cluster/2.0",
        "tosca/~fjord~20~~telecom/fjord-streamer/1.0.0",
        "homing/file/other/streamer-homing.yaml",
    ] {
        for (scheme, ending) in [("light", "svg"), ("dark", "dark.svg")] {
            let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
            page.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
            page.go(&address(&site, &format!("{path}.{ending}")));
            let alone = page.run(LOOK, &[]);
            visit(&page, &site, &format!("{path}.html"));
            assert_eq!(page.run(LOOK, &[]), alone, "{path}, {scheme}");
            assert!(alone.as_array().is_some_and(|parts| parts.len() > 20), "{alone}");
        }
    }
}

/// The width of the diagram on the page, of its container, and its own, in pixels.
fn widths(page: &Page) -> [f64; 3] {
    let script = "const view = document.querySelector('#drawing-sized .view'), svg = view.querySelector('svg');
        return [svg.getBoundingClientRect().width, view.clientWidth, svg.viewBox.baseVal.width];";
    let found = page.run(script, &[]);
    [0, 1, 2].map(|at| found[at].as_f64().expect("a number"))
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_diagram_is_zoomed_on_its_page() {
    let (folder, _) = sites().next().expect("the site of the examples");
    let site = format!("file://{}", folder.path().display());
    let page = Page::open(&address(&site, "assembly/fjord.video_service/1.0.html"));
    page.devtools("Emulation.setTouchEmulationEnabled", json!({"enabled": true, "maxTouchPoints": 2}));
    page.reload();
    // The script creates the buttons.
    page.wait_for("the buttons", || Some(()).filter(|()| page.area("#drawing-sized .zooms button").width > 0.0));
    let wait = |what: &str, is_so: &dyn Fn([f64; 3]) -> bool| {
        page.wait_for(what, || Some(widths(&page)).filter(|widths| is_so(*widths)))[0]
    };
    let near = |one: f64, other: f64| (one - other).abs() < 1.5;
    page.focus("#drawing-sized .view");
    page.press(&["1"]);
    let actual = wait("the actual size", &|[now, view, own]| near(now, own) && own > view);
    page.press(&["+"]);
    wait("a step in", &|[now, ..]| near(now, actual * 1.25));
    page.press(&["-"]);
    wait("a step out", &|[now, ..]| near(now, actual));
    page.click("#drawing-sized button[data-zoom=in]");
    wait("a step in by its button", &|[now, ..]| near(now, actual * 1.25));
    let goes_on = |sides: &str| {
        let script = "return document.querySelector('#drawing-sized .view').dataset.more;";
        page.wait_for(&format!("a diagram that continues at {sides:?}"), || {
            (page.run(script, &[]) == sides).then_some(())
        });
    };
    page.run("document.querySelector('#drawing-sized .view').scrollTo(0, 0);", &[]);
    goes_on("right bottom");
    page.run("document.querySelector('#drawing-sized .view').scrollTo(1e6, 1e6);", &[]);
    goes_on("left top");
    page.click("#drawing-sized button[data-zoom=fit]");
    goes_on("");
    wait("all of it", &|[now, view, _]| near(now, view));

    // The wheel alone scrolls the page; with Ctrl, it zooms around the point under the pointer.
    let middle = page.place("#drawing-sized .view");
    page.perform(Input::new().hold(CONTROL).scroll(middle, (0, -100)).release(CONTROL));
    let wheeled = wait("the wheel", &|[now, view, _]| now > view * 1.2);
    let place = "return document.querySelector('#drawing-sized .view').scrollLeft;";
    let scrolled = page.run(place, &[]).as_f64().expect("a number");
    assert!(near(scrolled, (wheeled - widths(&page)[1]) / 2.0), "{scrolled} of {wheeled}");
    // Dragging moves the view and opens nothing, wherever it starts.
    let at = page.run("return location.href;", &[]);
    page.drag(middle, (middle.0 - 60.0, middle.1));
    page.wait_for("the dragged item", || page.run(place, &[]).as_f64().filter(|now| near(*now, scrolled + 60.0)));
    assert_eq!(page.run("return location.href;", &[]), at);
    // Two fingers that move apart.
    let finger = |from: f64, to: f64| vec![(middle.0 + from, middle.1), (middle.0 + to, middle.1)];
    page.touch(&[finger(-20.0, -60.0), finger(20.0, 60.0)], 0);
    wait("two fingers", &|[now, ..]| now > wheeled * 1.5);

    // Without scripts, a link switches to the other size.
    let metrics = json!({"width": 900, "height": 900, "deviceScaleFactor": 1, "mobile": false});
    page.devtools("Emulation.setDeviceMetricsOverride", metrics);
    let long = "tosca/~fjord~20~~telecom/fjord-live-channel/1.0.0.html";
    page.devtools("Emulation.setScriptExecutionDisabled", json!({"value": true}));
    visit(&page, &site, long);
    let link = "const link = document.querySelector('#drawing-sized .sizes .there'); return link.checkVisibility() && link.getAttribute('href');";
    assert_eq!(page.run(link, &[]), "#drawing-sized");
    let [now, view, _] = widths(&page);
    assert!(now > view * 1.1, "a long one can be scrolled");
    // It fades out where it continues.
    let fades = |left: u32, right: u32| {
        let script = "const style = getComputedStyle(document.querySelector('#drawing-sized .view'));
            return [style.getPropertyValue('--left'), style.getPropertyValue('--right')];";
        let expected = json!([format!("{left}%"), format!("{right}%")]);
        page.wait_for(&format!("the edges {expected}"), || (page.run(script, &[]) == expected).then_some(()));
    };
    fades(100, 0);
    page.run("document.querySelector('#drawing-sized .view').scrollTo(1e6, 0);", &[]);
    fades(0, 100);
    page.go(&format!("{}#drawing-sized", address(&site, long)));
    wait("all of it without scripts", &|[now, view, _]| near(now, view));
    fades(100, 100);
    page.expect_no_complaints();
}
