//! The computer's generals at the table.

use super::{Task, tell};
use crate::reasons::{Given, Turn};
use opponent::{Budget, Lead, Player, Proposal};
use proto::{ServerMsg, WireErrorCode};
use tokio::task::JoinHandle;
use umpire::{Asked, Side, Viewer};

/// A general who is thinking.
#[derive(Debug)]
pub struct Thinking {
    side: Side,
    /// How many steps there had truly been when he was asked.
    step: u32,
    turn: Turn,
    mind: JoinHandle<Option<(Proposal, Option<Lead>)>>,
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
    turn: Turn,
    proposal: Option<Proposal>,
    lead: Option<Lead>,
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
    /// Sets a general thinking if his side is asked something. He sees what his side sees, and his whims depend on
    /// the battle's seed and on how many steps he has noticed: asked again after a crash, he decides alike, unless he
    /// is one who thinks as long as he is given, or one who leads his army as he once made up his mind to.
    pub(super) fn consult(&mut self) {
        if self.thinking.is_some() || self.stuck_at == Some(self.live.kept()) {
            return;
        }
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
        let whims =
            self.live.row().seed.rotate_left(32) ^ u64::from(self.live.seq(viewer)).wrapping_mul(WHIM);
        let (thinkers, lead) = (self.means.thinkers.clone(), self.leads[side]);
        let mind = tokio::spawn(async move {
            let _turn = thinkers.acquire_owned().await.ok()?;
            let think = move || {
                let mut player = Player::new(level, whims, side).within(Budget::LIVE).led(lead);
                (player.propose(&view, side), player.lead())
            };
            tokio::task::spawn_blocking(think).await.ok()
        });
        let turn = Turn::of(self.live.battle());
        self.thinking = Some(Thinking { side, step: self.live.battle().seq(), turn, mind });
        self.tell_thinking(side);
    }

    /// Takes what a general has decided. One who fails is not asked the same thing again.
    pub(super) async fn take_thought(&mut self, thought: Thought) {
        let Thought { side, step, turn, proposal, lead } = thought;
        self.leads[side] = lead.or(self.leads[side]);
        if step != self.live.battle().seq() {
            // Another node has decided for him meanwhile.
            return;
        }
        let kept = self.live.kept();
        let accepted = match proposal {
            Some(Proposal { command, reason }) => {
                let numbers = self.live.battle().numbers(Viewer::Player(side));
                let seq = self.live.seq(Viewer::Player(side));
                let accepted = self.submit(None, seq, side, &command).await;
                if let (true, Some(mut reason)) = (accepted, reason) {
                    reason.units.iter_mut().for_each(|id| *id = numbers.truly(*id));
                    self.live.explain(Given { step, side, turn, reason });
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

/// An odd number with its bits well spread.
const WHIM: u64 = 0x9E37_79B9_7F4A_7C15;
