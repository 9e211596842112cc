//! How the server is run: from a file, the environment and the command line, each stronger than the one before.

mod address;
mod channels;
mod file;
mod legacy;
#[cfg(test)]
mod limits_table;
mod lists;
mod sample;
mod values;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use clap::Args;
use tables::{AddressLimits, Retention, ServerConfig};

pub(crate) use self::address::{ListenAddress, cannot_listen};
use self::channels::{AnnounceFormat, AnnounceWebhook, PushContact};
pub(crate) use self::legacy::LegacyPort;
use self::legacy::{Dialect, IdOrder, Leaving, Switch, TableClock};
pub(crate) use self::lists::{Addresses, AllowedHosts, AllowedOrigins, HostName};
pub(crate) use self::sample::sample;
use self::values::{BoundedSetting, ClusterUrl, DoorSetting, NodeName, Setting, StoreUrl};
pub(crate) use self::values::{LogFormat, LogLevel, Origin, ProxyUserHeader, PublicUrl};
use super::listen::HttpTimeouts;
use crate::renamed::{self, OldFlags, commands, flag_of, variable_of};

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Read settings from this TOML file [env: PARLOR_CONFIG]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print the merged settings and the source of each, then exit
    #[arg(long)]
    pub(crate) print_config: bool,
    /// Print a configuration file with every setting and its default, then exit
    #[arg(long)]
    pub(crate) sample_config: bool,
    /// Create and print a new admin token; the old one becomes invalid
    #[arg(long)]
    pub(crate) new_admin_token: bool,
    #[command(flatten)]
    flags: Layer,
    #[command(flatten)]
    _old_flags: OldFlags<commands::Serve>,
    /// Time stands at this millisecond and moves only when `POST /api/admin/advance` says so: for tests
    #[arg(long, value_name = "MS", hide = true)]
    pub(crate) test_time: Option<i64>,
    /// `POST /api/admin/fault` can make the store fail: for tests
    #[arg(long, hide = true)]
    pub(crate) test_faults: bool,
    /// The pages are read from this folder: for tests
    #[arg(long, value_name = "DIRECTORY", hide = true)]
    pub(crate) test_pages: Option<PathBuf>,
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
        #[derive(Clone, Debug, Default, Args)]
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

            /// Reads every setting that a source has.
            fn read(source: &impl ValueSource) -> Result<Self> {
                Ok(Self {
                    $($name: source.value(stringify!($name))?,)*
                    $($switch: source.value(stringify!($switch))?,)*
                    $($port: source.value(stringify!($port))?,)*
                    $($more: source.value(stringify!($more))?,)*
                })
            }
        }

        impl Layers {
            pub(crate) fn merged(&self) -> Settings {
                Settings {
                    $($name: self.strongest(|layer| layer.$name.as_ref()).map_or_else(|| $default, |(value, _)| value.clone()),)*
                    $($switch: self.strongest(|layer| layer.$switch.as_ref()).map_or(Switch::OFF, |(value, _)| *value),)*
                    $($port: self.strongest(|layer| layer.$port.as_ref()).map(|(value, _)| value.clone()),)*
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
        /// Address and port to listen on; port 0 picks a free one [default: 127.0.0.1:8080]
        listen: ListenAddress = ListenAddress::loopback(8080), "ADDRESS:PORT";
        /// Data directory, created if missing [default: ./parlor-data]
        data_dir: PathBuf = "./parlor-data".into(), "DIRECTORY";
        /// Addresses and CIDR blocks allowed to use /api/admin, separated by commas [default: this machine]
        admin_networks: Addresses = Addresses::this_machine(), "ADDRESS,…";
        /// Additional web origins whose pages may connect, separated by commas [default: none]
        allowed_origins: AllowedOrigins = AllowedOrigins::default(), "ORIGIN,…";
        /// Host names that are served beside that of public_url, separated by commas [default: none]
        allowed_hosts: AllowedHosts = AllowedHosts::default(), "HOST,…";
        /// Log level: error, warn, info, debug or trace [default: info]
        log_level: LogLevel = LogLevel(tracing::Level::INFO), "LEVEL";
        /// Log format: text or json [default: text]
        log_format: LogFormat = LogFormat::Text, "FORMAT";
        /// Maximum number of tables in use at once [default: 100000]
        max_tables: BoundedSetting<1, 10_000_000> = BoundedSetting(bounded(ServerConfig::default().max_tables)), "N";
        /// Maximum number of tables, in use or asleep [default: 1000000]
        max_stored_tables: BoundedSetting<1, 1_000_000_000> = BoundedSetting(ServerConfig::default().max_stored_tables as u32), "N";
        /// Maximum tables one person can be seated at [default: 50]
        max_tables_per_person: BoundedSetting<1, 100_000> = BoundedSetting(bounded(ServerConfig::default().max_tables_per_person)), "N";
        /// Maximum concurrent WebSocket connections [default: 20000]
        max_connections: BoundedSetting<1, 1_000_000> = BoundedSetting(20_000), "N";
        /// Maximum concurrent connections per client address [default: 100]
        max_connections_per_address: BoundedSetting<1, 1_000_000> = BoundedSetting(AddressLimits::default().max_connections_per_address), "N";
        /// Maximum concurrent connections per person [default: 20]
        max_connections_per_person: BoundedSetting<1, 100_000> = BoundedSetting(ServerConfig::default().max_connections_per_person), "N";
        /// New WebSocket connections per minute and address [default: 120]
        connections_per_minute: BoundedSetting<1, 60_000> = BoundedSetting(AddressLimits::default().connections_per_minute), "N";
        /// Sustained HTTP requests per second and address; bursts up to 4× [default: 50]
        requests_per_second: BoundedSetting<1, 1_000> = BoundedSetting(AddressLimits::default().requests_per_second), "N";
        /// How many people one address counts for: it may send messages, open tables and so on for N of them [default: 20]
        people_per_address: BoundedSetting<1, 100_000> = BoundedSetting(AddressLimits::default().people_per_address), "N";
        /// New names per hour and address [default: 120]
        names_per_hour: BoundedSetting<1, 1_000_000> = BoundedSetting(AddressLimits::default().names_per_hour), "N";
        /// Addresses and CIDR blocks exempt from per-address limits, separated by commas [default: this machine]
        unlimited_networks: Addresses = Addresses::this_machine(), "ADDRESS,…";
        /// Addresses and CIDR blocks that webhooks may reach although they are not public, separated by commas [default: none]
        webhook_networks: Addresses = Addresses::default(), "ADDRESS,…";
        /// How announce_webhook takes announcements: json, ntfy, discord or slack [default: json]
        announce_webhook_format: AnnounceFormat = AnnounceFormat(tables::WebhookFormat::Json), "FORMAT";
        /// Proxies whose X-Forwarded-For is trusted, separated by commas [default: none]
        trusted_proxies: Addresses = Addresses::default(), "ADDRESS,…";
        /// Who may become a person: open (everybody), invited or closed (invited by the operator only) [default: open]
        door: DoorSetting = DoorSetting(protocol::Door::Open), "open|invited|closed";
        /// Close a WebSocket that sent nothing, not even a pong, for N seconds [default: 90]
        idle_timeout: BoundedSetting<3, 86_400> = BoundedSetting(90), "SECONDS";
        /// Close a connection whose request header takes longer than N seconds [default: 10]
        header_timeout: BoundedSetting<1, 3_600> = BoundedSetting(10), "SECONDS";
        /// Answer 408 if a request takes longer than N seconds [default: 30]
        request_timeout: BoundedSetting<1, 3_600> = BoundedSetting(30), "SECONDS";
        /// Maximum lifetime of a connection that is not a WebSocket [default: 120]
        http_connection_timeout: BoundedSetting<1, 86_400> = BoundedSetting(120), "SECONDS";
        /// Treat PostgreSQL as disconnected after N seconds without a response [default: 10]
        database_timeout: BoundedSetting<1, 3_600> = BoundedSetting(10), "SECONDS";
        /// Close a table N seconds after its last client left, if no game runs [default: 600]
        empty_table_timeout: BoundedSetting<1, 60_000_000> = BoundedSetting(ServerConfig::default().empty_table_timeout), "SECONDS";
        /// Close a table N seconds after its last client left, if its game is suspended [default: 86400]
        suspended_table_timeout: BoundedSetting<1, 60_000_000> = BoundedSetting(ServerConfig::default().suspended_table_timeout), "SECONDS";
        /// Take a table out of memory N seconds after its last client left, if nothing is due soon [default: 60]
        table_sleep_timeout: BoundedSetting<1, 86_400> = BoundedSetting(ServerConfig::default().table_sleep_timeout), "SECONDS";
        /// Vacation days of a person in a year: their clocks at slow tables stand meanwhile; 0 for none [default: 14]
        vacation_days: BoundedSetting<0, 366> = BoundedSetting(ServerConfig::default().vacation_days), "DAYS";
        /// Number of threads for bots [default: cores − 1]
        bot_threads: BoundedSetting<1, 1_024> = BoundedSetting(bounded(ServerConfig::default().bot_threads)), "N";
        /// Sustained client messages per second and person; bursts up to 4× [default: 25]
        messages_per_second: BoundedSetting<1, 1_000> = BoundedSetting(ServerConfig::default().messages_per_second), "N";
        /// Tables one person can open per minute [default: 30]
        tables_per_minute: BoundedSetting<1, 60_000> = BoundedSetting(ServerConfig::default().tables_per_minute), "N";
        /// Chat messages per minute and person; bursts up to 1/6 of it [default: 30]
        chat_messages_per_minute: BoundedSetting<1, 60_000> = BoundedSetting(ServerConfig::default().chat_messages_per_minute), "N";
        /// Drafts one person can store per minute; bursts up to 1/6 of it [default: 120]
        drafts_per_minute: BoundedSetting<1, 60_000> = BoundedSetting(ServerConfig::default().drafts_per_minute), "N";
        /// Bots one person can ask to sit down per minute [default: 300]
        bots_per_minute: BoundedSetting<1, 60_000> = BoundedSetting(ServerConfig::default().bots_per_minute), "N";
        /// Delete closed tables after N days; 0 keeps them [default: 7]
        closed_table_retention_days: BoundedSetting<0, 36_500> = BoundedSetting(Retention::default().closed_table_days), "DAYS";
        /// Delete people who never finished a game N days after they were last here; 0 keeps them [default: 90]
        idle_person_retention_days: BoundedSetting<0, 36_500> = BoundedSetting(Retention::default().idle_person_days), "DAYS";
        /// Delete replays and their results after N days; 0 keeps them [default: 0]
        replay_retention_days: BoundedSetting<0, 36_500> = BoundedSetting(Retention::default().replay_days), "DAYS";
        /// Delete messages in the lobby after N days; 0 keeps the last ones [default: 30]
        lobby_chat_retention_days: BoundedSetting<0, 36_500> = BoundedSetting(Retention::default().lobby_chat_days), "DAYS";
        /// Time limit per decision at legacy Chicago tables: 5 to 86400 seconds, or off [default: 20]
        chicago_clock: TableClock = TableClock::DEFAULT, "SECONDS";
        /// Seconds between rounds at legacy Chicago tables [default: 3]
        chicago_round_pause: BoundedSetting<0, 60> = BoundedSetting(3), "SECONDS";
        /// Byte order of game ids in the legacy Chicago protocol: little or big [default: little]
        chicago_id_byte_order: IdOrder = IdOrder::LITTLE, "ORDER";
        /// Time limit per decision at legacy Gomoku tables: 5 to 86400 seconds, or off [default: off]
        gomoku_clock: TableClock = TableClock::OFF, "SECONDS";
        /// Time limit per decision at legacy Sorry! tables: 5 to 86400 seconds, or off [default: 20]
        sorry_clock: TableClock = TableClock::DEFAULT, "SECONDS";
        /// Seats at a legacy Sorry! table, 2 to 4 [default: 4]
        sorry_seats: BoundedSetting<2, 4> = BoundedSetting(4), "N";
        /// Numbering of rolls 9 and 10 in the legacy Sorry! protocol: document or unity [default: document]
        sorry_roll_numbering: Dialect = Dialect::DOCUMENT, "NUMBERING";
        /// When a player leaves a legacy game: end it, or let a bot play on [default: end]
        legacy_on_leave: Leaving = Leaving::END, "end|bot";
        /// Maximum legacy connections per address [default: 2000]
        legacy_max_connections_per_address: BoundedSetting<1, 1_000_000> = BoundedSetting(AddressLimits::default().legacy_max_connections_per_address), "N";
        /// Legacy messages per second and address; excess is delayed [default: 500]
        legacy_messages_per_second: BoundedSetting<1, 1_000_000> = BoundedSetting(AddressLimits::default().legacy_messages_per_second), "N";
        /// Datagrams per second and public address that the golf manager reads; bursts up to 4× [default: 50]
        golf_requests_per_second: BoundedSetting<1, 1_000_000> = BoundedSetting(AddressLimits::default().golf_requests_per_second), "N";
    }
    switches {
        /// Let bots play on at tables that no client is connected to
        unattended_bots;
        /// Offer no deal of the day
        no_day_deals;
        /// Open all legacy ports at their default addresses
        legacy_ports;
        /// Let clients of legacy protocols in through a door that is not open
        door_admits_legacy;
        /// Apply the legacy limits to loopback addresses too
        legacy_limit_loopback;
    }
    ports {
        /// Address of the legacy Chicago protocol: on (127.0.0.1:4713), off or ADDRESS:PORT
        chicago: LegacyPort<{ gateways::chicago::PORT }>;
        /// Address of the legacy Gomoku protocol: on (127.0.0.1:51888), off or ADDRESS:PORT
        gomoku: LegacyPort<{ gateways::gomoku::PORT }>;
        /// Address of the legacy Sorry! protocol: on (127.0.0.1:4645), off or ADDRESS:PORT
        sorry: LegacyPort<{ gateways::sorry::PORT }>;
        /// UDP address of the golf manager: on (127.0.0.1:4500), off or ADDRESS:PORT
        golf_manager: LegacyPort<{ gateways::golf::MANAGER_PORT }>;
    }
    optional {
        /// Drop golf players not heard from for N seconds [default: 86400]
        golf_registration_timeout: BoundedSetting<1, 60_000_000>, "SECONDS";
        /// PostgreSQL URL; if unset, SQLite in data_dir
        database_url: StoreUrl, "postgres://…";
        /// NATS server that connects this server with others on the same PostgreSQL database, as one cluster
        cluster: ClusterUrl, "nats://…";
        /// File with certificates that the NATS server's certificate may be signed by, beside those of the system
        cluster_root_certificates: PathBuf, "FILE";
        /// Name of this node of the cluster in logs and in `parlor admin nodes` [default: the address it listens on]
        node_name: NodeName, "NAME";
        /// URL that players open, if it differs from listen
        public_url: PublicUrl, "URL";
        /// Header in which a trusted proxy names the user it has signed in, such as Remote-User
        proxy_user_header: ProxyUserHeader, "NAME";
        /// Announce tournaments, scheduled tables and who would play with a POST to this address
        announce_webhook: AnnounceWebhook, "URL";
        /// Offer web push; push services see this contact, as mailto:you@example.org or https://…
        push_contact: PushContact, "CONTACT";
        /// File that holds the admin token [default: the server creates one in data_dir]
        admin_token_file: PathBuf, "FILE";
        /// Write the legacy Gomoku log to this file
        gomoku_log_file: PathBuf, "FILE";
    }
}

fn bounded(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Where values of settings come from, by their names.
trait ValueSource {
    fn value<T: Setting>(&self, name: &str) -> Result<Option<T>>;
}

/// Looks up a variable of the environment.
struct Environment<F>(F);

impl<F: Fn(&str) -> Option<String>> Environment<F> {
    /// Refuses variables of settings that have another name now.
    fn check_names(&self) -> Result<()> {
        match renamed::SETTINGS.iter().find(|renamed| (self.0)(&variable_of(renamed.old)).is_some()) {
            Some(renamed) => bail!("{}.", renamed.sentence(variable_of)),
            None => Ok(()),
        }
    }
}

impl<F: Fn(&str) -> Option<String>> ValueSource for Environment<F> {
    fn value<T: Setting>(&self, name: &str) -> Result<Option<T>> {
        let key = variable_of(name);
        let Some(text) = (self.0)(&key) else { return Ok(None) };
        text.parse().map(Some).map_err(|what| anyhow!("{key}: {what}."))
    }
}

/// What a variable says. One that is empty says nothing.
pub(crate) fn environment(name: &str) -> Option<String> {
    // What is not text stays visibly wrong, and is refused as a value if it matters.
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()).filter(|value| !value.is_empty())
}

/// Variables that look like settings and are not: perhaps misspelt.
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
            Some(path) => file::read(path)?,
            None => Layer::default(),
        };
        let environment = Environment(variable);
        environment.check_names()?;
        Ok(Self {
            flags,
            environment: Layer::read(&environment)?,
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

    fn line(&self, out: &mut impl Write, name: &str, value: &impl Setting, source: Source) -> Result<()> {
        let from = match source {
            Source::Flag => flag_of(name),
            Source::Environment => variable_of(name),
            Source::File => self.file_name.clone(),
            Source::Default => "default".to_owned(),
        };
        writeln!(out, "{name} = {} # {from}", value.to_toml())?;
        Ok(())
    }
}

impl Settings {
    /// Where the data is.
    pub(crate) fn place(&self) -> store::StoreLocation {
        match &self.database_url {
            Some(url) => url.0.clone(),
            None => store::StoreLocation::Sqlite(self.data_dir.clone()),
        }
    }

    /// Whether legacy ports are not opened, because their clients cannot show an invitation.
    pub(crate) fn shuts_legacy_ports(&self) -> bool {
        !self.door.0.is_open() && self.door_admits_legacy != Switch::ON
    }

    /// Whether people come over TLS.
    pub(crate) fn is_behind_tls(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.origin().is_secure())
    }

    /// Time limits of connections that are not WebSockets.
    pub(crate) fn timeouts(&self) -> HttpTimeouts {
        let seconds = |count: u32| Duration::from_secs(count.into());
        HttpTimeouts {
            header: seconds(self.header_timeout.0),
            request: seconds(self.request_timeout.0),
            connection: seconds(self.http_connection_timeout.0),
        }
    }

    /// What one address may do.
    fn address_limits(&self) -> AddressLimits {
        AddressLimits {
            people_per_address: self.people_per_address.0,
            names_per_hour: self.names_per_hour.0,
            connections_per_minute: self.connections_per_minute.0,
            max_connections_per_address: self.max_connections_per_address.0,
            requests_per_second: self.requests_per_second.0,
            legacy_max_connections_per_address: self.legacy_max_connections_per_address.0,
            legacy_messages_per_second: self.legacy_messages_per_second.0,
            golf_requests_per_second: self.golf_requests_per_second.0,
        }
    }

    /// What the server needs to know.
    pub(crate) fn server(&self) -> ServerConfig {
        ServerConfig {
            max_tables: self.max_tables.0 as usize,
            max_stored_tables: self.max_stored_tables.0.into(),
            table_sleep_timeout: self.table_sleep_timeout.0,
            max_tables_per_person: self.max_tables_per_person.0 as usize,
            max_connections_per_person: self.max_connections_per_person.0,
            empty_table_timeout: self.empty_table_timeout.0,
            suspended_table_timeout: self.suspended_table_timeout.0,
            unattended_bots: self.unattended_bots == Switch::ON,
            day_deals: self.no_day_deals != Switch::ON,
            vacation_days: self.vacation_days.0,
            bot_threads: self.bot_threads.0 as usize,
            messages_per_second: self.messages_per_second.0,
            tables_per_minute: self.tables_per_minute.0,
            chat_messages_per_minute: self.chat_messages_per_minute.0,
            drafts_per_minute: self.drafts_per_minute.0,
            bots_per_minute: self.bots_per_minute.0,
            addresses: self.address_limits(),
            retention: Retention {
                closed_table_days: self.closed_table_retention_days.0,
                idle_person_days: self.idle_person_retention_days.0,
                replay_days: self.replay_retention_days.0,
                lobby_chat_days: self.lobby_chat_retention_days.0,
            },
            door: self.door.0,
            door_admits_legacy: self.door_admits_legacy == Switch::ON,
            legacy: std::sync::Arc::new(gateways::LegacyPrograms),
            build: None,
            entropy: tables::Entropy::system(),
        }
    }
}
