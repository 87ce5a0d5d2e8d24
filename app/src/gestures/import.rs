//! Imports files and archives that the user chose or dropped on the window. They are added to the workspace as one
//! change, which can be undone, and never overwrite open files.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use descriptorium_core::asd;
use descriptorium_core::content::Files as _;
use descriptorium_core::csar::Package;
use descriptorium_core::edit::{Change, FileChange};
use descriptorium_core::package::{self, MAX_TOTAL, Writing};
use descriptorium_core::scene::sources;
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::sorting::gather;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Command;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{DragEvent, File, FileList};

use crate::browser::file::read;
use crate::gestures::lazy::GESTURES;
use crate::model::disk::{FileSource, SavedText, Served};
use crate::model::other_files::OpenedArchive;
use crate::model::snapshot::StatedSettings;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::opening::Opening;
use crate::state::question::{Import, Question};
use crate::storage::drafts::Drafts;
use crate::storage::example::TITLE;
use crate::words::files as words;

/// The folder of charts in a package (ASD-74, and the packages of ONAP).
const CHARTS: &str = "Artifacts/Deployment/HELM";

/// The most files that the message names that are not descriptors; the rest are counted.
const NAMED: usize = 12;

/// Imports files that are dropped on the window.
pub fn accept_drops(canvas: Canvas) {
    let files = |event: &DragEvent| event.data_transfer().and_then(|transfer| transfer.files());
    let has_files =
        |event: &DragEvent| event.data_transfer().is_some_and(|transfer| transfer.types().includes(&"Files".into(), 0));
    // Without this the browser would leave the page to show the file, and all unsaved changes with it.
    let over = move |event: DragEvent| {
        if has_files(&event) {
            event.prevent_default();
            if let Some(gestures) = GESTURES.get() {
                (gestures.drag_over)(canvas, Some(&event));
            }
        }
    };
    let leave = move |event: DragEvent| {
        // Between two elements of the window there is a related one.
        if let Some(gestures) = GESTURES.get().filter(|_| event.related_target().is_none()) {
            (gestures.drag_over)(canvas, None);
        }
    };
    let drop = move |event: DragEvent| {
        if has_files(&event) {
            event.prevent_default();
            import_later(canvas, files(&event), Some(event));
        }
    };
    let _kept = window_event_listener(leptos::ev::dragleave, leave);
    let _kept = window_event_listener(leptos::ev::dragover, over);
    let _kept = window_event_listener(leptos::ev::drop, drop);
}

/// Imports files, or attaches them to the part that they were dropped on.
pub fn import_later(canvas: Canvas, list: Option<FileList>, drop: Option<DragEvent>) {
    let Some(list) = list else { return };
    let files: Vec<File> = (0..list.length()).filter_map(|index| list.get(index)).collect();
    if !files.is_empty() {
        canvas.editor.when_loaded(&GESTURES, move |gestures| (gestures.import_files)(canvas, files, drop.as_ref()));
    }
}

/// Adds the contents of files to the workspace, or asks the user how to import them.
pub fn import_files(canvas: Canvas, files: Vec<File>) {
    let editor = canvas.editor;
    spawn_local(async move {
        let mut asked = Vec::new();
        for file in files {
            let name = file.name();
            let bytes = match read(&file).await {
                Ok(bytes) => bytes,
                Err(why) => {
                    editor.fail(&words::not_opened(&format!("{name}: {why}")));
                    continue;
                }
            };
            if package::is_chart(&bytes) && takes_charts(editor) {
                add_chart(editor, &name, bytes);
                continue;
            }
            match read_import(&name, &bytes, editor, &asked) {
                Ok(import) => {
                    if import.is_bundle && (has_folder(editor) || is_example(editor)) || !import.left_out.is_empty() {
                        asked.push(import);
                    } else {
                        add(editor, &import);
                    }
                }
                Err(why) => editor.fail(&words::not_opened(&format!("{name}: {why}"))),
            }
        }
        if !asked.is_empty() {
            canvas.ask(Question::Import(asked), None);
        }
    });
}

/// Whether the open descriptor deploys charts.
fn takes_charts(editor: Editor) -> bool {
    let (file, analysis) = (editor.file.get_untracked(), editor.analysis.get_untracked());
    file.and_then(|file| analysis.file(&file)).is_some_and(|file| asd::application(file).is_some())
}

