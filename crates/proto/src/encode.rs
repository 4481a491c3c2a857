//! Views turned into their wire forms.

use crate::WireRefusal;
use crate::view::{
    WireAsk, WireBadge, WireBudget, WireChoice, WireExample, WireFigure, WireForm, WireLayKind, WireLine,
    WireLineAsk, WireLineRead, WireManner, WireOdds, WirePending, WirePickAsk, WirePreview, WireRegion,
    WireRemark, WireShooter, WireSides, WireSite, WireSlot, WireSnag, WireTable, WireTerm, WireTerrain,
    WireUnit, WireView, WireWorded, Xy,
};
use ruling::RuleId;
use table::{Shape, Vec2};
use umpire::{
    Ask, BySide, Choice, Form, LineRead, Manner, Manoeuvre, OddsBar, Pending, Place, Preview, Region,
    RegionKind, Shown, Side, TerrainLook, UnitId, View, Viewer,
};

impl<T: Clone> From<&BySide<T>> for WireSides<T> {
    fn from(by: &BySide<T>) -> Self {
        WireSides { red: by[Side::Red].clone(), blue: by[Side::Blue].clone() }
    }
}

fn xy(v: Vec2) -> Xy {
    (v.x, v.y)
}

fn numbers(units: &[UnitId]) -> Vec<u16> {
    units.iter().map(|u| u.0).collect()
}

impl WireView {
    /// The wire form of a view.
    pub fn of<R: Shown>(view: &View<R>) -> Self {
        let (book, field, phase) = (&*view.book, &view.field, &view.phase);
        let standing = book.standing(field, phase);
        WireView {
            seq: view.seq,
            book: R::ID,
            viewer: match view.viewer {
                Viewer::Player(side) => side.as_str(),
                Viewer::Spectator => "spectator",
                Viewer::Opened => "opened",
            },
            names: (&field.roster().names).into(),
            table: table_of(view),
            units: field.ids().filter(|id| book.is_listed(field, *id)).map(|id| unit_of(view, id)).collect(),
            sites: sites_of(view),
            phases: R::PHASES,
            phase: book.phase_now(phase),
            turn: standing.turn,
            turn_word: standing.turn_word,
            active: standing.active.map(Side::as_str),
            losses: (&standing.losses).into(),
            writes_orders: book.writes_orders(),
            losses_in: book.losses_in(),
            loss_limits: (&book.loss_limits(field, phase)).into(),
            budgets: book
                .budgets(field, phase)
                .into_iter()
                .map(|b| WireBudget {
                    label: b.label,
                    left: b.left,
                    of: b.of,
                    side: b.side.map(Side::as_str),
                    rule: b.rule.as_str(),
                })
                .collect(),
            pending: pending_of(view),
            combats: book.combats(field, phase).into_iter().map(WireOdds::from).collect(),
        }
    }
}

/// The camps and the like of a view.
pub(crate) fn sites_of<R: Shown>(view: &View<R>) -> Vec<WireSite> {
    let sites = view.book.sites(&view.field, &view.phase).into_iter();
    sites
        .map(|s| WireSite {
            side: s.side.as_str(),
            label: s.label,
            outline: s.outline.into_iter().map(xy).collect(),
            state: s.state,
        })
        .collect()
}

/// The table of a view.
pub(crate) fn table_of<R: Shown>(view: &View<R>) -> WireTable {
    let ground = view.field.ground();
    let looks = view.book.terrain();
    let terrain = ground
        .pieces
        .iter()
        .filter_map(|piece| {
            let look = looks.get(usize::from(piece.kind.0))?;
            let (points, width) = match &piece.shape {
                Shape::Area(area) => (area.outline(), None),
                Shape::Band(band) => (band.line(), Some(band.width())),
            };
            Some(WireTerrain {
                id: piece.id.clone(),
                name: view.book.place_name(&piece.id).unwrap_or(look.name).to_owned(),
                drawing: look.drawing,
                rule: look.rule.as_str(),
                points: points.iter().map(|p| xy(*p)).collect(),
                width,
                crest: piece.crest.iter().flatten().map(|p| xy(p.vec())).collect(),
            })
        })
        .collect();
    let ruler = view.book.ruler();
    WireTable {
        width: ground.width(),
        depth: ground.depth(),
        unit: ruler.unit,
        unit_mm: ruler.mm,
        step: ruler.step,
        free_measuring: ruler.free_measuring,
        terrain,
    }
}

