//! Duration of a command on an assembly of 1,000 components: the budget is 100 ms.

#![expect(clippy::expect_used, reason = "what cannot be measured ends the measurement")]

use std::sync::LazyLock;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::Change;
use descriptorium_core::settings::Settings;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Command, End, Point, Role};
use descriptorium_core::workspace::Workspace;
use divan::Bencher;

#[path = "made/allocator.rs"]
mod allocator;
#[path = "made/descriptors.rs"]
mod made;

use made::{assembly, path, resource};

fn main() {
    divan::main();
}

static LARGE: LazyLock<Analysis> = LazyLock::new(|| {
    let large = assembly("large", 1_000, |index| index % 20);
    // One of them can be scaled.
    let large = large.replacen("  part500:\n", "  part500:\n    cluster: {minimum-nodes: 1}\n", 1);
    let resources = (0..20).map(|number| (path(&format!("r{number}.yaml")), resource(number)));
    Analysis::new(Workspace::new(resources.chain([(path("large.yaml"), large)])), Settings::default())
});

fn part(index: usize) -> NodePath {
    NodePath::keys(["composition", &format!("part{index}")])
}

fn parts() -> Vec<NodePath> {
    (50..60).map(part).collect()
}

fn of(name: &str) -> DescriptorRef {
    DescriptorRef::parse(name).expect("a full name")
}

fn end(index: usize, port: &str) -> End {
    End { vertex: part(index), port: port.into() }
}

fn run(command: &Command) -> Change {
    LARGE.command(&path("large.yaml"), command).expect("it is allowed")
}

const COMMANDS: [&str; 14] = [
    "add",
    "duplicate one",
    "duplicate ten",
    "remove one",
    "remove ten",
    "rename",
    "retype",
    "connect",
    "map",
    "promote",
    "policy",
    "set",
    "move ten",
    "extract ten",
];

fn command(what: &str) -> Option<Command> {
    Some(match what {
        "add" => Command::Add { of: of("resource::r3::1.0"), role: Role::Component, name: None, at: None },
        "duplicate one" => Command::Duplicate(vec![part(500)]),
        "duplicate ten" => Command::Duplicate(parts()),
        "remove one" => Command::Remove(vec![part(500)]),
        "remove ten" => Command::Remove(parts()),
        "rename" => Command::Rename { path: part(500), name: "another".into() },
        "retype" => Command::Retype { path: part(500), of: of("resource::r4::1.0") },
        "connect" => Command::Connect { source: end(500, "Service"), target: end(700, "Upstream") },
        "map" => Command::Map { source: end(500, "address"), target: part(700).key("properties").key("size") },
        "promote" => Command::Promote { path: part(500).key("properties").key("size"), name: None },
        "policy" => Command::AddPolicy { target: part(500), metric: "part500.load".into() },
        "set" => Command::Set { path: part(500).key("quantity"), value: Some(2.into()) },
        "move ten" => Command::Place(parts().into_iter().map(|part| (part, Point { x: 10.0, y: 20.0 })).collect()),
        "extract ten" => Command::Extract { parts: parts(), of: of("assembly::taken::1.0"), file: path("taken.yaml") },
        _ => return None,
    })
}

#[divan::bench(sample_count = 20, sample_size = 1, args = COMMANDS)]
fn command_on_1000_components(bencher: Bencher<'_, '_>, what: &str) {
    let command = command(what).expect("it is one of them");
    bencher.bench_local(|| run(&command));
}

/// The preview of consequences before a removal.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn consequences_of_a_removal(bencher: Bencher<'_, '_>) {
    let change = run(&Command::Remove(vec![part(500)]));
    bencher.bench_local(|| LARGE.consequences(&change).expect("fits"));
}
