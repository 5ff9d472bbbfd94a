//! Files are whole or not there, and what may take the place of what is said before anything is written.

use super::*;

/// How many files there are in a folder.
fn count(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn old_content_is_replaced_and_nothing_is_left_beside() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.txt");
    write(&file, b"old").unwrap();
    write(&file, b"new").unwrap();
    ensure_writable(&file).unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"new");
    assert_eq!(count(folder.path()), 1);
    assert!(is_same(&file, &folder.path().join("./x.txt")));
}

#[test]
fn two_at_once_for_one_place_do_not_disturb_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.txt");
    let (mut one, mut two) = (WholeFile::create(&file).unwrap(), WholeFile::create(&file).unwrap());
    let dropped = WholeFile::create(&file).unwrap();
    one.write_all(b"one").unwrap();
    two.write_all(b"two").unwrap();
    two.keep().unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"two");
    drop(dropped);
    one.keep().unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"one");
    assert_eq!(count(folder.path()), 1);
}

#[test]
fn what_cannot_be_written_is_told_early_and_plainly() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(ensure_writable(folder.path()).unwrap_err().to_string(), "it is a folder");
    let nowhere = folder.path().join("none/x.txt");
    let error = ensure_writable(&nowhere).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
    // The name beside is nobody's business.
    assert!(!error.to_string().contains(".part"), "{error}");
    assert!(WholeFile::create(&folder.path().join("..")).is_err());
    // The longest name there can be.
    write(&folder.path().join("x".repeat(255)), b"long").unwrap();
}

#[cfg(unix)]
#[test]
fn links_permissions_and_devices_are_respected() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("x"), folder.path().join("link"));
    let mode = |file: &Path| fs::metadata(file).unwrap().permissions().mode() & 0o777;
    fs::write(&file, b"old").unwrap();
    let usual = mode(&file);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    write(&link, b"new").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!((fs::read(&file).unwrap(), mode(&file)), (b"new".to_vec(), 0o640));
    let fresh = folder.path().join("fresh");
    write(&fresh, b"new").unwrap();
    assert_eq!(mode(&fresh), usual);
    write(Path::new("/dev/null"), b"gone").unwrap();
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_makes_the_file_it_names() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("there")).unwrap();
    symlink("there/second", at("first")).unwrap();
    symlink("../file", at("there/second")).unwrap();
    assert!(is_same(&at("first"), &at("file")) && !is_same(&at("first"), &at("there/file")));
    ensure_writable(&at("first")).unwrap();
    write(&at("first"), b"new").unwrap();
    assert!(fs::symlink_metadata(at("first")).unwrap().is_symlink());
    assert_eq!(fs::read(at("file")).unwrap(), b"new");
    assert_eq!((count(folder.path()), count(&at("there"))), (3, 1));
    symlink("round", at("round")).unwrap();
    assert!(write(&at("round"), b"never").is_err());
}

#[cfg(unix)]
#[test]
fn what_is_read_again_has_to_be_a_plain_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", at("zero")).unwrap();
    fs::write(at("plain"), b"text").unwrap();
    for name in ["pipe", "zero"] {
        for refused in [ensure_plain(&at(name)), ensure_kept(&at(name)), open_plain(&at(name)).map(drop)] {
            assert_eq!(refused.unwrap_err().to_string(), "it is no plain file", "{name}");
        }
    }
    assert_eq!(ensure_rewritable(&at("pipe")).unwrap_err().to_string(), "it is no plain file");
    ensure_rewritable(Path::new("/dev/null")).unwrap();
    assert_eq!(ensure_plain(folder.path()).unwrap_err().to_string(), "it is a folder");
    for name in ["plain", "not there"] {
        ensure_kept(&at(name)).unwrap();
        ensure_rewritable(&at(name)).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_opened_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    ensure_writable(&pipe).unwrap();
    write(&pipe, b"all of it").unwrap();
    assert_eq!(reader.join().unwrap(), b"all of it");
    assert_eq!(count(folder.path()), 1);
}
