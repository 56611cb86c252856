import {
  sql,
  type Expression,
  type AliasableExpression,
  type SelectQueryBuilder,
  type RawBuilder,
} from 'kysely';
import type { OrderCursor } from '@portage/contract/orders/orders';
import type { Executor, Database } from '../db/database.ts';
import { timestamp, type Tables } from '../db/tables.ts';
import {
  anyOf,
  matches,
  matchingOrders,
  newestFirst,
  ordersInTime,
  type OrderFilter,
  type OrderKey,
  hasWords,
  isInTime,
  type OrderRange,
  hasDeliveryRange,
  statusesAlone,
  wantsTraits,
  type Statuses,
  statusesOf,
  ANY,
  wantedInSearch,
  wantedTraits,
  wantsLastingOnly,
  wantsPassing,
  wantsText,
  type WantedTraits,
} from './order-search.ts';

/** Newest orders scanned before the index of terms; the second if the first is promising. */
const WALKS: readonly number[] = [500, 4500];

/** A promising walk fills a tenth of the page. */
const PROMISING = 10;

/** Compares up to this many orders one by one before searching words. */
const FEW = 2000;

interface NewestRequest {
  filter: OrderFilter;
  limit: number;
  after: OrderCursor | undefined;
  /** Overrides `WALKS`. */
  walks?: readonly number[];
}

/** Newest first, after the cursor. */
export function listOrderDocuments(db: Executor, merchantId: string, request: NewestRequest) {
  return readNewest(db, merchantId, request, (orders) =>
    orders.select(['id', 'created_at as createdAt', 'document']).execute(),
  );
}

/** Newest first, after the cursor. */
export function listDocumentsOf(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
  request: NewestRequest,
) {
  return newestInTime(db, merchantId, request)
    .where('id', 'in', ids)
    .select(['id', 'created_at as createdAt', 'document'])
    .execute();
}

/** Newest first. The signal cancels the query in the database. */
export function listExportedDocuments(
  db: Database,
  merchantId: string,
  request: NewestRequest,
  signal: AbortSignal,
) {
  return readNewest(db, merchantId, request, (orders) =>
    orders
      .select(['orders.id as startAt', 'orders.created_at as createdAt', 'orders.document'])
      .execute({ signal, inflightQueryAbortStrategy: 'cancel query' }),
  );
}

/** Reads columns only: 10,000 documents are about 30 MB. */
export function listOrderSummaryRows(
  db: Executor,
  merchantId: string,
  { filter, limit }: { filter: OrderFilter; limit: number },
) {
  return readNewest(db, merchantId, { filter, limit, after: undefined }, (orders) =>
    orders
      .select([
        'id',
        'created_at as createdAt',
        'status as orderStatus',
        'tracking_number as trackingNumber',
        'recipient_name as recipientName',
        'is_scanned as isScanned',
      ])
      .execute(),
  );
}

