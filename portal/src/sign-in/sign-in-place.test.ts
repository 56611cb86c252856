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

test('each mode restores its state from the history', () => {
  expect(signInPlace(undefined)).toEqual({ mode: 'normal' });
  expect(signInPlace('forgot')).toEqual({ mode: 'forgot' });
  expect(signInPlace('reset', { username })).toEqual({ mode: 'reset', username });
  expect(signInPlace('new-password', { username, challenge: 'c' })).toEqual({
    mode: 'new-password',
    username,
    challenge: 'c',
  });
});

test('a code is asked for only when its user is known', () => {
  expect(signInPlace('reset')).toEqual({ mode: 'forgot' });
});

test('a new password is not asked for without its challenge', () => {
  expect(signInPlace('new-password', { username })).toEqual({ mode: 'normal' });
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
