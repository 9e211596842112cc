// Calls to this browser by web push: what the browser has, what the server knows, and how they are brought together.
import { getJson, postJson, putJson, sendDelete } from '../net/http';
import type { Settings } from '../state/settings';
import type { Quiet } from './webhook';
import type { PushState, Subscription } from '../generated/http';

export type { PushState };
export type KnownBrowser = Subscription;

type Locale = Settings['locale'];

export const readPush = async (): Promise<PushState> => (await getJson('/api/push')) as PushState;
export const tryPush = (): Promise<unknown> => postJson('/api/push/test', {});
export const forget = (id: string): Promise<unknown> => sendDelete(`/api/push/${id}`);

/** Whether this browser can take calls: only pages of https, or of this machine, have a worker. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** The bytes of a text in base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replace(/-/g, '+').replace(/_/g, '/');
  const letters = atob(plain);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

/** Whether a subscription was made for another key than the server's: then nothing arrives by it. */
export function isForOtherKey(own: ArrayBuffer | null | undefined, publicKey: string): boolean {
  if (!own) return false;
  const [one, other] = [new Uint8Array(own), bytesOf(publicKey)];
  return one.length !== other.length || one.some((byte, index) => byte !== other[index]);
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return (await navigator.serviceWorker.getRegistration('/')) ?? undefined;
}

/** The subscription that this browser has. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  return (await (await registration())?.pushManager.getSubscription()) ?? null;
}

export type Refused = 'denied' | 'no_worker';

/** Subscribes this browser, on a click, and tells the server. */
export async function subscribe(
  publicKey: string,
  quiet: Quiet | undefined,
  language: Locale,
): Promise<Refused | null> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const worker = await registration();
  if (!worker) return 'no_worker';
  let own = await worker.pushManager.getSubscription();
  if (own && isForOtherKey(own.options?.applicationServerKey, publicKey)) {
    await own.unsubscribe();
    own = null;
  }
  own ??= await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  });
  await tell(own, quiet, language);
  return null;
}

/** Tells the server of a subscription, or of what has changed about it. */
async function tell(own: PushSubscription, quiet: Quiet | undefined, language: Locale): Promise<void> {
  const { endpoint, keys } = own.toJSON();
  await putJson('/api/push', { endpoint, keys, language, ...(quiet && { quiet }) });
}

/** Lets this browser be called in another language. Returns what the server knows now. */
export async function speak(known: KnownBrowser, language: Locale): Promise<KnownBrowser> {
  const own = await ownSubscription();
  if (own?.endpoint !== known.endpoint) return known;
  await tell(own, known.quiet ?? undefined, language);
  return { ...known, language };
}

/** Ends the subscription of this browser, at the server first: what is sent meanwhile is not lost. */
export async function unsubscribe(known: KnownBrowser | undefined): Promise<void> {
  if (known) await forget(known.id);
  await (await ownSubscription())?.unsubscribe();
}
