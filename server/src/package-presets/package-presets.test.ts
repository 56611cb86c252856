import { expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { MOST_PRESETS, PackagePreset } from '@portage/contract/orders/package-presets';
import { useTestServer } from '../testing/build-test-server.ts';
import { codeOf, errorsOf, makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';

const server = useTestServer();

const PATH = '/merchants/packagePresets';

const shoebox = {
  name: 'Boîte à souliers',
  weightOptions: { weight: 2.5, unit: 'lb' },
  sizeOptions: { length: 14, width: 8, height: 5, unit: 'inch' },
};

type Caller = Pick<TestMerchant, 'call'>;

const save = ({ call }: Caller, changes: object = {}, headers = {}) =>
  call('POST', PATH, { payload: { ...shoebox, ...changes }, headers });

async function saved(merchant: Caller, changes: object = {}): Promise<PackagePreset> {
  const answer = await save(merchant, changes);
  expect(answer.statusCode, answer.body).toBe(201);
  return PackagePreset.parse(answer.json());
}

const rename = ({ call }: Caller, id: string, name: string) =>
  call('PATCH', `${PATH}/${id}`, { payload: { name } });

const list = async ({ call }: Caller) =>
  PackagePreset.array().parse((await call('GET', PATH)).json());

test('a preset is saved, listed by name, renamed and deleted', async () => {
  const merchant = await makeMerchant(server);
  const preset = await saved(merchant);
  expect(preset).toEqual({ id: preset.id, ...shoebox });
  await saved(merchant, { name: 'Box 10' });
  await saved(merchant, { name: 'box 2' });
  expect((await list(merchant)).map(({ name }) => name)).toEqual([shoebox.name, 'box 2', 'Box 10']);

  const renamed = await rename(merchant, preset.id.toUpperCase(), ' Chaussures ');
  expect(renamed.json()).toEqual({ ...preset, name: 'Chaussures' });
  expect(await list(merchant)).toContainEqual(renamed.json());

  expect((await merchant.call('DELETE', `${PATH}/${preset.id}`)).statusCode).toBe(204);
  expect(await list(merchant)).toHaveLength(2);
  for (const gone of [
    await merchant.call('DELETE', `${PATH}/${preset.id}`),
    await rename(merchant, preset.id, 'Late'),
  ]) {
    expect([gone.statusCode, codeOf(gone)]).toEqual([404, 'preset_not_found']);
  }
});

test('two presets of a merchant never have the same name, ignoring case and accents', async () => {
  const merchant = await makeMerchant(server);
  const answers = await Promise.all(
    ['BOITE a souliers', shoebox.name].map((name) => save(merchant, { name })),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]));
  const [preset] = await list(merchant);
  const other = await saved(merchant, { name: 'Other' });
  const taken = await rename(merchant, other.id, shoebox.name);
  expect(taken.json<Problem>()).toMatchObject({
    code: 'preset_name_taken',
    detail: expect.stringContaining(preset?.name ?? ''),
  });
  expect((await rename(merchant, other.id, 'OTHER')).statusCode).toBe(200);
});

test('a repeated request saves one preset, and a merchant has at most 50', async () => {
  const merchant = await makeMerchant(server);
  const headers = { 'idempotency-key': 'one' };
  const first = await save(merchant, {}, headers);
  expect((await save(merchant, {}, headers)).json()).toEqual(first.json());
  const reused = await save(merchant, { name: 'Another' }, headers);
  expect(codeOf(reused)).toBe('idempotency_key_reused');

  for (let number = 2; number <= MOST_PRESETS; number++) {
    await saved(merchant, { name: `Box ${number}` });
  }
  const refused = await save(merchant, { name: 'One more' });
  expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'too_many_presets']);
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ weightOptions: { weight: -1, unit: 'lb' } }, 'weightOptions.weight'],
  [{ weightOptions: { weight: 1, unit: 'stone' } }, 'weightOptions.unit'],
  [{ sizeOptions: { ...shoebox.sizeOptions, height: 1e9 } }, 'sizeOptions.height'],
])('a preset of %j is not accepted, and names %s', async (changes, path) => {
  const answer = await save(await makeMerchant(server), changes);
  expect(answer.statusCode).toBe(400);
  expect(errorsOf(answer)?.[0]).toMatchObject({ path });
});
