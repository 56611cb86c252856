export type CsvValue = string | number | boolean | undefined;

/** Formulas, also in full-width signs and after dropped spaces and quotes (OWASP). */
const FORMULA_START = /^(?:[\s"]*[=+\-@＝＋－＠]|[\t\r\n])/;

/** The start of a cell inside a text, for readers that split at semicolons or tabs (fr-CA). */
const CELL_INSIDE = /[;\t\r\n][\s"]*(?=([=+\-@＝＋－＠]?))/g;

/** Plain phone numbers and plain numbers. */
const HARMLESS = /^(\+\d{7,15}|[+-]?\d+([.,]\d+)?)$/;

/** Prefixes an apostrophe to formulas, so that spreadsheets read text. */
function neutralised(text: string): string {
  const whole = FORMULA_START.test(text) && !HARMLESS.test(text) ? `'${text}` : text;
  // Matches without a sign, too: failing after a long run at each of its characters is quadratic.
  return whole.replace(CELL_INSIDE, (run, sign: string) => (sign === '' ? run : `${run}'`));
}

/** RFC 4180. */
function quoted(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function csvCell(value: CsvValue): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return quoted(typeof value === 'number' ? String(value) : neutralised(value));
}

/** One line (RFC 4180) with its line end; texts cannot become formulas. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** Starts a file that spreadsheets must read as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
