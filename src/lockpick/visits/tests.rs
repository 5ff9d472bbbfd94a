use std::cell::Cell;

use super::{places::relevant, *};
use crate::{
    family::Options,
    input::Input,
    lockpick::{
        answer::{Claim, Step, VisitClaim},
        check::check_in_room,
        import,
        load::Given,
    },
    search::Limits,
};

/// A corridor of the game, one tile high, with a thing in each tile from the second on.
fn corridor(things: &[&str]) -> String {
    let width = 32 * (things.len() + 2);
    let mut text = format!(
        "<room><width>{width}</width><height>96</height><instances>\
         <instance objName=\"objBlock\" x=\"0\" y=\"0\" scaleX=\"{0}\" scaleY=\"1\"/>\
         <instance objName=\"objBlock\" x=\"0\" y=\"64\" scaleX=\"{0}\" scaleY=\"1\"/>\
         <instance objName=\"objBlock\" x=\"0\" y=\"32\"/><instance objName=\"objBlock\" x=\"{1}\" y=\"32\"/>",
        things.len() + 2,
        width - 32
    );
    for (index, thing) in things.iter().enumerate() {
        let (name, code) = thing.split_once(' ').unwrap_or((thing, ""));
        let left = 32 * (index + 1);
        // Salvage points are told by the middle of their lower edge.
        let (x, y) = if name.starts_with("oSalvage") { (left + 16, 64) } else { (left, 32) };
        text += &format!("<instance objName=\"{name}\" x=\"{x}\" y=\"{y}\" code=\"{code}\"/>");
    }
    text + "</instances></room>"
}

/// Two white keys have to be spent, one door is there, and the other has to be that door itself, stored by a visit
/// before.
fn twice() -> String {
    corridor(&[
        "oSalvageIn ID=3;",
        "objPlayerStart",
        "oKeyWhite count=2;",
        "oDoorWhite",
        "oSalvageOut ID=3;",
        "oDoorWhite type=1;",
        "oGoal",
    ])
}

fn place(name: &str, text: &str) -> Place {
    let pack = import::open(&format!("{name}.room.gmx"), text.as_bytes()).unwrap();
    Place { name: name.to_owned(), room: pack.room(0).unwrap() }
}

fn ending(places: &[Place], control: &Control) -> Ending {
    let planner = Planner { places, prepare: &|_| Ok(()), control, threads: 1, expansions: Cell::new(0) };
    planner.plan(&Store::new()).unwrap()
}

fn plan(places: &[Place]) -> Option<Plan> {
    match ending(places, &Control::default()) {
        Ending::Found(plan) => Some(*plan),
        Ending::Nothing => None,
        Ending::Stopped(reason) => panic!("{reason:?}"),
    }
}

#[test]
fn a_room_is_visited_twice() {
    let plan = plan(&[place("twice", &twice())]).unwrap();
    assert_eq!(plan.visits.len(), 1);
    let visit = &plan.visits[0];
    assert_eq!((visit.place.as_str(), visit.id, visit.stored.text().as_str()), ("twice", 3, "32x32 1 white"));
    for (room, level, route) in [(&visit.room, &visit.level, &visit.route), (&plan.room, &plan.level, &plan.route)] {
        assert!(check_in_room(room, level, &Claim::of(level, route)).is_ok());
    }
}

#[test]
fn doors_are_stored_in_another_level() {
    let target = corridor(&["objPlayerStart", "oKeyWhite", "oSalvageOut ID=3;", "oDoorWhite type=1;", "oGoal"]);
    let source = corridor(&["oDoorWhite", "objPlayerStart", "oKeyWhite", "oSalvageIn ID=3;", "oGoal"]);
    let unrelated = corridor(&["oDoorWhite", "objPlayerStart", "oKeyWhite", "oSalvageIn ID=4;", "oGoal"]);
    let all = [place("target", &target), place("unrelated", &unrelated), place("source", &source)];
    let places = relevant(all.to_vec());
    assert_eq!(places.iter().map(|place| place.name.as_str()).collect::<Vec<_>>(), ["target", "source"]);
    assert_eq!(plan(&places).unwrap().visits[0].place, "source");
    assert!(plan(&all[..1]).is_none(), "the level itself stores nothing");
    assert!(plan(&all[..2]).is_none(), "what is stored under another number does not come out");
}

#[test]
fn limits_end_the_search_for_visits() {
    let control = Control::new(&Limits { nodes: Some(1), ..Limits::default() });
    assert!(matches!(ending(&[place("twice", &twice())], &control), Ending::Stopped(_)));
}

/// An answer with a visit is played from the first step on; whatever is changed in it is noticed.
#[test]
fn visits_of_answers_are_judged() {
    let given = Given::open(&Input::new("twice.room.gmx", twice().into_bytes())).unwrap();
    let places = given.places(&Options::default(), &Control::default()).unwrap().unwrap();
    let plan = plan(&places.all).unwrap();
    let steps = Claim::of(&plan.visits[0].level, &plan.visits[0].route).steps;
    let visit = VisitClaim {
        place: "twice".to_owned(),
        number: 3,
        door: plan.visits[0].level.nodes[plan.visits[0].door].name.clone(),
        length: Some(steps.len()),
        steps,
    };
    let store = |visit: VisitClaim| replay(&places, &[visit], &Control::default()).unwrap();
    assert_eq!(store(visit.clone()).unwrap()[&3].text(), "32x32 1 white");
    let shorter = visit.steps[1..].to_vec();
    let step = Step { node: "goal".to_owned(), action: "walk".to_owned(), ..Step::default() };
    for wrong in [
        VisitClaim { place: "thrice".to_owned(), ..visit.clone() },
        VisitClaim { number: 4, ..visit.clone() },
        VisitClaim { door: "door2".to_owned(), ..visit.clone() },
        VisitClaim { door: "goal".to_owned(), ..visit.clone() },
        VisitClaim { door: "door9".to_owned(), ..visit.clone() },
        VisitClaim { length: Some(9), ..visit.clone() },
        VisitClaim { steps: shorter, length: None, ..visit.clone() },
        VisitClaim { steps: vec![step], length: None, ..visit.clone() },
    ] {
        assert!(store(wrong.clone()).is_err(), "{wrong:?}");
    }
}
