import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldUsername, Username } from './username.ts';

test.each([
  ['Marie@Example.CA', 'marie@example.ca'],
  ['  ÉMILE-1 ', 'émile-1'],
  ['E\u0301mile-1', 'émile-1'],
  ['a@b.example\r\nBcc: c@d.example', 'a@b.example bcc: c@d.example'],
])('the username typed as %j is %j', (typed, username) => {
  expect(Username.parse(typed)).toBe(username);
});

test('folding a username twice is the same as once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const once = foldUsername(typed);
      expect(foldUsername(once)).toBe(once);
    }),
  );
});
