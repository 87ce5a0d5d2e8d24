//! Applies all safe fixes: those that neither lose a comment nor change the meaning of a text.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::diagnostic::{Diagnostic, Fix, Safety};
use crate::edit::{Change, EditError, Replace, TextEdit};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::text::{FilePath, Span};

/// One fix can reveal another finding; stop after this many rounds.
const MAX_ROUNDS: usize = 20;

/// A workspace after its fixes.
#[derive(Clone, Debug)]
pub struct FixedWorkspace {
    pub analysis: Analysis,
    /// The combined change; empty if there was nothing to fix.
    pub change: Change,
    pub n_fixes: usize,
    /// The fixes that are still possible, if the rounds stopped before they ran out.
    pub unsettled: Option<Unsettled>,
}

/// Fixes that would never end: they undo each other, or each makes the next one possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsettled {
    /// The rules of the fixes that were not applied.
    pub codes: SortedSet<&'static str>,
    pub files: SortedSet<FilePath>,
}

/// The fixes of one round, which do not overlap.
#[derive(Default)]
struct Round {
    edits: SortedMap<FilePath, TextEdit>,
    codes: SortedSet<&'static str>,
    n_fixes: usize,
}

/// The replacements in one file so far.
#[derive(Default)]
struct AppliedEdits {
    replaces: Vec<Replace>,
    /// Their ends, by their starts.
    ends: SortedMap<u32, u32>,
}

impl AppliedEdits {
    fn add(&mut self, replaces: &[Replace]) {
        for Replace { span, .. } in replaces {
            let end = self.ends.entry(span.start).or_insert(span.end);
            *end = span.end.max(*end);
        }
        self.replaces.extend_from_slice(replaces);
    }

    /// Whether `span` overlaps or borders a replacement. These are disjoint, so only the last one before its end can.
    fn touches(&self, span: Span) -> bool {
        self.ends.range(..=span.end).next_back().is_some_and(|(_, &end)| span.start <= end)
    }
}

impl Analysis {
    /// Applies the first safe fix of each finding, among those that `may` allows, until none are left. Stops before a
    /// round whose result was there before.
    pub fn fix_all(&self, may: impl Fn(&Diagnostic, &Fix) -> bool) -> Result<FixedWorkspace, EditError> {
        self.settled(&|analysis| analysis.round(&may, false))
    }

    /// The number of findings with a safe fix by rule, in all files.
    pub fn n_fixable(&self) -> SortedMap<&'static str, usize> {
        let mut counts = SortedMap::new();
        for found in self.all_diagnostics().filter(|found| found.automatic_fix(false).is_some()) {
            *counts.entry(found.code).or_default() += 1;
        }
        counts
    }

    /// Applies the safe fixes of one rule in all files, as `check --fix --select RULE` does.
    pub fn fix_all_of(&self, code: &str) -> Result<FixedWorkspace, EditError> {
        let mut fixed = self.fix_all(|found, _| found.code == code)?;
        fixed.change.title = format!("{} of {code}", fixed.change.title);
        Ok(fixed)
    }

    /// Like [`Analysis::fix_all`], and where a finding has no safe fix, applies its unsafe one. If it has several, nobody
    /// knows which one is meant, and none is applied.
    pub fn fix_all_even_unsafe(&self, may: impl Fn(&Diagnostic, &Fix) -> bool) -> Result<FixedWorkspace, EditError> {
        self.settled(&|analysis| analysis.round(&may, true))
    }

    /// Applies rounds until one has no fixes.
    fn settled(&self, next: &dyn Fn(&Analysis) -> Round) -> Result<FixedWorkspace, EditError> {
        let change = Change::default();
        let mut fixed = FixedWorkspace { analysis: self.clone(), change, n_fixes: 0, unsettled: None };
        // Every earlier text of each file that a round changed.
        let mut earlier: SortedMap<FilePath, Vec<Arc<str>>> = SortedMap::new();
        for round in 0.. {
            let Round { edits, codes, n_fixes } = next(&fixed.analysis);
            if n_fixes == 0 {
                break;
            }
            let files = edits.keys().cloned();
            let unsettled = Unsettled { codes, files: gather(files) };
            let change = Change { edits, ..Change::default() };
            let after = fixed.analysis.changed(&change)?;
            let mut repeats = true;
            for path in &unsettled.files {
                let texts = earlier.entry(path.clone()).or_default();
                texts.extend(fixed.analysis.file(path).map(|file| Arc::clone(&file.text)));
                repeats &= after.file(path).is_some_and(|file| texts.contains(&file.text));
            }
            if repeats || round == MAX_ROUNDS {
                fixed.unsettled = Some(unsettled);
                break;
            }
            fixed.analysis = after;
            fixed.n_fixes += n_fixes;
            for (path, edit) in change.edits {
                let before = fixed.change.edits.remove(&path).unwrap_or_default();
                fixed.change.edits.insert(path, before.then(edit));
            }
        }
        let fixes = if fixed.n_fixes == 1 { "1 fix".to_owned() } else { format!("{} fixes", fixed.n_fixes) };
        fixed.change.title = format!("Apply {fixes}");
        Ok(fixed)
    }

    /// The fix of each finding, without those that overlap an earlier one.
    fn round(&self, may: &impl Fn(&Diagnostic, &Fix) -> bool, even_unsafe: bool) -> Round {
        let mut taken: SortedMap<FilePath, AppliedEdits> = SortedMap::new();
        let mut round = Round::default();
        for diagnostic in self.all_diagnostics() {
            let fix = diagnostic.automatic_fix(even_unsafe).filter(|fix| may(diagnostic, fix));
            // Another safe fix may be allowed where the first one is not.
            let fits = |fix: &&Fix| fix.is_plain() && may(diagnostic, fix);
            let Some(fix) = fix.or_else(|| diagnostic.fixes.iter().find(fits)) else { continue };
            let free = fix.change.edits.iter().all(|(path, edit)| {
                let others = taken.get(path);
                edit.replaces().iter().all(|one| !others.is_some_and(|others| others.touches(one.span)))
            });
            if free {
                round.n_fixes += 1;
                round.codes.insert(diagnostic.code);
                for (path, edit) in &fix.change.edits {
                    taken.entry(path.clone()).or_default().add(edit.replaces());
                }
            }
        }
        round.edits =
            gather(taken.into_iter().filter_map(|(path, taken)| Some((path, TextEdit::new(taken.replaces)?))));
        round
    }
}

