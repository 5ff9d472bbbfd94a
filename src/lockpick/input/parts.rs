//! The parts of a line of the richer format: keys, locks, doors.

use crate::{
    diagnostics::Diagnostic,
    lockpick::{
        colour::Colour,
        complex::Complex,
        level::{Auras, Door, Key, KeyEffect, Lock, Need},
    },
};

use super::words::Words;

/// `[infinite] [exact] AMOUNT COLOUR` or `[infinite] star|unstar|flip|rotor|backrotor COLOUR`.
pub(super) fn key(words: &mut Words<'_>) -> Result<Key, Diagnostic> {
    let infinite = words.accept("infinite");
    let effect = match words.peek() {
        Some("star") => Some(KeyEffect::Star),
        Some("unstar") => Some(KeyEffect::Unstar),
        Some("flip") => Some(KeyEffect::Flip),
        Some("rotor") => Some(KeyEffect::Rotor),
        Some("backrotor") => Some(KeyEffect::BackRotor),
        _ => None,
    };
    let effect = match effect {
        Some(effect) => {
            words.next();
            effect
        }
        None if words.accept("exact") => KeyEffect::Exact(words.number("an amount")?.0),
        None => match words.accept_number() {
            Some((amount, _)) => KeyEffect::Add(amount),
            None if words.peek().is_some_and(|word| Colour::from_name(word).is_some()) => KeyEffect::Add(Complex::ONE),
            None => {
                words.number("an amount, or exact, star, unstar, flip, rotor or backrotor")?;
                KeyEffect::Add(Complex::ONE)
            }
        },
    };
    Ok(Key { colour: words.colour()?, effect, infinite })
}

/// `none`, or locks with `+` between them.
pub(super) fn locks(words: &mut Words<'_>) -> Result<Vec<Lock>, Diagnostic> {
    let mut locks = Vec::new();
    if words.accept("none") {
        return Ok(locks);
    }
    loop {
        locks.push(lock(words)?);
        if !words.accept("+") {
            return Ok(locks);
        }
    }
}

/// `[AMOUNT] COLOUR`, `blank COLOUR`, `blast [UNIT] COLOUR` or `all COLOUR`.
fn lock(words: &mut Words<'_>) -> Result<Lock, Diagnostic> {
    let need = match words.peek() {
        Some("blank") => {
            words.next();
            Need::Blank
        }
        Some("all") => {
            words.next();
            Need::All
        }
        Some("blast") => {
            words.next();
            Need::Blast(blast_unit(words)?)
        }
        Some(word) if Colour::from_name(word).is_some() => Need::Normal(Complex::ONE),
        _ => {
            let (amount, place) = words.number("a lock: an amount, blank, blast, all or a colour")?;
            if (amount.re == 0) == (amount.im == 0) {
                let error = words.error(format!("a lock cannot need {amount}"), &place);
                return Err(error
                    .label("expected a real or an imaginary number, not 0")
                    .help("a lock that needs 0 keys is written 'blank COLOUR'; two locks stand for two parts"));
            }
            Need::Normal(amount)
        }
    };
    Ok(Lock { colour: words.colour()?, need })
}

fn blast_unit(words: &mut Words<'_>) -> Result<Complex, Diagnostic> {
    let Some((unit, place)) = words.accept_number() else { return Ok(Complex::ONE) };
    if matches!((unit.re, unit.im), (1 | -1, 0) | (0, 1 | -1)) {
        Ok(unit)
    } else {
        Err(words
            .error(format!("a blast lock has a side, not the amount {unit}"), &place)
            .label("expected 1, -1, i or -i"))
    }
}

/// `LOCKS [spends COLOUR] [copies N] [endless] [ice] [erosion] [paint] [cursed]`.
pub(super) fn door(words: &mut Words<'_>) -> Result<Door, Diagnostic> {
    let locks = locks(words)?;
    let mut spend = None;
    let (mut copies, mut endless, mut cursed) = (Complex::ONE, false, false);
    let mut auras = Auras::default();
    while let Some(word) = words.next() {
        match word.text {
            "spends" => spend = Some(words.colour()?),
            "copies" => {
                let (number, place) = words.number("a number of copies")?;
                if number.is_zero() {
                    let error = words.error("a door with 0 copies is not there", &place);
                    return Err(error.label("expected a number that is not 0").help("leave the door out"));
                }
                copies = number;
            }
            "endless" => endless = true,
            "ice" => auras.ice = true,
            "erosion" => auras.erosion = true,
            "paint" => auras.paint = true,
            "cursed" => cursed = true,
            other => {
                let error = words.error(format!("'{other}' says nothing about a door"), &word);
                return Err(error.label("expected spends, copies, endless, ice, erosion, paint, cursed or the end"));
            }
        }
    }
    let own = locks.first().map(|lock| lock.colour).filter(|own| locks.iter().all(|lock| lock.colour == *own));
    let Some(spend) = spend.or(own) else {
        let error = words.error_at_end("it is not said which colour the door spends");
        return Err(error
            .label("expected 'spends COLOUR'")
            .help("only a door whose locks have one colour goes without"));
    };
    Ok(Door { spend, locks, copies, endless, auras, cursed })
}
