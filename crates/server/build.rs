//! A release holds the client: when the client is built anew, so is the crate that holds it.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let client = "../../web/dist";
    // A debug build reads the client from the disk and need not know, once there is one to be found.
    if std::env::var("PROFILE").as_deref() == Ok("release") || !Path::new(client).exists() {
        println!("cargo:rerun-if-changed={client}");
    }
}
