import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { buildServer } from '../server.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';

const server = useTestServer();

type Meanwhile = (call: { app: FastifyInstance; socket: Socket; leave: () => void }) => unknown;

async function isOverAtOnce(meanwhile: Meanwhile): Promise<boolean> {
  const { token } = await makeMerchant(server);
  const { identity, orderChanges } = server.deps;
  const caller = new AbortController();
  const begun = Promise.withResolvers<boolean>();
  let socket: Socket | undefined;
  const app = await buildServer({
    ...server.deps,
    identity: {
      ...identity,
      async verify(typed) {
        if (!socket) throw new Error('A call comes over a connection');
        await meanwhile({ app, socket, leave: () => caller.abort() });
        return identity.verify(typed);
      },
    },
    orderChanges: {
      ...orderChanges,
      follow(session, following) {
        begun.resolve(following.until.aborted);
        return orderChanges.follow(session, following);
      },
    },
  });
  app.server.once('connection', (one: Socket) => {
    socket = one;
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const answer = fetch(`${address}/api/orders/changes`, {
    headers: { authorization: `Bearer ${token}` },
    signal: caller.signal,
  }).then((response) => response.text());
  answer.catch(() => undefined);
  const isOver = await begun.promise;
  await app.close();
  return isOver;
}

test('an answer ends at once if its caller left while the session was verified', async () => {
  const isOver = await isOverAtOnce(async ({ socket, leave }) => {
    leave();
    await once(socket, 'close');
  });
  expect(isOver).toBe(true);
});

test('an answer ends at once if the server began to stop while the session was verified', async () => {
  const isOver = await isOverAtOnce(async ({ app }) => {
    void app.close();
    await once(app.stopping, 'abort');
  });
  expect(isOver).toBe(true);
});

test('an answer lasts while the caller stays', async () => {
  expect(await isOverAtOnce(() => undefined)).toBe(false);
});
