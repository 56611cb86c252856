import { sql, type RawBuilder } from 'kysely';
import { STATUS_SEQUENCE, type OrderSort } from '@portage/contract/orders/order-list';
import type { OrderStatus } from '@portage/contract/orders/order-status';
import type { OrderCursor } from '@portage/contract/orders/orders';
import type { Executor } from '../db/database.ts';
import { timestamp } from '../db/tables.ts';
import { findMatching, listOrderDocuments, ordersToWalk } from './order-list-queries.ts';
import {
  anyOf,
  isOfTimeAndStatuses,
  matches,
  matchingOrders,
  newestFirst,
  type OrderFilter,
  wantedStatuses,
} from './order-search.ts';

interface SortedRequest {
  readonly filter: OrderFilter;
  readonly limit: number;
  readonly after: OrderCursor | undefined;
  /** Matches up to this number are sorted; `FEW` when not given. */
  readonly few?: number;
}

/** An order of a page, with the key by which it is sorted. */
export interface SortedRow {
  readonly id: string;
  readonly createdAt: number;
  readonly document: string;
  readonly sortKey?: string;
}

type ListSorted = (
  db: Executor,
  merchantId: string,
  request: SortedRequest,
) => Promise<SortedRow[]>;

/** Matching orders by each sort, after the cursor. */
export const sortedLists: Readonly<Record<OrderSort, ListSorted>> = {
  placed: listOrderDocuments,
  shipBy: listByShipBy,
  recipient: listByRecipient,
  city: listByCity,
  status: listByStatus,
};

/** Lists orders to ship, soonest first, then the others, newest first. */
async function listByShipBy(
  db: Executor,
  merchantId: string,
  { filter, limit, after }: SortedRequest,
): Promise<SortedRow[]> {
  const isAmongOthers = after !== undefined && after.sortKey === undefined;
  const due = isAmongOthers ? [] : await listDue(db, merchantId, { filter, limit, after });
  if (due.length === limit) return due;
  const others = await listOrderDocuments(db, merchantId, {
    filter: { ...filter, isWithoutShipBy: true },
    limit: limit - due.length,
    after: isAmongOthers ? after : undefined,
  });
  return [...due, ...others];
}

/** Reads the index of unshipped orders until the page is full. */
async function listDue(
  db: Executor,
  merchantId: string,
  { filter, limit, after }: SortedRequest,
): Promise<SortedRow[]> {
  const rows = await matchingOrders(db, merchantId, filter)
    .select(['id', 'created_at as createdAt', 'document', 'ship_by as shipBy'])
    .where('ship_by', 'is not', null)
    .$if(after !== undefined, (orders) => {
      const key = sql`(${timestamp(Number(after?.sortKey))}, ${after?.startAt}::uuid)`;
      return orders.where(sql<boolean>`(ship_by, id) > ${key}`);
    })
    .orderBy('ship_by')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ shipBy, ...row }) => ({ ...row, sortKey: String(shipBy) }));
}

/** Lists status by status, in the sequence of an order's life, each newest first. */
async function listByStatus(
  db: Executor,
  merchantId: string,
  { filter, limit, after }: SortedRequest,
): Promise<SortedRow[]> {
  const wanted = wantedStatuses(filter) ?? STATUS_SEQUENCE;
  const begun = after ? STATUS_SEQUENCE.findIndex((one) => one === after.sortKey) : 0;
  const statuses = STATUS_SEQUENCE.slice(begun).filter((status) => wanted.includes(status));
  const rows: SortedRow[] = [];
  for (const status of await listPresent(db, merchantId, statuses)) {
    const ofStatus = await listOrderDocuments(db, merchantId, {
      filter: { ...filter, orderStatus: [status] },
      limit: limit - rows.length,
      after: status === after?.sortKey ? after : undefined,
    });
    rows.push(...ofStatus.map((row) => ({ ...row, sortKey: status })));
    if (rows.length === limit) break;
  }
  return rows;
}

