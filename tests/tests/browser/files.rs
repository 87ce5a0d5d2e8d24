//! Files: creating, renaming, duplicating, deleting, and going through them in the browser's history.

use std::thread;
use std::time::Duration;

use descriptorium_tests::browser::input::{CONTROL, DELETE, DOWN, END, ENTER, ESCAPE, F2, TAB};

use super::product;
use super::served_folder::Served;
use super::text_pane;

const A: &str =
    "name: assembly::a::1.0\nproperties: {}\ncomposition:\n  x:\n    type: resource::b::1.0\n    quantity: '1'\n";
const B: &str = "# Kept as it is.\nname: resource::b::1.0 # its name\nlifecycle:\n  Create: {}\n";

fn served() -> Served {
    Served::files(&[("assemblies/a-1.0.yaml", A), ("resources/b-1.0.yaml", B)])
}

impl Served {
    /// Replaces the text in a field of a dialog.
    fn fill(&self, field: &str, text: &str) {
        self.page.click(&format!(".dialog [data-input='{field}']"));
        self.page.press(&[CONTROL, "a"]);
        self.page.type_text(text);
    }

    /// Opens the dialog that renames a file in the list of files.
    fn begin_rename(&self, path: &str) {
        self.page.focus(&format!(".file[data-file='{path}']"));
        self.page.press(&[F2]);
        self.page.area(".dialog [data-input='file']:focus");
    }

    /// Deletes a file in the list of files.
    fn delete(&self, path: &str) {
        self.page.focus(&format!(".file[data-file='{path}']"));
        self.page.press(&[DELETE]);
        self.page.area(".dialog .go-on:focus");
        self.page.press(&[ENTER]);
        self.page.wait_until_gone(".dialog");
    }

    fn is_on_disk(&self, path: &str) -> bool {
        self.listed().contains(&path.to_owned())
    }

