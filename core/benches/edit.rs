//! How long a command takes on an assembly of a thousand components: the budget is 100 ms.

#![expect(clippy::expect_used, reason = "what cannot be measured ends the measurement")]

use std::hint::black_box;
use std::time::Instant;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::rules::Settings;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Command, End, Point, Role};
use descriptorium_core::workspace::Workspace;

#[path = "made/descriptors.rs"]
mod made;

use made::{assembly, path, quantiles, resource};

fn main() {
    let large = (path("large.yaml"), assembly("large", 1_000, |index| index % 20));
    println!("an assembly of 1,000 components, {} lines", large.1.lines().count());
    let files = (0..20).map(|number| (path(&format!("r{number}.yaml")), resource(number))).chain([large]);
    let analysis = Analysis::new(Workspace::new(files), Settings::default());
    let part = |index: usize| NodePath::keys(["composition", &format!("part{index}")]);
    let of = |name: &str| DescriptorRef::parse(name).expect("a full name");
    let end = |index: usize, port: &str| End { vertex: part(index), port: port.into() };
    for (what, command) in [
        ("add", Command::Add { of: of("resource::r3::1.0"), role: Role::Component, name: None, at: None }),
        ("duplicate one", Command::Duplicate(vec![part(500)])),
        ("duplicate ten", Command::Duplicate((50..60).map(part).collect())),
        ("remove one", Command::Remove(vec![part(500)])),
        ("remove ten", Command::Remove((50..60).map(part).collect())),
        ("rename", Command::Rename { path: part(500), name: "another".into() }),
        ("retype", Command::Retype { path: part(500), of: of("resource::r4::1.0") }),
        ("connect", Command::Connect { source: end(500, "Service"), target: end(700, "Upstream") }),
        ("map", Command::Map { source: end(500, "address"), target: part(700).key("properties").key("size") }),
        ("promote", Command::Promote { path: part(500).key("properties").key("size"), name: None }),
        ("policy", Command::AddPolicy { target: part(500), metric: "part500.load".into() }),
        ("set", Command::Set { path: part(500).key("quantity"), value: Some(2.into()) }),
        ("move ten", Command::Place((50..60).map(|index| (part(index), Point { x: 10.0, y: 20.0 })).collect())),
        (
            "extract ten",
            Command::Extract {
                parts: (50..60).map(part).collect(),
                of: of("assembly::taken::1.0"),
                file: path("taken.yaml"),
            },
        ),
    ] {
        let mut taken = Vec::new();
        let mut outcome = "done".to_owned();
        for _ in 0..5 {
            let start = Instant::now();
            let result = black_box(analysis.command(&path("large.yaml"), &command));
            taken.push(start.elapsed().as_secs_f64() * 1000.0);
            outcome = result.map_or_else(|error| error.to_string(), |change| change.title);
        }
        let (middle, _) = quantiles(taken);
        println!("{what:<20}{middle:>9.2} ms  {outcome}");
    }
    let change = analysis.command(&path("large.yaml"), &Command::Remove(vec![part(500)])).expect("allowed");
    let start = Instant::now();
    let consequences = analysis.consequences(&change).expect("fits");
    let time = start.elapsed().as_secs_f64() * 1000.0;
    println!("{:<20}{time:>9.2} ms  {} lost", "consequences", consequences.lost.len());
}
