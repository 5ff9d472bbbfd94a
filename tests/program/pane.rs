//! A terminal with the program in it, driven as a person would drive it: by keys and by looking. It is a pane of tmux.

use std::{
    process::Command,
    sync::atomic::{AtomicU32, Ordering},
    thread::sleep,
    time::{Duration, Instant},
};

use crate::environment::Environment;

/// What has not happened by then does not happen, however slow the machine is.
const LONG_ENOUGH: Duration = Duration::from_secs(120);

/// A terminal of its own.
pub struct Pane<'a> {
    env: &'a Environment,
    socket: String,
}

/// Is there a tmux to test with? Says so if not.
pub fn has_tmux() -> bool {
    let is_there = Command::new("tmux").arg("-V").output().is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("skipped: this test drives the program in tmux, which is not installed");
    }
    is_there
}

impl<'a> Pane<'a> {
    /// Opens a terminal of so many columns and lines and runs the program in it. Its exit code and the settings of the
    /// terminal before and after are kept.
    pub fn open(env: &'a Environment, size: (u16, u16), args: &[&str]) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let socket = format!("fathom-{}-{number}", std::process::id());
        let quoted: Vec<String> = args.iter().map(|arg| format!("'{}'", arg.replace('\'', r"'\''"))).collect();
        let script = format!(
            "stty -g > before\nsh -c 'echo $$ > pid; exec \"$0\" \"$@\"' '{}' {}\necho \"EXIT $?\"\nstty -g > after\nread line\n",
            env!("CARGO_BIN_EXE_fathom"),
            quoted.join(" "),
        );
        env.write("run.sh", script);
        for left in ["before", "after", "pid"] {
            let _ = std::fs::remove_file(env.path(left));
        }
        let pane = Self { env, socket };
        let (width, height) = (size.0.to_string(), size.1.to_string());
        let folder = env.path("").display().to_string();
        pane.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &width, "-y", &height, "-c", &folder, "sh run.sh"]);
        pane
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output = Command::new("tmux").args(["-L", &self.socket]).args(args).env_remove("TMUX").output();
        let output = output.expect("tmux is there");
        assert!(output.status.success(), "tmux {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// What can be seen.
    pub fn text(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Presses keys, by tmux's names for them.
    pub fn press(&self, keys: &[&str]) {
        let mut args = vec!["send-keys"];
        args.extend(keys);
        self.tmux(&args);
    }

    /// Types a text.
    pub fn type_in(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    pub fn resize(&self, width: u16, height: u16) {
        self.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    /// Writes all that the program sends to the terminal into a file.
    pub fn record(&self, file: &str) {
        let command = format!("cat >> '{}'", self.env.path(file).display());
        self.tmux(&["pipe-pane", "-o", &command]);
    }

    /// Waits until what can be seen is right, and tells what it is.
    pub fn wait_for(&self, what: &str, is_right: impl Fn(&str) -> bool) -> String {
        let started = Instant::now();
        loop {
            let text = self.text();
            if is_right(&text) {
                return text;
            }
            assert!(started.elapsed() < LONG_ENOUGH, "{what} does not come:\n{text}");
            sleep(Duration::from_millis(30));
        }
    }

    /// Waits until a text can be seen.
    pub fn wait_for_text(&self, wanted: &str) -> String {
        self.wait_for(wanted, |text| text.contains(wanted))
    }

    /// Sends a signal to the program.
    pub fn signal(&self, name: &str) {
        let pid = self.env.read("pid");
        let sent = Command::new("kill").args([&format!("-{name}"), pid.trim()]).status();
        assert!(sent.expect("there is a program to send signals").success(), "the program has ended already");
    }

    /// Closes the terminal under the program, and waits for the program to end by itself.
    pub fn close(self) {
        let pid = self.env.read("pid");
        let env = self.env;
        drop(self);
        let started = Instant::now();
        let is_there = || Command::new("kill").args(["-0", pid.trim()]).output().is_ok_and(|it| it.status.success());
        while is_there() {
            if started.elapsed() > LONG_ENOUGH {
                let _ = Command::new("kill").args(["-9", pid.trim()]).status();
                panic!("the program stays without a terminal: {}", env.read("run.sh"));
            }
            sleep(Duration::from_millis(50));
        }
    }

    /// Waits for the end of the program, makes sure that the terminal is as it was, and tells the exit code.
    pub fn end(&self) -> i32 {
        let text = self.wait_for_text("EXIT ");
        let code = text.lines().rev().find_map(|line| line.strip_prefix("EXIT ")?.trim().parse().ok());
        let started = Instant::now();
        while std::fs::read_to_string(self.env.path("after")).map_or(0, |text| text.len()) == 0 {
            assert!(started.elapsed() < LONG_ENOUGH, "stty does not end");
            sleep(Duration::from_millis(20));
        }
        assert_eq!(self.env.read("after"), self.env.read("before"), "the terminal is not as it was");
        let state = self.tmux(&["display-message", "-p", "#{alternate_on} #{cursor_flag}"]);
        assert_eq!(state.trim(), "0 1", "the other screen is left, and the cursor is there");
        code.unwrap_or_else(|| panic!("there is no exit code:\n{text}"))
    }
}

impl Drop for Pane<'_> {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}
