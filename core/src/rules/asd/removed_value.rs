//! Removed value.

use crate::asd::removed::removed_value;
use crate::asd::form::{Form, name_in};
use crate::diagnostic::{Safety, Severity};
use crate::edit::{EditError, TextEdit};
use crate::rules::asd::{Check, Rule};
use crate::schema::ViolationKind;
use crate::syntax::NodePath;
use crate::syntax::patch::{Draft, InsertAt};

pub static RULE: Rule = Rule {
    code: "asd/removed-value",
    severity: Severity::Error,
    title: "removed value",
    doc: "The final data model has other values for this attribute. The fix writes the successor: `kernel` is now \
          `kernel.netdev`, `cniManaged` is `infraProvided`, and the speed of a network card is no longer an option.",
    sources: &["ASD-41", "ASD-42", "ASD-43", "ASD-45"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - id: web
    description: Customers
    virtualLinkRequirement: EndUser
    networkInterfaceRealizationRequirements:
      ipam: cniManaged
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredPlugin: [{requiredPluginName: multus}]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    good: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - id: web
    description: Customers
    virtualLinkRequirement: EndUser
    networkInterfaceRealizationRequirements:
      ipam: infraProvided
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredPlugin: [{requiredPluginName: multus}]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let form = cx.facts.application.map_or(Form::Plain, |application| application.form);
    for violation in file.violations() {
        let ViolationKind::NotAChoice { found, .. } = &violation.kind else { continue };
        let Some((key, successors)) = removed_value(violation) else { continue };
        let mut finding = cx.report(violation.span, format!("removed value `{found}` of `{key}`"));
        let (path, parent) = (&violation.path, violation.path.parent().unwrap_or_default());
        if successors.is_empty() {
            let cards = name_in("nicOptions", form);
            finding = finding.help(format!("list `virtio` and `memif`; the network cards are in `{cards}`"));
            match found.strip_prefix("nic-type=").filter(|card| !card.is_empty() && form != Form::Wg6) {
                Some(card) => {
                    let title = format!("Move to `{cards}`: `{card}`");
                    finding.fix_by(title, Safety::Unsafe, |draft| move_card(draft, path, cards, card));
                }
                None => drop(finding.fix_by("Remove the value", Safety::Unsafe, |draft| remove(draft, path))),
            }
            continue;
        }
        if key == "interfaceType" && found == "memif" {
            let options = name_in("interfaceOptions", form);
            let help = format!("write `userspace` with `{options}: [memif]`");
            finding.help(help).fix_by("Replace with `userspace`", Safety::Unsafe, |draft| {
                draft.replace(path, &"userspace".into())?;
                add_to(draft, &parent, options, "memif")
            });
            continue;
        }
        let listed: Vec<String> = successors.iter().map(|name| format!("`{name}`")).collect();
        finding = finding.help(format!("write {}", listed.join(" or ")));
        for successor in successors {
            let edit = TextEdit::replace(violation.span, *successor);
            finding = finding.fix(format!("Replace with `{successor}`"), Safety::Unsafe, edit);
        }
    }
}

/// Adds a text to the list under a key of an interface, or under another spelling of the key.
fn add_to(draft: &mut Draft, interface: &NodePath, key: &str, text: &str) -> Result<(), EditError> {
    const OPTIONS: [&str; 4] = ["interfaceOptions", "interfaceOption", "interface_options", "interface_option"];
    let others = OPTIONS.iter().filter(|_| OPTIONS.contains(&key));
    let node = draft.tree().root().and_then(|root| root.at(interface));
    let written = [&key].into_iter().chain(others).find_map(|key| Some((*key, node?.get(key)?)));
    let Some((key, list)) = written else {
        return draft.insert(interface, key, &vec![text].into(), InsertAt::Last);
    };
    if list.as_text() == Some(text) || list.items().iter().any(|item| item.as_text() == Some(text)) {
        return Ok(());
    }
    match list.as_text().filter(|_| !list.is_null()).map(str::to_owned) {
        Some(only) => draft.replace(&interface.key(key), &vec![only, text.to_owned()].into()),
        None if list.is_null() => draft.replace(&interface.key(key), &vec![text].into()),
        None => draft.append(&interface.key(key), &text.into()),
    }
}

/// Removes an option, and the list with its only one.
fn remove(draft: &mut Draft, option: &NodePath) -> Result<(), EditError> {
    let parent = option.parent().unwrap_or_default();
    let n_options = draft.tree().root().and_then(|root| root.at(&parent)).map_or(0, |list| list.items().len());
    draft.remove(if n_options == 1 { &parent } else { option })
}

/// Moves the network card of an option to the list under `cards`. If it is the only option, its list becomes that list, which
/// keeps the comments. Refused if comments at the option would be lost.
fn move_card(draft: &mut Draft, option: &NodePath, cards: &str, card: &str) -> Result<(), EditError> {
    let list = option.parent().unwrap_or_default();
    let interface = list.parent().unwrap_or_default();
    let node = draft.tree().root().and_then(|root| root.at(&interface));
    let is_only = list.last_key().and_then(|key| node?.get(key)).is_some_and(|list| list.items().len() == 1);
    if is_only && node.is_some_and(|node| node.get(cards).is_none()) {
        draft.replace(option, &card.into())?;
        return draft.rename_key(&list, cards);
    }
    if draft.is_commented(option)? {
        return Err(EditError::Refused("the comment at the option would be lost".to_owned()));
    }
    add_to(draft, &interface, cards, card)?;
    remove(draft, option)
}

#[cfg(test)]
mod tests {
    use crate::analysis::Analysis;
    use crate::settings::Settings;
    use crate::text::FilePath;
    use crate::workspace::Workspace;

    #[test]
    fn no_fix_loses_a_comment() {
        let text = "asdId: a\nasdExtCpd:\n  - id: p\n    networkInterfaceRealizationRequirements:\n      interfaceOptions:\n        - virtio\n        - nic-type=i710 # c\n";
        let path = FilePath::new("a.yaml").expect("a path");
        let analysis = Analysis::new(Workspace::new([(path.clone(), text.to_owned())]), Settings::default());
        let found: Vec<_> = analysis.diagnostics(&path).iter().filter(|found| found.code == super::RULE.code).collect();
        assert_eq!(found.iter().map(|found| found.fixes.len()).collect::<Vec<_>>(), [0]);
    }

    /// The attributes of the interface after the first fix of each removed value.
    fn fixed(interface: &str) -> String {
        let text = format!(
            "asdId: a\nasdExtCpd:\n  - id: p\n    networkInterfaceRealizationRequirements:\n{interface}deploymentItems: []\n"
        );
        let path = FilePath::new("a.yaml").expect("a path");
        let mut analysis = Analysis::new(Workspace::new([(path.clone(), text)]), Settings::default());
        while let Some(found) = analysis.diagnostics(&path).iter().find(|found| found.code == super::RULE.code) {
            let change = found.fixes[0].change.clone();
            analysis = analysis.changed(&change).expect("a change that fits");
        }
        let text = &analysis.file(&path).expect("a file").text;
        let from = text.find("Requirements:\n").expect("an interface") + "Requirements:\n".len();
        text[from..text.find("deploymentItems").expect("items")].to_owned()
    }

    #[test]
    fn the_fix_keeps_the_meaning() {
        let memif = "      interfaceType: userspace\n      interfaceOptions:\n        - memif\n";
        assert_eq!(fixed("      interfaceType: memif\n"), memif);
        let listed = fixed("      interfaceOption: [virtio]\n      interfaceType: memif\n");
        assert_eq!(listed, "      interfaceOption: [virtio, memif]\n      interfaceType: userspace\n");
        let single = fixed("      interfaceOptions: virtio\n      interfaceType: memif\n");
        assert_eq!(single, "      interfaceOptions:\n        - virtio\n        - memif\n      interfaceType: userspace\n");
        let cards = "      nicOptions:\n        - i710\n";
        assert_eq!(fixed("      interfaceOptions:\n        - nic-type=i710\n"), cards);
        assert_eq!(fixed("      interfaceOptions: [nic-type=i710]\n"), "      nicOptions: [i710]\n");
        let beside = fixed("      interfaceOptions: [virtio, nic-type=i710]\n");
        assert_eq!(beside, "      interfaceOptions: [virtio]\n      nicOptions:\n        - i710\n");
        let commented = fixed("      interfaceOptions: # a\n        # b\n        - nic-type=i710 # c\n");
        assert_eq!(commented, "      nicOptions: # a\n        # b\n        - i710 # c\n");
        assert_eq!(fixed("      interfaceOptions: [nic-type=virtio]\n"), "      interfaceOptions: [virtio]\n");
        assert_eq!(fixed("      ipam: userManaged\n      interfaceOptions: [speed=10G]\n"), "      ipam: userManaged\n");
    }
}
