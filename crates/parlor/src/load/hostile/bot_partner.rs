//! Somebody who plays against a bot and notes how long its answers take.

use std::io::Result;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::load::load_connection::LoadConnection;
use crate::load::move_times::Tally;
use crate::load::phases::LoadPlan;
use crate::load::player::{self, PlayerState};

/// How long to think before each move.
const THINK: Duration = Duration::from_millis(100);

pub(super) struct BotPartner {
    line: LoadConnection,
    state: PlayerState,
    answers: Arc<Tally>,
}

impl BotPartner {
    pub(super) async fn sit_down(plan: &LoadPlan, answers: Arc<Tally>) -> Result<Self> {
        let mut line = plan.line("/ws").await?;
        player::hello(&mut line, &format!("{}-partner", plan.run())).await?;
        let new = json!({
            "game": "gomoku", "seats": 2, "bots": ["hard"], "bot_delay_ms": 0, "clock": "off", "grace_seconds": 3600,
        });
        let table = player::open(&mut line, &new).await?;
        let state = plan.player_state(0, table, 0);
        Ok(Self { line, state, answers })
    }

    /// Plays until the connection ends.
    pub(super) async fn play(mut self) {
        let ended = self.play_on().await;
        if let Err(error) = ended {
            tracing::debug!(%error, "the partner of the bot is gone");
        }
    }

    async fn play_on(&mut self) -> Result<()> {
        let mut sent: Option<Instant> = None;
        loop {
            let over = self.state.take_in_turn(self.line.next().await?);
            if over {
                self.line.say(&self.state.rematch()).await?;
                sent = None;
                continue;
            }
            let Some(act) = self.state.take_choice() else { continue };
            if let Some(sent) = sent {
                self.answers.arrived(0, (0, sent));
            }
            tokio::time::sleep(THINK).await;
            sent = Some(Instant::now());
            self.line.say(&act).await?;
        }
    }
}
