//! Inputs that the fuzzer found, and some of its random inputs.

use descriptorium_tests::chance::Chance;
use descriptorium_tests::fuzz::target::Target;
use descriptorium_tests::fuzz::{corpus, kept, laws, mutate};

/// The targets that read a text in this process.
fn targets() -> impl Iterator<Item = Target> {
    Target::ALL.into_iter().filter(|target| !matches!(target, Target::Archive | Target::Site))
}

#[test]
fn inputs_that_failed_hold_all_laws() {
    let mut faults = Vec::new();
    let kept = kept();
    for (name, target, input) in &kept {
        let others = targets().filter(|_| *target != Target::Archive);
        for target in others.chain((*target == Target::Archive).then_some(Target::Archive)) {
            let found = laws::faults(target, input);
            faults.extend(found.into_iter().map(|fault| format!("{name}, {}: {fault}", target.name())));
        }
    }
    assert!(!kept.is_empty() && faults.is_empty(), "{}", faults.join("\n"));
}

/// The fuzzer makes different inputs of all kinds, the same for one seed.
#[test]
fn inputs_are_mutated_and_repeatable() {
    let catalogs = corpus::catalogs();
    let made = |seed: u64| {
        let mut chance = Chance::new(seed);
        let (one, other) = (chance.pick(&catalogs).expect("a catalog"), chance.pick(&catalogs).expect("a catalog"));
        let text = mutate::text(one, other, &mut chance);
        (text != *one, mutate::packed(&text, &mut chance), text)
    };
    let inputs: Vec<_> = (0..50).map(made).collect();
    assert!(inputs.iter().filter(|(is_changed, ..)| *is_changed).count() > 40);
    assert!(inputs.iter().filter(|(_, archive, _)| laws::faults(Target::Archive, archive).is_empty()).count() == 50);
    assert!(inputs.windows(2).all(|pair| pair[0].2 != pair[1].2));
    assert_eq!(made(7), made(7));
}