    /// The files that the server lists.
    fn listed(&self) -> Vec<String> {
        let script = "return fetch('../api/catalog').then((answer) => answer.json()).then((all) => all.files.map((file) => file.path));";
        let listed = self.page.run(script, &[]);
        listed.as_array().into_iter().flatten().filter_map(|path| path.as_str().map(str::to_owned)).collect()
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_file_is_renamed_with_the_keys_and_on_disk_by_saving() {
    let served = served();
    let page = &served.page;
    served.open("resources/b-1.0.yaml");
    served.begin_rename("resources/b-1.0.yaml");
    // The name of an existing file is refused while it is typed.
    served.fill("file", "assemblies/a-1.0.yaml\n");
    page.wait_for_text(".dialog .refusal", |why| why.contains("assemblies/a-1.0.yaml already exists"));
    served.fill("file", "../out.yaml\n");
    page.wait_for_text(".dialog .refusal", |why| why.contains("is not valid on every operating system"));
    served.fill("file", "parts/base.yaml\n");
    page.wait_until_gone(".dialog");
    page.area(".file.current[data-file='parts/base.yaml'] .dirty");
    page.area(".file.gone[data-file='resources/b-1.0.yaml']");
    assert_eq!(served.text(), B);
    assert!(served.is_on_disk("resources/b-1.0.yaml"), "the disk is only changed by saving");
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 1 file, Deleted 1 file");
    assert_eq!(served.disk("parts/base.yaml"), B);
    assert_eq!(served.listed(), ["assemblies/a-1.0.yaml", "parts/base.yaml"]);
    page.wait_until_gone(".file.gone");
    // Undone, on disk as well.
    page.click("#undo");
    page.area(".file.current[data-file='resources/b-1.0.yaml']");
    page.click("#save");
    served.wait_for_notice("Saved 1 file, Deleted 1 file");
    assert_eq!(served.disk("resources/b-1.0.yaml"), B);
    assert_eq!(served.listed(), ["assemblies/a-1.0.yaml", "resources/b-1.0.yaml"]);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn imports_follow_a_renamed_file() {
    let main = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports:\n  - 'types.yaml' # ours\n  - more.yaml\n";
    let types = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [more.yaml]\n";
    let more = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    let files = [("main.yaml", main), ("types.yaml", types), ("more.yaml", more)];
    let served = Served::files(&files);
    let page = &served.page;
    served.open("types.yaml");
    page.press(&[F2]);
    page.area(".dialog [data-input='file']:focus");
    page.wait_for_text(".dialog .dialog-text", |text| text.trim_end() == "Imports in main.yaml are updated.");
    served.fill("file", "lib/base.yaml\n");
    page.wait_until_gone(".dialog");
    page.area(".file.current[data-file='lib/base.yaml'] .dirty");
    page.wait_for("its own imports", || (served.text() == types.replace("[more", "[../more")).then_some(()));
    page.click(".file[data-file='main.yaml']");
    let followed = main.replace("'types.yaml'", "'lib/base.yaml'");
    page.wait_for("the importing file", || (served.text() == followed).then_some(()));
    // All of it is one step.
    page.click("#undo");
    page.area(".file[data-file='types.yaml']");
    page.wait_for("the text before", || (served.text() == main).then_some(()));
    page.wait_until_gone(".dirty");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn drafts_have_renamed_edited_and_deleted_files() {
    let served = served();
    let page = &served.page;
    served.open("assemblies/a-1.0.yaml");
    served.begin_rename("assemblies/a-1.0.yaml");
    served.fill("file", "assemblies/new.yaml\n");
    page.area(".file.current[data-file='assemblies/new.yaml']");
    // The draft is written with the text before, then with each of these changes of it.
    for (behind, typed) in [("assembly::a::1.0", " # ö"), ("quantity: '1'", " # 𝄞"), ("# ö", "!")] {
        thread::sleep(Duration::from_secs(1));
        served.put_cursor_behind(behind);
        page.type_text(typed);
    }
    served.delete("resources/b-1.0.yaml");
    thread::sleep(Duration::from_secs(1));
    let text = A.replace("::1.0\nprop", "::1.0 # ö!\nprop").replace("'1'", "'1' # 𝄞");
    page.reopen(&format!("{}/modeller/", served.origin));
    page.click("[data-way='take-up']");
    page.click("[data-file='assemblies/new.yaml']");
    page.wait_for("the draft", || (served.text() == text).then_some(()));
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 1 file, Deleted 2 files");
    assert_eq!((served.disk("assemblies/new.yaml"), served.listed()), (text, vec!["assemblies/new.yaml".to_owned()]));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_file_is_deleted_after_a_question_with_its_users() {
    let served = served();
    let page = &served.page;
    served.open("resources/b-1.0.yaml");
    page.focus(".file[data-file='resources/b-1.0.yaml']");
    page.press(&[DELETE]);
    page.wait_for_text(".dialog .dialog-list", |users| users == "assemblies/a-1.0.yaml");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    page.press(&[DELETE]);
    page.area(".dialog .go-on:focus");
    page.press(&[ENTER]);
    page.area(".file.gone[data-file='resources/b-1.0.yaml']");
    page.area(".file.current[data-file='assemblies/a-1.0.yaml']");
    // It is restored from the list.
    page.click(".file.gone");
    page.click(".dialog .picker-item");
    page.area(".file.current[data-file='resources/b-1.0.yaml']");
    page.wait_until_gone(".dirty");
    served.delete("resources/b-1.0.yaml");
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Deleted 1 file");
    assert_eq!(served.listed(), ["assemblies/a-1.0.yaml"]);
    page.click("#undo");
    page.area(".file.current[data-file='resources/b-1.0.yaml'] .dirty");
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 1 file");
    assert_eq!(served.disk("resources/b-1.0.yaml"), B);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_file_that_changed_on_disk_is_not_deleted_without_a_question() {
    let served = served();
    let page = &served.page;
    served.open("resources/b-1.0.yaml");
    let theirs = B.replace("Kept", "Changed");
    served.delete("resources/b-1.0.yaml");
    served.change("resources/b-1.0.yaml", &theirs);
    page.press(&[CONTROL, "s"]);
    page.wait_for_text("[data-conflict] .conflict-text", |text| text.contains("you deleted it here"));
    assert_eq!(served.disk("resources/b-1.0.yaml"), theirs);
    page.click("[data-conflict] [data-way='theirs']");
    page.wait_until_gone("[data-conflict]");
    page.click("[data-file='resources/b-1.0.yaml']");
    page.wait_for("the text on disk", || (served.text() == theirs).then_some(()));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_file_is_duplicated_with_another_name() {
    let served = served();
    let page = &served.page;
    served.open("resources/b-1.0.yaml");
    // From the context menu of its row.
    page.run("document.querySelector(\"[data-file='resources/b-1.0.yaml'] + .file-more\").click();", &[]);
    page.wait_for_text(".dialog .picker-list", |list| list.contains("Duplicate"));
    page.type_text("dup");
    page.press(&[ENTER]);
    page.area(".dialog [data-input='name']:focus");
    let proposed = page.run("return [...document.querySelectorAll('.dialog input')].map((input) => input.value);", &[]);
    assert_eq!(proposed, serde_json::json!(["resource::b::1.1", "resources/b-1.1.yaml"]));
    served.fill("name", "resource::b::1.0\n");
    page.wait_for_text(".dialog .refusal", |why| why.contains("resource::b::1.0 already exists"));
    served.fill("name", "resource::c::2.0");
    page.wait_for("the file named after the descriptor", || {
        let file = page.run("return document.querySelector(\".dialog [data-input='file']\").value;", &[]);
        (file == "resources/c-2.0.yaml").then_some(())
    });
    page.press(&[ENTER]);
    page.area(".file.current[data-file='resources/c-2.0.yaml'] .dirty");
    page.wait_for("its text", || (served.text() == B.replace("::b::1.0", "::c::2.0")).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_file_is_renamed_after_its_descriptor_if_confirmed() {
    let served = served();
    let page = &served.page;
    served.open("resources/b-1.0.yaml");
    served.put_cursor_behind("resource::b");
    page.type_text("ase");
    page.wait_for_text("[data-rename='resources/base-1.0.yaml'] .conflict-text", |text| text.contains("b-1.0.yaml"));
    page.focus("[data-way='rename']");
    page.press(&[ENTER]);
    page.area(".file.current[data-file='resources/base-1.0.yaml'] .dirty");
    page.wait_until_gone("[data-rename]");
    // The bar disappears, and the canvas gets the focus.
    page.area(".canvas-svg:focus");
    assert_eq!(served.text(), B.replace("::b::", "::base::"));
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 1 file, Deleted 1 file");
    assert_eq!(served.listed(), ["assemblies/a-1.0.yaml", "resources/base-1.0.yaml"]);
    page.expect_no_complaints();
}

/// The same in a folder that the browser opens; the test uses the private file system of the page, which has the same
/// interface.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn files_of_a_folder_without_a_program_are_renamed_and_deleted() {
    let text = |name: &str| format!("name: assembly::{name}::1.0\nproperties: {{}}\ncomposition: {{}}\n");
    let page = product::modeller_beside(&[("a.yaml", &text("a")), ("b.yaml", &text("b"))]);
    page.click("#open-folder");
    page.area(".file[data-file='b.yaml']");
    page.click(".file[data-file='a.yaml']");
    page.area(".file.current[data-file='a.yaml']:focus");
    page.press(&[F2]);
    page.area(".dialog [data-input='file']:focus");
    page.press(&[CONTROL, "a"]);
    page.type_text("deep/c.yaml\n");
    page.area(".file.current[data-file='deep/c.yaml']");
    page.click(".file[data-file='b.yaml']");
    page.area(".file.current[data-file='b.yaml']:focus");
    page.press(&[DELETE]);
    page.area(".dialog .go-on:focus");
    page.press(&[ENTER]);
    page.wait_until_gone(".dialog");
    page.press(&[CONTROL, "s"]);
    page.wait_for_text(".notice", |notice| notice == "Saved 1 file, Deleted 2 files");
    let disk = "return (async () => {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('catalog');
        const names = [];
        for await (const [name] of folder.entries()) names.push(name);
        const deep = await folder.getDirectoryHandle('deep');
        return [names.sort(), await (await (await deep.getFileHandle('c.yaml')).getFile()).text()];
    })();";
    let expected = serde_json::json!([["deep"], "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n"]);
    assert_eq!(page.run(disk, &[]), expected);
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn back_and_forward_go_between_files_and_change_the_title() {
    let served = served();
    let page = &served.page;
    served.open("assemblies/a-1.0.yaml");
    let hash = || page.run("return location.hash;", &[]);
    page.wait_for("the address", || (hash() == "#assemblies/a-1.0.yaml").then_some(()));
    served.open("resources/b-1.0.yaml");
    let title = || page.run("return document.title;", &[]).as_str().map(str::to_owned).unwrap_or_default();
    page.wait_for("the title", || title().starts_with("b-1.0.yaml – ").then_some(()));
    page.wait_for("the address", || (hash() == "#resources/b-1.0.yaml").then_some(()));
    page.run("history.back();", &[]);
    page.area(".file.current[data-file='assemblies/a-1.0.yaml']");
    page.wait_for("the title", || title().starts_with("a-1.0.yaml – ").then_some(()));
    page.click("[data-id='/composition/x'] .box-label");
    page.wait_for("the address", || (hash() == "#assemblies/a-1.0.yaml?at=/composition/x").then_some(()));
    page.run("history.forward();", &[]);
    page.area(".file.current[data-file='resources/b-1.0.yaml']");
    page.run("history.back();", &[]);
    page.area(".file.current[data-file='assemblies/a-1.0.yaml']");
    page.area(".box.selected[data-id='/composition/x']");
    page.expect_no_complaints();
}

/// The address changes before its event is delivered. A selection that is written to the address in between does not
/// replace the entry of the history that the user has gone to.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_address_is_followed_if_its_event_is_late() {
    const DELAY: &str = "window.addEventListener('hashchange', event => {
        event.stopImmediatePropagation();
        setTimeout(() => window.dispatchEvent(new HashChangeEvent('hashchange')), 1000);
    }, {capture: true, once: true});";
    let served = served();
    let page = &served.page;
    served.open("assemblies/a-1.0.yaml");
    served.open("resources/b-1.0.yaml");
    page.run("history.back();", &[]);
    page.area(".file.current[data-file='assemblies/a-1.0.yaml']");
    page.run(DELAY, &[]);
    page.click("[data-id='/composition/x'] .box-label");
    page.run("history.forward();", &[]);
    page.area(".file.current[data-file='resources/b-1.0.yaml']");
    assert_eq!(page.run("return location.hash;", &[]), "#resources/b-1.0.yaml");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_reloaded_page_has_the_same_file_and_unsaved_changes() {
    let served = served();
    let page = &served.page;
    served.open("resources/b-1.0.yaml");
    served.put_cursor_behind("# its name");
    page.press(&[END]);
    page.type_text("!");
    let text = B.replace("# its name", "# its name!");
    page.wait_for("the text", || (served.text() == text).then_some(()));
    // Changes older than a second are stored.
    thread::sleep(Duration::from_secs(1));
    page.reload();
    page.area(".file.current[data-file='resources/b-1.0.yaml'] .dirty");
    page.wait_for("the text", || (text_pane::text(page) == text).then_some(()));
    assert!(page.texts("[data-kept='offer']").is_empty());
    assert_eq!(served.disk("resources/b-1.0.yaml"), B);
    // It is one step of undo.
    page.click("#undo");
    page.wait_for("the text on disk", || (text_pane::text(page) == B).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_list_of_files_is_one_tab_stop() {
    let served = served();
    let page = &served.page;
    served.open("assemblies/a-1.0.yaml");
    let stops = || page.run("return document.querySelectorAll(\".files .panel-body [tabindex='0']\").length;", &[]);
    assert_eq!(stops(), 1);
    page.area(".file[data-file='assemblies/a-1.0.yaml']:focus");
    page.press(&[DOWN]);
    page.area(".file[data-file='resources/b-1.0.yaml']:focus");
    assert_eq!(stops(), 1);
    page.type_text("a");
    page.area(".file[data-file='assemblies/a-1.0.yaml']:focus");
    page.press(&[END]);
    page.area(".file[data-file='resources/b-1.0.yaml']:focus");
    page.press(&[ENTER]);
    page.area(".file.current[data-file='resources/b-1.0.yaml']");
    page.expect_no_complaints();
}

/// A file that would not be read again is not written: neither one that a `.gitignore` excludes nor one that the
/// settings exclude.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_folder_of_the_browser_refuses_excluded_files() {
    let files = [
        ("a.yaml", "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n"),
        (".gitignore", "/out/\n"),
        ("parts/.gitignore", "draft*\n"),
        ("descriptorium.yaml", "exclude: [old/]\n"),
    ];
    let page = product::modeller_beside(&files);
    page.click("#open-folder");
    page.area("[data-file='a.yaml']");
    for (path, is_taken) in
        [("out/b.yaml", false), ("old/deep/b.yaml", false), ("parts/draft.yaml", false), ("parts/b.yaml", true)]
    {
        page.click("#new");
        page.click(".dialog .picker-item:nth-child(2)");
        page.area(".dialog [data-input='name']:focus");
        page.press(&[TAB]);
        page.area(".dialog [data-input='file']:focus");
        page.press(&[CONTROL, "a"]);
        page.type_text(path);
        page.press(&[ENTER]);
        page.area(&format!(".file.current[data-file='{path}'] .dirty"));
        page.click("#save");
        if is_taken {
            page.wait_for_text(".notice", |notice| notice.contains("Saved"));
        } else {
            page.wait_for_text(".notice", |notice| notice.contains("or a .gitignore") && notice.contains("this path"));
            page.area(&format!("[data-file='{path}'] .dirty"));
        }
        page.click("#undo");
    }
}
