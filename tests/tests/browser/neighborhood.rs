//! The neighborhood of a descriptor on the page of dependencies.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::path::Path;
use std::process::Command;

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{ENTER, Input};
use descriptorium_tests::paths;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::product;

fn site(catalog: &Path) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let built = Command::new(product::program()).arg("build").arg(catalog).arg("--out").arg(folder.path()).output();
    assert!(built.is_ok_and(|output| output.status.code() != Some(2)), "the site is built");
    folder
}

fn address(site: &TempDir, path: &str) -> String {
    format!("file://{}/{path}", site.path().display())
}

fn resize(page: &Page, width: u32) {
    let metrics = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
    page.devtools("Emulation.setDeviceMetricsOverride", metrics);
}

/// The pages of the boxes from the root of the site, sorted, and the chosen one.
fn shown(page: &Page) -> (Vec<String>, String) {
    const LOOK: &str = "
        const root = new URL('.', location.href).href.length;
        const of = (link) => new URL(link.href.baseVal, location.href).href.slice(root);
        const links = [...document.querySelectorAll('.neighborhood svg a')];
        return { all: links.map(of).sort(), own: links.filter((link) => link.querySelector('.own')).map(of) };";
    let seen = page.run(LOOK, &[]);
    let all = seen["all"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
    (all.collect(), seen["own"][0].as_str().unwrap_or_default().to_owned())
}

/// Two files have one name, two descriptors one name and version, and two files both.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn descriptors_of_one_name_are_told_apart() {
    let catalog = tempfile::tempdir().expect("a folder");
    let template = |import: &str| {
        format!("tosca_definitions_version: tosca_simple_yaml_1_2\n{import}topology_template: {{inputs: {{}}}}\n")
    };
    let assembly = |name: &str, of: &str| {
        format!("name: assembly::{name}::1.0\nproperties: {{}}\ncomposition: {{a: {{type: '{of}'}}}}\n")
    };
    let resource =
        |name: &str| format!("name: resource::{name}::1.0\nproperties: {{}}\nlifecycle: {{Install: {{}}}}\n");
    for (path, text) in [
        ("a/base.yaml", template("")),
        ("a/app.yaml", template("imports: [base.yaml]\n")),
        ("b/base.yaml", template("")),
        ("b/app.yaml", template("imports: [base.yaml]\n")),
        ("shop.yaml", assembly("shop", "resource::shop::1.0")),
        ("part.yaml", resource("shop")),
        ("one.yaml", resource("twin")),
        ("two.yaml", resource("twin")),
        ("user.yaml", assembly("user", "resource::twin::1.0")),
    ] {
        let file = catalog.path().join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders can be made");
        fs::write(file, text).expect("files can be written");
    }
    let site = site(catalog.path());
    let page = Page::open(&address(&site, "index.html"));
    let template = |folder: &str, name: &str| format!("tosca/file/{folder}/{name}.yaml.html");
    for folder in ["a", "b"] {
        let [app, base] = ["app", "base"].map(|name| template(folder, name));
        for own in [&app, &base] {
            // The link of a page leads to its own neighborhood, also after the page is loaded again.
            page.go(&address(&site, own));
            page.click("main a[href*='dependencies.html#?of=']");
            let expected = (vec![app.clone(), base.clone()], own.clone());
            page.wait_for(&format!("the neighborhood of {own}"), || (shown(&page) == expected).then_some(()));
            page.run("location.reload();", &[]);
            page.wait_for(&format!("the neighborhood of {own}"), || (shown(&page) == expected).then_some(()));
        }
        let names = page.texts(".neighborhood svg a .detail");
        assert!(names.iter().all(|name| name.ends_with(folder)), "{names:?}");
    }
    // A name that two have is asked for: both are offered, and each can be chosen.
    page.go(&address(&site, "dependencies.html"));
    let choose = |text: &str| {
        page.run("const f = document.querySelector('#neighborhood input'); f.value = ''; f.focus();", &[]);
        page.type_text(text);
        page.press(&[ENTER]);
    };
    choose("shop 1.0");
    page.wait_for_text("#neighborhood [role=status]", |text| {
        text == "2 descriptors have this name: assembly, resource. Choose one from the list."
    });
    for kind in ["assembly", "resource"] {
        choose(&format!("shop 1.0 · {kind}"));
        page.wait_for(kind, || (shown(&page).1 == format!("{kind}/shop/1.0.html")).then_some(()));
        page.wait_for_text("#neighborhood [role=status]", str::is_empty);
    }
    choose("nothing");
    page.wait_for_text("#neighborhood [role=status]", |text| text == "There is no descriptor “nothing”.");
    // Links of earlier sites have the name, which leads to the descriptor if it has no namesake.
    page.go(&address(&site, "dependencies.html#?of=user+1.0&depth=1"));
    page.run("location.reload();", &[]);
    page.wait_for("the user", || (shown(&page).1 == "assembly/user/1.0.html").then_some(()));
    page.expect_no_complaints();
}

