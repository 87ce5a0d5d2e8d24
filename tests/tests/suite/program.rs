//! Runs the program as a process in a temporary folder.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use serde_json::Value;
use tempfile::TempDir;

/// A temporary folder.
pub struct Folder(TempDir);

impl Folder {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = Folder(TempDir::with_prefix("descriptorium-test").expect("a temporary folder"));
        for (path, text) in files {
            folder.write(path, text);
        }
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn at(&self, path: &str) -> PathBuf {
        self.path().join(path)
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let file = self.at(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders can be made");
        fs::write(file, text).expect("files can be written");
    }

    /// Sets the modification time of a file.
    pub fn date(&self, path: &str, time: SystemTime) {
        let file = fs::File::options().write(true).open(self.at(path)).expect("the file is there");
        file.set_modified(time).expect("a time can be set");
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).expect("the file is there")
    }

    /// The names of all entries of the folder, including hidden ones.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The program with this folder as the current one.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_descriptorium-under-test"));
        command.args(arguments).current_dir(self.path()).stdin(Stdio::null());
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("FORCE_COLOR");
        command.env_remove("DESCRIPTORIUM_MODELLER");
        // The secret of the tests is not the one of the user.
        command.env("XDG_STATE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/state"));
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments).output().expect("the program starts"))
    }

    /// Runs the program, which is killed after `seconds` of CPU time.
    pub fn run_within(&self, seconds: u32, arguments: &[&str]) -> Run {
        let program = self.command(arguments);
        let mut limited = Command::new("sh");
        limited.arg("-c").arg(format!("ulimit -t {seconds} && exec \"$0\" \"$@\""));
        limited.arg(program.get_program()).args(program.get_args());
        limited.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
        limited.current_dir(self.path()).stdin(Stdio::null());
        Run::of(limited.output().expect("the shell starts"))
    }
}

/// The result of a process.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub output: String,
    pub errors: String,
}

impl Run {
    pub fn of(output: Output) -> Self {
        Run {
            code: output.status.code().expect("the program ended by itself"),
            output: String::from_utf8(output.stdout).expect("UTF-8 comes out"),
            errors: String::from_utf8(output.stderr).expect("UTF-8 comes out"),
        }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.output).unwrap_or_else(|error| panic!("no JSON ({error}): {self:?}"))
    }
}

/// A running server, which is stopped at the end of the test.
pub struct Server {
    process: Child,
    pub port: u16,
    /// The first line that the program printed.
    pub banner: String,
    /// The token and the key that the ticket was exchanged for.
    access: OnceLock<(String, String)>,
}

impl Server {
    /// Runs `descriptorium serve` for the folder.
    pub fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let command = folder.command(&[&["serve", ".", "--port", "0"], arguments].concat());
        Server::of(command)
    }

    pub fn of(mut command: Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut banner = String::new();
        let output = process.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut banner).expect("it says where it listens");
        let port = banner.split("127.0.0.1:").nth(1).and_then(|rest| rest.split('/').next());
        let port = port.and_then(|port| port.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no port in {banner:?}"));
        Server { process, port, banner, access: OnceLock::new() }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.host())
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.host()).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        stream
    }

    /// Sends exactly these bytes.
    pub fn send(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The server may respond and close the connection before it has read everything.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Answer::parse(&bytes)
    }

    /// A request with the headers that browsers send for pages of this server.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        let own = [("host", self.host()), ("origin", self.origin()), ("sec-fetch-site", "same-origin".to_owned())];
        for (name, value) in own {
            if !headers.iter().any(|(given, _)| *given == name) {
                head.push_str(&format!("{name}: {value}\r\n"));
            }
        }
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
        self.send(&[head.as_bytes(), body].concat())
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    /// The ticket in the printed address.
    pub fn ticket(&self) -> &str {
        let rest = self.banner.split("#ticket=").nth(1).unwrap_or_else(|| panic!("no ticket in {:?}", self.banner));
        rest.split(|character: char| !character.is_ascii_hexdigit()).next().unwrap_or_default()
    }

    /// Sends a ticket.
    pub fn redeem(&self, ticket: &str) -> Answer {
        self.ask("POST", "/api/session", &[("x-descriptorium-ticket", ticket)], b"")
    }

    fn access(&self) -> &(String, String) {
        self.access.get_or_init(|| {
            let answer = self.redeem(self.ticket()).json();
            let text = |name: &str| answer[name].as_str().unwrap_or_else(|| panic!("no {name}: {answer}")).to_owned();
            (text("token"), text("key"))
        })
    }

    /// The token for writes in this run of the program.
    pub fn token(&self) -> String {
        self.access().0.clone()
    }

    /// The key of the folder.
    pub fn key(&self) -> String {
        self.access().1.clone()
    }

    /// The id of the folder, and that of the run of the program.
    pub fn ids(&self) -> (String, String) {
        let session = self.get("/api/session").json();
        let text = |name: &str| session[name].as_str().expect("an id").to_owned();
        (text("folder"), text("run"))
    }

    /// Writes a file like the modeller does.
    pub fn put(&self, path: &str, condition: (&str, &str), body: impl AsRef<[u8]>) -> Answer {
        let token = self.token();
        let headers = [("x-descriptorium-token", token.as_str()), condition];
        self.ask("PUT", &format!("/api/files/{path}"), &headers, body.as_ref())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(bytes)));
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        Answer {
            status: status.expect("a status"),
            headers: headers.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect(),
            body: bytes[end + 4..].to_vec(),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("UTF-8")
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("no JSON ({error}): {self:?}"))
    }
}
