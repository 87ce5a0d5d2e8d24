//! Answers about a catalog: findings, fixes, previews, diagrams and comparisons.

use descriptorium_core::analysis::{reported, versions};
use descriptorium_core::document::Document;
use descriptorium_core::document::change::Edits;
use descriptorium_core::document::check::{Check, RuleLink};
use descriptorium_core::document::diff::{Comparison, Diff};
use descriptorium_core::document::preview::Preview;
use descriptorium_core::document::scene::Scene;
use descriptorium_core::edit::Change;
use descriptorium_core::homing::placement::preview::INVENTORY;
use descriptorium_core::language::Language;
use descriptorium_core::preview::question::{Form, Intent, Parameter, Question, Values};
use descriptorium_core::scene;
use descriptorium_core::scene::svg::{self, SvgOptions};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::notation;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::catalog::Catalog;
use crate::error::{Code, Error};
use crate::{arguments, command, json, navigation};

/// Answers a method with its arguments as a JSON object.
pub fn answer(catalog: &mut Catalog, method: &str, arguments: &str) -> Result<String, Error> {
    match method {
        "check" => {
            let links = catalog.rule_links();
            json(&Document::new(check(catalog, &arguments::read(arguments)?, &|code| links.link(code))?))
        }
        "fix" => json(&fix(catalog, &arguments::read(arguments)?)?),
        "expand" => {
            let links = catalog.rule_links();
            json(&Document::new(expand(catalog, arguments::read(arguments)?, &|code| links.link(code))?))
        }
        "draw" => json(&draw(catalog, arguments::read(arguments)?)?),
        "command" => json(&command::run(catalog, arguments::read(arguments)?)?),
        "format" => json(&navigation::format(catalog, &arguments::read(arguments)?)?),
        "complete" => json(&navigation::complete(catalog, &arguments::read(arguments)?)?),
        "hover" => json(&navigation::hover(catalog, &arguments::read(arguments)?)?),
        "definition" => json(&navigation::definition(catalog, &arguments::read(arguments)?)?),
        "references" => json(&navigation::references(catalog, &arguments::read(arguments)?)?),
        "rename" => json(&navigation::rename(catalog, &arguments::read(arguments)?)?),
        "symbols" => json(&navigation::symbols(catalog, &arguments::read(arguments)?)?),
        "files" => json(&files(catalog)),
        _ => Err(Error::invalid(format!("unknown method `{method}`"))),
    }
}

/// Answers the questions that the element for pages asks. Findings have no links to rules, whose list would link the rules of
/// all languages.
#[cfg(feature = "view")]
pub fn finding_or_preview(catalog: &mut Catalog, method: &str, arguments: &str) -> Result<String, Error> {
    match method {
        "check" => json(&Document::new(check(catalog, &arguments::read(arguments)?, &|_| None)?)),
        "expand" => json(&Document::new(expand(catalog, arguments::read(arguments)?, &|_| None)?)),
        _ => Err(Error::invalid(format!("unknown method `{method}`"))),
    }
}

/// The link to the page of a rule, by its code.
type Link<'a> = &'a dyn Fn(&str) -> Option<RuleLink>;

/// The document of a change.
pub fn edits(catalog: &Catalog, change: &Change) -> Edits {
    Edits::new(change, &catalog.analysis, &shown)
}

/// Files are shown by their paths.
fn shown(path: &FilePath) -> String {
    path.to_string()
}

/// A file of the catalog that is read as a descriptor or settings.
#[derive(Serialize)]
struct File {
    path: String,
    /// The full name of its descriptor, or else the path.
    name: String,
    /// `assembly descriptor`; absent for other files.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
}

