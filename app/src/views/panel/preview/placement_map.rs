//! The map of a template: locations, candidates by outcome, threshold circles and the ways of the best plans. Locations and
//! the edges of circles can be dragged. Its table has the same content for screen readers, and fields for the keyboard.
//!
//! The map is drawn once in degrees. Moving and enlarging it changes one transformation, and markers are points of paths
//! with a constant width, so a frame costs the same for any number of candidates.

use descriptorium_core::homing::distance::{Point, between};
use descriptorium_core::homing::map::curve::{Area, great_circle};
use descriptorium_core::homing::map::projection::{Viewport, area_in_degrees, degrees};
use descriptorium_core::homing::map::{Circle, Map, Outcome, coastline};
use descriptorium_core::homing::placement::preview::Placement;
use descriptorium_core::homing::threshold::{Dimension, resized};
use descriptorium_core::homing::view::View;
use descriptorium_core::number::float;
use descriptorium_core::scene::map::{Label, labels};
use descriptorium_core::semantics::Outcome as Computed;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Command;
use leptos::prelude::*;
use serde_yaml::{Mapping, Value};
use web_sys::{KeyboardEvent, PointerEvent, WheelEvent};

use crate::gestures::pointer::{SLACK, wheel_factor};
use crate::state::editor::Editor;
use crate::state::preview::ComputedPreview;
use crate::words::placement as words;

/// Maximum number of candidates on the map.
const MAX_CANDIDATES: usize = 5000;
/// The height of the map in pixels.
const HEIGHT: f64 = 260.0;
/// How far the pointer may be from a marker or an edge, in pixels.
const REACH: f64 = 9.0;
/// The step of an arrow key in pixels.
const STEP: f64 = 40.0;

/// The dragged item.
#[derive(Clone, PartialEq)]
enum Drag {
    Map,
    Location(usize, Point),
    /// The index of a circle, and its radius.
    Circle(usize, f64),
}

/// A pressed pointer: where it was pressed, where it is, and whether it has moved.
#[derive(Clone, PartialEq)]
struct Press {
    drag: Drag,
    from: (f64, f64),
    last: (f64, f64),
    has_moved: bool,
}

#[derive(Clone, Copy)]
struct MapView {
    editor: Editor,
    file: StoredValue<FilePath>,
    map: Memo<Map>,
    view: RwSignal<Viewport>,
    press: StoredValue<Option<Press>>,
    /// The location or circle that is being dragged, at its new place.
    dragged: RwSignal<Option<Drag>>,
    is_adding: RwSignal<bool>,
    /// The marker or edge under the pointer, in words.
    hint: RwSignal<String>,
    svg: NodeRef<leptos::svg::Svg>,
}

/// The copies of the map, moved by so many degrees, so that it continues across the date line.
const COPIES: [i32; 3] = [-360, 0, 360];

