//! `descriptorium build`.

pub mod output;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use clap::Args;
use descriptorium_core::analysis::Analysis;
use descriptorium_core::rules::stated::Stated;
use descriptorium_core::text::FilePath;

use crate::command::{Failure, Judging, Outcome, put};
use crate::finding::plural;
use crate::folder::{self, Folder, Problem};
use crate::pages::ingredients::Ingredients;
use crate::pages::{self, About, Look, PageId, Setting, Site, address};
use crate::progress::Progress;
use crate::{html, input};
use output::{Manifest, Output, Shard};

pub const EXAMPLES: &str = "\
Examples:
  descriptorium build . --out public   then open public/index.html
  descriptorium build . --out public --base-url https://example.org/catalog/
                                       adds the addresses that search engines want

The folder for the site must be new, empty, or written by this command before; only what is made of
something else than then is written, and files that the site does not have any more are taken away.

A large catalog is built by several machines, each writing a part of its pages, and put together:
  descriptorium build . --out part1 --shard 1/2
  descriptorium build . --out part2 --shard 2/2
  descriptorium merge part1 part2 --out public

As a workflow of GitHub Actions:
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
Each part ends with 1 if the catalog has errors; `|| [ $? = 1 ]` behind it goes on all the same.";

const SITEMAP: &str = "sitemap.xml";

#[derive(Args, Debug)]
pub struct Arguments {
    /// The folder of descriptors, or an archive of them: .zip, .csar, .tgz
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The folder to write the site into
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The address that the site will be published at
    #[arg(long, value_name = "URL", value_parser = base_url)]
    base_url: Option<String>,
    /// Writes a part of the pages only, as 1/4 the first of four; `merge` puts the parts together
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    shard: Shard,
    #[command(flatten)]
    judging: Judging,
}

/// The address with a slash at its end.
fn base_url(text: &str) -> Result<String, String> {
    let web = text.starts_with("http://") || text.starts_with("https://");
    if !web || text.contains(['?', '#', '"', '<', '>']) || html::Href::of_web(text).is_none() {
        return Err("an address such as https://example.org/catalog/ is expected".to_owned());
    }
    Ok(format!("{}/", text.trim_end_matches('/')))
}

/// What is written together, since it is made of the same or shows the same.
enum Work<'a> {
    Pages(Vec<(&'a str, &'a PageId)>),
    /// The files that the search reads.
    Index,
    /// Whatever else there is: a path and its content.
    File(&'static str, String),
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let site = read(arguments)?;
    let out = Output::open(&arguments.out)?;
    let ingredients = Ingredients::of(&site);
    let groups = site.groups();
    let n_pages = site.paths().filter(|path| path.ends_with(".html")).count();
    // The search comes first, so that what it takes to make it is free again when the pages are made.
    let mut work = vec![Work::Index];
    work.extend(pages::ASSETS.map(|(path, content)| Work::File(path, content.to_owned())));
    work.extend(site.look.style.clone().map(|style| Work::File(address::THEME, style)));
    work.extend(site.setting.base_url.as_ref().map(|base| Work::File(SITEMAP, sitemap(&site, base))));
    work.extend(groups.into_iter().map(Work::Pages));
    let shard = arguments.shard;
    let mut index = 0..;
    work.retain(|_| index.next().is_some_and(|index| shard.has(index)));
    let mut after = Manifest {
        shard: (shard != Shard::WHOLE).then(|| (shard, ingredients.whole().clone())),
        ..Manifest::default()
    };
    for one in &work {
        match one {
            Work::Pages(pages) => {
                after.files.extend(pages.iter().map(|(path, id)| ((*path).to_owned(), ingredients.of_page(id))));
            }
            Work::Index => {
                let paths = site.index().files.keys();
                after.files.extend(paths.map(|path| (path.clone(), ingredients.whole().clone())));
            }
            Work::File(path, content) => {
                after.files.insert((*path).to_owned(), crate::hash::of(content.as_bytes()));
            }
        }
    }
    {
        let _progress = Progress::start(format!("writing {}", plural(n_pages, "page")));
        out.begin(&after)?;
        write(&site, &out, &after, &work)?;
        out.finish(&after)?;
    }
    let counts = site.counts();
    let (out, descriptors) = (arguments.out.display(), plural(site.n_descriptors(), "descriptor"));
    let part = if shard == Shard::WHOLE { String::new() } else { format!(", part {shard}") };
    put(&format!("{descriptors} rendered as {} in {out}{part}: {counts}\n", plural(n_pages, "page")))?;
    Ok(if counts.errors > 0 { Outcome::ErrorsFound } else { Outcome::Clean })
}

