import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { useTestServer } from '../testing/build-test-server.ts';
import { endpoints } from '../testing/contract-endpoints.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';

const server = useTestServer();

const isOfServiceUsers = (path: string) => /^\/(?:orders|rates|labels|tracking)(?:\/|$)/.test(path);

const namesOf = (those: typeof endpoints) => those.map(({ method, path }) => `${method} ${path}`);

describe('a service user', () => {
  test('may call only orders, rates, labels and tracking', () => {
    const allowed = endpoints.filter(({ mayCall }) => mayCall === 'userOrService');
    expect(namesOf(allowed)).toContain('POST /orders');
    expect(namesOf(allowed.filter(({ path }) => !isOfServiceUsers(path)))).toEqual([]);
  });

  test('is refused by every call for people', async () => {
    const service = await makeServiceUser(server, await makeMerchant(server));
    const forPeople = endpoints.filter(({ mayCall }) => mayCall === 'user' || mayCall === 'owner');
    expect(namesOf(forPeople)).toEqual(
      expect.arrayContaining(['POST /users/account', 'GET /merchants', 'GET /places/suggestions']),
    );
    for (const { method, path } of forPeople) {
      const response = await service.call(method, path.replace(/\{\w+\}/g, service.username));
      const { status, code } = response.json<Problem>();
      expect([`${method} ${path}`, status, code]).toEqual([`${method} ${path}`, 403, 'forbidden']);
    }
    expect((await service.call('GET', '/orders')).statusCode).toBe(200);
  });
});
