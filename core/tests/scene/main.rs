//! What holds for every drawing: boxes do not overlap and lie in their frames, connections end at their ports and go around
//! boxes, what is placed stays. The oracle is geometry; no picture is compared with an earlier one.

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
mod routing;

#[cfg(test)]
mod layouts {
    use descriptorium_core::scene::layout;
    use descriptorium_core::topology::{EdgeKind, VertexKind};

    use crate::laws::{check, stray_wires};
    use crate::topologies::{Sketch, grouped, local, streaming, tangled, wild};

    #[test]
    fn drawings_from_scratch_are_sound() {
        for seed in 1..40 {
            let count = [1, 2, 3, 5, 8, 13, 30, 60][seed as usize % 8];
            for topology in [local(count, seed), tangled(count, seed), grouped(count, seed)] {
                let scene = layout(&topology, None);
                check(&topology, &scene);
                assert_eq!(stray_wires(&scene), Vec::<String>::new(), "seed {seed}, {}", topology.title);
            }
        }
    }

    #[test]
    fn no_topology_is_too_odd_to_draw() {
        for seed in 1..400 {
            let topology = wild(seed);
            check(&topology, &layout(&topology, None));
        }
    }

    /// Each box in the one before it; what is too deep lies in the last frame that is drawn.
    #[test]
    fn a_nest_without_a_bottom_is_drawn() {
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

    /// Every box with every other: nobody can follow these connections, but they are there, and in time.
    #[test]
    fn a_thicket_of_wires_is_drawn() {
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
    fn the_same_topology_gives_the_same_drawing() {
        for seed in 1..40 {
            for topology in [wild(seed), local(40, seed)] {
                assert_eq!(layout(&topology, None), layout(&topology.clone(), None));
            }
        }
    }

    #[test]
    fn an_empty_topology_is_an_empty_drawing() {
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

    #[test]
    fn a_wire_that_leads_back_goes_straight_back() {
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
    fn references_stand_to_the_left_of_all_components() {
        let sketch = streaming();
        let scene = layout(&sketch.topology, None);
        let left = |name: &str| scene.boxes.iter().find(|scene_box| scene_box.label == name).map(|found| found.rect.x);
        let network = left("network").expect("the reference is drawn");
        for name in ["filter", "server", "balancer", "store"] {
            assert!(network <= left(name).expect("all components are drawn"), "{name}");
        }
    }
}
