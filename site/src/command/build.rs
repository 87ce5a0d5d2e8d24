//! `descriptorium build`.

mod checking;
pub mod codec;
pub mod documents;
pub mod modeller;
pub mod output;
mod plan;
mod setup;
pub mod source;
pub mod store;
mod writing;

use std::collections::BTreeMap;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::text::FilePath;

use crate::command::{Denied, Failure, Outcome, ValidationOptions, put_line};
use crate::finding::baseline::Baseline;
use crate::finding::{Counts, Finding, plural};
use crate::folder::rules;
use crate::modeller::Modeller;
use crate::pages::facts::Checked;
use crate::pages::fingerprints::Fingerprints;
use crate::pages::{Site, address};
use crate::printable::say;
use crate::progress::Progress;
use checking::Checking;
use output::{Destination, Output, Shard};
use plan::{Files, Plan};
use source::Source;
use store::Store;
use writing::Writing;

pub const EXAMPLES: &str = "\
Examples:
  descriptorium build . --out public
    then open public/index.html
  descriptorium build . --out public --base-url https://example.org/catalog/
    adds canonical addresses and descriptions for shared links, an Atom feed, and makes 404.html work in every folder
  descriptorium build . --out public --modeller
    makes every descriptor open in the modeller, on any web server
  descriptorium build . --out public --base-url https://example.org/catalog/ --view
    adds the script that shows descriptors of the site in other pages
  descriptorium build . --out public --base-url https://example.org/catalog/ --images
    adds PNG files of diagrams, which chats and social networks show for links

The output folder must be new, empty, or written by this command before. Only changed pages are written, and files that are no longer part of the site are deleted. The build caches its results next to the folder (for `public`, in `.public.descriptorium-store` and `.public.descriptorium-documents`), so that the next build reads only descriptors that changed; the result is the same without them. Deleted pages are written again; to overwrite pages that were edited, use --clean.

The first page lists the latest changes by the modification times of the files, none later than SOURCE_DATE_EPOCH if it is set; the feed, feed.xml, lists the latest 50. A Git checkout resets these times, and the first page then lists nothing. This sets each file to the time of its last commit:
  git ls-files -z | while IFS= read -r -d '' f; do touch -d \"@$(git log -1 --format=%ct -- \"$f\")\" \"$f\"; done

To build a large catalog on several machines, let each write a shard, and merge them:
  descriptorium build . --out part1 --shard 1/2
  descriptorium build . --out part2 --shard 2/2
  descriptorium merge part1 part2 --out public

