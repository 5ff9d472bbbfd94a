//! The whole distribution of the number of turns, in floats.
//!
//! Two ways that share nothing but the chain: [`by_states`] follows arcs and does every rule; [`by_squares`] treats a
//! turn as a weighted sum of shifted copies of the board, which a compiler turns into vector code, and needs one roll
//! per turn.

use crate::{
    search::{Control, StopReason},
    snakes::{board::Case, chain::Chain},
};

/// Mass below this is not followed any further.
const NEGLIGIBLE: f64 = 1e-16;

/// How many turns go by between two looks at the mass that is left.
const LOOK_EVERY: usize = 16;

/// How many steps a distribution may take before it is cut off.
pub const WORK_LIMIT: f64 = 1e9;

/// A turn that goes on for longer is cut off: dice that nearly always roll again would take for ever.
pub(super) const MAX_ROLLS_IN_TURN: u32 = 1000;

/// The chances of all lengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The chance that the game ends with turn t; index 0 is never used.
    pub ends: Vec<f64>,
    /// The chance that the game never ends.
    pub never: f64,
    /// The chance of games that were not followed to their end.
    pub cut_off: f64,
}

impl Distribution {
    /// The distribution of a case, by the faster way that fits.
    pub fn of(case: &Case, chain: &Chain, live: &[bool]) -> Result<Self, StopReason> {
        let turn_limit = (WORK_LIMIT / steps_per_turn(case, chain)) as usize;
        match Shifts::of(case, chain, live) {
            Some(shifts) => by_squares(&shifts, turn_limit, chain.control()),
            None => by_states(chain, live, turn_limit),
        }
    }

    /// The chance that the game is not over after turn t, for t = 0, 1, …
    pub fn survival(&self) -> Vec<f64> {
        // Added up from the end, so that small chances keep their digits.
        let mut survival = vec![0.0; self.ends.len()];
        let mut sum = self.never + self.cut_off;
        for (turn, &chance) in self.ends.iter().enumerate().rev() {
            survival[turn] = sum;
            sum += chance;
        }
        survival
    }

    /// The likeliest length. `None` if no game ends.
    pub fn mode(&self) -> Option<usize> {
        let best = self.ends.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)))?;
        (*best.1 > 0.0).then_some(best.0)
    }

    /// The first turn by which a share of all games is over. `None` if that share is never reached.
    pub fn quantile(&self, share: f64) -> Option<usize> {
        let mut sum = 0.0;
        self.ends.iter().position(|&chance| {
            sum += chance;
            sum >= share
        })
    }
}

/// About how many steps a turn takes, in units of a nanosecond or less.
pub fn steps_per_turn(case: &Case, chain: &Chain) -> f64 {
    let arcs = (chain.len() * chain.outcomes().len()) as f64;
    // Vector code does a square about as fast as other code does a quarter of an arc.
    if Shifts::fit(case, chain) { arcs / 4.0 } else { arcs * 4.0 }
}

/// Follows the mass along the arcs of the chain, turn by turn.
pub fn by_states(chain: &Chain, live: &[bool], turn_limit: usize) -> Result<Distribution, StopReason> {
    let mut lookout = chain.control().lookout();
    let goal = chain.goal();
    let weights: Vec<f64> =
        chain.outcomes().iter().map(|outcome| f64::from(outcome.weight) / chain.total() as f64).collect();
    let mut mass = vec![0.0; chain.len()];
    let mut result = Distribution { ends: vec![0.0], never: 0.0, cut_off: 0.0 };
    if !live[chain.start()] {
        result.never = 1.0;
        return Ok(result);
    }
    mass[chain.start()] = 1.0;
    let mut work = 0.0;
    loop {
        let left: f64 = mass.iter().sum();
        if left < NEGLIGIBLE || result.ends.len() > turn_limit || work > WORK_LIMIT {
            result.cut_off += left;
            return Ok(result);
        }
        let mut after = vec![0.0; chain.len()];
        // Rolls of the same turn; an extra roll has a chance below 1, so this dies out.
        let mut rolls = 0;
        while mass.iter().any(|&share| share > 0.0) {
            rolls += 1;
            work += (chain.len() * weights.len()) as f64;
            let mut rolls_again = vec![0.0; chain.len()];
            for state in (0..goal).filter(|&state| mass[state] > 0.0) {
                lookout.spend(4 * weights.len() as u64)?;
                let arcs = chain.next(state).iter().zip(chain.ends_turn(state));
                for ((&to, &ends), weight) in arcs.zip(&weights) {
                    let share = mass[state] * weight;
                    match to as usize {
                        to if !live[to] => result.never += share,
                        to if ends => after[to] += share,
                        _ if rolls == MAX_ROLLS_IN_TURN => result.cut_off += share,
                        to if share > 1e-22 => rolls_again[to] += share,
                        // Too little to matter: call it the end of the turn.
                        to => after[to] += share,
                    }
                }
            }
            mass = rolls_again;
        }
        result.ends.push(std::mem::take(&mut after[goal]));
        mass = after;
    }
}

