// Lists, numbers of things and times as a language writes them, by what every browser knows (`Intl`).

/** What one language needs. */
export interface Format {
  /** "Ann, Bo and Cleo". */
  list(parts: readonly string[]): string;
  /** "20 sec", "5 min", "1 hr", "3 days": the largest unit that counts it wholly. */
  duration(seconds: number): string;
  /** "2 days 3 hours", "5 minutes 20 seconds": whole words, and no more than the two largest units. */
  timeLeft(seconds: number): string;
  /** "8 s", "5 min", "3 hr", "2 days": how many of the largest unit are full. */
  roughly(seconds: number): string;
  /** "85", "12:05", "5h", "3d": what fits into a ring. */
  clock(seconds: number): string;
  /** "14:05". */
  time(at: number): string;
  /** "1 table", "3 tables". */
  count(n: number, forms: { one?: string; other: string }): string;
}

interface Unit {
  name: 'day' | 'hour' | 'minute' | 'second';
  seconds: number;
}
const DAY: Unit = { name: 'day', seconds: 86_400 };
const HOUR: Unit = { name: 'hour', seconds: 3600 };
const SECOND: Unit = { name: 'second', seconds: 1 };
/** The largest first. */
const UNITS: readonly Unit[] = [DAY, HOUR, { name: 'minute', seconds: 60 }, SECOND];

export function formatFor(locale: string): Format {
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const times = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const unit = (name: string) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    });
  const units = { second: unit('second'), minute: unit('minute'), hour: unit('hour'), day: unit('day') };
  const inUnit = (unit: Unit, unitDisplay: 'long' | 'narrow') => ({
    unit,
    format: new Intl.NumberFormat(locale, { style: 'unit', unit: unit.name, unitDisplay }),
  });
  const long = UNITS.map((unit) => inUnit(unit, 'long'));
  // "sec" is a word too long for what counts down.
  const secondsInLetters = (n: number) => (locale === 'zh' ? units.second.format(n) : `${n} s`);
  const narrowDays = inUnit(DAY, 'narrow');
  const narrowHours = inUnit(HOUR, 'narrow');
  const side = new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' });
  return {
    list: (parts) => lists.format(parts),
    duration: (seconds) => {
      if (seconds > 0 && seconds % 86400 === 0) return units.day.format(seconds / 86400);
      if (seconds > 0 && seconds % 3600 === 0) return units.hour.format(seconds / 3600);
      if (seconds > 0 && seconds % 60 === 0) return units.minute.format(seconds / 60);
      return units.second.format(seconds);
    },
    timeLeft: (seconds) => {
      const whole = Math.max(0, Math.ceil(seconds));
      const first = long.findIndex(({ unit }) => whole >= unit.seconds);
      let rest = whole;
      // No time is none of the smallest unit.
      const parts = (first < 0 ? long.slice(-1) : long.slice(first, first + 2)).map(({ unit, format }) => {
        const count = Math.floor(rest / unit.seconds);
        rest -= count * unit.seconds;
        return { count, text: format.format(count) };
      });
      return side.format(parts.filter(({ count }, n) => n === 0 || count > 0).map(({ text }) => text));
    },
    roughly: (seconds) => {
      const unit = UNITS.find((unit) => seconds >= unit.seconds && unit !== SECOND);
      if (!unit || seconds < 100) return secondsInLetters(Math.max(0, Math.floor(seconds)));
      return units[unit.name].format(Math.floor(seconds / unit.seconds));
    },
    clock: (seconds) => {
      const whole = Math.max(0, Math.ceil(seconds));
      if (whole < 100) return String(whole);
      const minutes = Math.floor(whole / 60);
      if (minutes < 100) return `${minutes}:${String(whole % 60).padStart(2, '0')}`;
      const { unit, format } = whole < 2 * DAY.seconds ? narrowHours : narrowDays;
      // Of three days that have just begun three are left.
      return format.format(Math.round(whole / unit.seconds));
    },
    time: (at) => times.format(at),
    count: (n, forms) => {
      const form = plurals.select(n) === 'one' ? (forms.one ?? forms.other) : forms.other;
      return `${numbers.format(n)} ${form}`;
    },
  };
}
