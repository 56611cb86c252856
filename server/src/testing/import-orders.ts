import { setTimeout } from 'node:timers/promises';
import {
  type ImportCell,
  importColumns,
  type OrderDetailsRow,
  type OrderPackagesRow,
} from '@portage/contract/imports/import-columns';
import type { CsvUpload, OrderImport } from '@portage/contract/imports/imports';
import type { TestMerchant } from './make-merchant.ts';

/** A row of the order details file that becomes an order inside Toronto. */
export const detailsRow = (changes: OrderDetailsRow = {}): OrderDetailsRow => ({
  order_ref_number: 'A-1',
  recipient_name: 'Zoé Tremblay',
  recipient_phone: '416-555-0142',
  recipient_street: '25 Dundas St E',
  recipient_city: 'Toronto',
  recipient_province: 'ON',
  recipient_postal_code: 'M5B 1C6',
  recipient_country: 'CA',
  origin_street: '100 King St W',
  origin_city: 'Toronto',
  origin_province: 'ON',
  origin_postal_code: 'M5X 1A9',
  origin_country: 'CA',
  service: 'NEXTDAY',
  ...changes,
});

export const packageRow = (changes: OrderPackagesRow = {}): OrderPackagesRow => ({
  order_ref_number: 'A-1',
  package_weight: 4,
  package_weight_unit: 'lb',
  package_length: 10,
  package_width: 8,
  package_height: 4,
  package_dimension_unit: 'inch',
  ...changes,
});

/** Rows of one file as CSV. */
export function csvOf(
  file: keyof typeof importColumns,
  rows: readonly Record<string, ImportCell | undefined>[],
): string {
  const columns = importColumns[file];
  const lines = rows.map((row) => columns.map((column) => String(row[column] ?? '')).join(','));
  return [columns.join(','), ...lines].join('\r\n');
}

export const csvFile = (content: string | Uint8Array<ArrayBuffer>, name = 'file.csv') =>
  new File([content], name, { type: 'text/csv' });

/** Sends files in the parts of a form. */
export async function sendFiles(
  { call }: Pick<TestMerchant, 'call'>,
  files: readonly (readonly [part: string, file: File])[],
) {
  const form = new FormData();
  for (const [part, file] of files) form.append(part, file);
  const request = new Response(form);
  const payload = Buffer.from(await request.arrayBuffer());
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return call('POST', '/orders/imports', { payload, headers });
}

/** Uploads rows; returns the id of their import. */
export async function startImport(
  { call }: TestMerchant,
  payload: CsvUpload,
  choices = '',
): Promise<string> {
  const answer = await call('POST', `/orders/csv_upload?${choices}`, { payload });
  if (answer.statusCode !== 202) throw new Error(answer.body);
  return answer.json<{ importId: string }>().importId;
}

export async function importRows(
  merchant: TestMerchant,
  payload: CsvUpload,
  choices = 'confirmed=true',
): Promise<OrderImport> {
  return waitUntilImported(merchant, await startImport(merchant, payload, choices));
}

export function manyRows(count: number) {
  const references = Array.from({ length: count }, (_, index) => `R-${index + 1}`);
  return {
    orderDetailsCsv: references.map((order_ref_number) => detailsRow({ order_ref_number })),
    orderPackagesCsv: references.map((order_ref_number) => packageRow({ order_ref_number })),
  };
}

/** Waits for the end of an import and of its undo. */
export async function waitUntilImported(merchant: TestMerchant, id: string): Promise<OrderImport> {
  for (;;) {
    const answer = await merchant.call('GET', `/orders/imports/${id}`);
    // Unknown while the database is down.
    if (answer.statusCode !== 503) {
      const found = answer.json<OrderImport>();
      const isUnderWay = ['QUEUED', 'RUNNING'].includes(found.state);
      if (!isUnderWay && found.undo?.state !== 'RUNNING') return found;
    }
    await setTimeout(20);
  }
}
