//! A syntax error affects only its own node. The oracle is the intended text, read by `serde_yaml`.

use descriptorium_core::syntax::SyntaxErrorKind::{self, *};
use descriptorium_core::syntax::{parse, plain};
use descriptorium_core::text::Span;
use serde_yaml::Value;

/// Asserts that `broken` has the value of `meant`, with findings at these texts.
#[track_caller]
fn check(broken: &str, meant: &str, errors: &[(SyntaxErrorKind, &str)]) {
    for (broken, line_break) in [(broken.to_owned(), "LF"), (broken.replace('\n', "\r\n"), "CRLF")] {
        let tree = parse::parse(&broken);
        let text = |span: Span| span.of(&broken).replace("\r\n", "\n");
        let found: Vec<_> = tree.errors.iter().map(|error| (error.kind, text(error.span))).collect();
        let errors: Vec<_> = errors.iter().map(|(kind, text)| (*kind, (*text).to_owned())).collect();
        assert_eq!(found, errors, "in\n{broken} with {line_break}");
        let value = tree.root().map_or(Value::Null, plain::value);
        let meant: Value = serde_yaml::from_str(meant).unwrap_or_else(|error| panic!("{error} in\n{meant}"));
        assert_eq!(value, meant, "in\n{broken} with {line_break}");
    }
}

#[test]
fn a_half_typed_key_costs_nothing() {
    check(
        "topology:\n  web:\n    type:\n    requ          # half-typed key\n  db:\n    type: x\n",
        "{topology: {web: {type: , requ: }, db: {type: x}}}",
        &[(MissingColon, "requ")],
    );
    check("web:\n  requ\n  type: x\ndb: 1\n", "{web: {requ: , type: x}, db: 1}", &[(MissingColon, "requ")]);
    check("a: 1\nrequ\n  - x\nb: 2\n", "{a: 1, requ: [x], b: 2}", &[(MissingColon, "requ")]);
    check("requ\ntype: x\n", "{requ: , type: x}", &[(MissingColon, "requ")]);
    check("one\ntwo\ntype: x\n", "{one: , two: , type: x}", &[(MissingColon, "one"), (MissingColon, "two")]);
    check("requ\n- a: 1\n- b\ntype: x\n", "{requ: [{a: 1}, b], type: x}", &[(MissingColon, "requ")]);
    check("requ:! # c\n  - a\n  - b\ntype: x\n", "{requ: [a, b], type: x}", &[(MissingSpaceAfterColon, ":")]);
    check("- requ\n  type: x\n- 1\n", "[{requ: , type: x}, 1]", &[(MissingColon, "requ")]);
    check("a: 1\n\"requ\"\nb: 2\n", "{a: 1, requ: , b: 2}", &[(MissingColon, "\"requ\"")]);
    check("web:\n  requ\ndb:\n", "{web: requ, db: }", &[]);
}

#[test]
fn a_colon_without_its_space_is_seen() {
    check("a: 1\nvalue:123\nb: 2\n", "{a: 1, value: 123, b: 2}", &[(MissingSpaceAfterColon, ":")]);
    check("value:123\nb: 2\n", "{value: 123, b: 2}", &[(MissingSpaceAfterColon, ":")]);
    check("a: 1\n\"k\":v\nb: 2\n", "{a: 1, k: v, b: 2}", &[(MissingSpaceAfterColon, ":")]);
    check("a: 1\nk:[1, 2]\nb: 2\n", "{a: 1, k: [1, 2], b: 2}", &[(MissingSpaceAfterColon, ":")]);
    check("a: 1\nhttp://x\nb: 2\n", "{a: 1, 'http://x': , b: 2}", &[(MissingColon, "http://x")]);
}

