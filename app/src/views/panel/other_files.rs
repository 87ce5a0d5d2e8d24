//! Files of any kind around the catalog: a list below the catalog's own files, and a read-only dialog for one file.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::content::{Absence, Address, hexadecimal};
use descriptorium_core::package;
use descriptorium_core::text::{FilePath, floor_boundary};
use leptos::prelude::*;

use crate::model::disk::{FileSource, is_in};
use crate::model::other_files::{Request, Sizes};
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::question::{FileQuestion, Question};
use crate::views::panel::show_more::More;
use crate::words::files as words;

/// Number of files that are listed at a time.
const PAGE: usize = 200;
/// Maximum number of bytes of a text that are shown.
const SHOWN: usize = 256 << 10;

/// The list, collapsed at first, if there can be such files.
pub fn other_files() -> AnyView {
    let editor = Editor::expect();
    let is_open = RwSignal::new(false);
    let can_be = Memo::new(move |_| {
        editor.n_fetched.track();
        let has_folder = editor.served.with(|served| {
            served
                .as_ref()
                .is_some_and(|served| matches!(served.source, FileSource::Program { .. } | FileSource::Folder))
        });
        has_folder || editor.other_files.get_value().is_some_and(|files| !files.archives().is_empty())
    });
    let sizes = Memo::new(move |_| {
        editor.n_fetched.track();
        editor.served.track();
        if !is_open.get() {
            return None;
        }
        Some(editor.other_files.get_value()?.sizes())
    });
    let rows = Memo::new(move |_| {
        let analysis = editor.findings.get();
        let archives = editor.other_files.get_value().map(|files| files.archives()).unwrap_or_default();
        sizes.with(|sizes| {
            Some(sizes.as_ref()?.as_ref().map(|sizes| others(sizes, &analysis, &archives)).map_err(Clone::clone))
        })
    });
    let toggled = move |event: web_sys::Event| {
        let open = event_target::<web_sys::Element>(&event).has_attribute("open");
        if let (true, Some(files)) = (open, editor.other_files.get_value()) {
            // The folder may have changed since.
            files.forget(&Request::List);
        }
        is_open.set(open);
    };
    let limit = RwSignal::new(PAGE);
    let total = Memo::new(move |_| rows.with(|rows| rows.as_ref().map_or(0, |rows| rows.as_ref().map_or(0, Vec::len))));
    let shown = move || {
        rows.with(|rows| match rows {
            Some(Ok(rows)) => rows.iter().take(limit.get()).cloned().collect(),
            Some(Err(_)) | None => Vec::new(),
        })
    };
    let status = move || {
        rows.with(|rows| match rows {
            Some(Ok(rows)) if rows.is_empty() => Some(words::no_other_files().to_owned()),
            Some(Ok(_)) | None => None,
            Some(Err(why)) => Some(reason(why)),
        })
    };
    view! {
        <Show when=move || can_be.get()>
            <details class="other-files" on:toggle=toggled>
                <summary class="folder" title=words::other_files_hint()>{words::other_files()}</summary>
                {move || status().map(|status| view! { <p class="empty" role="status">{status}</p> })}
                <ul class="file-list"><For each=shown key=Clone::clone children=|(path, size)| view! { <Row path=path size=size /> } /></ul>
                <More total=total limit=limit page=PAGE />
            </details>
        </Show>
    }
    .into_any()
}

/// The files outside of the catalog. An archive whose files were all deleted has none.
fn others(sizes: &Sizes, analysis: &Analysis, archives: &[FilePath]) -> Vec<(FilePath, u64)> {
    let is_there = |folder: &FilePath| analysis.workspace().files().any(|file| is_in(&file.path, folder.as_str()));
    let gone: Vec<&FilePath> = archives.iter().filter(|folder| !is_there(folder)).collect();
    let is_gone = |path: &FilePath| gone.iter().any(|folder| is_in(path, folder.as_str()));
    let others = sizes.iter().filter(|(path, _)| analysis.file(path).is_none() && !is_gone(path));
    others.map(|(path, size)| (path.clone(), *size)).collect()
}

#[component]
fn Row(path: FilePath, size: u64) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let address = Address::from(path.clone());
    let click = move |_| show(canvas, address.clone());
    view! {
        <li class="file-row">
            <button type="button" class="other-file" data-other=path.to_string() aria-haspopup="dialog" on:click=click>
                <span class="file-name">{path.to_string()}</span>
                <span class="file-size">{words::size(size)}</span>
            </button>
        </li>
    }
}

fn show(canvas: Canvas, address: Address) {
    // It may have changed since it was read.
    if let (true, Some(files)) = (address.inside.is_empty(), canvas.editor.other_files.get_value()) {
        files.forget(&Request::Bytes(address.file.clone()));
    }
    canvas.ask(Question::File(FileQuestion::Content(address)), None);
}

