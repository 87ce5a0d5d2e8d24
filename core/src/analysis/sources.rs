//! What a descriptor is made of: the files that have to go along when it is taken elsewhere.

use std::collections::BTreeSet;

use crate::analysis::Analysis;
use crate::assembly;
use crate::language::Descriptor;
use crate::text::FilePath;

impl Analysis {
    /// The files whose descriptors the one in `path` is made of, directly or through others; not `path` itself.
    pub fn builds_on(&self, path: &FilePath) -> Vec<FilePath> {
        let mut found = BTreeSet::from([path.clone()]);
        let mut queue = vec![path.clone()];
        while let Some(next) = queue.pop() {
            let Some(Descriptor::Assembly(descriptor)) = self.file(&next).and_then(|file| file.descriptor.as_ref())
            else {
                continue;
            };
            let parts = descriptor.composition.iter().chain(&descriptor.references);
            for of in parts.filter_map(|part| part.of.as_ref()) {
                let file = assembly::resolve(self.workspace(), self.catalog(), of).map(|(file, _)| file.path.clone());
                if let Some(file) = file
                    && found.insert(file.clone())
                {
                    queue.push(file);
                }
            }
        }
        found.remove(path);
        found.into_iter().collect()
    }
}
