//! How long something takes, in its two largest units: 2 d 3 h, 1 min 30 s. The units are the same in both languages.

/// Units with their milliseconds, the largest first.
const UNITS: [(&str, u64); 4] = [
    ("d", 86_400_000),
    ("h", 3_600_000),
    ("min", 60_000),
    ("s", 1000),
];

/// So many milliseconds in words.
pub(super) fn duration(milliseconds: u64) -> String {
    let mut rest = milliseconds;
    let mut parts = Vec::new();
    for (unit, size) in UNITS {
        let number = rest / size;
        rest %= size;
        if number > 0 || !parts.is_empty() {
            parts.push((number, unit));
        }
    }
    let told: Vec<String> = parts
        .into_iter()
        .take(2)
        .filter(|(number, _)| *number > 0)
        .map(|(number, unit)| format!("{number} {unit}"))
        .collect();
    if told.is_empty() {
        "0 s".to_owned()
    } else {
        told.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn a_duration_has_its_two_largest_units() {
        for (milliseconds, told) in [
            (0, "0 s"),
            (999, "0 s"),
            (1000, "1 s"),
            (90_000, "1 min 30 s"),
            (3_600_000, "1 h"),
            (3_605_000, "1 h"),
            (97_200_000, "1 d 3 h"),
            (2_592_000_000, "30 d"),
        ] {
            assert_eq!(duration(milliseconds), told);
        }
    }
}
