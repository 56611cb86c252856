import { createHmac } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { sessionTokenSigner, type SessionTokenSigner } from './session-tokens.ts';
import { databaseSigningKeys, type SigningKeys } from './signing-keys.ts';

const server = useTestServer();
const NOW = TEST_NOW / 1000;
const MINUTE = 60;

const SESSION = {
  sessionId: '019c0000-0000-7000-8000-000000000003',
  userId: '019c0000-0000-7000-8000-000000000001',
  username: 'marie@test.example',
  name: 'Marie',
  kind: 'user',
  merchantId: '019c0000-0000-7000-8000-000000000002',
  merchantName: 'Café Été',
} as const;

const CLAIMS: Record<string, unknown> = {
  iss: 'portage',
  aud: 'portage-api',
  sub: SESSION.userId,
  sid: SESSION.sessionId,
  iat: NOW,
  exp: NOW + 60 * MINUTE,
  token_use: 'user',
  username: SESSION.username,
  name: SESSION.name,
  'custom:merchant_id': SESSION.merchantId,
  'custom:merchant_name': SESSION.merchantName,
};

let keys: SigningKeys;
let signer: SessionTokenSigner;
beforeAll(() => {
  keys = databaseSigningKeys(server.deps);
  signer = sessionTokenSigner(keys, server.deps.clock);
});

async function sign(changes: Record<string, unknown>): Promise<string> {
  const { kid, privateKey } = await keys.newest();
  const claims = { ...CLAIMS, ...changes };
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
}

const isAccepted = (token: string) =>
  signer.verifySession(token).then(
    () => true,
    (error: { code?: string }) => {
      expect(error.code).toBe('invalid_token');
      return false;
    },
  );

test('a session has the signed claims', async () => {
  // An hour, plus a minute of clock tolerance.
  const verified = { ...SESSION, acceptedFor: 61 * MINUTE * 1000 };
  expect(await signer.verifySession(await signer.signSession(SESSION))).toEqual(verified);
  expect(await signer.verifySession(await sign({}))).toEqual(verified);
});

describe('clocks may differ by one minute but not by ten', () => {
  test.each<[string, Record<string, unknown>, boolean]>([
    ['expired a minute ago, less a second', { exp: NOW - 59 }, true],
    ['expired a minute ago', { exp: NOW - 60 }, false],
    ['expired ten minutes ago', { exp: NOW - 10 * MINUTE }, false],
    ['issued a minute from now', { iat: NOW + 60, exp: NOW + 61 * MINUTE }, true],
    ['issued ten minutes from now', { iat: NOW + 10 * MINUTE, exp: NOW + 70 * MINUTE }, false],
    ['valid from a minute from now', { nbf: NOW + 60 }, true],
    ['valid from ten minutes from now', { nbf: NOW + 10 * MINUTE }, false],
  ])('a token %s', async (_case, changes, accepted) => {
    expect(await isAccepted(await sign(changes))).toBe(accepted);
  });
});

test.each<[string, Record<string, unknown>]>([
  ['of another issuer', { iss: 'https://evil.example' }],
  ['of no issuer', { iss: undefined }],
  ['for another audience', { aud: 'portage-new-password' }],
  ['for no audience', { aud: undefined }],
  ['that never expires', { exp: undefined }],
  ['that was never issued', { iat: undefined }],
  ['that outlives a session', { iat: NOW - 62 * MINUTE }],
  ['of nobody', { sub: undefined }],
  ['of no session', { sid: undefined }],
  ['of no merchant', { 'custom:merchant_id': undefined }],
  ['of a merchant that is no id', { 'custom:merchant_id': "' or 1=1" }],
  ['of another use', { token_use: 'id' }],
])('a token %s is refused, though we signed it', async (_case, changes) => {
  expect(await isAccepted(await sign(changes))).toBe(false);
});

describe('a token that we did not sign is refused', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test.each(['none', 'None', 'NONE'])('with the algorithm %s', async (alg) => {
    const { kid } = await keys.newest();
    for (const header of [{ alg }, { alg, kid }]) {
      expect(await isAccepted(`${part(header)}.${part(CLAIMS)}.`)).toBe(false);
    }
  });

  test('with a key of its own, under our key’s id or in its header', async () => {
    const { kid } = await keys.newest();
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    for (const header of [
      { alg: 'ES256', kid },
      { alg: 'ES256', kid, jwk },
      { alg: 'ES256', jwk },
      { alg: 'ES256', kid: 'made-up' },
    ]) {
      const token = await new SignJWT(CLAIMS).setProtectedHeader(header).sign(privateKey);
      expect(await isAccepted(token)).toBe(false);
    }
  });

  test.each(['nonsense', '..', encodeURI('é')])('like %s', async (token) => {
    expect(await isAccepted(token)).toBe(false);
  });

  test('though we signed other claims', async () => {
    const [header, , signature] = (await sign({})).split('.');
    const altered = part({ ...CLAIMS, 'custom:merchant_id': SESSION.userId });
    expect(await isAccepted(`${header}.${altered}.${signature}`)).toBe(false);
  });

  test('with our public key as a shared secret', async () => {
    const { kid, publicJwk } = await keys.newest();
    const signed = `${part({ alg: 'HS256', kid })}.${part(CLAIMS)}`;
    for (const secret of [JSON.stringify(publicJwk), Buffer.from(publicJwk.x, 'base64url')]) {
      const signature = createHmac('sha256', secret).update(signed).digest('base64url');
      expect(await isAccepted(`${signed}.${signature}`)).toBe(false);
    }
  });
});

describe('a challenge', () => {
  test('opens no session, and a session answers no challenge', async () => {
    expect(await isAccepted(await signer.signChallenge(SESSION.userId))).toBe(false);
    const session = await signer.signSession(SESSION);
    expect(await signer.verifyChallenge(session)).toBeUndefined();
  });

  test('is valid for ten minutes, with a minute of clock skew', async () => {
    const challenge = await signer.signChallenge(SESSION.userId);
    const userAfter = async (seconds: number) => {
      server.setNow(TEST_NOW + seconds * 1000);
      const user = await signer.verifyChallenge(challenge);
      server.setNow(TEST_NOW);
      return user;
    };
    expect(await userAfter(10 * MINUTE)).toBe(SESSION.userId);
    expect(await userAfter(11 * MINUTE)).toBeUndefined();
  });
});
