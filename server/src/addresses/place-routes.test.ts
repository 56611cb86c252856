import { expect, test } from 'vitest';
import type { PlaceSuggestion } from '@portage/contract/addresses/places';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';

const server = useTestServer();

async function save({ call }: TestMerchant, name: string, street: string): Promise<void> {
  const address = { street, city: 'Toronto', province: 'ON', postalCode: 'M5B 1C6', country: 'CA' };
  const payload = { recipient: { name, phone: '+14165550142' }, address };
  expect((await call('POST', '/orders/addresses', { payload })).statusCode).toBe(201);
}
const labelsFor = async ({ call }: TestMerchant, text: string) =>
  (await call('GET', `/places/suggestions?text=${encodeURIComponent(text)}&session=s-1`))
    .json<{ suggestions: PlaceSuggestion[] }>()
    .suggestions.map(({ label }) => label);

test('the merchant’s saved streets come before other places, each once', async () => {
  const merchant = await makeMerchant(server);
  await save(merchant, 'Ada', '25 rue Dundas Est');
  await save(merchant, 'Bo', '25 rue Dundas Est');
  await save(merchant, 'Dundas Bakery', '9 Bay St');
  const label = '25 rue Dundas Est, Toronto, ON M5B 1C6';
  expect(await labelsFor(merchant, '25 Dundas')).toEqual([label]);
  expect((await labelsFor(merchant, 'M5B 1C6'))[0]).toContain('M5B 1C6');
  expect(await labelsFor(await makeMerchant(server), '25 Dundas')).toEqual([]);
});

test('a pasted address is read, an unknown place id is not found, and service users get no places', async () => {
  const merchant = await makeMerchant(server);
  const answer = await merchant.call('GET', '/places/details?placeId=ChIJ-nowhere');
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
    404,
    'place_not_found',
  ]);
  const text = '12-25 rue Dundas Est\nToronto (Ontario) M5B 1C6';
  expect((await merchant.call('POST', '/places/read', { payload: { text } })).json()).toEqual({
    address: {
      street: '25 rue Dundas Est',
      unit: '12',
      city: 'Toronto',
      province: 'ON',
      postalCode: 'M5B 1C6',
      country: 'CA',
    },
  });
});
