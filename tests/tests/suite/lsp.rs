//! The language server as a process, in a session like that of an editor.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use descriptorium_tests::paths;
use serde_json::{Value, json};

use crate::suite::program::Folder;

const VIDEO: &str = "\
name: assembly::video::1.0
properties:
  region: {type: string, default: north}
composition:
  gw:
    type: resource::gateway::1.0
    properties:
      region: {value: '${ regoin }'}
";
const GATEWAY: &str = "\
name: resource::gateway::1.0
description: Lets traffic in.
properties:
  region: {type: string, description: Where it is.}
lifecycle: {Install: {}}
";

/// An editor with an open folder.
struct Editor {
    folder: Folder,
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
    /// The diagnostics published last for each file.
    published: BTreeMap<String, Value>,
}

impl Editor {
    fn open(folder: Folder) -> Self {
        let mut editor = Editor::start(folder);
        let root = editor.uri("");
        let answer = editor
            .ask("initialize", json!({"processId": null, "rootUri": root.trim_end_matches('/'), "capabilities": {}}));
        assert_eq!(answer["result"]["serverInfo"]["name"], "descriptorium");
        for provider in [
            "hoverProvider",
            "definitionProvider",
            "referencesProvider",
            "documentSymbolProvider",
            "completionProvider",
            "renameProvider",
            "codeActionProvider",
            "documentFormattingProvider",
            "documentRangeFormattingProvider",
            "typeHierarchyProvider",
            "inlayHintProvider",
            "semanticTokensProvider",
        ] {
            assert!(!answer["result"]["capabilities"][provider].is_null(), "{provider}");
        }
        editor.note("initialized", json!({}));
        editor
    }

    /// Opens the subfolders `names` of a folder as workspace folders, as an editor that can watch files.
    fn open_folders(folder: Folder, names: &[&str]) -> Self {
        let mut editor = Editor::start(folder);
        let folders: Vec<Value> = names.iter().map(|name| json!({"uri": editor.uri(name), "name": name})).collect();
        let capabilities =
            json!({"workspace": {"workspaceFolders": true, "didChangeWatchedFiles": {"dynamicRegistration": true}}});
        let parameters =
            json!({"processId": null, "rootUri": null, "workspaceFolders": folders, "capabilities": capabilities});
        let answer = editor.ask("initialize", parameters);
        assert_eq!(answer["result"]["capabilities"]["workspace"]["workspaceFolders"]["changeNotifications"], true);
        editor.note("initialized", json!({}));
        editor
    }

    fn start(folder: Folder) -> Self {
        let mut command = folder.command(&["lsp", "--stdio"]);
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let input = server.stdin.take().expect("its input");
        let output = BufReader::new(server.stdout.take().expect("its output"));
        Editor { folder, server, input, output, next: 0, published: BTreeMap::new() }
    }

    fn uri(&self, path: &str) -> String {
        let folder = self.folder.path().canonicalize().expect("it is there");
        format!("file://{}/{path}", folder.display())
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server listens");
        self.input.flush().expect("the server listens");
    }

    fn note(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("UTF-8") > 0, "the server is gone");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().expect("a number"),
                _ if line.trim_end().is_empty() => break,
                _ => {}
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).expect("all of it");
        let message: Value = serde_json::from_slice(&text).expect("JSON");
        if message["method"] == "textDocument/publishDiagnostics" {
            let params = &message["params"];
            self.published
                .insert(params["uri"].as_str().expect("an address").to_owned(), params["diagnostics"].clone());
        }
        message
    }

    /// Sends a request and waits for its response.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Sends a request about a position, starting at 0.
    fn at(&mut self, method: &str, path: &str, line: u32, character: u32, more: Value) -> Value {
        let mut params =
            json!({"textDocument": {"uri": self.uri(path)}, "position": {"line": line, "character": character}});
        if let (Some(params), Value::Object(more)) = (params.as_object_mut(), more) {
            params.extend(more);
        }
        self.ask(method, params)["result"].clone()
    }

    /// The codes published for a file after all pending messages are processed.
    fn codes(&mut self, path: &str) -> Vec<String> {
        // A rename checks all files first, and findings are published right after its response.
        let uri = self.uri(path);
        self.ask("textDocument/rename", json!({"textDocument": {"uri": uri}}));
        self.ask("workspace/symbol", json!({"query": "zzz"}));
        let published = self.published.get(&self.uri(path)).cloned().unwrap_or_default();
        published.as_array().into_iter().flatten().map(|one| one["code"].as_str().expect("a code").to_owned()).collect()
    }

    fn did_open(&mut self, path: &str, text: &str) {
        let uri = self.uri(path);
        self.note(
            "textDocument/didOpen",
            json!({"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}}),
        );
    }

    /// Replaces a range with `text`.
    fn change(&mut self, path: &str, version: i32, range: [u32; 4], text: &str) {
        let uri = self.uri(path);
        let [line, start, last, end] = range;
        let range = json!({"start": {"line": line, "character": start}, "end": {"line": last, "character": end}});
        self.note(
            "textDocument/didChange",
            json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"range": range, "text": text}]}),
        );
    }

    fn close(mut self) {
        assert!(self.ask("shutdown", Value::Null)["error"].is_null());
        self.note("exit", Value::Null);
        assert!(self.server.wait().expect("it ends").success());
    }
}

