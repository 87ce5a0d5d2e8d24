//! Constraints and occurrences of service templates in words.

use descriptorium_core::syntax::Node;
use descriptorium_core::tosca;
use descriptorium_core::workspace::SourceFile;

use crate::content::Content;
use crate::pages::layout::folded;

/// The upper bound of a range without one.
const UNBOUNDED: &str = "UNBOUNDED";
/// Number of valid values that are shown at first.
const MAX_VALUES: usize = 24;

/// A value in words, with code in backticks. The values of a long list that are not in the words can be opened.
#[derive(Debug)]
pub struct Words {
    words: String,
    values: Vec<String>,
}

impl Words {
    pub fn write(&self, content: &mut Content) {
        content.text_with_code(&self.words);
        if !self.values.is_empty() {
            content.text(" ");
            folded(content, self.values.len(), |content| content.text_with_code(&self.values.join(", ")));
        }
    }
}

/// The value of a key in words; `None` if it has to be shown as it is.
pub fn in_words(file: &SourceFile, key: &str, value: &Node) -> Option<Words> {
    tosca::template(file)?;
    match key {
        "constraints" => constraints(value),
        "occurrences" => match value.items() {
            [least, most] => Some(Words { words: occurrences(least.as_text()?, most.as_text()?)?, values: Vec::new() }),
            _ => None,
        },
        _ => None,
    }
}

/// `at least `1`, at most `16``.
pub fn constraints(value: &Node) -> Option<Words> {
    let clauses = value.items().iter().chain(value.as_mapping().is_some().then_some(value));
    let mut values = Vec::new();
    let clauses = clauses.flat_map(Node::entries).map(|entry| clause(entry.key.as_text()?, &entry.value, &mut values));
    let words = clauses.collect::<Option<Vec<String>>>()?;
    (!words.is_empty()).then(|| Words { words: words.join(", "), values })
}

/// A clause in words. The values that are too many for them are added to `rest`.
fn clause(operator: &str, operand: &Node, rest: &mut Vec<String>) -> Option<String> {
    let one = |words: &str| Some(format!("{words} {}", code(operand.as_text()?)));
    match operator {
        "equal" => one("exactly"),
        "greater_than" => one("greater than"),
        "greater_or_equal" => one("at least"),
        "less_than" => one("less than"),
        "less_or_equal" => one("at most"),
        "length" => one("length"),
        "min_length" => one("length at least"),
        "max_length" => one("length at most"),
        "pattern" => one("matches"),
        "in_range" => match operand.items() {
            [least, most] => {
                let (least, most) = (least.as_text()?, most.as_text()?);
                Some(match most {
                    UNBOUNDED => format!("at least {}", code(least)),
                    most => format!("from {} to {}", code(least), code(most)),
                })
            }
            _ => None,
        },
        "valid_values" => {
            let values = operand.items().iter().map(|item| Some(code(item.as_text()?)));
            let mut values = values.collect::<Option<Vec<String>>>()?;
            rest.extend(values.split_off(values.len().min(MAX_VALUES)));
            match &values[..] {
                [] => None,
                [only] => Some(format!("only {only}")),
                values => Some(format!("one of {}", values.join(", "))),
            }
        }
        _ => None,
    }
}

fn occurrences(least: &str, most: &str) -> Option<String> {
    Some(match (least, most) {
        ("0", UNBOUNDED) => "any number".to_owned(),
        (least, UNBOUNDED) => format!("at least {least}"),
        ("0", most) => format!("at most {most}"),
        (least, most) if least == most => format!("exactly {least}"),
        (least, most) => format!("{least} to {most}"),
    })
}

/// A text as inline code. Backticks would end it.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'"))
}

#[cfg(test)]
mod tests {
    use descriptorium_core::text::FilePath;

    use super::*;

    #[test]
    fn constraints_are_put_in_words() {
        for (key, value, words) in [
            ("constraints", "[{greater_or_equal: 1}, {less_than: 8}]", Some("at least `1`, less than `8`")),
            ("constraints", "[in_range: [1 GB, UNBOUNDED]]", Some("at least `1 GB`")),
            ("constraints", "[in_range: [1, 16]]", Some("from `1` to `16`")),
            ("constraints", "[valid_values: [a, b]]", Some("one of `a`, `b`")),
            ("constraints", "{max_length: 3}", Some("length at most `3`")),
            // Unknown clauses are shown as they are.
            ("constraints", "[{schema: x}, {equal: 1}]", None),
            ("constraints", "[equal: {get_input: x}]", None),
            ("occurrences", "[0, UNBOUNDED]", Some("any number")),
            ("occurrences", "[1, UNBOUNDED]", Some("at least 1")),
            ("occurrences", "[2, 2]", Some("exactly 2")),
            ("properties", "[2, 2]", None),
        ] {
            let text = format!("tosca_definitions_version: tosca_simple_yaml_1_2\n{key}: {value}\n");
            let file = SourceFile::new(FilePath::new("a.yaml").expect("a path"), text.as_str());
            let node = file.root.as_ref().and_then(|root| root.get(key)).expect("a value");
            assert_eq!(in_words(&file, key, node).map(|one| one.words).as_deref(), words, "{value}");
        }
    }
}
