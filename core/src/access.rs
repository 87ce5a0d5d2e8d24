//! The tokens with which the pages of the modeller may write to a folder that the program serves.
//!
//! A page that was opened with the one-time ticket in the printed address receives a key for the folder. From the key,
//! page and program both compute the token that each write needs. A token is valid for one address and one run of the
//! program, and the key itself is not sent again: another program that takes over the port learns nothing of use.

use sha2::{Digest, Sha256};

/// The header with the token of a write.
pub const TOKEN_HEADER: &str = "x-descriptorium-token";
/// The header with a one-time ticket, which is exchanged for a key.
pub const TICKET_HEADER: &str = "x-descriptorium-ticket";
/// The header of responses that identifies the served folder.
pub const FOLDER_HEADER: &str = "x-descriptorium-folder";
/// The header of responses that identifies the run of the program.
pub const RUN_HEADER: &str = "x-descriptorium-run";

/// The block size of SHA-256 in bytes.
const BLOCK: usize = 64;

/// HMAC-SHA-256 (RFC 2104) of `message`.
pub fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut block = [0; BLOCK];
    match key.len() > BLOCK {
        true => block.iter_mut().zip(Sha256::digest(key)).for_each(|(to, byte)| *to = byte),
        false => block.iter_mut().zip(key).for_each(|(to, byte)| *to = *byte),
    }
    let inner = Sha256::new().chain_update(block.map(|byte| byte ^ 0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(block.map(|byte| byte ^ 0x5c)).chain_update(inner).finalize().into()
}

/// The token of a page with this key: `host` is the host and port of its address, `run` identifies the run of the
/// program. Returns 64 hexadecimal digits.
pub fn token(key: &str, host: &str, run: &str) -> String {
    hex(&hmac(key.as_bytes(), format!("write\n{}\n{run}", host.to_ascii_lowercase()).as_bytes()))
}

/// The bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(digit.into(), 16));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The oracle is RFC 4231: test cases 1, 2 and 6, with keys shorter and longer than a block.
    #[test]
    fn hmac_has_the_published_values() {
        let of = |key: &[u8], message: &[u8]| hex(&hmac(key, message));
        assert_eq!(of(&[0x0b; 20], b"Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        assert_eq!(
            of(b"Jefe", b"what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
        assert_eq!(
            of(&[0xaa; 131], b"Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        );
    }

    #[test]
    fn a_token_is_valid_for_one_key_address_and_run() {
        let one = token("k", "127.0.0.1:7420", "r");
        assert_eq!(one, token("k", "127.0.0.1:7420", "r"));
        assert_eq!(token("k", "LOCALHOST:7420", "r"), token("k", "localhost:7420", "r"));
        for other in [("l", "127.0.0.1:7420", "r"), ("k", "127.0.0.1:7421", "r"), ("k", "127.0.0.1:7420", "s")] {
            assert_ne!(one, token(other.0, other.1, other.2), "{other:?}");
        }
    }
}
