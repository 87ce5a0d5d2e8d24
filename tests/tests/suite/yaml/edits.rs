//! Edits by path have the intended effect and change nothing else.

use descriptorium_core::edit::EditError;
use descriptorium_core::syntax::patch::{Draft, InsertAt};
use descriptorium_core::syntax::{NodePath, parse};
use serde_yaml::Value;

/// The text after `edit`.
#[track_caller]
fn edited(text: &str, edit: impl Fn(&mut Draft) -> Result<(), EditError>) -> Result<String, EditError> {
    let mut draft = Draft::new(text);
    edit(&mut draft)?;
    let after = draft.text().to_owned();
    assert_eq!(draft.finish().apply(text).as_deref(), Ok(after.as_str()), "the edit is what the draft shows");
    Ok(after)
}

/// Asserts that `edit` turns `before` into `after`, with `\n` and with `\r\n`.
#[track_caller]
fn check(before: &str, edit: impl Fn(&mut Draft) -> Result<(), EditError>, after: &str) {
    assert_eq!(edited(before, &edit).as_deref(), Ok(after), "in\n{before}");
    if !before.contains('\n') {
        return;
    }
    let windows = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(edited(&windows(before), &edit), Ok(windows(after)), "in\n{before}\nwith CRLF");
}

#[track_caller]
fn refused(text: &str, edit: impl Fn(&mut Draft) -> Result<(), EditError>, error: EditError) {
    assert_eq!(edited(text, edit), Err(error), "in\n{text}");
}

fn at(pointer: &str) -> NodePath {
    let steps = pointer.split('/').skip(1);
    steps.fold(NodePath::root(), |path, step| match step.parse() {
        Ok(index) => path.index(index),
        Err(_) => path.key(step),
    })
}

fn value(text: &str) -> Value {
    serde_yaml::from_str(text).expect("a value")
}

const PARTS: &str = "\
name: assembly::video::1.0
composition:
  # streams
  web: # the front
    type: resource::web::1.0   # pinned
    quantity: '${n}'

  # keeps
  db:
    type: resource::db::1.0
# end
";

#[test]
fn an_entry_goes_where_it_is_wanted() {
    let cache = value("type: resource::cache::1.0");
    let insert = |place: InsertAt<'static>| {
        let cache = cache.clone();
        move |draft: &mut Draft| draft.insert(&at("/composition"), "cache", &cache, place)
    };
    let new = "  cache:\n    type: resource::cache::1.0\n";
    let (head, rest) = PARTS.split_once("  # streams\n").expect("it is there");
    check(PARTS, insert(InsertAt::First), &format!("{head}{new}\n  # streams\n{rest}"));
    let (head, rest) = PARTS.split_once("\n  # keeps\n").expect("it is there");
    check(PARTS, insert(InsertAt::After("web")), &format!("{head}\n{new}\n  # keeps\n{rest}"));
    check(PARTS, insert(InsertAt::Before("db")), &format!("{head}\n{new}\n  # keeps\n{rest}"));
    let (head, rest) = PARTS.split_once("# end").expect("it is there");
    check(PARTS, insert(InsertAt::Last), &format!("{head}\n{new}# end{rest}"));
    check(
        PARTS,
        insert(InsertAt::Ordered(&["web", "cache", "db"])),
        &edited(PARTS, insert(InsertAt::After("web"))).unwrap(),
    );
    check(PARTS, insert(InsertAt::Ordered(&["other"])), &edited(PARTS, insert(InsertAt::Last)).unwrap());
}

#[test]
fn order_is_that_of_the_schema() {
    let order: &[&str] = &["name", "description", "properties", "composition"];
    let insert =
        |key: &'static str| move |draft: &mut Draft| draft.insert(&at(""), key, &"x".into(), InsertAt::Ordered(order));
    check("name: a\ncomposition: b\n", insert("properties"), "name: a\nproperties: x\ncomposition: b\n");
    check("composition: b\n", insert("name"), "name: x\ncomposition: b\n");
    check("other: b\n", insert("name"), "other: b\nname: x\n");
    check("other: b\n", insert("unknown"), "other: b\nunknown: x\n");
}

