//! The server: access control, containment of paths, and safe concurrent edits.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use descriptorium::server::access::token;
use descriptorium_tests::archive::tgz;
use descriptorium_tests::repository;

use crate::suite::program::{Folder, Run, Server};

const GATEWAY: &str = "name: resource::gateway::1.0\nlifecycle:\n  Create: {}\n";
const ROUTER: &str = "name: resource::router::1.0\nlifecycle:\n  Create: {}\n";

fn folder() -> Folder {
    Folder::new(&[("gateway.yaml", GATEWAY), ("sub/router.yaml", ROUTER)])
}

#[test]
fn it_says_where_it_listens() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let address = format!("{}/#ticket={}", server.origin(), server.ticket());
    assert!(server.banner.starts_with(&format!("Serving . at {address} (without the modeller)")), "{}", server.banner);
    let read_only = Server::start(&folder, &["--read-only"]);
    let start = format!("Serving . at {}/ (without", read_only.origin());
    assert!(read_only.banner.starts_with(&start), "a page that may not write needs no ticket: {}", read_only.banner);
    let run = folder.run(&["serve", ".", "--port", &server.port.to_string()]);
    assert_eq!(run.code, 2, "a port that was asked for and is taken: {run:?}");
    let run = folder.run(&["serve", "no-such-folder"]);
    assert_eq!((run.code, run.output.as_str()), (2, ""), "{run:?}");
}

#[test]
fn the_catalog_is_what_is_on_the_disk_now() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let catalog = server.get("/api/catalog").json();
    let paths = |catalog: &serde_json::Value| -> Vec<String> {
        let files = catalog["files"].as_array().expect("files").iter();
        files.map(|file| file["path"].as_str().expect("a path").to_owned()).collect()
    };
    assert_eq!(paths(&catalog), ["gateway.yaml", "sub/router.yaml"]);
    assert_eq!(catalog["files"][0]["text"], GATEWAY);
    let session = server.get("/api/session").json();
    assert_eq!(session["readOnly"], false);
    assert_eq!(session["stated"]["profile"], serde_json::Value::Null);
    let configured = Server::start(&folder, &["--profile", "tnco"]);
    assert_eq!(configured.get("/api/session").json()["stated"]["profile"], "tnco");
    // The settings of the folder are one of its files.
    folder.write("descriptorium.yaml", "profile: tnco\n");
    assert_eq!(paths(&server.get("/api/catalog").json()), ["descriptorium.yaml", "gateway.yaml", "sub/router.yaml"]);
    fs::remove_file(folder.at("descriptorium.yaml")).expect("the file is there");
    assert_eq!(catalog["problems"], serde_json::json!([]));
    // Written twice in quick succession with the same length: the modification time may be the same.
    for version in ["1.1", "1.2", "1.3", "1.4"] {
        folder.write("gateway.yaml", GATEWAY.replace("1.0", version));
        let catalog = server.get("/api/catalog").json();
        assert_eq!(catalog["files"][0]["text"], GATEWAY.replace("1.0", version));
    }
    folder.write("new.yml", ROUTER.replace("router", "new"));
    fs::remove_file(folder.at("gateway.yaml")).expect("the file is there");
    assert_eq!(paths(&server.get("/api/catalog").json()), ["new.yml", "sub/router.yaml"]);
    assert!(server.get("/").text().contains("router") && !server.get("/").text().contains("gateway"));
    let etag = server.get("/api/catalog").header("etag").expect("an etag").to_owned();
    assert_eq!(server.ask("GET", "/api/catalog", &[("if-none-match", &etag)], b"").status, 304);
    folder.write("new.yml", ROUTER);
    assert_eq!(server.ask("GET", "/api/catalog", &[("if-none-match", &etag)], b"").status, 200);
}

#[test]
fn pages_follow_the_disk() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    assert_eq!(server.get("/resource/gateway/1.0.html").status, 200);
    assert_eq!(server.get("/resource/gateway/1.1.html").status, 404);
    folder.write("gateway.yaml", GATEWAY.replace("1.0", "1.1"));
    assert_eq!(server.get("/resource/gateway/1.0.html").status, 404);
    let page = server.get("/resource/gateway/1.1.html");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let etag = page.header("etag").expect("an etag").to_owned();
    let again = server.ask("GET", "/resource/gateway/1.1.html", &[("if-none-match", &etag)], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    let head = server.ask("HEAD", "/resource/gateway/1.1.html", &[], b"");
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), Some(page.body.len().to_string().as_str()));
}

/// The text of a page may stay the same when documents are added, but that of the search page changes.
#[test]
fn the_search_page_changes_with_the_folder() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let etag = server.get("/search.html").header("etag").expect("an etag").to_owned();
    let again = || server.ask("GET", "/search.html", &[("if-none-match", &etag)], b"").status;
    assert_eq!(again(), 304);
    folder.write("gateway.yaml", format!("{GATEWAY}description: Anew.\n"));
    assert_eq!(again(), 200);
}

#[test]
fn a_save_changes_the_file_and_tells_its_new_state() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let before = server.get("/api/files/gateway.yaml");
    assert_eq!((before.status, before.text().as_str()), (200, GATEWAY));
    let etag = before.header("etag").expect("an etag").to_owned();
    let text = GATEWAY.replace("1.0", "2.0");
    let saved = server.put("gateway.yaml", ("if-match", &etag), &text);
    assert_eq!(saved.status, 200, "{saved:?}");
    assert_eq!(folder.read("gateway.yaml"), text);
    let after = server.get("/api/files/gateway.yaml");
    assert_eq!(after.header("etag"), saved.header("etag"));
    assert_eq!(saved.json()["etag"].as_str(), saved.header("etag"));
    assert_eq!(folder.names(), ["gateway.yaml", "sub"], "nothing else is left behind");
}

#[test]
fn a_stale_save_is_refused_with_what_is_there_now() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let stale = server.get("/api/files/gateway.yaml").header("etag").expect("an etag").to_owned();
    let theirs = GATEWAY.replace("Create", "Install");
    folder.write("gateway.yaml", &theirs);
    let refused = server.put("gateway.yaml", ("if-match", &stale), "name: mine\n");
    assert_eq!(refused.status, 412);
    assert_eq!(folder.read("gateway.yaml"), theirs);
    let current = server.get("/api/files/gateway.yaml").header("etag").expect("an etag").to_owned();
    assert_eq!(refused.header("etag"), Some(current.as_str()));
    assert_eq!(refused.json()["etag"], current.as_str());
    fs::remove_file(folder.at("gateway.yaml")).expect("the file is there");
    let refused = server.put("gateway.yaml", ("if-match", &current), "name: mine\n");
    assert_eq!((refused.status, refused.json()["etag"].is_null()), (412, true));
    assert!(!folder.at("gateway.yaml").exists());
}

