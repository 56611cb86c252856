import type { BenchServer } from './bench-server.ts';
import { closedLoop, type Load } from './measure.ts';

/** An order to write back. */
interface RawOrder {
  merchantId: string;
  id: string;
  document: string;
}

const STATUSES = ['OUT_FOR_DELIVERY', 'DELIVERY_FAILED'];

/** The bare statement for an order whose status changes. */
const UPDATE = `
  update orders
  set status = $2, version = version + 1, modified_at = now(), document = changed.document
  from unnest($3::uuid[], $4::json[]) as changed(id, document)
  where merchant_id = $1 and orders.id = changed.id`;

/** Loads batches of orders with their documents. */
async function readBatches(
  { pool }: BenchServer,
  batches: readonly (readonly string[])[],
): Promise<RawOrder[][]> {
  const { rows } = await pool.query<RawOrder & { trackingNumber: string }>(
    `select merchant_id as "merchantId", id, document, tracking_number as "trackingNumber"
     from orders where tracking_number = any($1)`,
    [batches.flat()],
  );
  const orders = new Map(rows.map((order) => [order.trackingNumber, order]));
  return batches.map((numbers) => numbers.flatMap((number) => orders.get(number) ?? []));
}

/**
 * Writes batches with the bare driver: one connection per sender, one transaction per merchant,
 * alternating statuses. Takes documents of other orders of the same age, so that they grow equally.
 */
export async function rawUpdates(
  server: BenchServer,
  { written, models }: Record<'written' | 'models', readonly (readonly string[])[]>,
  connections: number,
): Promise<Load> {
  const batches = await readBatches(server, written);
  let turns = 0;
  return async (seconds) => {
    const documents = (await readBatches(server, models)).flat().map(({ document }) => document);
    let next = 0;
    const prepared = batches.map((orders) => {
      const grown = orders.map((order) => ({ ...order, document: documents[next++] }));
      return Map.groupBy(grown, ({ merchantId }) => merchantId);
    });
    return closedLoop(connections, seconds, async () => {
      const turn = turns++;
      const status = STATUSES[Math.floor(turn / prepared.length) % 2];
      for (const [merchantId, those] of prepared[turn % prepared.length] ?? []) {
        const ids = those.map(({ id }) => id);
        const changed = those.map(({ document }) => document);
        await server.pool.query(UPDATE, [merchantId, status, ids, changed]);
      }
    });
  };
}
