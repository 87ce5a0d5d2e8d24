//! In a project, new descriptors are referenced by their location in it, and stored in the folder for contained
//! elements.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Command, Role};
use descriptorium_core::workspace::Workspace;

use super::{difference, of, path};

const PROJECT: &str = "\
schema: '2.0'
name: shop
version: '1.0'
type: Assembly
# what it is made of
contains:
- name: web
  type: Resource
  directory: web
- name: store
  type: Resource
  directory: store
- name: edge
  type: Assembly
  directory: edge
";

const SHOP: &str = "\
# the shop
properties:
  size: {type: integer}
composition:
  web:
    type: $lmctl:/contains:/web:/descriptor_name   # its own
    properties:
      size: {value: '${size}'}
  edge:
    type: $lmctl:/contains:/edge:/descriptor_name
    properties: {}
";

const EDGE: &str = "\
properties: {}
composition:
  web:
    type: $lmctl:/contains:/web:/descriptor_name
    properties: {}
";

const RESOURCE: &str = "\
properties:
  size: {type: integer}
lifecycle: {Create: {}}
default-driver: {kubernetes: {infrastructure-type: ['*']}}
";

const OTHER: &str = "name: resource::other::1.0\nproperties: {}\nlifecycle: {Create: {}}\n";

const INNER: &str = "shop/Contains/edge/Descriptor/assembly.yml";

fn shop() -> Analysis {
    let files = [
        ("shop/lmproject.yml", PROJECT),
        ("shop/Descriptor/assembly.yml", SHOP),
        (INNER, EDGE),
        ("shop/Contains/web/Definitions/lm/resource.yaml", RESOURCE),
        ("shop/Contains/store/Definitions/lm/resource.yaml", RESOURCE),
        ("other.yaml", OTHER),
    ];
    let files = files.map(|(name, text)| (path(name), text.to_owned()));
    Analysis::new(Workspace::new(files), Settings::default())
}

/// The analysis after the command, which must cause no error, and can be undone.
fn after(analysis: &Analysis, file: &FilePath, command: &Command) -> Analysis {
    let change = analysis.command(file, command).unwrap_or_else(|error| panic!("refused: {error}"));
    let come = analysis.consequences(&change).expect("fits").come;
    let errors: Vec<_> = come.iter().filter(|found| found.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let after = analysis.changed(&change).expect("fits");
    for (path, edit) in &change.edits {
        let (was, now) = (&analysis.file(path).expect("a file").text, &after.file(path).expect("a file").text);
        assert_eq!(edit.inverse(was).apply(now).as_deref(), Ok(&**was));
    }
    after
}

fn lines(before: &Analysis, after: &Analysis, file: &FilePath) -> (Vec<String>, Vec<String>) {
    let text = |analysis: &Analysis| analysis.file(file).expect("a file").text.to_string();
    let (before, after) = (text(before), text(after));
    let (gone, come) = difference(&before, &after);
    let owned = |lines: Vec<&str>| lines.into_iter().map(str::to_owned).collect();
    (owned(gone), owned(come))
}

#[test]
fn contained_elements_are_added_by_their_location() {
    let (analysis, file) = (shop(), path("shop/Descriptor/assembly.yml"));
    let add = |name: &str| Command::Add { of: of(name), role: Role::Component, name: None, at: None };
    let added = after(&analysis, &file, &add("resource::store-shop::1.0"));
    let (gone, come) = lines(&analysis, &added, &file);
    assert!(gone.is_empty(), "{gone:?}");
    assert_eq!(come[1], "    type: $lmctl:/contains:/store:/descriptor_name");
    // Names outside of the project do not change.
    let added = after(&analysis, &file, &add("resource::other::1.0"));
    assert_eq!(lines(&analysis, &added, &file).1[1], "    type: resource::other::1.0");
}

#[test]
fn another_type_in_the_project_is_referenced_by_location() {
    let (analysis, file) = (shop(), path("shop/Descriptor/assembly.yml"));
    let web = NodePath::keys(["composition", "web"]);
    let retype = |name: &str| Command::Retype { path: web.clone(), of: of(name) };
    let other = after(&analysis, &file, &retype("resource::store-shop::1.0"));
    let line = |name: &str| vec![format!("    type: {name}   # its own")];
    let own = line("$lmctl:/contains:/web:/descriptor_name");
    assert_eq!(lines(&analysis, &other, &file), (own, line("$lmctl:/contains:/store:/descriptor_name")));
}

#[test]
fn a_new_assembly_is_one_of_the_project() {
    let (analysis, file) = (shop(), path("shop/Descriptor/assembly.yml"));
    let command = |file: &str| Command::Extract {
        parts: vec![NodePath::keys(["composition", "web"])],
        of: of("assembly::front::1.0"),
        file: path(file),
    };
    let apart = after(&analysis, &file, &command("shop/Descriptor/front-1.0.yaml"));
    assert!(apart.file(&path("shop/Descriptor/front-1.0.yaml")).is_none());
    let text = |name: &str| apart.file(&path(name)).expect("a file").text.to_string();
    let entry = "- name: front\n  type: Assembly\n  directory: front\n";
    assert_eq!(text("shop/lmproject.yml"), format!("{PROJECT}{entry}"));
    let front = text("shop/Contains/front/Descriptor/assembly.yml");
    assert!(front.contains("    type: $lmctl:/contains:/web:/descriptor_name   # its own\n"), "{front}");
    assert!(!front.contains("name: assembly"), "{front}");
    let own = text("shop/Descriptor/assembly.yml");
    assert!(own.contains("  front:\n    type: $lmctl:/contains:/front:/descriptor_name\n"), "{own}");
    assert!(apart.catalog().resolve(&of("assembly::front-shop::1.0")).found().is_some());
    // And back: the project is the same in both files.
    let back = after(&apart, &file, &Command::Inline { path: NodePath::keys(["composition", "front"]) });
    assert_eq!(&*back.file(&file).expect("a file").text, SHOP);

    // One level deeper.
    let apart = after(&analysis, &path(INNER), &command("front.yaml"));
    let text = |name: &str| apart.file(&path(name)).expect("a file").text.to_string();
    let nested = "  contains:\n  - name: front\n    type: Assembly\n    directory: front\n";
    let nested_deeper = "  contains:\n    - name: front\n      type: Assembly\n      directory: front\n";
    let project = text("shop/lmproject.yml");
    assert!(project == format!("{PROJECT}{nested}") || project == format!("{PROJECT}{nested_deeper}"), "{project}");
    assert!(
        text(INNER).contains("type: $lmctl:/contains:/edge:/contains:/front:/descriptor_name\n"),
        "{}",
        text(INNER)
    );
    assert!(apart.catalog().resolve(&of("assembly::front-edge-shop::1.0")).found().is_some());
}
