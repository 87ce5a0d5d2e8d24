//! Files for node templates, node types and operations of service templates.

use std::collections::BTreeMap;
use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::content::{Absence, Contents, Files};
use descriptorium_core::diagnostic::{Diagnostic, Severity};
use descriptorium_core::edit::EditError;
use descriptorium_core::language::Language;
use descriptorium_core::preview::question::Question;
use descriptorium_core::settings::Settings;
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{ActionEdit, Command};
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;
use serde_yaml::Value;

use super::substitution::sources;
use super::templates::{done, file, lines, node, of, path, text};

const SERVICE: &str = "services/web.yaml";
const TYPES: &str = "types.yaml";

const LIBRARY: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
artifact_types:
  acme.artifacts.Archive: {derived_from: tosca.artifacts.Root, file_ext: [war, tar.gz]}
  acme.artifacts.Setup: {derived_from: tosca.artifacts.Implementation.Bash, file_ext: [sh]}
  acme.artifacts.Left: {derived_from: tosca.artifacts.Root, file_ext: [both]}
  acme.artifacts.Right: {derived_from: tosca.artifacts.Root, file_ext: [both]}
node_types:
  acme.App:
    derived_from: tosca.nodes.SoftwareComponent
    artifacts:
      program: {type: acme.artifacts.Archive, file: default.war}
";

const TEMPLATE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [../types.yaml]
topology_template:
  node_templates:
    # keep
    app:
      type: acme.App
      interfaces:
        Standard:
          create: ../lib/create.sh   # short
          configure:
            inputs: {port: 80}
          start:
            implementation:
              primary: {type: tosca.artifacts.Implementation.Bash, file: ../lib/start.sh}
    box:
      type: tosca.nodes.Compute
";

fn service() -> Analysis {
    of(&[(SERVICE, TEMPLATE), (TYPES, LIBRARY)])
}

fn attached(analysis: &Analysis, at: NodePath, stored: &str) -> Vec<String> {
    let command = Command::Attach { path: at, file: file(stored) };
    let (_, after) = done(analysis, SERVICE, &command);
    lines(&text(analysis, SERVICE), &text(&after, SERVICE))
}

fn operation(name: &str) -> NodePath {
    node("app").key("interfaces").key("Standard").key(name)
}

/// The oracle is the specification (3.5.7): the most derived type with the extension, or else `tosca.artifacts.File`.
#[test]
fn an_artifact_has_the_type_of_its_extension() {
    let analysis = service();
    for (stored, name, of) in [
        ("services/setup.sh", "setup", "acme.artifacts.Setup"),
        ("services/a/Setup.SH", "Setup", "acme.artifacts.Setup"),
        ("services/run.py", "run", "tosca.artifacts.Implementation.Python"),
        ("services/x.tar.gz", "x_tar", "acme.artifacts.Archive"),
        ("services/x.both", "x", "tosca.artifacts.File"),
        ("services/notes.txt", "notes", "tosca.artifacts.File"),
        ("services/42.txt", "file", "tosca.artifacts.File"),
    ] {
        let written = stored.strip_prefix("services/").expect("a path below the service");
        let expected = [
            "+      artifacts:".to_owned(),
            format!("+        {name}:"),
            format!("+          type: {of}"),
            format!("+          file: {written}"),
        ];
        assert_eq!(attached(&analysis, node("box"), stored), expected, "{stored}");
    }
}

#[test]
fn an_artifact_of_the_type_is_assigned() {
    let analysis = service();
    let expected = [
        "+      artifacts:",
        "+        program:",
        "+          type: acme.artifacts.Archive",
        "+          file: app.war",
    ];
    assert_eq!(attached(&analysis, node("app"), "services/app.war"), expected);
    // A file for a part of a node that is not an operation is an artifact of the node.
    assert_eq!(attached(&analysis, node("app").key("type"), "services/app.war"), expected);
}

#[test]
fn an_operation_is_implemented_in_the_notation_that_is_there() {
    let analysis = service();
    for (name, stored, expected) in [
        (
            "create",
            "lib/new.sh",
            &["-          create: ../lib/create.sh   # short", "+          create: ../lib/new.sh   # short"][..],
        ),
        ("configure", "lib/c.sh", &["+            implementation: ../lib/c.sh"]),
        ("stop", "lib/stop.sh", &["+          stop: ../lib/stop.sh"]),
        (
            "start",
            "lib/start.py",
            &[
                "-              primary: {type: tosca.artifacts.Implementation.Bash, file: ../lib/start.sh}",
                "+              primary: {type: tosca.artifacts.Implementation.Python, file: ../lib/start.py}",
            ],
        ),
    ] {
        assert_eq!(attached(&analysis, operation(name), stored), expected, "{name}");
    }
    // A file for a part of an operation is its implementation.
    let inside = operation("configure").key("inputs").key("port");
    assert_eq!(attached(&analysis, inside, "lib/c.sh"), ["+            implementation: ../lib/c.sh"]);
}

