//! Drafts gathered into an order: what follows what, what stands under which condition, and what belongs together.

use crate::orders::language::free::Reader;
use crate::orders::language::free::draft::{Draft, Item, Made, restrict};
use crate::orders::language::free::when::{all_of, any_of};
use crate::orders::language::words::{Act, Lead};
use crate::orders::order::{Charge, Condition, Fire, Leg, Order, Reach, Ref, Stop, Trigger, Verb, Whom};
use crate::orders::validate;
use std::ops::Range;

/// So many readings of one sentence are kept.
const READINGS: usize = 8;

/// An order being gathered.
#[derive(Clone)]
struct Gathered {
    order: Order,
    /// The way of the leg to come, with the leg that it makes by itself.
    way: Option<(Vec<Ref>, Leg)>,
    /// Whether the last thing gathered was a standing condition, and in which sentence.
    last_on: Option<usize>,
    sentence: usize,
    /// What else the last legs could be.
    others: Vec<(usize, Leg)>,
}

type Flawed = (String, Range<usize>);

impl Reader<'_> {
    /// Every order that the drafts make, the plainest first.
    pub fn gather(&mut self) -> Result<Vec<Order>, Flawed> {
        let me = self.me.and_then(|l| self.names.friends.iter().find(|c| c.label == l));
        let light = me.is_none_or(|c| c.kind.is_empty() || c.kind.starts_with("light"));
        let mut all = Gathered {
            order: Order::new(Vec::new()),
            way: None,
            last_on: None,
            sentence: 0,
            others: Vec::new(),
        };
        let items = std::mem::take(&mut self.items);
        let alternative = items.iter().any(|i| i.draft.otherwise);
        for (n, item) in items.iter().enumerate() {
            contradicted(&items, n)?;
            let next = items.get(n + 1);
            let first_if = alternative && n == 0 && item.draft.scope.is_some();
            self.add(&mut all, item, next, light, first_if).map_err(|why| (why, item.draft.span.clone()))?;
        }
        self.items = items;
        if let Some((_, leg)) = all.way.take() {
            all.order.legs.push(leg);
        }
        if all.order.legs.is_empty() && !all.order.on.is_empty() {
            all.order.legs.push(Leg::new(Verb::Hold));
        }
        for said in &self.general {
            if all.order.legs.is_empty() {
                all.order.legs.push(Leg::new(Verb::Hold));
            }
            let legs = all.order.legs.iter_mut().chain(all.order.on.iter_mut().map(|c| &mut c.then));
            for leg in legs {
                restrict(leg, &said.leg);
                if let Some(charge) = said.charge {
                    leg.charge = charge;
                }
            }
        }
        tidy(&mut all.order);
        let whole = 0..self.written.len();
        if let Err(flaw) = validate::check(&all.order) {
            return Err((flaw.why, whole));
        }
        let mut orders = vec![all.order.clone()];
        for (i, leg) in all.others {
            let mut other = all.order.clone();
            if i < other.legs.len() {
                other.legs[i] =
                    Leg { when: other.legs[i].when.clone(), until: other.legs[i].until.clone(), ..leg };
            }
            if validate::check(&other).is_ok() && !orders.contains(&other) {
                orders.push(other);
            }
        }
        self.alternatives(&mut orders);
        orders.truncate(READINGS);
        Ok(orders)
    }

    /// The same orders with what else a name could mean in the place of what was taken.
    pub(super) fn alternatives(&self, orders: &mut Vec<Order>) {
        for mention in &self.mentions {
            let labels =
                mention.could.iter().all(|r| matches!(r, Ref::Friend(_) | Ref::Enemy(_) | Ref::Name(..)));
            if mention.could.first() != Some(&mention.taken) || mention.could.len() < 2 || !labels {
                continue;
            }
            for other in mention.could.iter().skip(1) {
                let mut order = orders[0].clone();
                let legs = order.legs.iter_mut().chain(order.on.iter_mut().map(|c| &mut c.then));
                for leg in legs {
                    if leg.target.as_ref() == Some(&mention.taken) {
                        leg.target = Some(other.clone());
                    }
                    if leg.fire == Fire::At(mention.taken.clone()) {
                        leg.fire = Fire::At(other.clone());
                    }
                }
                if validate::check(&order).is_ok() && !orders.contains(&order) && orders.len() < READINGS {
                    orders.push(order);
                }
            }
        }
    }

    fn add(
        &self,
        all: &mut Gathered,
        item: &Item,
        next: Option<&Item>,
        light: bool,
        first_if: bool,
    ) -> Result<(), String> {
        let draft = &item.draft;
        let joined =
            item.sentence == all.sentence && !all.order.legs.is_empty() || all.last_on == Some(item.sentence);
        all.sentence = item.sentence;
        let before = match all.last_on {
            Some(_) => all.order.on.last().map(|c| &c.then),
            None => all.order.legs.last(),
        };
        let returned = draft.act == Act::Return && draft.scope.is_some();
        let made = draft.finish(light, if returned { all.order.legs.first() } else { before });
        if draft.only_denies && (next.is_some() || !all.order.legs.is_empty()) {
            return self.forbid(all, draft, next);
        }
        match made {
            Made::Flaw(why) => Err(why.to_owned()),
            Made::Way(ways, leg) => {
                let goes_on = next.is_some_and(|n| {
                    n.draft.scope.is_none()
                        && n.sentence == item.sentence
                        && !n.draft.otherwise
                        && !matches!(n.draft.act, Act::Hold | Act::Halt | Act::Report)
                });
                if goes_on && draft.scope.is_none() && draft.until.is_none() {
                    let way = all.way.get_or_insert_with(|| (Vec::new(), (*leg).clone()));
                    way.0.extend(ways);
                    way.1 = *leg;
                    return Ok(());
                }
                self.put(all, draft, *leg, joined, first_if)
            }
            Made::Resume => {
                let mut leg = all.order.legs.first().cloned().unwrap_or_else(|| Leg::new(Verb::Advance));
                leg.when.clear();
                leg.until.clear();
                if draft.scope.is_some() {
                    return self.put(all, draft, leg, false, first_if);
                }
                if let Some(on) = all.order.on.last_mut() {
                    on.resume = true;
                    on.repeat = true;
                } else if all.order.legs.is_empty() {
                    all.order.legs.push(Leg::new(Verb::Advance));
                }
                Ok(())
            }
            // "Work round the hill and shoot at them": light troops skirmish.
            Made::More(leg) if leg.verb == Verb::Shoot && light && all.way.is_some() => {
                self.put(all, draft, Leg { verb: Verb::Skirmish, ..*leg }, joined, first_if)
            }
            // "Keep out of reach of the Gauls", in a sentence of its own: throughout.
            Made::More(leg)
                if matches!(draft.act, Act::Avoid | Act::Keep)
                    && draft.scope.is_none()
                    && !joined
                    && !all.order.legs.is_empty() =>
            {
                let legs = all.order.legs.iter_mut().chain(all.order.on.iter_mut().map(|c| &mut c.then));
                legs.for_each(|last| restrict(last, &leg));
                Ok(())
            }
            Made::More(leg) => {
                if joined
                    && draft.scope.is_none()
                    && draft.until.is_none()
                    && !draft.otherwise
                    && merge(all, &leg, draft)
                {
                    return Ok(());
                }
                self.put(all, draft, *leg, joined, first_if)
            }
            Made::Leg(leg, other) => {
                if joined && draft.scope.is_none() && !draft.otherwise && absorb(all, &leg, draft) {
                    return Ok(());
                }
                if draft.scope.is_none() && !draft.then && !draft.otherwise && still(all, &leg, draft) {
                    return Ok(());
                }
                let placed = all.order.legs.len();
                let last = next.is_none_or(|n| n.draft.scope.is_some());
                let free = (draft.forbears && last).then(|| Leg { charge: Charge::AtWill, ..(*leg).clone() });
                self.put(all, draft, *leg, joined, first_if)?;
                if all.last_on.is_none() {
                    all.order.legs.extend(free);
                }
                if let Some(other) = other.filter(|_| all.order.legs.len() > placed) {
                    all.others.push((all.order.legs.len() - 1, *other));
                }
                Ok(())
            }
        }
    }

    /// Takes what a prohibition says into the order.
    fn forbid(&self, all: &mut Gathered, draft: &Draft, next: Option<&Item>) -> Result<(), String> {
        if next.is_none()
            && let Some(leg) = all.order.legs.last_mut()
        {
            restrict(leg, &draft.leg);
            if let Some(charge) = draft.charge {
                leg.charge = charge;
            }
            return Ok(());
        }
        let mut leg = Leg { verb: Verb::Hold, ..draft.leg.clone() };
        leg.charge = Charge::Never;
        let conditional = next.is_some_and(|n| n.draft.scope.is_some());
        if all.order.legs.is_empty() && conditional {
            all.order.legs.push(leg);
        }
        Ok(())
    }

    /// Puts a leg into the order: next in turn, or under its condition.
    fn put(
        &self,
        all: &mut Gathered,
        draft: &Draft,
        mut leg: Leg,
        joined: bool,
        first_if: bool,
    ) -> Result<(), String> {
        if let Some((ways, alone)) = all.way.take() {
            match leg.verb {
                // "Cross the ford and form line on the far bank": the march is a leg of its own.
                Verb::Hold if leg.target.is_some() => {
                    let march = Leg { target: leg.target.take(), route: ways, ..alone };
                    all.order.legs.push(Leg { verb: Verb::MoveTo, ..march });
                }
                Verb::Hold => all.order.legs.push(alone),
                _ => {
                    leg.route.splice(0..0, ways);
                }
            }
        }
        if let Some(until) = &draft.until {
            leg.until = any_of(until);
        }
        if let Some(watch) = &draft.watch {
            if all.order.legs.is_empty() {
                let mut hold = Leg::new(Verb::Hold);
                hold.charge = Charge::AtWill;
                all.order.legs.push(hold);
            }
            all.order.on.push(Condition { repeat: true, ..Condition::new(any_of(watch), leg) });
            all.last_on = Some(all.sentence);
            return Ok(());
        }
        if draft.unless {
            // "X unless A": X until A is true, and then it holds, or what is said next.
            all.order.legs.push(leg);
            all.last_on = None;
            return Ok(());
        }
        // "On signal 1 charge, then return": the condition ends what was done before, and the rest follows.
        if let Some((_, test)) = &draft.scope
            && draft.then
            && all.last_on == Some(all.sentence)
            && all.order.on.last().is_some_and(|c| c.when == any_of(test) && !c.repeat)
            && all.order.legs.last().is_some_and(|l| l.until.is_empty())
            && let Some(condition) = all.order.on.pop()
        {
            if let Some(last) = all.order.legs.last_mut() {
                last.until = condition.when;
            }
            all.order.legs.push(condition.then);
            all.order.legs.push(leg);
            all.last_on = None;
            return Ok(());
        }
        let about_place = draft.scope.as_ref().is_some_and(|(_, test)| {
            let target = all.order.legs.last().filter(|l| l.verb == Verb::MoveTo).and_then(|l| l.target.as_ref());
            test.iter().flatten().any(|t| match t {
                Trigger::Not(t) => matches!(&**t, Trigger::Sees(Ref::EnemySome(_, crate::orders::order::Which::At(place))) if Some(&**place) == target),
                _ => false,
            })
        });
        match &draft.scope {
            Some((_, test)) if about_place => {
                leg.when = all_of(test);
                all.order.legs.push(leg);
                all.last_on = None;
                Ok(())
            }
            Some((lead, test))
                if first_if || !all.order.legs.is_empty() && !draft.then || *lead == Lead::Whenever =>
            {
                if all.order.legs.is_empty() && !first_if {
                    all.order.legs.push(Leg::new(Verb::Hold));
                }
                let repeat = *lead == Lead::Whenever;
                if joined
                    && all.last_on == Some(all.sentence)
                    && all.order.on.last().is_some_and(|c| c.when == any_of(test))
                    && !draft.then
                {
                    return follow_up(all, leg);
                }
                all.order.on.push(Condition { repeat, ..Condition::new(any_of(test), leg) });
                all.last_on = Some(all.sentence);
                Ok(())
            }
            Some((_, test)) => {
                let same = all.order.legs.last().is_some_and(|l| l.when == all_of(test));
                if !(joined && same) {
                    leg.when = all_of(test);
                }
                all.order.legs.push(leg);
                all.last_on = None;
                Ok(())
            }
            None if all.last_on == Some(all.sentence) && joined && !draft.otherwise => follow_up(all, leg),
            None => {
                if draft.otherwise
                    && all.order.legs.iter().all(|l| l.when.is_empty())
                    && !all.order.on.is_empty()
                    && !all.order.legs.is_empty()
                {
                    // "Otherwise keep your place": what was told already.
                    let bare = leg.verb == Verb::Hold && leg.target.is_none();
                    if bare {
                        return Ok(());
                    }
                }
                if draft.then && all.last_on.is_some() {
                    return follow_up(all, leg);
                }
                all.order.legs.push(leg);
                all.last_on = None;
                Ok(())
            }
        }
    }
}

