//! Duration of a placement: 50 ms for a proven optimum of 5 demands x 500 candidates and 8 x 200, a gap of at most 1 %
//! within 1 s for 10 x 1,000, and 200 ms for the elimination trace of 100,000 candidates.

#![expect(clippy::expect_used, reason = "what cannot be measured ends the measurement")]

use std::fmt::Write as _;

use descriptorium_core::homing::placement::build::{ObjectiveKind, build};
use descriptorium_core::homing::placement::exact::{Request, search};
use descriptorium_core::homing::placement::inventory::Inventory;
use descriptorium_core::homing::placement::preview::gap;
use descriptorium_core::homing::placement::problem::Problem;
use descriptorium_core::homing::placement::ranking::{Ranked, Ranking};
use descriptorium_core::homing::view::View;
use descriptorium_core::preview::progress::{Progress, block_on};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::syntax::parse::parse;
use divan::Bencher;

#[path = "made/allocator.rs"]
mod allocator;

fn main() {
    divan::main();
}

/// The best plan, proven. The demands are near a location and near each other, in different complexes of one country.
#[divan::bench(sample_count = 10, sample_size = 1, args = [(5, 500), (8, 200)])]
fn proven(bencher: Bencher<'_, '_>, (n_demands, n_candidates): (usize, usize)) {
    let problem = problem(n_demands, n_candidates, true);
    bencher.bench(|| {
        let found = block_on(search(&problem, &Request::new(&problem), &Progress::default()));
        assert!(found.is_proven && !found.plans.is_empty());
        found
    });
}

/// A plan within 1 % of the bound, with distances to a location, zones and attributes.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn large_10x1000(bencher: Bencher<'_, '_>) {
    let problem = problem(10, 1_000, false);
    bencher.bench(|| {
        let found = block_on(search(&problem, &Request::new(&problem), &Progress::default()));
        let value = found.plans.first().expect("a plan").value;
        assert!(found.is_proven || found.bound.is_some_and(|bound| gap(value, bound) <= 0.01));
        found
    });
}

/// The results of all constraints, and the ranking.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn trace_100000(bencher: Bencher<'_, '_>) {
    let problem = problem(1, 100_000, false);
    bencher.bench(|| Ranking::new(&problem, None).first(&problem, 0, None, usize::MAX).collect::<Vec<Ranked>>());
}

/// A problem whose candidates are spread over a continent by a fixed sequence.
fn problem(n_demands: usize, n_candidates: usize, is_pairwise: bool) -> Problem {
    let names: Vec<String> = (0..n_demands).map(|index| format!("d{index}")).collect();
    let all = names.join(", ");
    let mut template =
        "homing_template_version: 2017-10-10\nlocations:\n  home: {latitude: 40, longitude: -95}\ndemands:\n"
            .to_owned();
    for name in &names {
        let _ = writeln!(template, "  {name}: [{{inventory_provider: aai, inventory_type: cloud}}]");
    }
    template += "constraints:\n";
    let _ = writeln!(
        template,
        "  near: {{type: distance_to_location, demands: [{all}], properties: {{distance: < 1500 km, location: home}}}}"
    );
    if n_demands > 1 {
        let _ = writeln!(
            template,
            "  apart: {{type: zone, demands: [{all}], properties: {{qualifier: different, category: complex}}}}"
        );
        let _ = writeln!(
            template,
            "  one: {{type: zone, demands: [{all}], properties: {{qualifier: same, category: country}}}}"
        );
    }
    if is_pairwise {
        let _ = writeln!(
            template,
            "  close: {{type: distance_between_demands, demands: [{all}], properties: {{distance: < 800 km}}}}"
        );
    } else {
        let _ = writeln!(
            template,
            "  role: {{type: attribute, demands: [{all}], properties: {{evaluate: {{role: core}}}}}}"
        );
    }
    template += "optimization:\n  minimize:\n    sum:\n";
    for (index, name) in names.iter().enumerate() {
        let _ = writeln!(template, "    - product: [{}, {{distance_between: [home, {name}]}}]", index + 1);
    }
    let mut state = 42_u64;
    let mut next = |count: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % count
    };
    let mut inventory =
        "demand,candidate_id,inventory_type,cost,latitude,longitude,complex_name,country,role\n".to_owned();
    for name in &names {
        for index in 0..n_candidates {
            let (latitude, longitude) = (25_000 + next(25_000), 70_000 + next(50_000));
            let (complex, country, role) = (next(60), next(3), if next(4) == 0 { "edge" } else { "core" });
            let _ = writeln!(
                inventory,
                "{name},{name}-{index},cloud,{},{},-{},c{complex},n{country},{role}",
                next(100),
                latitude as f64 / 1e3,
                longitude as f64 / 1e3,
            );
        }
    }
    let inventory = Inventory::read(&inventory).expect("an inventory");
    let tree = parse(&template);
    let root = tree.root().expect("a template");
    build(&View::new(root), &SortedMap::new(), &inventory, ObjectiveKind::Guide).0
}
