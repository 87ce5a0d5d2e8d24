//! Many boxes as a single SVG path.

use descriptorium_core::scene::shape::push_number;
use descriptorium_core::scene::{Rect, Scene, SceneBox};

/// The outlines of boxes as one path.
pub fn outlines(scene: &Scene, wanted: impl Fn(&SceneBox) -> bool) -> String {
    let mut path = String::new();
    for found in scene.boxes.iter().filter(|found| wanted(found)) {
        let Rect { x, y, width, height } = found.rect;
        for (letter, along) in [('M', x), (' ', y), ('h', width), ('v', height), ('h', -width)] {
            step(&mut path, letter, along);
        }
        path.push('z');
    }
    path
}

/// Appends a command of a path, in integers.
pub fn step(path: &mut String, letter: char, along: f64) {
    path.push(letter);
    push_number(path, along.round());
}
