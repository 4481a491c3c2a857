//! Creating battles: from the shelf, or from a saved battle.

use crate::app::App;
use crate::chance;
use crate::error::Failure;
use crate::http::Body;
use crate::live::{Live, standing};
use crate::seat::Seat;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use proto::{
    ApiError, CreatedBattle, ImportBattle, NewBattle, WireChoiceOfBattle, WireCommand, WireLinks, WireSetting,
};
use std::collections::BTreeMap;
use store::{BattleRow, Standing, StepRow, TokenRow};
use testudo::Scenario;
use umpire::{BySide, Side};

/// The most decisions taken from a file, and the most house rules.
const DECISIONS: usize = 20_000;
const HOUSE_RULES: usize = 64;

/// Creates a battle; the tokens in the answer are shown this once.
#[utoipa::path(post, path = "/api/battles", request_body = NewBattle,
    responses((status = 201, body = CreatedBattle), (status = 422, body = ApiError), (status = 429, body = ApiError)))]
pub async fn create(
    State(app): State<App>,
    Body(new): Body<NewBattle>,
) -> Result<(StatusCode, Json<CreatedBattle>), Failure> {
    let seats = seats(&new.red, &new.blue)?;
    let seed = match new.seed {
        Some(seed) => seed,
        None => chance::seed()?,
    };
    let id = chance::battle_id()?;
    let row = app
        .aside(move || {
            let scenario = scenario(&new.battle, seed)?;
            let text = with_house(scenario.text, &new.house)?;
            let scenario = Scenario { text, ..scenario };
            let battle = scenario.muster().map_err(|e| Failure::wrong(e.to_string()))?;
            Ok(row(id, &scenario, seed, &seats, standing(&battle)))
        })
        .await?;
    keep(&app, row, &seats, &[]).await
}

/// Takes in a saved battle, which must replay as it was; it can be gone on with if it is not over.
#[utoipa::path(post, path = "/api/battles/import", request_body = ImportBattle,
    responses((status = 201, body = CreatedBattle), (status = 422, body = ApiError), (status = 429, body = ApiError)))]
pub async fn import(
    State(app): State<App>,
    Body(new): Body<ImportBattle>,
) -> Result<(StatusCode, Json<CreatedBattle>), Failure> {
    let seats = seats(&new.red, &new.blue)?;
    let (id, seed) = (chance::battle_id()?, chance::seed()?);
    let (row, steps) = app.aside(move || read(&new.file, id, seed, &seats)).await?;
    keep(&app, row, &seats, &steps).await
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
            let lists = (book.armies)();
            for (path, id) in [("red_army", red_army), ("blue_army", blue_army)] {
                if !lists.iter().any(|list| list.id == *id) {
                    return Err(Failure::field(path, format!("there is no army list `{}`", short(id))));
                }
            }
            let text = (book.pairing)(red_army, blue_army, seed).ok_or_else(Failure::broken)?;
            Ok(Scenario { book, name: format!("{}/{red_army}-{blue_army}", book.id), text })
        }
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

/// A new battle's row.
fn row(id: String, scenario: &Scenario, seed: u64, seats: &BySide<Seat>, standing: Standing) -> BattleRow {
    let title = scenario.text.parse::<toml::Table>().ok();
    let title = title.and_then(|file| file.get("name")?.as_str().map(short));
    BattleRow {
        id,
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        book: scenario.book.id.to_owned(),
        scenario: scenario.name.clone(),
        name: title.unwrap_or_else(|| scenario.name.clone()),
        text: scenario.text.clone(),
        seed,
        red: seats[Side::Red].word(),
        blue: seats[Side::Blue].word(),
        steps: 0,
        standing,
    }
}

/// Reads and replays a saved battle.
fn read(
    file: &str,
    id: String,
    seed: u64,
    seats: &BySide<Seat>,
) -> Result<(BattleRow, Vec<StepRow>), Failure> {
    let saved = proto::read_saved(file).map_err(|e| Failure::field("file", e.to_string()))?;
    let unknown = || Failure::field("file", "it is of a rulebook that is not on the shelf");
    let book = testudo::book(&saved.header.book).ok_or_else(unknown)?;
    let scenario = Scenario { book, name: short(&saved.header.scenario), text: saved.header.text.clone() };
    let battle = scenario.muster().map_err(|e| Failure::field("file", e.to_string()))?;
    let records = saved.steps(battle.manners()).map_err(|e| Failure::field("file", e.to_string()))?;
    if records.len() > DECISIONS {
        return Err(Failure::field("file", "the battle is too long"));
    }
    let row = row(id, &scenario, seed, seats, standing(&battle));
    let mut live = Live::begin(row.clone())?;
    let mut steps = Vec::with_capacity(records.len());
    for record in &records {
        let command = WireCommand::of(&record.command, battle.manners());
        let mut step = StepRow {
            side: record.side.as_str().to_owned(),
            command: serde_json::to_string(&command).expect("a command is plain data"),
            faces: record.faces.clone(),
            digest: format!("{:016x}", record.digest),
            standing: row.standing.clone(),
        };
        live.follow(&step).map_err(|e| Failure::field("file", e.to_string()))?;
        step.standing = standing(live.battle());
        steps.push(step);
    }
    Ok((row, steps))
}

/// Keeps a new battle and makes its tokens.
async fn keep(
    app: &App,
    row: BattleRow,
    seats: &BySide<Seat>,
    steps: &[StepRow],
) -> Result<(StatusCode, Json<CreatedBattle>), Failure> {
    let mut tokens = Vec::new();
    let mut make = |role: &str| -> Result<String, Failure> {
        let token = chance::token()?;
        tokens.push(TokenRow { hash: chance::hash(&token), role: role.to_owned() });
        Ok(token)
    };
    let mut seat = |side: Side| match seats[side] {
        Seat::Computer(_) => Ok(None),
        Seat::Here | Seat::Link => make(side.as_str()).map(Some),
    };
    let (red, blue) = (seat(Side::Red)?, seat(Side::Blue)?);
    let links = WireLinks { red, blue, spectator: make("spectator")? };
    app.store.create(&row, &tokens, steps).await?;
    tracing::info!(battle = row.id, scenario = row.scenario, "created");
    Ok((StatusCode::CREATED, Json(CreatedBattle { id: row.id, links })))
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
