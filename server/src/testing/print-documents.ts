import type { z } from 'zod';
import type { LabelBatch } from '@portage/contract/orders/labels';
import type { OrderOutcome } from '@portage/contract/orders/order-readiness';
import type { Order } from '@portage/contract/orders/orders';
import { untilPrintsRecorded } from '../orders/record-prints.ts';
import type { TestServer } from './build-test-server.ts';
import { insertOrder } from './insert-order.ts';
import type { SignedInCall, TestMerchant } from './make-merchant.ts';

/** Parts of a form answer by name, as a browser reads them. */
export async function readForm(
  mediaType: string,
  bytes: Uint8Array,
): Promise<ReadonlyMap<string, string | File>> {
  const headers = { 'content-type': mediaType };
  const response = new Response(new Uint8Array(bytes), { headers });
  // Deprecated for servers, which may get any form; this one is our own.
  // oxlint-disable-next-line typescript/no-deprecated
  return new Map(await response.formData());
}

/** An order whose labels can be printed; `changes` replace whole fields. */
export const insertPrintable = (
  server: TestServer,
  merchant: TestMerchant,
  changes: Partial<Order> = {},
): Promise<Order> => insertOrder(server, merchant, { orderStatus: 'GEOCODED', ...changes });

export const insertPrintables = (
  server: TestServer,
  merchant: TestMerchant,
  count: number,
  changes: Partial<Order> = {},
): Promise<Order[]> =>
  Promise.all(Array.from({ length: count }, () => insertPrintable(server, merchant, changes)));

/** Tracking numbers of each order's first package. */
export const packageNumbers = (orders: readonly Order[]): string[] =>
  orders.map(({ trackingNumber }) => `${trackingNumber}-1`);

export interface PrintedBatch {
  outcomes: OrderOutcome[];
  file: File | undefined;
}

/** Prints a batch, waits for its record, and reads the answer as browsers do. */
export async function printBatch(
  call: SignedInCall,
  payload: z.input<typeof LabelBatch>,
  locale = 'EN',
): Promise<PrintedBatch> {
  const answer = await call('POST', '/labels/batch', { payload, headers: { locale } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  await untilPrintsRecorded();
  const form = await readForm(String(answer.headers['content-type']), answer.rawPayload);
  const [report, file] = [form.get('report'), form.get('file')];
  if (typeof report !== 'string') throw new Error('The answer has no report');
  const { outcomes } = JSON.parse(report) as Pick<PrintedBatch, 'outcomes'>;
  return { outcomes, file: file instanceof File ? file : undefined };
}

/** Numbers on the pages of a ZPL file: of packages on labels, of orders on slips. */
export const printedNumbers = (zpl: string): string[] =>
  zpl
    .split('^XZ')
    .flatMap((page) => /PTG\w+-\d+/.exec(page)?.[0] ?? /PTG\w+/.exec(page)?.[0] ?? []);

export const numbersIn = async (file: File | undefined): Promise<string[]> =>
  printedNumbers((await file?.text()) ?? '');
