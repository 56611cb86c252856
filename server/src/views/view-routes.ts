import type { FastifyInstance } from 'fastify';
import {
  orderViewEndpoints,
  type OrderView,
  type OrderViewChanges,
  MOST_VIEWS,
  type NewOrderView,
  type OrderListSettings,
  viewsByName,
  OrderColumn,
  ViewFilter,
} from '@portage/contract/orders/order-views';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import {
  upsertChosenColumns,
  lockViewRows,
  updateView,
  type ViewOwner,
  deleteViewRow,
  insertView,
  type ViewRow,
  findChosenColumns,
  listViewRows,
} from './view-queries.ts';
import type { Database } from '../db/database.ts';
import { ApiError } from '../api-error.ts';
import { v7 as uuidv7 } from 'uuid';
import { once } from '../idempotency/once.ts';
import { foldForSearch } from '@portage/contract/text';
import type { Locale } from '@portage/contract/locale';

/** Columns only once chosen. */
async function listSettings(
  db: Database,
  owner: ViewOwner,
  locale: Locale,
): Promise<OrderListSettings> {
  const [rows, columns] = await Promise.all([
    listViewRows(db, owner),
    findChosenColumns(db, owner),
  ]);
  return {
    views: viewsByName(
      rows.map(({ document }) => readView(document)),
      locale,
    ),
    ...(columns && { columns: knownColumns(columns) }),
  };
}

/** Drops columns that no longer exist. */
function knownColumns(columns: readonly string[]): OrderColumn[] {
  return columns.filter((column): column is OrderColumn => OrderColumn.safeParse(column).success);
}

/** Drops unknown parts and values. */
function acceptedFilter(stored: object): ViewFilter {
  const accepts = (part: string, value: unknown) => ViewFilter.safeParse({ [part]: value }).success;
  const parts = Object.entries(stored)
    .map(([part, value]: [string, unknown]) => {
      const kept = Array.isArray(value) ? value.filter((one) => accepts(part, [one])) : value;
      return [part, kept] as const;
    })
    .filter(([part, value]) => accepts(part, value));
  return ViewFilter.parse(Object.fromEntries(parts));
}

/** May be of an earlier version: drops filters that no longer exist. */
function readView(document: string): OrderView {
  const { id, name, filter, columns } = JSON.parse(document) as OrderView;
  return { id, name, filter: acceptedFilter(filter), columns: knownColumns(columns) };
}

/** Folds the name. Throws `view_name_taken`. */
function freeNameKey(name: string, others: readonly ViewRow[]): string {
  const nameKey = foldForSearch(name);
  const holder = others.find((other) => other.nameKey === nameKey);
  if (holder) throw new ApiError('view_name_taken', { name: readView(holder.document).name });
  return nameKey;
}

/** Returns JSON. Throws `view_name_taken`, `too_many_views`, and as `once` does. */
function createView(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, username }: ViewOwner,
  newView: NewOrderView,
  idempotencyKey: string | undefined,
): Promise<string> {
  const owner = { merchantId, username };
  const now = clock.now();
  // Keys are the merchant's, views are not.
  const body = { username, ...newView };
  const request = { merchantId, key: idempotencyKey, call: 'POST /orders/views', body, now };
  return db.transaction().execute((trx) =>
    once(trx, request, async () => {
      const others = await lockViewRows(trx, owner);
      const nameKey = freeNameKey(newView.name, others);
      if (others.length >= MOST_VIEWS) throw new ApiError('too_many_views', { limit: MOST_VIEWS });

      const view: OrderView = { id: uuidv7({ msecs: now }), ...newView };
      await insertView(trx, owner, view, nameKey);
      return JSON.stringify(view);
    }),
  );
}

/** Absent parts stay. Throws `view_not_found` and `view_name_taken`. */
function changeView(
  db: Database,
  owner: ViewOwner,
  id: string,
  changes: OrderViewChanges,
): Promise<OrderView> {
  return db.transaction().execute(async (trx) => {
    const rows = await lockViewRows(trx, owner);
    const row = rows.find((one) => one.id === id.toLowerCase());
    if (!row) throw new ApiError('view_not_found');

    const stored = readView(row.document);
    const view: OrderView = {
      id: stored.id,
      name: changes.name ?? stored.name,
      filter: changes.filter ?? stored.filter,
      columns: changes.columns ?? stored.columns,
    };
    const others = rows.filter((one) => one !== row);
    const isSaved = await updateView(trx, owner, view, freeNameKey(view.name, others));
    if (!isSaved) throw new ApiError('view_not_found');
    return view;
  });
}

/** Throws `view_not_found`. */
async function deleteView(db: Database, owner: ViewOwner, id: string): Promise<void> {
  if (!(await deleteViewRow(db, owner, id))) throw new ApiError('view_not_found');
}

/** Each user has their own. */
export function viewRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  addRoute(app, orderViewEndpoints.list, ({ session, locale }) =>
    listSettings(db, session, locale),
  );

  addRoute(app, orderViewEndpoints.create, async ({ session, body, idempotencyKey }) => {
    return new JsonText(await createView(deps, session, body, idempotencyKey));
  });

  addRoute(app, orderViewEndpoints.update, ({ session, params, body }) =>
    changeView(db, session, params.id, body),
  );

  addRoute(app, orderViewEndpoints.delete, async ({ session, params }) => {
    await deleteView(db, session, params.id);
    return null;
  });

  addRoute(app, orderViewEndpoints.chooseColumns, async ({ session, body }) => {
    await upsertChosenColumns(db, session, body.columns);
    return null;
  });
}
