//! Fire: what it costs to stand where guns can see one.

use super::scene::Scene;
use dba::api::board;
use dba::api::board::Base;
use dba::api::data::Circumstance;
use dba::api::shooting::is_gun;
use dba::api::tactics;
use dba::api::tactics::Contender;

/// What one element stands to lose to the enemy's guns at a place, in elements, if nobody else draws their fire.
pub fn of_guns(scene: &Scene<'_>, there: &Base) -> f32 {
    let guns = scene.foes().filter(|&f| is_gun(scene.base(f).troop) && !scene.tie(f).is_engaged());
    guns.map(|gun| of_one(scene, scene.base(gun), there)).sum()
}

fn of_one(scene: &Scene<'_>, gun: &Base, there: &Base) -> f32 {
    let house = &scene.book.house;
    // Whoever is in the way now may be gone when they shoot.
    let far = board::shot_distance(&gun.rect, &there.rect);
    if far.is_none_or(|far| far > f64::from(house.range(gun.troop))) {
        return 0.0;
    }
    let me = Contender::plain(house, there.troop, gun.troop);
    let me = Contender { how: Circumstance::Shot, worth: tactics::worth(there.troop, there.general), ..me };
    let it = Contender { how: Circumstance::Shot, ..Contender::plain(house, gun.troop, there.troop) };
    tactics::stakes(house, &me, &it)[0]
}
