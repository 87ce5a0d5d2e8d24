//! The catalogs that are being opened, and which of them wins.

/// The catalogs that were requested and are not open yet. The one that was requested last wins if it can be opened;
/// earlier ones wait until that is known.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Openings {
    /// The number of requests.
    count: u32,
    /// The pending requests, in order.
    left: Vec<u32>,
}

/// The state of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Now,
    /// A later request is pending.
    Waits,
    /// A later request has succeeded.
    Over,
}

impl Openings {
    pub fn begin(&mut self) -> u32 {
        self.count += 1;
        self.left.push(self.count);
        self.count
    }

    pub fn turn(&self, number: u32) -> Turn {
        match self.left.last() {
            Some(last) if *last == number => Turn::Now,
            _ if self.left.contains(&number) => Turn::Waits,
            _ => Turn::Over,
        }
    }

    /// The catalog is open and replaces all earlier requests.
    pub fn succeed(&mut self, number: u32) {
        self.left.retain(|other| *other > number);
    }

    /// The request is withdrawn.
    pub fn end(&mut self, number: u32) {
        self.left.retain(|other| *other != number);
    }

    /// Withdraws the latest request.
    pub fn give_up_last(&mut self) {
        self.left.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_requested_catalog_that_can_be_opened_wins() {
        let mut openings = Openings::default();
        let all = [(); 4].map(|()| openings.begin());
        let turns = |openings: &Openings| all.map(|number| openings.turn(number));
        assert_eq!(turns(&openings), [Turn::Waits, Turn::Waits, Turn::Waits, Turn::Now]);
        // A failed request lets the one before win.
        openings.end(all[3]);
        assert_eq!(turns(&openings), [Turn::Waits, Turn::Waits, Turn::Now, Turn::Over]);
        openings.end(all[0]);
        assert_eq!(turns(&openings), [Turn::Over, Turn::Waits, Turn::Now, Turn::Over]);
        openings.succeed(all[2]);
        assert_eq!(turns(&openings), [Turn::Over; 4]);
        // Numbers are never reused.
        assert!(!all.contains(&openings.begin()));
    }
}
