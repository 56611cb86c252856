import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { foldUsername } from '@portage/contract/users/username';
import { useTestServer } from '../testing/build-test-server.ts';

const server = useTestServer();

/** Every character of Unicode, without NUL and surrogates, which PostgreSQL refuses. */
const CHARACTERS = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

test('the index of usernames folds any characters like the server', async () => {
  const folded = [...new Set(CHARACTERS.map(foldUsername))];
  const { rows } = await sql<{ character: string }>`
    select character from unnest(${folded}::text[]) as character where lower(character) <> character
  `.execute(server.deps.db);
  expect(rows).toEqual([]);
});
