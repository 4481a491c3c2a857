//! The computer's generals at the table.

use super::{Became, Task, tell};
use crate::count::Turns;
use crate::metrics::one_more;
use crate::reasons::{self, Given};
use opponent::{Budget, General as _, Lead, Player, Proposal};
use proto::{ServerMsg, WireErrorCode};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use umpire::{Asked, Side, Viewer};

/// How long a node waits for another's general to decide before its own does.
const DEFERENCE: Duration = Duration::from_secs(2);
/// How long a general thinks at least.
const MOMENT: Duration = Duration::from_millis(40);
/// How long he waits before he decides again what the store did not take.
const AGAIN: Duration = Duration::from_secs(1);
/// The same when whoever he plays for has had enough kept.
const MUCH_LATER: Duration = Duration::from_secs(60);

/// How many generals may think at once. Those whom a person waits for come first: the others share what is left. And
/// one address has no more than half of them, so that nobody waits long behind a greedy one.
#[derive(Clone, Debug)]
pub struct Thinkers {
    all: Arc<Semaphore>,
    /// Battles in which no person plays.
    shows: Arc<Semaphore>,
    each: Turns,
}

/// A general's turn to think; it lasts until it is dropped.
#[derive(Debug)]
pub struct Turn {
    _permits: [Option<OwnedSemaphorePermit>; 3],
}

impl Thinkers {
    /// So many at once.
    pub fn new(cores: usize) -> Self {
        let half = (cores / 2).max(1);
        let (all, shows) = (Arc::new(Semaphore::new(cores.max(2))), Arc::new(Semaphore::new(half)));
        Thinkers { all, shows, each: Turns::new(half) }
    }

    /// Waits for a turn on behalf of an address; of a battle in which no person plays it is a show.
    pub(super) async fn turn(&self, address: IpAddr, show: bool) -> Option<Turn> {
        let own = self.each.turn(address).await?;
        let show = if show { Some(self.shows.clone().acquire_owned().await.ok()?) } else { None };
        let turn = self.all.clone().acquire_owned().await.ok()?;
        Some(Turn { _permits: [Some(own), show, Some(turn)] })
    }
}

/// A general who is thinking.
#[derive(Debug)]
pub struct Thinking {
    side: Side,
    /// How many steps there had been when he was asked.
    step: u32,
    turn: reasons::Turn,
    mind: JoinHandle<Option<(Proposal, Option<Lead>)>>,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        // One who has not begun yet need not; one who has cannot be stopped, and nobody listens to him.
        self.mind.abort();
    }
}

impl Thinking {
    /// Whose general.
    pub fn side(&self) -> Side {
        self.side
    }
}

/// What a general has decided; nothing if he failed.
#[derive(Debug)]
pub struct Thought {
    side: Side,
    step: u32,
    turn: reasons::Turn,
    proposal: Option<Proposal>,
    lead: Option<Lead>,
}

/// What a general may spend who has waited for his turn: the time is part of what a person waits for him. However long
/// it was, he has a moment to think.
fn after(waited: Duration) -> Budget {
    let time = Budget::LIVE.time.map(|time| time.saturating_sub(waited).max(MOMENT));
    Budget { time, ..Budget::LIVE }
}

/// Waits for the general who is thinking, if one is; otherwise for ever.
pub async fn thought(thinking: &mut Option<Thinking>) -> Thought {
    match thinking {
        None => std::future::pending().await,
        Some(Thinking { side, step, turn, mind }) => {
            let (proposal, lead) = mind.await.ok().flatten().unzip();
            let lead = lead.flatten();
            let thought = Thought { side: *side, step: *step, turn: *turn, proposal, lead };
            *thinking = None;
            thought
        }
    }
}

