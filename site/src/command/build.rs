//! `descriptorium build`.

pub mod coding;
pub mod documents;
pub mod modeller;
pub mod output;
pub mod source;
pub mod store;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use clap::Args;
use descriptorium_core::analysis::Analysis;
use descriptorium_core::catalog::Catalog;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::rules::stated;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use hashbrown::HashMap;

use crate::command::{Failure, Judging, Outcome, put};
use crate::finding::baseline::Baseline;
use crate::finding::{Finding, plural};
use crate::hash::{self, Hash, Hasher};
use crate::html;
use crate::pages::facts::{Checked, Facts, Verdict};
use crate::pages::ingredients::{self, Ingredients, Whole};
use crate::pages::recent::Recent;
use crate::pages::{self, Made, PageId, Setting, Site, address, feed};
use crate::parallel::in_parallel;
use crate::progress::Progress;
use crate::search::{self, Document, Index, Kept};
use documents::Documents;
use output::{Destination, Manifest, Output, Shard, Written};
use source::Source;
use store::Store;

pub const EXAMPLES: &str = "\
Examples:
  descriptorium build . --out public   then open public/index.html
  descriptorium build . --out public --base-url https://example.org/catalog/
                                       adds the addresses that search engines want, and a feed (Atom), and
                                       404.html, the page in the place of those that there are not, has its
                                       style and its links whichever folder it is shown for
  descriptorium build . --out public --modeller
                                       lets every descriptor be opened in the modeller, on any web server

The folder for the site must be new, empty, or written by this command before; only what is made of
something else than then is written, and files that the site does not have any more are taken away.
What is known of the descriptors is kept beside it, for `public` in `.public.descriptorium-store` and
`.public.descriptorium-documents`, so that the next build reads only those that were written since; without
these files it takes longer, and comes to the same. Pages that somebody took away are written again; for
those that somebody edited, say --clean.

The first page tells which versions were changed last, by the times of their files, none later than SOURCE_DATE_EPOCH
if that is set, and the feed, feed.xml, of 50. A checkout by git sets all times anew, so that the first page tells
nothing; this gives each file the time of its last commit:
  git ls-files -z | while IFS= read -r -d '' f; do touch -d \"@$(git log -1 --format=%ct -- \"$f\")\" \"$f\"; done

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
    /// The address that the site will be published at [default: what `descriptorium.yaml` names as `url` of its `site`]
    #[arg(long, value_name = "URL", value_parser = address::base)]
    base_url: Option<String>,
    /// Writes a part of the pages only, as 1/4 the first of four; `merge` puts the parts together
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    shard: Shard,
    /// Puts the modeller into the site, which opens the catalog on any web server: what is changed in it stays in the
    /// browser and can be downloaded
    #[arg(long)]
    modeller: bool,
    /// Makes everything anew, whatever there is from the build before
    #[arg(long)]
    clean: bool,
    #[command(flatten)]
    judging: Judging,
}

/// How many descriptors are parsed and checked together.
const AT_ONCE: usize = 48;

/// What is written together, since it is made of the same or shows the same.
enum Work<'a> {
    Pages(Vec<(&'a str, &'a PageId)>),
    /// The files that the search reads.
    Index,
    /// The list of addresses, below this one.
    Sitemap(&'a str),
    /// Whatever else there is: a path, and the content.
    File(&'a str, &'a [u8]),
}

/// What comes of a descriptor.
struct Found {
    verdict: Verdict,
    /// Stands for what the search says of it.
    said: Hash,
    /// What is kept of that, unless it is as it was.
    document: Option<Kept>,
}

