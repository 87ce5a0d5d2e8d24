//! At all positions of names: completion, hover, definition, references and rename.

use std::collections::BTreeSet;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::{Change, TextEdit};
use descriptorium_core::settings::Settings;
use descriptorium_core::symbol::{SymbolKind, Target};
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::Workspace;

const NODE: &str = "\
name: resource::node::1.0
description: Something that serves
properties:
  size: {type: string, default: small, description: How large it is}
  net: {type: net}
  address: {type: string, read-only: true, description: Where it answers}
data-types:
  net:
    properties:
      cidr: {type: string}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
operations:
  Attach:
    properties:
      peer: {type: string, required: true, description: Who is attached}
metrics:
  load: {type: 'metric::load'}
lifecycle: {Create: {}, Start: {}}
";

const SERVICE: &str = "\
name: assembly::service::1.0
properties:
  size: {type: string, default: large}
  pool: {type: pool, default: {first: a, last: z}}
  sites:
    type: map
    default:
      north: {zone: n1}
      south: {zone: s1}
  address: {read-only: true, value: '${web.address}'}
data-types:
  base: {properties: {first: {type: string}}}
  pool:
    derived-from: base
    properties:
      last: {type: string, description: Where it ends}
composition:
  web:
    type: resource::node::1.0
    cluster: {minimum-nodes: 1, maximum-nodes: 3}
    properties:
      size: {value: '${size}'}
      net: {value: {cidr: '${pool.first}'}}
  site:
    type: resource::node::1.0
    items: ${sites}
    upgrade-dependencies: [web]
    dynamicType: \"{% if size == 'x' %}{{ 'resource::node::1.0' }}{% endif %}\"
    properties:
      size: {value: '${item.zone}'}
references:
  base-net:
    type: resource::node::1.0
    properties:
      name: {value: net}
relationships:
  link:
    source-capabilities: [web.Http]
    target-requirements: [site.Server]
    source-state: Active
    source-state-modifier: post
    target-state: Active
    properties:
      peer: {value: '${source.address}'}
    lifecycle:
      Create: [source.Attach]
operations:
  Join: {source-operation: web.Attach, multiple-instances: any}
metrics:
  load: {source-metric: web.load}
policies:
  grow:
    type: policy::scale
    metric: web.load
    target: web
    properties: {scaleOut_threshold: {value: 90}}
";

fn path(name: &str) -> FilePath {
    FilePath::new(name).expect("a plain path")
}

fn analysis(service: &str) -> Analysis {
    let files = [("node.yaml", NODE), ("service.yaml", service)];
    Analysis::new(Workspace::new(files.map(|(name, text)| (path(name), text.to_owned()))), Settings::default())
}

/// The completions after replacing `from` by `to`, with the cursor at its `|`.
fn offered(from: &str, to: &str) -> Vec<String> {
    assert!(SERVICE.contains(from), "{from}");
    let text = SERVICE.replacen(from, to, 1);
    let cursor = text.find('|').expect("a cursor");
    let analysis = analysis(&text.replacen('|', "", 1));
    analysis.complete(&path("service.yaml"), cursor).into_iter().map(|found| found.label).collect()
}

