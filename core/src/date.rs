//! Dates and times as in RFC 3339.

/// Whether the text is a date and time as in RFC 3339. A blank may separate them.
pub fn is_rfc3339(text: &str) -> bool {
    text.split_once(['T', 't', ' ']).is_some_and(|(date, time)| is_date(date) && is_time(time))
}

/// A number of exactly two digits, at most `most`.
fn two_digits(text: &str, most: u32) -> Option<u32> {
    let is_number = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| is_number && *number <= most)
}

/// Whether the text is a date of the calendar: `2017-10-10`.
pub fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    if year.len() != 4 || !year.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let year: u32 = year.parse().unwrap_or_default();
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let n_days = match two_digits(month, 12) {
        None | Some(0) => return false,
        Some(2) => 28 + u32::from(is_leap),
        Some(4 | 6 | 9 | 11) => 30,
        Some(_) => 31,
    };
    two_digits(day, n_days).is_some_and(|day| day > 0)
}

fn is_time(text: &str) -> bool {
    let Some(at) = text.find(['Z', 'z', '+', '-']) else { return false };
    let (clock, zone) = text.split_at(at);
    let is_zone = matches!(zone, "Z" | "z")
        || zone[1..].split_once(':').is_some_and(|(hours, minutes)| {
            zone.len() > 1 && two_digits(hours, 23).is_some() && two_digits(minutes, 59).is_some()
        });
    let (whole, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let parts: Vec<&str> = whole.split(':').collect();
    let [hours, minutes, seconds] = parts.as_slice() else { return false };
    is_zone
        && two_digits(hours, 23).is_some()
        && two_digits(minutes, 59).is_some()
        && two_digits(seconds, 60).is_some()
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
}
