import { readFile } from 'node:fs/promises';
import { parseOptions } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { commonPasswordRule, unmetPasswordRules } from '@portage/contract/users/password-rule';
import { threadsSteppedBack } from '../testing/thread-priorities.ts';
import { UNKNOWN_USER_HASH, PASSWORD_COST } from './password-cost.ts';
import {
  hashPassword,
  isPasswordOf,
  makePassword,
  mostUsed,
  mostUsedPasswords,
  passwordThreads,
  TEMPORARY_PASSWORD_LENGTH,
} from './passwords.ts';

test('a password matches only its own hash', async () => {
  const [one, other] = await Promise.all([hashPassword('Pépin-42!'), hashPassword('Pépin-42!')]);

  expect(one).not.toBe(other);
  expect(await isPasswordOf(one, 'Pépin-42!')).toBe(true);
  expect(await isPasswordOf(one, 'Pépin-43!')).toBe(false);
});

test('without a hash every password is wrong, at the same cost', async () => {
  expect(await isPasswordOf(undefined, 'Pépin-42!')).toBe(false);
  expect(parseOptions(UNKNOWN_USER_HASH)).toEqual(parseOptions(await hashPassword('Pépin-42!')));
  expect(parseOptions(UNKNOWN_USER_HASH)).toMatchObject(PASSWORD_COST);
});

test('neither the main thread nor file reads wait for passwords', async () => {
  // Fills Node's thread pool, which file access also needs.
  const hashes = Array.from({ length: 4 }, () => hashPassword('Pépin-42!'));
  const read = readFile(import.meta.filename).then(() => 'read');

  expect(await Promise.race([...hashes, read])).toBe('read');
  await Promise.all(hashes);
});

test.runIf(process.platform === 'linux')(
  'threads that hash have a lower priority than the others',
  async () => {
    const before = threadsSteppedBack();
    const inThread = passwordThreads({ threads: 1, mostWaiting: 1 });
    await inThread('hashPassword', 'Pépin-42!');
    // Threads of other tests may end during the check.
    expect(threadsSteppedBack().difference(before).size).toBe(1);
  },
);

test('passwords beyond the queue are refused as busy', async () => {
  const inThread = passwordThreads({ threads: 1, mostWaiting: 2 });
  await inThread('hashPassword', 'Pépin-42!');
  const hashes = Array.from({ length: 4 }, () => inThread('hashPassword', 'Pépin-42!'));

  const settled = await Promise.allSettled(hashes);
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  await expect(hashes[3]).rejects.toMatchObject({ code: 'busy', retryAfter: 5 });
  expect(await inThread('hashPassword', 'Pépin-42!')).toMatch(/^\$argon2id\$/);
});

const passwords = Array.from({ length: 2_000 }, () => makePassword(16));

test('every generated password meets the rules and differs from the others', () => {
  expect(passwords.flatMap(unmetPasswordRules)).toEqual([]);
  expect(new Set(passwords).size).toBe(passwords.length);
});

test('no character of a generated password looks like another', () => {
  expect(passwords.join('')).not.toMatch(/[0Oo1Il|]/);
});

test('every character is about as likely as others of its kind', () => {
  const letters = passwords.join('').match(/[A-Z]/g) ?? [];
  const counts = Object.values(Object.groupBy(letters, (letter) => letter)).map(
    (those = []) => those.length,
  );
  expect(counts).toHaveLength(24);
  // Expects 530 of each; 6σ deviate once in a billion runs.
  const expected = letters.length / 24;
  const tolerance = 6 * Math.sqrt(expected);
  for (const count of counts) expect(Math.abs(count - expected)).toBeLessThan(tolerance);
});

const ruleOf = (password: string) => commonPasswordRule(password, mostUsed);

test.each([
  ['password', 'passwordCommon'],
  ['P@ssw0rd', 'passwordCommon'],
  ['1qaz2wsx', 'passwordCommon'],
  ['Sunshine1!', 'passwordAroundCommon'],
  ['!!Dragon99', 'passwordAroundCommon'],
  ['Passw0rd2026!', 'passwordAroundCommon'],
  ['Portage2026!', 'passwordAroundContext'],
  ['!Livraison1', 'passwordAroundContext'],
])('%s is refused as %s', (password, rule) => {
  expect(ruleOf(password)).toBe(rule);
});

test.each(['Correct-Horse-1', 'Portage-Demo-1', 'My-New-Pass-2', '4$Dragon#9281', 'Érable&Pin-7'])(
  '%s is not',
  (password) => {
    expect(ruleOf(password)).toBeUndefined();
  },
);

test('generated passwords are not common', () => {
  const made = Array.from({ length: 100 }, () => makePassword(TEMPORARY_PASSWORD_LENGTH));
  expect(made.filter(ruleOf)).toEqual([]);
});

test('the list for browsers refuses the same new passwords as the server', () => {
  const listed = new Set(mostUsedPasswords);
  const typed = [...mostUsed].flatMap((password) => {
    const capital = password.slice(0, 1).toUpperCase() + password.slice(1);
    return [password.toUpperCase(), capital, `${capital}1!`, `#9${capital}`];
  });
  const possible = typed.filter((password) => unmetPasswordRules(password).length === 0);
  expect(possible.length).toBeGreaterThan(5000);
  expect(possible.filter((one) => commonPasswordRule(one, listed) !== ruleOf(one))).toEqual([]);
});