#[test]
fn a_new_file_replaces_none() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let created = server.put("new/gateway.yaml", ("if-none-match", "*"), GATEWAY);
    assert_eq!(created.status, 201, "{created:?}");
    assert_eq!(folder.read("new/gateway.yaml"), GATEWAY);
    let again = server.put("new/gateway.yaml", ("if-none-match", "*"), ROUTER);
    assert_eq!(again.status, 412);
    assert_eq!(folder.read("new/gateway.yaml"), GATEWAY);
}

/// The modeller saves charts that were dropped on it. Other binary files are refused, and an existing chart is never replaced.
#[test]
fn a_new_chart_is_written() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let chart = tgz(&[("web/Chart.yaml", b"name: web\nversion: 1.0.0\n")]);
    let new = ("if-none-match", "*");
    let at = "Artifacts/Deployment/HELM/web-1.0.0.tgz";
    let created = server.put(at, new, &chart);
    assert_eq!(created.status, 201, "{created:?}");
    assert_eq!(fs::read(folder.at(at)).expect("the chart"), chart);
    assert_eq!(server.get(&format!("/api/contents/{at}")).body, chart);
    let etag = created.header("etag").expect("an etag").to_owned();
    assert_eq!(server.put(at, new, &chart).status, 412);
    assert_eq!(server.put(at, ("if-match", &etag), &chart).status, 400);
    let other = tgz(&[("web/run.sh", b"#!/bin/sh\n")]);
    let text = b"not an archive".to_vec();
    for (path, body, status) in [
        ("new.tgz", &other, 400),
        ("new.tgz", &text, 403),
        ("new.yaml", &chart, 403),
        ("run.sh", &chart, 403),
        (".git/new.tgz", &chart, 403),
        ("node_modules/new.tgz", &chart, 403),
        ("con.tgz", &chart, 403),
    ] {
        let refused = server.put(path, new, body);
        assert_eq!(refused.status, status, "{path}: {refused:?}");
        assert!(!folder.at(path).exists(), "{path}");
    }
}

/// A file of another kind is written only while a descriptor names it and it does not exist.
#[test]
fn an_artifact_is_written_once_a_descriptor_names_it() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let new = ("if-none-match", "*");
    let script: &[u8] = b"#!/bin/sh\n\xff\n";
    let put = |path: &str| server.put(path, new, script).status;
    assert_ne!(put("scripts/create.sh"), 201, "nothing names it");
    assert!(!folder.at("scripts/create.sh").exists());
    let template = "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates:\n    app:\n      type: tosca.nodes.SoftwareComponent\n      artifacts:\n        a: {type: tosca.artifacts.File, file: .hidden/x}\n        b: {type: tosca.artifacts.File, file: ../out.sh}\n        c: {type: tosca.artifacts.File, file: node_modules/x.js}\n      interfaces:\n        Standard: {create: scripts/create.sh, start: gateway.yaml}\n";
    assert_eq!(server.put("service.yaml", new, template).status, 201);
    assert_eq!(put("scripts/create.sh"), 201);
    assert_eq!(fs::read(folder.at("scripts/create.sh")).expect("the script"), script);
    assert_eq!(server.get("/api/contents/scripts/create.sh").body, script);
    // It is never replaced, and no name leads elsewhere.
    assert_ne!(server.put("scripts/create.sh", new, "other").status, 201);
    for path in ["scripts/other.sh", ".hidden/x", "../out.sh", "%2e%2e/out.sh", "node_modules/x.js"] {
        assert_ne!(put(path), 201, "{path}");
    }
    assert_eq!(fs::read(folder.at("scripts/create.sh")).expect("the script"), script);
    for path in [".hidden/x", "node_modules/x.js"] {
        assert!(!folder.at(path).exists(), "{path}");
    }
}

#[test]
fn a_write_without_a_precondition_is_refused() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    for condition in [("x-none", ""), ("if-match", "*"), ("if-none-match", "\"0\"")] {
        let answer = server.put("gateway.yaml", condition, "x: 1\n");
        assert_eq!(answer.status, 428, "{condition:?}");
    }
    assert_eq!(folder.read("gateway.yaml"), GATEWAY);
}

#[test]
fn a_file_is_deleted_only_as_it_was_seen() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let token = server.token();
    let etag = server.get("/api/files/gateway.yaml").header("etag").expect("an etag").to_owned();
    let delete = |etag: &str| {
        let headers = [("x-descriptorium-token", token.as_str()), ("if-match", etag)];
        server.ask("DELETE", "/api/files/gateway.yaml", &headers, b"").status
    };
    assert_eq!(delete("\"00000000000000000000000000000000\""), 412);
    assert!(folder.at("gateway.yaml").exists());
    assert_eq!(delete(&etag), 200);
    assert!(!folder.at("gateway.yaml").exists());
    assert_eq!(delete(&etag), 412);
}

#[test]
fn requests_for_another_host_are_refused() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let port = server.port;
    for path in ["/", "/api/catalog", "/api/session", "/modeller/"] {
        for host in ["evil.example", "evil.example:80", "127.0.0.1", "0.0.0.0:80", "127.0.0.1.evil.example:7420"] {
            assert_eq!(server.ask("GET", path, &[("host", host)], b"").status, 421, "{host} {path}");
        }
        let absolute =
            format!("GET http://evil.example{path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\r\n");
        assert_eq!(server.send(absolute.as_bytes()).status, 421, "{path}");
        let none = format!("GET {path} HTTP/1.0\r\n\r\n");
        assert_eq!(server.send(none.as_bytes()).status, 421, "{path}");
    }
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")] {
        let origin = format!("http://{host}");
        let answer = server.ask("GET", "/api/session", &[("host", &host), ("origin", &origin)], b"");
        assert_eq!(answer.status, 200, "{host}");
    }
}

