//! The preview, computed when there is time for it: what is quick follows every key; what is slow waits until
//! nobody types, goes on in slices between which the page lives, says how far it is and can be stopped.
//!
//! It is no worker's job: that would have to hold all texts a second time and to copy back an answer of some ten
//! megabytes, which alone takes longer than a slice, and where a page may have no worker the slices were needed anyway.

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use descriptorium_core::preview::progress::{Phase, Progress};
use descriptorium_core::text::FilePath;
use js_sys::Date;
use leptos::prelude::*;

use crate::state::editor::Editor;
use crate::state::preview::{Found, PreviewState};

/// Up to so many milliseconds a preview follows every key.
const QUICK: f64 = 24.0;
/// How long a slow one waits for the next key.
const PAUSE: Duration = Duration::from_millis(220);
/// How many milliseconds it takes at a time.
const SLICE: f64 = 12.0;
/// How many milliseconds it takes until it says how far it is.
const PATIENCE: f64 = 300.0;

/// Whether what is shown is what was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkState {
    Done,
    /// It will soon be.
    Soon,
    /// It takes a while, and is as far as this.
    Slow(Phase, usize),
    /// Somebody did not want to wait for it.
    Stopped,
}

/// A preview that is being computed.
struct Run {
    work: Pin<Box<dyn Future<Output = Option<Found>>>>,
    pace: Rc<Progress>,
    /// How many milliseconds it has taken.
    spent: f64,
}

/// The current preview, and whether a newer one is being computed.
#[derive(Clone, Copy)]
pub struct Work {
    editor: Editor,
    /// The file that is previewed.
    file: Memo<Option<FilePath>>,
    stage: PreviewState,
    progress: RwSignal<WorkState>,
    /// Tells the question that was asked last from those before it.
    number: StoredValue<u64>,
    /// When it was asked.
    asked: StoredValue<f64>,
    /// How long the last preview of this file took.
    last: StoredValue<f64>,
    run: StoredValue<Option<Run>, LocalStorage>,
}

impl Work {
    /// Follows the file, its inputs and what is asked for, as long as the component lives that it was started in.
    pub fn start(editor: Editor, file: Memo<Option<FilePath>>, stage: PreviewState) -> Self {
        let work = Work {
            editor,
            file,
            stage,
            progress: RwSignal::new(WorkState::Done),
            number: StoredValue::new(0),
            asked: StoredValue::new(0.0),
            last: StoredValue::new(f64::INFINITY),
            run: StoredValue::new_local(None),
        };
        Effect::new(move |before: Option<Option<FilePath>>| {
            let path = file.get();
            editor.drawn.track();
            editor.questions.track();
            let is_other = before.is_none_or(|before| before != path);
            if is_other {
                // What another file became says nothing of this one.
                work.stage.found.set(None);
                work.stage.step.set(None);
                work.last.set_value(f64::INFINITY);
            }
            untrack(|| work.ask(if is_other { Duration::from_millis(30) } else { PAUSE }));
            path
        });
        work
    }

    pub fn found(self) -> Signal<Option<Found>> {
        self.stage.found.into()
    }

    pub fn progress(self) -> Signal<WorkState> {
        self.progress.into()
    }

    /// Gives up what is being worked out.
    pub fn stop(self) {
        self.number.update_value(|number| *number += 1);
        self.run.set_value(None);
        self.progress.set(WorkState::Stopped);
    }

    /// Works out what was stopped after all.
    pub fn resume(self) {
        self.ask(Duration::ZERO);
    }

    /// Asks anew; what was asked before is of no interest any more.
    fn ask(self, pause: Duration) {
        self.number.update_value(|number| *number += 1);
        self.asked.set_value(Date::now());
        self.run.set_value(None);
        if self.file.with_untracked(Option::is_none) {
            self.progress.set(WorkState::Done);
            return;
        }
        let is_quick = self.last.get_value() <= QUICK;
        if is_quick {
            self.begin(QUICK);
        } else {
            self.progress.set(WorkState::Soon);
            self.later(pause, |work| work.begin(SLICE));
        }
    }

    /// Does something later, unless somebody has typed on, or left.
    fn later(self, pause: Duration, then: impl FnOnce(Work) + 'static) {
        let asked = self.number.get_value();
        let still = move || self.number.try_get_value() == Some(asked);
        set_timeout(
            move || {
                if still() {
                    then(self);
                }
            },
            pause,
        );
    }

    fn begin(self, slice: f64) {
        let Some(path) = self.file.get_untracked() else { return };
        let question = self.editor.questions.with_untracked(|all| all.get(&path).cloned()).unwrap_or_default();
        let analysis = self.editor.analysis.get_untracked();
        let pace = Rc::new(Progress::default());
        let work = {
            let pace = Rc::clone(&pace);
            async move {
                let outcome = analysis.preview_in_pieces(&path, &question, &pace).await?;
                Some(Found::of(outcome, &pace).await)
            }
        };
        self.go_on(Run { work: Box::pin(work), pace, spent: 0.0 }, slice);
    }

    /// Takes a slice of time, and another one when the page has done what else there was to do.
    fn go_on(self, mut run: Run, slice: f64) {
        let start = Date::now();
        let mut context = Context::from_waker(Waker::noop());
        loop {
            let poll = run.work.as_mut().poll(&mut context);
            let spent = Date::now() - start;
            match poll {
                Poll::Ready(found) => {
                    self.last.set_value(run.spent + spent);
                    self.progress.set(WorkState::Done);
                    self.stage.found.set(found);
                    return;
                }
                Poll::Pending if spent < slice => {}
                Poll::Pending => {
                    run.spent += spent;
                    break;
                }
            }
        }
        let is_slow = Date::now() - self.asked.get_value() >= PATIENCE;
        let (phase, done) = run.pace.at();
        self.progress.set(if is_slow { WorkState::Slow(phase, done) } else { WorkState::Soon });
        self.run.set_value(Some(run));
        self.later(Duration::ZERO, |work| {
            if let Some(run) = work.run.try_update_value(Option::take).flatten() {
                work.go_on(run, SLICE);
            }
        });
    }
}
