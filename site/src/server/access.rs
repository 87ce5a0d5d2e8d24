//! Which pages may write. Every user of the machine can connect to the loopback address, so a connection proves nothing.
//! The printed address has a one-time ticket; the page that presents it first receives a key for the folder.
//!
//! Folder ids and keys are derived from a secret in the user's state folder. So they are the same in the next run, and
//! a page with a key can continue after a restart; other users can neither compute nor guess them.

use std::fmt;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{env, process};

use data_encoding::HEXLOWER;
use descriptorium_core::access::message;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Size of the secret in bytes, and its length in the file, in hexadecimal digits.
const SECRET: usize = 32;
const DIGITS: usize = 2 * SECRET;

/// The identity of the served folder, and the access of pages to it.
pub struct Access {
    folder: String,
    run: String,
    key: String,
    /// The ticket that has not been used yet.
    ticket: Mutex<String>,
}

impl fmt::Debug for Access {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Access")
    }
}

impl Access {
    /// The access to the folder `root` in this run of the program.
    pub fn new(root: &Path, secret: &Secret) -> io::Result<Self> {
        let path = root.canonicalize()?;
        let folder = secret.folder(&path);
        let key = derive(&secret.bytes, "page", folder.as_bytes());
        Ok(Access { folder, key, run: random()?, ticket: Mutex::new(random()?) })
    }

    /// Identifies the folder. It is the same in every run, and does not reveal the path.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// Identifies this run of the program.
    pub fn run(&self) -> &str {
        &self.run
    }

    /// The ticket for the next page.
    pub fn ticket(&self) -> String {
        self.ticket.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Exchanges the ticket, which then is replaced by a new one, for the key.
    pub fn redeem(&self, given: &[u8]) -> io::Result<Option<&str>> {
        let mut ticket = self.ticket.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_equal(ticket.as_bytes(), given) {
            return Ok(None);
        }
        *ticket = random()?;
        Ok(Some(&self.key))
    }

    /// The token of pages at this host and port.
    pub fn token(&self, host: &str) -> String {
        token(&self.key, host, &self.run)
    }

    /// Whether `given` is the token of pages at this host and port.
    pub fn is_token(&self, host: &str, given: &[u8]) -> bool {
        is_equal(self.token(host).as_bytes(), given)
    }
}

/// Compares in constant time, so that timing does not reveal the expected value.
fn is_equal(expected: &[u8], given: &[u8]) -> bool {
    let differences = expected.iter().zip(given).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == expected.len() && differences == 0
}

/// 32 random hexadecimal digits.
fn random() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(HEXLOWER.encode(&bytes))
}

/// The secret of the user from which folder ids and keys are derived.
pub struct Secret {
    bytes: [u8; SECRET],
    /// Whether the next run has it too.
    is_stored: bool,
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}

impl Secret {
    /// A secret for this run only.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; SECRET];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Secret { bytes, is_stored: false })
    }

    /// The secret in the file at `path`, which is created if necessary. A file that others may read, or that is damaged,
    /// is replaced.
    pub fn stored(path: &Path) -> io::Result<Self> {
        match read(path) {
            Ok(Some(secret)) => return Ok(secret),
            Ok(None) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let is_damaged = path.symlink_metadata().is_ok();
        if let Some(folder) = path.parent() {
            private_folder(folder)?;
        }
        let secret = Secret::random()?;
        let draft = path.with_extension(format!("{}.{}", process::id(), random()?));
        let written = write(&draft, &secret).and_then(|()| match is_damaged {
            true => fs::rename(&draft, path),
            // Fails if another run has created it in the meantime.
            false => fs::hard_link(&draft, path).or_else(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => Err(error),
                // The file system does not support hard links.
                _ => fs::rename(&draft, path),
            }),
        });
        let _ = fs::remove_file(&draft); // After a rename it no longer exists.
        match written {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
            _ => read(path)?.ok_or_else(|| io::ErrorKind::InvalidData.into()),
        }
    }

    /// The id of the folder at `path`. Browsers store unsaved work by it, so it stays the same without a stored secret.
    fn folder(&self, path: &Path) -> String {
        let key: &[u8] = if self.is_stored { &self.bytes } else { b"" };
        derive(key, "folder", path.as_os_str().as_encoded_bytes())
    }
}

/// HMAC-SHA-256 of `message`.
fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let Ok(mut hmac) = Hmac::<Sha256>::new_from_slice(key) else { unreachable!("keys of any length are valid") };
    hmac.update(message);
    hmac.finalize().into_bytes().into()
}

/// The token of a page with this key: `host` is the host and port of its address, `run` identifies the run of the
/// program. Returns 64 hexadecimal digits.
pub fn token(key: &str, host: &str, run: &str) -> String {
    HEXLOWER.encode(&hmac(key.as_bytes(), message(host, run).as_bytes()))
}

