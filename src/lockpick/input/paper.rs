//! The format of the paper: the number of nodes between start and goal, one line for each, the number of edges, one
//! line for each. Node 0 is the start and the node after the last is the goal.

use crate::{
    diagnostics::{Diagnostic, Line, Source},
    lockpick::{
        complex::Complex,
        level::{Door, Edge, Key, KeyEffect, Level, Need, Node, NodeId, NodeKind},
    },
};

use super::{MOST, words::Words};

const SHAPE: &str = "the format is: N, then N lines 'key|door COLOUR AMOUNT 0|1' or 'empty', then E, then E lines \
                     with two nodes each; 0 is the start and N+1 the goal";

/// Lines that say something.
fn lines(source: &Source) -> impl Iterator<Item = Line<'_>> {
    source.lines().filter(|line| !line.text.split('#').next().unwrap_or("").trim().is_empty())
}

/// A lone number, and then a node or another lone number.
pub(super) fn recognise(source: &Source) -> bool {
    let mut lines = lines(source).map(|line| line.text.split('#').next().unwrap_or("").trim());
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let Some(first) = lines.next() else { return false };
    is_number(first)
        && lines.next().is_some_and(|text| match text.split_whitespace().next() {
            Some("key" | "door" | "empty") => true,
            _ => first.trim_start_matches('0').is_empty() && is_number(text),
        })
}

pub(super) fn parse(source: &Source) -> Result<Level, Diagnostic> {
    let mut lines = lines(source);
    let mut next = |what: &str| match lines.next() {
        Some(line) => Ok(Words::new(source, line)),
        None => Err(source.error_at_end(format!("{what} is missing")).label("the file ends here").help(SHAPE)),
    };
    let count = whole(next("the number of nodes")?, "the number of nodes")?;
    let mut nodes = vec![Node::new("0", NodeKind::Junction)];
    for index in 1..=count {
        let kind = node(next(&format!("node {index} of {count}"))?)?;
        nodes.push(Node::new(index.to_string(), kind));
    }
    nodes.push(Node::new((count + 1).to_string(), NodeKind::Goal));
    let edge_count = whole(next("the number of edges")?, "the number of edges")?;
    let mut edges = Vec::new();
    for index in 1..=edge_count {
        let mut words = next(&format!("edge {index} of {edge_count}"))?;
        let from = end(&mut words, count + 1)?;
        let to = end(&mut words, count + 1)?;
        words.finish()?;
        edges.push(Edge::between(from, to));
    }
    if let Some(line) = lines.next() {
        let error = source.error("there is more than the file says", line, 0..line.text.len());
        return Err(error.label(format!("expected the end after {edge_count} edges")));
    }
    Ok(Level { nodes, edges, start: 0, ..Level::default() })
}

fn node(mut words: Words<'_>) -> Result<NodeKind, Diagnostic> {
    let kind = words.need("key, door or empty")?;
    if kind.text == "empty" {
        words.finish()?;
        return Ok(NodeKind::Junction);
    }
    if !matches!(kind.text, "key" | "door") {
        let error = words.error(format!("'{}' is no kind of node", kind.text), &kind);
        return Err(error.label("expected key, door or empty").help(SHAPE));
    }
    let colour = words.colour()?;
    let (amount, place) = words.number("an amount")?;
    if amount.im != 0 || amount.re < 0 {
        let error = words.error(format!("the amount {amount} is not possible in this format"), &place);
        return Err(error.label("expected 0 or more").help("the other format can say more: see the manual"));
    }
    let special = words.need("0 or 1")?;
    let is_special = match special.text {
        "0" => false,
        "1" => true,
        other => {
            let meaning = if kind.text == "key" { "1 makes the key exact" } else { "1 makes it a blast door" };
            return Err(words.error(format!("'{other}' is neither 0 nor 1"), &special).label(meaning));
        }
    };
    words.finish()?;
    Ok(match (kind.text, is_special) {
        ("key", false) => NodeKind::Key(Key::adding(colour, amount)),
        ("key", true) => NodeKind::Key(Key { colour, effect: KeyEffect::Exact(amount), infinite: false }),
        (_, true) => NodeKind::Door(Door::simple(colour, Need::Blast(Complex::ONE))),
        (_, false) if amount.is_zero() => NodeKind::Door(Door::simple(colour, Need::Blank)),
        (_, false) => NodeKind::Door(Door::simple(colour, Need::Normal(amount))),
    })
}

/// A line with one number.
fn whole(mut words: Words<'_>, what: &str) -> Result<usize, Diagnostic> {
    let word = words.need(what)?;
    let number = word.text.parse().ok().filter(|&number: &usize| number <= MOST);
    let Some(number) = number else {
        let error = words.error(format!("'{}' is not {what}", word.text), &word);
        return Err(error.label(format!("expected a whole number up to {MOST}")).help(SHAPE));
    };
    words.finish()?;
    Ok(number)
}

/// A node at the end of an edge.
fn end(words: &mut Words<'_>, goal: usize) -> Result<NodeId, Diagnostic> {
    let word = words.need("a node")?;
    let node = word.text.parse().ok().filter(|&node: &usize| node <= goal);
    node.ok_or_else(|| {
        words.error(format!("there is no node '{}'", word.text), &word).label(format!("expected 0 to {goal}"))
    })
}
