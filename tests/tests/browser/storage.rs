//! Unsaved changes survive their tab.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use descriptorium_tests::browser::input::{ALT, CONTROL, END, ENTER, Input, RIGHT};

use super::served_folder::Served;

const A: &str = "name: assembly::a::1.0\ndescription: one\nproperties: {}\ncomposition: {}\n";
const B: &str = "name: assembly::b::1.0\nproperties: {}\ncomposition: {}\n";

/// The number of kills in each of two sessions: with the keys in the text, and on the canvas.
const KILLS: usize = 10;
/// The maximum loss when a tab is killed.
const LOSS: Duration = Duration::from_secs(1);

fn modeller(served: &Served) -> String {
    format!("{}/modeller/", served.origin)
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn drafts_survive_a_closed_tab() {
    let served = Served::files(&[("a.yaml", A), ("b.yaml", B)]);
    let page = &served.page;
    served.open("a.yaml");
    served.put_cursor_behind("description: one");
    page.type_text(" and two");
    served.open("b.yaml");
    served.put_cursor_behind("assembly::b");
    page.type_text("2");
    // Only changes of the last second may be lost.
    thread::sleep(Duration::from_secs(1));
    page.reopen(&modeller(&served));
    page.wait_for_text("[data-kept='offer'] strong", |text| text == "a.yaml, b.yaml");
    assert!(page.texts(".dirty").is_empty(), "nothing is restored without asking");
    page.click("[data-way='take-up']");
    page.wait_until_gone("[data-kept='offer']");
    page.click("[data-file='a.yaml']");
    let a = A.replace("one", "one and two");
    page.wait_for("the draft", || (served.text() == a).then_some(()));
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 2 files");
    assert_eq!((served.disk("a.yaml"), served.disk("b.yaml")), (a, B.replace("::b", "::b2")));
    // Saved changes are not offered again.
    thread::sleep(Duration::from_secs(1));
    page.reopen(&modeller(&served));
    page.area(".file.current");
    thread::sleep(Duration::from_millis(500));
    assert!(page.texts("[data-kept='offer']").is_empty());
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_draft_of_a_file_that_changed_on_disk_is_a_conflict() {
    let served = Served::files(&[("a.yaml", A)]);
    let page = &served.page;
    served.open("a.yaml");
    served.put_cursor_behind("description: one");
    page.type_text("!");
    thread::sleep(Duration::from_secs(1));
    let theirs = A.replace("one", "three");
    served.change("a.yaml", &theirs);
    page.reopen(&modeller(&served));
    page.click("[data-way='take-up']");
    page.wait_for("the draft", || (served.text() == A.replace("one", "one!")).then_some(()));
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("changed on disk");
    assert_eq!(served.disk("a.yaml"), theirs);
    // Undo returns to the text on disk.
    page.click("#undo");
    page.wait_for("the text on disk", || (served.text() == theirs).then_some(()));
}

/// An error in WebAssembly that the modeller does not expect: the start function of this module traps.
const TRAP: &str =
    "const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 8, 1, 0, 10, 5, 1, 3, 0, 0, 11];
    setTimeout(() => new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))));";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_modeller_that_stopped_says_so_and_the_work_is_kept() {
    let served = Served::files(&[("a.yaml", A)]);
    let page = &served.page;
    served.open("a.yaml");
    served.put_cursor_behind("description: one");
    page.type_text(" and two");
    thread::sleep(LOSS);
    // Other errors do not stop it.
    page.run("setTimeout(() => { throw new Error('of an extension'); });", &[]);
    thread::sleep(Duration::from_millis(200));
    assert!(page.texts(".stopped").is_empty());
    page.run(TRAP, &[]);
    page.wait_for_text(".stopped .dialog-title", |text| text == "Something broke");
    page.screenshot("stopped");
    // Reloading does not ask whether to leave, because the work is kept.
    page.wait_for("the focus", || (page.text(":focus") == "Reload").then_some(()));
    page.press(&[ENTER]);
    page.area(".file.current .dirty");
    page.wait_for("the draft", || (served.text() == A.replace("one", "one and two")).then_some(()));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_second_draft_of_a_file_does_not_replace_the_first() {
    let served = Served::files(&[("a.yaml", A)]);
    let page = &served.page;
    for text in [" and two", " and three"] {
        served.open("a.yaml");
        served.put_cursor_behind("description: one");
        page.type_text(text);
        thread::sleep(LOSS);
        page.reopen(&modeller(&served));
    }
    page.wait_for("two offers", || (page.texts("[data-kept='offer']").len() == 2).then_some(()));
    page.click("[data-kept='offer'] [data-way='take-up']");
    page.wait_for("the latest draft", || (served.text() == A.replace("one", "one and three")).then_some(()));
    page.wait_for_text("[data-kept='offer']", |text| text.contains("Save or undo your changes to a.yaml first."));
    assert_eq!(page.run("return document.querySelector('[data-way=\"take-up\"]').disabled;", &[]), true);
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved");
    page.wait_for("an enabled button", || {
        (page.run("return document.querySelector('[data-way=\"take-up\"]').disabled;", &[]) == false).then_some(())
    });
    page.click("[data-kept='offer'] [data-way='take-up']");
    page.wait_for("the other draft", || (served.text() == A.replace("one", "one and two")).then_some(()));
    // It is based on an older text than the one on disk.
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("changed on disk");
    assert_eq!(served.disk("a.yaml"), A.replace("one", "one and three"));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_dismissed_draft_is_not_offered_again() {
    let served = Served::files(&[("a.yaml", A)]);
    let page = &served.page;
    served.open("a.yaml");
    served.put_cursor_behind("composition: {}");
    page.press(&[END]);
    page.type_text(" # x");
    thread::sleep(Duration::from_secs(1));
    page.reopen(&modeller(&served));
    page.click("[data-way='discard']");
    page.wait_until_gone("[data-kept='offer']");
    thread::sleep(Duration::from_millis(400));
    page.reopen(&modeller(&served));
    page.area(".file.current");
    thread::sleep(Duration::from_millis(500));
    assert!(page.texts("[data-kept='offer']").is_empty());
    assert_eq!(served.disk("a.yaml"), A);
    page.expect_no_complaints();
}

/// As in a frame that may only run scripts: the browser throws on access to its storage.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn without_storage_there_is_a_warning_and_everything_else_works() {
    let mut served = Served::files(&[("a.yaml", A)]);
    // A page that cannot store its key needs a ticket of its own. The first page is left before its program ends:
    // it would complain of what it still wants to load.
    served.page.go("about:blank");
    served.stop();
    served.start();
    let page = &served.page;
    let refuse = "for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new DOMException('storage is refused here', 'SecurityError'); } });";
    page.open_after(refuse, &served.program().modeller());
    page.wait_for_text("[data-kept='refused']", |text| text.contains("storage is refused here"));
    served.open("a.yaml");
    page.click("#theme");
    served.put_cursor_behind("description: one");
    page.type_text("!");
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 1 file");
    assert_eq!(served.disk("a.yaml"), A.replace("one", "one!"));
    page.expect_no_complaints();
}

