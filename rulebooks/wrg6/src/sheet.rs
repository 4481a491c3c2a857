//! The sheets that both sides fill in unseen: what is asked in each step, and reading the answers.

use crate::board::Board;
use crate::charge::Response;
use crate::charging;
use crate::normal::{self, Doing};
use crate::order::Order;
use crate::phase::{Charge, Step};
use crate::react;
use crate::reaction::{Line, Occasion};
use crate::troop::Troop;
use crate::{rule, volley, words};
use ruling::{Refusal, RuleId, ledger};
use umpire::{Ask, Choice, Command, Form, LineAsk, OptionId, PickAsk, Side, UnitId};

/// Something to pick.
#[derive(Clone, Debug)]
pub enum Item {
    /// The sign of a factor: plus, minus, not counted.
    Sign(UnitId, Line),
    /// Whom to charge: nobody, or one of these.
    Charge(UnitId, Vec<Charge>),
    /// Whether to test for holding back or recovering: no, yes.
    Try(UnitId, Occasion),
    /// How to answer a charge.
    Respond(UnitId, Vec<Response>),
    /// Whether to break off: no, yes.
    BreakOff(UnitId),
    /// Whether to follow up: no, yes.
    Follow(UnitId),
    /// Whom to shoot at: one of these, or nobody.
    Aim(UnitId, Vec<UnitId>),
    /// Whether the commanders shall fight in person: no, yes.
    Duel(UnitId),
    /// Whether to show the signal: no, yes.
    Signal,
    /// With which body a general rides, by his number: his own, or one of these.
    Ride(usize, UnitId, Vec<UnitId>),
}

/// A line to write.
#[derive(Clone, Debug)]
pub enum Written {
    /// A body's move.
    Move(UnitId, String),
    /// A body's order before the battle.
    First(UnitId, Order),
    /// A general's new order, by his number.
    Order(usize, UnitId),
}

/// A side's sheet.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The picks.
    pub items: Vec<Item>,
    /// The lines.
    pub lines: Vec<Written>,
}

/// A sheet filled in.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The option picked of each item.
    pub picks: Vec<u16>,
    /// What bodies do in step 7.
    pub doings: Vec<(UnitId, Doing)>,
    /// Orders written before the battle.
    pub first: Vec<(UnitId, Order)>,
    /// New orders: by which general, to whom, what.
    pub orders: Vec<(usize, UnitId, Order)>,
}

/// What a side is asked in the present step.
pub fn of(board: Board<'_>, side: Side) -> Sheet {
    let mut sheet = Sheet::default();
    let mine = || board.bodies().filter(move |&id| board.side(id) == side);
    let phase = board.phase;
    match phase.step {
        Step::Begin => {
            for id in board.field.ids().filter(|&id| board.side(id) == side) {
                sheet.lines.extend(board.state(id).order.map(|order| Written::First(id, order)));
            }
        }
        Step::First => {
            for (id, ..) in react::testers(board).into_iter().filter(|(id, ..)| board.side(*id) == side) {
                signs(board, id, &mut sheet);
            }
        }
        Step::Declare => {
            for id in mine().filter(|&id| !board.state(id).impetuous) {
                let targets = charging::targets(board, id);
                if !targets.is_empty() {
                    sheet.items.push(Item::Charge(id, targets));
                    signs(board, id, &mut sheet);
                }
            }
        }
        Step::Charged => {
            for id in mine().filter(|&id| must_test_charged(board, id)) {
                signs(board, id, &mut sheet);
            }
        }
        Step::Other => {
            for (id, occasion, must) in react::testers(board) {
                if board.side(id) == side {
                    if !must {
                        sheet.items.push(Item::Try(id, occasion));
                    }
                    signs(board, id, &mut sheet);
                }
            }
        }
        Step::Respond => {
            for id in mine().filter(|&id| !board.state(id).routing) {
                respond(board, id, &mut sheet);
            }
        }
        Step::Move => {
            for id in mine().filter(|&id| normal::is_free(board, id) && !board.state(id).impetuous) {
                sheet.lines.push(Written::Move(id, normal::usual(board, id)));
            }
        }
        Step::Orders => {
            rides(board, side, &mut sheet);
            let command = &phase.command[side];
            for (i, general) in command.generals.iter().enumerate() {
                if !general.lost && board.field.on_table(general.with) {
                    sheet.lines.push(Written::Order(i, general.with));
                }
            }
            let shows = command.generals.iter().any(|g| g.cinc && !g.lost && board.field.on_table(g.with));
            if command.signal.is_some() && shows {
                sheet.items.push(Item::Signal);
            }
        }
        Step::Shoot => {
            for id in mine() {
                let targets = volley::targets(board, id);
                if !targets.is_empty() {
                    sheet.items.push(Item::Aim(id, targets));
                }
            }
            if let Some(id) = challenger(board, side) {
                sheet.items.push(Item::Duel(id));
            }
        }
        Step::Over(_) => {}
    }
    sheet
}

