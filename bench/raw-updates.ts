import type { BenchServer } from './bench-server.ts';
import { closedLoop, type Load } from './measure.ts';

/** An order, as it is written back. */
interface RawOrder {
  merchantId: string;
  id: string;
  document: string;
}

const STATUSES = ['OUT_FOR_DELIVERY', 'DELIVERY_FAILED'];

/** Nothing but the statement: what must be written of an order whose status changes. */
const UPDATE = `
  update orders
  set status = $2, version = version + 1, modified_at = now(), document = changed.document
  from unnest($3::uuid[], $4::json[]) as changed(id, document)
  where merchant_id = $1 and orders.id = changed.id`;

/** Orders by their tracking numbers, with their documents. */
async function findOrders({ pool }: BenchServer, trackingNumbers: readonly string[]) {
  const { rows } = await pool.query<RawOrder & { trackingNumber: string }>(
    `select merchant_id as "merchantId", id, document, tracking_number as "trackingNumber"
     from orders where tracking_number = any($1)`,
    [trackingNumbers],
  );
  return new Map(rows.map((order) => [order.trackingNumber, order]));
}

/**
 * The driver alone: as many connections as there are senders write the orders of a batch back, a
 * statement and a transaction a merchant, each time in another status.
 */
export async function rawUpdates(
  server: BenchServer,
  batches: readonly (readonly string[])[],
  connections: number,
): Promise<Load> {
  const orders = await findOrders(server, batches.flat());
  const prepared = batches.map((numbers) => {
    const those = numbers.flatMap((number) => orders.get(number) ?? []);
    return Map.groupBy(those, ({ merchantId }) => merchantId);
  });
  let turns = 0;
  return (seconds) =>
    closedLoop(connections, seconds, async () => {
      const turn = turns++;
      const status = STATUSES[Math.floor(turn / batches.length) % 2];
      for (const [merchantId, those] of prepared[turn % batches.length] ?? []) {
        const ids = those.map(({ id }) => id);
        const documents = those.map(({ document }) => document);
        await server.pool.query(UPDATE, [merchantId, status, ids, documents]);
      }
    });
}
