//! The chapter "Setting up": the deployment, and how an army is usually drawn up.

pub mod deploy;
pub mod usual;
