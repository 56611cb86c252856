import { once } from 'node:events';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import { portOf } from './server-process.ts';
import { cloneTestDatabase } from './test-database.ts';

/** A new database behind a network that the test can break. */
interface DatabaseBehindNetwork {
  /** Through the network. */
  url: string;
  /** Beside it. */
  directUrl: string;
  /** Loses its connections silently; new ones work. */
  loseConnections: () => void;
  /** Loses the answers on its connections; new ones work. */
  loseAnswers: () => void;
  /** Ends its connections and refuses new ones. */
  refuse: () => void;
  /** Ends `refuse`. */
  accept: () => Promise<void>;
}

export async function databaseBehindNetwork(): Promise<DatabaseBehindNetwork> {
  const database = await cloneTestDatabase();
  const ways = new Set<{ client: net.Socket; upstream: net.Socket }>();
  const { hostname, port } = new URL(database.url);
  const network = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    client.pipe(upstream).pipe(client);
    for (const end of [client, upstream]) end.on('error', () => undefined);
    const way = { client, upstream };
    ways.add(way);
    upstream.once('close', () => ways.delete(way));
  });
  const listen = async (at: number) => {
    await once(network.listen(at, '127.0.0.1'), 'listening');
  };
  await listen(0);
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String(portOf(network));
  const refuse = () => {
    network.close();
    for (const { client, upstream } of ways) {
      client.destroy();
      upstream.destroy();
    }
  };
  onTestFinished(async () => {
    refuse();
    await database.drop();
  });
  return {
    url: url.href,
    directUrl: database.url,
    loseConnections() {
      for (const { client, upstream } of ways) {
        client.unpipe(upstream);
        upstream.unpipe(client);
      }
    },
    loseAnswers() {
      for (const { client, upstream } of ways) upstream.unpipe(client);
    },
    refuse,
    accept: () => listen(Number(url.port)),
  };
}
