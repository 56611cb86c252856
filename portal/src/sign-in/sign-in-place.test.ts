import { expect, test } from 'vitest';
import { readSignInSearch, signInPlace } from './sign-in-place.ts';

const username = 'ada@portage.example';

test('an address keeps the mode and the page to go to afterwards', () => {
  expect(readSignInSearch({ from: '/orders', mode: 'reset' })).toEqual({
    from: '/orders',
    mode: 'reset',
  });
});

test('an address that names no mode of the page, or no text to go back to, is the plain one', () => {
  expect(readSignInSearch({ from: 7, mode: 'admin', code: '123456' })).toEqual({});
});

test('each mode finds again what the history kept for it', () => {
  expect(signInPlace(undefined)).toEqual({ mode: 'normal' });
  expect(signInPlace('forgot')).toEqual({ mode: 'forgot' });
  expect(signInPlace('reset', { username })).toEqual({ mode: 'reset', username });
  expect(signInPlace('new-password', { username, challenge: 'c' })).toEqual({
    mode: 'new-password',
    username,
    challenge: 'c',
  });
});

test('a code is not asked for before it is known whose password it resets', () => {
  expect(signInPlace('reset')).toEqual({ mode: 'forgot' });
});

test('a new password is not asked for without its challenge', () => {
  expect(signInPlace('new-password', { username })).toEqual({ mode: 'normal' });
});