/// The progress of a session: the number of typed characters, and the distance of a moved box.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
struct Work {
    typed: usize,
    x: i64,
}

impl Work {
    const NONE: Work = Work { typed: 0, x: 200 };

    /// The character that is typed at a position.
    fn sign(at: usize) -> char {
        char::from(b'a' + (at * 7 % 26) as u8)
    }

    /// The text of the whole file.
    fn text(self) -> String {
        let typed: String = (0..self.typed).map(Work::sign).collect();
        let x = self.x;
        format!(
            "# Kept.\nname: assembly::a::1.0\ndescription: x{typed}\nproperties: {{}}\ncomposition:\n  a:\n    type: resource::b::1.0\n    \
             quantity: '1'\ndesignerLayout:\n  elements:\n    a:\n      x: {x} # here\n      y: 120\n"
        )
    }

    /// The progress according to a file, which has to match to the byte.
    fn of(text: &str) -> Option<Work> {
        // Another file may still be open, or none.
        if !text.starts_with("# Kept.") {
            return None;
        }
        let value = |key: &str| text.split_once(key).and_then(|(_, rest)| rest.split(['\n', ' ']).next()).unwrap_or("");
        let work = Work { typed: value("description: x").len(), x: value("      x: ").parse().expect("a place") };
        assert_eq!(text, work.text(), "other requests were cached");
        Some(work)
    }
}

