import { expect, test } from 'vitest';
import { openLog } from './log.ts';
import { buildServer } from './server.ts';
import { useTestServer } from './testing/build-test-server.ts';
import { makeMerchant } from './testing/make-merchant.ts';

const server = useTestServer();

/** A log of everything, and what was written to it. */
function openFullLog() {
  const lines: string[] = [];
  return { log: openLog('trace', { write: (line) => void lines.push(line) }), lines };
}

test('the log of a call has its path and its outcome, and neither its token nor its query', async () => {
  const merchant = await makeMerchant(server);
  const { log, lines } = openFullLog();
  const app = await buildServer({ ...server.deps, log });
  await app.inject({
    url: '/api/orders/addresses?freeSearch=Tremblay',
    headers: { authorization: `Bearer ${merchant.token}` },
  });
  await app.close();
  const written = lines.join('');
  expect(written).toContain('"path":"/api/orders/addresses"');
  expect(written).toContain('"statusCode":200');
  expect(written).not.toContain('Tremblay');
  expect(written).not.toContain(merchant.token);
});

test('the log of a database error leaves out the row it speaks of', async () => {
  const { log, lines } = openFullLog();
  const broken = await server.deps.db
    .insertInto('users')
    .values({
      id: '019c0000-0000-7000-8000-000000000000',
      merchant_id: '019c0000-0000-7000-8000-000000000000',
      username: 'zoe.tremblay@test.example',
      name: 'Zoé Tremblay',
      kind: 'user',
      password_hash: null as never,
      must_change_password: false,
      created_at: new Date(0),
    })
    .execute()
    .catch((error: unknown) => error);
  expect(broken).toHaveProperty('detail', expect.stringContaining('Tremblay'));
  log.error({ err: broken }, 'unexpected error');
  expect(lines.join('')).toContain('"code":"23502"');
  expect(lines.join('')).not.toMatch(/tremblay/i);
});