#[test]
fn empty_nodes_are_filled() {
    let insert = |path: &'static str| move |draft: &mut Draft| draft.insert(&at(path), "b", &1.into(), InsertAt::Last);
    check("", insert(""), "b: 1\n");
    check("# only a comment", insert(""), "# only a comment\nb: 1");
    check("---\n", insert(""), "---\nb: 1\n");
    check("{}\n", insert(""), "b: 1\n");
    check("--- {} # c\n", insert(""), "---  # c\nb: 1\n");
    check("a:\n", insert("/a"), "a:\n  b: 1\n");
    check("a:", insert("/a"), "a:\n  b: 1");
    check("a: # c\n  # d\ne: 2\n", insert("/a"), "a: # c\n  b: 1\n  # d\ne: 2\n");
    check("a: {}   # c\ne: 2\n", insert("/a"), "a:   # c\n  b: 1\ne: 2\n");
    check("a: ~\ne: 2\n", insert("/a"), "a:\n  b: 1\ne: 2\n");
    check("a: !local\ne: 2\n", insert("/a"), "a: !local\n  b: 1\ne: 2\n");
    check("a:\n    - x\n    -\n", insert("/a/1"), "a:\n    - x\n    - b: 1\n");
    check("a: {x: }\n", insert("/a/x"), "a: {x: {b: 1} }\n");
    check("a: {x}\n", insert("/a/x"), "a: {x: {b: 1}}\n");
    check("a: {x: {}}\n", insert("/a/x"), "a: {x: {b: 1}}\n");
    let append = |path: &'static str| move |draft: &mut Draft| draft.append(&at(path), &1.into());
    check("a:\nb: 2\n", append("/a"), "a:\n  - 1\nb: 2\n");
    check("a: []\nb: 2\n", append("/a"), "a:\n  - 1\nb: 2\n");
    check("c:\n- x\na: []\n", append("/a"), "c:\n- x\na:\n- 1\n");
    check("a: [[]]\n", append("/a/0"), "a: [[1]]\n");
}

#[test]
fn flow_collections_grow_in_their_own_way() {
    let insert =
        |place: InsertAt<'static>| move |draft: &mut Draft| draft.insert(&at("/a"), "n", &"${x}".into(), place);
    check("a: {x: 1, y: 2} # c\n", insert(InsertAt::Last), "a: {x: 1, y: 2, n: \"${x}\"} # c\n");
    check("a: { x: 1, y: 2, }\n", insert(InsertAt::Last), "a: { x: 1, y: 2, n: \"${x}\", }\n");
    check("a: { x: 'q q' }\n", insert(InsertAt::First), "a: { n: '${x}', x: 'q q' }\n");
    check("a: {\"x\": \"1\"}\n", insert(InsertAt::Last), "a: {\"x\": \"1\", \"n\": \"${x}\"}\n");
    check(
        "a: {\n  x: 1, # one\n  y: 2  # two\n  }\n",
        insert(InsertAt::Last),
        "a: {\n  x: 1, # one\n  y: 2,  # two\n  n: \"${x}\"\n  }\n",
    );
    check(
        "a: {\n  x: 1, # one\n  y: 2,  # two\n  }\n",
        insert(InsertAt::After("x")),
        "a: {\n  x: 1, # one\n  n: \"${x}\",\n  y: 2,  # two\n  }\n",
    );
    check("a: {\n  x: 1\n  }\n", insert(InsertAt::First), "a: {\n  n: \"${x}\",\n  x: 1\n  }\n");
    check("a: [1, 2]\n", |draft| draft.append(&at("/a"), &value("{b: c}")), "a: [1, 2, {b: c}]\n");
    let remove = |path: &'static str| move |draft: &mut Draft| draft.remove(&at(path));
    check("a: {x: 1, y: 2, z: 3}\n", remove("/a/x"), "a: {y: 2, z: 3}\n");
    check("a: {x: 1, y: 2, z: 3}\n", remove("/a/y"), "a: {x: 1, z: 3}\n");
    check("a: {x: 1, y: 2, z: 3}\n", remove("/a/z"), "a: {x: 1, y: 2}\n");
    check("a: {x: 1}\n", remove("/a/x"), "a: {}\n");
    check("a: [1,]\n", remove("/a/0"), "a: []\n");
    check("a: [\n  1, # one\n  2 # two\n  ]\n", remove("/a/1"), "a: [\n  1 # one\n  ]\n");
    check("a: [\n  1, # one\n  2, # two\n  ]\n", remove("/a/0"), "a: [\n  2, # two\n  ]\n");
}

