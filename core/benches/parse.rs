//! How fast text becomes a tree, beside what `saphyr-parser` needs for its events and `serde_yaml` for its values. The
//! tree is to be there before the events of the same texts would be.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use descriptorium_core::syntax::parse::parse;
use saphyr_parser::Parser;
use serde::Deserialize;
use serde_yaml::Value;

/// How often all is measured; the parsers take turns, so that what else runs on the machine slows all of them.
const ROUNDS: usize = 15;

fn main() {
    println!(
        "{:<12}{:>7}{:>9}{:>12}{:>12}{:>12}{:>18}",
        "", "files", "KB", "tree MB/s", "saphyr", "serde_yaml", "tree : saphyr"
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let corpus =
        env::var_os("DESCRIPTORIUM_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from).join("corpus");
    let folders = [
        ("examples", root.join("examples")),
        ("assembly", corpus.join("assembly")),
        ("tosca", corpus.join("tosca")),
        ("asd", corpus.join("asd")),
        ("homing", corpus.join("homing")),
    ];
    let mut all = Vec::new();
    for (name, folder) in folders {
        let texts = texts(folder);
        measure(name, &texts);
        all.extend(texts);
    }
    measure("all", &all);
    measure("1 MB", &[large()]);
}

/// The texts below a folder that all three parsers read, each once; none where the folder is not there.
fn texts(folder: PathBuf) -> Vec<String> {
    let (mut found, mut queue) = (BTreeSet::new(), vec![folder]);
    while let Some(path) = queue.pop() {
        match fs::read_dir(&path) {
            Ok(entries) => queue.extend(entries.flatten().map(|entry| entry.path())),
            Err(_) if path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml") => {
                found.extend(fs::read_to_string(&path));
            }
            Err(_) => {}
        }
    }
    let sound = |text: &String| parse(text).errors.is_empty() && saphyr(text).is_some() && serde(text).is_some();
    found.into_iter().filter(sound).collect()
}

/// An assembly with more components than anybody writes.
fn large() -> String {
    let mut text = "name: assembly::large::1.0\nproperties:\n  site: {type: string}\ncomposition:\n".to_owned();
    for number in 0..3000 {
        text.push_str(&format!(
            "  # part {number} of many\n  component-{number}:\n    type: resource::part-{number}::1.0\n    quantity: {}\n    \
             properties:\n      site:\n        value: ${{site}}\n      label:\n        value: 'part {number}, \"quoted\"'\n      \
             ports: [80, 443, {{name: metrics, port: 9090}}]\n      script: |\n        echo {number}\n        exit 0\n",
            number % 5
        ));
    }
    text
}

fn measure(name: &str, texts: &[String]) {
    let bytes: usize = texts.iter().map(String::len).sum();
    if bytes == 0 {
        return;
    }
    // Small sets are parsed several times in a row, as a clock does not see them otherwise.
    let repeats = 1 + 1_000_000 / bytes;
    let time = |work: &dyn Fn(&str)| {
        let start = Instant::now();
        (0..repeats).for_each(|_| texts.iter().for_each(|text| work(text)));
        start.elapsed().as_secs_f64() / repeats as f64
    };
    let (mut times, mut ratios) = (vec![[0.0; 3]; 0], Vec::new());
    for _ in 0..ROUNDS {
        let round = [
            time(&|text| drop(black_box(parse(text)))),
            time(&|text| {
                black_box(saphyr(text));
            }),
            time(&|text| drop(black_box(serde(text)))),
        ];
        ratios.push(round[0] / round[1]);
        times.push(round);
    }
    let median = |parser: usize| middle(times.iter().map(|round| round[parser]).collect());
    let speed = |parser: usize| bytes as f64 / 1e6 / median(parser);
    ratios.sort_by(f64::total_cmp);
    println!(
        "{name:<12}{:>7}{:>9}{:>12.1}{:>12.1}{:>12.1}{:>8.2} ({:.2}-{:.2})",
        texts.len(),
        bytes / 1000,
        speed(0),
        speed(1),
        speed(2),
        ratios[ratios.len() / 2],
        ratios[0],
        ratios[ratios.len() - 1]
    );
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The number of events; `None` if there is an error.
fn saphyr(text: &str) -> Option<usize> {
    let mut events = 0;
    for event in Parser::new_from_str(text) {
        black_box(event.ok()?);
        events += 1;
    }
    Some(events)
}

fn serde(text: &str) -> Option<Vec<Value>> {
    serde_yaml::Deserializer::from_str(text).map(|document| Value::deserialize(document).ok()).collect()
}
