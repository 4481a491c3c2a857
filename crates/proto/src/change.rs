//! What has changed from one message to the next, so that a step of a battle is as small as what happened in it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A change of a JSON value.
///
/// `[new]` stands instead of the old value, `[]` takes it away, and an object changes members by their names; an
/// array's members are named by their numbers, and `length` says how many there are if that has changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct WireChange(#[cfg_attr(feature = "ts", ts(type = "unknown"))] Value);

impl WireChange {
    /// What leads from one value to another; an empty object where they are the same.
    pub fn between(old: &Value, new: &Value) -> Self {
        WireChange(change(old, new).unwrap_or_else(|| Value::Object(Map::new())))
    }

    /// The value after the change.
    pub fn applied(&self, old: &Value) -> Value {
        apply(old, &self.0).unwrap_or(Value::Null)
    }
}

const LENGTH: &str = "length";

fn instead(new: &Value) -> Value {
    Value::Array(vec![new.clone()])
}

/// Whichever takes less room on the wire.
fn shorter(one: Value, other: Value) -> Value {
    if other.to_string().len() < one.to_string().len() { other } else { one }
}

fn change(old: &Value, new: &Value) -> Option<Value> {
    match (old, new) {
        (old, new) if old == new => None,
        (Value::Object(old), Value::Object(new)) => {
            let gone = old.keys().filter(|key| !new.contains_key(*key));
            let gone = gone.map(|key| (key.clone(), Value::Array(Vec::new())));
            let news = new.iter().filter_map(|(key, value)| {
                let change = old.get(key).map_or_else(|| Some(instead(value)), |was| change(was, value))?;
                Some((key.clone(), change))
            });
            Some(Value::Object(gone.chain(news).collect()))
        }
        // Lists that have little in common are sent anew, if that is shorter.
        (Value::Array(old), Value::Array(new)) if !old.is_empty() && !new.is_empty() => {
            let news = new.iter().enumerate().filter_map(|(i, value)| {
                let change = old.get(i).map_or_else(|| Some(instead(value)), |was| change(was, value))?;
                Some((i.to_string(), change))
            });
            let mut members: Map<String, Value> = news.collect();
            if old.len() != new.len() {
                members.insert(LENGTH.to_owned(), Value::Array(vec![new.len().into()]));
            }
            Some(shorter(Value::Object(members), instead(&Value::Array(new.clone()))))
        }
        (_, new) => Some(instead(new)),
    }
}

fn apply(old: &Value, change: &Value) -> Option<Value> {
    match change {
        Value::Array(instead) => instead.first().cloned(),
        Value::Object(members) => Some(match old {
            Value::Array(old) => {
                let mut new = old.clone();
                if let Some(length) = members.get(LENGTH).and_then(|l| l.get(0)).and_then(Value::as_u64) {
                    new.resize(usize::try_from(length).unwrap_or(usize::MAX).min(1 << 20), Value::Null);
                }
                for (i, change) in members.iter().filter_map(|(key, c)| Some((key.parse::<usize>().ok()?, c)))
                {
                    if let Some(place) = new.get_mut(i) {
                        *place = apply(place, change).unwrap_or(Value::Null);
                    }
                }
                Value::Array(new)
            }
            old => {
                let mut new = old.as_object().cloned().unwrap_or_default();
                for (key, change) in members {
                    match apply(new.get(key).unwrap_or(&Value::Null), change) {
                        Some(value) => new.insert(key.clone(), value),
                        None => new.remove(key),
                    };
                }
                Value::Object(new)
            }
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i16>().prop_map(Value::from),
            "[a-c]{0,2}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::btree_map("[a-c]|length|0", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_change_leads_from_one_value_to_the_other(old in any_json(), new in any_json()) {
            prop_assert_eq!(WireChange::between(&old, &new).applied(&old), new);
        }
    }

    #[test]
    fn only_what_differs_is_in_it() {
        let unit = |x: i32| json!({"x": x, "y": 2, "name": "Hastati", "label": "R1"});
        let old = json!({"units": [unit(1), unit(3)], "turn": 1, "gone": 0, "may": [1, 2, 3]});
        let new = json!({"units": [unit(1), unit(5), {"x": 6}], "turn": 1, "may": [4, 5, 6]});
        let change = WireChange::between(&old, &new);
        // A short list that is new throughout is sent anew.
        let units = json!({"1": {"x": [5]}, "2": [{"x": 6}], "length": [3]});
        let sent = json!({"gone": [], "units": units, "may": [[4, 5, 6]]});
        assert_eq!(serde_json::to_value(&change).unwrap(), sent);
        assert_eq!(serde_json::to_value(WireChange::between(&new, &new)).unwrap(), json!({}));
    }
}
