//! The lists of a large catalog: each that is cut leads to all of it, and the tree beside the pages stays small.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use descriptorium_tests::archive::zip;
use scraper::{ElementRef, Html, Selector};

use crate::suite::program::Folder;

/// A part with more values than are shown.
fn part() -> String {
    let properties: String = (0..30).map(|n| format!("  p{n}: {{type: string, default: v{n}}}\n")).collect();
    format!(
        "name: resource::part::1.0\nproperties:\n{properties}capabilities: {{Out: {{type: link}}}}\n\
         requirements: {{In: {{type: link}}}}\nlifecycle: {{Create: {{}}, Install: {{}}, Start: {{}}}}\n"
    )
}

/// Sixty parts, of which thirty start one after the other.
fn assembly() -> String {
    let parts: String = (0..60).map(|n| format!("  c{n}: {{type: 'resource::part::1.0'}}\n")).collect();
    let ends = |n: usize| format!("source-capabilities: [c{n}.Out], target-requirements: [c{}.In]", n + 1);
    let relationships: String =
        (0..30).map(|n| format!("  e{n}: {{{}, source-state: Active, target-state: Active}}\n", ends(n))).collect();
    format!("name: assembly::big::1.0\nproperties: {{}}\ncomposition:\n{parts}relationships:\n{relationships}")
}

/// A type with many properties, one with many values, and one with many types that derive from it.
fn types() -> String {
    let values: Vec<String> = (0..30).map(|n| format!("value_{n}")).collect();
    let wide: String = (0..210).map(|n| format!("      p{n}: {{type: integer, default: {n}}}\n")).collect();
    let derived: String = (0..210).map(|n| format!("  my.D{n}: {{derived_from: my.Base}}\n")).collect();
    format!(
        "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n  my.Base: {{derived_from: tosca.nodes.Root}}\n  \
         my.Place: {{derived_from: tosca.nodes.Root}}\n  my.Wide:\n    derived_from: tosca.nodes.Root\n    properties:\n{wide}      \
         choice: {{type: string, default: value_1, constraints: [valid_values: [{}]]}}\n  my.Narrow: {{derived_from: my.Wide}}\n{derived}",
        values.join(", ")
    )
}

fn service() -> String {
    let inputs: String = (0..210).map(|n| format!("    i{n}: {{type: string, default: x}}\n")).collect();
    let nodes: String = (0..210)
        .map(|n| {
            let script = if n < 30 { ", interfaces: {Standard: {create: scripts/all.sh}}" } else { "" };
            format!("    n{n}: {{type: my.Base, artifacts: {{a: {{type: tosca.artifacts.File, file: files/f{n}.txt}}}}{script}}}\n")
        })
        .collect();
    format!(
        "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [types.yaml]\ntopology_template:\n  inputs:\n{inputs}  \
         node_templates:\n    wide: {{type: my.Narrow}}\n    place: {{type: my.Place, directives: [substitutable]}}\n{nodes}"
    )
}

const SUBSTITUTE: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [types.yaml]\ntopology_template:\n  \
                          substitution_mappings: {node_type: my.Place}\n  node_templates: {inner: {type: my.Base}}\n";

fn application() -> String {
    let items: String = (0..210)
        .map(|n| format!("  - {{deploymentItemId: item{n}, artifactType: crd, artifactId: crds/c{n}.yaml, deploymentOrder: {n}}}\n"))
        .collect();
    format!(
        "asdId: 3b8f6d10-52c4-4f0e-9d6b-7a1e2c94d051\nasdVersion: \"1.0\"\nasdProvider: Fjord\nasdApplicationName: recorder\n\
         asdApplicationVersion: 1.0.0\nenhancedClusterCapabilities: {{minKernelVersion: 5.15.0}}\ndeploymentItems:\n  - \
         {{deploymentItemId: recorders, artifactType: helm_chart, artifactId: Artifacts/recorder}}\n{items}"
    )
}

/// Demands that name the application, and one that can be placed.
fn homing() -> String {
    let demands: String = (0..210)
        .map(|n| format!("  d{n}: [{{inventory_provider: aai, inventory_type: cloud, attributes: {{resource-module-name: recorder}}}}]\n"))
        .collect();
    format!("homing_template_version: 2017-10-10\ndemands:\n{demands}")
}

