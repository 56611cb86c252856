/** `1,234`: a thousand and more, or little more than 1. */
const AMBIGUOUS = /^-?[1-9]\d{0,2},\d{3}$/;

/** Reads a typed number with a decimal point or comma; `NaN` when it is none or can be read two ways. */
export function readNumber(typed: string): number {
  if (AMBIGUOUS.test(typed.trim())) return Number.NaN;
  const text = typed.trim().replace(',', '.');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * The number one step further up or down, as text with the decimal mark given; never below 0. What is
 * no number counts as 0.
 */
export function stepNumber(typed: string, step: number, decimalMark: '.' | ','): string {
  const stepped = Math.max(0, (readNumber(typed) || 0) + step);
  return String(Number(stepped.toFixed(2))).replace('.', decimalMark);
}

/**
 * Drops letters from a typed number. Decimal marks, the minus sign and the `e` of `1e9` stay even where
 * they are refused, since the number without them would be another one.
 */
export function numberCharacters(typed: string): string {
  return typed.replace(/[^\d.,e-]/gi, '');
}
