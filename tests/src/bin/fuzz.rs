//! The fuzzer: see `cargo xtask fuzz` in `docs/development.md`.
//!
//! `fuzz MINUTES [--workers N] [--seed N] [--only TARGET] [--to FOLDER] [--keep]` starts workers, which are this program
//! again; `fuzz --replay TARGET FILE` reads one input.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use descriptorium_tests::fuzz::target::Target;
use descriptorium_tests::fuzz::{minimize, worker};
use descriptorium_tests::paths;

/// The limit of memory of a worker, in KiB.
const MEMORY: usize = 3_000_000;
/// Maximum size of an input that becomes a case, in bytes: a larger one may contain much of somebody's descriptor.
const MAX_CASE: u64 = 1000;
/// How long an input is minimized that ends its process.
const MINIMIZING: Duration = Duration::from_secs(60);

/// The exit code of a Rust program after a panic: of the fuzzer itself, since those of its targets are caught.
const PANICKED: i32 = 101;

struct Options {
    minutes: f64,
    workers: usize,
    seed: u64,
    only: Option<Target>,
    /// The folder of the results.
    folder: PathBuf,
    /// Whether small inputs that fail become cases of the tests.
    keep: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["--worker", folder, index, seed, first, seconds, only] => {
            let numbers = (index.parse(), seed.parse(), first.parse(), seconds.parse());
            let (Ok(index), Ok(seed), Ok(first), Ok(seconds)) = numbers else { return ExitCode::FAILURE };
            worker::run(Path::new(folder), index, seed, first, Duration::from_secs(seconds), Target::parse(only));
            ExitCode::SUCCESS
        }
        ["--replay", target, file] => replay(target, file),
        _ => match options(&arguments) {
            Some(options) => fuzz(&options),
            None => {
                eprintln!("usage: fuzz [MINUTES] [--workers N] [--seed N] [--only TARGET] [--to FOLDER] [--keep]");
                ExitCode::FAILURE
            }
        },
    }
}

fn options(arguments: &[&str]) -> Option<Options> {
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let mut options = Options {
        minutes: 10.0,
        workers: thread::available_parallelism().map_or(1, usize::from),
        seed: time.as_secs(),
        only: None,
        folder: paths::root().join("target/fuzz-results"),
        keep: false,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match *argument {
            "--workers" => options.workers = rest.next()?.parse().ok()?,
            "--seed" => options.seed = rest.next()?.parse().ok()?,
            "--only" => options.only = Some(Target::parse(rest.next()?)?),
            "--to" => options.folder = PathBuf::from(rest.next()?),
            "--keep" => options.keep = true,
            minutes => options.minutes = minutes.parse().ok()?,
        }
    }
    Some(options)
}

