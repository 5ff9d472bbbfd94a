//! Strongly connected components of a graph given by its steps, without recursion.

const NONE: u32 = u32::MAX;

/// The component of every node that is there, numbered from 0; `u32::MAX` for the others.
pub fn strong<I: Iterator<Item = usize>>(
    count: usize,
    is_there: impl Fn(&usize) -> bool,
    steps: impl Fn(usize) -> I,
) -> Vec<u32> {
    let mut component = vec![NONE; count];
    let mut order = vec![NONE; count];
    let mut lowest = vec![NONE; count];
    let mut open = Vec::new();
    let mut calls: Vec<(usize, I)> = Vec::new();
    let (mut visited, mut components) = (0, 0);
    for root in (0..count).filter(&is_there) {
        if order[root] != NONE {
            continue;
        }
        (order[root], lowest[root]) = (visited, visited);
        visited += 1;
        open.push(root);
        calls.push((root, steps(root)));
        while let Some((node, left)) = calls.last_mut() {
            let node = *node;
            if let Some(next) = left.next() {
                if order[next] == NONE {
                    (order[next], lowest[next]) = (visited, visited);
                    visited += 1;
                    open.push(next);
                    calls.push((next, steps(next)));
                } else if component[next] == NONE {
                    lowest[node] = lowest[node].min(order[next]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(caller, _)) = calls.last() {
                lowest[caller] = lowest[caller].min(lowest[node]);
            }
            if lowest[node] == order[node] {
                while let Some(member) = open.pop() {
                    component[member] = components;
                    if member == node {
                        break;
                    }
                }
                components += 1;
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::strong;

    #[test]
    fn circles_are_one_and_the_rest_alone() {
        // 0 → 1 → 2 → 0, 2 → 3 → 4 → 3, 5 alone, 6 not there.
        let steps = [vec![1], vec![2], vec![0, 3], vec![4], vec![3], vec![0], vec![0]];
        let found = strong(7, |&node| node != 6, |node| steps[node].iter().copied());
        assert_eq!(found[0], found[1]);
        assert_eq!(found[1], found[2]);
        assert_eq!(found[3], found[4]);
        assert_ne!(found[0], found[3]);
        assert!(found[5] != found[0] && found[5] != found[3]);
        assert_eq!(found[6], u32::MAX);
    }

    #[test]
    fn long_chains_need_no_stack() {
        let count = 1_000_000;
        let found = strong(count, |_| true, |node| (node + 1 < count).then_some(node + 1).into_iter());
        assert_eq!(found[count - 1], 0);
        assert_eq!(found[0], count as u32 - 1);
    }
}