#[test]
fn unclosed_brackets_end_before_the_next_entry() {
    check("a: {b: 1\nc: 2\n", "{a: {b: 1}, c: 2}", &[(UnclosedFlow, "{")]);
    check("a: [1, 2\nb: 3\n", "{a: [1, 2], b: 3}", &[(UnclosedFlow, "[")]);
    check("a: [1,\n  {b: 2\nc: 3\n", "{a: [1, {b: 2}], c: 3}", &[(UnclosedFlow, "["), (UnclosedFlow, "{")]);
    check("- [1\n- 2\n", "[[1], 2]", &[(UnclosedFlow, "[")]);
    check("a: {b: [1, 2}\nc: 3\n", "{a: {b: [1, 2]}, c: 3}", &[(UnclosedFlow, "[")]);
    check("a: [1, 2}]\nc: 3\n", "{a: [1, 2], c: 3}", &[(UnexpectedClose, "}")]);
    check("a: 1]\nc: ]\nd: 2\n", "{a: '1]', c: , d: 2}", &[(UnexpectedClose, "]")]);
    check("a: \"unterminated\nb: 2\n", "{a: unterminated, b: 2}", &[(UnterminatedString, "\"unterminated")]);
    check("a: 'one\n  two\nb: 2\n", "{a: one two, b: 2}", &[(UnterminatedString, "'one\n  two")]);
    check("a:\n  b: 'x\n  c: 'y'\nd: 1\n", "{a: {b: x, c: y}, d: 1}", &[(UnterminatedString, "'x")]);
    // The quote may hide the bracket.
    check("a: [1, 'x\nb: 2\n", "{a: [1, x], b: 2}", &[(UnterminatedString, "'x")]);
    check(
        "a: 1\n\"k: 2\nb: 3\n",
        "{a: 1, 'k: 2': , b: 3}",
        &[(UnterminatedString, "\"k: 2"), (MissingColon, "\"k: 2")],
    );
}

#[test]
fn wrong_indentation_costs_nothing() {
    check("a:\n  b: 1\n\tc: 2\n  d: 3\n", "{a: {b: 1, c: 2, d: 3}}", &[(TabIndentation, "\t")]);
    check(
        "a:\n\tb: 1\n\tc:\n\t\td: 2\ne: 3\n",
        "{a: {b: 1, c: {d: 2}}, e: 3}",
        &[(TabIndentation, "\t"), (TabIndentation, "\t"), (TabIndentation, "\t\t")],
    );
    check("a:\n    b: 1\n   c: 2\n    d: 3\ne: 4\n", "{a: {b: 1, c: 2, d: 3}, e: 4}", &[(BadIndentation, "   ")]);
    check("a:\n  b: 1\n   c: 2\n  d: 3\n", "{a: {b: 1, c: 2, d: 3}}", &[(BadIndentation, "   ")]);
    check("a: x\n  b: 1\nc: 2\n", "{a: x, b: 1, c: 2}", &[(BadIndentation, "  ")]);
    check("a:\n   - 1\n  - 2\nb: 3\n", "{a: [1, 2], b: 3}", &[(BadIndentation, "  ")]);
    check("  a: 1\nb: 2\n", "{a: 1, b: 2}", &[(BadIndentation, "b")]);
    check("a: |\n  one\n\ttwo\nb: 1\n", "{a: \"one\\ntwo\\n\", b: 1}", &[(TabIndentation, "\t")]);
}

#[test]
fn a_line_that_is_not_an_item_stays_with_its_list() {
    check("a:\n  - 1\n  two\n  - 3\nb: 4\n", "{a: [1, two, 3], b: 4}", &[(MissingDash, "two")]);
    check("- 1\nk: v\nl: w\n- 3\n", "[1, {k: v, l: w}, 3]", &[(MissingDash, "k: v")]);
    check("a: 1\n- x\nb: 2\n", "{a: 1, ~: , b: 2}", &[(Unexpected, "-")]);
    check("a: - x\nb: 2\n", "{a: [x], b: 2}", &[(NestedSequenceInline, "-")]);
}

#[test]
fn a_mapping_in_the_line_of_its_key_is_text_or_a_mapping() {
    check("a: b: c\nd: 1\n", "{a: 'b: c', d: 1}", &[(NestedMappingInline, ":")]);
    check("a: b:\n  c: 1\nd: 1\n", "{a: {b: {c: 1}}, d: 1}", &[(NestedMappingInline, ":")]);
    check("a: 'b': c\nd: 1\n", "{a: {b: c}, d: 1}", &[(NestedMappingInline, ":")]);
}

#[test]
fn a_reference_in_a_flow_collection_is_taken_whole() {
    check("a: {value: ${x.y}, b: 1}\n", "{a: {value: '${x.y}', b: 1}}", &[(ReferenceInFlow, "${x.y}")]);
    check(
        "a: [${x}, p-${y}-q]\n",
        "{a: ['${x}', 'p-${y}-q']}",
        &[(ReferenceInFlow, "${x}"), (ReferenceInFlow, "${y}")],
    );
    check("a: {v: ${x}\nb: 1\n", "{a: {v: '${x}'}, b: 1}", &[(UnclosedFlow, "{"), (ReferenceInFlow, "${x}")]);
    check("a: ${x}\n", "{a: '${x}'}", &[]);
}