fn editor() -> Editor {
    Editor::open(Folder::new(&[("video.yaml", VIDEO), ("parts/gateway.yaml", GATEWAY)]))
}

#[test]
fn findings_follow_what_is_typed_and_not_what_is_on_the_disk() {
    let mut editor = editor();
    assert!(editor.codes("video.yaml").contains(&"assembly/no-such-property".to_owned()));
    editor.did_open("video.yaml", VIDEO);
    // `regoin` is corrected to `region`, letter by letter.
    editor.change("video.yaml", 2, [7, 29, 7, 31], "");
    editor.change("video.yaml", 3, [7, 29, 7, 29], "i");
    editor.change("video.yaml", 4, [7, 30, 7, 30], "o");
    let codes = editor.codes("video.yaml");
    assert!(!codes.contains(&"assembly/no-such-property".to_owned()), "{codes:?}");
    // Another file, which is not open, changes on disk.
    editor.folder.write("parts/gateway.yaml", GATEWAY.replace("region:", "zone:"));
    let uri = editor.uri("parts/gateway.yaml");
    let changed = json!({"changes": [{"uri": uri, "type": 2}]});
    editor.note("workspace/didChangeWatchedFiles", changed.clone());
    let with = editor.codes("video.yaml");
    assert!(with.len() > codes.len(), "the component sets what is not there any more: {with:?}");
    editor.folder.write("parts/gateway.yaml", GATEWAY);
    editor.note("workspace/didChangeWatchedFiles", changed);
    assert_eq!(editor.codes("video.yaml"), codes);
    // Unsaved changes are discarded when the file is closed.
    let uri = editor.uri("video.yaml");
    editor.note("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    assert!(editor.codes("video.yaml").contains(&"assembly/no-such-property".to_owned()));
    assert_eq!(editor.folder.read("video.yaml"), VIDEO, "the server writes nothing");
    editor.close();
}

/// The server responds about the edited file first, and checks dependent files while no message is waiting.
#[test]
fn a_request_does_not_wait_for_the_files_that_depend_on_an_edit() {
    const N_USERS: usize = 400;
    let user = |number: usize| {
        format!(
            "name: assembly::user{number}::1.0\nproperties: {{}}\ncomposition:\n  gw:\n    type: resource::gateway::1.0\n    \
             properties:\n      region: {{value: north}}\n"
        )
    };
    let users: Vec<(String, String)> =
        (0..N_USERS).map(|number| (format!("user{number}.yaml"), user(number))).collect();
    let mut files: Vec<(&str, &str)> = users.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    files.push(("gateway.yaml", GATEWAY));
    let mut editor = Editor::open(Folder::new(&files));
    editor.did_open("gateway.yaml", GATEWAY);
    let before = editor.codes("user7.yaml").len();

    editor.change("gateway.yaml", 2, [3, 2, 3, 8], "zone");
    let uri = editor.uri("gateway.yaml");
    let symbols = editor.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}));
    assert!(symbols["result"].to_string().contains("\"zone\""), "{symbols}");
    let n_wrong = |editor: &Editor| {
        let is_wrong = |found: &Value| found.as_array().is_some_and(|found| found.len() > before);
        editor.published.iter().filter(|(uri, found)| uri.contains("/user") && is_wrong(found)).count()
    };
    assert!(n_wrong(&editor) < N_USERS, "the answer came after the findings of all files");
    while n_wrong(&editor) < N_USERS {
        editor.receive();
    }
    // A requested file is checked first, so that its fixes are current.
    editor.change("gateway.yaml", 3, [3, 2, 3, 6], "region");
    let range = json!({"start": {"line": 5, "character": 0}, "end": {"line": 7, "character": 0}});
    let uri = editor.uri("user399.yaml");
    let about = json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": []}});
    let actions = editor.ask("textDocument/codeAction", about);
    assert!(!actions.to_string().contains("region"), "nothing is left to be fixed: {actions}");
    while n_wrong(&editor) > 0 {
        editor.receive();
    }
    editor.close();
}

