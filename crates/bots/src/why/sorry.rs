//! Where a card leads the pawn.

use games::sorry::{Action, Colour, Place, Reason, Sorry};

use crate::BotInput;

pub(crate) fn why(input: BotInput<'_, Sorry>, action: Action) -> Option<Reason> {
    let target = input.view.targets.iter().find(|target| target.action == action)?;
    let pawn = input.view.pawns.get(input.seat)?;
    let left = Colour::of(input.seat).steps_left(target.to);
    if target.to == Place::Home {
        return Some(Reason::ReachesHome {});
    }
    if let Some(seat) = target.bumps {
        return Some(Reason::Bumps { seat, left: input.view.pawns.get(seat)?.steps_left });
    }
    let gained = i16::from(pawn.steps_left) - i16::from(left);
    Some(match action {
        Action::Switch(seat) => Reason::Switches { seat, gained: gained as i8 },
        _ if pawn.place == Place::Start && target.to != Place::Start => Reason::LeavesStart {},
        _ if gained > 0 => Reason::Advances { steps: gained as u8, left },
        _ if gained < 0 => Reason::FallsBack { steps: gained.unsigned_abs() as u8, left },
        _ => Reason::Stays { left },
    })
}
