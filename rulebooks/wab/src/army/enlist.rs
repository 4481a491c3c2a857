//! A unit as a file states it: bought from a list, and changed where the file says so.
//!
//! The sheet prints weapons and armour for many ages and no armies, so every characteristic, piece of gear and special
//! rule is data of the file as much as of the list.

use crate::army::check::{Bought, buy};
use crate::army::gear::Gear;
use crate::army::kit::Kit;
use crate::army::list::{ArmyList, KEYS};
use crate::data::troop::{Missile, Order, Piece, Profile, Trait, Weapon};
use form::{Fault, Field, Filled, Kind, Node};

/// What a file may say of a unit besides what it is bought with.
pub fn fields() -> Vec<Field> {
    let gear = || Kind::one_of(words());
    let characteristics =
        Profile::NAMES.map(|name| Field::new(name, Kind::int(0..=10), "the characteristic").optional());
    let hated = Kind::one_of(["all"].into_iter().chain(KEYS));
    vec![
        Field::new("files", Kind::int(1..=200), "how many stand abreast").optional(),
        Field::new("order", Kind::one_of(Order::ALL.iter().map(|o| o.key())), "how it stands").optional(),
        Field::new("profile", Kind::record(characteristics), "characteristics that differ from its entry")
            .optional(),
        Field::new(
            "gear",
            Kind::list(gear(), ..=20),
            "weapons, missiles, armour and special rules it has besides",
        )
        .or(Node::list([])),
        Field::new("without", Kind::list(gear(), ..=20), "what it has not, though its entry has")
            .or(Node::list([])),
        Field::new("hates", Kind::list(hated, ..=20), "the army lists whose troops it hates, or `all`")
            .or(Node::list([])),
        Field::new("each", Kind::int(0..=500), "what a model costs, where the unit differs from its entry")
            .optional(),
    ]
}

/// Every word of gear and special rules.
fn words() -> impl Iterator<Item = &'static str> {
    let weapons = Weapon::ALL.iter().map(|w| w.key());
    let missiles = Missile::ALL.iter().map(|m| m.key());
    let armour = Piece::ALL.iter().map(|p| p.key());
    weapons.chain(missiles).chain(armour).chain(Trait::ALL.iter().map(|t| t.key()))
}

/// The unit that a form with these fields and those of a purchase states.
///
/// # Errors
/// When the list has no such unit or option, or the unit cannot be so.
pub fn enlist<'a>(list: &'a ArmyList, form: &Filled) -> Result<(Bought<'a>, Kit), Vec<Fault>> {
    let mut bought = buy(list, form)?;
    bought.each = form.opt("each").map(|n| n.int() as i32);
    let order = form.opt("order").map_or(bought.entry.orders[0], |o| Order::ALL[o.choice()]);
    if !bought.entry.orders.contains(&order) {
        let may: Vec<&str> = bought.entry.orders.iter().map(|o| o.key()).collect();
        let fault = form.fault("order", format!("{} do not stand so", bought.entry.name));
        return Err(vec![fault.help(format!("it may stand in {} order", may.join(" or ")))]);
    }
    let mut kit = Kit::buy(bought.entry, bought.size, &bought.options, bought.command, order);
    kit.points = bought.cost().1.max(0) as u32;
    kit.nation.clone_from(&list.id);
    for (name, value) in form.opt("profile").iter().flat_map(|p| p.record().answers()) {
        if let Some(field) = kit.profile.get_mut(name) {
            *field = value.int() as u8;
        }
    }
    gear_of(form, "without").for_each(|gear| kit.drop(gear));
    gear_of(form, "gear").for_each(|gear| kit.add(gear));
    kit.hated.extend(form.list("hates").iter().map(|w| w.text().to_owned()));
    if kit.hated.iter().any(|h| h == "all") {
        kit.traits.add(Trait::Hatred);
    }
    if let Some(twice) = kit.worn_twice() {
        return Err(vec![form.fault("troop", format!("{} wears {twice} twice over", bought.entry.name))]);
    }
    Ok((bought, kit))
}

/// The gear that a field of a form names.
fn gear_of<'a>(form: &'a Filled, name: &str) -> impl Iterator<Item = Gear> + 'a {
    form.list(name).iter().filter_map(|w| Gear::parse(w.text()))
}
