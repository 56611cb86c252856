import { expect, test } from 'vitest';
import { formatPhone, Phone, toPhoneDigits } from './phone.ts';

test.each([
  ['(514) 555-0123', '+15145550123'],
  ['1 514 555 0123', '+15145550123'],
  ['+33 6 12 34 56 78', '+33612345678'],
  ['+1.416.555.0142', '+14165550142'],
  ['Tel. (416) 555-0142 (home)', '+14165550142'],
])('%j is kept as %j', (typed, kept) => {
  expect(toPhoneDigits(typed)).toBe(kept);
  expect(Phone.parse(typed)).toBe(kept);
});

test.each(['555-0123', '+1 514 555 012', '123 456 7890', 'call me', ''])(
  '%j is not a phone number',
  (typed) => {
    expect(Phone.safeParse(typed).error?.issues[0]?.message).toBe('phoneInvalid');
  },
);

test.each([
  '416 555-0142 x12',
  '+33 6 12 34 56 78 poste 12',
  '+33612345678,12',
  '+44 20 7946 0958#3',
  '416-555-0142 ext',
  '(416) 555-0142 ex',
  '514 555-0123 po',
  '416 555-0142 x',
])('%j is refused, since its extension would be lost or make it another number', (typed) => {
  expect(Phone.safeParse(typed).error?.issues[0]?.message).toBe('phoneWithExtension');
});

// An ambiguous pattern would take minutes and block the thread.
test('a long text is refused at once', { timeout: 10_000 }, () => {
  for (const part of ['a', '1a', '1 ', ',']) {
    expect(Phone.safeParse(`1${part.repeat(200_000)}`).success).toBe(false);
  }
});

test('a North American number is written as people read it', () => {
  expect(formatPhone('+15145550123')).toBe('514 555-0123');
  expect(formatPhone('+33612345678')).toBe('+33612345678');
});
