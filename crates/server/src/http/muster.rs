//! Mustering: what lists offer, what armies come to, and armies made up.

use crate::app::App;
use crate::error::Failure;
use crate::http::books::find;
use crate::http::{Body, json};
use crate::pace::Caller;
use axum::Json;
use axum::extract::{Path, Request, State};
use form::{Node, schema, to_toml};
use proto::{
    ApiError, MusterDraft, MusterEntry, MusterFile, MusterLine, MusterOffer, MusterPart, MusterRoll,
    MusterShare, WireFault,
};
use serde_json::Value;
use testudo::Book;
use testudo::muster::{Entry, Part, Roll};

/// What an army list offers.
#[utoipa::path(get, path = "/api/books/{book}/armies/{list}",
    params(("book" = String, Path), ("list" = String, Path)),
    responses((status = 200, body = MusterOffer), (status = 404, body = ApiError)))]
pub async fn offer(Path((book, list)): Path<(String, String)>) -> Result<Json<MusterOffer>, Failure> {
    let offer = (find(&book)?.offer)(&list);
    let offer = offer.ok_or_else(|| Failure::not_found("the book has no such army list"))?;
    Ok(Json(MusterOffer {
        list: offer.list,
        name: offer.name,
        from: offer.years.0,
        to: offer.years.1,
        note: offer.note,
        whole: schema(&offer.whole),
        entries: offer.entries.into_iter().map(entry).collect(),
    }))
}

fn entry(entry: Entry) -> MusterEntry {
    MusterEntry {
        id: entry.id,
        name: entry.name,
        group: entry.group.to_owned(),
        words: entry.words,
        columns: entry.columns.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        most: entry.most,
        unit: entry.unit.to_json(),
        fields: schema(&entry.fields),
    }
}

/// Counts an army up, legal or not.
#[utoipa::path(post, path = "/api/books/{book}/muster", params(("book" = String, Path)), request_body = Object,
    responses((status = 200, body = MusterRoll), (status = 404, body = ApiError), (status = 422, body = ApiError)))]
pub async fn roll(
    State(app): State<App>,
    Path(book): Path<String>,
    caller: Caller,
    request: Request,
) -> Result<Json<MusterRoll>, Failure> {
    let book = find(&book)?;
    let body = json(request, &app).await?;
    let text = String::from_utf8(body.to_vec()).map_err(|_| Failure::wrong("this is not text"))?;
    let node = form::parse_json(&text).map_err(|fault| Failure::faults(&[fault]))?;
    app.aside(caller, move || counted(book, &node)).await.map(Json)
}

fn counted(book: &Book, node: &Node) -> Result<MusterRoll, Failure> {
    let roll = (book.roll)(node).map_err(|faults| Failure::faults(&faults))?;
    let Roll { name, list, besides, limit, shares, notes, .. } = &roll;
    let fault = |fault: &form::Fault| WireFault {
        path: fault.path.clone(),
        message: fault.message.clone(),
        help: fault.help.clone(),
    };
    let line = |line: &testudo::muster::Line| MusterLine {
        entry: line.entry.clone(),
        name: line.name.clone(),
        figures: line.figures,
        words: line.words.clone(),
        points: line.points(),
        parts: line.parts.iter().map(part).collect(),
    };
    let share = |share: &testudo::muster::Share| MusterShare {
        name: share.name.clone(),
        unit: share.unit.to_owned(),
        used: share.used,
        least: share.least,
        most: share.most,
        rule: share.rule.to_string(),
    };
    Ok(MusterRoll {
        legal: roll.is_legal(),
        points: limit.map(|_| roll.points()),
        limit: *limit,
        lines: roll.lines.iter().map(line).collect(),
        besides: besides.iter().map(part).collect(),
        shares: shares.iter().map(share).collect(),
        faults: roll.faults.iter().take(form::MOST_FAULTS).map(fault).collect(),
        notes: notes.clone(),
        file: to_toml(node),
        name: name.clone(),
        list: list.clone(),
    })
}

fn part(part: &Part) -> MusterPart {
    MusterPart { words: part.words.clone(), points: part.points, rule: part.rule.to_string() }
}

/// Makes an army up: the one of a list that is ready to play, or a legal one at random.
#[utoipa::path(post, path = "/api/books/{book}/muster/draft", params(("book" = String, Path)),
    request_body = MusterDraft,
    responses((status = 200, body = Object), (status = 404, body = ApiError), (status = 422, body = ApiError)))]
pub async fn draft(
    State(app): State<App>,
    Path(book): Path<String>,
    caller: Caller,
    Body(draft): Body<MusterDraft>,
) -> Result<Json<Value>, Failure> {
    let book = find(&book)?;
    app.aside(caller, move || {
        let army = match draft.seed {
            Some(seed) => book.draft(&draft.list, draft.points, seed),
            None => book.ready_army(&draft.list, draft.points),
        };
        army.map(|army| army.to_json()).map_err(|fault| Failure::faults(&[fault]))
    })
    .await
    .map(Json)
}

/// Reads an army file: its text as the form of an army, every field under the name it has now.
#[utoipa::path(post, path = "/api/muster/read", request_body = MusterFile,
    responses((status = 200, body = Object), (status = 422, body = ApiError)))]
pub async fn read(
    State(app): State<App>,
    caller: Caller,
    Body(file): Body<MusterFile>,
) -> Result<Json<Value>, Failure> {
    app.aside(caller, move || {
        let node = form::parse_toml(&file.text).map_err(|fault| Failure::faults(&[fault]))?;
        let id = match node.get("book").map(|book| &book.value) {
            Some(form::Value::Text(id)) => id.clone(),
            _ => {
                return Err(Failure::field(
                    "book",
                    "missing; an army file begins with the id of its rulebook",
                ));
            }
        };
        let book = testudo::book(&id).ok_or_else(|| Failure::field("book", "there is no such rulebook"))?;
        Ok(form::renewed(&(book.army_form)(), &node).to_json())
    })
    .await
    .map(Json)
}
