import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { DAY } from '@portage/contract/time';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import {
  codeOf,
  makeMerchant,
  merchantProfile,
  pathsOf,
  type TestMerchant,
} from '../testing/make-merchant.ts';

const server = useTestServer();

type Payload = string | object;

const location = {
  street: '5455 Av. de Gaspé',
  unit: '110',
  city: 'Montréal',
  province: 'QC',
  postalCode: 'H2T 3B3',
  country: 'CA',
} as const;
const brand = { name: 'Petite Érable', logoUrl: 'https://cdn.example/petite.png' };
const mapping = { from: 'ORIGIN_UNIT', to: 'MERCHANT_DISPLAY_NAME' } as const;

const update = (name: string) => ['PATCH', `/merchants/updateMerchant/${name}`] as const;
const exceptions = '/merchants/deliveryConstraintsByWeek/exceptions';

const pairs: {
  title: string;
  add: readonly ['PATCH' | 'POST', string];
  payload: Payload;
  remove: readonly ['PATCH' | 'DELETE', string];
  removal?: Payload;
  read: (merchant: Merchant) => unknown;
  added: unknown;
  none: unknown;
  bad: [Payload, string][];
  words: [string, string];
}[] = [
  {
    title: 'OrderTags',
    add: update('addOrderTags'),
    payload: ['gift', 'très 🎁'],
    remove: update('removeOrderTags'),
    removal: ['gift', 'très 🎁'],
    read: ({ orderTags }) => orderTags,
    added: ['gift', 'très 🎁'],
    none: [],
    bad: [
      [[], ''],
      [[''], '0'],
      [['a,b'], '0'],
      [['x'.repeat(200)], '0'],
      [Array.from({ length: 1000 }, (_, index) => `tag ${index}`), ''],
    ],
    words: [
      'the tags “gift” and “très 🎁”',
      'les balises «\u00A0gift\u00A0» et «\u00A0très 🎁\u00A0»',
    ],
  },
  {
    title: 'Email',
    add: update('addEmail'),
    payload: { email: 'info@maple.example' },
    remove: update('removeEmail'),
    read: ({ email }) => email,
    added: 'info@maple.example',
    none: undefined,
    bad: [
      [{ email: '' }, 'email'],
      [{ email: 'info@maple' }, 'email'],
      [{ email: 'a b@maple.example' }, 'email'],
    ],
    words: ['an e-mail address', 'd’adresse courriel'],
  },
  {
    title: 'MinimumAge',
    add: update('addMinimumAge'),
    payload: { age: 19 },
    remove: update('deleteMinimumAge'),
    read: ({ minimumAge }) => minimumAge,
    added: 19,
    none: undefined,
    bad: [
      [{ age: 15 }, 'age'],
      [{ age: 16.5 }, 'age'],
      [{ age: 'abc' }, 'age'],
      [{ age: 100 }, 'age'],
    ],
    words: ['a minimum age', 'd’âge minimal'],
  },
  {
    title: 'ApiRequestMappings',
    add: update('addApiRequestMappings'),
    payload: mapping,
    remove: update('removeApiRequestMappings'),
    removal: mapping,
    read: ({ apiRequestMappings }) => apiRequestMappings,
    added: [mapping],
    none: [],
    bad: [
      [{ ...mapping, from: 'ORIGIN_STREET' }, 'from'],
      [{ from: 'ORIGIN_UNIT' }, 'to'],
    ],
    words: [
      'the mapping from ORIGIN_UNIT to MERCHANT_DISPLAY_NAME',
      'la correspondance de ORIGIN_UNIT vers MERCHANT_DISPLAY_NAME',
    ],
  },
  {
    title: 'MerchantDisplayLogoUrls',
    add: update('addMerchantDisplayLogoUrls'),
    payload: brand,
    remove: update('removeMerchantDisplayLogoUrls'),
    removal: brand,
    read: ({ merchantDisplayLogoUrls }) => merchantDisplayLogoUrls,
    added: [brand],
    none: [],
    bad: [
      [{ name: '', logoUrl: brand.logoUrl }, 'name'],
      [{ name: 'Petite' }, 'logoUrl'],
      [{ ...brand, logoUrl: 'https://cdn.example/petite.svg' }, 'logoUrl'],
    ],
    words: ['the sub-brand “Petite Érable”', 'la sous-marque «\u00A0Petite Érable\u00A0»'],
  },
  {
    title: 'AdditionalLocations',
    add: update('addAdditionalLocations'),
    payload: location,
    remove: update('removeAdditionalLocations'),
    removal: location,
    read: ({ additionalLocations }) => additionalLocations,
    added: [location],
    none: [],
    bad: [
      [{ ...location, street: ' ' }, 'street'],
      [{ ...location, postalCode: 'H2T' }, 'postalCode'],
      [{ ...location, country: 'FR' }, 'country'],
    ],
    words: [
      'the location 5455 Av. de Gaspé, 110, Montréal',
      'le lieu 5455 Av. de Gaspé, 110, Montréal',
    ],
  },
  {
    title: 'exceptions',
    add: ['POST', exceptions],
    payload: { date: '2026-12-25' },
    remove: ['DELETE', `${exceptions}?date=2026-12-25`],
    read: ({ deliveryConstraintsByWeek }) => deliveryConstraintsByWeek.exceptions,
    added: [{ date: '2026-12-25' }],
    none: [],
    bad: [
      [{}, 'date'],
      [{ date: '2026-02-30' }, 'date'],
      [{ date: '2026-06-09' }, 'date'],
      [{ date: '2026-12-24', cutoffTime: '25:00' }, 'cutoffTime'],
    ],
    words: ['an exception on December 25, 2026', 'd’exception le 25 décembre 2026'],
  },
];

