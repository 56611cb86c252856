import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  NewSavedAddress,
  type AddressPage,
  type ImportedRow,
  type SavedAddress,
} from '@portage/contract/addresses/addresses';
import type { PlaceSuggestion } from '@portage/contract/addresses/places';
import { DAY } from '@portage/contract/time';
import { deleteOldRows } from '../jobs/retention-queries.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import {
  codeOf,
  makeMerchant,
  pathsOf,
  type SignedInCall,
  type TestMerchant,
} from '../testing/make-merchant.ts';
import { makeOrder, newOrderPayload } from '../testing/make-order.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';
import { countWaiting } from '../testing/test-database.ts';
import { addressRowOf, insertSavedAddresses, lockSavedAddresses } from './address-queries.ts';
import { newSavedAddress } from './save-address.ts';

const server = useTestServer();

const someone = (name: string, changes: { recipient?: object; address?: object } = {}) => ({
  recipient: { name, ...changes.recipient },
  address: {
    street: '25 Dundas St E',
    city: 'Toronto',
    province: 'ON',
    postalCode: 'M5B 1C6',
    country: 'CA',
    ...changes.address,
  },
});

async function save(merchant: Pick<TestMerchant, 'call'>, payload: object): Promise<SavedAddress> {
  const response = await merchant.call('POST', '/orders/addresses', { payload });
  expect(response.statusCode).toBe(201);
  return response.json<SavedAddress>();
}

const page = async (merchant: Pick<TestMerchant, 'call'>, query = '') =>
  (await merchant.call('GET', `/orders/addresses${query}`)).json<AddressPage>();

const namesOf = async (merchant: Pick<TestMerchant, 'call'>, query = '') =>
  (await page(merchant, query)).addresses.map(({ recipient }) => recipient.name);

const saveAll = async (merchant: TestMerchant, ...names: string[]) => {
  const ids: string[] = [];
  for (const name of names) ids.push((await save(merchant, someone(name))).id);
  return ids;
};

const many = ({ call }: TestMerchant, action: 'delete' | 'restore', ids: string[]) =>
  call('POST', `/orders/addresses/batch/${action}`, { payload: { ids } });

const merge = ({ call }: TestMerchant, keepId: string, ids: string[]) =>
  call('POST', '/orders/addresses/merge', { payload: { keepId, ids } });

const waiting = () => countWaiting(server.deps.db, '"saved_addresses"');