#[test]
fn every_place_of_a_name_is_completed() {
    for (from, to, expected) in [
        ("    type: resource::node::1.0\n    cluster", "    type: |\n    cluster", &["resource::node::1.0"][..]),
        (
            "  base-net:\n    type: resource::node::1.0",
            "  base-net:\n    type: reso|",
            &["resource::node::^1.0", "resource::node::1.0"],
        ),
        ("'${web.address}'", "'${|'", &["size", "pool", "sites", "address", "web", "site", "base-net", "instance"]),
        ("'${web.address}'", "'${web.|'", &["size", "net", "address"]),
        ("'${web.address}'", "'${web.net.|'", &["cidr"]),
        ("'${web.address}'", "'${base-net.|'", &["size", "net", "address", "name"]),
        ("'${pool.first}'", "'${pool.|}'", &["last", "first"]),
        ("'${web.address}'", "'${sites.|'", &["north", "south"]),
        ("'${web.address}'", "'${sites.north.|'", &["zone"]),
        ("'${web.address}'", "'${instance.|'", &["name", "id", "index"]),
        ("'${item.zone}'", "'${item.|}'", &["zone"]),
        ("'${source.address}'", "'${source.|}'", &["size", "net", "address"]),
        // Items are those of a list or a map of this assembly; a quantity is a number or a reference to one.
        ("items: ${sites}", "items: ${si|}", &["sites"]),
        ("items: ${sites}", "items: |", &["${sites}"]),
        ("items: ${sites}", "items: ${sites.|}", &["north", "south"]),
        ("    cluster: {minimum-nodes: 1, maximum-nodes: 3}", "    quantity: |", &["${address}"]),
        ("{minimum-nodes: 1, maximum-nodes: 3}", "{minimum-nodes: |}", &["${address}"]),
        (
            "    cluster: {minimum-nodes: 1, maximum-nodes: 3}",
            "    quantity: ${|}",
            &["address", "pool", "web", "site", "base-net"],
        ),
        ("    cluster: {minimum-nodes: 1, maximum-nodes: 3}", "    quantity: ${web.|}", &["address", "net"]),
        ("{scaleOut_threshold: {value: 90}}", "{smoothing: {value: |}}", &["${address}"]),
        ("{scaleOut_threshold: {value: 90}}", "{smoothing: {|}}", &["value"]),
        (
            "{scaleOut_threshold: {value: 90}}",
            "{scaleOut_threshold: {value: 90}, |}",
            &["scaleIn_threshold", "smoothing"],
        ),
        (
            "    type: map\n",
            "    type: map\n    entry-schema: |\n",
            &[
                "string",
                "boolean",
                "integer",
                "float",
                "timestamp",
                "map",
                "list",
                "key",
                "certificate",
                "base",
                "pool",
            ],
        ),
        ("operations:\n  Join", "capabilities:\n  Web: {type: |}\noperations:\n  Join", &["http"]),
        ("source-metric: web.load}", "source-metric: web.load, type: |}", &["metric::load", "metric::integrity"]),
        // Brackets may be opened in a line above.
        (
            "source-capabilities: [web.Http]",
            "source-capabilities: [\n      web.Http, # [the one\n      |\n    ]",
            &["web.Http", "site.Http", "base-net.Http"],
        ),
        (
            "properties: {scaleOut_threshold: {value: 90}}",
            "properties: {\n      scaleOut_threshold: {value: 90},\n      # {and\n      s|\n    }",
            &["scaleIn_threshold", "smoothing"],
        ),
        ("source-capabilities: [web.Http]", "source-capabilities: |", &["web.Http", "site.Http", "base-net.Http"]),
        ("source-capabilities: [web.Http]", "source-capabilities: [|]", &["web.Http", "site.Http", "base-net.Http"]),
        ("target-requirements: [site.Server]", "target-requirements: [si|]", &["web.Server", "site.Server"]),
        ("    source-state: Active", "    source-state: |", &["Installed", "Inactive", "Active", "Broken"]),
        ("modifier: post", "modifier: |", &["pre", "post"]),
        ("Create: [source.Attach]", "Create: [|]", &["source.Attach", "target.Attach"]),
        ("source-operation: web.Attach", "source-operation: |", &["web.Attach", "site.Attach"]),
        ("multiple-instances: any", "multiple-instances: |", &["every", "any", "first"]),
        ("source-metric: web.load", "source-metric: |", &["web.load", "site.load"]),
        ("    type: policy::scale", "    type: |", &["policy::scale"]),
        ("    target: web", "    target: |", &["web"]),
        ("upgrade-dependencies: [web]", "upgrade-dependencies: [|]", &["web"]),
        ("derived-from: base", "derived-from: |", &["base"]),
        (
            "      size: {value: '${size}'}\n      net",
            "      |\n      net",
            &["size", "deploymentLocation", "resourceManager"],
        ),
        (
            "      name: {value: net}\n",
            "      |\n",
            &["size", "net", "address", "name", "deploymentLocation", "resourceManager"],
        ),
        ("      peer: {value", "      |\n      x: {value", &["peer"]),
        ("if size ==", "if | ==", &["size"]),
        ("{{ 'resource::node::1.0' }}", "{{ 'res|' }}", &["resource::node::1.0"]),
        (
            "  address: {read-only",
            "  extra: {type: |}\n  address: {read-only",
            &[
                "string",
                "boolean",
                "integer",
                "float",
                "timestamp",
                "map",
                "list",
                "key",
                "certificate",
                "base",
                "pool",
            ],
        ),
    ] {
        let found = offered(from, to);
        let (set, wanted): (BTreeSet<&str>, BTreeSet<&str>) =
            (found.iter().map(String::as_str).collect(), expected.iter().copied().collect());
        assert_eq!(set, wanted, "for `{to}`");
    }
}

