//! Lockpick levels as a family: its strategies, its options, and how a level is read, judged, shown, drawn and made.

use std::{collections::HashSet, path::PathBuf};

use crate::{
    destination::Destination,
    diagnostics::Source,
    family::{self, Drawing, Error, Family, Flag, Generation, Judgement, Options, Showing, Verb},
    input::Input,
    page::CasePage,
    report::{Medium, Solution, harmless},
    search::{Ability, Control, Kernel, Strategy as Info},
};

use super::{
    answer::{self, Claim},
    brought::{place_stored, stored_files},
    case::Case,
    check, draw, generate,
    geometry::room::Room,
    import, input,
    layout::room_of,
    level::Level,
    load::{Given, Loaded, is_of_the_game},
    outline::outline,
    play::{Action, Move, Terrain},
    search::{self, Settings, Strategy, Verdict, paper},
    show,
    solution::Route,
    visits::{Places, after_visits, replay, visited_files},
};

/// The family.
pub struct Lockpick;

const EVERYWHERE: &[Verb] = &[Verb::Solve, Verb::Check, Verb::Show, Verb::Draw];

/// What every search over states can do.
const STATES: &[Ability] = &[Ability::Checkpoint, Ability::NodeLimit, Ability::MemoryLimit, Ability::Threads];
const NO_IDS: &str = "it searches states, each once, and brings one route: routes have no ids and are not counted";

/// The strategies.
pub static STRATEGIES: [Info; 5] = [
    Info {
        name: "guided",
        about: "best first to any route, led by what a relaxed level would take; proves that there is none",
        kernel: Kernel::States,
        abilities: STATES,
        why_not: NO_IDS,
    },
    Info {
        name: "shortest",
        about: "a route of the fewest steps, and the proof that none is shorter",
        kernel: Kernel::States,
        abilities: STATES,
        why_not: NO_IDS,
    },
    Info {
        name: "exhaustive",
        about: "breadth first over all states, nothing left out",
        kernel: Kernel::States,
        abilities: STATES,
        why_not: NO_IDS,
    },
    Info {
        name: "dfs",
        about: "the paper's depth-first search",
        kernel: Kernel::Tree,
        abilities: &[
            Ability::Ids,
            Ability::Range,
            Ability::Checkpoint,
            Ability::NodeLimit,
            Ability::MemoryLimit,
            Ability::Threads,
            Ability::Any,
        ],
        why_not: "it ends with the first route, as the paper's search does",
    },
    Info {
        name: "bfs",
        about: "the paper's breadth-first search, which remembers no state",
        kernel: Kernel::States,
        abilities: STATES,
        why_not: NO_IDS,
    },
];

static FLAGS: [Flag; 9] = [
    Flag::valued("level", "NAME|NUMBER", "The level of a pack, by its name or its number from 1", EVERYWHERE),
    Flag::switch("gravity", "The player falls, so some ways lead down only and doors can be floors", EVERYWHERE),
    Flag::valued("have", "'AMOUNT COLOUR'", "Keys that the player brings along, such as '11 stone'", EVERYWHERE)
        .repeated(),
    Flag::valued(
        "stored",
        "FILE|DOOR",
        "Doors stored in other levels: lines 'NUMBER WIDTHxHEIGHT LOCKS', or one such line itself",
        EVERYWHERE,
    )
    .repeated(),
    Flag::valued(
        "visit",
        "FILE|FOLDER",
        "Levels, beside those of the same file, that may be visited first to store doors for this one",
        &[Verb::Solve, Verb::Check, Verb::Draw],
    )
    .repeated(),
    Flag::switch("shortest", "A route of the fewest steps, and the proof that there is no shorter one", &[Verb::Solve]),
    Flag::valued(
        "format",
        "FORMAT",
        "text: an outline for people; level: the level in the text format; list: the levels of a pack as cases of a batch",
        &[Verb::Show],
    ),
    Flag::switch(
        "analyse",
        "For designers: what every solution needs, what can be left out, where a player gets stuck, how hard it is",
        &[Verb::Show],
    ),
    Flag::switch("solve", "Draw the way in", &[Verb::Draw]),
];

