//! Many boxes as a single SVG path.

use descriptorium_core::scene::shape::push_number;
use descriptorium_core::scene::{Rect, Scene, SceneBox};
use descriptorium_core::sorted_map::SortedMap;

/// The outlines of boxes as one path.
pub fn outlines(scene: &Scene, wanted: impl Fn(&SceneBox) -> bool) -> String {
    let mut path = String::new();
    scene.boxes.iter().filter(|found| wanted(found)).for_each(|found| add(&mut path, found.rect));
    path
}

/// The outlines of boxes as one path for each kind, with its CSS class.
pub fn by_kind(scene: &Scene, wanted: impl Fn(&SceneBox) -> bool) -> Vec<(&'static str, String)> {
    let mut paths: SortedMap<&'static str, String> = SortedMap::new();
    for found in scene.boxes.iter().filter(|found| wanted(found)) {
        add(paths.entry(found.kind.class()).or_default(), found.rect);
    }
    paths.into_iter().collect()
}

fn add(path: &mut String, Rect { x, y, width, height }: Rect) {
    for (letter, along) in [('M', x), (' ', y), ('h', width), ('v', height), ('h', -width)] {
        step(path, letter, along);
    }
    path.push('z');
}

/// Appends a command of a path, in integers.
pub fn step(path: &mut String, letter: char, along: f64) {
    path.push(letter);
    push_number(path, along.round());
}
