//! The project file of a package, `lmproject.yml`. It names the descriptors below it, and defines the references
//! `$lmctl:/contains:/part:/descriptor_name` in them.

use std::sync::Arc;

use smol_str::{SmolStr, format_smolstr};

use crate::assembly::model::{Component, Descriptor, DescriptorKind};
use crate::symbol::DescriptorRef;
use crate::syntax::Node;
use crate::text::FilePath;

/// The names of project files.
pub const FILES: [&str; 2] = ["lmproject.yml", "lmproject.yaml"];

/// The prefix of references into the project.
pub const REFERENCE: &str = "$lmctl:/";

/// The path of the descriptor in the folder of a project.
const ASSEMBLIES: [&str; 2] = ["Descriptor/assembly.yml", "Descriptor/assembly.yaml"];
const RESOURCES: [&str; 2] = ["Definitions/lm/resource.yaml", "Definitions/lm/resource.yml"];

/// The kind of descriptor that a project or package keeps at `path`.
pub fn kind_at(path: &FilePath) -> Option<DescriptorKind> {
    let path = path.as_str();
    let is_one_of = |places: [&str; 2]| {
        let above = places.into_iter().find_map(|place| path.strip_suffix(place));
        above.is_some_and(|above| above.is_empty() || above.ends_with('/'))
    };
    if is_one_of(RESOURCES) {
        return Some(DescriptorKind::Resource);
    }
    is_one_of(ASSEMBLIES).then_some(DescriptorKind::Assembly)
}

/// Maximum nesting depth of projects.
const MAX_DEPTH: usize = 32;

/// A project with its contained projects.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Project {
    /// The name of the project in its parent.
    pub name: SmolStr,
    /// The name of its descriptor.
    pub descriptor: DescriptorRef,
    /// Its folder, relative to the project file; empty for the outermost project.
    folder: String,
    pub contains: Vec<Project>,
}

/// Links a file to its project.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Membership {
    /// The project file.
    pub file: FilePath,
    /// The name that the project gives to the descriptor in the file, if it is that of a project.
    pub name: Option<DescriptorRef>,
    /// The outermost project, from which references start.
    pub root: Arc<Project>,
}

impl Project {
    /// Reads a project file; `None` without a name and version.
    pub fn read(root: &Node) -> Option<Self> {
        let version = scalar(root, "version")?;
        Project::of(root, &version, None, 0)
    }

    fn of(node: &Node, version: &SmolStr, parent: Option<&Project>, depth: usize) -> Option<Self> {
        let name = scalar(node, "name")?;
        let full_name =
            parent.map_or_else(|| name.clone(), |parent| format_smolstr!("{name}-{}", parent.descriptor.name));
        let kind = match scalar(node, "type").map(|kind| kind.to_ascii_lowercase()).as_deref() {
            Some("resource" | "etsi_vnf") => "resource",
            Some("type") => "type",
            _ => "assembly",
        };
        let folder = parent.map_or_else(String::new, |parent| {
            let folder = scalar(node, "directory").unwrap_or_else(|| name.clone());
            format!("{}Contains/{}/", parent.folder, folder.trim_matches('/'))
        });
        let descriptor = DescriptorRef { kind: kind.into(), name: full_name, version: version.clone() };
        let mut project = Project { name, descriptor, folder, contains: Vec::new() };
        let items = node.get("contains").map_or(&[][..], Node::items);
        if depth < MAX_DEPTH {
            project.contains =
                items.iter().filter_map(|item| Project::of(item, version, Some(&project), depth + 1)).collect();
        }
        Some(project)
    }

    /// The project whose descriptor is at `path`, relative to the project file.
    fn at(&self, path: &str) -> Option<&Project> {
        let inner = path.strip_prefix(&self.folder)?;
        let own = match self.descriptor.kind.as_str() {
            "resource" => RESOURCES.contains(&inner) || is_old_resource(inner),
            "assembly" => ASSEMBLIES.contains(&inner),
            _ => false,
        };
        if own { Some(self) } else { self.contains.iter().find_map(|project| project.at(path)) }
    }

