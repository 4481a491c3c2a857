//! A release holds the client: when the client is built anew, so is the crate that holds it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A debug build reads the client from the disk and need not know.
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        println!("cargo:rerun-if-changed=../../web/dist");
    }
}
