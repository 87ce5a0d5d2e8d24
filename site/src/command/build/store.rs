//! The build cache: the results of the previous build, in a file next to the output folder. If it is missing or does
//! not match, everything is computed again with the same result.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::identity::{Identifier, Identifiers, Scheme};
use descriptorium_core::language::Language;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::{NodePath, Step};
use descriptorium_core::text::{FilePath, Position, Span};
use descriptorium_core::tosca::type_uses::Relation;
use hashbrown::HashMap;
use smol_str::SmolStr;

use crate::command::build::codec::{Reader, Writer};
use crate::command::build::documents::Documents;
use crate::finding::{Finding, Location};
use crate::folder::Stamp;
use crate::folder::listing::{Folders, Inside, Kind};
use crate::hash::Hash;
use crate::pages::facts::{Definition, Facts, Import, Named, NamedFile, Requirement, TypeUse, Verdict};
use crate::pages::health::Coverage;
use crate::pages::{Name, codes};
use crate::search::Kept;

/// The suffix of the cache file, and that of the file with the search documents.
const ENDING: &str = "descriptorium-store";
const DOCUMENTS: &str = "descriptorium-documents";

/// The cached data about a file.
#[derive(Clone, Debug)]
pub struct Record {
    pub stamp: Stamp,
    /// `None` if it is not a descriptor.
    pub facts: Option<Box<Facts>>,
    pub outcome: Option<Outcome>,
}

/// The serialized data about a file: path, stamp, and for a descriptor the facts, the fingerprint, the findings and the
/// hash of the search document.
pub type Entry<'a> = (&'a FilePath, Stamp, Option<&'a Facts>, Option<(Hash, &'a Verdict, Hash)>);

/// The serialized data about a catalog and its site, in the order of the fields of [`Store`].
#[derive(Clone, Copy, Debug)]
pub struct StoredCatalog<'a> {
    pub place: Hash,
    pub projects: Hash,
    pub sources: &'a Folders,
    pub files: &'a [Entry<'a>],
    pub folders: &'a HashMap<String, Stamp>,
}

/// The result of checking a descriptor.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Its fingerprint at that time.
    pub of: Hash,
    pub verdict: Verdict,
    /// The hash of its search document.
    pub document: Hash,
}

/// The results of a build.
#[derive(Debug, Default)]
pub struct Store {
    /// A hash of the location of the catalog.
    pub place: Hash,
    /// A hash of the project files, which complete other files.
    pub projects: Hash,
    /// The entries of the folder and its subfolders.
    pub sources: Folders,
    pub files: HashMap<FilePath, Record>,
    /// The stamps of the output folders with pages of descriptors, after the last page was written.
    pub folders: HashMap<String, Stamp>,
    pub documents: Documents,
}

/// The path of the cache for the site in `out`: next to that folder, since the folder is published.
pub fn beside(out: &Path) -> Option<PathBuf> {
    let out = out.canonicalize().ok()?;
    Some(out.parent()?.join(format!(".{}.{ENDING}", out.file_name()?.to_str()?)))
}

impl Store {
    /// The cache at `path`; empty if it does not exist, is damaged, or was written by another program.
    pub fn read(path: &Path) -> Self {
        let bytes = fs::read(path).unwrap_or_default();
        let (mut store, documents) = Store::decode(&bytes).unwrap_or_default();
        let beside = path.with_extension(DOCUMENTS);
        if !Stamp::of_path(&beside).is_ok_and(|stamp| stamp == documents) {
            return Store::default();
        }
        store.documents = Documents::at(beside);
        store
    }

    /// The cache without the documents, and the stamp of their file.
    fn decode(bytes: &[u8]) -> Option<(Self, Stamp)> {
        let mut reader = Reader::new(bytes)?;
        let codes: HashMap<&str, &'static str> = codes::all().map(|code| (code.code, code.code)).collect();
        let (place, projects) = (reader.hash()?, reader.hash()?);
        let sources = reader.list(|reader| Some((reader.string()?, inside(reader)?)))?;
        let documents = stamp(&mut reader)?;
        let folders = reader.list(|reader| Some((reader.string()?, stamp(reader)?)))?;
        let files = reader.list(|reader| {
            let path = FilePath::new(reader.text()?)?;
            let stamp = stamp(reader)?;
            let facts = reader.option(|reader| facts(reader, &path).map(Box::new))?;
            Some((path, Record { stamp, facts, outcome: reader.option(|reader| outcome(reader, &codes))? }))
        })?;
        let store = Store {
            place,
            projects,
            sources: sources.into_iter().collect(),
            files: files.into_iter().collect(),
            folders: folders.into_iter().collect(),
            documents: Documents::default(),
        };
        Some((store, documents))
    }

