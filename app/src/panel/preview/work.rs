//! The expansion, worked out when there is time for it: what is quick follows every key, what is slow waits until
//! nobody types, says that it is at work, and is left undone when nobody looks any more.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use descriptorium_core::expansion::{Expansion, Instance};
use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::editor::Editor;

/// Up to so many milliseconds an expansion follows every key.
const QUICK: f64 = 24.0;
/// How long a slow one waits for the next key.
const PAUSE: Duration = Duration::from_millis(220);

/// An expansion with its instances by name.
#[derive(Clone)]
pub struct Found {
    pub expansion: Arc<Expansion>,
    index: Arc<HashMap<String, usize>>,
}

/// An expansion counts as changed when it is another one.
impl PartialEq for Found {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.expansion, &other.expansion)
    }
}

impl Found {
    pub fn new(expansion: Expansion) -> Self {
        let names = expansion.instances.iter().enumerate();
        let index = names.map(|(at, found)| (found.name.clone(), at)).collect();
        Found { expansion: Arc::new(expansion), index: Arc::new(index) }
    }

    pub fn instance(&self, name: &str) -> Option<&Instance> {
        self.expansion.instances.get(*self.index.get(name)?)
    }

    /// How many instances hold this one.
    pub fn depth(&self, of: &Instance) -> usize {
        let parents = std::iter::successors(Some(of), |found| self.instance(found.parent.as_deref()?));
        parents.take(60).count() - 1
    }
}

/// The expansion of what is previewed, and whether a newer one is on its way.
#[derive(Clone, Copy)]
pub struct Work {
    pub found: Signal<Option<Found>>,
    pub is_working: Signal<bool>,
}

impl Work {
    /// Follows the file, its inputs and what is asked for, as long as the component lives that it was started in.
    pub fn start(editor: Editor, assembly: Memo<Option<FilePath>>) -> Self {
        let found = RwSignal::new(None::<Found>);
        let is_working = RwSignal::new(false);
        let number = StoredValue::new(0_u64);
        let last = StoredValue::new(f64::INFINITY);
        let of = StoredValue::new(None::<FilePath>);
        let work_out = move || {
            let Some(path) = assembly.get_untracked() else { return };
            let start = js_sys::Date::now();
            let inputs = editor.inputs.with_untracked(|inputs| inputs.get(&path).cloned()).unwrap_or_default();
            let intent = editor.intents.with_untracked(|intents| intents.get(&path).cloned()).unwrap_or_default();
            let expansion = editor.analysis.get_untracked().expansion(&path, &inputs, &intent);
            found.set(Some(Found::new(expansion)));
            is_working.set(false);
            last.set_value(js_sys::Date::now() - start);
        };
        Effect::new(move |_| {
            let path = assembly.get();
            editor.analysis.track();
            editor.inputs.track();
            editor.intents.track();
            number.update_value(|number| *number += 1);
            let asked = number.get_value();
            let is_other = of.with_value(|of| *of != path);
            of.set_value(path.clone());
            if is_other {
                // What another file became says nothing of this one.
                found.set(None);
                last.set_value(f64::INFINITY);
            }
            if path.is_none() {
                is_working.set(false);
                return;
            }
            if last.get_value() <= QUICK {
                return untrack(work_out);
            }
            is_working.set(true);
            let pause = if is_other { Duration::from_millis(30) } else { PAUSE };
            set_timeout(
                move || {
                    // Whoever has typed on, or left, has asked for something else.
                    if number.try_get_value() == Some(asked) {
                        work_out();
                    }
                },
                pause,
            );
        });
        Work { found: found.into(), is_working: is_working.into() }
    }
}
