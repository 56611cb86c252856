import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { callServer, signInTo } from './testing/call-server.ts';
import { newOrderPayload } from './testing/make-order.ts';
import { makeServerHome, type ServerHome } from './testing/server-home.ts';

let home: ServerHome;

beforeEach(async ({ onTestFinished }) => {
  home = await makeServerHome();
  onTestFinished(home.remove);
});

test('after kill -9 of the server, the database or both, every acknowledged order is there at the next start, and is located', async () => {
  let server = await home.start();
  await server.listening;
  const username = await home.makeUser();
  for (const victims of ['server', 'database', 'server and database']) {
    const acknowledged = await createOrdersUntilItFails(server.address, username, async () => {
      if (victims.includes('database')) process.kill(await home.postmasterPid(), 'SIGKILL');
      if (victims.includes('server')) server.process.kill('SIGKILL');
    });
    const { code, errors } = await server.ended;
    if (victims === 'database') {
      expect(withoutTraces(errors)).toMatch(
        /^The embedded database has stopped by itself: ended with SIGKILL.*\n$/,
      );
      expect(code).toBe(70);
    } else expect(code, victims).not.toBe(0);

    server = await home.start();
    await server.listening;
    await expectLocated(server.address, username, acknowledged);
  }
}, 120_000);

/** Removes the traces of the queue's lost queries from standard error. */
const withoutTraces = (errors: string): string =>
  errors.replaceAll(/^Trace: .*\n(?:[ }].*\n)*/gm, '');

async function expectLocated(
  address: string,
  username: string,
  orderIds: readonly string[],
): Promise<void> {
  const token = await signInTo(address, username);
  for (const id of orderIds) {
    await vi.waitFor(
      async () => {
        const order = await callServer(address, token, 'GET', `/orders/${id}`);
        expect(order.status, id).toBe(200);
        expect(await order.json()).toMatchObject({ id, orderStatus: 'GEOCODED' });
      },
      { timeout: 15_000, interval: 50 },
    );
  }
}

async function createOrdersUntilItFails(
  address: string,
  username: string,
  interrupt: () => Promise<void>,
): Promise<string[]> {
  const token = await signInTo(address, username);
  const acknowledged: string[] = [];
  const create = async () => {
    for (;;) {
      const response = await callServer(address, token, 'POST', '/orders', newOrderPayload());
      if (response.status !== 201) return;
      acknowledged.push(z.object({ id: z.string() }).parse(await response.json()).id);
    }
  };
  const creating = Promise.allSettled([create(), create(), create()]);
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(20);
  await interrupt();
  await creating;
  return acknowledged;
}
