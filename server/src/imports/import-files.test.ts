import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { OrderDetailsRow } from '@portage/contract/imports/import-columns';
import type { OrderImport } from '@portage/contract/imports/imports';
import { useTestServer } from '../testing/build-test-server.ts';
import { listOrders } from '../testing/edit-orders.ts';
import {
  csvFile,
  csvOf,
  detailsRow,
  packageRow,
  sendFiles,
  waitUntilImported,
} from '../testing/import-orders.ts';
import { codeOf, makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';

const server = useTestServer();

type FormEntry = readonly [part: string, file: File];

const DETAILS = csvFile(csvOf('orderDetails', [detailsRow()]), 'orders.csv');
const PACKAGES = csvFile(csvOf('orderPackages', [packageRow()]), 'packages.csv');

async function importFiles(
  merchant: TestMerchant,
  entries: readonly FormEntry[],
): Promise<OrderImport> {
  const answer = await sendFiles(merchant, entries);
  expect(answer.statusCode, answer.body).toBe(202);
  return waitUntilImported(merchant, answer.json<{ importId: string }>().importId);
}

test('a shop’s export is read by where it ships', async () => {
  const merchant = await makeMerchant(server);
  const { order_ref_number: reference, ...row } = detailsRow();
  const headers = [
    ...['Name', 'Lineitem name', 'Billing Name', 'First Name (Shipping)', 'Last Name (Shipping)'],
    ...['Shipping Address1', 'Shipping City', 'Shipping Zip', 'Shipping Phone', 'service'],
    'Weight (g)',
  ];
  const cells = [
    ...[reference, 'Mug', 'Ben Payer', 'Ana', 'Roy', row.recipient_street, row.recipient_city],
    ...[`'${String(row.recipient_postal_code)}`, row.recipient_phone, row.service, '1250'],
  ];
  const file = csvFile(`${headers.join(',')}\n${cells.join(',')}\n`);
  const done = await importFiles(merchant, [
    ['orderDetails', file],
    ['orderPackages', csvFile(`Order,Weight (g)\n${String(reference)},1250\n`)],
  ]);
  expect(done).toMatchObject({ created: 1, failed: 0 });
  expect(await listOrders(merchant, `importId=${done.id}`)).toMatchObject([
    { recipient: { name: 'Ana Roy' }, packages: [{ weightOptions: { weight: 1.25, unit: 'kg' } }] },
  ]);
});

test('a service user’s two files, in either order, are imported by name', async () => {
  const merchant = await makeMerchant(server);
  const service = await makeServiceUser(server, merchant);
  const answer = await sendFiles(service, [
    ['orderPackages', PACKAGES],
    ['orderDetails', DETAILS],
  ]);
  expect(answer.statusCode).toBe(202);
  const { importId } = answer.json<{ importId: string }>();
  expect(await waitUntilImported(merchant, importId)).toMatchObject({
    ...{ state: 'DONE', total: 1, packages: 1, created: 1, failed: 0 },
    ...{ orderDetailsName: 'orders.csv', orderPackagesName: 'packages.csv' },
    createdBy: service.username,
  });
  const repeated = await sendFiles(merchant, [
    ['orderDetails', DETAILS],
    ['orderPackages', PACKAGES],
  ]);
  expect(codeOf(repeated)).toBe('import_repeated');
});

test.each(['', 'text/plain', 'application/octet-stream', 'application/vnd.ms-excel'])(
  'files that a program sends as “%s” are imported',
  async (type) => {
    const merchant = await makeMerchant(server);
    const done = await importFiles(merchant, [
      ['orderDetails', new File([DETAILS], 'orders.csv', { type })],
      ['orderPackages', new File([PACKAGES], 'packages.csv', { type })],
    ]);
    expect(done).toMatchObject({ total: 1, created: 1 });
  },
);

const FRENCH =
  'Référence;Nom;Téléphone;Rue;Ville;Province;Code postal;Service\n' +
  'B-1;"Zoé ""Zo""\nTremblay";514 555-0123;12, rue Roy;Montréal;Québec;h2x1y4;Lendemain\n\n';

test.each([
  ['UTF-8 with a byte-order mark', Buffer.from(`\uFEFF${FRENCH}`)],
  ['Windows-1252', Buffer.from(FRENCH, 'latin1')],
  ['Mac OS Roman', Buffer.from(FRENCH.replaceAll('é', '\u008e'), 'latin1')],
  ['UTF-8 that a spreadsheet garbled', Buffer.from(Buffer.from(FRENCH).toString('latin1'))],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(FRENCH, 'utf16le')])],
  ['tabs', Buffer.from(FRENCH.replaceAll(';', '\t'))],
])('a file in %s with French headers is read', async (_, content) => {
  const merchant = await makeMerchant(server);
  const done = await importFiles(merchant, [
    ['orderDetails', csvFile(content)],
    ['orderPackages', csvFile(csvOf('orderPackages', [packageRow({ order_ref_number: 'B-1' })]))],
  ]);
  expect(done).toMatchObject({ total: 1, created: 1 });
  expect(await listOrders(merchant, `importId=${done.id}`)).toMatchObject([
    {
      recipient: { name: expect.stringMatching(/^Zoé "Zo"\s+Tremblay$/) },
      recipientAddress: { city: 'Montréal', province: 'QC', postalCode: 'H2X 1Y4' },
    },
  ]);
});

