// A steady colour for a name in a chat: readable on both themes, because the theme sets the lightness.

export function colourOf(name: string): string {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return `light-dark(oklch(42% 0.09 ${sum}), oklch(80% 0.09 ${sum}))`;
}
