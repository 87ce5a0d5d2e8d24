//! Writes pages: a model as HTML, Markdown or JSON, and the additional files of a descriptor.

use std::rc::Rc;

use descriptorium_core::scene::svg::Theme;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;
use hashbrown::HashMap;

use crate::content;
use crate::pages::address::{self, Form};
use crate::pages::facts::Checked;
use crate::pages::model::Model;
use crate::pages::page::{Page, SharedResults};
use crate::pages::picture::Picture;
use crate::pages::site::Site;
use crate::pages::subject::{PageId, Subject};
use crate::pages::{
    archives, artifacts, changes, clusters, codes, conformance, definition, descriptor, diagram, documents, duplicates,
    embed, error, finder, findings, folders, frame, graph, health, home, imports, kind, layout, redirect, search,
    source,
};

/// A page before it is written.
#[derive(Debug)]
pub enum Rendered {
    Text(String),
    /// It is rendered only if it changed, which takes longer than all other forms of a page.
    Picture(Picture),
}

impl Site {
    /// The complete file at a path: a page, or a file of the search.
    pub fn page(&self, path: &str, checked: &Checked) -> Option<String> {
        match self.at(path) {
            Some(page) => Some(self.render(path, page, checked, &SharedResults::only(page.form))),
            None if path == address::NEIGHBORHOOD_DATA => Some(graph::script(self)),
            None if path == address::THEME => self.look.style.clone(),
            None if path.starts_with("search/") => self.search_index(checked).files.get(path).cloned(),
            None => None,
        }
    }

    /// The "not found" page.
    pub fn not_found(&self, checked: &Checked) -> String {
        self.render(address::NOT_FOUND, &PageId::of(Subject::NotFound), checked, &SharedResults::only(Form::Html))
    }

    /// The pages in groups, in the order of their first pages: all pages of one descriptor, and all forms of any other page.
    pub fn groups(&self) -> Vec<Vec<(&str, &PageId)>> {
        let mut groups: Vec<Vec<(&str, &PageId)>> = Vec::new();
        let mut of_file: HashMap<&FilePath, usize> = HashMap::new();
        let mut of_subject: std::collections::BTreeMap<&Subject, usize> = std::collections::BTreeMap::new();
        // The pages of a descriptor are usually adjacent.
        let mut last: Option<(&FilePath, usize)> = None;
        for (path, id) in self.pages() {
            let next = groups.len();
            let file = id.subject.file();
            let at = match file {
                Some(file) => match last.filter(|(last, _)| *last == file) {
                    Some((_, at)) => at,
                    None => *of_file.entry(file).or_insert(next),
                },
                None => *of_subject.entry(&id.subject).or_insert(next),
            };
            last = file.map(|file| (file, at));
            match groups.get_mut(at) {
                Some(group) => group.push((path, id)),
                None => groups.push(vec![(path, id)]),
            }
        }
        groups
    }

    /// The pages of a group, which share intermediate results.
    pub fn render_group<'a>(&self, group: &[(&'a str, &PageId)], checked: &Checked) -> Vec<(&'a str, Rendered)> {
        let made = SharedResults::default();
        let page = |path: &'a str, id: &PageId| {
            let page = Page { site: self, checked, subject: &id.subject, path, made: &made };
            let picture = match id.form {
                Form::Png => with_file(&page, Picture::diagram),
                Form::Card => with_file(&page, Picture::card),
                _ => None,
            };
            picture.map_or_else(|| Rendered::Text(self.render(path, id, checked, &made)), Rendered::Picture)
        };
        group.iter().map(|(path, id)| (*path, page(path, id))).collect()
    }

    /// A page of a group, with the shared results in `made`.
    pub fn render(&self, path: &str, id: &PageId, checked: &Checked, made: &SharedResults) -> String {
        let page = Page { site: self, checked, subject: &id.subject, path, made };
        match id.form {
            Form::Html => layout::document(&page, &model(&page)),
            Form::Json => model(&page).data.to_string() + "\n",
            Form::Markdown => {
                let model = model(&page);
                content::markdown::write(model.summary.as_ref().unwrap_or(&model.main))
            }
            Form::Source => layout::document(&page, &of_file(&page, source::model)),
            Form::Frame => with_file(&page, frame::document).unwrap_or_default(),
            Form::Svg => with_file(&page, |page, file| diagram::alone(page, file, Theme::Light)).unwrap_or_default(),
            Form::DarkSvg => with_file(&page, |page, file| diagram::alone(page, file, Theme::Dark)).unwrap_or_default(),
            // Pictures are rendered when they are written.
            Form::Png | Form::Card => String::new(),
            Form::Oembed => with_file(&page, embed::oembed).unwrap_or_default(),
            Form::Yaml => with_file(&page, |_, file| file.text.to_string()).unwrap_or_default(),
        }
    }
}

/// The model of a page, shared by its forms.
fn model(page: &Page<'_>) -> Rc<Model> {
    let mut made = page.made.model.borrow_mut();
    // Several addresses can redirect to one page, each with another relative path.
    let is_shared = !matches!(page.subject, Subject::Redirect(_));
    if let Some((_, model)) = made.as_ref().filter(|(subject, _)| is_shared && subject == page.subject) {
        return Rc::clone(model);
    }
    let model = Rc::new(of_subject(page));
    *made = Some((page.subject.clone(), Rc::clone(&model)));
    model
}

fn of_subject(page: &Page<'_>) -> Model {
    let analysis = &page.checked.analysis;
    match page.subject {
        Subject::Home => home::model(page),
        Subject::Kind(language) => kind::model(page, *language),
        Subject::Descriptor(_) => of_file(page, descriptor::model),
        Subject::Definition(_, path) => of_file(page, |page, file| definition::model(page, file, path)),
        Subject::BuiltIn(file, path) => match analysis.file(file) {
            Some(file) => definition::model(page, file, path),
            None => error::not_found(page),
        },
        Subject::Types => finder::model(page),
        Subject::Duplicates(files) => duplicates::model(page, files),
        Subject::SharedType(of) => duplicates::of_type(page, of),
        Subject::Folders => folders::model(page),
        Subject::Health => health::model(page),
        Subject::Graph => graph::model(page),
        Subject::Clusters => clusters::model(page),
        Subject::Artifacts => artifacts::model(page),
        Subject::Archive(file) => archives::model(page, file),
        Subject::Imports => imports::model(page),
        Subject::Namespaces => imports::namespaces(page),
        Subject::Document(path) => documents::model(page, path),
        Subject::Findings => findings::model(page),
        Subject::Codes => codes::model(page),
        Subject::Conformance => conformance::model(page),
        Subject::Code(code) => codes::of_code(page, code),
        Subject::Changes(_) => of_file(page, changes::model),
        Subject::Comparison(before, after) => match (analysis.file(before), analysis.file(after)) {
            (Some(before), Some(after)) => changes::comparison(page, before, after),
            _ => error::not_found(page),
        },
        Subject::Search => search::model(page),
        Subject::NotFound => error::not_found(page),
        Subject::Redirect(to) => redirect::model(page, to),
    }
}

/// Calls `make` with the descriptor of the page.
fn with_file<T>(page: &Page<'_>, make: impl FnOnce(&Page<'_>, &SourceFile) -> T) -> Option<T> {
    let file = page.checked.analysis.file(page.subject.read_from()?)?;
    Some(make(page, file))
}

fn of_file(page: &Page<'_>, make: impl FnOnce(&Page<'_>, &SourceFile) -> Model) -> Model {
    with_file(page, make).unwrap_or_else(|| error::not_found(page))
}
