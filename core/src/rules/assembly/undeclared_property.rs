//! Properties that the component type does not declare.

use crate::assembly::context;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::symbol::Target;

pub static RULE: Rule = Rule {
    code: "assembly/undeclared-property",
    severity: Severity::Warning,
    title: "undeclared property",
    doc: "A component can only set properties declared under `properties` of its type. Others are dropped, and are \
          usually typos. `deploymentLocation`, `resourceManager`, and the `name` of a reference need no \
          declaration.\n\nA component with a `dynamicType` may set properties that only the resulting type declares.",
    sources: &["AD-PROP-25"],
    bad: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition:
  net:
    type: resource::network::1.0
    properties:
      gatway: {value: 192.0.2.1}
# file: network.yaml
name: resource::network::1.0
properties:
  gateway: {type: string}
lifecycle: {Create: {}}
",
    good: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition:
  net:
    type: resource::network::1.0
    properties:
      gateway: {value: 192.0.2.1}
# file: network.yaml
name: resource::network::1.0
properties:
  gateway: {type: string}
lifecycle: {Create: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for mention in cx.mentions.iter().filter(|mention| mention.context == context::PROPERTY_KEY) {
        let Target::Missing { owner: Some(owner) } = &mention.target else { continue };
        let Some(declaring) = cx.resolve(owner) else { continue };
        let part = mention.path.steps().get(1).and_then(|step| match step {
            crate::syntax::Step::Key(name) => assembly.part(name),
            crate::syntax::Step::Index(_) => None,
        });
        let reference = part.is_some_and(|part| assembly.reference(&part.name.text).is_some());
        let free = matches!(mention.name.as_str(), "deploymentLocation" | "resourceManager")
            || reference && matches!(mention.name.as_str(), "name" | "id")
            || part.is_some_and(|part| part.dynamic_type.is_some());
        let private = declaring.private_property(&mention.name).is_some();
        if free || private {
            continue;
        }
        let names = declaring.properties.iter().filter(|property| !property.read_only);
        let names = names.map(|property| property.name.text.as_str());
        // A property that is already set cannot be the intended one.
        let is_given = |name: &&str| part.is_some_and(|part| part.property(name).is_some());
        let names = names.chain(["deploymentLocation", "resourceManager"]).filter(|name| !is_given(name));
        let finding = cx.report(mention.span, format!("`{}` is not a property of `{owner}`", mention.name));
        finding.suggest(&mention.name, names, "declare it in the type, or remove it here");
    }
}
