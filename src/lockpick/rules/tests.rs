//! The rules, each from its own words.

use super::{super::level::*, *};
use crate::lockpick::complex::{Axis, Overflow};
use Colour::*;

fn with(counts: &[(Colour, Complex)]) -> Inventory {
    let mut inventory = Inventory { counts: [Complex::ZERO; Colour::COUNT], stars: [false; Colour::COUNT] };
    for &(colour, count) in counts {
        inventory.counts[colour.index()] = count;
    }
    inventory
}

fn real(colour: Colour, count: i64) -> Inventory {
    with(&[(colour, Complex::real(count))])
}

fn taken(mut inventory: Inventory, effect: KeyEffect) -> Complex {
    keys::take(&mut inventory, &Key { colour: White, effect, infinite: false }, Glitch).unwrap();
    inventory.count(White)
}

const fn n(re: i64, im: i64) -> Complex {
    Complex::new(re, im)
}

#[test]
fn keys_add_set_and_turn() {
    let held = || with(&[(White, n(3, 2))]);
    assert_eq!(taken(held(), KeyEffect::Add(n(-5, 1))), n(-2, 3));
    assert_eq!(taken(held(), KeyEffect::Exact(n(7, 0))), n(7, 0), "an exact real key erases the imaginary part");
    assert_eq!(taken(held(), KeyEffect::Flip), n(-3, -2));
    assert_eq!(taken(held(), KeyEffect::Rotor), n(-2, 3));
    assert_eq!(taken(held(), KeyEffect::BackRotor), n(2, -3));
    assert_eq!(taken(held(), KeyEffect::Star), n(3, 2));
}

#[test]
fn a_star_keeps_keys_out_until_it_is_lifted() {
    let mut inventory = real(White, 2);
    let take = |inventory: &mut Inventory, effect| {
        keys::take(inventory, &Key { colour: White, effect, infinite: false }, Glitch).unwrap();
    };
    take(&mut inventory, KeyEffect::Star);
    for effect in [KeyEffect::Add(n(5, 0)), KeyEffect::Exact(n(9, 9)), KeyEffect::Flip, KeyEffect::Rotor] {
        take(&mut inventory, effect);
        assert_eq!(inventory.count(White), n(2, 0));
    }
    take(&mut inventory, KeyEffect::Unstar);
    take(&mut inventory, KeyEffect::Add(n(5, 0)));
    assert_eq!(inventory.count(White), n(7, 0));
}

#[test]
fn glitch_keys_act_on_what_they_mimic() {
    let mut inventory = with(&[]);
    let key = Key::adding(Glitch, n(4, 0));
    keys::take(&mut inventory, &key, Orange).unwrap();
    keys::take(&mut inventory, &key, Glitch).unwrap();
    assert_eq!((inventory.count(Orange), inventory.count(Glitch)), (n(4, 0), n(4, 0)));
}

#[test]
fn a_key_too_many_is_an_error() {
    let mut inventory = real(White, i64::MAX);
    let key = Key::adding(White, Complex::ONE);
    assert_eq!(keys::take(&mut inventory, &key, Glitch), Err(Overflow));
}

#[test]
fn normal_locks_want_enough_on_the_same_side() {
    let content = |need: Complex, count: Complex| locks::is_content(Need::Normal(need), count);
    assert!(content(n(3, 0), n(3, 0)) && content(n(3, 0), n(9, -4)) && !content(n(3, 0), n(2, 9)));
    assert!(content(n(-2, 0), n(-2, 0)) && !content(n(-2, 0), n(2, 0)) && !content(n(-2, 0), n(-1, 0)));
    assert!(content(n(0, 2), n(0, 3)) && !content(n(0, 2), n(3, 0)) && !content(n(0, -2), n(0, 3)));
    assert_eq!(locks::cost(Need::Normal(n(3, 0)), n(9, 9)), n(3, 0));
}

#[test]
fn blank_blast_and_all_locks() {
    assert!(locks::is_content(Need::Blank, n(0, 0)) && !locks::is_content(Need::Blank, n(0, 1)));
    let blast = Need::Blast(n(1, 0));
    assert!(
        locks::is_content(blast, n(1, 0)) && !locks::is_content(blast, n(-1, 0)) && !locks::is_content(blast, n(0, 5))
    );
    assert_eq!(locks::cost(blast, n(4, 7)), n(4, 0), "only that axis");
    assert_eq!(locks::cost(Need::Blast(n(0, -1)), n(4, -7)), n(0, -7));
    assert!(locks::is_content(Need::All, n(0, -1)) && !locks::is_content(Need::All, n(0, 0)));
    assert_eq!(locks::cost(Need::All, n(4, 7)), n(4, 7));
    assert_eq!(locks::cost(Need::Blank, n(0, 0)), n(0, 0));
}

