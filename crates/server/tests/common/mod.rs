//! A browser's part, played by a test: plain HTTP and a socket.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file uses its own part of it, and a test may panic"
)]

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Longer than anything takes; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

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
    let mut stream = TcpStream::connect(to).await.unwrap();
    let text =
        format!("{head}\r\nhost: {to}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    // A server that refuses a long body may close before it has read it all.
    let _ = stream.write_all(text.as_bytes()).await;
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    let text = String::from_utf8(bytes).unwrap();
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

/// Creates a battle of a bundled scenario; the answer has its id and links.
pub async fn create(to: SocketAddr, red: Value, blue: Value) -> Value {
    let body = json!({"scenario": "dba/zama", "red": red, "blue": blue, "seed": 7});
    let answer = post(to, "/api/battles", &body).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.json()
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
}

impl Socket {
    /// Opens a socket without a word.
    pub async fn open(to: SocketAddr, id: &str) -> Socket {
        let address = format!("ws://{to}/api/battles/{id}/socket");
        let (stream, _) = tokio_tungstenite::connect_async(address).await.unwrap();
        Socket { stream, heard: Vec::new() }
    }

    /// Opens a socket and says hello; the welcome comes with it.
    pub async fn join(to: SocketAddr, id: &str, tokens: &[&str]) -> (Socket, Value) {
        let mut socket = Socket::open(to, id).await;
        socket.say(&json!({"type": "hello", "tokens": tokens})).await;
        let welcome = socket.hear().await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        (socket, welcome)
    }

    pub async fn say(&mut self, message: &Value) {
        self.say_text(message.to_string()).await;
    }

    /// Says something that may not be JSON; a server that has closed the socket already does not hear it.
    pub async fn say_text(&mut self, text: String) {
        let _ = self.stream.send(Message::text(text)).await;
    }

    pub async fn submit(&mut self, seq: u64, side: &str, command: &Value) {
        self.say(&json!({"type": "submit", "seq": seq, "side": side, "command": command})).await;
    }

    /// The next message, or nothing when the socket is closed.
    pub async fn next(&mut self) -> Option<Value> {
        let text = self.next_text().await?;
        let message = serde_json::from_str(&text).unwrap();
        self.heard.push(text);
        Some(message)
    }

    /// The same, unread.
    pub async fn next_text(&mut self) -> Option<String> {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("the server is silent");
            match message {
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
