//! Searches the cases of a batch, several at once.

use std::{
    collections::{BTreeMap, HashMap, hash_map},
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use rayon::ThreadPoolBuilder;
use serde_json::{Map, Value, json};

use crate::{
    family::{self, Error, Family, Options},
    input::Input,
    report::{JsonRecord, Status, milliseconds},
    search::{CheckpointError, Control, Fingerprint, Limits, StopReason},
    session::{Checkpoint, Conditions, Ended, Question, Task, Unwatched, search_input},
};

use super::{
    earlier::{self, Earlier, Spot},
    results::{Results, ResultsError},
    sources::{Content, Entry},
};

/// What is to be done with every case, unless it wants something else.
pub struct Orders {
    /// The families there are.
    pub families: &'static [&'static dyn Family],
    /// What is asked.
    pub question: Question,
    /// The strategy.
    pub strategy: String,
    /// The family, if it is not to be recognised.
    pub family: Option<String>,
    /// Options of families; a case whose family does not have one of them is a bad one.
    pub options: Options,
    /// The seed.
    pub seed: Option<u64>,
    /// Limits: the time is that of each case, the memory that of the process.
    pub limits: Limits,
    /// Cases at once.
    pub jobs: usize,
    /// Threads of all of them together.
    pub threads: usize,
    /// The folder where searches are kept that were not finished.
    pub checkpoints: Option<PathBuf>,
    /// The time between two checkpoints.
    pub checkpoint_every: Duration,
    /// Stops everything.
    pub interrupt: Arc<AtomicBool>,
}

/// A case that was told, for whoever watches.
pub struct BatchCase<'a> {
    /// Its place in the batch, from 0 on.
    pub place: usize,
    /// Its record.
    pub record: &'a Map<String, Value>,
    /// Was it done by an earlier run?
    pub is_earlier: bool,
}

/// How a batch went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many cases there were of a family and a status.
    pub tallies: BTreeMap<(String, String), u64>,
    /// Cases that are wrong.
    pub bad: u64,
    /// Cases that broke the program: a defect.
    pub broken: u64,
    /// Cases that were not decided within their limits.
    pub undecided: u64,
    /// Cases that were done by an earlier run.
    pub earlier: u64,
    /// Cases that nobody came to before the run was stopped.
    pub left: u64,
}

impl Summary {
    fn enter(&mut self, case: &BatchCase<'_>) {
        let text = |name: &str| case.record.get(name).and_then(Value::as_str).unwrap_or("?").to_owned();
        let status = text("status");
        self.bad += u64::from(status == "bad");
        self.broken += u64::from(status == "broken");
        self.undecided += u64::from(status == "unknown" || !is_final(case.record));
        self.earlier += u64::from(case.is_earlier);
        *self.tallies.entry((text("family"), status)).or_default() += 1;
    }
}

/// Is nothing left to be done about a case?
fn is_final(record: &Map<String, Value>) -> bool {
    earlier::is_final(record.get("stop"))
}

