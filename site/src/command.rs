//! The command line: what can be asked, in words that teach, and what the answer's exit code means.

pub mod build;
pub mod check;
pub mod diff;
pub mod expand;
pub mod find;
pub mod graph;
pub mod lsp;
pub mod merge;
pub mod new;
pub mod rules;
pub mod schema;
pub mod serve;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use descriptorium_core::profiles;
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::settings::Packaging;

use crate::folder;
use crate::input::CannotRead;

const AFTER_HELP: &str = "\
Exit codes:
  0  nothing of severity error was found, beyond the known findings of a baseline
  1  check, build, expand: errors were found in the descriptors
     diff: with --fail-on-breaking, a change breaks those who use a descriptor; without, it ends with 0
  2  the command could not run: wrong usage, or a path that cannot be read";

/// Checks, expands, documents and serves catalogs of orchestration descriptors.
#[derive(Parser, Debug)]
#[command(name = "descriptorium", version, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Says what is wrong with descriptors, where, and how to mend it
    #[command(after_help = check::EXAMPLES)]
    Check(check::Arguments),
    /// Shows what a descriptor becomes: its instances, where each value comes from, and the plan by which they come to
    /// life
    #[command(after_help = expand::EXAMPLES)]
    Expand(expand::Arguments),
    /// Renders a folder of descriptors as a documentation site, which needs no server and loads nothing from elsewhere
    #[command(after_help = build::EXAMPLES)]
    Build(build::Arguments),
    /// Puts the parts of a site together that several machines built
    #[command(after_help = merge::EXAMPLES)]
    Merge(merge::Arguments),
    /// Serves a folder of descriptors: its documentation, and the modeller to edit it
    #[command(after_help = serve::NOTES)]
    Serve(serve::Arguments),
    /// Says what became another between two versions of a descriptor, or between two catalogs, and whom that breaks
    #[command(after_help = diff::EXAMPLES)]
    Diff(diff::Arguments),
    /// Draws what a descriptor is made of, or which descriptors of a folder are made of which
    #[command(after_help = graph::EXAMPLES)]
    Graph(graph::Arguments),
    /// Lists what is checked, or explains one code
    #[command(after_help = rules::EXAMPLES)]
    Rules(rules::Arguments),
    /// Print the JSON schema of the settings of a catalog, or of a document that the program prints
    #[command(after_help = schema::EXAMPLES)]
    Schema(schema::Arguments),
    /// Serves an editor while descriptors are written
    #[command(after_help = lsp::NOTES)]
    Lsp(lsp::Arguments),
    /// Begins a descriptor
    #[command(after_help = new::EXAMPLES)]
    New(new::Arguments),
    /// Prints what lets a shell complete the commands
    #[command(after_help = COMPLETIONS)]
    Completions {
        #[arg(value_enum, value_name = "SHELL")]
        shell: Shell,
    },
    /// Prints the manual, for `man -l -`
    Man,
}

const COMPLETIONS: &str = "\
Examples:
  descriptorium completions bash > ~/.local/share/bash-completion/completions/descriptorium
  descriptorium completions zsh > ~/.zfunc/_descriptorium
  descriptorium completions fish > ~/.config/fish/completions/descriptorium.fish";

/// How strictly descriptors are judged, and for which product.
#[derive(Args, Debug)]
struct Judging {
    /// Takes what leads nowhere, as a type that is not in the catalog, for an error rather than a warning
    #[arg(long)]
    strict: bool,
    /// The product that the descriptors of a language are for, such as `tnco` or `assembly=tnco`; once for each
    /// language [default: the profile in `descriptorium.yaml`, or else cp4na]
    #[arg(long, value_parser = PossibleValuesParser::new(profiles::written()), value_name = "[LANGUAGE=]PROFILE")]
    profile: Vec<String>,
    /// The tool that packs the descriptors and gives them their names; where an `lmproject.yml` or `lmproject.yaml` lies above them, that is
    /// found without being told
    #[arg(long, value_enum, value_name = "TOOL")]
    packaging: Option<PackagingName>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum PackagingName {
    /// A descriptor may lack its name, and `$lmctl:` may stand for the type of a component
    Lmctl,
}

impl Judging {
    /// What the command line says, which goes before what the catalog says of itself.
    fn stated(&self) -> Result<CatalogSettings, Failure> {
        let mut stated = CatalogSettings {
            packaging: self.packaging.map(|packaging| match packaging {
                PackagingName::Lmctl => Packaging::Lmctl,
            }),
            strict: self.strict.then_some(true),
            ..CatalogSettings::default()
        };
        let mut languages = Vec::new();
        for (language, key) in self.profile.iter().filter_map(|written| profiles::parse(written)) {
            if languages.contains(&language) {
                return Err(Failure(format!("`--profile` is given twice for the language `{language}`")));
            }
            languages.push(language);
            stated.set_profile(language, key);
        }
        Ok(stated)
    }
}

/// How a command ended, unless it could not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Clean,
    ErrorsFound,
}

