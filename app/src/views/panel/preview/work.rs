//! Computes the preview. A fast one follows every keystroke. A slow one waits for a pause in typing, runs in slices so
//! that the page stays responsive, shows its progress and can be cancelled.
//!
//! A web worker would need a second copy of all texts, and copying back a result of some ten megabytes takes longer
//! than a slice. Without workers, slices would be necessary anyway.

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use descriptorium_core::preview::progress::{Phase, Progress};
use descriptorium_core::text::FilePath;
use js_sys::Date;
use leptos::prelude::*;

use crate::state::editor::Editor;
use crate::state::preview::{ComputedPreview, PreviewState};

/// A preview that takes at most this many milliseconds follows every keystroke.
const QUICK: f64 = 24.0;
/// How long a slow one waits for the next keystroke.
const PAUSE: Duration = Duration::from_millis(220);
/// Milliseconds per slice.
const SLICE: f64 = 12.0;
/// Milliseconds until the progress is shown.
const PATIENCE: f64 = 300.0;

/// Whether the visible preview is up to date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkState {
    Done,
    /// It will be soon.
    Soon,
    /// It takes a while: the current phase, and the progress.
    Slow(Phase, usize),
    /// The user has cancelled the computation.
    Stopped,
}

/// A computation in progress.
struct Run {
    work: Pin<Box<dyn Future<Output = Option<ComputedPreview>>>>,
    pace: Rc<Progress>,
    /// The time it has taken in milliseconds.
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
    /// The number of the latest question.
    number: StoredValue<u64>,
    /// The time of the latest question.
    asked: StoredValue<f64>,
    /// The duration of the last preview of this file.
    last: StoredValue<f64>,
    run: StoredValue<Option<Run>, LocalStorage>,
}

impl Work {
    /// Follows the file, its inputs and the question until the current component is disposed.
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
            let previewer = editor.drawn.with(|analysis| analysis.previewer(path.as_ref()?));
            // Files that the preview depends on are fetched when it asks for them.
            if previewer.is_some_and(|previewer| previewer.reads_other_files) {
                editor.n_fetched.track();
            }
            editor.questions.track();
            let is_other = before.is_none_or(|before| before != path);
            if is_other {
                // The duration for another file is no estimate for this one.
                work.stage.found.set(None);
                work.stage.step.set(None);
                work.last.set_value(f64::INFINITY);
            }
            untrack(|| work.ask(if is_other { Duration::from_millis(30) } else { PAUSE }));
            path
        });
        work
    }

    pub fn found(self) -> Signal<Option<ComputedPreview>> {
        self.stage.found.into()
    }

    pub fn progress(self) -> Signal<WorkState> {
        self.progress.into()
    }

    /// Cancels the computation.
    pub fn stop(self) {
        self.number.update_value(|number| *number += 1);
        self.run.set_value(None);
        self.progress.set(WorkState::Stopped);
    }

    /// Continues a cancelled computation.
    pub fn resume(self) {
        self.ask(Duration::ZERO);
    }

    /// Starts a new computation and drops the previous one.
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

    /// Runs `then` after a pause, unless there was more input or the component is gone.
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
                Some(ComputedPreview::of(outcome, &pace).await)
            }
        };
        self.go_on(Run { work: Box::pin(work), pace, spent: 0.0 }, slice);
    }

    /// Computes for a slice of time, and continues after the page has processed its other tasks.
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
