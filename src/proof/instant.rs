//! The one form of a time in the log: `YYYY-MM-DDTHH:MM:SS.ffffffZ`.

use chrono::{DateTime, NaiveDate, SecondsFormat, SubsecRound, Utc};

/// The time to the microsecond, which is all that the log keeps.
pub(super) fn whole(at: DateTime<Utc>) -> DateTime<Utc> {
    at.trunc_subsecs(6)
}

/// The time as the log writes it.
pub(super) fn write(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Micros, true)
}

/// The time that a text in the log's form says; none for any other form, and for times that do not exist.
pub(super) fn read(text: &str) -> Option<DateTime<Utc>> {
    let text: &[u8; 27] = text.as_bytes().try_into().ok()?;
    let form = b"0000-00-00T00:00:00.000000Z";
    let fits = text.iter().zip(form).all(|(byte, form)| match form {
        b'0' => byte.is_ascii_digit(),
        other => byte == other,
    });
    if !fits {
        return None;
    }
    let number = |from: usize, digits: usize| {
        text.iter()
            .skip(from)
            .take(digits)
            .fold(0_u32, |number, digit| number * 10 + u32::from(digit - b'0'))
    };
    let year = i32::try_from(number(0, 4)).ok()?;
    let date = NaiveDate::from_ymd_opt(year, number(5, 2), number(8, 2))?;
    let time =
        date.and_hms_micro_opt(number(11, 2), number(14, 2), number(17, 2), number(20, 6))?;
    Some(time.and_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_microseconds_always_and_reads_its_own_form() {
        for text in [
            "2026-02-03T04:05:06.000000Z",
            "1999-12-31T23:59:59.999999Z",
            "2028-02-29T00:00:00.000001Z",
        ] {
            let at = read(text).unwrap();
            assert_eq!(write(at), text);
            assert_eq!(whole(at), at);
        }
    }

    #[test]
    fn drops_what_is_below_a_microsecond() {
        let at = DateTime::from_timestamp(1_700_000_000, 123_456_789).unwrap();
        assert_eq!(write(whole(at)), "2023-11-14T22:13:20.123456Z");
        assert_eq!(read(&write(at)).unwrap(), whole(at));
    }

    #[test]
    fn reads_no_other_form_and_no_time_that_is_none() {
        for text in [
            "2026-02-03T04:05:06Z",
            "2026-02-03T04:05:06.000Z",
            "2026-02-03T04:05:06.000000000Z",
            "2026-02-03t04:05:06.000000z",
            "2026-02-03 04:05:06.000000Z",
            "2026-02-03T04:05:06.000000+00:00",
            "2026-02-30T04:05:06.000000Z",
            "2026-13-03T04:05:06.000000Z",
            "2026-02-03T24:05:06.000000Z",
            "2026-02-03T04:05:60.000000Z",
            "+026-02-03T04:05:06.000000Z",
            "2026-02-03T04:05:06.00000\u{e9}",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
