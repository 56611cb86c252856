import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { rotateSecrets } from '../secrets/get-secret.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import {
  codeOf,
  errorsOf,
  makeColleague,
  makeMerchant,
  pathsOf,
  type TestMerchant,
} from '../testing/make-merchant.ts';
import { securityEvents } from '../testing/security-events.ts';
import { countWaiting } from '../testing/test-database.ts';

const server = useTestServer();

const PATH = '/merchants/integrations/shipstation';

const settings = (changes: Record<string, unknown> = {}) => ({
  apiKey: `key-${randomUUID()}`,
  labelFileFormat: 'PDF',
  includePackingSlip: false,
  ...changes,
});

const save = (merchant: TestMerchant, payload: object) => merchant.call('POST', PATH, { payload });
const read = (merchant: TestMerchant) => merchant.call('GET', PATH);

const waiting = () => countWaiting(server.deps.db, 'shipstation');

test('a saved integration is returned, read again and replaced', async () => {
  const merchant = await makeMerchant(server);
  const none = await read(merchant);
  expect([none.statusCode, none.json()]).toEqual([200, null]);

  const first = settings();
  const saved = await save(merchant, first);
  expect([saved.statusCode, saved.json()]).toEqual([200, { shipstation: first }]);
  expect((await read(merchant)).json()).toEqual(first);

  const second = settings({ labelFileFormat: 'ZPL', includePackingSlip: true });
  await save(merchant, second);
  expect((await read(merchant)).json()).toEqual(second);
});

test('all three fields are required', async () => {
  const merchant = await makeMerchant(server);
  const refusedPaths = async (payload: object) => pathsOf(await save(merchant, payload));
  expect(await refusedPaths({})).toEqual(['apiKey', 'labelFileFormat', 'includePackingSlip']);
  expect(await refusedPaths(settings({ apiKey: ' ', labelFileFormat: 'PNG' }))).toEqual([
    'apiKey',
    'labelFileFormat',
  ]);
});

test('a member sees only the last four characters of the key', async () => {
  const merchant = await makeMerchant(server);
  const integration = settings();
  await save(merchant, integration);
  const member = await makeColleague(server, merchant, 'member');
  const shown = { ...integration, apiKey: `••••${integration.apiKey.slice(-4)}` };
  expect((await member.call('GET', PATH)).json()).toEqual(shown);
});

test('a key has at least 16 characters', async () => {
  const merchant = await makeMerchant(server);
  const refused = await save(merchant, settings({ apiKey: 'k'.repeat(15) }));
  expect(errorsOf(refused)).toEqual([{ path: 'apiKey', message: 'Use at least 16 characters.' }]);
  expect((await save(merchant, settings({ apiKey: 'k'.repeat(16) }))).statusCode).toBe(200);
});

test('the key is stored nowhere in plain text, and survives a rotation of the keys', async () => {
  const merchant = await makeMerchant(server);
  const integration = settings();
  await save(merchant, integration);
  const { db } = server.deps;
  const stored = [
    await db.selectFrom('shipstation_integrations').selectAll().execute(),
    await db.selectFrom('security_events').selectAll().execute(),
  ];
  const bytes = JSON.stringify(stored, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  expect(bytes).not.toContain(integration.apiKey);
  expect(bytes).not.toContain(Buffer.from(integration.apiKey).toString('base64'));
  await rotateSecrets(server.deps);
  expect((await read(merchant)).json()).toEqual(integration);
});

test('it is removed once, and connecting and disconnecting are security events', async () => {
  const merchant = await makeMerchant(server);
  await save(merchant, settings());
  expect((await merchant.call('DELETE', PATH)).statusCode).toBe(204);
  const again = await merchant.call('DELETE', PATH);
  expect([again.statusCode, codeOf(again)]).toEqual([404, 'shipstation_not_connected']);
  const about = { merchantId: merchant.merchant.id };
  expect(await securityEvents(server.deps.db, 'shipstation.', about)).toMatchObject([
    { action: 'shipstation.connected', actor: merchant.username },
    { action: 'shipstation.disconnected', actor: merchant.username },
  ]);
});

test('it is removed and saved with another key at the same time', async () => {
  const merchant = await makeMerchant(server);
  await save(merchant, settings());
  const { db } = server.deps;
  const calls = await db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('shipstation_keys')
      .select('key_hash')
      .where('merchant_id', '=', merchant.merchant.id)
      .forUpdate()
      .execute();
    const removing = merchant.call('DELETE', PATH);
    await expect.poll(waiting).toBe(1);
    const saving = save(merchant, settings());
    await expect.poll(waiting).toBe(2);
    return [removing, saving];
  });
  const answers = await Promise.all(calls);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 200]);
});
