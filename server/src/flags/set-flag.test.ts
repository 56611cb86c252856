import { beforeEach, expect, test } from 'vitest';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { securityEvents } from '../testing/security-events.ts';
import { setFlag, unsetFlag, listFlagSettings } from './flags.ts';

const server = useTestServer();
const flag = 'heavy-parcel-consolidation-v1';
let merchant: TestMerchant;

beforeEach(async () => {
  merchant = await makeMerchant(server);
  await server.deps.db.deleteFrom('feature_flags').execute();
});

const isOn = async () =>
  (await merchant.call('GET', `/orders/featureFlags/${flag}`)).json<{ enabled: boolean }>().enabled;

test('an unknown feature is off', async () => {
  const answer = await merchant.call('GET', '/orders/featureFlags/teleportation');
  expect([answer.statusCode, answer.json()]).toEqual([200, { enabled: false }]);
});

test('a merchant’s setting overrides the one for all, which overrides none', async () => {
  const own = { flag, merchantId: merchant.merchant.id } as const;
  const forAll = { flag, merchantId: null } as const;

  expect(await isOn()).toBe(false);
  await setFlag(server.deps, forAll, true);
  expect(await isOn()).toBe(true);
  await setFlag(server.deps, own, false);
  expect(await isOn()).toBe(false);
  expect(await unsetFlag(server.deps, own)).toBe(true);
  expect(await isOn()).toBe(true);
  expect(await unsetFlag(server.deps, forAll)).toBe(true);
  expect(await isOn()).toBe(false);
});

test('a setting set twice is stored once', async () => {
  const target = { flag, merchantId: null } as const;
  for (const enabled of [true, false, true]) await setFlag(server.deps, target, enabled);
  expect(await listFlagSettings(server.deps.db)).toEqual([
    { flag, merchantId: null, enabled: true },
  ]);
});

test('every change is a security event, and a change of nothing is not', async () => {
  const { id } = merchant.merchant;
  const target = { flag, merchantId: id } as const;
  await setFlag(server.deps, target, true);
  await unsetFlag(server.deps, target);
  expect(await unsetFlag(server.deps, target)).toBe(false);

  const events = await securityEvents(server.deps.db, 'flag.set', { merchantId: id });
  const at = server.deps.clock.now();
  expect(events).toMatchObject([
    { actor: 'operator', action: 'flag.set', subject: `${flag}=on`, at },
    { actor: 'operator', action: 'flag.set', subject: `${flag}=unset`, at },
  ]);
});
