//! The plan: stages by `deploymentOrder`, with the items without an order beside them, and the reverse for the termination;
//! the names of releases; and the sequence of SO-CNFM. Source: ASD-22 to ASD-26, and section 5 of the rules.

use std::borrow::Cow;

use crate::asd::model::{Application, DeploymentItem};
use crate::preview::plan::{Action, Cause, Effect, Plan, Reason, State, Step};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::Sorting;

/// Maximum number of items that a reason names one by one.
const MAX_REASONS: usize = 20;
/// The state of a deployed item.
const DEPLOYED: State = State { rank: 1, name: "Deployed" };

/// A requested operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Operation {
    #[default]
    Deploy,
    Terminate,
}

/// The items of one order, which can be deployed at the same time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    pub order: i64,
    /// The numbers of the items.
    pub items: Vec<usize>,
}

/// The order of the items.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stages {
    pub stages: Vec<Stage>,
    /// Items without an order: the orchestrator deploys them at any time.
    pub unordered: Vec<usize>,
}

/// The sequence in which SO-CNFM deploys. It keeps the items in a set sorted by their order, so of several items with the
/// same order, or without one, it deploys only the first, and then fails (ASD-26).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SoCnfm {
    /// Items without an order first, then by order.
    pub sequence: Vec<usize>,
    /// Items that are not deployed.
    pub skipped: Vec<usize>,
}

impl Stages {
    /// The stages of an operation.
    pub fn of(application: &Application, operation: Operation) -> Self {
        let mut stages: SortedMap<i64, Vec<usize>> = SortedMap::new();
        let mut unordered = Vec::new();
        for (number, item) in application.items().enumerate() {
            match item.order() {
                Some(order) => stages.entry(order).or_default().push(number),
                None => unordered.push(number),
            }
        }
        let stages = stages.into_iter().map(|(order, items)| Stage { order, items });
        let stages = match operation {
            Operation::Deploy => stages.collect(),
            Operation::Terminate => stages.rev().collect(),
        };
        Stages { stages, unordered }
    }

    /// The plan with an action for each item, in the form that all languages share. Items without an order are in the first
    /// stage, as nothing has to precede them.
    pub fn plan(&self, names: &[String], items: &[DeploymentItem<'_>], operation: Operation) -> Plan {
        let name = |number: usize| names.get(number).cloned().unwrap_or_default();
        let action = |number: usize, reasons: Vec<Reason>| {
            let kind = items.get(number).and_then(|item| item.text("artifactType"));
            let effect = match operation {
                Operation::Deploy => Effect::Passes { from: None, to: Some(DEPLOYED) },
                Operation::Terminate => Effect::Passes { from: Some(DEPLOYED), to: None },
            };
            let action = verb(kind, operation).to_owned();
            Action { action, instance: name(number), reasons, operations: Vec::new(), effect }
        };
        let step = |number: usize| {
            let kind = items.get(number).and_then(|item| item.text("artifactType"));
            Step { action: verb(kind, operation).to_owned(), instance: name(number) }
        };
        let mut stages: Vec<Vec<Action>> = Vec::new();
        let mut before: Option<&Stage> = None;
        for stage in &self.stages {
            let reasons: Vec<Reason> = match before {
                None => Vec::new(),
                Some(before) => {
                    let cause =
                        Cause { kind: "stage", text: Cow::Owned(format!("stage {} must be complete", before.order)) };
                    match before.items.len() > MAX_REASONS {
                        true => vec![Reason { after: None, cause }],
                        false => {
                            let steps = before.items.iter().map(|number| Some(step(*number)));
                            steps.map(|after| Reason { after, cause: cause.clone() }).collect()
                        }
                    }
                }
            };
            stages.push(stage.items.iter().map(|number| action(*number, reasons.clone())).collect());
            before = Some(stage);
        }
        if !self.unordered.is_empty() {
            let text = Cow::Borrowed("it has no `deploymentOrder` and can run at any time");
            let cause = Cause { kind: "unordered", text };
            let reasons = vec![Reason { after: None, cause }];
            let actions = self.unordered.iter().map(|number| action(*number, reasons.clone()));
            match stages.first_mut() {
                Some(first) => first.extend(actions),
                None => stages.push(actions.collect()),
            }
        }
        Plan { stages, ..Plan::default() }
    }
}

impl SoCnfm {
    pub fn of(application: &Application) -> Self {
        let mut items: Vec<(Option<i64>, usize)> =
            application.items().enumerate().map(|(number, item)| (item.order(), number)).collect();
        // Items without an order come first.
        items.order();
        let mut seen = SortedSet::new();
        let (sequence, skipped): (Vec<_>, Vec<_>) = items.into_iter().partition(|(order, _)| seen.insert(*order));
        let numbers = |items: Vec<(Option<i64>, usize)>| items.into_iter().map(|(_, number)| number).collect();
        SoCnfm { sequence: numbers(sequence), skipped: numbers(skipped) }
    }
}

/// The action for an artifact of this type.
fn verb(kind: Option<&str>, operation: Operation) -> &'static str {
    match (kind, operation) {
        (Some("helm_chart"), Operation::Deploy) => "Install",
        (Some("helm_chart"), Operation::Terminate) => "Uninstall",
        (Some("crd"), Operation::Terminate) => "Delete",
        (_, Operation::Deploy) => "Apply",
        (_, Operation::Terminate) => "Destroy",
    }
}