#[test]
fn pages_from_elsewhere_get_neither_the_token_nor_a_write() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let token = server.token();
    let etag = server.get("/api/files/gateway.yaml").header("etag").expect("an etag").to_owned();
    let elsewhere: [&[(&str, &str)]; 6] = [
        &[("origin", "http://evil.example"), ("sec-fetch-site", "cross-site")],
        &[("origin", "http://evil.example"), ("sec-fetch-site", "")],
        &[("origin", ""), ("sec-fetch-site", "cross-site")],
        &[("origin", ""), ("sec-fetch-site", "same-site")],
        &[("origin", "null"), ("sec-fetch-site", "")],
        &[("origin", ""), ("sec-fetch-site", "")],
    ];
    for headers in elsewhere {
        let session = server.ask("GET", "/api/session", headers, b"");
        assert_eq!(session.status, 403, "{headers:?}");
        assert!(!session.text().contains(&token));
        let write = [headers, &[("x-descriptorium-token", &token), ("if-match", &etag)]].concat();
        assert_eq!(server.ask("PUT", "/api/files/gateway.yaml", &write, b"x: 1\n").status, 403, "{headers:?}");
        assert_eq!(server.ask("DELETE", "/api/files/gateway.yaml", &write, b"").status, 403, "{headers:?}");
    }
    for token in ["", "0", &"0".repeat(64), &token[1..]] {
        let write = [("x-descriptorium-token", token), ("if-match", etag.as_str())];
        assert_eq!(server.ask("PUT", "/api/files/gateway.yaml", &write, b"x: 1\n").status, 401, "{token:?}");
    }
    assert_eq!(folder.read("gateway.yaml"), GATEWAY);
    let preflight = server.ask("OPTIONS", "/api/files/gateway.yaml", &[("origin", "http://evil.example")], b"");
    assert!(preflight.headers.iter().all(|(name, _)| !name.starts_with("access-control")), "{preflight:?}");
    assert_ne!(Server::start(&folder, &[]).token(), token, "each run has a token of its own");
}

/// Other users of the machine can send any request, but they do not see the printed address.
#[test]
fn only_the_page_with_the_printed_address_may_write() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    for path in ["/api/session", "/api/catalog", "/", "/api/files/gateway.yaml", "/api/contents"] {
        let answer = server.get(path);
        let all = format!("{:?} {}", answer.headers, String::from_utf8_lossy(&answer.body));
        assert!(!all.contains(server.ticket()), "{path}");
        assert!(!all.contains("token") && !all.contains("\"key\""), "{path}: {all}");
    }
    let etag = server.get("/api/files/gateway.yaml").header("etag").expect("an etag").to_owned();
    for ticket in
        ["", "0", &"0".repeat(32), &server.ticket()[1..], &server.ticket().to_uppercase().replace(['A', 'B'], "c")]
    {
        let answer = server.redeem(ticket);
        assert_eq!((answer.status, answer.json()["key"].is_null()), (401, true), "{ticket:?}");
    }
    let elsewhere = [
        ("origin", "http://evil.example"),
        ("sec-fetch-site", "cross-site"),
        ("x-descriptorium-ticket", server.ticket()),
    ];
    assert_eq!(server.ask("POST", "/api/session", &elsewhere, b"").status, 403);
    // The ticket in the query or the body is not one: it would be logged.
    let body = server.ticket().as_bytes();
    assert_eq!(server.ask("POST", &format!("/api/session?ticket={}", server.ticket()), &[], body).status, 401);
    let key = server.key();
    assert_eq!(server.redeem(server.ticket()).status, 401, "the ticket was used");
    let (_, run) = server.ids();
    let write = |token: &str| {
        let headers = [("x-descriptorium-token", token), ("if-match", etag.as_str())];
        server.ask("PUT", "/api/files/gateway.yaml", &headers, GATEWAY.as_bytes()).status
    };
    // Neither the key nor the token of another address is accepted.
    let other_port = format!("127.0.0.1:{}", server.port ^ 1);
    for wrong in [key.clone(), token(&key, &other_port, &run), token(&key, &server.host(), &"0".repeat(32))] {
        assert_eq!(write(&wrong), 401, "{wrong}");
    }
    assert_eq!(write(&token(&key, &server.host(), &run)), 200);
    assert_eq!(write(&server.token()), 200);
}

#[test]
fn every_used_address_is_followed_by_another() {
    let folder = folder();
    let mut command = folder.command(&["serve", ".", "--port", "0"]);
    let mut process = command.stdout(std::process::Stdio::piped()).spawn().expect("the program starts");
    let mut output = BufReader::new(process.stdout.take().expect("its output"));
    let mut lines = || {
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        line
    };
    let mut tickets = Vec::new();
    for _ in 0..3 {
        let line = lines();
        let (before, ticket) = line.split_once("#ticket=").unwrap_or_else(|| panic!("no ticket in {line:?}"));
        let ticket = ticket.chars().take_while(char::is_ascii_hexdigit).collect::<String>();
        let host = before.rsplit_once("http://").expect("an address").1.trim_end_matches('/').to_owned();
        let request = format!(
            "POST /api/session HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: close\r\n\
             x-descriptorium-ticket: {ticket}\r\n\r\n"
        );
        let mut stream = std::net::TcpStream::connect(&host).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it is taken");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        assert!(!tickets.contains(&ticket), "{tickets:?}");
        tickets.push(ticket);
    }
    process.kill().expect("it runs");
    process.wait().expect("it ends");
}

/// A page that was open before a restart computes its token again from its key; the key of another folder or user is
/// not accepted.
#[test]
fn a_key_is_valid_for_one_folder_of_one_user_also_after_a_restart() {
    let outer = Folder::new(&[("one/catalog/gateway.yaml", GATEWAY), ("two/catalog/gateway.yaml", GATEWAY)]);
    let serve = |path: &str| Server::of(outer.command(&["serve", path, "--port", "0"]));
    let before = serve("one/catalog");
    let (key, (folder, run)) = (before.key(), before.ids());
    drop(before);
    let writes = |server: &Server, key: &str| {
        let etag = server.get("/api/files/gateway.yaml").header("etag").expect("an etag").to_owned();
        let token = token(key, &server.host(), &server.ids().1);
        let headers = [("x-descriptorium-token", token.as_str()), ("if-match", etag.as_str())];
        server.ask("PUT", "/api/files/gateway.yaml", &headers, format!("{GATEWAY}# {key}\n").as_bytes()).status
    };
    let again = serve("one/catalog");
    assert_eq!(again.ids().0, folder);
    assert_ne!(again.ids().1, run);
    assert_eq!(writes(&again, &key), 200, "its ticket was not used");
    assert_eq!(serve("one/../one/catalog/").ids().0, folder, "another spelling");
    let other = serve("two/catalog");
    assert_eq!(other.get("/api/session").json()["title"], again.get("/api/session").json()["title"]);
    assert_ne!(other.ids().0, folder);
    assert_eq!(writes(&other, &key), 401);
    assert_eq!(outer.read("two/catalog/gateway.yaml"), GATEWAY);
    let state = Folder::new(&[]);
    let mut command = outer.command(&["serve", "one/catalog", "--port", "0"]);
    command.env("XDG_STATE_HOME", state.path());
    let of_other_user = Server::of(command);
    assert_ne!(of_other_user.ids().0, folder);
    assert_eq!(writes(&of_other_user, &key), 401);
    assert_eq!(state.names(), ["descriptorium"]);
}