#[test]
fn findings_lead_to_their_explanation_where_the_site_is_known() {
    let mut editor = Editor::open(Folder::new(&[("video.yaml", VIDEO), ("parts/gateway.yaml", GATEWAY)]));
    let settings = editor.uri("descriptorium.yaml");
    let mut description = |text: &str| {
        editor.folder.write("descriptorium.yaml", text);
        editor.note("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": settings, "type": 2}]}));
        assert!(!editor.codes("video.yaml").is_empty());
        let published = editor.published.get(&editor.uri("video.yaml")).cloned().expect("findings");
        let found = published.as_array().expect("a list").iter().find(|one| one["code"] == "assembly/no-such-property");
        found.expect("the finding")["codeDescription"].clone()
    };
    assert!(description("profile: cp4na\n").is_null(), "nobody knows where it is explained");
    for site in ["https://example.org/docs/", "https://example.com/"] {
        let href = format!("{site}codes/assembly/no-such-property.html");
        assert_eq!(description(&format!("profile: cp4na\nsite: {{url: '{site}'}}\n")), json!({"href": href}));
    }
    assert!(description("site: {url: 'https://example.org/?page='}\n").is_null(), "no page can lie there");
    editor.close();
}

#[test]
fn places_lead_to_definitions_and_back() {
    let mut editor = editor();
    let gateway = editor.uri("parts/gateway.yaml");
    let definition = editor.at("textDocument/definition", "video.yaml", 5, 16, json!({}));
    assert_eq!(
        (&definition["uri"], &definition["range"]["start"]),
        (&json!(gateway), &json!({"line": 0, "character": 6}))
    );
    // The definition is the property in the descriptor of the component.
    let definition = editor.at("textDocument/definition", "video.yaml", 7, 8, json!({}));
    assert_eq!((&definition["uri"], &definition["range"]["start"]["line"]), (&json!(gateway), &json!(3)));
    let hover = editor.at("textDocument/hover", "video.yaml", 7, 8, json!({}));
    assert!(hover["contents"]["value"].as_str().expect("Markdown").contains("Where it is."), "{hover}");
    let references = editor.at(
        "textDocument/references",
        "parts/gateway.yaml",
        3,
        3,
        json!({"context": {"includeDeclaration": true}}),
    );
    let places: Vec<(bool, &Value)> = references
        .as_array()
        .expect("a list")
        .iter()
        .map(|place| (place["uri"] == gateway, &place["range"]["start"]["line"]))
        .collect();
    assert_eq!(places, [(true, &json!(3)), (false, &json!(7))]);
    assert_eq!(editor.at("textDocument/definition", "none.yaml", 0, 0, json!({})), Value::Null);
    assert_eq!(editor.at("textDocument/hover", "video.yaml", 999, 999, json!({})), Value::Null);
    editor.close();
}

#[test]
fn completion_knows_the_catalog_and_names_are_listed() {
    let mut editor = editor();
    editor.did_open("video.yaml", &VIDEO.replace("resource::gateway::1.0", ""));
    let list = editor.at("textDocument/completion", "video.yaml", 5, 10, json!({}));
    let items = list["items"].as_array().expect("a list");
    let gateway = items.iter().find(|item| item["label"] == "resource::gateway::1.0").expect("the descriptor");
    assert_eq!(gateway["textEdit"]["newText"], "resource::gateway::1.0");
    let uri = editor.uri("video.yaml");
    let symbols = editor.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}))["result"].clone();
    let sections = "properties(region()) composition(gw(properties(region())))";
    assert_eq!(outline(&symbols), format!("assembly::video::1.0({sections})"));
    let found = editor.ask("workspace/symbol", json!({"query": "GATE"}))["result"].clone();
    assert_eq!(found[0]["name"], "resource::gateway::1.0", "{found}");
    editor.close();
}

