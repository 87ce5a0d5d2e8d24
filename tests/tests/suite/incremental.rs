//! Incremental analysis: an edit recomputes no more than necessary, and gives the findings of a fresh analysis.

use std::cell::RefCell;
use std::sync::Arc;

use descriptorium_core::analysis::{self, Analysis, Checked, Earlier};
use descriptorium_core::catalog::Catalog;
use descriptorium_core::context::FileContext;
use descriptorium_core::diagnostic::Diagnostic;
use descriptorium_core::edit::{Change, FileChange, TextEdit};
use descriptorium_core::released::Released;
use descriptorium_core::semantics::{Provided, Services};
use descriptorium_core::settings::Settings;
use descriptorium_core::symbol::Mention;
use descriptorium_core::text::{FilePath, Span, floor_boundary};
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;

const BASE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
capability_types:
  example.Route: {derived_from: tosca.capabilities.Root}
node_types:
  example.Base:
    derived_from: tosca.nodes.Root
    description: All of ours
    properties:
      size: {type: string, description: How much}
      description: {type: string, required: false}
    capabilities:
      route: {type: example.Route}
  example.Net:
    derived_from: example.Base
    requirements:
      - link: {capability: example.Route, occurrences: [0, 1]}
";

/// Cyclic imports, and a name that `base.yaml` also defines.
const NET: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [base.yaml, more/far.yaml]
node_types:
  example.Router:
    derived_from: example.Net
    properties:
      speed: {type: integer}
  example.Shared: {derived_from: tosca.nodes.Root, properties: {one: {type: string}}}
";

const FAR: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [{file: ../net.yaml, namespace_prefix: n}]
node_types:
  example.Far: {derived_from: example.Router}
  example.Shared: {derived_from: example.Far, properties: {two: {type: string}}}
";

const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [net.yaml]
topology_template:
  inputs: {count: {type: integer}}
  node_templates:
    router:
      type: example.Router
      properties: {speed: {get_input: count}, size: big}
      requirements: [link: far]
    far: {type: 'n:example.Far', properties: {size: {get_property: [router, speed]}}}
    shared: {type: example.Shared, properties: {one: x, two: y}}
    prefixed: {type: 'n:example.Shared'}
";

/// Its own type with a name from an imported chain.
const OWN: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [more/far.yaml, base.yaml]
node_types:
  example.Net: {derived_from: tosca.nodes.Root, properties: {own: {type: string}}}
topology_template:
  node_templates:
    far: {type: example.Far, properties: {own: x, speed: 1, size: 2}}
    base: {type: example.Base, properties: {size: 1, own: 2}}
  substitution_mappings:
    node_type: example.Far
    capabilities: {route: [far, route]}
";

const TOSCA: &[(&str, &str)] = &[
    ("base.yaml", BASE),
    ("net.yaml", NET),
    ("more/far.yaml", FAR),
    ("service.yaml", SERVICE),
    ("own.yaml", OWN),
    ("more/library.yaml", "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [../net.yaml, gone.yaml]\n"),
];

const ASSEMBLIES: &[(&str, &str)] = &[
    (
        "gateway.yaml",
        "name: resource::gateway::1.0\nproperties:\n  size: {type: string}\n  address: {type: string, read-only: true}\ncapabilities:\n  Route: {type: ip.route}\noperations: {AddPeer: {}}\nlifecycle: {Create: {}}\n",
    ),
    ("gateway2.yaml", "name: resource::gateway::2.0\nproperties:\n  size: {type: integer}\nlifecycle: {Create: {}}\n"),
    (
        "web.yaml",
        "name: resource::web::1.0\nproperties:\n  upstream: {type: string}\nrequirements:\n  Route: {type: ip.route}\nlifecycle: {Create: {}}\n",
    ),
    (
        "site.yaml",
        "name: assembly::site::1.0\nproperties:\n  address: {read-only: true, value: '${gw.address}'}\ncomposition:\n  gw: {type: 'resource::gateway::1.0', properties: {size: {value: small}}}\n  web: {type: 'resource::web::1.0', properties: {upstream: {value: '${gw.address}'}}}\nrelationships:\n  route: {source-capabilities: [gw.Route], target-requirements: [web.Route], source-state: Active, target-state: Active}\n",
    ),
    (
        "all.yaml",
        "name: assembly::all::1.0\ncomposition:\n  site: {type: 'assembly::site::1.0'}\n  newer: {type: 'resource::gateway::^1.0'}\nproperties:\n  out: {value: '${site.address}'}\n",
    ),
];

