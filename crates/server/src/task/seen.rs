//! What a connection was last shown: the next message tells only what has changed since.

use proto::{ServerMsg, WireChange, WireViews};
use serde_json::Value;
use std::sync::Arc;

/// The views that were last sent, as text: there may be thousands of them.
#[derive(Clone, Debug, Default)]
pub struct Seen(Arc<str>);

impl Seen {
    /// The views as they are sent.
    pub fn views(views: &WireViews) -> Self {
        Seen(serde_json::to_string(views).expect("views are plain data").into())
    }

    /// What a message shows.
    pub fn of(message: &ServerMsg) -> Self {
        match message {
            ServerMsg::Welcome { views, .. } => Seen::views(views),
            _ => Seen::default(),
        }
    }

    /// Whether these are the very same views, sent together.
    pub fn is(&self, other: &Seen) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// What has changed from these views to others.
    pub fn change_to(&self, now: &Seen) -> WireChange {
        WireChange::between(&self.read(), &now.read())
    }

    fn read(&self) -> Value {
        serde_json::from_str(&self.0).unwrap_or_default()
    }
}
