//! Benchmark pages: builds of the modeller with diagrams of many boxes, and a page that reports their positions in the
//! format that benchmarks of graph editors expect.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

use crate::build;
use crate::shell::{Result, root, target};

/// Numbers of boxes.
const SIZES: [usize; 3] = [100, 1000, 5000];

/// Prepares the pages for the canvas, with the modeller in the given folder or a new build.
pub fn bench(arguments: &[OsString]) -> Result {
    let dist = match arguments {
        [what] if what == "canvas" => {
            build::build()?;
            root().join("dist")
        }
        [what, dist] if what == "canvas" => dist.into(),
        _ => return Err("usage: cargo xtask bench canvas [FOLDER OF A BUILT MODELLER]".to_owned()),
    };
    let to = target().join("bench");
    prepare(&dist, &to).map_err(|error| format!("cannot write {}: {error}", to.display()))?;
    println!("\nServe this folder with a static server and open {}/canvas.html?n=100&mode=z1.", to.display());
    Ok(())
}

fn prepare(dist: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for name in ["canvas.html", "canvas.css", "canvas.js"] {
        fs::copy(root().join("tests/pages/canvas").join(name), to.join(name))?;
    }
    for n in SIZES {
        let folder = to.join(n.to_string());
        build::replace(dist, &folder)?;
        for version in fs::read_dir(&folder)?.flatten().map(|entry| entry.path().join("example.json")) {
            if version.is_file() {
                fs::write(version, files(n))?;
            }
        }
    }
    Ok(())
}

/// A catalog with an assembly of `n` components, in the format of the embedded example. The components form a grid;
/// each is connected to the next in its row, and every other one to the one below.
fn files(n: usize) -> String {
    let (across, down) = (220, 140);
    let columns = (n as f64).sqrt().ceil() as usize;
    let mut composition = String::new();
    let mut relationships = String::new();
    let mut places = String::new();
    // Writing to a string cannot fail.
    let mut join = |name: String, from: usize, to: usize| {
        let _ = writeln!(
            relationships,
            "  {name}: {{source-capabilities: [n{from}.Out], target-requirements: [n{to}.In], source-state: Active, target-state: Active}}"
        );
    };
    for i in 0..n {
        let _ = writeln!(composition, "  n{i}: {{type: 'resource::part::1.0'}}");
        let _ = writeln!(places, "    n{i}: {{x: {}, y: {}}}", i % columns * across, i / columns * down);
        if i % columns + 1 < columns && i + 1 < n {
            join(format!("e{i}h"), i, i + 1);
        }
        if i % 2 == 0 && i + columns < n {
            join(format!("e{i}v"), i, i + columns);
        }
    }
    let service = format!(
        "name: assembly::service::1.0\nproperties: {{}}\ncomposition:\n{composition}relationships:\n{relationships}designerLayout:\n  elements:\n{places}"
    );
    let part = "name: resource::part::1.0\nproperties: {}\ncapabilities:\n  Out: {type: link}\nrequirements:\n  In: {type: link}\nlifecycle: {Create: {}, Install: {}}\n";
    let file = |path: &str, text: &str| {
        // The texts contain no characters that JSON escapes, except line breaks.
        format!("{{\"path\": \"{path}\", \"text\": \"{}\"}}", text.replace('\n', "\\n"))
    };
    format!("[{}, {}]", file("part.yaml", part), file("service.yaml", &service))
}
