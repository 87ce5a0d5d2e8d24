//! The analysis as an editor uses it: incrementally, with definitions, hover and completion at positions.

use std::collections::BTreeMap;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::edit::{Change, FileChange, TextEdit};
use descriptorium_core::language::Language;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::Workspace;

const GATEWAY: &str = "\
name: resource::gateway::1.0
description: Lets traffic in
properties:
  size: {type: string, default: small}
  address:
    type: string
    read-only: true
    description: Where it listens
capabilities:
  Route: {type: ip.route}
operations:
  AddPeer: {}
lifecycle: {Create: {}}
";

const WEB: &str = "\
name: resource::web::1.0
properties:
  upstream: {type: string}
requirements:
  Route: {type: ip.route}
operations:
  Reload: {}
lifecycle: {Create: {}}
";

const SERVICE: &str = "\
name: assembly::service::1.0
properties:
  size: {type: string, default: large}
  address: {read-only: true, value: '${gw.address}'}
composition:
  gw:
    type: resource::gateway::1.0
    properties:
      size: {value: '${size}'}
  web:
    type: resource::web::1.0
    properties:
      upstream: {value: '${gw.address}'}
relationships:
  route:
    source-capabilities: [gw.Route]
    target-requirements: [web.Route]
    source-state: Active
    target-state: Active
    lifecycle:
      Create: [source.AddPeer, target.Reload]
      Cease: [source.AddPeer]
";

fn path(name: &str) -> FilePath {
    FilePath::new(name).expect("a plain path")
}

fn analysis() -> Analysis {
    let files = [("gateway.yaml", GATEWAY), ("web.yaml", WEB), ("service.yaml", SERVICE)];
    let files = files.map(|(name, text)| (path(name), text.to_owned()));
    Analysis::new(Workspace::new(files), Settings::default())
}

/// The offset after the first occurrence of `before` in the text.
fn after(text: &str, before: &str) -> usize {
    text.find(before).expect("is in the text") + before.len()
}

fn edited(analysis: &Analysis, file: &str, from: &str, to: &str) -> Analysis {
    let source = analysis.file(&path(file)).expect("a file");
    let start = source.text.find(from).expect("is in the text");
    let edit = TextEdit::replace(Span::new(start, start + from.len()), to);
    analysis.changed(&Change::of_file("test", path(file), edit)).expect("fits")
}

/// Half-typed text does not make a diagram vanish, and its faults are found.
#[test]
fn an_opened_descriptor_stays_one() {
    let start = Language::Resource;
    for broken in ["{{{ [\n", "<<<<<<< HEAD\n", "[", "name: [", "", "name: x\n", "name:\n"] {
        let text = "name: resource::gateway::1.0\nproperties: {}\ndescription: x\n";
        let analysis = Analysis::new(Workspace::new([(path("a.yaml"), text.to_owned())]), Settings::default());
        assert_eq!(analysis.file(&path("a.yaml")).and_then(|file| file.language), Some(start));
        let typed = edited(&analysis, "a.yaml", "name: resource::gateway::1.0\n", broken);
        let file = typed.file(&path("a.yaml")).expect("a file");
        assert_eq!(file.language, Some(start), "{broken}");
        assert!(typed.all_diagnostics().any(|found| found.severity == Severity::Error), "{broken}");
        let back = edited(&typed, "a.yaml", broken, "name: resource::gateway::1.0\n");
        assert_eq!(back.file(&path("a.yaml")).and_then(|file| file.language), Some(start));
        assert_eq!(back.diagnostics(&path("a.yaml")), analysis.diagnostics(&path("a.yaml")));
        let other = edited(&analysis, "a.yaml", text, "services:\n  web: {image: x}\n");
        assert_eq!(other.file(&path("a.yaml")).and_then(|file| file.language), None, "a different text");
    }
}