#[test]
fn an_entry_in_flow_style_is_replaced_in_it() {
    let replace =
        |path: &'static str, new: &'static str| move |draft: &mut Draft| draft.replace(&at(path), &value(new));
    check("a: {get: x} # c\n", replace("/a", "{of: [s, p]}"), "a: {of: [s, p]} # c\n");
    check("a: { get: x }\nb: 1\n", replace("/a", "{of: 1}"), "a: { of: 1 }\nb: 1\n");
    check("- {get: x}\n- y\n", replace("/0", "{of: 1}"), "- {of: 1}\n- y\n");
    // Several entries, values on several lines and long values become blocks.
    check("a: {get: x}\n", replace("/a", "{of: 1, at: 2}"), "a:\n  of: 1\n  at: 2\n");
    check("a: {get: x, of: y}\n", replace("/a", "{of: 1}"), "a:\n  of: 1\n");
    check("a: {\n  get: x}\n", replace("/a", "{of: 1}"), "a:\n  of: 1\n");
    let long = format!("{{of: {}}}", "x".repeat(100));
    check(
        "a: {get: x}\n",
        |draft| draft.replace(&at("/a"), &value(&long)),
        &format!("a:\n  of: {}\n", "x".repeat(100)),
    );
    check("a: 1\n", replace("/a", "{of: 1}"), "a:\n  of: 1\n");
}

#[test]
fn an_item_that_is_an_entry_without_braces_gets_them() {
    let insert = |place: InsertAt<'static>| move |draft: &mut Draft| draft.insert(&at("/a/0"), "n", &1.into(), place);
    check("a: [x: 1, y]\n", insert(InsertAt::Last), "a: [{x: 1, n: 1}, y]\n");
    check("a: [x: 1, y]\n", insert(InsertAt::First), "a: [{n: 1, x: 1}, y]\n");
    check("a: [{b: c}: 1]\n", insert(InsertAt::Last), "a: [{{b: c}: 1, n: 1}]\n");
    check("a: [x: 1, y]\n", |draft| draft.remove(&at("/a/0/x")), "a: [{}, y]\n");
    check("a: [x: 1, y]\n", |draft| draft.replace(&at("/a/0/x"), &2.into()), "a: [x: 2, y]\n");
}

/// libyaml rejects `a:,` and `a:}`.
#[test]
fn no_comma_follows_a_colon() {
    check("{x: 1, a:}\n", |draft| draft.insert(&at(""), "n", &1.into(), InsertAt::Last), "{x: 1, a: , n: 1}\n");
    check("{x: 1, a:}\n", |draft| draft.move_to(&at("/a"), InsertAt::First), "{a: , x: 1}\n");
    check("{a:\n , x: 1}\n", |draft| draft.remove(&at("/x")), "{a: }\n");
}