/// The names of symbols, each with those below it.
fn outline(symbols: &Value) -> String {
    let symbols = symbols.as_array().into_iter().flatten();
    let one =
        |symbol: &Value| format!("{}({})", symbol["name"].as_str().expect("a name"), outline(&symbol["children"]));
    symbols.map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn required_properties_are_offered_first() {
    let mut editor = editor();
    editor.did_open(
        "parts/gateway.yaml",
        &GATEWAY.replace("lifecycle", "  size: {type: integer, required: true}\nlifecycle"),
    );
    editor.did_open("video.yaml", &VIDEO.replace("region: {value: '${ regoin }'}", "s"));
    let list = editor.at("textDocument/completion", "video.yaml", 7, 7, json!({}));
    let items = list["items"].as_array().expect("a list").iter();
    let items: Vec<(&str, &str)> =
        items.map(|item| (item["label"].as_str().expect("a label"), item["detail"].as_str().unwrap_or(""))).collect();
    assert_eq!(items[..2], [("size", "required, integer"), ("region", "string")], "{items:?}");
    editor.close();
}

/// The columns were counted by hand: `ä` is 2 bytes and 1 unit of UTF-16, `𝄞` 4 bytes and 2 units.
#[test]
fn positions_are_counted_in_the_encoding_that_the_client_offers() {
    let text = "name: assembly::b::1.0\nproperties: {region: {value: 'ä𝄞 ${nowhere}'}}\ncomposition: {}\n";
    for (offered, chosen, column) in [(json!(["utf-16", "utf-8"]), "utf-8", 39), (json!(["utf-16"]), "utf-16", 36)] {
        let mut editor = Editor::start(Folder::new(&[("b.yaml", text)]));
        let root = editor.uri("");
        let capabilities = json!({"general": {"positionEncodings": offered}});
        let parameters =
            json!({"processId": null, "rootUri": root.trim_end_matches('/'), "capabilities": capabilities});
        let answer = editor.ask("initialize", parameters);
        assert_eq!(answer["result"]["capabilities"]["positionEncoding"], chosen);
        editor.note("initialized", json!({}));
        editor.did_open("b.yaml", text);
        let codes = editor.codes("b.yaml");
        assert!(codes.contains(&"assembly/no-such-property".to_owned()), "{codes:?}");
        let found = editor.published[&editor.uri("b.yaml")].clone();
        let found = found.as_array().expect("a list").iter().find(|one| one["code"] == "assembly/no-such-property");
        let range = &found.expect("the finding")["range"];
        assert_eq!(range["start"], json!({"line": 1, "character": column}), "{chosen}");
        // An edit in the same units.
        editor.change("b.yaml", 2, [1, column, 1, column + 7], "region");
        let uri = editor.uri("b.yaml");
        let tokens = editor.ask("textDocument/semanticTokens/full", json!({"textDocument": {"uri": uri}}));
        assert_eq!(tokens["result"]["data"].as_array().map(|data| data.len() % 5), Some(0), "{tokens}");
        let codes = editor.codes("b.yaml");
        assert!(!codes.contains(&"assembly/no-such-property".to_owned()), "{codes:?}");
        editor.close();
    }
}

#[test]
fn settings_and_intents_are_completed() {
    let mut editor = editor();
    let mut labels = |file: &str, text: &str, line: u32, character: u32| -> Vec<String> {
        editor.did_open(file, text);
        let list = editor.at("textDocument/completion", file, line, character, json!({}));
        let items = list["items"].as_array().expect("a list").iter();
        items.filter_map(|item| item["label"].as_str().map(str::to_owned)).collect()
    };
    let settings = "strict: \nrules:\n  asse\n  yaml: \nsite:\n  t\n\n";
    assert_eq!(labels("descriptorium.yaml", settings, 0, 8), ["true", "false"]);
    assert!(labels("descriptorium.yaml", settings, 2, 6).contains(&"assembly/unused-property".to_owned()));
    assert_eq!(labels("descriptorium.yaml", settings, 3, 8), ["error", "warning", "info", "off"]);
    assert!(labels("descriptorium.yaml", settings, 5, 3).contains(&"title".to_owned()));
    assert!(labels("descriptorium.yaml", settings, 6, 0).contains(&"profile".to_owned()));
    let intent = "descriptorName: assembly::video::1.0\nintendedState: \nproperties:\n  r\n\n";
    assert_eq!(labels("intent.yaml", intent, 0, 16), ["assembly::video::1.0"]);
    assert_eq!(labels("intent.yaml", intent, 1, 15), ["Installed", "Inactive", "Active"]);
    assert!(labels("intent.yaml", intent, 3, 3).contains(&"region".to_owned()));
    assert_eq!(labels("intent.yaml", intent, 4, 0), ["assemblyName"]);
    // Existing entries are not suggested again.
    let both = labels("descriptorium.yaml", "strict: true\ns\n", 1, 1);
    assert!(both.contains(&"site".to_owned()) && !both.contains(&"strict".to_owned()), "{both:?}");
    let mut taken = |file: &str, text: &str, character: u32, label: &str| -> String {
        editor.did_open(file, text);
        let list = editor.at("textDocument/completion", file, 0, character, json!({}));
        let items = list["items"].as_array().expect("a list");
        let item = items.iter().find(|item| item["label"] == label).expect("it is offered");
        let (edit, mut text) = (&item["textEdit"], text.to_owned());
        let at = |end: &str| edit["range"][end]["character"].as_u64().expect("a place") as usize;
        text.replace_range(at("start")..at("end"), edit["newText"].as_str().expect("a text"));
        text
    };
    for (text, character, expected) in
        [("stric: true\n", 5, "strict: true\n"), ("strict: true\n", 3, "strict: true\n"), ("str\n", 3, "strict: \n")]
    {
        assert_eq!(taken("descriptorium.yaml", text, character, "strict"), expected, "{text}");
    }
    let quoted = taken("intent.yaml", "descriptorName: \"assembly::\"\n", 27, "assembly::video::1.0");
    assert_eq!(quoted, "descriptorName: \"assembly::video::1.0\"\n");
    editor.close();
}

#[test]
fn a_finding_can_be_ignored_by_a_comment() {
    let mut editor = editor();
    let text = "name: assembly::b::1.0\nproperties:\n  unused: {default: x}\ncomposition: {}\n";
    editor.did_open("b.yaml", text);
    let range = json!({"start": {"line": 2, "character": 2}, "end": {"line": 2, "character": 2}});
    let asked = json!({"textDocument": {"uri": editor.uri("b.yaml")}, "range": range, "context": {"diagnostics": []}});
    let actions = editor.ask("textDocument/codeAction", asked)["result"].as_array().expect("a list").clone();
    let ignoring =
        actions.iter().find(|action| action["title"].as_str().is_some_and(|title| title.starts_with("Ignore")));
    let edit = &ignoring.expect("it is offered")["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!(edit["newText"], "  # descriptorium: ignore assembly/unused-property\n");
    assert_eq!(edit["range"]["start"], json!({"line": 2, "character": 0}));
    editor.close();
}

/// The oracle is the core's analysis of the text after the edits.
#[test]
fn renames_and_fixes_are_edits_for_the_editor_to_do() {
    let mut editor = editor();
    let prepared = editor.at("textDocument/prepareRename", "parts/gateway.yaml", 3, 3, json!({}));
    assert_eq!(prepared["placeholder"], "region");
    let edit = editor.at("textDocument/rename", "parts/gateway.yaml", 3, 3, json!({"newName": "zone"}));
    let changes = edit["documentChanges"].as_array().expect("a list");
    let mut edited: Vec<(String, u64, String)> = changes
        .iter()
        .flat_map(|change| {
            let uri = change["textDocument"]["uri"]
                .as_str()
                .expect("an address")
                .rsplit('/')
                .next()
                .expect("a name")
                .to_owned();
            change["edits"].as_array().expect("edits").iter().map(move |edit| {
                let line = edit["range"]["start"]["line"].as_u64().expect("a line");
                (uri.clone(), line, edit["newText"].as_str().expect("a text").to_owned())
            })
        })
        .collect();
    edited.sort();
    assert_eq!(edited, [("gateway.yaml".into(), 3, "zone".into()), ("video.yaml".into(), 7, "zone".into())]);
    let refused = editor.ask(
        "textDocument/rename",
        json!({"textDocument": {"uri": editor.uri("video.yaml")}, "position": {"line": 4, "character": 3}, "newName": ""}),
    );
    assert!(refused["error"]["message"].is_string(), "{refused}");
    // <https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#errorCodes>
    assert_eq!(refused["error"]["code"], -32803, "a sound request that failed: {refused}");
    let malformed = editor.ask("textDocument/rename", json!({"textDocument": 7}));
    assert_eq!(malformed["error"]["code"], -32602, "no such parameters: {malformed}");
    let uri = editor.uri("video.yaml");
    let range = json!({"start": {"line": 7, "character": 0}, "end": {"line": 7, "character": 99}});
    let actions = editor.ask(
        "textDocument/codeAction",
        json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": []}}),
    );
    let actions = actions["result"].as_array().expect("a list").clone();
    let kinds: Vec<&str> = actions.iter().filter_map(|action| action["kind"].as_str()).collect();
    assert!(kinds.contains(&"quickfix") && kinds.contains(&"source.fixAll"), "{actions:?}");
    let unknown = editor.ask("textDocument/documentColor", json!({"textDocument": {"uri": uri}}));
    assert_eq!(unknown["error"]["code"], -32601);
    editor.close();
}

/// Another notation is offered without a finding.
#[test]
fn notations_of_service_templates_are_rewritten() {
    let mut editor = editor();
    let text = "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates:\n    app:\n      \
                type: SoftwareComponent\n      requirements: [host: server]\n    server: {type: Compute}\n";
    editor.did_open("service.yaml", text);
    let mut titles = |line: u32, character: u32, only: &str| -> Vec<String> {
        let at = json!({"line": line, "character": character});
        let context = json!({"diagnostics": [], "only": [only]});
        let asked = json!({"textDocument": {"uri": editor.uri("service.yaml")}, "range": {"start": at, "end": at}, "context": context});
        let actions = editor.ask("textDocument/codeAction", asked)["result"].as_array().expect("a list").clone();
        actions.iter().map(|action| action["title"].as_str().expect("a title").to_owned()).collect()
    };
    assert_eq!(titles(5, 28, "refactor"), ["Write `host` in the extended notation"]);
    assert_eq!(
        titles(6, 22, "refactor.rewrite"),
        [
            "Write built-in types as `tosca.nodes.Compute` in the whole file",
            "Write built-in types as `tosca:Compute` in the whole file"
        ]
    );
    assert_eq!(titles(5, 28, "quickfix"), [""; 0]);
    editor.close();
}

#[test]
fn lines_are_laid_out_as_their_file_is() {
    let mut editor = editor();
    let messy = VIDEO.replace("  gw:", "  gw :  ").replace("region: {value", "region:    {value");
    editor.did_open("video.yaml", &messy);
    let uri = editor.uri("video.yaml");
    let options = json!({"tabSize": 8, "insertSpaces": false});
    let mut ask = |method: &str, range: Value| {
        let asked = json!({"textDocument": {"uri": uri}, "options": options, "range": range});
        editor.ask(method, asked)
    };
    let lines =
        |from: u32, to: u32| json!({"start": {"line": from, "character": 0}, "end": {"line": to, "character": 0}});
    let edits = |answer: &Value| {
        answer["result"]
            .as_array()
            .expect("edits")
            .iter()
            .map(|edit| edit["range"]["start"]["line"].clone())
            .collect::<Vec<_>>()
    };
    let range = ask("textDocument/rangeFormatting", lines(4, 5));
    assert!(edits(&range).iter().all(|line| *line == json!(4)) && !edits(&range).is_empty(), "{range}");
    let whole = ask("textDocument/formatting", Value::Null);
    assert!(edits(&whole).contains(&json!(7)), "{whole}");
    editor.change("video.yaml", 2, [0, 0, 0, 0], "[");
    let refused = editor.ask("textDocument/formatting", json!({"textDocument": {"uri": uri}, "options": options}));
    assert!(refused["error"]["message"].as_str().is_some_and(|why| why.contains("does not parse")), "{refused}");
    editor.close();
}

/// The oracle is the client library of Visual Studio Code: it computes positions and applies edits, and its script
/// verifies the results.
#[test]
fn a_real_client_gets_on_with_the_server() {
    let needed = ["vscode-languageserver-protocol", "vscode-languageserver-textdocument"];
    if !needed.iter().all(|package| paths::package(package).is_some()) {
        return;
    }
    let script = paths::root().join("tests/oracles/language-server.mjs");
    let program = env!("CARGO_BIN_EXE_descriptorium-under-test");
    let output = Command::new("node").arg(script).arg(program).output().expect("node runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn excluded_files_are_read_once_they_no_longer_are() {
    let broken = "name: assembly::broken::1.0\nproperties:\n  p: {value: '${nowhere}'}\ncomposition: {}\n";
    let types = "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types: {a.Node: {}}\n";
    let mut editor = Editor::open(Folder::new(&[
        (".gitignore", "generated/\n"),
        ("generated/broken.yaml", broken),
        ("_lmctl/staging/broken.yaml", broken),
        ("_lmctl/types.tosca", types),
        ("service.tosca", "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template: {}\n"),
    ]));
    assert!(editor.codes("generated/broken.yaml").is_empty());
    // An open file is read in any folder, and so is a file that another one imports.
    editor.did_open("generated/broken.yaml", broken);
    assert_eq!(editor.codes("generated/broken.yaml"), ["assembly/no-such-property"]);
    let uri = editor.uri("generated/broken.yaml");
    editor.note("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    assert!(editor.codes("generated/broken.yaml").is_empty());
    let text = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [_lmctl/types.tosca]\n\
                topology_template: {node_templates: {n: {type: a.Node}}}\n";
    editor.did_open("service.tosca", text);
    assert!(editor.codes("service.tosca").is_empty(), "{:?}", editor.published);
    editor.folder.write(".gitignore", "");
    let uri = editor.uri(".gitignore");
    editor.note("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": uri, "type": 2}]}));
    assert_eq!(editor.codes("generated/broken.yaml"), ["assembly/no-such-property"]);
    let settings = "exclude: [generated]\n";
    editor.folder.write("descriptorium.yaml", settings);
    let uri = editor.uri("descriptorium.yaml");
    editor.note("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": uri, "type": 1}]}));
    assert!(editor.codes("generated/broken.yaml").is_empty());
    editor.close();
}