As a workflow for GitHub Actions:
  jobs:
    part:
      strategy: {matrix: {part: [1, 2, 3, 4]}}
      runs-on: ubuntu-latest
      steps:
        - uses: actions/checkout@v4
        - run: descriptorium build . --out part --shard ${{ matrix.part }}/4
        - uses: actions/upload-artifact@v4
          with: {name: 'part-${{ matrix.part }}', path: part, include-hidden-files: true}
    site:
      needs: part
      runs-on: ubuntu-latest
      steps:
        - uses: actions/download-artifact@v4
          with: {pattern: part-*, path: parts}
        - run: descriptorium merge parts/* --out public

The build exits with 0 when the site is complete: the pages show the findings. To fail for them, use --deny.";

#[derive(Args, Debug)]
pub struct Arguments {
    /// Folder or archive (.zip, .csar, .tgz) of descriptors
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Folder to write the site into
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Address at which the site will be published [default: `url` of the `site` in `descriptorium.yaml`]
    #[arg(long, value_name = "URL", value_parser = address::base)]
    base_url: Option<String>,
    /// Write only one shard of the pages, such as 1/4; combine the shards with `merge`
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    shard: Shard,
    /// Add the modeller, which opens the catalog on any web server; changes stay in the browser and can be downloaded
    #[arg(long)]
    modeller: bool,
    /// Add PNG files of the diagrams, 1200 pixels wide, and of 1200x630 pixels for links that are shared
    #[arg(long)]
    images: bool,
    /// Add the script of the element `<descriptorium-view>`, which shows descriptors of the site in other pages
    #[arg(long)]
    view: bool,
    /// Rebuild everything, ignoring the previous build
    #[arg(long)]
    clean: bool,
    /// Exit with 1 if there are findings of this severity or a higher one; known findings of a baseline do not count
    #[arg(long, value_enum, value_name = "SEVERITY")]
    deny: Option<Denied>,
    #[command(flatten)]
    validation: ValidationOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let reading = Progress::start(format!("reading {}", arguments.folder.display()));
    // Files of an archive have no times that they could be known by.
    let beside = || store::beside(&arguments.out).filter(|_| arguments.folder.is_dir());
    let known = beside().filter(|_| !arguments.clean);
    let mut store = ManuallyDrop::new(known.map_or_else(Store::default, |path| Store::read(&path)));
    let mut source = Source::open(&arguments.folder, &store)?;
    let baseline = baseline(arguments, &source)?;
    let to = Destination::open(&arguments.out)?;
    let mut out = Output::new(&to);
    match arguments.clean {
        true => out.forget(),
        false => out.trust(std::mem::take(&mut store.folders)),
    }
    let facts = source.facts(&mut store);
    let catalog = Arc::new(source::catalog(&facts));
    source.publish(&arguments.folder, &facts, &catalog);
    // The program ends with this command: freeing the memory first only takes time.
    let site = ManuallyDrop::new(setup::site(arguments, &source, facts, catalog)?);
    drop(reading);

    let fingerprints = Fingerprints::new(&site);
    let n_pages = site.paths().count();
    let _progress = Progress::start(format!("writing {}", plural(n_pages, "page")));
    let modeller = match arguments.modeller {
        true => modeller::files(&site, &source, &arguments.validation.stated()?)?,
        false => BTreeMap::new(),
    };
    let view = arguments.view.then(Modeller::view_script).transpose().map_err(Failure)?;
    let files = Files::of(&site, modeller, view);
    let plan = Plan::of(&site, &fingerprints, &files, arguments.shard, &out);
    out.begin(&plan.after)?;
    let mut records = ManuallyDrop::new(std::mem::take(&mut store.files));
    let checking = Checking::new(&source, &site, &fingerprints, &out, &plan, &mut records, &store.documents);
    let done = checking.run()?;
    let writing = Writing::new(&site, &fingerprints, &out, done, &store.documents);
    out.finish(writing.run(&plan)?)?;
    if let Some(beside) = &beside() {
        writing.remember(beside, &store, &source, &plan)?;
    }
    let unwritten = out.unwritten();
    let outcome = report(arguments, baseline, &site, &writing.checked, n_pages)?;
    for (path, why) in &unwritten {
        let (code, path) = (rules::NOT_WRITTEN.code, arguments.out.join(path));
        say(&format!("error[{code}]: cannot write `{}`: {why}", path.display()));
    }
    Ok(if unwritten.is_empty() { outcome } else { Outcome::ErrorsFound })
}

/// The baseline of the catalog, if any.
fn baseline(arguments: &Arguments, source: &Source) -> Result<Option<Baseline>, Failure> {
    let known = source.stated.baseline.as_ref().filter(|_| arguments.folder.is_dir());
    known.map(|known| Baseline::read(&arguments.folder.join(known))).transpose().map_err(Failure)
}

/// Prints a summary of the written files and the findings.
fn report(
    arguments: &Arguments,
    baseline: Option<Baseline>,
    site: &Site,
    checked: &Checked,
    n_pages: usize,
) -> Result<Outcome, Failure> {
    let counts = site.counts(checked);
    let (out, descriptors) = (arguments.out.display(), plural(site.n_descriptors(), "descriptor"));
    let shard = arguments.shard;
    let part = if shard == Shard::WHOLE { String::new() } else { format!(", shard {shard}") };
    put_line(&format!("{descriptors} rendered as {} in {out}{part}: {counts}", plural(n_pages, "page")))?;
    let unknown = unknown(arguments, baseline, site, checked);
    let is_missing = |found: &&Finding| is_unread(found) && !is_on_a_page(arguments, site, found);
    let n_unread = unknown.iter().filter(is_missing).count();
    let unknown = Counts::of(&unknown);
    if unknown.errors > 0 {
        let (errors, folder) = (plural(unknown.errors, "error"), arguments.folder.display());
        say(&format!("{errors} in the descriptors: run `descriptorium check {folder}` for details"));
    }
    // Files that could not be read are missing from the site.
    if n_unread > 0 {
        let list = arguments.out.join(address::FINDINGS);
        say(&format!("the site is not complete: `{}` lists the files that could not be read", list.display()));
    }
    let is_denied = n_unread > 0 || arguments.deny.is_some_and(|denied| denied.is_in(unknown));
    Ok(if is_denied { Outcome::ErrorsFound } else { Outcome::Clean })
}

/// The findings that are not in the baseline. The pages show all of them.
fn unknown(arguments: &Arguments, baseline: Option<Baseline>, site: &Site, checked: &Checked) -> Vec<Finding> {
    let in_folder = |file: &str| arguments.folder.join(file).to_string_lossy().into_owned();
    let all = site.all_findings(checked).map(|found| Finding { file: in_folder(&found.file), ..found.clone() });
    match baseline {
        Some(baseline) => baseline.rest(&[], all.collect()).findings,
        None => all.collect(),
    }
}

/// Whether the file of a finding has a page.
fn is_on_a_page(arguments: &Arguments, site: &Site, found: &Finding) -> bool {
    let file = Path::new(&found.file).strip_prefix(&arguments.folder).ok();
    let file = file.and_then(|file| FilePath::new(&file.to_string_lossy().replace('\\', "/")));
    file.is_some_and(|file| site.facts(&file).is_some())
}

/// Whether a finding says that a file is not part of the site: it, or its text, could not be read as a descriptor.
fn is_unread(found: &Finding) -> bool {
    let is_of_file = found.code.starts_with("file/") || found.code == "schema/not-one-mapping";
    found.severity == Severity::Error && (is_of_file || found.code.starts_with("yaml/"))
}