#[test]
fn keys_are_those_that_are_not_there_yet() {
    let component = offered("    cluster: {minimum", "    |\n    cluster: {minimum");
    assert!(
        component.iter().any(|key| key == "quantity") && !component.iter().any(|key| key == "type"),
        "{component:?}"
    );
    let property = offered("  size: {type: string, default: large}", "  size:\n    type: string\n    |");
    assert!(property.iter().any(|key| key == "default") && !property.iter().any(|key| key == "type"), "{property:?}");
    let pool = "  pool: {type: pool, default: {first: a, last: z}}";
    assert_eq!(offered(pool, "  pool:\n    type: pool\n    default:\n      first: a\n      |"), ["last"]);
    assert_eq!(offered(pool, "  pool: {type: pool, default: {first: a, |}}"), ["last"]);
}

#[test]
fn transitions_are_offered_in_a_lifecycle() {
    let text = NODE.replace("lifecycle: {Create: {}, Start: {}}", "lifecycle:\n  Create: {}\n  ");
    let analysis = Analysis::new(Workspace::new([(path("node.yaml"), text.clone())]), Settings::default());
    let found: Vec<String> =
        analysis.complete(&path("node.yaml"), text.len() - 1).into_iter().map(|found| found.label).collect();
    assert!(found.iter().any(|key| key == "Install") && !found.iter().any(|key| key == "Create"), "{found:?}");
}

/// The completions in a separate text with the cursor at its `|`, next to the resource `node`.
fn offered_in(text: &str) -> Vec<String> {
    let cursor = text.find('|').expect("a cursor");
    let files = [("node.yaml", NODE), ("cloud.yaml", CLOUD), ("own.yaml", &text.replacen('|', "", 1))];
    let files = files.map(|(name, text)| (path(name), text.to_owned()));
    let analysis = Analysis::new(Workspace::new(files), Settings::default());
    analysis.complete(&path("own.yaml"), cursor).into_iter().map(|found| found.label).collect()
}

const CLOUD: &str = "\
name: resource::cloud::2.1
lifecycle: {Create: {}}
infrastructure: {Openstack: {}}
default-driver: {ansible: {selector: {infrastructure-type: [Kubernetes]}}}
";

#[test]
fn the_words_of_a_resource_are_offered() {
    let head = "name: resource::own::1.0\n";
    let of = |text: &str| offered_in(&format!("{head}{text}"));
    let listed = of("lifecycle:\n- Create\n- Ins|\n");
    assert!(listed.iter().any(|name| name == "Install") && !listed.iter().any(|name| name == "Create"), "{listed:?}");
    assert_eq!(of("lifecycle: [Create, |]\n"), listed);
    let driver = "lifecycle: {Create: {}}\ndefault-driver:\n  ansible:\n    ";
    assert_eq!(of(&format!("{driver}|\n")), ["selector", "properties"]);
    assert_eq!(of(&format!("{driver}selector:\n      |\n")), ["infrastructure-type"]);
    let types = ["*", "Kubernetes", "Openstack"];
    assert_eq!(of(&format!("{driver}selector:\n      infrastructure-type: [|]\n")), types);
    assert_eq!(of(&format!("{driver}selector:\n      infrastructure-type:\n      - |\n")), types);
    let policy = "lifecycle: {Create: {}}\npolicies:\n  heal:\n    type: ";
    assert_eq!(of(&format!("{policy}|\n")), ["policy::heal"]);
    assert_eq!(of(&format!("{policy}policy::heal\n    properties:\n      |\n")), ["smoothing"]);
    assert_eq!(of("requirements:\n  Web: {type: |}\nlifecycle: {Create: {}}\n"), ["http"]);
}

