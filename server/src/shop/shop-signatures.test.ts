import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY } from '@portage/contract/time';
import {
  isBodySigned,
  shopOfSignedQuery,
  signatureOfBody,
  signatureOfQuery,
} from './shop-signatures.ts';

const SECRET = 'hush';
const NOW = 1_337_178_173_000;
/** Example of the platform's OAuth documentation; its secret is `hush`. */
const DOCUMENTED = {
  code: '0907a61c0c8d55e99db179b68161bc00',
  hmac: '700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf',
  shop: 'some-shop.myshopify.com',
  state: '0.6784241404160823',
  timestamp: '1337178173',
};

const signed = (query: Record<string, string>) => ({
  ...query,
  hmac: signatureOfQuery(SECRET, query),
});

describe('a signed query', () => {
  test('from the platform’s documentation is valid for its shop', () => {
    const shop = 'some-shop.myshopify.com';
    expect(shopOfSignedQuery([SECRET], DOCUMENTED, NOW)).toBe(shop);
    const inCapitals = signed({ ...DOCUMENTED, shop: shop.toUpperCase() });
    expect(shopOfSignedQuery([SECRET], inCapitals, NOW)).toBe(shop);
  });

  test('is refused after any character changed', () => {
    const names = fc.constantFrom(...(Object.keys(DOCUMENTED) as (keyof typeof DOCUMENTED)[]));
    fc.assert(
      fc.property(names, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (name, at, other) => {
        const value = DOCUMENTED[name];
        const index = at % value.length;
        // The signature is hexadecimal, in any case.
        fc.pre(value[index]?.toLowerCase() !== other.toLowerCase());
        const changed = value.slice(0, index) + other + value.slice(index + 1);
        expect(shopOfSignedQuery([SECRET], { ...DOCUMENTED, [name]: changed }, NOW)).toBe(
          undefined,
        );
      }),
    );
  });

  test('is refused with an added or missing parameter, or another secret', () => {
    const { state: _state, ...less } = DOCUMENTED;
    expect(shopOfSignedQuery([SECRET], less, NOW)).toBe(undefined);
    expect(shopOfSignedQuery([SECRET], { ...DOCUMENTED, more: '1' }, NOW)).toBe(undefined);
    expect(shopOfSignedQuery(['other'], DOCUMENTED, NOW)).toBe(undefined);
  });

  test('is valid for 90 seconds', () => {
    expect(shopOfSignedQuery([SECRET], DOCUMENTED, NOW + 90_000)).toBeDefined();
    expect(shopOfSignedQuery([SECRET], DOCUMENTED, NOW + 90_001)).toBe(undefined);
    expect(shopOfSignedQuery([SECRET], DOCUMENTED, NOW - 90_001)).toBe(undefined);
    expect(shopOfSignedQuery([SECRET], DOCUMENTED, NOW + DAY)).toBe(undefined);
    for (const timestamp of ['soon', '+1337178173', '1337178173.0']) {
      expect(shopOfSignedQuery([SECRET], signed({ ...DOCUMENTED, timestamp }), NOW)).toBe(
        undefined,
      );
    }
  });
});

describe('a signed body', () => {
  test('is HMAC-SHA256 over its bytes, in base64', () => {
    const body = Buffer.from('{"id":1}');
    const hmac = createHmac('sha256', SECRET).update(body).digest('base64');
    expect(isBodySigned([SECRET], body, hmac)).toBe(true);
  });

  test('is refused after any byte of it or its signature changed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.nat(), (bytes, at) => {
        const body = Buffer.from(bytes);
        const signature = signatureOfBody(SECRET, body);
        expect(isBodySigned([SECRET], body, signature)).toBe(true);
        const changed = Buffer.from(bytes);
        changed[at % bytes.length] = (changed[at % bytes.length] ?? 0) ^ 1;
        expect(isBodySigned([SECRET], changed, signature)).toBe(false);
        expect(isBodySigned([SECRET], body, `${signature.slice(1)}A`)).toBe(false);
      }),
    );
  });
});

test('while a secret is rotated, both the new and the old one are accepted', () => {
  const body = Buffer.from('{}');
  const secrets = ['new', SECRET];
  for (const secret of secrets) {
    expect(isBodySigned(secrets, body, signatureOfBody(secret, body))).toBe(true);
    const query = { ...DOCUMENTED, hmac: signatureOfQuery(secret, DOCUMENTED) };
    expect(shopOfSignedQuery(secrets, query, NOW)).toBe('some-shop.myshopify.com');
  }
  expect(isBodySigned(['new'], body, signatureOfBody(SECRET, body))).toBe(false);
  expect(shopOfSignedQuery(['new'], DOCUMENTED, NOW)).toBe(undefined);
});