describe('a saved recipient', () => {
  test('is stored cleaned, and the same one only once', async () => {
    const merchant = await makeMerchant(server);
    const payload = someone(' Zoé  Roy ', { recipient: { phone: '416 555 0142' } });
    const saved = await save(merchant, payload);
    expect(saved).toMatchObject({
      merchantId: merchant.merchant.id,
      createdAt: TEST_NOW,
      recipient: { name: 'Zoé Roy', phone: '+14165550142' },
    });
    const again = await merchant.call('POST', '/orders/addresses', { payload });
    expect([again.statusCode, codeOf(again)]).toEqual([409, 'address_saved_already']);
  });

  test('is edited part by part, and cannot become a copy of another', async () => {
    const merchant = await makeMerchant(server);
    const [zoe, wei] = [await save(merchant, someone('Zoé')), await save(merchant, someone('Wei'))];
    const edit = (payload: object) =>
      merchant.call('PATCH', `/orders/addresses/${wei.id}`, { payload });
    const edited = await edit({ recipient: { name: 'Wei Chen', email: 'wei@example.com' } });
    expect(edited.json()).toMatchObject({ id: wei.id, address: wei.address });
    expect(await namesOf(merchant, '?freeSearch=wei@example')).toEqual(['Wei Chen']);
    const copy = await edit({ recipient: zoe.recipient });
    expect([copy.statusCode, codeOf(copy)]).toEqual([409, 'address_saved_already']);
    const invalid = await edit({ address: { ...wei.address, postalCode: 'nowhere' } });
    expect(pathsOf(invalid)).toEqual(['address.postalCode']);
  });

  test('is found without its accents, ligatures and typographic signs', async () => {
    const merchant = await makeMerchant(server);
    await save(merchant, someone('Cœur d’Élan'));
    expect(await namesOf(merchant, "?freeSearch=coeur%20d'elan")).toEqual(['Cœur d’Élan']);
  });

  test('is deleted, restored, and purged after 30 days', async () => {
    const merchant = await makeMerchant(server);
    const { id } = await save(merchant, someone('Zoé'));
    const other = await save(merchant, someone('Wei'));
    await merchant.call('DELETE', `/orders/addresses/${other.id}`);
    const url = `/orders/addresses/${id}`;
    expect((await merchant.call('DELETE', url)).statusCode).toBe(204);
    expect(await namesOf(merchant)).toEqual([]);
    expect((await merchant.call('DELETE', url)).statusCode).toBe(404);
    const restore = () => many(merchant, 'restore', [id]);
    expect((await restore()).json()).toEqual({ ids: [id] });
    expect(await namesOf(merchant)).toEqual(['Zoé']);

    await merchant.call('DELETE', url);
    await deleteOldRows(
      { ...server.deps, clock: { now: () => TEST_NOW + 31 * DAY } },
      'saved_addresses',
    );
    expect((await restore()).json()).toEqual({ ids: [] });
  });

  test('saved again after it was deleted is not restored twice', async () => {
    const merchant = await makeMerchant(server);
    const { id } = await save(merchant, someone('Zoé'));
    await merchant.call('DELETE', `/orders/addresses/${id}`);
    await save(merchant, someone('Zoé'));
    expect((await many(merchant, 'restore', [id])).json()).toEqual({ ids: [] });
    expect(await namesOf(merchant)).toEqual(['Zoé']);
  });

  test('of another merchant is hidden, and a service user sees its own merchant’s', async () => {
    const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
    const { id } = await save(merchant, someone('Zoé'));
    const other = await save(stranger, someone('Wei'));
    const answers = [
      await stranger.call('PATCH', `/orders/addresses/${id}`, { payload: someone('Eve') }),
      await merge(stranger, other.id, [id]),
    ];
    expect(answers.map(codeOf)).toEqual(Array(2).fill('address_not_found'));
    expect((await many(stranger, 'delete', [id])).json()).toEqual({ ids: [] });
    const service = await makeServiceUser(server, merchant);
    expect(await namesOf(service)).toEqual(['Zoé']);
  });
});

test('the list pages by key, also among recipients saved in the same millisecond', async () => {
  const merchant = await makeMerchant(server);
  await saveAll(merchant, 'A', 'B', 'C', 'D', 'E');
  const seen: string[] = [];
  let query: string | undefined = '?limit=2';
  while (query !== undefined) {
    const { addresses, next }: AddressPage = await page(merchant, query);
    seen.push(...addresses.map(({ recipient }) => recipient.name));
    query = next && `?limit=2&startAt=${next.startAt}&createdAt=${next.createdAt}`;
  }
  expect(seen.toSorted()).toEqual(['A', 'B', 'C', 'D', 'E']);
  const half = await merchant.call('GET', `/orders/addresses?startAt=${randomUUID()}`);
  expect(pathsOf(half)).toEqual(['startAt']);
});

test('several are deleted at once', async () => {
  const merchant = await makeMerchant(server);
  const ids = await saveAll(merchant, 'A', 'B', 'C');
  const response = await many(merchant, 'delete', [...ids.slice(0, 2), randomUUID()]);
  expect(response.json<{ ids: string[] }>().ids.toSorted()).toEqual(ids.slice(0, 2).toSorted());
  expect(await namesOf(merchant)).toEqual(['C']);
});

describe('an import', () => {
  test('saves the valid rows, and reports what is wrong with the others', async () => {
    const merchant = await makeMerchant(server);
    await save(merchant, someone('Known'));
    const rows = [
      someone('New'),
      someone('Known'),
      someone('New'),
      someone('', { address: { postalCode: 'M5B' } }),
      { recipient: 'nobody' },
    ];
    const response = await merchant.call('POST', '/orders/addresses/batch', {
      payload: { rows },
      headers: { locale: 'FR' },
    });
    const answer = response.json<{ rows: ImportedRow[] }>().rows;
    expect(answer.map(({ result }) => result)).toEqual([
      'created',
      'existing',
      'existing',
      'invalid',
      'invalid',
    ]);
    expect(answer[3]?.errors?.[0]).toEqual({ path: 'recipient.name', message: 'Obligatoire' });
    expect(await namesOf(merchant)).toHaveLength(2);
  });

  test('sent twice with one Idempotency-Key runs once', async () => {
    const merchant = await makeMerchant(server);
    const request = { payload: { rows: [someone('New')] }, headers: { 'idempotency-key': 'one' } };
    const first = await merchant.call('POST', '/orders/addresses/batch', request);
    const second = await merchant.call('POST', '/orders/addresses/batch', request);
    expect(second.body).toBe(first.body);
  });
});