fn simple(colour: Colour, need: i64) -> Door {
    Door::simple(colour, Need::Normal(Complex::real(need)))
}

fn lock(colour: Colour, need: Need) -> Lock {
    Lock { colour, need }
}

/// Opens a door in its first state, and tells what was spent and what is left.
fn opened(inventory: &mut Inventory, door: &Door, view: Axis) -> (Option<Colour>, DoorState) {
    let mut state = DoorState::of_start(door);
    let spent = opening::open(inventory, door, &mut state, view).unwrap();
    (spent, state)
}

#[test]
fn a_door_opens_and_is_paid_for() {
    let mut inventory = real(White, 5);
    let (spent, state) = opened(&mut inventory, &simple(White, 3), Axis::Real);
    assert_eq!((spent, state.stands(), inventory.count(White)), (Some(White), false, n(2, 0)));
    let (spent, state) = opened(&mut inventory, &simple(White, 3), Axis::Real);
    assert_eq!((spent, state.stands(), inventory.count(White)), (None, true, n(2, 0)));
}

#[test]
fn all_locks_look_at_the_counts_before() {
    // Two blast locks of one colour cost twice what there is, and the count goes below 0.
    let blast = lock(White, Need::Blast(Complex::ONE));
    let mut inventory = real(White, 3);
    let (spent, _) = opened(&mut inventory, &Door::combo(White, vec![blast, blast]), Axis::Real);
    assert_eq!((spent, inventory.count(White)), (Some(White), n(-3, 0)));
    // The cost comes from the colour that is spent, which need not have any.
    let mut inventory = real(Red, 2);
    let door = Door::combo(Blue, vec![lock(Red, Need::Normal(n(2, 0))), lock(Green, Need::Blank)]);
    let (spent, _) = opened(&mut inventory, &door, Axis::Real);
    assert_eq!((spent, inventory.count(Red), inventory.count(Blue)), (Some(Blue), n(2, 0), n(-2, 0)));
    let (spent, _) = opened(&mut inventory, &Door::combo(Blue, vec![]), Axis::Real);
    assert_eq!((spent, inventory.count(Blue)), (Some(Blue), n(-2, 0)), "no locks, no cost");
}

#[test]
fn a_starred_colour_pays_nothing() {
    let mut inventory = real(White, 3);
    inventory.stars[White.index()] = true;
    let (spent, state) = opened(&mut inventory, &simple(White, 3), Axis::Real);
    assert_eq!((spent, state.stands(), inventory.count(White)), (Some(White), false, n(3, 0)));
}

#[test]
fn a_sum_may_be_large_as_long_as_what_is_left_fits() {
    let most = i64::MAX;
    let mut inventory = with(&[(White, n(most, 0)), (Red, n(-most, 0)), (Blue, n(0, 0))]);
    let locks = vec![lock(White, Need::All), lock(White, Need::All), lock(Red, Need::All), lock(Red, Need::All)];
    let (spent, _) = opened(&mut inventory, &Door::combo(Blue, locks), Axis::Real);
    assert_eq!((spent, inventory.count(Blue)), (Some(Blue), n(0, 0)));
    let door = Door::combo(Blue, vec![lock(White, Need::All), lock(White, Need::All)]);
    assert_eq!(opening::open(&mut inventory, &door, &mut DoorState::of_start(&door), Axis::Real), Err(Overflow));
}

#[test]
fn the_view_chooses_the_copy() {
    assert_eq!(copies::met(n(2, 3), Axis::Real), Some((0, Axis::Real)));
    assert_eq!(copies::met(n(-2, 3), Axis::Real), Some((2, Axis::Real)));
    assert_eq!(copies::met(n(0, 3), Axis::Real), Some((1, Axis::Imaginary)));
    assert_eq!(copies::met(n(0, -3), Axis::Real), Some((3, Axis::Imaginary)));
    assert_eq!(copies::met(n(2, 3), Axis::Imaginary), Some((1, Axis::Imaginary)));
    assert_eq!(copies::met(n(-2, 0), Axis::Imaginary), Some((2, Axis::Real)));
    assert_eq!(copies::met(n(0, 0), Axis::Real), None);
    assert_eq!(copies::fewer(n(-2, 3), Axis::Real), Ok(n(-1, 3)));
}

