//! The parts of a site that are meant for other pages: pictures for light and dark pages, pages for frames, snippets, and
//! the descriptions that programs read where links are shared.

use std::collections::BTreeSet;
use std::fs;

use descriptorium_core::markdown;
use descriptorium_core::scene::sources;
use scraper::{Html, Selector};
use serde_json::Value;

use crate::suite::program::{Folder, Run};

const VIDEO: &str = "name: assembly::video::1.0\ndescription: Shows \"videos\" & <more>.\ncomposition:\n  \
                     gw: {type: 'resource::gateway::1.0', quantity: 1}\n  cdn: {type: 'resource::gateway::1.0', quantity: 1}\n";
const GATEWAY: &str = "name: resource::gateway::1.0\ndescription: Lets traffic in.\nlifecycle: {Create: {}}\n";
const BASE: &str = "https://docs.example/c/";
/// A page of each kind: with and without a diagram.
const PAGES: [&str; 2] = ["assembly/video/1.0", "resource/gateway/1.0"];

fn catalog() -> Folder {
    Folder::new(&[("catalog/a/video.yaml", VIDEO), ("catalog/gateway.yaml", GATEWAY)])
}

/// Runs the program with a placeholder modeller.
fn run(folder: &Folder, more: &[&str]) -> Run {
    folder.write("modeller/index.html", "<!DOCTYPE html><html><head></head><body></body></html>\n");
    let mut command = folder.command(&[&["build", "catalog", "--out", "out"], more].concat());
    command.env("DESCRIPTORIUM_MODELLER", folder.at("modeller"));
    Run::of(command.output().expect("the program starts"))
}

fn build(folder: &Folder, more: &[&str]) {
    let run = run(folder, more);
    assert!(run.code < 2, "{run:?}");
}

fn page(folder: &Folder, path: &str) -> Html {
    Html::parse_document(&folder.read(&format!("out/{path}")))
}

/// The values of an attribute, or the texts of elements if it is empty.
fn values(html: &Html, selector: &str, attribute: &str) -> Vec<String> {
    let selector = Selector::parse(selector).expect("a selector");
    let found = html.select(&selector);
    let value = |element: scraper::ElementRef<'_>| match attribute {
        "" => Some(element.text().collect()),
        name => element.attr(name).map(str::to_owned),
    };
    found.filter_map(value).collect()
}

/// The shapes and texts of a picture, without its colors.
fn shapes(picture: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(picture).expect("XML");
    let attributes = |node: roxmltree::Node<'_, '_>| -> Vec<String> {
        let shape = node.attributes().filter(|one| !matches!(one.name(), "fill" | "stroke"));
        shape.map(|one| format!("{}={}", one.name(), one.value())).collect()
    };
    let nodes = document.descendants();
    nodes.map(|node| format!("{:?} {:?} {:?}", node.tag_name(), node.text(), attributes(node))).collect()
}

#[test]
fn a_dark_picture_has_other_colors_and_both_contain_their_sources() {
    let folder = catalog();
    build(&folder, &[]);
    let [light, dark] = ["svg", "dark.svg"].map(|form| folder.read(&format!("out/assembly/video/1.0.{form}")));
    assert_eq!(shapes(&light), shapes(&dark));
    let colors = |picture: &str| -> BTreeSet<String> {
        let document = roxmltree::Document::parse(picture).expect("XML");
        let named = document
            .descendants()
            .flat_map(|node| ["fill", "stroke"].map(|name| node.attribute(name).unwrap_or("none").to_owned()));
        named.filter(|color| color != "none").collect()
    };
    assert!(colors(&light).len() > 3 && colors(&light).is_disjoint(&colors(&dark)), "{:?}", colors(&dark));
    let expected = [("a/video.yaml", VIDEO), ("gateway.yaml", GATEWAY)];
    let expected = expected.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
    for picture in [&light, &dark] {
        assert_eq!(sources::unpack(picture).as_ref(), Some(&expected));
    }
    // Large dependencies would make every picture large.
    folder.write("catalog/gateway.yaml", format!("{GATEWAY}{}", "# more\n".repeat(10_000)));
    build(&folder, &[]);
    let alone = sources::unpack(&folder.read("out/assembly/video/1.0.dark.svg"));
    assert_eq!(alone.as_deref(), Some(&expected[..1]));
    // Only the colors of the theme that is asked for.
    let printed = folder.run(&["graph", "catalog/a/video.yaml"]);
    assert_eq!(colors(&printed.output), colors(&light));
}

