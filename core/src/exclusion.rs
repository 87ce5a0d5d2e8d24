//! Paths excluded from a folder by its `.gitignore` files, and by `exclude` in its settings, which takes the same
//! patterns. The program and the browser share this code, so both see the same files.
//!
//! Patterns are those of gitignore(5). Globs are matched by `fast_glob`, which is small enough for the browser; the
//! `ignore` crate, the reference in tests, depends on a regular expression engine.

use std::sync::Arc;

use fast_glob::glob_match;

/// The name of the files that list patterns.
pub const FILE: &str = ".gitignore";

/// The exclusions in effect in one folder. Cloning is cheap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exclusions {
    /// The path of the current folder relative to the folder of the topmost list: empty, or ending with `/`.
    prefix: Arc<str>,
    /// The lists of the folders above, the nearest last.
    lists: Vec<Arc<List>>,
    /// The patterns of the settings, which take precedence over all lists.
    settings: Vec<Arc<List>>,
}

/// The patterns of one file.
#[derive(Clone, PartialEq, Eq, Debug)]
struct List {
    /// The folder of the file: empty, or a path that ends with `/`.
    folder: String,
    patterns: Vec<Pattern>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Pattern {
    glob: Glob,
    /// Whether it applies to folders only.
    only_folders: bool,
    /// Whether it re-includes a path that an earlier pattern excludes.
    brings_back: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Glob {
    /// A name without wildcards, in any folder.
    Name(String),
    /// A glob for the name, in any folder.
    OfName(String),
    /// A glob for the path relative to the folder of the list.
    OfPath(String),
}

impl Exclusions {
    /// The exclusions of a folder at `prefix` below the folder of the topmost list; `prefix` is empty if there is no list
    /// above.
    pub fn at(prefix: &str) -> Self {
        Exclusions { prefix: as_prefix(prefix).into(), ..Exclusions::default() }
    }

    /// Whether nothing is excluded.
    pub fn is_empty(&self) -> bool {
        self.lists.is_empty() && self.settings.is_empty()
    }

    /// Adds the patterns of a `.gitignore` in `folder`, a path relative to the topmost list.
    #[must_use]
    pub fn with_list_above(self, folder: &str, text: &str) -> Self {
        let list = List { folder: as_prefix(folder), patterns: text.lines().filter_map(Pattern::parse).collect() };
        let mut lists = self.lists;
        if !list.patterns.is_empty() {
            lists.push(Arc::new(list));
        }
        Exclusions { lists, ..self }
    }

    /// Adds the patterns of a `.gitignore` in `folder`, a path relative to the current folder.
    #[must_use]
    pub fn with_list(self, folder: &str, text: &str) -> Self {
        let folder = format!("{}{folder}", self.prefix);
        self.with_list_above(&folder, text)
    }

    /// Adds the patterns of settings in `folder`, a path relative to the topmost list.
    #[must_use]
    pub fn with_settings<'a>(self, folder: &str, patterns: impl IntoIterator<Item = &'a str>) -> Self {
        let list =
            List { folder: as_prefix(folder), patterns: patterns.into_iter().filter_map(Pattern::parse).collect() };
        let mut settings = self.settings;
        if !list.patterns.is_empty() {
            settings.push(Arc::new(list));
        }
        Exclusions { settings, ..self }
    }

    /// Whether the file or folder at `path` is excluded, assuming that its parent folder is not. `path` is relative to
    /// the current folder.
    pub fn leaves_out(&self, path: &str, is_folder: bool) -> bool {
        if self.is_empty() {
            return false;
        }
        let path = format!("{}{path}", self.prefix);
        let nearest_first = self.settings.iter().rev().chain(self.lists.iter().rev());
        nearest_first.filter_map(|list| list.leaves_out(&path, is_folder)).next().unwrap_or(false)
    }

    /// Whether the file at `path`, or a folder above it, is excluded.
    pub fn leaves_out_file(&self, path: &str) -> bool {
        let mut folders = path.match_indices('/').map(|(slash, _)| &path[..slash]);
        folders.any(|folder| self.leaves_out(folder, true)) || self.leaves_out(path, false)
    }
}

/// The problem with a pattern of `exclude`, if there is one.
pub fn mistake(pattern: &str) -> Option<String> {
    let pattern = Pattern::parse(pattern)?;
    let (Glob::Name(glob) | Glob::OfName(glob) | Glob::OfPath(glob)) = &pattern.glob;
    fast_glob::validate(glob).err().map(|error| error.to_string())
}

impl List {
    /// The result of the last pattern that matches a path; `None` if none matches.
    fn leaves_out(&self, path: &str, is_folder: bool) -> Option<bool> {
        let inner = path.strip_prefix(self.folder.as_str()).filter(|inner| !inner.is_empty())?;
        let name = inner.rsplit('/').next().unwrap_or(inner);
        let fits = |pattern: &&Pattern| (is_folder || !pattern.only_folders) && pattern.glob.fits(inner, name);
        self.patterns.iter().rev().find(fits).map(|pattern| !pattern.brings_back)
    }
}

impl Glob {
    fn fits(&self, path: &str, name: &str) -> bool {
        match self {
            Glob::Name(written) => written == name,
            Glob::OfName(glob) => glob_match(glob, name),
            Glob::OfPath(glob) => glob_match(glob, path),
        }
    }
}

impl Pattern {
    /// The pattern in a line; `None` for a comment, an empty line, or a pattern that cannot match.
    fn parse(line: &str) -> Option<Self> {
        let line = without_trailing_spaces(line);
        if line.starts_with('#') {
            return None;
        }
        let (brings_back, line) = line.strip_prefix('!').map_or((false, line), |rest| (true, rest));
        let (only_folders, line) = line.strip_suffix('/').map_or((false, line), |rest| (true, rest));
        let is_of_path = line.contains('/');
        let line = line.strip_prefix('/').unwrap_or(line);
        if line.is_empty() {
            return None;
        }
        let glob = match as_glob(line) {
            glob if is_of_path => Glob::OfPath(glob),
            glob if glob == line && !line.contains(['*', '?', '[', '\\', '!']) => Glob::Name(glob),
            glob => Glob::OfName(glob),
        };
        Some(Pattern { glob, only_folders, brings_back })
    }
}

/// Strips trailing spaces, except those after a backslash.
fn without_trailing_spaces(line: &str) -> &str {
    let line = line.trim_end_matches('\r');
    let trimmed = line.trim_end_matches(' ');
    let n_backslashes = trimmed.len() - trimmed.trim_end_matches('\\').len();
    if n_backslashes % 2 == 1 { line.get(..=trimmed.len()).unwrap_or(line) } else { trimmed }
}

/// The pattern in the notation of `fast_glob`, where braces mean alternatives, `!` at the start means negation, and some
/// letters behind a backslash are control characters.
fn as_glob(pattern: &str) -> String {
    let mut glob = String::with_capacity(pattern.len());
    let (mut characters, mut in_class) = (pattern.chars().peekable(), false);
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some(letter) if letter.is_ascii_alphanumeric() => glob.push(letter),
                Some(escaped) => glob.extend(['\\', escaped]),
                None => glob.push('\\'),
            },
            '[' => {
                in_class = true;
                glob.push(character);
            }
            ']' => {
                in_class = false;
                glob.push(character);
            }
            '{' | '}' if !in_class => glob.extend(['\\', character]),
            '!' if glob.is_empty() => glob.push_str("\\!"),
            _ => glob.push(character),
        }
    }
    glob
}

