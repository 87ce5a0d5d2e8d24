//! Minimal examples of types, which pass `check`.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::tosca::example::candidates;
use descriptorium_core::tosca::inherited::type_at;
use descriptorium_core::workspace::SourceFile;

/// The name of the example beside the file of its type. No descriptor has it, because it is hidden.
const FILE: &str = ".example.yaml";

/// The shortest example of the type at a path that has neither errors nor warnings, if there is one.
pub fn passing(analysis: &Analysis, file: &SourceFile, path: &NodePath) -> Option<String> {
    let (kind, name) = type_at(path)?;
    let place = FilePath::in_folder(file.path.folder(), FILE)?;
    let mut examples = candidates(analysis.context(file), kind, &name, file.path.name());
    examples.find(|text| {
        let found = analysis.findings_of_new(SourceFile::new(place.clone(), text.as_str()));
        found.iter().all(|found| found.severity == Severity::Info)
    })
}