/// Adds a chart to the files of the open package, and an item that deploys it.
fn add_chart(editor: Editor, name: &str, bytes: Vec<u8>) {
    let (Some(path), Some(files)) = (editor.file.get_untracked(), editor.other_files.get_value()) else { return };
    let analysis = editor.analysis.get_untracked();
    let Some(file) = analysis.file(&path) else { return };
    let folder = Package::folder_of(file, analysis.workspace().contents());
    let within = format!("{CHARTS}/{name}");
    let at = FilePath::in_folder(folder, &within).ok_or(words::not_a_name());
    let at = match at.and_then(|at| writable(at, Writing::NewChart)) {
        Ok(at) => at,
        Err(why) => return editor.fail(&words::not_opened(&format!("{name}: {why}"))),
    };
    // The list of files tells whether there is one: a request for a missing file would fail.
    if files.size(&at).is_ok() && files.read(&at).is_ok_and(|there| *there != *bytes) {
        return editor.fail(&words::file_differs(at.as_str()));
    }
    files.add_file(at.clone(), bytes.into());
    editor.arrived();
    if editor.command(&Command::AddChart { file: at }).is_ok() {
        let message = if has_folder(editor) { words::chart_added } else { words::chart_in_page };
        editor.say(&message(&within));
    }
}

/// Whether files can be saved to a folder.
pub fn has_folder(editor: Editor) -> bool {
    editor.served.with_untracked(|served| {
        let source = served.as_ref().map(|served| &served.source);
        matches!(source, Some(FileSource::Program { .. } | FileSource::Folder))
    })
}

/// Whether the built-in example is open, which an archive is unlikely to belong to.
fn is_example(editor: Editor) -> bool {
    let is_its = |served: &Served| served.source == FileSource::Memory && served.title == TITLE;
    editor.served.with_untracked(|served| served.as_ref().is_some_and(is_its))
}

/// Adds an import to the workspace, and opens its first file.
pub fn add(editor: Editor, import: &Import) {
    if editor.apply_quietly(&import.change).is_err() {
        return;
    }
    know_archive(editor, import);
    editor.say(&import.change.title);
    if let Some((first, _)) = created(&import.change).next() {
        editor.show(first);
    }
}

/// Makes all files of an archive available.
fn know_archive(editor: Editor, import: &Import) {
    if let (Some(archive), Some(files)) = (&import.archive, editor.other_files.get_value()) {
        files.add(archive.clone());
        editor.arrived();
    }
}

pub fn created(change: &Change) -> impl Iterator<Item = (&FilePath, &String)> + Clone {
    change.files.iter().filter_map(|file| match file {
        FileChange::Create { path, text } => Some((path, text)),
        FileChange::Delete { .. } | FileChange::Rename { .. } => None,
    })
}

/// Opens an import in place of the current workspace, whose drafts are kept.
pub async fn open_separately(editor: Editor, opening: Opening, drafts: Drafts, imports: Vec<Import>) {
    drafts.flush().await;
    let title = imports.first().map(|first| first.name.clone()).unwrap_or_default();
    // Archives of the same name may have nothing else in common.
    let mut contents = DefaultHasher::new();
    let files = imports.iter().flat_map(|import| created(&import.change));
    files.clone().for_each(|(_, text)| text.hash(&mut contents));
    let id = format!("{title} {:016x}", contents.finish());
    let files =
        files.map(|(path, text)| (path.clone(), SavedText { text: Arc::from(text.as_str()), etag: String::new() }));
    let served = Served { title: title.clone(), read_only: false, has_commits: false, source: FileSource::Memory };
    match editor.open(&opening, served, StatedSettings::Null, files.collect()).await {
        Ok(()) => {
            imports.iter().for_each(|import| know_archive(editor, import));
            editor.say(&words::opened(&title));
            drafts.track(id).await;
        }
        Err(_) if !opening.is_awaited() => {}
        Err(why) => editor.fail(&words::not_opened(&why)),
    }
}

/// The content of a file, with names that are free in the workspace and in `others`, the other imports of the same
/// question.
fn read_import(name: &str, bytes: &[u8], editor: Editor, others: &[Import]) -> Result<Import, String> {
    let analysis = editor.analysis.get_untracked();
    let new = others.iter().flat_map(|other| created(&other.change)).map(|(path, _)| path);
    let taken = analysis.workspace().files().map(|file| &file.path).chain(new);
    opened(name, bytes, &gather(taken.filter_map(|path| Some(path.as_str().split('/').next()?.to_owned()))))
}

