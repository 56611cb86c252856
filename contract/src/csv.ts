export type CsvValue = string | number | boolean | undefined;

/** Formulas, also in full-width signs and after dropped spaces and quotes (OWASP). */
const FORMULA_START = /^(?:[\s"]*[=+\-@＝＋－＠]|[\t\r\n])/;

/** The start of a cell inside a text, for readers that split at semicolons or tabs (fr-CA). */
const CELL_INSIDE = /[;\t\r\n][\s"]*(?=([=+\-@＝＋－＠]?))/g;

/** Plain phone numbers and plain numbers. */
const HARMLESS = /^(\+\d{7,15}|[+-]?\d+([.,]\d+)?)$/;

/** Prefixes an apostrophe to formulas, so that spreadsheets read text. */
function neutralized(text: string): string {
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
  return quoted(typeof value === 'number' ? String(value) : neutralized(value));
}

/** One line (RFC 4180) with its line end; texts cannot become formulas. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** Starts a file that spreadsheets must read as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Excel's `sep=;` line. */
export const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** Searched for the delimiter, below a title. */
const FIRST_LINES = 10;

/** The first line with three cells decides, else one with two, which may be a title. */
export function delimiterOf(text: string): string {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  if (named) return named;
  const start = text.search(/[^\s,;|]/);
  const from = Math.max(0, text.lastIndexOf('\n', start) + 1);
  const lines = text.slice(from).split(/\r?\n|\r/, FIRST_LINES);
  const found = lines.map((line) => {
    const unquoted = line.replace(/"[^"]*"/g, '');
    const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
    const cells = Math.max(...counts);
    return { cells, delimiter: DELIMITERS[counts.indexOf(cells)] };
  });
  const line = found.find(({ cells }) => cells > 2) ?? found.find(({ cells }) => cells === 2);
  return line?.delimiter ?? ',';
}

interface CsvRows {
  rows: string[][];
  /** Offset of the last row, which may be incomplete. */
  lastRow: number;
  /** True when the last row has a quotation mark that is never closed. */
  isUnclosed: boolean;
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Reads RFC 4180 with any line breaks, in linear time, which papaparse 5.7 does not. */
export function csvRows(text: string, delimiter: string): CsvRows {
  const mark = delimiter.charCodeAt(0);
  const ends = `${delimiter.replace(/\W/, '\\$&')}\\r\\n`;
  const quotes = new RegExp(`""|"[^\\S${ends}]*(?=[${ends}]|$)`, 'g');
  const rows: string[][] = [];
  let row: string[] = [];
  let [at, lastRow] = [0, 0];
  let isUnclosed = false;
  for (;;) {
    let quoted: string | undefined;
    let end = at;
    if (text[at] === '"') {
      quotes.lastIndex = at + 1;
      let closing = quotes.exec(text);
      while (closing?.[0] === '""') closing = quotes.exec(text);
      quoted = text.slice(at + 1, closing?.index).replaceAll('""', '"');
      isUnclosed = closing === null;
      end = closing ? quotes.lastIndex : text.length;
    }
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === mark || code === LINE_FEED || code === RETURN) break;
    }
    row.push(quoted ?? text.slice(at, end));
    at = end + 1;
    if (text[end] === delimiter) continue;
    rows.push(row);
    if (end === text.length) return { rows, lastRow, isUnclosed };
    row = [];
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    lastRow = at;
  }
}

/** Written by spreadsheets on Windows and on Macs. */
const CODE_PAGES = ['windows-1252', 'macintosh'] as const;
export type CodePage = (typeof CODE_PAGES)[number];

const allBytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);

const charactersOf = (page: CodePage) => [...new TextDecoder(page).decode(allBytes)];

/** Characters of names, addresses and notes beyond ASCII. */
const USUAL = new Set('àáâçéèêëíîïñóôùúûüœæÀÂÇÉÈÊËÎÏÔÙÛÜŒÆ“”‘’–—…•™«»°\u00A0');

/** Bytes that are such a character in the code page, but not in the other. */
function bytesOnlyIn(page: CodePage, other: CodePage): ReadonlySet<number> {
  const [own, others] = [charactersOf(page), charactersOf(other)];
  return new Set(
    allBytes.filter((byte) => USUAL.has(own[byte] ?? '') && !USUAL.has(others[byte] ?? '')),
  );
}

const windowsBytes = bytesOnlyIn('windows-1252', 'macintosh');
const macintoshBytes = bytesOnlyIn('macintosh', 'windows-1252');

/** The code page with more usual characters for bytes that are not UTF-8. */
export function codePageOf(bytes: Uint8Array): CodePage {
  let balance = 0;
  for (const byte of bytes) {
    if (byte < 0x80) continue;
    if (windowsBytes.has(byte)) balance += 1;
    else if (macintoshBytes.has(byte)) balance -= 1;
  }
  return balance < 0 ? 'macintosh' : 'windows-1252';
}

const byteByCharacter = CODE_PAGES.map(
  (page) => new Map(charactersOf(page).map((character, byte) => [character, byte])),
);

/** First bytes of accents, quotation marks and the mark in UTF-8, as either code page shows them. */
const GARBLED = /[ÂÃÅâï¬√≈‚Ô]/;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns `Montréal` for `MontrÃ©al` and `Montr√©al`, UTF-8 that was read in a code page. */
export function repairedAccents(text: string): string {
  if (!GARBLED.test(text)) return text;
  for (const byteOf of byteByCharacter) {
    const bytes = Array.from(text, (character) => byteOf.get(character) ?? Number.NaN);
    if (bytes.some(Number.isNaN)) continue;
    try {
      return utf8.decode(Uint8Array.from(bytes));
    } catch {
      continue;
    }
  }
  return text;
}
