//! Creating battles: from the shelf, or from a saved battle.

use crate::app::App;
use crate::chance;
use crate::config::Limits;
use crate::error::Failure;
use crate::http::Body;
use crate::live::{Live, size, standing};
use crate::metrics::one_more;
use crate::pace::Caller;
use crate::seat::Seat;
use axum::Json;
use axum::extract::{FromRequest as _, Request, State};
use axum::http::StatusCode;
use form::{Fault, Node};
use proto::{
    ApiError, CreatedBattle, ImportBattle, NewBattle, WireArmy, WireChoiceOfBattle, WireCommand,
    WireInvitations, WireLinks, WireSetting, hex,
};
use std::collections::BTreeMap;
use store::{BattleRow, CodeKind, CodeRow, Secret, StepRow, TokenRow};
use testudo::{AnyBattle, Brought, Scenario};
use umpire::{BySide, Side};

/// The most house rules.
const HOUSE_RULES: usize = 64;

/// Creates a battle; the tokens in the answer are shown this once.
#[utoipa::path(post, path = "/api/battles", request_body = NewBattle,
    responses((status = 201, body = CreatedBattle), (status = 422, body = ApiError), (status = 429, body = ApiError)))]
pub async fn create(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<NewBattle>,
) -> Result<(StatusCode, Json<CreatedBattle>), Failure> {
    let seats = seats(&new.red, &new.blue)?;
    if new.seed.is_some() && Side::ALL.into_iter().any(|side| seats[side] == Seat::Link) {
        let message = "cannot be chosen where a friend plays: whoever chooses it knows every die beforehand";
        return Err(Failure::field("seed", message));
    }
    let begun = Begun::new(new.seed, &seats)?;
    let seed = begun.seed;
    let row = app
        .aside(caller, move || {
            let scenario = scenario(&new.battle, seed)?;
            let text = with_house(scenario.text, &new.house)?;
            let scenario = Scenario { text, ..scenario };
            let battle = scenario.muster().map_err(|e| Failure::wrong(e.to_string()))?;
            Ok(begun.row(&scenario, &battle))
        })
        .await?;
    keep(&app, caller, row, &seats, &[]).await
}

/// Takes in a saved battle, which must replay as it was; it can be gone on with if it is not over.
#[utoipa::path(post, path = "/api/battles/import", request_body = ImportBattle,
    responses((status = 201, body = CreatedBattle), (status = 422, body = ApiError), (status = 429, body = ApiError)))]
pub async fn import(
    State(app): State<App>,
    caller: Caller,
    request: Request,
) -> Result<(StatusCode, Json<CreatedBattle>), Failure> {
    // Files are long: only so many of an address are held in memory.
    let place = app.place(caller)?;
    let Body(new) = Body::<ImportBattle>::from_request(request, &app).await?;
    let seats = seats(&new.red, &new.blue)?;
    let (begun, limits) = (Begun::new(None, &seats)?, app.limits);
    let (row, steps) = place.aside(move || read(&new.file, &begun, &limits)).await?;
    keep(&app, caller, row, &seats, &steps).await
}

/// What a new battle begins with besides its scenario.
struct Begun {
    id: String,
    seed: u64,
    chosen: bool,
    /// The server's part of the dice, unless a seed was chosen for them.
    secret: Option<Secret>,
    red: String,
    blue: String,
}

impl Begun {
    fn new(chosen: Option<u64>, seats: &BySide<Seat>) -> Result<Self, Failure> {
        Ok(Begun {
            id: chance::battle_id()?,
            seed: chosen.map_or_else(chance::seed, Ok)?,
            chosen: chosen.is_some(),
            secret: if chosen.is_some() { None } else { Some(chance::secret()?) },
            red: seats[Side::Red].word(),
            blue: seats[Side::Blue].word(),
        })
    }

    /// Its row.
    fn row(&self, scenario: &Scenario, battle: &AnyBattle) -> BattleRow {
        let title = scenario.text.parse::<toml::Table>().ok();
        let title = title.and_then(|file| file.get("name")?.as_str().map(short));
        BattleRow {
            id: self.id.clone(),
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            book: scenario.book.id.to_owned(),
            scenario: scenario.name.clone(),
            name: title.unwrap_or_else(|| scenario.name.clone()),
            text: scenario.text.clone(),
            rules: battle.rules_version().to_string(),
            seed: self.seed,
            chosen: self.chosen,
            secret: self.secret,
            taken: 0,
            round: 1,
            red: self.red.clone(),
            blue: self.blue.clone(),
            steps: 0,
            standing: standing(battle),
        }
    }
}

