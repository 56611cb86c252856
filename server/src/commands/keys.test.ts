import { expect, test } from 'vitest';
import { carrierEndpoints } from '@portage/contract/orders/carrier';
import { carrierAuthenticator } from '../carrier/carrier-keys.ts';
import { cellsOf, useCommandLine } from '../testing/use-command-line.ts';

const { db, portage } = useCommandLine();

test('keys are rotated, listed and removed once nothing needs them', async () => {
  const rotate = async () => {
    const { output } = await portage('keys', 'rotate');
    return /^The key (\S+) signs from now on/.exec(output)?.[1] ?? '';
  };
  const first = await rotate();
  const second = await rotate();
  const uses = async () =>
    cellsOf((await portage('keys', 'list')).output).map(([kid, , use]) => [kid, use]);
  expect(await uses()).toEqual([
    ['KEY', 'USE'],
    [second, 'signs'],
    [first, expect.stringMatching(/^verifies, replaced \d{4}-/)],
  ]);

  const remove = (kid: string, ...options: string[]) =>
    portage('keys', 'remove', ...options, '--', kid);
  expect(await remove('unheard-of')).toMatchObject({ code: 67 });
  expect(await remove(second, '--force')).toMatchObject({
    code: 75,
    errors: `The key ${second} is the one that signs: rotate first.\n`,
  });
  expect(await remove(first)).toMatchObject({
    code: 75,
    errors: expect.stringMatching(/may still be in force.+--force\.\n$/),
  });
  expect(await remove(first, '--force')).toMatchObject({ code: 0, errors: '' });
  expect(await uses()).toEqual([
    ['KEY', 'USE'],
    [second, 'signs'],
  ]);
});

const callWith = async (key: string) =>
  carrierAuthenticator(db())({
    headers: { authorization: `Bearer ${key}` },
    url: '/carrier/events',
    rawBody: undefined,
    endpoint: carrierEndpoints.reportEvents,
  });

test('carrier keys are made, shown once, listed and revoked', async () => {
  const made = await portage('carrier-keys', 'create', 'depot scanners');
  const [, id = '', key = ''] =
    /^The key (\S+) of depot scanners is in force.+\n(ptgc_[\w-]{43})\n$/.exec(made.output) ?? [];
  await expect(callWith(key)).resolves.toBeUndefined();
  const states = async () => {
    const { output } = await portage('carrier-keys', 'list');
    expect(output).not.toContain(key);
    return cellsOf(output).map(([one, name, , state]) => [one, name, state]);
  };
  expect(await states()).toEqual([
    ['KEY', 'NAME', 'STATE'],
    [id, 'depot scanners', 'in force'],
  ]);

  const revoke = () => portage('carrier-keys', 'revoke', id);
  expect((await revoke()).output).toContain(`The key ${id} of depot scanners is revoked`);
  await expect(callWith(key)).rejects.toMatchObject({ code: 'invalid_carrier_key' });
  expect(await states()).toEqual([
    ['KEY', 'NAME', 'STATE'],
    [id, 'depot scanners', expect.stringMatching(/^revoked \d{4}-/)],
  ]);
  expect(await revoke()).toMatchObject({ code: 67, errors: expect.stringContaining(id) });

  const audit = await portage('audit', '--action', 'carrier_key.revoked');
  expect(cellsOf(audit.output).at(-1)?.slice(1, 5)).toEqual([
    'carrier_key.revoked',
    'operator',
    `depot scanners (${id})`,
    '-',
  ]);
});
