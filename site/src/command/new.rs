//! `descriptorium new`.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use descriptorium_core::naming::Naming;
use descriptorium_core::template::Template;

use crate::command::{Failure, Outcome, put};
use crate::folder;

pub const EXAMPLES: &str = "\
Examples:
  descriptorium new assembly video                 writes video-1.0.yaml, assembly::video::1.0
  descriptorium new resource resource::streamer::2.0 --out resources/streamer.yaml
  descriptorium new homing placement --out -       prints it
A file that is there is never written over.";

#[derive(Args, Debug)]
pub struct Arguments {
    #[arg(value_enum, value_name = "KIND")]
    kind: Kind,
    /// Its name: the middle of `assembly::NAME::1.0`, or all of it
    #[arg(value_name = "NAME")]
    name: String,
    /// The file to write, or `-` for the standard output [default: NAME-VERSION.yaml here, NAME.yaml
    /// where there is no version]
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
    /// An ONAP application service descriptor
    Asd,
    /// An ONAP homing template
    Homing,
    /// What is asked for of an assembly, for the preview
    Intent,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let template = match arguments.kind {
        Kind::Assembly => Template::Assembly,
        Kind::Resource => Template::Resource,
        Kind::Tosca => Template::Tosca,
        Kind::Asd => Template::Asd,
        Kind::Homing => Template::Homing,
        Kind::Intent => Template::Intent,
    };
    if let Some(why) = template.refusal(&arguments.name) {
        return Err(Failure(format!("not the name `{}`: {why}", arguments.name)));
    }
    let text = template.text(&arguments.name);
    let usual = || PathBuf::from(format!("{}.yaml", template.stem(&arguments.name, Naming::default())));
    let out = arguments.out.clone().unwrap_or_else(usual);
    if out.as_os_str() == "-" {
        put(&text)?;
        return Ok(Outcome::Clean);
    }
    let cannot = |error: std::io::Error| {
        let why = match error.kind() {
            std::io::ErrorKind::AlreadyExists => "it is there already; `--out FILE` names another".to_owned(),
            _ => folder::reason(&error),
        };
        Failure(format!("cannot write `{}`: {why}", out.display()))
    };
    if let Some(parent) = out.parent() {
        fs::create_dir_all(parent).map_err(cannot)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(&out).map_err(cannot)?;
    file.write_all(text.as_bytes()).map_err(cannot)?;
    put(&format!("wrote {}\n", out.display()))?;
    Ok(Outcome::Clean)
}
