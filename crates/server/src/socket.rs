//! The socket of a battle.

use crate::app::App;
use crate::asked::Asked;
use crate::chance::hash;
use crate::error::Failure;
use crate::metrics::one_more;
use crate::pace::Caller;
use crate::queue::{Closing, DONE, Next, POLICY, Queue, STOPPING};
use crate::seat::Roles;
use crate::task::{Line, Note, text};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use futures_util::{SinkExt as _, StreamExt as _, stream};
use governor::{Quota, RateLimiter};
use proto::{ClientMsg, ServerMsg, SocketQuery, WireErrorCode};
use std::io::Write as _;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use store::Hash;
use tokio::sync::mpsc;

/// The bytes of a socket's buffers.
const BUFFER: usize = 4096;
/// The bytes that count as one message.
const LONG: usize = 8 << 10;
/// The bytes from which a message is worth compressing.
const WORTH_PACKING: usize = 1000;
/// The most tokens in a hello.
const TOKENS: usize = 16;

/// `GET /api/battles/{id}/socket`
///
/// With `?packed=true` a long message comes as a binary frame, compressed as a raw deflate stream of its own.
pub async fn open(
    State(app): State<App>,
    Path(id): Path<String>,
    Asked(query): Asked<SocketQuery>,
    caller: Caller,
    upgrade: WebSocketUpgrade,
) -> Response {
    let full = app.sockets.all() >= app.limits.sockets;
    let place = if full { None } else { app.sockets.one(caller.0, app.limits.sockets_per_address) };
    let Some(place) = place else {
        one_more(&app.metrics.refusals.sockets);
        return if full {
            Failure::full("too many are connected")
        } else {
            Failure::busy("you have too many sockets open")
        }
        .into_response();
    };
    let size = app.limits.message_size;
    // Messages of clients are short, and there may be thousands of sockets.
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    upgrade.max_message_size(size).max_frame_size(size).on_upgrade(move |socket| async move {
        converse(app, id, caller, query, socket).await;
        drop(place);
    })
}

type Incoming = stream::SplitStream<WebSocket>;
type Outgoing = stream::SplitSink<WebSocket, Message>;

