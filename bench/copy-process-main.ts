import pg from 'pg';
import { orderCsvWriter } from '@portage/contract/order-csv';
import type { Order } from '@portage/contract/orders';
import type { Sample } from './measure.ts';

/** Documents of a merchant that are copied out and written as CSV, for so many seconds. */
export interface CopyTask {
  databaseUrl: string;
  merchantId: string;
  seconds: number;
}

/** A `COPY … TO STDOUT`; `pg` hands each row to the query that asked for it. */
class CopyOut extends pg.Query {
  readonly #onRow: (row: Buffer) => void;

  constructor(select: string, onRow: (row: Buffer) => void) {
    super(`copy (${select}) to stdout`);
    this.#onRow = onRow;
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#onRow(chunk);
  }
}

/** Nothing but the database's fastest way out, and the same CSV: what an export could be at best. */
async function copyOut({ databaseUrl, merchantId, seconds }: CopyTask): Promise<Sample> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const lineOf = orderCsvWriter('America/Toronto');
  let rows = 0;
  let bytes = 0;
  const began = performance.now();
  const elapsed = await new Promise<number>((resolve, reject) => {
    const end = () => {
      resolve(performance.now() - began);
    };
    const copy = new CopyOut(
      `select document from orders where merchant_id = '${merchantId}'
       order by created_at desc, id desc`,
      (row) => {
        const document = row.toString('latin1', 0, row.length - 1).replaceAll('\\\\', '\\');
        bytes += Buffer.from(lineOf(JSON.parse(document) as Order)).length;
        rows += 1;
        if (performance.now() > began + seconds * 1000) end();
      },
    );
    client.query(copy);
    copy.on('end', end);
    copy.on('error', reject);
  });
  // Half a copy can only be left by breaking the connection.
  client.on('error', () => undefined);
  client.connection.stream.destroy();
  if (bytes === 0) throw new Error('Nothing was copied');
  return { durations: Array.from({ length: rows }, () => elapsed / rows), elapsed };
}

process.on('message', async (task: CopyTask) => {
  process.send?.(await copyOut(task));
});
