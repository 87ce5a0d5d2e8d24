//! `descriptorium new`.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use descriptorium_core::naming::Naming;
use descriptorium_core::template::Template;

use crate::command::{Failure, Outcome, put, put_line};
use crate::folder;

pub const EXAMPLES: &str = "\
Examples:
  descriptorium new assembly video
    writes video-1.0.yaml, assembly::video::1.0
  descriptorium new resource resource::streamer::2.0 --out resources/streamer.yaml
  descriptorium new homing placement --out -
    prints it
  descriptorium new homing-example near
    writes near.yaml, near-inventory.yaml, near-parameters.yaml
  descriptorium new asd-example recorder
    writes the package recorder, with two charts, a cluster and a request
Existing files are never overwritten.";

#[derive(Args, Debug)]
pub struct Arguments {
    #[arg(value_enum, value_name = "KIND")]
    kind: Kind,
    /// Name: the middle part of `assembly::NAME::1.0`, or the full name
    #[arg(value_name = "NAME")]
    name: String,
    /// File to write, or `-` for standard output [default: NAME-VERSION.yaml in the current folder, or NAME.yaml
    /// without a version; NAME/NAME.yaml for an example with a folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// An assembly descriptor of CP4NA or TNC-O
    Assembly,
    /// A resource descriptor of CP4NA or TNC-O
    Resource,
    /// A service template of the TOSCA Simple Profile
    Tosca,
    /// A library of TOSCA types for service templates to import
    ToscaTypes,
    /// An ONAP application service descriptor
    Asd,
    /// A complete ONAP application service descriptor with two charts, a cluster and a request: a folder
    AsdExample,
    /// An ONAP homing template
    Homing,
    /// A complete homing template with an inventory and values of its parameters: three files
    HomingExample,
    /// An intent for an assembly, as input of a preview
    Intent,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let template = match arguments.kind {
        Kind::Assembly => Template::Assembly,
        Kind::Resource => Template::Resource,
        Kind::Tosca => Template::Tosca,
        Kind::ToscaTypes => Template::ToscaTypes,
        Kind::Asd => Template::Asd,
        Kind::AsdExample => Template::AsdExample,
        Kind::Homing => Template::Homing,
        Kind::HomingExample => Template::HomingExample,
        Kind::Intent => Template::Intent,
    };
    if let Some(why) = template.refusal(&arguments.name) {
        return Err(Failure(format!("invalid name `{}`: {why}", arguments.name)));
    }
    let text = template.text(&arguments.name);
    let usual = || PathBuf::from(format!("{}.yaml", template.stem(&arguments.name, Naming::default())));
    let out = arguments.out.clone().unwrap_or_else(usual);
    if out.as_os_str() == "-" {
        put(&text)?;
        return Ok(Outcome::Clean);
    }
    let stem = out.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let mut files = vec![(out.clone(), text)];
    files.extend(
        template.companions(&stem, &arguments.name).into_iter().map(|(name, text)| (out.with_file_name(name), text)),
    );
    // Nothing is written if one of them exists.
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        return Err(cannot(path, &std::io::ErrorKind::AlreadyExists.into()));
    }
    for (path, text) in files {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| cannot(&path, &error))?;
        }
        let written = OpenOptions::new().write(true).create_new(true).open(&path);
        written.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| cannot(&path, &error))?;
        put_line(&format!("wrote {}", path.display()))?;
    }
    Ok(Outcome::Clean)
}

fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    let why = match error.kind() {
        std::io::ErrorKind::AlreadyExists => "it already exists; use `--out FILE` to choose another file".to_owned(),
        _ => folder::reason(error),
    };
    Failure(format!("cannot write `{}`: {why}", path.display()))
}