const profileOf = async ({ call }: TestMerchant) =>
  (await call('GET', '/merchants')).json<Merchant>();

describe.each(pairs)(
  '$title',
  ({ add, payload, remove, removal, read, added, none, bad, words }) => {
    const removeBy = (call: TestMerchant['call'], headers = {}) =>
      call(remove[0], remove[1], { headers, ...(removal !== undefined && { payload: removal }) });

    test('is added and removed, each answer is this merchant’s whole profile, and the audit has both values', async () => {
      const merchant = await makeMerchant(server);
      const other = await makeMerchant(server);
      const adding = await merchant.call(...add, { payload });
      expect(adding.statusCode).toBe(add[0] === 'POST' ? 201 : 200);
      expect(read(adding.json<Merchant>())).toEqual(added);
      expect(adding.json()).toEqual(await profileOf(merchant));
      expect(await profileOf(other)).toEqual(other.merchant);

      expect((await removeBy(other.call)).statusCode).toBe(404);
      const removing = await removeBy(merchant.call);
      expect(removing.statusCode).toBe(200);
      expect(read(removing.json<Merchant>())).toEqual(none);
      expect(removing.json()).toEqual(merchant.merchant);

      const entries = await server.deps.db
        .selectFrom('audit_entries')
        .select(['actor', 'action', 'details'])
        .where('merchant_id', '=', merchant.merchant.id)
        .where('subject_id', '=', merchant.merchant.id)
        .orderBy('id')
        .execute();
      const values = entries.map(({ details }) => JSON.parse(details) as Record<string, string>);
      expect(entries).toHaveLength(2);
      expect(entries[0]).toMatchObject({ actor: merchant.username, action: 'merchant.changed' });
      const [addedText, noneText] = [added, none].map((value) => JSON.stringify(value));
      expect([values[0]?.['old'], values[0]?.['new']]).toEqual([noneText, addedText]);
      expect([values[1]?.['old'], values[1]?.['new']]).toEqual([addedText, noneText]);
    });

    test('that already exists and one that is missing have different errors', async () => {
      const merchant = await makeMerchant(server);
      const missing = await removeBy(merchant.call);
      expect([missing.statusCode, codeOf(missing)]).toEqual([404, 'not_in_profile']);
      expect(missing.json<Problem>().detail).toContain(`does not have ${words[0]}.`);
      const french = await removeBy(merchant.call, { locale: 'FR' });
      expect(french.json<Problem>().detail).toContain(`ne contient pas ${words[1]}.`);

      await merchant.call(...add, { payload });
      const again = await merchant.call(...add, { payload });
      expect([again.statusCode, codeOf(again)]).toEqual([409, 'already_in_profile']);
    });

    test.each(bad)('is not accepted as %j', async (wrong, path) => {
      const merchant = await makeMerchant(server);
      const response = await merchant.call(...add, { payload: wrong });
      expect(response.statusCode).toBe(400);
      expect(pathsOf(response)?.[0]).toBe(path);
      expect(await profileOf(merchant)).toEqual(merchant.merchant);
    });
  },
);

