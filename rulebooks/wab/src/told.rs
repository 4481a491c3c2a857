//! The words of the journal: shots, blows, Break tests and the count of points.

use crate::aftermath::rules::{Automatic, Beaten, Fate};
use crate::combat::rules::Blows;
use crate::data::tables::tables;
use crate::shooting::rules::Shot;
use crate::victory::Losses;
use umpire::voice;

/// What came of blows or shots, down to the models that fell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Struck {
    /// Hits.
    pub hits: u16,
    /// Wounds before saves.
    pub wounds: u16,
    /// Wounds not saved.
    pub unsaved: u16,
    /// Wounds that count: there must be somebody left to take them.
    pub counted: u16,
    /// Models that fell.
    pub dead: u16,
}

impl Struck {
    /// Hits and what followed: "5 hits at 4+, 3 wounds at 3+, 1 saved at 5+; 2 fell".
    pub fn of_blows(&self, blows: &Blows) -> String {
        let hits = voice::count(self.hits, "hit");
        let again = if blows.reroll.is_some() { ", misses rolled again" } else { "" };
        format!("{hits} at {}+{again}{}", blows.hit, self.of_hits(blows))
    }

    /// What followed the hits: ", 3 wounds at 3+, 1 saved at 5+; 2 fell".
    pub fn of_hits(&self, blows: &Blows) -> String {
        if self.hits == 0 {
            return String::new();
        }
        let wounds = match blows.wound {
            0 => ", which could not wound".to_owned(),
            at => format!(", {} at {at}+", voice::count(self.wounds, "wound")),
        };
        let saved = match (self.wounds - self.unsaved, blows.save) {
            _ if self.wounds == 0 => String::new(),
            (_, 0) => ", no save".to_owned(),
            (0, at) => format!(", none saved at {at}+"),
            (n, at) => format!(", {n} saved at {at}+"),
        };
        // Of men with one wound each as many fall as wounds are taken.
        let fell = match (self.counted, self.dead) {
            _ if self.wounds == 0 => String::new(),
            (counted, dead) if counted == dead => format!("; {}", fell(dead)),
            (counted, dead) => format!("; {} taken, {}", voice::count(counted, "wound"), fell(dead)),
        };
        format!("{wounds}{saved}{fell}")
    }
}

/// So many of a unit fell.
pub fn fell(models: u16) -> String {
    if models == 0 { "nobody fell".to_owned() } else { format!("{models} fell") }
}

/// A volley, so many of whose hits went astray: "10 shots, 3 hits at 5+ (long range), 2 wounds at 4+, none saved at 6+;
/// 2 fell".
pub fn volley(blows: &Blows, shot: &Shot, struck: &Struck, stray: u16) -> String {
    let (shots, hits) = (voice::count(blows.attacks, "shot"), voice::count(struck.hits + stray, "hit"));
    let needed = shot.needed.max(2);
    let causes =
        if shot.causes.is_empty() { String::new() } else { format!(" ({})", shot.causes.join(", ")) };
    let astray = if stray > 0 { format!(", {stray} of them upon friends") } else { String::new() };
    format!("{shots}, {hits} at {needed}+{causes}{astray}{}", struck.of_hits(blows))
}

/// What a beaten unit did, what it rolled, and why: "broke, rolling 9 (5+4) where 6 or less holds".
pub fn fate(beaten: &Beaten, fate: Fate, rolled: &str) -> String {
    let did = match fate {
        Fate::Holds => "held",
        Fate::GivesGround | Fate::GivesGroundStubborn => "gave ground",
        Fate::FallsBack => "fell back in good order",
        Fate::Breaks => "broke",
    };
    let dice = match beaten.automatic() {
        _ if rolled.is_empty() => " without a test".to_owned(),
        Automatic::None => format!(", rolling {rolled} where {} or less holds", beaten.target().total()),
        _ => format!(", rolling {rolled} where {} or more holds", tables().stubborn_holds),
    };
    let why = match (beaten.automatic(), fate) {
        (_, Fate::GivesGround) => ": there were two of them to every enemy",
        (_, Fate::GivesGroundStubborn) => ": stubborn troops give ground once before they break",
        (Automatic::None, Fate::FallsBack) => ": without the loss of the round the roll would have held",
        (Automatic::None, _) => "",
        (Automatic::FewerThanFive, _) => ": fewer than five were left",
        (Automatic::Feared, _) => ": feared enemies outnumbered them",
        (Automatic::Ferocious, _) => ": the enemy's charge was ferocious",
    };
    format!("{did}{dice}{why}")
}

/// What a side's losses are worth to the enemy besides the units: "100 for the general".
pub fn trophies(lost: &Losses) -> impl Iterator<Item = String> {
    let points = &tables().points;
    let if_so = |yes: bool, worth: u32| if yes { worth } else { 0 };
    let parts = [
        (if_so(lost.general, points.general), "the general".to_owned()),
        (if_so(lost.army_standard, points.army_standard), "the army standard".to_owned()),
        (lost.standards * points.standard, voice::count(lost.standards, "captured standard")),
    ];
    parts.into_iter().filter(|(worth, _)| *worth > 0).map(|(worth, what)| format!("{worth} for {what}"))
}
