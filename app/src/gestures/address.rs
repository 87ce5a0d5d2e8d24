//! The link to the current view, in the fragment of the address: a file, the diagram of it, the selection in it, and the
//! visible part of the diagram.
//! `#assemblies/web.yaml?at=/composition/web&view=120,80,1.25&turned=/composition/web&shown=table,preview`, and
//! `#tosca/web.yaml?diagram=workflow/topology_template/workflows/backup` for a diagram other than the first one.
//!
//! The address follows the open file and the selection; each file and each of its diagrams is a step in the browser's
//! history.

use std::time::Duration;

use descriptorium_core::number::float;
use descriptorium_core::scene::fold::split;
use descriptorium_core::sorting::gather;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Point;
use descriptorium_core::topology::diagrams::DiagramKey;
use descriptorium_core::topology::neighborhood::{Flow, Neighborhood};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;

use crate::browser::dom::fragment;
use crate::gestures::folds::set;
use crate::gestures::navigation::select;
use crate::model::camera::{LARGEST, TINIEST};
use crate::model::isolation::Isolation;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::folds;
use crate::words::files as words;

/// The target of an address.
#[derive(Clone, PartialEq, Debug, Default)]
struct Link {
    file: String,
    /// Its diagram, if that is not the first one.
    diagram: Option<String>,
    /// The selection, as a pointer.
    at: Option<String>,
    /// The center of the view, and its zoom.
    view: Option<(Point, f64)>,
    /// The toggled folds of the diagram, as pointers.
    turned: Option<Vec<String>>,
    /// The boxes that are shown alone with their neighbors, as pointers; how far connections are followed, and in which
    /// direction.
    only: Option<(Vec<String>, Option<usize>, Flow)>,
    /// The views in place of the text or of the diagram: `preview`, `table`.
    shown: Vec<String>,
}

/// The table view of the diagram; every other value is a tab.
const TABLE: &str = "table";

/// How long a selection has to last before the address follows it: browsers limit how often the address may change.
const PAUSE: Duration = Duration::from_millis(300);

/// Opens the target of the address. Fails with the name of the file if it does not exist.
pub fn open_target(canvas: Canvas) -> Result<(), String> {
    let Link { file, .. } = named();
    let path = FilePath::new(&file);
    let is_there = path.is_some_and(|path| canvas.editor.analysis.get_untracked().file(&path).is_some());
    if is_there {
        open(canvas);
    }
    if is_there || file.is_empty() { Ok(()) } else { Err(file) }
}

/// Follows the address whenever it changes, and updates it after every navigation.
pub fn follow(canvas: Canvas) {
    let editor = canvas.editor;
    let _kept = window_event_listener(leptos::ev::hashchange, move |_| open(canvas));
    let is_due = StoredValue::new(false);
    Effect::new(move |_| {
        let Some(file) = editor.file.get() else { return };
        let diagram = diagram(editor);
        editor.selection.track();
        editor.isolation.track();
        let named = named();
        if named.file != file.as_str() || named.diagram != diagram {
            return write_address(canvas, !named.file.is_empty());
        }
        if !is_due.get_value() {
            is_due.set_value(true);
            set_timeout(
                move || {
                    is_due.set_value(false);
                    write_address(canvas, false);
                },
                PAUSE,
            );
        }
    });
    let title = Memo::new(move |_| {
        let folder = editor.served.with(|served| served.as_ref().map(|served| served.title.clone()));
        let file = editor.file.get();
        let mark = if file.as_ref().is_some_and(|file| editor.is_dirty(file)) { "● " } else { "" };
        let parts = [file.map(|file| format!("{mark}{}", file.name())), folder, Some("Descriptorium".to_owned())];
        parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" – ")
    });
    Effect::new(move |_| document().set_title(&title.get()));
}

/// The target of the current address.
fn named() -> Link {
    parse(&fragment(), crate::browser::dom::decoded)
}

