//! The README and the pages in `docs/` are right: the commands they show do what they say, and their links lead
//! somewhere.
//!
//! The conventions of the pages:
//!
//! - A block marked `console` is what a person types and sees. A line `$ command` is run by `sh`, with the lines
//!   `> …` after it as its continuation; all commands of a page are run one after the other in one folder, in which
//!   `cases` is the folder of this repository.
//! - A command ends with 0, unless a comment behind it says otherwise, as in `# exit 3`. A command with the comment
//!   `# not run` is not run; the comment may give a reason after a colon.
//! - The lines after a command are all that it writes, except for lines with times. A line `…` stands for any number
//!   of lines, and `…` within a line for any text. A command without such lines may write what it likes.
//! - A block marked `text`, `toml` or `json` is not a command. A block marked `sh` belongs to `docs/figures.md`: what
//!   is measured there takes long and is run by `scripts/record-benches.sh`.

use std::{
    fs,
    io::Read,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::environment::Environment;

/// No command of the pages takes this long, even on a busy machine without optimisation.
const PATIENCE: Duration = Duration::from_secs(300);
const LONGEST_LINE: usize = 120;
const LONGEST_README: usize = 200;
/// Commands that need cargo or the network are shown but not run; there should be few.
const MOST_NOT_RUN: usize = 5;
const ANYTHING: &str = "…";

/// A page, with its lines.
struct Page {
    path: PathBuf,
    text: String,
}

/// A block of code: its mark, the number of its first line, and its lines.
struct Block<'a> {
    mark: &'a str,
    first: usize,
    lines: Vec<&'a str>,
}

/// A command, and what the page says about it.
struct Shown {
    line: usize,
    command: String,
    exit: i32,
    is_run: bool,
    output: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

impl Page {
    fn read(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { path, text }
    }

