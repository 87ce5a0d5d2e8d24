//! Refinements whose types do not derive from the inherited ones.

use crate::diagnostic::Severity;
use crate::rules::tosca::refinement::{kinds, noun, report};
use crate::rules::tosca::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "tosca/refinement/incompatible-type",
    severity: Severity::Error,
    title: "refinement with an incompatible type",
    doc: "A type that derives from another one can refine an inherited property, attribute, capability, \
          requirement or interface by defining it again under the same name. The types that it names must be \
          the inherited ones or derive from them; otherwise templates of the derived type could not be used in \
          place of templates of its parent (3.5.9, 3.6.2, 3.6.3).\n\nUse the inherited type or one that \
          derives from it, or choose another name.",
    sources: &["T-3.5.9-14", "T-3.5.16-05", "T-3.6.2-10", "T-3.6.3-11", "T-3.6.9-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Compute
    attributes:
      private_address: {type: integer}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Compute
    attributes:
      private_address: {type: string}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    for member in facts.refined() {
        for (key, kind) in kinds(member.section) {
            let (Some(own), Some(inherited)) = (member.own(key), member.inherited(key)) else { continue };
            let (Some(name), Some(wanted)) = (own.as_text(), inherited.node.as_text()) else { continue };
            if scope.fits(&scope.effective(*kind, name), inherited.file, *kind, wanted) != Some(false) {
                continue;
            }
            let of = format!("{} `{}`", noun(member.section), member.name);
            let message = format!("`{name}` does not derive from `{wanted}`, the inherited {} of {of}", label(key));
            report(cx, own.span, message, inherited, format!("inherited {} of {of}", label(key)));
        }
    }
}

/// The noun for the value of a keyname.
fn label(key: &str) -> &'static str {
    match key {
        "capability" => "capability type",
        "node" => "node type",
        "relationship" => "relationship type",
        "entry_schema" => "type of entries",
        _ => "type",
    }
}
