//! Changing the name or version of a descriptor updates all references.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::EditError;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Command;
use descriptorium_core::workspace::Workspace;

use super::{path, with};

const OUTER: &str = "\
name: assembly::outer::1.0
composition:
  one: {type: 'assembly::service::1.0'}   # as it was
  two:
    type: assembly::service::1.0
  other: {type: assembly::service::2.0}
references:
  any:
    type: \"assembly::service::^1.0\"
";

const SERVICE: &str = "\
# The service.
name: 'assembly::service::1.0'   # its name
composition: {}
designerLayout:
  elements:
    assembly::service::1.0: {x: 0, y: 0}
";

fn analysis() -> Analysis {
    let other = "name: assembly::service::2.0\ncomposition: {}\n";
    with(SERVICE, &[("outer.yaml", OUTER), ("other.yaml", other)])
}

fn rename(name: &str) -> Command {
    Command::Rename { path: NodePath::root(), name: name.into() }
}

fn renamed(name: &str) -> (String, String) {
    let analysis = analysis();
    let change = analysis.command(&path("service.yaml"), &rename(name)).expect("accepted");
    assert_eq!(change.title, format!("Rename assembly::service::1.0 to {name}"));
    let after = analysis.changed(&change).expect("fits");
    for (file, edit) in &change.edits {
        let (before, now) = (analysis.file(file).expect("a file"), after.file(file).expect("a file"));
        assert_eq!(edit.inverse(&before.text).apply(&now.text).as_deref(), Ok(&*before.text));
    }
    let text = |name| after.file(&path(name)).expect("a file").text.to_string();
    (text("service.yaml"), text("outer.yaml"))
}

#[test]
fn renaming_a_descriptor_updates_all_types() {
    let (service, outer) = renamed("assembly::front::1.0");
    assert_eq!(service, SERVICE.replace("assembly::service::1.0", "assembly::front::1.0"));
    let expected = "\
name: assembly::outer::1.0
composition:
  one: {type: 'assembly::front::1.0'}   # as it was
  two:
    type: assembly::front::1.0
  other: {type: assembly::service::2.0}
references:
  any:
    type: \"assembly::front::^1.0\"
";
    assert_eq!(outer, expected);
}

#[test]
fn a_range_stays_that_allows_the_new_version() {
    assert!(renamed("assembly::service::1.4").1.contains("\"assembly::service::^1.0\""));
    assert!(renamed("assembly::service::3.0").1.contains("\"assembly::service::^3.0\""));
}

#[test]
fn invalid_and_duplicate_names_are_refused() {
    let why = |name| analysis().command(&path("service.yaml"), &rename(name)).expect_err("refused").to_string();
    assert_eq!(why("front"), "`front` must have three parts, such as `assembly::name::1.0`");
    assert_eq!(why("resource::service::1.0"), "`assembly::service::1.0` must keep its kind `assembly`");
    assert_eq!(why("assembly::service::2.0"), "`assembly::service::2.0` already exists");
    assert!(why("assembly::5g::1.0").contains("it must start with a letter"));
    assert!(why("assembly::front::one").contains("invalid version `one`"));
}

#[test]
fn a_name_that_yaml_would_read_otherwise_is_refused() {
    let analysis = analysis();
    let component = |name: &str| Command::Rename { path: NodePath::keys(["composition", "one"]), name: name.into() };
    for name in ["&x", "*x", "'q", "\"q", "!t", "@x", "%p", "a,b", "a b", "a.b", "null", "Yes", "instance", "--"] {
        let refusal = analysis.command(&path("outer.yaml"), &component(name));
        assert!(matches!(refusal, Err(EditError::Refused(_))), "{name}: {refusal:?}");
    }
    assert!(analysis.command(&path("outer.yaml"), &component("größe-2_b")).is_ok());
}