test('the first of several headers for a column counts, and a formula fails only its row', async () => {
  const merchant = await makeMerchant(server);
  const [headers, row] = csvOf('orderDetails', [detailsRow()]).split('\r\n');
  const lines = [
    `${headers},Recipient name`,
    `${row},Somebody Else`,
    `${row?.replace('A-1', 'A-2').replace('Zoé Tremblay', '=A1&B1')},`,
  ];
  const done = await importFiles(merchant, [
    ['orderDetails', csvFile(lines.join('\n'))],
    ['orderPackages', PACKAGES],
  ]);
  expect(done).toMatchObject({ total: 2, created: 1, failed: 1 });
  expect(await listOrders(merchant, `importId=${done.id}`)).toMatchObject([
    { recipient: { name: 'Zoé Tremblay' } },
  ]);
  const failures = await merchant.call('GET', `/orders/imports/${done.id}/failures`);
  expect(failures.body).toMatch(/A-2,.*recipient_name: This cell is a formula/);
});

const numbered = (lines: string) => {
  const [headers = '', row = ''] = csvOf('orderDetails', [detailsRow()]).split('\r\n');
  return lines.replaceAll('HEADERS', headers).replaceAll('ROW', row).replaceAll('|', '\r\n');
};

test.each([
  ['right below the headers', 'HEADERS|ROW|ROW', 2],
  ['below blank lines', '||HEADERS||ROW|,,|ROW|', 5],
  ['below a cell of two lines', 'HEADERS|ROW,"two|lines"|ROW', 2],
  ['that the file itself names', 'HEADERS,row_number|ROW,8|ROW,9', 8],
])('a duplicate names the row %s', async (_, lines, row) => {
  const merchant = await makeMerchant(server);
  const done = await importFiles(merchant, [
    ['orderDetails', csvFile(numbered(lines))],
    ['orderPackages', PACKAGES],
  ]);
  expect(done).toMatchObject({ total: 2, created: 1 });
  const failures = await merchant.call('GET', `/orders/imports/${done.id}/failures`);
  expect(failures.body).toContain(`Row ${row} has the same reference`);
});

