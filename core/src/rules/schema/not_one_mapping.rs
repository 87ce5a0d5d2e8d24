//! Descriptor files whose root is not a mapping.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::{Check, Definition};
use crate::schema::form;
use crate::symbol::DescriptorRef;
use crate::syntax::Node;
use crate::text::{self, Span};

pub static RULE: Definition = Definition {
    code: "schema/not-one-mapping",
    severity: Severity::Error,
    title: "descriptor is not a mapping",
    doc: "A descriptor is a single YAML document whose root is a mapping of sections. Products do not accept lists of \
          descriptors.\n\nPut each descriptor in its own file.",
    sources: &["AD-DOC-01"],
    bad: "- name: assembly::a::1.0\n",
    good: "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    if file.language.is_some() {
        return;
    }
    let Some(root) = &file.root else { return };
    let descriptors = root.items().iter().filter(|item| is_descriptor(item)).count();
    if descriptors == 0 {
        return;
    }
    let start = root.span.start as usize;
    let span = Span::new(start, start + text::first_line(root.span.of(&file.text)).len());
    let finding = cx.report(span, format!("a descriptor must be a mapping, not {}", form(root)));
    if root.items().len() > 1 {
        finding.help("put each descriptor in its own file");
    } else if file.text.get(start..start + 2) == Some("- ") {
        let edit = TextEdit::replace(Span::new(start, start + 2), "  ");
        finding.help("remove the `-`").fix("Remove the `-`", Safety::Unsafe, edit);
    }
}

fn is_descriptor(node: &Node) -> bool {
    let name = node.get("name").and_then(Node::as_text).and_then(DescriptorRef::parse);
    name.is_some_and(|name| matches!(name.kind.as_str(), "assembly" | "resource"))
}
