//! The modeller as a whole: three panes between a toolbar and a status line.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::KeyboardEvent;

use crate::browser::slices::pause;
use crate::gestures::actions::act;
use crate::gestures::clipboard;
use crate::gestures::import::accept_drops;
use crate::model::connection::Connection;
use crate::model::protocol::HostPane;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::host::Host;
use crate::state::keys::{self, Action, Scope};
use crate::state::panes::Panes as PaneState;
use crate::state::preview::{self, PreviewState};
use crate::state::text_pane::Pane;
use crate::storage::drafts::Drafts;
use crate::storage::server::ServeError;
use crate::storage::startup::LastFolder;
use crate::views::busy::BusyPill;
use crate::views::canvas::CanvasPane;
use crate::views::changes::Changes;
use crate::views::conflicts::Conflicts;
use crate::views::drafts::DraftOffers;
use crate::views::lazy::{self, LoadFailure, when_loaded};
use crate::views::panel::files::Files;
use crate::views::panel::palette::Palette;
use crate::views::panel::preview::compare::Pinned;
use crate::views::questions::Questions;
use crate::views::splitter::{Edge, Splitter};
use crate::views::startup::StorageNotice;
use crate::views::text_pane::TextPane;
use crate::views::theme::Theme;
use crate::views::toolbar::{StatusBar, Toolbar};
use crate::words;
use crate::words::locale::Locale;

/// The time in milliseconds between two attempts to open the folder of a program.
const RETRY: i32 = 1_200;

/// The tabs of the right pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tab {
    Yaml,
    Findings,
    Inspector,
    Preview,
}

const TABS: [Tab; 4] = [Tab::Yaml, Tab::Findings, Tab::Inspector, Tab::Preview];

impl Tab {
    /// The id of its button.
    fn id(self) -> &'static str {
        match self {
            Tab::Yaml => "tab-yaml",
            Tab::Findings => "tab-problems",
            Tab::Inspector => "tab-inspector",
            Tab::Preview => "tab-preview",
        }
    }

    /// The pane of a host.
    fn pane(self) -> HostPane {
        match self {
            Tab::Yaml => HostPane::Text,
            Tab::Findings => HostPane::Findings,
            Tab::Inspector => HostPane::Inspector,
            Tab::Preview => HostPane::Preview,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Tab::Yaml => words::shell::yaml(),
            Tab::Findings => words::shell::findings(),
            Tab::Inspector => words::shell::inspector(),
            Tab::Preview => words::shell::preview(),
        }
    }
}

/// The visible pane in a window with room for only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Files,
    Canvas,
    Views,
}

impl Side {
    const ALL: [Side; 3] = [Side::Files, Side::Canvas, Side::Views];

    /// The name in ids and attributes of the page.
    fn name(self) -> &'static str {
        match self {
            Side::Files => "files",
            Side::Canvas => "canvas",
            Side::Views => "views",
        }
    }

    /// Whether a host shows the pane.
    fn is_offered(self, host: Host) -> bool {
        match self {
            Side::Files => host.shows_left(),
            Side::Canvas => host.shows(HostPane::Canvas),
            Side::Views => host.shows_views(),
        }
    }

    /// Shows the pane, which opens if it is closed.
    fn show(self, side: RwSignal<Side>, panes: PaneState) {
        side.set(self);
        match self {
            Side::Files => panes.set(panes.files, true),
            Side::Views => panes.set(panes.views, true),
            Side::Canvas => {}
        }
    }

    fn label(self) -> &'static str {
        match self {
            Side::Files => words::shortcuts::files(),
            Side::Canvas => words::shell::canvas(),
            Side::Views => words::shell::side_views(),
        }
    }
}

/// Buttons that choose the visible pane in a window with room for only one.
#[component]
fn Sides(side: RwSignal<Side>, shown: Memo<Side>) -> impl IntoView {
    let Canvas { panes, editor, .. } = expect_context::<Canvas>();
    let buttons = Side::ALL.map(|this| {
        let is_shown = move || (shown.get() == this).to_string();
        let show = move |_| this.show(side, panes);
        view! { <button type="button" class="tab" class:hidden=move || !this.is_offered(editor.host) id=format!("side-{}", this.name()) aria-pressed=is_shown on:click=show>{this.label()}</button> }
    });
    view! { <nav class="sides" aria-label=words::shell::panes()>{buttons.collect_view()}</nav> }
}

