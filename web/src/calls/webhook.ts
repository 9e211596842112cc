// Where one is called when it is one's turn, as the server knows it.
import { getJson, postJson, putJson, sendDelete } from '../net/http';
import type { Quiet, WebhookSettings, WebhookState } from '../generated/http';

export type { Quiet, WebhookState };
export type Webhook = WebhookSettings;

export const FORMATS = ['ntfy', 'discord', 'slack', 'json'] as const;
export type Format = (typeof FORMATS)[number];

export const readWebhook = async (): Promise<WebhookState> => (await getJson('/api/webhook')) as WebhookState;
export const setWebhook = (webhook: Webhook): Promise<unknown> => putJson('/api/webhook', webhook);
export const removeWebhook = (): Promise<unknown> => sendDelete('/api/webhook');
export const tryWebhook = (): Promise<unknown> => postJson('/api/webhook/test', {});

/** The service that an address belongs to, if it is a known one. */
export function formatOf(url: string): Format | null {
  if (/^https?:\/\/([^/]*\.)?discord(app)?\.com\//.test(url)) return 'discord';
  if (/^https?:\/\/hooks\.slack\.com\//.test(url)) return 'slack';
  if (/^https?:\/\/([^/]*\.)?ntfy\./.test(url)) return 'ntfy';
  return null;
}

/** A minute of the day as a field for times has it. */
export function timeOf(minute: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** The minute of the day that a field for times has. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Hours of the day as they are stored: minutes, with the offset that this clock has now. */
export function quietHours(from: string, to: string): Quiet {
  return { from: minuteOf(from), to: minuteOf(to), utc_offset: -new Date().getTimezoneOffset() };
}
