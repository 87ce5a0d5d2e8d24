//! The pages of a site, by their subjects.

use descriptorium_core::language::Language;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;

use crate::pages::address::Form;
use crate::pages::address::table::SharedType;

/// A page: its subject and its form.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PageId {
    pub subject: Subject,
    pub form: Form,
}

/// The subject of a page.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    Home,
    Kind(Language),
    Descriptor(FilePath),
    /// A definition inside a descriptor, at a path.
    Definition(FilePath, NodePath),
    /// A built-in type that is in use: its file, and its path there.
    BuiltIn(FilePath, NodePath),
    /// All types, with those that offer and require each capability.
    Types,
    /// A name that several files share, with these files.
    Duplicates(Vec<FilePath>),
    /// A type that several files define.
    SharedType(SharedType),
    Folders,
    Health,
    Graph,
    /// The applications and the clusters that they can be deployed on.
    Clusters,
    /// The files that service templates name, and the archives of the catalog.
    Artifacts,
    Archive(FilePath),
    /// The imports between service templates.
    Imports,
    /// The namespaces of types.
    Namespaces,
    /// A Markdown file of the catalog.
    Document(FilePath),
    Findings,
    Codes,
    Conformance,
    Code(&'static str),
    /// The versions of a descriptor, given the file of the highest one.
    Changes(FilePath),
    /// Two versions beside each other.
    Comparison(FilePath, FilePath),
    Search,
    NotFound,
    /// An address that a page had or will have, with the page that it redirects to.
    Redirect(String),
}

impl Subject {
    /// The forms of the page.
    pub fn forms(&self) -> &'static [Form] {
        match self {
            Subject::Descriptor(_) => &Form::ALL,
            Subject::Home
            | Subject::Kind(_)
            | Subject::Definition(..)
            | Subject::BuiltIn(..)
            | Subject::Types
            | Subject::Duplicates(_)
            | Subject::SharedType(_)
            | Subject::Folders
            | Subject::Health
            | Subject::Graph
            | Subject::Clusters
            | Subject::Artifacts
            | Subject::Archive(_)
            | Subject::Imports
            | Subject::Namespaces
            | Subject::Document(_)
            | Subject::Findings
            | Subject::Codes
            | Subject::Conformance
            | Subject::Code(_)
            | Subject::Changes(_)
            | Subject::Comparison(..) => &[Form::Html, Form::Json, Form::Markdown],
            Subject::Search | Subject::NotFound | Subject::Redirect(_) => &[Form::Html],
        }
    }

    /// The descriptor that the page belongs to. All pages of a descriptor are written together.
    pub fn file(&self) -> Option<&FilePath> {
        match self {
            Subject::Descriptor(file) | Subject::Definition(file, _) => Some(file),
            Subject::Home
            | Subject::Kind(_)
            | Subject::BuiltIn(..)
            | Subject::Types
            | Subject::Duplicates(_)
            | Subject::SharedType(_)
            | Subject::Folders
            | Subject::Health
            | Subject::Graph
            | Subject::Clusters
            | Subject::Artifacts
            | Subject::Archive(_)
            | Subject::Imports
            | Subject::Namespaces
            | Subject::Document(_)
            | Subject::Findings
            | Subject::Codes
            | Subject::Conformance
            | Subject::Code(_)
            | Subject::Changes(_)
            | Subject::Comparison(..)
            | Subject::Search
            | Subject::NotFound
            | Subject::Redirect(_) => None,
        }
    }

    /// The descriptor that must be parsed for the page; for a comparison, the later version.
    pub fn read_from(&self) -> Option<&FilePath> {
        match self {
            Subject::Changes(file) | Subject::Comparison(_, file) => Some(file),
            other => other.file(),
        }
    }

    /// Whether the index of the site lists the page in addition to the descriptors.
    pub fn is_listed(&self) -> bool {
        self.forms().len() > 1
            && match self {
                Subject::Descriptor(_) | Subject::Definition(..) | Subject::BuiltIn(..) => false,
                // Comparisons are listed with the version history.
                Subject::Comparison(..) => false,
                _ => true,
            }
    }
}

impl PageId {
    /// The HTML page of a subject.
    pub fn of(subject: Subject) -> Self {
        PageId { subject, form: Form::Html }
    }

    /// Whether it is an HTML page other than a redirect.
    pub fn is_page(&self) -> bool {
        matches!(self.form, Form::Html | Form::Source) && !matches!(self.subject, Subject::Redirect(_))
    }
}