#[component]
pub fn App() -> impl IntoView {
    let locale = Locale::of_page();
    let editor = Editor::new(crate::lazy::load);
    editor.locale.set(locale);
    provide_context(editor);
    let canvas = Canvas::new(editor);
    provide_context(canvas);
    provide_context(Pane::new(editor));
    let theme = Theme::stored();
    provide_context(theme);
    clipboard::listen(canvas);
    accept_drops(canvas);
    guard_unsaved(editor);
    open_links_apart(editor);
    let _kept = window_event_listener(leptos::ev::keydown, move |event| shortcut(canvas, &event));
    let drafts = Drafts::of(editor);
    provide_context(drafts);
    provide_context(Changes(RwSignal::new(false)));
    provide_context(Pinned::none());
    provide_context(PreviewState::empty());
    editor.load_modules_soon();
    let last_folder = LastFolder::none();
    provide_context(last_folder);
    if editor.host.is_present {
        // The host is the only source of files.
        Effect::new(move |is_connected: Option<bool>| {
            let views = lazy::loaded().filter(|_| is_connected != Some(true));
            views.iter().for_each(|views| (views.host)(canvas, theme));
            views.is_some() || is_connected == Some(true)
        });
    } else {
        open_first(canvas, drafts, last_folder);
    }
    let tab = RwSignal::new(Tab::Yaml);
    // After a change of language, all views are rebuilt; their state is outside of them.
    let locales = move || std::iter::once(editor.locale.get());
    let side = RwSignal::new(Side::Canvas);
    view! { <For each=locales key=Locale::clone children=move |_| view! { <Panes tab=tab side=side /> } /> }
}

/// Opens the folder of the last visit, of a program or of a site, or else the example.
fn open_first(canvas: Canvas, drafts: Drafts, last_folder: LastFolder) {
    let editor = canvas.editor;
    let first = editor.begin_opening();
    spawn_local(async move {
        if let Some(folder) = LastFolder::reopen(editor, &first, drafts).await {
            return begin(canvas, drafts, folder).await;
        }
        let opened = loop {
            match crate::storage::server::open(editor, &first).await {
                // The example must not be taken for the folder, which opens when the program is back.
                Err(error @ (ServeError::Unreachable | ServeError::Unexpected(_))) if first.is_awaited() => {
                    let why = if let ServeError::Unexpected(why) = error { Some(why) } else { None };
                    editor.connection.set(Connection::Waiting(why));
                    pause(RETRY).await;
                }
                opened => break opened,
            }
        };
        match opened {
            Ok(folder) => {
                begin(canvas, drafts, folder).await;
            }
            // The user opened something else in the meantime.
            Err(_) if !first.is_awaited() => crate::gestures::address::follow(canvas),
            Err(ServeError::Unreadable(why)) => {
                editor.fail(&words::shell::catalog_unreadable(&why));
                crate::gestures::address::follow(canvas);
            }
            // If the page does not come from a program, the example opens, whose files are next to the page.
            Err(_) => match crate::storage::example::open(editor, &first).await {
                Ok(title) => begin(canvas, drafts, title.to_owned()).await,
                Err(_) if !first.is_awaited() => crate::gestures::address::follow(canvas),
                Err(why) => {
                    editor.fail(&words::shell::no_folder_served(&why));
                    crate::gestures::address::follow(canvas);
                }
            },
        }
        last_folder.offer(drafts).await;
    });
}

#[component]
fn Panes(tab: RwSignal<Tab>, side: RwSignal<Side>) -> impl IntoView {
    let modules = Editor::expect().modules;
    let canvas = expect_context::<Canvas>();
    let host = canvas.editor.host;
    // In a window with room for one pane, another one replaces a pane that the host leaves out.
    let shown = Memo::new(move |_| {
        let offered = Side::ALL.into_iter().filter(|side| side.is_offered(host));
        std::iter::once(side.get()).filter(|side| side.is_offered(host)).chain(offered).next().unwrap_or(Side::Canvas)
    });
    // A click on the bar removes it, together with the focus.
    let pressed = move |event: web_sys::MouseEvent| {
        if let Ok(Some(_)) = event_target::<web_sys::Element>(&event).closest(".conflict") {
            crate::browser::dom::keep_keyboard(move || canvas.focus());
        }
    };
    view! {
        <div class="modeller" class:without-controls=move || !host.has_controls() data-side=move || shown.get().name() data-part=move || modules.load_state().name() on:click=pressed>
            <Toolbar />
            <Sides side=side shown=shown />
            <main
                class="panes"
                class:without-files=move || !canvas.panes.files.get() || !host.shows_left()
                class:without-canvas=move || !host.shows(HostPane::Canvas)
                class:without-views=move || !canvas.panes.views.get() || !host.shows_views()
            >
                <aside class="pane left" id="left" aria-label=words::shell::files_and_palette()>
                    <Show when=move || host.shows(HostPane::Files)><Files /></Show>
                    <Show when=move || host.shows(HostPane::Palette)><Palette /></Show>
                </aside>
                <Splitter name="--left-width" of="left" edge=Edge::Right is_open=canvas.panes.files label=words::shell::width_of_files() />
                <section class="pane center" aria-label=words::shell::canvas()><CanvasPane /></section>
                <Splitter name="--right-width" of="right" edge=Edge::Left is_open=canvas.panes.views label=words::shell::width_of_text() />
                <RightPane tab=tab side=side />
            </main>
            <LoadFailure />
            <BusyPill />
            {move || lazy::loaded().map(|views| (views.connection)())}
            <StorageNotice />
            <DraftOffers />
            {move || lazy::loaded().map(|views| (views.rename_offer)())}
            <Conflicts />
            <StatusBar />
            <Questions />
        </div>
    }
}