/// References may use a range within a major version; components use one version.
#[test]
fn a_reference_is_offered_ranges() {
    let versions = ["1.0", "1.2", "2.0", "2.1"];
    let node = |version: &str| (path(&format!("n{version}.yaml")), NODE.replace("::1.0", &format!("::{version}")));
    let offered = |section: &str| -> Vec<String> {
        let text = format!("name: assembly::a::1.0\n{section}:\n  n:\n    type: ");
        let files = versions.map(node).into_iter().chain([(path("a.yaml"), text.clone())]);
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        analysis.complete(&path("a.yaml"), text.len()).into_iter().map(|found| found.label).collect()
    };
    let exact = ["resource::node::1.0", "resource::node::1.2", "resource::node::2.0", "resource::node::2.1"];
    let mut all = offered("references");
    all.retain(|name| !exact.contains(&name.as_str()));
    assert_eq!(all, ["resource::node::^1.0", "resource::node::^2.0"]);
    assert_eq!(offered("composition"), exact);
}

/// Everything that is named and referenced has a definition, and references back; the expected names are listed here.
#[test]
fn every_name_is_explained_and_followed() {
    let analysis = analysis(SERVICE);
    let service = path("service.yaml");
    let mut kinds = BTreeSet::new();
    for mention in analysis.mentions(&service) {
        let Target::Found { file, path } = &mention.target else {
            // A reference is found by its name, which no descriptor needs to declare.
            let is_built_in = mention.name == "name" && mention.path.to_string().contains("/references/");
            assert!(is_built_in || matches!(mention.target, Target::Unknown), "{mention:?}");
            continue;
        };
        let at = mention.span.start as usize;
        assert!(analysis.hover(&service, at).is_some(), "no note on {mention:?}");
        let definition = analysis.definition(&service, at).expect("defined");
        assert_eq!((&definition.file, &definition.path), (file, path), "{mention:?}");
        let back = analysis.references(&definition.file, &definition.path);
        assert!(back.iter().any(|(found, other)| *found == service && other.span == mention.span), "{mention:?}");
        kinds.insert((mention.context, mention.kind));
    }
    assert!(kinds.len() > 17, "{kinds:?}");
}

/// Undefined names in values have a hover as well.
#[test]
fn undefined_names_have_a_hover() {
    // In `place`, the cursor is before the `|`; the hover is for `on`, and contains the text.
    for (from, place, on, said) in [
        ("source-state: Active", "source-state: Act|ive", "Active", "Started and in service"),
        ("target-state: Active", "target-state: Ina|ctive", "Inactive", "reached with `Configure`"),
        ("source-state-modifier: post", "source-state-modifier: p|ost", "post", "when the source has reached"),
        ("source-state-modifier: post", "source-state-modifier: pr|e", "pre", "before the source"),
        ("type: policy::scale", "type: policy|::scale", "policy::scale", "Used in assemblies"),
        ("scaleOut_threshold", "scaleOut|_threshold", "scaleOut_threshold", "above which the cluster grows"),
        ("size: {type: string, default: large}", "size: {type: str|ing}", "string", "Text"),
        ("type: map", "type: m|ap", "map", "Values by key"),
        ("multiple-instances: any", "multiple-instances: an|y", "any", "one of the instances"),
        (
            "'${item.zone}'",
            "'${it|em.zone}'",
            "item",
            "entry of `${sites}` that this instance of `site` is created for",
        ),
        ("'${item.zone}'", "'${item.zo|ne}'", "zone", "entry of `item`"),
        ("'${web.address}'", "'${instan|ce.name}'", "instance", "`name`, an `id` and an `index`"),
        ("'${web.address}'", "'${instance.inde|x}'", "index", "starting at 1"),
        ("'${web.address}'", "'${sites.no|rth.zone}'", "north", "entry of `sites`"),
        ("'${web.address}'", "'${sites.north.zo|ne}'", "zone", "Value: `n1`"),
        ("'${web.address}'", "'${base-net.i|d}'", "id", "of the instance `base-net`"),
        ("'${source.address}'", "'${sour|ce.address}'", "source", "Here: `web`"),
        ("[source.Attach]", "[tar|get.Attach]", "target", "Here: `site`"),
        ("      north: {zone: n1}", "      nor|th: {zone: n1}", "north", "key in a value of type `map`"),
    ] {
        assert!(SERVICE.contains(from), "{from}");
        let text = SERVICE.replacen(from, place, 1);
        let cursor = text.find('|').expect("a cursor");
        let text = text.replacen('|', "", 1);
        let found = analysis(&text).hover(&path("service.yaml"), cursor).unwrap_or_else(|| panic!("none at {place}"));
        assert_eq!(found.span.of(&text), on, "{place}");
        assert!(found.text.contains(said), "{place}: {}", found.text);
    }
    let text = NODE.replace("lifecycle: {Create: {}, Start: {}}", "lifecycle: [Create, Start]");
    let at = text.find("Start").expect("a transition");
    let analysis = Analysis::new(Workspace::new([(path("node.yaml"), text)]), Settings::default());
    assert!(analysis.hover(&path("node.yaml"), at).is_some_and(|found| found.text.contains("`Inactive` to `Active`")));
}

