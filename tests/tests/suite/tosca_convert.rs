//! Conversion of service templates between TOSCA 1.2 and 1.3. Expectations were written by hand; round trips are compared
//! with the source.

use descriptorium_core::schema::{Violation, ViolationKind};
use descriptorium_core::text::FilePath;
use descriptorium_core::tosca::convert::{Converted, Refusal, convert};
use descriptorium_core::tosca::version::{self, Version};
use descriptorium_core::workspace::SourceFile;
use descriptorium_tests::paths;

use super::program::Folder;

fn file(text: &str) -> SourceFile {
    SourceFile::new(FilePath::new("a.yaml").expect("a path"), text)
}

fn converted(text: &str, to: Version) -> Converted {
    convert(&file(text), to).unwrap_or_else(|refusal| panic!("{refusal:?}:\n{text}"))
}

/// The text in the other version, without anything that was not converted.
fn whole(text: &str, to: Version) -> String {
    let converted = converted(text, to);
    assert_eq!(converted.not_converted, [], "{text}");
    converted.text
}

const OLDER: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2 # the version
interface_types:
  example.Manage:
    derived_from: tosca.interfaces.Root
    inputs: {all: {type: string}}
    # starts it
    start: {description: Starts it}
    stop: {description: Stops it}
    version: 1.0
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    interfaces:
      Manage: {type: example.Manage, start: start.sh, stop: {implementation: stop.sh}}
      Standard:
        type: tosca.interfaces.node.lifecycle.Standard

        # first
        create: |
          create.sh

        start: # null
        # last
        stop:
          implementation: stop.sh # why
          inputs:
            # how
            mode: \"fast
              or slow\"
    artifacts: {}
topology_template:
  node_templates:
    db:
      type: tosca.nodes.Compute
      directives: [ selectable ]
      node_filter: {properties: [x: {equal: 1}]}
    app:
      type: example.App
      directives:
        - 'substitutable' # any
  policies:
    - scale:
        type: tosca.policies.Scaling
        triggers:
          more:
            event_type: load
            action: grow # it
  workflows:
    grow:
      steps:
        one: {target: app, activities: [call_operation: Standard.start]}
";

const NEWER: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3 # the version
interface_types:
  example.Manage:
    derived_from: tosca.interfaces.Root
    inputs: {all: {type: string}}
    operations:
      # starts it
      start: {description: Starts it}
      stop: {description: Stops it}
    version: 1.0
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    interfaces:
      Manage: {type: example.Manage, operations: {start: start.sh, stop: {implementation: stop.sh}}}
      Standard:
        type: tosca.interfaces.node.lifecycle.Standard

        operations:
          # first
          create: |
            create.sh

          start: # null
          # last
          stop:
            implementation: stop.sh # why
            inputs:
              # how
              mode: \"fast
                or slow\"
    artifacts: {}
topology_template:
  node_templates:
    db:
      type: tosca.nodes.Compute
      directives: [ select ]
      node_filter: {properties: [x: {equal: 1}]}
    app:
      type: example.App
      directives:
        - 'substitute' # any
  policies:
    - scale:
        type: tosca.policies.Scaling
        triggers:
          more:
            event: load
            action: [{inline: grow}] # it
  workflows:
    grow:
      steps:
        one: {target: app, activities: [call_operation: Standard.start]}
";

#[test]
fn what_both_versions_have_is_kept_in_both_directions() {
    assert_eq!(whole(OLDER, Version::V1_3), NEWER);
    // Both versions have `event`; only 1.2 also reads `event_type`.
    assert_eq!(whole(NEWER, Version::V1_2), OLDER.replace("event_type: load", "event: load"));
    let nested = NEWER.replace("[{inline: grow}]", "[{inline: {workflow: grow}}]");
    assert_ne!(nested, NEWER);
    assert_eq!(whole(&nested, Version::V1_2), OLDER.replace("event_type: load", "event: load"));
    assert_eq!(whole(OLDER, Version::V1_2), OLDER);
    let uri = OLDER.replace("tosca_simple_yaml_1_2", "'http://docs.oasis-open.org/tosca/ns/simple/yaml/1.2'");
    assert!(whole(&uri, Version::V1_3).starts_with(
        "tosca_definitions_version: 'http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3' # the version\n"
    ));
    let crlf = OLDER.replace('\n', "\r\n");
    assert_eq!(whole(&crlf, Version::V1_3), NEWER.replace('\n', "\r\n"));
}