const TOSCA_WORDS: &[&str] = &[
    "example.Base",
    "example.Net",
    "example.Router",
    "example.Far",
    "example.Shared",
    "tosca.nodes.Root",
    "n:",
    "size",
    "speed",
    "description",
    "properties",
    "capabilities",
    "node_types",
    "imports",
    "base.yaml",
    "net.yaml",
    "gone.yaml",
    "derived_from",
    "tosca_definitions_version",
    "topology_template",
    "router",
    "\n",
    "  ",
    "#",
    "x",
];
const ASSEMBLY_WORDS: &[&str] = &[
    "resource::gateway::1.0",
    "resource::gateway::2.0",
    "resource::web::1.0",
    "assembly::site::1.0",
    "1.0",
    "2.0",
    "gateway",
    "web",
    "size",
    "address",
    "Route",
    "ip.route",
    "properties",
    "composition",
    "value",
    "name",
    "\n",
    "  ",
    "#",
    "x",
];

fn path(name: &str) -> FilePath {
    FilePath::new(name).expect("a plain path")
}

fn fresh(files: &[(&str, &str)]) -> Analysis {
    let files = files.iter().map(|(name, text)| (path(name), (*text).to_owned()));
    Analysis::new(Workspace::new(files), Settings::default())
}

/// A linear congruential generator, so that every run makes the same edits.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A change of one file: a word inserted, replaced or deleted, or the file deleted, renamed or restored.
    fn change(&mut self, analysis: &Analysis, files: &[(&str, &str)], words: &[&str]) -> Change {
        let (name, text) = self.of(files);
        let at = path(name);
        let of_files = |files| Change { title: "Files".to_owned(), files, ..Change::default() };
        let Some(file) = analysis.file(&at) else {
            return of_files(vec![FileChange::Create { path: at, text: (*text).to_owned() }]);
        };
        let other = path(self.of(files).0);
        match self.below(14) {
            0 => return of_files(vec![FileChange::Delete { path: at }]),
            1 if analysis.file(&other).is_none() => return of_files(vec![FileChange::Rename { from: at, to: other }]),
            _ => {}
        }
        let (word, new) = (*self.of(words), *self.of(words));
        let places: Vec<usize> = file.text.match_indices(word).map(|(at, _)| at).collect();
        let somewhere = floor_boundary(&file.text, self.below(file.text.len() + 1));
        let edit = match self.below(4) {
            0 => TextEdit::insert(somewhere, new),
            1 if somewhere < file.text.len() => TextEdit::delete(Span::new(somewhere, somewhere + 1)),
            _ if places.is_empty() => TextEdit::insert(somewhere, " "),
            2 => TextEdit::delete(Span::new(*self.of(&places), *self.of(&places))),
            _ => {
                let at = *self.of(&places);
                TextEdit::replace(Span::new(at, at + word.len()), new)
            }
        };
        Change::of_file("Edit", at, edit)
    }
}

/// The files with their findings and references.
fn known(analysis: &Analysis) -> Vec<(&FilePath, &[Diagnostic], &[Mention])> {
    let files = analysis.workspace().files();
    files.map(|file| (&file.path, analysis.diagnostics(&file.path), analysis.mentions(&file.path))).collect()
}

/// Edits checked in three ways: completely, in slices, and in typing pauses. The oracle is a fresh analysis.
fn random_edits_give_what_starting_afresh_gives(files: &[(&str, &str)], words: &[&str], seed: u64) {
    let mut random = Random(seed);
    let (mut n_findings, mut n_due) = (0, 0);
    for round in 0..8 {
        let start = fresh(files);
        let (mut whole, mut sliced, mut typed) = (start.clone(), start.clone(), start);
        for step in 0..25 {
            let change = random.change(&whole, files, words);
            whole = whole.changed(&change).expect("fits");
            sliced = sliced.changed_at_once(&change).expect("fits");
            typed = typed.typed(&change).expect("fits");
            let oracle = Analysis::new(whole.workspace().clone(), Settings::default());
            let expected = known(&oracle);
            let case = format!("seed {seed}, round {round}, step {step}: {change:?}");
            assert_eq!(known(&whole), expected, "{case}");
            assert_eq!(whole.catalog(), oracle.catalog(), "{case}");
            for edited in change.edits.keys() {
                assert_eq!(sliced.diagnostics(edited), oracle.diagnostics(edited), "{case}");
            }
            // Not every pause is long enough for all due files.
            let mut checking = sliced.checking_due(None);
            n_due += checking.n_left();
            while random.below(4) > 0 && checking.next_file() {}
            sliced = checking.finish();
            if !sliced.is_due() {
                assert_eq!(known(&sliced), expected, "in slices, {case}");
            }
            if random.below(3) == 0 {
                typed = typed.with_due_checked();
                assert!(!typed.is_due() && !typed.is_edited());
                assert_eq!(known(&typed), expected, "typed, {case}");
            }
            n_findings += oracle.all_diagnostics().count();
        }
        assert_eq!(known(&sliced.with_due_checked()), known(&whole), "seed {seed}, round {round}");
    }
    assert!(n_findings > 500 && n_due > 40, "the edits do not matter: {n_findings} findings, {n_due} files due");
}