#[component]
pub fn PlacementMap(file: FilePath, found: Signal<Option<ComputedPreview>>) -> impl IntoView {
    let editor = Editor::expect();
    let file = StoredValue::new(file);
    let map = Memo::new(move |_| {
        let analysis = editor.drawn.get();
        let root = file.with_value(|file| analysis.file(file)?.root.clone());
        let map = |placement: &Placement| {
            let (problem, plans) = (&placement.problem, &placement.found.plans);
            Some(Map::new(&View::new(root.as_ref()?), problem, &placement.ranking, plans, MAX_CANDIDATES))
        };
        let own = found.with(|found| match &*found.as_ref()?.outcome {
            Computed::Placement(placement) => map(placement),
            Computed::Expansion(_) | Computed::Deployment(_) | Computed::Installation(_) => None,
        });
        own.unwrap_or_default()
    });
    let map_view = MapView {
        editor,
        file,
        map,
        view: RwSignal::new(Viewport::of_earth(400.0, HEIGHT)),
        press: StoredValue::new(None),
        dragged: RwSignal::new(None),
        is_adding: RwSignal::new(false),
        hint: RwSignal::new(String::new()),
        svg: NodeRef::new(),
    };
    // Fits the map when the first content arrives, and when the width changes.
    Effect::new(move |_| {
        let Some(svg) = map_view.svg.get() else { return };
        let measure = move || {
            if let Some(svg) = map_view.svg.try_get_untracked().flatten() {
                let width = svg.get_bounding_client_rect().width();
                if width > 0.0 && (width - map_view.view.get_untracked().width).abs() > 0.5 {
                    map_view.fit(width);
                }
            }
        };
        measure();
        crate::browser::dom::on_resize(&svg, measure);
    });
    Effect::new(move |was_empty: Option<bool>| {
        let is_empty = map.with(Map::is_empty);
        if was_empty.unwrap_or(true) && !is_empty {
            map_view.fit(map_view.view.get_untracked().width);
        }
        is_empty
    });
    let shapes = Shapes::new(map_view);
    let view = map_view.view;
    let is_adding = map_view.is_adding;
    let hint = map_view.hint;
    view! {
        <section class="placement" aria-label=words::map()>
            <h2 class="inspector-section">{words::map()}</h2>
            <div class="map-bar">
                <button type="button" class="mini" data-map="in" aria-label=crate::words::shortcuts::zoom_in() on:click=move |_| map_view.zoom(1.5)>"+"</button>
                <button type="button" class="mini" data-map="out" aria-label=crate::words::shortcuts::zoom_out() on:click=move |_| map_view.zoom(1.0 / 1.5)>"−"</button>
                <button type="button" class="mini" data-map="fit" on:click=move |_| map_view.fit(view.get_untracked().width)>{crate::words::canvas::fit()}</button>
                <button type="button" class="mini" data-map="add" aria-pressed=move || is_adding.get().to_string() title=words::add_location_hint() on:click=move |_| is_adding.update(|on| *on = !*on)>{words::add_location()}</button>
            </div>
            <svg
                node_ref=map_view.svg
                class="geo-map"
                class:adding=move || is_adding.get()
                height=HEIGHT
                tabindex="0"
                role="img"
                aria-label=words::map_help()
                on:pointerdown=move |event| map_view.down(&event)
                on:pointermove=move |event| map_view.moved(&event)
                on:pointerup=move |event| map_view.up(&event)
                on:pointercancel=move |_| map_view.release()
                on:wheel=move |event| map_view.wheel(&event)
                on:keydown=move |event| map_view.key(&event)
            >
                <g transform=move || transformation(&view.get())>
                    // Land of one copy may reach into another, so all of it is below everything else.
                    {COPIES.map(|turn| view! { <path class="land" transform=turned(turn) display=move || display(&view.get(), turn) d=shapes.land.clone() /> }).into_iter().collect_view()}
                    {COPIES.map(|turn| view! { <g transform=turned(turn)>{marks(&shapes)}</g> }).into_iter().collect_view()}
                </g>
                {move || names(map_view)}
            </svg>
            <ul class="map-legend">{move || map.with(legend)}</ul>
            <p class="map-hint" role="status">{move || hint.get()}</p>
            <details class="map-table" data-map-table>
                <summary>{words::map_table()}</summary>
                {move || map.with(|map| tables(map_view, map))}
            </details>
        </section>
    }
}

fn transformation(view: &Viewport) -> String {
    let (x, y) = view.position((0.0, 0.0));
    format!("translate({x:.2} {y:.2}) scale({:.5} {:.5})", view.scale * view.squeeze, view.scale)
}

/// A shape of the map: its class, and the data of its path.
type Shape = (String, String);

/// The shapes of the map in degrees, which its copies share.
struct Shapes {
    land: String,
    circles: Memo<Vec<Shape>>,
    /// The ways and the candidates.
    others: Memo<Vec<Shape>>,
    locations: Memo<String>,
}

