//! `descriptorium graph`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::scene::{self, svg};
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Topology, notation};

use crate::command::{Failure, Outcome, find, put};
use crate::finding::plural;
use crate::folder::Folder;
use crate::graph;
use crate::input::Input;
use crate::pages::Use;
use crate::pages::facts::Facts;
use crate::printable::say;

pub const EXAMPLES: &str = "\
Examples:
  descriptorium graph assemblies/video.yaml > video.svg
  descriptorium graph assembly::video::1.0 --catalog examples --format mermaid
  descriptorium graph examples --format dot | dot -Tpdf > catalog.pdf
    a folder: the dependencies between its descriptors; more than 150 are grouped by folder";

/// Number of boxes up to which a diagram is readable. The descriptors of a larger one are grouped by their folders.
const MAX_READABLE: usize = 150;

#[derive(Args, Debug)]
pub struct Arguments {
    /// Descriptor, by its file or full name, to draw its composition; or a folder or archive, to draw the dependencies
    /// between its descriptors
    #[arg(value_name = "DIR|FILE|NAME", default_value = ".")]
    what: String,
    /// Folder or archive with the descriptors that it uses [default: the catalog around it, or the current folder]
    #[arg(long, value_name = "DIR")]
    catalog: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Svg, value_name = "FORMAT")]
    format: Format,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// SVG with its own colors for light and dark pages
    Svg,
    /// DOT, the language of Graphviz
    Dot,
    /// Mermaid, which many code hosts render in Markdown
    Mermaid,
}

/// The graph with a box for each folder, if there are several folders.
fn grouped(topology: &Topology, input: &Input, root: &Path) -> Topology {
    let folder = |file: &str| {
        let inner = FilePath::new(file).map(|file| input.inner(&file, root)).unwrap_or_default();
        inner.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned())
    };
    let n_descriptors = plural(topology.graph.node_count(), "descriptor");
    match graph::by_folder(topology, &folder, MAX_READABLE) {
        Some(grouped) => {
            let n_boxes = plural(grouped.graph.node_count(), "folder");
            say(&format!(
                "{n_descriptors} are grouped into {n_boxes}: to see single descriptors, name a subfolder or a descriptor"
            ));
            grouped
        }
        None => {
            say(&format!(
                "{n_descriptors} in one folder are too many for a readable diagram: name a descriptor, or see the \
                 dependencies in a site"
            ));
            topology.clone()
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let path = Path::new(&arguments.what);
    let topology = if path.is_dir() || find::is_archive(path) {
        let input = Input::read(&[path.to_owned()])?;
        let analysis = input.analyze(CatalogSettings::default());
        let facts: Vec<Facts> = analysis.workspace().files().filter_map(|file| Facts::of(file)).collect();
        let is_descriptor = |file: &FilePath| analysis.file(file).is_some_and(|file| file.language.is_some());
        let uses: Vec<Use> = facts.iter().flat_map(|facts| facts.uses(analysis.catalog(), is_descriptor)).collect();
        let topology = graph::of_catalog(facts.iter(), uses.iter(), &Folder::new(path).title());
        if facts.len() > MAX_READABLE { grouped(&topology, &input, path) } else { topology }
    } else {
        let (input, analysis) = find::catalog_with(arguments.catalog.as_deref(), &[&arguments.what])?;
        let file = find::file_of(&input, &analysis, &arguments.what)?;
        let topology = analysis.topology(&file);
        topology.ok_or_else(|| Failure(format!("`{}` is not a descriptor that can be drawn", arguments.what)))?
    };
    put(&match arguments.format {
        Format::Svg => {
            let options = svg::SvgOptions { theme: Some(svg::Theme::Light), ..svg::SvgOptions::default() };
            svg::svg(&scene::layout(&topology, None), &options) + "\n"
        }
        Format::Dot => notation::dot(&topology),
        Format::Mermaid => notation::mermaid(&topology),
    })?;
    Ok(Outcome::Clean)
}