    /// Writes the cache to `path`, and new `documents` next to it. A failure only makes the next build slower.
    pub fn write(&self, path: &Path, known: &StoredCatalog<'_>, documents: Option<&[(&FilePath, &Kept)]>) {
        let beside = path.with_extension(DOCUMENTS);
        let written = documents.map_or(Ok(()), |documents| self.documents.write(&beside, documents));
        let Ok(documents) = written.and_then(|()| Stamp::of_path(&beside)) else {
            // The old cache would not match the pages any more.
            let _ = fs::remove_file(path);
            return;
        };
        let mut writer = Writer::new(known.files.len() * BYTES_OF_FILE);
        writer.plain(known.place);
        writer.plain(known.projects);
        writer.list(known.sources.iter(), |writer, (path, inside)| {
            writer.text(path);
            writer.plain(inside.stamp.to_bytes());
            writer.list(inside.entries.iter(), |writer, (name, kind)| {
                writer.text(name);
                writer.number(usize::from(*kind == Kind::Folder));
            });
        });
        writer.plain(documents.to_bytes());
        writer.list(known.folders.iter(), |writer, (path, stamp)| {
            writer.text(path);
            writer.plain(stamp.to_bytes());
        });
        writer.list(known.files.iter(), |writer, (path, stamp, facts, outcome)| {
            writer.text(path.as_str());
            writer.plain(stamp.to_bytes());
            writer.option(*facts, write_facts);
            writer.option(*outcome, write_outcome);
        });
        if writer.put(path).is_err() {
            let _ = fs::remove_file(path);
        }
    }
}

/// The tags of path segments.
const KEY: usize = 0;
const INDEX: usize = 1;

/// Approximate serialized size of a file's data in bytes; a capacity hint.
const BYTES_OF_FILE: usize = 700;

fn write_path(writer: &mut Writer, path: &NodePath) {
    writer.list(path.steps().iter(), |writer, step| match step {
        Step::Key(key) => {
            writer.number(KEY);
            writer.text(key);
        }
        Step::Index(index) => {
            writer.number(INDEX);
            writer.number(*index);
        }
    });
}

fn write_full_name(writer: &mut Writer, name: &DescriptorRef) {
    writer.text(&name.kind);
    writer.text(&name.name);
    writer.text(&name.version);
}

