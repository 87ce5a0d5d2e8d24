//! Forms, completion and hover of service templates by the types of their values (3.5.9 to 3.7.2).

use descriptorium_core::analysis::Analysis;
use descriptorium_core::analysis::form::{Control, FormField};
use descriptorium_core::completion::Completion;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::document::preview::Preview;
use descriptorium_core::edit::{Change, TextEdit};
use descriptorium_core::preview::question::Question;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::{Node, NodePath, Step};
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::topology::Command;
use descriptorium_core::workspace::Workspace;
use serde_yaml::Value;

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  my.Limit:
    properties:
      rate: {type: integer, constraints: [{in_range: [1, 100]}]}
      burst: {type: float, required: false}
capability_types:
  my.Store: {derived_from: tosca.capabilities.Root, properties: {depth: {type: integer, default: 4}}}
node_types:
  my.Base:
    derived_from: tosca.nodes.Root
    properties:
      port:
        type: integer
        description: The port of the service.
        default: 8080
        constraints: [{greater_or_equal: 1}, {less_than: 65536}]
  my.Web:
    derived_from: my.Base
    properties:
      protocol: {type: string, constraints: [{valid_values: [http, https, 'on']}]}
      level: {type: integer, required: false, constraints: [{valid_values: [1, 2, 3]}, {less_or_equal: 2}]}
      memory: {type: scalar-unit.size, required: false}
      active: {type: boolean, required: false}
      tags: {type: list, required: false, entry_schema: {type: string}}
      labels: {type: map, required: false, entry_schema: {type: integer}}
      limit: {type: my.Limit, required: false}
      limits: {type: list, required: false, entry_schema: {type: my.Limit}}
      login: {type: tosca.datatypes.Credential, required: false}
    requirements:
      - store: {capability: my.Store, occurrences: [1, 1]}
      - backup: {capability: my.Store, occurrences: [0, UNBOUNDED]}
    interfaces:
      Standard: {type: tosca.interfaces.node.lifecycle.Standard}
  my.Disk:
    derived_from: tosca.nodes.Root
    capabilities: {store: {type: my.Store}, spare: {type: my.Store}}
";

fn path(name: &str) -> FilePath {
    FilePath::new(name).expect("a path")
}

fn analysis(text: &str) -> Analysis {
    let files = [("types.yaml", TYPES), ("service.yaml", text)];
    Analysis::new(Workspace::new(files.map(|(name, text)| (path(name), text.to_owned()))), Settings::default())
}

/// A service whose node `web` continues with these lines.
fn service(lines: &str) -> String {
    format!(
        "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
topology_template:
  inputs:
    http_port: {{type: integer, default: 80}}
    host_name: {{type: string, default: web}}
    size: {{type: scalar-unit.size, default: 1 GB}}
  node_templates:
    disk: {{type: my.Disk}}
    web:
      type: my.Web
{lines}"
    )
}

fn form(text: &str, at: &str) -> Vec<FormField> {
    let analysis = analysis(text);
    let file = analysis.file(&path("service.yaml")).expect("a file");
    let at = NodePath::parse(at, file.root.as_ref().expect("a root")).expect("a path");
    analysis.form(&path("service.yaml"), &at)
}

fn field<'a>(form: &'a [FormField], label: &str) -> &'a FormField {
    form.iter().find(|field| field.label == label).unwrap_or_else(|| panic!("no {label} in {form:#?}"))
}

const WEB: &str = "/topology_template/node_templates/web";

#[test]
fn properties_have_the_controls_of_their_definitions() {
    let text = service("      properties: {protocol: http, old: 1}\n");
    let node = form(&text, WEB);
    assert_eq!(field(&node, "properties").control, Control::Fields);
    let rows = form(&text, &format!("{WEB}/properties"));
    let choice = |words: &[&str], are_texts| Control::Choice {
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        are_texts,
    };
    for (name, control) in [
        ("port", Control::Number),
        ("protocol", choice(&["http", "https", "on"], true)),
        // 3 is excluded by the other constraint.
        ("level", choice(&["1", "2"], false)),
        ("active", Control::Flag),
        ("tags", Control::Items),
        ("labels", Control::Entries),
        ("limit", Control::Fields),
        ("login", Control::Fields),
        ("old", Control::Yaml),
    ] {
        assert_eq!(field(&rows, name).control, control, "{name}");
    }
    let Control::Quantity(units) = &field(&rows, "memory").control else { panic!("{rows:#?}") };
    assert!(units.contains(&"GiB") && !units.contains(&"GHz"), "{units:?}");
    let port = field(&rows, "port");
    assert_eq!((port.default.as_ref(), port.origin.as_str(), port.required), ("8080", "my.Base", false));
    assert!(port.doc.starts_with("The port of the service."), "{}", port.doc);
    assert!(field(&rows, "protocol").required);
    // Only inputs of a fitting type are offered.
    assert_eq!(port.sources, ["{ get_input: http_port }"]);
    assert_eq!(field(&rows, "memory").sources, ["{ get_input: size }"]);
    assert_eq!(field(&rows, "protocol").value.as_deref(), Some("http"));
}