/// Opens the file that the address names in a folder that has just been opened. Drafts are restored first, since the
/// address may name one of their files.
async fn begin(canvas: Canvas, drafts: Drafts, folder: String) {
    let is_there = crate::gestures::address::open_target(canvas).is_ok();
    if is_there {
        crate::gestures::address::follow(canvas);
    }
    drafts.track(folder).await;
    if is_there {
        return;
    }
    if let Err(file) = crate::gestures::address::open_target(canvas) {
        canvas.editor.fail(&words::files::no_such_file(&file));
    }
    crate::gestures::address::follow(canvas);
}

#[component]
fn RightPane(tab: RwSignal<Tab>, side: RwSignal<Side>) -> impl IntoView {
    let editor = Editor::expect();
    let panes = expect_context::<Canvas>().panes;
    let host = editor.host;
    let has_preview = Memo::new(move |_| preview::is_offered(editor));
    let is_offered = move |tab: Tab| host.shows(tab.pane()) && (tab != Tab::Preview || has_preview.get());
    let wanted = tab;
    // If the open file has no preview, its text is visible instead; the preview is back with the next file that has
    // one.
    let tab = Memo::new(move |_| {
        let offered = std::iter::once(wanted.get()).chain(TABS);
        offered.into_iter().find(|tab| is_offered(*tab)).unwrap_or(Tab::Yaml)
    });
    let shown = move |wanted: Tab| move || tab.get() == wanted;
    // Going to a position in the text shows the tab of the text.
    Effect::new(move |before: Option<Option<u32>>| {
        let number = editor.reveal.get().filter(|reveal| reveal.focus).map(|reveal| reveal.number);
        if number.is_some() && before.is_some_and(|before| before != number) {
            Side::Views.show(side, panes);
            if matches!(tab.get_untracked(), Tab::Findings) {
                wanted.set(Tab::Yaml);
            }
        }
        number
    });
    Effect::new(move |_| {
        if editor.text_action.get().is_some() {
            panes.set(panes.views, true);
            wanted.set(Tab::Yaml);
        }
    });
    let errors = Memo::new(move |_| {
        let analysis = editor.findings.get();
        let findings = analysis.all_diagnostics();
        findings.filter(|found| found.severity != descriptorium_core::diagnostic::Severity::Info).count()
    });
    let tab_key = move |event: KeyboardEvent| {
        let offered: Vec<Tab> = TABS.into_iter().filter(|tab| untrack(|| is_offered(*tab))).collect();
        let at = offered.iter().position(|this| *this == tab.get_untracked()).unwrap_or(0);
        let next = match event.key().as_str() {
            _ if offered.is_empty() => return,
            "ArrowRight" => (at + 1) % offered.len(),
            "ArrowLeft" => (at + offered.len() - 1) % offered.len(),
            "Home" => 0,
            "End" => offered.len() - 1,
            _ => return,
        };
        event.prevent_default();
        if let Some(next) = offered.get(next) {
            wanted.set(*next);
            crate::browser::dom::focus(next.id());
        }
    };
    let tabs = TABS.map(|this| {
        let count = (this == Tab::Findings).then(|| {
            view! { <Show when=move || { errors.get() > 0 }><span class="count">{move || errors.get()}</span></Show> }
        });
        view! {
            <button
                type="button"
                role="tab"
                class="tab"
                class:hidden=move || !is_offered(this)
                id=this.id()
                aria-controls="tab-panel"
                tabindex=move || if tab.get() == this { "0" } else { "-1" }
                aria-selected=move || if tab.get() == this { "true" } else { "false" }
                on:click=move |_| {
                    wanted.set(this);
                    Side::Views.show(side, panes);
                }
            >
                {this.label()}
                {count}
            </button>
        }
    });
    view! {
        <aside class="pane right" id="right" aria-label=words::shell::views()>
            <div class="tabs" role="tablist" aria-label=words::shell::views() on:keydown=tab_key>{tabs.collect_view()}</div>
            <div class="tab-panel" id="tab-panel" role="tabpanel" aria-label=move || tab.get().label()>
                // The text editor stays in the page, because it holds the cursor and the scroll position.
                <Show when=move || host.shows(HostPane::Text)>
                    <div class="tab-body" class:hidden=move || tab.get() != Tab::Yaml><TextPane /></div>
                </Show>
                <Show when=shown(Tab::Findings)><div class="tab-body">{when_loaded(|views| (views.findings)())}</div></Show>
                <Show when=shown(Tab::Inspector)><div class="tab-body">{when_loaded(|views| (views.inspector)())}</div></Show>
                <Show when=shown(Tab::Preview)><div class="tab-body">{when_loaded(|views| (views.preview)())}</div></Show>
            </div>
        </aside>
    }
}

