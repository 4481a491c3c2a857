//! What those who are connected say.

use super::plan::previewed;
use super::{Line, Task};
use crate::metrics::one_more;
use crate::reasons::Given;
use proto::{ClientMsg, ServerMsg, WireCommand, WireErrorCode, WireRegion, WireWhy};
use testudo::AnyView;
use umpire::{Command, Side, Viewer};

impl Task {
    /// Hears somebody, if judging what he and others of his address say has not taken too long already.
    pub(super) async fn judge(&mut self, line: Line, message: ClientMsg) {
        let Some(address) = self.listeners.get(&line).map(|listener| listener.out.address()) else { return };
        let is_light =
            matches!(message, ClientMsg::Ping | ClientMsg::Promise { .. } | ClientMsg::Share { .. });
        if !is_light && !self.means.pace.judged().may(address) {
            one_more(&self.means.metrics.refusals.judging);
            return self.error(line, WireErrorCode::TooFast, "the umpire has too much to judge for you");
        }
        self.hear(line, message).await;
    }

    async fn hear(&mut self, line: Line, message: ClientMsg) {
        let Some(listener) = self.listeners.get(&line) else { return };
        let roles = listener.roles;
        match message {
            ClientMsg::Hello { .. } => self.error(line, WireErrorCode::Malformed, "hello was said already"),
            ClientMsg::Ping => self.tell(line, &ServerMsg::Pong),
            ClientMsg::Promise { side, promise } => self.promise(line, side.into(), &promise).await,
            ClientMsg::Share { side, share } => self.share(line, side.into(), &share).await,
            ClientMsg::Reasons { id, since } => self.reasons(line, id, since.unwrap_or(0)).await,
            ClientMsg::Submit { seq, side, command } => {
                if !roles.plays(side.into()) {
                    return self.refuse(line, seq, WireWhy::NotYourSeat);
                }
                let Some(command) = self.read(line, command) else { return };
                self.submit(Some(line), seq, side.into(), &command).await;
            }
            ClientMsg::TakeBack { seq, side } => self.hear_take_back(line, seq, side.into()).await,
            ClientMsg::Consent { side, granted } => self.hear_consent(line, side.into(), granted).await,
            ClientMsg::Hint { id, side } => self.advise(line, id, side),
            ClientMsg::Rehearse { id, side, commands } => {
                self.tell_rehearsal(line, id, side, commands).await;
            }
            ClientMsg::Phrase { id, side, unit, path, after } => {
                let Some(view) = self.planned(line, side, Vec::new()).await else { return };
                let judged = self.aside(line, move || proto::phrase(&view, unit, &path, &after)).await;
                self.tell_judged(line, judged.map(|words| ServerMsg::Phrase { id, words }));
            }
            ClientMsg::Ways { id, side, commands, after } => {
                let Some(view) = self.planned(line, side, after).await else { return };
                self.tell_ways(line, id, side, commands, view).await;
            }
            ClientMsg::Preview { id, side, command, after } => {
                let Some(view) = self.planned(line, side, after).await else { return };
                let Some(command) = self.read(line, command) else { return };
                let judged = self.aside(line, move || previewed(&view, side.into(), &command)).await;
                self.tell_judged(line, judged.map(|preview| ServerMsg::Preview { id, preview }));
            }
            ClientMsg::Regions { id, side: Some(side), unit, after } if !after.is_empty() => {
                let Some(view) = self.planned(line, side, after).await else { return };
                self.tell_regions(line, id, unit, view).await;
            }
            ClientMsg::Regions { id, side, unit, .. } => {
                let viewer = match side.map(Side::from) {
                    Some(side) if roles.plays(side) => Some(Viewer::Player(side)),
                    Some(_) => None,
                    None => roles.viewers().next(),
                };
                let Some(viewer) = viewer else {
                    return self.error(line, WireErrorCode::Forbidden, "that is not your seat");
                };
                let view = self.live.battle().view(viewer);
                self.tell_regions(line, id, unit, view).await;
            }
        }
    }

    async fn tell_regions(&mut self, line: Line, id: u32, unit: u16, view: AnyView) {
        let judged = self.aside(line, move || WireRegion::of_any(&view, unit)).await;
        self.tell_judged(line, judged.map(|regions| ServerMsg::Regions { id, regions }));
    }

    /// Tells what came of judging something, or that nothing did.
    pub(super) fn tell_judged(&mut self, line: Line, judged: Option<ServerMsg>) {
        match judged {
            Some(message) => self.tell(line, &message),
            None => self.error(line, WireErrorCode::Malformed, "this cannot be judged"),
        }
    }

    /// Tells why the computer's generals did what they did; what other nodes' generals said is kept too.
    async fn reasons(&mut self, line: Line, id: u32, since: u32) {
        let Some(roles) = self.listeners.get(&line).map(|listener| listener.roles) else { return };
        let given = match self.means.store.reasons(&self.live.row().id).await {
            Ok(rows) => rows.into_iter().filter_map(Given::of).collect(),
            Err(error) => {
                tracing::error!(battle = self.live.row().id, %error, "reasons cannot be read");
                Vec::new()
            }
        };
        let reasons = self.live.reasons(&given, since, roles);
        self.tell(line, &ServerMsg::Reasons { id, reasons });
    }

    /// The command a message stands for; whoever sent one that stands for nothing is told.
    pub(super) fn read(&mut self, line: Line, command: WireCommand) -> Option<Command> {
        match command.command(self.live.battle().manners()) {
            Ok(command) => Some(command),
            Err(message) => {
                self.error(line, WireErrorCode::Malformed, &message);
                None
            }
        }
    }
}
