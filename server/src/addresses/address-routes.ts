import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  addressEndpoints,
  type AddressCursor,
  type SavedAddress,
  MERGE_SIZE,
  type ImportedRow,
  NewSavedAddress,
  type AddressListQuery,
  ADDRESSES_CSV_NAME,
  addressCsvHeader,
  addressCsvLine,
} from '@portage/contract/addresses/addresses';
import { placeEndpoints } from '@portage/contract/addresses/places';
import { BYTE_ORDER_MARK } from '@portage/contract/csv';
import type { Locale } from '@portage/contract/locale';
import { foldForSearch } from '@portage/contract/text';
import { ApiError } from '../api-error.ts';
import { recordActionOf } from '../audit/record-security-event.ts';
import type { Database, Executor } from '../db/database.ts';
import { retryConflicts } from '../db/retry-transaction.ts';
import { isUniqueViolation } from '../db/sql-state.ts';
import type { Deps } from '../deps.ts';
import { fieldErrorsOf } from '../field-errors.ts';
import { addRoute, JsonText } from '../http/endpoint-route.ts';
import { FileContent } from '../http/file-content.ts';
import type { Session } from '../http/session.ts';
import { once } from '../idempotency/once.ts';
import { MAX_SUGGESTIONS } from '../places/places.ts';
import { placesUnderWay } from '../throttle/places-under-way.ts';
import {
  deleteSavedAddresses,
  listSavedAddresses,
  insertSavedAddresses,
  lockSavedAddresses,
  restoreSavedAddresses,
  updateSavedAddress,
  listAddressesOf,
  listSharedKeys,
  addressRowOf,
} from './address-queries.ts';
import { createAddress, newSavedAddress, findSavedStreets } from './save-address.ts';

export function placeRoutes(app: FastifyInstance, { db, places }: Deps): void {
  addRoute(app, placeEndpoints.suggest, async ({ query: { text, session: search }, session }) => {
    const { merchantId } = session;
    const [saved, found] = await Promise.all([
      findSavedStreets(db, merchantId, text),
      places.suggest(text, { merchantId, session: search }),
    ]);
    const savedLabels = new Set(saved.map(({ label }) => label));
    const others = found.filter(({ label }) => !savedLabels.has(label));
    return { suggestions: [...saved, ...others].slice(0, MAX_SUGGESTIONS) };
  });

  addRoute(app, placeEndpoints.read, async ({ body }) => places.read(body.text));

  addRoute(app, placeEndpoints.details, async ({ query }) => {
    const place = await places.find(query.placeId, query.session);
    if (!place) throw new ApiError('place_not_found');
    return place;
  });
}

async function replace(trx: Executor, saved: SavedAddress): Promise<SavedAddress> {
  try {
    await updateSavedAddress(trx, saved.merchantId, addressRowOf(saved));
  } catch (error) {
    throw isUniqueViolation(error) ? new ApiError('address_saved_already') : error;
  }
  return saved;
}

/** Retries deadlocks between concurrent changes of the same recipients. */
const inTransaction = <Result>(db: Database, write: (trx: Executor) => Promise<Result>) =>
  retryConflicts(() => db.transaction().execute(write));

/** Throws `address_not_found` and `address_saved_already`. */
function editAddress(
  db: Database,
  merchantId: string,
  id: string,
  changes: {
    recipient?: SavedAddress['recipient'] | undefined;
    address?: SavedAddress['address'] | undefined;
  },
): Promise<SavedAddress> {
  return inTransaction(db, async (trx) => {
    const saved = (await lockSavedAddresses(trx, merchantId, [id])).get(id);
    if (!saved) throw new ApiError('address_not_found');
    const { recipient = saved.recipient, address = saved.address } = changes;
    return replace(trx, { ...saved, recipient, address });
  });
}

/** Fills gaps from the other recipient. */
function completedBy(saved: SavedAddress, other: SavedAddress): SavedAddress {
  return {
    ...saved,
    recipient: { ...other.recipient, ...saved.recipient },
    address: {
      ...(other.address.unit !== undefined && { unit: other.address.unit }),
      ...saved.address,
    },
  };
}