fn write_facts(writer: &mut Writer, facts: &Facts) {
    writer.plain(facts.text);
    writer.number(Language::ALL.iter().position(|language| *language == facts.language).unwrap_or(Language::ALL.len()));
    writer.text(&facts.name.short);
    writer.option(facts.name.version.as_deref(), Writer::text);
    writer.text(&facts.name.full);
    writer.option(facts.edition.as_ref(), write_full_name);
    writer.text(&facts.summary);
    writer.option(facts.namespace.as_deref(), Writer::text);
    writer.list(facts.metadata.iter(), |writer, (key, value)| {
        writer.text(key);
        writer.text(value);
    });
    writer.option(facts.coverage, |writer, coverage| {
        writer.number(coverage.described);
        writer.number(coverage.all);
    });
    writer.list(facts.type_uses.iter(), |writer, part| {
        write_path(writer, &part.path);
        writer.text(&part.name);
        write_full_name(writer, &part.of);
        writer.number(usize::from(part.in_range));
    });
    writer.list(facts.imports.iter(), |writer, path| writer.text(path.as_str()));
    writer.list(facts.stated_imports.iter(), |writer, import| {
        writer.text(&import.written);
        writer.option(import.file.as_ref().map(FilePath::as_str), Writer::text);
        writer.option(import.prefix.as_deref(), Writer::text);
        writer.option(import.namespace.as_deref(), Writer::text);
    });
    writer.list(facts.files.iter(), |writer, named| {
        write_path(writer, &named.path);
        writer.text(named.file.as_str());
    });
    writer.list(facts.links.iter(), |writer, path| writer.text(path.as_str()));
    writer.list(facts.peers.iter(), |writer, one| writer.text(one));
    writer.option(facts.tosca_version.as_deref(), Writer::text);
    writer.list(facts.definitions.iter(), |writer, definition| {
        writer.text(&definition.section);
        writer.text(&definition.name);
        write_path(writer, &definition.path);
        writer.text(&definition.summary);
        writer.option(definition.base.as_deref(), Writer::text);
        writer.list(definition.offers.iter(), |writer, (name, of)| {
            writer.text(name);
            writer.text(of);
        });
        writer.list(definition.requires.iter(), |writer, requirement| {
            writer.text(&requirement.name);
            writer.option(requirement.capability.as_deref(), Writer::text);
            writer.option(requirement.node.as_deref(), Writer::text);
        });
        writer.list(definition.sources.iter(), |writer, name| writer.text(name));
    });
    writer.list(facts.named.iter(), |writer, named| {
        writer.text(&named.section);
        writer.text(&named.name);
        writer.number(named.relation as usize);
        write_path(writer, &named.by);
    });
    write_identifiers(writer, &facts.identifiers.defined);
    write_identifiers(writer, &facts.identifiers.named);
}

fn write_identifiers(writer: &mut Writer, identifiers: &[Identifier]) {
    writer.list(identifiers.iter(), |writer, one| {
        writer.number(one.scheme as usize);
        writer.text(&one.text);
        write_path(writer, &one.path);
        writer.number(one.span.start as usize);
        writer.number(one.span.end as usize);
    });
}

fn write_outcome(writer: &mut Writer, (of, verdict, document): (Hash, &Verdict, Hash)) {
    writer.plain(of);
    writer.list(verdict.findings.iter(), |writer, finding| {
        writer.text(&finding.file);
        writer.text(finding.code);
        writer.number(finding.severity as usize);
        writer.option(finding.place.as_ref(), |writer, place| {
            writer.number(place.start.line);
            writer.number(place.start.column);
            writer.number(place.end.line);
            writer.number(place.end.column);
            writer.number(place.characters.0);
            writer.number(place.characters.1);
        });
        writer.text(&finding.message);
        writer.option(finding.help.as_deref(), Writer::text);
    });
    writer.list(verdict.missing.iter(), |writer, name| writer.text(name));
    writer.plain(document);
}

const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

fn full_name(reader: &mut Reader<'_>) -> Option<DescriptorRef> {
    let [kind, name, version] = [reader.text()?, reader.text()?, reader.text()?].map(SmolStr::new);
    Some(DescriptorRef { kind, name, version })
}

fn facts(reader: &mut Reader<'_>, path: &FilePath) -> Option<Facts> {
    Some(Facts {
        path: path.clone(),
        text: reader.hash()?,
        language: *Language::ALL.get(reader.number()?)?,
        name: Name { short: reader.string()?, version: reader.option(Reader::string)?, full: reader.string()? },
        edition: reader.option(full_name)?,
        summary: reader.string()?,
        namespace: reader.option(Reader::string)?,
        metadata: reader.list(|reader| Some((reader.string()?, reader.string()?)))?,
        coverage: reader.option(|reader| Some(Coverage { described: reader.number()?, all: reader.number()? }))?,
        type_uses: reader.list(|reader| {
            let path = path_in_file(reader)?;
            let name = reader.string()?;
            Some(TypeUse { path, name, of: full_name(reader)?, in_range: reader.number()? > 0 })
        })?,
        imports: reader.list(|reader| FilePath::new(reader.text()?))?,
        stated_imports: reader.list(|reader| {
            let written = reader.string()?;
            let file = reader.option(Reader::text)?.map(FilePath::new);
            // A path that is not plain is damaged.
            let file = file.map_or(Some(None), |file| file.map(Some))?;
            Some(Import {
                written,
                file,
                prefix: reader.option(Reader::string)?,
                namespace: reader.option(Reader::string)?,
            })
        })?,
        files: reader
            .list(|reader| Some(NamedFile { path: path_in_file(reader)?, file: FilePath::new(reader.text()?)? }))?,
        links: reader.list(|reader| FilePath::new(reader.text()?))?,
        peers: reader.list(Reader::string)?,
        tosca_version: reader.option(Reader::string)?,
        definitions: reader.list(|reader| {
            Some(Definition {
                section: reader.string()?,
                name: reader.string()?,
                path: path_in_file(reader)?,
                summary: reader.string()?,
                base: reader.option(Reader::string)?,
                offers: reader.list(|reader| Some((reader.string()?, reader.string()?)))?,
                requires: reader.list(|reader| {
                    let (name, capability) = (reader.string()?, reader.option(Reader::string)?);
                    Some(Requirement { name, capability, node: reader.option(Reader::string)? })
                })?,
                sources: reader.list(Reader::string)?,
            })
        })?,
        named: reader.list(|reader| {
            let (section, name) = (reader.string()?, reader.string()?);
            let relation = *Relation::ALL.get(reader.number()?)?;
            Some(Named { section, name, relation, by: path_in_file(reader)? })
        })?,
        identifiers: Identifiers { defined: identifiers(reader)?, named: identifiers(reader)? },
    })
}