impl Fix {
    /// Whether it is safe, and only edits existing files.
    pub fn is_plain(&self) -> bool {
        self.safety == Safety::Safe && self.only_edits()
    }

    fn only_edits(&self) -> bool {
        self.change.files.is_empty() && !self.change.edits.is_empty()
    }
}

impl Diagnostic {
    /// The fix that is applied without asking: the first safe one, or else, if wanted, the only one.
    pub fn automatic_fix(&self, even_unsafe: bool) -> Option<&Fix> {
        let only = || match self.fixes.as_slice() {
            [fix] if even_unsafe && fix.only_edits() => Some(fix),
            _ => None,
        };
        self.fixes.iter().find(|fix| fix.is_plain()).or_else(only)
    }
}

#[cfg(test)]
mod tests {
    use crate::sorted_map::SortedMap;

    use super::Round;
    use crate::analysis::{Analysis, example};
    use crate::edit::TextEdit;
    use crate::text::Span;

    #[test]
    fn all_safe_fixes_are_applied_and_no_others() {
        let text = "# file: a.yaml\nname: assembly::a::1.0\nproperties:\n  p: {read_only: true, descripion: x} # kept\n  \
                    q: {read_only: true}\ncomposition: {}\n# file: b.yaml\nname: assembly::b::1.0\nproperties:\n  \
                    p: {read_only: true}\ncomposition: {}\n";
        let analysis = example::analysis(text);
        let fixed = analysis.fix_all(|found, _| found.code == "schema/alias-key").expect("fixes fit");
        let change = &fixed.change;
        assert_eq!((fixed.n_fixes, change.edits.len(), change.title.as_str()), (3, 2, "Apply 3 fixes"));
        let after = analysis.changed(change).expect("fits");
        for file in analysis.workspace().files() {
            let text = after.file(&file.path).expect("it is there").text.to_string();
            assert_eq!(text, file.text.replace("read_only", "read-only"), "{}", file.path);
            assert_eq!(fixed.analysis.file(&file.path).map(|file| file.text.to_string()), Some(text));
        }
        let is_unknown = |found: &super::Diagnostic, _: &super::Fix| found.code == "schema/unknown-key";
        let unsafe_only = analysis.fix_all(is_unknown).expect("fixes fit");
        assert_eq!((unsafe_only.n_fixes, unsafe_only.change.edits.len()), (0, 0));
        let even_unsafe = analysis.fix_all_even_unsafe(is_unknown).expect("fixes fit");
        let found =
            analysis.all_diagnostics().find(|found| found.code == "schema/unknown-key").expect("a misspelled key");
        assert_eq!(even_unsafe.n_fixes, usize::from(found.fixes.len() == 1), "{:?}", found.fixes);
    }

    /// A round that replaces the quantity in the only file by another text.
    fn of_quantity(analysis: &Analysis, next: impl Fn(&str) -> String) -> Round {
        let file = analysis.workspace().files().next().expect("a file");
        let start = file.text.find("quantity: ").expect("a quantity") + "quantity: ".len();
        let edit = TextEdit::replace(Span::new(start, file.text.len() - 1), next(file.text[start..].trim_end()));
        let edits = SortedMap::from([(file.path.clone(), edit)]);
        Round { edits, codes: ["assembly/bad-quantity"].into(), n_fixes: 1 }
    }

    #[test]
    fn rounds_stop_when_a_text_repeats_or_grows_without_end() {
        let text =
            "name: assembly::a::1.0\nproperties: {}\ncomposition:\n  b:\n    type: resource::b::1.0\n    quantity: 1\n";
        let analysis = example::analysis(text);
        let other = |now: &str| if now == "1" { "2".to_owned() } else { "1".to_owned() };
        let toggled = analysis.settled(&|analysis| of_quantity(analysis, other)).expect("fits");
        assert_eq!(toggled.n_fixes, 1, "the second round would restore the first text");
        let unsettled = toggled.unsettled.expect("it says so");
        assert_eq!((unsettled.codes.len(), unsettled.files.len()), (1, 1));
        let grown = analysis.settled(&|analysis| of_quantity(analysis, |now| format!("{now}1"))).expect("fits");
        assert_eq!((grown.n_fixes, grown.unsettled.is_some()), (super::MAX_ROUNDS, true));
        let same = analysis.settled(&|analysis| of_quantity(analysis, str::to_owned)).expect("fits");
        assert_eq!((same.n_fixes, same.unsettled.is_some()), (0, true));
    }
}
