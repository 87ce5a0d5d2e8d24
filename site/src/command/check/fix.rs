//! `descriptorium check --fix`: safe fixes, written to the files or shown as a patch.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write as _};
use std::path::PathBuf;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::analysis::code_actions::Unsettled;
use descriptorium_core::csar::Package;
use descriptorium_core::diagnostic::{Diagnostic, Fix};
use descriptorium_core::document::change::{Change, ChangedFile};
use descriptorium_core::edit::{self, TextEdit};
use descriptorium_core::text::FilePath;
use similar::TextDiff;

use crate::command::check::{Arguments, Format, analyze, as_json, report, unknown};
use crate::command::{Failure, Outcome, put};
use crate::finding::{Counts, json, plural};
use crate::folder;
use crate::input::Input;
use crate::printable::{line, lines, say};

/// Lines of context around a change in a patch.
const CONTEXT: usize = 3;

pub fn run(arguments: &Arguments, input: &Input) -> Result<Outcome, Failure> {
    if arguments.dry_run && !matches!(arguments.format, Format::Text | Format::Concise | Format::Json) {
        return Err(Failure("`--fix --dry-run` supports only `--format text`, `concise` and `json`".to_owned()));
    }
    let (before, removed) = analyze(arguments, input)?;
    // Known findings of a baseline are fixed too.
    let may = |path: &FilePath| {
        input.on_disk(path).is_some() && before.file(path).is_some_and(|file| input.reports(&before, file))
    };
    let allowed =
        |found: &Diagnostic, fix: &Fix| arguments.selection.has(found.code) && fix.change.edits.keys().all(may);
    let fixed = match arguments.unsafe_fixes {
        true => before.fix_all_even_unsafe(allowed),
        false => before.fix_all(allowed),
    };
    let fixed = fixed.map_err(|error| Failure(format!("cannot fix: {error}")))?;
    let cannot = |write: &Write, error: io::Error| {
        Failure(format!("cannot write `{}`: {}", write.shown, folder::reason(&error)))
    };
    let writes = writes(&before, &fixed.analysis, input);
    if !arguments.dry_run {
        // Before anything is written: half of the fixes are of no use.
        for write in &writes {
            folder::may_replace(&write.place).map_err(|error| cannot(write, error))?;
        }
    }
    let mut patches = Vec::new();
    let mut cleared = BTreeSet::new();
    for write in &writes {
        let Write { shown, place, before, after, .. } = write;
        if arguments.dry_run {
            let patch = patch(shown, before, after);
            match arguments.format {
                Format::Json => patches.push(ChangedFile { file: shown.clone(), patch }),
                _ => print(&patch),
            }
        } else {
            // Once per folder.
            let folder = place.canonicalize().ok().and_then(|place| Some(place.parent()?.to_owned()));
            if let Some(folder) = folder.filter(|folder| !cleared.contains(folder)) {
                folder::clear_drafts_in(&folder);
                cleared.insert(folder);
            }
            folder::replace(place, before.as_bytes(), after.as_bytes()).map_err(|error| cannot(write, error))?;
        }
    }
    let kind = if arguments.unsafe_fixes { "" } else { "safe " };
    let fixes = match fixed.n_fixes {
        1 => format!("1 {kind}fix"),
        more => format!("{more} {kind}fixes"),
    };
    let done = if arguments.dry_run { "would be applied" } else { "applied" };
    let left = match unsafe_fixes(&fixed.analysis, input) {
        0 => String::new(),
        left if arguments.unsafe_fixes => {
            let (verb, findings) = (if left == 1 { "has" } else { "have" }, plural(left, "finding"));
            format!("; {findings} more {verb} several possible fixes: choose one in an editor")
        }
        1 => "; 1 more finding has a fix that may change the meaning: use --unsafe-fixes, or apply it in an editor"
            .to_owned(),
        more => {
            let more = plural(more, "finding");
            format!(
                "; {more} more have fixes that may change the meaning: use --unsafe-fixes, or apply them in an editor"
            )
        }
    };
    if !arguments.quiet {
        say(&format!("{fixes} {done} in {}{left}", plural(writes.len(), "file")));
    }
    if let Some(Unsettled { codes, files }) = &fixed.unsettled {
        let codes: Vec<&str> = codes.iter().copied().collect();
        let files: Vec<String> = files.iter().map(|file| format!("`{}`", input.shown(file))).collect();
        say(&format!(
            "stopped: the fixes of {} in {} never settle; apply them one by one in an editor",
            codes.join(", "),
            files.join(", ")
        ));
    }
    if !arguments.dry_run {
        // The manifests that were written are read again.
        let again = fixed.analysis.workspace().files().map(|file| (file.path.clone(), TextEdit::default()));
        let again = edit::Change { edits: again.collect(), ..Default::default() };
        let read_again =
            if writes.iter().any(|write| write.is_manifest) { fixed.analysis.changed(&again).ok() } else { None };
        let mut checked = input.findings(read_again.as_ref().unwrap_or(&fixed.analysis));
        checked.findings.extend(removed);
        return report(arguments, input, checked);
    }
    // After a patch, findings are not printed again: they would be in the way of `git apply`. The exit code and JSON
    // include them.
    let mut checked = input.findings(&before);
    checked.findings.extend(removed);
    let rest = unknown(arguments, input, &checked.files, checked.findings)?;
    let counts = Counts::of(&rest.findings);
    if arguments.format == Format::Json {
        let check = json::report(checked.files.len(), rest.n_known, &rest.findings, input.site());
        put(&as_json(Change { check, fixes: fixed.n_fixes, changes: patches })?)?;
    }
    Ok(arguments.selection.outcome(counts))
}

