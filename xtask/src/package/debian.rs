//! Debian packages (deb(5)): an `ar` archive with the control data and the files.

use std::io;

use crate::package::archive::{gzip, tar};
use crate::package::{Contents, Entry, sbom};

pub fn name(version: &str, architecture: &str) -> String {
    format!("descriptorium_{version}_{architecture}.deb")
}

pub fn pack(contents: &Contents, architecture: &str) -> io::Result<Vec<u8>> {
    let files = files(contents)?;
    let kilobytes = files.iter().map(|file| file.content.len()).sum::<usize>().div_ceil(1024);
    let control = format!(
        "Package: descriptorium\nVersion: {}\nArchitecture: {architecture}\nMaintainer: The authors of Descriptorium\n\
         Installed-Size: {kilobytes}\nSection: devel\nPriority: optional\n\
         Description: check, preview, document and edit orchestration descriptors\n \
         Checks catalogs of assembly and resource descriptors, TOSCA service templates, ONAP application service\n \
         descriptors and homing templates, renders them as documentation sites, and serves a folder to the modeller,\n \
         which is part of the program.\n",
        contents.shared.version
    );
    let control = gzip(&tar(&[Entry::text("./control", control)], contents.shared.time)?)?;
    let data = gzip(&tar(&files, contents.shared.time)?)?;
    let members: [(&str, &[u8]); 3] =
        [("debian-binary", b"2.0\n"), ("control.tar.gz", &control), ("data.tar.gz", &data)];
    Ok(ar(&members, contents.shared.time))
}

fn files(contents: &Contents) -> io::Result<Vec<Entry>> {
    let share = |path: &str| format!("./usr/share/{path}");
    let [bash, zsh, fish] = &contents.shared.completions;
    let copyright = [&contents.shared.license[..], b"\n", &contents.notices].concat();
    let mut files = vec![
        Entry { path: "./usr/bin/descriptorium".to_owned(), mode: 0o755, content: contents.program.clone() },
        Entry::text(share("bash-completion/completions/descriptorium"), bash.clone()),
        Entry::text(share("doc/descriptorium/copyright"), copyright),
        Entry::text(share(&format!("doc/descriptorium/{}", sbom::NAME)), contents.sbom.clone()),
        Entry::text(share("fish/vendor_completions.d/descriptorium.fish"), fish.clone()),
    ];
    for (name, page) in &contents.shared.manual {
        files.push(Entry::text(share(&format!("man/man1/{name}.gz")), gzip(page)?));
    }
    files.push(Entry::text(share("zsh/vendor-completions/_descriptorium"), zsh.clone()));
    Ok(files)
}

/// An `ar` archive: a header of 60 bytes before each member, which has an even length.
fn ar(members: &[(&str, &[u8])], time: u64) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, content) in members {
        let header = format!("{name:<16}{time:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, "100644", content.len());
        archive.extend(header.as_bytes());
        archive.extend(*content);
        archive.extend(if content.len() % 2 == 1 { &b"\n"[..] } else { b"" });
    }
    archive
}