#[test]
fn constructs_without_an_equivalent_are_listed_with_their_places() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  example.Table:
    derived_from: map
    key_schema: {type: string}
    entry_schema: {type: string}
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      rate: {type: scalar-unit.bitrate, required: false}
      names: {type: map, key_schema: {type: string}, entry_schema: {type: string}, required: false}
    artifacts:
      # the image
      image:
        type: tosca.artifacts.File
        file: app.img
        checksum: abc # of the file
    interfaces:
      Standard:
        operations: {create: {implementation: a.sh, outputs: {x: [SELF, y]}}, start}
        notifications: {failed: {}}
topology_template:
  inputs: {size: {type: example.Table}}
  node_templates:
    app:
      type: example.App
      properties: {names: {get_input: [size, a]}}
  workflows:
    grow:
      steps:
        one:
          target: app
          filter:
            - not: [assert: [{state: [{equal: started}]}]]
          activities:
            - call_operation:
                operation: Standard.start # now
                inputs: {x: 1}
            - inline: {workflow: other}
    other: {}
";
    let found = converted(text, Version::V1_2);
    let line = |message: &str, line: usize| (message.to_owned(), line);
    let listed: Vec<(String, usize)> = found
        .not_converted
        .iter()
        .map(|one| (one.message.clone(), text[..one.span.start as usize].matches('\n').count() + 1))
        .collect();
    let out = |construct: &str| format!("{construct} has no equivalent in TOSCA 1.2 and was left out");
    let kept = |construct: &str| format!("{construct} has no equivalent in TOSCA 1.2 and was left unchanged");
    assert_eq!(
        listed,
        [
            line(&out("`key_schema` of data type `example.Table`"), 5),
            line(&out("`entry_schema` of data type `example.Table`"), 6),
            line(&kept("the type `scalar-unit.bitrate`"), 11),
            line(&out("`key_schema` of property definition `names`"), 12),
            line(&out("`checksum` of artifact definition `image`"), 18),
            line(&out("`outputs` of operation definition `create`"), 21),
            line(&out("`notifications` of interface definition `Standard`"), 22),
            line(&kept("`get_input` with a path"), 28),
            line(&out("`not` of the condition"), 35),
            line(&out("`inputs` of the activity `call_operation`"), 37),
        ]
    );
    let expected = "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  example.Table:
    derived_from: map
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      rate: {type: scalar-unit.bitrate, required: false}
      names: {type: map, entry_schema: {type: string}, required: false}
    artifacts:
      # the image
      image:
        type: tosca.artifacts.File
        file: app.img
    interfaces:
      Standard:
        create: {implementation: a.sh}
        start:
topology_template:
  inputs: {size: {type: example.Table}}
  node_templates:
    app:
      type: example.App
      properties: {names: {get_input: [size, a]}}
  workflows:
    grow:
      steps:
        one:
          target: app
          filter: []
          activities:
            - call_operation: Standard.start  # now
            - inline: other
    other: {}
";
    assert_eq!(found.text, expected);
    let action = "tosca_definitions_version: tosca_simple_yaml_1_2\npolicy_types:\n  p:\n    derived_from: \
                  tosca.policies.Root\n    triggers:\n      t: {event: e, action: {implementation: a.sh}}\n";
    let found = converted(action, Version::V1_3);
    assert_eq!(found.text, action.replace("1_2", "1_3"));
    assert_eq!(
        found.not_converted.iter().map(|one| one.message.as_str()).collect::<Vec<_>>(),
        ["an operation as the `action` of a trigger has no equivalent in TOSCA 1.3 and was left unchanged"]
    );
}