#[test]
fn random_edits_of_templates_give_what_starting_afresh_gives() {
    for seed in 0..2 {
        random_edits_give_what_starting_afresh_gives(TOSCA, TOSCA_WORDS, seed);
    }
}

#[test]
fn random_edits_of_assemblies_equal_a_fresh_analysis() {
    for seed in 0..2 {
        random_edits_give_what_starting_afresh_gives(ASSEMBLIES, ASSEMBLY_WORDS, seed);
    }
}

/// A library in which most types build on others, with types of all kinds.
const LIBRARY: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
description: Types of *ours*
metadata: {template_name: library, template_version: 1.0}
data_types:
  example.Port: {derived_from: integer, constraints: [in_range: [1, 65535]]}
  example.Address:
    properties:
      port: {type: example.Port, default: 80}
      host: {type: string, description: A name}
capability_types:
  example.Route: {derived_from: tosca.capabilities.Root, properties: {at: {type: example.Address}}}
  example.Wide: {derived_from: example.Route, valid_source_types: [example.Net]}
interface_types:
  example.Life: {derived_from: tosca.interfaces.Root, start: {inputs: {port: {type: example.Port}}}, stop: {}}
relationship_types:
  example.Link: {derived_from: tosca.relationships.Root, valid_target_types: [example.Route]}
artifact_types:
  example.Script: {derived_from: tosca.artifacts.Implementation, file_ext: [run]}
policy_types:
  example.Near: {derived_from: tosca.policies.Placement, targets: [example.Net, example.Zone]}
group_types:
  example.Zone: {derived_from: tosca.groups.Root, members: [example.Base]}
node_types:
  example.Base:
    derived_from: tosca.nodes.Root
    description: All of **ours**
    properties:
      size: {type: integer, default: 1, constraints: [greater_or_equal: 0]}
      address: {type: example.Address, required: false, default: {host: a, port: 81}}
    capabilities:
      route: {type: example.Route, properties: {at: {type: example.Address}}}
    # It may be linked.
    requirements:
      - link: {capability: example.Route, relationship: example.Link, occurrences: [0, 1]}
    interfaces: {life: {type: example.Life, start: {implementation: start.run}}}
  example.Net:
    derived_from: example.Base
    properties:
      size: {type: integer, default: 2, constraints: [in_range: [0, 10]]}
      speed: {type: string, default: {get_property: [SELF, size]}}
  example.Router:
    derived_from: example.Net
    properties: {ports: {type: list, entry_schema: example.Port, default: [1, 2]}}
    attributes: {speed: {type: string}}
    requirements:
      - up: {capability: example.Wide, node: example.Net}
";

/// An edit of a word, a letter or a line, with the words of the text itself.
fn edit_of_text(random: &mut Random, text: &str) -> TextEdit {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    let words: Vec<&str> = text.split(|letter| !is_letter(letter)).filter(|word| !word.is_empty()).collect();
    let (word, new) = (*random.of(&words), *random.of(&words));
    let at = word.as_ptr() as usize - text.as_ptr() as usize;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = *random.of(&lines);
    let line_at = line.as_ptr() as usize - text.as_ptr() as usize;
    match random.below(8) {
        0 => TextEdit::insert(at + word.len(), "x"),
        1 => TextEdit::delete(Span::new(at, at + word.chars().next().map_or(0, char::len_utf8))),
        2 | 3 => TextEdit::replace(Span::new(at, at + word.len()), new),
        4 => TextEdit::replace(Span::new(at, at + word.len()), random.below(100).to_string()),
        5 => TextEdit::delete(Span::new(line_at, line_at + line.len())),
        6 => TextEdit::insert(line_at, *random.of(&lines)),
        _ => TextEdit::insert(line_at + line.len(), "# a comment\n"),
    }
}

