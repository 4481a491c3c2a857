//! Forms people fill in: questions to the umpire, army and scenario files, with every fault named at once.
//!
//! A form is a list of [`Field`]s. What a person wrote is read into a tree of [`Node`]s by [`parse_json`] or
//! [`parse_toml`]; [`fill`] holds the tree against the fields and gives back either a [`Filled`] form, whose
//! accessors cannot fail, or every [`Fault`] in it. [`schema`] describes a form to programs.
//!
//! ```
//! use testudo_form::{Field, Kind, fill, parse_json};
//!
//! let fields = [
//!     Field::new("troop", Kind::one_of(["blades", "spears"]), "the type of the element"),
//!     Field::new("general", Kind::Bool, "whether the general is with it").or(false),
//!     Field::new("x", Kind::number(0.0..=2400.0).in_unit("paces"), "where it stands"),
//! ];
//!
//! let form = fill(&fields, &parse_json(r#"{"troop": "blades", "x": 800}"#)?).expect("a good form");
//! assert_eq!((form.text("troop"), form.bool("general"), form.number("x")), ("blades", false, 800.0));
//!
//! let faults = fill(&fields, &parse_json(r#"{"trop": "blades", "x": -1}"#)?).unwrap_err();
//! let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
//! assert_eq!(lines, [
//!     "trop: unknown field `trop`; did you mean `troop`?",
//!     "x: must be from 0 to 2400 paces, not -1",
//!     "troop: missing; give the type of the element",
//! ]);
//! # Ok::<(), testudo_form::Fault>(())
//! ```

mod fault;
mod fill;
mod filled;
mod json;
mod json_schema;
mod nearest;
mod node;
mod outdated;
mod schema;
mod source;
mod spec;
mod toml_file;
mod write_toml;

pub use fault::Fault;
pub use fill::{MOST_FAULTS, fill};
pub use filled::{Answer, Filled};
pub use json::parse_json;
pub use json_schema::json_schema;
pub use nearest::nearest;
pub use node::{Key, Node, Span, Value};
pub use outdated::{outdated, renewed};
pub use schema::{schema, schema_of};
pub use source::{Place, Source};
pub use spec::{Field, Kind, Need, Words};
pub use toml_file::{parse_toml, quoted};
pub use write_toml::to_toml;

/// How deep lists and records may stand in one another.
pub const DEPTH: usize = 64;
