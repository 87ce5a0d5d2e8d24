//! Names made to attack whoever reads the output: they neither control a terminal nor start commands of a CI host.

use std::fs;
use std::path::Path;

use crate::suite::program::{Folder, Run, Server};

/// Sets the title of a terminal, clears it, uses C1 controls, and turns the direction of the line around.
const CONTROLS: &str = "\u{1b}[31m\u{1b}]0;t\u{7}\u{9b}2J\u{202e}\u{2067}\u{200f}\r\u{8}\u{7f}";
/// Begins a line with a command of GitHub.
const COMMAND: &str = "x\n::error title=a::b\n  ::stop-commands::c\n##[add-mask]d ##vso[task.x]e";

/// As a scalar of YAML in double quotes.
fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|one| format!("\\U{:08x}", u32::from(one)));
    format!("\"{}\"", escaped.collect::<String>())
}

/// A catalog with hostile texts wherever one can be: names, keys, values, descriptions, paths, the README and settings.
fn catalog(part: &str) -> Folder {
    let bad = format!("a{part}");
    let key = quoted(&bad);
    let folder = Folder::new(&[]);
    let full = quoted(&format!("assembly::{bad}::1.0"));
    let own = quoted(&format!("resource::{bad}::1.0"));
    let assembly = |version: &str, more: &str| {
        format!(
            "name: {}\ndescription: {key}\nproperties:\n  {key}: {{type: {key}, default: {key}, description: {key}, required: true}}\n  \
             p: {{type: string, default: {key}}}\n{more}composition:\n  {key}: {{type: {own}, quantity: {key}, properties: {{{key}: {{value: \
             {key}}}, q: {{value: '${{p}}'}}, r: {{value: {}}}}}}}\n  c: {{type: {}, properties: {{}}}}\nrelationships:\n  {key}: \
             {{source-capabilities: [{key}], target-capabilities: [{key}]}}\nunknown {key}: {key}\n",
            quoted(&format!("assembly::{bad}::{version}")),
            quoted(&format!("${{{bad}}}")),
            quoted(&format!("resource::{bad}b::1.0")),
        )
    };
    folder.write("a.yaml", assembly("1.0", ""));
    folder.write("b.yaml", assembly("2.0", "  more: {type: string}\n").replace("unknown", "other"));
    folder.write("clean.yaml", format!(
        "name: {}\nproperties:\n  p: {{type: string, default: {key}}}\ncomposition:\n  c: {{type: {own}, properties: {{q: {{value: '${{p}}'}}}}}}\n",
        quoted(&format!("assembly::{bad}c::1.0"))
    ));
    folder.write("r.yaml", format!("name: {own}\nproperties:\n  q: {{type: string, description: {key}}}\nlifecycle:\n  Create: {{}}\n  {key}: {{}}\n"));
    folder.write("twice.yaml", format!("name: {full}\n{key}: 1\n{key}: 2\n"));
    folder
        .write("raw.yaml", format!("name: assembly::raw::1.0\ncomposition:\n  'x{}': 1\n", CONTROLS.replace('\r', "")));
    folder.write("tosca.yaml", format!(
        "tosca_definitions_version: tosca_simple_yaml_1_2\ndescription: {key}\nnode_types:\n  {key}: {{derived_from: {key}, properties: \
         {{{key}: {{type: {key}}}}}}}\ntopology_template:\n  node_templates:\n    {key}: {{type: {key}, {key}: 1}}\n"
    ));
    folder.write("homing.yaml", format!(
        "homing_template_version: 2017-10-10\nparameters: {{{key}: {key}}}\nlocations: {{{key}: {{latitude: {key}}}}}\ndemands: {{{key}: \
         [{{inventory_provider: {key}}}]}}\nconstraints: {{{key}: {{type: {key}, demands: [{key}]}}}}\n"
    ));
    folder.write(
        "cr.yaml",
        "name: assembly::cr::1.0\r\ndescription: |\r\n  a\rb\r\nproperties: {}\r\ncomposition: {}\r\n",
    );
    folder.write("asd.yaml", format!("asdId: {key}\nasdVersion: {key}\nasdProvider: {key}\nasdApplicationName: {key}\ndeploymentItems:\n  {key}: {{type: {key}}}\n"));
    folder.write("README.md", format!("# {}\n\n{}\n", bad.replace('\n', " "), bad));
    folder.write(
        "intent.yaml",
        format!("assemblyName: {key}\ndescriptorName: {full}\nproperties: {{p: {key}, {key}: 1}}\n"),
    );
    if cfg!(unix) {
        // A file name has at most 255 bytes.
        let name = bad.replace('/', "");
        folder.write(
            &format!("{name}/f{name}.yaml"),
            format!("name: {}\ntyp: x\n", quoted(&format!("assembly::{bad}f::1.0"))),
        );
        folder.write(&format!("{name}.yaml"), "name: resource::named::1.0\ntyp: x\n");
        fs::write(folder.at(&format!("{name}.csar")), "not one").expect("a file");
        #[cfg(unix)]
        std::os::unix::fs::symlink("nowhere", folder.at(&format!("l{name}.yaml"))).expect("a link");
        #[cfg(unix)]
        std::os::unix::fs::symlink("/tmp", folder.at(&format!("l{name}"))).expect("a link");
    }
    folder
}