/// Types letter by letter, then checks the files that are due.
#[test]
fn deferred_checks_give_the_same_findings() {
    let mut typed = analysis();
    let mut whole = analysis();
    let typing = [
        ("service.yaml", "value: '${gw.addr", "xyz"),
        ("service.yaml", "relationships:\n", "  requires:\n"),
        ("gateway.yaml", "properties:\n  si", "q"),
        ("service.yaml", "name: assembly::serv", "x"),
        ("web.yaml", "name: resource::we", "x"),
        ("gateway.yaml", "Lets traffic", " of all kinds"),
    ];
    for (file, behind, letters) in typing {
        let mut at = after(&typed.file(&path(file)).expect("a file").text, behind);
        for letter in letters.chars() {
            let change = Change::of_file("Typing", path(file), TextEdit::insert(at, letter.to_string()));
            let n_before = typed.diagnostics(&path(file)).len();
            typed = typed.typed(&change).expect("fits");
            whole = whole.changed(&change).expect("fits");
            at += letter.len_utf8();
            assert!(typed.is_due() && !whole.is_due());
            // Until then, earlier findings are shown at their shifted places.
            assert_eq!(typed.diagnostics(&path(file)).len(), n_before);
            let text = &typed.file(&path(file)).expect("a file").text;
            for found in typed.diagnostics(&path(file)) {
                assert!(text.get(found.span.range()).is_some(), "{found:?}");
                for edit in found.fixes.iter().filter_map(|fix| fix.change.edits.get(&path(file))) {
                    assert!(edit.apply(text).is_ok(), "{found:?}");
                }
            }
        }
        if file != "gateway.yaml" {
            typed = typed.with_due_checked();
            assert!(!typed.is_due());
            assert_same(&typed, &whole);
        }
    }
    assert_same(&typed.with_due_checked(), &whole);
    // Any other change also checks the files that are due.
    let change = Change::of_file("test", path("web.yaml"), TextEdit::insert(0, "# note\n"));
    assert_same(&typed.changed(&change).expect("fits"), &whole.changed(&change).expect("fits"));
}

/// Results of analyses must not depend on the order of edits.
fn assert_same(left: &Analysis, right: &Analysis) {
    let findings = |analysis: &Analysis| {
        let files = analysis.workspace().files();
        let findings = files.map(|file| {
            (file.path.clone(), (analysis.diagnostics(&file.path).to_vec(), analysis.mentions(&file.path).to_vec()))
        });
        findings.collect::<BTreeMap<_, _>>()
    };
    assert_eq!(findings(left), findings(right));
    assert_eq!(left.catalog(), right.catalog());
}

