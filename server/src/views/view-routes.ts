import type { FastifyInstance } from 'fastify';
import {
  orderViewEndpoints,
  type OrderView,
  MOST_VIEWS,
  viewsByName,
  OrderColumn,
  ViewFilter,
} from '@portage/contract/orders/order-views';
import type { Deps } from '../deps.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import { namedDocuments } from '../named-documents/named-documents.ts';
import { findChosenColumns, upsertChosenColumns, type ViewOwner } from './view-queries.ts';

const ownerOf = ({ merchantId, username }: ViewOwner): ViewOwner => ({ merchantId, username });

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

/** Drops filters that no longer exist: an earlier version may have saved it. */
function readView(document: string): OrderView {
  const { id, name, filter, columns } = JSON.parse(document) as OrderView;
  return { id, name, filter: acceptedFilter(filter), columns: knownColumns(columns) };
}

const views = namedDocuments<OrderView>({
  table: 'order_views',
  call: 'POST /orders/views',
  most: MOST_VIEWS,
  read: readView,
  nameTaken: 'view_name_taken',
  tooMany: 'too_many_views',
  notFound: 'view_not_found',
});

/** Each user has their own. */
export function viewRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  addRoute(app, orderViewEndpoints.list, async ({ session, locale }) => {
    const [saved, columns] = await Promise.all([
      views.list(db, ownerOf(session)),
      findChosenColumns(db, session),
    ]);
    // Columns only once chosen.
    return {
      views: viewsByName(saved, locale),
      ...(columns && { columns: knownColumns(columns) }),
    };
  });

  addRoute(app, orderViewEndpoints.create, async ({ session, body, idempotencyKey }) => {
    return new JsonText(await views.create(deps, ownerOf(session), body, idempotencyKey));
  });

  addRoute(app, orderViewEndpoints.update, ({ session, params, body }) =>
    views.change(db, ownerOf(session), params.id, (view) => ({
      id: view.id,
      name: body.name ?? view.name,
      filter: body.filter ?? view.filter,
      columns: body.columns ?? view.columns,
    })),
  );

  addRoute(app, orderViewEndpoints.delete, ({ session, params }) =>
    views.remove(db, ownerOf(session), params.id),
  );

  addRoute(app, orderViewEndpoints.chooseColumns, ({ session, body }) =>
    upsertChosenColumns(db, session, body.columns),
  );
}