/// Updates the address to the open file and the selection, as a step in the history if `is_step`. An address that is
/// still to be followed is kept.
fn write_address(canvas: Canvas, is_step: bool) {
    if canvas.address.with_value(|address| *address != fragment()) {
        return;
    }
    let editor = canvas.editor;
    let Some(file) = editor.file.get_untracked() else { return };
    let selected = editor.selection.with_untracked(|selection| selection.last().cloned());
    let at = selected.filter(|at| !at.is_root()).map(|at| at.to_string());
    let before = named();
    // The view in the address stays as long as the file and the selection do.
    let diagram = untrack(|| diagram(editor));
    let link = Link { only: only(canvas, &file), diagram, file: file.to_string(), at, ..Link::default() };
    let is_same = before.file == link.file && before.diagram == link.diagram;
    if is_same && before.at == link.at && before.only == link.only {
        return;
    }
    // If the browser refuses to change the address, it stays as it is.
    let _ = put(canvas, &link, is_step);
}

/// The shown diagram, if it is not the one that the file begins with; reactive.
fn diagram(editor: Editor) -> Option<String> {
    let file = editor.file.get()?;
    let first = editor.drawn.with(|analysis| analysis.first_diagram(&file));
    editor.diagram.with(|shown| (*shown != first).then(|| shown.to_string()))
}

/// The part of a file's diagram that is shown alone.
fn only(canvas: Canvas, file: &FilePath) -> Option<(Vec<String>, Option<usize>, Flow)> {
    canvas.editor.isolation.with_untracked(|by| {
        let around = by.as_ref().filter(|by| by.file == *file).map(|by| &by.around)?;
        Some((around.subjects.iter().map(ToString::to_string).collect(), around.depth, around.flow))
    })
}

/// Writes a link to the address bar, as a step in the history if `is_step`.
fn put(canvas: Canvas, link: &Link, is_step: bool) -> Result<(), JsValue> {
    let target = format!("#{}", write(link, |text| String::from(js_sys::encode_uri_component(text))));
    let history = window().history()?;
    match is_step {
        true => history.push_state_with_url(&JsValue::NULL, "", Some(&target))?,
        false => history.replace_state_with_url(&JsValue::NULL, "", Some(&target))?,
    }
    canvas.address.set_value(fragment());
    Ok(())
}

fn open(canvas: Canvas) {
    canvas.address.set_value(fragment());
    let editor = canvas.editor;
    let link = named();
    if link.file.is_empty() {
        return;
    }
    let path = FilePath::new(&link.file).filter(|path| editor.analysis.get_untracked().file(path).is_some());
    let Some(path) = path else {
        return editor.fail(&words::no_such_file(&link.file));
    };
    let diagram = link.diagram.as_deref().map(|text| DiagramKey::parse(text).ok_or(text));
    let first = || editor.analysis.with_untracked(|analysis| analysis.first_diagram(&path));
    let diagram = match diagram.unwrap_or_else(|| Ok(first())) {
        Ok(key) if editor.analysis.get_untracked().has_diagram(&path, &key) => key,
        Ok(key) => {
            editor.fail(&words::no_such_place(&key.of.to_string(), path.as_str()));
            first()
        }
        Err(text) => {
            editor.fail(&words::no_such_place(text, path.as_str()));
            first()
        }
    };
    // If the folder is still loading, the file opens later.
    let shown = Some((path.clone(), diagram.clone()));
    let is_framed = canvas.framed.with_value(|framed| *framed == shown);
    editor.choose_diagram(&path, diagram);
    match link.view {
        Some((at, zoom)) if is_framed => {
            canvas.camera.update(|camera| camera.zoom = zoom);
            canvas.look_at(at);
        }
        view => canvas.wanted.set_value(view),
    }
    if let Some(turned) = link.turned {
        set(editor, &path, gather(turned.iter().filter_map(|pointer| folds::path(pointer))));
    }
    let analysis = editor.analysis.get_untracked();
    let existing = |at: &str| analysis.file(&path).and_then(|file| file.node_at(at));
    let isolation = link.only.and_then(|(pointers, depth, flow)| {
        let subjects: Vec<NodePath> = pointers.iter().filter_map(|at| existing(at)).collect();
        if subjects.is_empty() {
            editor.fail(&words::no_such_place(&pointers.join(", "), path.as_str()));
            return None;
        }
        Some(Isolation { file: path.clone(), around: Neighborhood { subjects, depth, flow }, known: None })
    });
    let is_same = |now: &Option<Isolation>| match (now, &isolation) {
        (Some(now), Some(wanted)) => now.file == wanted.file && now.around == wanted.around,
        (now, wanted) => now.is_none() && wanted.is_none(),
    };
    if !editor.isolation.with_untracked(is_same) {
        editor.isolation.set(isolation);
    }
    editor.show(&path);
    if link.view.is_some() {
        canvas.as_table.set(link.shown.iter().any(|shown| shown == TABLE));
    }
    link.shown.iter().filter(|shown| *shown != TABLE).for_each(|tab| crate::browser::dom::show_tab(tab));
    let Some(at) = link.at else { return };
    let inside = folds::path(&at).filter(|at| split(at).is_some());
    if let Some(inside) = inside.filter(|at| editor.scene.with_untracked(|view| view.found(at).is_some())) {
        return select(canvas, &inside);
    }
    match existing(&at) {
        Some(at) => select(canvas, &at),
        None => editor.fail(&words::no_such_place(&at, path.as_str())),
    }
}