/// Every response identifies the folder, so that a page notices that another one is served now.
#[test]
fn responses_identify_the_folder_and_are_not_stored() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let (id, run) = server.ids();
    assert!(!id.contains("descriptorium") && id.len() == 32, "{id}");
    let etag = server.get("/api/catalog").header("etag").expect("an etag").to_owned();
    let known = [("if-none-match", etag.as_str())];
    let asked = [
        ("GET", "/api/catalog"),
        ("GET", "/api/session"),
        ("GET", "/api/contents"),
        ("GET", "/api/files/gateway.yaml"),
        ("GET", "/api/files/none.yaml"),
        ("PUT", "/api/files/gateway.yaml"),
        ("POST", "/api/session"),
    ];
    for (method, path) in asked {
        let answer = server.ask(method, path, &known, b"");
        assert_eq!(answer.status == 304, path == "/api/catalog", "{method} {path}");
        assert_eq!(answer.header("x-descriptorium-folder"), Some(id.as_str()), "{method} {path}");
        assert_eq!(answer.header("x-descriptorium-run"), Some(run.as_str()), "{method} {path}");
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{method} {path}");
    }
    let redeemed = server.redeem(server.ticket());
    assert_eq!((redeemed.status, redeemed.header("cache-control")), (200, Some("no-store")));
    let foreign = server.ask("GET", "/api/session", &[("host", "evil.example")], b"");
    assert_eq!((foreign.status, foreign.header("cache-control")), (421, Some("no-store")));
}

/// The head of each request promises a body that is never sent.
#[test]
fn a_body_is_read_only_after_the_token() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let token = server.token();
    let host = server.host();
    let own = format!("origin: {}", server.origin());
    let with_token = format!("{own}\r\nx-descriptorium-token: {token}");
    let too_long = (8 << 20) + 1;
    for (path, headers, length, expected) in [
        ("/api/files/gateway.yaml", own.as_str(), 1000, 401),
        ("/api/files/gateway.yaml", "origin: http://evil.example", 1000, 403),
        ("/api/files/gateway.yaml", &format!("{own}\r\nx-descriptorium-token: 0"), 1000, 401),
        ("/api/files/gateway.yaml", own.as_str(), too_long, 401),
        ("/api/files/gateway.yaml", with_token.as_str(), too_long, 413),
        ("/api/session", own.as_str(), 1000, 405),
        ("/", own.as_str(), 1000, 405),
    ] {
        let start = Instant::now();
        let request = format!(
            "PUT {path} HTTP/1.1\r\nhost: {host}\r\n{headers}\r\nif-match: \"0\"\r\ncontent-length: {length}\r\n\r\n"
        );
        assert_eq!(server.send(request.as_bytes()).status, expected, "{path} {headers} {length}");
        assert!(start.elapsed() < Duration::from_secs(10), "{path} {headers}: {:?}", start.elapsed());
    }
}

/// Every spelling of a path out of the folder, for reading, writing and deleting; outside files are neither read nor
/// changed.
#[test]
fn no_path_can_leave_the_folder() {
    const SECRET: &str = "secret: 42\n";
    let outer = Folder::new(&[("secret.yaml", SECRET), ("inner/gateway.yaml", GATEWAY), ("inner/.git/a.yaml", SECRET)]);
    outer.write("inner/notes.txt", SECRET);
    outer.write("inner/node_modules/x.yaml", SECRET);
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(outer.at("secret.yaml"), outer.at("inner/link.yaml")).expect("a link");
        symlink("../secret.yaml", outer.at("inner/near.yaml")).expect("a link");
        symlink(outer.path(), outer.at("inner/up")).expect("a link");
        symlink("..", outer.at("inner/dots")).expect("a link");
        symlink("/", outer.at("inner/root")).expect("a link");
    }
    let server = Server::of(outer.command(&["serve", "inner", "--port", "0"]));
    let token = server.token();
    let absolute = outer.at("secret.yaml").to_string_lossy().replace('/', "%2F");
    let absolute = absolute.as_str();
    let through_root = format!("root{absolute}");
    let spellings = [
        "../secret.yaml",
        "..%2Fsecret.yaml",
        "%2e%2e/secret.yaml",
        "%2e%2e%2fsecret.yaml",
        "..%5csecret.yaml",
        "..\\secret.yaml",
        "./../secret.yaml",
        "x/../../secret.yaml",
        "x/%2e%2e/%2e%2e/secret.yaml",
        "/secret.yaml",
        "//secret.yaml",
        absolute,
        "C:/secret.yaml",
        "link.yaml",
        "near.yaml",
        "up/secret.yaml",
        "dots/secret.yaml",
        &through_root,
        "secret.yaml%00.yaml",
        "secret.yaml%00",
        ".git/a.yaml",
        "node_modules/x.yaml",
        "notes.txt",
        "gateway.yaml/../notes.txt",
        "%ff.yaml",
        "con.yaml",
        "a.yaml:b.yaml",
        "new.txt",
        ".hidden.yaml",
        ".github/workflows/run.yaml",
        "",
        "%2e",
        "inner",
    ];
    for spelling in spellings {
        let path = format!("/api/files/{spelling}");
        let read = server.get(&path);
        assert!((400..500).contains(&read.status), "read {spelling:?}: {read:?}");
        for root in ["/", "/modeller/", "/assembly/"] {
            let page = server.get(&format!("{root}{spelling}"));
            assert!(!page.text().contains("42"), "{root}{spelling}");
        }
        let etags = ["\"0\"".to_owned(), etag_of(SECRET)];
        for condition in [("if-none-match", "*"), ("if-match", etags[0].as_str()), ("if-match", etags[1].as_str())] {
            let headers = [("x-descriptorium-token", token.as_str()), condition];
            for method in ["PUT", "DELETE"] {
                let answer = server.ask(method, &path, &headers, b"x: 1\n");
                assert!((400..500).contains(&answer.status), "{method} {spelling:?} {condition:?}: {answer:?}");
            }
        }
    }
    // When encoded twice, it is an ordinary name inside.
    assert_eq!(server.put("%252e%252e%252fsecret.yaml", ("if-none-match", "*"), "x: 1\n").status, 201);
    assert_eq!(outer.read("inner/%2e%2e%2fsecret.yaml"), "x: 1\n");
    assert_eq!(outer.read("secret.yaml"), SECRET);
    assert_eq!(outer.read("inner/.git/a.yaml"), SECRET);
    assert_eq!(outer.read("inner/notes.txt"), SECRET);
    assert_eq!(outer.names(), ["inner", "secret.yaml"]);
    let catalog = server.get("/api/catalog");
    assert!(!catalog.text().contains("42"), "{}", catalog.text());
}

