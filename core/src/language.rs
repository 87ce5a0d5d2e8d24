//! The closed set of languages, and everything that follows from a single file: its language, schema and lowered model.
//! The module `semantics` interprets a file in its workspace. No other module distinguishes between languages.

/// Project files, which name the descriptors of a package; re-exported, so that modules below do not import a language.
pub use crate::assembly::project;

use crate::assembly::model::DescriptorKind;
use crate::assembly::project::Membership;
use crate::profiles::{self, Profiles};
use crate::schema::Record;
use crate::symbol::DescriptorRef;
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::{asd, assembly, homing, tosca};

/// A descriptor language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Language {
    /// An assembly descriptor of IBM CP4NA or TNC-O.
    Assembly,
    /// A resource descriptor of IBM CP4NA or TNC-O.
    Resource,
    /// A service template of the TOSCA Simple Profile in YAML.
    Tosca,
    /// An ONAP application service descriptor.
    Asd,
    /// A homing template of ONAP HAS.
    Homing,
}

/// A diagram edit that only some languages support. All of them can set values, and add, move, rename, copy, duplicate and
/// remove boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Connects ports.
    Connect,
    /// Promotes a member of a component to the descriptor.
    Promote,
    /// Changes the type or version of a component.
    Retype,
    /// Extracts boxes into a new descriptor, and replaces them with one box.
    Extract,
    /// Replaces a box with the boxes of its descriptor.
    Inline,
    /// Converts the descriptor to another form.
    Convert,
    /// Moves boxes into hosts and groups, and draws hosts as frames or as boxes.
    Host,
    /// Attaches files of any kind to boxes.
    Attach,
    /// Chooses the target of a requirement, or states conditions for it.
    Target,
}

/// The content of a file, lowered from its tree.
#[derive(Clone, PartialEq, Debug)]
pub enum Descriptor {
    Assembly(Box<assembly::model::Descriptor>),
    Tosca(Box<tosca::model::ServiceTemplate>),
    Asd(Box<asd::model::Application>),
    Homing(Box<homing::model::Template>),
}

impl Language {
    pub const ALL: [Language; 5] =
        [Language::Assembly, Language::Resource, Language::Tosca, Language::Asd, Language::Homing];

    /// The language of the file at `path` with the content `root`; `None` for any other YAML.
    pub fn recognize(path: &FilePath, root: &Node) -> Option<Self> {
        match assembly::recognize(path, root) {
            Some(kind) => Some(Language::of_kind(kind)),
            // Before TOSCA, because most application service descriptors are service templates.
            None if asd::recognize(root) => Some(Language::Asd),
            None if asd::form::are_types(path) => None,
            None if tosca::recognize(root) => Some(Language::Tosca),
            None if homing::recognize(root) => Some(Language::Homing),
            None => None,
        }
    }

    /// Whether no language reads the file at a path, whatever is in it.
    pub fn is_unread(path: &FilePath) -> bool {
        asd::form::are_types(path)
    }

    fn of_kind(kind: DescriptorKind) -> Self {
        match kind {
            DescriptorKind::Assembly => Language::Assembly,
            DescriptorKind::Resource => Language::Resource,
        }
    }

    /// The language that a project file assigns to a file whose text does not determine one.
    pub fn in_project(project: &Membership) -> Option<Self> {
        let kind = project.name.as_ref()?.kind.as_str();
        [DescriptorKind::Assembly, DescriptorKind::Resource].into_iter().find(|of| of.name() == kind).map(Self::of_kind)
    }

    /// Whether project files can name descriptors of this language.
    pub fn has_projects(self) -> bool {
        matches!(self, Language::Assembly | Language::Resource)
    }

    /// Whether descriptors have full names: kind, name and version.
    pub fn has_full_names(self) -> bool {
        matches!(self, Language::Assembly | Language::Resource)
    }

    /// Whether its descriptors are placed on candidates of inventories, or on described clusters.
    pub fn has_candidates(self) -> bool {
        matches!(self, Language::Homing | Language::Asd)
    }

    /// Whether its descriptors are deployed with the files of a package around them.
    pub fn has_packages(self) -> bool {
        self == Language::Asd
    }

    /// Whether its descriptors are checked with the files of a package around them.
    pub fn reads_packages(self) -> bool {
        matches!(self, Language::Asd | Language::Tosca)
    }

    /// Whether its descriptors are composed of components, each of another descriptor.
    pub fn takes_components(self) -> bool {
        self == Language::Assembly
    }

