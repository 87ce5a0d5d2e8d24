//! `descriptorium serve`.

use std::path::PathBuf;

use clap::Args;

use crate::command::{Failure, Outcome, ValidationOptions, put_line};
use crate::folder::{self, Folder};
use crate::modeller::Modeller;
use crate::printable::say;
use crate::server::access::{self, Secret};
use crate::server::{Options, Server};

pub const NOTES: &str = "\
The server is reachable only from this machine. Open the printed address as it is: it contains a ticket that allows one browser to save. After its use, another address is printed. The modeller is part of the program. A folder `modeller` next to the program, and the folder in the environment variable DESCRIPTORIUM_MODELLER, take precedence.

Examples:
  descriptorium serve .
    on port 7420, or the next free port
  descriptorium serve examples --port 0
    on any free port
  descriptorium serve . --read-only
    without writing any files";

#[derive(Args, Debug)]
pub struct Arguments {
    /// Folder to serve
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Port to listen on; 0 for any free port [default: 7420, or the next free port]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Refuse all writes
    #[arg(long)]
    read_only: bool,
    #[command(flatten)]
    validation: ValidationOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let shown = arguments.folder.display();
    let folder = Folder::new(&arguments.folder);
    let dir = folder.open().map_err(|error| Failure(format!("cannot serve `{shown}`: {}", folder::reason(&error))))?;
    if !arguments.read_only {
        folder::clear_drafts(&dir);
    }
    folder::listing::list(&dir, &arguments.folder).unwrap_or_default().say_left_out(&arguments.folder);
    let modeller = Modeller::find();
    if let Err(why) = &modeller {
        say(&format!("warning: {why}"));
    }
    let has_modeller = modeller.is_ok();
    let options = Options {
        folder,
        port: arguments.port,
        read_only: arguments.read_only,
        stated: arguments.validation.stated()?,
        modeller,
        secret: secret()?,
    };
    let server = Server::bind(options).map_err(|error| {
        let port = arguments.port.map_or(String::new(), |port| format!(" on port {port}"));
        Failure(format!("cannot listen{port}: {}", folder::reason(&error)))
    })?;
    let address = server.address("");
    let modeller = match has_modeller {
        true => format!("modeller: {}", server.address("modeller/")),
        false => "without the modeller".to_owned(),
    };
    // Flushed right away: the process that started the program may wait for the address.
    let _ = put_line(&format!("Serving {shown} at {address} ({modeller})"));
    server.run().map_err(|error| Failure(format!("the server failed: {}", folder::reason(&error))))?;
    Ok(Outcome::Clean)
}

/// The secret of the user. If it cannot be stored, it is valid for this run only.
fn secret() -> Result<Secret, Failure> {
    let stored = match access::secret_file() {
        Some(file) => Secret::stored(&file).map_err(|error| {
            let why = folder::reason(&error);
            format!("cannot store a secret in `{}`: {why}", file.display())
        }),
        None => Err("cannot store a secret: HOME is not set".to_owned()),
    };
    stored.or_else(|why| {
        let note = "after a restart, pages have to be opened again with the printed address";
        say(&format!("warning: {why}; {note}"));
        Secret::random().map_err(|error| Failure(format!("cannot get random numbers: {}", folder::reason(&error))))
    })
}
