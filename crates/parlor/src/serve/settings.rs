//! How the house is run: from a file, the environment and the command line, each stronger than the one before.

mod file;
mod lists;
mod sample;
mod values;
mod wire;

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde::Deserialize;
use tables::HallConfig;

pub(crate) use self::lists::{Addresses, AllowedOrigins};
pub(crate) use self::sample::sample;
use self::values::{Count, Listen, Shown, StoreUrl};
pub(crate) use self::values::{LogFormat, LogLevel, Origin, PublicUrl};
pub(crate) use self::wire::OldPort;
use self::wire::{Dialect, IdOrder, Leaving, Switch, TableClock};
use super::doorman::Limits;
use super::listen::Patience;

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Read settings from this TOML file [environment: PARLOR_CONFIG]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print the settings as they are merged, and where each comes from
    #[arg(long)]
    pub(crate) print_config: bool,
    /// Print a configuration file with every setting and its default
    #[arg(long)]
    pub(crate) sample_config: bool,
    /// Make a new admin token and print it; the old one opens nothing any more
    #[arg(long)]
    pub(crate) new_admin_token: bool,
    #[command(flatten)]
    flags: Layer,
    /// Time stands at this millisecond and moves only when `POST /api/admin/advance` says so: for tests
    #[arg(long, value_name = "MS", hide = true)]
    pub(crate) test_time: Option<i64>,
    /// `POST /api/admin/fault` can make the store fail: for tests
    #[arg(long, hide = true)]
    pub(crate) test_faults: bool,
}

/// Which layer a value was taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Flag,
    Environment,
    File,
    Default,
}

