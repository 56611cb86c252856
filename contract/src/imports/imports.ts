import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import { text } from '../text.ts';
import { EpochMillis } from '../time.ts';
import { ImportColumn, ImportFile, OrderDetailsRow, OrderPackagesRow } from './import-columns.ts';
import { ImportCorrection, ImportProblem, ImportSeverity } from './import-problems.ts';

/** Rows of each file; `POST /orders/imports` takes more. */
export const MOST_UPLOADED = { orderDetails: 10_000, orderPackages: 20_000 } as const;

/** Rows of each file of one check; longer files are checked in parts. */
export const MOST_CHECKED = { orderDetails: 1000, orderPackages: 5000 } as const;

/** Rows and bytes of each file. */
export const MOST_IMPORTED = { rows: 200_000, bytes: 200 * 1024 * 1024 } as const;

export const IMPORTS_PAGE_SIZE = 50;

/** `DONE` even if rows failed; `FAILED` when the server could not continue. */
export const ImportState = z.enum(['QUEUED', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED']);
export type ImportState = z.infer<typeof ImportState>;

/** Deletes every order of the import that still exists. */
export const ImportUndo = z.object({
  state: z.enum(['RUNNING', 'DONE']),
  deleted: z.int().min(0).describe('Number of its orders deleted so far.'),
  by: z.string().describe('Username of the user who undid it.'),
  at: EpochMillis,
});

export const OrderImport = namedObject('OrderImport', {
  id: z.uuid(),
  state: ImportState,
  total: z.int().min(0).describe('Rows of the order details file: one order each.'),
  created: z.int().min(0).describe('Rows that became orders so far.'),
  failed: z.int().min(0).describe('Rows that did not; see `failures` for reasons.'),
  packages: z.int().min(0).describe('Rows of the package file.'),
  strayPackages: z
    .int()
    .min(0)
    .describe('Rows of the package file that belong to no order; counted at the end.'),
  createdAt: EpochMillis.describe('Time when its files had arrived.'),
  startedAt: EpochMillis.optional().describe('Time when the first row was read.'),
  finishedAt: EpochMillis.optional().describe('Time when it became DONE, CANCELLED or FAILED.'),
  createdBy: z.string().describe('Username of the user who sent it.'),
  orderDetailsName: z.string().optional().describe('Name of the order details file.'),
  orderPackagesName: z.string().optional().describe('Name of the package file.'),
  undo: ImportUndo.optional().describe('Set once it was undone.'),
});
export type OrderImport = z.infer<typeof OrderImport>;

const fileName = text(255).optional();

/** Cells by column, numeric columns as numbers (spec 1 §7). */
export const CsvUpload = z.object({
  orderDetailsCsv: z.array(OrderDetailsRow).min(1).max(MOST_UPLOADED.orderDetails),
  orderPackagesCsv: z.array(OrderPackagesRow).max(MOST_UPLOADED.orderPackages),
  orderDetailsName: fileName.describe('Name of the order details file, to find the import by.'),
  orderPackagesName: fileName.describe('Name of the package file.'),
});
export type CsvUpload = z.infer<typeof CsvUpload>;

export const CsvCheck = z.object({
  orderDetailsCsv: z.array(OrderDetailsRow).max(MOST_CHECKED.orderDetails),
  orderPackagesCsv: z.array(OrderPackagesRow).max(MOST_CHECKED.orderPackages),
});
export type CsvCheck = z.infer<typeof CsvCheck>;

export const CheckedPrice = z.object({
  row: z.int().min(1).describe('Of the order details sent, from 1.'),
  price: z.number().describe('Before tax, in `currency`.'),
  currency: z.enum(['CAD', 'USD']),
});

/** Rows count from 1 in the arrays that were sent. */
export const CsvCheckResult = z.object({
  problems: z
    .array(
      ImportProblem.extend({
        severity: ImportSeverity.describe(
          '`error`: no order is created. `attention`: an order is created that cannot be delivered yet, unless `attention=leaveOut`. `confirm`: it is created with `confirmed=true`. `warning`: it is created.',
        ),
        message: z.string().describe('In the language asked for.'),
      }),
    )
    .describe('Problems of rows and cells.'),
  corrections: z.array(ImportCorrection).describe('Cells that were read as something else.'),
  prices: z.array(CheckedPrice).describe('Of the orders that can be created and carried.'),
});
export type CsvCheckResult = z.infer<typeof CsvCheckResult>;

const Yes = z
  .enum(['true', 'false'])
  .transform((typed) => typed === 'true')
  .optional();

/** Limits the characters of a header, and the headers of a file. */
const MOST_REMEMBERED = { characters: 200, headers: 200 };

const headersTo = <Column extends z.ZodType>(column: Column) =>
  z.record(z.string().min(1).max(MOST_REMEMBERED.characters), column);

const RememberedColumn = z.union([ImportColumn, z.literal('none')]);

/** Maps a file's headers (`headerKey`) to columns; `none` is not imported. */
export const RememberedColumns = headersTo(RememberedColumn).meta({ id: 'RememberedColumns' });
export type RememberedColumns = z.infer<typeof RememberedColumns>;

/** Null forgets a header. */
const columnsToRemember = z.preprocess((headers, context) => {
  // A record reads every key before their number is checked.
  const isLong =
    typeof headers === 'object' && Object.keys(headers ?? {}).length > MOST_REMEMBERED.headers;
  if (isLong) context.addIssue({ code: 'custom' });
  return isLong ? {} : headers;
}, headersTo(RememberedColumn.nullable()));

export const ImportQuery = z.object({
  allowRepeat: Yes.describe(
    '`true`: import the same content again, which is refused as `import_repeated`.',
  ),
  confirmed: Yes.describe(
    '`true`: book the earliest window for SCHEDULED rows, and the closest service for names of other carriers. Otherwise these rows fail.',
  ),
  attention: z
    .enum(['create', 'leaveOut'])
    .default('create')
    .describe('Rows whose order cannot be delivered yet: created to be corrected, or left out.'),
});
export type ImportQuery = z.infer<typeof ImportQuery>;

const ImportReference = z.object({ id: z.uuid().describe('Id of the import.') });
const Accepted = z.object({ importId: z.uuid() });

/** The next page begins after `startAt`. */
const ImportListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(IMPORTS_PAGE_SIZE).default(IMPORTS_PAGE_SIZE),
  startAt: z.uuid().optional().describe('Id of the last import of the page before.'),
});

