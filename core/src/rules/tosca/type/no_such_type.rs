//! References to types that no available service template defines.

use serde_yaml::Value;

use crate::diagnostic::{Safety, Severity};
use crate::editing;
use crate::hover::kind_label;
use crate::rules::tosca::{Check, Rule, missing};
use crate::rules::with_article;
use crate::symbol::SymbolKind;
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::tosca::template;
use crate::workspace::SourceFile;

pub static RULE: Rule = Rule {
    code: "tosca/type/no-such-type",
    severity: Severity::Error,
    title: "unknown type",
    doc: "A type must be defined in the same file or in one that it imports, directly or indirectly. Normative types \
          such as `tosca.nodes.Compute` are always available, under their URI, their shorthand `Compute`, and their \
          qualified name `tosca:Compute`. Names are case-sensitive.\n\nThe position of a name determines its kind: a \
          capability type cannot be the type of a node template, even if no node type has the name.\n\nNothing is \
          reported if an imported file is not in the catalog, or if the file has neither imports nor a topology and \
          another file may import it.",
    sources: &["T-0-06", "T-0-12", "T-3.5.7-05", "T-3.5.9-07", "T-3.5.16-03", "T-3.6.1-01", "T-3.6.1-02", "T-3.6.1-04", "T-3.6.2-01", "T-3.6.2-04", "T-3.6.3-03", "T-3.6.6-07", "T-3.6.7-01", "T-3.6.10-01", "T-3.6.11-02", "T-3.6.12-01", "T-3.7.3-01", "T-3.7.4-01", "T-3.7.5-01", "T-3.7.6-01", "T-3.7.12-01", "T-4.7.1-01", "T-5.2-1", "T-5.2-2", "T-12-2", "T-13-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server: {derived_from: tosca.nodes.Root}
topology_template:
  node_templates:
    web: {type: example.Sever}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server: {derived_from: tosca.nodes.Root}
topology_template:
  node_templates:
    web: {type: example.Server}
",
    check,
};

/// The kinds that are types.
const TYPES: [SymbolKind; 8] = [
    SymbolKind::ArtifactType,
    SymbolKind::DataType,
    SymbolKind::CapabilityType,
    SymbolKind::InterfaceType,
    SymbolKind::RelationshipType,
    SymbolKind::NodeType,
    SymbolKind::GroupType,
    SymbolKind::PolicyType,
];

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for (count, one) in missing(cx, &TYPES).into_iter().enumerate() {
        let (name, kind) = (&one.mention.name, one.mention.kind);
        let noun = kind_label(kind);
        let others = TYPES.iter().filter(|other| **other != kind);
        let other = others.filter_map(|kind| Some((facts.scope.find(&[*kind], name)?, kind_label(*kind)))).next();
        if let Some((definition, other)) = other {
            let message = format!("`{name}` is {}, but {} is required", with_article(other), with_article(noun));
            let finding = cx.report(one.mention.span, message);
            if let Some(span) = facts.scope.source(definition.file).and_then(|file| file.key_span(&definition.path())) {
                finding.related(definition.file, span, format!("`{}` is defined here", definition.name));
            }
            continue;
        }
        let importable = if count < MOST_SEARCHED { importable(cx, kind, name) } else { Vec::new() };
        let (file, folder) = (cx.file, cx.file.path.folder());
        let mut finding = cx.report(one.mention.span, format!("unknown {noun} `{name}`"));
        if let Some(first) = importable.first() {
            finding = finding.help(format!("import `{first}`, which defines it"));
        } else {
            let known = one.known.iter().map(|name| name.as_str());
            finding = finding.suggest(name, known, "define it, or import the file that defines it");
        }
        for path in importable {
            let item = Value::from(path.relative_to(folder));
            let imports = NodePath::keys(["imports"]);
            finding = finding.fix_by(format!("Import `{path}`"), Safety::Unsafe, |draft| {
                editing::append(file, draft, &imports, item)
            });
        }
    }
}

/// Maximum number of names that are searched in all files, so that a file with many faults takes little time.
const MOST_SEARCHED: usize = 50;
/// Maximum number of files that are offered as imports, so that the menu stays short.
const MOST_OFFERED: usize = 3;

/// The service templates of the catalog that define a type.
fn importable(cx: &Check<'_>, kind: SymbolKind, name: &str) -> Vec<FilePath> {
    let defines = |file: &SourceFile| {
        let own = template(file).filter(|_| file.path != cx.file.path);
        own.is_some_and(|template| template.types().any(|own| own.kind == kind && own.name == name))
    };
    let found = cx.workspace.files().filter(|file| defines(file)).map(|file| file.path.clone());
    found.take(MOST_OFFERED).collect()
}