/// The ETag of a text, obtained from a file with that text.
fn etag_of(text: &str) -> String {
    let folder = Folder::new(&[("a.yaml", text)]);
    let server = Server::start(&folder, &[]);
    server.get("/api/files/a.yaml").header("etag").expect("an etag").to_owned()
}

/// Readers see either the old or the new text at any moment.
#[test]
fn a_write_is_seen_wholly_or_not_at_all() {
    let text = |letter: &str| format!("name: resource::gateway::1.0\ndescription: {}\n", letter.repeat(300_000));
    let (a, b) = (text("a"), text("b"));
    let folder = Folder::new(&[("gateway.yaml", &a)]);
    let server = Server::start(&folder, &[]);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut n_reads = 0;
            while !done.load(Ordering::Relaxed) || n_reads == 0 {
                let seen = folder.read("gateway.yaml");
                assert!(seen == a || seen == b, "a text of {} bytes", seen.len());
                n_reads += 1;
            }
            n_reads
        });
        let mut etag = server.get("/api/files/gateway.yaml").header("etag").expect("an etag").to_owned();
        for round in 0..20 {
            let saved = server.put("gateway.yaml", ("if-match", &etag), if round % 2 == 0 { &b } else { &a });
            assert_eq!(saved.status, 200);
            etag = saved.header("etag").expect("an etag").to_owned();
        }
        done.store(true, Ordering::Relaxed);
        assert!(reader.join().expect("the reader saw whole texts") > 0);
    });
    assert_eq!(folder.names(), ["gateway.yaml"]);
}

/// The program is killed repeatedly while saving, five hundred saves in total: the file always has one text or the
/// other, and temporary files are not taken for descriptors.
#[cfg(unix)]
#[test]
fn a_save_that_is_killed_leaves_the_old_file_or_the_new_one() {
    const SAVES: usize = 500;
    let text = |letter: &str| format!("name: resource::gateway::1.0\ndescription: {}\n", letter.repeat(200_000));
    let texts = [text("a"), text("b")];
    let folder = Folder::new(&[("gateway.yaml", &texts[0])]);
    let (mut n_saves, mut n_kills) = (0, 0);
    while n_saves < SAVES {
        let server = Server::start(&folder, &[]);
        let token = server.token();
        let mut etag = server.get("/api/files/gateway.yaml").header("etag").expect("an etag").to_owned();
        let request = |etag: &str, body: &str| {
            let (host, origin) = (server.host(), server.origin());
            format!(
                "PUT /api/files/gateway.yaml HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\nconnection: close\r\n\
                 x-descriptorium-token: {token}\r\nif-match: {etag}\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            )
        };
        // The kill hits another moment of a save each time.
        let killed_at = 20 + n_kills * 7 % 40;
        for round in 0.. {
            let Ok(mut stream) = std::net::TcpStream::connect(server.host()) else { break };
            let body = &texts[(round + 1) % 2];
            if stream.write_all(request(&etag, body).as_bytes()).is_err() {
                break;
            }
            if round == killed_at {
                thread::sleep(Duration::from_micros(300 * (n_kills as u64 % 13)));
                let killed = Command::new("kill").args(["-9", &server.id().to_string()]).status();
                assert!(killed.is_ok_and(|status| status.success()));
            }
            let mut answer = String::new();
            let _ = stream.read_to_string(&mut answer);
            let Some(new) = answer.lines().find_map(|line| line.strip_prefix("etag: ")) else { break };
            assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
            etag = new.to_owned();
            n_saves += 1;
        }
        n_kills += 1;
        drop(server);
        let left = folder.read("gateway.yaml");
        assert!(texts.contains(&left), "a text of {} bytes is neither", left.len());
        // The next save starts with the first text again.
        folder.write("gateway.yaml", &texts[0]);
    }
    assert!(n_kills > 5, "{n_kills} kills");
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!(run.json()["files"], 1, "{run:?}");
}

/// When serving starts, temporary files of a killed process are deleted if they are old, regular files with our naming
/// pattern.
#[test]
fn temporary_files_of_a_killed_save_are_deleted() {
    let folder = folder();
    let hour = Duration::from_secs(3600);
    let drafts = [".descriptorium-0123456789abcdef.tmp", "deep/.descriptorium-00000000000000ff.tmp"];
    let others = [
        ".descriptorium-0123456789abcdeg.tmp",
        ".descriptorium-0123.tmp",
        ".descriptorium-0123456789abcdef.tmp.bak",
        "descriptorium-0123456789abcdef.tmp",
        ".git/.descriptorium-0123456789abcdef.tmp",
        "built/.descriptorium-0123456789abcdef.tmp",
    ];
    folder.write("built/.descriptorium-site", "");
    for path in drafts.iter().chain(&others) {
        folder.write(path, "name: resource::half");
        folder.date(path, SystemTime::now() - hour);
    }
    let fresh = ".descriptorium-fedcba9876543210.tmp";
    folder.write(fresh, "somebody is at it");
    fs::create_dir(folder.at(".descriptorium-aaaaaaaaaaaaaaaa.tmp")).expect("a folder");
    drop(Server::start(&folder, &["--read-only"]));
    assert!(drafts.iter().all(|path| folder.at(path).exists()), "nothing is written to");
    drop(Server::start(&folder, &[]));
    assert!(drafts.iter().all(|path| !folder.at(path).exists()));
    assert!(others.iter().all(|path| folder.at(path).exists()) && folder.at(fresh).exists());
    assert!(folder.at(".descriptorium-aaaaaaaaaaaaaaaa.tmp").is_dir());
}

/// The number of open files per process is limited, and a folder counts as one.
#[cfg(unix)]
#[test]
fn more_folders_than_may_be_open_are_cleared_served_and_followed() {
    let folder = Folder::new(&[]);
    let descriptor = |number: usize, words: &str| {
        let text = format!("name: resource::r{number}::1.0\ndescription: {words}\nlifecycle: {{Install: {{}}}}\n");
        folder.write(&format!("f{number}/r.yaml"), text);
    };
    let draft = |number: usize| format!("f{number}/.descriptorium-0123456789abcdef.tmp");
    for number in 0..1_100 {
        descriptor(number, "First words.");
        folder.write(&draft(number), "name: resource::half");
        folder.date(&draft(number), SystemTime::now() - Duration::from_secs(3600));
    }
    let program = folder.command(&["serve", ".", "--port", "0"]);
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 64 && exec \"$0\" \"$@\""]).arg(program.get_program()).args(program.get_args());
    command.current_dir(folder.path()).stdin(std::process::Stdio::null()).env_remove("DESCRIPTORIUM_MODELLER");
    let server = Server::of(command);
    assert!((0..1_100).all(|number| !folder.at(&draft(number)).exists()));
    for number in [0, 1_099] {
        let page = || server.get(&format!("/resource/r{number}/1.0.html"));
        assert!(page().text().contains("First words."), "{number}");
        descriptor(number, "Other words.");
        assert!(page().text().contains("Other words."), "{number}");
        fs::remove_dir_all(folder.at(&format!("f{number}"))).expect("it is there");
        assert_eq!(page().status, 404, "{number}");
    }
}