test('an export has what the search finds, safe from formulas', async () => {
  const merchant = await makeMerchant(server);
  await save(merchant, someone('=1+1', { recipient: { phone: '416 555 0142' } }));
  await save(merchant, someone('Wei, "Ed"', { address: { unit: '5' } }));
  const all = await merchant.call('GET', '/orders/addresses/export');
  expect(all.headers['content-disposition']).toBe('attachment; filename="address_book.csv"');
  const lines = all.body.split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFrecipient_name,recipient_email,recipient_phone,recipient_street,recipient_unit,recipient_city,recipient_province,recipient_postal_code,recipient_country',
  );
  expect(lines.slice(1).toSorted()).toEqual([
    '',
    '"Wei, ""Ed""",,,25 Dundas St E,5,Toronto,ON,M5B 1C6,CA',
    "'=1+1,,+14165550142,25 Dundas St E,,Toronto,ON,M5B 1C6,CA",
  ]);
  const found = await merchant.call('GET', '/orders/addresses/export?freeSearch=wei');
  expect(found.body.split('\r\n')).toHaveLength(3);
});

test('a third export of a merchant at the same time is refused', async () => {
  const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
  await save(merchant, someone('Zoé'));
  const start = ({ call }: TestMerchant) => call('GET', '/orders/addresses/export');
  const answers = await server.deps.db.transaction().execute(async (trx) => {
    await sql`lock table saved_addresses in access exclusive mode`.execute(trx);
    const underWay = [start(merchant), start(merchant)];
    await expect.poll(waiting).toBe(2);
    const third = await start(merchant);
    expect([third.statusCode, codeOf(third)]).toEqual([429, 'too_many_exports']);
    expect(third.headers['retry-after']).toBe('10');
    underWay.push(start(other));
    await expect.poll(waiting).toBe(3);
    return underWay;
  });
  const files = (await Promise.all(answers)).map(({ body }) => body.trimEnd().split('\r\n'));
  expect(files.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect((await start(merchant)).statusCode).toBe(200);
});

describe('near-duplicates', () => {
  const groups = async (merchant: TestMerchant) =>
    (await merchant.call('GET', '/orders/addresses/duplicates'))
      .json<{ groups: SavedAddress[][] }>()
      .groups.map((group) => group.map(({ recipient }) => recipient.name).toSorted());

  test('have the same name or phone at one postal code, in any spelling', async () => {
    const merchant = await makeMerchant(server);
    const phone = '416 555 0142';
    await save(merchant, someone('Zoé Tremblay'));
    await save(merchant, someone('ZOE TREMBLAY.', { recipient: { phone } }));
    await save(merchant, someone('Z. T.', { recipient: { phone } }));
    await save(merchant, someone('Zoé Tremblay', { address: { postalCode: 'M5X 1A9' } }));
    await save(merchant, someone('Wei'));
    expect(await groups(merchant)).toEqual([['Z. T.', 'ZOE TREMBLAY.', 'Zoé Tremblay']]);
  });

  test('are merged into one with the values of all', async () => {
    const merchant = await makeMerchant(server);
    const kept = await save(
      merchant,
      someone('Zoé Roy', { recipient: { email: 'z@example.com' } }),
    );
    const other = await save(
      merchant,
      someone('ZOE ROY', { recipient: { phone: '416 555 0142' }, address: { unit: '7' } }),
    );
    const merged = await merge(merchant, kept.id, [other.id]);
    expect(merged.json()).toMatchObject({
      id: kept.id,
      recipient: { name: 'Zoé Roy', email: 'z@example.com', phone: '+14165550142' },
      address: { unit: '7' },
    });
    expect(await namesOf(merchant)).toEqual(['Zoé Roy']);
    const again = await merge(merchant, kept.id, [other.id]);
    expect(codeOf(again)).toBe('address_not_found');
    expect((await merge(merchant, kept.id, [kept.id])).statusCode).toBe(400);
  });

  test('that would duplicate a third recipient stay unchanged', async () => {
    const merchant = await makeMerchant(server);
    const phone = '416 555 0142';
    const kept = await save(merchant, someone('Zoé Roy'));
    const other = await save(merchant, someone('Z. Roy', { recipient: { phone } }));
    await save(merchant, someone('Zoé Roy', { recipient: { phone } }));
    const response = await merge(merchant, kept.id, [other.id]);
    expect([response.statusCode, codeOf(response)]).toEqual([409, 'address_saved_already']);
    expect((await namesOf(merchant)).toSorted()).toEqual(['Z. Roy', 'Zoé Roy', 'Zoé Roy']);
  });
});

describe('while another call saves the same recipient', () => {
  async function saving({ merchant }: TestMerchant, recipient: object) {
    const { db } = server.deps;
    const body = NewSavedAddress.parse(recipient);
    const saved = newSavedAddress(merchant.id, body, TEST_NOW);
    const [begun, ended] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
    const transaction = db.transaction().execute(async (trx) => {
      const row = addressRowOf(saved);
      await insertSavedAddresses(trx, merchant.id, [row], TEST_NOW);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      begun.resolve(rows[0]?.pid ?? 0);
      await ended.promise;
    });
    const pid = await begun.promise;
    return {
      isAwaited: async () => {
        const { rows } = await sql`
          select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`.execute(db);
        return rows.length > 0;
      },
      commit: () => {
        ended.resolve();
        return transaction;
      },
    };
  }

  async function meanwhile(
    merchant: TestMerchant,
    recipient: object,
    call: () => ReturnType<SignedInCall>,
  ) {
    const other = await saving(merchant, recipient);
    const underWay = call();
    await expect.poll(waiting).toBe(1);
    await other.commit();
    return underWay;
  }

  test('an edit that becomes its duplicate is refused', async () => {
    const merchant = await makeMerchant(server);
    const wei = await save(merchant, someone('Wei'));
    const zoe = someone('Zoé');
    const edited = await meanwhile(merchant, zoe, () =>
      merchant.call('PATCH', `/orders/addresses/${wei.id}`, { payload: zoe }),
    );
    expect([edited.statusCode, codeOf(edited)]).toEqual([409, 'address_saved_already']);
    expect((await namesOf(merchant)).toSorted()).toEqual(['Wei', 'Zoé']);
  });

  test('a merge that becomes its duplicate is refused, and nothing is deleted', async () => {
    const merchant = await makeMerchant(server);
    const phone = '416 555 0142';
    const kept = await save(merchant, someone('Zoé Roy'));
    const other = await save(merchant, someone('Z. Roy', { recipient: { phone } }));
    const third = someone('Zoé Roy', { recipient: { phone } });
    const merged = await meanwhile(merchant, third, () => merge(merchant, kept.id, [other.id]));
    expect([merged.statusCode, codeOf(merged)]).toEqual([409, 'address_saved_already']);
    expect(await namesOf(merchant)).toHaveLength(3);
  });

  test('a deleted one stays deleted, and others are restored', async () => {
    const merchant = await makeMerchant(server);
    const ids = await saveAll(merchant, 'Zoé', 'Wei');
    await many(merchant, 'delete', ids);
    const restored = await meanwhile(merchant, someone('Zoé'), () =>
      many(merchant, 'restore', ids),
    );
    expect(restored.json()).toEqual({ ids: ids.slice(1) });
    expect((await namesOf(merchant)).toSorted()).toEqual(['Wei', 'Zoé']);
  });

  test.each([['Zoé', 'Wei'] as const, ['Wei', 'Zoé'] as const])(
    'deleted ones stay deleted, also when %s is saved before %s',
    async (...names) => {
      const merchant = await makeMerchant(server);
      const ids = await saveAll(merchant, 'Zoé', 'Wei');
      await many(merchant, 'delete', ids);
      const [first, last] = [
        await saving(merchant, someone(names[0])),
        await saving(merchant, someone(names[1])),
      ];
      const restoring = many(merchant, 'restore', ids);
      await expect.poll(waiting).toBe(1);
      await first.commit();
      await expect.poll(last.isAwaited).toBe(true);
      await last.commit();
      expect((await restoring).json()).toEqual({ ids: [] });
      expect(await namesOf(merchant)).toHaveLength(2);
    },
  );
});

test('concurrent edits that swap two recipients are both answered', async () => {
  const merchant = await makeMerchant(server);
  const [zoe, wei] = [await save(merchant, someone('Zoé')), await save(merchant, someone('Wei'))];
  const swaps = Array.from({ length: 6 }, (_, index) => {
    const [{ id }, becomes] = index % 2 === 0 ? [zoe, 'Wei'] : [wei, 'Zoé'];
    return merchant.call('PATCH', `/orders/addresses/${id}`, { payload: someone(becomes) });
  });
  const statuses = (await Promise.all(swaps)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(new Set(await namesOf(merchant)).size).toBe(2);
});

describe('recipients of two calls that wait for each other', () => {
  test('are imported', async () => {
    const merchant = await makeMerchant(server);
    const { id: merchantId } = merchant.merchant;
    const rows = ['Zoé', 'Wei']
      .map((name) => newSavedAddress(merchantId, NewSavedAddress.parse(someone(name)), TEST_NOW))
      .map(addressRowOf)
      .toSorted((one, other) => Buffer.compare(one.fingerprint, other.fingerprint));
    const payload = { rows: rows.map(({ document }) => JSON.parse(document) as object) };
    const answers = await server.deps.db.transaction().execute(async (trx) => {
      await insertSavedAddresses(trx, merchantId, rows.slice(1), TEST_NOW);
      const importing = [merchant.call('POST', '/orders/addresses/batch', { payload })];
      await expect.poll(waiting).toBe(1);
      await insertSavedAddresses(trx, merchantId, rows.slice(0, 1), TEST_NOW);
      return importing;
    });
    const [imported] = await Promise.all(answers);
    expect(imported?.json()).toEqual({ rows: [{ result: 'existing' }, { result: 'existing' }] });
    expect(await namesOf(merchant)).toHaveLength(2);
  });

  test('are deleted', async () => {
    const merchant = await makeMerchant(server);
    const ids = await saveAll(merchant, 'Zoé', 'Wei');
    const answers = await server.deps.db.transaction().execute(async (trx) => {
      await lockSavedAddresses(trx, merchant.merchant.id, ids.slice(1));
      const deleting = [many(merchant, 'delete', ids)];
      await expect.poll(waiting).toBe(1);
      await lockSavedAddresses(trx, merchant.merchant.id, ids.slice(0, 1));
      return deleting;
    });
    const [deleted] = await Promise.all(answers);
    expect(deleted?.json<{ ids: string[] }>().ids.toSorted()).toEqual(ids.toSorted());
  });
});

test('a recipient saved with an order is found by name without accents', async () => {
  const merchant = await makeMerchant(server);
  await makeOrder(merchant, { saveAddress: true });
  const { recipient } = newOrderPayload();
  await makeOrder(merchant, { recipient: { ...recipient, name: 'Zoé Lavoie' } });
  await makeOrder(merchant, { saveAddress: true });
  expect(await namesOf(merchant, '?freeSearch=zoe+dundas')).toEqual(['Zoé Tremblay']);
});

const labelsFor = async ({ call }: TestMerchant, text: string) =>
  (await call('GET', `/places/suggestions?text=${encodeURIComponent(text)}&session=s-1`))
    .json<{ suggestions: PlaceSuggestion[] }>()
    .suggestions.map(({ label }) => label);

test('the merchant’s saved streets come before other places, each once', async () => {
  const merchant = await makeMerchant(server);
  await save(merchant, someone('Ada', { address: { street: '25 rue Dundas Est' } }));
  await save(merchant, someone('Bo', { address: { street: '25 rue Dundas Est' } }));
  await save(merchant, someone('Dundas Bakery', { address: { street: '9 Bay St' } }));
  const label = '25 rue Dundas Est, Toronto, ON M5B 1C6';
  expect(await labelsFor(merchant, '25 Dundas')).toEqual([label]);
  expect((await labelsFor(merchant, 'M5B 1C6'))[0]).toContain('M5B 1C6');
  expect(await labelsFor(await makeMerchant(server), '25 Dundas')).toEqual([]);
});

test('a pasted address is read, and an unknown place id is not found', async () => {
  const merchant = await makeMerchant(server);
  const answer = await merchant.call('GET', '/places/details?placeId=ChIJ-nowhere');
  expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'place_not_found']);
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
