//! `descriptorium serve`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::command::{Failure, Judging, Outcome};
use crate::folder::{self, Folder};
use crate::server::{Options, Server, modeller};

pub const NOTES: &str = "\
The server is reachable only from this machine. The modeller is loaded from the folder `modeller` next
to the program, or from the folder in the environment variable DESCRIPTORIUM_MODELLER.

Examples:
  descriptorium serve .                  on port 7420, or the next free port
  descriptorium serve examples --port 0  on any free port
  descriptorium serve . --read-only      without writing any files";

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
    judging: Judging,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let shown = arguments.folder.display();
    let folder = Folder::new(&arguments.folder);
    let dir = folder.open().map_err(|error| Failure(format!("cannot serve `{shown}`: {}", folder::reason(&error))))?;
    if !arguments.read_only {
        folder::clear_drafts(&dir);
    }
    folder::listing::list(&dir, &arguments.folder).unwrap_or_default().say_left_out(&arguments.folder);
    let modeller = modeller::folder();
    let has_modeller = modeller::is_in(&modeller);
    let options = Options {
        folder,
        port: arguments.port,
        read_only: arguments.read_only,
        stated: arguments.judging.stated()?,
        modeller,
    };
    let server = Server::bind(options).map_err(|error| {
        let port = arguments.port.map_or(String::new(), |port| format!(" on port {port}"));
        Failure(format!("cannot listen{port}: {}", folder::reason(&error)))
    })?;
    let address = server.address();
    // Flushed right away: the process that started the program may wait for the address.
    let mut output = io::stdout();
    let modeller = match has_modeller {
        true => format!("modeller: {address}modeller/"),
        false => "without the modeller, which was not found next to the program: see --help".to_owned(),
    };
    let _ = writeln!(output, "Serving {shown} at {address} ({modeller})").and_then(|()| output.flush());
    server.run().map_err(|error| Failure(format!("the server failed: {}", folder::reason(&error))))?;
    Ok(Outcome::Clean)
}
