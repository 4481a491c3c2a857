//! A browser's part, played by a test: plain HTTP and a socket.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file uses its own part of it, and a test may panic"
)]

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Longer than anything takes; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits for something, but never for ever.
pub async fn soon<T>(what: &str, work: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, work)
        .await
        .unwrap_or_else(|_| panic!("{what}: nothing came of it within {} seconds", PATIENCE.as_secs()))
}

/// An answer over HTTP.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }
}

/// One request on a connection of its own.
pub async fn request(to: SocketAddr, head: &str, body: &str) -> Answer {
    let asked =
        format!("{head}\r\nhost: {to}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    let bytes = soon(head, async {
        let mut stream = TcpStream::connect(to).await.unwrap();
        // A server that refuses a long body may close before it has read it all.
        let _ = stream.write_all(asked.as_bytes()).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        bytes
    });
    let text = String::from_utf8(bytes.await).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    // The server sends short answers whole and long ones in chunks.
    let body = if head.to_lowercase().contains("transfer-encoding: chunked") {
        unchunk(body)
    } else {
        body.to_owned()
    };
    Answer { status, head: head.to_lowercase(), body }
}

fn unchunk(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        whole += &rest[..size];
        body = rest[size..].trim_start_matches("\r\n");
    }
    whole
}

pub async fn get(to: SocketAddr, path: &str) -> Answer {
    request(to, &format!("GET {path} HTTP/1.1"), "").await
}

pub async fn post(to: SocketAddr, path: &str, body: &Value) -> Answer {
    request(to, &format!("POST {path} HTTP/1.1\r\ncontent-type: application/json"), &body.to_string()).await
}

/// A request with tokens.
pub async fn with_tokens(to: SocketAddr, method: &str, path: &str, tokens: &[&str], body: &Value) -> Answer {
    let head = format!(
        "{method} {path} HTTP/1.1\r\ncontent-type: application/json\r\nauthorization: Bearer {}",
        tokens.join(",")
    );
    request(to, &head, &if body.is_null() { String::new() } else { body.to_string() }).await
}

/// What a token opens.
pub async fn get_with(to: SocketAddr, path: &str, token: &str) -> Answer {
    with_tokens(to, "GET", path, &[token], &Value::Null).await
}

/// Creates a battle of a bundled scenario; the answer has its id and links. A friend's seat is claimed by a friend,
/// whose token stands among the links then. Without friends the dice are always the same.
pub async fn create(to: SocketAddr, red: Value, blue: Value) -> Value {
    let mut body = json!({"scenario": "dba/zama", "red": red, "blue": blue});
    if red != "link" && blue != "link" {
        body["seed"] = json!(7);
    }
    let answer = post(to, "/api/battles", &body).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let mut made = answer.json();
    for side in ["red", "blue"] {
        if let Some(code) = made["invitations"][side].as_str().map(str::to_owned) {
            made["links"][side] = json!(claim(to, &code).await);
        }
    }
    made
}

/// Claims a seat as a browser does, with a token of its own making.
pub async fn claim(to: SocketAddr, code: &str) -> String {
    let token = new_token();
    let answer = post(to, "/api/seats", &json!({"code": code, "token": token})).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    token
}

/// A token that no other test makes.
pub fn new_token() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let n = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{:0>20x}{:0>8x}{n:0>8x}", time.as_nanos(), std::process::id())
}

/// A word out of a JSON object.
pub fn word(value: &Value, path: &str) -> String {
    value.pointer(path).and_then(Value::as_str).unwrap_or_else(|| panic!("no {path} in {value}")).to_owned()
}

/// A number out of a JSON object.
pub fn number(value: &Value, path: &str) -> u64 {
    value.pointer(path).and_then(Value::as_u64).unwrap_or_else(|| panic!("no {path} in {value}"))
}

/// An open socket.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Everything that was ever heard on it.
    pub heard: Vec<String>,
    /// What was heard while the dice were settled.
    waiting: VecDeque<Value>,
    /// The seats it holds, and what it was last told of the dice.
    sides: Vec<String>,
    pub dice: Value,
    /// What it was last shown.
    views: Value,
}

