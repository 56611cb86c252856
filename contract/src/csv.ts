/** A cell before it is written; nothing is an empty cell. */
export type CsvValue = string | number | boolean | undefined;

/**
 * Cells that a spreadsheet would take for formulas (OWASP, CSV injection), also in full-width
 * signs and after spaces and quotes, which some readers drop.
 */
const FORMULA_START = /^(?:[\s"]*[=+\-@＝＋－＠]|[\t\r\n])/;

/**
 * A formula inside a text, for readers that split lines at semicolons or tabs, as those of fr-CA do: for
 * them the quotes of a cell that is not the first are no quotes, and a line break in it ends the line.
 */
const FORMULA_INSIDE = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

/** Plain phone numbers and plain numbers begin like formulas, and are none. */
const HARMLESS = /^(\+\d{7,15}|[+-]?\d+([.,]\d+)?)$/;

/** Takes the danger out of a text that a spreadsheet would compute: an apostrophe makes it text. */
function neutralised(text: string): string {
  const whole = FORMULA_START.test(text) && !HARMLESS.test(text) ? `'${text}` : text;
  return whole.replace(FORMULA_INSIDE, "$1'");
}

/** A cell in quotes where it holds a separator, a quote or a line break (RFC 4180). */
function quoted(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function csvCell(value: CsvValue): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return quoted(typeof value === 'number' ? String(value) : neutralised(value));
}

/** One line of a CSV file (RFC 4180) with its line end; texts cannot become formulas. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** Stands at the start of a file that spreadsheets shall read as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