/// Why a command could not run.
#[derive(Debug)]
struct Failure(String);

impl From<CannotRead> for Failure {
    fn from(error: CannotRead) -> Self {
        Failure(format!("cannot read `{}`: {}", error.path, error.reason))
    }
}

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Expand(arguments) => expand::run(arguments),
        Command::Build(arguments) => build::run(arguments),
        Command::Merge(arguments) => merge::run(arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Diff(arguments) => diff::run(arguments),
        Command::Graph(arguments) => graph::run(arguments),
        Command::Rules(arguments) => rules::run(arguments),
        Command::Schema(arguments) => schema::run(arguments),
        Command::Lsp(arguments) => lsp::run(arguments),
        Command::New(arguments) => new::run(arguments),
        Command::Completions { shell } => completions(*shell),
        Command::Man => manual(),
    };
    match result {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::ErrorsFound) => ExitCode::from(1),
        Err(Failure(message)) => {
            let _ = writeln!(io::stderr(), "descriptorium: {message}");
            ExitCode::from(2)
        }
    }
}

fn completions(shell: Shell) -> Result<Outcome, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "descriptorium", &mut text);
    put_bytes(&text)
}

/// The manual of the program, then those of its commands.
fn manual() -> Result<Outcome, Failure> {
    let mut command = Cli::command();
    command.build();
    let mut text = Vec::new();
    let subcommands: Vec<clap::Command> = command.get_subcommands().cloned().collect();
    let shown = subcommands.into_iter().filter(|command| command.get_name() != "help");
    let mut all = std::iter::once(command).chain(shown);
    let rendered = all.try_for_each(|command| page_of_manual(command, &mut text));
    rendered.map_err(|error| Failure(format!("cannot print: {}", folder::reason(&error))))?;
    put_bytes(&text)
}

/// A page of the manual. What stands behind the options is shown line for line, as in a terminal.
fn page_of_manual(command: clap::Command, text: &mut Vec<u8>) -> io::Result<()> {
    let behind = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let has_version = command.get_version().is_some();
    let has_commands = command.get_subcommands().next().is_some();
    let page = clap_mangen::Man::new(command);
    page.render_title(text)?;
    page.render_name_section(text)?;
    page.render_synopsis_section(text)?;
    page.render_description_section(text)?;
    page.render_options_section(text)?;
    if has_commands {
        page.render_subcommands_section(text)?;
    }
    if !behind.is_empty() {
        behind_options(&behind, text)?;
    }
    if has_version { page.render_version_section(text) } else { Ok(()) }
}

/// The section of the manual with what stands behind the options.
fn behind_options(behind: &str, text: &mut Vec<u8>) -> io::Result<()> {
    let heading = match behind.lines().next() {
        Some("Examples:") => "EXAMPLES",
        Some("Exit codes:") => "EXIT STATUS",
        _ => "NOTES",
    };
    writeln!(text, ".SH {heading}\n.nf")?;
    for line in behind.lines().skip(usize::from(heading != "NOTES")) {
        // A period or a quote at the beginning would be a request, and a backslash is an escape.
        let escaped = line.replace('\\', "\\e").replace('-', "\\-");
        writeln!(text, "{}{escaped}", if line.starts_with(['.', '\'']) { "\\&" } else { "" })?;
    }
    writeln!(text, ".fi")
}

/// Writes to the standard output just as it is.
fn put_bytes(text: &[u8]) -> Result<Outcome, Failure> {
    match io::stdout().write_all(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure(format!("cannot write: {}", folder::reason(&error))))
        }
        Ok(()) | Err(_) => Ok(Outcome::Clean),
    }
}

/// Writes to the standard output. That nobody reads it to its end (`| head`) is no failure.
fn put(text: &str) -> Result<(), Failure> {
    let mut output = anstream::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure(format!("cannot write: {}", folder::reason(&error))))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// The paths that were named, or else the folder we are in.
fn or_here(paths: &[PathBuf]) -> Vec<PathBuf> {
    if paths.is_empty() { vec![PathBuf::from(".")] } else { paths.to_vec() }
}
