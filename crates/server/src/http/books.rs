//! The shelf: books, rules, questions, armies, scenarios.

use crate::app::App;
use crate::error::Failure;
use crate::http::json;
use crate::pace::Caller;
use axum::Json;
use axum::extract::{Path, Request, State};
use opponent::Level;
use proto::{ApiError, ArmyInfo, BookInfo, QuestionInfo, RuleInfo, ScenarioInfo, Tutorial, WireView};
use serde_json::Value;
use testudo::{Book, Scenario, shelf};
use umpire::Viewer;

/// The rulebook of that name.
pub fn find(id: &str) -> Result<&'static Book, Failure> {
    testudo::book(id).ok_or_else(|| Failure::not_found("there is no such rulebook"))
}

/// The rulebooks.
#[utoipa::path(get, path = "/api/books", responses((status = 200, body = Vec<BookInfo>)))]
pub async fn books() -> Json<Vec<BookInfo>> {
    let book = |b: &Book| BookInfo {
        id: b.id,
        title: b.title,
        about: b.blurb,
        rules: (b.rules)().all().len(),
        questions: (b.questions)().len(),
        armies: (b.armies)().len(),
        scenarios: (b.scenarios)().len(),
        tutorial: b.tutorial.is_some(),
        opponents: Level::OPPONENTS.map(Level::as_str).to_vec(),
    };
    Json(shelf().iter().map(book).collect())
}

/// A book's rules as played.
#[utoipa::path(get, path = "/api/books/{book}/rules", params(("book" = String, Path)),
    responses((status = 200, body = Vec<RuleInfo>), (status = 404, body = ApiError)))]
pub async fn rules(Path(book): Path<String>) -> Result<Json<Vec<RuleInfo>>, Failure> {
    let rules = (find(&book)?.rules)().all();
    Ok(Json(
        rules
            .iter()
            .map(|r| RuleInfo {
                id: r.id.as_str(),
                title: r.title.clone(),
                text: r.text.trim().to_owned(),
                status: r.status.as_str(),
                source: r.source.clone(),
                toggles: r.toggles.clone(),
                exercised: r.exercised,
            })
            .collect(),
    ))
}

/// The form of a book's house rules, with what holds unless they are changed.
#[utoipa::path(get, path = "/api/books/{book}/house", params(("book" = String, Path)),
    responses((status = 200, body = Vec<Object>), (status = 404, body = ApiError)))]
pub async fn house(Path(book): Path<String>) -> Result<Json<Value>, Failure> {
    Ok(Json(form::schema(&(find(&book)?.house)())))
}

/// The questions a book's umpire answers.
#[utoipa::path(get, path = "/api/books/{book}/questions", params(("book" = String, Path)),
    responses((status = 200, body = Vec<QuestionInfo>), (status = 404, body = ApiError)))]
pub async fn questions(Path(book): Path<String>) -> Result<Json<Vec<QuestionInfo>>, Failure> {
    let book = find(&book)?;
    let examples = (book.examples)();
    let card = |q: testudo::QuestionCard| QuestionInfo {
        id: q.id,
        title: q.title,
        help: q.help,
        fields: form::schema(&q.fields),
        example: examples.get(q.id).map_or(Value::Null, form::Node::to_json),
    };
    Ok(Json((book.questions)().into_iter().map(card).collect()))
}

/// Asks the umpire.
#[utoipa::path(post, path = "/api/books/{book}/ask/{question}",
    params(("book" = String, Path), ("question" = String, Path)), request_body = Object,
    responses((status = 200, body = Object), (status = 404, body = ApiError), (status = 422, body = ApiError)))]
pub async fn ask(
    State(app): State<App>,
    Path((book, question)): Path<(String, String)>,
    caller: Caller,
    request: Request,
) -> Result<Json<Value>, Failure> {
    let book = find(&book)?;
    let card = (book.questions)().into_iter().find(|q| q.id == question);
    let card = card.ok_or_else(|| Failure::not_found("the book has no such question"))?;
    let body = json(request, &app).await?;
    let text = String::from_utf8(body.to_vec()).map_err(|_| Failure::wrong("this is not text"))?;
    let node = form::parse_json(&text).map_err(|fault| Failure::faults(&[fault]))?;
    let answer = move || (book.ask)(card.id, &node).map(Json).map_err(|faults| Failure::faults(&faults));
    app.aside(caller, answer).await
}

