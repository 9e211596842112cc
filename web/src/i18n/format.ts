// Lists, numbers of things and times as a language writes them, by what every browser knows (`Intl`).

/** What one language needs. */
export interface Format {
  /** "Ann, Bo and Cleo". */
  list(parts: readonly string[]): string;
  /** "20 sec", "5 min", "1 hr", "3 days": the largest unit that counts it wholly. */
  duration(seconds: number): string;
  /** "5h": as short as it can be. */
  hours(n: number): string;
  /** "14:05". */
  time(at: number): string;
  /** "1 table", "3 tables". */
  count(n: number, forms: { one?: string; other: string }): string;
}

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
  const narrowHours = new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay: 'narrow' });
  return {
    list: (parts) => lists.format(parts),
    duration: (seconds) => {
      if (seconds > 0 && seconds % 86400 === 0) return units.day.format(seconds / 86400);
      if (seconds > 0 && seconds % 3600 === 0) return units.hour.format(seconds / 3600);
      if (seconds > 0 && seconds % 60 === 0) return units.minute.format(seconds / 60);
      return units.second.format(seconds);
    },
    hours: (n) => narrowHours.format(n),
    time: (at) => times.format(at),
    count: (n, forms) => {
      const form = plurals.select(n) === 'one' ? (forms.one ?? forms.other) : forms.other;
      return `${numbers.format(n)} ${form}`;
    },
  };
}
