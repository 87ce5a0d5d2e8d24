//! Invariants of every scene: boxes do not overlap and are inside their frames, connections end at their ports and go
//! around boxes, placed boxes stay. The oracle is geometry; scenes are not compared with stored ones.

#[cfg(test)]
mod topologies;

#[cfg(test)]
mod folding;
#[cfg(test)]
mod keeping;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod markup;
#[cfg(test)]
mod neighborhoods;
#[cfg(test)]
mod routing;

#[cfg(test)]
mod layouts {
    use descriptorium_core::scene::layout;
    use descriptorium_core::topology::{EdgeKind, VertexKind};

    use crate::laws::{check, covered_connections, stray_connections};
    use crate::topologies::{Sketch, chained, grouped, local, streaming, tangled, wild};

    #[test]
    fn layouts_from_scratch_are_sound() {
        for seed in 1..40 {
            let count = [1, 2, 3, 5, 8, 13, 30, 60][seed as usize % 8];
            for topology in [local(count, seed), tangled(count, seed), grouped(count, seed)] {
                let scene = layout(&topology, None);
                check(&topology, &scene);
                assert_eq!(stray_connections(&scene), Vec::<String>::new(), "seed {seed}, {}", topology.title);
            }
        }
    }

    #[test]
    fn any_topology_can_be_laid_out() {
        for seed in 1..400 {
            let topology = wild(seed);
            check(&topology, &layout(&topology, None));
        }
    }

    /// Each box inside the previous one; boxes that are too deep are in the last frame.
    #[test]
    fn bottomless_nesting_is_laid_out() {
        let mut sketch = Sketch::new("deep");
        let mut around = Sketch::boundary();
        for number in 0..3000 {
            around = sketch.add_in(&format!("g{number}"), VertexKind::Group, around);
        }
        sketch.connection(EdgeKind::Dependency, Sketch::boundary(), None, around, None);
        let scene = layout(&sketch.topology, None);
        check(&sketch.topology, &scene);
        let frames = scene.boxes.iter().filter(|scene_box| scene_box.frame).count();
        assert!((20..100).contains(&frames), "{frames} frames");
        assert_eq!(scene, layout(&sketch.topology, Some(&scene)));
    }

    /// Every box connected to every other: unreadable, but complete and drawn in time.
    #[test]
    fn a_dense_graph_is_laid_out() {
        let mut sketch = Sketch::new("thicket");
        let boxes: Vec<_> = (0..120).map(|number| sketch.add(&format!("c{number}"))).collect();
        for (number, &from) in boxes.iter().enumerate() {
            for &to in &boxes[number + 1..] {
                sketch.connection(EdgeKind::Dependency, from, None, to, None);
            }
        }
        check(&sketch.topology, &layout(&sketch.topology, None));
    }

    #[test]
    fn layout_is_deterministic() {
        for seed in 1..40 {
            for topology in [wild(seed), local(40, seed)] {
                assert_eq!(layout(&topology, None), layout(&topology.clone(), None));
            }
        }
    }

    #[test]
    fn an_empty_topology_is_an_empty_scene() {
        let scene = layout(&Default::default(), None);
        assert!(scene.boxes.is_empty() && scene.connections.is_empty());
    }

    #[test]
    fn relationships_of_a_chain_are_straight_and_lead_to_the_right() {
        let sketch = streaming();
        let scene = layout(&sketch.topology, None);
        let chain = scene.connections.iter().filter(|connection| connection.source_port.as_deref() == Some("Filter"));
        for connection in chain
            .chain(scene.connections.iter().filter(|connection| connection.source_port.as_deref() == Some("Stream")))
        {
            assert_eq!(connection.points.len(), 2, "{:?}", connection.points);
            assert!(connection.points[0].x < connection.points[1].x);
        }
    }

    /// The layers of a long chain continue below each other, whatever else is connected.
    #[test]
    fn a_chain_has_the_proportions_of_a_screen() {
        for seed in 1..30 {
            for count in [12, 20, 45, 100, 300] {
                let topology = chained(count, seed);
                let scene = layout(&topology, None);
                check(&topology, &scene);
                assert_eq!(stray_connections(&scene), Vec::<String>::new(), "{count} boxes, seed {seed}");
                assert_eq!(covered_connections(&scene), Vec::<String>::new(), "{count} boxes, seed {seed}");
                let proportions = scene.bounds.width / scene.bounds.height;
                assert!((0.7..2.2).contains(&proportions), "{count} boxes, seed {seed}: {:?}", scene.bounds);
                assert_eq!(scene, layout(&topology, Some(&scene)), "{count} boxes, seed {seed}");
            }
        }
    }

    #[test]
    fn a_backward_connection_goes_straight_back() {
        let mut sketch = Sketch::new("back");
        let (first, second) = (sketch.add("first"), sketch.add("second"));
        sketch.relate(first, "a", second, "a");
        sketch.connection(EdgeKind::Dependency, second, None, first, None);
        let scene = layout(&sketch.topology, None);
        check(&sketch.topology, &scene);
        let [from, to] = scene.connections[1].points[..] else { panic!("{:?}", scene.connections[1].points) };
        assert!(to.x < from.x);
        assert_eq!(scene, layout(&sketch.topology, Some(&scene)));
    }

    #[test]
    fn references_are_left_of_all_components() {
        let sketch = streaming();
        let scene = layout(&sketch.topology, None);
        let left = |name: &str| scene.boxes.iter().find(|scene_box| scene_box.label == name).map(|found| found.rect.x);
        let network = left("network").expect("the reference is drawn");
        for name in ["filter", "server", "balancer", "store"] {
            assert!(network <= left(name).expect("all components are drawn"), "{name}");
        }
    }
}
