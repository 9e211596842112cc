// A steady colour for a name: readable on both themes, because the theme sets the lightness.

/** A hue from 0 to 359 that is always the same for this name. */
export function hueOfName(name: string): number {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return sum;
}

export function colourOf(name: string): string {
  const hue = hueOfName(name);
  return `light-dark(oklch(42% 0.09 ${hue}), oklch(80% 0.09 ${hue}))`;
}
