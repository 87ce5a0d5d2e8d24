//! The command line: subcommands, shared options, help texts and exit codes.

pub mod build;
pub mod check;
pub mod convert;
pub mod diff;
pub mod expand;
pub mod find;
pub mod format;
pub mod graph;
mod help;
pub mod licenses;
pub mod lsp;
pub mod merge;
pub mod new;
pub mod pack;
pub mod rules;
pub mod schema;
pub mod serve;

use std::env;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use descriptorium_core::profiles;
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::settings::Packaging;

use crate::finding::Counts;
use crate::folder;
use crate::input::CannotRead;
use crate::modeller;
use crate::pages::recent;
use crate::printable::{self, say};

const AFTER_HELP: &str = "\
Exit codes:
  0
    no errors were found; known findings of a baseline do not count
    build: the site is complete, whatever was found in the descriptors
  1
    check, expand: errors were found in the descriptors
    check: with --deny or --max-warnings, there were warnings
    build: with --deny, there were such findings; or pages could not be written
    format: with --check, files are not formatted; or files could not be formatted
    diff: with --fail-on-breaking, a breaking change was found
  2
    the command could not run: wrong usage, or an unreadable path";

/// Check, preview, document and edit catalogs of orchestration descriptors.
#[derive(Parser, Debug)]
#[command(name = "descriptorium", version, long_version = modeller::VERSION, after_help = help::unbroken(AFTER_HELP))]
struct Cli {
    /// Whether the output is colored: on terminals, unless NO_COLOR or FORCE_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,
    #[command(subcommand)]
    command: Command,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Of the variables that decide about `auto`, only FORCE_COLOR is unknown to the library that colors the output.
    fn choice(self) -> anstream::ColorChoice {
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
        match self {
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
            Color::Auto if is_set("FORCE_COLOR") && !is_set("NO_COLOR") => anstream::ColorChoice::Always,
            Color::Auto => anstream::ColorChoice::Auto,
        }
    }
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Check descriptors, report findings and fix them
    #[command(after_help = help::unbroken(check::EXAMPLES))]
    Check(check::Arguments),
    /// Format descriptors, or check that they are formatted
    #[command(after_help = help::unbroken(format::EXAMPLES))]
    Format(format::Arguments),
    /// Preview what a descriptor deploys: instances, the origin of each value, and the plan
    #[command(after_help = help::unbroken(expand::EXAMPLES))]
    Expand(Box<expand::Arguments>),
    /// Generate a documentation site from a folder of descriptors
    #[command(after_help = help::unbroken(build::EXAMPLES))]
    Build(build::Arguments),
    /// Combine the shards of a site that were built separately
    #[command(after_help = help::unbroken(merge::EXAMPLES))]
    Merge(merge::Arguments),
    /// Serve a folder of descriptors: its documentation and the modeller
    #[command(after_help = help::unbroken(serve::NOTES))]
    Serve(serve::Arguments),
    /// Compare two versions of a descriptor or a catalog, and report breaking changes
    #[command(after_help = help::unbroken(diff::EXAMPLES), override_usage = diff::USAGE)]
    Diff(diff::Arguments),
    /// Convert a descriptor to another form or version
    #[command(after_help = help::unbroken(convert::EXAMPLES))]
    Convert(convert::Arguments),
    /// Write the package of a service template or an application service descriptor
    #[command(after_help = help::unbroken(pack::PACK_EXAMPLES))]
    Pack(pack::PackArguments),
    /// Extract the files of a package
    #[command(after_help = help::unbroken(pack::UNPACK_EXAMPLES))]
    Unpack(pack::UnpackArguments),
    /// Draw the composition of a descriptor, or the dependencies in a folder
    #[command(after_help = help::unbroken(graph::EXAMPLES))]
    Graph(graph::Arguments),
    /// List all rules, or explain one
    #[command(after_help = help::unbroken(rules::EXAMPLES))]
    Rules(rules::Arguments),
    /// Print the JSON Schema of the settings, or of a JSON output
    #[command(after_help = help::unbroken(schema::EXAMPLES))]
    Schema(schema::Arguments),
    /// Run the language server
    #[command(after_help = help::unbroken(lsp::NOTES))]
    Lsp(lsp::Arguments),
    /// Create a descriptor from a template
    #[command(after_help = help::unbroken(new::EXAMPLES))]
    New(new::Arguments),
    /// Print the licenses of the third-party packages in this program
    #[command(after_help = help::unbroken(licenses::NOTES))]
    Licenses(licenses::Arguments),
    /// Print shell completions
    #[command(after_help = help::unbroken(COMPLETIONS))]
    Completions {
        #[arg(value_enum, value_name = "SHELL")]
        shell: Shell,
    },
    /// Print the manual page, or that of one command, for `man -l -`
    #[command(after_help = help::unbroken(MANUAL))]
    Man {
        /// Command to explain [default: the program with all commands]
        #[arg(value_name = "COMMAND")]
        of: Option<String>,
        /// Write a page for the program and for each command into this folder, such as descriptorium-check.1
        #[arg(long, value_name = "DIR", conflicts_with = "of")]
        out: Option<PathBuf>,
    },
}

