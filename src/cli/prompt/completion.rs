//! Completes the path of a file.

use std::{fs, path::Path};

/// What a path that has been begun can become: as much of it as is certain, and all that it may go on with.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Completion {
    pub text: String,
    pub candidates: Vec<String>,
}

/// Completes what was typed. Files that begin with a dot have to be asked for.
pub fn complete(typed: &str) -> Completion {
    let (folder, begun) = typed.rfind('/').map_or(("", typed), |at| typed.split_at(at + 1));
    let place = expanded(if folder.is_empty() { "./" } else { folder });
    let entries = fs::read_dir(Path::new(&place)).into_iter().flatten().flatten();
    let mut candidates: Vec<String> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_fit = name.starts_with(begun) && (begun.starts_with('.') || !name.starts_with('.'));
            // A link to a folder is as good as one.
            let end = if entry.path().is_dir() { "/" } else { "" };
            is_fit.then(|| format!("{name}{end}"))
        })
        .collect();
    candidates.sort();
    let text = match candidates.split_first() {
        None => typed.to_owned(),
        Some((first, others)) => {
            format!("{folder}{}", others.iter().fold(first.as_str(), |all, other| common(all, other)))
        }
    };
    Completion { text, candidates }
}

/// A path in which `~/` stands for the home folder.
pub fn expanded(path: &str) -> String {
    match (path.strip_prefix("~/"), std::env::var("HOME")) {
        (Some(rest), Ok(home)) => format!("{home}/{rest}"),
        _ => path.to_owned(),
    }
}

fn common<'a>(one: &'a str, other: &str) -> &'a str {
    let length = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(mark, _)| mark.len_utf8()).sum();
    &one[..length]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_completed_as_far_as_it_is_certain() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["case-one.txt", "case-two.txt", "other é.txt", ".hidden"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("deep")).unwrap();
        let at = |name: &str| format!("{}/{name}", folder.path().display());
        let found = complete(&at("c"));
        assert_eq!((found.text, found.candidates), (at("case-"), vec!["case-one.txt".into(), "case-two.txt".into()]));
        assert_eq!(complete(&at("case-o")).text, at("case-one.txt"));
        assert_eq!(complete(&at("d")).text, at("deep/"));
        assert_eq!(complete(&at("other")).text, at("other é.txt"));
        assert_eq!(complete(&at("")).candidates.len(), 4);
        assert_eq!(complete(&at(".h")).text, at(".hidden"));
        assert_eq!(complete(&at("none")), Completion { text: at("none"), candidates: Vec::new() });
        assert_eq!(complete("/no/such/folder/x").candidates, Vec::<String>::new());
    }
}
