import { expect, test } from 'vitest';
import { readResetCode } from './OtherModes.tsx';
import { readSignInSearch, signInPlace } from './sign-in-place.ts';

const username = 'ada@portage.example';

test('an address keeps the mode and the next page', () => {
  expect(readSignInSearch({ from: '/orders', mode: 'reset' })).toEqual({
    from: '/orders',
    mode: 'reset',
  });
});

test('an address with an unknown mode or next page is the plain one', () => {
  expect(readSignInSearch({ from: 7, mode: 'admin', code: '123456' })).toEqual({});
});

test.each([
  [undefined, undefined, { mode: 'normal' }],
  ['forgot', undefined, { mode: 'forgot' }],
  ['reset', { username }, { mode: 'reset', username }],
  [
    'new-password',
    { username, challenge: 'c' },
    { mode: 'new-password', username, challenge: 'c' },
  ],
  // A code is asked for only when its user is known, a new password with its challenge.
  ['reset', undefined, { mode: 'forgot' }],
  ['new-password', { username }, { mode: 'normal' }],
] as const)('the mode %s restores its state from the history %j', (mode, state, place) => {
  expect(signInPlace(mode, state)).toEqual(place);
});

test.each([
  ['as it was sent', '012345', '012345'],
  ['in two groups', '123 456', '123456'],
  ['with the words around it', 'Your reset code is 123456.', '123456'],
  ['not yet complete', '12', '12'],
  ['followed by more', '1234567', '123456'],
  ['not there', 'no code', ''],
])('a reset code is read %s', (_, typed, code) => {
  expect(readResetCode(typed)).toBe(code);
});
