//! What the process uses and what it could still have, where the system tells.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The bytes of memory the process holds; 0 where the system does not tell.
pub fn resident() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

/// The most bytes of memory the process held so far.
pub fn peak() -> Option<u64> {
    field(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// The bytes that could still be had: what the machine has available, and no more than the limits of the control groups
/// leave that the process is in (a container, a job of a cluster).
pub fn available() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| field(&text, "MemAvailable:"));
    let groups = fs::read_to_string("/proc/self/cgroup").ok();
    let groups = groups.and_then(|groups| left_by_groups(&groups, Path::new("/sys/fs/cgroup")));
    machine.into_iter().chain(groups).min()
}

/// A field of the kernel's tables, which have kibibytes.
fn field(text: &str, name: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Where a version of control groups keeps what is needed here.
struct Files {
    folder: &'static str,
    limit: &'static str,
    usage: &'static str,
    /// What of the usage is pages of files that have not been used for long: the kernel drops them first.
    droppable: &'static str,
}

const VERSION_1: Files = Files {
    folder: "memory",
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    droppable: "total_inactive_file",
};

const VERSION_2: Files = Files { folder: "", limit: "memory.max", usage: "memory.current", droppable: "inactive_file" };

/// The least that any control group of the process leaves. `groups` is the text of `/proc/self/cgroup`.
fn left_by_groups(groups: &str, mount: &Path) -> Option<u64> {
    let left = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        let files = match controllers {
            "" => VERSION_2,
            _ if controllers.split(',').any(|controller| controller == "memory") => VERSION_1,
            _ => return None,
        };
        let mount = mount.join(files.folder);
        // Groups lie in each other, and every limit holds. In a container the outer ones cannot be seen.
        let path = PathBuf::from(path.trim_start_matches('/'));
        path.ancestors().filter_map(|group| left_by(&mount.join(group), &files)).min()
    });
    left.min()
}

/// What a control group leaves; `None` if it has no limit.
fn left_by(group: &Path, files: &Files) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(group.join(name)).ok();
    // Without a limit version 2 has the word `max`; version 1 has a number larger than any memory.
    let limit: u64 = read(files.limit)?.trim().parse().ok()?;
    let usage: u64 = read(files.usage)?.trim().parse().ok()?;
    let droppable = read("memory.stat").and_then(|text| {
        let value = text.lines().find_map(|line| line.strip_prefix(files.droppable)?.strip_prefix(' '))?;
        value.trim().parse::<u64>().ok()
    });
    Some(limit.saturating_sub(usage.saturating_sub(droppable.unwrap_or(0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(folder: PathBuf, files: &[(&str, &str)]) {
        fs::create_dir_all(&folder).unwrap();
        files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
    }

    #[test]
    fn the_narrowest_of_nested_groups_counts() {
        let mount = tempfile::tempdir().unwrap();
        let at = |path: &str| mount.path().join(path);
        group(at("job"), &[("memory.max", "5000\n"), ("memory.current", "4000\n")]);
        group(at("job/step"), &[("memory.max", "3000\n"), ("memory.current", "500\n")]);
        group(at("job/step/task"), &[("memory.max", "max\n"), ("memory.current", "400\n")]);
        assert_eq!(left_by_groups("0::/job/step/task\n", mount.path()), Some(1000));
        // Pages of files make room.
        fs::write(at("job/memory.stat"), "anon 9\ninactive_file 3000\nactive_file 7\n").unwrap();
        assert_eq!(left_by_groups("0::/job/step/task\n", mount.path()), Some(2500));
        // A group that cannot be seen, as in a container, and one without a limit.
        assert_eq!(left_by_groups("0::/job/elsewhere\n", mount.path()), Some(4000));
        assert_eq!(left_by_groups("0::/\n", mount.path()), None);
    }

    #[test]
    fn the_first_version_of_groups_is_known_too() {
        let mount = tempfile::tempdir().unwrap();
        let files = [("memory.limit_in_bytes", "9000\n"), ("memory.usage_in_bytes", "9500\n")];
        group(mount.path().join("memory/slice"), &files);
        let groups = "5:cpu,cpuacct:/slice\n4:memory:/slice\n0::/slice\n";
        assert_eq!(left_by_groups(groups, mount.path()), Some(0));
        fs::write(mount.path().join("memory/slice/memory.stat"), "inactive_file 1\ntotal_inactive_file 800\n").unwrap();
        assert_eq!(left_by_groups(groups, mount.path()), Some(300));
        assert_eq!(left_by_groups("5:cpu,cpuacct:/slice\n", mount.path()), None);
        assert_eq!(left_by_groups("nonsense\n\n:\n", mount.path()), None);
    }

    #[test]
    fn fields_are_read_in_bytes() {
        let text = "MemFree:  7 kB\nMemAvailable:    12 kB\nHuge: 3\n";
        assert_eq!(field(text, "MemAvailable:"), Some(12 * 1024));
        assert_eq!((field(text, "Huge:"), field(text, "Swap:")), (None, None));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_holds_something() {
        let held = vec![1u8; 1 << 22];
        assert!(resident() >= held.len() as u64);
        assert!(peak().is_some_and(|peak| peak >= held.len() as u64));
        assert!(available().is_some());
        assert_eq!(held[held.len() / 2], 1);
    }
}
