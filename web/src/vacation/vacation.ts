// Vacation days, as the server knows them.
import { getJson, putJson, sendDelete } from '../net/http';
import type { VacationInfo } from '../generated/http';

export type { VacationInfo };

export const readVacation = async (): Promise<VacationInfo> =>
  (await getJson('/api/vacation')) as VacationInfo;
export const takeVacation = (days: number): Promise<unknown> => putJson('/api/vacation', { days });
export const endVacation = (): Promise<unknown> => sendDelete('/api/vacation');

export function daysLeft(vacation: VacationInfo): number {
  return Math.max(0, vacation.max_days - vacation.used_days);
}
