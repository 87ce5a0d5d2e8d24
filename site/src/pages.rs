//! The documentation of a catalog. The facts about its descriptors ([`facts`]) become the model of each page ([`model`]),
//! which is written in several forms ([`forms`]) at an address that follows from the subject of the page ([`address`]).
//! Nothing is written to disk here.

pub mod about;
pub mod address;
pub mod applications;
pub mod archives;
pub mod artifacts;
pub mod attachments;
pub mod changes;
pub mod clause;
pub mod clusters;
pub mod codes;
pub mod conformance;
pub mod definition;
pub mod deployment;
pub mod descriptor;
pub mod diagram;
pub mod documents;
pub mod duplicates;
pub mod embed;
pub mod error;
pub mod example;
pub mod expansion;
pub mod facts;
pub mod feed;
pub mod finder;
pub mod findings;
pub mod fingerprints;
pub mod folders;
pub mod forms;
pub mod frame;
pub mod graph;
pub mod grid;
pub mod health;
pub mod hierarchy;
pub mod home;
pub mod imports;
pub mod index;
pub mod inherited;
pub mod installation;
pub mod kind;
pub mod layout;
pub mod links;
pub mod listing;
pub mod model;
pub mod name;
pub mod ownership;
pub mod page;
pub mod picture;
pub mod recent;
pub mod redirect;
pub mod search;
pub mod section;
pub mod site;
pub mod sitemap;
pub mod source;
pub mod subject;
pub mod template;
pub mod tree;
pub mod types;
pub mod uses;
pub mod value;

use std::sync::LazyLock;

use descriptorium_core::document::schema;

pub use about::{About, Appearance, Setting};
pub use name::{Name, called, name};
pub use ownership::Ownership;
pub use page::{Page, SharedResults};
pub use site::Site;
pub use subject::{PageId, Subject};
pub use uses::{Use, UseKind};

/// The files that every site contains: style sheet, font, icon, the scripts for all pages, search, diagrams and filters, and
/// the schema of the settings.
pub static ASSETS: LazyLock<[(&str, &[u8]); 10]> = LazyLock::new(|| {
    [
        (address::STYLE, concat!(include_str!("../public/tokens.css"), include_str!("../public/site.css")).as_bytes()),
        (address::FONT, include_bytes!("../public/inter/inter.woff2")),
        (address::ICON, include_bytes!("../public/icon.svg")),
        (address::PAGE_SCRIPT, include_bytes!("../public/page.js")),
        (address::SCRIPT, include_bytes!("../public/search.js")),
        (address::DIAGRAM_SCRIPT, include_bytes!("../public/drawing.js")),
        (address::LIST_SCRIPT, include_bytes!("../public/list.js")),
        (address::NEIGHBORHOOD_SCRIPT, include_bytes!("../public/neighborhood.js")),
        (address::FILTER_SCRIPT, include_bytes!("../public/filter.js")),
        (address::SCHEMA, schema::settings_text().as_bytes()),
    ]
});

/// The script that updates a served page when its folder changes.
pub const LIVE: &str = include_str!("../public/live.js");
