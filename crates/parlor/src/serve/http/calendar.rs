//! A calendar file for one event, as RFC 5545 wants it.

/// The longest line, in bytes without its end.
const MAX_LINE: usize = 75;

/// One event.
pub(super) struct CalendarEvent<'a> {
    /// What it is known by everywhere.
    pub(super) uid: String,
    /// When it was written, in milliseconds since 1970.
    pub(super) written_at: i64,
    /// When it begins, in milliseconds since 1970.
    pub(super) starts_at: i64,
    pub(super) minutes: u16,
    pub(super) summary: String,
    pub(super) description: String,
    pub(super) url: Option<&'a str>,
    /// How long before it begins people are reminded.
    pub(super) alarm_minutes: u16,
}

impl CalendarEvent<'_> {
    /// The file.
    pub(super) fn write(&self) -> String {
        let mut file = String::new();
        let mut line = |content: String| fold(&mut file, &content);
        line("BEGIN:VCALENDAR".to_owned());
        line("VERSION:2.0".to_owned());
        line("PRODID:-//Parlor//Scheduled tables//EN".to_owned());
        line("CALSCALE:GREGORIAN".to_owned());
        line("METHOD:PUBLISH".to_owned());
        line("BEGIN:VEVENT".to_owned());
        line(format!("UID:{}", escape(&self.uid)));
        line(format!("DTSTAMP:{}", utc(self.written_at)));
        line(format!("DTSTART:{}", utc(self.starts_at)));
        line(format!("DURATION:PT{}M", self.minutes));
        line(format!("SUMMARY:{}", escape(&self.summary)));
        line(format!("DESCRIPTION:{}", escape(&self.description)));
        if let Some(url) = self.url {
            // An address is not a text: nothing in it is escaped.
            line(format!("URL:{url}"));
        }
        line("BEGIN:VALARM".to_owned());
        line("ACTION:DISPLAY".to_owned());
        line(format!("DESCRIPTION:{}", escape(&self.summary)));
        line(format!("TRIGGER:-PT{}M", self.alarm_minutes));
        line("END:VALARM".to_owned());
        line("END:VEVENT".to_owned());
        line("END:VCALENDAR".to_owned());
        file
    }
}

/// A text in a value: what has a meaning there is escaped, and other control characters are left out.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | ';' | ',' => escaped.extend(['\\', letter]),
            '\n' => escaped.push_str("\\n"),
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Writes a line, in several if it is long; no letter is cut in two.
fn fold(file: &mut String, content: &str) {
    let mut used = 0;
    for letter in content.chars() {
        if used + letter.len_utf8() > MAX_LINE {
            file.push_str("\r\n ");
            used = 1;
        }
        file.push(letter);
        used += letter.len_utf8();
    }
    file.push_str("\r\n");
}

/// A moment as `20261117T153000Z`.
fn utc(milliseconds: i64) -> String {
    let seconds = milliseconds.div_euclid(1_000);
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z")
}

/// Year, month and day of a number of days since 1970. Years begin in March here, so that the leap day is their last one.
fn civil(days: i64) -> (i64, i64, i64) {
    const DAYS_OF_400_YEARS: i64 = 146_097;
    // From the 1st of March of the year 0 on.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(DAYS_OF_400_YEARS), days.rem_euclid(DAYS_OF_400_YEARS));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next, month, day_of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_utc_with_leap_days() {
        for (milliseconds, written) in [
            (0, "19700101T000000Z"),
            (1_700_000_000_000, "20231114T221320Z"),
            (951_782_400_000, "20000229T000000Z"),
            (951_868_799_999, "20000229T235959Z"),
            (951_868_800_000, "20000301T000000Z"),
            (4_107_542_399_000, "21000228T235959Z"),
            (4_107_542_400_000, "21000301T000000Z"),
        ] {
            assert_eq!(utc(milliseconds), written);
        }
    }

    #[test]
    fn texts_are_escaped_and_lines_folded_between_letters() {
        let event = CalendarEvent {
            uid: "abc@example.org".to_owned(),
            written_at: 0,
            starts_at: 1_700_000_000_000,
            minutes: 60,
            summary: "Chicago; with Ann, Bo \\ Cleo\r\nX-EVIL:1".to_owned(),
            description: "å".repeat(200),
            url: Some("https://example.org/scheduled/abc?x=1;2,3"),
            alarm_minutes: 15,
        };
        let file = event.write();
        assert!(file.contains("SUMMARY:Chicago\\; with Ann\\, Bo \\\\ Cleo\\nX-EVIL:1\r\n"), "{file}");
        assert!(file.contains("URL:https://example.org/scheduled/abc?x=1;2,3\r\n"), "{file}");
        assert!(!file.replace("\r\n", "").contains(['\r', '\n']), "every line ends with both");
        for line in file.split("\r\n") {
            assert!(line.len() <= MAX_LINE, "{line}");
        }
        let unfolded = file.replace("\r\n ", "");
        assert!(unfolded.contains(&format!("DESCRIPTION:{}\r\n", "å".repeat(200))));
        let count = |begin: &str| file.matches(begin).count();
        assert_eq!((count("BEGIN:"), count("END:")), (3, 3));
    }
}
