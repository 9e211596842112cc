//! Instructions, counted by valgrind: the same number whatever else the machine does.

use std::process::Command;

use games::Kind;

/// Two runs of different length; the difference leaves out what starting a process costs.
const FEW: u64 = 20;
const MANY: u64 = 120;

pub(crate) fn instructions_per_action(kind: Kind, seats: u8) -> Result<f64, String> {
    let (few_instructions, few_actions) = count(kind, seats, FEW)?;
    let (many_instructions, many_actions) = count(kind, seats, MANY)?;
    Ok((many_instructions - few_instructions) as f64 / (many_actions - few_actions) as f64)
}

fn count(kind: Kind, seats: u8, games: u64) -> Result<(u64, u64), String> {
    let this = std::env::current_exe().map_err(|_| "no program".to_owned())?;
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(this)
        .args(["play", kind.name(), &seats.to_string(), &games.to_string()])
        .output()
        .map_err(|_| "no valgrind".to_owned())?;
    let text = String::from_utf8_lossy(&run.stderr);
    let instructions = text
        .lines()
        .filter_map(|line| line.split_once("Collected : "))
        .filter_map(|(_, number)| number.trim().parse().ok())
        .next();
    let actions = String::from_utf8_lossy(&run.stdout).trim().parse();
    match (instructions, actions) {
        (Some(instructions), Ok(actions)) => Ok((instructions, actions)),
        _ => Err("not counted".to_owned()),
    }
}