impl Shapes {
    fn new(map_view: MapView) -> Self {
        let others = |map: &Map| {
            let ways = [(true, "way runner-up"), (false, "way")].map(|(is_runner_up, class)| {
                let lines = map.lines.iter().filter(|line| line.is_runner_up == is_runner_up);
                (class.to_owned(), lines.map(|line| degrees(&great_circle(line.from, line.to))).collect())
            });
            let outcomes = [Outcome::Eliminated, Outcome::Possible, Outcome::RunnerUp, Outcome::Chosen];
            let dots = outcomes.map(|outcome| {
                let all = map.candidates.iter().filter(|candidate| candidate.outcome == outcome);
                (format!("dot {}", outcome.name()), all.map(|candidate| dot(candidate.point)).collect())
            });
            ways.into_iter().chain(dots).collect::<Vec<Shape>>()
        };
        let locations = move |map: &Map| {
            let points = map.locations.iter().enumerate();
            points.map(|(index, one)| dot(map_view.location(index, one.point))).collect::<String>()
        };
        let map = map_view.map;
        let resting = Memo::new(move |_| {
            map.with(|map| map.circles.iter().map(|one| circle_shapes(one, one.radius)).collect::<Vec<_>>())
        });
        let circles = Memo::new(move |_| {
            let mut shapes = resting.get();
            // While a circle is dragged, it alone is computed again.
            if let Some(Drag::Circle(index, radius)) = map_view.dragged.get() {
                let moved = map.with(|map| map.circles.get(index).map(|one| circle_shapes(one, radius)));
                shapes.iter_mut().skip(index).zip(moved).for_each(|(shape, moved)| *shape = moved);
            }
            shapes.into_iter().flatten().collect::<Vec<Shape>>()
        });
        Shapes {
            land: coastline::land().iter().map(area_in_degrees).collect(),
            circles,
            others: Memo::new(move |_| map.with(others)),
            locations: Memo::new(move |_| map.with(locations)),
        }
    }
}

/// The area and the edge of a circle.
fn circle_shapes(circle: &Circle, radius: f64) -> [Shape; 2] {
    let area = Area::of_circle(circle.center, radius);
    let least = if circle.is_least { " least" } else { "" };
    [(format!("circle{least} area"), area_in_degrees(&area)), (format!("circle{least} edge"), degrees(&area.border))]
}

/// The transformation of a copy of the map that is moved by so many degrees.
fn turned(degrees: i32) -> String {
    format!("translate({degrees} 0)")
}

/// Whether the land of a copy of the map is drawn. Its coasts are long, so copies out of view are left out of each frame.
fn display(view: &Viewport, turn: i32) -> &'static str {
    let half = view.width / 2.0 / (view.scale * view.squeeze);
    let is_near = (f64::from(turn) - view.center.longitude).abs() <= half + 180.0 + coastline::OVERHANG;
    if is_near { "inline" } else { "none" }
}

/// Everything on the land of one copy of the map.
fn marks(shapes: &Shapes) -> impl IntoView + use<> {
    let paths = |shapes: Memo<Vec<Shape>>| {
        move || {
            let paths = shapes.get().into_iter().map(|(class, data)| view! { <path class=class d=data /> });
            paths.collect_view()
        }
    };
    let locations = shapes.locations;
    view! {
        {paths(shapes.circles)}
        {paths(shapes.others)}
        <path class="dot location" d=move || locations.get() />
    }
}

/// The names beside the markers.
fn names(map_view: MapView) -> impl IntoView + use<> {
    let all = map_view.map.with(|map| labels(map, &map_view.view.get()));
    let names = all.into_iter().map(|Label { text, class, x, y, anchor }| {
        view! { <text class=format!("label {class}") x=format!("{x:.1}") y=format!("{y:.1}") text-anchor=anchor>{text.to_string()}</text> }
    });
    names.collect_view()
}

/// The meanings of the colors, as far as they occur.
fn legend(map: &Map) -> impl IntoView + use<> {
    let has = |outcome: Outcome| map.candidates.iter().any(|candidate| candidate.outcome == outcome);
    let entries = [
        ("location", words::location(), !map.locations.is_empty()),
        ("chosen", outcome_of(Outcome::Chosen), has(Outcome::Chosen)),
        ("runner-up", outcome_of(Outcome::RunnerUp), has(Outcome::RunnerUp)),
        ("possible", outcome_of(Outcome::Possible), has(Outcome::Possible)),
        ("eliminated", words::is_eliminated(), has(Outcome::Eliminated)),
        ("circle", words::at_most_away(), map.circles.iter().any(|circle| !circle.is_least)),
        ("least", words::at_least_away(), map.circles.iter().any(|circle| circle.is_least)),
    ];
    let shown = entries.into_iter().filter(|(_, _, is_shown)| *is_shown);
    shown.map(|(class, text, _)| view! { <li class=class>{text}</li> }).collect_view()
}

/// A point of a path, which is drawn as a round end of the line.
fn dot(point: Point) -> String {
    let mut path = degrees(&[(point.longitude, point.latitude)]);
    path.push_str("h0");
    path
}

