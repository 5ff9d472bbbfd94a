//! Files that are whole, cut short, damaged or of somebody else.

use super::*;
use crate::search::{Quest, Tally, ledger::Segment};

fn plan(folder: &tempfile::TempDir) -> CheckpointPlan {
    let fingerprint = Fingerprint::of(&["journal"]);
    CheckpointPlan {
        file: folder.path().join("run.checkpoint"),
        every: Duration::ZERO,
        fingerprint,
        only_unfinished: false,
    }
}

fn records(plan: &CheckpointPlan) -> Result<Vec<Vec<u8>>, CheckpointError> {
    let mut all = Vec::new();
    Journal::open(plan, &mut |record| {
        all.push(record);
        true
    })?;
    Ok(all)
}

#[test]
fn why_a_checkpoint_is_not_there_is_told() {
    let source = io::Error::other("the disk is full");
    let error = CheckpointError::Write { file: PathBuf::from("state"), source };
    assert_eq!(error.to_string(), "cannot write checkpoint state: the disk is full");
}

#[test]
fn a_journal_grows_and_a_torn_record_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&folder);
    let mut journal = Journal::create(&plan).unwrap();
    journal.append(b"one").unwrap();
    journal.append(b"two").unwrap();
    drop(journal);
    let whole = fs::read(&plan.file).unwrap();
    let second = whole.len() - 3 - 8 - HASH;
    for length in HEADER..=whole.len() {
        fs::write(&plan.file, &whole[..length]).unwrap();
        let expected: &[&[u8]] = match length {
            _ if length == whole.len() => &[b"one", b"two"],
            _ if length >= second => &[b"one"],
            _ => &[],
        };
        assert_eq!(records(&plan).unwrap(), expected, "cut to {length} bytes");
        let mut journal = Journal::open(&plan, &mut |_| true).unwrap();
        journal.append(b"more").unwrap();
        assert_eq!(records(&plan).unwrap().last().unwrap(), b"more");
    }
}

#[test]
fn a_flipped_bit_anywhere_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&folder);
    let mut journal = Journal::create(&plan).unwrap();
    journal.append(b"one").unwrap();
    journal.append(b"two").unwrap();
    let whole = fs::read(&plan.file).unwrap();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(&plan.file, bytes).unwrap();
        // A length that became larger than the file looks like a record that was cut short.
        let is_noticed = records(&plan).map_or(true, |all| all.len() < 2);
        assert!(is_noticed, "flipped a bit of byte {at}");
    }
}

#[test]
fn two_runs_cannot_share_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = plan(&folder).file;
    let lock = CheckpointLock::take(&file).unwrap();
    assert!(matches!(CheckpointLock::take(&file), Err(CheckpointError::InUse(_))));
    drop(lock);
    drop(CheckpointLock::take(&file).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_fingerprint_is_read_as_it_is_written() {
    let fingerprint = Fingerprint::of(&["one", "two"]);
    let text = fingerprint.to_string();
    assert_eq!(text.parse(), Ok(fingerprint));
    assert_eq!(text.to_uppercase().parse(), Ok(fingerprint));
    for wrong in ["", &text[1..], &format!("{text}0"), &format!("{text}x"), &format!("x{}", &text[1..])] {
        assert_eq!(wrong.parse::<Fingerprint>(), Err(()), "{wrong}");
    }
}

#[test]
fn only_what_begins_like_a_checkpoint_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&folder);
    assert!(!is_checkpoint(&plan.file));
    for (content, expected) in [(&MAGIC[1..], false), (b"something that is long enough", false), (MAGIC, true)] {
        fs::write(&plan.file, content).unwrap();
        assert_eq!(is_checkpoint(&plan.file), expected);
    }
    Journal::create(&plan).unwrap();
    assert!(is_checkpoint(&plan.file));
}

#[test]
fn a_lock_whose_file_was_removed_is_no_lock() {
    let folder = tempfile::tempdir().unwrap();
    let (name, other) = (folder.path().join("lock"), folder.path().join("other"));
    let (open, _) = (File::create(&name).unwrap(), File::create(&other).unwrap());
    assert!(is_same_file(&open, &name) && !is_same_file(&open, &other));
    fs::remove_file(&name).unwrap();
    assert!(!is_same_file(&open, &name));
}

#[test]
fn a_damaged_checkpoint_of_another_search_is_called_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&folder);
    let ledger = Ledger::<u32>::new(crate::search::Range::everything());
    save(&plan, &ledger).unwrap();
    let other = Fingerprint::of(&["another"]);
    let load = || load_without_told::<u32>(&plan.file, other).unwrap_err();
    assert!(matches!(load(), CheckpointError::OtherSearch(_)));
    let whole = fs::read(&plan.file).unwrap();
    fs::write(&plan.file, &whole[..whole.len() - 1]).unwrap();
    assert!(matches!(load(), CheckpointError::Damaged(_)));
    // A journal may end in the middle of a record.
    let mut journal = Journal::create(&plan).unwrap();
    journal.append(b"one").unwrap();
    let whole = fs::read(&plan.file).unwrap();
    fs::write(&plan.file, &whole[..whole.len() - 1]).unwrap();
    assert!(matches!(load(), CheckpointError::OtherSearch(_)));
}

#[test]
fn an_empty_record_is_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&folder);
    let mut journal = Journal::create(&plan).unwrap();
    journal.append(b"").unwrap();
    assert_eq!(records(&plan).unwrap(), [b""]);
    journal.append(b"more").unwrap();
    journal.append(b"").unwrap();
    assert_eq!(records(&plan).unwrap(), [&b""[..], b"more", b""]);
    assert_eq!(journal.length, fs::metadata(&plan.file).unwrap().len(), "it knows where its last record ends");
}

#[test]
fn a_file_that_begins_like_a_checkpoint_is_damaged_and_any_other_foreign() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&folder);
    let load = |content: &[u8]| {
        fs::write(&plan.file, content).unwrap();
        load_without_told::<u32>(&plan.file, plan.fingerprint).unwrap_err()
    };
    assert!(matches!(load(b""), CheckpointError::Foreign(_)));
    assert!(matches!(load(b"fathoms"), CheckpointError::Foreign(_)));
    assert!(matches!(load(b"fathom"), CheckpointError::Damaged(_)));
    assert!(matches!(load(MAGIC), CheckpointError::Damaged(_)));
}

#[test]
fn a_ledger_with_something_behind_it_or_wrong_in_itself_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&folder);
    let load = || load_without_told::<u32>(&plan.file, plan.fingerprint);
    let range = |text: &str| text.parse::<crate::search::Range>().unwrap();
    let segment = |text| Segment::new(range(text), Tally::default(), Vec::new(), 0.0, 0);
    let mut ledger = Ledger::<u32>::new(range("/2../6"));
    ledger.enter(segment("/3../5"), Quest::Count);
    save(&plan, &ledger).unwrap();
    assert_eq!(load().unwrap().left(), ledger.left());
    let mut longer = fs::read(&plan.file).unwrap();
    longer.push(0);
    fs::write(&plan.file, longer).unwrap();
    assert!(matches!(load(), Err(CheckpointError::Damaged(_))));
    // Its checksum is right, but it says that more was searched than there is.
    ledger.enter(segment("/5../7"), Quest::Count);
    save(&plan, &ledger).unwrap();
    assert!(matches!(load(), Err(CheckpointError::Damaged(_))));
}
