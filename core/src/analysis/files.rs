//! Files and the descriptors in them: names and folders of new files, renaming, and dependent files.

use crate::analysis::Analysis;
use crate::edit::{Change, EditError, FileChange};
use crate::editing::layout;
use crate::naming::Naming;
use crate::package;
use crate::sorted_map::SortedMap;
use crate::sorting::Sorting;
use crate::symbol::DescriptorRef;
use crate::syntax::NodePath;
use crate::syntax::patch::Draft;
use crate::text::FilePath;
use crate::workspace::SourceFile;

impl Analysis {
    /// The folder for a descriptor of this kind: that of `beside` if it is of the same kind, otherwise the one with
    /// most of them; empty for the root.
    pub fn folder_for(&self, kind: &str, beside: Option<&FilePath>) -> String {
        let own = beside.and_then(|path| self.file(path)?.defines());
        if own.is_none_or(|own| own.kind != kind) {
            let mut folders: SortedMap<&str, usize> = SortedMap::new();
            for entry in self.catalog().entries().filter(|entry| entry.name.kind == kind) {
                *folders.entry(entry.file.folder()).or_default() += 1;
            }
            if let Some((folder, _)) = folders.into_iter().rev().max_by_key(|(_, count)| *count) {
                return folder.to_owned();
            }
        }
        beside.map_or(String::new(), |path| path.folder().to_owned())
    }

    /// The naming convention of a folder, or that of the whole workspace if the folder has none.
    pub fn naming(&self, folder: &str) -> Naming {
        let all: Vec<_> = self.catalog().entries().map(|entry| (entry.file.stem(), &entry.name)).collect();
        let here = self.catalog().entries().filter(|entry| entry.file.folder() == folder);
        let here: Vec<_> = here.map(|entry| (entry.file.stem(), &entry.name)).collect();
        Naming::most(&here, &all)
    }

    /// The file for a new descriptor next to an existing one.
    pub fn file_for(&self, of: &DescriptorRef, beside: Option<&FilePath>) -> Option<FilePath> {
        let folder = self.folder_for(&of.kind, beside);
        FilePath::in_folder(&folder, &format!("{}.yaml", self.naming(&folder).stem(of)))
    }

    /// The new name of a file that was named after its descriptor `before`; `None` if it was not, or already has the
    /// new name.
    pub fn renamed_after(&self, path: &FilePath, before: &DescriptorRef) -> Option<FilePath> {
        let now = self.file(path)?.defines()?;
        let stem = Naming::of(path.stem(), before)?.stem(now);
        let extension = path.name().strip_prefix(path.stem())?;
        (stem != path.stem()).then(|| FilePath::in_folder(path.folder(), &format!("{stem}{extension}"))).flatten()
    }

    /// Why a file cannot have this path; `None` if it can.
    pub fn path_refusal(&self, path: &str) -> Option<String> {
        let Some(path) = FilePath::new(path).filter(|path| path.as_str().split('/').all(package::is_portable)) else {
            return Some("this file name is not valid on every operating system".to_owned());
        };
        if !package::is_catalog_path(&path) {
            return Some(
                "use a name that ends with `.yaml`, `.yml`, `.tosca`, `.json` or `.csv`, in a folder that is not hidden"
                    .to_owned(),
            );
        }
        let lower = path.as_str().to_lowercase();
        // Some file systems ignore case.
        let other = self.workspace().files().find(|file| file.path.as_str().to_lowercase() == lower)?;
        Some(format!("`{}` already exists", other.path))
    }

    /// The other files that name this one by path.
    pub fn importers(&self, path: &FilePath) -> Vec<FilePath> {
        let files = self.workspace().files().filter(|file| file.path != *path);
        let workspace = self.workspace();
        let names =
            |file: &SourceFile| workspace.named_files(file).iter().any(|(.., named)| named.as_ref() == Some(path));
        files.filter(|file| names(file)).map(|file| file.path.clone()).collect()
    }

