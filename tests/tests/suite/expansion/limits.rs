//! Large, deeply nested, cyclic and broken assemblies.

use descriptorium_core::assembly::expansion::expand;
use descriptorium_core::assembly::expansion::{Expansion, Inputs, InstanceKind, Intent};
use descriptorium_core::catalog::Catalog;
use descriptorium_core::preview::PartialValue;
use descriptorium_core::settings::Typing;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;

use super::{RESOURCE, codes, expand_for, expand_texts};

#[test]
fn ten_thousand_instances_are_made_and_no_more() {
    let root = "name: assembly::a::1.0\ncomposition:\n  r: {type: 'resource::r::1.0', quantity: QUANTITY}\n";
    let single = |expansion: &Expansion| {
        expansion.instances.iter().filter(|instance| instance.kind != InstanceKind::Group).count()
    };
    let expansion = expand_texts(&[&root.replace("QUANTITY", "9999"), RESOURCE]);
    assert_eq!((single(&expansion), codes(&expansion)), (10_000, vec![]));
    assert_eq!(expansion.plan.stages.iter().map(Vec::len).collect::<Vec<_>>(), [9999; 4]);
    let last = expansion.instances.last().expect("an instance");
    assert_eq!(last.name, "asm__r__9999");
    for too_many in ["10000", "18446744073709551615"] {
        let expansion = expand_texts(&[&root.replace("QUANTITY", too_many), RESOURCE]);
        assert_eq!((single(&expansion), codes(&expansion)), (10_000, vec!["expansion/limit"]), "{too_many}");
    }
}

/// Each assembly contains the next one twice, so 80 of them would have 2^80 instances.
#[test]
fn assemblies_are_opened_fifty_deep() {
    let chain = |width: usize| -> Vec<String> {
        let level = |index| {
            let next = index + 1;
            format!(
                "name: assembly::a{index}::1.0\ncomposition: {{x: {{type: 'assembly::a{next}::1.0', quantity: {width}}}}}\n"
            )
        };
        (0..80).map(level).collect()
    };
    let texts = |chain: &[String]| expand_texts(&chain.iter().map(String::as_str).collect::<Vec<_>>());
    let expansion = texts(&chain(1));
    assert_eq!((expansion.instances.len(), codes(&expansion)), (51, vec!["expansion/limit"]));
    let expansion = texts(&chain(2));
    let single = expansion.instances.iter().filter(|instance| instance.kind != InstanceKind::Group).count();
    assert_eq!(single, 10_000);
    assert!(codes(&expansion).iter().all(|code| *code == "expansion/limit"), "{:?}", codes(&expansion));
}

#[test]
fn long_chains_and_cycles_of_references_do_not_exhaust_the_stack() {
    let property = |index: usize, to: usize| format!("  p{index}: {{value: '${{p{to}}}'}}\n");
    let chain: String = (0..30_000).map(|index| property(index, index + 1)).collect();
    let expansion =
        expand_texts(&[&format!("name: assembly::a::1.0\nproperties:\n{chain}  p30000: {{default: end}}\n")]);
    assert_eq!(value(&expansion, "asm", "p0"), &PartialValue::Value("end".into()));
    assert!(expansion.diagnostics.is_empty());
    let cycle: String = (0..30_000).map(|index| property(index, (index + 1) % 30_000)).collect();
    let expansion = expand_texts(&[&format!("name: assembly::a::1.0\nproperties:\n{cycle}")]);
    assert_eq!(codes(&expansion), ["expansion/value-cycle"]);
    let nested: String = (0..30_000).map(|index| format!("  p{index}: {{value: ['${{p{}}}']}}\n", index + 1)).collect();
    let expansion =
        expand_texts(&[&format!("name: assembly::a::1.0\nproperties:\n{nested}  p30000: {{default: end}}\n")]);
    assert_eq!(value(&expansion, "asm", "p29999").to_string(), "[\"end\"]");
    assert!(size(&expansion) < 30_000 * 100, "values nested without an end");
}

