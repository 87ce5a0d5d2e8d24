//! Finds the name of a descriptor by scanning the lines of its text instead of parsing it. A file to check may have
//! thousands of neighbors, and for most of them only the name matters.

/// The result of scanning a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scan<'a> {
    /// It does not state a full name.
    Nameless,
    /// It states this full name, which makes it a descriptor.
    Named(&'a str),
    /// Only a parser can tell.
    Unclear,
}

/// Looks for the key `name` of the outermost mapping. Any answer but [`Scan::Unclear`] agrees with the parser: without
/// unusual syntax, indentation alone tells which lines belong to that mapping.
pub fn look(text: &str) -> Scan<'_> {
    if text.starts_with('\u{feff}') || text.contains('\t') {
        return Scan::Unclear;
    }
    let mut found = Scan::Nameless;
    let mut has_content = false;
    let mut lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).peekable();
    while let Some(line) = lines.next() {
        if line.contains(['\r', '\u{85}', '\u{2028}', '\u{2029}']) || may_go_on(line) {
            return Scan::Unclear;
        }
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with(' ') || line.starts_with("- ") || line == "-" {
            // The outermost mapping, or list, is indented, or there is no mapping.
            if !has_content {
                return Scan::Unclear;
            }
            continue;
        }
        if line == "---" && !has_content {
            continue;
        }
        let Some((key, value)) = entry(line) else { return Scan::Unclear };
        has_content = true;
        if key != "name" {
            continue;
        }
        let goes_on = lines.peek().is_some_and(|next| next.starts_with(' ') || next.trim().is_empty());
        match full_name(value) {
            Some(name) if found == Scan::Nameless && !goes_on => found = Scan::Named(name),
            _ => return Scan::Unclear,
        }
    }
    found
}

/// The key and the value of a plain entry.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    let is_entry = !key.is_empty() && key.bytes().all(is_plain) && (value.is_empty() || value.starts_with(' '));
    // Document markers.
    (is_entry && !key.starts_with("---") && !key.starts_with("...")).then_some((key, value.trim()))
}

/// The plain or quoted full name of an assembly or a resource; other values do not tell whether the file is a descriptor.
fn full_name(value: &str) -> Option<&str> {
    let value = value.split_once(" #").map_or(value, |(value, _)| value.trim_end());
    let inner = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    let name = inner('"').or_else(|| inner('\'')).unwrap_or(value);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte);
    let has_prefix = ["assembly::", "resource::"].iter().any(|prefix| name.starts_with(prefix));
    (has_prefix && !name.ends_with(':') && name.bytes().all(is_plain)).then_some(name)
}

/// Whether the line may begin a quoted text or brackets that end in a later line of any indentation.
fn may_go_on(line: &str) -> bool {
    let count = |wanted: u8| line.bytes().filter(|byte| *byte == wanted).count();
    let apostrophes = count(b'\'');
    let begins_quoted = || ["'", " '", "['", "{'", ",'", ":'"].iter().any(|start| line.contains(start));
    count(b'"') % 2 == 1
        || apostrophes % 2 == 1 && begins_quoted()
        || count(b'[') != count(b']')
        || count(b'{') != count(b'}')
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use descriptorium_core::text::FilePath;
    use descriptorium_core::workspace::SourceFile;

    use super::*;

    /// The oracle is the parser.
    #[test]
    fn a_look_says_what_the_parser_says() {
        let named = "name: assembly::a::1.0\ncomposition: {}\n";
        let texts = [
            named,
            "---\n# about\nname: 'resource::r::1.0' # it\nlifecycle:\n  Install: {}\n",
            "name: \"assembly::a::1.0\"\r\ncomposition: {}\r\n",
            "description: |\n  name: assembly::no::1.0\nname: assembly::a::1.0\n",
            "description: \"\nname: assembly::no::1.0\n\"\n",
            "description: 'it''s\n  name: x'\nname: assembly::a::1.0\n",
            "{name: assembly::a::1.0, composition: {}}\n",
            "  name: assembly::a::1.0\n  composition: {}\n",
            "\"name\": assembly::a::1.0\ncomposition: {}\n",
            "<<: {name: assembly::a::1.0}\ncomposition: {}\n",
            "name: assembly::a::1.0\n  more\ncomposition: {}\n",
            "name: assembly::a::1.0\n\n  more\n",
            "name: >\n  assembly::a::1.0\ncomposition: {}\n",
            "name: assembly::a::1.0\nname: assembly::b::1.0\n",
            "tosca_definitions_version: tosca_simple_yaml_1_2\nname: x\n",
            "a: 1\n---\nname: assembly::b::1.0\n",
            "properties:\n  name: assembly::no::1.0\n",
            "parts:\n- name: assembly::no::1.0\n",
            "- name: assembly::no::1.0\n",
            "a: [\nname: assembly::no::1.0\n]\n",
            "a: {\nname: assembly::no::1.0\n}\n",
            "name: \"assembly\\x3a:a::1.0\"\n",
            "name: &n assembly::a::1.0\n",
            "composition: {}\n",
            "",
        ];
        let mut clear = 0;
        for text in texts {
            let file = SourceFile::new(FilePath::new("a.yaml").expect("a path"), Arc::from(text));
            let name = file.defines().map(ToString::to_string);
            match look(text) {
                Scan::Nameless => assert_eq!(name, None, "{text}"),
                Scan::Named(found) => assert_eq!(name.as_deref(), Some(found), "{text}"),
                Scan::Unclear => continue,
            }
            clear += 1;
        }
        assert!(clear >= 7, "{clear}");
        assert_eq!(look(named), Scan::Named("assembly::a::1.0"));
    }
}
