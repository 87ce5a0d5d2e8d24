//! Formatting keeps the meaning, and does not change anything outside of the selection.

use descriptorium_core::edit::EditError;
use descriptorium_core::syntax::parse::parse;
use descriptorium_core::syntax::patch::format::format;
use descriptorium_core::text::Span;
use descriptorium_tests::paths;

use super::texts::{self, Chance};

fn formatted(text: &str, selection: Span) -> Result<String, EditError> {
    format(text, &parse(text), selection)?.apply(text)
}

fn whole(text: &str) -> Span {
    Span::new(0, text.len())
}

/// The selection from the start of `from` to the end of `to`.
fn between(text: &str, from: &str, to: &str) -> Span {
    let start = text.find(from).expect("the first of the selection");
    Span::new(start, text.find(to).expect("the last of the selection") + to.len())
}

#[test]
fn everything_is_laid_out_as_most_of_the_text_is() {
    let messy = "\
# of the text


name :   a  # stays
composition:
      web:   
          # of the type
          type:  resource::web::1.0
          list:
          -   one
          -   two:  2
              three:   [a,b ,  c]


          # at the end of web
      db:
        type:   {a:  1,b:   'x,  y'}
        text: |
             one

               two
        folded:  >2
           kept
  # below everything
lists:
  - one
  - [two]
more:
  - two
properties:
  size:
    type:   integer
    default:   'a
      b'
    value:   one
      two
  other:
    value:
        far


";
    let neat = "\
# of the text

name: a  # stays
composition:
  web:
    # of the type
    type: resource::web::1.0
    list:
      - one
      - two: 2
        three: [a, b, c]

    # at the end of web
  db:
    type: {a: 1, b: 'x,  y'}
    text: |
      one

        two
    folded: >2
       kept
  # below everything
lists:
  - one
  - [two]
more:
  - two
properties:
  size:
    type: integer
    default: 'a
      b'
    value: one
      two
  other:
    value:
      far
";
    assert_eq!(formatted(messy, whole(messy)).as_deref(), Ok(neat));
    assert_eq!(formatted(neat, whole(neat)).as_deref(), Ok(neat));
}

#[test]
fn a_collection_that_the_selection_cuts_stays_in_its_column() {
    let text = "a:\n    b:  1\n    c:  2\n    d:\n          e:  3\nf:  4\n";
    assert_eq!(
        formatted(text, between(text, "c:  2", "e:  3")).as_deref(),
        Ok("a:\n    b:  1\n    c: 2\n    d:\n        e: 3\nf:  4\n")
    );
    assert_eq!(
        formatted(text, between(text, "b:", "e:  3")).as_deref(),
        Ok("a:\n    b: 1\n    c: 2\n    d:\n        e: 3\nf:  4\n")
    );
}

#[test]
fn a_cursor_lays_out_its_line_and_an_end_at_a_line_start_leaves_that_line() {
    let text = "a:  1\nb:  2\nc:  3\n";
    assert_eq!(formatted(text, Span::at(7)).as_deref(), Ok("a:  1\nb: 2\nc:  3\n"));
    assert_eq!(formatted(text, Span::new(6, 12)).as_deref(), Ok("a:  1\nb: 2\nc:  3\n"));
}

#[test]
fn lines_that_do_not_parse_are_left_with_a_reason_and_those_elsewhere_do_not_matter() {
    let text = "a:  1\nb: [1\nc:  3\n";
    let refusal = EditError::Refused("line 2 does not parse; fix it first".to_owned());
    assert_eq!(formatted(text, whole(text)), Err(refusal));
    assert_eq!(formatted(text, Span::at(0)).as_deref(), Ok("a: 1\nb: [1\nc:  3\n"));
}

#[test]
fn whatever_is_selected_says_the_same_and_the_rest_stays_to_the_byte() {
    let mut chance = texts::chance(0);
    let (mut done, mut changed) = (0, 0);
    for case in texts::all() {
        for round in 0..=texts::rounds(case.text.len()) {
            let selection = if round == 0 { whole(&case.text) } else { some(&mut chance, &case.text) };
            let Ok(after) = formatted(&case.text, selection) else { continue };
            done += 1;
            changed += usize::from(after != case.text);
            let name = &case.name;
            let before = values(&case.text);
            if before.iter().all(Result::is_ok) {
                assert_eq!(before, values(&after), "{name} {selection:?}\n{after}");
            }
            let above = selection.range().start;
            let above = case.text[..above].rfind(['\n', '\r']).map_or(0, |at| at + 1);
            assert!(after.starts_with(&case.text[..above]), "{name} {selection:?}");
            // The lines below do not change; a selected empty line is removed with its line break.
            let rest = &case.text[selection.range().end..];
            let below = rest.find(['\n', '\r']).map_or("", |at| {
                let rest = &rest[at..];
                rest.strip_prefix("\r\n").unwrap_or(&rest[1..])
            });
            assert!(after.trim_end().ends_with(below.trim_end()), "{name} {selection:?}\n{after}");
            if round == 0 {
                assert_eq!(formatted(&after, whole(&after)).as_deref(), Ok(after.as_str()), "{name}, once more");
            }
        }
    }
    println!("{done} laid out, {changed} of them changed");
    // The texts of the repository are formatted.
    assert!(changed > 20 || paths::shared("corpus").is_none(), "{changed}");
}

