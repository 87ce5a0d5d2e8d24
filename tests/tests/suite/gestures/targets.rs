//! The target of a requirement that is left to the orchestrator: its node type, the conditions of its node filter, and the
//! candidates that match.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::edit::EditError;
use descriptorium_core::language::Language;
use descriptorium_core::preview::question::Question;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{ActionEdit, Command, End};
use descriptorium_core::tosca::command::target::form::{self, PropertyKey, TargetForm};
use descriptorium_core::tosca::command::target::{self, TargetEdit};
use descriptorium_core::tosca::deployment::Candidate;
use descriptorium_core::tosca::deployment::targets::targets;
use descriptorium_core::tosca::value::constraint::Operator;
use descriptorium_tests::chance::Chance;
use serde_yaml::Value;

use super::substitution::sources;
use super::templates::{file, lines, node, of, text};

const SERVICE: &str = "service.yaml";

const HEAD: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  acme.Compute:
    derived_from: tosca.nodes.Compute
    properties:
      zone: {type: string, required: false, constraints: [{valid_values: [north, south]}]}
topology_template:
  node_templates:
";

fn service(templates: &str) -> Analysis {
    of(&[(SERVICE, &format!("{HEAD}{templates}"))])
}

/// The path of the requirement `host` of `app`.
fn host(analysis: &Analysis) -> NodePath {
    open(analysis, &file(SERVICE), &node("app")).into_iter().next().expect("an open requirement")
}

/// The open requirements of a node template, as the modeller lists them.
fn open(analysis: &Analysis, path: &FilePath, of: &NodePath) -> Vec<NodePath> {
    let actions = analysis.actions(path, std::slice::from_ref(of), &Question::default());
    let open = actions.into_iter().filter_map(|action| match action.edit {
        ActionEdit::Target { path } => Some(path),
        _ => None,
    });
    open.collect()
}

fn form_of(analysis: &Analysis, path: &FilePath, at: &NodePath) -> Option<TargetForm> {
    form::form(analysis.context(analysis.file(path)?), at)
}

fn candidates(analysis: &Analysis, path: &FilePath, at: &NodePath) -> Vec<Candidate> {
    analysis.file(path).map_or_else(Vec::new, |file| targets(analysis.context(file), &Question::default(), at))
}

/// The state after an edit. Undo restores every byte, and the text can be read.
fn edited(analysis: &Analysis, path: &FilePath, at: &NodePath, edit: &TargetEdit) -> Result<Analysis, EditError> {
    let source = analysis.file(path).expect("a file");
    let change = target::run(analysis.context(source), at, edit)?;
    let after = analysis.changed(&change).expect("the change fits");
    let now = after.file(path).expect("a file");
    for edit in change.edits.values() {
        assert_eq!(edit.inverse(&source.text).apply(&now.text).as_deref(), Ok(&*source.text), "{edit:?} is undone");
    }
    assert!(now.errors.is_empty(), "{:?}\n{}", now.errors, now.text);
    Ok(after)
}

fn key(capability: &str, name: &str) -> PropertyKey {
    let capability = (!capability.is_empty()).then(|| capability.into());
    PropertyKey { capability, name: name.into() }
}

fn add(capability: &str, name: &str, operator: Operator, operand: &str) -> TargetEdit {
    TargetEdit::Add { property: key(capability, name), operator, operand: operand.to_owned() }
}

/// The lines that an edit of `app` changes.
fn changes(templates: &str, edit: &TargetEdit) -> Vec<String> {
    let analysis = service(templates);
    let after =
        edited(&analysis, &file(SERVICE), &host(&analysis), edit).unwrap_or_else(|why| panic!("{edit:?}: {why}"));
    let errors = after.diagnostics(&file(SERVICE)).iter().filter(|found| found.severity == Severity::Error);
    let errors: Vec<_> = errors.map(|found| &found.message).collect();
    assert!(errors.is_empty(), "{errors:?}\n{}", text(&after, SERVICE));
    lines(&text(&analysis, SERVICE), &text(&after, SERVICE))
}

