//! Known boards give the known figures.

use super::{elimination::Structure, exact, moments};
use crate::{
    diagnostics::Source,
    snakes::{
        board::Case,
        chain::{Chain, Scope},
        input,
    },
};

pub(super) fn case(text: &str) -> Case {
    input::parse(&Source::new("case", text)).unwrap()
}

pub(super) fn paper(overshoot: &str) -> Case {
    case(&format!("{}\novershoot {overshoot}\n", include_str!("../../../cases/snakes/paper-8x8.txt")))
}

pub(super) fn milton_bradley(more: &str) -> Case {
    case(&format!("{}\n{more}\n", include_str!("../../../cases/snakes/milton-bradley.txt")))
}

pub(super) fn chain(case: &Case) -> Chain {
    Chain::compile(case, Scope::Reachable)
}

#[test]
fn expectations_and_deviations_are_the_known_ones() {
    let known = [
        (paper("stay"), "27.035445313946", "11.5931832217"),
        (paper("bounce"), "33.354433849350", "19.4118344840"),
        (paper("win"), "22.561047840201", "10.1230924680"),
        (milton_bradley(""), "39.225122308235", "25.2249571128"),
    ];
    for (case, mean, deviation) in known {
        let chain = chain(&case);
        let structure = Structure::of(&chain);
        let exact = exact::solve(&chain, &structure);
        let (expected, variance) = (exact.expected.unwrap(), exact.variance.unwrap());
        assert_eq!(expected.decimal(12), mean);
        assert_eq!(super::exact::Fraction::decimal(&expected, 0).parse::<f64>().unwrap(), expected.to_f64().round());
        assert!((variance.root_decimal(14).parse::<f64>().unwrap() - deviation.parse::<f64>().unwrap()).abs() < 6e-11);
        let floats = moments::length(&chain, &structure).unwrap();
        assert!((floats.mean / expected.to_f64() - 1.0).abs() < 1e-13);
        assert!((floats.deviation / variance.to_f64().sqrt() - 1.0).abs() < 1e-12);
        assert_eq!(floats.finishes, 1.0);
    }
}

#[test]
fn the_fraction_of_milton_bradley_is_the_known_one_digit_for_digit() {
    let chain = chain(&milton_bradley(""));
    let exact = exact::solve(&chain, &Structure::of(&chain));
    assert_eq!(
        exact.expected.unwrap().to_string(),
        "225837582538403273407117496273279920181931269186581786048583/\
         5757472998140039232950575874628786131130999406013041613400"
    );
}

#[test]
fn rolling_again_on_six_counts_turns() {
    let chain = chain(&milton_bradley("again 6"));
    let exact = exact::solve(&chain, &Structure::of(&chain));
    assert_eq!(exact.expected.unwrap().decimal(12), "32.799361786047");
}
