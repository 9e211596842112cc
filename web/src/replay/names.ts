// Names of a finished game as its record has them. A bot's has its level: that is said where there is room.

const LEVEL = /^(.+) \((random|easy|casual|medium|hard|expert)\)$/;

/** The names without the levels of bots; as they are where two would be the same. */
export function shortNames(names: readonly string[]): string[] {
  const short = names.map((name) => LEVEL.exec(name)?.[1] ?? name);
  return short.map((name, seat) =>
    short.filter((other) => other === name).length > 1 ? (names[seat] ?? name) : name,
  );
}
