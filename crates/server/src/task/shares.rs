//! Shares of the dice, and seats that change hands.

use super::{Line, Task, text};
use crate::metrics::one_more;
use crate::queue::POLICY;
use proto::{ServerMsg, WireErrorCode, unhex};
use umpire::Side;

impl Task {
    /// Takes the hash of a side's share of the dice.
    pub(super) async fn promise(&mut self, line: Line, side: Side, promise: &str) {
        let Some(promise) = self.digits(line, side, promise) else { return };
        if !self.live.fair.wants_promise(side) {
            return;
        }
        let kept = self.means.store.promise(&self.live.row().id, side.as_str(), &promise).await;
        self.shares_changed(line, kept).await;
    }

    /// Takes a share of the dice that was promised, when all are.
    pub(super) async fn share(&mut self, line: Line, side: Side, share: &str) {
        let Some(share) = self.digits(line, side, share) else { return };
        let Some(promise) = self.live.fair.wants_share(side) else { return };
        if dice::promise(&share) != promise {
            return self.error(line, WireErrorCode::Forbidden, "that is not the share that was promised");
        }
        let (id, needed) = (&self.live.row().id, self.live.fair.needed());
        let kept = self.means.store.open_share(id, side.as_str(), &promise, &share, needed).await;
        self.shares_changed(line, kept).await;
    }

    async fn shares_changed(&mut self, line: Line, kept: Result<(), store::StoreError>) {
        if let Err(error) = kept {
            one_more(&self.means.metrics.store_errors);
            tracing::error!(battle = self.live.row().id, %error, "a share was not kept");
            self.error(line, WireErrorCode::Stopping, "your share of the dice was not kept; try again");
        }
        self.look_at_seats().await;
    }

    /// A share or its hash; whoever holds another seat or sent something else is told.
    fn digits(&mut self, line: Line, side: Side, text: &str) -> Option<[u8; 32]> {
        if self.listeners.get(&line).is_none_or(|listener| !listener.roles.plays(side)) {
            self.error(line, WireErrorCode::Forbidden, "that is not your seat");
            return None;
        }
        let digits = unhex(text);
        if digits.is_none() {
            self.error(line, WireErrorCode::Malformed, "64 hexadecimal digits are wanted");
        }
        digits
    }

    /// Reads who sits where and what they have given to the dice. Whoever has lost a seat is sent away, and may come
    /// back with what is left to him.
    pub(super) async fn look_at_seats(&mut self) {
        let seating = match self.means.store.seating(&self.live.row().id).await {
            Ok(seating) => seating,
            Err(error) => {
                one_more(&self.means.metrics.store_errors);
                tracing::error!(battle = self.live.row().id, %error, "seats cannot be read");
                return;
            }
        };
        if seating.round == 0 {
            // The battle was deleted.
            let message = "the battle was deleted".to_owned();
            self.tell_all(text(&ServerMsg::Error { code: WireErrorCode::NotFound, message }));
            self.ended = true;
            return;
        }
        let before = self.listeners.len();
        self.listeners.retain(|_, listener| {
            let holds = |hash: &store::Hash| seating.tokens.iter().any(|token| token.hash == *hash);
            let stays = listener.tokens.iter().all(holds);
            if !stays {
                let message = "a seat you held is no longer yours".to_owned();
                listener.out.tell(text(&ServerMsg::Error { code: WireErrorCode::SeatLost, message }));
                listener.out.close(POLICY);
            }
            stays
        });
        if self.live.fair.hear(&seating) {
            self.tell_dice();
        }
        if self.listeners.len() != before {
            self.presence_changed(false);
        }
    }
}
