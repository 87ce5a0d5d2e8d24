//! What is known of the files of a catalog from the build before: a file beside the folder of the site. Without it, or
//! where it does not fit any more, everything is found out again; nothing else depends on it.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::language::Language;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::{NodePath, Step};
use descriptorium_core::text::{FilePath, Position, Span};
use smol_str::SmolStr;

use crate::finding::{Finding, Place};
use crate::folder::Stamp;
use crate::hash::{self, Hash};
use crate::pages::facts::{Facts, Part, Verdict};
use crate::pages::health::Coverage;
use crate::pages::{Name, codes};
use crate::search::{Kept, Packed, Terms};

/// What the name of the file ends with.
const ENDING: &str = "descriptorium-store";

/// What is known of one file.
#[derive(Clone, Debug)]
pub struct Record {
    pub stamp: Stamp,
    /// `None` for what is no descriptor.
    pub facts: Option<Facts>,
    pub outcome: Option<Outcome>,
}

/// What is written of one file: where it lies, its stamp, and of a descriptor the facts and what came of it, made of
/// what the hash stands for.
pub type Entry<'a> = (&'a FilePath, Stamp, Option<&'a Facts>, Option<(Hash, &'a Verdict, &'a Kept)>);

/// What came of a descriptor when it was checked.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it was made of then.
    pub of: Hash,
    pub verdict: Verdict,
    pub document: Kept,
}

/// What was known when a site was built.
#[derive(Debug, Default)]
pub struct Store {
    /// Stands for the folder of the catalog and for its project files, which complete others.
    pub projects: Hash,
    pub files: HashMap<FilePath, Record>,
    pub terms: Terms,
    /// The folders of the site that hold the pages of descriptors, when the last of these was written.
    pub folders: HashMap<String, Stamp>,
}

/// Where the store of the site in `out` lies: beside the folder, which is published.
pub fn beside(out: &Path) -> Option<PathBuf> {
    let out = out.canonicalize().ok()?;
    Some(out.parent()?.join(format!(".{}.{ENDING}", out.file_name()?.to_str()?)))
}

impl Store {
    /// The store at `path`; an empty one where there is none, it is damaged, or another program wrote it.
    pub fn read(path: &Path) -> Self {
        let bytes = fs::read(path).unwrap_or_default();
        Store::decode(&bytes).unwrap_or_default()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (sum, content) = bytes.split_at_checked(16)?;
        if hash::of(content).0 != sum {
            return None;
        }
        let mut reader = Reader { rest: content, codes: codes::all().map(|code| (code.code, code.code)).collect() };
        if reader.text()? != env!("DESCRIPTORIUM_PROGRAM_HASH") {
            return None;
        }
        let projects = reader.hash()?;
        let terms = reader.list(|reader| reader.text().map(SmolStr::new))?;
        let folders = reader.list(|reader| Some((reader.text()?.to_owned(), reader.stamp()?)))?;
        let files = reader.list(|reader| {
            let path = FilePath::new(reader.text()?)?;
            let stamp = reader.stamp()?;
            let facts = reader.option(|reader| reader.facts(&path))?;
            Some((path, Record { stamp, facts, outcome: reader.option(Reader::outcome)? }))
        })?;
        let terms = Terms::of(terms);
        Some(Store { projects, files: files.into_iter().collect(), terms, folders: folders.into_iter().collect() })
    }

    /// Puts `files` into the file at `path`. That it cannot be written costs time later on, and nothing else.
    pub fn write<'a>(
        path: &Path,
        projects: Hash,
        terms: &Terms,
        folders: &HashMap<String, Stamp>,
        files: &[Entry<'a>],
    ) {
        let mut writer = Writer { bytes: Vec::with_capacity(files.len() * BYTES_OF_FILE) };
        writer.bytes.resize(16, 0);
        writer.text(env!("DESCRIPTORIUM_PROGRAM_HASH"));
        writer.hash(projects);
        let numbers = numbers(terms, files);
        let kept =
            terms.texts().iter().enumerate().filter(|(at, _)| numbers.as_ref().is_none_or(|new| new[*at].is_some()));
        writer.list(kept, |writer, (_, text)| writer.text(text));
        writer.list(folders.iter(), |writer, (path, stamp)| {
            writer.text(path);
            writer.stamp(*stamp);
        });
        writer.list(files.iter(), |writer, (path, stamp, facts, outcome)| {
            writer.text(path.as_str());
            writer.stamp(*stamp);
            writer.option(*facts, |writer, facts| writer.facts(facts));
            writer.option(*outcome, |writer, outcome| writer.outcome(outcome, numbers.as_deref()));
        });
        let mut bytes = writer.bytes;
        let sum = bytes.get(16..).map(hash::of).unwrap_or_default();
        bytes.iter_mut().zip(sum.0).for_each(|(to, from)| *to = from);
        let draft = path.with_extension(format!("{ENDING}.tmp"));
        if fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, path)).is_err() {
            let _ = fs::remove_file(&draft);
        }
    }
}