fn identifiers(reader: &mut Reader<'_>) -> Option<Vec<Identifier>> {
    reader.list(|reader| {
        let scheme = *Scheme::ALL.get(reader.number()?)?;
        let (text, path) = (SmolStr::new(reader.text()?), path_in_file(reader)?);
        Some(Identifier { scheme, text, path, span: Span::new(reader.number()?, reader.number()?) })
    })
}

fn path_in_file(reader: &mut Reader<'_>) -> Option<NodePath> {
    let steps = reader.list(|reader| match reader.number()? {
        KEY => Some(Step::Key(reader.text()?.into())),
        INDEX => Some(Step::Index(reader.number()?)),
        _ => None,
    })?;
    Some(steps.into_iter().collect())
}

fn outcome(reader: &mut Reader<'_>, codes: &HashMap<&str, &'static str>) -> Option<Outcome> {
    let of = reader.hash()?;
    let findings = reader.list(|reader| {
        Some(Finding {
            file: reader.string()?,
            code: codes.get(reader.text()?).copied()?,
            severity: *SEVERITIES.get(reader.number()?)?,
            place: reader.option(|reader| {
                let mut position = || Some(Position { line: reader.number()?, column: reader.number()? });
                let (start, end) = (position()?, position()?);
                let characters = (reader.number()?, reader.number()?);
                Some(Location { text: Arc::from(""), span: Span::default(), start, end, characters })
            })?,
            message: reader.string()?,
            help: reader.option(Reader::string)?,
            related: Vec::new(),
            fixes: Vec::new(),
        })
    })?;
    let missing = reader.list(Reader::string)?.into_iter().collect();
    Some(Outcome { of, verdict: Verdict { findings, missing }, document: reader.hash()? })
}

fn inside(reader: &mut Reader<'_>) -> Option<Inside> {
    let stamp = stamp(reader)?;
    let entries = reader.list(|reader| {
        let name = reader.string()?;
        Some((name, if reader.number()? > 0 { Kind::Folder } else { Kind::File }))
    })?;
    Some(Inside { stamp, entries })
}

fn stamp(reader: &mut Reader<'_>) -> Option<Stamp> {
    Stamp::from_bytes(reader.plain(Stamp::BYTES)?)
}

#[cfg(test)]
mod tests {
    use descriptorium_core::analysis::Analysis;
    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;
    use crate::command::build::codec;
    use crate::hash;

    type Recorded = Option<(Facts, Verdict)>;

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

    const SERVICE: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\nnamespace: org.example\n\
metadata: {template_author: Somebody, template_name: web, template_version: 1.0}\n";