/// Does all work, on as many threads as there are processors.
fn write(site: &Site, out: &Output, after: &Manifest, work: &[Work<'_>]) -> Result<(), Failure> {
    let has = |path: &str| after.files.get(path).is_some_and(|hash| out.has(path, hash));
    let one = |work: &Work<'_>| match work {
        Work::Pages(pages) if pages.iter().all(|(path, _)| has(path)) => Ok(()),
        Work::Pages(pages) => {
            site.render_group(pages).iter().try_for_each(|(path, page)| out.write(path, page.as_bytes()))
        }
        Work::Index => site.index().files.iter().try_for_each(|(path, content)| out.write(path, content.as_bytes())),
        Work::File(path, content) => out.write(path, content.as_bytes()),
    };
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    let worker = || {
        while let Some(work) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = one(work) {
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                return;
            }
        }
    };
    thread::scope(|scope| {
        let n_threads = thread::available_parallelism().map_or(1, usize::from);
        (0..n_threads).for_each(|_| {
            scope.spawn(worker);
        });
    });
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

fn read(arguments: &Arguments) -> Result<Site, Failure> {
    let shown = arguments.folder.display().to_string();
    let cannot = |error: io::Error| Failure(format!("cannot read `{shown}`: {}", folder::reason(&error)));
    let source = Folder::new(&arguments.folder);
    let _progress = Progress::start(format!("reading and checking {shown}"));
    let mut texts: Vec<(FilePath, Arc<str>)> = Vec::new();
    let mut problems = Vec::new();
    let mut readme = None;
    let mut dir = None;
    if arguments.folder.is_file() {
        let package = folder::package(&arguments.folder).map_err(cannot)?;
        let package = package.ok_or_else(|| Failure(format!("`{shown}` is neither a folder nor an archive")))?;
        problems.extend(package.left_out.iter().map(Problem::of_left_out));
        texts.extend(package.files.into_iter().map(|(path, text)| (path, text.into())));
    } else {
        let opened = source.open().map_err(cannot)?;
        let listing = folder::list(&opened).map_err(cannot)?;
        problems = listing.problems;
        for path in listing.files.into_keys() {
            match folder::read(&opened, &path) {
                Ok(text) => texts.push((path, text.into())),
                Err(problem) if problem.is_of_descriptor() => problems.push(problem),
                Err(Problem { .. }) => {}
            }
        }
        readme = folder::readme(&opened);
        dir = Some(opened);
    }
    let workspace = input::workspace(&texts);
    let stated = Stated::of(&workspace);
    let look = dir.as_ref().map_or_else(Look::default, |dir| folder::look(dir, &stated.site));
    let about = About::new(source.title(), readme, stated.site.title.clone(), look);
    let settings = arguments.judging.stated().or(stated).settings();
    let analysis = Analysis::new(workspace, settings);
    let setting = Setting { served: false, base_url: arguments.base_url.clone() };
    Ok(Site::new(analysis, about, &problems, setting))
}

/// The addresses of all pages but that for missing ones.
fn sitemap(site: &Site, base: &str) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in site.paths().filter(|path| path.ends_with(".html") && *path != address::NOT_FOUND) {
        let url = html::Html::of(|html| html.text_only(&format!("{base}{}", html::encode(path))));
        text.push_str(&format!("<url><loc>{}</loc></url>\n", url.as_str()));
    }
    text.push_str("</urlset>\n");
    text
}
