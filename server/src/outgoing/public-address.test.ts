import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

const within4 = (network: string) => {
  const [address = '', bits] = network.split('/');
  const base = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return fc
    .nat(2 ** (32 - Number(bits)) - 1)
    .map((offset) => [24, 16, 8, 0].map((shift) => ((base + offset) >>> shift) & 255).join('.'));
};

const beginning6 = (...groups: string[]) =>
  fc
    .array(fc.nat(0xffff), { minLength: 8 - groups.length, maxLength: 8 - groups.length })
    .map((rest) => [...groups, ...rest.map((group) => group.toString(16))].join(':'));

const anyIpv4 = within4('0.0.0.0/0');

const asGroups = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};

describe('a public address', () => {
  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82a::200e',
    '2001:4860:4860::8888',
  ])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('not public is', () => {
  test.each([
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '168.63.129.16/32',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ])('any address of %s', (network) => {
    fc.assert(fc.property(within4(network), (address) => !isPublicAddress(address)));
  });

  test.each([
    ['loopback and the unspecified', ['0', '0', '0', '0', '0', '0', '0']],
    ['unique local', ['fd12']],
    ['link-local', ['fe80']],
    ['site-local', ['fec0']],
    ['multicast', ['ff02']],
    ['translated from IPv4', ['64', 'ff9b']],
    ['Teredo', ['2001', '0']],
    ['6to4', ['2002']],
    ['a protocol assignment', ['2001', '1ff']],
    ['documentation', ['2001', 'db8']],
    ['newer documentation', ['3fff', 'fff']],
  ])('any address that is %s', (_kind, groups) => {
    fc.assert(fc.property(beginning6(...groups), (address) => !isPublicAddress(address)));
  });

  test('an IPv4 address mapped to IPv6, even a public one', () => {
    fc.assert(
      fc.property(anyIpv4, (address) => {
        const dressed = [
          `::ffff:${address}`,
          `::ffff:${asGroups(address)}`,
          `::${address}`,
          `64:ff9b::${address}`,
          `2002:${asGroups(address)}::1`,
        ];
        return dressed.every((one) => !isPublicAddress(one));
      }),
    );
  });

  test.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '[::1]',
    '1.1.1.1/32',
    'fe80::1%eth0',
    '2606:4700:4700::1111%eth0',
  ])('anything but a plain address, such as "%s"', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test('any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[\d.]+$|:/.test(text));
        return !isPublicAddress(text);
      }),
    );
  });
});
