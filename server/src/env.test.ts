import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

test('an address is taken without its last slash, so that paths can follow it', () => {
  const address = (PORTAGE_PUBLIC_URL: string) => readEnv({ PORTAGE_PUBLIC_URL }).publicUrl;
  expect(address('https://portage.example/')).toBe('https://portage.example');
  expect(address('https://portage.example')).toBe('https://portage.example');
});

test('an empty value counts as not set', () => {
  expect(readEnv({ PORT: '', PORTAGE_PUBLIC_URL: '' })).toEqual(readEnv({}));
});

test('trusted proxies are addresses and networks', () => {
  const PORTAGE_TRUSTED_PROXIES = '10.0.0.0/8, 192.0.2.7,2001:db8::/32,::1';
  expect(readEnv({ PORTAGE_TRUSTED_PROXIES }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '192.0.2.7',
    '2001:db8::/32',
    '::1',
  ]);
});

test.each([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['DATABASE_URL', 'mysql://localhost/portage'],
  ['PORTAGE_PUBLIC_URL', 'portage.example'],
  ['PORTAGE_API_URL', 'api.portage.example'],
  ['PORTAGE_TRUSTED_PROXIES', 'proxy.portage.example'],
  ['PORTAGE_TRUSTED_PROXIES', '10.0.0.1,'],
])('%s=%s is refused by its name', (key, value) => {
  expect(() => readEnv({ [key]: value })).toThrow(new RegExp(`^${key}: `));
});