#[test]
fn commas_are_missed_and_too_many() {
    check("a: {b: 1 c, d: 2}\n", "{a: {b: 1 c, d: 2}}", &[]);
    check("a: {b: 'x' c: 2}\n", "{a: {b: x, c: 2}}", &[(MissingComma, "")]);
    check("a: {b: 1\n  c: 2}\nd: 3\n", "{a: {b: 1, c: 2}, d: 3}", &[(MissingComma, "")]);
    check("a: [one\n  two, [x], b: c]\n", "{a: [one two, [x], {b: c}]}", &[]);
    check("a: [1,, 2]\n", "{a: [1, 2]}", &[(MissingComma, ",")]);
}

#[test]
fn characters_that_begin_nothing_are_kept_as_text() {
    check(
        "a: @x\nb: `y`\nc: %z\n",
        "{a: '@x', b: '`y`', c: '%z'}",
        &[(BadCharacter, "@"), (BadCharacter, "`"), (BadCharacter, "%")],
    );
    check("a: >=1.0\nb: 2\n", "{a: '>=1.0', b: 2}", &[(BadBlockScalar, ">=1.0")]);
    check("a: \"\\d+\"\nb: 2\n", "{a: '\\d+', b: 2}", &[(BadEscape, "\\d")]);
    check("a: 'x' y\nb: 2\n", "{a: x, b: 2}", &[(TrailingText, "y")]);
    check("a: \u{1}\n", "{a: \"\\x01\"}", &[(BadCharacter, "\u{1}")]);
}

#[test]
fn a_broken_header_costs_none_of_the_lines_below_it() {
    let text = "  One: two\n\n  - three \"four\n    five]\n";
    let read = "One: two\\n\\n- three \\\"four\\n  five]\\n";
    for (header, slip) in [("|x", "x"), ("|-x # c", "x"), ("| y z", "y z"), ("|22", "2"), ("|#c", "#c"), ("||", "|")] {
        check(&format!("a: {header}\n{text}b: 2\n"), &format!("{{a: \"{read}\", b: 2}}"), &[(BadBlockScalar, slip)]);
    }
    let missing = [(MissingColon, "a |-")];
    check(
        &format!("b: 2\na |-\n{text}c: 3\n"),
        &format!("{{b: 2, a: \"{}\", c: 3}}", read.trim_end_matches("\\n")),
        &missing,
    );
    check("b: 2\na |-\nc: 3\n", "{b: 2, a |-: , c: 3}", &missing);
    check("- >=1\n\n  b: c\n  d\n- 2\n", "[\"\\nb: c d\\n\", 2]", &[(BadBlockScalar, "=1")]);
    check("|x\na: 1\n", "{a: 1}", &[(BadBlockScalar, "|x"), (TrailingText, "|x")]);
}

#[test]
fn aliases_directives_and_documents_are_checked() {
    check("type: *nope\nb: 1\n", "{type: , b: 1}", &[(UnknownAlias, "*nope")]);
    check("a: &x &y 1\nb: 2\n", "{a: 1, b: 2}", &[(BadProperties, "&y")]);
    check("a: !x!y 1\nb: 2\n", "{a: 1, b: 2}", &[(BadProperties, "!x!y")]);
    check("%YAML 1.2\na: 1\n", "{a: 1}", &[(BadDirective, "%YAML 1.2")]);
    check("a: 1\nb: 2\na: 3\n", "{a: 1, b: 2}", &[(DuplicateKey, "a")]);
    check("\"x\n\na: 1\nb: 2\n", "{x: , a: 1, b: 2}", &[(UnterminatedString, "\"x"), (MissingColon, "\"x")]);
}

#[test]
fn nesting_has_a_limit() {
    for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", "")] {
        for depth in [100, 1000, 100_000] {
            let text = format!("{}x{}\n", open.repeat(depth), close.repeat(depth));
            let deep = parse::parse(&text).errors.iter().any(|error| error.kind == TooDeep);
            assert_eq!(deep, depth > parse::MAX_DEPTH, "{open} {depth} times");
        }
    }
    check("a: 1\nb: 2\n", "{a: 1, b: 2}", &[]);
    let deep = format!("a: {}\nb: 2\n", "[".repeat(1000) + &"]".repeat(1000));
    let tree = parse::parse(&deep);
    assert_eq!(tree.root().and_then(|root| root.get("b")).and_then(|node| node.as_text()), Some("2"));
}