/// How many bytes are written of one file, more or less.
const BYTES_OF_FILE: usize = 1_600;

/// The new numbers of terms, those that no descriptor has any more left out; `None` while these are few, and all keep
/// the numbers that they have.
fn numbers(terms: &Terms, files: &[Entry<'_>]) -> Option<Vec<Option<u32>>> {
    let mut numbers = vec![None; terms.texts().len()];
    for (term, _) in
        files.iter().filter_map(|(.., outcome)| *outcome).flat_map(|(_, _, document)| document.terms.iter())
    {
        numbers.get_mut(term as usize).into_iter().for_each(|number| *number = Some(0));
    }
    let n_left = numbers.iter().flatten().count();
    if numbers.len() - n_left <= n_left / 4 {
        return None;
    }
    numbers.iter_mut().flatten().zip(0..).for_each(|(number, next)| *number = next);
    Some(numbers)
}

struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// Seven bits a byte, the lowest first.
    fn number(&mut self, number: usize) {
        let mut rest = number;
        while rest >= 0x80 {
            self.bytes.push((rest & 0x7f) as u8 | 0x80);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len());
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn hash(&mut self, hash: Hash) {
        self.bytes.extend_from_slice(&hash.0);
    }

    fn stamp(&mut self, stamp: Stamp) {
        self.bytes.extend_from_slice(&stamp.to_bytes());
    }

    fn list<T>(&mut self, things: impl Iterator<Item = T>, each: impl Fn(&mut Writer, T)) {
        let things: Vec<T> = things.collect();
        self.number(things.len());
        things.into_iter().for_each(|thing| each(self, thing));
    }

    fn option<T>(&mut self, thing: Option<T>, write: impl Fn(&mut Writer, T)) {
        self.number(usize::from(thing.is_some()));
        thing.into_iter().for_each(|thing| write(self, thing));
    }

    fn path(&mut self, path: &NodePath) {
        // No component or reference stands in a list.
        let keys = path.steps().iter().filter_map(|step| match step {
            Step::Key(key) => Some(key),
            Step::Index(_) => None,
        });
        self.list(keys, |writer, key| writer.text(key));
    }

    fn full_name(&mut self, name: &DescriptorRef) {
        self.text(&name.kind);
        self.text(&name.name);
        self.text(&name.version);
    }

    fn facts(&mut self, facts: &Facts) {
        self.hash(facts.text);
        self.number(LANGUAGES.iter().position(|language| *language == facts.language).unwrap_or(LANGUAGES.len()));
        self.text(&facts.name.short);
        self.option(facts.name.version.as_deref(), Writer::text);
        self.text(&facts.name.full);
        self.option(facts.full_name.as_ref(), Writer::full_name);
        self.text(&facts.summary);
        self.option(facts.namespace.as_deref(), Writer::text);
        self.list(facts.metadata.iter(), |writer, (key, value)| {
            writer.text(key);
            writer.text(value);
        });
        self.option(facts.coverage, |writer, coverage| {
            writer.number(coverage.described);
            writer.number(coverage.all);
        });
        self.list(facts.parts.iter(), |writer, part| {
            writer.path(&part.path);
            writer.text(&part.name);
            writer.full_name(&part.of);
            writer.number(usize::from(part.in_range));
        });
    }

    fn outcome(&mut self, (of, verdict, document): (Hash, &Verdict, &Kept), numbers: Option<&[Option<u32>]>) {
        self.hash(of);
        self.list(verdict.findings.iter(), |writer, finding| {
            writer.text(&finding.file);
            writer.text(finding.code);
            writer.number(finding.severity as usize);
            writer.option(finding.place.as_ref(), |writer, place| {
                writer.number(place.start.line);
                writer.number(place.start.column);
                writer.number(place.end.line);
                writer.number(place.end.column);
            });
            writer.text(&finding.message);
            writer.option(finding.help.as_deref(), Writer::text);
        });
        self.list(verdict.missing.iter(), |writer, name| writer.text(name));
        self.text(&document.kind);
        self.text(&document.before);
        self.text(&document.behind);
        let terms = numbers.map(|numbers| {
            let terms = document.terms.iter();
            terms.filter_map(|(term, weight)| Some(((*numbers.get(term as usize)?)?, weight))).collect::<Packed>()
        });
        let terms = terms.as_ref().unwrap_or(&document.terms).as_bytes();
        self.number(terms.len());
        self.bytes.extend_from_slice(terms);
    }
}

const LANGUAGES: [Language; 5] =
    [Language::Assembly, Language::Resource, Language::Tosca, Language::Asd, Language::Homing];
const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

/// Reads what [`Writer`] wrote; `None` where it is none of that.
struct Reader<'a> {
    rest: &'a [u8],
    codes: HashMap<&'static str, &'static str>,
}

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(bytes)
    }

    fn number(&mut self) -> Option<usize> {
        let mut number = 0;
        for shift in (0..usize::BITS).step_by(7) {
            let (byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            number |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = self.number()?;
        std::str::from_utf8(self.bytes(length)?).ok()
    }

    fn string(&mut self) -> Option<String> {
        self.text().map(str::to_owned)
    }

    fn hash(&mut self) -> Option<Hash> {
        Some(Hash(self.bytes(16)?.try_into().ok()?))
    }

    fn stamp(&mut self) -> Option<Stamp> {
        Stamp::from_bytes(self.bytes(Stamp::BYTES)?)
    }

    fn list<T>(&mut self, each: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()?;
        // Nothing takes less than a byte, and what takes the most has not so many.
        let mut things = Vec::with_capacity(count.min(self.rest.len()).min(1 << 16));
        for _ in 0..count {
            things.push(each(self)?);
        }
        Some(things)
    }

    fn option<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Option<T>> {
        if self.number()? == 0 { Some(None) } else { read(self).map(Some) }
    }

    fn full_name(&mut self) -> Option<DescriptorRef> {
        let [kind, name, version] = [self.text()?, self.text()?, self.text()?].map(SmolStr::new);
        Some(DescriptorRef { kind, name, version })
    }

    fn facts(&mut self, path: &FilePath) -> Option<Facts> {
        Some(Facts {
            path: path.clone(),
            text: self.hash()?,
            language: *LANGUAGES.get(self.number()?)?,
            name: Name { short: self.string()?, version: self.option(Self::string)?, full: self.string()? },
            full_name: self.option(Self::full_name)?,
            summary: self.string()?,
            namespace: self.option(Self::string)?,
            metadata: self.list(|reader| Some((reader.string()?, reader.string()?)))?,
            coverage: self.option(|reader| Some(Coverage { described: reader.number()?, all: reader.number()? }))?,
            parts: self.list(|reader| {
                let keys = reader.list(Reader::text)?;
                let path = NodePath::keys(keys);
                let name = reader.string()?;
                Some(Part { path, name, of: reader.full_name()?, in_range: reader.number()? > 0 })
            })?,
        })
    }

    fn code(&mut self) -> Option<&'static str> {
        let code = self.text()?;
        self.codes.get(code).copied()
    }

    fn outcome(&mut self) -> Option<Outcome> {
        let of = self.hash()?;
        let findings = self.list(|reader| {
            Some(Finding {
                file: reader.string()?,
                code: reader.code()?,
                severity: *SEVERITIES.get(reader.number()?)?,
                place: reader.option(|reader| {
                    let mut position = || Some(Position { line: reader.number()?, column: reader.number()? });
                    let (start, end) = (position()?, position()?);
                    Some(Place { text: Arc::from(""), span: Span::default(), start, end })
                })?,
                message: reader.string()?,
                help: reader.option(Self::string)?,
                related: Vec::new(),
                fixes: Vec::new(),
            })
        })?;
        let missing = self.list(Self::string)?.into_iter().collect();
        let [kind, before, behind] = [self.string()?, self.string()?, self.string()?];
        let length = self.number()?;
        let terms = Packed::of_bytes(self.bytes(length)?.to_vec());
        Some(Outcome { of, verdict: Verdict { findings, missing }, document: Kept { kind, before, behind, terms } })
    }
}

