//! A static web server for any origin, with the strictest Content Security Policy that the product supports.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The permissions of the product's pages: to load from their own origin, and to run WebAssembly.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                          img-src 'self' data:; connect-src 'self'; manifest-src 'self'; font-src 'self'";

/// A server that runs until it is stopped or the process ends.
pub struct Host {
    pub address: SocketAddr,
    is_up: Arc<AtomicBool>,
}

impl Host {
    /// Serves the files below `folder` on a free loopback port.
    pub fn start(folder: &Path) -> io::Result<Host> {
        Host::with_policy(folder, POLICY)
    }

    /// The same with another Content Security Policy.
    pub fn with_policy(folder: &Path, policy: &'static str) -> io::Result<Host> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let host = Host { address: listener.local_addr()?, is_up: Arc::new(AtomicBool::new(true)) };
        let (folder, is_up) = (folder.to_owned(), Arc::clone(&host.is_up));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (folder, is_up) = (folder.clone(), Arc::clone(&is_up));
                thread::spawn(move || answer(stream, &folder, policy, &is_up));
            }
        });
        Ok(host)
    }

    /// Stops answering requests, like a machine that was switched off.
    pub fn stop(&self) {
        self.is_up.store(false, Ordering::SeqCst);
    }
}

/// Serves the files below `folder` on a free loopback port until the process ends.
pub fn serve(folder: &Path) -> io::Result<SocketAddr> {
    Host::start(folder).map(|host| host.address)
}

fn answer(stream: TcpStream, folder: &Path, policy: &str, is_up: &AtomicBool) -> io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    // A browser opens connections in advance, and may send a request much later.
    if !is_up.load(Ordering::SeqCst) {
        return Ok(());
    }
    let asked = request.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap_or("/");
    let (status, kind, body) = match found(folder, asked).and_then(|path| Some((kind(&path), fs::read(path).ok()?))) {
        Some((kind, body)) => ("200 OK", kind, body),
        None => ("404 Not Found", "text/plain", b"not found".to_vec()),
    };
    // As hosts of the modeller should do: its files, apart from the first page, are in a folder with the name of their version.
    let caching = if status == "200 OK" && is_versioned(asked) { "max-age=31536000, immutable" } else { "no-cache" };
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nContent-Security-Policy: {policy}\r\n\
         Cache-Control: {caching}\r\nX-Content-Type-Options: nosniff\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)
}

/// Whether a path has a folder with the name of a version: 16 hexadecimal digits.
fn is_versioned(asked: &str) -> bool {
    asked.split('/').any(|step| step.len() == 16 && step.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn found(folder: &Path, asked: &str) -> Option<PathBuf> {
    if asked.split('/').any(|segment| segment == "..") {
        return None;
    }
    let path = folder.join(asked.trim_start_matches('/'));
    let path = if path.is_dir() { path.join("index.html") } else { path };
    path.is_file().then_some(path)
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("woff2") => "font/woff2",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