/// The bodies that a general may join, within a ride of his own (`wrg6.generals.move`).
fn rides(board: Board<'_>, side: Side, sheet: &mut Sheet) {
    ledger::cite(rule::GENERALS_MOVE);
    let far = crate::tables::tables().command.general_move;
    for (i, general) in board.phase.command[side].generals.iter().enumerate() {
        let with = general.with;
        if general.lost
            || !board.field.on_table(with)
            || board.phase.in_contact(with)
            || board.state(with).routing
        {
            continue;
        }
        let near = |other: &UnitId| board.within(with, *other, far) && !board.state(*other).routing;
        let friends: Vec<UnitId> = board.friends(with).filter(near).collect();
        if !friends.is_empty() {
            sheet.items.push(Item::Ride(i, with, friends));
        }
    }
}

fn signs(board: Board<'_>, id: UnitId, sheet: &mut Sheet) {
    sheet.items.extend(react::choices(board, id).into_iter().map(|line| Item::Sign(id, line)));
}

/// Whether a body tests for being charged: not if it meets the charge head on with its own (`wrg6.charge.both`).
pub fn must_test_charged(board: Board<'_>, id: UnitId) -> bool {
    ledger::cite(rule::CHARGE_BOTH);
    let own = board.phase.charge_of(id);
    let head_on = |charge: &Charge| own.is_some_and(|mine| mine.on == charge.by) && charge.front;
    !board.state(id).routing && board.phase.charges_on(id).any(|charge| !head_on(charge))
}

fn respond(board: Board<'_>, id: UnitId, sheet: &mut Sheet) {
    let phase = board.phase;
    let fights = phase.in_contact(id);
    if phase.charges_on(id).next().is_some() && phase.charge_of(id).is_none() && !fights {
        let answers = charging::answers(board, id);
        if answers.len() > 1 {
            sheet.items.push(Item::Respond(id, answers));
        }
    }
    if fights {
        let troop = board.kit(id).troop;
        let from = |foe: UnitId| {
            let foe = board.kit(foe).troop;
            (troop.is_mounted() && (!foe.is_mounted() || foe == Troop::Elephant))
                || (troop.is_light() && !foe.is_light())
        };
        if phase.opponents(id).all(|foe| from(foe) && !board.state(foe).routing) {
            sheet.items.push(Item::BreakOff(id));
        }
        let beaten = |foe: UnitId| board.state(foe).outcome.is_some() && !board.state(foe).routing;
        if phase.opponents(id).any(beaten) && !board.state(id).no_advance {
            sheet.items.push(Item::Follow(id));
        }
    }
}

/// The body whose commander could fight the enemy's in person (`wrg6.generals.challenge`).
pub fn challenger(board: Board<'_>, side: Side) -> Option<UnitId> {
    if !board.book.house.personal_combat {
        return None;
    }
    let cinc = |side: Side| {
        let general = board.phase.command[side].generals.iter().find(|g| g.cinc && !g.lost);
        general.map(|general| general.with)
    };
    let (mine, theirs) = (cinc(side)?, cinc(side.other())?);
    let front_to_front = |c: &crate::phase::Contact| {
        c.place(mine).is_some() && c.place(theirs).is_some() && c.edges == [table::Edge::Front; 2]
    };
    board.phase.contacts.iter().any(front_to_front).then_some(mine)
}