/// Performs a step of a session, and returns whether the tab has survived it.
type Act = fn(&Served, Work, &mut dyn FnMut(u32) -> u32) -> bool;

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_tab_killed_during_typing_loses_at_most_a_second() {
    let begin = |served: &Served, work: Work| {
        let text = work.text();
        served.put_cursor_behind(text.lines().nth(2).expect("the description"));
    };
    lose_tabs(begin, |served, work, random| {
        let signs = 1 + random(5) as usize;
        let typed = (work.typed..work.typed + signs)
            .fold(Input::new(), |input, at| input.text(&Work::sign(at).to_string()).pause(random(90)));
        served.page.try_perform(typed)
    });
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_tab_killed_during_work_on_the_canvas_loses_at_most_a_second() {
    let begin = |served: &Served, _: Work| {
        // If it was down when the previous tab was killed, this one would assume that it is held.
        served.page.perform(Input::new().release(ALT));
        // After many moves the box is outside of the initial view of a new tab, so the whole diagram is shown.
        served.page.focus(".canvas-svg");
        served.page.press(&["0"]);
        served.page.click("[data-id='/composition/a'] .box-label");
        served.page.area("[data-id='/composition/a'].selected");
    };
    lose_tabs(begin, |served, _, random| served.page.try_perform(Input::new().press(&[ALT, RIGHT]).pause(random(150))));
}

/// A session in which the process of the tab is killed repeatedly at random moments. The restored draft is continued.
fn lose_tabs(begin: impl Fn(&Served, Work), act: Act) {
    let resource = "name: resource::b::1.0\nlifecycle: {Create: {}}\n";
    let served = Served::files(&[("a.yaml", &Work::NONE.text()), ("b.yaml", resource)]);
    let page = &served.page;
    let mut seed = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970").as_nanos() as u64;
    println!("the session of {seed}");
    let mut random = move |below: u32| {
        // Knuth's linear congruential generator; its high bits are good enough.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 40) as u32 % below
    };
    let url = format!("{}#a.yaml", modeller(&served));
    let home = page.open_tab(&url);
    let read = || {
        let script = "const content = document.querySelector('.cm-content');
            return (content.cmTile ?? content.cmView).view.state.doc.toString();";
        page.try_run(script, &[]).and_then(|text| Work::of(text.as_str()?))
    };
    let wait_for_text = |what: &str, good: &dyn Fn(Work) -> bool| {
        page.wait_for(what, || {
            let is_open = !page.texts(".file.current[data-file='a.yaml']").is_empty();
            is_open.then(&read).flatten().filter(|work| good(*work))
        })
    };
    // From here on, there is a draft to be offered.
    let mut work = wait_for_text("the file", &|work| work == Work::NONE);
    begin(&served, work);
    while work == Work::NONE {
        act(&served, work, &mut random);
        work = read().expect("a running tab");
    }
    thread::sleep(LOSS);
    for round in 0..KILLS {
        begin(&served, work);
        let kill = page.kill_in(Duration::from_millis(150 + u64::from(random(1150))));
        let mut seen = vec![(Instant::now(), work)];
        let mut slowest = Duration::ZERO;
        while act(&served, work, &mut random) {
            let asked = Instant::now();
            let Some(now) = read() else { break };
            // It existed when it was read, if not before.
            seen.push((Instant::now(), now));
            slowest = slowest.max(asked.elapsed());
            work = now;
        }
        let moment = kill.join().expect("the process is killed");
        // If the machine itself is blocked for a while, nothing can be stored in that time.
        let deadline = moment.checked_sub(LOSS + slowest);
        let old = |(time, _): &&(Instant, Work)| deadline.is_some_and(|deadline| *time <= deadline);
        let least = seen.iter().rev().find(old).unwrap_or(&seen[0]).1;
        page.open_after_crash(&home, &url);
        page.area(".file.current[data-file='a.yaml']");
        page.click("[data-way='take-up']");
        work = wait_for_text("the work that was taken up", &|work| work != Work::NONE);
        assert!(
            work >= least,
            "round {round}: {least:?} was there {LOSS:?} before the tab was killed, {work:?} is kept"
        );
        // A tab that is killed while it restores a draft must not lose that either.
        while !page.texts("[data-way='discard']").is_empty() {
            let offers = page.texts("[data-kept='offer']").len();
            page.click("[data-way='discard']");
            page.wait_for("one offer fewer", || (page.texts("[data-kept='offer']").len() < offers).then_some(()));
        }
    }
    assert_eq!(served.disk("a.yaml"), Work::NONE.text(), "nothing was saved without asking");
}
