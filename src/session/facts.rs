//! What searches of several families say in the same words.

use serde_json::json;

use crate::report::Fact;

/// Is the solution the only one, if a search for two of them has found so many? `what` is what a solution is called.
pub fn unique_fact(what: &str, found: usize) -> Fact {
    let text = match found {
        0 => format!("Unique: no, there is no {what}"),
        1 => format!("Unique: yes, there is just this {what}"),
        _ => format!("Unique: no, there are at least two {what}s"),
    };
    Fact { name: "unique", value: json!(found == 1), text }
}

/// Why a strategy whose tables need more bytes than there may be does not begin.
pub fn tables_too_large(strategy: &str, needed: u64, limit: u64) -> Option<String> {
    (needed > limit).then(|| {
        let [needed, limit] = [needed, limit].map(|bytes| bytes.div_ceil(1 << 20));
        format!("the tables of strategy {strategy} would take {needed} MiB, more than {limit} MiB")
    })
}