/// Whether a leg only says again that the unit stands; what it says besides is taken over.
fn still(all: &mut Gathered, leg: &Leg, draft: &Draft) -> bool {
    let bare =
        Leg { until: Vec::new(), ..leg.clone() } == Leg::new(Verb::Hold) && matches!(draft.act, Act::Hold);
    let Some(last) = all.order.legs.last_mut().filter(|_| bare && all.last_on.is_none() && all.way.is_none())
    else {
        return false;
    };
    if last.verb != Verb::Hold || !last.until.is_empty() {
        return false;
    }
    if let Some(until) = &draft.until {
        last.until = any_of(until);
    }
    true
}

/// What is to be done after a condition's leg: said of it, or done once it has arrived.
fn follow_up(all: &mut Gathered, leg: Leg) -> Result<(), String> {
    let Some(last) = all.order.on.last_mut() else { return Ok(()) };
    if leg.verb == Verb::Hold && leg.until.is_empty() {
        if last.then.formation.is_none() {
            last.then.formation = leg.formation;
        }
        if leg.target.is_some() && last.then.target.is_none() {
            last.then.target = leg.target;
        }
        return Ok(());
    }
    if last.then.verb == leg.verb && last.then.target == leg.target {
        return Ok(());
    }
    if matches!(last.then.verb, Verb::Retire | Verb::Support) && leg.verb == Verb::Support {
        last.then = leg;
        return Ok(());
    }
    all.order.on.push(Condition::new(vec![Trigger::Reached], leg));
    Ok(())
}