/// The codes of the findings published for an address.
fn published(editor: &Editor, uri: &str) -> Vec<String> {
    let found = editor.published.get(uri).and_then(Value::as_array).into_iter().flatten();
    found.map(|one| one["code"].as_str().expect("a code").to_owned()).collect()
}

#[test]
fn an_editor_is_asked_to_report_changed_files() {
    let mut editor = Editor::open_folders(Folder::new(&[("one/video.yaml", VIDEO)]), &["one"]);
    let registration = loop {
        let message = editor.receive();
        if message["method"] == "client/registerCapability" {
            break message;
        }
    };
    let registered = &registration["params"]["registrations"][0];
    assert_eq!(registered["method"], "workspace/didChangeWatchedFiles");
    let watchers = registered["registerOptions"]["watchers"].as_array().expect("a list");
    let patterns: Vec<&str> = watchers.iter().filter_map(|one| one["globPattern"].as_str()).collect();
    assert_eq!(patterns, ["**/*.{yaml,yml,tosca,json,csv}", "**/.gitignore"]);
    editor.send(&json!({"jsonrpc": "2.0", "id": registration["id"], "result": null}));
    assert!(!editor.codes("one/video.yaml").is_empty());
    editor.close();
}

#[test]
fn every_folder_of_the_editor_is_a_catalog() {
    let files = [("one/video.yaml", VIDEO), ("two/gateway.yaml", GATEWAY), ("two/inner/video.yaml", VIDEO)];
    let mut editor = Editor::open_folders(Folder::new(&files), &["one", "two"]);
    // The gateway is in the other folder.
    let alone = editor.codes("one/video.yaml");
    let together = editor.codes("two/inner/video.yaml");
    assert!(together.contains(&"assembly/no-such-property".to_owned()), "{together:?}");
    assert_ne!(alone, together);
    let symbols = editor.ask("workspace/symbol", json!({"query": "gateway"}));
    let files: Vec<&str> = symbols["result"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["location"]["uri"].as_str())
        .collect();
    assert!(files.iter().any(|uri| uri.ends_with("two/gateway.yaml")), "{files:?}");
    let hover = editor.at("textDocument/hover", "two/inner/video.yaml", 5, 12, Value::Null);
    assert!(hover.to_string().contains("Lets traffic in."), "{hover}");
    // A folder within another one is a catalog of its own, without the gateway.
    let (two, inner) = (editor.uri("two"), editor.uri("two/inner"));
    let folders = |added: Value, removed: Value| json!({"event": {"added": added, "removed": removed}});
    editor.note("workspace/didChangeWorkspaceFolders", folders(json!([{"uri": inner, "name": "inner"}]), json!([])));
    assert_eq!(editor.codes("two/inner/video.yaml"), alone);
    editor.note("workspace/didChangeWorkspaceFolders", folders(json!([]), json!([{"uri": inner, "name": "inner"}])));
    assert_eq!(editor.codes("two/inner/video.yaml"), together);
    editor.note("workspace/didChangeWorkspaceFolders", folders(json!([]), json!([{"uri": two, "name": "two"}])));
    assert_eq!(editor.codes("one/video.yaml"), alone);
    assert!(published(&editor, &editor.uri("two/inner/video.yaml")).is_empty(), "its findings are gone");
    editor.close();
}

