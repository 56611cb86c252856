import { expect, test } from 'vitest';
import { claimsOf, isExpired, sessionFrom } from './session.ts';

const NOON = Date.UTC(2025, 10, 20, 12);

/** An unsigned token. */
function tokenOf(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part(claims)}.signature`;
}

const claims = {
  sub: 'user-1',
  iss: 'https://portage.example',
  iat: NOON / 1000 - 60,
  exp: NOON / 1000,
  token_use: 'user',
  name: 'Zoé Lévesque ✓',
  'custom:merchant_id': '0195f2a0-0000-7000-8000-000000000001',
  'custom:merchant_name': 'Érablière & Pins',
};

test('the claims of a token are read with their accents', () => {
  expect(claimsOf(tokenOf(claims))).toEqual(claims);
});

test('a token is valid until its expiry', () => {
  expect(isExpired(tokenOf(claims), NOON - 1)).toBe(false);
  expect(isExpired(tokenOf(claims), NOON)).toBe(true);
});

test.each([
  ['no token at all', ''],
  ['a token of one part', 'abc'],
  ['a payload that is not base64', 'a.%%%.c'],
  ['a payload that is not JSON', `a.${Buffer.from('hello').toString('base64url')}.c`],
  ['claims without an expiry', tokenOf({ ...claims, exp: undefined })],
])('%s counts as expired', (_, token) => {
  expect(isExpired(token, NOON)).toBe(true);
});

const tokensOf = (changes: object) => ({
  token: tokenOf({ ...claims, ...changes }),
  refreshToken: 'opaque',
});

test.each([
  ['a person of the embedded identity', {}],
  ['a person of a user pool', { token_use: 'id' }],
  ['a person whom a user pool marks as one', { token_use: 'id', 'custom:kind': 'user' }],
])('the token of %s makes a session', (_, changes) => {
  expect(sessionFrom(tokensOf(changes), 'zoe@portage.example')).toMatchObject({
    username: 'zoe@portage.example',
    name: claims.name,
    merchantId: claims['custom:merchant_id'],
    merchantName: claims['custom:merchant_name'],
  });
});

test('a user without a name is shown by username', () => {
  const session = sessionFrom(tokensOf({ name: undefined }), 'zoe@portage.example');
  expect(session?.name).toBe('zoe@portage.example');
});

test.each([
  ['the embedded identity', { token_use: 'service' }],
  ['a user pool', { token_use: 'id', 'custom:kind': 'service' }],
])('the API credentials of %s make no session', (_, changes) => {
  expect(sessionFrom(tokensOf(changes), 'service-1')).toBeUndefined();
});