const COMPLETIONS: &str = "\
Examples:
  descriptorium completions bash > ~/.local/share/bash-completion/completions/descriptorium
  descriptorium completions zsh > ~/.zfunc/_descriptorium
  descriptorium completions fish > ~/.config/fish/completions/descriptorium.fish";

const MANUAL: &str = "\
Examples:
  descriptorium man | man -l -
  descriptorium man check | man -l -
  descriptorium man --out ~/.local/share/man/man1";

/// Options for how strictly, and for which product, descriptors are validated.
#[derive(Args, Debug)]
struct ValidationOptions {
    /// Treat unresolved names (such as a type missing from the catalog) as errors
    #[arg(long)]
    strict: bool,
    /// Product profile, such as `tnco` or `assembly=tnco`; can be given once for each language [default: `profile` in
    /// `descriptorium.yaml`, or else cp4na]
    #[arg(long, value_parser = PossibleValuesParser::new(profiles::written()), value_name = "[LANGUAGE=]PROFILE")]
    profile: Vec<String>,
    /// Tool that packages the descriptors and assigns their names [default: detected from an `lmproject.yml` or
    /// `lmproject.yaml` above them]
    #[arg(long, value_enum, value_name = "TOOL")]
    packaging: Option<PackagingName>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum PackagingName {
    /// Descriptors may omit their names, and `$lmctl:` may be used as the type of a component
    Lmctl,
}

impl ValidationOptions {
    /// The settings given on the command line, which override those of the catalog.
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
                return Err(Failure(format!("`--profile` is given more than once for the language `{language}`")));
            }
            languages.push(language);
            stated.set_profile(language, key);
        }
        Ok(stated)
    }
}

/// The lowest severity of findings with which a command fails.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Denied {
    Errors,
    /// Errors and warnings
    Warnings,
    /// All findings
    Infos,
}

impl Denied {
    fn is_in(self, counts: Counts) -> bool {
        let Counts { errors, warnings, infos } = counts;
        match self {
            Denied::Errors => errors > 0,
            Denied::Warnings => errors + warnings > 0,
            Denied::Infos => errors + warnings + infos > 0,
        }
    }
}

/// The result of a command that could run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Clean,
    ErrorsFound,
}

/// The reason why a command could not run.
#[derive(Debug)]
struct Failure(String);

impl From<CannotRead> for Failure {
    fn from(error: CannotRead) -> Self {
        Failure(format!("cannot read `{}`: {}", error.path, error.reason))
    }
}

/// Runs the command given by the arguments of the process.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    cli.color.choice().write_global();
    let result = match &cli.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Format(arguments) => format::run(arguments),
        Command::Expand(arguments) => expand::run(arguments),
        Command::Build(arguments) => build::run(arguments),
        Command::Merge(arguments) => merge::run(arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Diff(arguments) => diff::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Pack(arguments) => pack::run(arguments),
        Command::Unpack(arguments) => pack::unpack(arguments),
        Command::Graph(arguments) => graph::run(arguments),
        Command::Rules(arguments) => rules::run(arguments),
        Command::Schema(arguments) => schema::run(arguments),
        Command::Lsp(arguments) => lsp::run(arguments),
        Command::New(arguments) => new::run(arguments),
        Command::Licenses(arguments) => licenses::run(arguments),
        Command::Completions { shell } => completions(*shell),
        Command::Man { of, out } => manual(of.as_deref(), out.as_deref()),
    };
    match result {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::ErrorsFound) => ExitCode::from(1),
        Err(Failure(message)) => {
            say(&format!("descriptorium: {message}"));
            ExitCode::from(2)
        }
    }
}

/// Prints the help that was asked for, or why the arguments are wrong.
fn usage(error: &clap::Error) -> ExitCode {
    let text = error.render().ansi().to_string();
    let text = printable::styled(&help::wrapped(&text)).into_owned();
    let _ = match error.use_stderr() {
        true => anstream::stderr().write_all(text.as_bytes()),
        false => anstream::stdout().write_all(text.as_bytes()),
    };
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

fn completions(shell: Shell) -> Result<Outcome, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "descriptorium", &mut text);
    put_bytes(&text)
}