/// Each value contains the previous one twice, so the last would have 2^1000 bytes.
#[test]
fn values_do_not_grow_without_bounds() {
    for doubled in ["'${pLAST}${pLAST}'", "['${pLAST}', '${pLAST}']", "{a: '${pLAST}', b: '${pLAST}'}"] {
        let property =
            |index: usize| format!("  p{}: {{value: {}}}\n", index + 1, doubled.replace("LAST", &index.to_string()));
        let properties: String = (0..1000).map(property).collect();
        let expansion =
            expand_texts(&[&format!("name: assembly::a::1.0\nproperties:\n  p0: {{default: x}}\n{properties}")]);
        assert_eq!(codes(&expansion), ["expansion/limit"], "{doubled}");
        assert!(size(&expansion) < 96 << 20, "{doubled}: {} bytes", size(&expansion));
    }
    // Many instances with a long list each.
    let root = "name: assembly::a::1.0\nproperties: {l: {type: list, value: '${r.ip}'}}\ncomposition:\n  r: {type: 'resource::r::1.0', quantity: 2000}\n  s: {type: 'resource::r::1.0', quantity: 1500, properties: {in: {value: '${l}'}}}\n";
    let expansion = expand_texts(&[root, RESOURCE]);
    assert!(codes(&expansion).iter().all(|code| *code == "expansion/limit"), "{:?}", codes(&expansion));
    assert!(size(&expansion) < 96 << 20, "{} bytes", size(&expansion));
}

#[test]
fn relationships_are_limited_too() {
    let root = "name: assembly::a::1.0\ncomposition:\n  a: {type: 'resource::r::1.0', quantity: 1000}\n  b: {type: 'resource::r::1.0', quantity: 1000}\nrelationships:\n  r: {source-capabilities: [a.c], target-requirements: [b.r], source-state: Active, target-state: Active}\n";
    let expansion = expand_texts(&[root, RESOURCE]);
    assert_eq!((expansion.relationships.len(), codes(&expansion)), (10_000, vec!["expansion/limit"]));
}

/// All-to-all dependencies: 4,000 instances on 4,000 others, 3,000 relationships on 3,000 instances each.
#[test]
fn plans_are_limited_too() {
    let cluster = |name: &str, value: &str, more: &str| {
        format!(
            "  {name}: {{type: 'resource::v::1.0', quantity: 4000, properties: {{in: {{value: {value}}}}}{more}}}\n"
        )
    };
    let root = |value: &str| {
        let (a, b) = (cluster("a", value, ""), cluster("b", value, ", upgrade-dependencies: [a]"));
        format!("name: assembly::a::1.0\ncomposition:\n{a}{b}")
    };
    let resource = "name: resource::v::1.0\nproperties: {in: {volatile: true}}\nlifecycle: {Reconfigure: {}}\n";
    let before = FilePath::new("1.yaml").expect("a plain path");
    let intent = Intent::Upgrade { from: before, properties: None };
    let expansion = expand_for(&[&root("new"), &root("old").replace("1.0\n", "0.9\n"), resource], &intent);
    assert_eq!((codes(&expansion), expansion.plan.stages.len()), (vec!["expansion/limit"], 0));
    let root = "name: assembly::a::1.0\ncomposition:\n  s: {type: 'assembly::s::1.0'}\n  t: {type: 'resource::r::1.0', quantity: 3000}\nrelationships:\n  x: {source-capabilities: [s.c], target-requirements: [t.r], source-state: Active, target-state: Active}\n";
    let inner = "name: assembly::s::1.0\ncomposition:\n  r: {type: 'resource::r::1.0', quantity: 3000}\n";
    for intent in [Intent::Install, Intent::Uninstall] {
        let expansion = expand_for(&[root, inner, RESOURCE], &intent);
        assert_eq!((codes(&expansion), expansion.plan.stages.len()), (vec!["expansion/limit"], 0));
    }
}