/// A book's army lists.
#[utoipa::path(get, path = "/api/books/{book}/armies", params(("book" = String, Path)),
    responses((status = 200, body = Vec<ArmyInfo>), (status = 404, body = ApiError)))]
pub async fn armies(Path(book): Path<String>) -> Result<Json<Vec<ArmyInfo>>, Failure> {
    let card = |a: testudo::ArmyCard| ArmyInfo {
        id: a.id,
        name: a.name,
        from: a.years.0,
        to: a.years.1,
        lines: a.lines,
    };
    Ok(Json((find(&book)?.armies)().into_iter().map(card).collect()))
}

/// A book's scenarios, each with its table as it stands at the beginning.
#[utoipa::path(get, path = "/api/books/{book}/scenarios", params(("book" = String, Path)),
    responses((status = 200, body = Vec<ScenarioInfo>), (status = 404, body = ApiError)))]
pub async fn scenarios(
    State(app): State<App>,
    Path(book): Path<String>,
    caller: Caller,
) -> Result<Json<Vec<ScenarioInfo>>, Failure> {
    let book = find(&book)?;
    app.aside(caller, move || (book.scenarios)().into_iter().map(|card| scenario(book, card)).collect())
        .await
        .map(Json)
}

/// A book's guided battle.
#[utoipa::path(get, path = "/api/books/{book}/tutorial", params(("book" = String, Path)),
    responses((status = 200, body = Tutorial), (status = 404, body = ApiError)))]
pub async fn tutorial(Path(book): Path<String>) -> Result<Json<Tutorial>, Failure> {
    let none = || Failure::not_found("the book has no guided battle");
    let text = find(&book)?.tutorial.ok_or_else(none)?;
    let tutorial = toml::from_str(text).map_err(|error| {
        tracing::error!(%error, book, "a guided battle cannot be read");
        Failure::broken()
    })?;
    Ok(Json(tutorial))
}

fn scenario(book: &'static Book, card: testudo::ScenarioCard) -> Result<ScenarioInfo, Failure> {
    let id = format!("{}/{}", book.id, card.id);
    let scenario = Scenario { book, name: id.clone(), text: card.text.to_owned() };
    let battle = scenario.muster().map_err(|error| {
        tracing::error!(%error, id, "a bundled scenario cannot be set up");
        Failure::broken()
    })?;
    let map = WireView::of_any(&battle.view(Viewer::Spectator));
    Ok(ScenarioInfo { id, book: book.id, name: card.name, summary: card.summary.trim().to_owned(), map })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proto::{Asking, Cue, Pointer};

    #[test]
    fn guided_battles_name_only_what_there_is() {
        let mut seen = 0;
        for book in shelf() {
            let Some(text) = book.tutorial else { continue };
            let tutorial: Tutorial = toml::from_str(text).expect(book.id);
            let laid = Scenario::bundled(&tutorial.scenario).expect("the scenario is there");
            assert_eq!(laid.book.id, book.id);
            let view = WireView::of_any(&laid.muster().expect("it is set up").view(Viewer::Spectator));
            assert!(Level::ALL.iter().any(|l| l.as_str() == tutorial.opponent), "{}", tutorial.opponent);
            let unit = |label: &str| assert!(view.units.iter().any(|u| u.label == label), "unit {label}");
            let rule = |id: &str| {
                assert!((book.rules)().all().iter().any(|r| r.id.as_str() == id), "rule {id}");
            };
            for lesson in &tutorial.lessons {
                assert!(!lesson.passing || !lesson.when.is_empty(), "{}: passes at once", lesson.id);
                for piece in lesson.text.split("](").skip(1) {
                    rule(piece.split(')').next().expect("a link has an end"));
                }
                for point in &lesson.point {
                    if let Pointer::Unit(label) = point {
                        unit(label);
                    }
                }
                for cue in lesson.when.iter().chain(&lesson.until) {
                    match cue {
                        Cue::Ruled(id) | Cue::Resolved(id) => rule(id),
                        Cue::Picked(label) => unit(label),
                        Cue::Asked(Asking { phase, form, .. }) => {
                            assert!(phase.iter().all(|p| view.phases.contains(&p.as_str())), "{phase:?}");
                            let forms = ["lay", "place", "swap", "move", "shoot", "sheet", "choose"];
                            assert!(form.iter().all(|f| forms.contains(&f.as_str())), "{form:?}");
                        }
                        Cue::Did(_) | Cue::Turn(_) | Cue::Over => {}
                    }
                }
                seen += 1;
            }
        }
        assert!(seen > 10, "{seen}");
    }
}