    /// Renames a file: updates all files that name it by path, and its own relative paths. Fails if one of them cannot
    /// be edited.
    pub fn file_renamed(&self, from: &FilePath, to: &FilePath) -> Result<Change, EditError> {
        let files = vec![FileChange::Rename { from: from.clone(), to: to.clone() }];
        let mut change = Change { title: format!("Rename {from} to {to}"), files, ..Change::default() };
        for file in self.workspace().files() {
            let is_own = file.path == *from;
            let folder = if is_own { to.folder() } else { file.path.folder() };
            let goes_on = |named: &FilePath| is_own && folder != from.folder() && self.file(named).is_some();
            let places = file.named_files().into_iter().filter_map(|(at, written, named)| {
                let named = named?;
                let target = if named == *from { to } else { Some(&named).filter(|named| goes_on(named))? };
                Some((at, written_as(written, &target.relative_to(folder))))
            });
            let places: Vec<(NodePath, String)> = places.collect();
            if places.is_empty() {
                continue;
            }
            let mut draft = Draft::new(&file.text);
            for (at, path) in places {
                draft.replace(&at, &path.into())?;
            }
            change.edits.insert(file.path.clone(), draft.finish());
        }
        change.edits.retain(|_, edit| !edit.is_empty());
        if let Some(layout) = self.layout_of(from)
            && let Some(new) = layout::file_named(to, layout.stem() == format!("{}.layout", from.name()))
            && self.file(&new).is_none()
        {
            change.files.push(FileChange::Rename { from: layout, to: new });
        }
        Ok(change)
    }

    /// The file changes that delete a file and its layout file.
    pub fn file_deleted(&self, path: &FilePath) -> Vec<FileChange> {
        let layout = self.layout_of(path).into_iter();
        std::iter::once(path.clone()).chain(layout).map(|path| FileChange::Delete { path }).collect()
    }

    /// The layout file of the descriptor in a file, if there is one.
    fn layout_of(&self, path: &FilePath) -> Option<FilePath> {
        self.file(path)?.language?;
        layout::file_of(self.workspace(), path).filter(|layout| self.file(layout).is_some())
    }

    /// The files that refer to the descriptor in this one: descriptors with components or references of it, and
    /// intents.
    pub fn users(&self, path: &FilePath) -> Vec<FilePath> {
        let whole = self.symbols(path).into_iter().find(|symbol| symbol.path.is_root());
        let intents = whole
            .zip(self.served(path))
            .map_or(Vec::new(), |(whole, (context, services))| (services.rename.also_named)(context, &whole));
        let mut users = self.used_by(path);
        users.extend(intents.into_iter().map(|(file, _)| file));
        users.order();
        users.dedup();
        users
    }
}

