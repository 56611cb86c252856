import { databaseFailed } from '../../../postgres/src/startup-error.ts';
import { databaseUnreachable, noDatabase } from '../startup-error.ts';
import { startEmbeddedPostgres } from '../../../postgres/src/embedded-postgres.ts';
import type { Log } from '../../../postgres/src/postgres-server.ts';
import { findEmbeddedDatabase } from '../../../postgres/src/find-database.ts';

/** Where the settings say the database is; shaped as in `env.ts`. */
interface DatabaseSettings {
  dataDirectory: string;
  databaseUrl: string | undefined;
}

/** A database that can be used until it is left. */
export interface ReachedDatabase {
  url: string;
  /** Stops the database if reaching it has started it. */
  leave: () => Promise<void>;
  /** What to tell the operator when it does not answer. */
  unreachable: (cause: unknown) => Error;
}

/**
 * Reaches the database of the settings without disturbing a server that uses it: the one of
 * `DATABASE_URL`, the embedded one that a server has running, or else the embedded one, started.
 * Makes none: throws `noDatabase` where no server has made one, and what starting it throws.
 */
export async function reachDatabase(
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
