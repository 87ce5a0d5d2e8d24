//! How long an expansion takes: the budget is 1 s for 10,000 instances.

use std::hint::black_box;
use std::time::Instant;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::expansion::{Direction, Expansion, Inputs, Intent};
use descriptorium_core::rules::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;

fn main() {
    println!("{:<44}{:>10}{:>9}{:>14}{:>12}", "", "instances", "actions", "relationships", "ms");
    for (name, count, (files, intents)) in [
        ("one group, nothing read", 9_999, flat(9_999)),
        ("one group that reads an output", 9_998, reading(9_998)),
        ("100 sites of 99 with relationships", 9_900, sites(99)),
        ("a cluster of 5,000 related to a balancer", 5_000, cluster(5_000)),
    ] {
        let files = files.into_iter().enumerate().filter_map(|(at, text)| Some((path(at)?, text)));
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let Some(root) = path(0) else { continue };
        for (what, intent) in intents {
            let (time, expansion) = least_time(|| analysis.expansion(&root, &Inputs::default(), &intent));
            assert!(expansion.instances.len() >= count, "{name}, {what}: {:?}", expansion.diagnostics);
            println!(
                "{:<44}{:>10}{:>9}{:>14}{time:>12.1}",
                format!("{name}: {what}"),
                expansion.instances.len(),
                expansion.plan.stages.iter().map(Vec::len).sum::<usize>(),
                expansion.relationships.len(),
            );
        }
    }
}

type Case = (Vec<String>, Vec<(&'static str, Intent)>);

fn path(at: usize) -> Option<FilePath> {
    FilePath::new(&format!("{at}.yaml"))
}

const RESOURCE: &str = "name: resource::r::1.0\nproperties: {in: {volatile: true}, out: {read-only: true}}\nlifecycle: {Create: {}, Install: {}, Configure: {}, Start: {}, Stop: {}, Uninstall: {}, Delete: {}}\n";

fn upgrade() -> Option<Intent> {
    Some(Intent::Upgrade { from: path(0)?, properties: None })
}

fn both() -> Vec<(&'static str, Intent)> {
    vec![("install", Intent::Install), ("uninstall", Intent::Uninstall)]
}

fn flat(count: usize) -> Case {
    let root = format!("name: assembly::a::1.0\ncomposition:\n  r: {{type: 'resource::r::1.0', quantity: {count}}}\n");
    let intents = both().into_iter().chain(upgrade().map(|intent| ("upgrade", intent)));
    (vec![root, RESOURCE.to_owned()], intents.collect())
}

fn reading(count: usize) -> Case {
    let root = format!(
        "name: assembly::a::1.0\ncomposition:\n  net: {{type: 'resource::r::1.0'}}\n  r: {{type: 'resource::r::1.0', quantity: {count}, properties: {{in: {{value: '${{net.out}}'}}}}}}\n"
    );
    (vec![root, RESOURCE.to_owned()], both())
}

fn sites(count: usize) -> Case {
    let root = "name: assembly::a::1.0\ncomposition:\n  s: {type: 'assembly::s::1.0', quantity: 100}\n".to_owned();
    let half = count / 2;
    let rest = count - 1 - half;
    let site = format!(
        "name: assembly::s::1.0\ncomposition:\n  hub: {{type: 'resource::r::1.0'}}\n  a: {{type: 'resource::r::1.0', quantity: {half}, properties: {{in: {{value: '${{hub.out}}'}}}}}}\n  b: {{type: 'resource::r::1.0', quantity: {rest}}}\nrelationships:\n  uses: {{source-capabilities: [hub.c], target-requirements: [a.r], source-state: Active, target-state: Inactive}}\n"
    );
    (vec![root, site, RESOURCE.to_owned()], both())
}

fn cluster(count: usize) -> Case {
    let root = format!(
        "name: assembly::a::1.0\ncomposition:\n  lb: {{type: 'resource::r::1.0'}}\n  n: {{type: 'resource::r::1.0', cluster: {{initial-quantity: {count}}}}}\nrelationships:\n  balance: {{source-capabilities: [n.c], target-requirements: [lb.r], source-state: Active, target-state: Active}}\n"
    );
    let scale = Intent::Scale { direction: Direction::Out, cluster: "n".to_owned(), nodes: None };
    let intents = both().into_iter().chain([("scale out", scale)]);
    (vec![root, RESOURCE.to_owned()], intents.collect())
}

/// The least of some times, in milliseconds: what else runs on the machine only adds.
fn least_time(work: impl Fn() -> Expansion) -> (f64, Expansion) {
    let mut result = black_box(work());
    let mut least = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        let next = black_box(work());
        least = least.min(start.elapsed().as_secs_f64() * 1000.0);
        result = next;
    }
    (least, result)
}