#[test]
fn documents_without_a_file_are_checked() {
    for folders in [&["one"][..], &[]] {
        let mut editor = Editor::open_folders(Folder::new(&[("one/gateway.yaml", GATEWAY)]), folders);
        let uri = "untitled:Untitled-1";
        let open = |uri: &str, language: &str| json!({"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": VIDEO}});
        editor.note("textDocument/didOpen", open(uri, "yaml"));
        editor.note("textDocument/didOpen", open("untitled:Untitled-2", "plaintext"));
        let symbols = editor.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}));
        assert!(symbols.to_string().contains("region"), "{symbols}");
        let about = json!({"textDocument": {"uri": uri}, "position": {"line": 5, "character": 12}});
        let hover = editor.ask("textDocument/hover", about);
        let is_known = hover.to_string().contains("Lets traffic in.");
        assert_eq!(is_known, !folders.is_empty(), "the folder has the gateway: {hover}");
        assert!(published(&editor, uri).contains(&"assembly/no-such-property".to_owned()));
        // An edit of a document without a file is addressed to it.
        let range = json!({"start": {"line": 7, "character": 0}, "end": {"line": 7, "character": 40}});
        let about = json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": []}});
        let actions = editor.ask("textDocument/codeAction", about);
        assert_eq!(actions["result"][0]["edit"]["documentChanges"][0]["textDocument"]["uri"], uri, "{actions}");
        editor.note("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
        editor.ask("workspace/symbol", json!({"query": "zzz"}));
        assert!(published(&editor, uri).is_empty());
        assert!(!editor.published.keys().any(|uri| uri.contains("Untitled-2")), "it is no YAML");
        editor.close();
    }
}

