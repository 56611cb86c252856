import { expect, test } from 'vitest';
import { formatPhone, Phone, toPhoneDigits } from './phone.ts';

test.each([
  ['(514) 555-0123', '+15145550123'],
  ['1 514 555 0123', '+15145550123'],
  ['+33 6 12 34 56 78', '+33612345678'],
  ['+1.416.555.0142', '+14165550142'],
])('%j is kept as %j', (typed, kept) => {
  expect(toPhoneDigits(typed)).toBe(kept);
});

test.each(['555-0123', '+1 514 555 012', '123 456 7890', 'call me', ''])(
  '%j is no phone number',
  (typed) => {
    expect(Phone.safeParse(typed).error?.issues[0]?.message).toBe('phoneInvalid');
  },
);

test('a North American number is written as people read it', () => {
  expect(formatPhone('+15145550123')).toBe('514 555-0123');
  expect(formatPhone('+33612345678')).toBe('+33612345678');
});
