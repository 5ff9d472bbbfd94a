//! The front of a search over states, looked at without a search.

use super::{super::BreadthFirst, *};
use crate::search::Limits;

/// An agenda that says what it is told to.
struct Saying {
    choice: Choice,
    growth: u64,
}

impl Agenda<()> for Saying {
    fn enter(&mut self, _: &Fresh<'_, ()>) -> bool {
        false
    }

    fn choose(&mut self, _: usize, _: &SoFar<'_>, _: &mut Vec<StateId>) -> Choice {
        self.choice
    }

    fn next_growth(&self) -> u64 {
        self.growth
    }
}

#[test]
fn a_batch_without_states_is_the_end() {
    let stop = |choice| {
        let mut agenda = Saying { choice, growth: 0 };
        let mut front = Front::new(Seen::new(), &mut agenda);
        (front.conclusion(0), front.answer)
    };
    assert_eq!(stop(Choice::Expand), (Some(StopReason::Complete), None));
    assert_eq!(stop(Choice::Nothing), (Some(StopReason::Complete), None));
    assert_eq!(stop(Choice::Settled), (Some(StopReason::SolutionLimit), None));
    assert_eq!(stop(Choice::Answer(7)), (Some(StopReason::SolutionLimit), Some(7)));
}

/// Is it seen that there is no room for more, after strings of so many bytes were entered in all?
fn is_too_large(control: &Control, growth: u64, bytes: usize) -> bool {
    let mut agenda = Saying { choice: Choice::Nothing, growth };
    let mut front = Front::new(Seen::list(), &mut agenda);
    let string = vec![0; 1000 - BYTES_BESIDE];
    for _ in 0..bytes / 1000 {
        front.enter(Key::whole(&string), 0, NO_STATE, 0, &());
    }
    let is_too_large = front.is_too_large(control);
    assert_eq!(is_too_large, control.reason() == Some(StopReason::MemoryLimit));
    is_too_large
}

#[test]
fn the_memory_is_looked_at_when_much_was_entered() {
    let control = |memory| Control::new(&Limits { memory: Some(memory), ..Limits::default() });
    assert!(!is_too_large(&control(1), 0, 1_000_000), "not yet");
    assert!(is_too_large(&control(1), 0, 1_100_000));
    assert!(!is_too_large(&Control::default(), 0, 1_100_000));
    // What the table and the agenda will ask for soon counts.
    let little = crate::memory::resident() + (8 << 20);
    assert!(is_too_large(&control(little), 0, 1_100_000), "the table asks for more than that");
    let much = crate::memory::resident() + (1 << 30);
    assert!(!is_too_large(&control(much), 0, 1_100_000) && is_too_large(&control(much), 1 << 31, 1_100_000));
}

#[test]
fn memory_is_looked_at_again_after_as_much() {
    let mut agenda = BreadthFirst::new(|()| false);
    let mut front = Front::new(Seen::list(), &mut agenda);
    front.unlooked = LOOK_EVERY - 1;
    let free = Control::default();
    assert!(!front.is_too_large(&free) && front.unlooked == LOOK_EVERY - 1);
    front.unlooked = LOOK_EVERY;
    assert!(!front.is_too_large(&free) && front.unlooked == 0);
}