/// More connections than the limit, all open before the first one is answered.
#[test]
fn a_thousand_requests_at_once_are_all_answered() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let one = format!("GET /resource/gateway/1.0.html HTTP/1.1\r\nhost: {}\r\n", server.host());
    // Two requests on each connection; the second one closes it.
    let both = format!("{one}\r\n{one}connection: close\r\n\r\n");
    // More than the default backlog of 128, in addition to the active ones.
    let mut streams: Vec<_> = (0..700).map(|_| server.connect()).collect();
    for stream in &mut streams {
        stream.write_all(both.as_bytes()).expect("it is taken");
    }
    let mut n_answers = 0;
    for mut stream in streams {
        let mut answers = Vec::new();
        stream.read_to_end(&mut answers).expect("answers");
        let answers = String::from_utf8(answers).expect("UTF-8");
        n_answers += answers.matches("HTTP/1.1 200 OK\r\n").count();
    }
    assert_eq!(n_answers, 1400);
}

/// Of several writers with the same precondition, one succeeds.
#[test]
fn of_two_saves_at_once_one_is_stale() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let etag = server.get("/api/files/gateway.yaml").header("etag").expect("an etag").to_owned();
    let token = server.token();
    let save = |number: usize| {
        let body = format!("{GATEWAY}# {number}\n");
        let headers = [("x-descriptorium-token", token.as_str()), ("if-match", etag.as_str())];
        server.ask("PUT", "/api/files/gateway.yaml", &headers, body.as_bytes()).status
    };
    let save = &save;
    let statuses: Vec<u16> = thread::scope(|scope| {
        let threads: Vec<_> = (0..12).map(|number| scope.spawn(move || save(number))).collect();
        threads.into_iter().map(|thread| thread.join().expect("an answer")).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 412).count(), 11, "{statuses:?}");
}

#[cfg(unix)]
#[test]
fn a_save_keeps_the_permissions_of_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    fs::set_permissions(folder.at("gateway.yaml"), fs::Permissions::from_mode(0o640)).expect("permissions");
    let server = Server::start(&folder, &[]);
    let etag = server.get("/api/files/gateway.yaml").header("etag").expect("an etag").to_owned();
    assert_eq!(server.put("gateway.yaml", ("if-match", &etag), ROUTER).status, 200);
    let mode = fs::metadata(folder.at("gateway.yaml")).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn a_read_only_folder_is_never_written() {
    let folder = folder();
    let server = Server::start(&folder, &["--read-only"]);
    assert_eq!(server.get("/api/session").json()["readOnly"], true);
    let etag = server.get("/api/files/gateway.yaml").header("etag").expect("an etag").to_owned();
    let writable = Server::start(&folder, &[]);
    let token = token(&writable.key(), &server.host(), &server.ids().1);
    assert_eq!(server.redeem(writable.ticket()).status, 403);
    let headers = [("x-descriptorium-token", token.as_str()), ("if-match", etag.as_str())];
    assert_eq!(server.ask("PUT", "/api/files/gateway.yaml", &headers, b"x: 1\n").status, 403);
    assert_eq!(server.ask("DELETE", "/api/files/gateway.yaml", &headers, b"").status, 403);
    let headers = [("x-descriptorium-token", token.as_str()), ("if-none-match", "*")];
    assert_eq!(server.ask("PUT", "/api/files/new.yaml", &headers, b"x: 1\n").status, 403);
    assert_eq!(folder.names(), ["gateway.yaml", "sub"]);
    assert_eq!(folder.read("gateway.yaml"), GATEWAY);
}

#[test]
fn every_answer_bears_the_headers_that_keep_browsers_careful() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let paths = ["/", "/no-such-page", "/assets/site.css", "/api/catalog", "/api/files/x.yaml", "/modeller/", "/api"];
    for path in paths {
        for (method, host) in [("GET", server.host()), ("POST", server.host()), ("GET", "evil.example".to_owned())] {
            let answer = server.ask(method, path, &[("host", &host)], b"");
            let policy = answer.header("content-security-policy").unwrap_or("");
            assert_eq!(
                policy,
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
                 connect-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; \
                 frame-ancestors 'self'",
                "{method} {path} {host}"
            );
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
            assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
            assert!(answer.headers.iter().all(|(name, _)| !name.starts_with("access-control")));
            if method == "POST" && host == server.host() {
                assert!([404, 405].contains(&answer.status), "{path}: {}", answer.status);
            }
        }
    }
}

#[test]
fn the_modeller_is_served_with_its_types_and_encodings() {
    let modeller =
        Folder::new(&[("index.html", "<!DOCTYPE html><title>m</title>"), ("app.js", "1"), ("app.wasm", "\0asm")]);
    modeller.write("app.wasm.br", b"compressed");
    modeller.write("theme/a.css", "a{}");
    let folder = folder();
    let mut command = folder.command(&["serve", ".", "--port", "0"]);
    command.env("DESCRIPTORIUM_MODELLER", modeller.path());
    let server = Server::of(command);
    let address = format!(" (modeller: {}/modeller/#ticket={})\n", server.origin(), server.ticket());
    assert!(server.banner.ends_with(&address), "{}", server.banner);
    assert!(server.get("/").text().contains("href=\"modeller/"), "pages lead there");
    assert_eq!(server.get("/modeller").header("location"), Some("/modeller/"));
    for (path, content_type, body) in [
        ("/modeller/", "text/html; charset=utf-8", "<!DOCTYPE html><title>m</title>"),
        ("/modeller/place/in/it", "text/html; charset=utf-8", "<!DOCTYPE html><title>m</title>"),
        ("/modeller/app.js", "text/javascript; charset=utf-8", "1"),
        ("/modeller/app.wasm", "application/wasm", "\0asm"),
        ("/modeller/theme/a.css", "text/css; charset=utf-8", "a{}"),
    ] {
        let answer = server.get(path);
        assert_eq!(
            (answer.status, answer.header("content-type"), answer.text().as_str()),
            (200, Some(content_type), body)
        );
    }
    let encoded = server.ask("GET", "/modeller/app.wasm", &[("accept-encoding", "gzip, br;q=0.9")], b"");
    assert_eq!((encoded.header("content-encoding"), encoded.text().as_str()), (Some("br"), "compressed"));
    assert_eq!(encoded.header("content-type"), Some("application/wasm"));
    let plain = server.ask("GET", "/modeller/app.wasm", &[("accept-encoding", "br;q=0, gzip")], b"");
    assert_eq!((plain.header("content-encoding"), plain.text().as_str()), (None, "\0asm"));
    assert_eq!(server.get("/modeller/../gateway.yaml").status, 404);
    assert_eq!(server.get("/modeller/none.js").status, 404);
}

