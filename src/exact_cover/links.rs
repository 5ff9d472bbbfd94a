//! Lists of the options that are left for each item, linked so that what was taken out last can be put back in its
//! place.
//!
//! A list of an item holds, in the order of the file, the parts of options that are still possible. To cover an item
//! takes its options out of all other lists; to purify one leaves those in that agree on its colour. Everything is
//! undone in reverse order, and then every list is in the order of the file again: what the cursor sees depends on the
//! options taken alone.

use std::sync::Arc;

use super::problem::Problem;

/// A place in a list: an item's head, a part of an option, or the end of an option.
type Node = u32;

/// Of a part that agrees with the colour its item has: there is nothing to be done about it any more.
const AGREES: i32 = -1;

/// What never changes.
#[derive(Debug)]
struct Places {
    /// The item of each node: heads are their own; ends of options have [`END`].
    item: Vec<u32>,
    /// For an end of an option, the first node of that option; for other nodes, the number of the option.
    option: Vec<u32>,
    /// Items that must be covered have numbers up to this; numbers begin at 1, and 0 is the head of the list of items.
    primary: u32,
}

const END: u32 = 0;

/// The lists, of one cursor.
#[derive(Clone, Debug)]
pub(super) struct Links {
    places: Arc<Places>,
    up: Vec<Node>,
    down: Vec<Node>,
    colour: Vec<i32>,
    /// The items that are to be covered yet.
    left: Vec<u32>,
    right: Vec<u32>,
    /// How many options each item has.
    size: Vec<u32>,
}

impl Links {
    pub fn new(problem: &Problem) -> Self {
        let items = problem.items.len() as u32;
        let primary = problem.primary as u32;
        let (mut item, mut option): (Vec<u32>, Vec<u32>) = ((0..=items).collect(), vec![0; items as usize + 1]);
        let (mut up, mut down): (Vec<Node>, Vec<Node>) = ((0..=items).collect(), (0..=items).collect());
        let mut colour = vec![0; items as usize + 1];
        let mut size = vec![0; items as usize + 1];
        for (number, parts) in problem.options.iter().enumerate() {
            let first = item.len() as u32;
            for part in parts {
                let (head, node) = (part.item + 1, item.len() as u32);
                let last = up[head as usize];
                item.push(head);
                option.push(number as u32);
                up.push(last);
                down.push(head);
                colour.push(part.colour as i32);
                down[last as usize] = node;
                up[head as usize] = node;
                size[head as usize] += 1;
            }
            item.push(END);
            option.push(first);
            up.push(0);
            down.push(0);
            colour.push(0);
        }
        // Only primary items are in the list of those that are to be covered.
        let mut left: Vec<u32> = (0..=items).collect();
        let mut right = left.clone();
        for item in 0..=primary {
            left[item as usize] = item.checked_sub(1).unwrap_or(primary);
            right[item as usize] = if item == primary { 0 } else { item + 1 };
        }
        Self { places: Arc::new(Places { item, option, primary }), up, down, colour, left, right, size }
    }

    /// The first of the items that are to be covered yet.
    #[inline(always)]
    pub fn first(&self) -> Option<u32> {
        Some(self.right[0]).filter(|item| *item != 0)
    }

    /// Of the items that are to be covered yet, the first of those with the fewest options.
    #[inline(always)]
    pub fn fewest(&self) -> Option<u32> {
        let mut item = self.right[0];
        let (mut best, mut fewest) = (None, u32::MAX);
        while item != 0 {
            let size = self.size[item as usize];
            if size < fewest {
                (best, fewest) = (Some(item), size);
                // Fewer than one decide at once.
                if size == 0 {
                    break;
                }
            }
            item = self.right[item as usize];
        }
        best
    }

    /// How many options an item has.
    #[inline(always)]
    pub fn size(&self, item: u32) -> u32 {
        self.size[item as usize]
    }

    /// The next option of an item's list; `None` at its end. The item itself stands before the first.
    #[inline(always)]
    pub fn next(&self, item: u32, node: Node) -> Option<Node> {
        Some(self.down[node as usize]).filter(|next| *next != item)
    }

