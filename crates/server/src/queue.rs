//! What waits to be sent to one client: so many bytes and no more.

use crate::count::{Count, Part};
use axum::extract::ws::Utf8Bytes;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Notify;

/// What each message costs besides its text.
const HULL: usize = 128;

/// What waits to be sent to everyone, over sockets and in answers: so much to one address, and so much in all.
#[derive(Clone, Debug)]
pub struct Load {
    bytes: Count,
    each: usize,
    all: usize,
}

impl Load {
    /// Nothing waits.
    pub fn new(each: usize, all: usize) -> Self {
        Load { bytes: Count::default(), each, all }
    }

    /// How many bytes wait.
    pub fn bytes(&self) -> usize {
        self.bytes.all()
    }

    /// So many bytes more for an address until they are sent; nothing if too many wait already.
    pub fn part(&self, address: IpAddr, bytes: usize) -> Option<Part> {
        self.bytes.part(address, bytes, self.each, self.all)
    }
}

/// Why a socket is closed: the code of the frame and a few words.
pub type Closing = (u16, &'static str);

/// It does not read what it is told.
pub const TOO_SLOW: Closing = (1013, "too slow: what was sent was not read");
/// The server stops.
pub const STOPPING: Closing = (1001, "the server stops; come back in a moment");
/// Nothing more is to be said.
pub const DONE: Closing = (1000, "");
/// Something is wrong with the client's doings, and it was told what.
pub const POLICY: Closing = (1008, "see the last message");

/// What waits to be sent to one client.
#[derive(Debug)]
pub struct Queue {
    state: Mutex<State>,
    bell: Notify,
    most: usize,
    address: IpAddr,
    load: Load,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Utf8Bytes>,
    bytes: usize,
    /// What was given out to be sent, and may not be sent yet.
    sending: usize,
    closing: Option<Closing>,
}

/// What is to be done next.
#[derive(Debug)]
pub enum Next {
    /// Send this.
    Send(Utf8Bytes),
    /// Close the socket.
    Close(Closing),
}

impl Queue {
    /// An empty queue to a client at an address.
    pub fn new(most: usize, address: IpAddr, load: Load) -> Arc<Self> {
        Arc::new(Queue { state: Mutex::default(), bell: Notify::new(), most, address, load })
    }

    /// Where the client is.
    pub fn address(&self) -> IpAddr {
        self.address
    }

    /// Adds a message; says whether the client is still there. One that has too much waiting already is let go of, and
    /// what waited is forgotten: it may come back and is told what it missed.
    pub fn tell(&self, text: Utf8Bytes) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.closing.is_some() {
            return false;
        }
        let bytes = text.len() + HULL;
        let fits = state.bytes == 0 || state.bytes + bytes <= self.most;
        if fits && self.load.bytes.add(self.address, bytes, self.load.each, self.load.all) {
            state.bytes += bytes;
            state.waiting.push_back(text);
        } else {
            self.forget(&mut state);
            state.closing = Some(TOO_SLOW);
        }
        self.bell.notify_one();
        state.closing.is_none()
    }

    /// Closes the socket when what waits has been sent.
    pub fn close(&self, closing: Closing) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.closing.get_or_insert(closing);
        self.bell.notify_one();
    }

    /// Waits for what is to be done next; what was given out before has been sent by then.
    pub async fn next(&self) -> Next {
        loop {
            {
                let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                self.let_go(std::mem::take(&mut state.sending));
                if let Some(text) = state.waiting.pop_front() {
                    let bytes = text.len() + HULL;
                    state.bytes -= bytes;
                    state.sending = bytes;
                    return Next::Send(text);
                }
                if let Some(closing) = state.closing {
                    return Next::Close(closing);
                }
            }
            self.bell.notified().await;
        }
    }

    fn forget(&self, state: &mut State) {
        self.let_go(std::mem::take(&mut state.bytes));
        state.waiting = VecDeque::new();
    }

    fn let_go(&self, bytes: usize) {
        if bytes > 0 {
            self.load.bytes.take(self.address, bytes);
        }
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        let mut state = std::mem::take(self.state.get_mut().unwrap_or_else(PoisonError::into_inner));
        self.forget(&mut state);
        self.let_go(state.sending);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V6(std::net::Ipv6Addr::LOCALHOST);

    fn text(n: usize) -> Utf8Bytes {
        "x".repeat(n).into()
    }

    #[tokio::test]
    async fn bytes_are_counted_and_a_slow_client_is_let_go_of() {
        let load = Load::new(1 << 20, 1 << 20);
        let queue = Queue::new(10_000, HERE, load.clone());
        // A single message may be longer than the limit.
        assert!(queue.tell(text(20_000)));
        assert!(!queue.tell(text(1)));
        assert_eq!(load.bytes(), 0, "what waited is forgotten");
        assert!(matches!(queue.next().await, Next::Close(TOO_SLOW)));
        assert!(!queue.tell(text(1)));

        let queue = Queue::new(10_000, HERE, load.clone());
        assert!((0..9).all(|_| queue.tell(text(900))));
        assert!(matches!(queue.next().await, Next::Send(_)));
        assert!(load.bytes() > 9 * 900, "what is being sent counts until it is sent");
        assert!(queue.tell(text(900)));
        queue.close(DONE);
        for _ in 0..9 {
            assert!(matches!(queue.next().await, Next::Send(_)));
        }
        assert!(matches!(queue.next().await, Next::Close(DONE)));
        assert_eq!(load.bytes(), 0);
        let queue = Queue::new(10_000, HERE, load.clone());
        assert!(queue.tell(text(900)) && matches!(queue.next().await, Next::Send(_)));
        drop(queue);
        assert_eq!(load.bytes(), 0);
    }

    #[tokio::test]
    async fn one_address_and_all_together_have_a_limit() {
        let load = Load::new(5_000, 8_000);
        let queue = |address| Queue::new(10_000, address, load.clone());
        let (a, b, c) = (queue(HERE), queue(HERE), queue(THERE));
        assert!(a.tell(text(4_000)));
        assert!(!b.tell(text(2_000)), "its address has enough waiting");
        assert!(c.tell(text(2_000)), "which is nothing to others");
        assert!(!c.tell(text(2_000)), "all together have too much waiting");
        drop((a, c));
        assert_eq!(load.bytes(), 0);
    }
}
