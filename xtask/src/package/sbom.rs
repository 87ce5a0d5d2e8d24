//! The bill of materials of the packages: the third-party packages in the program and in its modeller, as CycloneDX 1.6.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::licenses::Package;

/// The name of the file in packages.
pub const NAME: &str = "descriptorium.cdx.json";

/// Where a package comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Registry {
    Cargo,
    Npm,
    /// From no registry.
    Generic,
}

/// The document for this version of the program, in JSON.
pub fn write(version: &str, packages: &BTreeSet<(Registry, Package)>) -> String {
    let components: Vec<Value> = packages.iter().map(|(registry, package)| component(*registry, package)).collect();
    let own = format!("pkg:cargo/descriptorium@{version}");
    let all: Vec<&Value> = components.iter().map(|component| &component["bom-ref"]).collect();
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "descriptorium",
                "version": version,
                "purl": own,
                "licenses": [{ "license": { "id": "Apache-2.0" } }],
            },
        },
        "components": components,
        "dependencies": [{ "ref": own, "dependsOn": all }],
    });
    format!("{document:#}\n")
}

fn component(registry: Registry, package: &Package) -> Value {
    let Package { name, version, license, origin, .. } = package;
    let registry = match registry {
        Registry::Cargo => "cargo",
        Registry::Npm => "npm",
        Registry::Generic => "generic",
    };
    // In addresses, the `@` of a scope is encoded.
    let purl = format!("pkg:{registry}/{}@{version}", name.replace('@', "%40"));
    // Crates used to separate licenses with a slash.
    let license = license.replace('/', " OR ");
    let mut component = json!({
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        "licenses": [{ "expression": license }],
    });
    if origin.starts_with("https://") {
        component["externalReferences"] = json!([{ "type": "vcs", "url": origin }]);
    }
    component
}