    /// The number of a node's option.
    pub fn option(&self, node: Node) -> u32 {
        self.places.option[node as usize]
    }

    /// The other nodes of a node's option, from the one after it around to the one before it.
    #[inline(always)]
    fn next_in_option(&self, node: Node) -> Node {
        let next = node + 1;
        if self.places.item[next as usize] == END { self.places.option[next as usize] } else { next }
    }

    #[inline(always)]
    fn previous_in_option(&self, node: Node) -> Node {
        // Before the first node of an option is the end of the one before it, or the last head.
        let before = node - 1;
        let is_first = self.places.item[before as usize] == END || before < self.heads();
        if !is_first {
            return before;
        }
        let mut last = node;
        while self.places.item[last as usize + 1] != END {
            last += 1;
        }
        last
    }

    fn heads(&self) -> u32 {
        self.size.len() as u32
    }

    /// Takes an item out of those to be covered, and its options out of all other lists.
    #[inline]
    pub fn cover(&mut self, item: u32) {
        let mut node = self.down[item as usize];
        while node != item {
            self.hide(node);
            node = self.down[node as usize];
        }
        if item <= self.places.primary {
            let (left, right) = (self.left[item as usize], self.right[item as usize]);
            self.right[left as usize] = right;
            self.left[right as usize] = left;
        }
    }

    #[inline]
    pub fn uncover(&mut self, item: u32) {
        if item <= self.places.primary {
            let (left, right) = (self.left[item as usize], self.right[item as usize]);
            self.right[left as usize] = item;
            self.left[right as usize] = item;
        }
        let mut node = self.up[item as usize];
        while node != item {
            self.unhide(node);
            node = self.up[node as usize];
        }
    }

    /// Takes the option of a node out of the lists of its other items.
    #[inline]
    fn hide(&mut self, node: Node) {
        let mut other = self.next_in_option(node);
        while other != node {
            if self.colour[other as usize] != AGREES {
                let (up, down) = (self.up[other as usize], self.down[other as usize]);
                self.down[up as usize] = down;
                self.up[down as usize] = up;
                self.size[self.places.item[other as usize] as usize] -= 1;
            }
            other = self.next_in_option(other);
        }
    }

    #[inline]
    fn unhide(&mut self, node: Node) {
        // In whichever order: the nodes are in different lists.
        let mut other = self.next_in_option(node);
        while other != node {
            if self.colour[other as usize] != AGREES {
                let (up, down) = (self.up[other as usize], self.down[other as usize]);
                self.down[up as usize] = other;
                self.up[down as usize] = other;
                self.size[self.places.item[other as usize] as usize] += 1;
            }
            other = self.next_in_option(other);
        }
    }

    /// Takes the option of a node whose own item is covered already.
    #[inline]
    pub fn take(&mut self, node: Node) {
        let mut other = self.next_in_option(node);
        while other != node {
            match self.colour[other as usize] {
                0 => self.cover(self.places.item[other as usize]),
                AGREES => {}
                _ => self.purify(other),
            }
            other = self.next_in_option(other);
        }
    }

    #[inline]
    pub fn give_back(&mut self, node: Node) {
        let mut other = self.previous_in_option(node);
        while other != node {
            match self.colour[other as usize] {
                0 => self.uncover(self.places.item[other as usize]),
                AGREES => {}
                _ => self.unpurify(other),
            }
            other = self.previous_in_option(other);
        }
    }

    /// Leaves only those options of a node's item that agree with the node's colour.
    fn purify(&mut self, node: Node) {
        let (item, colour) = (self.places.item[node as usize], self.colour[node as usize]);
        let mut other = self.down[item as usize];
        while other != item {
            if self.colour[other as usize] == colour {
                self.colour[other as usize] = AGREES;
            } else {
                self.hide(other);
            }
            other = self.down[other as usize];
        }
    }

    fn unpurify(&mut self, node: Node) {
        let (item, colour) = (self.places.item[node as usize], self.colour[node as usize]);
        let mut other = self.up[item as usize];
        while other != item {
            if self.colour[other as usize] == AGREES {
                self.colour[other as usize] = colour;
            } else {
                self.unhide(other);
            }
            other = self.up[other as usize];
        }
    }
}
