import { describe, expect, test, vi } from 'vitest';
import type { OrderDetailsColumn } from '@portage/contract/imports/import-columns';
import { templateCsv } from '../BulkImportPage.tsx';
import type { FileSummary } from './chosen-files.ts';
import { ImportBook } from './import-book.ts';
import { type ImportSummary, importTotals } from './import-views.ts';
import { keepImport, type KeptImport, outlived, readKeptBytes } from './kept-imports.ts';

vi.mock('./kept-imports.ts', { spy: true });

const ROW = 'A-1,Ana Roy,+15145550123,12 rue Roy,Montréal,QC,H2X 1Y4,CA,NEXTDAY';
const HEADERS =
  'order_ref_number,recipient_name,recipient_phone,recipient_street,recipient_city,recipient_province,recipient_postal_code,recipient_country,service';
const FILE = `${HEADERS}\n${ROW}\n`;

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

/** A summary with the orders that are created where nothing is confirmed. */
const counted = (summary: ImportSummary) => {
  const choices = { confirmed: false, createsAttention: false };
  const { orders: ready, packages } = importTotals(summary.groups, choices);
  return { ...summary, ready, packages };
};

const NOTHING_REMEMBERED = { orderDetails: {}, orderPackages: {} };

/** Returns the result of importing two files. */
async function imported(
  details: string,
  packages = 'order_ref_number,package_weight,package_weight_unit\nA-1,2.5,lb\n',
) {
  const book = new ImportBook();
  await book.read('orderDetails', { blob: new Blob([details]), name: 'details.csv' });
  await book.read('orderPackages', { blob: new Blob([packages]), name: 'packages.csv' });
  return { book, summary: counted(book.check(RULES)) };
}

/** Returns the result of importing one file with orders and packages. */
async function oneFile(text: string) {
  const book = new ImportBook();
  const read = await book.read('orderDetails', { blob: new Blob([text]), name: 'one.csv' });
  const shared = book.share({});
  return { book, read, shared, summary: counted(book.check(RULES)) };
}

function sent(book: ImportBook) {
  const body = book.upload();
  if ('files' in body) throw new Error('The rows are sent as files');
  return body.rows;
}

test('our own templates import without a problem or a correction', async () => {
  const { summary } = await imported(templateCsv('orderDetails'), templateCsv('orderPackages'));
  expect(summary).toMatchObject({
    orders: 2,
    ready: 2,
    packages: 3,
    rowsWithWarnings: { orderDetails: 0, orderPackages: 0 },
    stray: 0,
    corrections: {},
  });
});

const cells = (changes: Readonly<Record<string, string>>) => {
  const names = HEADERS.split(',');
  const row = ROW.split(',').map((cell, index) => changes[names[index] ?? ''] ?? cell);
  return `${HEADERS}\n${row.map((cell) => `"${cell}"`).join(',')}\n`;
};

test('a save that failed is repeated with the files', async () => {
  const draft = { id: 'import-1', owner: 'Ana' };
  const save = vi.mocked(keepImport).mockRejectedValueOnce(null).mockResolvedValueOnce(draft.id);
  const { book } = await imported(FILE);
  book.check(RULES, draft);
  expect(await book.kept()).toEqual({ isKept: false });
  book.write('orderDetails', [{ row: 1, column: 'recipient_name', value: 'Bo Roy' }]);
  expect(await book.kept()).toEqual({ isKept: true });
  expect(save.mock.calls.map(([, { areNew }]) => areNew)).toEqual([true, true]);
});

test.each([
  'N° de commande,Nom du destinataire,Téléphone,Rue,Ville,Province,Code postal,Pays,Service',
  'ORDER #,CUSTOMER NAME,PHONE NUMBER,ADDRESS,CITY,STATE,ZIP CODE,COUNTRY,SERVICE LEVEL',
])('the headers %s become an order', async (headers) => {
  const { summary } = await imported(FILE.replace(HEADERS, headers));
  expect(summary).toMatchObject({ ready: 1, corrections: {} });
});

test('corrected cells are counted, but not a postal code in lower case', async () => {
  const changes = { recipient_province: 'Québec', recipient_postal_code: 'h2x1y4' };
  const { summary } = await imported(cells({ ...changes, recipient_phone: '514 555-0123' }));
  expect(summary).toMatchObject({ ready: 1, corrections: { provinceByName: 1, phoneWritten: 1 } });
});

