//! The targets of the fuzzer.

/// A group of services that read an input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Target {
    /// The YAML parser, from scratch and after an edit.
    Parse,
    Format,
    /// All rules, and the services for a position in a text.
    Check,
    /// Every fix of the findings.
    Fix,
    /// Every command of a diagram.
    Command,
    Draw,
    /// Previews with all intents.
    Expand,
    /// An edit of a catalog.
    Incremental,
    Archive,
    /// The program builds a site.
    Site,
}

impl Target {
    pub const ALL: [Target; 10] = [
        Target::Parse,
        Target::Format,
        Target::Check,
        Target::Fix,
        Target::Command,
        Target::Draw,
        Target::Expand,
        Target::Incremental,
        Target::Archive,
        Target::Site,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Target::Parse => "parse",
            Target::Format => "format",
            Target::Check => "check",
            Target::Fix => "fix",
            Target::Command => "command",
            Target::Draw => "draw",
            Target::Expand => "expand",
            Target::Incremental => "incremental",
            Target::Archive => "archive",
            Target::Site => "site",
        }
    }

    pub fn parse(name: &str) -> Option<Target> {
        Target::ALL.into_iter().find(|target| target.name() == name)
    }

    /// How often it is chosen: slow targets get fewer inputs.
    pub fn share(self) -> usize {
        match self {
            Target::Parse | Target::Format => 200,
            Target::Check | Target::Draw | Target::Expand | Target::Incremental | Target::Archive => 100,
            Target::Fix | Target::Command => 80,
            Target::Site => 1,
        }
    }
}
