//! `descriptorium build`.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, thread};

use cap_std::fs::Dir;
use clap::Args;
use descriptorium_core::analysis::Analysis;
use descriptorium_core::rules::stated::Stated;
use descriptorium_core::text::FilePath;

use crate::command::{Failure, Judging, Outcome, put};
use crate::finding::plural;
use crate::folder::{self, Folder, Problem};
use crate::pages::{self, About, Look, Setting, Site, address};
use crate::progress::Progress;
use crate::{html, input};

pub const EXAMPLES: &str = "\
Examples:
  descriptorium build . --out public   then open public/index.html
  descriptorium build . --out public --base-url https://example.org/catalog/
                                       adds the addresses that search engines want

The folder for the site must be new, empty, or written by this command before; files that the site
does not have any more are taken away.";

/// Lists what was written, so that the next build can take away what is not needed any more.
const MANIFEST: &str = folder::SITE;

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

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let site = read(arguments)?;
    let out = Output::open(&arguments.out)?;
    let mut paths: BTreeSet<String> = site.paths().map(str::to_owned).collect();
    let n_pages = paths.iter().filter(|path| path.ends_with(".html")).count();
    paths.extend(pages::ASSETS.map(|(path, _)| path.to_owned()));
    paths.extend(site.index().files.keys().cloned());
    paths.extend(site.look.style.is_some().then(|| address::THEME.to_owned()));
    if site.setting.base_url.is_some() {
        paths.insert(SITEMAP.to_owned());
    }
    {
        let _progress = Progress::start(format!("writing {}", plural(n_pages, "page")));
        out.begin(&paths)?;
        out.pages(&site)?;
        for (path, content) in pages::ASSETS {
            out.write(path, content)?;
        }
        if let Some(style) = &site.look.style {
            out.write(address::THEME, style)?;
        }
        for (path, content) in &site.index().files {
            out.write(path, content)?;
        }
        if let Some(base) = &site.setting.base_url {
            out.write(SITEMAP, &sitemap(&site, base))?;
        }
        out.finish(&paths)?;
    }
    let counts = site.counts();
    let (out, descriptors) = (arguments.out.display(), plural(site.n_descriptors(), "descriptor"));
    put(&format!("{descriptors} rendered as {} in {out}: {counts}\n", plural(n_pages, "page")))?;
    Ok(if counts.errors > 0 { Outcome::ErrorsFound } else { Outcome::Clean })
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

/// The folder that the site is written into.
struct Output {
    dir: Dir,
    shown: String,
}

impl Output {
    /// Refuses a folder with files in it that this command did not write.
    fn open(path: &Path) -> Result<Self, Failure> {
        let shown = path.display().to_string();
        let cannot = |error: io::Error| Failure(format!("cannot write into `{shown}`: {}", folder::reason(&error)));
        fs::create_dir_all(path).map_err(cannot)?;
        let dir = Folder::new(path).open().map_err(cannot)?;
        let mut entries = dir.entries().map_err(cannot)?;
        if entries.next().is_some() && !dir.exists(MANIFEST) {
            let why = "it is not empty, and no site was written into it before; name a new folder";
            return Err(Failure(format!("cannot write into `{shown}`: {why}")));
        }
        Ok(Output { dir, shown })
    }

    fn failed(&self, path: &str, error: &io::Error) -> Failure {
        Failure(format!("cannot write `{}/{path}`: {}", self.shown, folder::reason(error)))
    }

    fn write(&self, path: &str, content: &str) -> Result<(), Failure> {
        let write = || {
            if let Some((parent, _)) = path.rsplit_once('/') {
                self.dir.create_dir_all(parent)?;
            }
            // What is there already and the same keeps its time.
            if self.dir.read(path).is_ok_and(|before| before == content.as_bytes()) {
                return Ok(());
            }
            self.dir.write(path, content)
        };
        write().map_err(|error| self.failed(path, &error))
    }

    /// Writes all pages, on as many threads as there are processors.
    fn pages(&self, site: &Site) -> Result<(), Failure> {
        let paths: Vec<&str> = site.paths().collect();
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let work = || {
            while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Some(page) = site.page(path) else { continue };
                if let Err(error) = self.write(path, &page) {
                    *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    return;
                }
            }
        };
        thread::scope(|scope| {
            let n_threads = thread::available_parallelism().map_or(1, usize::from);
            (0..n_threads).for_each(|_| {
                scope.spawn(work);
            });
        });
        failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Notes what is going to be written beside what was: a build that is broken off can be done again.
    fn begin(&self, paths: &BTreeSet<String>) -> Result<(), Failure> {
        let before = self.dir.read_to_string(MANIFEST).unwrap_or_default();
        let all: BTreeSet<&str> = before.lines().chain(paths.iter().map(String::as_str)).collect();
        let manifest: String = all.iter().map(|path| format!("{path}\n")).collect();
        self.write(MANIFEST, &manifest)
    }

    /// Takes away what a build before wrote and this one did not, and notes what this one wrote.
    fn finish(&self, paths: &BTreeSet<String>) -> Result<(), Failure> {
        let before = self.dir.read_to_string(MANIFEST).unwrap_or_default();
        for path in before.lines().filter(|path| !paths.contains(*path)) {
            if FilePath::new(path).is_some() {
                let _ = self.dir.remove_file(path);
                let mut folder = path;
                while let Some((parent, _)) = folder.rsplit_once('/') {
                    let _ = self.dir.remove_dir(parent); // It stays if something is left in it.
                    folder = parent;
                }
            }
        }
        let manifest: String = paths.iter().map(|path| format!("{path}\n")).collect();
        self.write(MANIFEST, &manifest)
    }
}