#[test]
fn without_a_modeller_its_page_says_what_to_do() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let page = server.get("/modeller/");
    assert_eq!(page.status, 404);
    assert!(page.text().contains("<code>cargo xtask build</code> adds it"), "{}", page.text());
    for path in ["/", "/resource/gateway/1.0.html"] {
        assert!(!server.get(path).text().contains("modeller/"), "nothing leads there from {path}");
    }
}

#[test]
fn a_modeller_that_is_incomplete_is_named_with_what_it_lacks() {
    let folder = folder();
    folder.write("half/index.html", "<script src=\"./abc/boot.js\"></script>");
    folder.write("empty/readme", "");
    let cases = [
        ("half", "is incomplete, without `abc/boot.js`"),
        ("empty", "has no readable `index.html` (no such file or folder)"),
        ("none", "is not a folder"),
    ];
    for (name, fault) in cases {
        let mut build = folder.command(&["build", "sub", "--out", "site", "--modeller"]);
        let run = Run::of(build.env("DESCRIPTORIUM_MODELLER", folder.at(name)).output().expect("the program starts"));
        let advice = "set it to the folder of a built modeller, or unset it";
        let message = format!("which the environment variable DESCRIPTORIUM_MODELLER names, {fault}: {advice}");
        assert!(run.code == 2 && run.errors.contains(&message), "{run:?}");
        let mut serve = folder.command(&["serve", ".", "--port", "0"]);
        serve.env("DESCRIPTORIUM_MODELLER", folder.at(name));
        let server = Server::of(serve);
        let page = server.get("/modeller/");
        assert!(page.status == 404 && page.text().contains("unset it"), "{}", page.text());
    }
}

#[test]
fn settings_that_cannot_be_read_are_found_while_they_are_written() {
    let folder = folder();
    folder.write("descriptorium.yaml", "site: {title: Ours}\n");
    let server = Server::start(&folder, &[]);
    assert!(!server.get("/problems.html").text().contains("catalog/bad-settings"));
    folder.write("descriptorium.yaml", "sitee: {title: Other}\n");
    let page = server.get("/problems.html").text();
    assert!(page.contains("catalog/bad-settings") && page.contains("sitee"), "{page}");
}

#[test]
fn a_folder_that_goes_and_comes_back_is_served_again() {
    let outer = Folder::new(&[("inner/gateway.yaml", GATEWAY)]);
    let server = Server::of(outer.command(&["serve", "inner", "--port", "0"]));
    assert_eq!(server.get("/resource/gateway/1.0.html").status, 200);
    fs::rename(outer.at("inner"), outer.at("away")).expect("renamed");
    assert_eq!(server.get("/").status, 503);
    assert_eq!(server.get("/api/catalog").status, 503);
    assert_eq!(server.put("gateway.yaml", ("if-none-match", "*"), GATEWAY).status, 503);
    assert!(!outer.at("inner").exists());
    outer.write("inner/router.yaml", ROUTER);
    assert_eq!(server.get("/resource/router/1.0.html").status, 200);
    assert_eq!(server.get("/resource/gateway/1.0.html").status, 404);
}

#[test]
fn too_large_files_are_refused() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let token = server.token();
    let headers = [("x-descriptorium-token", token.as_str()), ("if-none-match", "*")];
    let large = vec![b'#'; (8 << 20) + 1];
    assert_eq!(server.ask("PUT", "/api/files/large.yaml", &headers, &large).status, 413);
    assert!(!folder.at("large.yaml").exists());
    assert_eq!(server.ask("PUT", "/api/files/large.yaml", &headers, b"caf\xe9").status, 400);
    let long = format!("GET /{} HTTP/1.1\r\nhost: {}\r\n\r\n", "x".repeat(1 << 20), server.host());
    let answer = server.send(long.as_bytes());
    assert!((400..500).contains(&answer.status), "{}", answer.status);
}

/// Hundreds of clients that send nothing, or half a request, or do not read, do not block others.
#[test]
fn slow_clients_do_not_hang_the_server() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    let token = server.token();
    let mut slow = Vec::new();
    for number in 0..200 {
        let mut stream = server.connect();
        let host = server.host();
        let begun = match number % 4 {
            0 => String::new(),
            1 => format!("GET / HTTP/1.1\r\nhost: {host}\r\nx-slow: "),
            2 => format!(
                "PUT /api/files/gateway.yaml HTTP/1.1\r\nhost: {host}\r\norigin: {}\r\nx-descriptorium-token: {token}\r\n\
                 if-match: \"0\"\r\ncontent-length: 1000\r\n\r\nname: ",
                server.origin()
            ),
            _ => format!("GET /api/catalog HTTP/1.1\r\nhost: {host}\r\n\r\n").repeat(20),
        };
        stream.write_all(begun.as_bytes()).expect("it is taken");
        slow.push(stream);
    }
    let start = Instant::now();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..40).map(|_| scope.spawn(|| server.get("/api/catalog").status)).collect();
        for thread in threads {
            assert_eq!(thread.join().expect("an answer"), 200);
        }
    });
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(folder.read("gateway.yaml"), GATEWAY);
    // A silent client is disconnected.
    let mut silent = slow.swap_remove(0);
    let mut rest = Vec::new();
    silent.read_to_end(&mut rest).expect("the server closes the connection before our own timeout");
    assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&rest));
}