impl Family for Lockpick {
    fn name(&self) -> &'static str {
        "lockpick"
    }

    fn about(&self) -> &'static str {
        "in which order to take keys and open doors to reach the goal"
    }

    fn strategies(&self) -> &'static [Info] {
        &STRATEGIES
    }

    fn flags(&self) -> &'static [Flag] {
        &FLAGS
    }

    fn named_files(&self, options: &Options) -> Vec<PathBuf> {
        stored_files(options).chain(visited_files(options)).collect()
    }

    fn recognise(&self, input: &Input) -> bool {
        is_of_the_game(input) || input.source().is_ok_and(|source| input::recognise(&source))
    }

    fn pack_ending(&self) -> Option<&'static str> {
        Some("lvl")
    }

    fn members(&self, input: &Input) -> Vec<(String, Options)> {
        match import::open(input.name(), input.bytes()) {
            Ok(pack) if pack.entries.len() > 1 => (0..pack.entries.len())
                .map(|index| (pack.call(index), Options::default().with("level", format!("#{}", index + 1))))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn load(&self, input: &Input, options: &Options, control: &Control) -> Result<Box<dyn family::Case>, Error> {
        let given = Given::open(input)?;
        Ok(Box::new(Case::new(given.load(options, control)?, given.places(options, control)?)))
    }

    fn judge(&self, case: &Input, options: &Options, answer: &Input, control: &Control) -> Result<Judgement, Error> {
        let given = Given::open(case)?;
        let loaded = given.load(options, control)?;
        let claims = answer::read(&answer.source()?)?;
        let places = places_of(&given, options, &claims, control)?;
        let mut verdict = Err("the answer holds no route to judge".to_owned());
        let is_shortest = claims.iter().any(|claim| claim.is_shortest);
        // That takes a search, which a check is not.
        let rest = if is_shortest { "; that no route is shorter was not checked" } else { "" };
        let mut seen = HashSet::new();
        for (index, claim) in claims.iter().enumerate() {
            if !seen.insert((&claim.visits, &claim.steps)) {
                return Ok(Err(format!("route {}: it is there twice", index + 1)));
            }
            let verdict_of_one = match &loaded.room {
                _ if !claim.visits.is_empty() => match visited(places.as_ref(), claim, control)? {
                    Ok((room, level)) => {
                        check::check_in_room(&room, &level, claim).map(|text| text + &after_visits(claim.visits.len()))
                    }
                    Err(reason) => Err(reason),
                },
                // What the room allows is asked of the room.
                Some(room) if !loaded.has_gravity => check::check_in_room(room, &loaded.level, claim),
                _ => check::check(&loaded.level, claim),
            };
            match verdict_of_one {
                Ok(text) if claims.len() == 1 => verdict = Ok(text + rest),
                Ok(_) => verdict = Ok(format!("{} routes reach the goal{rest}", claims.len())),
                Err(reason) if claims.len() == 1 => return Ok(Err(reason)),
                Err(reason) => return Ok(Err(format!("route {}: {reason}", index + 1))),
            }
        }
        Ok(verdict)
    }

    fn show(&self, showing: &Showing<'_>) -> Result<String, Error> {
        let text = show::show(&Given::open(showing.case()?)?, showing)?;
        // There are no colours in it, so one in a name is not ours.
        Ok(harmless(&text, Medium::Text).into_owned())
    }

    fn draw(&self, drawing: &Drawing<'_>, place: &mut Destination) -> Result<(), Error> {
        let given = Given::open(drawing.case)?;
        let ending = place.expect_ending(&["txt", "svg", "png", "pdf", "html", "lvl"])?;
        if drawing.answer.is_none() && drawing.options.has("visit") {
            let text = "is about the visits of an answer: without one, there are none to be drawn";
            return Err(Error::misplaced("visit", text));
        }
        if ending == "lvl" {
            let bytes = export(&given, drawing)?;
            return place.write(|out| out.write_all(&bytes));
        }
        if ending == "txt" && has_route(drawing) {
            return Err(Error::Unsupported(
                "an outline of a level has no room for a route: draw .svg, .png, .pdf or .html".to_owned(),
            ));
        }
        let Loaded { mut level, mut room, .. } = given.load(drawing.options, drawing.control)?;
        let claims = drawing.answer.map_or(Ok(Vec::new()), |answer| answer::read(&answer.source()?))?;
        let places = places_of(&given, drawing.options, &claims, drawing.control)?;
        if let (Some(answer), Some(claim)) = (drawing.answer, claims.first().filter(|claim| !claim.visits.is_empty())) {
            let (later_room, later_level) = visited(places.as_ref(), claim, drawing.control)?
                .map_err(|reason| Error::Unsuitable(format!("{}: {reason}", answer.name())))?;
            (level, room) = (later_level, Some(later_room));
        }
        let route = match (drawing.answer, drawing.id) {
            (Some(_), _) if drawing.options.has("solve") => {
                return Err(Error::Unsupported(
                    "solve finds a route: it does not go together with an answer".to_owned(),
                ));
            }
            (None, Some(_)) if drawing.options.has("solve") => {
                return Err(Error::Unsupported("solve finds a route: it does not go together with an id".to_owned()));
            }
            (Some(answer), _) => route_of(&level, &answer.source()?)?,
            (None, Some(id)) => {
                paper::moves_to(&level, &id.parse()?).map_err(|error| Error::Unsuitable(error.to_string()))?
            }
            (None, None) if drawing.options.has("solve") => found(&level, drawing)?,
            (None, None) => Vec::new(),
        };
        match ending.as_str() {
            "txt" => place.text(&outline(&level)),
            "html" => {
                let view = draw::view(&level, room.as_ref());
                let page = CasePage::new(drawing.case.name(), format!("lockpick {}", level.title), view);
                let told = told(&level, room.as_ref(), &route);
                place.page(&if route.is_empty() { page } else { page.with(&told) })
            }
            _ => match &room {
                Some(room) if route.is_empty() => place.picture(&draw::still(&level, room)),
                _ => place.picture(&told(&level, room.as_ref(), &route).scene().unwrap_or_default()),
            },
        }
    }

    fn generator_flags(&self) -> &'static [Flag] {
        &generate::request::FLAGS
    }

    fn generate(&self, generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
        generate::request::generate(generation, place)
    }
}