/// Runs the action of a key. Text fields keep their own undo and characters, dialogs keep all keys.
fn shortcut(canvas: Canvas, event: &KeyboardEvent) {
    if event.default_prevented() || event.is_composing() {
        return;
    }
    let target = event.target().and_then(|target| wasm_bindgen::JsCast::dyn_into::<web_sys::Element>(target).ok());
    let is_in = |selector: &str| target.as_ref().is_some_and(|target| matches!(target.closest(selector), Ok(Some(_))));
    if canvas.asked.with_untracked(Option::is_some) {
        return;
    }
    let (in_field, in_text) = (is_in("input, textarea, select"), is_in("[contenteditable='true']"));
    let on_table = is_in(".canvas-table");
    let on_canvas = on_table || is_in(".canvas-svg");
    let chord = keys::chord(event);
    let action = keys::action(&chord, |scope| match scope {
        Scope::Everywhere => true,
        // The text has no undo of its own.
        Scope::OutsideFields => !in_field && (!in_text || event.ctrl_key() || event.meta_key()),
        Scope::Canvas => on_canvas,
        Scope::Files => is_in(".files"),
        // The text editor handles these keys itself.
        Scope::Text => false,
    });
    let Some(action) = action.filter(|action| !(event.repeat() && *action == Action::Save)) else { return };
    // A table is one tab stop.
    if on_table && matches!(action, Action::Next | Action::Previous) {
        return;
    }
    // The browser follows these keys with events for copy and paste, which have the clipboard.
    if matches!(action, Action::Copy | Action::Cut | Action::Paste) {
        return;
    }
    if act(canvas, action) {
        event.prevent_default();
    }
}

/// Asks before the user leaves the page with unsaved changes.
fn guard_unsaved(editor: Editor) {
    let _kept = window_event_listener(leptos::ev::beforeunload, move |event| {
        if editor.is_changed() {
            event.prevent_default();
        }
    });
}

/// Opens links in descriptions in a new page, so that they do not replace the modeller.
fn open_links_apart(editor: Editor) {
    let _kept = window_event_listener(leptos::ev::click, move |event| {
        let target = event.target().and_then(|target| wasm_bindgen::JsCast::dyn_into::<web_sys::Element>(target).ok());
        let link = target.and_then(|target| target.closest(".prose a[href], .cm-note a[href]").ok().flatten());
        if let Some(href) = link.and_then(|link| link.get_attribute("href")) {
            event.prevent_default();
            if editor.host.is_present {
                return follow_by_host(editor, href);
            }
            // If the browser blocks the new page, nothing is lost.
            let _ = window().open_with_url_and_target_and_features(&href, "_blank", "noopener,noreferrer");
        }
    });
}

/// Asks the host to follow a link of a text. Only addresses of the web are passed on: a host may do anything with others.
fn follow_by_host(editor: Editor, href: String) {
    if !crate::model::protocol::is_web_link(&href) {
        return;
    }
    let answer = editor.host.ask("link", serde_json::json!({ "href": href }));
    spawn_local(async move {
        if let Err(why) = answer.await {
            editor.fail(&words::shell::not_done(&why));
        }
    });
}
