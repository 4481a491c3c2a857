//! Battles over HTTP and WebSocket.
