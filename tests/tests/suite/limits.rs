//! Damaged and hostile files take time in proportion to their length, and their findings are limited.

use std::time::Duration;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::edit::{Change, TextEdit};
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::{Node, alias, parse};
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use rustix::time::{ClockId, clock_gettime};

const HEAD: &str = "name: assembly::a::1.0\ncomposition: {}\nproperties:\n";

type Files = Vec<(FilePath, String)>;
/// A kind of catalog, a number of repetitions, and the files with that many.
type Kind = (&'static str, usize, fn(usize) -> Files);

fn one(text: String) -> Files {
    vec![(FilePath::new("a.yaml").expect("a path"), text)]
}

fn many(count: usize, text: impl Fn(usize) -> String) -> Files {
    (0..count).map(|number| (FilePath::new(&format!("f{number}.yaml")).expect("a path"), text(number))).collect()
}

/// Kinds of catalogs that are slow or large if an algorithm is not linear, each with a number of repetitions.
fn catalogs() -> Vec<Kind> {
    let kinds: Vec<Kind> = vec![
        ("closing brackets in lines", 500, |n| one(format!("name: assembly::a::1.0\n{}", "]\n".repeat(n)))),
        ("closing brackets in a row", 5000, |n| one(format!("{HEAD}  a: {}\n", "]".repeat(n)))),
        ("tabs", 500, |n| one(format!("{HEAD}{}", "\ta: {}\n".repeat(n)))),
        ("repeated keys", 1500, |n| one(format!("{HEAD}{}", "  a: {}\n".repeat(n)))),
        ("unknown aliases", 400, |n| {
            one(format!("{HEAD}{}", (0..n).map(|i| format!("  p{i}: *a{i}\n")).collect::<String>()))
        }),
        ("aliases", 1000, |n| {
            one(format!(
                "{HEAD}  a: &a {{type: string}}\n{}",
                (0..n).map(|i| format!("  p{i}: *a\n")).collect::<String>()
            ))
        }),
        ("aliases of a long text", 400, |n| {
            let text = "x".repeat(20 * n);
            one(format!(
                "{HEAD}  a: {{default: &a {text}}}\n{}",
                (0..n).map(|i| format!("  p{i}: {{default: *a}}\n")).collect::<String>()
            ))
        }),
        ("ignore comments", 1500, |n| one(format!("{HEAD}  {{}}\n{}", "# descriptorium: ignore yaml\n".repeat(n)))),
        ("ignore comments of unknown rules", 1000, |n| {
            one(format!(
                "{HEAD}  {{}}\n{}",
                (0..n).map(|i| format!("# descriptorium: ignore x/y{i}\n")).collect::<String>()
            ))
        }),
        ("references in a value", 1000, |n| one(format!("{HEAD}  p: {{value: '{}'}}\n", "${a.b}".repeat(n)))),
        ("blank lines", 20_000, |n| one(format!("{HEAD}{}", "\n".repeat(n)))),
        ("items in place of properties", 2000, |n| one(format!("{HEAD}{}", "- a\n".repeat(n)))),
        ("files of one name", 50, |n| many(n, |_| "name: assembly::a::1.0\ncomposition: {}\n".to_owned())),
    ];
    kinds
}

/// The processor time of this thread.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
    Duration::new(seconds.expect("a time"), nanoseconds.expect("a time"))
}

/// The processor time of this thread for an analysis.
fn time(files: Files) -> Duration {
    let start = now();
    drop(Analysis::new(Workspace::new(files), Settings::default()));
    now() - start
}