#[test]
fn nested_values_have_the_controls_of_their_data_types() {
    let text = service(
        "      properties:\n        limits: [{rate: 5}]\n        labels: {a: 1}\n        limit: {get_input: http_port}\n",
    );
    let item = form(&text, &format!("{WEB}/properties/limits/0"));
    assert_eq!(item.iter().map(|row| row.label.as_str()).collect::<Vec<_>>(), ["burst", "rate"]);
    assert_eq!(field(&item, "rate").control, Control::Number);
    let labels = form(&text, &format!("{WEB}/properties/labels"));
    assert_eq!(field(&labels, "a").control, Control::Number);
    // A function call is not a mapping of fields.
    let rows = form(&text, &format!("{WEB}/properties"));
    assert_eq!(field(&rows, "limit").control, Control::Yaml);
    // A secret is not shown.
    let login = form(&service("      properties: {login: {token: t}}\n"), &format!("{WEB}/properties/login"));
    assert_eq!(field(&login, "token").control, Control::Secret);
    assert_eq!(field(&login, "user").control, Control::Text);
}

/// The oracle is `check`: a value set through the form of a mapping that does not exist yet is where it belongs.
#[test]
fn values_are_set_in_capabilities_that_the_text_does_not_mention() {
    let text = service("      properties: {protocol: http}\n      requirements: [{store: disk}]\n");
    let disk = form(&text, "/topology_template/node_templates/disk");
    assert_eq!(field(&disk, "capabilities").control, Control::Fields);
    let at = NodePath::keys(["topology_template", "node_templates", "disk", "capabilities", "store", "properties"]);
    let before = analysis(&text);
    let rows = before.form(&path("service.yaml"), &at);
    assert_eq!((field(&rows, "depth").default.as_ref(), field(&rows, "depth").origin.as_str()), ("4", "my.Store"));
    let command = Command::Set { path: at.key("depth"), value: Some(Value::from(7)) };
    let change = before.command(&path("service.yaml"), &command).expect("a change");
    let after = before.changed(&change).expect("it fits");
    assert_eq!(errors(&after), Vec::<String>::new());
    let read: Value = serde_yaml::from_str(&after.file(&path("service.yaml")).expect("a file").text).expect("YAML");
    let node = &read["topology_template"]["node_templates"]["disk"];
    assert_eq!(node["capabilities"]["store"]["properties"]["depth"], 7);
}

fn errors(analysis: &Analysis) -> Vec<String> {
    let found = analysis.diagnostics(&path("service.yaml")).iter();
    found.filter(|found| found.severity == Severity::Error).map(|found| found.message.clone()).collect()
}

/// The completions at `|` in the lines of `web`.
fn completions(lines: &str) -> Vec<Completion> {
    let marked = service(lines);
    let cursor = marked.find('|').expect("a cursor");
    let text = marked.replacen('|', "", 1);
    analysis(&text).complete(&path("service.yaml"), cursor)
}

fn labels(lines: &str) -> Vec<String> {
    completions(lines).into_iter().map(|found| found.label).collect()
}

