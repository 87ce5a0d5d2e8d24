//! The search documents of descriptors, stored between builds in a file next to the store. Most builds change none of
//! them; the file is then neither read nor written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use descriptorium_core::text::FilePath;
use hashbrown::HashMap;
use smol_str::SmolStr;

use crate::command::build::codec::{Reader, Writer};
use crate::search::{Document, Kept, Packed, Terms};

/// The documents of the previous build, and the dictionary of all terms.
#[derive(Debug, Default)]
pub struct Documents {
    /// The file, if it exists.
    path: Option<PathBuf>,
    /// The contents, read on first use.
    known: OnceLock<EarlierDocuments>,
}

#[derive(Debug, Default)]
struct EarlierDocuments {
    of_file: HashMap<FilePath, Kept>,
    terms: Mutex<Terms>,
}

impl Documents {
    pub fn at(path: PathBuf) -> Self {
        Documents { path: Some(path), known: OnceLock::new() }
    }

    /// The stored document of a file; `None` if it is missing or damaged.
    pub fn get(&self, file: &FilePath) -> Option<&Kept> {
        self.known().of_file.get(file)
    }

    /// The compact form of a new or changed document.
    pub fn keep(&self, document: Document) -> Kept {
        document.kept(&self.known().terms)
    }

    pub fn terms(&self) -> MutexGuard<'_, Terms> {
        self.known().terms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self) -> &EarlierDocuments {
        self.known.get_or_init(|| {
            let bytes = self.path.as_ref().and_then(|path| fs::read(path).ok()).unwrap_or_default();
            EarlierDocuments::decode(&bytes).unwrap_or_default()
        })
    }

    /// Writes these documents to the file at `path`.
    pub fn write(&self, path: &Path, documents: &[(&FilePath, &Kept)]) -> io::Result<()> {
        let terms = self.terms();
        let mut writer = Writer::new(documents.len() * BYTES_OF_DOCUMENT);
        let numbers = numbers(&terms, documents);
        let is_kept = |at: usize| numbers.as_ref().is_none_or(|new| new[at].is_some());
        let texts = terms.texts().iter().enumerate().filter(|(at, _)| is_kept(*at));
        writer.list(texts, |writer, (_, text)| writer.text(text));
        writer.list(documents.iter(), |writer, (file, document)| {
            writer.text(file.as_str());
            writer.text(&document.kind);
            writer.text(&document.before);
            writer.text(&document.behind);
            let terms = numbers.as_deref().map(|numbers| {
                let terms = document.terms.iter();
                let number = |term: u32| *numbers.get(term as usize)?;
                terms.filter_map(|(term, weight)| Some((number(term)?, weight))).collect::<Packed>()
            });
            writer.bytes(terms.as_ref().unwrap_or(&document.terms).as_bytes());
        });
        writer.put(path)
    }
}

impl EarlierDocuments {
    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes)?;
        let terms = reader.list(|reader| reader.text().map(SmolStr::new))?;
        let of_file = reader.list(|reader| {
            let file = FilePath::new(reader.text()?)?;
            let [kind, before, behind] = [reader.string()?, reader.string()?, reader.string()?];
            Some((file, Kept { kind, before, behind, terms: Packed::of_bytes(reader.bytes()?.to_vec()) }))
        })?;
        Some(EarlierDocuments { of_file: of_file.into_iter().collect(), terms: Mutex::new(Terms::of(terms)) })
    }
}

/// Approximate serialized size of a document in bytes; a capacity hint.
const BYTES_OF_DOCUMENT: usize = 1_000;

/// New numbers for the terms, without those that no descriptor uses any more; `None` while there are few unused ones,
/// so that all keep their numbers.
fn numbers(terms: &Terms, documents: &[(&FilePath, &Kept)]) -> Option<Vec<Option<u32>>> {
    let mut numbers = vec![None; terms.texts().len()];
    for (term, _) in documents.iter().flat_map(|(_, document)| document.terms.iter()) {
        numbers.get_mut(term as usize).into_iter().for_each(|number| *number = Some(0));
    }
    let n_left = numbers.iter().flatten().count();
    if numbers.len() - n_left <= n_left / 4 {
        return None;
    }
    numbers.iter_mut().flatten().zip(0..).for_each(|(number, next)| *number = next);
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::build::codec;
    use crate::search::Weight;

    fn document(title: &str, words: &str) -> Document {
        let mut document = Document { title: title.to_owned(), kind: "resource".to_owned(), ..Document::default() };
        document.add(words, Weight::Prose);
        document.part("/properties", "a \"quoted\" part");
        document
    }

    /// The stored document of a file with its terms as words.
    fn in_words(documents: &Documents, kept: &Kept) -> (Vec<(SmolStr, Weight)>, [String; 3]) {
        let terms = documents.terms();
        let word = |(term, weight): (u32, Weight)| (terms.texts()[term as usize].clone(), weight);
        let mut words: Vec<(SmolStr, Weight)> = kept.terms.iter().map(word).collect();
        words.sort();
        (words, [kept.kind.clone(), kept.before.clone(), kept.behind.clone()])
    }

    /// The oracle is what was written.
    #[test]
    fn what_is_written_is_read_and_what_is_damaged_is_not() {
        let folder = std::env::temp_dir().join(format!("descriptorium-documents-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("documents");
        let before = Documents::default();
        // A term that is no longer used loses its number.
        before.keep(document("gone", "so many words that are nowhere else, and so they go away again, all of them"));
        let files = ["a/inner.yaml", "outer.yaml"].map(|file| FilePath::new(file).expect("a plain path"));
        let kept = ["plain words", "größe of words"].map(|words| before.keep(document(words, words)));
        let all: Vec<(&FilePath, &Kept)> = files.iter().zip(&kept).collect();
        before.write(&path, &all).expect("it can be written");

        let after = Documents::at(path.clone());
        for (file, kept) in &all {
            assert_eq!(in_words(&after, after.get(file).expect("it was kept")), in_words(&before, kept));
        }
        assert!(after.terms().texts().len() < before.terms().texts().len());
        codec::damage(&fs::read(&path).expect("it was written"), |bytes| EarlierDocuments::decode(bytes).is_some());
        assert!(Documents::at(folder.join("none")).get(&files[0]).is_none());
        fs::remove_dir_all(&folder).expect("it is there");
    }
}