/// A unit of a view.
pub(crate) fn unit_of<R: Shown>(view: &View<R>, id: UnitId) -> WireUnit {
    let (book, field, phase) = (&*view.book, &view.field, &view.phase);
    let (unit, card) = (field.unit(id), field.card(id));
    let look = book.classes().get(usize::from(card.class));
    let glyph = book.sign(id).or(look.map(|l| l.glyph)).unwrap_or("unknown");
    let at = unit.pose.at.vec();
    WireUnit {
        id: id.0,
        side: card.side.as_str(),
        label: card.label.clone(),
        name: card.name.clone(),
        class: look.map_or("unknown", |l| l.name),
        glyph,
        figure: WireFigure::of(glyph),
        element: look.is_none_or(|l| l.element),
        general: book.has_general(field, phase, id),
        place: match unit.place {
            Place::Waiting => "waiting",
            Place::Table => "table",
            Place::Off => "off",
            Place::Destroyed => "destroyed",
            Place::Fled => "fled",
        },
        x: at.x,
        y: at.y,
        facing: unit.pose.facing.to_degrees(),
        width: unit.formation.width(),
        depth: unit.formation.depth(),
        files: unit.formation.files,
        figures: book.figures(field, phase, id),
        badges: book
            .badges(field, phase, id)
            .into_iter()
            .map(|b| WireBadge { sign: b.sign, label: b.label.into_owned(), rule: shown(b.rule) })
            .collect(),
        profile: book.profile(id),
        card: book
            .card(field, phase, id)
            .into_iter()
            .map(|l| WireLine { label: l.label.into_owned(), value: l.value, rule: shown(l.rule) })
            .collect(),
    }
}

/// The name of a rule that a player is shown.
fn shown(rule: ruling::RuleId) -> &'static str {
    ruling::ledger::cite(rule);
    rule.as_str()
}

fn pending_of<R: Shown>(view: &View<R>) -> WirePending {
    match &view.pending {
        Pending::Decide(side, ask) => WirePending::Decide { side: side.as_str(), ask: ask_of(view, ask) },
        Pending::Sealed(asks) => WirePending::Sealed {
            ask: match view.viewer {
                Viewer::Player(side) => asks[side].as_ref().map(|ask| ask_of(view, ask)),
                _ => None,
            },
        },
        Pending::Over(o) => {
            WirePending::Over { winner: o.winner.map(Side::as_str), reason: o.reason, rule: o.rule.as_str() }
        }
    }
}

fn ask_of<R: Shown>(view: &View<R>, ask: &Ask) -> WireAsk {
    let form = form_of(view, &ask.form);
    WireAsk { prompt: ask.prompt.clone().into_owned(), rule: ask.rule.as_str(), form }
}

fn lay_kind(kind: u8, looks: &[TerrainLook]) -> Option<WireLayKind> {
    let look = looks.get(usize::from(kind))?;
    let (name, drawing, rule) = (look.name, look.drawing, look.rule.as_str());
    Some(WireLayKind { kind, name, drawing, band: look.band, rule })
}

/// The keys of the manners that are of use to a unit now.
fn of_use<R: Shown>(view: &View<R>, unit: UnitId, manners: &[Manner]) -> Vec<&'static str> {
    let numbered = (0u8..).zip(R::MANNERS).filter(|(_, manner)| manners.contains(manner));
    let of_use = numbered.filter(|(n, _)| view.book.is_of_use(&view.field, &view.phase, unit, *n));
    of_use.map(|(_, manner)| manner.key).collect()
}

/// The sets of units that could move together, each once.
fn groups<R: Shown>(view: &View<R>, units: &[UnitId]) -> Vec<Vec<u16>> {
    let mut sets: Vec<Vec<u16>> = Vec::new();
    for unit in units {
        if sets.iter().any(|set| set.contains(&unit.0)) {
            continue;
        }
        let set = numbers(&view.book.group(&view.field, &view.phase, *unit));
        if set.len() > 1 {
            sets.push(set);
        }
    }
    sets
}

