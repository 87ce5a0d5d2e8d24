//! Safe fixes, all of them: those that can neither lose a comment nor change what a text means.

use std::collections::BTreeMap;

use crate::analysis::Analysis;
use crate::diagnostic::{Diagnostic, Fix, Safety};
use crate::edit::{Change, EditError, Replace, TextEdit};
use crate::text::{FilePath, Span};

/// A fix can bring to light what another mends; one that never comes to an end is left after so many rounds.
const MAX_ROUNDS: usize = 20;

/// A workspace after its fixes.
#[derive(Clone, Debug)]
pub struct FixedWorkspace {
    pub analysis: Analysis,
    /// What leads there; empty where there was nothing that is safe to mend.
    pub change: Change,
    pub n_fixes: usize,
}

impl Analysis {
    /// Makes the first safe fix of each finding among those that `may` be made, again and again until there is none.
    pub fn fix_all(&self, may: impl Fn(&Diagnostic, &Fix) -> bool) -> Result<FixedWorkspace, EditError> {
        let mut fixed = FixedWorkspace { analysis: self.clone(), change: Change::default(), n_fixes: 0 };
        for _ in 0..MAX_ROUNDS {
            let (n_fixes, edits) = fixed.analysis.fixes_apart(&may);
            if n_fixes == 0 {
                break;
            }
            let round = Change { edits, ..Change::default() };
            fixed.analysis = fixed.analysis.changed(&round)?;
            fixed.n_fixes += n_fixes;
            for (path, edit) in round.edits {
                let before = fixed.change.edits.remove(&path).unwrap_or_default();
                fixed.change.edits.insert(path, before.then(edit));
            }
        }
        let fixes = if fixed.n_fixes == 1 { "1 fix".to_owned() } else { format!("{} fixes", fixed.n_fixes) };
        fixed.change.title = format!("Make {fixes}");
        Ok(fixed)
    }

    /// The fixes that can be made at once since they do not touch each other, and how many they are.
    fn fixes_apart(&self, may: &impl Fn(&Diagnostic, &Fix) -> bool) -> (usize, BTreeMap<FilePath, TextEdit>) {
        let mut taken: BTreeMap<FilePath, Vec<Replace>> = BTreeMap::new();
        let mut n_fixes = 0;
        for diagnostic in self.all_diagnostics() {
            let fits = |fix: &&Fix| fix.is_plain() && may(diagnostic, fix);
            let Some(fix) = diagnostic.fixes.iter().find(fits) else { continue };
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
}

impl Fix {
    /// Whether it is safe, and changes nothing but the texts of files.
    pub fn is_plain(&self) -> bool {
        self.safety == Safety::Safe && self.change.files.is_empty() && !self.change.edits.is_empty()
    }
}

fn touch(one: Span, other: Span) -> bool {
    one.start <= other.end && other.start <= one.end
}

#[cfg(test)]
mod tests {
    use crate::analysis::example;

    #[test]
    fn all_safe_fixes_are_applied_and_no_others() {
        let text = "# file: a.yaml\nname: assembly::a::1.0\nproperties:\n  p: {read_only: true, descripion: x} # kept\n  \
                    q: {read_only: true}\ncomposition: {}\n# file: b.yaml\nname: assembly::b::1.0\nproperties:\n  \
                    p: {read_only: true}\ncomposition: {}\n";
        let analysis = example::analysis(text);
        let fixed = analysis.fix_all(|found, _| found.code == "schema/alias-key").expect("fixes fit");
        let change = &fixed.change;
        assert_eq!((fixed.n_fixes, change.edits.len(), change.title.as_str()), (3, 2, "Make 3 fixes"));
        let after = analysis.changed(change).expect("fits");
        for file in analysis.workspace().files() {
            let text = after.file(&file.path).expect("it is there").text.to_string();
            assert_eq!(text, file.text.replace("read_only", "read-only"), "{}", file.path);
            assert_eq!(fixed.analysis.file(&file.path).map(|file| file.text.to_string()), Some(text));
        }
        let unsafe_only = analysis.fix_all(|found, _| found.code == "schema/unknown-key").expect("fixes fit");
        assert_eq!((unsafe_only.n_fixes, unsafe_only.change.edits.len()), (0, 0));
    }
}
