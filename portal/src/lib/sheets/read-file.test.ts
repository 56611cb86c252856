import { readFileSync } from 'node:fs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { MAX_COLUMNS, MAX_FILE_BYTES } from './file-fault.ts';
import { readFile } from './read-file.ts';

const ROW = 'A-1,Ana Roy,+15145550123,12 rue Roy,Montréal,QC,H2X 1Y4,CA,NEXTDAY';
const HEADERS =
  'order_ref_number,recipient_name,recipient_phone,recipient_street,recipient_city,recipient_province,recipient_postal_code,recipient_country,service';
const FILE = `${HEADERS}\n${ROW}\n`;

const isHeader = (text: string) => HEADERS.split(',').includes(text);

/** Text in the encoding of older spreadsheets. */
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function utf16(text: string, mark: readonly number[], isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index++) {
    view.setUint16(index * 2, text.charCodeAt(index), isLittle);
  }
  return Uint8Array.from([...mark, ...new Uint8Array(view.buffer)]);
}

/** Returns the cells of the first row by header, or the error code. */
async function given(content: string | Uint8Array<ArrayBuffer>) {
  const read = await readFile(new Blob([content]), isHeader);
  if ('fault' in read) return read.fault;
  return { headers: read.headers.length, rows: read.rows, lines: read.lines };
}

describe('a file with one row is read', () => {
  test.each([
    ['as it is', FILE],
    ['with a byte order mark', `\uFEFF${FILE}`],
    ['with Windows line ends', FILE.replaceAll('\n', '\r\n')],
    ['with old Macintosh line ends', FILE.replaceAll('\n', '\r')],
    ['without a line end', FILE.trimEnd()],
    ['with semicolons', FILE.replaceAll(',', ';')],
    ['with tabs', FILE.replaceAll(',', '\t')],
    ['with bars', FILE.replaceAll(',', '|')],
    ['with a line that names the separator', `sep=;\r\n${FILE.replaceAll(',', ';')}`],
    ['in Windows-1252', latin(FILE)],
    ['in Mac OS Roman', latin(FILE).map((byte) => (byte === 0xe9 ? 0x8e : byte))],
    ['in UTF-16, little end first', utf16(FILE, [0xff, 0xfe], true)],
    ['in UTF-16, big end first', utf16(FILE, [0xfe, 0xff], false)],
    ['with everything in quotes', FILE.replace(/[^,\n]+/g, '"$&"')],
    ['with blank lines', `\n${HEADERS}\n\n,,,,,,,,\n${ROW}\n\n`],
    ['with empty columns at the end', FILE.replaceAll('\n', ',,,\n')],
    ['with spaces around cells', FILE.replaceAll(',', ' , ')],
  ])('%s', async (_, content) => {
    const read = await given(content);
    expect(read).toMatchObject({ headers: 9 });
    expect(
      'rows' in read && read.rows.map((row) => row.slice(0, 9).map((cell) => cell.trim())),
    ).toEqual([ROW.split(',')]);
  });
});

/** Made by that software. */
const made = (by: string) =>
  Uint8Array.from(readFileSync(new URL(`./testing/${by}.xlsx`, import.meta.url)));

test.each(['libreoffice', 'gnumeric', 'openpyxl', 'xlsxwriter'])(
  'a workbook by %s is read as it is shown',
  async (software) => {
    expect(await given(made(software))).toEqual({
      headers: 8,
      rows: [
        ['A-1', 'Zoé Roy', '15145550123', '2139', 'yes', '0.3', '2026-12-03', '#N/A'],
        ['1234567890123', 'Bo "Bob" <Lee> & Co', '+1 514 555 0123', 'H2X 1Y4', 'no', '2', '13:05'],
        ['A-3', '', '', '', '', '', '2026-12-03 14:30'],
      ],
      lines: [2, 4, 5],
    });
  },
);

const workbookOf = async (...sheets: (string | number)[][][]) =>
  Uint8Array.from(
    await writeXlsx({ sheets: sheets.map((rows, index) => ({ name: `Sheet ${index}`, rows })) }),
  );

test('a row in which every formula failed is blank', async () => {
  const rows = [HEADERS.split(','), ROW.split(','), ['#N/A', '', '#REF!'], ['A-2', '#SPILL!']];
  expect(await given(await workbookOf(rows))).toMatchObject({
    rows: [ROW.split(','), ['A-2', '#SPILL!']],
    lines: [2, 4],
  });
});

test('a sheet without cells is passed over', async () => {
  expect(await given(await workbookOf([], [HEADERS.split(','), ROW.split(',')]))).toMatchObject({
    rows: [ROW.split(',')],
  });
  expect(await given(await workbookOf([], []))).toEqual({ code: 'empty' });
});

