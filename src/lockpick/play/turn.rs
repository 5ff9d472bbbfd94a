//! What can be done in a state, and what comes of it.

use crate::lockpick::{
    colour::Colour,
    complex::{Axis, Overflow},
    level::{NodeId, NodeKind, Objective},
    rules::{curse, glitch, keys, masters, opening},
};

use super::{
    moves::{Action, Move},
    state::State,
    terrain::Terrain,
    travel,
};

impl Terrain {
    /// The state before the first move.
    pub fn start(&self) -> Result<State, Overflow> {
        let mut state = State::untouched(&self.level);
        self.arrive(&mut state, self.level.start)?;
        Ok(state)
    }

    /// Finds out where the player may be in a level where that follows from everything else.
    pub fn look_around(&self, state: &mut State) {
        state.region.clear();
        state.region.insert(self.level.start);
        // Nothing happens on the way in such a level, so no number can outgrow anything.
        let _ = self.spread_from(state, &mut vec![self.level.start]);
    }

    /// Whether what the player is after is done.
    pub fn is_won(&self, state: &State) -> bool {
        match self.level.objective {
            Objective::Goal => state.stored.is_none() && self.goals.iter().any(|&goal| state.region.contains(goal)),
            Objective::Salvage { id, door } => {
                state.armed == Some(id) && state.stored.is_some_and(|stored| door.is_none_or(|door| door == stored))
            }
        }
    }

    /// Tells every move of a state, in order of the nodes, and the state it leads to. Moves that lose are left out.
    ///
    /// `scratch` is where the states are made. `None` instead of a state says that a number outgrows 64 bits there.
    pub fn for_each_turn(&self, state: &State, scratch: &mut State, mut tell: impl FnMut(Move, Option<&State>)) {
        if state.stored.is_some() {
            return;
        }
        let border = self.border(state);
        for node in border.iter() {
            if self.passes_idle_keys && state.region.contains(node) && self.is_idle_key(state, node) {
                continue;
            }
            match &self.level.nodes[node].kind {
                NodeKind::Key(_) if !state.taken.contains(node) => {
                    self.tell_turn(state, scratch, node, Action::Take, &mut tell);
                }
                NodeKind::Door(door) if !self.is_passable(state, node) => {
                    let copies = self.door_index[node].map(|index| state.doors[index].copies);
                    let views = self.views();
                    for &view in views {
                        // Without copies on the other axis both views show the same copy.
                        let is_same = copies.is_none_or(|copies| copies.re == 0 || copies.im == 0);
                        if view == Axis::Real || !is_same {
                            self.tell_turn(state, scratch, node, Action::Open(view), &mut tell);
                        }
                    }
                    for &view in views {
                        // An endless door would only swallow the key.
                        if !door.endless {
                            self.tell_turn(state, scratch, node, Action::Master(view), &mut tell);
                        }
                    }
                    self.tell_turn(state, scratch, node, Action::Approach, &mut tell);
                }
                NodeKind::Salvage(_) => self.tell_turn(state, scratch, node, Action::Walk, &mut tell),
                _ if self.is_passable(state, node) => {
                    self.tell_turn(state, scratch, node, Action::Walk, &mut tell);
                }
                _ => {}
            }
        }
    }

    /// Whether something can be done at a node: a way leads there from where the player may be.
    pub fn is_at_hand(&self, state: &State, node: NodeId) -> bool {
        let is_there = state.region.contains(node) && !self.is_infinite_key(node);
        let leads_there = |from: &NodeId| {
            let mut ways = self.ways[*from].iter().filter(|way| way.to == node);
            *from != node && state.region.contains(*from) && ways.any(|way| self.is_way_open(state, way))
        };
        !is_there && self.from[node].iter().any(leads_there)
    }

