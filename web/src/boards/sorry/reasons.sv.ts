import { whom } from '../../narration/sv';
import type { GameReasons, Voice } from '../../narration/narrator';
import type { Reason } from './types';

const steps = (count: number): string => (Math.abs(count) === 1 ? '1 steg' : `${Math.abs(count)} steg`);
const pawn = (voice: Voice, seat: number): string =>
  seat === voice.you ? 'din pjäs' : `${voice.name(seat)}s pjäs`;

export const reasons: GameReasons<Reason> = {
  reaches_home: () => 'Din pjäs går i mål.',
  bumps: ({ seat, left }, voice) =>
    `Det skickar ${pawn(voice, seat)} tillbaka till Start, när den hade ${steps(left)} kvar.`,
  leaves_start: () => 'Din pjäs lämnar Start.',
  switches: ({ seat, gained }, voice) =>
    gained >= 0
      ? `Att byta plats med ${whom(voice, seat)} för dig ${steps(gained)} närmare målet.`
      : `Att byta plats med ${whom(voice, seat)} kostar dig ${steps(gained)}.`,
  advances: ({ steps: count, left }) => `Du kommer ${steps(count)} närmare målet: ${left} är kvar.`,
  falls_back: ({ steps: count, left }) => `Det kostar ${steps(count)}, och ${left} är kvar till målet.`,
  stays: ({ left }) => `Din pjäs står kvar, ${steps(left)} från målet.`,
};