/// What descriptors are checked with, and their pages written.
struct Checking<'a> {
    source: &'a Source,
    site: &'a Site,
    out: &'a Output<'a>,
    /// The pages that are written, by the descriptor that has to be read for them.
    stale: &'a HashMap<&'a FilePath, Vec<&'a [(&'a str, &'a PageId)]>>,
    /// What the search said of each in the build before, and all that it said.
    said: &'a HashMap<&'a FilePath, Hash>,
    documents: &'a Documents,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let reading = Progress::start(format!("reading {}", arguments.folder.display()));
    // Files of an archive have no times that they could be known by.
    let beside = || store::beside(&arguments.out).filter(|_| arguments.folder.is_dir());
    let known = beside().filter(|_| !arguments.clean);
    let mut store = ManuallyDrop::new(known.map_or_else(Store::default, |path| Store::read(&path)));
    let mut source = Source::open(&arguments.folder, &store)?;
    let baseline = source.stated.baseline.as_ref().filter(|_| arguments.folder.is_dir());
    let baseline = baseline.map(|known| Baseline::read(&arguments.folder.join(known))).transpose().map_err(Failure)?;
    let to = Destination::open(&arguments.out)?;
    let mut out = Output::new(&to);
    match arguments.clean {
        true => out.forget(),
        false => out.trust(std::mem::take(&mut store.folders)),
    }
    let facts = source.facts(&mut store);
    // The program ends with this command: nothing is won by taking apart what it knows.
    let mut site = ManuallyDrop::new(site(arguments, &source, facts)?);
    let latest = latest_date()?;
    site.recent = Recent::of(&site, |file| source.date(file, latest));
    drop(reading);
    let ingredients = Ingredients::new(&site);
    let n_pages = site.paths().filter(|path| path.ends_with(".html")).count();
    let _progress = Progress::start(format!("writing {}", plural(n_pages, "page")));
    let base = site.setting.base_url.as_deref();
    let feed = base.map(|base| feed::feed(&site, base));
    let modeller = match arguments.modeller {
        true => modeller::files(&site, &source, &arguments.judging.stated())?,
        false => BTreeMap::new(),
    };
    // Which part of a site has which work depends on its place here.
    let mut work = vec![Work::Index];
    work.extend(pages::ASSETS.iter().map(|(path, content)| Work::File(path, content.as_bytes())));
    work.extend(site.look.style.as_ref().map(|text| Work::File(address::THEME, text.as_bytes())));
    work.extend(base.map(Work::Sitemap));
    work.extend(feed.as_ref().map(|text| Work::File(address::FEED, text.as_bytes())));
    work.extend(modeller.iter().map(|(path, content)| Work::File(path, content)));
    work.extend(site.groups().into_iter().map(Work::Pages));
    let shard = arguments.shard;
    let mut index = 0..;
    work.retain(|_| index.next().is_some_and(|index| shard.has(index)));
    // What is on the catalog as a whole is made last, of what comes of the descriptors.
    let of_descriptor =
        |work: &mut Work<'_>| matches!(work, Work::Pages(pages) if pages.iter().any(|(_, id)| id.about().is_some()));
    let groups: Vec<Work<'_>> = work.extract_if(.., of_descriptor).collect();
    let part = (shard != Shard::WHOLE).then(|| {
        let mut all = Hasher::default();
        all.add(ingredients.whole());
        for content in modeller.values() {
            all.add(content);
        }
        (shard, all.finish())
    });
    let mut files = Vec::with_capacity(site.paths().count());
    let mut stale: HashMap<&FilePath, Vec<&[(&str, &PageId)]>> = HashMap::new();
    for group in &groups {
        let Work::Pages(pages) = group else { continue };
        let mut is_stale = false;
        for (path, id) in pages {
            let hash = ingredients.of_page(id);
            is_stale |= hash.is_none_or(|hash| !out.has(path, hash));
            files.push((Cow::Borrowed(*path), hash));
        }
        let about = pages.first().and_then(|(_, id)| id.about()).filter(|_| is_stale);
        about.into_iter().for_each(|file| stale.entry(file).or_default().push(pages));
    }
    let after = Manifest::new(part, files);
    out.begin(&after)?;

    let (mut said, mut files) = (HashMap::new(), Vec::new());
    let mut found: HashMap<&FilePath, Found> = HashMap::new();
    for facts in site.descriptors() {
        let known = store.files.get_mut(&facts.path).and_then(|known| known.outcome.take());
        said.extend(known.as_ref().map(|known| (&facts.path, known.document)));
        let known = known.filter(|known| known.of == ingredients.of_check(&facts.path));
        if known.is_none() || stale.contains_key(&facts.path) {
            files.push(&facts.path);
        }
        let known = known.map(|known| Found { verdict: known.verdict, said: known.document, document: None });
        found.extend(known.map(|known| (&facts.path, known)));
    }
    let (documents, stale, said) = (&store.documents, &stale, &said);
    let checking = Checking { source: &source, site: &site, out: &out, stale, said, documents };
    let shares: Vec<&[&FilePath]> = files.chunks(AT_ONCE).collect();
    let new = in_parallel(&shares, |files| checking.check(files));
    source.release();
    for new in new {
        found.extend(new?);
    }
    let mut verdicts = BTreeMap::new();
    for (file, found) in &mut found {
        verdicts.insert((*file).clone(), std::mem::take(&mut found.verdict));
    }
    let nothing = Analysis::of_some(Workspace::default(), Arc::clone(&site.catalog), site.settings.clone(), []);
    let checked = Checked::new(nothing, verdicts);
    let others: Vec<Document> = pages::search::others(&site).collect();
    let mut all_said = Hasher::default();
    all_said.add(ingredients.frame());
    let of_descriptors = site.descriptors().filter_map(|facts| Some(found.get(&facts.path)?.said));
    for said in of_descriptors.chain(others.iter().map(Document::hash)) {
        all_said.add(said);
    }
    let all_said = all_said.finish();

    let whole = Whole::of(&site, ingredients.frame(), &checked);
    let put_file = |path: &str, hash: Hash, content: &dyn Fn() -> Vec<u8>| {
        if !out.has(path, hash) {
            out.write(path, &content())?;
        }
        Ok::<Written<'_>, Failure>((path.to_owned().into(), Some(hash)))
    };
    let done = in_parallel(&work, |one| match one {
        Work::Pages(pages) => {
            let made = Made::default();
            let hash = |id: &PageId| ingredients.of_page(id).unwrap_or_else(|| whole.of_page(id));
            let put = |(path, id): &(&str, &PageId)| {
                put_file(path, hash(id), &|| site.render(path, id, &checked, &made).into_bytes())
            };
            pages.iter().map(put).collect::<Result<Vec<_>, _>>()
        }
        Work::Index => {
            if let Some(files) = out.all_in(search::FOLDER, all_said) {
                return Ok(files.into_iter().map(|path| (path.into(), Some(all_said))).collect());
            }
            let others: Vec<Kept> = others.iter().map(|other| documents.keep(other.clone())).collect();
            let all: Vec<&Kept> =
                kept(&site, documents, &found)?.into_iter().map(|(_, kept)| kept).chain(&others).collect();
            let index = Index::of_kept(&documents.terms(), &all);
            let put = |(path, content): (&String, &String)| put_file(path, all_said, &|| content.clone().into_bytes());
            index.files.iter().map(put).collect()
        }
        Work::Sitemap(base) => Ok(vec![put_file(SITEMAP, ingredients.frame(), &|| sitemap(&site, base).into_bytes())?]),
        Work::File(path, content) => Ok(vec![put_file(path, hash::of(content), &|| content.to_vec())?]),
    });
    let mut others = Vec::new();
    for done in done {
        others.extend(done?);
    }
    out.finish(&after.extend(others))?;
    if let Some(beside) = &beside() {
        let files = source.stamps().map(|(path, stamp)| {
            let outcome = checked.verdict(path).zip(found.get(path));
            let outcome = outcome.map(|(verdict, found)| (ingredients.of_check(path), verdict, found.said));
            (path, stamp, site.facts(path), outcome)
        });
        let folders = groups.iter().filter_map(|work| match work {
            Work::Pages(pages) => Some(pages.first()?.0.rsplit_once('/')?.0),
            Work::Index | Work::Sitemap(_) | Work::File(..) => None,
        });
        let is_new = found.values().any(|found| found.document.is_some());
        let new = is_new.then(|| kept(&site, documents, &found)).transpose()?;
        let (folders, files) = (out.folders(folders), files.collect::<Vec<_>>());
        let (place, projects, sources) = (source.place, source.projects(), &source.folders);
        let known = store::Known { place, projects, sources, files: &files, folders: &folders };
        store.write(beside, &known, new.as_deref());
    }
    let counts = site.counts(&checked);
    let (out, descriptors) = (arguments.out.display(), plural(site.n_descriptors(), "descriptor"));
    let part = if shard == Shard::WHOLE { String::new() } else { format!(", part {shard}") };
    put(&format!("{descriptors} rendered as {} in {out}{part}: {counts}\n", plural(n_pages, "page")))?;
    let n_errors = match baseline {
        Some(baseline) => n_unknown_errors(arguments, baseline, &site, &checked),
        None => counts.errors,
    };
    if n_errors == 0 {
        return Ok(Outcome::Clean);
    }
    let errors = plural(n_errors, "error");
    let _ = writeln!(
        io::stderr(),
        "{errors} in the descriptors: `descriptorium check {}` says where",
        arguments.folder.display()
    );
    Ok(Outcome::ErrorsFound)
}