    /// The axes the player can look at.
    fn views(&self) -> &'static [Axis] {
        if self.level.lens { &Axis::BOTH } else { &Axis::BOTH[..1] }
    }

    /// Tells what comes of one action: nothing if it is not possible, and several states if it matters where the
    /// player stands.
    fn tell_turn(
        &self,
        state: &State,
        scratch: &mut State,
        node: NodeId,
        action: Action,
        tell: &mut impl FnMut(Move, Option<&State>),
    ) {
        let mut tell_one = |at: Option<NodeId>, scratch: &mut State| {
            let step = Move { node, action, at };
            match self.act(state, scratch, step) {
                Ok(true) if scratch.stored.is_some() && !self.is_won(scratch) => {}
                Ok(true) => tell(step, Some(scratch)),
                Ok(false) => {}
                Err(Overflow) => tell(step, None),
            }
        };
        tell_one(None, scratch);
        if self.is_positional && matches!(action, Action::Open(_) | Action::Master(_)) {
            for at in self.neighbours(state, node) {
                let what = &self.level.nodes[at];
                if !what.near.is_empty() || !what.touching.is_empty() {
                    tell_one(Some(at), scratch);
                }
            }
        }
    }

    /// Does one move at a node that is at hand. Tells whether it is possible; the state is of no use if it is not.
    pub fn act(&self, before: &State, after: &mut State, step: Move) -> Result<bool, Overflow> {
        after.clone_from(before);
        match step.action {
            Action::Take => self.take(after, step.node),
            Action::Walk => self.walk(after, step.node),
            Action::Open(_) | Action::Master(_) | Action::Approach => self.work_on(before, after, step),
        }
    }

    fn take(&self, state: &mut State, node: NodeId) -> Result<bool, Overflow> {
        let NodeKind::Key(key) = &self.level.nodes[node].kind else { return Ok(false) };
        if state.taken.contains(node) {
            return Ok(false);
        }
        self.come_near_all(state, node);
        keys::take(&mut state.inventory, key, state.mimic)?;
        if !key.infinite {
            state.taken.insert(node);
        }
        self.arrive(state, node)?;
        Ok(true)
    }

    fn walk(&self, state: &mut State, node: NodeId) -> Result<bool, Overflow> {
        if let NodeKind::Salvage(point) = &self.level.nodes[node].kind
            && travel::is_arming(*point, state.armed)
        {
            state.armed = travel::armed_by(*point);
        } else if !self.is_passable(state, node) {
            return Ok(false);
        }
        self.arrive(state, node)?;
        Ok(true)
    }

    /// Opens, masters or comes near a door.
    fn work_on(&self, before: &State, state: &mut State, step: Move) -> Result<bool, Overflow> {
        let Some(index) = self.door_index[step.node] else { return Ok(false) };
        let door = self.door(index);
        if !state.doors[index].stands() {
            return Ok(false);
        }
        let is_changed = curse::come_near(&state.inventory, door, &mut state.doors[index]);
        match step.action {
            Action::Open(view) => {
                let spent = opening::open(&mut state.inventory, door, &mut state.doors[index], view)?;
                let Some(spent) = spent else { return Ok(false) };
                self.broadcast(state, spent);
            }
            Action::Master(view) => {
                let did = masters::touch(&mut state.inventory, door, &mut state.doors[index], view)?;
                if !did {
                    return Ok(false);
                }
            }
            _ if !is_changed => return Ok(false),
            _ => {}
        }
        if state.doors[index].stands() {
            curse::come_near(&state.inventory, door, &mut state.doors[index]);
        } else {
            self.salvage(state, step.node);
        }
        if !self.is_positional {
            // The player can still be wherever it was possible before.
            if !state.doors[index].stands() {
                state.region.insert(step.node);
                self.spread_from(state, &mut vec![step.node])?;
            }
            return Ok(true);
        }
        state.region.clear();
        if let Some(at) = step.at {
            if !self.neighbours(before, step.node).any(|from| from == at) || !self.is_eventful(state, at)? {
                return Ok(false);
            }
            self.settle(state, at)?;
            state.region.insert(at);
        } else {
            let mut is_anywhere = false;
            for at in self.neighbours(before, step.node) {
                if !self.is_eventful(state, at)? {
                    state.region.insert(at);
                    is_anywhere = true;
                }
            }
            if !is_anywhere {
                return Ok(false);
            }
        }
        self.spread(state)?;
        Ok(true)
    }

    /// The player is at a node now, for whatever reason.
    fn arrive(&self, state: &mut State, node: NodeId) -> Result<(), Overflow> {
        if self.is_positional {
            state.region.clear();
        }
        self.settle(state, node)?;
        state.region.insert(node);
        self.spread_from(state, &mut vec![node])
    }

    /// What happens around a player at a node: auras and curses first, then what is touched is opened, taken or armed,
    /// and what that changes works on auras and curses again.
    fn settle(&self, state: &mut State, node: NodeId) -> Result<(), Overflow> {
        self.come_near_all(state, node);
        for &touched in &self.level.nodes[node].touching {
            let Some(index) = self.door_index[touched] else {
                if self.is_waiting(state, touched) {
                    self.touch(state, touched)?;
                    self.come_near_all(state, node);
                }
                continue;
            };
            if !state.doors[index].stands() {
                continue;
            }
            let spent = opening::open(&mut state.inventory, self.door(index), &mut state.doors[index], Axis::Real)?;
            if let Some(spent) = spent {
                self.broadcast(state, spent);
                if !state.doors[index].stands() {
                    self.salvage(state, touched);
                }
                self.come_near_all(state, node);
            }
        }
        Ok(())
    }

    /// Takes a key or arms a salvage point.
    fn touch(&self, state: &mut State, node: NodeId) -> Result<(), Overflow> {
        match &self.level.nodes[node].kind {
            NodeKind::Key(key) => {
                keys::take(&mut state.inventory, key, state.mimic)?;
                state.taken.insert(node);
            }
            NodeKind::Salvage(point) => state.armed = travel::armed_by(*point),
            _ => {}
        }
        Ok(())
    }

    fn come_near_all(&self, state: &mut State, node: NodeId) {
        let what = &self.level.nodes[node];
        for &door in what.near.iter().chain(&what.touching) {
            if let Some(index) = self.door_index[door]
                && state.doors[index].stands()
            {
                curse::come_near(&state.inventory, self.door(index), &mut state.doors[index]);
            }
        }
    }

    /// All that is of glitch colour takes on the colour that was spent.
    fn broadcast(&self, state: &mut State, spent: Colour) {
        if !self.has_glitch {
            return;
        }
        state.mimic = spent;
        for (index, door) in state.doors.iter_mut().enumerate() {
            if glitch::has_glitch(self.door(index)) {
                glitch::broadcast(spent, door);
            }
        }
    }

    /// A door is gone: an armed salvage point stores it, and the level is over.
    fn salvage(&self, state: &mut State, door: NodeId) {
        if state.armed.is_some() && state.stored.is_none() {
            state.stored = Some(door);
        }
    }
}