fn assert_harmless(what: &str, text: &str) {
    for (number, line) in text.split('\n').enumerate() {
        let bad = line.chars().find(|one| {
            one.is_control() && *one != '\t' || matches!(one, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        });
        assert!(bad.is_none(), "{what}: {bad:?} in line {number}: {line:?}");
        let is_ours = ["::error file=", "::warning file=", "::notice file="].iter().any(|own| line.starts_with(own));
        let is_command = line.trim_start().starts_with("::") && !line.trim_start().starts_with("::: ");
        assert!(is_ours || !is_command, "{what}: line {number}: {line:?}");
        assert!(is_ours || !line.contains("##[") && !line.contains("##vso["), "{what}: line {number}: {line:?}");
    }
}

fn assert_run(what: &str, run: &Run) {
    assert_harmless(&format!("{what}, output"), &run.output);
    assert_harmless(&format!("{what}, errors"), &run.errors);
}

fn hostile(part: &str) {
    let folder = catalog(part);
    let bad = format!("a{part}");
    let full = format!("assembly::{bad}c::1.0");
    let (one, two) = (format!("assembly::{bad}::1.0"), format!("assembly::{bad}::2.0"));
    let (yaml, csar) = (format!("{bad}.yaml"), format!("{bad}.csar"));
    let set = format!("{bad}=1");
    let commands: Vec<Vec<&str>> = vec![
        vec!["check"],
        vec!["check", "--strict", "--format", "json"],
        vec!["check", "--format", "sarif"],
        vec!["check", "--format", "junit"],
        vec!["check", "--format", "github"],
        vec!["check", &yaml],
        vec!["check", &csar],
        vec!["check", "raw.yaml", "twice.yaml", "tosca.yaml"],
        vec!["check", &bad, &full],
        vec!["check", "--baseline", &bad],
        vec!["check", "--profile", &bad],
        vec!["check", "--write-baseline", "known.json"],
        vec!["check", "--fix", "--dry-run", "--format", "json"],
        vec!["expand", &full],
        vec!["expand", &full, "--format", "json"],
        vec!["expand", &full, "--inputs", "intent.yaml"],
        vec!["expand", &full, "--set", &set],
        vec!["expand", &one],
        vec!["expand", "a.yaml"],
        vec!["expand", "tosca.yaml"],
        vec!["expand", "homing.yaml"],
        vec!["expand", "asd.yaml"],
        vec!["expand", &two, "--intent", "upgrade", "--from", &one],
        vec!["expand", &full, "--intent", "heal", "--component", &bad],
        vec!["expand", &bad],
        vec!["diff", "a.yaml", "b.yaml"],
        vec!["diff", &one, &two],
        vec!["diff", "a.yaml", "b.yaml", "--format", "json"],
        vec!["diff", ".", &bad],
        vec!["diff", "tosca.yaml", "homing.yaml"],
        vec!["graph", "a.yaml"],
        vec!["graph", "a.yaml", "--format", "dot"],
        vec!["graph", "a.yaml", "--format", "mermaid"],
        vec!["graph", ".", "--format", "dot"],
        vec!["graph", ".", "--format", "mermaid"],
        vec!["graph", ".", "--format", "svg"],
        vec!["graph", &bad],
        vec!["rules", &bad],
        vec!["schema", &bad],
        vec!["new", "assembly", &bad],
        vec!["new", &bad, "x"],
        vec!["build", ".", "--out", "out"],
        vec!["build", &csar, "--out", "out2"],
        vec!["build", ".", "--out", &yaml],
        vec!["merge", &bad, "--out", "out3"],
        vec!["serve", &yaml],
        vec![&bad],
    ];
    for arguments in &commands {
        let run = folder.run(arguments);
        assert_run(&format!("{arguments:?}"), &run);
        assert!(!run.output.is_empty() || !run.errors.is_empty(), "{arguments:?}: {run:?}");
    }
    let other = catalog(&format!("{part}2"));
    let released = other.path().to_str().expect("a plain path");
    assert_run("diff of catalogs", &folder.run(&["diff", released, "."]));
    assert_run("released", &folder.run(&["check", "--released", released]));
    folder.write("descriptorium.yaml", format!("{}: 1\nsite: {{footer: {}}}\n", quoted(&bad), quoted(&bad)));
    for format in ["text", "github"] {
        assert_run("settings", &folder.run(&["check", "--format", format]));
    }
    assert_run("settings", &folder.run(&["build", ".", "--out", "out"]));
    forms(&folder.at("out"));

    // With colors, only colors of our own remain.
    let mut command = folder.command(&["check"]);
    let run = Run::of(command.env("CLICOLOR_FORCE", "1").output().expect("the program starts"));
    assert!(run.output.contains("\u{1b}["), "{run:?}");
    let mut plain = String::new();
    for (index, piece) in run.output.split("\u{1b}[").enumerate() {
        let (color, rest) = if index == 0 { ("", piece) } else { piece.split_once('m').expect("a color") };
        assert!(color.chars().all(|one| one.is_ascii_digit() || one == ';'), "{color:?}");
        assert_ne!(color, "31", "a color of the descriptor");
        plain.push_str(rest);
    }
    assert_harmless("colors", &plain);
    folder.write("descriptorium.yaml", "");
    assert_run("fix", &folder.run(&["check", "--fix"]));
    if cfg!(unix) {
        let server = Server::of(folder.command(&["serve", &bad, "--port", "0"]));
        assert_harmless("serve", &server.banner);
    }
}

/// The Markdown forms of a site are read in terminals too.
fn forms(folder: &Path) {
    let mut n_forms = 0;
    let mut queue = vec![folder.to_owned()];
    while let Some(path) = queue.pop() {
        if path.is_dir() {
            queue.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            n_forms += 1;
            let text = fs::read_to_string(&path).expect("a page");
            let bad = |one: &char| {
                one.is_control() && !matches!(one, '\n' | '\t')
                    || matches!(one, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            };
            let bad = text.chars().find(bad);
            assert!(bad.is_none(), "{}: {bad:?}", path.display());
        }
    }
    assert!(n_forms > 50, "{n_forms}");
}

#[test]
fn control_characters_in_names_do_not_reach_the_terminal() {
    hostile(CONTROLS);
}

/// Of two files with one name, each finding shows the other file.
#[test]
fn the_arrow_before_a_second_file_is_printed() {
    let text = "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n";
    let folder = Folder::new(&[("a.yaml", text), ("b.yaml", text)]);
    let run = folder.run(&["check"]);
    assert!(run.output.contains("\n ::: b.yaml:1:7\n") && !run.output.contains("U+"), "{}", run.output);
}

#[test]
fn names_are_no_commands_of_a_ci_host() {
    hostile(COMMAND);
}