const PLACED: &str = "homing_template_version: 2017-10-10\nlocations: {home: {latitude: 0, longitude: 1}}\ndemands: {mux: \
                      [{inventory_provider: aai, inventory_type: cloud}]}\noptimization: {minimize: {sum: [{product: [2, \
                      {distance_between: [home, mux]}]}]}}\n";

/// A catalog in which each kind of list is longer than the part of it that is shown at first.
fn catalog() -> Folder {
    let folder = Folder::new(&[]);
    let write = |path: &str, text: &str| folder.write(&format!("catalog/{path}"), text);
    write("part.yaml", &part());
    write("big.yaml", &assembly());
    for n in 0..300 {
        let unknown: String = (0..7).map(|key| format!("unknown{key}: x\n")).collect();
        let text = format!("name: resource::ns{}.r{n}::1.0\n{unknown}lifecycle: {{Install: {{}}}}\n", n % 30);
        write(&format!("resources/r{n}.yaml"), &text);
    }
    for n in 0..30 {
        let of = |ns: usize| format!("resource::ns{}.r{}::1.0", ns % 30, ns % 30);
        let parts = format!(
            "  own: {{type: '{}'}}\n  next: {{type: '{}'}}\n  part: {{type: 'resource::part::1.0'}}\n",
            of(n),
            of(n + 1)
        );
        write(
            &format!("assemblies/a{n}.yaml"),
            &format!("name: assembly::ns{n}.a{n}::1.0\nproperties: {{}}\ncomposition:\n{parts}"),
        );
    }
    write("tosca/types.yaml", &types());
    write("tosca/service.yaml", &service());
    write("tosca/scripts/all.sh", "true\n");
    for n in 0..210 {
        write(&format!("tosca/files/f{n}.txt"), "x");
    }
    for n in 0..25 {
        write(&format!("tosca/sub{n}.yaml"), SUBSTITUTE);
    }
    write("package/Definitions/recorder.yaml", &application());
    write(
        "package/TOSCA-Metadata/TOSCA.meta",
        "TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nCreated-By: a test\nEntry-Definitions: Definitions/recorder.yaml\n",
    );
    write("package/Artifacts/recorder/Chart.yaml", "apiVersion: v2\nname: recorder\nversion: 1.2.3\n");
    let values: String = (0..110).map(|n| format!("v{n}: {n}\n")).collect();
    write("package/Artifacts/recorder/values.yaml", &values);
    for n in 0..210 {
        write(&format!("clusters/c{n}.yaml"), &format!("cluster: c{n}\nkernelVersion: 6.1.0\n"));
    }
    write("homing/many.yaml", &homing());
    write("homing/placed.yaml", PLACED);
    let candidates: String = (0..30).map(|n| format!("mux,site-{n},cloud,cloud,aai,1,l{n},att_aic,0,{n}\n")).collect();
    let head = "demand,candidate_id,candidate_type,inventory_type,inventory_provider,cost,location_id,location_type,latitude,longitude";
    write("homing/sites.csv", &format!("{head}\n{candidates}"));
    let names: Vec<String> = (0..2_100).map(|n| format!("f{n}.txt")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    folder.write("catalog/many.zip", zip(&files));
    let run = folder.run(&["build", "catalog", "--out", "out"]);
    assert_eq!(run.code, 0, "{run:?}");
    folder
}

fn selector(text: &str) -> Selector {
    Selector::parse(text).expect("a selector")
}

/// The number in `and 5 more`, or in `5 more rows`.
fn number_left(text: &str) -> Option<usize> {
    let (before, _) = text.split_once(" more").filter(|(_, after)| !after.starts_with(char::is_alphanumeric))?;
    before.rsplit(' ').next()?.replace(',', "").parse().ok()
}

/// The pages of a folder, with the paths from it.
fn pages(folder: &Path) -> Vec<String> {
    let (mut found, mut queue) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(current) = queue.pop() {
        for entry in fs::read_dir(current).expect("a folder").flatten() {
            let path = entry.path();
            match path.extension().and_then(|ending| ending.to_str()) {
                _ if path.is_dir() => queue.push(path),
                Some("html") => found.push(path.strip_prefix(folder).expect("below it").to_string_lossy().into_owned()),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// The path that a link on a page leads to, and its anchor.
fn target(page: &str, href: &str) -> (String, String) {
    let (path, anchor) = href.split_once('#').unwrap_or((href, ""));
    let decode = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8().expect("UTF-8").into_owned();
    if path.is_empty() {
        return (page.to_owned(), decode(anchor));
    }
    let mut steps: Vec<&str> = page.split('/').collect();
    steps.pop();
    for step in path.split('/') {
        match step {
            ".." => drop(steps.pop()),
            step => steps.push(step),
        }
    }
    (decode(&steps.join("/")), decode(anchor))
}

/// The number of entries that an opened list has: rows, items or names, and those that it leads to.
fn number_opened(details: ElementRef<'_>) -> usize {
    let count = |text: &str| details.select(&selector(text)).count();
    let words = |text: &str| -> Vec<String> {
        details.select(&selector(text)).map(|one| one.text().collect::<String>()).collect()
    };
    // The rest of the rest.
    let left: usize = words("a").iter().filter_map(|text| number_left(text)).sum();
    let findings = words("li").into_iter().filter_map(|text| {
        let text = text.strip_suffix('s').unwrap_or(&text);
        text.strip_suffix(" finding")?.rsplit(' ').next()?.parse::<usize>().ok()
    });
    let items = words(":scope > :is(ul, ol) > li").iter().filter(|text| number_left(text).is_none()).count();
    match (count(":scope > :is(div, table) tbody > tr"), findings.sum::<usize>(), items) {
        (0, 0, 0) => left + count("code"),
        (0, 0, items) => left + items,
        (0, findings, _) => findings,
        (rows, ..) => left + rows,
    }
}

/// Everything is checked on one site, which takes seconds to build. The oracle of an opened list is the number in its summary.
#[test]
fn each_list_that_is_cut_leads_to_all_of_it() {
    let folder = catalog();
    let out = folder.at("out");
    let mut faults: Vec<String> = Vec::new();
    // The headings of the sections with cut lists, by page.
    let mut cut: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for page in pages(&out) {
        let text = fs::read_to_string(out.join(&page)).expect("a page");
        if !text.match_indices(" more").any(|(at, _)| text[..at].ends_with(|last: char| last.is_ascii_digit())) {
            continue;
        }
        let html = Html::parse_document(&text);
        for node in
            html.tree.nodes().filter(|node| node.value().as_text().is_some_and(|text| number_left(text).is_some()))
        {
            let words = node.value().as_text().expect("a text").to_string();
            let around = || node.ancestors().filter_map(ElementRef::wrap);
            // Code, diagrams and the words of findings are the same as in the modeller.
            let is_finding = |one: ElementRef<'_>| one.value().classes().any(|class| class == "findings");
            if around().any(|one| is_finding(one) || matches!(one.value().name(), "pre" | "title" | "svg")) {
                continue;
            }
            let named = |name: &'static str| around().find(|one| one.value().name() == name);
            let section = named("section").or_else(|| named("main"));
            let heading =
                section.and_then(|section| section.select(&selector("h2[id]")).next()?.attr("id").map(str::to_owned));
            cut.entry(page.clone()).or_default().insert(heading.unwrap_or_default());
            if let Some(link) = named("a") {
                let (path, anchor) = target(&page, link.attr("href").unwrap_or_default());
                match fs::read_to_string(out.join(&path)) {
                    Err(_) => faults.push(format!("{page}: {words:?} leads to {path}, which is missing")),
                    Ok(text) if !anchor.is_empty() && !text.contains(&format!("id=\"{anchor}\"")) => {
                        faults.push(format!("{page}: {words:?} leads to {path}#{anchor}, which is missing"));
                    }
                    Ok(_) => {}
                }
            } else if let Some(summary) = named("summary") {
                let details = summary.parent().and_then(ElementRef::wrap).expect("a summary is in an element");
                let opened = number_opened(details);
                if number_left(&words) != Some(opened) {
                    faults.push(format!("{page}: {words:?} opens {opened}"));
                }
            } else {
                faults.push(format!("{page}: {words:?} is neither a link nor a summary"));
            }
        }
    }
    assert!(faults.is_empty(), "{} {:#?}", faults.len(), faults.get(..30).unwrap_or(&faults));
    for (page, section) in [
        ("assembly/big/1.0.html", "expansion"),
        ("tosca/types/node/my.~narrow.html", "inherited"),
        ("tosca/types/node/my.~base.html", "hierarchy"),
        ("tosca/types/node/my.~base.html", "used-by"),
        ("tosca/types/node/my.~wide.html", "/node_types/my.Wide/properties"),
        ("tosca/file/tosca/service.yaml.html", "template-inputs"),
        ("tosca/file/tosca/service.yaml.html", "nodes"),
        ("tosca/file/tosca/service.yaml.html", "plan"),
        ("tosca/file/tosca/service.yaml.html", "substitution"),
        ("tosca/file/tosca/service.yaml.html", "files"),
        ("tosca/file/tosca/service.yaml.html", "inherited"),
        ("tosca/imports.html", ""),
        ("tosca/artifacts.html", "archives"),
        ("archives/many.zip.html", "files"),
        ("application/~fjord/recorder/1.0.html", "deployment"),
        ("application/~fjord/recorder/1.0.html", "parameters"),
        ("application/~fjord/recorder/1.0.html", "clusters"),
        ("application/~fjord/recorder/1.0.html", "links"),
        ("homing/file/homing/many.yaml.html", "links"),
        ("homing/file/homing/placed.yaml.html", "placement"),
        ("clusters.html", ""),
        ("dependencies.html", "matrix"),
        ("health.html", "rules"),
        ("problems.html", ""),
    ] {
        let found = cut.get(page);
        assert!(
            found.is_some_and(|found| section.is_empty() || found.contains(section)),
            "{page} {section}: {found:?}"
        );
    }
    assert!(cut.keys().any(|page| page.starts_with("codes/")), "a rule with many findings");

    // The whole data is in the JSON to which a page leads.
    let json =
        |path: &str| -> serde_json::Value { serde_json::from_str(&folder.read(&format!("out/{path}"))).expect("JSON") };
    let length = |value: &serde_json::Value| value.as_array().map_or(0, Vec::len);
    assert_eq!(length(&json("archives/many.zip.json")["files"]), 2_100);
    assert_eq!(length(&json("tosca/types/node/my.~base.json")["descendants"]), 210);
    assert_eq!(
        length(&json("tosca/types/node/my.~narrow.json")["inherited"]),
        211 + inherited_of_root(&json("tosca/types/node/my.~base.json"))
    );
    tree(&out);
}

/// The number of members that every node type inherits.
fn inherited_of_root(base: &serde_json::Value) -> usize {
    base["inherited"].as_array().map_or(0, Vec::len)
}

/// The tree beside each page: small, with the branch of the page open, and with links to pages that exist.
fn tree(out: &Path) {
    let (links, open, current) =
        (selector(".kinds a"), selector(".kinds details[open]"), selector(".kinds a[aria-current=page]"));
    for (page, n_open, label) in [
        // A kind, a namespace, and the name in it.
        ("resource/ns7.r37/1.0.html", 2, Some("r37")),
        ("assembly/big/1.0.html", 1, Some("big")),
        // A namespace with a single name is not a branch of its own.
        ("assembly/ns3.a3/1.0.html", 1, Some("ns3.a3")),
        ("tosca/file/tosca/sub7.yaml.html", 1, Some("sub7.yaml")),
        // A page about a part of a descriptor marks no page.
        ("tosca/types/node/my.~wide.html", 1, None),
        ("resource/ns7.r37/1.0.source.html", 2, None),
        ("resource/index.html", 1, Some("All 301")),
        ("health.html", 0, None),
    ] {
        let html = Html::parse_document(&fs::read_to_string(out.join(page)).expect(page).replace("<wbr>", ""));
        let texts = |selector: &Selector| -> Vec<String> {
            html.select(selector).map(|one| one.text().collect::<String>().trim().to_owned()).collect()
        };
        assert_eq!(html.select(&open).count(), n_open, "{page}");
        assert_eq!(texts(&current), label.map(str::to_owned).into_iter().collect::<Vec<_>>(), "{page}");
        let all: Vec<ElementRef<'_>> = html.select(&links).collect();
        assert!(all.len() < 70, "{page}: {} links", all.len());
        for link in all {
            let (path, _) = target(page, link.attr("href").unwrap_or_default());
            assert!(out.join(&path).is_file(), "{page} leads to {path}");
        }
    }
    let part = |page: &str| {
        let html = Html::parse_document(&fs::read_to_string(out.join(page)).expect(page));
        let part = html.select(&selector(".kinds a[aria-current=true]")).next();
        part.map(|one| one.attr("href").unwrap_or_default().to_owned())
    };
    assert_eq!(part("resource/ns7.r37/1.0.source.html").as_deref(), Some("1.0.html"));
}