/// Prints the manual page of a command, or of the program followed by those of its commands; or writes each to a file.
fn manual(of: Option<&str>, out: Option<&Path>) -> Result<Outcome, Failure> {
    // Or the date of this version, if its build was told.
    let date = source_date()?.or_else(|| option_env!("SOURCE_DATE_EPOCH").and_then(date_of_seconds));
    let date = date.map(recent::day).unwrap_or_default();
    let mut command = Cli::command();
    command.build();
    let subcommands: Vec<clap::Command> = command.get_subcommands().cloned().collect();
    let shown = subcommands.into_iter().filter(|command| command.get_name() != "help");
    let all: Vec<clap::Command> = std::iter::once(command).chain(shown).collect();
    let cannot = |error: io::Error| Failure(format!("cannot print: {}", folder::reason(&error)));
    if let Some(out) = out {
        std::fs::create_dir_all(out).map_err(cannot)?;
        for command in all {
            let name = match command.get_name() {
                "descriptorium" => "descriptorium.1".to_owned(),
                name => format!("descriptorium-{name}.1"),
            };
            let mut text = Vec::new();
            page_of_manual(command, &date, &mut text).map_err(cannot)?;
            let path = out.join(name);
            folder::write(&path, &text)
                .map_err(|error| Failure(format!("cannot write `{}`: {}", path.display(), folder::reason(&error))))?;
        }
        return Ok(Outcome::Clean);
    }
    let mut text = Vec::new();
    let wanted: Vec<clap::Command> =
        all.into_iter().filter(|command| of.is_none_or(|of| command.get_name() == of)).collect();
    if wanted.is_empty() {
        return Err(Failure(format!("unknown command `{}`", of.unwrap_or_default())));
    }
    wanted.into_iter().try_for_each(|command| page_of_manual(command, &date, &mut text)).map_err(cannot)?;
    put_bytes(&text)
}

/// The date in `SOURCE_DATE_EPOCH`, so that results are reproducible; see
/// <https://reproducible-builds.org/specs/source-date-epoch/>.
fn source_date() -> Result<Option<SystemTime>, Failure> {
    const VARIABLE: &str = "SOURCE_DATE_EPOCH";
    let Some(text) = env::var_os(VARIABLE) else { return Ok(None) };
    let date = text.to_str().and_then(date_of_seconds);
    date.map(Some)
        .ok_or_else(|| Failure(format!("invalid `{VARIABLE}`, expected seconds since 1970: {}", text.display())))
}

fn date_of_seconds(text: &str) -> Option<SystemTime> {
    // Larger numbers have more digits than the date format.
    let seconds = text.trim().parse::<u64>().ok().filter(|seconds| *seconds < 253_402_300_800)?;
    UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

/// Renders a manual page.
fn page_of_manual(command: clap::Command, date: &str, text: &mut Vec<u8>) -> io::Result<()> {
    let behind = command.get_after_help().map(|text| help::wrapped(&text.to_string())).unwrap_or_default();
    let has_version = command.get_version().is_some();
    let has_commands = command.get_subcommands().next().is_some();
    let source = concat!("descriptorium ", env!("CARGO_PKG_VERSION"));
    let page = clap_mangen::Man::new(command).date(date).source(source).manual("Descriptorium Manual");
    page.render_title(text)?;
    page.render_name_section(text)?;
    page.render_synopsis_section(text)?;
    page.render_description_section(text)?;
    page.render_options_section(text)?;
    if has_commands {
        page.render_subcommands_section(text)?;
    }
    if !behind.is_empty() {
        text.write_all(help::roff(&behind).as_bytes())?;
    }
    if has_version { page.render_version_section(text) } else { Ok(()) }
}

/// Writes to standard output without changes.
fn put_bytes(text: &[u8]) -> Result<Outcome, Failure> {
    match io::stdout().write_all(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure(format!("cannot write: {}", folder::reason(&error))))
        }
        Ok(()) | Err(_) => Ok(Outcome::Clean),
    }
}

/// Writes a file that must not exist yet.
fn write_new(out: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let cannot = |error: io::Error| Failure(format!("cannot write `{}`: {}", out.display(), folder::reason(&error)));
    let mut file = OpenOptions::new().write(true).create_new(true).open(out).map_err(cannot)?;
    file.write_all(bytes).map_err(cannot)
}

/// Writes text to standard output, without control characters and commands of CI hosts.
fn put(text: &str) -> Result<(), Failure> {
    put_exactly(&printable::lines(text))
}

/// Writes text with colors of our own; texts of others in it are escaped before.
fn put_styled(text: &str) -> Result<(), Failure> {
    put_exactly(&printable::styled(text))
}

/// Writes a line with names to standard output.
fn put_line(text: &str) -> Result<(), Failure> {
    put(&format!("{}\n", printable::line(text)))
}

/// Writes text to standard output that is escaped already. A closed pipe (`| head`) is not an error.
fn put_exactly(text: &str) -> Result<(), Failure> {
    let mut output = anstream::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure(format!("cannot write: {}", folder::reason(&error))))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// The given paths, or the current folder.
fn or_here(paths: &[PathBuf]) -> Vec<PathBuf> {
    if paths.is_empty() { vec![PathBuf::from(".")] } else { paths.to_vec() }
}
