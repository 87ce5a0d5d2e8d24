//! The files of any kind that a service template names: artifacts and implementations of operations (3.5.7, 3.5.14), and
//! whether they are available.

use std::cell::OnceCell;

use smol_str::SmolStr;

use crate::content::{Absence, Address};
use crate::context::FileContext;
use crate::csar::META;
use crate::package;
use crate::symbol::SymbolKind;
use crate::syntax::{Kind, Node, NodePath};
use crate::text::FilePath;
use crate::tosca::copies;
use crate::tosca::effective::named;
use crate::tosca::scope::Scope;
use crate::workspace::{SourceFile, Workspace};

/// Keys of an interface that are not operations.
pub(super) const NOT_OPERATIONS: [&str; 6] =
    ["type", "description", "inputs", "operations", "notifications", "metadata"];
/// Container images without a repository are names in a registry.
const CONTAINER_IMAGE: &str = "Image.Container";

/// Sections of entities with artifacts or operations, the kind of their type, and the keyname that names it.
pub(super) const ENTITIES: &[(&[&str], SymbolKind, &str)] = &[
    (&["node_types"], SymbolKind::NodeType, "derived_from"),
    (&["relationship_types"], SymbolKind::RelationshipType, "derived_from"),
    (&["group_types"], SymbolKind::GroupType, "derived_from"),
    (&["topology_template", "node_templates"], SymbolKind::NodeType, "type"),
    (&["topology_template", "relationship_templates"], SymbolKind::RelationshipType, "type"),
    (&["topology_template", "groups"], SymbolKind::GroupType, "type"),
];

/// A file that a service template names but that is not available.
#[derive(Clone, PartialEq, Debug)]
pub struct MissingFile {
    pub at: NodePath,
    /// The name as written.
    pub written: SmolStr,
    pub role: Role,
    pub reason: Reason,
    /// Whether the service template is part of a package, which must contain the file.
    pub is_packaged: bool,
}

impl MissingFile {
    /// Its path, if that is inside of the catalog.
    pub fn path(&self, file: &SourceFile) -> Option<FilePath> {
        (self.reason == Reason::NotFound).then(|| located(file, &self.written))?
    }
}

/// The path of a file that a service template names.
pub fn located(file: &SourceFile, written: &str) -> Option<FilePath> {
    match written.starts_with('/') {
        true => None,
        false => FilePath::along(file.path.folder(), written.trim_end_matches('/').split('/')),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Artifact,
    /// The implementation of an operation, or a dependency of one.
    Implementation,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    NotFound,
    /// The path leads out of the package, or of the catalog.
    Outside,
}

/// The folder of the package that contains a file: an archive, or a folder with `TOSCA-Metadata/TOSCA.meta`.
pub fn package_root<'a>(workspace: &Workspace, file: &'a FilePath) -> Option<&'a str> {
    let folder = file.folder();
    let parents = folder.rmatch_indices('/').map(|(slash, _)| &folder[..slash]);
    let is_root = |folder: &&str| {
        let meta = || FilePath::in_folder(folder, META).map(Address::from);
        package::has_archive_name(folder) || meta().is_some_and(|meta| workspace.contents().size(&meta).is_ok())
    };
    [folder].into_iter().chain(parents).chain([""]).find(is_root)
}

/// The files that a service template names as artifacts and implementations, in text order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NamedFiles {
    /// Files and folders that exist.
    pub available: Vec<FilePath>,
    pub missing: Vec<MissingFile>,
}

/// The artifacts and implementations of a file that are not available, in text order. Empty if the files around the
/// workspace are unknown.
pub fn missing(context: FileContext<'_>) -> Vec<MissingFile> {
    named_files(context).missing
}

/// The artifacts and implementations of a file. Empty if the files around the workspace are unknown.
pub fn named_files(context: FileContext<'_>) -> NamedFiles {
    let FileContext { file, workspace, .. } = context;
    let Some(root) = file.root.as_ref().filter(|_| workspace.contents().is_known()) else {
        return NamedFiles::default();
    };
    let mut reader = Reader {
        context,
        root: package_root(workspace, &file.path),
        scope: OnceCell::new(),
        found: NamedFiles::default(),
    };
    for (section, kind, type_key) in ENTITIES {
        let at = NodePath::keys(section.iter().copied());
        for (name, entry) in root.at(&at).into_iter().flat_map(named) {
            reader.entity(&at.key(name), &entry.value, (*kind, type_key));
        }
    }
    reader.found
}

struct Reader<'a> {
    context: FileContext<'a>,
    /// The folder of the package.
    root: Option<&'a str>,
    scope: OnceCell<Scope<'a>>,
    found: NamedFiles,
}

/// The names of the artifacts of an entity.
struct Artifacts {
    names: Vec<SmolStr>,
    /// Whether there may be others, inherited from an unknown type.
    is_open: bool,
}

impl<'a> Reader<'a> {
    fn entity(&mut self, at: &NodePath, entity: &'a Node, of_type: (SymbolKind, &str)) {
        let section = at.key("artifacts");
        for (name, entry) in entity.get("artifacts").into_iter().flat_map(named) {
            self.artifact(&section.key(name), &entry.value, Role::Artifact, &Artifacts::NONE);
        }
        if let Some(interfaces) = entity.get("interfaces") {
            let artifacts = self.artifacts(entity, of_type);
            self.interfaces(&at.key("interfaces"), interfaces, &artifacts);
        }
        let requirements = at.key("requirements");
        for (index, item) in entity.get("requirements").into_iter().flat_map(Node::items).enumerate() {
            for (name, entry) in named(item) {
                let at = requirements.index(index).key(name).key("relationship").key("interfaces");
                let interfaces =
                    entry.value.get("relationship").and_then(|relationship| relationship.get("interfaces"));
                if let Some(interfaces) = interfaces {
                    self.interfaces(&at, interfaces, &Artifacts::NONE);
                }
            }
        }
    }