#[test]
fn everything_that_types_define_is_completed() {
    let keys = labels("      properties:\n        protocol: http\n        p|\n");
    assert!(keys.contains(&"port".to_owned()) && !keys.contains(&"protocol".to_owned()), "{keys:?}");
    assert_eq!(labels("      properties:\n        |\n")[0], "protocol", "required ones are first");
    let value = |lines| labels(&format!("      properties:\n        {lines}\n"));
    // The default of `host_name` is none of these, so the input is not offered.
    assert_eq!(value("protocol: |"), ["http", "https", "on"]);
    assert_eq!(value("active: |"), ["true", "false"]);
    assert_eq!(value("limit: {|}"), ["rate", "burst"]);
    assert_eq!(value("port: {get_property: [disk, |]}"), ["feature", "spare", "store", "dependency"]);
    assert_eq!(value("port: {get_property: [disk, store, |]}"), ["depth"]);
    let own = value("port: {get_property: [SELF, |]}");
    assert!(own.contains(&"level".to_owned()) && own.contains(&"backup".to_owned()), "{own:?}");
    let requirements = labels("      requirements:\n        - |\n");
    assert_eq!(requirements[0], "store", "the mandatory one is first: {requirements:?}");
    assert!(requirements.contains(&"backup".to_owned()) && requirements.contains(&"dependency".to_owned()));
    assert_eq!(labels("      requirements:\n        - store: |\n"), ["disk"]);
    assert_eq!(labels("      requirements:\n        - store:\n            node: |\n"), ["disk"]);
    let capability = labels("      requirements:\n        - store: {node: disk, capability: |}\n");
    assert_eq!(capability, ["store", "spare"]);
    assert_eq!(labels("      interfaces:\n        |\n"), ["Standard"]);
    let operations = labels("      interfaces:\n        Standard:\n          |\n");
    assert!(operations.contains(&"create".to_owned()) && operations.contains(&"stop".to_owned()), "{operations:?}");
    // `occurrences` of a capability is a keyname of TOSCA 1.3.
    let keynames = labels("      capabilities:\n        feature:\n          |\n");
    assert!(
        keynames.contains(&"properties".to_owned()) && !keynames.contains(&"occurrences".to_owned()),
        "{keynames:?}"
    );
    let steps = "  workflows:\n    roll:\n      steps:\n        one:\n          target: web\n          activities: [{call_operation: X}]\n          on_success: Y\n        two: {target: disk, activities: [{set_state: started}]}\n";
    let operation = labels(&steps.replace('X', "|").replace("Y", "two"));
    assert!(operation.contains(&"Standard.start".to_owned()), "{operation:?}");
    assert_eq!(labels(&steps.replace('X', "Standard.start").replace("Y", "|")), ["two"]);
    let marked = service("").replace("[types.yaml]", "[|]");
    let cursor = marked.find('|').expect("a cursor");
    let found = analysis(&marked.replace('|', "")).complete(&path("service.yaml"), cursor);
    assert_eq!(found.into_iter().map(|found| found.label).collect::<Vec<_>>(), ["types.yaml"]);
}

/// Nothing is offered that `check` rejects: every completion of a value of the sample service is inserted and checked.
#[test]
fn no_completed_value_has_an_error() {
    let text = service(
        "      properties: {protocol: http, level: 1, active: true, memory: 1 GB, port: 80}\n      requirements:\n        - store: disk\n        - backup: {node: disk, capability: spare}\n",
    );
    let analysis = analysis(&text);
    assert_eq!(errors(&analysis), Vec::<String>::new());
    let file = analysis.file(&path("service.yaml")).expect("a file");
    let mut places = Vec::new();
    let root = file.root.as_ref().expect("a root");
    scalars(root, &NodePath::root(), &mut places);
    let mut n_inserted = 0;
    for at in places.iter().filter(|at| at.steps().contains(&Step::Key("web".into())) && at.last_key() != Some("type"))
    {
        let span = file.span_of(at).expect("a place");
        for completion in analysis.complete(&path("service.yaml"), span.start as usize) {
            // The rest of the value is typed text, so all of it is replaced.
            let edit = TextEdit::replace(span, completion.insert.clone());
            let change = Change::of_file(String::new(), path("service.yaml"), edit);
            let after = analysis.changed(&change).expect("it fits");
            let found = errors(&after);
            assert_eq!(found, Vec::<String>::new(), "{} at {at}", completion.insert);
            n_inserted += 1;
        }
    }
    assert!(n_inserted >= 12, "only {n_inserted}");
}

