//! The connection of the page to the program that serves its files.

/// The state of the connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Connection {
    /// The program responds, as far as is known.
    Open,
    /// Nothing is open yet, and the program does not respond, or cannot open its folder for this reason.
    Waiting(Option<String>),
    /// The program no longer responds.
    Lost,
    /// The program at this address serves another folder, with this name.
    Elsewhere(String),
}

/// The key that allows this page to save through the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PageKey {
    /// Not requested yet.
    Unknown,
    Known(String),
    /// The page was not opened with the address that the program printed.
    Missing,
    /// The ticket in that address was already used, by another browser.
    Used,
}