    /// Whether the modeller has a panel for previews of its descriptors. The functions for it are among the services, which
    /// the modeller loads lazily; a test compares both.
    pub fn has_preview(self) -> bool {
        matches!(self, Language::Assembly | Language::Tosca | Language::Asd | Language::Homing)
    }

    /// Whether its diagrams support this edit.
    pub fn has_edit(self, edit: Edit) -> bool {
        match edit {
            Edit::Connect => true,
            Edit::Promote | Edit::Retype | Edit::Extract | Edit::Inline => {
                matches!(self, Language::Assembly | Language::Resource | Language::Tosca)
            }
            Edit::Host | Edit::Attach | Edit::Target => self == Language::Tosca,
            Edit::Convert => self == Language::Asd,
        }
    }

    /// Whether its descriptors are only ever used as parts of others.
    pub fn is_only_a_part(self) -> bool {
        self == Language::Resource
    }

    /// The displayed name.
    pub fn label(self) -> &'static str {
        match self {
            Language::Assembly => "assembly descriptor",
            Language::Resource => "resource descriptor",
            Language::Tosca => "TOSCA service template",
            Language::Asd => "application service descriptor",
            Language::Homing => "homing template",
        }
    }

    /// The machine-readable name in settings, on the command line and in style sheets.
    pub fn id(self) -> &'static str {
        match self {
            Language::Assembly => "assembly",
            Language::Resource => "resource",
            Language::Tosca => "tosca",
            Language::Asd => "asd",
            Language::Homing => "homing",
        }
    }

    /// The profiles that descriptors of the language can be checked for.
    pub fn profiles(self) -> &'static Profiles {
        match self {
            Language::Assembly | Language::Resource => &profiles::ASSEMBLY,
            Language::Tosca => &profiles::TOSCA,
            Language::Asd => &profiles::ASD,
            Language::Homing => &profiles::HOMING,
        }
    }

    /// The schema of a document's root; of the first serialization if there are several.
    pub fn schema(self) -> &'static Record {
        match self {
            Language::Assembly => &assembly::schema::ASSEMBLY,
            Language::Resource => &assembly::schema::RESOURCE,
            Language::Tosca => &tosca::schema::SERVICE_TEMPLATE,
            Language::Asd => &asd::schema::ASD,
            Language::Homing => &homing::schema::TEMPLATE,
        }
    }

    /// Whether two keys are names of one attribute, in different forms of the language.
    pub fn same_attribute(self) -> fn(&str, &str) -> bool {
        match self {
            Language::Asd => asd::form::is_same_attribute,
            _ => |_, _| false,
        }
    }

    /// The schema of this document. A language with several serializations has one for each.
    pub fn schema_of(self, root: &Node) -> &'static Record {
        match self {
            Language::Asd => asd::schema_of(root),
            Language::Assembly | Language::Resource | Language::Tosca | Language::Homing => self.schema(),
        }
    }

    /// Whether the schema does not apply at a path: the document has a part of another language there.
    pub fn is_foreign(self, root: &Node, path: &NodePath) -> bool {
        self == Language::Asd && asd::form::is_foreign(root, path)
    }

    pub fn lower(self, root: &Node) -> Descriptor {
        let assembly = |kind| Descriptor::Assembly(Box::new(assembly::model::Descriptor::lower(root, kind)));
        match self {
            Language::Assembly => assembly(DescriptorKind::Assembly),
            Language::Resource => assembly(DescriptorKind::Resource),
            Language::Tosca => Descriptor::Tosca(Box::new(tosca::model::ServiceTemplate::lower(root))),
            Language::Asd => Descriptor::Asd(Box::new(asd::model::Application::lower(root))),
            Language::Homing => Descriptor::Homing(Box::new(homing::model::Template::lower(root))),
        }
    }

    /// The paths where `root` names other files, with the names as written.
    pub fn named_files(self, root: &Node) -> Vec<(NodePath, &str)> {
        match self {
            Language::Tosca => tosca::imports::files(root),
            Language::Assembly | Language::Resource | Language::Asd | Language::Homing => Vec::new(),
        }
    }

    /// The key that identifies the items of the list under the key `list`, in a list whose items have identifiers.
    pub fn item_key(self, list: &str) -> Option<&'static str> {
        match self {
            Language::Asd => asd::item_key(list),
            Language::Assembly | Language::Resource | Language::Tosca | Language::Homing => None,
        }
    }

    /// The root key that describes a descriptor.
    pub fn description_key(self) -> &'static str {
        match self {
            Language::Asd => "asdInfoDescription",
            Language::Assembly | Language::Resource | Language::Tosca | Language::Homing => "description",
        }
    }

    /// The path at which a file states its version, in a language without full names.
    pub fn version_path(self) -> Option<NodePath> {
        match self {
            Language::Tosca => Some(NodePath::keys(tosca::VERSION)),
            Language::Asd => Some(NodePath::keys([asd::VERSION])),
            Language::Assembly | Language::Resource | Language::Homing => None,
        }
    }
}

