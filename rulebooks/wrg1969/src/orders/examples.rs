//! Orders that could be written for a unit of this very table: what the help beside the sheet shows
//! (`wrg1969.orders.language`). Each is read before it is shown.

use crate::orders::language::Names;

/// Most examples of a kind.
const MOST: usize = 4;

/// What could be written for a unit with this label, or for anybody: what it shows, and the line. The plainest first.
pub fn drafts(names: &Names, own: Option<&str>, nearest: Option<&str>) -> Vec<(&'static str, String)> {
    let feature = |n: usize| names.features.get(n).map(|f| f.name.clone());
    let named = |kind: &str| names.features.iter().find(|f| f.kind == kind).map(|f| f.name.clone());
    let high = named("hill").or_else(|| feature(0));
    let other = names.features.iter().map(|f| f.name.clone()).find(|name| Some(name) != high.as_ref());
    let water = ["brook", "river"].into_iter().find_map(named);
    let crossing = ["ford", "bridge", "road"].into_iter().find_map(named).or_else(|| other.clone());
    let enemy = nearest.map(str::to_owned).or_else(|| names.enemies.first().map(|c| c.name.clone()));
    let mut friends = names.friends.iter().filter(|c| own != Some(c.label.as_str()) && !c.general);
    let friend = friends.next().map(|c| c.name.clone());
    // Where no card is written yet, any signal can be named.
    let signal = names.signals.as_ref().map_or(Some(1), |all| all.iter().min().copied());
    let say = |about: &'static str, text: Option<String>| text.map(|text| (about, text));
    let with = |what: &Option<String>, put: fn(&str) -> String| what.as_deref().map(put);
    [
        say("doing", with(&high, |p| format!("Hold {p}."))),
        say("doing", with(&high, |p| format!("March to {p} and hold there."))),
        say("doing", Some("Advance 12 inches and halt.".to_owned())),
        say("doing", with(&other, |p| format!("Retire to {p}."))),
        say("doing", Some("Stand firm.".to_owned())),
        say("target", with(&enemy, |e| format!("Attack {e}."))),
        say("target", Some("Shoot at the nearest enemy.".to_owned())),
        say("target", with(&friend, |f| format!("Support {f}."))),
        say("target", with(&friend, |f| format!("Guard the right flank of {f}."))),
        say(
            "way",
            high.as_ref()
                .zip(crossing.as_ref())
                .filter(|(a, b)| a != b)
                .map(|(place, by)| format!("March to {place} by way of {by}.")),
        ),
        say("way", with(&other, |p| format!("Advance to the left of {p}."))),
        say("way", with(&high, |p| format!("March towards {p}, slowly."))),
        say("way", with(&water, |p| format!("Advance, but do not cross {p}."))),
        say("condition", signal.map(|n| format!("Hold until signal {n} is given, then advance."))),
        say(
            "condition",
            Some("Hold until any enemy is within 8 inches, then attack the nearest enemy.".to_owned()),
        ),
        say("condition", Some("Form square if enemy horse come within 12 inches.".to_owned())),
        say("condition", with(&high, |p| format!("Hold. If pressed, retire to {p}."))),
        say("condition", Some("Advance, but do not pursue.".to_owned())),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Those that can be read, a few of each kind.
pub fn kept<T>(
    drafts: Vec<(&'static str, String)>,
    read: impl Fn(&str) -> Option<T>,
) -> Vec<(&'static str, String, T)> {
    let mut kept: Vec<(&'static str, String, T)> = Vec::new();
    for (about, text) in drafts {
        if kept.iter().filter(|(a, ..)| *a == about).count() < MOST
            && let Some(what) = read(&text)
        {
            kept.push((about, text, what));
        }
    }
    kept
}