/// Types and undoes random edits of one file, each checked in a typing pause. The oracle is a fresh analysis. Returns the
/// number of findings.
fn random_edits_of_one_file(files: &[(FilePath, String)], edited: &FilePath, n_edits: usize, seed: u64) -> usize {
    let mut random = Random(seed);
    let start = Analysis::new(Workspace::new(files.iter().cloned()), Settings::default());
    let text = start.file(edited).expect("a file").text.clone();
    let mut n_findings = 0;
    for number in 0..n_edits {
        let edit = edit_of_text(&mut random, &text);
        let undo = edit.inverse(&text);
        let typed = |analysis: &Analysis, edit: &TextEdit| {
            let change = Change::of_file("Edit", edited.clone(), edit.clone());
            analysis.typed(&change).expect("fits").with_due_checked()
        };
        let after = typed(&start, &edit);
        let oracle = Analysis::new(after.workspace().clone(), Settings::default());
        assert_eq!(known(&after), known(&oracle), "{edited}, edit {number} of seed {seed}: {edit:?}");
        assert_eq!(
            known(&typed(&after, &undo)),
            known(&start),
            "{edited}, edit {number} of seed {seed} undone: {edit:?}"
        );
        n_findings += oracle.diagnostics(edited).len();
    }
    n_findings
}

#[test]
fn random_edits_of_a_library_give_what_starting_afresh_gives() {
    let importer = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [library.yaml]\nnode_types:\n  \
                    example.Top: {derived_from: example.Router}\n  example.Other: {derived_from: tosca.nodes.Root, \
                    properties: {a: {type: example.Port, default: 7}}}\n";
    let files = [(path("library.yaml"), LIBRARY.to_owned()), (path("top.yaml"), importer.to_owned())];
    let n_findings = random_edits_of_one_file(&files, &files[0].0, 1500, 1);
    assert!(n_findings > 1000, "the edits do not matter: {n_findings} findings");
    let n_findings = random_edits_of_one_file(&files, &files[1].0, 300, 2);
    assert!(n_findings > 50, "the edits do not matter: {n_findings} findings");
}

/// Libraries of real projects: files with types and without a topology.
#[test]
fn random_edits_of_real_libraries_give_what_starting_afresh_gives() {
    let Some(folder) = paths::shared("corpus/tosca") else { return };
    let texts = paths::texts(&folder, &[".yaml", ".yml"]);
    let is_library = |text: &str| text.contains("_types:") && !text.contains("topology_template:");
    let libraries = texts.into_iter().filter(|(_, text)| is_library(text) && text.len() < 50_000);
    let mut n_findings = 0;
    for (seed, file) in (0..).zip(libraries) {
        n_findings += random_edits_of_one_file(std::slice::from_ref(&file), &file.0, 12, seed);
    }
    assert!(n_findings > 1000, "the edits do not matter: {n_findings} findings");
}

