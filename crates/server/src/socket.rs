//! The socket of a battle.

use crate::app::App;
use crate::chance::hash;
use crate::seat::Roles;
use crate::task::{Line, Note, text};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use futures_util::{SinkExt as _, StreamExt as _, stream};
use governor::{Quota, RateLimiter};
use proto::{ClientMsg, ServerMsg, WireErrorCode};
use std::num::NonZeroU32;
use tokio::sync::mpsc;

/// How many messages may wait for a client before it is dropped.
const WAITING: usize = 256;
/// The most tokens in a hello.
const TOKENS: usize = 16;

/// `GET /api/battles/{id}/socket`
pub async fn open(State(app): State<App>, Path(id): Path<String>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(place) = app.sockets.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many are connected").into_response();
    };
    let size = app.limits.message_size;
    upgrade.max_message_size(size).max_frame_size(size).on_upgrade(move |socket| async move {
        converse(app, id, socket).await;
        drop(place);
    })
}

type Incoming = stream::SplitStream<WebSocket>;
type Outgoing = stream::SplitSink<WebSocket, Message>;

/// Why a conversation ends.
enum End {
    /// The client has gone, or is silent, or nothing more can be sent to it.
    Gone,
    /// It is told why, and the socket is closed.
    Because(WireErrorCode, &'static str),
}

async fn converse(app: App, id: String, socket: WebSocket) {
    let (mut out, mut incoming) = socket.split();
    let hello = tokio::time::timeout(app.limits.hello_time, next(&mut incoming)).await;
    let greeted = match hello {
        Err(_) => Err(End::Because(WireErrorCode::Malformed, "no hello was said")),
        Ok(Ok(ClientMsg::Hello { tokens, since })) => {
            roles(&app, &id, &tokens).await.map(|roles| (roles, since))
        }
        Ok(Ok(_)) => Err(End::Because(WireErrorCode::Malformed, "say hello first")),
        Ok(Err(end)) => Err(end),
    };
    let (roles, since) = match greeted {
        Ok(greeted) => greeted,
        Err(end) => return close(&mut out, end).await,
    };
    let line = app.hub.line();
    let (sender, told) = mpsc::channel(WAITING);
    let Some(task) = join(&app, &id, line, roles, since, &sender).await else { return };
    let mut writer = tokio::spawn(write(out, told, app.limits.silence / 3));
    let end = tokio::select! {
        end = listen(&app, &mut incoming, line, &task, &sender) => end,
        // The task has let go of this line, or the client takes nothing more.
        _ = &mut writer => End::Gone,
    };
    let _ = task.send(Note::Leave(line)).await;
    if let End::Because(code, message) = end {
        let _ = sender.try_send(error(code, message));
    }
    // The writer ends when nobody is left to tell it anything, and closes the socket.
    drop(sender);
}

/// What the tokens allow in this battle.
async fn roles(app: &App, id: &str, tokens: &[String]) -> Result<Roles, End> {
    if tokens.len() > TOKENS {
        return Err(End::Because(WireErrorCode::TooLarge, "too many tokens"));
    }
    let mut roles = Roles::default();
    for token in tokens {
        match app.store.token(&hash(token)).await {
            Ok(Some((battle, role))) if battle == id => roles.add(&role),
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, "tokens cannot be read");
                return Err(End::Because(WireErrorCode::Broken, "the battle cannot be read now"));
            }
        }
    }
    // Whether there is such a battle is nobody's business who cannot open it.
    if roles.is_empty() {
        Err(End::Because(WireErrorCode::Forbidden, "no token opens this battle"))
    } else {
        Ok(roles)
    }
}

/// Joins the battle's task; one that is about to end is tried once more, as the next.
async fn join(
    app: &App,
    id: &str,
    line: Line,
    roles: Roles,
    since: Option<u32>,
    out: &mpsc::Sender<Utf8Bytes>,
) -> Option<mpsc::Sender<Note>> {
    for _ in 0..2 {
        let task = app.hub.task(id);
        let note = Note::Join { line, roles, since, out: out.clone() };
        if task.send(note).await.is_ok() {
            return Some(task);
        }
    }
    None
}

async fn listen(
    app: &App,
    incoming: &mut Incoming,
    line: Line,
    task: &mpsc::Sender<Note>,
    out: &mpsc::Sender<Utf8Bytes>,
) -> End {
    let number = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::per_second(number(app.limits.messages)).allow_burst(number(app.limits.messages_burst));
    let pace = RateLimiter::direct(quota);
    loop {
        let message = match tokio::time::timeout(app.limits.silence, next(incoming)).await {
            Err(_) => return End::Gone,
            Ok(Err(End::Because(WireErrorCode::Malformed, message))) => {
                // A client may have one bad message; a stream of them is counted like any other.
                if pace.check().is_err() {
                    return End::Because(WireErrorCode::TooFast, "too many bad messages");
                }
                if out.try_send(error(WireErrorCode::Malformed, message)).is_err() {
                    return End::Gone;
                }
                continue;
            }
            Ok(Err(end)) => return end,
            Ok(Ok(message)) => message,
        };
        if pace.check().is_err() {
            if out.try_send(error(WireErrorCode::TooFast, "messages come too fast")).is_err() {
                return End::Gone;
            }
            continue;
        }
        if task.send(Note::Say(line, message)).await.is_err() {
            return End::Gone;
        }
    }
}

/// The next message; signs of life count as none.
async fn next(incoming: &mut Incoming) -> Result<ClientMsg, End> {
    loop {
        return match incoming.next().await {
            Some(Ok(Message::Text(text))) => serde_json::from_str(&text).map_err(|_| {
                End::Because(WireErrorCode::Malformed, "this is not a message this server knows")
            }),
            Some(Ok(Message::Binary(_))) => Err(End::Because(WireErrorCode::Malformed, "messages are text")),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
            Some(Ok(Message::Close(_))) | None => Err(End::Gone),
            Some(Err(error)) if error.to_string().contains("too long") => {
                Err(End::Because(WireErrorCode::TooLarge, "the message is too long"))
            }
            Some(Err(_)) => Err(End::Gone),
        };
    }
}

/// Sends what there is to tell, and asks for signs of life between, until nobody tells anything more.
async fn write(mut out: Outgoing, mut told: mpsc::Receiver<Utf8Bytes>, pause: std::time::Duration) {
    loop {
        let message = match tokio::time::timeout(pause, told.recv()).await {
            Ok(Some(text)) => Message::Text(text),
            Ok(None) => break,
            Err(_) => Message::Ping(axum::body::Bytes::new()),
        };
        // A client that takes nothing for so long is as good as gone.
        match tokio::time::timeout(pause, out.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return,
        }
    }
    let _ = tokio::time::timeout(pause, out.close()).await;
}

async fn close(out: &mut Outgoing, end: End) {
    if let End::Because(code, message) = end {
        let _ = out.send(Message::Text(error(code, message))).await;
        let frame = CloseFrame { code: close_code::POLICY, reason: Utf8Bytes::from_static(message) };
        let _ = out.send(Message::Close(Some(frame))).await;
    }
}

fn error(code: WireErrorCode, message: &'static str) -> Utf8Bytes {
    text(&ServerMsg::Error { code, message: message.to_owned() })
}
