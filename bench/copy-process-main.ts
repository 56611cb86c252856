import { orderCsvWriter } from '@portage/contract/orders/order-csv';
import type { Order } from '@portage/contract/orders/orders';
import { openPool } from '../server/src/db/database.ts';
import { openLog } from '../server/src/log.ts';
import type { Sample } from './measure.ts';

/** Copies a merchant's documents to CSV for some seconds. */
export interface CopyTask {
  databaseUrl: string;
  merchantId: string;
  seconds: number;
}

/** A `COPY … TO STDOUT` query of the driver. */
class CopyOut {
  readonly #select: string;
  readonly #onRow: (row: Buffer) => void;
  readonly #end = Promise.withResolvers<undefined>();
  readonly ended = this.#end.promise;

  constructor(select: string, onRow: (row: Buffer) => void) {
    this.#select = select;
    this.#onRow = onRow;
  }

  submit(connection: { query: (text: string) => void }): void {
    connection.query(`copy (${this.#select}) to stdout`);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#onRow(chunk);
  }

  handleCommandComplete(): void {
    this.#end.resolve(undefined);
  }

  handleReadyForQuery(): void {
    // Already completed.
  }

  handleError(error: Error): void {
    this.#end.reject(error);
  }
}

/** Writes the same CSV from the database's fastest read: the best possible export. */
async function copyOut({ databaseUrl, merchantId, seconds }: CopyTask): Promise<Sample> {
  const pool = openPool(databaseUrl, openLog('silent'), 1);
  const client = await pool.connect();
  const lineOf = orderCsvWriter('America/Toronto', 'en');
  const enough = Promise.withResolvers<undefined>();
  let rows = 0;
  let bytes = 0;
  const began = performance.now();
  const copy = new CopyOut(
    // Unsorted: PostgreSQL would sort a million documents before it returns the first.
    `select document from orders where merchant_id = '${merchantId}'`,
    (row) => {
      const document = row.toString('latin1', 0, row.length - 1).replaceAll('\\\\', '\\');
      bytes += Buffer.from(lineOf(JSON.parse(document) as Order)).length;
      rows += 1;
      if (performance.now() > began + seconds * 1000) enough.resolve(undefined);
    },
  );
  client.query(copy);
  await Promise.race([copy.ended, enough.promise]);
  const elapsed = performance.now() - began;
  // Only closing the connection ends an unfinished copy.
  client.release(true);
  await pool.end();
  if (bytes === 0) throw new Error('Nothing was copied');
  return { durations: Array.from({ length: rows }, () => elapsed / rows), elapsed };
}

process.on('message', async (task: CopyTask) => {
  process.send?.(await copyOut(task));
});
