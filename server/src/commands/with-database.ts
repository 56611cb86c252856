import { startEmbeddedPostgres } from '../../../postgres/src/embedded-postgres.ts';
import { findEmbeddedDatabase } from '../../../postgres/src/find-database.ts';
import type { Log } from '../../../postgres/src/postgres-server.ts';
import { databaseFailed } from '../../../postgres/src/startup-error.ts';
import { recordOperation } from '../audit/record-security-event.ts';
import { systemClock } from '../clock.ts';
import { type Database, openDatabase, openPool, pingDatabase } from '../db/database.ts';
import { checkSchema } from '../db/migrate.ts';
import { rememberPositions } from '../db/replica.ts';
import type { Deps } from '../deps.ts';
import { type DatabaseEnv, readDatabaseEnv, readEnv } from '../env.ts';
import { embeddedIdentity } from '../identity/embedded-identity.ts';
import { openCognito } from '../identity/open-cognito.ts';
import { openLog } from '../log.ts';
import { useStoredVersion } from '../secrets/get-secret.ts';
import { fileSecretKeys, givenSecretKeys } from '../secrets/secret-keys.ts';
import { openSecrets, type Secrets, SecretUnreadable } from '../secrets/secrets.ts';
import {
  outdatedSchema,
  databaseUnreachable,
  noDatabase,
  saysDatabaseLost,
  secretKeysWrong,
} from '../startup-error.ts';

/** As in `env.ts`. */
interface DatabaseSettings {
  dataDirectory: string;
  databaseUrl: string | undefined;
}

interface ReachedDatabase {
  url: string;
  /** Stops the database if reaching it started it. */
  leave: () => Promise<void>;
  unreachable: (cause: unknown) => Error;
}

/** `DATABASE_URL`, or the embedded database, started if needed. Throws `noDatabase`. */
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

/** Runs beside servers. Throws a `StartupError` for a missing, silent or outdated database. */
export async function withDatabase(work: (db: Database, databaseUrl: string) => Promise<void>) {
  const log = openLog('silent');
  const env = readDatabaseEnv();
  await using opened = new AsyncDisposableStack();
  const { url, leave, unreachable } = await reachDatabase(env, log);
  opened.defer(leave);
  const onCommit = env.replicaUrl === undefined ? undefined : rememberPositions;
  const db = opened.adopt(openDatabase(openPool(url, log, 1), undefined, onCommit), (one) =>
    one.destroy(),
  );
  await pingDatabase(db).catch((error: unknown) => {
    throw unreachable(error);
  });
  try {
    if ((await checkSchema(db)) !== 'current') throw outdatedSchema();
    await work(db, url);
  } catch (error) {
    throw saysDatabaseLost(error, unreachable);
  }
}

/** Opens the database for a command's action. */
export const onDatabase =
  <Typed extends unknown[]>(act: (db: Database, ...typed: Typed) => Promise<void>) =>
  (...typed: Typed): Promise<void> =>
    withDatabase((db) => act(db, ...typed));

/** Records a read by commands such as `users list`. */
export const recordRead = (db: Database, command: string, merchantId?: string): Promise<void> =>
  recordAct(db, 'operator.read', command, merchantId);

/** `subject` names no person. */
export function recordAct(
  db: Database,
  action: 'operator.read' | 'job.retried' | 'mail.retried',
  subject: string,
  merchantId?: string,
): Promise<void> {
  const ofMerchant = merchantId !== undefined && { merchantId };
  return recordOperation(db, systemClock, { action, subject, ...ofMerchant });
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

/** Lets commands invite people. */
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