test('a chart before the sheet with the orders is passed over', async () => {
  const {
    'xl/worksheets/sheet1.xml': _empty,
    'xl/_rels/workbook.xml.rels': relations = new Uint8Array(),
    ...parts
  } = unzipSync(await workbookOf([], [HEADERS.split(','), ROW.split(',')]));
  const chart = strFromU8(relations)
    .replace(/\/worksheet(?="[^>]*sheet1\.xml)/, '/chartsheet')
    .replace('worksheets/sheet1.xml', 'chartsheets/sheet1.xml');
  expect(chart).toContain('/relationships/chartsheet"');
  const book = zipSync({
    ...parts,
    'xl/_rels/workbook.xml.rels': strToU8(chart),
    'xl/chartsheets/sheet1.xml': strToU8('<chartsheet><sheetViews/></chartsheet>'),
  });
  expect(await given(book)).toMatchObject({ rows: [ROW.split(',')] });
});

test('at most five sheets are searched for cells', async () => {
  const rows = [HEADERS.split(','), ROW.split(',')];
  expect(await given(await workbookOf([], [], [], [], rows))).toMatchObject({ lines: [2] });
  expect(await given(await workbookOf([], [], [], [], [], rows))).toEqual({ code: 'empty' });
});

test('a workbook with a row beyond the last row of Excel is damaged', async () => {
  const name = 'xl/worksheets/sheet1.xml';
  const parts = unzipSync(await workbookOf([HEADERS.split(','), ROW.split(',')]));
  const withRow = (number: number) => {
    const sheet = strFromU8(parts[name] ?? new Uint8Array());
    return zipSync({
      ...parts,
      [name]: strToU8(sheet.replace('<row r="2"', `<row r="${number}"`)),
    });
  };
  expect(await given(withRow(1_048_576))).toMatchObject({ lines: [1_048_576] });
  expect(await given(withRow(1_048_577))).toEqual({ code: 'workbookBroken' });
});

test('a quoted cell keeps its line breaks, separators and doubled quotes', async () => {
  expect(
    await given('order_ref_number,notes\nA,"Ring ""twice"",\nthen wait"\nB,x\n'),
  ).toMatchObject({
    rows: [
      ['A', 'Ring "twice",\nthen wait'],
      ['B', 'x'],
    ],
  });
});

test('rows keep the numbers that a spreadsheet shows', async () => {
  expect(await given(`${HEADERS}\n\n${ROW}\n\n${ROW}\n`)).toMatchObject({ lines: [3, 5] });
});

test('lines with more cells than headers are named', async () => {
  const read = await readFile(new Blob(['a,b\n1,2\n1,2,3\n']), isHeader);
  expect(read).toMatchObject({ longLines: [3] });
});

describe('a file that cannot be read says why', () => {
  test.each([
    ['empty', '', { code: 'empty' }],
    ['only a byte order mark', '\uFEFF', { code: 'empty' }],
    ['only blank lines', '\n\n \n', { code: 'empty' }],
    ['only headers', HEADERS, { code: 'noRows' }],
    ['one row without headers', ROW, { code: 'oneLine' }],
    ['a PDF that is named .csv', '%PDF-1.7 …', { code: 'pdf' }],
    ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), { code: 'oldExcel' }],
    [
      'a web page that is named .xls',
      '\n<html><body>\n<table><tr><td>Name, phone</td></tr></table>',
      { code: 'webPage' },
    ],
    ['an XML spreadsheet', '<?xml version="1.0"?>\n<Workbook>\n', { code: 'webPage' }],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13), { code: 'notText' }],
    [
      'a quote that is never closed',
      `${HEADERS}\n${ROW}\nA-2,"Bo Roy`,
      { code: 'unclosedQuote', values: { line: 3 } },
    ],
    [
      '10,000 columns',
      `${'c,'.repeat(9999)}c\n1\n`,
      { code: 'tooManyColumns', values: { count: 10_000, limit: MAX_COLUMNS } },
    ],
    [
      '100,001 rows',
      `a\n${'1\n'.repeat(100_001)}`,
      { code: 'tooManyRows', values: { count: 100_001, limit: 100_000 } },
    ],
    [
      'a zip archive that is no workbook',
      zipSync({ 'a.txt': strToU8('hello') }),
      { code: 'workbookBroken' },
    ],
    [
      'a workbook that was cut off',
      made('libreoffice').subarray(0, 2000),
      { code: 'workbookBroken' },
    ],
    [
      'a zip bomb',
      zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(301 * 2 ** 20) }, { level: 9 }),
      { code: 'workbookTooLarge', values: { limit: 300 } },
    ],
  ] as const)('%s', async (_, content, fault) => {
    expect(await given(typeof content === 'string' ? content : content.slice())).toEqual(fault);
  });

  test('200 MB', async () => {
    const part = new Blob([new Uint8Array(MAX_FILE_BYTES)]);
    const read = await readFile(new Blob([part, part, part, part]), isHeader);
    expect(read).toEqual({ fault: { code: 'tooLarge', values: { size: 200, limit: 50 } } });
  });
});
