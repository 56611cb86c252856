import { CarrierStatus, mayBecome, type OrderStatus } from '@portage/contract/order-status';

/** The steps from each status to each other one that were asked for already: the table is fixed. */
const paths = new Map<string, readonly CarrierStatus[] | undefined>();

/**
 * The fewest steps by which the carrier may take an order from one status to another, that one
 * included: none to the same status, undefined where the table does not lead there. Of equally many
 * it takes those through statuses that come first in an order's life.
 */
export function carrierPath(
  from: OrderStatus,
  to: CarrierStatus,
): readonly CarrierStatus[] | undefined {
  const key = `${from} ${to}`;
  if (!paths.has(key)) paths.set(key, findPath(from, to));
  return paths.get(key);
}

function findPath(from: OrderStatus, to: CarrierStatus): readonly CarrierStatus[] | undefined {
  if (from === to) return [];
  const reached = new Set<OrderStatus>([from]);
  let ways: CarrierStatus[][] = [[]];
  while (ways.length > 0) {
    ways = ways.flatMap((way) =>
      CarrierStatus.options
        .filter((next) => !reached.has(next) && mayBecome(way.at(-1) ?? from, next, 'carrier'))
        .map((next) => {
          reached.add(next);
          return [...way, next];
        }),
    );
    const found = ways.find((way) => way.at(-1) === to);
    if (found) return found;
  }
  return undefined;
}
