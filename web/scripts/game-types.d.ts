export function gameTypes(): Map<string, string>;