/// Worked out by hand from the texts at the top.
#[test]
fn documents_fold_and_lead_to_others_and_count_their_uses() {
    let mut editor = editor();
    let mut ask = |method: &str, path: &str| {
        let uri = editor.uri(path);
        editor.ask(method, json!({"textDocument": {"uri": uri}}))["result"].clone()
    };
    let folds = ask("textDocument/foldingRange", "video.yaml");
    let folds = folds.as_array().expect("a list").iter();
    let folds: Vec<(u64, u64)> = folds
        .map(|fold| (fold["startLine"].as_u64().expect("a line"), fold["endLine"].as_u64().expect("a line")))
        .collect();
    assert_eq!(folds, [(1, 2), (3, 7), (4, 7), (6, 7)]);
    let links = ask("textDocument/documentLink", "video.yaml");
    let to_gateway = links
        .as_array()
        .expect("a list")
        .iter()
        .find(|link| link["range"]["start"] == json!({"line": 5, "character": 10}));
    let target = to_gateway.expect("the type is a link")["target"].as_str().expect("an address").to_owned();
    assert!(target.ends_with("parts/gateway.yaml#L1"), "{target}");
    let lens = |lenses: &Value| lenses[0]["command"]["title"].as_str().map(str::to_owned);
    assert_eq!(lens(&ask("textDocument/codeLens", "parts/gateway.yaml")).as_deref(), Some("used by 1 file"));
    assert_eq!(lens(&ask("textDocument/codeLens", "video.yaml")).as_deref(), Some("not used"));
    editor.close();
}

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.Base:
    derived_from: tosca.nodes.Root
    properties: {port: {type: integer, default: 80}}
  my.Web: {derived_from: my.Base}