/// A descriptor named by its project is found by references in the project, and renamed only in the project file.
#[test]
fn names_that_a_project_gives_are_followed_and_not_renamed() {
    let files = [
        ("p/lmproject.yml", "name: cdn\nversion: 1.0\ntype: Assembly\ncontains:\n- {name: gw, type: Resource}\n"),
        (
            "p/Descriptor/assembly.yml",
            "composition:\n  gw:\n    type: $lmctl:/contains:/gw:/descriptor_name\n    properties: {}\n",
        ),
        ("p/Contains/gw/Definitions/lm/resource.yaml", "description: Lets in\nlifecycle: {Create: {}}\n"),
    ];
    let analysis =
        Analysis::new(Workspace::new(files.map(|(name, text)| (path(name), text.to_owned()))), Settings::default());
    let (assembly, resource) = (path(files[1].0), path(files[2].0));
    let at = files[1].1.find("gw:/descr").expect("the reference");
    let found = analysis.definition(&assembly, at).expect("it leads somewhere");
    assert_eq!((&found.file, found.name.as_str()), (&resource, "resource::gw-cdn::1.0"));
    assert_eq!(found.span, Span::new(0, 0));
    let note = analysis.hover(&assembly, at).expect("a note").text;
    assert!(note.contains("resource::gw-cdn::1.0") && note.contains("Lets in"), "{note}");
    let back = analysis.references(&found.file, &found.path);
    assert_eq!(back.iter().map(|(file, _)| file).collect::<Vec<_>>(), [&assembly]);
    let refused = analysis.rename(&found.file, &found.path, "resource::other::1.0").expect_err("it is not its own");
    assert!(refused.to_string().contains("p/lmproject.yml defines the name of `resource::gw-cdn::1.0`"), "{refused}");
    let at = files[1].1.find("$lmctl").expect("the reference");
    let offered = analysis.complete(&assembly, at);
    assert_eq!(offered[0].label, "$lmctl:/contains:/gw:/descriptor_name");
    assert!(offered.iter().all(|found| !found.label.contains("assembly::cdn")), "{offered:?}");
    // The first key of the descriptor is not its name.
    assert_eq!(analysis.definition(&resource, 0), None);
}

/// The oracle is resolution: after a rename, all names resolve to the same definitions.
#[test]
fn every_name_is_renamed_everywhere() {
    let before = analysis(SERVICE);
    let mut done = BTreeSet::new();
    for file in [path("node.yaml"), path("service.yaml")] {
        for symbol in before.symbols(&file).into_iter().filter(|symbol| symbol.kind != SymbolKind::Descriptor) {
            // Entries of a component have the names that its type declares.
            let given = symbol.kind == SymbolKind::Property && symbol.path.steps().len() > 2;
            let is_own =
                symbol.path.to_string().contains("/data-types/") || symbol.path.to_string().contains("/operations/");
            if given && !is_own {
                continue;
            }
            let change = before.rename(&file, &symbol.path, "zz").unwrap_or_else(|error| panic!("{symbol:?}: {error}"));
            let after = before.changed(&change).expect("fits");
            let new = symbol.path.parent().unwrap_or_default().key("zz");
            let led = |analysis: &Analysis, path| analysis.references(&file, path).len();
            assert_eq!(led(&before, &symbol.path), led(&after, &new), "{symbol:?}");
            let lost = |analysis: &Analysis| {
                let mentions = ["node.yaml", "service.yaml"].iter().flat_map(|name| analysis.mentions(&path(name)));
                mentions.filter(|mention| matches!(mention.target, Target::Missing { .. })).count()
            };
            assert_eq!(lost(&before), lost(&after), "{symbol:?}");
            done.insert(symbol.kind);
        }
    }
    assert!(done.len() > 8, "{done:?}");
}