macro_rules! settings {
    (
        needed { $($(#[doc = $doc:literal])+ $name:ident: $Type:ty = $default:expr, $form:literal;)* }
        switches { $($(#[doc = $switch_doc:literal])+ $switch:ident;)* }
        ports { $($(#[doc = $port_doc:literal])+ $port:ident: $PortType:ty;)* }
        optional { $($(#[doc = $more_doc:literal])+ $more:ident: $MoreType:ty, $more_form:literal;)* }
    ) => {
        /// What one source says; nothing where it is silent.
        #[derive(Clone, Debug, Default, Deserialize, Args)]
        #[serde(deny_unknown_fields, default)]
        pub(crate) struct Layer {
            $($(#[doc = $doc])+ #[arg(long, value_name = $form)] $name: Option<$Type>,)*
            $($(#[doc = $switch_doc])+ #[arg(long, value_name = "on|off", num_args = 0..=1, require_equals = true, default_missing_value = "on")] $switch: Option<Switch>,)*
            $($(#[doc = $port_doc])+ #[arg(long, value_name = "ADDRESS:PORT", num_args = 0..=1, default_missing_value = "on")] $port: Option<$PortType>,)*
            $($(#[doc = $more_doc])+ #[arg(long, value_name = $more_form)] $more: Option<$MoreType>,)*
        }

        /// All that is set.
        #[derive(Clone, Debug)]
        pub(crate) struct Settings {
            $($(#[doc = $doc])+ pub(crate) $name: $Type,)*
            $($(#[doc = $switch_doc])+ pub(crate) $switch: Switch,)*
            $($(#[doc = $port_doc])+ pub(crate) $port: Option<$PortType>,)*
            $($(#[doc = $more_doc])+ pub(crate) $more: Option<$MoreType>,)*
        }

        impl Layer {
            const NAMES: &[&str] = &[$(stringify!($name),)* $(stringify!($switch),)* $(stringify!($port),)* $(stringify!($more),)*];

            /// What the environment says.
            fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Result<Self> {
                Ok(Self {
                    $($name: read(&variable, stringify!($name))?,)*
                    $($switch: read(&variable, stringify!($switch))?,)*
                    $($port: read(&variable, stringify!($port))?,)*
                    $($more: read(&variable, stringify!($more))?,)*
                })
            }
        }

        impl Layers {
            pub(crate) fn merged(&self) -> Settings {
                Settings {
                    $($name: self.strongest(|layer| layer.$name.as_ref()).map_or_else(|| $default, |(value, _)| value.clone()),)*
                    $($switch: self.strongest(|layer| layer.$switch.as_ref()).map_or(Switch::OFF, |(value, _)| *value),)*
                    $($port: self.strongest(|layer| layer.$port.as_ref()).map(|(value, _)| *value),)*
                    $($more: self.strongest(|layer| layer.$more.as_ref()).map(|(value, _)| value.clone()),)*
                }
            }

            /// The merged settings as a file that could be read again, but for passwords.
            pub(crate) fn print(&self, out: &mut impl Write) -> Result<()> {
                let merged = self.merged();
                $(
                    let source = self.strongest(|layer| layer.$name.as_ref()).map_or(Source::Default, |(_, source)| source);
                    self.line(out, stringify!($name), &merged.$name, source)?;
                )*
                $(
                    let source = self.strongest(|layer| layer.$switch.as_ref()).map_or(Source::Default, |(_, source)| source);
                    self.line(out, stringify!($switch), &merged.$switch, source)?;
                )*
                $(
                    match self.strongest(|layer| layer.$port.as_ref()) {
                        Some((value, source)) => self.line(out, stringify!($port), value, source)?,
                        None => writeln!(out, "# {} is not set", stringify!($port))?,
                    }
                )*
                $(
                    match self.strongest(|layer| layer.$more.as_ref()) {
                        Some((value, source)) => self.line(out, stringify!($more), value, source)?,
                        None => writeln!(out, "# {} is not set", stringify!($more))?,
                    }
                )*
                Ok(())
            }
        }
    };
}

settings! {
    needed {
        /// Listen here; port 0 takes a free one [default: 127.0.0.1:8080]
        listen: Listen = Listen::USUAL, "ADDRESS:PORT";
        /// The data folder, made if it is missing [default: ./parlor-data]
        data: PathBuf = "./parlor-data".into(), "FOLDER";
        /// Who may use /api/admin besides knowing the token: addresses and blocks, with commas [default: this machine]
        admin_from: Addresses = Addresses::this_machine(), "ADDRESS,…";
        /// Pages of these addresses may use the house beside its own, with commas [default: none]
        allowed_origins: AllowedOrigins = AllowedOrigins::default(), "ORIGIN,…";
        /// How much is logged: error, warn, info, debug or trace [default: info]
        log_level: LogLevel = LogLevel(tracing::Level::INFO), "LEVEL";
        /// How the log is written: text or json [default: text]
        log_format: LogFormat = LogFormat::Text, "FORMAT";
        /// At most so many tables [default: 100000]
        most_tables: Count<1, 10_000_000> = Count(bounded(HallConfig::default().most_tables)), "N";
        /// At most so many tables one person sits at [default: 50]
        most_tables_each: Count<1, 100_000> = Count(bounded(HallConfig::default().most_tables_each)), "N";
        /// At most so many connections at a time [default: 20000]
        most_connections: Count<1, 1_000_000> = Count(20_000), "N";
        /// Close a table that nobody is connected to, and where no game runs, after so many minutes [default: 10]
        empty_minutes: Count<1, 1_000_000> = Count(HallConfig::default().empty_minutes), "N";
        /// Bots think on so many threads [default: one less than there are cores]
        bot_threads: Count<1, 1_024> = Count(bounded(HallConfig::default().bot_threads)), "N";
        /// At most so many connections from one address [default: 100]
        most_connections_each: Count<1, 1_000_000> = Count(100), "N";
        /// At most so many connections of one person [default: 20]
        most_connections_person: Count<1, 100_000> = Count(HallConfig::default().most_connections_person), "N";
        /// WebSockets a minute that one address may open [default: 120]
        connects_per_minute: Count<1, 60_000> = Count(120), "N";
        /// HTTP requests a second from one address for long; four times as many at once [default: 50]
        requests_per_second: Count<1, 1_000> = Count(50), "N";
        /// Addresses whose connections and requests are not counted one by one, with commas [default: this machine]
        unlimited_from: Addresses = Addresses::this_machine(), "ADDRESS,…";
        /// Proxies whose X-Forwarded-For is believed, with commas [default: none]
        trusted_proxies: Addresses = Addresses::default(), "ADDRESS,…";
        /// Let a connection go that gave no sign of life for so many seconds [default: 90]
        silent_seconds: Count<3, 86_400> = Count(90), "N";
        /// Let a connection go that has not said within so many seconds what it wants [default: 10]
        head_seconds: Count<1, 3_600> = Count(10), "N";
        /// A request is read and answered within so many seconds, or not at all [default: 30]
        request_seconds: Count<1, 3_600> = Count(30), "N";
        /// Let a connection go after so many seconds that is no WebSocket, whatever it does [default: 120]
        line_seconds: Count<1, 86_400> = Count(120), "N";
        /// A PostgreSQL that has not answered within so many seconds is taken for lost [default: 10]
        store_seconds: Count<1, 3_600> = Count(10), "N";
        /// Messages a second that one person may send for long; four times as many at once [default: 25]
        messages_per_second: Count<1, 1_000> = Count(HallConfig::default().messages_per_second), "N";
        /// Tables a minute that one person may open; as many at once [default: 30]
        tables_per_minute: Count<1, 60_000> = Count(HallConfig::default().tables_per_minute), "N";
        /// Lines of chat a minute that one person may send; a sixth of them at once [default: 30]
        chat_per_minute: Count<1, 60_000> = Count(HallConfig::default().chat_per_minute), "N";
        /// Chicago's old port: seconds a decision may take, 5 to 86400, or off [default: 20]
        chicago_clock: TableClock = TableClock::USUAL, "SECONDS";
        /// Chicago's old port: seconds of rest before a new round [default: 3]
        chicago_pause: Count<0, 60> = Count(3), "SECONDS";
        /// Chicago's old port: the order of the four bytes of an id, little or big first [default: little]
        chicago_ids: IdOrder = IdOrder::LITTLE, "ORDER";
        /// Gomoku's old port: seconds a decision may take, 5 to 86400, or off [default: off]
        gomoku_clock: TableClock = TableClock::OFF, "SECONDS";
        /// Sorry!'s old port: seconds a decision may take, 5 to 86400, or off [default: 20]
        sorry_clock: TableClock = TableClock::USUAL, "SECONDS";
        /// Sorry!'s old port: how many clients sit at a table, 2 to 4 [default: 4]
        sorry_players: Count<2, 4> = Count(4), "N";
        /// Sorry!'s old port: the numbers of rolls 9 and 10, document or unity [default: document]
        sorry_dialect: Dialect = Dialect::DOCUMENT, "DIALECT";
        /// Old ports: what happens when somebody leaves a game opened there, end or bot [default: end]
        old_on_leave: Leaving = Leaving::END, "WHAT";
        /// Old ports: at most so many connections from one address [default: 2000]
        old_connections_each: Count<1, 1_000_000> = Count(2_000), "N";
        /// Old ports: messages a second from one address; more have to wait [default: 500]
        old_messages_per_second: Count<1, 1_000_000> = Count(500), "N";
    }
    switches {
        /// Open all old ports at their usual addresses on this machine
        all_ports;
        /// Old ports: limit connections from this machine too
        old_limit_loopback;
    }
    ports {
        /// Open Chicago's old port; on = 127.0.0.1:4713
        chicago: OldPort<{ gateways::chicago::PORT }>;
        /// Open Gomoku's old port; on = 127.0.0.1:51888
        gomoku: OldPort<{ gateways::gomoku::PORT }>;
        /// Open Sorry!'s old port; on = 127.0.0.1:4645
        sorry: OldPort<{ gateways::sorry::PORT }>;
        /// Bring golf players together on this UDP address; on = 127.0.0.1:4500
        golf: OldPort<{ gateways::golf::MANAGER_PORT }>;
    }
    optional {
        /// The golf manager forgets who has not been heard for so many minutes [default: never]
        golf_expire: Count<1, 1_000_000>, "MINUTES";
        /// Keep everything in this PostgreSQL database instead of the data folder
        store: StoreUrl, "postgres://…";
        /// The address people open, if it is another than the one listened on
        public_url: PublicUrl, "URL";
        /// File that holds the admin token [default: the server makes one, in the data directory]
        admin_token_file: PathBuf, "FILE";
        /// Gomoku's old port: write its log to this file instead of the server's own
        gomoku_log: PathBuf, "FILE";
    }
}

fn bounded(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The variable of a setting.
fn variable_of(name: &str) -> String {
    format!("PARLOR_{}", name.to_ascii_uppercase())
}

fn read<T: FromStr<Err: std::fmt::Display>>(
    variable: &impl Fn(&str) -> Option<String>,
    name: &str,
) -> Result<Option<T>> {
    let key = variable_of(name);
    let Some(text) = variable(&key) else { return Ok(None) };
    let value = text.parse().map_err(|what| anyhow!("{key} cannot be {text:?}: {what}."))?;
    Ok(Some(value))
}

/// What a variable says. One that is empty says nothing.
pub(crate) fn environment(name: &str) -> Option<String> {
    // What is not text stays visibly wrong, and is refused as a value if it matters.
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()).filter(|value| !value.is_empty())
}

/// Variables that look like settings and are none: perhaps misspelt.
pub(crate) fn unknown_variables() -> Vec<String> {
    let known = |name: &String| {
        let other = ["PARLOR_CONFIG", "PARLOR_ADMIN_TOKEN", "PARLOR_ADMIN_URL", "PARLOR_TOKEN"]
            .contains(&name.as_str());
        other || Layer::NAMES.iter().any(|setting| variable_of(setting) == *name)
    };
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    names.filter(|name| name.starts_with("PARLOR_") && !known(name)).collect()
}

/// Every source of settings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers {
    flags: Layer,
    environment: Layer,
    file: Layer,
    file_name: String,
}

impl Layers {
    /// Reads the file and the environment behind what the command line says.
    pub(crate) fn read(args: &ServeArgs, variable: impl Fn(&str) -> Option<String>) -> Result<Self> {
        Self::behind(args.flags.clone(), args.config.clone(), variable)
    }

    /// The settings for a command beside the server, which has no flags for them.
    pub(crate) fn without_flags(
        config: Option<PathBuf>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self> {
        Self::behind(Layer::default(), config, variable)
    }

    fn behind(
        flags: Layer,
        config: Option<PathBuf>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self> {
        let path = config.or_else(|| variable("PARLOR_CONFIG").map(PathBuf::from));
        let file = match &path {
            Some(path) => file::read(path).with_context(|| path.display().to_string())?,
            None => Layer::default(),
        };
        Ok(Self {
            flags,
            environment: Layer::from_environment(variable)?,
            file,
            file_name: path.map(|path| path.display().to_string()).unwrap_or_default(),
        })
    }

    fn strongest<'a, T>(&'a self, value: impl Fn(&'a Layer) -> Option<&'a T>) -> Option<(&'a T, Source)> {
        let layers = [
            (&self.flags, Source::Flag),
            (&self.environment, Source::Environment),
            (&self.file, Source::File),
        ];
        layers.into_iter().find_map(|(layer, source)| Some((value(layer)?, source)))
    }

    fn line(&self, out: &mut impl Write, name: &str, value: &impl Shown, source: Source) -> Result<()> {
        let from = match source {
            Source::Flag => format!("--{}", name.replace('_', "-")),
            Source::Environment => variable_of(name),
            Source::File => self.file_name.clone(),
            Source::Default => "default".to_owned(),
        };
        writeln!(out, "{name} = {} # {from}", value.shown())?;
        Ok(())
    }
}

impl Settings {
    /// Where the data is.
    pub(crate) fn place(&self) -> store::Place {
        match &self.store {
            Some(url) => url.0.clone(),
            None => store::Place::Sqlite(self.data.clone()),
        }
    }

    /// Whether people come over TLS.
    pub(crate) fn is_behind_tls(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.origin().is_secure())
    }

    /// How long somebody may take who is no WebSocket.
    pub(crate) fn patience(&self) -> Patience {
        let seconds = |count: u32| Duration::from_secs(count.into());
        Patience {
            head: seconds(self.head_seconds.0),
            request: seconds(self.request_seconds.0),
            line: seconds(self.line_seconds.0),
        }
    }

    /// What one address may do.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            connections: self.most_connections_each.0,
            connects_per_minute: self.connects_per_minute.0,
            requests_per_second: self.requests_per_second.0,
        }
    }

    /// What the hall needs to know.
    pub(crate) fn hall(&self) -> HallConfig {
        HallConfig {
            most_tables: self.most_tables.0 as usize,
            most_tables_each: self.most_tables_each.0 as usize,
            most_connections_person: self.most_connections_person.0,
            empty_minutes: self.empty_minutes.0,
            bot_threads: self.bot_threads.0 as usize,
            messages_per_second: self.messages_per_second.0,
            tables_per_minute: self.tables_per_minute.0,
            chat_per_minute: self.chat_per_minute.0,
        }
    }
}
