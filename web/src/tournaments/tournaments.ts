// Tournaments: what the server says of them, and what is asked of it.
import type { NewTournament, TournamentDetails, TournamentInfo, TournamentList } from '../generated/protocol';
import { getJson, postJson, putJson, sendDelete } from '../net/http';

export async function listTournaments(): Promise<TournamentList> {
  return (await getJson('/api/tournaments')) as TournamentList;
}

export async function tournamentOf(id: string): Promise<TournamentDetails> {
  return (await getJson(`/api/tournaments/${id}`)) as TournamentDetails;
}

export async function openTournament(tournament: NewTournament): Promise<string> {
  return ((await postJson('/api/tournaments', tournament)) as { id: string }).id;
}

/** Enters, and adds something to the luck that nobody could know before. */
export async function enterTournament(id: string, nonce: string): Promise<void> {
  await putJson(`/api/tournaments/${id}/entry`, { nonce });
}

export async function withdraw(id: string): Promise<void> {
  await sendDelete(`/api/tournaments/${id}/entry`);
}

export async function startTournament(id: string): Promise<void> {
  await postJson(`/api/tournaments/${id}/start`, {});
}

export async function cancelTournament(id: string): Promise<void> {
  await postJson(`/api/tournaments/${id}/cancel`, {});
}

/** Points are sent in hundredths. */
export function pointsOf(hundredths: number): number {
  return hundredths / 100;
}

/** A number of tables that a tournament of this game may have seats for. */
export function seatChoices(game: { min_seats: number; max_seats: number }): number[] {
  return [2, 3, 4].filter((seats) => seats >= game.min_seats && seats <= game.max_seats);
}

/** How soon to look again, in milliseconds: often while something happens, never when all is over. */
export function lookAgainAfter(info: TournamentInfo): number | null {
  if (info.stage === 'over' || info.stage === 'cancelled') return null;
  return info.stage === 'running' ? 3_000 : 5_000;
}
