//! Names of settings and flags that changed before 1.0.
//!
//! An old name is an error that says the new one: a setting that is silently ignored, or a number that is read in another
//! unit, would do more harm than a server that does not start. To be removed with 1.1.

use std::marker::PhantomData;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command};

/// A name that changed. Both are spelled as in a file of settings; flags have dashes instead of underscores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Renamed {
    pub(crate) old: &'static str,
    pub(crate) new: &'static str,
    /// What changed besides the name, to be appended to the sentence.
    note: &'static str,
}

impl Renamed {
    const fn new(old: &'static str, new: &'static str) -> Self {
        Self { old, new, note: "" }
    }

    /// The same value is now 60 times the number.
    const fn minutes_to_seconds(old: &'static str, new: &'static str) -> Self {
        Self { old, new, note: ", in seconds instead of minutes" }
    }

    /// Says the new name, both spelled as they were given.
    pub(crate) fn sentence(self, spell: impl Fn(&str) -> String) -> String {
        format!("{} is now {}{}", spell(self.old), spell(self.new), self.note)
    }
}

/// The settings of `parlor serve`.
pub(crate) const SETTINGS: &[Renamed] = &[
    Renamed::new("data", "data_dir"),
    Renamed::new("store", "database_url"),
    Renamed::new("admin_from", "admin_networks"),
    Renamed::new("most_tables", "max_tables"),
    Renamed::new("most_tables_each", "max_tables_per_person"),
    Renamed::new("most_connections", "max_connections"),
    Renamed::new("most_connections_each", "max_connections_per_address"),
    Renamed::new("most_connections_person", "max_connections_per_person"),
    Renamed::new("connects_per_minute", "connections_per_minute"),
    Renamed::new("unlimited_from", "unlimited_networks"),
    Renamed::new("silent_seconds", "idle_timeout"),
    Renamed::new("head_seconds", "header_timeout"),
    Renamed::new("request_seconds", "request_timeout"),
    Renamed::new("line_seconds", "http_connection_timeout"),
    Renamed::new("store_seconds", "database_timeout"),
    Renamed::minutes_to_seconds("empty_minutes", "empty_table_timeout"),
    Renamed::new("chat_per_minute", "chat_messages_per_minute"),
    Renamed::new("all_ports", "legacy_ports"),
    Renamed::new("chicago_pause", "chicago_round_pause"),
    Renamed::new("chicago_ids", "chicago_id_byte_order"),
    Renamed::new("gomoku_log", "gomoku_log_file"),
    Renamed::new("sorry_players", "sorry_seats"),
    Renamed::new("sorry_dialect", "sorry_roll_numbering"),
    Renamed::new("old_on_leave", "legacy_on_leave"),
    Renamed::new("old_connections_each", "legacy_max_connections_per_address"),
    Renamed::new("old_messages_per_second", "legacy_messages_per_second"),
    Renamed::new("old_limit_loopback", "legacy_limit_loopback"),
    Renamed::new("golf", "golf_manager"),
    Renamed::minutes_to_seconds("golf_expire", "golf_registration_timeout"),
];

/// The setting that had this name before.
pub(crate) fn setting(old: &str) -> Option<Renamed> {
    SETTINGS.iter().copied().find(|renamed| renamed.old == old)
}

/// The variable of a setting.
pub(crate) fn variable_of(name: &str) -> String {
    format!("PARLOR_{}", name.to_ascii_uppercase())
}

/// The flag of a setting.
pub(crate) fn flag_of(name: &str) -> String {
    format!("--{}", name.replace('_', "-"))
}

/// A command whose flags changed their names.
pub(crate) trait RenamedFlags {
    const FLAGS: &'static [Renamed];
}

/// Commands with renamed flags.
pub(crate) mod commands {
    use super::{Renamed, RenamedFlags, SETTINGS};

    macro_rules! commands {
        ($($(#[doc = $doc:literal])+ $Name:ident = $flags:expr;)*) => {$(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug)]
            pub(crate) enum $Name {}

            impl RenamedFlags for $Name {
                const FLAGS: &'static [Renamed] = $flags;
            }
        )*};
    }

    const ENGINE_TIME: Renamed = Renamed::new("engine_time", "engine_time_ms");

    commands! {
        /// `parlor serve`.
        Serve = SETTINGS;
        /// `parlor sim` and `parlor arena`.
        Bots = &[ENGINE_TIME];
        /// `parlor show`.
        Show = &[ENGINE_TIME, Renamed::new("pace", "delay_ms")];
        /// `parlor load`.
        Load = &[Renamed::new("floor", "baseline")];
        /// `parlor golf player`.
        GolfPlayer = &[Renamed::new("patience", "peer_timeout"), Renamed::new("stay", "repeat")];
        /// `parlor golf manager`.
        GolfManager = &[Renamed::minutes_to_seconds("expire", "registration_timeout")];
    }
}

/// The old flags of a command: hidden, and refused with the new name. To be flattened into its arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OldFlags<C>(PhantomData<C>);

impl<C: RenamedFlags> clap::Args for OldFlags<C> {
    fn augment_args(command: Command) -> Command {
        // Values are taken as they come: what matters is that the flag was used.
        command.args(C::FLAGS.iter().map(|renamed| {
            Arg::new(renamed.old)
                .long(renamed.old.replace('_', "-"))
                .action(ArgAction::Append)
                .num_args(0..=1)
                .allow_negative_numbers(true)
                .hide(true)
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<C: RenamedFlags> clap::FromArgMatches for OldFlags<C> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match C::FLAGS.iter().find(|renamed| matches.contains_id(renamed.old)) {
            None => Ok(Self(PhantomData)),
            Some(renamed) => {
                let sentence = renamed.sentence(flag_of) + "\n";
                Err(clap::Error::raw(ErrorKind::UnknownArgument, sentence))
            }
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
