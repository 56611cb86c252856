/** `1,234` may be a thousand or a decimal. */
const AMBIGUOUS = /^-?[1-9]\d{0,2},\d{3}$/;

/** Takes a point or comma; `NaN` for other or ambiguous text. */
export function readNumber(typed: string): number {
  if (AMBIGUOUS.test(typed.trim())) return Number.NaN;
  const text = typed.trim().replace(',', '.');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

/** Writes the decimal mark, at least 0. Other text counts as 0. */
export function stepNumber(typed: string, step: number, decimalMark: '.' | ','): string {
  const stepped = Math.max(0, (readNumber(typed) || 0) + step);
  return String(Number(stepped.toFixed(2))).replace('.', decimalMark);
}

/** Keeps decimal marks, `-` and the `e` of `1e9`, which change the number. */
export function numberCharacters(typed: string): string {
  return typed.replace(/[^\d.,e-]/gi, '');
}
