//! What can be wrong with a file before its text is looked at: rules as those of the core, checked while reading.

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::rules::Rule;

/// The rules on files, by code.
pub static RULES: &[&Rule] = &[&BAD_NAME, &NOT_A_DESCRIPTOR, &NOT_UTF8, &TOO_LARGE, &TOO_MANY, &UNREADABLE];

const fn rule(code: &'static str, severity: Severity, title: &'static str, doc: &'static str) -> Rule {
    Rule { code, severity, title, doc, sources: &[], bad: "", good: "" }
}

pub static BAD_NAME: Rule = rule(
    "file/bad-name",
    Severity::Warning,
    "the name of a file cannot be used",
    "Files of a catalog are addressed by their path, written with `/` and in UTF-8. A name that is not UTF-8, or that \
     has a backslash or a drive letter in it, has no such path, so the file is not read.\n\nRename the file.",
);

pub static NOT_A_DESCRIPTOR: Rule = rule(
    "file/not-a-descriptor",
    Severity::Warning,
    "a file that is named on the command line is no descriptor",
    "In a folder, YAML files that are no descriptors are passed over silently. A file that is named on the command \
     line is expected to be one.\n\nA descriptor is recognized by its `name` (`assembly::video::1.0`, \
     `resource::gateway::1.0`) or by the sections that only descriptors have.",
);

pub static NOT_UTF8: Rule = rule(
    "file/not-utf8",
    Severity::Error,
    "a descriptor is not encoded in UTF-8",
    "Orchestrators read descriptors as UTF-8. Text in another encoding, as Latin-1 or UTF-16, is refused by them or \
     read as other characters.\n\nOpen the file in an editor and save it as UTF-8.",
);

pub static TOO_LARGE: Rule = rule(
    "file/too-large",
    Severity::Warning,
    "a file is too large to be a descriptor",
    "Files of more than 8 MiB are not read: no descriptor written by people comes near that.\n\nIf it is one \
     nonetheless, split it into several.",
);

pub static TOO_MANY: Rule = rule(
    "file/too-many",
    Severity::Warning,
    "a folder has more files or folders than are read",
    "At most 50,000 YAML files are read, in folders at most 32 deep in one another. This protects from a folder that \
     was not meant, as the root of the disk.\n\nName a smaller folder.",
);

pub static UNREADABLE: Rule = rule(
    "file/unreadable",
    Severity::Error,
    "a file cannot be read",
    "The system refuses to give the text of the file: permissions, a failing disk, a file that vanished meanwhile.",
);
