//! Safe fixes, all of them: those that can neither lose a comment nor change what a text means.

use std::collections::BTreeMap;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::{Fix, Safety};
use descriptorium_core::edit::{Change, EditError, Replace, TextEdit};
use descriptorium_core::text::{FilePath, Span};

/// A fix can bring to light what another mends; one that never comes to an end is left after so many rounds.
const MAX_ROUNDS: usize = 20;

/// A catalog after its fixes.
#[derive(Clone, Debug)]
pub struct Mended {
    pub analysis: Analysis,
    pub n_fixes: usize,
}

/// Applies the safe fixes that change nothing but files which `may` be changed, again and again until there is none.
pub fn mend(analysis: &Analysis, may: &dyn Fn(&FilePath) -> bool) -> Result<Mended, EditError> {
    let mut mended = Mended { analysis: analysis.clone(), n_fixes: 0 };
    for _ in 0..MAX_ROUNDS {
        let (n_fixes, edits) = apart(&mended.analysis, may);
        if n_fixes == 0 {
            break;
        }
        let change = Change { title: "Mend what can be mended safely".to_owned(), edits, files: Vec::new() };
        mended = Mended { analysis: mended.analysis.changed(&change)?, n_fixes: mended.n_fixes + n_fixes };
    }
    Ok(mended)
}

/// The fixes that can be done at once since they do not touch each other, and how many they are.
fn apart(analysis: &Analysis, may: &dyn Fn(&FilePath) -> bool) -> (usize, BTreeMap<FilePath, TextEdit>) {
    let mut taken: BTreeMap<FilePath, Vec<Replace>> = BTreeMap::new();
    let mut n_fixes = 0;
    for diagnostic in analysis.all_diagnostics() {
        let Some(fix) = diagnostic.fixes.iter().find(|fix| is_plain(fix, may)) else { continue };
        let free = fix.change.edits.iter().all(|(path, edit)| {
            let others = taken.get(path).map_or(&[][..], Vec::as_slice);
            edit.replaces().iter().all(|one| others.iter().all(|other| !touch(one.span, other.span)))
        });
        if free {
            n_fixes += 1;
            for (path, edit) in &fix.change.edits {
                taken.entry(path.clone()).or_default().extend(edit.replaces().iter().cloned());
            }
        }
    }
    let edits = taken.into_iter().filter_map(|(path, replaces)| Some((path, TextEdit::new(replaces)?)));
    (n_fixes, edits.collect())
}

fn is_plain(fix: &Fix, may: &dyn Fn(&FilePath) -> bool) -> bool {
    fix.safety == Safety::Safe && fix.change.files.is_empty() && fix.change.edits.keys().all(may)
}

fn touch(one: Span, other: Span) -> bool {
    one.start <= other.end && other.start <= one.end
}