/// A turn as shifts: squares far from the goal move by each outcome, and then the jumps are taken.
pub struct Shifts {
    start: usize,
    goal: usize,
    /// Squares below this one cannot overshoot the goal.
    free: usize,
    /// Pips and chance of each outcome.
    outcomes: Vec<(usize, f64)>,
    /// Where pieces do not stay, and where they rest instead.
    jumps: Vec<(u32, u32)>,
    /// Arcs of the squares near the goal: from, to, chance.
    near_goal: Vec<(u32, u32, f64)>,
    /// Squares from which the goal cannot be reached.
    dead: Vec<u32>,
}

impl Shifts {
    /// Not if a turn can be more than one roll, or a roll can be 0 or reach too far for this to pay, or there are
    /// squares past the goal.
    fn fit(case: &Case, chain: &Chain) -> bool {
        case.board.goal == case.board.squares
            && chain.one_roll_per_turn()
            && case.rules.die.most() <= 64
            && chain.outcomes()[0].pips > 0
    }

    /// `None` if that does not fit.
    pub fn of(case: &Case, chain: &Chain, live: &[bool]) -> Option<Self> {
        let most = case.rules.die.most() as usize;
        if !Self::fit(case, chain) || !live[chain.start()] {
            return None;
        }
        let goal = case.board.goal as usize;
        let free = (goal + 1).saturating_sub(most);
        let total = chain.total() as f64;
        let outcomes: Vec<_> =
            chain.outcomes().iter().map(|outcome| (outcome.pips as usize, f64::from(outcome.weight) / total)).collect();
        let rests = case.board.resting_squares(case.rules.chains);
        let jumps = case.board.jumps.iter().map(|jump| (jump.from, rests[jump.from as usize])).collect();
        let mut near_goal = Vec::new();
        let mut dead = Vec::new();
        for (state, &live) in live.iter().enumerate().take(chain.goal()) {
            let square = chain.square(state);
            if !live {
                dead.push(square);
            } else if square as usize >= free {
                let arcs = chain.next(state).iter().zip(&outcomes);
                near_goal.extend(arcs.map(|(&to, &(_, chance))| (square, chain.square(to as usize), chance)));
            }
        }
        Some(Self { start: case.board.start as usize, goal, free, outcomes, jumps, near_goal, dead })
    }
}

/// Moves the whole board at once, turn by turn.
pub fn by_squares(shifts: &Shifts, turn_limit: usize, control: &Control) -> Result<Distribution, StopReason> {
    let mut lookout = control.lookout();
    let (goal, free) = (shifts.goal, shifts.free);
    let most = shifts.outcomes.iter().map(|outcome| outcome.0).max().unwrap_or(0);
    // `most` empty places below square 0 save a comparison per square.
    let (mut mass, mut after) = (vec![0.0f64; most + goal + 1], vec![0.0f64; most + goal + 1]);
    mass[most + shifts.start] = 1.0;
    let mut taken = vec![0.0; shifts.jumps.len()];
    let mut near = vec![0.0; goal + 1 - free];
    let mut result = Distribution { ends: vec![0.0], never: 0.0, cut_off: 0.0 };
    loop {
        if result.ends.len() % LOOK_EVERY == 1 {
            let left: f64 = mass.iter().sum();
            if left < NEGLIGIBLE || result.ends.len() > turn_limit {
                result.cut_off = left;
                return Ok(result);
            }
        }
        lookout.spend((goal + 64) as u64)?;
        // Squares near the goal are left out of the shifts: they are copied aside and cleared first.
        near.copy_from_slice(&mass[most + free..]);
        mass[most + free..].fill(0.0);
        match shifts.outcomes[..] {
            [(1, chance), (2, b), (3, c), (4, d), (5, e), (6, f)] if [b, c, d, e, f] == [chance; 5] => {
                shift_fair_die(&mass, &mut after, chance);
            }
            _ => shift_any(&mass, &mut after, most, &shifts.outcomes),
        }
        let after_squares = &mut after[most..];
        for (taken, jump) in taken.iter_mut().zip(&shifts.jumps) {
            *taken = std::mem::take(&mut after_squares[jump.0 as usize]);
        }
        for (taken, jump) in taken.iter().zip(&shifts.jumps) {
            after_squares[jump.1 as usize] += taken;
        }
        for &(from, to, chance) in &shifts.near_goal {
            after_squares[to as usize] += near[from as usize - free] * chance;
        }
        for &square in &shifts.dead {
            result.never += std::mem::take(&mut after_squares[square as usize]);
        }
        result.ends.push(std::mem::take(&mut after_squares[goal]));
        std::mem::swap(&mut mass, &mut after);
    }
}

/// The common die: one pass over the board, all six shares in registers.
fn shift_fair_die(mass: &[f64], after: &mut [f64], chance: f64) {
    for (sum, six) in after[6..].iter_mut().zip(mass.windows(6)) {
        *sum = ((six[0] + six[1]) + (six[2] + six[3]) + (six[4] + six[5])) * chance;
    }
}

fn shift_any(mass: &[f64], after: &mut [f64], most: usize, outcomes: &[(usize, f64)]) {
    let length = after.len() - most;
    after[most..].fill(0.0);
    for &(pips, chance) in outcomes {
        let source = &mass[most - pips..][..length];
        after[most..].iter_mut().zip(source).for_each(|(sum, share)| *sum += share * chance);
    }
}