#[test]
fn block_scalars_keep_clear_of_what_is_around_them() {
    let set = |text: &'static str| move |draft: &mut Draft| draft.replace(&at("/a"), &value(text));
    check("a:\n\n  b: 1\nc: 2\n", set("\"x\\ny\""), "a: |-\n  x\n  y\nc: 2\n");
    check("a:\n  # about it\n\n  b: 1\nc: 2\n", set("\"x\\ny\""), "a: \"x\\ny\"\n  # about it\n\nc: 2\n");
    check("a:\n  b: 1\n  # behind b\nc: 2\n", set("\"x\\ny\""), "a: \"x\\ny\"\n  # behind b\nc: 2\n");
    check("b: 1\na: 2", set("\"x\\ny\\n\""), "b: 1\na: |\n  x\n  y\n");
    let keeps = "a: x\n\nb: |+\n  y\n\n";
    check(keeps, |draft| draft.insert(&at(""), "c", &1.into(), InsertAt::Last), &format!("{keeps}c: 1\n"));
    check(&format!("{keeps}c: 1\n"), |draft| draft.remove(&at("/c")), keeps);
}

#[test]
fn a_scalar_keeps_its_quotes_and_its_comment() {
    let set = |text: &'static str| move |draft: &mut Draft| draft.replace(&at("/a"), &value(text));
    check("a: x   # c\n", set("y"), "a: y   # c\n");
    check("a:    'x'   # c\n", set("it's"), "a:    'it''s'   # c\n");
    check("a: \"x\"\n", set("y"), "a: \"y\"\n");
    check("a: \"x\"\n", set("5"), "a: 5\n");
    check("a: x\n", set("'1.0'"), "a: \"1.0\"\n");
    check("a: x\nb: 'no'\n", set("'1.0'"), "a: '1.0'\nb: 'no'\n");
    check("a: x\n", set("'yes'"), "a: \"yes\"\n");
    check("a: x\n", set("'a: b'"), "a: \"a: b\"\n");
    check("a: x\n", set("'${b}'"), "a: ${b}\n");
    check("a: !local x # c\n", set("y"), "a: !local y # c\n");
    check("a: !!str 1 # c\n", set("y"), "a: y # c\n");
    check("a: # c\n", set("y"), "a: y # c\n");
    check("a:\n  x\nb: 1\n", set("y"), "a: y\nb: 1\n");
    check("a: one\n  two # c\nb: 1\n", set("y"), "a: y # c\nb: 1\n");
    check("a: | # c\n  one\n  two\n\nb: 1\n", set("y"), "a: y # c\n\nb: 1\n");
    check("a: >-\n   one\n   two\nb: 1\n", set("\"1\\n2\\n\""), "a: |\n  1\n  2\nb: 1\n");
    check("a: x\nb: 1\n", set("\"1\\n2\""), "a: |-\n  1\n  2\nb: 1\n");
    check("a: x", set("\"1\\n\\n2\""), "a: |-\n  1\n\n  2");
    check("a: x\n", set("\" 1\\n2\""), "a: \" 1\\n2\"\n");
}

#[test]
fn a_value_can_be_replaced_by_one_of_another_kind() {
    let set = |text: &'static str| move |draft: &mut Draft| draft.replace(&at("/a"), &value(text));
    check("a: x # c\nb: 1\n", set("{k: [1, {l: m}]}"), "a: # c\n  k:\n    - 1\n    - l: m\nb: 1\n");
    check("a: # c\n    k: 1\n    # about l\n    l: 2 # d\nb: 1\n", set("x"), "a: x # c\nb: 1\n");
    check("a:\n    k: 1\n    l: 2\nb: 1\n", set("{m: {n: 1}}"), "a:\n    m:\n        n: 1\nb: 1\n");
    check("a:\n- 1\n- 2\nb: 1\n", set("[3]"), "a:\n- 3\nb: 1\n");
    check("a: [1,\n  2]\nb: 1", set("[3]"), "a:\n  - 3\nb: 1");
    check("b:\n- k: 1\n  l: 2 # c\n- x\n", |draft| draft.replace(&at("/b/0"), &value("y")), "b:\n- y # c\n- x\n");
    check(
        "b:\n- x # c\n- y\n",
        |draft| draft.replace(&at("/b/0"), &value("{k: 1, l: 2}")),
        "b:\n- k: 1 # c\n  l: 2\n- y\n",
    );
    check("a: {b: [1, x]}\n", |draft| draft.replace(&at("/a/b"), &value("{c: 'p, q'}")), "a: {b: {c: \"p, q\"}}\n");
    check("a: {b: 'x'}\n", |draft| draft.replace(&at("/a/b"), &value("'${y}'")), "a: {b: '${y}'}\n");
}

