import { describe, expect, test } from 'vitest';
import { strToU8, zipSync } from 'fflate';
import { ImportBook } from '../book/import-book.ts';
import { templateCsv } from '../template.ts';
import { MAX_COLUMNS, MAX_FILE_BYTES } from './file-fault.ts';
import { readFile } from './read-file.ts';
import { workbook } from './testing/workbook.ts';

const ROW = 'A-1,Ana Roy,+15145550123,12 rue Roy,Montréal,QC,H2X 1Y4,CA,NEXTDAY';
const HEADERS =
  'order_ref_number,recipient_name,recipient_phone,recipient_street,recipient_city,recipient_province,recipient_postal_code,recipient_country,service';
const FILE = `${HEADERS}\n${ROW}\n`;

/** Text in the encoding of older spreadsheets. */
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function utf16(text: string, mark: readonly number[], isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index++) {
    view.setUint16(index * 2, text.charCodeAt(index), isLittle);
  }
  return Uint8Array.from([...mark, ...new Uint8Array(view.buffer)]);
}

/** What a file gives: cells of the first row by header, or the code of why it cannot be read. */
async function given(content: string | Uint8Array<ArrayBuffer>) {
  const read = await readFile(new Blob([content]));
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
    ['in UTF-16, little end first', utf16(FILE, [0xff, 0xfe], true)],
    ['in UTF-16, big end first', utf16(FILE, [0xfe, 0xff], false)],
    ['with everything in quotes', FILE.replace(/[^,\n]+/g, '"$&"')],
    ['with blank lines', `\n${HEADERS}\n\n,,,,,,,,\n${ROW}\n\n`],
    ['with empty columns at the end', FILE.replaceAll('\n', ',,,\n')],
    ['with spaces around cells', FILE.replaceAll(',', ' , ')],
    [
      'from Excel',
      workbook(
        FILE.trim()
          .split('\n')
          .map((line) => line.split(',')),
      ),
    ],
  ])('%s', async (_, content) => {
    const read = await given(content);
    expect(read).toMatchObject({ headers: 9 });
    expect(
      'rows' in read && read.rows.map((row) => row.slice(0, 9).map((cell) => cell.trim())),
    ).toEqual([ROW.split(',')]);
  });
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
  const read = await readFile(new Blob(['a,b\n1,2\n1,2,3\n']));
  expect(read).toMatchObject({ longLines: [3] });
});

describe('a file that cannot be read says why', () => {
  test.each([
    ['empty', '', { code: 'empty' }],
    ['only a byte order mark', '\uFEFF', { code: 'empty' }],
    ['only blank lines', '\n\n \n', { code: 'empty' }],
    ['only headers', HEADERS, { code: 'noRows' }],
    ['a PDF that is named .csv', '%PDF-1.7 …', { code: 'pdf' }],
    ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), { code: 'oldExcel' }],
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
      workbook([['a'], ['1']]).slice(0, 200),
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
    const read = await readFile(new Blob([part, part, part, part]));
    expect(read).toEqual({ fault: { code: 'tooLarge', values: { size: 200, limit: 50 } } });
  });
});

const RULES = {
  origin: {
    street: '1 Main St',
    city: 'Toronto',
    province: 'ON',
    postalCode: 'M5V 3L9',
    country: 'CA',
    isBusinessAddress: false,
  },
  phoneOptional: false,
} as const;

/** What an import of two files comes to. */
async function imported(
  details: string,
  packages = 'order_ref_number,package_weight,package_weight_unit\nA-1,2.5,lb\n',
) {
  const book = new ImportBook();
  await book.read('orderDetails', { blob: new Blob([details]), name: 'details.csv' });
  await book.read('orderPackages', { blob: new Blob([packages]), name: 'packages.csv' });
  return { book, summary: book.check(RULES) };
}

test('our own templates import without a problem or a correction', async () => {
  const { summary } = await imported(templateCsv('orderDetails'), templateCsv('orderPackages'));
  expect(summary).toMatchObject({
    orders: 2,
    ready: 2,
    packages: 3,
    warnings: 0,
    stray: 0,
    corrections: {},
  });
});

const cells = (changes: Readonly<Record<string, string>>) => {
  const names = HEADERS.split(',');
  const row = ROW.split(',').map((cell, index) => changes[names[index] ?? ''] ?? cell);
  return `${HEADERS}\n${row.map((cell) => `"${cell}"`).join(',')}\n`;
};

