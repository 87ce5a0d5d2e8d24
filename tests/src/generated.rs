//! Pseudorandom catalogs of any size, used to measure sites and search: resources with properties and descriptions, and
//! assemblies that compose them and each other.

/// Words for names and descriptions.
const WORDS: &str = "access address agent alarm antenna backbone balancer bearer border bridge broker buffer cache \
    carrier cell channel circuit client cluster codec collector compute content controller core delivery director \
    domain edge encoder endpoint engine exchange fabric failover filter firewall flow forwarding fronthaul gateway \
    grid handover host hub image index ingress instance interface inventory journal kernel label latency layer lease \
    library link listener locator logger loop machine manager master media meter mirror monitor multicast network \
    node notifier object optical orchestrator origin packet partition path peer pipeline planner platform policy pool \
    port prefix probe profile proxy queue radio range record region registry relay replica request resolver router \
    scheduler segment sensor server service session shard signal site slice socket spectrum storage stream streamer \
    subnet subscriber switch sync tenant terminal throughput tier timer token topology tower traffic transcoder \
    transport trunk tunnel uplink user vault vector video virtual volume wavelength window worker zone";
/// Percentage of assemblies.
const ASSEMBLIES: usize = 30;

/// A pseudorandom generator, `xorshift64*`.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).map_or(0, |number| number % limit.max(1))
    }

    fn word(&mut self) -> &'static str {
        let words = WORDS.split_whitespace();
        let count = words.clone().count();
        WORDS.split_whitespace().nth(self.below(count)).unwrap_or_default()
    }

    fn sentence(&mut self, length: usize) -> String {
        let words: Vec<&str> = (0..length).map(|_| self.word()).collect();
        let text = words.join(" ");
        format!("{}{}.", text[..1].to_uppercase(), &text[1..])
    }
}

/// The files of a catalog with `size` descriptors: sorted paths with texts. Every tenth name has a second version.
pub fn catalog(size: usize) -> Vec<(String, String)> {
    let names: Vec<String> = (0..size).map(|number| name(size, number)).collect();
    names.iter().enumerate().map(|(number, name)| file(&names, number, name)).collect()
}

fn is_assembly(size: usize, number: usize) -> bool {
    number >= size - size * ASSEMBLIES / 100
}

fn name(size: usize, number: usize) -> String {
    let kind = if is_assembly(size, number) { "assembly" } else { "resource" };
    // The second version of a pair has the name of the first.
    let second = number % 10 == 1 && number + 1 < size && is_assembly(size, number - 1) == is_assembly(size, number);
    let (base, version) = if second { (number - 1, "1.1") } else { (number, "1.0") };
    let mut chance = Chance(base as u64 * 7919 + 17);
    chance.below(2);
    let (first, last) = (chance.word(), chance.word());
    format!("{kind}::{first}-{last}-{base:05}::{version}")
}

/// The names of a descriptor's properties; assemblies that use it set the first ones.
fn properties(number: usize) -> Vec<String> {
    let mut chance = Chance(number as u64 * 31_337 + 5);
    chance.below(2);
    (0..12).map(|at| format!("{}_{at}", chance.word())).collect()
}

/// The number of properties without a default.
const SET: usize = 4;

fn file(names: &[String], number: usize, name: &str) -> (String, String) {
    let mut chance = Chance(number as u64 * 104_729 + 71);
    chance.below(2);
    let path = name.replace("::", "/");
    let mut text = format!("name: {name}\ndescription: |\n  {}\n\n", chance.sentence(14));
    for _ in 0..3 {
        text += &format!("  {}\n", chance.sentence(18));
    }
    text += "properties:\n";
    let properties = properties(number);
    for (at, property) in properties.iter().enumerate() {
        text += &format!("  {property}:\n    type: string\n    description: {}\n", chance.sentence(9));
        if at >= SET {
            text += &format!("    default: {}-{}\n", chance.word(), chance.below(1000));
        }
    }
    if !is_assembly(names.len(), number) {
        let transitions = ["Create", "Install", "Configure", "Start", "Stop", "Uninstall", "Delete"];
        let transitions: String = transitions.iter().map(|transition| format!("  {transition}: {{}}\n")).collect();
        text += &format!("capabilities:\n  serve:\n    type: Service\nlifecycle:\n{transitions}");
        return (format!("{path}.yaml"), text);
    }
    for placement in ["deploymentLocation", "resourceManager"] {
        text += &format!("  {placement}:\n    type: string\n    description: Where it runs.\n");
    }
    text += "composition:\n";
    let mut own = properties.iter().cycle();
    for part in 0..3 + chance.below(4) {
        // Assemblies use only descriptors with a lower number, so there are no cycles.
        let of = chance.below(number);
        text += &format!("  {}_{part}:\n    type: {}\n    quantity: 1\n    properties:\n", chance.word(), names[of]);
        for placement in ["deploymentLocation", "resourceManager"] {
            text += &format!("      {placement}:\n        value: ${{{placement}}}\n");
        }
        for property in self::properties(of).iter().take(SET) {
            text += &format!("      {property}:\n        value: ${{{}}}\n", own.next().map_or("", String::as_str));
        }
    }
    (format!("{path}.yaml"), text)
}