/// A type of a file that is not imported yet brings the import, in the notation of the others. The result has no errors,
/// and all other lines stay.
#[test]
fn the_file_of_a_completed_type_is_imported() {
    const FURTHER: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [types.yaml]\nnode_types:\n  \
        more.Cache: {derived_from: my.Disk}\npolicy_types:\n  more.Rule: {derived_from: tosca.policies.Root}\n";
    let header = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    let body = "topology_template:\n  node_templates:\n    # the first\n    disk: {type: |}\n";
    for (imports, expected) in [
        ("", "imports:\n  - lib/more.yaml\n"),
        ("imports: [lib/types.yaml] # all\n", "imports: [lib/types.yaml, lib/more.yaml] # all\n"),
        ("imports:\n  # own\n  - lib/types.yaml\n", "imports:\n  # own\n  - lib/types.yaml\n  - lib/more.yaml\n"),
        ("imports:\n  - file: lib/types.yaml\n", "imports:\n  - file: lib/types.yaml\n  - file: lib/more.yaml\n"),
    ] {
        let marked = format!("{header}{imports}{body}");
        let (cursor, text) = (marked.find('|').expect("a cursor"), marked.replace('|', ""));
        let importer =
            format!("{header}imports: [service.yaml]\nnode_types:\n  out.Of: {{derived_from: tosca.nodes.Root}}\n");
        let files = [
            ("service.yaml", text.as_str()),
            ("lib/types.yaml", TYPES),
            ("lib/more.yaml", FURTHER),
            ("user.yaml", &importer),
        ];
        let files = files.map(|(name, text)| (path(name), text.to_owned()));
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let offered = analysis.complete(&path("service.yaml"), cursor);
        let of = |name: &str| offered.iter().find(|found| found.label == name);
        // Not the types of other kinds, nor those of a file that imports this one.
        assert!(of("more.Rule").is_none() && of("out.Of").is_none(), "{offered:?}");
        let own = of("my.Disk").expect("a type");
        assert_eq!(own.also.is_none(), !imports.is_empty(), "{imports}");
        let found = of("more.Cache").expect("a type");
        assert_eq!(found.detail, "import lib/more.yaml");
        let inserted = TextEdit::replace(found.replaces, found.insert.clone());
        let mut all = found.also.as_ref().expect("an import").replaces().to_vec();
        all.extend_from_slice(inserted.replaces());
        let done = TextEdit::new(all).expect("they do not overlap").apply(&text).expect("fits");
        assert_eq!(done, format!("{header}{expected}{}", body.replace('|', "more.Cache")));
        let edit = TextEdit::replace(Span::new(0, text.len()), done);
        let after = analysis.changed(&Change::of_file("Complete", path("service.yaml"), edit)).expect("fits");
        assert_eq!(errors(&after), Vec::<String>::new());
    }
}

fn scalars(node: &Node, at: &NodePath, found: &mut Vec<NodePath>) {
    if node.as_scalar().is_some() {
        found.push(at.clone());
    }
    for entry in node.entries() {
        scalars(&entry.value, &at.key(entry.key.as_text().unwrap_or_default()), found);
    }
    for (index, item) in node.items().iter().enumerate() {
        scalars(item, &at.index(index), found);
    }
}

#[test]
fn hover_texts_have_facts_values_and_targets() {
    let text = service(
        "      properties: {protocol: http, port: {get_input: http_port}}\n      requirements:\n        - store: disk\n        - backup: {capability: my.Store}\n",
    );
    let analysis = analysis(&text);
    let hover = |word: &str| {
        let at = text.find(word).expect("a word") + 1;
        analysis.hover(&path("service.yaml"), at).map(|hover| hover.text).unwrap_or_default()
    };
    let port = hover("port: {get_input");
    for part in ["`integer`", "greater_or_equal 1", "Default: `8080`", "Defined by `my.Base`", "Value: `80`"] {
        assert!(port.contains(part), "no {part} in {port}");
    }
    let store = hover("store: disk");
    assert!(store.contains("of `disk`") && store.contains("the first of 2 capabilities that fit"), "{store}");
    let backup = hover("backup: {");
    assert!(
        backup.contains("Candidates: `store` of `disk`, `spare` of `disk`") || backup.contains("`spare` of `disk`"),
        "{backup}"
    );
}

/// A value that is said to be secret is in no preview, and in nothing that reads it.
#[test]
fn secrets_are_not_shown() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Vault:
    derived_from: tosca.nodes.Root
    properties:
      key: {type: string, default: hunter1, metadata: {sensitive: 'true'}}
      copy: {type: string, required: false}
topology_template:
  inputs:
    pass: {type: string, default: hunter2, metadata: {sensitive: 'true'}}
  node_templates:
    vault: {type: my.Vault, properties: {copy: {concat: [a, {get_input: pass}]}}}
    other: {type: my.Vault, properties: {key: hunter3, copy: {get_property: [vault, key]}}}
  outputs:
    out: {value: {get_property: [other, key]}}
