//! The TypeScript types of everything on the wire, in the browser client's folder: they must be up to date.
//!
//! `TESTUDO_BLESS=1 cargo test -p testudo-proto --test typescript` writes them.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use testudo_proto as proto;
use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/wire/generated/index.ts");
const HEAD: &str =
    "// Everything on the wire, written from the Rust types by crates/proto/tests/typescript.rs.\n";

/// The declarations of the types that were met, by name.
struct Declared {
    config: Config,
    types: BTreeMap<String, String>,
    met: HashSet<TypeId>,
}

impl TypeVisitor for Declared {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.met.insert(TypeId::of::<T>()) {
            return;
        }
        // What has no file of its own is TypeScript's own: numbers, strings, arrays.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declared = format!("\n{docs}export {}\n", T::decl(&self.config));
            self.types.insert(T::ident(&self.config), declared);
        }
        T::visit_generics(self);
        T::visit_dependencies(self);
    }
}

fn declared() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declared { config, types: BTreeMap::new(), met: HashSet::new() };
    all.visit::<proto::ClientMsg>();
    all.visit::<proto::ServerMsg>();
    all.visit::<Vec<proto::BookInfo>>();
    all.visit::<proto::RuleInfo>();
    all.visit::<proto::QuestionInfo>();
    all.visit::<proto::ArmyInfo>();
    all.visit::<proto::MusterOffer>();
    all.visit::<proto::MusterRoll>();
    all.visit::<proto::MusterDraft>();
    all.visit::<proto::ScenarioInfo>();
    all.visit::<proto::Tutorial>();
    all.visit::<proto::NewBattle>();
    all.visit::<proto::ImportBattle>();
    all.visit::<proto::CreatedBattle>();
    all.visit::<proto::ClaimSeat>();
    all.visit::<proto::ClaimedSeat>();
    all.visit::<proto::NewCode>();
    all.visit::<proto::SeatCode>();
    all.visit::<proto::Tokens>();
    all.visit::<proto::BattleInfo>();
    all.visit::<proto::WireReplay>();
    all.visit::<proto::WireOutlook>();
    all.visit::<proto::WireReport>();
    all.visit::<proto::ApiError>();
    let lines: String = std::iter::once(HEAD).chain(all.types.values().map(String::as_str)).collect();
    // No spaces at the ends of lines.
    lines.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn the_types_are_up_to_date() {
    let written = declared();
    for name in ["ClientMsg", "ServerMsg", "WireView", "WireUnit", "WireCommand", "FormField", "WireSides<T>"]
    {
        assert!(written.contains(&format!("export type {name} = ")), "{name}");
    }
    let path = Path::new(FILE);
    if std::env::var_os("TESTUDO_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a file is in a folder"))
            .expect("the folder can be made");
        std::fs::write(path, &written).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == written, "{FILE} is out of date: run the test with TESTUDO_BLESS=1");
}
