//! Commands as they are stored and sent.

use serde::{Deserialize, Serialize};
use table::{Facing, Point, Pose};
use umpire::{Command, Manner, OptionId, Piece, Step, UnitId};

/// A pose: grid steps east and north, and 2³² parts of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WirePose {
    /// East.
    pub x: i32,
    /// North.
    pub y: i32,
    /// Clockwise from north.
    pub facing: u32,
}

impl From<Pose> for WirePose {
    fn from(p: Pose) -> Self {
        WirePose { x: p.at.x, y: p.at.y, facing: p.facing.0 }
    }
}

impl From<WirePose> for Pose {
    fn from(p: WirePose) -> Self {
        Pose { at: Point { x: p.x, y: p.y }, facing: Facing(p.facing) }
    }
}

/// A step of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WireStep {
    /// To a pose.
    To(WirePose),
    /// Straight ahead, in grid steps.
    Forward(i32),
    /// Straight back.
    Back(i32),
    /// To the right.
    Shift(i32),
    /// A wheel to the left, in parts of a turn.
    WheelLeft(u32),
    /// A wheel to the right.
    WheelRight(u32),
    /// A turn on the spot, clockwise.
    Turn(u32),
}

impl From<Step> for WireStep {
    fn from(s: Step) -> Self {
        match s {
            Step::To(pose) => WireStep::To(pose.into()),
            Step::Forward(d) => WireStep::Forward(d),
            Step::Back(d) => WireStep::Back(d),
            Step::Shift(d) => WireStep::Shift(d),
            Step::WheelLeft(a) => WireStep::WheelLeft(a.0),
            Step::WheelRight(a) => WireStep::WheelRight(a.0),
            Step::Turn(a) => WireStep::Turn(a.0),
        }
    }
}

impl From<WireStep> for Step {
    fn from(s: WireStep) -> Self {
        match s {
            WireStep::To(pose) => Step::To(pose.into()),
            WireStep::Forward(d) => Step::Forward(d),
            WireStep::Back(d) => Step::Back(d),
            WireStep::Shift(d) => Step::Shift(d),
            WireStep::WheelLeft(a) => Step::WheelLeft(Facing(a)),
            WireStep::WheelRight(a) => Step::WheelRight(Facing(a)),
            WireStep::Turn(a) => Step::Turn(Facing(a)),
        }
    }
}

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WirePiece {
    kind: u8,
    points: Vec<(i32, i32)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    width: Option<i32>,
}

/// A command, with the manner of a move by its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum WireCommand {
    /// Lay terrain.
    Lay(Vec<WirePiece>),
    /// Put units on the table.
    Place(Vec<(u16, WirePose)>),
    /// Exchange the places of pairs of units.
    Swap(Vec<(u16, u16)>),
    /// Move units.
    Move {
        /// The key of the manner.
        manner: String,
        /// Who moves.
        units: Vec<u16>,
        /// The steps.
        path: Vec<WireStep>,
    },
    /// Charge an enemy.
    Charge {
        /// Who charges.
        unit: u16,
        /// Whom.
        target: u16,
    },
    /// Give each shooter its target.
    Shoot(Vec<(u16, u16)>),
    /// Fill in a sheet.
    Sheet {
        /// Lines by number.
        #[serde(default)]
        lines: Vec<(u16, String)>,
        /// Picks by number.
        #[serde(default)]
        picks: Vec<(u16, u16)>,
    },
    /// Take an option.
    Choose(u16),
    /// Nothing more.
    Done,
    /// Give the battle up.
    Concede,
}

impl WireCommand {
    /// The wire form of a command; `manners` are its book's.
    pub fn of(command: &Command, manners: &[Manner]) -> Self {
        let pairs = |list: &[(UnitId, UnitId)]| list.iter().map(|(a, b)| (a.0, b.0)).collect();
        match command {
            Command::Lay(pieces) => WireCommand::Lay(
                pieces
                    .iter()
                    .map(|p| WirePiece {
                        kind: p.kind,
                        points: p.points.iter().map(|q| (q.x, q.y)).collect(),
                        width: p.width,
                    })
                    .collect(),
            ),
            Command::Place(list) => {
                WireCommand::Place(list.iter().map(|(u, p)| (u.0, (*p).into())).collect())
            }
            Command::Swap(list) => WireCommand::Swap(pairs(list)),
            Command::Move { manner, units, path } => WireCommand::Move {
                manner: manners
                    .get(usize::from(*manner))
                    .map_or_else(|| manner.to_string(), |m| m.key.into()),
                units: units.iter().map(|u| u.0).collect(),
                path: path.iter().map(|s| (*s).into()).collect(),
            },
            Command::Charge { unit, target } => WireCommand::Charge { unit: unit.0, target: target.0 },
            Command::Shoot(list) => WireCommand::Shoot(pairs(list)),
            Command::Sheet { lines, picks } => WireCommand::Sheet {
                lines: lines.clone(),
                picks: picks.iter().map(|(n, option)| (*n, option.0)).collect(),
            },
            Command::Choose(option) => WireCommand::Choose(option.0),
            Command::Done => WireCommand::Done,
            Command::Concede => WireCommand::Concede,
        }
    }

    /// The command it stands for.
    ///
    /// # Errors
    /// The key of a manner its book does not know.
    pub fn command(self, manners: &[Manner]) -> Result<Command, String> {
        let pairs = |list: Vec<(u16, u16)>| list.into_iter().map(|(a, b)| (UnitId(a), UnitId(b))).collect();
        Ok(match self {
            WireCommand::Lay(pieces) => Command::Lay(
                pieces
                    .into_iter()
                    .map(|p| Piece {
                        kind: p.kind,
                        points: p.points.into_iter().map(|(x, y)| Point { x, y }).collect(),
                        width: p.width,
                    })
                    .collect(),
            ),
            WireCommand::Place(list) => {
                Command::Place(list.into_iter().map(|(u, p)| (UnitId(u), p.into())).collect())
            }
            WireCommand::Swap(list) => Command::Swap(pairs(list)),
            WireCommand::Move { manner, units, path } => Command::Move {
                manner: manners
                    .iter()
                    .position(|m| m.key == manner)
                    .ok_or_else(|| format!("manner: unknown manner of moving `{manner}`"))?
                    as u8,
                units: units.into_iter().map(UnitId).collect(),
                path: path.into_iter().map(Step::from).collect(),
            },
            WireCommand::Charge { unit, target } => {
                Command::Charge { unit: UnitId(unit), target: UnitId(target) }
            }
            WireCommand::Shoot(list) => Command::Shoot(pairs(list)),
            WireCommand::Sheet { lines, picks } => Command::Sheet {
                lines,
                picks: picks.into_iter().map(|(n, option)| (n, OptionId(option))).collect(),
            },
            WireCommand::Choose(option) => Command::Choose(OptionId(option)),
            WireCommand::Done => Command::Done,
            WireCommand::Concede => Command::Concede,
        })
    }
}