";
    let mut question = Question::default();
    question.inputs.insert("pass".to_owned(), Value::from("hunter4"));
    let analysis = Analysis::new(Workspace::new([(path("service.yaml"), text.to_owned())]), Settings::default());
    assert_eq!(errors(&analysis), Vec::<String>::new());
    let file = path("service.yaml");
    let outcome = analysis.preview(&file, &question).expect("a preview");
    let document = Preview::new((&analysis, &file), &question, &outcome, &|path| path.to_string(), &|_| None);
    let json = serde_json::to_string(&document).expect("JSON");
    assert!(json.contains("<secret>") && !json.contains("hunter"), "{json}");
}

/// The oracles are the hover texts, which state the same value and the same capability.
#[test]
fn values_and_chosen_capabilities_are_shown_beside_the_text() {
    let lines = "      properties:
        protocol: http
        port: {get_input: http_port}
        memory: {get_attribute: [SELF, tosca_id]}
        tags:
          - {get_input: host_name}
          - b
        login: {token: {get_input: host_name}, user: {get_input: host_name}}
      requirements:
        - store: disk
        - backup: {node: disk, capability: spare}
        - backup:
            node: disk
  outputs:
    shown: {value: {concat: [{get_input: host_name}, ':', {get_property: [web, port]}]}}
";
    let text = service(lines);
    let analysis = analysis(&text);
    let file = path("service.yaml");
    let all = analysis.hints(&file, Span::new(0, text.len()));
    // Each hint is behind the text that it belongs to.
    let before = |at: u32| {
        let line = text[..at as usize].rsplit('\n').next().expect("a line");
        line.trim_start().trim_start_matches("- ").to_owned()
    };
    let shown: Vec<(String, &str)> = all.iter().map(|hint| (before(hint.at), hint.text.as_str())).collect();
    let shown: Vec<(&str, &str)> = shown.iter().map(|(before, text)| (before.as_str(), *text)).collect();
    assert_eq!(
        shown,
        [
            ("port: {get_input: http_port}", "= 80"),
            ("b", "= [\"web\", \"b\"]"),
            (
                "login: {token: {get_input: host_name}, user: {get_input: host_name}}",
                "= {token: <secret>, user: \"web\", token_type: \"password\"}"
            ),
            ("store: disk", "capability: store"),
            ("node: disk", "capability: store"),
            ("shown: {value: {concat: [{get_input: host_name}, ':', {get_property: [web, port]}]}", "= \"web:80\""),
        ]
    );
    let hover = |word: &str| {
        let at = text.find(word).expect("a word") + 1;
        analysis.hover(&file, at).map(|hover| hover.text).unwrap_or_default()
    };
    assert!(hover("port: {get_input").contains("Value: `80`"));
    assert!(hover("store: disk").contains("by `store` of `disk`") && hover("store: disk").contains(&all[3].reason));
    // Only the part of the text that is on screen is evaluated.
    let line = "        - store: disk";
    let start = text.find(line).expect("the requirement");
    let part = analysis.hints(&file, Span::new(start, start + line.len()));
    assert_eq!(part.iter().map(|hint| hint.text.as_str()).collect::<Vec<_>>(), ["capability: store"]);
}

#[test]
fn a_type_is_between_its_base_and_what_derives_from_it() {
    let analysis = analysis(&service("      properties: {protocol: http}\n"));
    let (types, service) = (path("types.yaml"), path("service.yaml"));
    let text = &analysis.file(&service).expect("a file").text;
    // Asked at a use of the type.
    let web = analysis.type_at(&service, text.find("my.Web").expect("its use")).expect("a type");
    let base = analysis.supertype(&web).expect("a type");
    assert_eq!((web.name.as_str(), base.name.as_str(), &base.file), ("my.Web", "my.Base", &types));
    assert_eq!(analysis.subtypes(&base), [web]);
    let root = analysis.supertype(&base).expect("a built-in type");
    assert_eq!(root.name, "tosca.nodes.Root");
    assert_eq!(analysis.supertype(&root), None);
    let disk = TYPES.find("my.Disk").expect("its definition");
    assert_eq!(analysis.subtypes(&analysis.type_at(&types, disk).expect("a type")), []);
    assert_eq!(analysis.type_at(&service, text.find("disk: {").expect("a node template")), None);
}