/// The content of a file, or why it cannot be imported. Only files that can be saved are added; the others are listed
/// with the reason.
pub fn opened(name: &str, bytes: &[u8], taken: &UsedNames) -> Result<Import, String> {
    let import_of = |is_bundle, files, left_out| {
        let change = Change { title: words::open_file(name), files, ..Change::default() };
        Import { name: name.to_owned(), change, is_bundle, left_out, archive: None }
    };
    if !package::is_archive(bytes) {
        let text = String::from_utf8(bytes.to_vec()).map_err(|_| words::not_utf8().to_owned())?;
        if let Some(stem) = name.strip_suffix(".svg") {
            let files = sources::unpack(&text).ok_or(words::not_our_svg())?;
            let (_, files, left_out) = in_folder(stem, "diagram", files.into_iter(), taken)?;
            return Ok(import_of(true, files, left_out));
        }
        let path = writable(free(name, taken).ok_or(words::not_a_name())?, Writing::NewText)?;
        return Ok(import_of(false, vec![FileChange::Create { path, text }], Vec::new()));
    }
    let opened = package::open(bytes).map_err(|error| error.to_string())?;
    if opened.files.is_empty() {
        return Err(words::no_yaml().to_owned());
    }
    let files = opened.files.into_iter().map(|(path, text)| (path.to_string(), text));
    let stem = name.split('.').next().unwrap_or_default();
    let (folder, files, mut left_out) = in_folder(stem, "package", files, taken)?;
    left_out.extend(opened.left_out.iter().map(|left| format!("{}: {}", left.path, left.why)));
    let names = opened.others.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    let more = opened.others.len().saturating_sub(NAMED);
    let names = if more == 0 { names } else { names + &words::and_more(more) };
    left_out.extend((!names.is_empty()).then(|| words::not_descriptors(opened.others.len(), &names)));
    let import = import_of(true, files, left_out);
    let archive = (bytes.len() as u64 <= MAX_TOTAL).then(|| OpenedArchive { folder, bytes: Arc::from(bytes) });
    Ok(Import { archive, ..import })
}

/// The path, if such content can be saved there.
pub fn writable(path: FilePath, writing: Writing) -> Result<FilePath, &'static str> {
    package::check_writable(&path, writing).map(|()| path).map_err(words::unwritable)
}

/// A new folder, the files to create in it, and the files that are left out, with the reasons.
type InFolder = (FilePath, Vec<FileChange>, Vec<String>);

/// The files in a new folder, which has the name `stem`, or `otherwise` if such a folder would not be read.
fn in_folder(
    stem: &str,
    otherwise: &str,
    files: impl Iterator<Item = (String, String)>,
    taken: &UsedNames,
) -> Result<InFolder, String> {
    let is_read = !stem.is_empty() && package::is_entered(stem) && package::is_portable(stem);
    let folder = free(if is_read { stem } else { otherwise }, taken).ok_or(words::not_a_name())?;
    let (mut create, mut left_out, mut used) = (Vec::new(), Vec::new(), SortedSet::new());
    for (name, text) in files {
        let path = FilePath::new(&format!("{folder}/{name}")).ok_or(words::invalid_path());
        match path.and_then(|path| writable(path, Writing::NewText)) {
            // Some file systems ignore case.
            Ok(path) if used.insert(path.as_str().to_lowercase()) => create.push(FileChange::Create { path, text }),
            Ok(_) => left_out.push(format!("{name}: {}", words::twice())),
            Err(why) => left_out.push(format!("{name}: {why}")),
        }
    }
    if create.is_empty() {
        left_out.truncate(NAMED);
        return Err(left_out.join("; "));
    }
    Ok((folder, create, left_out))
}

/// The names of the files and folders at the top level.
pub type UsedNames = SortedSet<String>;