    /// The oracle is what was written.
    #[test]
    fn what_is_written_is_read_and_what_is_damaged_is_not() {
        let files =
            [("a/inner.yaml", INNER), ("outer.yaml", OUTER), ("notes.yaml", "a: 1\n"), ("service.yaml", SERVICE)];
        let path = |path: &str| FilePath::new(path).expect("a plain path");
        let workspace = Workspace::new(files.map(|(name, text)| (path(name), text.to_owned())));
        let analysis = Analysis::new(workspace, Settings::default());
        let known: Vec<(FilePath, Recorded)> = analysis
            .workspace()
            .files()
            .map(|file| {
                let facts = Facts::of(file).map(|mut facts| {
                    let path = NodePath::keys(["node_types", "a"]).index(7).key("b");
                    let (section, name) = ("node_types".to_owned(), "a".to_owned());
                    facts.named = vec![Named { section, name, relation: Relation::Offers, by: path.clone() }];
                    facts.tosca_version = Some("tosca_simple_yaml_1_3".into());
                    facts.stated_imports = vec![Import {
                        written: "types/base.yaml".into(),
                        file: FilePath::new("types/base.yaml"),
                        prefix: Some("b".into()),
                        namespace: None,
                    }];
                    let script = FilePath::new("scripts/run.sh").expect("a plain path");
                    facts.links = vec![script.clone()];
                    facts.peers = vec!["asdId a".into()];
                    facts.files = vec![NamedFile { path: path.clone(), file: script }];
                    facts.definitions = vec![Definition {
                        section: "node_types".into(),
                        name: "a".into(),
                        path,
                        summary: "Runs things.".into(),
                        base: Some("b".into()),
                        offers: vec![("feed".into(), "c".into())],
                        requires: vec![Requirement { name: "host".into(), capability: Some("d".into()), node: None }],
                        sources: vec!["e".into()],
                    }];
                    (facts, Verdict::of(&analysis, &file.path))
                });
                (file.path.clone(), facts)
            })
            .collect();
        assert!(
            known
                .iter()
                .flat_map(|(_, known)| known)
                .any(|(_, verdict)| !verdict.missing.is_empty() && !verdict.findings.is_empty())
        );
        let folder = std::env::temp_dir().join(format!("descriptorium-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let at = folder.join(".site.descriptorium-store");
        let stamp = Stamp::of_path(&folder).expect("a stamp");
        let entries: Vec<Entry<'_>> = known
            .iter()
            .map(|(path, known)| {
                let outcome = known.as_ref().map(|(_, verdict)| (hash::of(b"made of"), verdict, hash::of(b"said")));
                (path, stamp, known.as_ref().map(|(facts, _)| facts), outcome)
            })
            .collect();
        let folders = HashMap::from([("resource/inner".to_owned(), stamp)]);
        let entries_of_root = vec![("a".to_owned(), Kind::Folder), ("outer.yaml".to_owned(), Kind::File)];
        let sources = Folders::from([(String::new(), Inside { stamp, entries: entries_of_root })]);
        let (place, projects) = (hash::of(b"place"), hash::of(b"projects"));
        let all = StoredCatalog { place, projects, sources: &sources, files: &entries, folders: &folders };
        Store::default().write(&at, &all, Some(&[]));

        let store = Store::read(&at);
        assert_eq!((store.place, store.projects, store.files.len()), (place, projects, files.len()));
        assert_eq!((&store.sources, &store.folders), (&sources, &folders));
        for (path, known) in &known {
            let record = &store.files[path];
            assert_eq!((record.stamp, record.facts.as_deref()), (stamp, known.as_ref().map(|(facts, _)| facts)));
            let Some((_, verdict)) = known else { continue };
            let outcome = record.outcome.as_ref().expect("it was checked");
            let comparable = |verdict: &Verdict| {
                let found = verdict.findings.iter().map(crate::finding::json::finding).map(|mut found| {
                    found["fixes"].take();
                    found
                });
                (found.collect::<Vec<_>>(), verdict.missing.clone())
            };
            assert_eq!(comparable(&outcome.verdict), comparable(verdict));
            assert_eq!((outcome.of, outcome.document), (hash::of(b"made of"), hash::of(b"said")));
        }

        codec::damage(&fs::read(&at).expect("it was written"), |bytes| Store::decode(bytes).is_some());
        // The two files must match.
        fs::remove_file(at.with_extension(DOCUMENTS)).expect("it was written");
        assert!(Store::read(&at).files.is_empty());
        fs::remove_dir_all(&folder).expect("it is there");
    }
}