#[test]
fn the_small_service_has_no_errors() {
    let analysis = analysis();
    let errors: Vec<_> = analysis.all_diagnostics().filter(|found| found.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn a_change_of_what_others_see_reaches_them() {
    let before = analysis();
    let after = edited(&before, "gateway.yaml", "  address:", "  addr:");
    let codes: Vec<&str> = after.diagnostics(&path("service.yaml")).iter().map(|found| found.code).collect();
    assert_eq!(codes.iter().filter(|code| **code == "assembly/no-such-property").count(), 2, "{codes:?}");
    assert_same(&after, &Analysis::new(after.workspace().clone(), Settings::default()));
    let back = edited(&after, "gateway.yaml", "  addr:", "  address:");
    assert_same(&back, &before);
}

#[test]
fn a_new_name_reaches_those_that_may_have_meant_it() {
    let missing = edited(&analysis(), "service.yaml", "resource::web::1.0", "resource::rooter::1.0");
    let after = edited(&missing, "web.yaml", "resource::web::1.0", "resource::router::1.0");
    let help = |analysis: &Analysis| {
        let found = analysis.diagnostics(&path("service.yaml")).iter();
        found.filter_map(|found| found.help.clone()).find(|help| help.contains("did you mean"))
    };
    assert_ne!(help(&missing), help(&after));
    assert_same(&after, &Analysis::new(after.workspace().clone(), Settings::default()));
}

#[test]
fn typing_anywhere_gives_what_starting_afresh_gives() {
    // Every file truncated and restored at many positions: the oracle is a fresh analysis of the same texts.
    let start = analysis();
    for file in ["gateway.yaml", "web.yaml", "service.yaml"] {
        let text = start.file(&path(file)).expect("a file").text.clone();
        for at in (0..text.len()).step_by(3).filter(|at| text.is_char_boundary(*at)) {
            for edit in [
                TextEdit::insert(at, "x"),
                TextEdit::insert(at, "\n"),
                TextEdit::delete(Span::new(at, (at + 2).min(text.len()))),
            ] {
                let change = Change::of_file("test", path(file), edit);
                let changed = start.changed(&change).expect("fits");
                assert_same(&changed, &Analysis::new(changed.workspace().clone(), Settings::default()));
            }
        }
    }
}

/// The oracle is an analysis of the same texts, read in another order.
#[test]
fn project_files_apply_to_their_package() {
    let afresh = |analysis: &Analysis| {
        let texts: Vec<_> =
            analysis.workspace().files().map(|file| (file.path.clone(), file.text.to_string())).collect();
        Analysis::new(Workspace::new(texts.into_iter().rev()), Settings::default())
    };
    let texts = [
        ("lmproject.yml", "name: video\nversion: '1.0'\ncontains: [{name: gw, type: Resource}]\n"),
        ("Descriptor/assembly.yml", "composition: {gw: {type: '$lmctl:/contains:/gw:/descriptor_name'}}\n"),
        ("Contains/gw/Definitions/lm/resource.yaml", "lifecycle: {Create: {}}\n"),
        ("web.yaml", "name: assembly::web::1.0\ncomposition: {video: {type: 'assembly::video::1.0'}}\n"),
        ("Contains/gw/descriptor/gw.yml", "description: of the old form\n"),
    ];
    let files = texts.map(|(name, text)| (path(name), text.to_owned()));
    let start = Analysis::new(Workspace::new(files), Settings::default());
    assert_same(&start, &afresh(&start));
    let missing = |analysis: &Analysis| {
        let found = analysis.all_diagnostics().filter(|found| found.code == "catalog/no-such-descriptor");
        found.map(|found| found.file.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(missing(&start), Vec::<String>::new());
    let newer = edited(&start, "lmproject.yml", "1.0", "1.1");
    assert_same(&newer, &afresh(&newer));
    assert_eq!(missing(&newer), ["web.yaml"]);
    let broken = edited(&start, "lmproject.yml", "name: video", "nam: video");
    assert_same(&broken, &afresh(&broken));
    assert!(
        broken.diagnostics(&path("Descriptor/assembly.yml")).iter().any(|found| found.code == "catalog/malformed-type")
    );
    assert_same(&edited(&broken, "lmproject.yml", "nam: video", "name: video"), &start);
    let other = edited(&start, "lmproject.yml", "type: Resource", "type: Assembly");
    assert_same(&other, &afresh(&other));
    assert_same(&edited(&other, "lmproject.yml", "type: Assembly", "type: Resource"), &start);
    // A misspelled key is one only as long as the project makes the file a descriptor.
    let misspelled = edited(&start, "Contains/gw/descriptor/gw.yml", "description", "descripton");
    assert_same(&misspelled, &afresh(&misspelled));
    let alone = edited(&misspelled, "lmproject.yml", "type: Resource", "type: Assembly");
    assert_same(&alone, &afresh(&alone));
    let delete = Change { files: vec![FileChange::Delete { path: path("lmproject.yml") }], ..Change::default() };
    let without = start.changed(&delete).expect("is there");
    assert_same(&without, &afresh(&without));
    let rename = FileChange::Rename { from: path("Descriptor/assembly.yml"), to: path("assembly.yml") };
    let moved = start.changed(&Change { files: vec![rename], ..Change::default() }).expect("is there");
    assert_same(&moved, &afresh(&moved));
}

#[test]
fn a_file_can_come_and_go() {
    let start = analysis();
    let delete = Change { files: vec![FileChange::Delete { path: path("web.yaml") }], ..Change::default() };
    let without = start.changed(&delete).expect("is there");
    assert_same(&without, &Analysis::new(without.workspace().clone(), Settings::default()));
    assert!(without.diagnostics(&path("service.yaml")).iter().any(|found| found.code == "catalog/no-such-descriptor"));
    let create = Change {
        files: vec![FileChange::Create { path: path("web.yaml"), text: WEB.to_owned() }],
        ..Change::default()
    };
    assert_same(&without.changed(&create).expect("is not there"), &start);
}

#[test]
fn go_to_definition_and_back() {
    let analysis = analysis();
    let service = path("service.yaml");
    let symbol = analysis.definition(&service, after(SERVICE, "'${gw.addr")).expect("defined");
    assert_eq!((symbol.file.as_str(), symbol.path.to_string().as_str()), ("gateway.yaml", "/properties/address"));
    let places = analysis.references(&symbol.file, &symbol.path);
    assert_eq!(places.len(), 2);
    assert!(places.iter().all(|(file, mention)| *file == service && mention.span.of(SERVICE) == "address"));
    let operation = analysis.definition(&service, after(SERVICE, "source.Add")).expect("defined");
    assert_eq!(operation.path, NodePath::keys(["operations", "AddPeer"]));
    assert_eq!(analysis.used_by(&path("gateway.yaml")), [service]);
}

#[test]
fn a_rename_reaches_every_file_and_nothing_else() {
    let analysis = analysis();
    let change =
        analysis.rename(&path("gateway.yaml"), &NodePath::keys(["properties", "address"]), "ip").expect("can be");
    let after = analysis.changed(&change).expect("fits");
    assert_eq!(&*after.file(&path("gateway.yaml")).expect("a file").text, GATEWAY.replace("  address:", "  ip:"));
    assert_eq!(&*after.file(&path("service.yaml")).expect("a file").text, SERVICE.replace("gw.address", "gw.ip"));
    assert_eq!(&*after.file(&path("web.yaml")).expect("a file").text, WEB);
    let component =
        analysis.rename(&path("service.yaml"), &NodePath::keys(["composition", "gw"]), "edge").expect("can be");
    let text = analysis.changed(&component).expect("fits").file(&path("service.yaml")).expect("a file").text.clone();
    assert_eq!(&*text, SERVICE.replace("gw.", "edge.").replace("  gw:", "  edge:"));
    let taken = analysis.rename(&path("service.yaml"), &NodePath::keys(["composition", "gw"]), "web");
    assert!(taken.is_err());
}

fn labels(text: &str, cursor: usize) -> Vec<String> {
    let analysis = analysis();
    let service = path("service.yaml");
    let old = analysis.file(&service).expect("a file").text.clone();
    let change = Change::of_file("test", service.clone(), TextEdit::between(&old, text));
    let analysis = analysis.changed(&change).expect("fits");
    analysis.complete(&service, cursor).into_iter().map(|found| found.label).collect()
}

#[test]
fn completion_knows_what_can_stand_where() {
    let typed = |from: &str, to: &str| {
        let text = SERVICE.replacen(from, to, 1);
        let cursor = SERVICE.find(from).expect("is in the text") + to.len();
        labels(&text, cursor)
    };
    assert_eq!(typed("type: resource::web::1.0", "type: "), ["resource::gateway::1.0", "resource::web::1.0"]);
    assert_eq!(typed("'${size", "'${gw."), ["size", "address"]);
    assert!(typed("'${size", "'${").iter().any(|label| label == "gw"));
    assert_eq!(typed("source-state: Act", "source-state: "), ["Installed", "Inactive", "Active", "Broken"]);
    assert_eq!(typed("[source.AddPeer, target.Reload]", "\n        - "), ["source.AddPeer", "target.Reload"]);
    let keys = typed("    type: resource::web::1.0\n", "    type: resource::web::1.0\n    ");
    assert!(keys.iter().any(|key| key == "cluster") && !keys.iter().any(|key| key == "type"), "{keys:?}");
    let sections = labels(&format!("{SERVICE}met"), SERVICE.len() + 3);
    assert!(
        sections.iter().any(|key| key == "metrics") && !sections.iter().any(|key| key == "composition"),
        "{sections:?}"
    );
}

#[test]
fn a_note_says_what_a_name_is() {
    let analysis = analysis();
    let note = analysis.hover(&path("service.yaml"), after(SERVICE, "'${gw.addr")).expect("known");
    assert!(note.text.contains("Where it listens"), "{}", note.text);
    let note = analysis.hover(&path("service.yaml"), after(SERVICE, "source-st")).expect("known");
    assert!(note.text.contains("state of the source"), "{}", note.text);
    let note = analysis.hover(&path("service.yaml"), after(SERVICE, "type: resource::w")).expect("known");
    assert!(note.text.contains("— resource descriptor\n"), "{}", note.text);
}

/// The findings of each file with all locations.
fn printed(analysis: &Analysis) -> Vec<String> {
    analysis.all_diagnostics().map(|found| format!("{found:#?}")).collect()
}

/// The oracle is a fresh analysis.
#[test]
fn findings_across_files_are_updated() {
    let gateway = "name: resource::gateway::1.0\nproperties:\n  k: {type: map, value: {description: a, x: b}}\nlifecycle: {Create: {}}\n";
    let user = "name: assembly::a::1.0\nproperties: {}\ncomposition:\n  gw:\n    type: resource::gatway::1.0\n    properties: {}\n  \
                dy:\n    type: resource::none::1.0\n    dynamicType: \"{{ '[1.0,)' | resolveVersion('resource::gateway') }}\"\n    properties: {}\n  \
                di:\n    type: resource::none::1.0\n    dynamicType: \"{{ 'resource::gateway::2.0' }}\"\n    properties: {}\n";
    let reader = "name: assembly::b::1.0\nproperties:\n  out: {value: '${gw.k.description}', read-only: true}\ncomposition:\n  gw:\n    \
                  type: resource::gateway::1.0\n    properties: {}\n  need:\n    type: resource::need::1.0\n    properties: {}\n";
    let need = "name: resource::need::1.0\nproperties:\n  must: {required: true}\nlifecycle: {Create: {}}\n";
    let path = |name: &str| FilePath::new(name).expect("a plain path");
    let files =
        [("gateway.yaml", gateway), ("a.yaml", user), ("b.yaml", reader), ("need.yaml", need), ("twin.yaml", need)];
    let mut analysis =
        Analysis::new(Workspace::new(files.map(|(name, text)| (path(name), text.to_owned()))), Settings::default());
    let edit = |name: &str, span: (usize, usize), text: &str| {
        Change::of_file("Typing", path(name), TextEdit::replace(Span::new(span.0, span.1), text))
    };
    let version = gateway.find("1.0").expect("a version");
    let key = gateway.find("description: a, ").expect("a key");
    let changes = [
        edit("need.yaml", (0, 0), "# a comment\n"),
        edit("gateway.yaml", (key, key + "description: a, ".len()), ""),
        edit("gateway.yaml", (version, version + 3), "2.0"),
        Change { files: vec![FileChange::Delete { path: path("gateway.yaml") }], ..Change::default() },
        Change {
            files: vec![FileChange::Create { path: path("new.yaml"), text: gateway.replace("1.0", "2.0") }],
            ..Change::default()
        },
    ];
    for change in changes {
        analysis = analysis.changed(&change).expect("fits");
        let fresh = Analysis::new(analysis.workspace().clone(), Settings::default());
        assert_eq!(printed(&analysis), printed(&fresh), "after {change:?}");
    }
}
