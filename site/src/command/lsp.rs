//! `descriptorium lsp`.

use clap::Args;

use crate::command::{Failure, Outcome, ValidationOptions};
use crate::lsp;

pub const NOTES: &str = "\
The server implements the Language Server Protocol on standard input and output, and is started by the editor. It provides diagnostics, completion, hover, definitions, references, renames across files, fixes, formatting in the style of the file, symbols of a file and of the whole folder, and semantic tokens.

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
    /// Accepted for compatibility with editors that pass it; there is no other transport
    #[arg(long, hide = true)]
    stdio: bool,
    #[command(flatten)]
    validation: ValidationOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    let served = lsp::run(arguments.validation.stated()?);
    let in_order = served.map_err(|error| Failure(format!("the language server failed: {error}")))?;
    // The protocol asks for 1 where the client left without a shutdown.
    Ok(if in_order { Outcome::Clean } else { Outcome::ErrorsFound })
}