/// A value of 32 hexadecimal digits.
fn derive(key: &[u8], purpose: &str, message: &[u8]) -> String {
    let digest = hmac(key, &[purpose.as_bytes(), b"\n", message].concat());
    HEXLOWER.encode(digest.get(..16).unwrap_or_default())
}

/// The file of the secret in the user's state folder, if the system has such a folder.
pub fn secret_file() -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = absolute("XDG_STATE_HOME").or_else(|| match cfg!(windows) {
        true => absolute("LOCALAPPDATA"),
        false => absolute("HOME").map(|home| home.join(".local/state")),
    });
    Some(state?.join("descriptorium").join("secret"))
}

/// The secret at `path`; `None` if the file is damaged, or other users may read it.
fn read(path: &Path) -> io::Result<Option<Secret>> {
    let file = File::open(path)?;
    if !is_private(&file.metadata()?) {
        return Ok(None);
    }
    let mut text = String::new();
    if file.take(DIGITS as u64 + 2).read_to_string(&mut text).is_err() {
        return Ok(None);
    }
    let digits = text.trim_end().as_bytes();
    let mut secret = [0; SECRET];
    let is_read = digits.len() == DIGITS && HEXLOWER.decode_mut(digits, &mut secret).is_ok();
    Ok(is_read.then_some(Secret { bytes: secret, is_stored: true }))
}

fn write(path: &Path, secret: &Secret) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(HEXLOWER.encode(&secret.bytes).as_bytes())?;
    file.sync_all()
}

fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(unix)]
fn is_private(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.is_file() && metadata.permissions().mode() & 0o077 == 0
}

/// The state folder of a user is private on other systems.
#[cfg(not(unix))]
fn is_private(metadata: &fs::Metadata) -> bool {
    metadata.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(byte: u8) -> Secret {
        Secret { bytes: [byte; SECRET], is_stored: true }
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

    #[test]
    fn a_folder_has_one_id_per_user() {
        let id = |path: &str, byte| Access::new(Path::new(path), &secret(byte)).expect("a folder").folder;
        assert_eq!(id(".", 1), id("./src/..", 1));
        assert_ne!(id(".", 1), id("src", 1));
        assert_ne!(id(".", 1), id(".", 2), "other users cannot compute it");
        let of_run = || Access::new(Path::new("."), &Secret::random().expect("random numbers")).expect("a folder");
        assert_eq!(of_run().folder, of_run().folder, "unsaved work is found again without a stored secret");
        assert_ne!(of_run().key, of_run().key);
        assert!(Access::new(Path::new("no-such-folder"), &secret(1)).is_err());
    }

    #[test]
    fn a_ticket_is_valid_once() {
        let access = Access::new(Path::new("."), &secret(1)).expect("a folder");
        let ticket = access.ticket();
        assert_eq!(access.redeem(b"").ok().flatten(), None);
        assert_eq!(access.redeem(&ticket.as_bytes()[1..]).ok().flatten(), None);
        assert_eq!(access.redeem(ticket.as_bytes()).ok().flatten(), Some(access.key.as_str()));
        assert_eq!(access.redeem(ticket.as_bytes()).ok().flatten(), None);
        assert_ne!(access.ticket(), ticket);
    }

    #[test]
    fn a_key_outlives_a_run_and_a_token_does_not() {
        let run = || Access::new(Path::new("."), &secret(1)).expect("a folder");
        let (first, second) = (run(), run());
        assert_eq!(first.key, second.key);
        let host = "127.0.0.1:7420";
        assert!(first.is_token(host, first.token(host).as_bytes()));
        assert!(!second.is_token(host, first.token(host).as_bytes()));
        assert!(!first.is_token("127.0.0.1:7421", first.token(host).as_bytes()));
        for wrong in ["", &first.token(host)[1..], &format!("{}0", first.token(host)), &"0".repeat(64)] {
            assert!(!first.is_token(host, wrong.as_bytes()), "{wrong}");
        }
    }

    #[test]
    fn the_stored_secret_is_private_and_stays() {
        let place = env::temp_dir().join(format!("descriptorium-secret-{}", random().expect("digits")));
        let path = place.join("state/secret");
        let first = Secret::stored(&path).expect("it is created");
        assert_eq!(Secret::stored(&path).expect("it is there").bytes, first.bytes);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
            assert_eq!((mode(&path), mode(&place.join("state"))), (0o600, 0o700));
            // Others may have read it.
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("its permissions change");
            let second = Secret::stored(&path).expect("it is replaced");
            assert_ne!(first.bytes, second.bytes);
            assert_eq!(mode(&path), 0o600);
        }
        let before = Secret::stored(&path).expect("it is there");
        fs::write(&path, "damaged").expect("it can be written");
        let after = Secret::stored(&path).expect("it is replaced");
        assert_ne!(before.bytes, after.bytes);
        assert_eq!(fs::read_dir(place.join("state")).expect("a folder").count(), 1, "nothing else is left");
        fs::remove_dir_all(&place).expect("it can be deleted");
    }
}