#[test]
fn files_that_are_not_of_the_simple_profile_are_refused() {
    for (text, refusal) in [
        ("name: assembly::a::1.0\ncomposition: {}\n", Refusal::NotATemplate),
        ("tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types: {\n", Refusal::Unreadable),
        ("tosca_definitions_version: tosca_2_0\n", Refusal::OtherVersion),
        ("tosca_definitions_version: tosca_simple_profile_for_nfv_1_0\n", Refusal::OtherVersion),
        ("topology_template: {node_templates: {}}\n", Refusal::OtherVersion),
    ] {
        assert_eq!(convert(&file(text), Version::V1_3), Err(refusal), "{text}");
    }
}

/// Round trips of the recorded templates: converting to 1.3 and back gives the same values, with every comment, and the
/// result has no syntax error.
#[test]
fn round_trips_of_recorded_templates_lose_nothing() {
    let Some(corpus) = paths::shared("corpus/tosca") else { return };
    let (mut n_whole, mut n_exact) = (0, 0);
    for (path, text) in paths::texts(&corpus, &[".yaml", ".yml"]) {
        let source = file(&text);
        let Ok(newer) = convert(&source, Version::V1_3) else { continue };
        let between = file(&newer.text);
        assert!(between.errors.is_empty(), "{path}: {:?}\n{}", between.errors, newer.text);
        assert_eq!(between.tree.comments.len(), source.tree.comments.len(), "{path}: a comment is lost");
        let Ok(back) = convert(&between, Version::V1_2) else { panic!("{path}") };
        // Some files of 1.2 have keynames of 1.3, which stay as long as the version does.
        let is_older = |problem: &Violation| !matches!(problem.kind, ViolationKind::NewerKey { since: "1.3", .. });
        let is_pure = version::of(&source) >= Version::V1_3 || source.violations().iter().all(is_older);
        let again = convert(&source, Version::V1_2).expect("it was converted before");
        let after = file(&back.text);
        assert!(after.errors.is_empty(), "{path}: {:?}\n{}", after.errors, back.text);
        if again.not_converted.is_empty() && newer.not_converted.is_empty() && is_pure {
            assert_eq!(back.not_converted, [], "{path}");
            let value = |text: &str| serde_yaml::from_str::<serde_yaml::Value>(text).ok();
            assert_eq!(
                value(&back.text.replace("event_type:", "event:")),
                value(&again.text.replace("event_type:", "event:")),
                "{path}"
            );
            n_whole += 1;
            n_exact += usize::from(back.text == again.text);
        }
    }
    println!("{n_whole} templates have the same values, {n_exact} the same text");
    assert!(n_whole > 300 && n_exact * 100 >= n_whole * 97, "{n_exact} of {n_whole}");
}

#[test]
fn the_program_converts_and_lists_the_rest() {
    let folder = Folder::new(&[]);
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  a:\n    derived_from: tosca.nodes.Root\n    \
                properties: {p: {type: map, key_schema: string, entry_schema: string}}\n";
    folder.write("a.yaml", text);
    let run = folder.run(&["convert", "a.yaml", "--to", "1.2", "--out", "b.yaml"]);
    assert_eq!((run.code, run.output.as_str()), (0, "wrote b.yaml\n"), "{run:?}");
    assert!(run.errors.contains("not converted: line 5: `key_schema` of property definition `p`"), "{run:?}");
    assert!(folder.read("b.yaml").contains("properties: {p: {type: map, entry_schema: string}}"));
    assert_eq!(folder.run(&["convert", "a.yaml", "--to", "1.2", "--out", "b.yaml"]).code, 2, "the file exists");
    let json = folder.run(&["convert", "a.yaml", "--to", "1.2", "--format", "json"]).json();
    assert_eq!((&json["to"], &json["notConverted"][0]["line"]), (&"1.2".into(), &5.into()), "{json}");
    assert_eq!(json["text"], folder.read("b.yaml"));
    let run = folder.run(&["convert", "a.yaml", "--to", "onap"]);
    assert!(run.code == 2 && run.errors.contains("it is not an application service descriptor"), "{run:?}");
}