/// On a phone, on a tablet and in a wide window, nothing is outside of the frame sideways, the chosen box can be seen, and names
/// are legible. What fits is shown as a whole.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_neighborhood_is_fitted_to_its_frame() {
    const LOOK: &str = "
        const view = document.querySelector('.neighborhood .view').getBoundingClientRect();
        const svg = document.querySelector('.neighborhood svg');
        const [all, own] = [svg, svg.querySelector('.own')].map((part) => part.getBoundingClientRect());
        const outside = [...svg.querySelectorAll('rect, path, text')].filter((part) => {
            const { left, right, width } = part.getBoundingClientRect();
            return width > 0 && (left < view.left - 1 || right > view.right + 1);
        });
        return {
            outside: outside.map((part) => part.outerHTML.slice(0, 90)),
            isWhole: all.top >= view.top - 1 && all.bottom <= view.bottom + 1,
            isOwn: own.top >= view.top - 1 && own.bottom <= view.bottom + 1 && own.left >= view.left,
            size: 13 * all.width / svg.viewBox.baseVal.width,
            boxes: svg.querySelectorAll('a').length,
            width: own.width,
            full: document.fullscreenElement?.id ?? null,
        };";
    let examples = site(&paths::root().join("examples"));
    let page = Page::open(&address(&examples, "dependencies.html"));
    let mut n_whole = 0;
    let check = |place: &str| {
        let seen = page.run(LOOK, &[]);
        assert_eq!((&seen["outside"], &seen["isOwn"]), (&json!([]), &json!(true)), "{place}: {seen}");
        assert!(seen["size"].as_f64().is_some_and(|size| size >= 9.0), "{place}: {seen}");
        assert!(seen["width"].as_f64().is_some_and(|width| width >= 110.0), "{place}: {seen}");
        seen
    };
    for width in [1440, 1024, 420, 320] {
        resize(&page, width);
        for (of, depth) in [
            ("assembly/fjord.video_service/1.0", "2"),
            ("assembly/fjord.streamer_cluster/2.0", "99"),
            ("resource/fjord.existing_network/1.0", "99"),
            ("resource/fjord.streamer/2.0", "1"),
        ] {
            page.go(&address(&examples, "index.html"));
            page.go(&address(&examples, &format!("dependencies.html#?of={of}&depth={depth}")));
            page.wait_for(of, || (shown(&page).1 == format!("{of}.html")).then_some(()));
            let seen = check(&format!("{of}, {width}"));
            n_whole += usize::from(seen["isWhole"] == true);
            assert!(width < 1440 || seen["isWhole"] == true, "{of}, {width}: {seen}");
        }
    }
    assert!(n_whole >= 8, "{n_whole}");
    // The frame changes its width, and back.
    for width in [1440, 420] {
        resize(&page, width);
        page.wait_for("another layout", || {
            let is_narrow =
                page.run("return document.querySelector('.neighborhood svg').viewBox.baseVal.width < 500;", &[]);
            (is_narrow == (width == 420)).then_some(())
        });
        check(&format!("resized to {width}"));
        page.click("#neighborhood .filter > button");
        page.wait_for("full screen", || (page.run(LOOK, &[])["full"] == "neighborhood").then_some(()));
        check(&format!("full screen, {width}"));
        page.click("#neighborhood .filter > button");
        page.wait_for("the page", || page.run(LOOK, &[])["full"].is_null().then_some(()));
    }
    // Pointing at a box highlights the lines between what it uses and what uses it, and no others.
    resize(&page, 1440);
    page.go(&address(&examples, "dependencies.html#?of=assembly/fjord.video_service/1.0&depth=2&direction=down"));
    page.run("location.reload();", &[]);
    let traced = "a[href$='fjord.origin/1.0.html']";
    page.area(&format!(".neighborhood {traced}"));
    page.perform(Input::new().move_to(page.place(&format!(".neighborhood {traced} .box"))));
    page.area(".neighborhood svg.traced");
    let lit = page.run(
        "const title = (at) => document.querySelector(`.neighborhood a[data-at='${at}'] title`).textContent;
         return [...document.querySelectorAll('.neighborhood .line.on')].map(({ dataset }) => `${title(dataset.from)} > ${title(dataset.to)}`).sort();",
        &[],
    );
    let expected = ["block_volume", "packager", "transcoder_cpu", "transcoder_gpu"];
    let text = lit.to_string();
    assert!(expected.iter().all(|name| text.contains(&format!("fjord.origin 1.0 > fjord.{name} "))), "{lit}");
    assert!(text.contains("fjord.video_service 1.0 > fjord.origin 1.0"), "{lit}");
    assert_eq!(lit.as_array().map(Vec::len), Some(expected.len() + 1), "{lit}");
    page.expect_no_complaints();
}