#[test]
fn a_file_is_stored_where_the_part_expects_it() {
    let analysis = service();
    let stored =
        |at: &NodePath, name: &str| analysis.attachment(&file(SERVICE), at, name).map(|path| path.as_str().to_owned());
    // The path that the operation names already, and the folder of the other implementations.
    assert_eq!(stored(&operation("create"), "create.sh").as_deref(), Some("lib/create.sh"));
    assert_eq!(stored(&operation("stop"), "stop.sh").as_deref(), Some("lib/stop.sh"));
    assert_eq!(stored(&node("box"), "disk.iso").as_deref(), Some("services/artifacts/disk.iso"));
    assert_eq!(stored(&path(&["topology_template"]), "disk.iso"), None);
    assert_eq!(stored(&node("nobody"), "disk.iso"), None);
    assert_eq!(stored(&path(&["imports"]), "disk.iso"), None);
    let change =
        analysis.command(&file(SERVICE), &Command::Attach { path: operation("create"), file: file("lib/create.sh") });
    assert!(change.expect("it is named already").edits.values().all(|edit| edit.is_empty()));
    let refused = Command::Attach { path: path(&["topology_template"]), file: file("a.sh") };
    assert!(matches!(analysis.command(&file(SERVICE), &refused), Err(EditError::Refused(_))));
}

#[test]
fn every_operation_of_a_node_can_be_implemented_from_a_list() {
    let analysis = service();
    let actions = analysis.actions(&file(SERVICE), &[node("app")], &Question::default());
    let files: Vec<(&str, &str, &str)> = actions
        .iter()
        .filter_map(|action| match &action.edit {
            ActionEdit::File { group, current, .. } => {
                Some((group.as_str(), action.subject.as_str(), current.as_str()))
            }
            _ => None,
        })
        .collect();
    assert_eq!(files[0], ("", "app", ""));
    let mut operations = files[1..].to_vec();
    operations.sort_unstable();
    let expected = [
        ("Standard", "configure", ""),
        ("Standard", "create", "../lib/create.sh"),
        ("Standard", "delete", ""),
        ("Standard", "start", "../lib/start.sh"),
        ("Standard", "stop", ""),
    ];
    assert_eq!(operations, expected);
    assert!(
        analysis
            .actions(&file(SERVICE), &[node("app"), node("box")], &Question::default())
            .iter()
            .all(|action| { !matches!(action.edit, ActionEdit::File { .. }) })
    );
}

/// Files by name and size.
#[derive(Debug)]
struct Listed(SortedMap<FilePath, u64>);

impl Files for Listed {
    fn list(&self) -> SortedMap<FilePath, u64> {
        self.0.clone()
    }

    fn size(&self, path: &FilePath) -> Result<u64, Absence> {
        self.0.get(path).copied().ok_or(Absence::Missing)
    }

    fn n_coming(&self) -> u32 {
        0
    }

    fn stamp(&self, _: &FilePath) -> u64 {
        0
    }

    fn read(&self, path: &FilePath) -> Result<Arc<[u8]>, Absence> {
        self.size(path).map(|_| Vec::new().into())
    }
}

#[test]
fn a_new_file_is_missing_only_while_a_template_names_it() {
    let listed = Listed([(file("lib/create.sh"), 1)].into());
    let files = [(file(SERVICE), TEMPLATE.to_owned()), (file(TYPES), LIBRARY.to_owned())];
    let workspace = Workspace::new(files).with_contents(Contents::of(Arc::new(listed)));
    let analysis = Analysis::new(workspace, Settings::default());
    for (path, is_missing) in
        [("lib/start.sh", true), ("lib/create.sh", false), ("lib/other.sh", false), ("default.war", true)]
    {
        assert_eq!(analysis.is_missing(&file(path)), is_missing, "{path}");
    }
}

fn as_value(text: &str) -> Value {
    // The other library does not skip a byte order mark.
    serde_yaml::from_str(text.trim_start_matches('\u{feff}')).unwrap_or(Value::Null)
}

/// Removes the value at a path, and the mappings that become empty.
fn without(value: &mut Value, steps: &[&str]) {
    let [first, rest @ ..] = steps else { return };
    let Some(fields) = value.as_mapping_mut() else { return };
    if !rest.is_empty()
        && let Some(inner) = fields.get_mut(*first)
    {
        without(inner, rest);
        if !matches!(inner, Value::Null) && inner.as_mapping().is_none_or(|inner| !inner.is_empty()) {
            return;
        }
    }
    fields.remove(*first);
}