test.each<[what: string, entries: FormEntry[], detail: RegExp, status?: number, code?: string]>([
  ['one file only', [['orderDetails', DETAILS]], /./, 400, 'invalid_request'],
  ['a part that nobody knows', [['orders', DETAILS]], /./, 400, 'invalid_request'],
  [
    'a file twice',
    [
      ['orderPackages', PACKAGES],
      ['orderDetails', DETAILS],
      ['orderDetails', DETAILS],
    ],
    /./,
    400,
    'invalid_request',
  ],
  [
    'the two swapped',
    [
      ['orderDetails', PACKAGES],
      ['orderPackages', DETAILS],
    ],
    /packages\.csv.*Swap the two files/,
  ],
  [
    'a PDF',
    [['orderDetails', csvFile('%PDF-1.7\n%âãÏÓ\n1 0 obj', 'invoice.csv')]],
    /invoice\.csv.*Is it a CSV file/,
  ],
  [
    'a workbook',
    [['orderDetails', csvFile('PK\u0003\u0004\u0014\u0000\u0006\u0000', 'orders.xlsx')]],
    /orders\.xlsx.*Is it a CSV file/,
  ],
  [
    '10,000 columns',
    [['orderDetails', csvFile(`order_ref_number${',x'.repeat(9999)}\nA-1`, 'wide.csv')]],
    /wide\.csv.*does not name the columns/,
  ],
  [
    'one line without headers',
    [['orderDetails', csvFile(numbered('ROW'), 'one.csv')]],
    /one\.csv.*only one line.*Add a line with the names of the columns above it/,
  ],
  ['a header and no rows', [['orderDetails', csvFile(csvOf('orderDetails', []))]], /no rows/],
  [
    'a quote that is never closed',
    [
      [
        'orderDetails',
        csvFile(`${csvOf('orderDetails', [])}\r\n"A-1,${`${'x'.repeat(100)},\r\n`.repeat(30_000)}`),
      ],
    ],
    /never closed/,
  ],
  [
    'another type of file',
    [['orderDetails', new File(['x'], 'x.png', { type: 'image/png' })]],
    /multipart\/form-data \(orderDetails: text\/csv\)/,
    415,
    'unsupported_media_type',
  ],
  [
    'a workbook',
    [['orderDetails', new File([Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 6, 0)], 'orders.xlsx')]],
    /CSV/,
  ],
])(
  'of %s nothing is imported',
  async (_, entries, detail, status = 400, code = 'import_unreadable') => {
    const merchant = await makeMerchant(server);
    const answer = await sendFiles(merchant, entries);
    expect(answer.statusCode).toBe(status);
    expect(answer.json<Problem>()).toMatchObject({ code, detail: expect.stringMatching(detail) });
    const { imports } = (await merchant.call('GET', '/orders/imports')).json<{
      imports: unknown[];
    }>();
    expect(imports).toEqual([]);
    const rows = await server.deps.db
      .selectFrom('import_rows')
      .select('row')
      .where('merchant_id', '=', merchant.merchant.id)
      .execute();
    expect(rows).toEqual([]);
  },
);

test('a cell that is too long fails its order, and is cut in the file of failures', async () => {
  const merchant = await makeMerchant(server);
  const counted = (changes: OrderDetailsRow) => detailsRow({ package_count: 1, ...changes });
  const done = await importFiles(merchant, [
    [
      'orderDetails',
      csvFile(
        csvOf('orderDetails', [
          counted({ notes: 'n'.repeat(900_000) }),
          counted({ order_ref_number: 'A-2', recipient_province: 'p'.repeat(4000) }),
          detailsRow({ order_ref_number: 'A-3' }),
          counted({ order_ref_number: 'A-4', recipient_city: `${' '.repeat(6000)}Toronto` }),
        ]),
      ),
    ],
    [
      'orderPackages',
      csvFile(
        csvOf('orderPackages', [
          packageRow({ order_ref_number: 'A-3', package_weight: '1'.repeat(100_000) }),
          packageRow({ order_ref_number: 'x'.repeat(100_000) }),
        ]),
      ),
    ],
  ]);
  expect(done).toMatchObject({ total: 4, created: 1, failed: 3, strayPackages: 1 });
  const failures = async (file: string, locale: string) =>
    (
      await merchant.call('GET', `/orders/imports/${done.id}/failures?file=${file}`, {
        headers: { locale },
      })
    ).body;
  const orders = await failures('orderDetails', 'EN');
  expect(orders).toMatch(/A-1,.*,n{5001},.*notes: At most 5000 characters\./);
  expect(orders).toMatch(/A-2,.*recipient_province: “p{100}…” is not a Canadian province/);
  expect(orders).toMatch(/A-3,.*package_weight: At most 500 characters\./);
  const packages = await failures('orderPackages', 'FR');
  expect(packages).toMatch(/A-3,.*,1{501},.*package_weight: Au plus 500 caractères\./);
  expect(packages).toMatch(/\nx{501},.*Au plus 500 caractères\./);
  const longest = await server.deps.db
    .selectFrom('import_rows')
    .select(sql<number>`max(length(cells::text) + coalesce(length(problems::text), 0))`.as('most'))
    .where('merchant_id', '=', merchant.merchant.id)
    .executeTakeFirst();
  expect(longest?.most).toBeLessThan(7000);
});
