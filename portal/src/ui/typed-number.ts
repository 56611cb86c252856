/** Reads a number as people type it, with a decimal point or comma; `NaN` when it is none. */
export function readNumber(typed: string): number {
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
 * What a field for numbers keeps of a text: digits, decimal marks and the minus sign. The last two stay
 * where they are not allowed, since 15 is not what someone meant by 1.5, nor 1 by -1: the form says so.
 */
export function numberCharacters(typed: string): string {
  return typed.replace(/[^\d.,-]/g, '');
}
