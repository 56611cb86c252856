import { systemClock } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { embeddedIdentity } from '../identity/embedded-identity.ts';
import { openCognito } from '../identity/open-cognito.ts';
import { fileSecretKeys, givenSecretKeys } from '../secrets/secret-keys.ts';
import { useStoredVersion } from '../secrets/get-secret.ts';
import { openSecrets, type Secrets, SecretUnreadable } from '../secrets/secrets.ts';
import { type Database, openDatabase, openPool, pingDatabase } from '../db/database.ts';
import { isDatabaseLost } from '../db/is-database-lost.ts';
import { checkSchema } from '../db/migrate.ts';
import { type DatabaseEnv, readDatabaseEnv, readEnv } from '../env.ts';
import { openLog } from '../log.ts';
import {
  outdatedSchema,
  databaseUnreachable,
  noDatabase,
  secretKeysWrong,
} from '../startup-error.ts';
import { databaseFailed } from '../../../postgres/src/startup-error.ts';
import { startEmbeddedPostgres } from '../../../postgres/src/embedded-postgres.ts';
import type { Log } from '../../../postgres/src/postgres-server.ts';
import { findEmbeddedDatabase } from '../../../postgres/src/find-database.ts';

/** Settings of the database, as in `env.ts`. */
interface DatabaseSettings {
  dataDirectory: string;
  databaseUrl: string | undefined;
}

/** A database that can be used until it is left. */
interface ReachedDatabase {
  url: string;
  /** Stops the database if reaching it has started it. */
  leave: () => Promise<void>;
  /** Makes the error for a database that does not answer. */
  unreachable: (cause: unknown) => Error;
}

/**
 * Reaches the database of the settings without disturbing a server that uses it: the one of
 * `DATABASE_URL`, the embedded one that a server has running, or else the embedded one, started.
 * Makes none: throws `noDatabase` where no server has made one, and what starting it throws.
 */
async function reachDatabase(
  { dataDirectory, databaseUrl }: DatabaseSettings,
  log: Log,
): Promise<ReachedDatabase> {
  if (databaseUrl !== undefined) {
    return {
      url: databaseUrl,
      leave: async () => undefined,
      unreachable: (cause) => databaseUnreachable(databaseUrl, cause),
    };
  }
  const unreachable = (cause: unknown) => databaseFailed('does not answer', cause);
  const found = await findEmbeddedDatabase(dataDirectory);
  if (found.state === 'missing') throw noDatabase(dataDirectory);
  if (found.state === 'running') {
    return { url: found.url, leave: async () => undefined, unreachable };
  }
  const { url, stop } = await startEmbeddedPostgres({ dataDirectory, log });
  return { url, leave: stop, unreachable };
}

/**
 * Runs a command on the database of the settings, beside servers that use it. Throws a
 * `StartupError` when there is none, when it does not answer, or when its schema is outdated.
 */
export async function withDatabase(
  work: (db: Database, env: DatabaseEnv) => Promise<void>,
): Promise<void> {
  const log = openLog('silent');
  const env = readDatabaseEnv();
  await using opened = new AsyncDisposableStack();
  const { url, leave, unreachable } = await reachDatabase(env, log);
  opened.defer(leave);
  const db = opened.adopt(openDatabase(openPool(url, log, 1)), (one) => one.destroy());
  await pingDatabase(db).catch((error: unknown) => {
    throw unreachable(error);
  });
  try {
    if ((await checkSchema(db)) !== 'current') throw outdatedSchema();
    await work(db, env);
  } catch (error) {
    throw error instanceof Error && isDatabaseLost(error) ? unreachable(error) : error;
  }
}

/** Opens the secrets of the database. Throws `noSecretKeys` and `secretKeysWrong`. */
export async function existingSecrets(
  db: Database,
  { secretKeys, dataDirectory }: DatabaseEnv,
): Promise<Secrets> {
  const secrets = openSecrets(
    secretKeys ? givenSecretKeys(secretKeys) : fileSecretKeys(dataDirectory, { make: false }),
  );
  await useStoredVersion({ db, secrets }).catch((error: unknown) => {
    throw error instanceof SecretUnreadable ? secretKeysWrong(error) : error;
  });
  return secrets;
}

/** Dependencies of commands that invite people. */
export async function operatorDeps(
  db: Database,
): Promise<Pick<Deps, 'db' | 'clock' | 'identity' | 'secrets' | 'portalUrl'>> {
  const env = readEnv();
  const clock = systemClock;
  const portalUrl = env.publicUrl ?? `http://localhost:${env.port}`;
  const secrets = await existingSecrets(db, env);
  const identity =
    env.identity.provider === 'cognito'
      ? await openCognito({ db, clock, log: openLog('silent') }, env.identity)
      : embeddedIdentity({ db, clock, secrets, portalUrl });
  return { db, clock, identity, secrets, portalUrl };
}
