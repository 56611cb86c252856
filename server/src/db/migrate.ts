import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from './database.ts';
import * as merchantsAndUsers from './migrations/0001-merchants-and-users.ts';
import * as orders from './migrations/0002-orders.ts';
import * as accounts from './migrations/0003-accounts.ts';
import * as orderFilters from './migrations/0004-order-filters.ts';
import * as orderLists from './migrations/0005-order-lists.ts';
import * as orderIndexes from './migrations/0006-order-indexes.ts';
import * as orderLives from './migrations/0007-order-lives.ts';
import * as orderLabels from './migrations/0008-order-labels.ts';
import * as searchableOrders from './migrations/0009-searchable-orders.ts';
import * as imports from './migrations/0010-imports.ts';
import * as encryptedSecrets from './migrations/0012-encrypted-secrets.ts';
import * as signUpRequests from './migrations/0014-sign-up-requests.ts';
import * as addressBook from './migrations/0015-address-book.ts';
import * as contactRequests from './migrations/0016-contact-requests.ts';
import * as credentials from './migrations/0017-credentials.ts';
import * as shops from './migrations/0020-shops.ts';
import * as shopWebhooks from './migrations/0041-shop-webhooks.ts';
import * as merchantUsers from './migrations/0025-merchant-users.ts';
import * as orderDays from './migrations/0030-order-days.ts';
import * as addressSearch from './migrations/0032-address-search.ts';
import * as trackingNumbers from './migrations/0033-tracking-numbers.ts';
import * as importStatistics from './migrations/0039-import-statistics.ts';
import * as tariffs from './migrations/0044-tariffs.ts';
import * as searchItems from './migrations/0051-search-items.ts';
import * as sessions from './migrations/0055-sessions.ts';
import * as knownDevices from './migrations/0070-known-devices.ts';
import * as packagePresets from './migrations/0066-package-presets.ts';
import * as secondFactors from './migrations/0074-second-factors.ts';
import * as passwordChecks from './migrations/0088-password-checks.ts';
import * as secretsAtRest from './migrations/0089-secrets-at-rest.ts';
import * as shopDeliveries from './migrations/0090-shop-deliveries.ts';
import * as unreadableShopOrders from './migrations/0091-unreadable-shop-orders.ts';
import * as importChoices from './migrations/0095-import-choices.ts';

/** Every migration, in the order in which they apply. A migration that has landed is never edited. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-merchants-and-users': merchantsAndUsers,
  '0002-orders': orders,
  '0003-accounts': accounts,
  '0004-order-filters': orderFilters,
  '0005-order-lists': orderLists,
  '0006-order-indexes': orderIndexes,
  '0007-order-lives': orderLives,
  '0008-order-labels': orderLabels,
  '0009-searchable-orders': searchableOrders,
  '0010-imports': imports,
  '0012-encrypted-secrets': encryptedSecrets,
  '0014-sign-up-requests': signUpRequests,
  '0015-address-book': addressBook,
  '0016-contact-requests': contactRequests,
  '0017-credentials': credentials,
  '0020-shops': shops,
  '0025-merchant-users': merchantUsers,
  '0030-order-days': orderDays,
  '0032-address-search': addressSearch,
  '0033-tracking-numbers': trackingNumbers,
  '0039-import-statistics': importStatistics,
  '0041-shop-webhooks': shopWebhooks,
  '0044-tariffs': tariffs,
  '0051-search-items': searchItems,
  '0055-sessions': sessions,
  '0070-known-devices': knownDevices,
  '0066-package-presets': packagePresets,
  '0074-second-factors': secondFactors,
  '0088-password-checks': passwordChecks,
  '0089-secrets-at-rest': secretsAtRest,
  '0090-shop-deliveries': shopDeliveries,
  '0091-unreadable-shop-orders': unreadableShopOrders,
  '0095-import-choices': importChoices,
};

const migratorOf = (db: Database) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

/** Brings the schema up to date. Several processes may call it at once: one works, the others wait. */
export async function migrate(db: Database): Promise<void> {
  await db.connection().execute(async (connection) => {
    // An index of a large table takes minutes.
    await sql`set statement_timeout = 0`.execute(connection);
    // On a cluster, a statement that changes a table and one that reads it share a transaction only so.
    await sql`set citus.multi_shard_modify_mode = 'sequential'`.execute(connection);
    const { error } = await migratorOf(connection).migrateToLatest();
    await sql`reset citus.multi_shard_modify_mode`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
    if (error) throw new Error('The schema could not be brought up to date', { cause: error });
  });
}

/** Whether every migration has been applied. Changes nothing. */
export async function isSchemaUpToDate(db: Database): Promise<boolean> {
  const all = await migratorOf(db).getMigrations();
  return all.every(({ executedAt }) => executedAt !== undefined);
}