#[test]
fn expressions_with_the_descriptor_name_are_renamed() {
    let outer = "\
name: assembly::outer::1.0
composition:
  any:
    type: assembly::service::1.0
    dynamicType: \"{% if a == 'assembly::service::1.0x' %}{{ 'assembly::service::1.0' }}{% endif %}\"
    properties: {a: {value: b}}
";
    let analysis = with(SERVICE, &[("outer.yaml", outer)]);
    let change = analysis.command(&path("service.yaml"), &rename("assembly::front::1.0")).expect("accepted");
    let after = analysis.changed(&change).expect("fits");
    let expected = outer
        .replace("type: assembly::service::1.0\n", "type: assembly::front::1.0\n")
        .replace("{{ 'assembly::service::1.0' }}", "{{ 'assembly::front::1.0' }}");
    assert_eq!(&*after.file(&path("outer.yaml")).expect("a file").text, expected);
}

#[test]
fn an_expression_is_read_as_its_quotes_have_it() {
    let node = "name: resource::node::1.0\nproperties: {kind: {}}\nlifecycle: {Create: {}}\n";
    for expression in [
        r#""{{ \"kind\" ~ KIND ~ \"TYPE\" }}""#,
        "'{{ ''kind'' ~ KIND ~ ''TYPE'' }}'",
        r#"'{# kind #}{{ KIND if "kind" else "TYPE" }}'"#,
    ] {
        let outer = |kind: &str, of: &str| {
            format!(
                "name: assembly::outer::1.0\ncomposition:\n  any:\n    type: {of}\n    dynamicType: {}\n    \
                 properties: {{{kind}: {{value: b}}}}\n",
                expression.replace("KIND", kind).replace("TYPE", of)
            )
        };
        let analysis = with(&outer("kind", "resource::node::1.0"), &[("node.yaml", node)]);
        let after = |command: &Command| {
            let change = analysis.command(&path("node.yaml"), command).expect("accepted");
            analysis.changed(&change).expect("fits").file(&path("service.yaml")).expect("a file").text.to_string()
        };
        assert_eq!(after(&rename("resource::server::1.0")), outer("kind", "resource::server::1.0"));
        let property = Command::Rename { path: NodePath::keys(["properties", "kind"]), name: "sort".into() };
        assert_eq!(after(&property), outer("sort", "resource::node::1.0"));
    }
}

/// A property of a relationship is the input of every operation that the relationship calls.
#[test]
fn inputs_with_one_source_are_renamed_together() {
    let resource = |name: &str| {
        format!(
            "name: resource::{name}::1.0\nproperties: {{}}\nlifecycle: {{Create: {{}}}}\ncapabilities: {{Web: {{type: http}}}}\nrequirements: {{Web: {{type: http}}}}\noperations:\n  Attach: {{properties: {{peer: {{type: string}}}}}}\n  Detach: {{properties: {{peer: {{type: string}}, other: {{}}}}}}\n  Away: {{properties: {{peer: {{}}}}}}\n"
        )
    };
    let relationship = |name: &str, calls: &str| {
        format!(
            "  {name}:\n    source-capabilities: [one.Web]\n    target-requirements: [two.Web]\n    source-state: Active\n    target-state: Active\n    properties: {{peer: {{value: x}}}}\n    lifecycle: {calls}\n"
        )
    };
    let assembly = format!(
        "name: assembly::a::1.0\nproperties: {{}}\ncomposition:\n  one: {{type: 'resource::one::1.0', properties: {{}}}}\n  two: {{type: 'resource::two::1.0', properties: {{}}}}\nrelationships:\n{}{}",
        relationship("first", "{Create: [target.Attach], Cease: [target.Detach]}"),
        relationship("second", "{Create: [source.Attach], Cease: [target.Detach]}"),
    );
    let files = [("a.yaml", assembly), ("one.yaml", resource("one")), ("two.yaml", resource("two"))];
    let files = files.map(|(name, text)| (path(name), text));
    let analysis = Analysis::new(Workspace::new(files.clone()), Settings::default());
    let node = NodePath::keys(["operations", "Attach", "properties", "peer"]);
    let change = analysis.rename(&path("two.yaml"), &node, "partner").expect("a change");
    let after = analysis.changed(&change).expect("fits");
    let of = |name: &str| after.file(&path(name)).expect("a file").text.to_string();
    let [(_, assembly), (_, one), (_, two)] = &files;
    assert_eq!(of("a.yaml"), assembly.replace("peer", "partner"));
    assert_eq!(of("one.yaml"), one.replacen("peer", "partner", 1), "only the operation that is called");
    assert_eq!(of("two.yaml"), two.replacen("peer", "partner", 2), "both operations that are called");
}