#[test]
fn invalid_http_closes_only_its_connection() {
    let folder = folder();
    let server = Server::start(&folder, &[]);
    for garbage in
        [&b"\x16\x03\x01\x02\x00\x01\x00"[..], b"GET\r\n\r\n", b"\0\0\0\0\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"]
    {
        let mut stream = server.connect();
        stream.write_all(garbage).expect("it is taken");
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        assert!(!rest.starts_with(b"HTTP/1.1 200"), "{garbage:?}");
    }
    assert_eq!(server.get("/").status, 200);
}

/// A failed write leaves the file unchanged, and the answer contains the reason of the system.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let Some(disk) = SmallDisk::mount() else { return };
    fs::write(disk.0.at("gateway.yaml"), GATEWAY).expect("there is room for this");
    let server = Server::start(&disk.0, &[]);
    let etag = server.get("/api/files/gateway.yaml").header("etag").expect("an etag").to_owned();
    let large = format!("{GATEWAY}# {}\n", "x".repeat(1 << 20));
    let answer = server.put("gateway.yaml", ("if-match", &etag), &large);
    assert_eq!(answer.status, 507, "{answer:?}");
    assert_eq!(disk.0.read("gateway.yaml"), GATEWAY);
    assert_eq!(disk.0.names(), ["gateway.yaml"]);
}

/// A file system of 256 KiB, if this machine allows mounting one.
#[cfg(target_os = "linux")]
struct SmallDisk(Folder);

#[cfg(target_os = "linux")]
impl SmallDisk {
    fn mount() -> Option<Self> {
        let folder = Folder::new(&[]);
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=256k", "tmpfs"]).arg(folder.path());
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        if !mounted {
            println!("skipped: no small disk can be mounted here");
        }
        mounted.then_some(SmallDisk(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).output();
    }
}

/// A chart inside a package, as in TOSCA and ASD packages.
#[test]
fn files_of_any_kind_are_listed_and_served() {
    let outer = Folder::new(&[
        ("inner/run.sh", "#!/bin/sh\n"),
        ("inner/.secret", "42"),
        ("inner/.git/config", "42"),
        ("secret.txt", "42"),
    ]);
    let chart = archive(&[("web/values.yaml", b"port: 80\n")]);
    outer.write("inner/app.csar", archive(&[("charts/web.zip", &chart), ("TOSCA-Metadata/TOSCA.meta", b"x")]));
    let server = Server::of(outer.command(&["serve", "inner", "--port", "0"]));
    let list = |path: &str| -> Vec<(String, u64)> {
        let files = server.get(path).json()["files"].as_array().expect("a list").clone();
        let file = |file: &serde_json::Value| {
            (file["path"].as_str().unwrap_or("").to_owned(), file["size"].as_u64().unwrap_or(0))
        };
        files.iter().map(file).collect()
    };
    let size = fs::metadata(outer.at("inner/app.csar")).expect("it is there").len();
    assert_eq!(list("/api/contents"), [("app.csar".to_owned(), size), ("run.sh".to_owned(), 10)]);
    let inside = list("/api/contents/app.csar!/charts/web.zip!/");
    assert_eq!(inside, [("web/values.yaml".to_owned(), 9)]);
    let values = server.get("/api/contents/app.csar!/charts/web.zip!/web/values.yaml");
    assert_eq!((values.status, values.text().as_str()), (200, "port: 80\n"));
    let tag = values.header("etag").expect("a tag").to_owned();
    let again = server.ask("GET", "/api/contents/run.sh", &[("if-none-match", tag.as_str())], b"");
    assert_eq!((again.status, again.text().as_str()), (200, "#!/bin/sh\n"));
    // A changed archive is opened again.
    outer.write("inner/app.csar", archive(&[("other", b"new")]));
    assert_eq!(list("/api/contents/app.csar!/"), [("other".to_owned(), 3)]);
    for bad in
        ["../secret.txt", "%2e%2e/secret.txt", ".secret", ".git/config", "no.txt", "run.sh!/x", "app.csar!/../run.sh"]
    {
        let answer = server.get(&format!("/api/contents/{bad}"));
        assert!((400..500).contains(&answer.status) && !answer.text().contains("42"), "{bad}: {answer:?}");
    }
    let elsewhere = [("origin", "http://evil.example"), ("sec-fetch-site", "cross-site")];
    assert_eq!(server.ask("GET", "/api/contents/run.sh", &elsewhere, b"").status, 403);
    assert_eq!(server.ask("PUT", "/api/contents/run.sh", &[], b"").status, 405);
}

fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).expect("a file");
        writer.write_all(bytes).expect("its bytes");
    }
    writer.finish().expect("an archive").into_inner()
}

/// The oracle is stated in the test: the texts that were committed.
#[test]
fn the_folder_is_compared_with_the_commit_that_is_checked_out() {
    let unversioned = folder();
    let outside = Server::start(&unversioned, &[]);
    assert_eq!(outside.get("/api/session").json()["hasCommits"], false);
    assert_eq!(outside.get("/api/head").status, 404);
    let folder = Folder::new(&[
        ("services/gateway.yaml", GATEWAY),
        ("services/sub/router.yaml", ROUTER),
        ("services/same.yaml", GATEWAY),
        ("services/drafts/old.yaml", GATEWAY),
        ("elsewhere.yaml", GATEWAY),
    ]);
    repository::commit_all(folder.path());
    folder.write("services/gateway.yaml", GATEWAY.replace("1.0", "1.1"));
    folder.write("services/same.yaml", GATEWAY.replace('\n', "\r\n"));
    folder.write("services/new.yaml", ROUTER);
    folder.write("services/.gitignore", "drafts/\n");
    fs::remove_dir_all(folder.at("services/drafts")).expect("it is there");
    fs::remove_file(folder.at("services/sub/router.yaml")).expect("it is there");
    // Whatever the settings of the repository name is not run.
    repository::git(folder.path(), &["config", "core.fsmonitor", "touch ran"]);
    let server = Server::of(folder.command(&["serve", "services", "--port", "0"]));
    assert_eq!(server.get("/api/session").json()["hasCommits"], true);
    let head = server.get("/api/head").json();
    let expected = serde_json::json!([
        { "path": "gateway.yaml", "text": GATEWAY },
        { "path": "sub/router.yaml", "text": ROUTER },
    ]);
    assert_eq!((&head["files"], &head["added"]), (&expected, &serde_json::json!(["new.yaml"])));
    let commit = head["commit"].as_str().unwrap_or_default();
    assert!(commit.len() >= 4 && commit.bytes().all(|digit| digit.is_ascii_hexdigit()), "{commit}");
    assert!(!folder.at("ran").exists() && !folder.at("services/ran").exists());
}
