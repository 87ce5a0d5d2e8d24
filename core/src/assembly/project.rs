//! The project of a package, `lmproject.yml`: it gives the descriptors that lie below it their names, and says what the
//! references `$lmctl:/contains:/part:/descriptor_name` in them stand for.

use std::sync::Arc;

use smol_str::{SmolStr, format_smolstr};

use crate::assembly::model::{Component, Descriptor, DescriptorKind};
use crate::symbol::DescriptorRef;
use crate::syntax::Node;
use crate::text::FilePath;

/// What a project file is called.
pub const FILES: [&str; 2] = ["lmproject.yml", "lmproject.yaml"];

/// How a reference into the project begins.
pub const REFERENCE: &str = "$lmctl:/";

/// Where the descriptor of a project lies in its folder.
const ASSEMBLIES: [&str; 2] = ["Descriptor/assembly.yml", "Descriptor/assembly.yaml"];
const RESOURCES: [&str; 2] = ["Definitions/lm/resource.yaml", "Definitions/lm/resource.yml"];

/// Which kind of descriptor lies at `path` because a project or package keeps it there.
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

/// How deep projects may lie in one another.
const MAX_DEPTH: usize = 32;

/// A project with those that it contains.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Project {
    /// The name that the project has in the one that contains it.
    pub name: SmolStr,
    /// The name of its descriptor.
    pub descriptor: DescriptorRef,
    /// Where it lies, from the folder of the project file; empty for the whole.
    folder: String,
    pub contains: Vec<Project>,
}

/// That a file belongs to a project.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Membership {
    /// The project file.
    pub file: FilePath,
    /// The name that the project gives to the descriptor in the file, where it is that of a project.
    pub name: Option<DescriptorRef>,
    /// The outermost project, which references start from.
    pub root: Arc<Project>,
}

impl Project {
    /// The project that a project file describes, if it has a name and a version.
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

    /// The project whose descriptor lies at `path`, from the folder of the project file.
    fn at(&self, path: &str) -> Option<&Project> {
        let inner = path.strip_prefix(&self.folder)?;
        let own = match self.descriptor.kind.as_str() {
            "resource" => RESOURCES.contains(&inner) || is_old_resource(inner),
            "assembly" => ASSEMBLIES.contains(&inner),
            _ => false,
        };
        if own { Some(self) } else { self.contains.iter().find_map(|project| project.at(path)) }
    }

    /// What `$lmctl:/contains:/part:/descriptor_name` stands for.
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

    /// The reference that stands for a descriptor of the project.
    pub fn reference_to(&self, of: &DescriptorRef) -> Option<String> {
        self.references().into_iter().find(|reference| self.resolve(reference) == Some(of))
    }

    /// The project whose descriptor this is, behind those that contain it; the outermost is the first.
    pub fn way_to(&self, of: &DescriptorRef) -> Option<Vec<&Project>> {
        let inner = || self.contains.iter().find_map(|project| project.way_to(of));
        let rest = if self.descriptor == *of { Vec::new() } else { inner()? };
        Some([vec![self], rest].concat())
    }

    /// The project of an assembly `name` that this one is to contain, and where its descriptor lies, from the folder of
    /// the project file.
    pub fn containing(&self, name: &str) -> (Project, String) {
        let own = &self.descriptor;
        let folder = format!("{}Contains/{name}/", self.folder);
        let path = format!("{folder}{}", ASSEMBLIES[0]);
        let full_name = format_smolstr!("{name}-{}", own.name);
        let descriptor = DescriptorRef { kind: "assembly".into(), name: full_name, version: own.version.clone() };
        (Project { name: name.into(), descriptor, folder, contains: Vec::new() }, path)
    }

    /// Every reference that stands for a descriptor.
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
    /// How the descriptor at `path` belongs to the project in `file`, which lies in one of the folders above it.
    pub fn of(path: &FilePath, file: &FilePath, root: Arc<Project>) -> Self {
        let folder = file.folder();
        let inner = path.as_str().strip_prefix(folder).unwrap_or(path.as_str()).trim_start_matches('/');
        let name = root.at(inner).map(|project| project.descriptor.clone());
        Membership { file: file.clone(), name, root }
    }

    /// Puts into `descriptor` what the project says and the text leaves out.
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

/// The reference into a project that a part has in the place of its type.
pub fn reference(part: &Component) -> Option<&str> {
    part.type_name.as_ref().map(|type_name| type_name.value.as_str()).filter(|value| value.starts_with(REFERENCE))
}

/// Resources of the first kind of packages lay in a folder of their own.
fn is_old_resource(path: &str) -> bool {
    let name = path.strip_prefix("descriptor/").filter(|name| !name.contains('/'));
    name.is_some_and(|name| name.ends_with(".yml") || name.ends_with(".yaml"))
}

fn scalar(node: &Node, key: &str) -> Option<SmolStr> {
    let value = node.get(key)?.as_scalar()?.value.trim();
    (!value.is_empty()).then(|| value.into())
}