describe('changes of a profile', () => {
  test('by several people at once are all saved', async () => {
    const merchant = await makeMerchant(server);
    await Promise.all([
      ...Array.from({ length: 8 }, (_, index) =>
        merchant.call(...update('addOrderTags'), { payload: [`tag ${index}`] }),
      ),
      merchant.call(...update('addEmail'), { payload: { email: 'info@maple.example' } }),
      merchant.call('POST', exceptions, { payload: { date: '2026-12-25' } }),
    ]);
    const profile = await profileOf(merchant);
    expect(profile.orderTags.toSorted()).toEqual(
      Array.from({ length: 8 }, (_, index) => `tag ${index}`),
    );
    expect(profile.email).toBe('info@maple.example');
    expect(profile.deliveryConstraintsByWeek.exceptions).toHaveLength(1);
  });

  test('refuse the same location twice in any spelling, and the main one', async () => {
    const merchant = await makeMerchant(server);
    const add = (payload: object) =>
      merchant.call(...update('addAdditionalLocations'), { payload });
    expect((await add(location)).statusCode).toBe(200);
    expect((await add({ ...location, street: '5455 av. de gaspe' })).statusCode).toBe(409);
    expect((await add({ ...location, unit: '200' })).statusCode).toBe(200);
    const { merchantLocation } = merchant.merchant;
    expect((await add(merchantLocation)).statusCode).toBe(409);
  });

  test('sort exceptions by day, and accept a short day with its cutoff', async () => {
    const merchant = await makeMerchant(server);
    await merchant.call('POST', exceptions, { payload: { date: '2026-12-25' } });
    const short = { date: '2026-12-24', cutoffTime: '09:00' };
    const response = await merchant.call('POST', exceptions, { payload: short });
    const { deliveryConstraintsByWeek } = response.json<Merchant>();
    expect(deliveryConstraintsByWeek.exceptions).toEqual([short, { date: '2026-12-25' }]);
  });

  const many = <Item>(count: number, item: (index: number) => Item) =>
    Array.from({ length: count }, (_, index) => item(index));
  const atThe = (index: number) => ({ ...location, unit: `${index}` });
  const located = { lat: 45.5, lng: -73.6 };
  const usualWeek = merchantProfile().deliveryConstraintsByWeek;
  const closedIn = (days: number) => ({
    date: new Date(TEST_NOW + days * DAY).toISOString().slice(0, 10),
  });
  test.each<[detail: string, Partial<Merchant>, add: readonly ['PATCH' | 'POST', string], Payload]>(
    [
      ['at most 200 tags', { orderTags: many(200, String) }, update('addOrderTags'), ['one more']],
      [
        'at most 100 sub-brands',
        { merchantDisplayLogoUrls: many(100, (index) => ({ ...brand, name: `${index}` })) },
        update('addMerchantDisplayLogoUrls'),
        brand,
      ],
      [
        'at most 100 additional locations',
        { additionalLocations: many(100, (index) => ({ ...atThe(index), location: located })) },
        update('addAdditionalLocations'),
        atThe(100),
      ],
      [
        'at most 200 exceptions',
        { deliveryConstraintsByWeek: { ...usualWeek, exceptions: many(200, closedIn) } },
        ['POST', exceptions],
        closedIn(200),
      ],
    ],
  )('stop at a limit of the profile: %s', async (detail, profile, add, payload) => {
    const merchant = await makeMerchant(server, profile);
    const problem = (await merchant.call(...add, { payload })).json<Problem>();
    expect(problem).toMatchObject({ status: 409, code: 'profile_full' });
    expect(problem.detail).toContain(detail);
  });

  test('of the logo replace the previous one', async () => {
    const merchant = await makeMerchant(server, { logoUrl: 'https://cdn.example/old.png' });
    const logoUrl = 'https://cdn.example/new.png';
    const response = await merchant.call(...update('addLogoUrl'), { payload: { logoUrl } });
    expect(response.json<Merchant>().logoUrl).toBe(logoUrl);
    const removed = await merchant.call(...update('removeLogoUrl'));
    expect(removed.json<Merchant>().logoUrl).toBeUndefined();
    expect((await merchant.call(...update('removeLogoUrl'))).statusCode).toBe(404);
    expect((await profileOf(await makeMerchant(server))).logoUrl).toBeUndefined();
    for (const wrong of ['https://cdn.example/logo.svg', 'ftp://cdn.example/a.png', 'logo.png']) {
      const refused = await merchant.call(...update('addLogoUrl'), { payload: { logoUrl: wrong } });
      expect(pathsOf(refused)?.[0]).toBe('logoUrl');
    }
  });

  test('accept the lowest and the highest minimum age', async () => {
    const merchant = await makeMerchant(server);
    for (const age of [16, 99]) {
      const response = await merchant.call(...update('addMinimumAge'), { payload: { age } });
      expect(response.json<Merchant>().minimumAge).toBe(age);
    }
  });
});

test('an owner confirms the main location once, which the profile remembers', async () => {
  const merchant = await makeMerchant(server);
  expect((await profileOf(merchant)).locationCheckedAt).toBeUndefined();
  const confirm = () => merchant.call(...update('confirmLocation'));
  const first = (await confirm()).json<Merchant>().locationCheckedAt;
  expect(first).toEqual(expect.any(Number));
  server.setNow(TEST_NOW + 60_000);
  expect((await confirm()).json<Merchant>().locationCheckedAt).toBe(first);
  expect((await profileOf(merchant)).locationCheckedAt).toBe(first);
});
