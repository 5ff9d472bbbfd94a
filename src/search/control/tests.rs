//! What stops a run, and what does not.

use super::*;

#[test]
fn an_interrupt_at_the_deadline_is_an_interrupt() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let interrupt = Arc::new(AtomicBool::new(true));
    let control = Control::with_interrupt(&limits, interrupt);
    assert!(control.look());
    assert_eq!(control.reason(), Some(StopReason::Interrupted));
}

#[test]
fn a_part_ends_by_itself_or_with_the_whole() {
    let interrupt = Arc::new(AtomicBool::new(false));
    let whole = Control::with_interrupt(&Limits::default(), interrupt.clone());
    let part = whole.part(Some(3));
    assert_eq!((part.take_nodes(5), whole.has_node_limit()), (3, false));
    part.stop(StopReason::NodeLimit);
    assert!(!whole.look());
    let part = whole.part(None);
    interrupt.store(true, Relaxed);
    assert!(part.look() && whole.look());
}

#[test]
fn what_ends_or_pauses_the_whole_does_so_to_what_is_within() {
    let whole = Control::default();
    let (within, deeper) = (whole.within(None, Some(3)), whole.within(None, None).within(Some(Duration::ZERO), None));
    assert_eq!((within.take_nodes(5), whole.has_node_limit()), (3, false));
    assert!(deeper.look() && !within.look() && !whole.look());
    whole.pause();
    whole.ask_for_checkpoint();
    assert!(within.is_paused() && within.checkpoints_asked() == 1);
    whole.resume();
    whole.stop(StopReason::MemoryLimit);
    assert!(within.look() && within.reason() == Some(StopReason::MemoryLimit));
    assert!(whole.within(None, None).is_stopped());
}

#[test]
fn time_can_be_kept_for_writing() {
    let control = Control::new(&Limits { time: Some(Duration::from_secs(100)), ..Limits::default() });
    control.keep_time(Duration::from_secs(10));
    control.keep_time(Duration::from_secs(1));
    assert!(control.time_left().is_some_and(|left| left <= Duration::from_secs(90) && !left.is_zero()));
    control.keep_time(Duration::from_secs(1000));
    assert!(control.time_left().is_some_and(|left| left > Duration::from_secs(40)), "half of it is the run's");
    control.stop(StopReason::TimeLimit);
    let writing = control.for_writing(control.interrupt());
    assert!(!writing.look() && writing.time_left().is_some_and(|left| left > Duration::from_secs(90)));
    assert!(writing.deadline() > control.0.deadline, "it has some time beyond the limit");
    control.interrupt().store(true, Relaxed);
    assert!(writing.look());
    Control::default().keep_time(Duration::from_secs(1));
}

#[test]
fn the_first_reason_counts() {
    let limits = Limits { time: Some(Duration::ZERO), memory: Some(1), ..Limits::default() };
    let control = Control::new(&limits);
    assert!(!control.is_stopped());
    assert!(control.look());
    control.stop(StopReason::NodeLimit);
    assert_eq!(control.reason(), Some(StopReason::TimeLimit));
}

#[test]
fn the_memory_limit_is_that_of_the_process() {
    let control = Control::new(&Limits { memory: Some(1), ..Limits::default() });
    assert!(control.look());
    assert_eq!(control.reason(), Some(StopReason::MemoryLimit));
    let control = Control::new(&Limits { memory: Some(1 << 60), ..Limits::default() });
    assert!(!control.look());
    assert_eq!(control.allow_memory(1000), Ok(()));
    assert_eq!(control.allow_memory(1 << 60), Err(StopReason::MemoryLimit));
    assert_eq!(control.proceed(), Err(StopReason::MemoryLimit));
}