impl MapView {
    fn fit(self, width: f64) {
        let points = self.map.with_untracked(Map::points);
        self.view.set(Viewport::fit(&points, width, HEIGHT));
    }

    fn zoom(self, factor: f64) {
        self.view.update(|view| *view = view.zoomed(factor, (view.width / 2.0, view.height / 2.0)));
    }

    /// The point of a location, also while it is dragged.
    fn location(self, index: usize, point: Point) -> Point {
        self.dragged.with(|dragged| match dragged {
            Some(Drag::Location(dragged, point)) if *dragged == index => *point,
            _ => point,
        })
    }

    fn place(self, event: &PointerEvent) -> (f64, f64) {
        let Some(svg) = self.svg.get_untracked() else { return (0.0, 0.0) };
        let rect = svg.get_bounding_client_rect();
        (f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top())
    }

    /// The item that a press at a position drags.
    fn hit(self, at: (f64, f64)) -> Drag {
        let view = self.view.get_untracked();
        let pointed = view.point(at);
        let away = |point: Point| {
            let (x, y) = view.of(point);
            (x - at.0).hypot(y - at.1)
        };
        self.map.with_untracked(|map| {
            let locations = map.locations.iter().enumerate().map(|(index, one)| (away(one.point), index));
            let nearest = locations.min_by(|one, other| one.0.total_cmp(&other.0));
            if let Some((distance, index)) = nearest
                && distance <= REACH
                && let Some(location) = map.locations.get(index)
            {
                return Drag::Location(index, location.point);
            }
            // Pixels per kilometer, at the center of the earth: 111 km are a degree.
            let pixels = view.scale / 111.195;
            let edges = map
                .circles
                .iter()
                .enumerate()
                .map(|(index, circle)| ((between(circle.center, pointed) - circle.radius).abs() * pixels, index));
            match edges.min_by(|one, other| one.0.total_cmp(&other.0)) {
                Some((distance, index)) if distance <= REACH => {
                    Drag::Circle(index, map.circles.get(index).map_or(0.0, |circle| circle.radius))
                }
                _ => Drag::Map,
            }
        })
    }

    fn down(self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        if let Some(svg) = self.svg.get_untracked() {
            // The pointer may be gone already; then there is nothing to capture.
            let _ = svg.set_pointer_capture(event.pointer_id());
        }
        let at = self.place(event);
        self.press.set_value(Some(Press { drag: self.hit(at), from: at, last: at, has_moved: false }));
    }

    fn moved(self, event: &PointerEvent) {
        let at = self.place(event);
        let Some(mut press) = self.press.get_value() else { return self.show(at) };
        press.has_moved |= (at.0 - press.from.0).hypot(at.1 - press.from.1) > SLACK;
        if press.has_moved {
            let point = self.view.get_untracked().point(at);
            match &mut press.drag {
                Drag::Map => {
                    let (dx, dy) = (at.0 - press.last.0, at.1 - press.last.1);
                    self.view.update(|view| *view = view.panned((dx, dy)));
                }
                Drag::Location(_, to) => *to = point,
                Drag::Circle(index, radius) => {
                    self.map.with_untracked(|map| {
                        let Some(circle) = map.circles.get(*index) else { return };
                        *radius = between(circle.center, point).max(0.001);
                        self.hint.set(circle.length(*radius));
                    });
                }
            }
        }
        if press.has_moved && press.drag != Drag::Map {
            self.dragged.set(Some(press.drag.clone()));
        }
        press.last = at;
        self.press.set_value(Some(press));
    }

    fn release(self) {
        self.press.set_value(None);
        self.dragged.set(None);
    }