/// Adds what is said of the leg before; whether it could be.
fn merge(all: &mut Gathered, more: &Leg, draft: &Draft) -> bool {
    if all.way.is_some() {
        return false;
    }
    let last = match all.last_on {
        Some(_) => all.order.on.last_mut().map(|c| &mut c.then),
        None => all.order.legs.last_mut(),
    };
    let Some(last) = last else { return false };
    let stands = matches!(last.verb, Verb::Hold | Verb::Support | Verb::Follow | Verb::Screen | Verb::Guard);
    match draft.act {
        Act::Report => last.detail.report = true,
        Act::Hide if last.verb == Verb::MoveTo && more.target.is_none() => last.detail.hidden = true,
        Act::Hide if last.verb == Verb::Hold && more.target.is_none() => last.detail.hidden = true,
        Act::Halt if more.detail.stop.is_some() => last.detail.stop = more.detail.stop,
        Act::Evade => last.evade = true,
        Act::Keep | Act::Avoid if more.detail.keep_from.is_some() || !more.detail.avoid.is_empty() => {
            restrict(last, more)
        }
        Act::Open => {
            last.against_elephants |= more.against_elephants;
            last.against_chariots |= more.against_chariots;
        }
        Act::Refuse => last.detail.refuse = more.detail.refuse,
        Act::Form if last.verb == Verb::Hold && last.until.is_empty() => {
            last.formation = more.formation;
        }
        Act::Face if more.detail.facing.is_none() => {}
        Act::Face if last.verb == Verb::Hold => last.detail.facing.clone_from(&more.detail.facing),
        Act::Shoot
            if more.verb == Verb::Hold && (stands && last.until.is_empty() || last.verb == Verb::Advance) =>
        {
            last.fire = Fire::Free
        }
        // "Advance to bow range and shoot at them."
        Act::Shoot if last.verb == Verb::Advance && last.detail.stop.is_some() && last.until.is_empty() => {
            *last = Leg { when: last.when.clone(), ..more.clone() };
        }
        Act::Shoot if stands && last.until.is_empty() => {
            if let Some(target) = &more.target {
                last.fire = Fire::At(target.clone());
            }
        }
        Act::Shoot
            if last.verb == Verb::MoveTo
                && last.target.as_ref().is_some_and(Ref::is_ground)
                && last.until.is_empty() =>
        {
            let mut hold = Leg::new(Verb::Hold);
            hold.target.clone_from(&last.target);
            hold.fire = more.target.clone().map_or(Fire::Free, Fire::At);
            all.order.legs.push(hold);
        }
        _ => return false,
    }
    true
}

