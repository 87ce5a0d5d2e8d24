//! Speed of parsing, compared with `saphyr-parser` (events only) and `serde_yaml` (values). The goal is to build the
//! tree faster than the events. Folders that do not exist count as 0 bytes.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use descriptorium_core::syntax::parse::parse;
use divan::Bencher;
use divan::counter::BytesCount;
use saphyr_parser::Parser;
use serde::Deserialize;
use serde_yaml::Value;

#[path = "made/allocator.rs"]
mod allocator;

fn main() {
    divan::main();
}

/// The examples, third-party descriptors, and a text of one megabyte.
const SETS: [&str; 6] = ["examples", "assembly", "tosca", "asd", "homing", "1 MB"];

#[divan::bench(sample_count = 30, max_time = 3, args = SETS)]
fn tree(bencher: Bencher<'_, '_>, set: &str) {
    measure(bencher, set, |text| drop(black_box(parse(text))));
}

#[divan::bench(sample_count = 30, max_time = 3, args = SETS)]
fn saphyr_events(bencher: Bencher<'_, '_>, set: &str) {
    measure(bencher, set, |text| {
        black_box(saphyr(text));
    });
}

#[divan::bench(sample_count = 30, max_time = 3, args = SETS)]
fn serde_yaml_values(bencher: Bencher<'_, '_>, set: &str) {
    measure(bencher, set, |text| drop(black_box(serde(text))));
}

fn measure(bencher: Bencher<'_, '_>, set: &str, work: impl Fn(&str)) {
    let texts = match set {
        "1 MB" => vec![large()],
        "examples" => texts(root().join(set)),
        _ => texts(shared().join("corpus").join(set)),
    };
    let bytes: usize = texts.iter().map(String::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| texts.iter().for_each(|text| work(text)));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn shared() -> PathBuf {
    env::var_os("DESCRIPTORIUM_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from)
}

/// The texts below a folder that all three parsers can read, without duplicates; empty if the folder does not exist.
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

/// An assembly with more components than any real one.
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
