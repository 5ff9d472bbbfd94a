//! A folder of its own for each test, and the program run in it as a person would run it.

use std::{
    io::Read,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// What has not happened by then does not happen, however slow the machine is.
const LONG_ENOUGH: Duration = Duration::from_secs(120);

pub struct Environment {
    folder: tempfile::TempDir,
}

/// What a run of the program left behind.
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// How long it was at work, on all cores together. However busy the machine is, that is the same; zero where it
    /// cannot be told.
    pub at_work: Duration,
}

impl Environment {
    pub fn new() -> Self {
        // In memory where that can be had: the tests are not about the speed of disks.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        Self { folder: folder.expect("a temporary folder") }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file and tells its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).expect("the folder is ours");
        path.display().to_string()
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file is there")
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fathom"));
        command.args(args).current_dir(self.folder.path()).env_remove("NO_COLOR").stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        let mut command = self.command(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let (mut out, mut err) = (child.stdout.take().expect("it is piped"), child.stderr.take().expect("it is piped"));
        std::thread::scope(|scope| {
            scope.spawn(|| err.read_to_end(&mut stderr).expect("it can be read"));
            out.read_to_end(&mut stdout).expect("it can be read");
        });
        let at_work = time_at_work(&child);
        let status = child.wait().expect("the program is ours");
        Run { at_work, ..Run::of(Output { status, stdout, stderr }) }
    }

    /// Starts the program with its output thrown away.
    pub fn start(&self, args: &[&str]) -> Child {
        let mut command = self.command(args);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
    }

    /// Kills a search once it has written a checkpoint that was not there before, whenever that is.
    pub fn kill_after_checkpoint(&self, mut child: Child, checkpoint: &str) {
        let content = || std::fs::read(self.path(checkpoint)).ok();
        let (before, started) = (content(), Instant::now());
        while content().is_none() || content() == before {
            let ended = child.try_wait().expect("the program is ours");
            assert!(ended.is_none(), "the search ended before it could be killed: {ended:?}");
            assert!(started.elapsed() < LONG_ENOUGH, "no checkpoint was written");
            sleep(Duration::from_millis(5));
        }
        let ended = child.try_wait().expect("the program is ours");
        assert!(ended.is_none(), "the search ended before it could be killed: {ended:?}");
        child.kill().expect("the program is running");
        child.wait().expect("the program is ours");
    }

    /// Runs the program and insists that it says 0.
    pub fn succeed(&self, args: &[&str]) -> String {
        let run = self.run(args);
        assert_eq!(run.code, Some(0), "{args:?}: {}{}", run.stdout, run.stderr);
        run.stdout
    }
}

impl Run {
    pub fn of(output: Output) -> Self {
        Self {
            stdout: String::from_utf8(output.stdout).expect("the output is text"),
            stderr: String::from_utf8(output.stderr).expect("messages are text"),
            code: output.status.code(),
            at_work: Duration::ZERO,
        }
    }
}

/// How long a program was at work that has closed its outputs. It is told until somebody has waited for the program.
fn time_at_work(child: &Child) -> Duration {
    // After the name in brackets: the state, and from there as the 12th and 13th what was spent, in hundredths of a
    // second.
    let fields = || {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        Some(text.rsplit_once(')')?.1.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    };
    while let Some(fields) = fields() {
        if fields[0] == "Z" {
            let spent: u64 = fields[11..13].iter().filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
            return Duration::from_millis(10 * spent);
        }
        sleep(Duration::from_millis(1));
    }
    Duration::ZERO
}

/// Sends a signal to a program.
#[cfg(unix)]
pub fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.expect("there is a program to send signals").success());
}

/// The path of a case of this repository.
pub fn case(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(name);
    assert!(path.exists(), "there is no case {name}");
    path.display().to_string()
}

/// A text without the lines that tell times.
pub fn without_times(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("Time:")).map(|line| format!("{line}\n")).collect()
}

/// A case on which a strategy has something to do and is done soon.
pub fn sample(family: &str, strategy: &str) -> String {
    case(match (family, strategy) {
        ("polyomino", "brute") => "polyomino/paper-plus-misread.txt",
        ("polyomino", "portfolio") => "polyomino/hexominoes-15x15-hole.txt",
        ("polyomino", _) => "polyomino/pentominoes-3x20.txt",
        ("lockpick", _) => "lockpick/paper/3-4_cargo_lift.txt",
        ("voracity", "frontier") => "voracity/all-ones-8x8.txt",
        ("voracity", "dp") => "voracity/v9-3-1.txt",
        ("voracity", _) => "voracity/v10-3-1.txt",
        ("snakes", "dfs") => "snakes/paper-8x8.txt",
        ("snakes", _) => "snakes/milton-bradley.txt",
        ("maze", _) => "maze/two-ways.txt",
        ("exact-cover", _) => "exact-cover/queens-8.dlx",
        other => panic!("there is no sample for {other:?}"),
    })
}

/// Runs the program in the folder of the repository: exit code, standard output, standard error.
pub fn fathom(arguments: &[&str]) -> (i32, String, String) {
    let env = Environment::new();
    let output = env.command(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let run = Run::of(output);
    (run.code.unwrap(), run.stdout, run.stderr)
}

/// What the program says as JSON, run in the same folder.
pub fn json(arguments: &[&str]) -> serde_json::Value {
    let (code, out, err) = fathom(arguments);
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}