#[test]
fn a_page_for_frames_has_a_diagram_and_no_scripts() {
    let folder = catalog();
    build(&folder, &[]);
    for path in PAGES {
        let frame = page(&folder, &format!("{path}.frame.html"));
        for absent in ["script", "header", "nav", "footer", "form", "link[rel=alternate]", "[onclick]", "[style]"] {
            assert_eq!(values(&frame, absent, "class"), Vec::<String>::new(), "{path}: {absent}");
            assert!(frame.select(&Selector::parse(absent).expect("a selector")).next().is_none(), "{path}: {absent}");
        }
        let policy = values(&frame, "meta[http-equiv=Content-Security-Policy]", "content");
        assert!(policy[0].starts_with("default-src 'none'") && !policy[0].contains("script-src"), "{policy:?}");
        assert_eq!(values(&frame, "base", "target"), ["_blank"]);
        assert_eq!(values(&frame, "meta[name=robots]", "content"), ["noindex"]);
        assert_eq!(values(&frame, "h1 a", "href"), ["1.0.html"]);
    }
    let video = page(&folder, "assembly/video/1.0.frame.html");
    let ids = values(&video, "svg .box", "data-id");
    assert_eq!(ids, values(&page(&folder, "assembly/video/1.0.html"), "#drawing-sized svg .box", "data-id"));
    assert!(ids.contains(&"/composition/gw".to_owned()), "{ids:?}");
    assert!(values(&video, "svg a", "href").contains(&"../../resource/gateway/1.0.html".to_owned()));
    let gateway = values(&page(&folder, "resource/gateway/1.0.frame.html"), "main", "");
    assert!(gateway[0].contains("Lets traffic in.") && gateway[0].contains("has no diagram"), "{gateway:?}");
    // It is no page of its own for search engines.
    build(&folder, &["--base-url", BASE]);
    assert!(!folder.read("out/sitemap.xml").contains(".frame.html"));
    let canonical = values(&page(&folder, "assembly/video/1.0.frame.html"), "link[rel=canonical]", "href");
    assert_eq!(canonical, [format!("{BASE}assembly/video/1.0.html")]);
}

/// The addresses in the snippets of a page, each with the number of times that it occurs.
fn addresses(folder: &Folder, path: &str) -> Vec<String> {
    let page = page(folder, &format!("{path}.html"));
    let mut found = Vec::new();
    for (title, text) in values(&page, ".snippet summary", "").iter().zip(values(&page, ".snippet pre", "")) {
        let html = match title.as_str() {
            "Markdown" => {
                let html = markdown::html(&text, &|link| Some(link.to_owned()));
                assert!(html.contains("<a href"), "{html}");
                // The alternative text is shown, because pages of a site load no pictures of other hosts.
                assert!(html.contains("assembly::video::1.0"), "{html}");
                html
            }
            "Mermaid" => {
                let printed = folder.run(&["graph", "catalog/a/video.yaml", "--format", "mermaid"]);
                assert_eq!(text, format!("```mermaid\n{}```", printed.output));
                continue;
            }
            _ => text,
        };
        let html = Html::parse_fragment(&html);
        for attribute in ["src", "href", "srcset"] {
            found.extend(values(&html, &format!("[{attribute}]"), attribute));
        }
    }
    found
}

#[test]
fn snippets_lead_to_files_of_the_site() {
    let folder = catalog();
    folder.write("modeller/view/descriptorium-view.js", "// the element\n");
    let all = ["--view", "--modeller", "--base-url", BASE];
    for (options, base) in [(&all[..2], ""), (&all[..], BASE)] {
        build(&folder, options);
        let titles = values(&page(&folder, "assembly/video/1.0.html"), ".snippet summary", "");
        assert_eq!(titles, ["Frame", "Element", "Picture", "Markdown", "Mermaid", "Link into the modeller"]);
        let without = values(&page(&folder, "resource/gateway/1.0.html"), ".snippet summary", "");
        assert_eq!(without, ["Frame", "Element", "Link into the modeller"]);
        for path in PAGES {
            let found = addresses(&folder, path);
            assert!(found.len() >= 4, "{found:?}");
            for address in found {
                let path = address.strip_prefix(base).unwrap_or_else(|| panic!("{address} is not below {base}"));
                let file = path.split('#').next().unwrap_or_default();
                assert!(folder.at("out").join(file).is_file(), "{address}");
            }
        }
    }
    assert_eq!(folder.read("out/assets/descriptorium-view.js"), "// the element\n");
    assert!(!folder.at("out/modeller/view").exists(), "it is not a part of the modeller");
    // Without these, neither is offered.
    build(&folder, &[]);
    let titles = values(&page(&folder, "resource/gateway/1.0.html"), ".snippet summary", "");
    assert_eq!(titles, ["Frame", "Element"]);
    assert!(!folder.at("out/assets/descriptorium-view.js").exists());
    fs::remove_dir_all(folder.at("modeller/view")).expect("it is there");
    let missing = run(&folder, &["--view"]);
    assert!(missing.code == 2 && missing.errors.contains("`cargo xtask modeller` adds it"), "{missing:?}");
}