/// Updates the address to the current view, and copies it to the clipboard.
pub fn copy_link(canvas: Canvas) {
    let Some(file) = canvas.editor.file.get_untracked() else { return };
    let (width, height) = canvas.size.get_untracked();
    let camera = canvas.camera.get_untracked();
    let middle = camera.to_scene(Point { x: width / 2.0, y: height / 2.0 });
    let at = canvas.editor.selection.with_untracked(|selection| selection.last().cloned());
    let turned = canvas
        .editor
        .folds
        .with_untracked(|folds| folds::toggled(folds, &file))
        .iter()
        .map(ToString::to_string)
        .collect();
    let link = Link {
        file: file.to_string(),
        diagram: untrack(|| diagram(canvas.editor)),
        at: at.map(|at| at.to_string()),
        view: Some((middle, camera.zoom)),
        turned: Some(turned),
        only: only(canvas, &file),
        shown: canvas
            .as_table
            .get_untracked()
            .then(|| TABLE.to_owned())
            .into_iter()
            .chain(crate::browser::dom::tab())
            .collect(),
    };
    if put(canvas, &link, false).is_err() {
        return canvas.editor.fail(words::address_fixed());
    }
    let address = window().location().href().unwrap_or_default();
    spawn_local(async move {
        if crate::browser::dom::write_clipboard(&address).await {
            canvas.editor.say(words::link_copied());
        } else {
            canvas.editor.say(words::link_in_address());
        }
    });
}

fn write(link: &Link, encode: impl Fn(&str) -> String) -> String {
    let plain = |text: &str| encode(text).replace("%2F", "/");
    let diagram = link.diagram.as_ref().map(|diagram| format!("diagram={}", plain(diagram)));
    let at = link.at.as_ref().map(|at| format!("at={}", plain(at)));
    let view = link.view.map(|(middle, zoom)| format!("view={:.0},{:.0},{zoom:.3}", middle.x, middle.y));
    let turned = link.turned.as_ref().filter(|turned| !turned.is_empty());
    let turned = turned.map(|turned| {
        let paths: Vec<String> = turned.iter().map(|path| plain(path)).collect();
        format!("turned={}", paths.join(","))
    });
    let shown = (!link.shown.is_empty()).then(|| format!("shown={}", link.shown.join(",")));
    let only = link.only.as_ref().map(|(paths, depth, flow)| {
        let paths: Vec<String> = paths.iter().map(|path| plain(path)).collect();
        let depth = depth.map_or("all".to_owned(), |depth| depth.to_string());
        let flow = match flow {
            Flow::Both => "",
            Flow::Upstream => ",upstream",
            Flow::Downstream => ",downstream",
        };
        format!("only={}&reach={depth}{flow}", paths.join(","))
    });
    let rest: Vec<String> = diagram.into_iter().chain(at).chain(view).chain(turned).chain(only).chain(shown).collect();
    if rest.is_empty() { plain(&link.file) } else { format!("{}?{}", plain(&link.file), rest.join("&")) }
}

