import { beforeEach, expect, test } from 'vitest';
import { SECOND } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { VerifiedSession } from '../http/session.ts';
import { TEST_NOW } from '../testing/build-test-server.ts';
import { verifiedTokens } from './verified-tokens.ts';

let now = TEST_NOW;
let verifications = 0;
let acceptedFor = 60_000;
let verify: ReturnType<typeof verifiedTokens>;
beforeEach(() => {
  now = TEST_NOW;
  verifications = 0;
  const session: Omit<VerifiedSession, 'acceptedFor'> = {
    userId: '019c0000-0000-7000-8000-000000000001',
    username: 'marie@test.example',
    name: 'Marie',
    kind: 'user',
    merchantId: '019c0000-0000-7000-8000-000000000002',
    merchantName: 'Café Été',
    sessionId: '019c0000-0000-7000-8000-000000000003',
  };
  verify = verifiedTokens({
    clock: { now: () => now },
    identity: {
      verify: async (token) => {
        verifications += 1;
        if (token === 'forged') throw new ApiError('invalid_token');
        return { ...session, acceptedFor };
      },
    },
  });
});

test('a signature is verified once in 30 seconds', async () => {
  await verify('token');
  now += 29 * SECOND;
  await verify('token');
  expect(verifications).toBe(1);
  now += SECOND;
  await verify('token');
  expect(verifications).toBe(2);
});

test('a remembered token is verified again once it expires', async () => {
  acceptedFor = 10 * SECOND;
  await verify('token');
  now += 4 * SECOND;
  expect(await verify('token')).toMatchObject({ acceptedFor: 6 * SECOND });
  now += 6 * SECOND;
  await verify('token');
  expect(verifications).toBe(2);
});

test('a refused token is refused every time', async () => {
  await expect(verify('forged')).rejects.toMatchObject({ code: 'invalid_token' });
  await expect(verify('forged')).rejects.toMatchObject({ code: 'invalid_token' });
  expect(verifications).toBe(2);
});
