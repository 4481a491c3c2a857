//! What a battle of `wrg6` costs. Each bench asserts its answer first.
//!
//! Run with `cargo bench -p testudo-benches --bench wrg6`.

use std::time::Duration;
use testudo_benches::recruit_battles;

/// What one battle may take: a hundred of them a second on a core.
const LIMIT: Duration = Duration::from_millis(10);

fn main() {
    for name in ["wrg6/zama", "wrg6/carrhae", "wrg6/telamon"] {
        recruit_battles(name, 20, LIMIT);
    }
}
