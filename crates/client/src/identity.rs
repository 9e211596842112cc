//! How a client signs in: with a name or with a token.

use protocol::{Hello, VERSION};

/// The person that the client signs in as.
#[derive(Clone, PartialEq, Eq)]
pub enum Identity {
    /// Somebody new with this name.
    New {
        /// What to be called.
        name: String,
        /// Whether it is a program that plays.
        bot: bool,
    },
    /// A new person with an invitation, where registration is not open to everybody.
    Invited {
        /// What to be called.
        name: String,
        /// The code of the invitation.
        invitation: String,
    },
    /// A person with a code from another of their devices, or with a recovery code.
    Code {
        /// The code. It works once.
        code: String,
    },
    /// A person who has signed in before.
    Known {
        /// The secret of the earlier visit.
        token: String,
        /// Whether it is a program that plays.
        bot: bool,
    },
    /// Without a person, only to watch.
    Guest,
}

impl Identity {
    pub(crate) fn hello(&self) -> Hello {
        let hello = Hello {
            version: VERSION,
            token: None,
            sign_in_code: None,
            name: None,
            invitation: None,
            program: false,
            reference: None,
        };
        match self.clone() {
            Self::New { name, bot } => Hello { name: Some(name), program: bot, ..hello },
            Self::Invited { name, invitation } => {
                Hello { name: Some(name), invitation: Some(invitation), ..hello }
            }
            Self::Code { code } => Hello { sign_in_code: Some(code), ..hello },
            Self::Known { token, bot } => Hello { token: Some(token), program: bot, ..hello },
            Self::Guest => hello,
        }
    }

    /// The same person, now that the server has given them a token.
    pub(crate) fn with_token(&self, token: String) -> Self {
        let bot = match self {
            Self::New { bot, .. } | Self::Known { bot, .. } => *bot,
            Self::Invited { .. } | Self::Code { .. } | Self::Guest => false,
        };
        if token.is_empty() { self.clone() } else { Self::Known { token, bot } }
    }
}

impl std::fmt::Debug for Identity {
    /// Never the token or a code: they identify the person.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::New { name, .. } => write!(f, "New({name})"),
            Self::Invited { name, .. } => write!(f, "Invited({name})"),
            Self::Code { .. } => f.write_str("Code(…)"),
            Self::Known { .. } => f.write_str("Known(…)"),
            Self::Guest => f.write_str("Guest"),
        }
    }
}