impl Sheet {
    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.lines.is_empty()
    }

    /// The question as it is put to a player.
    pub fn ask(&self, board: Board<'_>, side: Side) -> Ask {
        let (rule, prompt) = match board.phase.step {
            Step::Begin => (rule::ORDERS_GRAMMAR, "Write the orders of your bodies: area, pace, posture."),
            Step::First => (rule::REACTION_WHEN_FIRST, "First tests: say which signs count."),
            Step::Declare => (rule::REACTION_WHEN_INITIATE, "Declare charges."),
            Step::Charged => (rule::REACTION_WHEN_CHARGED, "Your bodies are charged: say which signs count."),
            Step::Other => (rule::REACTION_WHEN_RESTRAIN, "Other tests: who tries, and which signs count."),
            Step::Respond => (rule::CHARGE_RESPONSES, "Answer charges, break off, follow up."),
            Step::Move => (rule::MOVE_NORMAL, "Write the moves of your bodies."),
            Step::Orders => (rule::ORDERS_CHANGE, "Give new orders, such as `R3: C Q A`."),
            Step::Shoot | Step::Over(_) => (rule::SHOOTING_WHO, "Choose targets."),
        };
        let lines = self.lines.iter().map(|line| self.line(board, side, line)).collect();
        let picks = self.items.iter().map(|item| pick(board, item)).collect();
        Ask::new(rule, prompt, Form::Sheet { lines, picks })
    }

    fn line(&self, board: Board<'_>, side: Side, line: &Written) -> LineAsk {
        match line {
            Written::Move(id, usual) => LineAsk {
                unit: Some(*id),
                label: format!("move of {}", words::name(board.field, *id)).into(),
                now: usual.clone(),
                rule: rule::MOVE_NORMAL,
            },
            Written::First(id, order) => LineAsk {
                unit: Some(*id),
                label: format!("order of {}", words::name(board.field, *id)).into(),
                now: order.to_string(),
                rule: rule::ORDERS_GRAMMAR,
            },
            Written::Order(i, with) => LineAsk {
                unit: Some(*with),
                label: format!("order by {}", board.phase.command[side].generals[*i].name).into(),
                now: String::new(),
                rule: rule::ORDERS_CHANGE,
            },
        }
    }

    /// What holds if nothing is written: every pick as usual.
    pub fn usual(&self, board: Board<'_>) -> Plan {
        let doing = |line: &Written| match line {
            Written::Move(id, words) => Some((*id, normal::judge(board, *id, words).unwrap_or(Doing::Halt))),
            Written::First(..) | Written::Order(..) => None,
        };
        Plan {
            picks: self.items.iter().map(|item| pick(board, item).usual.0).collect(),
            doings: self.lines.iter().filter_map(doing).collect(),
            ..Plan::default()
        }
    }

    /// Reads a sheet filled in.
    ///
    /// # Errors
    /// Every reason why it is not allowed.
    pub fn read(&self, board: Board<'_>, side: Side, command: &Command) -> Result<Plan, Vec<Refusal>> {
        let mut plan = self.usual(board);
        let (lines, picks) = match command {
            Command::Done => return Ok(plan),
            Command::Sheet { lines, picks } => (lines, picks),
            _ => return Err(vec![Refusal::new(rule::TURN_SEALED, "fill in the sheet, or take it as it is")]),
        };
        let mut refusals = Vec::new();
        for (number, OptionId(option)) in picks {
            let options = self.items.get(usize::from(*number)).map(|item| pick(board, item).options.len());
            match options {
                Some(n) if usize::from(*option) < n => plan.picks[usize::from(*number)] = *option,
                _ => refusals.push(Refusal::new(
                    rule::TURN_SEALED,
                    format!("there is no option {option} of pick {number}"),
                )),
            }
        }
        for (number, text) in lines {
            match self.lines.get(usize::from(*number)) {
                Some(Written::Move(id, _)) => match normal::judge(board, *id, text) {
                    Ok(doing) => {
                        if let Some(slot) = plan.doings.iter_mut().find(|(who, _)| who == id) {
                            slot.1 = doing;
                        }
                    }
                    Err(mut why) => refusals.append(&mut why),
                },
                Some(Written::First(id, _)) => match first_order(board, *id, text) {
                    Ok(order) => plan.first.push((*id, order)),
                    Err(why) => refusals.push(*why),
                },
                Some(Written::Order(general, _)) => match new_order(board, side, *general, text) {
                    Ok(order) => plan.orders.extend(order.map(|(id, order)| (*general, id, order))),
                    Err(why) => refusals.push(*why),
                },
                None => refusals.push(Refusal::new(rule::TURN_SEALED, format!("there is no line {number}"))),
            }
        }
        if refusals.is_empty() { Ok(plan) } else { Err(refusals) }
    }
}

/// An order before the battle: only those off the table march round a flank (`wrg6.setup.deploy`).
fn first_order(board: Board<'_>, id: UnitId, text: &str) -> Result<Order, Box<Refusal>> {
    let order = Order::parse(text.trim())
        .map_err(|what| Box::new(Refusal::new(rule::ORDERS_GRAMMAR, what).about(id.0)))?;
    if order.area.is_flank_march() == board.field.on_table(id) {
        ledger::cite(rule::SETUP_DEPLOY);
        let what = "those on the table are ordered R, C or L, those off it RF or LF";
        return Err(Box::new(Refusal::new(rule::SETUP_DEPLOY, what).about(id.0)));
    }
    Ok(order)
}