#[test]
fn missing_parents_are_created() {
    let set = |draft: &mut Draft| draft.set(&at("/a/b/c"), &1.into());
    check("a: {b: {c: 0}}\n", set, "a: {b: {c: 1}}\n");
    check("x: 1\n", set, "x: 1\na:\n  b:\n    c: 1\n");
    check("a:\n  x: 1\n", set, "a:\n  x: 1\n  b:\n    c: 1\n");
    check("", set, "a:\n  b:\n    c: 1\n");
    check("a: {x: 1}\n", set, "a: {x: 1, b: {c: 1}}\n");
    check("a:\n  b:\n", set, "a:\n  b:\n    c: 1\n");
    refused("a: text\n", set, EditError::Refused("`/a` is not a mapping".to_owned()));
}

#[test]
fn a_key_is_renamed_in_its_quotes() {
    let rename = |key: &'static str| move |draft: &mut Draft| draft.rename_key(&at("/a"), key);
    check("a: 1 # c\n", rename("b"), "b: 1 # c\n");
    check("'a' : 1\n", rename("b"), "'b' : 1\n");
    check("x: 1\n&n a:\n  - 1\n", rename("b c"), "x: 1\n&n b c:\n  - 1\n");
    check("a: 1\n", rename("x: y"), "\"x: y\": 1\n");
    check("{a: 1}\n", rename("b"), "{b: 1}\n");
    refused("a: 1\nb: 2\n", rename("b"), EditError::Exists("b".to_owned()));
    refused("b: 2\n", rename("c"), EditError::Missing("/a".to_owned()));
}

#[test]
fn an_entry_goes_with_the_comment_above_it() {
    let remove = |path: &'static str| move |draft: &mut Draft| draft.remove(&at(path));
    check(
        PARTS,
        remove("/composition/db"),
        PARTS.split_once("\n  # keeps").map(|(head, _)| format!("{head}# end\n")).unwrap().as_str(),
    );
    let (head, rest) = PARTS.split_once("  # streams\n").unwrap();
    let (_, rest) = rest.split_once("\n\n").unwrap();
    check(PARTS, remove("/composition/web"), &format!("{head}\n{rest}"));
    check("# license\na: 1\nb: 2\n", remove("/a"), "# license\nb: 2\n");
    check("a:\n  x: 1 # c\nb: 2\n", remove("/a/x"), "a: {}\nb: 2\n");
    check("a:\n- 1\nb: 2\n", remove("/a/0"), "a: []\nb: 2\n");
    check("a: 1\n", remove("/a"), "{}\n");
    check("- a: 1\n  b: 2\n", remove("/0/a"), "- b: 2\n");
    check("- a: 1\n  # c\n  b: 2\n", remove("/0/a"), "- # c\n  b: 2\n");
    check("a: 1\nb: 2", remove("/b"), "a: 1");
    check("a: 1\n\nb: 2\n", remove("/b"), "a: 1\n");
    check("a: 1\n\nb: 2\n\nc: 3\n", remove("/b"), "a: 1\n\nc: 3\n");
    check("a: |+\n  x\n\nb: 2\n", remove("/a"), "b: 2\n");
    check("a: 1\n  # deeper\nb: 2\n", remove("/a"), "b: 2\n");
}