/** Filters statuses to those of the merchant's orders, in sequence. */
async function listPresent(
  db: Executor,
  merchantId: string,
  statuses: readonly OrderStatus[],
): Promise<OrderStatus[]> {
  const { rows } = await sql<{ status: OrderStatus }>`
    select wanted.status
    from unnest(${statuses}::text[]) with ordinality as wanted(status, place)
    where exists (
      select from orders where merchant_id = ${merchantId} and orders.status = wanted.status
    )
    order by wanted.place`.execute(db);
  return rows.map(({ status }) => status);
}

/** Above this many matches the sort's index fills a page quickly. */
const FEW = 5000;

const NAME = sql<string>`recipient_name collate "und-x-icu"`;

/** Lists from A to Z in French or English collation. */
async function listByRecipient(
  db: Executor,
  merchantId: string,
  { filter, limit, after, few: most = FEW }: SortedRequest,
): Promise<SortedRow[]> {
  const few = await findMatching(db, merchantId, { filter, most });
  const sorted = matchingOrders(db, merchantId, filter)
    .$if(few !== undefined, (orders) => orders.where('id', '=', anyOf(few ?? [])))
    .$if(after !== undefined, (orders) =>
      orders.where(
        sql<boolean>`(${NAME}, id) > (${after?.sortKey ?? ''}, ${after?.startAt}::uuid)`,
      ),
    )
    .orderBy(NAME)
    .orderBy('id')
    .limit(limit);
  const isInIndex = !few && isOfTimeAndStatuses(filter) && !filter.labelStatus;
  const picked = db.selectFrom(sorted.select('id').as('picked')).select('picked.id');
  // Reads documents of the page only.
  const orders = isInIndex
    ? matchingOrders(db, merchantId, {}).where('id', 'in', picked).orderBy(NAME).orderBy('id')
    : sorted;
  return orders.select(['id', 'created_at as createdAt', 'document', NAME.as('sortKey')]).execute();
}

const CITY = sql<string>`(document -> 'recipientAddress' ->> 'city') collate "und-x-icu"`;

/** Lists by city from A to Z, each newest first. */
async function listByCity(
  db: Executor,
  merchantId: string,
  { filter, limit, after, few: most = FEW }: SortedRequest,
): Promise<SortedRow[]> {
  const few = await findMatching(db, merchantId, { filter, most });
  const columns = ['id', 'created_at as createdAt', 'document', CITY.as('sortKey')] as const;
  if (few) {
    const { startAt, createdAt, sortKey = '' } = after ?? {};
    return matchingOrders(db, merchantId, filter)
      .where('id', '=', anyOf(few))
      .$if(after !== undefined, (orders) =>
        orders.where(
          sql<boolean>`(${CITY} > ${sortKey} or ${CITY} = ${sortKey}
            and (created_at, id) < (${timestamp(createdAt ?? 0)}, ${startAt}::uuid))`,
        ),
      )
      .select(columns)
      .orderBy(CITY)
      .orderBy(newestFirst)
      .limit(limit)
      .execute();
  }
  const ofCity = (city: RawBuilder<unknown>, cursor?: OrderCursor) =>
    ordersToWalk(db, merchantId, { filter, limit, after: cursor })
      .where(matches(filter))
      .where(sql<boolean>`${CITY} = ${city}`)
      .limit(limit);
  const begun = after
    ? await ofCity(sql`${after.sortKey ?? ''}`, after)
        .select(columns)
        .execute()
    : [];
  if (begun.length === limit) return begun;
  const { rows } = await sql<SortedRow>`
    with recursive cities as (
      (${nextCity(db, merchantId, after && sql`${after.sortKey ?? ''}`)})
      union all
      select (${nextCity(db, merchantId, sql`cities.city`)}) from cities where city is not null
    )
    select newest.* from cities
    cross join lateral (${ofCity(sql`cities.city`).select(columns)}) as newest
    limit ${limit - begun.length}`.execute(db);
  return [...begun, ...rows];
}

function nextCity(db: Executor, merchantId: string, after: RawBuilder<unknown> | undefined) {
  return matchingOrders(db, merchantId, {})
    .$if(after !== undefined, (orders) => orders.where(sql<boolean>`${CITY} > ${after}`))
    .select(CITY.as('city'))
    .orderBy(CITY)
    .limit(1);
}
