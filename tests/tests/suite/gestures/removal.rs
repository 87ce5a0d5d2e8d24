//! Deleting an element deletes all references in all files. The oracle is the text without the lines that refer to it:
//! nothing else changes, there are no new findings, and undo restores the same bytes.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Command;
use descriptorium_core::workspace::Workspace;

use super::path;

/// The texts of all files after deleting `node` in the first of them.
fn without(files: &[(&str, &str)], node: &[&str]) -> Vec<String> {
    let workspace = Workspace::new(files.iter().map(|(name, text)| (path(name), (*text).to_owned())));
    let analysis = Analysis::new(workspace, Settings::default());
    let found: Vec<_> = analysis.all_diagnostics().filter(|found| found.severity == Severity::Error).collect();
    assert!(found.is_empty(), "{found:#?}");
    let command = Command::Remove(vec![NodePath::keys(node.iter().copied())]);
    let change = analysis.command(&path(files[0].0), &command).unwrap_or_else(|error| panic!("refused: {error}"));
    let come = analysis.consequences(&change).expect("fits").come;
    let come: Vec<_> = come.iter().filter(|found| found.severity != Severity::Info).collect();
    assert!(come.is_empty(), "{come:#?}");
    let after = analysis.changed(&change).expect("fits");
    let text = |name: &str| after.file(&path(name)).expect("a file").text.to_string();
    for (name, before) in files {
        if let Some(edit) = change.edits.get(&path(name)) {
            assert_eq!(edit.inverse(before).apply(&text(name)).as_deref(), Ok(*before));
        }
    }
    files.iter().map(|(name, _)| text(name)).collect()
}

/// `text` without these lines, each of which occurs once.
fn less(text: &str, lines: &[&str]) -> String {
    lines.iter().fold(text.to_owned(), |text, line| {
        let line = format!("{line}\n");
        assert_eq!(text.matches(&line).count(), 1, "{line} in\n{text}");
        text.replace(&line, "")
    })
}

const TYPED: &str = "\
name: assembly::service::1.0
properties:
  net:
    type: net   # ours
    default: {cidr: 10.0.0.0/24, mtu: 1500}
  nets:
    type: list
    entry-schema:
      type: net
    default:
      - cidr: 10.0.1.0/24
  deep:
    type: list
    entry-schema:
      type: map
      entry-schema: {type: net}
  wide:
    type: wide
    default:
      cidr: 10.0.2.0/24
      size: 3
  # what others read
  first: {read-only: true, value: '${net.cidr} of ${wide.size}'}
composition: {}
data-types:
  # a network
  net:
    properties:
      cidr: {type: string}
      mtu: {type: integer}
  wide:
    derived-from: net
    properties:
      size: {type: integer}
";

#[test]
fn a_data_type_goes_and_what_was_of_it_is_of_no_type() {
    // No type is derived from this one: its uses keep their values.
    let texts = without(&[("service.yaml", TYPED)], &["data-types", "wide"]);
    let expected = less(
        TYPED,
        &["    type: wide", "  wide:\n    derived-from: net\n    properties:\n      size: {type: integer}"],
    );
    assert_eq!(texts, [expected]);
    let alone = less(TYPED, &["    derived-from: net"]).replace("      cidr: 10.0.2.0/24\n", "");
    let texts = without(&[("service.yaml", &alone)], &["data-types", "net"]);
    let expected = less(
        &alone,
        &[
            "    type: net   # ours",
            "    entry-schema:\n      type: net",
            "      entry-schema: {type: net}",
            "  # a network\n  net:\n    properties:\n      cidr: {type: string}\n      mtu: {type: integer}",
        ],
    );
    assert_eq!(texts, [expected]);
}

#[test]
fn members_of_deleted_base_types_are_deleted() {
    let texts = without(&[("service.yaml", TYPED)], &["data-types", "net"]);
    // Values of the remaining types must not have members of the deleted one.
    assert!(!texts[0].contains("cidr") && !texts[0].contains("derived-from"), "{}", texts[0]);
    assert!(texts[0].contains("      size: 3\n") && texts[0].contains("    type: wide\n"), "{}", texts[0]);
}

