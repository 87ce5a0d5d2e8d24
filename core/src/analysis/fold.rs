//! Expands nested assemblies and charts in place and collapses frames in the diagram of a file.

use crate::analysis::Analysis;
use crate::scene::fold::{closes, fold, split};
use crate::scene::{self, Scene};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::topology::foreign;

impl Analysis {
    /// The diagram of `file` with these boxes toggled: nested assemblies and charts are expanded in place, frames are
    /// collapsed. Skips boxes that are missing or empty.
    pub fn folded(&self, file: &FilePath, scene: &Scene, turned: &SortedSet<NodePath>) -> Scene {
        let mut inside: SortedMap<NodePath, SortedSet<NodePath>> = SortedMap::new();
        let mut own = SortedSet::new();
        for path in turned {
            match split(path) {
                Some((outer, inner)) => {
                    inside.entry(outer).or_default().insert(inner);
                }
                None => {
                    own.insert(path);
                }
            }
        }
        let mut opened = Vec::new();
        let mut closed = Vec::new();
        for found in scene.boxes.iter().filter(|found| own.contains(&found.path)) {
            if closes(found) {
                closed.push(found.path.clone());
            } else if let Some((of, inner)) = self.nested(file, &found.path) {
                let inner = match of.zip(inside.get(&found.path)) {
                    Some((of, turned)) => self.folded(&of, &inner, turned),
                    None => inner,
                };
                opened.push((found.path.clone(), inner));
            }
        }
        fold(scene, &opened, &closed)
    }

    /// Whether the box at `path` can be expanded in place: a nested assembly with components, or a chart.
    pub fn opens_in_place(&self, file: &FilePath, path: &NodePath) -> bool {
        let Some((file, path)) = self.origin(file, path) else { return false };
        let of = self.nested_file(&file, &path).and_then(|of| self.file(&of));
        match of {
            Some(of) => of.language.is_some_and(|language| (language.semantics().has_parts)(of)),
            None => self.served(&file).is_some_and(|(context, services)| (services.inside.opens)(context, &path)),
        }
    }

    /// The file and path that a box or connection of the diagram of `file` comes from: contents of an expanded box
    /// belong to another file, and so do foreign boxes.
    pub fn origin(&self, file: &FilePath, path: &NodePath) -> Option<(FilePath, NodePath)> {
        let (mut file, mut path) = foreign::split(path).unwrap_or_else(|| (file.clone(), path.clone()));
        while let Some((outer, inner)) = split(&path) {
            (file, path) = (self.nested_file(&file, &outer)?, inner);
        }
        Some((file, path))
    }

    /// The diagram inside a box, and its file if it is that of another descriptor.
    fn nested(&self, file: &FilePath, path: &NodePath) -> Option<(Option<FilePath>, Scene)> {
        let of = self.nested_file(file, path);
        let topology = match &of {
            Some(of) => self.topology(of)?,
            None => {
                let (context, services) = self.served(file)?;
                (services.inside.draw)(context, path)?
            }
        };
        Some((of, scene::layout(&topology, None)))
    }

    fn nested_file(&self, file: &FilePath, path: &NodePath) -> Option<FilePath> {
        let file = self.file(file)?;
        (file.language?.semantics().nested)(self.context(file), path)
    }
}
