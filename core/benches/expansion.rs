//! Duration of an expansion: the budget is 1 s for 10,000 instances.

#![expect(clippy::expect_used, reason = "what cannot be measured ends the measurement")]

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::expansion::{Direction, Inputs, Intent, expand as expansion};
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use divan::Bencher;
use divan::counter::ItemsCount;

#[path = "made/allocator.rs"]
mod allocator;

fn main() {
    divan::main();
}

/// One group of instances that read nothing; upgraded from one of half the size.
#[divan::bench(sample_count = 10, sample_size = 1, args = ["install", "uninstall", "upgrade"])]
fn flat_10000(bencher: Bencher<'_, '_>, intent: &str) {
    expand(bencher, flat(9_999), intent);
}

/// One group of instances that read an output of another.
#[divan::bench(sample_count = 10, sample_size = 1, args = ["install", "uninstall"])]
fn reading_10000(bencher: Bencher<'_, '_>, intent: &str) {
    expand(bencher, reading(9_998), intent);
}

/// A hundred nested assemblies, each with a relationship.
#[divan::bench(sample_count = 10, sample_size = 1, args = ["install", "uninstall"])]
fn nested_10000(bencher: Bencher<'_, '_>, intent: &str) {
    expand(bencher, sites(98), intent);
}

/// A cluster whose nodes each have a relationship with a load balancer.
#[divan::bench(sample_count = 10, sample_size = 1, args = ["install", "uninstall", "scale out"])]
fn cluster_5000(bencher: Bencher<'_, '_>, intent: &str) {
    expand(bencher, cluster(5_000), intent);
}

/// Measures the expansion of the first of several files, in instances per second.
fn expand(bencher: Bencher<'_, '_>, texts: Vec<String>, intent: &str) {
    let count = texts.len();
    let files = (0..count).map(path).zip(texts);
    let analysis = Analysis::new(Workspace::new(files), Settings::default());
    let root = path(0);
    let intent = match intent {
        "install" => Intent::Install,
        "uninstall" => Intent::Uninstall,
        "upgrade" => Intent::Upgrade { from: path(2), properties: None },
        _ => Intent::Scale { direction: Direction::Out, cluster: "n".to_owned(), nodes: None },
    };
    let typing = analysis.settings().profile.typing();
    let work = || expansion(analysis.workspace(), analysis.catalog(), typing, &root, &Inputs::default(), &intent);
    let expansion = work();
    let instances = expansion.instances.len();
    assert!(instances >= 5_000 && expansion.diagnostics.is_empty(), "{instances}: {:?}", expansion.diagnostics);
    bencher.counter(ItemsCount::new(instances)).bench_local(work);
}

fn path(at: usize) -> FilePath {
    FilePath::new(&format!("{at}.yaml")).expect("a plain path")
}

const RESOURCE: &str = "name: resource::r::1.0\nproperties: {in: {volatile: true}, out: {read-only: true}}\nlifecycle: {Create: {}, Install: {}, Configure: {}, Start: {}, Stop: {}, Uninstall: {}, Delete: {}}\n";

fn flat(count: usize) -> Vec<String> {
    let root = |version: &str, quantity: usize| {
        format!("name: assembly::a::{version}\ncomposition:\n  r: {{type: 'resource::r::1.0', quantity: {quantity}}}\n")
    };
    vec![root("1.0", count), RESOURCE.to_owned(), root("0.9", count / 2)]
}

fn reading(count: usize) -> Vec<String> {
    let root = format!(
        "name: assembly::a::1.0\ncomposition:\n  net: {{type: 'resource::r::1.0'}}\n  r: {{type: 'resource::r::1.0', quantity: {count}, properties: {{in: {{value: '${{net.out}}'}}}}}}\n"
    );
    vec![root, RESOURCE.to_owned()]
}

fn sites(count: usize) -> Vec<String> {
    let root = "name: assembly::a::1.0\ncomposition:\n  s: {type: 'assembly::s::1.0', quantity: 100}\n".to_owned();
    let half = count / 2;
    let rest = count - 1 - half;
    let site = format!(
        "name: assembly::s::1.0\ncomposition:\n  hub: {{type: 'resource::r::1.0'}}\n  a: {{type: 'resource::r::1.0', quantity: {half}, properties: {{in: {{value: '${{hub.out}}'}}}}}}\n  b: {{type: 'resource::r::1.0', quantity: {rest}}}\nrelationships:\n  uses: {{source-capabilities: [hub.c], target-requirements: [a.r], source-state: Active, target-state: Inactive}}\n"
    );
    vec![root, site, RESOURCE.to_owned()]
}

fn cluster(count: usize) -> Vec<String> {
    let root = format!(
        "name: assembly::a::1.0\ncomposition:\n  lb: {{type: 'resource::r::1.0'}}\n  n: {{type: 'resource::r::1.0', cluster: {{initial-quantity: {count}}}}}\nrelationships:\n  balance: {{source-capabilities: [n.c], target-requirements: [lb.r], source-state: Active, target-state: Active}}\n"
    );
    vec![root, RESOURCE.to_owned()]
}
