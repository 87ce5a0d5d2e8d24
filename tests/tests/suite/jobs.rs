//! The jobs for GitHub, GitLab and pre-commit: their scripts run here, with the program in place of the installed one.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use descriptorium_tests::paths;
use serde_yaml::Value;

use super::program::{Folder, Run};

/// A descriptor with an error and a warning, and one without.
const FAULTY: &str = "name: assembly::a::1.0\nproperties: {size: {typ: string}}\ncomposition: {a: {type: 3}}\n";
const SOUND: &str = "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n";
/// A name that shells would execute as a part of a script.
const HOSTILE: &str = "$(touch pwned)`touch pwned`;touch pwned;\"';touch pwned";

fn documents(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(paths::root().join(file)).expect("the file is there");
    text.split("\n---\n").map(|document| serde_yaml::from_str(document).expect("YAML")).collect()
}

/// A folder with the program as it is installed by the job, in `bin`.
fn installed() -> Folder {
    let folder = Folder::new(&[("faulty/a.yaml", FAULTY), ("sound/a.yaml", SOUND)]);
    for place in ["descriptorium/bin", "bin"] {
        fs::create_dir_all(folder.at(place)).expect("folders can be made");
        let program = folder.at(place).join("descriptorium");
        symlink(folder.command(&[]).get_program(), program).expect("links can be made");
    }
    folder
}

fn run(folder: &Folder, shell: &str, script: &str, variables: &[(&str, &str)]) -> Run {
    let path = std::env::var("PATH").expect("a path");
    let mut command = Command::new(shell);
    // As the runners do it.
    command.args(if shell == "bash" { &["--noprofile", "--norc", "-eo", "pipefail", "-c"][..] } else { &["-e", "-c"] });
    command.arg(script).current_dir(folder.path());
    command.env("PATH", format!("{}:{path}", folder.at("bin").display())).env("RUNNER_TEMP", folder.path());
    let run = Run::of(command.envs(variables.iter().copied()).output().expect("a shell"));
    assert!(!folder.at("pwned").exists() && !Path::new("pwned").exists(), "{run:?}");
    run
}

/// The script of the step of the action with this name.
fn step(name: &str) -> String {
    let action = documents("action.yml").remove(0);
    let steps = action["runs"]["steps"].as_sequence().expect("steps").clone();
    let step = steps.iter().find(|step| step["name"] == name).expect("the step");
    step["run"].as_str().expect("a script").to_owned()
}

#[test]
fn the_action_checks_a_folder() {
    let folder = installed();
    let check = |path: &str, deny: &str, sarif: &str| {
        let variables = [("CATALOG", path), ("DENY", deny), ("BASELINE", ""), ("SARIF", sarif)];
        run(&folder, "bash", &step("Check"), &variables)
    };
    let sound = check("sound", "warnings", "false");
    assert_eq!((sound.code, sound.output.as_str()), (0, ""));
    assert!(!folder.at("descriptorium.sarif").exists());
    let faulty = check("faulty", "errors", "true");
    assert_eq!(faulty.code, 1, "{faulty:?}");
    assert!(faulty.output.starts_with("::"), "{faulty:?}");
    let sarif: serde_json::Value = serde_json::from_str(&folder.read("descriptorium.sarif")).expect("JSON");
    let found = sarif["runs"][0]["results"].as_array().expect("results").len();
    assert_eq!(found, faulty.output.lines().count());
    // The program says what is wrong with the inputs.
    assert_eq!(check("missing", "errors", "true").code, 2);
    let hostile = check(HOSTILE, "errors", "true");
    assert!(hostile.code == 2 && hostile.errors.contains("touch pwned"), "{hostile:?}");
    assert_eq!(check("sound", HOSTILE, "true").code, 2);
    assert_eq!(check("--fix", "errors", "false").code, 2, "an option is a path here");
}

#[test]
fn the_action_runs_only_on_linux() {
    let folder = installed();
    let other = run(&folder, "bash", &step("Install"), &[("RUNNER_OS", "Windows")]);
    assert_eq!((other.code, other.output.starts_with("::error::")), (1, true), "{other:?}");
}

#[test]
fn scripts_contain_no_expressions_and_other_actions_are_pinned() {
    let action = documents("action.yml").remove(0);
    for step in action["runs"]["steps"].as_sequence().expect("steps") {
        assert!(!step["run"].as_str().unwrap_or_default().contains("${{"), "{step:?}");
        if let Some((_, commit)) = step["uses"].as_str().and_then(|uses| uses.split_once('@')) {
            assert!(commit.len() == 40 && commit.chars().all(|digit| digit.is_ascii_hexdigit()), "{commit}");
        }
    }
    let job = gitlab();
    assert!(!job.contains("$[["), "{job}");
}

/// The script of the GitLab job, without the installation.
fn gitlab() -> String {
    let [spec, jobs] = documents("ci/gitlab.yml").try_into().expect("two documents");
    assert!(spec["spec"]["inputs"]["code_quality"]["default"] == true);
    let lines = jobs["descriptorium"]["script"].as_sequence().expect("a script").clone();
    let lines: Vec<&str> = lines.iter().map(|line| line.as_str().expect("a text")).collect();
    let (install, rest) = lines.split_first().expect("lines");
    assert!(install.starts_with("pip install ") && install.contains("descriptorium=="), "{install}");
    rest.join("\n")
}

#[test]
fn the_gitlab_job_reports_code_quality() {
    let folder = installed();
    let check = |path: &str, deny: &str, quality: &str| {
        let variables = [("CATALOG", path), ("DENY", deny), ("BASELINE", ""), ("CODE_QUALITY", quality)];
        run(&folder, "sh", &gitlab(), &variables)
    };
    assert_eq!(check("sound", "warnings", "false").code, 0);
    assert!(!folder.at("descriptorium-code-quality.json").exists());
    let faulty = check("faulty", "errors", "true");
    assert_eq!(faulty.code, 1, "{faulty:?}");
    let report = folder.read("descriptorium-code-quality.json");
    let report: Vec<serde_json::Value> = serde_json::from_str(&report).expect("JSON");
    assert!(!report.is_empty() && report.iter().all(|one| one["fingerprint"].is_string()), "{report:?}");
    let hostile = check(HOSTILE, "errors", "true");
    assert!(hostile.code == 2 && hostile.errors.contains("touch pwned"), "{hostile:?}");
}

#[test]
fn hooks_check_a_folder_once() {
    let hooks = documents(".pre-commit-hooks.yaml").remove(0);
    let hooks = hooks.as_sequence().expect("a list");
    assert_eq!(hooks.len(), 2);
    let folder = installed();
    for (hook, code) in hooks.iter().zip([1, 0]) {
        assert_eq!((&hook["pass_filenames"], &hook["require_serial"]), (&Value::from(false), &Value::from(true)));
        let run = run(&folder, "sh", hook["entry"].as_str().expect("a command"), &[]);
        assert_eq!(run.code, code, "{run:?}");
    }
}