/// The release name that SO-CNFM uses: instance, artifact and item in lower case, with `-` for blanks and underscores. The
/// plain form has no names of artifacts; there, it is the identifier of the item, as for a conversion.
pub fn release(instance: &str, item: DeploymentItem<'_>) -> String {
    let id = item.id().unwrap_or_default();
    let artifact = item.path.last_key().filter(|key| *key != "deploymentItems").unwrap_or(id);
    format!("{instance}-{artifact}-{id}").to_lowercase().replace([' ', '_'], "-")
}

/// Why Helm refuses a release name; `None` if it is valid.
pub fn release_fault(name: &str) -> Option<String> {
    /// Kubernetes limits names of labels to 63 characters, and Helm leaves room for its own.
    const MAX: usize = 53;
    if name.len() > MAX {
        return Some(format!("it has {} characters, and Helm allows {MAX}", name.len()));
    }
    let is_end =
        |character: Option<char>| character.is_some_and(|one| one.is_ascii_lowercase() || one.is_ascii_digit());
    let is_label = |part: &str| {
        is_end(part.chars().next())
            && is_end(part.chars().next_back())
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    (!name.split('.').all(is_label)).then(|| "Helm allows lower-case letters, digits, `-` and `.`".to_owned())
}

/// The command for an item, to be copied; `None` if the artifact type is unknown or the name invalid. `file` is the name of its
/// override file, if it has values.
pub fn command(
    item: DeploymentItem<'_>,
    (release, namespace): (&str, &str),
    file: Option<&str>,
    operation: Operation,
) -> Option<String> {
    let artifact = item.text("artifactId").filter(|artifact| !artifact.is_empty())?;
    // Not an option.
    let artifact = if artifact.starts_with('-') { format!("./{artifact}") } else { artifact.to_owned() };
    let words: Vec<&str> = match (item.text("artifactType")?, operation) {
        ("helm_chart", _) if release_fault(release).is_some() || release_fault(namespace).is_some() => return None,
        ("helm_chart", Operation::Deploy) => {
            let mut words = vec!["helm", "install", release, &artifact, "--namespace", namespace];
            words.extend(file.into_iter().flat_map(|file| ["--values", file]));
            words
        }
        ("helm_chart", Operation::Terminate) => vec!["helm", "uninstall", release, "--namespace", namespace],
        ("crd", Operation::Deploy) => vec!["kubectl", "apply", "--filename", &artifact],
        ("crd", Operation::Terminate) => vec!["kubectl", "delete", "--filename", &artifact],
        ("helmfile", Operation::Deploy) => vec!["helmfile", "--file", &artifact, "apply"],
        ("helmfile", Operation::Terminate) => vec!["helmfile", "--file", &artifact, "destroy"],
        _ => return None,
    };
    Some(words.into_iter().map(quoted).collect::<Vec<_>>().join(" "))
}

/// The command that SO-CNFM runs for a chart.
pub fn so_cnfm_command(item: DeploymentItem<'_>, release: &str, namespace: &str, has_values: bool) -> Option<String> {
    let artifact = item.text("artifactId").filter(|artifact| !artifact.is_empty() && !artifact.starts_with('-'))?;
    if !item.is_chart() || release_fault(release).is_some() || release_fault(namespace).is_some() {
        return None;
    }
    let values = if has_values { " -f values.yaml" } else { "" };
    let [release, namespace, artifact] = [release, namespace, artifact].map(quoted);
    Some(format!("helm install {release} -n {namespace} {artifact} --kubeconfig \"$KUBECONFIG\"{values}"))
}

/// A word of a command, quoted for a shell.
fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "_./:=@%+,-".contains(character);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => Cow::Borrowed(word),
        false => Cow::Owned(format!("'{}'", word.replace('\'', "'\\''"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse::parse;

    const ITEMS: &str = "\
asdId: a
deploymentItems:
  - {deploymentItemId: c, artifactType: helm_chart, artifactId: c.tgz, deploymentOrder: 10}
  - {deploymentItemId: a, artifactType: crd, artifactId: it's here.yaml, deploymentOrder: 2}
  - {deploymentItemId: free, artifactType: helm_chart, artifactId: f.tgz}
  - {deploymentItemId: b, artifactType: helm_chart, artifactId: b.tgz, deploymentOrder: 10}
  - {deploymentItemId: other, artifactType: helm_chart, artifactId: o.tgz}
";

    fn with<T>(see: impl FnOnce(&Application, &[DeploymentItem<'_>]) -> T) -> T {
        let tree = parse(ITEMS);
        let application = Application::lower(tree.root().expect("a mapping"));
        let items: Vec<DeploymentItem<'_>> = application.items().collect();
        see(&application, &items)
    }

    #[test]
    fn stages_follow_the_order() {
        let orders = |operation| {
            with(|application, _| {
                let stages = Stages::of(application, operation);
                let items = stages.stages.into_iter().map(|stage| (stage.order, stage.items)).collect::<Vec<_>>();
                (items, stages.unordered)
            })
        };
        assert_eq!(orders(Operation::Deploy), (vec![(2, vec![1]), (10, vec![0, 3])], vec![2, 4]));
        assert_eq!(orders(Operation::Terminate).0, [(10, vec![0, 3]), (2, vec![1])]);
    }

    /// A `TreeSet` with `Comparator.nullsFirst`: ASD-26.
    #[test]
    fn so_cnfm_deploys_one_item_per_order() {
        let found = with(|application, _| SoCnfm::of(application));
        assert_eq!((found.sequence, found.skipped), (vec![2, 1, 0], vec![4, 3]));
    }

    #[test]
    fn commands_are_quoted() {
        with(|_, items| {
            let command =
                |number: usize, operation| command(items[number], ("shop-c-c", "default"), Some("c.yaml"), operation);
            let install = "helm install shop-c-c c.tgz --namespace default --values c.yaml";
            assert_eq!(command(0, Operation::Deploy).as_deref(), Some(install));
            let uninstall = "helm uninstall shop-c-c --namespace default";
            assert_eq!(command(0, Operation::Terminate).as_deref(), Some(uninstall));
            let apply = "kubectl apply --filename 'it'\\''s here.yaml'";
            assert_eq!(command(1, Operation::Deploy).as_deref(), Some(apply));
            assert_eq!(release("My Shop", items[0]), "my-shop-c-c");
        });
        assert!(release_fault("my-shop-c-c").is_none() && release_fault("a.b").is_none());
        for name in ["-a", "a-", "A", "a b", "", "a..b", &"a".repeat(54)] {
            assert!(release_fault(name).is_some(), "{name}");
        }
    }
}
