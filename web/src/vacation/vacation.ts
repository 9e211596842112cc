// Vacation days, as the server knows them.
import { getJson, putJson, sendDelete } from '../net/http';

export interface VacationInfo {
  until?: number;
  used_days: number;
  /** 0 if this server has no vacations. */
  max_days: number;
}

export const readVacation = async (): Promise<VacationInfo> =>
  (await getJson('/api/vacation')) as VacationInfo;
export const takeVacation = (days: number): Promise<unknown> => putJson('/api/vacation', { days });
export const endVacation = (): Promise<unknown> => sendDelete('/api/vacation');

export function daysLeft(vacation: VacationInfo): number {
  return Math.max(0, vacation.max_days - vacation.used_days);
}
