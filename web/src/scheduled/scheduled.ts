// Announced tables as the server tells them, and what follows from them without a page.
import { getJson, postJson, putJson, sendDelete } from '../net/http';
import type { NewTable } from '../generated/protocol';
import type { Scheduled } from '../generated/http';

export type { Scheduled };

/** Those who said yes are reminded this long before it starts, in milliseconds. */
export const REMIND_BEFORE_MS = 15 * 60_000;

/** Their seats are kept for this long after it, in milliseconds. */
const SEATS_KEPT_MS = 15 * 60_000;

const path = (table: string): string => `/api/scheduled/${table}`;

export const calendarLink = (table: string): string => `${path(table)}/calendar`;

export async function listScheduled(): Promise<Scheduled[]> {
  return ((await getJson('/api/scheduled')) as { scheduled: Scheduled[] }).scheduled;
}

export async function readScheduled(table: string): Promise<Scheduled> {
  return (await getJson(path(table))) as Scheduled;
}

export async function announce(table: NewTable, startsAt: number, note: string): Promise<Scheduled> {
  return (await postJson('/api/scheduled', { table, starts_at: startsAt, note })) as Scheduled;
}

export async function answerScheduled(table: string, answer: 'yes' | 'no'): Promise<Scheduled> {
  return (await putJson(`${path(table)}/answer`, { answer })) as Scheduled;
}

export async function cancelScheduled(table: string): Promise<void> {
  await sendDelete(path(table));
}

/** Seats that nobody has said yes to. */
export const freePlaces = (scheduled: Scheduled): number =>
  Math.max(0, scheduled.seats - scheduled.bots - scheduled.coming.length);

/** The next table that one said yes to and that begins soon or has begun, at a time of the server. */
export function dueNow(list: readonly Scheduled[], now: number): Scheduled | null {
  const isDue = (scheduled: Scheduled): boolean =>
    scheduled.your_answer === 'yes' &&
    scheduled.stage !== 'dropped' &&
    now >= scheduled.starts_at - REMIND_BEFORE_MS &&
    now < scheduled.starts_at + SEATS_KEPT_MS;
  return list.find(isDue) ?? null;
}

/** When [`dueNow`] changes next, in milliseconds from now; nothing if it does not. */
export function nextChange(list: readonly Scheduled[], now: number): number | null {
  const moments = list.flatMap((scheduled) => [
    scheduled.starts_at - REMIND_BEFORE_MS,
    scheduled.starts_at,
    scheduled.starts_at + SEATS_KEPT_MS,
  ]);
  const ahead = moments.filter((moment) => moment > now);
  return ahead.length === 0 ? null : Math.min(...ahead) - now;
}

/** The value of a field for a local time, in whole minutes: `2026-11-17T20:00`. */
export function localField(at: number): string {
  const date = new Date(at);
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment that a field for a local time names, in the zone of this browser; `null` if it is not one. */
export function momentOf(field: string): number | null {
  const moment = new Date(field).getTime();
  return Number.isNaN(moment) ? null : moment;
}

/** The next full hour that is at least an hour ahead. */
export const proposedStart = (now: number): number => Math.ceil((now + 3_600_000) / 3_600_000) * 3_600_000;

/** Day, time and zone of this browser, as the language writes them. */
export function when(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);
}