thread_local! {
    /// The files that were checked.
    static CHECKED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn counting(
    context: FileContext<'_>,
    released: Option<&Released>,
    services: Option<&'static Services>,
    earlier: Option<&Earlier>,
) -> Checked {
    CHECKED.with_borrow_mut(|checked| checked.push(context.file.path.to_string()));
    analysis::checked(context, released, services, earlier)
}

/// The files that are checked after an edit, in order.
fn checked_after(start: &Analysis, file: &str, from: &str, to: &str) -> Vec<String> {
    let text = &start.file(&path(file)).expect("a file").text;
    let at = text.find(from).unwrap_or_else(|| panic!("{file} has no {from}"));
    let edit = TextEdit::replace(Span::new(at, at + from.len()), to);
    CHECKED.take();
    let after = start.changed(&Change::of_file("Edit", path(file), edit)).expect("fits");
    let oracle = Analysis::new(after.workspace().clone(), Settings::default());
    assert_eq!(known(&after), known(&oracle), "{from} -> {to}");
    let mut checked = CHECKED.take();
    checked.sort();
    checked
}

fn counted(files: &[(&str, &str)]) -> Analysis {
    let mut checking = fresh(files).checking(counting, Provided::all());
    while checking.next_file() {}
    checking.finish()
}

#[test]
fn an_edit_that_leaves_the_exports_as_they_are_checks_no_dependant() {
    let start = counted(TOSCA);
    for (from, to) in [
        ("tosca_definitions_version", "# a comment\ntosca_definitions_version"),
        ("All of ours", "Ours"),
        ("    description: All of ours\n", ""),
        ("How much", "How large"),
        ("node_types:", "description: A library\nnode_types:"),
        ("\nnode_types:", "\n\n\nnode_types:"),
    ] {
        // A finding in `own.yaml` refers to the other definition of a type, which may have moved.
        assert_eq!(checked_after(&start, "base.yaml", from, to), ["base.yaml", "own.yaml"], "{from} -> {to}");
    }
    assert_eq!(checked_after(&start, "service.yaml", "size: big", "size: small"), ["service.yaml"]);
    let assemblies = counted(ASSEMBLIES);
    for (from, to) in [("name:", "# a comment\nname:"), ("name:", "description: A gateway\nname:")] {
        assert_eq!(checked_after(&assemblies, "gateway.yaml", from, to), ["gateway.yaml"], "{from} -> {to}");
    }
}

#[test]
fn an_edit_of_the_exports_checks_all_that_build_on_them() {
    let all = ["base.yaml", "more/far.yaml", "more/library.yaml", "net.yaml", "own.yaml", "service.yaml"];
    let start = counted(TOSCA);
    // A property may be called `description`, which is then a name.
    for (from, to) in [
        ("size:", "sise:"),
        ("      description: {type: string, required: false}\n", ""),
        ("example.Net", "example.Nett"),
    ] {
        assert_eq!(checked_after(&start, "base.yaml", from, to), all, "{from} -> {to}");
    }
    let assemblies = counted(ASSEMBLIES);
    let checked = checked_after(&assemblies, "gateway.yaml", "size:", "sise:");
    // Other files depend on the name without its version.
    assert_eq!(checked, ["all.yaml", "gateway.yaml", "gateway2.yaml", "site.yaml"]);
}

#[test]
fn an_imported_topology_that_becomes_a_substitute_is_an_export() {
    const VERSION: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    let inner = format!("{VERSION}topology_template:\n  outputs: {{}}\n  # here\n");
    let outer = format!(
        "{VERSION}imports: [inner.yaml]\ntopology_template:\n  node_templates:\n    n: {{type: tosca.nodes.Root}}\n"
    );
    let start = counted(&[("inner.yaml", inner.as_str()), ("outer.yaml", outer.as_str())]);
    let substitutes = "substitution_mappings: {node_type: tosca.nodes.Root}";
    // The import is unused only as long as nothing can be substituted.
    assert_eq!(checked_after(&start, "inner.yaml", "# here", substitutes), ["inner.yaml", "outer.yaml"]);
    assert_eq!(checked_after(&start, "inner.yaml", "# here", "# there"), ["inner.yaml"]);
}

/// `n` importers of a library with `m` types, which form inheritance chains of four.
fn importers(n: usize, m: usize) -> Analysis {
    let head = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    let types = (0..m).map(|number| {
        let parent = if number % 4 == 0 { "tosca.nodes.Root".to_owned() } else { format!("example.T{}", number - 1) };
        format!("  example.T{number}:\n    derived_from: {parent}\n    properties: {{p{number}: {{type: string, required: false}}}}\n")
    });
    let library = format!("{head}node_types:\n{}", types.collect::<String>());
    let services = (0..n).map(|number| {
        let of = number * 7 % m / 4 * 4 + 3;
        let (first, text) = (of - 3, format!("{head}imports: [types.yaml]\ntopology_template:\n  node_templates:\n"));
        let text = format!("{text}    a: {{type: example.T{of}, properties: {{p{first}: x, p{of}: y, q: z}}}}\n");
        (path(&format!("service{number}.yaml")), text)
    });
    let files: Vec<_> = services.chain([(path("types.yaml"), library)]).collect();
    Analysis::new(Workspace::new(files), Settings::default())
}

/// The number of computed name tables does not depend on the number of importers. Their findings prove that the
/// importers were checked: `q` is missing in each.
#[test]
fn importers_of_the_same_files_share_their_tables() {
    let n_made = |n, m| {
        let analysis = importers(n, m);
        let missing = analysis.all_diagnostics().filter(|found| found.code == "tosca/property/no-such-property");
        assert_eq!((missing.count(), analysis.all_diagnostics().count()), (n, n));
        let file = analysis.file(&path("types.yaml")).expect("a file");
        analysis.context(file).memo.n_made()
    };
    // Built-in types are kept for the whole process: only the first analysis makes them.
    n_made(5, 40);
    let few = n_made(5, 40);
    assert_eq!((n_made(10, 40), n_made(80, 40), n_made(80, 160)), (few, few, few));
    // The types of the library, all types they refer to, and the list of imports.
    assert_eq!(few, 3);
}

/// An edit in an importer keeps the tables that it shares with others.
#[test]
fn tables_are_made_again_only_where_exports_change() {
    let start = importers(20, 40);
    let n_made_after = |file: &str, from: &str, to: &str| {
        let text = &start.file(&path(file)).expect("a file").text;
        let at = text.find(from).expect("it says so");
        let edit = TextEdit::replace(Span::new(at, at + from.len()), to);
        let after = start.changed(&Change::of_file("Edit", path(file), edit)).expect("fits");
        let oracle = Analysis::new(after.workspace().clone(), Settings::default());
        assert_eq!(known(&after), known(&oracle));
        let file = after.file(&path(file)).expect("a file");
        after.context(file).memo.n_made()
    };
    let before = start.context(start.file(&path("types.yaml")).expect("a file")).memo.n_made();
    assert_eq!(n_made_after("service3.yaml", "q: z", "r: z"), before, "nothing is made");
    assert_eq!(n_made_after("types.yaml", "node_types", "description: x\nnode_types"), before, "nothing is made");
    // A separate memo starts counting at zero; the empty list of imports stays.
    assert_eq!(n_made_after("types.yaml", "{p0:", "{p00:"), 3, "the library once, not for each of 20");
}

/// The dependencies of unchecked files are unknown: tables about them must not survive a change.
#[test]
fn tables_about_unchecked_files_follow_a_change_too() {
    let workspace = fresh(TOSCA).workspace().clone();
    let catalog = Arc::new(Catalog::of(&workspace));
    let some = Analysis::of_some(workspace, catalog, Settings::default(), None, [path("service.yaml")]);
    let edited = |analysis: &Analysis, file: &str, from: &str, to: &str| {
        let at = analysis.file(&path(file)).expect("a file").text.find(from).expect("it says so");
        let edit = TextEdit::replace(Span::new(at, at + from.len()), to);
        analysis.changed(&Change::of_file("Edit", path(file), edit)).expect("fits")
    };
    let after = edited(&edited(&some, "base.yaml", "size:", "sise:"), "service.yaml", "big", "small");
    let oracle = Analysis::new(after.workspace().clone(), Settings::default());
    let service = path("service.yaml");
    assert_eq!(after.diagnostics(&service), oracle.diagnostics(&service));
    assert_ne!(after.diagnostics(&service), some.diagnostics(&service));
}

/// The last file has a key of assembly descriptors, as values of a chart may.
const APPLICATION: &str = "\
# file: asd.yaml
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - id: web
    description: Customers
    virtualLinkRequirement: EndUser
    inputParamMappings: {loadbalancerIP: front:service.address}
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front
# file: charts/front/Chart.yaml
apiVersion: v2
name: front
version: 1.0.0
# file: charts/front/values.yaml
composition: {}
service: {addr: a}
";

fn has_unknown_parameter(analysis: &Analysis) -> bool {
    analysis.all_diagnostics().any(|found| found.code == "asd/unknown-parameter")
}

/// Each letter makes the text one byte longer.
#[test]
fn the_chart_of_an_application_follows_each_letter() {
    let text = APPLICATION.replace("composition: {}\n", "");
    let mut analysis = analysis::example::analysis(&text);
    let values = path("charts/front/values.yaml");
    for letter in ["e", "s", "s"] {
        assert!(has_unknown_parameter(&analysis), "{letter}");
        let at = analysis.file(&values).and_then(|file| file.text.find(": a")).expect("the value");
        let edit = TextEdit::insert(at, letter);
        analysis = analysis.changed(&Change::of_file("type", values.clone(), edit)).expect("an edit");
    }
    assert!(!has_unknown_parameter(&analysis));
}

#[test]
fn a_file_of_a_chart_that_looks_like_a_descriptor_is_followed() {
    let mut analysis = analysis::example::analysis(APPLICATION);
    let values = path("charts/front/values.yaml");
    let file = analysis.file(&values).expect("the values");
    assert!(file.language.is_some() && has_unknown_parameter(&analysis));
    let at = file.text.find(": a").expect("the value");
    let edit = TextEdit::insert(at, "ess");
    analysis = analysis.changed(&Change::of_file("type", values.clone(), edit)).expect("an edit");
    assert!(analysis.file(&values).is_some_and(|file| file.language.is_some()) && !has_unknown_parameter(&analysis));
}
