//! Components that do not set a required property.

use serde_yaml::{Mapping, Value};

use crate::assembly::model::Property;
use crate::assembly::schema::PROPERTY_TYPES;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::NodePath;

pub static RULE: Rule = Rule {
    code: "assembly/required-property-unset",
    severity: Severity::Warning,
    title: "required property not set",
    doc: "If a descriptor marks a property `required` and gives it neither a value nor a default, the composition must \
          set it, usually from a property of the assembly (`number: {value: ${number}}`). Otherwise the component \
          cannot be instantiated.",
    sources: &["AD-PROP-17"],
    bad: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition:
  gw:
    type: assembly::gateway::1.0
# file: gateway.yaml
name: assembly::gateway::1.0
properties:
  number: {required: true}
composition: {}
",
    good: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition:
  gw:
    type: assembly::gateway::1.0
    properties:
      number: {value: '3214'}
# file: gateway.yaml
name: assembly::gateway::1.0
properties:
  number: {required: true}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for component in &assembly.composition {
        let Some(of) = &component.of else { continue };
        let Some((file, declaring)) = cx.resolve_file(of) else { continue };
        for property in component.unset(declaring) {
            let name = &property.name;
            let message =
                format!("component `{}` does not set `{}`, which `{of}` requires", component.name.text, name.text);
            let finding =
                cx.report(component.name.span, message).related(&file.path, name.span, "declared as required here");
            let path = component.name.path.key("properties").key(&name.text);
            if assembly.property(&name.text).is_some() {
                let value = format!("${{{}}}", name.text);
                let finding = finding.help(format!("map it from the property `{}` of this assembly", name.text));
                finding.fix_by(format!("Map `{}`", name.text), Safety::Unsafe, |draft| {
                    draft.set(&path, &Mapping::from_iter([(Value::from("value"), Value::from(value))]).into())
                });
            } else {
                let finding = finding.help(format!("set it under `properties` of `{}`", component.name.text));
                finding.fix_by(
                    format!("Promote `{}` to a property of this assembly", name.text),
                    Safety::Unsafe,
                    |draft| {
                        draft.set(&NodePath::keys(["properties", &name.text]), &promoted(property).into())?;
                        let value = Value::from(format!("${{{}}}", name.text));
                        draft.set(&path, &Mapping::from_iter([(Value::from("value"), value)]).into())
                    },
                );
            }
        }
    }
}

/// The property of the assembly with the same name and type as `property`. Data types of another descriptor do not
/// exist here.
fn promoted(property: &Property) -> Mapping {
    let built_in = property.type_name.as_ref().filter(|name| PROPERTY_TYPES.contains(&name.value.as_str()));
    let type_name = built_in.map(|name| ("type", Value::from(name.value.as_str())));
    let description = property.description.as_ref().map(|text| ("description", Value::from(text.value.as_str())));
    let entries = [type_name, Some(("required", Value::from(true))), description].into_iter().flatten();
    entries.map(|(key, value)| (Value::from(key), value)).collect()
}
