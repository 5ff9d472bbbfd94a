//! The shortest games: the fewest rolls, how many sequences of rolls are that short, and each of them by its number.
//!
//! Sequences of outcomes are numbered in lexicographic order, so number 0 is the lexicographically first one. How many
//! games go on from each state is known, so a number leads to its game, and the digits of a game to its number, without
//! a look at the others.

use std::ops::{AddAssign, SubAssign};

use num_bigint::BigUint;
use num_traits::{CheckedAdd, One, Zero};
use serde::Serialize;

use super::chain::Chain;
use crate::search::{Lookout, Steps, StopReason, Stopped};

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
    pub fn find(chain: &Chain) -> Result<Option<Self>, StopReason> {
        let mut lookout = chain.control().lookout();
        let arcs = 2 * chain.outcomes().len() as u64;
        chain.control().allow_memory(24 * chain.len() as u64)?;
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
            lookout.spend(arcs)?;
            for &to in chain.next(state) {
                if distance[to as usize] == FAR {
                    distance[to as usize] = distance[state] + 1;
                    order.push(to);
                }
            }
        }
        if distance[goal] == FAR {
            return Ok(None);
        }
        // States that were opened but not gone on from are too far away to matter.
        order.truncate(head);
        let ways = match count::<u128>(chain, &distance, &order, &mut lookout)? {
            Some(ways) => Ways::Small(ways),
            // Big numbers always fit.
            None => Ways::Large(count::<BigUint>(chain, &distance, &order, &mut lookout)?.unwrap_or_default()),
        };
        Ok(Some(Self { rolls: distance[goal], distance, ways }))
    }

    /// The fewest rolls.
    pub fn rolls(&self) -> u32 {
        self.rolls
    }

    /// How many sequences of outcomes are that short.
    pub fn count(&self, chain: &Chain) -> BigUint {
        self.ways(chain.start())
    }

    /// Does a shortest game go on from one state to another that an outcome leads to?
    #[inline]
    pub(super) fn leads_on(&self, from: usize, to: usize) -> bool {
        self.distance[to] == self.distance[from] + 1
            && match &self.ways {
                Ways::Small(ways) => ways[to] != 0,
                Ways::Large(ways) => !ways[to].is_zero(),
            }
    }

    fn ways(&self, state: usize) -> BigUint {
        match &self.ways {
            Ways::Small(ways) => ways[state].into(),
            Ways::Large(ways) => ways[state].clone(),
        }
    }

    /// The outcomes of the game with a number. `None` if there are not that many games.
    pub fn digits(&self, chain: &Chain, number: &BigUint) -> Option<Vec<u32>> {
        if *number >= self.count(chain) {
            return None;
        }
        match &self.ways {
            Ways::Small(ways) => digits(self, chain, ways, u128::try_from(number).ok()?),
            Ways::Large(ways) => digits(self, chain, ways, number.clone()),
        }
    }

    /// How many games come before a path of outcomes, in the order of their numbers.
    pub fn games_before(&self, chain: &Chain, path: &[u32]) -> BigUint {
        match &self.ways {
            Ways::Small(ways) => games_before(self, chain, ways, path).into(),
            Ways::Large(ways) => games_before(self, chain, ways, path),
        }
    }

    /// The game of these outcomes. `None` if that is none of the shortest.
    pub fn game_of(&self, chain: &Chain, digits: &[u32]) -> Option<Game> {
        let mut state = chain.start();
        let mut game = Game { rolls: Vec::with_capacity(digits.len()), squares: Vec::with_capacity(digits.len() + 1) };
        game.squares.push(chain.square(state));
        for &digit in digits {
            // Nothing leads on from the goal.
            let next = (state != chain.goal()).then(|| chain.next(state))?;
            let to = *next.get(digit as usize)? as usize;
            self.leads_on(state, to).then_some(())?;
            game.rolls.push(chain.outcomes()[digit as usize].pips);
            game.squares.push(chain.square(to));
            state = to;
        }
        (state == chain.goal()).then_some(game)
    }

    /// The game with a number. `None` if there are not that many.
    pub fn game(&self, chain: &Chain, number: &BigUint) -> Option<Game> {
        self.game_of(chain, &self.digits(chain, number)?)
    }
}

fn digits<N: PartialOrd + for<'a> SubAssign<&'a N>>(
    shortest: &Shortest,
    chain: &Chain,
    ways: &[N],
    mut number: N,
) -> Option<Vec<u32>> {
    let mut state = chain.start();
    let mut digits = Vec::with_capacity(shortest.rolls as usize);
    while state != chain.goal() {
        let next = chain.next(state);
        let (digit, &to) = next.iter().enumerate().find(|&(_, &to)| {
            let to = to as usize;
            let is_here = shortest.leads_on(state, to) && number < ways[to];
            if !is_here && shortest.leads_on(state, to) {
                number -= &ways[to];
            }
            is_here
        })?;
        digits.push(digit as u32);
        state = to as usize;
    }
    Some(digits)
}

