//! Measures the cost of documentation sites: `cargo bench -p descriptorium-tests --bench site -- 1000 10000`.
//!
//! For each size, generates a catalog, builds its site twice with the program (`DESCRIPTORIUM_PROGRAM`, a release
//! build), and prints a line: pages, CPU time, pages per second, peak memory, size of the output, and whether both
//! builds are equal. `--write DIR SIZE` only writes the catalog. The process is measured from outside, including its
//! memory, which benchmark libraries do not support.

#![expect(clippy::expect_used, clippy::panic, reason = "a measurement that fails says so and ends")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use descriptorium_tests::generated;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, folder, size] = arguments.as_slice()
        && flag == "--write"
    {
        return write(Path::new(folder), size.parse().expect("a number"));
    }
    let Some(program) = env::var_os("DESCRIPTORIUM_PROGRAM").map(PathBuf::from) else {
        println!("DESCRIPTORIUM_PROGRAM names no program: nothing is measured");
        return;
    };
    println!(
        "{:>8} {:>8} {:>8} {:>12} {:>9} {:>9}  same",
        "size", "pages", "CPU s", "pages/CPU s", "peak MiB", "MB out"
    );
    for argument in &arguments {
        let size = argument.parse().expect("a number of descriptors");
        measure(&program, size);
    }
}

fn write(folder: &Path, size: usize) {
    for (path, text) in generated::catalog(size) {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders can be made");
        fs::write(file, text).expect("files can be written");
    }
}

fn measure(program: &Path, size: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let catalog = folder.path().join("catalog");
    write(&catalog, size);
    let outputs = ["one", "two"].map(|name| folder.path().join(name));
    let [first, _second] = outputs.each_ref().map(|out| run(program, &catalog, out));
    let (pages, bytes) = weigh(&outputs[0]);
    let same = Command::new("diff").args(["-rq"]).args(&outputs).stdout(Stdio::null()).status();
    let same = same.is_ok_and(|status| status.success());
    let (seconds, peak) = first;
    let rate = pages as f64 / seconds;
    println!(
        "{size:>8} {pages:>8} {seconds:>8.2} {rate:>12.0} {:>9.0} {:>9.1}  {same}",
        peak / 1024.0,
        bytes as f64 / 1e6
    );
}

/// The CPU time in seconds and the peak memory in KiB of a build, as reported by GNU time.
fn run(program: &Path, catalog: &Path, out: &Path) -> (f64, f64) {
    let output = Command::new("/usr/bin/time")
        .args(["-f", "%U %S %M"])
        .arg(program)
        .arg("build")
        .arg(catalog)
        .arg("--out")
        .arg(out)
        .stdout(Stdio::null())
        .output()
        .expect("GNU time is there");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = errors.lines().last().expect("a line");
    let numbers: Vec<f64> = last.split(' ').filter_map(|number| number.parse().ok()).collect();
    let [user, system, peak] = numbers[..] else { panic!("no figures in {errors}") };
    (user + system, peak)
}

/// The number of pages of a site, and its size in bytes.
fn weigh(folder: &Path) -> (usize, u64) {
    let (mut pages, mut bytes) = (0, 0);
    let mut queue = vec![folder.to_owned()];
    while let Some(current) = queue.pop() {
        for entry in fs::read_dir(current).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                queue.push(path);
            } else {
                pages += usize::from(path.extension().is_some_and(|extension| extension == "html"));
                bytes += entry.metadata().map_or(0, |metadata| metadata.len());
            }
        }
    }
    (pages, bytes)
}