#[test]
fn shared_links_are_described_only_where_the_address_is_known() {
    let folder = catalog();
    build(&folder, &[]);
    let described =
        "meta[property^='og:'], meta[name^='twitter:'], link[type='application/json+oembed'], link[rel=canonical]";
    for path in PAGES.iter().map(|path| format!("{path}.html")).chain(["index.html".to_owned()]) {
        assert!(
            page(&folder, &path).select(&Selector::parse(described).expect("a selector")).next().is_none(),
            "{path}"
        );
    }
    assert!(!folder.at("out/assembly/video/1.0.oembed.json").exists());

    build(&folder, &["--base-url", BASE]);
    let video = page(&folder, "assembly/video/1.0.html");
    let address = format!("{BASE}assembly/video/1.0.html");
    for (property, expected) in [
        ("og:title", "video 1.0"),
        ("og:url", &address),
        ("og:type", "website"),
        ("og:site_name", "catalog"),
        ("og:description", "Shows \"videos\" & <more>."),
    ] {
        assert_eq!(values(&video, &format!("meta[property='{property}']"), "content"), [expected]);
    }
    assert_eq!(values(&video, "meta[name='twitter:card']", "content"), ["summary"]);
    assert_eq!(values(&video, "link[rel=canonical]", "href"), [address]);
    let linked = values(&video, "link[type='application/json+oembed']", "href");
    let file = linked[0].strip_prefix(BASE).expect("an address of the site");
    let answer: Value = serde_json::from_str(&folder.read(&format!("out/{file}"))).expect("JSON");
    assert_eq!(
        (&answer["version"], &answer["type"], &answer["title"]),
        (&"1.0".into(), &"rich".into(), &"video 1.0".into())
    );
    assert!(answer["width"].is_u64() && answer["height"].is_u64(), "{answer}");
    let shown = Html::parse_fragment(answer["html"].as_str().expect("a text"));
    assert_eq!(values(&shown, "iframe", "src"), [format!("{BASE}assembly/video/1.0.frame.html")]);
    assert_eq!(values(&shown, "iframe", "title"), ["video 1.0"]);
    // Pages about several descriptors have no frame.
    let home = page(&folder, "index.html");
    assert_eq!(values(&home, "meta[property='og:title']", "content"), ["catalog"]);
    assert!(values(&home, "link[type='application/json+oembed']", "href").is_empty());
    for path in ["404.html", "assembly/video/1.0.source.html"] {
        assert!(values(&page(&folder, path), "link[type='application/json+oembed']", "href").is_empty(), "{path}");
    }
}

/// The width and height of a PNG file.
fn size(png: &[u8]) -> (u32, u32) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG file");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut pixels).expect("pixels");
    // More than one color.
    assert!(pixels.chunks(4).any(|pixel| pixel != &pixels[..4]));
    (frame.width, frame.height)
}

#[test]
fn pictures_are_rendered_again_only_if_the_diagram_changed() {
    let folder = catalog();
    let options = ["--images", "--base-url", BASE];
    build(&folder, &options);
    let read = |path: &str| fs::read(folder.at(&format!("out/{path}"))).expect("a file");
    for path in PAGES {
        assert_eq!(size(&read(&format!("{path}.card.png"))), (1200, 630));
        assert_eq!(size(&read(&format!("{path}.png"))).0, 1200);
    }
    let video = page(&folder, "assembly/video/1.0.html");
    assert_eq!(values(&video, "meta[property='og:image']", "content"), [format!("{BASE}assembly/video/1.0.card.png")]);
    assert_eq!(values(&video, "meta[name='twitter:card']", "content"), ["summary_large_image"]);
    let answer: Value = serde_json::from_str(&folder.read("out/assembly/video/1.0.oembed.json")).expect("JSON");
    assert_eq!(answer["thumbnail_url"], format!("{BASE}assembly/video/1.0.card.png"));
    // A changed description leaves a picture as it is, even if it was replaced by one that only looks rendered.
    let path = "assembly/video/1.0.png";
    let mut marked = read(path);
    marked.push(0);
    folder.write(&format!("out/{path}"), &marked);
    folder.write("catalog/a/video.yaml", VIDEO.replace("Shows", "Displays"));
    build(&folder, &options);
    assert!(folder.read("out/assembly/video/1.0.html").contains("Displays"));
    assert_eq!(read(path), marked);
    folder.write("catalog/a/video.yaml", VIDEO.replace("  cdn:", "  net:"));
    build(&folder, &options);
    assert_ne!(read(path), marked);
    let changed = read(path);
    build(&folder, &[&options[..], &["--clean"]].concat());
    assert_eq!(read(path), changed, "a fresh build has the same picture");
    build(&folder, &[]);
    assert!(
        !folder.at("out/assembly/video/1.0.png").exists() && !folder.at("out/assembly/video/1.0.card.png").exists()
    );
}

/// Descriptions of a program that runs on this machine have no address that others could use.
#[test]
fn served_pages_offer_no_snippets() {
    let folder = catalog();
    let server = crate::suite::program::Server::start(&folder, &[]);
    let page = Html::parse_document(&server.get("/assembly/video/1.0.html").text());
    assert!(values(&page, "#embed, a[href='#embed']", "class").is_empty());
    assert!(page.select(&Selector::parse("#embed, a[href='#embed']").expect("a selector")).next().is_none());
    assert_eq!(server.get("/assembly/video/1.0.dark.svg").status, 200);
    assert_eq!(server.get("/assembly/video/1.0.oembed.json").status, 404);
}