fn parse(fragment: &str, decode: impl Fn(&str) -> String) -> Link {
    let (file, rest) = fragment.split_once('?').unwrap_or((fragment, ""));
    let mut link = Link { file: decode(file), ..Link::default() };
    for (key, value) in rest.split('&').filter_map(|part| part.split_once('=')) {
        if key == "turned" {
            // Commas in names are encoded.
            link.turned = Some(value.split(',').map(&decode).collect());
            continue;
        }
        if key == "only" {
            let paths = value.split(',').map(&decode).collect();
            link.only = Some((paths, Some(1), Flow::Both));
            continue;
        }
        let value = decode(value);
        match key {
            "reach" => {
                let Some((_, depth, flow)) = &mut link.only else { continue };
                for part in value.split(',') {
                    match part {
                        "all" => *depth = None,
                        "upstream" => *flow = Flow::Upstream,
                        "downstream" => *flow = Flow::Downstream,
                        part => *depth = part.parse().ok().or(*depth),
                    }
                }
            }
            "diagram" => link.diagram = Some(value).filter(|diagram| !diagram.is_empty()),
            "at" => link.at = Some(value).filter(|at| !at.is_empty()),
            "view" => link.view = view(&value),
            "shown" => link.shown = value.split(',').map(str::to_owned).collect(),
            _ => {}
        }
    }
    link
}

fn view(text: &str) -> Option<(Point, f64)> {
    let numbers: Vec<f64> = text.split(',').filter_map(float).collect();
    let [x, y, zoom] = numbers.as_slice() else { return None };
    let fine = numbers.iter().all(|number| number.is_finite());
    fine.then(|| (Point { x: *x, y: *y }, zoom.clamp(TINIEST, LARGEST)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(text: &str) -> String {
        text.to_owned()
    }

    #[test]
    fn an_address_round_trips() {
        let at = Some("/composition/web".to_owned());
        let link = Link {
            file: "a/b.yaml".to_owned(),
            at,
            view: Some((Point { x: -120.0, y: 80.0 }, 1.25)),
            shown: vec!["table".to_owned(), "preview".to_owned()],
            ..Link::default()
        };
        let written = write(&link, same);
        assert_eq!(written, "a/b.yaml?at=/composition/web&view=-120,80,1.250&shown=table,preview");
        assert_eq!(parse(&written, same), link);
        assert_eq!(parse("a/b.yaml", same), Link { file: "a/b.yaml".to_owned(), ..Link::default() });
    }

    #[test]
    fn an_address_names_the_diagram() {
        let diagram = Some("workflow/topology_template/workflows/a&b".to_owned());
        let link = Link { file: "a.yaml".to_owned(), diagram, at: Some("/x".to_owned()), ..Link::default() };
        let written = write(&link, |text| text.replace('&', "%26"));
        assert_eq!(written, "a.yaml?diagram=workflow/topology_template/workflows/a%26b&at=/x");
        assert_eq!(parse(&written, |text| text.replace("%26", "&")), link);
        assert_eq!(parse("a.yaml?diagram=", same).diagram, None);
    }

    #[test]
    fn an_address_names_the_open_file() {
        let turned = Some(vec!["/composition/a".to_owned(), "/composition/a/inside/composition/b,c".to_owned()]);
        let link = Link { file: "a.yaml".to_owned(), turned, ..Link::default() };
        let written = write(&link, |text| text.replace(',', "%2C"));
        assert_eq!(written, "a.yaml?turned=/composition/a,/composition/a/inside/composition/b%2Cc");
        assert_eq!(parse(&written, |text| text.replace("%2C", ",")), link);
    }

    #[test]
    fn an_address_names_the_part_that_is_shown() {
        let paths = vec!["/composition/a".to_owned(), "/composition/b,c".to_owned()];
        for (only, reach) in [
            ((paths.clone(), Some(1), Flow::Both), "1"),
            ((paths.clone(), Some(2), Flow::Upstream), "2,upstream"),
            ((paths.clone(), None, Flow::Downstream), "all,downstream"),
        ] {
            let link = Link { file: "a.yaml".to_owned(), only: Some(only), ..Link::default() };
            let written = write(&link, |text| text.replace(',', "%2C"));
            assert_eq!(written, format!("a.yaml?only=/composition/a,/composition/b%2Cc&reach={reach}"));
            assert_eq!(parse(&written, |text| text.replace("%2C", ",")), link);
        }
        // Shortened by hand, and with something unknown.
        let link = parse("a.yaml?only=/composition/a&reach=far", same);
        assert_eq!(link.only, Some((vec!["/composition/a".to_owned()], Some(1), Flow::Both)));
    }

    #[test]
    fn an_invalid_view_is_ignored() {
        for text in ["", "1,2", "1,2,3,4", "a,b,c", "1,2,inf", "nan,1,1"] {
            assert_eq!(view(text), None, "{text}");
        }
        assert_eq!(view("0,0,1000"), Some((Point::default(), LARGEST)));
    }
}