    /// Names the marker or edge at a position.
    fn show(self, at: (f64, f64)) {
        let view = self.view.get_untracked();
        let text = self.map.with_untracked(|map| {
            let hit = self.hit(at);
            let candidate = || {
                let away = |point: Point| {
                    let (x, y) = view.of(point);
                    (x - at.0).hypot(y - at.1)
                };
                let all = map.candidates.iter().map(|one| (away(one.point), one));
                let (distance, one) = all.min_by(|a, b| a.0.total_cmp(&b.0).then(b.1.outcome.cmp(&a.1.outcome)))?;
                (distance <= REACH).then(|| {
                    let outcome = match &one.eliminated_by {
                        Some(by) => words::eliminated(by),
                        None => outcome_of(one.outcome).to_owned(),
                    };
                    format!("{} ({}): {outcome}", one.name, one.demand)
                })
            };
            let edge = |index: usize| {
                let circle = map.circles.get(index)?;
                Some(format!("{}: {}", circle.constraint, circle.length(circle.radius)))
            };
            let text = match hit {
                Drag::Location(index, _) => map.locations.get(index).map(|one| one.name.to_string()),
                Drag::Circle(index, _) => candidate().or_else(|| edge(index)),
                Drag::Map => candidate(),
            };
            text.unwrap_or_default()
        });
        if self.hint.with_untracked(|hint| *hint != text) {
            self.hint.set(text);
        }
    }

    fn up(self, event: &PointerEvent) {
        let Some(press) = self.press.get_value() else { return };
        let at = self.place(event);
        match press.drag {
            Drag::Location(index, point) if press.has_moved => {
                let path = self.map.with_untracked(|map| map.locations.get(index).map(|one| one.path.clone()));
                if let Some(path) = path {
                    self.move_location(&path, of_pointer(point));
                }
            }
            Drag::Circle(index, radius) if press.has_moved => {
                let circle = self.map.with_untracked(|map| map.circles.get(index).cloned());
                if let Some(circle) = circle {
                    self.resize(&circle, radius);
                }
            }
            _ if !press.has_moved && self.is_adding.get_untracked() => {
                self.add(self.view.get_untracked().point(at));
                self.is_adding.set(false);
            }
            _ => {}
        }
        self.release();
    }

    fn wheel(self, event: &WheelEvent) {
        if !event.ctrl_key() && !event.meta_key() {
            return;
        }
        event.prevent_default();
        let Some(svg) = self.svg.get_untracked() else { return };
        let rect = svg.get_bounding_client_rect();
        let at = (f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top());
        self.view.update(|view| *view = view.zoomed(wheel_factor(event), at));
    }

    fn key(self, event: &KeyboardEvent) {
        if event.alt_key() || event.ctrl_key() || event.meta_key() {
            return;
        }
        let by = match event.key().as_str() {
            "ArrowLeft" => (STEP, 0.0),
            "ArrowRight" => (-STEP, 0.0),
            "ArrowUp" => (0.0, STEP),
            "ArrowDown" => (0.0, -STEP),
            "+" | "=" => return self.zoom_by_key(event, 1.5),
            "-" => return self.zoom_by_key(event, 1.0 / 1.5),
            "0" => {
                event.prevent_default();
                return self.fit(self.view.get_untracked().width);
            }
            "Enter" if self.is_adding.get_untracked() => {
                event.prevent_default();
                self.add(self.view.get_untracked().center);
                return self.is_adding.set(false);
            }
            _ => return,
        };
        event.prevent_default();
        self.view.update(|view| *view = view.panned(by));
    }

    fn zoom_by_key(self, event: &KeyboardEvent, factor: f64) {
        event.prevent_default();
        self.zoom(factor);
    }

    /// Runs a command on the template. Errors are shown.
    fn run(self, command: &Command) {
        let _ = self.file.with_value(|file| self.editor.command_in(file, command));
    }

    fn move_location(self, path: &NodePath, point: Point) {
        let values = [("latitude", point.latitude), ("longitude", point.longitude)];
        let values = values.map(|(key, value)| (path.key(key), Value::from(value)));
        self.run(&Command::Supply(values.to_vec()));
    }

    /// Adds a location at a point under a free name.
    fn add(self, point: Point) {
        let point = of_pointer(point);
        let analysis = self.editor.analysis.get_untracked();
        let root = self.file.with_value(|file| analysis.file(file)?.root.clone());
        let base = root.as_ref().map_or_else(NodePath::root, |root| View::new(root).base);
        let locations = base.key("locations");
        let is_taken = |path: &NodePath| root.as_ref().is_some_and(|root| root.at(path).is_some());
        let free = (1..).map(|number| locations.key(&format!("location_{number}"))).find(|path| !is_taken(path));
        let values = [("latitude", point.latitude), ("longitude", point.longitude)];
        let values = values.map(|(key, value)| (Value::from(key), Value::from(value)));
        if let Some(path) = free {
            self.run(&Command::Set { path, value: Some(Mapping::from_iter(values).into()) });
        }
    }

