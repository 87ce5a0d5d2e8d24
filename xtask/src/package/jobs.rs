//! Tries the jobs for GitHub, GitLab and pre-commit (`action.yml`, `ci/gitlab.yml`, `.pre-commit-hooks.yaml`) and the bill of
//! materials with the tools of others. What the scripts of the jobs do is in the tests, since it needs only a shell.

use std::fs;
use std::path::Path;

use crate::package::{cannot, trial};
use crate::shell::{Result, command, output, root, run};

const TOOLS: [&str; 4] = [
    "zizmor==1.32.0",
    "check-jsonschema==0.39.0",
    "pre-commit==4.7.0",
    "cyclonedx-python-lib[json-validation]==11.12.0",
];
/// Prints what the schema of CycloneDX does not allow in a file.
const VALIDATE: &str = "\
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1]).read())
sys.exit(str(error) if error else 0)";
const ACTION: &str = "action.yml";
const SOUND: &str = "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n";
const FAULTY: &str = "name: assembly::a::1.0\nproperties: {}\ncomposition: {a: {type: 3}}\n";

/// Checks the files of the jobs and the bills of materials in `packages`, and runs the hooks with the wheel there.
pub fn all(packages: &Path) -> Result {
    let place = trial::environment("jobs")?;
    run(command("python3").args(["-m", "venv"]).arg(&place))?;
    let tool = |name: &str| command(place.join("bin").join(name));
    run(tool("pip").args(["install", "--quiet", "--disable-pip-version-check"]).args(TOOLS))?;
    run(tool("zizmor").args(["--offline", "--pedantic", "--quiet", ACTION]).current_dir(root()))?;
    run(tool("check-jsonschema").args(["--builtin-schema", "vendor.github-actions", ACTION]).current_dir(root()))?;
    // The first document declares the inputs, which the schema does not know.
    let template = root().join("ci/gitlab.yml");
    let text = fs::read_to_string(&template).map_err(|error| cannot("read", &template, &error))?;
    let (_, jobs) = text.split_once("\n---\n").ok_or_else(|| format!("{}: no jobs", template.display()))?;
    let jobs_alone = place.join("jobs.yml");
    fs::write(&jobs_alone, jobs).map_err(|error| cannot("write", &jobs_alone, &error))?;
    run(tool("check-jsonschema").args(["--builtin-schema", "vendor.gitlab-ci"]).arg(&jobs_alone))?;
    let bills = fs::read_dir(packages).map_err(|error| cannot("read", packages, &error))?.flatten();
    for bill in bills.map(|entry| entry.path()).filter(|path| path.to_string_lossy().ends_with(".cdx.json")) {
        run(tool("python3").args(["-c", VALIDATE]).arg(bill))?;
    }
    hooks(packages, || tool("pre-commit"))?;
    println!("    the jobs for GitHub, GitLab and pre-commit: valid, and the hooks run");
    Ok(())
}

/// Runs the hooks of the last commit in a repository with a descriptor that has no errors, and then with one that does.
fn hooks(packages: &Path, pre_commit: impl Fn() -> std::process::Command) -> Result {
    let (hooks, catalog) = (trial::environment("hooks")?, trial::environment("catalog")?);
    let git = |folder: &Path| {
        let mut git = command("git");
        git.arg("-C").arg(folder).args(["-c", "user.name=trial", "-c", "user.email=trial@localhost"]);
        git
    };
    run(command("git").args(["clone", "--quiet"]).arg(root()).arg(&hooks))?;
    let commit = output(git(&hooks).args(["rev-parse", "HEAD"])).ok_or("cannot find the last commit")?;
    let config = format!(
        "repos:\n  - repo: {}\n    rev: {commit}\n    hooks:\n      - {{id: descriptorium}}\n      - {{id: descriptorium-format}}\n",
        hooks.display()
    );
    let write = |name: &str, text: &str| {
        let path = catalog.join(name);
        fs::write(&path, text).map_err(|error| cannot("write", &path, &error))
    };
    write(".pre-commit-config.yaml", &config)?;
    run(git(&catalog).args(["init", "--quiet"]))?;
    let checked = |text: &str| {
        write("a.yaml", text)?;
        run(git(&catalog).args(["add", "--all"]))?;
        let mut hooks = pre_commit();
        hooks.args(["run", "--all-files", "--color", "never"]).current_dir(&catalog);
        hooks.env("PIP_FIND_LINKS", packages).env("PRE_COMMIT_HOME", catalog.join(".git/pre-commit"));
        hooks.output().map_err(|error| format!("pre-commit: {error}"))
    };
    let sound = checked(SOUND)?;
    let faulty = checked(FAULTY)?;
    let said = String::from_utf8_lossy(&faulty.stdout).into_owned();
    match (sound.status.success(), faulty.status.success()) {
        (true, false) if said.contains("error[") && said.matches("checked:").count() == 1 => Ok(()),
        _ => Err(format!("the hooks: {}\n{said}", String::from_utf8_lossy(&sound.stdout))),
    }
}
