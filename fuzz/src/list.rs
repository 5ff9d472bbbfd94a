//! Lists of cases for a batch: whatever is in them, they are taken or refused.

use std::{io::Cursor, path::PathBuf};

use fathom::batch::collect;

/// One execution.
pub fn run(data: &[u8]) {
    let content = data.to_vec();
    let _ = collect(&[], &[PathBuf::from("-")], &mut || Box::new(Cursor::new(content.clone())));
}
