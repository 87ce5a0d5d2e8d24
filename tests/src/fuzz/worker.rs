//! A worker process: makes inputs, reads them within a limit of time, and keeps the ones that fail.
//!
//! An input that ends the process (too slow, too much memory, too deep a recursion) is in the file of the worker,
//! where the parent finds it.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

use super::target::Target;
use super::{corpus, laws, minimize, mutate};
use crate::chance::Chance;

/// The exit code of a worker whose input took too long.
pub const TOO_SLOW: i32 = 3;
/// The name of the line with the processor time among the numbers of inputs.
pub const PROCESSOR_TIME: &str = "milliseconds";
/// The limit for one input, of processor time.
pub const LIMIT: Duration = Duration::from_secs(1);
/// How long a failing input is minimized.
const MINIMIZING: Duration = Duration::from_secs(20);

/// Where, in processor time, the current input began, in milliseconds; 0 while there is none.
static BEGUN: AtomicU64 = AtomicU64::new(0);
/// The last panic: its location and message.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// The processor time of this process, in milliseconds, starting at 1.
fn now() -> u64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    1 + u64::try_from(time.tv_sec).unwrap_or(0) * 1000 + u64::try_from(time.tv_nsec).unwrap_or(0) / 1_000_000
}

/// Prepares this process for failing inputs: panics are recorded, and too slow an input ends the process.
pub fn prepare() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(|place| format!("{}:{}", place.file(), place.line())).unwrap_or_default();
        let payload = info.payload();
        let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = format!("panic at {place}: {}", text.unwrap_or(""));
    }));
    thread::spawn(|| {
        loop {
            thread::sleep(Duration::from_millis(20));
            let begun = BEGUN.load(Ordering::Relaxed);
            if begun > 0 && now().saturating_sub(begun) > LIMIT.as_millis() as u64 {
                process::exit(TOO_SLOW);
            }
        }
    });
}

/// The violations of the laws of `target`, with panics.
pub fn faults(target: Target, input: &[u8]) -> Vec<String> {
    BEGUN.store(now(), Ordering::Relaxed);
    let found = panic::catch_unwind(AssertUnwindSafe(|| laws::faults(target, input)));
    BEGUN.store(0, Ordering::Relaxed);
    found.unwrap_or_else(|_| vec![PANIC.lock().unwrap_or_else(PoisonError::into_inner).clone()])
}

/// The part of a fault that failures of the same cause share: the text without names and numbers.
pub fn signature(target: Target, fault: &str) -> String {
    let parts = fault.split('`').step_by(2);
    let text: String = parts.collect::<String>().chars().filter(char::is_ascii).take(160).collect();
    let is_panic = text.starts_with("panic at");
    let keeps = |character: &char| character.is_alphabetic() || is_panic && character.is_ascii_digit();
    let text = if is_panic { text.split(": ").next().unwrap_or("").to_owned() } else { text };
    let words: String = text.chars().filter(keeps).collect();
    format!("{}-{words}", target.name())
}

/// A name for the file of a failing input.
pub fn file_name(target: Target, fault: &str) -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    signature(target, fault).hash(&mut hasher);
    let ending = if target == Target::Archive { "bin" } else { "yaml" };
    format!("{}-{:08x}.{ending}", target.name(), hasher.finish() as u32)
}

/// The files of a worker in `folder`: its current input, and its numbers.
pub fn input_file(folder: &Path, worker: usize) -> PathBuf {
    folder.join(format!("worker-{worker}.input"))
}

pub fn numbers_file(folder: &Path, worker: usize) -> PathBuf {
    folder.join(format!("worker-{worker}.numbers"))
}

/// Keeps a failing input with the fault in a file beside it; the first of each cause only.
pub fn keep(folder: &Path, target: Target, fault: &str, input: &[u8]) {
    let place = folder.join("found").join(file_name(target, fault));
    let _ = fs::write(&place, input);
    let _ = fs::write(place.with_extension("txt"), format!("{fault}\n"));
}

/// Reads inputs until `until`: those with the numbers from `first` on, of this seed.
pub fn run(folder: &Path, worker: usize, seed: u64, first: u64, until: Duration, only: Option<Target>) {
    prepare();
    let start = Instant::now();
    let catalogs = corpus::catalogs();
    let targets: Vec<Target> =
        Target::ALL.into_iter().filter(|target| only.is_none_or(|only| only == *target)).collect();
    let turns: Vec<Target> = targets.iter().flat_map(|target| vec![*target; target.share()]).collect();
    let mut numbers: BTreeMap<Target, u64> = BTreeMap::new();
    let mut number = first;
    while start.elapsed() < until {
        let mut chance = Chance::new(seed ^ (number << 8) ^ worker as u64);
        let (Some(target), Some(one), Some(other)) =
            (chance.pick(&turns).copied(), chance.pick(&catalogs), chance.pick(&catalogs))
        else {
            return;
        };
        number += 1;
        let made = panic::catch_unwind(AssertUnwindSafe(|| {
            let text = mutate::text(one, other, &mut chance);
            if target == Target::Archive { mutate::packed(&text, &mut chance) } else { text.into_bytes() }
        }));
        let Ok(input) = made else {
            let fault = PANIC.lock().unwrap_or_else(PoisonError::into_inner).clone();
            keep(folder, target, &format!("an input cannot be made: {fault}"), one.as_bytes());
            continue;
        };
        let header = format!("{} {number}\n", target.name());
        let _ = fs::write(input_file(folder, worker), [header.as_bytes(), &input].concat());
        *numbers.entry(target).or_default() += 1;
        if number.is_multiple_of(50) {
            write_numbers(folder, worker, &numbers);
        }
        if let Some(fault) = faults(target, &input).into_iter().next() {
            let place = folder.join("found").join(file_name(target, &fault));
            if !place.exists() {
                keep(folder, target, &fault, &input);
                let same = signature(target, &fault);
                let fails = |input: &[u8]| {
                    let header = format!("{} {number}\n", target.name());
                    let _ = fs::write(input_file(folder, worker), [header.as_bytes(), input].concat());
                    faults(target, input).iter().any(|fault| signature(target, fault) == same)
                };
                let smallest = minimize::minimized(&input, MINIMIZING, fails);
                keep(folder, target, &fault, &smallest);
            }
        }
    }
    write_numbers(folder, worker, &numbers);
    let _ = fs::remove_file(input_file(folder, worker));
}

/// Writes the numbers of inputs, and the processor time in milliseconds.
fn write_numbers(folder: &Path, worker: usize, numbers: &BTreeMap<Target, u64>) {
    let lines: String = numbers.iter().map(|(target, number)| format!("{} {number}\n", target.name())).collect();
    let _ = fs::write(numbers_file(folder, worker), format!("{lines}{PROCESSOR_TIME} {}\n", now()));
}
