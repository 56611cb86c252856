import { generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE, SECOND } from '@portage/contract/time';
import { openLog } from '../log.ts';
import { TEST_NOW } from '../testing/build-test-server.ts';
import { useScriptedPool, type PoolKey } from '../testing/scripted-pool.ts';
import { poolKeys } from './cognito-keys.ts';
import { poolTokenVerifier } from './cognito-tokens.ts';

const pool = useScriptedPool();
const MERCHANT = '019c0000-0000-7000-8000-000000000000';

let now: number;
let key: PoolKey;
let verify: ReturnType<typeof openTokens>;

function openTokens() {
  const issuer = `${pool.settings.endpoint}/${pool.settings.poolId}`;
  const clock = { now: () => now };
  const log = openLog('silent');
  const keys = poolKeys(issuer, clock, log);
  return poolTokenVerifier({ issuer, clientId: pool.settings.clientId, keys }, clock, log);
}

function claims(changes: Partial<Record<string, unknown>> = {}): JWTPayload {
  return {
    sub: 'b7d0a8c4-0000-4000-8000-000000000000',
    aud: pool.settings.clientId,
    iss: `${pool.settings.endpoint}/${pool.settings.poolId}`,
    iat: TEST_NOW / SECOND,
    exp: TEST_NOW / SECOND + 3600,
    token_use: 'id',
    name: 'Zoé Roy',
    email: 'zoe@example.com',
    'cognito:username': 'zoe@example.com',
    'custom:merchant_id': MERCHANT,
    'custom:merchant_name': 'Café Été',
    ...changes,
  };
}

beforeAll(async () => {
  key = await pool.makeKey('first');
});

beforeEach(() => {
  now = TEST_NOW;
  pool.keys = [key.jwk];
  verify = openTokens();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the claims of an ID token', () => {
  test('name the caller and the merchant', async () => {
    expect(await verify(await key.sign(claims()))).toEqual({
      userId: 'b7d0a8c4-0000-4000-8000-000000000000',
      username: 'zoe@example.com',
      name: 'Zoé Roy',
      kind: 'user',
      merchantId: MERCHANT,
      merchantName: 'Café Été',
      signedInAt: TEST_NOW,
      acceptedFor: 61 * 60 * SECOND,
    });
  });

  test.each([
    [
      'a service user',
      { 'custom:kind': 'service', 'cognito:username': 'svc-1' },
      { kind: 'service', username: 'svc-1' },
    ],
    ['a user without a name', { name: undefined }, { name: 'zoe@example.com' }],
    ['a username in capitals', { 'cognito:username': 'ZOE' }, { username: 'zoe' }],
    [
      'a pool that gives ids for usernames',
      { 'cognito:username': 'b7d0a8c4-0000-4000-8000-000000000000' },
      { username: 'zoe@example.com' },
    ],
  ])('are read for %s', async (_case, changes, expected) => {
    expect(await verify(await key.sign(claims(changes)))).toMatchObject(expected);
  });

  test.each(['custom:merchant_id', 'custom:merchant_name'])(
    'must have %s: without it the account is not set up',
    async (name) => {
      const token = await key.sign(claims({ [name]: undefined }));
      await expect(verify(token)).rejects.toMatchObject({ code: 'account_not_linked' });
    },
  );
});

describe('a token is refused', () => {
  test.each<[string, () => Partial<Record<string, unknown>>]>([
    ['of another pool', () => ({ iss: `${pool.settings.endpoint}/local_Other` })],
    ['of another issuer', () => ({ iss: 'portage' })],
    ['for another app client', () => ({ aud: 'other' })],
    [
      'that is an access token',
      () => ({ aud: undefined, client_id: 'client', token_use: 'access' }),
    ],
    ['that is an access token for our client', () => ({ token_use: 'access' })],
    ['that has expired ten minutes ago', () => ({ exp: TEST_NOW / SECOND - 600 })],
    ['that comes into force in ten minutes', () => ({ nbf: TEST_NOW / SECOND + 600 })],
  ])('%s', async (_case, changes) => {
    const token = await key.sign(claims(changes()));
    await expect(verify(token)).rejects.toMatchObject({ code: 'invalid_token' });
  });

  test('that is signed by another key, a shared secret or no key, or was changed', async () => {
    const other = await pool.makeKey('first');
    const unknown = await pool.makeKey('unknown');
    const { privateKey } = await generateKeyPair('ES256');
    const [head, , signature] = (await key.sign(claims())).split('.');
    const altered = claims({ 'custom:merchant_id': '019c0000-0000-7000-8000-000000000009' });
    const header = { kid: 'first' };
    const secret = new TextEncoder().encode(JSON.stringify(key.jwk));
    const forged = [
      await other.sign(claims()),
      await unknown.sign(claims()),
      await new SignJWT(claims()).setProtectedHeader({ ...header, alg: 'ES256' }).sign(privateKey),
      await new SignJWT(claims()).setProtectedHeader({ ...header, alg: 'HS256' }).sign(secret),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await key.sign(claims())).split('.')[1]}.`,
      `${head}.${Buffer.from(JSON.stringify(altered)).toString('base64url')}.${signature}`,
      ...['nonsense', '..', encodeURI('é')],
    ];
    for (const token of forged) {
      await expect(verify(token)).rejects.toMatchObject({ code: 'invalid_token' });
    }
  });
});

test('clocks may be a minute apart', async () => {
  const late = await key.sign(claims({ exp: TEST_NOW / SECOND - 59 }));
  const early = await key.sign(claims({ nbf: TEST_NOW / SECOND + 59 }));
  expect(await verify(late)).toHaveProperty('merchantId', MERCHANT);
  expect(await verify(early)).toHaveProperty('merchantId', MERCHANT);
});

describe('when the keys of the pool change', () => {
  test('an earlier token is valid until the old key is removed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const old = await key.sign(claims());
    await verify(old);
    const next = await pool.makeKey('next');
    pool.keys = [key.jwk, next.jwk];
    vi.setSystemTime(Date.now() + 31 * SECOND);
    expect(await verify(await next.sign(claims()))).toHaveProperty('merchantId', MERCHANT);
    expect(await verify(old)).toHaveProperty('merchantId', MERCHANT);

    pool.keys = [next.jwk];
    now += 11 * MINUTE;
    await vi.waitFor(() => expect(verify(old)).rejects.toMatchObject({ code: 'invalid_token' }), {
      timeout: 15_000,
    });
  });

  test('forged tokens with unknown keys do not each reload the keys', async () => {
    await verify(await key.sign(claims()));
    const unknown = await pool.makeKey('unknown');
    pool.keys = undefined;
    const token = await unknown.sign(claims());
    await expect(verify(token)).rejects.toMatchObject({ code: 'invalid_token' });
  });
});

describe('when the keys cannot be read', () => {
  test('sessions continue with the cached keys', async () => {
    const token = await key.sign(claims());
    await verify(token);
    pool.keys = undefined;
    now += 11 * MINUTE;
    expect(await verify(token)).toHaveProperty('merchantId', MERCHANT);
    expect(await verify(token)).toHaveProperty('merchantId', MERCHANT);
  });

  test('and none are cached, the caller is not blamed', async () => {
    pool.keys = undefined;
    const token = await key.sign(claims());
    await expect(verify(token)).rejects.toMatchObject({ code: 'sign_in_unavailable' });
  });
});
