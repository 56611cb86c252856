import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeCarrier } from '../testing/make-carrier.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { revokeCarrierKey } from './carrier-keys.ts';

const server = useTestServer();

describe('a key', () => {
  test('an unknown key, a revoked key and a merchant’s token are refused', async () => {
    const merchant = await makeMerchant(server);
    const [carrier, revoked] = [await makeCarrier(server), await makeCarrier(server)];
    const statusOf = async (authorization?: string) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/carrier/events',
        headers: { ...(authorization !== undefined && { authorization }) },
        payload: { events: [] },
      });
      const { code } = answer.json<Problem>();
      return [answer.statusCode, code];
    };
    const isRefused = [401, 'invalid_carrier_key'];
    expect(await statusOf(`Bearer ${revoked.key}`)).toEqual([400, 'invalid_request']);
    await revokeCarrierKey(server.deps, revoked.id);
    expect(await statusOf(`Bearer ${revoked.key}`)).toEqual(isRefused);
    expect(await statusOf(`Bearer ${carrier.key.slice(0, -1)}`)).toEqual(isRefused);
    expect(await statusOf(`Bearer ${merchant.token}`)).toEqual(isRefused);
    expect(await statusOf()).toEqual(isRefused);
  });
});