    /// Changes the threshold of a circle in the text.
    fn resize(self, circle: &Circle, radius: f64) {
        let analysis = self.editor.analysis.get_untracked();
        let root = self.file.with_value(|file| analysis.file(file)?.root.clone());
        let text = root.as_ref().and_then(|root| View::new(root).text(root.at(&circle.path)?).map(str::to_owned));
        let written = text.and_then(|text| resized(&text, Dimension::Distance, radius, circle.is_least));
        if let Some(written) = written {
            self.run(&Command::Supply(vec![(circle.path.clone(), written.into())]));
        }
    }
}

fn outcome_of(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Chosen => crate::words::preview::chosen(),
        Outcome::RunnerUp => words::runner_up(),
        Outcome::Possible | Outcome::Eliminated => words::possible(),
    }
}

/// A point in degrees with four decimals, which is about 10 m. A pointer is not more precise, but typed coordinates are.
fn of_pointer(point: Point) -> Point {
    let rounded = |degrees: f64| (degrees * 1e4).round() / 1e4;
    Point::new(rounded(point.latitude), rounded(point.longitude))
}

/// The content of the map as tables, with fields for coordinates and thresholds.
fn tables(map_view: MapView, map: &Map) -> impl IntoView + use<> {
    let locations = map.locations.iter().map(|location| {
        let field = |is_latitude: bool| {
            let (path, point) = (location.path.clone(), location.point);
            let (label, value) = match is_latitude {
                true => (words::latitude(), point.latitude),
                false => (words::longitude(), point.longitude),
            };
            let set = move |event| {
                let most = if is_latitude { 90.0 } else { 180.0 };
                let is_valid = |degrees: f64| degrees.abs() <= most;
                let Some(typed) = number_in(&event, is_valid, &words::degrees_between(most)) else { return };
                let moved = if is_latitude { Point { latitude: typed, ..point } } else { Point { longitude: typed, ..point } };
                map_view.move_location(&path, moved);
            };
            let label = format!("{label} {}", location.name);
            view! { <td><input type="text" inputmode="decimal" autocomplete="off" aria-label=label prop:value=value.to_string() on:change=set /></td> }
        };
        view! { <tr data-location=location.name.to_string()><th scope="row">{location.name.to_string()}</th>{field(true)}{field(false)}</tr> }
    });
    let circles = map.circles.iter().map(|circle| {
        let own = circle.clone();
        let set = move |event| {
            if let Some(radius) = number_in(&event, |radius| radius > 0.0, words::above_zero()) {
                map_view.resize(&own, radius * own.factor);
            }
        };
        let label = words::radius_of(&circle.constraint);
        let value = format!("{:.1}", circle.radius / circle.factor);
        view! {
            <tr data-threshold=circle.constraint.to_string()>
                <th scope="row">{circle.constraint.to_string()}</th>
                <td>{circle.location.to_string()}</td>
                <td><input type="text" inputmode="decimal" autocomplete="off" aria-label=label prop:value=value on:change=set />" "{circle.unit()}</td>
            </tr>
        }
    });
    let (locations, circles) = (locations.collect_view(), circles.collect_view());
    view! {
        <table>
            <thead><tr><th scope="col">{words::location()}</th><th scope="col">{words::latitude()}</th><th scope="col">{words::longitude()}</th></tr></thead>
            <tbody>{locations}</tbody>
        </table>
        {(!map.circles.is_empty()).then(|| view! {
            <table>
                <thead><tr><th scope="col">{words::constraint()}</th><th scope="col">{words::location()}</th><th scope="col">{words::distance()}</th></tr></thead>
                <tbody>{circles}</tbody>
            </table>
        })}
    }
}

/// The number in a field; `None` if it is not valid, which the browser then says at the field.
fn number_in(event: &web_sys::Event, is_valid: impl Fn(f64) -> bool, expected: &str) -> Option<f64> {
    let field: web_sys::HtmlInputElement = event_target(event);
    let number = float(field.value().trim()).filter(|number| is_valid(*number));
    field.set_custom_validity(if number.is_some() { "" } else { expected });
    field.report_validity();
    number
}
