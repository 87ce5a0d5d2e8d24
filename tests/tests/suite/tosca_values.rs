//! Values, constraints and functions of service templates against a second, naive evaluator: generated templates are
//! checked, and the findings compared with an evaluation by definition in whole numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::catalog::Catalog;
use descriptorium_core::context::FileContext;
use descriptorium_core::memo::Memo;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::tosca::evaluation::{Evaluation, Inputs};
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::chance::Chance;

const VERSION: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
const VIOLATED: &str = "tosca/value/constraint-violated";
const UNSATISFIABLE: &str = "tosca/constraint/unsatisfiable";
const UNSET: &str = "tosca/property/required-unset";

fn path() -> FilePath {
    FilePath::new("service.yaml").expect("a path")
}

fn analysis(text: &str) -> Analysis {
    Analysis::new(Workspace::new([(path(), text.to_owned())]), Settings::default())
}

/// The lines with a finding of this code, counted from 0.
fn lines_with(text: &str, code: &str) -> BTreeSet<usize> {
    let analysis = analysis(text);
    let lines = &analysis.file(&path()).expect("a file").lines;
    let found = analysis.all_diagnostics().filter(|found| found.code == code);
    found.map(|found| lines.line(found.span.start as usize)).collect()
}

/// A type of values with an order, and the texts of its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ordered {
    Integer,
    Float,
    Size,
    Time,
    Version,
}

const ORDERED: [Ordered; 5] = [Ordered::Integer, Ordered::Float, Ordered::Size, Ordered::Time, Ordered::Version];

impl Ordered {
    fn name(self) -> &'static str {
        match self {
            Ordered::Integer => "integer",
            Ordered::Float => "float",
            Ordered::Size => "scalar-unit.size",
            Ordered::Time => "scalar-unit.time",
            Ordered::Version => "version",
        }
    }

    /// A value as text, and as a whole number in the same order.
    fn value(self, chance: &mut Chance) -> (String, i128) {
        let number = chance.below(60) as i128;
        match self {
            Ordered::Integer => (format!("{}", number - 30), number - 30),
            Ordered::Float => (format!("{}.{:02}", number / 10, number % 10 * 10), number),
            Ordered::Size => {
                let units = [("B", 1), ("kB", 1000), ("KiB", 1024), ("MB", 1_000_000), ("MiB", 1_048_576)];
                let (unit, factor) = units[chance.below(units.len())];
                let blanks = " ".repeat(chance.below(3));
                (format!("{}.{:02}{blanks}{unit}", number / 4, number % 4 * 25), number * factor * 25)
            }
            Ordered::Time => {
                let units = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];
                let (unit, factor) = units[chance.below(units.len())];
                (format!("{number} {unit}"), number * factor)
            }
            Ordered::Version => (format!("{}.{}", number / 20, number % 20), number / 20 * 100 + number % 20),
        }
    }

    /// A constraint as text, and as a condition.
    fn constraint(self, chance: &mut Chance) -> (String, Box<dyn Fn(i128) -> bool>) {
        let ((one, low), (other, high)) = (self.value(chance), self.value(chance));
        match chance.below(7) {
            0 => (format!("equal: {one}"), Box::new(move |value| value == low)),
            1 => (format!("greater_than: {one}"), Box::new(move |value| value > low)),
            2 => (format!("greater_or_equal: {one}"), Box::new(move |value| value >= low)),
            3 => (format!("less_than: {one}"), Box::new(move |value| value < low)),
            4 => (format!("less_or_equal: {one}"), Box::new(move |value| value <= low)),
            5 if low <= high => {
                (format!("in_range: [{one}, {other}]"), Box::new(move |value| value >= low && value <= high))
            }
            _ => (format!("valid_values: [{one}, {other}]"), Box::new(move |value| value == low || value == high)),
        }
    }
}