/// Takes a leg into the one before, where both say one thing; whether it could be.
fn absorb(all: &mut Gathered, leg: &Leg, draft: &Draft) -> bool {
    if all.way.is_some() || all.last_on.is_some() || draft.until.is_some() || draft.watch.is_some() {
        return false;
    }
    let Some(last) = all.order.legs.last_mut() else { return false };
    if !last.until.is_empty() {
        return false;
    }
    // "Ride up to within bowshot and shoot": one doing.
    let closes = last.verb == Verb::MoveTo
        && last.target == leg.target
        && matches!(leg.verb, Verb::Skirmish | Verb::Shoot);
    // "Advance slowly, keeping touch with the phalanx."
    let keeps = last.verb == Verb::Advance && leg.verb == Verb::Follow && draft.span.is_empty();
    // "Move to the left of the wood and attack": only a way to it.
    let aside = matches!(&last.target, Some(Ref::Beside(of, crate::orders::order::Rel::LeftOf | crate::orders::order::Rel::RightOf)) if of.is_ground());
    let round = last.verb == Verb::MoveTo && matches!(leg.verb, Verb::Skirmish | Verb::Attack) && aside;
    // "Stay where you are, behind Cohort I."
    let placed = last.verb == Verb::Hold
        && last.target.is_none()
        && matches!(leg.verb, Verb::Support | Verb::Follow | Verb::Screen | Verb::Hold)
        && !draft.then
        && last.formation.is_none();
    // "Advance in 8 files. Conform to the phalanx."
    let conforms = last.verb == Verb::Advance && leg.verb == Verb::Follow && !draft.then;
    if closes || keeps || round || placed || conforms {
        let mut leg = leg.clone();
        if round && let Some(place) = &last.target {
            leg.route.insert(0, place.clone());
        }
        leg.route.splice(0..0, last.route.iter().cloned());
        leg.when.clone_from(&last.when);
        leg.formation = leg.formation.or(last.formation);
        leg.pace = leg.pace.or(last.pace);
        leg.detail.slow |= last.detail.slow && leg.pace.is_none();
        leg.detail.gap = leg.detail.gap.or(last.detail.gap);
        if leg.fire == Fire::Free {
            leg.fire.clone_from(&last.fire);
        }
        restrict(&mut leg, last);
        *last = leg;
        return true;
    }
    false
}

