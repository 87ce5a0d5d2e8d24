//! The catalogs that are being opened, and which of them wins.

/// The catalogs that are asked for and not open yet. Of those that can be opened, the one counts that was asked for last: the
/// others wait until it is known whether it can.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Openings {
    /// How many were asked for.
    count: u32,
    /// Which of them are left, in this order.
    left: Vec<u32>,
}

/// Where a catalog stands among those that are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Now,
    /// Another one was asked for since.
    Waits,
    /// Another one that was asked for since is open.
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

    /// It is open, in the place of all that were asked for before.
    pub fn succeed(&mut self, number: u32) {
        self.left.retain(|other| *other > number);
    }

    /// It is asked for no longer.
    pub fn end(&mut self, number: u32) {
        self.left.retain(|other| *other != number);
    }

    /// The one that was asked for last is asked for no longer.
    pub fn give_up_last(&mut self) {
        self.left.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_catalogs_that_can_be_opened_the_one_counts_that_was_asked_for_last() {
        let mut openings = Openings::default();
        let all = [(); 4].map(|()| openings.begin());
        let turns = |openings: &Openings| all.map(|number| openings.turn(number));
        assert_eq!(turns(&openings), [Turn::Waits, Turn::Waits, Turn::Waits, Turn::Now]);
        // One that cannot be opened gives its place back.
        openings.end(all[3]);
        assert_eq!(turns(&openings), [Turn::Waits, Turn::Waits, Turn::Now, Turn::Over]);
        openings.end(all[0]);
        assert_eq!(turns(&openings), [Turn::Over, Turn::Waits, Turn::Now, Turn::Over]);
        openings.succeed(all[2]);
        assert_eq!(turns(&openings), [Turn::Over; 4]);
        // A number is never given again.
        assert!(!all.contains(&openings.begin()));
    }
}
