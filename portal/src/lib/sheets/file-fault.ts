/** Maximum size in bytes: 100,000 rows take about 30 MB. */
export const MAX_FILE_BYTES = 50 * 2 ** 20;

const MAX_ROWS = 100_000;

/** Maximum number of columns; the template has 24. */
export const MAX_COLUMNS = 200;

/** Error of an unreadable file; each code has a text in `sheets.json`. */
export interface FileFault {
  readonly code:
    | 'empty'
    | 'noRows'
    | 'oneLine'
    | 'tooLarge'
    | 'pdf'
    | 'oldExcel'
    | 'notText'
    | 'tooManyColumns'
    | 'tooManyRows'
    | 'unclosedQuote'
    | 'workbookTooLarge'
    | 'workbookBroken'
    | 'unreadable';
  /** Values of its text, such as the line of an unclosed quote. */
  readonly values?: Readonly<Record<string, number>>;
}

/** A file that was read: headers and rows. */
export interface SheetText {
  readonly headers: readonly string[];
  /** Cells by row, without blank rows. */
  readonly rows: readonly (readonly string[])[];
  /** Row numbers as in a spreadsheet, with headers and blank rows. */
  readonly lines: readonly number[];
  /** Lines with more cells than headers, from an unquoted delimiter. */
  readonly longLines: readonly number[];
  /** Undefined in a file without headers. */
  readonly headerLine: number | undefined;
  /** Every line, to read the file again with other headers. */
  readonly records: readonly (readonly string[])[];
}

export class FileFaultError extends Error {
  override readonly name = 'FileFaultError';
  readonly fault: FileFault;

  /** The only line of a file without rows. */
  readonly headers: readonly string[];

  constructor(
    code: FileFault['code'],
    values?: FileFault['values'],
    headers: readonly string[] = [],
  ) {
    super(code);
    this.headers = headers;
    this.fault = { code, ...(values && { values }) };
  }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/**
 * Splits a sheet into headers and rows. `headerLine` null means no headers; by default they are
 * the first line that is not blank. Throws `FileFaultError` without rows.
 */
export function sheetOf(
  records: readonly (readonly string[])[],
  headerLine: number | null = records.findIndex((cells) => !isBlank(cells)) + 1,
): SheetText {
  if (headerLine === 0) throw new FileFaultError('empty');
  const head = (headerLine ?? 0) - 1;
  const headers = head < 0 ? unnamedHeaders(records) : trimEnd(records[head] ?? []);
  if (headers.length > MAX_COLUMNS) {
    throw new FileFaultError('tooManyColumns', { count: headers.length, limit: MAX_COLUMNS });
  }
  const rows: (readonly string[])[] = [];
  const lines: number[] = [];
  const longLines: number[] = [];
  for (let index = head + 1; index < records.length; index++) {
    const cells = records[index] ?? [];
    if (isBlank(cells)) continue;
    if (trimEnd(cells).length > headers.length) longLines.push(index + 1);
    rows.push(cells);
    lines.push(index + 1);
  }
  if (rows.length === 0) throw new FileFaultError('noRows', undefined, headers);
  if (rows.length > MAX_ROWS) {
    throw new FileFaultError('tooManyRows', { count: rows.length, limit: MAX_ROWS });
  }
  return {
    ...{ headers, rows, lines, longLines, records },
    headerLine: head < 0 ? undefined : head + 1,
  };
}

/** Empty headers for the widest of the first lines. */
function unnamedHeaders(records: readonly (readonly string[])[]): string[] {
  const widths = records.slice(0, 100).map((cells) => trimEnd(cells).length);
  return Array.from({ length: Math.max(...widths) }, () => '');
}

/** Drops empty cells at the end, which spreadsheets write. */
function trimEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  return cells.slice(0, last + 1);
}