fn seats(red: &proto::WireSeat, blue: &proto::WireSeat) -> Result<BySide<Seat>, Failure> {
    let seat = |path, wire| Seat::of(wire).map_err(|message| Failure::field(path, message));
    Ok(BySide([seat("red", red)?, seat("blue", blue)?]))
}

fn scenario(choice: &WireChoiceOfBattle, seed: u64) -> Result<Scenario, Failure> {
    match choice {
        WireChoiceOfBattle::Scenario { scenario } => {
            Scenario::bundled(&short(scenario)).map_err(|e| Failure::field("scenario", e.to_string()))
        }
        WireChoiceOfBattle::Armies { book, red_army, blue_army } => {
            let Some(book) = testudo::book(book) else {
                return Err(Failure::field("book", format!("there is no rulebook `{}`", short(book))));
            };
            let armies = BySide([red_army, blue_army]);
            let files = armies.map(|army| match army {
                WireArmy::List(_) => None,
                WireArmy::Own(file) => Some(form::to_toml(&Node::from(file))),
            });
            let brought = BySide(Side::ALL.map(|side| match &files[side] {
                Some(text) => Brought::File(form::Source { name: path(side), text }),
                None => Brought::List(called(armies[side])),
            }));
            let text = (book.pairing)(&brought, seed).map_err(|unfit| {
                let at = |fault: Fault| {
                    let place = if fault.path.is_empty() || fault.path == "army" {
                        path(unfit.side).to_owned()
                    } else {
                        format!("{}.{}", path(unfit.side), fault.path)
                    };
                    Fault { path: place, ..fault }
                };
                Failure::faults(&unfit.faults.into_iter().map(at).collect::<Vec<_>>())
            })?;
            let name = armies.map(|army| short(called(army)));
            Ok(Scenario { book, name: format!("{}/{}-{}", book.id, name[Side::Red], name[Side::Blue]), text })
        }
    }
}

/// What an army is called in the name of a battle: by its list, if it is drawn from one.
fn called(army: &WireArmy) -> &str {
    match army {
        WireArmy::List(id) => id,
        WireArmy::Own(_) => "own",
    }
}

/// Where a side's army stands in a request.
fn path(side: Side) -> &'static str {
    match side {
        Side::Red => "red_army",
        Side::Blue => "blue_army",
    }
}

/// The words of a stranger, not too many of them.
fn short(words: &str) -> String {
    words.chars().take(80).collect()
}

/// The scenario file with house rules written into it.
fn with_house(text: String, house: &BTreeMap<String, WireSetting>) -> Result<String, Failure> {
    if house.is_empty() {
        return Ok(text);
    }
    if house.len() > HOUSE_RULES {
        return Err(Failure::field("house", "too many house rules"));
    }
    let mut file: toml::Table = text.parse().map_err(|_| Failure::broken())?;
    let rules = file.entry("house").or_insert_with(|| toml::Table::new().into());
    let Some(rules) = rules.as_table_mut() else { return Err(Failure::broken()) };
    for (key, setting) in house {
        let value = match setting {
            WireSetting::Switch(on) => (*on).into(),
            WireSetting::Number(n) => (*n).into(),
            WireSetting::Word(word) => short(word).into(),
        };
        rules.insert(short(key), value);
    }
    Ok(file.to_string())
}