#[test]
fn strange_copies_turn_what_is_needed() {
    // A -1 copy of "3 orange" needs -3 and gives 3.
    let mut inventory = real(Orange, -3);
    let door = Door { copies: n(-1, 0), ..simple(Orange, 3) };
    let (spent, state) = opened(&mut inventory, &door, Axis::Real);
    assert_eq!((spent, state.stands(), inventory.count(Orange)), (Some(Orange), false, n(0, 0)));
    // An i copy needs 3i.
    let mut inventory = with(&[(Orange, n(0, 4))]);
    let door = Door { copies: n(1, 1), ..simple(Orange, 3) };
    let (spent, state) = opened(&mut inventory, &door, Axis::Imaginary);
    assert_eq!((spent, state.copies, inventory.count(Orange)), (Some(Orange), n(1, 0), n(0, 1)));
    let (spent, _) = opened(&mut inventory, &door, Axis::Real);
    assert_eq!(spent, None, "the real copy is met first");
}

#[test]
fn an_endless_door_keeps_its_copies() {
    let mut inventory = real(White, 2);
    let door = Door { endless: true, ..simple(White, 1) };
    let (spent, state) = opened(&mut inventory, &door, Axis::Real);
    assert_eq!((spent, state.copies, inventory.count(White)), (Some(White), n(1, 0), n(1, 0)));
}

fn mastered(inventory: &mut Inventory, door: &Door, view: Axis) -> (bool, DoorState) {
    let mut state = DoorState::of_start(door);
    (masters::touch(inventory, door, &mut state, view).unwrap(), state)
}

#[test]
fn masters_take_copies_away_or_add_them() {
    let mut inventory = real(Master, 2);
    let (did, state) = mastered(&mut inventory, &simple(White, 99), Axis::Real);
    assert!(did && !state.stands());
    assert_eq!(inventory.count(Master), n(1, 0));
    let mut inventory = real(Master, -1);
    let (did, state) = mastered(&mut inventory, &simple(White, 99), Axis::Real);
    assert_eq!((did, state.copies, inventory.count(Master)), (true, n(2, 0), n(0, 0)));
    // On an axis without copies a positive master makes a negative one.
    let mut inventory = real(Master, 1);
    let door = Door { copies: n(0, 1), ..simple(White, 1) };
    let (did, state) = mastered(&mut inventory, &door, Axis::Real);
    assert_eq!((did, state.copies), (true, n(-1, 1)));
    let mut inventory = with(&[(Master, n(0, 1))]);
    assert!(!mastered(&mut inventory, &door, Axis::Real).0, "nothing to hold in this view");
    let (did, state) = mastered(&mut inventory, &door, Axis::Imaginary);
    assert!(did && !state.stands());
}

#[test]
fn a_starred_master_is_never_used_up() {
    let mut inventory = real(Master, 1);
    inventory.stars[Master.index()] = true;
    assert!(mastered(&mut inventory, &simple(White, 9), Axis::Real).0);
    assert_eq!(inventory.count(Master), n(1, 0));
}

#[test]
fn master_and_pure_doors_are_immune() {
    let immune = [
        simple(Master, 1),
        simple(Pure, 1),
        Door::combo(White, vec![lock(Pure, Need::Blank), lock(White, Need::Blank)]),
        Door::combo(Master, vec![lock(White, Need::Blank)]),
    ];
    for door in &immune {
        let mut inventory = real(Master, 3);
        assert!(!mastered(&mut inventory, door, Axis::Real).0);
        assert_eq!(inventory.count(Master), n(3, 0));
    }
    let cursed = Door { cursed: true, ..simple(Master, 1) };
    assert!(mastered(&mut real(Master, 3), &cursed, Axis::Real).0, "a cursed gold door counts as brown");
    let iced = Door { auras: Auras { ice: true, ..Auras::default() }, ..simple(White, 1) };
    assert!(!mastered(&mut real(Master, 3), &iced, Axis::Real).0);
}