    fn interfaces(&mut self, at: &NodePath, interfaces: &'a Node, artifacts: &Artifacts) {
        for (name, entry) in named(interfaces) {
            let at = at.key(name);
            for (operation, entry) in named(&entry.value).filter(|(key, _)| !NOT_OPERATIONS.contains(key)) {
                self.operation(&at.key(operation), &entry.value, artifacts);
            }
            for section in ["operations", "notifications"] {
                for (operation, entry) in entry.value.get(section).into_iter().flat_map(named) {
                    self.operation(&at.key(section).key(operation), &entry.value, artifacts);
                }
            }
        }
    }

    fn operation(&mut self, at: &NodePath, operation: &'a Node, artifacts: &Artifacts) {
        let (at, implementation) = match (&operation.kind, operation.get("implementation")) {
            (Kind::Scalar(_), _) => (at.clone(), operation),
            (_, Some(implementation)) => (at.key("implementation"), implementation),
            (_, None) => return,
        };
        if matches!(implementation.kind, Kind::Scalar(_)) {
            return self.artifact(&at, implementation, Role::Implementation, artifacts);
        }
        if let Some(primary) = implementation.get("primary") {
            self.artifact(&at.key("primary"), primary, Role::Implementation, artifacts);
        }
        let dependencies = implementation.get("dependencies").map_or(&[][..], Node::items).iter().enumerate();
        for (index, dependency) in dependencies {
            self.artifact(&at.key("dependencies").index(index), dependency, Role::Implementation, artifacts);
        }
    }

    /// The name of an artifact or file, or an artifact definition.
    fn artifact(&mut self, at: &NodePath, artifact: &'a Node, role: Role, artifacts: &Artifacts) {
        if let Kind::Scalar(_) = &artifact.kind {
            let Some(written) = artifact.as_text().filter(|written| !artifacts.may_be(written)) else { return };
            return self.file(at.clone(), written, role);
        }
        let Some(written) = artifact.get("file").and_then(Node::as_text) else { return };
        if artifact.get("repository").is_none() && !self.is_container_image(artifact) {
            self.file(at.key("file"), written, role);
        }
    }

    fn file(&mut self, at: NodePath, written: &str, role: Role) {
        if written.trim().is_empty() || written.contains("://") {
            return;
        }
        match self.find(written) {
            Ok(path) => self.found.available.push(path),
            Err(reason) => {
                let is_packaged = self.root.is_some();
                self.found.missing.push(MissingFile { at, written: written.into(), role, reason, is_packaged });
            }
        }
    }

    /// The file or folder at a path, unless it is certainly not available.
    fn find(&self, written: &str) -> Result<FilePath, Reason> {
        let FileContext { file, workspace, .. } = self.context;
        let path = located(file, written);
        let is_inside = |path: &FilePath| {
            let root = self.root.unwrap_or_default();
            let rest = path.as_str().strip_prefix(root);
            rest.is_some_and(|rest| root.is_empty() || rest.starts_with('/'))
        };
        let path = path.filter(is_inside).ok_or(Reason::Outside)?;
        let contents = workspace.contents();
        let is_missing = || contents.size(&Address::from(path.clone())) == Err(Absence::Missing);
        let is_folder = || !contents.list_folder(path.as_str()).is_empty();
        match workspace.file(&path).is_none() && is_missing() && !is_folder() {
            true => Err(Reason::NotFound),
            false => Ok(path),
        }
    }

    fn scope(&self) -> &Scope<'a> {
        self.scope.get_or_init(|| Scope::of(self.context))
    }

    fn artifacts(&self, entity: &'a Node, (kind, type_key): (SymbolKind, &str)) -> Artifacts {
        // A template can use the artifacts of the one that it copies.
        let templates = NodePath::keys(["topology_template", "node_templates"]);
        let templates = self.context.file.root.as_ref().and_then(|root| root.at(&templates));
        let copied = copies::source(templates, entity);
        let all = [Some(entity), copied].into_iter().flatten();
        let own = all.clone().filter_map(|entity| entity.get("artifacts")).flat_map(named);
        let own = own.map(|(name, _)| SmolStr::from(name));
        let type_name = all.filter_map(|entity| entity.get(type_key)).find_map(Node::as_text);
        let Some(type_name) = type_name else { return Artifacts { names: own.collect(), is_open: false } };
        let scope = self.scope();
        let of_type = scope.effective(kind, type_name);
        let names = own.chain(of_type.names(&["artifacts"]).cloned()).collect();
        Artifacts { names, is_open: !of_type.is_whole && !scope.is_whole }
    }

    fn is_container_image(&self, artifact: &'a Node) -> bool {
        let Some(name) = artifact.get("type").and_then(Node::as_text) else { return false };
        let of = self.scope().effective(SymbolKind::ArtifactType, name);
        of.chain().any(|ancestor| ancestor.name.contains(CONTAINER_IMAGE))
    }
}

impl Artifacts {
    const NONE: Artifacts = Artifacts { names: Vec::new(), is_open: false };

    fn may_be(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name) || self.is_open && !name.contains(['/', '.'])
    }
}
