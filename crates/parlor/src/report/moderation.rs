//! Reports of chat, mutes and bans, and what operators did.

use std::io::Write;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use tables::{AuditEntry, ReportInfo, ReportedRoom, Sanction, SanctionKind, SanctionTarget};
use utoipa::ToSchema;

use super::Report;

/// Chat messages that were reported.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct OpenReports {
    /// The latest first.
    pub(crate) reports: Vec<ReportedMessage>,
}

/// A chat message that was reported.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ReportedMessage {
    /// Id of the report.
    pub(crate) id: String,
    /// When it was reported, in milliseconds since 1970.
    pub(crate) at: i64,
    /// Who reported it.
    pub(crate) reporter: String,
    /// Why, in the reporter's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// Where it was said: `lobby`, `table` or `watchers`.
    pub(crate) room: String,
    /// At which table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) table: Option<String>,
    /// Who said it, by the name of that time.
    pub(crate) from: String,
    /// What was said.
    pub(crate) text: String,
    /// When it was said, in milliseconds since 1970.
    pub(crate) said_at: i64,
}

impl OpenReports {
    pub(crate) fn of(reports: Vec<ReportInfo>) -> Self {
        let shown = |report: ReportInfo| ReportedMessage {
            id: report.id,
            at: report.at,
            reporter: report.reporter,
            reason: report.reason,
            room: match report.room {
                ReportedRoom::Lobby => "lobby",
                ReportedRoom::Table => "table",
                ReportedRoom::Watchers => "watchers",
            }
            .to_owned(),
            table: report.table.map(|table| table.to_string()),
            from: report.from,
            text: report.text,
            said_at: report.said_at,
        };
        Self { reports: reports.into_iter().map(shown).collect() }
    }
}

impl Report for OpenReports {
    fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        if self.reports.is_empty() {
            writeln!(out, "There are no open reports.")?;
        }
        for report in &self.reports {
            let table = report.table.as_ref().map(|table| format!(" {table}")).unwrap_or_default();
            writeln!(out, "{}  {}  {}{table}", report.id, utc(report.at), report.room)?;
            writeln!(out, "    {}: {}", report.from, report.text)?;
            let reason = report.reason.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
            writeln!(out, "    reported by {}{reason}", report.reporter)?;
        }
        Ok(())
    }
}

/// Mutes and bans.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct SanctionList {
    /// Those that count, the latest first.
    pub(crate) sanctions: Vec<SanctionInfo>,
}

/// A mute or a ban.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct SanctionInfo {
    /// Its id.
    pub(crate) id: String,
    /// `mute` or `ban`.
    pub(crate) kind: String,
    /// Name of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) person: Option<String>,
    /// The block of addresses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) addresses: Option<String>,
    /// The reason, as people read it.
    pub(crate) reason: String,
    /// Since when, in milliseconds since 1970.
    pub(crate) made_at: i64,
    /// Until when, in milliseconds since 1970.
    pub(crate) until: i64,
}

impl From<Sanction> for SanctionInfo {
    fn from(sanction: Sanction) -> Self {
        let (person, addresses) = match sanction.target {
            SanctionTarget::Person { name, .. } => (Some(name), None),
            SanctionTarget::Addresses(range) => (None, Some(range.to_string())),
        };
        let kind = match sanction.kind {
            SanctionKind::Mute => "mute",
            SanctionKind::Ban => "ban",
        };
        Self {
            id: sanction.id,
            kind: kind.to_owned(),
            person,
            addresses,
            reason: sanction.reason,
            made_at: sanction.made,
            until: sanction.until,
        }
    }
}

impl Report for SanctionInfo {
    fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        let whom = self.person.as_deref().or(self.addresses.as_deref()).unwrap_or_default();
        write!(out, "{}  {} {whom} until {}", self.id, self.kind, utc(self.until))?;
        if !self.reason.is_empty() {
            write!(out, "  {}", self.reason)?;
        }
        writeln!(out)?;
        Ok(())
    }
}

impl Report for SanctionList {
    fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        if self.sanctions.is_empty() {
            writeln!(out, "Nobody is muted or banned.")?;
        }
        self.sanctions.iter().try_for_each(|sanction| sanction.write_text(out))
    }
}

/// What operators did.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AuditList {
    /// The latest first.
    pub(crate) entries: Vec<AuditedAction>,
}

/// Something that an operator did.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AuditedAction {
    /// When, in milliseconds since 1970.
    pub(crate) at: i64,
    /// What: `announce`, `ban`, `close_report`, `close_table`, `invite`, `lift`, `mute`, `shutdown` or `warn`.
    pub(crate) action: String,
    /// To whom or what.
    pub(crate) target: String,
    /// How long, why, with what words.
    pub(crate) detail: String,
    /// The address that the request came from, or `console`.
    pub(crate) from: String,
}

impl AuditList {
    pub(crate) fn of(entries: Vec<AuditEntry>) -> Self {
        let shown = |entry: AuditEntry| {
            let AuditEntry { at, action, target, detail, from } = entry;
            AuditedAction { at, action, target, detail, from }
        };
        Self { entries: entries.into_iter().map(shown).collect() }
    }
}

impl Report for AuditList {
    fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        if self.entries.is_empty() {
            writeln!(out, "No operator has done anything yet.")?;
        }
        for AuditedAction { at, action, target, detail, from } in &self.entries {
            let said = [action.as_str(), target, detail].map(str::trim);
            let said: Vec<_> = said.into_iter().filter(|part| !part.is_empty()).collect();
            writeln!(out, "{}  {}  (from {from})", utc(*at), said.join("  "))?;
        }
        Ok(())
    }
}

/// A moment as operators read it, in UTC.
fn utc(at: i64) -> String {
    let (days, rest) = (at.div_euclid(86_400_000), at.rem_euclid(86_400_000));
    // Days since 1970 as a date: eras of 400 years that begin on 1 March.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hours, minutes) = (rest / 3_600_000, rest / 60_000 % 60);
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn moments_are_dates_of_the_calendar() {
        let dates = [0, 951_782_400_000, 1_709_164_800_000, 1_795_000_000_000, 4_102_444_800_000].map(utc);
        assert_eq!(
            dates,
            [
                "1970-01-01 00:00 UTC",
                "2000-02-29 00:00 UTC",
                "2024-02-29 00:00 UTC",
                "2026-11-18 11:06 UTC",
                "2100-01-01 00:00 UTC"
            ]
        );
    }
}
