//! The fixes for the findings in a line.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::text::FilePath;

use crate::state::text_pane::LineFix;

/// The fixes for the findings in the line at the byte `offset`.
pub fn line_fixes(analysis: &Analysis, path: &FilePath, _: &str, offset: usize) -> Vec<LineFix> {
    let Some(file) = analysis.file(path) else { return Vec::new() };
    let line = file.lines.line(offset);
    let found = analysis.diagnostics(path).iter().filter(|found| {
        let (first, last) = (file.lines.line(found.span.start as usize), file.lines.line(found.span.end as usize));
        (first..=last).contains(&line)
    });
    let fixes = found.flat_map(|found| found.fixes.iter().map(move |fix| (found, fix)));
    fixes.map(|(found, fix)| LineFix { finding: found.message.clone(), change: fix.change.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    #[test]
    fn a_line_has_the_fixes_of_its_own_findings() {
        let path = FilePath::new("a.yaml").expect("a plain path");
        let text =
            "name: assembly::a::1.0\nproperties:\n  p: {read_only: true}\n  q: {read_only: true}\ncomposition: {}\n";
        let analysis = Analysis::new(Workspace::new([(path.clone(), text.to_owned())]), Settings::default());
        let at = |place: &str| line_fixes(&analysis, &path, text, text.find(place).expect("it is there"));
        assert!(at("name:").is_empty());
        let (p, q) = (at("p: {"), at("q: {"));
        assert!(!p.is_empty() && p.len() == q.len(), "{p:?} {q:?}");
        let after = |fix: &LineFix| fix.change.edits[&path].apply(text).expect("it fits");
        assert!(p.iter().any(|fix| after(fix).contains("p: {read-only: true}\n  q: {read_only: true}")), "{p:?}");
    }
}