/// Reads and replays a saved battle.
fn read(file: &str, begun: &Begun, limits: &Limits) -> Result<(BattleRow, Vec<StepRow>), Failure> {
    let saved = proto::read_saved(file).map_err(|e| Failure::field("file", e.to_string()))?;
    let longest = limits.scenario_size;
    if saved.header.text.len() > longest {
        return Err(Failure::field("file", format!("its scenario is longer than {longest} bytes")));
    }
    let unknown = || Failure::field("file", "it is of a rulebook that is not on the shelf");
    let book = testudo::book(&saved.header.book).ok_or_else(unknown)?;
    let scenario = Scenario { book, name: short(&saved.header.scenario), text: saved.header.text.clone() };
    let battle = scenario.muster().map_err(|e| Failure::field("file", e.to_string()))?;
    let records = saved.steps(battle.manners()).map_err(|e| Failure::field("file", e.to_string()))?;
    if records.len() > limits.decisions as usize {
        return Err(Failure::field("file", "the battle is too long"));
    }
    // A file whose dice do not follow from its shares is not taken in; one that proves nothing is.
    proto::prove(&saved, &battle, &records).map_err(|e| Failure::field("file", e.to_string()))?;
    let taken = u32::try_from(records.len()).unwrap_or(u32::MAX);
    let row = BattleRow { taken, ..begun.row(&scenario, &battle) };
    let mut live = Live::begin(row.clone())?;
    let mut steps = Vec::with_capacity(records.len());
    for record in &records {
        let command = WireCommand::of(&record.command, battle.manners());
        let mut step = StepRow {
            side: record.side.as_str().to_owned(),
            command: serde_json::to_string(&command).expect("a command is plain data"),
            faces: record.faces.clone(),
            digest: record.digest.to_string(),
            standing: row.standing.clone(),
        };
        live.follow(&step).map_err(|error| {
            let rules = saved.header.other_rules(battle.rules_version());
            let rules = rules.map_or_else(String::new, |words| format!("; {words}"));
            Failure::field("file", format!("{error}{rules}"))
        })?;
        step.standing = standing(live.battle());
        steps.push(step);
    }
    Ok((row, steps))
}

/// Keeps a new battle, and makes the creator's tokens and the friends' invitations.
async fn keep(
    app: &App,
    caller: Caller,
    row: BattleRow,
    seats: &BySide<Seat>,
    steps: &[StepRow],
) -> Result<(StatusCode, Json<CreatedBattle>), Failure> {
    let bytes = row.text.len() + steps.iter().map(size).sum::<usize>();
    app.pace.keep(caller, bytes).inspect_err(|_| one_more(&app.metrics.refusals.disk))?;
    if app.store.count().await? >= app.limits.battles_kept as u64 {
        one_more(&app.metrics.refusals.disk);
        return Err(Failure::full("this server keeps no more battles; old ones must be deleted first"));
    }
    let mut tokens = Vec::new();
    let mut token = |role: &str| -> Result<String, Failure> {
        let token = chance::token()?;
        tokens.push(TokenRow { hash: chance::hash(&token), role: role.to_owned() });
        Ok(token)
    };
    let mut own =
        |side: Side| if seats[side] == Seat::Here { token(side.as_str()).map(Some) } else { Ok(None) };
    let (red, blue) = (own(Side::Red)?, own(Side::Blue)?);
    let links = WireLinks { red, blue, spectator: token("spectator")? };
    let mut codes = Vec::new();
    let mut friend = |side: Side| -> Result<Option<String>, Failure> {
        if seats[side] != Seat::Link {
            return Ok(None);
        }
        let code = chance::token()?;
        let (hash, role) = (chance::hash(&code), side.as_str().to_owned());
        codes.push(CodeRow { hash, role, kind: CodeKind::Invite, until: 0 });
        Ok(Some(code))
    };
    let invitations = WireInvitations { red: friend(Side::Red)?, blue: friend(Side::Blue)? };
    let promise = row.secret.map(|secret| hex(&dice::promise(&secret)));
    app.store
        .create(&row, &tokens, &codes, steps)
        .await
        .inspect_err(|_| one_more(&app.metrics.store_errors))?;
    one_more(&app.metrics.created);
    tracing::info!(battle = row.id, scenario = row.scenario, "created");
    Ok((StatusCode::CREATED, Json(CreatedBattle { id: row.id, links, invitations, promise })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn house_rules_are_written_into_the_scenario() {
        let text = "book = \"x\"\n\n[red]\narmy = \"a\"\n".to_owned();
        assert_eq!(with_house(text.clone(), &BTreeMap::new()).unwrap(), text);
        let house = BTreeMap::from([
            ("a\nb".to_owned(), WireSetting::Word("q\"uote".into())),
            ("camps".to_owned(), WireSetting::Switch(false)),
            ("size".to_owned(), WireSetting::Number(3)),
        ]);
        let file: toml::Table = with_house(text, &house).unwrap().parse().unwrap();
        assert_eq!(file["house"]["camps"].as_bool(), Some(false));
        assert_eq!(file["house"]["size"].as_integer(), Some(3));
        assert_eq!(file["house"]["a\nb"].as_str(), Some("q\"uote"));
        assert_eq!(file["red"]["army"].as_str(), Some("a"));
    }
}
