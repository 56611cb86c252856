import type { DatabaseConnection } from 'kysely';

/**
 * Lets queries of a connection end quietly once their signal is aborted: who asked is told of that, and
 * nobody waits for them. Kysely would print on the console that they failed, past the log; so it would
 * of a cancellation that comes too late, after which a query ends by itself.
 */
export async function quietCancelledQueries(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async <Row>(...[query, options]: Parameters<typeof execute>) => {
    try {
      return await execute<Row>(query, options);
    } catch (error) {
      if (options?.signal?.aborted) return { rows: [] };
      throw error;
    }
  };
  const cancel = connection.cancelQuery?.bind(connection);
  if (cancel) {
    connection.cancelQuery = (provideConnection) =>
      cancel(provideConnection).catch(() => undefined);
  }
}