/// The share of the dice that a side's client gives in tests.
pub fn share(side: &str) -> [u8; 32] {
    [side.as_bytes()[0]; 32]
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl Socket {
    /// Opens a socket without a word.
    pub async fn open(to: SocketAddr, id: &str) -> Socket {
        let address = format!("ws://{to}/api/battles/{id}/socket");
        let (stream, _) = soon("opening a socket", tokio_tungstenite::connect_async(address)).await.unwrap();
        let (waiting, sides, dice, views) = (VecDeque::new(), Vec::new(), Value::Null, Value::Null);
        Socket { stream, heard: Vec::new(), waiting, sides, dice, views }
    }

    /// Opens a socket and says hello; the welcome comes with it.
    pub async fn join(to: SocketAddr, id: &str, tokens: &[&str]) -> (Socket, Value) {
        let mut socket = Socket::open(to, id).await;
        socket.say(&json!({"type": "hello", "tokens": tokens})).await;
        let welcome = socket.hear().await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        socket.greeted(&welcome).await;
        (socket, welcome)
    }

    /// Does a client's part for the dice after a welcome.
    pub async fn greeted(&mut self, welcome: &Value) {
        let roles = welcome["roles"].as_array().unwrap().iter().filter_map(Value::as_str);
        self.sides = roles.filter(|role| *role != "spectator").map(str::to_owned).collect();
        self.settle(&welcome["dice"]).await;
    }

    /// Promises and opens shares as a client must: the hash first, the share when all hashes are in.
    async fn settle(&mut self, dice: &Value) {
        self.dice = dice.clone();
        let waits = |side: &str| dice["waits"].as_array().unwrap().iter().any(|s| s == side);
        let own: Vec<String> = self.sides.iter().filter(|side| waits(side)).cloned().collect();
        let others = ["red", "blue"].into_iter().filter(|side| waits(side) && !own.iter().any(|s| s == side));
        let all = others.into_iter().all(|side| dice["promised"][side].is_string());
        for side in own.iter().filter(|side| dice["promised"][side].is_null()) {
            let promise = hex(&dice::promise(&share(side)));
            self.say(&json!({"type": "promise", "side": side, "promise": promise})).await;
        }
        for side in own.iter().filter(|_| all) {
            self.say(&json!({"type": "share", "side": side, "share": hex(&share(side))})).await;
        }
    }

    /// Waits until dice can fall.
    pub async fn ready(&mut self) {
        while self.dice["waits"].as_array().is_some_and(|waits| !waits.is_empty()) {
            let message = self.read().await.expect("the socket is closed");
            self.waiting.push_back(message);
        }
    }

    pub async fn say(&mut self, message: &Value) {
        self.say_text(message.to_string()).await;
    }

    /// Says something that may not be JSON; a server that has closed the socket already does not hear it.
    pub async fn say_text(&mut self, text: String) {
        let _ = soon("sending", self.stream.send(Message::text(text))).await;
    }

    pub async fn submit(&mut self, seq: u64, side: &str, command: &Value) {
        if self.sides.iter().any(|own| own == side) {
            self.ready().await;
        }
        self.say(&json!({"type": "submit", "seq": seq, "side": side, "command": command})).await;
    }

    /// The next message, or nothing when the socket is closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let message = match self.waiting.pop_front() {
                Some(message) => message,
                None => self.read().await?,
            };
            // The dice are the client's affair, not the test's.
            if message["type"] != "dice" {
                return Some(message);
            }
        }
    }

    /// The next message as it comes, the dice being settled on the way; nothing when the socket is closed.
    pub async fn read(&mut self) -> Option<Value> {
        let text = self.next_text().await?;
        let mut message: Value = serde_json::from_str(&text).unwrap();
        self.heard.push(text);
        if message["type"] == "dice" {
            self.settle(&message["dice"]).await;
        }
        self.look(&mut message);
        Some(message)
    }

    /// Keeps the views, and puts them whole into a message that tells only what has changed in them.
    pub fn look(&mut self, message: &mut Value) {
        if message["type"] == "welcome" {
            self.views = message["views"].clone();
        } else if let Some(changes) = message.get("changes") {
            let change: proto::WireChange = serde_json::from_value(changes.clone()).unwrap();
            self.views = change.applied(&self.views);
            message["views"] = self.views.clone();
        }
    }

    /// The same, unread.
    pub async fn next_text(&mut self) -> Option<String> {
        loop {
            match soon("listening", self.stream.next()).await {
                Some(Ok(Message::Text(text))) => return Some(text.to_string()),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
            }
        }
    }

    /// The next message that is about the battle rather than about who is there.
    pub async fn hear(&mut self) -> Value {
        loop {
            let message = self.next().await.expect("the socket is closed");
            if message["type"] != "presence" && message["type"] != "thinking" {
                return message;
            }
        }
    }

    /// The next message of one type, whatever comes before it.
    pub async fn hear_a(&mut self, kind: &str) -> Value {
        loop {
            let message =
                self.next().await.unwrap_or_else(|| panic!("no {kind} came: {:?}", self.heard.last()));
            if message["type"] == kind {
                return message;
            }
        }
    }
}

/// Who is asked in a view, and a legal answer that asks for nothing.
pub fn answer(view: &Value) -> Option<(String, Value)> {
    let pending = &view["pending"];
    if pending["kind"] != "decide" {
        return None;
    }
    let form = &pending["ask"]["form"];
    let command = match form["kind"].as_str().unwrap_or_default() {
        "choose" => json!({"choose": 0}),
        "shoot" => {
            let shooters = form["shooters"].as_array().unwrap();
            json!({"shoot": shooters.iter().map(|s| json!([s["unit"], s["usual"]])).collect::<Vec<_>>()})
        }
        _ => json!("done"),
    };
    Some((word(pending, "/side"), command))
}
