//! The facts about applications that follow from the files around their descriptors: from their packages, and from the
//! descriptions of clusters. Pages about the whole catalog use them after the descriptors were released.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use descriptorium_core::asd;
use descriptorium_core::asd::charts::Charts;
use descriptorium_core::asd::cluster::Cluster;
use descriptorium_core::asd::installation::matching::{ClusterMatch, ranked};
use descriptorium_core::asd::installation::shipment;
use descriptorium_core::asd::model::{Application, DeploymentItem};
use descriptorium_core::asd::package::with_artifacts;
use descriptorium_core::content::{Address, Contents};
use descriptorium_core::csar::Package;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::{SourceFile, Workspace};

use crate::hash::{Hash, Hasher};

/// The applications of a catalog.
#[derive(Debug, Default)]
pub struct Applications {
    pub contents: Contents,
    facts: BTreeMap<FilePath, ApplicationFacts>,
}

/// The facts about one application.
#[derive(Debug)]
pub struct ApplicationFacts {
    package: Option<Package>,
    /// A hash of the files in the package. Only builds need it, and packages can be large.
    hash: OnceLock<Hash>,
    /// The matches with the clusters of the catalog, the best first; `None` if it has no requirements.
    pub matches: Option<Vec<ClusterMatch>>,
}

impl Applications {
    /// The applications among `files`. Files of packages are read from `contents`.
    pub fn new(files: impl IntoIterator<Item = Arc<SourceFile>>, contents: Contents, clusters: &[Cluster]) -> Self {
        let facts = files.into_iter().filter_map(|file| {
            let application = asd::application(&file)?;
            let package = with_artifacts(&file, application, &contents);
            let matches = matches(application, package.as_ref(), clusters);
            Some((file.path.clone(), ApplicationFacts { package, hash: OnceLock::new(), matches }))
        });
        let facts = facts.collect();
        Applications { contents, facts }
    }

    /// The applications with their facts, in the order of their files.
    pub fn iter(&self) -> impl Iterator<Item = (&FilePath, &ApplicationFacts)> {
        self.facts.iter()
    }

    /// The matches of an application with the clusters, the best first.
    pub fn matches(&self, file: &FilePath) -> &[ClusterMatch] {
        self.facts.get(file).and_then(|facts| facts.matches.as_deref()).unwrap_or_default()
    }

    /// Whether some application has requirements that can be compared with a cluster.
    pub fn has_matches(&self) -> bool {
        self.facts.values().any(|facts| facts.matches.as_ref().is_some_and(|matches| !matches.is_empty()))
    }

    /// A hash of the files in the package of an application.
    pub fn package_hash(&self, file: &FilePath) -> Hash {
        self.facts.get(file).map_or_else(Hash::default, ApplicationFacts::hash)
    }

    /// A hash of everything.
    pub fn hash(&self) -> Hash {
        let mut hasher = Hasher::default();
        for (file, facts) in &self.facts {
            hasher.add(file.as_str()).add(facts.hash()).add(format!("{:?}", facts.matches));
        }
        hasher.finish()
    }
}

/// A hash that changes with the files in the packages of the applications in a workspace. It is fast because it does not
/// read them.
pub fn stamp(workspace: &Workspace) -> Hash {
    let contents = workspace.contents();
    let mut hasher = Hasher::default();
    for file in workspace.files() {
        let package = asd::application(file).and_then(|application| with_artifacts(file, application, contents));
        if let Some(package) = package {
            add(&mut hasher, &package, |address| contents.stamp(address).to_le_bytes());
        }
    }
    hasher.finish()
}

impl ApplicationFacts {
    fn hash(&self) -> Hash {
        *self.hash.get_or_init(|| self.package.as_ref().map_or_else(Hash::default, hash_of))
    }
}

fn matches(application: &Application, package: Option<&Package>, clusters: &[Cluster]) -> Option<Vec<ClusterMatch>> {
    let required = application.cluster()?;
    let items: Vec<DeploymentItem<'_>> = application.items().collect();
    let names: Vec<String> = items.iter().map(|item| item.id().unwrap_or_default().to_owned()).collect();
    let shipment = shipment(&items, &names, &Charts::read(application, package), package);
    Some(ranked(required, &shipment, clusters))
}

/// A hash of the files in a package.
pub fn hash_of(package: &Package) -> Hash {
    let mut hasher = Hasher::default();
    add(&mut hasher, package, |address| package.contents().sha256(address).unwrap_or_default());
    hasher.finish()
}

/// Adds the files of a package with their sizes, and with a number that follows from the content of each.
fn add<const N: usize>(hasher: &mut Hasher, package: &Package, number: impl Fn(&Address) -> [u8; N]) {
    for (path, size) in &package.files {
        let number = package.address(path.as_str()).map_or([0; N], |address| number(&address));
        hasher.add(path.as_str()).add(size.to_le_bytes()).add(number);
    }
}