#[test]
fn a_check_takes_time_in_proportion_to_the_text() {
    let mut slow = Vec::new();
    for (name, count, files) in catalogs() {
        // The least of several measurements is least affected by other programs.
        let ratio = || time(files(4 * count)).as_secs_f64() / time(files(count)).as_secs_f64();
        let ratios: Vec<f64> = (0..4).map(|_| ratio()).take_while(|ratio| *ratio > 7.0).collect();
        if ratios.len() == 4 {
            slow.push(format!("{name}: four times the text takes {ratios:.1?} times as long"));
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// Catalogs whose pairs of names cannot all be looked at: unknown names with as many that may be meant, and properties that
/// depend on all before them.
#[test]
fn the_work_for_pairs_of_names_is_bounded() {
    let types: String = (0..15_000).map(|i| format!("  my.t{i}: {{derived_from: my.x{i}}}\n")).collect();
    let inputs: String = (0..5000).map(|i| format!("    input_{i}: {{type: string}}\n")).collect();
    let reads: String = (0..15_000).map(|i| format!("    o{i}: {{value: {{get_input: inptu_{i}}}}}\n")).collect();
    let chain =
        |i: usize| format!("  c{i}: {{type: resource::x::1.0, properties: {{p: {{value: '${{c{}.p}}'}}}}}}\n", i + 1);
    let version = "tosca_definitions_version: tosca_simple_yaml_1_2";
    let texts = [
        format!("{version}\nnode_types:\n{types}"),
        format!("{version}\ntopology_template:\n  inputs:\n{inputs}  outputs:\n{reads}"),
        format!("name: assembly::a::1.0\ncomposition:\n{}", (0..15_000).map(chain).collect::<String>()),
    ];
    for text in texts {
        let (name, taken) = (text.chars().skip(60).take(40).collect::<String>(), time(one(text)));
        // The bound is generous: it is for tests without optimization. Without limits, each takes minutes.
        assert!(taken < Duration::from_secs(30), "{name}: {taken:?}");
    }
}

#[test]
fn of_very_many_findings_of_a_rule_the_rest_is_counted() {
    let text = format!("{HEAD}{}", "  a: {}\n".repeat(5001));
    let analysis = Analysis::new(Workspace::new(one(text)), Settings::default());
    let found: Vec<_> = analysis.all_diagnostics().filter(|found| found.code == "yaml/duplicate-key").collect();
    let last = found.iter().find(|found| found.message.contains("more findings")).expect("the rest is counted");
    assert_eq!((found.len(), last.message.as_str()), (1001, "4000 more findings of this rule are not listed"));
    assert_eq!((last.severity, last.fixes.len()), (Severity::Error, 0));
}

/// The texts in a node, in bytes.
fn bytes(node: &Node) -> usize {
    let inner = node.entries().iter().map(|entry| bytes(&entry.key) + bytes(&entry.value)).sum::<usize>();
    node.as_text().map_or(0, str::len) + inner + node.items().iter().map(bytes).sum::<usize>()
}

#[test]
fn aliases_expand_to_a_limited_number_of_bytes() {
    let text = "x".repeat(48_000);
    let aliases: String = (0..1500).map(|i| format!("  p{i}: {{default: *a}}\n")).collect();
    let files = one(format!("{HEAD}  a: {{default: &a {text}}}\n{aliases}"));
    let (root, errors) = alias::expand(&parse::parse(&files[0].1));
    let size = bytes(&root.expect("a document"));
    assert!(size < 8 << 20 && size > 1 << 20, "{size}");
    assert!(!errors.is_empty());
    let analysis = Analysis::new(Workspace::new(files), Settings::default());
    let found: Vec<_> =
        analysis.all_diagnostics().filter(|found| found.message == "alias expands beyond the limit").collect();
    assert!(found.iter().all(|found| found.severity == Severity::Error) && !found.is_empty(), "{found:?}");
}

/// Texts of the maximum size in which everything is structure.
#[test]
fn a_file_of_too_many_keys_is_one_error() {
    let size = 8 << 20;
    let texts = ["  a: {}\n", "]\n", "\ta: {}\n", "  p: *a\n", "a: {b: 1}, ", "${a.b}", "a\n"];
    for part in texts {
        let text = format!("{HEAD}{}", part.repeat(size / part.len()));
        let start = now();
        let analysis = Analysis::new(Workspace::new(one(text.clone())), Settings::default());
        let found: Vec<_> = analysis.all_diagnostics().map(|found| (found.code, &*found.message)).collect();
        assert_eq!(found, [("yaml/too-deep", "the file has too many keys and items, not read")], "{part:?}");
        assert!(now() - start < Duration::from_secs(10), "{part:?}: {:?}", now() - start);
        let edit = TextEdit::insert(text.len(), "x".to_owned());
        let path = FilePath::new("a.yaml").expect("a path");
        let after = analysis.changed(&Change::of_file("edit", path, edit)).expect("it fits");
        assert_eq!(after.all_diagnostics().count(), 1);
    }
}
