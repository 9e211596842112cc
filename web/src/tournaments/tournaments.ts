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

/** What a tournament consists of: the round that is played, how many there are, or how long an arena lasts. */
export function extent(
  info: TournamentInfo,
  words: {
    roundOf(round: number, rounds: number): string;
    roundCount(rounds: number): string;
    arenaOf(minutes: number): string;
  },
): string {
  if (info.form === 'arena') return words.arenaOf(info.minutes ?? 0);
  return info.stage === 'running' ? words.roundOf(info.round, info.rounds) : words.roundCount(info.rounds);
}

/** Whether somebody can enter now: rounds before they begin, an arena until its time is up. */
export function isOpenToEnter(info: TournamentInfo, now: number): boolean {
  if (info.stage === 'entry') return true;
  return info.form === 'arena' && info.stage === 'running' && now < (info.ends_at ?? 0);
}

/** How soon to look again, in milliseconds: often while something happens, never when all is over. */
export function lookAgainAfter(info: TournamentInfo): number | null {
  if (info.stage === 'over' || info.stage === 'cancelled') return null;
  return info.stage === 'running' ? 3_000 : 5_000;
}
