//! A table's settings: declared once, read from text, shown to people.
//!
//! A game declares its settings with [`options!`](crate::options!); the command line, records, the protocol and
//! the pages all read and write them through [`Options`].

mod raw_options;

pub use raw_options::RawOptions;

use std::fmt;

use serde::Serialize;

/// What one setting may be, for people and forms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionSpec {
    /// Its name, in `snake_case`, the same everywhere.
    pub name: &'static str,
    /// What it is when nobody says otherwise.
    pub default: String,
    /// What it may be.
    pub range: OptionRange,
    /// One line that says what it does.
    pub description: &'static str,
}

/// What a setting may be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionRange {
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Choice(Vec<&'static str>),
    /// A whole number.
    Number {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
}

impl fmt::Display for OptionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch => f.write_str("on or off"),
            Self::Choice(words) => match words.split_last() {
                Some((last, others)) if !others.is_empty() => {
                    write!(f, "{} or {last}", others.join(", "))
                }
                _ => f.write_str(&words.concat()),
            },
            Self::Number { min, max } => write!(f, "{min} to {max}"),
        }
    }
}

/// A type a setting can have.
pub trait OptionValue: Copy + Eq + fmt::Debug {
    /// What it may be.
    fn range() -> OptionRange;
    /// Parses a value; `None` if the text is out of range.
    fn parse(text: &str) -> Option<Self>;
    /// Writes it as [`parse`](Self::parse) reads it.
    fn text(self) -> String;
}

impl OptionValue for bool {
    fn range() -> OptionRange {
        OptionRange::Switch
    }

    fn parse(text: &str) -> Option<Self> {
        match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        }
    }

    fn text(self) -> String {
        if self { "on" } else { "off" }.to_owned()
    }
}

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoundedInt<const MIN: u32, const MAX: u32>(u32);

impl<const MIN: u32, const MAX: u32> BoundedInt<MIN, MAX> {
    /// The number, moved into the range if it lies outside.
    #[must_use]
    pub const fn new(number: u32) -> Self {
        Self(if number < MIN {
            MIN
        } else if number > MAX {
            MAX
        } else {
            number
        })
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl<const MIN: u32, const MAX: u32> OptionValue for BoundedInt<MIN, MAX> {
    fn range() -> OptionRange {
        OptionRange::Number { min: MIN, max: MAX }
    }

    fn parse(text: &str) -> Option<Self> {
        // `u32::from_str` takes a plus sign; a setting does not.
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| plain)?;
        (MIN..=MAX).contains(&number).then_some(Self(number))
    }

    fn text(self) -> String {
        self.0.to_string()
    }
}

/// All settings of one game.
pub trait Options: Copy + Eq + Default + fmt::Debug + Send + Sync + 'static {
    /// What can be set, in the order people see.
    fn specs() -> Vec<OptionSpec>;

    /// Sets one from text.
    ///
    /// # Errors
    /// If there is no such setting or the text is out of its range. Nothing is changed then.
    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError>;

    /// All settings as text, in the order of [`specs`](Self::specs).
    fn settings(&self) -> RawOptions;

    /// The defaults with these settings on top.
    ///
    /// # Errors
    /// If one of them is unknown, out of range, or given twice.
    fn from_settings(settings: &RawOptions) -> Result<Self, OptionError> {
        let mut options = Self::default();
        for (index, (name, text)) in settings.0.iter().enumerate() {
            if settings.0[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(OptionError::Twice(name.clone()));
            }
            options.set(name, text)?;
        }
        Ok(options)
    }
}

