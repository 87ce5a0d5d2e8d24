//! `descriptorium graph`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::scene::{self, svg};
use descriptorium_core::text::FilePath;

use crate::command::{Failure, Outcome, find, put};
use crate::folder::Folder;
use crate::graph;
use crate::input::Input;
use crate::pages::Use;
use crate::pages::facts::Facts;

pub const EXAMPLES: &str = "\
Examples:
  descriptorium graph assemblies/video.yaml > video.svg
  descriptorium graph assembly::video::1.0 --catalog examples --format mermaid
  descriptorium graph examples --format dot | dot -Tpdf > catalog.pdf
                     a folder: which of its descriptors are made of which";

#[derive(Args, Debug)]
pub struct Arguments {
    /// A descriptor, by its file or its full name: what it is made of. A folder or an archive: which descriptors of it are
    /// made of which
    #[arg(value_name = "DIR|FILE|NAME", default_value = ".")]
    what: String,
    /// The folder, or the archive, with the descriptors that it is made of [default: the catalog around it, or
    /// the current folder]
    #[arg(long, value_name = "DIR")]
    catalog: Option<PathBuf>,
    /// How to print the graph
    #[arg(long, value_enum, default_value_t = Format::Svg, value_name = "FORMAT")]
    format: Format,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// A drawing with colors of its own, for light and dark pages
    Svg,
    /// For Graphviz
    Dot,
    /// For Mermaid, which many code hosts draw in Markdown
    Mermaid,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let path = Path::new(&arguments.what);
    let topology = if path.is_dir() || find::is_archive(path) {
        let analysis = Input::read(&[path.to_owned()])?.analyze(CatalogSettings::default());
        let facts: Vec<Facts> = analysis.workspace().files().filter_map(|file| Facts::of(file)).collect();
        let is_descriptor = |file: &FilePath| analysis.file(file).is_some_and(|file| file.language.is_some());
        let uses: Vec<Use> = facts.iter().flat_map(|facts| facts.uses(analysis.catalog(), is_descriptor)).collect();
        graph::of_catalog(facts.iter(), uses.iter(), &Folder::new(path).title())
    } else {
        let (input, analysis) = find::catalog_with(arguments.catalog.as_deref(), &[&arguments.what])?;
        let file = find::file_of(&input, &analysis, &arguments.what)?;
        let topology = analysis.topology(&file);
        topology.ok_or_else(|| Failure(format!("`{}` is not a descriptor that can be drawn", arguments.what)))?
    };
    put(&match arguments.format {
        Format::Svg => {
            let options = svg::SvgOptions { standalone: true, ..svg::SvgOptions::default() };
            svg::svg(&scene::layout(&topology, None), &options) + "\n"
        }
        Format::Dot => graph::dot(&topology),
        Format::Mermaid => graph::mermaid(&topology),
    })?;
    Ok(Outcome::Clean)
}