/// A file to write.
struct Write {
    shown: String,
    place: PathBuf,
    before: String,
    after: String,
    is_manifest: bool,
}

/// The fixed files, and the manifests of packages that state their digests.
fn writes(before: &Analysis, after: &Analysis, input: &Input) -> Vec<Write> {
    let is_changed = |path: &FilePath| match (before.file(path), after.file(path)) {
        (Some(before), Some(after)) => before.text != after.text && input.on_disk(path).is_some(),
        _ => false,
    };
    let mut writes = Vec::new();
    let mut manifests = BTreeSet::new();
    for file in after.workspace().files().filter(|file| is_changed(&file.path)) {
        let (Some(old), Some(place)) = (before.file(&file.path), input.on_disk(&file.path)) else { continue };
        let shown = input.shown(&file.path);
        writes.push(Write {
            shown: shown.clone(),
            place: place.to_owned(),
            before: old.text.to_string(),
            after: file.text.to_string(),
            is_manifest: false,
        });
        let Some(package) = Package::around(file, after.workspace().contents()) else { continue };
        let contents = before.workspace().contents();
        let (Some((path, text)), Some(within)) =
            (package.manifest_after_edits(contents, is_changed), package.relative(&file.path))
        else {
            continue;
        };
        // Only the path of the descriptor on disk is known.
        let root = place.ancestors().nth(within.split('/').count());
        let Some(place) = root.filter(|_| place.ends_with(within)).map(|root| root.join(path.as_str())) else {
            continue;
        };
        if manifests.insert(place.clone()) {
            let shown = shown.strip_suffix(within).map_or_else(|| path.to_string(), |root| format!("{root}{path}"));
            let before = package.text(path.as_str()).unwrap_or_default().to_string();
            writes.push(Write { shown, place, before, after: text, is_manifest: true });
        }
    }
    writes
}

/// The number of findings with unsafe fixes only.
fn unsafe_fixes(analysis: &Analysis, input: &Input) -> usize {
    let is_reported = |file: &FilePath| {
        input.on_disk(file).is_some() && analysis.file(file).is_some_and(|file| input.reports(analysis, file))
    };
    let found = analysis.all_diagnostics().filter(|found| is_reported(&found.file));
    found.filter(|found| !found.fixes.is_empty() && !found.fixes.iter().any(Fix::is_plain)).count()
}

/// The change of a file as a unified diff, for `patch -p1` and `git apply`.
pub fn patch(shown: &str, before: &str, after: &str) -> String {
    let diff = TextDiff::from_lines(before, after);
    let shown = line(shown);
    let (from, to) = (format!("a/{shown}"), format!("b/{shown}"));
    diff.unified_diff().context_radius(CONTEXT).header(&from, &to).to_string()
}

/// The patch must be exact, except on a terminal, where control characters of a file must not take effect.
fn print(patch: &str) {
    let mut output = io::stdout();
    let text = if output.is_terminal() { lines(patch) } else { patch.into() };
    let _ = output.write_all(text.as_bytes());
}