/// A new order as a general writes it: the label of a body in his line of command, a colon, the order.
fn new_order(
    board: Board<'_>,
    side: Side,
    general: usize,
    text: &str,
) -> Result<Option<(UnitId, Order)>, Box<Refusal>> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let refuse = |what: String| Box::new(Refusal::new(rule::ORDERS_CHANGE, what));
    let (label, code) = text.split_once(':').ok_or_else(|| refuse("write it as `R3: C Q A`".to_owned()))?;
    let found = board.field.ids().find(|&id| {
        board.side(id) == side && board.field.card(id).label == label.trim() && board.field.on_table(id)
    });
    let id = found.ok_or_else(|| refuse(format!("you have no `{}` on the table", label.trim())))?;
    let commander = &board.phase.command[side].generals[general];
    if !commander.cinc && !commander.command.contains(&id) {
        return Err(refuse(format!("{} does not command `{}`", commander.name, label.trim())));
    }
    let order = Order::parse(code.trim()).map_err(refuse)?;
    if order.area.is_flank_march() {
        return Err(refuse("flank marches begin off the table".to_owned()));
    }
    Ok(Some((id, order)))
}

fn choice(label: impl Into<std::borrow::Cow<'static, str>>, rule: RuleId, units: Vec<UnitId>) -> Choice {
    Choice { label: label.into(), rule, units }
}

fn yes_no(id: Option<UnitId>, label: String, rule: RuleId, usual: u16) -> PickAsk {
    let units: Vec<UnitId> = id.into_iter().collect();
    PickAsk {
        unit: id,
        label: label.into(),
        options: vec![choice("no", rule, units.clone()), choice("yes", rule, units)],
        usual: OptionId(usual),
    }
}

/// A pick as it is put to a player.
pub fn pick(board: Board<'_>, item: &Item) -> PickAsk {
    let name = |id: UnitId| words::name(board.field, id);
    match item {
        Item::Sign(id, line) => {
            let rule = rule::REACTION_FACTOR_CHOICE;
            PickAsk {
                unit: Some(*id),
                label: format!("{} of {}", words::steadying(*line), name(*id)).into(),
                options: ["plus", "minus", "not counted"].map(|w| choice(w, rule, vec![*id])).to_vec(),
                usual: OptionId(0),
            }
        }
        Item::Charge(id, targets) => {
            let rule = rule::REACTION_WHEN_INITIATE;
            let each = |c: &Charge| choice(format!("charge {}", name(c.on)), rule, vec![*id, c.on]);
            let none = std::iter::once(choice("no charge", rule, vec![*id]));
            PickAsk {
                unit: Some(*id),
                label: format!("charge of {}", name(*id)).into(),
                options: none.chain(targets.iter().map(each)).collect(),
                usual: OptionId(0),
            }
        }
        Item::Try(id, _) => yes_no(
            Some(*id),
            format!("shall {} test to hold back or recover?", name(*id)),
            rule::REACTION_WHEN_RESTRAIN,
            1,
        ),
        Item::Respond(id, answers) => PickAsk {
            unit: Some(*id),
            label: format!("answer of {}", name(*id)).into(),
            options: answers.iter().map(|a| choice(a.key(), rule::CHARGE_RESPONSES, vec![*id])).collect(),
            usual: OptionId(0),
        },
        Item::BreakOff(id) => {
            yes_no(Some(*id), format!("shall {} break off?", name(*id)), rule::CHARGE_BREAKOFF, 0)
        }
        Item::Follow(id) => {
            yes_no(Some(*id), format!("shall {} follow up?", name(*id)), rule::MELEE_FOLLOWUP, 1)
        }
        Item::Aim(id, targets) => {
            let rule = rule::SHOOTING_WHO;
            let each = |&at: &UnitId| choice(format!("shoot at {}", name(at)), rule, vec![*id, at]);
            let none = std::iter::once(choice("do not shoot", rule, vec![*id]));
            PickAsk {
                unit: Some(*id),
                label: format!("target of {}", name(*id)).into(),
                options: targets.iter().map(each).chain(none).collect(),
                usual: OptionId(0),
            }
        }
        Item::Duel(id) => yes_no(
            Some(*id),
            "shall the commander fight the enemy's in person?".to_owned(),
            rule::GENERALS_CHALLENGE,
            0,
        ),
        Item::Ride(_, with, friends) => {
            let rule = rule::GENERALS_MOVE;
            let each = |&to: &UnitId| choice(format!("ride to {}", name(to)), rule, vec![*with, to]);
            let stays = std::iter::once(choice("stay", rule, vec![*with]));
            PickAsk {
                unit: Some(*with),
                label: format!("the general with {}", name(*with)).into(),
                options: stays.chain(friends.iter().map(each)).collect(),
                usual: OptionId(0),
            }
        }
        Item::Signal => yes_no(None, "show the signal?".to_owned(), rule::ORDERS_CHANGE, 0),
    }
}
