import { expect, test } from 'vitest';
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