/// The name, with a number if it is in use.
fn free(name: &str, taken: &UsedNames) -> Option<FilePath> {
    let (stem, extension) = match name.rfind('.') {
        Some(dot) if dot > 0 => name.split_at(dot),
        _ => (name, ""),
    };
    let numbered = (2..).map(|number| format!("{stem}-{number}{extension}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    FilePath::new(&names.find(|name| !taken.contains(name.as_str()))?)
}

#[cfg(test)]
mod tests {
    use base64::prelude::{BASE64_STANDARD, Engine as _};

    use super::*;

    /// A picture as the modeller saves it, with these files.
    fn picture(files: &[(&str, &str)]) -> Vec<u8> {
        let encode = |text: &str| BASE64_STANDARD.encode(text);
        let words = files.iter().map(|(path, text)| format!(" {}:{}", encode(path), encode(text)));
        format!("<svg><metadata>descriptorium{}</metadata></svg>", words.collect::<String>()).into_bytes()
    }

    fn paths(import: &Import) -> Vec<&str> {
        created(&import.change).map(|(path, _)| path.as_str()).collect()
    }

    #[test]
    fn a_picture_adds_only_files_that_can_be_saved() {
        let files = [
            ("a.yaml", "name: assembly::a::1.0\n"),
            ("A.yaml", "x"),
            ("parts/b.yaml", "y"),
            (".git/hooks/pre-commit", "#!/bin/sh\n"),
            (".github/workflows/x.yml", "on: push\n"),
            ("parts/.env.yaml", "x"),
            ("run.sh", "x"),
            ("node_modules/c.yaml", "x"),
            ("con.yaml", "x"),
            ("../up.yaml", "x"),
            ("parts/../../up.yaml", "x"),
            ("/etc/cron.d/x.yaml", "x"),
            ("C:/x.yaml", "x"),
        ];
        let import = opened("whole.svg", &picture(&files), &UsedNames::new()).expect("two files can be added");
        assert_eq!(paths(&import), ["whole/a.yaml", "whole/parts/b.yaml"]);
        assert_eq!(import.left_out.len(), files.len() - 2);
        for (path, _) in files.iter().filter(|(path, _)| !["a.yaml", "parts/b.yaml"].contains(path)) {
            let is_named = |left: &&String| left.starts_with(&format!("{path}: "));
            assert_eq!(import.left_out.iter().filter(is_named).count(), 1, "{path}: {:?}", import.left_out);
        }
        assert!(import.left_out.contains(&".git/hooks/pre-commit: hidden files are not written".to_owned()));
        // Without any file, the reasons are in the message.
        let hooks = opened("x.svg", &picture(&files[3..5]), &UsedNames::new());
        assert!(
            hooks.is_err_and(|why| why.contains(".git/hooks/pre-commit") && why.contains(".github/workflows/x.yml"))
        );
    }

    /// The name of a file must not choose a hidden folder: `.git.svg` would be the folder `.git`.
    #[test]
    fn the_name_of_a_picture_or_archive_does_not_hide_its_files() {
        let picture = picture(&[("hooks/a.yaml", "x")]);
        for name in [".git.svg", ".svg", "node_modules.svg", "con.svg", "a:b.svg"] {
            let import = opened(name, &picture, &UsedNames::new()).expect("it can be opened");
            assert_eq!(paths(&import), ["diagram/hooks/a.yaml"], "{name}");
        }
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let files = [("a.yaml", "x"), ("con.yaml", "x"), (".github/b.yaml", "x"), ("c.sh", "x")];
        for (path, text) in files {
            writer.start_file(path, zip::write::SimpleFileOptions::default()).expect("a file");
            std::io::Write::write_all(&mut writer, text.as_bytes()).expect("its text");
        }
        let archive = writer.finish().expect("an archive").into_inner();
        for name in [".git.zip", "target.zip", "aux.zip"] {
            let import = opened(name, &archive, &UsedNames::new()).expect("it can be opened");
            assert_eq!(paths(&import), ["package/a.yaml"], "{name}");
            for left in ["con.yaml", ".github/b.yaml", "c.sh"] {
                assert!(import.left_out.iter().any(|named| named.contains(left)), "{left}: {:?}", import.left_out);
            }
        }
    }

    #[test]
    fn a_single_file_is_added_only_if_it_can_be_saved() {
        for name in ["pre-commit", ".env", ".hidden.yaml", "run.sh", "con.yaml", "a:b.yaml"] {
            assert!(opened(name, b"x: 1\n", &UsedNames::new()).is_err(), "{name}");
        }
        let import = opened("a.yaml", b"x: 1\n", &UsedNames::from(["a.yaml".to_owned()])).expect("it can be opened");
        assert_eq!((paths(&import), import.is_bundle), (vec!["a-2.yaml"], false));
    }

    #[test]
    fn open_files_are_not_overwritten() {
        let taken = ["a.yaml", "a-2.yaml", "pack"].map(str::to_owned).into();
        let name = |name| free(name, &taken).map(|path| path.to_string());
        assert_eq!(name("a.yaml").as_deref(), Some("a-3.yaml"));
        assert_eq!(name("b.yaml").as_deref(), Some("b.yaml"));
        assert_eq!(name("pack").as_deref(), Some("pack-2"));
        assert_eq!(name("../up.yaml"), None);
    }
}