export const ImportPage = namedObject('ImportPage', {
  imports: z.array(OrderImport).describe('Newest first.'),
  next: z.uuid().optional().describe('The `startAt` of the next page.'),
});
export type ImportPage = z.infer<typeof ImportPage>;

const failuresQuery = z.object({
  file: ImportFile.default('orderDetails').describe(
    '`orderPackages`: the package rows of the failed orders, and those that belong to no order.',
  ),
});

const TYPES_SENT_FOR_CSV = [
  'text/csv',
  'text/plain',
  'application/octet-stream',
  'application/vnd.ms-excel',
] as const;

export const importEndpoints = {
  upload: endpoint('POST /orders/csv_upload', {
    summary: 'Import orders from parsed CSV rows; they are created in the background',
    mayCall: 'userOrService',
    query: ImportQuery,
    body: CsvUpload,
    maxBytes: 24 * 1024 * 1024,
    status: 202,
    response: Accepted,
    errors: ['import_repeated', 'busy'],
    idempotent: true,
  }),
  check: endpoint('POST /orders/csv_check', {
    summary: 'Check parsed CSV rows: problems by row and column, and prices; creates nothing',
    mayCall: 'userOrService',
    body: CsvCheck,
    maxBytes: 4 * 1024 * 1024,
    response: CsvCheckResult,
  }),
  create: endpoint('POST /orders/imports', {
    summary: `Import orders from two CSV files of up to ${MOST_IMPORTED.rows} rows each`,
    mayCall: 'userOrService',
    query: ImportQuery,
    body: {
      parts: { orderDetails: TYPES_SENT_FOR_CSV, orderPackages: TYPES_SENT_FOR_CSV },
      maxBytes: MOST_IMPORTED.bytes,
    },
    status: 202,
    response: Accepted,
    errors: ['import_repeated', 'import_unreadable', 'busy'],
    idempotent: true,
  }),
  list: endpoint('GET /orders/imports', {
    summary: 'The merchant’s imports, newest first',
    mayCall: 'userOrService',
    query: ImportListQuery,
    response: ImportPage,
  }),
  get: endpoint('GET /orders/imports/{id}', {
    summary: 'One import and how far it is; `GET /orders?importId=…` lists its orders',
    mayCall: 'userOrService',
    params: ImportReference,
    response: OrderImport,
    errors: ['import_not_found'],
  }),
  cancel: endpoint('POST /orders/imports/{id}/cancel', {
    summary: 'Stop an import; the orders that it has created stay',
    mayCall: 'userOrService',
    params: ImportReference,
    response: OrderImport,
    errors: ['import_not_found', 'import_finished'],
  }),
  undo: endpoint('POST /orders/imports/{id}/undo', {
    summary: 'Delete every order of a finished import, as long as none was picked up or scanned',
    mayCall: 'userOrService',
    params: ImportReference,
    status: 202,
    response: OrderImport,
    errors: ['import_not_found', 'import_running', 'import_picked_up'],
  }),
  columns: endpoint('GET /merchants/importColumns', {
    summary: 'The columns that the merchant chose for headers of its own',
    mayCall: 'user',
    response: z.object({ orderDetails: RememberedColumns, orderPackages: RememberedColumns }),
  }),
  rememberColumns: endpoint('PATCH /merchants/importColumns', {
    summary: 'Remember the columns of headers for the next file that has them',
    mayCall: 'user',
    body: z.object({
      orderDetails: columnsToRemember.optional(),
      orderPackages: columnsToRemember.optional(),
    }),
  }),
  failures: endpoint('GET /orders/imports/{id}/failures', {
    summary:
      'The rows that did not become orders, as CSV with a column `problem`, to be corrected and sent again',
    mayCall: 'userOrService',
    params: ImportReference,
    query: failuresQuery,
    response: { mediaTypes: ['text/csv'] },
    errors: ['import_not_found'],
  }),
  results: endpoint('GET /orders/imports/{id}/results', {
    summary: 'The orders of an import, as CSV: reference, order id and tracking number',
    mayCall: 'userOrService',
    params: ImportReference,
    response: { mediaTypes: ['text/csv'] },
    errors: ['import_not_found'],
  }),
};
