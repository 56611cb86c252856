import { afterEach, expect, test } from 'vitest';
import { SECOND } from '@portage/contract/time';
import { useTestServer } from '../testing/build-test-server.ts';
import { generateSigningKey, databaseSigningKeys } from './signing-keys.ts';

const server = useTestServer();

function openKeys() {
  let now = 0;
  let queries = 0;
  const db = server.deps.db.withPlugin({
    transformQuery({ node }) {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    keys: databaseSigningKeys({ db, clock: { now: () => now }, secrets: server.deps.secrets }),
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    countQueries: () => queries,
  };
}

const removeKey = (kid: string) =>
  server.deps.db.deleteFrom('signing_keys').where('kid', '=', kid).execute();

afterEach(() => removeKey('added'));

/** Adds the newest key of all. */
async function addKey(): Promise<void> {
  const { db, secrets } = server.deps;
  const { privateJwk } = await generateSigningKey();
  const encrypted_jwk = secrets.encrypt({ table: 'signing_keys', key: ['added'] }, privateJwk);
  await db
    .insertInto('signing_keys')
    .values({ kid: 'added', encrypted_jwk, created_at: new Date('2100-01-01') })
    .execute();
}

test('tokens with unknown key ids cost at most one query a second', async () => {
  const { keys, advance, countQueries } = openKeys();
  await keys.newest();
  advance(2 * SECOND);
  const before = countQueries();
  const found = await Promise.all(
    Array.from({ length: 100 }, (_, index) => keys.find(`forged-${index}`)),
  );
  expect(found.every((key) => key === undefined)).toBe(true);
  expect(countQueries() - before).toBe(1);
});

test('a key added by another process is found at once', async () => {
  const { keys } = openKeys();
  await keys.newest();
  await addKey();
  expect(await keys.find('added')).toMatchObject({ kid: 'added' });
});

test('within a minute a new key signs, and a removed one verifies nothing', async () => {
  await addKey();
  const { keys, advance } = openKeys();
  expect(await keys.newest()).toMatchObject({ kid: 'added' });
  await removeKey('added');
  expect(await keys.find('added')).toBeDefined();
  advance(61 * SECOND);
  expect((await keys.newest()).kid).not.toBe('added');
  expect(await keys.find('added')).toBeUndefined();
});