/// Completed text can be continued: references are closed, and properties are ready for their values.
#[test]
fn completions_insert_complete_constructs() {
    for (from, to, label, expected) in [
        ("value: '${size}'}\n      net", "value: '${si|'}\n      net", "size", "value: '${size}'}\n      net"),
        ("value: '${size}'}\n      net", "value: '${si|}'}\n      net", "size", "value: '${size}'}\n      net"),
        ("value: '${size}'}\n      net", "value: '${we|'}\n      net", "web", "value: '${web'}\n      net"),
        ("peer: {value: '${source.address}'}", "peer: {value: '${so|'}", "source", "peer: {value: '${source'}"),
        ("      size: {value: '${size}'}\n", "      si|\n", "size", "      size:\n        value: \n"),
        ("      size: {value: '${size}'}\n", "      si|: {value: x}\n", "size", "      size: {value: x}\n"),
        ("      name: {value: net}\n", "      reso|\n", "resourceManager", "      resourceManager:\n        value: \n"),
        ("    type: resource::node::1.0\n    items", "    ty|: x\n    items", "type", "    type: x\n    items"),
    ] {
        assert!(SERVICE.contains(from), "{from}");
        let text = SERVICE.replacen(from, to, 1);
        let cursor = text.find('|').expect("a cursor");
        let text = text.replacen('|', "", 1);
        let offered = analysis(&text).complete(&path("service.yaml"), cursor);
        let found =
            offered.iter().find(|found| found.label == label).unwrap_or_else(|| panic!("{label} in {offered:?}"));
        let done = TextEdit::replace(found.replaces, found.insert.clone()).apply(&text).expect("fits");
        assert_eq!(done, SERVICE.replacen(from, expected, 1), "{to}");
    }
}

#[test]
fn a_value_that_is_there_is_replaced_as_a_whole() {
    for (value, end) in
        [("type: resource::web::1.0   # why", "   # why"), ("{type: resource::web::1.0, properties: {}}", ", ")]
    {
        let text = match value.starts_with('{') {
            true => format!("name: assembly::a::1.0\ncomposition:\n  x: {value}\n"),
            false => format!("name: assembly::a::1.0\ncomposition:\n  x:\n    {value}\n"),
        };
        let analysis = analysis(&text);
        let cursor = text.find("resource::web").expect("a type");
        let found = analysis.complete(&path("service.yaml"), cursor);
        let replaced = found.first().expect("descriptors").replaces;
        assert_eq!(replaced.start as usize, cursor);
        assert!(text[replaced.end as usize..].starts_with(end), "{:?} of {text}", replaced);
    }
}

/// An incomplete name affects only itself.
#[test]
fn completion_never_fails_wherever_the_cursor_is() {
    let analysis = analysis(SERVICE);
    let service = path("service.yaml");
    for (at, _) in SERVICE.char_indices() {
        for found in analysis.complete(&service, at) {
            let edit = TextEdit::replace(found.replaces, found.insert.clone());
            assert!(found.replaces.start as usize <= at && at <= found.replaces.end as usize, "{found:?} at {at}");
            assert!(edit.apply(SERVICE).is_ok(), "{found:?} at {at}");
        }
    }
    let gone = Change::of_file("test", service.clone(), TextEdit::delete(Span::new(0, SERVICE.len())));
    assert_eq!(analysis.changed(&gone).expect("fits").complete(&service, 0), []);
}