/// Why settings were refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// The game has no such setting.
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// The value is not one of those allowed.
    OutOfRange {
        /// Which setting.
        name: &'static str,
        /// What was given.
        given: String,
        /// What is allowed.
        range: OptionRange,
    },
    /// A name without a value.
    NoValue(String),
    /// The same name twice.
    Twice(String),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, known } if known.is_empty() => {
                write!(f, "There is no option {name:?}: this game has none.")
            }
            Self::Unknown { name, known } => {
                write!(f, "There is no option {name:?}. The options are {}.", known.join(", "))
            }
            Self::OutOfRange { name, given, range } => {
                write!(f, "The option {name} cannot be {given:?}: it is {range}.")
            }
            Self::NoValue(name) => write!(f, "The option {name:?} has no value: write {name}=VALUE."),
            Self::Twice(name) => write!(f, "The option {name} is given twice."),
        }
    }
}

impl std::error::Error for OptionError {}

/// Declares a game's settings: a struct whose fields are [`OptionValue`]s, each with its meaning as the doc
/// comment and its default.
///
/// ```
/// game::choice! {
///     /// What an ace counts.
///     pub enum Ace {
///         /// Low.
///         One = "one",
///         /// High.
///         Eleven = "eleven",
///     }
/// }
/// game::options! {
///     /// The settings of a table.
///     pub struct TableOptions {
///         /// What an ace counts
///         ace: Ace = Ace::Eleven,
///         /// Whether the dealer may peek
///         peek: bool = false,
///     }
/// }
/// # use game::Options;
/// let options = TableOptions::from_settings(&game::options::RawOptions::parse("peek=on").unwrap()).unwrap();
/// assert!(options.peek);
/// assert_eq!(options.ace, Ace::Eleven);
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$struct_meta:meta])*
        pub struct $Struct:ident {
            $(#[doc = $description:literal] $name:ident : $Type:ty = $default:expr),* $(,)?
        }
    ) => {
        $(#[$struct_meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $Struct {
            $(#[doc = $description] pub $name: $Type,)*
        }

        impl Default for $Struct {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl $crate::Options for $Struct {
            #[allow(unused_variables, reason = "a game may have no settings at all")]
            fn specs() -> Vec<$crate::OptionSpec> {
                let defaults = Self::default();
                vec![$($crate::OptionSpec {
                    name: stringify!($name),
                    default: $crate::options::OptionValue::text(defaults.$name),
                    range: <$Type as $crate::options::OptionValue>::range(),
                    description: $description.trim_ascii(),
                },)*]
            }

            #[allow(unused_variables, reason = "a game may have no settings at all")]
            fn set(&mut self, name: &str, text: &str) -> Result<(), $crate::OptionError> {
                match name {
                    $(stringify!($name) => {
                        self.$name = $crate::options::OptionValue::parse(text).ok_or_else(|| {
                            $crate::OptionError::OutOfRange {
                                name: stringify!($name),
                                given: text.to_owned(),
                                range: <$Type as $crate::options::OptionValue>::range(),
                            }
                        })?;
                        Ok(())
                    })*
                    _ => Err($crate::OptionError::Unknown {
                        name: name.to_owned(),
                        known: vec![$(stringify!($name)),*],
                    }),
                }
            }

            fn settings(&self) -> $crate::options::RawOptions {
                $crate::options::RawOptions(vec![
                    $((stringify!($name).to_owned(), $crate::options::OptionValue::text(self.$name)),)*
                ])
            }
        }
    };
}

/// Declares a setting with a few named values.
#[macro_export]
macro_rules! choice {
    (
        $(#[$enum_meta:meta])*
        pub enum $Enum:ident { $($(#[$variant_meta:meta])* $Variant:ident = $word:literal),* $(,)? }
    ) => {
        $(#[$enum_meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $Enum { $($(#[$variant_meta])* $Variant,)* }

        impl $crate::options::OptionValue for $Enum {
            fn range() -> $crate::OptionRange {
                $crate::OptionRange::Choice(vec![$($word),*])
            }

            fn parse(text: &str) -> Option<Self> {
                match text {
                    $($word => Some(Self::$Variant),)*
                    _ => None,
                }
            }

            fn text(self) -> String {
                match self { $(Self::$Variant => $word,)* }.to_owned()
            }
        }
    };
}

#[cfg(test)]
#[allow(unreachable_pub, reason = "the macros declare public types, as games need them")]
mod tests;
