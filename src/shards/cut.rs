//! Cuts a search into pieces, each with a file of its own.

use std::{
    fs,
    path::{Path as FilePath, PathBuf},
};

use crate::{
    family::{Error, Family},
    input::Input,
    search::{CheckpointLock, Control, Piece},
    session::{Ended, Shards, Task},
};

use super::{Asked, EVERYTHING, RANGE_ENDING, RangeFile, ShardError, Silent, files::files_with};

/// A search in pieces.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The pieces, in the order of their ids.
    pub pieces: Vec<Piece>,
    /// Their files.
    pub files: Vec<PathBuf>,
}

/// Cuts a task into about so many pieces and writes their files into a folder that has none yet.
pub fn cut(
    family: &'static dyn Family,
    case: &Input,
    task: &Task,
    count: usize,
    folder: &FilePath,
    control: &Control,
) -> Result<Cut, Error> {
    // As if a range was asked for: the strategy has to have ids.
    let task = Task { range: Some(EVERYTHING.to_owned()), ..task.clone() };
    make_folder(folder)?;
    if !files_with(folder, RANGE_ENDING)?.is_empty() {
        return Err(ShardError::Taken(folder.to_owned()).into());
    }
    let silent = Silent { family, case, control: control.clone(), threads: 1 };
    let (ended, _) = silent.run(&task, Some(Shards::Cut { count, checkpoint: None }))?;
    // Pieces that were cut in a hurry are not what was asked for.
    control.proceed()?;
    let (pieces, common) = cut_up(ended, family, case, &task)?;
    let width = pieces.len().to_string().len().max(4);
    let named = |number| folder.join(format!("{number:0width$}.{RANGE_ENDING}"));
    let files: Vec<PathBuf> = (1..=pieces.len()).map(named).collect();
    write_pieces(&pieces, &common, &files, control)?;
    Ok(Cut { pieces, files })
}

/// Cuts what a piece has left, by its checkpoint, into pieces of their own. What was searched stays in the checkpoint;
/// the file of the piece gives way to those of what was left.
pub fn cut_again(
    families: &'static [&'static dyn Family],
    case: &Input,
    checkpoint: &FilePath,
    count: usize,
    folder: &FilePath,
    control: &Control,
) -> Result<Cut, Error> {
    // Nobody may search on in what is cut.
    let _lock = CheckpointLock::take(checkpoint)?;
    let range_file = checkpoint.with_extension(RANGE_ENDING);
    let piece = RangeFile::read(&range_file)?;
    let (family, task) = piece.task(families, &piece.range)?;
    let silent = Silent { family, case, control: control.clone(), threads: 1 };
    let (ended, _) = silent.run(&task, Some(Shards::Cut { count, checkpoint: Some(checkpoint.to_owned()) }))?;
    // Pieces that were cut in a hurry are not what was asked for.
    control.proceed()?;
    let (pieces, common) = cut_up(ended, family, case, &task)?;
    if pieces.is_empty() {
        return Err(ShardError::NothingLeft(checkpoint.to_owned()).into());
    }
    make_folder(folder)?;
    let stem = checkpoint.file_stem().unwrap_or_default().to_string_lossy();
    let named = |number| folder.join(format!("{stem}-{number:02}.{RANGE_ENDING}"));
    let files: Vec<PathBuf> = (1..=pieces.len()).map(named).collect();
    if let Some(taken) = files.iter().find(|file| file.exists()) {
        return Err(ShardError::FileTaken(taken.clone()).into());
    }
    write_pieces(&pieces, &common, &files, control)?;
    fs::remove_file(&range_file).map_err(|source| ShardError::Write { file: range_file, source })?;
    Ok(Cut { pieces, files })
}

/// The folder that range files go to.
fn make_folder(folder: &FilePath) -> Result<(), ShardError> {
    fs::create_dir_all(folder).map_err(|source| ShardError::Write { file: folder.to_owned(), source })
}

/// The pieces a session has cut, and what their files have in common.
fn cut_up(
    ended: Ended,
    family: &'static dyn Family,
    case: &Input,
    task: &Task,
) -> Result<(Vec<Piece>, RangeFile), ShardError> {
    let question = Asked::of(task.question);
    let (Some(sharded), Some(strategy), Some(question)) = (ended.sharded, ended.strategy, question) else {
        let reason = ended.finding.reason.unwrap_or_else(|| "there is nothing to search".to_owned());
        return Err(ShardError::Uncut { case: case.name().to_owned(), reason });
    };
    let common = RangeFile {
        fathom: env!("CARGO_PKG_VERSION").to_owned(),
        case: case.name().to_owned(),
        family: family.name().to_owned(),
        question,
        strategy: strategy.name.to_owned(),
        seed: task.seed,
        options: task.options.clone(),
        fingerprint: sharded.fingerprint.to_string(),
        range: String::new(),
        piece: 0,
        pieces: sharded.pieces.len(),
        estimated_nodes: 0.0,
    };
    Ok((sharded.pieces, common))
}

/// Writes the files of the pieces, or none of them.
fn write_pieces(pieces: &[Piece], common: &RangeFile, files: &[PathBuf], control: &Control) -> Result<(), Error> {
    for (index, (piece, file)) in pieces.iter().zip(files).enumerate() {
        let content = RangeFile {
            range: piece.range.to_string(),
            piece: index + 1,
            estimated_nodes: piece.nodes.round(),
            ..common.clone()
        };
        let written = control.proceed().map_err(Error::from).and_then(|()| Ok(content.write(file)?));
        if let Err(error) = written {
            files[..index].iter().for_each(|file| drop(fs::remove_file(file)));
            return Err(error);
        }
    }
    Ok(())
}