/// What the search says of each descriptor, in the order of the site.
fn kept<'a>(
    site: &'a Site,
    documents: &'a Documents,
    found: &'a HashMap<&FilePath, Found>,
) -> Result<Vec<(&'a FilePath, &'a Kept)>, Failure> {
    let checked = site.descriptors().filter_map(|facts| Some((&facts.path, found.get(&facts.path)?)));
    let kept = checked.map(|(file, found)| Some((file, found.document.as_ref().or_else(|| documents.get(file))?)));
    let damaged =
        || Failure("what is known from the build before is damaged; `--clean` makes everything anew".to_owned());
    kept.collect::<Option<_>>().ok_or_else(damaged)
}

/// How many errors there are beyond those that the catalog knows. Its pages tell of all.
fn n_unknown_errors(arguments: &Arguments, baseline: Baseline, site: &Site, checked: &Checked) -> usize {
    let errors = site.all_findings(checked).filter(|found| found.severity == Severity::Error);
    let in_folder = |file: &str| arguments.folder.join(file).to_string_lossy().into_owned();
    let errors = errors.map(|found| Finding { file: in_folder(&found.file), ..found.clone() });
    baseline.rest(&[], errors.collect()).findings.len()
}

#[expect(clippy::vec_box, reason = "as the site holds them")]
fn site(arguments: &Arguments, source: &Source, facts: Vec<Box<Facts>>) -> Result<Site, Failure> {
    let settings = arguments.judging.stated().or(source.stated.clone()).settings();
    let names = facts.iter().filter_map(|facts| Some((facts.full_name()?.clone(), facts.path.clone())));
    let catalog = Arc::new(Catalog::of_names(names));
    let stated = source.stated.site.url.as_deref().filter(|_| arguments.base_url.is_none());
    let stated = stated.map(address::base).transpose();
    let stated = stated.map_err(|why| Failure(format!("the `url` of the site in `{}`: {why}", stated::FILE)))?;
    let base_url = arguments.base_url.clone().or(stated);
    let setting = Setting { served: false, modeller: arguments.modeller, base_url };
    Ok(Site::new(facts, catalog, settings, source.about.clone(), &source.problems, setting))
}