#[test]
fn a_member_goes_from_values_and_from_what_reads_it() {
    let outer = "\
name: assembly::outer::1.0
properties:
  hop: {read-only: true, value: '${service.net.cidr}'}
  # kept
  size: {read-only: true, value: '${service.net.mtu}'}
composition:
  service:
    type: assembly::service::1.0
    properties:
      net:
        value:
          cidr: 10.9.0.0/24   # where
          mtu: 9000
";
    let texts =
        without(&[("service.yaml", TYPED), ("outer.yaml", outer)], &["data-types", "net", "properties", "cidr"]);
    let inner = less(TYPED, &["      - cidr: 10.0.1.0/24", "      cidr: 10.0.2.0/24", "      cidr: {type: string}"])
        .replace("{cidr: 10.0.0.0/24, mtu: 1500}", "{mtu: 1500}")
        .replace("    default:\n  deep", "    default:\n      - {}\n  deep")
        .replace("first: {read-only: true, value: '${net.cidr} of ${wide.size}'}", "first: {read-only: true}");
    let outer = less(outer, &["          cidr: 10.9.0.0/24   # where"])
        .replace("  hop: {read-only: true, value: '${service.net.cidr}'}", "  hop: {read-only: true}");
    assert_eq!(texts, [inner, outer]);
}

const NODE: &str = "\
name: resource::node::1.0
properties:
  port: {type: integer}
  address: {type: string, read-only: true}
capabilities: {Http: {type: http}}
requirements: {Server: {type: http}}
operations:
  Mount: {}
metrics:
  load: {type: 'metric::load'}
lifecycle: {Create: {}}
";

const INNER: &str = "\
name: assembly::inner::1.0
properties:
  port: {type: integer}
  address: {read-only: true, value: '${node.address}'}
composition:
  node:
    type: resource::node::1.0
    properties:
      port: {value: '${port}'}
operations:
  # by hand
  Join:
    source-operation: node.Mount
capabilities:
  Http: {type: http}
metrics:
  load: {source-metric: node.load}
";

const OUTER: &str = "\
name: assembly::outer::1.0
properties:
  where: {read-only: true, value: '${inner.address}'}
composition:
  # the heart
  inner:
    type: assembly::inner::1.0
    properties:
      port: {value: 80}
  web:
    type: resource::node::1.0
    cluster: {initial-quantity: 1, maximum-nodes: 3}
    properties:
      port: {value: 8080}   # web
relationships:
  link:
    source-capabilities: [inner.Http]
    target-requirements: [web.Server]
    source-state: Active
    target-state: Active
    lifecycle:
      Create:
        - source.Join
        - target.Mount
operations:
  Everything: {source-operation: inner.Join}
metrics:
  busy: {source-metric: inner.load}
policies:
  more:
    type: policy::scale
    metric: busy
    target: web
    properties:
      scaling-threshold: {value: 80}
";

const ABOVE: &str = "\
name: assembly::above::1.0
properties: {}
composition:
  outer:
    type: assembly::outer::1.0
    properties: {}
operations:
  All: {source-operation: outer.Everything}
";

fn nested() -> [(&'static str, &'static str); 4] {
    [("inner.yaml", INNER), ("node.yaml", NODE), ("outer.yaml", OUTER), ("above.yaml", ABOVE)]
}

#[test]
fn a_promoted_operation_goes_from_all_that_call_it() {
    let texts = without(&nested(), &["operations", "Join"]);
    let inner = less(INNER, &["operations:\n  # by hand\n  Join:\n    source-operation: node.Mount"]);
    let outer = less(OUTER, &["        - source.Join", "operations:\n  Everything: {source-operation: inner.Join}"]);
    let above = less(ABOVE, &["operations:\n  All: {source-operation: outer.Everything}"]);
    assert_eq!(texts, [inner, NODE.to_owned(), outer, above]);
}

#[test]
fn a_promoted_metric_takes_the_policies_along_that_watch_it() {
    let texts = without(&nested(), &["metrics", "load"]);
    let inner = less(INNER, &["metrics:\n  load: {source-metric: node.load}"]);
    let policy = OUTER.find("policies:").expect("a section");
    let outer = less(&OUTER[..policy], &["metrics:\n  busy: {source-metric: inner.load}"]);
    assert_eq!(texts, [inner, NODE.to_owned(), outer, ABOVE.to_owned()]);
}

#[test]
fn a_capability_takes_the_relationships_along_that_begin_there() {
    let texts = without(&nested(), &["capabilities", "Http"]);
    let inner = less(INNER, &["capabilities:\n  Http: {type: http}"]);
    let (from, to) = (OUTER.find("relationships:").expect("a section"), OUTER.find("operations:").expect("a section"));
    let outer = format!("{}{}", &OUTER[..from], &OUTER[to..]);
    assert_eq!(texts, [inner, NODE.to_owned(), outer, ABOVE.to_owned()]);
}

