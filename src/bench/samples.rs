//! What repeated measurements of the same thing say.

/// A spread larger than this share of the median says more about the machine than about the program.
const NOISY: f64 = 0.1;

/// Times in seconds, at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    sorted: Vec<f64>,
}

impl Samples {
    /// Takes times in any order; `None` if there are none.
    pub fn new(mut times: Vec<f64>) -> Option<Self> {
        times.sort_by(f64::total_cmp);
        if times.is_empty() { None } else { Some(Self { sorted: times }) }
    }

    /// The time that half of the samples do not exceed.
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// Half the distance between the quarters: half of the samples lie within about this of the median.
    pub fn spread(&self) -> f64 {
        (self.quantile(0.75) - self.quantile(0.25)) / 2.0
    }

    /// The shortest time.
    pub fn shortest(&self) -> f64 {
        self.sorted[0]
    }

    /// The longest time.
    pub fn longest(&self) -> f64 {
        self.sorted[self.sorted.len() - 1]
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// Do they differ so much that small differences to others mean nothing?
    pub fn is_noisy(&self) -> bool {
        self.count() > 1 && self.spread() > NOISY * self.median()
    }

    /// The value at a share of the way through the sorted samples, between two of them where it falls there.
    fn quantile(&self, share: f64) -> f64 {
        let place = share * (self.sorted.len() - 1) as f64;
        let (below, part) = (place.floor() as usize, place.fract());
        let above = (below + 1).min(self.sorted.len() - 1);
        self.sorted[below] * (1.0 - part) + self.sorted[above] * part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_spreads() {
        let samples = Samples::new(vec![5.0, 1.0, 3.0, 2.0, 4.0]).unwrap();
        assert_eq!((samples.median(), samples.spread()), (3.0, 1.0));
        assert_eq!((samples.shortest(), samples.longest(), samples.count()), (1.0, 5.0, 5));
        assert!(samples.is_noisy());
        assert_eq!(Samples::new(vec![1.0, 2.0]).unwrap().median(), 1.5);
        assert!(!Samples::new(vec![7.0]).unwrap().is_noisy());
        assert!(Samples::new(Vec::new()).is_none());
    }
}