    /// Resolves `$lmctl:/contains:/part:/descriptor_name`.
    pub fn resolve(&self, reference: &str) -> Option<&DescriptorRef> {
        let mut project = self;
        let mut steps = reference.strip_prefix(REFERENCE)?.split(":/");
        loop {
            match steps.next()? {
                "descriptor_name" => return steps.next().is_none().then_some(&project.descriptor),
                "contains" => {
                    let name = steps.next()?;
                    project = project.contains.iter().find(|project| project.name == name)?;
                }
                _ => return None,
            }
        }
    }

    /// The reference to a descriptor of the project.
    pub fn reference_to(&self, of: &DescriptorRef) -> Option<String> {
        self.references().into_iter().find(|reference| self.resolve(reference) == Some(of))
    }

    /// The project with this descriptor and its ancestors, outermost first.
    pub fn way_to(&self, of: &DescriptorRef) -> Option<Vec<&Project>> {
        let inner = || self.contains.iter().find_map(|project| project.way_to(of));
        let rest = if self.descriptor == *of { Vec::new() } else { inner()? };
        Some([vec![self], rest].concat())
    }

    /// A new project of an assembly `name` inside this one, and the path of its descriptor relative to the project
    /// file.
    pub fn containing(&self, name: &str) -> (Project, String) {
        let own = &self.descriptor;
        let folder = format!("{}Contains/{name}/", self.folder);
        let path = format!("{folder}{}", ASSEMBLIES[0]);
        let full_name = format_smolstr!("{name}-{}", own.name);
        let descriptor = DescriptorRef { kind: "assembly".into(), name: full_name, version: own.version.clone() };
        (Project { name: name.into(), descriptor, folder, contains: Vec::new() }, path)
    }

    /// All references to descriptors.
    pub fn references(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.collect(REFERENCE, &mut found);
        found
    }

    fn collect(&self, prefix: &str, found: &mut Vec<String>) {
        found.push(format!("{prefix}descriptor_name"));
        for project in &self.contains {
            project.collect(&format!("{prefix}contains:/{}:/", project.name), found);
        }
    }
}

impl Membership {
    /// The link from the descriptor at `path` to the project in `file`, in one of its parent folders.
    pub fn of(path: &FilePath, file: &FilePath, root: Arc<Project>) -> Self {
        let folder = file.folder();
        let inner = path.as_str().strip_prefix(folder).unwrap_or(path.as_str()).trim_start_matches('/');
        let name = root.at(inner).map(|project| project.descriptor.clone());
        Membership { file: file.clone(), name, root }
    }

    /// Adds information from the project that the text of `descriptor` leaves out.
    pub fn complete(&self, descriptor: &mut Descriptor) {
        if descriptor.name.is_none() {
            descriptor.full_name = self.name.clone();
        }
        let parts = descriptor.composition.iter_mut().chain(&mut descriptor.references);
        for part in parts {
            if let Some(reference) = reference(part) {
                part.of = self.root.resolve(reference).cloned();
            }
        }
    }
}

/// The reference into a project that a part has as its type.
pub fn reference(part: &Component) -> Option<&str> {
    part.type_name.as_ref().map(|type_name| type_name.value.as_str()).filter(|value| value.starts_with(REFERENCE))
}

/// The first package format kept resources in a separate folder.
fn is_old_resource(path: &str) -> bool {
    let name = path.strip_prefix("descriptor/").filter(|name| !name.contains('/'));
    name.is_some_and(|name| name.ends_with(".yml") || name.ends_with(".yaml"))
}

fn scalar(node: &Node, key: &str) -> Option<SmolStr> {
    let value = node.get(key)?.as_scalar()?.value.trim();
    (!value.is_empty()).then(|| value.into())
}
