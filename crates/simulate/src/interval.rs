//! How sure a count is.

/// An interval that holds the true share in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The share counted.
    pub share: f64,
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The 95% interval of a share by Wilson's score.
///
/// ```
/// let coin = testudo_simulate::wilson(50, 100);
/// assert!((coin.low - 0.4038).abs() < 1e-4 && (coin.high - 0.5962).abs() < 1e-4);
/// assert_eq!(testudo_simulate::wilson(0, 0).high, 1.0);
/// ```
pub fn wilson(hits: u32, of: u32) -> Interval {
    if of == 0 {
        return Interval { share: 0.0, low: 0.0, high: 1.0 };
    }
    const Z: f64 = 1.959_963_984_540_054;
    let (n, p) = (f64::from(of), f64::from(hits) / f64::from(of));
    let whole = 1.0 + Z * Z / n;
    let centre = (p + Z * Z / (2.0 * n)) / whole;
    let reach = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / whole;
    Interval { share: p, low: (centre - reach).max(0.0), high: (centre + reach).min(1.0) }
}

/// How likely pairs that differ would split at least so unevenly by chance alone: the exact two-sided test of
/// McNemar. `first` pairs went one way only for the first of each pair, `second` only for the second.
///
/// ```
/// assert_eq!(testudo_simulate::mcnemar(3, 3), 1.0);
/// assert!((testudo_simulate::mcnemar(10, 0) - 2.0 / 1024.0).abs() < 1e-12);
/// ```
pub fn mcnemar(first: u32, second: u32) -> f64 {
    let (n, few) = (first + second, first.min(second));
    // Each term is the one before times a ratio, in logarithms so that nothing underflows.
    let mut log = -f64::from(n) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for k in 0..=few {
        tail += log.exp();
        log += (f64::from(n - k) / f64::from(k + 1)).ln();
    }
    (2.0 * tail).min(1.0)
}
