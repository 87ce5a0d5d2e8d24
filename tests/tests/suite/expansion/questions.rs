//! Preview requests: the fields of the form, parsing from text, and the resulting expansion.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::expansion::{Direction, Inputs, Intent, question};
use descriptorium_core::assembly::state::State;
use descriptorium_core::document::preview::Preview;
use descriptorium_core::preview::question::{Field, Form, Parameter, Question};
use descriptorium_core::settings::Settings;
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use serde_yaml::Value;

const NEW: &str = "name: assembly::a::2.0\ncomposition:\n  x: {type: 'resource::r::1.0'}\n  y: {type: 'resource::r::1.0', cluster: {initial-quantity: 2}}\n";

fn path(name: &str) -> FilePath {
    FilePath::new(name).expect("a plain path")
}

fn analysis() -> (Analysis, FilePath) {
    let files = [("a.yaml", NEW), ("old.yaml", "name: assembly::a::1.0\n"), ("r.yaml", "name: resource::r::1.0\n")];
    let workspace = Workspace::new(files.map(|(name, text)| (path(name), text.to_owned())));
    (Analysis::new(workspace, Settings::default()), path("a.yaml"))
}

fn form(analysis: &Analysis, file: &FilePath, selection: &[NodePath]) -> Form {
    let outcome = analysis.preview(file, &Question::default());
    analysis.question_form(file, outcome.as_ref(), selection)
}

/// The request with the initial values of an intent.
fn asking(form: &Form, intent: &str) -> Question {
    Question { intent: Some(form.intent(intent).expect("an intent")), ..Question::default() }
}

#[test]
fn the_form_offers_what_is_in_the_preview_and_the_catalog() {
    let (analysis, file) = analysis();
    let form = form(&analysis, &file, &[NodePath::root().key("composition").key("y")]);
    let parameter = |intent: &str, name: &str| {
        let fields = &form.intents.iter().find(|one| one.name == intent).expect("an intent").parameters;
        fields.iter().find(|one| one.name == name).expect("a parameter").field.clone()
    };
    let words = |words: &[&str]| Field::Choice(words.iter().map(|&word| word.to_owned()).collect());
    assert_eq!(
        parameter("heal", "component"),
        words(&["a__y__1", "a__y__2", "a__x"]),
        "the selected component is first"
    );
    assert_eq!(parameter("scale-out", "cluster"), words(&["a__y"]));
    assert_eq!(parameter("upgrade", "from"), Field::File(vec![("1.0".to_owned(), path("old.yaml"))]));
    let root = form.settings.iter().find(|one| one.name == "assemblyName").expect("a setting");
    assert_eq!(root.field, Field::Text { default: "a".to_owned() });

    let intents = [
        ("install", Intent::Install),
        ("uninstall", Intent::Uninstall),
        ("change-state", Intent::ChangeState { from: State::Installed }),
        ("heal", Intent::Heal { component: "a__y__1".to_owned() }),
        ("scale-out", Intent::Scale { direction: Direction::Out, cluster: "a__y".to_owned(), nodes: None }),
        ("scale-in", Intent::Scale { direction: Direction::In, cluster: "a__y".to_owned(), nodes: None }),
        ("upgrade", Intent::Upgrade { from: path("old.yaml"), properties: None }),
    ];
    assert_eq!(form.intents.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), intents.clone().map(|one| one.0));
    for (name, expected) in intents {
        assert_eq!(question::asked(&asking(&form, name), &file), (Inputs::default(), expected), "{name}");
        let outcome = analysis.preview(&file, &asking(&form, name)).expect("a preview");
        assert!(outcome.frame().plan().is_some_and(|plan| !plan.stages.is_empty()), "{name}: an empty plan");
    }
}

/// The preview refuses an intent about something that does not exist, instead of choosing another one.
#[test]
fn an_intent_without_anything_to_choose_is_refused_with_a_reason() {
    let workspace = Workspace::new([(path("a.yaml"), "name: assembly::a::1.0\ncomposition: {}\n".to_owned())]);
    let (analysis, file) = (Analysis::new(workspace, Settings::default()), path("a.yaml"));
    let form = form(&analysis, &file, &[]);
    for intent in ["heal", "scale-in"] {
        let outcome = analysis.preview(&file, &asking(&form, intent)).expect("a preview");
        let codes: Vec<&str> = outcome.frame().findings().iter().map(|finding| finding.code).collect();
        assert_eq!(codes, ["expansion/bad-intent"], "{intent}");
    }
}

#[test]
fn a_text_asks_what_its_intent_is_about() {
    let read = |text: &str| question::read(text).expect("a question");
    let healing = read("{assemblyName: tv, intendedState: Inactive, brokenComponentName: tv__x, properties: {a: 1}}");
    assert_eq!(healing.intent.as_ref().map(|intent| intent.name.as_str()), Some("heal"));
    assert_eq!((healing.text("component"), healing.setting("intendedState")), (Some("tv__x"), Some("Inactive")));
    assert_eq!(healing.inputs, SortedMap::from([("a".to_owned(), Value::from(1))]));
    let scaling = read("{assemblyName: tv, clusterName: tv__y}");
    assert_eq!(scaling.intent.map(|intent| intent.name.to_string()), Some("scale-out".to_owned()));
    let values = read("a: 1\nb: [x]\n");
    assert_eq!((values.intent, values.settings.len(), values.inputs.len()), (None, 0, 2));
    assert!(question::read("[1, 2]").is_err());
}

/// The document contains the parameters and settings of the intent, in the order of the form, and files as they are
/// shown.
#[test]
fn the_document_tells_what_was_asked() {
    let (analysis, file) = analysis();
    let form = form(&analysis, &file, &[]);
    let mut asked = asking(&form, "upgrade");
    let intent = asked.intent.as_mut().expect("an intent");
    intent.parameters.insert("cluster".to_owned(), Value::from("not of an upgrade"));
    asked.settings.insert("outputsFrom".to_owned(), Value::from("Active"));
    asked.settings.insert("assemblyName".to_owned(), Value::from("tv"));
    let outcome = analysis.preview(&file, &asked).expect("a preview");
    let shown = |path: &FilePath| format!("catalog/{path}");
    let preview = Preview::new((&analysis, &file), &asked, &outcome, &shown, &|_| None);
    assert_eq!(preview.intent, "upgrade");
    let parameters: Vec<(&str, &str)> =
        preview.parameters.0.iter().map(|(name, value)| (name.as_str(), value.as_str().expect("a text"))).collect();
    assert_eq!(parameters, [("from", "catalog/old.yaml"), ("assemblyName", "tv"), ("outputsFrom", "Active")]);
}

/// Every parameter that an intent reads is in its form, so the document contains it.
#[test]
fn the_form_has_every_parameter() {
    let (analysis, file) = analysis();
    let form = form(&analysis, &file, &[]);
    let all = form.intents.iter().flat_map(|intent| &intent.parameters).chain(&form.settings);
    let mut names: Vec<&str> = all.map(|Parameter { name, .. }| name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let expected = [
        question::ASSEMBLY_NAME,
        question::CLUSTER,
        question::COMPONENT,
        question::DESCRIPTOR_NAME,
        question::FROM,
        question::FROM_INPUTS,
        question::FROM_STATE,
        question::INTENDED_STATE,
        question::NODES,
        question::OUTPUTS_FROM,
    ];
    assert_eq!(names, expected);
}