#[test]
fn a_member_moves_with_its_comments() {
    let go = |path: &'static str, place: InsertAt<'static>| move |draft: &mut Draft| draft.move_to(&at(path), place);
    check(
        "# top\n\n# a\na: 1 # x\n# b\nb:\n  c: 2\n",
        go("/b", InsertAt::First),
        "# top\n\n# b\nb:\n  c: 2\n# a\na: 1 # x\n",
    );
    check("a: 1\nb: 2\nc: 3", go("/a", InsertAt::Last), "b: 2\nc: 3\na: 1");
    check("a: 1\nb: 2\nc: 3", go("/c", InsertAt::Before("b")), "a: 1\nc: 3\nb: 2");
    check("- a: 1\n  b: 2\n  c: 3\n", go("/0/a", InsertAt::After("b")), "- b: 2\n  a: 1\n  c: 3\n");
    check("- a: 1\n  b: 2\n", go("/0/b", InsertAt::First), "- b: 2\n  a: 1\n");
    check("x:\n  - 1\n  - 2\n  - 3\n", go("/x/2", InsertAt::Before("0")), "x:\n  - 3\n  - 1\n  - 2\n");
    check("{a: 1, b: 2, c: 3}\n", go("/c", InsertAt::First), "{c: 3, a: 1, b: 2}\n");
    check("a: 1\nb: 2\n", go("/a", InsertAt::First), "a: 1\nb: 2\n");
}

#[test]
fn edits_of_shared_values_are_refused() {
    let set = |path: &'static str| move |draft: &mut Draft| draft.set(&at(path), &1.into());
    let shared = |path: &str| EditError::Shared(path.to_owned());
    refused("a: &x {b: 1}\nc: *x\n", set("/a/b"), shared("/a/b"));
    refused("a: &x {b: 1}\nc: *x\n", set("/c"), shared("/c"));
    check("a: &x {b: 2}\n", set("/a/b"), "a: &x {b: 1}\n");
    let merged = "base: &x\n  b: 1\nmore:\n  <<: *x\n  c: 2\n";
    refused(merged, set("/more/b"), shared("/more/b"));
    refused(merged, |draft| draft.remove(&at("/more/b")), shared("/more/b"));
    refused(merged, |draft| draft.remove(&at("/base")), shared("/base"));
    check(merged, set("/more/c"), "base: &x\n  b: 1\nmore:\n  <<: *x\n  c: 1\n");
    check(merged, set("/more/d"), "base: &x\n  b: 1\nmore:\n  <<: *x\n  c: 2\n  d: 1\n");
    refused("a: &x 1\nb: *x\n", |draft| draft.move_to(&at("/b"), InsertAt::First), shared("/b"));
    let broken = |path: &str| EditError::Broken(path.to_owned());
    refused("a: \"x\nb: 2\n", set("/a"), broken("/a"));
    refused("a: 1\na: 2\n", set("/a"), broken("/a"));
    refused("x:\n  a: 1\n  requ\n", set("/x/b"), broken("/x"));
    check("x:\n  requ\n  a: 1\ny: 2\n", set("/y"), "x:\n  requ\n  a: 1\ny: 1\n");
    refused(
        "? a\n: 1\n? b\n: 2\n",
        set("/a"),
        EditError::Refused("a key written with `?` can only be edited in the text".to_owned()),
    );
}

#[test]
fn several_operations_are_one_edit() {
    let edit = |draft: &mut Draft| {
        draft.insert(&at("/composition"), "cache", &value("{type: x}"), InsertAt::Last)?;
        draft.rename_key(&at("/composition/web"), "front")?;
        draft.set(&at("/composition/front/quantity"), &2.into())?;
        draft.remove(&at("/composition/db"))
    };
    let after = edited(PARTS, edit).expect("an edit");
    let read: Value = serde_yaml::from_str(&after).expect("valid YAML");
    let wanted = "{name: 'assembly::video::1.0', composition: {front: {type: 'resource::web::1.0', quantity: 2}, cache: {type: x}}}";
    assert_eq!(read, value(wanted));
    assert_eq!(parse::parse(&after).errors, []);
}
