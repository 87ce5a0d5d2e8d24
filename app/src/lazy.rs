//! The lazily loaded modules: one for all languages, which registers its functions in the tables of the layers that
//! call them, and one for the services of each language. This is the only module at which the program is split
//! (`xtask/src/split.rs`).

use descriptorium_core::analysis::{self, Analysis};
use descriptorium_core::language::Language;
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::semantics::{PerLanguage, SERVICES, Services};
use leptos::wasm_split::SplitLoaderError;

use crate::gestures::lazy::{GESTURES, Gestures};
use crate::gestures::{all_actions, attach, clipboard, effects, menu, text_answers};
use crate::model::isolation::{Isolate, isolate};
use crate::model::text_diff;
use crate::state::editor::Editor;
use crate::state::isolation::ISOLATE;
use crate::state::modules::Fetched;
use crate::state::operations::{OPERATIONS, Operations};
use crate::state::services;
use crate::state::text_pane::Pane;
use crate::storage::lazy::{STORAGE, Storage};
use crate::storage::{contents, file_watching, folder, saving};
use crate::views::canvas::{self, instance_overlay};
use crate::views::lazy::{VIEWS, Views};
use crate::views::panel::preview::kind::Panel;
use crate::views::panel::preview::{
    deployment, deployment_panel, installation, installation_panel, placement, placement_panel,
};
use crate::views::panel::{findings, inspector, load_inputs, other_files, preview, settings};
use crate::views::target::{TARGET, TargetView};
use crate::views::target_form;
use crate::views::{changes, conflicts, connection, drafts, file_questions, host, questions, text_pane};

static OPERATIONS_TABLE: Operations = Operations {
    check: analysis::checked,
    services,
    settings: |stated, workspace| CatalogSettings::stated(stated).with_catalog(workspace).settings(),
    command: Analysis::command,
    effects: effects::effects,
    acceptable_targets: Analysis::acceptable_targets,
    candidate_targets: Analysis::candidate_targets,
    reconnection_targets: Analysis::reconnection_targets,
    complete: text_answers::complete,
    note: text_answers::note,
    edit_of_lines: text_diff::edit,
    watch_files: file_watching::watch,
    surround: contents::surround,
};

static STORAGE_TABLE: Storage = Storage {
    open_folder: |editor, opening, folder| Box::pin(folder::open(editor, opening, folder)),
    save_all: saving::save_all,
};

static GESTURES_TABLE: Gestures = Gestures {
    act: all_actions::act,
    act_on_text: Pane::act_lazily,
    go_to_definition: Pane::go_to_definition,
    offer_fixes: Pane::offer_fixes,
    copy: clipboard::copy,
    paste: clipboard::insert,
    open_menu: menu::open,
    import_files: attach::accept_files,
    drag_over: attach::drag_over,
};

static VIEWS_TABLE: Views = Views {
    findings: findings::findings,
    inspector: inspector::inspector,
    preview: preview::preview,
    preview_intent: load_inputs::preview_intent,
    instance_overlay: instance_overlay::instance_overlay,
    over_diagram: canvas::over_diagram,
    diagrams: canvas::diagrams::diagrams,
    isolation: canvas::isolation::isolation,
    table: canvas::table::table,
    settings: settings::settings,
    question: questions::body,
    title: questions::title,
    rename_offer: file_questions::rename_offer,
    beside_text: text_pane::beside,
    unsaved: changes::changes,
    conflict: conflicts::conflict,
    draft: drafts::offer,
    other_files: other_files::other_files,
    connection: connection::connection,
    host: host::connect,
};

static ISOLATE_FUNCTION: Isolate = isolate;

fn fill() {
    ISOLATE.fill(&ISOLATE_FUNCTION);
    OPERATIONS.fill(&OPERATIONS_TABLE);
    STORAGE.fill(&STORAGE_TABLE);
    GESTURES.fill(&GESTURES_TABLE);
    VIEWS.fill(&VIEWS_TABLE);
}

/// Declares a function that computes a value in a lazily loaded module, which is fetched first if necessary.
macro_rules! fetched {
    ($module:ident: $name:ident() -> $result:ty = $value:expr) => {
        #[cfg(split)]
        #[leptos::wasm_split::wasm_split($module, fallible, wasm_split_path = leptos::wasm_split)]
        fn $name() -> Result<$result, SplitLoaderError> {
            Ok($value)
        }

        /// The same, if the program is not split.
        #[cfg(not(split))]
        async fn $name() -> Result<$result, SplitLoaderError> {
            Ok($value)
        }
    };
}

fetched!(common: shared() -> () = fill());
fetched!(assembly: assembly() -> &'static Services = SERVICES.assembly);
fetched!(tosca: tosca() -> &'static Services = {
    deployment::PANEL.fill(&Panel { view: deployment_panel::panel });
    TARGET.fill(&TargetView { view: target_form::target_form });
    SERVICES.tosca
});
fetched!(asd: asd() -> &'static Services = {
    installation::PANEL.fill(&Panel { view: installation_panel::panel });
    SERVICES.asd
});
fetched!(homing: homing() -> &'static Services = {
    placement::PANEL.fill(&Panel { view: placement_panel::panel });
    SERVICES.homing
});

/// Fetches the shared module and registers its functions. Returns whether that succeeded.
pub fn load() -> Fetched<bool> {
    Box::pin(async { shared().await.is_ok() })
}

/// Fetches the services of a language. It is part of the shared module, since the first screen does not need it.
fn services(editor: Editor, language: Language) -> Fetched<Result<(), String>> {
    type Load = fn() -> Fetched<Option<&'static Services>>;
    const LOADS: PerLanguage<Load> = PerLanguage {
        assembly: || Box::pin(async { assembly().await.ok() }),
        tosca: || Box::pin(async { tosca().await.ok() }),
        asd: || Box::pin(async { asd().await.ok() }),
        homing: || Box::pin(async { homing().await.ok() }),
    };
    Box::pin(services::provide(editor, language, LOADS.of(language)))
}