/// The levels that may be visited, where an answer has visits or levels to be visited were given.
fn places_of(given: &Given, options: &Options, claims: &[Claim], control: &Control) -> Result<Option<Places>, Error> {
    let is_needed = options.has("visit") || claims.iter().any(|claim| !claim.visits.is_empty());
    if is_needed { given.places(options, control) } else { Ok(None) }
}

/// The room and the graph of a level after the visits of an answer have stored their doors, or what is wrong with them.
fn visited(places: Option<&Places>, claim: &Claim, control: &Control) -> Result<Result<(Room, Level), String>, Error> {
    let Some(places) = places else {
        return Ok(Err("it has visits that store doors, but no doors come out in this level".to_owned()));
    };
    let store = match replay(places, &claim.visits, control)? {
        Ok(store) => store,
        Err(reason) => return Ok(Err(reason)),
    };
    let Some(target) = places.all.first() else { return Ok(Err("there is no such level".to_owned())) };
    target.with(&store, &|level| places.prepare(level), control).map(Ok)
}

/// Is a route to be drawn, too?
fn has_route(drawing: &Drawing<'_>) -> bool {
    drawing.answer.is_some() || drawing.id.is_some() || drawing.options.has("solve")
}

/// A level as a file of the editor.
fn export(given: &Given, drawing: &Drawing<'_>) -> Result<Vec<u8>, Error> {
    let options = drawing.options;
    if let Some(what) =
        ["have", "gravity"].into_iter().find(|name| options.has(name)).or(has_route(drawing).then_some("a route"))
    {
        return Err(Error::Unsupported(format!("a level of the editor does not hold that: {what}")));
    }
    match given {
        Given::Pack(pack) => {
            let index = pack.select(options.text("level"))?;
            let mut room = pack.room(index)?;
            let is_changed = options.has("stored");
            if is_changed {
                place_stored(&mut room, options, drawing.control)?;
            }
            Ok(pack.export(index, &room, is_changed)?)
        }
        Given::Text(_) => {
            let level = given.load(options, drawing.control)?.level;
            let name = drawing.case.name();
            let room = room_of(&level).map_err(|why| {
                Error::Unsuitable(format!("{name} is a graph that cannot be laid out as a room: {why}"))
            })?;
            Ok(import::export_room(name, &room)?)
        }
    }
}

/// A route as it is told.
fn told<'a>(level: &'a Level, room: Option<&'a Room>, route: &'a [Move]) -> Route<'a> {
    Route { level, room, route, is_shortest: false, id: None, has_inventory: true, visits: &[] }
}

/// The steps of an answer.
fn route_of(level: &Level, source: &Source) -> Result<Vec<Move>, Error> {
    let wrong = |what: String| Error::Unsuitable(format!("{}: {what}", source.name()));
    let claim = answer::read(source)?.into_iter().next().ok_or_else(|| wrong("there is no route in it".to_owned()))?;
    let steps = claim.steps.iter().map(|step| {
        let find = |name: &str| level.find(name).ok_or_else(|| wrong(format!("the level has no node '{name}'")));
        let unknown = || wrong(format!("there is no action '{}'", step.action));
        let action = Action::from_word(&step.action).ok_or_else(unknown)?;
        Ok(Move { node: find(&step.node)?, action, at: step.at.as_deref().map(find).transpose()? })
    });
    steps.collect()
}

/// A route that is found now.
fn found(level: &Level, drawing: &Drawing<'_>) -> Result<Vec<Move>, Error> {
    let settings = Settings { control: drawing.control.clone(), threads: 1, ..Settings::default() };
    let outcome = search::solve(&Terrain::new(level.clone()), Strategy::Auto, &settings)?;
    match outcome.verdict {
        Verdict::Solved { route, .. } => Ok(route),
        Verdict::Unsolvable => {
            Err(Error::Unsuitable("there is no route to draw: the level has no solution".to_owned()))
        }
        Verdict::Unknown(_) => Err(Error::Stopped("no route was found to draw")),
    }
}