impl<'a> Checking<'a> {
    /// Checks a few descriptors, and writes those pages of them that are made of something else than those there are.
    fn check(&self, files: &[&'a FilePath]) -> Result<Vec<(&'a FilePath, Found)>, Failure> {
        let site = self.site;
        let versions = |file: &&FilePath| {
            let edition = site.facts(file).and_then(|facts| facts.edition.as_ref());
            site.versions(edition).iter().map(|entry| &entry.file)
        };
        let whole: BTreeSet<&FilePath> = files.iter().copied().chain(files.iter().flat_map(versions)).collect();
        let workspace = self.source.workspace(site, &whole, &ingredients::around(site, whole.iter().copied()))?;
        let (catalog, settings) = (Arc::clone(&site.catalog), site.settings.clone());
        let paths = files.iter().map(|file| (*file).clone());
        let analysis = Analysis::of_some(workspace, catalog, settings, paths);
        let checked = Checked::of(analysis, files.iter().copied());
        for group in files.iter().filter_map(|file| self.stale.get(file)).flatten() {
            for (path, page) in site.render_group(group, &checked) {
                self.out.write(path, page.as_bytes())?;
            }
        }
        let analysis = &checked.analysis;
        let documents: Vec<(&FilePath, Document)> = files
            .iter()
            .filter_map(|file| {
                let (facts, parsed) = (site.facts(file)?, analysis.file(file)?);
                Some((*file, pages::search::descriptor(site, facts, analysis, parsed)?))
            })
            .collect();
        let mut verdicts = checked.verdicts;
        let found = documents.into_iter().map(|(file, document)| {
            let (verdict, said) = (verdicts.remove(file).unwrap_or_default(), document.hash());
            let is_known = self.said.get(file) == Some(&said);
            (file, Found { verdict, said, document: (!is_known).then(|| self.documents.keep(document)) })
        });
        Ok(found.collect())
    }
}

/// The date that no other is told to be later than, so that a build elsewhere comes to the same: that of the sources as
/// <https://reproducible-builds.org/specs/source-date-epoch/> has it.
fn latest_date() -> Result<Option<SystemTime>, Failure> {
    const VARIABLE: &str = "SOURCE_DATE_EPOCH";
    let Some(text) = std::env::var_os(VARIABLE) else { return Ok(None) };
    let seconds = text.to_str().and_then(|text| text.trim().parse().ok());
    let date = seconds.and_then(|seconds| SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
    // Later ones have more digits than dates have.
    let date = date.filter(|_| seconds.is_some_and(|seconds| seconds < 253_402_300_800));
    date.map(Some)
        .ok_or_else(|| Failure(format!("`{VARIABLE}` is no number of seconds since 1970: {}", text.display())))
}

/// The addresses of all pages but that for missing ones.
fn sitemap(site: &Site, base: &str) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in site.paths().filter(|path| path.ends_with(".html") && *path != address::NOT_FOUND) {
        let url = html::Html::of(|html| html.text_only(&html::published(base, path)));
        text.push_str(&format!("<url><loc>{}</loc></url>\n", url.as_str()));
    }
    text.push_str("</urlset>\n");
    text
}