/// Attaches a file to every node and every operation of real templates. The result is read by another YAML library: it has
/// the file in its place, and everything else is as before.
#[test]
fn files_are_attached_to_real_templates() {
    let mut faults: Vec<String> = Vec::new();
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    let mut n_done = [0, 0];
    for analysis in sources() {
        let files = analysis.workspace().files().filter(|file| file.language == Some(Language::Tosca));
        for source in files.filter(|file| file.errors.is_empty()) {
            let templates = path(&["topology_template", "node_templates"]);
            let section = source.root.as_ref().and_then(|root| root.at(&templates));
            let names =
                section.map_or(&[][..], |section| section.entries()).iter().filter_map(|entry| entry.key.as_text());
            for name in names.take(3) {
                let actions = analysis.actions(&source.path, &[templates.key(name)], &Question::default());
                let places = actions.into_iter().filter_map(|action| match action.edit {
                    ActionEdit::File { path, group, .. } => Some((path, !group.is_empty())),
                    _ => None,
                });
                for (at, is_operation) in places.take(2) {
                    let title = format!("{}: {at}", source.path);
                    let Some(stored) = analysis.attachment(&source.path, &at, "acme-new.py") else {
                        faults.push(format!("{title}: no place for the file"));
                        continue;
                    };
                    let change =
                        match analysis.command(&source.path, &Command::Attach { path: at.clone(), file: stored }) {
                            Ok(change) => change,
                            Err(error) => {
                                *refused.entry(error.to_string()).or_default() += 1;
                                continue;
                            }
                        };
                    n_done[usize::from(is_operation)] += 1;
                    let after = analysis.changed(&change).expect("fits");
                    let now = after.file(&source.path).expect("the file");
                    let edit = &change.edits[&source.path];
                    if edit.inverse(&source.text).apply(&now.text).as_deref() != Ok(&*source.text) {
                        faults.push(format!("{title}: cannot be undone"));
                    }
                    if !now.text.contains("acme-new.py") {
                        faults.push(format!("{title}: the file is not named"));
                    }
                    // A node that is implemented must have what was only mentioned before.
                    let before: Vec<_> =
                        analysis.diagnostics(&source.path).iter().map(|found| &found.message).collect();
                    // So must an interface that is assigned now have its required inputs, which only the user knows.
                    let is_consequence =
                        |found: &Diagnostic| is_operation && found.code == "tosca/property/required-unset";
                    let is_new = |found: &&Diagnostic| {
                        found.severity == Severity::Error && !before.contains(&&found.message) && !is_consequence(found)
                    };
                    if let Some(new) = after.diagnostics(&source.path).iter().find(is_new) {
                        faults.push(format!("{title}: causes {new:?}\n{}", now.text));
                    }
                    // Without the new part, both are equal.
                    let (mut before, mut now) = (as_value(&source.text), as_value(&now.text));
                    let steps = at.words();
                    let mut part = steps.clone();
                    if is_operation {
                        [&mut before, &mut now].into_iter().for_each(|value| without(value, &steps));
                    } else {
                        part.push("artifacts");
                        let all =
                            part.iter().try_fold(&now, |value, step| value.get(*step)).and_then(Value::as_mapping);
                        let is_new = |value: &Value| {
                            value.get("file").and_then(Value::as_str).is_some_and(|file| file.ends_with("acme-new.py"))
                        };
                        let key = all.and_then(|all| all.iter().find(|(_, value)| is_new(value)));
                        let Some(key) = key.and_then(|(key, _)| key.as_str()).map(str::to_owned) else {
                            faults.push(format!("{title}: has no artifact with the file"));
                            continue;
                        };
                        part.push(&key);
                        without(&mut now, &part);
                        without(&mut before, &part);
                    }
                    let trim =
                        |value: &mut Value| without(value, &[steps.as_slice(), &["interfaces", "none"]].concat());
                    [&mut before, &mut now].into_iter().for_each(trim);
                    if before != now {
                        faults.push(format!("{title}: changes more"));
                    }
                }
            }
        }
    }
    println!("{n_done:?} artifacts and implementations; refused: {refused:#?}");
    let shown: Vec<String> = faults.iter().take(6).cloned().collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), shown.join("\n\n"));
    let least = if paths::shared("corpus/tosca").is_some() { 400 } else { 5 };
    assert!(n_done.iter().all(|count| *count > least), "{n_done:?}");
}
