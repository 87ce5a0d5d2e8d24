//! IP addresses of networks and ports (8.5.1, 8.5.2).

use std::net::IpAddr;

use super::normative::{NETWORK, PORT, derives_from};
use super::{Checker, Fault, FaultKind};
use crate::syntax::{Entry, Node};
use crate::tosca::entity::Template;

/// An address with the version of the protocol, 4 or 6.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Address {
    version: u8,
    number: u128,
}

/// The addresses of a CIDR block.
#[derive(Clone, Copy)]
struct Block {
    version: u8,
    first: u128,
    last: u128,
}

impl Address {
    fn parse(text: &str) -> Option<Self> {
        Some(match text.trim().parse().ok()? {
            IpAddr::V4(address) => Address { version: 4, number: u32::from(address).into() },
            IpAddr::V6(address) => Address { version: 6, number: address.into() },
        })
    }
}

impl Block {
    /// Parses `192.168.0.0/24`.
    fn parse(text: &str) -> Option<Self> {
        let (base, length) = text.trim().split_once('/')?;
        let (Address { version, number }, length) = (Address::parse(base)?, length.parse::<u32>().ok()?);
        let bits = if version == 4 { 32_u32 } else { 128 };
        let n_free = bits.checked_sub(length)?;
        // All bits of the largest block are free.
        let free = 1_u128.checked_shl(n_free).map_or(u128::MAX, |size| size - 1);
        Some(Block { version, first: number & !free, last: number | free })
    }

    fn contains(self, address: Address) -> bool {
        self.version == address.version && (self.first..=self.last).contains(&address.number)
    }
}

/// A value that is written as text, with its entry.
fn given<'a>(of: &Template<'a>, name: &str) -> Option<(&'a Entry, &'a str)> {
    let entry = of.entry("properties", name).filter(|entry| !entry.value.is_null())?;
    Some((entry, entry.value.as_text()?))
}

impl<'a> Checker<'a> {
    fn bad_address(&self, value: &Node, message: String) {
        self.add(Fault::new(FaultKind::BadAddress, value.span, message));
    }

    /// The addresses of a property; `None` if there are none, or if they are malformed, which is reported. Copied ones are
    /// reported where they are written.
    fn address(&self, of: &Template<'a>, name: &str) -> Option<(&'a Entry, Address)> {
        let (entry, text) = given(of, name)?;
        let address = Address::parse(text);
        if address.is_none() && is_own(of, entry) {
            self.bad_address(&entry.value, format!("`{name}` must be an IP address, not `{text}`"));
        }
        Some((entry, address?))
    }

    fn block(&self, of: &Template<'a>) -> Option<(&'a Entry, Block)> {
        let (entry, text) = given(of, "cidr")?;
        let block = Block::parse(text);
        if block.is_none() && is_own(of, entry) {
            self.bad_address(&entry.value, format!("`cidr` must be a block such as `192.168.0.0/24`, not `{text}`"));
        }
        Some((entry, block?))
    }

    /// The block and the addresses of a network fit its IP version and each other.
    pub(super) fn network_addresses(&self, node: &Template<'a>) {
        let block = self.block(node);
        let stated = node.entry("properties", "ip_version");
        let version = stated.map_or(Some(4), |entry| entry.value.as_text()?.parse().ok());
        let version = version.filter(|version| [4, 6].contains(version));
        let unfit = |entry: &Entry, name: &str, own: u8| {
            let message = |of: u8| format!("`{name}` has IP version {own}, but the network has {of}");
            let is_unfit = version.is_some_and(|of| of != own);
            if let Some(of) = version.filter(|_| is_unfit) {
                self.bad_address(&entry.value, message(of));
            }
            is_unfit
        };
        let is_block_unfit = block.is_some_and(|(entry, block)| unfit(entry, "cidr", block.version));
        let mut known = Vec::new();
        for name in ["start_ip", "end_ip", "gateway_ip"] {
            let Some((entry, address)) = self.address(node, name) else { continue };
            if unfit(entry, name, address.version) {
                continue;
            }
            if block.is_some_and(|(_, block)| !is_block_unfit && !block.contains(address)) {
                self.bad_address(&entry.value, format!("`{name}` is outside of `cidr`"));
            }
            known.push((name, entry, address));
        }
        self.order(&known, "start_ip", "end_ip");
    }

    fn order(&self, known: &[(&str, &'a Entry, Address)], start: &str, end: &str) {
        let find = |wanted: &str| known.iter().find(|(name, ..)| *name == wanted);
        if let (Some((.., first)), Some((_, entry, last))) = (find(start), find(end))
            && first.version == last.version
            && first.number > last.number
        {
            self.bad_address(&entry.value, format!("`{end}` is before `{start}`"));
        }
    }

    /// The addresses of a port are within the block of the network that it links to.
    pub(super) fn port_addresses(&self, node: &Template<'a>) {
        let link = node.requirements().find(|assignment| assignment.name == "link");
        let network = link.and_then(|link| self.entities.node(link.node()?));
        let network = network.filter(|network| derives_from(&network.members, NETWORK));
        let block = network.as_ref().and_then(|network| Block::parse(given(network, "cidr")?.1));
        let mut known = Vec::new();
        for name in ["ip_address", "ip_range_start", "ip_range_end"] {
            let Some((entry, address)) = self.address(node, name) else { continue };
            if let (Some(network), Some(_)) = (&network, block.filter(|block| !block.contains(address))) {
                let message = format!("`{name}` is outside of the addresses of network `{}`", network.name);
                self.bad_address(&entry.value, message);
            }
            known.push((name, entry, address));
        }
        self.order(&known, "ip_range_start", "ip_range_end");
    }

    /// The addresses of a node, if it is a network or a port.
    pub(super) fn addresses(&self, node: &Template<'a>) {
        if derives_from(&node.members, NETWORK) {
            self.network_addresses(node);
        } else if derives_from(&node.members, PORT) {
            self.port_addresses(node);
        }
    }
}

/// Whether an entry is written in the template itself.
fn is_own(of: &Template<'_>, entry: &Entry) -> bool {
    of.node.span.contains(entry.key.span)
}