fn as_prefix(folder: &str) -> String {
    if folder.is_empty() { String::new() } else { format!("{}/", folder.trim_matches('/')) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves_out(patterns: &str, path: &str) -> bool {
        Exclusions::default().with_list("", patterns).leaves_out_file(path)
    }

    #[test]
    fn the_nearest_list_wins_and_settings_override_all_lists() {
        let above = Exclusions::at("catalog/video").with_list_above("", "*.gen.yaml\n/catalog/video/old/\n");
        assert!(above.leaves_out("old", true) && above.leaves_out("deep/a.gen.yaml", false));
        assert!(!above.leaves_out("old", false) && !above.leaves_out("catalog/video/old", true));
        let nearer = above.with_list("deep", "!a.gen.yaml\n");
        assert!(!nearer.leaves_out("deep/a.gen.yaml", false) && nearer.leaves_out("a.gen.yaml", false));
        let stated = nearer.with_settings("catalog", ["video/deep/*.gen.yaml"]);
        assert!(stated.leaves_out("deep/a.gen.yaml", false), "the settings go first");
        let brought_back = Exclusions::default().with_list("", "build\n").with_settings("", ["!build"]);
        assert!(!brought_back.leaves_out_file("build/a.yaml"));
    }

    #[test]
    fn contents_of_excluded_folders_are_excluded() {
        assert!(leaves_out("out\n!out/a.yaml\n", "x/out/a.yaml"));
        assert!(!leaves_out("out/*\n!out/a.yaml\n", "out/a.yaml"));
    }

    #[test]
    fn mistakes_in_patterns_are_reported() {
        assert_eq!(mistake("drafts/**"), None);
        assert!(mistake("drafts/[a").is_some_and(|mistake| mistake.contains("character class")));
    }

    /// Like git, and unlike most globs.
    #[test]
    fn braces_are_characters() {
        assert!(leaves_out("{a,b}", "{a,b}") && !leaves_out("{a,b}", "a") && leaves_out("a{b", "a{b"));
    }

    /// The oracle is the `ignore` crate, which ripgrep uses.
    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn patterns_mean_what_they_mean_to_git() {
        let patterns = [
            "a",
            "a/",
            "/a",
            "/a/",
            "a/b",
            "/a/b",
            "**/a",
            "**/a/b",
            "a/**",
            "a/**/b",
            "a/**/*.yaml",
            "*",
            "*.yaml",
            "/*.yaml",
            "a*",
            "*a*",
            "?",
            "a?c",
            "[ab]",
            "[!ab]",
            "[^ab].yaml",
            "[a-c]*",
            "\\!a",
            "\\#a",
            "#a",
            "!a",
            "a\\ ",
            "a ",
            "a\\*",
            "\\b",
            "**",
            "/**",
            "**/",
            "a**b",
            "***",
            "a/*/c",
            "a/b/",
            "/",
            "",
            "b.yaml",
            "*/b",
            "**/b/**",
            "a/**/",
            ".yaml",
            "[]a]",
            "a/[b]/c",
            "x\\y",
        ];
        let paths = [
            "a",
            "b",
            "c",
            "abc",
            "ab",
            "a/b",
            "a/b/c",
            "b/a",
            "b/a/b",
            "a/x/y/b",
            "a/b.yaml",
            "b.yaml",
            "a/x/b.yaml",
            "a.yaml",
            "!a",
            "#a",
            "a ",
            "a*",
            "{a,b}",
            "a{b",
            "}",
            "x/a/b/c",
            "x/b/y",
            ".yaml",
            "]",
            "a/c/c",
            "axb",
            "xy",
            "x/y",
        ];
        let mut differences = Vec::new();
        for pattern in patterns {
            let mut builder = ignore::gitignore::GitignoreBuilder::new("");
            builder.add_line(None, pattern).expect("a pattern");
            let oracle = builder.build().expect("patterns");
            let ours = Exclusions::default().with_list("", &format!("{pattern}\n"));
            for path in paths {
                for is_folder in [false, true] {
                    let expected = oracle.matched(path, is_folder).is_ignore();
                    if ours.leaves_out(path, is_folder) != expected {
                        differences.push(format!("{pattern:?} of {path:?}, folder: {is_folder}, git: {expected}"));
                    }
                }
            }
        }
        assert!(differences.is_empty(), "{differences:#?}");
    }
}