/// Searches all cases. Each is told as soon as it is done; its record is written as soon as all before it are.
pub fn run(
    entries: &[Entry],
    orders: &Orders,
    results: Results,
    earlier: &Earlier,
    tell: &mut (dyn FnMut(&BatchCase<'_>) + Send),
) -> Result<Summary, ResultsError> {
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((results, Summary::default(), tell, Ok(())));
    let jobs = orders.jobs.clamp(1, entries.len().max(1));
    let threads = (orders.threads / jobs).max(1);
    let places = places_of(entries);
    let work = || {
        while !orders.interrupt.load(Relaxed) {
            let Some(places) = places.get(next.fetch_add(1, Relaxed)) else { return };
            let Some((record, spot)) = orders.record(&entries[places[0]], threads, earlier) else { continue };
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let (results, summary, tell, outcome) = &mut *shared;
            for &place in places {
                let case = BatchCase { place, record: &record, is_earlier: spot.is_some() };
                summary.enter(&case);
                tell(&case);
                if let Err(error) = results.enter(place, &record, spot) {
                    // Nothing that is found from now on could be kept.
                    orders.interrupt.store(true, Relaxed);
                    *outcome = Err(error);
                    return;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            // A job with several threads has a pool of its own; its searches keep to the pool around them.
            scope.spawn(|| match threads {
                1 => work(),
                _ => match ThreadPoolBuilder::new().num_threads(threads + 1).build() {
                    Ok(pool) => pool.install(work),
                    Err(_) => work(),
                },
            });
        }
    });
    let (results, mut summary, _, outcome) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcome?;
    let told = summary.tallies.values().sum::<u64>();
    summary.left = entries.len() as u64 - told;
    if summary.left == 0 {
        results.finish()?
    } else {
        results.suspend()?
    }
    Ok(summary)
}

/// The places of each case in their order. What is named twice, alone and in its folder, is searched once: two searches
/// would use one checkpoint.
fn places_of(entries: &[Entry]) -> Vec<Vec<usize>> {
    let mut first: HashMap<blake3::Hash, usize> = HashMap::new();
    let mut places: Vec<Vec<usize>> = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        match first.entry(entry.digest()) {
            hash_map::Entry::Occupied(known) => places[*known.get()].push(place),
            hash_map::Entry::Vacant(new) => {
                new.insert(places.len());
                places.push(vec![place]);
            }
        }
    }
    places
}

impl Orders {
    /// The record of a case, and where it is if an earlier run has made it. Nothing if the run was stopped in between.
    fn record(&self, entry: &Entry, threads: usize, earlier: &Earlier) -> Option<(Map<String, Value>, Option<Spot>)> {
        let started = Instant::now();
        // What it takes to read a case counts, too.
        let limits = Limits { time: entry.wishes.time_limit.or(self.limits.time), ..self.limits.clone() };
        let control = Control::with_interrupt(&limits, Arc::clone(&self.interrupt));
        let input = match &entry.content {
            Content::File(file) => match Input::read_under(file, &control) {
                Ok(input) => input.map_err(Error::from),
                Err(reason) => Err(Error::Stopped(reason.text())),
            },
            Content::Text(text) => Ok(Input::new(&entry.name, text.as_bytes())),
            Content::Wrong(reason) => Err(Error::Unsupported(reason.clone())),
        };
        let key = self.key(entry, input.as_ref().ok());
        if let Some((record, spot)) = earlier.finished(&entry.name, &key) {
            return Some((record, Some(spot)));
        }
        if matches!(input, Err(Error::Stopped(_)))
            && let Some((record, spot)) = earlier.finished_by_name(&entry.name)
        {
            // Whether the case has changed is not known: what was found before is not given up for that.
            return Some((record, Some(spot)));
        }
        let mut family = "?";
        let searched = input.and_then(|input| {
            let known = self.family_of(entry, &input)?;
            family = known.name();
            catch_unwind(AssertUnwindSafe(|| self.search(entry, known, &input, threads, control, &key)))
                .map_err(|_| Error::Broken)?
        });
        let mut record = match searched {
            Ok(None) => return None,
            Ok(Some(record)) => record,
            Err(Error::Stopped(_)) if self.interrupt.load(Relaxed) => return None,
            // Another run is about it: what comes of that is not known yet.
            Err(Error::Checkpoint(CheckpointError::InUse(_))) => return None,
            Err(Error::Stopped(reason)) => stopped(family, reason),
            Err(error @ (Error::Search(_) | Error::Broken)) => failed(family, "broken", error.to_string()),
            Err(Error::Input(diagnostic)) => failed(family, "bad", diagnostic.render(false)),
            Err(error) => failed(family, "bad", error.to_string()),
        };
        record.insert("case".to_owned(), json!(entry.name));
        record.insert("key".to_owned(), json!(key));
        record.entry("elapsed_ms").or_insert_with(|| json!(milliseconds(started.elapsed())));
        Some((record, None))
    }

    /// What stands for the case and all that is asked of it.
    fn key(&self, entry: &Entry, input: Option<&Input>) -> String {
        let content = input.map_or_else(String::new, |input| blake3::hash(input.bytes()).to_string());
        let asked = format!(
            "{:?} {:?} {} {:?} {:?} {:?}",
            entry.wishes, self.question, self.strategy, self.family, self.options, self.seed
        );
        let mut key = Fingerprint::of(&[&entry.name, &content, &asked]).to_string();
        key.truncate(32);
        key
    }

    fn family_of(&self, entry: &Entry, input: &Input) -> Result<&'static dyn Family, Error> {
        match entry.wishes.family.as_ref().or(self.family.as_ref()) {
            None => Ok(family::recognise(self.families, input)?),
            Some(name) => family::named(self.families, name)
                .ok_or_else(|| Error::Unsupported(format!("there is no family '{name}'"))),
        }
    }

    fn task(&self, entry: &Entry, family: &'static dyn Family) -> Result<Task, Error> {
        let wishes = &entry.wishes;
        let mut options = self.options.clone();
        wishes.options.iter().for_each(|(name, value)| options.set(name, value));
        refuse_estimate(&options)?;
        let own = |name: &str| family.flags().iter().any(|flag| flag.name == name);
        if let Some(foreign) = options.names().find(|name| !own(name)) {
            return Err(Error::Unsupported(format!("{} has no option '{foreign}'", family.name())));
        }
        let strategy = family::strategy_named(family, wishes.strategy.as_ref().unwrap_or(&self.strategy))?;
        let question = match (wishes.count, wishes.solutions) {
            (Some(true), Some(_)) => {
                let text = "count and solutions: a case is either counted or solved".to_owned();
                return Err(Error::Unsupported(text));
            }
            (Some(true), None) => Question::Count,
            (_, Some(wanted)) => Question::Solutions { wanted: wanted.0, any: false },
            (Some(false), None) => Question::FIRST,
            (None, None) => self.question,
        };
        Ok(Task { strategy, seed: self.seed, options, ..Task::new(question) })
    }

    /// Searches a case. Nothing comes back if the run was stopped in between.
    fn search(
        &self,
        entry: &Entry,
        family: &'static dyn Family,
        input: &Input,
        threads: usize,
        control: Control,
        key: &str,
    ) -> Result<Option<Map<String, Value>>, Error> {
        let checkpoint = self.checkpoints.as_ref().map(|folder| Checkpoint {
            file: folder.join(format!("{key}.checkpoint")),
            every: self.checkpoint_every,
            resume: true,
            is_optional: true,
        });
        let conditions = Conditions {
            threads,
            branches: threads.saturating_mul(8),
            control,
            checkpoint: checkpoint.clone(),
            ..Conditions::default()
        };
        let task = self.task(entry, family)?;
        let mut record = JsonRecord::default();
        let ended: Ended = search_input(family, input, &task, conditions, &mut record, &mut Unwatched)?;
        if ended.finding.stop == StopReason::Interrupted {
            return Ok(None);
        }
        if let Some(checkpoint) = checkpoint.filter(|_| ended.finding.stop.is_final()) {
            let _ = std::fs::remove_file(checkpoint.file);
        }
        let mut record = record.take().unwrap_or_default();
        if ended.has_checkpoint && !ended.finding.stop.is_final() {
            record.insert("can_resume".to_owned(), json!(true));
        }
        Ok(Some(record))
    }
}

/// An estimate ends without a verdict, so that there is nothing to be recorded.
pub fn refuse_estimate(options: &Options) -> Result<(), Error> {
    match options.has("estimate") {
        true => Err(Error::misplaced("estimate", "searches nothing, and a batch keeps what searches have found")),
        false => Ok(()),
    }
}

/// The record of a case that brought nothing.
fn failed(family: &str, status: &str, error: String) -> Map<String, Value> {
    let fields = [("family", json!(family)), ("status", json!(status)), ("error", json!(error))];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The record of a case whose limits ended it before there was anything to tell.
fn stopped(family: &str, reason: &str) -> Map<String, Value> {
    let stop = [StopReason::TimeLimit, StopReason::NodeLimit, StopReason::MemoryLimit]
        .into_iter()
        .find(|stop| stop.text() == reason)
        .unwrap_or(StopReason::Interrupted);
    let fields = [("family", json!(family)), ("status", json!(Status::Unknown)), ("stop", json!(stop))];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