fn replay(target: &str, file: &str) -> ExitCode {
    let (Some(target), Ok(input)) = (Target::parse(target), fs::read(file)) else { return ExitCode::FAILURE };
    worker::prepare();
    let faults = worker::faults(target, &input);
    faults.iter().for_each(|fault| println!("{fault}"));
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// This program with limited memory.
fn program(arguments: &[&str]) -> Command {
    let this = env::current_exe().unwrap_or_default();
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")).arg(this).args(arguments);
    command.stderr(Stdio::null());
    command
}

/// A worker that runs, and where its inputs begin.
struct Worker {
    child: Child,
    index: usize,
}

fn fuzz(options: &Options) -> ExitCode {
    let until = Instant::now() + Duration::from_secs_f64(options.minutes * 60.0);
    let folder = &options.folder;
    if let Err(error) = fs::create_dir_all(folder.join("found")) {
        eprintln!("cannot write {}: {error}", folder.display());
        return ExitCode::FAILURE;
    }
    println!("seed {}, {} workers, {} minutes", options.seed, options.workers, options.minutes);
    let before = found(folder);
    let mut totals: BTreeMap<String, u64> = BTreeMap::new();
    let mut workers: Vec<Worker> = (0..options.workers).filter_map(|index| start(options, index, 0, until)).collect();
    while !workers.is_empty() {
        thread::sleep(Duration::from_millis(200));
        let mut running = Vec::new();
        for mut worker in workers {
            match worker.child.try_wait() {
                Ok(None) => running.push(worker),
                Ok(Some(status)) => {
                    if status.code() == Some(PANICKED) {
                        eprintln!("worker {} failed by itself", worker.index);
                    }
                    add(&mut totals, folder, worker.index);
                    if !status.success()
                        && status.code() != Some(PANICKED)
                        && let Some(number) = ended(folder, worker.index, status.code())
                        && Instant::now() < until
                    {
                        running.extend(start(options, worker.index, number, until));
                    }
                }
                Err(_) => {}
            }
        }
        workers = running;
    }
    let milliseconds = totals.remove(worker::PROCESSOR_TIME).unwrap_or(0);
    println!("{:.2} hours of processor time, inputs:", milliseconds as f64 / 3_600_000.0);
    for (target, number) in &totals {
        println!("  {target:12} {number}");
    }
    let new: Vec<String> = found(folder).into_iter().filter(|name| !before.contains(name)).collect();
    println!("{} new failures in {}", new.len(), folder.join("found").display());
    for name in &new {
        let fault = fs::read_to_string(folder.join("found").join(name).with_extension("txt")).unwrap_or_default();
        println!("  {name}: {}", fault.trim());
        let (from, to) = (folder.join("found").join(name), descriptorium_tests::fuzz::cases());
        let is_small = fs::metadata(&from).is_ok_and(|file| file.len() <= MAX_CASE);
        if options.keep && is_small && fs::create_dir_all(&to).and_then(|()| fs::copy(&from, to.join(name))).is_ok() {
            println!("    kept in {}", to.join(name).display());
        }
    }
    if new.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn start(options: &Options, index: usize, first: u64, until: Instant) -> Option<Worker> {
    let seconds = until.saturating_duration_since(Instant::now()).as_secs();
    let numbers = [index.to_string(), options.seed.to_string(), first.to_string(), seconds.to_string()];
    let folder = options.folder.to_string_lossy();
    let only = options.only.map_or("all", Target::name);
    let _ = fs::remove_file(worker::numbers_file(&options.folder, index));
    let arguments = ["--worker", &folder, &numbers[0], &numbers[1], &numbers[2], &numbers[3], only];
    let child = program(&arguments).stdout(Stdio::null()).spawn();
    child.inspect_err(|error| eprintln!("cannot start a worker: {error}")).ok().map(|child| Worker { child, index })
}

/// Adds the numbers of inputs of a worker to the totals.
fn add(totals: &mut BTreeMap<String, u64>, folder: &Path, index: usize) {
    let numbers = fs::read_to_string(worker::numbers_file(folder, index)).unwrap_or_default();
    for (target, number) in numbers.lines().filter_map(|line| line.split_once(' ')) {
        *totals.entry(target.to_owned()).or_default() += number.parse::<u64>().unwrap_or(0);
    }
}

/// Keeps the input that ended a worker, minimized. Returns its number.
fn ended(folder: &Path, index: usize, code: Option<i32>) -> Option<u64> {
    let content = fs::read(worker::input_file(folder, index)).ok()?;
    let end = content.iter().position(|byte| *byte == b'\n')?;
    let header = String::from_utf8_lossy(&content[..end]).into_owned();
    let (target, number) = header.split_once(' ')?;
    let (target, input) = (Target::parse(target)?, &content[end + 1..]);
    let fault = if code == Some(worker::TOO_SLOW) { "takes longer than the limit" } else { "ends the process" };
    // Inputs can be slow in several ways, so a few are kept for each target.
    let place = (0..5).map(|number| format!("{fault}{}", ["", " b", " c", " d", " e"][number]));
    let fault = place.into_iter().find(|fault| !folder.join("found").join(worker::file_name(target, fault)).exists());
    if let Some(fault) = fault {
        worker::keep(folder, target, &fault, input);
        let candidate = folder.join(format!("candidate-{index}"));
        let fails = |input: &[u8]| {
            let _ = fs::write(&candidate, input);
            let run =
                program(&["--replay", target.name(), &candidate.to_string_lossy()]).stdout(Stdio::null()).status();
            // A violated law is another failure.
            run.is_ok_and(|status| status.code() == code && !status.success() && code != Some(1))
        };
        let smallest = minimize::minimized(input, MINIMIZING, fails);
        worker::keep(folder, target, &fault, &smallest);
    }
    number.parse().ok()
}

/// The names of the kept inputs.
fn found(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("found")).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| !name.ends_with(".txt")).collect();
    names.sort();
    names
}