/** Counts up to `most`. */
export async function countMatchingOrders(
  db: Executor,
  merchantId: string,
  request: { filter: OrderFilter; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${await keysToCount(db, merchantId, request)}) as counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Finds ids by the best index; undefined for too many. */
export async function findMatching(
  db: Executor,
  merchantId: string,
  { filter, most }: { filter: OrderFilter; most: number },
): Promise<readonly string[] | undefined> {
  const keys = await keysToCount(db, merchantId, { filter, most: most + 1 });
  const { rows } = await sql<Pick<OrderKey, 'id'>>`select id from (${keys}) as found`.execute(db);
  return rows.length > most ? undefined : rows.map(({ id }) => id);
}

/** Tells if an index leads to few orders: those of an import, or to be shipped. */
const leadsToFew = ({ importId, shipByTo }: OrderFilter): boolean =>
  importId !== undefined || shipByTo !== undefined;

/** Selects keys by the best index, else the newest. */
async function keysToCount(
  db: Executor,
  merchantId: string,
  { filter, most }: { filter: OrderFilter; most: number },
): Promise<Expression<unknown>> {
  const hasIndex = leadsToFew(filter) || statusesAlone(filter) !== undefined;
  if (!hasIndex && wantsTraits(filter)) {
    const few = await findFew(db, merchantId, { filter });
    return few
      ? matchingOrders(db, merchantId, filter).where('id', '=', anyOf(few)).select('id')
      : ordersOfSpans(db, merchantId, { filter }, most);
  }
  if (hasIndex || hasDeliveryRange(filter)) {
    return matchingOrders(db, merchantId, filter).select('id').limit(most);
  }
  return newestInTime(db, merchantId, { filter, limit: most, after: undefined }).select('id');
}

/** PostgreSQL's statistics cover all merchants together (docs/decisions/0011). */
export async function readNewest<Row>(
  db: Executor,
  merchantId: string,
  request: NewestRequest,
  read: (orders: PickedOrders) => Promise<Row[]>,
): Promise<Row[]> {
  const readPicked = (keys: AliasableExpression<OrderKey>) =>
    read(pickedOrders(db, merchantId, keys));
  const { filter, limit, walks = WALKS } = request;
  if (leadsToFew(filter)) return read(newestInTime(db, merchantId, request));
  const statuses = statusesAlone(filter);
  if (statuses) return readPicked(newestOfStatuses(db, merchantId, request, statuses));
  if (!wantsTraits(filter)) return read(newestInTime(db, merchantId, request));

  const found: Row[] = [];
  let rest: NewestRequest = request;
  for (const walked of walks) {
    const orders = ordersToWalk(db, merchantId, rest);
    // Fixes the walk's end first: concurrent writes do not move it.
    const after = await findEnd(orders, walked);
    // No end: fewer are left. The unreachable limit keeps PostgreSQL from sorting all.
    const walk = after ? orders.where(isUntil(after)) : orders.limit(2 * walked);
    found.push(...(await readPicked(newestOfWalk(db, rest, walk))));
    if (found.length === limit || !after) return found;
    rest = { filter, after, limit: limit - found.length };
    if (found.length * PROMISING < limit) break;
  }
  const few = await findFew(db, merchantId, rest);
  const others = few
    ? await read(newestInTime(db, merchantId, rest).where('id', '=', anyOf(few)))
    : await readPicked(newestOfSpans(db, merchantId, rest, rest.limit));
  return [...found, ...others];
}

/** Newest first, before columns are selected. */
type PickedOrders = SelectQueryBuilder<Tables, 'orders', object>;

/** Reads further columns of few keys. */
function pickedOrders(
  db: Executor,
  merchantId: string,
  keys: AliasableExpression<OrderKey>,
): PickedOrders {
  return db
    .selectFrom('orders')
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', db.selectFrom(keys.as('picked')).select('picked.id'))
    .orderBy(newestFirst);
}

/** Leaves the choice to PostgreSQL, which has indexes for times. */
function newestInTime(db: Executor, merchantId: string, request: NewestRequest): PickedOrders {
  return ordersInTime(db, merchantId, request)
    .where(matches(request.filter))
    .orderBy(newestFirst)
    .limit(request.limit);
}

/** Merges the newest of each status, which has its own index. Few deliveries are closed. */
function newestOfStatuses(
  db: Executor,
  merchantId: string,
  request: NewestRequest,
  { column, values }: Statuses,
) {
  const ofStatus = ordersInTime(db, merchantId, request)
    .whereRef(column, '=', sql.ref('wanted.value'))
    .$if(request.filter.needsAttention === true, (orders) =>
      orders.where('attention_closed', '=', false),
    )
    .select(['id', 'created_at'])
    .orderBy(newestFirst)
    .limit(request.limit);
  return sql<OrderKey>`(
    select newest.id, newest.created_at
    from unnest(${values}::text[]) as wanted(value) cross join lateral (${ofStatus}) as newest
    order by newest.created_at desc, newest.id desc limit ${request.limit}
  )`;
}

/** Skips orders that are newer than any with the statuses. */
export function ordersToWalk(db: Executor, merchantId: string, request: NewestRequest) {
  const query = ordersInTime(db, merchantId, request).orderBy(newestFirst);
  return statusesOf(request.filter).reduce((orders, statuses) => {
    const newest = newestOfStatuses(db, merchantId, { ...request, limit: 1 }, statuses);
    const start = sql<number>`(select created_at from ${newest} as newest)`;
    return orders.where('created_at', '<=', start);
  }, query);
}

type OrdersToWalk = ReturnType<typeof ordersToWalk>;

/** Undefined where there are fewer. */
function findEnd(orders: OrdersToWalk, walked: number): Promise<OrderCursor | undefined> {
  return orders
    .select(['id as startAt', 'created_at as createdAt'])
    .limit(1)
    .offset(walked - 1)
    .executeTakeFirst();
}

function newestOfWalk(db: Executor, { filter, limit }: NewestRequest, walk: OrdersToWalk) {
  return db
    .selectFrom(
      walk
        .selectAll()
        .modifyEnd(sql`offset 0`)
        .as('orders'),
    )
    .where(matches(filter))
    .select(['id', 'created_at'])
    .orderBy(newestFirst)
    .limit(limit);
}

/** Matches a key and those before it in the list. */
const isUntil = ({ createdAt, startAt }: OrderCursor) =>
  sql<boolean>`(created_at, id) >= (${timestamp(createdAt)}, ${startAt}::uuid)`;

/** Finds ids by delivery time or travelling terms. Undefined where they are not few. */
async function findFew(
  db: Executor,
  merchantId: string,
  range: OrderRange,
): Promise<readonly string[] | undefined> {
  const keys = keysOfFew(db, merchantId, range);
  if (!keys) return undefined;
  const { rows } = await sql<Pick<OrderKey, 'id'>>`
    select id from (${keys}) as few limit ${FEW + 1}`.execute(db);
  return rows.length > FEW ? undefined : rows.map(({ id }) => id);
}

/** Undefined where the filter has no rare part. */
function keysOfFew(db: Executor, merchantId: string, { filter, after }: OrderRange) {
  const { deliveredAtFrom, deliveredAtTo } = filter;
  if (hasDeliveryRange(filter)) {
    return matchingOrders(db, merchantId, { deliveredAtFrom, deliveredAtTo }).select('id');
  }
  if (!wantsText(filter) || !wantsPassing(filter)) return undefined;
  const others = { filter: { ...filter, freeSearch: undefined }, after };
  return ordersOfSpans(db, merchantId, others, FEW + 1);
}

/** Searches period by period. */
function newestOfSpans(
  db: Executor,
  merchantId: string,
  range: OrderRange,
  limit: number,
): RawBuilder<OrderKey> {
  return sql`(
    select newest.id, newest.created_at
    from ${spansOf(db, merchantId, range)} as span
    cross join lateral (
      select * from (${ordersOfSpan(db, merchantId, range)}) as matching
      order by matching.created_at desc, matching.id desc
      limit ${limit}
    ) as newest
    limit ${limit}
  )`;
}

/** Searches all periods. */
export function ordersOfSpans(
  db: Executor,
  merchantId: string,
  range: OrderRange,
  most: number,
): RawBuilder<OrderKey> {
  return sql`
    select matching.id, matching.created_at
    from ${spansOf(db, merchantId, range)} as span
    cross join lateral (${ordersOfSpan(db, merchantId, range)}) as matching
    limit ${most}`;
}

/** Must equal the schema's indexes word for word. */
const lasting = sql`lasting_traits(
  service, delivery_type, is_business, origin_postal_code, display_name, tags
)`;

/** Terms in `orders_by_trait`. */
const keysOfOrder = sql`trait_keys(merchant_id, order_span(created_at),
  ${lasting} || array['status:' || status, 'fulfilled:' || is_fulfilled, 'label:' || label_status])`;

/** Terms in `searchable_orders_by_trait`. */
const keysOfSearchable = sql`trait_keys(merchant_id, order_span(created_at),
  ${lasting} || text_traits(search))`;

/** `offset 0` prevents a sequential scan. */
function ordersOfSpan(db: Executor, merchantId: string, range: OrderRange) {
  const { filter } = range;
  if (wantsText(filter)) return foundInSpan(db, merchantId, range);
  return ordersInTime(db, merchantId, range)
    .where(haveTraits(keysOfOrder, merchantId, wantedTraits(filter)))
    .where(matches(filter))
    .select(['id', 'created_at'])
    .modifyEnd(sql`offset 0`);
}

/** Matches words first. Skips `orders` where `searchable_orders` has every column. */
function foundInSpan(db: Executor, merchantId: string, range: OrderRange) {
  const { filter } = range;
  const searchable = db
    .selectFrom('searchable_orders')
    .where('merchant_id', '=', merchantId)
    .where(isInTime(range))
    .where(haveTraits(keysOfSearchable, merchantId, wantedInSearch(filter)));
  if (wantsLastingOnly(filter)) {
    return searchable
      .where(matches(filter))
      .select(['id', 'created_at'])
      .modifyEnd(sql`offset 0`);
  }
  const found = searchable
    .where(hasWords(filter))
    .select('id as found')
    .modifyEnd(sql`offset 0`);
  return db
    .selectFrom(found.as('found'))
    .innerJoin('orders', 'orders.id', 'found.found')
    .where('merchant_id', '=', merchantId)
    .where(matches(filter))
    .select(['id', 'created_at'])
    .modifyEnd(sql`offset 0`);
}

/** Periods that have orders, newest first. */
function spansOf(db: Executor, merchantId: string, range: OrderRange) {
  const orders = ordersInTime(db, merchantId, range);
  const newest = orders.select(({ fn }) => sql`order_span(${fn.max('created_at')})`.as('span'));
  const oldest = orders.select(({ fn }) => sql`order_span(${fn.min('created_at')})`.as('span'));
  return sql<{ span: number }>`generate_series(${newest}, ${oldest}, -1)`;
}

/** Matches the lateral column `span`. PostgreSQL uses the index for two conditions or more. */
function haveTraits(
  keys: RawBuilder<unknown>,
  merchantId: string,
  { all, oneOf }: WantedTraits,
): RawBuilder<boolean> {
  const keysOf = (traits: readonly string[]) =>
    sql`trait_keys(${merchantId}::uuid, span, ${traits}::text[])`;
  const hasAll = (traits: readonly string[]) => sql<boolean>`${keys} @> ${keysOf(traits)}`;
  const hasOne = (traits: readonly string[]) => sql<boolean>`${keys} && ${keysOf(traits)}`;
  const [first = ANY, ...others] = all;
  const conditions = [
    hasAll([first]),
    ...(others.length > 0 ? [hasAll(others)] : []),
    ...oneOf.map(hasOne),
  ];
  if (conditions.length === 1) conditions.push(hasAll([ANY]));
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
