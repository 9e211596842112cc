import type { GameReasons, Voice } from '../../narration/narrator';
import type { Reason } from './types';

const whose = (voice: Voice, seat: number): string => (seat === voice.you ? 'din' : `${voice.name(seat)}s`);
const rows = (count: number): string => (count === 1 ? '1 femrad' : `${count} femrader`);

export const reasons: GameReasons<Reason> = {
  completes: () => 'Det blir fem i rad.',
  stops_five: ({ seat }, voice) => `Det stoppar ${whose(voice, seat)} femrad.`,
  makes_four: ({ ways }) =>
    ways > 1
      ? `Det blir fyra i rad, med ${ways} sätt att få fem.`
      : 'Det blir fyra i rad, som måste besvaras.',
  stops_four: ({ seat }, voice) =>
    `Det stoppar ${whose(voice, seat)} rad innan den är en fyra med två sätt att få fem.`,
  makes_three: () => 'Det blir en öppen trea, som hotar att bli en öppen fyra.',
  stops_three: ({ seat }, voice) => `Det stoppar ${whose(voice, seat)} öppna trea.`,
  row: ({ pebbles, rows: open }) =>
    `Det blir ${pebbles} av fem i rad, och ${rows(open)} kan ännu gå genom den.`,
  room: ({ rows: open }) => `${rows(open)} kan ännu gå genom den.`,
};