#[test]
fn a_property_goes_from_where_it_is_set_and_read() {
    let texts = without(&nested(), &["properties", "port"]);
    let inner = less(INNER, &["  port: {type: integer}", "      port: {value: '${port}'}"])
        .replace("    properties:\noperations", "    properties: {}\noperations");
    let outer = OUTER.replace("    properties:\n      port: {value: 80}\n", "    properties: {}\n");
    assert_eq!(texts, [inner, NODE.to_owned(), outer, ABOVE.to_owned()]);

    // If a property depends on another one, only its value is deleted; the second time all of it.
    let unmapped = INNER.replace(", value: '${node.address}'", "");
    let files = [("inner.yaml", unmapped.as_str()), ("node.yaml", NODE), ("outer.yaml", OUTER)];
    let texts = without(&files, &["properties", "address"]);
    let outer = OUTER.replace("where: {read-only: true, value: '${inner.address}'}", "where: {read-only: true}");
    assert_eq!(texts, [less(&unmapped, &["  address: {read-only: true}"]), NODE.to_owned(), outer]);
}

#[test]
fn a_component_takes_along_what_others_have_of_it() {
    let texts = without(&nested(), &["composition", "node"]);
    assert_eq!(
        texts[0],
        INNER[..INNER.find("composition:").expect("a section")].replace(", value: '${node.address}'", "")
            + "composition: {}\ncapabilities:\n  Http: {type: http}\n"
    );
    let outer = less(OUTER, &["        - source.Join", "operations:\n  Everything: {source-operation: inner.Join}"]);
    let policy = outer.find("policies:").expect("a section");
    assert_eq!(texts[2], less(&outer[..policy], &["metrics:\n  busy: {source-metric: inner.load}"]));
    assert_eq!(texts[3], less(ABOVE, &["operations:\n  All: {source-operation: outer.Everything}"]));
}

#[test]
fn an_input_of_an_operation_goes_from_what_is_passed() {
    let node = NODE
        .replace("  Mount: {}", "  Mount:\n    properties:\n      peer: {type: string}\n      path: {type: string}");
    let outer = OUTER.replace(
        "    lifecycle:\n",
        "    properties:\n      peer: {value: '${source.address}'}\n      path: {value: /data}\n    lifecycle:\n",
    );
    let files = [("node.yaml", node.as_str()), ("inner.yaml", INNER), ("outer.yaml", &outer)];
    let texts = without(&files, &["operations", "Mount", "properties", "peer"]);
    let expected = less(&outer, &["      peer: {value: '${source.address}'}"]);
    assert_eq!(texts, [less(&node, &["      peer: {type: string}"]), INNER.to_owned(), expected]);
}

/// A section's own comment stays with the section, while a comment above an entry is deleted with it.
#[test]
fn a_section_with_a_comment_stays_when_it_is_emptied() {
    const BEFORE: &str = "\
name: assembly::service::1.0
properties: {}
composition:
  # answers
  a:
    type: resource::part::1.0
    properties: {}

# What can be asked of it.
operations:
  # lets it go
  go: {source-operation: a.Go}
metrics: # What is seen of it.
  load: {source-metric: a.load}
policies: {}
";
    const PART: &str = "name: resource::part::1.0\noperations:\n  Go: {}\nmetrics:\n  load: {type: 'metric::load'}\nlifecycle: {Create: {}}\n";
    let files = [("service.yaml", BEFORE), ("part.yaml", PART)];
    let emptied = |text: &str, section: &str, lines: &[&str]| {
        let text = less(text, lines);
        text.replacen(&format!("{section}:"), &format!("{section}: {{}}"), 1)
    };
    let operations = ["  # lets it go", "  go: {source-operation: a.Go}"];
    assert_eq!(without(&files, &["operations", "go"])[0], emptied(BEFORE, "\noperations", &operations));
    let metrics = ["  load: {source-metric: a.load}"];
    assert_eq!(without(&files, &["metrics", "load"])[0], emptied(BEFORE, "metrics", &metrics));
    let component = ["  # answers", "  a:", "    type: resource::part::1.0", "    properties: {}"];
    let all = emptied(&emptied(BEFORE, "\noperations", &operations), "metrics", &metrics);
    assert_eq!(without(&files, &["composition", "a"])[0], emptied(&all, "composition", &component));
}