#[test]
fn constraints_along_a_derivation_equal_a_naive_evaluation() {
    let mut n_violated = 0;
    for seed in 0..150 {
        let chance = &mut Chance::new(seed);
        let mut types = String::from("data_types:\n");
        let mut inputs = String::from("topology_template:\n  inputs:\n");
        let mut is_violated = Vec::new();
        for index in 0..12 {
            let of = ORDERED[chance.below(ORDERED.len())];
            let (text, value) = of.value(chance);
            let mut conditions = Vec::new();
            let mut parent = of.name().to_owned();
            for level in 0..chance.below(3) {
                let (constraint, condition) = of.constraint(chance);
                writeln!(types, "  t{index}_{level}: {{derived_from: {parent}, constraints: [{constraint}]}}")
                    .expect("text");
                parent = format!("t{index}_{level}");
                conditions.push(condition);
            }
            let (constraint, condition) = of.constraint(chance);
            conditions.push(condition);
            writeln!(inputs, "    i{index}: {{type: {parent}, default: {text}, constraints: [{constraint}]}}")
                .expect("text");
            is_violated.push(!conditions.iter().all(|condition| condition(value)));
        }
        let text = format!("{VERSION}{types}{inputs}");
        let first = text.lines().position(|line| line.starts_with("    i0:")).expect("the first input");
        let expected: BTreeSet<usize> =
            is_violated.iter().enumerate().filter(|(_, is)| **is).map(|(index, _)| first + index).collect();
        n_violated += expected.len();
        // Constraints that contradict each other are reported instead of the value, which cannot meet them.
        let unsatisfiable = lines_with(&text, UNSATISFIABLE).into_iter().filter(|line| *line >= first);
        let found: BTreeSet<usize> = lines_with(&text, VIOLATED).into_iter().chain(unsatisfiable).collect();
        assert_eq!(found, expected, "seed {seed}:\n{text}");
    }
    assert!(n_violated > 300, "only {n_violated} violations");
}

#[test]
fn lengths_and_patterns_equal_a_naive_evaluation() {
    let mut n_violated = 0;
    for seed in 0..150 {
        let chance = &mut Chance::new(seed);
        let mut text = format!("{VERSION}topology_template:\n  inputs:\n");
        let first = text.lines().count();
        let mut expected = BTreeSet::new();
        for index in 0..12 {
            let value: String = (0..chance.below(6)).map(|_| ['a', 'b', 'c', 'd', 'ä'][chance.below(5)]).collect();
            let length = value.chars().count();
            let bound = chance.below(6);
            let (constraint, is_met) = match chance.below(5) {
                0 => (format!("length: {bound}"), length == bound),
                1 => (format!("min_length: {bound}"), length >= bound),
                2 => (format!("max_length: {bound}"), length <= bound),
                3 => (format!("pattern: \"[a-c]{{1,{}}}\"", bound + 1), {
                    (1..=bound + 1).contains(&length) && value.chars().all(|one| ('a'..='c').contains(&one))
                }),
                _ => ("valid_values: [a, ab, \"\"]".to_owned(), ["a", "ab", ""].contains(&value.as_str())),
            };
            writeln!(text, "    i{index}: {{type: string, default: \"{value}\", constraints: [{constraint}]}}")
                .expect("text");
            if !is_met {
                expected.insert(first + index);
            }
        }
        n_violated += expected.len();
        assert_eq!(lines_with(&text, VIOLATED), expected, "seed {seed}:\n{text}");
    }
    assert!(n_violated > 300, "only {n_violated} violations");
}

/// The naive evaluator merges the definitions of a property keyname by keyname (D-41).
#[test]
fn refined_properties_equal_a_naive_merge() {
    let (mut n_unset, mut n_violated) = (0, 0);
    for seed in 0..300 {
        let chance = &mut Chance::new(seed);
        let mut types = String::from("node_types:\n");
        let (mut required, mut default, mut bounds) = (true, None, Vec::new());
        let depth = 1 + chance.below(4);
        for level in 0..depth {
            let parent = if level == 0 { "tosca.nodes.Root".to_owned() } else { format!("example.T{}", level - 1) };
            let mut keys = Vec::new();
            if level == 0 || chance.below(3) == 0 {
                keys.push("type: integer".to_owned());
            }
            match chance.below(4) {
                0 => {
                    required = false;
                    keys.push("required: false".to_owned());
                }
                1 if level == 0 => keys.push("required: true".to_owned()),
                _ => {}
            }
            if chance.below(5) == 0 {
                default = Some(50);
                keys.push("default: 50".to_owned());
            }
            if chance.below(2) == 0 {
                let bound = chance.below(40) as i64;
                bounds.push(bound);
                keys.push(format!("constraints: [greater_or_equal: {bound}]"));
            }
            writeln!(types, "  example.T{level}:\n    derived_from: {parent}").expect("text");
            if !keys.is_empty() {
                writeln!(types, "    properties:\n      size: {{{}}}", keys.join(", ")).expect("text");
            }
        }
        let assigned = (chance.below(3) > 0).then(|| chance.below(60) as i64);
        let properties = assigned.map(|value| format!(", properties: {{size: {value}}}")).unwrap_or_default();
        let text = format!(
            "{VERSION}{types}topology_template:\n  node_templates:\n    app: {{type: example.T{}{properties}}}\n",
            depth - 1
        );
        let is_unset = required && default.is_none() && assigned.is_none();
        let is_violated = assigned.is_some_and(|value| bounds.iter().any(|bound| value < *bound));
        n_unset += usize::from(is_unset);
        n_violated += usize::from(is_violated);
        assert_eq!(!lines_with(&text, UNSET).is_empty(), is_unset, "seed {seed}:\n{text}");
        assert_eq!(!lines_with(&text, VIOLATED).is_empty(), is_violated, "seed {seed}:\n{text}");
    }
    assert!(n_unset > 30 && n_violated > 30, "{n_unset} unset, {n_violated} violated");
}

