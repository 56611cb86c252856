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

/** What a field for numbers keeps of a text: digits and, unless it takes whole numbers, decimal marks. */
export function numberCharacters(typed: string, isWhole: boolean): string {
  return typed.replace(isWhole ? /\D/g : /[^\d.,]/g, '');
}