/** Completes and keeps the first. Throws `address_not_found` and `address_saved_already`. */
function mergeAddresses(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: string,
  { keepId, ids }: { keepId: string; ids: readonly string[] },
): Promise<SavedAddress> {
  return inTransaction(db, async (trx) => {
    const found = await lockSavedAddresses(trx, merchantId, [keepId, ...ids]);
    const kept = found.get(keepId);
    const others = ids.flatMap((id) => found.get(id) ?? []);
    if (!kept || others.length < ids.length) throw new ApiError('address_not_found');
    await deleteSavedAddresses(trx, merchantId, ids, clock.now());
    return replace(trx, others.reduce(completedBy, kept));
  });
}

/** Skips recipients that were saved again; returns the restored ids. */
async function restoreAddresses(
  db: Database,
  merchantId: string,
  ids: readonly string[],
  tries = ids.length,
): Promise<string[]> {
  try {
    return await retryConflicts(() => restoreSavedAddresses(db, merchantId, ids));
  } catch (error) {
    if (!isUniqueViolation(error) || tries === 0) throw error;
    // Retries: the conflicting recipient is saved by now.
    return restoreAddresses(db, merchantId, ids, tries - 1);
  }
}

/** Returns the JSON of the contract's `AddressPage`. */
async function listAddresses(
  db: Executor,
  merchantId: string,
  { freeSearch = '', limit, startAt, createdAt }: AddressListQuery,
): Promise<string> {
  const hasCursor = startAt !== undefined && createdAt !== undefined;
  const rows = await listSavedAddresses(db, merchantId, {
    words: foldForSearch(freeSearch).split(' ').filter(Boolean),
    limit: limit + 1,
    after: hasCursor ? { startAt, createdAt } : undefined,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const next = last
    ? `,"next":${JSON.stringify({ startAt: last.id, createdAt: last.createdAt })}`
    : '';
  return `{"addresses":[${page.map(({ document }) => document).join(',')}]${next}}`;
}

interface Importer {
  session: Session;
  locale: Locale;
  idempotencyKey: string | undefined;
}

/** Saves valid new rows; returns the JSON of each row's result. */
function importAddresses(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  body: { rows: readonly Readonly<Record<string, unknown>>[] },
  { session: { merchantId }, locale, idempotencyKey }: Importer,
): Promise<string> {
  const now = clock.now();
  const call = 'POST /orders/addresses/batch';
  return inTransaction(db, (trx) =>
    once(trx, { merchantId, key: idempotencyKey, call, body, now }, async () => {
      const read = body.rows.map((row) => {
        const { data } = NewSavedAddress.safeParse(row);
        if (!data) return { errors: fieldErrorsOf(NewSavedAddress, row, locale) };
        return { row: addressRowOf(newSavedAddress(merchantId, data, now)) };
      });
      const valid = read.flatMap(({ row }) => row ?? []);
      const added = await insertSavedAddresses(trx, merchantId, valid, now);
      const rows = read.map(({ row, errors }): ImportedRow => {
        if (!row) return { result: 'invalid', errors };
        return { result: added.has(row.id) ? 'created' : 'existing' };
      });
      return JSON.stringify({ rows });
    }),
  );
}

const MOST_GROUPS = 50;

/** Joins lists of ids that share an id. */
function joinGroups(lists: readonly (readonly string[])[]): string[][] {
  const groupOf = new Map<string, Set<string>>();
  for (const ids of lists) {
    const joined = new Set(ids.flatMap((id) => [id, ...(groupOf.get(id) ?? [])]));
    for (const id of joined) groupOf.set(id, joined);
  }
  return [...new Set(groupOf.values())].map((group) => [...group]);
}

/** Groups recipients with the same name or phone at one postal code. */
async function findDuplicates(
  db: Executor,
  merchantId: string,
): Promise<{ groups: SavedAddress[][]; hasMore: boolean }> {
  const request = { most: MOST_GROUPS + 1, largest: MERGE_SIZE + 1 };
  const byName = await listSharedKeys(db, merchantId, 'name_key', request);
  const byPhone = await listSharedKeys(db, merchantId, 'phone_key', request);
  const all = joinGroups([...byName, ...byPhone]);
  const groups = all.slice(0, MOST_GROUPS).map((group) => group.slice(0, MERGE_SIZE + 1));
  const saved = await listAddressesOf(db, merchantId, groups.flat());
  return {
    groups: groups
      .map((group) => saved.filter(({ id }) => group.includes(id)))
      .filter((group) => group.length > 1),
    hasMore:
      all.length > MOST_GROUPS || byName.length > MOST_GROUPS || byPhone.length > MOST_GROUPS,
  };
}

const PAGE = 500;

async function* piecesOf(db: Database, merchantId: string, words: readonly string[]) {
  yield `${BYTE_ORDER_MARK}${addressCsvHeader}`;
  let after: AddressCursor | undefined;
  do {
    const page = await listSavedAddresses(db, merchantId, { words, limit: PAGE, after });
    const last = page.length === PAGE ? page.at(-1) : undefined;
    after = last && { startAt: last.id, createdAt: last.createdAt };
    yield page.map(({ document }) => addressCsvLine(JSON.parse(document) as SavedAddress)).join('');
  } while (after);
}

/** Streams the address book as CSV, newest first, in constant memory. Throws `too_many_exports`. */
function addressExports(db: Database) {
  const takePlace = placesUnderWay({
    ofAMerchant: 2,
    ofAll: 10,
    error: () => new ApiError('too_many_exports'),
  });

  return (merchantId: string, freeSearch = ''): FileContent => {
    const { giveBack } = takePlace(merchantId);
    const file = Readable.from(
      piecesOf(db, merchantId, foldForSearch(freeSearch).split(' ').filter(Boolean)),
    );
    file.once('close', giveBack);
    return new FileContent('text/csv; charset=utf-8', file, {
      'content-disposition': `attachment; filename="${ADDRESSES_CSV_NAME}"`,
    });
  };
}

export function addressRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const exportAddresses = addressExports(db);
  const deleteAddresses = (merchantId: string, ids: readonly string[]) =>
    retryConflicts(() => deleteSavedAddresses(db, merchantId, ids, clock.now()));

  addRoute(app, addressEndpoints.list, async ({ session, query }) => {
    return new JsonText(await listAddresses(db, session.merchantId, query));
  });

  addRoute(app, addressEndpoints.create, async ({ session, body, idempotencyKey }) => {
    return new JsonText(await createAddress(deps, session, body, idempotencyKey));
  });

  addRoute(app, addressEndpoints.edit, ({ session, params, body }) =>
    editAddress(db, session.merchantId, params.id, body),
  );

  addRoute(app, addressEndpoints.delete, async ({ session, params }) => {
    const ids = await deleteAddresses(session.merchantId, [params.id]);
    if (ids.length === 0) throw new ApiError('address_not_found');
  });

  addRoute(app, addressEndpoints.deleteMany, async ({ session, body }) => ({
    ids: await deleteAddresses(session.merchantId, body.ids),
  }));

  addRoute(app, addressEndpoints.restore, async ({ session, body }) => ({
    ids: await restoreAddresses(db, session.merchantId, body.ids),
  }));

  addRoute(app, addressEndpoints.import, async ({ body, ...importer }) => {
    return new JsonText(await importAddresses(deps, body, importer));
  });

  addRoute(app, addressEndpoints.export, async ({ query, ...asker }) => {
    const file = exportAddresses(asker.session.merchantId, query.freeSearch);
    await recordActionOf(asker, db, deps.clock, { action: 'addresses.exported' });
    return file;
  });

  addRoute(app, addressEndpoints.duplicates, ({ session }) =>
    findDuplicates(db, session.merchantId),
  );

  addRoute(app, addressEndpoints.merge, ({ session, body }) =>
    mergeAddresses(deps, session.merchantId, body),
  );
}