    /// The README and everything in `docs/`.
    fn all() -> Vec<Self> {
        let folder = fs::read_dir(root().join("docs")).expect("there is documentation");
        let mut paths: Vec<_> = folder.map(|entry| entry.expect("the folder can be read").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
        paths.push(root().join("README.md"));
        paths.sort();
        paths.into_iter().map(Self::read).collect()
    }

    fn name(&self) -> String {
        self.path.strip_prefix(root()).unwrap_or(&self.path).display().to_string()
    }

    fn place(&self, line: usize) -> String {
        format!("{}:{line}", self.name())
    }

    /// The fenced blocks. A fence that is never closed is an error.
    fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut open: Option<Block<'_>> = None;
        for (number, line) in (1..).zip(self.text.lines()) {
            match (line.strip_prefix("```"), &mut open) {
                (Some(mark), None) => open = Some(Block { mark, first: number + 1, lines: Vec::new() }),
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (None, Some(block)) => block.lines.push(line),
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "{}: a block is not closed", self.name());
        blocks
    }

    /// The lines outside of fenced blocks, with their numbers.
    fn prose(&self) -> Vec<(usize, &str)> {
        let mut inside = false;
        let mut prose = Vec::new();
        for (number, line) in (1..).zip(self.text.lines()) {
            let is_fence = line.starts_with("```");
            if !is_fence && !inside {
                prose.push((number, line));
            }
            inside ^= is_fence;
        }
        prose
    }

    /// The commands of the `console` blocks.
    fn commands(&self) -> Vec<Shown> {
        let mut commands: Vec<Shown> = Vec::new();
        for block in self.blocks().into_iter().filter(|block| block.mark == "console") {
            let mut is_continued = false;
            let first = commands.len();
            for (number, line) in (block.first..).zip(block.lines) {
                if let Some(command) = line.strip_prefix("$ ") {
                    commands.push(Shown::new(number, command));
                    is_continued = true;
                    continue;
                }
                assert!(commands.len() > first, "{}: a console block begins with '$ '", self.place(number));
                let shown = commands.last_mut().expect("there is a command");
                match line.strip_prefix('>').filter(|_| is_continued) {
                    Some(more) => {
                        shown.command.push('\n');
                        shown.command += more.strip_prefix(' ').unwrap_or(more);
                    }
                    None => {
                        is_continued = false;
                        shown.output.push(line.to_owned());
                    }
                }
            }
        }
        commands
    }
}

impl Shown {
    fn new(line: usize, command: &str) -> Self {
        let comment = command.rsplit_once(" # ").map_or("", |(_, comment)| comment);
        let said = comment.split_once(':').map_or(comment, |(said, _)| said);
        let exit = said.strip_prefix("exit ").map_or(0, |code| code.parse().expect("an exit code"));
        Self { line, command: command.to_owned(), exit, is_run: said != "not run", output: Vec::new() }
    }
}

/// Lines that tell times differ from run to run.
fn tells_time(line: &str) -> bool {
    // On a slow machine there may be lines of progress, which say how fast it is.
    let is_progress = line.contains(" · ") && line.split(" · ").any(|part| part.ends_with("/s"));
    is_progress || line.starts_with("Time:") || line.trim_start().starts_with("\"elapsed_ms\"")
}

/// Do the lines fit the pattern, in which `…` stands for any number of lines?
fn fits(pattern: &[&str], lines: &[&str]) -> bool {
    match pattern {
        [] => lines.is_empty(),
        [ANYTHING] => true,
        [ANYTHING, rest @ ..] => (0..=lines.len()).any(|skipped| fits(rest, &lines[skipped..])),
        [first, rest @ ..] => {
            lines.split_first().is_some_and(|(line, lines)| line_fits(first, line) && fits(rest, lines))
        }
    }
}

/// Does the line fit the pattern, in which `…` stands for any text?
fn line_fits(pattern: &str, line: &str) -> bool {
    let Some((head, rest)) = pattern.split_once(ANYTHING) else { return pattern.trim_end() == line.trim_end() };
    let Some(line) = line.strip_prefix(head) else { return false };
    line.char_indices().map(|(at, _)| at).chain([line.len()]).any(|at| line_fits(rest, &line[at..]))
}

/// A folder in which the commands of a page are run: `cases` is there, and `fathom` is on the path.
fn folder_for_commands() -> Environment {
    let environment = Environment::new();
    fs::create_dir(environment.path("bin")).expect("the folder is ours");
    let link = |from: &Path, to: &str| {
        std::os::unix::fs::symlink(from, environment.path(to)).expect("the folder is ours");
    };
    link(Path::new(env!("CARGO_BIN_EXE_fathom")), "bin/fathom");
    link(&root().join("cases"), "cases");
    environment
}

/// Runs a command as a shell does, and tells how it ended and all that it wrote. `None` if it takes too long.
fn run(environment: &Environment, command: &str) -> Option<(ExitStatus, String)> {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut child = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(environment.path(""))
        .env("PATH", format!("{}:{path}", environment.path("bin").display()))
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .process_group(0)
        .spawn()
        .expect("there is a shell");
    let mut pipe = child.stdout.take().expect("its output is piped");
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).expect("the output can be read");
        String::from_utf8(bytes).expect("the output is text")
    });
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the child is ours") {
            return Some((status, reader.join().expect("the reader does not panic")));
        }
        if started.elapsed() > PATIENCE {
            // The whole group: the shell, and what it started.
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            let _ = child.wait();
            return None;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Runs the commands of a page and tells everything that is not as the page says.
fn faults(page: &Page) -> Vec<String> {
    let environment = folder_for_commands();
    let mut faults = Vec::new();
    for shown in page.commands().into_iter().filter(|shown| shown.is_run) {
        let place = format!("{}: {}", page.place(shown.line), shown.command);
        let Some((status, output)) = run(&environment, &shown.command) else {
            faults.push(format!("{place}\ntakes longer than {} s", PATIENCE.as_secs()));
            continue;
        };
        if status.code() != Some(shown.exit) {
            faults.push(format!("{place}\nends with {status} instead of {}:\n{output}", shown.exit));
            continue;
        }
        let pattern: Vec<&str> = shown.output.iter().map(String::as_str).filter(|line| !tells_time(line)).collect();
        let lines: Vec<&str> = output.lines().filter(|line| !tells_time(line)).collect();
        if !shown.output.is_empty() && !fits(&pattern, &lines) {
            faults.push(format!("{place}\nshould write\n{}\nbut writes\n{output}", shown.output.join("\n")));
        }
    }
    faults
}

#[test]
fn the_commands_of_every_page_do_what_the_page_says() {
    let pages = Page::all();
    let faults: Vec<String> = thread::scope(|scope| {
        let runs: Vec<_> = pages.iter().map(|page| scope.spawn(|| faults(page))).collect();
        runs.into_iter().flat_map(|run| run.join().expect("a page can be run")).collect()
    });
    assert!(faults.is_empty(), "{} faults\n\n{}", faults.len(), faults.join("\n\n"));
}

#[test]
fn every_page_on_a_family_shows_commands_and_few_are_not_run() {
    let pages = Page::all();
    for name in ["polyomino", "lockpick", "voracity", "snakes", "maze", "exact-cover"] {
        let page = pages.iter().find(|page| page.name() == format!("docs/{name}.md"));
        let page = page.unwrap_or_else(|| panic!("there is no page on {name}"));
        let run = page.commands().iter().filter(|shown| shown.is_run).count();
        assert!(run >= 5, "{} runs {run} commands", page.name());
    }
    let not_run = pages.iter().flat_map(Page::commands).filter(|shown| !shown.is_run).count();
    assert!(not_run <= MOST_NOT_RUN, "{not_run} commands are not run");
}

#[test]
fn commands_stand_in_blocks_that_are_run() {
    for page in Page::all() {
        for block in page.blocks() {
            let is_known = match block.mark {
                "console" | "text" | "toml" | "json" => true,
                "sh" => page.name() == "docs/figures.md",
                _ => false,
            };
            assert!(is_known, "{}: a block is marked '{}'", page.place(block.first - 1), block.mark);
            let is_command = |line: &&str| line.starts_with("$ ");
            assert!(block.mark == "console" || !block.lines.iter().any(is_command), "{}", page.place(block.first));
        }
        for (number, line) in page.prose() {
            assert!(!line.starts_with("    fathom "), "{}: a command outside of a block", page.place(number));
        }
    }
}

#[test]
fn the_readme_is_short_and_names_the_test_command() {
    let readme = Page::read(root().join("README.md"));
    let lines = readme.text.lines().count();
    assert!(lines <= LONGEST_README, "README.md has {lines} lines");
    assert!(readme.text.lines().any(|line| line == "    cargo test"), "README.md says how to run the tests");
    for family in ["polyomino", "lockpick", "voracity", "snakes", "maze"] {
        assert!(readme.text.contains(&format!("- **{family}**")), "README.md presents {family}");
    }
}

#[test]
fn links_lead_to_files() {
    for page in Page::all() {
        let folder = page.path.parent().expect("a page is in a folder");
        for (number, line) in page.prose() {
            for rest in line.split("](").skip(1) {
                let target = rest.split_once(')').map_or(rest, |(target, _)| target);
                let file = target.split('#').next().unwrap_or_default();
                let is_elsewhere = file.contains("://") || file.is_empty();
                assert!(is_elsewhere || folder.join(file).exists(), "{}: no file {target}", page.place(number));
            }
        }
    }
}

#[test]
fn lines_are_not_too_long() {
    for page in Page::all() {
        for (number, line) in page.prose() {
            let length = line.chars().count();
            let is_free = line.starts_with('|') || line.starts_with("    ");
            assert!(is_free || length <= LONGEST_LINE, "{}: {length} characters", page.place(number));
        }
    }
}

/// The formatter leaves comments alone.
#[test]
fn comments_are_not_too_long() {
    for folder in ["src", "tests", "benches", "examples", "fuzz/src"] {
        let files = walkdir::WalkDir::new(root().join(folder)).into_iter().map(|file| file.expect("it can be read"));
        for file in files.filter(|file| file.path().extension().is_some_and(|ending| ending == "rs")) {
            let page = Page::read(file.into_path());
            for (number, line) in (1..).zip(page.text.lines()).filter(|(_, line)| line.trim_start().starts_with("//")) {
                let length = line.chars().count();
                assert!(length <= LONGEST_LINE, "{}: {length} characters", page.place(number));
            }
        }
    }
}

#[test]
fn every_section_of_figures_names_the_commands_that_the_script_runs() {
    let page = Page::read(root().join("docs/figures.md"));
    for section in page.text.split("\n## ").skip(1) {
        let title = section.lines().next().unwrap_or_default();
        assert!(section.contains("\n```sh\n"), "docs/figures.md: '{title}' names no command");
    }
    let blocks = page.blocks().into_iter().filter(|block| block.mark == "sh");
    let commands: String = blocks.flat_map(|block| block.lines).map(|line| format!("{line}\n")).collect();
    let script = Command::new("bash").arg(root().join("scripts/record-benches.sh")).arg("--list").output();
    let script = script.expect("there is a bash");
    assert!(script.status.success(), "{}", String::from_utf8_lossy(&script.stderr));
    assert_eq!(String::from_utf8_lossy(&script.stdout), commands, "the script runs what the page says");
}

#[test]
fn patterns_of_output_are_compared_as_described() {
    assert!(fits(&["a", "…", "d"], &["a", "b", "c", "d"]));
    assert!(fits(&["…"], &[]));
    assert!(!fits(&["a", "…", "d"], &["a", "b", "c"]));
    assert!(!fits(&["a"], &["a", "b"]));
    assert!(line_fits("x … z …", "x y z 1"));
    assert!(!line_fits("x … z", "x y"));
}
