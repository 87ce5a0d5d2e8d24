//! `descriptorium lsp`.

use clap::Args;

use crate::command::{Failure, Judging, Outcome};
use crate::lsp;

pub const NOTES: &str = "\
The server speaks the Language Server Protocol at its standard input and output; the editor starts it.
It gives findings while you type, completion, what is under the cursor, definitions, references,
renames over all files, fixes, formatting in the style of the file, and the names of a file and
of the whole folder.

Neovim 0.11 (init.lua):
  vim.lsp.config.descriptorium = {
    cmd = { 'descriptorium', 'lsp' }, filetypes = { 'yaml' },
    root_markers = { 'descriptorium.yaml', '.git' } }
  vim.filetype.add { extension = { tosca = 'yaml' } }
  vim.lsp.enable('descriptorium')

Helix (languages.toml):
  [language-server.descriptorium]
  command = 'descriptorium'
  args = ['lsp']
  [[language]]
  name = 'yaml'
  file-types = ['yaml', 'yml', 'tosca']
  language-servers = ['descriptorium']";

#[derive(Args, Debug)]
pub struct Arguments {
    /// What editors add by custom; there is no other way to speak
    #[arg(long, hide = true)]
    stdio: bool,
    #[command(flatten)]
    judging: Judging,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let served = lsp::run(arguments.judging.stated()?);
    let in_order = served.map_err(|error| Failure(format!("the language server ended: {error}")))?;
    // The protocol asks for 1 where the client left without a shutdown.
    Ok(if in_order { Outcome::Clean } else { Outcome::ErrorsFound })
}