describe('an ugly row becomes an order', () => {
  test.each([
    [
      'French headers',
      FILE.replace(
        HEADERS,
        'N° de commande,Nom du destinataire,Téléphone,Rue,Ville,Province,Code postal,Pays,Service',
      ),
      {},
    ],
    [
      'headers in capitals and other words',
      FILE.replace(
        HEADERS,
        'ORDER #,CUSTOMER NAME,PHONE NUMBER,ADDRESS,CITY,STATE,ZIP CODE,COUNTRY,SERVICE LEVEL',
      ),
      {},
    ],
    ['a province by name', cells({ recipient_province: 'Québec' }), { provinceByName: 1 }],
    ['a country by name', cells({ recipient_country: 'Canada' }), { countryByName: 1 }],
    ['no country', cells({ recipient_country: '' }), { countryFromPostalCode: 1 }],
    ['no province', cells({ recipient_province: '' }), { provinceFromPostalCode: 1 }],
    ['a lower-case postal code', cells({ recipient_postal_code: 'h2x1y4' }), {}],
    [
      'a postal code with O for 0',
      cells({ recipient_postal_code: 'H2X-1Y4' }),
      { postalCodeWritten: 1 },
    ],
    [
      'a ZIP code that lost its zero',
      cells({ recipient_province: 'NJ', recipient_postal_code: '7030', recipient_country: 'US' }),
      { zipZeroRestored: 1 },
    ],
    ['a national phone', cells({ recipient_phone: '(514) 555-0123' }), { phoneWritten: 1 }],
    [
      'a phone with an extension',
      cells({ recipient_phone: '514 555-0123 poste 4' }),
      { phoneExtensionMoved: 1 },
    ],
    ['a service by its French name', cells({ service: 'Lendemain' }), { serviceByName: 1 }],
    [
      'a cell that Excel keeps as text',
      cells({ recipient_street: '=""12 rue Roy""' }),
      { textUnwrapped: 1 },
    ],
  ])('%s', async (_, details, corrections) => {
    const { summary } = await imported(details);
    expect(summary).toMatchObject({ ready: 1, corrections });
  });
});

test('a file in the place of the other is noticed, and the two can be swapped', async () => {
  const book = new ImportBook();
  const packages = await book.read('orderDetails', {
    blob: new Blob(['Reference,Weight,Height\nA,1,2']),
    name: 'p',
  });
  const details = await book.read('orderPackages', { blob: new Blob([FILE]), name: 'd' });
  expect([packages, details]).toMatchObject([
    { looksLike: 'orderPackages' },
    { looksLike: 'orderDetails' },
  ]);
  expect(book.swap()).toMatchObject({ orderDetails: { name: 'd' }, orderPackages: { name: 'p' } });
});

test('headers that were mapped by hand once are mapped again', async () => {
  const book = new ImportBook();
  const blob = new Blob(['Qui,Reference\nAna,A-1']);
  const read = await book.read('orderDetails', {
    blob,
    name: 'd',
    remembered: { qui: 'recipient_name' },
  });
  expect(read).toMatchObject({ columns: ['recipient_name', 'order_ref_number'] });
});

test('a fix is checked at once, and undone', async () => {
  const { book, summary } = await imported(cells({ recipient_name: '', recipient_phone: '12' }));
  expect(summary).toMatchObject({ ready: 0, rowsWithProblems: { orderDetails: 1 } });
  expect(book.firstProblem('orderDetails', [1], -1)).toEqual({ row: 1, column: 'recipient_name' });
  book.write('orderDetails', [{ row: 1, column: 'recipient_name', value: 'Ana' }]);
  const fixed = book.write('orderDetails', [
    { row: 1, column: 'recipient_phone', value: '514 555-0123' },
  ]);
  expect(fixed).toMatchObject({ ready: 1, canUndo: true });
  expect(book.undo()).toMatchObject({ summary: { ready: 0 }, row: 1, column: 'recipient_phone' });
});

test('a package that gets the reference of an order joins it', async () => {
  const packages = 'order_ref_number,package_weight,package_weight_unit\nB-9,2.5,lb\n';
  const { book, summary } = await imported(FILE, packages);
  expect(summary).toMatchObject({ ready: 0, stray: 1 });
  const joined = book.write('orderPackages', [
    { row: 1, column: 'order_ref_number', value: 'A-1' },
  ]);
  expect(joined).toMatchObject({ ready: 1, stray: 0, packages: 1 });
});

test('pasted cells go where they belong, and a single one fills the selection', async () => {
  const { book } = await imported(`${FILE}${ROW.replace('A-1', 'A-2')}\n`);
  const place = { rows: [1, 2], height: 2, column: 1, width: 1 };
  book.paste('orderDetails', place, 'Bo\tbo@example.com\nCy\tcy@example.com');
  expect(book.rows('orderDetails', [1, 2]).map(({ cells }) => cells.slice(1, 3))).toEqual([
    ['Bo', 'bo@example.com'],
    ['Cy', 'cy@example.com'],
  ]);
  book.paste('orderDetails', place, 'Di');
  expect(book.rows('orderDetails', [1, 2]).map(({ cells }) => cells[1])).toEqual(['Di', 'Di']);
  book.fillDown('orderDetails', [1, 2], ['recipient_street']);
});

test('every row is sent as it stands, numeric columns as numbers', async () => {
  const { book } = await imported(cells({ recipient_name: '' }));
  expect(book.upload()).toMatchObject({
    rows: {
      orderDetailsCsv: [{ order_ref_number: 'A-1', service: 'NEXTDAY' }],
      orderPackagesCsv: [
        { order_ref_number: 'A-1', package_weight: 2.5, package_weight_unit: 'lb' },
      ],
    },
  });
});
