export function httpTypes(): string;