impl Descriptor {
    /// The full name of the descriptor, in a language that has full names.
    pub fn full_name(&self) -> Option<&DescriptorRef> {
        match self {
            Descriptor::Assembly(descriptor) => descriptor.full_name.as_ref(),
            Descriptor::Tosca(_) | Descriptor::Asd(_) | Descriptor::Homing(_) => None,
        }
    }

    /// The full name; in a language without full names, the owner, name and version.
    pub fn edition(&self) -> Option<&DescriptorRef> {
        match self {
            Descriptor::Assembly(descriptor) => descriptor.full_name.as_ref(),
            Descriptor::Tosca(template) => template.edition.as_ref(),
            Descriptor::Asd(application) => application.edition.as_ref(),
            Descriptor::Homing(_) => None,
        }
    }

    /// The attributes of the descriptor by their names in the language, if they are not those of the document.
    pub fn attributes(&self) -> Option<&Node> {
        match self {
            Descriptor::Asd(application) => Some(&application.root),
            Descriptor::Assembly(_) | Descriptor::Tosca(_) | Descriptor::Homing(_) => None,
        }
    }

    /// The nodes that have the attributes of what is at `path`, by their paths, the innermost first. In most languages this is
    /// the node itself; an application can be written as a node template, with its attributes as properties.
    pub fn levels(&self, path: &NodePath) -> Vec<NodePath> {
        let inner = match self {
            Descriptor::Asd(application) => application.properties_of(path),
            Descriptor::Assembly(_) | Descriptor::Tosca(_) | Descriptor::Homing(_) => None,
        };
        let levels = std::iter::successors(Some(inner.unwrap_or_else(|| path.clone())), NodePath::parent);
        levels.take_while(|level| level.starts_with(path)).collect()
    }

    /// Whether the model has everything that other files read, so that the tree can be dropped.
    pub fn is_self_contained(&self) -> bool {
        matches!(self, Descriptor::Assembly(_))
    }

    /// Adds the name and the references that a project file gives.
    pub fn complete(&mut self, project: &Membership) {
        if let Descriptor::Assembly(descriptor) = self {
            project.complete(descriptor);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::sorted_map::SortedMap;

    use super::*;
    use crate::schema::Shape;

    /// Collects the keys of lists whose items have an identifier, with the key of the identifier.
    fn item_keys(key: &str, shape: &'static Shape, seen: &mut Vec<&'static str>, found: &mut SortedMap<String, &str>) {
        match shape {
            Shape::List(item) => {
                let fields = item.record().map_or(&[][..], |record| record.fields);
                if let Some(field) = fields.iter().find(|field| matches!(field.shape, Shape::Id(_))) {
                    found.insert(key.to_owned(), field.name);
                }
                item_keys("", item, seen, found);
            }
            Shape::Record(record) => of_record(record, seen, found),
            Shape::Open(record, rest) => {
                of_record(record, seen, found);
                item_keys("", rest, seen, found);
            }
            Shape::Named(_, shape) | Shape::Map(shape) | Shape::Single(shape) => item_keys("", shape, seen, found),
            Shape::OneOf(shapes) => shapes.iter().for_each(|shape| item_keys(key, shape, seen, found)),
            _ => {}
        }
    }

    fn of_record(record: &'static Record, seen: &mut Vec<&'static str>, found: &mut SortedMap<String, &str>) {
        if !seen.contains(&record.name) {
            seen.push(record.name);
            record.fields.iter().for_each(|field| item_keys(field.name, &field.shape, seen, found));
        }
    }

    /// The oracle is the schema, which [`Language::item_key`] does not use.
    #[test]
    fn item_keys_match_the_schema() {
        for language in Language::ALL {
            let mut found = SortedMap::new();
            of_record(language.schema(), &mut Vec::new(), &mut found);
            assert_eq!(found.len(), if language == Language::Asd { 2 } else { 0 }, "{language:?}: {found:?}");
            for (list, key) in found {
                assert_eq!(language.item_key(&list), Some(key), "{language:?}, {list}");
            }
        }
    }
}