fn form_of<R: Shown>(view: &View<R>, form: &Form) -> WireForm {
    let looks = view.book.terrain();
    let gets_about = |unit: &UnitId| view.book.manoeuvre(&view.field, &view.phase, *unit).as_str();
    let draws = |unit| view.book.draws(&view.field, &view.phase, unit).map(Manoeuvre::as_str);
    match form {
        Form::Lay(kinds) => {
            WireForm::Lay { kinds: kinds.iter().filter_map(|(kind, _)| lay_kind(*kind, looks)).collect() }
        }
        Form::Place { units, zone, may_decline } => WireForm::Place {
            units: numbers(units),
            zone: zone.iter().map(|p| xy(p.vec())).collect(),
            may_decline: *may_decline,
            at_once: view.book.set_down_at_once(),
        },
        Form::Swap { units, pairs } => WireForm::Swap { units: numbers(units), pairs: *pairs },
        Form::Move { units, manners, .. } => WireForm::Move {
            units: numbers(units),
            gets_about: units.iter().map(gets_about).collect(),
            manners: manners
                .iter()
                .map(|m| WireManner {
                    key: m.key,
                    label: m.label,
                    rule: m.rule.as_str(),
                    aim: m.aim.as_str(),
                    many: (0u8..).zip(R::MANNERS).any(|(n, own)| own == m && view.book.is_for_many(n)),
                })
                .collect(),
            of_use: units.iter().map(|unit| of_use(view, *unit, manners)).collect(),
            groups: groups(view, units),
        },
        Form::Shoot(shooters) => WireForm::Shoot {
            shooters: shooters
                .iter()
                .map(|s| WireShooter { unit: s.unit.0, targets: numbers(&s.targets), usual: s.usual.0 })
                .collect(),
        },
        Form::Sheet { lines, picks } => WireForm::Sheet {
            lines: lines
                .iter()
                .map(|l| WireLineAsk {
                    unit: l.unit.map(|u| u.0),
                    label: l.label.clone().into_owned(),
                    now: l.now.clone(),
                    rule: l.rule.as_str(),
                    draws: l.unit.and_then(draws),
                })
                .collect(),
            picks: picks
                .iter()
                .map(|p| WirePickAsk {
                    unit: p.unit.map(|u| u.0),
                    label: p.label.clone().into_owned(),
                    options: p.options.iter().map(WireChoice::from).collect(),
                    usual: p.usual.0,
                })
                .collect(),
        },
        Form::Choose(choices) => WireForm::Choose { options: choices.iter().map(WireChoice::from).collect() },
    }
}

impl From<&Choice> for WireChoice {
    fn from(c: &Choice) -> Self {
        WireChoice { label: c.label.clone().into_owned(), rule: c.rule.as_str(), units: numbers(&c.units) }
    }
}

impl From<OddsBar> for WireOdds {
    fn from(o: OddsBar) -> Self {
        WireOdds {
            label: o.label,
            units: numbers(&o.units),
            parts: o.parts,
            rules: o.rules.into_iter().map(RuleId::as_str).collect(),
        }
    }
}

impl From<Region> for WireRegion {
    fn from(r: Region) -> Self {
        WireRegion {
            kind: match r.kind {
                RegionKind::Reach => "reach",
                RegionKind::ChargeReach => "charge_reach",
                RegionKind::Zone => "zone",
                RegionKind::Arc => "arc",
                RegionKind::Command => "command",
            },
            outline: r.outline.into_iter().map(xy).collect(),
            label: r.label.into_owned(),
            rule: r.rule.as_str(),
        }
    }
}

impl From<Preview> for WirePreview {
    fn from(p: Preview) -> Self {
        let leg = |pose: &table::Pose| {
            let at = pose.at.vec();
            (at.x, at.y, pose.facing.to_degrees())
        };
        WirePreview {
            ghosts: p.ghosts.iter().map(|(u, legs)| (u.0, legs.iter().map(leg).collect())).collect(),
            words: p.words,
            odds: p.odds.into_iter().map(WireOdds::from).collect(),
            lines: p.lines.into_iter().map(WireLineRead::from).collect(),
            refusals: p.refusals.iter().map(WireRefusal::from).collect(),
        }
    }
}

fn worded(line: umpire::Worded) -> WireWorded {
    WireWorded { text: line.text, way: line.way.into_iter().map(xy).collect() }
}

impl From<LineRead> for WireLineRead {
    fn from(l: LineRead) -> Self {
        let term = |t: umpire::Term| WireTerm { about: t.about, label: t.label, words: t.words };
        let slot = |s: umpire::Slot| WireSlot { about: s.about, label: s.label, phrases: s.phrases };
        let snag = |s: umpire::Snag| WireSnag { span: (s.span.start, s.span.end), why: s.why, near: s.near };
        let remark = |r: umpire::Remark| WireRemark {
            span: (r.span.start, r.span.end),
            about: r.about,
            words: r.words,
        };
        WireLineRead {
            line: l.line,
            marks: l.marks.into_iter().map(|(span, about)| ((span.start, span.end), about)).collect(),
            terms: l.terms.into_iter().map(term).collect(),
            way: l.way.into_iter().map(xy).collect(),
            sentence: l.sentence,
            remarks: l.remarks.into_iter().map(remark).collect(),
            snag: l.snag.map(snag),
            slots: l.slots.into_iter().map(slot).collect(),
            meanings: l.meanings.into_iter().map(worded).collect(),
            examples: l
                .examples
                .into_iter()
                .map(|e| WireExample { about: e.about, line: worded(e.line) })
                .collect(),
        }
    }
}