/// The path in the same style as the previous one: with a leading `./` if that had one.
fn written_as(before: &str, path: &str) -> String {
    if before.starts_with("./") && !path.starts_with("../") { format!("./{path}") } else { path.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::example;
    use crate::settings::Settings;
    use crate::workspace::Workspace;

    fn path(name: &str) -> FilePath {
        FilePath::new(name).expect("a plain path")
    }

    fn name(text: &str) -> DescriptorRef {
        DescriptorRef::parse(text).expect("a full name")
    }

    fn analysis() -> Analysis {
        let files = [
            (
                "assemblies/video-1.0.yaml",
                "name: assembly::n.video::1.0\ncomposition:\n  a: {type: 'resource::n.dns_record::1.0'}\n",
            ),
            ("resources/dns-record-1.0.yaml", "name: resource::n.dns_record::1.0\n"),
            ("resources/cache-1.0.yaml", "name: resource::n.cache::1.0\n"),
            ("intents/x.yaml", "assemblyName: x\ndescriptorName: assembly::n.video::1.0\n"),
        ];
        let files = files.map(|(name, text)| (path(name), text.to_owned()));
        Analysis::new(Workspace::new(files), Settings::default())
    }

    #[test]
    fn a_new_descriptor_follows_the_folder_and_naming_of_its_kind() {
        let analysis = analysis();
        let beside = path("assemblies/video-1.0.yaml");
        let file = |of: &str| analysis.file_for(&name(of), Some(&beside)).map(|path| path.to_string());
        assert_eq!(file("resource::n.edge_cache::2.0").as_deref(), Some("resources/edge-cache-2.0.yaml"));
        assert_eq!(file("assembly::n.a_b::1.1").as_deref(), Some("assemblies/a-b-1.1.yaml"));
    }

    #[test]
    fn a_file_is_renamed_with_its_descriptor() {
        let analysis = analysis();
        let renamed = |of: &str, before: &str| analysis.renamed_after(&path(of), &name(before));
        let cache = "resources/cache-1.0.yaml";
        assert_eq!(renamed(cache, "resource::n.cache::1.0"), None);
        let old = analysis.renamed_after(&path("resources/dns-record-1.0.yaml"), &name("resource::n.dns::1.0"));
        assert_eq!(old, None, "it was not called after that");
        let files = [(path("old-1.0.yml"), "name: resource::new_one::1.1\n".to_owned())];
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let after = analysis.renamed_after(&path("old-1.0.yml"), &name("resource::old::1.0"));
        assert_eq!(after, Some(path("new_one-1.1.yml")));
    }

    #[test]
    fn existing_and_unportable_paths_are_refused() {
        let analysis = analysis();
        for bad in
            ["", "../x.yaml", "/x.yaml", "con.yaml", "x.txt", ".git/x.yaml", "resources/CACHE-1.0.yaml", "a:b.yaml"]
        {
            assert!(analysis.path_refusal(bad).is_some(), "{bad}");
        }
        assert_eq!(analysis.path_refusal("new/folder/x.yml"), None);
    }

    #[test]
    fn users_of_a_file_are_found() {
        let users = |of: &str| analysis().users(&path(of)).iter().map(FilePath::to_string).collect::<Vec<_>>();
        assert_eq!(users("resources/dns-record-1.0.yaml"), ["assemblies/video-1.0.yaml"]);
        assert_eq!(users("assemblies/video-1.0.yaml"), ["intents/x.yaml"]);
        assert!(users("resources/cache-1.0.yaml").is_empty());
    }

    const MAIN: &str = "tosca_definitions_version: tosca_simple_yaml_1_2
imports: # all of them
  - types/a.yaml            # by its path
  - file: './types/a.yaml'
  - nodes: \"types/../types/a.yaml\"
  - { far: { file: types/a.yaml, repository: hub } }
  - https://example.org/types/a.yaml
  - other.yaml
";

    /// The text of a file after another was renamed.
    fn after(from: &str, to: &str, file: &str) -> String {
        let a = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [../main.yaml, b.yaml, gone.yaml] # up\n";
        let b = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
        let text = format!("# file: main.yaml\n{MAIN}# file: types/a.yaml\n{a}# file: types/b.yaml\n{b}");
        let analysis = example::analysis(&text);
        let change = analysis.file_renamed(&path(from), &path(to)).expect("a change");
        assert_eq!(change.files.len(), 1);
        let after = analysis.changed(&change).expect("it fits");
        after.file(&path(file)).expect("a file").text.to_string()
    }

    #[test]
    fn imports_follow_a_renamed_file() {
        let expected = MAIN
            .replace("- types/a.yaml  ", "- base.yaml  ")
            .replace("'./types/a.yaml'", "'./base.yaml'")
            .replace("\"types/../types/a.yaml\"", "\"base.yaml\"");
        assert_eq!(after("types/a.yaml", "base.yaml", "main.yaml"), expected);
    }

    #[test]
    fn a_file_in_another_folder_still_imports_the_same() {
        let expected = "imports: [main.yaml, types/b.yaml, gone.yaml] # up\n";
        assert!(after("types/a.yaml", "base.yaml", "base.yaml").ends_with(expected));
        let expected = "imports: [../../main.yaml, ../b.yaml, gone.yaml] # up\n";
        assert!(after("types/a.yaml", "types/deep/a.yaml", "types/deep/a.yaml").ends_with(expected));
        // Renaming within the same folder does not change its own paths.
        let expected = "imports: [../main.yaml, b.yaml, gone.yaml] # up\n";
        assert!(after("types/a.yaml", "types/c.yaml", "types/c.yaml").ends_with(expected));
    }
}
