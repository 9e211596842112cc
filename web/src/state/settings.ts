// What a person can set, read from what was remembered: anything that is not known becomes the default.

export const THEMES = ['auto', 'dark', 'light'] as const;
export const BACKGROUNDS = ['felt', 'ink', 'wine', 'slate', 'paper'] as const;
export const CARD_SETS = ['two', 'four', 'large'] as const;
export const CARD_BACKS = ['weave', 'dots', 'plain'] as const;
export const FONT_SIZES = ['small', 'normal', 'large', 'huge'] as const;
export const SPEEDS = ['slow', 'normal', 'fast', 'off'] as const;
export const LEVELS = ['easy', 'casual', 'medium', 'hard', 'expert'] as const;
export const LENGTHS = ['short', 'whole'] as const;
export const PACES = ['natural', 'quick'] as const;
export const HAND_ORDERS = ['suit', 'rank'] as const;
export const LOCALES = ['en', 'sv', 'zh'] as const;

export interface Settings {
  theme: (typeof THEMES)[number];
  background: (typeof BACKGROUNDS)[number];
  cards: (typeof CARD_SETS)[number];
  back: (typeof CARD_BACKS)[number];
  font: (typeof FONT_SIZES)[number];
  sound: boolean;
  /** 0 to 100. */
  volume: number;
  speed: (typeof SPEEDS)[number];
  locale: (typeof LOCALES)[number];
  tips: boolean;
  /** How well the bots of a game at once play, and how long it is. */
  level: (typeof LEVELS)[number];
  length: (typeof LENGTHS)[number];
  /** How fast bots play at tables that one opens. */
  pace: (typeof PACES)[number];
  /** Whether what is the only thing to do is done by itself. */
  autoplay: boolean;
  /** Whether single keys act: letters and digits. */
  shortcuts: boolean;
  /** How a large hand of cards is sorted. */
  handOrder: (typeof HAND_ORDERS)[number];
  /** Whether the system shows notices while one looks elsewhere. */
  notify: boolean;
}

export const DEFAULTS: Settings = {
  theme: 'auto',
  background: 'felt',
  cards: 'two',
  back: 'weave',
  font: 'normal',
  sound: true,
  volume: 60,
  speed: 'normal',
  locale: 'en',
  tips: true,
  level: 'casual',
  length: 'whole',
  pace: 'natural',
  autoplay: true,
  shortcuts: true,
  handOrder: 'suit',
  notify: false,
};

export function readSettings(text: string | null, languages: readonly string[] = []): Settings {
  const said = parse(text);
  const pick = <T extends string>(list: readonly T[], key: string, otherwise: T): T =>
    list.find((value) => value === said[key]) ?? otherwise;
  const flag = (key: string, otherwise: boolean): boolean =>
    typeof said[key] === 'boolean' ? said[key] : otherwise;
  const volume = said['volume'];
  return {
    theme: pick(THEMES, 'theme', DEFAULTS.theme),
    background: pick(BACKGROUNDS, 'background', DEFAULTS.background),
    cards: pick(CARD_SETS, 'cards', DEFAULTS.cards),
    back: pick(CARD_BACKS, 'back', DEFAULTS.back),
    font: pick(FONT_SIZES, 'font', DEFAULTS.font),
    sound: flag('sound', DEFAULTS.sound),
    volume: typeof volume === 'number' && volume >= 0 && volume <= 100 ? volume : DEFAULTS.volume,
    speed: pick(SPEEDS, 'speed', DEFAULTS.speed),
    locale: pick(LOCALES, 'locale', spoken(languages)),
    tips: flag('tips', DEFAULTS.tips),
    level: pick(LEVELS, 'level', DEFAULTS.level),
    length: pick(LENGTHS, 'length', DEFAULTS.length),
    pace: pick(PACES, 'pace', DEFAULTS.pace),
    autoplay: flag('autoplay', DEFAULTS.autoplay),
    shortcuts: flag('shortcuts', DEFAULTS.shortcuts),
    handOrder: pick(HAND_ORDERS, 'handOrder', DEFAULTS.handOrder),
    notify: flag('notify', DEFAULTS.notify),
  };
}

/** The first language of the browser that the server speaks. */
function spoken(languages: readonly string[]): Settings['locale'] {
  for (const language of languages) {
    const found = LOCALES.find((locale) => language.toLowerCase().startsWith(locale));
    if (found) return found;
  }
  return DEFAULTS.locale;
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