fn files(catalog: &Catalog) -> Vec<File> {
    let files = catalog.analysis.workspace().files().map(|file| File {
        path: file.path.to_string(),
        name: file.shown_name(),
        kind: file.language.map(Language::label),
    });
    files.collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckArguments {
    path: Option<String>,
}

fn check(catalog: &mut Catalog, asked: &CheckArguments, link: Link<'_>) -> Result<Check, Error> {
    let only = asked.path.as_deref().map(|path| catalog.file(path).map(|file| file.path.clone())).transpose()?;
    match &only {
        Some(path) if catalog.analysis.is_file_due(path) => {
            let mut checking = catalog.analysis.checking_due(Some(path));
            checking.next_file();
            catalog.analysis = checking.finish();
        }
        Some(_) => {}
        None => catalog.analysis = catalog.analysis.with_due_checked(),
    }
    Ok(Check::of(&catalog.analysis, only.as_ref(), link))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct FixArguments {
    #[serde(default = "yes")]
    safe_only: bool,
}

fn yes() -> bool {
    true
}

fn fix(catalog: &mut Catalog, asked: &FixArguments) -> Result<Edits, Error> {
    catalog.analysis = catalog.analysis.with_due_checked();
    let is_own = |path: &FilePath| {
        let file = catalog.analysis.file(path);
        file.is_some_and(|file| reported::is_reported(file, catalog.analysis.diagnostics(path)))
    };
    let fixed = match asked.safe_only {
        true => catalog.analysis.fix_all(|_, fix| fix.change.edits.keys().all(is_own)),
        false => catalog.analysis.fix_all_even_unsafe(|_, fix| fix.change.edits.keys().all(is_own)),
    }?;
    Ok(edits(catalog, &fixed.change))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpandArguments {
    of: String,
    #[serde(default)]
    inputs: Option<Value>,
    #[serde(default)]
    intent: Option<String>,
    /// The parameters of the intent.
    #[serde(default)]
    parameters: serde_json::Map<String, Value>,
    /// The settings of the preview, such as `intendedState`.
    #[serde(default)]
    settings: serde_json::Map<String, Value>,
}

fn expand(catalog: &Catalog, asked: ExpandArguments, link: Link<'_>) -> Result<Preview, Error> {
    let (path, analysis) = (catalog.descriptor(&asked.of)?, &catalog.analysis);
    let kind = analysis.file(&path).and_then(|file| file.language).map_or("other file", Language::label);
    let unsupported = || {
        Error::new(Code::NotSupported, format!("cannot expand `{}`: previews of {kind}s are not supported", asked.of))
    };
    let previewer = analysis.previewer(&path).ok_or_else(unsupported)?;
    let form = analysis.question_form(&path, None, &[]);
    if form.intents.is_empty() {
        return Err(Error::new(Code::NotSupported, format!("`{}` has nothing to expand", asked.of)));
    }
    let mut question = match asked.inputs {
        None | Some(Value::Null) => Question::default(),
        // A text is the content of a file for `expand --inputs`.
        Some(Value::String(text)) => {
            (previewer.read)(&text).map_err(|why| Error::invalid(format!("invalid `inputs`: {why}")))?
        }
        Some(Value::Object(values)) => Question { inputs: yaml(values)?, ..Question::default() },
        Some(_) => return Err(Error::invalid("invalid `inputs`: expected an object or a text")),
    };
    let settings = yaml(asked.settings)?;
    known("settings", &settings, &form.settings)?;
    question.settings.extend(settings);
    question.intent = Some(intent(&form, asked.intent.as_deref(), yaml(asked.parameters)?, question.intent.take())?);
    let outcome = analysis.preview(&path, &question).ok_or_else(unsupported)?;
    Ok(Preview::new((analysis, &path), &question, &outcome, &shown, link))
}

/// The intent of a question: the one asked for, the one in the inputs, or the first of the form.
fn intent(form: &Form, asked: Option<&str>, parameters: Values, of_inputs: Option<Intent>) -> Result<Intent, Error> {
    let mut intent = match (asked, of_inputs) {
        (Some(name), _) => form.intent(name).ok_or_else(|| {
            let names: Vec<String> = form.intents.iter().map(|intent| format!("`{}`", intent.name)).collect();
            Error::invalid(format!("unknown `intent` `{name}`: expected one of {}", names.join(", ")))
        })?,
        (None, Some(intent)) => intent,
        (None, None) => {
            let name = form.intents.first().map(|first| first.name.clone()).unwrap_or_default();
            Intent { name, parameters: Values::new() }
        }
    };
    let fields = form.intents.iter().find(|form| form.name == intent.name);
    let fields = fields.map_or(&[][..], |form| form.parameters.as_slice());
    known("parameters", &parameters, fields)?;
    intent.parameters.extend(parameters);
    if fields.iter().any(|field| field.name == INVENTORY) {
        // As the program does without `--inputs`: no candidates are assumed.
        intent.parameters.entry(INVENTORY.to_owned()).or_insert_with(|| serde_yaml::Value::Sequence(Vec::new()));
    }
    Ok(intent)
}

/// Rejects values that the form does not have.
fn known(argument: &str, values: &Values, fields: &[Parameter]) -> Result<(), Error> {
    let Some(name) = values.keys().find(|name| fields.iter().all(|field| field.name != **name)) else { return Ok(()) };
    let names: Vec<String> = fields.iter().map(|field| format!("`{}`", field.name)).collect();
    let expected =
        if names.is_empty() { "there are none".to_owned() } else { format!("expected {}", names.join(", ")) };
    Err(Error::invalid(format!("unknown `{name}` in `{argument}`: {expected}")))
}

fn yaml(values: serde_json::Map<String, Value>) -> Result<Values, Error> {
    let values = values.into_iter().map(|(name, value)| {
        let value =
            serde_yaml::to_value(&value).map_err(|error| Error::invalid(format!("invalid `{name}`: {error}")))?;
        Ok((name, value))
    });
    values.collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawArguments {
    of: String,
    #[serde(default)]
    format: Format,
    #[serde(default)]
    theme: Theme,
    /// The nested assemblies and charts to expand in place, and the frames to collapse.
    #[serde(default)]
    unfolded: Vec<String>,
    /// The link targets of boxes, by path.
    #[serde(default)]
    links: serde_json::Map<String, Value>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default)]
#[serde(rename_all = "kebab-case")]
enum Format {
    #[default]
    Svg,
    Scene,
    Mermaid,
    Dot,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default)]
#[serde(rename_all = "kebab-case")]
enum Theme {
    /// The diagram has its own colors, for pages with a light or a dark background.
    #[default]
    Light,
    Dark,
    /// The page has the colors, by the classes of the diagram.
    Page,
}

fn draw(catalog: &Catalog, asked: DrawArguments) -> Result<Value, Error> {
    let (path, analysis) = (catalog.descriptor(&asked.of)?, &catalog.analysis);
    let topology = analysis.topology(&path).ok_or_else(|| {
        Error::new(Code::NotSupported, format!("`{}` is not a descriptor that can be drawn", asked.of))
    })?;
    match asked.format {
        Format::Dot => return Ok(notation::dot(&topology).into()),
        Format::Mermaid => return Ok(notation::mermaid(&topology).into()),
        Format::Svg | Format::Scene => {}
    }
    let mut scene = scene::layout(&topology, None);
    let of_box = |at: &String| {
        let found = scene.boxes.iter().find(|one| one.path.to_string() == *at);
        found.map(|found| found.path.clone())
    };
    let links = asked.links.iter().map(|(at, target)| {
        let path = of_box(at).ok_or_else(|| Error::not_found(format!("no box `{at}` in the diagram")))?;
        let target = target.as_str().ok_or_else(|| Error::invalid(format!("invalid `links`: `{at}` is not a text")))?;
        Ok((path, target.to_owned()))
    });
    let links = links.collect::<Result<_, Error>>()?;
    if !asked.unfolded.is_empty() {
        let paths =
            asked.unfolded.iter().map(|at| navigation::node(catalog, &path, at)).collect::<Result<_, Error>>()?;
        scene = analysis.folded(&path, &scene, &paths);
    }
    Ok(match asked.format {
        Format::Scene => json!(Document::new(Scene::new(&scene))),
        _ => {
            let theme = match asked.theme {
                Theme::Light => Some(svg::Theme::Light),
                Theme::Dark => Some(svg::Theme::Dark),
                Theme::Page => None,
            };
            (svg::svg(&scene, &SvgOptions { links, theme, metadata: None }) + "\n").into()
        }
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiffArguments {
    before: Option<String>,
    after: Option<String>,
}

/// Compares two catalogs, or two descriptors in them.
pub fn diff(before: &Catalog, after: &Catalog, arguments: &str) -> Result<String, Error> {
    let DiffArguments { before: old, after: new } = arguments::read(arguments)?;
    let diff = match (old, new) {
        (Some(old), Some(new)) => of_descriptors((before, &old), (after, &new))?,
        (None, None) => {
            let (old, new) = (&before.analysis, &after.analysis);
            Diff::of_catalogs((old, &shown, &shown), (new, &shown, &shown))
        }
        _ => return Err(Error::invalid("a descriptor can only be compared with a descriptor, not with a catalog")),
    };
    json(&Document::new(diff))
}

fn of_descriptors((before, old): (&Catalog, &str), (after, new): (&Catalog, &str)) -> Result<Diff, Error> {
    let file = |catalog: &Catalog, of: &str| -> Result<_, Error> {
        let path = catalog.descriptor(of)?;
        Ok(std::sync::Arc::clone(catalog.file(path.as_str())?))
    };
    let (then, now) = (file(before, old)?, file(after, new)?);
    if then.language != now.language {
        return Err(Error::new(Code::NotSupported, format!("`{old}` and `{new}` are different kinds of descriptors")));
    }
    let found = versions::compare(before.analysis.context(&then), after.analysis.context(&now));
    let (old, new) = (shown(&then.path), shown(&now.path));
    Ok(Diff::Descriptors(Comparison::new((&then, old), (&now, new), &found)))
}

/// The path of a node, as documents write it.
pub fn pointer(path: &NodePath) -> String {
    path.to_string()
}