impl Task {
    /// Sets a general thinking if his side is asked something and somebody is there to see it. He sees what his side
    /// sees, and his whims depend on the battle's seed and on how many steps he has noticed: asked again after a crash,
    /// he decides alike, unless he is one who thinks as long as he is given, or one who leads his army as he once made
    /// up his mind to.
    pub(super) fn consult(&mut self) {
        if self.thinking.is_some() || self.stuck_at == Some(self.live.kept()) {
            return;
        }
        // Nobody is there to see it, or dice cannot fall yet.
        let Some(address) = self.beneficiary().filter(|_| self.live.fair.is_ready()) else { return };
        let asked = |side: &Side| match self.live.battle().asked() {
            Asked::One(who) => who == *side,
            Asked::Sealed(both) => both[*side],
            Asked::Nobody(_) => false,
        };
        let Some((side, level)) =
            Side::ALL.into_iter().filter(asked).find_map(|s| Some((s, self.live.seats()[s].level()?)))
        else {
            return;
        };
        let viewer = Viewer::Player(side);
        let view = self.live.battle().view(viewer);
        // Streams 1 and 2 of a seed are a player's whims; the battle's own seed is for dice alone.
        let whims = self.live.row().seed.rotate_left(32) ^ dice::spread(u64::from(self.live.seq(viewer)));
        let (thinkers, lead) = (self.means.thinkers.clone(), self.leads[side]);
        let show = Side::ALL.into_iter().all(|side| self.live.seats()[side].level().is_some());
        let deference = if self.is_first() { Duration::ZERO } else { DEFERENCE };
        let pause = deference.max(std::mem::take(&mut self.pause));
        let metrics = Arc::clone(&self.means.metrics);
        let mind = tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            let asked = Instant::now();
            let turn = thinkers.turn(address, show).await?;
            let budget = after(asked.elapsed());
            let think = move || {
                // His turn lasts as long as he thinks, whoever still waits for him.
                let _turn = turn;
                let begun = Instant::now();
                let mut player = Player::new(level, whims, side).within(budget).led(lead);
                let thought = (player.propose(&view, side), player.lead());
                metrics.thinking_times.add(begun.elapsed());
                thought
            };
            tokio::task::spawn_blocking(think).await.ok()
        });
        let turn = reasons::Turn::of(self.live.battle());
        self.thinking = Some(Thinking { side, step: self.live.steps(), turn, mind });
        self.tell_thinking(side);
    }

    /// Takes what a general has decided. One who fails is not asked the same thing again.
    pub(super) async fn take_thought(&mut self, thought: Thought) {
        let Thought { side, step, turn, proposal, lead } = thought;
        self.leads[side] = lead.or(self.leads[side]);
        if step != self.live.steps() {
            // Another node has decided for him meanwhile, or the enemy has taken something back.
            return;
        }
        let kept = self.live.kept();
        let accepted = match proposal {
            Some(Proposal { command, reason }) => {
                let numbers = self.live.battle().numbers(Viewer::Player(side));
                let seq = self.live.seq(Viewer::Player(side));
                let became = self.submit(None, seq, side, &command).await;
                // The store fails, or somebody has had enough kept: that passes, and then he decides again.
                let pause = match became {
                    Became::NotKept => Some(AGAIN),
                    Became::TooMuch => Some(MUCH_LATER),
                    Became::Kept | Became::Refused => None,
                };
                if let Some(pause) = pause {
                    self.pause = pause;
                    return;
                }
                let accepted = became == Became::Kept;
                if let (true, Some(mut reason)) = (accepted, reason) {
                    reason.units.iter_mut().for_each(|id| *id = numbers.truly(*id));
                    let row = Given { step, side, turn, reason }.row(kept + 1);
                    if let Err(error) = self.means.store.explain(&self.live.row().id, &row).await {
                        one_more(&self.means.metrics.store_errors);
                        tracing::warn!(battle = self.live.row().id, %error, "a reason was not kept");
                    }
                }
                accepted
            }
            None => false,
        };
        if !accepted && self.live.kept() == kept {
            self.stuck_at = Some(kept);
            tracing::error!(battle = self.live.row().id, %side, kept, "the general has failed");
            let message = "the computer's general cannot decide; the battle waits".to_owned();
            self.tell_all(tell::text(&ServerMsg::Error { code: WireErrorCode::Opponent, message }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_waited_thinks_the_less_but_thinks() {
        let time = |waited| after(Duration::from_millis(waited)).time;
        assert_eq!(time(0), Budget::LIVE.time);
        assert_eq!(time(300), Some(Duration::from_millis(700)));
        assert_eq!(time(60_000), Some(MOMENT));
    }

    #[tokio::test]
    async fn nobody_waits_behind_a_greedy_address_or_a_show() {
        let thinkers = Thinkers::new(4);
        let (greedy, other) = (IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2]));
        let soon = Duration::from_millis(20);
        let held = [thinkers.turn(greedy, false).await, thinkers.turn(greedy, false).await];
        assert!(held.iter().all(Option::is_some));
        let third = tokio::spawn({
            let thinkers = thinkers.clone();
            async move { thinkers.turn(greedy, false).await }
        });
        let shows = [thinkers.turn(other, true).await, thinkers.turn(other, true).await];
        assert!(tokio::time::timeout(soon, thinkers.turn(greedy, false)).await.is_err());
        drop(shows);
        let person = tokio::time::timeout(soon, thinkers.turn(other, false)).await;
        assert!(person.is_ok_and(|turn| turn.is_some()), "half of them are for others");
        drop(held);
        assert!(third.await.unwrap().is_some());
    }
}