#[test]
fn auras_go_by_coming_near_and_nothing_is_spent() {
    let all = Auras { ice: true, erosion: true, paint: true };
    let left = |counts: &[(Colour, Complex)]| auras::left(all, &with(counts));
    assert_eq!(left(&[(Red, n(1, 0))]), Auras { ice: false, ..all });
    assert_eq!(left(&[(Red, n(0, 5)), (Green, n(4, 0)), (Blue, n(2, 0))]), all, "the real part only");
    assert_eq!(left(&[(Green, n(5, 0))]), Auras { erosion: false, ..all });
    assert_eq!(left(&[(Blue, n(3, 0))]), Auras { paint: false, ..all });
    let mut inventory = real(White, 5);
    let covered = Door { auras: Auras { paint: true, ..Auras::default() }, ..simple(White, 1) };
    assert_eq!(opened(&mut inventory, &covered, Axis::Real).0, None, "an aura keeps the door shut");
}

fn near(inventory: &Inventory, door: &Door) -> DoorState {
    let mut state = DoorState::of_start(door);
    curse::come_near(inventory, door, &mut state);
    state
}

#[test]
fn brown_curses_and_minus_brown_lifts() {
    assert!(near(&real(Brown, 1), &simple(White, 1)).cursed);
    assert!(!near(&real(Brown, 0), &simple(White, 1)).cursed);
    assert!(!near(&real(Brown, -1), &Door { cursed: true, ..simple(White, 1) }).cursed);
    assert!(near(&real(Brown, 0), &Door { cursed: true, ..simple(White, 1) }).cursed, "it stays");
    assert!(!near(&real(Brown, 1), &simple(Pure, 1)).cursed);
    assert!(!near(&real(Brown, 1), &simple(Brown, 1)).cursed);
    assert!(near(&real(Brown, 1), &Door::combo(White, vec![lock(Brown, Need::Blank)])).cursed);
    let iced = Door { auras: Auras { ice: true, ..Auras::default() }, ..simple(White, 1) };
    assert!(!near(&real(Brown, 1), &iced).cursed, "auras first");
    assert!(near(&with(&[(Brown, n(1, 0)), (Red, n(1, 0))]), &iced).cursed);
    let mut mimicking = DoorState { mimic: Pure, ..DoorState::of_start(&simple(Glitch, 1)) };
    assert!(!curse::come_near(&real(Brown, 1), &simple(Glitch, 1), &mut mimicking), "a glitch that mimics pure");
}

#[test]
fn what_only_mimics_brown_can_be_cursed() {
    let near = |door: &Door, mimic: Colour| {
        let mut state = DoorState { mimic, ..DoorState::of_start(door) };
        curse::come_near(&real(Brown, 1), door, &mut state);
        state.cursed
    };
    let glitch = Door::simple(Glitch, Need::Normal(Complex::ONE));
    assert!(near(&glitch, Brown) && near(&glitch, Glitch) && !near(&glitch, Pure));
    assert!(!near(&Door::simple(Brown, Need::Normal(Complex::ONE)), Glitch));
}

#[test]
fn a_cursed_door_is_all_brown() {
    let mut inventory = with(&[(Brown, n(5, 0)), (White, n(9, 0))]);
    let door = Door { cursed: true, ..Door::combo(Red, vec![lock(White, Need::Normal(n(3, 0)))]) };
    let (spent, _) = opened(&mut inventory, &door, Axis::Real);
    assert_eq!((spent, inventory.count(Brown), inventory.count(White)), (Some(Brown), n(2, 0), n(9, 0)));
}

#[test]
fn a_cursed_door_keeps_its_mimic() {
    let mut door = DoorState::of_start(&simple(Glitch, 1));
    glitch::broadcast(Orange, &mut door);
    assert_eq!(glitch::effective(Glitch, &door), Orange);
    door.cursed = true;
    glitch::broadcast(White, &mut door);
    assert_eq!(glitch::effective(Glitch, &door), Brown);
    door.cursed = false;
    assert_eq!(glitch::effective(Glitch, &door), Orange);
    // The spent colour of a glitch door is what it mimics.
    let mut inventory = real(Orange, 1);
    let glitchy = simple(Glitch, 1);
    assert_eq!(opening::open(&mut inventory, &glitchy, &mut door, Axis::Real), Ok(Some(Orange)));
}