/// Templates that are long or deeply nested in every way, with the stack size of a browser.
#[test]
fn hostile_templates_are_refused() {
    let many = |text: &str, count: usize| text.repeat(count);
    let chain = move |count: usize| {
        [
            format!("{{{{ a{} }}}}", many("~a", count)),
            format!("{{{{ a{} }}}}", many(".a", count)),
            format!("{{{{ a{} }}}}", many("[0]", count)),
            format!("{{{{ a{} }}}}", many("|lower", count)),
            format!("{{{{ a{} }}}}", many(" or a", count)),
            format!("{{{{ a{} }}}}", many(" if a else a", count)),
            format!("{{{{ {}a }}}}", many("not ", count)),
            format!("{{{{ {}a }}}}", many("-", count)),
            format!("{{{{ {}a{} }}}}", many("(", count), many(")", count)),
            format!("{{{{ {}a{} }}}}", many("[", count), many("]", count)),
            format!("{{% if a %}}x{}{{% endif %}}", many("{% elif a %}y", count)),
            format!("{}x{}", many("{% if a %}", count), many("{% endif %}", count)),
            // The maximum depth in all ways at once.
            format!("{}{{{{ {}((((((a)))))) }}}}{}", many("{% if a %}", 60), many("not ", 50), many("{% endif %}", 60)),
        ]
    };
    let check = move || {
        for count in [5, 30, 60, 100, 1000, 100_000] {
            for template in chain(count) {
                let root = "name: assembly::a::1.0\ncomposition:\n  r:\n    type: resource::r::1.0\n    dynamicType: |\n      TEMPLATE\n    properties: {a: {value: A}}\n";
                let expansion = expand_texts(&[&root.replace("TEMPLATE", &template), RESOURCE]);
                let start: String = template.chars().take(20).collect();
                assert_eq!(expansion.instances.len(), 2, "{start}");
                assert_eq!(codes(&expansion), ["expansion/dynamic-type"], "{start}");
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(check).expect("a thread");
    thread.join().expect("all are refused or evaluated");
}

/// Whatever is deleted from a descriptor, the rest expands deterministically and without a panic.
#[test]
fn broken_descriptors_expand_to_something() {
    let files = paths::texts(&paths::root().join("examples"), &[".yaml"]);
    let root = FilePath::new("assemblies/video-service-1.0.yaml").expect("a plain path");
    let mut random = 17_u64;
    let mut next = |bound: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % bound.max(1)
    };
    let mut shown = 0;
    for _ in 0..150 {
        let mut files = files.clone();
        for _ in 0..3 {
            let index = next(files.len());
            let text = &mut files[index].1;
            let start = text.floor_char_boundary(next(text.len()));
            let end = text.floor_char_boundary((start + next(40)).min(text.len()));
            text.replace_range(start..end, ["", "${", "}", ": ", "-", "[", "\n"][next(7)]);
        }
        let workspace = Workspace::new(files);
        let catalog = Catalog::of(&workspace);
        let first = expand(&workspace, &catalog, Typing::Declared, &root, &Inputs::default(), &Intent::Install);
        assert_eq!(first, expand(&workspace, &catalog, Typing::Declared, &root, &Inputs::default(), &Intent::Install));
        shown += usize::from(first.instances.len() > 10);
    }
    assert!(shown > 50, "only {shown} of 150 showed more than the root");
}

/// The number of values shown, and the bytes of their text.
fn size(expansion: &Expansion) -> usize {
    fn plain(value: &serde_yaml::Value) -> usize {
        match value {
            serde_yaml::Value::Sequence(items) => items.iter().map(plain).sum(),
            serde_yaml::Value::Mapping(entries) => entries.values().map(plain).sum(),
            value => 1 + value.as_str().map_or(0, str::len),
        }
    }
    fn known(value: &PartialValue) -> usize {
        match value {
            PartialValue::Value(value) => plain(value),
            PartialValue::Symbol(text) | PartialValue::Template(text) => text.len(),
            PartialValue::List(items) => items.iter().map(known).sum(),
            PartialValue::Map(entries) => entries.iter().map(|(_, value)| known(value)).sum(),
        }
    }
    let properties = expansion.instances.iter().flat_map(|instance| &instance.properties);
    properties.map(|property| known(&property.value)).sum()
}

fn value<'a>(expansion: &'a Expansion, instance: &str, property: &str) -> &'a PartialValue {
    let instance = expansion.instances.iter().find(|found| found.name == instance).expect("an instance");
    &instance.properties.iter().find(|found| found.name == property).expect("a property").value
}