fn app(requirements: &str) -> String {
    format!(
        "    app:\n      type: tosca.nodes.SoftwareComponent\n{requirements}    server: {{type: tosca.nodes.Compute}}\n"
    )
}

/// The texts are worked out by hand from the grammar of requirement assignments and node filters.
#[test]
fn a_condition_is_written_in_the_notation_of_the_assignment() {
    let cpus = add("host", "num_cpus", Operator::GreaterOrEqual, "2");
    let list = [
        "+            node_filter:",
        "+              capabilities:",
        "+                - host:",
        "+                    properties:",
        "+                      - num_cpus:",
        "+                          greater_or_equal: 2",
    ];
    let with = |first: &[&str], rest: &[&str]| -> Vec<String> {
        first.iter().chain(rest).map(|line| (*line).to_owned()).collect()
    };
    let missing = with(&["+      requirements:", "+        - host:", "+            node: tosca.nodes.Compute"], &list);
    assert_eq!(changes(&app(""), &cpus), missing);
    let empty = app("      requirements:\n        # the machine\n        - host:\n");
    assert_eq!(changes(&empty, &cpus), with(&["+            node: tosca.nodes.Compute"], &list));
    let short = app("      requirements:\n        - host: acme.Compute\n        - dependency: server   # keep\n");
    let expected =
        with(&["-        - host: acme.Compute", "+        - host:", "+            node: acme.Compute"], &list);
    assert_eq!(changes(&short, &cpus), expected);
    let typed = app("      requirements:\n        - host:   # keep\n            node: acme.Compute   # this, too\n");
    assert_eq!(changes(&typed, &cpus), with(&[], &list));
    let related = app("      requirements:\n        - host: {relationship: tosca.relationships.HostedOn}\n");
    let after = changes(&related, &cpus);
    assert!(
        after.iter().any(|line| line.contains("node: tosca.nodes.Compute") && line.contains("num_cpus")),
        "{after:?}"
    );
    let filtered = app("      requirements:
        - host:
            node: acme.Compute
            node_filter:
              capabilities:
                # fast
                - host:
                    properties:
                      - num_cpus: {less_than: 9}   # few
                - os
");
    assert_eq!(
        changes(&filtered, &cpus),
        [
            "-                      - num_cpus: {less_than: 9}   # few",
            "+                      - num_cpus: [{less_than: 9}, {greater_or_equal: 2}]   # few"
        ]
    );
    let memory = add("host", "mem_size", Operator::InRange, "1 GB, 4 GB");
    assert_eq!(
        changes(&filtered, &memory),
        [
            "+                      - mem_size:",
            "+                          in_range:",
            "+                            - 1 GB",
            "+                            - 4 GB"
        ]
    );
    // A capability without conditions, and the node itself.
    for (edit, gone, come) in [
        (add("os", "type", Operator::Equal, "linux"), &["-                - os"][..], "equal: linux"),
        (add("", "zone", Operator::ValidValues, "north, south"), &[], "valid_values:"),
    ] {
        let changes = changes(&filtered, &edit);
        let removed: Vec<&String> = changes.iter().filter(|line| line.starts_with('-')).collect();
        assert_eq!(removed, gone, "{changes:?}");
        assert!(changes.iter().any(|line| line.contains(come)), "{changes:?}");
    }
}

/// Conditions in every notation are in the form. Each is changed and removed in place, and all other lines stay.
#[test]
fn conditions_are_changed_and_removed_in_place() {
    let filtered = app("      requirements:
        - host:
            node: acme.Compute
            node_filter:
              properties: [zone: north]
              capabilities:
                - host:
                    properties:
                      # enough
                      - num_cpus: [greater_than: 1, less_than: 9]
                      - mem_size: {in_range: [1 GB, 4 GB], greater_than: 2 GB}
");
    let analysis = service(&filtered);
    let (path, at) = (file(SERVICE), host(&analysis));
    let form = form_of(&analysis, &path, &at).expect("a form");
    let shown = |capability: &str, name: &str| {
        let field = form.field(&key(capability, name)).expect("a field");
        let all = field.conditions.iter();
        all.map(|one| format!("{} {}", one.operator.map_or("", Operator::name), one.operand)).collect::<Vec<_>>()
    };
    assert_eq!(shown("", "zone"), ["equal north"]);
    assert_eq!(shown("host", "num_cpus"), ["greater_than 1", "less_than 9"]);
    assert_eq!(shown("host", "mem_size"), ["in_range 1 GB, 4 GB", "greater_than 2 GB"]);
    assert!(shown("host", "disk_size").is_empty());
    let place = |capability: &str, name: &str, index: usize| {
        form.field(&key(capability, name)).expect("a field").conditions[index].path.clone()
    };
    let change =
        |path: NodePath, operator, operand: &str| TargetEdit::Change { path, operator, operand: operand.into() };
    let cases = [
        (
            change(place("host", "num_cpus", 0), Operator::GreaterOrEqual, "2"),
            "-                      - num_cpus: [greater_than: 1, less_than: 9]",
            "+                      - num_cpus: [greater_or_equal: 2, less_than: 9]",
        ),
        (
            change(place("", "zone", 0), Operator::Equal, "south"),
            "-              properties: [zone: north]",
            "+              properties: [zone: south]",
        ),
        (
            change(place("", "zone", 0), Operator::Pattern, "n.*"),
            "-              properties: [zone: north]",
            "+              properties: [zone: {pattern: n.*}]",
        ),
        (
            TargetEdit::Remove(place("host", "num_cpus", 1)),
            "-                      - num_cpus: [greater_than: 1, less_than: 9]",
            "+                      - num_cpus: [greater_than: 1]",
        ),
        (
            TargetEdit::Remove(place("host", "mem_size", 0)),
            "-                      - mem_size: {in_range: [1 GB, 4 GB], greater_than: 2 GB}",
            "+                      - mem_size: {greater_than: 2 GB}",
        ),
    ];
    for (edit, gone, come) in cases {
        assert_eq!(changes(&filtered, &edit), [gone, come], "{edit:?}");
    }
    // The last condition takes the parts of the filter along that would be empty.
    assert_eq!(
        changes(&filtered, &TargetEdit::Remove(place("", "zone", 0))),
        ["-              properties: [zone: north]"]
    );
    let mut now = analysis;
    while let Some(path_of) = form_of(&now, &path, &at).and_then(|form| {
        form.parts.iter().flat_map(|part| &part.fields).flat_map(|field| &field.conditions).next().cloned()
    }) {
        now = edited(&now, &path, &at, &TargetEdit::Remove(path_of.path)).expect("it is removed");
    }
    let expected = app("      requirements:\n        - host:\n            node: acme.Compute\n");
    assert_eq!(text(&now, SERVICE), format!("{HEAD}{expected}"));
}

#[test]
fn a_node_type_narrows_the_candidates() {
    let templates = format!("{}    other: {{type: acme.Compute}}\n", app(""));
    let analysis = service(&templates);
    let (path, at) = (file(SERVICE), host(&analysis));
    let types = form::node_types(analysis.context(analysis.file(&path).expect("a file")), &at);
    let names: Vec<&str> = types.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Compute", "acme.Compute"], "only these have a fitting capability");
    let after = edited(&analysis, &path, &at, &TargetEdit::NodeType("acme.Compute".into())).expect("accepted");
    let expected = ["+      requirements:", "+        - host:", "+            node: acme.Compute"];
    assert_eq!(lines(&text(&analysis, SERVICE), &text(&after, SERVICE)), expected);
    let accepted = |analysis: &Analysis| {
        let all = candidates(analysis, &path, &host(analysis)).into_iter();
        all.filter(|one| one.rejected.is_none()).map(|one| one.node.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(accepted(&analysis), ["server", "other"]);
    assert_eq!(accepted(&after), ["other"]);
    let server = candidates(&after, &path, &host(&after)).into_iter().find(|one| one.node == "server");
    assert_eq!(server.and_then(|one| one.rejected).as_deref(), Some("`host` requires a node of type `acme.Compute`"));
    for (name, reason) in [
        ("acme.Nothing", "there is no node type `acme.Nothing`"),
        ("tosca.nodes.DBMS", "`host` requires a node of type `tosca.nodes.Compute`"),
    ] {
        let why = edited(&analysis, &path, &at, &TargetEdit::NodeType(name.into())).map(drop);
        assert_eq!(why, Err(EditError::Refused(reason.to_owned())));
    }
}

#[test]
fn a_faulty_operand_is_refused_with_the_reason() {
    let analysis = service(&app(""));
    let (path, at) = (file(SERVICE), host(&analysis));
    for (edit, reason) in [
        (
            add("host", "num_cpus", Operator::Equal, "many"),
            "`equal` of property `host.num_cpus` needs an integer, not `\"many\"`",
        ),
        (add("host", "num_cpus", Operator::InRange, "4"), "`in_range` needs a list of two values, not a list"),
        (
            add("host", "num_cpus", Operator::InRange, "4, 1"),
            "the lower bound of `in_range: [4, 1]` is greater than the upper one",
        ),
        (add("host", "num_cpus", Operator::Pattern, "x"), "`pattern` does not apply to `integer`"),
        (
            add("host", "mem_size", Operator::LessThan, "4"),
            "`less_than` of property `host.mem_size` needs a size, not `\"4\"`",
        ),
        (add("os", "type", Operator::Pattern, "("), "the pattern of property `os.type` is not a regular expression: "),
        (add("host", "num_cpus", Operator::Equal, " "), "`equal` of property `host.num_cpus` needs a value"),
        (add("host", "cpus", Operator::Equal, "1"), "the target has no property `host.cpus`"),
    ] {
        match edited(&analysis, &path, &at, &edit) {
            Err(EditError::Refused(why)) => assert!(why.starts_with(reason), "{why}"),
            other => panic!("{edit:?}: {:?}", other.map(drop)),
        }
    }
    // Functions are decided later.
    let edit = add("host", "num_cpus", Operator::Equal, "{get_input: n}");
    let after = edited(&analysis, &path, &at, &edit).expect("accepted");
    assert!(text(&after, SERVICE).contains("get_input: n"));
}

/// A target in place of conditions removes these: they select among nodes of a type (T-3.7.2-11).
#[test]
fn a_chosen_target_replaces_the_conditions() {
    let filtered = "      requirements:\n        - host:\n            node: acme.Compute   # keep\n            node_filter: \
                    {properties: [zone: north]}\n";
    let analysis = service(&app(filtered));
    let source = End { vertex: node("server"), port: "host".into() };
    let target = End { vertex: node("app"), port: "host".into() };
    let change = analysis.command(&file(SERVICE), &Command::Connect { source, target }).expect("accepted");
    let after = analysis.changed(&change).expect("it fits");
    let expected = app("      requirements:\n        - host:\n            node: server   # keep\n");
    assert_eq!(text(&after, SERVICE), format!("{HEAD}{expected}"));
    assert!(form_of(&after, &file(SERVICE), &node("app").key("requirements").key("host")).is_none());
}

/// The values of the nodes in the brute force, and the types of their properties. All are whole numbers, so the naive
/// evaluator compares only these and texts.
const SIZES: [(&str, u64); 4] =
    [("1 MB", 1_000_000), ("1 GB", 1_000_000_000), ("2000 MB", 2_000_000_000), ("2 GB", 2_000_000_000)];
const NAMES: [&str; 4] = ["linux", "bsd", "windows", "plan9"];

#[derive(Clone, Debug)]
enum Kind {
    Number,
    Size,
    Name,
}

const PROPERTIES: [(&str, &str, Kind); 4] = [
    ("host", "num_cpus", Kind::Number),
    ("host", "mem_size", Kind::Size),
    ("os", "distribution", Kind::Name),
    ("", "level", Kind::Number),
];
const OPERATORS: [Operator; 8] = [
    Operator::Equal,
    Operator::GreaterThan,
    Operator::GreaterOrEqual,
    Operator::LessThan,
    Operator::LessOrEqual,
    Operator::InRange,
    Operator::ValidValues,
    Operator::MinLength,
];

/// The values of a node by capability and property: the text of each, and the number by which it is compared.
type NodeValues = BTreeMap<(&'static str, &'static str), (String, u64)>;

/// A random value of a kind: its text, and the number by which it is compared.
fn value(chance: &mut Chance, kind: &Kind) -> (String, u64) {
    match kind {
        Kind::Number => {
            let number = 1 + chance.below(8);
            (number.to_string(), number as u64)
        }
        Kind::Size => {
            let (text, bytes) = SIZES[chance.below(SIZES.len())];
            (text.to_owned(), bytes)
        }
        Kind::Name => {
            let index = chance.below(NAMES.len());
            (NAMES[index].to_owned(), index as u64)
        }
    }
}

/// Compares the candidates of random conditions on random nodes with a naive evaluator. What the form writes is valid, and the
/// candidates for the typed text are those for the written one.
#[test]
fn candidates_agree_with_a_naive_evaluator() {
    let mut chance = Chance::new(11);
    let (mut n_accepted, mut n_rejected, mut n_conditions) = (0, 0, 0);
    for _ in 0..60 {
        let mut template = HEAD.replace("      zone:", "      level: {type: integer, required: false}\n      zone:");
        template.push_str("    app:\n      # keep\n      type: tosca.nodes.SoftwareComponent\n");
        if chance.below(2) == 0 {
            template.push_str("      requirements:\n        - host: acme.Compute\n");
        } else {
            template.push_str("      requirements:\n        - host: {node: acme.Compute}\n");
        }
        let mut nodes: Vec<NodeValues> = Vec::new();
        for index in 0..8 {
            let mut values = BTreeMap::new();
            for (capability, name, kind) in &PROPERTIES {
                if chance.below(5) > 0 {
                    values.insert((*capability, *name), value(&mut chance, kind));
                }
            }
            let of = |wanted: &str| {
                let own = values.iter().filter(|((capability, _), _)| *capability == wanted);
                own.map(|((_, name), (text, _))| format!("{name}: {text}")).collect::<Vec<_>>().join(", ")
            };
            writeln!(
                template,
                "    n{index}:\n      type: acme.Compute\n      properties: {{{}}}\n      capabilities:\n        host: \
                 {{properties: {{{}}}}}\n        os: {{properties: {{{}}}}}",
                of(""),
                of("host"),
                of("os")
            )
            .expect("a string");
            nodes.push(values);
        }
        let mut analysis = of(&[(SERVICE, &template)]);
        let path = file(SERVICE);
        let mut expected: BTreeSet<usize> = (0..nodes.len()).collect();
        for _ in 0..1 + chance.below(4) {
            let (capability, name, kind) = &PROPERTIES[chance.below(PROPERTIES.len())];
            let operator = OPERATORS[chance.below(OPERATORS.len())];
            let (one, two) = (value(&mut chance, kind), value(&mut chance, kind));
            let (low, high) = if one.1 <= two.1 { (&one, &two) } else { (&two, &one) };
            let is_name = matches!(kind, Kind::Name);
            let length = chance.below(8);
            let operand = match operator {
                Operator::InRange => format!("{}, {}", low.0, high.0),
                Operator::ValidValues => format!("{}, {}", one.0, two.0),
                Operator::MinLength => length.to_string(),
                _ => one.0.clone(),
            };
            // Only texts have a length, and the order of the names in the list is not theirs.
            let has_meaning = match operator {
                Operator::Equal | Operator::ValidValues => true,
                Operator::MinLength => is_name,
                _ => !is_name,
            };
            let edit = add(capability, name, operator, &operand);
            let at = host(&analysis);
            let source = analysis.file(&path).expect("a file");
            let preview = target::preview(analysis.context(source), &Question::default(), &at, &edit);
            if operator == Operator::MinLength && !is_name {
                assert!(preview.is_err(), "{edit:?}");
                continue;
            }
            if !has_meaning {
                continue;
            }
            n_conditions += 1;
            analysis = edited(&analysis, &path, &at, &edit).unwrap_or_else(|why| panic!("{edit:?}: {why}"));
            assert_eq!(preview.expect("accepted"), candidates(&analysis, &path, &host(&analysis)));
            expected.retain(|index| {
                let Some((text, value)) = nodes[*index].get(&(*capability, *name)) else { return false };
                match operator {
                    Operator::Equal => *value == one.1,
                    Operator::GreaterThan => *value > one.1,
                    Operator::GreaterOrEqual => *value >= one.1,
                    Operator::LessThan => *value < one.1,
                    Operator::LessOrEqual => *value <= one.1,
                    Operator::InRange => low.1 <= *value && *value <= high.1,
                    Operator::ValidValues => *value == one.1 || *value == two.1,
                    _ => text.chars().count() >= length,
                }
            });
            let found = candidates(&analysis, &path, &host(&analysis));
            let accepted: BTreeSet<usize> = found
                .iter()
                .filter(|one| one.rejected.is_none() && one.undecided.is_none())
                .map(|one| one.node.trim_start_matches('n').parse().expect("a node"))
                .collect();
            assert_eq!(accepted, expected, "{}", text(&analysis, SERVICE));
            n_accepted += accepted.len();
            n_rejected += nodes.len() - accepted.len();
            // The text says the same to the form and to the check.
            let form = form_of(&analysis, &path, &host(&analysis)).expect("a form");
            let conditions = &form.field(&key(capability, name)).expect("a field").conditions;
            let last = conditions.last().expect("a condition");
            assert_eq!((last.operator, &last.operand, &last.fault), (Some(operator), &operand, &None));
            let findings = analysis.diagnostics(&path).iter().filter(|found| found.severity != Severity::Info);
            let findings: Vec<_> = findings.map(|found| &found.message).collect();
            assert!(findings.is_empty(), "{findings:?}\n{}", text(&analysis, SERVICE));
        }
    }
    println!("{n_conditions} conditions, {n_accepted} nodes accepted, {n_rejected} rejected");
    assert!(n_conditions > 80 && n_accepted > 80 && n_rejected > 300);
}

/// A valid operand of the first operator of a field.
fn any_operand(form: &TargetForm) -> Option<TargetEdit> {
    let all = form.parts.iter().flat_map(|part| part.fields.iter().map(move |field| (part, field)));
    let mut all = all.filter(|(_, field)| field.operators.contains(&Operator::Equal));
    all.find_map(|(part, field)| {
        let operand = match (field.choices.first(), field.units.first(), field.type_name.as_str()) {
            (Some(choice), ..) => choice.clone(),
            (_, Some(unit), _) => format!("2 {unit}"),
            (.., "integer" | "float") => "2".to_owned(),
            (.., "string") => "acme".to_owned(),
            _ => return None,
        };
        let property = PropertyKey { capability: part.capability.clone(), name: field.name.clone() };
        Some(TargetEdit::Add { property, operator: Operator::Equal, operand })
    })
}

/// Adds a condition to every open requirement of real templates, changes it and removes it. Nothing but the assignment
/// changes, as another YAML library reads it, and there are no new errors.
#[test]
fn conditions_in_real_templates_change_only_the_assignment() {
    let (mut n_open, mut n_done, mut faults) = (0, 0, Vec::new());
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for analysis in sources() {
        let all = analysis.workspace().files().filter(|file| file.language == Some(Language::Tosca));
        for source in all.filter(|file| file.errors.is_empty()) {
            let path = &source.path;
            let section =
                source.root.as_ref().and_then(|root| root.at(&NodePath::keys(["topology_template", "node_templates"])));
            let names =
                section.map_or(&[][..], |section| section.entries()).iter().filter_map(|entry| entry.key.as_text());
            for at in names.take(12).flat_map(|name| open(&analysis, path, &node(name))) {
                n_open += 1;
                let title = format!("{path} {at}");
                let Some(form) = form_of(&analysis, path, &at) else {
                    faults.push(format!("{title}: no form"));
                    continue;
                };
                let Some(edit) = any_operand(&form) else { continue };
                let after = match edited(&analysis, path, &at, &edit) {
                    Ok(after) => after,
                    Err(why) => {
                        *refused.entry(why.to_string()).or_default() += 1;
                        continue;
                    }
                };
                n_done += 1;
                let errors = |analysis: &Analysis| {
                    let all = analysis.diagnostics(path).iter().filter(|found| found.severity == Severity::Error);
                    all.map(|found| found.message.clone()).collect::<BTreeSet<_>>()
                };
                let new: Vec<String> = errors(&after).difference(&errors(&analysis)).cloned().collect();
                if !new.is_empty() {
                    faults.push(format!("{title}: causes {new:?}"));
                }
                let vertex: NodePath = at.steps().iter().take(3).cloned().collect();
                let requirements = |analysis: &Analysis| -> Value {
                    let text = &analysis.file(path).expect("a file").text;
                    let mut value: Value =
                        serde_yaml::from_str(text.trim_start_matches('\u{feff}')).unwrap_or_default();
                    let node = vertex.words().iter().try_fold(&mut value, |value, step| value.get_mut(*step));
                    let list = node.and_then(|node| node.as_mapping_mut()?.remove("requirements"));
                    let own = list.as_ref().and_then(Value::as_sequence).cloned().unwrap_or_default();
                    let is_other = |item: &&Value| item.get(at.last_key().unwrap_or_default()).is_none();
                    Value::Sequence(vec![value, own.iter().filter(is_other).cloned().collect()])
                };
                if requirements(&analysis) != requirements(&after) {
                    faults.push(format!("{title}: changes more"));
                }
                // The new condition is changed to another one, and removed.
                let TargetEdit::Add { property, operand, .. } = &edit else { continue };
                let written = |analysis: &Analysis| {
                    let form = form_of(analysis, path, &at)?;
                    Some((form.path.clone(), form.field(property)?.conditions.last()?.clone()))
                };
                let Some((now, condition)) = written(&after) else {
                    faults.push(format!("{title}: has no condition"));
                    continue;
                };
                let change = TargetEdit::Change {
                    path: condition.path.clone(),
                    operator: Operator::ValidValues,
                    operand: operand.clone(),
                };
                let changed = edited(&after, path, &now, &change);
                match changed.as_ref().map(&written) {
                    Ok(Some((_, other))) if other.operator == Some(Operator::ValidValues) => {}
                    other => faults.push(format!("{title}: {other:?}")),
                }
                let removed = edited(&after, path, &now, &TargetEdit::Remove(condition.path.clone()));
                if removed.is_err()
                    || removed.as_ref().ok().and_then(written).is_some_and(|(_, last)| last == condition)
                {
                    faults.push(format!("{title}: is not removed: {:?}", removed.map(drop)));
                }
            }
        }
    }
    println!("{n_open} open requirements, {n_done} with a condition; refused: {refused:#?}");
    let shown: Vec<&String> = faults.iter().take(8).collect();
    assert!(faults.is_empty(), "{} faults\n{shown:#?}", faults.len());
    assert!(n_done > if descriptorium_tests::paths::shared("corpus/tosca").is_some() { 60 } else { 0 }, "{n_done}");
}