/// A dialog with the size, the digest and the text of a file, or the files of an archive.
pub fn content(canvas: Canvas, title: String, address: Address) -> AnyView {
    let editor = canvas.editor;
    let of = address.clone();
    let bytes = Memo::new(move |_| {
        editor.n_fetched.track();
        editor.analysis.with_untracked(|analysis| analysis.workspace().contents().bytes(&of))
    });
    let around = around(&address);
    let body = move || match bytes.get() {
        Ok(bytes) => view! { <Content canvas=canvas address=address.clone() bytes=bytes.to_vec() /> }.into_any(),
        Err(why) => view! { <p class="dialog-text" role="status">{reason(&why)}</p> }.into_any(),
    };
    let back = around.map(|around| {
        let click = move |_| show(canvas, around.clone());
        view! { <button type="button" class="tool" data-way="back" on:click=click>{words::back_to_archive()}</button> }
    });
    Effect::new(|_| crate::browser::dom::focus_on(".dialog .go-on"));
    view! {
        <p class="dialog-title">{title}</p>
        {body}
        <div class="dialog-buttons">
            {back}
            <button type="button" class="tool primary go-on" data-way="close" on:click=move |_| canvas.answer()>{crate::words::shell::close()}</button>
        </div>
    }
    .into_any()
}

/// The archive that contains a file.
fn around(address: &Address) -> Option<Address> {
    let (_, inside) = address.inside.split_last()?;
    Some(Address { file: address.file.clone(), inside: inside.to_vec() })
}

#[component]
fn Content(canvas: Canvas, address: Address, bytes: Vec<u8>) -> impl IntoView {
    let analysis = canvas.editor.analysis.get_untracked();
    let contents = analysis.workspace().contents();
    let digest = contents.sha256(&address).map(|digest| hexadecimal(&digest)).unwrap_or_default();
    let body = if package::is_archive(&bytes) {
        match contents.list(Some(&address)) {
            Ok(files) => {
                let files =
                    files.into_iter().filter_map(|(path, size)| Some((address.inside(path.clone())?, path, size)));
                let row = |(inside, path, size): (Address, FilePath, u64)| {
                    let click = move |_| show(canvas, inside.clone());
                    view! {
                        <li>
                            <button type="button" class="other-file" data-inside=path.to_string() on:click=click>
                                <span class="file-name">{path.to_string()}</span>
                                <span class="file-size">{words::size(size)}</span>
                            </button>
                        </li>
                    }
                };
                view! { <ul class="file-list content-list">{files.map(row).collect_view()}</ul> }.into_any()
            }
            Err(why) => view! { <p class="dialog-text">{reason(&why)}</p> }.into_any(),
        }
    } else {
        match text(&bytes) {
            Some(text) => {
                let cut = (text.len() < bytes.len())
                    .then(|| view! { <p class="dialog-text">{words::only_the_beginning()}</p> });
                view! { <pre class="content-text" tabindex="0">{text.to_owned()}</pre>{cut} }.into_any()
            }
            None => view! { <p class="dialog-text">{words::not_text()}</p> }.into_any(),
        }
    };
    view! {
        <p class="dialog-text content-facts">{words::size(bytes.len() as u64)}" · SHA-256 "<code>{digest}</code></p>
        {body}
    }
}

/// The beginning of a text; `None` for other content.
fn text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))?;
    Some(&text[..floor_boundary(text, SHOWN.min(text.len()))])
}

/// The reason why a content is not shown.
fn reason(why: &Absence) -> String {
    match why {
        Absence::Coming => crate::words::shell::loading().to_owned(),
        Absence::Missing => words::is_gone().to_owned(),
        Absence::TooLarge => words::larger_than(package::MAX_TOTAL >> 20),
        Absence::Unreadable(why) => words::not_shown(why),
    }
}

#[cfg(test)]
mod tests {
    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    #[test]
    fn only_files_that_are_not_in_the_catalog_are_others() {
        let path = |path: &str| FilePath::new(path).expect("a path");
        let files = [("a.yaml", "name: assembly::a::1.0\n"), ("pack/b.yaml", "name: resource::b::1.0\n")];
        let files = files.map(|(at, text)| (path(at), text.to_owned()));
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let sizes: Sizes = ["a.yaml", "run.sh", "pack/b.yaml", "pack/b.sh", "gone/c.sh"].map(|at| (path(at), 1)).into();
        let listed = others(&sizes, &analysis, &[path("pack"), path("gone")]);
        assert_eq!(listed, [(path("pack/b.sh"), 1), (path("run.sh"), 1)]);
    }

    #[test]
    fn only_texts_are_shown_as_text() {
        assert_eq!(text("größer".as_bytes()), Some("größer"));
        assert_eq!((text(b"a\0b"), text(b"\xff\xfe")), (None, None));
        let long = "ü".repeat(SHOWN);
        assert_eq!(text(long.as_bytes()).map(str::len), Some(SHOWN));
    }
}
