//! Sequences of pointer and keyboard input.

use serde_json::{Value, json};

pub const CONTROL: &str = "\u{E009}";
pub const SHIFT: &str = "\u{E008}";
pub const META: &str = "\u{E03D}";
pub const ALT: &str = "\u{E00A}";
pub const ENTER: &str = "\u{E007}";
pub const ESCAPE: &str = "\u{E00C}";
pub const TAB: &str = "\u{E004}";
pub const BACKSPACE: &str = "\u{E003}";
pub const DELETE: &str = "\u{E017}";
pub const SPACE: &str = "\u{E00D}";
pub const HOME: &str = "\u{E011}";
pub const PAGE_UP: &str = "\u{E00E}";
pub const END: &str = "\u{E010}";
pub const LEFT: &str = "\u{E012}";
pub const UP: &str = "\u{E013}";
pub const RIGHT: &str = "\u{E014}";
pub const DOWN: &str = "\u{E015}";
pub const F8: &str = "\u{E038}";
pub const F10: &str = "\u{E03A}";
pub const F1: &str = "\u{E031}";
pub const F2: &str = "\u{E032}";
pub const F12: &str = "\u{E03C}";

/// The moves of a drag, one per frame, so that the page sees a path and not a jump.
const MOVES: u32 = 12;
const FRAME: u32 = 16;

/// A sequence of input, which `Page::perform` performs in one request.
#[derive(Clone, Default, Debug)]
pub struct Input {
    /// The actions of pointer, keyboard and wheel in each tick; all three have the same length.
    pointer: Vec<Value>,
    keyboard: Vec<Value>,
    wheel: Vec<Value>,
}

impl Input {
    pub fn new() -> Self {
        Input::default()
    }

    /// Moves the pointer to `to`.
    pub fn move_to(self, to: (f64, f64)) -> Self {
        self.glide(to, 0)
    }

    /// Presses the main button.
    pub fn down(self) -> Self {
        self.pointer(json!({ "type": "pointerDown", "button": 0 }))
    }

    /// Releases the main button.
    pub fn up(self) -> Self {
        self.pointer(json!({ "type": "pointerUp", "button": 0 }))
    }

    pub fn click(self, at: (f64, f64)) -> Self {
        self.move_to(at).down().up()
    }

    /// Clicks the secondary button, which opens the context menu.
    pub fn right_click(self, at: (f64, f64)) -> Self {
        let button = |kind: &str| json!({ "type": kind, "button": 2 });
        self.move_to(at).pointer(button("pointerDown")).pointer(button("pointerUp"))
    }

    pub fn double_click(self, at: (f64, f64)) -> Self {
        self.click(at).down().up()
    }

    /// Drags from `from` to `to`.
    pub fn drag(self, from: (f64, f64), to: (f64, f64)) -> Self {
        self.move_to(from).down().drag_on(from, to).up()
    }

    /// Moves from `from` to `to` in steps, with any held buttons.
    pub fn drag_on(mut self, from: (f64, f64), to: (f64, f64)) -> Self {
        for step in 1..=MOVES {
            let part = f64::from(step) / f64::from(MOVES);
            self = self.glide((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part), FRAME);
        }
        self
    }

    /// Scrolls by `delta` pixels at `at`.
    pub fn scroll(mut self, at: (f64, f64), delta: (i32, i32)) -> Self {
        // Unlike the pointer, the wheel does not accept `1.0`.
        let [x, y] = [at.0, at.1].map(|at| at.round() as i64);
        let place = json!({ "type": "scroll", "x": x, "y": y, "deltaX": delta.0, "deltaY": delta.1, "duration": 0 });
        self.wheel.push(place);
        self.fill()
    }

    /// Presses `key`.
    pub fn hold(self, key: &str) -> Self {
        self.keyboard(json!({ "type": "keyDown", "value": key }))
    }

    /// Releases `key`.
    pub fn release(self, key: &str) -> Self {
        self.keyboard(json!({ "type": "keyUp", "value": key }))
    }

    /// Presses `keys` together, and releases them in turn.
    pub fn press(self, keys: &[&str]) -> Self {
        let held = keys.iter().fold(self, |input, key| input.hold(key));
        keys.iter().rev().fold(held, |input, key| input.release(key))
    }

    /// Types `text`, key by key; a line break is the Enter key.
    pub fn text(self, text: &str) -> Self {
        text.chars().fold(self, |input, character| {
            let key = if character == '\n' { ENTER.to_owned() } else { character.to_string() };
            input.press(&[&key])
        })
    }

    /// Waits for effects with a delay, such as tooltips.
    pub fn pause(mut self, milliseconds: u32) -> Self {
        self.pointer.push(json!({ "type": "pause", "duration": milliseconds }));
        self.fill()
    }

    /// The request of the protocol.
    pub fn request(&self) -> Value {
        let mut devices = vec![
            json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": self.pointer }),
            json!({ "type": "key", "id": "keyboard", "actions": self.keyboard }),
        ];
        // Not every driver has a wheel.
        if self.wheel.iter().any(|action| action["type"] != "pause") {
            devices.push(json!({ "type": "wheel", "id": "wheel", "actions": self.wheel }));
        }
        json!({ "actions": devices })
    }

    fn glide(self, to: (f64, f64), duration: u32) -> Self {
        self.pointer(json!({ "type": "pointerMove", "x": to.0.round(), "y": to.1.round(), "duration": duration }))
    }

    fn pointer(mut self, action: Value) -> Self {
        self.pointer.push(action);
        self.fill()
    }

    fn keyboard(mut self, action: Value) -> Self {
        self.keyboard.push(action);
        self.fill()
    }

    /// Adds pauses for the devices that have nothing to do in the last tick.
    fn fill(mut self) -> Self {
        let moments = self.pointer.len().max(self.keyboard.len()).max(self.wheel.len());
        for device in [&mut self.pointer, &mut self.keyboard, &mut self.wheel] {
            device.resize_with(moments, || json!({ "type": "pause", "duration": 0 }));
        }
        self
    }
}

/// The request for touches: each finger goes down at the first point of its path, rests for some milliseconds, moves
/// along the path and goes up, all of them at the same time.
pub fn touches(ways: &[Vec<(f64, f64)>], rest: u32) -> Value {
    let place = |at: (f64, f64), duration: u32| json!({ "type": "pointerMove", "x": at.0.round(), "y": at.1.round(), "duration": duration });
    let finger = |(number, way): (usize, &Vec<(f64, f64)>)| {
        let mut actions = Vec::new();
        if let Some(first) = way.first() {
            actions.extend([place(*first, 0), json!({ "type": "pointerDown", "button": 0 })]);
            actions.push(json!({ "type": "pause", "duration": rest }));
        }
        for segment in way.windows(2) {
            let [from, to] = segment else { continue };
            for step in 1..=MOVES {
                let part = f64::from(step) / f64::from(MOVES);
                actions.push(place((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part), FRAME));
            }
        }
        actions.push(json!({ "type": "pointerUp", "button": 0 }));
        let id = format!("finger {number}");
        json!({ "type": "pointer", "id": id, "parameters": { "pointerType": "touch" }, "actions": actions })
    };
    json!({ "actions": ways.iter().enumerate().map(finger).collect::<Vec<_>>() })
}
