// The devices of the person, as the server lists them.
import { getJson, postJson, sendDelete } from '../net/http';
import type { Device, DeviceList, SignInCode } from '../generated/http';

export type { Device, DeviceList, SignInCode };

export const listDevices = async () => (await getJson('/api/devices')) as DeviceList;
export const endDevice = (id: string) => sendDelete(`/api/devices/${id}`);
export const makeLink = async () => (await postJson('/api/devices/link', {})) as SignInCode;
export const makeRecoveryCode = async () => (await postJson('/api/devices/recovery', {})) as SignInCode;
export const removeRecoveryCode = () => sendDelete('/api/devices/recovery');

/** The link that signs in another device. The code stands after the #, which browsers do not send to servers. */
export function deviceLink(origin: string, code: string): string {
  return `${origin}/link#${code}`;
}

/** Minutes and seconds, as "4:05". */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
