//! What of a gain may be luck.

/// The mean of some gains, each made in a battle of its own, and the standard error of it.
pub fn mean_and_error(gains: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = f64::max(gains.clone().count() as f64, 1.0);
    let mean = gains.clone().sum::<f64>() / n;
    let spread = gains.map(|gain| (gain - mean) * (gain - mean)).sum::<f64>() / n;
    (mean, (spread / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_battles_the_smaller_the_error() {
        assert_eq!(mean_and_error([1.0, 3.0].into_iter()), (2.0, 0.5_f64.sqrt()));
        let eight = [1.0, 3.0, 1.0, 3.0, 1.0, 3.0, 1.0, 3.0];
        assert_eq!(mean_and_error(eight.into_iter()), (2.0, 0.125_f64.sqrt()));
        assert_eq!(mean_and_error(std::iter::empty()), (0.0, 0.0));
    }
}