#[test]
fn a_lookout_sees_the_deadline() {
    let control = Control::new(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
    let mut lookout = control.lookout();
    assert_eq!(lookout.spend(1), Ok(()));
    assert_eq!(lookout.spend(LOOK_AFTER), Err(StopReason::TimeLimit));
}

#[test]
fn a_pause_lasts_until_it_is_ended_or_the_run_is() {
    let control = Control::default();
    control.pause();
    assert!(!control.look_now(), "a pause is no stop");
    let waiting = std::thread::spawn({
        let control = control.clone();
        move || control.look()
    });
    std::thread::sleep(Duration::from_millis(50));
    assert!(!waiting.is_finished());
    control.resume();
    assert!(!waiting.join().unwrap());
    // Neither a stop nor a limit nor a signal waits for anybody.
    control.pause();
    control.stop(StopReason::Interrupted);
    assert!(control.look());
    let late = Control::new(&Limits { time: Some(Duration::from_millis(20)), ..Limits::default() });
    late.pause();
    assert!(late.look());
    assert_eq!(late.reason(), Some(StopReason::TimeLimit));
}

#[test]
fn nodes_are_handed_out_once() {
    let control = Control::new(&Limits { nodes: Some(10), ..Limits::default() });
    assert_eq!([control.take_nodes(7), control.take_nodes(7), control.take_nodes(7)], [7, 3, 0]);
    control.return_nodes(2);
    assert_eq!(control.take_nodes(7), 2);
}

#[test]
fn a_part_for_at_most_some_time_ends_with_the_whole_and_not_the_other_way_round() {
    let (short, long) = (Duration::from_secs(1), Duration::from_secs(1000));
    let limits = Limits { time: Some(Duration::from_secs(100)), memory: Some(1 << 60), ..Limits::default() };
    let interrupt = Arc::new(AtomicBool::new(false));
    let whole = Control::with_interrupt(&limits, interrupt.clone());
    let seconds = |control: &Control| control.time_left().unwrap().as_secs_f64().ceil();
    assert_eq!((seconds(&whole.for_at_most(short)), seconds(&whole.for_at_most(long))), (1.0, 100.0));
    assert_eq!(seconds(&Control::default().for_at_most(long)), 1000.0);
    assert_eq!(whole.for_at_most(short).memory_limit(), Some(1 << 60));
    let part = whole.for_at_most(Duration::ZERO);
    assert!(part.look() && !whole.look());
    let part = whole.for_at_most(short);
    interrupt.store(true, Relaxed);
    assert!(part.look() && part.is_interrupted());
    whole.stop(StopReason::MemoryLimit);
    assert_eq!(whole.for_at_most(short).reason(), Some(StopReason::MemoryLimit));
}

#[test]
fn what_must_not_be_lost_gets_more_time_and_still_obeys_signals() {
    let control = Control::new(&Limits { time: Some(Duration::from_secs(10)), ..Limits::default() });
    control.stop(StopReason::TimeLimit);
    let writing = control.with_more_time(Duration::from_secs(5));
    let left = writing.time_left().unwrap();
    assert!(left > Duration::from_secs(14) && left <= Duration::from_secs(15));
    assert!(!writing.look() && !writing.is_interrupted());
    control.interrupt().store(true, Relaxed);
    assert!(writing.look() && writing.is_interrupted());
    assert_eq!(Control::default().with_more_time(Duration::from_secs(5)).time_left(), None);
}

#[test]
fn a_memory_limit_is_set_where_there_is_none() {
    let control = Control::default();
    assert_eq!(control.memory_limit(), None);
    control.limit_memory(1 << 60);
    control.limit_memory(1);
    assert_eq!(control.memory_limit(), Some(1 << 60));
    assert!(!control.look());
}

#[test]
fn the_memory_is_read_now_and_then() {
    let control = Control::new(&Limits { memory: Some(1 << 60), ..Limits::default() });
    let at = |milliseconds| control.0.started + Duration::from_millis(milliseconds);
    let due = [3, 3, 12, 13, 14, 30].map(|time| control.is_memory_due(at(time)));
    assert_eq!(due, [true, false, false, true, false, true]);
    assert_eq!(control.next_memory_look(), Some(at(40)));
    assert!(!Control::default().is_memory_due(at(50)), "without a limit there is no need to");
    assert_eq!(Control::default().next_memory_look(), None);
}

#[test]
fn a_memory_limit_has_room_for_so_many_threads() {
    let threads = |memory, wanted| Control::new(&Limits { memory, ..Limits::default() }).affordable_threads(wanted);
    assert_eq!([threads(None, 64), threads(Some(1 << 30), 64), threads(Some(100 << 20), 64)], [64, 64, 12]);
    assert_eq!([threads(Some(100 << 20), 2), threads(Some(1), 2), threads(None, 0)], [2, 1, 1]);
}

#[test]
fn the_less_memory_is_left_the_sooner_it_is_read_again() {
    let lasts = [0, 1 << 20, 8 << 20, 40 << 20, 1 << 30, u64::MAX].map(memory_lasts);
    assert_eq!(lasts, [500, 500, 1024, 5120, 10_000, 10_000]);
    let limit = crate::memory::resident() + (1 << 40);
    let control = Control::new(&Limits { memory: Some(limit), ..Limits::default() });
    let at = |milliseconds| control.0.started + Duration::from_millis(milliseconds);
    assert!(control.memory_left().is_some_and(|left| left > 1 << 39 && left < 1 << 41));
    assert!(!control.is_memory_short(at(1)));
    assert_eq!(control.next_memory_look(), Some(at(11)));
    let control = Control::new(&Limits { memory: Some(1), ..Limits::default() });
    assert_eq!(control.memory_left(), Some(0));
    assert!(control.is_memory_short(at(1)));
    assert_eq!(Control::default().memory_left(), None);
}

#[test]
fn a_lookout_looks_when_enough_was_done() {
    let control = Control::new(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
    assert_eq!(control.clone().lookout().spend(LOOK_AFTER), Err(StopReason::TimeLimit));
    let control = Control::new(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
    let mut lookout = control.lookout();
    assert_eq!([lookout.spend(LOOK_AFTER - 1), lookout.spend(1)], [Ok(()), Err(StopReason::TimeLimit)]);
}

#[test]
fn checkpoints_that_are_asked_of_the_whole_are_asked_of_its_parts() {
    let whole = Control::default();
    let part = whole.within(None, None);
    whole.ask_for_checkpoint();
    part.ask_for_checkpoint();
    part.ask_for_checkpoint();
    assert_eq!((whole.checkpoints_asked(), part.checkpoints_asked()), (1, 3));
    std::thread::sleep(Duration::from_millis(2));
    assert!(whole.elapsed() >= Duration::from_millis(2));
}
