/** 100,000 rows take about 30 MB. */
export const MAX_FILE_BYTES = 50 * 2 ** 20;

const MAX_ROWS = 100_000;

/** The template has 24. */
export const MAX_COLUMNS = 200;

/** Codes have texts in `sheets.json`. */
export interface FileFault {
  readonly code:
    | 'empty'
    | 'noRows'
    | 'oneLine'
    | 'tooLarge'
    | 'pdf'
    | 'webPage'
    | 'oldExcel'
    | 'notText'
    | 'tooManyColumns'
    | 'tooManyRows'
    | 'unclosedQuote'
    | 'workbookTooLarge'
    | 'workbookBroken'
    | 'unreadable';
  /** Such as the line of an unclosed quote. */
  readonly values?: Readonly<Record<string, number>>;
}

export interface SheetText {
  readonly headers: readonly string[];
  /** Without blank rows. */
  readonly rows: readonly (readonly string[])[];
  /** As in a spreadsheet, with headers and blank rows. */
  readonly lines: readonly number[];
  /** More cells than headers, from an unquoted delimiter. */
  readonly longLines: readonly number[];
  /** Undefined without headers. */
  readonly headerLine: number | undefined;
  /** Every line, for other headers. */
  readonly records: readonly (readonly string[])[];
}

export class FileFaultError extends Error {
  override readonly name = 'FileFaultError';
  readonly fault: FileFault;

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

/** `headerLine` null: no headers; undefined: the first line. Throws `FileFaultError`. */
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

/** Names a column for each cell of the widest first line. */
function unnamedHeaders(records: readonly (readonly string[])[]): string[] {
  const widths = records.slice(0, 100).map((cells) => trimEnd(cells).length);
  return Array.from({ length: Math.max(...widths) }, () => '');
}

/** Spreadsheets write empty cells at the end. */
function trimEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  return cells.slice(0, last + 1);
}