test('garbled accents are shown as they will be printed', async () => {
  const { book, summary } = await imported(cells({ recipient_city: 'MontrÃ©al' }));
  expect(summary).toMatchObject({ ready: 1, corrections: { accentsRestored: 1 } });
  expect(book.rows('orderDetails', [1])[0]?.cells).toContain('Montréal');
});

test('swapped files are detected and can be swapped back', async () => {
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
  const remembered = { orderDetails: { service: 'none' }, orderPackages: {} } as const;
  expect(book.swap(remembered)).toMatchObject({
    orderDetails: { name: 'd', columns: expect.not.arrayContaining(['service']) },
    orderPackages: { name: 'p' },
  });
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

test('rows to review are distinguished from rows with a problem', async () => {
  const details = `${FILE}${ROW.replace('A-1', 'A-2').replace('Ana Roy', '')}\n`;
  const { book } = await imported(details, 'order_ref_number\nA-1\nA-2\n');
  const displayNameUnknown = {
    file: 'orderDetails',
    row: 1,
    column: 'merchant_display_name',
    code: 'displayNameUnknown',
    severity: 'warning',
    message: '',
  } as const;
  const checked = book.takeAnswer(
    { detailsRows: [1], packagesRows: [], version: 1 },
    { problems: [displayNameUnknown], corrections: [], prices: [] },
  );
  expect(counted(checked)).toMatchObject({
    ready: 1,
    rowsWithProblems: { orderDetails: 1 },
    rowsWithWarnings: { orderDetails: 1 },
  });
  expect(book.rowNumbers('orderDetails', 'problems')).toEqual([2]);
  expect(book.rowNumbers('orderDetails', 'warnings')).toEqual([1]);
});

test('a fix is checked at once and can be undone', async () => {
  const { book, summary } = await imported(cells({ recipient_name: '', recipient_phone: '12' }));
  expect(summary).toMatchObject({ ready: 0, rowsWithProblems: { orderDetails: 1 } });
  expect(book.firstProblem('orderDetails', [1], -1)).toEqual({ row: 1, column: 'recipient_name' });
  book.write('orderDetails', [{ row: 1, column: 'recipient_name', value: 'Ana' }]);
  const fixed = book.write('orderDetails', [
    { row: 1, column: 'recipient_phone', value: '514 555-0123' },
  ]);
  expect(counted(fixed)).toMatchObject({ ready: 1, canUndo: true });
  const undone = book.undo();
  expect(undone).toMatchObject({ row: 1, column: 'recipient_phone', summary: { groups: [] } });
});

test('a fix written twice, by Enter and by leaving the cell, takes one undo', async () => {
  const { book } = await imported(cells({ recipient_name: '' }));
  const fix = [{ row: 1, column: 'recipient_name', value: 'Ana' }];
  book.write('orderDetails', fix);
  book.write('orderDetails', fix);
  expect(book.undo()).toMatchObject({ summary: { groups: [], canUndo: false } });
});

test('changed and undeliverable orders are counted only when chosen', async () => {
  const rows = ['A-1', 'A-2', 'A-3'].map((ref) => ROW.replace('A-1', ref));
  const details = [HEADERS, rows[0], rows[1]?.replace('NEXTDAY', 'OVERNIGHT'), rows[2]].join('\n');
  const { book } = await imported(details, 'order_ref_number\nA-1\nA-2\nA-3\n');
  const { groups, changes } = book.takeAnswer(
    { detailsRows: [1, 2, 3], packagesRows: [], version: 1 },
    {
      problems: [
        {
          ...{ file: 'orderDetails', row: 3, column: 'recipient_postal_code', code: 'outOfArea' },
          ...{ severity: 'attention', message: '' },
        } as const,
      ],
      corrections: [],
      prices: [
        { row: 1, price: 10, currency: 'CAD' },
        { row: 2, price: 12.5, currency: 'CAD' },
      ],
    },
  );
  const totals = (confirmed: boolean, createsAttention: boolean) =>
    importTotals(groups, { confirmed, createsAttention });
  expect(totals(false, false)).toMatchObject({ orders: 1, unchecked: 0, cents: { CAD: 1000 } });
  expect(totals(true, false)).toMatchObject({ orders: 2, cents: { CAD: 2250 } });
  expect(totals(true, true)).toMatchObject({ orders: 3, packages: 3 });
  expect(changes).toMatchObject([{ orders: 1, problem: { code: 'serviceAssumed' } }]);
});

describe('headers', () => {
  test('below a title are found', async () => {
    const book = new ImportBook();
    const blob = new Blob([`Orders of November\n\n${FILE.replaceAll(',', ';')}`]);
    const read = await book.read('orderDetails', { blob, name: 'd' });
    expect(read).toMatchObject({ rows: 1, headerLine: 3, headers: HEADERS.split(',') });
  });

  test('in another line are reported, and fixes stay with their line', async () => {
    const file = `Order,Name\n${FILE}${ROW.replace('A-1', 'A-2')}\n`;
    const { book } = await imported(file);
    book.write('orderDetails', [{ row: 3, column: 'recipient_name', value: 'Bo' }]);
    const { orderDetails } = book.setHeaderLine('orderDetails', 2, NOTHING_REMEMBERED);
    expect(orderDetails).toMatchObject({ rows: 2, headerLine: 2, headers: HEADERS.split(',') });
    book.check(RULES);
    const [, second] = book.rows('orderDetails', [1, 2]);
    expect([second?.line, ...(second?.cells.slice(0, 2) ?? [])]).toEqual([4, 'A-2', 'Bo']);
  });

  test('in another line of a shared file keep its packages’ fixes and the use of repeated rows', async () => {
    const headers = `${HEADERS},package_weight,package_weight_unit`;
    const { book } = await oneFile(`Order,Name\n${headers}\n${ROW},2,lb\n${ROW},3,lb\n`);
    book.setHeaderLine('orderPackages', 2, NOTHING_REMEMBERED);
    book.check(RULES);
    book.readRepeats('packages');
    book.write('orderPackages', [{ row: 2, column: 'package_weight', value: '4' }]);
    const changed = book.setHeaderLine('orderDetails', 2, NOTHING_REMEMBERED);
    expect(changed.orderPackages).toMatchObject({ headerLine: 2, isShared: true });
    expect(book.check(RULES)).toMatchObject({ orders: 1, repeats: { rows: 1, use: 'packages' } });
    expect(book.rows('orderPackages', [2])[0]?.cells).toContain('4');
  });

  test('may be missing: columns are matched by hand', async () => {
    const { book } = await imported(`${ROW}\n${ROW.replace('A-1', 'A-2')}\n`);
    const { orderDetails } = book.setHeaderLine('orderDetails', null, NOTHING_REMEMBERED);
    expect(orderDetails).toMatchObject({ rows: 2, headers: HEADERS.split(',').map(() => '') });
    book.map('orderDetails', HEADERS.split(',') as OrderDetailsColumn[]);
    expect(counted(book.check(RULES))).toMatchObject({ orders: 2, ready: 1 });
  });
});

test('fixes stay when the files are shown and checked again, until their file is replaced', async () => {
  const { book } = await imported(cells({ recipient_name: '', recipient_phone: '12' }));
  book.write('orderDetails', [
    { row: 1, column: 'recipient_name', value: 'Ana' },
    { row: 1, column: 'recipient_phone', value: '514 555-0123' },
  ]);
  expect(counted(book.check(RULES))).toMatchObject({ ready: 1, canUndo: true });
  expect(book.undo()).toMatchObject({ summary: { groups: [] } });
  book.write('orderDetails', [{ row: 1, column: 'recipient_phone', value: '514 555-0123' }]);

  const [, ...columns] = HEADERS.split(',') as OrderDetailsColumn[];
  book.map('orderDetails', [undefined, ...columns]);
  expect(book.check(RULES)).toMatchObject({ canUndo: false });
  expect(book.rows('orderDetails', [1])[0]?.cells.slice(0, 4)).toEqual([
    '',
    '',
    '',
    '514 555-0123',
  ]);

  await book.read('orderDetails', { blob: new Blob([cells({ recipient_name: '' })]), name: 'd' });
  book.check(RULES);
  expect(book.rows('orderDetails', [1])[0]?.cells[3]).toBe('+15145550123');
});

test('a package that gets the reference of an order joins it', async () => {
  const packages = 'order_ref_number,package_weight,package_weight_unit\nB-9,2.5,lb\n';
  const { book, summary } = await imported(FILE, packages);
  expect(summary).toMatchObject({ ready: 0, stray: 1 });
  const joined = book.write('orderPackages', [
    { row: 1, column: 'order_ref_number', value: 'A-1' },
  ]);
  expect(counted(joined)).toMatchObject({ ready: 1, stray: 0, packages: 1 });
});

test('more rows than one call allows are sent as files, with their numbers', async () => {
  const rows = Array.from({ length: 5001 }, (_, index) => ROW.replace('A-1', `A-${index}`));
  const { book } = await imported(`Orders of the week\n${HEADERS}\n${rows.join('\n')}\n`);
  const body = book.upload();
  const file = 'files' in body ? await body.files.orderDetails.text() : '';
  const [headers, first] = file.split('\r\n');
  expect(headers).toMatch(/^order_ref_number,.*,row_number$/);
  expect(first).toMatch(/^"A-0",.*,"3"$/);
});

test('pasted cells go to their places, and a single one fills the selection', async () => {
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

test('every row is sent as shown with its number, numeric columns as numbers', async () => {
  const { book } = await imported(`\n${cells({ recipient_name: '' })}`);
  expect(book.upload()).toMatchObject({
    rows: {
      orderDetailsCsv: [{ order_ref_number: 'A-1', service: 'NEXTDAY', row_number: '3' }],
      orderPackagesCsv: [
        { order_ref_number: 'A-1', package_weight: 2.5, package_weight_unit: 'lb' },
      ],
    },
  });
});

test('a single file gives each order one package, and a changed reference changes in both', async () => {
  const { book, read, shared, summary } = await oneFile(
    `${HEADERS},Weight,Weight unit\n${ROW},2.5,lb\n`,
  );
  expect(read).toMatchObject({ hasPackages: true, isShared: false });
  expect(shared).toMatchObject({ name: 'one.csv', rows: 1, isShared: true });
  expect(summary).toMatchObject({ ready: 1, packages: 1, stray: 0 });
  const cell = { row: 1, column: 'order_ref_number', value: 'B-1' };
  expect(counted(book.write('orderDetails', [cell]))).toMatchObject({ ready: 1, stray: 0 });
  expect(book.rows('orderPackages', [1])[0]?.cells[0]).toBe('B-1');
  expect(counted(book.undo()?.summary ?? book.summary())).toMatchObject({ ready: 1, stray: 0 });
  expect(book.rows('orderPackages', [1])[0]?.cells[0]).toBe('A-1');
});

test('a row that repeats an order of a single file is refused with its package', async () => {
  const text = `${HEADERS},Weight,Weight unit\n${ROW},2,lb\n${ROW.replace('Ana', 'Bo')},5,lb\n`;
  const { book, summary } = await oneFile(text);
  expect(summary).toMatchObject({ orders: 2, ready: 1, packages: 1 });
  expect(book.nextBatch(2)?.orderPackagesCsv).toMatchObject([{ package_weight: 2 }]);
  expect(sent(book).orderPackagesCsv).toMatchObject([{ package_weight: 2 }]);

  const cell = { row: 2, column: 'order_ref_number', value: 'B-1' };
  expect(counted(book.write('orderDetails', [cell]))).toMatchObject({ ready: 2, packages: 2 });
  expect(sent(book).orderPackagesCsv).toMatchObject([{ package_weight: 2 }, { package_weight: 5 }]);
});

describe('rows that repeat an order', () => {
  const OTHER = ROW.replace('A-1', 'A-2');
  const ITEM = ROW.replaceAll(/[^,]+/g, (cell, start) => (start === 0 ? cell : ''));

  const single = (lines: readonly string[]) =>
    oneFile([`${HEADERS},Weight (lb),Lineitem name`, ...lines].join('\n'));

  test('join it where they add nothing to it', async () => {
    const file = [HEADERS, ROW, ITEM, OTHER, ROW].join('\n');
    const { book, summary } = await imported(file, 'order_ref_number\nA-1\nA-2\n');
    expect(summary).toMatchObject({ orders: 2, ready: 2, packages: 2, joined: 2 });
    expect(book.rows('orderDetails', [1, 2]).map(({ line }) => line)).toEqual([2, 4]);
  });

  test('stay refused where a cell differs, by the lines of the file', async () => {
    const { book, summary } = await imported(
      [HEADERS, ROW, ITEM, OTHER, OTHER.replace('Ana', 'Bo')].join('\n'),
      'order_ref_number\nA-1\nA-2\n',
    );
    expect(summary).toMatchObject({ orders: 3, ready: 2, joined: 1 });
    expect(book.rows('orderDetails', [3])[0]).toMatchObject({
      line: 5,
      problems: [{ code: 'refDuplicated', values: { row: 4 } }],
    });
  });

  test('stay refused with a number of packages', async () => {
    const lines = [`${HEADERS},package_count`, `${ROW},1`, `${ROW},1`];
    const { summary } = await imported(lines.join('\n'), 'order_ref_number\n');
    expect(summary).toMatchObject({ orders: 2, ready: 1, packages: 1, joined: 0 });
  });

  test('are items where a single file gives them no weight', async () => {
    const blank = ITEM.replaceAll(',', ',-');
    const lines = [`${ROW},2,Mug`, `${ITEM},,Lid`, `${ITEM},0,Box`, `${blank},N/A,Bag`];
    const { book, summary } = await single(lines);
    expect(summary).toMatchObject({ orders: 1, ready: 1, packages: 1, joined: 3 });
    expect(summary.repeats).toEqual({ rows: 0, use: 'errors' });
    expect(sent(book).orderPackagesCsv).toMatchObject([{ package_weight: 2 }]);
  });

  test('are errors, packages or items with a weight, as the merchant says', async () => {
    const lines = [
      `${ROW},2,Mug`,
      `${ITEM},,Lid`,
      `${ROW},2,Pot`,
      `${OTHER},4,Mug`,
      `${ITEM},9,Pan`,
    ];
    const { book, summary } = await single(lines);
    const repeats = (use: string) => ({ joined: 1, repeats: { rows: 2, use } });
    expect(summary).toMatchObject({ orders: 4, ready: 2, packages: 2, ...repeats('errors') });

    const asPackages = counted(book.readRepeats('packages'));
    expect(asPackages).toMatchObject({ orders: 2, ready: 2, packages: 4, ...repeats('packages') });
    expect(sent(book).orderDetailsCsv).toMatchObject([{ row_number: '2' }, { row_number: '5' }]);
    expect(sent(book).orderPackagesCsv).toMatchObject(
      [2, 2, 4, 9].map((weight) => ({ package_weight: weight })),
    );
    expect(book.nextBatch(1)?.packagesRows).toEqual([1, 2, 4]);

    const asItems = counted(book.readRepeats('items'));
    expect(asItems).toMatchObject({ orders: 2, ready: 2, packages: 2, ...repeats('items') });
    expect(sent(book).orderPackagesCsv).toMatchObject([
      { package_weight: 2 },
      { package_weight: 4 },
    ]);
  });

  test.for([
    ['its order', 'orderDetails', 1],
    ['one of its packages', 'orderPackages', 2],
  ] as const)('keep their packages with an order whose reference changes in %s', async (where) => {
    const [, file, row] = where;
    const { book } = await single([`${ROW},2,Mug`, `${ROW},3,Pot`, `${OTHER},4,Mug`]);
    book.readRepeats('packages');
    const references = () => sent(book).orderPackagesCsv.map((cells) => cells.order_ref_number);
    const cell = { row, column: 'order_ref_number', value: 'B-1' };
    expect(counted(book.write(file, [cell]))).toMatchObject({ ready: 2, packages: 3 });
    expect(references()).toEqual(['B-1', 'B-1', 'A-2']);
    expect(book.undo()).toMatchObject({ file, row, summary: { stray: 0 } });
    expect(references()).toEqual(['A-1', 'A-1', 'A-2']);
    book.write(file, [cell]);
    expect(counted(book.readRepeats('errors'))).toMatchObject({ ready: 3, packages: 3 });
    expect(references()).toEqual(['B-1', 'A-1', 'A-2']);
  });

  test('are all packages of an order whose own package was typed and undone', async () => {
    const { book } = await single([`${ROW},,Mug`, `${ROW},3,Pot`]);
    book.write('orderPackages', [{ row: 1, column: 'package_weight', value: '2' }]);
    book.undo();
    expect(counted(book.readRepeats('packages'))).toMatchObject({ ready: 1, packages: 1 });
  });

  test('leave a refused order’s packages out', async () => {
    const bo = ROW.replace('Ana', 'Bo');
    const { book } = await single([`${ROW},2,Mug`, `${bo},5,Mug`, `${ROW},3,Pot`]);
    expect(counted(book.readRepeats('packages'))).toMatchObject({ orders: 2, packages: 2 });
    expect(sent(book).orderPackagesCsv).toMatchObject([
      { package_weight: 2 },
      { package_weight: 3 },
    ]);
  });

  test('keep the rows of cells changed by hand, whatever joins', async () => {
    const { book } = await single([`${ROW},2,Mug`, `${ROW},3,Pot`, `${OTHER},4,Mug`]);
    const cell = { column: 'recipient_name', value: 'Di' };
    book.write('orderDetails', [{ row: 3, ...cell }]);
    expect(book.readRepeats('packages').canUndo).toBe(false);
    expect(sent(book).orderDetailsCsv).toMatchObject([
      { recipient_name: 'Ana Roy' },
      { recipient_name: 'Di' },
    ]);
    book.write('orderDetails', [{ row: 2, ...cell, value: 'Ed' }]);
    book.readRepeats('errors');
    expect(sent(book).orderDetailsCsv[2]).toMatchObject({ recipient_name: 'Ed' });
  });

  test('are all the packages of an order whose first row has none', async () => {
    const { book } = await single([`${ROW},,`, `${ITEM},3,Pot`, `${ITEM},4,Mug`, `${OTHER},,Mug`]);
    expect(counted(book.readRepeats('packages'))).toMatchObject({ ready: 2, packages: 3 });
    expect(sent(book).orderPackagesCsv).toMatchObject([
      { order_ref_number: 'A-1', package_weight: 3 },
      { order_ref_number: 'A-1', package_weight: 4 },
      { order_ref_number: 'A-2' },
    ]);
    book.readRepeats('errors');
    book.write('orderPackages', [{ row: 1, column: 'package_weight', value: '2 lb' }]);
    expect(counted(book.readRepeats('packages'))).toMatchObject({ ready: 2, packages: 4 });
  });

  test('stay orders with another reference in an import that was kept', async () => {
    const columns = HEADERS.split(',') as OrderDetailsColumn[];
    const edits = [{ row: 2, column: 'order_ref_number', value: 'B-1' }];
    const file = { name: 'f.csv', headerLine: 1, columns, edits: [], isShared: false };
    const files = { orderDetails: { ...file, edits }, orderPackages: file };
    const text = [HEADERS, ROW, ROW, ROW].join('\n');
    const bytes = { orderDetails: new Blob([text]), orderPackages: new Blob([HEADERS]) };
    vi.mocked(readKeptBytes).mockResolvedValueOnce(bytes);
    const book = new ImportBook();
    await book.reopen({ id: 'i', owner: 'Ana', savedAt: 0, rows: 3, size: 0, files });
    expect(book.check(RULES)).toMatchObject({ orders: 2, joined: 1 });
    expect(sent(book).orderDetailsCsv[1]).toMatchObject({ order_ref_number: 'B-1' });
  });

  test('are orders of their own with another reference, whatever joins', async () => {
    const { book } = await single([`${ROW},2,Mug`, `${ROW},3,Pot`, `${ROW},4,Pan`]);
    book.write('orderDetails', [{ row: 2, column: 'order_ref_number', value: 'B-1' }]);
    const summary = counted(book.readRepeats('packages'));
    expect(summary).toMatchObject({ ready: 2, packages: 3, repeats: { rows: 1 } });
    expect(sent(book).orderPackagesCsv).toMatchObject([
      { order_ref_number: 'A-1', package_weight: 2 },
      { order_ref_number: 'B-1', package_weight: 3 },
      { order_ref_number: 'A-1', package_weight: 4 },
    ]);
  });
});

test('references of a column matched later win over numbers given before', async () => {
  const [, ...columns] = HEADERS.split(',') as OrderDetailsColumn[];
  const lines = [`Odd,${columns.join(',')}`, ROW, ROW.replace('A-1', '')];
  const { book } = await oneFile(lines.join('\n'));
  book.numberOrders('N');
  book.map('orderDetails', ['order_ref_number', ...columns]);
  expect(counted(book.check(RULES))).toMatchObject({ ready: 2, unnumbered: 0 });
  const references = book.rows('orderDetails', [1, 2]).map(({ cells: [first] }) => first);
  expect(references).toEqual(['A-1', 'N-3']);
});

test('orders without a reference are numbered by their lines, with undo', async () => {
  const unnumbered = ROW.replace('A-1', '');
  const lines = [`${HEADERS},Weight (lb)`, `${ROW},2`, `${unnumbered},3`, '', `${unnumbered},4`];
  const { book, summary } = await oneFile(lines.join('\n'));
  expect(summary).toMatchObject({ ready: 1, unnumbered: 2 });
  expect(counted(book.numberOrders('N'))).toMatchObject({ ready: 3, packages: 3, unnumbered: 0 });
  const references = book.rows('orderDetails', [1, 2, 3]).map(({ cells: [first] }) => first);
  expect(references).toEqual(['A-1', 'N-3', 'N-5']);
  expect(book.undo()?.summary).toMatchObject({ unnumbered: 2 });
});

test('one service fills all orders that have none of Portage', async () => {
  const services = ['', 'DRONE', 'NEXTDAY'].map(
    (service, index) => `${ROW.replace('A-1', `A-${index}`).replace('NEXTDAY', service)},1`,
  );
  const { book, summary } = await imported(
    [`${HEADERS},package_count`, ...services].join('\n'),
    'order_ref_number\n',
  );
  expect(summary).toMatchObject({ ready: 1, withoutService: 2 });
  expect(counted(book.setService('FLEX'))).toMatchObject({ ready: 3, withoutService: 0 });
  const given = sent(book).orderDetailsCsv.map(({ service }) => service);
  expect(given).toEqual(['FLEX', 'FLEX', 'NEXTDAY']);
});

test('an answer to earlier cells is not taken', async () => {
  const { book } = await imported(FILE);
  const batch = book.nextBatch(1);
  book.write('orderDetails', [{ row: 1, column: 'recipient_name', value: 'Di' }]);
  if (!batch) throw new Error('No order is ready');
  const prices = [{ row: 1, price: 9, currency: 'CAD' as const }];
  expect(book.takeAnswer(batch, { problems: [], corrections: [], prices }).groups).toMatchObject([
    { unchecked: 1, cents: {} },
  ]);
});

test('a header that objects know by themselves is no remembered column', async () => {
  const book = new ImportBook();
  const blob = new Blob([`${HEADERS},Constructor\n${ROW},x\n`]);
  const read = await book.read('orderDetails', { blob, name: 'one.csv', remembered: {} });
  expect((read as FileSummary).columns.at(-1)).toBeUndefined();
});

test('units in headers and halves of names are read', async () => {
  const headers =
    'Commande,Prénom,Nom,Adresse,Ville,Code postal,Tél.,Service,Poids (g),Longueur (cm)';
  const row = 'A-1,Ana,Roy,12 rue Roy,Montréal,H2X 1Y4,514 555-0123,NEXTDAY,1250,';
  const { book } = await oneFile(`${headers}\n${row}`);
  expect(book.nextBatch(1)).toMatchObject({
    orderDetailsCsv: [{ recipient_name: 'Ana Roy' }],
    orderPackagesCsv: [{ package_weight: 1250, package_weight_unit: 'g' }],
  });
});

test('a package file with headers alone is enough for orders with a number of packages', async () => {
  const details = `${HEADERS},package_count\n${ROW},2\n`;
  const { summary } = await imported(details, 'order_ref_number,package_weight\n');
  expect(summary).toMatchObject({ ready: 1, packages: 2, stray: 0 });
});

test('a check opens on the file with problems, or on all rows without any', async () => {
  const good = await imported(FILE);
  expect(good.book.opening()).toEqual({ file: 'orderDetails', rows: [1], problem: undefined });
  const bad = await imported(FILE, 'order_ref_number,package_weight\nA-1,2.5\n');
  expect(bad.book.opening()).toEqual({
    file: 'orderPackages',
    rows: [1],
    problem: { row: 1, column: 'package_weight_unit' },
  });
});

test('unfinished imports are bounded by age, number and size for each user', () => {
  const day = 24 * 60 * 60 * 1000;
  const now = 100 * day;
  const kept = (id: string, owner: string, age: number, size: number): KeptImport => {
    return { id, owner, savedAt: now - age * day, rows: 1, size, files: {} };
  };
  const megabyte = 2 ** 20;
  const all = [
    ...[1, 2, 3, 4, 5, 6].map((age) => kept(`many-${age}`, 'ana', age, megabyte)),
    kept('old', 'bo', 31, megabyte),
    ...[1, 2, 3].map((age) => kept(`large-${age}`, 'cy', age, 40 * megabyte)),
  ];
  expect(new Set(outlived(all, now).map(({ id }) => id))).toEqual(
    new Set(['many-6', 'old', 'large-3']),
  );
});
