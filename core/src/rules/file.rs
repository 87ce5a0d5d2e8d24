//! Rules about files, which are checked while reading them, before their text is parsed.

use crate::diagnostic::Severity;
use crate::rules::Rule;

/// The rules, by code.
pub static RULES: &[&Rule] = &[
    &BAD_ARCHIVE,
    &BAD_INTENT,
    &BAD_NAME,
    &NOT_A_DESCRIPTOR,
    &NOT_UTF8,
    &NOT_WRITTEN,
    &REMOVED_RELEASE,
    &TOO_LARGE,
    &TOO_MANY,
    &UNREADABLE,
];

const fn rule(code: &'static str, severity: Severity, title: &'static str, doc: &'static str) -> Rule {
    Rule { code, severity, title, doc, sources: &[], bad: "", good: "" }
}

pub static BAD_ARCHIVE: Rule = rule(
    "file/bad-archive",
    Severity::Error,
    "invalid CSAR archive",
    "Orchestrators start with one service template of a CSAR. They find it in one of two ways:\n\n- The archive contains \
     `TOSCA-Metadata/TOSCA.meta` with `CSAR-Version: 1.1` and `Entry-Definitions: FILE`, the path of the service template \
     in the archive.\n- Otherwise, there is exactly one YAML file at the root of the archive, and its `metadata` contains \
     `template_name` and `template_version`.\n\nA CSAR is a ZIP archive. In packages of application service descriptors, `CSAR-Version: 1.0` is only \
     a warning, and so is a missing `TOSCA-Meta-File-Version`.",
);

pub static BAD_INTENT: Rule = rule(
    "file/bad-intent",
    Severity::Error,
    "invalid intent",
    "An intent, or a Behaviour configuration, names a descriptor in `descriptorName` and gives values for its inputs in \
     `properties`. An intent that is named on the command line is checked: its keys, its descriptor, and the names of \
     the inputs. Run `descriptorium expand NAME --inputs FILE` to check the values as well.",
);

pub static BAD_NAME: Rule = rule(
    "file/bad-name",
    Severity::Error,
    "invalid file name",
    "Files of a catalog are addressed by their path, written with `/` and in UTF-8. A name that is not valid UTF-8, or \
     that contains a backslash or a drive letter, has no such path, so the file is not read.\n\nRename the file.",
);

pub static NOT_A_DESCRIPTOR: Rule = rule(
    "file/not-a-descriptor",
    Severity::Warning,
    "file is not a descriptor",
    "YAML files in a folder that are not descriptors are ignored. A file that is named on the command line is expected \
     to be a descriptor, an intent, or `descriptorium.yaml`.\n\nA descriptor is recognized by its `name` (`assembly::video::1.0`, \
     `resource::gateway::1.0`) or by sections that only descriptors have.",
);

pub static NOT_UTF8: Rule = rule(
    "file/not-utf8",
    Severity::Error,
    "descriptor is not encoded in UTF-8",
    "Orchestrators read descriptors as UTF-8. They reject text in another encoding, such as Latin-1 or UTF-16, or read \
     it as other characters.\n\nOpen the file in an editor and save it as UTF-8.",
);

pub static NOT_WRITTEN: Rule = rule(
    "file/not-written",
    Severity::Error,
    "page cannot be written",
    "The output folder of `build` contains something else where a page of the site should be, or forbids writing there. All \
     other pages are written.\n\nRemove the obstacle, or build into a new folder.",
);

pub static REMOVED_RELEASE: Rule = rule(
    "file/removed-release",
    Severity::Error,
    "released descriptor was removed",
    "Running instances and other descriptors refer to a released descriptor by its name and version, so it must stay \
     available.\n\nReported by `descriptorium check FOLDER --released RELEASED` for each descriptor of the released \
     catalog whose name and version, or path if it has no version, are missing in the folder. Restore the file, or remove it from the released \
     catalog if nothing uses it anymore.",
);

pub static TOO_LARGE: Rule = rule(
    "file/too-large",
    Severity::Error,
    "file too large",
    "Files of more than 8 MiB are not read, since descriptors written by people are much smaller. The file is not \
     checked, so this is an error.\n\nIf the file is a descriptor, split it into several. Otherwise exclude it: \
     `exclude: [large.yaml]` in `descriptorium.yaml`.",
);

pub static TOO_MANY: Rule = rule(
    "file/too-many",
    Severity::Error,
    "too many files or folders",
    "At most 50,000 YAML files are read, in folders nested at most 32 levels deep. This protects against opening the \
     wrong folder, such as the root of the disk. The other files are not checked, so this is an error.\n\nName a \
     smaller folder, or exclude folders with `exclude` in `descriptorium.yaml`.",
);

pub static UNREADABLE: Rule = rule(
    "file/unreadable",
    Severity::Error,
    "unreadable file",
    "The contents of the file are not available, for example because of missing permissions, a failing disk, or a file \
     that was deleted in the meantime. Links are read only if they point to a file of the same kind inside the folder, so \
     that no other file is published; entries of an archive only if their paths are inside the archive.",
);
