//! The shortest games: the fewest rolls, how many sequences of rolls are that short, and each of them by its number.
//!
//! Sequences of outcomes are numbered in lexicographic order, so number 0 is the lexicographically first one and any
//! range of them can be listed without the others.

use num_bigint::BigUint;
use num_traits::{CheckedAdd, One, Zero};
use serde::Serialize;

use super::chain::Chain;

/// A state no roll has reached yet.
const FAR: u32 = u32::MAX;

/// All shortest games of a chain.
#[derive(Clone, Debug)]
pub struct Shortest {
    rolls: u32,
    distance: Vec<u32>,
    ways: Ways,
}

/// For each state, how many shortest games go on from it. Machine words while they suffice.
#[derive(Clone, Debug)]
enum Ways {
    Small(Vec<u128>),
    Large(Vec<BigUint>),
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Game {
    /// The pips of each roll.
    pub rolls: Vec<u32>,
    /// Where the piece rests: before the first roll, and after each one.
    pub squares: Vec<u32>,
}

impl Shortest {
    /// Finds them. `None` if the goal cannot be reached.
    pub fn find(chain: &Chain) -> Option<Self> {
        let goal = chain.goal();
        let mut distance = vec![FAR; chain.len()];
        let mut order = Vec::with_capacity(chain.len());
        distance[chain.start()] = 0;
        order.push(chain.start() as u32);
        let mut head = 0;
        while let Some(&state) = order.get(head) {
            let state = state as usize;
            if distance[state] >= distance[goal] {
                break;
            }
            head += 1;
            for &to in chain.next(state) {
                if distance[to as usize] == FAR {
                    distance[to as usize] = distance[state] + 1;
                    order.push(to);
                }
            }
        }
        if distance[goal] == FAR {
            return None;
        }
        // States that were opened but not gone on from are too far away to matter.
        order.truncate(head);
        let ways = match count::<u128>(chain, &distance, &order) {
            Some(ways) => Ways::Small(ways),
            None => Ways::Large(count::<BigUint>(chain, &distance, &order)?),
        };
        Some(Self { rolls: distance[goal], distance, ways })
    }

    /// The fewest rolls.
    pub fn rolls(&self) -> u32 {
        self.rolls
    }

    /// How many sequences of outcomes are that short.
    pub fn count(&self, chain: &Chain) -> BigUint {
        self.ways(chain.start())
    }

    fn ways(&self, state: usize) -> BigUint {
        match &self.ways {
            Ways::Small(ways) => ways[state].into(),
            Ways::Large(ways) => ways[state].clone(),
        }
    }

    /// The game with a number. `None` if there are not that many.
    pub fn game(&self, chain: &Chain, id: &BigUint) -> Option<Game> {
        if *id >= self.count(chain) {
            return None;
        }
        let mut id = id.clone();
        let mut state = chain.start();
        let mut game = Game { rolls: Vec::new(), squares: vec![chain.square(state)] };
        while state != chain.goal() {
            let shorter = self.distance[state] + 1;
            let arcs = chain.outcomes().iter().zip(chain.next(state));
            let mut onward = arcs.filter(|(_, to)| self.distance[**to as usize] == shorter);
            let (outcome, to) = onward.find(|(_, to)| {
                let ways = self.ways(**to as usize);
                let is_here = id < ways;
                if !is_here {
                    id -= ways;
                }
                is_here
            })?;
            state = *to as usize;
            game.rolls.push(outcome.pips);
            game.squares.push(chain.square(state));
        }
        Some(game)
    }
}

/// Counts the shortest games that go on from each state, farthest first. `None` if a number does not fit its type.
fn count<N: Clone + Zero + One + CheckedAdd>(chain: &Chain, distance: &[u32], order: &[u32]) -> Option<Vec<N>> {
    let mut ways = vec![N::zero(); chain.len()];
    ways[chain.goal()] = N::one();
    for &state in order.iter().rev() {
        let shorter = distance[state as usize] + 1;
        let mut sum = N::zero();
        for &to in chain.next(state as usize) {
            if distance[to as usize] == shorter && !ways[to as usize].is_zero() {
                sum = sum.checked_add(&ways[to as usize])?;
            }
        }
        ways[state as usize] = sum;
    }
    Some(ways)
}

/// How many sequences of outcomes end the game with exactly this many rolls.
pub fn count_of_length(chain: &Chain, rolls: u32) -> BigUint {
    let mut now = vec![BigUint::zero(); chain.len()];
    now[chain.start()] = BigUint::one();
    for _ in 0..rolls {
        let mut then = vec![BigUint::zero(); chain.len()];
        for state in (0..chain.goal()).filter(|&state| !now[state].is_zero()) {
            for &to in chain.next(state) {
                then[to as usize] += &now[state];
            }
        }
        now = then;
    }
    now.swap_remove(chain.goal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagnostics::Source,
        snakes::{chain::Scope, input},
    };

    fn chain(text: &str) -> Chain {
        Chain::compile(&input::parse(&Source::new("case", text)).unwrap(), Scope::Reachable)
    }

    fn paper(overshoot: &str) -> Chain {
        let text = include_str!("../../cases/snakes/paper-8x8.txt");
        chain(&format!("{text}\novershoot {overshoot}\n"))
    }

    fn milton_bradley() -> Chain {
        chain(include_str!("../../cases/snakes/milton-bradley.txt"))
    }

    #[test]
    fn the_known_boards_have_the_known_shortest_games() {
        let known = [(paper("stay"), 100u32), (paper("bounce"), 100), (paper("win"), 360), (milton_bradley(), 423)];
        for (chain, count) in known {
            let shortest = Shortest::find(&chain).unwrap();
            assert_eq!((shortest.rolls(), shortest.count(&chain)), (7, count.into()));
        }
    }

    #[test]
    fn games_are_numbered_in_lexicographic_order_and_none_is_missing() {
        let chain = milton_bradley();
        let shortest = Shortest::find(&chain).unwrap();
        let games: Vec<_> = (0u32..423).map(|id| shortest.game(&chain, &id.into()).unwrap()).collect();
        assert!(games.is_sorted_by(|a, b| a.rolls < b.rolls));
        assert!(games.iter().all(|game| game.rolls.len() == 7 && game.squares.last() == Some(&100)));
        assert_eq!(shortest.game(&chain, &423u32.into()), None);
        assert_eq!(count_of_length(&chain, 7), 423u32.into());
        assert_eq!(count_of_length(&chain, 6), 0u32.into());
    }

    #[test]
    fn counts_outgrow_machine_words() {
        // Either face leads to the next odd square, 150 times in a row.
        let steps: String = (1..=150).map(|step| format!("{} > {}\n", 2 * step, 2 * step + 1)).collect();
        let chain = chain(&format!("squares 301\nstart 1\ndie 2\n{steps}"));
        let shortest = Shortest::find(&chain).unwrap();
        assert_eq!((shortest.rolls(), shortest.count(&chain)), (150, BigUint::one() << 150));
        let last = shortest.game(&chain, &((BigUint::one() << 150) - 1u32)).unwrap();
        assert!(last.rolls.iter().all(|&pips| pips == 2));
    }

    #[test]
    fn a_wall_of_snakes_lets_nobody_through() {
        let walled = chain("squares 1000\nstart 1\n994 > 2\n995 > 3\n996 > 4\n997 > 5\n998 > 6\n999 > 7\n");
        assert!(Shortest::find(&walled).is_none());
    }
}