/// Whether a draft contradicts the one before: to stand and to go at once.
fn contradicted(items: &[Item], n: usize) -> Result<(), Flawed> {
    let Some(before) = n.checked_sub(1).and_then(|i| items.get(i)) else { return Ok(()) };
    let (a, b) = (&before.draft, &items[n].draft);
    let stands = a.act == Act::Hold
        && a.until.is_none()
        && a.obj.is_none()
        && a.rels.is_empty()
        && a.scope.is_none()
        && !a.only_denies;
    let goes = matches!(b.act, Act::Move | Act::Advance | Act::Attack | Act::Charge | Act::Retire)
        && b.scope.is_none()
        && b.watch.is_none()
        && !b.otherwise;
    if stands && goes && !b.then && before.sentence == items[n].sentence {
        let why = "it cannot stand and go at once: say which, or when to go";
        return Err((why.to_owned(), a.span.start..b.span.end));
    }
    Ok(())
}

/// An order in its plain form: nothing said twice.
fn tidy(order: &mut Order) {
    for leg in order.legs.iter_mut().chain(order.on.iter_mut().map(|c| &mut c.then)) {
        if leg.pace.is_some() {
            leg.detail.slow = false;
        }
        leg.route.dedup();
        if leg.verb == Verb::Shoot {
            leg.detail.stop = None;
        }
        if leg.verb == Verb::Guard && leg.target.as_ref().is_some_and(Ref::is_ground) {
            leg.verb = Verb::Hold;
        }
        if leg.target.is_none()
            && let Some(stop) = leg.detail.stop.take()
            && leg.verb == Verb::Advance
        {
            // "Advance until within bowshot": of whoever is nearest.
            let reach = match stop {
                Stop::Range => Reach::Range,
                Stop::Short(length) => Reach::Inches(length),
            };
            leg.until.push(Trigger::near(reach, Whom::Any));
        }
    }
    order.legs.dedup();
}