/// A lone carriage return is a line break, too.
#[test]
fn formatting_treats_all_line_breaks_alike() {
    let mut seen = 0;
    for case in texts::all().iter().filter(|case| !case.text.contains('\r')) {
        let text = case.text.replace('\n', "\r");
        let neat = formatted(&case.text, whole(&case.text)).map(|neat| neat.replace('\n', "\r"));
        let after = formatted(&text, whole(&text));
        assert_eq!(after, neat, "{}", case.name);
        let Ok(after) = after else { continue };
        assert_eq!(formatted(&after, whole(&after)).as_deref(), Ok(after.as_str()), "{}, once more", case.name);
        seen += usize::from(after != text);
    }
    assert!(seen > 10 || paths::shared("corpus").is_none(), "{seen}");
}

/// A byte order mark inside a text is content, or belongs to a document.
#[test]
fn formatting_keeps_byte_order_marks() {
    let texts = [
        "\u{feff}a:  1\n",
        "a:\n  b: 1\n\u{feff}c:  2\n",
        "\u{feff}\u{feff}a:  1\nb:  2\n",
        "a:\n  \u{feff}b:  1\n",
        "a: 1\n...\n\u{feff}b:  2\nc:\n    d: 3\n",
        "\u{feff}- \u{feff}a\n-   b\n\u{feff}# c\n",
        "a: |\n  x\n\u{feff}b: 2\n",
        "\u{feff}",
        "\u{feff}\n\n\u{feff}a:  1",
    ];
    for text in texts.into_iter().flat_map(|text| [text.to_owned(), text.replace('\n', "\r")]) {
        let Ok(after) = formatted(&text, whole(&text)) else { continue };
        let marks = |text: &str| text.matches('\u{feff}').count();
        assert_eq!(marks(&after), marks(&text), "{text:?}");
        assert_eq!(formatted(&after, whole(&after)).as_deref(), Ok(after.as_str()), "{text:?}, once more");
    }
}

/// Random insignificant spaces are removed.
#[test]
fn formatting_removes_random_spaces() {
    let mut chance = texts::chance(0);
    let mut seen = 0;
    for case in texts::all().iter().filter(|case| !case.official) {
        let Ok(neat) = formatted(&case.text, whole(&case.text)) else { continue };
        let messy = disturbed(&mut chance, &neat);
        if messy == neat || !neat.ends_with('\n') || neat.contains('\r') || values(&messy) != values(&neat) {
            continue;
        }
        seen += 1;
        let after = formatted(&messy, whole(&messy)).unwrap_or_else(|error| error.to_string());
        let differs = after.lines().zip(neat.lines()).find(|(after, neat)| after != neat);
        assert!(after == neat, "{}: {differs:?}", case.name);
    }
    println!("{seen} texts in disorder");
    assert!(seen > 10, "{seen}");
}

/// More spaces after some keys, and more blank lines.
fn disturbed(chance: &mut Chance, text: &str) -> String {
    let mut messy = String::new();
    // Blank lines in a flow collection and after a block scalar stay.
    let blanks = !text.contains(['|', '>', '{', '[']);
    for line in text.lines() {
        let key = line.trim_start().trim_start_matches("- ");
        let plain = !line.contains(['#', '"', '\'', '|', '>', '`', '{', '[']) && key.contains(": ");
        if plain && chance.below(4) == 0 {
            messy.push_str(&line.replacen(": ", ":    ", 1));
        } else {
            messy.push_str(line);
        }
        messy.push('\n');
        if blanks && line.is_empty() && chance.below(3) == 0 {
            messy.push('\n');
        }
    }
    messy
}

/// A random selection of lines.
fn some(chance: &mut Chance, text: &str) -> Span {
    let (one, other) = (chance.boundary(text), chance.boundary(text));
    Span::new(one.min(other), one.max(other))
}

/// The values of the documents according to another parser.
fn values(text: &str) -> Vec<Result<serde_yaml::Value, String>> {
    use serde::Deserialize;
    let documents = serde_yaml::Deserializer::from_str(text);
    documents.map(|one| serde_yaml::Value::deserialize(one).map_err(|_| "no value".to_owned())).take(64).collect()
}