/// The values of the outputs, as text.
fn outputs(text: &str, given: Inputs) -> BTreeMap<String, String> {
    let workspace = Workspace::new([(path(), text.to_owned())]);
    let (catalog, settings, memo) = (Catalog::of(&workspace), Settings::default(), Memo::default());
    let file = workspace.file(&path()).expect("a file");
    let context = FileContext { file, workspace: &workspace, catalog: &catalog, settings: &settings, memo: &memo };
    let outputs = Evaluation::of(context, given).outputs();
    outputs.into_iter().map(|output| (output.name.to_string(), output.value.to_string())).collect()
}

const TOPOLOGY: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  example.Ports:
    properties:
      names: {type: list, entry_schema: {type: string}}
      first: {type: integer, default: 80}
node_types:
  example.App:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      ports: {type: example.Ports}
      mode: {type: string, default: fast}
      note: {type: string, required: false}
topology_template:
  inputs:
    size: {type: integer, default: 2}
    region: {type: string}
  node_templates:
    app:
      type: example.App
      properties:
        ports: {names: [http, https]}
        note: {get_property: [SELF, mode]}
      requirements:
        - host: server
    server:
      type: tosca.nodes.Compute
      capabilities:
        host: {properties: {num_cpus: {get_input: size}}}
  outputs:
    input: {value: {get_input: size}}
    open: {value: {concat: [\"x-\", {get_input: region}]}}
    nested: {value: {get_property: [app, ports, names, 1]}}
    filled: {value: {get_property: [app, ports, first]}}
    chained: {value: {get_property: [app, note]}}
    capability: {value: {get_property: [server, host, num_cpus]}}
    requirement: {value: {get_property: [app, host, num_cpus]}}
    address: {value: {concat: [\"http://\", {get_attribute: [server, private_address]}, \":\", 8080]}}
    joined: {value: {join: [[prefix, 1111, suffix], _]}}
    part: {value: {token: [\"a:b;c\", \":;\", 2]}}
    unset: {value: {get_property: [server, host, mem_size]}}
";

#[test]
fn functions_are_evaluated_as_far_as_values_are_known() {
    let expected = [
        ("address", "<template http://${runtime server.private_address}:8080>"),
        ("capability", "2"),
        ("chained", "\"fast\""),
        ("filled", "80"),
        ("input", "2"),
        ("joined", "\"prefix_1111_suffix\""),
        ("nested", "\"https\""),
        ("open", "<template x-${input region}>"),
        ("part", "\"c\""),
        ("requirement", "2"),
        ("unset", "<unset>"),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(outputs(TOPOLOGY, Inputs::new()), BTreeMap::from(expected));
    let given = Inputs::from([("region".into(), "eu".into()), ("size".into(), 4.into())]);
    let with_inputs = outputs(TOPOLOGY, given);
    assert_eq!((with_inputs["open"].as_str(), with_inputs["capability"].as_str()), ("\"x-eu\"", "4"));
}

/// The order of sections and the notation of entries do not matter.
#[test]
fn findings_do_not_depend_on_the_order_of_sections() {
    let (head, rest) = TOPOLOGY.split_once("node_types:").expect("types");
    let (types, topology) = rest.split_once("topology_template:").expect("a topology");
    let (version, data) = head.split_once('\n').expect("a version");
    let turned = format!("{version}\ntopology_template:{topology}node_types:{types}{data}");
    assert_eq!(outputs(&turned, Inputs::new()), outputs(TOPOLOGY, Inputs::new()));
    let codes = |text: &str| {
        let analysis = analysis(text);
        analysis.all_diagnostics().map(|found| (found.code, found.message.clone())).collect::<BTreeSet<_>>()
    };
    assert_eq!(codes(&turned), codes(TOPOLOGY));
}