#[cfg(test)]
mod tests {
    use descriptorium_core::analysis::Analysis;
    use descriptorium_core::rules::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;
    use std::sync::{Mutex, PoisonError};

    use crate::search::{Document, Weight};

    type Known = Option<(Facts, Verdict, Kept)>;

    const INNER: &str = "\
name: resource::inner::1.0
description: What is inside. More.
properties: {}
lifecycle: {Create: {}}
";
    const OUTER: &str = "\
name: assembly::outer::1.0
properties:
  unused: {type: string}
composition:
  in: {type: resource::inner::1.0}
  lost: {type: resource::lost::1.0}
  any: {dynamicType: \"{{ 'resource::inner::1.0' if x else 'resource::inner::[1.0,)' }}\"}
";

    const SERVICE: &str =
        "tosca_definitions_version: tosca_simple_yaml_1_2\nnamespace: org.example\nmetadata: {author: Somebody}\n";

    /// The oracle is what was written.
    #[test]
    fn what_is_written_is_read_and_what_is_damaged_is_not() {
        let files =
            [("a/inner.yaml", INNER), ("outer.yaml", OUTER), ("notes.yaml", "a: 1\n"), ("service.yaml", SERVICE)];
        let path = |path: &str| FilePath::new(path).expect("a plain path");
        let workspace = Workspace::new(files.map(|(name, text)| (path(name), text.to_owned())));
        let analysis = Analysis::new(workspace, Settings::default());
        let terms = Mutex::new(Terms::default());
        Document { title: "gone".to_owned(), ..Document::default() }.kept(&terms);
        let known: Vec<(FilePath, Known)> = analysis
            .workspace()
            .files()
            .map(|file| {
                let facts = Facts::of(file).map(|facts| {
                    let mut document = Document { title: facts.name.short.clone(), ..Document::default() };
                    document.add(&file.text, Weight::Prose);
                    document.part("/properties", "a \"quoted\" part");
                    (facts, Verdict::of(&analysis, &file.path), document.kept(&terms))
                });
                (file.path.clone(), facts)
            })
            .collect();
        let terms = terms.into_inner().unwrap_or_else(PoisonError::into_inner);
        assert!(
            known
                .iter()
                .flat_map(|(_, known)| known)
                .any(|(_, verdict, _)| !verdict.missing.is_empty() && !verdict.findings.is_empty())
        );
        let folder = std::env::temp_dir().join(format!("descriptorium-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let at = folder.join(".site.descriptorium-store");
        let stamp = Stamp::of_path(&folder).expect("a stamp");
        let entries: Vec<Entry<'_>> = known
            .iter()
            .map(|(path, known)| {
                let outcome = known.as_ref().map(|(_, verdict, document)| (hash::of(b"made of"), verdict, document));
                (path, stamp, known.as_ref().map(|(facts, ..)| facts), outcome)
            })
            .collect();
        let folders = HashMap::from([("resource/inner".to_owned(), stamp)]);
        Store::write(&at, hash::of(b"projects"), &terms, &folders, &entries);

        let store = Store::read(&at);
        assert_eq!((store.projects, &store.folders, store.files.len()), (hash::of(b"projects"), &folders, files.len()));
        for (path, known) in &known {
            let record = &store.files[path];
            assert_eq!((record.stamp, record.facts.as_ref()), (stamp, known.as_ref().map(|(facts, ..)| facts)));
            let Some((_, verdict, document)) = known else { continue };
            let outcome = record.outcome.as_ref().expect("it was checked");
            let told = |verdict: &Verdict| {
                let found = verdict.findings.iter().map(crate::finding::json::finding).map(|mut found| {
                    found["fixes"].take();
                    found
                });
                (found.collect::<Vec<_>>(), verdict.missing.clone())
            };
            assert_eq!(told(&outcome.verdict), told(verdict));
            let words = |terms: &Terms, document: &Kept| {
                let mut words: Vec<(SmolStr, Weight)> = document
                    .terms
                    .iter()
                    .map(|(term, weight)| (terms.texts()[term as usize].clone(), weight))
                    .collect();
                words.sort();
                (words, document.kind.clone(), document.before.clone(), document.behind.clone())
            };
            assert_eq!(words(&store.terms, &outcome.document), words(&terms, document));
        }

        let bytes = fs::read(&at).expect("it was written");
        let is_empty = |bytes: &[u8]| Store::decode(bytes).is_none();
        for at in (0..bytes.len()).step_by(7) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(is_empty(&damaged) && is_empty(&bytes[..at]), "{at}");
        }
        // Sound as a whole, and yet none of ours.
        for at in (16..bytes.len()).step_by(5) {
            let mut strange = bytes.clone();
            strange[at] = 0xff;
            let sum = hash::of(&strange[16..]);
            strange[..16].copy_from_slice(&sum.0);
            let _ = Store::decode(&strange);
        }
        fs::remove_dir_all(&folder).expect("it is there");
    }
}
