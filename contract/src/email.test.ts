import { expect, test } from 'vitest';
import { Email, isEmail } from './email.ts';

test.each([
  'zoe@example.com',
  'zoé.tremblay@example.com',
  'a+b@sub.example.co',
  ' zoe@example.com ',
])('%j is an e-mail address, or not as browsers see it', (typed) => {
  expect(isEmail(typed)).toBe(!typed.includes('é'));
});

test.each(['', 'zoe', 'zoe@', '@example.com', 'zoe@example', 'a b@example.com', 'a@b@example.com'])(
  '%j is no e-mail address',
  (typed) => {
    expect(isEmail(typed)).toBe(false);
  },
);

test('an address with a line break in it is refused, not mended', () => {
  expect(isEmail('zoe@example.com\r\nBcc: everyone@example.com')).toBe(false);
});

test('spaces around an address are not part of it', () => {
  expect(Email.parse(' zoe@example.com\n')).toBe('zoe@example.com');
});