/// Why a conversation ends.
enum End {
    /// The client has gone, or is silent, or nothing more can be sent to it.
    Gone,
    /// The server stops.
    Stopping,
    /// It is told why, and the socket is closed.
    Because(WireErrorCode, &'static str),
}

/// Who is at the other end.
struct Guest {
    roles: Roles,
    tokens: Vec<Hash>,
    since: Option<u32>,
}

async fn converse(app: App, id: String, caller: Caller, query: SocketQuery, socket: WebSocket) {
    let (out, mut incoming) = socket.split();
    let queue = Queue::new(app.limits.queue_size, caller.0, app.load.clone());
    let mut writer = tokio::spawn(write(out, query, Arc::clone(&queue), app.limits.silence / 3));
    let end = tokio::select! {
        end = attend(&app, &id, &mut incoming, &queue) => end,
        // The task has let go of this line, or the client takes nothing more.
        _ = &mut writer => return,
        () = app.stopping() => End::Stopping,
    };
    match end {
        End::Gone => queue.close(DONE),
        End::Stopping => queue.close(STOPPING),
        End::Because(code, message) => {
            queue.tell(error(code, message));
            queue.close(POLICY);
        }
    }
    let _ = writer.await;
}

/// Greets a client and listens to it until it goes.
async fn attend(app: &App, id: &str, incoming: &mut Incoming, queue: &Arc<Queue>) -> End {
    let guest = match tokio::time::timeout(app.limits.hello_time, greet(app, id, incoming)).await {
        Ok(Ok(guest)) => guest,
        Ok(Err(end)) => return end,
        Err(_) => return End::Because(WireErrorCode::Malformed, "no hello was said"),
    };
    let line = app.hub.line();
    let Some(task) = join(app, id, line, guest, queue).await else { return End::Gone };
    // Whichever way this ends, the battle is told that the client has gone.
    let _leave = Leave { line, task: task.clone() };
    listen(app, incoming, line, &task, queue).await
}

/// Tells the battle that a client has gone.
struct Leave {
    line: Line,
    task: mpsc::Sender<Note>,
}

impl Drop for Leave {
    fn drop(&mut self) {
        let (line, task) = (self.line, self.task.clone());
        tokio::spawn(async move {
            let _ = task.send(Note::Leave(line)).await;
        });
    }
}

async fn greet(app: &App, id: &str, incoming: &mut Incoming) -> Result<Guest, End> {
    loop {
        let Some(text) = next(incoming).await? else { continue };
        return match read(&text) {
            Ok(ClientMsg::Hello { tokens, since }) => guest(app, id, &tokens, since).await,
            Ok(_) => Err(End::Because(WireErrorCode::Malformed, "say hello first")),
            Err(said) => Err(End::Because(WireErrorCode::Malformed, said)),
        };
    }
}

/// What the tokens allow in this battle.
async fn guest(app: &App, id: &str, tokens: &[String], since: Option<u32>) -> Result<Guest, End> {
    if tokens.len() > TOKENS {
        return Err(End::Because(WireErrorCode::TooLarge, "too many tokens"));
    }
    let mut guest = Guest { roles: Roles::default(), tokens: Vec::new(), since };
    for token in tokens {
        let hash = hash(token);
        match app.store.token(&hash).await {
            Ok(Some((battle, role))) if battle == id => {
                guest.roles.add(&role);
                guest.tokens.push(hash);
            }
            Ok(_) => {}
            Err(error) => {
                one_more(&app.metrics.store_errors);
                tracing::error!(%error, "tokens cannot be read");
                return Err(End::Because(WireErrorCode::Stopping, "the battle cannot be read now"));
            }
        }
    }
    // Whether there is such a battle is nobody's business who cannot open it.
    if guest.roles.is_empty() {
        Err(End::Because(WireErrorCode::Forbidden, "no token opens this battle"))
    } else {
        Ok(guest)
    }
}

/// Joins the battle's task; one that is about to end is tried once more, as the next.
async fn join(app: &App, id: &str, line: Line, guest: Guest, out: &Arc<Queue>) -> Option<mpsc::Sender<Note>> {
    let Guest { roles, tokens, since } = guest;
    for _ in 0..2 {
        let task = app.hub.task(id, out.address());
        let note = Note::Join { line, roles, tokens: tokens.clone(), since, out: Arc::clone(out) };
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
    out: &Queue,
) -> End {
    let number = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::per_second(number(app.limits.messages)).allow_burst(number(app.limits.messages_burst));
    let pace = RateLimiter::direct(quota);
    loop {
        let text = match tokio::time::timeout(app.limits.silence, next(incoming)).await {
            Err(_) => return End::Gone,
            Ok(Err(end)) => return end,
            // A sign of life.
            Ok(Ok(None)) => continue,
            Ok(Ok(Some(text))) => text,
        };
        // A long message counts as several: reading it takes time too.
        let cells = u32::try_from(1 + text.len() / LONG).unwrap_or(u32::MAX);
        let said = if matches!(pace.check_n(number(cells)), Ok(Ok(()))) {
            match read(&text) {
                Ok(message) => {
                    if task.send(Note::Say(line, message)).await.is_err() {
                        return End::Gone;
                    }
                    continue;
                }
                Err(said) => error(WireErrorCode::Malformed, said),
            }
        } else {
            one_more(&app.metrics.refusals.messages);
            error(WireErrorCode::TooFast, "messages come too fast")
        };
        if !out.tell(said) {
            return End::Gone;
        }
    }
}

/// The next message, unread, or nothing for a sign of life.
async fn next(incoming: &mut Incoming) -> Result<Option<Utf8Bytes>, End> {
    match incoming.next().await {
        Some(Ok(Message::Text(text))) => Ok(Some(text)),
        // It is no message, and is refused as such.
        Some(Ok(Message::Binary(_))) => Ok(Some(Utf8Bytes::from_static(""))),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Close(_))) | None => Err(End::Gone),
        Some(Err(error)) if error.to_string().contains("too long") => {
            Err(End::Because(WireErrorCode::TooLarge, "the message is too long"))
        }
        Some(Err(_)) => Err(End::Gone),
    }
}

fn read(text: &str) -> Result<ClientMsg, &'static str> {
    serde_json::from_str(text).map_err(|_| "this is not a message this server knows")
}

/// Sends what there is to tell, and asks for signs of life between, until the socket is to be closed.
async fn write(mut out: Outgoing, query: SocketQuery, queue: Arc<Queue>, pause: Duration) {
    loop {
        let message = match tokio::time::timeout(pause, queue.next()).await {
            Ok(Next::Send(text)) if query.packed && text.len() >= WORTH_PACKING => packed(&text),
            Ok(Next::Send(text)) => Message::Text(text),
            Ok(Next::Close(closing)) => return close(out, closing, pause).await,
            Err(_) => Message::Ping(axum::body::Bytes::new()),
        };
        // A client that takes nothing for so long is as good as gone.
        match tokio::time::timeout(pause, out.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return,
        }
    }
}

/// A message, compressed.
fn packed(text: &Utf8Bytes) -> Message {
    let mut packer = DeflateEncoder::new(Vec::with_capacity(text.len() / 2), Compression::default());
    match packer.write_all(text.as_bytes()).and_then(|()| packer.finish()) {
        Ok(bytes) => Message::Binary(bytes.into()),
        // Memory takes whatever is written to it, but nothing is lost if it does not.
        Err(_) => Message::Text(text.clone()),
    }
}

async fn close(mut out: Outgoing, (code, reason): Closing, pause: Duration) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    // One that does not read will not read this either.
    let patience = pause.min(Duration::from_secs(2));
    let _ = tokio::time::timeout(patience, out.send(Message::Close(Some(frame)))).await;
    let _ = tokio::time::timeout(patience, out.close()).await;
}

fn error(code: WireErrorCode, message: &'static str) -> Utf8Bytes {
    text(&ServerMsg::Error { code, message: message.to_owned() })
}
