//! The protocol by which the program that serves a folder gives pages of the modeller access to it.
//!
//! A page that was opened with the one-time ticket in the printed address receives a key for the folder. From the key,
//! page and program both compute the token that each write needs: the HMAC-SHA-256 of [`message`], as 64 hexadecimal
//! digits. A token is valid for one address and one run of the program, and the key itself is not sent again: another
//! program that takes over the port learns nothing of use.

/// The header with the token of a write.
pub const TOKEN_HEADER: &str = "x-descriptorium-token";
/// The header with a one-time ticket, which is exchanged for a key.
pub const TICKET_HEADER: &str = "x-descriptorium-ticket";
/// The header of responses that identifies the served folder.
pub const FOLDER_HEADER: &str = "x-descriptorium-folder";
/// The header of responses that identifies the run of the program.
pub const RUN_HEADER: &str = "x-descriptorium-run";

/// The message that a token authenticates: `host` is the host and port of the page's address, `run` identifies the run
/// of the program.
pub fn message(host: &str, run: &str) -> String {
    format!("write\n{}\n{run}", host.to_ascii_lowercase())
}
