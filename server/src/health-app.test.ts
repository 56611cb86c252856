import { expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { openDatabase, openPool } from './db/database.ts';
import { getSecret } from './secrets/get-secret.ts';
import { givenSecretKeys } from './secrets/secret-keys.ts';
import { openSecrets } from './secrets/secrets.ts';
import { buildServer } from './server.ts';
import { useTestServer } from './testing/build-test-server.ts';

const server = useTestServer();

test('the server says that it is alive and ready', async () => {
  expect((await server.app.inject({ url: '/healthz' })).statusCode).toBe(200);
  expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200);
});

test('without its database the server is alive, but not ready', async () => {
  const db = openDatabase(openPool('postgres://localhost:1/nowhere', server.deps.log, 1));
  const app = await buildServer({ ...server.deps, db });
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  const notReady = await app.inject({ url: '/readyz' });
  expect(notReady.statusCode).toBe(503);
  expect(notReady.json<Problem>().code).toBe('not_ready');
  await app.close();
  await db.destroy();
});

test('a server that cannot decrypt what others stored is not ready', async () => {
  await getSecret(server.deps, 'lookups');
  const secrets = openSecrets(givenSecretKeys(new Map([[9, Buffer.alloc(32, 9)]])));
  const app = await buildServer({ ...server.deps, secrets });
  const notReady = await app.inject({ url: '/readyz' });
  expect([notReady.statusCode, notReady.json<Problem>().code]).toEqual([503, 'not_ready']);
  await app.close();
});
