//! Hints beside the text of assembly descriptors. The oracle is the preview, which evaluates the same expressions by other
//! code.

use std::collections::BTreeMap;

use descriptorium_core::analysis::{Analysis, example};
use descriptorium_core::preview::PartialValue;
use descriptorium_core::preview::question::Question;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::{NodePath, Step};
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;

const PARTS: &str = "\
# file: service.yaml
name: assembly::service::1.0
properties:
  listen: {type: integer, default: 8080}
  host: {type: string}
  zone: {type: string, default: eu-1}
  fixed: {type: string, value: core}
  address: {read-only: true, value: 'http://${web.address}:${listen}'}
  places: {type: list, default: [north, south]}
composition:
  web:
    type: resource::web::1.0
    properties:
      port: {value: '${listen}'}
      label: {value: '${fixed}-${zone} ${listen}'}
      host: {value: '${host}'}
      place: {value: '${places[1]}'}
      size: {value: large}
  many:
    type: resource::web::1.0
    quantity: ${web.count}
    properties:
      port: {value: '${web.port}', default: '${listen}'}
      label: {value: '${web.size} ${web.color}'}
      host: {value: '${many.size}'}
references:
  other:
    type: resource::web::1.0
relationships:
  uses:
    source-capabilities: [other.Web]
    target-requirements: [web.Use]
    properties:
      color: {value: '${source.color}'}
      size: {value: '${target.size}'}
# file: web.yaml
name: resource::web::1.0
properties:
  port: {type: integer}
  label: {type: string}
  host: {type: string}
  place: {type: string}
  size: {type: string, default: small}
  color: {type: string, default: red}
  count: {type: integer, default: 2}
  address: {type: string, read-only: true, default: unset}
capabilities: {Web: {type: http}}
requirements: {Use: {type: http}}
";

/// The text in front of each hint, in its line, and the hint.
fn shown(analysis: &Analysis, file: &FilePath) -> Vec<(String, String, String)> {
    let text = &analysis.file(file).expect("a file").text;
    let hints = analysis.hints(file, Span::new(0, text.len()));
    let before = |at: u32| text[..at as usize].rsplit('\n').next().unwrap_or_default().trim().to_owned();
    hints.into_iter().map(|hint| (before(hint.at), hint.text, hint.reason)).collect()
}

#[test]
fn expressions_have_hints_where_everything_is_stated() {
    let analysis = example::analysis(PARTS);
    let file = FilePath::new("service.yaml").expect("a path");
    let shown = shown(&analysis, &file);
    let shown: Vec<[&str; 3]> = shown.iter().map(|(before, text, reason)| [&**before, &**text, &**reason]).collect();
    assert_eq!(
        shown,
        [
            ["port: {value: '${listen}'", "= 8080", "by the default of listen"],
            ["label: {value: '${fixed}-${zone} ${listen}'", "= core-eu-1 8080", "by the defaults of zone, listen"],
            ["place: {value: '${places[1]}'", "= south", "by the default of places"],
            ["quantity: ${web.count}", "= 2", "by the default of count"],
            ["label: {value: '${web.size} ${web.color}'", "= large red", "by the default of color"],
            ["size: {value: '${target.size}'", "= large", ""],
        ]
    );
    // Only those of the part that is on screen.
    let at = analysis.file(&file).and_then(|file| file.text.find("'${listen}'")).expect("an expression");
    assert_eq!(analysis.hints(&file, Span::new(at, at + 1)).len(), 1);
}

#[test]
fn hints_say_what_the_preview_computes() {
    let catalogs = [Some(paths::root().join("examples")), paths::shared("corpus/assembly")];
    let (mut n_compared, mut n_hints) = (0, 0);
    for catalog in catalogs.into_iter().flatten() {
        let texts = paths::texts(&catalog, &[".yaml", ".yml"]);
        let analysis = Analysis::new(Workspace::new(texts), Settings::default());
        for file in analysis.workspace().files() {
            let hints = analysis.hints(&file.path, Span::new(0, file.text.len()));
            n_hints += hints.len();
            let Some(outcome) =
                (!hints.is_empty()).then(|| analysis.preview(&file.path, &Question::default())).flatten()
            else {
                continue;
            };
            let mut computed: BTreeMap<(NodePath, String), Vec<String>> = BTreeMap::new();
            for item in outcome.frame().items() {
                let Some((_, origin)) = item.origin.filter(|(path, _)| *path == file.path) else { continue };
                for property in item.properties {
                    let value = match &property.value {
                        PartialValue::Value(value) => {
                            value.as_str().map_or_else(|| property.value.to_string(), str::to_owned)
                        }
                        other => other.to_string(),
                    };
                    computed.entry((origin.clone(), property.name.to_string())).or_default().push(value);
                }
            }
            for hint in hints {
                let path = file.path_at(hint.at as usize - 1);
                let [before @ .., Step::Key(section), Step::Key(property), Step::Key(key)] = path.steps() else {
                    continue;
                };
                if section != "properties" || key != "value" {
                    continue;
                }
                let place = (before.iter().cloned().collect::<NodePath>(), property.to_string());
                let stated = hint.text.trim_start_matches("= ");
                for value in computed.get(&place).into_iter().flatten() {
                    n_compared += 1;
                    let is_same = match stated.strip_suffix('…') {
                        Some(start) => value.starts_with(start),
                        None => value == stated,
                    };
                    assert!(is_same, "{}: {path} is {value}, not {stated}", file.path);
                }
            }
        }
    }
    assert!(n_compared > 3, "{n_compared} values of {n_hints} hints");
    println!("{n_compared} values of {n_hints} hints");
}
