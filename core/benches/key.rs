//! Duration of the core's part of a key press, stage by stage, in long files of every language. The total budget for a
//! key press in the browser is 16 ms of CPU at the 95th percentile.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a measurement says what it found, or ends")]

use std::hint::black_box;

use descriptorium_core::analysis::{Analysis, checked};
use descriptorium_core::edit::{Change, TextEdit};
use descriptorium_core::scene::layout;
use descriptorium_core::semantics::Provided;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::{alias, parse};
use descriptorium_core::text::{FilePath, LineIndex};
use descriptorium_core::workspace::{SourceFile, Workspace};
use rustix::time::{ClockId, clock_gettime};

#[path = "made/allocator.rs"]
mod allocator;
#[path = "made/languages.rs"]
mod languages;
#[path = "made/descriptors.rs"]
mod made;

use made::{assembly, path, resource};

const KEYS: usize = 60;

struct Case {
    name: &'static str,
    file: FilePath,
    files: Vec<(FilePath, String)>,
    /// The texts after which a key is typed, near the middle of the file.
    behind: &'static [&'static str],
}

fn cases() -> Vec<Case> {
    let of_one = |name: &str, text: String| (path(name), vec![(path(name), text)]);
    let resources =
        |count: usize| (0..count).map(|number| (path(&format!("resources/r{number}.yaml")), resource(number)));
    let (large, long) = (path("large.yaml"), path("long.yaml"));
    let in_assembly = &[
        "size:\n        value: large",
        "${part500.addr",
        "A service of",
        "  part501",
        "    type: resource::r1",
        "# part 500",
    ];
    let in_long = &[
        "size:\n        value: large",
        "${part100.addr",
        "A service of",
        "  part101",
        "    type: resource::r1",
        "# part 100",
    ];
    let mut found = vec![
        Case {
            name: "assembly 13k",
            files: resources(20).chain([(large.clone(), assembly("large", 1_000, |index| index % 20))]).collect(),
            file: large,
            behind: in_assembly,
        },
        Case {
            name: "assembly 5k of 1001",
            files: resources(1_000).chain([(long.clone(), assembly("long", 350, |index| index * 7 % 1_000))]).collect(),
            file: long,
            behind: in_long,
        },
    ];
    for (name, text, behind) in [
        ("tosca 13k", languages::tosca(1_000), &["A part of the", "node: part49", "component_version: 2"][..]),
        ("asd 9k", languages::asd(1_000), &["limits.max", "HELM/part30"]),
        ("homing 15k", languages::homing(1_000), &["customer_id: {get_param: cust", "content_lib"]),
        ("tosca 5k", languages::tosca(380), &["A part of the", "node: part19", "component_version: 2"]),
        ("asd 5k", languages::asd(550), &["limits.max", "HELM/part20"]),
        ("homing 5k", languages::homing(330), &["customer_id: {get_param: cust", "content_lib"]),
    ] {
        let (file, files) = of_one("other.yaml", text);
        found.push(Case { name, file, files, behind });
    }
    found
}

/// CPU time of this thread in milliseconds, which other work on the machine does not affect.
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1000.0 + time.tv_nsec as f64 / 1e6
}

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    for case in cases().iter().filter(|case| case.name.contains(&filter)) {
        measure(case);
    }
}

fn measure(case: &Case) {
    let begin = Analysis::new(Workspace::new(case.files.iter().cloned()), Settings::default());
    let text = begin.file(&case.file).expect("it is there").text.clone();
    println!("\n{}: {} lines, {} findings", case.name, text.lines().count(), begin.all_diagnostics().count());
    for behind in case.behind {
        // The last match in the first half.
        let at = text[..text.len() / 2].rfind(behind).expect(behind) + behind.len();
        let mut stages: Vec<(&str, Vec<f64>)> = Vec::new();
        let mut analysis = begin.clone();
        let mut scene = layout(&analysis.topology(&case.file).expect("it is drawn"), None);
        for key in 0..KEYS {
            // Insert a letter, then delete it again.
            let edit = if key % 2 == 0 {
                TextEdit::insert(at, "x")
            } else {
                TextEdit::delete(descriptorium_core::text::Span::new(at, at + 1))
            };
            let change = Change::of_file("Type", case.file.clone(), edit);
            let mut now = cpu();
            let mut stage = |name: &'static str, skip: bool| {
                let taken = cpu() - now;
                if !skip {
                    match stages.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, times)) => times.push(taken),
                        None => stages.push((name, vec![taken])),
                    }
                }
                now = cpu();
            };
            let typed = analysis.typed(&change).expect("fits");
            stage("= typed", false);
            let next = typed.with_due_checked();
            stage("= check in a pause", false);
            drop(typed);
            let file = next.file(&case.file).expect("it is there").clone();
            let topology = next.topology(&case.file);
            stage("= topology", false);
            let after = topology.as_ref().map(|topology| layout(topology, Some(&scene))).unwrap_or_default();
            stage("= layout", false);
            let same = after == scene;
            stage("= compare", false);
            if !same {
                scene = after;
            }
            drop(topology);
            stage("", true);
            drop(std::mem::replace(&mut analysis, next));
            stage("= drop", false);
            // The stages one by one.
            let applied = analysis.workspace().apply(&Change::default()).expect("fits");
            stage("clone of workspace", false);
            drop(applied);
            let text = file.text.to_string();
            stage("", true);
            let tree = parse::parse(&text);
            stage("parse", false);
            let (root, _) = alias::expand(&tree);
            stage("alias", false);
            black_box(LineIndex::new(&text));
            stage("lines", false);
            let lowered = root.as_ref().zip(file.language).map(|(root, language)| language.lower(root));
            stage("lower", false);
            drop(lowered);
            stage("drop lowered", false);
            drop((tree, root));
            stage("drop tree", false);
            let fresh = SourceFile::new(case.file.clone(), text);
            stage("file as a whole", false);
            black_box(fresh.violations().len());
            stage("problems", false);
            let context = analysis.context(&fresh);
            let services = file.language.and_then(|language| Provided::all().of(language));
            let mentions = services.map(|services| (services.mentions)(context));
            stage("mentions", false);
            let found = checked(context, None, services, None);
            stage("mentions and findings", false);
            drop((mentions, found));
            stage("drop findings", false);
        }
        println!("  behind `{}`", behind.replace('\n', "⏎"));
        for (name, times) in &mut stages {
            times.sort_by(f64::total_cmp);
            println!("    {name:<20} p50 {:8.3}  p95 {:8.3}", times[times.len() / 2], times[times.len() * 95 / 100]);
        }
    }
}