fn games_before<N: Zero + One + for<'a> AddAssign<&'a N>>(
    shortest: &Shortest,
    chain: &Chain,
    ways: &[N],
    path: &[u32],
) -> N {
    let mut before = N::zero();
    let mut state = chain.start();
    for &digit in path {
        if state == chain.goal() {
            // The game that ends here comes before all that would go on from it.
            before += &N::one();
            break;
        }
        let next = chain.next(state);
        let earlier = next.iter().take(digit as usize).filter(|&&to| shortest.leads_on(state, to as usize));
        earlier.for_each(|&to| before += &ways[to as usize]);
        match next.get(digit as usize) {
            Some(&to) if shortest.leads_on(state, to as usize) => state = to as usize,
            _ => break,
        }
    }
    before
}

/// Counts the shortest games that go on from each state, farthest first. `None` if a number does not fit its type.
fn count<N: Clone + Zero + One + CheckedAdd>(
    chain: &Chain,
    distance: &[u32],
    order: &[u32],
    lookout: &mut Lookout<'_>,
) -> Result<Option<Vec<N>>, StopReason> {
    let arcs = 16 * chain.outcomes().len() as u64;
    let mut ways = vec![N::zero(); chain.len()];
    ways[chain.goal()] = N::one();
    for &state in order.iter().rev() {
        let shorter = distance[state as usize] + 1;
        let mut sum = N::zero();
        lookout.spend(arcs)?;
        for &to in chain.next(state as usize) {
            if distance[to as usize] == shorter && !ways[to as usize].is_zero() {
                let Some(more) = sum.checked_add(&ways[to as usize]) else { return Ok(None) };
                sum = more;
            }
        }
        ways[state as usize] = sum;
    }
    Ok(Some(ways))
}

/// How many sequences of outcomes end the game with exactly this many rolls.
pub fn count_of_length(chain: &Chain, rolls: u32, steps: &mut Steps<'_>) -> Result<BigUint, Stopped> {
    let mut now = vec![BigUint::zero(); chain.len()];
    now[chain.start()] = BigUint::one();
    for roll in 0..rolls {
        steps.set_share(f64::from(roll) / f64::from(rolls));
        let mut pace = steps.pace();
        let mut then = vec![BigUint::zero(); chain.len()];
        for state in (0..chain.goal()).filter(|&state| !now[state].is_zero()) {
            pace.spend(1)?;
            for &to in chain.next(state) {
                then[to as usize] += &now[state];
            }
        }
        now = then;
    }
    Ok(now.swap_remove(chain.goal()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagnostics::Source,
        search::Control,
        snakes::{chain::Scope, input},
    };

    fn chain(text: &str) -> Chain {
        let case = input::parse(&Source::new("case", text)).unwrap();
        Chain::compile(&case, Scope::Reachable, &Control::default()).unwrap()
    }

    fn shortest(chain: &Chain) -> Shortest {
        Shortest::find(chain).unwrap().unwrap()
    }

    fn count_of_length(chain: &Chain, rolls: u32) -> BigUint {
        Steps::unwatched(chain.control(), |steps| super::count_of_length(chain, rolls, steps)).unwrap()
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
            let shortest = shortest(&chain);
            assert_eq!((shortest.rolls(), shortest.count(&chain)), (7, count.into()));
        }
    }

    #[test]
    fn games_are_numbered_in_lexicographic_order_and_none_is_missing() {
        let chain = milton_bradley();
        let shortest = shortest(&chain);
        let games: Vec<_> = (0u32..423).map(|id| shortest.game(&chain, &id.into()).unwrap()).collect();
        assert!(games.is_sorted_by(|a, b| a.rolls < b.rolls));
        assert!(games.iter().all(|game| game.rolls.len() == 7 && game.squares.last() == Some(&100)));
        assert_eq!(shortest.game(&chain, &423u32.into()), None);
        for (number, game) in games.iter().enumerate() {
            let digits = shortest.digits(&chain, &number.into()).unwrap();
            assert_eq!(shortest.game_of(&chain, &digits).as_ref(), Some(game));
            assert_eq!(shortest.games_before(&chain, &digits), number.into());
            assert_eq!(shortest.games_before(&chain, &[&digits[..], &[0]].concat()), (number + 1).into());
            assert_eq!(shortest.game_of(&chain, &digits[..6]), None);
        }
        assert_eq!(shortest.games_before(&chain, &[6]), 423u32.into());
        assert_eq!(count_of_length(&chain, 7), 423u32.into());
        assert_eq!(count_of_length(&chain, 6), 0u32.into());
    }

    #[test]
    fn counts_outgrow_machine_words() {
        // Either face leads to the next odd square, 150 times in a row.
        let steps: String = (1..=150).map(|step| format!("{} > {}\n", 2 * step, 2 * step + 1)).collect();
        let chain = chain(&format!("squares 301\nstart 1\ndie 2\n{steps}"));
        let shortest = shortest(&chain);
        assert_eq!((shortest.rolls(), shortest.count(&chain)), (150, BigUint::one() << 150));
        let last = shortest.game(&chain, &((BigUint::one() << 150) - 1u32)).unwrap();
        assert!(last.rolls.iter().all(|&pips| pips == 2));
    }

    #[test]
    fn a_wall_of_snakes_lets_nobody_through() {
        let walled = chain("squares 1000\nstart 1\n994 > 2\n995 > 3\n996 > 4\n997 > 5\n998 > 6\n999 > 7\n");
        assert!(Shortest::find(&walled).unwrap().is_none());
    }
}