";
const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
topology_template:
  inputs: {port: {type: integer, default: 8080}}
  node_templates:
    web:
      type: my.Web
      properties: {port: {get_input: port}}
";

#[test]
fn types_have_a_hierarchy_and_values_are_hints() {
    let mut editor = Editor::open(Folder::new(&[("types.yaml", TYPES), ("service.yaml", SERVICE)]));
    let prepared = editor.at("textDocument/prepareTypeHierarchy", "service.yaml", 6, 15, json!({}));
    assert_eq!((&prepared[0]["name"], &prepared[0]["selectionRange"]["start"]["line"]), (&"my.Web".into(), &5.into()));
    let related = |editor: &mut Editor, method: &str, item: &Value| {
        let found = editor.ask(method, json!({ "item": item }))["result"].clone();
        found.as_array().expect("a list").clone()
    };
    let base = related(&mut editor, "typeHierarchy/supertypes", &prepared[0]);
    assert_eq!((base.len(), &base[0]["name"]), (1, &"my.Base".into()));
    assert_eq!(related(&mut editor, "typeHierarchy/subtypes", &base[0]), [prepared[0].clone()]);
    assert_eq!(related(&mut editor, "typeHierarchy/supertypes", &base[0]), [] as [Value; 0], "a built-in type");
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let uri = editor.uri("service.yaml");
    let symbols = editor.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": editor.uri("types.yaml")}}));
    assert_eq!(outline(&symbols["result"]), "node_types(my.Base(properties(port())) my.Web())");
    let hints = editor.ask("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": range}));
    let hints = hints["result"].as_array().expect("a list").clone();
    assert_eq!(hints.len(), 1, "{hints:?}");
    assert_eq!((&hints[0]["label"], &hints[0]["position"]), (&"= 8080".into(), &json!({"line": 7, "character": 42})));
    editor.close();
}
