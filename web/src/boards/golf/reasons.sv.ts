import { written } from '../../cards/card';
import { whom } from '../../narration/sv';
import type { GameReasons } from '../../narration/narrator';
import type { Reason } from './types';

const tenths = (points: number): string => points.toFixed(1).replace('.', ',');

export const reasons: GameReasons<Reason> = {
  reveals: ({ one_column }) =>
    one_column
      ? 'Två kort i en kolumn kan redan vara ett par.'
      : 'Två kolumner med varsitt öppet kort kan bli par med fler kort.',
  makes_pair: ({ card }) => `${written(card)} blir ett par i sin kolumn, och ett par räknas inte.`,
  goes_out: ({ points, next }) =>
    `Då är alla dina kort uppvända, med ${points} poäng; den bästa av de andra har ungefär ${tenths(next)}.`,
  swaps: ({ before, after }) => `Dina öppna kort räknas då ${after} i stället för ${before}.`,
  swaps_hidden: ({ points, expected }) => `Kortet räknas ${points}, ett dolt ${tenths(expected)} i snitt.`,
  takes_discard: ({ points, expected }) =>
    `Det öppna kortet räknas ${points}, ett från talongen ${tenths(expected)} i snitt.`,
  takes_stock: ({ points, expected }) =>
    `Det öppna kortet räknas ${points}, ett från talongen ${tenths(expected)} i snitt.`,
  throws_away: ({ points, expected }) => `Kortet räknas ${points}, ett dolt ${tenths(expected)} i snitt.`,
  turns: ({ expected }) => `Ett dolt kort räknas ${tenths(expected)} i snitt.`,
  steals: ({ seat, card, pair }, voice) =>
    pair
      ? `${written(card)} från ${whom(voice, seat)} blir ett par i din kolumn.`
      : `Det tar ${written(card)} från ${whom(voice, seat)}, som får ett dolt kort i stället.`,
};
