//! Container images in the layout of OCI, as an archive that `podman load` and `skopeo copy oci-archive:..` read. Without a
//! base image and a daemon: the static program needs neither.

use std::io;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::package::archive::{gzip, tar};
use crate::package::{Contents, Entry, Platform, sbom};

/// The user and the group of the program: `nonroot`, as images without a system call it.
pub const USER: &str = "65532:65532";
/// The tag of the image in its archive.
pub const TAG: &str = "latest";

pub fn name(version: &str, platform: &Platform) -> String {
    format!("descriptorium-{}-{}.oci.tar", version, platform.name)
}

pub fn pack(contents: &Contents, architecture: &str) -> io::Result<Vec<u8>> {
    let files = [
        Entry { path: "descriptorium".to_owned(), mode: 0o755, content: contents.program.clone() },
        Entry::text("licenses/LICENSE", contents.shared.license.clone()),
        Entry::text("licenses/THIRD-PARTY-LICENSES.txt", contents.notices.clone()),
        Entry::text(format!("licenses/{}", sbom::NAME), contents.sbom.clone()),
        // For a catalog that is mounted.
        Entry { path: "work/".to_owned(), mode: 0o755, content: Vec::new() },
    ];
    let layer = tar(&files, contents.shared.time)?;
    let compressed = gzip(&layer)?;
    let config = json!({
        "architecture": architecture,
        "os": "linux",
        "config": {
            "User": USER,
            "Entrypoint": ["/descriptorium"],
            "WorkingDir": "/work",
            "Labels": {
                "org.opencontainers.image.title": "descriptorium",
                "org.opencontainers.image.version": contents.shared.version,
                "org.opencontainers.image.licenses": "Apache-2.0",
            },
        },
        "rootfs": { "type": "layers", "diff_ids": [digest(&layer)] },
    });
    let config = config.to_string().into_bytes();
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": descriptor("application/vnd.oci.image.config.v1+json", &config),
        "layers": [descriptor("application/vnd.oci.image.layer.v1.tar+gzip", &compressed)],
    });
    let manifest = manifest.to_string().into_bytes();
    let mut listed = descriptor("application/vnd.oci.image.manifest.v1+json", &manifest);
    listed["platform"] = json!({ "architecture": architecture, "os": "linux" });
    listed["annotations"] = json!({ "org.opencontainers.image.ref.name": TAG });
    let index = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [listed],
    });
    let blob = |content: Vec<u8>| Entry::text(format!("blobs/sha256/{}", hex(&content)), content);
    let entries = [
        Entry::text("oci-layout", json!({ "imageLayoutVersion": "1.0.0" }).to_string()),
        Entry::text("index.json", index.to_string()),
        blob(manifest),
        blob(config),
        blob(compressed),
    ];
    tar(&entries, contents.shared.time)
}

/// The descriptor of a blob: its type, digest and size.
fn descriptor(media_type: &str, content: &[u8]) -> Value {
    json!({ "mediaType": media_type, "digest": digest(content), "size": content.len() })
}

fn digest(content: &[u8]) -> String {
    format!("sha256:{}", hex(content))
}

/// The SHA-256 of `content`, in hexadecimal digits.
pub fn hex(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}
